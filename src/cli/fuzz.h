/* fuzz.h - a game under test: what the checks of `musket fuzz` work on. */
#ifndef FUZZ_H
#define FUZZ_H

#include "cli.h"

enum { FUZZ_MEMORY = 64, FUZZ_THEATRE = 3, FUZZ_KINDS = 64 };

/* A position that something rare came from: an event that is counted by a value. */
typedef struct {
    int event, value; /* 0: none yet */
    _Alignas(max_align_t) unsigned char state[MK_MAX_STATE];
} fuzz_memory;

/* How often each row of the game's tables came. */
typedef struct {
    int64_t *phase, *verb, *event;
    /* Events that are counted by a number of theirs: by kind, then by seat (0: nobody's) and
     * value. NULL: they are not. */
    int64_t **value;
    int events; /* rows */
} fuzz_counts;

/* How the actions of a game are chosen. */
typedef enum { FUZZ_RANDOM, FUZZ_RARE, FUZZ_WHIM, FUZZ_SENSE, FUZZ_MANNERS } fuzz_manner;

typedef struct {
    const mk_game *game;
    mk_rng rng;    /* the tester's own chance */
    uint32_t seen; /* one of so many actions is looked at with everybody's eyes */
    mk_table *table;
    fuzz_manner manner; /* of this game */

    /* The legal list of the present state: as it came, and its actions as sorted numbers. */
    mk_actions legal;
    mk_actions ahead; /* of a state that is only tried */
    uint64_t sorted[MK_MAX_ACTIONS];

    _Alignas(max_align_t) unsigned char before[MK_MAX_STATE]; /* the state before the action */
    _Alignas(max_align_t) unsigned char shadow[MK_MAX_STATE]; /* led by printed actions alone */
    _Alignas(max_align_t) unsigned char trial[MK_MAX_STATE];
    mk_view *view;
    mk_text text[2];
    mk_log log; /* of actions that are only tried; it grows */

    int64_t actions, refusals, deals, positions, journals, undos, made_up; /* what was tried */
    fuzz_counts came;
    int64_t at_least;  /* how often each phase and each of those values should come; 0: as it may */
    int lagging;       /* the event with which the last action brought one that did not come so */
    int lagging_value; /* often yet; 0: none */
    int64_t since;     /* so many actions the game, or what was returned to, began */
    int returns;       /* to before such actions, in this game */
    int checks_left;   /* while a position is made up */
    /* Of each kind with many names, those to which made up positions bring what there is. */
    int theatre[FUZZ_KINDS][FUZZ_THEATRE];
    int64_t stirred_length; /* so many actions are played from there */
    uint32_t stirred_games; /* all but one of so many games begin there */
    bool stirred;           /* this game began at a made up position: no journal leads to it */
    fuzz_memory memory[FUZZ_MEMORY];
    char failure[600]; /* "": none */
} fuzz;

/* Keeps the first failure. Returns false. */
bool fuzz_fail(fuzz *, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Says what is about to be done, in case that it crashes. */
void fuzz_attempt(const fuzz *, mk_action);
/* True once in `n` times. */
bool fuzz_sometimes(fuzz *, uint32_t n);

void fuzz_count_begin(fuzz *);      /* before the first game, */
void fuzz_count_end(fuzz *);        /* after the last */
void fuzz_count(fuzz *, int entry); /* what an entry of the journal, or the set-up (-1), brought */
/* An action of the legal list that brings what comes too seldom; false: none of those tried does.
 */
bool fuzz_seek(fuzz *, mk_action *);
/* Of a few legal actions the one that leads to the decision that came least, or to one without a
 * legal action: there play fails. */
mk_action fuzz_choose_rare(fuzz *);
/* How often an event came with a value, and whether that is too seldom. */
int64_t fuzz_times(const fuzz *, int event, int value);
bool fuzz_lags(const fuzz *, int event, int value);
/* Says what was reached; false: not everything so often as it should be. */
bool fuzz_report(const fuzz *, int64_t games, double seconds);

/* Leads the table to a position that is made up; false: it did not come to one. */
bool fuzz_stir(fuzz *);
/* Something rare came: the made up position it came from is a start for others. */
void fuzz_remember(fuzz *);

/* Each returns false at a failure. They leave the table as it was. */
bool fuzz_check_list(fuzz *);     /* fills `legal` and `sorted` */
bool fuzz_check_refusals(fuzz *); /* malformed and foreign actions change nothing */
bool fuzz_check_hiding(fuzz *);   /* views, prompts, lists, dumps do not tell what is hidden */
bool fuzz_check_own_log(fuzz *, mk_action); /* nor does the log of a seat's own action */
bool fuzz_check_told(fuzz *);               /* nor does the log of what the others did */
bool fuzz_check_position(fuzz *);           /* positions can be put down and taken up */
bool fuzz_check_text(fuzz *, mk_action);    /* printed and read again it is the same */
bool fuzz_check_shadow(fuzz *);  /* the last action, read from its text, leads here too */
bool fuzz_check_undo(fuzz *);    /* taking back leads to where we were */
bool fuzz_check_journal(fuzz *); /* the journal replays to the same state, and to itself */
bool fuzz_check_consent(fuzz *); /* so does one with an undo by consent; adds such an entry */
bool fuzz_check_end(fuzz *);     /* a game that is over */

#endif
