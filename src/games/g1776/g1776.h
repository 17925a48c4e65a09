/* g1776.h - 1776: what its chapters share. The state is in state.h, the facts are in data.h, the
 * numbers of kinds, verbs, phases and events in rows.h. */
#ifndef G1776_H
#define G1776_H

#include "campaign.h"
#include "core/rule.h"
#include "rows.h"
#include "scenario.h"
#include "southern.h"
#include "state.h"

/* ---- Small questions ---- */

static inline int g1776_enemy(int seat) { return !seat; }
static inline const g1776_scenario_rules *g1776_rules(const g1776_state *s) {
    return &g1776.scenario[s->base.scenario];
}
static inline bool g1776_basic(const g1776_state *s) { return g1776_rules(s)->basic; }
static inline int g1776_deciding(const g1776_state *s) { return mk_top_const(&s->base)->seat; }
static inline bool g1776_is(int type, unsigned what) { return g1776.type[type].is & what; }
static inline bool g1776_is_sp(int type) { return type < G1776_SP_TYPES; }
static inline int g1776_owner(int type) { return g1776.type[type].seat; }
static inline bool g1776_leader_is(const g1776_state *s, int leader, unsigned what) {
    unsigned is = mk_set_has(s->replaced, leader) ? G1776_NAMELESS : g1776.leader[leader].is;
    return is & what;
}
static inline bool g1776_leader_named(int leader, g1776_named name) {
    return g1776.named[name] == leader;
}
static inline bool g1776_winter(const g1776_state *s) {
    return g1776_rules(s)->winter[s->base.turn];
}
static inline bool g1776_has_rule(const g1776_state *s, g1776_rule rule) {
    return mk_set_has(g1776_rules(s)->rules, rule);
}
static inline bool g1776_option(const g1776_state *s, int option) {
    return s->base.option[option] != 0;
}
static inline bool g1776_in_area(const g1776_state *s, int hex) {
    return mk_set_has(&g1776_rules(s)->area, hex);
}
static inline bool g1776_at_border(const g1776_state *s, int hex) {
    return mk_set_has(&g1776_rules(s)->border, hex);
}
static inline bool g1776_april_1775(const g1776_state *s) {
    return g1776_has_rule(s, G1776_RULE_APRIL_1775) && s->base.turn == 1;
}
static inline bool g1776_north(int hex) {
    int area = g1776_area_of(hex);
    return area == G1776_NEW_ENGLAND || area == G1776_MIDDLE_STATES || area == G1776_CANADA;
}
/* SP of a seat in a hex, inside or outside a fort; outside one only. */
static inline bool g1776_held(const g1776_state *s, int seat, int hex) {
    return mk_set_has(&s->held[seat], hex);
}
static inline bool g1776_open(const g1776_state *s, int seat, int hex) {
    return mk_set_has(&s->open[seat], hex);
}

/* ---- pieces.c: what stands where ---- */

