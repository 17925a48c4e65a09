/* activation.c - a primary leader acts: leadership points and what they buy (7.0). */
#include "c77.h"

#include <string.h>

static int acting_side(const c77_state *s) { return c77_leader_side(s->act.leader); }

/* ---- Beginning and end ---- */

/* A marker of a leader at sea, on the track or in a garrison box: nothing happens. */
void c77_activate(c77_state *s, int leader, int bold, mk_log *log) {
    if (c77_is(leader, C77_POWELL)) {
        bool there = c77_on_map(s, leader) || s->at[leader] == c77_box(C77_TICONDEROGA_BOX);
        if (there) c77_powell_marches(s, log);
        return;
    }
    if (!c77_on_map(s, leader)) {
        mk_tell(log, C77_E_IDLE, c77_leader_side(leader), MK_EVERYONE, 0, (int16_t)leader);
        return;
    }
    memset(&s->act, 0, sizeof s->act);
    s->act.leader = (uint8_t)leader;
    s->act.points = c77_face_of(s, leader)->leadership;
    s->act.bold = (uint8_t)bold;
    s->activated |= C77_LEADER_BIT(leader);
    c77_start_army(s, C77_PRIMARY_ARMY, leader);
    mk_tell(log, C77_E_ACTIVATED, c77_leader_side(leader), MK_EVERYONE, 0, (int16_t)leader);
    mk_frame *f = c77_ask(s, C77_PH_ACTIVATION, c77_leader_side(leader));
    f->a = (int16_t)leader;
    f->b = s->act.points;
}

/* c77.7.4: unused points expire. */
void c77_end_activation(c77_state *s) {
    memset(&s->act, 0, sizeof s->act);
    s->act.leader = C77_NONE;
    c77_start_army(s, C77_PRIMARY_ARMY, C77_NONE);
}

void c77_leader_gone(c77_state *s, int leader) {
    if (s->act.leader == leader) c77_end_activation(s);
    if (s->army[C77_SECOND_ARMY].leader == leader) c77_start_army(s, C77_SECOND_ARMY, C77_NONE);
}

/* The prompt shows the points: every frame of the activation has them. */
void c77_spend(c77_state *s, int points) {
    s->act.points = (uint8_t)(s->act.points - points);
    for (int i = 0; i < s->base.depth; i++)
        if (s->base.frame[i].phase == C77_PH_ACTIVATION) s->base.frame[i].b = s->act.points;
}

/* ---- Range (c77.2.2.1) ---- */

/* Contiguous spaces that the enemy does not control. */
static c77_set in_range_of(const c77_state *s, int leader) {
    int side = c77_leader_side(leader), from = c77_space_of(s->at[leader]);
    c77_set open = c77_area(s) & ~(s->occupied[c77_enemy(side)] & ~s->occupied[side]);
    c77_set reached = C77_BIT(from), edge = reached;
    for (int i = c77_face_of(s, leader)->range; i > 0 && edge; i--) {
        c77_set next = 0;
        C77_EACH(space, edge) next |= c77.near[space];
        edge = next & open & ~reached;
        reached |= edge;
    }
    return reached;
}

/* ---- Subordinates (c77.7.3.3) ---- */

static const char *why_not_activate(const c77_state *s, int leader, c77_set range) {
    FORBID("c77.7.3.3", !c77_among(c77.subordinates & c77.of_side[acting_side(s)], leader));
    FORBID("c77.7.4", mk_top_const(&s->base)->c); /* another is on the march */
    FORBID("c77.7.3.3", c77_face_of(s, leader)->cost > s->act.points);
    FORBID("c77.7.3.3", !c77_on_map(s, leader) || !c77_in(range, c77_space_of(s->at[leader])));
    FORBID("c77.14.2", c77_besieged(s, leader));
    FORBID("c77.9.5", c77_among(s->marched | s->activated, leader));
    return NULL;
}

static void activate_subordinate(c77_state *s, int leader, mk_log *log) {
    c77_spend(s, c77_face_of(s, leader)->cost);
    s->act.activated |= C77_LEADER_BIT(leader);
    s->activated |= C77_LEADER_BIT(leader);
    s->act.interrupted = 0;
    c77_start_army(s, C77_SECOND_ARMY, leader);
    mk_tell(log, C77_E_ACTIVATED, acting_side(s), MK_EVERYONE, 0, (int16_t)leader);
    c77_ask(s, C77_PH_MARCH, acting_side(s))->a = (int16_t)leader;
}

/* ---- Orders: storm, embark, forced march, rally ---- */

