/* march.c - armies on the march: who goes along, which way, how far (8.0, c77.9.0). */
#include "c77.h"

#include <string.h>

/* ---- Ways ---- */

/* What a connection is to a side now. Felled trees make the roads of the north rough. */
static int way_for(const c77_state *s, int side, int from, int to) {
    int way = c77.way[from][to];
    bool blocked = s->felled_trees && side == C77_BRITISH && c77_in(c77.northern, from) &&
                   c77_in(c77.northern, to);
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
    FORBID("c77.9.2", c77.way[from][to] == C77_NO_WAY);
    FORBID("c77.20.0", !c77_in(c77_area(s), to));
    FORBID("c77.19.7", side == C77_PATRIOT && c77.closed[c77.link[from][to]]);
    return c77_why_not_leave_fort(s, side, from, to);
}

/* ---- Who goes along: the same for march, intercept, avoid, reinforce ---- */

/* SP of a class that are not yet part of a declared attempt. */
static int free_sp(const c77_state *s, int place, int class) {
    const c77_battle *b = &s->battle;
    int count = s->stack[place].sp[class];
    if (b->kind == C77_NO_BATTLE) return count;
    for (int i = 0; i < b->attempt_count; i++)
        if (b->attempt[i].from == place && !b->attempt[i].done)
            count -= b->attempt[i].force.sp[class];
    if (place == b->at) count -= b->intercepted.sp[class];
    return count;
}

static int free_of_type(const c77_state *s, int place, int type) {
    int count = 0;
    for (int mark = 0; mark < C77_MARKS; mark++)
        count += free_sp(s, place, type * C77_MARKS + mark);
    return count;
}

static int force_of_type(const c77_force *f, int type) {
    const uint8_t *sp = f->sp + type * C77_MARKS;
    return sp[0] + sp[1] + sp[2] + sp[3];
}

static bool leads_bound(int leader, int type) {
    return type == C77_MILITIA ? c77_is(leader, C77_SMITH) : c77_is(leader, C77_POWELL);
}

const char *c77_why_not_take(const c77_state *s, int leader, const c77_force *f, int place,
                             int class, int count) {
    int type = c77_type_of(class), rank = c77_face_of(s, leader)->rank;
    int only = c77.leader[leader].only;
    FORBID("c77.8.2", count == 0 || c77.unit[type].side != c77_leader_side(leader));
    FORBID("c77.8.2", f->sp[class] + count > free_sp(s, place, class));
    if (type == C77_MILITIA || type == C77_REGULAR) {
        int bound = leads_bound(leader, type) ? 0 : c77_bound(s, place, type);
        int left = free_of_type(s, place, type) - force_of_type(f, type) - count;
        if (type == C77_MILITIA)
            FORBID("c77.19.8", left < bound);
        else
            FORBID("c77.19.1", left < bound);
    }
    if (only == C77_MILITIA) FORBID("c77.16.4", type != only);
    if (only == C77_INDIAN) FORBID("c77.16.5", type != only);
    if (type == C77_SHIP) return NULL; /* c77.9.1: at no cost */
    FORBID("c77.9.1", c77_force_size(f) + count > c77.rank_sp[rank]);
    if (c77.unit[type].artillery)
        FORBID("c77.9.1", c77_force_artillery(f) + count > c77.rank_artillery[rank]);
    return NULL;
}

void c77_take(c77_force *f, int class, int count) {
    f->sp[class] = (uint8_t)(f->sp[class] + count);
}

/* Offers every class with these marks at most, in every number that is allowed. */
static void offer_take(const c77_state *s, mk_actions *out, int leader, const c77_force *f,
                       int place, int marks) {
    const uint8_t *sp = s->stack[place].sp;
    int side = c77_leader_side(leader), only = c77.leader[leader].only;
    int first = side == C77_BRITISH ? C77_REGULAR : C77_CONTINENTAL;
    int last = side == C77_BRITISH ? C77_ARTILLERY_B : C77_ARTILLERY_P;
    for (int type = first; type < C77_TYPES; type = type == last ? C77_SHIP : type + 1) {
        if (type == C77_SHIP && side != C77_BRITISH) break;
        if (only != C77_NONE && type != only) continue;
        for (int mark = 0; mark < C77_MARKS; mark++) {
            int class = type * C77_MARKS + mark;
            if (!sp[class] || mark & ~marks) continue;
            for (int n = 1; n <= sp[class]; n++) {
                if (c77_why_not_take(s, leader, f, place, class, n)) break;
                mk_offer(out, C77_V_TAKE, class, n, 0);
            }
        }
    }
}

