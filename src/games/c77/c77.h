/* c77.h - Campaigns of 1777: what its chapters share. The state is in state.h, the facts are in
 * data.h, the numbers of kinds, verbs, phases and events in rows.h. */
#ifndef C77_H
#define C77_H

#include "core/rule.h"
#include "map/force.h"
#include "rows.h"
#include "state.h"

/* ---- Small questions ---- */

static inline int c77_enemy(int side) { return side == C77_BRITISH ? C77_PATRIOT : C77_BRITISH; }
static inline bool c77_over(const c77_state *s) { return s->reason != C77_UNDECIDED; }
static inline bool c77_option(const c77_state *s, int option) {
    return s->base.option[option] != 0;
}
static inline const c77_scenario *c77_rules(const c77_state *s) {
    return &c77.scenario[s->base.scenario];
}
static inline int c77_deciding(const c77_state *s) { return mk_top_const(&s->base)->seat; }
static inline int c77_leader_side(int leader) { return c77.leader[leader].side; }
static inline const c77_face *c77_face_of(const c77_state *s, int leader) {
    return &c77.leader[leader].face[mk_set_has(s->replaced, leader)];
}
static inline bool c77_on_map(const c77_state *s, int leader) {
    return s->at[leader] < c77_box(0); /* a space or a fort: free of boxes and the sea */
}
static inline bool c77_besieged(const c77_state *s, int leader) {
    return c77_is_fort(s->at[leader]);
}
static inline bool c77_is(int leader, c77_named name) { return leader == c77.named[name]; }
static inline int c77_fort_at(int space) { return c77.space[space].fort; }
static inline mk_set128 c77_area(const c77_state *s) { return c77_rules(s)->area; }
static inline int c77_distance(const c77_state *s, int a, int b) {
    return c77_rules(s)->dist[a][b];
}
/* c77.3.1: a side controls a space if it has SP there and the enemy has none. */
static inline bool c77_controls(const c77_state *s, int side, int space) {
    return mk_set_has(s->occupied[side], space) && !mk_set_has(s->occupied[c77_enemy(side)], space);
}

static inline void c77_note_case(mk_log *log, c77_case which) {
    mk_log_event(log, C77_E_CASE, -1, 0, 0, (int16_t)which);
}

/* ---- turn.c: the sequence of play ---- */
void c77_win(c77_state *, c77_side, c77_reason, mk_log *);
void c77_note_philadelphia(c77_state *, mk_log *);
typedef struct {
    int first, second, sum;
} c77_pair;
c77_pair c77_throw_pair(c77_state *);
void c77_rally(c77_state *, int leader, int type, mk_log *);
void c77_outcome(const void *state, mk_outcome *);
int c77_british_goals(const c77_state *); /* spaces they control of those they need */

/* ---- setup.c ---- */
void c77_setup(void *state, const mk_setup *, mk_log *);

/* ---- stacks.c: what stands where ---- */
void c77_add(c77_state *, int place, int sp_class, int count);
void c77_kill(c77_state *, int place, int sp_class, int count); /* back to what is available */
void c77_recruit(c77_state *, int place, int type, int wanted, mk_log *);
int c77_count(const c77_stack *, int type);
int c77_sp_in(const c77_state *, int space, int side); /* with its fort and its boxes */
mk_set128 c77_places_in(int space);                    /* the space, its fort, its boxes */
int c77_own_place(const c77_state *, int space, int side);
int c77_force_size(const c77_force *); /* SP without the ship */
int c77_force_artillery(const c77_force *);
int c77_force_type(const c77_force *, int type);
int c77_force_fresh(const c77_force *, int type);
bool c77_force_empty(const c77_force *);
void c77_keep_common(c77_force *, const c77_force *other);
int c77_trains(const c77_stack *, int side);
void c77_add_trains(c77_state *, int place, int side, int mark, int count);
void c77_add_depots(c77_state *, int place, int side, int count);
void c77_remove_train(c77_state *, int place, int side);
int c77_source_place(int source);
bool c77_source_is_train(int source);
bool c77_has_source(const c77_state *, int side, int source);
void c77_pick_up(c77_state *, int side, int source);
mk_set64 c77_leaders_at(const c77_state *, int place, int side);
c77_force c77_all_at(const c77_state *, int place, int side);
void c77_move_leader(c77_state *, int leader, int place);
void c77_move_force(c77_state *, const c77_force *, int side, int from, int to);
void c77_occupy(c77_state *, int space, mk_log *);
void c77_expose(c77_state *, int space, mk_log *);
void c77_supply_home(c77_state *, int place, int side);
void c77_off_the_map(c77_state *, int leader);
mk_set128 c77_sources(const c77_state *, int side);
bool c77_nearer_supply(const c77_state *, int side, int from, int to);
const char *c77_why_not_leave_fort(const c77_state *, int side, int from, int to);
int c77_owner_of_bound(int type);
int c77_bound(const c77_state *, int place, int type);
int c77_unbound(const c77_state *, int place, int type);
int c77_unbound_fresh(const c77_state *, int place, int type);
int c77_bound_to(const c77_state *, int leader);
void c77_fewer_bound(c77_state *, int place);

