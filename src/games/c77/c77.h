/* c77.h - Campaigns of 1777: the state of a game, and what its chapters share.
 *
 * SP of a type are alike but for their marks, so the state counts them: how many of each class
 * (data.h) stand at each place. Only leaders, the supply markers and Kosciuszko are pieces.
 *
 * Flow. The frames of the base hold decisions only. What happens between decisions is driven by
 * c77_go_on: it looks at what is pending, most urgent first (leaders who must escape, markers won,
 * captured supply, the battle in progress, then the stage of the turn), takes one step, and stops
 * as soon as a step asked somebody for a decision. An `apply` changes what was decided, drops its
 * own frame if it is done, and goes on. So an interruption of a march is a battle in progress
 * above the frame of the march, and when it is over that frame is on top again.
 */
#ifndef C77_H
#define C77_H

#include "core/rule.h"
#include "data.h"
#include "musket.h"

enum { /* kinds of things in actions, events and properties */
       C77_K_NONE,
       C77_K_LEADER,
       C77_K_SPACE,
       C77_K_PLACE,
       C77_K_WHERE,    /* places, and where leaders off the map are */
       C77_K_STRENGTH, /* classes of SP */
       C77_K_COUNT,
       C77_K_COMPANION, /* a train, Kosciuszko, leaders */
       C77_K_OPERATION,
       C77_K_SIDE,
       C77_K_MARKER,
       C77_K_PIECE,
       C77_K_SOURCE, /* available, then a train and a depot at each place */
       C77_K_EFFECT,
       C77_K_REASON,
       C77_K_TYPE,
       C77_K_EXPERT,
       C77_K_TURN,
       C77_K_BATTLE,
       C77_K_ATTEMPT,
       C77_K_BEARING,
       C77_KINDS
};

/* Where leaders and Kosciuszko are when they are at no place. */
enum { C77_TRACK = C77_MAX_PLACES, C77_REMOVED, C77_WAITING };

/* Who goes along: a train, Kosciuszko, then the leaders. */
enum { C77_COMPANION_TRAIN, C77_COMPANION_KOSCIUSZKO, C77_COMPANION_LEADERS };
enum { C77_DEPOT, C77_TRAIN };
enum { C77_STORM, C77_EMBARK, C77_FORCED_MARCH, C77_RALLY, C77_OPERATIONS };

typedef enum {
    C77_UNDECIDED,
    C77_WON_CONTROL,     /* c77.3.2, c77.20.1, c77.20.2: the British hold what they need */
    C77_WON_TIME,        /* they do not */
    C77_WON_WASHINGTON,  /* c77.21.2 */
    C77_WON_NEW_ENGLAND, /* c77.21.3 */
    C77_REASONS
} c77_reason;

/* c77.21.1 */
typedef enum {
    C77_BATTLE_WINNER,
    C77_STORM_ATTACKER,
    C77_STORM_DEFENDER,
    C77_INTERCEPTOR,
    C77_REINFORCER,
    C77_AVOIDER,
    C77_EXPERTS
} c77_expertise;

typedef enum { /* the stages of a turn (c77.5.0) */
               C77_STAGE_RALLY,
               C77_STAGE_SEA,
               C77_STAGE_SORTIES_BRITISH,
               C77_STAGE_SORTIES_PATRIOT,
               C77_STAGE_INITIATIVE,
               C77_STAGE_RETURNS_BRITISH,
               C77_STAGE_RETURNS_PATRIOT,
               C77_STAGE_ACTIONS,
               C77_STAGE_SUPPLY, /* a supply check: marking, then attrition */
               C77_STAGE_END,
               C77_STAGES
} c77_stage;

