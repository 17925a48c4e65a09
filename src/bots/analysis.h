/* analysis.h - a game that was played, looked at again: chances, luck, skill, what else there was.
 *
 * The chance to win after each action is the mean of many games that are played on from there, with
 * new dice, by the rules of thumb. All that happened is known now, so nothing is dealt anew.
 *
 * An action is judged apart from its dice. `choice` is the mean of games that go on with it but
 * throw its dice anew: what it changed is the skill of who did it, and what came of it beyond that
 * is luck. A battle is one throw: from the action that begins it until it is over. Both look ahead
 * from the turn in which the action was done: that the end of the game comes nearer is neither. */
#ifndef MK_ANALYSIS_H
#define MK_ANALYSIS_H

#include "musket.h"

/* The moment behind an entry of the journal, or the set-up. */
typedef struct {
    int at;                      /* entries up to here */
    int seat;                    /* who acted; -1: the set-up */
    int turn;                    /* then */
    bool rolled;                 /* dice fell, or something was revealed */
    bool inside;                 /* of a battle that goes on: luck is counted at its end */
    int from;                    /* the moment before it, or before the battle that ended with it */
    double win[MK_MAX_SEATS];    /* chance of each seat */
    double choice[MK_MAX_SEATS]; /* before the dice */
    double skill, luck[MK_MAX_SEATS]; /* of the seat that acted; of each */
} mk_moment;

/* Several actions of one seat, up to the next dice: what they were, and what the machine would do.
 */
typedef struct {
    int first, last; /* moments before and behind it */
    int seat;
    double skill, luck;
    mk_text done;       /* its actions, in words */
    double chosen;      /* the chance behind it, before the dice */
    bool asked;         /* the machine was asked, and answers otherwise: */
    double better;      /* the chance after its move, before the dice */
    mk_text move, line; /* its actions; what it expects to follow, in words */
} mk_turning;

typedef struct {
    const mk_game *game;
    int count, turning_count;
    mk_moment *moment;
    mk_turning *turning; /* the greatest changes, in the order of the game */
    double skill[MK_MAX_SEATS], luck[MK_MAX_SEATS]; /* sums */
    double error[MK_MAX_SEATS];                     /* standard errors of the luck */
    int playouts;                                   /* of each moment */
} mk_analysis;

typedef struct {
    int playouts;   /* of each moment, at most */
    double seconds; /* 0: no limit, and the same seed gives the same analysis */
    int threads;
    int turnings; /* how many */
    uint64_t seed;
    void (*progress)(void *, double share); /* NULL: nobody wants to know */
    void *context;
    const volatile bool *stop; /* NULL: it goes on to its end */
} mk_analysis_effort;

mk_analysis *mk_analyse(const mk_table *, const mk_analysis_effort *);
void mk_analysis_free(mk_analysis *);
/* As JSON; the form is in docs/views.md. */
void mk_analysis_write(const mk_analysis *, mk_text *);

#endif
