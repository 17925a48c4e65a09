/* catalogue.h - a game as the lobby shows it. */
#ifndef CATALOGUE_H
#define CATALOGUE_H

#include "core/pack.h"
#include "musket.h"

void catalogue_write(const mk_game *, mk_text *); /* GAME of docs/api.md; its data are loaded */

extern const mk_packed catalogue_embedded[]; /* by id, made by the build; ends with an empty row */

#endif
