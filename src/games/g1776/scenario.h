/* scenario.h - what scenarios add to the rules: set-up, arrivals, special rules, points, victory.
 */
#ifndef G1776_SCENARIO_H
#define G1776_SCENARIO_H

#include "state.h"

/* ---- setup.c ---- */
void g1776_place_setup(g1776_state *, mk_log *);
void g1776_setup_step(void *, mk_log *);
int g1776_set_up_as(const g1776_state *, int leader, int hex);

/* ---- arrivals.c ---- */
void g1776_arrivals_step(void *, mk_log *);
void g1776_removal_step(void *, mk_log *);
bool g1776_close_of_movement(g1776_state *, mk_log *); /* arrivals behind it; false: none left */
/* Where an item of an arrival may come to. */
void g1776_entry_hexes(const g1776_state *, int arrival, int item, g1776_hexes *out);
bool g1776_arrival_due(const g1776_state *, int arrival);
void g1776_enter(g1776_state *, int arrival, int item, int place, mk_log *);
bool g1776_may_recall(const g1776_state *, int leader, int stars);
bool g1776_any_french_bf(const g1776_state *);

/* ---- place.c: pieces in hand come to the board ---- */
bool g1776_anything_in_hand(const g1776_state *);
bool g1776_fleets_in_hand(const g1776_state *);
g1776_hexes g1776_nearest_of(const g1776_hexes *, int from);
void g1776_take_in_hand(g1776_state *, const g1776_group *);
bool g1776_one_at_a_time(const g1776_place *);
void g1776_set_up_hexes(const g1776_state *, int number, g1776_hexes *out);
void g1776_put_all(g1776_state *, int seat, int place, int also, mk_log *);
void g1776_put_one(g1776_state *, int seat, int place, int also, mk_log *);
void g1776_put_fleets(g1776_state *, int seat, int place, mk_log *);
void g1776_tell_stowed(int count, int type, int fleet, mk_log *);
void g1776_stow_next(g1776_state *, mk_set64 fleets, mk_log *); /* aboard one of these */

/* ---- conditions.c ---- */
bool g1776_controls(const g1776_state *, int seat, int hex);
bool g1776_holds(const g1776_state *, int condition, int entry); /* entry: a hex, MK_NOWHERE */
void g1776_remember(g1776_state *);      /* what happens now, for conditions about the past */
void g1776_remember_turn(g1776_state *); /* at the end of a turn */
void g1776_note_entry(g1776_state *, int seat, int from, int to, mk_log *);
void g1776_note_voyage(g1776_state *, int seat, int origin, int to, mk_log *); /* by water */

/* ---- victory.c ---- */
bool g1776_has_villagers(const g1776_state *);
bool g1776_was_built(const g1776_state *, int hex); /* a fort that a scenario asks for */
int g1776_points(const g1776_state *, int seat);    /* as if the game ended now */
int g1776_worth_now(const g1776_state *, int score);
int g1776_com_left(const g1776_state *);
bool g1776_victory(g1776_state *, g1776_when, mk_log *); /* true: the game is over */
void g1776_note_full_turn(g1776_state *, bool begins);   /* a turn begins, or a segment ends */
int g1776_verdict(const g1776_state *);                  /* a seat, or G1776_DRAW */
void g1776_award(g1776_state *, int seat, int points, mk_log *);
void g1776_score_turn(g1776_state *, mk_log *); /* at the end of a turn */
void g1776_destroy_com(g1776_state *, int seat, mk_log *);
void g1776_note_dismantled(g1776_state *, int seat, int hex, mk_log *);
void g1776_note_leader_lost(g1776_state *, int leader, mk_log *);
void g1776_score_season(g1776_state *, mk_log *); /* before an interphase (CSG-5) */
void g1776_note_fleet(g1776_state *, int fleet, int damage, mk_log *);
int g1776_margin(const g1776_state *, int seat);
const char *g1776_reason_key(const g1776_state *);
void g1776_view_victory(const g1776_state *, int seat, mk_view *);
void g1776_write_group(const g1776_group *, char *out, size_t size);
void g1776_view_hand(const g1776_state *, int seat, mk_view *);    /* place.c */
void g1776_view_scores(const g1776_state *, bool open, mk_view *); /* view_points.c */

/* ---- scenario.c: special rules, the start of segments, the end of turns ---- */
void g1776_very_start(g1776_state *, mk_log *); /* of a turn: before anything else */
bool g1776_start_of_segment(g1776_state *, mk_log *);
bool g1776_end_of_turn(g1776_state *, mk_log *);
void g1776_instant(g1776_state *, mk_log *);               /* after anything that moved or killed */
bool g1776_tied(const g1776_state *, const g1776_piece *); /* may not move, by the scenario */
void g1776_note_attack(g1776_state *, int hex, int attacked, mk_log *); /* a combat begins */
bool g1776_exit_counts(int scenario, int from, int to);
void g1776_note_leaving(g1776_state *, mk_set128 leaders, int br, int from, int to);
bool g1776_may_destroy_gun(const g1776_state *, const g1776_piece *);
void g1776_release_fixed(g1776_state *, mk_log *); /* those whose time has come */
void g1776_free_fixed(g1776_state *, int fixed, mk_log *);
bool g1776_no_combat(const g1776_state *); /* in winter quarters (5) */
int g1776_last_turn(const g1776_state *);

