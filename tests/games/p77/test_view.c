/* What the view shows of a battle, of an army that is being placed, and of a turn's beginning. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "board.h"

#include <stdio.h>

static const char *text_of(const mk_view *v, const char *type, const char *key, const char *field) {
    int record = mk_view_find(v, type, key);
    const char *text = record < 0 ? NULL : mk_view_str(v, record, field);
    return text ? text : "";
}

static long number_of(const mk_view *v, const char *type, const char *key, const char *field) {
    int record = mk_view_find(v, type, key);
    return record < 0 ? -1 : mk_view_int(v, record, field, -1);
}

static void look(const p77_state *s, int seat, mk_view *v) {
    mk_view_clear(v);
    mk_view_build(game, s, seat, v);
}

/* How many stand in left, center, right and reserve. */
static void assert_cells(const mk_view *v, const char *side, const int counts[4]) {
    static const char *const positions[] = {"left", "center", "right", "reserve"};
    for (int p = 0; p < 4; p++) {
        char key[MK_NAME];
        snprintf(key, sizeof key, "battle.%s.%s", side, positions[p]);
        assert_int_equal(number_of(v, "panel", key, "count"), counts[p]);
        assert_string_equal(text_of(v, "panel", key, "slot"), positions[p]);
        assert_string_equal(text_of(v, "panel", key, "owner"), side);
    }
}
#define CELLS(...) ((const int[4]){__VA_ARGS__})

/* p77.deploy.hidden, p77.fog.battle, p77.fog.reserve */
static void the_battle_board_is_shown(void **state) {
    (void)state;
    mk_view *v = mk_view_new();
    p77_state s;
    begin_empty(&s, WITHOUT_BOXES,
                "a_scott,a_nash,a_ogden,m_potter,a_stone.at=hockessin b_bde1,b_bde2,b_bde3.at="
                "hockessin b_bde1,b_bde2,b_bde3.attack_from=newark phase=battles");
    look(&s, P77_BRITISH, v);
    assert_int_equal(number_of(v, "place", "hockessin", "battle"), 1);
    assert_string_equal(text_of(v, "panel", "battle", "place"), "hockessin");
    assert_string_equal(text_of(v, "panel", "battle", "kind"), "large");
    assert_string_equal(text_of(v, "panel", "battle", "attacker"), "british");
    assert_cells(v, "american", CELLS(0, 0, 0, 0));
    ACT(&s, "deploy a_scott left", "deploy m_potter left", "deploy a_nash center",
        "deploy a_ogden right");
    for (int seat = MK_SPECTATOR; seat <= P77_BRITISH; seat++) { /* not before all are placed */
        look(&s, seat, v);
        assert_cells(v, "american", CELLS(0, 0, 0, 0));
    }
    look(&s, MK_EVERYTHING, v);
    assert_cells(v, "american", CELLS(2, 1, 1, 0));
    look(&s, P77_AMERICAN, v);
    assert_cells(v, "american", CELLS(2, 1, 1, 0));
    ACT(&s, "deploy a_stone reserve", "deploy b_bde1 left");
    for (int seat = MK_SPECTATOR; seat <= P77_BRITISH; seat++) { /* counts, but nobody's name */
        look(&s, seat, v);
        assert_cells(v, "american", CELLS(2, 1, 1, 1));
        assert_int_equal(mk_view_find(v, "piece", "a_scott"), -1);
        assert_int_equal(number_of(v, "piece", "hockessin.american", "count"), 5);
        assert_int_equal(number_of(v, "piece", "hockessin.american", "hidden"), 1);
    }
    look(&s, P77_BRITISH, v);
    assert_cells(v, "british", CELLS(1, 0, 0, 0));
    look(&s, P77_AMERICAN, v);
    assert_cells(v, "british", CELLS(0, 0, 0, 0));
    assert_int_equal(mk_view_find(v, "piece", "b_bde1"), -1);
    assert_string_equal(text_of(v, "piece", "a_scott", "slot"), "left");
    ACT(&s, "deploy b_bde2 center", "deploy b_bde3 right");
    look(&s, P77_BRITISH, v);
    assert_string_equal(text_of(v, "piece", "a_scott", "slot"), "left");
    assert_int_equal(number_of(v, "piece", "a_scott", "strength"), 4);
    assert_int_equal(number_of(v, "piece", "a_scott", "dice"), 4);
    assert_int_equal(number_of(v, "piece", "b_bde1", "dice"), 3);
    assert_int_equal(mk_view_find(v, "piece", "a_stone"), -1);
    assert_int_equal(number_of(v, "piece", "hockessin.american", "count"), 1);
    look(&s, P77_AMERICAN, v);
    assert_string_equal(text_of(v, "piece", "b_bde3", "slot"), "right");
    assert_string_equal(text_of(v, "piece", "a_stone", "slot"), "reserve");
    /* p77.fire.facing: what faces each other is in one row. */
    assert_int_equal(number_of(v, "panel", "battle.british.left", "number"),
                     number_of(v, "panel", "battle.american.right", "number"));
    assert_int_equal(number_of(v, "panel", "battle.british.center", "number"),
                     number_of(v, "panel", "battle.american.center", "number"));
    assert_int_equal(number_of(v, "panel", "battle.british.right", "number"),
                     number_of(v, "panel", "battle.american.left", "number"));
    assert_int_equal(number_of(v, "panel", "battle.british.left", "number"), 0);
    assert_int_equal(number_of(v, "panel", "battle.british.reserve", "number"),
                     number_of(v, "panel", "battle.american.reserve", "number"));
    FEED(&s, 3, 3, 3, 3);
    act(&s, "fire a_scott");
    look(&s, P77_BRITISH, v);
    assert_int_equal(number_of(v, "piece", "a_scott", "acted"), 1);
    assert_int_equal(number_of(v, "piece", "m_potter", "acted"), -1);
    mk_view_free(v);
}

