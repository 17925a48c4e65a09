/* reading.h - what the readers of 1776's files share. */
#ifndef G1776_READING_H
#define G1776_READING_H

#include "core/data.h"
#include "data.h"

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

/* ---- data_terms.c: of the scenario that is being read ---- */
g1776_scenario_rules *g1776_begin_scenario(int number);
/* By id; -1: there is none. */
int g1776_find_colony(const char *id);
int g1776_find_fixed(const char *id);
int g1776_find_arrival(const char *key);
/* What a value names. */
int g1776_hex_in(mk_value name);
int g1776_hexes_in(mk_value list, uint16_t *out, int max);
mk_set64 g1776_types_in(mk_value list);
int g1776_turn_in(mk_value, const char *key);
uint32_t g1776_turns_in(mk_value list);
int g1776_nation_in(mk_value);
int16_t g1776_condition_in(mk_value); /* "if"; G1776_NO_CONDITION: there is none */
void g1776_read_area(mk_value);
void g1776_read_calendar(mk_value);
void g1776_read_group(mk_value, int nation, g1776_group *out);
void g1776_read_works(mk_value, g1776_group *out);
void g1776_read_at(mk_value, g1776_place *out);

bool g1776_load_campaign(mk_error *);
bool g1776_load_scenarios(mk_error *); /* behind all the others */

#endif