static bool in_attempt(const c77_state *s, int leader) {
    for (int i = 0; i < s->battle.attempt_count; i++)
        if (c77_among(s->battle.attempt[i].force.leaders, leader)) return true;
    return false;
}

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
        FORBID("c77.9.1", had >= free_trains(s, place, side, 0) + free_trains(s, place, side, 1));
        return NULL;
    }
    if (companion == C77_COMPANION_KOSCIUSZKO) {
        FORBID("c77.9.1", side != C77_PATRIOT || s->kosciuszko != place || f->kosciuszko);
        for (int i = 0; i < s->battle.attempt_count; i++)
            FORBID("c77.9.1", s->battle.attempt[i].force.kosciuszko);
        return NULL;
    }
    int other = companion - C77_COMPANION_LEADERS;
    FORBID("c77.9.1", other == leader || c77_leader_side(other) != side || s->at[other] != place);
    FORBID("c77.9.1", c77_among(f->leaders, other));
    FORBID("c77.19.8", c77_is(other, C77_SMITH)); /* his militia would stay behind */
    FORBID("c77.19.1", c77_is(other, C77_POWELL));
    FORBID("c77.10.1", in_attempt(s, other));
    return NULL;
}

/* Trains that marched go first: those that did not may still march later. */
void c77_bring(c77_state *s, c77_force *f, int place, int side, int companion) {
    if (companion == C77_COMPANION_TRAIN)
        f->trains[f->trains[1] < free_trains(s, place, side, 1)]++;
    else if (companion == C77_COMPANION_KOSCIUSZKO)
        f->kosciuszko = 1;
    else
        f->leaders |= C77_LEADER_BIT(companion - C77_COMPANION_LEADERS);
}

/* ---- An army and how far it gets ---- */

