/* np_british.c - non-player British (8.4): the flowchart and its Commands. Skirmish and Naval
 * Pressure are in np_british_special.c; what they do in winter and on other Factions' turns in
 * np_british_winter.c. */
#include "np_royal.h"

static int rebel_cubes(const lod_state *s, int space) {
    return lod_count(s, space, LOD_REBEL_CUBES);
}

static int least_support(const lod_state *s, int space) { return -lod_np_support(s, space); }

/* ---- Special Activities that go with a Command ---- */

static bool special(lod_state *s, mk_log *log) {
    if (!lod_np_special_open(s)) return false;
    if (lod_np_skirmish_first(s, log)) return true;
    lod_np_say(s, NOTE_B_NO_SPECIAL, log);
    return false;
}

/* One that is granted on its own; that of a Brilliant Stroke goes by its first Command (8.3.7). */
static bool plan_special(lod_state *s, mk_log *log) {
    bool garrison = s->stroke.first == LOD_GARRISON;
    return garrison ? lod_np_naval_first(s, log) : lod_np_skirmish_first(s, log);
}

/* ---- 8.4.1 Garrison ---- */

enum { REGULARS_FOR_GARRISON = 10, GARRISON_COST = 2, MARGIN = 2, CUBES_IN_CITY = 3 };
enum { TAKE_CITY, ONE_REGULAR, THREE_CUBES }; /* rows of the Garrison */

static bool must_garrison(const lod_state *s) {
    mk_set64 lost = LOD_CITIES & s->control[LOD_REBELLION] & ~s->where[LOD_PATRIOT_FORT];
    return lost && lod_on_map(s, LOD_KIND(LOD_BRITISH_REGULAR)) >= REGULARS_FOR_GARRISON;
}

static bool calm(const lod_state *s, int space) { /* the last Regular may leave it */
    return !mk_set_has(lod.populated, space) || s->level[space] == LOD_ACTIVE_SUPPORT;
}

/* Regulars that may leave, as things are. A City is not robbed of what another is to be given. */
static int garrison_spare(const lod_state *s, int from) {
    int n = lod_movable(s, from, LOD_BRITISH_REGULAR);
    if (!calm(s, from)) n = lod_least(n, s->piece[from][LOD_BRITISH_REGULAR] - 1);
    if (!lod_british_control(s, from)) return n;
    n = lod_least(n, lod_np_royalists(s, from) - lod_np_rebels(s, from) - MARGIN);
    bool robbed = lod_current_const(s)->np.bullet == THREE_CUBES && mk_set_has(LOD_CITIES, from);
    return robbed ? lod_least(n, lod_count(s, from, LOD_BRITISH_CUBES) - CUBES_IN_CITY) : n;
}

static mk_set64 garrison_origins(const lod_state *s, int to) {
    mk_set64 from_set = s->where[LOD_BRITISH_REGULAR] & LOD_MAP & ~s->blockaded & ~MK_BIT(to);
    mk_set64 origins = 0;
    MK_SET_EACH(from, from_set & lod_np_led_from(s, to)) {
        if (garrison_spare(s, from) > 0) origins |= MK_BIT(from);
    }
    return origins;
}

static int reserves(const lod_state *s, int to) {
    int n = 0;
    MK_SET_EACH(from, garrison_origins(s, to)) n += garrison_spare(s, from);
    return n;
}

/* How many Regulars a City wants by the priority that the Command has come to. */
static int wanted(const lod_state *s, int city) {
    switch (lod_current_const(s)->np.bullet) {
    case TAKE_CITY: {
        int lead = lod_np_rebels(s, city) - lod_np_royalists(s, city) + 1;
        return lod_british_control(s, city) ? 0 : lead > 1 ? lead : 1;
    }
    case ONE_REGULAR: return s->piece[city][LOD_BRITISH_REGULAR] ? 0 : 1;
    default: return CUBES_IN_CITY - lod_count(s, city, LOD_BRITISH_CUBES);
    }
}

/* Cities among these that want some, and can have them. */
static mk_set64 to_garrison(const lod_state *s, mk_set64 cities) {
    const lod_command *c = lod_current_const(s);
    mk_set64 fit = 0;
    cities &= (lod_np_open(s) | c->selected) & ~c->struck;
    MK_SET_EACH(city, cities) {
        int n = wanted(s, city);
        if (n > 0 && n <= reserves(s, city)) fit |= MK_BIT(city);
    }
    return fit;
}

