/* data.c - reads the files under data/p77 and refuses what contradicts itself.
 *
 * Files are read in an order in which each names only what an earlier one brought: map, units,
 * leaders, charts, set-up, options. The readers of core/data.h do nothing after a first error,
 * so the code below goes straight on and each file answers once, when it is closed.
 */
#include "games/p77/data.h"

#include "core/data.h"

#include <stdio.h>
#include <string.h>

p77_data p77;

static const char *const side_names[] = {"british", "american", NULL};
static const char *const state_names[] = {"MD", "DE", "PA", "NJ", NULL};
static const char *const type_names[] = {"infantry", "militia", "artillery", "leader", NULL};
static const char *const nation_names[] = {"british", "hessian", "american", NULL};
static const char *const group_names[] = {"any", "hessian_infantry", NULL};
static const char *const weather_names[] = {"clear", "rain", NULL};
static const mk_known_option options[] = {
    [P77_OPTION_HOLDING_BOXES] = {"holding_boxes", {[P77_OFF] = "off", [P77_ON] = "on"}},
};
/* Between equals the British are favoured; with one of these the sides are about even. */
static const int handicaps[P77_LAST_TURNS - 1] = {14, 13, 12};

/* What units.json says of whole types, as far as only the loader needs it. */
typedef struct {
    int sp;   /* 0: each unit has its own */
    int move; /* 0: each unit has its own */
    bool counts_as_infantry;
} type_row;

enum { FILE_VERSION = 1, MAX_MOVE = 2, BATTLEFIELD_POSITIONS = 3 };

static mk_value open_file(const char *name, mk_error *err) {
    return mk_file_open(name, "p77", FILE_VERSION, err);
}

/* ---- Names -------------------------------------------------------------- */

static bool same(const char *a, const char *b) { return strcmp(a, b) == 0; }

static int find_space(const char *id) {
    for (int i = 0; i < p77.space_count; i++) {
        if (same(p77.space[i].name.id, id)) return i;
    }
    return P77_NOWHERE;
}

static int find_unit(const char *id) {
    for (int i = 0; i < p77.unit_count; i++) {
        if (same(p77.unit[i].name.id, id)) return i;
    }
    return -1;
}

static int named_space(mk_value string) { return mk_named(string, find_space, "space"); }
static int named_unit(mk_value string) { return mk_named(string, find_unit, "unit"); }

/* ---- map.json ----------------------------------------------------------- */

static p77_point place(const mk_map_edges *f, int lon, int lat) {
    return (p77_point){mk_drawn_x(f, lon), mk_drawn_y(f, lat)};
}

static void read_course(mk_value line, const mk_map_edges *f, p77_river *river) {
    int n = mk_rows_at_most(line, 0, P77_MAX_RIVER_POINTS, "points");
    if (n < 2) mk_data_error(line, "a river's course has at least 2 points");
    for (int i = 0; i < n; i++) {
        mk_value at = mk_item(line, i);
        if (mk_length(at) != 2) mk_data_error(at, "a point is a longitude and a latitude");
        int lon = mk_int_value(mk_item(at, 0), f->west, f->east);
        int lat = mk_int_value(mk_item(at, 1), f->south, f->north);
        river->point[i] = place(f, lon, lat);
    }
    river->point_count = n;
}

static int find_river(const char *id) {
    for (int i = 0; i < p77.river_count; i++) {
        if (same(p77.river[i].id, id)) return i;
    }
    return -1;
}

static void read_rivers(mk_value list, const mk_map_edges *f) {
    int n = mk_rows_at_most(list, 0, P77_MAX_RIVERS, "rivers");
    for (int i = 0; i < n; i++) {
        mk_value v = mk_item(list, i);
        p77_river *river = &p77.river[i];
        const char *id = mk_id_in(v, 0);
        if (find_river(id) >= 0) mk_data_error(v, "a second river called %s", id);
        river->id = id;
        river->name = mk_name_in(v, "name", 0);
        read_course(mk_at(v, "line"), f, river);
        p77.river_count++;
    }
}

