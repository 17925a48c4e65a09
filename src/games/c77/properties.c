/* properties.c - the facts of a state by name; docs/c77.md explains them. */
#include <string.h>

#include "c77.h"

/* ---- Markers of the cup ---- */

/* A marker as its kind numbers it, and as the bit that stands for it. */
static int marker_bit(int value) {
    return value < c77.leader_count ? value : C77_SUPPLY_MARKER + value - c77.leader_count;
}

static int list_markers(mk_set64 set, int16_t *out, int max) {
    int count = 0;
    for (int value = 0; value < c77.leader_count + 4; value++)
        if (set >> marker_bit(value) & 1 && count < max) out[count++] = (int16_t)value;
    return count;
}

static mk_set64 read_markers(const int16_t *values, int count) {
    mk_set64 set = 0;
    for (int i = 0; i < count; i++) mk_set_add(&set, marker_bit(values[i]));
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
    if (value < 0 || value > 1) return mk_fail(e, MK_E_VALUE, "it is 0 to 1");
    if (value)
        s->expert[expert] = C77_REMOVED;
    else if (s->expert[expert] == C77_REMOVED)
        s->expert[expert] = C77_NONE;
    return true;
}

/* ---- Spaces ---- */

static int get_held(const void *state, int space) {
    const c77_state *s = state;
    if (mk_set_has(s->held[C77_BRITISH], space)) return C77_BRITISH;
    return mk_set_has(s->held[C77_PATRIOT], space) ? C77_PATRIOT : -1;
}

static bool set_held(void *state, int space, int value, mk_error *e) {
    (void)e;
    c77_state *s = state;
    for (int side = 0; side < C77_SIDES; side++) {
        mk_set_remove(&s->held[side], space);
        if (side == value) mk_set_add(&s->held[side], space);
    }
    return true;
}

static int list_siege_from(const void *state, int space, int16_t *out, int max) {
    const c77_state *s = state;
    int fort = c77_fort_at(space), count = 0;
    if (fort == C77_NONE) return 0;
    MK_SET_EACH(from, s->siege_from[fort]) {
        if (count < max) out[count++] = (int16_t)from;
    }
    return count;
}

