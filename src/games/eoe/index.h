/* index.h - what is worked out from the data once, so that no game looks for it again: sets of
 * hexes that are alike, pieces that a scenario has, by what rules ask for.
 *
 * Filled by eoe_build_index when all data are read, read-only afterwards.
 */
#ifndef EOE_INDEX_H
#define EOE_INDEX_H

#include "data.h"

enum { EOE_MAX_MILITIA = 64, EOE_MAX_INDIANS = 64, EOE_MAX_GUNS = 192 };
enum { EOE_HEX_WORDS = MK_SET_WORDS(EOE_MAX_HEXES), EOE_SUPPLIES = 4 };

/* Militia that a flag can stand for (12.4, 12.5): who must hold which hexes for it. */
enum { EOE_MAX_BEARERS = 32, EOE_MAX_KEYS = 12 };
typedef struct {
    uint16_t piece;
    uint8_t by, count; /* the seat that would rule; its hexes, 0: never */
    uint16_t hex[EOE_MAX_KEYS];
} eoe_bearer;

/* A place that helps to win, and what holding it is worth to each side. */
enum { EOE_MAX_GOALS = 96 };
typedef struct {
    uint16_t hex;
    uint8_t place, worth[EOE_SEATS];
} eoe_goal;

/* What a scenario has. */
typedef struct {
    uint16_t piece[EOE_MAX_PIECES]; /* who takes part, by number: units, then leaders */
    uint16_t unit_count, piece_count;
    eoe_pieces all;
    uint16_t militia[EOE_MAX_MILITIA], indians[EOE_MAX_INDIANS], guns[EOE_MAX_GUNS];
    uint16_t militia_count, indian_count, gun_count, bearer_count;
    eoe_bearer bearer[EOE_MAX_BEARERS];
    eoe_hexes navigable; /* what ships reach if no guns bar the rivers (6.3) */
    eoe_goal goal[EOE_MAX_GOALS];
    uint16_t goal_count;
    uint8_t seas; /* bit per sea area with a coast in play */
} eoe_cast;

/* What a unit adds to a force, and whether it never moves (2.12). */
typedef struct {
    uint8_t plus, boxed, cavalry, boatmen, stays;
} eoe_adds;

typedef struct {
    eoe_hexes land, civilized, coastal, beaches, lakes, seaports, ports; /* beaches: no ports */
    eoe_hexes mouths;                 /* navigable hexes on a coast */
    eoe_hexes lined;                  /* on a road or water */
    eoe_hexes nova_scotia;            /* where its three units may be set up (2.5) */
    eoe_hexes off[EOE_MAX_SEAS];      /* on a sea area */
    eoe_hexes far;                    /* of the South Atlantic, beyond the reach of Spain (6.3) */
    eoe_hexes area[EOE_MAX_AREAS];    /* political areas */
    eoe_hexes source[EOE_SUPPLIES];   /* supply hexes, by the bits of EOE_SUPPLY_… */
    eoe_hexes welcome[2][EOE_SEATS];  /* not unfriendly (9.7): in the Revolution, in other wars */
    eoe_hexes friendly[2][EOE_SEATS]; /* friendly */
    uint8_t river[EOE_MAX_HEXES];     /* directions in which a navigable river goes on */
    uint8_t walk[EOE_MAX_HEXES];      /* directions of hexsides that are not all sea */
    uint8_t gulf, gulf_st_lawrence, south_atlantic, gulf_of_maine; /* sea areas that rules name */
    uint8_t group[EOE_MAX_PIECES];                                 /* EOE_G_… */
    eoe_pieces proud;  /* British leaders, but of Indians (15.1.2) */
    eoe_pieces french; /* of EOE_G_FRENCH */
    eoe_adds adds[EOE_MAX_PIECES];
    eoe_cast cast[EOE_MAX_SCENARIOS];
} eoe_index_data;

extern eoe_index_data eoe_index;
bool eoe_build_index(mk_error *);

/* Pieces of a scenario by number; those of other scenarios are absent for good. */
#define EOE_EACH_FROM(p, s, list, from, to)                                                        \
    for (int p##_i = (from), p = 0; p##_i < (to) && (p = (list)[p##_i], true); p##_i++)
#define EOE_EACH_UNIT(p, s)                                                                        \
    EOE_EACH_FROM(p, s, eoe_cast_of(s)->piece, 0, eoe_cast_of(s)->unit_count)
#define EOE_EACH_LEADER(p, s)                                                                      \
    EOE_EACH_FROM(p, s, eoe_cast_of(s)->piece, eoe_cast_of(s)->unit_count,                         \
                  eoe_cast_of(s)->piece_count)
#define EOE_EACH_OF(p, s) EOE_EACH_FROM(p, s, eoe_cast_of(s)->piece, 0, eoe_cast_of(s)->piece_count)
#define EOE_EACH_MILITIA(p, s)                                                                     \
    EOE_EACH_FROM(p, s, eoe_cast_of(s)->militia, 0, eoe_cast_of(s)->militia_count)
#define EOE_EACH_INDIAN(p, s)                                                                      \
    EOE_EACH_FROM(p, s, eoe_cast_of(s)->indians, 0, eoe_cast_of(s)->indian_count)
#define eoe_cast_of(s) (&eoe_index.cast[(s)->base.scenario])

#endif