enum { /* verbs */
       C77_V_NONE,
       C77_V_FIRST,       /* leader: acts first (c77.5.0 II.b) */
       C77_V_JOIN,        /* leader leader: returns from the track to a primary leader */
       C77_V_TAKE,        /* strength count */
       C77_V_BRING,       /* companion */
       C77_V_LEAVE,       /* strength count */
       C77_V_PART,        /* companion */
       C77_V_GO,          /* space */
       C77_V_ACTIVATE,    /* leader */
       C77_V_ORDER,       /* operation */
       C77_V_INDIAN_RAID, /* from space, target space, strength */
       C77_V_SUPPLY,      /* piece source */
       C77_V_SUPPLY_RAID, /* from space, target space, strength */
       C77_V_DISBAND,     /* place: a train there */
       C77_V_FINISH,
       C77_V_HALT,
       C77_V_INTERRUPT, /* the primary leader acts while a subordinate marches (c77.7.4) */
       C77_V_SITE,      /* space */
       C77_V_SAIL,      /* space */
       C77_V_SORTIE,    /* space */
       C77_V_LEAD,      /* leader: declares an attempt */
       C77_V_READY,
       C77_V_EXTRA, /* one more train into a fort with a magazine (c77.15.2) */
       C77_V_TO,    /* place */
       C77_V_COORDINATE,
       C77_V_PLAN,
       C77_V_FIGHT,
       C77_V_SENIOR,  /* leader */
       C77_V_HOLD,    /* strength count: stays out of the battle (c77.13.2) */
       C77_V_LOSE,    /* strength place */
       C77_V_PUT,     /* piece: where supply was captured */
       C77_V_DECLINE, /* a thing that may be had */
       C77_V_CLAIM,   /* an expert marker */
       C77_V_EXPEND,  /* source */
       C77_V_CHOOSE,  /* leader */
       C77_V_REMOVE,  /* space strength */
       C77_V_RECEIVE, /* type: artillery, or piece by its own verb */
       C77_V_RECEIVE_TRAIN,
       C77_VERBS
};

enum { /* phases; docs/c77.md lists their verbs */
       C77_PH_NONE,
       C77_PH_CHOOSE_FIRST,
       C77_PH_RETURN,
       C77_PH_ACTIVATION,  /* a: leader, b: points left, c: 1 while a subordinate marches */
       C77_PH_MARCH,       /* a: the subordinate leader, or Smith */
       C77_PH_GARRISON,    /* a: Powell marches to his fort (c77.19.1) */
       C77_PH_SUPPLY_SITE, /* a: piece, b: source */
       C77_PH_EMBARK,
       C77_PH_SORTIE,
       C77_PH_INTERCEPT, /* a: where */
       C77_PH_AVOID,     /* a: where */
       C77_PH_REINFORCE, /* a: where */
       C77_PH_MUSTER,    /* a: leader, b: attempt, c: where */
       C77_PH_FORT,      /* a: where; b: 1 in a retreat */
       C77_PH_AVOID_TO,  /* a: leader, b: attempt */
       C77_PH_COORDINATE,
       C77_PH_PLAN,    /* a: where, b: points left */
       C77_PH_SENIOR,  /* a: where */
       C77_PH_HOLD,    /* a: where, b: SP above the limit */
       C77_PH_LOSSES,  /* a: where, b: losses left */
       C77_PH_RETREAT, /* a: from where */
       C77_PH_ESCAPE,  /* a: leader, b: c77_escape */
       C77_PH_CAPTURE, /* a: place, b: 1: only a train */
       C77_PH_EXPERT,  /* a: leader, b: c77_expertise */
       C77_PH_SUPPLY_CHECK,
       C77_PH_ATTRITION,    /* a: place, b: losses left */
       C77_PH_EVENT_LEADER, /* a: c77_effect */
       C77_PH_EVENT_LOSS,   /* a: c77_effect, b: losses left */
       C77_PH_EVENT_GIFT,
       C77_PH_NEW_COURSE, /* a beaten landing chooses another port (c77.17.1) */
       C77_PH_RAID_LOSS,  /* a: where: the Patriot chooses whom an Indian raid hits */
       C77_PHASES
};

