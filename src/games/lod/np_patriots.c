/* np_patriots.c - non-player Patriots (8.5). */
#include "np.h"

/* ---- Counting ---- */

static int militia(const lod_state *s, int space) { return lod_count(s, space, LOD_MILITIAS); }

static int units(const lod_state *s, int space) { return lod_count(s, space, LOD_PATRIOT_UNITS); }

static int villages(const lod_state *s, int space) { return s->piece[space][LOD_VILLAGE]; }

static int with_village(const lod_state *s, int space) { return villages(s, space) > 0; }

static int with_fort(const lod_state *s, int space) { return s->piece[space][LOD_PATRIOT_FORT]; }

/* ---- 8.5.1 Partisans ---- */

/* What a strike of this way removes: War Parties before cubes (8.1.2), or a Village. */
typedef struct {
    int british, indians, militia;
} toll;

static toll partisan_toll(const lod_state *s, int space) {
    int way = lod_np_way(s, LOD_V_PARTISANS, space);
    if (way == 3) return (toll){0, 1, 1};
    int parties = lod_count(s, space, LOD_WAR_PARTIES);
    if (parties > way) parties = way;
    return (toll){way - parties, parties, way == 2 ? 1 : 0};
}

static int partisans_add(const lod_state *s, int space) {
    toll t = partisan_toll(s, space);
    return lod_np_adds(s, space, LOD_REBELLION, -t.british, -t.indians, -t.militia);
}

static int partisans_end(const lod_state *s, int space) {
    toll t = partisan_toll(s, space);
    return lod_np_ends(s, space, LOD_ROYALISTS, -t.british, -t.indians, -t.militia);
}

static int parties_struck(const lod_state *s, int space) { return partisan_toll(s, space).indians; }

static int british_struck(const lod_state *s, int space) { return partisan_toll(s, space).british; }

static mk_set64 bare_villages(const lod_state *s) { return lod_np_with_way(s, LOD_V_PARTISANS, 3); }

static mk_set64 partisan_spaces(const lod_state *s) {
    return lod_np_with_way(s, LOD_V_PARTISANS, 1) | lod_np_with_way(s, LOD_V_PARTISANS, 2);
}

static mk_set64 partisans_meet_parties(const lod_state *s) {
    return partisan_spaces(s) & lod_with(s, LOD_WAR_PARTIES);
}

static bool partisans(lod_state *s, mk_log *log) {
    static const lod_np_target rows[] = {
        {NOTE_P_PARTISANS_VILLAGE, bare_villages, {partisans_add, partisans_end}},
        {NOTE_P_PARTISANS_PARTIES,
         partisans_meet_parties,
         {parties_struck, partisans_add, partisans_end}},
        {NOTE_P_PARTISANS_BRITISH, partisan_spaces, {british_struck, partisans_add, partisans_end}},
        {0},
    };
    int space = lod_np_aim(s, rows, log);
    if (space < 0) return false;
    int way = lod_np_way(s, LOD_V_PARTISANS, space);
    return lod_np_did(s, LOD_V_PARTISANS, space, way, 0, log);
}

/* ---- 8.5.1 Skirmish ---- */

static int skirmish_adds(const lod_state *s, int space) {
    int way = lod_np_way(s, LOD_V_SKIRMISH, space), own = way > 1, british = way == 3 ? 1 : way;
    return lod_np_adds(s, space, LOD_REBELLION, -british, 0, -own);
}

static int skirmish_ends(const lod_state *s, int space) {
    int way = lod_np_way(s, LOD_V_SKIRMISH, space), own = way > 1, british = way == 3 ? 1 : way;
    return lod_np_ends(s, space, LOD_ROYALISTS, -british, 0, -own);
}

static mk_set64 bare_forts(const lod_state *s) { return lod_np_with_way(s, LOD_V_SKIRMISH, 3); }

static mk_set64 skirmish_spaces(const lod_state *s) {
    return lod_np_with_way(s, LOD_V_SKIRMISH, 1) | lod_np_with_way(s, LOD_V_SKIRMISH, 2);
}

