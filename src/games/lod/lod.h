/* lod.h - Liberty or Death: the state of a game, and what its chapters share.
 *
 * Pieces of a kind are alike, so the board is counts: how many of each kind lie in each place.
 * Sets of spaces are bits of one word. What follows from the counts and is asked often (who
 * controls what, where a kind stands) is kept beside them by lod_move, the only function that
 * changes a count; lod_settle recomputes all of it and lod_check compares.
 *
 * Play is a stack of frames. A frame that does something (a card, a command, an event, a battle,
 * a winter) may push another above itself; when that is done it calls lod_finish, which pops it
 * and lets the one beneath go on (resume.c). So an event grants a Command, the Command fights
 * a Battle, and the Battle grants a Rally, without one knowing of the other.
 */
#ifndef LOD_H
#define LOD_H

#include "core/rule.h"
#include "data.h"
#include "musket.h"

enum { /* kinds of arguments and numbers */
       LOD_KIND_NONE,
       LOD_K_SPACE,
       LOD_K_PLACE,
       LOD_K_PIECE,
       LOD_K_FACTION,
       LOD_K_SIDE,
       LOD_K_LEADER,
       LOD_K_CARD,
       LOD_K_COMMAND,
       LOD_K_SPECIAL,
       LOD_K_TEXT,
       LOD_K_MARKER,
       LOD_K_LEVEL, /* 0 Active Opposition … 4 Active Support */
       LOD_K_PREPARATION,
       LOD_K_COUNT,  /* 0 … 50 */
       LOD_K_WAY,    /* one of the ways 1 … 3 of a strike */
       LOD_K_CHOICE, /* what a card offers: one or the other */
       LOD_K_REASON,
       LOD_K_NOTE, /* of np_notes.h: what of section 8 a non-player follows */
       LOD_K_FORCE,
       LOD_K_MODIFIER,
       LOD_K_PART, /* a step of a text of a card, in words */
       LOD_KINDS,
};

typedef enum {
    LOD_NO_COMMAND,
    LOD_MUSTER, /* British and French */
    LOD_GARRISON,
    LOD_MARCH,
    LOD_BATTLE,
    LOD_RALLY,
    LOD_RABBLE_ROUSING,
    LOD_GATHER,
    LOD_SCOUT,
    LOD_RAID_COMMAND,
    LOD_AGENTS,   /* French Agent Mobilization */
    LOD_HORTALEZ, /* Roderigue Hortalez et Cie */
    LOD_COMMANDS,
} lod_command_kind;

typedef enum {
    LOD_NO_SPECIAL,
    LOD_COMMON_CAUSE,
    LOD_SKIRMISH,
    LOD_NAVAL_PRESSURE,
    LOD_PERSUASION,
    LOD_PARTISANS,
    LOD_TRADE,
    LOD_WAR_PATH,
    LOD_PLUNDER,
    LOD_PREPARE, /* Préparer la Guerre */
    LOD_SPECIALS,
} lod_special_kind;
#define LOD_SPECIAL(kind) ((uint16_t)(1u << (kind)))

typedef enum { LOD_PREPARE_SQUADRON, LOD_PREPARE_REGULARS, LOD_PREPARE_RESOURCES } lod_preparation;

typedef enum {
    LOD_UNDECIDED,
    LOD_VICTORY_CHECK,    /* 7.2 */
    LOD_COMBINED_VICTORY, /* 7.2, a player with both Factions of a side */
    LOD_FINAL_MARGINS,    /* 7.3 */
    LOD_NONPLAYER_CHECK,  /* 7.1: a non-player passes the check, all players lose */
    LOD_LONE_BEHIND,      /* 8.8: a lone player is behind a non-player */
    LOD_LONE_STALEMATE,   /* 8.8: he leads by five or less at the end */
    LOD_LONE_VICTORY,     /* 8.8: by six or more */
    LOD_REASONS,
} lod_reason;

/* What cards offer, one or the other; those of one card follow one another. */
typedef enum {
    LOD_CHOICE_SCOUT, /* 14 */
    LOD_CHOICE_MARCH,
    LOD_CHOICE_FORT, /* 26 */
    LOD_CHOICE_TORIES,
    LOD_CHOICE_FRENCH_IN_QUEBEC, /* 62 */
    LOD_CHOICE_MILITIA_IN_NORTHWEST,
    LOD_CHOICE_ONE_WAR_PARTY, /* 74 */
    LOD_CHOICE_TWO_WAR_PARTIES,
    LOD_CHOICE_ALL_GATHER_FIRST, /* 96 */
    LOD_CHOICE_ONE_BY_ONE,
    LOD_CHOICES,
} lod_choice;

/* 3.6.3: what a Force Level is made of. */
typedef enum {
    LOD_FORCE_BRITISH_REGULARS,
    LOD_FORCE_TORIES,
    LOD_FORCE_COMMON_CAUSE, /* War Parties that fight as Tories */
    LOD_FORCE_WAR_PARTIES,  /* Active; they count half */
    LOD_FORCE_CONTINENTALS,
    LOD_FORCE_FRENCH_REGULARS,
    LOD_FORCE_MILITIA, /* Active; they count half */
    LOD_FORCE_FORTS,
    LOD_FORCE_EVENT,
    LOD_FORCE_PARTS,
} lod_force;

/* 3.6.5, 3.6.6: what changes a Loss Level. */
typedef enum {
    LOD_M_REGULARS,
    LOD_M_UNDERGROUND,
    LOD_M_LEADER,
    LOD_M_LAUZUN,
    LOD_M_BLOCKADE,
    LOD_M_SQUADRON,
    LOD_M_FORTS,
    LOD_M_HOME,
    LOD_M_WASHINGTON,
    LOD_M_EVENT,
    LOD_MODIFIERS,
} lod_modifier;

