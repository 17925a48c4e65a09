/* data.h - the pieces, tables and scenarios of End of Empire, as data/eoe has them.
 *
 * Filled once by eoe_load, checked there, read-only afterwards. Units and leaders are rows of one
 * table: a *piece* is a unit (its number is below eoe.unit_count) or a leader.
 */
#ifndef EOE_DATA_H
#define EOE_DATA_H

#include "core/data.h"
#include "map.h"
#include "musket.h"

enum {
    EOE_MAX_PIECES = 768,
    EOE_MAX_STEPS = 4,
    EOE_MAX_TURNS = 48,
    EOE_MAX_SCENARIOS = 13,
    EOE_MAX_AGENTS = 8,
    EOE_MAX_SET_UPS = 512,
    EOE_US_PORTS = 21,
    EOE_NO_PIECE = 0xffff,
};

typedef MK_SET(EOE_MAX_PIECES) eoe_pieces;

typedef enum { EOE_BRITISH, EOE_ALLIED, EOE_SEATS } eoe_seat;
typedef enum {
    EOE_REVOLUTION,
    EOE_FRENCH_AND_INDIAN,
    EOE_KING_GEORGE,
    EOE_JENKINS,
    EOE_WARS
} eoe_war;
typedef enum { EOE_BRITISH_FLEET, EOE_FRENCH_FLEET, EOE_SPANISH_FLEET, EOE_FLEETS } eoe_fleet;
typedef enum {
    EOE_SPRING,
    EOE_SUMMER_1,
    EOE_SUMMER_2,
    EOE_FALL,
    EOE_WINTER_1,
    EOE_WINTER_2
} eoe_season;

typedef enum { /* whose men they are (2.4) */
               EOE_N_BRITISH_REGULAR,
               EOE_N_PROVINCIAL_REGULAR,
               EOE_N_TORY,
               EOE_N_PROVINCIAL,
               EOE_N_GARRISON,
               EOE_N_HESSE_CASSEL,
               EOE_N_BRUNSWICK,
               EOE_N_GERMAN,
               EOE_N_BRITISH_MILITIA,
               EOE_N_BRITISH_INDIAN,
               EOE_N_CONTINENTAL,
               EOE_N_STATE,
               EOE_N_AMERICAN_MILITIA,
               EOE_N_AMERICAN_INDIAN,
               EOE_N_FRENCH_REGULAR,
               EOE_N_FRENCH_FOREIGN,
               EOE_N_FRENCH_PROVINCIAL,
               EOE_N_FRENCH_MILITIA,
               EOE_N_INDIAN,
               EOE_N_SPANISH,
               EOE_N_SPANISH_MILITIA,
               EOE_NATIONS
} eoe_nation;

typedef enum { /* 2.8 */
               EOE_INFANTRY,
               EOE_MILITIA,
               EOE_INDIAN,
               EOE_RANGER,
               EOE_ARTILLERY,
               EOE_CAVALRY,
               EOE_LEGION,
               EOE_MARINE,
               EOE_GARRISON,
               EOE_LEADER,
} eoe_type;

typedef enum { EOE_PLAIN, EOE_BOXED, EOE_CIRCLED_OR_PLUS } eoe_print;

/* Marks of units and of leaders. */
enum {
    EOE_M_ARTILLERY = 1, /* organic guns, or nothing but guns */
    EOE_M_MARINE = 2,
    EOE_M_CANADA = 4,
    EOE_M_TWO_MAPS = 8,
    EOE_M_IROQUOIS = 16,
    EOE_M_ALGONQUIN = 32,
    EOE_M_APPALACHIAN = 64,
    EOE_M_AGENT = 128, /* needs an Indian agent (13.1) */
    EOE_M_EITHER = 256,
    EOE_M_LIGHT = 512,
    EOE_M_WEST_INDIES = 1024, /* went there in history (7.6) */
    EOE_M_TORY = 2048,
    EOE_M_AMBUSHES = 4096, /* + before its ambush factor (2.11) */
};
enum {
    EOE_L_ENGLISH = 1,
    EOE_L_CONTINENTAL = 2,
    EOE_L_OUTRANKED = 4,
    EOE_L_SPANISH_ONLY = 8,
    EOE_L_INDIANS_ONLY = 16,
    EOE_L_CANADA = 32,
};

