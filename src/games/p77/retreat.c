/* retreat.c - overruns, withdrawals, forced retreats, and where they lead. */
#include "p77.h"

/* The locations from which blocks of the active side came to attack this one. */
static p77_set attack_origins(const p77_state *s, int at) {
    p77_set origins = 0;
    P77_EACH(u, p77.of_side[s->active]) {
        int way = s->attack_way[u];
        if (way != P77_NO_WAY && mk_way_to(&p77.roads, way) == at)
            origins |= P77_BIT(mk_way_from(&p77.roads, way));
    }
    return origins;
}

/* p77.retreat.defender, p77.retreat.attacker */
p77_set p77_retreat_spaces(const p77_state *s, p77_side side, int from) {
    p77_set origins = attack_origins(s, from), spaces = 0;
    p77_set allowed = RULE("p77.retreat.attacker", side == s->active) ? origins : ~origins;
    P77_EACH(to, p77.near[from] & allowed) {
        if (!RULE("p77.retreat.defender", p77_at(s, to, p77_enemy(side)) != 0))
            spaces |= P77_BIT(to);
    }
    return spaces;
}

/* After a retreat the battle is over; an overrun on the march has none to end. */
static void end_retreat(p77_state *s, int from, mk_log *log) {
    if (p77_over(s)) return;
    p77_occupy(s, from, log);
    if (s->battle.at != P77_NO_SPACE)
        p77_end_battle(s, log);
    else if (mk_top(&s->base)->phase == P77_PH_CHOOSE_BATTLE)
        p77_next_battle(s, log);
}

/* p77.retreat.together */
static void retreat_to(p77_state *s, p77_side side, int from, int to, mk_log *log) {
    p77_set units = p77_at(s, from, side);
    mk_tell(log, P77_E_RETREAT, side, MK_EVERYONE, 0, (int16_t)p77_size(units), (int16_t)from,
            (int16_t)to);
    p77_relocate(s, units, to, log);
    end_retreat(s, from, log);
}

void p77_choose_retreat(p77_state *s, p77_side side, int from, mk_log *log) {
    p77_set spaces = p77_retreat_spaces(s, side, from);
    if (!spaces) { /* p77.retreat.none */
        mk_tell(log, P77_E_NO_RETREAT, side, MK_EVERYONE, 0, (int16_t)from);
        p77_eliminate(s, p77_at(s, from, side), log);
        end_retreat(s, from, log);
    } else if (p77_size(spaces) == 1) {
        retreat_to(s, side, from, p77_first(spaces), log);
    } else {
        mk_push(&s->base, P77_PH_RETREAT, side)->a = (int16_t)from;
    }
}

void p77_retreat_list(const void *state, mk_actions *out) {
    const p77_state *s = state;
    const mk_frame *f = mk_top_const(&s->base);
    P77_EACH(to, p77_retreat_spaces(s, (p77_side)f->seat, f->a))
    mk_offer(out, P77_V_RETREAT, to, 0, 0);
}

const char *p77_retreat_why_not(const void *state, mk_action a) {
    const p77_state *s = state;
    const mk_frame *f = mk_top_const(&s->base);
    FORBID("p77.retreat", !p77_in(p77.near[f->a], a.a));
    bool allowed = p77_in(p77_retreat_spaces(s, (p77_side)f->seat, f->a), a.a);
    if (f->seat == s->active)
        FORBID("p77.retreat.attacker", !allowed);
    else
        FORBID("p77.retreat.defender", !allowed);
    return NULL;
}

void p77_retreat_apply(void *state, mk_action a, mk_log *log) {
    p77_state *s = state;
    mk_frame f = *mk_top(&s->base);
    mk_pop(&s->base);
    retreat_to(s, (p77_side)f.seat, f.a, a.a, log);
}

/* p77.overrun.loss: each block overrun loses one SP, the survivors retreat. */
void p77_overrun(p77_state *s, int space, mk_log *log) {
    p77_side side = p77_enemy(s->active);
    p77_open_boxes(s, s->here[space]);
    /* Who survives has more than one SP, and who does not is shown: undo stops behind either. */
    uint8_t news = p77_at(s, space, side) & ~s->known ? MK_REVEALED : 0;
    mk_tell(log, P77_E_OVERRUN, s->active, MK_EVERYONE, news, (int16_t)space);
    P77_EACH(u, p77_at(s, space, side)) {
        if (!p77_over(s)) p77_lose_sp(s, u, log);
    }
    if (p77_over(s)) return;
    if (p77_at(s, space, side))
        p77_choose_retreat(s, side, space, log);
    else
        end_retreat(s, space, log);
}

/* ---- Pursuit ---- */

/* p77.withdraw.fire, p77.retreat.fire: infantry in battlefield positions fires at those who
 * leave: one die each at a withdrawal, its strength at a forced retreat. */
static int pursuit_fire(p77_state *s, p77_side pursuer, mk_log *log) {
    const p77_set *p = s->battle.position;
    p77_set firing =
        (p[P77_LEFT] | p[P77_CENTER] | p[P77_RIGHT]) & p77.of_side[pursuer] & p77.infantry;
    int hits = 0;
    P77_EACH(u, firing) {
        bool withdrawal = s->battle.pursuit == P77_WITHDRAWAL;
        int dice = withdrawal ? p77.withdrawal_dice : p77_fire_dice(s, u);
        p77_throw t = p77_roll(s, u, dice);
        p77_tell_throw(log, P77_E_PURSUIT, pursuer, u, s->battle.at, &t);
        hits += t.hits;
    }
    return hits;
}

static void leave_battle(p77_state *s, p77_side side, p77_pursuit pursuit, mk_log *log) {
    p77_battle *b = &s->battle;
    b->pursuit = (uint8_t)pursuit;
    b->losers = (uint8_t)side;
    b->target = P77_POSITIONS;
    b->flees = 0;
    int hits = pursuit_fire(s, p77_enemy(side), log);
    b->hits = (uint8_t)hits;
    if (hits) s->known &= ~p77_at(s, b->at, side); /* their owner weakens blocks unseen */
    p77_resolve_hits(s, log);
}

void p77_withdraw(p77_state *s, p77_side side, mk_log *log) {
    mk_tell(log, P77_E_WITHDRAWS, side, MK_EVERYONE, 0, s->battle.at);
    leave_battle(s, side, P77_WITHDRAWAL, log);
}

void p77_forced_retreat(p77_state *s, p77_side side, mk_log *log) {
    mk_tell(log, P77_E_FORCED, side, MK_EVERYONE, 0, s->battle.at);
    leave_battle(s, side, P77_FORCED, log);
}

void p77_after_pursuit(p77_state *s, mk_log *log) {
    p77_side side = (p77_side)s->battle.losers;
    if (p77_at(s, s->battle.at, side))
        p77_choose_retreat(s, side, s->battle.at, log);
    else
        p77_end_battle(s, log);
}
