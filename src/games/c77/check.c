/* check.c - what must hold in every state, between any two actions. */
#include "c77.h"

/* SP per type are conserved: what stands somewhere, is set aside or available is all there is. */
static bool check_strength(const c77_state *s, char *why, size_t size) {
    const c77_scenario *r = c77_rules(s);
    for (int type = 0; type < C77_TYPES; type++) {
        int total = s->available[type] + s->set_aside[type];
        for (int place = 0; place < c77_place_count(); place++)
            total += c77_count(&s->stack[place], type);
        HOLDS(total == r->total[type], "there are %d %s instead of %d", total, c77.unit[type].name,
              r->total[type]);
    }
    for (int side = 0; side < C77_SIDES; side++) {
        int total = s->supply[side];
        for (int place = 0; place < c77_place_count(); place++)
            total += c77_trains(&s->stack[place], side) + s->stack[place].depots[side];
        HOLDS(total == r->supply_total[side], "there are %d supply markers instead of %d", total,
              r->supply_total[side]);
    }
    return true;
}

static bool check_sums(const c77_state *s, char *why, size_t size) {
    c77_set occupied[C77_SIDES] = {0};
    for (int place = 0; place < C77_MAX_PLACES; place++) {
        const c77_stack *p = &s->stack[place];
        int total[C77_SIDES] = {0}, space = place < c77_place_count() ? c77_space_of(place) : 0;
        for (int class = 0; class < C77_CLASSES; class ++)
            total[c77.unit[c77_type_of(class)].side] += p->sp[class];
        for (int side = 0; side < C77_SIDES; side++) {
            HOLDS(total[side] == p->total[side], "the SP at %s are not summed up",
                  place < c77_place_count() ? c77_place_id(place) : "no place");
            if (!total[side] || space == C77_NONE) continue;
            HOLDS(place < c77_place_count(), "SP at no place");
            HOLDS(c77_in(c77_area(s), space), "SP outside the area of play at %s",
                  c77.space[space].id);
            occupied[side] |= C77_BIT(space);
        }
    }
    for (int place = 0; place < C77_MAX_PLACES; place++) {
        for (int side = 0; side < C77_SIDES; side++)
            HOLDS(c77_in(s->trains_at[side], place) == (c77_trains(&s->stack[place], side) != 0) &&
                      c77_in(s->depots_at[side], place) == (s->stack[place].depots[side] != 0),
                  "where supply is is not kept");
    }
    HOLDS(occupied[0] == s->occupied[0] && occupied[1] == s->occupied[1],
          "who occupies what is not kept");
    HOLDS(!(s->held[0] & s->held[1]), "both sides hold a space");
    return true;
}

/* c77.15.3: what is always in supply has no other mark, but in a besieged fort. */
static bool check_marks(const c77_state *s, char *why, size_t size) {
    for (int place = 0; place < c77_place_count(); place++) {
        const uint8_t *sp = s->stack[place].sp;
        for (int mark = C77_UNSUPPLIED; mark < C77_MARKS; mark += 2)
            HOLDS(!sp[C77_SHIP * C77_MARKS + mark], "the ship is out of supply");
        HOLDS(place != c77_box(C77_SEA) || !c77_count(&s->stack[place], C77_INDIAN),
              "Indians are at sea");
    }
    for (int l = 0; l < c77.leader_count; l++)
        HOLDS(!c77_among(s->unsupplied, l) || s->at[l] < C77_MAX_PLACES,
              "%s is out of supply and not there", c77.leader[l].id);
    return true;
}

/* c77.8.4, c77.14.1: one side inside a fort, within its limits, and only while an enemy is outside.
 */
static bool check_forts(const c77_state *s, char *why, size_t size) {
    for (int fort = 0; fort < c77.fort_count; fort++) {
        int space = c77.fort_space[fort];
        const c77_stack *p = &s->stack[c77_fort_place(fort)];
        HOLDS(!p->total[0] || !p->total[1], "both sides are in the fort of %s",
              c77.space[space].id);
        int side = p->total[C77_BRITISH] ? C77_BRITISH : C77_PATRIOT;
        if (!p->total[side]) continue;
        HOLDS(p->total[side] <= c77.fort_max[fort], "the fort of %s is too full",
              c77.space[space].id);
        bool fighting = s->battle.kind != C77_NO_BATTLE && s->battle.at == space;
        HOLDS(fighting || s->stack[space].total[c77_enemy(side)] || c77_over(s),
              "nobody besieges %s", c77.space[space].id);
        HOLDS(fighting || !s->stack[space].total[side], "%s is besieged and not shut in",
              c77.space[space].id);
    }
    return true;
}

