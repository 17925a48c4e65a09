/* registry.h - the games in this binary. */
#ifndef MK_REGISTRY_H
#define MK_REGISTRY_H

#include "core/index.h"
#include "musket.h"

extern const mk_game
    *const mk_games[]; /* generated from the folders in src/games; ends with NULL */

/* The names of a game that is open, to be found by hashing. */
typedef struct {
    mk_index *kind; /* by kind; empty for plain numbers */
    mk_index verb, property;
} mk_game_names;

/* NULL: the game was not opened. */
const mk_game_names *mk_names_of(const mk_game *);

/* Loads a game's data, checks its tables and learns its names: what mk_open does with each. */
bool mk_load_game(const mk_game *, mk_error *);

/* Do a game's tables make sense, with the data that it loaded? (validate.c) */
bool mk_validate_game(const mk_game *, mk_error *);

#endif