typedef enum {
    EOE_IN_SET_UP,
    EOE_IN_OVERSEAS,
    EOE_IN_AT_HEX,
    EOE_IN_WEST_INDIES,
    EOE_IN_NOVA_SCOTIA,
    EOE_IN_AVAILABLE,
    EOE_IN_SPECIAL,
    EOE_IN_SUBSTITUTE,
    EOE_IN_HAVANA,
} eoe_entry;

typedef enum {
    EOE_OUT_NEVER,
    EOE_OUT_TURN,
    EOE_OUT_ENLISTMENT,
    EOE_OUT_ENLISTMENT_IN_STATE, /* boxed E */
    EOE_OUT_AUTUMN,
    EOE_OUT_COLLAPSE,
    EOE_OUT_WEST_INDIES,
    EOE_OUT_FRENCH_ENTRY,
    EOE_OUT_SPECIAL,
    EOE_OUT_PRECURSOR,
    EOE_OUT_MERGER,
    EOE_OUT_SUBSTITUTED,
} eoe_exit;

typedef struct {
    mk_name name;
    uint8_t war, seat, nation, type;
    uint8_t steps, mf, linear[EOE_MAX_STEPS], ambush[EOE_MAX_STEPS];
    uint8_t linear_print, mf_print;   /* eoe_print: circled is for factors, plus for movement */
    uint16_t marks;                   /* EOE_M_… of units, EOE_L_… of leaders */
    uint8_t home;                     /* area; EOE_NONE */
    uint8_t combat, rank, initiative; /* of leaders */
    uint8_t enters, enters_turn, enters_boxed;
    uint16_t enters_hex; /* MK_NOWHERE: none */
    uint16_t stands_for; /* of a substitute or successor: whom it replaces; EOE_NO_PIECE */
    uint8_t leaves, leaves_turn;
    uint8_t leaves_back;               /* the turn it comes back; 0: never */
    uint16_t replaced_by, merges_with; /* EOE_NO_PIECE */
    uint8_t second_counter_at;         /* 0: it has one counter */
} eoe_piece_row;

/* Pieces that rules name. */
typedef enum {
    EOE_P_FTGAGE,
    EOE_P_NATZ,
    EOE_P_BLOM,
    EOE_P_WATA,
    EOE_P_ELMORE,
    EOE_P_WHIT,
    EOE_P_BEDEL,
    EOE_P_GRID,
    EOE_P_KNOXT,
    EOE_P_CA3,
    EOE_P_BWPL,
    EOE_P_BWPLM,
    EOE_P_LD16,
    EOE_P_MAR1,
    EOE_P_MAR2,
    EOE_P_UMSC,
    EOE_P_UMMAR,
    EOE_P_UMVT,
    EOE_P_ARNOLD,
    EOE_P_ARNOLDB,
    EOE_P_LAFAYETTE,
    EOE_P_ROCHAMBEAU,
    EOE_P_GALVEZ,
    EOE_P_BRANT,
    EOE_P_MOHAWK,
    EOE_NAMED
} eoe_named;

/* Hexes that rules name. */
typedef enum {
    EOE_H_BOSTON,
    EOE_H_NEW_YORK,
    EOE_H_MONTREAL,
    EOE_H_ST_JEAN,
    EOE_H_QUEBEC,
    EOE_H_LOUISBOURG,
    EOE_H_HALIFAX,
    EOE_H_MINAS,
    EOE_H_ALBANY,
    EOE_H_BENNINGTON,
    EOE_H_WATAUGA,
    EOE_H_NEW_ORLEANS,
    EOE_H_PENSACOLA,
    EOE_H_MOBILE,
    EOE_H_ST_MARKS,
    EOE_H_ST_AUGUSTINE,
    EOE_H_NATCHEZ,
    EOE_H_FORT_GAGE,
    EOE_H_MOHAWK_TOWN,
    EOE_H_SAVANNAH,
    EOE_H_FREDERICA,
    EOE_H_CROWN_POINT,
    EOE_H_TICONDEROGA,
    EOE_H_DUQUESNE,
    EOE_H_NIAGARA,
    EOE_H_FRONTENAC,
    EOE_H_OSWEGO,
    EOE_H_ANNAPOLIS,
    EOE_HEXES
} eoe_named_hex;

