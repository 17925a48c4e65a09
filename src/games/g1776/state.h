/* state.h - 1776: the state of a game.
 *
 * Pieces. All that stands on the map lies in one array, `piece`, sorted by place, type, flags and
 * the rest: an entry is a number of alike pieces at one place. So a stack is a range of entries,
 * found by the block of its place, and equal positions are equal bytes. Only pieces.c changes the
 * array (g1776_add, g1776_take, ...). Every entry holds at least one piece and there are at most as
 * many pieces as counters in the box: the array cannot overflow. Leaders and fleets are rows of
 * their own; cargo is at the place "aboard" its fleet.
 *
 * Markers of a phase (who moved how far, from where, who is in hand) are fields of the entries and
 * are wiped when the phase ends; markers of a hex (fought here, attacked here) are sets of hexes.
 *
 * Flow (section 10 of the dossier). At the bottom lies the game, a procedure that goes from turn to
 * turn; on it a segment; on that what the segment is at: a decision (build, move, march, announce)
 * or a combat, a procedure again with the decisions of its rounds on top. A group on the move is a
 * frame over the move decision; what it meets (automatic elimination, captures, partisans who slip
 * away) are frames over the group.
 */
#ifndef G1776_STATE_H
#define G1776_STATE_H

#include "data.h"
#include "musket.h"
#include "types.h"

enum { G1776_MAX_PIECES = 448 };
/* Entries are found by blocks of places: so many hexes each, and one of all that is no hex. */
enum { G1776_BLOCK = 16, G1776_BLOCKS = G1776_AT_SIDE / G1776_BLOCK + 1 };

/* Flags of pieces and leaders. */
enum {
    G1776_INSIDE = 1,     /* inside the fort of its hex */
    G1776_DOWN = 2,       /* face down: hidden (VI.B), or a bateau or its builder (II.B) */
    G1776_HAND = 4,       /* in the group, march, bateau or fleet order being given */
    G1776_DONE = 8,       /* its movement is over for this phase */
    G1776_CARRIED = 16,   /* moved by bateau or fleet in this phase: no march, no embarking; of a
                             fleet: it sailed */
    G1776_FIXED = 32,     /* may not move, by a rule of the scenario */
    G1776_MARKED = 64,    /* builds a fort; a bateau or fleet that ferried */
    G1776_CAPTURED = 128, /* taken in this segment: may still be destroyed, needs an escort */
    G1776_TURNED = 128,   /* of an SP or decoy: turned over already, while counters are turned */
};
/* In `led`, for good: the Indians of Unadilla, who may change sides (campaign II, steps 5 and 6).
 */
enum { G1776_GREEN = 2 };
/* In `led`, for a phase: a regular that paid double does so to the end of it (CSG-5). */
enum { G1776_UNLED = 4 };
/* Of an origin: it began inside a fort; it has eliminated somebody and may not embark (II.C). */
enum { G1776_FROM_INSIDE = 0x4000, G1776_STRUCK = 0x8000, G1776_FROM = 0x3fff };
/* Those that end with the phase. */
enum { G1776_PASSING = G1776_HAND | G1776_DONE | G1776_CARRIED };

typedef struct {
    uint16_t place; /* types.h */
    uint8_t type;   /* g1776_type */
    uint8_t flags;
    uint8_t spent;   /* movement points of this phase */
    uint8_t mark;    /* number of its forced march, from 1; of a supply rounds of this month */
    uint16_t origin; /* where it began the phase, +1 (II.C), and G1776_FROM_...; 0: where it is */
    uint8_t led;   /* 1: a partisan leader led it in every step of this phase (V.A); G1776_GREEN */
    uint8_t count; /* last: not part of the order */
} g1776_piece;
_Static_assert(sizeof(g1776_piece) == 10, "a piece has no padding");

/* On the track: he comes at a turn, to SP of his side; in the interphase behind turn `back`; at a
 * turn, to any hex (CSG-6). */
enum { G1776_FOR_TURN, G1776_FOR_SEASON, G1776_FOR_ANYWHERE };
typedef struct {
    uint16_t place;
    uint16_t origin; /* as of pieces; on the track: the hex that he comes back to, +1 (1) */
    uint8_t flags, spent, mark;
    uint8_t back;  /* turn of return, while on the track */
    int8_t rating; /* now: printed, lowered (interphase step 4), promoted */
    uint8_t led;   /* he rode with dragoons in every step of this phase (IV) */
    uint8_t swamp; /* Marion has used his swamp hex (V.A) */
    uint8_t waits; /* on the track: G1776_FOR_SEASON, … */
} g1776_leader_at;