static bool army_unsupplied(const c77_state *s) {
    const c77_force *f = &s->army[C77_PRIMARY_ARMY].force;
    for (int class = C77_UNSUPPLIED; class < C77_CLASSES; class += 2)
        if (f->sp[class]) return true;
    return c77_among(s->unsupplied, s->act.leader);
}

/* c77.7.3.4: one more space at the end of his march. */
static const char *why_not_force(const c77_state *s) {
    const c77_army *a = &s->army[C77_PRIMARY_ARMY];
    FORBID("c77.7.3.4", s->act.points < c77.cost_forced_march);
    FORBID("c77.7.3.4", a->steps == 0 || a->forced);
    FORBID("c77.13.9", a->pace == C77_BEATEN);
    FORBID("c77.14.2", c77_besieged(s, s->act.leader));
    FORBID("c77.15.4", army_unsupplied(s));
    return NULL;
}

static const char *why_not_rally(const c77_state *s) {
    FORBID("c77.7.3.5", s->act.points < c77.cost_rally);
    FORBID("c77.6.2", c77_besieged(s, s->act.leader));
    return NULL;
}

static const char *why_not_order(const c77_state *s, int operation) {
    switch (operation) {
    case C77_STORM: return c77_why_not_storm(s);
    case C77_EMBARK: return c77_why_not_embark(s);
    case C77_FORCED_MARCH: return why_not_force(s);
    default: return why_not_rally(s);
    }
}

static void force_march(c77_state *s, mk_log *log) {
    c77_army *a = &s->army[C77_PRIMARY_ARMY];
    c77_pair dice = c77_throw_pair(s);
    c77_spend(s, c77.cost_forced_march);
    bool success = RULE("c77.7.3.4", dice.sum <= c77_face_of(s, s->act.leader)->leadership);
    a->pace = success ? C77_GOING : C77_STOPPED;
    a->forced = success ? (uint8_t)c77.forced_spaces : 0;
    mk_tell(log, C77_E_FORCED_MARCH, acting_side(s), MK_EVERYONE, MK_ROLLED, s->act.leader,
            (int16_t)dice.sum, success, (int16_t)dice.first);
}

static void rally(c77_state *s, mk_log *log) {
    c77_spend(s, c77.cost_rally);
    if (acting_side(s) == C77_BRITISH) {
        c77_rally(s, s->act.leader, C77_TORY, log);
        c77_rally(s, s->act.leader, C77_INDIAN, log);
    } else {
        c77_rally(s, s->act.leader, C77_MILITIA, log);
    }
    c77_go_on(s, log);
}

static void order(c77_state *s, int operation, mk_log *log) {
    switch (operation) {
    case C77_STORM:
        c77_spend(s, s->act.points);
        c77_storm(s);
        c77_go_on(s, log);
        return;
    case C77_EMBARK: c77_embark(s); return;
    case C77_FORCED_MARCH: force_march(s, log); return;
    default: rally(s, log); return;
    }
}

/* ---- Raids (c77.7.3.6, c77.7.3.10) ---- */

/* Where a side's SP in a space are: in the open, or all inside the fort. */
static int own_place(const c77_state *s, int space, int side) {
    int fort = c77_fort_at(space);
    bool inside = fort != C77_NONE && s->stack[c77_fort_place(fort)].total[side];
    return inside ? c77_fort_place(fort) : space;
}

static bool in_reach(const c77_state *s, int from, int target) {
    return c77_distance(s, from, target) <= c77.raid_reach;
}

static const char *why_not_indian_raid(const c77_state *s, int from, int target, int class) {
    FORBID("c77.7.3.6", acting_side(s) != C77_BRITISH || s->act.points < c77.cost_indian_raid);
    FORBID("c77.7.3.6", c77_type_of(class) != C77_INDIAN);
    FORBID("c77.7.3.6", !s->stack[own_place(s, from, C77_BRITISH)].sp[class]);
    FORBID("c77.7.3.6", !c77_in(c77.countryside & s->occupied[C77_PATRIOT], target));
    FORBID("c77.7.3.6", !in_reach(s, from, target));
    return NULL;
}

static bool has_supply(const c77_state *s, int space, int side) {
    const c77_stack *p = &s->stack[space];
    return p->depots[side] || c77_trains(p, side);
}

static int raids_made(const c77_state *s, int place, int type) {
    int count = 0;
    for (int i = 0; i < s->act.raid_count; i++)
        count += s->act.raid_from[i] == place && s->act.raid_type[i] == type;
    return count;
}

