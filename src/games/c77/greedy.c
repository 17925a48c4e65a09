/* greedy.c - which action serves its side, and how well a side stands.
 *
 * Every leader has a goal: a space his army should be in. A march is worth what it brings him
 * closer; what gathers, supplies or helps such a march is worth a little more than the march, so
 * that it is done before. Weights are compared only with those of the same decision.
 */
#include "c77.h"

enum {
    ALWAYS = 100000,
    NEVER = -100000,
    GARRISON = 6, /* SP that stay in a space that is needed */
    NEW_YORK_STAYS = 8,
    EMBARK_FROM_TURN = 3,
    STORM_ODDS = 2, /* so many outside for one inside */
};

/* What an SP is worth: losses fall on the cheapest, the dearest march. */
static int worth(int class) {
    static const uint8_t value[C77_TYPES] = {
        [C77_REGULAR] = 10,     [C77_HESSIAN] = 9,      [C77_TORY] = 5,
        [C77_INDIAN] = 4,       [C77_ARTILLERY_B] = 14, [C77_SHIP] = 6,
        [C77_CONTINENTAL] = 10, [C77_MILITIA] = 5,      [C77_ARTILLERY_P] = 14,
    };
    return value[c77_type_of(class)] - (class & C77_UNSUPPLIED ? 2 : 0);
}

/* ---- Goals ---- */

static c77_set needed(const c77_state *s) {
    c77_set goals = c77_rules(s)->control;
    if (c77_rules(s)->philadelphia_once) goals |= C77_BIT(c77.philadelphia);
    return goals & c77_area(s);
}

static bool holds(const c77_state *s, int side, int space) { return c77_controls(s, side, space); }

/* The goal that is not yet won and nearest to a space; C77_NONE: all are won. */
static int nearest_open_goal(const c77_state *s, int from, c77_set goals) {
    int best = C77_NONE, least = C77_FAR;
    C77_EACH(space, goals) {
        if (holds(s, C77_BRITISH, space)) continue;
        int distance = c77_distance(s, from, space);
        if (distance >= least) continue;
        least = distance;
        best = space;
    }
    return best;
}

/* Burgoyne goes for Albany by Fort Ticonderoga, Howe for Philadelphia, those he leaves behind for
 * the Highlands. */
static int british_goal(const c77_state *s, int leader, int from) {
    c77_set goals = needed(s);
    bool howe = c77_is(leader, C77_HOWE);
    bool city = c77_in(goals, c77.philadelphia) &&
                (!c77_rules(s)->philadelphia_once || !s->had_philadelphia);
    if (howe && city && !holds(s, C77_BRITISH, c77.philadelphia)) return c77.philadelphia;
    if (!howe || !city) goals &= ~C77_BIT(c77.philadelphia);
    if (!c77_in(c77_rules(s)->control, c77.ticonderoga) && c77_in(c77_area(s), c77.ticonderoga) &&
        c77_in(c77.northern, from) && !holds(s, C77_BRITISH, c77.ticonderoga))
        goals |= C77_BIT(c77.ticonderoga);
    return nearest_open_goal(s, from, goals);
}

/* The Patriots stand where the British must go: in the nearest space that they need. */
static int patriot_goal(const c77_state *s, int from) {
    int best = C77_NONE, least = C77_FAR;
    C77_EACH(space, needed(s)) {
        if (c77_in(s->occupied[C77_BRITISH], space)) continue;
        int distance = c77_distance(s, from, space);
        if (distance >= least) continue;
        least = distance;
        best = space;
    }
    return best;
}

static int goal_of(const c77_state *s, int leader) {
    int from = c77_space_of(s->at[leader]), side = c77_leader_side(leader);
    if (from == C77_NONE) return C77_NONE;
    return side == C77_BRITISH ? british_goal(s, leader, from) : patriot_goal(s, from);
}

/* ---- Marching ---- */

/* What his step is worth: positive if it leads closer to the goal and not into a stronger enemy. */
static int step_worth(const c77_state *s, int leader, int to, int strength) {
    int from = c77_space_of(s->at[leader]), goal = goal_of(s, leader);
    if (goal == C77_NONE || from == goal) return 0;
    int gain = c77_distance(s, from, goal) - c77_distance(s, to, goal);
    if (gain <= 0) return 0;
    int enemy = s->stack[to].total[c77_enemy(c77_leader_side(leader))];
    if (enemy > strength) return 0;
    if (c77_fort_at(to) != C77_NONE && to != goal && enemy > 0) gain--;
    return 10 * gain + 5 - (c77_obstacle(s, c77_leader_side(leader), from, to) ? 2 : 0);
}

