/* data_scenarios.c - reads scenarios.json: set-ups, arrivals, points, victory, rules of a scenario.
 * The terms they are written in are read in data_terms.c. */
#include "games/g1776/data.h"
#include "games/g1776/reading.h"
#include "map/hex_data.h"

#include <stdlib.h>
#include <string.h>

static g1776_scenario_rules *now; /* the scenario that is being read */

/* ---- Set-up -------------------------------------------------------------- */

static void read_set_up(mk_value v) {
    mk_value list = mk_at(v, "set_up");
    now->set_up_count = mk_rows_at_most(list, 0, G1776_MAX_GROUPS, "groups");
    for (int i = 0; i < now->set_up_count; i++) {
        mk_value row = mk_item(list, i);
        g1776_set_up *s = &now->set_up[i];
        s->hex = mk_has(row, "box")
                     ? (uint16_t)(G1776_IN_BOX + mk_named(mk_at(row, "box"), g1776_find_box, "box"))
                     : (uint16_t)g1776_hex_in(mk_at(row, "at"));
        s->aboard = mk_marked(row, "aboard");
        g1776_read_works(row, &s->group);
        g1776_read_group(row, g1776_nation_in(row), &s->group);
    }
    if (!mk_has(v, "free_set_up")) return;
    list = mk_at(v, "free_set_up");
    now->free_count = mk_rows_at_most(list, 0, G1776_MAX_FREE, "groups");
    for (int i = 0; i < now->free_count; i++) {
        mk_value row = mk_item(list, i);
        g1776_free_set_up *s = &now->free[i];
        g1776_read_at(row, &s->place);
        g1776_read_works(row, &s->group);
        g1776_read_group(row, g1776_nation_in(row), &s->group);
        s->decoys = mk_marked(row, "only_inverted");
    }
}

static void read_com(mk_value v) {
    static const char *const colours[] = {"red", "blue", "neutral", NULL};
    if (!mk_has(v, "com")) return;
    mk_value list = mk_at(v, "com");
    now->com_count = mk_rows_at_most(list, 0, G1776_MAX_COM, "COM markers");
    for (int i = 0; i < now->com_count; i++) {
        mk_value row = mk_item(list, i);
        now->com[i].hex = (uint16_t)g1776_hex_in(mk_at(row, "at"));
        now->com[i].type = (uint8_t)(G1776_COM_RED + mk_choice(row, "colour", colours));
    }
}

static const g1776_set_up *set_up_at(int hex, int seat) {
    for (int i = 0; i < now->set_up_count; i++)
        if (now->set_up[i].hex == hex && g1776_seat_of(now->set_up[i].group.nation) == seat)
            return &now->set_up[i];
    return NULL;
}

static void read_fixed(mk_value v) {
    static const char *const untils[] = {"canada_entered",  "turn",     "never",
                                         "ca_begins_there", "attacked", NULL};
    if (!mk_has(v, "fixed")) return;
    mk_value list = mk_at(v, "fixed");
    int n = mk_rows_at_most(list, 0, G1776_MAX_FIXED, "fixed groups");
    for (int i = 0; i < n; i++) {
        mk_value row = mk_item(list, i);
        g1776_fixed *f = &now->fixed[i];
        f->id = mk_id_in(row, 0);
        f->hex = (uint16_t)g1776_hex_in(mk_at(row, "at"));
        f->until = (uint8_t)mk_choice(row, "until", untils);
        if (f->until == G1776_UNTIL_TURN) f->n = (uint8_t)g1776_turn_in(row, "turn");
        int seat = -1;
        for (int k = 0; k < G1776_SEATS; k++)
            if (set_up_at(f->hex, k)) seat = k;
        if (seat < 0) {
            mk_data_error(row, "nothing is set up there");
            return;
        }
        const g1776_group *there = &set_up_at(f->hex, seat)->group;
        g1776_read_group(row, there->nation, &f->group);
        f->inside = there->works == G1776_FORT;
        for (int type = 0; type < G1776_TYPES; type++)
            if (f->group.count[type] > there->count[type])
                mk_data_error(row, "there are not so many there");
        if (f->group.leaders & ~there->leaders) mk_data_error(row, "he is not there");
        now->fixed_count = i + 1;
    }
}

