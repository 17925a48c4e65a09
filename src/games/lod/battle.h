/* battle.h - what the two files of a Battle share. Index 0 of a pair is the attacker, 1 the
 * defender. All of it speaks of the Battle in progress. */
#ifndef LOD_BATTLE_H
#define LOD_BATTLE_H

#include "rules.h"

enum { ATTACKER, DEFENDER };

static inline lod_side side_at(const lod_state *s, int who) {
    lod_side attackers = lod_side_of(s->battle.attacker);
    return who == ATTACKER ? attackers : lod_other(attackers);
}

static inline int count(const lod_state *s, lod_piece p) { return s->piece[s->battle.at][p]; }

static inline int least(int a, int b) { return a < b ? a : b; }

static inline bool leader_here(const lod_state *s, lod_faction f) {
    return s->leader_at[f] == s->battle.at;
}

static inline lod_piece hidden_of(lod_side side) {
    return side == LOD_ROYALISTS ? LOD_WAR_PARTY : LOD_MILITIA;
}

/* Do Militia, or War Parties, take part in the attack? */
static inline bool irregulars_attack(const lod_state *s) {
    return s->battle.attacker != LOD_FRENCH || s->battle.ally;
}

/* force.c: who takes part, the Force Levels and the modifiers, as things stand. Called whenever
 * they may have changed, last before the dice. */
void lod_appraise_battle(lod_state *);
void lod_tell_force(const lod_state *, int who, mk_log *);

#endif