static mk_set64 cities_to_take(const lod_state *s) {
    return to_garrison(s, LOD_CITIES & ~s->control[LOD_ROYALISTS]);
}

static mk_set64 cities_held(const lod_state *s) {
    return to_garrison(s, LOD_CITIES & s->control[LOD_ROYALISTS]);
}

static mk_set64 unsure_cities(const lod_state *s) {
    return cities_held(s) & ~lod_at_level(s, LOD_ACTIVE_SUPPORT);
}

/* Most Rebellion pieces where no Patriot Fort is; then New York City. */
static int city_to_take(const lod_state *s, int city) {
    int rebels = s->piece[city][LOD_PATRIOT_FORT] ? 0 : lod_np_rebels(s, city);
    return rebels ? 1 + rebels : city == LOD_NEW_YORK_CITY;
}

static int hidden_militia(const lod_state *s, int space) {
    return s->piece[space][LOD_MILITIA] > 0;
}

/* So many from one space to another. False: someone else decides now. */
static bool transfer(lod_state *s, int from, int to, int n, mk_log *log) {
    for (int i = 0; i < n; i++) {
        bool same = lod_np_do(s, LOD_V_GARRISON, from, to, 0, log);
        if (!same && mk_top(&s->base)->phase == LOD_PH_LEADER_ALONE) lod_np_leader_alone(s, log);
    }
    return mk_top(&s->base)->phase == LOD_PH_GARRISON;
}

static bool garrison(lod_state *s, int to, mk_log *log) {
    for (int n; (n = wanted(s, to)) > 0;) {
        int from = lod_np_pick(s, garrison_origins(s, to), log);
        if (from < 0) break;
        if (!transfer(s, from, to, lod_least(n, garrison_spare(s, from)), log)) break;
    }
    return true;
}

static const lod_np_bullet garrison_rows[] = {
    [TAKE_CITY] = {NOTE_B_GARRISON_CONTROL,
                   cities_to_take,
                   {city_to_take},
                   .act = garrison,
                   .selected_too = true},
    [ONE_REGULAR] = {NOTE_B_GARRISON_ONE, unsure_cities, .act = garrison, .selected_too = true},
    [THREE_CUBES] = {NOTE_B_GARRISON_THREE,
                     cities_held,
                     {hidden_militia},
                     .act = garrison,
                     .selected_too = true},
    {0},
};

/* 8.1: what cannot be paid for is not begun, though Naval Pressure might bring the money. */
static bool can_pay_garrison(const lod_state *s) {
    return s->resources[LOD_BRITISH] >= GARRISON_COST;
}

static bool plan_garrison(lod_state *s, mk_log *log) {
    lod_command *c = lod_current(s);
    if (!c->np.decided) {
        if (!lod_free(c) && !can_pay_garrison(s)) return false;
        c->np.decided = 1;
        if (lod_np_special_open(s) && lod_np_naval_first(s, log)) return true;
    }
    if (lod_np_bullets(s, garrison_rows, log)) return true;
    return c->selected && lod_np_finish(s, log);
}

static int rebel_units(const lod_state *s, int space) {
    return lod_count(s, space, LOD_PATRIOT_UNITS | LOD_FRENCH_PIECES);
}

static int fewest_people(const lod_state *s, int space) { return -lod_np_population(s, space); }

/* The City from which most of them go, and the Province where they do the least harm. */
static bool plan_displace(lod_state *s, mk_log *log) {
    static lod_np_key *const order[] = {lod_np_opposition, least_support, fewest_people, NULL};
    mk_set64 cities = 0;
    MK_SET_EACH(city, LOD_CITIES & lod_with(s, LOD_PATRIOT_UNITS | LOD_FRENCH_PIECES)) {
        if (lod_np_legal(s, LOD_V_DISPLACE, city, mk_set_first(lod_near(s, city))))
            cities |= MK_BIT(city);
    }
    cities = lod_np_most(s, cities, rebel_units);
    int to = lod_np_best(s, lod_near_any(s, cities) & LOD_PROVINCES, order, log);
    if (to < 0) return lod_np_finish(s, log);
    int city = lod_np_pick(s, cities & lod_near(s, to), log);
    lod_np_say_at(s, NOTE_B_DISPLACE, city, log);
    return lod_np_did(s, LOD_V_DISPLACE, city, to, 0, log);
}

