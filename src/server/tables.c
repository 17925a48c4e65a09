/* tables.c - the tables in memory: all that are open or in play, and finished ones while somebody
 * looks at them. Of most only the summary is there; the position is read from the store when it
 * is needed and let go when nobody has looked for a while. */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/fnv.h"
#include "server/server.h"

enum { FIRST_SLOTS = 256, IDLE_SECONDS = 600, OVER_SECONDS = 2 };
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

table *tables_adopt(server *s, const store_table *row) {
    grow_index(s);
    table *t = must_alloc(sizeof *t);
    t->row = *row;
    t->game = mk_find_game(row->game);
    t->decides = MK_OVER;
    t->position.n = t->base_n = -1;
    t->idle_since = server_now();
    unsigned char hash[32];
    crypto_generichash(hash, sizeof hash, row->key, sizeof row->key, NULL, 0);
    sodium_bin2hex(t->key_hash, sizeof t->key_hash, hash, sizeof hash);
    t->next = s->tables;
    s->tables = t;
    s->table_count++;
    table **slot = slot_of(s, row->code);
    t->same_slot = *slot;
    *slot = t;
    return t;
}

table *tables_find(server *s, const char *code) {
    for (table *t = *slot_of(s, code); t; t = t->same_slot)
        if (strcmp(t->row.code, code) == 0) return t->gone ? NULL : t;
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
    if (t->busy > 0) return; /* the next tick comes back to it */
    if (t->is_touched) take_from(&s->touched, t, offsetof(table, next_touched));
    take_from(slot_of(s, t->row.code), t, offsetof(table, same_slot));
    if (s->to_load == t) s->to_load = t->next;
    take_from(&s->tables, t, offsetof(table, next));
    s->table_count--;
    table_unload(s, t);
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
    char why[200];
    while (s->to_load && server_now() < until) {
        table *t = s->to_load;
        s->to_load = t->next;
        if (t->row.state != TABLE_PLAYING || t->known || t->gone) continue;
        if (table_load(s, t, why, sizeof why)) {
            table_wake_bot(s, t);
            if (!t->clients && !t->thinking && t->pending == 0) table_unload(s, t);
        }
    }
    if (s->to_load) server_wake(s);
}

/* A write failed: what is in memory and not in the store has not happened. */
static void read_again(server *s, table *t) {
    char why[200];
    store_table row;
    t->spoilt = false;
    table_unload(s, t);
    t->n = 0;
    t->resigned = 0;
    if (store_table_by_code(s->reads, t->row.code, &row) == STORE_OK) t->row = row;
    bool fine = t->row.state != TABLE_OPEN && table_load(s, t, why, sizeof why);
    for (client *c = t->clients, *next; c; c = next) {
        next = c->table_next;
        c->has_view = false;
        mk_text out = {0};
        mk_text_add(
            &out,
            "{\"t\":\"refused\",\"n\":%d,\"reason\":\"unsaved\",\"text\":\"This could not be "
            "saved and has not happened. Please try again.\"}",
            t->n);
        client_text(c, &out);
        mk_text_free(&out);
        if (fine) frame_send_joined(c);
    }
    lobby_touch(s, t, true);
}

void tables_turn(server *s) {
    if (s->to_load) load_some(s);
    if (s->spoilt_any) {
        s->spoilt_any = false;
        for (table *t = s->tables; t; t = t->next) {
            if (t->spoilt && t->pending == 0 && !t->gone)
                read_again(s, t);
            else if (t->spoilt)
                s->spoilt_any = true;
        }
    }
}

/* Players come back to a game that is going on; a finished one is read again for whoever asks. */
static bool is_idle(const table *t) {
    double seconds = t->row.state == TABLE_OVER ? OVER_SECONDS : IDLE_SECONDS;
    return !t->clients && t->busy == 0 && server_now() - t->idle_since > seconds;
}

void tables_tick(server *s) {
    for (table *t = s->tables, *next; t; t = next) {
        next = t->next;
        if (t->gone) {
            tables_forget(s, t);
            continue;
        }
        if (is_idle(t) && !s->to_load) table_unload(s, t);
        if (is_idle(t) && t->row.state == TABLE_OVER && !t->is_touched) {
            tables_forget(s, t);
            continue;
        }
        if (t->pending == 0 && !t->spoilt) table_begin_if_full(s, t);
        clock_tick(s, t);
        mail_tick(s, t);
        table_wake_bot(s, t);
    }
}
