/* data.h - 1776: the facts but the board (map.h): pieces, leaders, fleets, tables, scenarios.
 *
 * Filled once by g1776_load from the files under data/g1776, checked there, read-only afterwards.
 */
#ifndef G1776_DATA_H
#define G1776_DATA_H

#include "musket.h"
#include "types.h"

/* What a type of piece is. */
enum {
    G1776_IS_SP = 1,
    G1776_IS_REGULAR = 2, /* BR, CA, FR and elites of their colours */
    G1776_IS_MILITIA = 4, /* foot and dragoons */
    G1776_IS_DRAGOON = 8,
    G1776_IS_INDIAN = 16,
    G1776_IS_ELITE = 32,
    G1776_AS_REGULAR = 64, /* in combat: regulars, and the orange and green elites (III.G) */
    G1776_CAN_HIDE = 128,  /* may be face down (VI.B) */
};

typedef struct {
    mk_name name;     /* id "br", label "British regulars", one "British regular" */
    const char *sign; /* "BR": short, as the rulebook writes it */
    uint8_t seat, nation;
    uint8_t mp;
    uint8_t mp_led; /* of Indians under a regular leader; else as mp */
    uint8_t load;   /* points aboard bateaux and fleets (II.B) */
    uint8_t colour; /* of an elite: the plain type it stands for; else itself */
    uint8_t leader; /* of an elite: whom it follows; G1776_NONE: nobody */
    uint8_t limit;  /* counters in the box */
    uint16_t is;
} g1776_type_row;

/* Powers of leaders. */
enum {
    G1776_NAMELESS = 1,
    G1776_LEADER_E = 2,
    G1776_PARTISAN = 4,
    G1776_CONFINED = 8, /* to north or south (V.A) */
    G1776_HANGED = 16,  /* captured: out for good */
    G1776_NEVER_REPLACED = 32,
    G1776_NO_MILITIA_PENALTY = 64,
    G1776_NO_FORCED_MARCH = 128,
};

/* Leaders that rules name. */
typedef enum {
    G1776_WASHINGTON,
    G1776_HOWE,
    G1776_CARLETON,
    G1776_RAWDON,
    G1776_FERGUSON,
    G1776_BRANT,
    G1776_TARLETON,
    G1776_KNOX,
    G1776_LAFAYETTE,
    G1776_MARION,
    G1776_SUMTER,
    G1776_MORGAN,
    G1776_GREENE,
    G1776_CORNWALLIS,
    G1776_LESLIE,
    G1776_PRIDEAUX,
    G1776_ROBERT_ROGERS,
    G1776_LEVIS,
    G1776_AMHERST,
    G1776_ARNOLD,
    G1776_BRITISH_ARNOLD,
    G1776_ROCHAMBEAU,
    G1776_DESTAING,
    G1776_CLINTON,
    G1776_CLARKE,
    G1776_GATES,
    G1776_WAYNE,
    G1776_LINCOLN,
    G1776_WATSON,
    G1776_BURGOYNE,
    G1776_JOHNSON,
    G1776_NAMED_LEADERS
} g1776_named;

typedef struct {
    mk_name name; /* id "b_howe", "a_ldr_a", label "Howe", "Leader A" */
    uint8_t seat, nation;
    uint8_t stars, seniority;
    int8_t rating;
    int8_t rating_abroad; /* Carleton outside Canada; else as rating */
    int8_t forced_march;  /* added to the die: -1, Knox +1; 0: none */
    uint8_t mp;           /* 10; Amherst 5 */
    uint8_t leads;        /* regulars in movement: 8, 6, 4, 3; of a partisan his partisans */
    uint8_t commands;     /* cap as overall commander; 255: no limit */
    uint8_t home;         /* of one who is confined: 0 north, 1 south */
    uint16_t is;
} g1776_leader_row;

typedef struct {
    uint8_t capacity, mp, combat, seat, nation;
    mk_name name;
    bool transport; /* TF: no combat value, class 2 */
    bool battle;    /* BF: bombards; neither: the Continental Navy */
    bool variable;  /* V.E */
} g1776_fleet_row;

/* Boxes beside the board (V.A, off-board movement). */
typedef struct {
    mk_name name;
    uint8_t exit;   /* g1776_exit by which it is reached from the board; G1776_NONE: none */
    uint8_t owner;  /* the seat that may use it; G1776_NONE: both */
    bool port;      /* pieces embark and debark there */
    bool french;    /* a source of French supply */
    bool transit;   /* a transitional box */
    uint16_t joins; /* bit per box */
} g1776_box_row;

/* Results of combat tables. */
typedef enum {
    G1776_R_NONE,
    G1776_R_NE,
    G1776_R_LOSE1,
    G1776_R_LOSE2,
    G1776_R_HALF,
    G1776_R_ALL,
    G1776_R_EXCHANGE, /* basic table: both */
} g1776_result;

