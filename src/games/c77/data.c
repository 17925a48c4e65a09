/* data.c - reads the files under data/c77 and refuses what contradicts itself.
 *
 * Files are read in an order in which each names only what an earlier one brought: map, units,
 * leaders, charts, scenarios, options. The readers of core/data.h do nothing after a first error,
 * so the code below goes straight on and each file answers once, when it is closed.
 */
#include "games/c77/data.h"

#include "core/data.h"

#include <stdio.h>
#include <string.h>

c77_data c77;

/* Forts are called after their spaces: "in_ticonderoga", "Ticonderoga (inside)". */
#define FORT_ID "in_"
#define FORT_LABEL " (inside)"
static char fort_id[C77_MAX_FORTS][MK_NAME], fort_label[C77_MAX_FORTS][MK_NAME];

static const char *const side_names[] = {"british", "patriot", NULL};
static const char *const space_types[] = {"city", "country", "small_fort", "large_fort", NULL};
static const char *const departments[] = {"northern", "highlands", "eastern", "middle", NULL};
static const char *const way_names[] = {"none", "rural", "water", "rough", "dual", NULL};
static const char *const magazine_names[] = {"none", "british", "patriot", "both", NULL};
static const char *const kind_names[] = {"primary", "subordinate", "garrison",
                                         "fixed",   "event",       NULL};
static const char *const escape_names[] = {"return", "space", "fort", "lost", NULL};
static const char *const type_names[] = {"regular",     "hessian",     "tory",    "indian",
                                         "artillery_b", "continental", "militia", "artillery_p",
                                         "river_ship",  NULL};
static const char *const leader_names[] = {
    [C77_HOWE] = "howe",       [C77_BURGOYNE] = "burgoyne",     [C77_ST_LEGER] = "st_leger",
    [C77_CLINTON] = "clinton", [C77_POWELL] = "powell",         [C77_CARLETON] = "carleton",
    [C77_BRANT] = "brant",     [C77_WASHINGTON] = "washington", [C77_SCHUYLER] = "schuyler",
    [C77_ARNOLD] = "arnold",   [C77_SMITH] = "smith",           NULL};
static const char *const box_names[] = {"montreal_garrison", "ticonderoga_garrison",
                                        "new_york_garrison", "sea", NULL};
static const char *const box_labels[] = {"the Montreal garrison", "the Ticonderoga garrison",
                                         "the New York garrison", "the sea"};
const char *const c77_effect_names[] = {[C77_NO_EVENT] = "none",
                                        [C77_SEQUENCE_EVENT] = "sequence",
                                        [C77_JANE_MCCREA] = "jane_mccrea",
                                        [C77_REINFORCEMENTS] = "british_reinforcements",
                                        [C77_CARLETON_WONT] = "carleton_wont_garrison",
                                        [C77_BRANT_FINISHED] = "brant_is_finished",
                                        [C77_KOSCIUSZKO_ARRIVES] = "kosciuszko",
                                        [C77_ARNOLD_TO_ALBANY] = "arnold_to_albany",
                                        [C77_GATES_RELIEVES] = "gates_relieves_schuyler",
                                        [C77_RIFLEMEN] = "morgans_riflemen",
                                        [C77_LOYALISTS] = "loyalists_come_in",
                                        [C77_HIGH_WINDS] = "high_winds",
                                        [C77_CONTRACTORS] = "contractors_deliver",
                                        [C77_BOLD_STROKE] = "bold_stroke",
                                        [C77_CAMP_FEVER] = "camp_fever",
                                        [C77_MILITIA_TURNS_OUT] = "militia_turns_out",
                                        [C77_SMITH_AND_MILITIA] = "smith_and_militia",
                                        [C77_FELLED_TREES] = "felled_trees",
                                        [C77_FRENCH_POWDER] = "french_powder",
                                        [C77_ENLISTMENTS_EXPIRE] = "enlistments_expire",
                                        NULL};
static const mk_known_option options[] = {
    [C77_OPTION_EXPERTS] = {"expert_leaders", {"off", "on"}},
    [C77_OPTION_WASHINGTON] = {"washington", {"off", "on"}},
    [C77_OPTION_NEW_ENGLAND] = {"new_england", {"off", "on"}},
    [C77_OPTION_EARLY_WARNING] = {"early_warning", {"off", "on"}},
    [C77_OPTION_TWO_DICE] = {"two_dice", {"off", "on"}},
};

