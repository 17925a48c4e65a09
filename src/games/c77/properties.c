/* properties.c - the facts of a state by name; docs/c77.md explains them. */
#include <string.h>

#include "c77.h"

static bool in_range(int value, int max, mk_error *e) {
    if (value >= 0 && value <= max) return true;
    return mk_fail(e, MK_E_VALUE, "it is 0 to %d", max);
}

#define NUMBER(name, field, max)                                                                   \
    static int get_##name(const void *state, int subject) {                                        \
        (void)subject;                                                                             \
        return ((const c77_state *)state)->field;                                                  \
    }                                                                                              \
    static bool set_##name(void *state, int subject, int value, mk_error *e) {                     \
        (void)subject;                                                                             \
        if (!in_range(value, max, e)) return false;                                                \
        ((c77_state *)state)->field = (uint8_t)value;                                              \
        return true;                                                                               \
    }

#define BY_SUBJECT(name, field, max)                                                               \
    static int get_##name(const void *state, int subject) {                                        \
        return ((const c77_state *)state)->field[subject];                                         \
    }                                                                                              \
    static bool set_##name(void *state, int subject, int value, mk_error *e) {                     \
        if (!in_range(value, max, e)) return false;                                                \
        ((c77_state *)state)->field[subject] = (uint8_t)value;                                     \
        return true;                                                                               \
    }

#define LEADER_FLAG(name, field)                                                                   \
    static int get_##name(const void *state, int leader) {                                         \
        return c77_among(((const c77_state *)state)->field, leader);                               \
    }                                                                                              \
    static bool set_##name(void *state, int leader, int value, mk_error *e) {                      \
        if (!in_range(value, 1, e)) return false;                                                  \
        c77_leaders *set = &((c77_state *)state)->field;                                           \
        *set = value ? *set | C77_LEADER_BIT(leader) : *set & ~C77_LEADER_BIT(leader);             \
        return true;                                                                               \
    }

/* ---- The turn ---- */

NUMBER(turn, base.turn, c77_rules(state)->last_turn)
NUMBER(initiative, initiative, C77_PATRIOT)
NUMBER(felled_trees, felled_trees, 1)
NUMBER(had_philadelphia, had_philadelphia, 1)
NUMBER(had_philadelphia_at_end, had_philadelphia_at_end, 1)
NUMBER(powell_done, powell_done, 1)
NUMBER(powell_garrison, bound_powell, 99)
NUMBER(smith_militia, bound_smith, 99)
NUMBER(kosciuszko_marched, kosciuszko_marched, 1)
NUMBER(sea_box, sea_box, c77.sea_boxes)
NUMBER(wind, wind, 1)
NUMBER(warned, warned, 3)
BY_SUBJECT(casualties, casualties, 255)
BY_SUBJECT(sequence, sequence, c77_rules(state)->sequence_count[subject])
BY_SUBJECT(returns, returns, C77_MAX_TURNS)
BY_SUBJECT(expert_level, expert_level, 2)

static int get_first(const void *state, int subject) {
    (void)subject;
    int first = ((const c77_state *)state)->first;
    return first == C77_NONE ? -1 : first;
}

static bool set_first(void *state, int subject, int value, mk_error *e) {
    (void)subject;
    (void)e;
    ((c77_state *)state)->first = value < 0 ? C77_NONE : (uint8_t)value;
    return true;
}

/* A marker as its kind numbers it, and as the bit that stands for it. */
static int marker_bit(int value) {
    return value < c77.leader_count ? value : C77_SUPPLY_MARKER + value - c77.leader_count;
}

static int list_markers(uint32_t set, int16_t *out, int max) {
    int count = 0;
    for (int value = 0; value < c77.leader_count + 4; value++)
        if (set >> marker_bit(value) & 1 && count < max) out[count++] = (int16_t)value;
    return count;
}

static uint32_t read_markers(const int16_t *values, int count) {
    uint32_t set = 0;
    for (int i = 0; i < count; i++) set |= 1u << marker_bit(values[i]);
    return set;
}

