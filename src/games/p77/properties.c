/* properties.c - the facts of a state by name; docs/p77.md explains them. */
#include "p77.h"

static bool enemy_cannot_know(const void *state, int unit, int seat) {
    return p77_hidden_from(state, unit, seat);
}

/* Who is in a group that gathers is its owner's affair, also if his name is known. */
static bool others_cannot_know(const void *state, int unit, int seat) {
    (void)state;
    return seat != MK_EVERYTHING && seat != p77.unit[unit].side;
}

static bool other_side(const void *state, int side, int seat) {
    (void)state;
    return seat != MK_EVERYTHING && seat != side;
}

/* ---- The turn ---- */

static int get_total_sp(const void *state, int side) { return p77_total_sp(state, (p77_side)side); }

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

static bool set_sp(void *state, int unit, int value, mk_error *e) {
    p77_state *s = state;
    bool gone = s->at[unit] == P77_ELIMINATED;
    if (gone ? value != 0 : value < 1 || value > p77.unit[unit].sp)
        return mk_fail(e, MK_E_VALUE, gone ? "it is eliminated and has 0 SP" : "it has 1 to %d SP",
                       p77.unit[unit].sp);
    s->sp[unit] = (uint8_t)value;
    return true;
}

static int get_group(const void *state, int unit) {
    return mk_set_has(((const p77_state *)state)->group, unit);
}
static int get_acted(const void *state, int unit) {
    return mk_set_has(((const p77_state *)state)->battle.acted, unit);
}
static int get_fled(const void *state, int unit) {
    return mk_set_has(((const p77_state *)state)->battle.fled, unit);
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
    return !mk_set_has(p77_out_of_supply(state, p77.unit[unit].side), unit);
}

/* ---- Spaces ---- */

static int get_control(const void *state, int space) {
    if (!mk_set_has(p77.ports, space)) return -1;
    return mk_set_has(((const p77_state *)state)->british_ports, space) ? P77_BRITISH
                                                                        : P77_AMERICAN;
}

static bool set_control(void *state, int space, int value, mk_error *e) {
    p77_state *s = state;
    bool port = mk_set_has(p77.ports, space);
    if (port == (value < 0))
        return mk_fail(e, MK_E_VALUE, port ? "a port belongs to a side" : "it is not a port");
    mk_set_put(&s->british_ports, space, port && value == P77_BRITISH);
    return true;
}

/* Blocks on the map: what is in a holding box is not counted. */
static int visible_count(const p77_state *s, int space, p77_side side) {
    int count = 0;
    MK_SET_EACH(u, p77_at(s, space, side)) count += s->box[u] == P77_NO_UNIT;
    return count;
}

static bool arranged_in_secret(const p77_state *s, p77_side side, int seat) {
    if (seat == MK_EVERYTHING || seat == (int)side) return false;
    return p77_arranges(s, P77_PH_SET_UP, side) || p77_arranges(s, P77_PH_LOAD_BOXES, side);
}

static int get_british(const void *state, int space) {
    return visible_count(state, space, P77_BRITISH);
}

static int get_american(const void *state, int space) {
    return visible_count(state, space, P77_AMERICAN);
}

static bool hides_british(const void *state, int space, int seat) {
    (void)space;
    return arranged_in_secret(state, P77_BRITISH, seat);
}

static bool hides_american(const void *state, int space, int seat) {
    (void)space;
    return arranged_in_secret(state, P77_AMERICAN, seat);
}

/* Where a side stands everyone can see, once it has been set up. */
static int get_places(const void *state, int side) {
    int count = 0;
    MK_SET_EACH(space, p77.all_spaces) count += p77_at(state, space, (p77_side)side) != 0;
    return count;
}

static bool hides_places(const void *state, int side, int seat) {
    return arranged_in_secret(state, (p77_side)side, seat);
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
    {"turn", .field = MK_FIELD(p77_state, base.turn, 0, P77_MAX_TURNS)},
    {"active", 0, P77_SIDE, .field = MK_FIELD(p77_state, active, 0, MK_ANY)},
    {"first", 0, P77_SIDE, .field = MK_FIELD(p77_state, first, 0, MK_ANY)},
    {"ap", P77_SIDE, .field = MK_EACH(p77_state, ap, , 0, 9)},
    {"ap_left", .field = MK_FIELD(p77_state, ap_left, 0, 9)},
    {"weather", 0, P77_WEATHER, .field = MK_FIELD(p77_state, rain, 0, MK_ANY)},
    {"philadelphia", .field = MK_FIELD(p77_state, philadelphia, 0, P77_MAX_TURNS)},
    {"at", P77_UNIT, P77_PLACE, get_at, set_at, enemy_cannot_know},
    {"sp", P77_UNIT, 0, NULL, set_sp, enemy_cannot_know,
     .field = MK_EACH(p77_state, sp, , 0, P77_MAX_SP)},
    {"moved", P77_UNIT, .hidden = enemy_cannot_know, .field = MK_BIT_EACH(p77_state, moved)},
    {"box", P77_UNIT, P77_UNIT, .hidden = enemy_cannot_know,
     .field = MK_EACH(p77_state, box, , -1, MK_ANY)},
    {"attack_from", P77_UNIT, P77_SPACE, get_attack_from, set_attack_from, enemy_cannot_know},
    {"known", P77_UNIT, .hidden = enemy_cannot_know, .field = MK_BIT_EACH(p77_state, known)},
    {"control", P77_SPACE, P77_SIDE, get_control, set_control},
    /* derived */
    {"british", P77_SPACE, 0, get_british, NULL, hides_british},
    {"american", P77_SPACE, 0, get_american, NULL, hides_american},
    {"total_sp", P77_SIDE, 0, get_total_sp, NULL, other_side},
    {"places", P77_SIDE, 0, get_places, NULL, hides_places},
    {"lost", P77_SIDE, .hidden = other_side, .field = MK_EACH(p77_state, lost, , MK_DERIVED)},
    {"supplied", P77_UNIT, 0, get_supplied, NULL, enemy_cannot_know},
    {"group", P77_UNIT, 0, get_group, NULL, others_cannot_know},
    {"position", P77_UNIT, P77_POSITION, get_position, NULL, enemy_cannot_know},
    {"dice", P77_UNIT, 0, get_dice, NULL, enemy_cannot_know},
    {"acted", P77_UNIT, 0, get_acted, NULL, enemy_cannot_know},
    {"fled", P77_UNIT, 0, get_fled, NULL, enemy_cannot_know},
    {"battle.at", 0, P77_SPACE, get_battle_at},
    {"battle.kind", 0, P77_BATTLE_KIND, get_battle_kind},
    {"battle.round", 0, 0, get_battle_round},
    {"battle.hits", 0, 0, get_battle_hits},
    {"battle.flees", 0, 0, get_battle_flees},
    {"winner", 0, P77_SIDE, get_winner},
    {"reason", 0, P77_REASON, get_reason},
    {0},
};

/* here[] is at[] read the other way, lost[] what is missing in sp[]. */
void p77_settle(void *state) {
    p77_state *s = state;
    for (int side = 0; side < P77_SIDES; side++)
        s->lost[side] = (uint8_t)(p77_printed_sp((p77_side)side) - p77_total_sp(s, (p77_side)side));
    for (int space = 0; space < P77_MAX_SPACES; space++) s->here[space] = 0;
    for (int u = 0; u < p77.unit_count; u++) {
        if (s->at[u] < P77_MAX_SPACES) s->here[s->at[u]] |= MK_BIT(u);
    }
}
