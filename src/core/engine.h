/* engine.h - what positions and the fuzzer need of the doors beyond musket.h. */
#ifndef MK_ENGINE_H
#define MK_ENGINE_H

#include "musket.h"

/* mk_check without asking whether the decision on top has legal actions: for a state whose facts
 * are being changed, and which goes on at a resume point. */
bool mk_check_facts(const mk_game *, const void *state, char *why, size_t size);

#endif
