/* winter.c - the Winter Quarters Round (chapter 6), phase by phase; supply is in supply.c. */
#include "rules.h"

#include <string.h>

enum { /* what is done next, in the order of the chapter */
       CHECK_VICTORY,
       SUPPLY_BRITISH,
       SUPPLY_PATRIOTS,
       SUPPLY_FRENCH,
       SUPPLY_VILLAGE,
       SUPPLY_INDIANS,
       INDIES_BATTLE,
       INDIES_FRENCH,
       INDIES_BRITISH,
       RESOURCES,
       REWARD_LOYALTY,
       COMMITTEES,
       LAST_WINTER,
       LEADER_CHANGE,
       REDEPLOY_INDIANS,
       REDEPLOY_FRENCH,
       REDEPLOY_BRITISH,
       REDEPLOY_PATRIOTS,
       RELEASE,
       LOWER_FNI,
       REARRANGE,
       PATRIOTS_DESERT,
       TORIES_DESERT,
       RESET,
       CARD_EFFECT,
       OVER,
};
enum { LEVELS = 2, INDIES_INCOME = 5, SQUADRON_INCOME = 2, DESERTERS = 5, ALL_FACTIONS = 15 };

/* ---- 6.3 Resources ---- */

static int populations(mk_set64 spaces) {
    int n = 0;
    MK_SET_EACH(space, spaces) n += lod.space[space].population;
    return n;
}

static int indies_income(const lod_state *s, lod_side side) {
    return mk_set_has(s->control[side], LOD_WEST_INDIES) ? INDIES_INCOME : 0;
}

/* lod.6.3.1 */
int lod_british_home_income(const lod_state *s) {
    mk_set64 cities = LOD_CITIES & s->control[LOD_ROYALISTS] & ~s->blockaded;
    return lod_on_map(s, LOD_KIND(LOD_BRITISH_FORT)) + populations(cities);
}

static int british_income(const lod_state *s) {
    int forts_abroad = s->piece[LOD_WEST_INDIES][LOD_BRITISH_FORT];
    return lod_british_home_income(s) + forts_abroad + indies_income(s, LOD_ROYALISTS);
}

/* lod.6.3.1, lod.6.3.2, lod.6.3.3, 6.3.4: British, Indians, Patriots, French. */
static void earn(lod_state *s, mk_log *log) {
    lod_gain(s, LOD_BRITISH, british_income(s), log);
    lod_gain(s, LOD_INDIANS, lod_on_map(s, LOD_KIND(LOD_VILLAGE)) / 2, log);
    int held = mk_set_size(s->control[LOD_REBELLION] & LOD_MAP);
    lod_gain(s, LOD_PATRIOTS, lod_on_map(s, LOD_KIND(LOD_PATRIOT_FORT)) + held / 2, log);
    if (RULE("lod.6.3.4", s->treaty)) {
        mk_set64 closed = s->control[LOD_ROYALISTS] | s->blockaded; /* 1.9 (A6-7) */
        int cities = populations(LOD_CITIES & ~closed);
        lod_gain(s, LOD_FRENCH, s->fni + cities + indies_income(s, LOD_REBELLION), log);
    } else {
        lod_gain(s, LOD_FRENCH, SQUADRON_INCOME * s->squadrons, log);
    }
}

/* ---- lod.6.4 Support ---- */

/* At most two levels in a space; a marker is no level (A6-9). */
static const char *why_not_reward(const lod_state *s, int space) {
    FORBID("lod.6.4.1:reward", !lod_may_reward(s, space));
    return NULL;
}

static bool marked(const lod_state *s, int space) {
    return s->marker[LOD_RAID][space] || s->marker[LOD_PROPAGANDA][space];
}

static const char *why_not_loyalty_clear(const lod_state *s, int space, int marker) {
    FORBID("lod.6.4.1:markers", !s->marker[marker][space]);
    FORBID("lod.3.1.cost", s->resources[LOD_BRITISH] < 1);
    return why_not_reward(s, space);
}

static const char *why_not_loyalty_shift(const lod_state *s, int space) {
    FORBID("lod.6.4.1:markers", marked(s, space) || s->winter.levels[space] >= LEVELS);
    FORBID("lod.6.4.1:levels", !lod_can_shift(s, space, LOD_ACTIVE_SUPPORT));
    int cost = lod_reward_cost(s, space, s->winter.levels[space]);
    FORBID("lod.3.1.cost", s->resources[LOD_BRITISH] < cost);
    return why_not_reward(s, space);
}

