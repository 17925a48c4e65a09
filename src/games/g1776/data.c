/* data.c - reads units, leaders, tables and options and refuses what contradicts itself.
 *
 * Files are read in an order in which each names only what an earlier one brought: the board,
 * leaders, units, tables, options, scenarios (data_scenarios.c, data_terms.c). The readers of
 * core/data.h do nothing after a first error, so the code goes straight on and each file answers
 * once, when it is closed.
 */
#include "games/g1776/data.h"

#include "core/data.h"
#include "games/g1776/reading.h"

#include <string.h>

g1776_data g1776;

enum { FILE_VERSION = 1, MAX_SP = 120, MAX_MP = 60 };

const char *const g1776_seat_ids[] = {"british", "american", NULL};
const char *const g1776_nation_ids[] = {"british", "american", "french", NULL};

static const char *const type_ids[] = {
    "br",
    "tm",
    "td",
    "bi",
    "fp",
    "wtd",
    "bc",
    "ca",
    "rm",
    "rd",
    "ai",
    "fr",
    "cm",
    "fi",
    "grenadiers",
    "light_british",
    "tarletons_legion",
    "butlers_rangers",
    "fergusons_provincials",
    "rogers_rangers",
    "morgans_rifles",
    "glovers_ma",
    "first_ri",
    "smallwoods_md",
    "waynes_pa",
    "lees_legion",
    "light_french",
    "supply_b",
    "supply_a",
    "supply_f",
    "artillery_b",
    "artillery_a",
    "artillery_f",
    "magazine_b",
    "magazine_a",
    "magazine_f",
    "bateau_b",
    "bateau_a",
    "entrenchment_b",
    "entrenchment_a",
    "fort_b",
    "fort_a",
    "site_b",
    "site_a",
    "decoy_b",
    "decoy_a",
    "com_red",
    "com_blue",
    "com_neutral",
    NULL,
};
_Static_assert(sizeof type_ids / sizeof *type_ids == G1776_TYPES + 1, "a name for each type");

static const char *const fleet_ids[] = {"bf_a",        "bf_b",        "bf_vf1",       "bf_vf2",
                                        "bf_vf3",      "tf_a",        "tf_b",         "tf_vf",
                                        "french_bf_a", "french_bf_b", "french_bf_vf", "cn",
                                        NULL};
static const char *const box_ids[] = {"box_north",   "box_east",           "box_south",
                                      "box_halifax", "box_left",           "box_middle",
                                      "box_right",   "box_indies_british", "box_indies_french",
                                      NULL};
static const char *const exit_ids[] = {"north", "east", "south", NULL};
static const char *const named_ids[] = {
    [G1776_WASHINGTON] = "washington",
    [G1776_HOWE] = "howe",
    [G1776_CARLETON] = "carleton",
    [G1776_RAWDON] = "rawdon",
    [G1776_FERGUSON] = "ferguson",
    [G1776_BRANT] = "brant",
    [G1776_TARLETON] = "tarleton",
    [G1776_KNOX] = "knox",
    [G1776_LAFAYETTE] = "lafayette",
    [G1776_MARION] = "marion",
    [G1776_SUMTER] = "sumter",
    [G1776_MORGAN] = "morgan",
    [G1776_GREENE] = "greene",
    [G1776_CORNWALLIS] = "cornwallis",
    [G1776_LESLIE] = "leslie",
    [G1776_PRIDEAUX] = "prideaux",
    [G1776_ROBERT_ROGERS] = "rogers",
    [G1776_LEVIS] = "levis",
    [G1776_AMHERST] = "amherst",
    [G1776_ARNOLD] = "arnold",
    [G1776_BRITISH_ARNOLD] = "arnold_british",
    [G1776_ROCHAMBEAU] = "rochambeau",
    [G1776_DESTAING] = "destaing",
    [G1776_CLINTON] = "h_clinton",
    [G1776_CLARKE] = "clarke",
    [G1776_GATES] = "gates",
    [G1776_WAYNE] = "wayne",
    [G1776_LINCOLN] = "lincoln",
    [G1776_WATSON] = "watson",
    [G1776_BURGOYNE] = "burgoyne",
    [G1776_JOHNSON] = "johnson",
};
static const mk_known_option options[] = {
    [G1776_OPTION_CASUALTIES] = {"leader_check", {"off", "on"}},
    [G1776_OPTION_INVERTED] = {"inverted", {"off", "on"}},
    [G1776_OPTION_FORT_GUNS] = {"fort_guns", {"off", "on"}},
    [G1776_OPTION_SUPPLY_COST] = {"supply_cost", {"off", "on"}},
    [G1776_OPTION_VILLAGERS] = {"villagers", {"off", "on"}},
    [G1776_OPTION_AWE] = {"awe", {"off", "on"}},
    [G1776_OPTION_LONGER] = {"longer", {"off", "on"}},
    [G1776_OPTION_EXTRA_TOWNS] = {"extra_towns", {"off", "on"}},
    [G1776_OPTION_MARYLAND] = {"maryland", {"off", "on"}},
    [G1776_OPTION_OVERMOUNTAIN] = {"overmountain", {"off", "on"}},
    [G1776_OPTION_VISITS] = {"visits", {"off", "on"}},
};

