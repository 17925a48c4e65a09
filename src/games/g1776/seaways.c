/* seaways.c - how soon a fleet is where it must go: over the net of the sea, by the boxes beside
 * the board, to a port or to the West Indies (VII.D and VII.E of the campaign rules). */
#include "g1776.h"

static const mk_hexmap *const board = &g1776_board.hexes;
enum { PLACES_OUT = 16 };

int g1776_home_box(int seat) {
    return G1776_IN_BOX + (seat == G1776_BRITISH ? G1776_BOX_INDIES_B : G1776_BOX_INDIES_F);
}

static int space_of(int place) {
    return g1776_is_side(place) ? mk_side_space(board, place - G1776_AT_SIDE) : place;
}
static int place_of(int space) {
    return space < board->hex_count ? space : G1776_AT_SIDE + mk_space_side(board, space);
}
static bool is_port(int place) { return g1776_is_hex(place) && g1776_is_land(place); }

/* In a port or off its entry: that makes no difference to the way. */
static int water_of(const g1776_state *s, int place) {
    return space_of(is_port(place) ? G1776_AT_SIDE + g1776_port_entry(s, place) : place);
}

static bool carries(const g1776_state *s, int fleet, int place) {
    if (g1776_is_hex(place)) return !g1776_is_land(place) && g1776_in_area(s, place);
    unsigned bits = board->side_bits[place - G1776_AT_SIDE];
    bool battle = g1776.fleet[fleet].battle;
    if (!g1776_side_in_area(s, place - G1776_AT_SIDE)) return false;
    if (!(bits & G1776_CLASS3) && (battle || !(bits & G1776_CLASS2))) return false;
    return battle || !g1776_frozen(s, place - G1776_AT_SIDE);
}

/* ---- Over the net of the sea ---- */

typedef struct {
    uint16_t space, steps, next;
} detour;

/* Ways behind an enemy fleet wait until the ways round it are as long. */
static void add_detour(detour *list, int *count, int space, int steps, int next) {
    enum { MOST = G1776_DETOURS };
    if (*count == MOST) return;
    int i = (*count)++;
    for (; i && list[i - 1].steps < steps; i--) list[i] = list[i - 1];
    list[i] = (detour){(uint16_t)space, (uint16_t)steps, (uint16_t)next};
}

/* Steps from everywhere to a place and where to go next. A fleet that enters a place with enemy
 * fleets stops there: that costs a whole phase. */
void g1776_survey(const g1776_state *s, int fleet, int to, g1776_seaway *way) {
    uint16_t queue[G1776_SEA_SPACES];
    detour later[G1776_DETOURS];
    int first = 0, count = 0, waiting = 0, enemy = g1776_enemy(g1776.fleet[fleet].seat);
    int goal = water_of(s, to), own = s->fleet[fleet].place;
    int start = g1776_is_hex(own) || g1776_is_side(own) ? water_of(s, own) : goal;
    for (int i = 0; i < G1776_SEA_SPACES; i++) way->steps[i] = G1776_NO_SEAWAY;
    way->steps[goal] = 0;
    way->next[goal] = (uint16_t)goal;
    queue[count++] = (uint16_t)goal;
    while (first < count || waiting) {
        bool detours =
            waiting && (first == count || later[waiting - 1].steps <= way->steps[queue[first]]);
        int at;
        if (detours) {
            detour d = later[--waiting];
            if (way->steps[d.space] != G1776_NO_SEAWAY) continue;
            at = d.space;
            way->steps[at] = d.steps;
            way->next[at] = d.next;
        } else {
            at = queue[first++];
        }
        bool met = g1776_fleet_at_place(s, enemy, place_of(at));
        MK_EXIT_EACH(x, &g1776_board.sea, at) {
            if (way->steps[x->to] != G1776_NO_SEAWAY) continue;
            if (x->to != start && !carries(s, fleet, place_of(x->to))) continue;
            if (met) {
                add_detour(later, &waiting, x->to, way->steps[at] + g1776.fleet[fleet].mp, at);
                continue;
            }
            way->steps[x->to] = (uint16_t)(way->steps[at] + 1);
            way->next[x->to] = (uint16_t)at;
            queue[count++] = (uint16_t)x->to;
        }
    }
}

/* From a place that fleets cannot reach there is none. */
int g1776_steps_from(const g1776_state *s, const g1776_seaway *way, int place) {
    bool shut = is_port(place) && g1776_port_entry(s, place) == MK_NOWHERE;
    return shut ? G1776_NO_SEAWAY : way->steps[water_of(s, place)];
}

/* ---- Voyages of CSG-5, found when the board is read ---- */

enum { TO_SAVANNAH, TO_NEW_YORK, VOYAGES };
static int16_t voyage[VOYAGES][2][G1776_SEA_SPACES]; /* [battle]: steps, -1: no way */

