/* plan.h - a position as a general sees it: forces, odds, roads, supply, and what all of it is
 * worth to his side. Only greedy.c asks. */
#ifndef P77_PLAN_H
#define P77_PLAN_H

#include "p77.h"

/* Posts of the Americans, in per cent of their army. The ford and the fort stand before the city,
 * can be attacked from the south only across a river, and cut off the British who walk around them
 * into the city; the gate is the town through which it is fed. */
typedef struct {
    int32_t city, gate, fort, ford;
} p77_posts;

/* How a side plays; `p77_habit_names` says what each is. The Americans have posts, the British
 * watch ports. */
typedef struct {
    int32_t advance, field, danger, sure, militia, assault, obstacle, settled, mass, stand, watch;
    int32_t post, stray;
    p77_posts open, shut; /* while they hold the ford; when the British do */
} p77_habits;
extern p77_habits p77_habit[P77_SIDES];
extern const mk_habit p77_habit_names[];

/* Blocks that stand together. Strength and hits are in hundredths. */
typedef struct {
    int16_t blocks;
    int16_t leaders;
    int16_t sp;
    int16_t hits;    /* to be expected of one round of their fire */
    int16_t militia; /* strength that it adds behind walls, where it does not flee */
} p77_force;

/* A position as one side knows it. Moves are tried on a copy of it. */
typedef struct {
    p77_side side;
    int turns_left;           /* with this one */
    int late;                 /* turns after the middle of the game; less than 0: before it */
    int philadelphia;         /* American player turns in a row that it was held and supplied */
    int commander;            /* where the block is whose loss loses the game; -1: not ours */
    mk_set64 idle;            /* leaders of the side who may still move in it */
    mk_set64 gone;            /* blocks that are believed to have moved */
    mk_set64 ports;           /* British ones */
    mk_set64 held[P77_SIDES]; /* locations with blocks of a side */
    p77_force force[P77_SIDES][P77_MAX_SPACES];
    int16_t crossing[P77_MAX_SPACES]; /* blocks that attack there across a river */
    int16_t led[P77_MAX_SPACES];      /* units that the side's leaders there can take along */
    p77_force assault[2];             /* British who can attack one place: by land, and across a
                                       * river */
    int8_t detour[P77_MAX_SPACES][2]; /* that such an attack there is worth to them */
    int16_t road[P77_MAX_SPACES];     /* for the British to Philadelphia, obstacles counted; to the
                                       * Americans, only where British stand */
} p77_survey;

/* What an attack will bring. Losses in hundredths of SP. */
typedef struct {
    int win; /* per cent, for the attacker */
    int attacker_loss, defender_loss;
} p77_odds;

void p77_survey_make(const p77_state *, p77_side, p77_survey *);
/* British ports after blocks of the side came to a location, if nobody was there to stop them. */
mk_set64 p77_ports_after(const p77_survey *, mk_set64 ports, int at);
/* Blocks of the side go from one location to the next, or are believed to; `by` is the location
 * between the two, where no enemy stands, or `from`. */
void p77_survey_move(const p77_state *, p77_survey *, mk_set64 units, int from, int by, int to);
/* What the position is worth to the side of the survey; 100 is one strength point. */
int p77_standing(const p77_survey *);
/* Only a victory can still help this side, and now. */
bool p77_now_or_never(p77_side, int turns_left, int philadelphia);
/* How likely the commander is to be lost where he stands, in thousandths of certainty. */
int p77_commander_exposed(const p77_survey *, mk_set64 enemies);

/* Of blocks that are known to the viewer, who makes of militia what he thinks right. */
p77_force p77_force_of(const p77_state *, p77_side viewer, mk_set64 units);
/* `crossing`: blocks of the attack that come across a river. */
p77_odds p77_forecast(const p77_force *attack, const p77_force *defend, int crossing, int at);
/* How likely the first is to outlast the second, in per cent. */
int p77_chance(int lasts, int other_lasts);
/* The blocks that a leader would take from where he stands, if some are gone; he is among them. */
mk_set64 p77_group_for(const p77_state *, int leader, mk_set64 gone);
bool p77_crosses_river(int from, int to);

#endif
