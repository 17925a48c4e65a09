/* greedy.c - which action serves its side, and how well a side stands.
 *
 * Every leader has a goal: a space his army should be in. A march is worth what it brings him
 * closer, an attack what it promises (estimate.c). Within an activation the best army is gathered
 * first, then it marches, then a depot follows it, then subordinates come up; what points are left
 * rally or raid. Weights are compared only with those of the same decision.
 */
#include "estimate.h"

enum {
    NEVER = -100000,
    /* chances of an attack that are taken: without need, on the way, at a goal, at a goal in the
     * last turn, and so much more for each turn before that */
    SURE = 70,
    GOOD = 60,
    FAIR = 45,
    LAST = 10,
    DARE = 8,
    SIEGE_TURNS = 2, /* that a fort takes */
    LATE_TURNS = 2,
    /* SP that stay in a space that is needed */
    MOST_GARRISON = 12,
    LEAST_GARRISON = 2,
    /* who is so near could come in a turn, or in two */
    ONE_TURN = 2,
    TWO_TURNS = 4,
};

/* A leader's best step: what it is worth (0: he stays), and where it leads. */
typedef struct {
    int value, to;
} next_step;

/* The actions of a decision are weighed one after the other, in the same position: what was found
 * out for one of them is kept for the others. */
typedef struct {
    mk_set128 near_known[C77_SIDES]; /* spaces for which `near` is known */
    mk_set64 army_known, step_known; /* leaders for whom the others are */
    int16_t near[C77_SIDES][C77_MAX_SPACES];
    c77_force army[C77_MAX_LEADERS];
    next_step step[C77_MAX_LEADERS];
} remembered;

static _Thread_local remembered memory;

void c77_weigh_begin(const void *state) {
    (void)state;
    memory.near_known[C77_BRITISH] = memory.near_known[C77_PATRIOT] = 0;
    memory.army_known = memory.step_known = 0;
}

static int least(int a, int b) { return a < b ? a : b; }
static int most(int a, int b) { return a > b ? a : b; }

/* What an SP is worth: losses fall on the cheapest. */
static int worth(int sp_class) {
    static const uint8_t value[C77_TYPES] = {
        [C77_REGULAR] = 10,     [C77_HESSIAN] = 9,      [C77_TORY] = 5,
        [C77_INDIAN] = 4,       [C77_ARTILLERY_B] = 14, [C77_SHIP] = 6,
        [C77_CONTINENTAL] = 10, [C77_MILITIA] = 5,      [C77_ARTILLERY_P] = 14,
    };
    return value[c77_type_of(sp_class)] - (sp_class & C77_UNSUPPLIED ? 2 : 0);
}

/* ---- Goals ---- */

static mk_set128 needed(const c77_state *s) {
    mk_set128 goals = c77_rules(s)->control;
    if (c77_rules(s)->philadelphia_once && !s->had_philadelphia)
        mk_set_add(&goals, c77.philadelphia);
    return goals & c77_area(s);
}

static int turns_left(const c77_state *s) { return c77_rules(s)->last_turn - s->base.turn; }

static int count_near(const c77_state *s, int side, int space) {
    int sum = 0;
    MK_SET_EACH(at, s->occupied[side]) {
        int distance = c77_distance(s, at, space), count = s->stack[at].total[side];
        if (distance > 0 && distance <= TWO_TURNS) sum += distance <= ONE_TURN ? count : count / 2;
    }
    return sum;
}

/* SP of a side that could come to a space in a turn, and half of those that need two. */
static int near_strength(const c77_state *s, int side, int space) {
    remembered *r = &memory;
    if (!mk_set_has(r->near_known[side], space)) {
        mk_set_add(&r->near_known[side], space);
        r->near[side][space] = (int16_t)count_near(s, side, space);
    }
    return r->near[side][space];
}

/* SP that must stay at a place, in view of the enemies who could come: in what is needed, and in
 * large forts that bar the way of the British. */
