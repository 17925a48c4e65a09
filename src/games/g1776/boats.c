/* boats.c - bateaux: built, afloat, loaded, rowed along hexsides, unloaded (II.B). Ferries are in
 * terrain.c, captures in contact.c. */
#include <string.h>

#include "g1776.h"

static int bat_of(int seat) { return seat == G1776_BRITISH ? G1776_BAT_B : G1776_BAT_A; }

/* ---- Waters ---- */

static unsigned bits_of(int side) { return g1776_board.hexes.side_bits[side]; }

/* River, class 3 that is no coast, or the entry of the port. */
bool g1776_floats_on(const g1776_state *s, int hex, int side) {
    unsigned bits = bits_of(side);
    if (RULE("g1776.ii.b.entry", g1776_port_entry(s, hex) == side)) return true;
    return bits & G1776_WATER && !(bits & G1776_COASTAL);
}

static bool enemy_fleet(const g1776_state *s, int seat, int side) {
    return g1776_fleet_on(s, g1776_enemy(seat), side) != G1776_NONE;
}

static bool has_landing(const g1776_state *s, int seat, int hex) {
    for (int d = 0; d < MK_DIRECTIONS; d++) {
        int side = g1776_board.hexes.side_of[hex][d];
        if (g1776_floats_on(s, hex, side) && !enemy_fleet(s, seat, side)) return true;
    }
    return false;
}

/* ---- Building (B1) ---- */

enum { MOST_NEW = 5, EXCHANGED = 3 }; /* II.B: never six in a hex; three for a supply */

static bool is_source(const g1776_piece *p, int seat) {
    const mk_set64 sources = (G1776_SUPPLIES | G1776_MAGAZINES) & g1776.of_seat[seat];
    int busy = G1776_DOWN | G1776_DONE | G1776_MARKED;
    return mk_set_has(sources, p->type) && !(p->flags & busy);
}

static mk_set64 sources_at(const g1776_state *s, int seat, int hex) {
    mk_set64 types = 0;
    G1776_EACH_AT(p, s, hex) {
        if (is_source(p, seat)) types |= G1776_BIT(p->type);
    }
    return types;
}

static int room_for_new(const g1776_state *s, int seat, int hex) {
    int type = bat_of(seat), counters = g1776.type[type].limit - g1776_on_map(s, type);
    int room = MOST_NEW - g1776_count_where(s, hex, G1776_BIT(type), G1776_DOWN, G1776_DOWN);
    return counters < room ? counters : room;
}

const char *g1776_why_not_boatyard(const g1776_state *s, int seat, int hex) {
    FORBID("g1776.s3.bateaux", g1776_has_rule(s, G1776_RULE_NO_BATEAU_BUILDING));
    FORBID("g1776.ii.b.source", !sources_at(s, seat, hex));
    FORBID("g1776.ii.b.enemy", g1776_open(s, g1776_enemy(seat), hex));
    FORBID("g1776.ii.b.water", !has_landing(s, seat, hex));
    FORBID("g1776.ii.b.six", room_for_new(s, seat, hex) < 1);
    return NULL;
}

static g1776_piece take_source(g1776_state *s, int seat, int hex, int type) {
    for (int i = g1776_first_at(s, hex);; i++) {
        assert(i < s->piece_count && s->piece[i].place == hex);
        if (s->piece[i].type == type && is_source(&s->piece[i], seat))
            return g1776_take_at(s, i, 1);
    }
}

const char *g1776_boatyard_why_not(const void *state, mk_action x) {
    const g1776_state *s = state;
    const mk_frame *top = mk_top_const(&s->base);
    FORBID("g1776.ii.b.source", !mk_set_has(sources_at(s, top->seat, top->a), x.a));
    if (x.verb == G1776_V_EXCHANGE)
        FORBID("g1776.ii.b.exchange",
               x.b < 1 || x.b > EXCHANGED || x.b > room_for_new(s, top->seat, top->a));
    return NULL;
}

void g1776_boatyard_list(const void *state, mk_actions *out) {
    const g1776_state *s = state;
    const mk_frame *top = mk_top_const(&s->base);
    MK_SET_EACH(type, sources_at(s, top->seat, top->a)) {
        mk_offer(out, G1776_V_BUILD_FROM, type, 0, 0);
        for (int n = 1; n <= EXCHANGED && n <= room_for_new(s, top->seat, top->a); n++)
            mk_offer(out, G1776_V_EXCHANGE, type, n, 0);
    }
}