#define MARKERS(name, field)                                                                       \
    static int list_##name(const void *state, int subject, int16_t *out, int max) {                \
        (void)subject;                                                                             \
        return list_markers(((const c77_state *)state)->field, out, max);                          \
    }                                                                                              \
    static bool set_##name(void *state, int subject, const int16_t *values, int count,             \
                           mk_error *e) {                                                          \
        (void)subject;                                                                             \
        (void)e;                                                                                   \
        ((c77_state *)state)->field = read_markers(values, count);                                 \
        return true;                                                                               \
    }
MARKERS(cup, cup)
MARKERS(markers_row, markers)

/* ---- Strength ---- */

/* SP come from what is available, and go back to it. */
static bool set_class(void *state, int place, int class, int value, mk_error *e) {
    c77_state *s = state;
    int type = c77_type_of(class), change = value - s->stack[place].sp[class];
    if (value < 0 || value > 99) return mk_fail(e, MK_E_VALUE, "it is 0 to 99");
    if (change > s->available[type])
        return mk_fail(e, MK_E_VALUE, "only %d more %s are available", s->available[type],
                       c77.unit[type].name);
    s->available[type] = (uint8_t)(s->available[type] - change);
    s->stack[place].sp[class] = (uint8_t)value;
    return true;
}

#define CLASS(name, class)                                                                         \
    static int get_##name(const void *state, int place) {                                          \
        return ((const c77_state *)state)->stack[place].sp[class];                                 \
    }                                                                                              \
    static bool set_##name(void *state, int place, int value, mk_error *e) {                       \
        return set_class(state, place, class, value, e);                                           \
    }
