/* plan.c - what a position is worth.
 *
 * The British want to stand in Philadelphia, supplied, before winter; the Americans to keep them
 * out with an army that survives. Everything else (where to cross a river, when to stand, which
 * port to garrison) follows from a few considerations, each a small function below, added up in
 * p77_standing. What a side cannot know of the enemy's blocks it takes for the average of those
 * that are hidden, so that a plan does not change with every deal.
 */
#include "plan.h"

#include <string.h>

/* What things are worth; 100 is one strength point. */
enum {
    STRENGTH = 100,
    ADVANCE = 5,         /* a British SP one road nearer to Philadelphia */
    HASTE = 1,           /* added to it for every turn after the middle of the game */
    PHILADELPHIA = 2500, /* held by the British and supplied */
    LAST_STAND = 6000,   /* the same when one American turn has ended so already */
    COVER = 6,           /* an American SP one road farther from the city than the British */
    PORT = 60,           /* a port in British hands */
    HUNGER = 180,        /* an SP that hunger will cost, for it will cost the next one, too */
    LEADER = 400,        /* a leader, beyond his strength */
    CUT_OFF = 45,        /* a block of the enemy without supply, who may still mend it */
    WAY_OUT = 8,         /* an SP without supply, for each road that it has to go to find some */
    FRAGILE = 12,        /* a block whose supply hangs on a port that nobody guards */
    UNLED = 12,          /* a unit that no leader can take along */
    WASHINGTON = 8000,   /* the commander where he can be lost */
    FIELD = 150,         /* any other location, to who holds it after a battle */
};

/* How things are judged. */
enum {
    DANGER = 60,       /* per cent: a weakness that the enemy will find and use */
    JOINING = 80,      /* per cent of a force that can still come, and probably will */
    MILITIA = 50,      /* per cent: what militia is worth, because it flees */
    OBSTACLE = 8,      /* roads of detour that a hopeless attack is worth avoiding */
    RIVER_BLOCKS = 13, /* blocks that cross one river road to attack: ten, and leaders */
    BATTLE_ROUNDS = 2, /* after so many the weaker side withdraws */
};

/* ---- Forces ---- */

static p77_force block_force(const p77_state *s, int unit) {
    const p77_unit *u = &p77.unit[unit];
    int share = u->type == P77_MILITIA ? MILITIA : 100;
    int sp = s->sp[unit] * share;
    return (p77_force){
        .blocks = 1,
        .leaders = u->type == P77_LEADER,
        .sp = (int16_t)sp,
        .hits = (int16_t)(sp * (P77_DIE + 1 - p77.hits_from[u->type]) / P77_DIE),
    };
}

static void add(p77_force *sum, const p77_force *more) {
    sum->blocks += more->blocks;
    sum->leaders += more->leaders;
    sum->sp += more->sp;
    sum->hits += more->hits;
}

static void subtract(p77_force *sum, const p77_force *less) {
    sum->blocks -= less->blocks;
    sum->leaders -= less->leaders;
    sum->sp -= less->sp;
    sum->hits -= less->hits;
}

/* A part of a force, in per cent. Its blocks count whole where they count at all. */
static p77_force part(const p77_force *whole, int percent) {
    return (p77_force){
        .blocks = (int16_t)((whole->blocks * percent + 50) / 100),
        .leaders = (int16_t)((whole->leaders * percent + 50) / 100),
        .sp = (int16_t)(whole->sp * percent / 100),
        .hits = (int16_t)(whole->hits * percent / 100),
    };
}

p77_force p77_force_of(const p77_state *s, p77_set units) {
    p77_force sum = {0};
    P77_EACH(u, units) {
        p77_force one = block_force(s, u);
        add(&sum, &one);
    }
    return sum;
}

/* ---- Odds ---- */

/* Rounds until the side that is fired at is spent, in hundredths. */
static int endurance(const p77_force *side, const p77_force *enemy) {
    return enemy->hits > 0 ? 100 * side->sp / enemy->hits : 10000;
}

static int lost(const p77_force *side, int hits) {
    int most = side->sp * 2 / 3; /* who is beaten so badly withdraws before the rest is lost */
    return hits < most ? hits : most;
}

/* Both sides fire until one is spent or goes: the chances are as the squares of how long each
 * would last. The defender fires first; a die lost at a river is a sixth of a hit. */
