/* data_campaign.c - reads campaign.json: garrisons, rates, winter reduction, the French. */
#include "games/g1776/data.h"
#include "games/g1776/reading.h"

#include <stdlib.h>
#include <string.h>

static g1776_campaign_data *const c = &g1776.campaign;

int g1776_find_town(const char *id) {
    for (int i = 0; i < g1776_board.town_count; i++)
        if (strcmp(g1776_board.town[i].id, id) == 0) return i;
    return -1;
}

int g1776_find_area(const char *id) {
    for (int i = 0; i < G1776_AREAS; i++)
        if (strcmp(g1776_board.area_id[i], id) == 0) return i;
    return -1;
}

int g1776_month(mk_value v) {
    const char *text = mk_str_value(v);
    char *end = NULL;
    long year = strtol(text, &end, 10), month = *end == '-' ? strtol(end + 1, &end, 10) : 0;
    if (*end || year < 1700 || year > 1800 || month < 1 || month > 12) {
        mk_data_error(v, "a month is written 1776-07");
        return 0;
    }
    return (int)(year * 12 + month - 1);
}

static int town_in(mk_value name) { return mk_named(name, g1776_find_town, "town"); }
static uint16_t hex_in(mk_value name) { return g1776_board.town[town_in(name)].hex; }
static uint8_t small(mk_value v, const char *key, int least, int most) {
    return (uint8_t)mk_int(v, key, least, most);
}

/* ---- Towns and areas ---- */

static void read_garrisons(mk_value list) {
    for (int t = 0; t < g1776_board.town_count; t++) c->garrison[t] = 1;
    for (int i = 0, n = mk_length(list); i < n; i++) {
        mk_value row = mk_item(list, i), at = mk_at(row, "at");
        int town = town_in(at);
        if (!g1776_board.town[town].strategic) mk_data_error(at, "this is no strategic town");
        c->garrison[town] = small(row, "br", 1, 20);
    }
}

static void find_strategic(mk_value root) {
    for (int t = 0; t < g1776_board.town_count; t++) {
        const g1776_town *town = &g1776_board.town[t];
        if (!town->strategic) continue;
        int area = g1776_area_of(town->hex);
        if (area >= G1776_COLONIES_AREAS || c->strategic_count[area] == G1776_MAX_STRATEGIC) {
            mk_data_error(root, "%s: there is no room for it in its area", town->id);
            return;
        }
        c->strategic[area][c->strategic_count[area]++] = town->hex;
    }
}

static void read_also(mk_value v) {
    mk_value areas = mk_at(v, "areas"), towns = mk_at(v, "towns");
    for (int i = 0, n = mk_length(areas); i < n; i++)
        c->also_areas |= (uint8_t)(1u << mk_named(mk_item(areas, i), g1776_find_area, "area"));
    int n = mk_exactly(towns, 2, "towns that these areas need");
    for (int i = 0; i < n; i++) c->also[i] = hex_in(mk_item(towns, i));
}

static void read_rates(mk_value v) {
    static const char *const rated[] = {"ca", "rm", "tm"};
    mk_value rows = mk_at(v, "rows");
    int n = mk_exactly(rows, G1776_COLONIES_AREAS, "areas with rates");
    for (int i = 0; i < n; i++) {
        mk_value row = mk_item(rows, i);
        if (mk_named(mk_at(row, "area"), g1776_find_area, "area") != i)
            mk_data_error(row, "the areas stand in the order of the map");
        for (int what = 0; what < G1776_RATED; what++) {
            mk_value list = mk_at(row, rated[what]);
            int count = mk_exactly(list, G1776_NO_RATE, "rates");
            for (int k = 0; k < count; k++)
                c->rate[i][what][k] = (uint8_t)mk_int_value(mk_item(list, k), 0, 40);
        }
    }
    c->militia_for_a_dragoon = small(v, "militia_for_a_dragoon", 1, 40);
}

static void read_status(mk_value rows) {
    static const char *const rates[] = {"maximum", "average", "minimum", "none", NULL};
    static const char *const rated[] = {"ca", "rm", "tm"};
    int n = mk_exactly(rows, G1776_STATUSES, "rows of area status");
    for (int i = 0; i < n; i++) {
        mk_value row = mk_item(rows, i);
        const char *name = mk_name_in(row, "name", 0);
        c->status[i] = (mk_name){mk_id_in(row, 0), name, name};
        for (int what = 0; what < G1776_RATED; what++)
            c->status_rate[i][what] = (uint8_t)mk_choice(row, rated[what], rates);
    }
}