/* ---- 8.4.2 Muster ---- */

enum { MOST_REGULARS = 6, TORIES = 2, CUBES_FOR_FORT = 5 };

static mk_set64 regular_sites(const lod_state *s) {
    bool tories_only = lod_current_const(s)->flags & LOD_TORIES_ONLY;
    bool some = lod_available(s, LOD_BRITISH_REGULAR) > 0;
    return some && !tories_only ? lod_regular_spaces(s) : 0;
}

static int undecided_people(const lod_state *s, int space) {
    return mk_set_has(LOD_MAP, space) && s->level[space] != LOD_ACTIVE_SUPPORT &&
           s->level[space] != LOD_ACTIVE_OPPOSITION;
}

static int use_of_regulars(const lod_state *s, int space) {
    int n = lod_least(lod_available(s, LOD_BRITISH_REGULAR), MOST_REGULARS);
    if (lod_np_adds(s, space, LOD_ROYALISTS, n, 0, 0)) return 2;
    return s->piece[space][LOD_TORY] && !s->piece[space][LOD_BRITISH_REGULAR];
}

static mk_set64 tory_sites(const lod_state *s) {
    const lod_command *c = lod_current_const(s);
    if (!lod_available(s, LOD_TORY)) return 0;
    return lod_tory_spaces(s) & ~c->entered & (c->selected | lod_np_open(s));
}

static mk_set64 regulars_alone(const lod_state *s) {
    return tory_sites(s) & s->where[LOD_BRITISH_REGULAR] & ~s->where[LOD_TORY];
}

static int selected(const lod_state *s, int space) {
    return mk_set_has(lod_current_const(s)->selected, space);
}

static int tories_for(const lod_state *s, int space) {
    int n = s->level[space] == LOD_PASSIVE_OPPOSITION ? 1 : TORIES;
    return lod_least(n, lod_available(s, LOD_TORY));
}

static int tory_control(const lod_state *s, int space) {
    return lod_np_changes(s, space, tories_for(s, space), 0, 0);
}

static mk_set64 control_by_tories(const lod_state *s) {
    mk_set64 changed = 0;
    MK_SET_EACH(space, tory_sites(s)) {
        if (tory_control(s, space)) changed |= MK_BIT(space);
    }
    return changed;
}

static mk_set64 weak_colonies(const lod_state *s) {
    mk_set64 weak = 0;
    MK_SET_EACH(space, tory_sites(s) & LOD_COLONIES & ~s->where[LOD_BRITISH_FORT]) {
        if (lod_count(s, space, LOD_BRITISH_CUBES) < CUBES_FOR_FORT) weak |= MK_BIT(space);
    }
    return weak;
}

static const lod_np_bullet muster_rows[] = {
    {NOTE_B_MUSTER_REGULARS,
     regular_sites,
     {undecided_people, use_of_regulars, lod_np_population},
     LOD_V_REGULARS,
     .limit = 1},
    {NOTE_B_MUSTER_COMPANY, regulars_alone, {selected}, LOD_V_TORIES, .selected_too = true},
    {NOTE_B_MUSTER_CONTROL, control_by_tories, {tory_control}, LOD_V_TORIES, .selected_too = true},
    {NOTE_B_MUSTER_COLONY, weak_colonies, {0}, LOD_V_TORIES, .selected_too = true},
    {0},
};

/* A Fort or a reward in a space of the Muster if possible, else in one more. */
static mk_set64 building_sites(const lod_state *s) {
    const lod_command *c = lod_current_const(s);
    return c->flags & LOD_TORIES_ONLY ? 0 : c->selected | lod_np_open(s);
}

static mk_set64 fort_sites(const lod_state *s) {
    mk_set64 fit = 0;
    if (!lod_available(s, LOD_BRITISH_FORT)) return 0;
    MK_SET_EACH(space, building_sites(s) & LOD_COLONIES & ~s->where[LOD_BRITISH_FORT]) {
        int cubes = lod_count(s, space, LOD_BRITISH_CUBES);
        if (cubes >= CUBES_FOR_FORT && lod_room(s, space) > 0) fit |= MK_BIT(space);
    }
    return fit;
}