/* Build: the supply stays, face down. Exchange: it is gone; a magazine leaves a supply. */
void g1776_boatyard_apply(void *state, mk_action x, mk_log *log) {
    g1776_state *s = state;
    const mk_frame top = *mk_top(&s->base);
    mk_pop(&s->base);
    g1776_piece p = take_source(s, top.seat, top.a, x.a);
    int count = x.verb == G1776_V_EXCHANGE ? x.b : 1;
    bool magazine = mk_set_has(G1776_MAGAZINES, x.a);
    if (x.verb == G1776_V_EXCHANGE && magazine) p.type = (uint8_t)(x.a - G1776_MAG_B + G1776_SUP_B);
    p.flags |= G1776_DOWN;
    bool stays = x.verb == G1776_V_BUILD_FROM || magazine;
    if (stays && g1776_on_map(s, p.type) < g1776.type[p.type].limit) g1776_put(s, p);
    g1776_add(s, top.a, bat_of(top.seat), count, G1776_DOWN);
    mk_log_event(log, G1776_E_BATEAUX_BUILT, top.seat, MK_EVERYONE, 0, (int16_t)count, top.a);
}

/* ---- Afloat at the end of the segment (B2) ---- */

static int floating_sides(const g1776_state *s, int hex, int *last) {
    int sides = 0;
    for (int d = 0; d < MK_DIRECTIONS; d++) {
        int side = g1776_board.hexes.side_of[hex][d];
        if (!g1776_floats_on(s, hex, side)) continue;
        sides++;
        *last = side;
    }
    return sides;
}

/* II.B: a bateau that lies in a hex beside water: after a portage it may lie in a dry one. The
 * other side has new ones only, that it captured in this segment. */
static bool is_new(const g1776_state *s, const g1776_piece *p, int seat) {
    if (p->type != bat_of(seat)) return false;
    return seat == s->phasing || p->flags & G1776_DOWN;
}

/* The entry of such a bateau; -1: the seat has none. */
static int find_new(const g1776_state *s, int seat) {
    int side;
    for (int i = 0; i < s->piece_count && g1776_is_hex(s->piece[i].place); i++) {
        const g1776_piece *p = &s->piece[i];
        if (is_new(s, p, seat) && floating_sides(s, p->place, &side)) return i;
    }
    return -1;
}

/* II.B: what was built, and what built it, is face up from now on, whoever has it. */
static void turn_up(g1776_state *s) {
    const mk_set64 stores = G1776_SUPPLIES | G1776_MAGAZINES | G1776_BATEAUX;
    for (int i = 0; i < s->piece_count; i++) {
        if (!mk_set_has(stores, s->piece[i].type) || !(s->piece[i].flags & G1776_DOWN)) continue;
        g1776_piece p = g1776_take_at(s, i, s->piece[i].count);
        p.flags &= (uint8_t)~G1776_DOWN;
        g1776_put(s, p);
        i = -1;
    }
}

/* What was captured may still be destroyed in this segment. */
static void float_one(g1776_state *s, int seat, int side, mk_log *log) {
    g1776_piece p = g1776_take_at(s, find_new(s, seat), 1);
    int hex = p.place;
    g1776_add(s, G1776_AT_SIDE + side, p.type, 1, p.flags & G1776_CAPTURED);
    g1776_tidy(s, hex, log);
}

static bool ask_floating(g1776_state *s, int seat, mk_log *log) {
    for (int i; (i = find_new(s, seat)) >= 0;) {
        int hex = s->piece[i].place, last = 0;
        if (floating_sides(s, hex, &last) > 1) {
            mk_push(&s->base, G1776_PH_FLOAT, seat)->a = (int16_t)hex;
            return true;
        }
        float_one(s, seat, last, log);
    }
    return false;
}

/* Each new bateau is put on a hexside of its hex, by who has it. False: none is left. */
bool g1776_ask_floating(g1776_state *s, mk_log *log) {
    if (ask_floating(s, s->phasing, log) || ask_floating(s, g1776_enemy(s->phasing), log))
        return true;
    turn_up(s);
    return false;
}

