/* march.c - armies on the march: who goes along, which way, how far (8.0, c77.9.0). */
#include "c77.h"

#include <string.h>

/* ---- Ways ---- */

/* What a connection is to a side now. Felled trees make the roads of the north rough. */
static int way_for(const c77_state *s, int side, int from, int to) {
    int way = c77_way_between(from, to);
    bool blocked = s->felled_trees && side == C77_BRITISH && mk_set_has(c77.northern, from) &&
                   mk_set_has(c77.northern, to);
    if (blocked && (way == C77_RURAL || way == C77_DUAL)) return C77_ROUGH;
    return way;
}

/* c77.2.1.6: who goes over a dual connection takes the road. */
bool c77_obstacle(const c77_state *s, int side, int from, int to) {
    int way = way_for(s, side, from, to);
    return way == C77_WATER || way == C77_ROUGH;
}

/* What holds for every kind of movement from a space to the next. */
const char *c77_why_not_step(const c77_state *s, int side, int from, int to) {
    int road = c77_road(from, to);
    FORBID("c77.9.2:road", !road);
    FORBID("c77.20.0", !mk_set_has(c77_area(s), to));
    FORBID("c77.19.7", side == C77_PATRIOT && road & C77_CLOSED_TO_PATRIOTS);
    return c77_why_not_leave_fort(s, side, from, to);
}

/* ---- Who goes along: the same for march, intercept, avoid, reinforce ---- */

/* SP of a class that are not yet part of a declared attempt. */
static int free_sp(const c77_state *s, int place, int sp_class) {
    const c77_battle *b = &s->battle;
    int count = s->stack[place].sp[sp_class];
    if (b->kind == C77_NO_BATTLE) return count;
    for (int i = 0; i < b->attempt_count; i++)
        if (b->attempt[i].from == place && !b->attempt[i].done)
            count -= b->attempt[i].force.sp[sp_class];
    if (place == b->at) count -= b->intercepted.sp[sp_class];
    return count;
}

static int free_of_type(const c77_state *s, int place, int type) {
    int count = 0;
    for (int mark = 0; mark < C77_MARKS; mark++)
        count += free_sp(s, place, type * C77_MARKS + mark);
    return count;
}

/* c77.19.8, c77.19.1: SP that must stay here with Smith or Powell. Not if he leads them, nor if he
 * has declared an attempt with them or came with them by interception: then they are not free. */
static int must_stay(const c77_state *s, int leader, int place, int type) {
    int owner = c77_owner_of_bound(type);
    bool goes = owner == leader || owner == C77_NONE || c77_committed(s, owner) ||
                mk_set_has(s->battle.intercepted.leaders, owner);
    return goes ? 0 : c77_bound(s, place, type);
}

/* SP bound to the leader that he would still have to take: there must be room for them. */
static int bound_to_come(const c77_state *s, int leader, const c77_force *f, int type) {
    int bound = c77_bound_to(s, leader);
    if (!bound || c77_owner_of_bound(type) == leader) return 0;
    int of = c77_is(leader, C77_SMITH) ? C77_MILITIA : C77_REGULAR;
    int missing = bound - c77_force_type(f, of);
    return missing > 0 ? missing : 0;
}

const char *c77_why_not_take(const c77_state *s, int leader, const c77_force *f, int place,
                             int sp_class, int count) {
    int type = c77_type_of(sp_class), rank = c77_face_of(s, leader)->rank;
    int only = c77.leader[leader].only;
    FORBID("c77.8.2:own", count == 0 || c77.unit[type].side != c77_leader_side(leader));
    FORBID("c77.8.2:here", f->sp[sp_class] + count > free_sp(s, place, sp_class));
    if (c77_owner_of_bound(type) != C77_NONE) {
        int left = free_of_type(s, place, type) - c77_force_type(f, type) - count;
        bool bound = left < must_stay(s, leader, place, type);
        if (type == C77_MILITIA)
            FORBID("c77.19.8", bound);
        else
            FORBID("c77.19.1", bound);
    }
    if (only == C77_MILITIA) FORBID("c77.16.4", type != only);
    if (only == C77_INDIAN) FORBID("c77.16.5", type != only);
    if (type == C77_SHIP) return NULL; /* c77.9.1: at no cost */
    int room = c77.rank_sp[rank] - bound_to_come(s, leader, f, type);
    FORBID("c77.9.1:rank", c77_force_size(f) + count > room);
    if (c77.unit[type].artillery)
        FORBID("c77.9.1:artillery", c77_force_artillery(f) + count > c77.rank_artillery[rank]);
    return NULL;
}

