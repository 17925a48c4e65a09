/* property.h - what positions need of properties beyond musket.h. */
#ifndef MK_PROPERTY_H
#define MK_PROPERTY_H

#include "musket.h"

/* A property, or that of one subject. */
typedef struct {
    const mk_property *row;
    int subject; /* 0 if the row has none */
} mk_fact;

bool mk_find_fact(const mk_game *, const char *name, mk_fact *, mk_error *);
int mk_subject_count(const mk_game *, const mk_property *); /* 1 if it has none */
void mk_fact_name(const mk_game *, mk_fact, mk_text *);
bool mk_is_settable(const mk_property *);
/* The value of one that is no list, as a number, and setting it. */
int mk_fact_value(const void *state, mk_fact);
bool mk_set_value(const mk_game *, void *state, mk_fact, int value, mk_error *);
/* What is not mentioned: 0, none or an empty list. */
bool mk_is_usual(const mk_game *, const void *state, mk_fact);
bool mk_set_usual(const mk_game *, void *state, mk_fact, mk_error *);

/* mk_get into text of any length. */
bool mk_get_text(const mk_game *, const void *state, int seat, const char *name, mk_text *out,
                 mk_error *);
/* One assignment of mk_set, "howe.at" = "newark", on the state itself. Derived values are stale
 * afterwards; if it fails the state may be half changed. */
bool mk_assign(const mk_game *, void *state, const char *name, const char *value, mk_error *);
/* What follows the assignments: derived values are recomputed, the point, unless it is NULL, is
 * opened, and the state is checked: its invariants hold, and who decides can do something. */
bool mk_settle(const mk_game *, void *state, const mk_resume_point *, mk_log *, mk_error *);
/* NULL, with an error that lists them, if there is no resume point of this name. */
const mk_resume_point *mk_find_resume_point(const mk_game *, const char *name, mk_error *);

#endif
