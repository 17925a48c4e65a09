/* state.h - the state of a game of Liberty or Death.
 *
 * Pieces of a kind are alike, so the board is counts: how many of each kind lie in each place.
 * Sets of spaces are bits of one word. What follows from the counts and is asked often (who
 * controls what, where a kind stands) is kept beside them by lod_move, the only function that
 * changes a count; lod_settle recomputes all of it and lod_check compares.
 *
 * What goes on is a stack of frames (phases.h); what a Command, a Battle, an Event, a winter have
 * come to is here.
 */
#ifndef LOD_STATE_H
#define LOD_STATE_H

#include "data.h"
#include "musket.h"

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

MK_FLAT

/* How far a non-player has come with a Command in progress (np.h). */
typedef struct {
    mk_set64 marked;             /* spaces that later priorities of the Command speak of */
    uint8_t bullet;              /* priorities before this one are done with */
    uint8_t times;               /* how often this one was carried out */
    uint8_t decided;             /* what is decided once for the whole Command was decided */
    uint8_t want[LOD_PIECE_ROW]; /* who is to join the group that is being gathered */
    uint8_t unused[1];
} lod_np_plan;

/* 8.1: who left the space of a Leader, his own units, since the Command began. */
typedef struct {
    uint8_t to[LOD_SPACES]; /* how many went where, */
    uint8_t all;            /* and in all */
    uint8_t came;           /* to his space from elsewhere: they are not of those who stay */
} lod_departures;

/* What else a non-player remembers between two of its steps. */
typedef struct {
    lod_departures left[LOD_FACTIONS];
    uint8_t followed; /* Factions whose Leader has moved in this Command */
    uint8_t turn;     /* 8.1.2: the cube placed or removed last in an alternation, plus 1 */
    uint8_t aborted; /* 8.4.1: 1: a Muster comes instead of a Garrison in which nobody would move */
    uint8_t lost;    /* a phase for which no instruction was found; there must never be one */
    uint16_t fault;  /* an action that the rules refused: its verb; there must never be one */
} lod_np;

/* A Command in progress. A Battle can grant a Rally in the midst of another, so there are two. */
typedef struct {
    mk_set64 allowed; /* spaces that may be selected, as far as the grant goes */
    mk_set64 selected;
    mk_set64 rebel_before, british_before; /* control before the moves (3.3.2, 3.4.2) */
    mk_set64 entered;                      /* Garrison: Cities that Regulars moved to */
    mk_set64 ally_paid;                    /* destinations for which the ally has paid */
    mk_set64 unpaid;                       /* Indian March: destinations not paid for (3.4.2) */
    mk_set64 struck;                       /* where its Special Activity forbids the Command */
    lod_np_plan np;
    uint8_t faction;
    uint8_t kind; /* lod_command_kind */
    uint8_t flags;
    uint8_t limit;                       /* spaces that may still be selected */
    uint8_t special;                     /* lod_special_kind executed with it; 0: none yet */
    uint8_t stage;                       /* steps of the procedure behind us, by command */
    uint8_t last_from, last_to;          /* of the last unit that moved; LOD_PLACES: none */
    bool involved;                       /* LOD_WITH_LEADER is fulfilled */
    int8_t force_bonus;                  /* events: to the attacker's Force Level, */
    int8_t attacker_loss, defender_loss; /* to the Loss Levels */
    uint8_t group[LOD_PIECE_ROW];        /* who joined the group that is being gathered */
    uint8_t group_leaders;               /* bit per Faction */
    uint8_t unused[7];
} lod_command;

/* A Special Activity that is granted on its own: by an Event, a Brilliant Stroke, or Scout. */
typedef struct {
    mk_set64 allowed;
    uint16_t kinds; /* LOD_SPECIAL bits that may be chosen */
    uint8_t faction;
    uint8_t flags;
    uint8_t limit; /* how many times more, each in another space */
    uint8_t begun; /* one execution, though in several spaces */
    uint8_t unused[2];
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
    mk_set64 raided; /* Provinces of its Raids: Plunder goes there */
    uint8_t faction;
    uint8_t card;
    uint8_t commands, specials; /* that are still to come */
    uint8_t first;              /* the Command that a non-player chose first */
    uint8_t led;                /* 1: the Leader was involved in a Limited Command */
    uint8_t unused[2];
} lod_stroke;