void c77_take(c77_force *f, int sp_class, int count) { mk_count_add(&f->sp[sp_class], count); }

static int free_trains(const c77_state *s, int place, int side, int mark) {
    int count = s->stack[place].trains[side][mark];
    for (int i = 0; i < s->battle.attempt_count; i++) {
        const c77_attempt *t = &s->battle.attempt[i];
        if (t->from == place && !t->done) count -= t->force.trains[mark];
    }
    return count;
}

/* c77.9.1: other leaders, trains and Kosciuszko go along at no cost. */
const char *c77_why_not_bring(const c77_state *s, int leader, const c77_force *f, int place,
                              int companion) {
    int side = c77_leader_side(leader);
    if (companion == C77_COMPANION_TRAIN) {
        int had = f->trains[0] + f->trains[1];
        FORBID("c77.9.1:here",
               had >= free_trains(s, place, side, 0) + free_trains(s, place, side, 1));
        return NULL;
    }
    if (companion == C77_COMPANION_KOSCIUSZKO) {
        FORBID("c77.9.1:here", side != C77_PATRIOT || s->kosciuszko != place || f->kosciuszko);
        for (int i = 0; i < s->battle.attempt_count; i++)
            FORBID("c77.9.1:here", s->battle.attempt[i].force.kosciuszko);
        return NULL;
    }
    int other = companion - C77_COMPANION_LEADERS;
    FORBID("c77.9.1:here",
           other == leader || c77_leader_side(other) != side || s->at[other] != place);
    FORBID("c77.9.1:here", mk_set_has(f->leaders, other));
    FORBID("c77.19.8", c77_is(other, C77_SMITH)); /* his militia would stay behind */
    FORBID("c77.19.1", c77_is(other, C77_POWELL));
    FORBID("c77.10.1:committed", c77_committed(s, other));
    return NULL;
}

/* Trains that marched go first: those that did not may still march later. */
void c77_bring(c77_state *s, c77_force *f, int place, int side, int companion) {
    if (companion == C77_COMPANION_TRAIN)
        f->trains[f->trains[1] < free_trains(s, place, side, 1)]++;
    else if (companion == C77_COMPANION_KOSCIUSZKO)
        f->kosciuszko = 1;
    else
        mk_set_add(&f->leaders, companion - C77_COMPANION_LEADERS);
}

/* ---- An army and how far it gets ---- */

void c77_start_army(c77_state *s, int index, int leader) {
    c77_army *a = &s->army[index];
    memset(a, 0, sizeof *a);
    a->leader = (uint8_t)leader;
    if (leader != C77_NONE) a->force.leaders = MK_BIT(leader);
}

c77_army *c77_army_of(c77_state *s, int leader) {
    for (int i = 0; i < C77_ARMIES; i++)
        if (s->army[i].leader == leader) return &s->army[i];
    return NULL;
}

void c77_stop_army(c77_state *s, c77_army *a, c77_pace pace) {
    (void)s;
    if (a->pace < pace) a->pace = (uint8_t)pace;
    a->forced = 0;
}

static int most(int a, int b) { return a > b ? a : b; }

/* c77.19.8, c77.19.1: what others left of the SP here may be just those that are bound. */
static void release_bound(const c77_state *s, c77_army *a, int type) {
    int place = s->at[a->leader];
    if (c77_owner_of_bound(type) == a->leader || !c77_bound(s, place, type)) return;
    int over = most(c77_force_type(&a->force, type) - c77_unbound(s, place, type),
                    c77_force_fresh(&a->force, type) - c77_unbound_fresh(s, place, type));
    for (int mark = 0; mark < C77_MARKS && over > 0; mark++) {
        uint8_t *sp = &a->force.sp[type * C77_MARKS + mark];
        int count = *sp < over ? *sp : over;
        mk_count_add(sp, -count);
        over -= count;
    }
}

