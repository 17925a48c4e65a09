/* terrain.c - what a step costs, and how far a piece goes (II, IV.A, V.A, VI of the campaign). */
#include "g1776.h"

/* ---- Boats that carry people across ---- */

/* II.B: a bateau that did not move in this phase; it lies on the hexside, face up. */
static bool bateau_on(const g1776_state *s, int seat, int side) {
    int type = seat == G1776_BRITISH ? G1776_BAT_B : G1776_BAT_A;
    G1776_EACH_AT(p, s, G1776_AT_SIDE + side) {
        bool rests = !p->spent && !(p->flags & (G1776_DOWN | G1776_DONE | G1776_HAND));
        if (p->type == type && rests) return true;
    }
    return false;
}

int g1776_fleet_on(const g1776_state *s, int seat, int side) {
    for (int f = 0; f < G1776_FLEETS; f++) {
        if (s->fleet[f].place == G1776_AT_SIDE + side && g1776.fleet[f].seat == seat) return f;
    }
    return G1776_NONE;
}

/* V.B: the Continental Navy does not ferry, nor does a fleet that moved. */
static bool fleet_ferries(const g1776_state *s, int seat, int side) {
    for (int f = 0; f < G1776_FLEETS; f++) {
        const g1776_fleet_at *at = &s->fleet[f];
        if (at->place == G1776_AT_SIDE + side && g1776.fleet[f].seat == seat && f != G1776_CN &&
            !(at->flags & G1776_CARRIED))
            return true;
    }
    return false;
}

/* MP over the water by boat; G1776_CLOSED: there is none that may. */
static int by_boat(const g1776_state *s, int seat, int side, unsigned bits) {
    const g1776_tables *t = &g1776.table;
    if (RULE("g1776.ii.b.ferry", g1776_fleet_on(s, g1776_enemy(seat), side) != G1776_NONE))
        return G1776_CLOSED;
    bool bateau = bateau_on(s, seat, side);
    bool fleet = !(bits & G1776_CLASS1) && fleet_ferries(s, seat, side);
    if (bits & G1776_COASTAL) {
        if (fleet) return t->coastal_fleet;
        bool allowed = g1776_has_rule(s, G1776_RULE_COASTAL_FERRY);
        return bateau && allowed ? t->coastal_bateau : G1776_CLOSED;
    }
    if (!bateau && !fleet) return G1776_CLOSED;
    return bits & G1776_CLASS1 ? t->boat1 : bits & G1776_CLASS2 ? t->boat2 : t->boat3;
}

/* ---- The hexside ---- */

/* I of the scenarios, VI of the campaign: class 2 in the south, its borders included. */
static bool flooded(const g1776_state *s, int from, int to) {
    return g1776_rules(s)->rain[s->base.turn] && (!g1776_north(from) || !g1776_north(to));
}

static int on_foot(const g1776_state *s, int seat, int from, int to, int side, unsigned bits) {
    const g1776_tables *t = &g1776.table;
    if (bits & G1776_CLASS1) return RULE("g1776.ii.ford", bits & G1776_FORD) ? t->ford : t->class1;
    if (bits & G1776_CLASS2) {
        if (RULE("g1776.csg.v", g1776_fleet_on(s, g1776_enemy(seat), side) != G1776_NONE))
            return G1776_CLOSED;
        if (bits & G1776_FERRY) return t->ferry2;
        return RULE("g1776.rain", flooded(s, from, to)) ? G1776_CLOSED : t->class2;
    }
    return bits & G1776_FERRY ? t->ferry3 : G1776_CLOSED;
}

static int relief(int from, int to, unsigned bits) {
    bool peaks = g1776_board.ground[from] == G1776_MOUNTAIN ||
                 g1776_board.ground[to] == G1776_MOUNTAIN || bits & G1776_MOUNTAINS;
    if (RULE("g1776.ii.mountain", peaks)) return g1776.table.mountain;
    return bits & G1776_ROUGH ? g1776.table.rough : 0;
}

/* II: entry, relief and water add up. */
g1776_cost g1776_step_cost(const g1776_state *s, int seat, int from, int direction, int way) {
    const g1776_cost closed = {.closed = true};
    int to = g1776_board.hexes.near[from][direction];
    bool off_the_board = way == G1776_LEAVING && to == MK_NOWHERE && from == g1776_board.west_exit;
    if (off_the_board) return (g1776_cost){.enter = g1776.table.enter[G1776_CLEAR]};
    if (to == MK_NOWHERE || !g1776_is_land(to)) return closed;
    if (RULE("g1776.area", g1776_in_area(s, to) == (way == G1776_LEAVING))) return closed;
    int side = g1776_board.hexes.side_of[from][direction];
    unsigned bits = g1776_board.hexes.side_bits[side];
    g1776_cost cost = {.enter = g1776.table.enter[g1776_board.ground[to]],
                       .relief = (uint8_t)relief(from, to, bits),
                       .in_full = bits & G1776_CLASS3};
    if (!(bits & G1776_WATER)) return way == G1776_BY_BOAT ? closed : cost;
    int water = way == G1776_BY_BOAT ? by_boat(s, seat, side, bits)
                                     : on_foot(s, seat, from, to, side, bits);
    if (water == G1776_CLOSED) return closed;
    cost.water = (uint8_t)water;
    return cost;
}

/* ---- Movement allowances ---- */

/* VI of the campaign: SP, supply and artillery that begin in the north go half as far. */
static int in_winter(const g1776_state *s, int origin, int mp) {
    return RULE("g1776.csg.vi.mp", g1776_winter(s) && g1776_north(origin)) ? mp / 2 : mp;
}

int g1776_origin(int origin, int place) { return origin ? (origin & G1776_FROM) - 1 : place; }

int g1776_allowance(const g1776_state *s, const g1776_piece *p, const g1776_hand *h) {
    const g1776_type_row *row = &g1776.type[p->type];
    int mp = row->mp;
    if (row->is & G1776_IS_INDIAN) {
        if (RULE("g1776.iii.f.led", h->regular_leader)) mp = row->mp_led;
    } else if (g1776_led_as_partisan(s, p->type) && !(row->is & G1776_IS_DRAGOON)) {
        bool led = h->partisans_led && (!p->spent || p->led);
        if (RULE("g1776.v.a.ten", led)) mp = g1776.table.partisan_mp;
    }
    if (p->flags & G1776_DOWN && mp > g1776.table.inverted_mp) mp = g1776.table.inverted_mp;
    return in_winter(s, g1776_origin(p->origin, p->place), mp);
}

/* IV: 13 if he was with dragoons all the way. */
int g1776_leader_allowance(const g1776_state *s, int leader, const g1776_hand *h) {
    const g1776_leader_at *at = &s->leader[leader];
    bool mounted = h->dragoons && (!at->spent || at->led);
    int mp = mk_set_has(s->replaced, leader) ? G1776_LEADER_MP : g1776.leader[leader].mp;
    return RULE("g1776.iv.mounted", mounted && mp == G1776_LEADER_MP)
               ? g1776.table.mounted_leader_mp
               : mp;
}
