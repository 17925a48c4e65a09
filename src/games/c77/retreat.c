/* retreat.c - what follows a battle: forts entered, retreats, leaders who escape, supply that
 * changes hands (c77.13.4 to c77.13.9, c77.14.1 to c77.14.3, c77.15.1.2). */
#include "c77.h"

#include <string.h>

/* ---- Into the fort ---- */

static bool retreating(const c77_state *s) { return mk_top_const(&s->base)->b; }

/* SP of a class that may go inside: who came by interception may not avoid (c77.11.2). */
static int may_enter(const c77_state *s, int sp_class, bool in_retreat) {
    int count = s->stack[s->battle.at].sp[sp_class];
    return in_retreat ? count : count - s->battle.intercepted.sp[sp_class];
}

static int room_inside(const c77_state *s) {
    int fort = c77_fort_at(s->battle.at), inside = c77_fort_place(fort);
    return c77.fort_max[fort] - s->stack[inside].total[0] - s->stack[inside].total[1] -
           c77_force_size(&s->hand);
}

/* c77.14.1: an enemy who intercepts comes to a space that is the marching side's own. c77.14.2: who
 * comes to relieve a besieged fort does not go in. */
static bool surprised_at_home(const c77_state *s) {
    const c77_battle *b = &s->battle;
    return b->interceptions && mk_set_has(s->held[b->attacker], b->at) &&
           b->garrison != b->attacker;
}

/* c77.14.1: the side that held the space may go into its fort once the enemy is there. c77.14.3: a
 * beaten defender may, even if his side never held the space; but nobody into a fort that is the
 * enemy's (14.0).
 */
bool c77_ask_fort(c77_state *s, int in_retreat, mk_log *log) {
    c77_battle *b = &s->battle;
    int side = c77_enemy(b->attacker), fort = c77_fort_at(b->at), count = 0;
    if (fort == C77_NONE) return false;
    if (!in_retreat && RULE("c77.14.1", surprised_at_home(s))) side = b->attacker;
    if (b->garrison == c77_enemy(side)) return false;
    bool open = in_retreat ? b->winner != side : mk_set_has(s->held[side], b->at);
    if (!RULE("c77.14.3", open)) return false;
    memset(&s->hand, 0, sizeof s->hand);
    for (int sp_class = 0; sp_class < C77_SHIP * C77_MARKS; sp_class++)
        if (c77.unit[c77_type_of(sp_class)].side == side)
            count += may_enter(s, sp_class, in_retreat);
    if (count < c77.fort_min[fort] || room_inside(s) < c77.fort_min[fort]) return false;
    if (side == b->attacker) c77_note_case(log, C77_SURPRISED_AT_HOME);
    if (!mk_set_has(s->held[side], b->at)) c77_note_case(log, C77_FORT_NOBODY_HELD);
    mk_frame *f = mk_push(&s->base, C77_PH_FORT, side);
    f->a = b->at;
    f->b = (int16_t)in_retreat;
    return true;
}

static int type_left(const c77_state *s, int type) {
    int left = 0;
    for (int mark = 0; mark < C77_MARKS; mark++) {
        int sp_class = type * C77_MARKS + mark;
        left += may_enter(s, sp_class, retreating(s)) - s->hand.sp[sp_class];
    }
    return left;
}

static bool came_by_interception(const c77_state *s, int leader) {
    return !retreating(s) && mk_set_has(s->battle.intercepted.leaders, leader);
}

/* c77.19.8, c77.19.1: Smith and Powell go in with all SP bound to them, or not at all. Those of an
 * interceptor are not among those who may enter. */
static int stays_outside(const c77_state *s, int type) {
    int owner = c77_owner_of_bound(type);
    bool apart =
        owner == C77_NONE || mk_set_has(s->hand.leaders, owner) || came_by_interception(s, owner);
    return apart ? 0 : c77_bound(s, s->battle.at, type);
}