static int must_stay(const c77_state *s, int place, int side) {
    if (!c77_is_space(place)) return 0;
    bool bars = side == C77_PATRIOT && c77.space[place].type == C77_LARGE_FORT &&
                near_strength(s, C77_BRITISH, place);
    if (!mk_set_has(needed(s), place)) return bars ? c77.fort_max[c77_fort_at(place)] : 0;
    int enemies = near_strength(s, c77_enemy(side), place), box = 0;
    MK_SET_EACH(b, c77_boxes_of(place)) box += s->stack[b].total[side];
    int stays = most(least(2 * enemies / 3, MOST_GARRISON), LEAST_GARRISON);
    return most(stays - box, 0);
}

/* The goal nearest to a space that the British have not won; C77_NONE: they have all. */
static int nearest_open(const c77_state *s, int from, mk_set128 goals) {
    int best = C77_NONE, nearest = C77_FAR;
    MK_SET_EACH(space, goals) {
        int distance = c77_distance(s, from, space);
        if (c77_controls(s, C77_BRITISH, space) || distance >= nearest) continue;
        nearest = distance;
        best = space;
    }
    return best;
}

/* Burgoyne goes for Albany by Fort Ticonderoga, Howe for Philadelphia, those he leaves behind for
 * the Highlands. */
static int british_goal(const c77_state *s, int leader, int from) {
    mk_set128 goals = needed(s), north = c77.northern & c77_area(s);
    bool with_howe = c77_is(leader, C77_HOWE) || !north;
    if (with_howe && mk_set_has(goals, c77.philadelphia) &&
        !c77_controls(s, C77_BRITISH, c77.philadelphia))
        return c77.philadelphia;
    if (!with_howe) mk_set_remove(&goals, c77.philadelphia);
    bool above = mk_set_has(north, c77.ticonderoga) && mk_set_has(north, from) &&
                 c77_distance(s, from, c77.ticonderoga) < c77_distance(s, from, c77.albany);
    if (above) mk_set_add(&goals, c77.ticonderoga);
    return nearest_open(s, from, goals);
}

/* How much a space that the British need is in want of defenders. */
static int want_of(const c77_state *s, int space) {
    int threat = near_strength(s, C77_BRITISH, space);
    if (space == c77.philadelphia) threat += s->stack[c77_box(C77_SEA)].total[C77_BRITISH];
    return threat - s->stack[space].total[C77_PATRIOT];
}

/* The Patriots stand where the British must go, and take back what is lost. */
static int patriot_goal(const c77_state *s, int leader, int from) {
    int best = C77_NONE, best_value = NEVER, rank = c77_face_of(s, leader)->rank;
    MK_SET_EACH(space, needed(s)) {
        int distance = c77_distance(s, from, space);
        if (distance >= C77_FAR) continue;
        bool lost = mk_set_has(s->occupied[C77_BRITISH], space);
        int value = (lost ? 0 : want_of(s, space)) - 5 * distance;
        if (space == from) value += least(s->stack[from].total[C77_PATRIOT], c77.rank_sp[rank]);
        if (value <= best_value) continue;
        best_value = value;
        best = space;
    }
    return best;
}

static int goal_of(const c77_state *s, int leader) {
    int from = c77_space_of(s->at[leader]), side = c77_leader_side(leader);
    if (from == C77_NONE) return C77_NONE;
    return side == C77_BRITISH ? british_goal(s, leader, from) : patriot_goal(s, leader, from);
}

/* ---- Attacks ---- */

/* Others who could reinforce a battle at a space; those at `from` with what the army leaves. */
static c77_force helpers(const c77_state *s, const c77_force *army, int side, int from, int to) {
    c77_force all = {0};
    MK_SET_EACH(l, c77.of_side[side] & ~army->leaders) {
        int at = s->at[l];
        if (at >= c77.space_count || !mk_set_has(c77_near(to), at)) continue;
        int gone = at == from ? c77_force_size(army) : 0;
        c77_force f = c77_best_force(s, l, must_stay(s, at, side) + gone);
        if (c77_force_size(&f)) c77_join(&all, &f);
    }
    return all;
}

