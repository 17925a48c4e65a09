/* supply.c - the Supply Phase (6.2): who is out of supply, and what each Faction may do about it.
 */
#include "rules.h"

/* ---- Who is out of supply ---- */

static mk_set64 british_unsupplied(const lod_state *s) {
    mk_set64 cubes = lod_with(s, LOD_BRITISH_CUBES) & LOD_MAP;
    return cubes & ~s->where[LOD_BRITISH_FORT] & ~(LOD_CITIES & s->control[LOD_ROYALISTS]);
}

/* Patriots and French: with a Patriot Fort, or a Colony or City under Rebellion Control. */
static mk_set64 rebel_supply(const lod_state *s) {
    mk_set64 held = (LOD_CITIES | LOD_COLONIES) & s->control[LOD_REBELLION];
    return held | s->where[LOD_PATRIOT_FORT];
}

/* A single unit loses nothing (one for every two), so there is nothing to decide. */
static mk_set64 patriots_unsupplied(const lod_state *s) {
    mk_set64 spaces = 0;
    MK_SET_EACH(space, lod_with(s, LOD_PATRIOT_UNITS) & LOD_MAP & ~rebel_supply(s)) {
        if (lod_count(s, space, LOD_PATRIOT_UNITS) > 1) spaces |= MK_BIT(space);
    }
    return spaces;
}

static mk_set64 french_unsupplied(const lod_state *s) {
    return s->where[LOD_FRENCH_REGULAR] & LOD_MAP & ~rebel_supply(s);
}

static mk_set64 indians_unsupplied(const lod_state *s) {
    return lod_with(s, LOD_WAR_PARTIES) & ~LOD_RESERVES & ~s->where[LOD_VILLAGE];
}

static mk_set64 village_sites(const lod_state *s) {
    mk_set64 sites = 0;
    MK_SET_EACH(space, LOD_RESERVES) {
        if (lod_room(s, space) > 0) sites |= MK_BIT(space);
    }
    return s->where[LOD_VILLAGE] ? 0 : sites;
}

static mk_set64 unsettled(const lod_state *s, int phase) {
    mk_set64 spaces;
    switch (phase) {
    case LOD_PH_SUPPLY_BRITISH: spaces = british_unsupplied(s); break;
    case LOD_PH_SUPPLY_PATRIOTS: spaces = patriots_unsupplied(s); break;
    case LOD_PH_SUPPLY_FRENCH: spaces = french_unsupplied(s); break;
    case LOD_PH_SUPPLY_VILLAGE: return village_sites(s);
    default: spaces = indians_unsupplied(s);
    }
    return spaces & ~s->winter.resolved;
}

bool lod_begin_supply(lod_state *s, int phase, lod_faction f) {
    s->winter.resolved = 0;
    if (!unsettled(s, phase)) return false;
    lod_begin(s, phase, f, 0, 0, 0);
    return true;
}

/* ---- What all of them share ---- */

mk_set64 lod_unsupplied(const lod_state *s) { return unsettled(s, mk_top_const(&s->base)->phase); }

static const char *why_not_pay(const lod_state *s, int space) {
    FORBID("lod.6.2.1:supply", !mk_set_has(lod_unsupplied(s), space));
    FORBID("lod.3.1.cost", s->resources[mk_top_const(&s->base)->seat] < 1);
    return NULL;
}

static void pay(lod_state *s, int space, mk_log *log) {
    lod_faction f = mk_top(&s->base)->seat;
    s->winter.resolved |= MK_BIT(space);
    mk_log_event(log, LOD_E_SUPPLIES, f, MK_EVERYONE, 0, (int16_t)space);
    lod_pay(s, f, 1, log);
}

/* With a Supply phase on top: it is over when all is settled. */
static void go_on(lod_state *s) {
    if (!lod_unsupplied(s)) lod_finish(s);
}

