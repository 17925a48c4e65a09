/* talk.c - chat, private notes, and the log as it was seen. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "server/server.h"

enum { CHAT_MAX = 500, NOTES_MAX = 4000, CHATS_SHOWN = 100, LOG_SHOWN = 200 };

/* ---- Chat --------------------------------------------------------------- */

typedef struct {
    write_op write;
    table *table;
    int64_t user;
    store_chat chat;
    char from[STORE_NAME];
    char text[];
} saying;

static void write_chat(void *context, const store_chat *chat) {
    mk_text *out = context;
    mk_text_add(out, "%s\"id\":%lld,\"at\":%lld,\"from\":", out->n ? ",{" : "{",
                (long long)chat->id, (long long)chat->at);
    mk_text_json(out, chat->from);
    mk_text_add(out, ",\"text\":");
    mk_text_json(out, chat->text);
    mk_text_add(out, "}");
}

void frame_write_chat(server *s, const table *t, mk_text *out) {
    mk_text list = {0};
    store_chats(s->reads, t->row.id, CHATS_SHOWN, write_chat, &list);
    mk_text_add(out, "[%s]", list.p ? list.p : "");
    mk_text_free(&list);
}

static void tell_unsaved(const table *t, int64_t user) {
    for (client *c = t->clients; c; c = c->table_next)
        if (c->user.id == user)
            client_error(c, "unsaved", "What you wrote could not be saved; please try again.");
}

static store_code save_saying(store *db, write_op *w) {
    saying *x = (saying *)w;
    return store_chat_add(db, x->table->row.id, x->user, &x->chat);
}

static void saying_saved(server *s, write_op *w, bool kept) {
    (void)s;
    saying *x = (saying *)w;
    table *t = x->table;
    t->busy--;
    if (kept) {
        mk_text inner = {0}, out = {0};
        write_chat(&inner, &x->chat);
        mk_text_add(&out, "{\"t\":\"chat\",%s", inner.p + 1);
        frame_tell(t, &out);
        mk_text_free(&inner);
        mk_text_free(&out);
    } else {
        tell_unsaved(t, x->user);
    }
    free(x);
}

void frame_chat(client *c, json_t *frame) {
    input in = input_of(frame);
    const char *text = input_text(&in, "text", 1, CHAT_MAX);
    if (!frame_input_end(c, &in) || !frame_is_seated(c)) return;
    int retry;
    if (c->user.guest) {
        client_error(c, "forbidden", "Guests cannot write; please register.");
        return;
    }
    if (!limit_take(c->server->limits, LIMIT_CHAT, c->user.name, server_now(), &retry)) {
        client_error(c, "slow_down", "You can write again in %d s.", retry);
        return;
    }
    saying *x = must_alloc(sizeof *x + strlen(text) + 1);
    x->write = (write_op){.run = save_saying, .done = saying_saved};
    x->table = c->table;
    x->user = c->user.id;
    memcpy(x->text, text, strlen(text));
    snprintf(x->from, sizeof x->from, "%s", c->user.name);
    x->chat = (store_chat){.at = server_time(), .from = x->from, .text = x->text};
    c->table->busy++;
    writer_add(c->server->writer, &x->write);
}

/* ---- Notes -------------------------------------------------------------- */

typedef struct {
    write_op write;
    table *table;
    int seat;
    int64_t user;
    char text[];
} jotting;

static store_code save_jotting(store *db, write_op *w) {
    jotting *x = (jotting *)w;
    return store_notes_save(db, x->table->row.id, x->seat, x->text);
}

static void jotting_saved(server *s, write_op *w, bool kept) {
    (void)s;
    jotting *x = (jotting *)w;
    x->table->busy--;
    if (!kept) tell_unsaved(x->table, x->user);
    mk_text out = {0};
    mk_text_add(&out, "{\"t\":\"notes\",\"text\":");
    mk_text_json(&out, x->text);
    mk_text_add(&out, "}");
    for (client *c = x->table->clients; c && kept; c = c->table_next)
        if (c->seat == x->seat && c->user.id == x->user) client_text(c, &out);
    mk_text_free(&out);
    free(x);
}

