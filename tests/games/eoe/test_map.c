/* The map sheets of End of Empire against what the rulebook says of numbered hexes, and against
 * steps, routes and supply lines that were worked out by other means. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../../core/facts.h"
#include "core/pack.h"
#include "games/eoe/map.h"

#include <stdio.h>
#include <string.h>

#define B (&eoe_board)
#define M (&eoe_board.hexes)
enum { SPACES = EOE_MAX_HEXES + EOE_MAX_WATERS };
typedef MK_SET(SPACES) space_set;

static int hex(const char *name) {
    int found = mk_hex_named(M, name);
    if (found < 0) fail_msg("no hex %s", name);
    return found;
}

static bool starts(const char *text, const char *begin) {
    return text && strncmp(text, begin, strlen(begin)) == 0;
}

static int count_hexes(unsigned bits) {
    int count = 0;
    for (int h = 0; h < M->hex_count; h++) count += eoe_is(h, bits);
    return count;
}

/* ---- What lies where ---- */

static void two_sheets_overlap_in_a_column(void **state) {
    (void)state;
    assert_int_equal(M->hex_count, 2929);
    assert_int_equal(M->line_count, 101);
    assert_string_equal(mk_hex_name(M, 0), "S1001");
    assert_string_equal(mk_hex_name(M, M->hex_count - 1), "6029");
    assert_int_equal(hex("S6022"), hex("1022"));
    assert_int_equal(count_hexes(EOE_NORTH), 51 * 29);
    assert_true(eoe_is(hex("S6001"), EOE_NORTH) && !eoe_is(hex("S5901"), EOE_NORTH));
    /* With o = column mod 2: 0 (c,r-1) 1 (c+1,r-1+o) 2 (c+1,r+o) 3 (c,r+1) 4 (c-1,r+o)
     * 5 (c-1,r-1+o); odd columns are half a hex lower. */
    static const char *const around[][7] = {
        {"2220", "2219", "2319", "2320", "2221", "2120", "2119"},
        {"2319", "2318", "2419", "2420", "2320", "2220", "2219"},
        {"S5924", "S5923", "1024", "1025", "S5925", "S5825", "S5824"},
        {"1022", "1021", "1121", "1122", "1023", "S5922", "S5921"},
    };
    for (size_t i = 0; i < sizeof around / sizeof *around; i++) {
        for (int d = 0; d < MK_DIRECTIONS; d++)
            assert_int_equal(M->near[hex(around[i][0])][d], hex(around[i][d + 1]));
    }
    assert_int_equal(mk_hex_distance(M, hex("2716"), hex("3014")), 4);
    assert_int_equal(mk_hex_distance(M, hex("S5924"), hex("1024")), 1);
}

static void places_lie_where_the_rulebook_says(void **state) {
    (void)state;
    static const char *const named[][2] = {
        {"3120", "Boston"},
        {"2220", "New York"},
        {"1719", "Philadelphia"},
        {"3411", "Montreal"},
        {"4111", "Quebec"},
        {"5927", "Louisbourg"},
        {"4926", "Halifax"},
        {"2716", "Albany"},
        {"1102", "Detroit"},
        {"1111", "Fort Duquesne"},
        {"1907", "Niagara"},
        {"S1610", "New Orleans"},
        {"S2315", "Pensacola"},
        {"S3228", "St Augustine"},
        {"S3825", "Savannah"},
        {"S4225", "Charleston"},
        {"S1905", "Natchez"},
        {"S5922", "Yorktown"},
        {"S5924", "Norfolk"},
        {"2922", "Newport"},
        {"2319", "Fort Montgomery"},
        {"3014", "Ticonderoga"},
        {"2914", "Fort William Henry"},
        {"S2823", "St Marks"},
        {"S4516", "Watauga"},
        {"S5023", "Cross Creek"},
        {"2709", "Fort Frontenac"},
    };
    for (size_t i = 0; i < sizeof named / sizeof *named; i++) {
        int place = B->place_at[hex(named[i][0])];
        assert_int_not_equal(place, EOE_NONE);
        const eoe_place *p = &B->place[place];
        if (!starts(p->town, named[i][1]) && !starts(p->outpost, named[i][1]))
            fail_msg("%s is not %s", named[i][0], named[i][1]);
    }
    assert_int_equal(count_hexes(EOE_US_PORT), 21);
    assert_int_equal(B->area_count, 19);
    assert_int_equal(B->sea_count, 6);
    static const char *const fortress[] = {"4111", "5927", "S3228"};
    static const char *const portage[] = {"1608", "1907", "2613", "2914", "S4605"};
    assert_int_equal(count_hexes(EOE_FORTRESS), 3);
    assert_int_equal(count_hexes(EOE_PORTAGE), 5);
    for (int i = 0; i < 3; i++) assert_true(eoe_is(hex(fortress[i]), EOE_FORTRESS));
    for (int i = 0; i < 5; i++) assert_true(eoe_is(hex(portage[i]), EOE_PORTAGE));
    /* 6.4: the nine civilized hexes of Nova Scotia. */
    static const char *const nova_scotia[] = {"4523", "4725", "4923", "4924", "4926",
                                              "5323", "6025", "5926", "5927"};
    int area = B->area[hex("4926")], count = 0;
    for (int h = 0; h < M->hex_count; h++) count += B->area[h] == area;
    assert_int_equal(count, 9);
    for (int i = 0; i < 9; i++) assert_int_equal(B->area[hex(nova_scotia[i])], area);
    /* Louisbourg has two sea areas, nobody else. */
    int two = 0;
    for (int h = 0; h < M->hex_count; h++) two += B->second_sea[h] != EOE_NONE;
    assert_true(two == 1 && B->second_sea[hex("5927")] != EOE_NONE);
    assert_true(eoe_is(hex("1719"), EOE_INLAND_PORT) && eoe_is(hex("S5026"), EOE_INLAND_PORT));
    assert_true(eoe_is(hex("2119"), EOE_ROUGH));
    assert_int_equal(B->country[hex("2120")], EOE_TORY);
    assert_int_equal(B->country[hex("2220")], EOE_AMERICAN);
}

