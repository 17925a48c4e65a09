/* retreat.c - overruns, withdrawals, forced retreats, and where they lead. */
#include "p77.h"

/* The locations from which blocks of the active side came to attack this one. */
static mk_set64 attack_origins(const p77_state *s, int at) {
    mk_set64 origins = 0;
    MK_SET_EACH(u, p77.of_side[s->active]) {
        int way = s->attack_way[u];
        if (way != P77_NO_WAY && mk_way_to(&p77.roads, way) == at)
            origins |= MK_BIT(mk_way_from(&p77.roads, way));
    }
    return origins;
}

/* p77.retreat.defender, p77.retreat.attacker */
mk_set64 p77_retreat_spaces(const p77_state *s, p77_side side, int from) {
    mk_set64 origins = attack_origins(s, from), spaces = 0;
    mk_set64 allowed = RULE("p77.retreat.attacker", side == s->active) ? origins : ~origins;
    MK_SET_EACH(to, p77.near[from] & allowed) {
        if (!RULE("p77.retreat.defender", p77_at(s, to, p77_enemy(side)) != 0))
            spaces |= MK_BIT(to);
    }
    return spaces;
}

/* p77.retreat.together */
static void retreat_to(p77_state *s, p77_side side, int from, int to, mk_log *log) {
    mk_set64 units = p77_at(s, from, side);
    mk_log_event(log, P77_E_RETREAT, side, MK_EVERYONE, 0, (int16_t)mk_set_size(units),
                 (int16_t)from, (int16_t)to);
    p77_relocate(s, units, to, log);
}

/* A side leaves a location, until none of it is there. */
static void fall_back(p77_state *s, p77_side side, int from) {
    mk_push(&s->base, P77_PH_FALL_BACK, side)->a = (int16_t)from;
}

void p77_fall_back_step(void *state, mk_log *log) {
    p77_state *s = state;
    mk_frame f = *mk_top(&s->base);
    p77_side side = (p77_side)f.seat;
    if (!p77_at(s, f.a, side)) {
        mk_pop(&s->base);
        return;
    }
    mk_set64 spaces = p77_retreat_spaces(s, side, f.a);
    if (!spaces) { /* p77.retreat.none */
        mk_log_event(log, P77_E_NO_RETREAT, side, MK_EVERYONE, 0, f.a);
        p77_eliminate(s, p77_at(s, f.a, side), log);
    } else if (mk_set_size(spaces) == 1) {
        retreat_to(s, side, f.a, mk_set_first(spaces), log);
    } else {
        mk_push(&s->base, P77_PH_RETREAT, side)->a = f.a;
    }
}

/* ---- Where to retreat ---- */

void p77_retreat_list(const void *state, mk_actions *out) {
    const p77_state *s = state;
    const mk_frame *f = mk_top_const(&s->base);
    MK_SET_EACH(to, p77_retreat_spaces(s, (p77_side)f->seat, f->a))
        mk_offer(out, P77_V_RETREAT, to, 0, 0);
}

const char *p77_retreat_why_not(const void *state, mk_action a) {
    const p77_state *s = state;
    const mk_frame *f = mk_top_const(&s->base);
    FORBID("p77.retreat:next", !mk_set_has(p77.near[f->a], a.a));
    bool allowed = mk_set_has(p77_retreat_spaces(s, (p77_side)f->seat, f->a), a.a);
    if (f->seat == s->active)
        FORBID("p77.retreat.attacker:came", !allowed);
    else
        FORBID("p77.retreat.defender:free", !allowed);
    return NULL;
}

void p77_retreat_apply(void *state, mk_action a, mk_log *log) {
    p77_state *s = state;
    mk_frame f = *mk_top(&s->base);
    mk_pop(&s->base);
    retreat_to(s, (p77_side)f.seat, f.a, a.a, log);
}

/* ---- Overrun ---- */

void p77_overrun(p77_state *s, int space) {
    mk_push(&s->base, P77_PH_OVERRUN, s->active)->a = (int16_t)space;
}

/* p77.overrun.loss: each block overrun loses one SP, the survivors retreat. */
void p77_overrun_step(void *state, mk_log *log) {
    p77_state *s = state;
    int space = mk_top(&s->base)->a;
    p77_side side = p77_enemy(s->active);
    mk_set64 units = p77_at(s, space, side);
    if (!units) {
        mk_pop(&s->base);
        return;
    }
    p77_open_boxes(s, s->here[space]);
    /* Who survives has more than one SP, and who does not is shown: undo stops behind either. */
    uint8_t news = units & ~s->known ? MK_REVEALED : 0;
    mk_log_event(log, P77_E_OVERRUN, s->active, MK_EVERYONE, news, (int16_t)space);
    fall_back(s, side, space);
    p77_reduce(s, units, 1, log);
}

/* ---- Pursuit ---- */

/* p77.withdraw.fire, p77.retreat.fire: infantry in battlefield positions fires at those who
 * leave: one die each at a withdrawal, its strength at a forced retreat. */
static int pursuit_fire(p77_state *s, p77_side pursuer, mk_log *log) {
    const mk_set64 *p = s->battle.position;
    mk_set64 firing =
        (p[P77_LEFT] | p[P77_CENTER] | p[P77_RIGHT]) & p77.of_side[pursuer] & p77.infantry;
    int hits = 0;
    MK_SET_EACH(u, firing) {
        bool withdrawal = s->battle.pursuit == P77_WITHDRAWAL;
        int dice = withdrawal ? p77.withdrawal_dice : p77_fire_dice(s, u);
        p77_throw t = p77_roll(s, u, dice);
        p77_tell_throw(log, P77_E_PURSUIT, pursuer, u, s->battle.at, &t);
        hits += t.hits;
    }
    return hits;
}

/* Those who leave suffer the hits, then they fall back. */
static void leave_battle(p77_state *s, p77_side side, p77_pursuit pursuit, mk_log *log) {
    p77_battle *b = &s->battle;
    b->pursuit = (uint8_t)pursuit;
    int hits = pursuit_fire(s, p77_enemy(side), log);
    if (hits) s->known &= ~p77_at(s, b->at, side); /* their owner weakens blocks unseen */
    fall_back(s, side, b->at);
    p77_suffer(s, side, P77_POSITIONS, hits, 0);
}

void p77_withdraw(p77_state *s, p77_side side, mk_log *log) {
    mk_log_event(log, P77_E_WITHDRAWS, side, MK_EVERYONE, 0, s->battle.at);
    leave_battle(s, side, P77_WITHDRAWAL, log);
}

void p77_forced_retreat(p77_state *s, p77_side side, mk_log *log) {
    mk_log_event(log, P77_E_FORCED, side, MK_EVERYONE, 0, s->battle.at);
    leave_battle(s, side, P77_FORCED, log);
}