static int best_step(const c77_state *s, int leader, int strength) {
    int best = 0, from = s->at[leader], side = c77_leader_side(leader);
    if (!c77_is_space(from)) return 0;
    C77_EACH(to, c77.near[from] & c77_area(s)) {
        if (c77_why_not_step(s, side, from, to)) continue;
        int value = step_worth(s, leader, to, strength);
        if (value > best) best = value;
    }
    return best;
}

static int could_lead(const c77_state *s, int leader) {
    int there = s->stack[s->at[leader]].total[c77_leader_side(leader)];
    int most = c77.rank_sp[c77_face_of(s, leader)->rank];
    return there < most ? there : most;
}

/* SP that must stay where he is. */
static int must_stay(const c77_state *s, int place) {
    if (!c77_is_space(place) || !c77_in(needed(s), place)) return 0;
    return place == c77.new_york ? NEW_YORK_STAYS : GARRISON;
}

static int weigh_take(const c77_state *s, const c77_army *a, mk_action x) {
    int place = s->at[a->leader], side = c77_leader_side(a->leader);
    if (best_step(s, a->leader, could_lead(s, a->leader)) == 0) return NEVER;
    if (x.a & C77_UNSUPPLIED && a->force.sp[x.a & ~C77_UNSUPPLIED]) return NEVER;
    int stays = s->stack[place].total[side] - c77_force_size(&a->force) - x.b;
    if (stays < must_stay(s, place)) return NEVER;
    return 1000 + 20 * x.b + worth(x.a);
}

/* A space that is needed is not marched through without leaving a garrison. */
static int weigh_leave(const c77_state *s, const c77_army *a, mk_action x) {
    int place = s->at[a->leader], side = c77_leader_side(a->leader);
    int size = c77_force_size(&a->force);
    int missing = must_stay(s, place) - (s->stack[place].total[side] - size);
    if (c77_in(s->occupied[c77_enemy(side)], place) || missing <= 0) return NEVER;
    if (x.b > missing || x.b >= size) return NEVER;
    return 3000 + 20 * x.b - worth(x.a);
}

static int weigh_march(const c77_state *s, int index, mk_action x) {
    const c77_army *a = &s->army[index];
    switch (x.verb) {
    case C77_V_TAKE: return weigh_take(s, a, x);
    case C77_V_BRING:
        if (x.a != C77_COMPANION_TRAIN || a->force.trains[0] || a->force.trains[1]) return NEVER;
        return best_step(s, a->leader, could_lead(s, a->leader)) ? 900 : NEVER;
    case C77_V_GO: {
        int size = c77_force_size(&a->force);
        int value = step_worth(s, a->leader, x.a, size);
        bool alone = size == 0 && could_lead(s, a->leader) == 0;
        return value && (size || alone) ? 100 + value : NEVER;
    }
    case C77_V_LEAVE: return weigh_leave(s, a, x);
    default: return NEVER;
    }
}

/* ---- An activation ---- */

static int weigh_activate(const c77_state *s, int leader) {
    if (!could_lead(s, leader)) return NEVER;
    int value = best_step(s, leader, could_lead(s, leader));
    return value ? 600 + value - 10 * c77_face_of(s, leader)->cost : NEVER;
}

static int weigh_order(const c77_state *s, int operation) {
    int leader = s->act.leader, at = s->at[leader], side = c77_leader_side(leader);
    switch (operation) {
    case C77_STORM: {
        int inside = s->stack[c77_fort_place(c77_fort_at(at))].total[c77_enemy(side)];
        return s->stack[at].total[side] >= STORM_ODDS * inside + 2 ? 2000 : NEVER;
    }
    case C77_EMBARK: {
        bool wanted = s->base.turn >= EMBARK_FROM_TURN && goal_of(s, leader) == c77.philadelphia &&
                      c77_distance(s, at, c77.philadelphia) > 4;
        return wanted ? 1500 : NEVER;
    }
    case C77_FORCED_MARCH: return best_step(s, leader, could_lead(s, leader)) ? 300 : NEVER;
    default: return s->army[C77_PRIMARY_ARMY].steps || side == C77_PATRIOT ? 20 : NEVER;
    }
}

