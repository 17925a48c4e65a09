/* interrupt.c - what others do while an army enters a space: intercept, avoid, reinforce (10.0 to
 * 12.0). */
#include "c77.h"

#include <assert.h>
#include <string.h>

static int defender(const c77_state *s) { return c77_enemy(s->battle.attacker); }

/* ---- Declaring ---- */

/* c77.11.2, c77.11.4: adjacent, free of enemies or besieged by friends, and not where the enemy
 * came from; where reinforcements mean to come from they still stand. */
mk_set128 c77_avoid_spaces(const c77_state *s) {
    const c77_battle *b = &s->battle;
    int side = defender(s), enemy = b->attacker;
    mk_set128 spaces = 0;
    MK_SET_EACH(to, c77_near(b->at) & c77_area(s) & ~b->entered[enemy]) {
        if (mk_set_has(s->occupied[enemy], to) && !s->stack[to].total[side]) continue;
        if (!c77_why_not_step(s, side, b->at, to)) mk_set_add(&spaces, to);
    }
    return spaces;
}

static int declaring(const c77_state *s) {
    switch (mk_top_const(&s->base)->phase) {
    case C77_PH_INTERCEPT: return C77_INTERCEPT;
    case C77_PH_AVOID: return C77_AVOID;
    default: return C77_REINFORCE;
    }
}

/* Has he part in an attempt of this battle, declared or already resolved? */
bool c77_committed(const c77_state *s, int leader) {
    for (int i = 0; i < s->battle.attempt_count; i++)
        if (mk_set_has(s->battle.attempt[i].force.leaders, leader)) return true;
    return false;
}

/* c77.10.2: SP that a besieging army can spare: those it leaves must exceed the besieged. */
static int spare_besiegers(const c77_state *s, int place, int side) {
    int fort = c77_is_space(place) ? c77_fort_at(place) : C77_NONE;
    int inside = fort == C77_NONE ? 0 : s->stack[c77_fort_place(fort)].total[c77_enemy(side)];
    if (!inside) return C77_FAR;
    int spare = s->stack[place].total[side] - inside - 1;
    for (int i = 0; i < s->battle.attempt_count; i++) {
        const c77_attempt *t = &s->battle.attempt[i];
        if (t->from == place && !t->done) spare -= c77_force_size(&t->force);
    }
    return spare;
}

static const char *why_not_muster(const c77_state *s, int what, int leader, const c77_force *f,
                                  int sp_class, int count) {
    int place = s->at[leader], side = c77_leader_side(leader);
    FORBID("c77.19.6", c77_type_of(sp_class) == C77_SHIP);
    if (what == C77_INTERCEPT)
        FORBID("c77.10.2:left", c77_force_size(f) + count > spare_besiegers(s, place, side));
    return c77_why_not_take(s, leader, f, place, sp_class, count);
}

/* Is there an army that he could lead? Smith and Powell lead all that is bound to them, at least.
 */
static bool finds_army(const c77_state *s, int what, int leader) {
    c77_force none = {.leaders = MK_BIT(leader)};
    const uint8_t *sp = s->stack[s->at[leader]].sp;
    int bound = c77_bound_to(s, leader), found = 0;
    for (int sp_class = 0; sp_class < C77_SHIP * C77_MARKS; sp_class++) {
        if (bound && c77_owner_of_bound(c77_type_of(sp_class)) != leader) continue;
        while (sp[sp_class] && !why_not_muster(s, what, leader, &none, sp_class, 1)) {
            c77_take(&none, sp_class, 1);
            if (++found >= bound) return true;
        }
    }
    return false;
}

static const char *why_not_come(const c77_state *s, int what, int leader) {
    const c77_battle *b = &s->battle;
    int from = s->at[leader], side = c77_leader_side(leader);
    if (what == C77_AVOID) {
        FORBID("c77.11.1:here", from != b->at);
        FORBID("c77.11.0", mk_set_has(b->intercepted.leaders, leader));
        FORBID("c77.11.2:nowhere", !c77_avoid_spaces(s));
        return NULL;
    }
    FORBID("c77.19.1", c77_is(leader, C77_POWELL)); /* the garrison goes to its fort only */
    if (c77_is_fort(from)) {
        int fort = c77_fort_at(b->at);
        bool relief = fort != C77_NONE && from == c77_fort_place(fort) && !b->shut_in;
        if (what == C77_REINFORCE && RULE("c77.12.4", relief)) return NULL;
        if (what == C77_INTERCEPT)
            FORBID("c77.10.2:besieged", true);
        else
            FORBID("c77.12.2", true);
    }
    if (what == C77_INTERCEPT) {
        FORBID("c77.10.1:near", from == b->at);
        if (b->kind == C77_BY_MARCH)
            FORBID("c77.10.1:once", mk_set_has(s->army[b->army].tried, leader));
    } else {
        FORBID("c77.12.1:near", from == b->at);
    }
    return c77_why_not_step(s, side, from, b->at);
}