enum { G1776_COLUMNS = 9, G1776_CARDS = 8 };
enum { G1776_CRT_LOW = -3, G1776_CRT_HIGH = 10 };

typedef struct {
    uint8_t enter[3]; /* clear, swamp, all mountain */
    uint8_t rough, mountain;
    uint8_t class1, class2;             /* without ferry; class 3 is closed */
    uint8_t ford, ferry2, ferry3;       /* ford of class 1, mapboard ferries */
    uint8_t boat1, boat2, boat3;        /* bateau or fleet as ferry */
    uint8_t supply_clear, supply_swamp; /* VIII.B */
    uint8_t odds[G1776_COLUMNS][2];     /* 1-3 ... 5-1 */
    uint8_t basic[7][G1776_COLUMNS][2]; /* die 0..6: attacker, defender */
    uint8_t crt[G1776_CRT_HIGH - G1776_CRT_LOW + 1][G1776_COLUMNS][2];
    mk_name card[G1776_CARDS];
    int8_t matrix[G1776_CARDS][G1776_CARDS];       /* [attacker][defender] */
    uint8_t matrix_ends[G1776_CARDS][G1776_CARDS]; /* 1: underlined, 2: NC */
    uint8_t withdraw, assault;                     /* which cards */
    int8_t march[8][6];                            /* [die 0..7][effort 1..5]: MP, -1 is 1/2E */
    uint8_t fec[7][6][2];                  /* [die][difference -1..4]: 0 -, 1 D1, 2 D2, 3 sunk */
    uint8_t months[3];                     /* that a fleet with D1, D2 is away */
    uint8_t coastal_fleet, coastal_bateau; /* ferry over a coastal side; the latter in 4 */
    uint8_t in_port, inshore, on_coast, among_enemies; /* fleet MP to embark or debark (V.B) */
    uint8_t bateau_sides, bateau_points, portage_hexes, portage_sides;
    uint8_t partisan_mp, inverted_mp, mounted_leader_mp;
    uint8_t alone[2];                        /* SP without a leader: others; with BR or FR */
    uint8_t drm_limit, half_least;           /* 4; 2 */
    uint8_t ae[2], ae_mp[2];                 /* odds and MP to go on: open, entrenched */
    uint8_t knox_march;                      /* MP at most with artillery */
    uint8_t fate_survivors[13];              /* two dice (IV.C): g1776_fate */
    uint8_t fate_lost[7], fate_lost_fort[7]; /* no SP left: in the open, inside a fort */
    uint8_t fate_check[7];                   /* VI.A */
    uint8_t check_one_star, check_two_star;  /* VI.A: dice and SP lost, at least */
    uint8_t partisans_retreat, may_bombard, intercepts; /* die: from, up to, up to */
} g1776_tables;

typedef enum {
    G1776_UNHARMED,
    G1776_ESCAPES, /* to the nearest hex with friends */
    G1776_IS_CAPTURED,
    G1776_WOUNDED,
    G1776_KILLED,
    G1776_FATES
} g1776_fate;

/* ---- Scenarios ----------------------------------------------------------- */

enum {
    G1776_MAX_TURNS = 96,  /* of a scenario */
    G1776_MAX_GROUPS = 36, /* of a set-up */
    G1776_MAX_FREE = 12,
    G1776_MAX_FIXED = 6,
    G1776_MAX_GUNS = 4,
    G1776_MAX_SCORES = 40,
    G1776_MAX_VICTORIES = 8,
    G1776_MAX_CONDITIONS = 512, /* of all scenarios */
    G1776_MAX_NAMED = 13,       /* places that a condition or a score names */
    G1776_MAX_CHILDREN = 6,
    G1776_MAX_SLOTS = 16,
    G1776_MAX_COM = 8,
    G1776_NO_CONDITION = -1,
};

typedef enum { G1776_NO_WORKS, G1776_ENTRENCHED, G1776_FORT } g1776_works;

/* Rules that a scenario switches on (or, where it says so, forbids). */
enum {
    G1776_USE_SEA = 1,             /* V, but for parts that have a bit of their own */
    G1776_USE_SAILING = 2,         /* V.A and V.B alone: no naval combat, no bombardment */
    G1776_USE_WINTER = 4,          /* VI */
    G1776_USE_CASUALTIES = 8,      /* VI.A is mandatory */
    G1776_NO_CASUALTIES = 16,      /* VI.A may not be used */
    G1776_USE_SUPPLY_COST = 32,    /* VIII.B is mandatory */
    G1776_NO_SUPPLY_COST = 64,     /* VIII.B may not be used */
    G1776_USE_OBM = 128,           /* the boxes beside the board are in play */
    G1776_USE_INDIES = 256,        /* V.F West Indies operation */
    G1776_USE_WINTER_COMBAT = 512, /* VI without what it does to movement (CSG-5) */
};