mk_value g1776_open(const char *name, mk_error *err) {
    return mk_file_open(name, "g1776", FILE_VERSION, err);
}

/* ---- Names --------------------------------------------------------------- */

static int find_in(const char *const *names, const char *id) {
    for (int i = 0; names[i]; i++)
        if (strcmp(names[i], id) == 0) return i;
    return -1;
}

int g1776_find_type(const char *id) { return find_in(type_ids, id); }
int g1776_find_fleet(const char *id) { return find_in(fleet_ids, id); }
int g1776_find_box(const char *id) { return find_in(box_ids, id); }

int g1776_find_leader(const char *id) {
    for (int i = 0; i < g1776.leader_count; i++)
        if (strcmp(g1776.leader[i].name.id, id) == 0) return i;
    return -1;
}

int g1776_find_option(const char *id) {
    for (int i = 0; i < G1776_OPTIONS; i++)
        if (strcmp(options[i].id, id) == 0) return i;
    return -1;
}

static uint8_t small(mk_value v, const char *key, int min, int max) {
    return (uint8_t)mk_int(v, key, min, max);
}

/* A list of words, each of which is a bit by its place among the names. */
static unsigned flags_in(mk_value v, const char *key, const char *const *names) {
    unsigned bits = 0;
    if (!mk_has(v, key)) return 0;
    mk_value list = mk_at(v, key);
    for (int i = 0, n = mk_length(list); i < n; i++)
        bits |= 1u << mk_choice_of(mk_item(list, i), names, "mark");
    return bits;
}

/* ---- units.json ---------------------------------------------------------- */

static void read_type(mk_value v, int type) {
    static const char *const marks[] = {
        "sp",    "regular",    "militia", "dragoon", "indian",
        "elite", "as_regular", "hides",   NULL}; /* the order of G1776_IS_SP … */
    static const char *const nations[] = {"british", "american", "french", "none", NULL};
    g1776_type_row *t = &g1776.type[type];
    t->name = (mk_name){mk_id_in(v, 0), mk_name_in(v, "name", 0), mk_name_in(v, "one", 0)};
    if (strcmp(t->name.id, type_ids[type]) != 0)
        mk_data_error(mk_at(v, "id"), "type %d of this game is %s", type + 1, type_ids[type]);
    t->sign = mk_str(v, "sign");
    int nation = mk_choice(v, "nation", nations);
    t->nation = nation == G1776_NATIONS ? G1776_NONE : (uint8_t)nation;
    t->seat = nation == G1776_NATIONS ? G1776_NONE : (uint8_t)g1776_seat_of(nation);
    t->mp = small(v, "mp", 0, MAX_MP);
    t->mp_led = mk_has(v, "mp_led") ? small(v, "mp_led", 1, MAX_MP) : t->mp;
    t->load = small(v, "load", 0, 9);
    t->limit = small(v, "limit", 1, MAX_SP);
    t->is = (uint16_t)(flags_in(v, "is", marks) | (type < G1776_SP_TYPES ? G1776_IS_SP : 0));
    if (t->is & G1776_IS_REGULAR) t->is |= G1776_AS_REGULAR;
    t->colour = (uint8_t)type;
    t->leader = G1776_NONE;
    bool elite = type >= G1776_GRENADIERS && type < G1776_SP_TYPES;
    if (elite != !!(t->is & G1776_IS_ELITE)) mk_data_error(v, "the elites of this game are known");
    if (elite) t->colour = (uint8_t)mk_named(mk_at(v, "colour"), g1776_find_type, "type");
    if (elite && g1776.type[t->colour].nation != t->nation)
        mk_data_error(mk_at(v, "colour"), "its colour is another nation's");
    if (elite && mk_has(v, "leader"))
        t->leader = (uint8_t)mk_named(mk_at(v, "leader"), g1776_find_leader, "leader");
    if (t->seat == G1776_NONE) return;
    mk_set_add(&g1776.of_seat[t->seat], type);
    if (type < G1776_SP_TYPES) mk_set_add(&g1776.sp_of[t->seat], type);
}

