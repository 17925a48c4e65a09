/* The data of Campaigns of 1777: what is shipped is what the rulebook prints and what was
 * reconstructed, value by value. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../../core/facts.h"
#include "core/data.h"
#include "games/c77/data.h"

#include <stdio.h>
#include <string.h>

static int load_shipped(void **state) {
    (void)state;
    return facts_shipped("c77");
}

static int space(const char *id) {
    for (int i = 0; i < c77.space_count; i++)
        if (strcmp(c77.space[i].id, id) == 0) return i;
    fail_msg("there is no space %s", id);
    return -1;
}

static int place(const char *id) {
    for (int i = 0; i < c77_place_count(); i++)
        if (strcmp(c77_place_id(i), id) == 0) return i;
    fail_msg("there is no place %s", id);
    return -1;
}

static int leader(const char *id) {
    for (int i = 0; i < c77.leader_count; i++)
        if (strcmp(c77.leader[i].id, id) == 0) return i;
    fail_msg("there is no leader %s", id);
    return -1;
}

static mk_set128 spaces_of(const char *const *ids) {
    mk_set128 set = 0;
    for (; *ids; ids++) mk_set_add(&set, space(*ids));
    return set;
}
#define SPACES(...) spaces_of((const char *const[]){__VA_ARGS__, NULL})
#define assert_set_equal(found, wanted) assert_true((found) == (wanted))

/* ---- What is shipped: the map -------------------------------------------- */

/* Type, department, and the connections to spaces: rural -, water ~, rough ^, dual =. Each of them
 * is listed once. */
/* clang-format off */
static const struct {
    const char *id, *kind, *ways;
} spaces[] = {
    {"montreal", "city northern", "cedars= st_johns~ chambly~"},
    {"cedars", "country northern", "oswegatchie~"},
    {"oswegatchie", "country northern", "oswego~"},
    {"oswego", "small_fort northern", "fort_stanwix~"},
    {"chambly", "country northern", "st_johns-"},
    {"st_johns", "small_fort northern", "isle_aux_noix="},
    {"isle_aux_noix", "country northern", "crown_point~"},
    {"crown_point", "country northern", "fort_ticonderoga="},
    {"fort_ticonderoga", "large_fort northern", "skenesborough~ fort_george~ castleton^"},
    {"skenesborough", "country northern", "castleton- fort_ann^"},
    {"fort_ann", "small_fort northern", "fort_edward-"},
    {"fort_george", "small_fort northern", "fort_edward-"},
    {"fort_edward", "small_fort northern", "saratoga="},
    {"saratoga", "country northern", "albany= bennington~ schenectady^"},
    {"albany", "city northern", "hudson= catskill- pittsfield-"},
    {"schenectady", "city northern", "albany-"},
    {"johnstown", "country northern", "schenectady- cherry_valley-"},
    {"fort_dayton", "small_fort northern", "johnstown- cherry_valley^"},
    {"fort_stanwix", "large_fort northern", "fort_dayton="},
    {"cherry_valley", "country northern", "schoharie-"},
    {"schoharie", "country northern", "schenectady- albany- catskill^"},
    {"bennington", "country northern", "brattleboro^ albany- pittsfield-"},
    {"manchester", "country northern", "bennington- brattleboro^"},
    {"castleton", "country northern", "manchester- rutland-"},
    {"rutland", "country northern", "manchester- fort_number_four^"},
    {"hudson", "country highlands", "catskill~ pittsfield- great_barrington- rhinebeck="},
    {"catskill", "country highlands", "kingston-"},
    {"kingston", "city highlands", "rhinebeck~ new_windsor- minisink^"},
    {"rhinebeck", "country highlands", "poughkeepsie="},
    {"poughkeepsie", "country highlands", "fishkill= litchfield-"},
    {"fishkill", "city highlands", "new_windsor~ peekskill^ danbury-"},
    {"new_windsor", "country highlands", "fort_montgomery~ goshen-"},
    {"goshen", "country highlands", "minisink- pompton^ fort_montgomery^"},
    {"minisink", "country highlands", "sussex-"},
    {"fort_montgomery", "large_fort highlands", "peekskill~ tappan~ pompton^"},
    {"peekskill", "country highlands", "white_plains- danbury- tappan~"},
    {"boston", "city eastern", "portsmouth- plymouth- providence-"},
    {"portsmouth", "city eastern", ""},
    {"concord", "country eastern", "boston- portsmouth-"},
    {"worcester", "country eastern", "boston- concord- providence-"},
    {"plymouth", "country eastern", "taunton-"},
    {"taunton", "country eastern", "providence- newport~"},
    {"providence", "city eastern", "newport~"},
    {"newport", "city eastern", ""},
    {"norwich", "country eastern", "hartford- providence- worcester-"},
    {"new_london", "city eastern", "norwich="},
    {"new_haven", "city eastern", "hartford- new_london~"},
    {"fairfield", "country eastern", "new_haven- danbury-"},
    {"danbury", "country eastern", "litchfield-"},
    {"litchfield", "country eastern", "hartford- great_barrington-"},
    {"hartford", "city eastern", "springfield="},
    {"springfield", "city eastern", "northampton= worcester-"},
    {"northampton", "country eastern", "brattleboro= worcester-"},
    {"brattleboro", "country eastern", "fort_number_four= concord-"},
    {"fort_number_four", "small_fort eastern", "portsmouth^"},
    {"pittsfield", "country eastern", "northampton^"},
    {"great_barrington", "country eastern", "pittsfield- springfield-"},
    {"new_york", "city middle", "staten_island= kingsbridge= tappan~ hackensack~"},
    {"staten_island", "country middle", ""},
    {"kingsbridge", "country middle", "white_plains-"},
    {"white_plains", "country middle", "tappan~ fairfield- danbury-"},
    {"tappan", "country middle", "hackensack- pompton^"},
    {"hackensack", "country middle", "newark- pompton-"},
    {"newark", "country middle", "morristown^ staten_island~ perth_amboy-"},
    {"perth_amboy", "country middle", "staten_island~ new_brunswick= monmouth~"},
    {"new_brunswick", "country middle", "middlebrook- princeton- monmouth-"},
    {"middlebrook", "country middle", "morristown- princeton- easton~ coryells_ferry-"},
    {"morristown", "city middle", "pompton- sussex- easton~"},
    {"pompton", "country middle", "sussex^"},
    {"sussex", "country middle", "easton~"},
    {"easton", "country middle", "bethlehem- coryells_ferry~"},
    {"bethlehem", "country middle", "reading- germantown- coryells_ferry~"},
    {"reading", "city middle", ""},
    {"lancaster", "city middle", "reading- chadds_ford- head_of_elk-"},
    {"coryells_ferry", "country middle", "princeton- trenton= germantown~"},
    {"princeton", "country middle", "trenton- monmouth-"},
    {"trenton", "country middle", "bristol~ burlington= monmouth-"},
    {"monmouth", "country middle", ""},
    {"burlington", "country middle", "bristol~ coopers_ferry- monmouth-"},
    {"bristol", "country middle", "philadelphia= germantown-"},
    {"coopers_ferry", "country middle", "philadelphia~ salem-"},
    {"philadelphia", "city middle", "germantown- chester~"},
    {"germantown", "country middle", "valley_forge~ reading-"},
    {"valley_forge", "country middle", "reading~ chester- chadds_ford~ lancaster-"},
    {"chester", "country middle", ""},
    {"chadds_ford", "country middle", "chester~ wilmington- head_of_elk-"},
    {"wilmington", "city middle", "chester~ head_of_elk-"},
    {"head_of_elk", "city middle", ""},
    {"salem", "country middle", "wilmington~"},
};
/* clang-format on */
enum { SPACES_SHIPPED = sizeof spaces / sizeof *spaces };

