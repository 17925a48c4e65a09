/* conduct.c - what one can do about others: not hear them, and tell the host. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/server.h"

enum { REPORT_MAX = 1000 };

static bool input_fine(request *r, input *in) {
    if (input_end(in)) return true;
    http_error(r, 400, "bad_request", "%s", in->why);
    return false;
}

/* The account of a name; false: it was answered. */
static bool find_player(request *r, const char *name, store_user *u) {
    if (store_user_by_name(r->server->reads, name, u) == STORE_OK && u->id != r->user.id)
        return true;
    http_error(r, 404, "not_found", "There is no other player of this name.");
    return false;
}

typedef struct {
    write_op write;
    request *r;
    int64_t other, table;
    bool on;
    char text[REPORT_MAX + 1];
} conduct_write;

static conduct_write *new_write(request *r, const store_user *other,
                                store_code (*run)(store *, write_op *),
                                void (*done)(server *, write_op *, bool)) {
    conduct_write *w = must_alloc(sizeof *w);
    w->write = (write_op){.run = run, .done = done};
    w->r = r;
    w->other = other->id;
    http_hold(r);
    writer_add(r->server->writer, &w->write);
    return w;
}

static void answer(conduct_write *w, bool kept) {
    if (kept && w->write.code == STORE_OK)
        http_answer_empty(w->r);
    else
        http_unsaved(w->r);
    free(w);
}

/* ---- Not to hear somebody ---------------------------------------------------- */

static store_code run_mute(store *db, write_op *op) {
    const conduct_write *w = (const conduct_write *)op;
    return store_ignore(db, w->r->user.id, w->other, w->on);
}

static void muted(server *s, write_op *op, bool kept) {
    (void)s;
    answer((conduct_write *)op, kept);
}

void conduct_mute(request *r) {
    input in = input_of(r->json);
    const char *name = input_text(&in, "player", 1, STORE_NAME - 1);
    bool on = input_flag_or(&in, "on", true);
    store_user other;
    if (!input_fine(r, &in) || !find_player(r, name, &other)) return;
    new_write(r, &other, run_mute, muted)->on = on;
}

static void write_name(void *context, const char *name) {
    mk_text *out = context;
    if (out->p[out->n - 1] != '[') mk_text_add(out, ",");
    mk_text_json(out, name);
}

void conduct_mutes(request *r) {
    mk_text_add(&r->answer, "{\"players\":[");
    store_ignored(r->server->reads, r->user.id, write_name, &r->answer);
    mk_text_add(&r->answer, "]}");
    http_answer(r, 200, "application/json");
}

/* ---- To tell the host ---------------------------------------------------------- */

static store_code run_report(store *db, write_op *op) {
    const conduct_write *w = (const conduct_write *)op;
    const store_report report = {.at = server_time(),
                                 .by = w->r->user.id,
                                 .about = w->other,
                                 .text = w->text};
    return store_report_add(db, w->table, &report);
}

static void reported(server *s, write_op *op, bool kept) {
    (void)s;
    conduct_write *w = (conduct_write *)op;
    if (kept) log_info("report", "by=%s", w->r->user.name);
    answer(w, kept);
}

void conduct_report(request *r) {
    input in = input_of(r->json);
    const char *code = input_text(&in, "table", 1, STORE_CODE - 1);
    const char *name = input_text(&in, "player", 1, STORE_NAME - 1);
    const char *text = input_text(&in, "text", 1, REPORT_MAX);
    const char *secret = input_text_or(&in, "secret", STORE_SECRET - 1, "");
    store_user other;
    if (!input_fine(r, &in)) return;
    const table *t = tables_find(r->server, code);
    if (!t || !lobby_may_see(t, r->user.id, secret)) {
        http_error(r, 404, "not_found", "There is no such table, or it is private.");
        return;
    }
    if (!find_player(r, name, &other) || !http_take_limit(r, LIMIT_MAIL, r->user.name)) return;
    conduct_write *w = new_write(r, &other, run_report, reported);
    w->table = t->row.id;
    snprintf(w->text, sizeof w->text, "%s", text);
}