static void read_space(mk_value v, const mk_map_edges *f) {
    int number = p77.space_count;
    p77_space *s = &p77.space[number];
    const char *id = mk_id_in(v, 0);
    if (find_space(id) >= 0) mk_data_error(v, "a second space called %s", id);
    s->name = (mk_name){.id = id, .label = mk_name_in(v, "name", 0)};
    s->state = (uint8_t)mk_choice(v, "state", state_names);
    int lon = mk_int(v, "lon", f->west, f->east);
    int lat = mk_int(v, "lat", f->south, f->north);
    s->point = place(f, lon, lat);
    s->port = mk_marked(v, "port");
    s->fort = mk_marked(v, "fort");
    s->american_supply = mk_marked(v, "american_supply");
    s->start_control = s->port ? P77_AMERICAN : P77_NOWHERE; /* until the set-up says otherwise */

    mk_set64 bit = MK_BIT(number);
    p77.all_spaces |= bit;
    p77.in_state[s->state] |= bit;
    if (s->port) p77.ports |= bit;
    if (s->fort) p77.forts |= bit;
    if (s->american_supply) p77.american_supply |= bit;
    p77.space_count++;
}

static void read_spaces(mk_value list, const mk_map_edges *f) {
    int n = mk_rows_at_most(list, 0, P77_MAX_SPACES, "spaces");
    for (int i = 0; i < n; i++) read_space(mk_item(list, i), f);
    if (!p77.american_supply) mk_data_error(list, "no space is an American source of supply");
}

static void read_road(mk_value v, int number) {
    mk_graph *g = &p77.roads;
    int a = named_space(mk_at(v, "a")), b = named_space(mk_at(v, "b"));
    if (a == b) mk_data_error(v, "a road from %s to itself", p77.space[a].name.id);
    if (mk_set_has(p77.near[a], b)) {
        mk_data_error(v, "a second road from %s to %s", p77.space[a].name.id, p77.space[b].name.id);
    }
    const char *river = mk_str_or(v, "crosses", "");
    int crossed = find_river(river);
    if (*river && crossed < 0) {
        mk_data_error(mk_at(v, "crosses"), "there is no river called \"%s\"", river);
    }

    if (mk_graph_add(g, a, b, *river ? P77_CROSSES_RIVER : 0) < 0) return;
    p77.road_river[number] = (int8_t)crossed;
    p77.near[a] |= MK_BIT(b);
    p77.near[b] |= MK_BIT(a);
    if (*river) p77.over_river[a] |= MK_BIT(b), p77.over_river[b] |= MK_BIT(a);
}

static void read_roads(mk_value list) {
    mk_graph *g = &p77.roads;
    int roads = mk_rows_at_most(list, 0, P77_MAX_ROADS, "roads");
    if (p77.space_count == 0) return; /* reported already */
    mk_graph_new(g, p77.space_count);
    for (int i = 0; i < roads; i++) read_road(mk_item(list, i), i);
    mk_graph_build(g);

    for (int i = 0; i < p77.space_count; i++) {
        if (!p77.near[i]) mk_data_error(list, "no road leads to %s", p77.space[i].name.id);
    }
    mk_set64 joined = MK_BIT(0);
    mk_flood(g, &joined, -1, NULL);
    mk_set64 apart = p77.all_spaces & ~joined;
    if (apart) {
        mk_data_error(list, "roads do not connect %s with %s",
                      p77.space[mk_set_first(apart)].name.id, p77.space[0].name.id);
    }
}

static bool load_map(mk_error *err) {
    mk_value root = open_file("p77/map.json", err);
    mk_map_edges frame = mk_edges_of(mk_at(root, "frame"));
    read_rivers(mk_at(root, "rivers"), &frame);
    read_spaces(mk_at(root, "spaces"), &frame);
    read_roads(mk_at(root, "roads"));
    return mk_file_close(&root);
}

/* ---- units.json, leaders.json ------------------------------------------- */

