/* rows.h - what the rows of the tables are numbered by: kinds, verbs, phases, events (game.c). */
#ifndef G1776_ROWS_H
#define G1776_ROWS_H

enum { /* kinds of things in actions, events and properties */
       G1776_K_NONE,
       G1776_K_HEX,
       G1776_K_SIDE, /* hexsides */
       G1776_K_TYPE,
       G1776_K_LEADER,
       G1776_K_FLEET,
       G1776_K_WHERE, /* hexes, hexsides, fleets, boxes, and where one is off the map */
       G1776_K_COUNT,
       G1776_K_DIRECTION,
       G1776_K_SEAT,
       G1776_K_CARD,
       G1776_K_COLUMN, /* of odds */
       G1776_K_TURN,
       G1776_K_FATE,
       G1776_K_REASON, /* victory lines of all scenarios */
       G1776_K_STRATEGY,
       G1776_K_ARRIVAL, /* rows of the turn track */
       G1776_K_DESTINATION,
       G1776_K_ANSWER,
       G1776_K_AREA, /* the four areas; then Canada, the West Indies and the sea together */
       G1776_K_SEASON,
       G1776_K_STATUS,        /* of an area */
       G1776_K_EVENT_BRITISH, /* random events, by the dice */
       G1776_K_EVENT_AMERICAN,
       G1776_KINDS
};