/* Special rules of scenarios, each by its name in scenarios.json. */
typedef enum {
    G1776_RULE_NO_DISMANTLING,        /* of the forts named in `kept_forts`, or of any (1) */
    G1776_RULE_ARTILLERY_FIXED,       /* no artillery moves (1) */
    G1776_RULE_ARTILLERY_WITH_SP,     /* it moves and is destroyed only with SP (13) */
    G1776_RULE_CARLETON_RETURNS,      /* from a destroyed stack, at Quebec (1) */
    G1776_RULE_CONTROL_IGNORES_FORTS, /* 2, 8 */
    G1776_RULE_ROW_PENALTY,           /* first unit north of row ZZ (2) */
    G1776_RULE_SECRET_DESTINATION,    /* the embarked British force (2) */
    G1776_RULE_NO_BATEAU_BUILDING,    /* 3 */
    G1776_RULE_NO_BATEAU_TRANSPORT,   /* 3 */
    G1776_RULE_MAY_ENTRENCH_AMERICAN, /* American SP may start entrenched (3) */
    G1776_RULE_RAIN_DECEMBER,         /* and not in March (3) */
    G1776_RULE_INTERCEPTION,          /* 4 */
    G1776_RULE_DAMAGE_IN_TURNS,       /* not quarters; where fleets come back (4) */
    G1776_RULE_COASTAL_FERRY,         /* bateaux, for 3 MP (4) */
    G1776_RULE_YORKTOWN_PORTS,        /* Norfolk is none, Yorktown one while it has a fort (4) */
    G1776_RULE_BRANT_NEEDS_INDIANS,   /* for his rating (5) */
    G1776_RULE_WINTER_QUARTERS,       /* the turn without number (5) */
    G1776_RULE_COM_BY_INDIANS,        /* only BI destroy COM (6) */
    G1776_RULE_COM_MARKS_ONLY,        /* nobody destroys them (2) */
    G1776_RULE_COASTAL_SHIPPING,      /* 2BR, a supply, a leader from port to port (6) */
    G1776_RULE_ARTILLERY_ONE_SHOT,    /* unsupplied artillery fires once in each combat (6) */
    G1776_RULE_STRATEGY,              /* northern or southern, fixed behind turn 4 (7) */
    G1776_RULE_1759,                  /* BC as BR, Fort William Henry, Ticonderoga shut, … (8) */
    G1776_RULE_CORNWALLIS_LEAVES,     /* into Virginia before the American June (9) */
    G1776_RULE_COMMERCE_TOWNS,        /* belong to the last side there at the end of its turn (9) */
    G1776_RULE_BRITISH_AT_SEA,        /* 10 */
    G1776_RULE_NAMELESS_LOST,         /* nameless leaders do not come back (11, 12, 13) */
    G1776_RULE_APRIL_1775,            /* no Americans into Boston, no British AE (11, 12) */
    G1776_RULE_J5_INDIANS,            /* confined to the Deep South, no forts alone (11, 13) */
    G1776_RULE_GREENE_AND_MORGAN,     /* are rated 1 (12) */
    G1776_RULE_ARNOLD_DESERTS,        /* from a month on, on a die (CSG-1, CSG-6) */
    G1776_RULE_SOUTHERN,              /* all of CSG-5: southern.h */
    G1776_RULES
} g1776_rule;

/* Where reinforcements go whose entry is closed, before the priorities of "rules for all". */
typedef enum {
    G1776_DIVERT_NONE,
    G1776_DIVERT_CONTROLLED, /* nearest friendly-controlled town if the entry town is enemy's (2) */
    G1776_DIVERT_LOST,       /* nearest friendly town or village if it was captured or burnt (5) */
    G1776_DIVERT_FREE_TOWN,  /* nearest town neither enemy-occupied nor surrounded (7) */
    G1776_DIVERT_NEXT_TO, /* beside the entry as one likes; else within 1 of a free town (11-13) */
    G1776_DIVERT_ENTER,   /* where the track says, enemies or not (campaign games, II step 9) */
} g1776_divert;

