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
        mk_log_event(log, C77_E_IDLE, c77_leader_side(leader), MK_EVERYONE, 0, (int16_t)leader);
        return;
    }
    memset(&s->act, 0, sizeof s->act);
    s->act.leader = (uint8_t)leader;
    s->act.points = c77_face_of(s, leader)->leadership;
    s->act.bold = (uint8_t)bold;
    s->act.marched = bold && mk_set_has(s->marched, leader);
    if (s->act.marched) c77_note_case(log, C77_BOLD_BESIDE_MARCH);
    if (bold) mk_set_remove(&s->marched, leader);
    mk_set_add(&s->activated, leader);
    c77_start_army(s, C77_PRIMARY_ARMY, leader);
    mk_log_event(log, C77_E_ACTIVATED, c77_leader_side(leader), MK_EVERYONE, 0, (int16_t)leader);
    mk_push(&s->base, C77_PH_ACTING, c77_leader_side(leader));
}

/* The leader is asked again and again, until he finishes or is gone. a: 1 while the march of a
 * subordinate waits for him; then the activation goes on after it. */
enum { FINISHED = 1 };

void c77_acting_step(void *state, mk_log *log) {
    (void)log;
    c77_state *s = state;
    mk_frame activation = *mk_top(&s->base);
    if (s->act.leader == C77_NONE || activation.result == FINISHED) {
        mk_pop(&s->base);
        if (!activation.a) c77_end_activation(s);
        return;
    }
    mk_frame *f = mk_push(&s->base, C77_PH_ACTIVATION, activation.seat);
    f->a = s->act.leader;
    f->b = s->act.points;
    f->c = activation.a;
}

/* c77.7.4: unused points expire. c77.9.5: a march by an event does not count for his own marker. */
void c77_end_activation(c77_state *s) {
    if (s->act.bold) {
        mk_set_remove(&s->marched, s->act.leader);
        if (s->act.marched) mk_set_add(&s->marched, s->act.leader);
    }
    memset(&s->act, 0, sizeof s->act);
    s->act.leader = C77_NONE;
    c77_start_army(s, C77_PRIMARY_ARMY, C77_NONE);
}

void c77_leader_gone(c77_state *s, int leader) {
    if (s->act.leader == leader) c77_end_activation(s);
    if (s->army[C77_SECOND_ARMY].leader == leader) c77_start_army(s, C77_SECOND_ARMY, C77_NONE);
}

void c77_spend(c77_state *s, int points) { mk_count_add(&s->act.points, -points); }

/* ---- Range (c77.2.2.1) ---- */

/* Contiguous spaces that the enemy does not control. */
static mk_set128 in_range_of(const c77_state *s, int leader) {
    int side = c77_leader_side(leader);
    mk_set128 open = c77_area(s) & ~(s->occupied[c77_enemy(side)] & ~s->occupied[side]);
    mk_set128 range = MK_BIT128(c77_space_of(s->at[leader]));
    const mk_passable passable = {.open = MK_WORDS(&open)};
    mk_flood(&c77.roads, MK_WORDS(&range), c77_face_of(s, leader)->range, &passable);
    return range;
}

/* ---- Subordinates (c77.7.3.3) ---- */

static const char *why_not_activate(const c77_state *s, int leader, mk_set128 range) {
    FORBID("c77.7.3.3:subordinate",
           !mk_set_has(c77.subordinates & c77.of_side[acting_side(s)], leader));
    FORBID("c77.7.4:marching", mk_top_const(&s->base)->c); /* another is on the march */
    FORBID("c77.7.3.3:points", c77_face_of(s, leader)->cost > s->act.points);
    FORBID("c77.7.3.3:range",
           !c77_on_map(s, leader) || !mk_set_has(range, c77_space_of(s->at[leader])));
    FORBID("c77.14.2:besieged", c77_besieged(s, leader));
    FORBID("c77.9.5:once", mk_set_has(s->marched | s->activated, leader));
    return NULL;
}

