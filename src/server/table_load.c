/* table_load.c - a table from its operations in the store.
 *
 * Everything is replayed through the engine's own door, as it was done. Under the rules it was
 * played by this leads to where the table stood. Under others it may not: then the table goes on
 * from its last stored position, up to the first operation that is no longer legal or leads
 * elsewhere, and an operation OP_UPGRADE says so. Its line "FROM TO" is the recipe for later: the
 * journal begins at the position FROM (-1: the set-up), what lies between TO and the OP_UPGRADE
 * is void. The players have seen the dice of what is void, so from there on the key is another
 * one, made from the old. History is not touched: it is read from the store as it was seen.
 */
#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/table.h"
#include "server/server.h"

/* One operation, copied out of the store. */
typedef struct {
    store_op op;
    bool is_void;
} past;

typedef struct {
    server *server;
    table *table;
    past *list;
    int count, room;
    int offset; /* entries of the journal before the position that we begin at */
    char why[300];
} history;

bool table_setup(const store_table *row, const mk_game *game, mk_setup *setup, mk_error *error) {
    if (!mk_setup_init(game, setup, row->scenario, error)) return false;
    char options[sizeof row->options];
    snprintf(options, sizeof options, "%s", row->options);
    for (char *save, *line = strtok_r(options, "\n", &save); line;
         line = strtok_r(NULL, "\n", &save)) {
        char *value = strchr(line, '=');
        if (!value) continue;
        *value++ = '\0';
        if (!mk_setup_option(game, setup, line, value, error)) return false;
    }
    setup->nonplayers = (uint8_t)row->nonplayers;
    memcpy(setup->key, row->key, MK_KEY_BYTES);
    return true;
}

static bool gather(void *context, const store_op *op) {
    history *h = context;
    if (h->count == h->room) {
        h->room = h->room ? 2 * h->room : 256;
        h->list = realloc(h->list, (size_t)h->room * sizeof *h->list);
        if (!h->list) abort();
    }
    past *p = &h->list[h->count++];
    *p = (past){.op = *op};
    p->op.line = must_copy(op->line);
    p->op.events = must_copy(op->events);
    return true;
}

static void free_history(history *h) {
    for (int i = 0; i < h->count; i++) {
        free((char *)h->list[i].op.line);
        free((char *)h->list[i].op.events);
    }
    free(h->list);
}

/* ---- One operation ------------------------------------------------------ */

static bool fail(history *h, const store_op *op, const char *why) {
    snprintf(h->why, sizeof h->why, "operation %d: %.250s", op->n, why);
    return false;
}

/* The same lines up to their texts: what happened counts, not how it is worded now. */
static bool same_events(const char *then, const char *now) {
    while (*then && *now) {
        size_t a = strcspn(then, "\n"), b = strcspn(now, "\n");
        const char *text_then = strstr(then, ",\"text\":"), *text_now = strstr(now, ",\"text\":");
        if (!text_then || !text_now) return false;
        size_t n = (size_t)(text_then - then);
        if (n > a || n != (size_t)(text_now - now) || memcmp(then, now, n) != 0) return false;
        then += a + (then[a] == '\n');
        now += b + (now[b] == '\n');
    }
    return *then == *now;
}

/* Is the entry that was just added the one that is on record, turn check included? */
static bool leads_there(history *h, const store_op *op) {
    table *t = h->table;
    int entry = mk_table_count(t->live) - 1;
    mk_text text = {0};
    mk_journal_entry(t->live, entry, &text);
    bool same = strcmp(text.p, op->line) == 0;
    if (same) {
        mk_text_clear(&text);
        table_write_events(t, entry, &text);
        same = same_events(op->events, text.p ? text.p : "");
    }
    mk_text_free(&text);
    return same || fail(h, op, "it leads elsewhere");
}

static bool replay_action(history *h, const store_op *op) {
    table *t = h->table;
    size_t seat_length = strcspn(op->line, " "), end = strcspn(op->line, "\n");
    if (seat_length >= end) return fail(h, op, "its line is damaged");
    char text[400];
    snprintf(text, sizeof text, "%.*s", (int)(end - seat_length - 1), op->line + seat_length + 1);
    mk_action action;
    mk_error error = {0};
    if (!mk_parse_action(t->game, text, &action, &error) ||
        !mk_table_do(t->live, op->seat, action, &error))
        return fail(h, op, error.text);
    return leads_there(h, op);
}