void frame_notes(client *c, json_t *frame) {
    input in = input_of(frame);
    const char *text = input_text(&in, "text", 0, NOTES_MAX);
    if (!frame_input_end(c, &in) || !frame_is_seated(c)) return;
    jotting *x = must_alloc(sizeof *x + strlen(text) + 1);
    x->write = (write_op){.run = save_jotting, .done = jotting_saved};
    x->table = c->table;
    x->seat = c->seat;
    x->user = c->user.id;
    memcpy(x->text, text, strlen(text));
    c->table->busy++;
    writer_add(c->server->writer, &x->write);
}

/* ---- The log ------------------------------------------------------------ */

static const char *const op_names[OP_KINDS] = {
    [OP_SETUP] = "setup",   [OP_ACTION] = "action",   [OP_UNDO] = "undo", [OP_UNDO_TO] = "undo_to",
    [OP_RESIGN] = "resign", [OP_DRAW] = "draw",       [OP_TIME] = "time", [OP_PAUSE] = "pause",
    [OP_RESUME] = "resume", [OP_UPGRADE] = "upgrade",
};

typedef struct {
    const table *table;
    int seat;
    mk_text *out;
    int count, first_n;
} log_writer;

static bool write_log_entry(void *context, const store_op *op) {
    log_writer *w = context;
    if (op->kind < 0 || op->kind >= OP_KINDS) return true;
    if (w->count++ == 0) w->first_n = op->n;
    mk_text_add(w->out, "%s{\"n\":%d,\"at\":%lld,\"seat\":", w->count > 1 ? "," : "", op->n,
                (long long)op->at);
    const char *seat = table_seat_id(w->table, op->seat);
    if (seat)
        mk_text_json(w->out, seat);
    else
        mk_text_add(w->out, "null");
    mk_text_add(w->out, ",\"what\":\"%s\",\"events\":", op_names[op->kind]);
    table_events_json(op->events, w->seat, w->out);
    mk_text_add(w->out, "}");
    return true;
}

void frame_write_log(server *s, const table *t, int seat, int before, mk_text *out) {
    log_writer w = {.table = t, .seat = seat, .out = out};
    mk_text_add(out, "\"log\":[");
    store_ops_before(s->reads, t->row.id, before, LOG_SHOWN, write_log_entry, &w);
    mk_text_add(out, "],\"more\":%s", w.first_n > 0 ? "true" : "false");
}

typedef struct {
    log_writer log;
    size_t upgraded_at; /* so much of the text tells what came before the rules were these */
} old_log_writer;

static bool write_old_line(void *context, const store_op *op) {
    old_log_writer *w = context;
    w->log.count = 0;
    mk_text_add(w->log.out, "{\"log\":");
    write_log_entry(&w->log, op);
    mk_text_add(w->log.out, "}\n");
    if (op->kind == OP_UPGRADE) w->upgraded_at = w->log.out->n;
    return true;
}

void frame_write_old_log(server *s, const table *t, int seat, mk_text *lines) {
    old_log_writer w = {.log = {.table = t, .seat = seat, .out = lines}};
    w.upgraded_at = lines->n;
    store_ops(s->reads, t->row.id, write_old_line, &w);
    if (!t->outdated) mk_text_cut(lines, w.upgraded_at);
}

void frame_log(client *c, json_t *frame) {
    input in = input_of(frame);
    int64_t before = input_int_or(&in, "before", 0, INT32_MAX, INT32_MAX);
    if (!frame_input_end(c, &in)) return;
    if (!c->table) {
        client_error(c, "conflict", "Join a table first.");
        return;
    }
    mk_text out = {0};
    mk_text_add(&out, "{\"t\":\"log\",");
    frame_write_log(c->server, c->table, c->seat, (int)before, &out);
    mk_text_add(&out, "}");
    client_text(c, &out);
    mk_text_free(&out);
}