static void read_fleet(mk_value v, int fleet) {
    static const char *const types[] = {"battle", "transport", "navy", NULL};
    g1776_fleet_row *f = &g1776.fleet[fleet];
    const char *name = mk_name_in(v, "name", 0);
    f->name = (mk_name){mk_id_in(v, 0), name, name};
    if (strcmp(f->name.id, fleet_ids[fleet]) != 0)
        mk_data_error(mk_at(v, "id"), "fleet %d of this game is %s", fleet + 1, fleet_ids[fleet]);
    f->nation = (uint8_t)mk_choice(v, "nation", g1776_nation_ids);
    f->seat = (uint8_t)g1776_seat_of(f->nation);
    int type = mk_choice(v, "type", types);
    f->battle = type == 0;
    f->transport = type == 1;
    f->mp = small(v, "mp", 1, MAX_MP);
    f->capacity = small(v, "capacity", 0, 99);
    f->combat = small(v, "combat", 0, 9);
    f->variable = mk_marked(v, "variable");
    if (!f->battle && f->combat) mk_data_error(v, "only battle fleets have combat strength");
}

static bool load_units(mk_error *err) {
    mk_value root = g1776_open("g1776/units.json", err);
    mk_value types = mk_at(root, "types"), fleets = mk_at(root, "fleets");
    int n = mk_exactly(types, G1776_TYPES, "types of pieces");
    for (int i = 0; i < n; i++) read_type(mk_item(types, i), i);
    n = mk_exactly(fleets, G1776_FLEETS, "fleets");
    for (int i = 0; i < n; i++) read_fleet(mk_item(fleets, i), i);
    mk_value move = mk_at(root, "movement"), bateaux = mk_at(root, "bateaux");
    g1776_tables *t = &g1776.table;
    t->partisan_mp = small(move, "partisans", 1, MAX_MP);
    t->inverted_mp = small(move, "face_down", 1, MAX_MP);
    t->mounted_leader_mp = small(move, "leader_with_dragoons", 1, MAX_MP);
    t->bateau_sides = small(bateaux, "hexsides", 1, MAX_MP);
    t->bateau_points = small(bateaux, "points", 1, 9);
    t->portage_hexes = small(bateaux, "portage_hexes", 0, 9);
    t->portage_sides = small(bateaux, "portage_hexsides", 0, MAX_MP);
    return mk_file_close(&root);
}

/* ---- leaders.json -------------------------------------------------------- */

typedef struct {
    uint8_t leads, commands;
} rank;

enum { TWO_STARS, ONE_STAR, RANK_E, NO_NAME, PARTISANS, RANKS };

static void read_ranks(mk_value v, rank out[G1776_NATIONS][RANKS]) {
    static const char *const names[] = {"two_stars", "one_star", "leader_e", "nameless",
                                        "partisan"};
    for (int nation = 0; nation < G1776_NATIONS; nation++) {
        mk_value rows = mk_at(v, g1776_nation_ids[nation]);
        for (int i = 0; i < RANKS; i++) {
            mk_value row = mk_at(rows, names[i]);
            out[nation][i] = (rank){small(row, "leads", 0, 99), small(row, "commands", 1, 99)};
        }
    }
}