enum { /* events */
       C77_E_NONE,
       C77_E_TURN,
       C77_E_RALLY,
       C77_E_INITIATIVE,
       C77_E_AUTOMATIC_INITIATIVE,
       C77_E_FIRST,
       C77_E_RETURNS,
       C77_E_DRAWN,
       C77_E_IDLE,
       C77_E_MARCH,
       C77_E_PICKED_UP,
       C77_E_DROPPED,
       C77_E_ACTIVATED,
       C77_E_FORCED_MARCH,
       C77_E_INDIAN_RAID,
       C77_E_SUPPLY_RAID,
       C77_E_SUPPLY_PLACED,
       C77_E_DISBANDED,
       C77_E_CAPTURED,
       C77_E_EMBARKED,
       C77_E_SAILS,
       C77_E_DESTINATION,
       C77_E_AT_SEA,
       C77_E_WARNING,
       C77_E_LANDS,
       C77_E_BACK_TO_SEA,
       C77_E_DECLARED,
       C77_E_ATTEMPT,
       C77_E_AUTOMATIC,
       C77_E_INTO_FORT,
       C77_E_COORDINATED,
       C77_E_PLANNED,
       C77_E_BATTLE,
       C77_E_DICE,
       C77_E_SP_DICE,
       C77_E_TABLE_DICE,
       C77_E_THROW,
       C77_E_LOSS,
       C77_E_WINNER,
       C77_E_SURRENDER,
       C77_E_RETREAT,
       C77_E_ELIMINATED,
       C77_E_STORMED,
       C77_E_SIEGE,
       C77_E_ESCAPE,
       C77_E_ESCAPED_TO,
       C77_E_LEADER_RETURNS,
       C77_E_LEADER_LOST,
       C77_E_KOSCIUSZKO_GONE,
       C77_E_EXPERT_ROLL,
       C77_E_EXPERT,
       C77_E_SUPPLY_CHECK,
       C77_E_EXPENDED,
       C77_E_UNSUPPLIED,
       C77_E_ATTRITION,
       C77_E_EVENT,
       C77_E_PLACED,
       C77_E_REMOVED,
       C77_E_PHILADELPHIA,
       C77_E_WON,
       C77_EVENTS
};

/* All that stands at a place. */
typedef struct {
    uint8_t sp[C77_CLASSES];
    uint8_t trains[C77_SIDES][2]; /* fresh, marched in this turn */
    uint8_t depots[C77_SIDES];
    uint8_t total[C77_SIDES]; /* SP, the ship among them: sums of sp[] */
} c77_stack;

/* A part of what stands at a place: an army being gathered or on the march. */
typedef struct {
    uint8_t sp[C77_CLASSES];
    c77_leaders leaders; /* with the one who leads */
    uint8_t trains[2];   /* fresh, marched */
    uint8_t kosciuszko;
    uint8_t unused;
} c77_force;

/* A march in progress; leader == C77_NONE: none. */
typedef enum { C77_GOING, C77_STOPPED, C77_BEATEN } c77_pace;
typedef struct {
    c77_force force;
    c77_leaders tried; /* enemies who tried to intercept this army (c77.10.1) */
    uint8_t leader;
    uint8_t steps;  /* spaces marched */
    uint8_t forced; /* spaces won by forced march and not yet used */
    uint8_t pace;   /* c77_pace */
} c77_army;

enum { C77_PRIMARY_ARMY, C77_SECOND_ARMY, C77_ARMIES };

/* The activation in progress; leader == C77_NONE: none. */
enum { C77_MAX_RAIDS = 6 };
typedef struct {
    c77_leaders activated; /* subordinates, in this activation */
    uint8_t leader, points;
    uint8_t bold;        /* by an event: the leader may march again (c77.9.5) */
    uint8_t interrupted; /* the primary leader acted since the subordinate's last step */
    uint8_t raid_count;
    uint8_t raid_from[C77_MAX_RAIDS], raid_type[C77_MAX_RAIDS]; /* SP that made a supply raid */
} c77_activation;

/* A leader with an army who will try something. */
typedef enum { C77_INTERCEPT, C77_AVOID, C77_REINFORCE, C77_ATTEMPT_KINDS } c77_attempt_kind;
typedef struct {
    c77_force force;
    uint8_t what, leader, from; /* c77_attempt_kind; who leads; the place he stands at */
    uint8_t friendly; /* an army of his side stood at the goal when all was declared (c77.10.3) */
    uint8_t bonus;    /* of coordination (c77.7.3.9) */
    uint8_t asked;    /* coordination was decided */
    uint8_t to;       /* of an avoid: the space chosen; C77_NONE: not yet */
    uint8_t done;     /* resolved */
} c77_attempt;
enum { C77_MAX_ATTEMPTS = 20 };

typedef enum {
    C77_NO_BATTLE,
    C77_BY_MARCH,
    C77_BY_LANDING,
    C77_BY_SORTIE,
    C77_BY_STORM,
    C77_BY_ARRIVAL, /* Smith appears among enemies (c77.19.8) */
    C77_BATTLE_KINDS
} c77_battle_kind;

