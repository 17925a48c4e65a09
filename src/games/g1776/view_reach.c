/* view_reach.c - where the group in hand can go, by which steps, and the MP it has left there (II).
 *
 * Pieces of a group pay differently, and some pay double: so the steps are taken, on a copy, by the
 * same functions as in play. Of two ways to a hex the one that leaves more MP counts.
 */
#include <stdio.h>
#include <string.h>

#include "g1776.h"

enum { UNSEEN = -1, MAX_STEPS = 24 };

typedef struct {
    int8_t left[G1776_MAX_HEXES]; /* MP of whoever has least; UNSEEN: not reached */
    bool settled[G1776_MAX_HEXES];
    uint16_t from[G1776_MAX_HEXES];
    uint8_t direction[G1776_MAX_HEXES], way[G1776_MAX_HEXES];
    uint16_t reached[G1776_MAX_HEXES]; /* in the order they were seen */
    int count;
} search;

static int least(int a, int b) { return a < b ? a : b; }
static int rest(int allowance, int spent) { return spent < allowance ? allowance - spent : 0; }

/* The fewest MP that anybody in the group has left. */
static int left_of(const g1776_state *s, const g1776_hand *h) {
    int left = INT8_MAX;
    G1776_EACH_AT(p, s, h->hex) {
        if (p->flags & G1776_HAND) left = least(left, rest(g1776_allowance(s, p, h), p->spent));
    }
    MK_SET_EACH(l, h->leaders) {
        left = least(left, rest(g1776_leader_allowance(s, l, h), s->leader[l].spent));
    }
    return left;
}

/* The steps to a hex, the first first. */
static int way_to(const search *f, int start, int hex, uint16_t steps[MAX_STEPS]) {
    uint16_t back[MAX_STEPS];
    int count = 0;
    for (; hex != start && count < MAX_STEPS; hex = f->from[hex]) back[count++] = (uint16_t)hex;
    for (int i = 0; i < count; i++) steps[i] = back[count - 1 - i];
    return count;
}

/* The state with the group at a hex that was reached. */
static void go(const g1776_state *s, const search *f, int seat, int start, int hex,
               g1776_state *out) {
    uint16_t steps[MAX_STEPS];
    int count = way_to(f, start, hex, steps), at = start;
    *out = *s;
    for (int i = 0; i < count; i++) {
        g1776_try_step(out, at, seat, f->direction[steps[i]], f->way[steps[i]]);
        at = steps[i];
    }
}

static void look_around(const g1776_state *here, search *f, int seat, int hex) {
    g1776_state there;
    for (int way = G1776_ON_FOOT; way <= G1776_BY_BOAT; way++) {
        for (int d = 0; d < MK_DIRECTIONS; d++) {
            int to = g1776_board.hexes.near[hex][d];
            if (to == MK_NOWHERE || f->settled[to]) continue;
            there = *here;
            if (!g1776_try_step(&there, hex, seat, d, way)) continue;
            g1776_hand h = g1776_hand_at(&there, to, seat);
            int left = left_of(&there, &h);
            if (left <= f->left[to]) continue;
            if (f->left[to] == UNSEEN) f->reached[f->count++] = (uint16_t)to;
            f->left[to] = (int8_t)left;
            f->from[to] = (uint16_t)hex;
            f->direction[to] = (uint8_t)d;
            f->way[to] = (uint8_t)way;
        }
    }
}

static int next_of(const search *f) {
    int best = MK_NOWHERE;
    for (int i = 0; i < f->count; i++) {
        int hex = f->reached[i];
        if (!f->settled[hex] && (best == MK_NOWHERE || f->left[hex] > f->left[best])) best = hex;
    }
    return best;
}

static void find_reach(const g1776_state *s, int seat, int start, search *f) {
    g1776_state here;
    memset(f->left, UNSEEN, sizeof f->left);
    memset(f->settled, 0, sizeof f->settled);
    f->count = 0;
    f->settled[start] = true;
    look_around(s, f, seat, start);
    for (int hex; (hex = next_of(f)) != MK_NOWHERE;) {
        f->settled[hex] = true;
        if (g1776_looks_open(s, g1776_enemy(seat), hex)) continue; /* there it must stop */
        go(s, f, seat, start, hex, &here);
        look_around(&here, f, seat, hex);
    }
}

/* A hex that can be reached: from which one, by which step, and the MP left then. */
static void view_found(const g1776_state *s, const search *f, int seat, mk_view *v) {
    static const char *const ways[] = {"n", "ne", "se", "s", "sw", "nw"};
    char key[2 * MK_NAME];
    for (int i = 0; i < f->count; i++) {
        int hex = f->reached[i];
        snprintf(key, sizeof key, "reach.%s", g1776_hex_id(hex));
        mk_rec(v, "panel", key);
        mk_rec_name(v, "from", g1776_hex_id(f->from[hex]));
        mk_rec_name(v, "by", ways[f->direction[hex]]);
        mk_rec_int(v, "left", f->left[hex]);
        if (f->way[hex] == G1776_BY_BOAT) mk_rec_int(v, "ferry", 1);
        if (g1776_looks_open(s, g1776_enemy(seat), hex)) mk_rec_int(v, "enemies", 1);
    }
}

static void view_group(const g1776_state *s, const g1776_hand *h, mk_view *v) {
    int doubled = 0;
    for (int n = 0; n < G1776_NATIONS; n++) doubled += h->doubled[n];
    mk_rec_static(v, "panel", "group");
    mk_rec_name(v, "place", g1776_hex_id(h->hex));
    mk_rec_int(v, "sp", h->sp);
    mk_rec_int(v, "pieces", h->pieces);
    if (h->pieces || h->leaders) mk_rec_int(v, "left", left_of(s, h));
    if (doubled) mk_rec_int(v, "doubled", doubled);
}

/* Only who moves the group is told how far it gets: the others see where it goes. */
void g1776_view_reach(const g1776_state *s, int viewer, mk_view *v) {
    if (!s->base.depth) return;
    const mk_frame *top = mk_top_const(&s->base);
    if (top->phase != G1776_PH_GROUP) return;
    if (viewer != top->seat && viewer != MK_EVERYTHING) return;
    int seat = top->seat, start = top->a;
    g1776_hand h = g1776_hand_at(s, start, seat);
    view_group(s, &h, v);
    if (top->c || (!h.pieces && !h.leaders)) return;
    search f;
    find_reach(s, seat, start, &f);
    view_found(s, &f, seat, v);
}