static const char *why_not_enter(const c77_state *s, int sp_class, int count) {
    int type = c77_type_of(sp_class);
    FORBID("c77.14.1:side",
           count == 0 || c77.unit[type].side != c77_deciding(s) || type == C77_SHIP);
    FORBID("c77.11.0", s->hand.sp[sp_class] + count > may_enter(s, sp_class, retreating(s)));
    FORBID("c77.14.1:room", count > room_inside(s));
    bool leaves_him = type_left(s, type) - count < stays_outside(s, type);
    if (type == C77_MILITIA) FORBID("c77.19.8", leaves_him);
    FORBID("c77.19.1", leaves_him);
    return NULL;
}

static const char *why_not_accompany(const c77_state *s, int companion) {
    int side = c77_deciding(s), at = s->battle.at, fort = c77_fort_at(at);
    FORBID("c77.19.5", companion == C77_COMPANION_KOSCIUSZKO);
    int leader = companion - C77_COMPANION_LEADERS,
        bound = leader < 0 ? 0 : c77_bound_to(s, leader);
    if (!bound) FORBID("c77.14.1:few", c77_force_size(&s->hand) < c77.fort_min[fort]);
    if (companion == C77_COMPANION_TRAIN) {
        int taken = s->hand.trains[0] + s->hand.trains[1];
        FORBID("c77.15.2", taken >= c77_trains(&s->stack[at], side));
        return NULL;
    }
    FORBID("c77.14.1:side", c77_leader_side(leader) != side || s->at[leader] != at);
    FORBID("c77.14.1:side", mk_set_has(s->hand.leaders, leader));
    FORBID("c77.11.0", came_by_interception(s, leader));
    FORBID("c77.14.1:room", bound > room_inside(s));
    return NULL;
}

/* c77.15.2: a magazine gives one more train to those who shut themselves in. */
static const char *why_not_extra(const c77_state *s) {
    int side = c77_deciding(s), at = s->battle.at;
    FORBID("c77.15.2", !mk_set_has(c77.magazines[side] & s->held[side], at));
    FORBID("c77.15.2", s->battle.asked || !s->supply[side] || !c77_force_size(&s->hand));
    return NULL;
}

static const char *why_not_ready(const c77_state *s) {
    int size = c77_force_size(&s->hand);
    FORBID("c77.14.1:few", size && size < c77.fort_min[c77_fort_at(s->battle.at)]);
    return NULL;
}

void c77_fort_list(const void *state, mk_actions *out) {
    const c77_state *s = state;
    int side = c77_deciding(s), at = s->battle.at;
    for (int sp_class = 0; sp_class < C77_SHIP * C77_MARKS; sp_class++) {
        for (int n = 1; n <= s->stack[at].sp[sp_class]; n++) {
            if (why_not_enter(s, sp_class, n)) break;
            mk_offer(out, C77_V_TAKE, sp_class, n, 0);
        }
    }
    MK_SET_EACH(l, c77_leaders_at(s, at, side)) {
        int c = C77_COMPANION_LEADERS + l;
        if (!why_not_accompany(s, c)) mk_offer(out, C77_V_BRING, c, 0, 0);
    }
    if (!why_not_accompany(s, C77_COMPANION_TRAIN))
        mk_offer(out, C77_V_BRING, C77_COMPANION_TRAIN, 0, 0);
    if (!why_not_extra(s)) mk_offer(out, C77_V_EXTRA, 0, 0, 0);
    if (!why_not_ready(s)) mk_offer(out, C77_V_READY, 0, 0, 0);
}

const char *c77_fort_why_not(const void *state, mk_action x) {
    switch (x.verb) {
    case C77_V_TAKE: return why_not_enter(state, x.a, x.b);
    case C77_V_BRING: return why_not_accompany(state, x.a);
    case C77_V_EXTRA: return why_not_extra(state);
    default: return why_not_ready(state);
    }
}

static void enter_with(c77_state *s, int companion) {
    int at = s->battle.at, side = c77_deciding(s);
    if (companion == C77_COMPANION_TRAIN) {
        s->hand.trains[s->hand.trains[1] < s->stack[at].trains[side][1]]++;
        return;
    }
    int leader = companion - C77_COMPANION_LEADERS, left = c77_bound_to(s, leader);
    int type = c77_is(leader, C77_SMITH) ? C77_MILITIA : C77_REGULAR;
    mk_set_add(&s->hand.leaders, leader);
    for (int mark = 0; mark < C77_MARKS; mark++) {
        int sp_class = type * C77_MARKS + mark;
        int free = may_enter(s, sp_class, retreating(s)) - s->hand.sp[sp_class];
        int count = free < left ? free : left;
        c77_take(&s->hand, sp_class, count);
        left -= count;
    }
}