/* An Event in progress; card == 0: none. Where its program has come to (events.h) and what it has
 * gathered so far. Belongs to events.c, event_choices.c and event_pieces.c alone. */
typedef struct {
    mk_set64 label, before; /* spaces that later steps call "there"; the label before it */
    mk_set64 candidates;    /* spaces of this step, as they were when it began */
    mk_set64 once, twice;   /* where something was done in this step, where twice */
    mk_set64 moved_to;      /* where the units went that his Leader may follow */
    uint8_t card, text;     /* lod_text */
    uint8_t executor;
    uint8_t step;                /* of the program */
    uint8_t left;                /* choices still to make in this step */
    uint8_t way, faction;        /* last answers; faction LOD_FACTIONS: none */
    uint8_t idle;                /* pieces that are already as this step would turn them */
    uint8_t moved_from;          /* a Leader's space that units of his left; LOD_PLACES: none */
    uint8_t used[LOD_PIECE_ROW]; /* what was placed in this step, by kind */
    uint8_t unused[3];
} lod_event;

/* A Winter Quarters Round in progress. */
typedef struct {
    mk_set64 resolved;          /* spaces whose supply is settled, or that were paid for */
    uint8_t card;               /* the Winter Quarters card; 0: none */
    uint8_t step;               /* of chapter 6 */
    uint8_t deserters[3];       /* Militia, Continentals, Tories still to desert */
    uint8_t levels[LOD_SPACES]; /* shifted in this Support Phase */
    uint8_t unused[4];
} lod_winter;

MK_FLAT_END

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
    mk_set64 last_selected; /* of the Command or Special Activity that ended last */
    uint8_t last_special;   /* lod_special_kind that went with the Command that ended last */
    uint8_t bonus;          /* Militia that a Leader adds to the strike in progress (1.10) */
    mk_set64 persuaded;     /* in the Persuasion in progress */
    uint8_t recalling;      /* the kind that is being recalled (1.4.1); LOD_PIECES: none */
    mk_set64 landing[LOD_FACTIONS]; /* where its pieces came from Available in this action */

    lod_np np;

    uint8_t reason; /* lod_reason */
    int8_t rank[LOD_FACTIONS];

    /* Follows from the board: kept by lod_move, lod_shift and the like, see lod_settle. */
    mk_set64 where[LOD_PIECES];  /* spaces with at least one of the kind, West Indies included */
    mk_set64 control[LOD_SIDES]; /* [LOD_ROYALISTS]: British Control */
    mk_set64 at_level[5];        /* spaces at level - 2 */
    mk_set64 blockaded;          /* Cities */
    uint8_t players; /* bit per Faction that is one in the set-up: victory counts with them, also
                      * where a search lets the rules of section 8 play on */
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
static inline mk_set64 lod_near(const lod_state *s, int space) {
    return lod.near[s->base.option[LOD_OPTION_BORDERS]][space];
}
static inline mk_set64 lod_near_any(const lod_state *s, mk_set64 spaces) {
    mk_set64 near = 0;
    MK_SET_EACH(space, spaces) near |= lod_near(s, space);
    return near;
}
static inline bool lod_british_control(const lod_state *s, int space) {
    return mk_set_has(s->control[LOD_ROYALISTS], space);
}
static inline bool lod_rebel_control(const lod_state *s, int space) {
    return mk_set_has(s->control[LOD_REBELLION], space);
}
static inline mk_set64 lod_at_level(const lod_state *s, lod_level level) {
    return s->at_level[level + 2];
}
static inline mk_set64 lod_with(const lod_state *s, mk_set64 kinds) { /* spaces with any of them */
    mk_set64 spaces = 0;
    for (int p = 0; p < LOD_PIECES; p++) {
        if (kinds >> p & 1) spaces |= s->where[p];
    }
    return spaces;
}
static inline int lod_count(const lod_state *s, int place, mk_set64 kinds) {
    int n = 0;
    for (int p = 0; p < LOD_PIECES; p++) {
        if (kinds >> p & 1) n += s->piece[place][p];
    }
    return n;
}
void lod_settle(void *state);
int lod_on_map(const lod_state *, mk_set64 kinds); /* not in the West Indies */
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

#endif