/* Political areas that rules name. */
typedef enum {
    EOE_A_CANADA,
    EOE_A_NOVA_SCOTIA,
    EOE_A_FLORIDA,
    EOE_A_LOUISIANA,
    EOE_A_VERMONT,
    EOE_A_MAINE,
    EOE_A_SOUTH_CAROLINA,
    EOE_A_CONNECTICUT,
    EOE_AREAS
} eoe_named_area;

/* A result of the linear table: steps of attacker and defender; of the ambush table only those of
 * the ambushed. */
enum { EOE_R_ATTACKER = 1, EOE_R_DEFENDER = 2, EOE_R_ELIMINATED = 4, EOE_R_NO_EFFECT = 8 };
typedef struct {
    uint8_t attacker, defender, result;
} eoe_cell;
typedef enum { /* columns of odds */
               EOE_1_3,
               EOE_1_2,
               EOE_1_1,
               EOE_2_1,
               EOE_3_1,
               EOE_4_1,
               EOE_COLUMNS,
               EOE_AGAINST_NONE = EOE_COLUMNS, /* 1+/0, of ambushes; elimination in linear combat */
               EOE_BELOW,
               EOE_NO_ATTACK,
} eoe_column;
enum { EOE_ROWS = 11 };

typedef struct {
    uint16_t year;
    uint8_t season; /* eoe_season */
} eoe_turn;

typedef struct {            /* who may recruit a tribe at a loyalty total, and who withdraws it */
    uint8_t die[EOE_SEATS]; /* 0: may not */
    uint8_t withdraws;      /* bit per seat */
} eoe_loyalty;
enum { EOE_LOYALTIES = 7, EOE_MAX_TRIBES = 32, EOE_MAX_NEEDS = 4, EOE_MAX_POINTS = 4 };
typedef struct {
    uint16_t piece[EOE_WARS]; /* EOE_NO_PIECE where it has none */
    eoe_loyalty at[EOE_LOYALTIES];
    uint8_t need_seats; /* bit per seat that must control hexes */
    uint8_t needs, choices;
    uint16_t need[EOE_MAX_NEEDS], choice[EOE_MAX_NEEDS]; /* all of these; one of those */
} eoe_tribe;

typedef struct {
    mk_name name;
    uint8_t seat, hexes;
    uint16_t hex[2];
    eoe_pieces tribes;
} eoe_agent;

typedef struct {
    uint16_t hex;
    uint8_t steps;
    const char *units; /* how the ids begin, after the prefix of the war; NULL: any */
} eoe_recruits;
enum { EOE_MAX_RECRUITS = 8 };

typedef struct {
    eoe_cell linear[EOE_ROWS][EOE_COLUMNS], below;
    eoe_cell ambush[6][EOE_COLUMNS + 1];
    int least_die, most_die;
    struct {
        int fort, attacker_guns, defender_guns, powder, powder_turn;
        int steuben_attack, steuben_attack_year, steuben_defence, steuben_defence_year;
    } drm;
    struct {
        int wild, civilized, unfriendly, rough, rough_unfriendly, water_wild, water_civilized;
        int battle, ferry, winter;
    } march;
    struct {
        int plain, plus, boxed, winter, success, no_cavalry, screened;
    } initiative;
    struct {
        int ambush, hit, killed, wounded;
    } risk;
    int turn_count[EOE_WARS];
    eoe_turn turn[EOE_WARS][EOE_MAX_TURNS + 1];
    uint8_t naval_infantry[EOE_WARS][EOE_FLEETS];              /* 0: no such fleet */
    uint8_t fleet[EOE_WARS][EOE_FLEETS][2][EOE_MAX_TURNS + 1]; /* before, after entry */
    int point_count, loyalty_bonus, loyalty_bonus_war, loyalty_most;
    struct {
        uint16_t hex;
        uint8_t points, empty, not_in; /* a war; EOE_NONE */
    } point[EOE_MAX_POINTS];
    int tribe_count;
    eoe_tribe tribe[EOE_MAX_TRIBES];
    int agent_count, agent_die, tribe_die;
    eoe_agent agent[EOE_MAX_AGENTS];
    uint8_t tribe_dice[EOE_MAX_PIECES]; /* where no agent and no chart says; 0: none */
    struct {
        uint8_t turn, near, full;
    } economy[8];
    int economy_count;
    struct {
        int occupied, raided, divisor, turns, french, spanish;
    } disruption;
    struct {
        uint8_t turn, steps;
    } scheduled[4];
    int scheduled_count, french_count, regular_count, tory_count;
    eoe_recruits french[EOE_MAX_RECRUITS], regular[EOE_MAX_RECRUITS], tory[EOE_MAX_RECRUITS];
    int hesse_cassel, brunswick, raid;
    struct {
        int french_steps, north_steps, west_indies, regiments, steps, spanish, spanish_first;
        int new_france, new_france_die, new_france_ports, vermont;
    } entry;
} eoe_tables;