typedef enum { /* what comes next in a battle: the sequence of c77.10.5 and c77.13.1 */
               C77_S_LEADERS_ALONE,
               C77_S_INTERCEPT,
               C77_S_INTERCEPT_ROLLS,
               C77_S_FORT,
               C77_S_AVOID,
               C77_S_REINFORCE,
               C77_S_AUTOMATIC,
               C77_S_REINFORCE_ROLLS,
               C77_S_AVOID_ROLLS,
               C77_S_MEETING,
               C77_S_SENIOR,
               C77_S_PLAN,
               C77_S_HOLD,
               C77_S_DICE,
               C77_S_LOSSES,
               C77_S_RESULT,
               C77_S_RETREAT_FORT,
               C77_S_RETREAT,
               C77_S_END,
} c77_step;

/* An army that entered a space, and what becomes of it; kind == C77_NO_BATTLE: none. */
typedef struct {
    c77_set entered[C77_SIDES]; /* spaces from which armies of a side came to this battle */
    c77_set friends;            /* spaces of the defender when avoids were declared (c77.11.3) */
    c77_force landed;           /* who came from the sea: goes back there (c77.17.1) */
    c77_force intercepted;      /* who came by interception: may not avoid (c77.11.0) */
    c77_attempt attempt[C77_MAX_ATTEMPTS];
    uint8_t held[C77_SIDES][C77_CLASSES]; /* SP kept out of the battle (c77.13.2) */
    uint8_t kind, step;
    uint8_t at;       /* space */
    uint8_t attacker; /* side */
    uint8_t army;     /* C77_PRIMARY_ARMY or C77_SECOND_ARMY for a march */
    uint8_t attempt_count;
    uint8_t planned;              /* dice of battle planning */
    uint8_t failed_avoids;        /* of the defender */
    uint8_t shut_in;              /* the attacker went into the fort in this battle */
    uint8_t washington;           /* was there when avoids were declared (c77.11.3) */
    uint8_t interceptions;        /* that succeeded */
    uint8_t asked;                /* bit per side: has decided in this step */
    uint8_t senior[C77_SIDES];    /* leader, or C77_NONE */
    uint8_t to_lose[C77_SIDES];   /* losses still to be taken */
    uint8_t lost[C77_SIDES];      /* SP lost in this battle */
    uint8_t type_lost[C77_TYPES]; /* c77.13.3.3 */
    uint8_t winner;               /* side; C77_NONE: not decided */
    uint8_t fought;
} c77_battle;

/* Supply that fell into enemy hands: the captor may put his own in its place (c77.15.1.2,
 * c77.15.1.3). */
enum { C77_MAX_CAPTURES = 4 };
typedef struct {
    uint8_t at, side, trains, depots;
} c77_capture;

/* A success that may earn an expert marker (c77.21.1). */
enum { C77_MAX_FEATS = 8 };
typedef struct {
    uint8_t leader, expertise;
} c77_feat;

