/* view.h - what the chapters about views share: the parts that a whole view and a delta are made
 * of. */
#ifndef MK_VIEW_H
#define MK_VIEW_H

#include "core/text.h"

/* All that a seat sees but the legal actions. */
void mk_view_around(const mk_game *, const void *state, int seat, mk_view *);
bool mk_sees_actions(const mk_game *, const void *state, int seat);
/* Adds the record of one action. */
void mk_view_action(const mk_game *, mk_action, mk_view *);

/* Members of a JSON object, each with a comma before it but the first of all. */
static inline void mk_comma(mk_text *out, bool *first) {
    if (!*first) mk_text_bytes(out, ",", 1);
    *first = false;
}
void mk_view_write(const mk_view *, bool *first, mk_text *);
/* What is new or changed; then what is gone, as null. */
void mk_view_write_delta(const mk_view *before, const mk_view *after, bool *first, mk_text *);

#endif
