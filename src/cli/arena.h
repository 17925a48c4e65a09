/* arena.h - bots against each other: who meets whom, what came of it, how strong that makes them.
 */
#ifndef ARENA_H
#define ARENA_H

#include "cli.h"
#include "foreign.h"

enum { ARENA_BOTS = 16 };

typedef struct {
    char name[MK_NAME];
    const mk_bot *bot;   /* NULL: another program */
    const char *command; /* … that this starts */
} arena_player;

typedef struct {
    uint8_t one, other; /* numbers of players; `one` wins or loses */
    uint8_t seats;      /* bit per seat that `one` had */
    bool played, lost_by_fault;
    float won;        /* by `one`: 1, 0, or a share of the first place */
    float seconds[2]; /* of thought; of our own bots, on the processor */
} arena_game;

typedef struct {
    const mk_game *game;
    const mk_setup *setup;
    const char *scenario;
    int64_t seed;
    arena_player player[ARENA_BOTS];
    int players, per_pair, count;
    arena_game *games;

    /* Derived, of each player. */
    double points[ARENA_BOTS], seconds[ARENA_BOTS];
    int64_t of[ARENA_BOTS];
    double elo[ARENA_BOTS], elo_low[ARENA_BOTS], elo_high[ARENA_BOTS];
} arena;

void arena_rate(arena *); /* fills what is derived from the games that were played */
void arena_text(const arena *, FILE *);
void arena_json(const arena *, FILE *);
void arena_html(const arena *, mk_text *);

#endif
