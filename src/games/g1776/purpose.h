/* purpose.h - what the machine player of 1776 is after: purpose.c finds it in the scenario's data,
 * plan.c gives each stack something to do, greedy.c weighs actions by it. */
#ifndef G1776_PURPOSE_H
#define G1776_PURPOSE_H

#include "g1776.h"

/* What is wanted of a hex. */
typedef enum {
    G1776_W_HOLD,  /* SP there, without enemies or inside the fort */
    G1776_W_GUARD, /* the same at a COM marker of one's own, as long as it may be destroyed */
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
    bool vital;     /* the game is lost with it at once */
    bool needed;    /* with others of a victory line, each of them */
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
/* afloat.c, CSG-5: BR, Clinton and Leslie, who must still go home to New York */
int g1776_still_to_go_home(const g1776_state *);
bool g1776_is_chief(const g1776_state *, int leader);
bool g1776_chiefs_must_leave(const g1776_state *, int seat);
int g1776_to_beat(const g1776_state *, int seat,
                  int hex); /* SP that it takes; 0: nobody is there */
bool g1776_enough_against(const g1776_state *, int seat, int hex, int sp);

/* What a stack is to do. */
typedef struct {
    uint16_t from;
    bool hand;        /* the group on the move */
    bool leaves;      /* the area of play */
    bool hunt;        /* a force in the field */
    uint8_t sp;       /* so many go */
    int16_t urgency;  /* what it is worth, the distance considered */
    uint16_t vessel;  /* hexside of a bateau, aboard a fleet: goes by it; MK_NOWHERE: on foot */
    uint16_t landing; /* then where they are put ashore */
    uint16_t way;     /* where to */
    uint16_t to;      /* MK_NOWHERE: out of the area of play */
    mk_set64 types;   /* these first */
} g1776_task;

/* ---- lift.c: who could be carried by water, and where to ---- */
enum { G1776_MAX_LANDINGS = 192, G1776_MAX_LIFTS = 24 };
typedef struct {
    uint16_t hex;
    uint8_t cost; /* MP of a march that would take as long */
} g1776_landing;
typedef struct {
    uint16_t from;    /* a hex, the bateau in hand, aboard a fleet */
    uint16_t vessel;  /* as of a task */
    int16_t room;     /* SP */
    int16_t together; /* SP, with other vessels there */
    uint8_t left;     /* hexsides of a bateau */
    int16_t count;
    g1776_landing landing[G1776_MAX_LANDINGS];
} g1776_transport;
typedef struct {
    int count;
    g1776_transport lift[G1776_MAX_LIFTS];
} g1776_transports;
void g1776_find_lifts(const g1776_state *, int seat, g1776_transports *);
/* How far the task still is for a bateau there with so many hexsides left: the less the better. */
int g1776_row_left(const g1776_state *, int seat, int side, int left, const g1776_task *);
/* Steps of a fleet to the town of a landing; 0: it is there. */
int g1776_sea_left(const g1776_state *, int landing, int place);
int g1776_nearest_haven(const g1776_state *, int seat, int place); /* a port of one's own */
void g1776_forget_seaways(void);                                   /* when the data is read anew */

/* ---- Weights: what the chapters of the machine player share ---- */
enum { G1776_NEVER = -1000, G1776_UNWISE = -50, G1776_IDLE = -5 };
/* SP of the types that a garrison is counted by stay. */
bool g1776_strips(const g1776_state *, int seat, int hex, int type, int count);
int g1776_weigh_launch(const g1776_state *, int seat, int side);
int g1776_weigh_boat(const g1776_state *, const mk_frame *, mk_action);
int g1776_weigh_sail(const g1776_state *, int seat, int fleet);
int g1776_weigh_fleet(const g1776_state *, const mk_frame *, mk_action);
int g1776_weigh_engage(const g1776_state *, int seat, int place);
int g1776_weigh_intercept(const g1776_state *, const mk_frame *, int fleet);

/* The best task on foot of the stack at a hex; NULL: it stays. Of the group on the move:
 * g1776_hand_task.
 */
const g1776_task *g1776_task_at(const g1776_state *, int seat, int hex);
/* One that goes by this vessel, from there (MK_NOWHERE: from anywhere). */
const g1776_task *g1776_task_by(const g1776_state *, int seat, int hex, int vessel);
int g1776_left_to_go(const g1776_task *, int hex); /* MP */
const g1776_task *g1776_hand_task(const g1776_state *, int seat);
int g1776_kept_at(const g1776_state *, int seat, int hex); /* SP that stay there */

#endif