static int way_of(const char *mark) {
    static const char marks[] = {[C77_NO_WAY] = '?',
                                 [C77_RURAL] = '-',
                                 [C77_WATER] = '~',
                                 [C77_ROUGH] = '^',
                                 [C77_DUAL] = '='};
    const char *found = memchr(marks, *mark, sizeof marks);
    assert_non_null(found);
    return (int)(found - marks);
}

/* The connections that a row lists: they are there both ways. Returns how many. */
static int expect_ways(int from, const char *ways) {
    char text[200];
    int count = 0;
    snprintf(text, sizeof text, "%s", ways);
    for (char *to = strtok(text, " "); to; to = strtok(NULL, " "), count++) {
        char *mark = to + strlen(to) - 1;
        int way = way_of(mark);
        *mark = 0;
        assert_int_equal(c77_way_between(from, space(to)), way);
        assert_int_equal(c77_way_between(space(to), from), way);
        assert_true(mk_set_has(c77_near(from), space(to)) && mk_set_has(c77_near(space(to)), from));
    }
    return count;
}

static void every_space(void **state) {
    (void)state;
    static const char *const types[] = {"city", "country", "small_fort", "large_fort"};
    static const char *const regions[] = {"northern", "highlands", "eastern", "middle"};
    int count = 0;
    assert_int_equal(c77.space_count, SPACES_SHIPPED);
    for (int i = 0; i < SPACES_SHIPPED; i++) {
        const c77_space *s = &c77.space[i];
        char kind[40];
        assert_string_equal(s->id, spaces[i].id);
        snprintf(kind, sizeof kind, "%s %s", types[s->type], regions[s->department]);
        assert_string_equal(kind, spaces[i].kind);
        count += expect_ways(i, spaces[i].ways);
    }
    assert_int_equal(c77.roads.road_count, count);
}