static mk_set64 loyalty_spaces(const lod_state *s) {
    return s->control[LOD_ROYALISTS] & s->where[LOD_BRITISH_REGULAR] & s->where[LOD_TORY] &
           lod.populated;
}

void lod_loyalty_list(const void *state, mk_actions *out) {
    const lod_state *s = state;
    MK_SET_EACH(space, loyalty_spaces(s)) {
        for (int m = 0; m < LOD_MARKERS; m++) {
            if (!why_not_loyalty_clear(s, space, m)) mk_offer(out, LOD_V_CLEAR, space, m, 0);
        }
        if (!why_not_loyalty_shift(s, space)) mk_offer(out, LOD_V_SHIFT, space, 0, 0);
    }
    mk_offer(out, LOD_V_FINISH, 0, 0, 0);
}

const char *lod_loyalty_why_not(const void *state, mk_action a) {
    if (a.verb == LOD_V_CLEAR) return why_not_loyalty_clear(state, a.a, a.b);
    if (a.verb == LOD_V_SHIFT) return why_not_loyalty_shift(state, a.a);
    return NULL;
}

void lod_loyalty_apply(void *state, mk_action a, mk_log *log) {
    lod_state *s = state;
    if (a.verb == LOD_V_FINISH) {
        lod_finish(s);
    } else if (a.verb == LOD_V_CLEAR) {
        lod_pay(s, LOD_BRITISH, 1, log);
        lod_take_marker(s, a.b, a.a, log);
    } else {
        lod_pay(s, LOD_BRITISH, lod_reward_cost(s, a.a, s->winter.levels[a.a]), log);
        lod_shift_toward(s, a.a, LOD_ACTIVE_SUPPORT, 1, log);
        s->winter.levels[a.a]++;
    }
}

static mk_set64 committee_spaces(const lod_state *s) {
    return s->control[LOD_REBELLION] & lod_with(s, LOD_PATRIOT_PIECES) & lod.populated;
}

static const char *why_not_committee(const lod_state *s, int space) {
    FORBID("lod.6.4.2:committee", !mk_set_has(committee_spaces(s), space));
    FORBID("lod.3.1.cost", s->resources[LOD_PATRIOTS] < 1);
    return NULL;
}

static const char *why_not_committee_clear(const lod_state *s, int space, int marker) {
    FORBID("lod.6.4.2:markers", marker != LOD_RAID || !s->marker[LOD_RAID][space]);
    return why_not_committee(s, space);
}

static const char *why_not_committee_shift(const lod_state *s, int space) {
    FORBID("lod.6.4.2:markers", s->marker[LOD_RAID][space] || s->winter.levels[space] >= LEVELS);
    FORBID("lod.6.4.2:levels", !lod_can_shift(s, space, LOD_ACTIVE_OPPOSITION));
    return why_not_committee(s, space);
}

void lod_committees_list(const void *state, mk_actions *out) {
    const lod_state *s = state;
    MK_SET_EACH(space, committee_spaces(s)) {
        if (!why_not_committee_clear(s, space, LOD_RAID))
            mk_offer(out, LOD_V_CLEAR, space, LOD_RAID, 0);
        if (!why_not_committee_shift(s, space)) mk_offer(out, LOD_V_SHIFT, space, 0, 0);
    }
    mk_offer(out, LOD_V_FINISH, 0, 0, 0);
}

const char *lod_committees_why_not(const void *state, mk_action a) {
    if (a.verb == LOD_V_CLEAR) return why_not_committee_clear(state, a.a, a.b);
    if (a.verb == LOD_V_SHIFT) return why_not_committee_shift(state, a.a);
    return NULL;
}

void lod_committees_apply(void *state, mk_action a, mk_log *log) {
    lod_state *s = state;
    if (a.verb == LOD_V_FINISH) {
        lod_finish(s);
        return;
    }
    lod_pay(s, LOD_PATRIOTS, 1, log);
    if (a.verb == LOD_V_CLEAR) {
        lod_take_marker(s, LOD_RAID, a.a, log);
    } else {
        lod_shift_toward(s, a.a, LOD_ACTIVE_OPPOSITION, 1, log);
        s->winter.levels[a.a]++;
    }
}

/* ---- 6.5 Redeployment ---- */