/* Percent to win at a space; reinforcements come more often than not. */
static int attack_chance(const c77_state *s, const c77_force *army, int from, int to) {
    int side = c77_leader_side(mk_set_first(army->leaders));
    c77_force enemy = c77_all_at(s, to, c77_enemy(side)), help = helpers(s, army, side, from, to);
    c77_force both = *army;
    c77_join(&both, &help);
    int alone = c77_guess_dice(s, army, true), together = c77_guess_dice(s, &both, true);
    return c77_chance(alone + 2 * (together - alone) / 3, c77_guess_dice(s, &enemy, false));
}

/* The less time is left, the more is dared for a goal; a fort takes longer to win. */
static int chance_taken(const c77_state *s, int to, int goal) {
    if (to != goal) return GOOD;
    int left = turns_left(s) - (c77_fort_at(to) != C77_NONE ? SIEGE_TURNS : 0);
    return left <= 0 ? LAST : least(LAST + DARE * left, FAIR);
}

/* Is it worth while to go among the enemies there? Those in a fort are besieged by more than they
 * are. */
static bool dares(const c77_state *s, const c77_force *army, int from, int to, int goal) {
    int side = c77_leader_side(mk_set_first(army->leaders)), enemy = c77_enemy(side);
    if (!mk_set_has(s->occupied[enemy], to)) return true;
    int fort = c77_fort_at(to);
    int inside = fort == C77_NONE ? 0 : s->stack[c77_fort_place(fort)].total[enemy];
    if (c77_force_size(army) + s->stack[to].total[side] <= inside + 1) return false;
    if (!s->stack[to].total[enemy]) return true;
    return attack_chance(s, army, from, to) >= chance_taken(s, to, goal);
}

/* Who is where he should be beats an enemy beside him, if he can be sure of it. */
static bool strikes(const c77_state *s, const c77_force *army, int from, int to) {
    int side = c77_leader_side(mk_set_first(army->leaders));
    if (!s->stack[to].total[c77_enemy(side)] || c77_fort_at(to) != C77_NONE) return false;
    return c77_force_size(army) && attack_chance(s, army, from, to) >= SURE;
}

/* ---- Marching ---- */

/* What his step is worth: 0 if it leads no closer to the goal, or into a stronger enemy. */
static int step_worth(const c77_state *s, const c77_force *army, int leader, int to, int goal) {
    int from = c77_space_of(s->at[leader]), side = c77_leader_side(leader);
    if (goal == C77_NONE || from == goal) return strikes(s, army, from, to) ? 5 : 0;
    int gain = c77_distance(s, from, goal) - c77_distance(s, to, goal);
    if (gain <= 0 || !dares(s, army, from, to, goal)) return 0;
    return 10 * gain + 5 - (c77_obstacle(s, side, from, to) ? 2 : 0);
}

static next_step best_step(const c77_state *s, const c77_force *army, int leader) {
    next_step best = {0, C77_NONE};
    int from = s->at[leader], side = c77_leader_side(leader), goal = goal_of(s, leader);
    if (!c77_is_space(from)) return best;
    MK_SET_EACH(to, c77_near(from) & c77_area(s)) {
        if (c77_why_not_step(s, side, from, to)) continue;
        int value = step_worth(s, army, leader, to, goal);
        if (value > best.value) best = (next_step){value, to};
    }
    return best;
}

/* The army that a leader would march with, and his best step with it. */
static const c77_force *could_lead(const c77_state *s, int leader) {
    remembered *r = &memory;
    if (!mk_set_has(r->army_known, leader)) {
        int stays = must_stay(s, s->at[leader], c77_leader_side(leader));
        r->army_known |= MK_BIT(leader);
        r->army[leader] = c77_best_force(s, leader, stays);
    }
    return &r->army[leader];
}