/* What a test asks for. The words are those of scenarios.json. */
typedef enum {
    G1776_IF_ALL, /* of the children */
    G1776_IF_ANY,
    G1776_IF_NOT,
    G1776_IF_ALWAYS,
    G1776_IF_CONTROLLED,           /* `seat` controls at least n of the places, */
    G1776_IF_CONTROLLED_LAST_TURN, /* did so at the end of the last turn, */
    G1776_IF_CONTROLLED_ALL_GAME,  /* never lost one of them */
    G1776_IF_CONTROLLED_ENTRY,     /* controls the place where the arrival enters */
    G1776_IF_HELD_ALONE,           /* SP of `types` without enemy SP in at least n places */
    G1776_IF_HELD_WITHOUT_UNITS,   /* … without enemy units of any kind */
    G1776_IF_FREE_OF_SP,           /* at least n places have no SP of `seat`, */
    G1776_IF_FREE_OF_UNITS,        /* or no unit */
    G1776_IF_SP,                   /* at least n SP of `types` in the places together */
    G1776_IF_SP_IN,                /* … in the colonies together */
    G1776_IF_SP_IN_LAST_TURN,
    G1776_IF_GARRISON_ALL_GAME, /* never fewer than n SP of `types` at the place */
    G1776_IF_GARRISON_EACH,     /* not at the end of any of these turns */
    G1776_IF_SP_INSIDE,         /* `seat` has SP inside a fort of its own at one of the places */
    G1776_IF_OWNS_FORT,
    G1776_IF_CAPTURED_FORT_LAST_TURN,
    G1776_IF_LAST_TO_ENTER, /* the last SP that came to the place was of `seat` */
    G1776_IF_ENTERED_LAST_TURN,
    G1776_IF_ENDED_OR_ATTACKED_LAST_TURN,
    G1776_IF_ENTERED_BEFORE, /* arrival `key` came at least n turns ago */
    G1776_IF_ENTRY_IS,
    G1776_IF_STILL_FIXED, /* the fixed pieces `key`: neither freed nor attacked */
    G1776_IF_ELIMINATED,
    G1776_IF_LEADER_IN,
    G1776_IF_STRATEGY, /* n: 0 northern, 1 southern */
    G1776_IF_REMOVAL_FAILED,
    G1776_IF_COM_LEFT,
    G1776_IF_POINTS,
    G1776_IF_POINTS_LEAD,
    G1776_IF_POINTS_TIED,
    G1776_IF_POINTS_LAST_MONTH,
    G1776_IF_POINT_TOWNS, /* controls at least n of the towns that give points */
    G1776_IF_FREE_OR_ENTRENCHED,
    G1776_IF_NO_FORT_OR_IN_AND_OUT,
    G1776_IF_OTHER_STRATEGIC, /* controls n strategic towns of the area that are not named */
    G1776_IF_STRATEGIC_LAST_TURN,
    G1776_IF_PORT_OCCUPIED,
    G1776_IF_OCCUPIED_ONLY, /* units of `seat` and none of the other */
    G1776_IF_OPTION,        /* option n is on */
    G1776_IF_STRATEGIC,     /* the British control n strategic towns, those named among them; 0: as
                                many as were bid */
    G1776_IF_AREAS,         /* … n areas */
    G1776_IF_AREA,          /* … area n */
    G1776_IF_AREA_LAST_TURN,
    G1776_IF_COLONY_LAST_TURN, /* all strategic towns of a colony of area n */
    G1776_IF_SP_IN_EVER,
    G1776_IF_WEATHER,         /* of this month; n: g1776_weather */
    G1776_IF_JANUARY_WEATHER, /* of the first month of CSG-5 */
    G1776_IF_EVACUATED,       /* Clinton, Leslie and 10BR (CSG-5) */
    G1776_IF_BF_IN,           /* a battle fleet of `seat` lies in a port of the places */
    G1776_IF_BF_ALONE_IN,     /* … and none of the enemy */
    G1776_IF_LEADER_LOST,     /* killed or captured */
    G1776_IF_LEADER_ON_MAP,
    G1776_IF_FRENCH_AT_SEA, /* French BF-A or BF-B is on the board, not in a box (CSG-5) */
    G1776_IF_INSIDE,        /* n SP of `types` inside forts at the places */
    G1776_IFS
} g1776_if;

typedef struct {
    uint8_t test; /* g1776_if */
    uint8_t seat; /* G1776_SEATS: not asked for */
    uint8_t n, leader;
    uint8_t key;  /* number of an arrival, or of fixed pieces, in the scenario */
    uint8_t slot; /* of what is remembered for it; G1776_NONE: it is seen from the position */
    uint8_t place_count, child_count;
    uint16_t place[G1776_MAX_NAMED]; /* hexes */
    int16_t child[G1776_MAX_CHILDREN];
    mk_set64 types;
    uint32_t colonies, turns; /* bits */
} g1776_condition;

/* Where a group comes to. `hexes` are all that come into question by the board alone; for bateaux
 * `sides`. The owner chooses one, or one for each piece if `split`. */
