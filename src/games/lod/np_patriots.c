/* np_patriots.c - non-player Patriots (8.5). */
#include "np.h"

/* ---- 8.5.1 Persuasion ---- */

static int with_fort(const lod_state *s, int space) { return s->piece[space][LOD_PATRIOT_FORT]; }

static bool persuade(lod_state *s, mk_log *log) {
    static lod_np_key *const order[] = {with_fort, NULL};
    lod_set spaces = lod_persuasion_spaces(s) & ~s->persuaded;
    if (!spaces) return false;
    int space = lod_np_best(s, spaces, order, log);
    lod_np_say_at(s, NOTE_P_PERSUASION, space, log);
    return lod_np_did(s, LOD_V_PERSUADE, space, 0, 0, log);
}

/* ---- 8.5.2 Rally ---- */

static int militia(const lod_state *s, int space) { return lod_count(s, space, LOD_MILITIAS); }

static int units(const lod_state *s, int space) { return lod_count(s, space, LOD_PATRIOT_UNITS); }

enum { UNITS_AT_FORT = 4 };

static lod_set fort_spaces(const lod_state *s) {
    lod_set fit = 0;
    if (!lod_available(s, LOD_PATRIOT_FORT)) return 0;
    LOD_EACH(space, lod_with(s, LOD_PATRIOT_UNITS) & LOD_MAP) {
        if (units(s, space) >= UNITS_AT_FORT && lod_room(s, space) > 0) fit |= LOD_BIT(space);
    }
    return fit;
}

/* Where Rally can place Militia, if there are any. */
static lod_set militia_spaces(const lod_state *s) {
    return lod_available(s, LOD_MILITIA) ? LOD_MAP & ~LOD_RESERVES : 0;
}

static lod_set lonely_forts(const lod_state *s) {
    lod_set company = lod_with(s, LOD_REBEL_PIECES & (lod_pieces)~LOD_KIND(LOD_PATRIOT_FORT));
    return s->where[LOD_PATRIOT_FORT] & ~company & militia_spaces(s);
}

static lod_set forts_to_fill(const lod_state *s) {
    return lod_available(s, LOD_CONTINENTAL) ? s->where[LOD_PATRIOT_FORT] & militia_spaces(s) : 0;
}

static int to_convert(const lod_state *s, int space) {
    return militia(s, space) - (s->piece[space][LOD_MILITIA] > 0);
}

static lod_set convertible(const lod_state *s) {
    const lod_command *c = lod_current_const(s);
    if (!lod_available(s, LOD_CONTINENTAL)) return 0;
    lod_set some = 0;
    LOD_EACH(space, c->selected & s->where[LOD_PATRIOT_FORT]) {
        if (to_convert(s, space) > 0) some |= LOD_BIT(space);
    }
    return some;
}

static lod_set next_fort(const lod_state *s) {
    if (!lod_available(s, LOD_PATRIOT_FORT)) return 0;
    lod_set with = lod_with(s, LOD_PATRIOT_UNITS) & ~s->where[LOD_PATRIOT_FORT];
    return with & militia_spaces(s);
}

static int raised(const lod_state *s, int space) {
    int forts = s->piece[space][LOD_PATRIOT_FORT], left = lod_available(s, LOD_MILITIA);
    int n = forts ? forts + lod.space[space].population : 1;
    return n < left ? n : left;
}

static lod_set control_changes(const lod_state *s) {
    lod_set spaces = 0;
    LOD_EACH(space, militia_spaces(s)) {
        if (lod_np_control_with(s, space, 0, 0, raised(s, space)) !=
            lod_np_control_with(s, space, 0, 0, 0))
            spaces |= LOD_BIT(space);
    }
    return spaces;
}

static lod_set not_opposed(const lod_state *s) {
    return militia_spaces(s) & ~lod_at_level(s, LOD_ACTIVE_OPPOSITION);
}

/* Of the Active Militia here, how many can leave without changing Control. */
static int may_leave(const lod_state *s, int space) {
    int n = lod_movable(s, space, LOD_ACTIVE_MILITIA);
    lod_side now = lod_np_control_with(s, space, 0, 0, 0);
    while (n > 0 && lod_np_control_with(s, space, 0, 0, -n) != now) n--;
    return n;
}