static next_step would_step(const c77_state *s, int leader) {
    const c77_force *army = could_lead(s, leader);
    remembered *r = &memory;
    if (!mk_set_has(r->step_known, leader)) {
        r->step_known |= MK_BIT(leader);
        r->step[leader] = best_step(s, army, leader);
    }
    return r->step[leader];
}

static int weigh_take(const c77_state *s, const c77_army *a, mk_action x) {
    if (a->force.sp[x.a] + x.b > could_lead(s, a->leader)->sp[x.a]) return NEVER;
    if (!would_step(s, a->leader).value) return NEVER;
    return 3000 + 20 * x.b + worth(x.a);
}

/* Leaders come along if nobody is left to be led. */
static bool wants_along(const c77_state *s, const c77_army *a, int companion) {
    int place = s->at[a->leader], side = c77_leader_side(a->leader);
    if (companion == C77_COMPANION_KOSCIUSZKO) return true;
    if (companion == C77_COMPANION_TRAIN) return !a->force.trains[0] && !a->force.trains[1];
    int left = s->stack[place].total[side] - c77_force_size(&a->force);
    return left <= must_stay(s, place, side) && c77_force_size(&a->force);
}

/* A space that is needed is not marched through without leaving a garrison. */
static int weigh_leave(const c77_state *s, const c77_army *a, mk_action x) {
    int place = s->at[a->leader], side = c77_leader_side(a->leader);
    int size = c77_force_size(&a->force);
    int missing = must_stay(s, place, side) - (s->stack[place].total[side] - size);
    if (mk_set_has(s->occupied[c77_enemy(side)], place) || missing <= 0) return NEVER;
    if (x.b > missing || x.b >= size) return NEVER;
    return 4000 + 20 * x.b - worth(x.a);
}

static int weigh_go(const c77_state *s, const c77_army *a, int to) {
    int size = c77_force_size(&a->force);
    if (!size && c77_force_size(could_lead(s, a->leader))) return NEVER;
    int value = step_worth(s, &a->force, a->leader, to, goal_of(s, a->leader));
    return value ? 2000 + value : NEVER;
}

static int weigh_march(const c77_state *s, int index, mk_action x) {
    const c77_army *a = &s->army[index];
    switch (x.verb) {
    case C77_V_TAKE: return weigh_take(s, a, x);
    case C77_V_BRING:
        if (!wants_along(s, a, x.a) || !best_step(s, &a->force, a->leader).value) return NEVER;
        return 2500;
    case C77_V_GO: return weigh_go(s, a, x.a);
    case C77_V_LEAVE: return weigh_leave(s, a, x);
    default: return NEVER;
    }
}

/* ---- An activation ---- */

/* Not before the primary leader attacked: then his subordinates reinforce him. */
static int weigh_activate(const c77_state *s, int leader) {
    int primary = s->act.leader;
    int size = c77_force_size(could_lead(s, leader));
    if (!size) return NEVER;
    next_step own = would_step(s, primary), step = would_step(s, leader);
    bool attack = own.value && mk_set_has(s->occupied[c77_enemy(c77_leader_side(leader))], own.to);
    if (attack && !mk_set_has(s->marched, primary)) return NEVER;
    if (!step.value) return NEVER;
    return 1000 + 10 * size - 10 * c77_face_of(s, leader)->cost;
}

/* The dice of a storm are counted as if it had begun. */
static bool storm_pays(const c77_state *s) {
    static _Thread_local c77_state trial;
    trial = *s;
    c77_storm(&trial);
    c77_battle *b = &trial.battle;
    for (int side = 0; side < C77_SIDES; side++) {
        mk_set64 seniors = c77_seniors(&trial, side);
        if (seniors) b->senior[side] = (uint8_t)mk_set_first(seniors);
    }
    int side = b->attacker, attack = c77_dice_of(&trial, side).total;
    int defense = c77_dice_of(&trial, c77_enemy(side)).total;
    if (turns_left(s) <= LATE_TURNS) return 2 * attack >= defense;
    return 5 * attack >= 4 * defense;
}

