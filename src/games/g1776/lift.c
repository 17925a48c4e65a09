/* lift.c - what the machine player could carry by water in this turn: who lies beside a bateau or a
 * fleet, or is aboard, and where they could be put ashore. */
#include "purpose.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

static const mk_hexmap *const board = &g1776_board.hexes;

enum { A_TURN = 9 }; /* MP of a march that takes as long as what is carried takes */

static void add_landing(g1776_transport *l, int hex, int cost) {
    if (l->count == G1776_MAX_LANDINGS) return;
    l->landing[l->count++] = (g1776_landing){(uint16_t)hex, (uint8_t)cost};
}

/* Not among more enemies than those who land could beat. */
static bool worth_landing(const g1776_state *s, int seat, const g1776_transport *l, int hex) {
    if (!g1776_held(s, g1776_enemy(seat), hex)) return true;
    return g1776_enough_against(s, seat, hex, l->together + g1776_sp(s, hex, seat));
}

/* SP that have not moved and may come aboard. */
static int passengers(const g1776_state *s, int seat, int hex, int fleet) {
    const int busy = G1776_DONE | G1776_CARRIED | G1776_MARKED | G1776_FIXED | G1776_HAND;
    int n = 0;
    G1776_EACH_AT(p, s, hex) {
        bool goes = mk_set_has(g1776.sp_of[seat], p->type) && !p->spent && !p->origin;
        if (goes && !(p->flags & busy) && (fleet < 0 || g1776_sails(fleet, p->type))) n += p->count;
    }
    return n;
}

/* ---- Bateaux ---- */

/* The banks that a bateau can reach within so many hexsides; `steps`: how many to each side, +1. */
typedef struct {
    int count;
    uint16_t side[G1776_MAX_LANDINGS];
    uint8_t steps[G1776_MAX_LANDINGS];
} waters;

static void row_from(const g1776_state *s, int seat, int side, int left, waters *w) {
    static _Thread_local uint8_t seen[G1776_MAX_SIDES];
    w->count = 0;
    w->side[w->count++] = (uint16_t)side;
    w->steps[0] = 0;
    seen[side] = 1;
    for (int i = 0; i < w->count; i++) {
        if (w->steps[i] == left || (i && g1776_boat_stops(s, seat, w->side[i]))) continue;
        MK_EXIT_EACH(x, &g1776_board.water, mk_side_space(board, w->side[i])) {
            int next = mk_space_side(board, x->to);
            if (next < 0 || seen[next] || w->count == G1776_MAX_LANDINGS) continue;
            if (!g1776_boat_rows(s, seat, next)) continue;
            seen[next] = 1;
            w->steps[w->count] = (uint8_t)(w->steps[i] + 1);
            w->side[w->count++] = (uint16_t)next;
        }
    }
    for (int i = 0; i < w->count; i++) seen[w->side[i]] = 0;
}

static void add_banks(const g1776_state *s, int seat, int side, int left, g1776_transport *l) {
    waters w;
    row_from(s, seat, side, left, &w);
    for (int i = 0; i < w.count; i++) {
        for (int bank = 0; bank < 2; bank++) {
            int hex = board->side[w.side[i]].hex[bank];
            if (!g1776_boat_lands(s, seat, w.side[i], bank) || !worth_landing(s, seat, l, hex))
                continue;
            add_landing(l, hex, A_TURN);
        }
    }
}

int g1776_row_left(const g1776_state *s, int seat, int side, int left, const g1776_task *t) {
    enum { STEPS = 16 };
    waters w;
    int best = STEPS * G1776_FAR;
    row_from(s, seat, side, left, &w);
    for (int i = 0; i < w.count; i++) {
        for (int bank = 0; bank < 2; bank++) {
            if (!g1776_boat_lands(s, seat, w.side[i], bank)) continue;
            int hex = board->side[w.side[i]].hex[bank];
            if (g1776_held(s, g1776_enemy(seat), hex) && hex != t->landing) continue;
            int far = STEPS * g1776_left_to_go(t, hex) + w.steps[i];
            if (far < best) best = far;
        }
    }
    return best;
}

