/* terrain.c - what a step costs, and how far a piece goes (II, IV.A, V.A, VI of the campaign). */
#include "g1776.h"

/* ---- Boats that carry people across ---- */

/* II.B: a bateau that did not move in this phase; it lies on the hexside, face up. One that was a
 * ferry already comes first. Its index; -1: there is none. */
static int ferrying_bateau(const g1776_state *s, int seat, int side) {
    int type = seat == G1776_BRITISH ? G1776_BAT_B : G1776_BAT_A, place = G1776_AT_SIDE + side;
    int found = -1;
    for (int i = g1776_first_at(s, place); i < s->piece_count && s->piece[i].place == place; i++) {
        const g1776_piece *p = &s->piece[i];
        bool rests = !p->spent && !(p->flags & (G1776_DOWN | G1776_DONE | G1776_HAND));
        if (p->type == type && rests && (found < 0 || p->flags & G1776_MARKED)) found = i;
    }
    return found;
}

int g1776_fleet_on(const g1776_state *s, int seat, int side) {
    for (int f = 0; f < G1776_FLEETS; f++) {
        if (s->fleet[f].place == G1776_AT_SIDE + side && g1776.fleet[f].seat == seat) return f;
    }
    return G1776_NONE;
}

/* V.B: the Continental Navy does not ferry, nor does a fleet that moved. */
static int ferrying_fleet(const g1776_state *s, int seat, int side) {
    for (int f = 0; f < G1776_FLEETS; f++) {
        const g1776_fleet_at *at = &s->fleet[f];
        if (at->place == G1776_AT_SIDE + side && g1776.fleet[f].seat == seat && f != G1776_CN &&
            !(at->flags & G1776_CARRIED))
            return f;
    }
    return G1776_NONE;
}

/* Is there a boat of the seat anywhere that could ferry? Most lists of steps ask no further. */
bool g1776_has_ferries(const g1776_state *s, int seat) {
    if (g1776_any_afloat(s)) return true;
    for (int f = 0; f < G1776_FLEETS; f++) {
        if (g1776_is_side(s->fleet[f].place) && g1776.fleet[f].seat == seat) return true;
    }
    return false;
}

/* MP over the water by boat; G1776_CLOSED: there is none that may. */
static int by_boat(const g1776_state *s, int seat, int side, unsigned bits) {
    const g1776_tables *t = &g1776.table;
    bool bateau = ferrying_bateau(s, seat, side) >= 0;
    bool fleet = !(bits & G1776_CLASS1) && ferrying_fleet(s, seat, side) != G1776_NONE;
    if (!bateau && !fleet) return G1776_CLOSED;
    if (RULE("g1776.ii.b.ferry", g1776_fleet_on(s, g1776_enemy(seat), side) != G1776_NONE))
        return G1776_CLOSED;
    if (bits & G1776_COASTAL) {
        if (fleet) return t->coastal_fleet;
        bool allowed = g1776_has_rule(s, G1776_RULE_COASTAL_FERRY);
        return bateau && allowed ? t->coastal_bateau : G1776_CLOSED;
    }
    return bits & G1776_CLASS1 ? t->boat1 : bits & G1776_CLASS2 ? t->boat2 : t->boat3;
}

/* II.B, V.B: what served as a ferry lies still for the rest of the phase, and only that. */
void g1776_fix_ferry(g1776_state *s, int seat, int side) {
    int i = ferrying_bateau(s, seat, side), fleet = ferrying_fleet(s, seat, side);
    bool coast = g1776_board.hexes.side_bits[side] & G1776_COASTAL;
    if (i >= 0 && !(coast && fleet != G1776_NONE)) {
        g1776_piece p = g1776_take_at(s, i, 1);
        p.flags |= G1776_MARKED;
        g1776_put(s, p);
    } else {
        s->fleet[fleet].flags |= G1776_MARKED;
    }
}

/* ---- The hexside ---- */

/* What never changes about a step: found once, for a step is asked for at every decision. */
typedef struct {
    uint16_t to, side;
    uint16_t bits;         /* of the hexside */
    uint8_t enter, relief; /* MP */
    uint8_t foot;          /* MP over the water, as far as neither rain nor fleets forbid it */
    bool open;             /* there is land */
    bool south;            /* class 2 without a ferry that rain floods */
} edge;
static edge edges[G1776_MAX_HEXES][MK_DIRECTIONS];

/* MP over the water at its banks or by a ferry; G1776_CLOSED: nobody gets across. */
static int on_foot(unsigned bits) {
    const g1776_tables *t = &g1776.table;
    if (!(bits & G1776_WATER)) return 0;
    if (bits & G1776_CLASS1) return RULE("g1776.ii.ford", bits & G1776_FORD) ? t->ford : t->class1;
    if (bits & G1776_CLASS2) return bits & G1776_FERRY ? t->ferry2 : t->class2;
    return bits & G1776_FERRY ? t->ferry3 : G1776_CLOSED;
}

