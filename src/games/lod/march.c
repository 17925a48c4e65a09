/* march.c - March: British (3.2.3), Patriot (3.3.2), Indian (3.4.2), French (3.5.4).
 *
 * A destination is selected and paid for; groups come to it, one from each origin, each gathered
 * unit by unit; a group moves when it is complete. What is found in the destinations is found when
 * all have moved. */
#include "rules.h"

#include <string.h>

enum { CUBES_PER_MILITIA = 3, CONTINENTALS_PER_PARTY = 2, UNSEEN = 3 };
enum { FREE_ONE_USED = 1 }; /* stage of an Indian March, see command.c */

/* ---- Routes ---- */

/* In or next to a City, then to another City or a space next to it. Both are open: not Blockaded
 * for the British, under Rebellion Control for the French. */
static mk_set64 sea_origins(int to, mk_set64 open) {
    mk_set64 landings = lod.touches[to] & open, origins = 0;
    if (!landings) return 0;
    bool one = !(landings & (landings - 1)); /* then the harbour is another */
    MK_SET_EACH(harbour, one ? open & ~landings : open) origins |= lod.touched_by[harbour];
    return origins & LOD_MAP & ~MK_BIT(to);
}

/* 1.9: not into a Blockaded City nor a Province next to one (A3-11), except by an adjacent step. */
static mk_set64 british_sea_origins(const lod_state *s, int to) {
    bool elsewhere = s->base.option[LOD_OPTION_SEA_LANDING] == LOD_LANDING_ELSEWHERE;
    bool watched = lod.touches[to] & s->blockaded;
    if (!elsewhere && RULE("lod.1.9", watched)) return 0;
    return sea_origins(to, LOD_CITIES & ~s->blockaded);
}

mk_set64 lod_march_origins(const lod_state *s, const lod_command *c, int to) {
    mk_set64 near = lod_near(s, to);
    switch ((lod_faction)c->faction) {
    case LOD_BRITISH: return near | british_sea_origins(s, to);
    case LOD_FRENCH: return near | sea_origins(to, LOD_CITIES & s->control[LOD_REBELLION]);
    case LOD_INDIANS: return near & LOD_PROVINCES;
    default: return near;
    }
}

/* ---- Who may go ---- */

/* Units that may go on their own; others may only accompany them, one for one. */
mk_set64 lod_march_units(lod_faction f) {
    static const mk_set64 units[] = {LOD_KIND(LOD_BRITISH_REGULAR), LOD_PATRIOT_UNITS,
                                     LOD_KIND(LOD_FRENCH_REGULAR), LOD_WAR_PARTIES};
    return units[f];
}

static bool has_movable(const lod_state *s, int from, mk_set64 kinds) {
    for (int p = 0; p < LOD_PIECES; p++) {
        if (kinds >> p & 1 && lod_movable(s, from, p) > 0) return true;
    }
    return false;
}

static int joined(const lod_command *c, mk_set64 kinds) {
    int n = 0;
    for (int p = 0; p < LOD_PIECES; p++) n += kinds >> p & 1 ? c->group[p] : 0;
    return n;
}

/* 3.3.2, 3.5.4: the ally whose cubes come along pays one for each destination. 1.10: Rochambeau's
 * come at no cost. */
static bool ally_comes_free(const lod_state *s, const lod_command *c, int to) {
    bool rochambeau = c->faction == LOD_PATRIOTS && s->leader[LOD_FRENCH] == LOD_ROCHAMBEAU;
    return lod_free(c) || mk_set_has(c->ally_paid, to) || RULE("lod.1.10", rochambeau);
}

static bool ally_can_pay(const lod_state *s, const lod_command *c, int to) {
    return ally_comes_free(s, c, to) || s->resources[lod_ally(c->faction)] > 0;
}

static bool needs_continentals(const lod_state *s, const lod_command *c, int to) {
    return c->faction == LOD_FRENCH && !lod_count(s, to, LOD_PATRIOT_PIECES);
}

/* 1.10: where the Leader is to be involved his group comes first: what the others leave behind
 * could close the harbours that he needs. */
static bool leader_waits(const lod_state *s, const lod_command *c, int from) {
    return c->flags & LOD_WITH_LEADER && !c->involved && s->leader_at[c->faction] != from;
}

/* What can be wrong with a group of any Faction's March. */
typedef enum { NO_WAY, HAS_LEFT, NO_UNITS, WRONG_KIND } march_fault;