enum { /* verbs; docs/lod.md explains them */
       LOD_V_NONE,
       /* the sequence of play */
       LOD_V_STROKE,  /* card: play a Brilliant Stroke */
       LOD_V_HOLD,    /* do not */
       LOD_V_PASS,    /* */
       LOD_V_EVENT,   /* text */
       LOD_V_COMMAND, /* command */
       LOD_V_SPECIAL, /* special: of a Brilliant Stroke */
       LOD_V_FINISH,  /* the command, event or step is done */
       /* within commands */
       LOD_V_SELECT,   /* space */
       LOD_V_REGULARS, /* space: British Muster */
       LOD_V_TORIES,   /* space: British Muster */
       LOD_V_FORT,     /* space */
       LOD_V_VILLAGE,  /* space */
       LOD_V_REWARD,   /* space: Reward Loyalty */
       LOD_V_RAISE,    /* space: Rally or Gather places units */
       LOD_V_COLLECT,  /* space: Rally or Gather moves units in and flips them */
       LOD_V_CONVERT,  /* space: Rally replaces Militia with Continentals */
       LOD_V_PLACE,    /* piece: one more */
       LOD_V_RECALL,   /* piece space: 1.4.1 */
       LOD_V_GIVE,     /* piece: one more of those that are replaced */
       LOD_V_FROM,     /* space: a group sets out */
       LOD_V_TAKE,     /* piece: joins the group */
       LOD_V_BRING,    /* faction: its Leader goes along */
       LOD_V_DEPART,   /* the group is complete */
       LOD_V_MOVE,     /* piece space: one unit from there */
       LOD_V_GARRISON, /* space space: one Regular from there to there */
       LOD_V_DISPLACE, /* space space: Rebellion units of this City go there */
       LOD_V_SCOUT,    /* space space: from, to */
       LOD_V_ACTIVATE, /* piece */
       LOD_V_MOBILIZE, /* space piece: French agents */
       LOD_V_SEND,     /* count: Hortalez */
       LOD_V_CLEAR,    /* space marker: pay to remove one */
       LOD_V_SHIFT,    /* space: one level */
       /* special activities */
       LOD_V_SKIRMISH,       /* space way */
       LOD_V_PARTISANS,      /* space way */
       LOD_V_WAR_PATH,       /* space way */
       LOD_V_REMOVE,         /* piece: one more */
       LOD_V_NAVAL_PRESSURE, /* */
       LOD_V_PERSUADE,       /* space */
       LOD_V_TRADE,          /* space */
       LOD_V_OFFER,          /* count: what the British give */
       LOD_V_PLUNDER,        /* space piece: where, which War Party goes */
       LOD_V_PREPARE,        /* preparation */
       LOD_V_LIFT,           /* space: a Blockade goes to the West Indies */
       LOD_V_BLOCKADE,       /* space: a Blockade is put on this City */
       LOD_V_REARRANGE,      /* */
       /* battle */
       LOD_V_JOIN,  /* the ally takes part */
       LOD_V_ALONE, /* it does not */
       LOD_V_USE,   /* piece: a War Party fights as a Tory */
       /* winter quarters and leaders */
       LOD_V_PAY,        /* space */
       LOD_V_DISBAND,    /* space: units out of supply are removed */
       LOD_V_WITHDRAW,   /* space space: units out of supply go there */
       LOD_V_SHIFT_NEAR, /* space space: units stay here, that space shifts (8.4.7) */
       LOD_V_REDEPLOY,   /* space: the Leader goes there */
       LOD_V_RETIRE,     /* the Leader goes to Available */
       LOD_V_DESERT,     /* piece space */
       /* events */
       LOD_V_CHOOSE,   /* space */
       LOD_V_NAME,     /* faction */
       LOD_V_WAY,      /* choice */
       LOD_V_PUT,      /* piece space place: one from that box to that space */
       LOD_V_TAKE_OFF, /* piece space */
       LOD_V_RELOCATE, /* piece space space */
       LOD_V_FLIP,     /* piece space */
       /* non-players */
       LOD_V_FOLLOW, /* what section 8 prescribes */
       LOD_VERBS,
};

