/* table_follow.c - what other servers do on a table.
 *
 * Each operation is told to all servers that share the database, with what it has led to. Who needs
 * the position (somebody looks at it here, or a bot of ours has to play) reads the operation and
 * replays it; the others only note whose turn it is. What we are doing ourselves at the table is
 * waited for: if it comes too late the store refuses it, and the table is read again.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "server/server.h"

/* ---- Telling ------------------------------------------------------------------ */

void table_write_summary(const table *t, const store_op *op, table_summary *sum) {
    *sum = (table_summary){.n = op->n,
                           .kind = op->kind,
                           .seat = op->seat,
                           .decides = t->decides,
                           .turn = t->turn,
                           .paused = t->paused,
                           .upgraded = t->upgraded,
                           .resigned = t->resigned,
                           .last_at = t->last_at,
                           .position_n = t->position.n,
                           .position_entries = t->position.entries,
                           .base_n = t->base_n};
    memcpy(sum->seconds_used, t->seconds_used, sizeof sum->seconds_used);
}

void table_news(store *db, write_op *w, const char *code, const table_summary *sum, bool with_row) {
    write_op_news(db, w,
                  "op %s %d %d %d %d %d %d %d %d %" PRId64 " %" PRId64 " %" PRId64 " %" PRId64
                  " %" PRId64 " %d %d %d %d",
                  code, sum->n, (int)sum->kind, sum->seat, sum->decides, sum->turn, sum->paused,
                  sum->upgraded, sum->resigned, sum->last_at, sum->seconds_used[0],
                  sum->seconds_used[1], sum->seconds_used[2], sum->seconds_used[3], sum->position_n,
                  sum->position_entries, sum->base_n, with_row);
}
_Static_assert(MK_MAX_SEATS == 4, "as many times as are told");

static bool read_news(const char *words, char code[STORE_CODE], table_summary *sum, int *row) {
    int kind, paused, upgraded, resigned;
    int64_t *used = sum->seconds_used;
    int count = sscanf(words,
                       "%12s %d %d %d %d %d %d %d %d %" SCNd64 " %" SCNd64 " %" SCNd64 " %" SCNd64
                       " %" SCNd64 " %d %d %d %d",
                       code, &sum->n, &kind, &sum->seat, &sum->decides, &sum->turn, &paused,
                       &upgraded, &resigned, &sum->last_at, &used[0], &used[1], &used[2], &used[3],
                       &sum->position_n, &sum->position_entries, &sum->base_n, row);
    if (count != 18 || kind < 0 || kind >= OP_KINDS || sum->seat >= MK_MAX_SEATS) return false;
    sum->kind = (op_kind)kind;
    sum->paused = paused;
    sum->upgraded = upgraded;
    sum->resigned = (uint8_t)resigned;
    return true;
}

/* ---- Being behind -------------------------------------------------------------- */

static void note_behind(server *s, table *t) {
    if (t->behind) return;
    t->behind = true;
    t->next_behind = s->behind;
    s->behind = t;
}

/* The table of this code; one that is new is read. NULL: nobody here has to know. */
static table *find(server *s, const char *code, bool *is_new) {
    table *t = tables_in_memory(s, code);
    store_table row;
    *is_new = !t;
    if (!t && store_table_by_code(s->reads, code, &row) == STORE_OK && row.state != TABLE_OVER)
        t = tables_adopt(s, &row);
    return t && !t->gone ? t : NULL;
}

void table_hear_op(server *s, const char *words) {
    char code[STORE_CODE];
    table_summary sum = {0};
    int row;
    bool is_new;
    if (!read_news(words, code, &sum, &row)) return;
    table *t = find(s, code, &is_new);
    if (!t || sum.n <= t->heard.n) return;
    t->heard = sum;
    t->row_behind |= row && !is_new;
    if (sum.n <= t->stored_n && !t->row_behind) return; /* it was read before it was heard of */
    note_behind(s, t);
}