static void list_pay(const lod_state *s, mk_actions *out) {
    if (s->resources[mk_top_const(&s->base)->seat] < 1) return;
    MK_SET_EACH(space, lod_unsupplied(s)) mk_offer(out, LOD_V_PAY, space, 0, 0);
}

static void remove_kinds(lod_state *s, int space, mk_set64 kinds, mk_log *log) {
    for (int p = 0; p < LOD_PIECES; p++) {
        if (kinds >> p & 1) lod_remove(s, p, space, s->piece[space][p], log);
    }
}

/* The nearest of some spaces, by steps over the spaces of a map: those at the least distance. */
static mk_set64 nearest(const lod_state *s, int from, mk_set64 goals, mk_set64 over) {
    mk_set64 reached = MK_BIT(from), edge = reached;
    while (edge && !(reached & goals)) {
        edge = lod_near_any(s, edge) & over & ~reached;
        reached |= edge;
    }
    return reached & goals;
}

/* ---- British: pay, remove the cubes, or let the space turn away ---- */

/* 8.4.7 as given (A8-20): where non-players have no Resources and the space itself cannot shift. */
static const char *why_not_shift_near(const lod_state *s, int space, int other) {
    bool may = lod_is_nonplayer(s, LOD_BRITISH) && !lod_living(s) && !s->resources[LOD_BRITISH] &&
               !lod_can_shift(s, space, LOD_ACTIVE_OPPOSITION);
    FORBID("lod.8.4.7", !may || !mk_set_has(lod_near(s, space), other));
    FORBID("lod.6.2.1:shift", !lod_can_shift(s, other, LOD_ACTIVE_OPPOSITION));
    return NULL;
}

void lod_supply_british_list(const void *state, mk_actions *out) {
    const lod_state *s = state;
    list_pay(s, out);
    MK_SET_EACH(space, lod_unsupplied(s)) {
        mk_offer(out, LOD_V_DISBAND, space, 0, 0);
        if (lod_can_shift(s, space, LOD_ACTIVE_OPPOSITION)) mk_offer(out, LOD_V_SHIFT, space, 0, 0);
    }
}

const char *lod_supply_british_why_not(const void *state, mk_action a) {
    const lod_state *s = state;
    if (a.verb == LOD_V_PAY) return why_not_pay(s, a.a);
    FORBID("lod.6.2.1:supply", !mk_set_has(lod_unsupplied(s), a.a));
    if (a.verb == LOD_V_SHIFT_NEAR) return why_not_shift_near(s, a.a, a.b);
    if (a.verb == LOD_V_SHIFT)
        FORBID("lod.6.2.1:shift", !lod_can_shift(s, a.a, LOD_ACTIVE_OPPOSITION));
    return NULL;
}

void lod_supply_british_apply(void *state, mk_action a, mk_log *log) {
    lod_state *s = state;
    if (a.verb == LOD_V_PAY) {
        pay(s, a.a, log);
    } else if (a.verb == LOD_V_SHIFT || a.verb == LOD_V_SHIFT_NEAR) {
        s->winter.resolved |= MK_BIT(a.a);
        int shifts = a.verb == LOD_V_SHIFT ? a.a : a.b;
        lod_shift_toward(s, shifts, LOD_ACTIVE_OPPOSITION, 1, log);
    } else {
        remove_kinds(s, a.a, LOD_BRITISH_CUBES, log);
    }
    go_on(s);
}

/* ---- Patriots: pay, or remove one unit of two ---- */

void lod_supply_patriots_list(const void *state, mk_actions *out) {
    const lod_state *s = state;
    list_pay(s, out);
    MK_SET_EACH(space, lod_unsupplied(s)) mk_offer(out, LOD_V_DISBAND, space, 0, 0);
}

const char *lod_supply_patriots_why_not(const void *state, mk_action a) {
    const lod_state *s = state;
    if (a.verb == LOD_V_PAY) return why_not_pay(s, a.a);
    FORBID("lod.6.2.1:supply", !mk_set_has(lod_unsupplied(s), a.a));
    return NULL;
}

