/* estimate.h - what the machine expects of armies and battles (estimate.c, greedy.c). */
#ifndef C77_ESTIMATE_H
#define C77_ESTIMATE_H

#include "c77.h"

/* The best army that a leader could gather where he is, of SP that have not marched, if so many SP
 * stay there. */
c77_force c77_best_force(const c77_state *, int leader, int stays);
/* Dice of a force in a battle, by itself. */
int c77_guess_dice(const c77_state *, const c77_force *, bool attacks);
/* Percent for the attacker to win with so many dice. */
int c77_chance(int attack, int defense);
void c77_join(c77_force *, const c77_force *other);

#endif
