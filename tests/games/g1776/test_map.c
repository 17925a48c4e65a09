/* The board of 1776 against what the rulebook and its clarifications say of named hexes, and
 * against marches and passages that were measured on it by other means. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../../core/facts.h"
#include "core/pack.h"
#include "games/g1776/map.h"

#include <stdio.h>
#include <string.h>

#define B (&g1776_board)
#define M (&g1776_board.hexes)
enum { SPACES = G1776_MAX_HEXES + G1776_MAX_SIDES };

static int hex(const char *name) {
    int found = mk_hex_named(M, name);
    if (found < 0) fail_msg("no hex %s", name);
    return found;
}

static int side(const char *name) {
    int found = mk_side_named(M, name);
    if (found < 0) fail_msg("no hexside %s", name);
    return found;
}

static const g1776_town *town(const char *name) {
    for (int i = 0; i < B->town_count; i++)
        if (strcmp(B->town[i].name, name) == 0) return &B->town[i];
    fail_msg("no town %s", name);
    return NULL;
}

/* ---- What lies where ---- */

static void the_board_has_its_hexes(void **state) {
    (void)state;
    int count[G1776_GROUNDS] = {0}, half = 0;
    for (int h = 0; h < M->hex_count; h++) {
        count[B->ground[h]]++;
        int lean = 2 * M->v[h] - M->u[h];
        assert_true(lean >= 0 && lean <= 48);
        half += lean == 0 || lean == 48;
    }
    assert_int_equal(M->hex_count, 1929);
    assert_int_equal(count[G1776_CLEAR] + count[G1776_SWAMP] + count[G1776_MOUNTAIN], 1296);
    assert_int_equal(count[G1776_SEA] + count[G1776_SEA_ISLE], 520);
    assert_int_equal(count[G1776_COAST] + count[G1776_COAST_ISLE], 110);
    assert_int_equal(count[G1776_LAKE], 3);
    assert_int_equal(half, 76);
    static const char *const west[] = {"J5", "R9", "ZZ26"}, *const east[] = {"LL43", "NN44",
                                                                             "PP45"};
    for (int i = 0; i < 3; i++) {
        assert_int_equal(M->near[hex(west[i])][5], MK_NOWHERE);
        assert_int_equal(M->near[hex(east[i])][2], MK_NOWHERE);
        assert_int_equal(B->ground[hex(east[i])], G1776_SEA);
    }
    assert_string_equal(mk_hex_name(M, M->hex_count - 1), "AAAA61");
    assert_string_equal(mk_hex_name(M, mk_line_start(M, 27)), "AA14");
}

static void hexsides_lie_in_the_published_directions(void **state) {
    (void)state;
    assert_int_equal(mk_hex_direction(M, hex("FF30"), hex("GG31")), 1);
    assert_int_equal(mk_hex_direction(M, hex("MM35"), hex("NN35")), 0);
    assert_int_equal(mk_hex_direction(M, hex("Q25"), hex("Q26")), 2);
    assert_int_equal(mk_hex_direction(M, hex("NN35"), hex("MM35")), 3);
    assert_int_equal(mk_hex_distance(M, hex("B13"), hex("H17")), 6);
    assert_int_equal(mk_hex_distance(M, hex("XX38"), hex("B13")), 48);
    assert_int_equal(mk_hex_distance(M, hex("J5"), hex("H17")), 14);
}

typedef struct {
    const char *side;
    unsigned bits, mask;
} fact;

