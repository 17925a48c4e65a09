/* greedy.c - which action serves its side, and how well a side stands.
 *
 * Where an action moves blocks on the map, the position it leads to is weighed (plan.c). On the
 * battle board and in the set-up there are rules of thumb. Weights are compared only with those
 * of other actions of the same decision.
 */
#include "plan.h"

enum {
    ALWAYS = 1000000, /* better than whatever else is offered */
    NEVER = -1000000,
    SETTLED = 10, /* gain of a move below which it is not worth an action point */
};

static inline p77_side deciding(const p77_state *s) {
    return (p77_side)mk_top_const(&s->base)->seat;
}

/* What a block means to its owner beyond its strength: the order in which losses fall. Weak
 * blocks go first, so that those that remain fill a leader's group with strength. */
static int keep(const p77_state *s, int unit) {
    const p77_unit *u = &p77.unit[unit];
    if (u->loss_is_defeat) return 10000;
    switch (u->type) {
    case P77_LEADER: return 500;
    case P77_ARTILLERY: return 100 + s->sp[unit];
    case P77_INFANTRY: return 50 + s->sp[unit];
    default: return s->sp[unit];
    }
}

/* ---- Set-up ---- */

/* Regulars: most with the commander and with the leader who marches fastest, some in the city. */
static int weigh_regular(const p77_state *s, int unit, int space) {
    int worth = 0, wanted = 1;
    P77_EACH(leader, s->here[space] & p77.leaders) {
        wanted = p77.unit[leader].group_limit - 1;
        if (p77.unit[leader].loss_is_defeat) worth += 20;
        if (p77.unit[leader].move > 1) worth += 10;
    }
    if (space == p77.philadelphia) wanted = 3, worth += 15;
    p77_set there = s->here[space] & ~p77.leaders & ~p77.militia;
    p77_set alike = there & p77.of_type[p77.unit[unit].type];
    if (p77_size(there) >= wanted) worth -= 100;
    return worth - 8 * p77_size(alike) + 100 * keep(s, unit);
}

/* Militia: in forts, where it does not flee; on the road to the enemy's port, where it is a
 * nuisance; in other ports; around the city. */
static int weigh_militia(const p77_state *s, int space) {
    if (p77_at(s, space, P77_BRITISH)) return -100;
    int worth = 0;
    if (p77_in(p77.forts, space)) worth += 50;
    if (p77_in(p77.ports, space)) worth += 15;
    if (space == p77.philadelphia) worth += 20;
    if (p77_in(p77.near[p77.philadelphia], space)) worth += 18;
    if (p77.near[space] & s->british_ports) worth += 12;
    return worth;
}

static int weigh_placing(const p77_state *s, mk_action a) {
    bool boarding = a.verb == P77_V_BOARD;
    int space = boarding ? s->at[a.b] : a.b;
    if (p77_in(p77.militia, a.a)) return weigh_militia(s, space) - boarding;
    return weigh_regular(s, a.a, space) + boarding;
}

/* Boxes are loaded with the groups that will march. */
static int weigh_loading(const p77_state *s, mk_action a) {
    if (a.verb == P77_V_READY) return 0;
    return p77_in(p77.leaders, a.a) || !p77_in(p77_group_for(s, a.b), a.a) ? NEVER : keep(s, a.a);
}

/* ---- Movement ---- */

/* What it is worth to have blocks at the next location, or one beyond it. */
static int weigh_road(const p77_state *s, const p77_survey *v, p77_set movers, int to,
                      int further) {
    int from = s->at[p77_first(movers)];
    p77_survey there = *v;
    p77_survey_move(s, &there, movers, from, to);
    int best = p77_standing(&there);
    bool enemies = p77_in(v->held[p77_enemy(v->side)], to);
    bool river = mk_way_bits(&p77.roads, mk_way(&p77.roads, from, to)) & P77_CROSSES_RIVER;
    if (further < 1 || enemies || river) return best;
    P77_EACH(next, p77.near[to] & ~P77_BIT(from)) {
        p77_survey beyond = there;
        p77_survey_move(s, &beyond, movers, to, next);
        int worth = p77_standing(&beyond);
        if (worth > best) best = worth;
    }
    return best;
}

static int weigh_best_road(const p77_state *s, const p77_survey *v, p77_set movers, int locations) {
    int best = NEVER;
    P77_EACH(to, p77.near[s->at[p77_first(movers)]]) {
        if (p77_why_not_road(s, movers, to)) continue;
        int worth = weigh_road(s, v, movers, to, locations - 1);
        if (worth > best) best = worth;
    }
    return best;
}

/* A unit that a leader can still take along does not march alone. */
static bool waits_for_leader(const p77_state *s, int unit) {
    P77_EACH(leader, p77_at(s, s->at[unit], s->active) & p77.leaders & ~s->moved) {
        if (p77_in(p77_group_for(s, leader), unit)) return true;
    }
    return false;
}

