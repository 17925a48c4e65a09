/* eoe.h - End of Empire: what its chapters offer each other. Kinds, verbs, phases and events are in
 * rows.h, the state in state.h. */
#ifndef EOE_H
#define EOE_H

#include "core/rule.h"
#include "index.h"
#include "rows.h"
#include "state.h"

/* ---- Small questions ---- */

static inline int eoe_enemy(int seat) { return !seat; }
static inline const eoe_scenario *eoe_rules(const eoe_state *s) {
    return &eoe.scenario[s->base.scenario];
}
static inline bool eoe_in_play(const eoe_state *s, int hex) {
    return mk_set_has(&eoe_rules(s)->in_play, hex);
}
static inline int eoe_war_of(const eoe_state *s) { return eoe_rules(s)->war; }
static inline bool eoe_politics(const eoe_state *s) { return eoe_rules(s)->politics; }
static inline const eoe_turn *eoe_turn_now(const eoe_state *s) {
    return &eoe.table.turn[eoe_war_of(s)][s->base.turn];
}
static inline int eoe_deciding(const eoe_state *s) { return mk_top_const(&s->base)->seat; }
static inline bool eoe_on_map(int place) { return place < EOE_SPACES; }
static inline bool eoe_is_aboard(int place) { return place >= EOE_ABOARD && place < EOE_HAVANA; }
static inline bool eoe_has_inside(const eoe_state *s, int hex) {
    return mk_set_has(&s->inside[0], hex) || mk_set_has(&s->inside[1], hex);
}
static inline bool eoe_has_place(int hex) { return eoe_is(hex, EOE_HAS_TOWN | EOE_HAS_OUTPOST); }
static inline bool eoe_is_unit(int piece) { return piece < eoe.unit_count; }
static inline bool eoe_has_mark(int piece, unsigned mark) {
    return eoe_is_unit(piece) && eoe.piece[piece].marks & mark;
}
static inline int eoe_near(int hex, int direction) { return eoe_board.hexes.near[hex][direction]; }