enum { /* phases */
       LOD_PH_NONE,
       /* sequence.c, stroke.c */
       LOD_PH_CARD,        /* never waits: beneath everything that happens on a card */
       LOD_PH_STROKE,      /* may this Faction's Brilliant Stroke come? */
       LOD_PH_TURN,        /* an Eligible Faction chooses */
       LOD_PH_STROKE_TURN, /* what a Brilliant Stroke grants */
       /* commands: the command itself, then its inner steps */
       LOD_PH_MUSTER,
       LOD_PH_GARRISON,
       LOD_PH_DISPLACE,
       LOD_PH_MARCH,
       LOD_PH_MARCH_INTO,  /* a: destination */
       LOD_PH_MARCH_GROUP, /* a: destination, b: origin */
       LOD_PH_BATTLES,
       LOD_PH_RALLY,
       LOD_PH_RABBLE,
       LOD_PH_GATHER,
       LOD_PH_SCOUT,
       LOD_PH_SCOUT_GROUP,    /* a: destination, b: origin */
       LOD_PH_SCOUT_SKIRMISH, /* a: destination */
       LOD_PH_RAID,
       LOD_PH_RAID_INTO, /* a: Province */
       LOD_PH_AGENTS,
       LOD_PH_HORTALEZ,
       LOD_PH_FRENCH_MUSTER,
       LOD_PH_FRENCH_FORT, /* a: space */
       LOD_PH_AFTER,       /* a Special Activity may still follow the command */
       LOD_PH_PLACE,       /* a: space, b: piece, c: how many more */
       LOD_PH_EXCHANGE,    /* a: space, b: what is built, c: how many more to give */
       LOD_PH_COLLECT,     /* a: space */
       LOD_PH_CONVERT,     /* a: space */
       LOD_PH_REWARD,      /* a: space, b: levels shifted so far */
       /* special activities */
       LOD_PH_SPECIAL, /* one that is granted */
       LOD_PH_STRIKE,  /* a: space, b: kinds that may go, c: how many more */
       LOD_PH_PERSUASION,
       LOD_PH_TRADE,         /* a: Province */
       LOD_PH_LIFT_BLOCKADE, /* a: how many more */
       LOD_PH_SET_BLOCKADE,  /* a: how many more */
       LOD_PH_REARRANGE,
       /* battle */
       LOD_PH_BATTLE,        /* never waits: beneath the steps of a battle; a: space */
       LOD_PH_BATTLE_ALLY,   /* a: space */
       LOD_PH_BATTLE_ATTACK, /* a: space; the attacker activates */
       LOD_PH_BATTLE_DEFEND, /* a: space; the defender activates */
       LOD_PH_BATTLE_LOSS,   /* a: space; Tory or War Party? */
       LOD_PH_WIN_SHIFT,     /* a: space, b: shifts left */
       LOD_PH_WIN_BLOCKADE,  /* a: City */
       /* winter quarters */
       LOD_PH_WINTER, /* never waits: beneath the steps of a Winter Quarters Round */
       LOD_PH_SUPPLY_BRITISH,
       LOD_PH_SUPPLY_PATRIOTS,
       LOD_PH_SUPPLY_REMOVE, /* a: space, b: how many more */
       LOD_PH_SUPPLY_FRENCH,
       LOD_PH_SUPPLY_VILLAGE,
       LOD_PH_SUPPLY_INDIANS,
       LOD_PH_INDIES,
       LOD_PH_LOYALTY,
       LOD_PH_COMMITTEES,
       LOD_PH_REDEPLOY,
       LOD_PH_DESERTION, /* a: kinds, b: how many more */
       /* leaders, at any time */
       LOD_PH_LEADER_ALONE, /* no piece of its Faction is with the Leader */
       LOD_PH_LEADER_LANDS, /* may come out of Available with a piece just placed */
       /* events */
       LOD_PH_EVENT,          /* never waits: beneath the choices of an event */
       LOD_PH_EVENT_SPACE,    /* choose a space */
       LOD_PH_EVENT_FACTION,  /* name a Faction */
       LOD_PH_EVENT_WAY,      /* one of several ways */
       LOD_PH_EVENT_PLACE,    /* a: how many more */
       LOD_PH_EVENT_REMOVE,   /* a: how many more */
       LOD_PH_EVENT_RELOCATE, /* a: how many more */
       LOD_PH_EVENT_FLIP,     /* a: how many more */
       LOD_PH_EVENT_FOLLOW,   /* the Leader may follow units that an event moved (1.10) */
       LOD_PHASES,
};

enum { /* events of the log */
       LOD_E_NONE,
       LOD_E_CARD,       /* card */
       LOD_E_NEXT,       /* card: now on top of the deck */
       LOD_E_STROKE,     /* card */
       LOD_E_TRUMPED,    /* card */
       LOD_E_PASSES,     /* */
       LOD_E_COMMAND,    /* command */
       LOD_E_LIMITED,    /* command */
       LOD_E_FREE,       /* command */
       LOD_E_EVENT,      /* card text */
       LOD_E_SKIPPED,    /* card part: what cannot be carried out (5.1.3) */
       LOD_E_STEP,       /* part: it was carried out; told to nobody, for whoever counts */
       LOD_E_SPECIAL,    /* special */
       LOD_E_SELECTS,    /* space */
       LOD_E_NAMES,      /* faction: in an Event */
       LOD_E_WAY,        /* choice: in an Event */
       LOD_E_RESOURCES,  /* change, now */
       LOD_E_PLACED,     /* n piece space */
       LOD_E_PLACED_BOX, /* n piece place space */
       LOD_E_REMOVED,    /* n piece space */
       LOD_E_CASUALTY,   /* n piece space */
       LOD_E_MOVED,      /* n piece from to */
       LOD_E_ACTIVATED,  /* n piece space */
       LOD_E_HIDDEN,     /* n piece space: turned Underground */
       LOD_E_RECALLED,   /* piece space */
       LOD_E_BOXES,      /* n piece from to: between boxes */
       LOD_E_LEVEL,      /* space level */
       LOD_E_MARKED,     /* n marker space */
       LOD_E_CLEARED,    /* marker space */
       LOD_E_LEADER,     /* leader place */
       LOD_E_SUCCEEDS,   /* leader leader */
       LOD_E_BLOCKADE,   /* space fni */
       LOD_E_LIFTED,     /* space fni */
       LOD_E_SQUADRON,   /* now in the West Indies, now Unavailable */
       LOD_E_NAVAL_ROLL, /* die */
       LOD_E_BATTLE,     /* space */
       LOD_E_JOINS,      /* faction space */
       LOD_E_FORCE_PART, /* side part, how many take part, how many there are, points */
       LOD_E_FORCE,      /* side force; dice follow */
       LOD_E_MODIFIER,   /* side value modifier: of the side's Loss Level */
       LOD_E_LOSS_LEVEL, /* side level, sum of its modifiers */
       LOD_E_WINS,       /* side space */
       LOD_E_NO_WINNER,  /* space */
       LOD_E_WINS_DAY,   /* side shifts */
       LOD_E_WINTER,     /* card */
       LOD_E_SUPPLIES,   /* space */
       LOD_E_INELIGIBLE, /* */
       LOD_E_ELIGIBLE,   /* */
       LOD_E_RELEASE,    /* regulars tories */
       LOD_E_RESET,      /* */
       LOD_E_TRACKS,     /* cbc crc: changed by a Winter Quarters card */
       LOD_E_MARGIN,     /* faction, margin */
       LOD_E_WON,        /* faction reason */
       LOD_E_NOTE,       /* note: what a non-player follows */
       LOD_E_NOTE_AT,    /* note space */
       LOD_E_NOTE_ROLL,  /* note die */
       LOD_E_RANDOM,     /* column row space */
       LOD_EVENTS,
};