static void read_types(mk_value v, type_row *types) {
    for (int t = 0; t < P77_TYPES; t++) {
        mk_value row = mk_at(v, type_names[t]);
        if (t != P77_INFANTRY) types[t].sp = mk_int(row, "sp", 1, P77_MAX_SP);
        if (t != P77_LEADER) types[t].move = mk_int(row, "move", 1, MAX_MOVE);
        types[t].counts_as_infantry = mk_flag(row, "counts_as_infantry");
        p77.hits_from[t] = (uint8_t)mk_int(row, "hits_from", 1, P77_DIE);
    }
}

/* Adds a block with what all types have in common. */
static p77_unit *add_unit(mk_value v, p77_type type, const type_row *row) {
    int number = p77.unit_count;
    p77_unit *u = &p77.unit[number];
    const char *id = mk_id_in(v, 0);
    if (find_unit(id) >= 0) mk_data_error(v, "a second unit called %s", id);
    u->name = (mk_name){.id = id, .label = mk_name_in(v, "name", 0)};
    u->type = (uint8_t)type;
    u->nation = (uint8_t)mk_choice(v, "nationality", nation_names);
    u->side = u->nation == P77_NATION_AMERICAN ? P77_AMERICAN : P77_BRITISH;
    u->sp = (uint8_t)(row->sp ? row->sp : mk_int(v, "sp", 1, P77_MAX_SP));
    u->move = (uint8_t)(row->move ? row->move : mk_int(v, "move", 1, MAX_MOVE));
    u->start = P77_NOWHERE;
    if (type == P77_MILITIA && u->side != P77_AMERICAN)
        mk_data_error(v, "only Americans have militia");

    mk_set64 bit = MK_BIT(number);
    p77.all_units |= bit;
    p77.of_side[u->side] |= bit;
    p77.of_type[type] |= bit;
    if (row->counts_as_infantry) p77.infantry |= bit;
    if (type == P77_INFANTRY && u->nation == P77_NATION_HESSIAN) p77.hessian_infantry |= bit;
    p77.unit_count++;
    return u;
}

static bool load_units(type_row *types, mk_error *err) {
    mk_value root = open_file("p77/units.json", err);
    read_types(mk_at(root, "types"), types);
    mk_value list = mk_at(root, "units");
    int n = mk_rows_at_most(list, 0, P77_MAX_UNITS, "units");
    for (int i = 0; i < n; i++) {
        mk_value v = mk_item(list, i);
        int type = mk_choice(v, "type", type_names);
        if (type == P77_LEADER) mk_data_error(v, "leaders have a file of their own, leaders.json");
        p77_unit *u = add_unit(v, (p77_type)type, &types[type]);
        u->formation = mk_str(v, "formation");
    }
    p77.militia = p77.of_type[P77_MILITIA];
    return mk_file_close(&root);
}

static bool load_leaders(const type_row *types, mk_error *err) {
    mk_value root = open_file("p77/leaders.json", err);
    mk_value list = mk_at(root, "leaders");
    int n = mk_rows_at_most(list, p77.unit_count, P77_MAX_UNITS, "units and leaders");
    for (int i = 0; i < n; i++) {
        mk_value v = mk_item(list, i);
        p77_unit *u = add_unit(v, P77_LEADER, &types[P77_LEADER]);
        u->formation = "";
        u->group_limit = (uint8_t)mk_int(v, "group_limit", 1, P77_MAX_UNITS);
        u->loss_is_defeat = mk_marked(v, "loss_is_defeat");
        if (mk_has(v, "group_only"))
            u->group_rule = (uint8_t)mk_choice(v, "group_only", group_names);
        if (u->loss_is_defeat && u->side != P77_AMERICAN) {
            mk_data_error(v, "only the loss of an American leader can decide the game");
        }
    }
    p77.leaders = p77.of_type[P77_LEADER];
    for (int side = 0; side < P77_SIDES; side++) {
        if (!(p77.leaders & p77.of_side[side]))
            mk_data_error(list, "no leader is %s", side_names[side]);
    }
    return mk_file_close(&root);
}

