/* muster.c - British Muster (3.2.1) with Reward Loyalty (6.4.1). */
#include "rules.h"

#include <assert.h>

enum { MOST_REGULARS = 6, TORIES = 2, TORIES_PASSIVE_OPPOSITION = 1, CUBES_FOR_FORT = 3 };

/* What of the procedure is behind us: Regulars come first, then Tories, then a Fort or a reward. */
enum { REGULARS_DONE = 1, TORIES_BEGUN = 2, BUILT = 3 };

/* A City that is not Blockaded, a Colony next to one, the West Indies (after the Treaty). */
mk_set64 lod_regular_spaces(const lod_state *s) {
    mk_set64 open = LOD_CITIES & ~s->blockaded, spaces = open;
    MK_SET_EACH(city, open) spaces |= lod_near(s, city) & LOD_COLONIES;
    if (RULE("lod.1.3.7", s->treaty)) spaces |= MK_BIT(LOD_WEST_INDIES);
    return spaces;
}

/* Cities and Colonies with or next to Regulars or Forts, not at Active Opposition. */
mk_set64 lod_tory_spaces(const lod_state *s) {
    mk_set64 posts = (s->where[LOD_BRITISH_REGULAR] | s->where[LOD_BRITISH_FORT]) & LOD_MAP;
    mk_set64 reach = posts | lod_near_any(s, posts);
    return reach & (LOD_CITIES | LOD_COLONIES) & ~lod_at_level(s, LOD_ACTIVE_OPPOSITION);
}

/* ---- Regulars and Tories ---- */

static const char *why_not_regulars(const lod_state *s, const lod_command *c, int space) {
    FORBID("lod.3.2.1:order", c->flags & LOD_TORIES_ONLY || c->stage >= REGULARS_DONE);
    FORBID("lod.3.2.1:regulars", !mk_set_has(lod_regular_spaces(s), space));
    return lod_why_not_select(s, c, space);
}

static mk_set64 regular_choices(const lod_state *s, const lod_command *c) {
    bool closed = c->flags & LOD_TORIES_ONLY || c->stage >= REGULARS_DONE;
    return closed ? 0 : lod_regular_spaces(s) & lod_selectable(s, c, 0);
}

/* Once in a space; `entered` remembers where. The space of the Regulars is paid for already. */
static const char *why_not_tories(const lod_state *s, const lod_command *c, int space) {
    FORBID("lod.3.2.1:order", c->stage >= BUILT);
    FORBID("lod.3.2.1:tories_once", mk_set_has(c->entered, space));
    FORBID("lod.3.2.1:tories", !mk_set_has(lod_tory_spaces(s), space));
    return lod_why_not_in(s, c, space);
}

static mk_set64 tory_choices(const lod_state *s, const lod_command *c) {
    if (c->stage >= BUILT) return 0;
    return lod_tory_spaces(s) & ~c->entered & (c->selected | lod_selectable(s, c, 0));
}

/* ---- A Fort, or Reward Loyalty ---- */

static const char *why_not_build(const lod_state *s, const lod_command *c, int space) {
    FORBID("lod.3.2.1:order", c->stage >= BUILT || c->flags & LOD_TORIES_ONLY);
    return lod_why_not_in(s, c, space);
}

static bool fort_fits(const lod_state *s, int space) {
    return lod_count(s, space, LOD_BRITISH_CUBES) >= CUBES_FOR_FORT && lod_room(s, space) > 0;
}

static const char *why_not_fort(const lod_state *s, const lod_command *c, int space) {
    const char *why = why_not_build(s, c, space);
    if (why) return why;
    FORBID("lod.3.2.1:cubes", lod_count(s, space, LOD_BRITISH_CUBES) < CUBES_FOR_FORT);
    FORBID("lod.1.4.2:room", lod_room(s, space) <= 0);
    FORBID("lod.1.4.1:none", !lod_available(s, LOD_BRITISH_FORT));
    return NULL;
}

static bool has_markers(const lod_state *s, int space) {
    return s->marker[LOD_RAID][space] || s->marker[LOD_PROPAGANDA][space];
}

/* 6.4.1, 1.10: what the next step costs; the first level where Gage is costs nothing. */
int lod_reward_cost(const lod_state *s, int space, int levels) {
    bool gage = lod_leader_in(s, LOD_GAGE, LOD_BRITISH, space);
    return !has_markers(s, space) && levels == 0 && RULE("lod.1.10", gage) ? 0 : 1;
}