/* Outside a battle no two armies share a space in the open. */
static bool check_meetings(const c77_state *s, char *why, size_t size) {
    C77_EACH(space, s->occupied[0] & s->occupied[1]) {
        if (s->battle.kind != C77_NO_BATTLE && s->battle.at == space) continue;
        const c77_stack *p = &s->stack[space];
        bool box = space == c77.montreal || space == c77.new_york;
        HOLDS(c77_over(s) || !p->total[C77_PATRIOT] || (!p->total[C77_BRITISH] && !box),
              "both sides are at %s", c77.space[space].id);
    }
    return true;
}

static bool check_leaders(const c77_state *s, char *why, size_t size) {
    for (int l = 0; l < C77_MAX_LEADERS; l++) {
        int at = s->at[l];
        if (l >= c77.leader_count) {
            HOLDS(at == C77_REMOVED, "there is no leader %d", l);
            continue;
        }
        const char *id = c77.leader[l].id;
        bool away = at == C77_TRACK || at == C77_REMOVED || at == C77_WAITING;
        HOLDS(away || at < c77_place_count(), "%s is nowhere", id);
        HOLDS(away || c77_space_of(at) == C77_NONE || c77_in(c77_area(s), c77_space_of(at)),
              "%s is outside the area of play", id);
        HOLDS((at == C77_TRACK) == (s->returns[l] != 0), "%s does not know when to return", id);
        HOLDS(at != c77_box(C77_SEA) || s->sea_box || c77_over(s), "%s sails without a fleet", id);
    }
    /* 16.3: at the start of an activation nobody is left among enemies */
    bool quiet = s->base.depth == 1 && s->battle.kind == C77_NO_BATTLE && !s->escaping &&
                 s->base.frame[0].phase != C77_PH_ESCAPE;
    for (int l = 0; l < c77.leader_count && quiet; l++) {
        int at = s->at[l], side = c77_leader_side(l);
        if (!c77_on_map(s, l) || s->stack[at].total[side]) continue;
        HOLDS(!c77_in(s->occupied[c77_enemy(side)], c77_space_of(at)), "%s is alone among enemies",
              c77.leader[l].id);
    }
    return true;
}

static bool check_turn(const c77_state *s, char *why, size_t size) {
    HOLDS(s->base.turn >= 1 && s->base.turn <= c77_rules(s)->last_turn, "turn %d", s->base.turn);
    HOLDS(s->stage < C77_STAGES, "no such stage");
    HOLDS(!(s->cup & ~s->markers), "a marker is in the cup and not in use");
    HOLDS(s->initiative < C77_SIDES && s->winner < C77_SIDES, "no such side");
    HOLDS(s->reason < C77_REASONS && c77_over(s) == (s->base.depth == 0), "no end, or no reason");
    HOLDS(s->first == C77_NONE || c77_among(c77.primaries, s->first), "nobody can be first");
    for (int side = 0; side < C77_SIDES; side++)
        HOLDS(s->sequence[side] <= c77_rules(s)->sequence_count[side], "no such event");
    HOLDS(s->had_philadelphia <= 1 && s->had_philadelphia_at_end <= s->had_philadelphia,
          "Philadelphia was held at an end and never before");
    HOLDS(s->bound_smith == 0 || s->at[c77.named[C77_SMITH]] < C77_MAX_PLACES,
          "militia follows nobody");
    return true;
}