static int weigh_movement(const p77_state *s, mk_action a) {
    if (a.verb == P77_V_MARCH && waits_for_leader(s, a.a)) return NEVER;
    p77_survey v;
    p77_survey_make(s, s->active, &v);
    if (a.verb == P77_V_FINISH) {
        v.action_points = 0;
        return p77_standing(&v) + SETTLED;
    }
    v.action_points = a.verb == P77_V_MARCH ? 0 : v.action_points - 1;
    if (a.verb == P77_V_MARCH) return weigh_road(s, &v, P77_BIT(a.a), a.b, p77_rate(s, a.a) - 1);
    return weigh_best_road(s, &v, p77_group_for(s, a.a) | p77_in_box(s, a.a), p77_rate(s, a.a));
}

/* A group is gathered before it goes. */
static int weigh_muster(const p77_state *s, mk_action a) {
    const mk_frame *f = mk_top_const(&s->base);
    p77_set group = p77_group_for(s, f->a), missing = group & ~s->group;
    if (p77_size(s->group) > p77.unit[f->a].group_limit) missing = 0;
    if (a.verb == P77_V_TAKE) return p77_in(group, a.a) ? ALWAYS + keep(s, a.a) : NEVER;
    if (a.verb == P77_V_LEAVE) return NEVER;
    p77_survey v;
    p77_survey_make(s, s->active, &v);
    return weigh_road(s, &v, s->group, a.a, f->b - 1) - (missing ? 1 : 0);
}

static int weigh_march(const p77_state *s, mk_action a) {
    const mk_frame *f = mk_top_const(&s->base);
    if (a.verb == P77_V_LEAVE) return NEVER;
    p77_survey v;
    p77_survey_make(s, s->active, &v);
    if (a.verb == P77_V_HALT) return p77_standing(&v);
    if (a.verb == P77_V_GO) return weigh_road(s, &v, s->group, a.a, f->b - 1);
    return weigh_best_road(s, &v, s->group | P77_BIT(a.a), f->b) + 1;
}

/* Who can attack at once with profit, or would be attacked, had better be first. Otherwise it is
 * good to see what the enemy does. */
static int weigh_first(const p77_state *s, mk_action a) {
    p77_side side = deciding(s), enemy = p77_enemy(side);
    p77_survey v;
    p77_survey_make(s, side, &v);
    bool in_touch = false;
    P77_EACH(at, v.held[side]) in_touch |= (p77.near[at] & v.held[enemy]) != 0;
    return ((p77_side)a.a == side) == (in_touch || side == P77_BRITISH);
}

static int weigh_retreat(const p77_state *s, mk_action a) {
    const mk_frame *f = mk_top_const(&s->base);
    p77_side side = deciding(s);
    p77_survey v;
    p77_survey_make(s, side, &v);
    p77_survey_move(s, &v, p77_at(s, f->a, side), f->a, a.a);
    return p77_standing(&v);
}

/* ---- Battle ---- */

static int weigh_battle(const p77_state *s, mk_action a) {
    p77_survey v;
    p77_survey_make(s, s->active, &v);
    p77_odds odds = p77_forecast(&v.force[s->active][a.a], &v.force[p77_enemy(s->active)][a.a],
                                 v.crossing[a.a], a.a);
    return odds.win; /* the surest first: it may open a road for those who fight next */
}

static int facing(int position) {
    return position == P77_LEFT ? P77_RIGHT : position == P77_RIGHT ? P77_LEFT : position;
}

/* How much of a line should stand in a position: the same everywhere; who attacks masses against
 * the position that fewest hold. */
static int share(const p77_state *s, int position) {
    p77_side side = deciding(s);
    if (side != s->active) return 100;
    p77_set enemies = p77.of_side[p77_enemy(side)];
    int fewest = P77_LEFT;
    for (int p = P77_LEFT; p <= P77_RIGHT; p++) {
        if (p77_size(s->battle.position[p] & enemies) <
            p77_size(s->battle.position[fewest] & enemies))
            fewest = p;
    }
    return position == facing(fewest) ? 150 : 100;
}

/* The strongest are placed first, each where the line is thinnest. Leaders stay in reserve. */
static int weigh_deploy(const p77_state *s, mk_action a) {
    p77_side side = deciding(s);
    bool leader = p77_in(p77.leaders, a.a);
    p77_force f = p77_force_of(s, P77_BIT(a.a));
    int first = leader ? 0 : 1000 * (f.sp + f.hits);
    if (a.b == P77_RESERVE) return first + (leader ? 500 : -999);
    p77_force line = p77_force_of(s, s->battle.position[a.b] & p77.of_side[side]);
    return first - 10 * line.sp / share(s, a.b);
}

