/* np_british_winter.c - non-player British (8.4.5 to 8.4.10): Reward Loyalty, Trade, supply, the
 * West Indies, their Leader and desertion. */
#include "np_royal.h"

/* ---- 8.4.5 Reward Loyalty ---- */

enum { WINTER_LEVELS = 2 };

static int markers(const lod_state *s, int space) {
    return s->marker[LOD_RAID][space] + s->marker[LOD_PROPAGANDA][space];
}

static bool in_winter(const lod_state *s) {
    return mk_top_const(&s->base)->phase == LOD_PH_LOYALTY;
}

static int levels_left(const lod_state *s, int space) {
    int levels = LOD_ACTIVE_SUPPORT - s->level[space];
    return in_winter(s) ? lod_least(levels, WINTER_LEVELS - s->winter.levels[space]) : levels;
}

/* What is left for levels when the space and its markers are paid for. */
static int money_for_levels(const lod_state *s, int space) {
    const lod_command *c = in_winter(s) ? NULL : lod_current_const(s);
    bool entered = !c || lod_free(c) || mk_set_has(c->selected, space);
    return s->resources[LOD_BRITISH] - (entered ? 0 : 1) - markers(s, space);
}

int lod_np_loyalty(const lod_state *s, int space) {
    if (!lod_may_reward(s, space) || !lod_can_shift(s, space, LOD_ACTIVE_SUPPORT)) return 0;
    int money = money_for_levels(s, space), done = in_winter(s) ? s->winter.levels[space] : 0;
    if (money < 0) return 0;
    bool gage = lod_leader_in(s, LOD_GAGE, LOD_BRITISH, space) && done == 0; /* 1.10 */
    return lod_least(levels_left(s, space), money + gage);
}

static int fewest_markers(const lod_state *s, int space) { return -markers(s, space); }

/* Of (Support - Opposition); Support counts for nothing in a Blockaded City (1.9). */
static int swing(const lod_state *s, int space) {
    int levels = lod_np_loyalty(s, space), opposed = s->level[space] < 0 ? -s->level[space] : 0;
    if (mk_set_has(s->blockaded, space)) levels = lod_least(levels, opposed);
    return levels * lod.space[space].population;
}

int lod_np_most_loyal(lod_state *s, mk_set64 spaces, mk_log *log) {
    static lod_np_key *const order[] = {fewest_markers, swing, NULL};
    int space = lod_np_best(s, spaces, order, log);
    if (space >= 0) lod_np_say_at(s, NOTE_B_REWARD, space, log);
    return space;
}

/* The next marker or level here; false: no more. */
static bool buy(lod_state *s, int at, mk_log *log) {
    for (int m = 0; m < LOD_MARKERS; m++) {
        if (lod_np_legal(s, LOD_V_CLEAR, at, m)) return lod_np_did(s, LOD_V_CLEAR, at, m, 0, log);
    }
    return lod_np_legal(s, LOD_V_SHIFT, at, 0) && lod_np_did(s, LOD_V_SHIFT, at, 0, 0, log);
}

bool lod_np_reward(lod_state *s, mk_log *log) {
    return buy(s, mk_top(&s->base)->a, log) || lod_np_finish(s, log);
}

bool lod_np_loyalty_phase(lod_state *s, mk_log *log) {
    mk_set64 loyal = 0;
    MK_SET_EACH(space, s->where[LOD_BRITISH_REGULAR] & s->where[LOD_TORY] & LOD_MAP) {
        if (lod_np_loyalty(s, space) > 0) loyal |= MK_BIT(space);
    }
    int space = lod_np_most_loyal(s, loyal, log);
    if (space < 0) return lod_np_finish(s, log);
    while (lod_np_loyalty(s, space) > 0) buy(s, space, log);
    return true;
}

/* ---- 8.4.6 Trade ---- */

bool lod_np_trade_answer(lod_state *s, mk_log *log) {
    int money = s->resources[LOD_BRITISH], gift = 0;
    if (s->resources[LOD_INDIANS] < money && money > 1) {
        int die = lod_np_roll(s, NOTE_B_TRADE_ROLL, 6, log);
        if (die < money) gift = (die + 1) / 2;
    } else {
        lod_np_say(s, NOTE_B_TRADE_NONE, log);
    }
    return lod_np_did(s, LOD_V_OFFER, gift, 0, 0, log);
}

/* ---- 8.4.7 Supply ---- */

/* The living edition asks whether there will be money for it, when supply is paid for and Forts and
 * Cities have brought theirs, but not the West Indies (A8-20). */
static bool money_for_reward(const lod_state *s, int space) {
    int supply = s->resources[LOD_BRITISH] > 0;
    int money = s->resources[LOD_BRITISH] - supply + lod_british_home_income(s);
    bool gage = lod_leader_in(s, LOD_GAGE, LOD_BRITISH, space); /* 1.10 */
    return money >= markers(s, space) + !gage;
}