static int weigh_order(const c77_state *s, int operation) {
    int leader = s->act.leader, at = s->at[leader];
    switch (operation) {
    case C77_STORM: return storm_pays(s) ? 6000 : NEVER;
    case C77_EMBARK: {
        bool wanted = goal_of(s, leader) == c77.philadelphia && turns_left(s) > c77.sea_boxes &&
                      c77_distance(s, at, c77.philadelphia) > TWO_TURNS;
        return wanted ? 5000 : NEVER;
    }
    case C77_FORCED_MARCH: return would_step(s, leader).value ? 300 : NEVER;
    default: return 50;
    }
}

/* A chain of depots follows the army: one is built where it is needed, near the leader. */
static bool wants_depot(const c77_state *s) {
    int side = c77_leader_side(s->act.leader), at = c77_space_of(s->at[s->act.leader]);
    mk_set128 network = c77_network(s, side, s->depots_at[side]);
    return s->stack[at].total[side] > LEAST_GARRISON &&
           !mk_set_has(c77_within(s, network, c77.depot_reach - 1, side), at);
}

static int weigh_supply(const c77_state *s, mk_action x) {
    if (x.a != C77_DEPOT || x.b != 0 || !wants_depot(s)) return NEVER;
    return 1500;
}

static int weigh_activation(const c77_state *s, mk_action x) {
    switch (x.verb) {
    case C77_V_FINISH: return 0;
    case C77_V_ACTIVATE: return weigh_activate(s, x.a);
    case C77_V_ORDER: return weigh_order(s, x.a);
    case C77_V_SUPPLY: return weigh_supply(s, x);
    case C77_V_SUPPLY_RAID: return worth(x.c) < 10 ? 30 : NEVER;
    case C77_V_INDIAN_RAID: return 10;
    case C77_V_DISBAND: return NEVER;
    default: return weigh_march(s, C77_PRIMARY_ARMY, x);
    }
}

/* Howe goes to sea with his own army; where there is no other front, with all who are there. */
static int weigh_embark(const c77_state *s, mk_action x) {
    int port = s->at[s->act.leader];
    if (x.verb == C77_V_BRING) {
        bool others = c77.northern & c77_area(s);
        if (x.a == C77_COMPANION_TRAIN || others) return NEVER;
        return 2000 + c77_face_of(s, x.a - C77_COMPANION_LEADERS)->leadership;
    }
    if (x.verb == C77_V_TAKE) {
        int stays = s->stack[port].total[C77_BRITISH] - c77_force_size(&s->hand) - x.b;
        if (stays < must_stay(s, port, C77_BRITISH)) return NEVER + x.b;
        bool guns = c77.unit[c77_type_of(x.a)].artillery;
        return 1000 + 20 * x.b + worth(x.a) + (guns ? 500 : 0);
    }
    int enemies = s->stack[x.a].total[C77_PATRIOT];
    return 100 - 10 * c77_distance(s, x.a, c77.philadelphia) - 5 * enemies;
}

/* ---- Interruptions and battles ---- */

/* Percent for the marching side, if these defend alone. */
static int chance_against(const c77_state *s, const c77_force *defenders) {
    const c77_battle *b = &s->battle;
    c77_force army = c77_all_at(s, b->at, b->attacker);
    return c77_chance(c77_guess_dice(s, &army, true), c77_guess_dice(s, defenders, false));
}

/* Who is much weaker avoids; what is needed is held. */
static int weigh_declare(const c77_state *s, mk_action x) {
    const c77_battle *b = &s->battle;
    int phase = mk_top_const(&s->base)->phase, side = c77_deciding(s);
    if (x.verb == C77_V_FINISH) return 0;
    c77_force there = c77_all_at(s, b->at, side);
    if (phase == C77_PH_AVOID)
        return chance_against(s, &there) > GOOD && !mk_set_has(needed(s), b->at) ? 10 : -10;
    c77_force army = c77_best_force(s, x.a, must_stay(s, s->at[x.a], side));
    if (!c77_force_size(&army)) return -10;
    if (phase == C77_PH_REINFORCE) return 10;
    c77_join(&there, &army);
    return chance_against(s, &there) < 100 - GOOD ? 10 : -10;
}