/* Beside a bateau that nobody uses, or the one that is being loaded (in hand). */
static void lift_by_bateau(const g1776_state *s, int seat, int side, int room, int left,
                           g1776_transports *all) {
    for (int bank = 0; bank < 2; bank++) {
        int hex = board->side[side].hex[bank];
        if (hex == MK_NOWHERE || !g1776_held(s, seat, hex) || all->count == G1776_MAX_LIFTS)
            continue;
        int sp = passengers(s, seat, hex, -1);
        if (!sp || room < 1) continue;
        g1776_transport *l = &all->lift[all->count++];
        *l = (g1776_transport){.from = (uint16_t)hex, .vessel = (uint16_t)(G1776_AT_SIDE + side)};
        l->room = (int16_t)(sp < room ? sp : room);
        l->left = (uint8_t)left;
    }
}

static void find_bateaux(const g1776_state *s, int seat, g1776_transports *all) {
    const mk_set64 boats = G1776_BATEAUX & g1776.of_seat[seat];
    if (g1776_has_rule(s, G1776_RULE_NO_BATEAU_TRANSPORT)) return;
    for (int i = g1776_first_at(s, G1776_AT_SIDE); i < s->piece_count; i++) {
        const g1776_piece *p = &s->piece[i];
        if (!g1776_is_side(p->place)) break;
        if (!mk_set_has(boats, p->type) || g1776_why_not_launch(s, seat, p->place - G1776_AT_SIDE))
            continue;
        lift_by_bateau(s, seat, p->place - G1776_AT_SIDE, p->count * g1776.table.bateau_points,
                       g1776.table.bateau_sides, all);
    }
}

static void find_cargo(const g1776_state *s, const mk_frame *boat, g1776_transports *all) {
    int left = g1776.table.bateau_sides - boat->b, side = boat->a, load = 0;
    G1776_EACH_AT(p, s, G1776_IN_BATEAU) load += p->count * g1776_points_of(s, p->type);
    int sp = g1776_count_of(s, G1776_IN_BATEAU, g1776.sp_of[boat->seat]);
    if (sp) {
        g1776_transport *l = &all->lift[all->count++];
        *l = (g1776_transport){.from = G1776_IN_BATEAU,
                               .vessel = (uint16_t)(G1776_AT_SIDE + side),
                               .room = (int16_t)sp};
        add_banks(s, boat->seat, side, left, l);
    }
    if (!boat->b) lift_by_bateau(s, boat->seat, side, g1776.table.bateau_points - load, left, all);
}

/* SP that all of them carry from there, those who are on the way and those who could follow. */
static void add_up(const g1776_state *s, int seat, g1776_transports *all) {
    for (int i = 0; i < all->count; i++) {
        g1776_transport *l = &all->lift[i];
        int room = 0, limit = UINT8_MAX;
        if (g1776_is_hex(l->from)) limit = passengers(s, seat, l->from, -1);
        for (int k = 0; k < all->count; k++) {
            const g1776_transport *other = &all->lift[k];
            if (other->from == l->from || l->from == G1776_IN_BATEAU) room += other->room;
        }
        l->together = (int16_t)(room < limit ? room : limit);
    }
    for (int i = 0; i < all->count; i++) {
        g1776_transport *l = &all->lift[i];
        add_banks(s, seat, l->vessel - G1776_AT_SIDE, l->left, l);
    }
}

/* ---- Fleets ---- */

enum { SPACES = G1776_MAX_HEXES + G1776_MAX_SIDES };

/* Steps by sea to a town, from every space of the net. Worked out when it is first asked for. */
typedef struct {
    atomic_bool known;
    uint8_t far[SPACES];
} seaway;

static bool on_deep_water(int space) {
    if (space < board->hex_count) return !g1776_is_land(space);
    return board->side_bits[mk_space_side(board, space)] & G1776_CLASS3;
}

