/* data.h - the facts of Liberty or Death: map, pieces, cards, scenarios, options.
 *
 * Filled once by lod_load from the files under data/lod, checked there, read-only afterwards.
 * The closed sets below are named in code, so that rules hold no strings: the loader refuses a
 * pack whose files name other spaces, pieces, leaders or cards, or name them in another order.
 */
#ifndef LOD_DATA_H
#define LOD_DATA_H

#include "map/set.h"
#include "musket.h"

typedef enum { LOD_BRITISH, LOD_PATRIOTS, LOD_FRENCH, LOD_INDIANS, LOD_FACTIONS } lod_faction;
typedef enum { LOD_ROYALISTS, LOD_REBELLION, LOD_SIDES } lod_side;

static inline lod_side lod_side_of(lod_faction f) {
    return f == LOD_BRITISH || f == LOD_INDIANS ? LOD_ROYALISTS : LOD_REBELLION;
}
static inline lod_side lod_other(lod_side side) {
    return side == LOD_ROYALISTS ? LOD_REBELLION : LOD_ROYALISTS;
}
/* The other Faction of the same side. */
static inline lod_faction lod_ally(lod_faction f) {
    static const lod_faction ally[] = {LOD_INDIANS, LOD_FRENCH, LOD_PATRIOTS, LOD_BRITISH};
    return ally[f];
}

/* Places, as in map.json: seven Cities, eleven Colonies, four Indian Reserve Provinces (these are
 * the map), the West Indies box; then the three boxes where pieces wait. */
typedef enum {
    LOD_QUEBEC_CITY,
    LOD_BOSTON,
    LOD_NEW_YORK_CITY,
    LOD_PHILADELPHIA,
    LOD_NORFOLK,
    LOD_CHARLES_TOWN,
    LOD_SAVANNAH,
    LOD_NEW_HAMPSHIRE,
    LOD_MASSACHUSETTS,
    LOD_CONNECTICUT,
    LOD_NEW_YORK,
    LOD_NEW_JERSEY,
    LOD_PENNSYLVANIA,
    LOD_MARYLAND,
    LOD_VIRGINIA,
    LOD_NORTH_CAROLINA,
    LOD_SOUTH_CAROLINA,
    LOD_GEORGIA,
    LOD_QUEBEC,
    LOD_NORTHWEST,
    LOD_SOUTHWEST,
    LOD_FLORIDA,
    LOD_WEST_INDIES,
    LOD_SPACES,
    LOD_AVAILABLE = LOD_SPACES,
    LOD_UNAVAILABLE,
    LOD_CASUALTIES,
    LOD_PLACES,
} lod_place;

enum { LOD_CITY_COUNT = LOD_NEW_HAMPSHIRE, LOD_MAP_SPACES = LOD_WEST_INDIES, LOD_MAX_CORNERS = 32 };
enum { LOD_COLUMNS = 3, LOD_ROWS = 6 }; /* of the Random Spaces table (8.2) */

/* Kinds of space, and the sets of them. */
typedef enum { LOD_CITY, LOD_COLONY, LOD_RESERVE, LOD_BOX } lod_space_type;
/* lod.1.3.3, lod.1.3.4 */
#define LOD_CITIES (MK_BIT(LOD_NEW_HAMPSHIRE) - 1)
#define LOD_COLONIES ((MK_BIT(LOD_QUEBEC) - 1) & ~LOD_CITIES)
#define LOD_RESERVES ((MK_BIT(LOD_WEST_INDIES) - 1) & ~(MK_BIT(LOD_QUEBEC) - 1))
#define LOD_PROVINCES (LOD_COLONIES | LOD_RESERVES)
#define LOD_MAP (MK_BIT(LOD_WEST_INDIES) - 1) /* "space", "on the map": not the West Indies */
#define LOD_EVERYWHERE (LOD_MAP | MK_BIT(LOD_WEST_INDIES))

/* Pieces (1.4). Militia and War Parties are two kinds each, Underground and Active; in a box they
 * are always Underground, so that one number there is all there are. */