typedef enum {
    G1776_TO_HEXES,
    G1776_TO_EACH,         /* one SP to each of `list`, in its order */
    G1776_TO_LEADER,       /* where `leader` is */
    G1776_TO_MAIN_ARMY,    /* the hex with the most American SP */
    G1776_TO_FORCE,        /* a hex of `hexes` with SP of `types` */
    G1776_TO_PORT,         /* a port of `hexes`, or beside it if enemies are there */
    G1776_TO_CONTROLLED,   /* a port of `hexes` under control of the owner */
    G1776_TO_SIDES,        /* a hexside */
    G1776_TO_SEA,          /* a sea-lane hex */
    G1776_TO_LANDING,      /* a port or a coast, by the costs of V.B (6) */
    G1776_TO_UNCONTROLLED, /* a port of `hexes` that the British do not control */
    G1776_TO_REGULAR,      /* where a regular leader of the nation is */
} g1776_to;

typedef struct {
    uint8_t to; /* g1776_to */
    uint8_t leader;
    bool split;
    bool halifax;       /* or Halifax, while the British control it */
    uint8_t aboard;     /* or aboard this fleet; G1776_NONE: it is not named */
    uint16_t aboard_at; /* aboard a fleet that lies there; MK_NOWHERE: not said */
    uint8_t list_count;
    uint16_t list[4];
    mk_set64 types;
    g1776_hexes hexes;
    g1776_sides sides;
} g1776_place;

typedef struct {
    uint8_t nation;
    uint8_t works;              /* g1776_works */
    uint8_t count[G1776_TYPES]; /* forts, entrenchments not among them: works */
    mk_set128 leaders;
    mk_set64 fleets;
} g1776_group;

typedef struct {
    uint16_t hex; /* a hex, or a box (types.h) */
    bool aboard;  /* troops and leaders are aboard its fleet */
    g1776_group group;
} g1776_set_up;

typedef struct {
    g1776_group group;
    g1776_place place;
    bool decoys; /* only with the option of inverted counters */
} g1776_free_set_up;

typedef enum { /* of troops that came aboard (CSG-5) */
               G1776_LAND_ANYWHERE,
               G1776_LAND_DEEP_SOUTH,
               G1776_LAND_SOUTH_CENTRAL,
               G1776_LAND_BESIDE_CHIEF /* in the area of the highest British leader */
} g1776_first_landing;
typedef enum { G1776_NO_WEATHER, G1776_CLEAR_SKY, G1776_STORMS } g1776_weather;

typedef enum {
    G1776_THEN_NOTHING,
    G1776_THEN_REMOVE,         /* `out` leaves the game */
    G1776_THEN_REMOVE_FRENCH,  /* all French pieces do */
    G1776_THEN_REMOVE_OR_LOSE, /* `out` leaves `where`, with a leader of `n` stars; or the game is
                                * lost
                                */
    G1776_THEN_DIE_FREES,      /* fixed pieces `fixed` may move if a die shows at least n */
    G1776_THEN_FREE,
    G1776_THEN_REPLACE, /* an SP of type n is removed where it enters */
} g1776_effect;

typedef struct {
    const char *key; /* the letter of the printed track; "" */
    uint8_t turn;    /* number in the calendar, from 1 */
    g1776_group group;
    g1776_place place;
    int16_t condition;    /* G1776_NO_CONDITION */
    bool retry;           /* next turn again if the condition fails */
    bool retry_condition; /* … but not if only the place was missing (6) */
    bool may_delay;       /* the owner may hold it back */
    bool after_movement;  /* at the end of the British movement phase (11, 12) */
    bool stays;           /* may not move in this turn */
    bool into_fort;       /* may enter a besieged fort */
    bool no_divert;       /* exempt from the scenario's way of diverting */
    bool retry_place;     /* … or only then (CSG-6) */
    bool redeployment;    /* it comes in the redeployment, or later (CSG-6) */
    bool interphase;      /* it comes in the interphase behind its turn, or a later one */
    bool partisans;       /* … in the step of partisan leaders (CSG-5, step 4.9) */
    bool exchange;        /* … in the step of exchanges (CSG-5, step 5) */
    bool embarked;        /* troops are aboard the fleets that come with them */
    bool hurry;           /* lost if they stay in port in this turn */
    uint8_t landing;      /* g1776_first_landing: where they land first */
    uint16_t bound;       /* they sail there and land nowhere else; MK_NOWHERE: as they like */
    uint8_t joined_by;    /* leader who is added if he is in the port; G1776_NONE */
    uint8_t returns;      /* leader who is added if he was killed or captured; G1776_NONE */
    uint8_t effect;       /* g1776_effect */
    uint8_t n, fixed;
    uint8_t any_bf; /* that many French battle fleets leave besides those named */
    uint16_t where;
    g1776_group out;
} g1776_arrival;

/* Pieces of the set-up that may not move yet. */
typedef enum {
    G1776_UNTIL_CANADA,   /* an enemy SP enters Canada (2) */
    G1776_UNTIL_TURN,     /* turn n (5) */
    G1776_UNTIL_NEVER,    /* 5 */
    G1776_UNTIL_CA_THERE, /* a CA SP begins its turn there (3) */
    G1776_UNTIL_ATTACKED, /* or freed by an arrival (5) */
} g1776_until;

