/* command.c - what all Commands share (3.1): where one can be executed, what it costs, how it
 * begins and ends. The Commands themselves are in the files called after them. */
#include "lod.h"

#include <assert.h>
#include <string.h>

static const uint8_t main_phase[LOD_COMMANDS] = {
    [LOD_MUSTER] = LOD_PH_MUSTER,     [LOD_GARRISON] = LOD_PH_GARRISON,
    [LOD_MARCH] = LOD_PH_MARCH,       [LOD_BATTLE] = LOD_PH_BATTLES,
    [LOD_RALLY] = LOD_PH_RALLY,       [LOD_RABBLE_ROUSING] = LOD_PH_RABBLE,
    [LOD_GATHER] = LOD_PH_GATHER,     [LOD_SCOUT] = LOD_PH_SCOUT,
    [LOD_RAID_COMMAND] = LOD_PH_RAID, [LOD_AGENTS] = LOD_PH_AGENTS,
    [LOD_HORTALEZ] = LOD_PH_HORTALEZ,
};

enum { ANY_NUMBER = LOD_SPACES, RAID_LIMIT = 3, GARRISON_COST = 2, FRENCH_MUSTER_COST = 2 };

/* 3.2, 3.3, 3.4, 3.5: each Faction's Commands, the French by the Treaty. */
static bool has_command(const lod_state *s, lod_faction f, lod_command_kind kind) {
    static const uint16_t royal[LOD_FACTIONS] = {
        [LOD_BRITISH] = 1 << LOD_MUSTER | 1 << LOD_GARRISON | 1 << LOD_MARCH | 1 << LOD_BATTLE,
        [LOD_PATRIOTS] =
            1 << LOD_RALLY | 1 << LOD_MARCH | 1 << LOD_BATTLE | 1 << LOD_RABBLE_ROUSING,
        [LOD_INDIANS] = 1 << LOD_GATHER | 1 << LOD_MARCH | 1 << LOD_SCOUT | 1 << LOD_RAID_COMMAND,
        [LOD_FRENCH] = 1 << LOD_HORTALEZ,
    };
    uint16_t kinds = royal[f];
    uint16_t war = 1 << LOD_MUSTER | 1 << LOD_MARCH | 1 << LOD_BATTLE, peace = 1 << LOD_AGENTS;
    if (f == LOD_FRENCH) kinds |= RULE("lod.2.3.9", s->treaty) ? war : peace;
    return kinds >> kind & 1;
}

static int usual_limit(lod_faction f, lod_command_kind kind) {
    if (kind == LOD_RAID_COMMAND) return RAID_LIMIT; /* 3.4.4 */
    bool one = kind == LOD_SCOUT || kind == LOD_AGENTS || kind == LOD_HORTALEZ ||
               (kind == LOD_MUSTER && f == LOD_FRENCH);
    return one ? 1 : ANY_NUMBER;
}

static lod_command make_command(const lod_state *s, const lod_grant *g) {
    int limit = usual_limit(g->faction, g->kind);
    if (g->limit && g->limit < limit) limit = g->limit;
    if (g->flags & LOD_LIMITED) limit = 1; /* 2.3.5 */
    return (lod_command){
        .faction = (uint8_t)g->faction,
        .kind = (uint8_t)g->kind,
        .flags = (uint8_t)g->flags,
        .limit = (uint8_t)limit,
        .allowed = g->allowed ? g->allowed : LOD_EVERYWHERE,
        .rebel_before = s->control[LOD_REBELLION],
        .british_before = s->control[LOD_ROYALISTS],
        .last_from = LOD_PLACES,
        .last_to = LOD_PLACES,
        .force_bonus = (int8_t)g->force_bonus,
        .attacker_loss = (int8_t)g->attacker_loss,
        .defender_loss = (int8_t)g->defender_loss,
    };
}

/* ---- Where ---- */