static bool check_sea(const c77_state *s, char *why, size_t size) {
    const c77_stack *sea = &s->stack[c77_box(C77_SEA)];
    HOLDS(s->sea_box <= c77.sea_boxes, "no such box of the sea");
    HOLDS((s->sea_box != 0) == (sea->total[C77_BRITISH] != 0) || c77_over(s),
          "a fleet without units, or units without a fleet");
    HOLDS(!sea->total[C77_PATRIOT], "Patriots are at sea");
    if (s->sea_box) {
        HOLDS(c77_in(c77.ports & c77_area(s), s->destination), "the fleet sails for no port");
        HOLDS(s->at[c77.named[C77_HOWE]] == c77_box(C77_SEA) || s->battle.kind != C77_NO_BATTLE,
              "the fleet sails without Howe");
    }
    C77_EACH(space, s->sea_depots)
    HOLDS(s->stack[space].depots[C77_BRITISH], "no depot where the fleet left one");
    return true;
}

/* c77.9.1: an army on the march is there, and within the limits of its leader. */
static bool check_army(const c77_state *s, const c77_army *a, char *why, size_t size) {
    if (a->leader == C77_NONE) return true;
    HOLDS(a->leader < c77.leader_count, "an army has no leader");
    int at = s->at[a->leader], rank = c77_face_of(s, a->leader)->rank;
    HOLDS(at < c77_place_count(), "%s marches and is not there", c77.leader[a->leader].id);
    HOLDS(c77_force_size(&a->force) <= c77.rank_sp[rank], "the army of %s is too large",
          c77.leader[a->leader].id);
    HOLDS(c77_force_artillery(&a->force) <= c77.rank_artillery[rank], "%s has too much artillery",
          c77.leader[a->leader].id);
    if (s->battle.kind != C77_NO_BATTLE) return true;
    for (int class = 0; class < C77_CLASSES; class ++)
        HOLDS(a->force.sp[class] <= s->stack[at].sp[class], "the army of %s is not with him",
              c77.leader[a->leader].id);
    return true;
}

static bool check_activation(const c77_state *s, char *why, size_t size) {
    for (int i = 0; i < C77_ARMIES; i++)
        if (!check_army(s, &s->army[i], why, size)) return false;
    if (s->act.leader == C77_NONE) return true;
    HOLDS(c77_among(c77.primaries, s->act.leader), "nobody who could is active");
    HOLDS(s->act.points <= c77_face_of(s, s->act.leader)->leadership, "%d points left",
          s->act.points);
    return true;
}

static bool check_experts(const c77_state *s, char *why, size_t size) {
    c77_leaders experts = 0;
    for (int e = 0; e < C77_EXPERTS; e++) {
        int leader = s->expert[e];
        bool held = leader < c77.leader_count;
        HOLDS(held || leader == C77_NONE || leader == C77_REMOVED, "a marker is with nobody");
        HOLDS(s->expert_level[e] <= 2 && held == (s->expert_level[e] != 0), "a marker of no level");
        HOLDS(!held || c77_option(s, C77_OPTION_EXPERTS), "an expert without the option");
        HOLDS(!held || !c77_among(experts, leader), "%s has two markers", c77.leader[leader].id);
        if (held) experts |= C77_LEADER_BIT(leader);
    }
    return true;
}

static bool check_battle(const c77_state *s, char *why, size_t size) {
    const c77_battle *b = &s->battle;
    HOLDS(b->kind < C77_BATTLE_KINDS && b->step <= C77_S_END, "no such battle");
    if (b->kind == C77_NO_BATTLE) return true;
    HOLDS(b->at < c77.space_count && b->attacker < C77_SIDES, "a battle nowhere");
    HOLDS(b->attempt_count <= C77_MAX_ATTEMPTS, "too many attempts");
    for (int i = 0; i < b->attempt_count; i++) {
        const c77_attempt *t = &b->attempt[i];
        int rank = c77_face_of(s, t->leader)->rank;
        HOLDS(c77_force_size(&t->force) <= c77.rank_sp[rank], "an attempt with too many SP");
    }
    return true;
}

bool c77_check(const void *state, char *why, size_t size) {
    const c77_state *s = state;
    return check_turn(s, why, size) && check_strength(s, why, size) && check_sums(s, why, size) &&
           check_marks(s, why, size) && check_forts(s, why, size) && check_meetings(s, why, size) &&
           check_leaders(s, why, size) && check_sea(s, why, size) &&
           check_activation(s, why, size) && check_experts(s, why, size) &&
           check_battle(s, why, size);
}