const char *g1776_float_why_not(const void *state, mk_action x) {
    const mk_frame *top = mk_top_const(state);
    const mk_side *side = &g1776_board.hexes.side[x.a];
    FORBID("g1776.ii.b.side", side->hex[0] != top->a && side->hex[1] != top->a);
    FORBID("g1776.ii.b.side", !g1776_floats_on(state, top->a, x.a));
    return NULL;
}

void g1776_float_list(const void *state, mk_actions *out) {
    int hex = mk_top_const(state)->a;
    for (int d = 0; d < MK_DIRECTIONS; d++) {
        int side = g1776_board.hexes.side_of[hex][d];
        if (g1776_floats_on(state, hex, side)) mk_offer(out, G1776_V_FLOAT, side, 0, 0);
    }
}

void g1776_float_apply(void *state, mk_action x, mk_log *log) {
    g1776_state *s = state;
    const mk_frame top = *mk_top(&s->base);
    mk_pop(&s->base);
    float_one(s, top.seat, x.a, log);
}

/* II.B: a bank where one can debark: on a rough hexside the river's side only. */
bool g1776_boat_lands(const g1776_state *s, int seat, int side, int number) {
    int hex = g1776_board.hexes.side[side].hex[number];
    if (hex == MK_NOWHERE || !g1776_is_land(hex) || !g1776_in_area(s, hex)) return false;
    unsigned heights = number ? G1776_HEIGHTS_1 : G1776_HEIGHTS_0;
    if (RULE("g1776.ii.b.heights", bits_of(side) & heights)) return false;
    return !g1776_village_closed(s, seat, hex);
}

static bool has_bank(const g1776_state *s, int seat, int side) {
    return g1776_boat_lands(s, seat, side, 0) || g1776_boat_lands(s, seat, side, 1);
}

/* ---- A bateau on the way ----
 *
 * The frame: a is its hexside, b how many it has rowed, c what comes: who comes aboard from the
 * first bank, then from the second; then it rows; behind enemies it must unload. The bateau lies on
 * its hexside with the flag G1776_HAND; its cargo is at G1776_IN_BATEAU. Of the cargo those in hand
 * go ashore together next; if nobody is, all do. */
enum { AT_FIRST, FIRST_BANK, SECOND_BANK, ROWING, STOPPED };

static int find_boat(const g1776_state *s, int side, int seat, int in_hand) {
    int place = G1776_AT_SIDE + side;
    for (int i = g1776_first_at(s, place); i < s->piece_count && s->piece[i].place == place; i++) {
        const g1776_piece *p = &s->piece[i];
        if (p->type != bat_of(seat) || (p->flags & G1776_HAND) != in_hand) continue;
        if (in_hand || !(p->flags & (G1776_DOWN | G1776_DONE | G1776_MARKED))) return i;
    }
    return -1;
}

static int bank(int side, int number) { return g1776_board.hexes.side[side].hex[number]; }

static bool touches_play(const g1776_state *s, int side) {
    for (int i = 0; i < 2; i++) {
        int hex = bank(side, i);
        if (hex != MK_NOWHERE && g1776_is_land(hex) && g1776_in_area(s, hex)) return true;
    }
    return false;
}

const char *g1776_why_not_launch(const g1776_state *s, int seat, int side) {
    FORBID("g1776.ii.b.launch", find_boat(s, side, seat, 0) < 0 || !touches_play(s, side));
    FORBID("g1776.csg.vi.frozen", g1776_frozen(s, side));
    return NULL;
}

void g1776_list_launches(const g1776_state *s, int seat, mk_actions *out) {
    int last = -1;
    for (int i = g1776_first_at(s, G1776_AT_SIDE); i < s->piece_count; i++) {
        int place = s->piece[i].place;
        if (!g1776_is_side(place)) break;
        if (place == last) continue;
        last = place;
        if (!g1776_why_not_launch(s, seat, place - G1776_AT_SIDE))
            mk_offer(out, G1776_V_LAUNCH, place - G1776_AT_SIDE, 0, 0);
    }
}

/* After a portage it rows four hexsides, empty. */
void g1776_launch(g1776_state *s, int seat, int side) {
    g1776_piece p = g1776_take_at(s, find_boat(s, side, seat, 0), 1);
    p.flags |= G1776_HAND;
    g1776_put(s, p);
    mk_frame *f = mk_push(&s->base, G1776_PH_BOAT, seat);
    f->a = (int16_t)side;
    if (!RULE("g1776.ii.b.portage", p.spent)) return;
    f->b = (int16_t)(g1776.table.bateau_sides - G1776_PORTAGE_SIDES);
    f->c = ROWING;
}