/* What a command context allows and forbids. */
enum {
    LOD_FREE = 1,          /* nobody pays (3.1.2) */
    LOD_LIMITED = 2,       /* 2.3.5: one space or destination, no Special Activity */
    LOD_NO_ACCOMPANY = 4,  /* granted by an Event or a Battle: no Special Activity with it */
    LOD_OPTIONAL = 8,      /* may end with nothing done */
    LOD_TORIES_ONLY = 16,  /* card 94 */
    LOD_STROKE = 32,       /* of a Brilliant Stroke: Common Cause allowed, see stroke.c */
    LOD_WITH_LEADER = 64,  /* 1.10: his Leader must be in a space that is involved */
    LOD_EVERY_SPACE = 128, /* 5.1.3: in as many spaces as are granted, if it can be */
};

/* How far a non-player has come with a Command in progress (np.h). */
typedef struct {
    uint8_t bullet;              /* priorities before this one are done with */
    uint8_t times;               /* how often this one was carried out */
    uint8_t decided;             /* what is decided once for the whole Command was decided */
    lod_set marked;              /* spaces that later priorities of the Command speak of */
    uint8_t want[LOD_PIECE_ROW]; /* who is to join the group that is being gathered */
} lod_np_plan;

/* What else a non-player remembers between two of its steps. */
typedef struct {
    uint8_t turn;    /* 8.1.2: the cube placed or removed last in an alternation, plus 1 */
    uint8_t aborted; /* 8.4.1: 1: a Muster comes instead of a Garrison in which nobody would move */
    uint16_t fault;  /* an action that the rules refused: its verb; there must never be one */
} lod_np;

/* A Command in progress. A Battle can grant a Rally in the midst of another, so there are two. */
typedef struct {
    uint8_t faction;
    uint8_t kind; /* lod_command_kind */
    uint8_t flags;
    uint8_t limit;   /* spaces that may still be selected */
    lod_set allowed; /* spaces that may be selected, as far as the grant goes */
    lod_set selected;
    lod_set rebel_before, british_before; /* control before the moves (3.3.2, 3.4.2) */
    lod_set entered;                      /* Garrison: Cities that Regulars moved to */
    lod_set ally_paid;                    /* destinations for which the ally has paid */
    lod_set unpaid;                       /* Indian March: destinations not paid for (3.4.2) */
    lod_set struck;                       /* where its Special Activity forbids the Command */
    uint8_t special;                      /* lod_special_kind executed with it; 0: none yet */
    uint8_t stage;                        /* steps of the procedure behind us, by command */
    uint8_t last_from, last_to;           /* of the last unit that moved; LOD_PLACES: none */
    bool involved;                        /* LOD_WITH_LEADER is fulfilled */
    int8_t force_bonus;                   /* events: to the attacker's Force Level, */
    int8_t attacker_loss, defender_loss;  /* to the Loss Levels */
    uint8_t group[LOD_PIECE_ROW];         /* who joined the group that is being gathered */
    uint8_t group_leaders;                /* bit per Faction */
    lod_np_plan np;
} lod_command;

/* A Special Activity that is granted on its own: by an Event, a Brilliant Stroke, or Scout. */
typedef struct {
    uint8_t faction;
    uint8_t flags;
    uint8_t limit;  /* how many times more, each in another space */
    uint16_t kinds; /* LOD_SPECIAL bits that may be chosen */
    lod_set allowed;
    uint8_t begun; /* one execution, though in several spaces */
} lod_granted_special;

enum { LOD_BATTLE_DICE = 3 }; /* 3.6.4: the most that a side rolls */

/* A Battle in progress; at == LOD_PLACES: none. Index 0 is the attacker, 1 the defender. What is
 * present, takes part and modifies is up to date until the dice fall and then stays as it was. */
typedef struct {
    uint8_t at;
    uint8_t attacker; /* Faction */
    uint8_t stage;    /* steps of 3.6 that are done */
    uint8_t ally;     /* 1: the attacker's ally takes part */
    uint8_t common;   /* War Parties that fight as Tories (4.2.1), Active by now */
    uint8_t present[2][LOD_FORCE_PARTS], fighting[2][LOD_FORCE_PARTS];
    uint8_t force[2];                  /* Force Levels */
    uint8_t dice[2][LOD_BATTLE_DICE];  /* that the side rolled; 0: none */
    int8_t modifier[2][LOD_MODIFIERS]; /* of the side's Loss Level */
    int8_t loss[2];                    /* Loss Levels */
    uint8_t lost[2];                   /* pieces removed */
    uint8_t value[2];                  /* and what they count */
    uint8_t solid[2];                  /* 1: a cube or Fort was among them */
    uint8_t turn[2];                   /* whose turn it is in the order of removal */
    int8_t winner;                     /* lod_side; -1: nobody */
    uint8_t wins_day;                  /* 1: 3.6.8 applies */
    uint8_t shifts;                    /* won and not yet used */
} lod_battle;

/* A Brilliant Stroke in progress; faction == LOD_FACTIONS: none. */
typedef struct {
    uint8_t faction;
    uint8_t card;
    uint8_t commands, specials; /* that are still to come */
    uint8_t first;              /* the Command that a non-player chose first */
    uint8_t led;                /* 1: the Leader was involved in a Limited Command */
    lod_set raided;             /* Provinces of its Raids: Plunder goes there */
} lod_stroke;

/* An Event in progress; card == 0: none. Where its program has come to (events.h) and what it has
 * gathered so far. Belongs to events.c, event_choices.c and event_pieces.c alone. */
typedef struct {
    uint8_t card, text; /* lod_text */
    uint8_t executor;
    uint8_t step;                /* of the program */
    uint8_t left;                /* choices still to make in this step */
    uint8_t way, faction;        /* last answers; faction LOD_FACTIONS: none */
    uint8_t idle;                /* pieces that are already as this step would turn them */
    uint8_t moved_from;          /* a Leader's space that units of his left; LOD_PLACES: none */
    uint8_t used[LOD_PIECE_ROW]; /* what was placed in this step, by kind */
    lod_set label, before;       /* spaces that later steps call "there"; the label before it */
    lod_set candidates;          /* spaces of this step, as they were when it began */
    lod_set once, twice;         /* where something was done in this step, where twice */
    lod_set moved_to;            /* where the units went that his Leader may follow */
} lod_event;

