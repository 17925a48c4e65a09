/* np_french.c - non-player French (8.6, and the Treaty of 8.1). */
#include "np.h"

enum { D3 = 3, D6 = 6 };

static int regulars(const lod_state *s, int space) { return s->piece[space][LOD_FRENCH_REGULAR]; }

static int with_continentals(const lod_state *s, int space) {
    return s->piece[space][LOD_CONTINENTAL] > 0;
}

/* ---- 8.6.3 Skirmish ---- */

/* Spaces of the Battle Command that are still to be fought for. */
static mk_set64 battle_spaces(const lod_state *s) {
    const lod_command *c = s->commands ? lod_current_const(s) : NULL;
    return c && c->kind == LOD_BATTLE && c->faction == LOD_FRENCH ? c->np.marked : 0;
}

static mk_set64 skirmish_spaces(const lod_state *s) {
    mk_set64 spaces = 0;
    for (int way = 1; way <= 3; way++) spaces |= lod_np_with_way(s, LOD_V_SKIRMISH, way);
    return spaces & ~battle_spaces(s);
}

static mk_set64 skirmish_indies(const lod_state *s) {
    return skirmish_spaces(s) & MK_BIT(LOD_WEST_INDIES);
}

static bool skirmish(lod_state *s, mk_log *log) {
    static const lod_np_target rows[] = {{NOTE_F_SKIRMISH_INDIES, skirmish_indies, {0}},
                                         {NOTE_F_SKIRMISH, skirmish_spaces, {0}},
                                         {0}};
    int space = lod_np_aim(s, rows, log);
    if (space < 0) return false;
    int way = lod_np_way(s, LOD_V_SKIRMISH, space);
    return lod_np_did(s, LOD_V_SKIRMISH, space, way, 0, log);
}

/* ---- 8.6.1, 8.6.3 Préparer la Guerre ---- */

static bool prepare_with(lod_state *s, lod_preparation what, lod_note note, mk_log *log) {
    if (!lod_np_legal(s, LOD_V_PREPARE, what, 0)) return false;
    lod_np_say(s, note, log);
    return lod_np_did(s, LOD_V_PREPARE, what, 0, 0, log);
}

static bool bring_forward(lod_state *s, mk_log *log) {
    return prepare_with(s, LOD_PREPARE_SQUADRON, NOTE_F_PREPARE_SQUADRON, log) ||
           prepare_with(s, LOD_PREPARE_REGULARS, NOTE_F_PREPARE_REGULARS, log);
}

/* After the Treaty a die decides (equal or less), and an empty purse is filled. */
static bool prepare(lod_state *s, mk_log *log) {
    if (!lod_np_legal(s, LOD_V_PREPARE, LOD_PREPARE_RESOURCES, 0)) return false;
    if (!s->treaty) return bring_forward(s, log);
    int waiting = s->piece[LOD_UNAVAILABLE][LOD_FRENCH_REGULAR] + s->squadrons_unavailable;
    bool roll = lod_np_roll_below(s, NOTE_F_PREPARE_ROLL, D6, waiting + 1, log);
    if (roll && bring_forward(s, log)) return true;
    if (s->resources[LOD_FRENCH]) return false;
    return prepare_with(s, LOD_PREPARE_RESOURCES, NOTE_F_PREPARE_RESOURCES, log);
}

/* ---- 8.6.3 Naval Pressure, and where Blockades go ---- */

static bool naval_pressure(lod_state *s, mk_log *log) {
    enum { MOST_FNI = 3 };
    bool room = s->squadrons && s->fni < MOST_FNI;
    if (!room || !lod_np_legal(s, LOD_V_NAVAL_PRESSURE, 0, 0)) return false;
    lod_np_say(s, NOTE_F_NAVAL, log);
    return lod_np_did(s, LOD_V_NAVAL_PRESSURE, 0, 0, 0, log);
}

/* A8-4: those that have none yet, as long as there are such. */
static mk_set64 cities_to_close(const lod_state *s) {
    return lod_np_prefer(LOD_CITIES, LOD_CITIES & ~s->blockaded);
}

