/* basic.c - combat of the basic game (III.A, the basic steps): one roll, nothing else counts. */
#include "g1776.h"

const char *g1776_why_not_basic(const g1776_state *s, int seat, int hex) {
    int enemy = g1776_enemy(seat);
    FORBID("g1776.iii.basic", seat != s->phasing);
    FORBID("g1776.iii.a.1", !g1776_held(s, seat, hex) || !g1776_held(s, enemy, hex));
    FORBID("g1776.iii.once", mk_set_has(&s->fought, hex));
    FORBID("g1776.iii.a.odds", g1776_odds(g1776_sp(s, hex, seat), g1776_sp(s, hex, enemy)) < 0);
    return NULL;
}

static int rounded_up(int n) { return (n + 1) / 2; }

static int losses(int result, int own, int other) {
    if (result == G1776_R_ALL) return own;
    if (result == G1776_R_HALF) return rounded_up(own);
    if (result != G1776_R_EXCHANGE) return 0;
    return rounded_up(own < other ? own : other);
}

static void remove_sp(g1776_state *s, int hex, int seat, int count, mk_log *log) {
    MK_SET_EACH(type, g1776.sp_of[seat]) {
        int there = g1776_count(s, hex, type), n = there < count ? there : count;
        if (!n) continue;
        g1776_remove(s, hex, type, n, 0);
        mk_log_event(log, G1776_E_LOST, seat, MK_EVERYONE, 0, (int16_t)n, (int16_t)type,
                     (int16_t)hex);
        count -= n;
    }
}

/* R4: an entrenchment takes 1 off the die; a 1 is then row 0. */
void g1776_fight_basic(g1776_state *s, int seat, int hex, mk_log *log) {
    int enemy = g1776_enemy(seat);
    int attackers = g1776_sp(s, hex, seat), defenders = g1776_sp(s, hex, enemy);
    int column = g1776_odds(attackers, defenders), die = mk_die(&s->base.rng, 6);
    int dug_in = RULE("g1776.ii.a.combat", g1776_entrenched(s, hex, enemy)) ? 1 : 0;
    const uint8_t *result = g1776.table.basic[die - dug_in][column];
    mk_set_add(&s->fought, hex);
    mk_set_add(&s->bloody, hex);
    mk_log_event(log, G1776_E_BASIC_ROLL, seat, MK_EVERYONE, MK_ROLLED, (int16_t)hex,
                 (int16_t)attackers, (int16_t)defenders, (int16_t)column, (int16_t)die,
                 (int16_t)-dug_in);
    remove_sp(s, hex, seat, losses(result[0], attackers, defenders), log);
    remove_sp(s, hex, enemy, losses(result[1], defenders, attackers), log);
    g1776_tidy(s, hex, log);
    g1776_instant(s, log);
}
