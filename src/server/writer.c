/* writer.c - the thread that makes things durable.
 *
 * At the end of each turn the loop hands over what has gathered. The writer takes all that was
 * handed over while it was busy as its next batch, so it never waits for the loop. A batch is one
 * transaction.
 *
 * When the disk refuses, nothing of the batch is kept, and what was done behind it falls with it,
 * because it may rest on what was lost: the writer tries nothing more until the loop has taken
 * notice, and from there on sees only what was done knowing of it. When an operation does not fit
 * what the file has (its table is gone, or has moved on), it falls alone, with what was done after
 * it at the same table; the others are kept. That is rare: a batch is tried as a whole, and only
 * when something in it is refused, a second time with each operation undoable by itself.
 *
 * Where several servers share a database, each touches the tables of a batch in the order of their
 * ids, so that no two wait for each other, and tells the others what it has done: they hear it when
 * the batch is kept.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
    int batches;     /* finished and not yet collected */
    bool failed;     /* a batch was not kept, and the loop does not know it yet */
    int64_t *fallen; /* tables of which something was refused, and the loop does not know */
    int fallen_count, fallen_room;
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

/* ---- What the other servers hear ------------------------------------------ */

void write_op_news(store *db, write_op *op, const char *format, ...) {
    if (!store_is_shared(db)) return;
    enum { LINE = 400 };
    va_list values;
    free(op->news); /* of a first try */
    op->news = must_alloc(LINE);
    va_start(values, format);
    vsnprintf(op->news, LINE, format, values);
    va_end(values);
}

/* The id of the server, then a line for each piece of news, as many as fit. */
static store_code tell_news(const writer *w, write_op *batch) {
    mk_text text = {0};
    store_code code = STORE_OK;
    for (write_op *op = batch; op && code == STORE_OK; op = op->next) {
        if (!op->news || op->falls || op->code != STORE_OK) continue;
        if (text.n + strlen(op->news) + 2 > STORE_NEWS) {
            code = store_tell(w->store, text.p);
            mk_text_clear(&text);
        }
        if (text.n == 0) mk_text_add(&text, "%lld", (long long)w->server->id);
        mk_text_add(&text, "\n%s", op->news);
    }
    if (text.n && code == STORE_OK) code = store_tell(w->store, text.p);
    mk_text_free(&text);
    return code;
}

/* ---- A batch ------------------------------------------------------------ */

enum { TRIES = 5 }; /* while others are in the way */

static bool is_refused(store_code code) { return code == STORE_REFUSED || code == STORE_DAMAGED; }

static store_code run(store *db, write_op *op) {
    op->code = op->run(db, op);
    return op->code;
}

static store_code give_up(store *db) {
    log_error("write_failed", "reason=\"%s\"", store_why(db));
    store_rollback(db);
    return STORE_FAILED;
}

/* Nothing of it has happened; it may be tried again. */
static store_code come_back(store *db) {
    store_rollback(db);
    return STORE_AGAIN;
}

/* All or nothing. STORE_REFUSED: one of them does not fit. */
static store_code try_together(writer *w, write_op *batch) {
    store *db = w->store;
    if (store_begin(db) != STORE_OK) return give_up(db);
    for (write_op *op = batch; op; op = op->next) {
        if (op->falls) continue;
        store_code code = run(db, op);
        if (is_refused(code)) {
            store_rollback(db);
            return STORE_REFUSED;
        }
        if (code == STORE_AGAIN) return come_back(db);
        if (code == STORE_FAILED) return give_up(db);
    }
    store_code code = tell_news(w, batch);
    if (code == STORE_OK) code = store_commit(db);
    if (code == STORE_AGAIN) return come_back(db);
    if (!is_refused(code)) return code == STORE_OK ? STORE_OK : give_up(db);
    store_rollback(db);
    return STORE_REFUSED;
}

/* This one falls, and what follows it at its table. */
static void let_fall(write_op *op) {
    op->falls = true;
    for (write_op *later = op->next; later; later = later->next)
        if (op->table && later->table == op->table) later->falls = true;
}