static const char *why_not_lead(const c77_state *s, int what, int leader) {
    int side = what == C77_REINFORCE ? s->battle.attacker : defender(s);
    FORBID("c77.8.2:leader", c77_leader_side(leader) != side || !c77_on_map(s, leader));
    const char *why = why_not_come(s, what, leader);
    if (why) return why;
    FORBID("c77.10.1:committed", c77_committed(s, leader));
    if (what == C77_AVOID)
        FORBID("c77.11.1:army", !finds_army(s, what, leader));
    else if (what == C77_REINFORCE)
        FORBID("c77.12.1:army", !finds_army(s, what, leader));
    else
        FORBID("c77.10.1:army", !finds_army(s, what, leader));
    return NULL;
}

/* Leaders who stand where such an attempt can start: only they are looked at closely. */
static mk_set64 near_battle(const c77_state *s, int what) {
    const c77_battle *b = &s->battle;
    int side = what == C77_REINFORCE ? b->attacker : defender(s), fort = c77_fort_at(b->at);
    mk_set64 near = 0;
    MK_SET_EACH(l, c77.of_side[side]) {
        int at = s->at[l];
        if (at >= C77_MAX_PLACES) continue;
        bool inside = fort != C77_NONE && at == c77_fort_place(fort);
        if (at == b->at || inside || (c77_is_space(at) && mk_set_has(c77_near(b->at), at)))
            mk_set_add(&near, l);
    }
    return near;
}

static mk_set64 who_may(const c77_state *s, int what) {
    mk_set64 may = 0;
    if (s->battle.attempt_count == C77_MAX_ATTEMPTS) return 0;
    MK_SET_EACH(l, near_battle(s, what)) {
        if (!why_not_lead(s, what, l)) mk_set_add(&may, l);
    }
    return may;
}

/* Asks for attempts of this kind if any leader could make one. */
bool c77_ask_attempts(c77_state *s, c77_attempt_kind what) {
    static const uint8_t phase[] = {
        [C77_INTERCEPT] = C77_PH_INTERCEPT,
        [C77_AVOID] = C77_PH_AVOID,
        [C77_REINFORCE] = C77_PH_REINFORCE,
    };
    if (!who_may(s, what)) return false;
    int side = what == C77_REINFORCE ? s->battle.attacker : defender(s);
    mk_push(&s->base, phase[what], side)->a = s->battle.at;
    return true;
}

void c77_declare_list(const void *state, mk_actions *out) {
    const c77_state *s = state;
    mk_offer(out, C77_V_FINISH, 0, 0, 0);
    MK_SET_EACH(l, who_may(s, declaring(s))) mk_offer(out, C77_V_LEAD, l, 0, 0);
}

const char *c77_declare_why_not(const void *state, mk_action x) {
    const c77_state *s = state;
    if (x.verb == C77_V_FINISH) return NULL;
    return why_not_lead(s, declaring(s), x.a);
}

void c77_declare_apply(void *state, mk_action x, mk_log *log) {
    c77_state *s = state;
    if (x.verb == C77_V_FINISH) {
        mk_pop(&s->base);
        return;
    }
    if (c77_bound_to(s, x.a))
        c77_note_case(log, c77_is(x.a, C77_SMITH) ? C77_SMITH_LEADS : C77_POWELL_LEADS);
    int what = declaring(s);
    memset(&s->hand, 0, sizeof s->hand);
    s->hand.leaders = MK_BIT(x.a);
    mk_frame *f = mk_push(&s->base, C77_PH_MUSTER, c77_leader_side(x.a));
    f->a = x.a;
    f->b = (int16_t)what;
    f->c = s->battle.at;
}