/* What is no longer with the leader is no longer in his army: losses, others took it. */
void c77_trim_army(c77_state *s, c77_army *a) {
    if (a->leader == C77_NONE) return;
    int place = s->at[a->leader], side = c77_leader_side(a->leader);
    const c77_stack *p = &s->stack[place];
    mk_force_trim(a->force.sp, p->sp);
    mk_force_trim(a->force.trains, p->trains[side]);
    MK_SET_EACH(l, a->force.leaders) {
        if (s->at[l] != place) mk_set_remove(&a->force.leaders, l);
    }
    if (s->kosciuszko != place) a->force.kosciuszko = 0;
    release_bound(s, a, C77_MILITIA);
    release_bound(s, a, C77_REGULAR);
}

static bool unsupplied(const c77_state *s, const c77_army *a) {
    if (mk_set_has(s->unsupplied, a->leader)) return true;
    for (int sp_class = C77_UNSUPPLIED; sp_class < C77_CLASSES; sp_class += 2)
        if (a->force.sp[sp_class]) return true;
    return false;
}

/* c77.9.2, c77.15.4 */
static const char *why_not_on(const c77_state *s, const c77_army *a) {
    FORBID("c77.14.2:besieged", c77_besieged(s, a->leader));
    FORBID("c77.13.9", a->pace == C77_BEATEN);
    FORBID("c77.9.2:stopped", a->pace == C77_STOPPED);
    if (a->forced) return NULL;
    FORBID("c77.15.4", a->steps >= c77.unsupplied_spaces && unsupplied(s, a));
    FORBID("c77.9.2:far", a->steps >= c77.march_spaces);
    FORBID("c77.9.5:once", a->steps == 0 && mk_set_has(s->marched, a->leader));
    return NULL;
}

/* ---- The verbs of a march ---- */

/* Who joins an army on the march: of the SP that are bound to another those that have not marched
 * do not, not even in exchange for others. */
static const char *why_not_join(const c77_state *s, const c77_army *a, int sp_class, int count) {
    int place = s->at[a->leader], type = c77_type_of(sp_class), owner = c77_owner_of_bound(type);
    const char *why = c77_why_not_take(s, a->leader, &a->force, place, sp_class, count);
    if (why || owner == C77_NONE || owner == a->leader) return why;
    bool bound = c77_force_fresh(&a->force, type) + count > c77_unbound_fresh(s, place, type);
    if (type == C77_MILITIA)
        FORBID("c77.19.8", bound);
    else
        FORBID("c77.19.1", bound);
    return NULL;
}

/* c77.9.8: also on the way, while he can go on. */
static const char *why_not_take(const c77_state *s, const c77_army *a, int sp_class, int count) {
    const char *why = why_not_on(s, a);
    if (why) return why;
    FORBID("c77.7.4:marched", sp_class & C77_MARCHED);
    FORBID("c77.15.4", sp_class & C77_UNSUPPLIED && (a->steps || a->forced));
    return why_not_join(s, a, sp_class, count);
}

/* How many of a class can join: who may come with some more may come without them. */
static int most_to_join(const c77_state *s, const c77_army *a, int sp_class, int count) {
    int allowed = 0, forbidden = count + 1;
    for (int n = count; forbidden - allowed > 1; n = (allowed + forbidden) / 2) {
        if (why_not_join(s, a, sp_class, n))
            forbidden = n;
        else
            allowed = n;
    }
    return allowed;
}

/* Offers every class that has not marched, in every number that is allowed. */
static void offer_take(const c77_state *s, const c77_army *a, mk_actions *out) {
    const uint8_t *sp = s->stack[s->at[a->leader]].sp;
    int side = c77_leader_side(a->leader), only = c77.leader[a->leader].only;
    int first = side == C77_BRITISH ? C77_REGULAR : C77_CONTINENTAL;
    int last = side == C77_BRITISH ? C77_ARTILLERY_B : C77_ARTILLERY_P;
    int marks = a->steps || a->forced ? 0 : C77_UNSUPPLIED; /* c77.15.4 */
    for (int type = first; type < C77_TYPES; type = type == last ? C77_SHIP : type + 1) {
        if (type == C77_SHIP && side != C77_BRITISH) break;
        if (only != C77_NONE && type != only) continue;
        for (int mark = 0; mark <= marks; mark++) {
            int sp_class = type * C77_MARKS + mark;
            int most = sp[sp_class] ? most_to_join(s, a, sp_class, sp[sp_class]) : 0;
            for (int n = 1; n <= most; n++) mk_offer(out, C77_V_TAKE, sp_class, n, 0);
        }
    }
}

