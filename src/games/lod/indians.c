/* indians.c - Gather (3.4.1), Scout (3.4.3) and Raid (3.4.4). */
#include "rules.h"

#include <string.h>

enum { PARTIES_FOR_VILLAGE = 2, PARTIES_WITH_CORNPLANTER = 1 };

/* ---- Gather ---- */

/* 1.10: Cornplanter builds for one War Party in his space. */
static int village_price(const lod_state *s, int space) {
    bool cheap = lod_leader_in(s, LOD_CORNPLANTER, LOD_INDIANS, space);
    return RULE("lod.1.10", cheap) ? PARTIES_WITH_CORNPLANTER : PARTIES_FOR_VILLAGE;
}

/* A3-22: as given, a Province with a Village offers the two other ways instead. */
static bool village_allowed(const lod_state *s, int space) {
    bool more = lod_living(s) || s->base.option[LOD_OPTION_SECOND_VILLAGE] == LOD_MORE_VILLAGES;
    return more || !RULE("lod.3.4.1", s->piece[space][LOD_VILLAGE] > 0);
}

bool lod_village_room(const lod_state *s, int space) {
    return lod_room(s, space) > 0 && village_allowed(s, space);
}

bool lod_village_fits(const lod_state *s, int space) {
    return lod_count(s, space, LOD_WAR_PARTIES) >= village_price(s, space) &&
           lod_village_room(s, space);
}

static const char *why_not_village(const lod_state *s, const lod_command *c, int space) {
    const char *why = lod_why_not_select(s, c, space);
    if (why) return why;
    FORBID("lod.3.4.1:village", !village_allowed(s, space));
    FORBID("lod.3.4.1:war_parties", lod_count(s, space, LOD_WAR_PARTIES) < village_price(s, space));
    FORBID("lod.1.4.2:room", lod_room(s, space) <= 0);
    FORBID("lod.1.4.1:none", !lod_available(s, LOD_VILLAGE));
    return NULL;
}

static const char *why_not_collect(const lod_state *s, const lod_command *c, int space) {
    FORBID("lod.3.4.1:no_village", !s->piece[space][LOD_VILLAGE]);
    return lod_why_not_select(s, c, space);
}

static const char *why_not_recall(const lod_state *s, const lod_command *c, mk_action a) {
    FORBID("lod.1.4.1:there", a.a != LOD_VILLAGE || !s->piece[a.b][a.a]);
    FORBID("lod.1.4.1:recall", !lod_may_recall(s, LOD_INDIANS, a.a));
    mk_set64 fits = 0;
    MK_SET_EACH(space, lod_selectable(s, c, 0)) {
        if (lod_village_fits(s, space)) fits |= MK_BIT(space);
    }
    FORBID("lod.3.4.1:village", !fits);
    return NULL;
}

void lod_gather_list(const void *state, mk_actions *out) {
    const lod_state *s = state;
    const lod_command *c = lod_current_const(s);
    mk_set64 open = lod_selectable(s, c, 0);
    MK_SET_EACH(space, open) mk_offer(out, LOD_V_RAISE, space, 0, 0);
    MK_SET_EACH(space, open & s->where[LOD_VILLAGE]) mk_offer(out, LOD_V_COLLECT, space, 0, 0);
    if (lod_available(s, LOD_VILLAGE)) {
        MK_SET_EACH(space, open & lod_with(s, LOD_WAR_PARTIES)) {
            if (lod_village_fits(s, space)) mk_offer(out, LOD_V_VILLAGE, space, 0, 0);
        }
    }
    if (!lod_available(s, LOD_VILLAGE)) {
        MK_SET_EACH(space, s->where[LOD_VILLAGE]) {
            mk_action a = {LOD_V_RECALL, LOD_VILLAGE, (int16_t)space, 0};
            if (!why_not_recall(s, c, a)) mk_offer(out, a.verb, a.a, a.b, 0);
        }
    }
    lod_list_specials(s, out);
    if (!lod_why_not_finish(s)) mk_offer(out, LOD_V_FINISH, 0, 0, 0);
}

