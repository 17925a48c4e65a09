/* tune.h - what the two kinds of tuning share: the weights of the judgement (tune.c), and the
 * habits of the rules of thumb (tune_habits.c). */
#ifndef TUNE_H
#define TUNE_H

#include "spread.h"

/* Of all scenarios in turn, unless one was named; each number has dice of its own. */
void tune_setup(const mk_game *, const cli_start *, int64_t number, mk_setup *);
/* What the game's data have now, as its judgement.json. NULL: weights or habits that are as they
 * were. False: said why. */
bool tune_write(const mk_game *, const char *weights_from, const char *habits_from,
                const char *file);

typedef struct {
    const mk_game *game;
    const cli_start *start;
    int seat;
    int64_t games, jobs;
    const char *results, *file; /* may be NULL */
} tune_habits_args;

int tune_habits(const tune_habits_args *);

#endif
