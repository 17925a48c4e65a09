/* table.c - a game in progress: its journal and what it leads to.
 *
 * The journal is the truth; the state, the events and the checks of turns are derived from it
 * and kept because they are asked for often. To take something back, the game is played again
 * from the nearest state that was kept: engines do a million actions a second, so a state every
 * few hundred entries is near enough, and cheap enough for a server with many tables.
 *
 * An undo by consent is an entry like any other. Its state is always kept, so between a kept
 * state and any entry behind it there are only actions, and undos of undos need no thought.
 */
#include "core/table.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    KEEP_EVERY = 256,   /* entries from one kept state to the next */
    MAX_CONSENTS = 500, /* each keeps a state: bounds the memory that a journal can ask for */
};

typedef struct {
    mk_journal_entry done;
    int events_end; /* its events stop here in the store; they begin where those before stop */
    int turn;       /* the turn it began, -1: none */
    uint64_t hash;  /* of the state at the beginning of that turn */
} entry;

typedef struct {
    int count; /* the state after so many entries */
    void *state;
} kept_state;

struct mk_table {
    const mk_game *game;
    mk_setup setup;
    void *state;

    entry *entries;
    int count, room;

    mk_event *events; /* of the set-up, then of each entry in turn */
    int event_count, event_room;
    int setup_events;
    mk_log log; /* of the entry at work */

    kept_state *kept; /* ordered by count; the first is the start and always there */
    int kept_count, kept_room;
    int consents;
};

/* Room for one element more at least. Without memory for a journal there is nothing left to do. */
static void *grow(void *array, int *room, int need, size_t size) {
    if (need <= *room) return array;
    int more = *room ? *room : 16;
    while (more < need) more *= 2;
    array = realloc(array, (size_t)more * size);
    if (!array) abort();
    *room = more;
    return array;
}

static const mk_base *base_of(const void *state) { return state; }

static void keep(mk_table *t) {
    t->kept = grow(t->kept, &t->kept_room, t->kept_count + 1, sizeof *t->kept);
    void *copy = malloc(t->game->state_size);
    if (!copy) abort();
    memcpy(copy, t->state, t->game->state_size);
    t->kept[t->kept_count++] = (kept_state){t->count, copy};
}

static void forget_behind(mk_table *t, int count) {
    while (t->kept_count > 0 && t->kept[t->kept_count - 1].count > count)
        free(t->kept[--t->kept_count].state);
}

static void store_events(mk_table *t) {
    const mk_log *log = &t->log;
    t->events = grow(t->events, &t->event_room, t->event_count + log->count, sizeof *t->events);
    if (log->count > 0)
        memcpy(t->events + t->event_count, log->event, (size_t)log->count * sizeof *t->events);
    t->event_count += log->count;
}

/* Adds the entry that led to the state as it is now, from a state in `turn_before`. */
static void add_entry(mk_table *t, mk_journal_entry done, int turn_before) {
    t->entries = grow(t->entries, &t->room, t->count + 1, sizeof *t->entries);
    entry *e = &t->entries[t->count++];
    *e = (entry){.done = done, .events_end = t->event_count, .turn = -1};
    if (base_of(t->state)->turn > turn_before) {
        e->turn = base_of(t->state)->turn;
        e->hash = mk_hash(t->game, t->state);
    }
    if (done.action.verb == 0 || t->count % KEEP_EVERY == 0) keep(t);
}

mk_table *mk_table_new(const mk_game *game, const mk_setup *setup) {
    mk_table *t = calloc(1, sizeof *t);
    if (!t) abort();
    t->game = game;
    t->setup = *setup;
    t->state = calloc(1, game->state_size);
    if (!t->state) abort();

    mk_log_grow(&t->log);
    mk_start(game, t->state, setup, &t->log);
    store_events(t);
    t->setup_events = t->event_count;
    keep(t);
    return t;
}

static void *copy_of(const void *bytes, size_t size) {
    void *copy = malloc(size ? size : 1);
    if (!copy) abort();
    return size ? memcpy(copy, bytes, size) : copy;
}

mk_table *mk_table_copy(const mk_table *of) {
    mk_table *t = copy_of(of, sizeof *of);
    size_t state_size = of->game->state_size;
    t->state = copy_of(of->state, state_size);
    t->room = of->count;
    t->entries = copy_of(of->entries, (size_t)of->count * sizeof *of->entries);
    t->event_room = of->event_count;
    t->events = copy_of(of->events, (size_t)of->event_count * sizeof *of->events);
    t->kept_room = of->kept_count;
    t->kept = copy_of(of->kept, (size_t)of->kept_count * sizeof *of->kept);
    for (int i = 0; i < of->kept_count; i++)
        t->kept[i].state = copy_of(of->kept[i].state, state_size);
    t->log = (mk_log){0};
    mk_log_grow(&t->log);
    return t;
}

void mk_table_free(mk_table *t) {
    if (!t) return;
    forget_behind(t, -1);
    free(t->kept);
    free(t->entries);
    free(t->events);
    mk_log_free(&t->log);
    free(t->state);
    free(t);
}

void mk_table_restart(mk_table *t, const void *state) {
    memmove(t->state, state, t->game->state_size);
    forget_behind(t, -1);
    t->count = t->consents = 0;
    t->event_count = t->setup_events = 0;
    keep(t);
}

