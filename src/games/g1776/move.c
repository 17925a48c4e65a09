/* move.c - the movement phase: one group after another until it is closed (II). */
#include "g1776.h"

/* L7: a named leader may be given up. */
static const char *why_not_resign(const g1776_state *s, int seat, int leader) {
    FORBID("g1776.iv.c.resign", g1776.leader[leader].seat != seat);
    FORBID("g1776.iv.c.resign", !g1776_is_hex(s->leader[leader].place));
    FORBID("g1776.iv.c.resign", g1776_leader_is(s, leader, G1776_NAMELESS));
    return NULL;
}

/* V.A: Sumter, or he with whom Sumter ended the last turn, goes elsewhere if he can. */
static const char *why_not_done(const g1776_state *s) {
    FORBID("g1776.csg.v.f.leave", s->phasing == G1776_AMERICAN && g1776_navy_must_leave(s));
    const char *southern = g1776_why_not_southern_done(s);
    if (southern) return southern;
    FORBID("g1776.csg6.evacuation", g1776_evacuation_waits(s));
    if (s->phasing != g1776.leader[g1776.named[G1776_SUMTER]].seat) return NULL;
    mk_set128 same = g1776_same_company(s);
    if (!same) return NULL;
    FORBID("g1776.v.a.sumter", g1776_leader_can_go(s, g1776.named[G1776_SUMTER]));
    MK_SET_EACH(l, same) FORBID("g1776.v.a.sumter", g1776_leader_can_go(s, l));
    return NULL;
}

void g1776_move_list(const void *state, mk_actions *out) {
    const g1776_state *s = state;
    int seat = g1776_deciding(s);
    g1776_list_groups(s, seat, out);
    g1776_list_launches(s, seat, out);
    g1776_list_fleets(s, out);
    g1776_list_shipping(s, out);
    g1776_list_scraps(s, seat, 0, out);
    MK_SET_EACH(l, s->in_play & g1776.leaders_of[seat]) {
        if (!why_not_resign(s, seat, l)) mk_offer(out, G1776_V_RESIGN, l, 0, 0);
    }
    if (!why_not_done(s)) mk_offer(out, G1776_V_DONE, 0, 0, 0);
}

const char *g1776_move_why_not(const void *state, mk_action x) {
    const g1776_state *s = state;
    int seat = g1776_deciding(s);
    switch (x.verb) {
    case G1776_V_GROUP: return g1776_why_not_group(s, seat, x.a);
    case G1776_V_SAIL: return g1776_why_not_sail(s, x.a);
    case G1776_V_SHIP: return g1776_why_not_ship(s, g1776_place_of(x.a));
    case G1776_V_LAUNCH: return g1776_why_not_launch(s, seat, x.a);
    case G1776_V_RESIGN: return why_not_resign(s, seat, x.a);
    case G1776_V_DONE: return why_not_done(s);
    default: return g1776_why_not_scrap(s, seat, 0, x);
    }
}

void g1776_move_apply(void *state, mk_action x, mk_log *log) {
    g1776_state *s = state;
    int seat = g1776_deciding(s);
    switch (x.verb) {
    case G1776_V_LAUNCH: g1776_launch(s, seat, x.a); return;
    case G1776_V_GROUP: mk_push(&s->base, G1776_PH_GROUP, seat)->a = x.a; return;
    case G1776_V_SAIL: g1776_begin_order(s, x.a, log); return;
    case G1776_V_SHIP: mk_push(&s->base, G1776_PH_SHIP, seat)->a = x.a; return;
    case G1776_V_RESIGN:
        g1776_kill_leader(s, x.a, g1776_held(s, seat, s->leader[x.a].place), log);
        return;
    case G1776_V_DONE: mk_pop(&s->base); return;
    default: g1776_scrap_at(s, seat, 0, x, log); return;
    }
}

/* What is seen of a step: who goes where, with how many SP. */
void g1776_log_step(const g1776_state *s, const g1776_hand *h, int direction, mk_log *log) {
    if (!log) return;
    int to = g1776_board.hexes.near[h->hex][direction];
    int leader = g1776_ranking(s, h->leaders);
    if (g1776_veils(s) && g1776_veiled_at(s, h->hex, h->seat, G1776_HAND, G1776_HAND)) {
        mk_log_event(log, G1776_E_VEILED_MOVES, h->seat, MK_EVERYONE, 0,
                     (int16_t)g1776_counters_in_hand(s, h), (int16_t)h->hex, (int16_t)to);
        return;
    }
    if (leader == G1776_NONE)
        mk_log_event(log, G1776_E_MOVES, h->seat, MK_EVERYONE, 0, (int16_t)h->sp, (int16_t)h->hex,
                     (int16_t)to);
    else
        mk_log_event(log, G1776_E_LEADER_MOVES, h->seat, MK_EVERYONE, 0, (int16_t)h->sp,
                     (int16_t)h->hex, (int16_t)to, (int16_t)leader);
}