/* ---- special.c ---- */
bool g1776_ticonderoga_shut(const g1776_state *, int hex);
bool g1776_may_fortify(const g1776_state *, int seat, int hex);
bool g1776_leads_partisans(const g1776_state *, int leader, int hex);
bool g1776_partisan_in(const g1776_state *, int leader, int hex);
bool g1776_led_as_partisan(const g1776_state *, int type);
int g1776_points_of(const g1776_state *, int type); /* points of a bateau or fleet */
int g1776_spare_br(const g1776_state *, int seat, int from);
bool g1776_strips_garrison(const g1776_state *, int seat, int from);

/* ---- ledger.c ---- */
int g1776_get_commerce(const void *, int hex);
bool g1776_set_commerce(void *, int hex, int seat, mk_error *);
int g1776_get_landed(const void *, int hex);
bool g1776_set_landed(void *, int hex, int value, mk_error *);
int g1776_get_tied_guns(const void *, int hex);
bool g1776_set_tied_guns(void *, int hex, int value, mk_error *);
int g1776_get_points(const void *, int seat);
int g1776_get_control(const void *, int hex);
int g1776_get_elsewhere(const void *, int, int16_t *out, int max);
bool g1776_set_elsewhere(void *, int, const int16_t *, int count, mk_error *);
void g1776_settle_fixed(g1776_state *);
void g1776_fix_pieces(g1776_state *, const g1776_fixed *);

/* ---- sea.c ---- */
void g1776_count_navy(g1776_state *, mk_log *);
bool g1776_check_fleets(const g1776_state *, char *why, size_t size);
int g1776_load_of(const g1776_state *, int fleet);
int g1776_port_entry(const g1776_state *, int hex); /* MK_NOWHERE: no port */
bool g1776_sea_power(const g1776_state *);
/* fleets.c: orders */
bool g1776_side_in_area(const g1776_state *, int side);
bool g1776_fleet_at_place(const g1776_state *, int seat, int place);
const char *g1776_why_not_course(const g1776_state *, const mk_frame *, int to);
const char *g1776_why_not_sail(const g1776_state *, int fleet);
bool g1776_can_land(const g1776_state *, const mk_frame *);
void g1776_begin_order(g1776_state *, int fleet, mk_log *);
void g1776_list_fleets(const g1776_state *, mk_actions *);
bool g1776_sails(int fleet, int type);
bool g1776_too_many_at_sea(const g1776_state *, int more); /* 2 */
bool g1776_must_land(const g1776_state *, int fleet);
void g1776_end_embarking(g1776_state *, int fleet);
/* harbour.c: armies and the fleets beside them */
bool g1776_lies_off(const g1776_state *, int fleet, int hex);
bool g1776_may_board(const g1776_state *, int seat, int hex);
void g1776_take_ships(g1776_state *, int seat, int hex, mk_log *);
void g1776_boarding_step(void *, mk_log *);
void g1776_expel_fleets(g1776_state *, int hex, mk_log *);
bool g1776_may_lie_there(const g1776_state *, int fleet);
bool g1776_ask_surprised(g1776_state *);
void g1776_new_season(g1776_state *, mk_log *);
/* shipping.c: British pieces without fleets (6, 10) */
const char *g1776_why_not_ship(const g1776_state *, int place);
void g1776_list_shipping(const g1776_state *, mk_actions *);
/* bombard.c */
bool g1776_bombardment(g1776_state *, mk_log *);
int g1776_losses_ashore(g1776_state *, int result, int sp, mk_log *);
/* naval.c: fleets meet */
void g1776_drown(g1776_state *, int fleet);
void g1776_damage_fleet(g1776_state *, int fleet, int damage, int turns, mk_log *);
const char *g1776_why_not_engage(const g1776_state *, int seat, int place);
bool g1776_can_engage(const g1776_state *, int seat);
void g1776_list_engagements(const g1776_state *, int seat, mk_actions *);
void g1776_engage(g1776_state *, int seat, int place, mk_log *);
void g1776_fight_in_indies(g1776_state *, mk_log *); /* British fleets and the navy (V.F) */
void g1776_ask_interception(g1776_state *, int target);
bool g1776_next_repaired(g1776_state *, mk_log *); /* fleets that come back: asks for the next */
/* destination.c: scenario 2 */
void g1776_find_landfalls(void); /* when the board is read */
bool g1776_must_name_destination(const g1776_state *, int fleet);
void g1776_sail_in_secret(g1776_state *, int destination, mk_log *);
bool g1776_sails_unseen(const g1776_state *, int fleet);
bool g1776_force_unseen(const g1776_state *);
int g1776_appears_at(const g1776_state *);
const char *g1776_why_not_appear(const g1776_state *, int fleet, int to);
void g1776_appear(g1776_state *, int fleet, mk_log *);
void g1776_deal_destination(g1776_state *, int seat, mk_rng *);
bool g1776_hides_destination(const void *, int subject, int seat);
void g1776_view_destination(const g1776_state *, int seat, mk_view *);

#endif