void table_hear_row(server *s, const char *words) {
    char code[STORE_CODE];
    bool is_new;
    if (sscanf(words, "%12s", code) != 1) return;
    table *t = find(s, code, &is_new);
    if (!t) return;
    t->row_behind |= !is_new;
    if (is_new && t->row.state == TABLE_PLAYING) s->to_load = s->tables; /* whose turn is it? */
    lobby_touch(s, t, TOUCHED_TABLE);
    rematch_touch(s, code);
    note_behind(s, t);
}

/* ---- Catching up ----------------------------------------------------------------- */

typedef struct {
    server *server;
    table *table;
    bool lost; /* it does not lead where we stand */
} follower;

static void send_view(table *t, const broadcast *it) {
    for (client *c = t->clients; c; c = c->table_next) {
        message *m = broadcast_to(it, c->seat);
        if (m && !c->waiting) client_send(c, m);
    }
}

static bool follow_op(void *context, const store_op *op) {
    follower *f = context;
    server *s = f->server;
    table *t = f->table;
    broadcast it;
    broadcast_before(s, t);
    f->lost = !table_replay_next(&s->config, t, op);
    if (f->lost) return false;
    t->stored_n = t->n;
    broadcast_begin(s, t, op, &it);
    it.delta_writer = s->loop_writer;
    broadcast_write(&it, op->events);
    send_view(t, &it);
    broadcast_free(&it);
    if (op->kind == OP_RESIGN && t->row.state == TABLE_PLAYING)
        table_seat_becomes_spectator(t, op->seat);
    table_op_follows(s, t, op->kind, op->seat);
    return true;
}

static void note_position(table *t) {
    if (t->heard.n != t->n) return; /* a later one follows */
    t->position = (store_place){.n = t->heard.position_n, .entries = t->heard.position_entries};
    t->base_n = t->heard.base_n;
}

static bool is_needed(const server *s, const table *t) {
    return t->clients || ((standing_any(t) || table_has_bot(t)) && cluster_duty(s, t));
}

static bool can_follow(const server *s, const table *t) {
    return t->live && t->known && t->stored_n >= 0 && is_needed(s, t);
}

/* Operation by operation. False: it has to be read as a whole. */
static bool follow(server *s, table *t) {
    follower f = {.server = s, .table = t};
    if (!can_follow(s, t)) return false;
    return store_ops_after(s->reads, t->row.id, t->n, follow_op, &f) == STORE_OK && !f.lost;
}

static void take_summary(server *s, table *t) {
    const table_summary *sum = &t->heard;
    table_unload(s, t);
    t->n = t->stored_n = sum->n;
    t->decides = sum->decides;
    t->turn = sum->turn;
    t->paused = sum->paused;
    t->upgraded = sum->upgraded;
    t->resigned = sum->resigned;
    t->last_at = t->row.changed = sum->last_at;
    memcpy(t->seconds_used, sum->seconds_used, sizeof t->seconds_used);
    t->known = true;
    table_op_follows(s, t, sum->kind, sum->seat);
}

static void read_whole(server *s, table *t) {
    char why[STORE_PROBLEM];
    table_unload(s, t);
    t->resigned = 0;
    t->known = false;
    table_load(s, t, why, sizeof why);
    for (client *c = t->clients; c; c = c->table_next) c->has_view = false;
}

/* The row of a table that another server has changed. False: there is none, or it cannot be asked.
 */
static bool read_row(server *s, table *t) {
    store_code code = tables_read_row(s, t);
    t->row_behind = false;
    if (code == STORE_OK) lobby_touch(s, t, TOUCHED_TABLE);
    if (code == STORE_NONE) tables_drop(s, t, "");
    if (code == STORE_FAILED) table_was_refused(s, t, code); /* later, as a whole */
    return code == STORE_OK;
}

