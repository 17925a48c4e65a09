/* properties.c - the facts of a state by name; docs/p77.md explains them. */
#include "p77.h"

static bool enemy_cannot_know(const void *state, int unit, int seat) {
    return p77_hidden_from(state, unit, seat);
}

static bool other_side(const void *state, int side, int seat) {
    (void)state;
    return seat != MK_EVERYTHING && seat != side;
}

/* ---- The turn ---- */

#define NUMBER(name, field, max)                                                                   \
    static int get_##name(const void *state, int subject) {                                        \
        (void)subject;                                                                             \
        return ((const p77_state *)state)->field;                                                  \
    }                                                                                              \
    static bool set_##name(void *state, int subject, int value, mk_error *e) {                     \
        (void)subject;                                                                             \
        if (value < 0 || value > (max))                                                            \
            return mk_fail(e, MK_E_VALUE, "it is 0 to %d", (int)(max));                            \
        ((p77_state *)state)->field = (uint8_t)value;                                              \
        return true;                                                                               \
    }

NUMBER(turn, base.turn, p77.turns)
NUMBER(active, active, P77_AMERICAN)
NUMBER(first, first, P77_AMERICAN)
NUMBER(ap_left, ap_left, 9)
NUMBER(weather, rain, 1)
NUMBER(philadelphia, philadelphia, p77.turns)

static int get_ap(const void *state, int side) { return ((const p77_state *)state)->ap[side]; }

static bool set_ap(void *state, int side, int value, mk_error *e) {
    if (value < 0 || value > 9) return mk_fail(e, MK_E_VALUE, "action points are 0 to 9");
    ((p77_state *)state)->ap[side] = (uint8_t)value;
    return true;
}

static int get_total_sp(const void *state, int side) { return p77_total_sp(state, (p77_side)side); }

static int get_lost(const void *state, int side) { return ((const p77_state *)state)->lost[side]; }

static int get_winner(const void *state, int subject) {
    (void)subject;
    const p77_state *s = state;
    return p77_over(s) ? s->winner : -1;
}

static int get_reason(const void *state, int subject) {
    (void)subject;
    const p77_state *s = state;
    return p77_over(s) ? s->reason : -1;
}

/* ---- Blocks ---- */

static int get_at(const void *state, int unit) {
    int at = ((const p77_state *)state)->at[unit];
    if (at < P77_MAX_SPACES) return at;
    return p77.space_count + (at == P77_UNPLACED);
}

/* A block that comes back to the map has its full strength; one that leaves it has none. */
static bool set_at(void *state, int unit, int value, mk_error *e) {
    p77_state *s = state;
    if (value < 0) return mk_fail(e, MK_E_VALUE, "a unit is at a space, eliminated or unplaced");
    if (value < p77.space_count)
        s->at[unit] = (uint8_t)value;
    else
        s->at[unit] = value == p77.space_count ? P77_ELIMINATED : P77_UNPLACED;
    if (s->at[unit] == P77_ELIMINATED)
        s->sp[unit] = 0;
    else if (!s->sp[unit])
        s->sp[unit] = p77.unit[unit].sp;
    return true;
}

static int get_sp(const void *state, int unit) { return ((const p77_state *)state)->sp[unit]; }

static bool set_sp(void *state, int unit, int value, mk_error *e) {
    p77_state *s = state;
    bool gone = s->at[unit] == P77_ELIMINATED;
    if (gone ? value != 0 : value < 1 || value > p77.unit[unit].sp)
        return mk_fail(e, MK_E_VALUE, gone ? "it is eliminated and has 0 SP" : "it has 1 to %d SP",
                       p77.unit[unit].sp);
    s->sp[unit] = (uint8_t)value;
    return true;
}

#define UNIT_SET(name, field)                                                                      \
    static int get_##name(const void *state, int unit) {                                           \
        return p77_in(((const p77_state *)state)->field, unit);                                    \
    }

#define UNIT_FLAG(name, field)                                                                     \
    UNIT_SET(name, field)                                                                          \
    static bool set_##name(void *state, int unit, int value, mk_error *e) {                        \
        if (value != 0 && value != 1) return mk_fail(e, MK_E_VALUE, "it is 0 or 1");               \
        p77_set *set = &((p77_state *)state)->field;                                               \
        *set = value ? *set | P77_BIT(unit) : *set & ~P77_BIT(unit);                               \
        return true;                                                                               \
    }

UNIT_FLAG(moved, moved)
UNIT_FLAG(known, known)
UNIT_SET(group, group)
UNIT_SET(acted, battle.acted)
UNIT_SET(fled, battle.fled)

static int get_box(const void *state, int unit) {
    int leader = ((const p77_state *)state)->box[unit];
    return leader == P77_NO_UNIT ? -1 : leader;
}

static bool set_box(void *state, int unit, int value, mk_error *e) {
    (void)e;
    ((p77_state *)state)->box[unit] = value < 0 ? P77_NO_UNIT : (uint8_t)value;
    return true;
}

static int get_attack_from(const void *state, int unit) {
    int way = ((const p77_state *)state)->attack_way[unit];
    return way == P77_NO_WAY ? -1 : mk_way_from(&p77.roads, way);
}

static bool set_attack_from(void *state, int unit, int value, mk_error *e) {
    p77_state *s = state;
    s->attack_way[unit] = P77_NO_WAY;
    if (value < 0) return true;
    int way = s->at[unit] < P77_MAX_SPACES ? mk_way(&p77.roads, value, s->at[unit]) : -1;
    if (way < 0) return mk_fail(e, MK_E_VALUE, "no road leads from there to where it is");
    s->attack_way[unit] = (uint8_t)way;
    return true;
}

static int get_position(const void *state, int unit) { return p77_position_of(state, unit); }