/* ---- Gathering the army of an attempt ---- */

static const char *why_not_companion(const c77_state *s, int what, int leader, int companion) {
    if (companion == C77_COMPANION_KOSCIUSZKO) FORBID("c77.19.5", what != C77_AVOID);
    if (what == C77_AVOID && companion >= C77_COMPANION_LEADERS)
        FORBID("c77.11.0",
               mk_set_has(s->battle.intercepted.leaders, companion - C77_COMPANION_LEADERS));
    return c77_why_not_bring(s, leader, &s->hand, s->at[leader], companion);
}

/* c77.10.1, c77.11.1, c77.12.1: at least one SP; Smith and Powell go with all that is bound to
 * them. */
static const char *why_not_ready(const c77_state *s, int leader) {
    FORBID("c77.8.2:some", c77_force_size(&s->hand) == 0);
    FORBID("c77.19.8",
           c77_is(leader, C77_SMITH) && c77_force_type(&s->hand, C77_MILITIA) < s->bound_smith);
    FORBID("c77.19.1",
           c77_is(leader, C77_POWELL) && c77_force_type(&s->hand, C77_REGULAR) < s->bound_powell);
    return NULL;
}

void c77_muster_list(const void *state, mk_actions *out) {
    const c77_state *s = state;
    const mk_frame *f = mk_top_const(&s->base);
    int place = s->at[f->a], side = c77_leader_side(f->a);
    const uint8_t *sp = s->stack[place].sp;
    for (int sp_class = 0; sp_class < C77_SHIP * C77_MARKS; sp_class++) {
        for (int n = 1; n <= sp[sp_class]; n++) {
            if (why_not_muster(s, f->b, f->a, &s->hand, sp_class, n)) break;
            mk_offer(out, C77_V_TAKE, sp_class, n, 0);
        }
    }
    MK_SET_EACH(l, c77_leaders_at(s, place, side)) {
        int c = C77_COMPANION_LEADERS + l;
        if (!why_not_companion(s, f->b, f->a, c)) mk_offer(out, C77_V_BRING, c, 0, 0);
    }
    for (int c = C77_COMPANION_TRAIN; c < C77_COMPANION_LEADERS; c++)
        if (!why_not_companion(s, f->b, f->a, c)) mk_offer(out, C77_V_BRING, c, 0, 0);
    if (!why_not_ready(s, f->a)) mk_offer(out, C77_V_READY, 0, 0, 0);
}

const char *c77_muster_why_not(const void *state, mk_action x) {
    const c77_state *s = state;
    const mk_frame *f = mk_top_const(&s->base);
    switch (x.verb) {
    case C77_V_TAKE: return why_not_muster(s, f->b, f->a, &s->hand, x.a, x.b);
    case C77_V_BRING: return why_not_companion(s, f->b, f->a, x.a);
    default: return why_not_ready(s, f->a);
    }
}

/* An attempt of this leader, with nobody yet. */
static c77_attempt attempt_by(const c77_state *s, int what, int leader) {
    return (c77_attempt){
        .what = (uint8_t)what,
        .leader = (uint8_t)leader,
        .from = s->at[leader],
        .friendly = mk_set_has(s->occupied[c77_leader_side(leader)], s->battle.at),
        .joins = c77_in_the_open(s, c77_leader_side(leader)) > 0,
        .to = C77_NONE,
    };
}

static void declare(c77_state *s, int what, int leader, mk_log *log) {
    c77_battle *b = &s->battle;
    c77_attempt *t = &b->attempt[b->attempt_count++];
    int side = c77_leader_side(leader);
    *t = attempt_by(s, what, leader);
    t->force = s->hand;
    if (what == C77_INTERCEPT && b->kind == C77_BY_MARCH) s->army[b->army].tried |= MK_BIT(leader);
    memset(&s->hand, 0, sizeof s->hand);
    mk_log_event(log, C77_E_DECLARED, side, MK_EVERYONE, 0, (int16_t)leader, (int16_t)what, b->at,
                 (int16_t)c77_force_size(&t->force));
}