static const char *why_not_bring(const c77_state *s, const c77_army *a, int companion) {
    const char *why = why_not_on(s, a);
    int place = s->at[a->leader], side = c77_leader_side(a->leader);
    if (why) return why;
    why = c77_why_not_bring(s, a->leader, &a->force, place, companion);
    if (why) return why;
    if (companion == C77_COMPANION_TRAIN)
        FORBID("c77.7.4:marched", a->force.trains[0] >= s->stack[place].trains[side][0]);
    else if (companion == C77_COMPANION_KOSCIUSZKO)
        FORBID("c77.7.4:marched", s->kosciuszko_marched);
    else
        FORBID("c77.7.4:marched", mk_set_has(s->marched, companion - C77_COMPANION_LEADERS));
    return NULL;
}

/* c77.9.7: what came along may be dropped off. What joined here does not leave here: taking back
 * is not a move. */
static const char *why_not_leave(const c77_army *a, int sp_class, int count) {
    FORBID("c77.9.7:begun", !a->steps || !(sp_class & C77_MARCHED));
    FORBID("c77.9.7:more", count == 0 || count > a->force.sp[sp_class]);
    FORBID("c77.19.8", c77_is(a->leader, C77_SMITH));
    return NULL;
}

static const char *why_not_part(const c77_state *s, const c77_army *a, int companion) {
    int other = companion - C77_COMPANION_LEADERS;
    FORBID("c77.9.7:begun", !a->steps); /* while it marches, not where it begins */
    if (companion == C77_COMPANION_TRAIN)
        FORBID("c77.9.7:more", !a->force.trains[1]);
    else if (companion == C77_COMPANION_KOSCIUSZKO)
        FORBID("c77.9.7:more", !a->force.kosciuszko || !s->kosciuszko_marched);
    else
        FORBID("c77.9.7:more", other == a->leader || !mk_set_has(a->force.leaders, other) ||
                                   !mk_set_has(s->marched, other));
    return NULL;
}

static bool has_ship(const c77_force *f) { return c77_force_type(f, C77_SHIP) != 0; }

static const char *why_not_go(const c77_state *s, const c77_army *a, int to) {
    const char *why = why_not_on(s, a);
    if (why) return why;
    int from = s->at[a->leader], side = c77_leader_side(a->leader);
    why = c77_why_not_step(s, side, from, to);
    if (why) return why;
    int way = way_for(s, side, from, to);
    FORBID("c77.9.2:rough", way == C77_ROUGH && a->steps && !a->forced);
    FORBID("c77.19.6", has_ship(&a->force) && way != C77_WATER && way != C77_DUAL);
    bool enemies = mk_set_has(s->occupied[c77_enemy(side)], to);
    FORBID("c77.9.10", enemies && c77_force_empty(&a->force) && !s->stack[to].total[side]);
    FORBID("c77.19.8",
           c77_is(a->leader, C77_SMITH) && c77_force_type(&a->force, C77_MILITIA) < s->bound_smith);
    FORBID("c77.19.1", c77_is(a->leader, C77_POWELL) &&
                           c77_force_type(&a->force, C77_REGULAR) < s->bound_powell);
    return NULL;
}

void c77_list_march(const c77_state *s, int index, mk_actions *out) {
    const c77_army *a = &s->army[index];
    int place = s->at[a->leader], side = c77_leader_side(a->leader);
    if (a->steps) {
        for (int sp_class = C77_MARCHED; sp_class < C77_CLASSES; sp_class++) {
            if (!(sp_class & C77_MARCHED)) continue;
            for (int n = 1; n <= a->force.sp[sp_class]; n++)
                if (!why_not_leave(a, sp_class, n)) mk_offer(out, C77_V_LEAVE, sp_class, n, 0);
        }
        MK_SET_EACH(l, a->force.leaders) {
            int c = C77_COMPANION_LEADERS + l;
            if (!why_not_part(s, a, c)) mk_offer(out, C77_V_PART, c, 0, 0);
        }
        for (int c = C77_COMPANION_TRAIN; c < C77_COMPANION_LEADERS; c++)
            if (!why_not_part(s, a, c)) mk_offer(out, C77_V_PART, c, 0, 0);
    }
    if (why_not_on(s, a)) return;
    MK_SET_EACH(to, c77_near(place) & c77_area(s)) {
        if (!why_not_go(s, a, to)) mk_offer(out, C77_V_GO, to, 0, 0);
    }
    offer_take(s, a, out);
    MK_SET_EACH(l, c77_leaders_at(s, place, side) & ~s->marched & ~a->force.leaders) {
        int c = C77_COMPANION_LEADERS + l;
        if (!why_not_bring(s, a, c)) mk_offer(out, C77_V_BRING, c, 0, 0);
    }
    for (int c = C77_COMPANION_TRAIN; c < C77_COMPANION_LEADERS; c++)
        if (!why_not_bring(s, a, c)) mk_offer(out, C77_V_BRING, c, 0, 0);
}