/* The entries at a place: G1776_EACH_AT(p, s, place) {...}. The array must not change meanwhile. */
static inline int g1776_block_of(int place) {
    return place < G1776_AT_SIDE ? place / G1776_BLOCK : G1776_BLOCKS - 1;
}
static inline int g1776_first_at(const g1776_state *s, int place) {
    int i = s->block[g1776_block_of(place)];
    while (i < s->piece_count && s->piece[i].place < place) i++;
    return i;
}
#define G1776_EACH_AT(p, s, where)                                                                 \
    for (const g1776_piece *p = &(s)->piece[g1776_first_at(s, where)],                             \
                           *p##_end = &(s)->piece[(s)->piece_count];                               \
         p < p##_end && p->place == (where); p++)
#define G1776_EACH_PIECE(p, s)                                                                     \
    for (const g1776_piece *p = (s)->piece; p < (s)->piece + (s)->piece_count; p++)

void g1776_find_blocks(const g1776_state *, uint16_t block[G1776_BLOCKS]);
uint64_t g1776_order(const g1776_piece *);
void g1776_put(g1776_state *, g1776_piece); /* joins alike ones */
g1776_piece g1776_take_at(g1776_state *, int index, int count);
void g1776_add(g1776_state *, int place, int type, int count, int flags);
void g1776_remove(g1776_state *, int place, int type, int count, int flags); /* these flags */
enum { G1776_MAX_LOTS = 96 }; /* entries of one place */
int g1776_lift(g1776_state *, int place, int flags, g1776_piece out[G1776_MAX_LOTS]);
uint16_t g1776_began(const g1776_piece *);
int g1776_count(const g1776_state *, int place, int type); /* whatever their flags */
int g1776_count_of(const g1776_state *, int place, mk_set64 types);
int g1776_count_where(const g1776_state *, int place, mk_set64 types, int mask, int flags);
static inline int g1776_on_map(const g1776_state *s, int type) { return s->total[type]; }
int g1776_sp(const g1776_state *, int hex, int seat); /* in and outside */
enum { G1776_OUTSIDE_ONLY, G1776_INSIDE_ONLY };
int g1776_sp_part(const g1776_state *, int hex, int seat, int inside);
bool g1776_has(const g1776_state *, int place, int type);
void g1776_put_leader(g1776_state *, int leader, g1776_leader_at);
void g1776_move_leader(g1776_state *, int leader, int place); /* all else stays as it was */
mk_set128 g1776_leaders_at(const g1776_state *, int place, int seat);
bool g1776_units_at(const g1776_state *, int hex, int seat); /* SP, leaders, anything but works */
g1776_hexes g1776_hexes_with_units(const g1776_state *, int seat);
bool g1776_any_afloat(const g1776_state *); /* bateaux */
void g1776_settle(void *state);
void g1776_clear_phase(g1776_state *); /* wipes the marks of a movement phase */

/* ---- turn.c: the sequence of play ---- */
void g1776_turn_step(void *, mk_log *);
void g1776_segment_step(void *, mk_log *);
void g1776_win(g1776_state *, int winner, int reason, mk_log *);
void g1776_outcome(const void *state, mk_outcome *);
void g1776_setup(void *state, const mk_setup *, mk_log *);

/* ---- group.c: stacks on the move ---- */
typedef struct { /* who is in hand at a hex, and who leads whom (IV.A) */
    int hex, seat;
    mk_set128 leaders;
    int sp, pieces;      /* in hand; pieces of any kind, without leaders */
    int stay;            /* own SP at the hex that are not in hand */
    int prizes[2];       /* captured in this segment, but magazines: left behind, in hand */
    int guns, decoys;    /* in hand */
    int partisans;       /* militia and dragoons */
    bool regular_leader; /* one who is no partisan */
    bool partisans_led;  /* a partisan leader leads all militia in hand (V.A) */
    bool dragoons, glover, marion;
    int indians;                                       /* SP in hand */
    int boats;                                         /* bateaux carried over land (II.B) */
    int doubled[G1776_NATIONS];                        /* regulars beyond what the leaders lead */
    int regulars[G1776_NATIONS], limit[G1776_NATIONS]; /* in hand, led at most */
    int militia_room, dragoon_room; /* partisans that could still be led by partisan leaders */
} g1776_hand;
g1776_hand g1776_hand_at(const g1776_state *, int hex, int seat);
bool g1776_try_step(g1776_state *, int hex, int seat, int direction,
                    int way);                                     /* for view_reach.c */
int g1776_largest_stack(const g1776_state *, const g1776_hand *); /* that began together (II.C) */
enum { G1776_AS_IT_WAS, G1776_GO_INSIDE, G1776_GO_OUTSIDE };
void g1776_halt(g1776_state *, int hex, int inside); /* all in hand are done */
bool g1776_leader_can_go(const g1776_state *, int leader);
void g1776_list_groups(const g1776_state *, int seat, mk_actions *);
const char *g1776_why_not_group(const g1776_state *, int seat, int hex);
int g1776_find_lot(const g1776_state *, int hex, int type, int lot, int in_hand);
void g1776_turn_lot(g1776_state *, int hex, mk_action, int from);
void g1776_log_step(const g1776_state *, const g1776_hand *, int direction, mk_log *);

/* ---- scenario.c ---- */
const char *g1776_scenario_holds(const g1776_state *, const g1776_hand *);
const char *g1776_scenario_bars(const g1776_state *, const g1776_hand *, int to);

/* ---- terrain.c: what a step costs ---- */
enum { G1776_RAIDERS_MP = 15 }; /* CSG-5: dragoons with a partisan leader, and he */
enum { G1776_CLOSED = 255, G1776_LEADER_MP = 10, G1776_ALL_SPENT = 200 };
enum { G1776_ON_FOOT, G1776_BY_BOAT, G1776_LEAVING };
typedef struct {
    bool closed, in_full;         /* nobody crosses; the one-hex minimum does not help (II) */
    uint8_t enter, relief, water; /* MP */
} g1776_cost;
void g1776_find_edges(void);                 /* when the board is read */
int g1776_dry_cost(int from, int direction); /* MP on foot without rain and fleets */
g1776_cost g1776_step_cost(const g1776_state *, int seat, int from, int direction, int way);
int g1776_fleet_on(const g1776_state *, int seat, int side); /* G1776_NONE: none */
void g1776_fix_ferry(g1776_state *, int seat, int side);
bool g1776_has_ferries(const g1776_state *, int seat);
int g1776_origin(int origin, int place);
int g1776_allowance(const g1776_state *, const g1776_piece *, const g1776_hand *);
int g1776_leader_allowance(const g1776_state *, int leader, const g1776_hand *);

/* ---- contact.c: what entering a hex leads to ---- */
void g1776_tidy(g1776_state *, int hex, mk_log *); /* captures, works without a garrison */
int g1776_fort_of(const g1776_state *, int hex);
bool g1776_entrenched(const g1776_state *, int hex, int seat);
const char *g1776_why_not_eliminate(const g1776_state *, const g1776_hand *);
void g1776_eliminate(g1776_state *, const g1776_hand *, mk_log *);
void g1776_overrun(g1776_state *, const g1776_hand *, mk_log *);
void g1776_met_nobody(g1776_state *, mk_frame *mover, int hex);
int g1776_village_number(int hex); /* 0 to 2; -1: there is none */
bool g1776_village_closed(const g1776_state *, int seat, int hex);
bool g1776_spared(const g1776_state *, int seat, int hex); /* villagers of 11 and 12 */
void g1776_open_village(g1776_state *, int seat, int from, int to, mk_log *);
void g1776_indian_leaves(g1776_state *, int seat, int from, mk_log *);
bool g1776_leaves_prize(const g1776_state *, const g1776_hand *, int to);

/* ---- leaders.c ---- */
enum { G1776_PARTISANS_LED = 3, G1776_DRAGOONS_LED = 2 }; /* IV.A */
int g1776_dragoons_led(const g1776_state *);              /* by a partisan leader */
const g1776_leader_row *g1776_leader_face(const g1776_state *, int leader);
bool g1776_both_nations(const g1776_state *, int leader);  /* leads FR and CA */
int g1776_ranking(const g1776_state *, mk_set128 leaders); /* G1776_NONE: there is none */
int g1776_leads(const g1776_state *, int leader, mk_set128 company);
void g1776_to_track(g1776_state *, int leader, int back, int waits);
void g1776_wait_for_season(g1776_state *, int leader);  /* for the next interphase */
void g1776_wait_for_january(g1776_state *, int leader); /* CSG-6 */
void g1776_capture_leader(g1776_state *, int leader, mk_log *);
bool g1776_reunites(const g1776_state *, mk_set128 leaders, int hex); /* Sumter (V.A) */
mk_set128 g1776_same_company(const g1776_state *);
void g1776_note_company(g1776_state *);

/* ---- stores.c: magazines, forts, destruction ---- */
const char *g1776_why_not_magazine(const g1776_state *, int seat, int hex);
void g1776_make_magazine(g1776_state *, int seat, int hex, mk_log *);
const char *g1776_why_not_reduce(const g1776_state *, int seat, int hex);
void g1776_reduce(g1776_state *, int seat, int hex, mk_log *);
const char *g1776_why_not_fortsite(const g1776_state *, int seat, int hex);
void g1776_mark_fort(g1776_state *, int seat, int hex, mk_log *);
void g1776_begin_forts(g1776_state *, int seat, mk_log *);
void g1776_complete_forts(g1776_state *, int seat, mk_log *);
const char *g1776_why_not_dismantle(const g1776_state *, int seat, int hex);
bool g1776_ask_dismantle(g1776_state *);
void g1776_list_scraps(const g1776_state *, int seat, int only, mk_actions *);
const char *g1776_why_not_scrap(const g1776_state *, int seat, int only, mk_action);
void g1776_scrap_at(g1776_state *, int seat, int only, mk_action, mk_log *);
bool g1776_ask_spoils(g1776_state *, int seat);

/* ---- boats.c: bateaux ---- */
const char *g1776_why_not_boatyard(const g1776_state *, int seat, int hex);
bool g1776_ask_floating(g1776_state *, mk_log *);
const char *g1776_why_not_launch(const g1776_state *, int seat, int side);
void g1776_list_launches(const g1776_state *, int seat, mk_actions *);
void g1776_launch(g1776_state *, int seat, int side);
bool g1776_frozen(const g1776_state *, int side); /* fleets.c */
bool g1776_has_cargo(const g1776_state *, int fleet);
bool g1776_is_mouth(int place); /* of the Saint Lawrence */

bool g1776_floats_on(const g1776_state *, int hex, int side);
bool g1776_boat_rows(const g1776_state *, int seat, int side);  /* may it enter the hexside? */
bool g1776_boat_stops(const g1776_state *, int seat, int side); /* there, behind enemies? */
bool g1776_boat_lands(const g1776_state *, int seat, int side, int bank); /* 0, 1: which hex */

/* ---- portage.c ---- */
enum { G1776_PORTAGE_HEXES = 2, G1776_PORTAGE_SIDES = 4 }; /* II.B */
const char *g1776_why_not_haul(const g1776_state *, const g1776_hand *, int side);
void g1776_haul(g1776_state *, const g1776_hand *, int side);
bool g1776_portable(const g1776_piece *);
const char *g1776_why_not_carry(const g1776_state *, const g1776_hand *);
void g1776_leave_guns(g1776_state *, int hex);
void g1776_end_portage(uint8_t *flags);
const char *g1776_why_not_refloat(const g1776_state *, const g1776_hand *, int side);
void g1776_refloat(g1776_state *, const g1776_hand *, int side);
void g1776_list_portage(const g1776_state *, const g1776_hand *, bool stopped, mk_actions *);

/* ---- march.c: forced marches ---- */
bool g1776_ask_marches(g1776_state *);
void g1776_marching_step(void *, mk_log *);
void g1776_march_on(g1776_state *, mk_log *);
void g1776_march_pays(g1776_state *, int price);

/* ---- finish.c ---- */
void g1776_finish(g1776_state *, mk_log *);
void g1776_clear_segment(g1776_state *);
bool g1776_at_home(const g1776_state *, int leader, int hex); /* V.A */

/* ---- supply.c ---- */
bool g1776_supply_at(const g1776_state *, int seat, int hex);
bool g1776_magazine_for(const g1776_state *, int seat, int hex, int inside);
bool g1776_can_supply(const g1776_state *, int seat, int hex, int inside);
bool g1776_supply_costs_more(const g1776_state *);
enum { G1776_USED_ONCE = 1, G1776_USED_UP = 2 }; /* rounds of this month, as `mark` of a supply */
void g1776_use_supply_unit(g1776_state *, int seat);
void g1776_use_up(g1776_state *, int seat, int place, int rounds, mk_log *);
void g1776_forget_supply(g1776_state *);

/* ---- announce.c, basic.c, combat.c ---- */
bool g1776_can_attack(const g1776_state *, int seat);
const char *g1776_why_not_basic(const g1776_state *, int seat, int hex);
void g1776_fight_basic(g1776_state *, int seat, int hex, mk_log *);
const char *g1776_why_not_combat(const g1776_state *, int seat, int hex);
const char *g1776_why_not_round(const g1776_state *); /* of the combat that has begun */
bool g1776_all_may_sally(const g1776_state *);        /* could it, with all who are still inside? */
typedef struct {                                      /* of an attack; attacker first */
    int column, drm;
    int part[2]; /* SP that take part in the first round */
    int sp[2];   /* SP there */
} g1776_prospect;
g1776_prospect g1776_prospect_of(const g1776_state *, int seat, int hex);
int g1776_losses(int result, int sp); /* that a result of the table costs so many SP */
void g1776_begin_combat(g1776_state *, int seat, int hex, mk_log *);
void g1776_combat_go(void *, mk_log *); /* the procedure */
enum { G1776_WINTER_ROUNDS = 2 };       /* VI of the campaign */

/* ---- garrison.c: out of a fort to attack, into one afterwards ---- */
void g1776_ask_sally(g1776_state *);
void g1776_ask_shelter(g1776_state *);
void g1776_turn_inside(g1776_state *, int hex, int type, int count, int inside); /* as it was */

/* ---- odds.c ---- */
enum { G1776_ONE_TO_THREE, G1776_EVEN = 3, G1776_THREE_TO_TWO = 4, G1776_TWO_TO_ONE = 5 };
int g1776_part(const g1776_state *, int seat);
const char *g1776_why_not_fire(const g1776_state *, int seat);
int g1776_fighters(const g1776_state *, int seat, int type);
int g1776_fighting_sp(const g1776_state *, int seat);
mk_set128 g1776_fighting_leaders(const g1776_state *, int seat);
int g1776_commander(const g1776_state *, int seat);
int g1776_most(const g1776_state *, int seat);
int g1776_participants(const g1776_state *, int seat);
bool g1776_may_commit(const g1776_state *, int seat, int type, int count);
bool g1776_may_supply(const g1776_state *, int seat);
int g1776_column(const g1776_state *, bool attacker_supplied, bool defender_supplied);
typedef struct {
    int leaders, elites, works, guns, militia, control, allies, knox, fleets, awe, special;
    int sum; /* within the limit */
} g1776_modifiers;
g1776_modifiers g1776_modifiers_now(const g1776_state *);
void g1776_use_elite(g1776_state *, int type);
void g1776_elite_dies(g1776_state *, int type);
const char *g1776_why_not_elite(const g1776_state *, int seat, int type);

/* ---- losses.c ---- */
mk_set64 g1776_next_loss(const g1776_state *, int seat); /* types among which one is lost */
bool g1776_elite_gone(const g1776_combat *, int seat);
void g1776_count_loss(g1776_state *, int seat, int type);
void g1776_lose_one(g1776_state *, int seat, int type, mk_log *);

/* ---- retreat.c ---- */
unsigned g1776_retreats(const g1776_state *, int seat, int hex, int avoid); /* directions */
void g1776_retreat_to(g1776_state *, int seat, int hex, int to, mk_log *);
bool g1776_can_retreat(const g1776_state *, int seat, int hex);
bool g1776_partisans_at(const g1776_state *, int seat, int hex);
bool g1776_victims_asked(g1776_state *, int seat, int hex);
void g1776_go_inside(g1776_state *, int seat, int hex, mk_log *);
bool g1776_ask_evasion(g1776_state *, mk_log *); /* before combat; false: nobody is left to ask */

/* ---- casualties.c ---- */
bool g1776_check_leaders(g1776_state *, mk_log *); /* false: all are done */
bool g1776_leaders_return(g1776_state *, mk_log *);
int g1776_check_total(g1776_state *, int seat, mk_log *);
void g1776_exchange_prisoners(g1776_state *, mk_log *);
void g1776_promotions(g1776_state *, mk_log *);
void g1776_escape(g1776_state *, int leader, mk_log *);
bool g1776_sent_home(g1776_state *, int leader); /* Carleton (1) */
void g1776_kill_leader(g1776_state *, int leader, bool with_force, mk_log *);

/* ---- veil.c, evidence.c, fog.c: counters face down (VI.B) ---- */
bool g1776_veils(const g1776_state *);
bool g1776_veiled(const g1776_piece *);
int g1776_veiled_at(const g1776_state *, int place, int seat, int mask, int flags);
bool g1776_looks_held(const g1776_state *, int seat, int hex);
bool g1776_looks_open(const g1776_state *, int seat, int hex);
int g1776_counters_in_hand(const g1776_state *, const g1776_hand *);
void g1776_veil_hand(g1776_state *);
bool g1776_arranges(const g1776_state *, int seat);
const char *g1776_why_not_conceal(const g1776_state *, int seat, int hex);
void g1776_list_conceal(const g1776_state *, int seat, mk_actions *);
void g1776_end_turning(g1776_state *);
void g1776_turn_up(g1776_state *, int hex, mk_set64 types, int mask, mk_log *);
void g1776_turn_up_afloat(g1776_state *, int hex, mk_log *);
void g1776_turn_all_up(g1776_state *, mk_log *); /* in campaign games */
void g1776_meet(g1776_state *, int hex, mk_log *);
bool g1776_sees(const g1776_state *, int seat, int hex);
void g1776_come_upon(g1776_state *, int seat, int hex, mk_log *);
bool g1776_ask_displaced(g1776_state *);
void g1776_show_for_arrival(g1776_state *, const g1776_arrival *, mk_log *);
void g1776_show_for_next_turn(g1776_state *, mk_log *);
void g1776_show_refuges(g1776_state *, int leader, const g1776_hexes *near, mk_log *);
void g1776_show_at(g1776_state *, int hex, mk_set64 types, mk_log *);
bool g1776_hides_force(const g1776_state *, const g1776_arrival *);
void g1776_show_for_place(g1776_state *, const g1776_arrival *, mk_log *);
void g1776_show_force(g1776_state *, const g1776_arrival *, int hex, mk_log *);
bool g1776_hides_british(const void *, int hex, int seat);
bool g1776_hides_american(const void *, int hex, int seat);
bool g1776_hides_control(const void *, int hex, int seat);
bool g1776_hides_count(const void *, int subject, int seat);

/* ---- game.c, view.c, properties.c, check.c, greedy.c ---- */
const char *g1776_hex_id(int hex);
int g1776_where_of(int place); /* as its kind numbers it */
int g1776_place_of(int where);
int g1776_where_count(void);
const char *g1776_where_id(int where);
extern const mk_game g1776_game;
extern const mk_property g1776_properties[];
void g1776_board_view(mk_view *);
void g1776_view_combat(const g1776_state *, int viewer, mk_view *);
void g1776_view_tables(mk_view *); /* of combat: they never change */
void g1776_view_reach(const g1776_state *, int viewer, mk_view *);
void g1776_view(const void *state, int seat, mk_view *);
void g1776_determinize(void *state, int seat, mk_rng *);
bool g1776_check(const void *state, char *why, size_t size);
int g1776_score_of(const void *state, int seat);
extern const mk_term g1776_terms[];
void g1776_consider(const void *state, int seat, int *value);
int g1776_weigh(const void *state, mk_action);
void g1776_weigh_begin(const void *state);
extern const mk_series g1776_series[]; /* course.c */
extern const mk_battles g1776_battles;
void g1776_chronicle(mk_course *, const mk_event *);
int g1776_get_strength(const void *state, int seat);
int g1776_get_towns(const void *state, int seat);

#define G1776_PHASE(name)                                                                          \
    void g1776_##name##_list(const void *, mk_actions *);                                          \
    const char *g1776_##name##_why_not(const void *, mk_action);                                   \
    void g1776_##name##_apply(void *, mk_action, mk_log *)
G1776_PHASE(build);
G1776_PHASE(builder);
G1776_PHASE(depot);
G1776_PHASE(reduction);
G1776_PHASE(parts);
G1776_PHASE(outworks);
G1776_PHASE(move);
G1776_PHASE(group);
G1776_PHASE(boatyard);
G1776_PHASE(float);
G1776_PHASE(boat);
G1776_PHASE(march);
G1776_PHASE(marshal);
G1776_PHASE(strike);
G1776_PHASE(fall_out);
G1776_PHASE(scrap);
G1776_PHASE(dismantle);
G1776_PHASE(spoils);
G1776_PHASE(announce);
G1776_PHASE(sally);
G1776_PHASE(declare);
G1776_PHASE(commit);
G1776_PHASE(card);
G1776_PHASE(lose);
G1776_PHASE(retreat);
G1776_PHASE(break_off);
G1776_PHASE(go_on);
G1776_PHASE(shelter);
G1776_PHASE(evade);
G1776_PHASE(evasion);
G1776_PHASE(place_leader);
G1776_PHASE(substitute);
G1776_PHASE(moor);
G1776_PHASE(place);
G1776_PHASE(stow);
G1776_PHASE(dig);
G1776_PHASE(recall);
G1776_PHASE(remove);
G1776_PHASE(remove_fleet);
G1776_PHASE(quarters);
G1776_PHASE(haven);
G1776_PHASE(fleet);
G1776_PHASE(ship);
G1776_PHASE(bombard);
G1776_PHASE(answer);
G1776_PHASE(intercept);
G1776_PHASE(surprised);
G1776_PHASE(veil);
G1776_PHASE(conceal);
G1776_PHASE(displaced);
G1776_PHASE(muster);
G1776_PHASE(cull);
G1776_PHASE(dragoons);
G1776_PHASE(mount);
G1776_PHASE(rebuild);
G1776_PHASE(indians);
G1776_PHASE(transfer);
G1776_PHASE(call);
G1776_PHASE(aid);
G1776_PHASE(fetch);
G1776_PHASE(detach);
G1776_PHASE(secret);
G1776_PHASE(flee);
G1776_PHASE(escort);
G1776_PHASE(exchange);
G1776_PHASE(offer);
G1776_PHASE(bid);
G1776_PHASE(enlist);
G1776_PHASE(rally);

#endif
