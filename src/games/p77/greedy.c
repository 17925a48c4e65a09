/* greedy.c - which action serves its side, and how well a side stands.
 *
 * Where an action moves blocks on the map, the position it leads to is weighed (plan.c). On the
 * battle board and in the set-up there are rules of thumb. A weight is compared only with those
 * of the other actions of the same decision.
 */
#include "plan.h"

#include <string.h>

enum {
    ALWAYS = 1000000, /* better than whatever else is offered */
    NEVER = -ALWAYS,
    FOR_CITY = 20,   /* chances that it does without where Philadelphia is at stake ... */
    DESPERATE = 20,  /* ... and when all depends on it */
    CITY_BLOCKS = 3, /* regulars that start in Philadelphia */
};

static inline p77_side deciding(const p77_state *s) {
    return (p77_side)mk_top_const(&s->base)->seat;
}

/* What a block means to its owner beyond its strength: losses fall on the least of them. Weak
 * blocks go first, so that those that remain fill a leader's group with strength. */
static int keep(const p77_state *s, int unit) {
    const p77_unit *u = &p77.unit[unit];
    if (u->loss_is_defeat) return 1000;
    switch (u->type) {
    case P77_LEADER: return 500;
    case P77_ARTILLERY: return 100 + s->sp[unit];
    case P77_INFANTRY: return 50 + s->sp[unit];
    default: return s->sp[unit];
    }
}

/* ---- Set-up ---- */

/* The best regulars first: most with the commander, then some in the city, and with the leader
 * who marches fastest; guns and foot in each place. */
static int weigh_regular(const p77_state *s, int unit, int space) {
    int worth = 0, wanted = 0;
    MK_SET_EACH(leader, s->here[space] & p77.leaders) {
        wanted += p77.unit[leader].group_limit - 1;
        if (p77.unit[leader].loss_is_defeat) worth += 20;
        if (p77.unit[leader].move > 1) worth += 10;
    }
    if (space == p77.philadelphia) wanted = CITY_BLOCKS, worth += 15;
    mk_set64 there = s->here[space] & ~p77.leaders & ~p77.militia;
    mk_set64 alike = there & p77.of_type[p77.unit[unit].type];
    if (mk_set_size(there) >= wanted) worth -= 100;
    return 1000 * keep(s, unit) + worth - 8 * mk_set_size(alike);
}

/* Militia: in forts, where it does not flee; in and around the city; in ports, and next to those
 * of the enemy, where it is a nuisance. */
static int weigh_militia(const p77_state *s, int space) {
    if (p77_at(s, space, P77_BRITISH)) return -100;
    int worth = 0;
    if (mk_set_has(p77.forts, space)) worth += 50;
    if (mk_set_has(p77.ports, space)) worth += 15;
    if (space == p77.philadelphia) worth += 20;
    if (mk_set_has(p77.near[p77.philadelphia], space)) worth += 18;
    if (p77.near[space] & s->british_ports) worth += 12;
    return worth;
}

/* A box hides from the enemy what is in it. */
static int weigh_placing(const p77_state *s, mk_action a) {
    bool boxed = a.verb == P77_V_BOARD;
    int space = boxed ? s->at[a.b] : a.b;
    return mk_set_has(p77.militia, a.a) ? weigh_militia(s, space)
                                        : weigh_regular(s, a.a, space) + boxed;
}

/* Boxes are loaded with the groups that will march. */
static int weigh_loading(const p77_state *s, mk_action a) {
    if (a.verb == P77_V_READY) return 0;
    bool marches = mk_set_has(p77_group_for(s, a.b, 0) & ~p77.leaders, a.a);
    return marches ? keep(s, a.a) : NEVER;
}

/* ---- Movement ---- */

/* Blocks that come to a location, and what that is worth. The way there counts only for the river
 * that it crosses to attack, and for the ports that it passes. */
typedef struct {
    mk_set64 movers, ports;
    int16_t points; /* left for those who follow */
    bool over_river;
    int16_t next; /* to the same location; 0: none */
    int worth;
} arrival;