const char *lod_gather_why_not(const void *state, mk_action a) {
    const lod_state *s = state;
    const lod_command *c = lod_current_const(s);
    switch (a.verb) {
    case LOD_V_RAISE: return lod_why_not_select(s, c, a.a);
    case LOD_V_VILLAGE: return why_not_village(s, c, a.a);
    case LOD_V_COLLECT: return why_not_collect(s, c, a.a);
    case LOD_V_RECALL: return why_not_recall(s, c, a);
    case LOD_V_FINISH: return lod_why_not_finish(s);
    default: return lod_why_not_special(s, a);
    }
}

static void raise_parties(lod_state *s, int space, mk_log *log) {
    int villages = s->piece[space][LOD_VILLAGE], n = villages + 1;
    if (n == 1 && lod_available(s, LOD_WAR_PARTY))
        lod_place_pieces(s, LOD_WAR_PARTY, space, 1, log);
    else
        lod_begin(s, LOD_PH_PLACE, LOD_INDIANS, space, LOD_WAR_PARTY, n);
}

void lod_gather_apply(void *state, mk_action a, mk_log *log) {
    lod_state *s = state;
    switch (a.verb) {
    case LOD_V_RAISE:
        lod_select(s, a.a, log);
        raise_parties(s, a.a, log);
        break;
    case LOD_V_VILLAGE:
        lod_select(s, a.a, log);
        lod_begin(s, LOD_PH_EXCHANGE, LOD_INDIANS, a.a, LOD_VILLAGE, village_price(s, a.a));
        break;
    case LOD_V_COLLECT:
        lod_select(s, a.a, log);
        lod_begin(s, LOD_PH_COLLECT, LOD_INDIANS, a.a, 0, 0);
        break;
    case LOD_V_RECALL: lod_recall(s, a.a, a.b, log); break;
    case LOD_V_FINISH: lod_finish_with(s, LOD_IS_OVER); break;
    default: lod_apply_special(s, a, log);
    }
}

/* ---- Scout ---- */

static mk_set64 scout_origins(const lod_state *s) {
    return lod_with(s, LOD_WAR_PARTIES) & s->where[LOD_BRITISH_REGULAR] & LOD_PROVINCES;
}

mk_set64 lod_scout_destinations(const lod_state *s, const lod_command *c) {
    (void)c;
    return lod_near_any(s, scout_origins(s)) & LOD_PROVINCES;
}

/* 1.10 for Brilliant Strokes: from where the Leader is, or to there. */
static bool scout_leads(const lod_state *s, const lod_command *c, int from, int to) {
    int at = s->leader_at[LOD_INDIANS];
    return !(c->flags & LOD_WITH_LEADER) || at == from || at == to;
}

static const char *why_not_scout(const lod_state *s, const lod_command *c, int from, int to) {
    FORBID("lod.3.4.3:origin", !mk_set_has(scout_origins(s), from));
    FORBID("lod.3.4.3:near", !mk_set_has(lod_near(s, from) & LOD_PROVINCES, to));
    FORBID("lod.1.10:stroke", !scout_leads(s, c, from, to));
    return lod_why_not_select(s, c, to);
}

void lod_scout_list(const void *state, mk_actions *out) {
    const lod_state *s = state;
    const lod_command *c = lod_current_const(s);
    mk_set64 open = lod_selectable(s, c, 0);
    if (open) {
        MK_SET_EACH(from, scout_origins(s)) {
            MK_SET_EACH(to, lod_near(s, from) & open) {
                if (scout_leads(s, c, from, to)) mk_offer(out, LOD_V_SCOUT, from, to, 0);
            }
        }
    }
    lod_list_specials(s, out);
    if (!lod_why_not_finish(s)) mk_offer(out, LOD_V_FINISH, 0, 0, 0);
}

const char *lod_scout_why_not(const void *state, mk_action a) {
    const lod_state *s = state;
    if (a.verb == LOD_V_SCOUT) return why_not_scout(s, lod_current_const(s), a.a, a.b);
    if (a.verb == LOD_V_FINISH) return lod_why_not_finish(s);
    return lod_why_not_special(s, a);
}