static void features_of_the_board(void **state) {
    (void)state;
    mk_set128 large = SPACES("fort_ticonderoga", "fort_stanwix", "fort_montgomery");
    mk_set128 small = SPACES("oswego", "st_johns", "fort_ann", "fort_george", "fort_edward",
                             "fort_dayton", "fort_number_four");
    mk_set128 ports = SPACES("boston", "head_of_elk", "montreal", "new_haven", "new_london",
                             "new_york", "newport", "wilmington");
    assert_int_equal(c77.space_count, 89);
    assert_int_equal(mk_set_size(c77.cities), 20);
    assert_int_equal(mk_set_size(c77.countryside), 59);
    assert_int_equal(c77.fort_count, 10);
    assert_set_equal(c77.forts, large | small);
    assert_set_equal(c77.ports, ports); /* 2.1.5 */
    assert_set_equal(c77.shared_magazines, ports);
    assert_set_equal(c77.magazines[C77_BRITISH], ports | SPACES("oswego"));
    assert_set_equal(c77.magazines[C77_PATRIOT],
                     ports | SPACES("albany", "fishkill", "morristown", "philadelphia", "reading",
                                    "springfield"));
    for (int fort = 0; fort < c77.fort_count; fort++) { /* 14.1 */
        assert_int_equal(c77.fort_min[fort], 1);
        assert_int_equal(c77.fort_max[fort], mk_set_has(large, c77.fort_space[fort]) ? 5 : 3);
    }
}

static void spaces_of_the_rules(void **state) {
    (void)state;
    assert_int_equal(c77.philadelphia, space("philadelphia"));
    assert_int_equal(c77.mount_defiance, space("fort_ticonderoga"));
    assert_int_equal(c77.castleton, space("castleton"));
    assert_int_equal(c77.albany, space("albany"));
    assert_int_equal(c77.ticonderoga, space("fort_ticonderoga"));
    assert_int_equal(c77.montreal, space("montreal"));
    assert_int_equal(c77.new_york, space("new_york"));
}

static void one_connection_is_closed(void **state) {
    (void)state;
    int closed = 0;
    for (int i = 0; i < c77.roads.road_count; i++)
        closed += (c77.roads.bits[i] & C77_CLOSED_TO_PATRIOTS) != 0;
    assert_int_equal(closed, 1); /* 19.7 */
    assert_true(c77_road(space("new_york"), space("staten_island")) & C77_CLOSED_TO_PATRIOTS);
}

static void distances(void **state) {
    (void)state;
    static const struct {
        const char *from, *to;
        int steps;
    } expected[] = {
        {"montreal", "fort_ticonderoga", 4},
        {"fort_ticonderoga", "albany", 4},
        {"oswego", "albany", 5},
        {"new_york", "fort_montgomery", 2},
        {"new_york", "philadelphia", 6},
        {"wilmington", "philadelphia", 2},
        {"new_york", "albany", 6},
        {"boston", "albany", 4},
    };
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        int from = space(expected[i].from), to = space(expected[i].to);
        assert_int_equal(c77.scenario[0].dist[from][to], expected[i].steps);
        assert_int_equal(c77.scenario[0].dist[to][from], expected[i].steps);
    }
}

static void points_lie_on_the_map(void **state) {
    (void)state;
    for (int i = 0; i < c77.space_count; i++) {
        c77_point p = c77.space[i].point;
        assert_true(p.x > 0 && p.x < 1000 && p.y > 0);
    }
    assert_true(c77.space[space("montreal")].point.y < c77.space[space("new_york")].point.y);
    assert_true(c77.space[space("oswego")].point.x < c77.space[space("boston")].point.x);
}

/* ---- What is shipped: leaders and units ----------------------------------- */

/* Side and kind; of front and back: rank, leadership, range, attack, defense, activation cost. */
static const struct {
    const char *id, *kind, *front, *back;
} leaders[] = {
    {"howe", "british primary", "3 8 3 3 3 0", "3 7 2 2 2 0"},
    {"burgoyne", "british primary", "3 8 3 3 2 0", "2 7 2 2 2 0"},
    {"st_leger", "british primary", "1 7 2 2 1 0", "1 6 2 1 1 0"},
    {"clinton", "british primary", "2 7 3 2 2 0", "2 6 2 1 1 0"},
    {"powell", "british garrison", "1 6 0 1 1 0", "1 5 0 0 1 0"},
    {"carleton", "british fixed", "2 7 0 2 3 0", "2 6 0 1 2 0"},
    {"cornwallis", "british subordinate", "2 8 0 3 2 2", "2 7 0 2 1 3"},
    {"knyphausen", "hessian subordinate", "2 7 0 2 2 3", "2 6 0 1 1 4"},
    {"riedesel", "hessian subordinate", "2 7 0 2 2 3", "2 6 0 1 1 4"},
    {"phillips", "british subordinate", "2 6 0 1 2 4", "2 5 0 1 1 5"},
    {"fraser", "british subordinate", "1 8 0 2 2 2", "1 7 0 1 1 3"},
    {"johnson", "british subordinate", "1 6 0 1 1 4", "1 5 0 0 1 5"},
    {"brant", "indian subordinate", "1 7 0 1 1 3", "1 6 0 1 1 4"},
    {"washington", "patriot primary", "3 9 4 2 3 0", "3 7 3 1 2 0"},
    {"schuyler", "patriot primary", "2 6 4 1 2 0", "2 7 3 1 3 0"},
    {"putnam", "patriot primary", "2 6 3 1 2 0", "2 5 3 0 1 0"},
    {"heath", "patriot primary", "2 6 4 1 1 0", "2 5 4 0 1 0"},
    {"greene", "patriot subordinate", "2 8 0 2 3 2", "2 7 0 1 2 3"},
    {"arnold", "patriot subordinate", "2 8 0 4 2 2", "2 6 0 1 1 4"},
    {"stephens", "patriot subordinate", "2 5 0 1 1 5", "1 5 0 0 1 5"},
    {"stirling", "patriot subordinate", "2 6 0 1 2 4", "2 5 0 1 1 5"},
    {"sullivan", "patriot subordinate", "2 6 0 2 1 4", "2 5 0 1 1 5"},
    {"st_clair", "patriot subordinate", "2 6 0 1 2 4", "2 5 0 1 1 5"},
    {"herkimer", "patriot subordinate", "1 6 0 1 2 4", "1 5 0 0 1 5"},
    {"smith", "militia event", "2 7 0 3 2 0", "2 6 0 1 1 0"},
};
enum { LEADERS_SHIPPED = sizeof leaders / sizeof *leaders };