const mk_game *mk_table_game(const mk_table *t) { return t->game; }
const mk_setup *mk_table_setup(const mk_table *t) { return &t->setup; }
const void *mk_table_state(const mk_table *t) { return t->state; }
int mk_table_count(const mk_table *t) { return t->count; }

const mk_journal_entry *mk_table_entry(const mk_table *t, int index) {
    assert(index >= 0 && index < t->count);
    return &t->entries[index].done;
}

/* Where the events of an entry (-1: the set-up) stop in the store. */
static int events_end(const mk_table *t, int index) {
    return index < 0 ? t->setup_events : t->entries[index].events_end;
}

const mk_event *mk_table_events(const mk_table *t, int index, int *count) {
    assert(index >= -1 && index < t->count);
    int begin = index < 0 ? 0 : events_end(t, index - 1);
    *count = events_end(t, index) - begin;
    return *count ? t->events + begin : NULL;
}

bool mk_table_turn(const mk_table *t, int index, int *turn, uint64_t *hash) {
    assert(index >= 0 && index < t->count);
    *turn = t->entries[index].turn;
    *hash = t->entries[index].hash;
    return *turn >= 0;
}

bool mk_table_do(mk_table *t, int seat, mk_action action, mk_error *error) {
    const mk_rng rng_before = base_of(t->state)->rng;
    int turn_before = base_of(t->state)->turn;
    mk_log_clear(&t->log);
    if (!mk_do(t->game, t->state, seat, action, &t->log, error)) return false;

    /* Whatever the events say: where the generator moved, taking back would be a second try. */
    uint8_t flags = t->log.flags;
    if (memcmp(&rng_before, &base_of(t->state)->rng, sizeof rng_before) != 0) flags |= MK_ROLLED;
    store_events(t);
    add_entry(t, (mk_journal_entry){.seat = (int8_t)seat, .flags = flags, .action = action},
              turn_before);
    return true;
}

static bool is_consent(const mk_journal_entry *e) { return e->action.verb == 0; }

int mk_table_may_undo(const mk_table *t, int seat) {
    int n = 0;
    for (int i = t->count - 1; i >= 0; i--, n++) {
        const mk_journal_entry *e = &t->entries[i].done;
        if (is_consent(e) || e->seat != seat || e->flags & (MK_ROLLED | MK_REVEALED)) break;
    }
    return n;
}

bool mk_table_undo(mk_table *t, int seat, mk_error *error) {
    if (t->count == 0) return mk_fail(error, MK_E_VALUE, "there is nothing to take back");
    const mk_journal_entry *last = &t->entries[t->count - 1].done;
    if (is_consent(last)) return mk_fail(error, MK_E_VALUE, "an agreed take-back stands");
    if (last->seat != seat) return mk_fail(error, MK_E_SEAT, "the last action was another side's");
    if (last->flags & MK_ROLLED)
        return mk_fail(error, MK_E_VALUE, "dice were rolled: all must agree to take it back");
    if (last->flags & MK_REVEALED)
        return mk_fail(error, MK_E_VALUE, "something was revealed: all must agree to take it back");

    mk_table_state_at(t, t->count - 1, t->state);
    t->count--;
    t->event_count = events_end(t, t->count - 1);
    forget_behind(t, t->count);
    return true;
}

bool mk_table_undo_to(mk_table *t, int count, mk_error *error) {
    if (count < 0 || count >= t->count)
        return mk_fail(error, MK_E_VALUE, "cannot go back to %d: the journal has %d %s", count,
                       t->count, t->count == 1 ? "entry" : "entries");
    if (t->consents == MAX_CONSENTS)
        return mk_fail(error, MK_E_VALUE, "this game was taken back %d times: that is the limit",
                       MAX_CONSENTS);
    const mk_rng rng = base_of(t->state)->rng;
    int turn_before = base_of(t->state)->turn;
    mk_table_state_at(t, count, t->state);
    ((mk_base *)t->state)->rng = rng;
    t->consents++;
    add_entry(t, (mk_journal_entry){.seat = -1, .undo_to = count}, turn_before);
    return true;
}

void mk_table_state_at(const mk_table *t, int count, void *state) {
    assert(count >= 0 && count <= t->count);
    int k = t->kept_count - 1;
    while (t->kept[k].count > count) k--;
    memcpy(state, t->kept[k].state, t->game->state_size);
    for (int i = t->kept[k].count; i < count; i++)
        mk_apply(t->game, state, t->entries[i].done.action, NULL);
}

void mk_table_step(const mk_table *t, int index, void *state) {
    const mk_journal_entry *e = mk_table_entry(t, index);
    if (is_consent(e))
        mk_table_state_at(t, index + 1, state);
    else
        mk_apply(t->game, state, e->action, NULL);
}

/* Back from the last entry, over an undo to where it led. */
bool *mk_table_standing(const mk_table *t) {
    int count = mk_table_count(t);
    bool *stands = calloc((size_t)count + 1, sizeof *stands);
    if (!stands) abort();
    for (int k = count; k > 0;) {
        const mk_journal_entry *e = mk_table_entry(t, k - 1);
        if (e->action.verb == 0) {
            k = e->undo_to;
        } else {
            stands[k - 1] = true;
            k--;
        }
    }
    return stands;
}