enum { FILE_VERSION = 1, MAX_SP = 99, MAX_DICE = 99 };

static mk_value open_file(const char *name, mk_error *err) {
    return mk_file_open(name, "c77", FILE_VERSION, err);
}

/* ---- Names -------------------------------------------------------------- */

static bool same(const char *a, const char *b) { return strcmp(a, b) == 0; }

static int find_space(const char *id) {
    for (int i = 0; i < c77.space_count; i++)
        if (same(c77.space[i].id, id)) return i;
    return -1;
}

static int find_leader(const char *id) {
    for (int i = 0; i < c77.leader_count; i++)
        if (same(c77.leader[i].id, id)) return i;
    return -1;
}

static int named_space(mk_value string) { return mk_named(string, find_space, "space"); }
static int named_leader(mk_value string) { return mk_named(string, find_leader, "leader"); }

static mk_set128 space_list(mk_value list) {
    mk_set128 spaces = 0;
    int n = mk_length(list);
    for (int i = 0; i < n; i++) mk_set_add(&spaces, named_space(mk_item(list, i)));
    return spaces;
}

/* ---- map.json ----------------------------------------------------------- */

static void read_fort(mk_value v, int space) {
    if (c77.fort_count == C77_MAX_FORTS) {
        mk_data_error(v, "there are more than %d forts", C77_MAX_FORTS);
        return;
    }
    int fort = c77.fort_count++;
    c77.space[space].fort = (uint8_t)fort;
    c77.fort_space[fort] = (uint8_t)space;
    mk_set_add(&c77.forts, space);
    snprintf(fort_id[fort], MK_NAME, FORT_ID "%s", c77.space[space].id);
    snprintf(fort_label[fort], MK_NAME, "%s" FORT_LABEL, c77.space[space].name);
}

static void read_space(mk_value v, const mk_map_edges *f, int number) {
    c77_space *s = &c77.space[number];
    s->id = mk_id_in(v, sizeof FORT_ID - 1);
    s->name = mk_name_in(v, "name", sizeof FORT_LABEL - 1);
    if (find_space(s->id) >= 0)
        mk_data_error(mk_at(v, "id"), "there are two spaces called %s", s->id);
    s->type = (uint8_t)mk_choice(v, "type", space_types);
    s->department = (uint8_t)mk_choice(v, "department", departments);
    s->port = mk_marked(v, "port");
    s->magazine = mk_has(v, "magazine") ? (uint8_t)mk_choice(v, "magazine", magazine_names) : 0;
    s->fort = C77_NONE;
    s->lat = mk_int(v, "lat", f->south, f->north);
    s->point =
        (c77_point){mk_drawn_x(f, mk_int(v, "lon", f->west, f->east)), mk_drawn_y(f, s->lat)};
    c77.space_count = number + 1;
    if (s->type == C77_SMALL_FORT || s->type == C77_LARGE_FORT) read_fort(v, number);
    mk_set128 bit = MK_BIT128(number);
    c77.all_spaces |= bit;
    if (s->type == C77_CITY) c77.cities |= bit;
    if (s->type == C77_COUNTRY) c77.countryside |= bit;
    if (s->port) c77.ports |= bit;
    if (s->department == C77_NORTHERN) c77.northern |= bit;
    for (int side = 0; side < C77_SIDES; side++)
        if (s->magazine >> side & 1) c77.magazines[side] |= bit;
    if (s->magazine == 3) c77.shared_magazines |= bit;
}

static void read_connection(mk_value v) {
    int a = named_space(mk_at(v, "a")), b = named_space(mk_at(v, "b"));
    int way = mk_choice(v, "type", way_names);
    if (a == b || way == C77_NO_WAY) mk_data_error(v, "it leads nowhere");
    for (int i = 0; i < c77.roads.road_count; i++) {
        bool same = (c77.roads.a[i] == a && c77.roads.b[i] == b) ||
                    (c77.roads.a[i] == b && c77.roads.b[i] == a);
        if (same) mk_data_error(v, "there are two between these spaces");
    }
    bool closed = mk_has(v, "closed_to");
    if (closed && mk_choice(v, "closed_to", side_names) != C77_PATRIOT)
        mk_data_error(v, "only the Patriots can be kept from it");
    int road =
        mk_graph_add(&c77.roads, a, b, (unsigned)way | (closed ? C77_CLOSED_TO_PATRIOTS : 0u));
    if (way == C77_WATER || way == C77_DUAL) c77.rivers |= MK_BIT128(a) | MK_BIT128(b);
    const char *label = mk_str_or(v, "label", NULL);
    if (road >= 0) c77.label[road] = label;
}

