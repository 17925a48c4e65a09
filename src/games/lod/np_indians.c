/* np_indians.c - non-player Indians (8.7): the flowchart, its Commands and Special Activities. What
 * they do in winter and on other Factions' turns is in np_indians_winter.c. */
#include "np_royal.h"

#include <string.h>

static int with_village(const lod_state *s, int space) { return s->piece[space][LOD_VILLAGE] > 0; }

static int hidden_parties(const lod_state *s, int space) { return s->piece[space][LOD_WAR_PARTY]; }

static int with_leader(const lod_state *s, int space) { return s->leader_at[LOD_INDIANS] == space; }

static mk_set64 undecided(const lod_state *s) { /* Neutral or Passive */
    return LOD_PROVINCES & ~lod_at_level(s, LOD_ACTIVE_SUPPORT) &
           ~lod_at_level(s, LOD_ACTIVE_OPPOSITION);
}

/* ---- 8.7.1 Plunder ---- */

static lod_piece party_to_lose(const lod_state *s, int space) {
    return s->piece[space][LOD_ACTIVE_WAR_PARTY] ? LOD_ACTIVE_WAR_PARTY : LOD_WAR_PARTY;
}

static bool plunder(lod_state *s, mk_log *log) {
    static lod_np_key *const order[] = {lod_np_population, NULL};
    mk_set64 spaces = 0;
    if (!s->resources[LOD_PATRIOTS]) return false;
    MK_SET_EACH(space, lod_current(s)->selected & lod_with(s, LOD_WAR_PARTIES)) {
        if (lod_np_legal(s, LOD_V_PLUNDER, space, party_to_lose(s, space))) spaces |= MK_BIT(space);
    }
    int space = lod_np_best(s, spaces, order, log);
    if (space < 0) return false;
    lod_np_say_at(s, NOTE_I_PLUNDER, space, log);
    return lod_np_did(s, LOD_V_PLUNDER, space, party_to_lose(s, space), 0, log);
}

/* ---- 8.7.1 Trade ---- */

static bool trade(lod_state *s, mk_log *log) {
    static lod_np_key *const order[] = {hidden_parties, NULL};
    mk_set64 spaces = 0;
    MK_SET_EACH(space, s->where[LOD_WAR_PARTY] & s->where[LOD_VILLAGE]) {
        if (lod_np_legal(s, LOD_V_TRADE, space, 0)) spaces |= MK_BIT(space);
    }
    int space = lod_np_best(s, spaces, order, log);
    if (space < 0) return false;
    lod_np_say_at(s, NOTE_I_TRADE, space, log);
    return lod_np_did(s, LOD_V_TRADE, space, 0, 0, log);
}

/* ---- 8.7.1 War Path ---- */

static mk_set64 prey(const lod_state *s) {
    mk_set64 can = 0;
    MK_SET_EACH(space, s->where[LOD_WAR_PARTY] & lod_with(s, LOD_REBEL_PIECES)) {
        if (lod_np_way(s, LOD_V_WAR_PATH, space)) can |= MK_BIT(space);
    }
    return can;
}

static mk_set64 forts_to_take(const lod_state *s) {
    mk_set64 can = 0;
    MK_SET_EACH(space, prey(s) & s->where[LOD_PATRIOT_FORT]) {
        if (lod_np_way(s, LOD_V_WAR_PATH, space) == 3) can |= MK_BIT(space);
    }
    return can;
}

/* Militia go first (8.1.2); if any is left, Brant takes one more (1.10). */
static int pieces_struck(const lod_state *s, int space) {
    int n = lod_np_way(s, LOD_V_WAR_PATH, space);
    bool brant = lod_leader_in(s, LOD_BRANT, LOD_INDIANS, space);
    return n + (brant && lod_count(s, space, LOD_MILITIAS) > n);
}

static const lod_np_target war_paths[] = {
    {NOTE_I_WAR_PATH_FORT, forts_to_take, {with_village}},
    {NOTE_I_WAR_PATH, prey, {pieces_struck, with_village}},
    {0},
};