static int loaded(const g1776_state *s) {
    int points = 0;
    G1776_EACH_AT(p, s, G1776_IN_BATEAU) points += p->count * g1776_points_of(s, p->type);
    return points;
}

static bool carries(const g1776_state *s, int seat) {
    return g1776_first_at(s, G1776_IN_BATEAU) < g1776_first_at(s, G1776_IN_BATEAU + 1) ||
           g1776_leaders_at(s, G1776_IN_BATEAU, seat);
}

/* II.B: who begins the phase beside it and has not moved. From a besieged fort over class 3 only.
 */
static const char *why_not_aboard(const g1776_state *s, int seat, int side, int place, int flags,
                                  int spent, int origin) {
    FORBID("g1776.ii.b.unmoved", spent || origin || flags & (G1776_DONE | G1776_CARRIED));
    FORBID("g1776.ii.a.builder", flags & G1776_MARKED);
    bool besieged = flags & G1776_INSIDE && g1776_open(s, g1776_enemy(seat), place);
    FORBID("g1776.iii.d.bateau", besieged && !(bits_of(side) & G1776_CLASS3));
    return NULL;
}

/* The last SP beside what was captured in this segment does not go. */
static bool guards(const g1776_state *s, const mk_frame *top, const g1776_piece *p) {
    if (!g1776_is_sp(p->type)) return p->flags & G1776_CAPTURED;
    if (g1776_sp(s, p->place, top->seat) > 1) return false;
    mk_set64 prizes = G1776_SUPPLIES | G1776_ARTILLERY | G1776_BATEAUX;
    return g1776_count_where(s, p->place, prizes & g1776.of_seat[top->seat], G1776_CAPTURED,
                             G1776_CAPTURED);
}

static const char *why_not_load(const g1776_state *s, const mk_frame *top, const g1776_piece *p) {
    const mk_set64 goods = G1776_SP | G1776_SUPPLIES | G1776_ARTILLERY | G1776_DECOYS;
    FORBID("g1776.ii.own", g1776_owner(p->type) != top->seat || !mk_set_has(goods, p->type));
    FORBID("g1776.scenario.fixed", g1776_tied(s, p));
    bool source = p->flags & G1776_DOWN && !g1776_is_sp(p->type);
    FORBID("g1776.ii.a.builder", source && !mk_set_has(G1776_DECOYS, p->type));
    FORBID("g1776.iii.b.escort", guards(s, top, p));
    FORBID("g1776.scenario.garrison",
           p->type == G1776_BR && g1776_spare_br(s, top->seat, p->place) < 1);
    FORBID("g1776.ii.b.capacity",
           loaded(s) + g1776_points_of(s, p->type) > g1776.table.bateau_points);
    return why_not_aboard(s, top->seat, top->a, p->place, p->flags, p->spent, p->origin);
}

static const char *why_not_passenger(const g1776_state *s, const mk_frame *top, int leader,
                                     int hex) {
    const g1776_leader_at *at = &s->leader[leader];
    FORBID("g1776.ii.own", at->place != hex || g1776.leader[leader].seat != top->seat);
    FORBID("g1776.scenario.fixed", at->flags & G1776_FIXED);
    return why_not_aboard(s, top->seat, top->a, hex, at->flags, at->spent, at->origin);
}

/* The bank whose pieces come aboard now; -1: none. */
static int loading_at(const mk_frame *top) {
    if (top->c != FIRST_BANK && top->c != SECOND_BANK) return -1;
    int hex = bank(top->a, top->c - FIRST_BANK);
    return hex == MK_NOWHERE || !g1776_is_land(hex) ? -1 : hex;
}

static const char *why_not_bank(const g1776_state *s, const mk_frame *top, int hex) {
    FORBID("g1776.s3.bateaux", g1776_has_rule(s, G1776_RULE_NO_BATEAU_TRANSPORT));
    FORBID("g1776.ii.b.load", top->c >= SECOND_BANK || enemy_fleet(s, top->seat, top->a));
    bool first = bank(top->a, 0) == hex && top->c == AT_FIRST;
    FORBID("g1776.ii.b.load", !first && bank(top->a, 1) != hex);
    FORBID("g1776.ii.b.load", !g1776_is_land(hex) || !g1776_in_area(s, hex));
    FORBID("g1776.ii.b.unload", !has_bank(s, top->seat, top->a));
    return NULL;
}

