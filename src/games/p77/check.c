/* check.c - what must hold in every state, between any two actions. */
#include <string.h>

#include "p77.h"

static bool during(const p77_state *s, int phase) { return p77_frame(s, phase) != NULL; }

static bool on_map(const p77_state *s, int u) { return s->at[u] < p77.space_count; }

static bool check_blocks(const p77_state *s, char *why, size_t size) {
    mk_set64 here[P77_MAX_SPACES] = {0};
    for (int u = 0; u < p77.unit_count; u++) {
        const char *id = p77.unit[u].name.id;
        HOLDS(on_map(s, u) || s->at[u] == P77_ELIMINATED || s->at[u] == P77_UNPLACED,
              "%s is at no place", id);
        HOLDS(s->at[u] != P77_UNPLACED || p77.unit[u].start == P77_NOWHERE,
              "the place of %s is printed", id);
        if (s->at[u] == P77_ELIMINATED)
            HOLDS(s->sp[u] == 0, "%s is eliminated with SP", id);
        else
            HOLDS(s->sp[u] >= 1 && s->sp[u] <= p77.unit[u].sp, "%s has %d SP", id, s->sp[u]);
        if (on_map(s, u)) here[s->at[u]] |= MK_BIT(u);
    }
    HOLDS(!memcmp(here, s->here, sizeof here), "the blocks of a location are not those in it");
    for (int u = p77.unit_count; u < P77_MAX_UNITS; u++)
        HOLDS(s->at[u] == P77_UNPLACED && !s->sp[u], "there is no unit %d", u);
    HOLDS(!(s->known & ~p77.all_units), "something is known of no unit");
    MK_SET_EACH(u, s->known)
        HOLDS(on_map(s, u), "%s is known and not on the map", p77.unit[u].name.id);
    return true;
}

/* SP are lost and never come back. */
static bool check_strength(const p77_state *s, char *why, size_t size) {
    for (int side = 0; side < P77_SIDES; side++)
        HOLDS(p77_total_sp(s, (p77_side)side) + s->lost[side] == p77_printed_sp((p77_side)side),
              "strength came or went unaccounted for");
    return true;
}

/* How blocks came to attack is kept while they stand there, and in a battle also of its dead. */
static bool check_attacks(const p77_state *s, char *why, size_t size) {
    for (int u = 0; u < P77_MAX_UNITS; u++) {
        int way = s->attack_way[u];
        if (way == P77_NO_WAY) continue;
        HOLDS(way < 2 * p77.roads.road_count, "a block attacked by no road");
        HOLDS(mk_set_has(p77.of_side[s->active], u), "a block attacked out of turn");
        int to = mk_way_to(&p77.roads, way);
        HOLDS(s->at[u] == to || (s->battle.at == to && !on_map(s, u)),
              "%s is not where it attacked", p77.unit[u].name.id);
    }
    return true;
}

static bool check_boxes(const p77_state *s, char *why, size_t size) {
    for (int u = 0; u < P77_MAX_UNITS; u++) {
        int leader = s->box[u];
        if (leader == P77_NO_UNIT) continue;
        HOLDS(p77_boxes(s), "a holding box is used without the option");
        HOLDS(u < p77.unit_count && leader < p77.unit_count && mk_set_has(p77.leaders, leader),
              "a holding box without leader");
        HOLDS(on_map(s, u) && s->at[u] == s->at[leader], "%s is not where its box is",
              p77.unit[u].name.id);
        HOLDS(p77.unit[u].side == p77.unit[leader].side && u != leader,
              "%s is in a foreign holding box", p77.unit[u].name.id);
        HOLDS(s->box[leader] == P77_NO_UNIT, "a holding box stands in another");
        HOLDS(mk_set_size(p77_in_box(s, leader)) <= p77.unit[leader].group_limit,
              "the holding box of %s is too full", p77.unit[leader].name.id);
        HOLDS(!p77_why_not_with(u, leader), "%s may not be with %s", p77.unit[u].name.id,
              p77.unit[leader].name.id);
    }
    return true;
}

static bool check_ports(const p77_state *s, char *why, size_t size) {
    HOLDS(!(s->british_ports & ~p77.ports), "a port where there is none");
    MK_SET_EACH(port, p77.ports) {
        bool british = p77_at(s, port, P77_BRITISH), american = p77_at(s, port, P77_AMERICAN);
        if (british != american)
            HOLDS(mk_set_has(s->british_ports, port) == british, "%s is not held by its occupier",
                  p77.space[port].name.id);
    }
    return true;
}