p77_odds p77_forecast(const p77_force *attack, const p77_force *defend, int crossing, int at) {
    bool fort = p77_in(p77.forts, at);
    if (attack->blocks >= p77.overrun_attackers && defend->blocks < p77.overrun_defenders_below &&
        !fort)
        return (p77_odds){100, 0, defend->blocks * 100};
    int lost_dice = fort ? attack->blocks - attack->leaders : crossing;
    int lost_hits = lost_dice * p77.first_round_penalty * 100 / P77_DIE;
    int attacker_lasts = endurance(attack, defend) - 50;
    if (attacker_lasts < 10) attacker_lasts = 10;
    int defender_lasts = endurance(defend, attack);
    if (attack->hits > 0) defender_lasts += 100 * lost_hits / attack->hits;
    int64_t a = (int64_t)attacker_lasts * attacker_lasts;
    int64_t d = (int64_t)defender_lasts * defender_lasts;
    int win = (int)(100 * a / (a + d + 1));

    int attacker_hits = BATTLE_ROUNDS * attack->hits - lost_hits;
    int defender_hits = BATTLE_ROUNDS * defend->hits;
    attacker_hits += attack->hits * win / 400; /* pursuit */
    defender_hits += defend->hits * (100 - win) / 400;
    return (p77_odds){win, lost(attack, defender_hits),
                      lost(defend, attacker_hits > 0 ? attacker_hits : 0)};
}

/* ---- The survey ---- */

/* Blocks that a location should not be left without: who holds the port that feeds an army, or
 * the city itself, when an enemy is near enough to walk in. */
static int garrison(const p77_state *s, p77_side side, int space) {
    bool needed = side == P77_BRITISH ? p77_in(p77.ports, space) || space == p77.philadelphia
                                      : space == p77.philadelphia;
    if (!needed) return 0;
    mk_spaces near = mk_reach(&p77.roads, space, 3, NULL);
    P77_EACH(at, near.word[0]) {
        if (p77_at(s, at, p77_enemy(side))) return space == p77.philadelphia ? 3 : 1;
    }
    return 0;
}

static p77_set strongest(const p77_state *s, p77_set units, int count) {
    p77_set chosen = 0;
    while (count-- > 0 && units) {
        int best = -1, best_worth = -1;
        P77_EACH(u, units) {
            p77_force f = block_force(s, u);
            int worth = f.sp + f.hits;
            if (worth > best_worth) best = u, best_worth = worth;
        }
        chosen |= P77_BIT(best);
        units &= ~P77_BIT(best);
    }
    return chosen;
}

/* Who may choose among fewer units chooses first, then who leads more. */
static bool picks_before(int leader, int other) {
    const p77_unit *a = &p77.unit[leader], *b = &p77.unit[other];
    if (a->group_rule != b->group_rule) return a->group_rule > b->group_rule;
    if (a->group_limit != b->group_limit) return a->group_limit > b->group_limit;
    return leader < other;
}

static p77_set eligible(int leader, p77_set units) {
    units &= ~p77.leaders;
    if (p77.unit[leader].group_rule == P77_HESSIAN_INFANTRY_GROUP) units &= p77.hessian_infantry;
    return units;
}

/* Leaders who stand together share the units there: each takes his strongest, in turn. */
p77_set p77_group_for(const p77_state *s, int leader) {
    int at = s->at[leader];
    p77_side side = p77.unit[leader].side;
    p77_set here = p77_at(s, at, side) & ~s->moved;
    p77_set units = here & ~p77.leaders;
    int stay = garrison(s, side, at) - p77_size(p77_at(s, at, side) & s->moved);
    if (stay > 0) { /* the weakest stay */
        p77_set go = strongest(s, units, p77_size(units) - stay);
        units = go;
    }
    P77_EACH(other, here & p77.leaders) {
        if (other == leader || !picks_before(other, leader)) continue;
        units &= ~strongest(s, eligible(other, units), p77.unit[other].group_limit);
    }
    return P77_BIT(leader) | strongest(s, eligible(leader, units), p77.unit[leader].group_limit);
}