/* The actions of a decision are weighed one after the other, in the same position: it is surveyed
 * once, each leader's group is found once, each arrival is weighed once. */
enum { ARRIVALS = 512 };
static _Thread_local struct {
    bool surveyed;
    p77_survey survey;
    mk_set64 grouped; /* leaders whose group was found */
    mk_set64 group[P77_MAX_UNITS];
    mk_set64 asked; /* locations of which it is known ... */
    mk_set64 led;   /* ... who there can be taken along */
    int arrivals;   /* with row 0, which is none */
    arrival arrival[ARRIVALS];
    int16_t first[P77_MAX_SPACES]; /* arrival there */
} memory;

void p77_weigh_begin(const void *state) {
    (void)state;
    memory.surveyed = false;
    memory.grouped = memory.asked = memory.led = 0;
}

static const p77_survey *survey(const p77_state *s) {
    if (memory.surveyed) return &memory.survey;
    p77_survey_make(s, s->active, &memory.survey);
    memset(memory.first, 0, sizeof memory.first);
    memory.arrivals = 1;
    memory.surveyed = true;
    return &memory.survey;
}

static mk_set64 group_for(const p77_state *s, int leader, mk_set64 gone) {
    if (gone & s->here[s->at[leader]]) return p77_group_for(s, leader, gone);
    if (!mk_set_has(memory.grouped, leader)) {
        memory.grouped |= MK_BIT(leader);
        memory.group[leader] = p77_group_for(s, leader, 0);
    }
    return memory.group[leader];
}

/* Units, not leaders, that attack over this road in this turn, or are believed to. */
static int attack_by(const p77_state *s, mk_set64 gone, int from, int to) {
    int way = mk_way(&p77.roads, from, to), units = 0;
    MK_SET_EACH(u, p77.of_side[s->active] & ~p77.leaders)
        units += s->attack_way[u] == way || (mk_set_has(gone, u) && s->at[u] == from);
    return units;
}

/* Other leaders may follow to the same location while action points last; over a river road
 * into an enemy's arms only so many units. The best that comes of it. */
static int weigh_followed(const p77_state *s, p77_survey *v, int to, int points) {
    int best = p77_standing(v);
    bool enemies = mk_set_has(v->held[p77_enemy(v->side)], to);
    MK_SET_EACH(leader, v->idle) {
        int from = s->at[leader];
        if (!points || !mk_set_has(p77.near[to], from)) continue;
        mk_set64 group = group_for(s, leader, v->gone);
        int room = p77.river_road_limit - attack_by(s, v->gone, from, to);
        if (enemies && p77_crosses_river(from, to) && mk_set_size(group & ~p77.leaders) > room)
            continue;
        p77_survey_move(s, v, group, from, from, to);
        points--;
        int worth = p77_standing(v);
        if (worth > best) best = worth;
    }
    return best;
}

static int weigh_arrival(const p77_state *s, mk_set64 movers, int by, int to, int points) {
    const p77_survey *v = survey(s);
    int from = s->at[mk_set_first(movers)];
    mk_set64 ports = by == from ? v->ports : p77_ports_after(v, v->ports, by);
    ports = p77_ports_after(v, ports, to);
    bool enemies = mk_set_has(v->held[p77_enemy(v->side)], to);
    bool over_river = enemies && p77_crosses_river(by, to);
    for (int i = memory.first[to]; i; i = memory.arrival[i].next) {
        const arrival *a = &memory.arrival[i];
        if (a->movers == movers && a->ports == ports && a->over_river == over_river &&
            a->points == points)
            return a->worth;
    }
    p77_survey there = *v;
    p77_survey_move(s, &there, movers, from, by, to);
    int worth = weigh_followed(s, &there, to, points);
    if (memory.arrivals == ARRIVALS) return worth;
    memory.arrival[memory.arrivals] =
        (arrival){movers, ports, (int16_t)points, over_river, memory.first[to], worth};
    memory.first[to] = (int16_t)memory.arrivals++;
    return worth;
}

