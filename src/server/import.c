/* import.c - a journal as a table: played through on a worker, then kept with all its operations.
 * Only so many at a time, and none that would keep too much in memory: each undo by consent keeps a
 * state. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/server.h"

enum { IMPORTS_AT_ONCE = 4, IMPORT_UNDOS = 100 };

typedef struct {
    job job;
    write_op write;
    request *r;
    const char *journal; /* in the body of the request, which stays until it is answered */
    int at;              /* it goes on from behind so many entries; -1: from where it ends */
    store_table row;
    mk_table *game; /* NULL: the journal is no good */
    mk_error error;
} table_import;

static bool has_few_undos(const char *journal) {
    int count = 0;
    for (const char *p = journal; (p = strstr(p, "\nundo ")); p++) count++;
    return count <= IMPORT_UNDOS;
}

static void read_journal(job *j) {
    table_import *m = (table_import *)j;
    mk_table *t = NULL;
    if (!has_few_undos(m->journal)) {
        mk_fail(&m->error, MK_E_VALUE, "this game went back by consent more than %d times",
                IMPORT_UNDOS);
        return;
    }
    bool fine = mk_journal_read(m->journal, strlen(m->journal), "journal", &t, &m->error);
    if (fine && m->at >= 0 && m->at < mk_table_count(t))
        fine = mk_table_undo_to(t, m->at, &m->error);
    if (fine && mk_seat(mk_table_game(t), mk_table_state(t)) == MK_OVER)
        fine = mk_fail(&m->error, MK_E_FINISHED, "this game is over: it cannot go on");
    if (fine)
        m->game = t;
    else
        mk_table_free(t);
}

static store_code run_import(store *db, write_op *w) {
    table_import *m = (table_import *)((char *)w - offsetof(table_import, write));
    store_code code = store_table_add(db, &m->row);
    mk_text line = {0}, events = {0};
    const table view = {.live = m->game, .game = mk_table_game(m->game)};
    for (int i = -1; i < mk_table_count(m->game) && code == STORE_OK; i++) {
        const mk_journal_entry *e = i >= 0 ? mk_table_entry(m->game, i) : NULL;
        mk_text_clear(&line);
        mk_text_clear(&events);
        if (e) mk_journal_write_entry(m->game, i, &line);
        table_write_events(&view, i, &events);
        store_op op = {.n = i + 1,
                       .kind = !e               ? OP_SETUP
                               : e->action.verb ? OP_ACTION
                                                : OP_UNDO_TO,
                       .seat = e ? e->seat : -1,
                       .at = m->row.created,
                       .line = line.p ? line.p : "",
                       .events = events.p ? events.p : ""};
        code = store_op_add(db, m->row.id, &op);
    }
    mk_text_free(&line);
    mk_text_free(&events);
    if (code == STORE_OK) write_op_news(db, w, "row %s", m->row.code);
    return code;
}

static void free_import(server *s, table_import *m) {
    s->imports--;
    mk_table_free(m->game);
    free(m);
}

/* The engine's table of the import becomes that of the table, for as long as it is needed. */
static void adopt_import(server *s, table_import *m) {
    table *t = tables_adopt(s, &m->row);
    t->live = m->game;
    m->game = NULL;
    t->known = true;
    t->n = t->stored_n = mk_table_count(t->live);
    t->decides = mk_seat(t->game, mk_table_state(t->live));
    t->turn = ((const mk_base *)mk_table_state(t->live))->turn;
    t->last_at = m->row.created;
    table_wake_bot(s, t);
    lobby_touch(s, t, TOUCHED_TABLE);
    lobby_answer_table(m->r, t);
    if (!t->thinking) table_unload(s, t);
}

static void import_done(server *s, write_op *w, bool kept) {
    table_import *m = (table_import *)((char *)w - offsetof(table_import, write));
    if (kept && w->code == STORE_OK)
        adopt_import(s, m);
    else
        http_unsaved(m->r);
    free_import(s, m);
}

/* The row of a table that a journal was read for. */
static bool fill_import(table_import *m) {
    request *r = m->r;
    const mk_game *game = mk_table_game(m->game);
    const mk_setup *setup = mk_table_setup(m->game);
    store_table *row = &m->row;
    input in = input_of(r->json);
    input_text(&in, "journal", 1, BODY_MAX_IMPORT);
    input_int_or(&in, "at", 0, INT32_MAX, -1);
    row->open_to_all = input_flag_or(&in, "public", false);
    json_t *seats = input_object_or(&in, "seats");
    if (!input_end(&in)) return make_refuse(r, in.why);
    if (!make_read_seats(r, game, seats, row)) return false;
    make_fill(r, game, row);
    if (!table_is_full(row))
        return make_refuse(r, "An imported game needs all its seats: me or bots.");
    snprintf(row->scenario, sizeof row->scenario, "%s", game->scenarios[setup->scenario].id);
    make_write_options(game, setup, row);
    row->nonplayers = setup->nonplayers;
    memcpy(row->key, setup->key, MK_KEY_BYTES);
    memcpy(row->server_key, setup->key, MK_KEY_BYTES);
    row->imported = true;
    row->state = TABLE_PLAYING;
    return true;
}

static void journal_read(server *s, job *j) {
    table_import *m = (table_import *)j;
    char text[700];
    if (!m->game) {
        http_error(m->r, 400, "bad_request", "%s", mk_error_string(&m->error, text, sizeof text));
        free_import(s, m);
    } else if (!fill_import(m)) {
        free_import(s, m);
    } else {
        m->write = (write_op){.run = run_import, .done = import_done};
        http_hold(m->r);
        writer_add(s->writer, &m->write);
    }
}

void lobby_import(request *r) {
    server *s = r->server;
    const char *journal = json_string_value(json_object_get(r->json, "journal"));
    if (!journal) {
        make_refuse(r, "\"journal\" is missing.");
        return;
    }
    if (!http_take_limit(r, LIMIT_IMPORT, r->address) || !lobby_may_create(r)) return;
    table_import *m = must_alloc(sizeof *m);
    m->job = (job){.run = read_journal, .done = journal_read};
    m->r = r;
    m->journal = journal;
    const json_t *at = json_object_get(r->json, "at"); /* fill_import checks it */
    m->at = json_is_integer(at) ? (int)json_integer_value(at) : -1;
    mk_text_free(&r->body);
    http_hold(r);
    if (++s->imports <= IMPORTS_AT_ONCE && pool_add(s->read_pool, &m->job)) return;
    http_error(r, 503, "busy", "Too many games are being imported just now; try again soon.");
    free_import(s, m);
}