/* ---- pieces.c ---- */
/* The first of the order at a space or behind it. */
static inline int eoe_first_at(const eoe_state *s, int space) {
    int i = s->first[space / EOE_BUCKET];
    while (i < s->order_count && s->piece[s->order[i]].at < space) i++;
    return i;
}
/* The pieces at a space, by number. They must not move meanwhile: see eoe_list_at. */
#define EOE_EACH_AT(p, s, where)                                                                   \
    for (int p##_i = eoe_first_at(s, where), p = 0;                                                \
         p##_i < (s)->order_count && (p = (s)->order[p##_i], (s)->piece[p].at == (where));         \
         p##_i++)
#define EOE_EACH_PIECE(p, s)                                                                       \
    for (int p##_i = 0, p = 0; p##_i < (s)->order_count && (p = (s)->order[p##_i], true); p##_i++)
static inline bool eoe_units_at(const eoe_state *s, int seat, int space) {
    return mk_set_has(space & 1 ? &s->inside[seat] : &s->open[seat], space / 2);
}
void eoe_move_to(eoe_state *, int piece, int place);
void eoe_set_flags(eoe_state *, int piece, unsigned clear, unsigned set);
void eoe_bring(eoe_state *, int piece, int space);
void eoe_track(eoe_state *, int piece, int turn);
void eoe_eliminate(eoe_state *, int piece, mk_log *);
void eoe_send_home(eoe_state *, int piece);
bool eoe_lose_step(eoe_state *, int piece, mk_log *);
void eoe_settle(void *state);
void eoe_clear_phase(eoe_state *);

/* ---- countries.c ---- */
bool eoe_read_columns(void);                                      /* when the board is read */
void eoe_beside(const eoe_hexes *set, eoe_hexes *out);            /* by land */
const eoe_hexes *eoe_country_of(const eoe_hexes *open, int from); /* until others are asked for */

/* ---- control.c ---- */
int eoe_friendly_in(int war, int seat, int hex);
int eoe_friendly(const eoe_state *, int seat, int hex);
bool eoe_controls(const eoe_state *, int seat, int hex);
static inline bool eoe_occupies(const eoe_state *s, int seat, int hex) {
    return mk_set_has(&s->inside[seat], hex) || mk_set_has(&s->open[seat], hex);
}
static inline bool eoe_winter(const eoe_state *s) {
    return eoe_turn_now(s)->season >= EOE_WINTER_1;
}
static inline bool eoe_hard_winter(const eoe_state *s, int hex) {
    return eoe_is(hex, EOE_NORTH) && eoe_winter(s);
}
int eoe_fleet_seat(int fleet);
bool eoe_lies_off(const eoe_state *, int fleet, int hex);
int eoe_fleet_off(const eoe_state *, int seat, int hex);
bool eoe_blockaded(const eoe_state *, int seat, int hex);
enum {
    EOE_G_BRITISH = 1,
    EOE_G_AMERICAN = 2,
    EOE_G_FRENCH = 4,
    EOE_G_SPANISH = 8,
    EOE_G_INDIAN = 16
};
static inline unsigned eoe_group_of(int piece) { return eoe_index.group[piece]; }
unsigned eoe_groups_at(const eoe_state *, int seat, int hex);
const char *eoe_why_not_enter(const eoe_state *, int seat, unsigned groups, int hex);
bool eoe_spain_is_neutral(const eoe_state *);

/* ---- command.c ---- */
typedef struct { /* a force, or what is being formed: counts of its pieces */
    int seat, space, flags, extra;
    int pieces, units, leaders, plus, boxed, cavalry, boatmen;
    unsigned groups;  /* of its units: who may command them */
    unsigned nations; /* of leaders, too: where they may go */
} eoe_force;
typedef enum {
    EOE_CHECK_FIRST,
    EOE_CHECK_LATER,
    EOE_CHECK_REACTION,
    EOE_CHECK_SLIP /* of a battle, by who is not in his phase: no reaction (8.7) */
} eoe_check_kind;
typedef struct {
    int rating, leader;
} eoe_rating;
bool eoe_may_command(const eoe_state *, int leader, unsigned groups, int space);
bool eoe_outranks(int a, int b);
static inline void eoe_add_to_force(eoe_force *f, int piece) {
    f->pieces++;
    f->nations |= eoe_group_of(piece);
    if (eoe_is_leader(piece)) {
        f->leaders++;
        return;
    }
    const eoe_adds *adds = &eoe_index.adds[piece];
    f->units++;
    f->groups |= eoe_group_of(piece);
    f->plus += adds->plus;
    f->boxed += adds->boxed;
    f->cavalry += adds->cavalry;
    f->boatmen += adds->boatmen;
}
eoe_force eoe_force_at(const eoe_state *, int seat, int space, int flags, int extra);
int eoe_leader_of(const eoe_state *, const eoe_force *);
eoe_rating eoe_rating_of(const eoe_state *, const eoe_force *, eoe_check_kind);
bool eoe_check_initiative(eoe_state *, const eoe_force *, eoe_check_kind, mk_log *);
int eoe_rating_alone(const eoe_state *, int unit); /* without a leader, of a first check */
bool eoe_can_react(const eoe_state *, int seat, int space);

/* ---- form.c ---- */
typedef enum { EOE_FORM_MOVE, EOE_FORM_PART, EOE_FORM_PICK, EOE_FORM_REACT } eoe_forming;
bool eoe_can_form(const eoe_state *, int seat, int space, eoe_forming);
void eoe_ask_form(eoe_state *, int seat, int space, eoe_forming);

/* ---- march.c, ways.c ---- */
enum { EOE_BLOCKED = -1 };
int eoe_step_cost(const eoe_state *, int seat, int net, int direction, bool by_water, int *to);
int eoe_land_cost(const eoe_state *, int seat, int hex);
int eoe_ferry_cost(const eoe_state *, int hex);
bool eoe_dangerous(const eoe_state *, int seat, int hex); /* combat may ensue (9.3) */
bool eoe_could_cross(const eoe_state *, const eoe_force *, int from, int direction);
bool eoe_some_could_cross(const eoe_state *, int seat, int space, int direction);
bool eoe_can_stay(const eoe_state *, int hex);
bool eoe_can_leave_lake(const eoe_state *, int seat, int net, int mp);
void eoe_march_step(void *, mk_log *);
void eoe_march_begins(eoe_state *, int seat, int space);
int eoe_march_mp(const eoe_state *);
void eoe_pay(eoe_state *, int mp);
void eoe_back_to_shore(eoe_state *, int piece, mk_log *);
void eoe_ashore(eoe_state *, int seat, mk_log *);
void eoe_arrived(eoe_state *, int seat, int hex, mk_log *);
void eoe_leaders_flee(eoe_state *, int seat, int space, mk_log *);
void eoe_leaders_exposed(eoe_state *, int seat, int hex, mk_log *);
int eoe_hand(const eoe_state *, int seat, uint16_t out[EOE_MAX_PIECES], int flag);

/* ---- reaction.c ---- */
void eoe_begin_entry(eoe_state *, int seat, int hex, bool landing);
void eoe_entry_step(void *, mk_log *);

/* ---- battle.c, odds.c, losses.c, retreat.c ---- */
void eoe_begin_battle(eoe_state *, int attacker, int hex, bool inside, eoe_origin, int from);
void eoe_battle_step(void *, mk_log *);
int eoe_odds(int attack, int defence); /* eoe_column */
int eoe_halved(int plain, int boxed);
int eoe_fighters(const eoe_state *, int seat, uint16_t out[EOE_MAX_PIECES]);
bool eoe_fights(const eoe_state *, int piece); /* it takes part in the battle */
bool eoe_has_fighters(const eoe_state *, int seat);
int eoe_linear_factors(const eoe_state *, int seat);
int eoe_ambush_factors(const eoe_state *, int seat, bool ambusher);
typedef struct {
    int fort, attacker_guns, defender_guns, powder, steuben_attack, steuben_defence;
    int attacker_leader, defender_leader, sum;
} eoe_modifiers;
eoe_modifiers eoe_modifiers_now(const eoe_state *);
bool eoe_is_wild(int hex);
bool eoe_must_coexist(const eoe_state *, int hex, int *indians);
bool eoe_ask_losses(eoe_state *, int seat, mk_log *);
bool eoe_ask_risk(eoe_state *, int seat, mk_log *);
void eoe_ambush_leaders(eoe_state *, int seat, mk_log *);
void eoe_go_home(eoe_state *, mk_log *);
unsigned eoe_retreats(const eoe_state *, int seat); /* bits of directions; EOE_TO_TOWN, … */
enum { EOE_TO_TOWN = 64, EOE_TO_SEA = 128 };
bool eoe_ask_retreat(eoe_state *, int seat, mk_log *);
bool eoe_ask_fall_back(eoe_state *, mk_log *);
void eoe_destroy(eoe_state *, int seat, mk_log *); /* all of a side in the battle */
void eoe_capture(eoe_state *, int leader, int captor, mk_log *);
void eoe_kill_leader(eoe_state *, int leader, mk_log *);
void eoe_withdraw_leader(eoe_state *, int leader, mk_log *);

/* ---- turn.c, setup.c, victory.c ---- */
bool eoe_takes_part(const eoe_scenario *, int piece);
void eoe_setup(void *state, const mk_setup *, mk_log *);
void eoe_turn_step(void *, mk_log *);
void eoe_operations_step(void *, mk_log *);
bool eoe_watauga_stirs(const eoe_state *);
void eoe_open_turn(eoe_state *);
void eoe_open_drafts(eoe_state *);
void eoe_open_militia(eoe_state *);
void eoe_open_after(eoe_state *, int phase);
void eoe_win(eoe_state *, int seat, eoe_reason, mk_log *);
bool eoe_victory_now(eoe_state *, bool end_of_turn, mk_log *);
void eoe_outcome(const void *state, mk_outcome *);
const char *eoe_reason_rule(int reason);

/* ---- naval.c, sea.c ---- */
void eoe_naval_step(void *, mk_log *);
bool eoe_fleet_entered(const eoe_state *, int fleet); /* its country is in the war */
bool eoe_carries(const eoe_state *, int fleet, int piece);
bool eoe_land_crews(eoe_state *, int fleet); /* true: somebody must choose a port */
void eoe_land_invaders(eoe_state *, int fleet);
bool eoe_havana_open(const eoe_state *, unsigned groups);
int eoe_friendly_ports(const eoe_state *, int seat, unsigned groups, uint16_t *out, int max);
bool eoe_port_open(const eoe_state *, int seat, unsigned groups, int hex);
const char *eoe_why_not_invade(const eoe_state *, int seat, int hex);
void eoe_list_invasions(const eoe_state *, int seat, mk_actions *);
const char *eoe_why_not_sail(const eoe_state *, int piece);
const char *eoe_why_not_raid(const eoe_state *, int piece);
void eoe_invade(eoe_state *, int seat, int hex, mk_log *);
void eoe_raid(eoe_state *, int piece, mk_log *);
bool eoe_can_invade(const eoe_state *, int seat);
bool eoe_ask_embark(eoe_state *, int seat);
bool eoe_end_of_fall(eoe_state *);
int eoe_port_space(const eoe_state *, int seat, int hex);

/* ---- reinforce.c, indians.c, replace.c, militia.c ---- */
void eoe_reinforce_step(void *, mk_log *);
bool eoe_indians(eoe_state *, mk_log *); /* true: somebody must decide */
bool eoe_replace(eoe_state *, mk_frame *, mk_log *);
const char *eoe_why_not_militia(const eoe_state *, int seat, int piece, int hex, bool reacts);
bool eoe_may_recruit(const eoe_state *, int piece);
bool eoe_ask_port(eoe_state *, int piece);
int eoe_loyalty_now(const eoe_state *);
bool eoe_may_call(const eoe_state *, int seat, int piece);
void eoe_call_militia(eoe_state *, int piece, int hex, mk_log *);
void eoe_update_control(eoe_state *, mk_log *);

/* ---- leaders.c ---- */
bool eoe_ask_redeploy(eoe_state *, int seat);
void eoe_pride(eoe_state *, mk_log *);
bool eoe_ask_exchange(eoe_state *, int seat);
int eoe_nearest_friend(const eoe_state *, int leader, int hex, int but); /* EOE_PLACES: none */
bool eoe_french_bind(const eoe_state *, int leader, int space);

/* ---- withdraw.c, supply.c, attrition.c, politics.c ---- */
void eoe_withdraw_step(void *, mk_log *);
bool eoe_can_leave(const eoe_state *, int piece);
bool eoe_ask_elmore(eoe_state *);
void eoe_attrition_step(void *, mk_log *);
typedef struct { /* hexes where a unit would be in supply */
    eoe_hexes land, sea;
} eoe_supply;
void eoe_trace(const eoe_state *, int seat, unsigned group, eoe_supply *out);
void eoe_find_supplied(const eoe_state *, int seat, unsigned group, eoe_hexes *out); /* by both */
bool eoe_supplied_before(const eoe_state *, int seat, unsigned group, int hex);
void eoe_sail_up(const eoe_hexes *in_play, const eoe_hexes *mouths, const eoe_hexes *guns,
                 eoe_hexes *out);
bool eoe_land_supply(const eoe_state *, int seat, unsigned group, int hex, bool inside);
bool eoe_sea_supply(const eoe_state *, int seat, unsigned group, int hex, bool inside);
bool eoe_in_supply(const eoe_state *, int piece, const eoe_supply *);
bool eoe_exempt(int piece);
void eoe_politics_begin(eoe_state *, mk_log *);
void eoe_politics_end(eoe_state *, mk_log *);
void eoe_french_enter(eoe_state *, bool by_offer, mk_log *);
int eoe_british_ports(const eoe_state *, bool thirteen);
int eoe_disruption(int occupied, int raided);
int eoe_economy_at(int turn, int total);
void eoe_set_economy(eoe_state *, int economy, mk_log *);

/* ---- game.c, view*.c, properties.c, check.c, greedy.c ---- */
extern const mk_property eoe_properties[];
extern const mk_event_kind eoe_events[];
const char *eoe_hex_id(int hex);
const char *eoe_hex_label(int hex);
int eoe_where_of(int place);
int eoe_place_of(int where);
int eoe_where_count(void);
const char *eoe_space_id(int space);
const char *eoe_space_label(int space);
const char *eoe_column_id(int column);
const char *eoe_column_label(int column);
const char *eoe_season_label(int season);
void eoe_board_view(mk_view *);
void eoe_view_tables(mk_view *);
void eoe_view_turn(const eoe_state *, mk_view *);
void eoe_view_march(const eoe_state *, int viewer, mk_view *);
void eoe_view_battle(const eoe_state *, mk_view *);
void eoe_view(const void *state, int seat, mk_view *);
void eoe_determinize(void *state, int seat, mk_rng *);
extern const mk_series eoe_series[]; /* course.c */
extern const mk_battles eoe_battles;
void eoe_chronicle(mk_course *, const mk_event *);
int eoe_get_factors(const void *state, int seat);
int eoe_get_places(const void *state, int seat);
bool eoe_check(const void *state, char *why, size_t size);
int eoe_score(const void *state, int seat);
int eoe_weigh(const void *state, mk_action);
void eoe_weigh_begin(const void *state);
extern const mk_term eoe_terms[];
void eoe_consider(const void *state, int seat, int *values);

#define EOE_PHASE(name)                                                                            \
    void eoe_##name##_list(const void *, mk_actions *);                                            \
    const char *eoe_##name##_why_not(const void *, mk_action);                                     \
    void eoe_##name##_apply(void *, mk_action, mk_log *)
EOE_PHASE(set_up);
EOE_PHASE(nova_scotia);
EOE_PHASE(operate);
EOE_PHASE(form);
EOE_PHASE(march);
EOE_PHASE(go_on);
EOE_PHASE(react_militia);
EOE_PHASE(declare);
EOE_PHASE(order);
EOE_PHASE(react);
EOE_PHASE(marines);
EOE_PHASE(ambush);
EOE_PHASE(lose);
EOE_PHASE(risk);
EOE_PHASE(retreat);
EOE_PHASE(slip);
EOE_PHASE(press);
EOE_PHASE(redeploy);
EOE_PHASE(redeploy_to);
EOE_PHASE(watauga);
EOE_PHASE(exchange);
EOE_PHASE(militia);
EOE_PHASE(militia_at);
EOE_PHASE(port);
EOE_PHASE(place_fleet);
EOE_PHASE(embark);
EOE_PHASE(sail);
EOE_PHASE(new_france);
EOE_PHASE(arrive);
EOE_PHASE(come_home);
EOE_PHASE(rejoin);
EOE_PHASE(blommart);
EOE_PHASE(agent);
EOE_PHASE(draft);
EOE_PHASE(replace);
EOE_PHASE(fed);
EOE_PHASE(marines_owed);
EOE_PHASE(send);
EOE_PHASE(elmore);
EOE_PHASE(light);
EOE_PHASE(light_pay);
EOE_PHASE(marion);

#endif