static void catch_up(server *s, table *t) {
    bool row = t->row_behind, over = t->row.state == TABLE_OVER;
    if (row && !read_row(s, t)) return;
    if (row) presence_seated(s, t);
    bool moved = t->heard.n > t->stored_n, followed = t->heard.n >= 0 && !moved && !row;
    t->idle_since = server_now();
    if (followed || (moved && follow(s, t)))
        note_position(t);
    else if (moved && !t->clients)
        take_summary(s, t);
    else if (moved) {
        read_whole(s, t);
        table_op_follows(s, t, t->heard.kind, t->heard.seat);
    }
    if (moved || followed) lobby_touch(s, t, row ? TOUCHED_TABLE : TOUCHED_TURN);
    if (!over && t->row.state == TABLE_OVER && t->game && *t->row.outcome) table_send_over(t);
    for (client *c = t->clients; c; c = c->table_next)
        if (!c->has_view || c->waiting || (row && t->row.state == TABLE_OPEN)) msg_send_joined(c);
    table_wake_bot(s, t);
}

/* Mostly each of many tables is one operation behind: all of these are read at once. */
typedef struct {
    server *server;
    table *list;
} followers;

static void follow_next(void *context, int64_t id, const store_op *op) {
    const followers *all = context;
    table *t = all->list;
    while (t && t->row.id != id) t = t->next_behind;
    follower f = {.server = all->server, .table = t};
    if (!t || op->n != t->n + 1) return; /* those between are read one by one */
    follow_op(&f, op);
    if (f.lost) t->known = false; /* it is read as a whole */
}

static void follow_together(server *s, table *list) {
    mk_text ids = {0};
    int count = 0;
    for (const table *t = list; t; t = t->next_behind) {
        bool behind = t->heard.n > t->stored_n && t->pending == 0 && !t->gone && !t->needs_reload;
        if (!behind || t->row_behind || !can_follow(s, t)) continue;
        mk_text_add(&ids, "%s%" PRId64, count++ ? "," : "", t->row.id);
    }
    if (count > 1) store_ops_last(s->reads, ids.p, follow_next, &(followers){s, list});
    mk_text_free(&ids);
}

void tables_catch_up(server *s) {
    table *list = s->behind;
    s->behind = NULL;
    if (list && list->next_behind) follow_together(s, list);
    while (list) {
        table *t = list;
        list = t->next_behind;
        t->behind = false;
        if (t->gone || t->needs_reload) continue; /* that reads everything */
        if (t->pending > 0)
            note_behind(s, t);
        else
            catch_up(s, t);
    }
}

/* ---- Asking ------------------------------------------------------------------------ */

/* Operation by operation, if we can; there was no news that says what they have led to. */
static bool follow_unheard(server *s, table *t) {
    follower f = {.server = s, .table = t};
    if (!t->live || !t->known || t->row.state != TABLE_PLAYING) return false;
    if (store_ops_after(s->reads, t->row.id, t->n, follow_op, &f) != STORE_OK || f.lost)
        return false;
    t->position = (store_place){.n = -1};
    store_position(s->reads, t->row.id, &t->position, NULL);
    return true;
}

/* Who asks holds the table: if it is gone it goes at the end of the turn. */
static void find_gone(server *s, table *t) {
    t->deleting = t->row_behind = true;
    note_behind(s, t);
}

void table_freshen(server *s, table *t) {
    int64_t version = 0;
    int n = -1;
    if (!s->cluster || t->pending > 0 || t->needs_reload || !store_ready(s->reads)) return;
    store_code code = store_table_at(s->reads, t->row.id, &version, &n);
    bool row = version != t->row.version, over = t->row.state == TABLE_OVER;
    if (code == STORE_OK && row) code = tables_read_row(s, t);
    if (code == STORE_NONE) find_gone(s, t);
    bool moved = t->row.state != TABLE_OPEN && t->known && n > t->stored_n;
    if (code != STORE_OK || (!moved && !row)) return;
    if (moved && !follow_unheard(s, t)) {
        read_whole(s, t);
        table_op_follows(s, t, OP_SETUP, -1);
    }
    if (!over && t->row.state == TABLE_OVER && t->game && *t->row.outcome) table_send_over(t);
    for (client *c = t->clients; c; c = c->table_next)
        if (!c->has_view || c->waiting) msg_send_joined(c);
    lobby_touch(s, t, row ? TOUCHED_TABLE : TOUCHED_TURN);
}
