/* bots.h - the bots that play any game. */
#ifndef MK_BOTS_H
#define MK_BOTS_H

#include "musket.h"

mk_action mk_random_choose(const mk_game *, const void *state, int seat, mk_rng *);
mk_action mk_greedy_choose(const mk_game *, const void *state, int seat, mk_rng *);

#endif