typedef struct {
    uint16_t place;
    uint8_t flags, spent;
    uint8_t back;  /* turn of return, while on the track */
    uint8_t since; /* CN: turns since it lay in port; West Indies: turn of arrival */
    uint8_t tried; /* interceptions of this turn: 1 tried this fleet, 2 succeeded */
    uint8_t unused;
} g1776_fleet_at;

/* The stages of a turn, of a segment. */
typedef enum {
    G1776_T_BEGIN, /* French die, Arnold, exchange of prisoners */
    G1776_T_FIRST, /* segment of the first player */
    G1776_T_SECOND,
    G1776_T_END,        /* scoring, victory */
    G1776_T_INTERPHASE, /* of a campaign game, behind the last month of a season */
    G1776_TURN_STAGES
} g1776_turn_stage;

typedef enum {
    G1776_S_START, /* victory at the start, COM, returns, arrivals */
    G1776_S_BUILD,
    G1776_S_MOVE,
    G1776_S_MARCH,
    G1776_S_CLOSE,
    G1776_S_DISMANTLE,
    G1776_S_EVADE, /* partisans slip away before combat */
    G1776_S_COMBAT,
    G1776_S_FINISH,
    G1776_S_FLOAT, /* new bateaux are put on hexsides */
    G1776_S_SPOILS,
    G1776_S_LAST,
    G1776_SEGMENT_STAGES
} g1776_segment_stage;

/* The round of a combat: what comes next (III.A.2). X attacks, Y defends. */
typedef enum {
    G1776_C_SALLY, /* who comes out of a besieged fort to attack */
    G1776_C_BOMBARD,
    G1776_C_SECRET,   /* Morgan or Sumter put a card away (CSG-5) */
    G1776_C_ANSWER,   /* V.D: fleets, the guns of the defender, dice */
    G1776_C_ATTACKER, /* supply and elite */
    G1776_C_DEFENDER,
    G1776_C_COMMIT_X, /* which SP take part */
    G1776_C_COMMIT_Y,
    G1776_C_CARD_X,
    G1776_C_CARD_Y,
    G1776_C_DIE,
    G1776_C_LOSE_X,
    G1776_C_LOSE_Y,
    G1776_C_RETREAT_X,
    G1776_C_RETREAT_Y,
    G1776_C_GATES, /* who may run (CSG-5) */
    G1776_C_BREAK_Y,
    G1776_C_BREAK_X,
    G1776_C_GO_ON, /* the attacker goes on or declines; then the defender takes over */
    G1776_C_TAKE_OVER,
    G1776_C_TAKEN,
    G1776_C_AFTER,   /* promotion, supply used up, captures */
    G1776_C_LEADERS, /* one check after the other */
    G1776_C_SHELTER, /* into the fort */
    G1776_C_END,
    G1776_COMBAT_STEPS
} g1776_combat_step;

enum { G1776_NO_CARD = 255, G1776_NO_TYPE = 255 };
enum { G1776_MAY_RETREAT = 1, G1776_MUST_RETREAT = 2, G1776_RETREATED = 3 };

/* V.D.2: AL2 falls on the troops, on the fleets or on both; any other result on the troops or on
 * the fleets as a whole. */
enum {
    G1776_ANSWER_LAND,      /* all on the troops */
    G1776_ANSWER_SEA,       /* all on the fleets */
    G1776_ANSWER_SPLIT,     /* AL2 on both, others on the troops */
    G1776_ANSWER_SPLIT_SEA, /* AL2 on both, others on the fleets */
    G1776_ANSWER_AL2_SEA,   /* AL2 on the fleets, others on the troops */
    G1776_ANSWER_AL2_LAND,  /* AL2 on the troops, others on the fleets */
    G1776_ANSWERS
};

/* Why a combat is over: no more of it in the hex in this phase, or one side has retreated. */
enum { G1776_CLOSED_HEX = 1, G1776_WITHDRAWN = 2 };

/* Withdraw, put away before the first round: asked, and the enemy knows it. */
enum { G1776_ASKED_CARD = 1, G1776_PUT_AWAY = 2, G1776_TOLD = 4 };

