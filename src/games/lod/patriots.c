/* patriots.c - Rally (3.3.1) and Rabble-Rousing (3.3.4). */
#include "rules.h"

enum { UNITS_FOR_FORT = 2 };
enum { CONVERTED = 1 }; /* stage of a Rally */

/* ---- Rally ---- */

static const char *why_not_raise(const lod_state *s, const lod_command *c, int space) {
    FORBID("lod.3.3.1:reserve", mk_set_has(LOD_RESERVES, space)); /* no Militia there */
    return lod_why_not_select(s, c, space);
}

static bool fort_fits(const lod_state *s, int space) {
    return lod_count(s, space, LOD_PATRIOT_UNITS) >= UNITS_FOR_FORT && lod_room(s, space) > 0;
}

static const char *why_not_fort(const lod_state *s, const lod_command *c, int space) {
    const char *why = lod_why_not_select(s, c, space);
    if (why) return why;
    FORBID("lod.3.3.1:units", lod_count(s, space, LOD_PATRIOT_UNITS) < UNITS_FOR_FORT);
    FORBID("lod.1.4.2:room", lod_room(s, space) <= 0);
    FORBID("lod.1.4.1:none", !lod_available(s, LOD_PATRIOT_FORT));
    return NULL;
}

static const char *why_not_collect(const lod_state *s, const lod_command *c, int space) {
    FORBID("lod.3.3.1:fort", !s->piece[space][LOD_PATRIOT_FORT]);
    return lod_why_not_select(s, c, space);
}

/* One Rally space with a Patriot Fort, also a new one (A3-19). */
static const char *why_not_convert(const lod_state *s, const lod_command *c, int space) {
    FORBID("lod.3.3.1:converted", c->stage >= CONVERTED);
    FORBID("lod.3.3.1:fort", !mk_set_has(c->selected, space) || !s->piece[space][LOD_PATRIOT_FORT]);
    FORBID("lod.3.3.1:militia", !lod_count(s, space, LOD_MILITIAS));
    return NULL;
}

static const char *why_not_recall(const lod_state *s, const lod_command *c, mk_action a) {
    FORBID("lod.1.4.1:there", a.a != LOD_PATRIOT_FORT || !s->piece[a.b][a.a]);
    FORBID("lod.1.4.1:recall", !lod_may_recall(s, LOD_PATRIOTS, a.a));
    mk_set64 fits = 0;
    MK_SET_EACH(space, lod_selectable(s, c, 0)) {
        if (fort_fits(s, space)) fits |= MK_BIT(space);
    }
    FORBID("lod.3.3.1:units", !fits);
    return NULL;
}

void lod_rally_list(const void *state, mk_actions *out) {
    const lod_state *s = state;
    const lod_command *c = lod_current_const(s);
    mk_set64 open = lod_selectable(s, c, 0);
    MK_SET_EACH(space, open & ~LOD_RESERVES) mk_offer(out, LOD_V_RAISE, space, 0, 0);
    MK_SET_EACH(space, open & s->where[LOD_PATRIOT_FORT]) mk_offer(out, LOD_V_COLLECT, space, 0, 0);
    if (lod_available(s, LOD_PATRIOT_FORT)) {
        MK_SET_EACH(space, open & lod_with(s, LOD_PATRIOT_UNITS)) {
            if (fort_fits(s, space)) mk_offer(out, LOD_V_FORT, space, 0, 0);
        }
    }
    if (!lod_available(s, LOD_PATRIOT_FORT)) {
        MK_SET_EACH(space, s->where[LOD_PATRIOT_FORT]) {
            mk_action a = {LOD_V_RECALL, LOD_PATRIOT_FORT, (int16_t)space, 0};
            if (!why_not_recall(s, c, a)) mk_offer(out, a.verb, a.a, a.b, 0);
        }
    }
    MK_SET_EACH(space, c->selected & s->where[LOD_PATRIOT_FORT]) {
        if (!why_not_convert(s, c, space)) mk_offer(out, LOD_V_CONVERT, space, 0, 0);
    }
    lod_list_specials(s, out);
    if (!lod_why_not_finish(s)) mk_offer(out, LOD_V_FINISH, 0, 0, 0);
}