static int relief(int from, int to, unsigned bits) {
    bool peaks = g1776_board.ground[from] == G1776_MOUNTAIN ||
                 g1776_board.ground[to] == G1776_MOUNTAIN || bits & G1776_MOUNTAINS;
    if (RULE("g1776.ii.mountain", peaks)) return g1776.table.mountain;
    return bits & G1776_ROUGH ? g1776.table.rough : 0;
}

static edge edge_of(int from, int direction) {
    int to = g1776_board.hexes.near[from][direction];
    edge e = {.to = (uint16_t)to};
    if (to == MK_NOWHERE || !g1776_is_land(to)) return e;
    unsigned bits = g1776_board.hexes.side_bits[g1776_board.hexes.side_of[from][direction]];
    bool banks = bits & G1776_CLASS2 && !(bits & G1776_FERRY) && g1776_is_land(from);
    e.open = true;
    e.side = g1776_board.hexes.side_of[from][direction];
    e.bits = (uint16_t)bits;
    e.enter = g1776.table.enter[g1776_board.ground[to]];
    e.relief = (uint8_t)relief(from, to, bits);
    e.foot = (uint8_t)on_foot(bits);
    e.south = banks && (!g1776_north(from) || !g1776_north(to));
    return e;
}

void g1776_find_edges(void) {
    for (int hex = 0; hex < g1776_board.hexes.hex_count; hex++)
        for (int d = 0; d < MK_DIRECTIONS; d++) edges[hex][d] = edge_of(hex, d);
}

int g1776_dry_cost(int from, int direction) {
    const edge *e = &edges[from][direction];
    return e->open && e->foot != G1776_CLOSED ? e->enter + e->relief + e->foot : G1776_CLOSED;
}

/* I of the scenarios, VI of the campaign: class 2 in the south, its borders included. */
static bool flooded(const g1776_state *s, const edge *e) {
    return e->south && g1776_rules(s)->rain[s->base.turn];
}

static int over_water(const g1776_state *s, int seat, const edge *e, int way) {
    if (way == G1776_BY_BOAT) return by_boat(s, seat, e->side, e->bits);
    if (!(e->bits & G1776_CLASS2)) return e->foot;
    if (RULE("g1776.csg.v", g1776_fleet_on(s, g1776_enemy(seat), e->side) != G1776_NONE))
        return G1776_CLOSED;
    return RULE("g1776.rain", flooded(s, e)) ? G1776_CLOSED : e->foot;
}

/* II: entry, relief and water add up. */
g1776_cost g1776_step_cost(const g1776_state *s, int seat, int from, int direction, int way) {
    const g1776_cost closed = {.closed = true};
    const edge *e = &edges[from][direction];
    bool off_the_board =
        way == G1776_LEAVING && e->to == MK_NOWHERE && from == g1776_board.west_exit;
    if (off_the_board) return (g1776_cost){.enter = g1776.table.enter[G1776_CLEAR]};
    if (!e->open) return closed;
    bool water = e->bits & G1776_WATER;
    if (!water && way == G1776_BY_BOAT) return closed;
    if (RULE("g1776.area", g1776_in_area(s, e->to) == (way == G1776_LEAVING))) return closed;
    g1776_cost cost = {.enter = e->enter, .relief = e->relief, .in_full = e->bits & G1776_CLASS3};
    int mp = water ? over_water(s, seat, e, way) : 0;
    if (mp == G1776_CLOSED) return closed;
    cost.water = (uint8_t)mp;
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
        bool led = h->partisans_led && (!p->spent || p->led & 1);
        if (RULE("g1776.v.a.ten", led)) mp = g1776.table.partisan_mp;
    }
    bool raid = row->is & G1776_IS_DRAGOON && h->partisans_led && (!p->spent || p->led & 1);
    if (RULE("g1776.csg5.raid", raid && g1776_southern_game(s))) mp = G1776_RAIDERS_MP;
    if (p->flags & G1776_DOWN && mp > g1776.table.inverted_mp) mp = g1776.table.inverted_mp;
    return in_winter(s, g1776_origin(p->origin, p->place), mp);
}

/* IV: 13 if he was with dragoons all the way. */
int g1776_leader_allowance(const g1776_state *s, int leader, const g1776_hand *h) {
    const g1776_leader_at *at = &s->leader[leader];
    bool mounted = h->dragoons && (!at->spent || at->led);
    int mp = mk_set_has(s->replaced, leader) ? G1776_LEADER_MP : g1776.leader[leader].mp;
    bool raids = mounted && h->partisans_led && g1776_leader_is(s, leader, G1776_PARTISAN);
    if (RULE("g1776.csg5.raid", raids && g1776_southern_game(s))) return G1776_RAIDERS_MP;
    return RULE("g1776.iv.mounted", mounted && mp == G1776_LEADER_MP)
               ? g1776.table.mounted_leader_mp
               : mp;
}