static void ferries_and_islands(void **state) {
    (void)state;
    static const char *const ferries[] = {"2220/2221", "2921/2922", "S5923/S5924"};
    int count = 0;
    for (int s = 0; s < M->side_count; s++) count += (M->side_bits[s] & EOE_FERRY) != 0;
    assert_int_equal(count, 3);
    for (int i = 0; i < 3; i++) {
        int side = mk_side_named(M, ferries[i]);
        assert_int_equal(M->side_bits[side] & (EOE_FERRY | EOE_SEA_SIDE), EOE_FERRY | EOE_SEA_SIDE);
    }
    /* Long Island and Newport are islands; the rest is one land. */
    space_set open, reached = {{0}};
    mk_set_below(&open, M->hex_count);
    for (int h = 0; h < M->hex_count; h++)
        if (B->ground[h] == EOE_LAKE) mk_set_remove(&open, h);
    mk_set_add(&reached, hex("3120"));
    mk_flood(&B->net, reached.word, -1, &(mk_passable){open.word, EOE_OVER_SEA | EOE_ONE_WAY});
    static const char *const there[] = {"2716", "1719", "S5922", "S4225", "S3825", "3411",  "4111",
                                        "1111", "1907", "1102",  "S1610", "S2315", "S3228", "S1905",
                                        "4923", "4926", "5122",  "S4101", "2220"};
    for (size_t i = 0; i < sizeof there / sizeof *there; i++)
        assert_true(mk_set_has(&reached, hex(there[i])));
    assert_false(mk_set_has(&reached, hex("2221")) || mk_set_has(&reached, hex("2922")));
}

/* ---- Moving: 9.7 to 9.10 ---- */

typedef enum { BRITISH, AMERICAN } player; /* the second is French in the French and Indian War */
typedef struct {
    player side;
    bool revolution, winter;
} traveller;

/* 1 friendly, 0 neutral, -1 unfriendly. */
static int friendly(player side, bool revolution, int h) {
    player friends = B->country[h] == EOE_AMERICAN && revolution ? AMERICAN
                     : B->country[h] == EOE_FRENCH               ? AMERICAN
                                                                 : BRITISH;
    if (revolution && B->country[h] == EOE_FRENCH) return 0;
    return side == friends ? 1 : -1;
}

static int land_cost(const traveller *t, int h) {
    bool hard = t->winter && eoe_is(h, EOE_NORTH);
    int cost = B->ground[h] == EOE_WILD ? 5 : 1;
    if (B->ground[h] == EOE_LAKE) return hard ? 10 : MK_CLOSED;
    if (B->ground[h] == EOE_CIVILIZED && friendly(t->side, t->revolution, h) < 0) cost *= 2;
    if (eoe_is(h, EOE_ROUGH)) cost *= 2;
    return hard ? 2 * cost : cost;
}

