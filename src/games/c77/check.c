/* check.c - what must hold in every state, between any two actions. */
#include "c77.h"

/* SP per type are conserved: what stands somewhere, is set aside or available is all there is. */
static bool check_strength(const c77_state *s, char *why, size_t size) {
    const c77_scenario *r = c77_rules(s);
    for (int type = 0; type < C77_TYPES; type++) {
        HOLDS(s->set_aside[type] <= r->set_aside[type], "%d %s are set aside, %d are meant to be",
              s->set_aside[type], c77.unit[type].name, r->set_aside[type]);
        int total = s->available[type] + s->set_aside[type];
        for (int place = 0; place < c77_place_count(); place++)
            total += c77_count(&s->stack[place], type);
        HOLDS(total <= r->total[type], "there are only %d %s, not %d", r->total[type],
              c77.unit[type].name, total);
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
    mk_set128 occupied[C77_SIDES] = {0};
    for (int place = 0; place < C77_MAX_PLACES; place++) {
        const c77_stack *p = &s->stack[place];
        int total[C77_SIDES] = {0}, space = place < c77_place_count() ? c77_space_of(place) : 0;
        for (int sp_class = 0; sp_class < C77_CLASSES; sp_class++)
            total[c77.unit[c77_type_of(sp_class)].side] += p->sp[sp_class];
        for (int side = 0; side < C77_SIDES; side++) {
            HOLDS(total[side] == p->total[side], "the SP at %s are not summed up",
                  place < c77_place_count() ? c77_place_id(place) : "no place");
            if (!total[side] || space == C77_NONE) continue;
            HOLDS(place < c77_place_count(), "SP at no place");
            HOLDS(mk_set_has(c77_area(s), space), "SP outside the area of play at %s",
                  c77.space[space].id);
            mk_set_add(&occupied[side], space);
        }
    }
    for (int place = 0; place < C77_MAX_PLACES; place++) {
        for (int side = 0; side < C77_SIDES; side++)
            HOLDS(mk_set_has(s->trains_at[side], place) ==
                          (c77_trains(&s->stack[place], side) != 0) &&
                      mk_set_has(s->depots_at[side], place) == (s->stack[place].depots[side] != 0),
                  "where supply is is not kept");
    }
    HOLDS(occupied[0] == s->occupied[0] && occupied[1] == s->occupied[1],
          "who occupies what is not kept");
    HOLDS(!(s->held[0] & s->held[1]), "both sides hold a space");
    return true;
}

/* c77.2.1.11, c77.19.1 to c77.19.3: what the boxes are for. c77.17.1: who goes to sea. */
static bool type_fits(int place, int type) {
    if (c77_is_space(place)) return true;
    if (type == C77_SHIP) return false;
    if (c77_is_fort(place)) return true;
    if (place == c77_box(C77_SEA)) return c77.unit[type].side == C77_BRITISH && type != C77_INDIAN;
    return type == C77_REGULAR || (type == C77_TORY && place == c77_box(C77_NEW_YORK_BOX));
}

static bool leader_fits(int place, int leader) {
    if (c77_is_space(place) || c77_is_fort(place)) return true;
    if (place == c77_box(C77_MONTREAL_BOX)) return c77_is(leader, C77_CARLETON);
    if (place == c77_box(C77_TICONDEROGA_BOX)) return c77_is(leader, C77_POWELL);
    if (place == c77_box(C77_NEW_YORK_BOX)) return c77_is(leader, C77_CLINTON);
    if (c77_is(leader, C77_HOWE)) return true;
    bool goes = mk_set_has(c77.subordinates & c77.of_side[C77_BRITISH], leader);
    return goes && c77.leader[leader].only != C77_INDIAN;
}

/* Nothing is decided about a space but what its pieces are: no battle there, nobody to escape from
 * it, nothing to be captured. */
static bool settled(const c77_state *s, int space) {
    if (c77_over(s) || s->escaping || s->capture_count) return false;
    for (int i = 0; i < s->base.depth; i++)
        if (s->base.frame[i].phase == C77_PH_ESCAPE) return false;
    return s->battle.kind == C77_NO_BATTLE || s->battle.at != space;
}

static bool check_places(const c77_state *s, char *why, size_t size) {
    for (int place = 0; place < c77_place_count(); place++) {
        const c77_stack *p = &s->stack[place];
        for (int type = 0; type < C77_TYPES; type++)
            HOLDS(type_fits(place, type) || !c77_count(p, type), "%s cannot be at %s",
                  c77.unit[type].name, c77_place_id(place));
        int space = c77_space_of(place);
        for (int side = 0; side < C77_SIDES; side++) {
            int markers = c77_trains(p, side) + p->depots[side];
            bool room = c77_is_space(place) || c77_is_fort(place) ||
                        (place == c77_box(C77_SEA) && side == C77_BRITISH && !p->depots[side]);
            HOLDS(!markers || room, "supply markers cannot be at %s", c77_place_id(place));
            HOLDS(!markers || space == C77_NONE || mk_set_has(c77_area(s), space),
                  "supply outside the area of play at %s", c77_place_id(place));
            /* c77.15.1.2, c77.15.1.3 */
            bool lost = space != C77_NONE && c77_controls(s, c77_enemy(side), space);
            HOLDS(!markers || !lost || !settled(s, space), "supply at %s was captured",
                  c77_place_id(place));
        }
    }
    return true;
}

/* c77.15.3: the ship, and who is at sea, are always in supply; c77.19.6: the ship is on a river. */
static bool check_marks(const c77_state *s, char *why, size_t size) {
    const uint8_t *sea = s->stack[c77_box(C77_SEA)].sp;
    for (int sp_class = C77_UNSUPPLIED; sp_class < C77_CLASSES; sp_class += 2)
        HOLDS(!sea[sp_class], "SP at sea are out of supply");
    for (int space = 0; space < c77.space_count; space++) {
        const uint8_t *ship = s->stack[space].sp + C77_SHIP * C77_MARKS;
        HOLDS(!ship[C77_UNSUPPLIED] && !ship[C77_UNSUPPLIED | C77_MARCHED],
              "the ship is out of supply");
        HOLDS(mk_set_has(c77.rivers, space) || !c77_count(&s->stack[space], C77_SHIP),
              "the ship is on land at %s", c77.space[space].id);
    }
    for (int l = 0; l < c77.leader_count; l++) {
        bool there = s->at[l] < C77_MAX_PLACES && s->at[l] != c77_box(C77_SEA);
        HOLDS(!mk_set_has(s->unsupplied, l) || (there && c77.leader[l].only == C77_NONE),
              "%s is out of supply and not there", c77.leader[l].id);
    }
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
    MK_SET_EACH(space, s->occupied[0] & s->occupied[1]) {
        if (s->battle.kind != C77_NO_BATTLE && s->battle.at == space) continue;
        const c77_stack *p = &s->stack[space];
        bool box = space == c77.montreal || space == c77.new_york;
        HOLDS(c77_over(s) || !p->total[C77_PATRIOT] || (!p->total[C77_BRITISH] && !box),
              "both sides are at %s", c77.space[space].id);
    }
    return true;
}

/* Who has no part in the scenario is not there; who comes by an event waits for it; for good leave
 * Brant and Arnold only (c77.18.0, c77.20.2). */
static bool may_be_away(const c77_state *s, int leader, int at) {
    int start = c77_rules(s)->at[leader];
    if (start == C77_NONE) return at == C77_REMOVED;
    if (at == C77_WAITING) return start == C77_MAX_PLACES;
    return at == C77_TRACK || c77_is(leader, C77_BRANT) || c77_is(leader, C77_ARNOLD);
}

/* 16.3: nobody is left among enemies. */
static bool check_alone(const c77_state *s, char *why, size_t size) {
    for (int l = 0; l < c77.leader_count; l++) {
        int at = s->at[l], side = c77_leader_side(l);
        if (at >= c77_box(C77_SEA) || s->stack[at].total[side]) continue;
        int space = c77_space_of(at);
        HOLDS(!settled(s, space) || !mk_set_has(s->occupied[c77_enemy(side)], space),
              "%s is alone among enemies", c77.leader[l].id);
        HOLDS(!settled(s, space) || !c77_is_fort(at), "%s is alone in a fort", c77.leader[l].id);
    }
    int at = s->kosciuszko;
    bool away = at == C77_REMOVED || at == C77_WAITING;
    HOLDS(away || (c77_is_space(at) && mk_set_has(c77_area(s), at)), "Kosciuszko is nowhere");
    HOLDS(away || s->stack[at].total[C77_PATRIOT] || !mk_set_has(s->occupied[C77_BRITISH], at) ||
              !settled(s, at),
          "Kosciuszko is alone among enemies");
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
        if (away || c77_rules(s)->at[l] == C77_NONE)
            HOLDS(may_be_away(s, l, at), "%s cannot be there in this scenario", id);
        HOLDS(away || c77_space_of(at) == C77_NONE || mk_set_has(c77_area(s), c77_space_of(at)),
              "%s is outside the area of play", id);
        HOLDS(away || leader_fits(at, l), "%s cannot be at %s", id, c77_place_id(at));
        HOLDS((at == C77_TRACK) == (s->returns[l] != 0), "%s does not know when to return", id);
        HOLDS(at != c77_box(C77_SEA) || s->sea_box || c77_over(s), "%s sails without a fleet", id);
    }
    return check_alone(s, why, size);
}