void lod_supply_patriots_apply(void *state, mk_action a, mk_log *log) {
    lod_state *s = state;
    if (a.verb == LOD_V_PAY) {
        pay(s, a.a, log);
        go_on(s);
    } else {
        s->winter.resolved |= MK_BIT(a.a);
        int n = lod_count(s, a.a, LOD_PATRIOT_UNITS) / 2;
        lod_begin(s, LOD_PH_SUPPLY_REMOVE, LOD_PATRIOTS, a.a, n, 0);
    }
}

void lod_supply_remove_list(const void *state, mk_actions *out) {
    const lod_state *s = state;
    int at = mk_top_const(&s->base)->a;
    for (int p = 0; p < LOD_PIECES; p++) {
        if (LOD_PATRIOT_UNITS >> p & 1 && s->piece[at][p]) mk_offer(out, LOD_V_REMOVE, p, 0, 0);
    }
}

const char *lod_supply_remove_why_not(const void *state, mk_action a) {
    const lod_state *s = state;
    int at = mk_top_const(&s->base)->a;
    FORBID("lod.6.2.1:units", !(LOD_PATRIOT_UNITS >> a.a & 1) || !s->piece[at][a.a]);
    return NULL;
}

void lod_supply_remove_apply(void *state, mk_action a, mk_log *log) {
    lod_state *s = state;
    mk_frame *f = mk_top(&s->base);
    lod_remove(s, a.a, f->a, 1, log);
    if (--f->b > 0) return;
    lod_finish(s);
    go_on(s);
}

/* ---- French and Indians: pay, or go to the nearest Patriot Fort, or Village ---- */

mk_set64 lod_refuges(const lod_state *s, int from) {
    if (mk_top_const(&s->base)->seat == LOD_FRENCH)
        return nearest(s, from, s->where[LOD_PATRIOT_FORT], LOD_MAP);
    return nearest(s, from, s->where[LOD_VILLAGE], LOD_PROVINCES);
}

static void list_withdrawals(const lod_state *s, mk_actions *out) {
    list_pay(s, out);
    MK_SET_EACH(space, lod_unsupplied(s)) {
        MK_SET_EACH(to, lod_refuges(s, space)) mk_offer(out, LOD_V_WITHDRAW, space, to, 0);
    }
}

static const char *why_not_withdraw(const lod_state *s, int space, int to) {
    FORBID("lod.6.2.1:supply", !mk_set_has(lod_unsupplied(s), space));
    FORBID("lod.6.2.1:refuge", !mk_set_has(lod_refuges(s, space), to));
    return NULL;
}

/* With no Fort on the map they may go home. */
static const char *why_not_disband(const lod_state *s, int space) {
    FORBID("lod.6.2.1:supply", !mk_set_has(lod_unsupplied(s), space));
    FORBID("lod.6.2.1:refuge", lod_refuges(s, space) != 0);
    return NULL;
}

void lod_supply_french_list(const void *state, mk_actions *out) {
    const lod_state *s = state;
    list_withdrawals(s, out);
    MK_SET_EACH(space, lod_unsupplied(s)) {
        if (!why_not_disband(s, space)) mk_offer(out, LOD_V_DISBAND, space, 0, 0);
    }
}

const char *lod_supply_french_why_not(const void *state, mk_action a) {
    const lod_state *s = state;
    if (a.verb == LOD_V_PAY) return why_not_pay(s, a.a);
    if (a.verb == LOD_V_DISBAND) return why_not_disband(s, a.a);
    return why_not_withdraw(s, a.a, a.b);
}

void lod_supply_french_apply(void *state, mk_action a, mk_log *log) {
    lod_state *s = state;
    if (a.verb == LOD_V_PAY)
        pay(s, a.a, log);
    else if (a.verb == LOD_V_DISBAND)
        remove_kinds(s, a.a, LOD_FRENCH_PIECES, log);
    else
        lod_relocate(s, LOD_FRENCH_REGULAR, a.a, a.b, s->piece[a.a][LOD_FRENCH_REGULAR], log);
    go_on(s);
}