static void activate_subordinate(c77_state *s, int leader, mk_log *log) {
    c77_spend(s, c77_face_of(s, leader)->cost);
    mk_set_add(&s->act.activated, leader);
    mk_set_add(&s->activated, leader);
    s->act.interrupted = 0;
    c77_start_army(s, C77_SECOND_ARMY, leader);
    mk_log_event(log, C77_E_ACTIVATED, acting_side(s), MK_EVERYONE, 0, (int16_t)leader);
    mk_push(&s->base, C77_PH_MARCHING, acting_side(s));
}

/* ---- Orders: storm, embark, forced march, rally ---- */

static bool army_unsupplied(const c77_state *s) {
    const c77_force *f = &s->army[C77_PRIMARY_ARMY].force;
    for (int sp_class = C77_UNSUPPLIED; sp_class < C77_CLASSES; sp_class += 2)
        if (f->sp[sp_class]) return true;
    return mk_set_has(s->unsupplied, s->act.leader);
}

/* c77.7.3.4: one more space at the end of his march. */
static const char *why_not_force(const c77_state *s) {
    const c77_army *a = &s->army[C77_PRIMARY_ARMY];
    FORBID("c77.7.3.4:points", s->act.points < c77.cost_forced_march);
    FORBID("c77.7.3.4:after", a->steps == 0 || a->forced);
    FORBID("c77.13.9", a->pace == C77_BEATEN);
    FORBID("c77.14.2:besieged", c77_besieged(s, s->act.leader));
    FORBID("c77.15.4", army_unsupplied(s));
    return NULL;
}

static const char *why_not_rally(const c77_state *s) {
    FORBID("c77.7.3.5:points", s->act.points < c77.cost_rally);
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
    mk_log_event(log, C77_E_FORCED_MARCH, acting_side(s), MK_EVERYONE, MK_ROLLED, s->act.leader,
                 (int16_t)dice.sum, success, (int16_t)dice.first,
                 c77_face_of(s, s->act.leader)->leadership);
}

static void rally(c77_state *s, mk_log *log) {
    c77_spend(s, c77.cost_rally);
    if (acting_side(s) == C77_BRITISH) {
        c77_rally(s, s->act.leader, C77_TORY, log);
        c77_rally(s, s->act.leader, C77_INDIAN, log);
    } else {
        c77_rally(s, s->act.leader, C77_MILITIA, log);
    }
}

static void order(c77_state *s, int operation, mk_log *log) {
    switch (operation) {
    case C77_STORM:
        c77_spend(s, s->act.points);
        c77_storm(s);
        return;
    case C77_EMBARK: c77_embark(s); return;
    case C77_FORCED_MARCH: force_march(s, log); return;
    default: rally(s, log); return;
    }
}

/* ---- Raids (c77.7.3.6, c77.7.3.10) ---- */

static bool in_reach(const c77_state *s, int from, int target) {
    return mk_set_has(c77_rules(s)->raids[from], target);
}

