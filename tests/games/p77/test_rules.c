/* Rules of Philadelphia 1777 that are tables: every road with and without a river, and how the
 * end of a game is reported. All else is in the scripts beside this file. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "musket.h"

#include <stdio.h>
#include <string.h>

static const mk_game *game;
static union {
    mk_base base;
    char bytes[MK_MAX_STATE];
} table;

static void set(const char *assignments) {
    mk_error e = {0};
    if (!mk_set(game, &table, assignments, NULL, &e)) fail_msg("%s: %s", assignments, e.text);
}

static const char *get(const char *name) {
    static char value[MK_NAME];
    mk_error e = {0};
    if (!mk_get(game, &table, MK_EVERYTHING, name, value, sizeof value, &e))
        fail_msg("%s: %s", name, e.text);
    return value;
}

static int open_games(void **state) {
    (void)state;
    mk_error e = {0};
    if (!mk_open(NULL, &e)) return -1;
    game = mk_find_game("p77");
    return game ? 0 : -1;
}

static int start(void **state) {
    (void)state;
    mk_setup setup;
    if (!mk_setup_init(game, &setup, NULL, NULL)) return -1;
    mk_setup_seed(&setup, 1);
    mk_start(game, &table, &setup, NULL);
    return 0;
}

/* ---- Roads -------------------------------------------------------------- */

enum { DRY, RIVER, NO_ROAD };

static const struct {
    const char *a, *b;
    int kind;
} roads[] = {
    {"head_of_elk", "coochs_bridge", DRY},
    {"head_of_elk", "nottingham", DRY},
    {"head_of_elk", "middletown", DRY},
    {"middletown", "red_lion", DRY},
    {"red_lion", "coochs_bridge", DRY},
    {"red_lion", "christiana", DRY},
    {"red_lion", "new_castle", DRY},
    {"coochs_bridge", "christiana", DRY},
    {"coochs_bridge", "newark", RIVER},
    {"christiana", "new_castle", DRY},
    {"christiana", "newport", RIVER},
    {"new_castle", "wilmington", RIVER},
    {"newport", "wilmington", DRY},
    {"newark", "nottingham", DRY},
    {"newark", "new_garden", RIVER},
    {"newark", "hockessin", RIVER},
    {"newark", "newport", RIVER},
    {"nottingham", "new_garden", DRY},
    {"hockessin", "new_garden", DRY},
    {"hockessin", "kennetsquare", DRY},
    {"hockessin", "newport", DRY},
    {"wilmington", "kennetsquare", DRY},
    {"wilmington", "concord", RIVER},
    {"wilmington", "marcus_hook", RIVER},
    {"new_garden", "kennetsquare", DRY},
    {"new_garden", "trimbles_ford", RIVER},
    {"kennetsquare", "trimbles_ford", RIVER},
    {"kennetsquare", "chadds_ford", RIVER},
    {"chadds_ford", "dilworth", DRY},
    {"chadds_ford", "concord", DRY},
    {"trimbles_ford", "dilworth", DRY},
    {"trimbles_ford", "turks_head", DRY},
    {"trimbles_ford", "downings_mill", DRY},
    {"dilworth", "concord", DRY},
    {"dilworth", "turks_head", DRY},
    {"concord", "chester", DRY},
    {"concord", "marcus_hook", DRY},
    {"marcus_hook", "chester", DRY},
    {"chester", "darby", RIVER},
    {"chester", "newtown_square", DRY},
    {"chester", "billingsport", RIVER},
    {"turks_head", "goshen", DRY},
    {"goshen", "newtown_square", DRY},
    {"turks_head", "downings_mill", DRY},
    {"downings_mill", "yellow_springs", DRY},
    {"downings_mill", "goshen", DRY},
    {"downings_mill", "warwick_furnace", DRY},
    {"goshen", "paoli", DRY},
    {"goshen", "yellow_springs", DRY},
    {"paoli", "newtown_square", DRY},
    {"paoli", "valley_forge", DRY},
    {"paoli", "merion", DRY},
    {"newtown_square", "darby", RIVER},
    {"merion", "darby", DRY},
    {"merion", "matsons_ford", DRY},
    {"matsons_ford", "valley_forge", DRY},
    {"matsons_ford", "white_marsh", RIVER},
    {"valley_forge", "swedes_ford", RIVER},
    {"valley_forge", "pawlett", RIVER},
    {"valley_forge", "yellow_springs", DRY},
    {"valley_forge", "gordons_ford", DRY},
    {"yellow_springs", "gordons_ford", DRY},
    {"yellow_springs", "warwick_furnace", DRY},
    {"warwick_furnace", "parkers_ford", DRY},
    {"gordons_ford", "parkers_ford", DRY},
    {"gordons_ford", "trappe", RIVER},
    {"parkers_ford", "trappe", RIVER},
    {"trappe", "skippack", RIVER},
    {"trappe", "pawlett", RIVER},
    {"pawlett", "swedes_ford", DRY},
    {"pawlett", "worcester", DRY},
    {"pawlett", "skippack", DRY},
    {"skippack", "worcester", DRY},
    {"worcester", "swedes_ford", DRY},
    {"worcester", "white_marsh", DRY},
    {"worcester", "crooked_billet", DRY},
    {"swedes_ford", "white_marsh", DRY},
    {"white_marsh", "crooked_billet", DRY},
    {"white_marsh", "germantown", DRY},
    {"white_marsh", "frankford", DRY},
    {"germantown", "frankford", DRY},
    {"germantown", "philadelphia", DRY},
    {"frankford", "philadelphia", DRY},
    {"philadelphia", "darby", RIVER},
    {"philadelphia", "fort_mifflin", RIVER},
    {"darby", "fort_mifflin", RIVER},
    {"fort_mifflin", "fort_mercer", RIVER},
    {"new_castle", "salem", RIVER},
    {"fort_mercer", "woodbury", DRY},
    {"fort_mercer", "haddonfield", DRY},
    {"fort_mercer", "billingsport", DRY},
    {"woodbury", "haddonfield", DRY},
    {"woodbury", "billingsport", DRY},
    {"woodbury", "raccoon", DRY},
    {"billingsport", "raccoon", DRY},
    {"raccoon", "salem", DRY},
    {"haddonfield", "mount_holly", DRY},
};
enum { ROADS = sizeof roads / sizeof *roads };

