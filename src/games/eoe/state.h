/* state.h - End of Empire: the state of a game.
 *
 * Pieces. Units and leaders are rows of one array, `piece`. Where one is, is a number: a *space* of
 * the map (2 * hex, + 1 inside its town or outpost, 5.1) or one of the boxes behind them. `order`
 * lists the pieces on the map by space and number, so that a stack is a range of it, with its
 * leaders last; `first` says where each bucket of spaces begins in it. `open` and `inside` are the
 * hexes with combat units of a seat, `force` the pieces in hand or waiting, `afloat` those aboard
 * or named for an invasion. Only pieces.c changes these, and equal positions are equal bytes.
 *
 * Flow. At the bottom lies the turn, a procedure; on it the phase it is in (naval, reinforcement,
 * operations, withdrawal, attrition), a procedure with its decisions on top. In operations a force
 * is formed (form.c) and marches (march.c): `march` says where it is, its pieces carry EOE_HAND.
 * What it enters pushes an entry (reaction.c): militia, reactions; that may push a battle
 * (battle.c), a procedure with its own decisions. When they pop, the march goes on. A part that was
 * split off marches first: its parent's pieces carry EOE_WAIT and its march lies in `parent`.
 */
#ifndef EOE_STATE_H
#define EOE_STATE_H

#include "data.h"

/* Where a piece is. */
enum {
    EOE_SPACES = 2 * EOE_MAX_HEXES, /* below: on the map */
    EOE_BUCKET = 16,                /* spaces that are found together */
    EOE_BUCKETS = EOE_SPACES / EOE_BUCKET,
    EOE_ABOARD = EOE_SPACES, /* + fleet */
    EOE_HAVANA = EOE_ABOARD + EOE_FLEETS,
    EOE_AVAILABLE, /* militia and Indians that can be called */
    EOE_TRACK,     /* comes in on `turn` or as soon after as it can */
    EOE_AWAY,      /* at home until spring (E); Watauga until `turn` */
    EOE_SPECIAL,   /* comes by a rule of 7.5 */
    EOE_DEAD,
    EOE_OUT, /* withdrawn */
    EOE_CAPTIVE,
    EOE_ABSENT, /* not of this scenario */
    EOE_PLACES
};

/* Flags of pieces. Those of EOE_PASSING end with an operations phase. */
enum {
    EOE_HAND = 1,      /* in the force that is formed or marches */
    EOE_WAIT = 2,      /* in its parent, while a part marches (9.5) */
    EOE_DONE = 4,      /* moved or failed: no more in this phase (8.5, 9.1) */
    EOE_FAILED = 8,    /* failed a reaction in this phase */
    EOE_PASSED = 16,   /* a leader who passed his first check: +1 (8.3) */
    EOE_MOVED = 32,    /* a leader who moved with units: no redeployment (8.6) */
    EOE_FERRIED = 64,  /* 9.11 */
    EOE_CHECKED = 128, /* was checked for initiative: nobody picks it up (8.9) */
    EOE_PASSING = 255,
    EOE_MUST = 256,       /* entered onto enemies: it must attack (7.1) */
    EOE_IN_PORT = 512,    /* began the turn in this port (14.4) */
    EOE_HUNGRY = 1024,    /* out of supply in the last winter check (6.1) */
    EOE_CAME = 2048,      /* has entered once: a boxed entry counts no more (7.1) */
    EOE_BARRED = 4096,    /* a tribe whose village was entered: not before spring (13.3) */
    EOE_RETURNS = 8192,   /* a leader who comes back with any supplied stack (11.6, 11.12) */
    EOE_EMBARKED = 16384, /* named for the invasion of this turn (14.4) */
    EOE_RAIDER = 32768,   /* on the track after a raid (14.10) */
};

MK_FLAT

typedef struct {
    uint16_t at;
    uint16_t flags;
    uint8_t steps; /* left; units without steps and leaders have none */
    uint8_t mp;    /* left in this operations phase */
    uint8_t turn;  /* of EOE_TRACK: when it is due */
    uint8_t seat;  /* whose it is: tribes may change (13.2) */
} eoe_piece;