typedef enum {
    LOD_BRITISH_REGULAR,
    LOD_TORY,
    LOD_BRITISH_FORT,
    LOD_CONTINENTAL,
    LOD_MILITIA, /* Underground */
    LOD_ACTIVE_MILITIA,
    LOD_PATRIOT_FORT,
    LOD_FRENCH_REGULAR,
    LOD_WAR_PARTY, /* Underground */
    LOD_ACTIVE_WAR_PARTY,
    LOD_VILLAGE,
    LOD_PIECES,
    LOD_PIECE_ROW = 12, /* bytes of a row of counts */
} lod_piece;

/* Sets of kinds of pieces. */
#define LOD_KIND(piece) MK_BIT(piece)
#define LOD_MILITIAS (LOD_KIND(LOD_MILITIA) | LOD_KIND(LOD_ACTIVE_MILITIA))
#define LOD_WAR_PARTIES (LOD_KIND(LOD_WAR_PARTY) | LOD_KIND(LOD_ACTIVE_WAR_PARTY))
#define LOD_BRITISH_CUBES (LOD_KIND(LOD_BRITISH_REGULAR) | LOD_KIND(LOD_TORY))
#define LOD_REBEL_CUBES (LOD_KIND(LOD_CONTINENTAL) | LOD_KIND(LOD_FRENCH_REGULAR))
#define LOD_PATRIOT_UNITS (LOD_KIND(LOD_CONTINENTAL) | LOD_MILITIAS)
#define LOD_STRONGHOLDS /* Forts and Villages: what is no unit */                                  \
    (LOD_KIND(LOD_BRITISH_FORT) | LOD_KIND(LOD_PATRIOT_FORT) | LOD_KIND(LOD_VILLAGE))
#define LOD_BRITISH_PIECES (LOD_BRITISH_CUBES | LOD_KIND(LOD_BRITISH_FORT))
#define LOD_PATRIOT_PIECES (LOD_PATRIOT_UNITS | LOD_KIND(LOD_PATRIOT_FORT))
#define LOD_FRENCH_PIECES LOD_KIND(LOD_FRENCH_REGULAR)
#define LOD_INDIAN_PIECES (LOD_WAR_PARTIES | LOD_KIND(LOD_VILLAGE))
#define LOD_ROYALIST_PIECES (LOD_BRITISH_PIECES | LOD_INDIAN_PIECES)
#define LOD_REBEL_PIECES (LOD_PATRIOT_PIECES | LOD_FRENCH_PIECES)
#define LOD_ALL_PIECES (MK_BIT(LOD_PIECES) - 1)

static inline mk_set64 lod_pieces_of(lod_faction f) {
    static const mk_set64 of[] = {LOD_BRITISH_PIECES, LOD_PATRIOT_PIECES, LOD_FRENCH_PIECES,
                                  LOD_INDIAN_PIECES};
    return of[f];
}
static inline mk_set64 lod_pieces_of_side(lod_side side) {
    return side == LOD_ROYALISTS ? LOD_ROYALIST_PIECES : LOD_REBEL_PIECES;
}
static inline lod_faction lod_owner(lod_piece p) {
    static const lod_faction owner[] = {LOD_BRITISH,  LOD_BRITISH,  LOD_BRITISH,  LOD_PATRIOTS,
                                        LOD_PATRIOTS, LOD_PATRIOTS, LOD_PATRIOTS, LOD_FRENCH,
                                        LOD_INDIANS,  LOD_INDIANS,  LOD_INDIANS};
    return owner[p];
}
/* As what a piece lies in a box: Active Militia and War Parties turn Underground there (1.4.3). */
static inline lod_piece lod_boxed(lod_piece p) {
    return p == LOD_ACTIVE_MILITIA ? LOD_MILITIA : p == LOD_ACTIVE_WAR_PARTY ? LOD_WAR_PARTY : p;
}

/* Leaders (1.10), each Faction's in the order in which they follow one another. */
typedef enum {
    LOD_GAGE,
    LOD_HOWE,
    LOD_CLINTON,
    LOD_WASHINGTON,
    LOD_ROCHAMBEAU,
    LOD_LAUZUN,
    LOD_BRANT,
    LOD_CORNPLANTER,
    LOD_DRAGGING_CANOE,
    LOD_LEADERS,
} lod_leader;

