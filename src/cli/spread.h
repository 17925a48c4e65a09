/* spread.h - many games, played on the threads of this process or on the processes of an MPI job.
 *
 * A game is known by its number, and its result, one line of text, depends on nothing else: so it
 * does not matter who plays it, or whether it is played twice. Results are taken one at a time, in
 * any order, where the command was begun. */
#ifndef SPREAD_H
#define SPREAD_H

#include "cli.h"

typedef struct {
    void *context;
    int count;    /* games */
    int64_t jobs; /* threads; 0: one per core */
    /* What a thread keeps from game to game; may be NULL. */
    void *(*begin)(void *context);
    void (*end)(void *context, void *kept);
    /* Plays a game and writes its line, without the end of it. False: it did not come to an end. */
    bool (*play)(void *context, void *kept, int number, mk_text *line);
    /* False: this is no such line. */
    bool (*take)(void *context, int number, const char *line);
    /* Each line is written down when it comes, and a run that was broken off goes on from there.
     * NULL: it is not. The heading says what was played, and by what rules. */
    const char *results;
    const char *heading;

    /* Set by spread_games. */
    FILE *file;
    bool *taken;
    int left;   /* to be taken */
    int failed; /* a game that did not come to an end, and 1 */
} spread;

/* All of them. False: said why; where a game failed, `failed` names it. */
bool spread_games(spread *);

/* For who plays them: what is in the file of results is taken from there (false: said why); a line
 * that was just played is taken, once. */
bool spread_open_results(spread *);
void spread_take(spread *, int number, const char *line);

/* Plays what is left elsewhere than on threads of this process. A process that only played for
 * another does not come back. NULL: nobody else is there. */
typedef void spread_player(spread *);
extern spread_player *spread_elsewhere;

#endif
