/* plan.c - what a position is worth.
 *
 * The British want to stand in Philadelphia, supplied, before winter; the Americans to keep them
 * out with an army that survives. Everything else (where to cross a river, when to stand, which
 * port to garrison) follows from a few considerations, each a small function below, added up in
 * p77_standing. What a side cannot know of the enemy's blocks it takes for the average of those
 * that are hidden, so that a plan does not change with every deal.
 */
#include "plan.h"

#include <assert.h>
#include <string.h>

/* What things are worth; 100 is one strength point. */
enum {
    STRENGTH = 100,
    HASTE = 1,           /* added to it for every turn after the middle of the game */
    COVER = 12,          /* an American SP one road farther from the city than the British */
    PHILADELPHIA = 2500, /* held by the British and supplied */
    LAST_STAND = 6000,   /* the same when one American turn has ended so already */
    WASHINGTON = 4000,   /* the commander, where he can be lost */
    LEADER = 400,        /* another leader, beyond his strength */
    PORT = 60,           /* a port in British hands */
    HUNGER = 180,        /* an SP that hunger will cost, for it will cost the next one, too */
    WAY_OUT = 8,         /* an SP without supply, for each road that it has to go to find some */
    FRAGILE = 12,        /* a block whose supply the enemy could cut with one move, or with two */
    CUT_OFF = 45,        /* a block of the enemy without supply, who may still mend it */
    UNLED = 12,          /* a unit that no leader can take along */
};

/* How things are judged. */
enum {
    RIVER_BLOCKS = 13, /* blocks that come over one river road to attack: ten, and leaders */
    GARRISON = 3,      /* blocks that stay in the city when the enemy is near */
    COMPANY = 7,       /* blocks, himself included, with which the commander feels safe */
    BATTLE_ROUNDS = 2, /* after so many the weaker side withdraws */
    LAST_TURNS = 4,    /* in which the British must dare everything */
};

/* Where the sides differ: in judgement.json. */
p77_habits p77_habit[P77_SIDES];

enum { BRITISH_ONLY = 1 << P77_BRITISH, AMERICAN_ONLY = 1 << P77_AMERICAN };
const mk_habit p77_habit_names[] = {
    {"advance", "a British SP one road nearer to Philadelphia", 0, 1000},
    {"field", "a location other than Philadelphia, to who holds it after a battle", 0, 10000},
    {"danger", "per cent: a weakness that the enemy will find and use", 0, 1000},
    {"sure", "per cent: chances that are counted on", 0, 101},
    {"militia", "per cent: what militia is worth, because it flees", 0, 200},
    {"assault", "per cent of the British who are thought to attack one place", 0, 100},
    {"obstacle", "roads of detour that a hopeless attack is worth avoiding", 0, 100},
    {"settled", "what a move must gain to be worth an action point", 0, 10000},
    {"mass", "per cent of an equal share, where the attacker means to break through", 1, 1000},
    {"stand", "per cent: chances with which a battle is fought on", 0, 200},
    {"watch", "blocks that stay in a port when the enemy is near", 0, 64, BRITISH_ONLY},
    {"post", "an SP that a post lacks", 0, 10000, AMERICAN_ONLY},
    {"stray", "an SP one road from the city or its gate", 0, 10000, AMERICAN_ONLY},
    {"open_city", "per cent of the army: the city, while the ford is held", 0, 100, AMERICAN_ONLY},
    {"open_gate", "the same: its gate, White Marsh", 0, 100, AMERICAN_ONLY},
    {"open_fort", "the same: Fort Mifflin", 0, 100, AMERICAN_ONLY},
    {"open_ford", "the same: Darby", 0, 100, AMERICAN_ONLY},
    {"shut_city", "per cent of the army: the city, when the British hold the ford", 0, 100,
     AMERICAN_ONLY},
    {"shut_gate", "the same: its gate", 0, 100, AMERICAN_ONLY},
    {"shut_fort", "the same: the fort", 0, 100, AMERICAN_ONLY},
    {"shut_ford", "the same: the ford", 0, 100, AMERICAN_ONLY},
    {0},
};
static_assert(sizeof p77_habit_names / sizeof *p77_habit_names - 1 ==
                  sizeof(p77_habits) / sizeof(int32_t),
              "a name for each");