static lod_set hiding_forts(const lod_state *s) {
    lod_set leave = 0;
    LOD_EACH(space, s->where[LOD_ACTIVE_MILITIA]) {
        if (may_leave(s, space) > 0) leave |= LOD_BIT(space);
    }
    return s->where[LOD_PATRIOT_FORT] & (s->where[LOD_ACTIVE_MILITIA] | lod_near_any(s, leave));
}

static const lod_np_bullet rally[] = {
    {NOTE_P_RALLY_FORT, fort_spaces, {lod_np_in_city, lod_np_population}, LOD_V_FORT},
    {NOTE_P_RALLY_LONELY, lonely_forts, {0}, LOD_V_RAISE},
    {NOTE_P_RALLY_LARGEST, forts_to_fill, {militia}, LOD_V_RAISE, .limit = 1},
    {NOTE_P_RALLY_CONVERT, convertible, {militia}, LOD_V_CONVERT, .limit = 1, .selected_too = true},
    {NOTE_P_RALLY_GROW, next_fort, {units}, LOD_V_RAISE, .limit = 1},
    {NOTE_P_RALLY_CONTROL, control_changes, {lod_np_in_city, lod_np_population}, LOD_V_RAISE},
    {NOTE_P_RALLY_SPREAD, not_opposed, {lod_np_in_city, lod_np_population}, LOD_V_RAISE},
    {NOTE_P_RALLY_HIDE, hiding_forts, {0}, LOD_V_COLLECT, .limit = 1},
    {0},
};

/* The money is gone and a Special Activity may bring more. */
static bool broke(const lod_state *s) {
    const lod_command *c = lod_current_const(s);
    return c->selected && !s->resources[LOD_PATRIOTS] && !lod_free(c) && lod_np_special_open(s);
}

static bool special(lod_state *s, mk_log *log) {
    return lod_np_special_open(s) && persuade(s, log);
}

static bool plan_rally(lod_state *s, mk_log *log) {
    if (broke(s) && lod_persuasion_spaces(s)) {
        lod_np_say(s, NOTE_P_RALLY_BROKE, log);
        return persuade(s, log);
    }
    if (lod_np_bullets(s, rally, log)) return true;
    if (!lod_current(s)->selected) return false;
    return special(s, log) || lod_np_finish(s, log);
}

/* All Militia but one that is Underground. */
static bool plan_convert(lod_state *s, mk_log *log) {
    int at = mk_top(&s->base)->a;
    bool done = !lod_available(s, LOD_CONTINENTAL) || to_convert(s, at) <= 0;
    if (done) return lod_np_did(s, LOD_V_FINISH, 0, 0, 0, log);
    lod_piece p = s->piece[at][LOD_ACTIVE_MILITIA] ? LOD_ACTIVE_MILITIA : LOD_MILITIA;
    return lod_np_did(s, LOD_V_GIVE, p, 0, 0, log);
}

static bool plan_collect(lod_state *s, mk_log *log) {
    int to = mk_top(&s->base)->a;
    LOD_EACH(from, lod_near(s, to) & s->where[LOD_ACTIVE_MILITIA]) {
        if (may_leave(s, from) > 0)
            return lod_np_did(s, LOD_V_MOVE, LOD_ACTIVE_MILITIA, from, 0, log);
    }
    return lod_np_did(s, LOD_V_FINISH, 0, 0, 0, log);
}

/* ---- The flowchart ---- */

static lod_command_kind choose(lod_state *s, mk_log *log) {
    int hidden = lod_on_map(s, LOD_KIND(LOD_MILITIA));
    if (fort_spaces(s) || lod_np_roll_above(s, NOTE_P_RALLY_ROLL, 6, hidden, log))
        if (lod_np_possible(s, LOD_RALLY)) return LOD_RALLY;
    return LOD_NO_COMMAND;
}

static bool plan_persuasion(lod_state *s, mk_log *log) {
    return persuade(s, log) || lod_np_finish(s, log);
}

const lod_np_faction lod_np_patriots = {
    .command = choose,
    .plan =
        {
            [LOD_PH_RALLY] = plan_rally,
            [LOD_PH_CONVERT] = plan_convert,
            [LOD_PH_COLLECT] = plan_collect,
            [LOD_PH_PERSUASION] = plan_persuasion,
        },
};