/* 6.5.1: the first Faction on the Event card on deck changes its Leader, if it has another. */
static void change_leader(lod_state *s, mk_log *log) {
    static const lod_leader last[] = {LOD_CLINTON, LOD_WASHINGTON, LOD_LAUZUN, LOD_DRAGGING_CANOE};
    if (s->drawn >= s->deck_size) return;
    lod_faction f = lod.card[s->deck[s->drawn]].order[0];
    if (RULE("lod.6.5.1", f == LOD_FRENCH && !s->treaty) || s->leader[f] == last[f]) return;
    mk_log_event(log, LOD_E_SUCCEEDS, f, MK_EVERYONE, 0, s->leader[f], (int16_t)(s->leader[f] + 1));
    s->leader[f]++;
}

/* 6.5.2 */
static bool begin_redeploy(lod_state *s, lod_faction f) {
    bool off_map = s->leader_at[f] == LOD_AVAILABLE;
    if (off_map && !lod_own_spaces(s, f)) return false;
    lod_begin(s, LOD_PH_REDEPLOY, f, s->leader[f], 0, 0);
    return true;
}

static mk_set64 redeploy_spaces(const lod_state *s, lod_faction f) {
    mk_set64 spaces = lod_own_spaces(s, f);
    return s->leader_at[f] < LOD_SPACES ? spaces & ~MK_BIT(s->leader_at[f]) : spaces;
}

void lod_redeploy_list(const void *state, mk_actions *out) {
    const lod_state *s = state;
    lod_faction f = mk_top_const(&s->base)->seat;
    MK_SET_EACH(space, redeploy_spaces(s, f)) mk_offer(out, LOD_V_REDEPLOY, space, 0, 0);
    if (s->leader_at[f] != LOD_AVAILABLE) mk_offer(out, LOD_V_RETIRE, 0, 0, 0);
    mk_offer(out, LOD_V_FINISH, 0, 0, 0);
}

const char *lod_redeploy_why_not(const void *state, mk_action a) {
    const lod_state *s = state;
    lod_faction f = mk_top_const(&s->base)->seat;
    if (a.verb == LOD_V_REDEPLOY)
        FORBID("lod.6.5.2:space", !mk_set_has(redeploy_spaces(s, f), a.a));
    if (a.verb == LOD_V_RETIRE) FORBID("lod.6.5.2:space", s->leader_at[f] == LOD_AVAILABLE);
    return NULL;
}

void lod_redeploy_apply(void *state, mk_action a, mk_log *log) {
    lod_state *s = state;
    lod_faction f = mk_top(&s->base)->seat;
    if (a.verb == LOD_V_REDEPLOY) lod_lead_to(s, f, a.a, log);
    if (a.verb == LOD_V_RETIRE) lod_lead_to(s, f, LOD_AVAILABLE, log);
    lod_finish(s);
}

/* lod.6.5.3: what the scenario's schedule says, as far as it is there. */
static void release(lod_state *s, mk_log *log) {
    const lod_scenario *setup = lod_setup_of(s);
    int round = setup->piles - lod_winters_left(s);
    for (int i = 0; i < setup->releases; i++) {
        const lod_release *r = &setup->release[i];
        if (r->winter != round) continue;
        const uint8_t *box = s->piece[LOD_UNAVAILABLE];
        int regulars =
            r->regulars < box[LOD_BRITISH_REGULAR] ? r->regulars : box[LOD_BRITISH_REGULAR];
        int tories = r->tories < box[LOD_TORY] ? r->tories : box[LOD_TORY];
        lod_move(s, LOD_BRITISH_REGULAR, LOD_UNAVAILABLE, LOD_AVAILABLE, regulars);
        lod_move(s, LOD_TORY, LOD_UNAVAILABLE, LOD_AVAILABLE, tories);
        if (regulars || tories)
            mk_log_event(log, LOD_E_RELEASE, LOD_BRITISH, MK_EVERYONE, 0, (int16_t)regulars,
                         (int16_t)tories);
    }
}

/* ---- 6.6 Desertion ---- */

/* Who deserts, in order: the enemy chooses the first of each kind, the owner the others. */
typedef struct {
    uint8_t index; /* of deserters[] */
    mk_set64 kinds;
    lod_faction chooser;
    bool first;
} desertion_step;

static const desertion_step desertion_steps[] = {
    {0, LOD_MILITIAS, LOD_INDIANS, true},      {1, LOD_KIND(LOD_CONTINENTAL), LOD_INDIANS, true},
    {0, LOD_MILITIAS, LOD_PATRIOTS, false},    {1, LOD_KIND(LOD_CONTINENTAL), LOD_PATRIOTS, false},
    {2, LOD_KIND(LOD_TORY), LOD_FRENCH, true}, {2, LOD_KIND(LOD_TORY), LOD_BRITISH, false},
};
enum { DESERTION_STEPS = sizeof desertion_steps / sizeof *desertion_steps };

