/* events.h - what Event cards are made of.
 *
 * The effect of a text is a program: a row for each step, in the order of the card. Steps that
 * leave something to decide ask for it, one small choice at a time; the others are carried out at
 * once. A step that cannot be carried out is skipped, one that can must be (5.1.3), so steps
 * without OPTIONAL end only when they are complete or nothing more is possible.
 *
 * Fields that a step does not need are left out: they mean the executing Faction, the whole map,
 * any piece in Available.
 */
#ifndef LOD_EVENTS_H
#define LOD_EVENTS_H

#include "rules.h"

typedef enum {
    END,
    /* with choices */
    CHOOSE,  /* n spaces, which become "there" */
    NAME,    /* a Faction, which becomes NAMED */
    WAY,     /* one of two from .choice on: steps with .way 1 or 2 are of that one only */
    PUT,     /* n pieces into spaces */
    REMOVE,  /* n pieces from spaces to Available or Casualties */
    REPLACE, /* the same, with .n_into pieces of the kind .into put in place of each */
    MOVE,    /* n units from these spaces to .to, or to adjacent spaces; 0: any number */
    FLIP,    /* n Underground pieces turn Active */
    MARK,    /* n markers, one or two, in each space; a choice only if there are too few */
    /* without */
    SHIFT,     /* n levels toward .level */
    LEVEL,     /* to this .level */
    RESOURCES, /* n more or fewer */
    FNI,       /* n levels up or down */
    BAR,       /* Ineligible through the next card */
    KEEP,      /* Eligible on the next card */
    COMMAND,   /* a free Command in up to n spaces */
    SPECIAL,   /* a free Special Activity in up to n spaces */
    DESERT,    /* Desertion out of season */
    CALL,      /* a function, for what only one card does */
} lod_op;

/* Who decides, acts, gains or suffers. */
enum { EXECUTOR, BRITISH, PATRIOTS, FRENCH, INDIANS, NAMED };

enum {
    OPTIONAL = 1 << 0,         /* less or nothing will do */
    EACH = 1 << 1,             /* n in each of the spaces, not in all of them together */
    ONE_SPACE = 1 << 2,        /* all of them in the same space */
    ONE_KIND = 1 << 3,         /* all of the same kind */
    TWO_OF_A_KIND = 1 << 4,    /* at most two of each kind */
    ONE_STRONGHOLD = 1 << 5,   /* at most one Fort or Village among them */
    STRONGHOLDS_LAST = 1 << 6, /* Forts and Villages only when nothing else is left to take */
    FRIENDLY = 1 << 7,         /* of these kinds those of the decider's side, */
    ENEMY = 1 << 8,            /* of the other side, */
    OWN = 1 << 9,              /* of his own Faction */
    CASUALTY = 1 << 10,        /* removed pieces are Casualties (1.6.4) */
    OR_UNAVAILABLE = 1 << 11,  /* pieces may come from Unavailable, too, */
    OR_INDIES = 1 << 12,       /* from the West Indies, too */
    ACTIVE = 1 << 13,          /* Militia arrive Active */
    WITH_PROPAGANDA = 1 << 14, /* a Propaganda comes with each */
    IS_THERE = 1 << 15,        /* the spaces used or selected become "there" */
    UNLESS_THERE = 1 << 16,    /* only if "there" is nowhere yet */
    UNDERGROUND = 1 << 17,     /* FLIP: all Active pieces turn Underground */
    TORIES = 1 << 18,          /* a Muster of Tories only */
    TO_HALF = 1 << 19,         /* FLIP: until half of those on the map are Active */
    ONE_PER_SPACE = 1 << 20,   /* each of them in another space */
};

enum { ALL = 99, FACTION_BIT_ALL = 15 };
#define FACTION(f) (1 << (f))

typedef struct {
    uint8_t op; /* lod_op */
    uint8_t who;
    int8_t n;
    uint32_t flags;
    mk_set64 kinds;
    mk_set64 at;                          /* constant places; 0: the map */
    mk_set64 (*where)(const lod_state *); /* and of these, the ones with some property, */
    const char *that;                     /* which is, in words */
    mk_set64 to;                          /* MOVE; 0: adjacent */
    int (*count)(const lod_state *);      /* instead of n */
    void (*call)(lod_state *, mk_log *);  /* CALL */
    const char *says;                     /* the step in words, where its fields do not tell */
    uint8_t (*able)(const lod_state *);   /* NAME, WAY: bits of those that make sense, */
                                          /* of ways bits 1 and 2 */
    uint8_t factions;                     /* NAME: bits */
    uint8_t choice;                       /* WAY: the first of the two, a lod_choice */
    uint8_t way, named;                   /* only if this was chosen; named: as who */
    uint8_t into, n_into;                 /* REPLACE */
    uint8_t sources;                      /* MOVE: out of so many spaces; 0: any number */
    int8_t level;                         /* SHIFT, LEVEL */
    uint8_t marker;                       /* MARK */
    uint8_t command, special;             /* COMMAND, SPECIAL */
    int8_t force, attacker_loss, defender_loss; /* COMMAND: what it adds in Battles */
    uint8_t desertion;                          /* DESERT */
    const char *always;                         /* why it can be carried out in any position, */
    const char *hardly;                         /* or why there is hardly one in which it cannot */
} lod_step;

