/* state.h - Campaigns of 1777: the state of a game.
 *
 * SP of a type are alike but for their marks, so the state counts them: how many of each class
 * (data.h) stand at each place. Only leaders, the supply markers and Kosciuszko are pieces.
 *
 * Flow. At the bottom of the frames is the turn, a procedure that goes from stage to stage. What it
 * begins lies above it: an activation, a march, a battle, a supply check, each a procedure of its
 * own with its decisions on top. A march that meets somebody pushes the battle, and when that is
 * over the march goes on. Leaders who must escape, markers won and captured supply wait in queues;
 * what adds to one pushes the aftermath, which works them off before anything else. An `apply`
 * pops its own frame before it does anything that could push another.
 */
#ifndef C77_STATE_H
#define C77_STATE_H

#include "data.h"
#include "musket.h"

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
               C77_STAGE_BEGIN,
               C77_STAGE_RALLY,
               C77_STAGE_SEA,
               C77_STAGE_SORTIES_BRITISH,
               C77_STAGE_SORTIES_PATRIOT,
               C77_STAGE_INITIATIVE,
               C77_STAGE_RETURNS_BRITISH,
               C77_STAGE_RETURNS_PATRIOT,
               C77_STAGE_ACTIONS,
               C77_STAGE_END,
               C77_STAGES
} c77_stage;

MK_FLAT

/* All that stands at a place. */
typedef struct {
    uint8_t sp[C77_CLASSES];
    uint8_t trains[C77_SIDES][2]; /* fresh, marched in this turn */
    uint8_t depots[C77_SIDES];
    uint8_t total[C77_SIDES]; /* SP, the ship among them: sums of sp[] */
} c77_stack;

/* A part of what stands at a place: an army being gathered or on the march. */
typedef struct {
    mk_set64 leaders; /* with the one who leads */
    uint8_t sp[C77_CLASSES];
    uint8_t trains[2]; /* fresh, marched */
    uint8_t kosciuszko;
    uint8_t unused[1];
} c77_force;

/* A march in progress; leader == C77_NONE: none. */
typedef enum { C77_GOING, C77_STOPPED, C77_BEATEN } c77_pace;
typedef struct {
    c77_force force;
    mk_set64 tried; /* enemies who tried to intercept this army (c77.10.1) */
    uint8_t leader;
    uint8_t steps;  /* spaces marched */
    uint8_t forced; /* spaces won by forced march and not yet used */
    uint8_t pace;   /* c77_pace */
    uint8_t unused[4];
} c77_army;

enum { C77_PRIMARY_ARMY, C77_SECOND_ARMY, C77_ARMIES };

/* The activation in progress; leader == C77_NONE: none. */
enum { C77_MAX_RAIDS = 6 };
typedef struct {
    mk_set64 activated; /* subordinates, in this activation */
    uint8_t leader, points;
    uint8_t bold;        /* by an event: beside what else he does in this turn (c77.9.5) */
    uint8_t marched;     /* if bold: he had marched before */
    uint8_t interrupted; /* the primary leader acted since the subordinate's last step */
    uint8_t raid_count;
    uint8_t raid_from[C77_MAX_RAIDS], raid_type[C77_MAX_RAIDS]; /* SP that made a supply raid */
    uint8_t unused[6];
} c77_activation;