bool p77_crosses_river(int from, int to) { return mk_set_has(p77.over_river[from], to); }

bool p77_now_or_never(p77_side side, int turns_left, int philadelphia) {
    return side == P77_BRITISH ? turns_left <= LAST_TURNS : philadelphia > 0;
}

/* ---- Forces ---- */

static p77_force block_force(const p77_state *s, p77_side viewer, int unit) {
    const p77_unit *u = &p77.unit[unit];
    int sp = s->sp[unit] * (u->type == P77_MILITIA ? p77_habit[viewer].militia : 100);
    return (p77_force){
        .blocks = 1,
        .leaders = u->type == P77_LEADER,
        .sp = (int16_t)sp,
        .hits = (int16_t)(sp * (P77_DIE + 1 - p77.hits_from[u->type]) / P77_DIE),
        .militia = (int16_t)(100 * s->sp[unit] - sp),
    };
}

static void add(p77_force *sum, const p77_force *more) {
    sum->blocks += more->blocks;
    sum->leaders += more->leaders;
    sum->sp += more->sp;
    sum->hits += more->hits;
    sum->militia += more->militia;
}

static void subtract(p77_force *sum, const p77_force *less) {
    sum->blocks -= less->blocks;
    sum->leaders -= less->leaders;
    sum->sp -= less->sp;
    sum->hits -= less->hits;
    sum->militia -= less->militia;
}

/* No more blocks of a force than this. */
static p77_force at_most(const p77_force *whole, int blocks) {
    if (whole->blocks <= blocks) return *whole;
    return (p77_force){
        .blocks = (int16_t)blocks,
        .leaders = (int16_t)(whole->leaders * blocks / whole->blocks),
        .sp = (int16_t)(whole->sp * blocks / whole->blocks),
        .hits = (int16_t)(whole->hits * blocks / whole->blocks),
        .militia = (int16_t)(whole->militia * blocks / whole->blocks),
    };
}

p77_force p77_force_of(const p77_state *s, p77_side viewer, mk_set64 units) {
    p77_force sum = {0};
    MK_SET_EACH(u, units) {
        p77_force one = block_force(s, viewer, u);
        add(&sum, &one);
    }
    return sum;
}

/* ---- Odds ---- */

/* Battles are decided more surely than the strengths differ: by the fourth power. (Of battles
 * between greedy players that were forecast at 60 to 80 per cent nine of ten are won.) */
int p77_chance(int lasts, int other_lasts) {
    int64_t a = (int64_t)lasts * lasts, b = (int64_t)other_lasts * other_lasts;
    a = a * a / 10000;
    b = b * b / 10000;
    return a + b ? (int)(100 * a / (a + b)) : 50;
}

/* Rounds until the side that is fired at is spent, in hundredths. */
static int endurance(const p77_force *side, const p77_force *enemy) {
    enum { SHORTEST = 10, LONGEST = 10000 };
    int rounds = enemy->hits > 0 ? 100 * side->sp / enemy->hits : LONGEST;
    return rounds < SHORTEST ? SHORTEST : rounds > LONGEST ? LONGEST : rounds;
}

/* Who is beaten so badly withdraws before the rest is lost. */
static int lost(const p77_force *side, int hits) {
    int most = side->sp * 2 / 3;
    return hits < 0 ? 0 : hits < most ? hits : most;
}

/* Behind walls militia does not flee. */
static p77_force behind_walls(const p77_force *f) {
    p77_force walled = *f;
    walled.sp += f->militia;
    walled.hits += f->militia * (P77_DIE + 1 - p77.hits_from[P77_MILITIA]) / P77_DIE;
    return walled;
}

/* The defender fires first: half a round for him. A die that the river or a fort takes is a
 * sixth of a hit. After the battle the winner's infantry pursues. */