/* The declaration goes on while others could join. */
void c77_muster_apply(void *state, mk_action x, mk_log *log) {
    c77_state *s = state;
    mk_frame f = *mk_top(&s->base);
    if (x.verb == C77_V_TAKE) {
        c77_take(&s->hand, x.a, x.b);
        return;
    }
    if (x.verb == C77_V_BRING) {
        c77_bring(s, &s->hand, s->at[f.a], c77_leader_side(f.a), x.a);
        return;
    }
    mk_pop(&s->base);
    declare(s, f.b, f.a, log);
    if (who_may(s, f.b)) return;
    mk_pop(&s->base);
}

/* ---- Rolling ---- */

static c77_attempt *next_attempt(c77_state *s, int what) {
    for (int i = 0; i < s->battle.attempt_count; i++) {
        c77_attempt *t = &s->battle.attempt[i];
        if (t->what == what && !t->done) return t;
    }
    return NULL;
}

/* c77.16.4, c77.16.5: some lead only where all are of their kind. */
static bool may_rank(const c77_attempt *t, int leader) {
    int only = c77.leader[leader].only;
    return only == C77_NONE || c77_force_type(&t->force, only) == c77_force_size(&t->force);
}

/* c77.11.3, c77.12.3: the rating of the ranking leader in the army; of equals (c77.2.2.1) the one
 * who leads: the owner chose him. */
static int ranking_leader(const c77_state *s, const c77_attempt *t) {
    int best = t->leader;
    MK_SET_EACH(l, t->force.leaders) {
        if (may_rank(t, l) && c77_standing(s, l) > c77_standing(s, best)) best = l;
    }
    return best;
}

static const c77_expertise skill[] = {
    [C77_INTERCEPT] = C77_INTERCEPTOR,
    [C77_AVOID] = C77_AVOIDER,
    [C77_REINFORCE] = C77_REINFORCER,
};

static int modifier_of(const c77_odds *o) {
    return o->friendly + o->obstacle + o->initiative + o->washington;
}

/* c77.11.3: out of a city without a roll. c77.12.4: so out of a besieged fort. */
static bool certain(const c77_state *s, const c77_attempt *t) {
    if (t->what == C77_AVOID) return RULE("c77.11.3", mk_set_has(c77.cities, s->battle.at));
    return t->what == C77_REINFORCE && c77_is_fort(t->from);
}

/* c77.10.3, c77.11.3, c77.12.3. Who reinforces always finds friends: the army that marched. */
static c77_odds odds_of(const c77_state *s, const c77_attempt *t) {
    const c77_battle *b = &s->battle;
    int side = c77_leader_side(t->leader), to = b->at;
    bool friendly = t->what == C77_REINFORCE || t->friendly;
    c77_odds o = {.leader = t->what == C77_INTERCEPT ? t->leader : ranking_leader(s, t),
                  .initiative = side == s->initiative ? c77.roll_initiative : 0,
                  .certain = certain(s, t)};
    if (t->what == C77_AVOID) {
        to = t->to;
        friendly = mk_set_has(b->friends, to);
        side = C77_PATRIOT; /* felled trees do not hinder who avoids */
        if (RULE("c77.11.3", b->washington)) o.washington = c77.roll_washington;
    }
    if (friendly) o.friendly = c77.roll_friendly;
    if (!o.certain && c77_obstacle(s, side, t->from, to)) o.obstacle = c77.roll_obstacle;
    o.bonus = t->bonus + c77_expert_bonus(s, o.leader, skill[t->what]);
    o.rating = c77_face_of(s, o.leader)->leadership + o.bonus;
    o.highest = o.rating - modifier_of(&o);
    if (o.highest < c77.roll_success) o.highest = c77.roll_success;
    if (o.highest >= c77.roll_failure) o.highest = c77.roll_failure - 1;
    return o;
}

static bool attempt_succeeds(c77_state *s, const c77_attempt *t, mk_log *log) {
    c77_odds o = odds_of(s, t);
    c77_pair dice = c77_throw_pair(s);
    bool success = dice.sum <= o.highest;
    mk_log_event(log, C77_E_ATTEMPT, c77_leader_side(t->leader), MK_EVERYONE, MK_ROLLED, t->leader,
                 t->what, (int16_t)dice.sum, (int16_t)modifier_of(&o), (int16_t)o.rating, success,
                 (int16_t)dice.first, (int16_t)o.friendly, (int16_t)o.obstacle,
                 (int16_t)o.initiative, (int16_t)o.washington, (int16_t)o.bonus,
                 (int16_t)o.highest);
    if (success) c77_feat_of(s, o.leader, skill[t->what]);
    return success;
}