/* ---- tables.json -------------------------------------------------------- */

/* The entries of a table by die: one for each side of the die, else none. */
static int by_die(mk_value list) {
    int n = mk_length(list);
    if (n == P77_DIE) return n;
    mk_data_error(list, "a table by die has %d entries, for the results 1 to %d; this one has %d",
                  P77_DIE, P77_DIE, n);
    return 0;
}

static void read_action_points(mk_value v) {
    p77.ap_base = mk_int(v, "base", 0, 9);
    int minimum = mk_int(v, "minimum", 0, 9);
    mk_value die = mk_at(v, "by_die");
    int n = by_die(die);
    for (int i = 0; i < n; i++) {
        p77.ap_bonus[i] = (uint8_t)mk_int_value(mk_item(die, i), 0, 9);
        int points = p77.ap_base + p77.ap_bonus[i];
        if (points < minimum) {
            mk_data_error(mk_item(die, i), "%d action points are below the minimum of %d", points,
                          minimum);
        }
    }
}

static void read_weather(mk_value v) {
    mk_value die = mk_at(v, "by_die");
    int n = by_die(die);
    for (int i = 0; i < n; i++) {
        p77.rain[i] = mk_choice_of(mk_item(die, i), weather_names, "weather");
    }
    p77.rain_move = mk_int(v, "rain_move", 1, MAX_MOVE);
}

static void read_battle(mk_value v) {
    p77.overrun_attackers = mk_int(v, "overrun_attackers", 1, P77_MAX_UNITS);
    p77.overrun_defenders_below = mk_int(v, "overrun_defenders_below", 1, P77_MAX_UNITS);
    /* The battle board needs a block in each of its positions. */
    p77.large_battle_blocks =
        mk_int(v, "large_battle_blocks", BATTLEFIELD_POSITIONS, P77_MAX_UNITS);
    p77.first_round_penalty = mk_int(v, "first_round_penalty", 0, P77_MAX_SP);
    p77.flee_die = mk_int(v, "flee_die", 1, P77_DIE);
    p77.withdrawal_round = mk_int(v, "withdrawal_round", 1, 99);
    p77.withdrawal_dice = mk_int(v, "withdrawal_dice", 0, P77_MAX_SP);
}

static void read_victory(mk_value v) {
    p77.philadelphia = named_space(mk_at(v, "objective"));
    p77.philadelphia_turns = mk_int(v, "objective_turns", 1, P77_MAX_TURNS);
    mk_value below = mk_at(v, "defeat_below");
    for (int side = 0; side < P77_SIDES; side++) {
        int total = 0;
        for (int i = 0; i < p77.unit_count; i++) {
            if (p77.unit[i].side == side) total += p77.unit[i].sp;
        }
        p77.defeat_below[side] = mk_int(below, side_names[side], 0, P77_MAX_UNITS * P77_MAX_SP);
        if (total < p77.defeat_below[side]) {
            mk_data_error(mk_at(below, side_names[side]),
                          "this side starts with %d SP and would have lost already", total);
        }
    }
}

static void survey_map(void) {
    mk_set64 city = MK_BIT(p77.philadelphia);
    mk_distances(&p77.roads, &city, NULL, p77.to_philadelphia);
    p77.gate = mk_set_first(p77.american_supply);
    MK_SET_EACH(town, p77.american_supply) {
        if (p77.to_philadelphia[town] < p77.to_philadelphia[p77.gate]) p77.gate = town;
    }
    mk_set64 gate = MK_BIT(p77.gate);
    mk_distances(&p77.roads, &gate, NULL, p77.to_gate);
    mk_set64 forts = p77.forts & p77.near[p77.philadelphia];
    p77.fort = forts ? mk_set_first(forts) : P77_NOWHERE;
    p77.fords = forts ? p77.near[p77.philadelphia] & p77.near[p77.fort] : 0;
    MK_SET_EACH(at, p77.all_spaces) {
        p77.around[at] = MK_BIT(at);
        mk_flood(&p77.roads, &p77.around[at], P77_AROUND, NULL);
    }
}

