/* interrupt.c - what others do while an army enters a space: intercept, avoid, reinforce (10.0 to
 * 12.0). */
#include "c77.h"

#include <assert.h>
#include <string.h>

static int defender(const c77_state *s) { return c77_enemy(s->battle.attacker); }

/* ---- Declaring ---- */

/* c77.11.2, c77.11.4: adjacent, free of enemies or besieged by friends, and not where the enemy
 * came from; where reinforcements mean to come from they still stand. */
c77_set c77_avoid_spaces(const c77_state *s) {
    const c77_battle *b = &s->battle;
    int side = defender(s), enemy = b->attacker;
    c77_set spaces = 0;
    C77_EACH(to, c77.near[b->at] & c77_area(s) & ~b->entered[enemy]) {
        if (c77_in(s->occupied[enemy], to) && !s->stack[to].total[side]) continue;
        if (!c77_why_not_step(s, side, b->at, to)) spaces |= C77_BIT(to);
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

static bool committed(const c77_state *s, int leader) {
    for (int i = 0; i < s->battle.attempt_count; i++)
        if (c77_among(s->battle.attempt[i].force.leaders, leader)) return true;
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
                                  int class, int count) {
    int place = s->at[leader], side = c77_leader_side(leader);
    FORBID("c77.19.6", c77_type_of(class) == C77_SHIP);
    if (what == C77_INTERCEPT)
        FORBID("c77.10.2", c77_force_size(f) + count > spare_besiegers(s, place, side));
    return c77_why_not_take(s, leader, f, place, class, count);
}

/* Is there an army that he could lead at all? */
static bool finds_army(const c77_state *s, int what, int leader) {
    c77_force none = {.leaders = C77_LEADER_BIT(leader)};
    int place = s->at[leader], needed = 1, type = c77.leader[leader].only;
    if (c77_is(leader, C77_SMITH) || c77_is(leader, C77_POWELL)) {
        type = c77_is(leader, C77_SMITH) ? C77_MILITIA : C77_REGULAR;
        if (c77_bound(s, place, type)) needed = c77_bound(s, place, type);
        if (what == C77_INTERCEPT && needed > spare_besiegers(s, place, c77_leader_side(leader)))
            return false;
    }
    const uint8_t *sp = s->stack[place].sp;
    for (int class = 0; class < C77_SHIP * C77_MARKS; class ++)
        if (sp[class] && !why_not_muster(s, what, leader, &none, class, 1)) return true;
    return false;
}

static const char *why_not_come(const c77_state *s, int what, int leader) {
    const c77_battle *b = &s->battle;
    int from = s->at[leader], side = c77_leader_side(leader);
    if (what == C77_AVOID) {
        FORBID("c77.11.1", from != b->at);
        FORBID("c77.11.0", c77_among(b->intercepted.leaders, leader));
        FORBID("c77.11.2", !c77_avoid_spaces(s));
        return NULL;
    }
    FORBID("c77.19.1", c77_is(leader, C77_POWELL)); /* the garrison goes to its fort only */
    if (c77_is_fort(from)) {
        int fort = c77_fort_at(b->at);
        bool relief = fort != C77_NONE && from == c77_fort_place(fort) && !b->shut_in;
        if (what == C77_REINFORCE && RULE("c77.12.4", relief)) return NULL;
        if (what == C77_INTERCEPT)
            FORBID("c77.10.2", true);
        else
            FORBID("c77.12.2", true);
    }
    if (what == C77_INTERCEPT) {
        FORBID("c77.10.1", from == b->at);
        if (b->kind == C77_BY_MARCH) FORBID("c77.10.1", c77_among(s->army[b->army].tried, leader));
    } else {
        FORBID("c77.12.1", from == b->at);
    }
    return c77_why_not_step(s, side, from, b->at);
}

static const char *why_not_lead(const c77_state *s, int what, int leader) {
    int side = what == C77_REINFORCE ? s->battle.attacker : defender(s);
    FORBID("c77.8.2", c77_leader_side(leader) != side || !c77_on_map(s, leader));
    const char *why = why_not_come(s, what, leader);
    if (why) return why;
    FORBID("c77.10.1", committed(s, leader));
    if (what == C77_AVOID)
        FORBID("c77.11.1", !finds_army(s, what, leader));
    else if (what == C77_REINFORCE)
        FORBID("c77.12.1", !finds_army(s, what, leader));
    else
        FORBID("c77.10.1", !finds_army(s, what, leader));
    return NULL;
}

/* Leaders who stand where such an attempt can start: only they are looked at closely. */
static c77_leaders near_battle(const c77_state *s, int what) {
    const c77_battle *b = &s->battle;
    int side = what == C77_REINFORCE ? b->attacker : defender(s), fort = c77_fort_at(b->at);
    c77_leaders near = 0;
    C77_EACH_LEADER(l, c77.of_side[side]) {
        int at = s->at[l];
        if (at >= C77_MAX_PLACES) continue;
        bool inside = fort != C77_NONE && at == c77_fort_place(fort);
        if (at == b->at || inside || (c77_is_space(at) && c77_in(c77.near[b->at], at)))
            near |= C77_LEADER_BIT(l);
    }
    return near;
}

static c77_leaders who_may(const c77_state *s, int what) {
    c77_leaders may = 0;
    if (s->battle.attempt_count == C77_MAX_ATTEMPTS) return 0;
    C77_EACH_LEADER(l, near_battle(s, what)) {
        if (!why_not_lead(s, what, l)) may |= C77_LEADER_BIT(l);
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
    c77_ask(s, phase[what], side)->a = s->battle.at;
    return true;
}

void c77_declare_list(const void *state, mk_actions *out) {
    const c77_state *s = state;
    mk_offer(out, C77_V_FINISH, 0, 0, 0);
    C77_EACH_LEADER(l, who_may(s, declaring(s))) mk_offer(out, C77_V_LEAD, l, 0, 0);
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
        c77_go_on(s, log);
        return;
    }
    int what = declaring(s);
    memset(&s->hand, 0, sizeof s->hand);
    s->hand.leaders = C77_LEADER_BIT(x.a);
    mk_frame *f = c77_ask(s, C77_PH_MUSTER, c77_leader_side(x.a));
    f->a = x.a;
    f->b = (int16_t)what;
    f->c = s->battle.at;
}

/* ---- Gathering the army of an attempt ---- */

static const char *why_not_companion(const c77_state *s, int what, int leader, int companion) {
    if (companion == C77_COMPANION_KOSCIUSZKO) FORBID("c77.19.5", what != C77_AVOID);
    if (what == C77_AVOID && companion >= C77_COMPANION_LEADERS)
        FORBID("c77.11.0",
               c77_among(s->battle.intercepted.leaders, companion - C77_COMPANION_LEADERS));
    return c77_why_not_bring(s, leader, &s->hand, s->at[leader], companion);
}

/* c77.10.1, c77.11.1, c77.12.1: at least one SP; Smith and Powell go with all that is bound to
 * them. */
static const char *why_not_ready(const c77_state *s, int leader) {
    FORBID("c77.8.2", c77_force_size(&s->hand) == 0);
    int type = c77_is(leader, C77_POWELL) ? C77_REGULAR : C77_MILITIA, count = 0;
    for (int mark = 0; mark < C77_MARKS; mark++) count += s->hand.sp[type * C77_MARKS + mark];
    FORBID("c77.19.8", c77_is(leader, C77_SMITH) && count < s->bound_smith);
    FORBID("c77.19.1", c77_is(leader, C77_POWELL) && count < s->bound_powell);
    return NULL;
}

void c77_muster_list(const void *state, mk_actions *out) {
    const c77_state *s = state;
    const mk_frame *f = mk_top_const(&s->base);
    int place = s->at[f->a], side = c77_leader_side(f->a);
    const uint8_t *sp = s->stack[place].sp;
    for (int class = 0; class < C77_SHIP * C77_MARKS; class ++) {
        for (int n = 1; n <= sp[class]; n++) {
            if (why_not_muster(s, f->b, f->a, &s->hand, class, n)) break;
            mk_offer(out, C77_V_TAKE, class, n, 0);
        }
    }
    C77_EACH_LEADER(l, c77_leaders_at(s, place, side)) {
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
        .friendly = c77_in(s->occupied[c77_leader_side(leader)], s->battle.at),
        .to = C77_NONE,
    };
}

static void declare(c77_state *s, int what, int leader, mk_log *log) {
    c77_battle *b = &s->battle;
    c77_attempt *t = &b->attempt[b->attempt_count++];
    int side = c77_leader_side(leader);
    *t = attempt_by(s, what, leader);
    t->force = s->hand;
    if (what == C77_INTERCEPT && b->kind == C77_BY_MARCH)
        s->army[b->army].tried |= C77_LEADER_BIT(leader);
    memset(&s->hand, 0, sizeof s->hand);
    mk_tell(log, C77_E_DECLARED, side, MK_EVERYONE, 0, (int16_t)leader, (int16_t)what, b->at,
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
    c77_go_on(s, log);
}

/* ---- Rolling ---- */

static c77_attempt *next_attempt(c77_state *s, int what) {
    for (int i = 0; i < s->battle.attempt_count; i++) {
        c77_attempt *t = &s->battle.attempt[i];
        if (t->what == what && !t->done) return t;
    }
    return NULL;
}

/* c77.11.3, c77.12.3: the rating of the ranking leader in the army; of equals the one who leads. */
static int ranking_leader(const c77_state *s, const c77_attempt *t) {
    int best = t->leader;
    C77_EACH_LEADER(l, t->force.leaders) {
        if (c77_face_of(s, l)->rank > c77_face_of(s, best)->rank) best = l;
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
    if (t->what == C77_AVOID) return RULE("c77.11.3", c77_in(c77.cities, s->battle.at));
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
        friendly = c77_in(b->friends, to);
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
    mk_tell(log, C77_E_ATTEMPT, c77_leader_side(t->leader), MK_EVERYONE, MK_ROLLED, t->leader,
            t->what, (int16_t)dice.sum, (int16_t)modifier_of(&o), (int16_t)o.rating, success,
            (int16_t)dice.first, (int16_t)o.friendly, (int16_t)o.obstacle, (int16_t)o.initiative,
            (int16_t)o.washington, (int16_t)o.bonus);
    if (success) c77_feat_of(s, o.leader, skill[t->what]);
    return success;
}

static void add_force(c77_force *to, const c77_force *f) {
    for (int class = 0; class < C77_CLASSES; class ++)
        to->sp[class] = (uint8_t)(to->sp[class] + f->sp[class]);
    to->leaders |= f->leaders;
}

/* A paused army whose leader is drawn elsewhere keeps what went with him. */
static void draw_armies_along(c77_state *s, const c77_force *moved) {
    for (int i = 0; i < C77_ARMIES; i++) {
        c77_army *a = &s->army[i];
        if (a->leader == C77_NONE) continue;
        if (c77_among(moved->leaders, a->leader)) {
            for (int class = 0; class < C77_CLASSES; class ++)
                if (a->force.sp[class] > moved->sp[class]) a->force.sp[class] = moved->sp[class];
            for (int mark = 0; mark < 2; mark++)
                if (a->force.trains[mark] > moved->trains[mark])
                    a->force.trains[mark] = moved->trains[mark];
        }
        c77_trim_army(s, a);
    }
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
    draw_armies_along(s, &t->force);
}

/* c77.10.4: who succeeds comes, and surprises. The next of those declared rolls; false: all have.
 */
bool c77_intercept_rolls(c77_state *s, mk_log *log) {
    c77_battle *b = &s->battle;
    c77_attempt *t = next_attempt(s, C77_INTERCEPT);
    if (!t) return false;
    t->done = 1;
    if (!attempt_succeeds(s, t, log)) return true;
    b->interceptions++;
    add_force(&b->intercepted, &t->force);
    come(s, t, log);
    return true;
}

/* c77.7.3.9, c77.7.3: before the roll of a subordinate who was activated in this activation. */
static bool ask_coordination(c77_state *s, c77_attempt *t, int leader) {
    bool can = s->battle.kind == C77_BY_MARCH && s->act.leader != C77_NONE &&
               c77_among(s->act.activated, leader) && s->act.points >= c77.cost_coordination;
    if (t->asked || !can) return false;
    mk_frame *f = c77_ask(s, C77_PH_COORDINATE, s->battle.attacker);
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
        mk_tell(log, C77_E_AUTOMATIC, b->attacker, MK_EVERYONE, 0, t->leader, t->what);
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
    FORBID("c77.7.3.9", x.verb == C77_V_COORDINATE && s->act.points < c77.cost_coordination);
    return NULL;
}

void c77_coordinate_apply(void *state, mk_action x, mk_log *log) {
    c77_state *s = state;
    c77_attempt *t = next_attempt(s, C77_REINFORCE);
    if (x.verb == C77_V_COORDINATE) {
        c77_spend(s, c77.cost_coordination);
        t->bonus++;
        mk_top(&s->base)->b = s->act.points;
        mk_tell(log, C77_E_COORDINATED, s->battle.attacker, MK_EVERYONE, 0, t->leader, t->bonus);
        return;
    }
    t->asked = 1;
    mk_pop(&s->base);
    c77_go_on(s, log);
}

/* ---- Avoiding battle ---- */

/* Why not there? For who asks; the list knows the spaces. */
static const char *why_not_avoid_to(const c77_state *s, int to) {
    const c77_battle *b = &s->battle;
    FORBID("c77.11.4", !c77_is_space(to));
    const char *why = c77_why_not_step(s, defender(s), b->at, to);
    if (why) return why;
    FORBID("c77.11.2", !c77_in(c77_avoid_spaces(s), to));
    return NULL;
}

static void avoid(c77_state *s, c77_attempt *t, mk_log *log) {
    int side = defender(s), fort = c77_fort_at(t->to);
    c77_move_force(s, &t->force, side, s->battle.at, t->to);
    if (fort != C77_NONE && c77_in(s->occupied[c77_enemy(side)], t->to))
        s->siege_from[fort] |= C77_BIT(s->battle.at);
    c77_occupy(s, t->to, log);
}

/* c77.11.3: modifiers are those before any roll. Who takes Washington's place is not Washington. */
void c77_note_modifiers(c77_state *s) {
    int washington = c77.named[C77_WASHINGTON];
    bool himself = !c77_among(s->replaced, washington) && s->at[washington] == s->battle.at;
    s->battle.washington = himself && defender(s) == C77_PATRIOT;
    s->battle.friends = s->occupied[defender(s)];
}

static void roll_to_avoid(c77_state *s, c77_attempt *t, int automatic, mk_log *log) {
    t->done = 1;
    if (automatic) {
        mk_tell(log, C77_E_AUTOMATIC, defender(s), MK_EVERYONE, 0, t->leader, t->what);
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
    c77_set spaces = c77_avoid_spaces(s);
    assert(spaces); /* what was open when he declared it is open still */
    if (c77_size(spaces) == 1) t->to = (uint8_t)c77_first(spaces);
    if (t->to != C77_NONE) {
        roll_to_avoid(s, t, automatic, log);
        return;
    }
    mk_frame *f = c77_ask(s, C77_PH_AVOID_TO, defender(s));
    f->a = t->leader;
}

void c77_avoid_to_list(const void *state, mk_actions *out) {
    C77_EACH(to, c77_avoid_spaces(state)) mk_offer(out, C77_V_TO, to, 0, 0);
}

const char *c77_avoid_to_why_not(const void *state, mk_action x) {
    return why_not_avoid_to(state, x.a);
}

void c77_avoid_to_apply(void *state, mk_action x, mk_log *log) {
    c77_state *s = state;
    next_attempt(s, C77_AVOID)->to = (uint8_t)x.a;
    mk_pop(&s->base);
    c77_go_on(s, log);
}

/* ---- What it would take, for those who decide ---- */

c77_leaders c77_may_attempt(const c77_state *s) { return who_may(s, declaring(s)); }

/* Of the attempt that is asked for, if this leader made it now, or of the one that he has declared;
 * of an avoid where it is easiest. */
c77_odds c77_odds_if(const c77_state *s, int leader) {
    c77_attempt t = attempt_by(s, declaring(s), leader);
    for (int i = 0; i < s->battle.attempt_count; i++)
        if (c77_among(s->battle.attempt[i].force.leaders, leader)) t = s->battle.attempt[i];
    if (t.what != C77_AVOID) return odds_of(s, &t);
    c77_odds best = {.highest = -1};
    C77_EACH(to, c77_avoid_spaces(s)) {
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
