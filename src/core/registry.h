/* registry.h - the games in this binary. */
#ifndef MK_REGISTRY_H
#define MK_REGISTRY_H

#include "musket.h"

extern const mk_game
    *const mk_games[]; /* generated from the folders in src/games; ends with NULL */

#endif