/* c77.19.1, c77.19.8: SP that are bound to a leader are where he is. */
static bool check_bound(const c77_state *s, char *why, size_t size) {
    static const uint8_t types[] = {C77_MILITIA, C77_REGULAR};
    for (int i = 0; i < 2; i++) {
        int type = types[i], owner = c77_owner_of_bound(type), bound = c77_bound_to(s, owner);
        if (!bound) continue;
        HOLDS(s->at[owner] < C77_MAX_PLACES && bound <= c77_count(&s->stack[s->at[owner]], type),
              "%d SP are bound to %s and not with him", bound, c77.leader[owner].id);
        HOLDS(bound <= c77.rank_sp[c77_face_of(s, owner)->rank], "%d SP are too many for %s", bound,
              c77.leader[owner].id);
    }
    int box = c77_box(C77_TICONDEROGA_BOX);
    bool home = s->at[c77.named[C77_POWELL]] == box;
    HOLDS(s->stack[box].total[C77_BRITISH] == (home ? s->bound_powell : 0),
          "the Ticonderoga Garrison is not Powell's");
    HOLDS(!s->powell_done || !(s->markers & MK_BIT(c77.named[C77_POWELL])),
          "Powell's marker was set aside and is in use");
    return true;
}

static bool check_turn(const c77_state *s, char *why, size_t size) {
    HOLDS(s->base.turn >= 1 && s->base.turn <= c77_rules(s)->last_turn, "turn %d", s->base.turn);
    HOLDS(s->stage < C77_STAGES, "no such stage");
    HOLDS(!(s->cup & ~s->markers), "a marker is in the cup and not in use");
    HOLDS(s->initiative < C77_SIDES && s->winner < C77_SIDES, "no such side");
    HOLDS(s->reason < C77_REASONS && c77_over(s) == (s->base.depth == 0), "no end, or no reason");
    HOLDS(s->first == C77_NONE || mk_set_has(c77.primaries, s->first), "nobody can be first");
    for (int side = 0; side < C77_SIDES; side++)
        HOLDS(s->sequence[side] <= c77_rules(s)->sequence_count[side], "no such event");
    HOLDS(s->had_philadelphia <= 1 && s->had_philadelphia_at_end <= s->had_philadelphia,
          "Philadelphia was held at an end and never before");
    return true;
}