static int travel_cost(const void *who, int from, mk_exit x) {
    const traveller *t = who;
    unsigned bits = mk_way_bits(&B->net, x.way);
    int here = eoe_hex_of(from), there = eoe_hex_of(x.to);
    if (bits & EOE_ONE_WAY && x.way & 1) return MK_CLOSED;
    if (bits & (EOE_EMBARK | EOE_CARRY)) return 0;
    if (bits & EOE_BY_WATER) {
        bool frozen = t->winter && (eoe_is(here, EOE_NORTH) || eoe_is(there, EOE_NORTH));
        return frozen ? MK_CLOSED : B->ground[there] == EOE_CIVILIZED ? 1 : 2;
    }
    return bits & EOE_OVER_SEA ? MK_CLOSED : land_cost(t, there);
}

static mk_mark mark[SPACES];

static int cost_at(int h) {
    int least = mark[h].cost;
    for (int w = B->first_water[h]; w < B->first_water[h + 1]; w++) {
        int cost = mark[eoe_water_space(w)].cost;
        least = cost < least ? cost : least;
    }
    return least;
}

typedef struct {
    const char *from, *to;
    player side;
    bool revolution, winter;
    int cost;
} route;

static void check_routes(const route *r, size_t count) {
    for (size_t i = 0; i < count; i++) {
        traveller who = {r[i].side, r[i].revolution, r[i].winter};
        mk_travel t = {.points = MK_NO_LIMIT, .cost = travel_cost, .who = &who};
        mk_reach(&B->net, hex(r[i].from), &t, mark);
        if (cost_at(hex(r[i].to)) != r[i].cost)
            fail_msg("%s to %s: %d, not %d", r[i].from, r[i].to, cost_at(hex(r[i].to)), r[i].cost);
    }
}

/* The cheaper way of one step at the start of a move, by land or any water of the hex. */
static int one_step(const route *r) {
    traveller who = {r->side, r->revolution, r->winter};
    int from = hex(r->from), to = hex(r->to), least = MK_NOWHERE;
    for (int w = B->first_water[from] - 1; w < B->first_water[from + 1]; w++) {
        int space = w < B->first_water[from] ? from : eoe_water_space(w);
        MK_EXIT_EACH(x, &B->net, space) {
            int cost = travel_cost(&who, space, *x);
            if (eoe_hex_of(x->to) == to && cost >= 0 && cost < least) least = cost;
        }
    }
    return least;
}

static void single_steps_cost_what_the_rules_say(void **state) {
    (void)state;
    static const route steps[] = {
        {"2319", "2318", BRITISH, true, false, 1}, /* by the Hudson */
        {"2319", "2318", BRITISH, true, true, 8},
        {"2220", "2119", BRITISH, true, false, 4}, /* unfriendly rough */
        {"2220", "2120", AMERICAN, true, false, 2},
        {"3411", "3412", AMERICAN, true, false, 5},
        {"3014", "3113", BRITISH, false, false, 2}, /* by the lake */
        {"3014", "3113", BRITISH, false, true, 10},
        {"2510", "2410", BRITISH, false, false, 2},
        {"2510", "2410", BRITISH, false, true, 10},
        {"3411", "3410", BRITISH, false, false, 2},
        {"3411", "3410", BRITISH, true, true, 2},
        {"2119", "2219", BRITISH, true, false, 4},
        {"2119", "2219", AMERICAN, true, false, 2},
    };
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        int cost = one_step(&steps[i]);
        if (cost != steps[i].cost) fail_msg("%s to %s: %d", steps[i].from, steps[i].to, cost);
    }
}

/* V19 */
static void routes_cost_what_was_measured(void **state) {
    (void)state;
    static const route routes[] = {
        {"3411", "2716", BRITISH, true, false, 16},   {"3411", "2716", BRITISH, true, true, 72},
        {"2220", "1719", BRITISH, true, false, 6},    {"2220", "1719", AMERICAN, true, false, 6},
        {"2220", "1719", BRITISH, true, true, 18},    {"3120", "2220", AMERICAN, true, false, 10},
        {"3120", "2220", BRITISH, true, false, 16},   {"3120", "2220", AMERICAN, true, true, 20},
        {"1111", "1719", AMERICAN, false, false, 27}, {"1111", "1719", BRITISH, false, false, 20},
        {"4111", "3411", AMERICAN, true, false, 7},   {"4111", "3411", AMERICAN, true, true, 14},
        {"S4225", "S4421", BRITISH, true, false, 6},  {"S4225", "S4421", AMERICAN, true, true, 5},
        {"3819", "4111", AMERICAN, true, false, 21},  {"3014", "3120", AMERICAN, true, true, 24},
        {"1114", "1111", BRITISH, false, false, 14},  {"2716", "3412", AMERICAN, true, false, 14},
        {"2817", "3014", AMERICAN, true, false, 6},
    };
    check_routes(routes, sizeof routes / sizeof *routes);
}

