/* data.h - the facts of Campaigns of 1777: map, leaders, units, charts, scenarios.
 *
 * Filled once by c77_load from the files under data/c77, checked there, read-only afterwards.
 * Spaces have the order of map.json, leaders that of leaders.json.
 *
 * A *place* is where pieces can stand: first the spaces, by their numbers, then the inside of
 * each fort, then the garrison boxes, then the sea. Sets of spaces and places are mk_set128, of
 * leaders and markers mk_set64.
 */
#ifndef C77_DATA_H
#define C77_DATA_H

#include "map/graph.h"
#include "musket.h"

enum {
    C77_MAX_SPACES = 96,
    C77_MAX_ROADS = 255,
    C77_MAX_FORTS = 12,
    C77_MAX_PLACES = 128,
    C77_MAX_LEADERS = 32,
    C77_MAX_TURNS = 16,
    C77_SCENARIOS = 3,
    C77_DIE = 6,       /* sides of every die in this game */
    C77_TWO_DICE = 13, /* results of two dice as an index */
    C77_MAX_COLUMNS = 16,
    C77_SEQUENCE = 4,  /* events in a row of the event table (c77.4.4) */
    C77_SEA_BOXES = 9, /* at most */
    C77_NONE = 255,
    C77_FAR = 100, /* no way leads there */
};

typedef enum { C77_BRITISH, C77_PATRIOT, C77_SIDES } c77_side;
typedef enum { C77_CITY, C77_COUNTRY, C77_SMALL_FORT, C77_LARGE_FORT } c77_space_type;
typedef enum { C77_NORTHERN, C77_HIGHLANDS, C77_EASTERN, C77_MIDDLE, C77_DEPARTMENTS } c77_region;

/* Kinds of connections; C77_NO_WAY between spaces without one. The attributes of a road of the map
 * are its kind and who is kept from it. */
typedef enum { C77_NO_WAY, C77_RURAL, C77_WATER, C77_ROUGH, C77_DUAL, C77_WAYS } c77_way;
enum { C77_KIND_OF_WAY = 7, C77_CLOSED_TO_PATRIOTS = 8 };

/* Units, in the order of units.json: the rules speak of them by name. */
typedef enum {
    C77_REGULAR,
    C77_HESSIAN,
    C77_TORY,
    C77_INDIAN,
    C77_ARTILLERY_B,
    C77_CONTINENTAL,
    C77_MILITIA,
    C77_ARTILLERY_P,
    C77_SHIP,
    C77_TYPES
} c77_type;

/* SP of a type are alike but for two marks: out of supply (c77.15.4), and marched in this turn
 * (c77.7.4). A *class* is a type with its marks. */
enum { C77_UNSUPPLIED = 1, C77_MARCHED = 2, C77_MARKS = 4, C77_CLASSES = C77_TYPES * C77_MARKS };
static inline int c77_type_of(int sp_class) { return sp_class / C77_MARKS; }

typedef enum { C77_PRIMARY, C77_SUBORDINATE, C77_GARRISON, C77_FIXED, C77_BY_EVENT } c77_kind;

/* Leaders of whom the rules speak by name. */
typedef enum {
    C77_HOWE,
    C77_BURGOYNE,
    C77_ST_LEGER,
    C77_CLINTON,
    C77_POWELL,
    C77_CARLETON,
    C77_BRANT,
    C77_WASHINGTON,
    C77_SCHUYLER,
    C77_ARNOLD,
    C77_SMITH,
    C77_NAMED_LEADERS
} c77_named;

typedef enum {
    C77_NO_EVENT,
    C77_SEQUENCE_EVENT, /* the next of the four in the row */
    C77_JANE_MCCREA,
    C77_REINFORCEMENTS,
    C77_CARLETON_WONT,
    C77_BRANT_FINISHED,
    C77_KOSCIUSZKO_ARRIVES,
    C77_ARNOLD_TO_ALBANY,
    C77_GATES_RELIEVES,
    C77_RIFLEMEN,
    C77_LOYALISTS,
    C77_HIGH_WINDS,
    C77_CONTRACTORS,
    C77_BOLD_STROKE,
    C77_CAMP_FEVER,
    C77_MILITIA_TURNS_OUT,
    C77_SMITH_AND_MILITIA,
    C77_FELLED_TREES,
    C77_FRENCH_POWDER,
    C77_ENLISTMENTS_EXPIRE,
    C77_EVENT_EFFECTS
} c77_effect;