static bool skirmish(lod_state *s, mk_log *log) {
    static const lod_np_target rows[] = {
        {NOTE_P_SKIRMISH_FORT, bare_forts, {skirmish_adds, skirmish_ends}},
        {NOTE_P_SKIRMISH, skirmish_spaces, {skirmish_adds, skirmish_ends}},
        {0},
    };
    int space = lod_np_aim(s, rows, log);
    if (space < 0) return false;
    int way = lod_np_way(s, LOD_V_SKIRMISH, space);
    return lod_np_did(s, LOD_V_SKIRMISH, space, way, 0, log);
}

/* ---- 8.5.1 Persuasion ---- */

static mk_set64 persuadable(const lod_state *s) {
    mk_set64 spaces = 0;
    MK_SET_EACH(space, lod_persuasion_spaces(s)) {
        if (lod_np_legal(s, LOD_V_PERSUADE, space, 0)) spaces |= MK_BIT(space);
    }
    return spaces;
}

static bool persuade(lod_state *s, mk_log *log) {
    static const lod_np_target rows[] = {{NOTE_P_PERSUASION, persuadable, {with_fort}}, {0}};
    int space = lod_np_aim(s, rows, log);
    return space >= 0 && lod_np_did(s, LOD_V_PERSUADE, space, 0, 0, log);
}

static bool plan_persuasion(lod_state *s, mk_log *log) {
    return persuade(s, log) || lod_np_finish(s, log);
}

/* ---- 8.5.1 to 8.5.4: the Special Activity that goes with any Command ---- */

static bool special(lod_state *s, mk_log *log) {
    if (!s->resources[LOD_PATRIOTS] && persuadable(s)) {
        lod_np_say(s, NOTE_P_SPECIAL_BROKE, log);
        return persuade(s, log);
    }
    return partisans(s, log) || skirmish(s, log) || persuade(s, log);
}

static bool special_or_finish(lod_state *s, mk_log *log) {
    return special(s, log) || lod_np_finish(s, log);
}

/* What follows when a Command has nothing more to select; false if it never had. */
static bool round_off(lod_state *s, mk_log *log) {
    return lod_current(s)->selected ? special_or_finish(s, log) : lod_np_finish(s, log);
}

/* 8.5.2, 8.5.3: the money is gone in the midst of a Command, and there is a way to more. */
static bool refill(lod_state *s, lod_note note, mk_log *log) {
    const lod_command *c = lod_current(s);
    if (!c->selected || lod_free(c) || s->resources[LOD_PATRIOTS] || !persuadable(s)) return false;
    lod_np_say(s, note, log);
    return persuade(s, log);
}

/* ---- 8.5.1 Battle ---- */

static bool french_can_pay(const lod_state *s) {
    return s->resources[LOD_FRENCH] > 0 || s->leader[LOD_FRENCH] == LOD_ROCHAMBEAU;
}

/* The Active Royalist pieces: Forts, Villages and cubes always are (1.4.3). */
static int seen(const lod_state *s, int space) {
    return lod_count(s, space, LOD_ROYALIST_PIECES & ~LOD_KIND(LOD_WAR_PARTY));
}

/* As given any Royalist pieces will do, Underground ones alone as well; the flowchart, which is the
 * living edition's, asks for Active ones. */
static bool somebody_to_fight(const lod_state *s, int space) {
    return lod_living(s) ? seen(s, space) > 0 : lod_np_royalists(s, space) > 0;
}

static bool outnumbers(const lod_state *s, int space) {
    int rebels = lod_count(s, space, LOD_REBEL_CUBES);
    rebels += (s->leader_at[LOD_PATRIOTS] == space) + (s->leader_at[LOD_FRENCH] == space);
    return somebody_to_fight(s, space) && rebels > seen(s, space);
}

static bool battle_beckons(const lod_state *s) {
    mk_set64 both = lod_with(s, LOD_REBEL_CUBES) & lod_with(s, LOD_ROYALIST_PIECES) & LOD_MAP;
    MK_SET_EACH(space, both) {
        if (outnumbers(s, space)) return true;
    }
    return false;
}