/* Depots cannot move; those of the garrison count as inside from now on (c77.15.2). */
static void shut_the_gates(c77_state *s, mk_log *log) {
    int at = s->battle.at, side = c77_deciding(s), inside = c77_fort_place(c77_fort_at(at));
    if (!c77_force_size(&s->hand)) return;
    s->battle.shut_in = side == s->battle.attacker;
    s->battle.garrison = (uint8_t)side;
    s->siege_from[c77_fort_at(at)] |= s->battle.entered[c77_enemy(side)];
    c77_move_force(s, &s->hand, side, at, inside);
    int depots = s->stack[at].depots[side];
    c77_add_depots(s, inside, side, depots);
    c77_add_depots(s, at, side, -depots);
    mk_log_event(log, C77_E_INTO_FORT, side, MK_EVERYONE, 0, (int16_t)c77_force_size(&s->hand),
                 (int16_t)at);
    memset(&s->hand, 0, sizeof s->hand);
}

void c77_fort_apply(void *state, mk_action x, mk_log *log) {
    c77_state *s = state;
    switch (x.verb) {
    case C77_V_TAKE: c77_take(&s->hand, x.a, x.b); return;
    case C77_V_BRING: enter_with(s, x.a); return;
    case C77_V_EXTRA: {
        int side = c77_deciding(s);
        s->battle.asked = 1;
        s->supply[side]--;
        c77_add_trains(s, s->battle.at, side, 0, 1);
        s->hand.trains[0]++;
        return;
    }
    default:
        shut_the_gates(s, log);
        s->battle.asked = 0;
        mk_pop(&s->base);
    }
}

/* ---- Retreat ---- */

/* c77.13.6: where the losing army came from: to this battle, or before it to this siege. */
static mk_set128 way_in(const c77_state *s, int side) {
    const c77_battle *b = &s->battle;
    bool besieger = b->garrison == c77_enemy(side);
    return besieger ? b->entered[side] | s->siege_from[c77_fort_at(b->at)] : b->entered[side];
}

/* c77.13.6, c77.13.6.1: to a space from which the army came or one closer to its supply; never to
 * an enemy, nor where an enemy of this battle came from. */
static mk_set128 retreat_spaces(const c77_state *s, int side) {
    const c77_battle *b = &s->battle;
    mk_set128 spaces = 0, back = way_in(s, side);
    mk_set128 closed = s->occupied[c77_enemy(side)] | b->entered[c77_enemy(side)];
    MK_SET_EACH(to, c77_near(b->at) & c77_area(s) & ~closed) {
        bool way_back = RULE("c77.13.6", mk_set_has(back, to));
        if (!way_back && !RULE("c77.13.6", c77_nearer_supply(s, side, b->at, to))) continue;
        if (!c77_why_not_step(s, side, b->at, to)) mk_set_add(&spaces, to);
    }
    return spaces;
}

static void count_dead(c77_state *s, int side, int count) {
    mk_count_add(&s->casualties[side], count);
}

/* c77.13.6.1: who cannot retreat is eliminated. */
static void eliminate(c77_state *s, int place, int side, mk_log *log) {
    int count = s->stack[place].total[side];
    if (!count) return;
    MK_SET_EACH(sp_class, c77.classes[side] & mk_force_present(s->stack[place].sp))
        c77_kill(s, place, sp_class, s->stack[place].sp[sp_class]);
    count_dead(s, side, count);
    mk_log_event(log, C77_E_ELIMINATED, side, MK_EVERYONE, 0, (int16_t)count, (int16_t)place);
}

/* The active leaders of the losing side march no further (c77.9.0, c77.13.9). */
static void beat_armies(c77_state *s, int loser) {
    for (int i = 0; i < C77_ARMIES; i++) {
        c77_army *a = &s->army[i];
        if (a->leader == C77_NONE || c77_leader_side(a->leader) != loser) continue;
        if (s->at[a->leader] == s->battle.at) c77_stop_army(s, a, C77_BEATEN);
    }
}