const char *lod_rally_why_not(const void *state, mk_action a) {
    const lod_state *s = state;
    const lod_command *c = lod_current_const(s);
    switch (a.verb) {
    case LOD_V_RAISE: return why_not_raise(s, c, a.a);
    case LOD_V_FORT: return why_not_fort(s, c, a.a);
    case LOD_V_COLLECT: return why_not_collect(s, c, a.a);
    case LOD_V_CONVERT: return why_not_convert(s, c, a.a);
    case LOD_V_RECALL: return why_not_recall(s, c, a);
    case LOD_V_FINISH: return lod_why_not_finish(s);
    default: return lod_why_not_special(s, a);
    }
}

/* One Militia; with a Fort up to as many as there are Forts and population. */
static void raise_militia(lod_state *s, int space, mk_log *log) {
    int forts = s->piece[space][LOD_PATRIOT_FORT];
    int n = forts ? forts + lod.space[space].population : 1;
    if (n == 1 && lod_available(s, LOD_MILITIA))
        lod_place_pieces(s, LOD_MILITIA, space, 1, log);
    else
        lod_begin(s, LOD_PH_PLACE, LOD_PATRIOTS, space, LOD_MILITIA, n);
}

void lod_rally_apply(void *state, mk_action a, mk_log *log) {
    lod_state *s = state;
    lod_command *c = lod_current(s);
    switch (a.verb) {
    case LOD_V_RAISE:
        lod_select(s, a.a, log);
        raise_militia(s, a.a, log);
        break;
    case LOD_V_FORT:
        lod_select(s, a.a, log);
        lod_begin(s, LOD_PH_EXCHANGE, LOD_PATRIOTS, a.a, LOD_PATRIOT_FORT, UNITS_FOR_FORT);
        break;
    case LOD_V_COLLECT:
        lod_select(s, a.a, log);
        lod_begin(s, LOD_PH_COLLECT, LOD_PATRIOTS, a.a, 0, 0);
        break;
    case LOD_V_CONVERT:
        c->stage = CONVERTED;
        lod_begin(s, LOD_PH_CONVERT, LOD_PATRIOTS, a.a, 0, 0);
        break;
    case LOD_V_RECALL: lod_recall(s, a.a, a.b, log); break;
    case LOD_V_FINISH: lod_finish_with(s, LOD_IS_OVER); break;
    default: lod_apply_special(s, a, log);
    }
}

/* ---- Rabble-Rousing ---- */

static mk_set64 led_by_patriots(const lod_state *s) {
    return s->control[LOD_REBELLION] & lod_with(s, LOD_PATRIOT_PIECES);
}

/* Any space (A3-24), or only populated ones where the option says so. */
mk_set64 lod_rabble_spaces(const lod_state *s) {
    mk_set64 spaces = (led_by_patriots(s) | s->where[LOD_MILITIA]) & LOD_MAP;
    bool populated = s->base.option[LOD_OPTION_RABBLE_RESERVES] == LOD_RABBLE_POPULATED;
    return populated ? spaces & lod.populated : spaces;
}

void lod_rabble_rousing_list(const void *state, mk_actions *out) {
    const lod_state *s = state;
    MK_SET_EACH(space, lod_selectable(s, lod_current_const(s), 0))
        mk_offer(out, LOD_V_SELECT, space, 0, 0);
    lod_list_specials(s, out);
    if (!lod_why_not_finish(s)) mk_offer(out, LOD_V_FINISH, 0, 0, 0);
}

const char *lod_rabble_rousing_why_not(const void *state, mk_action a) {
    const lod_state *s = state;
    if (a.verb == LOD_V_SELECT) return lod_why_not_select(s, lod_current_const(s), a.a);
    if (a.verb == LOD_V_FINISH) return lod_why_not_finish(s);
    return lod_why_not_special(s, a);
}

void lod_rabble_rousing_apply(void *state, mk_action a, mk_log *log) {
    lod_state *s = state;
    if (a.verb == LOD_V_FINISH) {
        lod_finish_with(s, LOD_IS_OVER);
    } else if (a.verb != LOD_V_SELECT) {
        lod_apply_special(s, a, log);
    } else {
        bool led = mk_set_has(led_by_patriots(s), a.a);
        lod_select(s, a.a, log);
        lod_put_markers(s, LOD_PROPAGANDA, a.a, 1, log);
        lod_shift_toward(s, a.a, LOD_ACTIVE_OPPOSITION, 1, log);
        if (RULE("lod.3.3.4", !led)) lod_flip(s, a.a, LOD_MILITIA, 1, log);
    }
}