static void read_capacities(mk_value list) {
    for (int type = C77_SMALL_FORT; type <= C77_LARGE_FORT; type++) {
        mk_value v = mk_item(list, type - C77_SMALL_FORT);
        if (mk_choice(v, "type", space_types) != type)
            mk_data_error(v, "small forts, then large ones");
        int min = mk_int(v, "min_sp", 1, MAX_SP), max = mk_int(v, "max_sp", 1, MAX_SP);
        if (min > max) mk_data_error(v, "its minimum is above its maximum");
        for (int fort = 0; fort < c77.fort_count; fort++) {
            if (c77.space[c77.fort_space[fort]].type != type) continue;
            c77.fort_min[fort] = (uint8_t)min;
            c77.fort_max[fort] = (uint8_t)max;
        }
    }
    if (mk_length(list) != 2) mk_data_error(list, "there are small forts and large ones");
}

static bool load_map(mk_error *err) {
    mk_value root = open_file("c77/map.json", err);
    mk_map_edges frame = mk_edges_of(mk_at(root, "frame"));
    mk_value spaces = mk_at(root, "spaces"), ways = mk_at(root, "connections");
    int n = mk_rows_at_most(spaces, 0, C77_MAX_SPACES, "spaces");
    for (int i = 0; i < n; i++) read_space(mk_item(spaces, i), &frame, i);
    mk_graph_new(&c77.roads, C77_MAX_SPACES); /* as wide as the sets, whatever the map has */
    int roads = mk_rows_at_most(ways, 0, C77_MAX_ROADS, "connections");
    for (int i = 0; i < roads; i++) read_connection(mk_item(ways, i));
    mk_graph_build(&c77.roads);
    read_capacities(mk_at(root, "forts"));
    c77.philadelphia = named_space(mk_at(root, "philadelphia"));
    c77.mount_defiance = named_space(mk_at(root, "mount_defiance"));
    c77.castleton = named_space(mk_at(root, "smith_arrives"));
    c77.albany = named_space(mk_at(root, "arnold_defends"));
    c77.ticonderoga = named_space(mk_at(root, "powell_garrisons"));
    c77.montreal = named_space(mk_at(root, "montreal_garrison"));
    c77.new_york = named_space(mk_at(root, "new_york_garrison"));
    return mk_file_close(&root);
}

/* ---- units.json --------------------------------------------------------- */

static void read_type(mk_value v, int type) {
    c77_unit *u = &c77.unit[type];
    u->id = mk_id_in(v, 0);
    u->name = mk_name_in(v, "name", 0);
    u->one = mk_name_in(v, "one", 0);
    if (!same(u->id, type_names[type]))
        mk_data_error(mk_at(v, "id"), "unit type %d of this game is %s", type + 1,
                      type_names[type]);
    u->side = (uint8_t)mk_choice(v, "side", side_names);
    for (int mark = 0; mark < C77_MARKS; mark++)
        mk_set_add(&c77.classes[u->side], type * C77_MARKS + mark);
    u->total = (uint8_t)mk_int(v, "total", 1, MAX_SP);
    u->always_supplied = mk_flag(v, "always_in_supply");
    u->artillery = mk_marked(v, "artillery");
    if (u->artillery || mk_marked(v, "ship")) return;
    u->per_die = (uint8_t)mk_int(v, "sp_per_battle_die", 1, 9);
    u->storms = mk_flag(v, "storms");
}

static bool load_units(mk_error *err) {
    mk_value root = open_file("c77/units.json", err);
    mk_value types = mk_at(root, "types"), supply = mk_at(root, "supply");
    if (mk_length(types) != C77_TYPES) mk_data_error(types, "there are %d types", C77_TYPES);
    for (int i = 0; i < C77_TYPES; i++) read_type(mk_item(types, i), i);
    if (mk_length(supply) != C77_SIDES) mk_data_error(supply, "one entry for each side");
    for (int i = 0; i < C77_SIDES; i++) {
        mk_value v = mk_item(supply, i);
        if (mk_choice(v, "side", side_names) != i) mk_data_error(v, "first British, then Patriots");
        c77.supply_total[i] = (uint8_t)mk_int(v, "count", 0, MAX_SP);
    }
    return mk_file_close(&root);
}