static mk_set64 favourable(lod_state *s) {
    mk_set64 spaces = 0;
    MK_SET_EACH(space, lod_np_open(s)) {
        bool french = s->piece[space][LOD_FRENCH_REGULAR] && french_can_pay(s);
        lod_odds odds = lod_battle_odds(s, space, french, 0);
        if (somebody_to_fight(s, space) && odds.attack > odds.defence) spaces |= MK_BIT(space);
    }
    return spaces;
}

static int with_washington(const lod_state *s, int space) {
    return s->leader_at[LOD_PATRIOTS] == space;
}

/* All spaces are selected at first, though they are fought for one after the other. */
static bool plan_battles(lod_state *s, mk_log *log) {
    static lod_np_key *const order[] = {with_washington, lod_np_population, villages, NULL};
    lod_np_plan *plan = &lod_current(s)->np;
    if (!plan->bullet) plan->marked = favourable(s);
    plan->bullet = 1;
    int space = lod_np_best(s, plan->marked & lod_np_open(s), order, log);
    if (space < 0) return round_off(s, log);
    lod_np_say_at(s, NOTE_P_BATTLE_SPACE, space, log);
    return lod_np_did(s, LOD_V_SELECT, space, 0, 0, log);
}

static bool plan_ally(lod_state *s, mk_log *log) {
    lod_np_say(s, NOTE_P_JOIN, log);
    return lod_np_did(s, LOD_V_JOIN, 0, 0, 0, log);
}

/* ---- 8.5.2 Rally ---- */

enum { UNITS_AT_FORT = 4 };

static mk_set64 fort_spaces(const lod_state *s) {
    mk_set64 fit = 0;
    if (!lod_available(s, LOD_PATRIOT_FORT)) return 0;
    mk_set64 here = lod_with(s, LOD_PATRIOT_UNITS) & LOD_MAP;
    MK_SET_EACH(space, here & ~lod_at_level(s, LOD_ACTIVE_SUPPORT)) {
        if (units(s, space) >= UNITS_AT_FORT && lod_room(s, space) > 0) fit |= MK_BIT(space);
    }
    return fit;
}

/* Where Rally can place Militia, if there are any. */
static mk_set64 militia_spaces(const lod_state *s) {
    return lod_available(s, LOD_MILITIA) ? LOD_MAP & ~LOD_RESERVES : 0;
}

static mk_set64 lonely_forts(const lod_state *s) {
    mk_set64 company = lod_with(s, LOD_REBEL_PIECES & ~LOD_KIND(LOD_PATRIOT_FORT));
    return s->where[LOD_PATRIOT_FORT] & ~company & militia_spaces(s);
}

static mk_set64 forts_to_fill(const lod_state *s) {
    return lod_available(s, LOD_CONTINENTAL) ? s->where[LOD_PATRIOT_FORT] & militia_spaces(s) : 0;
}

static int to_convert(const lod_state *s, int space) {
    return militia(s, space) - (s->piece[space][LOD_MILITIA] > 0);
}

static mk_set64 convertible(const lod_state *s) {
    if (!lod_available(s, LOD_CONTINENTAL)) return 0;
    mk_set64 some = 0;
    MK_SET_EACH(space, lod_current_const(s)->selected & s->where[LOD_PATRIOT_FORT]) {
        if (to_convert(s, space) > 0) some |= MK_BIT(space);
    }
    return some;
}

static mk_set64 next_fort(const lod_state *s) {
    if (!lod_available(s, LOD_PATRIOT_FORT)) return 0;
    mk_set64 with = lod_with(s, LOD_PATRIOT_UNITS) & ~s->where[LOD_PATRIOT_FORT];
    return with & militia_spaces(s);
}

static int raised(const lod_state *s, int space) {
    int forts = s->piece[space][LOD_PATRIOT_FORT], left = lod_available(s, LOD_MILITIA);
    int n = forts ? forts + lod.space[space].population : 1;
    return n < left ? n : left;
}

