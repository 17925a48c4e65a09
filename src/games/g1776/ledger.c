/* ledger.c - what a scenario remembers, by name (the rows are in properties.c). */
#include "g1776.h"

/* Scenario 9: whose an empty commerce town is. */
int g1776_get_commerce(const void *state, int hex) {
    const g1776_state *s = state;
    int town = g1776_board.town_at[hex];
    for (int seat = 0; town != G1776_NONE && seat < G1776_SEATS; seat++)
        if (mk_set_has(s->ledger.held[seat], town)) return seat;
    return -1;
}

bool g1776_set_commerce(void *state, int hex, int seat, mk_error *e) {
    g1776_state *s = state;
    int town = g1776_board.town_at[hex];
    if (town == G1776_NONE) return mk_fail(e, MK_E_VALUE, "there is no town");
    for (int i = 0; i < G1776_SEATS; i++) mk_set_put(&s->ledger.held[i], town, i == seat);
    return true;
}

/* Where the force of scenario 2 landed first. */
int g1776_get_landed(const void *state, int hex) {
    return ((const g1776_state *)state)->ledger.landed == hex + 1;
}

bool g1776_set_landed(void *state, int hex, int value, mk_error *e) {
    uint16_t *landed = &((g1776_state *)state)->ledger.landed;
    if (value < 0 || value > 1) return mk_fail(e, MK_E_VALUE, "it is 0 or 1");
    if (value || *landed == hex + 1) *landed = (uint16_t)(value ? hex + 1 : 0);
    return true;
}

/* Guns that are tied to Knox, or to their place (6, 11, 12). */
int g1776_get_tied_guns(const void *state, int hex) {
    return g1776_count_where(state, hex, G1776_ARTILLERY, G1776_FIXED, G1776_FIXED);
}

bool g1776_set_tied_guns(void *state, int hex, int value, mk_error *e) {
    g1776_state *s = state;
    if (value < 0 || value > g1776_count_of(s, hex, G1776_ARTILLERY))
        return mk_fail(e, MK_E_VALUE, "there are not so many guns");
    for (int i = g1776_first_at(s, hex); i < s->piece_count && s->piece[i].place == hex; i++) {
        const g1776_piece *found = &s->piece[i];
        bool tied = found->flags & G1776_FIXED;
        int wrong = g1776_get_tied_guns(s, hex) - value;
        if (!mk_set_has(G1776_ARTILLERY, found->type) || !wrong || tied != (wrong > 0)) continue;
        g1776_piece p = g1776_take_at(s, i, 1);
        p.flags ^= G1776_FIXED;
        g1776_put(s, p);
        i = g1776_first_at(s, hex) - 1;
    }
    return true;
}

int g1776_get_points(const void *state, int seat) { return g1776_points(state, seat); }

int g1776_get_control(const void *state, int hex) {
    const g1776_state *s = state;
    if (!g1776_is_land(hex)) return -1;
    for (int seat = 0; seat < G1776_SEATS; seat++)
        if (g1776_controls(s, seat, hex)) return seat;
    return -1;
}

/* ---- Pieces off the hexes, and face down ---- */

enum { NUMBERS = 4 }; /* where, type, flags, count */
enum { KEPT = G1776_DOWN | G1776_FIXED };

static bool is_listed(const g1776_piece *p) {
    return !g1776_is_hex(p->place) && !g1776_is_side(p->place) && p->place != G1776_IN_HAND &&
           p->place != G1776_IN_BATEAU && p->place != G1776_FOUND;
}

/* Cargo, pieces in boxes: four numbers each. */
int g1776_get_elsewhere(const void *state, int subject, int16_t *out, int max) {
    const g1776_state *s = state;
    int n = 0;
    (void)subject;
    G1776_EACH_PIECE(p, s) {
        if (!is_listed(p)) continue;
        const int16_t row[NUMBERS] = {(int16_t)g1776_where_of(p->place), p->type,
                                      (int16_t)(p->flags & KEPT), p->count};
        for (int i = 0; i < NUMBERS; i++, n++)
            if (n < max) out[n] = row[i];
    }
    return n;
}

bool g1776_set_elsewhere(void *state, int subject, const int16_t *values, int count, mk_error *e) {
    g1776_state *s = state;
    (void)subject;
    for (int i = s->piece_count - 1; i >= 0; i--)
        if (is_listed(&s->piece[i])) g1776_take_at(s, i, s->piece[i].count);
    if (count % NUMBERS) return mk_fail(e, MK_E_VALUE, "where, type, flags and count of each");
    for (int i = 0; i < count; i += NUMBERS) {
        const int16_t *row = values + i;
        bool known = row[0] >= 0 && row[0] < g1776_where_count() && row[1] >= 0 &&
                     row[1] < G1776_TYPES && row[3] > 0 && row[3] <= UINT8_MAX;
        if (!known || g1776_is_hex(g1776_place_of(row[0])))
            return mk_fail(e, MK_E_VALUE, "there is no such place or type");
        int hand = g1776_count(s, G1776_IN_HAND, row[1]);
        if (g1776_on_map(s, row[1]) - hand + row[3] > g1776.type[row[1]].limit ||
            s->piece_count == G1776_MAX_PIECES)
            return mk_fail(e, MK_E_VALUE, "there are not so many");
        g1776_add(s, g1776_place_of(row[0]), row[1], row[3], row[2] & KEPT);
    }
    return true;
}

/* Pieces that may not move yet are those of the groups that are not freed, as far as they are still
 * where they began. */
void g1776_settle_fixed(g1776_state *s) {
    const g1776_scenario_rules *r = g1776_rules(s);
    for (int i = 0; i < s->piece_count; i++) {
        bool stale =
            s->piece[i].flags & G1776_FIXED && !mk_set_has(G1776_ARTILLERY, s->piece[i].type);
        if (!stale) continue;
        g1776_piece p = g1776_take_at(s, i, s->piece[i].count);
        p.flags &= (uint8_t)~G1776_FIXED;
        g1776_put(s, p);
        i = -1;
    }
    for (int l = 0; l < g1776.leader_count; l++) s->leader[l].flags &= (uint8_t)~G1776_FIXED;
    for (int i = 0; i < r->fixed_count; i++)
        if (!(s->ledger.freed >> i & 1)) g1776_fix_pieces(s, &r->fixed[i]);
}