/* lod.6.6.1, lod.6.6.2: one in five of each kind on the map, rounded down. */
bool lod_begin_desertion(lod_state *s, lod_desertion which) {
    bool tories = which == LOD_TORY_DESERTION;
    uint8_t *n = s->winter.deserters;
    n[0] = tories ? 0 : (uint8_t)(lod_on_map(s, LOD_MILITIAS) / DESERTERS);
    n[1] = tories ? 0 : (uint8_t)(lod_on_map(s, LOD_KIND(LOD_CONTINENTAL)) / DESERTERS);
    n[2] = tories ? (uint8_t)(lod_on_map(s, LOD_KIND(LOD_TORY)) / DESERTERS) : 0;
    if (!n[0] && !n[1] && !n[2]) return false;
    lod_begin(s, LOD_PH_DESERTING, -1, 0, 0, 0);
    return true;
}

/* Frame a: the next of the steps. */
void lod_deserting_step(void *state, mk_log *log) {
    (void)log;
    lod_state *s = state;
    mk_frame *f = mk_top(&s->base);
    while (f->a < DESERTION_STEPS) {
        int step = f->a++;
        const desertion_step *d = &desertion_steps[step];
        int left = s->winter.deserters[d->index];
        if (!left) continue;
        lod_begin(s, LOD_PH_DESERTION, d->chooser, d->kinds, d->first ? 1 : left, step);
        return;
    }
    lod_finish(s);
}

void lod_desertion_list(const void *state, mk_actions *out) {
    const lod_state *s = state;
    mk_set64 kinds = (mk_set64)mk_top_const(&s->base)->a;
    for (int p = 0; p < LOD_PIECES; p++) {
        if (!(kinds >> p & 1)) continue;
        MK_SET_EACH(space, s->where[p] & LOD_MAP) mk_offer(out, LOD_V_DESERT, p, space, 0);
    }
}

const char *lod_desertion_why_not(const void *state, mk_action a) {
    const lod_state *s = state;
    FORBID("lod.6.6:kind", !((mk_set64)mk_top_const(&s->base)->a >> a.a & 1));
    FORBID("lod.6.6:kind", !s->piece[a.b][a.a] || !mk_set_has(LOD_MAP, a.b));
    return NULL;
}

void lod_desertion_apply(void *state, mk_action a, mk_log *log) {
    lod_state *s = state;
    mk_frame *f = mk_top(&s->base);
    lod_remove(s, a.a, a.b, 1, log);
    s->winter.deserters[desertion_steps[f->c].index]--;
    if (--f->b == 0) lod_finish(s);
}

/* ---- lod.6.7 Reset ---- */

static void reset(lod_state *s, mk_log *log) {
    memset(s->marker, 0, sizeof s->marker);
    s->eligible = ALL_FACTIONS;
    for (int p = 0; p < LOD_PIECES; p++)
        lod_move(s, p, LOD_CASUALTIES, LOD_AVAILABLE, s->piece[LOD_CASUALTIES][p]);
    mk_log_event(log, LOD_E_RESET, -1, MK_EVERYONE, 0);
    MK_SET_EACH(space, s->where[LOD_ACTIVE_MILITIA])
        lod_flip(s, space, LOD_ACTIVE_MILITIA, s->piece[space][LOD_ACTIVE_MILITIA], log);
    MK_SET_EACH(space, s->where[LOD_ACTIVE_WAR_PARTY])
        lod_flip(s, space, LOD_ACTIVE_WAR_PARTY, s->piece[space][LOD_ACTIVE_WAR_PARTY], log);
    lod_reveal_card(s, log);
}

/* ---- The round ---- */

/* 6.2.2: the French must fight if both are there. */
static bool indies_battle(lod_state *s, mk_log *log) {
    int at = LOD_WEST_INDIES;
    if (!s->piece[at][LOD_FRENCH_REGULAR] || !lod_count(s, at, LOD_BRITISH_PIECES)) return false;
    lod_grant g = {.faction = LOD_FRENCH,
                   .kind = LOD_BATTLE,
                   .allowed = MK_BIT(at),
                   .limit = 1,
                   .flags = LOD_FREE | LOD_NO_ACCOMPANY};
    if (!lod_grant_command(s, g, log)) return false;
    lod_select(s, at, log);
    lod_begin_battle(s, at, log);
    return true;
}

