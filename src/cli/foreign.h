/* foreign.h - another program that plays a seat: a line to it, a line from it.
 *
 * docs/bots.md describes the lines. The program sees what its seat may know and nothing else. */
#ifndef FOREIGN_H
#define FOREIGN_H

#include "musket.h"

typedef struct foreign foreign;

/* Starts `command` by the shell. NULL: it cannot be started; said why. */
foreign *foreign_start(const char *command);
void foreign_end(foreign *); /* closes its input and waits for it; NULL is allowed */
/* Asks for an action. False: it ended, took too long, or its line is no legal action; `why` says
 * which. */
bool foreign_choose(foreign *, const mk_game *, const void *state, int seat, double seconds,
                    mk_action *, char *why, size_t size);
void foreign_over(foreign *, const mk_game *, const void *state, int seat);

#endif