/* ---- Rowing ---- */

static bool beside_enemy(const g1776_state *s, int seat, int side) {
    for (int i = 0; i < 2; i++) {
        int hex = bank(side, i);
        if (hex != MK_NOWHERE && g1776_looks_open(s, g1776_enemy(seat), hex)) return true;
    }
    return false;
}

static bool next_to(int from, int to) {
    const mk_hexmap *m = &g1776_board.hexes;
    MK_EXIT_EACH(x, &g1776_board.water, mk_side_space(m, from)) {
        if (x->to == mk_side_space(m, to)) return true;
    }
    return false;
}

static bool in_area(const g1776_state *s, int side) {
    for (int i = 0; i < 2; i++) {
        int hex = bank(side, i);
        if (hex != MK_NOWHERE && g1776_in_area(s, hex)) return true;
    }
    return false;
}

bool g1776_boat_stops(const g1776_state *s, int seat, int side) {
    bool river = bits_of(side) & (G1776_CLASS1 | G1776_CLASS2);
    return RULE("g1776.ii.b.stop", river && beside_enemy(s, seat, side));
}

bool g1776_boat_rows(const g1776_state *s, int seat, int side) {
    return !(bits_of(side) & G1776_COASTAL) && in_area(s, side) && !enemy_fleet(s, seat, side) &&
           !g1776_frozen(s, side);
}

/* II.B: at the end it lies beside playable land, where a load can be put ashore. */
static bool may_end(const g1776_state *s, int seat, int side, bool loaded) {
    return loaded ? has_bank(s, seat, side) : touches_play(s, side);
}

/* From there, can it end its way within so many hexsides more? */
static bool comes_to_land(const g1776_state *s, int seat, int side, int left, bool loaded) {
    if (may_end(s, seat, side, loaded)) return true;
    if (!left || g1776_boat_stops(s, seat, side)) return false;
    const mk_hexmap *m = &g1776_board.hexes;
    MK_EXIT_EACH(x, &g1776_board.water, mk_side_space(m, side)) {
        int next = mk_space_side(m, x->to);
        if (next >= 0 && g1776_boat_rows(s, seat, next) &&
            comes_to_land(s, seat, next, left - 1, loaded))
            return true;
    }
    return false;
}

static bool captured(const g1776_state *s, const mk_frame *top) {
    return s->piece[find_boat(s, top->a, top->seat, G1776_HAND)].flags & G1776_CAPTURED;
}

static bool picked(const g1776_state *s) {
    return s->hand || g1776_count_where(s, G1776_IN_BATEAU, ~(mk_set64)0, G1776_HAND, G1776_HAND);
}

static const char *why_not_row(const g1776_state *s, const mk_frame *top, int side) {
    bool loaded = carries(s, top->seat);
    int left = g1776.table.bateau_sides - top->b;
    FORBID("g1776.ii.b.stop", top->c == STOPPED);
    FORBID("g1776.ii.b.unload", picked(s)); /* who is to go ashore goes first */
    FORBID("g1776.ii.b.fifteen", left < 1);
    FORBID("g1776.ii.b.row", !next_to(top->a, side) || bits_of(side) & G1776_COASTAL);
    FORBID("g1776.ii.b.row", !in_area(s, side));
    FORBID("g1776.ii.b.fleet", enemy_fleet(s, top->seat, side));
    FORBID("g1776.csg.vi.frozen", g1776_frozen(s, side));
    FORBID("g1776.ii.b.end", !comes_to_land(s, top->seat, side, left - 1, loaded));
    FORBID("g1776.iii.b.escort", captured(s, top) && !g1776_count_of(s, G1776_IN_BATEAU, G1776_SP));
    return NULL;
}

static void row(g1776_state *s, mk_frame *top, int side, mk_log *log) {
    g1776_piece p = g1776_take_at(s, find_boat(s, top->a, top->seat, G1776_HAND), 1);
    int from = top->a;
    p.place = (uint16_t)(G1776_AT_SIDE + side);
    g1776_put(s, p);
    top->a = (int16_t)side;
    top->b++;
    top->c = g1776_boat_stops(s, top->seat, side) ? STOPPED : ROWING;
    mk_log_event(log, G1776_E_ROWS, top->seat, MK_EVERYONE, 0, (int16_t)from, (int16_t)side);
}