static bool set_siege_from(void *state, int space, const int16_t *values, int count, mk_error *e) {
    c77_state *s = state;
    int fort = c77_fort_at(space);
    if (fort == C77_NONE) return count == 0 || mk_fail(e, MK_E_VALUE, "there is no fort");
    s->siege_from[fort] = 0;
    for (int i = 0; i < count; i++) mk_set_add(&s->siege_from[fort], values[i]);
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
    return mk_set_has(c77_supplied_places(s, side), place);
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

/* SP of a type at each place: each of its classes. */
#define SP_ROW(name, sp_class)                                                                     \
    { name, C77_K_PLACE, .field = MK_EACH(c77_state, stack, .sp[sp_class], 0, C77_MOST) }
#define TYPE_ROWS(name, type)                                                                      \
    SP_ROW(name, (type)*C77_MARKS), SP_ROW(name "_out", (type)*C77_MARKS + C77_UNSUPPLIED),        \
        SP_ROW(name "_marched", (type)*C77_MARKS + C77_MARCHED),                                   \
        SP_ROW(name "_marched_out", (type)*C77_MARKS + C77_MARCHED + C77_UNSUPPLIED)
#define SUPPLY_ROW(name, member)                                                                   \
    { name, C77_K_PLACE, .field = MK_EACH(c77_state, stack, member, 0, C77_MOST) }
#define NUMBER(name, member, most)                                                                 \
    { name, .field = MK_FIELD(c77_state, member, 0, most) }
#define LEADER_ROW(name, member)                                                                   \
    { name, C77_K_LEADER, .field = MK_BIT_EACH(c77_state, member) }

enum { C77_MOST = 99 }; /* of one thing at a place; what there is in all, check knows */

/* All SP of a side, at sea and in forts, too. */
static int get_strength(const void *state, int side) {
    const c77_state *s = state;
    int count = 0;
    for (int place = 0; place < C77_MAX_PLACES; place++) count += s->stack[place].total[side];
    return count;
}

static int get_spaces(const void *state, int side) {
    int count = 0;
    for (int space = 0; space < c77.space_count; space++)
        count += get_control(state, space) == side;
    return count;
}

const mk_property c77_properties[] = {
    NUMBER("turn", base.turn, C77_MAX_TURNS),
    {"initiative", 0, C77_K_SIDE, .field = MK_FIELD(c77_state, initiative, 0, MK_ANY)},
    {"first", 0, C77_K_LEADER, .field = MK_FIELD(c77_state, first, -1, MK_ANY)},
    {"markers", 0, C77_K_MARKER, .get_list = list_markers_row, .set_list = set_markers_row},
    {"cup", 0, C77_K_MARKER, .get_list = list_cup, .set_list = set_cup},
    {"casualties", C77_K_SIDE, .field = MK_EACH(c77_state, casualties, , 0, UINT8_MAX)},
    {"sequence", C77_K_SIDE, .field = MK_EACH(c77_state, sequence, , 0, C77_SEQUENCE)},
    NUMBER("felled_trees", felled_trees, 1),
    NUMBER("had_philadelphia", had_philadelphia, 1),
    NUMBER("had_philadelphia_at_end", had_philadelphia_at_end, 1),
    NUMBER("powell_done", powell_done, 1),
    TYPE_ROWS("regular", C77_REGULAR),
    TYPE_ROWS("hessian", C77_HESSIAN),
    TYPE_ROWS("tory", C77_TORY),
    TYPE_ROWS("indian", C77_INDIAN),
    TYPE_ROWS("artillery_b", C77_ARTILLERY_B),
    TYPE_ROWS("continental", C77_CONTINENTAL),
    TYPE_ROWS("militia", C77_MILITIA),
    TYPE_ROWS("artillery_p", C77_ARTILLERY_P),
    TYPE_ROWS("river_ship", C77_SHIP),
    {"set_aside", C77_K_TYPE, .field = MK_EACH(c77_state, set_aside, , 0, C77_MOST)},
    SUPPLY_ROW("british_trains", .trains[C77_BRITISH][0]),
    SUPPLY_ROW("british_trains_marched", .trains[C77_BRITISH][1]),
    SUPPLY_ROW("british_depots", .depots[C77_BRITISH]),
    SUPPLY_ROW("patriot_trains", .trains[C77_PATRIOT][0]),
    SUPPLY_ROW("patriot_trains_marched", .trains[C77_PATRIOT][1]),
    SUPPLY_ROW("patriot_depots", .depots[C77_PATRIOT]),
    {"at", C77_K_LEADER, C77_K_WHERE, get_at, set_at},
    {"returns", C77_K_LEADER, .field = MK_EACH(c77_state, returns, , 0, C77_MAX_TURNS)},
    LEADER_ROW("replaced", replaced),
    LEADER_ROW("marched", marched),
    LEADER_ROW("activated", activated),
    LEADER_ROW("unsupplied", unsupplied),
    NUMBER("powell_garrison", bound_powell, C77_MOST),
    NUMBER("smith_militia", bound_smith, C77_MOST),
    {"kosciuszko", 0, C77_K_WHERE, get_kosciuszko, set_kosciuszko},
    NUMBER("kosciuszko_marched", kosciuszko_marched, 1),
    {"holder", C77_K_EXPERT, C77_K_LEADER, get_holder, set_holder},
    {"level", C77_K_EXPERT, .field = MK_EACH(c77_state, expert_level, , 0, 2)},
    {"lost_for_good", C77_K_EXPERT, 0, get_expert_lost, set_expert_lost},
    {"held", C77_K_SPACE, C77_K_SIDE, get_held, set_held},
    {"sea_depot", C77_K_SPACE, .field = MK_BIT_EACH(c77_state, sea_depots)},
    {"siege_from", C77_K_SPACE, C77_K_SPACE, .get_list = list_siege_from,
     .set_list = set_siege_from},
    NUMBER("sea_box", sea_box, C77_SEA_BOXES),
    NUMBER("wind", wind, 1),
    {"destination", 0, C77_K_SPACE, get_destination, set_destination, hidden_destination},
    {"departure", 0, C77_K_SPACE, get_departure, set_departure},
    {"warned", 0, C77_K_BEARING, .field = MK_FIELD(c77_state, warned, 0, MK_ANY)},
    /* derived */
    {"british", C77_K_PLACE, .field = MK_EACH(c77_state, stack, .total[C77_BRITISH], MK_DERIVED)},
    {"patriot", C77_K_PLACE, .field = MK_EACH(c77_state, stack, .total[C77_PATRIOT], MK_DERIVED)},
    {"supplied", C77_K_PLACE, 0, get_supplied},
    {"strength", C77_K_SIDE, 0, get_strength},
    {"spaces", C77_K_SIDE, 0, get_spaces},
    {"available", C77_K_TYPE, .field = MK_EACH(c77_state, available, , MK_DERIVED)},
    {"supply", C77_K_SIDE, .field = MK_EACH(c77_state, supply, , MK_DERIVED)},
    {"control", C77_K_SPACE, C77_K_SIDE, get_control},
    {"leadership", C77_K_LEADER, 0, get_leadership},
    {"acting", 0, C77_K_LEADER, get_acting},
    {"points", .field = MK_FIELD(c77_state, act.points, MK_DERIVED)},
    {"battle.at", 0, C77_K_SPACE, get_battle_at},
    {"battle.kind", 0, C77_K_BATTLE, get_battle_kind},
    {"battle.attacker", 0, C77_K_SIDE, get_battle_attacker},
    {"battle.planned", 0, 0, get_battle_planned},
    {"battle.failed_avoids", 0, 0, get_battle_failed_avoids},
    {"battle.interceptions", 0, 0, get_battle_interceptions},
    {"dice", C77_K_SIDE, 0, get_dice},
    {"losses", C77_K_SIDE, .field = MK_EACH(c77_state, battle.to_lose, , MK_DERIVED)},
    {"lost", C77_K_SIDE, .field = MK_EACH(c77_state, battle.lost, , MK_DERIVED)},
    {"winner", 0, C77_K_SIDE, get_winner},
    {"reason", 0, C77_K_REASON, get_reason},
    {0},
};

/* What is available is what is nowhere else. If more are on the map than there are, none: then
 * check says so. */
static void count_available(c77_state *s) {
    const c77_scenario *r = c77_rules(s);
    for (int type = 0; type < C77_TYPES; type++) {
        int left = r->total[type] - s->set_aside[type];
        for (int place = 0; place < c77_place_count(); place++)
            left -= c77_count(&s->stack[place], type);
        s->available[type] = (uint8_t)(left > 0 ? left : 0);
    }
    for (int side = 0; side < C77_SIDES; side++) {
        int left = r->supply_total[side];
        for (int place = 0; place < c77_place_count(); place++)
            left -= c77_trains(&s->stack[place], side) + s->stack[place].depots[side];
        s->supply[side] = (uint8_t)(left > 0 ? left : 0);
    }
}

/* Sums, who is where, and who holds what he alone occupies. */
void c77_settle(void *state) {
    c77_state *s = state;
    count_available(s);
    for (int side = 0; side < C77_SIDES; side++)
        s->occupied[side] = s->trains_at[side] = s->depots_at[side] = 0;
    for (int place = 0; place < c77_place_count(); place++) {
        c77_stack *p = &s->stack[place];
        p->total[0] = p->total[1] = 0;
        for (int sp_class = 0; sp_class < C77_CLASSES; sp_class++) {
            uint8_t *total = &p->total[c77.unit[c77_type_of(sp_class)].side];
            *total = (uint8_t)(*total + p->sp[sp_class]);
        }
        int space = c77_space_of(place);
        for (int side = 0; side < C77_SIDES && space != C77_NONE; side++)
            if (p->total[side]) mk_set_add(&s->occupied[side], space);
        for (int side = 0; side < C77_SIDES; side++) {
            if (c77_trains(p, side)) mk_set_add(&s->trains_at[side], place);
            if (p->depots[side]) mk_set_add(&s->depots_at[side], place);
        }
    }
    for (int side = 0; side < C77_SIDES; side++) {
        mk_set128 alone = s->occupied[side] & ~s->occupied[c77_enemy(side)];
        s->held[side] |= alone;
        s->held[c77_enemy(side)] &= ~alone;
    }
    if (c77_controls(s, C77_BRITISH, c77.philadelphia)) s->had_philadelphia = 1; /* c77.3.2 */
    if (!s->sea_box) s->destination = s->departure = 0;
}
