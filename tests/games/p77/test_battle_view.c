/* What the view shows of a battle, and to whom. */
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
    mk_look(game, s, seat, v);
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
        "deploy a_ogden right", "deploy a_stone reserve", "deploy b_bde1 left");
    for (int seat = MK_SPECTATOR; seat <= P77_BRITISH; seat++) { /* counts, but nobody's name */
        look(&s, seat, v);
        assert_cells(v, "american", CELLS(2, 1, 1, 1));
        assert_int_equal(mk_view_find(v, "piece", "a_scott"), -1);
        assert_int_equal(number_of(v, "piece", "hockessin.american", "count"), 5);
        assert_int_equal(number_of(v, "piece", "hockessin.american", "hidden"), 1);
    }
    look(&s, P77_AMERICAN, v);
    assert_cells(v, "british", CELLS(1, 0, 0, 0));
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
    FEED(&s, 3, 3, 3, 3);
    act(&s, "fire a_scott");
    look(&s, P77_BRITISH, v);
    assert_int_equal(number_of(v, "piece", "a_scott", "acted"), 1);
    assert_int_equal(number_of(v, "piece", "m_potter", "acted"), -1);
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_battle_board_is_shown),
        cmocka_unit_test(after_the_battle_the_board_is_gone),
    };
    return cmocka_run_group_tests(tests, open_games, NULL);
}
