/* move.c - movement: units alone, groups with a leader, rivers. */
#include "p77.h"

static inline bool on_map(const p77_state *s, int unit) { return s->at[unit] < P77_MAX_SPACES; }

/* p77.move.rate, p77.weather.rain */
int p77_rate(const p77_state *s, int unit) {
    int rate = p77.unit[unit].move;
    return RULE("p77.weather.rain", s->rain && rate > p77.rain_move) ? p77.rain_move : rate;
}

/* Units, not leaders, that attacked by this road in this player turn. */
static int attackers_by(const p77_state *s, int way) {
    int count = 0;
    P77_EACH(u, p77.of_side[s->active] & ~p77.leaders) count += s->attack_way[u] == way;
    return count;
}

/* May these blocks, which stand together, go to the next location? */
const char *p77_why_not_road(const p77_state *s, p77_set movers, int to) {
    int from = s->at[p77_first(movers)];
    FORBID("p77.move.road", !p77_in(p77.near[from], to));
    if (!p77_at(s, to, p77_enemy(s->active))) return NULL;
    int way = mk_way(&p77.roads, from, to);
    if (!(mk_way_bits(&p77.roads, way) & P77_CROSSES_RIVER)) return NULL;
    FORBID("p77.river.attack_limit",
           attackers_by(s, way) + p77_size(movers & ~p77.leaders) > p77.river_road_limit);
    return NULL;
}

static bool has_a_road(const p77_state *s, p77_set movers) {
    P77_EACH(to, p77.near[s->at[p77_first(movers)]]) {
        if (!p77_why_not_road(s, movers, to)) return true;
    }
    return false;
}

/* ---- The roads themselves ---- */

/* The enemy sees how many blocks march, not that one of them leads; p77.boxes.hidden: the block
 * of a leader with a box stands for all that is in it. */
static void tell_step(const p77_state *s, int lead, int from, int to, mk_log *log) {
    p77_side side = s->active;
    int16_t count = (int16_t)p77_size(s->group);
    /* Whether it is an overrun tells how many are in an enemy's box: undo stops behind it. */
    uint8_t news = p77_boxes(s) && p77_at(s, to, p77_enemy(side)) ? MK_REVEALED : 0;
    if (p77_in(p77.leaders, lead))
        mk_tell(log, P77_E_GROUP, side, MK_ONLY(side), news, (int16_t)lead, count - 1,
                (int16_t)from, (int16_t)to);
    else
        mk_tell(log, P77_E_MARCH, side, MK_ONLY(side), news, (int16_t)lead, (int16_t)from,
                (int16_t)to);
    if (count == 1)
        mk_tell(log, P77_E_MARCH_HIDDEN, side, MK_BUT(side), 0, (int16_t)from, (int16_t)to);
    else if (p77_boxes(s) && p77_in_box(s, lead)) /* p77.boxes.hidden */
        mk_tell(log, P77_E_GROUP_BOXED, side, MK_BUT(side), 0, (int16_t)lead, (int16_t)from,
                (int16_t)to);
    else
        mk_tell(log, P77_E_GROUP_HIDDEN, side, MK_BUT(side), 0, count, (int16_t)from, (int16_t)to);
}

/* The blocks in s->group go one road. The move goes on if locations are left, no river was
 * crossed (p77.river.stop) and no enemy stands there (p77.battle.stop) or he is overrun. */
static void step(p77_state *s, int lead, int to, int locations_left, mk_log *log) {
    int from = s->at[lead], way = mk_way(&p77.roads, from, to);
    bool river = mk_way_bits(&p77.roads, way) & P77_CROSSES_RIVER;
    bool enemies = p77_at(s, to, p77_enemy(s->active)) != 0;
    tell_step(s, lead, from, to, log);
    p77_relocate(s, s->group, to, log);
    s->moved |= s->group;
    s->taken = s->left = 0;
    P77_EACH(u, s->group) s->attack_way[u] = enemies ? (uint8_t)way : P77_NO_WAY;
    bool overrun = enemies && p77_engagement(s, to) == P77_OVERRUN;
    bool stopped = RULE("p77.river.stop", river) || (enemies && !overrun) || !locations_left;
    if (stopped) {
        s->group = 0;
    } else {
        mk_frame *f = mk_push(&s->base, P77_PH_ON_THE_MARCH, s->active);
        f->a = (int16_t)lead;
        f->b = (int16_t)locations_left;
    }
    if (overrun) p77_overrun(s, to, log);
}