static int rank_of(const g1776_leader_row *l) {
    if (l->is & G1776_PARTISAN) return PARTISANS;
    if (l->is & G1776_LEADER_E) return RANK_E;
    if (l->is & G1776_NAMELESS) return NO_NAME;
    return l->stars == 2 ? TWO_STARS : ONE_STAR;
}

static void read_leader(mk_value v, int number, rank ranks[G1776_NATIONS][RANKS], int mp) {
    static const char
        *const marks[] = {"nameless", "leader_e",       "partisan",           "confined",
                          "hanged",   "never_replaced", "no_militia_penalty", "no_forced_march",
                          NULL}; /* the order of G1776_NAMELESS … */
    static const char *const homes[] = {"north", "south", NULL};
    g1776_leader_row *l = &g1776.leader[number];
    const char *name = mk_name_in(v, "name", 0);
    l->name = (mk_name){mk_id_in(v, 0), name, name};
    if (g1776_find_leader(l->name.id) >= 0)
        mk_data_error(mk_at(v, "id"), "there are two leaders called %s", l->name.id);
    l->nation = (uint8_t)mk_choice(v, "nation", g1776_nation_ids);
    l->seat = (uint8_t)g1776_seat_of(l->nation);
    l->stars = small(v, "stars", 0, 2);
    l->seniority = small(v, "seniority", 1, 99);
    l->rating = (int8_t)mk_int(v, "rating", -4, 4);
    l->rating_abroad = mk_has(v, "rating_outside_canada")
                           ? (int8_t)mk_int(v, "rating_outside_canada", -4, 4)
                           : l->rating;
    l->is = (uint16_t)flags_in(v, "is", marks);
    if (!l->stars != !!(l->is & G1776_PARTISAN))
        mk_data_error(v, "partisan leaders, and only they, have no stars");
    if (l->is & G1776_CONFINED) l->home = (uint8_t)mk_choice(v, "home", homes);
    l->forced_march = mk_has(v, "forced_march") ? (int8_t)mk_int(v, "forced_march", -1, 1) : 0;
    l->mp = mk_has(v, "mp") ? small(v, "mp", 1, MAX_MP) : (uint8_t)mp;
    rank r = ranks[l->nation][rank_of(l)];
    l->leads = mk_has(v, "leads") ? small(v, "leads", 1, 99) : r.leads;
    l->commands = mk_has(v, "commands") ? small(v, "commands", 1, 99) : r.commands;
    if (mk_marked(v, "commands_all")) l->commands = 255;
    g1776.leader_count = number + 1;
    mk_set_add(&g1776.leaders_of[l->seat], number);
    if (l->is & G1776_NAMELESS && g1776.nameless[l->nation] == G1776_NONE)
        g1776.nameless[l->nation] = (uint8_t)number;
}

static bool load_leaders(mk_error *err) {
    mk_value root = g1776_open("g1776/leaders.json", err);
    rank ranks[G1776_NATIONS][RANKS];
    read_ranks(mk_at(root, "ranks"), ranks);
    int mp = mk_int(root, "mp", 1, MAX_MP);
    mk_value list = mk_at(root, "leaders");
    int n = mk_rows_at_most(list, 0, G1776_MAX_LEADERS, "leaders");
    memset(g1776.nameless, G1776_NONE, sizeof g1776.nameless);
    for (int i = 0; i < n; i++) read_leader(mk_item(list, i), i, ranks, mp);
    for (int i = 0; i < G1776_NAMED_LEADERS; i++) {
        int leader = g1776_find_leader(named_ids[i]);
        if (leader < 0) mk_data_error(list, "there is no leader called %s", named_ids[i]);
        g1776.named[i] = (uint8_t)(leader < 0 ? 0 : leader);
    }
    return mk_file_close(&root);
}

/* ---- tables.json --------------------------------------------------------- */