static bool is_sailed(int space, bool battle) {
    if (space < board->hex_count) return !g1776_is_land(space);
    unsigned bits = board->side_bits[mk_space_side(board, space)];
    return bits & G1776_CLASS3 || (!battle && bits & G1776_CLASS2);
}

void g1776_find_voyages(void) {
    const int port[VOYAGES] = {g1776.campaign.savannah, g1776.campaign.new_york};
    enum { WORDS = G1776_SEA_SPACES / 64 + 1 };
    for (int v = 0; v < VOYAGES; v++) {
        mk_word ends[WORDS] = {0};
        int entry = mk_side_space(board, g1776_board.town[g1776_board.town_at[port[v]]].entry);
        ends[entry / 64] |= (mk_word)1 << entry % 64;
        for (int battle = 0; battle < 2; battle++) {
            mk_word open[WORDS] = {0};
            for (int i = 0; i < g1776_board.sea.space_count; i++)
                if (is_sailed(i, battle)) open[i / 64] |= (mk_word)1 << i % 64;
            mk_distances(&g1776_board.sea, ends, &(mk_passable){.open = open}, voyage[v][battle]);
        }
    }
}

static bool any_enemy_at_sea(const g1776_state *s, int seat) {
    for (int f = 0; f < G1776_FLEETS; f++) {
        int at = s->fleet[f].place;
        if (g1776.fleet[f].seat != seat && (g1776_is_hex(at) || g1776_is_side(at))) return true;
    }
    return false;
}

/* Does a step bring a fleet nearer to Savannah or New York? Enemy fleets at sea make a survey
 * necessary. */
bool g1776_comes_nearer(const g1776_state *s, int fleet, int goal, int from, int to) {
    g1776_seaway way;
    if (!any_enemy_at_sea(s, g1776.fleet[fleet].seat)) {
        int v = goal == g1776.campaign.savannah ? TO_SAVANNAH : TO_NEW_YORK;
        const int16_t *steps = voyage[v][g1776.fleet[fleet].battle];
        int left = steps[water_of(s, to)], now = steps[water_of(s, from)];
        return left >= 0 && (now < 0 || left < now);
    }
    g1776_survey(s, fleet, goal, &way);
    return g1776_steps_from(s, &way, to) < g1776_steps_from(s, &way, from);
}

/* Along the way as far as MP and enemy fleets allow. True: it is there. */
bool g1776_sail_along(g1776_state *s, int fleet, const g1776_seaway *way) {
    g1776_fleet_at *at = &s->fleet[fleet];
    int enemy = g1776_enemy(g1776.fleet[fleet].seat), space = water_of(s, at->place);
    if (way->steps[space] == G1776_NO_SEAWAY) return false;
    at->place = (uint16_t)place_of(space);
    while (way->steps[space] && at->spent < g1776.fleet[fleet].mp) {
        space = way->next[space];
        at->place = (uint16_t)place_of(space);
        at->spent++;
        if (g1776_fleet_at_place(s, enemy, at->place)) return false;
    }
    return way->steps[space] == 0;
}

/* ---- From box to box ---- */

/* Phases by the fewest; the box that comes next. */
int g1776_hops(int from, int to, int seat, int *next) {
    int far[G1776_BOXES], queue[G1776_BOXES], first = 0, count = 0;
    for (int b = 0; b < G1776_BOXES; b++) far[b] = G1776_TOO_FAR;
    far[to] = 0;
    queue[count++] = to;
    while (first < count) {
        int at = queue[first++];
        for (int b = 0; b < G1776_BOXES; b++) {
            int owner = g1776.box[b].owner;
            bool open = owner == G1776_NONE || owner == seat;
            if (!(g1776.box[at].joins >> b & 1) || !open || far[b] != G1776_TOO_FAR) continue;
            far[b] = far[at] + 1;
            queue[count++] = b;
        }
    }
    for (int b = 0; next && b < G1776_BOXES; b++)
        if (g1776.box[from].joins >> b & 1 && far[b] == far[from] - 1) *next = b;
    return far[from];
}

/* ---- Between the board and the boxes ---- */

/* Where a fleet comes in from a box, and goes out to it. */
static int doors_of(int box, int out[PLACES_OUT]) {
    int exit = g1776.box[box].exit, n = 0;
    if (exit == G1776_NONE) return 0;
    MK_SET_EACH(hex, &g1776_board.exit[exit]) {
        if (n < PLACES_OUT) out[n++] = hex;
    }
    for (int i = 0; i < 2 && exit == G1776_NORTH_EXIT && n < PLACES_OUT; i++)
        out[n++] = G1776_AT_SIDE + g1776_board.mouth[i];
    return n;
}

static bool opens_to(int box, int seat) {
    int owner = g1776.box[box].owner;
    return g1776.box[box].exit != G1776_NONE && (owner == G1776_NONE || owner == seat);
}