typedef struct {
    mk_base base; /* base.turn is the game turn, 1 to 10 */

    /* The map. */
    c77_set occupied[C77_SIDES]; /* spaces where a side has SP, in forts and boxes too; kept */
    c77_set held[C77_SIDES];     /* spaces that a side controls or was the last to occupy */
    c77_set trains_at[C77_SIDES], depots_at[C77_SIDES]; /* places with any; kept */
    c77_set sea_depots;                /* spaces with a depot that is supplied by sea (c77.17.1) */
    c77_set siege_from[C77_MAX_FORTS]; /* spaces from which besiegers came (c77.14.7) */
    c77_stack stack[C77_MAX_PLACES];
    uint8_t available[C77_TYPES], set_aside[C77_TYPES];
    uint8_t supply[C77_SIDES]; /* supply markers available */

    /* Leaders and Kosciuszko. */
    uint8_t at[C77_MAX_LEADERS];      /* place, C77_TRACK, C77_REMOVED, C77_WAITING */
    uint8_t returns[C77_MAX_LEADERS]; /* turn, while on the track */
    c77_leaders replaced;             /* show their replacement side */
    c77_leaders marched, activated;   /* in this turn */
    c77_leaders rallied;              /* have rolled in this turn's rally */
    c77_leaders unsupplied;
    c77_leaders escaping; /* must roll on the escape table now */
    uint8_t bound_powell; /* Regulars of his garrison (c77.19.1) */
    uint8_t bound_smith;  /* militia that stays with him (c77.19.8) */
    uint8_t kosciuszko, kosciuszko_marched;
    uint8_t expert[C77_EXPERTS]; /* leader, C77_NONE: to be had, C77_REMOVED: lost for good */
    uint8_t expert_level[C77_EXPERTS];

    /* The turn. */
    uint32_t markers, cup; /* in use; not yet drawn */
    uint8_t stage;         /* c77_stage */
    uint8_t initiative;    /* side */
    uint8_t first;         /* leader chosen to act first and not yet activated, or C77_NONE */
    uint8_t casualties[C77_SIDES];
    uint8_t sequence[C77_SIDES]; /* events of the sequence that occurred */
    uint8_t felled_trees, had_philadelphia, had_philadelphia_at_end;
    uint8_t powell_done; /* his marker was set aside for good */
    uint16_t sortied;    /* forts whose sortie was decided */
    uint8_t winner, reason;

    /* The sea. */
    uint8_t sea_box; /* 0: nobody at sea */
    uint8_t wind;
    uint8_t destination, departure; /* spaces; only the British know the first */
    uint8_t warned;                 /* c77.21.4: 0 not yet, 1 north, 2 south, 3 the same port */

    /* What is going on. */
    c77_activation act;
    c77_army army[C77_ARMIES];
    c77_force hand; /* what a decision gathers: an attempt, a fort's garrison, an embarkation */
    c77_battle battle;
    c77_capture capture[C77_MAX_CAPTURES];
    uint8_t capture_count;
    c77_feat feat[C77_MAX_FEATS];
    uint8_t feat_count;

    /* A supply check. */
    c77_set fed;       /* places supplied by what was expended */
    c77_set attrition; /* places that still have to roll */
    uint8_t checking;  /* side */
    uint8_t event_side;
} c77_state;

_Static_assert(sizeof(c77_state) <= 16 * 1024, "a state fits 16 KiB");

/* ---- Small questions ---- */

static inline int c77_enemy(int side) { return side == C77_BRITISH ? C77_PATRIOT : C77_BRITISH; }
static inline bool c77_over(const c77_state *s) { return s->reason != C77_UNDECIDED; }
static inline bool c77_option(const c77_state *s, int option) {
    return s->base.option[option] != 0;
}
static inline const c77_scenario *c77_rules(const c77_state *s) {
    return &c77.scenario[s->base.scenario];
}
static inline int c77_deciding(const c77_state *s) { return mk_top_const(&s->base)->seat; }
static inline int c77_leader_side(int leader) { return c77.leader[leader].side; }
static inline const c77_face *c77_face_of(const c77_state *s, int leader) {
    return &c77.leader[leader].face[c77_among(s->replaced, leader)];
}
static inline bool c77_on_map(const c77_state *s, int leader) {
    return s->at[leader] < c77_box(0); /* a space or a fort: free of boxes and the sea */
}
static inline bool c77_besieged(const c77_state *s, int leader) {
    return c77_is_fort(s->at[leader]);
}
static inline bool c77_is(int leader, c77_named name) { return leader == c77.named[name]; }
static inline int c77_fort_at(int space) { return c77.space[space].fort; }
static inline c77_set c77_area(const c77_state *s) { return c77_rules(s)->area; }
static inline int c77_distance(const c77_state *s, int a, int b) {
    return c77_rules(s)->dist[a][b];
}
/* c77.3.1: a side controls a space if it has SP there and the enemy has none. */
static inline bool c77_controls(const c77_state *s, int side, int space) {
    return c77_in(s->occupied[side], space) && !c77_in(s->occupied[c77_enemy(side)], space);
}

/* ---- turn.c: the sequence of play ---- */
void c77_go_on(c77_state *, mk_log *);
mk_frame *c77_ask(c77_state *, int phase, int side);
void c77_begin_turn(c77_state *, mk_log *);
void c77_win(c77_state *, c77_side, c77_reason, mk_log *);
void c77_note_philadelphia(c77_state *, mk_log *);
typedef struct {
    int first, second, sum;
} c77_pair;
c77_pair c77_throw_pair(c77_state *);
void c77_rally(c77_state *, int leader, int type, mk_log *);
void c77_outcome(const void *state, mk_outcome *);
int c77_british_goals(const c77_state *); /* spaces they control of those they need */