static void read_guns(mk_value v) {
    static const char *const ties[] = {"free", "with_sp", "with_knox", "never", NULL};
    if (!mk_has(v, "guns")) return;
    mk_value list = mk_at(v, "guns");
    now->gun_count = mk_rows_at_most(list, 0, G1776_MAX_GUNS, "guns");
    for (int i = 0; i < now->gun_count; i++) {
        mk_value row = mk_item(list, i);
        now->gun[i] = (g1776_guns){(uint16_t)g1776_hex_in(mk_at(row, "at")),
                                   (uint8_t)mk_choice(row, "moves", ties),
                                   (uint8_t)mk_choice(row, "destroyed", ties)};
    }
}

static void read_needs(mk_value v) {
    if (!mk_has(v, "needs")) return;
    mk_value list = mk_at(v, "needs");
    now->need_count = mk_rows_at_most(list, 0, 2, "needs");
    for (int i = 0; i < now->need_count; i++) {
        mk_value row = mk_item(list, i);
        now->need[i].hex = (uint16_t)g1776_hex_in(mk_at(row, "at"));
        now->need[i].seat = (uint8_t)mk_choice(row, "by", g1776_seat_ids);
        now->need[i].type = (uint8_t)mk_named(mk_at(row, "piece"), g1776_find_type, "type");
        now->need[i].n = (uint8_t)mk_int(row, "at_least", 1, 99);
    }
}

static void read_garrison(mk_value v) {
    if (!mk_has(v, "garrison")) return;
    mk_value row = mk_at(v, "garrison");
    now->garrisoned = (uint16_t)g1776_hex_in(mk_at(row, "at"));
    now->garrison = (uint8_t)mk_int(row, "br", 1, 99);
}

/* ---- Arrivals ------------------------------------------------------------ */

static void read_effect(mk_value v, g1776_arrival *a) {
    static const char *const effects[] = {"none",      "remove", "remove_french", "remove_or_lose",
                                          "die_frees", "free",   "replace",       NULL};
    a->effect = (uint8_t)mk_choice(v, "effect", effects);
    if (a->effect == G1776_THEN_REMOVE || a->effect == G1776_THEN_REMOVE_OR_LOSE)
        g1776_read_group(v, a->group.nation, &a->out);
    if (a->effect == G1776_THEN_REMOVE && mk_has(v, "battle_fleets"))
        a->any_bf = (uint8_t)mk_int(v, "battle_fleets", 1, 3);
    if (a->effect == G1776_THEN_REMOVE_OR_LOSE) {
        a->where = (uint16_t)g1776_hex_in(mk_at(v, "at"));
        a->n = mk_has(v, "stars") ? (uint8_t)mk_int(v, "stars", 1, 2) : 0;
    }
    if (a->effect == G1776_THEN_DIE_FREES || a->effect == G1776_THEN_FREE)
        a->fixed = (uint8_t)mk_named(mk_at(v, "fixed"), g1776_find_fixed, "fixed group");
    if (a->effect == G1776_THEN_DIE_FREES) a->n = (uint8_t)mk_int(v, "from", 1, 6);
    if (a->effect == G1776_THEN_REPLACE)
        a->n = (uint8_t)mk_named(mk_at(v, "piece"), g1776_find_type, "type");
}

static bool brings_something(const g1776_group *g) {
    bool pieces = g->leaders || g->fleets;
    for (int type = 0; type < G1776_TYPES; type++) pieces |= g->count[type] > 0;
    return pieces;
}

static uint8_t leader_or_none(mk_value v, const char *key) {
    if (!mk_has(v, key)) return G1776_NONE;
    return (uint8_t)mk_named(mk_at(v, key), g1776_find_leader, "leader");
}