static void named_hexsides_carry_their_waters(void **state) {
    (void)state;
    enum { THIN = G1776_CLASS3, ANY3 = G1776_CLASS3 };
    static const fact facts[] = {
        {"FF30/GG31", THIN, THIN | G1776_COASTAL},
        {"MM35/NN35", THIN, THIN | G1776_COASTAL},
        {"A12/B13", THIN, THIN | G1776_COASTAL},
        {"D14/E14", THIN, THIN | G1776_COASTAL},
        {"DDD29/EEE29", G1776_CLASS1, G1776_WATER},
        {"JJJ46/KKK46", G1776_CLASS1, G1776_WATER},
        {"AAA43/BBB44", ANY3 | G1776_COASTAL, ANY3 | G1776_COASTAL},
        {"FFF48/FFF49", ANY3 | G1776_COASTAL, ANY3 | G1776_COASTAL},
        {"RRR50/RRR51", ANY3 | G1776_COASTAL, ANY3 | G1776_COASTAL},
        {"RRR51/SSS51", ANY3 | G1776_COASTAL, ANY3 | G1776_COASTAL},
        {"OO28/PP29", G1776_CLASS2, G1776_WATER},
        {"OO33/PP33", ANY3 | G1776_RIVER, G1776_WATER | G1776_RIVER},
        {"WW37/XX38", ANY3 | G1776_RIVER | G1776_FERRY, G1776_WATER | G1776_RIVER | G1776_FERRY},
        {"BBB42/CCC43", G1776_CLASS2, G1776_WATER},
        {"YYY56/ZZZ57", G1776_CLASS1, G1776_WATER},
        {"Q25/Q26", ANY3 | G1776_RIVER, ANY3 | G1776_RIVER},
        {"YY37/ZZ38", ANY3 | G1776_RIVER, ANY3 | G1776_RIVER},
        {"HHH37/III38", 0, G1776_WATER},
        {"ZZ27/AAA28", 0, G1776_WATER},
        {"OOO39/PPP39", 0, G1776_WATER},
        {"JJJ38/JJJ39", G1776_LAKE_SIDE | G1776_FERRY, G1776_LAKE_SIDE | G1776_FERRY},
        {"EE30/FF30", G1776_FERRY, G1776_FERRY},
        /* the four playable lake sides along the edge of the board */
        {"EEE28/EEE29", ANY3, G1776_WATER},
        {"GGG29/GGG30", ANY3, G1776_WATER},
        {"III30/III31", ANY3, G1776_WATER},
        {"KKK31/KKK32", ANY3, G1776_WATER},
    };
    for (size_t i = 0; i < sizeof facts / sizeof *facts; i++) {
        unsigned bits = M->side_bits[side(facts[i].side)] & facts[i].mask;
        if (bits != facts[i].bits) fail_msg("%s: %x", facts[i].side, bits);
    }
    int edge = 0;
    for (int s = M->inner_sides; s < M->side_count; s++) edge += M->side_bits[s] != 0;
    assert_int_equal(edge, 4);
    assert_string_equal(B->water_name[B->water_of[side("XX38/WW37")]], "Hudson");
    assert_string_equal(B->crossing[side("XX38/WW37")], "Paulus Hook");
    int harpers = side("LL24/LL25"); /* a ford with rough heights on one bank */
    assert_int_equal(M->side_bits[harpers],
                     G1776_CLASS1 | G1776_RIVER | G1776_ROUGH | G1776_FORD | G1776_HEIGHTS_0);
}

static void towns_lie_where_the_rulebook_says(void **state) {
    (void)state;
    static const char *const named[][2] = {
        {"Savannah", "B13"},      {"Charleston", "H17"},   {"Fort William Henry", "GGG36"},
        {"Fort Edward", "HHH38"}, {"Fort Levis", "KKK32"}, {"Abenaki Village", "RRR40"},
        {"New York", "XX38"},     {"Albany", "EEE37"},
    };
    for (size_t i = 0; i < sizeof named / sizeof *named; i++)
        assert_int_equal(town(named[i][0])->hex, hex(named[i][1]));
    static const char *const land[] = {"I6",    "N8",   "P11",   "U13",   "H16",
                                       "M20",   "M21",  "III40", "DDD35", "DDD36",
                                       "FFF34", "XX34", "UU29",  "NN21",  "AAAA45"};
    for (size_t i = 0; i < sizeof land / sizeof *land; i++)
        assert_true(g1776_is_land(hex(land[i])));
    assert_true(M->hex_bits[hex("CCC45")] & G1776_SEA_LANE);
    int strategic[G1776_AREAS] = {0}, ports = 0;
    for (int i = 0; i < B->town_count; i++) {
        const g1776_town *t = &B->town[i];
        if (!t->strategic) continue;
        strategic[g1776_area_of(t->hex)]++;
        ports += t->entry != MK_NOWHERE;
    }
    /* Strategic towns: 5, 6, 5, 7 in the four Areas; eight of them are ports. */
    assert_int_equal(strategic[G1776_NEW_ENGLAND], 5);
    assert_int_equal(strategic[G1776_MIDDLE_STATES], 6);
    assert_int_equal(strategic[G1776_SOUTH_CENTRAL], 5);
    assert_int_equal(strategic[G1776_DEEP_SOUTH], 7);
    assert_int_equal(strategic[G1776_CANADA], 0);
    assert_int_equal(ports, 8);
    assert_string_equal(B->colonies[B->colony[town("Albany")->hex]].id, "ny");
    assert_int_equal(mk_set_size(&B->exit[G1776_EAST_EXIT]), 3);
    assert_true(mk_set_has(&B->exit[G1776_EAST_EXIT], hex("NN44")));
    assert_int_equal(B->island, hex("AAAA45"));
    assert_int_equal(B->west_exit, hex("ZZ26"));
}