typedef enum { C77_RETURNS, C77_TO_SPACE, C77_TO_FORT, C77_LOST } c77_escape;

enum { /* options, by their place in options.json */
       C77_OPTION_EXPERTS,
       C77_OPTION_WASHINGTON,
       C77_OPTION_NEW_ENGLAND,
       C77_OPTION_EARLY_WARNING,
       C77_OPTION_TWO_DICE,
       C77_OPTIONS
};

/* Boxes beside the map, and the sea: places behind the forts. */
enum { C77_MONTREAL_BOX, C77_TICONDEROGA_BOX, C77_NEW_YORK_BOX, C77_SEA, C77_BOXES };

typedef struct {
    int16_t x, y; /* thousandths of the drawn map's width, from its west and north edge */
} c77_point;

typedef struct {
    const char *id, *name;
    uint8_t type;       /* c77_space_type */
    uint8_t department; /* c77_region */
    bool port;
    uint8_t magazine; /* bit per side that may use it */
    uint8_t fort;     /* number of its fort; C77_NONE */
    int lat;
    c77_point point;
} c77_space;

typedef struct {
    const char *name;
    uint8_t rank, leadership, range, attack, defense, cost;
} c77_face;

typedef struct {
    const char *id;
    uint8_t side, kind;
    uint8_t only; /* type of all SP he may lead; C77_NONE: any */
    bool hessian;
    c77_face face[2]; /* front, replacement (c77.13.4) */
} c77_leader;

typedef struct {
    const char *id, *name, *one;
    uint8_t side;
    uint8_t total;   /* SP there are (c77.2.2.2) */
    uint8_t per_die; /* SP that give a die in battle; 0: artillery and the ship */
    bool storms, always_supplied, artillery;
} c77_unit;

typedef struct {
    mk_set128 area;
    uint8_t last_turn;
    bool sea;
    mk_set64 markers; /* in the cup at the start: c77_marker */
    uint8_t sequence[C77_SIDES][C77_SEQUENCE], sequence_count[C77_SIDES];
    mk_set64 events; /* bit per c77_effect that happens */
    bool philadelphia_once;
    mk_set128 control;           /* spaces the British must control at the end */
    uint8_t at[C77_MAX_LEADERS]; /* place, C77_NONE: not used, C77_MAX_PLACES: by event */
    uint8_t sp[C77_MAX_PLACES][C77_TYPES];
    uint8_t trains[C77_MAX_PLACES];
    mk_set128 patriot_markers;
    uint8_t supply[C77_SIDES];    /* available at the start */
    uint8_t set_aside[C77_TYPES]; /* neither on the map nor available */
    uint8_t total[C77_TYPES];     /* all SP of the scenario */
    uint8_t supply_total[C77_SIDES];
    uint8_t dist[C77_MAX_SPACES][C77_MAX_SPACES]; /* connections between spaces of the area */
    mk_set128 raids[C77_MAX_SPACES];              /* spaces within the reach of raids */
} c77_scenario;