static void expect_face(const c77_face *f, const char *expected) {
    char found[40];
    snprintf(found, sizeof found, "%d %d %d %d %d %d", f->rank, f->leadership, f->range, f->attack,
             f->defense, f->cost);
    assert_string_equal(found, expected);
    assert_true(*f->name);
}

static const char *nation(const c77_leader *l) {
    if (l->hessian) return "hessian";
    if (l->only == C77_INDIAN) return "indian";
    if (l->only == C77_MILITIA) return "militia";
    assert_int_equal(l->only, C77_NONE);
    return l->side == C77_BRITISH ? "british" : "patriot";
}

static void every_leader(void **state) {
    (void)state;
    static const char *const kinds[] = {"primary", "subordinate", "garrison", "fixed", "event"};
    assert_int_equal(c77.leader_count, LEADERS_SHIPPED);
    for (int i = 0; i < LEADERS_SHIPPED; i++) {
        const c77_leader *l = &c77.leader[i];
        char kind[40];
        assert_string_equal(l->id, leaders[i].id);
        assert_int_equal(l->side, i < leader("washington") ? C77_BRITISH : C77_PATRIOT);
        snprintf(kind, sizeof kind, "%s %s", nation(l), kinds[l->kind]);
        assert_string_equal(kind, leaders[i].kind);
        expect_face(&l->face[0], leaders[i].front);
        expect_face(&l->face[1], leaders[i].back);
    }
    assert_string_equal(c77.leader[leader("schuyler")].face[1].name, "Gates"); /* 13.4 */
}

static void limits_of_rank(void **state) {
    (void)state;
    static const uint8_t sp[] = {0, 5, 8, 11}, artillery[] = {0, 1, 2, 3}; /* 9.1 */
    assert_memory_equal(c77.rank_sp, sp, sizeof sp);
    assert_memory_equal(c77.rank_artillery, artillery, sizeof artillery);
}

/* Side, SP there are, SP for a die in battle, and whether it gives dice when it storms (S), is
 * always in supply (A), is artillery (G). */
static const char *const units[C77_TYPES] = {
    "regular B 72 1 S",  "hessian B 26 1 S",     "tory B 20 2 S",
    "indian B 14 2 A",   "artillery_b B 12 0 G", "continental P 34 1 S",
    "militia P 60 2 SA", "artillery_p P 8 0 G",  "river_ship B 1 0 A",
};

static void every_unit_type(void **state) {
    (void)state;
    for (int i = 0; i < C77_TYPES; i++) {
        const c77_unit *u = &c77.unit[i];
        char found[60];
        snprintf(found, sizeof found, "%s %c %d %d %s%s%s", u->id, "BP"[u->side], u -> total,
                 u -> per_die, u -> storms ? "S" : "", u->always_supplied ? "A" : "",
                 u->artillery ? "G" : "");
        assert_string_equal(found, units[i]);
    }
    assert_int_equal(c77.supply_total[C77_BRITISH], 8);
    assert_int_equal(c77.supply_total[C77_PATRIOT], 7);
}

/* ---- What is shipped: the charts ------------------------------------------ */

static void turns_and_rally(void **state) {
    (void)state;
    assert_int_equal(c77.turn_count, 10);
    assert_string_equal(c77.turn_name[1], "June I");
    assert_string_equal(c77.turn_name[10], "October II");
    for (int turn = 1; turn <= 10; turn++)
        assert_int_equal(c77.rally_turn[turn], turn == 3 || turn == 5 || turn == 7 || turn == 9);
    static const uint8_t rally[C77_DEPARTMENTS][3] = {{2, 3, 4}, {2, 0, 4}, {1, 0, 5}, {3, 0, 3}};
    for (int d = 0; d < C77_DEPARTMENTS; d++) {
        assert_int_equal(c77.rally[d][C77_TORY], rally[d][0]);
        assert_int_equal(c77.rally[d][C77_INDIAN], rally[d][1]);
        assert_int_equal(c77.rally[d][C77_MILITIA], rally[d][2]);
    }
}

