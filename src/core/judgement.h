/* judgement.h - the weights of a game's terms and its habits, from judgement.json. */
#ifndef MK_JUDGEMENT_H
#define MK_JUDGEMENT_H

#include "musket.h"

/* A game without terms has no such file. How the machine plays is no rule: the file is not part of
 * the hash by which journals know their data, and a user's pack need not have it. */
bool mk_judgement_read(const mk_game *, int32_t weight[MK_MAX_TERMS], mk_error *);

#endif