static bool load_tables(mk_error *err) {
    mk_value root = open_file("p77/tables.json", err);
    p77.turns = mk_int(mk_at(root, "sequence"), "turns", 1, P77_MAX_TURNS);
    read_action_points(mk_at(root, "action_points"));
    read_weather(mk_at(root, "weather"));
    p77.river_road_limit = mk_int(mk_at(root, "movement"), "river_road_limit", 1, P77_MAX_UNITS);
    read_battle(mk_at(root, "battle"));
    mk_value supply = mk_at(root, "supply");
    p77.supply_loss = mk_int(supply, "loss_per_unit", 1, P77_MAX_SP);
    p77.supply_loss_limit = mk_int(supply, "loss_limit", 1, P77_MAX_UNITS * P77_MAX_SP);
    read_victory(mk_at(root, "victory"));
    return mk_file_close(&root);
}

/* ---- scenarios.json ----------------------------------------------------- */

static void read_british_ports(mk_value list) {
    int n = mk_length(list);
    if (n == 0)
        mk_data_error(list, "at least one port must be British at the start, as source of supply");
    for (int i = 0; i < n; i++) {
        mk_value v = mk_item(list, i);
        int space = named_space(v);
        if (!p77.space[space].port) mk_data_error(v, "%s is no port", p77.space[space].name.id);
        if (mk_set_has(p77.british_ports_at_start, space)) {
            mk_data_error(v, "%s is listed twice", p77.space[space].name.id);
        }
        p77.space[space].start_control = P77_BRITISH;
        p77.british_ports_at_start |= MK_BIT(space);
    }
}

static void start_british(int space) {
    for (int i = 0; i < p77.unit_count; i++) {
        if (p77.unit[i].side == P77_BRITISH) p77.unit[i].start = (int8_t)space;
    }
}

/* Returns the spaces where American leaders start. */
static mk_set64 read_american_leaders(mk_value v, int british_at) {
    mk_set64 starts = 0;
    const char *id;
    for (int i = 0; (id = mk_key_at(v, i)); i++) {
        mk_value at = mk_at(v, id);
        int leader = find_unit(id), space = named_space(at);
        if (leader < 0 || !mk_set_has(p77.leaders & p77.of_side[P77_AMERICAN], leader)) {
            mk_data_error(at, "%s is no American leader", id);
            continue;
        }
        if (space == british_at)
            mk_data_error(at, "the British start at %s", p77.space[space].name.id);
        p77.unit[leader].start = (int8_t)space;
        starts |= MK_BIT(space);
    }
    for (int i = 0; i < p77.unit_count; i++) {
        if (p77.unit[i].side != P77_AMERICAN || p77.unit[i].type != P77_LEADER) continue;
        if (p77.unit[i].start == P77_NOWHERE)
            mk_data_error(v, "no start for %s", p77.unit[i].name.id);
    }
    return starts;
}

static mk_set64 read_states(mk_value list) {
    mk_set64 spaces = 0;
    int n = mk_length(list);
    for (int i = 0; i < n; i++) {
        spaces |= p77.in_state[mk_choice_of(mk_item(list, i), state_names, "state")];
    }
    if (!spaces) mk_data_error(list, "a zone needs a state with spaces");
    return spaces;
}

static void read_zone(mk_value v, int british_at) {
    mk_value states = mk_at(v, "states");
    mk_set64 spaces = read_states(states);
    if (mk_set_has(spaces, british_at)) {
        mk_data_error(states, "militia could be placed at %s, where the British start",
                      p77.space[british_at].name.id);
    }
    mk_value list = mk_at(v, "units");
    int n = mk_length(list);
    for (int i = 0; i < n; i++) {
        mk_value at = mk_item(list, i);
        p77_unit *u = &p77.unit[named_unit(at)];
        if (u->type != P77_MILITIA) mk_data_error(at, "%s is no militia", u->name.id);
        if (u->start_choice) mk_data_error(at, "%s has a zone already", u->name.id);
        u->start_choice = spaces;
    }
}

