/* reading.h - what the readers of 1776's files share. */
#ifndef G1776_READING_H
#define G1776_READING_H

#include "core/data.h"

extern const char *const g1776_seat_ids[], *const g1776_nation_ids[];

mk_value g1776_open(const char *name, mk_error *);
/* By id; -1: there is none. */
int g1776_find_type(const char *id);
int g1776_find_fleet(const char *id);
int g1776_find_leader(const char *id);
int g1776_find_option(const char *id);

bool g1776_load_scenarios(mk_error *); /* behind all the others */

#endif