static void read_costs(mk_value v) {
    g1776_tables *t = &g1776.table;
    mk_value enter = mk_at(v, "enter"), cross = mk_at(v, "cross"), boat = mk_at(v, "by_boat"),
             supply = mk_at(v, "supply");
    t->enter[G1776_CLEAR] = small(enter, "clear", 1, 9);
    t->enter[G1776_SWAMP] = small(enter, "swamp", 1, 9);
    t->enter[G1776_MOUNTAIN] = small(enter, "mountain", 1, 9);
    t->rough = small(cross, "rough", 0, 9);
    t->mountain = small(cross, "mountain", 0, 9);
    t->class1 = small(cross, "class1", 0, 9);
    t->ford = small(cross, "ford", 0, 9);
    t->class2 = small(cross, "class2", 0, 9);
    t->ferry2 = small(cross, "class2_ferry", 0, 9);
    t->ferry3 = small(cross, "class3_ferry", 0, 9);
    t->boat1 = small(boat, "class1", 0, 9);
    t->boat2 = small(boat, "class2", 0, 9);
    t->boat3 = small(boat, "class3", 0, 9);
    t->coastal_fleet = small(boat, "coast_by_fleet", 0, 9);
    t->coastal_bateau = small(boat, "coast_by_bateau", 0, 9);
    t->supply_clear = small(supply, "clear", 1, 9);
    t->supply_swamp = small(supply, "swamp", 1, 9);
}

static void read_numbers(mk_value root) {
    g1776_tables *t = &g1776.table;
    mk_value landing = mk_at(root, "landing"), ae = mk_at(root, "elimination"),
             alone = mk_at(root, "without_leader"), dice = mk_at(root, "dice");
    t->in_port = small(landing, "port", 0, MAX_MP);
    t->inshore = small(landing, "inshore", 0, MAX_MP);
    t->on_coast = small(landing, "coast", 0, MAX_MP);
    t->among_enemies = small(landing, "enemies", 0, MAX_MP);
    t->ae[0] = small(ae, "odds", 1, 20);
    t->ae[1] = small(ae, "odds_entrenched", 1, 20);
    t->ae_mp[0] = small(ae, "mp", 0, MAX_MP);
    t->ae_mp[1] = small(ae, "mp_entrenched", 0, MAX_MP);
    t->alone[0] = small(alone, "others", 0, MAX_SP);
    t->alone[1] = small(alone, "regulars", 0, MAX_SP);
    t->partisans_retreat = small(dice, "partisans_retreat_from", 1, 7);
    t->may_bombard = small(dice, "bombard_up_to", 0, 6);
    t->intercepts = small(dice, "intercept_up_to", 0, 6);
}

static void read_odds(mk_value list) {
    int n = mk_exactly(list, G1776_COLUMNS, "columns of odds");
    const uint8_t(*odds)[2] = g1776.table.odds;
    for (int i = 0; i < n; i++) {
        mk_value pair = mk_item(list, i);
        mk_exactly(pair, 2, "numbers of an odds column");
        for (int side = 0; side < 2; side++)
            g1776.table.odds[i][side] = (uint8_t)mk_int_value(mk_item(pair, side), 1, 9);
        if (i && odds[i][0] * odds[i - 1][1] <= odds[i - 1][0] * odds[i][1])
            mk_data_error(pair, "columns go from the worst odds to the best");
    }
}

/* Rows of pairs, attacker and defender, for each column. */
static void read_pairs(mk_value list, int rows, int columns, const char *const *names,
                       uint8_t *out) {
    int n = mk_exactly(list, rows, "rows");
    for (int i = 0; i < n; i++) {
        mk_value row = mk_item(list, i);
        int count = mk_exactly(row, columns, "columns");
        for (int k = 0; k < 2 * count; k++) {
            mk_value pair = mk_item(row, k / 2);
            if (k % 2 == 0) mk_exactly(pair, 2, "sides");
            out[2 * i * columns + k] = (uint8_t)mk_choice_of(mk_item(pair, k % 2), names, "result");
        }
    }
}