static bool war_path(lod_state *s, mk_log *log) {
    int space = lod_np_aim(s, war_paths, log);
    if (space < 0) return false;
    int way = lod_np_way(s, LOD_V_WAR_PATH, space);
    return lod_np_did(s, LOD_V_WAR_PATH, space, way, 0, log);
}

/* War Path, else Trade; Trade first without Resources. */
static bool strike_or_trade(lod_state *s, mk_log *log) {
    if (!s->resources[LOD_INDIANS] && trade(s, log)) return true;
    return war_path(s, log) || trade(s, log);
}

static bool special(lod_state *s, mk_log *log) {
    if (!lod_np_special_open(s)) return false;
    if (strike_or_trade(s, log)) return true;
    lod_np_say(s, NOTE_I_NO_SPECIAL, log);
    return false;
}

/* ---- 8.7.1 Raid ---- */

/* Spaces from which an Underground War Party may move in; no Village is left without any. */
static mk_set64 raiders(const lod_state *s, int to) {
    mk_set64 from_set = lod_raid_origins(s, to) & s->where[LOD_WAR_PARTY] & ~MK_BIT(to);
    mk_set64 can = 0;
    MK_SET_EACH(from, from_set & lod_np_led_from(s, to)) {
        bool last = lod_count(s, from, LOD_WAR_PARTIES) == 1 && s->piece[from][LOD_VILLAGE];
        if (!last && lod_movable(s, from, LOD_WAR_PARTY) > 0) can |= MK_BIT(from);
    }
    return can;
}

/* Where it is needed: there is none that could raid, or too few to plunder. */
static bool calls_for_party(const lod_state *s, int to) {
    bool few = lod_count(s, to, LOD_WAR_PARTIES) <= lod_np_rebels(s, to);
    return few || !s->piece[to][LOD_WAR_PARTY] || !mk_set_has(lod_np_led_here(s), to);
}

static mk_set64 raid_targets(const lod_state *s) {
    mk_set64 open = lod_np_open(s) & LOD_COLONIES, led = lod_np_led_here(s), fit = 0;
    MK_SET_EACH(to, open) {
        bool ready = s->piece[to][LOD_WAR_PARTY] && mk_set_has(led, to);
        if (ready || raiders(s, to)) fit |= MK_BIT(to);
    }
    return fit;
}

static int plunder_after(const lod_state *s, int to) {
    bool comes = calls_for_party(s, to) && raiders(s, to);
    int parties = lod_count(s, to, LOD_WAR_PARTIES) + comes;
    return s->resources[LOD_PATRIOTS] && parties > lod_np_rebels(s, to);
}

static const lod_np_bullet raid_rows[] = {
    {NOTE_I_RAID_SPACE, raid_targets, {plunder_after, lod_np_population}, LOD_V_SELECT},
    {0},
};

static bool plan_raid(lod_state *s, mk_log *log) {
    lod_command *c = lod_current(s);
    bool broke = c->selected && !lod_free(c) && !s->resources[LOD_INDIANS];
    if (broke && !c->np.decided && lod_np_special_open(s)) {
        c->np.decided = 1;
        lod_np_say(s, NOTE_I_RAID_BROKE, log);
        if (plunder(s, log) || trade(s, log)) return true;
    }
    if (lod_np_bullets(s, raid_rows, log)) return true;
    lod_leaders_follow(s, log); /* before Brant's War Path */
    return c->selected && (special(s, log) || lod_np_finish(s, log));
}

static bool plan_raid_into(lod_state *s, mk_log *log) {
    const mk_frame *f = mk_top(&s->base);
    if (!f->b && calls_for_party(s, f->a)) {
        int from = lod_np_pick(s, raiders(s, f->a), log);
        if (from >= 0) return lod_np_did(s, LOD_V_MOVE, LOD_WAR_PARTY, from, 0, log);
    }
    return lod_np_did(s, LOD_V_ACTIVATE, LOD_WAR_PARTY, 0, 0, log);
}

/* ---- 8.7.2 Gather ---- */

enum { PARTIES_FOR_VILLAGE = 3, PARTIES_OF_CORNPLANTER = 2, VILLAGES_TO_GATHER = 2 };

static int parties(const lod_state *s, int space) { return lod_count(s, space, LOD_WAR_PARTIES); }