/* To the entry of a port; elsewhere to any hexside of deep water. */
static void find_seaway(const g1776_town *town, seaway *w) {
    static mk_word open[SPACES / 64 + 1], ends[SPACES / 64 + 1];
    static int16_t steps[SPACES];
    int spaces = g1776_board.sea.space_count;
    memset(open, 0, sizeof open);
    memset(ends, 0, sizeof ends);
    for (int i = 0; i < spaces; i++)
        if (on_deep_water(i)) open[i / 64] |= (mk_word)1 << i % 64;
    for (int d = 0; d < MK_DIRECTIONS; d++) {
        int side = board->side_of[town->hex][d];
        bool entry = town->entry == side || town->fort_entry == side;
        bool port = town->entry != MK_NOWHERE || town->fort_entry != MK_NOWHERE;
        int space = mk_side_space(board, side);
        if (port ? entry : on_deep_water(space)) ends[space / 64] |= (mk_word)1 << space % 64;
    }
    mk_distances(&g1776_board.sea, ends, &(mk_passable){.open = open}, steps);
    for (int i = 0; i < spaces; i++)
        w->far[i] = (uint8_t)(steps[i] < 0 || steps[i] >= G1776_FAR ? G1776_FAR : steps[i]);
    atomic_store(&w->known, true);
}

static seaway seaways[G1776_MAX_TOWNS];

void g1776_forget_seaways(void) {
    for (int t = 0; t < G1776_MAX_TOWNS; t++) atomic_store(&seaways[t].known, false);
}

static const uint8_t *seaway_to(int town) {
    static pthread_mutex_t finding = PTHREAD_MUTEX_INITIALIZER;
    seaway *w = &seaways[town];
    if (!atomic_load_explicit(&w->known, memory_order_acquire)) {
        pthread_mutex_lock(&finding);
        if (!atomic_load(&w->known)) find_seaway(&g1776_board.town[town], w);
        pthread_mutex_unlock(&finding);
    }
    return w->far;
}

/* From a port by its entry, from a box by its exit. */
static int steps_from(const g1776_state *s, const uint8_t *far, int place) {
    int best = G1776_FAR;
    if (g1776_is_side(place)) return far[mk_side_space(board, place - G1776_AT_SIDE)];
    if (g1776_is_box(place)) {
        int exit = g1776.box[place - G1776_IN_BOX].exit;
        if (exit == G1776_NONE) return best;
        MK_SET_EACH(hex, &g1776_board.exit[exit]) {
            if (g1776_in_area(s, hex) && far[hex] < best) best = far[hex];
        }
        return best == G1776_FAR ? best : best + 1;
    }
    if (!g1776_is_hex(place)) return best;
    if (!g1776_is_land(place)) return far[place];
    int entry = g1776_port_entry(s, place);
    return entry == MK_NOWHERE ? best : far[mk_side_space(board, entry)];
}

int g1776_sea_left(const g1776_state *s, int landing, int place) {
    if (place == landing) return 0;
    int steps = steps_from(s, seaway_to(g1776_board.town_at[landing]), place);
    return steps >= G1776_FAR - 1 ? G1776_FAR : steps + 1;
}

int g1776_nearest_haven(const g1776_state *s, int seat, int place) {
    int best = G1776_FAR, haven = MK_NOWHERE;
    for (int t = 0; t < g1776_board.town_count; t++) {
        int hex = g1776_board.town[t].hex;
        if (!g1776_in_area(s, hex) || g1776_port_entry(s, hex) == MK_NOWHERE) continue;
        if (!g1776_held(s, seat, hex) || g1776_held(s, g1776_enemy(seat), hex)) continue;
        int far = g1776_sea_left(s, hex, place);
        if (far < best) best = far, haven = hex;
    }
    return haven;
}