static mk_set64 reward_sites(const lod_state *s) {
    mk_set64 fit = 0;
    MK_SET_EACH(space, building_sites(s) & s->where[LOD_BRITISH_REGULAR] & s->where[LOD_TORY]) {
        if (lod_np_loyalty(s, space) > 0) fit |= MK_BIT(space);
    }
    return fit;
}

static bool build(lod_state *s, mk_log *log) {
    mk_set64 mustered = lod_current(s)->selected, rewards = reward_sites(s);
    int lead = lod_total_opposition(s) - lod_total_support(s);
    if (rewards && (!lod_available(s, LOD_BRITISH_FORT) ||
                    lod_np_roll_below(s, NOTE_B_REWARD_ROLL, 3, lead, log))) {
        int space = lod_np_most_loyal(s, lod_np_prefer(rewards, mustered), log);
        return lod_np_did(s, LOD_V_REWARD, space, 0, 0, log);
    }
    int space = lod_np_pick(s, lod_np_prefer(fort_sites(s), mustered), log);
    if (space < 0) return false;
    lod_np_say_at(s, NOTE_B_MUSTER_FORT, space, log);
    return lod_np_did(s, LOD_V_FORT, space, 0, 0, log);
}

static bool plan_muster(lod_state *s, mk_log *log) {
    lod_command *c = lod_current(s);
    bool first = !c->selected && s->np.aborted && lod_np_special_open(s);
    if (first && lod_np_naval_first(s, log)) return true; /* of the Garrison that was aborted */
    if (lod_np_bullets(s, muster_rows, log)) return true;
    if (!c->np.decided) {
        c->np.decided = 1;
        if (build(s, log)) return true;
    }
    return c->selected && (special(s, log) || lod_np_finish(s, log));
}

/* ---- 8.4.3 March ---- */

enum { MARCH_CONTROL, MARCH_TORIES, MARCH_REGULARS, MARCH_IN_PLACE, CUBES_PER_MILITIA = 3 };

/* Pieces that British Control of the space does not need. */
static int not_needed(const lod_state *s, int from) {
    int all = lod_np_royalists(s, from);
    return lod_british_control(s, from) ? all - lod_np_rebels(s, from) - 1 : all;
}

/* The group that may leave: Regulars and as many Tories, if Control can spare them. */
static lod_np_group british_group(const lod_state *s, int from, int to) {
    (void)to;
    const uint8_t *there = s->piece[from];
    int regulars = lod_movable(s, from, LOD_BRITISH_REGULAR), spare = not_needed(s, from);
    int tories = lod_least(lod_movable(s, from, LOD_TORY), there[LOD_TORY] - 1);
    bool others = there[LOD_TORY] || there[LOD_BRITISH_FORT];
    bool may_be_last = s->level[from] == LOD_ACTIVE_SUPPORT && others;
    if (lod_british_control(s, from) && !may_be_last)
        regulars = lod_least(regulars, there[LOD_BRITISH_REGULAR] - 1);
    tories = lod_least(tories, lod_least(regulars, spare / 2));
    if (tories < 0) tories = 0;
    regulars = lod_least(regulars, spare - tories);
    lod_np_group g = {0};
    if (regulars <= 0) return g;
    g.n[LOD_BRITISH_REGULAR] = (uint8_t)regulars;
    g.n[LOD_TORY] = (uint8_t)tories;
    return g;
}

/* Common Cause: War Parties by land to make up for Tories, the last one stays. */
static lod_np_group common_group(const lod_state *s, int from, int to) {
    lod_np_group g = british_group(s, from, to);
    int regulars = g.n[LOD_BRITISH_REGULAR], tories = g.n[LOD_TORY];
    bool by_land =
        mk_set_has(lod_near(s, from) & LOD_PROVINCES, to) && mk_set_has(LOD_PROVINCES, from);
    if (regulars <= tories || !by_land || lod_why_not_common_cause(s)) return g;
    int parties = lod_least(regulars - tories, lod_count(s, from, LOD_WAR_PARTIES) - 1);
    parties = lod_least(parties, not_needed(s, from) - regulars - tories);
    int active = lod_least(parties, lod_movable(s, from, LOD_ACTIVE_WAR_PARTY));
    if (active > 0) g.n[LOD_ACTIVE_WAR_PARTY] = (uint8_t)active;
    int hidden = lod_least(parties - active, lod_movable(s, from, LOD_WAR_PARTY));
    if (parties > 0 && hidden > 0) g.n[LOD_WAR_PARTY] = (uint8_t)hidden;
    return g;
}