const char *c77_why_not_march(const c77_state *s, int index, mk_action x) {
    const c77_army *a = &s->army[index];
    switch (x.verb) {
    case C77_V_TAKE: return why_not_take(s, a, x.a, x.b);
    case C77_V_BRING: return why_not_bring(s, a, x.a);
    case C77_V_LEAVE: return why_not_leave(a, x.a, x.b);
    case C77_V_PART: return why_not_part(s, a, x.a);
    default: return why_not_go(s, a, x.a);
    }
}

/* ---- Doing it ---- */

/* SP that march are marked (c77.7.4), and so is all that goes along. */
static void mark_marched(c77_state *s, c77_army *a, int place) {
    int side = c77_leader_side(a->leader);
    c77_stack *p = &s->stack[place];
    for (int sp_class = 0; sp_class < C77_CLASSES; sp_class++) {
        int count = a->force.sp[sp_class];
        if (sp_class & C77_MARCHED || !count) continue;
        mk_force_turn(p->sp, sp_class, sp_class | C77_MARCHED, count);
        mk_force_turn(a->force.sp, sp_class, sp_class | C77_MARCHED, count);
    }
    mk_force_turn(p->trains[side], 0, 1, a->force.trains[0]);
    mk_force_turn(a->force.trains, 0, 1, a->force.trains[0]);
    s->marched |= a->force.leaders;
    if (a->force.kosciuszko) s->kosciuszko_marched = 1;
}

/* What both armies had gathered goes with one of them. */
static void note_contest(const c77_state *s, int from, mk_log *log) {
    bool bound = c77_bound(s, from, C77_MILITIA) || c77_bound(s, from, C77_REGULAR);
    c77_note_case(log, bound ? C77_BOUND_LEFT : C77_SP_CONTESTED);
}

static void go(c77_state *s, int index, int to, mk_log *log) {
    c77_army *a = &s->army[index];
    int from = s->at[a->leader], side = c77_leader_side(a->leader);
    bool obstacle =
        c77_obstacle(s, side, from, to) ||
        (has_ship(&a->force) && RULE("c77.19.6", way_for(s, side, from, to) == C77_DUAL));
    const c77_army *other = &s->army[!index];
    int gathered = c77_force_size(&other->force);
    mark_marched(s, a, from);
    c77_move_force(s, &a->force, side, from, to);
    if (other->leader != C77_NONE && mk_set_has(a->force.leaders, other->leader))
        c77_note_case(log, C77_LEADER_CARRIED);
    else if (c77_force_size(&other->force) < gathered)
        note_contest(s, from, log);
    if (c77_is(a->leader, C77_SMITH))
        s->bound_smith = (uint8_t)c77_force_type(&a->force, C77_MILITIA);
    a->steps++;
    if (a->forced) a->forced--;
    if (!a->forced && (obstacle || a->steps >= c77.march_spaces)) a->pace = C77_STOPPED;
    mk_log_event(log, C77_E_MARCH, side, MK_EVERYONE, 0, a->leader,
                 (int16_t)c77_force_size(&a->force), (int16_t)from, (int16_t)to);
    c77_enter(s, C77_BY_MARCH, to, side)->army = (uint8_t)index;
    c77_came_from(s, side, from);
    c77_occupy(s, from, log); /* whom he left behind among enemies escapes before all else */
}