static int road_between(const char *a, const char *b) {
    for (int i = 0; i < ROADS; i++) {
        if (strcmp(roads[i].a, a) == 0 && strcmp(roads[i].b, b) == 0) return roads[i].kind;
        if (strcmp(roads[i].a, b) == 0 && strcmp(roads[i].b, a) == 0) return roads[i].kind;
    }
    return NO_ROAD;
}

/* Only Potter's militia is left, which may go two locations, and it is clear weather. */
static void leave_potter_alone(void) {
    set("turn=1 active=american first=american british.ap=2 american.ap=2 ap_left=2 "
        "weather=clear phase=movement");
    mk_text others = {0};
    int unit_kind = 1;
    while (strcmp(game->kinds[unit_kind].name, "unit") != 0) unit_kind++;
    for (int u = 0; u < mk_kind_count(game, unit_kind); u++) {
        const char *id = mk_id(game, unit_kind, u);
        if (strcmp(id, "m_potter") != 0) mk_text_add(&others, "%s.at=eliminated ", id);
    }
    mk_text_add(&others, "head_of_elk.control=american");
    set(others.p);
    mk_text_free(&others);
}

static void put_potter(const char *space) {
    char line[200];
    snprintf(line, sizeof line, "m_potter.at=%s m_potter.moved=0 ap_left=2 phase=movement", space);
    set(line);
}

/* What a march between two places shows of the road there. */
static int road_marched(const char *from, const char *to) {
    char text[200];
    mk_error e = {0};
    mk_action march;
    put_potter(from);
    snprintf(text, sizeof text, "march m_potter %s", to);
    assert_true(mk_parse_action(game, text, &march, &e));
    if (!mk_do(game, &table, mk_find_seat(game, "american"), march, NULL, &e)) {
        assert_string_equal(e.rule, "p77.move.road");
        return NO_ROAD;
    }
    assert_string_equal(get("m_potter.at"), to);
    bool goes_on = strcmp(mk_phase_of(game, &table)->name, "on_the_march") == 0;
    return goes_on ? DRY : RIVER; /* p77.river.stop */
}

static int space_kind(void) {
    int kind = 1;
    while (strcmp(game->kinds[kind].name, "space") != 0) kind++;
    return kind;
}