/* Albany - 2816 - 2915 - 2914 - 3014 by water: 1 + 1 + 2 + 2, the portage in 2914 is free. */
static void a_portage_joins_two_waters(void **state) {
    (void)state;
    traveller who = {BRITISH, false, false};
    mk_travel t = {.points = 6, .cost = travel_cost, .who = &who};
    mk_reach(&B->net, hex("2716"), &t, mark);
    assert_int_equal(cost_at(hex("3014")), 6);
    int h = hex("2914"), hudson = -1, george = -1;
    for (int w = B->first_water[h]; w < B->first_water[h + 1]; w++)
        *(B->water[w].lake ? &george : &hudson) = w;
    assert_true(hudson >= 0 && george >= 0);
    assert_int_equal(mark[eoe_water_space(george)].cost, 4);
    assert_int_equal(mk_way_bits(&B->net, mark[eoe_water_space(george)].way), EOE_CARRY);
    /* Two rivers that only share a hex: who came by one cannot leave by the other. */
    int shared = hex("S3823"), w = B->first_water[shared];
    assert_int_equal(B->first_water[shared + 1] - w, 2);
    assert_int_equal(mk_way(&B->net, eoe_water_space(w), eoe_water_space(w + 1)), -1);
    assert_true(mk_way(&B->net, shared, eoe_water_space(w)) >= 0);
}

/* 9.3: five points must be left beside an enemy who can react. Eight points beside unfriendly rough
 * (4) next to Washington: not enough; unfriendly plain (2): enough. */
static void five_points_are_kept_beside_an_enemy(void **state) {
    (void)state;
    traveller who = {BRITISH, true, false};
    space_set beside = {{0}};
    mk_set_add(&beside, hex("2119")); /* rough */
    mk_set_add(&beside, hex("2320"));
    mk_travel t = {.points = 8, .cost = travel_cost, .who = &who, .beside = beside.word, .keep = 5};
    mk_reach(&B->net, hex("2220"), &t, mark);
    assert_int_equal(cost_at(hex("2119")), MK_NOWHERE);
    assert_int_equal(cost_at(hex("2320")), 2);
    t.beside = NULL;
    mk_reach(&B->net, hex("2220"), &t, mark);
    assert_int_equal(cost_at(hex("2119")), 4);
}

static void rivers_and_lakes_join_the_forts(void **state) {
    (void)state;
    static const char *const there[] = {"2220", "3014", "3113", "3411",  "4111",
                                        "2510", "2709", "1907", "1608",  "1111",
                                        "1102", "2613", "2914", "S4605", "S4101"};
    space_set set = {{0}}, waters;
    mk_set_below(&waters, SPACES);
    for (int h = 0; h < M->hex_count; h++) mk_set_remove(&waters, h);
    for (int w = B->first_water[hex("2716")]; w < B->first_water[hex("2716") + 1]; w++)
        mk_set_add(&set, eoe_water_space(w));
    mk_flood(&B->lines, set.word, -1, &(mk_passable){.open = waters.word});
    for (size_t i = 0; i < sizeof there / sizeof *there; i++) {
        int h = hex(there[i]), found = 0;
        for (int w = B->first_water[h]; w < B->first_water[h + 1]; w++)
            found += mk_set_has(&set, eoe_water_space(w));
        if (!found) fail_msg("no water from Albany to %s", there[i]);
    }
}

/* ---- North American supply: 6.1, 6.2, 6.6 (guns are left out: they block no line here) ---- */

typedef struct {
    const char *hex;
    bool inside;
    player side;
} piece;

typedef struct {
    bool revolution;
    player side;
    const char *hex;
    bool inside;
    piece other[3];
    bool supplied;
} line;

static bool at(const line *l, int h, player side, int inside) {
    if (side == l->side && h == hex(l->hex) && (inside < 0 || inside == l->inside)) return true;
    for (int i = 0; i < 3 && l->other[i].hex; i++) {
        const piece *p = &l->other[i];
        if (hex(p->hex) == h && p->side == side && (inside < 0 || inside == p->inside)) return true;
    }
    return false;
}