void lod_scout_apply(void *state, mk_action a, mk_log *log) {
    lod_state *s = state;
    lod_command *c = lod_current(s);
    if (a.verb == LOD_V_FINISH) {
        lod_finish_with(s, LOD_IS_OVER);
    } else if (a.verb != LOD_V_SCOUT) {
        lod_apply_special(s, a, log);
    } else {
        lod_select(s, a.b, log);
        if (s->leader_at[LOD_INDIANS] == a.a) c->involved = true;
        memset(c->group, 0, sizeof c->group);
        c->group_leaders = 0;
        lod_begin(s, LOD_PH_SCOUT_GROUP, LOD_INDIANS, a.b, a.a, 0);
    }
}

/* The group: at least a War Party and a Regular, Tories up to the Regulars. */

static int joined(const lod_command *c, mk_set64 kinds) {
    int n = 0;
    for (int p = 0; p < LOD_PIECES; p++) n += kinds >> p & 1 ? c->group[p] : 0;
    return n;
}

static const char *why_not_take(const lod_state *s, const lod_command *c, int from, int p) {
    mk_set64 kinds = LOD_WAR_PARTIES | LOD_BRITISH_CUBES;
    FORBID("lod.3.4.3:piece", !(kinds >> p & 1) || s->piece[from][p] <= c->group[p]);
    FORBID("lod.3.4.3:tories",
           p == LOD_TORY && c->group[LOD_TORY] >= c->group[LOD_BRITISH_REGULAR]);
    return NULL;
}

static const char *why_not_bring(const lod_state *s, const lod_command *c, int from, int f) {
    FORBID("lod.1.10:follows", s->leader_at[f] != from || c->group_leaders >> f & 1);
    FORBID("lod.1.10:follows", !joined(c, lod_pieces_of(f)));
    return NULL;
}

static const char *why_not_depart(const lod_command *c) {
    FORBID("lod.3.4.3:needs", !joined(c, LOD_WAR_PARTIES) || !c->group[LOD_BRITISH_REGULAR]);
    return NULL;
}

void lod_scout_group_list(const void *state, mk_actions *out) {
    const lod_state *s = state;
    const lod_command *c = lod_current_const(s);
    int from = mk_top_const(&s->base)->b;
    for (int p = 0; p < LOD_PIECES; p++) {
        if (!why_not_take(s, c, from, p)) mk_offer(out, LOD_V_TAKE, p, 0, 0);
    }
    for (int f = 0; f < LOD_FACTIONS; f++) {
        if (!why_not_bring(s, c, from, f)) mk_offer(out, LOD_V_BRING, f, 0, 0);
    }
    if (!why_not_depart(c)) mk_offer(out, LOD_V_DEPART, 0, 0, 0);
}

const char *lod_scout_group_why_not(const void *state, mk_action a) {
    const lod_state *s = state;
    const lod_command *c = lod_current_const(s);
    int from = mk_top_const(&s->base)->b;
    if (a.verb == LOD_V_TAKE) return why_not_take(s, c, from, a.a);
    if (a.verb == LOD_V_BRING) return why_not_bring(s, c, from, a.a);
    return why_not_depart(c);
}

static void scouts_arrive(lod_state *s, int from, int to, mk_log *log) {
    lod_command *c = lod_current(s);
    for (int p = 0; p < LOD_PIECES; p++) lod_relocate(s, p, from, to, c->group[p], log);
    lod_flip(s, to, LOD_WAR_PARTY, c->group[LOD_WAR_PARTY], log);
    for (int f = 0; f < LOD_FACTIONS; f++) {
        if (c->group_leaders >> f & 1) lod_lead_to(s, f, to, log);
    }
    lod_leaders_follow(s, log);
    lod_flip(s, to, LOD_MILITIA, s->piece[to][LOD_MILITIA], log);
    memset(c->group, 0, sizeof c->group);
    c->group_leaders = 0;
    lod_finish(s); /* the group, then the decision of which it was a step */
    lod_finish_with(s, LOD_SCOUTED);
}