static mk_set64 battle_cities(const lod_state *s) { return battle_spaces(s) & LOD_CITIES; }

static int support(const lod_state *s, int space) {
    return s->level[space] * lod.space[space].population;
}

static bool plan_blockade(lod_state *s, mk_log *log) {
    static const lod_np_target rows[] = {{NOTE_F_BLOCKADE_BATTLE, battle_cities, {support}},
                                         {NOTE_F_BLOCKADE, cities_to_close, {support}},
                                         {0}};
    return lod_np_did(s, LOD_V_BLOCKADE, lod_np_aim(s, rows, log), 0, 0, log);
}

/* 8.5.1, 8.6.6: from the City of the Battle to one with more Support. */
static mk_set64 cities_with_more(const lod_state *s) {
    mk_set64 more = 0;
    MK_SET_EACH(city, LOD_CITIES) {
        if (support(s, city) > support(s, s->battle.at)) more |= MK_BIT(city);
    }
    return lod_np_prefer(more, more & ~s->blockaded);
}

static bool plan_win_blockade(lod_state *s, mk_log *log) {
    static const lod_np_target rows[] = {{NOTE_F_WIN_BLOCKADE, cities_with_more, {support}}, {0}};
    int city = lod_np_aim(s, rows, log);
    if (city < 0) return lod_np_did(s, LOD_V_FINISH, 0, 0, 0, log);
    return lod_np_did(s, LOD_V_BLOCKADE, city, 0, 0, log);
}

/* A8-28: what is left on the Cities at the end of the year. */
static bool plan_rearrange(lod_state *s, mk_log *log) {
    lod_np_say(s, NOTE_F_REARRANGE, log);
    return lod_np_did(s, LOD_V_REARRANGE, 0, 0, 0, log);
}

/* ---- The Special Activity: a ring, entered elsewhere with a Battle ---- */

static bool special(lod_state *s, mk_log *log) {
    int with = s->commands ? lod_current(s)->kind : s->stroke.first; /* 8.3.7 */
    if (with == LOD_BATTLE) return naval_pressure(s, log) || skirmish(s, log) || prepare(s, log);
    return skirmish(s, log) || prepare(s, log) || naval_pressure(s, log);
}

static bool special_or_finish(lod_state *s, mk_log *log) {
    return special(s, log) || lod_np_finish(s, log);
}

/* ---- 8.6.1, 8.6.3 Roderigue Hortalez et Cie ---- */

static bool plan_hortalez(lod_state *s, mk_log *log) {
    int money = s->resources[LOD_FRENCH];
    if (!money) return false;
    int most = money > 1 ? lod_np_roll(s, NOTE_F_SEND_ROLL, D3, log) : 1; /* A8-6 */
    return lod_np_did(s, LOD_V_SEND, most < money ? most : money, 0, 0, log);
}

/* ---- 8.6.2 French Agent Mobilization ---- */

/* Two Militia, or one Continental if that is not possible (then what Militia there is). */
static lod_piece recruits(const lod_state *s) {
    bool two = lod_available(s, LOD_MILITIA) > 1;
    return two || !lod_available(s, LOD_CONTINENTAL) ? LOD_MILITIA : LOD_CONTINENTAL;
}

static int agents_add(const lod_state *s, int space) {
    int n = recruits(s) == LOD_MILITIA && lod_available(s, LOD_MILITIA) > 1 ? 2 : 1;
    return lod_np_adds(s, space, LOD_REBELLION, 0, 0, n);
}

static int patriot_units(const lod_state *s, int space) {
    return lod_count(s, space, LOD_PATRIOT_UNITS);
}

/* 8.6.2: with nobody to place they are unable to. */
static mk_set64 agent_spaces(const lod_state *s) {
    bool someone = lod_available(s, LOD_MILITIA) || lod_available(s, LOD_CONTINENTAL);
    return someone ? lod_np_open(s) : 0;
}