/* A chain of depots follows the army: one is built where it is needed, near the leader. */
static bool wants_depot(const c77_state *s) {
    int side = c77_leader_side(s->act.leader), at = c77_space_of(s->at[s->act.leader]);
    c77_set network = c77_network(s, side, s->depots_at[side]);
    return !c77_in(c77_within(s, network, c77.depot_reach - 1, side), at);
}

static int weigh_supply(const c77_state *s, mk_action x) {
    if (x.a != C77_DEPOT || x.b != 0 || !wants_depot(s)) return NEVER;
    return 1200;
}

static int weigh_activation(const c77_state *s, mk_action x) {
    switch (x.verb) {
    case C77_V_FINISH: return 0;
    case C77_V_ACTIVATE: return weigh_activate(s, x.a);
    case C77_V_ORDER: return weigh_order(s, x.a);
    case C77_V_SUPPLY: return weigh_supply(s, x);
    case C77_V_SUPPLY_RAID: return worth(x.c) < 10 ? 50 : NEVER;
    case C77_V_INDIAN_RAID: return 10;
    case C77_V_DISBAND: return NEVER;
    default: return weigh_march(s, C77_PRIMARY_ARMY, x);
    }
}

/* Howe keeps the day of his embarkation free of marches, and sends his subordinates before. */
static int weigh_howe(const c77_state *s, mk_action x) {
    bool waits = c77_is(s->act.leader, C77_HOWE) && c77_rules(s)->sea &&
                 s->at[s->act.leader] == c77.new_york &&
                 goal_of(s, s->act.leader) == c77.philadelphia;
    bool own_march = x.verb == C77_V_TAKE || x.verb == C77_V_BRING || x.verb == C77_V_GO;
    if (waits && own_march) return NEVER;
    return weigh_activation(s, x);
}

static int weigh_embark(const c77_state *s, mk_action x) {
    int port = s->at[s->act.leader];
    if (x.verb == C77_V_BRING) return NEVER;
    if (x.verb == C77_V_TAKE) {
        int stays = s->stack[port].total[C77_BRITISH] - c77_force_size(&s->hand) - x.b;
        if (stays < must_stay(s, port)) return NEVER + x.b;
        return 1000 + 20 * x.b + worth(x.a);
    }
    int enemies = s->stack[x.a].total[C77_PATRIOT];
    return 100 - 10 * c77_distance(s, x.a, c77.philadelphia) - 5 * enemies;
}

/* ---- Interruptions and battles ---- */

/* Whoever is much weaker avoids; nobody else moves out of his way. */
static int weigh_declare(const c77_state *s, mk_action x) {
    const c77_battle *b = &s->battle;
    int phase = mk_top_const(&s->base)->phase, side = c77_deciding(s);
    if (x.verb == C77_V_FINISH) return 0;
    int own = s->stack[b->at].total[side], enemy = s->stack[b->at].total[c77_enemy(side)];
    if (phase == C77_PH_AVOID) return enemy > 2 * own && !must_stay(s, b->at) ? 10 : -10;
    if (must_stay(s, s->at[x.a])) return -10;
    int force = could_lead(s, x.a);
    if (phase == C77_PH_REINFORCE) return force >= 2 ? 10 : -10;
    return force >= 2 * enemy ? 10 : -10;
}

static int weigh_gather(mk_action x) {
    if (x.verb == C77_V_TAKE) return 100 + 20 * x.b + worth(x.a);
    return x.verb == C77_V_READY ? 10 : x.a == C77_COMPANION_TRAIN ? 50 : 20;
}

/* Into the fort with the best, if the enemy is stronger. */
static int weigh_fort(const c77_state *s, mk_action x) {
    int side = c77_deciding(s), at = s->battle.at;
    int own = s->stack[at].total[side], enemy = s->stack[at].total[c77_enemy(side)];
    bool shut = mk_top_const(&s->base)->b || enemy >= own;
    if (x.verb == C77_V_READY) return 10;
    if (!shut) return NEVER;
    if (x.verb == C77_V_EXTRA) return 60;
    return weigh_gather(x);
}

static int weigh_refuge(const c77_state *s, mk_action x) {
    int side = c77_deciding(s), space = c77_space_of(x.a), goal = C77_FAR;
    C77_EACH(source, c77_sources(s, side)) {
        int distance = c77_distance(s, space, source);
        if (distance < goal) goal = distance;
    }
    return s->stack[x.a].total[side] - 3 * goal;
}