static void clear_field(c77_state *s, mk_log *log) {
    c77_occupy(s, s->battle.at, log);
    s->battle.step = C77_S_END;
}

/* c77.19.6: the ship retreats by water or not at all. */
static void lose_ship_on_land(c77_state *s, int to, mk_log *log) {
    int at = s->battle.at, way = c77_way_between(at, to);
    if (!RULE("c77.19.6", way != C77_WATER && way != C77_DUAL)) return;
    for (int mark = 0; mark < C77_MARKS; mark++) {
        int sp_class = C77_SHIP * C77_MARKS + mark, count = s->stack[at].sp[sp_class];
        if (!count) continue;
        c77_kill(s, at, sp_class, count);
        count_dead(s, C77_BRITISH, count);
        mk_log_event(log, C77_E_LOSS, C77_BRITISH, MK_EVERYONE, 0, (int16_t)sp_class, (int16_t)at);
    }
}

static void retreat_to(c77_state *s, int loser, int to, mk_log *log) {
    if (loser == C77_BRITISH) lose_ship_on_land(s, to, log);
    c77_force f = c77_all_at(s, s->battle.at, loser);
    mk_log_event(log, C77_E_RETREAT, loser, MK_EVERYONE, 0, (int16_t)c77_force_size(&f),
                 s->battle.at, (int16_t)to);
    if (!c77_force_empty(&f)) {
        c77_move_force(s, &f, loser, s->battle.at, to);
        c77_occupy(s, to, log);
    }
    clear_field(s, log);
}

static void into_fort(c77_state *s, const c77_force *f, int side) {
    c77_force inside = *f;
    inside.kosciuszko = 0; /* c77.19.5 */
    c77_move_force(s, &inside, side, s->battle.at, c77_fort_place(c77_fort_at(s->battle.at)));
    c77_fewer_bound(s, s->battle.at);
}

/* c77.14.3: who came out of the fort goes back into it. */
static void back_into_fort(c77_state *s, int loser) {
    c77_battle *b = &s->battle;
    if (b->kind == C77_BY_SORTIE) {
        c77_force f = c77_all_at(s, s->battle.at, loser);
        into_fort(s, &f, loser);
        return;
    }
    for (int i = 0; i < b->attempt_count; i++) {
        c77_attempt *t = &b->attempt[i];
        if (t->what != C77_REINFORCE || !c77_is_fort(t->from)) continue;
        c77_force f = t->force;
        mk_force_trim(f.sp, s->stack[b->at].sp);
        if (!c77_force_empty(&f)) into_fort(s, &f, loser);
    }
}

void c77_retreat(c77_state *s, mk_log *log) {
    c77_battle *b = &s->battle;
    int loser = c77_enemy(b->winner);
    beat_armies(s, loser);
    if (loser == b->attacker && b->kind == C77_BY_LANDING) c77_landing_lost(s, log);
    if (loser == b->attacker) back_into_fort(s, loser);
    /* D26: garrisons do not retreat */
    MK_SET_EACH(box, c77_boxes_of(b->at)) eliminate(s, box, loser, log);
    if (!s->stack[b->at].total[loser]) {
        clear_field(s, log);
        return;
    }
    mk_set128 spaces = retreat_spaces(s, loser);
    if (!spaces) {
        eliminate(s, b->at, loser, log);
        clear_field(s, log);
    } else if (mk_set_size(spaces) == 1) {
        retreat_to(s, loser, mk_set_first(spaces), log);
    } else {
        mk_push(&s->base, C77_PH_RETREAT, loser)->a = b->at;
    }
}

void c77_retreat_list(const void *state, mk_actions *out) {
    MK_SET_EACH(to, retreat_spaces(state, c77_deciding(state))) mk_offer(out, C77_V_TO, to, 0, 0);
}

const char *c77_retreat_why_not(const void *state, mk_action x) {
    const c77_state *s = state;
    int side = c77_deciding(s);
    if (mk_set_has(retreat_spaces(s, side), x.a)) return NULL;
    FORBID("c77.13.6.1",
           c77_is_space(x.a) && (mk_set_has(s->occupied[c77_enemy(side)], x.a) ||
                                 mk_set_has(s->battle.entered[c77_enemy(side)], x.a)));
    return "c77.13.6";
}