static const char *march_rule(const lod_command *c, march_fault fault) {
    static const char *const rules[LOD_FACTIONS][4] = {
        [LOD_BRITISH] = {"lod.3.2.3:reach", "lod.3.2.3:left", "lod.3.2.3:units", "lod.3.2.3:kind"},
        [LOD_PATRIOTS] = {"lod.3.3.2:reach", "lod.3.3.2:left", "lod.3.3.2:units", "lod.3.3.2:kind"},
        [LOD_INDIANS] = {"lod.3.4.2:reach", "lod.3.4.2:left", "lod.3.4.2:units", "lod.3.4.2:kind"},
        [LOD_FRENCH] = {"lod.3.5.4:reach", "lod.3.5.4:left", "lod.3.5.4:units", "lod.3.5.4:kind"},
    };
    return rules[c->faction][fault];
}

static const char *why_not_from(const lod_state *s, const lod_command *c, int to, int from) {
    FORBID("lod.1.10:stroke", leader_waits(s, c, from));
    bool reaches = from < LOD_MAP_SPACES && mk_set_has(lod_march_origins(s, c, to), from);
    if (RULE("lod.3.2.3", !reaches)) return march_rule(c, NO_WAY);
    if (RULE("lod.3.2.3", mk_set_has(c->entered, from)))
        return march_rule(c, HAS_LEFT); /* one group from a space */
    if (RULE("lod.3.2.3", !has_movable(s, from, lod_march_units(c->faction))))
        return march_rule(c, NO_UNITS);
    bool short_of_allies = lod_movable(s, from, LOD_CONTINENTAL) <= 0 || !ally_can_pay(s, c, to);
    FORBID("lod.3.5.4:alone", needs_continentals(s, c, to) && short_of_allies);
    bool must_pay = mk_set_has(c->unpaid, to) && !mk_set_has(LOD_RESERVES, from); /* 3.4.2 */
    FORBID("lod.3.1.cost", must_pay && s->resources[LOD_INDIANS] < 1);
    return NULL;
}

static const char *why_not_escort(const lod_state *s, const lod_command *c, int to, int p) {
    switch ((lod_faction)c->faction) {
    case LOD_BRITISH: /* Tories, and War Parties as if they were Tories (4.2.1) */
        FORBID("lod.3.2.3:escort",
               joined(c, LOD_KIND(LOD_TORY) | LOD_WAR_PARTIES) >= c->group[LOD_BRITISH_REGULAR]);
        return NULL;
    case LOD_PATRIOTS:
        FORBID("lod.3.3.2:escort", c->group[p] >= c->group[LOD_CONTINENTAL]);
        FORBID("lod.3.1.cost", !ally_can_pay(s, c, to));
        return NULL;
    default:
        FORBID("lod.3.5.4:escort", c->group[p] >= c->group[LOD_FRENCH_REGULAR]);
        FORBID("lod.3.1.cost", !ally_can_pay(s, c, to));
        return NULL;
    }
}

static const char *why_not_take(const lod_state *s, const mk_frame *f, int p) {
    static const mk_set64 escorts[] = {LOD_KIND(LOD_TORY) | LOD_WAR_PARTIES,
                                       LOD_KIND(LOD_FRENCH_REGULAR), LOD_KIND(LOD_CONTINENTAL), 0};
    const lod_command *c = lod_current_const(s);
    mk_set64 own = lod_march_units(c->faction), may = own | escorts[c->faction];
    if (RULE("lod.3.2.3", !(may >> p & 1))) return march_rule(c, WRONG_KIND);
    if (RULE("lod.3.2.3", lod_movable(s, f->b, p) <= c->group[p])) return march_rule(c, NO_UNITS);
    if (own >> p & 1) return NULL;
    if (c->faction == LOD_BRITISH && p != LOD_TORY) {
        bool by_land = mk_set_has(LOD_PROVINCES, f->a) && mk_set_has(LOD_PROVINCES, f->b) &&
                       mk_set_has(lod_near(s, f->b), f->a);
        FORBID("lod.4.2.1:by_land", !by_land);
        const char *why = lod_why_not_common_cause(s);
        if (why) return why;
    }
    return why_not_escort(s, c, f->a, p);
}

/* 1.10: any Leader of those who move; the executing Faction decides (A2-9). */
static const char *why_not_bring(const lod_state *s, const mk_frame *f, int faction) {
    const lod_command *c = lod_current_const(s);
    FORBID("lod.1.10:follows", s->leader_at[faction] != f->b || c->group_leaders >> faction & 1);
    FORBID("lod.1.10:follows", !joined(c, lod_pieces_of(faction)));
    return NULL;
}