enum { /* verbs */
       G1776_V_NONE,
       G1776_V_ENTRENCH,    /* hex */
       G1776_V_MAGAZINE,    /* hex */
       G1776_V_REDUCE,      /* hex */
       G1776_V_FORTSITE,    /* hex */
       G1776_V_BATEAUX,     /* hex */
       G1776_V_BUILD_FROM,  /* type */
       G1776_V_EXCHANGE,    /* type count */
       G1776_V_FLOAT,       /* hexside */
       G1776_V_LAUNCH,      /* hexside */
       G1776_V_BANK,        /* hex: from this bank */
       G1776_V_ROW,         /* hexside */
       G1776_V_LAND,        /* hex: those picked, or all of it */
       G1776_V_LAND_INSIDE, /* hex: into its fort */
       G1776_V_ASHORE,      /* type: one of it goes ashore next */
       G1776_V_BEACH,       /* hex: out of the water, for a portage */
       G1776_V_HAUL,        /* hexside: a group takes a bateau out of the water */
       G1776_V_MOOR,
       G1776_V_BUILDER, /* type: it is used for the work */
       G1776_V_GROUP,   /* hex */
       G1776_V_ADD,     /* type count lot: SP of a type that moved differently are another lot */
       G1776_V_JOIN,    /* leader */
       G1776_V_DROP,    /* type count lot */
       G1776_V_PART,    /* leader */
       G1776_V_STEP,    /* direction */
       G1776_V_FERRY,   /* direction: over a boat that lies there */
       G1776_V_LEAVE,   /* direction: out of the area of play */
       G1776_V_ELIMINATE,
       G1776_V_HALT,
       G1776_V_ENTER,  /* halt inside the fort */
       G1776_V_EXIT,   /* out of a besieged fort */
       G1776_V_MARCH,  /* hex */
       G1776_V_EFFORT, /* count: MP attempted */
       G1776_V_BONUS,  /* leader who changes the die */
       G1776_V_ROUTE,  /* direction */
       G1776_V_SPARE,
       G1776_V_DESTROY,   /* hex */
       G1776_V_SCUTTLE,   /* hexside */
       G1776_V_SCRAP,     /* type */
       G1776_V_RESIGN,    /* leader */
       G1776_V_DISMANTLE, /* hex */
       G1776_V_SALVAGE,   /* hex: the same, and its gun is kept (VIII.A) */
       G1776_V_DONE,
       G1776_V_ATTACK, /* hex */
       G1776_V_PASS,
       G1776_V_SALLY, /* type count */
       G1776_V_SUPPLY,
       G1776_V_ELITE,  /* type */
       G1776_V_COMMIT, /* type count */
       G1776_V_READY,
       G1776_V_CARD,    /* card */
       G1776_V_LOSE,    /* type */
       G1776_V_RETREAT, /* direction */
       G1776_V_INTO_FORT,
       G1776_V_STAY,
       G1776_V_BREAK_OFF,
       G1776_V_CONTINUE,
       G1776_V_DECLINE,
       G1776_V_INSIDE, /* type count */
       G1776_V_TRY,
       G1776_V_TO, /* hex */
       /* set-up and arrivals */
       G1776_V_SUBSTITUTE,   /* leader: Leader E stands in for him */
       G1776_V_PLACE,        /* hex */
       G1776_V_LAY,          /* hexside: a bateau */
       G1776_V_HOLD,         /* an arrival that may wait */
       G1776_V_STOW,         /* fleet: a piece that comes aboard it */
       G1776_V_RECALL,       /* leader */
       G1776_V_REMOVE,       /* where */
       G1776_V_REMOVE_FLEET, /* fleet */
       /* the sea */
       G1776_V_HAVEN,         /* where: a repaired fleet comes back */
       G1776_V_SAIL,          /* fleet: is given orders */
       G1776_V_EMBARK,        /* where */
       G1776_V_LOAD,          /* type count */
       G1776_V_LOAD_LEADER,   /* leader */
       G1776_V_COURSE,        /* where */
       G1776_V_DEBARK,        /* where */
       G1776_V_UNLOAD,        /* type count */
       G1776_V_UNLOAD_LEADER, /* leader */
       G1776_V_DESTINATION,   /* destination (2) */
       G1776_V_ANCHOR,
       G1776_V_ENGAGE,    /* where */
       G1776_V_INTERCEPT, /* fleet (4) */
       G1776_V_SHIP,      /* where (6, 10) */
       G1776_V_BOMBARD,   /* fleet */
       G1776_V_ANSWER,    /* answer */
       G1776_V_ABOARD,    /* a retreat */
       /* inverted counters (VI.B) */
       G1776_V_CONCEAL, /* hex */
       G1776_V_DOWN,    /* type count */
       G1776_V_UP,      /* type count */
       /* campaign games */
       G1776_V_MUSTER,        /* where: the next piece, or all that come together */
       G1776_V_MUSTER_ALL,    /* where: all that are left */
       G1776_V_MUSTER_INSIDE, /* where: into a besieged fort */
       G1776_V_MOUNT,         /* where: foot becomes a dragoon */
       G1776_V_DISMOUNT,      /* where */
       G1776_V_REBUILD,       /* type: an elite */
       G1776_V_TRANSFER,      /* leader */
       G1776_V_CALL,          /* fleet: a variable force */
       G1776_V_DETACH,        /* fleet: it goes to the West Indies */
       G1776_V_BID,           /* count: strategic towns (CSG-4) */
       G1776_V_ENLIST,        /* hex: a militia becomes a Continental (CSG-6) */
       G1776_V_ENLIST_ALL,    /* hex: as many as may */
       G1776_V_TAKE,          /* type: aid, cargo of the Continental Navy */
       /* CSG-5 */
       G1776_V_EVACUATE,  /* the fleet takes troops home */
       G1776_V_SPUR,      /* leader: his power in a first round */
       G1776_V_KEEP,      /* Withdraw stays in the hand */
       G1776_V_PUT_AWAY,  /* … or not */
       G1776_V_GRAPESHOT, /* Cornwallis breaks off */
       G1776_V_ESCORT,    /* count: RM who come with a partisan leader */
       G1776_V_AGREE,     /* to an exchange */
       G1776_V_SWAP,      /* leader, leader: offers an exchange */
       G1776_V_FIRE,      /* guns without supply, in this round */
       G1776_VERBS
};

