/* command.c - what all Commands share (3.1): where one can be executed, what it costs, how it
 * begins and ends. The Commands themselves are in the files called after them. */
#include "rules.h"

#include <assert.h>
#include <string.h>

/* The decision that a Command is made of. */
static int main_phase(const lod_command *c) {
    static const uint8_t phases[LOD_COMMANDS] = {
        [LOD_MUSTER] = LOD_PH_MUSTER,     [LOD_GARRISON] = LOD_PH_GARRISON,
        [LOD_MARCH] = LOD_PH_MARCH,       [LOD_BATTLE] = LOD_PH_BATTLES,
        [LOD_RALLY] = LOD_PH_RALLY,       [LOD_RABBLE_ROUSING] = LOD_PH_RABBLE_ROUSING,
        [LOD_GATHER] = LOD_PH_GATHER,     [LOD_SCOUT] = LOD_PH_SCOUT,
        [LOD_RAID_COMMAND] = LOD_PH_RAID, [LOD_AGENTS] = LOD_PH_AGENTS,
        [LOD_HORTALEZ] = LOD_PH_HORTALEZ,
    };
    bool french = c->kind == LOD_MUSTER && c->faction == LOD_FRENCH;
    return french ? LOD_PH_FRENCH_MUSTER : phases[c->kind];
}

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
static mk_set64 french_destinations(const lod_state *s, const lod_command *c) {
    mk_set64 with_patriots = lod_with(s, LOD_PATRIOT_PIECES) & LOD_MAP;
    bool patriots_pay = lod_free(c) || s->resources[LOD_PATRIOTS] > 0;
    mk_set64 mixed = s->where[LOD_FRENCH_REGULAR] & s->where[LOD_CONTINENTAL];
    if (!patriots_pay || !mixed) return with_patriots;
    mk_set64 reached = 0;
    MK_SET_EACH(to, LOD_MAP & ~with_patriots) {
        MK_SET_EACH(from, lod_march_origins(s, c, to) & mixed) {
            if (lod_movable(s, from, LOD_FRENCH_REGULAR) && lod_movable(s, from, LOD_CONTINENTAL))
                reached |= MK_BIT(to);
        }
    }
    return with_patriots | reached;
}

static mk_set64 march_destinations(const lod_state *s, const lod_command *c) {
    if (c->faction == LOD_INDIANS) return LOD_PROVINCES; /* 3.4.2 */
    if (c->faction == LOD_FRENCH) return french_destinations(s, c);
    if (c->faction == LOD_PATRIOTS) return LOD_MAP;  /* 3.3.2 */
    bool closed = RULE("lod.3.2.3", !lod_living(s)); /* A3-10: struck out in the living edition */
    return closed ? LOD_MAP & ~s->blockaded : LOD_MAP;
}

static mk_set64 battle_spaces(const lod_state *s, lod_faction f) {
    mk_set64 enemy = lod_with(s, lod_pieces_of_side(lod_other(lod_side_of(f))));
    return lod_with(s, lod_pieces_of(f)) & enemy;
}

/* A Reserve takes no Militia, but a Fort or those who move in. */
static mk_set64 reserves_to_rally_in(const lod_state *s) {
    mk_set64 useful = s->where[LOD_PATRIOT_FORT];
    if (lod_obtainable(s, LOD_PATRIOTS, LOD_PATRIOT_FORT)) {
        MK_SET_EACH(space, lod_with(s, LOD_PATRIOT_UNITS) & LOD_RESERVES) {
            if (lod_count(s, space, LOD_PATRIOT_UNITS) >= 2 && lod_room(s, space) > 0)
                useful |= MK_BIT(space);
        }
    }
    return useful & LOD_RESERVES;
}

/* 3.3.1: without Active Support. */
static mk_set64 rally_spaces(const lod_state *s) {
    mk_set64 open = LOD_MAP & ~lod_at_level(s, LOD_ACTIVE_SUPPORT);
    return (open & ~LOD_RESERVES) | reserves_to_rally_in(s);
}

/* 3.4.1 */
static mk_set64 gather_spaces(const lod_state *s) {
    mk_set64 active = lod_at_level(s, LOD_ACTIVE_SUPPORT) | lod_at_level(s, LOD_ACTIVE_OPPOSITION);
    return LOD_PROVINCES & ~active;
}

static mk_set64 garrison_cities(const lod_state *s) {
    if (lod_living(s) && RULE("lod.3.2.2", s->fni == 3)) return 0; /* A3-6 */
    return LOD_CITIES & ~s->blockaded;
}

/* 3.5.3 */
static mk_set64 french_muster_spaces(const lod_state *s) {
    mk_set64 land = (LOD_CITIES | LOD_COLONIES) & s->control[LOD_REBELLION];
    return land | MK_BIT(LOD_WEST_INDIES);
}