static void survey_columns(const p77_state *s, p77_survey *v) {
    bool moving =
        s->base.depth && s->base.frame[0].phase == P77_PH_MOVEMENT && s->active == v->side;
    if (!moving) return;
    v->action_points = s->ap_left;
    P77_EACH(leader, p77.of_side[v->side] & p77.leaders & ~s->moved & ~s->group) {
        if (s->at[leader] >= P77_MAX_SPACES || v->column_count == P77_MAX_COLUMNS) continue;
        p77_set group = p77_group_for(s, leader);
        v->column[v->column_count++] =
            (p77_column){leader, s->at[leader], group, p77_force_of(s, group)};
    }
}

/* The average of the enemy's blocks that are hidden, ten of them for the sake of precision. */
static p77_force hidden_ten(const p77_state *s, p77_set hidden) {
    int count = p77_size(hidden);
    p77_force all = p77_force_of(s, hidden);
    if (!count) return all;
    return (p77_force){10, 0, (int16_t)(10 * all.sp / count), (int16_t)(10 * all.hits / count)};
}

static void survey_blocks(const p77_state *s, p77_survey *v) {
    p77_set on_map = 0;
    P77_EACH(u, p77.all_units) {
        if (s->at[u] < P77_MAX_SPACES) on_map |= P77_BIT(u);
    }
    p77_set hidden = on_map & p77.of_side[p77_enemy(v->side)] & ~s->known;
    p77_force ten = hidden_ten(s, hidden);
    P77_EACH(u, on_map) {
        int at = s->at[u];
        p77_side side = p77.unit[u].side;
        p77_force one = block_force(s, u);
        if (p77_in(hidden, u))
            one = (p77_force){1, 0, (int16_t)(ten.sp / 10), (int16_t)(ten.hits / 10)};
        add(&v->force[side][at], &one);
        v->held[side] |= P77_BIT(at);
        int way = s->attack_way[u];
        if (side == s->active && way != P77_NO_WAY)
            v->crossing[at] += (mk_way_bits(&p77.roads, way) & P77_CROSSES_RIVER) != 0;
        if (side != v->side) continue;
        v->led[at] += p77.unit[u].group_limit;
        if (p77.unit[u].loss_is_defeat) v->commander = at;
    }
}

/* ---- Roads to Philadelphia ---- */

/* The army that could come to attack a place: most of it by land, a part over a river. */
static p77_force assault(const p77_force *army, bool river) {
    int percent = 90;
    if (river && army->blocks * percent / 100 > RIVER_BLOCKS)
        percent = RIVER_BLOCKS * 100 / army->blocks;
    return part(army, percent);
}

static int obstacle(const p77_survey *v, const p77_force *army, int space, bool river) {
    const p77_force *there = &v->force[P77_AMERICAN][space];
    if (!there->blocks) return 0;
    p77_force attack = assault(army, river);
    if (!attack.blocks) return OBSTACLE;
    p77_odds odds = p77_forecast(&attack, there, river ? attack.blocks : 0, space);
    return (100 - odds.win) * OBSTACLE / 100;
}

/* How far it is for the British from everywhere: a road is one, and a place held against them
 * counts for more the worse the odds are there. So a river line that cannot be forced is turned.
 * Distances are small numbers: one set of locations for each is all the queue that is needed. */
static void survey_roads(p77_survey *v) {
    enum { FAR = 64 };
    p77_set at_distance[FAR] = {0}, done = 0;
    p77_force army = {0};
    P77_EACH(at, v->held[P77_BRITISH]) add(&army, &v->force[P77_BRITISH][at]);

    for (int i = 0; i < p77.space_count; i++) v->road[i] = FAR;
    at_distance[0] = P77_BIT(p77.philadelphia);
    for (int d = 0; d < FAR; d++) {
        P77_EACH(space, at_distance[d] & ~done) {
            done |= P77_BIT(space);
            v->road[space] = (int16_t)d;
            int cost[2] = {1 + obstacle(v, &army, space, false),
                           1 + obstacle(v, &army, space, true)};
            for (int e = p77.roads.first[space]; e < p77.roads.first[space + 1]; e++) {
                mk_exit x = p77.roads.exit[e];
                int to = d + cost[mk_way_bits(&p77.roads, x.way) & P77_CROSSES_RIVER];
                if (to < FAR) at_distance[to] |= P77_BIT(x.to);
            }
        }
    }
}