/* ---- activation.c ---- */
void c77_activate(c77_state *, int leader, int bold, mk_log *);
void c77_end_activation(c77_state *);
void c77_leader_gone(c77_state *, int leader);
void c77_spend(c77_state *, int points);

/* ---- march.c ---- */
void c77_start_army(c77_state *, int index, int leader);
const char *c77_why_not_take(const c77_state *, int leader, const c77_force *, int place,
                             int sp_class, int count);
const char *c77_why_not_bring(const c77_state *, int leader, const c77_force *, int place,
                              int companion);
void c77_take(c77_force *, int sp_class, int count);
void c77_bring(c77_state *, c77_force *, int place, int side, int companion);
const char *c77_why_not_step(const c77_state *, int side, int from, int to);
bool c77_obstacle(const c77_state *, int side, int from, int to);
void c77_stop_army(c77_state *, c77_army *, c77_pace);
void c77_trim_army(c77_state *, c77_army *);
c77_army *c77_army_of(c77_state *, int leader);
void c77_powell_marches(c77_state *, mk_log *);
void c77_smith_marches(c77_state *, mk_log *);
/* The march verbs, which two phases share. */
void c77_list_march(const c77_state *, int index, mk_actions *);
const char *c77_why_not_march(const c77_state *, int index, mk_action);
void c77_apply_march(c77_state *, int index, mk_action, mk_log *);

/* ---- entry.c: the sequence of a battle ---- */
c77_battle *c77_enter(c77_state *, c77_battle_kind, int space, int side);
void c77_came_from(c77_state *, int side, int from);
int c77_in_the_open(const c77_state *, int side);

/* ---- interrupt.c: intercept, avoid, reinforce ---- */
bool c77_intercept_rolls(c77_state *, mk_log *);
void c77_reinforce_rolls(c77_state *, mk_log *);
void c77_avoid_rolls(c77_state *, int automatic, mk_log *);
bool c77_ask_attempts(c77_state *, c77_attempt_kind);
void c77_note_modifiers(c77_state *);
bool c77_committed(const c77_state *, int leader);
typedef struct {       /* what an attempt takes: two dice with the modifiers up to the rating */
    int leader;        /* whose rating counts */
    int rating, bonus; /* the rating, and what coordination and expertise added to it */
    int friendly, obstacle, initiative, washington;
    int highest;  /* the highest roll that succeeds */
    bool certain; /* nothing is rolled */
} c77_odds;
mk_set64 c77_may_attempt(const c77_state *);
mk_set128 c77_avoid_spaces(const c77_state *);
c77_odds c77_odds_if(const c77_state *, int leader);
c77_odds c77_odds_to(const c77_state *, int space);

/* ---- battle.c ---- */
typedef struct {                                 /* how many dice, and why */
    int sp[2][C77_TYPES], by_type[2][C77_TYPES]; /* SP that fight and their dice; [1] is out of
                                                    supply, not yet halved */
    int supplied, unsupplied;                    /* of SP; those out of supply are halved */
    int rating, leaders, nations, surprise, planned, expert;
    int times, divided; /* all but the expert's dice: inside a fort, landing, storming */
    int total;
} c77_dice;
c77_dice c77_dice_of(const c77_state *, int side);
mk_set64 c77_seniors(const c77_state *, int side);
int c77_standing(const c77_state *, int leader);
void c77_throw_dice(c77_state *, mk_log *);
bool c77_next_loss(c77_state *, mk_log *);
void c77_decide_battle(c77_state *, mk_log *);
int c77_excess(const c77_state *, int side);
void c77_feat_of(c77_state *, int leader, c77_expertise);
void c77_next_feat(c77_state *, mk_log *);
int c77_expert_bonus(const c77_state *, int leader, c77_expertise);