static bool check_sea(const c77_state *s, char *why, size_t size) {
    const c77_stack *sea = &s->stack[c77_box(C77_SEA)];
    HOLDS(s->sea_box <= c77.sea_boxes, "no such box of the sea");
    HOLDS((s->sea_box != 0) == (sea->total[C77_BRITISH] != 0) || c77_over(s),
          "a fleet without units, or units without a fleet");
    HOLDS(!s->wind || s->sea_box, "High Winds, and nobody at sea");
    /* c77.21.4: what was said is true */
    bool warned = s->sea_box == c77.sea_boxes && c77_option(s, C77_OPTION_EARLY_WARNING);
    HOLDS(!s->warned || (warned && s->warned == c77_bearing(s, s->destination)),
          "a warning that is not true");
    if (s->sea_box) {
        HOLDS(mk_set_has(c77.ports & c77_area(s), s->destination), "the fleet sails for no port");
        HOLDS(mk_set_has(c77.ports & c77_area(s), s->departure), "the fleet came from no port");
        HOLDS(s->at[c77.named[C77_HOWE]] == c77_box(C77_SEA) || s->battle.kind != C77_NO_BATTLE,
              "the fleet sails without Howe");
    }
    MK_SET_EACH(space, s->sea_depots)
        HOLDS(s->stack[space].depots[C77_BRITISH] && mk_set_has(c77.ports, space),
              "no depot where the fleet left one");
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
    HOLDS(mk_force_within(a->force.sp, s->stack[at].sp), "the army of %s is not with him",
          c77.leader[a->leader].id);
    for (int type = 0; type < C77_TYPES; type++) {
        int owner = c77_owner_of_bound(type);
        HOLDS(owner == a->leader || c77_force_type(&a->force, type) <= c77_unbound(s, at, type),
              "%s takes what is bound to another", c77.leader[a->leader].id);
    }
    return true;
}

static bool check_activation(const c77_state *s, char *why, size_t size) {
    for (int i = 0; i < C77_ARMIES; i++)
        if (!check_army(s, &s->army[i], why, size)) return false;
    if (s->act.leader == C77_NONE) return true;
    HOLDS(mk_set_has(c77.primaries, s->act.leader), "nobody who could is active");
    HOLDS(s->act.points <= c77_face_of(s, s->act.leader)->leadership, "%d points left",
          s->act.points);
    return true;
}

static bool check_experts(const c77_state *s, char *why, size_t size) {
    mk_set64 experts = 0;
    for (int e = 0; e < C77_EXPERTS; e++) {
        int leader = s->expert[e];
        bool held = leader < c77.leader_count;
        HOLDS(held || leader == C77_NONE || leader == C77_REMOVED, "a marker is with nobody");
        HOLDS(s->expert_level[e] <= 2 && held == (s->expert_level[e] != 0), "a marker of no level");
        HOLDS(!held || c77_option(s, C77_OPTION_EXPERTS), "an expert without the option");
        HOLDS(!held || !mk_set_has(experts, leader), "%s has two markers", c77.leader[leader].id);
        if (held) mk_set_add(&experts, leader);
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
           check_places(s, why, size) && check_marks(s, why, size) && check_forts(s, why, size) &&
           check_meetings(s, why, size) && check_leaders(s, why, size) &&
           check_bound(s, why, size) && check_sea(s, why, size) && check_activation(s, why, size) &&
           check_experts(s, why, size) && check_battle(s, why, size);
}