static void events_by_two_dice(void **state) {
    (void)state;
    static const uint8_t british[] = {C77_SEQUENCE_EVENT, C77_SEQUENCE_EVENT, C77_SEQUENCE_EVENT,
                                      C77_SEQUENCE_EVENT, C77_SEQUENCE_EVENT, C77_NO_EVENT,
                                      C77_LOYALISTS,      C77_HIGH_WINDS,     C77_CONTRACTORS,
                                      C77_BOLD_STROKE,    C77_CAMP_FEVER};
    static const uint8_t patriot[] = {C77_SEQUENCE_EVENT,    C77_SEQUENCE_EVENT,
                                      C77_SEQUENCE_EVENT,    C77_SEQUENCE_EVENT,
                                      C77_MILITIA_TURNS_OUT, C77_SMITH_AND_MILITIA,
                                      C77_NO_EVENT,          C77_FELLED_TREES,
                                      C77_FRENCH_POWDER,     C77_BOLD_STROKE,
                                      C77_ENLISTMENTS_EXPIRE};
    assert_memory_equal(c77.event[C77_BRITISH] + 2, british, sizeof british);
    assert_memory_equal(c77.event[C77_PATRIOT] + 2, patriot, sizeof patriot);
    assert_int_equal(c77.smith_from_turn, 3); /* 19.8: July I */
    assert_int_equal(c77.riflemen, 2);
    assert_int_equal(c77.powder_artillery, 1);
    assert_int_equal(c77.fever_losses, 1);
    assert_int_equal(c77.expired_militia, 2);
    for (int i = 0; i < C77_EVENT_EFFECTS; i++) assert_true(*c77.event_name[i]);
}

static void escape_and_attrition(void **state) {
    (void)state;
    static const uint8_t attrition[] = {0, 0, 0, 1, 1, 2, 2}; /* 15.5; no die shows 0 */
    assert_memory_equal(c77.attrition, attrition, sizeof attrition);
    for (int roll = 2; roll <= 9; roll++) assert_int_equal(c77.escape[roll], C77_RETURNS);
    assert_int_equal(c77.escape[10], C77_TO_SPACE);
    assert_int_equal(c77.escape[11], C77_TO_FORT);
    assert_int_equal(c77.escape[12], C77_LOST);
    assert_int_equal(c77.escape_reach, 2);
}

/* 7.3, 9.2, 10.3, 11.3, 12.3, 15.4 */
static void numbers_of_march_and_operations(void **state) {
    (void)state;
    assert_int_equal(c77.roll_friendly, -1);
    assert_int_equal(c77.roll_obstacle, 2);
    assert_int_equal(c77.roll_initiative, -1);
    assert_int_equal(c77.roll_washington, -1);
    assert_int_equal(c77.roll_success, 3);
    assert_int_equal(c77.roll_failure, 11);
    assert_int_equal(c77.cost_forced_march, 5);
    assert_int_equal(c77.cost_rally, 5);
    assert_int_equal(c77.cost_indian_raid, 3);
    assert_int_equal(c77.cost_supply, 4);
    assert_int_equal(c77.cost_planning, 3);
    assert_int_equal(c77.cost_coordination, 2);
    assert_int_equal(c77.cost_supply_raid, 3);
    assert_int_equal(c77.raid_reach, 2);
    assert_int_equal(c77.indian_kills, 1);
    assert_int_equal(c77.supply_hits, 2);
    assert_int_equal(c77.supply_ambush, 3);
    assert_int_equal(c77.march_spaces, 2);
    assert_int_equal(c77.unsupplied_spaces, 1);
    assert_int_equal(c77.forced_spaces, 1);
}

/* 13.2, 13.3, 13.8, 14.5, 15.1, 17.0, 19.4 to 19.6 */
static void numbers_of_battle_and_supply(void **state) {
    (void)state;
    assert_int_equal(c77.battle_limit, 15);
    assert_int_equal(c77.ship_counts_as, 2);
    assert_int_equal(c77.kosciuszko_counts_as, 2);
    assert_int_equal(c77.artillery_attacks, 2);
    assert_int_equal(c77.artillery_defends, 3);
    assert_int_equal(c77.ship_dice, 2);
    assert_int_equal(c77.artillery_storms, 2);
    assert_int_equal(c77.artillery_storms_defiance, 4);
    assert_int_equal(c77.artillery_in_fort, 3);
    assert_int_equal(c77.fort_multiplies, 2);
    assert_int_equal(c77.storm_divides, 2);
    assert_int_equal(c77.unsupplied_divides, 2);
    assert_int_equal(c77.landing_divides, 2);
    assert_int_equal(c77.minimum_dice, 1);
    assert_int_equal(c77.hit, 6);
    assert_int_equal(c77.surrender_from, 4);
    assert_int_equal(c77.magazine_reach, 2);
    assert_int_equal(c77.depot_reach, 2);
    assert_int_equal(c77.train_reach, 1);
    assert_int_equal(c77.fort_reach, 4);
    assert_int_equal(c77.sea_boxes, 2);
}