/* The army of an attempt is the best that can be spared. */
static int weigh_muster(const c77_state *s, mk_action x) {
    int leader = mk_top_const(&s->base)->a, place = s->at[leader], side = c77_leader_side(leader);
    if (x.verb == C77_V_READY) return 10;
    int left = s->stack[place].total[side] - c77_force_size(&s->hand);
    bool avoid = mk_top_const(&s->base)->b == C77_AVOID;
    int stays = avoid ? 0 : must_stay(s, place, side);
    if (x.verb == C77_V_TAKE) {
        if (left - x.b < stays && c77_force_size(&s->hand)) return 0;
        bool guns = c77.unit[c77_type_of(x.a)].artillery && c77_force_size(&s->hand) >= x.b;
        return 100 + 20 * x.b + worth(x.a) + (guns ? 500 : 0);
    }
    return x.a < C77_COMPANION_LEADERS || left <= stays ? 50 : 0;
}

/* Into the fort with the best, if the enemy is stronger. */
static int weigh_fort(const c77_state *s, mk_action x) {
    int side = c77_deciding(s), at = s->battle.at;
    c77_force own = c77_all_at(s, at, side), enemy = c77_all_at(s, at, c77_enemy(side));
    int chance = c77_chance(c77_guess_dice(s, &enemy, true), c77_guess_dice(s, &own, false));
    bool shut = mk_top_const(&s->base)->b || chance > FAIR;
    if (x.verb == C77_V_READY) return 10;
    if (!shut) return NEVER;
    if (x.verb == C77_V_EXTRA) return 60;
    if (x.verb == C77_V_TAKE) return 100 + 20 * x.b + worth(x.a);
    return x.a == C77_COMPANION_TRAIN ? 50 : 20;
}

static int weigh_sortie(const c77_state *s, mk_action x) {
    if (x.verb == C77_V_FINISH) return 0;
    int side = c77_deciding(s);
    c77_force out = c77_all_at(s, c77_fort_place(c77_fort_at(x.a)), side);
    c77_force enemy = c77_all_at(s, x.a, c77_enemy(side));
    return c77_chance(c77_guess_dice(s, &out, true), c77_guess_dice(s, &enemy, false)) - FAIR;
}