void c77_apply_march(c77_state *s, int index, mk_action x, mk_log *log) {
    c77_army *a = &s->army[index];
    int place = s->at[a->leader], side = c77_leader_side(a->leader);
    if (index == C77_SECOND_ARMY) s->act.interrupted = 0;
    switch (x.verb) {
    case C77_V_TAKE:
        c77_take(&a->force, x.a, x.b);
        mk_log_event(log, C77_E_PICKED_UP, side, MK_EVERYONE, 0, a->leader, x.b, x.a);
        return;
    case C77_V_BRING:
        if (x.a == C77_COMPANION_TRAIN)
            a->force.trains[0]++;
        else
            c77_bring(s, &a->force, place, side, x.a);
        return;
    case C77_V_LEAVE:
        mk_count_add(&a->force.sp[x.a], -x.b);
        mk_log_event(log, C77_E_DROPPED, side, MK_EVERYONE, 0, a->leader, x.b, x.a, (int16_t)place);
        return;
    case C77_V_PART:
        if (x.a == C77_COMPANION_TRAIN)
            a->force.trains[1]--;
        else if (x.a == C77_COMPANION_KOSCIUSZKO)
            a->force.kosciuszko = 0;
        else
            mk_set_remove(&a->force.leaders, x.a - C77_COMPANION_LEADERS);
        return;
    default: go(s, index, x.a, log); return;
    }
}

/* ---- A subordinate leader, or Smith, marches ---- */

/* He marches until he halts or is gone. */
void c77_marching_step(void *state, mk_log *log) {
    (void)log;
    c77_state *s = state;
    int leader = s->army[C77_SECOND_ARMY].leader;
    if (leader == C77_NONE)
        mk_pop(&s->base);
    else
        mk_push(&s->base, C77_PH_MARCH, c77_leader_side(leader))->a = (int16_t)leader;
}

void c77_march_list(const void *state, mk_actions *out) {
    const c77_state *s = state;
    mk_offer(out, C77_V_HALT, 0, 0, 0);
    bool primary = s->act.leader != C77_NONE && !s->act.interrupted;
    if (primary) mk_offer(out, C77_V_INTERRUPT, 0, 0, 0);
    c77_list_march(s, C77_SECOND_ARMY, out);
}

const char *c77_march_why_not(const void *state, mk_action x) {
    const c77_state *s = state;
    if (x.verb == C77_V_HALT) return NULL; /* c77.9.4, c77.9.6: no army must march */
    if (x.verb == C77_V_INTERRUPT) {
        FORBID("c77.7.4:pause", s->act.leader == C77_NONE || s->act.interrupted);
        return NULL;
    }
    return c77_why_not_march(s, C77_SECOND_ARMY, x);
}

void c77_march_apply(void *state, mk_action x, mk_log *log) {
    c77_state *s = state;
    mk_pop(&s->base);
    if (x.verb == C77_V_HALT) {
        c77_start_army(s, C77_SECOND_ARMY, C77_NONE);
    } else if (x.verb == C77_V_INTERRUPT) {
        s->act.interrupted = 1;
        if (!c77_force_empty(&s->army[C77_SECOND_ARMY].force))
            c77_note_case(log, C77_INTERRUPTS_GATHERED);
        mk_push(&s->base, C77_PH_ACTING, c77_leader_side(s->act.leader))->a = 1;
    } else {
        c77_apply_march(s, C77_SECOND_ARMY, x, log);
    }
}

/* c77.19.8: Smith marches by his event only. */
void c77_smith_marches(c77_state *s, mk_log *log) {
    int smith = c77.named[C77_SMITH];
    c77_start_army(s, C77_SECOND_ARMY, smith);
    mk_log_event(log, C77_E_ACTIVATED, C77_PATRIOT, MK_EVERYONE, 0, (int16_t)smith);
    mk_push(&s->base, C77_PH_MARCHING, C77_PATRIOT);
}

/* ---- Powell's garrison (c77.19.1) ---- */

static bool free_of_patriots(const c77_state *s, int space) {
    return !mk_set_has(s->occupied[C77_PATRIOT], space);
}

/* How near to the fort the garrison can get if it goes there now. */
static int nearest_after(const c77_state *s, int from, int to) {
    const c77_army *a = &s->army[C77_SECOND_ARMY];
    int best = c77_distance(s, to, c77.ticonderoga);
    int limit = unsupplied(s, a) ? c77.unsupplied_spaces : c77.march_spaces;
    if (c77_obstacle(s, C77_BRITISH, from, to) || a->steps + 1 >= limit) return best;
    MK_SET_EACH(next, c77_near(to) & c77_area(s)) {
        bool open = way_for(s, C77_BRITISH, to, next) != C77_ROUGH;
        if (!open || !free_of_patriots(s, next)) continue;
        int distance = c77_distance(s, next, c77.ticonderoga);
        if (distance < best) best = distance;
    }
    return best;
}