static bool plan_agents(lod_state *s, mk_log *log) {
    static const lod_np_target rows[] = {
        {NOTE_F_MOBILIZE, agent_spaces, {agents_add, patriot_units}}, {0}};
    int space = lod_np_aim(s, rows, log);
    return space >= 0 && lod_np_did(s, LOD_V_MOBILIZE, space, recruits(s), 0, log);
}

/* ---- 8.6.4 Muster ---- */

static mk_set64 muster_indies(const lod_state *s) {
    enum { FEW = 4 };
    mk_set64 indies = MK_BIT(LOD_WEST_INDIES) & ~s->control[LOD_REBELLION];
    return lod_available(s, LOD_FRENCH_REGULAR) < FEW ? lod_np_open(s) & indies : 0;
}

static mk_set64 muster_spaces(const lod_state *s) { return lod_np_open(s) & LOD_MAP; }

static bool plan_muster(lod_state *s, mk_log *log) {
    static const lod_np_target rows[] = {{NOTE_F_MUSTER_INDIES, muster_indies, {0}},
                                         {NOTE_F_MUSTER_SPACE, muster_spaces, {with_continentals}},
                                         {0}};
    if (lod_current(s)->selected) return special_or_finish(s, log);
    int space = lod_available(s, LOD_FRENCH_REGULAR) ? lod_np_aim(s, rows, log) : -1;
    if (space < 0) return lod_np_finish(s, log);
    return lod_np_did(s, LOD_V_SELECT, space, 0, 0, log);
}

/* A8-23: Regulars do not become a Fort. */
static bool plan_fort(lod_state *s, mk_log *log) {
    return lod_np_did(s, LOD_V_FINISH, 0, 0, 0, log);
}

/* ---- 8.6.5 March ---- */

static bool patriots_can_pay(const lod_state *s) {
    return lod_free(lod_current_const(s)) || s->resources[LOD_PATRIOTS] > 0;
}

enum { EVERYONE = UINT8_MAX };

/* At most so many of both, and of Continentals. */
static lod_np_group group_of(const lod_state *s, int from, int to, int most, int continentals) {
    lod_np_group g = {0};
    bool needed = !lod_count(s, to, LOD_PATRIOT_PIECES); /* 3.5.4 */
    if (!patriots_can_pay(s)) continentals = 0;
    continentals = lod_least(continentals, lod_movable(s, from, LOD_CONTINENTAL));
    if (needed && !continentals) return g;
    int french = lod_least(most - (needed ? 1 : 0), lod_movable(s, from, LOD_FRENCH_REGULAR));
    if (french <= 0) return g;
    g.n[LOD_FRENCH_REGULAR] = (uint8_t)french;
    g.n[LOD_CONTINENTAL] = (uint8_t)lod_least(continentals, lod_least(french, most - french));
    return g;
}

/* As many Regulars, then Continentals, as may leave. */
static lod_np_group all_who_may(const lod_state *s, int from, int to) {
    return group_of(s, from, to, lod_np_rebels_spared(s, from), EVERYONE);
}

static mk_set64 to_control(const lod_state *s) {
    mk_set64 spaces = 0;
    MK_SET_EACH(to, (LOD_CITIES | LOD_COLONIES) & ~s->control[LOD_REBELLION]) {
        if (lod_np_leads_to(s, to, all_who_may) &&
            lod_np_could_control(s, to, LOD_REBELLION, all_who_may))
            spaces |= MK_BIT(to);
    }
    return spaces;
}

/* A8-2f: any British as given, the most of them in the living edition. */
static int british_there(const lod_state *s, int space) {
    int n = lod_count(s, space, LOD_BRITISH_PIECES);
    return lod_living(s) ? n : n > 0;
}

/* Steps from a space to the nearest British. */
static int distance(const lod_state *s, int from) {
    mk_set64 british = lod_with(s, LOD_BRITISH_PIECES) & LOD_MAP, reached = MK_BIT(from);
    int steps = 0;
    for (mk_set64 edge = reached; edge && !(reached & british); steps++) {
        edge = lod_near_any(s, edge) & LOD_MAP & ~reached;
        reached |= edge;
    }
    return reached & british ? steps : LOD_SPACES;
}

