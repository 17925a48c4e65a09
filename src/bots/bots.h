/* bots.h - the bots that play any game. */
#ifndef MK_BOTS_H
#define MK_BOTS_H

#include "musket.h"

mk_action mk_random_choose(const mk_game *, const void *state, int seat, mk_rng *);
mk_action mk_greedy_choose(const mk_game *, const void *state, int seat, mk_rng *);
/* The best of these; `worths` has room for as many, and is filled. */
int mk_greedy_among(const mk_game *, const void *state, int seat, const mk_actions *, int *worths,
                    mk_rng *);

/* How deep a level of the search thinks, in search.c. `state` is what the seat knows. */
typedef struct mk_level mk_level;
extern const mk_level mk_level_standard, mk_level_hard;
mk_action mk_search_choose(const mk_level *, const mk_game *, const void *state, int seat, mk_rng *,
                           mk_mind *);

#endif
