/* map.h - the two map sheets of End of Empire, joined: ground, areas, waterways, roads, places, and
 * the net that forces travel on.
 *
 * Filled once by eoe_load_map from data/eoe/map.json, checked there, read-only afterwards. Hexes
 * have the numbers of hex.h: columns S10 to S59, then 10 to 60, in each from the top. S60rr is
 * another name of 10rr.
 *
 * Waterways. A *water* is what flows together in one hex: most hexes with a river have one, but two
 * rivers that only share a hex are two, and one may change from one to the other in portages only
 * (9.9). So the net has a space for each hex, where a force is that came by land or begins its
 * move, and one for each water, where it is when it came by that water. Supply lines run along the
 * same spaces: in a hex with a road, its own space is the road, joined with its waters.
 */
#ifndef EOE_MAP_H
#define EOE_MAP_H

#include "map/hex.h"
#include "musket.h"

enum {
    EOE_MAX_HEXES = 2944,
    EOE_MAX_SIDES = 9216,
    EOE_MAX_WATERS = 640,
    EOE_MAX_WATERWAYS = 128,
    EOE_MAX_AREAS = 24,
    EOE_MAX_SEAS = 8,
    EOE_MAX_PLACES = 192,
    EOE_NONE = 255,
};

typedef MK_SET(EOE_MAX_HEXES) eoe_hexes;

typedef enum { EOE_WILD, EOE_MOUNTAIN, EOE_CIVILIZED, EOE_SEA, EOE_LAKE } eoe_ground;
typedef enum { EOE_AMERICAN, EOE_TORY, EOE_FRENCH, EOE_COUNTRIES } eoe_country; /* 9.7 */

/* Attributes of hexes. */
enum {
    EOE_COASTAL = 1,
    EOE_ROUGH = 2,
    EOE_NORTH = 4, /* of the north sheet: winter is hard there (8.4, 9.10) */
    EOE_PORTAGE = 8,
    EOE_ON_ROAD = 16,
    EOE_ON_WATER = 32,
    EOE_NAVIGABLE = 64, /* a navigable river hex */
    EOE_FORTRESS = 128, /* a permanent one */
    EOE_PORT = 256,
    EOE_US_PORT = 512,      /* one of the 21 of 15.7 */
    EOE_INLAND_PORT = 1024, /* its sea area lies down its river (6.3) */
    EOE_HAS_TOWN = 2048,
    EOE_HAS_OUTPOST = 4096,
};

/* Attributes of hexsides. */
enum { EOE_SEA_SIDE = 1, EOE_FERRY = 2, EOE_ROAD = 4, EOE_RIVER = 8, EOE_NAVIGABLE_SIDE = 16 };

/* Attributes of the roads of the net. A road that goes one way is walked from a to b. */
enum {
    EOE_BY_LAND = 1,   /* hex to hex */
    EOE_BY_WATER = 2,  /* water to water of the next hex */
    EOE_EMBARK = 4,    /* hex to a water in it; one way */
    EOE_LAND_AT = 8,   /* water to the next hex, by land; one way */
    EOE_CARRY = 16,    /* water to water of the same hex, a portage */
    EOE_OVER_SEA = 32, /* by land over an all-sea hexside: ferrying (9.11) */
    EOE_BY_FERRY = 64, /* and where the map has a ferry */
    EOE_ONE_WAY = EOE_EMBARK | EOE_LAND_AT,
};

enum { EOE_SUPPLY_US = 1, EOE_SUPPLY_BR = 2, EOE_SUPPLY_FR = 4, EOE_SUPPLY_SP = 8 };
typedef enum { EOE_WINTER_NONE, EOE_WINTER_ALL, EOE_WINTER_SOUTH_SHEET } eoe_winter_fleets;
typedef enum { EOE_NAVIGABLE_RIVER, EOE_PLAIN_RIVER, EOE_LAKE_WAY } eoe_waterway_type;

typedef struct {
    const char *id, *name;
    char sign;
    uint8_t winter; /* of a sea area, eoe_winter_fleets: where fleets may stand then (14.1) */
} eoe_region;

typedef struct {
    uint16_t hex;
    const char *town, *outpost, *name; /* NULL: none */
    const char *settlement;            /* of Indians */
    uint8_t supply;                    /* EOE_SUPPLY_… */
} eoe_place;

typedef struct {
    uint16_t hex;
    uint8_t joins, navigable; /* bit per direction in which it goes on */
    bool lake;                /* nothing but lake: no river in it */
} eoe_water;

typedef struct {
    mk_hexmap hexes; /* `land` joins hexes */
    mk_graph net;    /* for forces; spaces: hexes, then waters */
    mk_graph lines;  /* for supply, with the same spaces: along waters and roads (6.2) */
    uint8_t ground[EOE_MAX_HEXES];  /* eoe_ground */
    uint8_t country[EOE_MAX_HEXES]; /* eoe_country; EOE_NONE where not civilized */
    uint8_t area[EOE_MAX_HEXES];    /* EOE_NONE: none */
    uint8_t sea[EOE_MAX_HEXES], second_sea[EOE_MAX_HEXES]; /* sea areas; EOE_NONE */
    uint8_t place_at[EOE_MAX_HEXES];                       /* EOE_NONE: none */

    int area_count, sea_count, place_count, waterway_count, water_count;
    eoe_region areas[EOE_MAX_AREAS], seas[EOE_MAX_SEAS];
    eoe_place place[EOE_MAX_PLACES];
    const char *waterway_name[EOE_MAX_WATERWAYS];
    uint8_t waterway_type[EOE_MAX_WATERWAYS];
    eoe_water water[EOE_MAX_WATERS];         /* by hex */
    uint16_t first_water[EOE_MAX_HEXES + 1]; /* waters of a hex: first_water[hex] up to the next */
} eoe_map;

extern eoe_map eoe_board;

/* False and an error if the file is missing or contradicts itself; the board is then empty. */
bool eoe_load_map(mk_error *);
void eoe_free_map(void);

/* The hex that a space of the net is in, and the space of a water. */
static inline int eoe_hex_of(int space) {
    int water = space - eoe_board.hexes.hex_count;
    return water < 0 ? space : eoe_board.water[water].hex;
}
static inline int eoe_water_space(int water) { return eoe_board.hexes.hex_count + water; }
static inline bool eoe_is(int hex, unsigned bits) { return eoe_board.hexes.hex_bits[hex] & bits; }

#endif