/* p77.fog: what lacks supply is shown to its own side and to who sees everything; the enemy's could
 * be counted up to a name, even of blocks that lie open. */
static void lack_of_supply_is_shown_to_its_own_side(void **state) {
    (void)state;
    mk_view *v = mk_view_new();
    p77_state s;
    begin_empty(&s, WITHOUT_BOXES,
                "a_scott,a_nash,a_ogden.at=hockessin b_bde1,b_bde2,b_bde3.at=hockessin "
                "b_bde1,b_bde2,b_bde3.attack_from=newark m_potter.at=head_of_elk "
                "head_of_elk.control=american b_light1.at=skippack b_light2.at=worcester "
                "b_gren1.at=white_marsh b_gren2.at=salem phase=battles");
    ACT(&s, "deploy a_scott left", "deploy a_nash center", "deploy a_ogden right",
        "deploy b_bde1 left", "deploy b_bde2 center", "deploy b_bde3 right");
    static const struct {
        int seat;
        long british, american; /* 1: shown as without supply, -1: nothing is said */
    } seats[] = {{P77_BRITISH, 1, -1},
                 {P77_AMERICAN, -1, 1},
                 {MK_SPECTATOR, -1, -1},
                 {MK_EVERYTHING, 1, 1}};
    for (size_t i = 0; i < sizeof seats / sizeof *seats; i++) {
        look(&s, seats[i].seat, v);
        assert_int_equal(number_of(v, "piece", "b_bde1", "strength"), 4);
        assert_int_equal(number_of(v, "piece", "b_bde1", "unsupplied"), seats[i].british);
        assert_int_equal(number_of(v, "piece", "a_scott", "unsupplied"), seats[i].american);
    }
    mk_view_free(v);
}