static bool something_to_buy(const lod_state *s, int space) {
    bool markers = mk_set_has(lod.populated, space) && has_markers(s, space);
    return markers || lod_can_shift(s, space, LOD_ACTIVE_SUPPORT);
}

bool lod_may_reward(const lod_state *s, int space) {
    bool both = s->piece[space][LOD_BRITISH_REGULAR] && s->piece[space][LOD_TORY];
    return RULE("lod.6.4.1", both && lod_british_control(s, space)) && something_to_buy(s, space);
}

static const char *why_not_reward(const lod_state *s, const lod_command *c, int space) {
    const char *why = why_not_build(s, c, space);
    if (why) return why;
    FORBID("lod.6.4.1:reward", !lod_may_reward(s, space));
    int entry = mk_set_has(c->selected, space) || lod_free(c) ? 0 : 1;
    FORBID("lod.3.1.cost", s->resources[LOD_BRITISH] < entry + lod_reward_cost(s, space, 0));
    return NULL;
}

/* ---- The Command ---- */

static bool wants_fort(const lod_state *s, const lod_command *c) {
    MK_SET_EACH(space, c->selected | lod_selectable(s, c, 0)) {
        if (fort_fits(s, space)) return true;
    }
    return false;
}

static const char *why_not_recall(const lod_state *s, const lod_command *c, mk_action a) {
    FORBID("lod.1.4.1:there", a.a != LOD_BRITISH_FORT || !s->piece[a.b][a.a]);
    FORBID("lod.1.4.1:there", a.b == LOD_WEST_INDIES); /* they are not on the map */
    FORBID("lod.1.4.1:recall", !lod_may_recall(s, LOD_BRITISH, a.a));
    FORBID("lod.3.2.1:no_fort",
           c->stage >= BUILT || c->flags & LOD_TORIES_ONLY || !wants_fort(s, c));
    return NULL;
}

void lod_muster_list(const void *state, mk_actions *out) {
    const lod_state *s = state;
    const lod_command *c = lod_current_const(s);
    MK_SET_EACH(space, regular_choices(s, c)) mk_offer(out, LOD_V_REGULARS, space, 0, 0);
    MK_SET_EACH(space, tory_choices(s, c)) mk_offer(out, LOD_V_TORIES, space, 0, 0);
    mk_set64 both = s->where[LOD_BRITISH_REGULAR] & s->where[LOD_TORY];
    mk_set64 cubes = s->where[LOD_BRITISH_REGULAR] | s->where[LOD_TORY];
    if (c->stage < BUILT) {
        MK_SET_EACH(space, cubes & (c->selected | lod_selectable(s, c, 0))) {
            if (!why_not_fort(s, c, space)) mk_offer(out, LOD_V_FORT, space, 0, 0);
            if (mk_set_has(both, space) && !why_not_reward(s, c, space))
                mk_offer(out, LOD_V_REWARD, space, 0, 0);
        }
        if (!lod_available(s, LOD_BRITISH_FORT)) {
            MK_SET_EACH(space, s->where[LOD_BRITISH_FORT]) {
                mk_action a = {LOD_V_RECALL, LOD_BRITISH_FORT, (int16_t)space, 0};
                if (!why_not_recall(s, c, a)) mk_offer(out, a.verb, a.a, a.b, 0);
            }
        }
    }
    lod_list_specials(s, out);
    if (!lod_why_not_finish(s)) mk_offer(out, LOD_V_FINISH, 0, 0, 0);
}

const char *lod_muster_why_not(const void *state, mk_action a) {
    const lod_state *s = state;
    const lod_command *c = lod_current_const(s);
    switch (a.verb) {
    case LOD_V_REGULARS: return why_not_regulars(s, c, a.a);
    case LOD_V_TORIES: return why_not_tories(s, c, a.a);
    case LOD_V_FORT: return why_not_fort(s, c, a.a);
    case LOD_V_REWARD: return why_not_reward(s, c, a.a);
    case LOD_V_RECALL: return why_not_recall(s, c, a);
    case LOD_V_FINISH: return lod_why_not_finish(s);
    default: return lod_why_not_special(s, a);
    }
}