void c77_start_army(c77_state *s, int index, int leader) {
    c77_army *a = &s->army[index];
    memset(a, 0, sizeof *a);
    a->leader = (uint8_t)leader;
    if (leader != C77_NONE) a->force.leaders = C77_LEADER_BIT(leader);
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

/* What is no longer with the leader is no longer in his army: losses, others took it. */
void c77_trim_army(c77_state *s, c77_army *a) {
    if (a->leader == C77_NONE) return;
    int place = s->at[a->leader], side = c77_leader_side(a->leader);
    const c77_stack *p = &s->stack[place];
    for (int class = 0; class < C77_CLASSES; class ++)
        if (a->force.sp[class] > p->sp[class]) a->force.sp[class] = p->sp[class];
    for (int mark = 0; mark < 2; mark++)
        if (a->force.trains[mark] > p->trains[side][mark])
            a->force.trains[mark] = p->trains[side][mark];
    C77_EACH_LEADER(l, a->force.leaders) {
        if (s->at[l] != place) a->force.leaders &= ~C77_LEADER_BIT(l);
    }
    if (s->kosciuszko != place) a->force.kosciuszko = 0;
}

static bool unsupplied(const c77_state *s, const c77_army *a) {
    if (c77_among(s->unsupplied, a->leader)) return true;
    for (int class = C77_UNSUPPLIED; class < C77_CLASSES; class += 2)
        if (a->force.sp[class]) return true;
    return false;
}

/* c77.9.2, c77.15.4 */
static const char *why_not_on(const c77_state *s, const c77_army *a) {
    FORBID("c77.14.2", c77_besieged(s, a->leader));
    FORBID("c77.13.9", a->pace == C77_BEATEN);
    FORBID("c77.9.2", a->pace == C77_STOPPED);
    if (a->forced) return NULL;
    if (unsupplied(s, a)) FORBID("c77.15.4", a->steps >= c77.unsupplied_spaces);
    FORBID("c77.9.2", a->steps >= c77.march_spaces);
    /* c77.9.5: unless an event activates him again */
    bool again = a->steps == 0 && c77_among(s->marched, a->leader) && !s->act.bold;
    FORBID("c77.9.5", again && s->act.leader == a->leader);
    return NULL;
}

/* ---- The verbs of a march ---- */

/* c77.9.8: also on the way, while he can go on. */
static const char *why_not_take(const c77_state *s, const c77_army *a, int class, int count) {
    const char *why = why_not_on(s, a);
    if (why) return why;
    FORBID("c77.7.4", class & C77_MARCHED);
    FORBID("c77.15.4", class & C77_UNSUPPLIED && (a->steps || a->forced));
    return c77_why_not_take(s, a->leader, &a->force, s->at[a->leader], class, count);
}

static const char *why_not_bring(const c77_state *s, const c77_army *a, int companion) {
    const char *why = why_not_on(s, a);
    int place = s->at[a->leader], side = c77_leader_side(a->leader);
    if (why) return why;
    why = c77_why_not_bring(s, a->leader, &a->force, place, companion);
    if (why) return why;
    if (companion == C77_COMPANION_TRAIN)
        FORBID("c77.7.4", a->force.trains[0] >= s->stack[place].trains[side][0]);
    else if (companion == C77_COMPANION_KOSCIUSZKO)
        FORBID("c77.7.4", s->kosciuszko_marched);
    else
        FORBID("c77.7.4", c77_among(s->marched, companion - C77_COMPANION_LEADERS));
    return NULL;
}

/* c77.9.7: what came along may be dropped off. What joined here does not leave here: taking back
 * is not a move. */
static const char *why_not_leave(const c77_army *a, int class, int count) {
    FORBID("c77.9.7", !(class & C77_MARCHED) || count == 0 || count > a->force.sp[class]);
    FORBID("c77.19.8", c77_is(a->leader, C77_SMITH));
    return NULL;
}

static const char *why_not_part(const c77_state *s, const c77_army *a, int companion) {
    int other = companion - C77_COMPANION_LEADERS;
    if (companion == C77_COMPANION_TRAIN)
        FORBID("c77.9.7", !a->force.trains[1]);
    else if (companion == C77_COMPANION_KOSCIUSZKO)
        FORBID("c77.9.7", !a->force.kosciuszko || !s->kosciuszko_marched);
    else
        FORBID("c77.9.7", other == a->leader || !c77_among(a->force.leaders, other) ||
                              !c77_among(s->marched, other));
    return NULL;
}

static bool has_ship(const c77_force *f) { return force_of_type(f, C77_SHIP) != 0; }

static const char *why_not_go(const c77_state *s, const c77_army *a, int to) {
    const char *why = why_not_on(s, a);
    if (why) return why;
    int from = s->at[a->leader], side = c77_leader_side(a->leader);
    why = c77_why_not_step(s, side, from, to);
    if (why) return why;
    int way = way_for(s, side, from, to);
    FORBID("c77.9.2", way == C77_ROUGH && a->steps && !a->forced);
    FORBID("c77.19.6", has_ship(&a->force) && way != C77_WATER && way != C77_DUAL);
    bool enemies = c77_in(s->occupied[c77_enemy(side)], to);
    FORBID("c77.9.10", enemies && c77_force_empty(&a->force) && !s->stack[to].total[side]);
    FORBID("c77.19.8",
           c77_is(a->leader, C77_SMITH) && force_of_type(&a->force, C77_MILITIA) < s->bound_smith);
    return NULL;
}

void c77_list_march(const c77_state *s, int index, mk_actions *out) {
    const c77_army *a = &s->army[index];
    int place = s->at[a->leader], side = c77_leader_side(a->leader);
    if (a->steps) {
        for (int class = C77_MARCHED; class < C77_CLASSES; class ++) {
            if (!(class & C77_MARCHED)) continue;
            for (int n = 1; n <= a->force.sp[class]; n++)
                if (!why_not_leave(a, class, n)) mk_offer(out, C77_V_LEAVE, class, n, 0);
        }
        C77_EACH_LEADER(l, a->force.leaders) {
            int c = C77_COMPANION_LEADERS + l;
            if (!why_not_part(s, a, c)) mk_offer(out, C77_V_PART, c, 0, 0);
        }
        for (int c = C77_COMPANION_TRAIN; c < C77_COMPANION_LEADERS; c++)
            if (!why_not_part(s, a, c)) mk_offer(out, C77_V_PART, c, 0, 0);
    }
    if (why_not_on(s, a)) return;
    C77_EACH(to, c77.near[place] & c77_area(s)) {
        if (!why_not_go(s, a, to)) mk_offer(out, C77_V_GO, to, 0, 0);
    }
    bool fresh = !a->steps && !a->forced;
    offer_take(s, out, a->leader, &a->force, place, fresh ? C77_UNSUPPLIED : 0);
    C77_EACH_LEADER(l, c77_leaders_at(s, place, side) & ~s->marched & ~a->force.leaders) {
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
    for (int class = 0; class < C77_CLASSES; class ++) {
        int count = a->force.sp[class];
        if (class & C77_MARCHED || !count) continue;
        p->sp[class] = (uint8_t)(p->sp[class] - count);
        p->sp[class | C77_MARCHED] = (uint8_t)(p->sp[class | C77_MARCHED] + count);
        a->force.sp[class | C77_MARCHED] = (uint8_t)(a->force.sp[class | C77_MARCHED] + count);
        a->force.sp[class] = 0;
    }
    p->trains[side][0] = (uint8_t)(p->trains[side][0] - a->force.trains[0]);
    p->trains[side][1] = (uint8_t)(p->trains[side][1] + a->force.trains[0]);
    a->force.trains[1] = (uint8_t)(a->force.trains[1] + a->force.trains[0]);
    a->force.trains[0] = 0;
    s->marched |= a->force.leaders;
    if (a->force.kosciuszko) s->kosciuszko_marched = 1;
}

static void go(c77_state *s, int index, int to, mk_log *log) {
    c77_army *a = &s->army[index];
    int from = s->at[a->leader], side = c77_leader_side(a->leader);
    bool obstacle =
        c77_obstacle(s, side, from, to) ||
        (has_ship(&a->force) && RULE("c77.19.6", way_for(s, side, from, to) == C77_DUAL));
    mark_marched(s, a, from);
    c77_move_force(s, &a->force, side, from, to);
    if (c77_is(a->leader, C77_SMITH))
        s->bound_smith = (uint8_t)force_of_type(&a->force, C77_MILITIA);
    a->steps++;
    if (a->forced) a->forced--;
    if (!a->forced && (obstacle || a->steps >= c77.march_spaces)) a->pace = C77_STOPPED;
    mk_tell(log, C77_E_MARCH, side, MK_EVERYONE, 0, a->leader, (int16_t)c77_force_size(&a->force),
            (int16_t)from, (int16_t)to);
    c77_occupy(s, from, log);
    c77_enter(s, C77_BY_MARCH, to, side)->army = (uint8_t)index;
    c77_came_from(s, side, from);
}

void c77_apply_march(c77_state *s, int index, mk_action x, mk_log *log) {
    c77_army *a = &s->army[index];
    int place = s->at[a->leader], side = c77_leader_side(a->leader);
    if (index == C77_SECOND_ARMY) s->act.interrupted = 0;
    switch (x.verb) {
    case C77_V_TAKE:
        c77_take(&a->force, x.a, x.b);
        mk_tell(log, C77_E_PICKED_UP, side, MK_EVERYONE, 0, a->leader, x.b, x.a);
        return;
    case C77_V_BRING:
        if (x.a == C77_COMPANION_TRAIN)
            a->force.trains[0]++;
        else
            c77_bring(s, &a->force, place, side, x.a);
        return;
    case C77_V_LEAVE:
        a->force.sp[x.a] = (uint8_t)(a->force.sp[x.a] - x.b);
        mk_tell(log, C77_E_DROPPED, side, MK_EVERYONE, 0, a->leader, x.b, x.a, (int16_t)place);
        return;
    case C77_V_PART:
        if (x.a == C77_COMPANION_TRAIN)
            a->force.trains[1]--;
        else if (x.a == C77_COMPANION_KOSCIUSZKO)
            a->force.kosciuszko = 0;
        else
            a->force.leaders &= ~C77_LEADER_BIT(x.a - C77_COMPANION_LEADERS);
        return;
    default:
        go(s, index, x.a, log);
        c77_go_on(s, log);
        return;
    }
}

/* ---- A subordinate leader, or Smith, marches ---- */

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
        FORBID("c77.7.4", s->act.leader == C77_NONE || s->act.interrupted);
        return NULL;
    }
    return c77_why_not_march(s, C77_SECOND_ARMY, x);
}

