/* map.h - the board of 1776: hexes, waters, relief, towns, and the nets that boats and fleets use.
 *
 * Filled once by g1776_load_map from data/g1776/map.json, checked there, read-only afterwards.
 * Hexes have the numbers of hex.h: rows A to AAAA from the south, in each from the west.
 */
#ifndef G1776_MAP_H
#define G1776_MAP_H

#include "map/hex.h"
#include "musket.h"

enum {
    G1776_MAX_HEXES = 1984,
    G1776_MAX_SIDES = 6208,
    G1776_MAX_CORNERS = 4288,
    G1776_MAX_TOWNS = 96,
    G1776_MAX_COLONIES = 20,
    G1776_MAX_WATERS = 128,
    G1776_NONE = 255,
};

typedef MK_SET(G1776_MAX_HEXES) g1776_hexes;
typedef MK_SET(G1776_MAX_SIDES) g1776_sides;
typedef MK_SET(G1776_MAX_CORNERS) g1776_corners;

/* What a hex is, in the order of the signs of the picture. Nobody enters coastal or bay water and
 * lakes: only their hexsides matter. */
typedef enum {
    G1776_CLEAR,
    G1776_SWAMP,
    G1776_MOUNTAIN, /* all mountain: each of its sides is a mountain side, too */
    G1776_SEA,      /* a sea lane */
    G1776_SEA_ISLE, /* one with a small island in it */
    G1776_COAST,
    G1776_COAST_ISLE,
    G1776_LAKE,
    G1776_GROUNDS
} g1776_ground;

typedef enum {
    G1776_NEW_ENGLAND,
    G1776_MIDDLE_STATES,
    G1776_SOUTH_CENTRAL,
    G1776_DEEP_SOUTH,
    G1776_CANADA,
    G1776_AREAS
} g1776_area;

/* Attributes of hexes. */
enum { G1776_LAND = 1, G1776_SEA_LANE = 2 };

/* Attributes of hexsides. */
enum {
    G1776_CLASS1 = 1,
    G1776_CLASS2 = 2,
    G1776_CLASS3 = 4,
    G1776_RIVER = 8, /* of any class; the other three are kinds of class 3 */
    G1776_LAKE_SIDE = 16,
    G1776_BAY = 32,
    G1776_COASTAL = 64,
    G1776_ROUGH = 128,
    G1776_MOUNTAINS = 256,
    G1776_FERRY = 512,
    G1776_FORD = 1024,
    G1776_HEIGHTS_0 = 2048, /* on a water side: the heights are in hex[0], in hex[1] of it */
    G1776_HEIGHTS_1 = 4096,
    G1776_WATER = G1776_CLASS1 | G1776_CLASS2 | G1776_CLASS3,
};

typedef enum { G1776_TOWN, G1776_SITE, G1776_VILLAGE } g1776_town_type;

typedef struct {
    const char *id, *name;
    uint16_t hex;
    uint8_t type;        /* g1776_town_type */
    bool strategic;      /* a red star */
    bool extra;          /* not in the rulebook */
    uint16_t entry;      /* of a port: the hexside that leads into it; MK_NOWHERE: no port */
    uint16_t fort_entry; /* of one that needs a fort to be a port (scenario 4) */
} g1776_town;

typedef struct {
    const char *id, *name;
    char sign;
    uint8_t area; /* g1776_area */
} g1776_colony;

typedef enum { G1776_NORTH_EXIT, G1776_EAST_EXIT, G1776_SOUTH_EXIT, G1776_EXITS } g1776_exit;

typedef struct {
    mk_hexmap hexes; /* `land` joins hexes */
    mk_graph water;  /* for bateaux: hexsides with water that is no coast, and entries of ports */
    mk_graph sea;    /* joins sea lanes, hexsides of class 2 and 3, ports: for fleets */
    uint8_t ground[G1776_MAX_HEXES];       /* g1776_ground */
    uint8_t colony[G1776_MAX_HEXES];       /* G1776_NONE: water */
    uint8_t town_at[G1776_MAX_HEXES];      /* G1776_NONE: none */
    uint8_t water_of[G1776_MAX_SIDES];     /* which water; G1776_NONE: none */
    const char *crossing[G1776_MAX_SIDES]; /* the name of its ferry or ford; NULL: none */

    int colony_count, town_count, water_count;
    const char *area_id[G1776_AREAS], *area_name[G1776_AREAS];
    g1776_colony colonies[G1776_MAX_COLONIES];
    g1776_town town[G1776_MAX_TOWNS];
    const char *water_name[G1776_MAX_WATERS]; /* "": a coast, bay or shore without a name */
    g1776_hexes exit[G1776_EXITS];            /* sea-lane hexes where fleets leave the board */
    g1776_hexes canada;
    uint16_t west_exit, island;
    uint16_t mouth[2]; /* hexsides of the Saint Lawrence where fleets come in and go out (V.A) */
    g1776_corners blocked; /* no hexside movement round these */
} g1776_map;

extern g1776_map g1776_board;

/* False and an error if the file is missing or contradicts itself; the board is then empty. */
bool g1776_load_map(mk_error *);
void g1776_free_map(void);

static inline bool g1776_is_land(int hex) { return g1776_board.ground[hex] <= G1776_MOUNTAIN; }
/* An area by the colony of a land hex. */
static inline int g1776_area_of(int hex) {
    return g1776_board.colonies[g1776_board.colony[hex]].area;
}

#endif