/* The combat in progress; hex == MK_NOWHERE: none. Arrays are by seat. */
typedef struct {
    mk_set128 leaders[G1776_SEATS]; /* who was there when it began: checked when it is over */
    mk_set128 to_check;             /* of them, not yet checked */
    uint16_t hex;
    uint8_t attacker;               /* seat, of this round */
    uint8_t opener;                 /* seat that announced it */
    uint8_t step;                   /* g1776_combat_step */
    uint8_t round;                  /* from 1; again from 1 against the fort */
    uint8_t rounds;                 /* in all (winter) */
    uint8_t inside;                 /* the defenders of this round are inside the fort */
    uint8_t over;                   /* no more combat: G1776_CLOSED_HEX, ... */
    uint8_t no_effect;              /* an NE or NC ended it in the first round */
    uint8_t declined;               /* bits of seats that declined in succession */
    uint8_t supplied[G1776_SEATS];  /* this round */
    uint8_t unit[G1776_SEATS];      /* type of the supply unit that serves in this combat */
    uint8_t serves[G1776_SEATS];    /* its mark; 0: none did */
    uint8_t elite[G1776_SEATS];     /* type used in this round, or G1776_NO_TYPE */
    uint8_t card[G1776_SEATS];      /* or G1776_NO_CARD */
    uint8_t lose[G1776_SEATS];      /* SP still to lose in this round */
    uint8_t took[G1776_SEATS][3];   /* of this round's list: Indians, militia, regulars */
    uint8_t lost[G1776_SEATS];      /* in this combat */
    uint8_t retreat[G1776_SEATS];   /* 0, G1776_MAY_RETREAT, ... */
    uint8_t commander[G1776_SEATS]; /* leader, or G1776_NONE */
    uint8_t force[G1776_SEATS][G1776_SP_TYPES];             /* SP that take part in this round */
    uint8_t elites_used[G1776_SP_TYPES - G1776_GRENADIERS]; /* still there, used in this combat */
    uint16_t bombards;                                      /* bit per fleet */
    uint8_t shelling, answer;        /* V.D: how far it is; where attacker losses fall */
    uint8_t column;                  /* of the odds, this round */
    uint8_t drm, value, die;         /* this round: + 16, + 16 */
    uint8_t faced;                   /* SP of the defenders when it began (promotion) */
    uint8_t strong;                  /* SP of the attackers then */
    uint8_t highest;                 /* highest column the opener attacked on */
    uint8_t check_dice[G1776_SEATS]; /* VI.A: two dice and SP lost; 0: not thrown */
    uint8_t indians;                 /* BI were there when it began (V.B) */
    uint8_t elite_lost;              /* bit per seat: the elite of this round is gone */
    uint8_t spurred;                 /* leader whose power counts in this first round, +1 (CSG-5) */
    uint8_t put_away;  /* G1776_PUT_AWAY, ...: Withdraw, by Morgan or Sumter (CSG-5) */
    uint8_t grapeshot; /* losses by Cornwallis's guns: the list is reversed (CSG-5) */
    uint8_t fire;      /* bits of seats whose guns fire without supply in this round (III.E) */
} g1776_combat;

/* A forced march that was declared (II.D). Its pieces and leaders carry its number. */
enum { G1776_MAX_MARCHES = 24, G1776_MAX_EFFORT = 5 };
typedef enum { /* declared; an SP for the bonus; the die; half are lost; on the way */
               G1776_M_WAITS,
               G1776_M_TOLL,
               G1776_M_DIE,
               G1776_M_HALF,
               G1776_M_GOES,
               G1776_M_OVER
} g1776_march_stage;
typedef struct {
    uint16_t from;
    uint16_t at;                     /* where the marchers are, while they march */
    uint8_t effort;                  /* MP attempted */
    uint8_t bonus;                   /* leader who subtracts 1, or Knox, +1; 0: nobody */
    uint8_t route[G1776_MAX_EFFORT]; /* directions */
    uint8_t steps;
    uint8_t stage; /* g1776_march_stage */
    uint8_t unused;
} g1776_march;

/* What the scenario remembers: for setup.c, arrivals.c, conditions.c, victory.c, scenario.c, sea.c.
 * Bits of `now`, `last`, `ever` are those of conditions about the past (data.h, slot). */