p77_odds p77_forecast(const p77_force *attack, const p77_force *defend, int crossing, int at) {
    enum { HALF_A_ROUND = 50, PURSUIT = 4 };
    bool fort = mk_set_has(p77.forts, at);
    p77_force walled = behind_walls(defend);
    if (fort) defend = &walled;
    if (attack->blocks >= p77.overrun_attackers && defend->blocks < p77.overrun_defenders_below &&
        !fort)
        return (p77_odds){100, 0, defend->blocks * 100};

    int lost_dice = fort ? attack->blocks - attack->leaders : crossing;
    int lost_hits = lost_dice * p77.first_round_penalty * 100 / P77_DIE;
    int attacker_lasts = endurance(attack, defend), defender_lasts = endurance(defend, attack);
    if (attack->hits > 0) defender_lasts += 100 * lost_hits / attack->hits;
    defender_lasts += HALF_A_ROUND;
    int win = p77_chance(attacker_lasts, defender_lasts);

    int on_defender = BATTLE_ROUNDS * attack->hits - lost_hits;
    int on_attacker = BATTLE_ROUNDS * defend->hits;
    on_defender += attack->hits / PURSUIT * win / 100;
    on_attacker += defend->hits / PURSUIT * (100 - win) / 100;
    return (p77_odds){win, lost(attack, on_attacker), lost(defend, on_defender)};
}

/* ---- Groups ---- */

/* Blocks that a location should not be left without: the city, or a port that may feed an army,
 * when an enemy is near enough (P77_AROUND) to walk in. */
static int garrison(const p77_state *s, p77_side side, int space) {
    bool city = space == p77.philadelphia;
    bool port = side == P77_BRITISH && mk_set_has(p77.ports, space);
    if (!city && !port) return 0;
    MK_SET_EACH(at, p77.around[space]) {
        if (p77_at(s, at, p77_enemy(side))) return city ? GARRISON : p77_habit[side].watch;
    }
    return 0;
}

/* The first of those that are equally strong. */
static mk_set64 strongest(const p77_state *s, mk_set64 units, int count) {
    if (count >= mk_set_size(units)) return units;
    if (count <= 0) return 0;
    int best[P77_MAX_UNITS], worth[P77_MAX_UNITS], chosen = 0;
    MK_SET_EACH(u, units) {
        p77_force f = block_force(s, p77.unit[u].side, u);
        int own = f.sp + f.hits, at = chosen;
        while (at > 0 && worth[at - 1] < own) at--;
        if (at == count) continue;
        if (chosen < count) chosen++;
        for (int i = chosen - 1; i > at; i--) best[i] = best[i - 1], worth[i] = worth[i - 1];
        best[at] = u;
        worth[at] = own;
    }
    mk_set64 set = 0;
    for (int i = 0; i < chosen; i++) set |= MK_BIT(best[i]);
    return set;
}

static mk_set64 eligible(int leader, mk_set64 units) {
    bool any = p77.unit[leader].group_rule == P77_ANY_GROUP;
    return units & ~p77.leaders & (any ? p77.all_units : p77.hessian_infantry);
}

/* A leader takes what is in his box, then the strongest units there, but not those of one who may
 * lead no others, nor out of another's box. The weakest stay as a garrison. */
mk_set64 p77_group_for(const p77_state *s, int leader, mk_set64 gone) {
    int at = s->at[leader], limit = p77.unit[leader].group_limit;
    p77_side side = p77.unit[leader].side;
    mk_set64 here = p77_at(s, at, side) & ~gone, ready = here & ~s->moved;
    mk_set64 boxed = p77_boxes(s) ? p77_in_box(s, leader) : 0;
    mk_set64 units = ready & ~p77.leaders & ~boxed;
    int stay = garrison(s, side, at) - mk_set_size(here & s->moved);
    if (stay > 0) units = strongest(s, units, mk_set_size(units) - stay);
    MK_SET_EACH(other, ready & p77.leaders & ~MK_BIT(leader)) {
        if (p77_boxes(s)) units &= ~p77_in_box(s, other);
        if (p77.unit[other].group_rule == P77_ANY_GROUP) continue;
        units &= ~strongest(s, eligible(other, units), p77.unit[other].group_limit);
    }
    return MK_BIT(leader) | boxed |
           strongest(s, eligible(leader, units), limit - mk_set_size(boxed));
}