static bool could_gather_village(const lod_state *s, int space) {
    bool cornplanter = lod_leader_in(s, LOD_CORNPLANTER, LOD_INDIANS, space);
    int enough = cornplanter ? PARTIES_OF_CORNPLANTER : PARTIES_FOR_VILLAGE;
    return mk_set_has(undecided(s), space) && parties(s, space) >= enough &&
           lod_village_room(s, space);
}

static mk_set64 village_sites(const lod_state *s) {
    mk_set64 fit = 0;
    if (!lod_available(s, LOD_VILLAGE)) return 0;
    MK_SET_EACH(space, lod_with(s, LOD_WAR_PARTIES)) {
        if (could_gather_village(s, space)) fit |= MK_BIT(space);
    }
    return fit;
}

static mk_set64 villages_to_fill(const lod_state *s) {
    return lod_available(s, LOD_WAR_PARTY) ? s->where[LOD_VILLAGE] : 0;
}

static int village_need(const lod_state *s, int space) {
    if (lod_np_rebels(s, space)) return 3;
    return !s->piece[space][LOD_WAR_PARTY] ? 2 : with_leader(s, space);
}

static mk_set64 future_villages(const lod_state *s) {
    mk_set64 fit = 0;
    if (!lod_available(s, LOD_VILLAGE) || !lod_available(s, LOD_WAR_PARTY)) return 0;
    MK_SET_EACH(space, undecided(s)) {
        if (lod_village_room(s, space)) fit |= MK_BIT(space);
    }
    return fit;
}

static int nearly_three(const lod_state *s, int space) {
    int n = parties(s, space);
    return n < PARTIES_FOR_VILLAGE ? n : 0;
}

/* Active War Parties that can leave without adding Rebellion Control. */
static int may_leave(const lod_state *s, int from) {
    int n = lod_movable(s, from, LOD_ACTIVE_WAR_PARTY);
    if (lod_rebel_control(s, from)) return n;
    int lead = lod_np_royalists(s, from) - lod_np_rebels(s, from);
    return lod_least(n, lead);
}

static int would_hide(const lod_state *s, int to) {
    int n = s->piece[to][LOD_ACTIVE_WAR_PARTY];
    MK_SET_EACH(from, lod_near(s, to) & s->where[LOD_ACTIVE_WAR_PARTY]) {
        if (may_leave(s, from) > 0) n += may_leave(s, from);
    }
    return n;
}

static mk_set64 hiding_villages(const lod_state *s) {
    mk_set64 fit = 0;
    if (lod_available(s, LOD_WAR_PARTY)) return 0;
    MK_SET_EACH(space, s->where[LOD_VILLAGE]) {
        if (would_hide(s, space)) fit |= MK_BIT(space);
    }
    return fit;
}

static const lod_np_bullet gather_rows[] = {
    {NOTE_I_GATHER_VILLAGE, village_sites, {with_leader}, LOD_V_VILLAGE},
    {NOTE_I_GATHER_PARTIES, villages_to_fill, {village_need}, LOD_V_RAISE},
    {NOTE_I_GATHER_FUTURE, future_villages, {nearly_three}, LOD_V_RAISE, .limit = 2},
    {NOTE_I_GATHER_HIDE, hiding_villages, {would_hide}, LOD_V_COLLECT, .limit = 1},
    {0},
};

static bool plan_gather(lod_state *s, mk_log *log) {
    if (lod_np_bullets(s, gather_rows, log)) return true;
    return lod_current(s)->selected && (special(s, log) || lod_np_finish(s, log));
}

static bool plan_collect(lod_state *s, mk_log *log) {
    MK_SET_EACH(from, lod_near(s, mk_top(&s->base)->a) & s->where[LOD_ACTIVE_WAR_PARTY]) {
        if (may_leave(s, from) > 0)
            return lod_np_did(s, LOD_V_MOVE, LOD_ACTIVE_WAR_PARTY, from, 0, log);
    }
    return lod_np_finish(s, log);
}