/* p77.fog.after, p77.fog.eliminated */
static void after_the_battle_the_board_is_gone(void **state) {
    (void)state;
    mk_view *v = mk_view_new();
    p77_state s;
    begin_empty(&s, WITHOUT_BOXES,
                "m_potter,a_scott.at=hockessin b_bde1.at=hockessin washington.at=worcester "
                "b_bde1.attack_from=kennetsquare m_potter.sp=1 phase=battles");
    FEED(&s, 3, 3, 3, 3, 3, 6, 3, 3, 3, 3);
    ACT(&s, "fire m_potter", "fire a_scott", "fire b_bde1");
    look(&s, P77_BRITISH, v);
    assert_int_equal(number_of(v, "panel", "battle", "hits"), 1);
    ACT(&s, "lose m_potter", "withdraw", "retreat newport");
    look(&s, P77_BRITISH, v);
    assert_int_equal(mk_view_find(v, "panel", "battle"), -1);
    assert_int_equal(mk_view_find(v, "piece", "a_scott"), -1);
    assert_int_equal(number_of(v, "piece", "newport.american", "count"), 1);
    assert_string_equal(text_of(v, "piece", "m_potter", "note"), "eliminated");
    look(&s, P77_AMERICAN, v);
    assert_int_equal(mk_view_find(v, "piece", "b_bde1"), -1);
    assert_int_equal(number_of(v, "piece", "hockessin.british", "count"), 1);
    look(&s, MK_EVERYTHING, v); /* the whole truth */
    assert_string_equal(text_of(v, "piece", "b_bde1", "place"), "hockessin");
    assert_string_equal(text_of(v, "piece", "a_scott", "place"), "newport");
    mk_view_free(v);
}

/* p77.fog, p77.setup: of an army that is being placed others see what is printed, and how many are
 * still to come: all of them, until the last is placed. */
static void an_army_is_shown_when_it_is_placed(void **state) {
    (void)state;
    mk_view *v = mk_view_new();
    p77_state s;
    begin(&s, WITH_BOXES, 1);
    ACT(&s, "place a_weedon wilmington", "board a_scott washington", "place m_potter paoli");
    for (int seat = MK_SPECTATOR; seat <= P77_BRITISH; seat++) {
        look(&s, seat, v);
        assert_int_equal(number_of(v, "piece", "unplaced.american", "count"), 23);
        assert_int_equal(number_of(v, "piece", "wilmington.american", "count"), 1);
        assert_int_equal(mk_view_find(v, "piece", "paoli.american"), -1);
        assert_int_equal(mk_view_find(v, "piece", "washington"), -1);
    }
    look(&s, P77_AMERICAN, v);
    assert_string_equal(text_of(v, "piece", "a_weedon", "place"), "wilmington");
    assert_string_equal(text_of(v, "piece", "a_scott", "box"), "washington");
    assert_int_equal(mk_view_find(v, "piece", "unplaced.american"), -1);
    while (mk_top(&s.base)->phase == P77_PH_SET_UP) {
        static mk_actions legal;
        mk_list(game, &s, &legal);
        mk_apply(game, &s, legal.list[0], NULL);
    }
    assert_int_equal(mk_top(&s.base)->phase, P77_PH_LOAD_BOXES);
    look(&s, P77_BRITISH, v);
    assert_int_equal(mk_view_find(v, "piece", "unplaced.american"), -1);
    assert_int_equal(number_of(v, "piece", "paoli.american", "count"), 1);
    assert_string_equal(text_of(v, "piece", "washington", "place"), "wilmington");
    mk_view_free(v);
}

/* p77.boxes.hidden: so are boxes that are being loaded. */
static void boxes_are_shown_when_they_are_loaded(void **state) {
    (void)state;
    mk_view *v = mk_view_new();
    p77_state s;
    begin(&s, WITH_BOXES, 1);
    while (mk_top(&s.base)->phase == P77_PH_SET_UP) {
        static mk_actions legal;
        mk_list(game, &s, &legal);
        mk_apply(game, &s, legal.list[0], NULL);
    }
    ACT(&s, "board b_bde1 howe", "board b_bde2 howe", "board b_bde3 cornwallis");
    for (int seat = MK_SPECTATOR; seat < P77_SIDES; seat++) {
        if (seat == P77_BRITISH) continue;
        look(&s, seat, v);
        assert_int_equal(number_of(v, "piece", "head_of_elk.british", "count"), 25);
        assert_int_equal(mk_view_find(v, "piece", "howe"), -1);
    }
    act(&s, "ready");
    look(&s, P77_AMERICAN, v);
    assert_int_equal(number_of(v, "piece", "head_of_elk.british", "count"), 20);
    assert_string_equal(text_of(v, "piece", "howe", "place"), "head_of_elk");
    assert_string_equal(text_of(v, "piece", "cornwallis", "place"), "head_of_elk");
    mk_view_free(v);
}