/* ---- The survey ---- */

static void survey_leaders(const p77_state *s, p77_survey *v) {
    bool moving = p77_frame(s, P77_PH_MOVEMENT) && s->active == v->side;
    if (!moving) return;
    MK_SET_EACH(leader, p77.of_side[v->side] & p77.leaders & ~s->moved & ~s->group) {
        if (s->at[leader] < P77_MAX_SPACES) v->idle |= MK_BIT(leader);
    }
}

/* A block that is hidden from the side: the average of all of them. */
static p77_force hidden_block(const p77_state *s, p77_side viewer, mk_set64 hidden) {
    int count = mk_set_size(hidden);
    p77_force all = p77_force_of(s, viewer, hidden);
    if (!count) return all;
    return (p77_force){1, 0, (int16_t)(all.sp / count), (int16_t)(all.hits / count),
                       (int16_t)(all.militia / count)};
}

static void survey_blocks(const p77_state *s, p77_survey *v) {
    mk_set64 on_map = 0;
    MK_SET_EACH(u, p77.all_units) {
        if (s->at[u] < P77_MAX_SPACES) on_map |= MK_BIT(u);
    }
    mk_set64 hidden = on_map & p77.of_side[p77_enemy(v->side)] & ~s->known;
    p77_force average = hidden_block(s, v->side, hidden);
    MK_SET_EACH(u, on_map) {
        int at = s->at[u], way = s->attack_way[u];
        p77_side side = p77.unit[u].side;
        p77_force one = mk_set_has(hidden, u) ? average : block_force(s, v->side, u);
        add(&v->force[side][at], &one);
        v->held[side] |= MK_BIT(at);
        if (way != P77_NO_WAY)
            v->crossing[at] += (mk_way_bits(&p77.roads, way) & P77_CROSSES_RIVER) != 0;
        if (side != v->side) continue;
        v->led[at] += p77.unit[u].group_limit;
        if (p77.unit[u].loss_is_defeat) v->commander = at;
    }
}

/* Detours that the British would rather make than attack this place, from across a river or not. */
static int obstacle(const p77_survey *v, int space, bool river) {
    const p77_force *there = &v->force[P77_AMERICAN][space];
    if (!there->blocks) return 0;
    const p77_force *attack = &v->assault[river];
    if (!attack->blocks) return p77_habit[v->side].obstacle;
    p77_odds odds = p77_forecast(attack, there, river ? attack->blocks : 0, space);
    return (100 - odds.win) * p77_habit[v->side].obstacle / 100;
}

/* False: they are as they were. */
static bool survey_detour(p77_survey *v, int space) {
    int8_t *detour = v->detour[space], by_land = detour[0], by_river = detour[1];
    detour[0] = (int8_t)obstacle(v, space, false);
    detour[1] = (int8_t)obstacle(v, space, true);
    return detour[0] != by_land || detour[1] != by_river;
}

/* How far it is for the British from everywhere: a road is one, and a place held against them
 * counts for more the worse the odds are there. So a river line that cannot be forced is turned.
 * Distances are small numbers: one set of locations for each is all the queue that is needed. The
 * Americans ask only for where the British are, and often. */
