/* export.c - what can be taken away: a seat's record at any time, the journal after the end.
 *
 * A table that has outlived a change of its rules has no journal: no rules lead from its set-up to
 * where it stands. Its record has what was seen before the change as it stands in the log, and the
 * views from there on.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

static void answer_file(request *r, const table *t, const char *ending) {
    snprintf(r->download, sizeof r->download, "attachment; filename=\"%.12s.%.8s\"", t->row.code,
             ending);
    http_answer(r, 200, "text/plain; charset=utf-8");
}

static void write_record(request *r, const table *t, int seat) {
    mk_text record = {0};
    mk_record_write(t->live, seat, &record);
    size_t header = strcspn(record.p, "\n") + 1;
    mk_text_bytes(&r->answer, record.p, header);
    if (t->upgraded || t->outdated) frame_write_old_log(r->server, t, seat, &r->answer);
    if (!t->outdated) mk_text_bytes(&r->answer, record.p + header, record.n - header);
    mk_text_free(&record);
}

void lobby_record(request *r) {
    char name[MK_NAME];
    table *t = find_read(r);
    if (!t) return;
    int seat = MK_SPECTATOR;
    if (http_query(r, "seat", name, sizeof name)) {
        seat = mk_find_seat(t->game, name);
        if (seat < 0) {
            http_error(r, 404, "not_found", "The game has no such seat.");
            return;
        }
        if (!table_is_over(t) && !(tables_seats_of(t, r->user.id) >> seat & 1)) {
            http_error(r, 403, "forbidden", "Before the end a record is for its own player.");
            return;
        }
    }
    write_record(r, t, seat);
    answer_file(r, t, "record");
}

void lobby_journal(request *r) {
    table *t = lobby_find(r);
    if (!t) return;
    if (!table_is_over(t)) {
        http_error(r, 403, "forbidden", "The journal holds all secrets: only after the end.");
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
    mk_journal_write(t->live, &r->answer);
    answer_file(r, t, "journal");
}