static void read_arrival(mk_value v, int number) {
    static const char *const retries[] = {"never", "always", "condition", "place", NULL};
    g1776_arrival *a = &now->arrival[number];
    a->key = mk_str_or(v, "key", "");
    a->turn = (uint8_t)g1776_turn_in(v, "turn");
    g1776_read_group(v, g1776_nation_in(v), &a->group);
    g1776_read_at(v, &a->place);
    a->condition = g1776_condition_in(v);
    int retry = mk_has(v, "retry") ? mk_choice(v, "retry", retries) : 0;
    a->retry = retry > 0;
    a->retry_condition = retry == 2;
    a->retry_place = retry == 3;
    a->may_delay = mk_marked(v, "may_delay");
    a->after_movement = mk_marked(v, "after_movement");
    a->stays = mk_marked(v, "stays");
    a->into_fort = mk_marked(v, "into_fort");
    a->no_divert = mk_marked(v, "no_divert");
    static const char *const landings[] = {"anywhere", "deep_south", "south_central",
                                           "beside_chief", NULL};
    a->interphase = mk_marked(v, "interphase");
    a->partisans = mk_marked(v, "partisans");
    a->exchange = mk_marked(v, "exchange");
    a->embarked = mk_marked(v, "embarked");
    a->hurry = mk_marked(v, "hurry");
    a->landing = mk_has(v, "first_landing") ? (uint8_t)mk_choice(v, "first_landing", landings) : 0;
    a->bound = mk_has(v, "bound_for") ? (uint16_t)g1776_hex_in(mk_at(v, "bound_for")) : MK_NOWHERE;
    a->joined_by = leader_or_none(v, "joined_by");
    a->returns = leader_or_none(v, "returns");
    a->redeployment = mk_marked(v, "redeployment");
    if (mk_has(v, "then")) read_effect(mk_at(v, "then"), a);
    if (brings_something(&a->group) != (mk_has(v, "at") || mk_has(v, "place")))
        mk_data_error(v, "what comes says where, and only that");
    now->arrival_count = number + 1;
}

static void read_arrivals(mk_value list) {
    int n = mk_rows_at_most(list, 0, G1776_MAX_ARRIVALS, "arrivals");
    for (int i = 0; i < n; i++) read_arrival(mk_item(list, i), i);
}

/* ---- Points and victory -------------------------------------------------- */