static const char *why_not_supply_raid(const c77_state *s, int from, int target, int class) {
    int side = acting_side(s), type = c77_type_of(class), place = own_place(s, from, side);
    FORBID("c77.7.3.10", s->act.points < c77.cost_supply_raid);
    FORBID("c77.7.3.10", c77.unit[type].side != side || !c77.unit[type].per_die);
    FORBID("c77.7.3.10", !s->stack[place].sp[class]);
    FORBID("c77.7.3.10", raids_made(s, place, type) >= c77_count(&s->stack[place], type));
    FORBID("c77.7.3.10", !c77_in(c77.countryside, target));
    FORBID("c77.7.3.10", !has_supply(s, target, c77_enemy(side)) || !in_reach(s, from, target));
    return NULL;
}

static void indian_raid(c77_state *s, int from, int target, int class, mk_log *log) {
    int die = mk_die(&s->base.rng, C77_DIE), place = own_place(s, from, C77_BRITISH);
    c77_spend(s, c77.cost_indian_raid);
    mk_tell(log, C77_E_INDIAN_RAID, C77_BRITISH, MK_EVERYONE, MK_ROLLED, (int16_t)from,
            (int16_t)target, (int16_t)die);
    if (RULE("c77.7.3.6", die % 2)) {
        c77_kill(s, place, class, 1);
        s->casualties[C77_BRITISH]++;
        c77_occupy(s, from, log);
    }
    if (RULE("c77.7.3.6", die == c77.indian_kills))
        c77_ask(s, C77_PH_RAID_LOSS, C77_PATRIOT)->a = (int16_t)target;
    else
        c77_go_on(s, log);
}

void c77_raid_loss_list(const void *state, mk_actions *out) {
    const c77_state *s = state;
    int at = mk_top_const(&s->base)->a;
    for (int class = C77_CONTINENTAL * C77_MARKS; class < C77_SHIP * C77_MARKS; class ++)
        if (s->stack[at].sp[class]) mk_offer(out, C77_V_LOSE, class, at, 0);
}

const char *c77_raid_loss_why_not(const void *state, mk_action x) {
    const c77_state *s = state;
    FORBID("c77.7.3.6", x.b != mk_top_const(&s->base)->a || !s->stack[x.b].sp[x.a]);
    FORBID("c77.7.3.6", c77.unit[c77_type_of(x.a)].side != C77_PATRIOT);
    return NULL;
}

void c77_raid_loss_apply(void *state, mk_action x, mk_log *log) {
    c77_state *s = state;
    mk_pop(&s->base);
    c77_kill(s, x.b, x.a, 1);
    s->casualties[C77_PATRIOT]++;
    mk_tell(log, C77_E_LOSS, C77_PATRIOT, MK_EVERYONE, 0, x.a, x.b);
    c77_occupy(s, x.b, log);
    c77_go_on(s, log);
}

/* Trains before depots. */
static void burn_supply(c77_state *s, int space, int side) {
    if (c77_trains(&s->stack[space], side))
        c77_remove_train(s, space, side);
    else
        c77_add_depots(s, space, side, -1);
    s->supply[side]++;
}

static void supply_raid(c77_state *s, int from, int target, int class, mk_log *log) {
    int side = acting_side(s), enemy = c77_enemy(side), place = own_place(s, from, side);
    int die = mk_die(&s->base.rng, C77_DIE);
    c77_spend(s, c77.cost_supply_raid);
    s->act.raid_from[s->act.raid_count] = (uint8_t)place;
    s->act.raid_type[s->act.raid_count++] = (uint8_t)c77_type_of(class);
    mk_tell(log, C77_E_SUPPLY_RAID, side, MK_EVERYONE, MK_ROLLED, (int16_t)from, (int16_t)target,
            (int16_t)die);
    if (RULE("c77.7.3.10", die <= c77.supply_hits)) {
        burn_supply(s, target, enemy);
    } else if (RULE("c77.7.3.10", die == c77.supply_ambush && c77_in(s->occupied[enemy], target))) {
        s->act.raid_count--; /* the raider is gone, his fellows have not raided */
        c77_kill(s, place, class, 1);
        s->casualties[side]++;
        c77_occupy(s, from, log);
    }
    c77_go_on(s, log);
}

/* ---- Supply (c77.7.3.7) ---- */

static int source_place(int source) { return (source - 1) / 2; }
static bool source_is_train(int source) { return source & 1; }

/* What a marker is taken from: the box, or anywhere on the map. */
static bool has_source(const c77_state *s, int source) {
    int side = acting_side(s);
    if (source == 0) return s->supply[side] > 0;
    if (!c77_is_space(source_place(source))) return false;
    const c77_stack *p = &s->stack[source_place(source)];
    return source_is_train(source) ? c77_trains(p, side) > 0 : p->depots[side] > 0;
}