static int in_phases(int fleet, int steps) {
    int mp = g1776.fleet[fleet].mp;
    return steps >= G1776_NO_SEAWAY ? G1776_TOO_FAR : (steps + mp - 1) / mp;
}

/* The door by which a fleet goes from a place of the board to a box, soonest, with so many MP spent
 * first; phases in all. */
static int way_out(const g1776_state *s, int fleet, int from, int to, int spent,
                   g1776_passage *by) {
    g1776_seaway way;
    int best = G1776_TOO_FAR, seat = g1776.fleet[fleet].seat, doors[PLACES_OUT];
    g1776_survey(s, fleet, from, &way);
    for (int box = 0; box < G1776_BOXES; box++) {
        int n = opens_to(box, seat) ? doors_of(box, doors) : 0;
        for (int i = 0; i < n; i++) {
            int steps = g1776_steps_from(s, &way, doors[i]);
            if (steps == G1776_NO_SEAWAY) continue;
            int phases = in_phases(fleet, spent + steps + 1) +
                         g1776_hops(box, to - G1776_IN_BOX, seat, NULL);
            if (phases >= best) continue;
            best = phases;
            if (by) *by = (g1776_passage){.box = (uint8_t)box, .door = (uint16_t)doors[i]};
        }
    }
    return best;
}

/* From a box to a place of the board that was surveyed. */
static int way_in(const g1776_state *s, int fleet, int from, const g1776_seaway *way,
                  g1776_passage *by) {
    int best = G1776_TOO_FAR, seat = g1776.fleet[fleet].seat, doors[PLACES_OUT];
    for (int box = 0; box < G1776_BOXES; box++) {
        int n = opens_to(box, seat) ? doors_of(box, doors) : 0;
        int hops = g1776_hops(from - G1776_IN_BOX, box, seat, NULL);
        for (int i = 0; i < n; i++) {
            int phases = hops + in_phases(fleet, g1776_steps_from(s, way, doors[i]) + 1);
            if (phases >= best) continue;
            best = phases;
            if (by) *by = (g1776_passage){.box = (uint8_t)box, .door = (uint16_t)doors[i]};
        }
    }
    return best;
}

/* Phases of a fleet that is at a place to a box, with so many MP spent first. */
int g1776_phases_to_box(const g1776_state *s, int fleet, int from, int to, int spent) {
    if (from == to) return 0;
    if (g1776_is_box(from))
        return g1776_hops(from - G1776_IN_BOX, to - G1776_IN_BOX, g1776.fleet[fleet].seat, NULL);
    return way_out(s, fleet, from, to, spent, NULL);
}

/* And to a port that was surveyed. */
int g1776_phases_to_port(const g1776_state *s, int fleet, int from, int port,
                         const g1776_seaway *way) {
    if (from == port) return 0;
    if (g1776_is_box(from)) return way_in(s, fleet, from, way, NULL);
    int steps = g1776_steps_from(s, way, from);
    return steps ? in_phases(fleet, steps) : 1;
}

/* ---- A phase of sailing ---- */

void g1776_sail_to_box(g1776_state *s, int fleet, int to) {
    g1776_fleet_at *at = &s->fleet[fleet];
    int seat = g1776.fleet[fleet].seat, next = 0;
    g1776_passage by;
    g1776_seaway way;
    if (g1776_is_box(at->place)) {
        g1776_hops(at->place - G1776_IN_BOX, to - G1776_IN_BOX, seat, &next);
        at->place = (uint16_t)(G1776_IN_BOX + next);
        return;
    }
    if (way_out(s, fleet, at->place, to, at->spent, &by) == G1776_TOO_FAR) return;
    g1776_survey(s, fleet, by.door, &way);
    if (g1776_sail_along(s, fleet, &way) && at->spent < g1776.fleet[fleet].mp)
        at->place = (uint16_t)(G1776_IN_BOX + by.box);
}

void g1776_sail_to_port(g1776_state *s, int fleet, int port) {
    g1776_fleet_at *at = &s->fleet[fleet];
    int seat = g1776.fleet[fleet].seat, next = 0;
    g1776_passage by;
    g1776_seaway way;
    g1776_survey(s, fleet, port, &way);
    if (g1776_is_box(at->place)) {
        if (way_in(s, fleet, at->place, &way, &by) == G1776_TOO_FAR) return;
        if (at->place != G1776_IN_BOX + by.box) {
            g1776_hops(at->place - G1776_IN_BOX, by.box, seat, &next);
            at->place = (uint16_t)(G1776_IN_BOX + next);
            return;
        }
        at->place = by.door;
        at->spent++;
        if (g1776_fleet_at_place(s, g1776_enemy(seat), by.door)) return;
    }
    if (g1776_sail_along(s, fleet, &way) && !g1776_fleet_at_place(s, g1776_enemy(seat), port))
        at->place = (uint16_t)port;
}
