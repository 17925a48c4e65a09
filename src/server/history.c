/* history.c - the log of a table as it was seen, from the store.
 *
 * The end of it comes with every `joined` message. What lies further back is far away in the store:
 * it is read by a worker, with a connection of its own, while the loop goes on.
 */
#include <stdio.h>
#include <stdlib.h>

#include "core/text.h"
#include "server/server.h"

enum { LOG_SHOWN = 200 };

static const char *const op_names[OP_KINDS] = {
    [OP_SETUP] = "setup",     [OP_ACTION] = "action",   [OP_UNDO] = "undo",
    [OP_UNDO_TO] = "undo_to", [OP_RESIGN] = "resign",   [OP_DRAW] = "draw",
    [OP_TIME] = "time",       [OP_PAUSE] = "pause",     [OP_RESUME] = "resume",
    [OP_UPGRADE] = "upgrade", [OP_ABANDON] = "abandon",
};

const char *history_op_name(op_kind kind) { return op_names[kind]; }

int history_undone_to(const store_op *op) {
    int count;
    return op->kind == OP_UNDO_TO && sscanf(op->line, "undo %d", &count) == 1 ? count : -1;
}

typedef struct {
    const mk_game *game;
    int seat;
    mk_text *out;
    int count, first_n;
} log_writer;

static bool write_entry(void *context, const store_op *op) {
    log_writer *w = context;
    if (op->kind < 0 || op->kind >= OP_KINDS) return true;
    if (w->count++ == 0) w->first_n = op->n;
    mk_text_add(w->out, "%s{\"n\":%d,\"at\":%lld,\"seat\":", w->count > 1 ? "," : "", op->n,
                (long long)op->at);
    if (op->seat >= 0 && w->game)
        mk_text_json(w->out, w->game->seats[op->seat].id);
    else
        mk_text_add(w->out, "null");
    mk_text_add(w->out, ",\"what\":\"%s\"", op_names[op->kind]);
    int to = history_undone_to(op);
    if (to >= 0) mk_text_add(w->out, ",\"to\":%d", to);
    mk_text_add(w->out, ",\"events\":");
    table_events_json(op->events, w->seat, w->out);
    mk_text_add(w->out, "}");
    return true;
}

void history_write(store *db, const history_of *of, int before, mk_text *out) {
    log_writer w = {.game = of->game, .seat = of->seat, .out = out};
    mk_text_add(out, "\"log\":[");
    store_ops_before(db, of->table_id, before, LOG_SHOWN, write_entry, &w);
    mk_text_add(out, "],\"more\":%s", w.first_n > 0 ? "true" : "false");
}

/* ---- Before the rules were these ------------------------------------------ */

typedef struct {
    log_writer log;
    size_t upgraded_at; /* so much of the text is of the time before */
} old_log_writer;

static bool write_old_line(void *context, const store_op *op) {
    old_log_writer *w = context;
    w->log.count = 0;
    mk_text_add(w->log.out, "{\"log\":");
    write_entry(&w->log, op);
    mk_text_add(w->log.out, "}\n");
    if (op->kind == OP_UPGRADE) w->upgraded_at = w->log.out->n;
    return true;
}

void history_write_old(store *db, const history_of *of, mk_text *lines) {
    old_log_writer w = {.log = {.game = of->game, .seat = of->seat, .out = lines}};
    w.upgraded_at = lines->n;
    store_ops(db, of->table_id, write_old_line, &w);
    if (!of->outdated) mk_text_cut(lines, w.upgraded_at);
}

history_of history_at(const table *t, int seat) {
    return (history_of){t->game, t->row.id, seat, t->outdated};
}

/* ---- Further back: asked for by a message, read by a worker ----------------- */

typedef struct {
    job job;
    server *server;
    table *table;
    uint64_t client; /* who asked, if he is still there */
    history_of of;
    int before;
    mk_text text;
} log_job;

static void read_log(job *j) {
    log_job *l = (log_job *)j;
    store *db = server_slow_store(l->server);
    if (!db) return;
    mk_text_add(&l->text, "{\"t\":\"log\",");
    history_write(db, &l->of, l->before, &l->text);
    mk_text_add(&l->text, "}");
}

static void log_read(server *s, job *j) {
    (void)s;
    log_job *l = (log_job *)j;
    l->table->busy--;
    for (client *c = l->table->clients; c; c = c->table_next) {
        if (c->id != l->client || c->seat != l->of.seat) continue;
        if (l->text.n > 0)
            client_text(c, &l->text);
        else
            client_error(c, "busy", "The log cannot be read just now.");
    }
    mk_text_free(&l->text);
    free(l);
}

void msg_log(client *c, json_t *msg) {
    input in = input_of(msg);
    int64_t before = input_int_or(&in, "before", 0, INT32_MAX, INT32_MAX);
    if (!msg_input_end(c, &in)) return;
    if (!c->table) {
        client_error(c, "conflict", "Join a table first.");
        return;
    }
    log_job *l = must_alloc(sizeof *l);
    *l = (log_job){.job = {.run = read_log, .done = log_read},
                   .server = c->server,
                   .table = c->table,
                   .client = c->id,
                   .of = history_at(c->table, c->seat),
                   .before = (int)before};
    if (!pool_add(c->server->read_pool, &l->job)) {
        free(l);
        client_error(c, "busy", "Too much is being read just now; try again soon.");
        return;
    }
    c->table->busy++;
}
