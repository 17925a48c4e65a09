/* export.c - what can be taken away: a seat's record and the course of the game at any time, the
 * journal after the end.
 *
 * A table that has outlived a change of its rules has no journal: no rules lead from its set-up to
 * where it stands. Its record has what was seen before the change as it stands in the log, and the
 * views from there on.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/table.h"
#include "server/server.h"

/* The table in the path, read, with nothing under way. NULL: it was answered. */
static table *find_read(request *r) {
    char why[300];
    table *t = lobby_find(r);
    if (!t) return NULL;
    if (t->row.state == TABLE_OPEN) {
        http_error(r, 409, "conflict", "The game has not begun.");
        return NULL;
    }
    if (t->pending > 0 || !table_load(r->server, t, why, sizeof why)) {
        http_error(r, 503, "busy", "The table cannot be read just now.");
        return NULL;
    }
    return t;
}

/* ---- Written by a worker: a long game's record takes its time --------------- */

typedef enum { RECORD, JOURNAL, COURSE } export_kind;

typedef struct {
    job job;
    server *server;
    request *r;
    table *table;
    mk_table *game; /* a copy: the table plays on */
    history_of of;
    export_kind kind;
    bool old_log;
    mk_text text; /* nothing: it could not be read */
} export_job;

static void write_record(export_job *e) {
    mk_text record = {0};
    store *db = e->old_log ? server_slow_store(e->server) : NULL;
    if (e->old_log && !db) return;
    mk_record_write(e->game, e->of.seat, &record);
    size_t header = strcspn(record.p, "\n") + 1;
    mk_text_bytes(&e->text, record.p, header);
    if (e->old_log) history_write_old(db, &e->of, &e->text);
    if (!e->of.outdated) mk_text_bytes(&e->text, record.p + header, record.n - header);
    mk_text_free(&record);
}

static void run_export(job *j) {
    export_job *e = (export_job *)j;
    switch (e->kind) {
    case RECORD: write_record(e); break;
    case JOURNAL: mk_journal_write(e->game, &e->text); break;
    case COURSE: mk_course_write(e->game, e->of.seat, &e->text); break;
    }
}

static void exported(server *s, job *j) {
    (void)s;
    export_job *e = (export_job *)j;
    request *r = e->r;
    e->table->busy--;
    if (e->text.n == 0) {
        http_error(r, 503, "busy", "The table cannot be read just now.");
    } else if (e->kind == COURSE) {
        r->answer = e->text;
        http_answer(r, 200, "application/json");
    } else {
        snprintf(r->download, sizeof r->download, "attachment; filename=\"%.12s.%s\"",
                 e->table->row.code, e->kind == JOURNAL ? "journal" : "record");
        r->answer = e->text;
        http_answer(r, 200, "text/plain; charset=utf-8");
    }
    mk_table_free(e->game);
    free(e);
}

static void begin_export(request *r, table *t, int seat, export_kind kind) {
    export_job *e = must_alloc(sizeof *e);
    *e = (export_job){.job = {.run = run_export, .done = exported},
                      .server = r->server,
                      .r = r,
                      .table = t,
                      .game = mk_table_copy(t->live),
                      .of = history_at(t, seat),
                      .kind = kind,
                      .old_log = t->upgraded || t->outdated};
    http_hold(r);
    if (pool_add(r->server->read_pool, &e->job)) {
        t->busy++;
        return;
    }
    http_error(r, 503, "busy", "Too much is being read just now; try again soon.");
    mk_table_free(e->game);
    free(e);
}

/* The seat that is asked for; none: a spectator, after the end for a course all that happened.
 * False: it was answered. */
static bool seat_asked_for(request *r, const table *t, int *seat) {
    char name[MK_NAME];
    if (!http_query(r, "seat", name, sizeof name)) return true;
    *seat = mk_find_seat(t->game, name);
    if (*seat < 0) {
        http_error(r, 404, "not_found", "The game has no such seat.");
        return false;
    }
    if (table_is_over(t) || tables_seats_of(t, r->user.id) >> *seat & 1) return true;
    http_error(r, 403, "forbidden", "Until the game ends only its player may read this.");
    return false;
}

void lobby_record(request *r) {
    table *t = find_read(r);
    int seat = MK_SPECTATOR;
    if (t && seat_asked_for(r, t, &seat)) begin_export(r, t, seat, RECORD);
}

void lobby_course(request *r) {
    table *t = find_read(r);
    if (!t) return;
    int seat = table_is_over(t) ? MK_EVERYTHING : MK_SPECTATOR;
    if (seat_asked_for(r, t, &seat)) begin_export(r, t, seat, COURSE);
}

void lobby_journal(request *r) {
    table *t = lobby_find(r);
    if (!t) return;
    if (!table_is_over(t)) {
        http_error(r, 403, "forbidden",
                   "The journal holds all secrets; it opens when the game ends.");
        return;
    }
    t = find_read(r);
    if (!t) return;
    if (t->upgraded || t->outdated) {
        http_error(r, 409, "conflict",
                   "This game was played by other rules than this server has, at least in part: no "
                   "journal leads to its end. Its record tells what was seen.");
        return;
    }
    begin_export(r, t, MK_SPECTATOR, JOURNAL);
}