/* A Winter Quarters Round in progress. */
typedef struct {
    uint8_t card;               /* the Winter Quarters card; 0: none */
    uint8_t step;               /* of chapter 6 */
    lod_set resolved;           /* spaces whose supply is settled, or that were paid for */
    uint8_t deserters[3];       /* Militia, Continentals, Tories still to desert */
    uint8_t levels[LOD_SPACES]; /* shifted in this Support Phase */
} lod_winter;

typedef struct {
    mk_base base;

    /* The board. In boxes Militia and War Parties are Underground. */
    uint8_t piece[LOD_PLACES][LOD_PIECE_ROW];
    int8_t level[LOD_SPACES]; /* lod_level */
    uint8_t marker[LOD_MARKERS][LOD_SPACES];
    uint8_t leader[LOD_FACTIONS];    /* lod_leader */
    uint8_t leader_at[LOD_FACTIONS]; /* a space or LOD_AVAILABLE */
    uint8_t resources[LOD_FACTIONS];
    uint8_t blockades[LOD_CITY_COUNT];
    uint8_t squadrons;             /* in the West Indies */
    uint8_t squadrons_unavailable; /* */
    uint8_t afloat;                /* lifted from a City and not yet put down again */
    uint8_t fni;
    uint8_t treaty; /* 1: the Treaty of Alliance has been played */
    uint16_t cbc, crc;

    /* The deck: card numbers, deck[drawn - 1] is the played card, deck[drawn] the next one. */
    uint8_t deck[LOD_MAX_DECK];
    uint8_t deck_size, drawn;
    uint8_t card;    /* the played card; 0: none yet */
    uint8_t strokes; /* Brilliant Strokes still held: bit (card - LOD_FIRST_STROKE) */

    /* This card: bits are Factions. */
    uint8_t eligible;         /* at the start of the card */
    uint8_t passed, executed; /* on this card */
    uint8_t barred;           /* Ineligible from now through the next card */
    uint8_t kept;             /* Eligible on the next card whatever they do */
    uint8_t first_done;       /* what the 1st Eligible executed: LOD_DID_… */
    uint8_t asked;            /* Factions that were asked for a Brilliant Stroke */

    /* What is being carried out. */
    uint8_t commands; /* in use of command[] */
    lod_command command[2];
    lod_granted_special granted;
    lod_battle battle;
    lod_stroke stroke;
    lod_event event;
    lod_winter winter;
    uint8_t arrived[LOD_SPACES][LOD_PIECE_ROW]; /* units that moved in this Command already */
    lod_set last_selected;         /* of the Command or Special Activity that ended last */
    uint8_t last_special;          /* lod_special_kind that went with the Command that ended last */
    uint8_t bonus;                 /* Militia that a Leader adds to the strike in progress (1.10) */
    lod_set persuaded;             /* in the Persuasion in progress */
    uint8_t recalling;             /* the kind that is being recalled (1.4.1); LOD_PIECES: none */
    lod_set landing[LOD_FACTIONS]; /* where its pieces came from Available in this action */

    lod_np np;

    uint8_t reason; /* lod_reason */
    int8_t rank[LOD_FACTIONS];

    /* Follows from the board: kept by lod_move, lod_shift and the like, see lod_settle. */
    lod_set where[LOD_PIECES];  /* spaces with at least one of the kind, West Indies included */
    lod_set control[LOD_SIDES]; /* [LOD_ROYALISTS]: British Control */
    lod_set at_level[5];        /* spaces at level - 2 */
    lod_set blockaded;          /* Cities */
} lod_state;

_Static_assert(sizeof(lod_state) <= 8 * 1024, "a state fits 8 KiB");

enum { LOD_DID_NOTHING, LOD_DID_COMMAND, LOD_DID_COMMAND_AND_SPECIAL, LOD_DID_EVENT };

/* ---- Small questions ---------------------------------------------------- */

static inline bool lod_over(const lod_state *s) { return s->base.depth == 0; }
static inline bool lod_living(const lod_state *s) {
    return s->base.option[LOD_OPTION_EDITION] == LOD_LIVING;
}
static inline const lod_scenario *lod_setup_of(const lod_state *s) {
    return &lod.scenario[s->base.scenario];
}
static inline lod_set lod_near(const lod_state *s, int space) {
    return lod.near[s->base.option[LOD_OPTION_BORDERS]][space];
}
static inline lod_set lod_near_any(const lod_state *s, lod_set spaces) {
    lod_set near = 0;
    LOD_EACH(space, spaces) near |= lod_near(s, space);
    return near;
}
static inline bool lod_british_control(const lod_state *s, int space) {
    return lod_in(s->control[LOD_ROYALISTS], space);
}
static inline bool lod_rebel_control(const lod_state *s, int space) {
    return lod_in(s->control[LOD_REBELLION], space);
}
static inline lod_set lod_at_level(const lod_state *s, lod_level level) {
    return s->at_level[level + 2];
}
static inline lod_set lod_with(const lod_state *s, lod_pieces kinds) { /* spaces with any of them */
    lod_set spaces = 0;
    for (int p = 0; p < LOD_PIECES; p++) {
        if (kinds >> p & 1) spaces |= s->where[p];
    }
    return spaces;
}
static inline int lod_count(const lod_state *s, int place, lod_pieces kinds) {
    int n = 0;
    for (int p = 0; p < LOD_PIECES; p++) {
        if (kinds >> p & 1) n += s->piece[place][p];
    }
    return n;
}
void lod_settle(void *state);
int lod_on_map(const lod_state *, lod_pieces kinds); /* not in the West Indies */
static inline int lod_available(const lod_state *s, lod_piece p) {
    return s->piece[LOD_AVAILABLE][lod_boxed(p)];
}
static inline lod_command *lod_current(lod_state *s) { return &s->command[s->commands - 1]; }
static inline const lod_command *lod_current_const(const lod_state *s) {
    return &s->command[s->commands - 1];
}
static inline bool lod_leader_in(const lod_state *s, lod_leader l, lod_faction f, int space) {
    return s->leader[f] == l && s->leader_at[f] == space;
}