/* The next spaces on the ways that lead as close to the fort as possible; none: he is there, or
 * can get no closer. */
static mk_set128 garrison_ways(const c77_state *s) {
    const c77_army *a = &s->army[C77_SECOND_ARMY];
    if (a->leader == C77_NONE || !c77_on_map(s, a->leader) || c77_besieged(s, a->leader)) return 0;
    int from = s->at[a->leader], best = c77_distance(s, from, c77.ticonderoga);
    mk_set128 ways = 0;
    MK_SET_EACH(to, c77_near(from) & c77_area(s)) {
        if (!free_of_patriots(s, to) || why_not_go(s, a, to)) continue;
        int distance = nearest_after(s, from, to);
        if (distance < best) {
            best = distance;
            ways = 0;
        }
        if (distance == best && distance < c77_distance(s, from, c77.ticonderoga))
            mk_set_add(&ways, to);
    }
    return ways;
}

static void end_garrison_march(c77_state *s) {
    const c77_army *a = &s->army[C77_SECOND_ARMY];
    if (a->leader != C77_NONE && RULE("c77.19.1", s->at[a->leader] == c77.ticonderoga)) {
        s->powell_done = 1;
        mk_set_remove(&s->markers, c77.named[C77_POWELL]);
        mk_set_remove(&s->cup, c77.named[C77_POWELL]);
    }
    c77_start_army(s, C77_SECOND_ARMY, C77_NONE);
}

/* From space to space; asked for only where two ways are as good. */
void c77_garrison_march_step(void *state, mk_log *log) {
    c77_state *s = state;
    mk_set128 ways = garrison_ways(s);
    if (!ways) {
        end_garrison_march(s);
        mk_pop(&s->base);
    } else if (mk_set_size(ways) == 1) {
        go(s, C77_SECOND_ARMY, mk_set_first(ways), log);
    } else {
        mk_push(&s->base, C77_PH_GARRISON, C77_BRITISH)->a = c77.named[C77_POWELL];
    }
}

/* His marker was drawn: the garrison leaves its box and goes as far as it can. */
void c77_powell_marches(c77_state *s, mk_log *log) {
    int powell = c77.named[C77_POWELL], box = c77_box(C77_TICONDEROGA_BOX);
    c77_start_army(s, C77_SECOND_ARMY, powell);
    c77_army *a = &s->army[C77_SECOND_ARMY];
    if (s->at[powell] == box) {
        for (int mark = 0; mark < C77_MARKS; mark++)
            a->force.sp[C77_REGULAR * C77_MARKS + mark] =
                s->stack[box].sp[C77_REGULAR * C77_MARKS + mark];
        c77_move_force(s, &a->force, C77_BRITISH, box, c77.montreal);
    }
    const uint8_t *sp = s->stack[s->at[powell]].sp + C77_REGULAR * C77_MARKS;
    for (int mark = 0, left = s->bound_powell; mark < C77_MARCHED; mark++) {
        int count = sp[mark] < left ? sp[mark] : left;
        a->force.sp[C77_REGULAR * C77_MARKS + mark] = (uint8_t)count;
        left -= count;
    }
    mk_log_event(log, C77_E_ACTIVATED, C77_BRITISH, MK_EVERYONE, 0, (int16_t)powell);
    mk_push(&s->base, C77_PH_GARRISON_MARCH, C77_BRITISH);
}

void c77_garrison_list(const void *state, mk_actions *out) {
    MK_SET_EACH(to, garrison_ways(state)) mk_offer(out, C77_V_GO, to, 0, 0);
}

const char *c77_garrison_why_not(const void *state, mk_action x) {
    FORBID("c77.19.1", !mk_set_has(garrison_ways(state), x.a));
    return NULL;
}

void c77_garrison_apply(void *state, mk_action x, mk_log *log) {
    c77_state *s = state;
    mk_pop(&s->base);
    go(s, C77_SECOND_ARMY, x.a, log);
}
