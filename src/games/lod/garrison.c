/* garrison.c - Garrison (3.2.2): Regulars go to Cities, Militia are found, one City is cleared. */
#include "rules.h"

enum { COST = 2, CUBES_PER_MILITIA = 3 };
enum { PAID = 1, DISPLACED = 2 };

/* Two Resources in all, when the first thing is done. */
static void pay_once(lod_state *s, mk_log *log) {
    lod_command *c = lod_current(s);
    if (c->stage < PAID && !lod_free(c)) lod_pay(s, LOD_BRITISH, COST, log);
    if (c->stage < PAID) c->stage = PAID;
}

static mk_set64 origins(const lod_state *s) {
    return s->where[LOD_BRITISH_REGULAR] & LOD_MAP & ~s->blockaded;
}

static const char *why_not_move(const lod_state *s, const lod_command *c, int from, int to) {
    FORBID("lod.3.2.2:origin", !mk_set_has(origins(s), from) || from == to);
    FORBID("lod.3.2.3:units", lod_movable(s, from, LOD_BRITISH_REGULAR) <= 0); /* A3-18 */
    FORBID("lod.4.2.2:kept_out", mk_set_has(c->struck, to));
    return lod_why_not_in(s, c, to);
}

static const char *why_not_bring(const lod_state *s, const lod_command *c, int faction) {
    FORBID("lod.1.10:follows", faction != LOD_BRITISH || c->last_from != s->leader_at[LOD_BRITISH]);
    return NULL;
}

void lod_garrison_list(const void *state, mk_actions *out) {
    const lod_state *s = state;
    const lod_command *c = lod_current_const(s);
    mk_set64 open = lod_selectable(s, c, 0);
    MK_SET_EACH(city, open) mk_offer(out, LOD_V_SELECT, city, 0, 0);
    mk_set64 to_set = (open | c->selected) & ~c->struck;
    MK_SET_EACH(from, origins(s)) {
        if (lod_movable(s, from, LOD_BRITISH_REGULAR) <= 0) continue;
        MK_SET_EACH(to, to_set & ~MK_BIT(from)) mk_offer(out, LOD_V_GARRISON, from, to, 0);
    }
    if (!why_not_bring(s, c, LOD_BRITISH)) mk_offer(out, LOD_V_BRING, LOD_BRITISH, 0, 0);
    lod_list_specials(s, out);
    if (!lod_why_not_finish(s)) mk_offer(out, LOD_V_FINISH, 0, 0, 0);
}

const char *lod_garrison_why_not(const void *state, mk_action a) {
    const lod_state *s = state;
    const lod_command *c = lod_current_const(s);
    switch (a.verb) {
    case LOD_V_SELECT: return lod_why_not_select(s, c, a.a);
    case LOD_V_GARRISON: return why_not_move(s, c, a.a, a.b);
    case LOD_V_BRING: return why_not_bring(s, c, a.a);
    case LOD_V_FINISH: return lod_why_not_finish(s);
    default: return lod_why_not_special(s, a);
    }
}

/* In each City that is not Blockaded, of a Limited Command only in its City. */
static mk_set64 affected_cities(const lod_state *s) {
    const lod_command *c = lod_current_const(s);
    return c->flags & LOD_LIMITED ? c->selected : LOD_CITIES & ~s->blockaded;
}

static void find_militia(lod_state *s, mk_log *log) {
    MK_SET_EACH(city, affected_cities(s)) {
        int cubes = lod_count(s, city, LOD_BRITISH_CUBES);
        lod_flip(s, city, LOD_MILITIA, cubes / CUBES_PER_MILITIA, log);
    }
}

/* Where the British may drive the Rebellion out: under their Control, without a Patriot Fort. */
static const mk_set64 rebel_units = LOD_PATRIOT_UNITS | LOD_FRENCH_PIECES;

static mk_set64 clearable(const lod_state *s) {
    return affected_cities(s) & s->control[LOD_ROYALISTS] & lod_with(s, rebel_units) &
           ~s->where[LOD_PATRIOT_FORT] & ~s->blockaded;
}

void lod_garrison_apply(void *state, mk_action a, mk_log *log) {
    lod_state *s = state;
    lod_command *c = lod_current(s);
    switch (a.verb) {
    case LOD_V_SELECT:
        pay_once(s, log);
        lod_select(s, a.a, log);
        break;
    case LOD_V_GARRISON:
        pay_once(s, log);
        lod_select(s, a.b, log);
        if (s->leader_at[LOD_BRITISH] == a.a) c->involved = true;
        lod_relocate(s, LOD_BRITISH_REGULAR, a.a, a.b, 1, log);
        s->arrived[a.b][LOD_BRITISH_REGULAR]++;
        c->entered |= MK_BIT(a.b);
        c->last_from = (uint8_t)a.a;
        c->last_to = (uint8_t)a.b;
        break;
    case LOD_V_BRING:
        lod_lead_to(s, LOD_BRITISH, c->last_to, log);
        c->last_from = LOD_PLACES;
        break;
    case LOD_V_FINISH:
        c->last_from = LOD_PLACES;
        lod_leaders_follow(s, log);
        find_militia(s, log);
        lod_finish_with(s, clearable(s) ? LOD_DISPLACES : LOD_CONCLUDED);
        break;
    default: lod_apply_special(s, a, log);
    }
}

/* ---- In one City under British Control, without a Patriot Fort, all Rebellion units go ---- */

void lod_displace_list(const void *state, mk_actions *out) {
    const lod_state *s = state;
    if (lod_current_const(s)->stage < DISPLACED) {
        MK_SET_EACH(city, clearable(s)) {
            MK_SET_EACH(to, lod_near(s, city)) mk_offer(out, LOD_V_DISPLACE, city, to, 0);
        }
    }
    lod_list_specials(s, out);
    mk_offer(out, LOD_V_FINISH, 0, 0, 0);
}

const char *lod_displace_why_not(const void *state, mk_action a) {
    const lod_state *s = state;
    if (a.verb == LOD_V_FINISH) return NULL;
    if (a.verb != LOD_V_DISPLACE) return lod_why_not_special(s, a);
    FORBID("lod.3.2.2:clear", lod_current_const(s)->stage >= DISPLACED);
    FORBID("lod.3.2.2:clear", !mk_set_has(clearable(s), a.a));
    FORBID("lod.1.3.6:adjacent", !mk_set_has(lod_near(s, a.a), a.b));
    return NULL;
}

void lod_displace_apply(void *state, mk_action a, mk_log *log) {
    lod_state *s = state;
    if (a.verb == LOD_V_FINISH) {
        lod_finish_with(s, LOD_IS_OVER);
    } else if (a.verb == LOD_V_DISPLACE) {
        lod_current(s)->stage = DISPLACED;
        for (int p = 0; p < LOD_PIECES; p++) {
            if (rebel_units >> p & 1) lod_relocate(s, p, a.a, a.b, s->piece[a.a][p], log);
        }
        lod_finish_with(s, LOD_CONCLUDED);
    } else {
        lod_apply_special(s, a, log);
    }
}