static void survey_roads(p77_survey *v) {
    enum { FAR = 64 };
    mk_set64 at_distance[FAR] = {0}, done = 0;
    mk_set64 asked = v->side == P77_BRITISH ? p77.all_spaces : v->held[P77_BRITISH];
    for (int i = 0; i < p77.space_count; i++) v->road[i] = FAR;
    at_distance[0] = MK_BIT(p77.philadelphia);
    for (int d = 0; d < FAR && (asked & ~done); d++) {
        MK_SET_EACH(space, at_distance[d] & ~done) {
            done |= MK_BIT(space);
            v->road[space] = (int16_t)d;
            int by_land = d + 1 + v->detour[space][0], by_river = d + 1 + v->detour[space][1];
            if (by_land < FAR) at_distance[by_land] |= p77.near[space] & ~p77.over_river[space];
            if (by_river < FAR) at_distance[by_river] |= p77.over_river[space];
        }
    }
}

void p77_survey_make(const p77_state *s, p77_side side, p77_survey *v) {
    memset(v, 0, sizeof *v);
    v->side = side;
    v->turns_left = p77_turns_left(s);
    v->late = p77_last_turn(s) / 2 - v->turns_left;
    v->philadelphia = s->philadelphia;
    v->commander = -1;
    v->ports = s->british_ports;
    survey_blocks(s, v);
    survey_leaders(s, v);
    p77_force army = {0};
    MK_SET_EACH(at, v->held[P77_BRITISH]) add(&army, &v->force[P77_BRITISH][at]);
    v->assault[0] = at_most(&army, army.blocks * p77_habit[side].assault / 100);
    v->assault[1] = at_most(&v->assault[0], RIVER_BLOCKS);
    MK_SET_EACH(at, v->held[P77_AMERICAN]) survey_detour(v, at);
    survey_roads(v);
}

mk_set64 p77_ports_after(const p77_survey *v, mk_set64 ports, int at) {
    mk_set64 port = p77.ports & MK_BIT(at) & ~v->held[p77_enemy(v->side)];
    return v->side == P77_BRITISH ? ports | port : ports & ~port;
}

void p77_survey_move(const p77_state *s, p77_survey *v, mk_set64 units, int from, int by, int to) {
    p77_side side = v->side;
    p77_force f = p77_force_of(s, side, units);
    subtract(&v->force[side][from], &f);
    add(&v->force[side][to], &f);
    if (!v->force[side][from].blocks) v->held[side] &= ~MK_BIT(from);
    v->held[side] |= MK_BIT(to);
    v->gone |= units;
    v->idle &= ~units;

    bool enemies = mk_set_has(v->held[p77_enemy(side)], to);
    if (enemies && p77_crosses_river(by, to)) v->crossing[to] += f.blocks;
    if (by != from) v->ports = p77_ports_after(v, v->ports, by);
    v->ports = p77_ports_after(v, v->ports, to);
    MK_SET_EACH(u, units & p77.leaders) {
        v->led[from] -= p77.unit[u].group_limit;
        v->led[to] += p77.unit[u].group_limit;
        if (p77.unit[u].loss_is_defeat) v->commander = to;
    }
    if (side != P77_AMERICAN) return;
    bool other_roads = survey_detour(v, from); /* the British find other obstacles */
    other_roads |= survey_detour(v, to);
    if (other_roads) survey_roads(v);
}

/* ---- Considerations: battle and danger ---- */

static int place_worth(const p77_survey *v, int space) {
    if (space != p77.philadelphia) return p77_habit[v->side].field;
    return v->philadelphia ? LAST_STAND : PHILADELPHIA;
}

/* Own losses weigh less when only a victory can still help. */
static int loss_worth(const p77_survey *v, int loss) {
    bool now_or_never = p77_now_or_never(v->side, v->turns_left, v->philadelphia);
    return now_or_never ? loss / 2 : loss;
}

