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
    MK_SET_EACH(u, p77.of_side[s->active] & ~p77.leaders) count += s->attack_way[u] == way;
    return count;
}

/* May these blocks, which stand together, go to the next location? */
const char *p77_why_not_road(const p77_state *s, mk_set64 movers, int to) {
    int from = s->at[mk_set_first(movers)];
    FORBID("p77.move.road:road", !mk_set_has(p77.near[from], to));
    if (!p77_at(s, to, p77_enemy(s->active))) return NULL;
    int way = mk_way(&p77.roads, from, to);
    if (!(mk_way_bits(&p77.roads, way) & P77_CROSSES_RIVER)) return NULL;
    FORBID("p77.river.attack_limit:ten",
           attackers_by(s, way) + mk_set_size(movers & ~p77.leaders) > p77.river_road_limit);
    return NULL;
}

static bool has_a_road(const p77_state *s, mk_set64 movers) {
    MK_SET_EACH(to, p77.near[s->at[mk_set_first(movers)]]) {
        if (!p77_why_not_road(s, movers, to)) return true;
    }
    return false;
}

/* ---- The roads themselves ---- */

/* p77.boxes.hidden: the block of a leader with a box stands for all that is in it. */
static bool has_force(const p77_state *s, int lead) { return p77_boxes(s) && p77_in_box(s, lead); }

/* The enemy sees how many blocks march, not that one of them leads. `news`: what they learn of
 * each other's boxes; undo stops behind it. */
static void tell_step(const p77_state *s, int lead, int from, int to, uint8_t news, mk_log *log) {
    p77_side side = s->active;
    int16_t count = (int16_t)mk_set_size(s->group);
    if (mk_set_has(p77.leaders, lead))
        mk_log_event(log, P77_E_GROUP, side, MK_ONLY(side), news, (int16_t)lead, count - 1,
                     (int16_t)from, (int16_t)to);
    else
        mk_log_event(log, P77_E_MARCH, side, MK_ONLY(side), news, (int16_t)lead, (int16_t)from,
                     (int16_t)to);
    if (count == 1)
        mk_log_event(log, P77_E_MARCH_HIDDEN, side, MK_BUT(side), 0, (int16_t)from, (int16_t)to);
    else if (has_force(s, lead))
        mk_log_event(log, P77_E_GROUP_BOXED, side, MK_BUT(side), news, (int16_t)lead, (int16_t)from,
                     (int16_t)to);
    else
        mk_log_event(log, P77_E_GROUP_HIDDEN, side, MK_BUT(side), 0, count, (int16_t)from,
                     (int16_t)to);
}

/* Who stays behind; others see only those whom they saw come, or come out of a box. */
static void tell_left(const p77_state *s, int lead, mk_set64 seen, mk_log *log) {
    p77_side side = s->active;
    MK_SET_EACH(u, s->left) {
        mk_log_event(log, P77_E_LEAVE, side, MK_ONLY(side), 0, (int16_t)lead, (int16_t)u, s->at[u]);
        if (mk_set_has(seen, u))
            mk_log_event(log, P77_E_LEAVE_HIDDEN, side, MK_BUT(side), 0, s->at[u]);
    }
}

/* p77.boxes.hidden: who was taken is put into the box, who was left comes out of it, when the
 * group goes or its move ends. Until then nothing has happened that the enemy could see. */
static void load_group(p77_state *s, int lead) {
    MK_SET_EACH(u, s->left) s->box[u] = P77_NO_UNIT;
    MK_SET_EACH(u, s->taken) s->box[u] = p77_boxes(s) ? (uint8_t)lead : P77_NO_UNIT;
    s->box[lead] = P77_NO_UNIT;
    s->taken = s->left = 0;
}

/* A move that has gone so many locations may go on, if it need not stop and some are left. */
static void go_on(p77_state *s, int lead, int gone, bool stops) {
    int left = p77_rate(s, lead) - gone;
    if (stops || left <= 0) {
        s->group = 0;
        return;
    }
    mk_frame *f = mk_push(&s->base, P77_PH_ON_THE_MARCH, s->active);
    f->a = (int16_t)lead;
    f->b = (int16_t)left;
}

