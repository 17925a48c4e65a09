/* entry.c - an army enters a space: the sequence of c77.10.5 and c77.13.1, step by step, from the
 * first interruption to the end of the battle. */
#include "c77.h"

#include <string.h>

static int defender(const c77_state *s) { return c77_enemy(s->battle.attacker); }

/* ---- The sequence ---- */

/* Who is inside the fort there. */
static int garrison_at(const c77_state *s, int space) {
    int fort = c77_fort_at(space);
    if (fort == C77_NONE) return C77_NONE;
    const uint8_t *total = s->stack[c77_fort_place(fort)].total;
    return total[C77_BRITISH] ? C77_BRITISH : total[C77_PATRIOT] ? C77_PATRIOT : C77_NONE;
}

/* A side's army entered a space, landed there, or comes out of or before a fort. */
c77_battle *c77_enter(c77_state *s, c77_battle_kind kind, int space, int side) {
    c77_battle *b = &s->battle;
    memset(b, 0, sizeof *b);
    b->kind = (uint8_t)kind;
    b->at = (uint8_t)space;
    b->attacker = (uint8_t)side;
    b->senior[0] = b->senior[1] = b->winner = C77_NONE;
    b->garrison = (uint8_t)(kind == C77_BY_SORTIE ? side : garrison_at(s, space));
    b->step = kind == C77_BY_MARCH || kind == C77_BY_LANDING ? C77_S_LEADERS_ALONE : C77_S_SENIOR;
    mk_push(&s->base, C77_PH_BATTLE, side)->a = (int16_t)space;
    return b;
}

/* An army of the battle came from there: it may retreat there, and march back there out of a siege
 * (c77.14.7). */
void c77_came_from(c77_state *s, int side, int from) {
    c77_battle *b = &s->battle;
    mk_set_add(&b->entered[side], from);
    if (b->garrison == c77_enemy(side)) mk_set_add(&s->siege_from[c77_fort_at(b->at)], from);
}

/* SP that stand in the open at the battle: outside a fort; garrison boxes belong to their city. */
int c77_in_the_open(const c77_state *s, int side) {
    int at = s->battle.at, total = s->stack[at].total[side];
    MK_SET_EACH(box, c77_boxes_of(at)) total += s->stack[box].total[side];
    return total;
}

/* c77.10.1: an army of an SP or a train can be intercepted; leaders alone cannot (c77.9.11). */
static bool can_be_intercepted(const c77_state *s) {
    if (s->battle.kind != C77_BY_MARCH) return true;
    const c77_force *f = &s->army[s->battle.army].force;
    return RULE("c77.9.11", !c77_force_empty(f) || f->trains[0] || f->trains[1]);
}

/* c77.8.1, c77.12.1: who comes without SP is no army. He joins friends who were there before;
 * nobody avoids or reinforces because of him, unless interceptors came. */
static bool army_came(const c77_state *s) {
    const c77_battle *b = &s->battle;
    if (b->kind != C77_BY_MARCH || b->interceptions) return true;
    return RULE("c77.12.1", !c77_force_empty(&s->army[b->army].force));
}

/* After the interceptions: is there an enemy at all? */
static void look_for_enemies(c77_state *s, mk_log *log) {
    c77_battle *b = &s->battle;
    bool both = mk_set_has(s->occupied[defender(s)], b->at) && s->stack[b->at].total[b->attacker];
    b->step = C77_S_FORT;
    if (both && army_came(s)) return;
    if (both) c77_note_case(log, C77_LONE_LEADER_JOINS);
    c77_occupy(s, b->at, log);
    b->step = C77_S_END;
}

/* c77.13.1: both sides must be in the open. */
static void meet(c77_state *s, mk_log *log) {
    c77_battle *b = &s->battle;
    if (c77_in_the_open(s, defender(s)) && s->stack[b->at].total[b->attacker]) {
        b->step = C77_S_SENIOR;
        return;
    }
    c77_occupy(s, b->at, log);
    int besieger = s->stack[b->at].total[b->attacker] ? b->attacker : defender(s);
    if (mk_set_has(s->occupied[c77_enemy(besieger)], b->at))
        mk_log_event(log, C77_E_SIEGE, besieger, MK_EVERYONE, 0, b->at);
    b->step = C77_S_END;
}