void c77_retreat_apply(void *state, mk_action x, mk_log *log) {
    c77_state *s = state;
    int side = c77_deciding(s);
    mk_pop(&s->base);
    retreat_to(s, side, x.a, log);
}

/* ---- The end ---- */

/* 9.9, c77.9.10: with enemies still in the space, in its fort, the march is over. */
void c77_end_battle(c77_state *s, mk_log *log) {
    c77_battle *b = &s->battle;
    int kind = b->kind, at = b->at, side = b->attacker;
    bool lost = b->winner != C77_NONE && b->winner != side;
    if (kind == C77_BY_MARCH) {
        c77_army *a = &s->army[b->army];
        if (RULE("c77.9.10", mk_set_has(s->occupied[c77_enemy(side)], at)))
            c77_stop_army(s, a, C77_STOPPED);
    }
    for (int i = 0; i < C77_ARMIES; i++) c77_trim_army(s, &s->army[i]);
    memset(b, 0, sizeof *b);
    memset(&s->hand, 0, sizeof s->hand);
    mk_pop(&s->base);
    if (kind != C77_BY_LANDING) return;
    if (lost)
        c77_ask_new_course(s);
    else
        c77_landing_won(s, log);
}

/* ---- Leaders who escape (c77.13.4) ---- */

static mk_set128 escape_places(const c77_state *s, int leader, int result) {
    int from = c77_space_of(s->at[leader]), side = c77_leader_side(leader);
    mk_set128 places = 0;
    MK_SET_EACH(space, c77_area(s) & ~MK_BIT128(from)) {
        if (c77_distance(s, from, space) > c77.escape_reach) continue;
        int fort = c77_fort_at(space);
        if (result == C77_TO_FORT && fort == C77_NONE) continue;
        if (c77_controls(s, side, space)) mk_set_add(&places, space);
        if (result == C77_TO_FORT && s->stack[c77_fort_place(fort)].total[side])
            mk_set_add(&places, c77_fort_place(fort));
    }
    return places;
}

/* c77.21.2: to reach neither an army nor a fort is the end, if he is Washington. */
static void to_the_track(c77_state *s, int leader, mk_log *log) {
    bool last = c77_is(leader, C77_WASHINGTON) && c77_option(s, C77_OPTION_WASHINGTON);
    s->at[leader] = C77_TRACK;
    s->returns[leader] = (uint8_t)(s->base.turn + 1);
    c77_off_the_map(s, leader);
    if (RULE("c77.21.2", last)) c77_win(s, C77_BRITISH, C77_WON_WASHINGTON, log);
}

static void lose_leader(c77_state *s, int leader, mk_log *log) {
    int side = c77_leader_side(leader);
    mk_set_add(&s->replaced, leader);
    for (int e = 0; e < C77_EXPERTS; e++) {
        if (s->expert[e] != leader) continue;
        s->expert[e] = C77_REMOVED;
        s->expert_level[e] = 0;
    }
    mk_log_event(log, C77_E_LEADER_LOST, side, MK_EVERYONE, 0, (int16_t)leader);
    to_the_track(s, leader, log);
}

static void escape_to(c77_state *s, int leader, int place, mk_log *log) {
    c77_move_leader(s, leader, place);
    c77_army *a = c77_army_of(s, leader);
    if (a) {
        c77_stop_army(s, a, C77_BEATEN);
        memset(a->force.sp, 0, sizeof a->force.sp);
        c77_trim_army(s, a);
    }
    mk_log_event(log, C77_E_ESCAPED_TO, c77_leader_side(leader), MK_EVERYONE, 0, (int16_t)leader,
                 (int16_t)place);
}