#define TYPE(name, type)                                                                           \
    CLASS(name, (type)*C77_MARKS)                                                                  \
    CLASS(name##_out, (type)*C77_MARKS + C77_UNSUPPLIED)                                           \
    CLASS(name##_marched, (type)*C77_MARKS + C77_MARCHED)                                          \
    CLASS(name##_marched_out, (type)*C77_MARKS + C77_MARCHED + C77_UNSUPPLIED)
TYPE(regular, C77_REGULAR)
TYPE(hessian, C77_HESSIAN)
TYPE(tory, C77_TORY)
TYPE(indian, C77_INDIAN)
TYPE(artillery_b, C77_ARTILLERY_B)
TYPE(continental, C77_CONTINENTAL)
TYPE(militia, C77_MILITIA)
TYPE(artillery_p, C77_ARTILLERY_P)
TYPE(river_ship, C77_SHIP)

static int get_british(const void *state, int place) {
    return ((const c77_state *)state)->stack[place].total[C77_BRITISH];
}
static int get_patriot(const void *state, int place) {
    return ((const c77_state *)state)->stack[place].total[C77_PATRIOT];
}
static int get_available(const void *state, int type) {
    return ((const c77_state *)state)->available[type];
}

static int get_set_aside(const void *state, int type) {
    return ((const c77_state *)state)->set_aside[type];
}

static bool set_set_aside(void *state, int type, int value, mk_error *e) {
    c77_state *s = state;
    int change = value - s->set_aside[type];
    if (value < 0 || change > s->available[type])
        return mk_fail(e, MK_E_VALUE, "there are not so many");
    s->available[type] = (uint8_t)(s->available[type] - change);
    s->set_aside[type] = (uint8_t)value;
    return true;
}

/* ---- Supply markers ---- */

static bool set_supply(c77_state *s, uint8_t *count, int side, int value, mk_error *e) {
    int change = value - *count;
    if (value < 0 || value > 99) return mk_fail(e, MK_E_VALUE, "it is 0 to 99");
    if (change > s->supply[side])
        return mk_fail(e, MK_E_VALUE, "only %d more supply markers are available", s->supply[side]);
    s->supply[side] = (uint8_t)(s->supply[side] - change);
    *count = (uint8_t)value; /* c77_settle finds out where there are any */
    return true;
}

#define SUPPLY(name, field, side)                                                                  \
    static int get_##name(const void *state, int place) {                                          \
        return ((const c77_state *)state)->stack[place].field;                                     \
    }                                                                                              \
    static bool set_##name(void *state, int place, int value, mk_error *e) {                       \
        c77_state *s = state;                                                                      \
        return set_supply(s, &s->stack[place].field, side, value, e);                              \
    }
SUPPLY(british_trains, trains[C77_BRITISH][0], C77_BRITISH)
SUPPLY(british_trains_marched, trains[C77_BRITISH][1], C77_BRITISH)
SUPPLY(british_depots, depots[C77_BRITISH], C77_BRITISH)
SUPPLY(patriot_trains, trains[C77_PATRIOT][0], C77_PATRIOT)
SUPPLY(patriot_trains_marched, trains[C77_PATRIOT][1], C77_PATRIOT)
SUPPLY(patriot_depots, depots[C77_PATRIOT], C77_PATRIOT)

static int get_supply(const void *state, int side) {
    return ((const c77_state *)state)->supply[side];
}

/* ---- Leaders, Kosciuszko, experts ---- */

static int where_of(int at) {
    return at < C77_MAX_PLACES ? at : c77_place_count() + at - C77_TRACK;
}
static int at_of(int where) {
    return where < c77_place_count() ? where : C77_TRACK + where - c77_place_count();
}

static int get_at(const void *state, int leader) {
    return where_of(((const c77_state *)state)->at[leader]);
}

static bool set_at(void *state, int leader, int value, mk_error *e) {
    c77_state *s = state;
    if (value < 0) return mk_fail(e, MK_E_VALUE, "a leader is at a place, on the track, or away");
    s->at[leader] = (uint8_t)at_of(value);
    if (s->at[leader] != C77_TRACK) s->returns[leader] = 0;
    return true;
}

LEADER_FLAG(replaced, replaced)
LEADER_FLAG(marched, marched)
LEADER_FLAG(activated, activated)
LEADER_FLAG(unsupplied, unsupplied)

static int get_kosciuszko(const void *state, int subject) {
    (void)subject;
    return where_of(((const c77_state *)state)->kosciuszko);
}

static bool set_kosciuszko(void *state, int subject, int value, mk_error *e) {
    (void)subject;
    if (value < 0) return mk_fail(e, MK_E_VALUE, "he is at a place or away");
    ((c77_state *)state)->kosciuszko = (uint8_t)at_of(value);
    return true;
}

static int get_holder(const void *state, int expert) {
    int leader = ((const c77_state *)state)->expert[expert];
    return leader < c77.leader_count ? leader : -1;
}

static bool set_holder(void *state, int expert, int value, mk_error *e) {
    (void)e;
    c77_state *s = state;
    s->expert[expert] = value < 0 ? C77_NONE : (uint8_t)value;
    if (value < 0)
        s->expert_level[expert] = 0;
    else if (!s->expert_level[expert])
        s->expert_level[expert] = 1;
    return true;
}

static int get_expert_lost(const void *state, int expert) {
    return ((const c77_state *)state)->expert[expert] == C77_REMOVED;
}

static bool set_expert_lost(void *state, int expert, int value, mk_error *e) {
    c77_state *s = state;
    if (!in_range(value, 1, e)) return false;
    if (value)
        s->expert[expert] = C77_REMOVED;
    else if (s->expert[expert] == C77_REMOVED)
        s->expert[expert] = C77_NONE;
    return true;
}

/* ---- Spaces ---- */

static int get_held(const void *state, int space) {
    const c77_state *s = state;
    if (c77_in(s->held[C77_BRITISH], space)) return C77_BRITISH;
    return c77_in(s->held[C77_PATRIOT], space) ? C77_PATRIOT : -1;
}

static bool set_held(void *state, int space, int value, mk_error *e) {
    (void)e;
    c77_state *s = state;
    for (int side = 0; side < C77_SIDES; side++) {
        s->held[side] &= ~C77_BIT(space);
        if (side == value) s->held[side] |= C77_BIT(space);
    }
    return true;
}

static int get_sea_depot(const void *state, int space) {
    return c77_in(((const c77_state *)state)->sea_depots, space);
}

static bool set_sea_depot(void *state, int space, int value, mk_error *e) {
    c77_state *s = state;
    if (!in_range(value, 1, e)) return false;
    s->sea_depots &= ~C77_BIT(space);
    if (value) s->sea_depots |= C77_BIT(space);
    return true;
}

static int list_siege_from(const void *state, int space, int16_t *out, int max) {
    const c77_state *s = state;
    int fort = c77_fort_at(space), count = 0;
    if (fort == C77_NONE) return 0;
    C77_EACH(from, s->siege_from[fort]) {
        if (count < max) out[count++] = (int16_t)from;
    }
    return count;
}

static bool set_siege_from(void *state, int space, const int16_t *values, int count, mk_error *e) {
    c77_state *s = state;
    int fort = c77_fort_at(space);
    if (fort == C77_NONE) return count == 0 || mk_fail(e, MK_E_VALUE, "there is no fort");
    s->siege_from[fort] = 0;
    for (int i = 0; i < count; i++) s->siege_from[fort] |= C77_BIT(values[i]);
    return true;
}

static int get_control(const void *state, int space) {
    for (int side = 0; side < C77_SIDES; side++)
        if (c77_controls(state, side, space)) return side;
    return -1;
}

static int get_supplied(const void *state, int place) {
    const c77_state *s = state;
    int side = s->stack[place].total[C77_BRITISH] ? C77_BRITISH : C77_PATRIOT;
    return c77_in(c77_supplied_places(s, side), place);
}

/* ---- The sea ---- */

static int get_destination(const void *state, int subject) {
    (void)subject;
    const c77_state *s = state;
    return s->sea_box ? s->destination : -1;
}

static bool set_destination(void *state, int subject, int value, mk_error *e) {
    (void)subject;
    (void)e;
    ((c77_state *)state)->destination = value < 0 ? 0 : (uint8_t)value;
    return true;
}

static bool hidden_destination(const void *state, int subject, int seat) {
    (void)subject;
    return ((const c77_state *)state)->sea_box && seat != C77_BRITISH && seat != MK_EVERYTHING;
}

static int get_departure(const void *state, int subject) {
    (void)subject;
    const c77_state *s = state;
    return s->sea_box ? s->departure : -1;
}

static bool set_departure(void *state, int subject, int value, mk_error *e) {
    (void)subject;
    (void)e;
    ((c77_state *)state)->departure = value < 0 ? 0 : (uint8_t)value;
    return true;
}

/* ---- What is going on ---- */

static int get_acting(const void *state, int subject) {
    (void)subject;
    int leader = ((const c77_state *)state)->act.leader;
    return leader == C77_NONE ? -1 : leader;
}
static int get_points(const void *state, int subject) {
    (void)subject;
    return ((const c77_state *)state)->act.points;
}
static int get_leadership(const void *state, int leader) {
    return c77_face_of(state, leader)->leadership;
}

#define BATTLE(name, field)                                                                        \
    static int get_battle_##name(const void *state, int subject) {                                 \
        (void)subject;                                                                             \
        const c77_battle *b = &((const c77_state *)state)->battle;                                 \
        return b->kind == C77_NO_BATTLE ? -1 : b->field;                                           \
    }