/* c77.7.3.8: points of the active primary leader buy dice. */
static void ask_plan(c77_state *s) {
    c77_battle *b = &s->battle;
    b->step = C77_S_HOLD;
    if (b->kind != C77_BY_MARCH || s->act.leader == C77_NONE) return;
    if (s->act.points < c77.cost_planning) return;
    mk_frame *f = mk_push(&s->base, C77_PH_PLAN, b->attacker);
    f->a = b->at;
    f->b = s->act.points;
}

static void ask_seniors(c77_state *s) {
    c77_battle *b = &s->battle;
    for (int side = 0; side < C77_SIDES; side++) {
        mk_set64 seniors = c77_seniors(s, side);
        if (b->senior[side] != C77_NONE || !seniors) continue;
        if (seniors & (seniors - 1)) {
            mk_push(&s->base, C77_PH_SENIOR, side)->a = b->at;
            return;
        }
        b->senior[side] = (uint8_t)mk_set_first(seniors);
    }
    b->step = C77_S_PLAN;
}

static void ask_hold(c77_state *s) {
    c77_battle *b = &s->battle;
    for (int side = 0; side < C77_SIDES; side++) {
        int excess = c77_excess(s, side);
        if (excess <= 0) continue;
        mk_frame *f = mk_push(&s->base, C77_PH_HOLD, side);
        f->a = b->at;
        f->b = (int16_t)excess;
        return;
    }
    b->step = C77_S_DICE;
}

/* From the first interruption to the end of the battle. */
void c77_battle_step(void *state, mk_log *log) {
    c77_state *s = state;
    c77_battle *b = &s->battle;
    switch (b->step) {
    case C77_S_LEADERS_ALONE: /* c77.9.10: they do not hinder the march */
        if (!mk_set_has(s->occupied[defender(s)], b->at)) c77_expose(s, b->at, log);
        b->step = C77_S_INTERCEPT;
        return;
    case C77_S_INTERCEPT:
        b->step = C77_S_INTERCEPT_ROLLS;
        if (can_be_intercepted(s)) c77_ask_attempts(s, C77_INTERCEPT);
        return;
    case C77_S_INTERCEPT_ROLLS:
        if (!c77_intercept_rolls(s, log)) look_for_enemies(s, log);
        return;
    case C77_S_FORT:
        b->step = C77_S_AVOID;
        c77_ask_fort(s, 0, log);
        return;
    case C77_S_AVOID:
        b->step = C77_S_REINFORCE;
        c77_note_modifiers(s);
        c77_ask_attempts(s, C77_AVOID);
        return;
    case C77_S_REINFORCE:
        b->step = C77_S_AUTOMATIC;
        c77_ask_attempts(s, C77_REINFORCE);
        return;
    case C77_S_AUTOMATIC: c77_avoid_rolls(s, 1, log); return;
    case C77_S_REINFORCE_ROLLS: c77_reinforce_rolls(s, log); return;
    case C77_S_AVOID_ROLLS: c77_avoid_rolls(s, 0, log); return;
    case C77_S_MEETING: meet(s, log); return;
    case C77_S_PLAN: ask_plan(s); return;
    case C77_S_SENIOR: ask_seniors(s); return;
    case C77_S_HOLD: ask_hold(s); return;
    case C77_S_DICE:
        c77_throw_dice(s, log);
        b->step = C77_S_LOSSES;
        return;
    case C77_S_LOSSES:
        if (!c77_next_loss(s, log)) b->step = C77_S_RESULT;
        return;
    case C77_S_RESULT: c77_decide_battle(s, log); return;
    case C77_S_RETREAT_FORT:
        b->step = C77_S_RETREAT;
        c77_ask_fort(s, 1, log);
        return;
    case C77_S_RETREAT: c77_retreat(s, log); return;
    default: c77_end_battle(s, log); return;
    }
}