/* Support (1.6.1), as it is stored. */
typedef enum {
    LOD_ACTIVE_OPPOSITION = -2,
    LOD_PASSIVE_OPPOSITION,
    LOD_NEUTRAL,
    LOD_PASSIVE_SUPPORT,
    LOD_ACTIVE_SUPPORT,
} lod_level;

typedef enum { LOD_RAID, LOD_PROPAGANDA, LOD_MARKERS } lod_marker;

/* Cards by their printed number. */
enum {
    LOD_EVENT_CARDS = 96,
    LOD_FIRST_WINTER = 97,
    LOD_LAST_WINTER = 104,
    LOD_FIRST_STROKE = 105,
    LOD_STROKE_PATRIOTS = 105,
    LOD_STROKE_BRITISH = 106,
    LOD_STROKE_FRENCH = 107,
    LOD_STROKE_INDIANS = 108,
    LOD_TREATY_CARD = 109,
    LOD_CARDS = 110, /* rows of a table by number; row 0 is no card */
    LOD_MAX_DECK = 66,
    LOD_MAX_PILES = 6,
};

typedef enum { LOD_PERIOD_1775, LOD_PERIOD_1777, LOD_PERIOD_1779, LOD_PERIODS } lod_period;
typedef enum { LOD_NO_ICON, LOD_SWORD, LOD_MUSKET } lod_icon;
typedef enum { LOD_UNSHADED, LOD_SHADED, LOD_TEXTS } lod_text;

/* Scenarios and options, by their place in the files, and what the values of options mean. */
enum { LOD_1775, LOD_1776, LOD_1778, LOD_SPRINT, LOD_SCENARIOS };
enum {
    LOD_OPTION_EDITION,
    LOD_OPTION_PLAYERS,
    LOD_OPTION_DECK,
    LOD_OPTION_WINTER,
    LOD_OPTION_BORDERS,         /* DOSSIER B2: Quebec with New Hampshire and with the Southwest */
    LOD_OPTION_STROKE_WINDOW,   /* A1-4 */
    LOD_OPTION_BLOCKADED_CITY,  /* A2-3 */
    LOD_OPTION_SEA_LANDING,     /* A3-11 */
    LOD_OPTION_SECOND_VILLAGE,  /* A3-22 */
    LOD_OPTION_RABBLE_RESERVES, /* A3-24 */
    LOD_OPTION_LONE_PLAYER,     /* 8.8 */
    LOD_OPTIONS,
};
enum { LOD_ORIGINAL, LOD_LIVING };                           /* edition */
enum { LOD_FOUR, LOD_ONE_ROYALIST, LOD_ONE_REBEL, LOD_TWO }; /* players, 1.5 */
enum { LOD_ANY_CARDS, LOD_PERIOD_CARDS };                    /* deck */
enum { LOD_WINTER_SWAPPED, LOD_WINTER_COMING };              /* winter, 2.3.7 */
enum { LOD_BORDERS_DRAWN, LOD_BORDERS_LISTED };              /* borders */
enum { LOD_STROKE_BEFORE_ALL, LOD_STROKE_AFTER_PASS };       /* stroke_window */
enum { LOD_SUPPORT_ONLY, LOD_SUPPORT_AND_OPPOSITION };       /* blockaded_city */
enum { LOD_LANDING_BARRED, LOD_LANDING_ELSEWHERE };          /* sea_landing */
enum { LOD_ONE_VILLAGE, LOD_MORE_VILLAGES };                 /* second_village */
enum { LOD_RABBLE_ANYWHERE, LOD_RABBLE_POPULATED };          /* rabble_reserves */
enum { LOD_LONE_USUAL, LOD_LONE_HARDER };                    /* lone_player */

typedef struct {
    const char *id, *name, *code;
    uint8_t type;       /* lod_space_type */
    uint8_t population; /* printed */
    bool agents;        /* 3.5.1: the French may mobilize here */
    int16_t x, y;       /* for drawing: thousandths of the map's width from west and north */
    uint8_t corners;    /* of its outline, in the same measure; a City has none */
    int16_t outline[LOD_MAX_CORNERS][2];
} lod_space;