void lod_scout_group_apply(void *state, mk_action a, mk_log *log) {
    lod_state *s = state;
    lod_command *c = lod_current(s);
    const mk_frame *f = mk_top(&s->base);
    if (a.verb == LOD_V_TAKE)
        c->group[a.a]++;
    else if (a.verb == LOD_V_BRING)
        c->group_leaders |= (uint8_t)(1 << a.a);
    else
        scouts_arrive(s, f->b, f->a, log);
}

/* The Indians may use the Regulars to Skirmish where they came, if there is anything to strike at.
 */
bool lod_begin_scout_skirmish(lod_state *s, int space) {
    mk_actions ways;
    ways.count = 0;
    lod_begin(s, LOD_PH_SCOUT_SKIRMISH, LOD_INDIANS, space, 0, 0);
    lod_list_specials(s, &ways);
    if (!ways.count) mk_pop(&s->base);
    return ways.count > 0;
}

void lod_scout_skirmish_list(const void *state, mk_actions *out) {
    lod_list_specials(state, out);
    mk_offer(out, LOD_V_FINISH, 0, 0, 0);
}

const char *lod_scout_skirmish_why_not(const void *state, mk_action a) {
    return a.verb == LOD_V_FINISH ? NULL : lod_why_not_special(state, a);
}

void lod_scout_skirmish_apply(void *state, mk_action a, mk_log *log) {
    if (a.verb == LOD_V_FINISH)
        lod_finish(state);
    else
        lod_apply_special(state, a, log);
}

/* ---- Raid ---- */

/* Provinces that a War Party moving from here can reach: next to it, two steps if it starts with
 * Dragging Canoe (1.10). */
static mk_set64 raid_reach(const lod_state *s, int from) {
    mk_set64 near = lod_near(s, from) & LOD_PROVINCES;
    bool canoe = lod_leader_in(s, LOD_DRAGGING_CANOE, LOD_INDIANS, from);
    if (RULE("lod.1.10", canoe)) near |= lod_near_any(s, near) & LOD_PROVINCES & ~MK_BIT(from);
    return near;
}

mk_set64 lod_raid_origins(const lod_state *s, int to) {
    mk_set64 origins = lod_near(s, to) & LOD_PROVINCES;
    int leader = s->leader_at[LOD_INDIANS];
    if (leader < LOD_MAP_SPACES && mk_set_has(raid_reach(s, leader), to)) origins |= MK_BIT(leader);
    return origins;
}

mk_set64 lod_raid_spaces(const lod_state *s, int fewer_at, int fewer) {
    mk_set64 raiders = 0;
    MK_SET_EACH(space, s->where[LOD_WAR_PARTY]) {
        int less = space == fewer_at ? fewer : 0;
        if (s->piece[space][LOD_WAR_PARTY] > less) raiders |= MK_BIT(space);
        if (lod_movable(s, space, LOD_WAR_PARTY) > less) raiders |= raid_reach(s, space);
    }
    mk_set64 opposed =
        lod_at_level(s, LOD_PASSIVE_OPPOSITION) | lod_at_level(s, LOD_ACTIVE_OPPOSITION);
    return raiders & opposed & LOD_PROVINCES;
}

void lod_raid_list(const void *state, mk_actions *out) {
    const lod_state *s = state;
    MK_SET_EACH(space, lod_selectable(s, lod_current_const(s), 0))
        mk_offer(out, LOD_V_SELECT, space, 0, 0);
    lod_list_specials(s, out);
    if (!lod_why_not_finish(s)) mk_offer(out, LOD_V_FINISH, 0, 0, 0);
}

const char *lod_raid_why_not(const void *state, mk_action a) {
    const lod_state *s = state;
    if (a.verb == LOD_V_SELECT) return lod_why_not_select(s, lod_current_const(s), a.a);
    if (a.verb == LOD_V_FINISH) return lod_why_not_finish(s);
    return lod_why_not_special(s, a);
}

void lod_raid_apply(void *state, mk_action a, mk_log *log) {
    lod_state *s = state;
    if (a.verb == LOD_V_SELECT) {
        lod_select(s, a.a, log);
        lod_begin(s, LOD_PH_RAID_INTO, LOD_INDIANS, a.a, 0, 0);
    } else if (a.verb == LOD_V_FINISH) {
        lod_finish_with(s, LOD_IS_OVER);
    } else {
        lod_apply_special(s, a, log);
    }
}

