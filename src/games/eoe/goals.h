/* goals.h - what the machine goes for, and what it thinks of forces that meet. */
#ifndef EOE_GOALS_H
#define EOE_GOALS_H

#include "eoe.h"

/* The way of a force: where it should go and what that is worth. */
typedef struct {
    int hex;     /* MK_NOWHERE: it should stay */
    int goal;    /* number of the goal; EOE_NONE: an enemy to be beaten */
    int value;   /* more than 0 where there is a hex */
    bool hungry; /* it would starve where it is */
} eoe_plan;

int eoe_goal_worth(const eoe_state *, int seat, int hex); /* of holding it; 0: none */
int eoe_way_to(int goal, int hex);                        /* MP, roughly, for the goal's number */
int eoe_way_of(const eoe_plan *, int hex);                /* what is left of it */
eoe_plan eoe_plan_of(const eoe_state *, const eoe_force *, int strength);
/* Of those of a side who stand there, or who have one of these flags; while actions are weighed. */
eoe_plan eoe_plan_at(const eoe_state *, int seat, int space, int flags);

int eoe_power_of(const eoe_state *, int piece, bool attacks);
int eoe_power_at(const eoe_state *, int seat, int space, int flags, bool attacks);
int eoe_power_near(const eoe_state *, int seat, int hex, int hexes); /* in and round it */
bool eoe_goes_home(const eoe_state *, int piece);                    /* in this turn or the next */
/* Odds in quarters that an attack on the enemies of a hex promises: 8 is two to one. */
int eoe_prospect(const eoe_state *, int seat, int strength, int hex, bool inside);
/* Militia that could still come out there against a seat (12.2). */
int eoe_militia_power(const eoe_state *, int seat, int hex);
/* 15.2, 15.8: British regulars of the Revolution never come back, and their dead lose the war. */
bool eoe_is_precious(const eoe_state *, int piece);
bool eoe_has_precious(const eoe_state *, const eoe_force *);
/* What a force needs for its plan: more may go elsewhere. */
int eoe_force_needed(const eoe_state *, int seat, int from, const eoe_plan *);
/* The British of the Revolution win by lasting: with ports enough to break the economy, or dead
 * enough to fear for Lord North, they hold what they have (15.7, 15.8). */
bool eoe_sits_tight(const eoe_state *, int seat);
/* Their regulars never come back, so they stay where the winter feeds them (6.1), all year. */
bool eoe_fears_winter(const eoe_state *, int seat);
bool eoe_lives_at(const eoe_state *, int seat, int hex);
/* 14.4: who would starve where he is goes by sea to a port that feeds him, while he can. */
bool eoe_is_trapped(const eoe_state *, int piece);
bool eoe_is_haven(const eoe_state *, int seat, int hex);
bool eoe_leaves_supply(const eoe_state *, int seat, int from, int to);
/* Units that should stay where a force leaves. */
int eoe_garrison(const eoe_state *, int seat, int space);

#endif