/* A force on the march. */
typedef struct {
    uint16_t net;     /* the space of the net it is at (map.h); MK_NOWHERE: there is none */
    uint16_t from;    /* the hex it came from into this one; MK_NOWHERE: from none */
    uint8_t inside;   /* it is in the town or outpost of its hex, where it began */
    uint8_t sortie;   /* it came out of the town of this hex */
    uint8_t steps;    /* hexes it has entered */
    uint8_t stage;    /* eoe_march_stage */
    uint8_t fought;   /* in this hex */
    uint8_t came_out; /* into this hex straight out of the town of `from` (11.13) */
    uint8_t landed;   /* from the sea: it has no movement left (14.4) */
    uint8_t unused;
    uint16_t shore; /* the last hex that was not all lake */
} eoe_march;

/* Somebody who may react to an entry (10.1). */
typedef struct {
    uint16_t space;
    uint8_t what; /* eoe_reaction */
    uint8_t done;
} eoe_reactor;
enum { EOE_MAX_REACTORS = 20 }; /* two in each hex around the one entered and the one left */

typedef struct {
    uint16_t hex;  /* MK_NOWHERE: there is no entry */
    uint16_t left; /* the force came straight out of the town of this hex (11.13); MK_NOWHERE */
    uint8_t mover; /* seat */
    uint8_t stage, count, current;
    uint8_t shut;     /* who stood there tried to leave or failed: nobody joins (10.1) */
    uint8_t defended; /* an enemy stood there in the open when it was entered */
    uint8_t landing;  /* the force is still at sea (14.4) */
    uint8_t origins;  /* whence those came who joined: bits of directions, EOE_TO_TOWN */
    uint8_t called;   /* militia was called around the town that was left */
    uint8_t unused;
    eoe_reactor reactor[EOE_MAX_REACTORS];
} eoe_entry_now;

/* How the attacker came to the battle: where he falls back to (11.10). */
typedef enum { EOE_FROM_HEX, EOE_FROM_TOWN, EOE_FROM_SEA, EOE_FROM_HERE } eoe_origin;

typedef struct {
    uint16_t hex;            /* MK_NOWHERE: there is no battle */
    uint16_t from;           /* hex the attacker came from */
    uint8_t inside;          /* the defenders are in the town or outpost */
    uint8_t attacker;        /* seat */
    uint8_t mover;           /* seat whose operations phase it is */
    uint8_t hand;            /* the attackers are the pieces in hand; else all of his in the open */
    uint8_t origin;          /* eoe_origin */
    uint8_t stage;           /* eoe_battle_stage */
    uint8_t lose[EOE_SEATS]; /* steps still to be taken off */
    uint8_t hurt[EOE_SEATS]; /* lost steps in this round or ambush */
    uint8_t retreat[EOE_SEATS]; /* must retreat */
    uint8_t marines[EOE_SEATS]; /* naval infantry of this fleet, +1 (14.5) */
    uint8_t ambusher;           /* seat; EOE_NONE: nobody */
    uint8_t ambush;             /* an ambush was fought: its results are being applied */
    uint8_t effect;             /* it was not "no effect" */
    uint8_t rounds;
    uint8_t origins;   /* of attackers who reacted: where they may fall back to */
    uint8_t asked;     /* bits of seats that were asked in this stage */
    uint8_t from_town; /* the attacker came straight out of the town of `from` */
    uint8_t slips;     /* the defender may leave, or leaves, by his own will (11.1) */
} eoe_battle;

typedef struct {
    uint8_t sea;              /* EOE_NONE: off the map */
    uint8_t since;            /* turn in which it was placed there */
    uint8_t marker;           /* sea whose overseas supply it blocks this winter (14.3); EOE_NONE */
    uint8_t invaded, marines; /* done in this turn (14.4, 14.5) */
    uint8_t unused;
    uint16_t marines_at; /* the hex where its infantry fights this turn; MK_NOWHERE */
} eoe_fleet_at;

MK_FLAT_END

typedef enum { EOE_NORMAL, EOE_NEAR, EOE_FULL, EOE_ECONOMIES } eoe_economy;

