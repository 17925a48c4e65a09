/* french.c - French Agent Mobilization (3.5.1), Roderigue Hortalez et Cie (3.5.2), Muster (3.5.3).
 */
#include "rules.h"

enum { AGENT_MILITIA = 2, AGENT_CONTINENTALS = 1, MOST_REGULARS = 4, REGULARS_FOR_FORT = 2 };

/* ---- French Agent Mobilization ---- */

/* 2.3.4: also without effect, if nobody is Available. */
static bool can_mobilize(const lod_state *s, lod_piece p) {
    bool someone = lod_available(s, LOD_MILITIA) || lod_available(s, LOD_CONTINENTAL);
    return lod_available(s, p) || RULE("lod.2.3.4", !someone);
}

static const char *why_not_mobilize(const lod_state *s, const lod_command *c, mk_action a) {
    FORBID("lod.3.5.1:kind", a.b != LOD_MILITIA && a.b != LOD_CONTINENTAL);
    FORBID("lod.1.4.1:none", !can_mobilize(s, a.b));
    return lod_why_not_select(s, c, a.a);
}

void lod_agent_mobilization_list(const void *state, mk_actions *out) {
    const lod_state *s = state;
    MK_SET_EACH(space, lod_selectable(s, lod_current_const(s), 0)) {
        if (can_mobilize(s, LOD_MILITIA)) mk_offer(out, LOD_V_MOBILIZE, space, LOD_MILITIA, 0);
        if (can_mobilize(s, LOD_CONTINENTAL))
            mk_offer(out, LOD_V_MOBILIZE, space, LOD_CONTINENTAL, 0);
    }
    lod_list_specials(s, out);
    if (!lod_why_not_finish(s)) mk_offer(out, LOD_V_FINISH, 0, 0, 0);
}

const char *lod_agent_mobilization_why_not(const void *state, mk_action a) {
    const lod_state *s = state;
    if (a.verb == LOD_V_MOBILIZE) return why_not_mobilize(s, lod_current_const(s), a);
    if (a.verb == LOD_V_FINISH) return lod_why_not_finish(s);
    return lod_why_not_special(s, a);
}

void lod_agent_mobilization_apply(void *state, mk_action a, mk_log *log) {
    lod_state *s = state;
    if (a.verb == LOD_V_FINISH) {
        lod_finish_with(s, LOD_IS_OVER);
    } else if (a.verb == LOD_V_MOBILIZE) {
        lod_select(s, a.a, log);
        int n = a.b == LOD_MILITIA ? AGENT_MILITIA : AGENT_CONTINENTALS;
        lod_place_pieces(s, a.b, a.a, n, log);
        lod_finish_with(s, LOD_CONCLUDED);
    } else {
        lod_apply_special(s, a, log);
    }
}

/* ---- Roderigue Hortalez et Cie: what is paid, and one more, goes to the Patriots ---- */

static const char *why_not_send(const lod_state *s, int n) {
    FORBID("lod.3.5.2:some", n < 1);
    FORBID("lod.3.1.cost", n > s->resources[LOD_FRENCH]);
    return NULL;
}

void lod_hortalez_list(const void *state, mk_actions *out) {
    const lod_state *s = state;
    for (int n = 1; n <= s->resources[LOD_FRENCH]; n++) mk_offer(out, LOD_V_SEND, n, 0, 0);
    lod_list_specials(s, out);
}

const char *lod_hortalez_why_not(const void *state, mk_action a) {
    const lod_state *s = state;
    return a.verb == LOD_V_SEND ? why_not_send(s, a.a) : lod_why_not_special(s, a);
}

void lod_hortalez_apply(void *state, mk_action a, mk_log *log) {
    lod_state *s = state;
    if (a.verb != LOD_V_SEND) {
        lod_apply_special(s, a, log);
        return;
    }
    lod_pay(s, LOD_FRENCH, a.a, log);
    lod_gain(s, LOD_PATRIOTS, a.a + 1, log);
    lod_current(s)->stage = 1; /* executed, though no space is selected (2.3.4) */
    lod_finish_with(s, LOD_CONCLUDED);
}

/* ---- Muster ---- */

void lod_french_muster_list(const void *state, mk_actions *out) {
    const lod_state *s = state;
    MK_SET_EACH(space, lod_selectable(s, lod_current_const(s), 0))
        mk_offer(out, LOD_V_SELECT, space, 0, 0);
    lod_list_specials(s, out);
    if (!lod_why_not_finish(s)) mk_offer(out, LOD_V_FINISH, 0, 0, 0);
}

const char *lod_french_muster_why_not(const void *state, mk_action a) {
    const lod_state *s = state;
    if (a.verb == LOD_V_SELECT) return lod_why_not_select(s, lod_current_const(s), a.a);
    if (a.verb == LOD_V_FINISH) return lod_why_not_finish(s);
    return lod_why_not_special(s, a);
}

void lod_french_muster_apply(void *state, mk_action a, mk_log *log) {
    lod_state *s = state;
    if (a.verb == LOD_V_FINISH) {
        lod_finish_with(s, LOD_IS_OVER);
    } else if (a.verb == LOD_V_SELECT) {
        lod_select(s, a.a, log);
        lod_finish_with(s, LOD_MUSTERED);
        if (lod_available(s, LOD_FRENCH_REGULAR))
            lod_begin(s, LOD_PH_PLACE, LOD_FRENCH, a.a, LOD_FRENCH_REGULAR, MOST_REGULARS);
    } else {
        lod_apply_special(s, a, log);
    }
}

/* Two Regulars may become a Patriot Fort, in a Colony or City; the Patriots pay one. */
static const char *why_not_fort(const lod_state *s, const lod_command *c, int at, int space) {
    FORBID("lod.3.5.3:fort", space != at || space == LOD_WEST_INDIES);
    FORBID("lod.3.5.3:fort", s->piece[at][LOD_FRENCH_REGULAR] < REGULARS_FOR_FORT);
    FORBID("lod.1.4.2:room", lod_room(s, at) <= 0);
    FORBID("lod.1.4.1:none", !lod_available(s, LOD_PATRIOT_FORT));
    FORBID("lod.3.1.cost", !lod_free(c) && s->resources[LOD_PATRIOTS] < 1);
    return NULL;
}

bool lod_begin_french_fort(lod_state *s, int space) {
    if (why_not_fort(s, lod_current_const(s), space, space)) return false;
    lod_begin(s, LOD_PH_FRENCH_FORT, LOD_FRENCH, space, 0, 0);
    return true;
}

void lod_french_fort_list(const void *state, mk_actions *out) {
    const lod_state *s = state;
    int at = mk_top_const(&s->base)->a;
    if (!why_not_fort(s, lod_current_const(s), at, at)) mk_offer(out, LOD_V_FORT, at, 0, 0);
    mk_offer(out, LOD_V_FINISH, 0, 0, 0);
}

const char *lod_french_fort_why_not(const void *state, mk_action a) {
    const lod_state *s = state;
    if (a.verb == LOD_V_FINISH) return NULL;
    return why_not_fort(s, lod_current_const(s), mk_top_const(&s->base)->a, a.a);
}

void lod_french_fort_apply(void *state, mk_action a, mk_log *log) {
    lod_state *s = state;
    if (a.verb == LOD_V_FORT) {
        if (!lod_free(lod_current_const(s))) lod_pay(s, LOD_PATRIOTS, 1, log);
        lod_remove(s, LOD_FRENCH_REGULAR, a.a, REGULARS_FOR_FORT, log);
        lod_place_pieces(s, LOD_PATRIOT_FORT, a.a, 1, log);
    }
    lod_finish(s);
}