/* The blocks in s->group go one road, the last of `gone`. The move must stop where it crossed a
 * river or meets enemies whom it does not overrun; an overrun interrupts it. */
static void step(p77_state *s, int lead, int to, int gone, mk_log *log) {
    int from = s->at[lead], way = mk_way(&p77.roads, from, to);
    bool river = mk_way_bits(&p77.roads, way) & P77_CROSSES_RIVER;
    bool enemies = p77_at(s, to, p77_enemy(s->active)) != 0;
    bool named = has_force(s, lead);
    tell_left(s, lead, s->left, log);
    load_group(s, lead);
    /* A box that was empty now says who leads; an overrun, how many are in an enemy's. */
    bool news = (has_force(s, lead) && !named) || (p77_boxes(s) && enemies);
    tell_step(s, lead, from, to, news ? MK_REVEALED : 0, log);
    p77_relocate(s, s->group, to, log);
    s->moved |= s->group;
    MK_SET_EACH(u, s->group) s->attack_way[u] = enemies ? (uint8_t)way : P77_NO_WAY;
    bool overrun = enemies && p77_engagement(s, to) == P77_OVERRUN;
    bool stops = RULE("p77.river.stop", river) || (enemies && !overrun); /* p77.battle.stop */
    if (!overrun) {
        go_on(s, lead, gone, stops);
        return;
    }
    mk_frame *f = mk_push(&s->base, P77_PH_MARCH, s->active);
    f->a = (int16_t)lead;
    f->b = (int16_t)gone;
    f->c = stops;
    p77_overrun(s, to);
}

void p77_march_step(void *state, mk_log *log) {
    (void)log;
    p77_state *s = state;
    mk_frame f = *mk_top(&s->base);
    mk_pop(&s->base);
    go_on(s, f.a, f.b, f.c);
}

/* ---- The movement of a player turn ---- */

static const char *why_not_move(const p77_state *s, int unit) {
    FORBID("p77.move.own:yours", !mk_set_has(p77.of_side[s->active], unit));
    FORBID("p77.eliminated:gone", !on_map(s, unit));
    FORBID("p77.action_points.cost:none", s->ap_left == 0);
    FORBID("p77.move.once:marched", mk_set_has(s->moved, unit));
    return NULL;
}

/* p77.move.individual. Leaders move by `lead`, with or without units. */
static const char *why_not_march(const p77_state *s, int unit, int to) {
    const char *why = why_not_move(s, unit);
    if (why) return why;
    FORBID("p77.group:alone", mk_set_has(p77.leaders, unit));
    return p77_why_not_road(s, MK_BIT(unit), to);
}

static const char *why_not_lead(const p77_state *s, int leader) {
    const char *why = why_not_move(s, leader);
    if (why) return why;
    FORBID("p77.group:leader", !mk_set_has(p77.leaders, leader));
    return NULL;
}

/* The neighbours to which a unit alone may go from a location: the same for all units there.
 * Only where enemies stand (`held`) can the road be closed. */
static mk_set64 open_roads(const p77_state *s, int unit, mk_set64 held) {
    mk_set64 near = p77.near[s->at[unit]], open = near & ~held;
    MK_SET_EACH(to, near & held) {
        if (!p77_why_not_road(s, MK_BIT(unit), to)) open |= MK_BIT(to);
    }
    return open;
}

static void offer_marches(mk_actions *out, mk_set64 units, mk_set64 open) {
    mk_action *next = mk_offer_many(out, mk_set_size(units) * mk_set_size(open));
    if (!next) return;
    MK_SET_EACH(unit, units) {
        for (mk_set64 to = open; to; to &= to - 1)
            *next++ = (mk_action){P77_V_MARCH, (int16_t)unit, (int16_t)mk_set_first(to), 0};
    }
}