/* Regulars with no British in or next to their space go a step nearer; a Continental comes along
 * only where the rules of March want one. */
static lod_np_group who_is_far(const lod_state *s, int from, int to) {
    int here = distance(s, from);
    bool far = here > 1 && here < LOD_SPACES && distance(s, to) < here;
    return far ? group_of(s, from, to, lod_np_rebels_spared(s, from),
                          !lod_count(s, to, LOD_PATRIOT_PIECES))
               : (lod_np_group){0};
}

static mk_set64 nearer_spaces(const lod_state *s) {
    mk_set64 spaces = 0;
    MK_SET_EACH(to, LOD_MAP) {
        if (lod_np_leads_to(s, to, who_is_far) && lod_np_origins(s, to, who_is_far))
            spaces |= MK_BIT(to);
    }
    return spaces;
}

static int nearness(const lod_state *s, int space) { return -distance(s, space); }

static lod_np_group one_regular(const lod_state *s, int from, int to) {
    return group_of(s, from, to, lod_least(1, lod_np_rebels_spared(s, from)), 0);
}

/* Only if nothing else could be done. */
static mk_set64 reinforced(const lod_state *s) {
    mk_set64 spaces = 0;
    if (lod_current_const(s)->selected) return 0;
    MK_SET_EACH(to, lod_with(s, LOD_PATRIOT_PIECES) & lod_with(s, LOD_BRITISH_PIECES) & LOD_MAP) {
        if (lod_np_leads_to(s, to, one_regular) && lod_np_origins(s, to, one_regular))
            spaces |= MK_BIT(to);
    }
    return spaces;
}

enum { FOR_CONTROL, NEARER, ONE_REGULAR };
static const lod_np_bullet march[] = {
    [FOR_CONTROL] = {NOTE_F_MARCH_CONTROL,
                     to_control,
                     {lod_np_in_city, british_there},
                     LOD_V_SELECT},
    [NEARER] = {NOTE_F_MARCH_NEARER, nearer_spaces, {nearness}, LOD_V_SELECT},
    [ONE_REGULAR] = {NOTE_F_MARCH_ONE, reinforced, {0}, LOD_V_SELECT, .limit = 1},
    {0},
};

static bool plan_march(lod_state *s, mk_log *log) {
    return lod_np_bullets(s, march, log) || lod_np_finish(s, log);
}

/* A8-3: all who may come do, also when there is Control already. */
static bool plan_march_into(lod_state *s, mk_log *log) {
    static lod_np_spare *const spare[] = {all_who_may, who_is_far, one_regular};
    int to = mk_top(&s->base)->a, bullet = lod_current(s)->np.bullet;
    if (bullet > ONE_REGULAR) return lod_np_finish(s, log); /* an Event's March, with no priority */
    bool done = bullet > ONE_REGULAR || /* an Event's March, and nobody to send */
                (bullet == ONE_REGULAR && s->arrived[to][LOD_FRENCH_REGULAR]);
    if (!done && lod_np_send_largest(s, spare[bullet], log)) return true;
    return lod_np_did(s, LOD_V_FINISH, 0, 0, 0, log);
}

/* ---- 8.6.6 Battle ---- */

static bool battle_beckons(const lod_state *s) {
    MK_SET_EACH(space, lod_with(s, LOD_REBEL_CUBES) & lod_with(s, LOD_BRITISH_PIECES)) {
        int rebels = lod_count(s, space, LOD_REBEL_CUBES);
        rebels += (s->leader_at[LOD_PATRIOTS] == space) + (s->leader_at[LOD_FRENCH] == space);
        if (rebels > lod_count(s, space, LOD_BRITISH_PIECES)) return true;
    }
    return false;
}

/* The text asks for Continentals; with them come Militia and Washington (3.6.1). */
static mk_set64 favourable(lod_state *s) {
    mk_set64 spaces = 0;
    MK_SET_EACH(space, lod_np_open(s) & lod_with(s, LOD_BRITISH_PIECES)) {
        bool patriots = with_continentals(s, space) && patriots_can_pay(s);
        lod_odds odds = lod_battle_odds(s, space, patriots, 0);
        if (odds.attack > odds.defence) spaces |= MK_BIT(space);
    }
    return spaces;
}