static int get_dice(const void *state, int unit) { return p77_fire_dice(state, unit); }

static int get_supplied(const void *state, int unit) {
    return !p77_in(p77_out_of_supply(state, p77.unit[unit].side), unit);
}

/* ---- Spaces ---- */

static int get_control(const void *state, int space) {
    if (!p77_in(p77.ports, space)) return -1;
    return p77_in(((const p77_state *)state)->british_ports, space) ? P77_BRITISH : P77_AMERICAN;
}

static bool set_control(void *state, int space, int value, mk_error *e) {
    p77_state *s = state;
    bool port = p77_in(p77.ports, space);
    if (port == (value < 0))
        return mk_fail(e, MK_E_VALUE, port ? "a port belongs to a side" : "it is not a port");
    if (port && value == P77_BRITISH)
        s->british_ports |= P77_BIT(space);
    else
        s->british_ports &= ~P77_BIT(space);
    return true;
}

/* Blocks on the map as the enemy sees them: what is in a holding box is not counted. */
static int visible_count(const p77_state *s, int space, p77_side side) {
    int count = 0;
    P77_EACH(u, p77_at(s, space, side)) count += s->box[u] == P77_NO_UNIT;
    return count;
}

static int get_british(const void *state, int space) {
    return visible_count(state, space, P77_BRITISH);
}

static int get_american(const void *state, int space) {
    return visible_count(state, space, P77_AMERICAN);
}

/* ---- The battle ---- */

#define BATTLE(name, field)                                                                        \
    static int get_battle_##name(const void *state, int subject) {                                 \
        (void)subject;                                                                             \
        const p77_state *s = state;                                                                \
        return s->battle.at == P77_NO_SPACE ? -1 : s->battle.field;                                \
    }
BATTLE(at, at)
BATTLE(kind, kind)
BATTLE(round, round)
BATTLE(hits, hits)
BATTLE(flees, flees)

const mk_property p77_properties[] = {
    /* name, subject, value, get, set, hidden from whom */
    {"turn", 0, 0, get_turn, set_turn, 0, 0, 0},
    {"active", 0, P77_SIDE, get_active, set_active, 0, 0, 0},
    {"first", 0, P77_SIDE, get_first, set_first, 0, 0, 0},
    {"ap", P77_SIDE, 0, get_ap, set_ap, 0, 0, 0},
    {"ap_left", 0, 0, get_ap_left, set_ap_left, 0, 0, 0},
    {"weather", 0, P77_WEATHER, get_weather, set_weather, 0, 0, 0},
    {"philadelphia", 0, 0, get_philadelphia, set_philadelphia, 0, 0, 0},
    {"at", P77_UNIT, P77_PLACE, get_at, set_at, enemy_cannot_know, 0, 0},
    {"sp", P77_UNIT, 0, get_sp, set_sp, enemy_cannot_know, 0, 0},
    {"moved", P77_UNIT, 0, get_moved, set_moved, enemy_cannot_know, 0, 0},
    {"box", P77_UNIT, P77_UNIT, get_box, set_box, enemy_cannot_know, 0, 0},
    {"attack_from", P77_UNIT, P77_SPACE, get_attack_from, set_attack_from, enemy_cannot_know, 0, 0},
    {"known", P77_UNIT, 0, get_known, set_known, enemy_cannot_know, 0, 0},
    {"control", P77_SPACE, P77_SIDE, get_control, set_control, 0, 0, 0},
    /* derived */
    {"british", P77_SPACE, 0, get_british, 0, 0, 0, 0},
    {"american", P77_SPACE, 0, get_american, 0, 0, 0, 0},
    {"total_sp", P77_SIDE, 0, get_total_sp, 0, other_side, 0, 0},
    {"lost", P77_SIDE, 0, get_lost, 0, other_side, 0, 0},
    {"supplied", P77_UNIT, 0, get_supplied, 0, enemy_cannot_know, 0, 0},
    {"group", P77_UNIT, 0, get_group, 0, enemy_cannot_know, 0, 0},
    {"position", P77_UNIT, P77_POSITION, get_position, 0, enemy_cannot_know, 0, 0},
    {"dice", P77_UNIT, 0, get_dice, 0, enemy_cannot_know, 0, 0},
    {"acted", P77_UNIT, 0, get_acted, 0, enemy_cannot_know, 0, 0},
    {"fled", P77_UNIT, 0, get_fled, 0, enemy_cannot_know, 0, 0},
    {"battle.at", 0, P77_SPACE, get_battle_at, 0, 0, 0, 0},
    {"battle.kind", 0, P77_BATTLE_KIND, get_battle_kind, 0, 0, 0, 0},
    {"battle.round", 0, 0, get_battle_round, 0, 0, 0, 0},
    {"battle.hits", 0, 0, get_battle_hits, 0, 0, 0, 0},
    {"battle.flees", 0, 0, get_battle_flees, 0, 0, 0, 0},
    {"winner", 0, P77_SIDE, get_winner, 0, 0, 0, 0},
    {"reason", 0, P77_REASON, get_reason, 0, 0, 0, 0},
    {0},
};

/* here[] is at[] read the other way, lost[] what is missing in sp[]. */
void p77_settle(void *state) {
    p77_state *s = state;
    for (int side = 0; side < P77_SIDES; side++)
        s->lost[side] = (uint8_t)(p77_printed_sp((p77_side)side) - p77_total_sp(s, (p77_side)side));
    for (int space = 0; space < P77_MAX_SPACES; space++) s->here[space] = 0;
    for (int u = 0; u < p77.unit_count; u++) {
        if (s->at[u] < P77_MAX_SPACES) s->here[s->at[u]] |= P77_BIT(u);
    }
}
