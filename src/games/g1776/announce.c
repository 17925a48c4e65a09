/* announce.c - who attacks where (III.A, steps 1, 4, 6 and 7). */
#include "g1776.h"

static const char *why_not_attack(const g1776_state *s, int seat, int hex) {
    return g1776_basic(s) ? g1776_why_not_basic(s, seat, hex) : g1776_why_not_combat(s, seat, hex);
}

/* Hexes where both have SP. */
static g1776_hexes shared(const g1776_state *s) {
    g1776_hexes hexes = s->held[0];
    mk_set_and(&hexes, &s->held[1]);
    return hexes;
}

bool g1776_can_attack(const g1776_state *s, int seat) {
    if (g1776_can_engage(s, seat)) return true;
    g1776_hexes hexes = shared(s);
    MK_SET_EACH(hex, &hexes) {
        if (!why_not_attack(s, seat, hex)) return true;
    }
    return false;
}

void g1776_announce_list(const void *state, mk_actions *out) {
    const g1776_state *s = state;
    g1776_hexes hexes = shared(s);
    MK_SET_EACH(hex, &hexes) {
        if (!why_not_attack(s, g1776_deciding(s), hex)) mk_offer(out, G1776_V_ATTACK, hex, 0, 0);
    }
    g1776_list_engagements(s, g1776_deciding(s), out);
    mk_offer(out, G1776_V_PASS, 0, 0, 0);
}

const char *g1776_announce_why_not(const void *state, mk_action x) {
    const g1776_state *s = state;
    if (x.verb == G1776_V_ENGAGE)
        return g1776_why_not_engage(s, g1776_deciding(s), g1776_place_of(x.a));
    return x.verb == G1776_V_PASS ? NULL : why_not_attack(s, g1776_deciding(s), x.a);
}

/* C20: an attack takes back the passes that came before it. */
void g1776_announce_apply(void *state, mk_action x, mk_log *log) {
    g1776_state *s = state;
    int seat = g1776_deciding(s);
    mk_pop(&s->base);
    if (x.verb == G1776_V_PASS) {
        s->passed |= (uint8_t)(1 << seat);
        return;
    }
    if (x.verb == G1776_V_ENGAGE) {
        g1776_engage(s, seat, g1776_place_of(x.a), log);
        return;
    }
    if (seat != s->phasing) s->passed = 0;
    if (g1776_basic(s))
        g1776_fight_basic(s, seat, x.a, log);
    else
        g1776_begin_combat(s, seat, x.a, log);
}