/* However the player begins, there must be room left for the others: a militia's zone has as
 * many places as there are militia that may stand in it. */
static void check_room(mk_value zones) {
    for (int i = 0; i < p77.unit_count; i++) {
        if (p77.unit[i].type != P77_MILITIA) continue;
        mk_set64 zone = p77.unit[i].start_choice;
        if (!zone) mk_data_error(zones, "no zone for %s", p77.unit[i].name.id);
        int rivals = 0;
        for (int j = 0; j < p77.unit_count; j++) {
            rivals += p77.unit[j].type == P77_MILITIA && (p77.unit[j].start_choice & zone);
        }
        int places = mk_set_size(zone) * p77.militia_per_location;
        if (rivals > places) {
            mk_data_error(zones,
                          "%s may find no room: its zone has room for %d, and %d may go there",
                          p77.unit[i].name.id, places, rivals);
        }
    }
}

static void read_setup(mk_value v) {
    int british_at = named_space(mk_at(v, "british_at"));
    start_british(british_at);
    read_british_ports(mk_at(v, "british_ports"));
    mk_set64 with_leader = read_american_leaders(mk_at(v, "american_leaders"), british_at);
    for (int i = 0; i < p77.unit_count; i++) {
        p77_unit *u = &p77.unit[i];
        bool regular = u->type == P77_INFANTRY || u->type == P77_ARTILLERY;
        if (regular && u->side == P77_AMERICAN) u->start_choice = with_leader;
    }
    p77.militia_per_location = mk_int(v, "militia_per_location", 1, P77_MAX_UNITS);
    mk_value zones = mk_at(v, "militia");
    int n = mk_length(zones);
    for (int i = 0; i < n; i++) read_zone(mk_item(zones, i), british_at);
    check_room(zones);
}

static bool load_scenarios(mk_error *err) {
    mk_value root = open_file("p77/scenarios.json", err);
    mk_value list = mk_at(root, "scenarios");
    if (mk_length(list) != 1) mk_data_error(list, "this game has one scenario");
    mk_value v = mk_item(list, 0);
    p77.scenarios[0] = mk_scenario_in(v, mk_id_in(v, 0));
    p77.scenarios[0].turns = p77.turns;
    read_setup(mk_at(v, "setup"));
    return mk_file_close(&root);
}

/* ---- options.json ------------------------------------------------------- */

static void offer_last_turn(int value, int turn) {
    p77.last_turn[value] = turn;
    snprintf(p77.last_turn_name[value], sizeof p77.last_turn_name[value], "%d", turn);
    p77.last_turn_names[value] = p77.last_turn_name[value];
}

/* An option of ours that is not in the box, so it does not stand in its data either. */
static void add_handicap(void) {
    int count = 0;
    offer_last_turn(count++, p77.turns);
    for (int i = 0; i < P77_LAST_TURNS - 1; i++)
        if (handicaps[i] < p77.turns) offer_last_turn(count++, handicaps[i]);
    p77.options[P77_OPTION_LAST_TURN] = (mk_option){
        "last_turn", "Last turn",
        "An earlier end helps the Americans, for an even match between players of the same "
        "strength. This is a handicap of ours and not a rule of the box.",
        p77.last_turn_names};
}

static bool load_options(mk_error *err) {
    mk_value root = open_file("p77/options.json", err);
    mk_read_options(mk_at(root, "options"), options, P77_OPTION_LAST_TURN, p77.options);
    if (!mk_file_close(&root)) return false;
    add_handicap();
    return true;
}

/* ---- All of it ---------------------------------------------------------- */

static void forget(void) {
    mk_graph_free(&p77.roads);
    p77 = (p77_data){0};
}

bool p77_load(mk_error *err) {
    type_row types[P77_TYPES] = {0};
    forget();
    bool ok = load_map(err) && load_units(types, err) && load_leaders(types, err) &&
              load_tables(err) && load_scenarios(err) && load_options(err);
    if (ok)
        survey_map();
    else
        forget();
    return ok;
}