static mk_set64 control_changes(const lod_state *s) {
    mk_set64 spaces = 0;
    MK_SET_EACH(space, militia_spaces(s)) {
        if (lod_np_changes(s, space, 0, 0, raised(s, space))) spaces |= MK_BIT(space);
    }
    return spaces;
}

static mk_set64 not_opposed(const lod_state *s) {
    return militia_spaces(s) & ~lod_at_level(s, LOD_ACTIVE_OPPOSITION);
}

/* Of the Active Militia here, how many can leave without changing Control. */
static int may_leave(const lod_state *s, int space) {
    int n = lod_movable(s, space, LOD_ACTIVE_MILITIA);
    while (n > 0 && lod_np_changes(s, space, 0, 0, -n)) n--;
    return n;
}

static mk_set64 hiding_forts(const lod_state *s) {
    mk_set64 leave = 0;
    MK_SET_EACH(space, s->where[LOD_ACTIVE_MILITIA]) {
        if (may_leave(s, space) > 0) leave |= MK_BIT(space);
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

static bool plan_rally(lod_state *s, mk_log *log) {
    if (refill(s, NOTE_P_RALLY_BROKE, log)) return true;
    return lod_np_bullets(s, rally, log) || round_off(s, log);
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
    MK_SET_EACH(from, lod_near(s, to) & s->where[LOD_ACTIVE_MILITIA]) {
        if (may_leave(s, from) > 0)
            return lod_np_did(s, LOD_V_MOVE, LOD_ACTIVE_MILITIA, from, 0, log);
    }
    return lod_np_did(s, LOD_V_FINISH, 0, 0, 0, log);
}

/* ---- 8.5.3 Rabble-Rousing ---- */

static mk_set64 to_be_roused(const lod_state *s) {
    return lod_rabble_spaces(s) & lod.populated & ~lod_at_level(s, LOD_ACTIVE_OPPOSITION);
}

static int in_active_support(const lod_state *s, int space) {
    return s->level[space] == LOD_ACTIVE_SUPPORT;
}

static bool plan_rabble(lod_state *s, mk_log *log) {
    static const lod_np_bullet rows[] = {
        {NOTE_P_RABBLE_SPACE, to_be_roused, {in_active_support, lod_np_population}, LOD_V_SELECT},
        {0},
    };
    if (refill(s, NOTE_P_RABBLE_BROKE, log)) return true;
    return lod_np_bullets(s, rows, log) || round_off(s, log);
}

/* ---- 8.5.4 March ---- */

/* Units of a space that may leave it: they lose no Control, an Active one stays with a Fort, and
 * one (Underground if it can be) where there is no Active Opposition yet. Who has moved already
 * counts among those who stay. */
typedef struct {
    int hidden, active, continentals;
} leavers;

static leavers may_march(const lod_state *s, int from) {
    leavers go = {lod_movable(s, from, LOD_MILITIA), lod_movable(s, from, LOD_ACTIVE_MILITIA),
                  lod_movable(s, from, LOD_CONTINENTAL)};
    int *seen = go.active ? &go.active : &go.continentals;
    int seen_stay = s->piece[from][LOD_ACTIVE_MILITIA] + s->piece[from][LOD_CONTINENTAL] -
                    go.active - go.continentals;
    int hidden_stay = s->piece[from][LOD_MILITIA] - go.hidden;
    if (s->piece[from][LOD_PATRIOT_FORT] && !seen_stay && *seen) --*seen, seen_stay++;
    if (s->level[from] == LOD_ACTIVE_OPPOSITION || hidden_stay) return go;
    if (go.hidden)
        go.hidden--;
    else if (!seen_stay && *seen)
        --*seen;
    return go;
}

/* 3.3.2: would a group be seen there, so that Underground Militia come as Active? */
static bool watched(const lod_state *s, int to, int size) {
    enum { UNSEEN = 3 };
    bool held = mk_set_has(LOD_CITIES & lod_current_const(s)->british_before, to);
    return held && size + lod_count(s, to, LOD_BRITISH_CUBES) > UNSEEN;
}

/* 8.1.2: as many Underground Militia as possible arrive; Active ones before Continentals, each of
 * which may bring a French Regular. */
static lod_np_group patriots_spare(const lod_state *s, int from, int to) {
    lod_np_group g = {0};
    leavers go = may_march(s, from);
    int left = lod_np_rebels_spared(s, from);
    bool hidden_last = watched(s, to, lod_least(left, go.hidden + go.active + go.continentals));
    if (!hidden_last) left -= g.n[LOD_MILITIA] = (uint8_t)lod_least(left, go.hidden);
    left -= g.n[LOD_ACTIVE_MILITIA] = (uint8_t)lod_least(left, go.active);
    int continentals = lod_least(left, go.continentals);
    left -= g.n[LOD_CONTINENTAL] = (uint8_t)continentals;
    if (hidden_last) left -= g.n[LOD_MILITIA] = (uint8_t)lod_least(left, go.hidden);
    if (french_can_pay(s)) {
        int french = lod_least(lod_movable(s, from, LOD_FRENCH_REGULAR), continentals);
        g.n[LOD_FRENCH_REGULAR] = (uint8_t)lod_least(left, french);
    }
    return g;
}

static mk_set64 to_control(const lod_state *s) {
    mk_set64 spaces = 0;
    MK_SET_EACH(to, LOD_MAP & ~s->control[LOD_REBELLION]) {
        if (lod_np_leads_to(s, to, patriots_spare) &&
            lod_np_could_control(s, to, LOD_REBELLION, patriots_spare))
            spaces |= MK_BIT(to);
    }
    return spaces;
}

static lod_np_group one_militia(const lod_state *s, int from, int to) {
    lod_np_group all = patriots_spare(s, from, to), g = {0};
    if (all.n[LOD_MILITIA])
        g.n[LOD_MILITIA] = 1;
    else if (all.n[LOD_ACTIVE_MILITIA])
        g.n[LOD_ACTIVE_MILITIA] = 1;
    return g;
}

static mk_set64 without_militia(const lod_state *s) {
    mk_set64 spaces = 0;
    MK_SET_EACH(to, LOD_MAP & ~lod_with(s, LOD_MILITIAS)) {
        if (lod_np_leads_to(s, to, one_militia) && lod_np_origins(s, to, one_militia))
            spaces |= MK_BIT(to);
    }
    return spaces;
}

static int one_more_changes(const lod_state *s, int space) {
    return lod_np_changes(s, space, 0, 0, 1);
}

enum { FOR_CONTROL, FOR_MILITIA, CONTROL_SPACES = 2 };
static const lod_np_bullet march[] = {
    [FOR_CONTROL] = {NOTE_P_MARCH_CONTROL,
                     to_control,
                     {with_village, lod_np_in_city, lod_np_population},
                     LOD_V_SELECT,
                     .limit = CONTROL_SPACES},
    [FOR_MILITIA] = {NOTE_P_MARCH_MILITIA, without_militia, {one_more_changes}, LOD_V_SELECT},
    {0},
};

static bool plan_march(lod_state *s, mk_log *log) {
    return lod_np_bullets(s, march, log) || lod_np_finish(s, log);
}

static bool send_militia(lod_state *s, int to, mk_log *log) {
    mk_set64 origins = lod_np_origins(s, to, one_militia), hidden = 0;
    MK_SET_EACH(from, origins) {
        if (one_militia(s, from, to).n[LOD_MILITIA]) hidden |= MK_BIT(from);
    }
    int from = lod_np_pick(s, lod_np_prefer(origins, hidden), log);
    if (from < 0) return false;
    lod_np_group g = one_militia(s, from, to);
    return lod_np_send(s, from, &g, log);
}

/* Groups come until there is Control, or one Militia. */
static bool plan_march_into(lod_state *s, mk_log *log) {
    int to = mk_top(&s->base)->a;
    int bullet = lod_current(s)->np.bullet;
    if (bullet == FOR_CONTROL && !lod_rebel_control(s, to) &&
        lod_np_send_largest(s, patriots_spare, log))
        return true;
    if (bullet == FOR_MILITIA && !militia(s, to) && send_militia(s, to, log)) return true;
    return lod_np_did(s, LOD_V_FINISH, 0, 0, 0, log);
}

/* ---- The flowchart ---- */

static lod_command_kind choose(lod_state *s, mk_log *log) {
    static const lod_np_choice battle[] = {{LOD_BATTLE, NOTE_P_BATTLE},
                                           {LOD_RALLY, NOTE_P_NO_BATTLE},
                                           {LOD_RABBLE_ROUSING, NOTE_P_NO_RALLY},
                                           {0}};
    static const lod_np_choice fort[] = {{LOD_RALLY, NOTE_P_RALLY_WITH_FORT},
                                         {LOD_RABBLE_ROUSING, NOTE_P_NO_RALLY},
                                         {0}};
    static const lod_np_choice rally_first[] = {{LOD_RALLY, NOTE_P_RALLY},
                                                {LOD_RABBLE_ROUSING, NOTE_P_NO_RALLY},
                                                {0}};
    static const lod_np_choice rabble[] = {{LOD_RABBLE_ROUSING, NOTE_P_RABBLE},
                                           {LOD_RALLY, NOTE_P_NO_RABBLE},
                                           {0}};
    static const lod_np_choice march_first[] = {{LOD_MARCH, NOTE_P_MARCH},
                                                {LOD_RALLY, NOTE_P_NO_MARCH},
                                                {LOD_RABBLE_ROUSING, NOTE_P_NO_RALLY},
                                                {0}};
    if (battle_beckons(s)) return lod_np_choose(s, battle, log);
    if (fort_spaces(s)) return lod_np_choose(s, fort, log);
    int hidden = lod_on_map(s, LOD_KIND(LOD_MILITIA));
    if (lod_np_roll_above(s, NOTE_P_RALLY_ROLL, 6, hidden, log))
        return lod_np_choose(s, rally_first, log);
    return lod_np_choose(s, to_be_roused(s) ? rabble : march_first, log);
}

/* ---- 8.5.5 Supply ---- */

static mk_set64 unsupplied(const lod_state *s) {
    mk_set64 spaces = 0;
    MK_SET_EACH(space, lod_with(s, LOD_PATRIOT_UNITS) & LOD_MAP) {
        if (lod_np_legal(s, LOD_V_DISBAND, space, 0)) spaces |= MK_BIT(space);
    }
    return spaces;
}

static mk_set64 worth_paying(const lod_state *s) {
    mk_set64 spaces = 0;
    MK_SET_EACH(space, unsupplied(s)) {
        if (lod_np_changes(s, space, 0, 0, -units(s, space) / 2)) spaces |= MK_BIT(space);
    }
    return s->resources[LOD_PATRIOTS] ? spaces : 0;
}

/* Would the British be able to Reward Loyalty without those who starve? */
static int would_be_rewarded(const lod_state *s, int space) {
    return lod_np_reward_after(s, space, -units(s, space) / 2);
}

static bool plan_supply(lod_state *s, mk_log *log) {
    static const lod_np_target pay[] = {
        {NOTE_P_SUPPLY, worth_paying, {would_be_rewarded, villages, lod_np_population}}, {0}};
    static const lod_np_target starve[] = {{NOTE_P_HUNGER, unsupplied, {0}}, {0}};
    int space = lod_np_aim(s, pay, log);
    if (space >= 0) return lod_np_did(s, LOD_V_PAY, space, 0, 0, log);
    return lod_np_did(s, LOD_V_DISBAND, lod_np_aim(s, starve, log), 0, 0, log);
}

/* ---- 6.4.2 Committees of Correspondence (A8-29) ---- */

enum { LEVELS = 2 };

/* Levels that the money can still shift a space, once its Raid markers are cleared. */
static int levels_left(const lod_state *s, int space) {
    int money = s->resources[LOD_PATRIOTS] - s->marker[LOD_RAID][space];
    int levels =
        lod_least(LEVELS - s->winter.levels[space], s->level[space] - LOD_ACTIVE_OPPOSITION);
    return money < levels ? money : levels;
}

static int swing(const lod_state *s, int space) {
    return levels_left(s, space) * lod.space[space].population;
}

static int fewest_raids(const lod_state *s, int space) { return -s->marker[LOD_RAID][space]; }

static mk_set64 committee_spaces(const lod_state *s) {
    mk_set64 spaces = 0;
    MK_SET_EACH(space, s->control[LOD_REBELLION] & lod.populated) {
        bool can =
            lod_np_legal(s, LOD_V_SHIFT, space, 0) || lod_np_legal(s, LOD_V_CLEAR, space, LOD_RAID);
        if (can && levels_left(s, space) > 0) spaces |= MK_BIT(space);
    }
    return spaces;
}

/* One space after the other: its markers, then its levels. */
static bool plan_committees(lod_state *s, mk_log *log) {
    static const lod_np_target rows[] = {
        {NOTE_P_COMMITTEES, committee_spaces, {fewest_raids, swing}}, {0}};
    int space = lod_np_aim(s, rows, log);
    if (space < 0) return lod_np_did(s, LOD_V_FINISH, 0, 0, 0, log);
    bool going = true;
    while (going && s->marker[LOD_RAID][space])
        going = lod_np_do(s, LOD_V_CLEAR, space, LOD_RAID, 0, log);
    while (going && levels_left(s, space) > 0) going = lod_np_do(s, LOD_V_SHIFT, space, 0, 0, log);
    return true;
}

/* ---- 8.5.6, 8.5.7, 8.5.8 ---- */

static int continentals(const lod_state *s, int space) { return s->piece[space][LOD_CONTINENTAL]; }

static bool plan_redeploy(lod_state *s, mk_log *log) {
    static lod_np_key *const order[] = {continentals, NULL};
    mk_set64 spaces = s->where[LOD_CONTINENTAL] & LOD_MAP;
    return lod_np_redeploy(s, spaces, order, NOTE_P_REDEPLOY, log);
}

static mk_set64 deserters(const lod_state *s) {
    return lod_with(s, (mk_set64)mk_top_const(&s->base)->a) & LOD_MAP;
}

static int desertion_keeps(const lod_state *s, int space) {
    return -lod_np_changes(s, space, 0, 0, -1);
}

static int not_the_last(const lod_state *s, int space) { return units(s, space) > 1; }

static bool plan_desertion(lod_state *s, mk_log *log) {
    static const lod_np_target rows[] = {
        {NOTE_P_DESERTION, deserters, {desertion_keeps, not_the_last}}, {0}};
    int space = lod_np_aim(s, rows, log);
    lod_piece p = lod_np_to_lose(s, space, (mk_set64)mk_top(&s->base)->a);
    return lod_np_did(s, LOD_V_DESERT, p, space, 0, log);
}

const lod_np_faction lod_np_patriots = {
    .command = choose,
    .plan =
        {
            [LOD_PH_BATTLES] = plan_battles,
            [LOD_PH_BATTLE_ALLY] = plan_ally,
            [LOD_PH_RALLY] = plan_rally,
            [LOD_PH_CONVERT] = plan_convert,
            [LOD_PH_COLLECT] = plan_collect,
            [LOD_PH_RABBLE_ROUSING] = plan_rabble,
            [LOD_PH_MARCH] = plan_march,
            [LOD_PH_MARCH_INTO] = plan_march_into,
            [LOD_PH_AFTER] = special_or_finish,
            [LOD_PH_SPECIAL] = special,
            [LOD_PH_PERSUASION] = plan_persuasion,
            [LOD_PH_SUPPLY_PATRIOTS] = plan_supply,
            [LOD_PH_COMMITTEES] = plan_committees,
            [LOD_PH_REDEPLOY] = plan_redeploy,
            [LOD_PH_DESERTION] = plan_desertion,
        },
};