typedef struct {
    const char *title, *text[LOD_TEXTS];   /* in our words; text[LOD_SHADED] NULL: one text only */
    uint8_t number, period;                /* lod_period */
    uint8_t order[LOD_FACTIONS];           /* of an Event card, first to last */
    uint8_t icon[LOD_FACTIONS];            /* lod_icon: for non-players */
    const char *instruction[LOD_FACTIONS]; /* for non-players; NULL: none */
} lod_card;

typedef struct {
    uint8_t winter; /* 1: in the first Winter Quarters Round */
    uint8_t regulars, tories;
} lod_release;

/* A set-up: how many of each kind lie where, and the rest of the scenario's page. */
typedef struct {
    uint8_t piece[LOD_PLACES][LOD_PIECE_ROW];
    int8_t level[LOD_SPACES];
    uint8_t leader[LOD_FACTIONS];    /* lod_leader */
    uint8_t leader_at[LOD_FACTIONS]; /* a space or LOD_AVAILABLE */
    uint8_t resources[LOD_FACTIONS];
    uint8_t squadrons_unavailable, squadrons_in_indies;
    uint8_t british_casualties, rebel_casualties; /* CBC, CRC */
    bool treaty_played, strokes_dealt, checks_victory;
    uint8_t piles;
    uint8_t pile_period[LOD_MAX_PILES]; /* lod_period, first pile on top */
    uint8_t releases;
    lod_release release[4];
} lod_scenario;

typedef struct {
    lod_space space[LOD_SPACES];
    mk_set64 near[2][LOD_SPACES];          /* by LOD_OPTION_BORDERS */
    mk_set64 populated, double_population; /* spaces of population 1 or more, of 2 */
    mk_set64 agents;
    uint8_t touches[LOD_SPACES];         /* Cities that a space is or is next to: bit per City */
    mk_set64 touched_by[LOD_CITY_COUNT]; /* the other way round: a City and what is next to it */
    uint8_t pool[LOD_PIECES];            /* how many pieces exist; Active kinds: 0 */
    uint8_t squadrons, markers[LOD_MARKERS];
    const char *piece_name[LOD_PIECES], *piece_one[LOD_PIECES]; /* several, a single one */
    const char *leader_name[LOD_LEADERS];
    uint8_t walk[LOD_MAP_SPACES]; /* 8.2: the spaces in the order of the Random Spaces table, */
    uint8_t box[LOD_COLUMNS][LOD_ROWS];         /* and where in it the boxes of the table begin */
    uint8_t events_per_pile, winter_among_last; /* 10; 5: cards of a pile that hide the winter */
    lod_card card[LOD_CARDS];
    lod_scenario scenario[LOD_SCENARIOS];

    /* For the game's table: rows that end with an empty one. */
    mk_scenario scenarios[LOD_SCENARIOS + 1];
    mk_option options[LOD_OPTIONS + 1];
} lod_data;

extern lod_data lod;

/* Reads and checks the data of the pack in use. If anything is missing or contradicts itself,
 * says what and where, leaves lod empty and returns false. */
bool lod_load(mk_error *);

/* For the table of kinds. */
int lod_space_count(void);
const char *lod_space_id(int space);
const char *lod_space_label(int space);
int lod_place_count(void); /* spaces and the three boxes */
const char *lod_place_id(int place);
const char *lod_place_label(int place);
int lod_piece_count(void);
const char *lod_piece_id(int piece); /* plural words, as in properties: "british_regulars" */
const char *lod_piece_label(int piece);
const char *lod_piece_one(int piece);
int lod_leader_count(void);
const char *lod_leader_id(int leader);
const char *lod_leader_label(int leader);
int lod_card_count(void);
const char *lod_card_id(int card); /* "card_1"; row 0 is "no_card" */
const char *lod_card_label(int card);

/* What a card's rule ("lod.card.12") says. */
void lod_rule_words(const char *key, char *out, size_t size);

#endif
