/* playout.c - playing on from where the tree ends. */
#include "search.h"

#include <string.h>

/* No game of ours is a tenth as long: a playout that is does not hang the search. */
enum { TOO_LONG = 20000 };

mk_action search_light_choice(search_desk *d, const void *state) {
    if (!mk_list(d->game, state, &d->legal)) return (mk_action){0};
    if (d->legal.count == 1) return d->legal.list[0];
    int seat = mk_seat(d->game, state);
    return d->legal.list[mk_greedy_among(d->game, state, seat, &d->legal, d->worths, &d->rng)];
}

/* Who comes first has won; who shares the first place has his share of it. */
void search_value_of_end(const mk_game *game, const void *state, double value[MK_MAX_SEATS]) {
    mk_outcome outcome = {0};
    int first = 0;
    game->outcome(state, &outcome);
    for (int s = 0; s < game->seat_count; s++) first += outcome.rank[s] == 1;
    for (int s = 0; s < game->seat_count; s++) value[s] = outcome.rank[s] == 1 ? 1.0 / first : 0;
}

/* Where a turn is a card, and many of them make a year, so many cards are one turn to look ahead.
 */
static int last_turn(const mk_level *level, const mk_game *game, int from) {
    enum { CARDS = 8 };
    bool cards = game->turn_unit && strcmp(game->turn_unit, "cards") == 0;
    return from + level->turns * (cards ? CARDS : 1);
}

void search_playout(const mk_level *level, search_desk *d, void *state, int from_turn,
                    double value[MK_MAX_SEATS]) {
    const mk_game *game = d->game;
    mk_base *base = state;
    int last = last_turn(level, game, from_turn);
    bool by_rules = level->by_rules && game->nonplayer_phase;
    bool to_the_end = !level->turns || by_rules;
    if (by_rules) base->nonplayers = (uint8_t)((1 << game->seat_count) - 1);
    for (int i = 0; i < TOO_LONG && mk_seat(game, state) != MK_OVER; i++) {
        if (!to_the_end && base->turn >= last) break;
        mk_action a = search_light_choice(d, state);
        if (!a.verb) break;
        mk_apply(game, state, a, NULL);
    }
    if (mk_seat(game, state) == MK_OVER && !base->fault) {
        search_value_of_end(game, state, value);
        return;
    }
    for (int s = 0; s < game->seat_count; s++) value[s] = game->score(state, s) / 10000.0;
}