static void read_winter(mk_value v) {
    static const char *const rows[] = {"none", "some", "controlled", "away"};
    c->winter_year = (uint16_t)mk_int(v, "first_year", 1775, 1783);
    for (int i = 0; i < G1776_WINTER_ROWS; i++) {
        mk_value list = mk_at(v, rows[i]);
        int n = mk_exactly(list, G1776_WINTER_YEARS, "years");
        for (int k = 0; k < n; k++)
            c->winter[i][k] = (uint8_t)mk_int_value(mk_item(list, k), 0, 100);
    }
}

/* ---- What comes ---- */

static void read_reinforcements(mk_value v) {
    mk_value list = mk_at(v, "winter"), ports = mk_at(v, "supply_ports");
    c->winter_port_br = small(v, "winter_at_a_port", 0, 20);
    c->winter_br_count = mk_rows_at_most(list, 0, G1776_MAX_PORTS, "towns");
    for (int i = 0; i < c->winter_br_count; i++) {
        c->winter_br[i].hex = hex_in(mk_at(mk_item(list, i), "at"));
        c->winter_br[i].br = small(mk_item(list, i), "br", 1, 20);
    }
    for (int i = 0, n = mk_length(ports); i < n; i++)
        mk_set_add(&c->supply_ports, hex_in(mk_item(ports, i)));
    c->supplies = small(v, "supplies", 0, 9);
    c->supplies_from = (uint16_t)mk_int(v, "supplies_from", 1775, 1783);
    c->indians_from = (uint16_t)mk_int(v, "indians_from", 1775, 1783);
    c->indians_join = small(v, "indians_join_up_to", 0, 6);
    c->elites_from = (uint16_t)mk_int(v, "elites_from", 1775, 1783);
}

static void read_french(mk_value v) {
    mk_value list = mk_at(v, "entry");
    int n = mk_exactly(list, G1776_ENTRIES, "steps of the chart");
    for (int i = 0; i < n; i++) {
        c->entry_from[i] = (uint16_t)g1776_month(mk_at(mk_item(list, i), "from"));
        c->entry_up_to[i] = small(mk_item(list, i), "up_to", 1, 6);
        if (i && c->entry_from[i] <= c->entry_from[i - 1])
            mk_data_error(mk_item(list, i), "the steps follow each other");
    }
    c->call_from = small(v, "call_from", 1, 7);
    c->stay_from = small(v, "stay_from", 1, 7);
}

/* VIII.C */
static void read_visit(mk_value v, g1776_visit *out) {
    out->from = (uint16_t)g1776_month(mk_at(v, "from"));
    out->to = mk_has(v, "to") ? (uint16_t)g1776_month(mk_at(v, "to")) : 0;
    out->box = (uint8_t)mk_named(mk_at(v, "box"), g1776_find_box, "box");
    out->each = mk_has(v, "each");
    mk_value fleets = mk_at(v, "fleets"), leaders = mk_at(v, "leaders");
    mk_value cargo = mk_at(v, out->each ? "each" : "together");
    const char *id;
    for (int i = 0, n = mk_length(fleets); i < n; i++)
        mk_set_add(&out->fleets, mk_named(mk_item(fleets, i), g1776_find_fleet, "fleet"));
    for (int i = 0, n = mk_length(leaders); i < n; i++)
        mk_set_add(&out->leaders, mk_named(mk_item(leaders, i), g1776_find_leader, "leader"));
    for (int i = 0; (id = mk_key_at(cargo, i)); i++) {
        int type = g1776_find_type(id);
        if (type < 0)
            mk_data_error(cargo, "there is no type called \"%s\"", id);
        else
            out->cargo[type] = small(cargo, id, 1, 20);
    }
}

static void read_visits(mk_value v) {
    mk_value rows = mk_at(v, "rows"), supplies = mk_at(v, "supplies");
    c->visit_count = mk_rows_at_most(rows, 0, G1776_MAX_VISITS, "visits");
    for (int i = 0; i < c->visit_count; i++) read_visit(mk_item(rows, i), &c->visit[i]);
    c->french_stores_month = (uint16_t)g1776_month(mk_at(supplies, "month"));
    c->french_stores = small(supplies, "count", 1, 9);
}

