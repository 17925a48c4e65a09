/* playout.c - playing on from where the tree ends. */
#include "search.h"

#include <math.h>
#include <string.h>

/* No game of ours is a tenth as long: a playout that is does not hang the search. */
enum { TOO_LONG = 20000 };

static bool plays_by_rules(const mk_level *level, const mk_game *game) {
    return level->by_rules && game->nonplayer_phase;
}

bool search_by_lead(const mk_level *level, const mk_game *game) {
    return level->by_lead && game->clear_lead && plays_by_rules(level, game);
}

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

/* How far ahead of the next best a seat is. Whose place is not that of his margin, for he lacks
 * what else is needed or a rival does, is clearly behind or ahead. */
static int lead_of(const mk_game *game, const mk_outcome *end, int seat) {
    int best = INT32_MIN;
    for (int s = 0; s < game->seat_count; s++)
        if (s != seat && end->margin[s] > best) best = end->margin[s];
    int lead = end->margin[seat] - best;
    if (end->rank[seat] == 1) return lead < 0 ? game->clear_lead : lead;
    return lead > 0 ? -game->clear_lead : lead;
}

/* Who is far behind has few games that he wins to choose his move by, and who is barely ahead may
 * be overtaken: so the lead counts. A clear one is worth four games of five, none half a game. */
static void value_of_lead(const mk_game *game, const void *state, double value[MK_MAX_SEATS]) {
    mk_outcome end = {0};
    game->outcome(state, &end);
    for (int s = 0; s < game->seat_count; s++)
        value[s] = 1 / (1 + exp(-1.5 * lead_of(game, &end, s) / game->clear_lead));
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
    bool by_rules = plays_by_rules(level, game);
    bool to_the_end = !level->turns || by_rules;
    if (by_rules) base->nonplayers = (uint8_t)((1 << game->seat_count) - 1);
    for (int i = 0; i < TOO_LONG && mk_seat(game, state) != MK_OVER; i++) {
        if (!to_the_end && base->turn >= last) break;
        mk_action a = search_light_choice(d, state);
        if (!a.verb) break;
        mk_apply(game, state, a, NULL);
    }
    if (mk_seat(game, state) == MK_OVER && !base->fault) {
        (search_by_lead(level, game) ? value_of_lead : search_value_of_end)(game, state, value);
        return;
    }
    for (int s = 0; s < game->seat_count; s++) value[s] = game->score(state, s) / 10000.0;
}