static void next_escape(c77_state *s, mk_log *log) {
    int leader = mk_set_first(s->escaping), side = c77_leader_side(leader);
    s->escaping &= s->escaping - 1;
    c77_pair roll = c77_throw_pair(s);
    int result = c77.escape[roll.sum];
    mk_log_event(log, C77_E_ESCAPE, side, MK_EVERYONE, MK_ROLLED, (int16_t)leader,
                 (int16_t)roll.sum, (int16_t)roll.first);
    if (result == C77_RETURNS) {
        mk_log_event(log, C77_E_LEADER_RETURNS, side, MK_EVERYONE, 0, (int16_t)leader);
        to_the_track(s, leader, log);
        return;
    }
    mk_set128 places = result == C77_LOST ? 0 : escape_places(s, leader, result);
    if (!places) {
        lose_leader(s, leader, log);
    } else if (mk_set_size(places) == 1) {
        escape_to(s, leader, mk_set_first(places), log);
    } else {
        mk_frame *f = mk_push(&s->base, C77_PH_ESCAPE, side);
        f->a = (int16_t)leader;
        f->b = (int16_t)result;
    }
}

void c77_escape_list(const void *state, mk_actions *out) {
    const c77_state *s = state;
    const mk_frame *f = mk_top_const(&s->base);
    MK_SET_EACH(place, escape_places(s, f->a, f->b)) mk_offer(out, C77_V_TO, place, 0, 0);
}

const char *c77_escape_why_not(const void *state, mk_action x) {
    const c77_state *s = state;
    const mk_frame *f = mk_top_const(&s->base);
    FORBID("c77.13.4", !mk_set_has(escape_places(s, f->a, f->b), x.a));
    return NULL;
}

void c77_escape_apply(void *state, mk_action x, mk_log *log) {
    c77_state *s = state;
    int leader = mk_top(&s->base)->a;
    mk_pop(&s->base);
    escape_to(s, leader, x.a, log);
}

/* ---- Captured supply (c77.15.1.2, c77.15.1.3) ---- */

static void drop_capture(c77_state *s) {
    memmove(s->capture, s->capture + 1, sizeof s->capture - sizeof s->capture[0]);
    s->capture[--s->capture_count] = (c77_capture){0, 0, 0, 0};
}

/* For each marker captured one of the captor's own; for a train only a train. */
static void next_capture(c77_state *s) {
    const c77_capture *c = &s->capture[0];
    bool possible = s->supply[c->side] && c77_controls(s, c->side, c->at);
    if (!possible || c->trains + c->depots == 0) {
        drop_capture(s);
        return;
    }
    mk_frame *f = mk_push(&s->base, C77_PH_CAPTURE, c->side);
    f->a = c->at;
    f->b = c->depots == 0;
}

static const char *why_not_put(const c77_state *s, int piece) {
    FORBID("c77.15.1.3", piece == C77_DEPOT && mk_top_const(&s->base)->b);
    return NULL;
}

void c77_capture_list(const void *state, mk_actions *out) {
    for (int piece = C77_DEPOT; piece <= C77_TRAIN; piece++)
        if (!why_not_put(state, piece)) mk_offer(out, C77_V_PUT, piece, 0, 0);
    mk_offer(out, C77_V_DECLINE, 0, 0, 0);
}

const char *c77_capture_why_not(const void *state, mk_action x) {
    return x.verb == C77_V_DECLINE ? NULL : why_not_put(state, x.a);
}

void c77_capture_apply(void *state, mk_action x, mk_log *log) {
    c77_state *s = state;
    c77_capture *c = &s->capture[0];
    mk_pop(&s->base);
    if (c->depots)
        c->depots--;
    else
        c->trains--;
    if (x.verb == C77_V_PUT) {
        s->supply[c->side]--;
        if (x.a == C77_TRAIN)
            c77_add_trains(s, c->at, c->side, 0, 1);
        else
            c77_add_depots(s, c->at, c->side, 1);
        mk_log_event(log, C77_E_SUPPLY_PLACED, c->side, MK_EVERYONE, 0, x.a, c->at);
    }
}

/* ---- What follows ---- */

/* Leaders escape, expert markers are won, captured supply is used: before anything else goes on. */
void c77_aftermath_step(void *state, mk_log *log) {
    c77_state *s = state;
    if (s->escaping)
        next_escape(s, log);
    else if (s->feat_count)
        c77_next_feat(s, log);
    else if (s->capture_count)
        next_capture(s);
    else
        mk_pop(&s->base);
}

void c77_call_aftermath(c77_state *s) {
    if (mk_top(&s->base)->phase != C77_PH_AFTERMATH) mk_push(&s->base, C77_PH_AFTERMATH, -1);
}