typedef struct {
    const char *id;
    uint16_t hex;
    uint8_t until, n; /* g1776_until */
    bool inside;      /* they start inside the fort */
    g1776_group group;
} g1776_fixed;

/* How artillery of the set-up at a hex may move and be destroyed (6, 11, 12). */
typedef enum { G1776_GUN_FREE, G1776_GUN_WITH_SP, G1776_GUN_WITH_KNOX, G1776_GUN_NEVER } g1776_gun;
typedef struct {
    uint16_t hex;
    uint8_t moves, destroyed; /* g1776_gun */
} g1776_guns;

typedef enum {
    G1776_VP_CONTROL,       /* all places, at the end */
    G1776_VP_CONTROL_TURN,  /* at the end of each turn */
    G1776_VP_COM_DESTROYED, /* at the place; with `leader` there, */
    G1776_VP_COM_WITH,
    G1776_VP_COM_WITHOUT, /* or not */
    G1776_VP_COM_STANDS,
    G1776_VP_ALL_COM_DESTROYED,
    G1776_VP_COM_LEFT, /* at least n */
    G1776_VP_DISMANTLED,
    G1776_VP_NO_FORT_BUILT, /* at any of the places */
    G1776_VP_OWNS_FORT,
    G1776_VP_SUNK, /* each fleet of the enemy */
    G1776_VP_DAMAGED,
    G1776_VP_RATIO,       /* SP in the colony: own times n at least the enemy's times m */
    G1776_VP_NOT_EXITED,  /* leader and n SP of `types` by the hex up to turn m */
    G1776_VP_KILLED,      /* the leader */
    G1776_VP_SEASON,      /* all places, before each interphase and at the end (CSG-5) */
    G1776_VP_EACH_SEASON, /* each of the places */
    G1776_VP_FORT_SEASON, /* the place and its fort */
    G1776_VP_ABSENT,      /* all places, while the leader is not on the board */
    G1776_VP_LEADER_LOST, /* killed or captured, before turn m if there is one */
    G1776_VP_INDIES,      /* more battle fleets in the West Indies, at the end of `turns` */
    G1776_VP_MISSING,     /* each FR and gun lost of those that BF-A and BF-B carried */
    G1776_VP_NOT_EVACUATED,
    G1776_VPS
} g1776_score_kind;

typedef struct {
    uint8_t what, seat; /* whose points */
    int8_t value;
    uint8_t n, m, leader, colony;
    uint8_t option; /* only with this option; G1776_NONE: always */
    uint32_t turns; /* bits */
    uint8_t place_count;
    uint16_t place[G1776_MAX_NAMED];
    mk_set64 types;
} g1776_score;

typedef enum {
    G1776_INSTANT,
    G1776_START_OF_BRITISH,
    G1776_START_OF_AMERICAN,
    G1776_AT_END,
    G1776_END_OF_TURN, /* of one turn */
    G1776_EACH_TURN,   /* of each from `turn` on */
    G1776_FULL_TURN    /* it held when a turn began, and behind each of its segments (K19) */
} g1776_when;

/* Rows in the order in which they are tested; the first that holds decides. */
enum { G1776_DRAW = G1776_SEATS, G1776_MOST_POINTS };
typedef struct {
    uint8_t winner; /* a seat, G1776_DRAW or G1776_MOST_POINTS */
    uint8_t when;   /* g1776_when */
    uint8_t turn;   /* of G1776_END_OF_TURN */
    int16_t condition;
    const char *words; /* "the British hold Savannah and Augusta …" */
} g1776_victory_row;

/* CSG-6: the year 1775. */
typedef struct {
    uint8_t turns;         /* that it lasts; 0: there is none */
    uint8_t divert;        /* g1776_divert */
    uint8_t evacuation[2]; /* of Boston: first and last turn */
    uint8_t enlist;        /* RM that may become CA */
    uint8_t fall_militia;  /* the arrival without which none does in Canada */
    mk_set128 leaves;      /* leaders who come again with reinforcements */
} g1776_lead_in_rules;