static const char *why_not_depart(const lod_state *s, const mk_frame *f) {
    const lod_command *c = lod_current_const(s);
    FORBID("lod.3.1:group", !joined(c, LOD_ALL_PIECES));
    FORBID("lod.3.5.4:alone", needs_continentals(s, c, f->a) && !c->group[LOD_CONTINENTAL]);
    return NULL;
}

/* ---- The Command: destinations ---- */

void lod_march_list(const void *state, mk_actions *out) {
    const lod_state *s = state;
    MK_SET_EACH(space, lod_selectable(s, lod_current_const(s), 0))
        mk_offer(out, LOD_V_SELECT, space, 0, 0);
    lod_list_specials(s, out);
    if (!lod_why_not_finish(s)) mk_offer(out, LOD_V_FINISH, 0, 0, 0);
}

/* 8.4.3: the non-player British come back to a destination with more groups; a player brings all of
 * them when he selects it. */
static bool comes_back(const lod_state *s, const lod_command *c, int to) {
    bool british = c->faction == LOD_BRITISH && lod_is_nonplayer(s, LOD_BRITISH);
    return mk_set_has(c->selected, to) && RULE("lod.8.4.3", british);
}

const char *lod_march_why_not(const void *state, mk_action a) {
    const lod_state *s = state;
    const lod_command *c = lod_current_const(s);
    if (a.verb == LOD_V_SELECT) return comes_back(s, c, a.a) ? NULL : lod_why_not_select(s, c, a.a);
    if (a.verb == LOD_V_FINISH) return lod_why_not_finish(s);
    return lod_why_not_special(s, a);
}

/* British cubes find Militia, Continentals find War Parties, in every destination. */
static void find_enemies(lod_state *s, mk_log *log) {
    const lod_command *c = lod_current_const(s);
    MK_SET_EACH(space, c->selected) {
        if (c->faction == LOD_BRITISH)
            lod_flip(s, space, LOD_MILITIA,
                     lod_count(s, space, LOD_BRITISH_CUBES) / CUBES_PER_MILITIA, log);
        if (c->faction == LOD_PATRIOTS)
            lod_flip(s, space, LOD_WAR_PARTY,
                     s->piece[space][LOD_CONTINENTAL] / CONTINENTALS_PER_PARTY, log);
    }
}

void lod_march_apply(void *state, mk_action a, mk_log *log) {
    lod_state *s = state;
    lod_command *c = lod_current(s);
    if (a.verb == LOD_V_SELECT) {
        lod_select(s, a.a, log);
        c->entered = 0;
        lod_begin(s, LOD_PH_MARCH_INTO, c->faction, a.a, 0, 0);
    } else if (a.verb == LOD_V_FINISH) {
        lod_leaders_follow(s, log);
        find_enemies(s, log);
        lod_finish_with(s, LOD_CONCLUDED);
    } else {
        lod_apply_special(s, a, log);
    }
}

/* ---- Into one destination: groups ---- */

/* Nobody need move in, but a Leader who is to be involved must have been, and the French must have
 * brought Continentals where no Patriots are. */
static const char *why_not_arrive(const lod_state *s, int to) {
    const lod_command *c = lod_current_const(s);
    FORBID("lod.1.10:stroke", c->flags & LOD_WITH_LEADER && !c->involved);
    FORBID("lod.3.5.4:alone", needs_continentals(s, c, to));
    return NULL;
}

void lod_march_into_list(const void *state, mk_actions *out) {
    const lod_state *s = state;
    const lod_command *c = lod_current_const(s);
    int to = mk_top_const(&s->base)->a;
    mk_set64 units = lod_with(s, lod_march_units(c->faction));
    MK_SET_EACH(from, lod_march_origins(s, c, to) & units) {
        if (!why_not_from(s, c, to, from)) mk_offer(out, LOD_V_FROM, from, 0, 0);
    }
    if (!why_not_arrive(s, to)) mk_offer(out, LOD_V_FINISH, 0, 0, 0);
}

const char *lod_march_into_why_not(const void *state, mk_action a) {
    const lod_state *s = state;
    int to = mk_top_const(&s->base)->a;
    if (a.verb == LOD_V_FINISH) return why_not_arrive(s, to);
    return why_not_from(s, lod_current_const(s), to, a.a);
}

void lod_march_into_apply(void *state, mk_action a, mk_log *log) {
    (void)log;
    lod_state *s = state;
    lod_command *c = lod_current(s);
    int to = mk_top(&s->base)->a;
    if (a.verb == LOD_V_FROM) {
        c->entered |= MK_BIT(a.a);
        memset(c->group, 0, sizeof c->group);
        c->group_leaders = 0;
        lod_begin(s, LOD_PH_MARCH_GROUP, c->faction, to, a.a, 0);
        return;
    }
    if (mk_set_has(c->unpaid, to)) c->stage |= FREE_ONE_USED; /* 3.4.2: it was the free one */
    c->unpaid &= ~MK_BIT(to);
    lod_finish(s);
}