/* One step; true if the round goes on later, or the game has ended. */
static bool next_step(lod_state *s, int step, mk_log *log) {
    switch (step) {
    case CHECK_VICTORY: return lod_setup_of(s)->checks_victory && lod_check_victory(s, log);
    case SUPPLY_BRITISH: return lod_begin_supply(s, LOD_PH_SUPPLY_BRITISH, LOD_BRITISH);
    case SUPPLY_PATRIOTS: return lod_begin_supply(s, LOD_PH_SUPPLY_PATRIOTS, LOD_PATRIOTS);
    case SUPPLY_FRENCH: return lod_begin_supply(s, LOD_PH_SUPPLY_FRENCH, LOD_FRENCH);
    case SUPPLY_VILLAGE: return lod_begin_supply(s, LOD_PH_SUPPLY_VILLAGE, LOD_INDIANS);
    case SUPPLY_INDIANS: return lod_begin_supply(s, LOD_PH_SUPPLY_INDIANS, LOD_INDIANS);
    case INDIES_BATTLE: return indies_battle(s, log);
    case INDIES_FRENCH: return lod_begin_indies(s, LOD_FRENCH, log);
    case INDIES_BRITISH: return lod_begin_indies(s, LOD_BRITISH, log);
    case RESOURCES: earn(s, log); return false;
    case REWARD_LOYALTY:
        memset(s->winter.levels, 0, sizeof s->winter.levels);
        lod_begin(s, LOD_PH_LOYALTY, LOD_BRITISH, 0, 0, 0);
        return true;
    case COMMITTEES:
        memset(s->winter.levels, 0, sizeof s->winter.levels);
        lod_begin(s, LOD_PH_COMMITTEES, LOD_PATRIOTS, 0, 0, 0);
        return true;
    case LAST_WINTER: /* lod.2.4.1, lod.6.4.3 */
        if (lod_winters_left(s)) return false;
        lod_final_victory(s, log);
        return true;
    case LEADER_CHANGE: change_leader(s, log); return false;
    case REDEPLOY_INDIANS: return begin_redeploy(s, LOD_INDIANS);
    case REDEPLOY_FRENCH: return begin_redeploy(s, LOD_FRENCH);
    case REDEPLOY_BRITISH: return begin_redeploy(s, LOD_BRITISH);
    case REDEPLOY_PATRIOTS: return begin_redeploy(s, LOD_PATRIOTS);
    case RELEASE: release(s, log); return false;
    case LOWER_FNI: return lod_lower_fni(s, 1, log); /* 6.5.4 */
    case REARRANGE:
        if (!s->fni) return false;
        lod_begin(s, LOD_PH_REARRANGE, LOD_FRENCH, 0, 0, 0);
        return true;
    case PATRIOTS_DESERT: return lod_begin_desertion(s, LOD_PATRIOT_DESERTION);
    case TORIES_DESERT: return lod_begin_desertion(s, LOD_TORY_DESERTION);
    case RESET: reset(s, log); return false;
    default: /* CARD_EFFECT */ lod_begin_winter_event(s, s->winter.card); return true;
    }
}

/* The first step of each phase. */
static const uint8_t phase_step[] = {CHECK_VICTORY,  SUPPLY_BRITISH, INDIES_BATTLE,   RESOURCES,
                                     REWARD_LOYALTY, LEADER_CHANGE,  PATRIOTS_DESERT, RESET};

lod_winter_phase lod_winter_now(const lod_state *s) {
    int phase = LOD_WINTER_RESET, step = s->winter.step - 1; /* of a step that waits */
    while (phase > LOD_WINTER_VICTORY && phase_step[phase] > step) phase--;
    return (lod_winter_phase)phase;
}

void lod_begin_winter(lod_state *s, lod_winter_phase from, mk_log *log) {
    memset(&s->winter, 0, sizeof s->winter);
    s->winter.card = s->card;
    s->winter.step = phase_step[from];
    mk_log_event(log, LOD_E_WINTER, -1, MK_EVERYONE, 0, s->card);
    lod_begin(s, LOD_PH_WINTER, LOD_BRITISH, s->card, 0, 0);
}

void lod_winter_step(void *state, mk_log *log) {
    lod_state *s = state;
    while (s->winter.step < OVER) {
        if (next_step(s, s->winter.step++, log)) return;
    }
    memset(&s->winter, 0, sizeof s->winter);
    lod_finish(s);
}
