/* engine.h - a program at the other end of the line: its game and what it may know. */
#ifndef ENGINE_H
#define ENGINE_H

#include "cli.h"

typedef struct {
    FILE *in;
    const char *confined_to; /* name of the seat whose knowledge is the program's; NULL: all */
    int64_t seed;            /* of the first game, the next gets one more; -1: chance */
    int64_t games;           /* started so far */
    mk_rng rng;              /* of the bots */
    mk_mind *mind[MK_MAX_SEATS];

    const mk_game *game; /* NULL: no game yet; so is the table */
    mk_table *table;
    int eyes;         /* the seat that confines, or MK_EVERYTHING */
    bool has_journal; /* false once a position was loaded or set */
    mk_text reply;    /* members of the reply's object, each with a comma before it */
    bool quit;
} engine;

/* A command gets what stands behind its name. It adds members to the reply, or fills the error
 * and returns false; then nothing has changed. */
typedef bool engine_command(engine *, char *arguments, mk_error *);

typedef enum {
    ENGINE_ALWAYS,
    ENGINE_IN_GAME,   /* wants a game */
    ENGINE_UNCONFINED /* wants a game, and not for a program that is confined to a seat */
} engine_when;

typedef struct {
    const char *name, *arguments, *summary;
    engine_when when;
    engine_command *run;
} engine_row;

extern const engine_row engine_rows[]; /* ends with a row without a name */

void engine_free(engine *);
/* Exactly `size` bytes of input. False: it ended before, or that is too many. */
bool engine_read(engine *, size_t size, mk_text *, mk_error *);

#endif