/* ---- Marches: II, with the values of the terrain effects chart ---- */

enum { SWAMP = 2, ROUGH = 2, MOUNTAIN = 3, CLASS1 = 1, CLASS2 = 3, FERRY2 = 2, FERRY3 = 3 };

static int relief(int from, int to, unsigned bits) {
    bool mountain = bits & G1776_MOUNTAINS || B->ground[from] == G1776_MOUNTAIN ||
                    B->ground[to] == G1776_MOUNTAIN;
    return mountain ? MOUNTAIN : bits & G1776_ROUGH ? ROUGH : 0;
}

static int water(unsigned bits) {
    if (bits & G1776_CLASS1) return bits & G1776_FORD ? 0 : CLASS1;
    if (bits & G1776_CLASS2) return bits & G1776_FERRY ? FERRY2 : CLASS2;
    if (bits & G1776_CLASS3) return bits & G1776_FERRY ? FERRY3 : MK_CLOSED;
    return 0;
}

static int march(const void *times, int from, mk_exit x) {
    unsigned bits = mk_way_bits(&M->land, x.way);
    if (!g1776_is_land(x.to) || water(bits) < 0) return MK_CLOSED;
    int entry = B->ground[x.to] == G1776_CLEAR ? 1 : SWAMP;
    int cost = entry + relief(from, x.to, bits) + water(bits);
    cost *= times ? *(const int *)times : 1;
    return bits & G1776_CLASS3 ? cost | MK_IN_FULL : cost;
}

static mk_mark mark[SPACES];

static int march_cost(const char *from, const char *to) {
    mk_travel t = {.points = MK_NO_LIMIT, .cost = march};
    mk_reach(&M->land, town(from)->hex, &t, mark);
    return mark[town(to)->hex].cost;
}

/* V3 of the shared vectors, and section 13. */
static void marches_cost_what_they_should(void **state) {
    (void)state;
    static const struct {
        const char *from, *to;
        int cost;
    } marches[] = {
        {"Quebec", "Montreal", 11},        {"Montreal", "Saint Johns", 5},
        {"Saint Johns", "Ticonderoga", 6}, {"Ticonderoga", "Albany", 6},
        {"Quebec", "Albany", 26},          {"Oswego", "Fort Stanwix", 3},
        {"Fort Stanwix", "Albany", 6},     {"New York", "West Point", 7},
        {"West Point", "Albany", 5},       {"New York", "Albany", 10},
        {"New York", "Morristown", 5},     {"New York", "Philadelphia", 11},
        {"Boston", "Newport", 4},          {"Boston", "Springfield", 4},
        {"Springfield", "Albany", 10},     {"Boston", "Albany", 12},
        {"Philadelphia", "Baltimore", 9},  {"Baltimore", "Alexandria", 5},
        {"Alexandria", "Richmond", 8},     {"Richmond", "Williamsburg", 3},
        {"Petersburg", "Hillsboro", 8},    {"Hillsboro", "Charlotte", 8},
        {"Charlotte", "Camden", 4},        {"Camden", "Charleston", 9},
        {"Camden", "Ninety-Six", 6},       {"Ninety-Six", "Augusta", 5},
        {"Augusta", "Savannah", 8},        {"Savannah", "Charleston", 11},
        {"Ft. Western", "Quebec", 18},
    };
    for (size_t i = 0; i < sizeof marches / sizeof *marches; i++) {
        int cost = march_cost(marches[i].from, marches[i].to);
        if (cost != marches[i].cost)
            fail_msg("%s to %s: %d, not %d", marches[i].from, marches[i].to, cost, marches[i].cost);
    }
}

/* New York to Morristown by the Paulus Hook ferry: 4 to WW37, 5 in all, 2 left of 7. Without a
 * leader every step doubles, and the minimum of one hex does not cross class 3. */