/* ---- pieces.c: the only functions that move pieces ---------------------- */

/* Moves n of a kind from a place to another. A status is kept from space to space and lost in a
 * box. Keeps what follows from the counts; asserts that there are enough. Tells nothing. */
void lod_move(lod_state *, lod_piece, int from, int to, int n);
/* Turns n Underground Militia or War Parties Active, or back; at most as many as there are.
 * `piece` is what they are now. Returns how many. */
int lod_flip(lod_state *, int space, lod_piece, int n, mk_log *);
/* From Available (or another box) to a space, as many as there are, at most n; told. New Militia
 * and War Parties are Underground. The Leader of the Faction may come along if he is Available:
 * he is asked after the action. Returns how many came. */
int lod_place_pieces(lod_state *, lod_piece, int space, int n, mk_log *);
int lod_place_from(lod_state *, lod_piece, int box, int space, int n, mk_log *);
int lod_remove(lod_state *, lod_piece, int space, int n, mk_log *);   /* to Available (1.4.1) */
int lod_casualty(lod_state *, lod_piece, int space, int n, mk_log *); /* 1.6.4; cubes and Forts
    count and go to Casualties (Forts to Available), others go to Available and do not count */
int lod_relocate(lod_state *, lod_piece, int from, int to, int n, mk_log *); /* status is kept */
/* 1.4.2, 2.3.9: may one more piece of this kind stand in this space? Cities, the West Indies, Forts
 * and Villages, French pieces before the Treaty. */
bool lod_may_stand(const lod_state *, lod_piece, int space);
int lod_room(const lod_state *, int space); /* for Forts and Villages */
/* 1.4.1: may this Faction take pieces of this kind (any status) off the map, because it places its
 * own pieces and none is Available? And from where; lod_recall does it. Placing ends it. */
bool lod_may_recall(const lod_state *, lod_faction, lod_piece);
bool lod_recalls(const lod_state *, lod_faction, lod_piece);    /* would it, with none Available? */
bool lod_obtainable(const lod_state *, lod_faction, lod_piece); /* Available, or to be recalled */
lod_pieces lod_any_status(lod_piece); /* both states of a kind, where it has two */
void lod_recall(lod_state *, lod_piece, int space, mk_log *);

/* ---- board.c: support, markers, resources, tracks ----------------------- */

int lod_total_support(const lod_state *);
int lod_total_opposition(const lod_state *);
enum { LOD_PREPARED = 15 };              /* 2.3.9: with more the Treaty can be played */
int lod_preparations(const lod_state *); /* French Preparations, 2.3.9 */
/* Moves `steps` levels toward a level and stops there; from both sides. Spaces without population
 * never shift. Returns how many levels it moved. */
int lod_shift_toward(lod_state *, int space, lod_level toward, int steps, mk_log *);
void lod_set_level(lod_state *, int space, lod_level, mk_log *);
bool lod_can_shift(const lod_state *, int space, lod_level toward); /* at least one level */
int lod_markers_left(const lod_state *, lod_marker);
int lod_put_markers(lod_state *, lod_marker, int space, int n, mk_log *); /* as far as they go */
void lod_take_marker(lod_state *, lod_marker, int space, mk_log *);
/* Resources stay within 0 and 50 (1.8): what is beyond is lost. */
void lod_gain(lod_state *, lod_faction, int n, mk_log *);
void lod_lose(lod_state *, lod_faction, int n, mk_log *);
void lod_pay(lod_state *, lod_faction, int n, mk_log *); /* asserts that it can */
/* French Naval Intervention (1.9). Nothing happens before the Treaty. Lowering asks the British
 * which Blockade leaves, raising asks the French where it goes; both push a frame where there is
 * something to decide: true then, and the frame beneath is resumed afterwards. */
bool lod_lower_fni(lod_state *, int n, mk_log *);
bool lod_raise_fni(lod_state *, int n, mk_log *); /* markers from the West Indies only (A2-7) */

/* ---- resume.c: frames that wait for one another ------------------------- */

/* The top frame has done its work: it goes, and the one beneath goes on. Nothing of the frame may
 * be used afterwards, and nothing else done by the caller. */
void lod_finish(lod_state *, mk_log *);
void lod_resume(lod_state *, mk_log *); /* the top frame goes on: something it began is over */
mk_frame *lod_begin(lod_state *, int phase, int seat, int a, int b, int c);
void lod_attend_leaders(lod_state *, mk_log *); /* after each action: 1.10 */
void lod_drop_frames(lod_state *);
void lod_end_game(lod_state *);
void lod_lead_to(lod_state *, lod_faction, int place, mk_log *); /* its Leader goes there */
lod_set lod_own_spaces(const lod_state *, lod_faction);          /* of the map, with its pieces */

/* Where a Winter Quarters Round can be taken up. */
typedef enum {
    LOD_WINTER_VICTORY,
    LOD_WINTER_SUPPLY,
    LOD_WINTER_INDIES,
    LOD_WINTER_RESOURCES,
    LOD_WINTER_SUPPORT,
    LOD_WINTER_REDEPLOYMENT,
    LOD_WINTER_DESERTION,
    LOD_WINTER_RESET,
} lod_winter_phase;

/* ---- sequence.c, stroke.c ----------------------------------------------- */

void lod_begin_card(lod_state *, mk_log *); /* the played card, or the winter, begins */
void lod_next_card(lod_state *, mk_log *);
void lod_reveal_card(lod_state *, mk_log *); /* 6.7: drawn, but it does not begin yet */
void lod_card_resume(lod_state *, mk_log *);
void lod_bar(lod_state *, lod_faction, mk_log *);  /* Ineligible through the next card */
void lod_keep(lod_state *, lod_faction, mk_log *); /* Eligible on the next card */
void lod_stroke_resume(lod_state *, mk_log *);
int lod_next_eligible(const lod_state *);    /* the Faction that acts next; -1: none */
bool lod_ask_strokes(lod_state *, mk_log *); /* true: someone is asked */
bool lod_stroke_possible(const lod_state *, int card);
void lod_begin_stroke(lod_state *, mk_log *); /* the one that was not trumped */
int lod_winters_left(const lod_state *);      /* Winter Quarters cards still in the deck */
bool lod_winter_shows(const lod_state *);     /* is a Winter Quarters card next? */
void lod_open_winter(lod_state *, lod_winter_phase from, mk_log *);
void lod_open_turn(lod_state *, mk_log *); /* the next Faction on this card, or the next card */

