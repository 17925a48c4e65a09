/* data.h - the facts of Philadelphia 1777: map, blocks, charts, set-up.
 *
 * Filled once by p77_load from the files under data/p77, checked there, read-only afterwards.
 * Spaces and units have the order of their files. A leader is a unit too: the units of
 * units.json come first, then the leaders of leaders.json. Neither number exceeds 64, so that
 * a set of spaces or of units is one word.
 */
#ifndef P77_DATA_H
#define P77_DATA_H

#include "map/graph.h"
#include "musket.h"

enum {
    P77_MAX_SPACES = 64,
    P77_MAX_UNITS = 64,
    P77_MAX_ROADS = 127, /* a directed one fits a byte, and one is none */
    P77_MAX_RIVERS = 16,
    P77_MAX_RIVER_POINTS = 32,
    P77_MAX_SP = 4, /* a block has four edges, and a strength on each */
    P77_DIE = 6,    /* sides of every die in this game */
    P77_MAX_TURNS = 99,
    P77_NOWHERE = -1,
};

typedef enum { P77_BRITISH, P77_AMERICAN, P77_SIDES } p77_side;
typedef enum { P77_MD, P77_DE, P77_PA, P77_NJ, P77_STATES } p77_state_of_union;
typedef enum { P77_INFANTRY, P77_MILITIA, P77_ARTILLERY, P77_LEADER, P77_TYPES } p77_type;
typedef enum { P77_NATION_BRITISH, P77_NATION_HESSIAN, P77_NATION_AMERICAN } p77_nation;
typedef enum { P77_ANY_GROUP, P77_HESSIAN_INFANTRY_GROUP } p77_group_rule;

/* Options: those of the rulebook, by their place in options.json, then our own; and what the values
 * of each mean. */
enum { P77_OPTION_HOLDING_BOXES, P77_OPTION_LAST_TURN, P77_OPTIONS };
enum { P77_OFF, P77_ON };
enum { P77_LAST_TURNS = 4 }; /* that can be chosen: the rulebook's and three earlier ones */

/* Attributes of roads. */
enum { P77_CROSSES_RIVER = 1 };

/* A place on the drawn map: both measured in thousandths of the map's width, x from its west
 * edge, y from its north edge. */
typedef struct {
    int16_t x, y;
} p77_point;

typedef struct {
    mk_name name;
    uint8_t state; /* p77_state_of_union */
    bool port, fort, american_supply;
    int8_t start_control; /* of a port: p77_side; P77_NOWHERE for other spaces */
    p77_point point;
} p77_space;

typedef struct {
    const char *id, *name;
    int point_count;
    p77_point point[P77_MAX_RIVER_POINTS]; /* its course, for drawing only */
} p77_river;

typedef struct {
    mk_name name;
    const char *formation; /* "" for leaders */
    uint8_t side;          /* p77_side: the Hessians are on the British one */
    uint8_t type;          /* p77_type */
    uint8_t nation;        /* p77_nation */
    uint8_t sp;            /* at full strength */
    uint8_t move;          /* locations per turn; of a leader, his own */
    uint8_t group_limit;   /* units a leader may take along; 0 for other types */
    uint8_t group_rule;    /* p77_group_rule: which units he may take along */
    bool loss_is_defeat;   /* the side that loses it loses the game */
    int8_t start;          /* the space where it starts, P77_NOWHERE if its owner chooses */
    mk_set64 start_choice; /* the spaces he may choose from; empty if `start` is given */
} p77_unit;

typedef struct {
    /* The map. Roads are numbered as in map.json. */
    int space_count, river_count;
    p77_space space[P77_MAX_SPACES];
    p77_river river[P77_MAX_RIVERS];
    mk_graph roads;                      /* attribute: P77_CROSSES_RIVER */
    int8_t road_river[P77_MAX_ROADS];    /* which river a road crosses; -1: none */
    mk_set64 near[P77_MAX_SPACES];       /* spaces that a road connects with each, */
    mk_set64 over_river[P77_MAX_SPACES]; /* and those of them that lie across a river */
    mk_set64 all_spaces, ports, forts, american_supply;
    mk_set64 british_ports_at_start;
    mk_set64 in_state[P77_STATES];
    int philadelphia; /* the space whose possession wins */

    /* What the machine asks of the map again and again, worked out once. */
    int gate;       /* the town nearest to Philadelphia that feeds the Americans */
    int fort;       /* the one next to Philadelphia; P77_NOWHERE: there is none */
    mk_set64 fords; /* next to both of them */
    int16_t to_philadelphia[P77_MAX_SPACES], to_gate[P77_MAX_SPACES]; /* roads */
    mk_set64 around[P77_MAX_SPACES]; /* spaces within P77_AROUND roads */

    /* The blocks. */
    int unit_count;
    p77_unit unit[P77_MAX_UNITS];
    mk_set64 all_units, of_side[P77_SIDES], of_type[P77_TYPES];
    mk_set64 leaders, militia;
    mk_set64 infantry; /* pursues, and suffers from forts: infantry and militia */
    mk_set64 hessian_infantry;
    uint8_t hits_from[P77_TYPES]; /* lowest die that is a hit */

    /* Charts. Tables by die are indexed by the die minus 1. */
    int turns;
    int last_turn[P77_LAST_TURNS]; /* by the value of the option; the first is `turns` */
    int ap_base;
    uint8_t ap_bonus[P77_DIE];
    bool rain[P77_DIE];
    int rain_move;               /* locations that any move may cover in rain */
    int river_road_limit;        /* units that may attack over one river road in a player turn */
    int overrun_attackers;       /* an overrun needs at least so many blocks ... */
    int overrun_defenders_below; /* ... against fewer than so many */
    int large_battle_blocks;     /* both sides have as many or more: the battle board is used */
    int first_round_penalty;     /* dice lost over a river or against a fort */
    int flee_die;                /* the result that makes militia flee */
    int withdrawal_round;        /* the first round in which a side may withdraw */
    int withdrawal_dice;         /* of each infantry unit that fires at a withdrawing enemy */
    int supply_loss;             /* SP that a unit out of supply loses */
    int supply_loss_limit;       /* SP that a side loses in one check, at most */
    int militia_per_location;    /* at the set-up */
    int defeat_below[P77_SIDES]; /* SP of a side: with fewer it has lost */
    int philadelphia_turns;      /* consecutive American player turns that the British must hold */

    /* For the game's table: rows that end with an empty one. */
    mk_scenario scenarios[2];
    mk_option options[P77_OPTIONS + 1];
    char last_turn_name[P77_LAST_TURNS][12];
    const char *last_turn_names[P77_LAST_TURNS + 1];
} p77_data;

enum { P77_AROUND = 3 };

extern p77_data p77;

/* Reads and checks the data of the pack in use. If anything is missing or contradicts itself,
 * says what and where, leaves p77 empty and returns false. */
bool p77_load(mk_error *);

#endif
