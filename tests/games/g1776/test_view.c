/* What the view shows: the reach of a group against all that the rules allow it, the hands of
 * cards, the tables. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/g1776/g1776.h"

#include <stdio.h>
#include <string.h>

static const mk_game *game;
static mk_view *seen;

static int open_game(void **state) {
    (void)state;
    mk_error e = {0};
    if (!mk_open(NULL, &e)) return -1;
    game = mk_find_game("g1776");
    seen = mk_view_new();
    return game ? 0 : -1;
}

static int close_game(void **state) {
    (void)state;
    mk_view_free(seen);
    return 0;
}

static void begin(g1776_state *s, const char *scenario, uint64_t seed) {
    mk_setup setup;
    mk_error e = {0};
    assert_true(mk_setup_init(game, &setup, scenario, &e));
    mk_setup_seed(&setup, seed);
    mk_start(game, s, &setup, NULL);
}

static bool may(g1776_state *s, const char *text) {
    mk_action x;
    mk_error e = {0};
    return mk_parse_action(game, text, &x, &e) && mk_do(game, s, g1776_deciding(s), x, NULL, &e);
}

static void act(g1776_state *s, const char *text) {
    if (!may(s, text)) fail_msg("%s is refused", text);
}

static void look(const g1776_state *s, int seat) {
    mk_view_clear(seen);
    mk_view_build(game, s, seat, seen);
}

static long number_of(const char *key, const char *field) {
    int record = mk_view_find(seen, "panel", key);
    return record < 0 ? -1 : mk_view_int(seen, record, field, -1);
}

static const char *text_of(const char *key, const char *field) {
    int record = mk_view_find(seen, "panel", key);
    const char *text = record < 0 ? NULL : mk_view_str(seen, record, field);
    return text ? text : "";
}

/* ---- Reach ---- */

static int8_t best[G1776_MAX_HEXES]; /* the most MP that any way leaves; -1: never reached */
static bool tried[G1776_MAX_HEXES][32];

/* Every way that the rules allow, step by step through the door. */
static void walk(const g1776_state *s, int hex) {
    static const char *const steps[] = {"step n",   "step ne", "step se",  "step s",
                                        "step sw",  "step nw", "ferry n",  "ferry ne",
                                        "ferry se", "ferry s", "ferry sw", "ferry nw"};
    for (int i = 0; i < 12; i++) {
        g1776_state next = *s;
        int to = g1776_board.hexes.near[hex][i % MK_DIRECTIONS];
        if (to == MK_NOWHERE || !may(&next, steps[i])) continue;
        const mk_frame *top = mk_top_const(&next.base);
        bool goes_on = top->phase == G1776_PH_GROUP && !top->c;
        int left = 0;
        if (goes_on) {
            look(&next, g1776_deciding(&next));
            left = (int)number_of("group", "left");
        }
        if (left > best[to]) best[to] = (int8_t)left;
        if (best[to] < 0) best[to] = 0;
        if (!goes_on || tried[to][left]) continue;
        tried[to][left] = true;
        walk(&next, to);
    }
}

static void assert_reach(const g1776_state *s, int start) {
    memset(best, -1, sizeof best);
    memset(tried, 0, sizeof tried);
    walk(s, start);
    look(s, g1776_deciding(s));
    int shown = 0;
    for (int hex = 0; hex < g1776_board.hexes.hex_count; hex++) {
        char key[64];
        snprintf(key, sizeof key, "reach.%s", g1776_hex_id(hex));
        bool found = mk_view_find(seen, "panel", key) >= 0;
        if (found != (best[hex] >= 0 && hex != start))
            if (hex != start) fail_msg("%s: shown %d, reached %d", key, found, best[hex]);
        if (!found) continue;
        shown++;
        bool stops = number_of(key, "enemies") == 1; /* what is left then counts for nothing */
        if (!stops && number_of(key, "left") != best[hex])
            fail_msg("%s: %ld MP left, not %d", key, number_of(key, "left"), best[hex]);
    }
    assert_true(shown > 10);
}

static void reach_is_what_steps_lead_to(void **state) { /* II: New York, 20 BR with 7 MP */
    (void)state;
    g1776_state s;
    begin(&s, "basic", 1);
    act(&s, "done");
    act(&s, "group new_york");
    look(&s, G1776_BRITISH);
    assert_int_equal(mk_view_find(seen, "panel", "reach.hartford"), -1); /* nobody goes yet */
    act(&s, "add br 20 0");
    look(&s, G1776_BRITISH);
    assert_int_equal(number_of("group", "left"), 7);
    assert_int_equal(number_of("group", "sp"), 20);
    assert_int_equal(number_of("reach.west_point", "enemies"), 1);
    assert_reach(&s, mk_find(game, G1776_K_HEX, "new_york"));
}

static void the_other_side_is_not_told_the_reach(void **state) {
    (void)state;
    g1776_state s;
    begin(&s, "basic", 1);
    act(&s, "done");
    act(&s, "group new_york");
    act(&s, "add br 20 0");
    look(&s, G1776_AMERICAN);
    assert_int_equal(mk_view_find(seen, "panel", "reach.west_point"), -1);
    assert_int_equal(mk_view_find(seen, "panel", "group"), -1);
    look(&s, MK_EVERYTHING);
    assert_true(mk_view_find(seen, "panel", "reach.west_point") >= 0);
}

/* ---- Combat ---- */

