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

/* What an OP_UPGRADE made void: the operations behind `to` and before `until`. */
typedef struct {
    int to, until;
} void_ops;

typedef struct {
    store *store;
    const server_config *config;
    table *table;
    void_ops *voids;
    int void_count;
    int offset;   /* entries of the journal before the position that we begin at */
    int failed;   /* number of the operation that does not lead where it led; 0: none */
    int base;     /* of the recipe that was met: the position to begin at; -2: none was met */
    bool damaged; /* not to be mended by other rules */
    char why[STORE_PROBLEM];
} history;

bool table_setup(const store_table *row, const mk_game *game, mk_setup *setup, mk_error *error) {
    if (!mk_open_game(game, error) || !mk_setup_init(game, setup, row->scenario, error))
        return false;
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

/* ---- One operation ------------------------------------------------------ */

static bool fail(history *h, const store_op *op, const char *why) {
    snprintf(h->why, sizeof h->why, "operation %d: %.120s", op->n, why);
    h->failed = op->n;
    return false;
}

/* What no rules can mend. */
static bool fail_for_good(history *h, const char *why) {
    snprintf(h->why, sizeof h->why, "%.150s", why);
    h->damaged = true;
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
    mk_journal_write_entry(t->live, entry, &text);
    bool same = mk_journal_same_entry(op->line, text.p);
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
    store_code code = store_position(h->store, t->row.id, &place, &text);
    bool fine = code == STORE_OK && mk_position_read(text.p, text.n, NULL, &game, state, &error) &&
                game == t->game;
    if (fine) {
        mk_table_restart(t->live, state);
        memcpy(t->seconds_used, place.seconds_used, sizeof t->seconds_used);
        h->offset = place.entries;
    } else {
        char why[STORE_PROBLEM];
        snprintf(why, sizeof why, "the position at %d cannot be read: %.100s", n,
                 code == STORE_OK ? error.text : store_why(h->store));
        fail_for_good(h, why);
        h->damaged = code != STORE_FAILED;
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
    if (!table_setup(&t->row, t->game, &setup, &error)) return fail_for_good(h, error.text);
    mk_table_free(t->live);
    t->live = mk_table_new(t->game, &setup);
    t->base_n = from;
    h->offset = h->failed = 0;
    h->base = -2;
    memset(t->seconds_used, 0, sizeof t->seconds_used);
    return from < 0 || begin_at_position(h, from);
}

static void add_void(history *h, int to, int until) {
    h->voids = realloc(h->voids, (size_t)(h->void_count + 1) * sizeof *h->voids);
    if (!h->voids) abort();
    h->voids[h->void_count++] = (void_ops){to, until};
}

static bool is_void(const history *h, int n) {
    for (int i = 0; i < h->void_count; i++)
        if (n > h->voids[i].to && n < h->voids[i].until) return true;
    return false;
}

/* An OP_UPGRADE says what to begin at and what to leave out. True: that was known already. */
static bool know_recipe(history *h, const store_op *op) {
    int from, to;
    for (int i = 0; i < h->void_count; i++)
        if (h->voids[i].until == op->n) return true;
    if (sscanf(op->line, "%d %d", &from, &to) != 2) return fail_for_good(h, "a damaged upgrade");
    add_void(h, to, op->n);
    h->base = from;
    return false;
}

/* One operation out of the store. False: enough. */
static bool replay_next(void *context, const store_op *op) {
    history *h = context;
    table *t = h->table;
    if (op->kind == OP_UPGRADE && !know_recipe(h, op)) return false;
    note(t, op);
    if (h->failed) return true; /* a later change of rules may lead past it */
    if (op->n <= t->base_n) {
        t->last_at = op->at;
        return true;
    }
    clock_charge(t, op->kind, op->at);
    if (!is_void(h, op->n) && !replay(h, op)) return true;
    int decided = t->decides;
    t->decides = mk_seat(t->game, mk_table_state(t->live));
    clock_pass(h->config, t, decided);
    return true;
}

static bool replay_once(history *h) {
    table *t = h->table;
    const mk_base *base = mk_table_state(t->live);
    t->n = -1;
    t->turn = base->turn;
    t->paused = false;
    t->resigned = 0;
    t->decides = mk_seat(t->game, base);
    store_code code = store_ops(h->store, t->row.id, replay_next, h);
    if (code != STORE_OK) {
        fail_for_good(h, store_why(h->store));
        h->damaged = code != STORE_FAILED;
        return false;
    }
    if (t->n < 0 && h->base < -1) return fail_for_good(h, "it has begun and has no operations");
    return !h->damaged;
}

/* Replays what counts behind `from`; when a change of rules is met, again by its recipe. False: it
 * cannot be read. Where the rules lead elsewhere `failed` says. */
static bool replay_from(history *h, int from) {
    do {
        if (!begin(h, from) || !replay_once(h)) return false;
        from = h->base;
    } while (from >= -1);
    return true;
}

/* The replay stops at `failed`. From the last position as far as it goes; then with other dice. */
static bool go_on_from_position(history *h, table_upgrade *upgrade) {
    table *t = h->table;
    int base = t->base_n;
    upgrade->last = t->n;
    upgrade->from = base;
    if (t->position.n > base && replay_from(h, t->position.n))
        upgrade->from = t->position.n;
    else if (h->damaged) /* the position is: without it, then */
        h->damaged = false, replay_from(h, base);
    upgrade->to = h->failed ? h->failed - 1 : upgrade->last;
    if (h->failed) {
        add_void(h, upgrade->to, upgrade->last + 1);
        if (!replay_from(h, upgrade->from)) return false;
        if (h->failed) return fail_for_good(h, "what it led to does not replay twice");
    }
    change_key(t, upgrade->last + 1);
    t->n = upgrade->last;
    t->upgraded = upgrade->happened = true;
    return true;
}

static bool replay_table(history *h, table_upgrade *upgrade) {
    table *t = h->table;
    t->position = (store_place){.n = -1};
    store_position(h->store, t->row.id, &t->position, NULL); /* a damaged one is not needed yet */
    t->outdated = false;
    if (!replay_from(h, -1)) return false;
    if (!h->failed) return true;
    if (t->row.state == TABLE_OVER) { /* nothing goes on here */
        t->outdated = true;
        return true;
    }
    snprintf(upgrade->why, sizeof upgrade->why, "%s", h->why);
    return go_on_from_position(h, upgrade);
}

store_code table_replay(store *reads, const server_config *config, table *t, table_upgrade *upgrade,
                        char *why, size_t size) {
    *upgrade = (table_upgrade){0};
    if (*t->row.problem) {
        snprintf(why, size, "%s", t->row.problem);
        return STORE_DAMAGED;
    }
    if (!t->game) {
        snprintf(why, size, "this server does not have the game %s", t->row.game);
        return STORE_NONE;
    }
    history h = {.store = reads, .config = config, .table = t};
    bool fine = replay_table(&h, upgrade);
    free(h.voids);
    if (fine) return STORE_OK;
    mk_table_free(t->live);
    t->live = NULL;
    snprintf(why, size, "%s", h.why);
    return h.damaged ? STORE_DAMAGED : STORE_FAILED;
}

bool table_replay_next(const server_config *config, table *t, const store_op *op) {
    history h = {.config = config, .table = t};
    int decided = t->decides;
    if (op->kind == OP_SETUP || op->kind == OP_UPGRADE || op->n != t->n + 1) return false;
    note(t, op);
    clock_charge(t, op->kind, op->at);
    if (!replay(&h, op)) return false;
    t->decides = mk_seat(t->game, mk_table_state(t->live));
    clock_pass(config, t, decided);
    t->row.changed = op->at;
    return true;
}

/* ---- On the server ------------------------------------------------------ */

static void add_upgrade(server *s, table *t, const table_upgrade *up) {
    char line[40], text[300];
    log_info("upgrade", "table=%s from=%d to=%d last=%d reason=\"%s\"", t->row.code, up->from,
             up->to, up->last, up->why);
    snprintf(line, sizeof line, "%d %d", up->from, up->to);
    snprintf(text, sizeof text,
             "The rules of this game have changed. The game goes on %s, with new dice; what was "
             "done before stays in the log as it was seen.",
             up->to == up->last ? "where it stood" : "from an earlier move");
    table_add_op(s, t, &(table_op){.kind = OP_UPGRADE, .seat = -1, .text = text, .line = line});
}

/* Nothing can be done here until somebody has looked after the file; the other tables go on. */
void table_set_aside(server *s, table *t, const char *problem) {
    log_error("table_set_aside", "table=%s reason=\"%s\"", t->row.code, problem);
    snprintf(t->row.problem, sizeof t->row.problem, "%s", problem);
    t->known = false;
    t->decides = MK_OVER;
    table_unload(s, t);
    lobby_touch(s, t, TOUCHED_TABLE);
}

bool table_load(server *s, table *t, char *why, size_t size) {
    table_upgrade upgrade;
    char problem[STORE_PROBLEM];
    t->idle_since = server_now();
    if (t->live) return true;
    store_code code = table_replay(s->reads, &s->config, t, &upgrade, problem, sizeof problem);
    if (code == STORE_OK && upgrade.happened && cluster_is_outdated(s)) {
        snprintf(problem, sizeof problem,
                 "a later version of this server plays here; load the page");
        table_unload(s, t);
        code = STORE_NONE;
    }
    t->known = code == STORE_OK;
    if (code == STORE_OK) t->stored_n = t->n;
    if (code == STORE_OK && upgrade.happened) add_upgrade(s, t, &upgrade);
    if (code == STORE_OK) return true;
    if (code == STORE_DAMAGED && !*t->row.problem)
        table_set_aside(s, t, problem);
    else if (code == STORE_FAILED)
        log_error("table_load", "table=%s reason=\"%s\"", t->row.code, problem);
    snprintf(why, size, "%s", problem);
    return false;
}

void table_unload(server *s, table *t) {
    broadcast_drop_before(s, t);
    mk_table_free(t->live);
    t->live = NULL;
    t->unloads++;
    for (int i = 0; i < MK_MAX_SEATS && !t->thinking; i++) {
        mk_mind_free(t->mind[i]);
        t->mind[i] = NULL;
    }
}