enum { /* phases; procedures first */
       G1776_PH_NONE,
       G1776_PH_GAME,
       G1776_PH_SEGMENT,
       G1776_PH_COMBAT,
       G1776_PH_MARCHING,
       G1776_PH_BUILD,
       G1776_PH_BUILDER,
       G1776_PH_DEPOT,     /* a: hex, b: the magazine that is made */
       G1776_PH_REDUCTION, /* a: hex */
       G1776_PH_PARTS,     /* a: hex, b: which part of a fort */
       G1776_PH_OUTWORKS,  /* a: hex of a new fort */
       G1776_PH_BOATYARD,
       G1776_PH_FLOAT,
       G1776_PH_BOAT,
       G1776_PH_MOVE,
       G1776_PH_GROUP,
       G1776_PH_MARCH,
       G1776_PH_MARSHAL,
       G1776_PH_STRIKE,
       G1776_PH_FALL_OUT, /* a: hex, b: how many */
       G1776_PH_SCRAP,
       G1776_PH_DISMANTLE,
       G1776_PH_SPOILS,
       G1776_PH_ANNOUNCE,
       G1776_PH_SALLY,
       G1776_PH_DECLARE,
       G1776_PH_COMMIT,
       G1776_PH_CARD,
       G1776_PH_LOSE,
       G1776_PH_RETREAT,
       G1776_PH_BREAK_OFF,
       G1776_PH_GO_ON,
       G1776_PH_SHELTER,
       G1776_PH_EVADE,
       G1776_PH_EVASION,
       G1776_PH_PLACE_LEADER,
       /* set-up and arrivals: procedures, then decisions */
       G1776_PH_SETUP,    /* a: step, b: next free set-up */
       G1776_PH_ARRIVALS, /* a: 1 behind the movement, b: arrival in hand + 1, c: items placed */
       G1776_PH_REMOVAL,  /* a: arrival, b: type, c: how many went (4) */
       G1776_PH_SUBSTITUTE,
       G1776_PH_MOOR,   /* a: hex of a bateau of the set-up */
       G1776_PH_PLACE,  /* a: free set-up or arrival, b: which of the two, c: item */
       G1776_PH_STOW,   /* a: bits of fleets */
       G1776_PH_DIG,    /* 3 */
       G1776_PH_RECALL, /* a: stars (7) */
       G1776_PH_REMOVE, /* a: type (4) */
       G1776_PH_REMOVE_FLEET,
       G1776_PH_QUARTERS, /* a: hex, b: type, or G1776_TYPES + leader (5) */
       /* the sea */
       G1776_PH_HAVEN,     /* a: fleet */
       G1776_PH_FLEET,     /* a: fleet, b: where it embarks or debarks + 1, c: what happened */
       G1776_PH_SHIP,      /* a: where from (6, 10) */
       G1776_PH_BOMBARD,   /* a: hex */
       G1776_PH_ANSWER,    /* a: hex */
       G1776_PH_INTERCEPT, /* a: the fleet that sails, b: bits of those who found it (4) */
       G1776_PH_BOARDING,  /* a procedure; a: bits of fleets, b: hex */
       G1776_PH_SURPRISED, /* a: fleet */
       /* inverted counters (VI.B) */
       G1776_PH_VEIL,
       G1776_PH_CONCEAL,   /* a: hex, b: 1 one was turned */
       G1776_PH_DISPLACED, /* a: the hex that a decoy left */
       /* campaign games: a procedure, then decisions */
       G1776_PH_INTERPHASE, /* a: step, b, c: where it is in it */
       G1776_PH_MUSTER,     /* a: g1776_muster_kind, b: area, arrival, hex */
       G1776_PH_CULL,       /* a: g1776_cull_kind, b: region and type, c: how many */
       G1776_PH_DRAGOONS,   /* a: region, b: how many there may be */
       G1776_PH_MOUNT,      /* a: region, b: how many more there may be */
       G1776_PH_REBUILD,    /* a: elite + 1 */
       G1776_PH_INDIANS,
       G1776_PH_TRANSFER, /* a: what was done, b: leader + 1 */
       G1776_PH_CALL,     /* a: bits of fleets */
       G1776_PH_AID,
       G1776_PH_FETCH, /* a: how many */
       G1776_PH_DETACH,
       /* CSG-5 */
       G1776_PH_SECRET,   /* a: hex */
       G1776_PH_FLEE,     /* a: hex */
       G1776_PH_ESCORT,   /* a: arrival */
       G1776_PH_EXCHANGE, /* a: British leader, b: American leader */
       G1776_PH_OFFER,    /* of an exchange */
       G1776_PH_BID,      /* CSG-4 */
       G1776_PH_VISIT,    /* a procedure; a: row, b: 0 comes, 1 leaves, c: fleets (VIII.C) */
       G1776_PH_REDEPLOY, /* a procedure; a: step, b: COM marker, c: part (CSG-6) */
       G1776_PH_ENLIST,   /* a: how many, b: area, c: 1 it must be done */
       G1776_PH_RALLY,    /* a: COM marker */
       G1776_PHASES
};

