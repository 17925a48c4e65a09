/* plan.h - a position as a general sees it: forces, odds, roads, supply, and what all of it is
 * worth to his side. Only greedy.c asks. */
#ifndef P77_PLAN_H
#define P77_PLAN_H

#include "p77.h"

/* Blocks that stand together. Strength and hits are in hundredths. */
typedef struct {
    int16_t blocks;
    int16_t leaders;
    int16_t sp;
    int16_t hits; /* to be expected of one round of their fire */
} p77_force;

/* A leader who may still move, and the blocks he would take. */
typedef struct {
    int leader, at;
    p77_set group;
    p77_force force;
} p77_column;

enum { P77_MAX_COLUMNS = 8 };

/* A position as one side knows it. Moves are tried on a copy of it. */
typedef struct {
    p77_side side;
    int turns_left;          /* with this one */
    int philadelphia;        /* American player turns in a row that it was held and supplied */
    int commander;           /* where the block is whose loss loses the game; -1: not ours */
    int action_points;       /* what the side can still spend in this player turn */
    p77_set ports;           /* British ones */
    p77_set held[P77_SIDES]; /* locations with blocks of a side */
    p77_force force[P77_SIDES][P77_MAX_SPACES];
    int8_t crossing[P77_MAX_SPACES]; /* blocks that attack there across a river */
    int8_t led[P77_MAX_SPACES];      /* units that the side's leaders there can take along */
    int column_count;
    p77_column column[P77_MAX_COLUMNS];
    int16_t road[P77_MAX_SPACES];  /* roads to Philadelphia for the British, obstacles counted */
    int16_t plain[P77_MAX_SPACES]; /* the same without obstacles */
} p77_survey;

/* What an attack will bring. Losses in hundredths of SP. */
typedef struct {
    int win; /* per cent, for the attacker */
    int attacker_loss, defender_loss;
} p77_odds;

void p77_survey_make(const p77_state *, p77_side, p77_survey *);
/* Blocks go from one location to the next, or are believed to. */
void p77_survey_move(const p77_state *, p77_survey *, p77_set units, int from, int to);
/* What the position is worth to the side of the survey; 100 is one strength point. */
int p77_standing(const p77_survey *);

p77_force p77_force_of(const p77_state *, p77_set units); /* of blocks that are known */
p77_odds p77_forecast(const p77_force *attack, const p77_force *defend, int crossing, int at);
/* The blocks that a leader would take from where he stands; himself among them. */
p77_set p77_group_for(const p77_state *, int leader);

#endif