/* 21.5 */
static void loss_table(void **state) {
    (void)state;
    static const uint8_t tops[] = {7, 12, 17, 22, 27, 32, 37, 42, 47, 52, 57, 61};
    static const uint8_t losses[11][12] = {
        {0, 0, 1, 0, 2, 1, 1, 2, 2, 3, 4, 5},      /* 2 */
        {0, 0, 0, 1, 1, 4, 2, 7, 3, 4, 5, 6},      /* 3 */
        {0, 0, 1, 2, 3, 2, 3, 3, 4, 5, 6, 7},      /* 4 */
        {0, 1, 2, 2, 2, 5, 5, 4, 5, 6, 7, 8},      /* 5 */
        {0, 1, 3, 3, 4, 3, 4, 5, 6, 7, 8, 9},      /* 6 */
        {2, 2, 2, 4, 5, 6, 6, 6, 7, 8, 9, 10},     /* 7 */
        {1, 2, 4, 5, 6, 4, 7, 8, 8, 9, 10, 11},    /* 8 */
        {1, 3, 3, 3, 3, 7, 8, 7, 9, 10, 11, 12},   /* 9 */
        {1, 1, 1, 6, 4, 5, 5, 9, 10, 11, 12, 13},  /* 10 */
        {1, 4, 5, 1, 7, 8, 9, 10, 11, 12, 13, 14}, /* 11 */
        {3, 3, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15} /* 12 */
    };
    assert_int_equal(c77.smallest_column, 3);
    assert_int_equal(c77.column_count, 12);
    assert_memory_equal(c77.column_top, tops, sizeof tops);
    for (int roll = 2; roll <= 12; roll++)
        assert_memory_equal(c77.loss[roll], losses[roll - 2], sizeof losses[0]);
}

/* ---- What is shipped: the scenarios --------------------------------------- */

enum { CAMPAIGN, BURGOYNE, HOWE };
enum { C = 1 << CAMPAIGN, B = 1 << BURGOYNE, H = 1 << HOWE }; /* scenarios a group is set up in */

/* 4.2, 4.3, 20.1, 20.2 */
static const struct {
    int scenarios;
    const char *at, *leaders;
    uint8_t sp[C77_TYPES], trains;
} groups[] = {
    {C | B,
     "montreal",
     "burgoyne riedesel phillips fraser",
     {[C77_REGULAR] = 14,
      [C77_HESSIAN] = 10,
      [C77_TORY] = 1,
      [C77_INDIAN] = 2,
      [C77_ARTILLERY_B] = 4},
     2},
    {C | B, "montreal_garrison", "carleton", {[C77_REGULAR] = 5}, 0},
    {C | B, "ticonderoga_garrison", "powell", {[C77_REGULAR] = 5}, 0},
    {C | B,
     "oswego",
     "st_leger johnson brant",
     {[C77_REGULAR] = 5,
      [C77_HESSIAN] = 2,
      [C77_TORY] = 3,
      [C77_INDIAN] = 5,
      [C77_ARTILLERY_B] = 1},
     1},
    {C | H,
     "new_york",
     "howe cornwallis knyphausen",
     {[C77_REGULAR] = 25,
      [C77_HESSIAN] = 12,
      [C77_TORY] = 4,
      [C77_ARTILLERY_B] = 6,
      [C77_SHIP] = 1},
     2},
    {C | H, "new_york_garrison", "clinton", {[C77_REGULAR] = 5, [C77_TORY] = 2}, 0},
    {C, "newport", "", {[C77_REGULAR] = 4, [C77_TORY] = 2}, 0},
    {C | B, "fort_ticonderoga", "st_clair", {[C77_CONTINENTAL] = 3, [C77_MILITIA] = 7}, 1},
    {C | B, "albany", "schuyler", {[C77_CONTINENTAL] = 3}, 0},
    {C | B, "fort_stanwix", "", {[C77_CONTINENTAL] = 3}, 1},
    {C | B, "schenectady", "herkimer", {[C77_MILITIA] = 3}, 0},
    {C | H,
     "morristown",
     "washington stephens greene arnold",
     {[C77_CONTINENTAL] = 7, [C77_MILITIA] = 4, [C77_ARTILLERY_P] = 4},
     2},
    {C | H, "peekskill", "stirling", {[C77_CONTINENTAL] = 2, [C77_MILITIA] = 3}, 0},
    {C | H,
     "fort_montgomery",
     "putnam",
     {[C77_CONTINENTAL] = 3, [C77_MILITIA] = 3, [C77_ARTILLERY_P] = 2},
     0},
    {C | H, "pompton", "sullivan", {[C77_CONTINENTAL] = 3}, 0},
    {C | H, "philadelphia", "", {[C77_CONTINENTAL] = 2, [C77_MILITIA] = 3}, 1},
    {C, "boston", "heath", {[C77_MILITIA] = 6}, 0},
    {C | B, "manchester", "", {[C77_MILITIA] = 2}, 0},
    {C, "worcester", "", {[C77_MILITIA] = 2}, 0},
    {C, "northampton", "", {[C77_MILITIA] = 2}, 0},
    {C, "springfield", "", {[C77_MILITIA] = 2}, 0},
    {C | H, "reading", "", {[C77_MILITIA] = 4}, 0},
};
enum { GROUPS = sizeof groups / sizeof *groups };