/* One War Party may move in; then one that is Underground raids. It counts as moved from then on:
 * all moves come before all raids. Frame a: Province, b: 1 if one has moved in. */

static bool leader_pending(const lod_command *c) {
    return c->flags & LOD_WITH_LEADER && !c->involved;
}

static const char *why_not_move_in(const lod_state *s, const mk_frame *f, int p, int from) {
    const lod_command *c = lod_current_const(s);
    FORBID("lod.3.4.4:war_party", f->b || !(LOD_WAR_PARTIES >> p & 1) || from >= LOD_SPACES);
    FORBID("lod.3.4.4:reach", !mk_set_has(raid_reach(s, from), f->a));
    FORBID("lod.3.4.4:moved", lod_movable(s, from, p) <= 0);
    FORBID("lod.3.4.4:underground", p == LOD_ACTIVE_WAR_PARTY && !s->piece[f->a][LOD_WAR_PARTY]);
    FORBID("lod.1.10:stroke", leader_pending(c) && from != s->leader_at[LOD_INDIANS]);
    return NULL;
}

static const char *why_not_raid(const lod_state *s, const mk_frame *f) {
    FORBID("lod.3.4.4:underground", !s->piece[f->a][LOD_WAR_PARTY]);
    FORBID("lod.1.10:stroke", leader_pending(lod_current_const(s)));
    return NULL;
}

static const char *why_not_follow(const lod_state *s, int faction) {
    const lod_command *c = lod_current_const(s);
    FORBID("lod.1.10:follows", faction != LOD_INDIANS || c->last_from != s->leader_at[LOD_INDIANS]);
    return NULL;
}

void lod_raid_into_list(const void *state, mk_actions *out) {
    const lod_state *s = state;
    const mk_frame *f = mk_top_const(&s->base);
    for (int p = LOD_WAR_PARTY; p <= LOD_ACTIVE_WAR_PARTY; p++) {
        if (f->b) break;
        MK_SET_EACH(from, s->where[p]) {
            if (!why_not_move_in(s, f, p, from)) mk_offer(out, LOD_V_MOVE, p, from, 0);
        }
    }
    if (!why_not_follow(s, LOD_INDIANS)) mk_offer(out, LOD_V_BRING, LOD_INDIANS, 0, 0);
    if (!why_not_raid(s, f)) mk_offer(out, LOD_V_ACTIVATE, LOD_WAR_PARTY, 0, 0);
}

const char *lod_raid_into_why_not(const void *state, mk_action a) {
    const lod_state *s = state;
    const mk_frame *f = mk_top_const(&s->base);
    if (a.verb == LOD_V_MOVE) return why_not_move_in(s, f, a.a, a.b);
    if (a.verb == LOD_V_BRING) return why_not_follow(s, a.a);
    FORBID("lod.3.4.4:underground", a.a != LOD_WAR_PARTY);
    return why_not_raid(s, f);
}

void lod_raid_into_apply(void *state, mk_action a, mk_log *log) {
    lod_state *s = state;
    lod_command *c = lod_current(s);
    mk_frame *f = mk_top(&s->base);
    int at = f->a;
    if (a.verb == LOD_V_MOVE) {
        if (s->leader_at[LOD_INDIANS] == a.b) c->involved = true;
        lod_relocate(s, a.a, a.b, at, 1, log);
        s->arrived[at][a.a]++;
        c->last_from = (uint8_t)a.b;
        c->last_to = (uint8_t)at;
        f->b = 1;
    } else if (a.verb == LOD_V_BRING) {
        lod_lead_to(s, LOD_INDIANS, at, log);
        c->last_from = LOD_PLACES;
    } else {
        c->last_from = LOD_PLACES;
        if (!s->arrived[at][LOD_WAR_PARTY]) s->arrived[at][LOD_WAR_PARTY] = 1;
        lod_flip(s, at, LOD_WAR_PARTY, 1, log);
        lod_put_markers(s, LOD_RAID, at, 1, log);
        lod_shift_toward(s, at, LOD_NEUTRAL, 1, log);
        lod_finish(s);
    }
}