/* The army of a successful attempt comes to the battle. */
static void come(c77_state *s, const c77_attempt *t, mk_log *log) {
    c77_battle *b = &s->battle;
    int side = c77_leader_side(t->leader);
    c77_move_force(s, &t->force, side, t->from, b->at);
    if (c77_is_space(t->from)) {
        c77_came_from(s, side, t->from);
        c77_occupy(s, t->from, log);
    }
}

/* c77.10.4: who succeeds comes, and surprises unless there would be a battle anyway. The next of
 * those declared rolls; false: all have. */
bool c77_intercept_rolls(c77_state *s, mk_log *log) {
    c77_battle *b = &s->battle;
    c77_attempt *t = next_attempt(s, C77_INTERCEPT);
    if (!t) return false;
    t->done = 1;
    if (!attempt_succeeds(s, t, log)) return true;
    b->interceptions++;
    if (RULE("c77.10.4", t->joins))
        c77_note_case(log, C77_INTERCEPTOR_JOINS);
    else
        b->surprises++;
    mk_force_merge(b->intercepted.sp, t->force.sp);
    b->intercepted.leaders |= t->force.leaders;
    come(s, t, log);
    return true;
}

/* c77.7.3.9, c77.7.3: before the roll of a subordinate who was activated in this activation. */
static bool ask_coordination(c77_state *s, c77_attempt *t, int leader) {
    bool can = s->battle.kind == C77_BY_MARCH && s->act.leader != C77_NONE &&
               mk_set_has(s->act.activated, leader) && s->act.points >= c77.cost_coordination;
    if (t->asked || !can) return false;
    mk_frame *f = mk_push(&s->base, C77_PH_COORDINATE, s->battle.attacker);
    f->a = (int16_t)leader;
    f->b = s->act.points;
    return true;
}

void c77_reinforce_rolls(c77_state *s, mk_log *log) {
    c77_battle *b = &s->battle;
    c77_attempt *t = next_attempt(s, C77_REINFORCE);
    if (!t) {
        b->step = C77_S_AVOID_ROLLS;
        return;
    }
    if (certain(s, t)) {
        t->done = 1;
        mk_log_event(log, C77_E_AUTOMATIC, b->attacker, MK_EVERYONE, 0, t->leader, t->what);
        c77_note_case(log, C77_RELIEF_COMES_OUT);
        come(s, t, log);
        return;
    }
    if (ask_coordination(s, t, ranking_leader(s, t))) return;
    t->done = 1;
    if (attempt_succeeds(s, t, log)) come(s, t, log);
}

void c77_coordinate_list(const void *state, mk_actions *out) {
    const c77_state *s = state;
    if (s->act.points >= c77.cost_coordination) mk_offer(out, C77_V_COORDINATE, 0, 0, 0);
    mk_offer(out, C77_V_FINISH, 0, 0, 0);
}

const char *c77_coordinate_why_not(const void *state, mk_action x) {
    const c77_state *s = state;
    FORBID("c77.7.3.9:points", x.verb == C77_V_COORDINATE && s->act.points < c77.cost_coordination);
    return NULL;
}

void c77_coordinate_apply(void *state, mk_action x, mk_log *log) {
    c77_state *s = state;
    c77_attempt *t = next_attempt(s, C77_REINFORCE);
    if (x.verb == C77_V_COORDINATE) {
        c77_spend(s, c77.cost_coordination);
        t->bonus++;
        mk_top(&s->base)->b = s->act.points;
        mk_log_event(log, C77_E_COORDINATED, s->battle.attacker, MK_EVERYONE, 0, t->leader,
                     t->bonus);
        return;
    }
    t->asked = 1;
    mk_pop(&s->base);
}

/* ---- Avoiding battle ---- */

/* Why not there? For who asks; the list knows the spaces. */
static const char *why_not_avoid_to(const c77_state *s, int to) {
    const c77_battle *b = &s->battle;
    FORBID("c77.11.4:space", !c77_is_space(to));
    const char *why = c77_why_not_step(s, defender(s), b->at, to);
    if (why) return why;
    FORBID("c77.11.2:there", !mk_set_has(c77_avoid_spaces(s), to));
    return NULL;
}