/* 3.5.4: any space with Patriot pieces, or one that Continentals come along to. */
static lod_set french_destinations(const lod_state *s, const lod_command *c) {
    lod_set with_patriots = lod_with(s, LOD_PATRIOT_PIECES) & LOD_MAP;
    bool patriots_pay = lod_free(c) || s->resources[LOD_PATRIOTS] > 0;
    lod_set mixed = s->where[LOD_FRENCH_REGULAR] & s->where[LOD_CONTINENTAL];
    if (!patriots_pay || !mixed) return with_patriots;
    lod_set reached = 0;
    LOD_EACH(to, LOD_MAP & ~with_patriots) {
        LOD_EACH(from, lod_march_origins(s, c, to) & mixed) {
            if (lod_movable(s, from, LOD_FRENCH_REGULAR) && lod_movable(s, from, LOD_CONTINENTAL))
                reached |= LOD_BIT(to);
        }
    }
    return with_patriots | reached;
}

static lod_set march_destinations(const lod_state *s, const lod_command *c) {
    if (c->faction == LOD_INDIANS) return LOD_PROVINCES; /* 3.4.2 */
    if (c->faction == LOD_FRENCH) return french_destinations(s, c);
    if (c->faction == LOD_PATRIOTS) return LOD_MAP;  /* 3.3.2 */
    bool closed = RULE("lod.3.2.3", !lod_living(s)); /* A3-10: struck out in the living edition */
    return closed ? LOD_MAP & ~s->blockaded : LOD_MAP;
}

static lod_set battle_spaces(const lod_state *s, lod_faction f) {
    lod_set enemy = lod_with(s, lod_pieces_of_side(lod_other(lod_side_of(f))));
    return lod_with(s, lod_pieces_of(f)) & enemy;
}

/* A Reserve takes no Militia, but a Fort or those who move in. */
static lod_set reserves_to_rally_in(const lod_state *s) {
    lod_set useful = s->where[LOD_PATRIOT_FORT];
    if (lod_obtainable(s, LOD_PATRIOTS, LOD_PATRIOT_FORT)) {
        LOD_EACH(space, lod_with(s, LOD_PATRIOT_UNITS) & LOD_RESERVES) {
            if (lod_count(s, space, LOD_PATRIOT_UNITS) >= 2 && lod_room(s, space) > 0)
                useful |= LOD_BIT(space);
        }
    }
    return useful & LOD_RESERVES;
}

/* 3.3.1: without Active Support. */
static lod_set rally_spaces(const lod_state *s) {
    lod_set open = LOD_MAP & ~lod_at_level(s, LOD_ACTIVE_SUPPORT);
    return (open & ~LOD_RESERVES) | reserves_to_rally_in(s);
}

/* 3.4.1 */
static lod_set gather_spaces(const lod_state *s) {
    lod_set active = lod_at_level(s, LOD_ACTIVE_SUPPORT) | lod_at_level(s, LOD_ACTIVE_OPPOSITION);
    return LOD_PROVINCES & ~active;
}

static lod_set garrison_cities(const lod_state *s) {
    if (lod_living(s) && RULE("lod.3.2.2", s->fni == 3)) return 0; /* A3-6 */
    return LOD_CITIES & ~s->blockaded;
}

/* 3.5.3 */
static lod_set french_muster_spaces(const lod_state *s) {
    lod_set land = (LOD_CITIES | LOD_COLONIES) & s->control[LOD_REBELLION];
    return land | LOD_BIT(LOD_WEST_INDIES);
}

/* 3.5.1 */
static lod_set agent_spaces(const lod_state *s) {
    return lod.agents & ~lod_at_level(s, LOD_ACTIVE_SUPPORT);
}

static lod_set british_muster_spaces(const lod_state *s, const lod_command *c) {
    lod_set spaces = lod_tory_spaces(s);
    bool regulars = c->stage == 0 && !(c->flags & LOD_TORIES_ONLY);
    return regulars ? spaces | lod_regular_spaces(s) : spaces;
}

/* Where the rules of the Command allow it, money aside. */
static lod_set places_for(const lod_state *s, const lod_command *c) {
    switch ((lod_command_kind)c->kind) {
    case LOD_MUSTER:
        return c->faction == LOD_FRENCH ? french_muster_spaces(s) : british_muster_spaces(s, c);
    case LOD_GARRISON: return garrison_cities(s);
    case LOD_MARCH: return march_destinations(s, c);
    case LOD_BATTLE: return battle_spaces(s, c->faction);
    case LOD_RALLY: return rally_spaces(s);
    case LOD_RABBLE_ROUSING: return lod_rabble_spaces(s);
    case LOD_GATHER: return gather_spaces(s);
    case LOD_SCOUT: return lod_scout_destinations(s, c);
    case LOD_RAID_COMMAND: return lod_raid_spaces(s, 0, 0);
    case LOD_AGENTS: return agent_spaces(s);
    default: return 0;
    }
}