/* What the battles that the side has begun will bring. Adds to *won where it will stand. */
static int battles(const p77_survey *v, mk_set64 contested, mk_set64 *won) {
    enum { COMMANDER_DEMANDS = 70 };
    int worth = 0;
    MK_SET_EACH(at, contested) {
        const p77_force *attack = &v->force[v->side][at];
        const p77_force *defend = &v->force[p77_enemy(v->side)][at];
        p77_odds odds = p77_forecast(attack, defend, v->crossing[at], at);
        worth += (odds.defender_loss - loss_worth(v, odds.attacker_loss)) * STRENGTH / 100;
        worth += place_worth(v, at) * odds.win / 100;
        if (attack->blocks < p77.large_battle_blocks) /* leaders are in the line */
            worth -= attack->leaders * LEADER * (100 - odds.win) / 100;
        if (at == v->commander && odds.win < COMMANDER_DEMANDS)
            worth -= WASHINGTON * (COMMANDER_DEMANDS - odds.win) / 100;
        if (odds.win >= p77_habit[v->side].sure) *won |= MK_BIT(at);
    }
    return worth;
}

/* The enemy's blocks that can attack a location from its neighbours, if they still stand there
 * after our own attacks. */
static p77_force attackers_around(const p77_survey *v, int space, mk_set64 won, int *crossing) {
    p77_side enemy = p77_enemy(v->side);
    p77_force sum = {0};
    *crossing = 0;
    for (int e = p77.roads.first[space]; e < p77.roads.first[space + 1]; e++) {
        mk_exit x = p77.roads.exit[e];
        p77_force f = v->force[enemy][x.to];
        if (!f.blocks || mk_set_has(won, x.to)) continue;
        if (mk_way_bits(&p77.roads, x.way) & P77_CROSSES_RIVER) {
            f = at_most(&f, RIVER_BLOCKS);
            *crossing += f.blocks;
        }
        add(&sum, &f);
    }
    return sum;
}

/* What the enemy can win by attacking a location of ours. */
static int danger_at(const p77_survey *v, int space, mk_set64 won) {
    enum { COMMANDER_BEARS = 40 };
    int crossing;
    if (!(p77.near[space] & v->held[p77_enemy(v->side)] & ~won)) return 0;
    p77_force attack = attackers_around(v, space, won, &crossing);
    const p77_force *defend = &v->force[v->side][space];
    p77_odds odds = p77_forecast(&attack, defend, crossing, space);
    int net = loss_worth(v, odds.defender_loss) - odds.attacker_loss;
    net += place_worth(v, space) * odds.win / 100;
    if (defend->blocks < p77.overrun_defenders_below) /* leaders have one SP to lose */
        net += defend->leaders * LEADER * odds.win / 100;
    int worth = net > 0 ? net * p77_habit[v->side].danger / 100 : 0;
    if (space == v->commander && odds.win > COMMANDER_BEARS)
        worth += WASHINGTON * (odds.win - COMMANDER_BEARS) / 100;
    return worth;
}

static int dangers(const p77_survey *v, mk_set64 quiet, mk_set64 won) {
    int worth = 0;
    MK_SET_EACH(at, quiet) worth += danger_at(v, at, won);
    return worth;
}

/* An overrun costs each block a strength point, and the commander has but one; with few others
 * he must stand in the line himself. Where enemies can come, also by a march of two locations, he
 * needs company, and a way out. */
int p77_commander_exposed(const p77_survey *v, mk_set64 enemies) {
    int at = v->commander;
    if (at < 0) return 0;
    mk_set64 near = p77.near[at], reach = near;
    MK_SET_EACH(next, near) reach |= p77.near[next];
    if (!(enemies & reach)) return 0;
    int lacking = COMPANY - v->force[v->side][at].blocks;
    int exposed = lacking > 0 ? 1000 * lacking / COMPANY : 0;
    return mk_set_size(near & ~enemies) > 1 ? exposed : exposed + 250;
}

/* ---- Considerations: supply ---- */

static int blocks_in(const p77_survey *v, p77_side side, mk_set64 spaces) {
    int blocks = 0;
    MK_SET_EACH(at, v->held[side] & spaces) blocks += v->force[side][at].blocks;
    return blocks;
}

static mk_set64 sources(const p77_survey *v, p77_side side) {
    return side == P77_BRITISH ? v->ports : p77.american_supply;
}