/* ---- leaders.json ------------------------------------------------------- */

static c77_face read_face(mk_value v, int kind) {
    return (c77_face){
        .name = mk_name_in(v, "name", 0),
        .rank = (uint8_t)mk_int(v, "rank", 1, 3),
        .leadership = (uint8_t)mk_int(v, "leadership", 1, 12),
        .range = kind == C77_PRIMARY ? (uint8_t)mk_int(v, "range", 0, 9) : 0,
        .attack = (uint8_t)mk_int(v, "attack", 0, 9),
        .defense = (uint8_t)mk_int(v, "defense", 0, 9),
        .cost = kind == C77_SUBORDINATE ? (uint8_t)mk_int(v, "cost", 0, 12) : 0,
    };
}

static void read_leader(mk_value v, int number) {
    c77_leader *l = &c77.leader[number];
    l->id = mk_id_in(v, 0);
    if (find_leader(l->id) >= 0)
        mk_data_error(mk_at(v, "id"), "there are two leaders called %s", l->id);
    l->side = (uint8_t)mk_choice(v, "side", side_names);
    l->kind = (uint8_t)mk_choice(v, "kind", kind_names);
    l->only = mk_has(v, "only") ? (uint8_t)mk_choice(v, "only", type_names) : C77_NONE;
    l->hessian = mk_has(v, "nation");
    if (l->hessian && !same(mk_str(v, "nation"), "hessian"))
        mk_data_error(mk_at(v, "nation"), "it can only be hessian");
    l->face[0] = read_face(mk_at(v, "front"), l->kind);
    l->face[1] = read_face(mk_at(v, "back"), l->kind);
    c77.leader_count = number + 1;
    mk_set_add(&c77.of_side[l->side], number);
    if (l->kind == C77_PRIMARY) mk_set_add(&c77.primaries, number);
    if (l->kind == C77_SUBORDINATE) mk_set_add(&c77.subordinates, number);
}

static bool load_leaders(mk_error *err) {
    mk_value root = open_file("c77/leaders.json", err);
    mk_value ranks = mk_at(root, "ranks"), list = mk_at(root, "leaders");
    if (mk_length(ranks) != 3) mk_data_error(ranks, "there are three ranks");
    for (int rank = 1; rank <= 3; rank++) {
        mk_value v = mk_item(ranks, rank - 1);
        if (mk_int(v, "stars", 1, 3) != rank) mk_data_error(v, "ranks go by their stars");
        c77.rank_sp[rank] = (uint8_t)mk_int(v, "sp", 1, MAX_SP);
        c77.rank_artillery[rank] = (uint8_t)mk_int(v, "artillery", 0, MAX_SP);
    }
    int n = mk_rows_at_most(list, 0, C77_SUPPLY_MARKER, "leaders");
    for (int i = 0; i < n; i++) read_leader(mk_item(list, i), i);
    for (int i = 0; i < C77_NAMED_LEADERS; i++) {
        int leader = find_leader(leader_names[i]);
        if (leader < 0) mk_data_error(list, "there is no leader called %s", leader_names[i]);
        c77.named[i] = (uint8_t)(leader < 0 ? 0 : leader);
    }
    return mk_file_close(&root);
}

/* ---- tables.json -------------------------------------------------------- */

static void read_turns(mk_value list) {
    c77.turn_count = mk_rows_at_most(list, 0, C77_MAX_TURNS, "turns");
    for (int i = 0; i < c77.turn_count; i++) {
        c77.turn_name[i + 1] = mk_name_in(mk_item(list, i), "name", 0);
        c77.rally_turn[i + 1] = mk_flag(mk_item(list, i), "rally");
    }
}

static void read_rally(mk_value list) {
    if (mk_length(list) != C77_DEPARTMENTS) mk_data_error(list, "one row for each department");
    for (int i = 0; i < C77_DEPARTMENTS; i++) {
        mk_value v = mk_item(list, i);
        if (mk_choice(v, "department", departments) != i)
            mk_data_error(v, "departments in their order");
        c77.rally[i][C77_TORY] = (uint8_t)mk_int(v, "tory", 0, C77_DIE);
        c77.rally[i][C77_INDIAN] = (uint8_t)mk_int(v, "indian", 0, C77_DIE);
        c77.rally[i][C77_MILITIA] = (uint8_t)mk_int(v, "militia", 0, C77_DIE);
    }
}

