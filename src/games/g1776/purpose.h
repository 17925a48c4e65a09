/* purpose.h - what the machine player of 1776 is after: purpose.c finds it in the scenario's data,
 * plan.c gives each stack something to do, greedy.c weighs actions by it. */
#ifndef G1776_PURPOSE_H
#define G1776_PURPOSE_H

#include "g1776.h"

/* What is wanted of a hex. */
typedef enum {
    G1776_W_HOLD,  /* SP there, without enemies or inside the fort */
    G1776_W_RAZE,  /* SP of `types` at the start of a turn, until its COM marker is destroyed */
    G1776_W_FORT,  /* a fort of one's own, once */
    G1776_W_WRECK, /* its fort taken and dismantled, once */
} g1776_want_kind;

typedef struct {
    uint16_t hex;
    uint16_t way;   /* number of the table of distances to it */
    uint8_t what;   /* g1776_want_kind */
    uint8_t n;      /* SP that it takes without enemies */
    uint8_t value;  /* 1 to 20 */
    uint8_t number; /* of the score row or COM marker by which it is over; G1776_NONE: never */
    mk_set64 types; /* 0: any SP */
} g1776_want;

enum { G1776_MAX_WANTS = 48, G1776_FAR = 255 };
enum { G1776_IN_REACH = 9, G1776_PRECIOUS = 10 }; /* MP of a march; value from which it is dear */

/* Who must leave the area of play, up to which turn (8, 9). */
typedef struct {
    mk_set128 leaders;
    uint8_t br, turn;
    uint16_t way;
    g1776_hexes hexes; /* from where one leaves */
} g1776_departure;

typedef struct {
    int count;
    g1776_want want[G1776_MAX_WANTS];
    g1776_departure leaves; /* no leaders: nobody need leave */
} g1776_purpose;

void g1776_find_purposes(void); /* when the data is read */
const g1776_purpose *g1776_purpose_of(const g1776_state *, int seat);
/* MP by land and ferry from a hex, in the scenario's area of play; G1776_FAR: there is no way. */
int g1776_way_from(int way, int hex);
int g1776_hunt_from(int prey, int hex); /* about as many MP to a hex nearby */
/* Is it still wanted? */
bool g1776_wanted(const g1776_state *, const g1776_want *);
bool g1776_is_wanted(const g1776_state *, int seat, int hex, g1776_want_kind);
/* SP that it takes there, enemies included, and how many of them are there. */
int g1776_needed_at(const g1776_state *, int seat, const g1776_want *);
int g1776_present_at(const g1776_state *, int seat, const g1776_want *);
int g1776_to_beat(const g1776_state *, int seat,
                  int hex); /* SP that it takes; 0: nobody is there */
bool g1776_enough_against(const g1776_state *, int seat, int hex, int sp);

/* What a stack is to do. */
typedef struct {
    uint16_t from;
    bool hand;       /* the group on the move */
    bool leaves;     /* the area of play */
    bool hunt;       /* a force in the field */
    uint8_t sp;      /* so many go */
    int16_t urgency; /* what it is worth, the distance considered */
    uint16_t way;    /* where to */
    uint16_t to;     /* MK_NOWHERE: out of the area of play */
    mk_set64 types;  /* these first */
} g1776_task;

/* The best task of the stack at a hex; NULL: it stays. Of the group on the move: g1776_hand_task.
 */
const g1776_task *g1776_task_at(const g1776_state *, int seat, int hex);
int g1776_left_to_go(const g1776_task *, int hex); /* MP */
const g1776_task *g1776_hand_task(const g1776_state *, int seat);
int g1776_kept_at(const g1776_state *, int seat, int hex); /* SP that stay there */

#endif