static bool replay_undo_to(history *h, const store_op *op) {
    int count;
    mk_error error = {0};
    if (sscanf(op->line, "undo %d", &count) != 1) return fail(h, op, "its line is damaged");
    return mk_table_undo_to(h->table->live, count - h->offset, &error) || fail(h, op, error.text);
}

/* From here on other dice: those that were seen in what is void must not come again. */
static void change_key(table *t, int n) {
    uint8_t *state = must_alloc(t->game->state_size);
    memcpy(state, mk_table_state(t->live), t->game->state_size);
    mk_base *base = (mk_base *)state;
    uint8_t old[MK_KEY_BYTES], fresh[MK_KEY_BYTES];
    mk_rng_get_key(&base->rng, old);
    crypto_generichash_state hash;
    crypto_generichash_init(&hash, old, sizeof old, sizeof fresh);
    crypto_generichash_update(&hash, (const unsigned char *)&n, sizeof n);
    crypto_generichash_final(&hash, fresh, sizeof fresh);
    mk_rng_key(&base->rng, fresh);
    mk_table_restart(t->live, state);
    free(state);
}

/* What the engine has to do with it. Marks that are no rules of a game are noted elsewhere. */
static bool replay(history *h, const store_op *op) {
    mk_error error = {0};
    switch (op->kind) {
    case OP_ACTION: return replay_action(h, op);
    case OP_UNDO: return mk_table_undo(h->table->live, op->seat, &error) || fail(h, op, error.text);
    case OP_UNDO_TO: return replay_undo_to(h, op);
    case OP_UPGRADE:
        change_key(h->table, op->n);
        h->offset = 0;
        return true;
    default: return true;
    }
}

/* ---- The whole ---------------------------------------------------------- */

static void note(table *t, const store_op *op) {
    t->n = op->n;
    if (op->kind == OP_RESIGN) t->resigned |= (uint8_t)(1u << op->seat);
    if (op->kind == OP_PAUSE) t->paused = true;
    if (op->kind == OP_RESUME) t->paused = false;
    if (op->kind == OP_UPGRADE) t->upgraded = true;
}

static bool begin_at_position(history *h, int n) {
    table *t = h->table;
    store_place place = {.n = n};
    mk_text text = {0};
    uint8_t *state = must_alloc(MK_MAX_STATE);
    const mk_game *game = NULL;
    mk_error error = {0};
    bool fine = store_position(h->server->reads, t->row.id, &place, &text) == STORE_OK &&
                mk_position_read(text.p, text.n, NULL, &game, state, &error) && game == t->game;
    if (fine) {
        mk_table_restart(t->live, state);
        memcpy(t->thought, place.thought, sizeof t->thought);
        h->offset = place.entries;
    } else {
        snprintf(h->why, sizeof h->why, "the position at %d cannot be read: %.200s", n, error.text);
    }
    mk_text_free(&text);
    free(state);
    return fine;
}

/* The engine's table at the set-up (-1) or at a stored position. */
static bool begin(history *h, int from) {
    table *t = h->table;
    mk_setup setup;
    mk_error error = {0};
    if (!table_setup(&t->row, t->game, &setup, &error)) {
        snprintf(h->why, sizeof h->why, "%.290s", error.text);
        return false;
    }
    mk_table_free(t->live);
    t->live = mk_table_new(t->game, &setup);
    t->base_n = from;
    h->offset = 0;
    memset(t->thought, 0, sizeof t->thought);
    return from < 0 || begin_at_position(h, from);
}

static void mark_void(history *h, int to, int until) {
    for (int i = 0; i < h->count; i++)
        if (h->list[i].op.n > to && h->list[i].op.n < until) h->list[i].is_void = true;
}