/* ---- retreat.c: retreats, forts entered, escapes, captures ---- */
bool c77_ask_fort(c77_state *, int retreating, mk_log *);
void c77_retreat(c77_state *, mk_log *);
void c77_end_battle(c77_state *, mk_log *);
void c77_call_aftermath(c77_state *);

/* ---- siege.c ---- */
bool c77_ask_sorties(c77_state *, int side);
const char *c77_why_not_storm(const c77_state *);
void c77_storm(c77_state *);
void c77_storm_result(c77_state *, mk_log *);

/* ---- supply.c ---- */
mk_set128 c77_network(const c77_state *, int side, mk_set128 depots); /* of these depots */
mk_set128 c77_supplied_places(const c77_state *, int side);
void c77_check_supply(c77_state *, int side, mk_log *);
mk_set128 c77_within(const c77_state *, mk_set128 sources, int steps, int side);

/* ---- events.c ---- */
void c77_random_event(c77_state *, int side, mk_log *);

/* ---- sea.c ---- */
void c77_sea_travel(c77_state *, mk_log *);
const char *c77_why_not_embark(const c77_state *);
void c77_embark(c77_state *);
int c77_bearing(const c77_state *, int port);
void c77_landing_won(c77_state *, mk_log *);
void c77_landing_lost(c77_state *, mk_log *);
void c77_ask_new_course(c77_state *);

/* The rows of the phase table: a step of each procedure, three functions of each decision. */
void c77_turn_step(void *, mk_log *);
void c77_acting_step(void *, mk_log *);
void c77_marching_step(void *, mk_log *);
void c77_garrison_march_step(void *, mk_log *);
void c77_battle_step(void *, mk_log *);
void c77_supply_step(void *, mk_log *);
void c77_aftermath_step(void *, mk_log *);
#define C77_PHASE(name)                                                                            \
    void c77_##name##_list(const void *, mk_actions *);                                            \
    const char *c77_##name##_why_not(const void *, mk_action);                                     \
    void c77_##name##_apply(void *, mk_action, mk_log *)
C77_PHASE(choose_first);
C77_PHASE(return );
C77_PHASE(return_to);
C77_PHASE(activation);
C77_PHASE(march);
C77_PHASE(garrison);
C77_PHASE(supply_site);
C77_PHASE(embark);
C77_PHASE(sortie);
C77_PHASE(declare);
C77_PHASE(muster);
C77_PHASE(fort);
C77_PHASE(avoid_to);
C77_PHASE(coordinate);
C77_PHASE(plan);
C77_PHASE(senior);
C77_PHASE(hold);
C77_PHASE(losses);
C77_PHASE(retreat);
C77_PHASE(escape);
C77_PHASE(capture);
C77_PHASE(expert);
C77_PHASE(supply_check);
C77_PHASE(attrition);
C77_PHASE(event_leader);
C77_PHASE(event_loss);
C77_PHASE(event_gift);
C77_PHASE(new_course);
C77_PHASE(landing_depot);
C77_PHASE(raid_loss);

/* game.c, view.c, fog.c, properties.c, check.c, greedy.c */
const char *c77_class_id(int sp_class); /* "regular_marched_out" */
void c77_view(const void *state, int seat, mk_view *);
void c77_board(mk_view *);
extern const mk_property c77_properties[];
extern const mk_series c77_series[]; /* course.c */
extern const mk_battles c77_battles;
void c77_chronicle(mk_course *, const mk_event *);
void c77_settle(void *state);
void c77_determinize(void *state, int seat, mk_rng *);
bool c77_check(const void *state, char *why, size_t size);
int c77_score(const void *state, int seat);
int c77_weigh(const void *state, mk_action);
void c77_weigh_begin(const void *state);
extern const mk_term c77_terms[];
extern const mk_game c77_game;
void c77_consider(const void *state, int seat, int *values);

#endif