BATTLE(at, at)
BATTLE(kind, kind)
BATTLE(attacker, attacker)
BATTLE(planned, planned)
BATTLE(failed_avoids, failed_avoids)
BATTLE(interceptions, interceptions)

static int get_dice(const void *state, int side) {
    const c77_state *s = state;
    return s->battle.kind == C77_NO_BATTLE ? -1 : c77_dice_of(s, side).total;
}
static int get_losses(const void *state, int side) {
    return ((const c77_state *)state)->battle.to_lose[side];
}
static int get_lost(const void *state, int side) {
    return ((const c77_state *)state)->battle.lost[side];
}

static int get_winner(const void *state, int subject) {
    (void)subject;
    const c77_state *s = state;
    return c77_over(s) ? s->winner : -1;
}
static int get_reason(const void *state, int subject) {
    (void)subject;
    const c77_state *s = state;
    return c77_over(s) ? s->reason : -1;
}

#define CLASS_ROW(name)                                                                            \
    { #name, C77_K_PLACE, 0, get_##name, set_##name, 0, 0, 0 }
#define TYPE_ROWS(name)                                                                            \
    CLASS_ROW(name), CLASS_ROW(name##_out), CLASS_ROW(name##_marched), CLASS_ROW(name##_marched_out)

const mk_property c77_properties[] = {
    /* name, subject, value, get, set, hidden from whom */
    {"turn", 0, 0, get_turn, set_turn, 0, 0, 0},
    {"initiative", 0, C77_K_SIDE, get_initiative, set_initiative, 0, 0, 0},
    {"first", 0, C77_K_LEADER, get_first, set_first, 0, 0, 0},
    {"markers", 0, C77_K_MARKER, 0, 0, 0, list_markers_row, set_markers_row},
    {"cup", 0, C77_K_MARKER, 0, 0, 0, list_cup, set_cup},
    {"casualties", C77_K_SIDE, 0, get_casualties, set_casualties, 0, 0, 0},
    {"sequence", C77_K_SIDE, 0, get_sequence, set_sequence, 0, 0, 0},
    {"felled_trees", 0, 0, get_felled_trees, set_felled_trees, 0, 0, 0},
    {"had_philadelphia", 0, 0, get_had_philadelphia, set_had_philadelphia, 0, 0, 0},
    {"had_philadelphia_at_end", 0, 0, get_had_philadelphia_at_end, set_had_philadelphia_at_end, 0,
     0, 0},
    {"powell_done", 0, 0, get_powell_done, set_powell_done, 0, 0, 0},
    TYPE_ROWS(regular),
    TYPE_ROWS(hessian),
    TYPE_ROWS(tory),
    TYPE_ROWS(indian),
    TYPE_ROWS(artillery_b),
    TYPE_ROWS(continental),
    TYPE_ROWS(militia),
    TYPE_ROWS(artillery_p),
    TYPE_ROWS(river_ship),
    {"set_aside", C77_K_TYPE, 0, get_set_aside, set_set_aside, 0, 0, 0},
    {"british_trains", C77_K_PLACE, 0, get_british_trains, set_british_trains, 0, 0, 0},
    {"british_trains_marched", C77_K_PLACE, 0, get_british_trains_marched,
     set_british_trains_marched, 0, 0, 0},
    {"british_depots", C77_K_PLACE, 0, get_british_depots, set_british_depots, 0, 0, 0},
    {"patriot_trains", C77_K_PLACE, 0, get_patriot_trains, set_patriot_trains, 0, 0, 0},
    {"patriot_trains_marched", C77_K_PLACE, 0, get_patriot_trains_marched,
     set_patriot_trains_marched, 0, 0, 0},
    {"patriot_depots", C77_K_PLACE, 0, get_patriot_depots, set_patriot_depots, 0, 0, 0},
    {"at", C77_K_LEADER, C77_K_WHERE, get_at, set_at, 0, 0, 0},
    {"returns", C77_K_LEADER, 0, get_returns, set_returns, 0, 0, 0},
    {"replaced", C77_K_LEADER, 0, get_replaced, set_replaced, 0, 0, 0},
    {"marched", C77_K_LEADER, 0, get_marched, set_marched, 0, 0, 0},
    {"activated", C77_K_LEADER, 0, get_activated, set_activated, 0, 0, 0},
    {"unsupplied", C77_K_LEADER, 0, get_unsupplied, set_unsupplied, 0, 0, 0},
    {"powell_garrison", 0, 0, get_powell_garrison, set_powell_garrison, 0, 0, 0},
    {"smith_militia", 0, 0, get_smith_militia, set_smith_militia, 0, 0, 0},
    {"kosciuszko", 0, C77_K_WHERE, get_kosciuszko, set_kosciuszko, 0, 0, 0},
    {"kosciuszko_marched", 0, 0, get_kosciuszko_marched, set_kosciuszko_marched, 0, 0, 0},
    {"holder", C77_K_EXPERT, C77_K_LEADER, get_holder, set_holder, 0, 0, 0},
    {"level", C77_K_EXPERT, 0, get_expert_level, set_expert_level, 0, 0, 0},
    {"lost_for_good", C77_K_EXPERT, 0, get_expert_lost, set_expert_lost, 0, 0, 0},
    {"held", C77_K_SPACE, C77_K_SIDE, get_held, set_held, 0, 0, 0},
    {"sea_depot", C77_K_SPACE, 0, get_sea_depot, set_sea_depot, 0, 0, 0},
    {"siege_from", C77_K_SPACE, C77_K_SPACE, 0, 0, 0, list_siege_from, set_siege_from},
    {"sea_box", 0, 0, get_sea_box, set_sea_box, 0, 0, 0},
    {"wind", 0, 0, get_wind, set_wind, 0, 0, 0},
    {"destination", 0, C77_K_SPACE, get_destination, set_destination, hidden_destination, 0, 0},
    {"departure", 0, C77_K_SPACE, get_departure, set_departure, 0, 0, 0},
    {"warned", 0, C77_K_BEARING, get_warned, set_warned, 0, 0, 0},
    /* derived */
    {"british", C77_K_PLACE, 0, get_british, 0, 0, 0, 0},
    {"patriot", C77_K_PLACE, 0, get_patriot, 0, 0, 0, 0},
    {"supplied", C77_K_PLACE, 0, get_supplied, 0, 0, 0, 0},
    {"available", C77_K_TYPE, 0, get_available, 0, 0, 0, 0},
    {"supply", C77_K_SIDE, 0, get_supply, 0, 0, 0, 0},
    {"control", C77_K_SPACE, C77_K_SIDE, get_control, 0, 0, 0, 0},
    {"leadership", C77_K_LEADER, 0, get_leadership, 0, 0, 0, 0},
    {"acting", 0, C77_K_LEADER, get_acting, 0, 0, 0, 0},
    {"points", 0, 0, get_points, 0, 0, 0, 0},
    {"battle.at", 0, C77_K_SPACE, get_battle_at, 0, 0, 0, 0},
    {"battle.kind", 0, C77_K_BATTLE, get_battle_kind, 0, 0, 0, 0},
    {"battle.attacker", 0, C77_K_SIDE, get_battle_attacker, 0, 0, 0, 0},
    {"battle.planned", 0, 0, get_battle_planned, 0, 0, 0, 0},
    {"battle.failed_avoids", 0, 0, get_battle_failed_avoids, 0, 0, 0, 0},
    {"battle.interceptions", 0, 0, get_battle_interceptions, 0, 0, 0, 0},
    {"dice", C77_K_SIDE, 0, get_dice, 0, 0, 0, 0},
    {"losses", C77_K_SIDE, 0, get_losses, 0, 0, 0, 0},
    {"lost", C77_K_SIDE, 0, get_lost, 0, 0, 0, 0},
    {"winner", 0, C77_K_SIDE, get_winner, 0, 0, 0, 0},
    {"reason", 0, C77_K_REASON, get_reason, 0, 0, 0, 0},
    {0},
};

/* Sums, who is where, and who holds what he alone occupies. */
void c77_settle(void *state) {
    c77_state *s = state;
    for (int side = 0; side < C77_SIDES; side++)
        s->occupied[side] = s->trains_at[side] = s->depots_at[side] = 0;
    for (int place = 0; place < c77_place_count(); place++) {
        c77_stack *p = &s->stack[place];
        p->total[0] = p->total[1] = 0;
        for (int class = 0; class < C77_CLASSES; class ++) {
            uint8_t *total = &p->total[c77.unit[c77_type_of(class)].side];
            *total = (uint8_t)(*total + p->sp[class]);
        }
        int space = c77_space_of(place);
        for (int side = 0; side < C77_SIDES && space != C77_NONE; side++)
            if (p->total[side]) s->occupied[side] |= C77_BIT(space);
        for (int side = 0; side < C77_SIDES; side++) {
            if (c77_trains(p, side)) s->trains_at[side] |= C77_BIT(place);
            if (p->depots[side]) s->depots_at[side] |= C77_BIT(place);
        }
    }
    for (int side = 0; side < C77_SIDES; side++) {
        c77_set alone = s->occupied[side] & ~s->occupied[c77_enemy(side)];
        s->held[side] |= alone;
        s->held[c77_enemy(side)] &= ~alone;
    }
    if (c77_controls(s, C77_BRITISH, c77.philadelphia)) s->had_philadelphia = 1; /* c77.3.2 */
    if (!s->sea_box) s->destination = s->departure = 0;
}