static void a_stack_gets_as_far_as_its_points(void **state) {
    (void)state;
    mk_travel t = {.points = 7, .cost = march, .one_step = true};
    int first = mk_reach(&M->land, town("New York")->hex, &t, mark), reached = 0, spent = 0;
    assert_int_equal(first, town("New York")->hex);
    assert_int_equal(mark[hex("WW37")].cost, 4);
    assert_int_equal(mark[town("Morristown")->hex].cost, 5);
    MK_REACHED_EACH(h, first, mark) {
        reached++;
        assert_true(mark[h].cost >= spent && mark[h].cost <= 7);
        spent = mark[h].cost;
    }
    assert_true(reached > 10);
    uint16_t path[8];
    assert_int_equal(mk_path(&M->land, mark, town("Morristown")->hex, path, 8), 2);
    assert_int_equal(path[0], hex("WW37"));

    int twice = 2;
    t.who = &twice;
    mk_reach(&M->land, town("New York")->hex, &t, mark);
    assert_int_equal(mark[hex("WW37")].cost, MK_NOWHERE);

    g1776_hexes halt = {{0}}; /* enemies at WW37 stop who enters */
    mk_set_add(&halt, hex("WW37"));
    t.who = NULL;
    t.halt = halt.word;
    mk_reach(&M->land, town("New York")->hex, &t, mark);
    assert_int_equal(mark[hex("WW37")].cost, 4);
    assert_int_equal(mark[town("Morristown")->hex].cost, MK_NOWHERE);
}

/* No town is cut off; the island and the corner of Nova Scotia are reached by water only. */
static void all_but_seven_hexes_are_reached_by_land(void **state) {
    (void)state;
    mk_travel t = {.points = MK_NO_LIMIT, .cost = march};
    mk_reach(&M->land, town("Philadelphia")->hex, &t, mark);
    char cut_off[100] = "";
    for (int h = 0; h < M->hex_count; h++) {
        if (!g1776_is_land(h) || mark[h].cost != MK_NOWHERE) continue;
        assert_true(strlen(cut_off) < sizeof cut_off - MK_HEX_NAME - 1);
        strcat(strcat(cut_off, mk_hex_name(M, h)), " ");
    }
    assert_string_equal(cut_off, "WWW60 WWW61 XXX60 XXX61 YYY61 ZZZ61 AAAA45 ");
}

/* A magazine supplies two hexes by adjacency; class 3 blocks, mountains do not (III.C). */
static void a_radius_does_not_cross_class_3(void **state) {
    (void)state;
    g1776_hexes fed = {{0}};
    mk_set_add(&fed, hex("XX38"));
    mk_flood(&M->land, fed.word, 2, &(mk_passable){.closed_roads = G1776_CLASS3});
    assert_false(mk_set_has(&fed, hex("WW37")));
    assert_true(mk_set_has(&fed, hex("YY38")));
    MK_SET_EACH(h, &fed) assert_true(mk_hex_distance(M, hex("XX38"), h) <= 2);
}

/* ---- By water ---- */

/* V.A: every hexside and sea lane costs 1, ports are free; not on class 2 for battle fleets. */
static int sail(const void *who, int from, mk_exit x) {
    (void)who;
    int s = mk_space_side(M, x.to);
    bool port = s < 0 && !(M->hex_bits[x.to] & G1776_SEA_LANE);
    bool leaves = from < M->hex_count && !(M->hex_bits[from] & G1776_SEA_LANE);
    if (s >= 0 && !(M->side_bits[s] & G1776_CLASS3)) return MK_CLOSED;
    return port || leaves ? 0 : 1;
}

static void passages_take_so_many_steps(void **state) {
    (void)state;
    static const struct {
        const char *to;
        int steps;
    } passages[] = {{"Boston", 25},  {"Newport", 15},    {"Philadelphia", 27},
                    {"Norfolk", 25}, {"Charleston", 48}, {"Savannah", 55}};
    mk_travel t = {.points = MK_NO_LIMIT, .cost = sail};
    mk_reach(&B->sea, town("New York")->hex, &t, mark);
    for (size_t i = 0; i < sizeof passages / sizeof *passages; i++)
        assert_int_equal(mark[town(passages[i].to)->hex].cost, passages[i].steps);
    /* Quebec is reached from the ocean only by leaving the board. */
    assert_int_equal(mark[town("Quebec")->hex].cost, MK_NOWHERE);
}

/* Sea lanes and class 3 sides: the ocean, the Saint Lawrence with Lake Ontario, Champlain with
 * Lake George, one side of Oneida Lake. */