/* Rows "from", "to" of a table by two dice, which together cover 2 to 12 once. */
static void read_two_dice(mk_value list, const char *key, const char *const *names, uint8_t *out) {
    int next = 2, n = mk_length(list);
    for (int i = 0; i < n; i++) {
        mk_value v = mk_item(list, i);
        int from = mk_int(v, "from", 2, 12), to = mk_int(v, "to", 2, 12);
        if (from != next || to < from) mk_data_error(v, "the rows must go from 2 to 12");
        int result = mk_choice(v, key, names);
        for (int roll = from; roll <= to; roll++) out[roll] = (uint8_t)result;
        next = to + 1;
    }
    if (next != 13) mk_data_error(list, "the rows must go from 2 to 12");
}

static void read_events(mk_value root) {
    mk_value events = mk_at(root, "events");
    for (int side = 0; side < C77_SIDES; side++)
        read_two_dice(mk_at(events, side_names[side]), "event", c77_effect_names, c77.event[side]);
    mk_value names = mk_at(root, "event_names");
    for (int i = 0; i < C77_EVENT_EFFECTS; i++)
        c77.event_name[i] = mk_str(names, c77_effect_names[i]);
    mk_value n = mk_at(root, "event_numbers");
    c77.smith_from_turn = mk_int(n, "smith_from_turn", 1, C77_MAX_TURNS);
    c77.riflemen = mk_int(n, "riflemen", 0, MAX_SP);
    c77.powder_artillery = mk_int(n, "powder_artillery", 0, MAX_SP);
    c77.fever_losses = mk_int(n, "fever_losses", 0, MAX_SP);
    c77.expired_militia = mk_int(n, "expired_militia", 0, MAX_SP);
}

static void read_rolls(mk_value root) {
    mk_value v = mk_at(root, "rolls");
    c77.roll_friendly = mk_int(v, "friendly_army", -9, 9);
    c77.roll_obstacle = mk_int(v, "water_or_rough", -9, 9);
    c77.roll_initiative = mk_int(v, "initiative", -9, 9);
    c77.roll_washington = mk_int(v, "washington", -9, 9);
    c77.roll_success = mk_int(v, "success_up_to", 1, 12);
    c77.roll_failure = mk_int(v, "failure_from", 2, 13);
    if (c77.roll_failure <= c77.roll_success)
        mk_data_error(v, "a roll cannot both succeed and fail");
    v = mk_at(root, "operations");
    c77.cost_forced_march = mk_int(v, "forced_march", 1, 12);
    c77.cost_rally = mk_int(v, "rally", 1, 12);
    c77.cost_indian_raid = mk_int(v, "indian_raid", 1, 12);
    c77.cost_supply = mk_int(v, "place_supply", 1, 12);
    c77.cost_planning = mk_int(v, "battle_planning", 1, 12);
    c77.cost_coordination = mk_int(v, "coordination", 1, 12);
    c77.cost_supply_raid = mk_int(v, "supply_raid", 1, 12);
    v = mk_at(root, "raids");
    c77.raid_reach = mk_int(v, "reach", 1, 9);
    c77.indian_kills = mk_int(v, "indian_kills", 1, C77_DIE);
    c77.supply_hits = mk_int(v, "supply_hits_up_to", 1, C77_DIE);
    c77.supply_ambush = mk_int(v, "supply_ambush", 1, C77_DIE);
    v = mk_at(root, "march");
    c77.march_spaces = mk_int(v, "spaces", 1, 9);
    c77.unsupplied_spaces = mk_int(v, "unsupplied_spaces", 1, 9);
    c77.forced_spaces = mk_int(v, "forced_spaces", 1, 9);
}