/* p77.sequence: the weather is rolled and points are spent after it is decided who is first. */
static void a_turn_begins_without_weather(void **state) {
    (void)state;
    mk_view *v = mk_view_new();
    p77_state s;
    begin_empty(&s, WITHOUT_BOXES,
                "washington.at=worcester a_scott.at=pawlett howe.at=newark "
                "weather=rain phase=choose_first");
    for (int seat = MK_EVERYTHING; seat < P77_SIDES; seat++) {
        look(&s, seat, v);
        assert_int_equal(mk_view_find(v, "number", "weather"), -1);
        assert_int_equal(mk_view_find(v, "number", "ap_left"), -1);
        assert_int_equal(number_of(v, "number", "ap.british", "value"), 4);
        assert_int_equal(number_of(v, "number", "turn", "value"), 5);
    }
    FEED(&s, 6);
    act(&s, "first american");
    look(&s, P77_BRITISH, v);
    assert_string_equal(text_of(v, "number", "weather", "text"), "rain");
    assert_int_equal(number_of(v, "number", "ap_left", "value"), 4);
    assert_string_equal(text_of(v, "number", "ap_left", "owner"), "american");
    mk_view_free(v);
}

/* What is printed: the map and the labels. */
static void the_board_is_shown(void **state) {
    (void)state;
    mk_view *v = mk_view_new();
    mk_view_board(game, v);
    assert_string_equal(text_of(v, "place", "fort_mercer", "kind"), "fort");
    assert_string_equal(text_of(v, "place", "newark", "kind"), "town");
    assert_int_equal(number_of(v, "place", "fort_mercer", "port"), 1);
    assert_int_equal(number_of(v, "place", "newark", "port"), -1);
    assert_int_equal(number_of(v, "place", "salem", "supply"), 1);
    assert_string_equal(text_of(v, "link", "kennetsquare-trimbles_ford", "kind"), "river");
    assert_string_equal(text_of(v, "link", "kennetsquare-trimbles_ford", "label"), "Brandywine");
    assert_string_equal(text_of(v, "link", "head_of_elk-nottingham", "kind"), "road");
    assert_string_equal(text_of(v, "link", "head_of_elk-nottingham", "label"), "");
    assert_int_equal(number_of(v, "piece", "howe", "group_limit"), 9);
    assert_int_equal(number_of(v, "piece", "b_bde1", "group_limit"), -1);
    assert_true(*text_of(v, "piece", "b_bde1", "formation"));
    assert_string_equal(text_of(v, "piece", "howe", "formation"), "");
    mk_view_free(v);
}

/* The page and the terminal say "turn 5 of 13". */
static void an_earlier_last_turn_is_shown(void **state) {
    (void)state;
    mk_view *v = mk_view_new();
    mk_setup setup;
    mk_error e = {0};
    p77_state s;
    assert_true(mk_setup_init(game, &setup, NULL, &e));
    assert_true(mk_setup_option(game, &setup, "last_turn", "13", &e));
    mk_start(game, &s, &setup, NULL);
    for (int seat = MK_EVERYTHING; seat < P77_SIDES; seat++) {
        look(&s, seat, v);
        assert_int_equal(number_of(v, "number", "turn", "max"), 13);
    }
    mk_view_free(v);
}