static const char *place_rule(const lod_command *c) {
    static const char *const rules[LOD_FACTIONS][LOD_COMMANDS] = {
        [LOD_BRITISH] = {[LOD_MUSTER] = "lod.3.2.1",
                         [LOD_GARRISON] = "lod.3.2.2",
                         [LOD_MARCH] = "lod.3.2.3",
                         [LOD_BATTLE] = "lod.3.2.4"},
        [LOD_PATRIOTS] = {[LOD_RALLY] = "lod.3.3.1",
                          [LOD_MARCH] = "lod.3.3.2",
                          [LOD_BATTLE] = "lod.3.3.3",
                          [LOD_RABBLE_ROUSING] = "lod.3.3.4"},
        [LOD_INDIANS] = {[LOD_GATHER] = "lod.3.4.1",
                         [LOD_MARCH] = "lod.3.4.2",
                         [LOD_SCOUT] = "lod.3.4.3",
                         [LOD_RAID_COMMAND] = "lod.3.4.4"},
        [LOD_FRENCH] = {[LOD_AGENTS] = "lod.3.5.1",
                        [LOD_HORTALEZ] = "lod.3.5.2",
                        [LOD_MUSTER] = "lod.3.5.3",
                        [LOD_MARCH] = "lod.3.5.4",
                        [LOD_BATTLE] = "lod.3.5.5"},
    };
    return rules[c->faction][c->kind];
}

const char *lod_command_rule(const void *state) { return place_rule(lod_current_const(state)); }

/* ---- What it costs ---- */

enum { FIRST_IS_PAID = 1 }; /* stage of Gather and Indian March: the free space is used up */

/* Of a space not yet selected. 3.4.1: the first Reserve Province is free; 3.4.2: an Indian March
 * is paid for when it turns out that it is not the free one (march.c). */
static int price(const lod_command *c, int space) {
    if (lod_free(c)) return 0;             /* lod.3.1.2 */
    if (c->kind == LOD_GARRISON) return 0; /* paid for as a whole, garrison.c */
    if (c->kind == LOD_MUSTER && c->faction == LOD_FRENCH) return FRENCH_MUSTER_COST;
    bool used = c->stage & FIRST_IS_PAID;
    if (c->kind == LOD_GATHER && !used && lod_in(LOD_RESERVES, space)) return 0;
    if (c->kind == LOD_MARCH && c->faction == LOD_INDIANS && !used) return 0;
    return 1;
}

static lod_set affordable(const lod_state *s, const lod_command *c, lod_set spaces, int more) {
    int money = s->resources[c->faction] + more;
    if (c->kind == LOD_GARRISON && !lod_free(c) && !c->stage && money < GARRISON_COST) return 0;
    if (c->kind == LOD_SCOUT && !lod_free(c) && s->resources[LOD_BRITISH] < 1) return 0;
    if (money >= FRENCH_MUSTER_COST) return spaces;
    lod_set can = 0;
    LOD_EACH(space, spaces) {
        if (price(c, space) <= money) can |= LOD_BIT(space);
    }
    return can;
}

/* ---- 1.10: a Brilliant Stroke and its Leader ---- */