enum { G1776_TO_COME = 0, G1776_NEVER_COMES = 1, G1776_ENTERED = 128 }; /* + turn of entry */
typedef struct {
    uint8_t arrival[G1776_MAX_ARRIVALS];   /* G1776_TO_COME … */
    uint8_t tried[G1776_MAX_ARRIVALS / 8]; /* bits: asked in this segment */
    int16_t points[G1776_SEATS];           /* made so far; towns at the end come to them */
    uint16_t now;                          /* happened in this turn */
    uint16_t last;                         /* in the last one, or was so at its end */
    uint16_t ever;                         /* at any time */
    uint16_t unused;
    uint32_t scored;             /* bits of score rows: counted once, or a fort was built */
    mk_set128 held[G1776_SEATS]; /* commerce towns: who was last there (9) */
    mk_set128 left;              /* leaders who left the area of play */
    uint8_t left_br;             /* BR that did, by the hex or border that counts */
    uint8_t com_gone;            /* bits of the scenario's COM markers */
    uint8_t freed;               /* bits of its fixed pieces */
    uint8_t strategy;            /* 1 northern, 2 southern (7) */
    uint8_t removal_failed;      /* 7 */
    uint8_t penalty;             /* somebody paid for row ZZ (2) */
    uint8_t destination;         /* of the British force, +1: secret while it is at sea (2) */
    uint8_t shipped;             /* 2BR and more went by sea in this turn (6) */
    uint8_t step;                /* of the start of a segment or the end of a turn */
    uint8_t to_go;               /* MP of that force to its destination, in the next turn (2) */
    uint16_t landed;             /* hex of its first landing, +1 (2) */
    uint8_t spare[4];
} g1776_ledger;

/* What a campaign game remembers. */
enum { G1776_OFF_STATION = G1776_MAX_TURNS }; /* `back` of a variable force that is not in play */
enum { G1776_BOUND_SOUTH = G1776_MAX_TURNS }; /* `since` of a fleet that must go on there (VII.E) */
enum { G1776_FRENCH_WAIT = 1, G1776_FRENCH_HERE = 2 };
typedef struct {
    uint8_t status[G1776_COLONIES_AREAS]; /* g1776_status, as the last interphase found it */
    uint8_t event[G1776_SEATS];           /* the dice of this interphase's random events; 0: none */
    uint8_t owed[G1776_SEATS];    /* BR and CA that come off the next reinforcements (K16) */
    uint8_t areas;                /* that the British controlled when the season began */
    uint8_t french;               /* turn of the intervention; 0: not yet */
    uint8_t fleets;               /* G1776_FRENCH_...: BF-A and BF-B, to be placed or placed */
    uint8_t storm;                /* the turn in which fleets stay in port */
    uint8_t full;                 /* bits of victory lines that held all through this turn (K19) */
    uint8_t french_vf;            /* its troops have come */
    uint8_t navy_came;            /* turn in which the Continental Navy came to the West Indies */
    uint8_t withdraws;            /* a French battle fleet was sunk: all go (VII.E) */
    uint8_t until[G1776_SEATS];   /* turn from which SP may leave the West Indies (VII.D) */
    uint16_t variable;            /* bits of variable forces in play before this season's calls */
    uint16_t committed;           /* bits of French fleets that count in the West Indies (VII.D) */
    uint16_t placed;              /* bits of French fleets that were first placed there */
    uint16_t duty;                /* bits of British fleets that go to the West Indies */
    uint16_t fetch[G1776_FLEETS]; /* where such a fleet takes regulars aboard, a place, +1 */
    uint8_t green_out;            /* the Indians of Unadilla are not British now (steps 5 and 6) */
    uint8_t from_step, from_part; /* where an interphase is taken up; 0: at its beginning */
    uint8_t to_leave; /* phases that the French needed when this movement phase began (VII.E) */
    uint8_t levelled; /* sides whose militia is at its level, in steps 9 to 13 (I18) */
    uint8_t more_bi;  /* BI that events brought: they may be lost and come back, too (step 7) */
    uint8_t bid[G1776_SEATS]; /* CSG-4: in secret until both are made; 0: not yet */
    uint8_t stand_in;         /* CSG-6: Leader E comes for Burgoyne, who is a prisoner */
    uint8_t unmoved; /* CSG-6: bits of villages whose Indians, of leaders who have not moved */
    uint8_t visited, departed;    /* bits of French visits (VIII.C) */
    uint8_t breaks_up;            /* the visit that ends at once, +1 */
    uint8_t guests[G1776_GUESTS]; /* French pieces that still have to leave with it */
    uint16_t sunk;                /* bits of French fleets */
    uint8_t needed;               /* CSG-4: strategic towns that the British need */
} g1776_campaign;