/* If no Village is on the map, one is placed in a Reserve Province. */
void lod_supply_village_list(const void *state, mk_actions *out) {
    MK_SET_EACH(space, village_sites(state)) mk_offer(out, LOD_V_VILLAGE, space, 0, 0);
}

const char *lod_supply_village_why_not(const void *state, mk_action a) {
    FORBID("lod.6.2.1", !mk_set_has(village_sites(state), a.a));
    return NULL;
}

void lod_supply_village_apply(void *state, mk_action a, mk_log *log) {
    lod_state *s = state;
    lod_place_pieces(s, LOD_VILLAGE, a.a, 1, log);
    lod_finish(s);
}

void lod_supply_indians_list(const void *state, mk_actions *out) {
    const lod_state *s = state;
    list_withdrawals(s, out);
    MK_SET_EACH(space, lod_unsupplied(s)) {
        if (!why_not_disband(s, space)) mk_offer(out, LOD_V_DISBAND, space, 0, 0);
    }
}

const char *lod_supply_indians_why_not(const void *state, mk_action a) {
    return lod_supply_french_why_not(state, a);
}

void lod_supply_indians_apply(void *state, mk_action a, mk_log *log) {
    lod_state *s = state;
    if (a.verb == LOD_V_PAY) {
        pay(s, a.a, log);
    } else if (a.verb == LOD_V_DISBAND) {
        remove_kinds(s, a.a, LOD_WAR_PARTIES, log);
    } else {
        for (int p = LOD_WAR_PARTY; p <= LOD_ACTIVE_WAR_PARTY; p++)
            lod_relocate(s, p, a.a, a.b, s->piece[a.a][p], log);
    }
    go_on(s);
}

/* ---- 6.2.2: units that stay in the West Indies cost one Resource ---- */

static lod_piece indies_unit(lod_faction f) {
    return f == LOD_FRENCH ? LOD_FRENCH_REGULAR : LOD_BRITISH_REGULAR;
}

bool lod_begin_indies(lod_state *s, lod_faction f, mk_log *log) {
    int units = s->piece[LOD_WEST_INDIES][indies_unit(f)];
    if (!units) return false;
    if (RULE("lod.6.2.2", s->resources[f] < 1)) { /* nobody can stay */
        lod_remove(s, indies_unit(f), LOD_WEST_INDIES, units, log);
        return false;
    }
    lod_begin(s, LOD_PH_INDIES, f, 0, 0, 0);
    return true;
}

void lod_west_indies_list(const void *state, mk_actions *out) {
    const lod_state *s = state;
    mk_offer(out, LOD_V_REMOVE, indies_unit(mk_top_const(&s->base)->seat), 0, 0);
    mk_offer(out, LOD_V_PAY, LOD_WEST_INDIES, 0, 0);
}

const char *lod_west_indies_why_not(const void *state, mk_action a) {
    const lod_state *s = state;
    if (a.verb == LOD_V_PAY) FORBID("lod.6.2.2", a.a != LOD_WEST_INDIES);
    if (a.verb == LOD_V_REMOVE)
        FORBID("lod.6.2.2", a.a != (int)indies_unit(mk_top_const(&s->base)->seat));
    return NULL;
}

void lod_west_indies_apply(void *state, mk_action a, mk_log *log) {
    lod_state *s = state;
    lod_faction f = mk_top(&s->base)->seat;
    if (a.verb == LOD_V_PAY)
        pay(s, LOD_WEST_INDIES, log);
    else
        lod_remove(s, a.a, LOD_WEST_INDIES, 1, log);
    bool settled = a.verb == LOD_V_PAY || !s->piece[LOD_WEST_INDIES][indies_unit(f)];
    if (settled) lod_finish(s);
}
