/* portage.c - bateaux over land (II.B): through one or two hexes, with SP beside them.
 *
 * A group takes a bateau out of the water (haul), or finds it in the hex, and carries it along; it
 * is in hand like the others. Of a bateau `spent` counts the hexes of this phase, the one it was
 * hauled into included, and `led` says that it rowed before: then it does not row afterwards. Who
 * came ashore with it goes along and no further (G1776_CARRIED and G1776_MARKED).
 */
#include "g1776.h"

enum { ASHORE_WITH_IT = G1776_HAND | G1776_CARRIED | G1776_MARKED };

static int find_at_rest(const g1776_state *s, int seat, int side) {
    int place = G1776_AT_SIDE + side;
    int busy = G1776_DOWN | G1776_DONE | G1776_MARKED | G1776_HAND;
    mk_set64 own = G1776_BATEAUX & g1776.of_seat[seat];
    for (int i = g1776_first_at(s, place); i < s->piece_count && s->piece[i].place == place; i++) {
        const g1776_piece *p = &s->piece[i];
        if (mk_set_has(own, p->type) && !(p->flags & busy) && !p->spent) return i;
    }
    return -1;
}

static int find_in_hand(const g1776_state *s, int hex) {
    for (int i = g1776_first_at(s, hex); i < s->piece_count && s->piece[i].place == hex; i++) {
        const g1776_piece *p = &s->piece[i];
        if (mk_set_has(G1776_BATEAUX, p->type) && p->flags & G1776_HAND) return i;
    }
    return -1;
}

static bool is_bank(int side, int hex) {
    const mk_side *both = &g1776_board.hexes.side[side];
    return both->hex[0] == hex || both->hex[1] == hex;
}

/* ---- Out of the water ---- */

const char *g1776_why_not_haul(const g1776_state *s, const g1776_hand *h, int side) {
    FORBID("g1776.ii.b.portage:bank", !is_bank(side, h->hex));
    FORBID("g1776.ii.b.launch", find_at_rest(s, h->seat, side) < 0);
    FORBID("g1776.ii.b.portage:ground", g1776_board.ground[h->hex] != G1776_CLEAR);
    FORBID("g1776.ii.b.portage:escort", !h->sp);
    return NULL;
}

void g1776_haul(g1776_state *s, const g1776_hand *h, int side) {
    g1776_piece boat = g1776_take_at(s, find_at_rest(s, h->seat, side), 1);
    boat.place = (uint16_t)h->hex;
    boat.flags |= G1776_HAND;
    boat.spent = 1;
    g1776_put(s, boat);
}

/* ---- On the way ---- */

/* A bateau in the hex that could be taken along: at most two hexes. */
bool g1776_portable(const g1776_piece *p) {
    return mk_set_has(G1776_BATEAUX, p->type) && p->spent < G1776_PORTAGE_HEXES;
}

/* Wherever they go. */
const char *g1776_why_not_carry(const g1776_state *s, const g1776_hand *h) {
    G1776_EACH_AT(p, s, h->hex) {
        if (!(p->flags & G1776_HAND)) continue;
        FORBID("g1776.ii.b.portage:two",
               mk_set_has(G1776_BATEAUX, p->type) && p->spent >= G1776_PORTAGE_HEXES);
        FORBID("g1776.ii.b.portage:end",
               (p->flags & ASHORE_WITH_IT) == ASHORE_WITH_IT && !h->boats);
    }
    MK_SET_EACH(l, h->leaders)
        FORBID("g1776.ii.b.portage:end", s->leader[l].flags & G1776_MARKED && !h->boats);
    FORBID("g1776.ii.b.portage:escort", h->boats && !h->sp);
    return NULL;
}

/* Artillery that came by bateau does not go along. */
void g1776_leave_guns(g1776_state *s, int hex) {
    for (int i = g1776_first_at(s, hex); i < s->piece_count && s->piece[i].place == hex; i++) {
        const g1776_piece *gun = &s->piece[i];
        if (!mk_set_has(G1776_ARTILLERY, gun->type) || !(gun->flags & G1776_HAND)) continue;
        g1776_piece p = g1776_take_at(s, i, gun->count);
        g1776_end_portage(&p.flags);
        p.flags &= (uint8_t)~G1776_HAND;
        g1776_put(s, p);
        i = g1776_first_at(s, hex) - 1;
    }
}

/* Who came ashore with it and is left behind has moved. */
void g1776_end_portage(uint8_t *flags) {
    if (!(*flags & G1776_CARRIED) || !(*flags & G1776_MARKED)) return;
    *flags = (uint8_t)((*flags & ~G1776_MARKED) | G1776_DONE);
}

/* ---- Into the water ---- */

const char *g1776_why_not_refloat(const g1776_state *s, const g1776_hand *h, int side) {
    FORBID("g1776.ii.b.portage:none", !h->boats);
    FORBID("g1776.ii.b.side", !is_bank(side, h->hex) || !g1776_floats_on(s, h->hex, side));
    FORBID("g1776.ii.b.fleet", g1776_fleet_on(s, g1776_enemy(h->seat), side) != G1776_NONE);
    return NULL;
}

void g1776_refloat(g1776_state *s, const g1776_hand *h, int side) {
    g1776_piece boat = g1776_take_at(s, find_in_hand(s, h->hex), 1);
    boat.place = (uint16_t)(G1776_AT_SIDE + side);
    boat.flags &= (uint8_t)~G1776_HAND;
    boat.spent = 1;
    if (boat.led) boat.flags |= G1776_DONE;
    boat.led = 0;
    g1776_put(s, boat);
}

/* ---- What a group may do about bateaux ---- */

void g1776_list_portage(const g1776_state *s, const g1776_hand *h, bool stopped, mk_actions *out) {
    if (!h->boats && !g1776_any_afloat(s)) return;
    for (int d = 0; d < MK_DIRECTIONS; d++) {
        int side = g1776_board.hexes.side_of[h->hex][d];
        if (!stopped && !g1776_why_not_haul(s, h, side)) mk_offer(out, G1776_V_HAUL, side, 0, 0);
        if (!g1776_why_not_refloat(s, h, side)) mk_offer(out, G1776_V_FLOAT, side, 0, 0);
    }
}