void c77_march_apply(void *state, mk_action x, mk_log *log) {
    c77_state *s = state;
    if (x.verb == C77_V_HALT) {
        mk_pop(&s->base);
        c77_start_army(s, C77_SECOND_ARMY, C77_NONE);
        c77_go_on(s, log);
    } else if (x.verb == C77_V_INTERRUPT) {
        s->act.interrupted = 1;
        mk_frame *f = c77_ask(s, C77_PH_ACTIVATION, c77_leader_side(s->act.leader));
        f->a = s->act.leader;
        f->b = s->act.points;
        f->c = 1;
    } else {
        c77_apply_march(s, C77_SECOND_ARMY, x, log);
    }
}

/* c77.19.8: Smith marches by his event only. */
void c77_smith_marches(c77_state *s, mk_log *log) {
    int smith = c77.named[C77_SMITH];
    c77_start_army(s, C77_SECOND_ARMY, smith);
    mk_tell(log, C77_E_ACTIVATED, C77_PATRIOT, MK_EVERYONE, 0, (int16_t)smith);
    c77_ask(s, C77_PH_MARCH, C77_PATRIOT)->a = (int16_t)smith;
}

/* ---- Powell's garrison (c77.19.1) ---- */

static bool free_of_patriots(const c77_state *s, int space) {
    return !c77_in(s->occupied[C77_PATRIOT], space);
}