/* Gather would place so many Villages: the first in a Reserve costs nothing (3.4.1). */
static int villages_to_come(const lod_state *s) {
    mk_set64 sites = village_sites(s);
    int money = s->resources[LOD_INDIANS] + (sites & LOD_RESERVES ? 1 : 0);
    return lod_least(lod_least(mk_set_size(sites), money), lod_available(s, LOD_VILLAGE));
}

/* ---- 8.7.3 March ---- */

enum { MARCH_VILLAGE, MARCH_CONTROL };

/* War Parties that a destination still wants, by the priority that selected it. */
static int wanted(const lod_state *s, int to) {
    if (lod_current_const(s)->np.bullet == MARCH_VILLAGE)
        return PARTIES_FOR_VILLAGE - parties(s, to);
    return lod_rebel_control(s, to) ? lod_np_rebels(s, to) - lod_np_royalists(s, to) : 0;
}

/* How many must stay: one with a Village, three where one is to come (A8-27: as given only while
 * another such space is made, in the living edition whenever one is Available). */
static int must_stay(const lod_state *s, int from) {
    bool making = lod_current_const(s)->np.bullet == MARCH_VILLAGE;
    bool guarded = making || (lod_living(s) && lod_available(s, LOD_VILLAGE));
    return guarded && could_gather_village(s, from) ? PARTIES_FOR_VILLAGE : with_village(s, from);
}

/* 3.4.2: without Resources only from Reserves. */
static bool can_pay_from(const lod_state *s, int from) {
    return s->resources[LOD_INDIANS] || lod_free(lod_current_const(s)) ||
           mk_set_has(LOD_RESERVES, from);
}

/* Just enough, Underground first; no Rebellion Control is added. */
static lod_np_group party_group(const lod_state *s, int from, int to) {
    lod_np_group g = {0};
    int n = lod_least(wanted(s, to), parties(s, from) - must_stay(s, from));
    if (!lod_rebel_control(s, from))
        n = lod_least(n, lod_np_royalists(s, from) - lod_np_rebels(s, from));
    if (n <= 0 || !can_pay_from(s, from)) return g;
    int hidden = lod_least(n, lod_movable(s, from, LOD_WAR_PARTY));
    g.n[LOD_WAR_PARTY] = (uint8_t)hidden;
    g.n[LOD_ACTIVE_WAR_PARTY] =
        (uint8_t)lod_least(n - hidden, lod_movable(s, from, LOD_ACTIVE_WAR_PARTY));
    return g;
}

/* Of some destinations those that can have as many as they want. */
static mk_set64 to_reach(const lod_state *s, mk_set64 spaces) {
    mk_set64 fit = 0;
    MK_SET_EACH(to, spaces) {
        int n = 0, all = wanted(s, to);
        if (all <= 0 || !lod_np_leads_to(s, to, party_group)) continue;
        MK_SET_EACH(from, lod_np_origins(s, to, party_group)) {
            lod_np_group g = party_group(s, from, to);
            n += lod_np_size(&g);
        }
        if (n >= all) fit |= MK_BIT(to);
    }
    return fit;
}

static mk_set64 to_settle(const lod_state *s) {
    mk_set64 sites = 0;
    if (!lod_available(s, LOD_VILLAGE)) return 0;
    MK_SET_EACH(space, undecided(s) & lod_np_open(s)) {
        if (lod_village_room(s, space)) sites |= MK_BIT(space);
    }
    return to_reach(s, sites);
}

static mk_set64 to_free(const lod_state *s) {
    return to_reach(s, LOD_PROVINCES & s->control[LOD_REBELLION] & lod_np_open(s));
}

static int not_loyal(const lod_state *s, int space) {
    return s->level[space] != LOD_ACTIVE_SUPPORT;
}

static const lod_np_bullet march_rows[] = {
    [MARCH_VILLAGE] = {NOTE_I_MARCH_VILLAGE, to_settle, {0}, LOD_V_SELECT, .limit = 1},
    [MARCH_CONTROL] = {NOTE_I_MARCH_CONTROL, to_free, {not_loyal, lod_np_population}, LOD_V_SELECT},
    {0},
};

static bool plan_march(lod_state *s, mk_log *log) {
    if (lod_np_bullets(s, march_rows, log)) return true;
    return lod_current(s)->selected && lod_np_finish(s, log);
}