typedef struct {
    /* The map. */
    int space_count, fort_count;
    c77_space space[C77_MAX_SPACES];
    mk_graph roads;                   /* the connections, in the order of the file */
    const char *label[C77_MAX_ROADS]; /* what is written along each, or NULL */
    uint8_t fort_space[C77_MAX_FORTS], fort_min[C77_MAX_FORTS], fort_max[C77_MAX_FORTS];
    mk_set128 all_spaces, cities, countryside, ports, forts, northern;
    mk_set128 rivers; /* spaces with a connection by water */
    mk_set128 magazines[C77_SIDES], shared_magazines;
    int philadelphia, mount_defiance, castleton, albany, ticonderoga, montreal, new_york;

    /* Leaders and units. */
    int leader_count;
    c77_leader leader[C77_MAX_LEADERS];
    uint8_t named[C77_NAMED_LEADERS];
    mk_set64 of_side[C77_SIDES], primaries, subordinates;
    uint8_t rank_sp[4], rank_artillery[4];
    c77_unit unit[C77_TYPES];
    mk_set64 classes[C77_SIDES]; /* the classes of SP of a side */
    uint8_t supply_total[C77_SIDES];

    /* Charts; docs/c77.md names the rule of each. */
    int turn_count;
    const char *turn_name[C77_MAX_TURNS + 1];
    bool rally_turn[C77_MAX_TURNS + 1];
    uint8_t rally[C77_DEPARTMENTS][C77_TYPES];
    uint8_t event[C77_SIDES][C77_TWO_DICE];
    const char *event_name[C77_EVENT_EFFECTS];
    int smith_from_turn, riflemen, powder_artillery, fever_losses, expired_militia;
    uint8_t escape[C77_TWO_DICE];
    int escape_reach;
    uint8_t attrition[C77_DIE + 1];
    int roll_friendly, roll_obstacle, roll_initiative, roll_washington;
    int roll_success, roll_failure;
    int cost_forced_march, cost_rally, cost_indian_raid, cost_supply, cost_planning,
        cost_coordination, cost_supply_raid;
    int raid_reach, indian_kills, supply_hits, supply_ambush;
    int march_spaces, unsupplied_spaces, forced_spaces;
    int battle_limit, ship_counts_as, kosciuszko_counts_as;
    int artillery_attacks, artillery_defends, ship_dice;
    int artillery_storms, artillery_storms_defiance, artillery_in_fort;
    int fort_multiplies, storm_divides, unsupplied_divides, landing_divides;
    int minimum_dice, hit, surrender_from;
    int magazine_reach, depot_reach, train_reach, fort_reach;
    int sea_boxes;
    int column_count, smallest_column;
    uint8_t column_top[C77_MAX_COLUMNS];
    uint8_t loss[C77_TWO_DICE][C77_MAX_COLUMNS];
    mk_set128 new_england_line, new_england_ports;
    int new_england_needed;

    c77_scenario scenario[C77_SCENARIOS];

    /* For the game's table: rows that end with an empty one. */
    mk_scenario scenarios[C77_SCENARIOS + 1];
    mk_option options[C77_OPTIONS + 1];
} c77_data;

extern c77_data c77;

/* The neighbours of a space, as a set. */
static inline mk_set128 c77_near(int space) {
    const uint64_t *near = mk_neighbours(&c77.roads, space);
    return (mk_set128)near[1] << 64 | near[0];
}
/* The attributes of the connection between two spaces; 0: there is none. */
static inline int c77_road(int from, int to) {
    int way = mk_way(&c77.roads, from, to);
    return way < 0 ? 0 : mk_way_bits(&c77.roads, way);
}
static inline int c77_way_between(int from, int to) { return c77_road(from, to) & C77_KIND_OF_WAY; }

/* Reads and checks the data of the pack in use. If anything is missing or contradicts itself,
 * says what and where, leaves c77 empty and returns false. */
bool c77_load(mk_error *);

/* Markers of the cup: leaders with a marker by their numbers, then these. */
enum { C77_SUPPLY_MARKER = C77_MAX_LEADERS - 4, C77_EVENT_MARKER = C77_MAX_LEADERS - 2 };

static inline int c77_fort_place(int fort) { return c77.space_count + fort; }
static inline int c77_box(int box) { return c77.space_count + c77.fort_count + box; }
static inline int c77_place_count(void) { return c77_box(C77_BOXES); }
static inline bool c77_is_space(int place) { return place < c77.space_count; }
static inline bool c77_is_fort(int place) { return place >= c77.space_count && place < c77_box(0); }

/* c77.2.1.11: garrison boxes are inside their city for all purposes. */
static inline mk_set128 c77_boxes_of(int space) {
    if (space == c77.montreal)
        return MK_BIT128(c77_box(C77_MONTREAL_BOX)) | MK_BIT128(c77_box(C77_TICONDEROGA_BOX));
    return space == c77.new_york ? MK_BIT128(c77_box(C77_NEW_YORK_BOX)) : 0;
}

extern const char *const c77_effect_names[]; /* of events, as the data have them */
/* For the table of kinds: places are spaces, "in_" and the space of a fort, boxes. */
const char *c77_place_id(int place);
const char *c77_place_label(int place);
/* The space that a place lies in; C77_NONE for the sea. */
int c77_space_of(int place);

#endif