/* All that the groups say is there, and nothing else. */
static void expect_set_up(int scenario) {
    const c77_scenario *r = &c77.scenario[scenario];
    static const uint8_t nobody[C77_TYPES];
    for (int at = 0; at < c77_place_count(); at++) {
        const uint8_t *sp = nobody;
        int trains = 0;
        for (int i = 0; i < GROUPS; i++) {
            if (place(groups[i].at) != at || !(groups[i].scenarios >> scenario & 1)) continue;
            sp = groups[i].sp;
            trains = groups[i].trains;
        }
        assert_memory_equal(r->sp[at], sp, C77_TYPES);
        assert_int_equal(r->trains[at], trains);
    }
}

static void expect_leaders(int scenario) {
    const c77_scenario *r = &c77.scenario[scenario];
    int expected = 0, found = 0;
    for (int i = 0; i < GROUPS; i++) {
        char ids[80];
        if (!(groups[i].scenarios >> scenario & 1)) continue;
        snprintf(ids, sizeof ids, "%s", groups[i].leaders);
        for (char *id = strtok(ids, " "); id; id = strtok(NULL, " "), expected++)
            assert_int_equal(r->at[leader(id)], place(groups[i].at));
    }
    for (int i = 0; i < c77.leader_count; i++) found += r->at[i] < C77_MAX_PLACES;
    assert_int_equal(found, expected);
}

static void set_ups(void **state) {
    (void)state;
    for (int scenario = CAMPAIGN; scenario <= HOWE; scenario++) {
        const c77_scenario *r = &c77.scenario[scenario];
        expect_set_up(scenario);
        expect_leaders(scenario);
        assert_int_equal(r->supply[C77_BRITISH], 3);
        assert_int_equal(r->supply[C77_PATRIOT], 2);
    }
    assert_int_equal(c77.scenario[CAMPAIGN].at[leader("smith")], C77_MAX_PLACES);
    assert_int_equal(c77.scenario[BURGOYNE].at[leader("arnold")], C77_MAX_PLACES);
    assert_int_equal(c77.scenario[HOWE].at[leader("smith")], C77_NONE);
}

/* What is available is what the box holds beyond the campaign's set-up; a short scenario has that
 * and its own pieces. Of supply markers each side has those set up and those available. */
static void pools(void **state) {
    (void)state;
    static const uint8_t total[][C77_TYPES] = {
        {72, 26, 20, 14, 12, 34, 60, 8, 1},
        {29 + 2, 12 + 2, 4 + 8, 7 + 7, 5 + 1, 9 + 8, 12 + 14, 0 + 2, 0},
        {30 + 2, 12 + 2, 6 + 8, 0 + 7, 6 + 1, 17 + 8, 17 + 14, 6 + 2, 1},
    };
    static const uint8_t markers[][C77_SIDES] = {{8, 7}, {6, 4}, {5, 5}};
    static const uint8_t aside[C77_TYPES] = {[C77_REGULAR] = 7, [C77_MILITIA] = 5};
    static const uint8_t nothing[C77_TYPES];
    for (int scenario = CAMPAIGN; scenario <= HOWE; scenario++) {
        const c77_scenario *r = &c77.scenario[scenario];
        assert_memory_equal(r->total, total[scenario], C77_TYPES);
        assert_memory_equal(r->supply_total, markers[scenario], C77_SIDES);
        assert_memory_equal(r->set_aside, scenario == CAMPAIGN ? aside : nothing, C77_TYPES);
    }
}

static mk_set64 markers_of(const char *const *ids) {
    mk_set64 markers = 3u << C77_SUPPLY_MARKER | 1u << (C77_EVENT_MARKER + C77_PATRIOT);
    for (; *ids; ids++) mk_set_add(&markers, leader(*ids));
    return markers;
}
#define MARKERS(...) markers_of((const char *const[]){__VA_ARGS__, NULL})

static void campaign(void **state) {
    (void)state;
    const c77_scenario *r = &c77.scenario[CAMPAIGN];
    static const uint8_t british[] = {C77_JANE_MCCREA, C77_REINFORCEMENTS, C77_CARLETON_WONT,
                                      C77_BRANT_FINISHED};
    static const uint8_t patriot[] = {C77_KOSCIUSZKO_ARRIVES, C77_ARNOLD_TO_ALBANY,
                                      C77_GATES_RELIEVES, C77_RIFLEMEN};
    assert_string_equal(c77.scenarios[CAMPAIGN].id, "campaign");
    assert_set_equal(r->area, c77.all_spaces);
    assert_int_equal(r->last_turn, 10);
    assert_true(r->sea && r->philadelphia_once);
    assert_int_equal(r->markers, MARKERS("burgoyne", "st_leger", "howe", "washington", "schuyler",
                                         "putnam", "heath") |
                                     1u << C77_EVENT_MARKER);
    for (int scenario = CAMPAIGN; scenario <= HOWE; scenario += HOWE) {
        const c77_scenario *s = &c77.scenario[scenario];
        assert_memory_equal(s->sequence[C77_BRITISH], british, sizeof british);
        assert_memory_equal(s->sequence[C77_PATRIOT], patriot, sizeof patriot);
        assert_int_equal(s->sequence_count[0] + s->sequence_count[1], 2 * C77_SEQUENCE);
    }
    uint32_t all = (1u << C77_EVENT_EFFECTS) - 1;
    assert_int_equal(r->events, all & ~(1u << C77_NO_EVENT | 1u << C77_SEQUENCE_EVENT));
    assert_set_equal(r->control, SPACES("montreal", "fort_ticonderoga", "albany", "fort_montgomery",
                                        "new_york")); /* 3.2 */
    assert_set_equal(r->patriot_markers,
                     SPACES("new_london", "new_haven", "head_of_elk", "wilmington")); /* 4.3 */
}