static void waters_of_class_3_are_four(void **state) {
    (void)state;
    static MK_SET(SPACES) left, open;
    mk_set_clear(&open);
    for (int h = 0; h < M->hex_count; h++)
        if (M->hex_bits[h] & G1776_SEA_LANE) mk_set_add(&open, h);
    for (int s = 0; s < M->side_count; s++)
        if (M->side_bits[s] & G1776_CLASS3) mk_set_add(&open, mk_side_space(M, s));
    left = open;
    int sizes[8] = {0}, count = 0;
    while (mk_set_any(&left) && count < 8) {
        static MK_SET(SPACES) water;
        mk_set_clear(&water);
        mk_set_add(&water, mk_set_first(&left));
        mk_flood(&B->sea, water.word, -1, &(mk_passable){.open = open.word});
        sizes[count++] = mk_set_size(&water);
        mk_words_minus(left.word, water.word, sizeof left);
    }
    assert_int_equal(count, 4);
    int ocean = 0, lawrence = 0, champlain = 0, oneida = 0;
    for (int i = 0; i < 4; i++) {
        ocean += sizes[i] == 970;
        lawrence += sizes[i] == 50;
        champlain += sizes[i] == 15;
        oneida += sizes[i] == 1;
    }
    assert_true(ocean == 1 && lawrence == 1 && champlain == 1 && oneida == 1);
}

static int row(const void *who, int from, mk_exit x) {
    (void)who, (void)from, (void)x;
    return 1;
}

/* II.B: fifteen hexsides; one that enters a river side beside enemies ends there; not past a fleet;
 * not along coasts. Up the Hudson from the mouth. */
static void bateaux_row_along_hexsides(void **state) {
    (void)state;
    static MK_SET(SPACES) halt, open;
    int mouth = mk_side_space(M, side("WW37/XX38")), north = mk_side_space(M, side("BBB37/CCC38"));
    mk_travel t = {.points = 15, .cost = row};
    mk_reach(&B->water, mouth, &t, mark);
    assert_true(mark[north].cost > 0 && mark[north].cost <= 15);
    int furthest = 0, cost = mark[north].cost;
    for (int s = 0; s < M->side_count; s++) {
        int reached = mark[mk_side_space(M, s)].cost;
        if (reached == MK_NOWHERE) continue;
        furthest = reached > furthest ? reached : furthest;
        assert_true(M->side_bits[s] & G1776_WATER && !(M->side_bits[s] & G1776_COASTAL));
    }
    assert_int_equal(furthest, 15);

    uint16_t path[16];
    int length = mk_path(&B->water, mark, north, path, 16);
    assert_int_equal(length, cost);
    mk_set_clear(&halt);
    mk_set_add(&halt, path[length - 2]);
    t.halt = halt.word;
    mk_reach(&B->water, mouth, &t, mark);
    assert_int_equal(mark[path[length - 2]].cost, cost - 1);
    assert_int_equal(mark[north].cost, MK_NOWHERE);

    mk_set_below(&open, SPACES);
    mk_set_remove(&open, path[0]); /* an enemy fleet */
    t.halt = NULL;
    t.open = open.word;
    mk_reach(&B->water, mouth, &t, mark);
    assert_int_equal(mark[path[0]].cost, MK_NOWHERE);
}

/* The gap of the grid at RRR50, RRR51, SSS51: those two sides are not consecutive. */
static void nothing_goes_round_a_blocked_corner(void **state) {
    (void)state;
    int corner = mk_corner_named(M, "RRR50/RRR51/SSS51");
    assert_true(corner >= 0 && mk_set_has(&B->blocked, corner));
    int a = mk_side_space(M, side("RRR50/RRR51")), b = mk_side_space(M, side("RRR51/SSS51"));
    assert_int_equal(mk_way(&B->sea, a, b), -1);
    mk_travel t = {.points = MK_NO_LIMIT, .cost = sail};
    mk_reach(&B->sea, a, &t, mark);
    assert_true(mark[b].cost > 1 && mark[b].cost != MK_NOWHERE);
}

/* ---- What is refused ---- */