typedef struct {
    mk_scenario names;
    bool basic, campaign;
    uint16_t use;                        /* G1776_USE_... */
    uint8_t first;                       /* seat */
    uint8_t divert;                      /* g1776_divert */
    uint8_t turns;                       /* entries of the calendar */
    bool visits;                         /* the option VIII.C may be used */
    uint8_t longer;                      /* turns more with the option of scenario 12, or VIII.C */
    uint16_t month[G1776_MAX_TURNS + 1]; /* of each turn from 1: year * 12 + month (0 to 11) */
    uint8_t number[G1776_MAX_TURNS + 1]; /* printed on the track; 0: the winter of scenario 5 */
    bool rain[G1776_MAX_TURNS + 1];      /* class 2 sides of the south need a ferry */
    bool winter[G1776_MAX_TURNS + 1];    /* VI is in force */
    bool winter_combat[G1776_MAX_TURNS + 1]; /* … as far as combat goes */
    g1776_hexes area;                        /* hexes of play, sea and land */
    g1776_hexes border;                      /* those from which one can step out of it */
    mk_set64 rules;                          /* bit per g1776_rule */
    g1776_hexes kept_forts;                  /* may not be dismantled */

    int set_up_count, free_count, arrival_count, fixed_count, gun_count, need_count;
    int com_count, score_count, victory_count, slot_count;
    int16_t slot[G1776_MAX_SLOTS]; /* conditions that need a memory */
    g1776_set_up set_up[G1776_MAX_GROUPS];
    g1776_free_set_up free[G1776_MAX_FREE];
    g1776_arrival arrival[G1776_MAX_ARRIVALS]; /* in the order of the data */
    g1776_fixed fixed[G1776_MAX_FIXED];
    g1776_guns gun[G1776_MAX_GUNS];
    struct { /* SP without which a seat does not control a hex (2) */
        uint16_t hex;
        uint8_t seat, type, n;
    } need[2];
    int8_t march[G1776_MAX_LEADERS]; /* CSG-5: what a leader adds to the die of a march; 0: as
                                        always */
    mk_set128 march_free;            /* … without giving an SP for it */
    mk_set128 one_falls_out;         /* of half of the marchers only one SP is lost */
    uint16_t french_from; /* month of the first die for the French; 0: by the chart (CSG-3) */
    g1776_lead_in_rules lead_in; /* CSG-6 */
    uint8_t par;                 /* of the bids (CSG-4); 0: there are none */
    uint16_t garrisoned;         /* the town where the British keep so many BR (4, 6) */
    uint8_t garrison;            /* 0: there is none */
    uint8_t garrison_ends;       /* with this turn; 0: never (CSG-6) */
    struct {                     /* the COM markers of the set-up */
        uint16_t hex;
        uint8_t type;
    } com[G1776_MAX_COM];
    mk_set64 may_invert; /* types that may be face down with the option of inverted counters */
    g1776_score score[G1776_MAX_SCORES];
    g1776_victory_row victory[G1776_MAX_VICTORIES];
} g1776_scenario_rules;

enum {                            /* options, by their place in options.json */
       G1776_OPTION_CASUALTIES,   /* VI.A */
       G1776_OPTION_INVERTED,     /* VI.B */
       G1776_OPTION_FORT_GUNS,    /* VIII.A */
       G1776_OPTION_SUPPLY_COST,  /* VIII.B */
       G1776_OPTION_VILLAGERS,    /* three BI in their villages (11, 12) */
       G1776_OPTION_AWE,          /* American attacks on BR at -1 (11, 12) */
       G1776_OPTION_LONGER,       /* to February 1776 (12) */
       G1776_OPTION_EXTRA_TOWNS,  /* towns that the rulebook does not name may be built in */
       G1776_OPTION_MARYLAND,     /* Annapolis and Baltimore score for the American, too (CSG-5) */
       G1776_OPTION_OVERMOUNTAIN, /* militia against Ferguson (CSG-5) */
       G1776_OPTION_VISITS,       /* VIII.C */
       G1776_OPTIONS
};

/* ---- Campaign games ------------------------------------------------------ */

enum { G1776_COLONIES_AREAS = G1776_CANADA }; /* areas that have strategic towns and rates */
typedef enum { G1776_MAXIMUM, G1776_AVERAGE, G1776_MINIMUM, G1776_NO_RATE } g1776_rate;
typedef enum { G1776_RATE_CA, G1776_RATE_RM, G1776_RATE_TM, G1776_RATED } g1776_rated;

/* Rows of the area status chart; the last that fits counts (II step 8). */
typedef enum {
    G1776_NO_BR,
    G1776_NONE_NO_CA,
    G1776_SOME_NO_CA,
    G1776_NONE_CA,
    G1776_SOME_CA,
    G1776_CONTROLLED,
    G1776_ALL_TOWNS, /* of CSG-5: strategic towns; with all ports */
    G1776_ALL_PORTS,
    G1776_STATUSES
} g1776_status;

