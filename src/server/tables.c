/* tables.c - the tables in memory: all that are open or in play, and finished ones while somebody
 * looks at them. Of most only the summary is there; the position is read from the store when it
 * is needed and let go when nobody has looked for a while. */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/fnv.h"
#include "server/server.h"

enum { FIRST_SLOTS = 256, IDLE_SECONDS = 600, OVER_SECONDS = 2, REFUSALS = 3, UNWATCHED = 200 };
enum { TRIES = 10 };                     /* of a request, while others change the table */
static const double load_budget = 0.003; /* seconds of a turn for tables that wait to be read */

/* ---- The index ---------------------------------------------------------- */

static table **slot_of(const server *s, const char *code) {
    return &s->by_code[mk_fnv(MK_FNV_START, code, strlen(code)) & (s->code_slots - 1)];
}

static void grow_index(server *s) {
    if (s->code_slots && (size_t)s->table_count < s->code_slots) return;
    free(s->by_code);
    s->code_slots = s->code_slots ? 2 * s->code_slots : FIRST_SLOTS;
    s->by_code = must_alloc(s->code_slots * sizeof *s->by_code);
    for (table *t = s->tables; t; t = t->next) {
        table **slot = slot_of(s, t->row.code);
        t->same_slot = *slot;
        *slot = t;
    }
}

void tables_note_key(table *t) {
    uint8_t hash[MK_KEY_BYTES];
    dice_hash(t->row.server_key, hash);
    sodium_bin2hex(t->key_hash, sizeof t->key_hash, hash, sizeof hash);
}

void tables_init(table *t, const store_table *row) {
    *t = (table){.row = *row, .game = mk_peek_game(row->game), .decides = MK_OVER};
    t->position.n = t->base_n = t->stored_n = t->heard.n = -1;
    t->stored_version = row->version;
    tables_note_key(t);
}

table *tables_adopt(server *s, const store_table *row) {
    grow_index(s);
    table *t = must_alloc(sizeof *t);
    tables_init(t, row);
    t->idle_since = server_now();
    t->next = s->tables;
    s->tables = t;
    s->table_count++;
    table **slot = slot_of(s, row->code);
    t->same_slot = *slot;
    *slot = t;
    return t;
}

table *tables_in_memory(const server *s, const char *code) {
    table *t = *slot_of(s, code);
    while (t && strcmp(t->row.code, code) != 0) t = t->same_slot;
    return t;
}

table *tables_find(server *s, const char *code) {
    table *t = tables_in_memory(s, code);
    if (t && !t->gone && !t->deleting) table_freshen(s, t);
    if (t) return t->gone || t->deleting ? NULL : t;
    store_table row;
    if (store_table_by_code(s->reads, code, &row) != STORE_OK) return NULL;
    return tables_adopt(s, &row);
}

static void take_from(table **link, table *t, size_t next) {
    while (*link && *link != t) link = (table **)((char *)*link + next);
    if (*link) *link = *(table **)((char *)t + next);
}

void tables_forget(server *s, table *t) {
    while (t->clients) client_quit_table(t->clients);
    t->gone = true;
    tables_begin_waiting(t); /* who waited hears that it is gone */
    if (t->busy > 0) return; /* the next tick comes back to it */
    if (t->touched) take_from(&s->touched, t, offsetof(table, next_touched));
    if (t->behind) take_from(&s->behind, t, offsetof(table, next_behind));
    take_from(slot_of(s, t->row.code), t, offsetof(table, same_slot));
    if (s->to_load == t) s->to_load = t->next;
    take_from(&s->tables, t, offsetof(table, next));
    s->table_count--;
    table_unload(s, t);
    free(t->analysis);
    free(t);
}

int tables_seats_of(const table *t, int64_t user) {
    int seats = 0;
    for (int i = 0; user && i < t->row.seat_count; i++)
        if (t->row.seat[i].user == user && t->row.seat[i].state == SEAT_PLAYER) seats |= 1 << i;
    return seats;
}

/* ---- Start -------------------------------------------------------------- */

static void adopt_row(void *context, const store_table *row) { tables_adopt(context, row); }

bool tables_start(server *s, char *why, size_t size) {
    grow_index(s);
    if (store_tables_going(s->reads, adopt_row, s) != STORE_OK) {
        snprintf(why, size, "%s", store_why(s->reads));
        return false;
    }
    s->to_load = s->tables;
    return true;
}

/* ---- Each turn, each second --------------------------------------------- */

/* After the start every table in play is read once: whose turn it is, what its clock says,
 * whether a bot has to go on. A few at a time, so that players are not kept waiting. */
static void load_some(server *s) {
    double until = server_now() + load_budget;
    char why[STORE_PROBLEM];
    while (s->to_load && server_now() < until && store_ready(s->reads)) {
        table *t = s->to_load;
        s->to_load = t->next;
        if (t->row.state != TABLE_PLAYING || t->known || t->gone || *t->row.problem) continue;
        if (table_load(s, t, why, sizeof why)) {
            table_wake_bot(s, t);
            if (!t->clients && !t->thinking && t->pending == 0) table_unload(s, t);
        }
    }
    if (s->to_load) server_wake(s);
}

/* ---- Those who wait for it ---------------------------------------------- */

bool tables_wait(table *t, request *r) {
    if (r->tries >= TRIES || t->gone) return false;
    request **link = &t->waiting;
    while (*link) link = &(*link)->next;
    *link = r;
    r->next = NULL;
    http_hold(r);
    return true;
}

static void begin_all(request *list) {
    for (request *r; (r = list);) {
        list = r->next;
        http_begin_again(r);
    }
}

static request *take_waiting(table *t) {
    request *list = t->waiting;
    t->waiting = NULL;
    return list;
}