static lod_np_group group_with_tories(const lod_state *s, int from, int to) {
    lod_np_group g = british_group(s, from, to);
    return g.n[LOD_TORY] ? g : (lod_np_group){0};
}

static mk_set64 march_sites(const lod_state *s) {
    return lod_np_open(s) | lod_current_const(s)->selected;
}

/* What all groups have together is more than any destination can get. */
static int strength(const lod_state *s) {
    int n = 0;
    MK_SET_EACH(from, s->where[LOD_BRITISH_REGULAR] & LOD_MAP) {
        lod_np_group g = british_group(s, from, from);
        n += lod_np_size(&g) + lod_count(s, from, LOD_WAR_PARTIES);
    }
    return n;
}

static mk_set64 to_control(const lod_state *s) {
    mk_set64 towns = (LOD_CITIES | LOD_COLONIES) & ~s->control[LOD_ROYALISTS] & lod_np_open(s);
    mk_set64 fit = 0;
    int most = strength(s);
    MK_SET_EACH(to, towns) {
        if (lod_np_rebels(s, to) - lod_np_royalists(s, to) >= most) continue;
        if (lod_np_leads_to(s, to, common_group) &&
            lod_np_could_control(s, to, LOD_ROYALISTS, common_group))
            fit |= MK_BIT(to);
    }
    return fit;
}

static int has_rebel_cubes(const lod_state *s, int space) { return rebel_cubes(s, space) > 0; }

/* Of some spaces those that still wait for Active Support and that a group can come to. */
static mk_set64 to_join(const lod_state *s, mk_set64 spaces, lod_np_spare *spare) {
    mk_set64 fit = 0;
    spaces &= lod.populated & ~lod_at_level(s, LOD_ACTIVE_SUPPORT) & march_sites(s);
    MK_SET_EACH(to, spaces) {
        if (lod_np_leads_to(s, to, spare) && lod_np_origins(s, to, spare)) fit |= MK_BIT(to);
    }
    return fit;
}

static mk_set64 to_join_regulars(const lod_state *s) {
    mk_set64 alone = s->where[LOD_BRITISH_REGULAR] & ~s->where[LOD_TORY];
    return to_join(s, alone, group_with_tories);
}

static mk_set64 to_join_tories(const lod_state *s) {
    mk_set64 alone = s->where[LOD_TORY] & ~s->where[LOD_BRITISH_REGULAR];
    return to_join(s, alone, british_group);
}

static mk_set64 to_search(const lod_state *s) {
    mk_set64 fit = 0;
    MK_SET_EACH(space, s->where[LOD_MILITIA] & lod_np_led_here(s)) {
        if (lod_count(s, space, LOD_BRITISH_CUBES) >= CUBES_PER_MILITIA) fit |= MK_BIT(space);
    }
    return fit;
}

static int supports(const lod_state *s, int space) { return s->level[space] > 0; }

static const lod_np_bullet march_rows[] = {
    [MARCH_CONTROL] = {NOTE_B_MARCH_CONTROL,
                       to_control,
                       {lod_np_in_city, has_rebel_cubes, lod_np_population},
                       LOD_V_SELECT,
                       .limit = 2},
    [MARCH_TORIES] =
        {NOTE_B_MARCH_TORIES, to_join_regulars, {selected}, LOD_V_SELECT, .selected_too = true},
    [MARCH_REGULARS] =
        {NOTE_B_MARCH_REGULARS, to_join_tories, {selected}, LOD_V_SELECT, .selected_too = true},
    [MARCH_IN_PLACE] = {NOTE_B_MARCH_IN_PLACE, to_search, {supports}, LOD_V_SELECT},
    {0},
};

static bool plan_march(lod_state *s, mk_log *log) {
    if (lod_np_bullets(s, march_rows, log)) return true;
    return lod_current(s)->selected && lod_np_finish(s, log);
}