/* The spaces are selected, then the Special Activity is executed, then the Battles are fought. */
static bool plan_battles(lod_state *s, mk_log *log) {
    static lod_np_key *const order[] = {lod_np_population, NULL};
    lod_np_plan *plan = &lod_current(s)->np;
    bool first = !plan->bullet;
    if (first) plan->marked = favourable(s);
    plan->bullet = 1;
    if (first && plan->marked && special(s, log)) return true;
    int space = lod_np_best(s, plan->marked & lod_np_open(s), order, log);
    if (space < 0) return lod_np_finish(s, log);
    lod_np_say_at(s, NOTE_F_BATTLE_SPACE, space, log);
    return lod_np_did(s, LOD_V_SELECT, space, 0, 0, log);
}

static bool plan_ally(lod_state *s, mk_log *log) {
    bool join = with_continentals(s, s->battle.at);
    lod_np_say(s, join ? NOTE_F_JOIN : NOTE_F_ALONE, log);
    return lod_np_did(s, join ? LOD_V_JOIN : LOD_V_ALONE, 0, 0, 0, log);
}

/* ---- The flowchart ---- */

static lod_command_kind before_treaty(lod_state *s, mk_log *log) {
    static const lod_np_choice hortalez[] = {{LOD_HORTALEZ, NOTE_F_HORTALEZ_EARLY}, {0}};
    static const lod_np_choice agents[] = {{LOD_AGENTS, NOTE_F_AGENTS},
                                           {LOD_HORTALEZ, NOTE_F_NO_AGENTS},
                                           {0}};
    bool poor = lod_np_roll_above(s, NOTE_F_HORTALEZ_ROLL, D3, s->resources[LOD_PATRIOTS], log);
    return lod_np_choose(s, poor ? hortalez : agents, log);
}

static lod_command_kind choose(lod_state *s, mk_log *log) {
    static const lod_np_choice muster[] = {{LOD_MUSTER, NOTE_F_MUSTER},
                                           {LOD_HORTALEZ, NOTE_F_NO_MUSTER},
                                           {0}};
    static const lod_np_choice battle[] = {{LOD_BATTLE, NOTE_F_BATTLE},
                                           {LOD_MARCH, NOTE_F_NO_BATTLE},
                                           {LOD_MUSTER, NOTE_F_NO_MARCH},
                                           {LOD_HORTALEZ, NOTE_F_NO_MUSTER},
                                           {0}};
    static const lod_np_choice march_first[] = {{LOD_MARCH, NOTE_F_MARCH},
                                                {LOD_MUSTER, NOTE_F_NO_MARCH},
                                                {LOD_HORTALEZ, NOTE_F_NO_MUSTER},
                                                {0}};
    if (!s->treaty) return before_treaty(s, log);
    int ready = lod_available(s, LOD_FRENCH_REGULAR);
    if (lod_np_roll_below(s, NOTE_F_MUSTER_ROLL, D6, ready, log))
        return lod_np_choose(s, muster, log);
    return lod_np_choose(s, battle_beckons(s) ? battle : march_first, log);
}

/* ---- 8.6.7, 8.6.8 Supply ---- */

static mk_set64 refuges(const lod_state *s, int from) {
    mk_set64 forts = 0;
    MK_SET_EACH(to, s->where[LOD_PATRIOT_FORT]) {
        if (lod_np_legal(s, LOD_V_WITHDRAW, from, to)) forts |= MK_BIT(to);
    }
    return forts;
}

static mk_set64 unsupplied(const lod_state *s) {
    mk_set64 spaces = 0;
    MK_SET_EACH(space, s->where[LOD_FRENCH_REGULAR] & LOD_MAP) {
        if (refuges(s, space) || lod_np_legal(s, LOD_V_DISBAND, space, 0)) spaces |= MK_BIT(space);
    }
    return spaces;
}