/* A leader with an army who will try something. */
typedef enum { C77_INTERCEPT, C77_AVOID, C77_REINFORCE, C77_ATTEMPT_KINDS } c77_attempt_kind;
typedef struct {
    c77_force force;
    uint8_t what, leader, from; /* c77_attempt_kind; who leads; the place he stands at */
    uint8_t friendly; /* an army of his side stood at the goal when all was declared (c77.10.3) */
    uint8_t joins;    /* there would be a battle without him (c77.10.4) */
    uint8_t bonus;    /* of coordination (c77.7.3.9) */
    uint8_t asked;    /* coordination was decided */
    uint8_t to;       /* of an avoid: the space chosen; C77_NONE: not yet */
    uint8_t done;     /* resolved */
    uint8_t unused[7];
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
    mk_set128 entered[C77_SIDES]; /* spaces from which armies of a side came to this battle */
    mk_set128 friends;            /* spaces of the defender when avoids were declared (c77.11.3) */
    c77_force landed;             /* who came from the sea: goes back there (c77.17.1) */
    c77_force intercepted;        /* who came by interception: may not avoid (c77.11.0) */
    c77_attempt attempt[C77_MAX_ATTEMPTS];
    uint8_t held[C77_SIDES][C77_CLASSES]; /* SP kept out of the battle (c77.13.2) */
    uint8_t kind, step;
    uint8_t at;       /* space */
    uint8_t attacker; /* side */
    uint8_t army;     /* C77_PRIMARY_ARMY or C77_SECOND_ARMY for a march */
    uint8_t attempt_count;
    uint8_t planned;              /* dice of battle planning */
    uint8_t failed_avoids;        /* of the defender */
    uint8_t garrison;             /* side whose fort it is: inside, or come out; or C77_NONE */
    uint8_t shut_in;              /* the attacker went into the fort in this battle */
    uint8_t washington;           /* was there when avoids were declared (c77.11.3) */
    uint8_t interceptions;        /* that succeeded */
    uint8_t surprises;            /* those of them that caused the battle (c77.10.4) */
    uint8_t asked;                /* bit per side: has decided in this step */
    uint8_t senior[C77_SIDES];    /* leader, or C77_NONE */
    uint8_t to_lose[C77_SIDES];   /* losses still to be taken */
    uint8_t lost[C77_SIDES];      /* SP lost in this battle */
    uint8_t type_lost[C77_TYPES]; /* c77.13.3.3 */
    uint8_t winner;               /* side; C77_NONE: not decided */
    uint8_t fought;
    uint8_t unused[9];
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

MK_FLAT_END

typedef struct {
    mk_base base; /* base.turn is the game turn, 1 to 10 */

    /* The map. */
    mk_set128 occupied[C77_SIDES]; /* spaces where a side has SP, in forts and boxes too; kept */
    mk_set128 held[C77_SIDES];     /* spaces that a side controls or was the last to occupy */
    mk_set128 trains_at[C77_SIDES], depots_at[C77_SIDES]; /* places with any; kept */
    mk_set128 sea_depots; /* spaces with a depot that is supplied by sea (c77.17.1) */
    mk_set128 siege_from[C77_MAX_FORTS]; /* spaces from which besiegers came (c77.14.7) */
    c77_stack stack[C77_MAX_PLACES];
    uint8_t available[C77_TYPES], set_aside[C77_TYPES];
    uint8_t supply[C77_SIDES]; /* supply markers available */

    /* Leaders and Kosciuszko. */
    uint8_t at[C77_MAX_LEADERS];      /* place, C77_TRACK, C77_REMOVED, C77_WAITING */
    uint8_t returns[C77_MAX_LEADERS]; /* turn, while on the track */
    mk_set64 replaced;                /* show their replacement side */
    mk_set64 marched, activated;      /* in this turn */
    mk_set64 rallied;                 /* have rolled in this turn's rally */
    mk_set64 unsupplied;
    mk_set64 escaping;    /* must roll on the escape table now */
    uint8_t bound_powell; /* Regulars of his garrison (c77.19.1) */
    uint8_t bound_smith;  /* militia that stays with him (c77.19.8) */
    uint8_t kosciuszko, kosciuszko_marched;
    uint8_t expert[C77_EXPERTS]; /* leader, C77_NONE: to be had, C77_REMOVED: lost for good */
    uint8_t expert_level[C77_EXPERTS];

    /* The turn. */
    mk_set64 markers, cup; /* in use; not yet drawn */
    uint8_t stage;         /* c77_stage */
    uint8_t initiative;    /* side */
    uint8_t first;         /* leader chosen to act first and not yet activated, or C77_NONE */
    uint8_t casualties[C77_SIDES];
    uint8_t sequence[C77_SIDES]; /* events of the sequence that occurred */
    uint8_t felled_trees, had_philadelphia, had_philadelphia_at_end;
    uint8_t powell_done; /* his marker was set aside for good */
    mk_set64 sortied;    /* forts whose sortie was decided */
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
    mk_set128 fed;       /* places supplied by what was expended */
    mk_set128 attrition; /* places that still have to roll */
    uint8_t checking;    /* side */
    uint8_t event_side;
} c77_state;

_Static_assert(sizeof(c77_state) <= 16 * 1024, "a state fits 16 KiB");

#endif
