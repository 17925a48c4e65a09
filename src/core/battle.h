/* battle.h - lists of phases and verbs that end with 0 (MK_VERBS). */
#ifndef MK_CORE_BATTLE_H
#define MK_CORE_BATTLE_H

#include "musket.h"

bool mk_is_among(const uint8_t *list, int value); /* a list may be NULL: nothing is in it */

#endif