static void attacks_show_their_odds(void **state) { /* III.A.2.D: in favour of the defender */
    (void)state;
    g1776_state s;
    begin(&s, "basic", 1);
    static const char *const march[] = {"done",        "group saint_johns",
                                        "add br 10 0", "step s",
                                        "step s",      "step sw",
                                        "step se",     "step s",
                                        "step s",      "done"};
    for (size_t i = 0; i < sizeof march / sizeof *march; i++) act(&s, march[i]);
    look(&s, G1776_BRITISH);
    assert_int_equal(number_of("odds.ticonderoga", "own"), 10);
    assert_int_equal(number_of("odds.ticonderoga", "theirs"), 3);
    assert_string_equal(text_of("odds.ticonderoga", "odds"), "3-1");
    look(&s, G1776_AMERICAN);
    assert_int_equal(mk_view_find(seen, "panel", "odds.ticonderoga"), -1);
}

static void the_board_has_the_tables(void **state) {
    (void)state;
    mk_view_clear(seen);
    mk_view_board(game, seen);
    for (int x = 0; x < G1776_CARDS; x++) {
        for (int y = 0; y < G1776_CARDS; y++) {
            char key[64], number[8];
            snprintf(key, sizeof key, "matrix.%s", g1776.table.card[x].id);
            snprintf(number, sizeof number, "%+d", g1776.table.matrix[x][y]);
            const char *cell = text_of(key, g1776.table.card[y].id);
            int ends = g1776.table.matrix_ends[x][y];
            if (ends == 2)
                assert_string_equal(cell, "NC");
            else
                assert_memory_equal(cell, number, strlen(number));
            assert_int_equal(ends == 1, cell[strlen(cell) - 1] == '!');
        }
    }
    assert_int_equal(number_of("crt.1-1", "low"), -3);
    assert_int_equal(number_of("basic.3-1", "low"), 0);
    assert_string_equal(text_of("basic.5-1", "defender"), "half half all all all all all");
}

static void the_calendar_names_its_months(void **state) {
    (void)state;
    g1776_state s;
    begin(&s, "basic", 1);
    look(&s, MK_SPECTATOR);
    assert_string_equal(text_of("turn.1", "label"), "June 1776");
    assert_string_equal(text_of("turn.7", "label"), "December 1776");
    assert_int_equal(mk_view_find(seen, "panel", "turn.8"), -1);
    assert_string_equal(text_of("area", "runs"), "955 974"); /* NN to AAAA: the northern half */
}

/* Basic game: 4 BR at Montreal, 1 at Quebec. */
static void counts_agree_with_names(void **state) {
    (void)state;
    g1776_state s;
    begin(&s, "basic", 1);
    look(&s, G1776_BRITISH);
    int quebec = mk_view_find(seen, "piece", "quebec.br");
    int montreal = mk_view_find(seen, "piece", "montreal.br");
    assert_true(quebec >= 0 && montreal >= 0);
    assert_string_equal(mk_view_str(seen, quebec, "name"), "British regular");
    assert_int_equal(mk_view_int(seen, quebec, "count", 0), 1);
    assert_string_equal(mk_view_str(seen, montreal, "name"), "British regulars");
}

/* Each row that gives points, in words; of those that the position decides, whether it holds. */
static void points_are_told_in_words(void **state) {
    static g1776_state s;
    (void)state;
    begin(&s, "saratoga", 1);
    look(&s, G1776_AMERICAN);
    int row = mk_view_find(seen, "panel", "score.0");
    assert_string_equal(mk_view_str(seen, row, "label"),
                        "control of Philadelphia with 4 British regulars, at the end");
    assert_string_equal(mk_view_str(seen, row, "owner"), "british");
    assert_int_equal(number_of("score.0", "value"), 4);
    assert_int_equal(number_of("score.0", "holds"), 0);
    assert_int_equal(number_of("score.5", "holds"), 1); /* Albany is American */
    assert_int_equal(number_of("score.row", "holds"), 0);
    begin(&s, "yorktown", 1);
    look(&s, G1776_AMERICAN);
    row = mk_view_find(seen, "panel", "score.4");
    assert_string_equal(mk_view_str(seen, row, "label"),
                        "at least 2 SP for 3 of the enemy in Virginia, at the end");
    assert_int_equal(number_of("score.5", "value"), -1);
    assert_int_equal(number_of("score.1", "holds"), -1); /* it happens or not */
}

/* Who places something is told what; the other side is not asked. */
static void what_is_placed_is_told(void **state) {
    static g1776_state s;
    (void)state;
    begin(&s, "greene_1780", 1);
    act(&s, "done");
    look(&s, G1776_BRITISH);
    int row = mk_view_find(seen, "panel", "to_place");
    assert_string_equal(mk_view_str(seen, row, "pieces"), "Rawdon");
    look(&s, G1776_AMERICAN);
    assert_true(mk_view_find(seen, "panel", "to_place") < 0);
    act(&s, "place camden");
    look(&s, G1776_AMERICAN);
    row = mk_view_find(seen, "panel", "to_place");
    assert_string_equal(mk_view_str(seen, row, "pieces"),
                        "2 Rebel militia, Morgan, American Leader A");
    assert_string_equal(mk_view_str(seen, row, "next"), "Morgan");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_are_told_in_words),
        cmocka_unit_test(what_is_placed_is_told),
        cmocka_unit_test(reach_is_what_steps_lead_to),
        cmocka_unit_test(the_other_side_is_not_told_the_reach),
        cmocka_unit_test(attacks_show_their_odds),
        cmocka_unit_test(the_board_has_the_tables),
        cmocka_unit_test(the_calendar_names_its_months),
        cmocka_unit_test(counts_agree_with_names),
    };
    return cmocka_run_group_tests(tests, open_game, close_game);
}
