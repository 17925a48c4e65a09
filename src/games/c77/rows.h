/* rows.h - what the rows of the tables are numbered by: kinds, verbs, phases, events (game.c). */
#ifndef C77_ROWS_H
#define C77_ROWS_H

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
       C77_K_CASE,
       C77_KINDS
};

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
       /* procedures */
       C77_PH_TURN,
       C77_PH_ACTING,         /* a: 1 while the march of a subordinate waits */
       C77_PH_MARCHING,       /* of a subordinate, or Smith */
       C77_PH_GARRISON_MARCH, /* Powell's march (c77.19.1) */
       C77_PH_BATTLE,
       C77_PH_SUPPLY,    /* a: 1 once all are marked */
       C77_PH_AFTERMATH, /* leaders escape, markers are won, supply is captured */
       /* decisions */
       C77_PH_CHOOSE_FIRST,
       C77_PH_RETURN,
       C77_PH_RETURN_TO,   /* a: a primary leader without another on the map */
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
       C77_PH_NEW_COURSE,    /* a beaten landing chooses another port (c77.17.1) */
       C77_PH_LANDING_DEPOT, /* a: the port: the depot comes from the map (c77.17.1) */
       C77_PH_RAID_LOSS,     /* a: where: the Patriot chooses whom an Indian raid hits */
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
       C77_E_RETURNS_TO,
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
       C77_E_CASE, /* no seat sees it: the fuzzer counts it by its c77_case, and looks for those */
       C77_EVENTS
};

/* Where rules meet that seldom do: two armies of one activation, SP that are bound to a leader,
 * forts that change hands in a battle. */
typedef enum {
    C77_SMITH_LEADS,
    C77_POWELL_LEADS,
    C77_INTERRUPTS_GATHERED, /* an army that has gathered SP is interrupted */
    C77_LEADER_CARRIED,      /* the leader of a paused army is taken along by the other */
    C77_SP_CONTESTED,        /* one army marches away with what the other had gathered */
    C77_BOUND_LEFT,          /* so that only bound SP are left for it */
    C77_BOLD_BESIDE_MARCH,   /* a leader who marched acts by a Bold Stroke */
    C77_LONE_LEADER_JOINS,   /* a leader without SP comes to a siege */
    C77_INTERCEPTOR_JOINS,   /* a battle that there would be anyway */
    C77_SURPRISED_AT_HOME,   /* who is intercepted at his own fort may enter it */
    C77_RELIEF_COMES_OUT,
    C77_FORT_NOBODY_HELD, /* a beaten defender may enter it */
    C77_EMBARKS_BESIDE_GARRISON,
    C77_RETURNS_WITHOUT_HOST,
    C77_CASES
} c77_case;

#endif
