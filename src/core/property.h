/* property.h - what positions need of properties beyond musket.h. */
#ifndef MK_PROPERTY_H
#define MK_PROPERTY_H

#include "musket.h"

/* mk_get into text of any length. */
bool mk_get_text(const mk_game *, const void *state, int seat, const char *name, mk_text *out,
                 mk_error *);
/* One assignment of mk_set, "howe.at" = "newark", on the state itself. Derived values are stale
 * afterwards; if it fails the state may be half changed. */
bool mk_assign(const mk_game *, void *state, const char *name, const char *value, mk_error *);
/* What follows the assignments: derived values are recomputed, the entry, unless it is NULL, is
 * opened, and the state is checked: its invariants hold, and whoever decides can do something. */
bool mk_settle(const mk_game *, void *state, const mk_entry *, mk_log *, mk_error *);
/* NULL, with an error that lists them, if there is no entry point of this name. */
const mk_entry *mk_find_entry(const mk_game *, const char *name, mk_error *);

#endif