/* Strength is an army's own affair; points, turns, ports and battles to come are everybody's. */
static void numbers_and_places_are_shown(void **state) {
    (void)state;
    mk_view *v = mk_view_new();
    p77_state s;
    begin_empty(&s, WITHOUT_BOXES,
                "a_scott.at=newport washington.at=worcester howe.at=chester b_bde1.at=hockessin "
                "chester.control=british philadelphia=1 phase=movement");
    act(&s, "march b_bde1 newport");
    for (int seat = MK_EVERYTHING; seat < P77_SIDES; seat++) {
        look(&s, seat, v);
        bool all = seat == MK_EVERYTHING;
        assert_int_equal(number_of(v, "number", "sp.british", "value"),
                         all || seat == P77_BRITISH ? 5 : -1);
        assert_int_equal(number_of(v, "number", "sp.american", "value"),
                         all || seat == P77_AMERICAN ? 5 : -1);
        assert_int_equal(number_of(v, "number", "turn", "max"), 20);
        assert_int_equal(number_of(v, "number", "philadelphia", "max"), 2);
        assert_int_equal(number_of(v, "number", "ap_left", "max"), -1);
        assert_string_equal(text_of(v, "place", "chester", "control"), "british");
        assert_string_equal(text_of(v, "place", "fort_mercer", "control"), "american");
        assert_string_equal(text_of(v, "place", "newport", "control"), "");
        assert_int_equal(number_of(v, "place", "newport", "battle"), 1);
        assert_int_equal(number_of(v, "place", "chester", "battle"), -1);
    }
    look(&s, MK_EVERYTHING, v);
    assert_string_equal(text_of(v, "number", "sp.british", "label"), "British strength");
    assert_string_equal(text_of(v, "number", "sp.american", "label"), "American strength");
    assert_int_equal(number_of(v, "number", "sp.british", "defeat_below"), 25);
    assert_int_equal(number_of(v, "number", "sp.american", "defeat_below"), 20);
    mk_view_free(v);
}

/* What is said of a block: that it waits, moves, has moved, or fled. */
static void notes_are_shown(void **state) {
    (void)state;
    mk_view *v = mk_view_new();
    p77_state s;
    begin(&s, WITHOUT_BOXES, 1);
    look(&s, P77_AMERICAN, v);
    assert_string_equal(text_of(v, "piece", "a_scott", "note"), "to be placed");
    assert_string_equal(text_of(v, "piece", "washington", "note"), "");
    begin_empty(&s, WITH_BOXES,
                "m_potter,m_irvine,a_scott.at=chester washington.at=worcester b_bde1.at=concord "
                "b_bde2,howe,b_art1,b_gren1.at=newark b_gren1.box=howe phase=movement");
    ACT(&s, "march b_bde1 chester", "lead howe", "take b_bde2");
    for (int seat = MK_EVERYTHING; seat < P77_SIDES; seat++) {
        look(&s, seat, v); /* Howe's name is on the board, not that he gathers a group */
        bool knows = seat == MK_EVERYTHING || seat == P77_BRITISH;
        assert_string_equal(text_of(v, "piece", "howe", "note"), knows ? "on the move" : "");
    }
    look(&s, P77_BRITISH, v);
    assert_string_equal(text_of(v, "piece", "b_bde1", "note"), "moved");
    assert_string_equal(text_of(v, "piece", "b_bde2", "note"), "on the move");
    assert_string_equal(text_of(v, "piece", "b_art1", "note"), "");
    FEED(&s, 3, 3, 3, 3, 3, 3, 3, 3, 1, 3, 3, 3);
    ACT(&s, "go coochs_bridge", "finish", "fire m_potter", "fire m_irvine", "fire a_scott");
    look(&s, P77_BRITISH, v);
    assert_string_equal(text_of(v, "piece", "b_bde1", "note"), ""); /* it fights */
    act(&s, "fire b_bde1");
    look(&s, P77_BRITISH, v);
    assert_int_equal(number_of(v, "panel", "battle", "flees"), 1);
    assert_int_equal(number_of(v, "panel", "battle", "hits"), -1);
    act(&s, "flee m_potter");
    look(&s, P77_AMERICAN, v);
    assert_string_equal(text_of(v, "piece", "m_potter", "note"), "fled");
    assert_string_equal(text_of(v, "piece", "m_irvine", "note"), "");
    assert_int_equal(number_of(v, "panel", "battle", "flees"), -1);
    mk_view_free(v);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_battle_board_is_shown),
        cmocka_unit_test(lack_of_supply_is_shown_to_its_own_side),
        cmocka_unit_test(after_the_battle_the_board_is_gone),
        cmocka_unit_test(an_army_is_shown_when_it_is_placed),
        cmocka_unit_test(boxes_are_shown_when_they_are_loaded),
        cmocka_unit_test(a_turn_begins_without_weather),
        cmocka_unit_test(an_earlier_last_turn_is_shown),
        cmocka_unit_test(the_board_is_shown),
        cmocka_unit_test(numbers_and_places_are_shown),
        cmocka_unit_test(notes_are_shown),
    };
    return cmocka_run_group_tests(tests, open_games, NULL);
}