/* What CSG-5 remembers. */
enum { G1776_CLINTON_LEFT = 1, G1776_LESLIE_LEFT = 2 };
enum {
    G1776_RAWDON_USED = 1,
    G1776_GREENE_USED = 2,
    G1776_GREENE_CALLED = 4,
    G1776_LINCOLN_BACK = 8
};
enum { G1776_VF_SAILED = 1, G1776_VF_LANDED = 2 };
typedef struct {
    uint16_t bound[G1776_FLEETS]; /* the port that a fleet must sail to, +1; 0: as it likes */
    uint8_t lands[G1776_FLEETS];  /* g1776_first_landing of what came aboard it */
    uint8_t weather, january;     /* g1776_weather: of this month, of January 1780 */
    uint8_t taken;                /* the British have controlled Charleston */
    uint8_t evacuated;            /* G1776_CLINTON_LEFT, ...: who came to New York */
    uint8_t evacuated_br;         /* BR that came there */
    uint8_t hurry;                /* fleet with those who must leave New York in this turn, +1 */
    uint8_t held;                 /* bits: French BF-A, BF-B lie in the left box and may not sail */
    uint8_t newport;              /* G1776_VF_...: what French BF-VF did */
    uint8_t once;                 /* G1776_RAWDON_USED, ...: what happens once in a game */
    uint8_t foiled;               /* Marion came near Rawdon in this turn */
    uint8_t galloped;             /* Tarleton made three hexes of a forced march in this turn */
    uint8_t aside;                /* RM kept for Marion and Sumter in this interphase */
    uint8_t overmountain; /* the militia against Ferguson has come; of RM and RD still due */
} g1776_southern;

typedef struct {
    mk_base base; /* base.turn is the game turn, from 1 */

    g1776_piece piece[G1776_MAX_PIECES];
    uint16_t piece_count;
    uint16_t block[G1776_BLOCKS]; /* the first entry of each block of places, or of a later one */
    uint16_t total[G1776_TYPES];  /* pieces of each type, wherever they are; kept by pieces.c */
    g1776_leader_at leader[G1776_MAX_LEADERS];
    g1776_fleet_at fleet[G1776_FLEETS];
    mk_set128 replaced; /* leaders whose counter is now a nameless one (IV.C) */
    mk_set128 promoted;
    mk_set128 company; /* with whom Sumter ended the last turn (V.A) */
    mk_set128 hand;    /* leaders in the group, march or order being given */
    mk_set128 in_play; /* leaders who are not gone; kept by pieces.c */

    /* The turn. */
    uint8_t turn_stage, stage; /* g1776_turn_stage, g1776_segment_stage */
    uint8_t phasing;           /* seat */
    uint8_t winner, reason;    /* seat, G1776_NONE: draw; index of the victory line, +1 */
    uint8_t passed;            /* seats that passed in succession in COMBAT */

    /* Hexes. */
    g1776_hexes held[G1776_SEATS];     /* with SP of a seat, anywhere in it; kept by pieces.c */
    g1776_hexes open[G1776_SEATS];     /* with SP of a seat outside a fort; kept */
    g1776_hexes fought;                /* in this combat phase */
    g1776_hexes bloody;                /* fought in during this month (III.A.6) */
    g1776_hexes attacked[G1776_SEATS]; /* whose force there was attacked in this month (C2) */
    g1776_hexes fired[G1776_SEATS];    /* unsupplied artillery in a fort fired in this month */
    g1776_hexes evaded;                /* partisans there were asked */
    uint8_t came[G1776_MAX_HEXES];     /* directions from which the phasing side entered */
    uint16_t separated; /* elites that were without their leader when the last segment ended */
    uint8_t villages;   /* bits: opened to the British 1, 2, 4, American 8, 16, 32 */

    g1776_combat combat;
    g1776_march march[G1776_MAX_MARCHES];
    uint8_t march_count;
    g1776_ledger ledger;
    g1776_campaign campaign;
    g1776_southern south;
} g1776_state;

_Static_assert(sizeof(g1776_state) <= 16 * 1024, "a state fits 16 KiB");

#endif