/* Groups come until the destination has what it was selected for. */
static bool plan_march_into(lod_state *s, mk_log *log) {
    int to = mk_top(&s->base)->a;
    bool done = true;
    lod_np_spare *spare = british_group;
    switch (lod_current(s)->np.bullet) {
    case MARCH_CONTROL:
        done = lod_british_control(s, to);
        spare = common_group;
        break;
    case MARCH_TORIES:
        done = s->piece[to][LOD_TORY] > 0;
        spare = group_with_tories;
        break;
    case MARCH_REGULARS: done = s->piece[to][LOD_BRITISH_REGULAR] > 0; break;
    default: break;
    }
    if (!done && lod_np_send_largest(s, spare, log)) return true;
    return lod_np_finish(s, log);
}

/* "If no Common Cause was used during the March". */
static bool plan_after(lod_state *s, mk_log *log) {
    if (lod_current(s)->kind == LOD_MARCH && special(s, log)) return true;
    return lod_np_finish(s, log);
}

/* ---- 8.4.4 Battle ---- */

enum { REBELS_FOR_BATTLE = 2 };

static int leaders_with(const lod_state *s, int space) {
    return (s->leader_at[LOD_PATRIOTS] == space) + (s->leader_at[LOD_FRENCH] == space);
}

/* A8-2e: the living edition counts Active pieces, and Leaders on both sides. */
static bool must_battle(const lod_state *s) {
    MK_SET_EACH(space, s->where[LOD_BRITISH_REGULAR] & lod_with(s, LOD_REBEL_PIECES)) {
        int ours = s->piece[space][LOD_BRITISH_REGULAR] + (s->leader_at[LOD_BRITISH] == space);
        int rebels = lod_np_rebels(s, space), seen = rebels;
        if (lod_living(s)) {
            seen -= s->piece[space][LOD_MILITIA];
            rebels += leaders_with(s, space);
        }
        if (seen >= REBELS_FOR_BATTLE && ours > rebels) return true;
    }
    return false;
}

/* Common Cause: as many War Parties as Regulars lack Tories, but not the last Underground one; 0 if
 * that would not increase the Force Level. */
static int common_parties(lod_state *s, int space) {
    const uint8_t *there = s->piece[space];
    int hidden = there[LOD_WAR_PARTY], parties = there[LOD_ACTIVE_WAR_PARTY];
    if (hidden > 0) parties += hidden - 1;
    int n = lod_least(parties, there[LOD_BRITISH_REGULAR] - there[LOD_TORY]);
    if (n <= 0 || lod_why_not_common_cause(s)) return 0;
    int with = lod_battle_odds(s, space, false, n).attack;
    return with > lod_battle_odds(s, space, false, 0).attack ? n : 0;
}

static bool favourable(lod_state *s, int space) {
    lod_odds odds = lod_battle_odds(s, space, false, common_parties(s, space));
    return odds.attack > odds.defence;
}

static int british_pieces(const lod_state *s, int space) {
    return lod_count(s, space, LOD_BRITISH_PIECES);
}

static lod_np_key *const most_british[] = {british_pieces, NULL};

/* All that are favourable, as far as the money goes. */
static mk_set64 select_battles(lod_state *s, mk_log *log) {
    const lod_command *c = lod_current(s);
    mk_set64 worth = lod_with(s, LOD_REBEL_CUBES | LOD_KIND(LOD_PATRIOT_FORT)), fit = 0, chosen = 0;
    MK_SET_EACH(space, lod_np_open(s) & worth) {
        if (favourable(s, space)) fit |= MK_BIT(space);
    }
    int most = lod_free(c) ? c->limit : lod_least(c->limit, s->resources[LOD_BRITISH]);
    if (mk_set_size(fit) <= most) return fit;
    while (mk_set_size(chosen) < most)
        chosen |= MK_BIT(lod_np_best(s, fit & ~chosen, most_british, log));
    return chosen;
}

static bool common_cause_helps(lod_state *s, mk_set64 spaces) {
    MK_SET_EACH(space, spaces) {
        if (common_parties(s, space)) return true;
    }
    return false;
}

static bool plan_battles(lod_state *s, mk_log *log) {
    lod_command *c = lod_current(s);
    if (!c->np.decided) {
        c->np.marked = select_battles(s, log);
        if (!c->np.marked) return false;
        c->np.decided = 1;
        if (!common_cause_helps(s, c->np.marked) && special(s, log)) return true;
    }
    int space = lod_np_best(s, c->np.marked & lod_np_open(s), most_british, log);
    if (space < 0) return c->selected && lod_np_finish(s, log);
    lod_np_say_at(s, NOTE_B_BATTLE_SPACE, space, log);
    return lod_np_did(s, LOD_V_SELECT, space, 0, 0, log);
}