/* What it is worth to have blocks at the next location, or one beyond it. */
static int weigh_road(const p77_state *s, mk_set64 movers, int to, int further, int points) {
    int from = s->at[mk_set_first(movers)];
    int best = weigh_arrival(s, movers, from, to, points);
    bool enemies = p77_at(s, to, p77_enemy(s->active)) != 0;
    if (further < 1 || enemies || p77_crosses_river(from, to)) return best;
    MK_SET_EACH(next, p77.near[to] & ~MK_BIT(from)) {
        int worth = weigh_arrival(s, movers, to, next, points);
        if (worth > best) best = worth;
    }
    return best;
}

static int weigh_best_road(const p77_state *s, mk_set64 movers, int locations, int points) {
    int best = NEVER;
    MK_SET_EACH(to, p77.near[s->at[mk_set_first(movers)]]) {
        if (p77_why_not_road(s, movers, to)) continue;
        int worth = weigh_road(s, movers, to, locations - 1, points);
        if (worth > best) best = worth;
    }
    return best;
}

/* A unit that a leader there can still take along does not march alone. */
static bool waits_for_leader(const p77_state *s, int unit) {
    int at = s->at[unit];
    if (!mk_set_has(memory.asked, at)) {
        mk_set64 led = 0;
        MK_SET_EACH(leader, p77_at(s, at, s->active) & p77.leaders & ~s->moved) {
            led |= group_for(s, leader, led) & ~p77.leaders;
        }
        memory.asked |= MK_BIT(at);
        memory.led |= led;
    }
    return mk_set_has(memory.led, unit);
}

/* The first of those who stand there and are as strong: it is all the same which of them goes. */
static int alike(const p77_state *s, int unit) {
    mk_set64 here = p77_at(s, s->at[unit], s->active) & p77.of_type[p77.unit[unit].type];
    MK_SET_EACH(u, here) {
        if (s->sp[u] == s->sp[unit]) return u;
    }
    return unit;
}

static int weigh_movement(const p77_state *s, mk_action a) {
    if (a.verb == P77_V_FINISH) return p77_standing(survey(s)) + p77_habit[s->active].settled;
    if (a.verb == P77_V_LEAD)
        return weigh_best_road(s, group_for(s, a.a, 0), p77_rate(s, a.a), s->ap_left - 1);
    if (waits_for_leader(s, a.a)) return NEVER;
    /* nobody follows a single unit */
    return weigh_road(s, MK_BIT(alike(s, a.a)), a.b, p77_rate(s, a.a) - 1, 0);
}

/* A group is gathered before it goes: until then it is all the same where to. */
static int weigh_muster(const p77_state *s, mk_action a) {
    const mk_frame *f = mk_top_const(&s->base);
    if (a.verb == P77_V_LEAVE) return NEVER;
    mk_set64 missing = group_for(s, f->a, 0) & ~s->group;
    if (a.verb == P77_V_TAKE) return mk_set_has(missing, a.a) ? ALWAYS + keep(s, a.a) : NEVER;
    MK_SET_EACH(u, missing) {
        if (!p77_march_why_not(s, (mk_action){P77_V_TAKE, (int16_t)u, 0, 0})) return 0;
    }
    return weigh_road(s, s->group, a.a, f->b - 1, s->ap_left - 1);
}

/* Halfway: who is picked up must be worth going on for. */
static int weigh_march(const p77_state *s, mk_action a) {
    const mk_frame *f = mk_top_const(&s->base);
    if (a.verb == P77_V_LEAVE) return NEVER;
    switch (a.verb) {
    case P77_V_GO: return weigh_road(s, s->group, a.a, f->b - 1, s->ap_left);
    case P77_V_TAKE: return weigh_best_road(s, s->group | MK_BIT(a.a), f->b, s->ap_left) + 1;
    default: return p77_standing(survey(s));
    }
}

/* Where the armies touch it is good to strike first, or to get away; else, to see first what the
 * enemy does. */