static void read_score(mk_value v, g1776_score *s) {
    static const char *const names[] = {"control",
                                        "control_each_turn",
                                        "com_destroyed",
                                        "com_destroyed_with",
                                        "com_destroyed_without",
                                        "com_stands",
                                        "all_com_destroyed",
                                        "com_left",
                                        "dismantled",
                                        "no_fort_built",
                                        "owns_fort",
                                        "fleet_sunk",
                                        "fleet_damaged",
                                        "ratio",
                                        "not_exited",
                                        "leader_killed",
                                        "control_each_season",
                                        "each_controlled_each_season",
                                        "fort_each_season",
                                        "control_while_absent",
                                        "leader_lost",
                                        "more_in_west_indies",
                                        "french_missing",
                                        "not_evacuated",
                                        NULL};
    enum {
        NOWHERE = 1 << G1776_VP_ALL_COM_DESTROYED | 1 << G1776_VP_COM_LEFT | 1 << G1776_VP_SUNK |
                  1 << G1776_VP_DAMAGED | 1 << G1776_VP_RATIO | 1 << G1776_VP_KILLED |
                  1 << G1776_VP_LEADER_LOST | 1 << G1776_VP_INDIES | 1 << G1776_VP_MISSING |
                  1 << G1776_VP_NOT_EVACUATED
    };
    static const char *const classes[] = {"any", "battle", "transport", NULL};
    s->seat = (uint8_t)mk_choice(v, "for", g1776_seat_ids);
    s->what = (uint8_t)mk_choice(v, "score", names);
    s->value = (int8_t)mk_int(v, "value", -20, 20);
    if (!(NOWHERE >> s->what & 1))
        s->place_count = (uint8_t)g1776_hexes_in(mk_at(v, "places"), s->place, G1776_MAX_NAMED);
    bool leader = s->what == G1776_VP_COM_WITH || s->what == G1776_VP_COM_WITHOUT ||
                  s->what == G1776_VP_NOT_EXITED || s->what == G1776_VP_KILLED ||
                  s->what == G1776_VP_ABSENT || s->what == G1776_VP_LEADER_LOST;
    s->option = G1776_NONE;
    if (mk_has(v, "option"))
        s->option = (uint8_t)mk_named(mk_at(v, "option"), g1776_find_option, "option");
    if (mk_has(v, "turns")) s->turns = g1776_turns_in(mk_at(v, "turns"));
    if (mk_has(v, "fleets")) s->n = (uint8_t)mk_choice(v, "fleets", classes);
    if (mk_has(v, "before")) s->m = (uint8_t)g1776_turn_in(v, "before");
    if (leader) s->leader = (uint8_t)mk_named(mk_at(v, "leader"), g1776_find_leader, "leader");
    if (s->what == G1776_VP_COM_LEFT || s->what == G1776_VP_NOT_EXITED)
        s->n = (uint8_t)mk_int(v, "at_least", 1, 99);
    if (s->what == G1776_VP_NOT_EXITED) {
        s->m = (uint8_t)g1776_turn_in(v, "turn");
        s->types = g1776_types_in(mk_at(v, "pieces"));
    }
    if (s->what == G1776_VP_RATIO) {
        s->colony = (uint8_t)mk_named(mk_at(v, "colony"), g1776_find_colony, "colony");
        s->n = (uint8_t)mk_int(v, "own", 1, 9);
        s->m = (uint8_t)mk_int(v, "theirs", 1, 9);
    }
}

static void read_scores(mk_value v) {
    if (!mk_has(v, "scores")) return;
    mk_value list = mk_at(v, "scores");
    now->score_count = mk_rows_at_most(list, 0, G1776_MAX_SCORES, "scores");
    for (int i = 0; i < now->score_count; i++) read_score(mk_item(list, i), &now->score[i]);
}

static void read_victories(mk_value list) {
    static const char *const winners[] = {"british", "american", "draw", "most_points", NULL};
    static const char *const whens[] = {"instant", "start_of_british", "start_of_american", "end",
                                        "end_of",  "each_turn",        "full_turn",         NULL};
    now->victory_count = mk_rows_at_most(list, 0, G1776_MAX_VICTORIES, "ways to win");
    for (int i = 0; i < now->victory_count; i++) {
        mk_value v = mk_item(list, i);
        int when = mk_choice(v, "when", whens);
        now->victory[i] =
            (g1776_victory_row){.winner = (uint8_t)mk_choice(v, "winner", winners),
                                .when = (uint8_t)when,
                                .turn = when == G1776_END_OF_TURN || when == G1776_EACH_TURN
                                            ? (uint8_t)g1776_turn_in(v, "turn")
                                            : 0,
                                .condition = g1776_condition_in(v),
                                .words = mk_str(v, "words")};
    }
    if (!now->victory_count || now->victory[now->victory_count - 1].when != G1776_AT_END)
        mk_data_error(list, "the last row decides at the end");
}

/* ---- All of it ----------------------------------------------------------- */

static void read_use(mk_value v) {
    static const char *const uses[] = {
        "sea",         "sailing",        "winter", "leader_check", "no_leader_check",
        "supply_cost", "no_supply_cost", "boxes",  "west_indies",  "winter_combat",
        NULL}; /* the order of G1776_USE_SEA … */
    if (!mk_has(v, "use")) return;
    mk_value list = mk_at(v, "use");
    for (int i = 0, n = mk_length(list); i < n; i++)
        now->use |= (uint16_t)(1u << mk_choice_of(mk_item(list, i), uses, "rule"));
}

static const char *const diverts[] = {"none",    "controlled", "lost", "free_town",
                                      "next_to", "enter",      NULL};

