/* types.h - 1776: the closed sets that data, state and rules share.
 *
 * A piece is of a type; a type belongs to a seat and a nation. All pieces of a type are alike, so
 * the state counts them. Elites are types of their own (one SP each). The French are played by
 * the American's seat, and are the second seat in the scenario of 1759.
 */
#ifndef G1776_TYPES_H
#define G1776_TYPES_H

#include "map.h"

typedef enum { G1776_BRITISH, G1776_AMERICAN, G1776_SEATS } g1776_seat;
typedef enum { G1776_N_BRITISH, G1776_N_AMERICAN, G1776_N_FRENCH, G1776_NATIONS } g1776_nation;

static inline int g1776_seat_of(int nation) {
    return nation == G1776_N_BRITISH ? G1776_BRITISH : G1776_AMERICAN;
}

/* Types, by what they are. SP first: plain ones, then elites. */
typedef enum {
    G1776_BR, /* British regulars */
    G1776_TM, /* Tory militia */
    G1776_TD, /* Tory dragoons */
    G1776_BI, /* Indians */
    G1776_FP, /* Ferguson's provincials of CSG-5 */
    G1776_WTD,
    G1776_BC, /* British colonials of 1759: fight as BR */
    G1776_CA, /* Continental Army */
    G1776_RM, /* Rebel militia */
    G1776_RD, /* Rebel dragoons */
    G1776_AI, /* Indians */
    G1776_FR, /* French regulars */
    G1776_CM, /* Canadian militia of 1759 */
    G1776_FI, /* French Indians of 1759 */
    G1776_GRENADIERS,
    G1776_LIGHT_B,
    G1776_TARLETONS,
    G1776_BUTLERS,
    G1776_FERGUSONS,
    G1776_ROGERS,
    G1776_MORGANS,
    G1776_GLOVERS,
    G1776_RHODE_ISLAND,
    G1776_SMALLWOODS,
    G1776_WAYNES,
    G1776_LEES,
    G1776_LIGHT_F,
    G1776_SP_TYPES, /* those before are SP; those from here on are not */
    G1776_SUP_B = G1776_SP_TYPES,
    G1776_SUP_A,
    G1776_SUP_F,
    G1776_ART_B,
    G1776_ART_A,
    G1776_ART_F,
    G1776_MAG_B,
    G1776_MAG_A,
    G1776_MAG_F,
    G1776_BAT_B,
    G1776_BAT_A,
    G1776_ENT_B, /* entrenchments */
    G1776_ENT_A,
    G1776_FORT_B,
    G1776_FORT_A,
    G1776_SITE_B, /* a fort begun: the inverted counter (III.D) */
    G1776_SITE_A,
    G1776_DECOY_B,
    G1776_DECOY_A,
    G1776_COM_RED,
    G1776_COM_BLUE,
    G1776_COM_NEUTRAL,
    G1776_TYPES
} g1776_type;

/* Sets of types. */
#define G1776_BIT(type) ((mk_set64)1 << (type))
#define G1776_SP (G1776_BIT(G1776_SP_TYPES) - 1)
#define G1776_SUPPLIES (G1776_BIT(G1776_SUP_B) | G1776_BIT(G1776_SUP_A) | G1776_BIT(G1776_SUP_F))
#define G1776_ARTILLERY (G1776_BIT(G1776_ART_B) | G1776_BIT(G1776_ART_A) | G1776_BIT(G1776_ART_F))
#define G1776_MAGAZINES (G1776_BIT(G1776_MAG_B) | G1776_BIT(G1776_MAG_A) | G1776_BIT(G1776_MAG_F))
#define G1776_BATEAUX (G1776_BIT(G1776_BAT_B) | G1776_BIT(G1776_BAT_A))
#define G1776_ENTRENCHMENTS (G1776_BIT(G1776_ENT_B) | G1776_BIT(G1776_ENT_A))
#define G1776_FORTS (G1776_BIT(G1776_FORT_B) | G1776_BIT(G1776_FORT_A))
#define G1776_SITES (G1776_BIT(G1776_SITE_B) | G1776_BIT(G1776_SITE_A))
#define G1776_DECOYS (G1776_BIT(G1776_DECOY_B) | G1776_BIT(G1776_DECOY_A))
#define G1776_COMS                                                                                 \
    (G1776_BIT(G1776_COM_RED) | G1776_BIT(G1776_COM_BLUE) | G1776_BIT(G1776_COM_NEUTRAL))

typedef enum {
    G1776_BF_A,
    G1776_BF_B,
    G1776_BF_VF1,
    G1776_BF_VF2,
    G1776_BF_VF3,
    G1776_TF_A,
    G1776_TF_B,
    G1776_TF_VF,
    G1776_FRENCH_BF_A,
    G1776_FRENCH_BF_B,
    G1776_FRENCH_BF_VF,
    G1776_CN,
    G1776_FLEETS
} g1776_fleet_id;

typedef enum { /* of the off-board movement chart */
               G1776_BOX_NORTH,
               G1776_BOX_EAST,
               G1776_BOX_SOUTH,
               G1776_BOX_HALIFAX,
               G1776_BOX_LEFT, /* the three transitional boxes */
               G1776_BOX_MIDDLE,
               G1776_BOX_RIGHT,
               G1776_BOX_INDIES_B,
               G1776_BOX_INDIES_F,
               G1776_BOXES
} g1776_box;

/* Where a piece, leader or fleet is: one number for all. */
enum {
    G1776_AT_SIDE = 2048,                           /* + hexside */
    G1776_ABOARD = G1776_AT_SIDE + G1776_MAX_SIDES, /* + fleet: cargo */
    G1776_IN_BOX = G1776_ABOARD + G1776_FLEETS,     /* + box */
    G1776_IN_BATEAU = G1776_IN_BOX + G1776_BOXES,   /* cargo of the bateau that moves now */
    G1776_IN_HAND,                                  /* to be placed: set-up, arrivals */
    G1776_TRACK,                                    /* leaders, fleets: come back at a turn */
    G1776_CAPTIVE,                                  /* leaders */
    G1776_GONE,  /* leaders, fleets: out of the game, or not yet in it */
    G1776_FOUND, /* a decoy that enemies came upon, until its owner says where it goes (VI.B) */
    G1776_PLACES
};

enum { G1776_MAX_LEADERS = 96, G1776_MAX_SCENARIOS = 24, G1776_MAX_ARRIVALS = 96 };

static inline bool g1776_is_hex(int place) { return place < G1776_MAX_HEXES; }
static inline bool g1776_is_side(int place) {
    return place >= G1776_AT_SIDE && place < G1776_ABOARD;
}
static inline bool g1776_is_aboard(int place) {
    return place >= G1776_ABOARD && place < G1776_IN_BOX;
}
static inline bool g1776_is_box(int place) {
    return place >= G1776_IN_BOX && place < G1776_IN_BATEAU;
}

#endif