static void read_battle(mk_value v) {
    c77.battle_limit = mk_int(v, "limit", 1, MAX_SP);
    c77.ship_counts_as = mk_int(v, "ship_counts_as", 0, MAX_DICE);
    c77.kosciuszko_counts_as = mk_int(v, "kosciuszko_counts_as", 0, MAX_DICE);
    c77.artillery_attacks = mk_int(v, "artillery_attacks", 0, MAX_DICE);
    c77.artillery_defends = mk_int(v, "artillery_defends", 0, MAX_DICE);
    c77.ship_dice = mk_int(v, "ship_dice", 0, MAX_DICE);
    c77.artillery_storms = mk_int(v, "artillery_storms", 0, MAX_DICE);
    c77.artillery_storms_defiance = mk_int(v, "artillery_storms_mount_defiance", 0, MAX_DICE);
    c77.artillery_in_fort = mk_int(v, "artillery_in_fort", 0, MAX_DICE);
    c77.fort_multiplies = mk_int(v, "fort_multiplies", 1, 9);
    c77.storm_divides = mk_int(v, "storm_divides", 1, 9);
    c77.unsupplied_divides = mk_int(v, "unsupplied_divides", 1, 9);
    c77.landing_divides = mk_int(v, "landing_divides", 1, 9);
    c77.minimum_dice = mk_int(v, "minimum", 1, 9);
    c77.hit = mk_int(v, "hit", 1, C77_DIE);
    c77.surrender_from = mk_int(v, "surrender_from", 1, MAX_SP);
}

static void read_loss_table(mk_value v) {
    mk_value tops = mk_at(v, "most_dice"), rows = mk_at(v, "rows");
    c77.column_count = mk_rows_at_most(tops, 0, C77_MAX_COLUMNS, "columns");
    c77.smallest_column = mk_int(v, "smallest", 1, MAX_DICE);
    for (int i = 0, last = c77.smallest_column - 1; i < c77.column_count; i++) {
        c77.column_top[i] = (uint8_t)mk_int_value(mk_item(tops, i), 1, MAX_DICE);
        if (c77.column_top[i] <= last)
            mk_data_error(mk_item(tops, i), "columns go up in their dice");
        last = c77.column_top[i];
    }
    if (mk_length(rows) != 11) mk_data_error(rows, "one row for each roll from 2 to 12");
    for (int roll = 2; roll <= 12; roll++) {
        mk_value row = mk_item(rows, roll - 2);
        if (mk_length(row) != c77.column_count) mk_data_error(row, "one entry for each column");
        for (int i = 0; i < c77.column_count; i++)
            c77.loss[roll][i] = (uint8_t)mk_int_value(mk_item(row, i), 0, MAX_SP);
    }
}

static void read_supply(mk_value v) {
    c77.magazine_reach = mk_int(v, "magazine_reach", 1, 9);
    c77.depot_reach = mk_int(v, "depot_reach", 1, 9);
    c77.train_reach = mk_int(v, "train_reach", 0, 9);
    c77.fort_reach = mk_int(v, "fort_reach", 1, 9);
}

static bool load_tables(mk_error *err) {
    mk_value root = open_file("c77/tables.json", err);
    read_turns(mk_at(root, "turns"));
    read_rally(mk_at(root, "rally"));
    read_events(root);
    read_two_dice(mk_at(root, "escape"), "result", escape_names, c77.escape);
    c77.escape_reach = mk_int(root, "escape_reach", 1, 9);
    mk_value dice = mk_at(mk_at(root, "attrition"), "by_die");
    if (mk_length(dice) != C77_DIE) mk_data_error(dice, "one entry for each result of a die");
    for (int i = 0; i < C77_DIE; i++)
        c77.attrition[i + 1] = (uint8_t)mk_int_value(mk_item(dice, i), 0, MAX_SP);
    read_rolls(root);
    read_battle(mk_at(root, "battle"));
    read_supply(mk_at(root, "supply"));
    c77.sea_boxes = mk_int(mk_at(root, "sea"), "boxes", 1, C77_SEA_BOXES);
    read_loss_table(mk_at(root, "loss_table"));
    return mk_file_close(&root);
}

/* ---- scenarios.json ----------------------------------------------------- */

static int find_place(mk_value string) {
    const char *id = mk_str_value(string);
    for (int box = 0; box < C77_SEA; box++)
        if (same(id, box_names[box])) return c77_box(box);
    return named_space(string);
}