static void read_combat(mk_value root) {
    static const char *const results[] = {"-", "NE", "L1", "L2", "half", "all", "EX", NULL};
    static const char *const damages[] = {"-", "D1", "D2", "S", NULL};
    g1776_tables *t = &g1776.table;
    mk_value basic = mk_at(root, "basic_crt"), crt = mk_at(root, "crt"),
             fleets = mk_at(root, "fleets");
    read_odds(mk_at(root, "odds"));
    read_pairs(mk_at(basic, "rows"), 7, G1776_COLUMNS, results, t->basic[0][0]);
    t->drm_limit = small(crt, "drm_limit", 0, 9);
    t->half_least = small(crt, "half_at_least", 0, 9);
    read_pairs(mk_at(crt, "rows"), G1776_CRT_HIGH - G1776_CRT_LOW + 1, G1776_COLUMNS, results,
               t->crt[0][0]);
    read_pairs(mk_at(fleets, "rows"), 6, 6, damages, t->fec[1][0]);
    mk_value months = mk_at(fleets, "months");
    int n = mk_exactly(months, 2, "grades of damage");
    for (int i = 0; i < n; i++) t->months[i + 1] = (uint8_t)mk_int_value(mk_item(months, i), 1, 60);
}

/* "2", "-1u", "NC". */
static void read_tactic(mk_value v, int attacker, int defender) {
    const char *text = mk_str_value(v);
    g1776_tables *t = &g1776.table;
    if (strcmp(text, "NC") == 0) {
        t->matrix_ends[attacker][defender] = 2;
        return;
    }
    const char *digit = text + (*text == '-');
    bool ends = *digit && digit[1] == 'u';
    if (*digit < '0' || *digit > '9' || digit[1 + ends])
        mk_data_error(v, "a number, a number with u, or NC");
    int value = *digit ? *digit - '0' : 0;
    t->matrix[attacker][defender] = (int8_t)(*text == '-' ? -value : value);
    t->matrix_ends[attacker][defender] = ends;
}

static void read_cards(mk_value v) {
    mk_value names = mk_at(v, "names"), matrix = mk_at(v, "matrix");
    int n = mk_exactly(names, G1776_CARDS, "cards"), withdraw = -1;
    for (int i = 0; i < n; i++) {
        mk_value card = mk_item(names, i);
        const char *name = mk_name_in(card, "name", 0);
        g1776.table.card[i] = (mk_name){mk_id_in(card, 0), name, name};
        if (strcmp(g1776.table.card[i].id, "withdraw") == 0) withdraw = i;
        if (strcmp(g1776.table.card[i].id, "frontal_assault") == 0)
            g1776.table.assault = (uint8_t)i;
    }
    if (withdraw < 0) mk_data_error(names, "one of the cards is withdraw (III.A.2.I)");
    g1776.table.withdraw = (uint8_t)(withdraw < 0 ? 0 : withdraw);
    n = mk_exactly(matrix, G1776_CARDS, "rows");
    for (int i = 0; i < n; i++) {
        mk_value row = mk_item(matrix, i);
        int count = mk_exactly(row, G1776_CARDS, "columns");
        for (int k = 0; k < count; k++) read_tactic(mk_item(row, k), i, k);
    }
}

static void read_marches(mk_value v) {
    static const char *const gains[] = {"0", "1", "2", "3", "4", "5", "half", NULL};
    enum { HALF = 6 };
    g1776.table.knox_march = small(v, "knox_at_most", 0, 5);
    mk_value rows = mk_at(v, "rows");
    int n = mk_exactly(rows, 8, "rows");
    for (int die = 0; die < n; die++) {
        mk_value row = mk_item(rows, die);
        int count = mk_exactly(row, 5, "columns");
        for (int mp = 1; mp <= count; mp++) {
            int gain = mk_choice_of(mk_item(row, mp - 1), gains, "gain");
            if (gain != HALF && gain > mp) mk_data_error(row, "it gains more than was attempted");
            g1776.table.march[die][mp] = (int8_t)(gain == HALF ? -1 : gain);
        }
    }
}