/* ---- command.c: what all commands share --------------------------------- */

typedef struct {
    lod_faction faction;
    lod_command_kind kind;
    lod_set allowed;                               /* 0: wherever the rules allow */
    int limit;                                     /* spaces; 0: as many as the rules allow */
    int flags;                                     /* LOD_FREE, … */
    int force_bonus, attacker_loss, defender_loss; /* of Battles */
} lod_grant;

/* Begins a Command; the frame beneath is resumed when it ends, and last_selected says where it
 * was. Returns false, and has done nothing, if there is no space for it. */
bool lod_grant_command(lod_state *, lod_grant, mk_log *);
bool lod_command_possible(const lod_state *, const lod_grant *);
void lod_end_command(lod_state *, mk_log *);    /* its main frame, or LOD_PH_AFTER, is on top */
void lod_command_resume(lod_state *, mk_log *); /* a step of it is over */
/* Spaces that could be selected now if the Faction had this much more money. */
lod_set lod_selectable(const lod_state *, const lod_command *, int more);
/* Why this space cannot be selected now. A step of a Command that goes on in a space selected
 * already asks lod_why_not_in instead. */
const char *lod_why_not_select(const lod_state *, const lod_command *, int space);
const char *lod_why_not_in(const lod_state *, const lod_command *, int space);
void lod_select(lod_state *, int space, mk_log *); /* pays and marks it, unless it is already */
/* A strike with the Command has changed who controls this space before anyone moves there. */
void lod_note_control(lod_state *, int space);
/* The Command has done what it does; a Special Activity may still follow. */
void lod_conclude(lod_state *, mk_log *);
/* Why the Command cannot end yet. */
const char *lod_why_not_finish(const lod_state *);
const char *lod_command_rule(const void *state); /* of the Command in progress, by its Faction */
/* Units of a kind that have not moved in this Command. */
static inline int lod_movable(const lod_state *s, int space, lod_piece p) {
    return s->piece[space][p] - s->arrived[space][p];
}
static inline bool lod_free(const lod_command *c) { return c->flags & LOD_FREE; }
lod_set lod_regular_spaces(const lod_state *); /* 3.2.1: where Regulars can be mustered */
lod_set lod_tory_spaces(const lod_state *);
/* 6.4.1: may Loyalty be rewarded here, and what does the next level or marker cost, after so many
 * levels? */
bool lod_may_reward(const lod_state *, int space);
int lod_reward_cost(const lod_state *, int space, int levels);
/* march.c: spaces from which the units of a Command can come to a destination (3.2.3, 3.5.4). */
lod_set lod_march_origins(const lod_state *, const lod_command *, int to);
lod_pieces lod_march_units(lod_faction); /* those that go on their own */
/* indians.c: may a Village be gathered here, if one is Available (1.4.2, 3.4.1)? And are there War
 * Parties to pay for it? */
bool lod_village_room(const lod_state *, int space);
bool lod_village_fits(const lod_state *, int space);
/* Provinces from which a War Party could move here in a Raid. */
lod_set lod_raid_origins(const lod_state *, int to);
/* Provinces that could be raided if one space had so many fewer Underground War Parties. */
lod_set lod_raid_spaces(const lod_state *, int fewer_at, int fewer);
lod_set lod_scout_destinations(const lod_state *, const lod_command *);
lod_set lod_rabble_spaces(const lod_state *);

/* special.c. Grants one of several Special Activities; as lod_grant_command. */
bool lod_grant_special(lod_state *, lod_granted_special, mk_log *);
void lod_special_resume(lod_state *, mk_log *);
/* The Special Activities that may be executed now, with the Command in progress or granted. */
void lod_list_specials(const lod_state *, mk_actions *);
const char *lod_why_not_special(const lod_state *, mk_action);
void lod_apply_special(lod_state *, mk_action, mk_log *);
int lod_special_money(const lod_state *, const lod_command *); /* that one brings for certain */
/* 4.2.1: may the British use War Parties as Tories in the Command in progress? */
const char *lod_why_not_common_cause(const lod_state *);
void lod_use_common_cause(lod_state *, mk_log *);
bool lod_grant_special_possible(const lod_state *, const lod_granted_special *);
lod_set lod_persuasion_spaces(const lod_state *);
void lod_strike_resume(lod_state *, mk_log *);

/* french.c: Regulars were mustered; is a Fort possible? */
void lod_french_fort_resume(lod_state *, mk_log *);

/* battle.c, force.c. The Battle of a Command in progress, in one space. */
void lod_begin_battle(lod_state *, int space, mk_log *);
void lod_battle_resume(lod_state *, mk_log *);
/* Section 8: what a Battle of the Command in progress would be in a space, with or without the
 * ally, with so many War Parties as Tories: each side's Force Level and the modifiers of the Loss
 * Level that its dice make. Nobody is activated. */
typedef struct {
    int attack, defence;
} lod_odds;
lod_odds lod_battle_odds(lod_state *, int space, bool ally, int common);
int lod_force_points(const lod_battle *, int who, lod_force); /* that a part brings its side */
const char *lod_force_id(int part); /* for the table of kinds, and for views */
const char *lod_force_label(int part);
const char *lod_force_one(int part);
const char *lod_modifier_id(int modifier);
const char *lod_modifier_label(int modifier);