/* ---- setup.c ---- */
void c77_setup(void *state, const mk_setup *, mk_log *);

/* ---- stacks.c: what stands where ---- */
void c77_add(c77_state *, int place, int class, int count);
void c77_kill(c77_state *, int place, int class, int count); /* back to what is available */
void c77_recruit(c77_state *, int place, int type, int wanted, mk_log *);
int c77_count(const c77_stack *, int type);
int c77_sp_in(const c77_state *, int space, int side); /* with its fort and its boxes */
c77_set c77_places_in(int space);                      /* the space, its fort, its boxes */
int c77_force_size(const c77_force *);                 /* SP without the ship */
int c77_force_artillery(const c77_force *);
bool c77_force_empty(const c77_force *);
int c77_trains(const c77_stack *, int side);
void c77_add_trains(c77_state *, int place, int side, int mark, int count);
void c77_add_depots(c77_state *, int place, int side, int count);
void c77_remove_train(c77_state *, int place, int side);
c77_leaders c77_leaders_at(const c77_state *, int place, int side);
void c77_move_leader(c77_state *, int leader, int place);
void c77_move_force(c77_state *, const c77_force *, int side, int from, int to);
void c77_occupy(c77_state *, int space, mk_log *);
void c77_expose(c77_state *, int space, mk_log *);
void c77_supply_home(c77_state *, int place, int side);
void c77_off_the_map(c77_state *, int leader);
c77_set c77_sources(const c77_state *, int side);
bool c77_nearer_supply(const c77_state *, int side, int from, int to);
const char *c77_why_not_leave_fort(const c77_state *, int side, int from, int to);
int c77_bound(const c77_state *, int place, int type);

/* ---- activation.c ---- */
void c77_activate(c77_state *, int leader, int bold, mk_log *);
void c77_end_activation(c77_state *);
void c77_leader_gone(c77_state *, int leader);
void c77_spend(c77_state *, int points);

/* ---- march.c ---- */
void c77_start_army(c77_state *, int index, int leader);
void c77_march_again(c77_state *, mk_log *);
const char *c77_why_not_take(const c77_state *, int leader, const c77_force *, int place, int class,
                             int count);
const char *c77_why_not_bring(const c77_state *, int leader, const c77_force *, int place,
                              int companion);
void c77_take(c77_force *, int class, int count);
void c77_bring(c77_state *, c77_force *, int place, int side, int companion);
const char *c77_why_not_step(const c77_state *, int side, int from, int to);
bool c77_obstacle(const c77_state *, int side, int from, int to);
void c77_stop_army(c77_state *, c77_army *, c77_pace);
void c77_trim_army(c77_state *, c77_army *);
c77_army *c77_army_of(c77_state *, int leader);
void c77_powell_marches(c77_state *, mk_log *);
void c77_smith_marches(c77_state *, mk_log *);
/* The march verbs, which two phases share. */
void c77_list_march(const c77_state *, int index, mk_actions *);
const char *c77_why_not_march(const c77_state *, int index, mk_action);
void c77_apply_march(c77_state *, int index, mk_action, mk_log *);

/* ---- entry.c: the sequence of a battle ---- */
c77_battle *c77_enter(c77_state *, c77_battle_kind, int space, int side);
void c77_came_from(c77_state *, int side, int from);
void c77_battle_step(c77_state *, mk_log *);

/* ---- interrupt.c: intercept, avoid, reinforce ---- */
bool c77_intercept_rolls(c77_state *, mk_log *);
void c77_reinforce_rolls(c77_state *, mk_log *);
void c77_avoid_rolls(c77_state *, int automatic, mk_log *);
bool c77_ask_attempts(c77_state *, c77_attempt_kind);
void c77_note_modifiers(c77_state *);
typedef struct {       /* what an attempt takes: two dice with the modifiers up to the rating */
    int leader;        /* whose rating counts */
    int rating, bonus; /* the rating, and what coordination and expertise added to it */
    int friendly, obstacle, initiative, washington;
    int highest;  /* the highest roll that succeeds */
    bool certain; /* nothing is rolled */
} c77_odds;
c77_leaders c77_may_attempt(const c77_state *);
c77_set c77_avoid_spaces(const c77_state *);
c77_odds c77_odds_if(const c77_state *, int leader);
c77_odds c77_odds_to(const c77_state *, int space);