/* Those of `asked` that are fed; others may be among them. */
static mk_set64 supplied(mk_set64 from, mk_set64 enemies, mk_set64 asked) {
    mk_set64 open = p77.all_spaces & ~enemies, fed = from & open, edge = fed;
    while (edge && (asked & ~fed)) {
        mk_set64 next = 0;
        MK_SET_EACH(at, edge) next |= p77.near[at];
        edge = next & open & ~fed;
        fed |= edge;
    }
    return fed;
}

/* Blocks that the side's next supply check will weaken, leaders that it will kill. */
static int hunger(const p77_survey *v, mk_set64 fed) {
    int blocks = 0, leaders = 0, limit = p77.supply_loss_limit / p77.supply_loss;
    MK_SET_EACH(at, v->held[v->side] & ~fed) {
        blocks += v->force[v->side][at].blocks;
        leaders += v->force[v->side][at].leaders;
    }
    if (blocks > limit) return limit * p77.supply_loss * HUNGER; /* others starve, not leaders */
    int worth = blocks * p77.supply_loss * HUNGER + leaders * LEADER;
    bool commander = v->commander >= 0 && !mk_set_has(fed, v->commander);
    return commander ? worth + 2 * WASHINGTON : worth;
}

/* Who is cut off should fight his way towards a place that can feed him. */
static int way_out(const p77_survey *v, mk_set64 fed) {
    mk_set64 hungry = v->held[v->side] & ~fed;
    if (!hungry) return 0;
    mk_set64 from = sources(v, v->side);
    int16_t roads[P77_MAX_SPACES];
    mk_distances(&p77.roads, &from, NULL, roads);
    int worth = 0;
    MK_SET_EACH(at, hungry) worth += v->force[v->side][at].sp * roads[at] / 100 * WAY_OUT;
    return worth;
}

/* Blocks that would starve if the enemy walked into every place that he can reach and nobody
 * holds. The commander keeps well away from where that can happen. */
static int fragile_supply(const p77_survey *v, mk_set64 own, mk_set64 enemies) {
    mk_set64 reach = enemies, edge = enemies;
    int worth = 0;
    for (int roads = 1; roads <= 2; roads++) {
        mk_set64 near = 0;
        MK_SET_EACH(at, edge) near |= p77.near[at];
        edge = near & ~own & ~reach;
        reach |= edge;
        mk_set64 fed = supplied(sources(v, v->side), reach, v->held[v->side]);
        worth += blocks_in(v, v->side, ~fed) * FRAGILE;
        if (v->commander >= 0 && !mk_set_has(fed, v->commander)) worth += WASHINGTON / (8 * roads);
    }
    return worth;
}

static int supply(const p77_survey *v, const mk_set64 after[P77_SIDES], mk_set64 fed[P77_SIDES]) {
    p77_side enemy = p77_enemy(v->side);
    fed[v->side] = supplied(sources(v, v->side), after[enemy], v->held[v->side]);
    fed[enemy] = supplied(sources(v, enemy), after[v->side], v->held[enemy]);
    int worth = blocks_in(v, enemy, ~fed[enemy]) * CUT_OFF;
    worth -= hunger(v, fed[v->side]) + way_out(v, fed[v->side]);
    worth -= fragile_supply(v, after[v->side], after[enemy]);
    int ports = mk_set_size(v->ports) * PORT;
    return v->side == P77_BRITISH ? worth + ports : worth - ports;
}

/* ---- Considerations: the campaign ---- */

/* How far the British have come on their way. */
static int approach(const p77_survey *v) {
    int weight = p77_habit[v->side].advance + (v->late > 0 ? v->late * HASTE : 0), worth = 0;
    MK_SET_EACH(at, v->held[P77_BRITISH]) {
        worth -= v->force[P77_BRITISH][at].sp * v->road[at] / 100 * weight;
    }
    return v->side == P77_BRITISH ? worth : -worth;
}