static bool check_turn(const p77_state *s, char *why, size_t size) {
    HOLDS(s->base.turn <= p77_last_turn(s), "turn %d", s->base.turn);
    int least = p77.ap_base, most = p77.ap_base;
    for (int i = 0; i < P77_DIE; i++)
        if (p77.ap_base + p77.ap_bonus[i] > most) most = p77.ap_base + p77.ap_bonus[i];
    for (int side = 0; side < P77_SIDES; side++) {
        bool rolled = s->base.turn > 0 && !during(s, P77_PH_SET_UP);
        HOLDS(s->ap[side] >= (rolled ? least : 0) && s->ap[side] <= most, "%d action points",
              s->ap[side]);
    }
    HOLDS(s->active < P77_SIDES && s->first < P77_SIDES && s->rain <= 1, "no such side");
    HOLDS(s->ap_left <= most, "%d action points left", s->ap_left);
    HOLDS(s->philadelphia <= p77.philadelphia_turns, "Philadelphia noted %d times",
          s->philadelphia);
    HOLDS(p77_over(s) == (s->reason != P77_UNDECIDED), "the end has no reason");
    HOLDS(s->reason <= P77_WON_LAST_TURN && s->winner < P77_SIDES, "no such winner");
    HOLDS(!(s->moved & ~p77.of_side[s->active]), "a block moved out of turn");
    return true;
}

/* p77.river.attack_limit */
static bool check_rivers(const p77_state *s, char *why, size_t size) {
    int units[2 * P77_MAX_ROADS] = {0};
    MK_SET_EACH(u, p77.of_side[s->active] & ~p77.leaders) {
        int way = s->attack_way[u];
        if (way == P77_NO_WAY || !(mk_way_bits(&p77.roads, way) & P77_CROSSES_RIVER)) continue;
        HOLDS(++units[way] <= p77.river_road_limit, "too many units attacked over a river road");
    }
    return true;
}

/* However the player goes on with his set-up, there is room for all. */
static bool check_set_up(const p77_state *s, char *why, size_t size) {
    if (!during(s, P77_PH_SET_UP)) return true;
    mk_set64 british = p77_occupied(s, P77_BRITISH), waiting = 0;
    MK_SET_EACH(u, p77.of_side[P77_AMERICAN]) {
        if (s->at[u] == P77_UNPLACED) mk_set_add(&waiting, u);
    }
    MK_SET_EACH(u, waiting) {
        mk_set64 zone = p77.unit[u].start_choice & ~british;
        int rivals = 0, places = 0;
        HOLDS(zone, "there is no place for %s", p77.unit[u].name.id);
        MK_SET_EACH(v, waiting & p77.militia) rivals += (p77.unit[v].start_choice & zone) != 0;
        MK_SET_EACH(space, zone) {
            int room = p77.militia_per_location - mk_set_size(s->here[space] & p77.militia);
            places += room > 0 ? room : 0;
        }
        HOLDS(!mk_set_has(p77.militia, u) || rivals <= places, "there is no room for %s",
              p77.unit[u].name.id);
    }
    return true;
}

/* Blocks of both sides meet only between movement and the battle that is fought for it. */
static bool check_meetings(const p77_state *s, char *why, size_t size) {
    const mk_frame *turn = p77_frame(s, P77_PH_PLAYER_TURN);
    bool may_meet = p77_over(s) || (turn && turn->a == P77_STEP_BATTLES);
    MK_SET_EACH(space, p77_pending_battles(s))
        HOLDS(may_meet, "both sides are in %s", p77.space[space].name.id);
    return true;
}