void p77_movement_list(const void *state, mk_actions *out) {
    const p77_state *s = state;
    mk_offer(out, P77_V_FINISH, 0, 0, 0);
    if (!s->ap_left) return;
    mk_set64 waiting = p77.of_side[s->active] & ~s->moved;
    MK_SET_EACH(leader, waiting & p77.leaders) {
        if (on_map(s, leader)) mk_offer(out, P77_V_LEAD, leader, 0, 0);
    }
    mk_set64 held = p77_occupied(s, p77_enemy(s->active));
    for (mk_set64 left = waiting & ~p77.leaders; left;) {
        int first = mk_set_first(left);
        left &= left - 1;
        if (!on_map(s, first)) continue;
        mk_set64 together = s->here[s->at[first]] & waiting & ~p77.leaders;
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
        mk_pop(&s->base);
        return;
    }
    s->group = MK_BIT(a.a);
    if (a.verb == P77_V_MARCH) {
        s->ap_left--; /* p77.action_points.cost */
        step(s, a.a, a.b, 1, log);
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
    FORBID("p77.group:leader", !mk_set_has(p77.leaders, leader));
    FORBID("p77.move.own:yours", !mk_set_has(p77.of_side[s->active], unit));
    FORBID("p77.group.starts_together:place", s->at[unit] != s->at[leader]);
    FORBID("p77.move.once:marched", mk_set_has(s->moved, unit));
    FORBID("p77.group.starts_together:twice", mk_set_has(s->group | s->left, unit));
    FORBID("p77.group.limit:full", mk_set_size(s->group) - 1 >= p77.unit[leader].group_limit);
    const char *why = p77_why_not_with(unit, leader);
    if (why) return why;
    FORBID("p77.boxes.enter:carries", p77_boxes(s) && p77_in_box(s, unit) & ~s->group);
    FORBID("p77.river.attack_limit:group", !has_a_road(s, s->group | MK_BIT(unit)));
    return NULL;
}

/* What joined the group here does not leave it here: taking back is not a move. */
static const char *why_not_leave(const p77_state *s, int unit) {
    FORBID("p77.group:member", !mk_set_has(s->group, unit) || unit == lead_of(s));
    FORBID("p77.group.starts_together:joined", mk_set_has(s->taken, unit));
    return NULL;
}

/* Who was picked up must go on with the leader. */
static const char *why_not_halt(const p77_state *s) {
    FORBID("p77.group.starts_together:on", s->taken != 0);
    return NULL;
}

void p77_march_list(const void *state, mk_actions *out) {
    const p77_state *s = state;
    int at = s->at[lead_of(s)];
    MK_SET_EACH(to, p77.near[at]) {
        if (!p77_why_not_road(s, s->group, to)) mk_offer(out, P77_V_GO, to, 0, 0);
    }
    if (!setting_out(s) && !s->taken) mk_offer(out, P77_V_HALT, 0, 0, 0);
    MK_SET_EACH(unit, p77_at(s, at, s->active)) {
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
    s->group |= MK_BIT(unit);
    s->taken |= MK_BIT(unit);
    mk_log_event(log, P77_E_TAKE, s->active, MK_ONLY(s->active), 0, (int16_t)leader, (int16_t)unit);
}

static void leave(p77_state *s, int unit) {
    mk_set_remove(&s->group, unit);
    mk_set_add(&s->left, unit);
}

/* The units that come out of a box show themselves, though none tells which they are. */
static void halt(p77_state *s, int lead, mk_log *log) {
    mk_set64 out = 0;
    MK_SET_EACH(u, s->left) {
        if (s->box[u] != P77_NO_UNIT) out |= MK_BIT(u);
    }
    if (out) s->known &= ~p77_at(s, s->at[lead], s->active);
    tell_left(s, lead, out, log);
    load_group(s, lead);
    s->group = 0;
}

void p77_march_apply(void *state, mk_action a, mk_log *log) {
    p77_state *s = state;
    mk_frame f = *mk_top(&s->base);
    switch (a.verb) {
    case P77_V_TAKE: take(s, a.a, log); return;
    case P77_V_LEAVE: leave(s, a.a); return;
    case P77_V_GO:
        if (setting_out(s)) s->ap_left--; /* paid when the group is seen to move */
        mk_pop(&s->base);
        step(s, f.a, a.a, p77_rate(s, f.a) - f.b + 1, log);
        return;
    default:
        mk_pop(&s->base);
        halt(s, f.a, log);
        return;
    }
}