typedef enum {
    EOE_WIN_CANADA,
    EOE_WIN_FLORIDA,
    EOE_WIN_KING_GEORGE,
    EOE_WIN_NEW_FRANCE,
    EOE_WIN_REVOLUTION,
} eoe_victory;

/* How a scenario begins: where a piece is that does not begin by its own code. */
typedef enum {
    EOE_BEGINS_AT,
    EOE_BEGINS_DEAD,
    EOE_BEGINS_OUT,
    EOE_BEGINS_DUE,
    EOE_BEGINS_CAPTIVE
} eoe_begins;
typedef struct {
    uint16_t piece, hex;
    uint8_t how, inside, turn; /* eoe_begins; of EOE_BEGINS_DUE the turn */
    uint8_t captor;
} eoe_set_up;

typedef struct {
    uint8_t war, sheets, first, last, victory; /* sheets: 1 north, 2 south */
    uint8_t listed;                 /* pieces with a set-up hex that are not named are out */
    uint8_t from_column, to_column; /* the area of play, 0: all */
    uint8_t sea;                    /* the only one in play; EOE_NONE: all */
    uint8_t closed_area;            /* nobody enters it; EOE_NONE */
    uint8_t politics;               /* 15 applies */
    uint8_t reduced;                /* Continentals of two steps begin with one */
    uint8_t french_entry, spanish_entry, west_indies_done, economy, vermont_flag, marion;
    uint8_t eliminated;   /* regular steps, for the reader: must be those of the dead */
    uint8_t agents;       /* bit per agent that is there */
    uint32_t flags;       /* bit per area */
    uint16_t fifth_place; /* MK_NOWHERE */
    eoe_hexes in_play;    /* the sheets and columns of it (2.1) */
    eoe_pieces only;      /* if any are in it: those who take part */
    int set_up_count;
    eoe_set_up set_up[EOE_MAX_SET_UPS];
} eoe_scenario;

typedef struct {
    int unit_count, piece_count, scenario_count;
    eoe_piece_row piece[EOE_MAX_PIECES];
    uint16_t named[EOE_NAMED];
    uint16_t hex[EOE_HEXES];
    uint8_t area[EOE_AREAS];
    uint16_t us_port[EOE_US_PORTS]; /* 15.7 */
    eoe_tables table;
    eoe_scenario scenario[EOE_MAX_SCENARIOS];
    mk_scenario scenarios[EOE_MAX_SCENARIOS + 1];
} eoe_data;

extern eoe_data eoe;

bool eoe_load(mk_error *); /* with the map */

/* ---- For the readers (data.c, data_tables.c, data_scenarios.c) ---- */
extern const char *const eoe_war_ids[], *const eoe_seat_ids[], *const eoe_fleet_ids[];
mk_value eoe_open(const char *file, mk_error *);
int eoe_find_piece(const char *id); /* -1: there is none */
int eoe_find_area(const char *id);
int eoe_hex_in(mk_value object, const char *key);
/* The next piece of a text of ids; false: no more, or a complaint. */
bool eoe_next_piece(mk_value text, const char **at, int *piece);
bool eoe_next_word(const char **at, char *out, size_t size);
bool eoe_load_tables(mk_error *);
bool eoe_load_scenarios(mk_error *);

static inline bool eoe_is_leader(int piece) { return piece >= eoe.unit_count; }

#endif