static void burgoynes_challenge(void **state) {
    (void)state;
    const c77_scenario *r = &c77.scenario[BURGOYNE];
    assert_string_equal(c77.scenarios[BURGOYNE].id, "burgoynes_challenge");
    assert_set_equal(r->area, c77.northern | SPACES("hudson"));
    assert_int_equal(r->last_turn, 8); /* September II */
    assert_false(r->sea || r->philadelphia_once);
    assert_int_equal(r->markers, MARKERS("burgoyne", "st_leger", "schuyler"));
    assert_int_equal(r->events, 1u << C77_ARNOLD_TO_ALBANY);
    assert_int_equal(r->sequence_count[C77_BRITISH], 0);
    assert_int_equal(r->sequence_count[C77_PATRIOT], 1);
    assert_int_equal(r->sequence[C77_PATRIOT][0], C77_ARNOLD_TO_ALBANY);
    assert_set_equal(r->control, SPACES("albany"));
    assert_set_equal(r->patriot_markers, (mk_set128)0);
}

static void howes_prize(void **state) {
    (void)state;
    const c77_scenario *r = &c77.scenario[HOWE];
    mk_set128 middle = 0;
    for (int i = 0; i < c77.space_count; i++)
        if (c77.space[i].department == C77_MIDDLE) mk_set_add(&middle, i);
    assert_string_equal(c77.scenarios[HOWE].id, "howes_prize");
    assert_set_equal(r->area, middle | SPACES("fort_montgomery", "peekskill"));
    assert_int_equal(r->last_turn, 10);
    assert_true(r->sea && !r->philadelphia_once);
    assert_int_equal(r->markers, MARKERS("howe", "washington", "putnam") | 1u << C77_EVENT_MARKER);
    assert_int_equal(r->events, 1u << C77_LOYALISTS | 1u << C77_HIGH_WINDS | 1u << C77_CONTRACTORS |
                                    1u << C77_BOLD_STROKE | 1u << C77_CAMP_FEVER |
                                    1u << C77_KOSCIUSZKO_ARRIVES | 1u << C77_ARNOLD_TO_ALBANY |
                                    1u << C77_RIFLEMEN | 1u << C77_MILITIA_TURNS_OUT |
                                    1u << C77_FRENCH_POWDER | 1u << C77_ENLISTMENTS_EXPIRE);
    assert_set_equal(r->control, SPACES("philadelphia", "new_york"));
    assert_set_equal(r->patriot_markers, SPACES("head_of_elk", "wilmington"));
}

static void options(void **state) {
    (void)state;
    static const char *const ids[] = {"expert_leaders", "washington", "new_england",
                                      "early_warning", "two_dice"};
    for (int i = 0; i < C77_OPTIONS; i++) {
        const mk_option *o = &c77.options[i];
        assert_string_equal(o->id, ids[i]);
        assert_string_equal(o->values[0], "off");
        assert_string_equal(o->values[1], "on");
        assert_true(*o->title && *o->summary);
    }
    assert_null(c77.options[C77_OPTIONS].id);
    assert_int_equal(c77.new_england_needed, 2); /* 21.3 */
    assert_set_equal(c77.new_england_line,
                     SPACES("new_york", "fort_montgomery", "albany", "fort_ticonderoga"));
    assert_set_equal(c77.new_england_ports, SPACES("boston", "newport", "new_london", "new_haven"));
}

int main(void) {
    const struct CMUnitTest shipped[] = {
        cmocka_unit_test(every_space),
        cmocka_unit_test(features_of_the_board),
        cmocka_unit_test(spaces_of_the_rules),
        cmocka_unit_test(one_connection_is_closed),
        cmocka_unit_test(distances),
        cmocka_unit_test(points_lie_on_the_map),
        cmocka_unit_test(every_leader),
        cmocka_unit_test(limits_of_rank),
        cmocka_unit_test(every_unit_type),
        cmocka_unit_test(turns_and_rally),
        cmocka_unit_test(events_by_two_dice),
        cmocka_unit_test(escape_and_attrition),
        cmocka_unit_test(numbers_of_march_and_operations),
        cmocka_unit_test(numbers_of_battle_and_supply),
        cmocka_unit_test(loss_table),
        cmocka_unit_test(set_ups),
        cmocka_unit_test(pools),
        cmocka_unit_test(campaign),
        cmocka_unit_test(burgoynes_challenge),
        cmocka_unit_test(howes_prize),
        cmocka_unit_test(options),
    };
    return cmocka_run_group_tests(shipped, load_shipped, NULL);
}