void tables_begin_waiting(table *t) { begin_all(take_waiting(t)); }

void tables_end_waiting(server *s) {
    for (table *t = s->tables; t; t = t->next)
        for (request *r, *list = take_waiting(t); (r = list);) {
            list = r->next;
            http_error(r, 503, "busy", "The server stops; nothing was changed.");
        }
}

/* ---- Read again --------------------------------------------------------- */

/* Who acted against another server hears that it was faster; the others need not hear anything. */
static void send_refusal(client *c, bool raced) {
    mk_text out = {0};
    if (raced) {
        if (c->seat >= 0 && c->table->raced >> c->seat & 1) msg_refuse_stale(c);
        return;
    }
    mk_text_add(&out,
                "{\"t\":\"refused\",\"n\":%d,\"reason\":\"unsaved\",\"text\":\"This could not be "
                "saved and has not happened. Please try again.\"}",
                c->table->n);
    client_text(c, &out);
    mk_text_free(&out);
}

/* The database is gone: they hear it at once, though the table can be read again only later. */
static void put_off(server *s, table *t) {
    for (client *c = t->clients; c && !t->told_unsaved; c = c->table_next) send_refusal(c, false);
    t->told_unsaved = t->needs_reload = s->reload_any = true;
    t->resigns_again = 0;
}

store_code tables_read_row(server *s, table *t) {
    store_table row;
    store_code code = store_table_by_code(s->reads, t->row.code, &row);
    if (code != STORE_OK) return code;
    t->row = row;
    t->stored_version = row.version;
    tables_note_key(t);
    return STORE_OK;
}

void tables_drop(server *s, table *t, const char *why) {
    lobby_send_gone(s, t, why);
    rematch_touch(s, t->row.code);
    tables_forget(s, t);
}

/* Whatever the game is now, he gives up. */
static void resign_again(server *s, table *t) {
    uint8_t seats = t->resigns_again;
    t->resigns_again = 0;
    for (int i = 0; i < t->row.seat_count; i++) {
        bool plays = t->row.state == TABLE_PLAYING && t->row.seat[i].state == SEAT_PLAYER;
        if (seats >> i & 1 && plays && t->live) table_resign_seat(s, t, i);
    }
}

/* A write failed: what is in memory and not in the store has not happened. If the store has moved
 * on, another server was faster. */
static void reload(server *s, table *t) {
    char why[STORE_PROBLEM];
    int stored_n = t->stored_n;
    int64_t version = t->stored_version;
    store_code code = tables_read_row(s, t);
    if (code == STORE_FAILED && !store_ready(s->reads)) {
        put_off(s, t);
        return;
    }
    t->needs_reload = false;
    table_unload(s, t);
    t->n = 0;
    t->stored_n = -1;
    t->resigned = 0;
    if (code == STORE_NONE) { /* somebody else has deleted it */
        tables_drop(s, t, "");
        return;
    }
    if (t->refusals >= REFUSALS)
        table_set_aside(s, t, "what is done here does not fit what the file has");
    if (t->row.state != TABLE_OPEN && !table_load(s, t, why, sizeof why) &&
        !store_ready(s->reads)) {
        put_off(s, t);
        return;
    }
    bool raced = s->cluster && (t->stored_n > stored_n || t->row.version > version);
    if (t->proposed_n < t->n) msg_cancel_proposal(s, t);
    for (client *c = t->clients; c; c = c->table_next) {
        c->has_view = false;
        if (!t->told_unsaved) send_refusal(c, raced);
        msg_send_joined(c);
    }
    if (raced) t->refusals = 0;
    if (raced) cluster_tell(s, "again %s", t->row.code);
    t->raced = 0;
    t->told_unsaved = false;
    lobby_touch(s, t, TOUCHED_TABLE);
    resign_again(s, t);
}

static void read_again(server *s, table *t) {
    request *waiting = take_waiting(t); /* the table may be gone then */
    reload(s, t);
    begin_all(waiting);
}

void tables_turn(server *s) {
    if (s->to_load) load_some(s);
    if (!s->reload_any) return;
    s->reload_any = false;
    for (table *t = s->tables, *next; t; t = next) {
        next = t->next;
        if (t->needs_reload && t->pending == 0 && !t->gone)
            read_again(s, t);
        else if (t->needs_reload && !t->gone)
            s->reload_any = true;
    }
}

void tables_send_again(server *s) {
    for (client *c = s->clients; c; c = c->next)
        if (c->table && !c->table->needs_reload) msg_send_joined(c);
}

/* Players come back to a game that is going on, if there are not too many of them; a finished one
 * is read again for those who ask. */
static bool is_idle(const server *s, const table *t) {
    double seconds = t->row.state == TABLE_OVER || s->is_crowded ? OVER_SECONDS : IDLE_SECONDS;
    return !t->clients && t->busy == 0 && server_now() - t->idle_since > seconds;
}

void tables_tick(server *s) {
    int unwatched = 0;
    for (table *t = s->tables, *next; t; t = next) {
        next = t->next;
        if (t->gone) {
            tables_forget(s, t);
            continue;
        }
        unwatched += t->live && !t->clients;
        if (is_idle(s, t) && !s->to_load && !s->store_lost) table_unload(s, t);
        if (is_idle(s, t) && t->row.state == TABLE_OVER && !t->touched && !t->has_news) {
            tables_forget(s, t);
            continue;
        }
        if (!cluster_duty(s, t)) continue;
        if (t->pending == 0 && !t->needs_reload && !t->behind) table_begin_if_full(s, t);
        clock_tick(s, t);
        notify_tick(s, t);
        table_wake_bot(s, t);
    }
    s->is_crowded = unwatched > UNWATCHED;
}