static int weigh_first(const p77_state *s, mk_action a) {
    p77_side side = deciding(s);
    p77_survey v;
    p77_survey_make(s, side, &v);
    bool in_touch = false;
    MK_SET_EACH(at, v.held[side]) in_touch |= (p77.near[at] & v.held[p77_enemy(side)]) != 0;
    return ((p77_side)a.a == side) == in_touch;
}

static int weigh_retreat(const p77_state *s, mk_action a) {
    int from = mk_top_const(&s->base)->a;
    p77_side side = deciding(s);
    p77_survey v;
    p77_survey_make(s, side, &v);
    p77_survey_move(s, &v, p77_at(s, from, side), from, from, a.a);
    return p77_standing(&v);
}

/* ---- Battle ---- */

/* The surest first: it may open a road to those who fight next. */
static int weigh_battle(const p77_state *s, mk_action a) {
    p77_side enemy = p77_enemy(s->active);
    p77_survey v;
    p77_survey_make(s, s->active, &v);
    const p77_force *attack = &v.force[s->active][a.a], *defend = &v.force[enemy][a.a];
    return p77_forecast(attack, defend, v.crossing[a.a], a.a).win;
}

/* What stands in a position of a side. */
static p77_force line_at(const p77_state *s, p77_side side, int position) {
    return p77_force_of(s, deciding(s), s->battle.position[position] & p77.of_side[side]);
}

/* How much of a line should stand in a position, in per cent of an equal share. The defender does
 * not know what will come; the attacker masses against the position that fewest hold. */
static int share(const p77_state *s, int position) {
    if (deciding(s) != s->active) return 100;
    mk_set64 enemies = p77.of_side[p77_enemy(s->active)];
    int weakest = P77_LEFT;
    for (int p = P77_CENTER; p <= P77_RIGHT; p++) {
        int blocks = mk_set_size(s->battle.position[p] & enemies);
        if (blocks < mk_set_size(s->battle.position[weakest] & enemies)) weakest = p;
    }
    return position == p77_facing(weakest) ? p77_habit[s->active].mass : 100;
}

/* The strongest are placed first, each where the line is thinnest. Leaders stay in reserve. */
static int weigh_deploy(const p77_state *s, mk_action a) {
    bool leader = mk_set_has(p77.leaders, a.a);
    p77_force f = p77_force_of(s, deciding(s), MK_BIT(a.a));
    int turn = leader ? NEVER : 10000 * (f.sp + f.hits);
    if (a.b == P77_RESERVE) return leader ? turn : turn - 9999;
    int line = 100 * line_at(s, deciding(s), a.b).sp / share(s, a.b);
    return turn - 1 - (line < 9990 ? line : 9990);
}

/* Rounds that a position will hold against what faces it, in hundredths. */
static int holds_for(const p77_state *s, p77_side side, int position) {
    enum { LONG = 9999 };
    p77_force own = line_at(s, side, position);
    p77_force enemy = line_at(s, p77_enemy(side), p77_facing(position));
    int rounds = enemy.hits ? 100 * own.sp / enemy.hits : LONG;
    return rounds < LONG ? rounds : LONG;
}

static int line_holds_for(const p77_state *s, p77_side side) {
    int least = holds_for(s, side, P77_CENTER);
    if (s->battle.kind == P77_SKIRMISH) return least;
    int left = holds_for(s, side, P77_LEFT), right = holds_for(s, side, P77_RIGHT);
    if (left < least) least = left;
    return right < least ? right : least;
}

/* Guns first, for they do not pursue; then at the position that will break first. */
static int weigh_fire(const p77_state *s, int unit) {
    int target = p77_facing(p77_position_of(s, unit));
    int guns = mk_set_has(p77.infantry, unit) ? 0 : 10000;
    return 10000 + guns - holds_for(s, p77_enemy(deciding(s)), target);
}

/* Only the commander leaves the line, if another holds his place. */
static int weigh_recall(const p77_state *s, int unit) {
    mk_set64 line = s->battle.position[p77_position_of(s, unit)] & p77.of_side[deciding(s)];
    return p77.unit[unit].loss_is_defeat && mk_set_size(line) > 1 ? ALWAYS : NEVER;
}

