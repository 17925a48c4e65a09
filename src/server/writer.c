/* writer.c - the thread that makes things durable.
 *
 * At the end of each turn the loop hands over what has gathered. The writer takes all that was
 * handed over while it was busy as its next batch, so it never waits for the loop. A batch is one
 * transaction: all of it is kept or nothing. When one fails, whatever was done behind it falls with
 * it, because it may rest on what was lost: the writer tries nothing more until the loop has taken
 * notice, and from there on sees only what was done knowing of it.
 */
#include <stdio.h>
#include <stdlib.h>

#include "server/server.h"

typedef struct {
    write_op *first, *last;
} op_list;

struct writer {
    server *server;
    store *store;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;

    op_list gathering; /* the loop's own */
    bool healthy;

    /* Under the lock. */
    op_list given, finished;
    int batches; /* finished and not yet collected */
    bool failed; /* a batch was not kept, and the loop does not know it yet */
    bool stopping;
};

static void append(op_list *to, op_list *from) {
    if (!from->first) return;
    if (to->last)
        to->last->next = from->first;
    else
        to->first = from->first;
    to->last = from->last;
    *from = (op_list){0};
}

/* Runs a batch as one transaction. */
static bool commit(store *db, write_op *batch) {
    bool fine = store_begin(db) == STORE_OK;
    for (write_op *w = batch; w && fine; w = w->next) fine = w->run(db, w) != STORE_FAILED;
    if (fine && store_commit(db) == STORE_OK) return true;
    log_error("write_failed", "reason=\"%s\"", store_why(db));
    store_rollback(db);
    return false;
}

/* All that was given, as one batch, unless it falls with the one before. The lock is held at the
 * beginning and at the end. */
static void work_on_batch(writer *w) {
    op_list batch = w->given;
    bool falls = w->failed;
    w->given = (op_list){0};
    pthread_mutex_unlock(&w->lock);
    bool kept = !falls && commit(w->store, batch.first);
    for (write_op *op = batch.first; op; op = op->next) op->kept = kept;
    pthread_mutex_lock(&w->lock);
    append(&w->finished, &batch);
    w->batches++;
    if (!kept && !falls) w->failed = true;
}

static void *work(void *arg) {
    writer *w = arg;
    pthread_mutex_lock(&w->lock);
    while (!w->stopping) {
        if (w->given.first) {
            work_on_batch(w);
            server_wake(w->server);
        } else {
            pthread_cond_wait(&w->changed, &w->lock);
        }
    }
    pthread_mutex_unlock(&w->lock);
    return NULL;
}

writer *writer_new(server *s, const char *db, char *why, size_t size) {
    store *opened = store_open(db, STORE_MAKE, why, size);
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
    append(&w->gathering, &(op_list){op, op});
}

void writer_turn(writer *w) {
    if (!w->gathering.first) return;
    pthread_mutex_lock(&w->lock);
    append(&w->given, &w->gathering);
    pthread_cond_signal(&w->changed);
    pthread_mutex_unlock(&w->lock);
}

/* What was done without knowing that a batch had failed falls behind it, in its order. */
static void fail_the_rest(op_list *finished, op_list *rest) {
    for (write_op *op = rest->first; op; op = op->next) op->kept = false;
    append(finished, rest);
}

void writer_collect(writer *w) {
    pthread_mutex_lock(&w->lock);
    op_list finished = w->finished;
    bool failed = w->failed;
    w->server->metrics.batches += (uint64_t)w->batches;
    w->finished = (op_list){0};
    w->batches = 0;
    w->failed = false;
    if (failed) fail_the_rest(&finished, &w->given);
    pthread_mutex_unlock(&w->lock);
    if (!finished.first) return;

    w->healthy = !failed;
    if (failed) {
        w->server->metrics.write_failures++;
        fail_the_rest(&finished, &w->gathering);
    }
    for (write_op *op = finished.first, *next; op; op = next) {
        next = op->next;
        w->server->metrics.writes++;
        op->done(w->server, op, op->kept);
    }
}

bool writer_healthy(const writer *w) { return w->healthy; }

void writer_finish(writer *w) {
    if (!w) return;
    pthread_mutex_lock(&w->lock);
    w->stopping = true;
    pthread_cond_signal(&w->changed);
    pthread_mutex_unlock(&w->lock);
    pthread_join(w->thread, NULL);
    /* What was given but not begun, and what gathers while that is told: committed here. */
    do {
        pthread_mutex_lock(&w->lock);
        append(&w->given, &w->gathering);
        if (w->given.first) work_on_batch(w);
        pthread_mutex_unlock(&w->lock);
        writer_collect(w);
    } while (w->gathering.first);
    store_close(w->store);
    pthread_mutex_destroy(&w->lock);
    pthread_cond_destroy(&w->changed);
    free(w);
}