static const char *why_not_indian_raid(const c77_state *s, int from, int target, int sp_class) {
    FORBID("c77.7.3.6:points",
           acting_side(s) != C77_BRITISH || s->act.points < c77.cost_indian_raid);
    FORBID("c77.7.3.6:indian", c77_type_of(sp_class) != C77_INDIAN);
    FORBID("c77.7.3.6:indian", !s->stack[c77_own_place(s, from, C77_BRITISH)].sp[sp_class]);
    FORBID("c77.7.3.6:target", !mk_set_has(c77.countryside & s->occupied[C77_PATRIOT], target));
    FORBID("c77.7.3.6:reach", !in_reach(s, from, target));
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

static const char *why_not_supply_raid(const c77_state *s, int from, int target, int sp_class) {
    int side = acting_side(s), type = c77_type_of(sp_class), place = c77_own_place(s, from, side);
    FORBID("c77.7.3.10:points", s->act.points < c77.cost_supply_raid);
    FORBID("c77.7.3.10:raider", c77.unit[type].side != side || !c77.unit[type].per_die);
    FORBID("c77.7.3.10:raider", !s->stack[place].sp[sp_class]);
    FORBID("c77.7.3.10:once", raids_made(s, place, type) >= c77_count(&s->stack[place], type));
    FORBID("c77.7.3.10:target", !mk_set_has(c77.countryside, target));
    FORBID("c77.7.3.10:target",
           !has_supply(s, target, c77_enemy(side)) || !in_reach(s, from, target));
    return NULL;
}

static void indian_raid(c77_state *s, int from, int target, int sp_class, mk_log *log) {
    int die = mk_die(&s->base.rng, C77_DIE), place = c77_own_place(s, from, C77_BRITISH);
    bool lost = RULE("c77.7.3.6", die % 2), kills = RULE("c77.7.3.6", die == c77.indian_kills);
    c77_spend(s, c77.cost_indian_raid);
    mk_log_event(log, C77_E_INDIAN_RAID, C77_BRITISH, MK_EVERYONE, MK_ROLLED, (int16_t)from,
                 (int16_t)target, (int16_t)die, lost, kills);
    if (lost) {
        c77_kill(s, place, sp_class, 1);
        s->casualties[C77_BRITISH]++;
        mk_log_event(log, C77_E_LOSS, C77_BRITISH, MK_EVERYONE, 0, (int16_t)sp_class,
                     (int16_t)place);
        c77_occupy(s, from, log);
    }
    if (kills) mk_push(&s->base, C77_PH_RAID_LOSS, C77_PATRIOT)->a = (int16_t)target;
}

void c77_raid_loss_list(const void *state, mk_actions *out) {
    const c77_state *s = state;
    int at = mk_top_const(&s->base)->a;
    for (int sp_class = C77_CONTINENTAL * C77_MARKS; sp_class < C77_SHIP * C77_MARKS; sp_class++)
        if (s->stack[at].sp[sp_class]) mk_offer(out, C77_V_LOSE, sp_class, at, 0);
}

const char *c77_raid_loss_why_not(const void *state, mk_action x) {
    const c77_state *s = state;
    FORBID("c77.7.3.6:loss", x.b != mk_top_const(&s->base)->a || !s->stack[x.b].sp[x.a]);
    FORBID("c77.7.3.6:loss", c77.unit[c77_type_of(x.a)].side != C77_PATRIOT);
    return NULL;
}

void c77_raid_loss_apply(void *state, mk_action x, mk_log *log) {
    c77_state *s = state;
    mk_pop(&s->base);
    c77_kill(s, x.b, x.a, 1);
    s->casualties[C77_PATRIOT]++;
    mk_log_event(log, C77_E_LOSS, C77_PATRIOT, MK_EVERYONE, 0, x.a, x.b);
    c77_occupy(s, x.b, log);
}

/* Trains before depots. */
static void burn_supply(c77_state *s, int space, int side) {
    if (c77_trains(&s->stack[space], side))
        c77_remove_train(s, space, side);
    else
        c77_add_depots(s, space, side, -1);
    s->supply[side]++;
}

static void supply_raid(c77_state *s, int from, int target, int sp_class, mk_log *log) {
    int side = acting_side(s), enemy = c77_enemy(side), place = c77_own_place(s, from, side);
    int die = mk_die(&s->base.rng, C77_DIE);
    bool burns = RULE("c77.7.3.10", die <= c77.supply_hits);
    bool lost = !burns && RULE("c77.7.3.10",
                               die == c77.supply_ambush && mk_set_has(s->occupied[enemy], target));
    c77_spend(s, c77.cost_supply_raid);
    s->act.raid_from[s->act.raid_count] = (uint8_t)place;
    s->act.raid_type[s->act.raid_count++] = (uint8_t)c77_type_of(sp_class);
    mk_log_event(log, C77_E_SUPPLY_RAID, side, MK_EVERYONE, MK_ROLLED, (int16_t)from,
                 (int16_t)target, (int16_t)die,
                 burns  ? 1
                 : lost ? 2
                        : 0);
    if (burns) {
        burn_supply(s, target, enemy);
    } else if (lost) {
        s->act.raid_count--; /* the raider is gone, his fellows have not raided */
        c77_kill(s, place, sp_class, 1);
        s->casualties[side]++;
        mk_log_event(log, C77_E_LOSS, side, MK_EVERYONE, 0, (int16_t)sp_class, (int16_t)place);
        c77_occupy(s, from, log);
    }
}

/* ---- Supply (c77.7.3.7) ---- */

/* c77.15.1.2, c77.15.1.3: in range, and within two spaces of a depot or magazine that is in supply;
 * a depot that is picked up is no longer one of them. */
static mk_set128 sites(const c77_state *s, int source, mk_set128 range) {
    int side = acting_side(s), place = c77_source_place(source);
    mk_set128 depots = s->depots_at[side], enemies = s->occupied[c77_enemy(side)];
    if (source && !c77_source_is_train(source) && s->stack[place].depots[side] == 1)
        mk_set_remove(&depots, place);
    mk_set128 network = c77_network(s, side, depots);
    mk_set128 open = range & c77_within(s, network, c77.depot_reach, side);
    MK_SET_EACH(space, open & enemies) { /* where only the besieged are, nothing is built */
        if (!s->stack[space].total[side]) mk_set_remove(&open, space);
    }
    return open;
}

static const char *why_not_supply(const c77_state *s, int source, mk_set128 open) {
    FORBID("c77.7.3.7:points", s->act.points < c77.cost_supply);
    FORBID("c77.15.4", mk_set_has(s->unsupplied, s->act.leader));
    FORBID("c77.7.3.7:none", !c77_has_source(s, acting_side(s), source));
    FORBID("c77.15.1.2:site", !open);
    return NULL;
}

void c77_supply_site_list(const void *state, mk_actions *out) {
    const c77_state *s = state;
    const mk_frame *f = mk_top_const(&s->base);
    MK_SET_EACH(space, sites(s, f->b, in_range_of(s, s->act.leader)))
        mk_offer(out, C77_V_SITE, space, 0, 0);
}

const char *c77_supply_site_why_not(const void *state, mk_action x) {
    const c77_state *s = state;
    mk_set128 range = in_range_of(s, s->act.leader);
    FORBID("c77.7.3.7:range", !mk_set_has(range, x.a));
    FORBID("c77.15.1.2:site", !mk_set_has(sites(s, mk_top_const(&s->base)->b, range), x.a));
    return NULL;
}

void c77_supply_site_apply(void *state, mk_action x, mk_log *log) {
    c77_state *s = state;
    mk_frame f = *mk_top(&s->base);
    int side = acting_side(s);
    mk_pop(&s->base);
    c77_spend(s, c77.cost_supply);
    c77_pick_up(s, side, f.b);
    if (f.a == C77_TRAIN)
        c77_add_trains(s, x.a, side, 0, 1);
    else
        c77_add_depots(s, x.a, side, 1);
    for (int i = 0; i < C77_ARMIES; i++) c77_trim_army(s, &s->army[i]);
    mk_log_event(log, C77_E_SUPPLY_PLACED, side, MK_EVERYONE, 0, f.a, x.a);
}

/* c77.15.1.3: trains may be removed at any time in the owner's turn. */
static const char *why_not_disband(const c77_state *s, int place) {
    FORBID("c77.15.1.3:train",
           !c77_trains(&s->stack[place], acting_side(s)) || place >= c77_box(0));
    return NULL;
}

static void disband(c77_state *s, int place, mk_log *log) {
    int side = acting_side(s);
    c77_remove_train(s, place, side);
    s->supply[side]++;
    for (int i = 0; i < C77_ARMIES; i++) c77_trim_army(s, &s->army[i]);
    mk_log_event(log, C77_E_DISBANDED, side, MK_EVERYONE, 0, (int16_t)place);
}

/* ---- The decision ---- */

static void list_raids(const c77_state *s, mk_set128 range, mk_actions *out) {
    int side = acting_side(s), enemy = c77_enemy(side);
    mk_set128 own = range & s->occupied[side];
    mk_set128 supply = (s->trains_at[enemy] | s->depots_at[enemy]) & c77.countryside;
    mk_set128 prey = side == C77_BRITISH ? c77.countryside & s->occupied[C77_PATRIOT] : 0;
    if (!(supply | prey)) return;
    MK_SET_EACH(from, own) {
        mk_set128 reach = c77_rules(s)->raids[from];
        if (!((supply | prey) & reach)) continue;
        const uint8_t *sp = s->stack[c77_own_place(s, from, side)].sp;
        MK_SET_EACH(sp_class, c77.classes[side]) {
            if (!sp[sp_class]) continue;
            if (c77_type_of(sp_class) == C77_INDIAN) {
                MK_SET_EACH(to, prey & reach) {
                    if (!why_not_indian_raid(s, from, to, sp_class))
                        mk_offer(out, C77_V_INDIAN_RAID, from, to, sp_class);
                }
            }
            MK_SET_EACH(to, supply & reach) {
                if (!why_not_supply_raid(s, from, to, sp_class))
                    mk_offer(out, C77_V_SUPPLY_RAID, from, to, sp_class);
            }
        }
    }
}

static void offer_supply(const c77_state *s, int source, mk_set128 open, mk_actions *out) {
    if (why_not_supply(s, source, open)) return;
    for (int piece = C77_DEPOT; piece <= C77_TRAIN; piece++)
        mk_offer(out, C77_V_SUPPLY, piece, source, 0);
}

/* Where a marker goes depends on what it is taken from only if that is a depot. */
static void list_supply(const c77_state *s, mk_set128 range, mk_actions *out) {
    int side = acting_side(s);
    mk_set128 open = sites(s, 0, range);
    offer_supply(s, 0, open, out);
    MK_SET_EACH(place, s->trains_at[side]) offer_supply(s, 1 + 2 * place, open, out);
    MK_SET_EACH(place, s->depots_at[side]) {
        offer_supply(s, 2 + 2 * place, sites(s, 2 + 2 * place, range), out);
    }
}

void c77_activation_list(const void *state, mk_actions *out) {
    const c77_state *s = state;
    mk_offer(out, C77_V_FINISH, 0, 0, 0);
    c77_list_march(s, C77_PRIMARY_ARMY, out);
    MK_SET_EACH(place, s->trains_at[acting_side(s)]) {
        if (!why_not_disband(s, place)) mk_offer(out, C77_V_DISBAND, place, 0, 0);
    }
    if (!s->act.points) return;
    mk_set128 range = in_range_of(s, s->act.leader);
    if (s->act.points >= c77.cost_supply) list_supply(s, range, out);
    MK_SET_EACH(l, c77.subordinates & c77.of_side[acting_side(s)]) {
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
    bool in_range = mk_set_has(in_range_of(s, s->act.leader), x.a);
    if (indians)
        FORBID("c77.7.3.6:range", !in_range);
    else
        FORBID("c77.7.3.10:range", !in_range);
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

void c77_activation_apply(void *state, mk_action x, mk_log *log) {
    c77_state *s = state;
    mk_pop(&s->base);
    switch (x.verb) {
    case C77_V_FINISH: mk_top(&s->base)->result = FINISHED; return;
    case C77_V_ACTIVATE: activate_subordinate(s, x.a, log); return;
    case C77_V_ORDER: order(s, x.a, log); return;
    case C77_V_INDIAN_RAID: indian_raid(s, x.a, x.b, x.c, log); return;
    case C77_V_SUPPLY_RAID: supply_raid(s, x.a, x.b, x.c, log); return;
    case C77_V_DISBAND: disband(s, x.a, log); return;
    case C77_V_SUPPLY: {
        mk_frame *f = mk_push(&s->base, C77_PH_SUPPLY_SITE, acting_side(s));
        f->a = x.a;
        f->b = x.b;
        return;
    }
    default: c77_apply_march(s, C77_PRIMARY_ARMY, x, log); return;
    }
}