/* ---- One group ---- */

void lod_march_group_list(const void *state, mk_actions *out) {
    const lod_state *s = state;
    const mk_frame *f = mk_top_const(&s->base);
    for (int p = 0; p < LOD_PIECES; p++) {
        if (s->piece[f->b][p] && !why_not_take(s, f, p)) mk_offer(out, LOD_V_TAKE, p, 0, 0);
    }
    for (int faction = 0; faction < LOD_FACTIONS; faction++) {
        if (!why_not_bring(s, f, faction)) mk_offer(out, LOD_V_BRING, faction, 0, 0);
    }
    if (!why_not_depart(s, f)) mk_offer(out, LOD_V_DEPART, 0, 0, 0);
}

const char *lod_march_group_why_not(const void *state, mk_action a) {
    const lod_state *s = state;
    const mk_frame *f = mk_top_const(&s->base);
    if (a.verb == LOD_V_TAKE) return why_not_take(s, f, a.a);
    if (a.verb == LOD_V_BRING) return why_not_bring(s, f, a.a);
    return why_not_depart(s, f);
}

/* 3.3.2, 3.4.2: a group that comes to where the enemy held control before the Command, and is
 * large together with those who look out for it there, is seen. */
static bool is_seen(const lod_state *s, const lod_command *c, int to) {
    int size = joined(c, LOD_ALL_PIECES);
    if (c->faction == LOD_PATRIOTS) {
        bool held = mk_set_has(LOD_CITIES & c->british_before, to);
        return RULE("lod.3.3.2", held && size + lod_count(s, to, LOD_BRITISH_CUBES) > UNSEEN);
    }
    bool held = mk_set_has(LOD_COLONIES & c->rebel_before, to);
    return c->faction == LOD_INDIANS &&
           RULE("lod.3.4.2", held && size + lod_count(s, to, LOD_MILITIAS) > UNSEEN);
}

static void pay_for_group(lod_state *s, int to, int from, mk_log *log) {
    lod_command *c = lod_current(s);
    lod_faction ally = lod_ally(c->faction);
    bool allies = c->faction != LOD_BRITISH && joined(c, lod_pieces_of(ally)) > 0;
    if (allies && !ally_comes_free(s, c, to)) {
        lod_pay(s, ally, 1, log);
        c->ally_paid |= MK_BIT(to);
    }
    if (mk_set_has(c->unpaid, to) && !mk_set_has(LOD_RESERVES, from)) {
        lod_pay(s, LOD_INDIANS, 1, log);
        c->unpaid &= ~MK_BIT(to);
    }
}

static void depart(lod_state *s, int to, int from, mk_log *log) {
    lod_command *c = lod_current(s);
    if (s->leader_at[c->faction] == from) c->involved = true;
    pay_for_group(s, to, from, log);
    bool seen = is_seen(s, c, to) || c->faction == LOD_BRITISH; /* 4.2.1: War Parties used */
    for (int p = 0; p < LOD_PIECES; p++) {
        lod_relocate(s, p, from, to, c->group[p], log);
        s->arrived[to][p] += c->group[p];
    }
    if (seen && c->faction != LOD_BRITISH) lod_flip(s, to, LOD_MILITIA, c->group[LOD_MILITIA], log);
    if (seen) lod_flip(s, to, LOD_WAR_PARTY, c->group[LOD_WAR_PARTY], log);
    for (int faction = 0; faction < LOD_FACTIONS; faction++) {
        if (c->group_leaders >> faction & 1) lod_lead_to(s, faction, to, log);
    }
    memset(c->group, 0, sizeof c->group);
    c->group_leaders = 0;
    lod_finish(s);
}

void lod_march_group_apply(void *state, mk_action a, mk_log *log) {
    lod_state *s = state;
    lod_command *c = lod_current(s);
    const mk_frame *f = mk_top(&s->base);
    if (a.verb == LOD_V_TAKE) {
        c->group[a.a]++;
        bool party = LOD_WAR_PARTIES >> a.a & 1;
        if (c->faction == LOD_BRITISH && party) lod_use_common_cause(s, log);
    } else if (a.verb == LOD_V_BRING) {
        c->group_leaders |= (uint8_t)(1 << a.a);
    } else {
        depart(s, f->a, f->b, log);
    }
}
