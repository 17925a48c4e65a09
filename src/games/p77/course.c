/* course.c - how a game went: what the charts show, what the log says of battles and dice. */
#include "p77.h"

const mk_series p77_series[] = {
    {"Strength points", "British", "british.total_sp", P77_BRITISH},
    {"Strength points", "Americans", "american.total_sp", P77_AMERICAN},
    {"Places held", "British", "british.places", P77_BRITISH},
    {"Places held", "Americans", "american.places", P77_AMERICAN},
    {"Action points", "British", "british.ap", P77_BRITISH},
    {"Action points", "Americans", "american.ap", P77_AMERICAN},
    {0},
};

static void tell_fire(mk_course *c, const mk_event *e) {
    int faces = P77_DIE + 1 - p77.hits_from[p77.unit[e->n[0]].type];
    mk_course_dice(c, e->seat, NULL, "hits", mk_throw_hits(e->count - 3, e->n[2], faces, P77_DIE));
}

/* The only battle that waits, if there is one alone: `finish` leads to it. */
static int only_battle(const p77_state *s) {
    mk_set64 pending = p77_pending_battles(s);
    return mk_set_size(pending) == 1 ? mk_set_first(pending) : -1;
}

static int battle_at(const void *state, mk_action a) {
    const p77_state *s = state;
    switch (a.verb) {
    case P77_V_MARCH: return p77_at(s, a.b, p77_enemy(s->active)) ? a.b : -1;
    case P77_V_GO: return p77_at(s, a.a, p77_enemy(s->active)) ? a.a : -1;
    case P77_V_ATTACK: return a.a;
    case P77_V_FINISH: return only_battle(s);
    default: return -1;
    }
}

const mk_battles p77_battles = {
    .place = P77_SPACE,
    .unit = "SP",
    .phases = MK_VERBS(P77_PH_BATTLE, P77_PH_OVERRUN),
    .closing = MK_VERBS(P77_V_HALT, P77_V_FINISH),
    .at = battle_at,
};

void p77_chronicle(mk_course *c, const mk_event *e) {
    switch (e->kind) {
    case P77_E_TURN: mk_course_moment(c, "turn"); break;
    case P77_E_BATTLE: mk_course_battle(c, e->seat, P77_SPACE, e->n[0]); break;
    case P77_E_OVERRUN:
        mk_course_battle(c, e->seat, P77_SPACE, e->n[0]);
        mk_course_won(c, e->seat);
        break;
    case P77_E_BATTLE_WON: mk_course_won(c, e->seat); break;
    case P77_E_WON: /* Washington was lost in it */
        if (mk_course_fighting(c)) mk_course_won(c, e->n[0]);
        break;
    case P77_E_SUPPLY:
    case P77_E_SUPPLY_HIDDEN:
    case P77_E_MARCH:
    case P77_E_GROUP: mk_course_battle_over(c); break;
    case P77_E_FIRE:
    case P77_E_PURSUIT: tell_fire(c, e); break;
    case P77_E_LOSS: mk_course_loss(c, e->seat, 1); break;
    case P77_E_LOSS_HIDDEN:
        if (!mk_course_sees_all(c)) mk_course_loss(c, e->seat, 1);
        break;
    case P77_E_ELIMINATED: mk_course_loss(c, e->seat, e->n[2]); break;
    default: break;
    }
}
