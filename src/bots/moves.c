/* moves.c - a move is what a seat does until dice fall, something is revealed, or another decides.
 *
 * Many small actions make one move: who is taken along, where they march, who follows. The light
 * policy makes the first move. Others differ from a move that was tried before in one action, and
 * go on from there by the light policy: so they are sensible as a whole. */
#include "search.h"

#include <string.h>

#include "core/battle.h"
#include "core/fnv.h"

uint64_t search_asks(const search_desk *d, const void *state) {
    const mk_frame *top = mk_top_const(state);
    uint64_t hash = mk_fnv(MK_FNV_START, top, sizeof *top);
    return mk_fnv(hash, d->legal.list, (size_t)d->legal.count * sizeof *d->legal.list);
}

/* Two states that differ in the dice to come are the same. */
static uint64_t place_hash(const mk_game *game, const void *state) {
    const unsigned char *bytes = state;
    uint64_t hash = MK_FNV_START;
    for (size_t i = sizeof(mk_rng); i + 8 <= game->state_size; i += 8) {
        uint64_t word;
        memcpy(&word, bytes + i, 8);
        hash = (hash ^ word) * 0x100000001b3u;
        hash ^= hash >> 29;
    }
    return hash;
}

bool search_is_choice(search_desk *d, const void *state) {
    if (mk_seat(d->game, state) == MK_OVER ||
        mk_is_among(d->game->details, mk_top_const(state)->phase))
        return false;
    return mk_list(d->game, state, &d->legal) && d->legal.count > 1;
}

void search_skip(search_desk *d, void *state) {
    while (mk_seat(d->game, state) != MK_OVER && !search_is_choice(d, state)) {
        mk_action a = search_light_choice(d, state);
        if (!a.verb) return;
        mk_apply(d->game, state, a, NULL);
    }
}

/* Does one action and notes it. False: the move ends with it. */
static bool add(search_desk *d, void *state, int seat, mk_action a, search_move *m) {
    m->before[m->count] = search_asks(d, state);
    m->action[m->count++] = a;
    mk_log_clear(&d->log);
    mk_apply(d->game, state, a, &d->log);
    return !d->log.flags && m->count < SEARCH_MOVE && mk_seat(d->game, state) == seat;
}

/* Advice of the game's rules for a whole turn, under new chance, so that it is not always the same.
 */
typedef struct {
    int count, next;
    mk_action action[SEARCH_MOVE];
} advice;

static void ask_advice(search_desk *d, void *state, advice *out) {
    out->count = out->next = 0;
    if (!d->game->advise) return;
    mk_rng_seed(&((mk_base *)state)->rng, mk_below(&d->rng, UINT32_MAX));
    out->count = d->game->advise(state, out->action, SEARCH_MOVE);
}

/* What the light policy does: it follows advice as long as there is some. */
static mk_action next_action(search_desk *d, const void *state, int seat, advice *from) {
    if (d->legal.count == 1) return d->legal.list[0];
    if (from->next < from->count && mk_legal(d->game, state, from->action[from->next]))
        return from->action[from->next++];
    return d->legal.list[mk_greedy_among(d->game, state, seat, &d->legal, d->worths, &d->rng)];
}

/* Goes on by the light policy up to the end of the move. */
static void finish(search_desk *d, void *state, int seat, search_move *m) {
    advice from;
    bool more = true;
    ask_advice(d, state, &from);
    while (more && mk_list(d->game, state, &d->legal))
        more = add(d, state, seat, next_action(d, state, seat, &from), m);
    m->leads_to = place_hash(d->game, state);
}

void search_first_move(search_desk *d, void *state, search_move *m) {
    m->count = 0;
    finish(d, state, mk_seat(d->game, state), m);
}

/* Which action of a move is another one: first one of its verbs, then one of the actions with that
 * verb, so that the many who are taken along do not outweigh where they go. */
static int any_step(search_desk *d, const search_move *m) {
    uint16_t verbs[SEARCH_MOVE];
    int count = 0, step = 0;
    for (int i = 0; i < m->count; i++) {
        int k = 0;
        while (k < count && verbs[k] != m->action[i].verb) k++;
        if (k == count) verbs[count++] = m->action[i].verb;
    }
    uint16_t verb = verbs[mk_below(&d->rng, (uint32_t)count)];
    for (int i = 0, seen = 0; i < m->count; i++)
        if (m->action[i].verb == verb && mk_below(&d->rng, (uint32_t)++seen) == 0) step = i;
    return step;
}

static bool same(mk_action a, mk_action b) {
    return a.verb == b.verb && a.a == b.a && a.b == b.b && a.c == b.c;
}

/* Another action than this, the better ones more often: each next one of the ranking two thirds as
 * often as the one before it. -1: there is none. */
static int other_choice(search_desk *d, const void *state, int seat, mk_action than) {
    mk_greedy_among(d->game, state, seat, &d->legal, d->worths, &d->rng);
    int chosen = -1;
    for (int i = 0; i < d->legal.count; i++)
        if (same(d->legal.list[i], than)) d->worths[i] = INT32_MIN;
    for (int rank = 1; rank < d->legal.count; rank++) {
        chosen = 0;
        for (int i = 1; i < d->legal.count; i++)
            if (d->worths[i] > d->worths[chosen]) chosen = i;
        if (d->worths[chosen] == INT32_MIN) return -1;
        if (mk_below(&d->rng, 3) == 0) return chosen;
        d->worths[chosen] = INT32_MIN;
    }
    return -1;
}

bool search_other_move(search_desk *d, void *state, const search_move *like, search_move *m) {
    int seat = mk_seat(d->game, state), step = any_step(d, like);
    m->count = 0;
    for (int i = 0; i < step; i++) {
        if (!mk_list(d->game, state, &d->legal) || !mk_legal(d->game, state, like->action[i]))
            return false;
        if (!add(d, state, seat, like->action[i], m)) return false;
    }
    if (!search_is_choice(d, state)) return false;
    int other = other_choice(d, state, seat, like->action[step]);
    if (other < 0) return false;
    if (add(d, state, seat, d->legal.list[other], m))
        finish(d, state, seat, m);
    else
        m->leads_to = place_hash(d->game, state);
    return true;
}

void search_play_move(search_desk *d, void *state, const search_move *m) {
    int seat = mk_seat(d->game, state);
    for (int i = 0; i < m->count; i++) {
        if (mk_seat(d->game, state) != seat || !mk_legal(d->game, state, m->action[i])) return;
        mk_apply(d->game, state, m->action[i], NULL);
    }
}