/* Destinations that his units could come to, or where he is himself. */
static lod_set leader_spaces(const lod_state *s, const lod_command *c) {
    int at = s->leader_at[c->faction];
    if (at >= LOD_SPACES) return 0;
    lod_set here = LOD_BIT(at), spaces = here;
    if (c->kind == LOD_MARCH) {
        static const lod_piece mover[] = {LOD_BRITISH_REGULAR, LOD_CONTINENTAL, LOD_FRENCH_REGULAR,
                                          LOD_WAR_PARTY};
        bool moves = lod_movable(s, at, mover[c->faction]) > 0;
        if (c->faction == LOD_PATRIOTS)
            moves =
                moves || lod_movable(s, at, LOD_MILITIA) || lod_movable(s, at, LOD_ACTIVE_MILITIA);
        if (c->faction == LOD_INDIANS) moves = moves || lod_movable(s, at, LOD_ACTIVE_WAR_PARTY);
        if (!moves) return spaces;
        lod_set patriots = lod_with(s, LOD_PATRIOT_PIECES);
        LOD_EACH(to, LOD_MAP & ~here) {
            bool alone = c->faction == LOD_FRENCH && !lod_in(patriots, to);
            if (alone && !lod_movable(s, at, LOD_CONTINENTAL)) continue;
            if (lod_in(lod_march_origins(s, c, to), at)) spaces |= LOD_BIT(to);
        }
    } else if (c->kind == LOD_GARRISON) {
        if (s->piece[at][LOD_BRITISH_REGULAR] && !lod_in(s->blockaded, at) && at != LOD_WEST_INDIES)
            spaces |= LOD_CITIES;
    } else if (c->kind == LOD_RAID_COMMAND) {
        if (lod_movable(s, at, LOD_WAR_PARTY)) {
            lod_set near = lod_near(s, at) & LOD_PROVINCES;
            spaces |= near;
            if (s->leader[LOD_INDIANS] == LOD_DRAGGING_CANOE)
                spaces |= lod_near_any(s, near) & LOD_PROVINCES;
        }
    } else if (c->kind == LOD_SCOUT) {
        if (lod_in(LOD_PROVINCES, at) && lod_count(s, at, LOD_WAR_PARTIES) &&
            s->piece[at][LOD_BRITISH_REGULAR])
            spaces |= lod_near(s, at) & LOD_PROVINCES;
    }
    return spaces;
}

static lod_set must_be(const lod_state *s, const lod_command *c) {
    bool bound = c->flags & LOD_WITH_LEADER && !c->involved;
    return bound ? leader_spaces(s, c) : LOD_EVERYWHERE;
}

/* ---- Selecting ---- */

lod_set lod_selectable(const lod_state *s, const lod_command *c, int more) {
    if (!c->limit) return 0;
    lod_set spaces = places_for(s, c) & c->allowed & ~c->selected & ~c->struck & must_be(s, c);
    return affordable(s, c, spaces, more);
}

/* What there are no more spaces by: a Limited Command, the Command's own limit, or the grant. */
static const char *limit_rule(const lod_command *c) {
    if (c->flags & LOD_LIMITED) return "lod.2.3.5";
    return usual_limit(c->faction, c->kind) == ANY_NUMBER ? "lod.5.3" : place_rule(c);
}

const char *lod_why_not_select(const lod_state *s, const lod_command *c, int space) {
    FORBID("lod.3.1", lod_in(c->selected, space));
    if (RULE("lod.2.3.5", !c->limit)) return limit_rule(c);
    FORBID("lod.5.3", !lod_in(c->allowed, space));
    FORBID("lod.4.1.1", lod_in(c->struck, space));
    if (RULE("lod.3.1", !lod_in(places_for(s, c), space))) return place_rule(c);
    FORBID("lod.1.10", !lod_in(must_be(s, c), space));
    FORBID("lod.3.1.cost", !affordable(s, c, LOD_BIT(space), 0));
    return NULL;
}

const char *lod_why_not_in(const lod_state *s, const lod_command *c, int space) {
    if (lod_in(c->selected, space)) return NULL;
    return lod_why_not_select(s, c, space);
}

void lod_select(lod_state *s, int space, mk_log *log) {
    lod_command *c = lod_current(s);
    if (lod_in(c->selected, space)) return;
    int cost = price(c, space);
    bool was_free = !lod_free(c) && cost == 0;
    lod_pay(s, c->faction, cost, log);
    if (c->kind == LOD_SCOUT && !lod_free(c)) lod_pay(s, LOD_BRITISH, 1, log); /* 3.4.3 */
    if (was_free && c->kind == LOD_GATHER) c->stage |= FIRST_IS_PAID;
    if (was_free && c->kind == LOD_MARCH) c->unpaid |= LOD_BIT(space);
    c->selected |= LOD_BIT(space);
    c->limit--;
    if (s->leader_at[c->faction] == space) c->involved = true;
    mk_tell(log, LOD_E_SELECTS, c->faction, MK_EVERYONE, 0, (int16_t)space);
}

void lod_note_control(lod_state *s, int space) {
    lod_command *c = lod_current(s);
    lod_set bit = LOD_BIT(space);
    c->rebel_before = (c->rebel_before & ~bit) | (s->control[LOD_REBELLION] & bit);
    c->british_before = (c->british_before & ~bit) | (s->control[LOD_ROYALISTS] & bit);
}

