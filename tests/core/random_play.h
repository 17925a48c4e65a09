/* random_play.h - random games for tests of any game: set-ups, actions, states on the way. */
#ifndef RANDOM_PLAY_H
#define RANDOM_PLAY_H

#include "musket.h"

/* Game number `n` of a series: each has another scenario, other options, another seed. */
void random_setup(const mk_game *, int n, mk_setup *);
/* Any legal action, each as likely as the others. */
mk_action random_action(const mk_game *, const void *state, mk_rng *);
/* First a verb, then an action with it: long lists of one verb do not drown the others, so that
 * play gets to all parts of a game. */
mk_action random_verb_action(const mk_game *, const void *state, mk_rng *);
/* Leads `state` to a decision of a random game, fewer than `most` actions behind its set-up. Both
 * ways of choosing take turns. */
void random_state(const mk_game *, void *state, mk_rng *, int most);
/* The same from this set-up, with dice of its own. */
void random_state_of(const mk_game *, mk_setup, void *state, mk_rng *, int most);

#endif
