/* np_select.c - how non-players select spaces (8.1.3, 8.2). */
#include "np.h"

/* ---- Keys ---- */

int lod_np_population(const lod_state *s, int space) {
    (void)s;
    return lod.space[space].population;
}

int lod_np_in_city(const lod_state *s, int space) {
    (void)s;
    return mk_set_has(LOD_CITIES, space);
}

int lod_np_support(const lod_state *s, int space) {
    return s->level[space] > 0 ? s->level[space] * lod.space[space].population : 0;
}

int lod_np_opposition(const lod_state *s, int space) {
    return s->level[space] < 0 ? -s->level[space] * lod.space[space].population : 0;
}

int lod_np_rebels(const lod_state *s, int space) { return lod_count(s, space, LOD_REBEL_PIECES); }

int lod_np_royalists(const lod_state *s, int space) {
    return lod_count(s, space, LOD_ROYALIST_PIECES);
}

lod_side lod_np_control_with(const lod_state *s, int space, int british, int indians, int rebels) {
    british += lod_count(s, space, LOD_BRITISH_PIECES);
    indians += lod_count(s, space, LOD_INDIAN_PIECES);
    rebels += lod_count(s, space, LOD_REBEL_PIECES);
    if (rebels > british + indians) return LOD_REBELLION;
    return british > 0 && british + indians > rebels ? LOD_ROYALISTS : LOD_SIDES;
}

int lod_np_worth(int space) { return 1 + lod.space[space].population; }

int lod_np_adds(const lod_state *s, int space, lod_side side, int british, int indians,
                int rebels) {
    bool has = mk_set_has(s->control[side], space);
    bool will = lod_np_control_with(s, space, british, indians, rebels) == side;
    return will && !has ? lod_np_worth(space) : 0;
}

int lod_np_ends(const lod_state *s, int space, lod_side side, int british, int indians,
                int rebels) {
    bool has = mk_set_has(s->control[side], space);
    bool will = lod_np_control_with(s, space, british, indians, rebels) == side;
    return has && !will ? lod_np_worth(space) : 0;
}

int lod_np_changes(const lod_state *s, int space, int british, int indians, int rebels) {
    lod_side now = lod_np_control_with(s, space, 0, 0, 0);
    return lod_np_control_with(s, space, british, indians, rebels) != now ? lod_np_worth(space) : 0;
}

bool lod_np_reward_after(const lod_state *s, int space, int rebels) {
    mk_set64 troops = s->where[LOD_BRITISH_REGULAR] & s->where[LOD_TORY] & lod.populated;
    return mk_set_has(troops & ~lod_at_level(s, LOD_ACTIVE_SUPPORT), space) &&
           lod_np_control_with(s, space, 0, 0, rebels) == LOD_ROYALISTS;
}

/* ---- The best, and one of equals ---- */

mk_set64 lod_np_most(const lod_state *s, mk_set64 set, lod_np_key *key) {
    mk_set64 best = 0;
    int most = 0;
    MK_SET_EACH(space, set) {
        int n = key(s, space);
        if (!best || n > most) best = 0, most = n;
        if (n == most) best |= MK_BIT(space);
    }
    return best;
}

int lod_np_pick(lod_state *s, mk_set64 set, mk_log *log) {
    if (!set) return -1;
    if (!(set & LOD_MAP)) return mk_set_first(set);
    set &= LOD_MAP;
    if (!(set & (set - 1))) return mk_set_first(set);
    int column = mk_die(&s->base.rng, LOD_COLUMNS), row = mk_die(&s->base.rng, LOD_ROWS);
    int at = lod.box[column - 1][row - 1];
    while (!mk_set_has(set, lod.walk[at])) at = (at + 1) % LOD_MAP_SPACES;
    mk_log_event(log, LOD_E_RANDOM, mk_top(&s->base)->seat, MK_EVERYONE, MK_ROLLED, (int16_t)column,
                 (int16_t)row, lod.walk[at]);
    return lod.walk[at];
}