/* ---- battle.c ---- */
typedef struct {                                 /* how many dice, and why */
    int sp[2][C77_TYPES], by_type[2][C77_TYPES]; /* SP that fight and their dice; [1] is out of
                                                    supply, not yet halved */
    int supplied, unsupplied;                    /* of SP; those out of supply are halved */
    int rating, leaders, nations, surprise, planned, expert;
    int times, divided; /* all but the expert's dice: inside a fort, landing, storming */
    int total;
} c77_dice;
c77_dice c77_dice_of(const c77_state *, int side);
c77_leaders c77_seniors(const c77_state *, int side);
void c77_throw_dice(c77_state *, mk_log *);
bool c77_next_loss(c77_state *, mk_log *);
void c77_decide_battle(c77_state *, mk_log *);
int c77_excess(const c77_state *, int side);
void c77_feat_of(c77_state *, int leader, c77_expertise);
void c77_next_feat(c77_state *, mk_log *);
int c77_expert_bonus(const c77_state *, int leader, c77_expertise);

/* ---- retreat.c: retreats, forts entered, escapes, captures ---- */
bool c77_ask_fort(c77_state *, int retreating);
void c77_retreat(c77_state *, mk_log *);
void c77_next_escape(c77_state *, mk_log *);
void c77_next_capture(c77_state *);
void c77_end_battle(c77_state *, mk_log *);

/* ---- siege.c ---- */
void c77_ask_sorties(c77_state *, int side);
const char *c77_why_not_storm(const c77_state *);
void c77_storm(c77_state *);
void c77_storm_result(c77_state *, mk_log *);

/* ---- supply.c ---- */
c77_set c77_network(const c77_state *, int side, c77_set depots); /* of these depots */
c77_set c77_supplied_places(const c77_state *, int side);
void c77_check_supply(c77_state *, int side, mk_log *);
void c77_supply_step(c77_state *, mk_log *);
c77_set c77_within(const c77_state *, c77_set sources, int steps, int side);

/* ---- events.c ---- */
void c77_random_event(c77_state *, int side, mk_log *);

/* ---- sea.c ---- */
void c77_sea_travel(c77_state *, mk_log *);
const char *c77_why_not_embark(const c77_state *);
void c77_embark(c77_state *);
void c77_landing_won(c77_state *, mk_log *);
void c77_landing_lost(c77_state *, mk_log *);

/* The rows of the phase table, one set of functions each. */
#define C77_PHASE(name)                                                                            \
    void c77_##name##_list(const void *, mk_actions *);                                            \
    const char *c77_##name##_why_not(const void *, mk_action);                                     \
    void c77_##name##_apply(void *, mk_action, mk_log *)
C77_PHASE(choose_first);
C77_PHASE(return );
C77_PHASE(activation);
C77_PHASE(march);
C77_PHASE(garrison);
C77_PHASE(supply_site);
C77_PHASE(embark);
C77_PHASE(sortie);
C77_PHASE(declare);
C77_PHASE(muster);
C77_PHASE(fort);
C77_PHASE(avoid_to);
C77_PHASE(coordinate);
C77_PHASE(plan);
C77_PHASE(senior);
C77_PHASE(hold);
C77_PHASE(losses);
C77_PHASE(retreat);
C77_PHASE(escape);
C77_PHASE(capture);
C77_PHASE(expert);
C77_PHASE(supply_check);
C77_PHASE(attrition);
C77_PHASE(event_leader);
C77_PHASE(event_loss);
C77_PHASE(event_gift);
C77_PHASE(new_course);
C77_PHASE(raid_loss);

/* game.c, view.c, fog.c, properties.c, check.c, greedy.c */
const char *c77_class_id(int class); /* "regular_marched_out" */
void c77_view(const void *state, int seat, mk_view *);
void c77_board(mk_view *);
extern const mk_property c77_properties[];
void c77_settle(void *state);
void c77_determinize(void *state, int seat, mk_rng *);
bool c77_check(const void *state, char *why, size_t size);
int c77_score(const void *state, int seat);
int c77_weigh(const void *state, mk_action);

#endif
