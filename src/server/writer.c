/* writer.c - the thread that makes things durable.
 *
 * At most one batch is with the writer; what the loop does meanwhile gathers for the next. A
 * batch is one transaction: all of it is kept or nothing. When one fails, what has gathered
 * behind it falls with it, because it may rest on what was lost.
 */
#include <stdio.h>
#include <stdlib.h>

#include "server/server.h"

typedef enum { IDLE, GIVEN, DONE } batch_state;

struct writer {
    server *server;
    store *store;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    batch_state state; /* under the lock, as are batch and kept */
    write_op *batch;
    bool kept, stopping;

    write_op *first, *last; /* the loop's own: gathering */
    bool healthy;
};

/* Runs a batch as one transaction. */
static bool commit(store *db, write_op *batch) {
    bool fine = store_begin(db) == STORE_OK;
    for (write_op *w = batch; w && fine; w = w->next) fine = w->run(db, w) != STORE_FAILED;
    if (fine && store_commit(db) == STORE_OK) return true;
    log_error("write_failed", "reason=\"%s\"", store_why(db));
    store_rollback(db);
    return false;
}

static void *work(void *arg) {
    writer *w = arg;
    pthread_mutex_lock(&w->lock);
    while (!w->stopping) {
        if (w->state != GIVEN) {
            pthread_cond_wait(&w->changed, &w->lock);
            continue;
        }
        write_op *batch = w->batch;
        pthread_mutex_unlock(&w->lock);
        bool kept = commit(w->store, batch);
        pthread_mutex_lock(&w->lock);
        w->kept = kept;
        w->state = DONE;
        server_wake(w->server);
    }
    pthread_mutex_unlock(&w->lock);
    return NULL;
}

writer *writer_new(server *s, const char *db, char *why, size_t size) {
    store *opened = store_open(db, STORE_WRITE, why, size);
    if (!opened) return NULL;
    writer *w = must_alloc(sizeof *w);
    w->server = s;
    w->store = opened;
    w->healthy = true;
    pthread_mutex_init(&w->lock, NULL);
    pthread_cond_init(&w->changed, NULL);
    if (pthread_create(&w->thread, NULL, work, w) != 0) {
        snprintf(why, size, "no thread could be started");
        store_close(opened);
        free(w);
        return NULL;
    }
    return w;
}

void writer_add(writer *w, write_op *op) {
    op->next = NULL;
    if (w->last)
        w->last->next = op;
    else
        w->first = op;
    w->last = op;
}

void writer_turn(writer *w) {
    if (!w->first) return;
    pthread_mutex_lock(&w->lock);
    if (w->state == IDLE) {
        w->batch = w->first;
        w->first = w->last = NULL;
        w->state = GIVEN;
        pthread_cond_signal(&w->changed);
    }
    pthread_mutex_unlock(&w->lock);
}

static void tell(writer *w, write_op *op, bool kept) {
    while (op) {
        write_op *next = op->next;
        w->server->metrics.writes++;
        op->done(w->server, op, kept);
        op = next;
    }
}

void writer_collect(writer *w) {
    pthread_mutex_lock(&w->lock);
    bool done = w->state == DONE, kept = w->kept;
    write_op *batch = w->batch;
    if (done) w->state = IDLE;
    pthread_mutex_unlock(&w->lock);
    if (!done) return;

    w->healthy = kept;
    w->server->metrics.batches++;
    write_op *behind = NULL;
    if (!kept) {
        w->server->metrics.write_failures++;
        behind = w->first;
        w->first = w->last = NULL;
    }
    tell(w, batch, kept);
    tell(w, behind, false);
}

bool writer_healthy(const writer *w) { return w->healthy; }

void writer_finish(writer *w) {
    if (!w) return;
    pthread_mutex_lock(&w->lock);
    w->stopping = true;
    bool under_way = w->state == GIVEN;
    pthread_cond_signal(&w->changed);
    pthread_mutex_unlock(&w->lock);
    pthread_join(w->thread, NULL);
    /* A batch that was given but not begun, or what gathered: committed here, told as usual. */
    if (under_way && w->state == GIVEN) {
        w->kept = commit(w->store, w->batch);
        w->state = DONE;
    }
    writer_collect(w);
    while (w->first) {
        w->batch = w->first;
        w->first = w->last = NULL;
        w->kept = commit(w->store, w->batch);
        w->state = DONE;
        writer_collect(w);
    }
    store_close(w->store);
    pthread_mutex_destroy(&w->lock);
    pthread_cond_destroy(&w->changed);
    free(w);
}