/* ---- The movement of a player turn ---- */

static const char *why_not_move(const p77_state *s, int unit) {
    FORBID("p77.move.own", !p77_in(p77.of_side[s->active], unit));
    FORBID("p77.eliminated", !on_map(s, unit));
    FORBID("p77.action_points.cost", s->ap_left == 0);
    FORBID("p77.move.once", p77_in(s->moved, unit));
    return NULL;
}

/* p77.move.individual. Leaders move by `lead`, with or without units. */
static const char *why_not_march(const p77_state *s, int unit, int to) {
    const char *why = why_not_move(s, unit);
    if (why) return why;
    FORBID("p77.group", p77_in(p77.leaders, unit));
    return p77_why_not_road(s, P77_BIT(unit), to);
}

static const char *why_not_lead(const p77_state *s, int leader) {
    const char *why = why_not_move(s, leader);
    if (why) return why;
    FORBID("p77.group", !p77_in(p77.leaders, leader));
    return NULL;
}

/* The neighbours to which a unit alone may go from a location: the same for all units there.
 * Only where enemies stand (`held`) can the road be closed. */
static p77_set open_roads(const p77_state *s, int unit, p77_set held) {
    p77_set near = p77.near[s->at[unit]], open = near & ~held;
    P77_EACH(to, near & held) {
        if (!p77_why_not_road(s, P77_BIT(unit), to)) open |= P77_BIT(to);
    }
    return open;
}

static void offer_marches(mk_actions *out, p77_set units, p77_set open) {
    mk_action *next = out->list + out->count;
    P77_EACH(unit, units) {
        for (p77_set to = open; to; to &= to - 1)
            *next++ = (mk_action){P77_V_MARCH, (int16_t)unit, (int16_t)p77_first(to), 0};
    }
    out->count = (int)(next - out->list);
}

void p77_movement_list(const void *state, mk_actions *out) {
    const p77_state *s = state;
    mk_offer(out, P77_V_FINISH, 0, 0, 0);
    if (!s->ap_left) return;
    p77_set waiting = p77.of_side[s->active] & ~s->moved;
    P77_EACH(leader, waiting & p77.leaders) {
        if (on_map(s, leader)) mk_offer(out, P77_V_LEAD, leader, 0, 0);
    }
    p77_set held = p77_occupied(s, p77_enemy(s->active));
    for (p77_set left = waiting & ~p77.leaders; left;) {
        int first = p77_first(left);
        left &= left - 1;
        if (!on_map(s, first)) continue;
        p77_set together = s->here[s->at[first]] & waiting & ~p77.leaders;
        left &= ~together;
        offer_marches(out, together, open_roads(s, first, held));
    }
}

const char *p77_movement_why_not(const void *state, mk_action a) {
    switch (a.verb) {
    case P77_V_MARCH: return why_not_march(state, a.a, a.b);
    case P77_V_LEAD: return why_not_lead(state, a.a);
    default: return NULL; /* to finish is always possible */
    }
}

void p77_movement_apply(void *state, mk_action a, mk_log *log) {
    p77_state *s = state;
    if (a.verb == P77_V_FINISH) {
        p77_end_movement(s, log);
        return;
    }
    s->group = P77_BIT(a.a);
    s->box[a.a] = P77_NO_UNIT;
    if (a.verb == P77_V_MARCH) {
        s->ap_left--; /* p77.action_points.cost */
        step(s, a.a, a.b, p77_rate(s, a.a) - 1, log);
        return;
    }
    s->group |= p77_in_box(s, a.a);
    s->taken = s->left = 0;
    mk_frame *f = mk_push(&s->base, P77_PH_MUSTER, s->active);
    f->a = a.a;
    f->b = (int16_t)p77_rate(s, a.a);
}

/* ---- A move in progress: a group being gathered, or halfway ---- */

static inline int lead_of(const p77_state *s) { return mk_top_const(&s->base)->a; }
static inline bool setting_out(const p77_state *s) {
    return mk_top_const(&s->base)->phase == P77_PH_MUSTER;
}