typedef enum {
    G1776_WINTER_NONE,
    G1776_WINTER_SOME,
    G1776_WINTER_ALL,
    G1776_WINTER_AWAY
} g1776_winter_row;
enum {
    G1776_WINTER_ROWS = 4,
    G1776_WINTER_YEARS = 4,
    G1776_MAX_STRATEGIC = 8,
    G1776_MAX_PORTS = 5
};
enum { G1776_MAX_VISITS = 6, G1776_GUESTS = 4 };
/* French forces by the option VIII.C. */
typedef struct {
    uint16_t from, to; /* months; to 0: they stay */
    uint8_t box;
    bool each; /* cargo of each fleet, or of all together */
    uint8_t cargo[G1776_TYPES];
    mk_set64 fleets;
    mk_set128 leaders;
} g1776_visit;

enum { G1776_ENTRIES = 4 }; /* steps of the French entry chart */

typedef struct {                            /* CSG-5 */
    uint8_t clear[12];                      /* months: the die up to which the sky is clear */
    uint8_t rate_ca;                        /* CA by the average and the maximum of the charts */
    uint16_t winter_year;                   /* the column of the winter reduction */
    uint8_t port_br, winter_br, supplies;   /* in an interphase: to a port; to Charleston */
    uint16_t indians_month;                 /* behind it lost BI come back */
    uint8_t indians, provincials, dragoons; /* that may come back */
    uint8_t evacuated;                      /* BR */
    uint8_t georgia, south_carolina, north_carolina; /* colonies */
    mk_set128 santee, pee_dee, cape_fear;            /* waters */
    uint16_t mouth;                                  /* of the Cape Fear, a place */
} g1776_southern_data;

typedef struct {
    uint8_t garrison[G1776_MAX_TOWNS]; /* BR that a strategic town needs for its area */
    uint8_t strategic_count[G1776_COLONIES_AREAS];
    uint16_t strategic[G1776_COLONIES_AREAS][G1776_MAX_STRATEGIC]; /* hexes */
    uint8_t also_areas;                                            /* bits: they need … */
    uint16_t also[2];                                              /* … these hexes, too */
    uint8_t rate[G1776_COLONIES_AREAS][G1776_RATED][G1776_NO_RATE];
    uint8_t militia_for_a_dragoon;
    mk_name status[G1776_STATUSES];
    uint8_t status_rate[G1776_STATUSES][G1776_RATED]; /* g1776_rate */
    uint16_t winter_year;
    uint8_t winter[G1776_WINTER_ROWS][G1776_WINTER_YEARS]; /* per cent */
    uint8_t winter_port_br;
    struct {
        uint16_t hex;
        uint8_t br;
    } winter_br[G1776_MAX_PORTS];
    int winter_br_count;
    uint8_t supplies;
    uint16_t supplies_from, indians_from, elites_from; /* years */
    uint8_t indians_join;                              /* die, up to */
    g1776_hexes supply_ports;
    uint16_t entry_from[G1776_ENTRIES]; /* months */
    uint8_t entry_up_to[G1776_ENTRIES];
    uint8_t call_from, stay_from;
    uint8_t navy_one, navy_two, navy_found;
    int visit_count;
    g1776_visit visit[G1776_MAX_VISITS];
    uint16_t french_stores_month; /* VIII.C: supplies for the army */
    uint8_t french_stores;
    uint16_t arnold_from; /* month */
    uint8_t arnold_on;
    uint16_t unadilla, montreal, quebec, oswego, savannah, new_york; /* hexes that rules name */
    uint16_t newport, charleston, georgetown, wilmington;
    g1776_southern_data south;
} g1776_campaign_data;

typedef struct {
    g1776_campaign_data campaign;
    g1776_type_row type[G1776_TYPES];
    mk_set64 of_seat[G1776_SEATS]; /* all types of a seat */
    mk_set64 sp_of[G1776_SEATS];   /* its SP */
    int leader_count;
    g1776_leader_row leader[G1776_MAX_LEADERS];
    uint8_t named[G1776_NAMED_LEADERS];
    mk_set128 leaders_of[G1776_SEATS];
    uint8_t
        nameless[G1776_NATIONS]; /* the first leader without a name; G1776_NONE: there is none */
    g1776_fleet_row fleet[G1776_FLEETS];
    g1776_box_row box[G1776_BOXES];
    g1776_tables table;
    int condition_count;
    g1776_condition condition[G1776_MAX_CONDITIONS];
    int scenario_count;
    g1776_scenario_rules scenario[G1776_MAX_SCENARIOS];

    /* For the game's table: rows that end with an empty one. */
    mk_scenario scenarios[G1776_MAX_SCENARIOS + 1];
    mk_option options[G1776_OPTIONS + 1];
} g1776_data;

extern g1776_data g1776;

/* Reads and checks the board and the data of the pack in use. If anything is missing or contradicts
 * itself, says what and where, leaves all empty and returns false. */
bool g1776_load(mk_error *);

/* The column of the tables for these strengths, in the defender's favour; above 5-1 it is 5-1; -1:
 * worse than 1-3. Both are in the same unit: SP, or halves of them. */
int g1776_odds(int attacker, int defender);

#endif