static bool has_lake(int h) {
    for (int w = B->first_water[h]; w < B->first_water[h + 1]; w++)
        if (B->water[w].lake) return true;
    return false;
}

static bool passable(const line *l, int h) {
    player enemy = 1 - l->side;
    if (!l->revolution && !eoe_is(h, EOE_NORTH)) return false; /* one sheet */
    if (at(l, h, enemy, 0) || (at(l, h, enemy, 1) && !at(l, h, l->side, 0))) return false;
    bool unfriendly = B->ground[h] == EOE_CIVILIZED && friendly(l->side, l->revolution, h) < 0;
    if (!unfriendly || at(l, h, l->side, -1)) return true;
    return l->side == BRITISH && (eoe_is(h, EOE_NAVIGABLE) || has_lake(h));
}

static bool is_source(const line *l, int h) {
    static const int serve[2][2] = {{EOE_SUPPLY_US | EOE_SUPPLY_BR, EOE_SUPPLY_FR},
                                    {EOE_SUPPLY_BR | EOE_SUPPLY_FR, EOE_SUPPLY_US}};
    if (B->place_at[h] == EOE_NONE) return false;
    if (!(B->place[B->place_at[h]].supply & serve[l->revolution][l->side])) return false;
    player enemy = 1 - l->side;
    if (at(l, h, l->side, 1) || (at(l, h, l->side, 0) && !at(l, h, enemy, 1))) return true;
    if (at(l, h, enemy, -1)) return false;
    return B->ground[h] == EOE_CIVILIZED && friendly(l->side, l->revolution, h) >= 0;
}

static void add_spaces(space_set *set, int h) {
    if (eoe_is(h, EOE_ON_ROAD)) mk_set_add(set, h);
    for (int w = B->first_water[h]; w < B->first_water[h + 1]; w++)
        mk_set_add(set, eoe_water_space(w));
}

static bool is_supplied(const line *l) {
    int h = hex(l->hex);
    if (is_source(l, h)) return true;
    if (l->inside && at(l, h, 1 - l->side, 0)) return false;
    space_set near = {{0}}, civil = {{0}}, spaces = {{0}}, open = {{0}};
    for (int x = 0; x < M->hex_count; x++) {
        if (!passable(l, x)) continue;
        add_spaces(&open, x);
        bool friends = B->ground[x] == EOE_CIVILIZED &&
                       (friendly(l->side, l->revolution, x) >= 0 || at(l, x, l->side, -1));
        if (friends) mk_set_add(&civil, x);
    }
    mk_set_add(&near, h); /* up to two friendly civilized hexes, then along waters and roads */
    if (B->ground[h] == EOE_CIVILIZED)
        mk_flood(&B->net, near.word, 2, &(mk_passable){civil.word, EOE_OVER_SEA | EOE_ONE_WAY});
    MK_SET_EACH(x, &near) {
        if (is_source(l, x)) return true;
        add_spaces(&spaces, x);
    }
    mk_flood(&B->lines, spaces.word, -1, &(mk_passable){.open = open.word});
    MK_SET_EACH(space, &spaces) {
        if (is_source(l, eoe_hex_of(space))) return true;
    }
    return false;
}

static void supply_lines_run_along_waters_and_roads(void **state) {
    (void)state;
    static const line lines[] = {
        {true, BRITISH, "2816", false, {{"2716", false, AMERICAN}, {"2915", false, BRITISH}}, true},
        {true, BRITISH, "2816", false, {{"2716", false, AMERICAN}}, false},
        {true, BRITISH, "2816", false, {{0}}, false},
        {true, BRITISH, "1719", false, {{0}}, false},
        {true, BRITISH, "3120", true, {{"3120", false, AMERICAN}}, false},
        {true, AMERICAN, "3120", false, {{"3120", true, BRITISH}}, true},
        {true, AMERICAN, "S5026", false, {{0}}, true},
        {true, BRITISH, "S4421", false, {{0}}, false},
        {true, BRITISH, "S4225", false, {{0}}, false},
        {true, AMERICAN, "4111", false, {{"4111", true, BRITISH}}, true},
        {true, AMERICAN, "4111", false, {{"4111", true, BRITISH}, {"3412", false, BRITISH}}, true},
        {true,
         AMERICAN,
         "4111",
         false,
         {{"4111", true, BRITISH}, {"3412", false, BRITISH}, {"3411", false, BRITISH}},
         false},
        {true, BRITISH, "1102", false, {{0}}, true},
        {false, AMERICAN, "1102", false, {{"2709", false, BRITISH}}, false},
        {false, AMERICAN, "1111", false, {{0}}, true},
        {false, AMERICAN, "1111", false, {{"1907", false, BRITISH}}, false},
        {false, BRITISH, "1114", false, {{0}}, true},
        {true, AMERICAN, "3014", false, {{0}}, true},
        {true, BRITISH, "2119", false, {{0}}, false},
        {true, AMERICAN, "1223", false, {{0}}, false},
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        if (is_supplied(&lines[i]) != lines[i].supplied)
            fail_msg("line %zu: %s should%s be supplied", i, lines[i].hex,
                     lines[i].supplied ? "" : " not");
    }
}