/* p77.board, p77.move.road, p77.river.stop: between any two of the fifty locations there is the
 * road of the list, in both directions, or none. */
static void every_road(void **state) {
    (void)state;
    int kind = space_kind(), spaces = mk_kind_count(game, kind);
    assert_int_equal(spaces, 50);
    assert_int_equal(ROADS, 97);
    leave_potter_alone();
    for (int a = 0; a < spaces; a++) {
        for (int b = 0; b < spaces; b++) {
            const char *from = mk_id(game, kind, a), *to = mk_id(game, kind, b);
            int expected = road_between(from, to), is = road_marched(from, to);
            if (is != expected) fail_msg("%s to %s: expected %d, it is %d", from, to, expected, is);
        }
    }
}

/* ---- The end ------------------------------------------------------------ */

static void expect_outcome(const char *winner, const char *reason) {
    mk_outcome out;
    assert_int_equal(mk_seat(game, &table), MK_OVER);
    game->outcome(&table, &out);
    assert_string_equal(out.reason, reason);
    int seat = mk_find_seat(game, winner);
    assert_int_equal(out.rank[seat], 1);
    assert_int_equal(out.rank[1 - seat], 2); /* there are no draws */
    mk_error e = {0};
    assert_false(mk_do(game, &table, seat, (mk_action){1, 0, 0, 0}, NULL, &e));
    assert_int_equal(e.code, MK_E_FINISHED);
}

static void the_last_turn(void **state) {
    (void)state;
    set("turn=20 british.ap=2 american.ap=2 phase=end_of_turn");
    expect_outcome("american", "p77.victory.last_turn");
}

static void philadelphia(void **state) {
    (void)state;
    set("turn=9 british.ap=2 american.ap=2 philadelphia=2 phase=end_of_turn");
    expect_outcome("british", "p77.victory.philadelphia");
}

static void washington(void **state) {
    (void)state;
    set("turn=9 british.ap=2 american.ap=2 active=american first=american "
        "washington.at=mount_holly b_light1.at=haddonfield phase=supply");
    expect_outcome("british", "p77.victory.washington");
}

static const char weak_british[] =
    "b_light1,b_light2,b_gren1,b_gren2,b_guards,b_bde1,b_bde2,b_bde3,b_bde4.at=eliminated "
    "b_71st,b_rangers,b_dragoons,b_art1,b_art2,b_art3.at=eliminated";
static const char weak_americans[] =
    "a_weedon,a_muhlenberg,a_scott,a_woodford,a_stone,a_deborre,a_conway,a_ogden.at=eliminated "
    "a_hartley,a_humpton,a_nash,a_maxwell,a_art1,a_art2,a_art3.at=eliminated";

static void american_losses(void **state) {
    (void)state;
    set(weak_americans);
    set("m_potter,m_irvine.sp=1"); /* 8 militia and 4 leaders: 20, less two */
    assert_string_equal(get("american.total_sp"), "18");
    set("turn=9 british.ap=2 american.ap=2 phase=end_of_turn");
    expect_outcome("british", "p77.victory.american_strength");
}

static void british_losses(void **state) {
    (void)state;
    set(weak_british);
    set("h_donop,h_stirn,h_wurmb.sp=3"); /* 24 of seven Hessians, and three leaders */
    assert_string_equal(get("british.total_sp"), "24");
    set("turn=9 british.ap=2 american.ap=2 phase=end_of_turn");
    expect_outcome("american", "p77.victory.british_strength");
}

static void losses_of_both(void **state) {
    (void)state;
    set(weak_british);
    set(weak_americans);
    set("h_donop,h_stirn,h_wurmb.sp=3 m_potter.sp=1");
    set("turn=9 british.ap=2 american.ap=2 phase=end_of_turn");
    expect_outcome("british", "p77.victory.both");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(every_road, start),
        cmocka_unit_test_setup(the_last_turn, start),
        cmocka_unit_test_setup(philadelphia, start),
        cmocka_unit_test_setup(washington, start),
        cmocka_unit_test_setup(american_losses, start),
        cmocka_unit_test_setup(british_losses, start),
        cmocka_unit_test_setup(losses_of_both, start),
    };
    return cmocka_run_group_tests_name("p77 rules", tests, open_games, NULL);
}