/* ---- Beginning and ending ---- */

/* Hortalez selects no space, Garrison none unless it is limited. */
static bool has_somewhere(const lod_state *s, const lod_command *c, int more) {
    if (c->kind == LOD_HORTALEZ)
        return s->resources[LOD_FRENCH] + more > 0 && !(c->flags & LOD_WITH_LEADER);
    return lod_selectable(s, c, more) != 0;
}

bool lod_command_possible(const lod_state *s, const lod_grant *g) {
    if (!has_command(s, g->faction, g->kind)) return false;
    lod_command c = make_command(s, g);
    if (has_somewhere(s, &c, 0)) return true;
    if (g->flags & (LOD_FREE | LOD_LIMITED | LOD_NO_ACCOMPANY)) return false;
    int more = lod_special_money(s, &c); /* 4.1: a Special Activity may pay for it */
    return more > 0 && has_somewhere(s, &c, more);
}

bool lod_grant_command(lod_state *s, lod_grant g, mk_log *log) {
    if (!lod_command_possible(s, &g)) return false;
    assert(s->commands < 2);
    s->command[s->commands++] = make_command(s, &g);
    memset(s->arrived, 0, sizeof s->arrived);
    int phase = main_phase[g.kind];
    if (g.kind == LOD_MUSTER && g.faction == LOD_FRENCH) phase = LOD_PH_FRENCH_MUSTER;
    int event = g.flags & LOD_FREE      ? LOD_E_FREE
                : g.flags & LOD_LIMITED ? LOD_E_LIMITED
                                        : LOD_E_COMMAND;
    mk_tell(log, event, g.faction, MK_EVERYONE, 0, (int16_t)g.kind);
    lod_begin(s, phase, g.faction, 0, 0, 0);
    return true;
}

void lod_end_command(lod_state *s, mk_log *log) {
    lod_command *c = lod_current(s);
    s->last_selected = c->selected;
    s->last_special = c->special;
    if (s->stroke.commands && c->flags & LOD_STROKE) {
        s->stroke.commands--;
        s->stroke.led |= c->involved;
        if (c->kind == LOD_RAID_COMMAND) s->stroke.raided |= c->selected;
    }
    memset(c, 0, sizeof *c);
    memset(s->arrived, 0, sizeof s->arrived);
    s->commands--;
    lod_finish(s, log);
}

void lod_conclude(lod_state *s, mk_log *log) {
    mk_top(&s->base)->phase = LOD_PH_AFTER;
    mk_actions specials;
    specials.count = 0;
    lod_list_specials(s, &specials);
    if (!specials.count) lod_end_command(s, log);
}

/* A Command of one space that is over ends by itself if nothing may follow. */
void lod_command_resume(lod_state *s, mk_log *log) {
    const lod_command *c = lod_current_const(s);
    bool alone = c->flags & (LOD_LIMITED | LOD_NO_ACCOMPANY);
    if (c->kind == LOD_BATTLE || c->kind == LOD_SCOUT ||
        (c->kind == LOD_MUSTER && c->faction == LOD_FRENCH)) {
        if (c->limit == 0 && alone) lod_end_command(s, log);
    }
}

/* 2.3.4: executed means that at least one space was selected. */
const char *lod_why_not_finish(const lod_state *s) {
    const lod_command *c = lod_current_const(s);
    bool may_decline = c->flags & LOD_OPTIONAL;
    FORBID("lod.2.3.4", !c->selected && !may_decline);
    FORBID("lod.5.1.3", c->flags & LOD_EVERY_SPACE && lod_selectable(s, c, 0));
    FORBID("lod.1.10", c->flags & LOD_WITH_LEADER && !c->involved);
    return NULL;
}

/* ---- A Special Activity immediately after the Command (4.1) ---- */

void lod_after_list(const void *state, mk_actions *out) {
    lod_list_specials(state, out);
    mk_offer(out, LOD_V_FINISH, 0, 0, 0);
}

const char *lod_after_why_not(const void *state, mk_action a) {
    return a.verb == LOD_V_FINISH ? NULL : lod_why_not_special(state, a);
}

void lod_after_apply(void *state, mk_action a, mk_log *log) {
    if (a.verb == LOD_V_FINISH)
        lod_end_command(state, log);
    else
        lod_apply_special(state, a, log);
}
