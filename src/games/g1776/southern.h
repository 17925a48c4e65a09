/* southern.h - CSG-5, the British southern campaign: what it adds to the rules and changes. */
#ifndef G1776_SOUTHERN_H
#define G1776_SOUTHERN_H

#include "state.h"

static inline bool g1776_southern_game(const g1776_state *s) {
    return mk_set_has(g1776.scenario[s->base.scenario].rules, G1776_RULE_SOUTHERN);
}

/* ---- southern.c: control, weather, points, evacuation ---- */
bool g1776_southern_controls(const g1776_state *, int seat, int hex);
void g1776_throw_weather(g1776_state *, mk_log *); /* at the start of a British turn */
bool g1776_clear_sky(const g1776_state *);
int g1776_fleet_mp(const g1776_state *, int fleet);
bool g1776_winter_binds(const g1776_state *, int seat, int hex); /* his attack there */
bool g1776_is_evacuated(const g1776_state *);
bool g1776_leader_lost(const g1776_state *, int leader);
int g1776_french_missing(const g1776_state *);
int g1776_bf_in_indies(const g1776_state *, int seat);
void g1776_note_southern(g1776_state *, mk_log *); /* after anything that moved or killed */
void g1776_southern_turn_ends(g1776_state *, mk_log *);

/* ---- southern_sea.c: fleets ---- */
void g1776_southern_start(g1776_state *, mk_log *); /* of a segment */
void g1776_french_sail_south(g1776_state *, mk_log *);
void g1776_winter_fleets(g1776_state *, mk_log *);
const char *g1776_why_not_southern_sail(const g1776_state *, int fleet);
const char *g1776_why_not_southern_course(const g1776_state *, int fleet, int to);
const char *g1776_why_not_southern_debark(const g1776_state *, int fleet, int place);
const char *g1776_why_not_southern_load(const g1776_state *, int fleet, int type);
const char *g1776_why_not_southern_anchor(const g1776_state *, const mk_frame *);
const char *g1776_why_not_southern_done(const g1776_state *);
const char *g1776_why_not_evacuate(const g1776_state *, const mk_frame *);
void g1776_evacuate(g1776_state *, int fleet, mk_log *);
void g1776_leave_newport(g1776_state *);
bool g1776_newport_die(g1776_state *, int fleet, mk_log *); /* false: it stays in port */
void g1776_note_southern_landing(g1776_state *, int fleet, int type, int place, mk_log *);
void g1776_note_southern_port(g1776_state *, int fleet, mk_log *);
void g1776_board_arrival(g1776_state *, int arrival, int fleet, mk_log *);
void g1776_lose_late(g1776_state *, mk_log *); /* those who had to leave New York */
mk_set64 g1776_entry_fleets(const g1776_state *, int arrival);

/* ---- southern_leaders.c: what leaders can do ---- */
bool g1776_may_be_in(const g1776_state *, int leader, int hex);
const char *g1776_why_not_clinton(const g1776_state *);
int g1776_march_die(const g1776_state *, int leader);
int g1776_evades_up_to(const g1776_state *, int seat, int hex);
typedef struct { /* what special rules do to the attacker's die */
    int spurred, cards, gallop, assault;
} g1776_southern_modifiers;
g1776_southern_modifiers g1776_southern_drm(const g1776_state *);
const char *g1776_why_not_spur(const g1776_state *, int seat, int leader);
void g1776_spur(g1776_state *, int seat, int leader, mk_log *);
bool g1776_ask_secret(g1776_state *);
bool g1776_may_grape(const g1776_state *);
void g1776_fire_grape(g1776_state *, mk_log *);
bool g1776_gates_runs(g1776_state *, mk_log *);
bool g1776_southern_check(g1776_state *, int leader, mk_log *); /* casualties */
bool g1776_marion_slips(g1776_state *, int hex, mk_log *);
void g1776_deal_secret(g1776_state *, int seat, mk_rng *);
bool g1776_hides_secret(const void *, int subject, int seat);

/* ---- southern_season.c: the interphase ---- */
bool g1776_southern_step(g1776_state *, mk_frame *, mk_log *); /* true: the step is over */
int g1776_southern_status(const g1776_state *, int area);
int g1776_kept_aside(const g1776_state *); /* RM that may wait for Marion and Sumter */
enum { G1776_SOUTHERN_STEPS = 6 };

#endif