/* Turns to a town for a fleet, embarking and landing included; 0: it is no way. */
static int turns_to(const g1776_state *s, int fleet, int hex, bool loaded) {
    int mp = g1776_fleet_mp(s, fleet), steps = g1776_sea_left(s, hex, s->fleet[fleet].place);
    if (steps == G1776_FAR || !mp) return 0;
    bool port = g1776_port_entry(s, hex) != MK_NOWHERE;
    int cost = port ? g1776.table.in_port : g1776.table.on_coast;
    if (g1776_held(s, g1776_enemy(g1776.fleet[fleet].seat), hex)) cost += g1776.table.among_enemies;
    return (steps - 1 + cost + (loaded ? 0 : g1776.table.in_port) + mp - 1) / mp;
}

/* Not at New York in CSG-5: nobody comes back from there. */
static void add_shores(const g1776_state *s, int seat, int fleet, bool loaded, g1776_transport *l) {
    for (int t = 0; t < g1776_board.town_count; t++) {
        int hex = g1776_board.town[t].hex;
        if (g1776_southern_game(s) && hex == g1776.campaign.new_york) continue;
        if (hex == l->from || !g1776_in_area(s, hex) || !worth_landing(s, seat, l, hex)) continue;
        int turns = turns_to(s, fleet, hex, loaded);
        if (turns) add_landing(l, hex, A_TURN * turns);
    }
}

static void lift_by_fleet(const g1776_state *s, int seat, int fleet, int from, int room,
                          int together, g1776_transports *all) {
    if (room < 1 || all->count == G1776_MAX_LIFTS) return;
    g1776_transport *l = &all->lift[all->count++];
    *l = (g1776_transport){.from = (uint16_t)from,
                           .vessel = (uint16_t)(G1776_ABOARD + fleet),
                           .room = (int16_t)room,
                           .together = (int16_t)together};
    add_shores(s, seat, fleet, from == G1776_ABOARD + fleet, l);
}

/* Room of all fleets of the seat at a place, and SP that are aboard: they go together. */
static int room_at(const g1776_state *s, int seat, int place, int *aboard) {
    int room = 0;
    *aboard = 0;
    for (int f = 0; f < G1776_FLEETS; f++) {
        if (s->fleet[f].place != place || g1776.fleet[f].seat != seat) continue;
        *aboard += g1776_count_of(s, G1776_ABOARD + f, G1776_SP);
        if (!(s->fleet[f].flags & G1776_DONE))
            room += g1776.fleet[f].capacity - g1776_load_of(s, f);
    }
    return room > 0 ? room : 0;
}

static void find_fleets(const g1776_state *s, int seat, g1776_transports *all) {
    for (int f = 0; f < G1776_FLEETS; f++) {
        const g1776_fleet_at *at = &s->fleet[f];
        if (g1776.fleet[f].seat != seat || !g1776.fleet[f].capacity) continue;
        if (g1776_why_not_sail(s, f)) continue;
        int cargo = g1776_count_of(s, G1776_ABOARD + f, G1776_SP), aboard;
        int room = room_at(s, seat, at->place, &aboard);
        bool in_port = g1776_is_hex(at->place) && g1776_is_land(at->place);
        int sp = in_port ? passengers(s, seat, at->place, f) : 0, more = sp < room ? sp : room;
        if (cargo) lift_by_fleet(s, seat, f, G1776_ABOARD + f, cargo, aboard + more, all);
        if (in_port && !(at->flags & G1776_CARRIED))
            lift_by_fleet(s, seat, f, at->place, more, aboard + more, all);
    }
}

void g1776_find_lifts(const g1776_state *s, int seat, g1776_transports *all) {
    const mk_frame *top = mk_top_const(&s->base);
    all->count = 0;
    bool moves =
        top->phase == G1776_PH_MOVE || top->phase == G1776_PH_FLEET || top->phase == G1776_PH_GROUP;
    if (top->phase == G1776_PH_BOAT) find_cargo(s, top, all);
    if ((moves || all->count) && g1776_any_afloat(s)) find_bateaux(s, seat, all);
    add_up(s, seat, all);
    if (moves && g1776_sea_power(s)) find_fleets(s, seat, all);
}