/* Towns that the rules name. */
static void find_named(mk_value root) {
    const struct {
        const char *id;
        uint16_t *hex;
    } towns[] = {{"unadilla", &c->unadilla},     {"montreal", &c->montreal},
                 {"quebec", &c->quebec},         {"oswego", &c->oswego},
                 {"savannah", &c->savannah},     {"new_york", &c->new_york},
                 {"newport", &c->newport},       {"charleston", &c->charleston},
                 {"georgetown", &c->georgetown}, {"wilmington_nc", &c->wilmington}};
    for (size_t i = 0; i < sizeof towns / sizeof *towns; i++) {
        int town = g1776_find_town(towns[i].id);
        if (town < 0)
            mk_data_error(root, "there is no town called %s", towns[i].id);
        else
            *towns[i].hex = g1776_board.town[town].hex;
    }
}

static void read_southern(mk_value v) {
    mk_value sky = mk_at(v, "clear_up_to");
    int n = mk_exactly(sky, 12, "months");
    for (int i = 0; i < n; i++) c->south.clear[i] = (uint8_t)mk_int_value(mk_item(sky, i), 0, 6);
    c->south.rate_ca = small(v, "ca", 0, 40);
    c->south.winter_year = (uint16_t)mk_int(v, "winter_as_in", 1775, 1783);
    c->south.port_br = small(v, "at_a_port", 0, 20);
    c->south.winter_br = small(v, "winter_at_charleston", 0, 20);
    c->south.supplies = small(v, "supplies_at_charleston", 0, 9);
    c->south.indians_month = (uint16_t)g1776_month(mk_at(v, "indians_behind"));
    c->south.indians = small(v, "indians", 0, 6);
    c->south.provincials = small(v, "provincials", 0, 2);
    c->south.dragoons = small(v, "dragoons", 0, 1);
    c->south.evacuated = small(v, "evacuated", 0, 99);
}

static uint8_t colony_called(const char *id) {
    for (int i = 0; i < g1776_board.colony_count; i++)
        if (strcmp(g1776_board.colonies[i].id, id) == 0) return (uint8_t)i;
    return G1776_NONE;
}

static mk_set128 river_called(const char *name) {
    mk_set128 waters = 0;
    for (int i = 0; i < g1776_board.water_count; i++)
        if (strcmp(g1776_board.water_name[i], name) == 0) mk_set_add(&waters, i);
    return waters;
}

/* What the rules of CSG-5 name. */
static void find_southern(void) {
    c->south.georgia = colony_called("ga");
    c->south.south_carolina = colony_called("sc");
    c->south.north_carolina = colony_called("nc");
    c->south.santee = river_called("Santee");
    c->south.pee_dee = river_called("Pee Dee");
    c->south.cape_fear = river_called("Cape Fear");
    c->south.mouth = (uint16_t)(G1776_AT_SIDE + mk_side_named(&g1776_board.hexes, "Q25/Q26"));
}

bool g1776_load_campaign(mk_error *err) {
    mk_value root = g1776_open("g1776/campaign.json", err);
    find_strategic(root);
    find_named(root);
    read_garrisons(mk_at(mk_at(root, "garrisons"), "rows"));
    read_also(mk_at(root, "also_needed"));
    read_rates(mk_at(root, "rates"));
    read_status(mk_at(mk_at(root, "status"), "rows"));
    read_winter(mk_at(root, "winter"));
    read_reinforcements(mk_at(root, "reinforcements"));
    read_french(mk_at(root, "french"));
    read_southern(mk_at(root, "southern"));
    find_southern();
    read_visits(mk_at(root, "visits"));
    mk_value navy = mk_at(root, "navy"), arnold = mk_at(root, "arnold");
    c->navy_one = small(navy, "one_up_to", 0, 6);
    c->navy_two = small(navy, "two_on", 0, 6);
    c->navy_found = small(navy, "found_up_to", 0, 6);
    c->arnold_from = (uint16_t)g1776_month(mk_at(arnold, "from"));
    c->arnold_on = small(arnold, "deserts_on", 1, 6);
    return mk_file_close(&root);
}