static int weigh_site(const c77_state *s, mk_action x) {
    int at = c77_space_of(s->at[s->act.leader]), side = c77_leader_side(s->act.leader);
    int value = -10 * c77_distance(s, x.a, at);
    if (s->stack[x.a].depots[side]) value -= 100;
    return value + (s->stack[x.a].total[side] > 0);
}

static int weigh_first(const c77_state *s, mk_action x) {
    int side = c77_deciding(s);
    if (c77_leader_side(x.a) != side || !c77_on_map(s, x.a)) return NEVER;
    return c77_face_of(s, x.a)->leadership;
}

static int weigh_expend(const c77_state *s, mk_action x) {
    if (x.verb == C77_V_FINISH) return 0;
    int place = (x.a - 1) / 2, side = s->checking;
    return (x.a & 1 ? 10 : -5) + s->stack[place].total[side];
}

int c77_weigh(const void *state, mk_action x) {
    const c77_state *s = state;
    switch (mk_top_const(&s->base)->phase) {
    case C77_PH_CHOOSE_FIRST: return weigh_first(s, x);
    case C77_PH_ACTIVATION: return weigh_howe(s, x);
    case C77_PH_MARCH:
        if (x.verb == C77_V_HALT) return 0;
        return x.verb == C77_V_INTERRUPT ? NEVER : weigh_march(s, C77_SECOND_ARMY, x);
    case C77_PH_SUPPLY_SITE: return weigh_site(s, x);
    case C77_PH_EMBARK: return weigh_embark(s, x);
    case C77_PH_SORTIE: return x.verb == C77_V_FINISH ? 0 : -1;
    case C77_PH_INTERCEPT:
    case C77_PH_AVOID:
    case C77_PH_REINFORCE: return weigh_declare(s, x);
    case C77_PH_MUSTER: return weigh_gather(x);
    case C77_PH_FORT: return weigh_fort(s, x);
    case C77_PH_AVOID_TO:
    case C77_PH_RETREAT:
    case C77_PH_ESCAPE: return weigh_refuge(s, x);
    case C77_PH_COORDINATE: return x.verb == C77_V_COORDINATE;
    case C77_PH_PLAN: return x.verb == C77_V_PLAN;
    case C77_PH_SENIOR: {
        const c77_face *f = c77_face_of(s, x.a);
        return c77_deciding(s) == s->battle.attacker ? f->attack : f->defense;
    }
    case C77_PH_HOLD: return 10 * x.b - worth(x.a);
    case C77_PH_LOSSES:
    case C77_PH_ATTRITION:
    case C77_PH_RAID_LOSS: return -worth(x.a);
    case C77_PH_EVENT_LOSS: return -worth(x.b);
    case C77_PH_CAPTURE: return x.verb == C77_V_DECLINE ? 0 : 1 + (x.a == C77_DEPOT);
    case C77_PH_EXPERT: return x.verb == C77_V_CLAIM;
    case C77_PH_SUPPLY_CHECK: return weigh_expend(s, x);
    case C77_PH_EVENT_LEADER: return c77_face_of(s, x.a)->rank;
    case C77_PH_NEW_COURSE: return -c77_distance(s, x.a, c77.philadelphia);
    case C77_PH_RETURN: return c77_face_of(s, x.b)->rank;
    default: return 0;
    }
}

/* ---- How a side stands ---- */

/* Spaces won, Philadelphia, and how the armies compare. */
int c77_score(const void *state, int seat) {
    const c77_state *s = state;
    if (c77_over(s)) return s->winner == seat ? 10000 : 0;
    int goals = c77_size(c77_rules(s)->control), sp[C77_SIDES] = {0};
    for (int place = 0; place < c77_place_count(); place++)
        for (int side = 0; side < C77_SIDES; side++) sp[side] += s->stack[place].total[side];
    int british = goals ? 5000 * c77_british_goals(s) / goals : 0;
    if (!c77_rules(s)->philadelphia_once || s->had_philadelphia) british += 2000;
    british += 2000 * sp[C77_BRITISH] / (sp[C77_BRITISH] + sp[C77_PATRIOT] + 1);
    return seat == C77_BRITISH ? british : 9000 - british;
}
