/* table.h - what journals, records and scripts need of a table beyond musket.h. */
#ifndef MK_TABLE_H
#define MK_TABLE_H

#include "musket.h"

/* The turn that entry `index` began and the hash of the state then. False: it began none. */
bool mk_table_turn(const mk_table *, int index, int *turn, uint64_t *hash);

/* Takes `state` from before entry `index` to behind it. To walk a journal from one end to
 * the other call this instead of mk_table_state_at, which looks for its way each time. */
void mk_table_step(const mk_table *, int index, void *state);

/* Which entries still stand, one flag each; the others were taken back by consent. To be freed. */
bool *mk_table_standing(const mk_table *);

/* The same journal, and all that was derived from it: for a thread that reads while this one plays
 * on. */
mk_table *mk_table_copy(const mk_table *);

/* Goes on from another state with an empty journal. The set-up no longer leads to it, so such a
 * table can be played and taken back, but must not be written as a journal. */
void mk_table_restart(mk_table *, const void *state);

#endif