static bool check_group(const p77_state *s, char *why, size_t size) {
    const mk_frame *f = NULL;
    for (int i = 0; i < s->base.depth; i++) {
        int phase = s->base.frame[i].phase;
        if (phase == P77_PH_MUSTER || phase == P77_PH_ON_THE_MARCH || phase == P77_PH_MARCH)
            f = &s->base.frame[i];
    }
    if (!f) {
        HOLDS(!s->group, "a group without a move");
        return true;
    }
    HOLDS(f->a >= 0 && f->a < p77.unit_count && mk_set_has(s->group, f->a),
          "the leader is not with his group");
    HOLDS(!(s->taken & ~s->group) && !(s->left & s->group), "units joined and left at once");
    MK_SET_EACH(u, s->group) {
        HOLDS(s->at[u] == s->at[f->a], "%s is not with its group", p77.unit[u].name.id);
        if (u != f->a)
            HOLDS(mk_set_has(p77.leaders, f->a) && !p77_why_not_with(u, f->a),
                  "%s may not be in the group", p77.unit[u].name.id);
    }
    int others = mk_set_size(s->group) - 1;
    HOLDS(others <= p77.unit[f->a].group_limit, "the group of %s is too large",
          p77.unit[f->a].name.id);
    return true;
}

static bool check_positions(const p77_state *s, char *why, size_t size) {
    const p77_battle *b = &s->battle;
    mk_set64 all = 0;
    for (int p = 0; p < P77_POSITIONS; p++) {
        HOLDS(!(all & b->position[p]), "a block is in two positions");
        all |= b->position[p];
    }
    bool deploying = mk_top_const(&s->base)->phase == P77_PH_DEPLOY;
    HOLDS(!(all & ~s->here[b->at]), "a block in the battle is not there");
    HOLDS(deploying || all == s->here[b->at], "a block keeps out of the battle");
    HOLDS(!(b->fled & ~b->position[P77_RESERVE]), "fled militia came back");
    HOLDS(!(b->acted & ~all), "a block acted and is not there");
    HOLDS(!(b->fled & ~p77.militia), "others than militia fled");
    return true;
}

static bool check_battle(const p77_state *s, char *why, size_t size) {
    const p77_battle *b = &s->battle;
    if (p77_over(s) || (b->at == P77_NO_SPACE && !during(s, P77_PH_BATTLE))) return true;
    HOLDS(b->at < p77.space_count, "a battle nowhere");
    HOLDS(b->kind == P77_SKIRMISH || b->kind == P77_LARGE, "no such battle");
    HOLDS(b->round >= 1, "a battle before its first round");
    HOLDS(during(s, P77_PH_BATTLE), "a battle out of its time");
    if (!check_positions(s, why, size)) return false;
    int phase = mk_top_const(&s->base)->phase;
    for (int side = 0; side < P77_SIDES; side++) {
        bool fights = phase == P77_PH_BATTLE_TURN || phase == P77_PH_STAND_OR_WITHDRAW;
        if (fights)
            HOLDS(!p77_position_vacant(s, (p77_side)side), "a position is empty and nobody left");
    }
    if (phase == P77_PH_TAKE_HITS)
        HOLDS(b->hits && mk_set_size(p77_targets(s)) > 1, "hits without a choice");
    return true;
}

static bool check_frames(const p77_state *s, char *why, size_t size) {
    if (p77_over(s)) return true;
    HOLDS(s->base.frame[0].phase == P77_PH_CAMPAIGN, "there is no campaign");
    HOLDS(mk_top_const(&s->base)->phase >= P77_PH_SET_UP, "nobody decides");
    return true;
}

/* p77.supply.cap */
static bool check_starving(const p77_state *s, char *why, size_t size) {
    bool choosing = during(s, P77_PH_SUPPLY_LOSSES);
    HOLDS(choosing || !s->starving, "units starve out of season");
    if (!choosing) return true;
    int left = mk_top_const(&s->base)->a;
    HOLDS(left >= 1 && left <= p77.supply_loss_limit, "%d supply losses left", left);
    HOLDS(left < mk_set_size(s->starving), "supply losses without a choice");
    MK_SET_EACH(u, s->starving)
        HOLDS(on_map(s, u), "%s starves and is not there", p77.unit[u].name.id);
    return true;
}

bool p77_check(const void *state, char *why, size_t size) {
    const p77_state *s = state;
    return check_frames(s, why, size) && check_turn(s, why, size) && check_blocks(s, why, size) &&
           check_strength(s, why, size) && check_attacks(s, why, size) &&
           check_boxes(s, why, size) && check_ports(s, why, size) && check_rivers(s, why, size) &&
           check_set_up(s, why, size) && check_meetings(s, why, size) &&
           check_group(s, why, size) && check_battle(s, why, size) && check_starving(s, why, size);
}