static void avoid(c77_state *s, c77_attempt *t, mk_log *log) {
    int side = defender(s), fort = c77_fort_at(t->to);
    c77_move_force(s, &t->force, side, s->battle.at, t->to);
    if (fort != C77_NONE && mk_set_has(s->occupied[c77_enemy(side)], t->to))
        mk_set_add(&s->siege_from[fort], s->battle.at);
    c77_occupy(s, t->to, log);
}

/* c77.11.3: modifiers are those before any roll. Who takes Washington's place is not Washington; in
 * the fort he still is in the space. */
void c77_note_modifiers(c77_state *s) {
    int washington = c77.named[C77_WASHINGTON];
    int at = s->at[washington] < C77_MAX_PLACES ? c77_space_of(s->at[washington]) : C77_NONE;
    bool himself = !mk_set_has(s->replaced, washington) && at == s->battle.at;
    s->battle.washington = himself && defender(s) == C77_PATRIOT;
    s->battle.friends = s->occupied[defender(s)];
}

static void roll_to_avoid(c77_state *s, c77_attempt *t, int automatic, mk_log *log) {
    t->done = 1;
    if (automatic) {
        mk_log_event(log, C77_E_AUTOMATIC, defender(s), MK_EVERYONE, 0, t->leader, t->what);
    } else if (!attempt_succeeds(s, t, log)) {
        s->battle.failed_avoids++;
        return;
    }
    avoid(s, t, log);
}

/* Those who need no roll come first, then the reinforcements, then the rest. */
void c77_avoid_rolls(c77_state *s, int automatic, mk_log *log) {
    c77_battle *b = &s->battle;
    c77_attempt *t = next_attempt(s, C77_AVOID);
    if (!t || (automatic && !certain(s, t))) {
        b->step = automatic ? C77_S_REINFORCE_ROLLS : C77_S_MEETING;
        return;
    }
    mk_set128 spaces = c77_avoid_spaces(s);
    assert(spaces); /* what was open when he declared it is open still */
    if (mk_set_size(spaces) == 1) t->to = (uint8_t)mk_set_first(spaces);
    if (t->to != C77_NONE) {
        roll_to_avoid(s, t, automatic, log);
        return;
    }
    mk_frame *f = mk_push(&s->base, C77_PH_AVOID_TO, defender(s));
    f->a = t->leader;
}

void c77_avoid_to_list(const void *state, mk_actions *out) {
    MK_SET_EACH(to, c77_avoid_spaces(state)) mk_offer(out, C77_V_TO, to, 0, 0);
}

const char *c77_avoid_to_why_not(const void *state, mk_action x) {
    return why_not_avoid_to(state, x.a);
}

void c77_avoid_to_apply(void *state, mk_action x, mk_log *log) {
    (void)log;
    c77_state *s = state;
    next_attempt(s, C77_AVOID)->to = (uint8_t)x.a;
    mk_pop(&s->base);
}

/* ---- What it would take, for those who decide ---- */

mk_set64 c77_may_attempt(const c77_state *s) { return who_may(s, declaring(s)); }

/* Of the attempt that is asked for, if this leader made it now, or of the one that he has declared;
 * of an avoid where it is easiest. */
c77_odds c77_odds_if(const c77_state *s, int leader) {
    c77_attempt t = attempt_by(s, declaring(s), leader);
    for (int i = 0; i < s->battle.attempt_count; i++)
        if (mk_set_has(s->battle.attempt[i].force.leaders, leader)) t = s->battle.attempt[i];
    if (t.what != C77_AVOID) return odds_of(s, &t);
    c77_odds best = {.highest = -1};
    MK_SET_EACH(to, c77_avoid_spaces(s)) {
        t.to = (uint8_t)to;
        c77_odds o = odds_of(s, &t);
        if (o.highest > best.highest) best = o;
    }
    return best;
}

/* Of the avoid whose goal is asked for. */
c77_odds c77_odds_to(const c77_state *s, int space) {
    for (int i = 0; i < s->battle.attempt_count; i++) {
        c77_attempt t = s->battle.attempt[i];
        if (t.what != C77_AVOID || t.done) continue;
        t.to = (uint8_t)space;
        return odds_of(s, &t);
    }
    return (c77_odds){0};
}