/* How near to the fort the garrison can get if it goes there now. */
static int nearest_after(const c77_state *s, int from, int to) {
    const c77_army *a = &s->army[C77_SECOND_ARMY];
    int best = c77_distance(s, to, c77.ticonderoga);
    int limit = unsupplied(s, a) ? c77.unsupplied_spaces : c77.march_spaces;
    if (c77_obstacle(s, C77_BRITISH, from, to) || a->steps + 1 >= limit) return best;
    C77_EACH(next, c77.near[to] & c77_area(s)) {
        bool open = way_for(s, C77_BRITISH, to, next) != C77_ROUGH;
        if (!open || !free_of_patriots(s, next)) continue;
        int distance = c77_distance(s, next, c77.ticonderoga);
        if (distance < best) best = distance;
    }
    return best;
}

/* The next spaces on the ways that lead as close to the fort as possible; none: he is there, or
 * can get no closer. */
static c77_set garrison_ways(const c77_state *s) {
    const c77_army *a = &s->army[C77_SECOND_ARMY];
    if (a->leader == C77_NONE || !c77_on_map(s, a->leader) || c77_besieged(s, a->leader)) return 0;
    int from = s->at[a->leader], best = c77_distance(s, from, c77.ticonderoga);
    c77_set ways = 0;
    C77_EACH(to, c77.near[from] & c77_area(s)) {
        if (!free_of_patriots(s, to) || why_not_go(s, a, to)) continue;
        int distance = nearest_after(s, from, to);
        if (distance < best) {
            best = distance;
            ways = 0;
        }
        if (distance == best && distance < c77_distance(s, from, c77.ticonderoga))
            ways |= C77_BIT(to);
    }
    return ways;
}

static void end_garrison_march(c77_state *s) {
    const c77_army *a = &s->army[C77_SECOND_ARMY];
    if (a->leader != C77_NONE && RULE("c77.19.1", s->at[a->leader] == c77.ticonderoga)) {
        s->powell_done = 1;
        s->markers &= ~C77_LEADER_BIT(c77.named[C77_POWELL]);
        s->cup &= ~C77_LEADER_BIT(c77.named[C77_POWELL]);
    }
    c77_start_army(s, C77_SECOND_ARMY, C77_NONE);
}

/* One step of the garrison: asked for only where two ways are as good. */
void c77_march_again(c77_state *s, mk_log *log) {
    c77_set ways = garrison_ways(s);
    if (!ways) {
        end_garrison_march(s);
        return;
    }
    if (c77_size(ways) == 1) {
        go(s, C77_SECOND_ARMY, c77_first(ways), log);
        return;
    }
    c77_ask(s, C77_PH_GARRISON, C77_BRITISH)->a = c77.named[C77_POWELL];
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
    mk_tell(log, C77_E_ACTIVATED, C77_BRITISH, MK_EVERYONE, 0, (int16_t)powell);
}

void c77_garrison_list(const void *state, mk_actions *out) {
    C77_EACH(to, garrison_ways(state)) mk_offer(out, C77_V_GO, to, 0, 0);
}

const char *c77_garrison_why_not(const void *state, mk_action x) {
    FORBID("c77.19.1", !c77_in(garrison_ways(state), x.a));
    return NULL;
}

void c77_garrison_apply(void *state, mk_action x, mk_log *log) {
    c77_state *s = state;
    mk_pop(&s->base);
    go(s, C77_SECOND_ARMY, x.a, log);
    c77_go_on(s, log);
}
