/* siege.c - sorties and storms (c77.14.2 to c77.14.8). */
#include "c77.h"

/* ---- Sorties ---- */

/* c77.14.1: a fort is under siege if its army is inside and enemy SP are in the space. */
static mk_set128 besieged_forts(const c77_state *s, int side) {
    mk_set128 spaces = 0;
    for (int fort = 0; fort < c77.fort_count; fort++)
        if (s->stack[c77_fort_place(fort)].total[side] && !mk_set_has(s->sortied, fort))
            mk_set_add(&spaces, c77.fort_space[fort]);
    return spaces;
}

bool c77_ask_sorties(c77_state *s, int side) {
    if (!besieged_forts(s, side)) return false;
    mk_push(&s->base, C77_PH_SORTIE, side);
    return true;
}

void c77_sortie_list(const void *state, mk_actions *out) {
    MK_SET_EACH(space, besieged_forts(state, c77_deciding(state)))
        mk_offer(out, C77_V_SORTIE, space, 0, 0);
    mk_offer(out, C77_V_FINISH, 0, 0, 0);
}

const char *c77_sortie_why_not(const void *state, mk_action x) {
    if (x.verb == C77_V_FINISH) return NULL;
    FORBID("c77.14.8", !mk_set_has(besieged_forts(state, c77_deciding(state)), x.a));
    return NULL;
}

/* c77.14.8: the whole garrison comes out and attacks, with or without a leader. */
static void sortie(c77_state *s, int side, int space) {
    int fort = c77_fort_at(space), inside = c77_fort_place(fort);
    c77_force f = c77_all_at(s, inside, side);
    mk_force_clear(f.trains);
    mk_set_add(&s->sortied, fort);
    c77_move_force(s, &f, side, inside, space);
    c77_enter(s, C77_BY_SORTIE, space, side);
}

void c77_sortie_apply(void *state, mk_action x, mk_log *log) {
    (void)log;
    c77_state *s = state;
    int side = c77_deciding(s);
    mk_pop(&s->base);
    if (x.verb == C77_V_FINISH)
        s->sortied = UINT64_MAX;
    else
        sortie(s, side, x.a);
}

/* ---- Storms ---- */

/* c77.7.3.1: the whole leadership rating, at the fort where he stands. */
const char *c77_why_not_storm(const c77_state *s) {
    int leader = s->act.leader, at = s->at[leader], side = c77_leader_side(leader);
    FORBID("c77.7.3.1", s->act.points < c77_face_of(s, leader)->leadership);
    FORBID("c77.14.4:siege", !c77_is_space(at) || c77_fort_at(at) == C77_NONE);
    FORBID("c77.14.4:siege", !s->stack[c77_fort_place(c77_fort_at(at))].total[c77_enemy(side)]);
    FORBID("c77.14.4:siege", !s->stack[at].total[side]);
    return NULL;
}

void c77_storm(c77_state *s) {
    s->act.points = 0;
    c77_enter(s, C77_BY_STORM, s->at[s->act.leader], c77_leader_side(s->act.leader));
}

/* c77.14.5.3: nobody retreats; a side without SP loses his supply there as well. */
void c77_storm_result(c77_state *s, mk_log *log) {
    c77_battle *b = &s->battle;
    int at = b->at, inside = c77_fort_place(c77_fort_at(at));
    int attacker = b->attacker, enemy = c77_enemy(attacker);
    bool outside_left = s->stack[at].total[attacker], inside_left = s->stack[inside].total[enemy];
    if (!RULE("c77.14.5.3", inside_left)) {
        c77_supply_home(s, inside, enemy);
        c77_supply_home(s, at, enemy);
    }
    if (!RULE("c77.14.5.3", outside_left)) c77_supply_home(s, at, attacker);
    bool fallen = RULE("c77.14.5.3", outside_left && !inside_left);
    mk_log_event(log, C77_E_STORMED, attacker, MK_EVERYONE, 0, (int16_t)at, fallen,
                 b->lost[attacker], b->lost[enemy]);
    int hero = b->senior[fallen ? attacker : enemy];
    if (hero != C77_NONE && (fallen || inside_left))
        c77_feat_of(s, hero, fallen ? C77_STORM_ATTACKER : C77_STORM_DEFENDER);
    c77_occupy(s, at, log);
    b->step = C77_S_END;
}