static void read_special_rules(mk_value v) {
    static const char *const names[] = {[G1776_RULE_NO_DISMANTLING] = "no_dismantling",
                                        [G1776_RULE_ARTILLERY_FIXED] = "artillery_fixed",
                                        [G1776_RULE_ARTILLERY_WITH_SP] = "artillery_with_sp",
                                        [G1776_RULE_CARLETON_RETURNS] = "carleton_returns",
                                        [G1776_RULE_CONTROL_IGNORES_FORTS] =
                                            "control_ignores_forts",
                                        [G1776_RULE_ROW_PENALTY] = "row_penalty",
                                        [G1776_RULE_SECRET_DESTINATION] = "secret_destination",
                                        [G1776_RULE_NO_BATEAU_BUILDING] = "no_bateau_building",
                                        [G1776_RULE_NO_BATEAU_TRANSPORT] = "no_bateau_transport",
                                        [G1776_RULE_MAY_ENTRENCH_AMERICAN] =
                                            "may_entrench_american",
                                        [G1776_RULE_RAIN_DECEMBER] = "rain_december",
                                        [G1776_RULE_INTERCEPTION] = "interception",
                                        [G1776_RULE_DAMAGE_IN_TURNS] = "damage_in_turns",
                                        [G1776_RULE_COASTAL_FERRY] = "coastal_ferry",
                                        [G1776_RULE_YORKTOWN_PORTS] = "yorktown_ports",
                                        [G1776_RULE_BRANT_NEEDS_INDIANS] = "brant_needs_indians",
                                        [G1776_RULE_WINTER_QUARTERS] = "winter_quarters",
                                        [G1776_RULE_COM_BY_INDIANS] = "com_by_indians",
                                        [G1776_RULE_COM_MARKS_ONLY] = "com_marks_only",
                                        [G1776_RULE_COASTAL_SHIPPING] = "coastal_shipping",
                                        [G1776_RULE_ARTILLERY_ONE_SHOT] = "artillery_one_shot",
                                        [G1776_RULE_STRATEGY] = "strategy",
                                        [G1776_RULE_1759] = "war_of_1759",
                                        [G1776_RULE_CORNWALLIS_LEAVES] = "cornwallis_leaves",
                                        [G1776_RULE_COMMERCE_TOWNS] = "commerce_towns",
                                        [G1776_RULE_BRITISH_AT_SEA] = "british_at_sea",
                                        [G1776_RULE_NAMELESS_LOST] = "nameless_lost",
                                        [G1776_RULE_APRIL_1775] = "april_1775",
                                        [G1776_RULE_J5_INDIANS] = "j5_indians",
                                        [G1776_RULE_GREENE_AND_MORGAN] = "greene_and_morgan",
                                        [G1776_RULE_ARNOLD_DESERTS] = "arnold_deserts",
                                        [G1776_RULE_SOUTHERN] = "southern_campaign",
                                        NULL};
    mk_value list = mk_at(v, "rules");
    for (int i = 0, n = mk_length(list); i < n; i++)
        mk_set_add(&now->rules, mk_choice_of(mk_item(list, i), names, "special rule"));
    if (mk_has(v, "divert")) now->divert = (uint8_t)mk_choice(v, "divert", diverts);
}

static uint8_t turn_in_month(mk_value v) {
    int turn = g1776_month(v) - now->month[1] + 1;
    if (turn < 1 || turn > now->turns) mk_data_error(v, "the scenario has no such month");
    return (uint8_t)turn;
}