/* From where most of them come Underground. */
static bool plan_march_into(lod_state *s, mk_log *log) {
    int to = mk_top(&s->base)->a, most = 0;
    mk_set64 best = 0;
    MK_SET_EACH(from, wanted(s, to) > 0 ? lod_np_origins(s, to, party_group) : 0) {
        lod_np_group g = party_group(s, from, to);
        int hidden = g.n[LOD_WAR_PARTY];
        if (!best || hidden > most) best = 0, most = hidden;
        if (hidden == most) best |= MK_BIT(from);
    }
    int from = lod_np_pick(s, best, log);
    if (from < 0) return lod_np_finish(s, log);
    lod_np_group g = party_group(s, from, to);
    return lod_np_send(s, from, &g, log);
}

static bool plan_after(lod_state *s, mk_log *log) {
    return special(s, log) || lod_np_finish(s, log);
}

/* ---- 8.7.4 Scout ---- */

/* One War Party, Active first, and the most cubes that leave British Control as it is and add no
 * Rebellion Control: alternating, Regulars first (A8-17). */
static lod_np_group scouts(const lod_state *s, int from) {
    const uint8_t *there = s->piece[from];
    int lead = lod_np_royalists(s, from) - lod_np_rebels(s, from) - 1; /* without the War Party */
    int british = lod_count(s, from, LOD_BRITISH_PIECES), cubes = british;
    if (lod_british_control(s, from))
        cubes = lod_least(lead - 1, british - 1);
    else if (!lod_rebel_control(s, from))
        cubes = lead;
    int tories = lod_least(lod_least(there[LOD_TORY], cubes / 2), there[LOD_BRITISH_REGULAR]);
    int regulars = lod_least(there[LOD_BRITISH_REGULAR], cubes - tories);
    lod_np_group g = {0};
    if (cubes <= 0 || regulars <= 0) return g;
    g.n[party_to_lose(s, from)] = 1;
    g.n[LOD_BRITISH_REGULAR] = (uint8_t)regulars;
    g.n[LOD_TORY] = (uint8_t)tories;
    return g;
}

static int most_scouts(const lod_state *s, int from) {
    lod_np_group g = scouts(s, from);
    return lod_np_size(&g);
}

static mk_set64 scout_origins(const lod_state *s, int to) {
    mk_set64 fit = 0, both = s->where[LOD_BRITISH_REGULAR] & lod_with(s, LOD_WAR_PARTIES);
    MK_SET_EACH(from, both & lod_near(s, to) & LOD_PROVINCES & lod_np_led_from(s, to)) {
        if (most_scouts(s, from)) fit |= MK_BIT(from);
    }
    return fit;
}

static mk_set64 scouted(const lod_state *s) {
    mk_set64 fit = 0;
    MK_SET_EACH(to, lod_np_open(s)) {
        if (scout_origins(s, to)) fit |= MK_BIT(to);
    }
    return fit;
}

static mk_set64 scouted_forts(const lod_state *s) {
    return scouted(s) & s->where[LOD_PATRIOT_FORT];
}

static mk_set64 scouted_villages(const lod_state *s) {
    return scouted(s) & s->where[LOD_VILLAGE] & lod_with(s, LOD_REBEL_PIECES);
}

static bool frees(const lod_state *s, int from, int to) {
    int cubes = most_scouts(s, from) - 1;
    return lod_np_ends(s, to, LOD_REBELLION, cubes, 1, 0) > 0;
}

static mk_set64 scouted_control(const lod_state *s) {
    mk_set64 fit = 0;
    MK_SET_EACH(to, scouted(s) & s->control[LOD_REBELLION]) {
        MK_SET_EACH(from, scout_origins(s, to)) {
            if (frees(s, from, to)) fit |= MK_BIT(to);
        }
    }
    return fit;
}

static const lod_np_target scout_rows[] = {
    {NOTE_I_SCOUT_FORT, scouted_forts, {0}},
    {NOTE_I_SCOUT_VILLAGE, scouted_villages, {0}},
    {NOTE_I_SCOUT_CONTROL, scouted_control, {lod_np_population}},
    {0},
};