/* ---- Landing ---- */

static const char *why_not_unload(const g1776_state *s, const mk_frame *top, int hex) {
    FORBID("g1776.ii.b.unload", !carries(s, top->seat));
    FORBID("g1776.ii.b.unload", bank(top->a, 0) != hex && bank(top->a, 1) != hex);
    FORBID("g1776.ii.b.heights", !g1776_boat_lands(s, top->seat, top->a, bank(top->a, 0) != hex));
    return NULL;
}

/* III.D: into a besieged fort over class 3 only. */
static const char *why_not_inside(const g1776_state *s, const mk_frame *top, int hex) {
    FORBID("g1776.iii.d.bateau", g1776_fort_of(s, hex) != top->seat);
    bool besieged = g1776_open(s, g1776_enemy(top->seat), hex);
    FORBID("g1776.iii.d.bateau", besieged && !(bits_of(top->a) & G1776_CLASS3));
    return why_not_unload(s, top, hex);
}

/* Some of the cargo is picked to go ashore together: one piece or leader after the other. */
static const char *why_not_pick(const g1776_state *s, const mk_frame *top, bool there) {
    FORBID("g1776.ii.b.unload", !there || !top->b || !has_bank(s, top->seat, top->a));
    return NULL;
}

static bool can_pick(const g1776_state *s, int type) {
    return g1776_count_where(s, G1776_IN_BATEAU, G1776_BIT(type), G1776_HAND, 0) > 0;
}

static void pick(g1776_state *s, int type) {
    g1776_turn_lot(s, G1776_IN_BATEAU, (mk_action){.a = (int16_t)type, .b = 1}, 0);
}

static void pick_all(g1776_state *s, int seat) {
    g1776_piece lifted[G1776_MAX_LOTS];
    int count = g1776_lift(s, G1776_IN_BATEAU, 0, lifted);
    for (int i = 0; i < count; i++) {
        lifted[i].flags |= G1776_HAND;
        g1776_put(s, lifted[i]);
    }
    s->hand |= g1776_leaders_at(s, G1776_IN_BATEAU, seat);
}

/* Those who were picked are in the hex, still in hand. */
static void put_ashore(g1776_state *s, const mk_frame *top, int hex, int flags, mk_log *log) {
    g1776_piece lifted[G1776_MAX_LOTS];
    int count = g1776_lift(s, G1776_IN_BATEAU, G1776_HAND, lifted);
    mk_log_event(log, G1776_E_BOAT_LANDS, top->seat, MK_EVERYONE, 0, (int16_t)hex);
    for (int i = 0; i < count; i++) {
        g1776_note_voyage(s, top->seat, lifted[i].origin, hex, log);
        lifted[i].place = (uint16_t)hex;
        lifted[i].flags |= (uint8_t)flags;
        g1776_put(s, lifted[i]);
    }
    MK_SET_EACH(l, s->hand) {
        g1776_note_voyage(s, top->seat, s->leader[l].origin, hex, log);
        g1776_move_leader(s, l, hex);
        s->leader[l].flags |= (uint8_t)flags;
    }
    g1776_open_village(s, top->seat, MK_NOWHERE, hex, log);
    g1776_note_entry(s, top->seat, MK_NOWHERE, hex, log);
    g1776_tidy(s, hex, log);
}

/* II.C: who lands together may overrun whom they meet; then their movement is over. */
static void land(g1776_state *s, const mk_frame *top, int hex, int inside, mk_log *log) {
    if (!picked(s)) pick_all(s, top->seat);
    put_ashore(s, top, hex, G1776_CARRIED | inside, log);
    g1776_hand h = g1776_hand_at(s, hex, top->seat);
    if (!inside && h.sp && !g1776_why_not_eliminate(s, &h))
        mk_push(&s->base, G1776_PH_STRIKE, top->seat)->a = (int16_t)hex;
    else
        g1776_halt(s, hex, G1776_AS_IT_WAS);
}