/* p77.group, p77.group.drop_and_pick: units of the location join the leader. */
static const char *why_not_take(const p77_state *s, int unit) {
    int leader = lead_of(s);
    FORBID("p77.group", !p77_in(p77.leaders, leader));
    FORBID("p77.move.own", !p77_in(p77.of_side[s->active], unit));
    FORBID("p77.group.starts_together", s->at[unit] != s->at[leader]);
    FORBID("p77.move.once", p77_in(s->moved, unit));
    FORBID("p77.group.starts_together", p77_in(s->group | s->left, unit));
    FORBID("p77.group.limit", p77_size(s->group) - 1 >= p77.unit[leader].group_limit);
    const char *why = p77_why_not_with(unit, leader);
    if (why) return why;
    FORBID("p77.boxes.enter", p77_boxes(s) && p77_in_box(s, unit));
    FORBID("p77.river.attack_limit", !has_a_road(s, s->group | P77_BIT(unit)));
    return NULL;
}

/* What joined the group here does not leave it here: taking back is not a move. */
static const char *why_not_leave(const p77_state *s, int unit) {
    FORBID("p77.group", !p77_in(s->group, unit) || unit == lead_of(s));
    FORBID("p77.group.starts_together", p77_in(s->taken, unit));
    return NULL;
}

/* Who was picked up must go on with the leader. */
static const char *why_not_halt(const p77_state *s) {
    FORBID("p77.group.starts_together", s->taken != 0);
    return NULL;
}

void p77_march_list(const void *state, mk_actions *out) {
    const p77_state *s = state;
    int at = s->at[lead_of(s)];
    P77_EACH(to, p77.near[at]) {
        if (!p77_why_not_road(s, s->group, to)) mk_offer(out, P77_V_GO, to, 0, 0);
    }
    if (!setting_out(s) && !s->taken) mk_offer(out, P77_V_HALT, 0, 0, 0);
    P77_EACH(unit, p77_at(s, at, s->active)) {
        if (!why_not_take(s, unit)) mk_offer(out, P77_V_TAKE, unit, 0, 0);
        if (!why_not_leave(s, unit)) mk_offer(out, P77_V_LEAVE, unit, 0, 0);
    }
}

const char *p77_march_why_not(const void *state, mk_action a) {
    const p77_state *s = state;
    switch (a.verb) {
    case P77_V_TAKE: return why_not_take(s, a.a);
    case P77_V_LEAVE: return why_not_leave(s, a.a);
    case P77_V_GO: return p77_why_not_road(s, s->group, a.a);
    default: return why_not_halt(s);
    }
}

static void take(p77_state *s, int unit, mk_log *log) {
    int leader = lead_of(s);
    s->group |= P77_BIT(unit);
    s->taken |= P77_BIT(unit);
    s->box[unit] = p77_boxes(s) ? (uint8_t)leader : P77_NO_UNIT;
    mk_tell(log, P77_E_TAKE, s->active, MK_ONLY(s->active), 0, (int16_t)leader, (int16_t)unit);
}

static void leave(p77_state *s, int unit, mk_log *log) {
    s->group &= ~P77_BIT(unit);
    s->left |= P77_BIT(unit);
    s->box[unit] = P77_NO_UNIT;
    p77_side side = s->active;
    mk_tell(log, P77_E_LEAVE, side, MK_ONLY(side), 0, (int16_t)lead_of(s), (int16_t)unit,
            s->at[unit]);
    mk_tell(log, P77_E_LEAVE_HIDDEN, side, MK_BUT(side), 0, s->at[unit]);
}

void p77_march_apply(void *state, mk_action a, mk_log *log) {
    p77_state *s = state;
    mk_frame f = *mk_top(&s->base);
    switch (a.verb) {
    case P77_V_TAKE: take(s, a.a, log); return;
    case P77_V_LEAVE: leave(s, a.a, log); return;
    case P77_V_GO:
        if (setting_out(s)) s->ap_left--; /* paid when the group is seen to move */
        mk_pop(&s->base);
        step(s, f.a, a.a, f.b - 1, log);
        return;
    default:
        mk_pop(&s->base);
        s->group = s->taken = s->left = 0;
        return;
    }
}