static void read_group(mk_value v, c77_scenario *out) {
    int place = find_place(mk_at(v, "at")), side = mk_choice(v, "side", side_names);
    if (!mk_set_has(out->area, c77_space_of(place)))
        mk_data_error(v, "this is outside the area of play");
    if (mk_has(v, "leaders")) {
        mk_value list = mk_at(v, "leaders");
        for (int i = 0, n = mk_length(list); i < n; i++) {
            int leader = named_leader(mk_item(list, i));
            if (out->at[leader] != C77_NONE || c77.leader[leader].side != side)
                mk_data_error(mk_item(list, i), "he stands elsewhere, or on the other side");
            out->at[leader] = (uint8_t)place;
        }
    }
    if (mk_has(v, "sp")) {
        mk_value sp = mk_at(v, "sp");
        for (int type = 0; type < C77_TYPES; type++) {
            if (!mk_has(sp, type_names[type])) continue;
            if (c77.unit[type].side != side) mk_data_error(sp, "these are not of this side");
            if (out->sp[place][type]) mk_data_error(sp, "there is another set-up of these here");
            out->sp[place][type] = (uint8_t)mk_int(sp, type_names[type], 1, MAX_SP);
        }
    }
    if (mk_has(v, "trains")) out->trains[place] = (uint8_t)mk_int(v, "trains", 1, MAX_SP);
}

static mk_set64 read_markers(mk_value list) {
    static const char *const others[] = {"supply_british", "supply_patriot", "event_british",
                                         "event_patriot"};
    mk_set64 markers = 0;
    for (int i = 0, n = mk_length(list); i < n; i++) {
        mk_value v = mk_item(list, i);
        int marker = -1;
        for (int k = 0; k < 4; k++)
            if (same(mk_str_value(v), others[k])) marker = C77_SUPPLY_MARKER + k;
        if (marker < 0) {
            marker = named_leader(v);
            if (c77.leader[marker].kind != C77_PRIMARY) mk_data_error(v, "he is no primary leader");
        }
        mk_set_add(&markers, marker);
    }
    return markers;
}

static void read_effects(mk_value v, c77_scenario *out) {
    mk_value sequences = mk_at(v, "sequences"), active = mk_at(v, "events");
    for (int side = 0; side < C77_SIDES; side++) {
        mk_value list = mk_at(sequences, side_names[side]);
        int n = mk_rows_at_most(list, 0, C77_SEQUENCE, "events of a sequence");
        out->sequence_count[side] = (uint8_t)n;
        for (int i = 0; i < n; i++)
            out->sequence[side][i] =
                (uint8_t)mk_choice_of(mk_item(list, i), c77_effect_names, "event");
    }
    for (int i = 0, n = mk_length(active); i < n; i++)
        mk_set_add(&out->events, mk_choice_of(mk_item(active, i), c77_effect_names, "event"));
}

/* Connections between any two spaces of the area, by the shortest way within it. */
static void measure(c77_scenario *out) {
    const mk_passable within = {.open = MK_WORDS(&out->area)};
    memset(out->dist, C77_FAR, sizeof out->dist);
    MK_SET_EACH(from, out->area) {
        mk_set128 start = MK_BIT128(from);
        int16_t steps[C77_MAX_SPACES];
        mk_distances(&c77.roads, MK_WORDS(&start), &within, steps);
        MK_SET_EACH(to, out->area) {
            if (steps[to] >= 0) out->dist[from][to] = (uint8_t)steps[to];
            if (steps[to] >= 0 && steps[to] <= c77.raid_reach) mk_set_add(&out->raids[from], to);
        }
    }
}

/* c77.2.2.2, c77.20.0: what is available is the same in every scenario: the units that the campaign
 * neither sets up nor sets aside. What a short scenario leaves out is not used. */
static void count_pools(mk_value v, c77_scenario *out) {
    const c77_scenario *campaign = &c77.scenario[0];
    for (int type = 0; type < C77_TYPES; type++) {
        int used = campaign->set_aside[type], here = out->set_aside[type];
        for (int place = 0; place < c77_place_count(); place++) {
            used += campaign->sp[place][type];
            here += out->sp[place][type];
        }
        if (used > c77.unit[type].total)
            mk_data_error(v, "there are not enough %s", c77.unit[type].name);
        out->total[type] = (uint8_t)(c77.unit[type].total - used + here);
    }
    for (int side = 0; side < C77_SIDES; side++) out->supply_total[side] = out->supply[side];
    for (int place = 0; place < c77_place_count(); place++) {
        bool british = false;
        for (int type = 0; type < C77_TYPES; type++)
            british |= out->sp[place][type] && c77.unit[type].side == C77_BRITISH;
        int side = british ? C77_BRITISH : C77_PATRIOT;
        out->supply_total[side] = (uint8_t)(out->supply_total[side] + out->trains[place]);
    }
}