static void pick_up(c77_state *s, int source) {
    int side = acting_side(s), place = source_place(source);
    if (source == 0)
        s->supply[side]--;
    else if (source_is_train(source))
        c77_remove_train(s, place, side);
    else
        c77_add_depots(s, place, side, -1);
}

/* c77.15.1.2, c77.15.1.3: in range, and within two spaces of a depot or magazine that is in supply;
 * a depot that is picked up is no longer one of them. */
static c77_set sites(const c77_state *s, int source, c77_set range) {
    int side = acting_side(s), place = source_place(source);
    c77_set depots = s->depots_at[side], enemies = s->occupied[c77_enemy(side)];
    if (source && !source_is_train(source) && s->stack[place].depots[side] == 1)
        depots &= ~C77_BIT(place);
    c77_set network = c77_network(s, side, depots);
    c77_set open = range & c77_within(s, network, c77.depot_reach, side);
    C77_EACH(space, open & enemies) { /* where only the besieged are, nothing is built */
        if (!s->stack[space].total[side]) open &= ~C77_BIT(space);
    }
    return open;
}

static const char *why_not_supply(const c77_state *s, int source, c77_set open) {
    FORBID("c77.7.3.7", s->act.points < c77.cost_supply);
    FORBID("c77.15.4", c77_among(s->unsupplied, s->act.leader));
    FORBID("c77.7.3.7", !has_source(s, source));
    FORBID("c77.15.1.2", !open);
    return NULL;
}

void c77_supply_site_list(const void *state, mk_actions *out) {
    const c77_state *s = state;
    const mk_frame *f = mk_top_const(&s->base);
    C77_EACH(space, sites(s, f->b, in_range_of(s, s->act.leader)))
    mk_offer(out, C77_V_SITE, space, 0, 0);
}

const char *c77_supply_site_why_not(const void *state, mk_action x) {
    const c77_state *s = state;
    c77_set range = in_range_of(s, s->act.leader);
    FORBID("c77.7.3.7", !c77_in(range, x.a));
    FORBID("c77.15.1.2", !c77_in(sites(s, mk_top_const(&s->base)->b, range), x.a));
    return NULL;
}

void c77_supply_site_apply(void *state, mk_action x, mk_log *log) {
    c77_state *s = state;
    mk_frame f = *mk_top(&s->base);
    int side = acting_side(s);
    mk_pop(&s->base);
    c77_spend(s, c77.cost_supply);
    pick_up(s, f.b);
    if (f.a == C77_TRAIN)
        c77_add_trains(s, x.a, side, 0, 1);
    else
        c77_add_depots(s, x.a, side, 1);
    for (int i = 0; i < C77_ARMIES; i++) c77_trim_army(s, &s->army[i]);
    mk_tell(log, C77_E_SUPPLY_PLACED, side, MK_EVERYONE, 0, f.a, x.a);
}

/* c77.15.1.3: trains may be removed at any time in the owner's turn. */
static const char *why_not_disband(const c77_state *s, int place) {
    FORBID("c77.15.1.3", !c77_trains(&s->stack[place], acting_side(s)) || place >= c77_box(0));
    return NULL;
}

static void disband(c77_state *s, int place, mk_log *log) {
    int side = acting_side(s);
    c77_remove_train(s, place, side);
    s->supply[side]++;
    for (int i = 0; i < C77_ARMIES; i++) c77_trim_army(s, &s->army[i]);
    mk_tell(log, C77_E_DISBANDED, side, MK_EVERYONE, 0, (int16_t)place);
}

/* ---- The decision ---- */

static void list_raids(const c77_state *s, c77_set range, mk_actions *out) {
    int side = acting_side(s), enemy = c77_enemy(side);
    c77_set own = range & s->occupied[side];
    c77_set supply = (s->trains_at[enemy] | s->depots_at[enemy]) & c77.countryside;
    c77_set prey = side == C77_BRITISH ? c77.countryside & s->occupied[C77_PATRIOT] : 0;
    if (!(supply | prey)) return;
    C77_EACH(from, own) {
        const uint8_t *sp = s->stack[own_place(s, from, side)].sp;
        for (int class = 0; class < C77_SHIP * C77_MARKS; class ++) {
            if (!sp[class] || c77.unit[c77_type_of(class)].side != side) continue;
            if (c77_type_of(class) == C77_INDIAN) {
                C77_EACH(to, prey) {
                    if (!why_not_indian_raid(s, from, to, class))
                        mk_offer(out, C77_V_INDIAN_RAID, from, to, class);
                }
            }
            C77_EACH(to, supply) {
                if (!why_not_supply_raid(s, from, to, class))
                    mk_offer(out, C77_V_SUPPLY_RAID, from, to, class);
            }
        }
    }
}