void p77_survey_make(const p77_state *s, p77_side side, p77_survey *v) {
    memset(v, 0, sizeof *v);
    v->side = side;
    v->turns_left = p77.turns - s->base.turn + 1;
    v->philadelphia = s->philadelphia;
    v->commander = -1;
    v->ports = s->british_ports;
    mk_spaces city = {{P77_BIT(p77.philadelphia)}};
    mk_distances(&p77.roads, &city, NULL, v->plain);
    survey_blocks(s, v);
    survey_columns(s, v);
    survey_roads(v);
}

void p77_survey_move(const p77_state *s, p77_survey *v, p77_set units, int from, int to) {
    p77_side side = v->side;
    p77_force f = p77_force_of(s, units);
    subtract(&v->force[side][from], &f);
    add(&v->force[side][to], &f);
    if (!v->force[side][from].blocks) v->held[side] &= ~P77_BIT(from);
    v->held[side] |= P77_BIT(to);

    bool enemies = p77_in(v->held[p77_enemy(side)], to);
    int way = mk_way(&p77.roads, from, to);
    if (enemies && way >= 0 && mk_way_bits(&p77.roads, way) & P77_CROSSES_RIVER)
        v->crossing[to] += (int8_t)f.blocks;
    if (!enemies && p77_in(p77.ports, to)) {
        if (side == P77_BRITISH)
            v->ports |= P77_BIT(to);
        else
            v->ports &= ~P77_BIT(to);
    }
    P77_EACH(u, units & p77.leaders) {
        v->led[from] -= p77.unit[u].group_limit;
        v->led[to] += p77.unit[u].group_limit;
        if (p77.unit[u].loss_is_defeat) v->commander = to;
    }
    int kept = 0; /* who moves now will not come later */
    for (int i = 0; i < v->column_count; i++) {
        if (!p77_in(units, v->column[i].leader)) v->column[kept++] = v->column[i];
    }
    v->column_count = kept;
    if (side == P77_AMERICAN) survey_roads(v);
}

/* ---- Considerations ---- */

/* Forces of the side that can still come to a neighbouring location in this player turn. To
 * attack across a river only so many may. */
static p77_force reinforcements(const p77_survey *v, int space) {
    p77_force sum = {0};
    int points = v->action_points, room = RIVER_BLOCKS - v->crossing[space];
    bool attack = p77_in(v->held[p77_enemy(v->side)], space);
    for (int i = 0; i < v->column_count && points > 0; i++) {
        int way = mk_way(&p77.roads, v->column[i].at, space);
        if (way < 0) continue;
        p77_force f = v->column[i].force;
        if (attack && mk_way_bits(&p77.roads, way) & P77_CROSSES_RIVER) {
            if (room <= 0) continue;
            if (f.blocks > room) f = part(&f, 100 * room / f.blocks);
            room -= f.blocks;
        }
        add(&sum, &f);
        points--;
    }
    return part(&sum, JOINING);
}

static int place_worth(const p77_survey *v, int space) {
    if (space != p77.philadelphia) return FIELD;
    return v->philadelphia ? LAST_STAND : PHILADELPHIA;
}

/* Own losses weigh less when only a victory can still help. */
static int loss_worth(const p77_survey *v, int loss) {
    bool now_or_never = v->side == P77_BRITISH ? v->turns_left <= 4 : v->philadelphia > 0;
    return now_or_never ? loss / 2 : loss;
}

/* Battles that the side has begun: what they will bring. Adds to *won where it will stand. */
static int battles(const p77_survey *v, p77_set contested, p77_set *won) {
    p77_side enemy = p77_enemy(v->side);
    int worth = 0;
    P77_EACH(at, contested) {
        p77_force attack = v->force[v->side][at], more = reinforcements(v, at);
        int leaders = attack.leaders;
        if (attack.blocks >= p77.large_battle_blocks) add(&attack, &more);
        p77_odds odds = p77_forecast(&attack, &v->force[enemy][at], v->crossing[at], at);
        worth += (odds.defender_loss - loss_worth(v, odds.attacker_loss)) * STRENGTH / 100;
        worth += place_worth(v, at) * odds.win / 100;
        if (attack.blocks < p77.large_battle_blocks)
            worth -= leaders * LEADER * (100 - odds.win) / 100;
        if (at == v->commander && odds.win < 70) worth -= WASHINGTON * (70 - odds.win) / 100;
        if (odds.win >= 60) *won |= P77_BIT(at);
    }
    return worth;
}