static void read_set_up(mk_value v, c77_scenario *out) {
    mk_value list = mk_at(v, "set_up"), waiting = mk_at(v, "waiting"),
             aside = mk_at(v, "set_aside");
    memset(out->at, C77_NONE, sizeof out->at);
    for (int i = 0, n = mk_length(list); i < n; i++) read_group(mk_item(list, i), out);
    for (int i = 0, n = mk_length(waiting); i < n; i++)
        out->at[named_leader(mk_item(waiting, i))] = C77_MAX_PLACES;
    for (int type = 0; type < C77_TYPES; type++)
        if (mk_has(aside, type_names[type]))
            out->set_aside[type] = (uint8_t)mk_int(aside, type_names[type], 0, MAX_SP);
    out->patriot_markers = space_list(mk_at(v, "patriot_markers"));
    mk_value supply = mk_at(v, "available_supply");
    for (int side = 0; side < C77_SIDES; side++)
        out->supply[side] = (uint8_t)mk_int(supply, side_names[side], 0, MAX_SP);
    count_pools(v, out);
    for (int side = 0; side < C77_SIDES; side++)
        if (out->supply_total[side] > c77.supply_total[side])
            mk_data_error(supply, "there are not so many supply markers");
}

static void read_scenario(mk_value v, int number) {
    c77_scenario *out = &c77.scenario[number];
    c77.scenarios[number] = mk_scenario_in(v, mk_id_in(v, 0));
    out->area = mk_has(v, "area") ? space_list(mk_at(v, "area")) : c77.all_spaces;
    out->last_turn = (uint8_t)mk_int(v, "last_turn", 1, c77.turn_count ? c77.turn_count : 1);
    c77.scenarios[number].turns = out->last_turn;
    out->sea = mk_flag(v, "sea");
    out->markers = read_markers(mk_at(v, "markers"));
    mk_value victory = mk_at(v, "victory");
    out->philadelphia_once = mk_flag(victory, "philadelphia_once");
    out->control = space_list(mk_at(victory, "control"));
    if (out->control & ~out->area)
        mk_data_error(victory, "a space to control is outside the area of play");
    read_effects(v, out);
    read_set_up(v, out);
    measure(out);
}

static bool load_scenarios(mk_error *err) {
    mk_value root = open_file("c77/scenarios.json", err);
    mk_value list = mk_at(root, "scenarios");
    if (mk_length(list) != C77_SCENARIOS)
        mk_data_error(list, "there are %d scenarios", C77_SCENARIOS);
    for (int i = 0; i < C77_SCENARIOS; i++) read_scenario(mk_item(list, i), i);
    return mk_file_close(&root);
}

/* ---- options.json ------------------------------------------------------- */

static bool load_options(mk_error *err) {
    mk_value root = open_file("c77/options.json", err);
    mk_value v = mk_at(root, "new_england");
    mk_read_options(mk_at(root, "options"), options, C77_OPTIONS, c77.options);
    c77.new_england_line = space_list(mk_at(v, "line"));
    c77.new_england_ports = space_list(mk_at(v, "ports"));
    c77.new_england_needed = mk_int(v, "needed", 1, 3);
    return mk_file_close(&root);
}

/* ---- All of it ---------------------------------------------------------- */

static void forget(void) {
    mk_graph_free(&c77.roads);
    memset(&c77, 0, sizeof c77);
}

bool c77_load(mk_error *err) {
    forget();
    bool ok = load_map(err) && load_units(err) && load_leaders(err) && load_tables(err) &&
              load_scenarios(err) && load_options(err);
    if (!ok) forget();
    return ok;
}

const char *c77_place_id(int place) {
    if (c77_is_space(place)) return c77.space[place].id;
    if (c77_is_fort(place)) return fort_id[place - c77.space_count];
    return box_names[place - c77_box(0)];
}

const char *c77_place_label(int place) {
    if (c77_is_space(place)) return c77.space[place].name;
    if (c77_is_fort(place)) return fort_label[place - c77.space_count];
    return box_labels[place - c77_box(0)];
}

int c77_space_of(int place) {
    if (c77_is_space(place)) return place;
    if (c77_is_fort(place)) return c77.fort_space[place - c77.space_count];
    switch (place - c77_box(0)) {
    case C77_MONTREAL_BOX:
    case C77_TICONDEROGA_BOX: return c77.montreal;
    case C77_NEW_YORK_BOX: return c77.new_york;
    default: return C77_NONE;
    }
}