/* ---- What is refused ---- */

static void contradictions_are_refused(void **state) {
    (void)state;
    static const struct {
        const char *from, *to, *message;
    } mistakes[] = {
        {"\"S1001 ww", "\"S1001 wx", "ground[0]: the sign of S1002 is none of wWmMaArtTfF~o"},
        {", {\"prefix\": \"\", \"from\": 10, \"to\": 60, \"line\": 60}", "",
         "ground[50]: expected the name of a hex, a space and signs"},
        {"\"sign\": \"A\"", "\"sign\": \"H\"", "areas[1]: its sign must be one that no other has"},
        {"\"S1501 -------L", "\"S1501 ------LL", "area: S1507 is civilized or has no area"},
        {"\"S1001 --G", "\"S1001 ---", "sea: S1003 has no sea area"},
        {"\"sea\": \"gsl\"", "\"sea\": \"lsg\"",
         "second_sea[0].sea: there is no sea area called \"lsg\""},
        {"2220 2319 2318", "2220 2318 2318", "waterways[9].courses[0]: 2220 does not touch 2318"},
        {"2220 2319 2318", "2220 2320 2420 2319",
         "waterways[9].courses[0]: 2319 does not touch 2418"},
        {"\"3412 3511\"", "\"5828 5829\"", "waterways[3].courses[0]: 5829 is sea or mountain"},
        {"\"S1905 S2006", "\"S1905 S2005 S2007", "roads[0]: S2005 does not touch S2007"},
        {"\"portages\": \"S4605", "\"portages\": \"S1001",
         "portages: there are not two waterways in S1001"},
        {"\"ferries\": \"S5923/S5924", "\"ferries\": \"S5922/S5923",
         "ferries: a ferry crosses an all-sea hexside"},
        {"\"hex\": \"S1706\"", "\"hex\": \"S1610\"", "places[2]: a second place in this hex"},
        {"\"town\": \"Natchez\"", "\"town\": \"Natchez\", \"port\": \"us\"",
         "places[3]: a port has a sea area"},
        {"\"town\": \"Mobile\"", "\"town\": \"Mobile\", \"inland_port\": true",
         "places[5]: an inland port lies on a navigable river"},
        {"[\"fr\", \"sp\"]", "[\"fr\", \"pr\"]",
         "places[1].supply[1]: there is no supply called \"pr\""},
    };
    for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++) {
        mk_error err = {0};
        char text[800], expected[300];
        facts_change("eoe/map.json", mistakes[i].from, mistakes[i].to);
        snprintf(expected, sizeof expected, "eoe/map.json: %s", mistakes[i].message);
        if (eoe_load_map(&err)) fail_msg("accepted, not refused with %s", expected);
        assert_string_equal(mk_error_string(&err, text, sizeof text), expected);
        assert_int_equal(M->hex_count, 0);
        mk_pack_clear();
    }
}

int main(void) {
    mk_error err = {0};
    if (!eoe_load_map(&err)) {
        fprintf(stderr, "%s\n", err.text);
        return 1;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_sheets_overlap_in_a_column),
        cmocka_unit_test(places_lie_where_the_rulebook_says),
        cmocka_unit_test(ferries_and_islands),
        cmocka_unit_test(single_steps_cost_what_the_rules_say),
        cmocka_unit_test(routes_cost_what_was_measured),
        cmocka_unit_test(a_portage_joins_two_waters),
        cmocka_unit_test(five_points_are_kept_beside_an_enemy),
        cmocka_unit_test(rivers_and_lakes_join_the_forts),
        cmocka_unit_test(supply_lines_run_along_waters_and_roads),
        cmocka_unit_test(contradictions_are_refused), /* the last: it leaves no map */
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    eoe_free_map();
    return failed;
}