/* The enemy's blocks that can attack a location from its neighbours, if they still stand there
 * after our own attacks. */
static p77_force attackers_around(const p77_survey *v, int space, p77_set won, int *crossing) {
    p77_side enemy = p77_enemy(v->side);
    p77_force sum = {0};
    *crossing = 0;
    for (int e = p77.roads.first[space]; e < p77.roads.first[space + 1]; e++) {
        mk_exit x = p77.roads.exit[e];
        p77_force f = v->force[enemy][x.to];
        if (!f.blocks || p77_in(won, x.to)) continue;
        if (mk_way_bits(&p77.roads, x.way) & P77_CROSSES_RIVER) {
            if (f.blocks > RIVER_BLOCKS) f = part(&f, 100 * RIVER_BLOCKS / f.blocks);
            *crossing += f.blocks;
        }
        add(&sum, &f);
    }
    return sum;
}

/* What the enemy can win by attacking a location of ours. */
static int danger_at(const p77_survey *v, int space, p77_set won) {
    int crossing, worth = 0;
    p77_force attack = attackers_around(v, space, won, &crossing);
    if (!attack.blocks) return 0;
    p77_force defend = v->force[v->side][space], more = reinforcements(v, space);
    add(&defend, &more);
    p77_odds odds = p77_forecast(&attack, &defend, crossing, space);
    int net = loss_worth(v, odds.defender_loss) - odds.attacker_loss +
              place_worth(v, space) * odds.win / 100;
    if (defend.blocks < p77.overrun_defenders_below)
        net += defend.leaders * LEADER * odds.win / 100;
    if (net > 0) worth += net * DANGER / 100;
    if (space == v->commander && odds.win > 40) worth += WASHINGTON * (odds.win - 40) / 100;
    return worth;
}

static int dangers(const p77_survey *v, p77_set quiet, p77_set won) {
    int worth = 0;
    P77_EACH(at, quiet) worth += danger_at(v, at, won);
    return worth;
}

/* An overrun costs each block a strength point, and the commander has but one: he needs company
 * wherever three enemies can come, also by a march of two locations. */
static int commander_alone(const p77_survey *v) {
    int at = v->commander;
    if (at < 0 || v->force[v->side][at].blocks >= p77.overrun_defenders_below) return 0;
    p77_set near = p77.near[at], reach = near;
    P77_EACH(next, near) reach |= p77.near[next];
    return v->held[p77_enemy(v->side)] & reach ? WASHINGTON : WASHINGTON / 40;
}

static int blocks_in(const p77_survey *v, p77_side side, p77_set spaces) {
    int blocks = 0;
    P77_EACH(at, v->held[side] & spaces) blocks += v->force[side][at].blocks;
    return blocks;
}

static p77_set supplied(p77_set sources, p77_set enemies) {
    mk_spaces open = {{p77.all_spaces & ~enemies}}, from = {{sources}};
    return mk_trace(&p77.roads, &from, &(mk_passable){.open = &open}).word[0];
}

/* Blocks that the side's next supply check will weaken, leaders it will kill. */
static int hunger(const p77_survey *v, p77_set fed) {
    int blocks = 0, leaders = 0;
    P77_EACH(at, v->held[v->side] & ~fed) {
        blocks += v->force[v->side][at].blocks;
        leaders += v->force[v->side][at].leaders;
    }
    if (!blocks) return 0;
    int limit = p77.supply_loss_limit / p77.supply_loss;
    int worth = (blocks < limit ? blocks : limit) * p77.supply_loss * HUNGER;
    if (blocks > limit) return worth;
    if (v->commander >= 0 && !p77_in(fed, v->commander)) worth += WASHINGTON;
    return worth + leaders * LEADER;
}

/* Blocks that would starve if the enemy walked into every place that he can reach and nobody
 * holds. The commander keeps well away from where that can happen. */
static int fragile_supply(const p77_survey *v, p77_set own, p77_set enemies) {
    p77_set sources = v->side == P77_BRITISH ? v->ports : p77.american_supply;
    p77_set reach = enemies;
    int worth = 0;
    for (int roads = 1; roads <= 2; roads++) {
        p77_set further = reach;
        P77_EACH(at, reach) further |= p77.near[at] & ~own;
        reach = further;
        p77_set fed = supplied(sources, reach);
        worth += blocks_in(v, v->side, ~fed) * FRAGILE;
        if (v->commander >= 0 && !p77_in(fed, v->commander)) worth += WASHINGTON / 20;
    }
    return worth;
}