int lod_np_best(lod_state *s, mk_set64 set, lod_np_key *const *order, mk_log *log) {
    for (int i = 0; i < LOD_NP_KEYS && order[i]; i++) {
        if (!(set & (set - 1))) break; /* none or one */
        set = lod_np_most(s, set, order[i]);
    }
    return lod_np_pick(s, set, log);
}

int lod_np_aim(lod_state *s, const lod_np_target *rows, mk_log *log) {
    for (; rows->note; rows++) {
        int space = lod_np_best(s, rows->where(s), rows->order, log);
        if (space < 0) continue;
        lod_np_say_at(s, rows->note, space, log);
        return space;
    }
    return -1;
}

/* ---- The Command in progress ---- */

/* How many spaces section 8 allows where chapter 3 has no limit. */
static int most_spaces(const lod_command *c) {
    static const uint8_t most[LOD_FACTIONS][LOD_COMMANDS] = {
        [LOD_BRITISH] = {[LOD_MUSTER] = 4, [LOD_MARCH] = 4}, /* 8.4.2, 8.4.3 */
        [LOD_PATRIOTS] = {[LOD_RALLY] = 4},                  /* 8.5.2 */
        [LOD_INDIANS] = {[LOD_GATHER] = 4, [LOD_MARCH] = 3}, /* 8.7.2, 8.7.3 */
    };
    int n = most[c->faction][c->kind];
    return n ? n : LOD_SPACES;
}

mk_set64 lod_np_open(const lod_state *s) {
    const lod_command *c = lod_current_const(s);
    return mk_set_size(c->selected) < most_spaces(c) ? lod_selectable(s, c, 0) : 0;
}

bool lod_np_bullets(lod_state *s, const lod_np_bullet *rows, mk_log *log) {
    lod_np_plan *plan = &lod_current(s)->np;
    mk_set64 open = lod_np_open(s);
    for (; rows[plan->bullet].note; plan->bullet++, plan->times = 0) {
        const lod_np_bullet *row = &rows[plan->bullet];
        if (row->limit && plan->times >= row->limit) continue;
        if (!row->selected_too && !open) continue;
        mk_set64 where = row->where(s);
        if (!row->selected_too) where &= open;
        if (!where) continue;
        int space = lod_np_best(s, where, row->order, log);
        plan->times++;
        lod_np_say_at(s, row->note, space, log);
        if (row->act) return row->act(s, space, log);
        return lod_np_did(s, row->verb, space, 0, 0, log);
    }
    return false;
}

bool lod_np_special_open(const lod_state *s) {
    const lod_command *c = lod_current_const(s);
    return !c->special && !(c->flags & (LOD_LIMITED | LOD_NO_ACCOMPANY));
}

bool lod_np_finish(lod_state *s, mk_log *log) {
    const mk_frame *f = mk_top(&s->base);
    if (lod_phases[f->phase].why_not(s, (mk_action){LOD_V_FINISH, 0, 0, 0})) return false;
    return lod_np_did(s, LOD_V_FINISH, 0, 0, 0, log);
}

/* ---- 3.6.8: shifts that the Battle space has no use for ---- */

/* As 8.3.6 does: where one's own total gains most, then where the enemy's loses most. */
static int own_gain(const lod_state *s, int space) {
    int level = s->battle.winner == LOD_ROYALISTS ? s->level[space] : -s->level[space];
    return level >= 0 ? lod.space[space].population : 0;
}

bool lod_np_win_shift(lod_state *s, mk_log *log) {
    static lod_np_key *const order[] = {own_gain, lod_np_population, NULL};
    mk_set64 near = 0;
    MK_SET_EACH(space, lod_near(s, s->battle.at)) {
        if (lod_np_legal(s, LOD_V_SHIFT, space, 0)) near |= MK_BIT(space);
    }
    int space = lod_np_best(s, near, order, log);
    lod_np_say_at(s, NOTE_WIN_SHIFT, space, log);
    return lod_np_did(s, LOD_V_SHIFT, space, 0, 0, log);
}