static bool needed_for_reward(const lod_state *s, int space) {
    if (lod_living(s) && !money_for_reward(s, space)) return false;
    return lod_may_reward(s, space) && lod_can_shift(s, space, LOD_ACTIVE_SUPPORT);
}

static bool needed_against_committees(const lod_state *s, int space) {
    int cubes = lod_count(s, space, LOD_BRITISH_CUBES);
    bool committee = lod_count(s, space, LOD_PATRIOT_PIECES) &&
                     lod_can_shift(s, space, LOD_ACTIVE_OPPOSITION) &&
                     lod_np_control_with(s, space, -cubes, 0, 0) == LOD_REBELLION;
    return committee && !lod_rebel_control(s, space);
}

static mk_set64 needed(const lod_state *s) {
    mk_set64 spaces = 0;
    MK_SET_EACH(space, lod_unsupplied(s)) {
        if (needed_for_reward(s, space) || needed_against_committees(s, space))
            spaces |= MK_BIT(space);
    }
    return spaces;
}

static int fewest_people(const lod_state *s, int space) { return -lod_np_population(s, space); }

/* A8-20: as given, a space that cannot shift itself lets one next to it shift. */
static bool shift_near(lod_state *s, int space, mk_log *log) {
    static lod_np_key *const order[] = {fewest_people, NULL};
    mk_set64 near = 0;
    MK_SET_EACH(other, lod_near(s, space)) {
        if (lod_np_legal(s, LOD_V_SHIFT_NEAR, space, other)) near |= MK_BIT(other);
    }
    int other = lod_np_best(s, near, order, log);
    if (other < 0) return false;
    lod_np_say_at(s, NOTE_B_SUPPLY_NEAR, space, log);
    return lod_np_did(s, LOD_V_SHIFT_NEAR, space, other, 0, log);
}

static bool keep(lod_state *s, int space, mk_log *log) {
    if (s->resources[LOD_BRITISH]) {
        lod_np_say_at(s, NOTE_B_SUPPLY_PAY, space, log);
        return lod_np_did(s, LOD_V_PAY, space, 0, 0, log);
    }
    if (!lod_can_shift(s, space, LOD_ACTIVE_OPPOSITION)) return shift_near(s, space, log);
    lod_np_say_at(s, NOTE_B_SUPPLY_SHIFT, space, log);
    return lod_np_did(s, LOD_V_SHIFT, space, 0, 0, log);
}

bool lod_np_british_supply(lod_state *s, mk_log *log) {
    static lod_np_key *const order[] = {lod_np_population, NULL};
    int space = lod_np_best(s, needed(s), order, log);
    if (space >= 0 && keep(s, space, log)) return true;
    if (space < 0) space = mk_set_first(lod_unsupplied(s));
    lod_np_say_at(s, NOTE_B_SUPPLY_REMOVE, space, log);
    return lod_np_did(s, LOD_V_DISBAND, space, 0, 0, log);
}

/* ---- 8.4.8 West Indies ---- */

bool lod_np_british_indies(lod_state *s, mk_log *log) {
    if (lod_british_control(s, LOD_WEST_INDIES)) {
        lod_np_say(s, NOTE_B_INDIES_STAY, log);
        return lod_np_did(s, LOD_V_PAY, LOD_WEST_INDIES, 0, 0, log);
    }
    lod_np_say(s, NOTE_B_INDIES_LEAVE, log);
    while (lod_np_do(s, LOD_V_REMOVE, LOD_BRITISH_REGULAR, 0, 0, log)) continue;
    return true;
}

/* ---- 8.4.9 Leader ---- */

static int regulars(const lod_state *s, int space) { return s->piece[space][LOD_BRITISH_REGULAR]; }

bool lod_np_british_redeploy(lod_state *s, mk_log *log) {
    static lod_np_key *const order[] = {regulars, NULL};
    mk_set64 spaces = s->where[LOD_BRITISH_REGULAR] & LOD_MAP;
    return lod_np_redeploy(s, spaces, order, NOTE_B_REDEPLOY, log);
}

/* ---- 8.4.10 Loyalist Desertion ---- */

static int least_control(const lod_state *s, int space) {
    return -lod_np_changes(s, space, -1, 0, 0);
}

static int not_the_last(const lod_state *s, int space) { return s->piece[space][LOD_TORY] > 1; }

bool lod_np_tory_desertion(lod_state *s, mk_log *log) {
    static lod_np_key *const order[] = {least_control, not_the_last, NULL};
    int space = lod_np_best(s, s->where[LOD_TORY] & LOD_MAP, order, log);
    lod_np_say_at(s, NOTE_B_DESERT, space, log);
    return lod_np_did(s, LOD_V_DESERT, LOD_TORY, space, 0, log);
}