static void contradictions_are_refused(void **state) {
    (void)state;
    static const struct {
        const char *from, *to, *message;
    } mistakes[] = {
        {"\"numbering\": \"letters\"", "\"numbering\": \"letters\", \"lean\": 1",
         "grid: unknown key \"lean\""},
        {"\"A1 .........s..i", "\"A1 .........s..x",
         "ground[0]: the sign of A13 is none of .s^=I~io"},
        {"\"B1 .", "\"B1 ",
         "colony[1]: this line is not like that of the first picture, which has "
         "24 hexes from B1"},
        {"\"id\": \"ms\"", "\"id\": \"mm\"", "areas[1]: area 2 is ms"},
        {"\"sign\": \"S\"", "\"sign\": \"G\"",
         "colonies[1]: its sign must be one that no other has"},
        {"\"area\": \"sc\"", "\"area\": \"south\"",
         "colonies[3].area: there is no area called \"south\""},
        {"\"A1 GGGGGGGGGGGG-", "\"A1 GGGGGGGGGGGGG", "colony: A13 is land or has no colony"},
        {"A10/B11 A11/B11", "A10/B11 A11/B11 A11/B11",
         "waters[44].sides: A11/B11 has a water already"},
        {"A10/B11 A11/B11", "A10/B12 A11/B11",
         "waters[44].sides: there is no hexside A10/B12 on the "
         "map"},
        {"A10/B11 A11/B11", "A10/B11 A20/B20", "waters: A20/B20 is a side of a sea lane"},
        {"\"class\": 1, \"kind\": \"river\"", "\"class\": 1, \"kind\": \"bay\"",
         "waters[1]: a water of class 1 is a river"},
        {"\"kind\": \"ford\"", "\"kind\": \"ferry\"", "crossings[2]: a ferry is on class 2 or 3"},
        {"\"kind\": \"ferry\"", "\"kind\": \"ford\"", "crossings[0]: a ford is on class 1"},
        {"{\"side\": \"J6/K7\", \"hex\": \"J6\"}", "{\"side\": \"J6/K7\", \"hex\": \"J7\"}",
         "relief.heights[0]: the hex is not beside it"},
        {"{\"side\": \"J6/K7\", \"hex\": \"J6\"},", "",
         "relief.heights: J6/K7: a side with relief and water says where the heights are"},
        {"\"hex\": \"B13\"", "\"hex\": \"B25\"", "towns[0]: it lies in the water"},
        {"\"hex\": \"H17\"", "\"hex\": \"B13\"", "towns[2]: Savannah is in the same hex"},
        {"\"entry\": \"A12/B13\"", "\"entry\": \"A11/B12\"",
         "towns[0].entry: fleets enter a port by a class 3 side of its hex"},
        {"\"id\": \"augusta\"", "\"id\": \"savannah\"", "towns[1]: a second one"},
        {"LL43 ", "LL40 LL20 ", "exits.east: LL20 is no sea lane"},
        {"\"west_exit\": \"ZZ26\"", "\"west_exit\": \"ZZ25\"",
         "west_exit: there is no hex ZZ25 on the map"},
        {"RRR50/RRR51/SSS51", "RRR50/RRR51/SSS53",
         "blocked_corners[0]: there is no corner RRR50/RRR51/SSS53 on the map"},
    };
    for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++) {
        mk_error err = {0};
        char text[800], expected[300];
        facts_change("g1776/map.json", mistakes[i].from, mistakes[i].to);
        snprintf(expected, sizeof expected, "g1776/map.json: %s", mistakes[i].message);
        if (g1776_load_map(&err)) fail_msg("accepted, not refused with %s", expected);
        assert_string_equal(mk_error_string(&err, text, sizeof text), expected);
        assert_int_equal(M->hex_count, 0);
        mk_pack_clear();
    }
}

int main(void) {
    mk_error err = {0};
    if (!g1776_load_map(&err)) {
        fprintf(stderr, "%s\n", err.text);
        return 1;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_board_has_its_hexes),
        cmocka_unit_test(hexsides_lie_in_the_published_directions),
        cmocka_unit_test(named_hexsides_carry_their_waters),
        cmocka_unit_test(towns_lie_where_the_rulebook_says),
        cmocka_unit_test(marches_cost_what_they_should),
        cmocka_unit_test(a_stack_gets_as_far_as_its_points),
        cmocka_unit_test(all_but_seven_hexes_are_reached_by_land),
        cmocka_unit_test(a_radius_does_not_cross_class_3),
        cmocka_unit_test(passages_take_so_many_steps),
        cmocka_unit_test(waters_of_class_3_are_four),
        cmocka_unit_test(bateaux_row_along_hexsides),
        cmocka_unit_test(nothing_goes_round_a_blocked_corner),
        cmocka_unit_test(contradictions_are_refused), /* the last: it leaves no board */
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    g1776_free_map();
    return failed;
}