/* winter.c */
void lod_begin_winter(lod_state *, lod_winter_phase from, mk_log *);
void lod_winter_resume(lod_state *, mk_log *);
lod_winter_phase lod_winter_now(const lod_state *); /* of the Round in progress */
/* supply.c: true if there is something to decide. */
bool lod_begin_supply(lod_state *, int phase, lod_faction);
bool lod_begin_indies(lod_state *, lod_faction, mk_log *);
void lod_supply_patriots_resume(lod_state *, mk_log *);
lod_set lod_unsupplied(const lod_state *);        /* with a Supply phase on top: to be settled */
lod_set lod_refuges(const lod_state *, int from); /* where French or Indians withdraw to */
int lod_british_home_income(const lod_state *);   /* 6.3.1, without the West Indies */
typedef enum { LOD_PATRIOT_DESERTION, LOD_TORY_DESERTION } lod_desertion;
bool lod_begin_desertion(lod_state *, lod_desertion, mk_log *); /* false: nobody deserts */

/* victory.c */
int lod_condition(const lod_state *, lod_faction, int which); /* 0, 1: victory margins of 7.2 */
int lod_margin(const lod_state *, lod_faction);               /* of 7.3 */
bool lod_check_victory(lod_state *, mk_log *);
void lod_final_victory(lod_state *, mk_log *);
void lod_outcome(const void *state, mk_outcome *);

/* events.c. Pushes LOD_PH_EVENT and carries the event out as far as nobody must choose. */
void lod_begin_event(lod_state *, lod_faction executor, int card, lod_text, mk_log *);
void lod_event_resume(lod_state *, mk_log *);
bool lod_event_changes(const lod_state *, lod_faction executor, int card,
                       lod_text); /* here and now */
bool lod_try_event(const lod_state *, lod_faction executor, int card, lod_text, lod_state *trial,
                   mk_log *);
void lod_begin_winter_event(lod_state *, int card, mk_log *); /* cards 97 to 104 */

/* event_words.c: the steps of all cards are parts, numbered through. */
void lod_name_parts(void); /* once the data are there */
int lod_part(int card, int text, int step);
int lod_part_count(void);
const char *lod_part_id(int part); /* "card_14_unshaded_2" */
const char *lod_part_label(int part);
const char *lod_never_skipped(int part); /* why it is never skipped (5.1.3); NULL: it can be */
bool lod_tell_grant(const lod_state *, mk_text *);    /* if the step in progress is one */
void lod_rest_of_event(const lod_state *, mk_text *); /* what follows the step in progress */
const char *lod_hardly_skipped(int part);             /* the same, or why it hardly ever is */

/* setup.c, deck.c */
void lod_setup(void *state, const mk_setup *, mk_log *);
void lod_build_deck(lod_state *, mk_rng *);
void lod_determinize(void *state, int seat, mk_rng *);

/* view.c, properties.c, check.c */
void lod_view(const void *state, int seat, mk_view *);
void lod_board(mk_view *);
extern const mk_property lod_properties[];
bool lod_check(const void *state, char *why, size_t size);
int lod_score(const void *state, int seat);

/* np.c: the phase that stands in for decisions of non-players. */
const mk_phase *lod_stand_in(const void *state);
/* np_strokes.c: a non-player that does not want to play its Brilliant Stroke is not asked. */
bool lod_np_wants_stroke(const lod_state *, lod_faction, int card);
static inline bool lod_is_nonplayer(const lod_state *s, lod_faction f) {
    return s->base.nonplayers >> f & 1;
}

/* greedy.c */
int lod_weigh(const void *state, mk_action);
extern const mk_game lod_game; /* game.c: whoever makes texts needs it */

/* The rows of the phase table, one set of functions each. */
#define LOD_PHASE(name)                                                                            \
    void lod_##name##_list(const void *, mk_actions *);                                            \
    const char *lod_##name##_why_not(const void *, mk_action);                                     \
    void lod_##name##_apply(void *, mk_action, mk_log *)
LOD_PHASE(stroke);
LOD_PHASE(turn);
LOD_PHASE(stroke_turn);
LOD_PHASE(muster);
LOD_PHASE(garrison);
LOD_PHASE(displace);
LOD_PHASE(march);
LOD_PHASE(march_into);
LOD_PHASE(march_group);
LOD_PHASE(battles);
LOD_PHASE(rally);
LOD_PHASE(rabble);
LOD_PHASE(gather);
LOD_PHASE(scout);
LOD_PHASE(scout_group);
LOD_PHASE(scout_skirmish);
LOD_PHASE(raid);
LOD_PHASE(raid_into);
LOD_PHASE(agents);
LOD_PHASE(hortalez);
LOD_PHASE(french_muster);
LOD_PHASE(french_fort);
LOD_PHASE(after);
LOD_PHASE(place);
LOD_PHASE(exchange);
LOD_PHASE(collect);
LOD_PHASE(convert);
LOD_PHASE(reward);
LOD_PHASE(special);
LOD_PHASE(strike);
LOD_PHASE(persuasion);
LOD_PHASE(trade);
LOD_PHASE(lift_blockade);
LOD_PHASE(set_blockade);
LOD_PHASE(rearrange);
LOD_PHASE(battle_ally);
LOD_PHASE(battle_attack);
LOD_PHASE(battle_defend);
LOD_PHASE(battle_loss);
LOD_PHASE(win_shift);
LOD_PHASE(win_blockade);
LOD_PHASE(supply_british);
LOD_PHASE(supply_patriots);
LOD_PHASE(supply_remove);
LOD_PHASE(supply_french);
LOD_PHASE(supply_village);
LOD_PHASE(supply_indians);
LOD_PHASE(indies);
LOD_PHASE(loyalty);
LOD_PHASE(committees);
LOD_PHASE(redeploy);
LOD_PHASE(desertion);
LOD_PHASE(leader_alone);
LOD_PHASE(leader_lands);
LOD_PHASE(event_space);
LOD_PHASE(event_faction);
LOD_PHASE(event_way);
LOD_PHASE(event_place);
LOD_PHASE(event_remove);
LOD_PHASE(event_relocate);
LOD_PHASE(event_flip);
LOD_PHASE(event_follow);

#endif
