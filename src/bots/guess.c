/* guess.c - moves of another side whose pieces cannot be told apart.
 *
 * Who marches is hidden, and every deal has others in each stack: a move made of their names would
 * hardly be possible twice, and the tree would never learn what the enemy can do. So a guess is
 * made of what is seen of a move (mk_game.looks): from where to where. In each deal it is played by
 * those who stand there, as the light policy would choose among them, and goes on by the light
 * policy behind the last thing that was guessed. A guess of nothing is the light policy alone. */
#include "search.h"

#include <string.h>

#include "core/fnv.h"

bool search_must_guess(const search_desk *d, const void *state) {
    int seat = mk_seat(d->game, state);
    return seat != d->seat && d->guessed >> seat & 1;
}

/* The best action that looks so, by the worths at the desk; -1: none does. */
static int best_that_looks(const search_desk *d, const void *state, uint64_t so) {
    int best = -1;
    for (int i = 0; i < d->legal.count; i++)
        if (d->game->looks(state, d->legal.list[i]) == so &&
            (best < 0 || d->worths[i] > d->worths[best]))
            best = i;
    return best;
}

bool search_guess_fits(const search_desk *d, const void *state, const search_move *guess) {
    for (int i = 0; guess->count && i < d->legal.count; i++)
        if (d->game->looks(state, d->legal.list[i]) == guess->before[0]) return true;
    return !guess->count;
}

/* What cannot be seen, as who is taken along, the light policy does on the way. What is not
 * possible in this deal is left out. */
void search_play_guess(search_desk *d, void *state, const search_move *guess, search_move *done) {
    int seat = mk_seat(d->game, state), next = 0;
    bool more = true;
    done->count = 0;
    while (more && mk_list(d->game, state, &d->legal)) {
        int light = mk_greedy_among(d->game, state, seat, &d->legal, d->worths, &d->rng);
        int chosen = -1;
        while (chosen < 0 && next < guess->count && d->game->looks(state, d->legal.list[light]))
            chosen = best_that_looks(d, state, guess->before[next++]);
        more = search_add(d, state, seat, d->legal.list[chosen < 0 ? light : chosen], done);
    }
}

/* What is seen of the first actions of a move. False: the last of them is not seen. */
static bool look_at(const search_desk *d, void *state, const search_move *m, int actions,
                    search_move *guess) {
    uint64_t looks = 0;
    guess->count = 0;
    for (int i = 0; i < actions; i++) {
        looks = d->game->looks(state, m->action[i]);
        if (looks) {
            guess->action[guess->count] = m->action[i];
            guess->before[guess->count++] = looks;
        }
        mk_apply(d->game, state, m->action[i], NULL);
    }
    size_t size = (size_t)guess->count * sizeof *guess->before;
    guess->leads_to = mk_fnv(MK_FNV_START, guess->before, size);
    return looks != 0;
}

bool search_other_guess(search_desk *d, void *state, const search_move *like, search_move *guess) {
    search_move done, other;
    _Alignas(max_align_t) unsigned char begin[MK_MAX_STATE];
    memcpy(begin, state, d->game->state_size);
    search_play_guess(d, state, like, &done);
    memcpy(state, begin, d->game->state_size);
    int changed = search_other_move(d, state, &done, &other);
    return changed && look_at(d, begin, &other, changed, guess);
}