typedef const lod_step *lod_effect[LOD_TEXTS]; /* unshaded, shaded; NULL: there is no such text */

#define STEPS(...)                                                                                 \
    (const lod_step[]) {                                                                           \
        __VA_ARGS__, { END }                                                                       \
    }

/* By card number: cards_patriots.c has 1 to 24, in which the Patriots come first, and so on. */
extern const lod_effect lod_patriot_cards[24], lod_british_cards[24], lod_french_cards[24],
    lod_indian_cards[24], lod_winter_cards[8], lod_treaty_card;

/* ---- Words of the cards -------------------------------------------------- */

#define A_SPACE(space) .at = MK_BIT(space)
#define WHERE(property, words) .where = (property), .that = (words)
#define THERE .at = LOD_EVERYWHERE, .where = lod_there
#define WITH_BRITISH WHERE(lod_with_british, "with British pieces")
#define WITH_MILITIA WHERE(lod_with_militia, "with Militia")
#define WITH_TORIES WHERE(lod_with_tories, "with Tories")
#define WITH_INDIANS WHERE(lod_with_indians, "with Indian pieces")
#define WITH_BOTH_ROYALISTS WHERE(lod_with_both_royalists, "with British and Indian pieces")
#define BRITISH_CONTROLLED WHERE(lod_british_controlled, "under British Control")
#define NOT_ACTIVE_SUPPORT WHERE(lod_not_active_support, "not at Active Support")
#define NOT_PASSIVE_SUPPORT WHERE(lod_not_passive_support, "not at Passive Support")
#define NOT_PASSIVE_OPPOSITION WHERE(lod_not_passive_opposition, "not at Passive Opposition")
#define NOT_NEUTRAL WHERE(lod_not_neutral, "not at Neutral")
#define MAP_AND_INDIES .at = LOD_EVERYWHERE
#define REGULARS LOD_KIND(LOD_BRITISH_REGULAR)
#define TORY_CUBES LOD_KIND(LOD_TORY)
#define FRENCH_REGULARS LOD_KIND(LOD_FRENCH_REGULAR)
#define CONTINENTALS LOD_KIND(LOD_CONTINENTAL)
#define NEW_MILITIA LOD_KIND(LOD_MILITIA)
#define NEW_WAR_PARTIES LOD_KIND(LOD_WAR_PARTY)
#define VILLAGES LOD_KIND(LOD_VILLAGE)
#define BRITISH_FORTS LOD_KIND(LOD_BRITISH_FORT)
#define PATRIOT_FORTS LOD_KIND(LOD_PATRIOT_FORT)

/* Sets of spaces that several cards speak of. */
mk_set64 lod_there(const lod_state *);
mk_set64 lod_elsewhere(const lod_state *); /* not "there" */
mk_set64 lod_with_british(const lod_state *);
mk_set64 lod_with_militia(const lod_state *);
mk_set64 lod_with_tories(const lod_state *);
mk_set64 lod_with_indians(const lod_state *);
mk_set64 lod_with_both_royalists(const lod_state *); /* British and Indian pieces */
mk_set64 lod_british_controlled(const lod_state *);
mk_set64 lod_not_active_support(const lod_state *);
mk_set64 lod_not_passive_support(const lod_state *);
mk_set64 lod_not_passive_opposition(const lod_state *);
mk_set64 lod_not_neutral(const lod_state *);

/* ---- The machine ---------------------------------------------------------- */

/* events.c */
const lod_step *lod_program(int card, int text);
const lod_step *lod_step_now(const lod_state *);
lod_faction lod_decider(const lod_state *, const lod_step *);
static inline bool flagged(const lod_step *t, uint32_t flag) { return t->flags & flag; }

/* event_choices.c */
mk_set64 lod_open_spaces(const lod_state *); /* that can be chosen now */
void lod_event_used(lod_event *, int space); /* something was done in this space */
void lod_event_wait(lod_state *, int phase, lod_faction seat);

/* event_pieces.c: the kinds of pieces that a step speaks of, by who decides */
mk_set64 lod_step_kinds(const lod_state *, const lod_step *);

/* Begin to ask. True: there is something to decide, and a frame waits for it.
 * False: it is done, as far as it can be. */
bool lod_ask_spaces(lod_state *, mk_log *);
bool lod_ask_markers(lod_state *, mk_log *);
bool lod_ask_faction(lod_state *, mk_log *);
bool lod_ask_way(lod_state *, mk_log *);
bool lod_ask_placing(lod_state *, mk_log *);
bool lod_ask_removal(lod_state *, mk_log *);
bool lod_ask_moves(lod_state *, mk_log *);
bool lod_ask_flips(lod_state *, mk_log *);
bool lod_ask_follower(lod_state *);

#endif