static bool plan_battle_attack(lod_state *s, mk_log *log) {
    int at = s->battle.at;
    if (!s->battle.common && !common_parties(s, at)) return lod_np_finish(s, log);
    if (!s->battle.common) lod_np_say_at(s, NOTE_B_COMMON_CAUSE, at, log);
    bool active = lod_np_legal(s, LOD_V_USE, LOD_ACTIVE_WAR_PARTY, 0);
    if (active) return lod_np_did(s, LOD_V_USE, LOD_ACTIVE_WAR_PARTY, 0, 0, log);
    bool hidden = s->piece[at][LOD_WAR_PARTY] > 1 && lod_np_legal(s, LOD_V_USE, LOD_WAR_PARTY, 0);
    if (hidden) return lod_np_did(s, LOD_V_USE, LOD_WAR_PARTY, 0, 0, log);
    return lod_np_finish(s, log);
}

/* ---- The flowchart ---- */

static lod_command_kind choose(lod_state *s, mk_log *log) {
    static const lod_np_choice muster[] = {{LOD_MUSTER, NOTE_B_MUSTER},
                                           {LOD_MARCH, NOTE_B_MARCH_INSTEAD},
                                           {0}};
    static const lod_np_choice garrison_fails[] = {{LOD_MUSTER, NOTE_B_MUSTER_INSTEAD},
                                                   {LOD_MARCH, NOTE_B_MARCH_INSTEAD},
                                                   {0}};
    static const lod_np_choice battle[] = {{LOD_BATTLE, NOTE_B_BATTLE},
                                           {LOD_MARCH, NOTE_B_MARCH_INSTEAD},
                                           {LOD_MUSTER, NOTE_B_MUSTER_INSTEAD},
                                           {0}};
    static const lod_np_choice march[] = {{LOD_MARCH, NOTE_B_MARCH},
                                          {LOD_MUSTER, NOTE_B_MUSTER_INSTEAD},
                                          {0}};
    static const lod_np_choice garrison_first[] = {{LOD_GARRISON, NOTE_B_GARRISON}, {0}};
    s->np.aborted = 0;
    if (must_garrison(s)) {
        lod_command_kind kind = lod_np_choose(s, garrison_first, log);
        if (kind != LOD_NO_COMMAND) return kind;
        s->np.aborted = can_pay_garrison(s);
        return lod_np_choose(s, garrison_fails, log);
    }
    int regulars = lod_available(s, LOD_BRITISH_REGULAR);
    if (lod_np_roll_below(s, NOTE_B_MUSTER_ROLL, 6, regulars, log))
        return lod_np_choose(s, muster, log);
    return lod_np_choose(s, must_battle(s) ? battle : march, log);
}

const lod_np_faction lod_np_british = {
    .command = choose,
    .plan =
        {
            [LOD_PH_GARRISON] = plan_garrison,
            [LOD_PH_DISPLACE] = plan_displace,
            [LOD_PH_MUSTER] = plan_muster,
            [LOD_PH_MARCH] = plan_march,
            [LOD_PH_MARCH_INTO] = plan_march_into,
            [LOD_PH_BATTLES] = plan_battles,
            [LOD_PH_BATTLE_ATTACK] = plan_battle_attack,
            [LOD_PH_BATTLE_DEFEND] = lod_np_royal_defence,
            [LOD_PH_AFTER] = plan_after,
            [LOD_PH_SPECIAL] = plan_special,
            [LOD_PH_STRIKE] = lod_np_british_strike,
            [LOD_PH_LIFT_BLOCKADE] = lod_np_lift_blockade,
            [LOD_PH_REWARD] = lod_np_reward,
            [LOD_PH_LOYALTY] = lod_np_loyalty_phase,
            [LOD_PH_TRADE] = lod_np_trade_answer,
            [LOD_PH_SUPPLY_BRITISH] = lod_np_british_supply,
            [LOD_PH_INDIES] = lod_np_british_indies,
            [LOD_PH_REDEPLOY] = lod_np_british_redeploy,
            [LOD_PH_DESERTION] = lod_np_tory_desertion,
        },
};