/* 3.5.1 */
static mk_set64 agent_spaces(const lod_state *s) {
    return lod.agents & ~lod_at_level(s, LOD_ACTIVE_SUPPORT);
}

static mk_set64 british_muster_spaces(const lod_state *s, const lod_command *c) {
    mk_set64 spaces = lod_tory_spaces(s);
    bool regulars = c->stage == 0 && !(c->flags & LOD_TORIES_ONLY);
    return regulars ? spaces | lod_regular_spaces(s) : spaces;
}

/* Where the rules of the Command allow it, money aside. */
static mk_set64 places_for(const lod_state *s, const lod_command *c) {
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

/* The rule of a Command, and the condition of it that says where it can be. */
typedef struct {
    const char *rule, *place;
} command_rule;

static const command_rule *rule_of(const lod_command *c) {
    static const command_rule rules[LOD_FACTIONS][LOD_COMMANDS] = {
        [LOD_BRITISH] = {[LOD_MUSTER] = {"lod.3.2.1", "lod.3.2.1:place"},
                         [LOD_GARRISON] = {"lod.3.2.2", "lod.3.2.2:place"},
                         [LOD_MARCH] = {"lod.3.2.3", "lod.3.2.3:place"},
                         [LOD_BATTLE] = {"lod.3.2.4", "lod.3.2.4:place"}},
        [LOD_PATRIOTS] = {[LOD_RALLY] = {"lod.3.3.1", "lod.3.3.1:place"},
                          [LOD_MARCH] = {"lod.3.3.2", "lod.3.3.2:place"},
                          [LOD_BATTLE] = {"lod.3.3.3", "lod.3.3.3:place"},
                          [LOD_RABBLE_ROUSING] = {"lod.3.3.4", "lod.3.3.4:place"}},
        [LOD_INDIANS] = {[LOD_GATHER] = {"lod.3.4.1", "lod.3.4.1:place"},
                         [LOD_MARCH] = {"lod.3.4.2", "lod.3.4.2:place"},
                         [LOD_SCOUT] = {"lod.3.4.3", "lod.3.4.3:place"},
                         [LOD_RAID_COMMAND] = {"lod.3.4.4", "lod.3.4.4:place"}},
        [LOD_FRENCH] = {[LOD_AGENTS] = {"lod.3.5.1", "lod.3.5.1:place"},
                        [LOD_HORTALEZ] = {"lod.3.5.2", "lod.3.5.2"},
                        [LOD_MUSTER] = {"lod.3.5.3", "lod.3.5.3:place"},
                        [LOD_MARCH] = {"lod.3.5.4", "lod.3.5.4:place"},
                        [LOD_BATTLE] = {"lod.3.5.5", "lod.3.5.5:place"}},
    };
    return &rules[c->faction][c->kind];
}

const char *lod_command_rule(const void *state) { return rule_of(lod_current_const(state))->rule; }

/* ---- What it costs ---- */

enum { FIRST_IS_PAID = 1 }; /* stage of Gather and Indian March: the free space is used up */

/* Of a space not yet selected. 3.4.1: the first Reserve Province is free; 3.4.2: an Indian March
 * is paid for when it turns out that it is not the free one (march.c). */
static int price(const lod_command *c, int space) {
    if (lod_free(c)) return 0;             /* lod.3.1.2 */
    if (c->kind == LOD_GARRISON) return 0; /* paid for as a whole, garrison.c */
    if (c->kind == LOD_MUSTER && c->faction == LOD_FRENCH) return FRENCH_MUSTER_COST;
    bool used = c->stage & FIRST_IS_PAID;
    if (c->kind == LOD_GATHER && !used && mk_set_has(LOD_RESERVES, space)) return 0;
    if (c->kind == LOD_MARCH && c->faction == LOD_INDIANS && !used) return 0;
    return 1;
}

/* Reserves have one price, all other spaces another. */
static mk_set64 affordable(const lod_state *s, const lod_command *c, mk_set64 spaces, int more) {
    int money = s->resources[c->faction] + more;
    if (c->kind == LOD_GARRISON && !lod_free(c) && !c->stage && money < GARRISON_COST) return 0;
    if (c->kind == LOD_SCOUT && !lod_free(c) && s->resources[LOD_BRITISH] < 1) return 0;
    if (money >= FRENCH_MUSTER_COST) return spaces;
    mk_set64 can = price(c, LOD_QUEBEC) <= money ? LOD_RESERVES : 0;
    if (price(c, LOD_BOSTON) <= money) can |= ~LOD_RESERVES;
    return spaces & can;
}

/* ---- 1.10: a Brilliant Stroke and its Leader ---- */

/* Destinations that his units could come to, or where he is himself. */
static mk_set64 leader_spaces(const lod_state *s, const lod_command *c) {
    int at = s->leader_at[c->faction];
    if (at >= LOD_SPACES) return 0;
    mk_set64 here = MK_BIT(at), spaces = here;
    if (c->kind == LOD_MARCH) {
        static const lod_piece mover[] = {LOD_BRITISH_REGULAR, LOD_CONTINENTAL, LOD_FRENCH_REGULAR,
                                          LOD_WAR_PARTY};
        bool moves = lod_movable(s, at, mover[c->faction]) > 0;
        if (c->faction == LOD_PATRIOTS)
            moves =
                moves || lod_movable(s, at, LOD_MILITIA) || lod_movable(s, at, LOD_ACTIVE_MILITIA);
        if (c->faction == LOD_INDIANS) moves = moves || lod_movable(s, at, LOD_ACTIVE_WAR_PARTY);
        if (!moves) return spaces;
        mk_set64 patriots = lod_with(s, LOD_PATRIOT_PIECES);
        MK_SET_EACH(to, LOD_MAP & ~here) {
            bool alone = c->faction == LOD_FRENCH && !mk_set_has(patriots, to);
            if (alone && !lod_movable(s, at, LOD_CONTINENTAL)) continue;
            if (mk_set_has(lod_march_origins(s, c, to), at)) spaces |= MK_BIT(to);
        }
    } else if (c->kind == LOD_GARRISON) {
        if (s->piece[at][LOD_BRITISH_REGULAR] && !mk_set_has(s->blockaded, at) &&
            at != LOD_WEST_INDIES)
            spaces |= LOD_CITIES;
    } else if (c->kind == LOD_RAID_COMMAND) {
        if (lod_movable(s, at, LOD_WAR_PARTY)) {
            mk_set64 near = lod_near(s, at) & LOD_PROVINCES;
            spaces |= near;
            if (s->leader[LOD_INDIANS] == LOD_DRAGGING_CANOE)
                spaces |= lod_near_any(s, near) & LOD_PROVINCES;
        }
    } else if (c->kind == LOD_SCOUT) {
        if (mk_set_has(LOD_PROVINCES, at) && lod_count(s, at, LOD_WAR_PARTIES) &&
            s->piece[at][LOD_BRITISH_REGULAR])
            spaces |= lod_near(s, at) & LOD_PROVINCES;
    }
    return spaces;
}

static mk_set64 must_be(const lod_state *s, const lod_command *c) {
    bool bound = c->flags & LOD_WITH_LEADER && !c->involved;
    return bound ? leader_spaces(s, c) : LOD_EVERYWHERE;
}

/* ---- Selecting ---- */

mk_set64 lod_selectable(const lod_state *s, const lod_command *c, int more) {
    if (!c->limit) return 0;
    mk_set64 spaces = places_for(s, c) & c->allowed & ~c->selected & ~c->struck & must_be(s, c);
    return affordable(s, c, spaces, more);
}

/* What there are no more spaces by: a Limited Command, the Command's own limit, or the grant. */
static const char *limit_rule(const lod_command *c) {
    if (c->flags & LOD_LIMITED) return "lod.2.3.5";
    return usual_limit(c->faction, c->kind) == ANY_NUMBER ? "lod.5.3:allowed" : rule_of(c)->place;
}

const char *lod_why_not_select(const lod_state *s, const lod_command *c, int space) {
    FORBID("lod.3.1:selected", mk_set_has(c->selected, space));
    if (RULE("lod.2.3.5", !c->limit)) return limit_rule(c);
    FORBID("lod.5.3:allowed", !mk_set_has(c->allowed, space));
    FORBID("lod.4.1.1:struck", mk_set_has(c->struck, space));
    if (RULE("lod.3.1", !mk_set_has(places_for(s, c), space))) return rule_of(c)->place;
    FORBID("lod.1.10:stroke", !mk_set_has(must_be(s, c), space));
    FORBID("lod.3.1.cost", !affordable(s, c, MK_BIT(space), 0));
    return NULL;
}

const char *lod_why_not_in(const lod_state *s, const lod_command *c, int space) {
    if (mk_set_has(c->selected, space)) return NULL;
    return lod_why_not_select(s, c, space);
}

void lod_select(lod_state *s, int space, mk_log *log) {
    lod_command *c = lod_current(s);
    if (mk_set_has(c->selected, space)) return;
    int cost = price(c, space);
    bool was_free = !lod_free(c) && cost == 0;
    lod_pay(s, c->faction, cost, log);
    if (c->kind == LOD_SCOUT && !lod_free(c)) lod_pay(s, LOD_BRITISH, 1, log); /* 3.4.3 */
    if (was_free && c->kind == LOD_GATHER) c->stage |= FIRST_IS_PAID;
    if (was_free && c->kind == LOD_MARCH) c->unpaid |= MK_BIT(space);
    c->selected |= MK_BIT(space);
    c->limit--;
    if (s->leader_at[c->faction] == space) c->involved = true;
    mk_log_event(log, LOD_E_SELECTS, c->faction, MK_EVERYONE, 0, (int16_t)space);
}

void lod_note_control(lod_state *s, int space) {
    lod_command *c = lod_current(s);
    mk_set64 bit = MK_BIT(space);
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
    lod_forget_moves(s);
    int event = g.flags & LOD_FREE      ? LOD_E_FREE
                : g.flags & LOD_LIMITED ? LOD_E_LIMITED
                                        : LOD_E_COMMAND;
    mk_log_event(log, event, g.faction, MK_EVERYONE, 0, (int16_t)g.kind);
    lod_begin(s, LOD_PH_COMMAND, g.faction, 0, 0, 0);
    return true;
}

static void end_command(lod_state *s) {
    lod_command *c = lod_current(s);
    s->last_selected = c->selected;
    s->last_special = c->special;
    if (s->stroke.commands && c->flags & LOD_STROKE) {
        s->stroke.commands--;
        s->stroke.led |= c->involved;
        if (c->kind == LOD_RAID_COMMAND) s->stroke.raided |= c->selected;
    }
    memset(c, 0, sizeof *c);
    lod_forget_moves(s);
    s->commands--;
    lod_finish(s);
}

/* Battles, a Scout and a French Muster are carried out where they are selected; if nothing may
 * follow the last of them, the Command ends by itself. */
static bool is_spent(const lod_command *c) {
    return c->limit == 0 && c->flags & (LOD_LIMITED | LOD_NO_ACCOMPANY);
}

/* 4.1: a Special Activity may follow immediately. */
static bool begin_after(lod_state *s) {
    mk_actions specials;
    specials.count = 0;
    lod_list_specials(s, &specials);
    if (!specials.count) return false;
    lod_begin(s, LOD_PH_AFTER, lod_current_const(s)->faction, 0, 0, 0);
    return true;
}

/* What comes next: false, if that is nothing. */
static bool next_decision(lod_state *s, int ended) {
    const lod_command *c = lod_current_const(s);
    int at = c->selected ? mk_set_first(c->selected) : LOD_PLACES;
    switch (ended) {
    case LOD_SCOUTED: return lod_begin_scout_skirmish(s, at);
    case LOD_MUSTERED: return lod_begin_french_fort(s, at);
    case LOD_DISPLACES: lod_begin(s, LOD_PH_DISPLACE, c->faction, 0, 0, 0); return true;
    case LOD_CONCLUDED: return begin_after(s);
    case LOD_GOES_ON:
        if (is_spent(c)) return false;
        lod_begin(s, main_phase(c), c->faction, 0, 0, 0);
        return true;
    default: return false;
    }
}

/* The decision that ended last has handed down what follows it; after a Scout and a French Muster,
 * and what belongs to them, it comes again. */
void lod_command_step(void *state, mk_log *log) {
    (void)log;
    lod_state *s = state;
    mk_frame *f = mk_top(&s->base);
    if (f->result == LOD_SCOUTED || f->result == LOD_MUSTERED) {
        int ended = f->result;
        f->result = LOD_GOES_ON;
        if (next_decision(s, ended)) return;
    }
    if (!next_decision(s, f->result)) end_command(s);
}

/* 2.3.4: executed means that at least one space was selected. */
const char *lod_why_not_finish(const lod_state *s) {
    const lod_command *c = lod_current_const(s);
    bool may_decline = c->flags & LOD_OPTIONAL;
    FORBID("lod.2.3.4:select", !c->selected && !may_decline);
    FORBID("lod.5.1.3:must", c->flags & LOD_EVERY_SPACE && lod_selectable(s, c, 0));
    FORBID("lod.1.10:stroke", c->flags & LOD_WITH_LEADER && !c->involved);
    return NULL;
}

/* ---- A Special Activity immediately after the Command (4.1) ---- */

void lod_after_command_list(const void *state, mk_actions *out) {
    lod_list_specials(state, out);
    mk_offer(out, LOD_V_FINISH, 0, 0, 0);
}

const char *lod_after_command_why_not(const void *state, mk_action a) {
    return a.verb == LOD_V_FINISH ? NULL : lod_why_not_special(state, a);
}

void lod_after_command_apply(void *state, mk_action a, mk_log *log) {
    lod_finish_with(state, LOD_IS_OVER);
    if (a.verb != LOD_V_FINISH) lod_apply_special(state, a, log);
}
