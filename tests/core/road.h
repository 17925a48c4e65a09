/* road.h - a tiny game whose procedures and decisions interrupt each other: the one flow.
 *
 * Two armies march on one road of nine spaces, Blue from the left, Red from the right. Each turn
 * Blue moves, then Red. An army moves one space at a time, up to three. Where it meets the other
 * there is a battle, which interrupts the move: the defender stands or withdraws one space; if he
 * stands, a die decides. The winner's enemy falls back. An army that lost a battle moves no
 * further; one that won goes on with what it has left. Who is driven off the road has lost.
 *
 *     frames, bottom first                                          who
 *     turn         procedure: Blue moves, Red moves, the next turn   nobody
 *       move       decision: one space on, or halt                   the mover
 *         battle   procedure: ask the defender, throw, fall back     the mover
 *           stand  decision: stand or withdraw                       the defender
 *
 * With the option `broken` the verb `break` does what no game may do, so that tests see how each
 * limit of the engine is noticed.
 */
#ifndef ROAD_H
#define ROAD_H

#include "musket.h"

enum { ROAD_BLUE, ROAD_RED };
enum { ROAD_SPACES = 9, ROAD_STEPS = 3, ROAD_TURNS = 10, ROAD_CHATTER = 5000 };
enum { ROAD_KIND_SPACE = 1, ROAD_KIND_MISTAKE, ROAD_KIND_MANY };
enum { ROAD_GO = 1, ROAD_HALT, ROAD_STAND, ROAD_WITHDRAW, ROAD_BREAK, ROAD_CROWD };
enum {
    ROAD_PH_TURN = 1,
    ROAD_PH_MOVE,
    ROAD_PH_BATTLE,
    ROAD_PH_STAND,
    ROAD_PH_NEST,
    ROAD_PH_LOOP,
    ROAD_PH_CROWD,
    ROAD_PH_STUCK
};
enum { ROAD_MOVED = 1, ROAD_FOUGHT, ROAD_LIMIT, ROAD_SAID };

/* What a battle hands to the move that it interrupted. */
enum { ROAD_NO_BATTLE, ROAD_WON, ROAD_LOST };

/* What `break` does. */
typedef enum {
    ROAD_NESTS,    /* frames without end */
    ROAD_LOOPS,    /* a procedure without end */
    ROAD_CROWDS,   /* a decision with too many actions */
    ROAD_STICKS,   /* a decision without any */
    ROAD_POPS,     /* more frames than there are */
    ROAD_CHATTERS, /* ROAD_CHATTER events in one action: nothing wrong with that */
    ROAD_MISTAKES
} road_mistake;

typedef struct {
    mk_base base;
    int8_t at[2];   /* spaces 0..8; -1, 9: driven off the road */
    uint8_t moving; /* the army whose move it is */
    uint8_t steps;  /* spaces it may still move */
} road_state;

extern const mk_game road_game;

#endif