/* Rows "from", "to" that together cover the dice once. */
static void read_fates(mk_value list, int least, int most, uint8_t *out) {
    static const char *const fates[] = {"none", "escapes", "captured", "wounded", "killed", NULL};
    int next = least;
    for (int i = 0, n = mk_length(list); i < n; i++) {
        mk_value v = mk_item(list, i);
        int from = mk_int(v, "from", least, most), to = mk_int(v, "to", least, most);
        if (from != next || to < from)
            mk_data_error(v, "the rows must go from %d to %d", least, most);
        int fate = mk_choice(v, "fate", fates);
        for (int roll = from; roll <= to; roll++) out[roll] = (uint8_t)fate;
        next = to + 1;
    }
    if (next != most + 1) mk_data_error(list, "the rows must go from %d to %d", least, most);
}

static void read_leader_tables(mk_value v) {
    g1776_tables *t = &g1776.table;
    read_fates(mk_at(v, "survivors"), 2, 12, t->fate_survivors);
    read_fates(mk_at(v, "lost"), 1, 6, t->fate_lost);
    read_fates(mk_at(v, "lost_in_fort"), 1, 6, t->fate_lost_fort);
    read_fates(mk_at(v, "check"), 1, 6, t->fate_check);
    t->check_one_star = small(v, "check_one_star", 2, 99);
    t->check_two_star = small(v, "check_two_stars", 2, 99);
}

static void read_boxes(mk_value v) {
    mk_value rows = mk_at(v, "rows"), joined = mk_at(v, "joined");
    int n = mk_exactly(rows, G1776_BOXES, "boxes");
    for (int i = 0; i < n; i++) {
        mk_value row = mk_item(rows, i);
        g1776_box_row *b = &g1776.box[i];
        const char *name = mk_name_in(row, "name", 0);
        b->name = (mk_name){mk_id_in(row, 0), name, name};
        if (strcmp(b->name.id, box_ids[i]) != 0)
            mk_data_error(mk_at(row, "id"), "box %d of this game is %s", i + 1, box_ids[i]);
        b->exit = mk_has(row, "exit") ? (uint8_t)mk_choice(row, "exit", exit_ids) : G1776_NONE;
        b->owner =
            mk_has(row, "owner") ? (uint8_t)mk_choice(row, "owner", g1776_seat_ids) : G1776_NONE;
        b->port = mk_marked(row, "port");
        b->french = mk_marked(row, "french_supply");
        b->transit = mk_marked(row, "transit");
    }
    for (int i = 0, count = mk_length(joined); i < count; i++) {
        mk_value pair = mk_item(joined, i);
        mk_exactly(pair, 2, "boxes that are joined");
        int a = mk_named(mk_item(pair, 0), g1776_find_box, "box");
        int b = mk_named(mk_item(pair, 1), g1776_find_box, "box");
        if (a == b) mk_data_error(pair, "it leads nowhere");
        g1776.box[a].joins |= (uint16_t)(1u << b);
        g1776.box[b].joins |= (uint16_t)(1u << a);
    }
}

static bool load_tables(mk_error *err) {
    mk_value root = g1776_open("g1776/tables.json", err);
    read_costs(mk_at(root, "costs"));
    read_numbers(root);
    read_combat(root);
    read_cards(mk_at(root, "cards"));
    read_marches(mk_at(root, "forced_march"));
    read_leader_tables(mk_at(root, "leaders"));
    read_boxes(mk_at(root, "boxes"));
    return mk_file_close(&root);
}

/* ---- All of it ----------------------------------------------------------- */

static bool load_options(mk_error *err) {
    mk_value root = g1776_open("g1776/options.json", err);
    mk_read_options(mk_at(root, "options"), options, G1776_OPTIONS, g1776.options);
    return mk_file_close(&root);
}

static void forget(void) {
    g1776_free_map();
    memset(&g1776, 0, sizeof g1776);
}

bool g1776_load(mk_error *err) {
    forget();
    bool ok = g1776_load_map(err) && load_leaders(err) && load_units(err) && load_tables(err) &&
              load_options(err) && g1776_load_campaign(err) && g1776_load_scenarios(err);
    if (!ok) forget();
    return ok;
}

int g1776_odds(int attacker, int defender) {
    for (int column = G1776_COLUMNS - 1; column >= 0; column--) {
        const uint8_t *odds = g1776.table.odds[column];
        if (attacker * odds[1] >= defender * odds[0]) return column;
    }
    return -1;
}