static void muster_tories(lod_state *s, int space, mk_log *log) {
    bool wary = s->level[space] == LOD_PASSIVE_OPPOSITION;
    int n = RULE("lod.3.2.1", wary) ? TORIES_PASSIVE_OPPOSITION : TORIES;
    if (!lod_living(s) && lod_available(s, LOD_TORY) >= n) /* A3-3: all of them */
        lod_place_pieces(s, LOD_TORY, space, n, log);
    else
        lod_begin(s, LOD_PH_PLACE, LOD_BRITISH, space, LOD_TORY, n);
}

void lod_muster_apply(void *state, mk_action a, mk_log *log) {
    lod_state *s = state;
    lod_command *c = lod_current(s);
    switch (a.verb) {
    case LOD_V_REGULARS:
        lod_select(s, a.a, log);
        c->stage = REGULARS_DONE;
        if (lod_available(s, LOD_BRITISH_REGULAR))
            lod_begin(s, LOD_PH_PLACE, LOD_BRITISH, a.a, LOD_BRITISH_REGULAR, MOST_REGULARS);
        break;
    case LOD_V_TORIES:
        lod_select(s, a.a, log);
        c->stage = TORIES_BEGUN;
        c->entered |= MK_BIT(a.a);
        muster_tories(s, a.a, log);
        break;
    case LOD_V_FORT:
        lod_select(s, a.a, log);
        c->stage = BUILT;
        lod_begin(s, LOD_PH_EXCHANGE, LOD_BRITISH, a.a, LOD_BRITISH_FORT, CUBES_FOR_FORT);
        break;
    case LOD_V_REWARD:
        lod_select(s, a.a, log);
        c->stage = BUILT;
        lod_begin(s, LOD_PH_REWARD, LOD_BRITISH, a.a, 0, 0);
        break;
    case LOD_V_RECALL: lod_recall(s, a.a, a.b, log); break;
    case LOD_V_FINISH: lod_finish_with(s, LOD_IS_OVER); break;
    default: lod_apply_special(s, a, log);
    }
}

/* ---- Reward Loyalty in a Muster: any number of levels ---- */

static const char *why_not_clear(const lod_state *s, int at, mk_action a) {
    FORBID("lod.6.4.1:markers", a.a != at || !s->marker[a.b][at]);
    FORBID("lod.3.1.cost", s->resources[LOD_BRITISH] < 1);
    return NULL;
}

static const char *why_not_shift(const lod_state *s, int at, int levels, int space) {
    FORBID("lod.6.4.1:markers", space != at || has_markers(s, at));
    FORBID("lod.6.4.1:levels", !lod_can_shift(s, at, LOD_ACTIVE_SUPPORT));
    FORBID("lod.3.1.cost", s->resources[LOD_BRITISH] < lod_reward_cost(s, at, levels));
    return NULL;
}

void lod_reward_loyalty_list(const void *state, mk_actions *out) {
    const lod_state *s = state;
    const mk_frame *f = mk_top_const(&s->base);
    for (int m = 0; m < LOD_MARKERS; m++) {
        mk_action a = {LOD_V_CLEAR, f->a, (int16_t)m, 0};
        if (!why_not_clear(s, f->a, a)) mk_offer(out, a.verb, a.a, a.b, 0);
    }
    if (!why_not_shift(s, f->a, f->b, f->a)) mk_offer(out, LOD_V_SHIFT, f->a, 0, 0);
    mk_offer(out, LOD_V_FINISH, 0, 0, 0);
}

const char *lod_reward_loyalty_why_not(const void *state, mk_action a) {
    const lod_state *s = state;
    const mk_frame *f = mk_top_const(&s->base);
    if (a.verb == LOD_V_CLEAR) return why_not_clear(s, f->a, a);
    if (a.verb == LOD_V_SHIFT) return why_not_shift(s, f->a, f->b, a.a);
    return NULL;
}

void lod_reward_loyalty_apply(void *state, mk_action a, mk_log *log) {
    lod_state *s = state;
    mk_frame *f = mk_top(&s->base);
    if (a.verb == LOD_V_FINISH) {
        lod_finish(s);
        return;
    }
    if (a.verb == LOD_V_CLEAR) {
        lod_pay(s, LOD_BRITISH, 1, log);
        lod_take_marker(s, a.b, a.a, log);
    } else {
        lod_pay(s, LOD_BRITISH, lod_reward_cost(s, f->a, f->b), log);
        lod_shift_toward(s, f->a, LOD_ACTIVE_SUPPORT, 1, log);
        f->b++;
    }
    if (!something_to_buy(s, f->a)) lod_finish(s);
}