enum { /* events */
       G1776_E_NOTHING,
       G1776_E_TURN,
       G1776_E_SEGMENT,
       G1776_E_ENTRENCHED,
       G1776_E_MARCH_DECLARED, /* hex sp mp */
       G1776_E_MARCH_DIE,      /* hex die modifier mp */
       G1776_E_MARCH_HALF,     /* hex die modifier */
       G1776_E_MARCH_LOST,     /* sp hex */
       G1776_E_BATEAUX_BUILT,  /* count hex */
       G1776_E_ROWS,           /* hexside hexside */
       G1776_E_BOAT_LANDS,     /* hex */
       G1776_E_BUILT,          /* type hex */
       G1776_E_REDUCED,        /* type hex */
       G1776_E_FORT_MARKED,
       G1776_E_FORT_BEGUN,
       G1776_E_FORT_DONE,
       G1776_E_DISMANTLED,
       G1776_E_DESTROYED,        /* type where */
       G1776_E_ELITE_REPLACED,   /* type where */
       G1776_E_PARTISANS_ABROAD, /* leader hex */
       G1776_E_WORKS_GONE,       /* type hex */
       G1776_E_MOVES,            /* sp from to */
       G1776_E_LEADER_MOVES,     /* sp from to leader */
       G1776_E_LEAVES_AREA,      /* sp hex */
       G1776_E_ELIMINATED,       /* sp hex */
       G1776_E_CAPTURED,         /* count type where */
       G1776_E_LEADER_CAPTURED,  /* leader where */
       G1776_E_LOST,             /* count type hex */
       G1776_E_BASIC_ROLL,       /* hex attackers defenders column die modifier */
       G1776_E_ATTACK,           /* hex */
       G1776_E_SALLIES,          /* count type hex */
       G1776_E_SUPPLIED,
       G1776_E_FIRES,   /* hex */
       G1776_E_ELITE,   /* type */
       G1776_E_CHOOSES, /* card */
       G1776_E_CHOSE,
       G1776_E_CARDS, /* attacker's, defender's */
       G1776_E_ODDS,  /* sp sp column drm, then why */
       G1776_E_ROLL,  /* die drm value row losses losses */
       G1776_E_NO_EFFECT,
       G1776_E_NO_COMBAT,
       G1776_E_RETREATS, /* hex hex */
       G1776_E_INTO_FORT,
       G1776_E_BREAKS_OFF,
       G1776_E_USED_UP,    /* type where */
       G1776_E_SLIPS_AWAY, /* hex die */
       G1776_E_CAUGHT,
       G1776_E_LEADER_CHECK, /* leader dice fate */
       G1776_E_CHECK_DICE,   /* dice sp */
       G1776_E_LEADER_KILLED,
       G1776_E_LEADER_WOUNDED, /* leader turns */
       G1776_E_LEADER_AT,      /* leader hex */
       G1776_E_EXCHANGED,
       G1776_E_PROMOTED, /* leader rating */
       G1776_E_DEMOTED,
       G1776_E_WON, /* reason */
       G1776_E_DRAWN,
       /* set-up and arrivals */
       G1776_E_SUBSTITUTED, /* leader leader */
       G1776_E_PLACED,      /* count type where */
       G1776_E_PLACED_HIDDEN,
       G1776_E_LEADER_PLACED, /* leader where */
       G1776_E_FLEET_PLACED,  /* fleet where */
       G1776_E_ARRIVAL_LOST,
       G1776_E_LEAVES,        /* count type where */
       G1776_E_LEADER_LEAVES, /* leader */
       G1776_E_FLEET_LEAVES,  /* fleet */
       /* scenarios */
       G1776_E_POINTS,        /* points total */
       G1776_E_COM_DESTROYED, /* hex */
       G1776_E_ROW_PENALTY,
       G1776_E_FREED,     /* hex */
       G1776_E_DIE_FREES, /* die needed */
       G1776_E_STRATEGY,  /* 0 northern, 1 southern */
       /* the sea */
       G1776_E_SAILS,         /* fleet where */
       G1776_E_DESTINATION,   /* destination: told to the British only (2) */
       G1776_E_LANDS,         /* count type where fleet */
       G1776_E_ENGAGES,       /* where strength strength */
       G1776_E_SEA_ROLL,      /* die column */
       G1776_E_SUNK,          /* fleet */
       G1776_E_DAMAGED,       /* fleet turns */
       G1776_E_INTERCEPTS,    /* fleet fleet die */
       G1776_E_MISSES,        /* fleet fleet die */
       G1776_E_BOMBARDS,      /* fleet die */
       G1776_E_NO_BOMBARD,    /* fleet die */
       G1776_E_ANSWERS,       /* answer */
       G1776_E_QUARTERS_AWAY, /* fleet die */
       G1776_E_BOARDS,        /* hex */
       /* inverted counters (VI.B) */
       G1776_E_TURNED_DOWN,  /* count hex */
       G1776_E_TURNED_UP,    /* count type hex */
       G1776_E_VEILED_MOVES, /* count hex hex */
       G1776_E_DECOY_FOUND,  /* hex */
       G1776_E_DECOY_FLEES,  /* hex hex */
       /* campaign games */
       G1776_E_SEASON,         /* season year */
       G1776_E_WINTER,         /* ca of ca area */
       G1776_E_EVENT_BRITISH,  /* dice */
       G1776_E_EVENT_AMERICAN, /* dice */
       G1776_E_SLIGHTED,       /* leader rating */
       G1776_E_INDIAN_DIE,     /* die whether */
       G1776_E_STATUS,         /* area status */
       G1776_E_CONVERTED,      /* type type where */
       G1776_E_LEADER_SENT,    /* leader */
       G1776_E_FLEET_AWAY,     /* fleet */
       G1776_E_FRENCH_DIE,     /* die areas needed whether */
       G1776_E_ARNOLD_DIE,     /* die whether */
       G1776_E_CALLED,         /* fleet die whether */
       G1776_E_STAYS,          /* fleet die whether */
       G1776_E_NAVY_DIE,       /* die fleets pieces */
       G1776_E_NAVY_SOUGHT,    /* die whether */
       G1776_E_DETACHED,       /* fleet */
       G1776_E_BOARDED,        /* count type where fleet */
       G1776_E_WITHDRAWS,
       G1776_E_FRENCH_LOST,
       G1776_E_WEATHER,     /* die whether */
       G1776_E_SOUTH_DIE,   /* fleet die what */
       G1776_E_NEWPORT_DIE, /* die whether */
       G1776_E_EVACUATES,   /* fleet */
       G1776_E_SPURRED,     /* leader */
       G1776_E_PUTS_AWAY,   /* whether */
       G1776_E_TELLS_CARD,  /* whether */
       G1776_E_GRAPESHOT,   /* die sp sp */
       G1776_E_GATES_DIE,   /* die whether */
       G1776_E_BIDS,        /* towns: told to its own side only (CSG-4) */
       G1776_E_BIDS_IN_SECRET,
       G1776_E_BIDS_SHOWN,    /* British American par needed */
       G1776_E_ENLISTED,      /* count hex */
       G1776_E_COM_RAISED,    /* hex */
       G1776_E_STOWED,        /* count type fleet */
       G1776_E_LEADER_STOWED, /* leader fleet */
       G1776_EVENTS
};

/* What G1776_PH_PLACE is about. */
enum { G1776_OF_SET_UP, G1776_OF_ARRIVAL };
/* What G1776_PH_ARRIVALS is at. */
enum {
    G1776_IN_SEGMENT,
    G1776_BEHIND_MOVEMENT,
    G1776_IN_INTERPHASE,
    G1776_IN_EXCHANGE,
    G1776_IN_REDEPLOYMENT
};

#endif