static int weigh_refuge(const c77_state *s, mk_action x) {
    int side = c77_deciding(s), space = c77_space_of(x.a), goal = C77_FAR;
    MK_SET_EACH(source, c77_sources(s, side)) {
        goal = least(goal, c77_distance(s, space, source));
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
    int place = c77_source_place(x.a), side = s->checking;
    return (c77_source_is_train(x.a) ? 10 : -5) + s->stack[place].total[side];
}

int c77_weigh(const void *state, mk_action x) {
    const c77_state *s = state;
    switch (mk_top_const(&s->base)->phase) {
    case C77_PH_CHOOSE_FIRST: return weigh_first(s, x);
    case C77_PH_ACTIVATION: return weigh_activation(s, x);
    case C77_PH_MARCH:
        if (x.verb == C77_V_HALT) return 0;
        return x.verb == C77_V_INTERRUPT ? NEVER : weigh_march(s, C77_SECOND_ARMY, x);
    case C77_PH_SUPPLY_SITE: return weigh_site(s, x);
    case C77_PH_EMBARK: return weigh_embark(s, x);
    case C77_PH_SORTIE: return weigh_sortie(s, x);
    case C77_PH_INTERCEPT:
    case C77_PH_AVOID:
    case C77_PH_REINFORCE: return weigh_declare(s, x);
    case C77_PH_MUSTER: return weigh_muster(s, x);
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
    case C77_PH_LANDING_DEPOT: return x.verb == C77_V_SUPPLY ? 1 + c77_source_is_train(x.b) : 0;
    case C77_PH_RETURN: return c77_face_of(s, x.verb == C77_V_JOIN ? x.b : x.a)->rank;
    case C77_PH_RETURN_TO: return s->stack[x.a].total[c77_deciding(s)];
    default: return 0;
    }
}

/* ---- How a side stands ---- */

/* Its terms, as the British see them; the weights are fitted (`musket tune c77`). */
const mk_term c77_terms[] = {
    {"constant", "before the first march"},
    {"short", "the scenario of Burgoyne alone"},
    {"prize", "the scenario of Howe alone"},
    {"open", "spaces that the British still need"},
    {"philadelphia", "Philadelphia was never British"},
    {"turns_left", "turns left"},
    {"open_late", "spaces that the British still need in the last turns"},
    {"british_sp", "British strength"},
    {"patriot_sp", "Patriot strength"},
    {"roads", "marches from the British to the spaces they need"},
    {"too_far", "marches for which the British have no time left"},
    {"attack", "British strength around the spaces they need"},
    {"defence", "Patriot strength around the spaces the British need"},
    {"threat", "Patriots who could take back what the British won"},
    {"at_sea", "British strength at sea"},
    {0},
};

/* Marches from the nearest British army to a space. */
static int marches_to(const c77_state *s, int space) {
    enum { ARMY = 5, MOST = 15 };
    int nearest = MOST;
    MK_SET_EACH(at, s->occupied[C77_BRITISH])
        if (s->stack[at].total[C77_BRITISH] >= ARMY)
            nearest = least(nearest, c77_distance(s, at, space));
    return nearest;
}

void c77_consider(const void *state, int seat, int *value) {
    enum { LAST_TURNS = 4, MARCHES = 2, ENOUGH = 40 };
    const c77_state *s = state;
    (void)seat;
    c77_weigh_begin(s);
    int open = 0, roads = 0, far = 0, attack = 0, defence = 0, threat = 0, sp[C77_SIDES] = {0};
    int left = turns_left(s) + 1;
    MK_SET_EACH(goal, needed(s)) {
        int british = near_strength(s, C77_BRITISH, goal) + s->stack[goal].total[C77_BRITISH];
        int patriots = near_strength(s, C77_PATRIOT, goal) + s->stack[goal].total[C77_PATRIOT];
        if (c77_controls(s, C77_BRITISH, goal)) {
            threat += most(least(patriots - british, ENOUGH), 0);
            continue;
        }
        int marches = marches_to(s, goal);
        open++;
        roads += marches;
        far += most(marches - MARCHES * left, 0);
        attack += least(british, ENOUGH);
        defence += least(patriots, ENOUGH);
    }
    for (int place = 0; place < c77_place_count(); place++)
        for (int side = 0; side < C77_SIDES; side++) sp[side] += s->stack[place].total[side];
    *value++ = s->base.scenario == 1;
    *value++ = s->base.scenario == 2;
    *value++ = open;
    *value++ = c77_rules(s)->philadelphia_once && !s->had_philadelphia;
    *value++ = left;
    *value++ = open * most(LAST_TURNS - left, 0);
    *value++ = sp[C77_BRITISH];
    *value++ = sp[C77_PATRIOT];
    *value++ = roads;
    *value++ = far;
    *value++ = attack;
    *value++ = defence;
    *value++ = threat;
    *value++ = s->stack[c77_box(C77_SEA)].total[C77_BRITISH];
}

int c77_score(const void *state, int seat) {
    const c77_state *s = state;
    if (c77_over(s)) return s->winner == seat ? 10000 : 0;
    int british = mk_judgement(&c77_game, state, C77_BRITISH);
    return seat == C77_BRITISH ? british : 10000 - british;
}
