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
int g1776_find_box(const char *id);
int g1776_find_area(const char *id);
int g1776_find_town(const char *id);

/* "1776-07": year * 12 + month (0 to 11); 0 after a complaint. */
int g1776_month(mk_value);

bool g1776_load_campaign(mk_error *);
bool g1776_load_scenarios(mk_error *); /* behind all the others */

#endif