static mk_set64 worth_paying(const lod_state *s) {
    mk_set64 spaces = 0;
    MK_SET_EACH(space, unsupplied(s)) {
        if (lod_np_changes(s, space, 0, 0, -regulars(s, space))) spaces |= MK_BIT(space);
    }
    return s->resources[LOD_FRENCH] ? spaces : 0;
}

static int would_be_rewarded(const lod_state *s, int space) {
    return lod_np_reward_after(s, space, -regulars(s, space));
}

static bool plan_supply(lod_state *s, mk_log *log) {
    static const lod_np_target pay[] = {
        {NOTE_F_SUPPLY, worth_paying, {would_be_rewarded, lod_np_population}}, {0}};
    int space = lod_np_aim(s, pay, log);
    if (space >= 0) return lod_np_did(s, LOD_V_PAY, space, 0, 0, log);
    space = mk_set_first(unsupplied(s));
    int to = lod_np_pick(s, refuges(s, space), log);
    lod_np_say_at(s, to < 0 ? NOTE_F_HUNGER : NOTE_F_WITHDRAW, space, log);
    if (to < 0) return lod_np_did(s, LOD_V_DISBAND, space, 0, 0, log);
    return lod_np_did(s, LOD_V_WITHDRAW, space, to, 0, log);
}

static bool plan_indies(lod_state *s, mk_log *log) {
    lod_np_say(s, NOTE_F_INDIES, log);
    return lod_np_did(s, LOD_V_PAY, LOD_WEST_INDIES, 0, 0, log);
}

/* ---- 8.6.9, 8.6.10 ---- */

static bool plan_redeploy(lod_state *s, mk_log *log) {
    static lod_np_key *const order[] = {with_continentals, regulars, NULL};
    mk_set64 spaces = s->where[LOD_FRENCH_REGULAR] & LOD_MAP;
    return lod_np_redeploy(s, spaces, order, NOTE_F_REDEPLOY, log);
}

static mk_set64 tory_spaces(const lod_state *s) { return s->where[LOD_TORY] & LOD_MAP; }

static int tory_changes(const lod_state *s, int space) {
    return lod_np_changes(s, space, -1, 0, 0);
}

static int last_tory(const lod_state *s, int space) {
    bool last = s->piece[space][LOD_TORY] == 1 && s->level[space] != LOD_ACTIVE_SUPPORT;
    return last ? lod_np_worth(space) : 0;
}

static bool plan_desertion(lod_state *s, mk_log *log) {
    static const lod_np_target rows[] = {{NOTE_F_DESERTION, tory_spaces, {tory_changes, last_tory}},
                                         {0}};
    int space = lod_np_aim(s, rows, log);
    return lod_np_did(s, LOD_V_DESERT, LOD_TORY, space, 0, log);
}

const lod_np_faction lod_np_french = {
    .command = choose,
    .plan =
        {
            [LOD_PH_AGENTS] = plan_agents,
            [LOD_PH_HORTALEZ] = plan_hortalez,
            [LOD_PH_FRENCH_MUSTER] = plan_muster,
            [LOD_PH_FRENCH_FORT] = plan_fort,
            [LOD_PH_MARCH] = plan_march,
            [LOD_PH_MARCH_INTO] = plan_march_into,
            [LOD_PH_BATTLES] = plan_battles,
            [LOD_PH_BATTLE_ALLY] = plan_ally,
            [LOD_PH_WIN_BLOCKADE] = plan_win_blockade,
            [LOD_PH_AFTER] = special_or_finish,
            [LOD_PH_SPECIAL] = special,
            [LOD_PH_SET_BLOCKADE] = plan_blockade,
            [LOD_PH_REARRANGE] = plan_rearrange,
            [LOD_PH_SUPPLY_FRENCH] = plan_supply,
            [LOD_PH_INDIES] = plan_indies,
            [LOD_PH_REDEPLOY] = plan_redeploy,
            [LOD_PH_DESERTION] = plan_desertion,
        },
};