static void offer_supply(const c77_state *s, int source, c77_set open, mk_actions *out) {
    if (why_not_supply(s, source, open)) return;
    for (int piece = C77_DEPOT; piece <= C77_TRAIN; piece++)
        mk_offer(out, C77_V_SUPPLY, piece, source, 0);
}

/* Where a marker goes depends on what it is taken from only if that is a depot. */
static void list_supply(const c77_state *s, c77_set range, mk_actions *out) {
    int side = acting_side(s);
    c77_set open = sites(s, 0, range);
    offer_supply(s, 0, open, out);
    C77_EACH(place, s->trains_at[side]) offer_supply(s, 1 + 2 * place, open, out);
    C77_EACH(place, s->depots_at[side]) {
        offer_supply(s, 2 + 2 * place, sites(s, 2 + 2 * place, range), out);
    }
}

void c77_activation_list(const void *state, mk_actions *out) {
    const c77_state *s = state;
    mk_offer(out, C77_V_FINISH, 0, 0, 0);
    c77_list_march(s, C77_PRIMARY_ARMY, out);
    C77_EACH(place, s->trains_at[acting_side(s)]) {
        if (!why_not_disband(s, place)) mk_offer(out, C77_V_DISBAND, place, 0, 0);
    }
    if (!s->act.points) return;
    c77_set range = in_range_of(s, s->act.leader);
    if (s->act.points >= c77.cost_supply) list_supply(s, range, out);
    C77_EACH_LEADER(l, c77.subordinates & c77.of_side[acting_side(s)]) {
        if (!why_not_activate(s, l, range)) mk_offer(out, C77_V_ACTIVATE, l, 0, 0);
    }
    for (int o = 0; o < C77_OPERATIONS; o++)
        if (!why_not_order(s, o)) mk_offer(out, C77_V_ORDER, o, 0, 0);
    if (s->act.points >= c77.cost_indian_raid || s->act.points >= c77.cost_supply_raid)
        list_raids(s, range, out);
}

/* The range is looked at last: it takes longest to find out. */
static const char *why_not_raid(const c77_state *s, mk_action x) {
    bool indians = x.verb == C77_V_INDIAN_RAID;
    const char *why =
        indians ? why_not_indian_raid(s, x.a, x.b, x.c) : why_not_supply_raid(s, x.a, x.b, x.c);
    if (why) return why;
    bool in_range = c77_in(in_range_of(s, s->act.leader), x.a);
    if (indians)
        FORBID("c77.7.3.6", !in_range);
    else
        FORBID("c77.7.3.10", !in_range);
    return NULL;
}

const char *c77_activation_why_not(const void *state, mk_action x) {
    const c77_state *s = state;
    switch (x.verb) {
    case C77_V_FINISH: return NULL;
    case C77_V_ACTIVATE: return why_not_activate(s, x.a, in_range_of(s, s->act.leader));
    case C77_V_ORDER: return why_not_order(s, x.a);
    case C77_V_INDIAN_RAID:
    case C77_V_SUPPLY_RAID: return why_not_raid(s, x);
    case C77_V_SUPPLY: return why_not_supply(s, x.b, sites(s, x.b, in_range_of(s, s->act.leader)));
    case C77_V_DISBAND: return why_not_disband(s, x.a);
    default: return c77_why_not_march(s, C77_PRIMARY_ARMY, x);
    }
}

static void finish(c77_state *s, mk_log *log) {
    bool within_march = mk_top(&s->base)->c;
    mk_pop(&s->base);
    if (!within_march) c77_end_activation(s);
    c77_go_on(s, log);
}

void c77_activation_apply(void *state, mk_action x, mk_log *log) {
    c77_state *s = state;
    switch (x.verb) {
    case C77_V_FINISH: finish(s, log); return;
    case C77_V_ACTIVATE: activate_subordinate(s, x.a, log); return;
    case C77_V_ORDER: order(s, x.a, log); return;
    case C77_V_INDIAN_RAID: indian_raid(s, x.a, x.b, x.c, log); return;
    case C77_V_SUPPLY_RAID: supply_raid(s, x.a, x.b, x.c, log); return;
    case C77_V_DISBAND: disband(s, x.a, log); return;
    case C77_V_SUPPLY: {
        mk_frame *f = c77_ask(s, C77_PH_SUPPLY_SITE, acting_side(s));
        f->a = x.a;
        f->b = x.b;
        return;
    }
    default: c77_apply_march(s, C77_PRIMARY_ARMY, x, log); return;
    }
}