/* Americans whom the British have passed on the way to Philadelphia defend nothing. */
static int left_behind(const p77_survey *v) {
    if (v->side != P77_AMERICAN) return 0;
    int nearest = P77_MAX_SPACES, worth = 0;
    MK_SET_EACH(at, v->held[P77_BRITISH]) {
        bool force = v->force[P77_BRITISH][at].blocks >= p77.overrun_attackers;
        if (force && p77.to_philadelphia[at] < nearest) nearest = p77.to_philadelphia[at];
    }
    MK_SET_EACH(at, v->held[P77_AMERICAN]) {
        int late = p77.to_philadelphia[at] - nearest + 1;
        if (late > 0) worth += v->force[P77_AMERICAN][at].sp * late / 100 * COVER;
    }
    return worth;
}

static int lacking(int sp, int army, int share) {
    int less = army * share / 100 - sp;
    return less > 0 ? less / 100 : 0;
}

/* Where the Americans are missing. Who goes out to meet the British is beaten in parts, who is all
 * in the city is starved. When it has fallen, the places from which it is cut off still count. */
static int off_post(const p77_survey *v) {
    if (v->side != P77_AMERICAN) return 0;
    const p77_force *force = v->force[P77_AMERICAN];
    bool open = p77.fords && !(v->held[P77_BRITISH] & p77.fords);
    const p77_habits *own = &p77_habit[P77_AMERICAN];
    const p77_posts *hold = open ? &own->open : &own->shut;
    bool fallen = mk_set_has(v->held[P77_BRITISH], p77.philadelphia);
    int army = 0, stray = 0, at_fords = 0;
    MK_SET_EACH(at, v->held[P77_AMERICAN]) {
        int city = p77.to_philadelphia[at], gate = p77.to_gate[at];
        army += force[at].sp;
        if (at != p77.fort) stray += force[at].sp * (city < gate ? city : gate) / 100 * own->stray;
        if (mk_set_has(p77.fords, at)) at_fords += force[at].sp;
    }
    int before = lacking(at_fords, army, hold->ford);
    if (p77.fort != P77_NOWHERE && !mk_set_has(v->held[P77_BRITISH], p77.fort))
        before += lacking(behind_walls(&force[p77.fort]).sp, army, hold->fort);
    if (fallen) return before * own->post;
    int inside = lacking(force[p77.philadelphia].sp, army, hold->city) +
                 lacking(force[p77.gate].sp, army, hold->gate);
    return stray + (before + inside) * own->post;
}

/* The city counts for the British when they stand in it and are fed. What a battle for it may
 * change is counted with the battle. */
static int city(const p77_survey *v, mk_set64 contested, mk_set64 fed) {
    mk_set64 british = v->held[P77_BRITISH];
    if (v->side == P77_BRITISH) british &= ~contested;
    if (!mk_set_has(british & (fed | contested), p77.philadelphia)) return 0;
    int worth = place_worth(v, p77.philadelphia);
    return v->side == P77_BRITISH ? worth : -worth;
}

static int unled(const p77_survey *v) {
    int units = 0;
    MK_SET_EACH(at, v->held[v->side]) {
        const p77_force *f = &v->force[v->side][at];
        int over = f->blocks - f->leaders - v->led[at];
        if (over > 0) units += over;
    }
    return units * UNLED;
}

int p77_standing(const p77_survey *v) {
    p77_side enemy = p77_enemy(v->side);
    mk_set64 contested = v->held[P77_BRITISH] & v->held[P77_AMERICAN], won = 0;
    int worth = battles(v, contested, &won);

    mk_set64 after[P77_SIDES], fed[P77_SIDES]; /* who will stand where after the battles */
    after[v->side] = v->held[v->side] & ~(contested & ~won);
    after[enemy] = v->held[enemy] & ~won;
    worth += supply(v, after, fed);
    worth += city(v, contested, fed[P77_BRITISH]);
    worth += approach(v);
    worth -= left_behind(v);
    worth -= off_post(v);
    worth -= dangers(v, v->held[v->side] & ~contested, won);
    worth -= WASHINGTON * p77_commander_exposed(v, after[enemy]) / 1000;
    worth -= unled(v);
    return worth;
}