static store_code try_each(writer *w, write_op *batch) {
    store *db = w->store;
    if (store_begin(db) != STORE_OK) return give_up(db);
    for (write_op *op = batch; op; op = op->next) {
        if (op->falls) continue;
        if (store_mark(db) != STORE_OK) return give_up(db);
        store_code code = run(db, op), kept = STORE_OK;
        if (code != STORE_FAILED && !is_refused(code)) kept = store_keep_from_mark(db);
        if (kept != STORE_OK) op->code = code = kept;
        if (code == STORE_AGAIN) return come_back(db);
        if (code == STORE_FAILED) return give_up(db);
        if (is_refused(code)) {
            log_warning("write_refused", "table=%lld reason=\"%s\"", (long long)op->table,
                        store_why(db));
            let_fall(op);
            if (store_undo_to_mark(db) != STORE_OK) return give_up(db);
        }
    }
    store_code code = tell_news(w, batch);
    if (code == STORE_OK) code = store_commit(db);
    if (code == STORE_AGAIN) return come_back(db);
    return code == STORE_OK ? STORE_OK : give_up(db);
}

static bool commit(writer *w, write_op *batch) {
    store_code code = STORE_AGAIN;
    for (int i = 0; i < TRIES && code == STORE_AGAIN; i++) {
        code = try_together(w, batch);
        if (code == STORE_REFUSED) code = try_each(w, batch);
    }
    if (code == STORE_AGAIN) log_error("write_failed", "reason=\"others are in the way\"");
    return code == STORE_OK;
}

typedef struct {
    write_op *op;
    int place;
} placed_op;

static int by_table(const void *a, const void *b) {
    const placed_op *x = a, *y = b;
    if (x->op->table != y->op->table) return x->op->table < y->op->table ? -1 : 1;
    return x->place - y->place;
}

/* What belongs to no table comes first, and each table's in their order. */
static void sort_batch(op_list *batch) {
    int count = 0;
    for (write_op *op = batch->first; op; op = op->next) count++;
    placed_op *all = must_alloc((size_t)count * sizeof *all);
    count = 0;
    for (write_op *op = batch->first; op; op = op->next) {
        all[count] = (placed_op){op, count};
        count++;
    }
    qsort(all, (size_t)count, sizeof *all, by_table);
    for (int i = 0; i < count; i++) all[i].op->next = i + 1 < count ? all[i + 1].op : NULL;
    batch->first = all[0].op;
    batch->last = all[count - 1].op;
    free(all);
}

/* ---- Tables whose operations fall until the loop knows ------------------- */

static void note_fallen(writer *w, int64_t id) {
    if (!id) return;
    if (w->fallen_count == w->fallen_room) {
        w->fallen_room = w->fallen_room ? 2 * w->fallen_room : 16;
        w->fallen = realloc(w->fallen, (size_t)w->fallen_room * sizeof *w->fallen);
        if (!w->fallen) abort();
    }
    w->fallen[w->fallen_count++] = id;
}

static void drop_fallen(const writer *w, const op_list *list) {
    for (write_op *op = w->fallen_count ? list->first : NULL; op; op = op->next)
        for (int i = 0; i < w->fallen_count; i++)
            if (op->table == w->fallen[i]) op->falls = true;
}

/* All that was given, as one batch, unless it falls with the one before. The lock is held at the
 * beginning and at the end. */
static void work_on_batch(writer *w) {
    op_list batch = w->given;
    bool falls = w->failed;
    w->given = (op_list){0};
    drop_fallen(w, &batch);
    pthread_mutex_unlock(&w->lock);
    if (store_is_shared(w->store)) sort_batch(&batch);
    bool kept = !falls && commit(w, batch.first);
    pthread_mutex_lock(&w->lock);
    for (write_op *op = batch.first; op; op = op->next) {
        op->kept = kept && !op->falls;
        if (kept && is_refused(op->code)) note_fallen(w, op->table);
        if (!op->kept && !is_refused(op->code)) op->code = STORE_FAILED;
    }
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
    op->falls = op->kept = false;
    op->code = STORE_OK;
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
    for (write_op *op = rest->first; op; op = op->next) {
        op->kept = false;
        op->code = STORE_FAILED;
    }
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
    drop_fallen(w, &w->given);
    drop_fallen(w, &w->gathering);
    w->fallen_count = 0;
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
        free(op->news);
        op->news = NULL;
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
    /* What was given but not begun, and what gathers meanwhile: committed here. */
    do {
        pthread_mutex_lock(&w->lock);
        append(&w->given, &w->gathering);
        if (w->given.first) work_on_batch(w);
        pthread_mutex_unlock(&w->lock);
        writer_collect(w);
    } while (w->gathering.first);
}

void writer_free(writer *w) {
    if (!w) return;
    store_close(w->store);
    pthread_mutex_destroy(&w->lock);
    pthread_cond_destroy(&w->changed);
    free(w->fallen);
    free(w);
}