/* Replays what counts behind the base. Returns the number of the operation that fails, or 0. */
static int replay_all(history *h) {
    table *t = h->table;
    const mk_base *base = mk_table_state(t->live);
    t->turn = base->turn;
    t->paused = false;
    t->decides = mk_seat(t->game, base);
    for (int i = 0; i < h->count; i++) {
        const past *p = &h->list[i];
        note(t, &p->op);
        if (p->op.n <= t->base_n) {
            t->last_at = p->op.at;
            continue;
        }
        clock_charge(h->server, t, p->op.kind, p->op.at);
        if (!p->is_void && !replay(h, &p->op)) return p->op.n;
        clock_bonus(h->server, t);
        t->decides = mk_seat(t->game, mk_table_state(t->live));
    }
    return 0;
}

/* The recipe of the last change of rules, if there was one. */
static int base_of(history *h) {
    int from = -1;
    for (int i = 0; i < h->count; i++) {
        int begins, to;
        if (h->list[i].op.kind != OP_UPGRADE) continue;
        if (sscanf(h->list[i].op.line, "%d %d", &begins, &to) != 2) continue;
        mark_void(h, to, h->list[i].op.n);
        from = begins;
    }
    return from;
}

static void say_upgraded(history *h, int from, int to, int last) {
    table *t = h->table;
    char line[40], text[300];
    snprintf(line, sizeof line, "%d %d", from, to);
    snprintf(text, sizeof text,
             "The rules of this game have changed. The game goes on %s, with new dice; what was "
             "done before stays in the log as it was seen.",
             to == last ? "where it stood" : "from an earlier move");
    table_done(h->server, t, &(deed){.kind = OP_UPGRADE, .seat = -1, .text = text, .line = line});
}

/* The replay stops at `failed`. From the last position as far as it goes; then say so. */
static bool go_on_from_position(history *h, int failed) {
    table *t = h->table;
    int last = h->list[h->count - 1].op.n, from = t->base_n;
    char why[sizeof h->why];
    snprintf(why, sizeof why, "%s", h->why);
    if (t->position.n > from) {
        from = t->position.n;
        if (!begin(h, from)) return false;
        failed = replay_all(h);
    }
    int to = failed ? failed - 1 : last;
    if (failed) {
        mark_void(h, to, last + 1);
        if (!begin(h, from) || replay_all(h) != 0) return false;
    }
    log_info("upgrade", "table=%s from=%d to=%d last=%d reason=\"%s\"", t->row.code, from, to, last,
             why);
    change_key(t, last + 1);
    t->n = last;
    t->upgraded = true;
    say_upgraded(h, from, to, last);
    return true;
}

static bool load(history *h) {
    table *t = h->table;
    if (store_ops(h->server->reads, t->row.id, gather, h) != STORE_OK) {
        snprintf(h->why, sizeof h->why, "%s", store_why(h->server->reads));
        return false;
    }
    if (h->count == 0) {
        snprintf(h->why, sizeof h->why, "the table has not begun");
        return false;
    }
    t->position = (store_place){.n = -1};
    store_position(h->server->reads, t->row.id, &t->position, NULL);

    t->outdated = false;
    if (!begin(h, base_of(h))) return false;
    int failed = replay_all(h);
    if (failed == 0) return true;
    if (t->row.state == TABLE_OVER) { /* nothing goes on here */
        t->n = h->list[h->count - 1].op.n;
        t->outdated = true;
        return true;
    }
    return go_on_from_position(h, failed);
}

bool table_load(server *s, table *t, char *why, size_t size) {
    t->idle_since = server_now();
    if (t->live) return true;
    if (!t->game) {
        snprintf(why, size, "this server does not have the game %s", t->row.game);
        return false;
    }
    history h = {.server = s, .table = t};
    bool fine = load(&h);
    if (!fine) {
        snprintf(why, size, "%s", h.why);
        log_error("table_load", "table=%s reason=\"%s\"", t->row.code, h.why);
        table_unload(s, t);
    }
    free_history(&h);
    t->known = fine;
    return fine;
}

void table_unload(server *s, table *t) {
    table_unhold(s, t);
    mk_table_free(t->live);
    t->live = NULL;
}