/* Who is cut off should fight his way towards a place that can feed him. */
static int way_out(const p77_survey *v, p77_set fed) {
    p77_set hungry = v->held[v->side] & ~fed;
    if (!hungry) return 0;
    mk_spaces sources = {{v->side == P77_BRITISH ? v->ports : p77.american_supply}};
    int16_t roads[P77_MAX_SPACES];
    mk_distances(&p77.roads, &sources, NULL, roads);
    int worth = 0;
    P77_EACH(at, hungry) worth += v->force[v->side][at].sp * roads[at] / 100 * WAY_OUT;
    return worth;
}

static int supply(const p77_survey *v, p77_set british, p77_set americans, p77_set *british_fed) {
    p77_set fed[P77_SIDES] = {supplied(v->ports, americans),
                              supplied(p77.american_supply, british)};
    p77_side enemy = p77_enemy(v->side);
    *british_fed = fed[P77_BRITISH];
    int worth = blocks_in(v, enemy, ~fed[enemy]) * CUT_OFF - hunger(v, fed[v->side]);
    worth -= way_out(v, fed[v->side]);
    worth -= fragile_supply(v, v->side == P77_BRITISH ? british : americans,
                            v->side == P77_BRITISH ? americans : british);
    int ports = p77_size(v->ports) * PORT;
    return v->side == P77_BRITISH ? worth + ports : worth - ports;
}

/* How far the British have come on their way. */
static int approach(const p77_survey *v) {
    int elapsed = p77.turns - v->turns_left;
    int weight = ADVANCE + (elapsed > p77.turns / 2 ? HASTE * (elapsed - p77.turns / 2) : 0);
    int worth = 0;
    P77_EACH(at, v->held[P77_BRITISH])
    worth -= v->force[P77_BRITISH][at].sp * v->road[at] / 100 * weight;
    return v->side == P77_BRITISH ? worth : -worth;
}

/* Americans whom the British have passed on the way to Philadelphia defend nothing. */
static int left_behind(const p77_survey *v) {
    int nearest = 100, worth = 0;
    P77_EACH(at, v->held[P77_BRITISH]) {
        if (v->force[P77_BRITISH][at].blocks >= p77.overrun_attackers && v->plain[at] < nearest)
            nearest = v->plain[at];
    }
    P77_EACH(at, v->held[P77_AMERICAN]) {
        int late = v->plain[at] - nearest + 1;
        if (late > 0) worth += v->force[P77_AMERICAN][at].sp * late / 100 * COVER;
    }
    return v->side == P77_AMERICAN ? worth : 0;
}

static int unled(const p77_survey *v) {
    int units = 0;
    P77_EACH(at, v->held[v->side]) {
        const p77_force *f = &v->force[v->side][at];
        int over = f->blocks - f->leaders - v->led[at];
        if (over > 0) units += over;
    }
    return units * UNLED;
}

static int city(const p77_survey *v, p77_set british, p77_set fed) {
    if (!p77_in(british & fed, p77.philadelphia)) return 0;
    int worth = v->philadelphia ? LAST_STAND : PHILADELPHIA;
    return v->side == P77_BRITISH ? worth : -worth;
}

int p77_standing(const p77_survey *v) {
    p77_side enemy = p77_enemy(v->side);
    p77_set contested = v->held[P77_BRITISH] & v->held[P77_AMERICAN], won = 0;
    int worth = battles(v, contested, &won);

    p77_set after[P77_SIDES]; /* who will stand where when the battles are over */
    after[v->side] = v->held[v->side] & ~(contested & ~won);
    after[enemy] = v->held[enemy] & ~won;
    p77_set british_fed;
    worth += supply(v, after[P77_BRITISH], after[P77_AMERICAN], &british_fed);
    worth += city(v, v->held[P77_BRITISH] & ~contested, british_fed);
    worth += approach(v);
    worth -= dangers(v, v->held[v->side] & ~contested, won);
    worth -= commander_alone(v);
    worth -= unled(v);
    worth -= left_behind(v);
    return worth;
}