/* II.B: from the water into a hex, with who was carried; a group takes it on from there. */
static const char *why_not_beach(const g1776_state *s, const mk_frame *top, int hex) {
    FORBID("g1776.ii.b.portage:four", top->b > G1776_PORTAGE_SIDES || top->c == STOPPED);
    FORBID("g1776.ii.b.unload", picked(s));
    FORBID("g1776.ii.b.portage:bank", bank(top->a, 0) != hex && bank(top->a, 1) != hex);
    FORBID("g1776.ii.b.heights", !g1776_boat_lands(s, top->seat, top->a, bank(top->a, 0) != hex));
    FORBID("g1776.ii.b.portage:ground", g1776_board.ground[hex] != G1776_CLEAR);
    FORBID("g1776.ii.b.portage:enemy", g1776_looks_open(s, g1776_enemy(top->seat), hex));
    bool escort = g1776_count_of(s, G1776_IN_BATEAU, G1776_SP) || g1776_held(s, top->seat, hex);
    FORBID("g1776.ii.b.portage:escort", !escort);
    return NULL;
}

static void beach(g1776_state *s, const mk_frame *top, int hex, mk_log *log) {
    g1776_piece boat = g1776_take_at(s, find_boat(s, top->a, top->seat, G1776_HAND), 1);
    boat.place = (uint16_t)hex;
    boat.spent = 1;
    boat.led = top->b > 0; /* it rowed before: not again */
    g1776_put(s, boat);
    mk_pop(&s->base);
    mk_push(&s->base, G1776_PH_GROUP, top->seat)->a = (int16_t)hex;
    if (!carries(s, top->seat)) return;
    pick_all(s, top->seat);
    put_ashore(s, top, hex, G1776_CARRIED | G1776_MARKED, log);
    g1776_leave_guns(s, hex);
}

static const char *why_not_moor(const g1776_state *s, const mk_frame *top) {
    FORBID("g1776.ii.b.unload", carries(s, top->seat));
    FORBID("g1776.ii.b.end", !touches_play(s, top->a));
    return NULL;
}

/* ---- The decision ---- */

const char *g1776_boat_why_not(const void *state, mk_action x) {
    const g1776_state *s = state;
    const mk_frame *top = mk_top_const(&s->base);
    int hex = loading_at(top);
    switch (x.verb) {
    case G1776_V_BANK: return why_not_bank(s, top, x.a);
    case G1776_V_ADD: {
        int i = hex < 0 ? -1 : g1776_find_lot(s, hex, x.a, x.c, 0);
        FORBID("g1776.ii.b.load", i < 0 || x.b != 1);
        return why_not_load(s, top, &s->piece[i]);
    }
    case G1776_V_JOIN:
        FORBID("g1776.ii.b.load", hex < 0);
        return why_not_passenger(s, top, x.a, hex);
    case G1776_V_ROW: return why_not_row(s, top, x.a);
    case G1776_V_LAND: return why_not_unload(s, top, x.a);
    case G1776_V_LAND_INSIDE: return why_not_inside(s, top, x.a);
    case G1776_V_BEACH: return why_not_beach(s, top, x.a);
    case G1776_V_ASHORE: return why_not_pick(s, top, can_pick(s, x.a));
    case G1776_V_PART: {
        bool aboard = s->leader[x.a].place == G1776_IN_BATEAU && !mk_set_has(s->hand, x.a);
        return why_not_pick(s, top, aboard);
    }
    default: return why_not_moor(s, top);
    }
}

static void list_loading(const g1776_state *s, const mk_frame *top, mk_actions *out) {
    int hex = loading_at(top), lot = 0, type = -1;
    for (int i = 0; i < 2; i++) {
        int side = bank(top->a, i);
        if (side != MK_NOWHERE && !why_not_bank(s, top, side))
            mk_offer(out, G1776_V_BANK, side, 0, 0);
    }
    if (hex < 0) return;
    G1776_EACH_AT(p, s, hex) {
        lot = p->type == type ? lot + 1 : 0;
        type = p->type;
        if (!why_not_load(s, top, p)) mk_offer(out, G1776_V_ADD, p->type, 1, lot);
    }
    MK_SET_EACH(l, g1776_leaders_at(s, hex, top->seat)) {
        if (!why_not_passenger(s, top, l, hex)) mk_offer(out, G1776_V_JOIN, l, 0, 0);
    }
}