typedef struct {
    mk_base base; /* base.turn is the game turn, by the turn record */

    eoe_piece piece[EOE_MAX_PIECES];
    uint16_t order[EOE_MAX_PIECES];
    uint16_t order_count;
    uint16_t first[EOE_BUCKETS]; /* how many of the order are in earlier buckets */
    eoe_pieces force, afloat;
    eoe_hexes open[EOE_SEATS], inside[EOE_SEATS];
    eoe_hexes fort; /* with a FORT marker (5.1) */

    eoe_march march, parent;
    eoe_entry_now entry;
    eoe_battle battle;
    eoe_fleet_at fleet[EOE_FLEETS];
    uint8_t phasing; /* seat whose operations phase it is; EOE_NONE: none */

    /* Politics of the Revolution. */
    uint32_t flags;       /* bit per area: the enemy of its militia rules there (12.4, 12.5) */
    uint8_t french_entry; /* turn; 0: not yet */
    uint8_t by_offer;     /* of New France (15.4) */
    uint8_t west_indies;  /* turn of the withdrawal; 0: none to come */
    uint8_t west_indies_sent, west_indies_steps, west_indies_due; /* while it is made */
    uint8_t spanish_entry;                                        /* turn; 0: not yet known */
    uint8_t economy;                                              /* eoe_economy */
    uint8_t vermont_flag, marion, blommart;
    uint8_t north_fallen;   /* the West Indies withdrawal could not be made (7.6) */
    uint8_t dead_steps;     /* of British regulars (15.2) */
    uint8_t raids;          /* made since spring: steps to come (14.10) */
    uint8_t sea_moved;      /* the American unit of this turn (14.9) */
    uint8_t ludwig;         /* rolled in this turn (7.5) */
    uint8_t spanish_base;   /* Spaniards held a port of West Florida when it began (14.5) */
    uint8_t winner, reason; /* seat, EOE_NONE: a draw; eoe_reason */
    uint8_t agent_turn[EOE_MAX_AGENTS]; /* since when; 0: in the box */
    uint16_t agent_at[EOE_MAX_AGENTS];  /* hex; MK_NOWHERE: in the box */
    uint8_t raided[EOE_US_PORTS + 3];   /* the last turn a British unit was there (15.7) */
    eoe_hexes trodden; /* American hexes that held British-friendly units a turn ago (7.5) */

    /* A list of pieces that a phase works off: arrivals, dice, withdrawals, the unfed. */
    eoe_pieces queue;
    eoe_hexes homes; /* where Elmore's men may stay behind (7.5) */
} eoe_state;

_Static_assert(sizeof(eoe_state) <= 16 * 1024, "a state fits 16 KiB");

typedef enum {
    EOE_MARCH_FIRST, /* its first check */
    EOE_MARCH_PICK,  /* others join it: another check (8.9) */
    EOE_MARCH_ON,
    EOE_MARCH_CHECK, /* it must pass again to go on */
    EOE_MARCH_OVER,
} eoe_march_stage;
typedef enum {
    EOE_ENTRY_MILITIA,
    EOE_ENTRY_DECLARE,
    EOE_ENTRY_RESOLVE,
    EOE_ENTRY_ROLL,
    EOE_ENTRY_NEXT,
    EOE_ENTRY_FIGHT,
    EOE_ENTRY_OVER,
} eoe_entry_stage;
typedef enum { EOE_STAYS, EOE_ESCAPES, EOE_JOINS, EOE_GOES } eoe_reaction;

typedef enum { /* why a game ended */
               EOE_UNDECIDED,
               EOE_BY_CANADA,
               EOE_BY_FLORIDA,
               EOE_BY_PLACES,
               EOE_BY_QUEBEC,
               EOE_BY_ALBANY_OR_BOSTON,
               EOE_BY_NEW_FRANCE,
               EOE_BY_LORD_NORTH,
               EOE_BY_COLONIAL_RULE,
               EOE_BY_COLLAPSE,
               EOE_BY_FRENCH_ENTRY,
               EOE_BY_TIME,
               EOE_REASONS
} eoe_reason;

#endif