/* What stands in a position of a side. */
static p77_force line_at(const p77_state *s, p77_side side, int position) {
    return p77_force_of(s, s->battle.position[position] & p77.of_side[side]);
}

/* Rounds that a position will hold against what faces it, in hundredths. */
static int holds_for(const p77_state *s, p77_side side, int position) {
    p77_force own = line_at(s, side, position),
              enemy = line_at(s, p77_enemy(side), facing(position));
    return enemy.hits ? 100 * own.sp / enemy.hits : 10000;
}

static int line_holds_for(const p77_state *s, p77_side side) {
    if (s->battle.kind == P77_SKIRMISH) return holds_for(s, side, P77_CENTER);
    int least = 10000;
    for (int p = P77_LEFT; p <= P77_RIGHT; p++) {
        int rounds = holds_for(s, side, p);
        if (rounds < least) least = rounds;
    }
    return least;
}

/* Guns first, for they do not pursue; then at the position that will break first. */
static int weigh_fire(const p77_state *s, int unit) {
    p77_side enemy = p77_enemy(deciding(s));
    int rounds = holds_for(s, enemy, facing(p77_position_of(s, unit)));
    return 10000 - (rounds < 9999 ? rounds : 9999) + (p77_in(p77.infantry, unit) ? 0 : 10000);
}

static int weigh_recall(const p77_state *s, int unit) {
    p77_side side = deciding(s);
    int position = p77_position_of(s, unit);
    bool others = p77_size(s->battle.position[position] & p77.of_side[side]) > 1;
    return p77.unit[unit].loss_is_defeat && others ? ALWAYS : NEVER;
}

/* Reserves go where the line will break first; leaders stay out of it. */
static int weigh_commit(const p77_state *s, mk_action a) {
    if (p77_in(p77.leaders, a.a)) return NEVER;
    int rounds = holds_for(s, deciding(s), a.b);
    return 30000 - (rounds < 9999 ? rounds : 9999);
}

static int weigh_battle_turn(const p77_state *s, mk_action a) {
    switch (a.verb) {
    case P77_V_FIRE: return weigh_fire(s, a.a);
    case P77_V_RECALL: return weigh_recall(s, a.a);
    case P77_V_COMMIT: return weigh_commit(s, a);
    default: return 0;
    }
}

/* Fight on, or go? Going costs one die of each enemy infantry; staying, a round of all fire, and
 * a pursuit by all of it if the line breaks. */
static int weigh_stand(const p77_state *s, mk_action a) {
    if (a.verb == P77_V_WITHDRAW) return 0;
    p77_side side = deciding(s), enemy = p77_enemy(side);
    int own = line_holds_for(s, side), other = line_holds_for(s, enemy);
    int chance =
        own + other
            ? (int)((int64_t)100 * own * own / ((int64_t)own * own + (int64_t)other * other))
            : 50;
    int needed = 42;
    if (s->battle.at == p77.philadelphia) needed -= 10;
    bool now_or_never = side == P77_BRITISH ? p77.turns - s->base.turn < 3 : s->philadelphia > 0;
    if (now_or_never) needed -= 20;
    return chance - needed;
}

int p77_weigh(const void *state, mk_action a) {
    const p77_state *s = state;
    switch (mk_top_const(&s->base)->phase) {
    case P77_PH_SET_UP: return weigh_placing(s, a);
    case P77_PH_LOAD_BOXES: return weigh_loading(s, a);
    case P77_PH_CHOOSE_FIRST: return weigh_first(s, a);
    case P77_PH_MOVEMENT: return weigh_movement(s, a);
    case P77_PH_MUSTER: return weigh_muster(s, a);
    case P77_PH_ON_THE_MARCH: return weigh_march(s, a);
    case P77_PH_CHOOSE_BATTLE: return weigh_battle(s, a);
    case P77_PH_DEPLOY: return weigh_deploy(s, a);
    case P77_PH_STAND_OR_WITHDRAW: return weigh_stand(s, a);
    case P77_PH_BATTLE_TURN: return weigh_battle_turn(s, a);
    case P77_PH_TAKE_HITS: return -keep(s, a.a);
    case P77_PH_FLEE: return -s->sp[a.a];
    case P77_PH_RETREAT: return weigh_retreat(s, a);
    case P77_PH_SUPPLY_LOSSES: return -keep(s, a.a);
    default: return 0;
    }
}

/* ---- How a side stands ---- */

int p77_score(const void *state, int seat) {
    const p77_state *s = state;
    if (p77_over(s)) return s->winner == seat ? 10000 : 0;
    int own = p77_total_sp(s, (p77_side)seat) - p77.defeat_below[seat];
    int other = p77_total_sp(s, p77_enemy((p77_side)seat)) - p77.defeat_below[!seat];
    int score = 5000 + 50 * (own - other);
    return score < 0 ? 0 : score > 10000 ? 10000 : score;
}