static void list_picks(const g1776_state *s, const mk_frame *top, mk_actions *out) {
    if (why_not_pick(s, top, true)) return;
    mk_set64 cargo = 0;
    G1776_EACH_AT(p, s, G1776_IN_BATEAU) {
        if (!(p->flags & G1776_HAND)) cargo |= G1776_BIT(p->type);
    }
    MK_SET_EACH(t, cargo) mk_offer(out, G1776_V_ASHORE, t, 0, 0);
    MK_SET_EACH(l, g1776_leaders_at(s, G1776_IN_BATEAU, top->seat) & ~s->hand)
        mk_offer(out, G1776_V_PART, l, 0, 0);
}

void g1776_boat_list(const void *state, mk_actions *out) {
    const g1776_state *s = state;
    const mk_frame *top = mk_top_const(&s->base);
    const mk_hexmap *m = &g1776_board.hexes;
    list_loading(s, top, out);
    MK_EXIT_EACH(x, &g1776_board.water, mk_side_space(m, top->a)) {
        int side = mk_space_side(m, x->to);
        if (side >= 0 && !why_not_row(s, top, side)) mk_offer(out, G1776_V_ROW, side, 0, 0);
    }
    for (int i = 0; i < 2; i++) {
        int hex = bank(top->a, i);
        if (hex == MK_NOWHERE) continue;
        if (!why_not_unload(s, top, hex)) mk_offer(out, G1776_V_LAND, hex, 0, 0);
        if (!why_not_inside(s, top, hex)) mk_offer(out, G1776_V_LAND_INSIDE, hex, 0, 0);
        if (!why_not_beach(s, top, hex)) mk_offer(out, G1776_V_BEACH, hex, 0, 0);
    }
    list_picks(s, top, out);
    if (!why_not_moor(s, top)) mk_offer(out, G1776_V_MOOR, 0, 0, 0);
}

static void moor(g1776_state *s, const mk_frame *top, mk_log *log) {
    g1776_piece p = g1776_take_at(s, find_boat(s, top->a, top->seat, G1776_HAND), 1);
    p.flags = (uint8_t)((p.flags & ~G1776_HAND) | G1776_DONE);
    g1776_put(s, p);
    mk_pop(&s->base);
    for (int i = 0; i < 2; i++) {
        int hex = bank(top->a, i);
        if (hex != MK_NOWHERE && g1776_is_land(hex)) g1776_tidy(s, hex, log);
    }
    g1776_instant(s, log);
}

static void take_aboard(g1776_state *s, int hex, int type, int lot) {
    g1776_piece p = g1776_take_at(s, g1776_find_lot(s, hex, type, lot, 0), 1);
    p.origin = g1776_began(&p);
    p.place = G1776_IN_BATEAU;
    p.flags &= (uint8_t)~G1776_INSIDE;
    g1776_put(s, p);
}

void g1776_boat_apply(void *state, mk_action x, mk_log *log) {
    g1776_state *s = state;
    mk_frame *top = mk_top(&s->base);
    const mk_frame was = *top;
    int hex = loading_at(top);
    switch (x.verb) {
    case G1776_V_BANK: top->c = bank(top->a, 0) == x.a ? FIRST_BANK : SECOND_BANK; return;
    case G1776_V_ADD:
        take_aboard(s, hex, x.a, x.c);
        if (g1776_is(x.a, G1776_IS_INDIAN)) g1776_indian_leaves(s, top->seat, hex, log);
        g1776_tidy(s, hex, log);
        return;
    case G1776_V_JOIN:
        s->leader[x.a].origin = (uint16_t)(s->leader[x.a].place + 1);
        g1776_move_leader(s, x.a, G1776_IN_BATEAU);
        s->leader[x.a].flags &= (uint8_t)~G1776_INSIDE;
        return;
    case G1776_V_ROW: row(s, top, x.a, log); return;
    case G1776_V_LAND: land(s, &was, x.a, 0, log); break;
    case G1776_V_LAND_INSIDE: land(s, &was, x.a, G1776_INSIDE, log); break;
    case G1776_V_BEACH: beach(s, &was, x.a, log); break;
    case G1776_V_ASHORE: pick(s, x.a); return;
    case G1776_V_PART: mk_set_add(&s->hand, x.a); return;
    default: moor(s, &was, log); return;
    }
    g1776_instant(s, log);
}