static bool send_scouts(lod_state *s, mk_log *log) {
    static lod_np_key *const order[] = {most_scouts, NULL};
    int to = lod_np_aim(s, scout_rows, log);
    if (to < 0) return false;
    int from = lod_np_best(s, scout_origins(s, to), order, log);
    lod_np_group g = scouts(s, from);
    memcpy(lod_current(s)->np.want, g.n, sizeof g.n);
    return lod_np_did(s, LOD_V_SCOUT, from, to, 0, log);
}

static bool plan_scout(lod_state *s, mk_log *log) {
    if (!lod_current(s)->selected) return send_scouts(s, log);
    return special(s, log) || lod_np_finish(s, log);
}

/* A Fort, else as many as possible. */
static bool plan_scout_skirmish(lod_state *s, mk_log *log) {
    int at = mk_top(&s->base)->a, way = lod_np_way(s, LOD_V_SKIRMISH, at);
    if (!way) return lod_np_finish(s, log);
    lod_np_say_at(s, NOTE_I_SCOUT_SKIRMISH, at, log);
    return lod_np_did(s, LOD_V_SKIRMISH, at, way, 0, log);
}

/* ---- The flowchart ---- */

static lod_command_kind choose(lod_state *s, mk_log *log) {
    static const lod_np_choice raid[] = {{LOD_RAID_COMMAND, NOTE_I_RAID},
                                         {LOD_GATHER, NOTE_I_GATHER_INSTEAD},
                                         {LOD_MARCH, NOTE_I_MARCH_INSTEAD},
                                         {0}};
    static const lod_np_choice gather[] = {{LOD_GATHER, NOTE_I_GATHER},
                                           {LOD_MARCH, NOTE_I_MARCH_INSTEAD},
                                           {0}};
    static const lod_np_choice scout[] = {{LOD_SCOUT, NOTE_I_SCOUT},
                                          {LOD_MARCH, NOTE_I_MARCH_INSTEAD},
                                          {LOD_GATHER, NOTE_I_GATHER_INSTEAD},
                                          {0}};
    static const lod_np_choice march[] = {{LOD_MARCH, NOTE_I_MARCH},
                                          {LOD_GATHER, NOTE_I_GATHER_INSTEAD},
                                          {0}};
    int lead = lod_total_opposition(s) - lod_total_support(s);
    if (lod_np_roll_below(s, NOTE_I_RAID_ROLL, 6, lead + 1, log))
        return lod_np_choose(s, raid, log);
    if (villages_to_come(s) >= VILLAGES_TO_GATHER ||
        lod_np_roll_below(s, NOTE_I_GATHER_ROLL, 6, lod_available(s, LOD_WAR_PARTY), log))
        return lod_np_choose(s, gather, log);
    bool together = lod_with(s, LOD_WAR_PARTIES) & s->where[LOD_BRITISH_REGULAR];
    return lod_np_choose(s, together ? scout : march, log);
}

const lod_np_faction lod_np_indians = {
    .command = choose,
    .plan =
        {
            [LOD_PH_RAID] = plan_raid,
            [LOD_PH_RAID_INTO] = plan_raid_into,
            [LOD_PH_GATHER] = plan_gather,
            [LOD_PH_COLLECT] = plan_collect,
            [LOD_PH_MARCH] = plan_march,
            [LOD_PH_MARCH_INTO] = plan_march_into,
            [LOD_PH_SCOUT] = plan_scout,
            [LOD_PH_SCOUT_SKIRMISH] = plan_scout_skirmish,
            [LOD_PH_AFTER] = plan_after,
            [LOD_PH_SPECIAL] = strike_or_trade,
            [LOD_PH_BATTLE_DEFEND] = lod_np_royal_defence,
            [LOD_PH_SUPPLY_VILLAGE] = lod_np_supply_village,
            [LOD_PH_SUPPLY_INDIANS] = lod_np_indian_supply,
            [LOD_PH_REDEPLOY] = lod_np_indian_redeploy,
            [LOD_PH_DESERTION] = lod_np_patriot_desertion,
        },
};