static void read_lead_in(mk_value scenario) {
    if (!mk_has(scenario, "lead_in")) return;
    mk_value v = mk_at(scenario, "lead_in"), list = mk_at(v, "leaves");
    g1776_lead_in_rules *l = &now->lead_in;
    l->turns = turn_in_month(mk_at(v, "to"));
    l->divert = (uint8_t)mk_choice(v, "divert", diverts);
    l->evacuation[0] = turn_in_month(mk_at(mk_at(v, "evacuation"), "from"));
    l->evacuation[1] = turn_in_month(mk_at(mk_at(v, "evacuation"), "to"));
    l->enlist = (uint8_t)mk_int(v, "enlist", 1, 99);
    l->fall_militia = (uint8_t)mk_named(mk_at(v, "fall_militia"), g1776_find_arrival, "arrival");
    for (int i = 0, n = mk_length(list); i < n; i++)
        mk_set_add(&l->leaves, mk_named(mk_item(list, i), g1776_find_leader, "leader"));
    now->garrison_ends = l->evacuation[0];
}

/* Without a list of forts none is dismantled (scenario 1). */
static void read_kept_forts(mk_value v) {
    if (!mk_set_has(now->rules, G1776_RULE_NO_DISMANTLING)) return;
    if (!mk_has(v, "kept_forts")) {
        now->kept_forts = now->area;
        return;
    }
    uint16_t kept[G1776_MAX_NAMED];
    int n = g1776_hexes_in(mk_at(v, "kept_forts"), kept, G1776_MAX_NAMED);
    for (int i = 0; i < n; i++) mk_set_add(&now->kept_forts, kept[i]);
}

static void read_may_invert(mk_value v) {
    if (mk_has(v, "may_invert")) {
        now->may_invert = g1776_types_in(mk_at(v, "may_invert"));
        return;
    }
    for (int type = 0; type < G1776_TYPES; type++)
        if (g1776.type[type].is & G1776_CAN_HIDE) mk_set_add(&now->may_invert, type);
}

/* CSG-5: leaders who march otherwise than elsewhere. */
static void read_marches(mk_value v) {
    if (!mk_has(v, "marches")) return;
    mk_value list = mk_at(v, "marches");
    for (int i = 0, n = mk_length(list); i < n; i++) {
        mk_value row = mk_item(list, i);
        int leader = mk_named(mk_at(row, "leader"), g1776_find_leader, "leader");
        if (mk_has(row, "die")) now->march[leader] = (int8_t)mk_int(row, "die", -2, -1);
        if (mk_marked(row, "without_loss")) mk_set_add(&now->march_free, leader);
        if (mk_marked(row, "one_falls_out")) mk_set_add(&now->one_falls_out, leader);
    }
}

static void read_scenario(mk_value v, int number) {
    static const char *const levels[] = {"basic", "advanced", "campaign", NULL};
    now = g1776_begin_scenario(number);
    now->names = mk_scenario_in(v, mk_id_in(v, 0));
    now->names.draft = mk_marked(v, "draft");
    int level = mk_choice(v, "level", levels);
    now->basic = level == 0;
    now->campaign = level == 2;
    now->first = (uint8_t)mk_choice(v, "first", g1776_seat_ids);
    g1776_read_area(mk_at(v, "area"));
    read_use(v);
    read_special_rules(v);
    g1776_read_calendar(v);
    now->names.turns = now->turns;
    g1776.scenarios[number] = now->names;
    read_kept_forts(v);
    read_may_invert(v);
    read_set_up(v);
    read_com(v);
    read_fixed(v);
    read_guns(v);
    read_needs(v);
    read_garrison(v);
    read_marches(v);
    read_arrivals(mk_at(v, "arrivals"));
    read_lead_in(v);
    read_scores(v);
    read_victories(mk_at(v, "victory"));
    if (mk_has(v, "par")) now->par = (uint8_t)mk_int(v, "par", 1, 25);
    if (mk_has(v, "french_from")) now->french_from = (uint16_t)g1776_month(mk_at(v, "french_from"));
    g1776.scenario_count = number + 1;
}

bool g1776_load_scenarios(mk_error *err) {
    mk_value root = g1776_open("g1776/scenarios.json", err);
    mk_value list = mk_at(root, "scenarios");
    int n = mk_rows_at_most(list, 0, G1776_MAX_SCENARIOS, "scenarios");
    for (int i = 0; i < n; i++) read_scenario(mk_item(list, i), i);
    return mk_file_close(&root);
}