/* Reserves go where the line will break first, before anyone fires; leaders stay out of it. */
static int weigh_commit(const p77_state *s, mk_action a) {
    if (mk_set_has(p77.leaders, a.a)) return NEVER;
    return 40000 - holds_for(s, deciding(s), a.b);
}

static int weigh_battle_turn(const p77_state *s, mk_action a) {
    switch (a.verb) {
    case P77_V_FIRE: return weigh_fire(s, a.a);
    case P77_V_RECALL: return weigh_recall(s, a.a);
    case P77_V_COMMIT: return weigh_commit(s, a);
    default: return 0;
    }
}

/* To go costs one die of each enemy infantry; to stay until the line breaks, a pursuit by all of
 * its fire. The line lasts as long as its weakest position. */
static int weigh_stand(const p77_state *s, mk_action a) {
    if (a.verb == P77_V_WITHDRAW) return 0;
    p77_side side = deciding(s);
    int needed = p77_habit[side].stand;
    if (s->battle.at == p77.philadelphia) needed -= FOR_CITY;
    if (p77_now_or_never(side, p77_turns_left(s), s->philadelphia)) needed -= DESPERATE;
    return p77_chance(line_holds_for(s, side), line_holds_for(s, p77_enemy(side))) - needed;
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
    case P77_PH_FLEE: return -s->sp[a.a];
    case P77_PH_RETREAT: return weigh_retreat(s, a);
    default: return -keep(s, a.a); /* hits and hunger fall on the least */
    }
}

/* ---- How a side stands ---- */

/* Its terms, as the British see them; the weights are fitted (`musket tune p77`). */
const mk_term p77_terms[] = {
    {"constant", "before the first shot"},
    {"british_strength", "British strength above defeat"},
    {"american_strength", "American strength above defeat"},
    {"city_counts", "turns that Philadelphia was held and supplied"},
    {"city_held", "British in Philadelphia"},
    {"roads", "roads between the British and Philadelphia"},
    {"turns_left", "turns left"},
    {"race", "roads to go for each turn left"},
    {"british_prospects", "what the British see in the position"},
    {"american_prospects", "what the Americans see in the position"},
    {"commander", "danger to Washington"},
    {0},
};

/* Roads that a British strength point has to go on average, in tenths, obstacles counted. */
static int roads_to_go(const p77_survey *v) {
    int sp = 0, roads = 0;
    MK_SET_EACH(at, v->held[P77_BRITISH]) {
        sp += v->force[P77_BRITISH][at].sp;
        roads += v->force[P77_BRITISH][at].sp * v->road[at] / 10;
    }
    return sp ? 100 * roads / sp : 0;
}

void p77_consider(const void *state, int seat, int *value) {
    const p77_state *s = state;
    p77_survey british, american;
    (void)seat;
    p77_survey_make(s, P77_BRITISH, &british);
    p77_survey_make(s, P77_AMERICAN, &american);
    int roads = roads_to_go(&british), left = p77_turns_left(s);
    *value++ = p77_total_sp(s, P77_BRITISH) - p77.defeat_below[P77_BRITISH];
    *value++ = p77_total_sp(s, P77_AMERICAN) - p77.defeat_below[P77_AMERICAN];
    *value++ = s->philadelphia;
    *value++ = mk_set_has(british.held[P77_BRITISH], p77.philadelphia);
    *value++ = roads;
    *value++ = left;
    *value++ = 10 * roads / (left > 0 ? left : 1);
    *value++ = p77_standing(&british) / 10;
    *value++ = p77_standing(&american) / 10;
    *value++ = p77_commander_exposed(&american, british.held[P77_BRITISH]);
}

int p77_score(const void *state, int seat) {
    const p77_state *s = state;
    if (p77_over(s)) return s->winner == seat ? 10000 : 0;
    int british = mk_judgement(&p77_game, state, P77_BRITISH);
    return seat == P77_BRITISH ? british : 10000 - british;
}
