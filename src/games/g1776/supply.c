/* supply.c - who is supplied for combat: supply units and magazines (III.B, III.C). */
#include "g1776.h"

/* A unit that builds bateaux is face down and supplies nobody (II.B). */
bool g1776_supply_at(const g1776_state *s, int seat, int hex) {
    return g1776_count_where(s, hex, g1776.of_seat[seat] & G1776_SUPPLIES, G1776_DOWN, 0) > 0;
}

static bool joined(int side) { return !(g1776_board.hexes.side_bits[side] & G1776_CLASS3); }

/* III.C: a path of two hexsides that are not of class 3 and a hex between without enemies. */
static bool two_away(const g1776_state *s, int seat, int from, int hex) {
    for (int d = 0; d < MK_DIRECTIONS; d++) {
        int between = g1776_board.hexes.near[from][d];
        if (between == MK_NOWHERE || !g1776_is_land(between)) continue;
        int second = mk_side_between(&g1776_board.hexes, between, hex);
        if (second < 0 || !joined(second) || !joined(g1776_board.hexes.side_of[from][d])) continue;
        if (!RULE("g1776.iii.c.between", g1776_units_at(s, between, g1776_enemy(seat))))
            return true;
    }
    return false;
}

/* Does a magazine there supply the fight in `hex`? */
static bool reaches(const g1776_state *s, const g1776_piece *magazine, int seat, int hex) {
    int from = magazine->place, enemy = g1776_enemy(seat);
    int distance = mk_hex_distance(&g1776_board.hexes, from, hex);
    if (distance == 0) return true;
    bool besieged = magazine->flags & G1776_INSIDE && g1776_held(s, enemy, from);
    if (RULE("g1776.iii.c.besieged", besieged)) return false;
    if (distance == 1) return joined(mk_side_between(&g1776_board.hexes, from, hex));
    if (distance > 2 || RULE("g1776.iii.c.enemy", g1776_units_at(s, from, enemy))) return false;
    return two_away(s, seat, from, hex);
}

bool g1776_magazine_for(const g1776_state *s, int seat, int hex, int inside) {
    mk_set64 own = g1776.of_seat[seat] & G1776_MAGAZINES;
    bool shut_in = inside == G1776_INSIDE_ONLY && g1776_open(s, g1776_enemy(seat), hex);
    G1776_EACH_PIECE(p, s) {
        if (!g1776_is_hex(p->place)) break;
        if (!mk_set_has(own, p->type) || p->flags & G1776_DOWN) continue;
        if (p->place != hex && RULE("g1776.iii.c.besieged", shut_in)) continue;
        if (reaches(s, p, seat, hex)) return true;
    }
    return false;
}

bool g1776_can_supply(const g1776_state *s, int seat, int hex, int inside) {
    return g1776_supply_at(s, seat, hex) || g1776_magazine_for(s, seat, hex, inside);
}

/* VIII.B */
bool g1776_supply_costs_more(const g1776_state *s) {
    unsigned use = g1776_rules(s)->use;
    if (use & G1776_NO_SUPPLY_COST) return false;
    return use & G1776_USE_SUPPLY_COST || g1776_option(s, G1776_OPTION_SUPPLY_COST);
}

/* ---- Supply units are used up (III.B) ----
 *
 * A unit carries the number of rounds of this month that it served in, wherever they were. In a hex
 * and phase one unit serves: who begins takes one that was not used. */

static int find_unit(const g1776_state *s, int seat, int type, int mark) {
    int hex = s->combat.hex;
    for (int i = g1776_first_at(s, hex); i < s->piece_count && s->piece[i].place == hex; i++) {
        const g1776_piece *p = &s->piece[i];
        if (!mk_set_has(G1776_SUPPLIES & g1776.of_seat[seat], p->type)) continue;
        bool fits = (type == G1776_NO_TYPE || p->type == type) && p->mark >= mark;
        if (fits && !(p->flags & G1776_DOWN)) return i;
    }
    return -1;
}

static int find_fresh(const g1776_state *s, int seat) {
    int hex = s->combat.hex;
    for (int i = g1776_first_at(s, hex); i < s->piece_count && s->piece[i].place == hex; i++) {
        const g1776_piece *p = &s->piece[i];
        bool own = mk_set_has(G1776_SUPPLIES & g1776.of_seat[seat], p->type);
        if (own && !p->mark && !(p->flags & G1776_DOWN)) return i;
    }
    return find_unit(s, seat, G1776_NO_TYPE, 0);
}

void g1776_use_supply_unit(g1776_state *s, int seat) {
    g1776_combat *c = &s->combat;
    int i =
        c->serves[seat] ? find_unit(s, seat, c->unit[seat], c->serves[seat]) : find_fresh(s, seat);
    assert(i >= 0);
    g1776_piece p = g1776_take_at(s, i, 1);
    if (p.mark < G1776_USED_UP) p.mark++;
    c->unit[seat] = p.type;
    c->serves[seat] = p.mark;
    g1776_put(s, p);
}

/* Those at a place that served so many rounds are gone. */
void g1776_use_up(g1776_state *s, int seat, int place, int rounds, mk_log *log) {
    for (int i = g1776_first_at(s, place); i < s->piece_count && s->piece[i].place == place;) {
        const g1776_piece *p = &s->piece[i];
        bool own = mk_set_has(G1776_SUPPLIES & g1776.of_seat[seat], p->type);
        if (!own || p->mark < rounds) {
            i++;
            continue;
        }
        mk_log_event(log, G1776_E_USED_UP, seat, MK_EVERYONE, 0, p->type,
                     (int16_t)g1776_where_of(place));
        g1776_take_at(s, i, 1);
    }
}

/* A new month. */
void g1776_forget_supply(g1776_state *s) {
    for (int i = 0; i < s->piece_count; i++) {
        if (!mk_set_has(G1776_SUPPLIES, s->piece[i].type) || !s->piece[i].mark) continue;
        g1776_piece p = g1776_take_at(s, i, s->piece[i].count);
        p.mark = 0;
        g1776_put(s, p);
        i = -1;
    }
}
