/* A game that was played is looked at again: chances, luck apart from skill, turning points. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bots/analysis.h"
#include "coin.h"
#include "core/registry.h"

const mk_game *const mk_games[] = {&coin_game, NULL};

static void act(mk_table *t, const char *text) {
    mk_action action;
    mk_error error = {0};
    if (!mk_parse_action(&coin_game, text, &action, &error) ||
        !mk_table_do(t, mk_seat(&coin_game, mk_table_state(t)), action, &error))
        fail_msg("%s: %s", text, error.text);
}

/* Three rounds without raises: Odd guesses right, wrong, right. */
static mk_table *play(void) {
    static const char *const actions[] = {"hide heads",    "guess heads 3", "hide tails",
                                          "guess heads 1", "hide heads",    "guess heads 3"};
    mk_setup setup;
    assert_true(mk_setup_init(&coin_game, &setup, "short", NULL));
    assert_true(mk_setup_option(&coin_game, &setup, "raising", "off", NULL));
    mk_setup_seed(&setup, 4);
    mk_table *t = mk_table_new(&coin_game, &setup);
    for (int i = 0; i < 6; i++) act(t, actions[i]);
    assert_int_equal(mk_seat(&coin_game, mk_table_state(t)), MK_OVER);
    return t;
}

static mk_analysis *look(const mk_table *t, int threads) {
    const mk_analysis_effort effort = {.playouts = 60,
                                       .threads = threads,
                                       .turnings = 2,
                                       .seed = 1};
    return mk_analyse(t, &effort);
}

static void the_end_is_certain(void **unused) {
    (void)unused;
    mk_table *t = play();
    mk_outcome outcome = {0};
    coin_game.outcome(mk_table_state(t), &outcome);
    mk_analysis *a = look(t, 1);
    assert_int_equal(a->count, 7);
    assert_int_equal(a->playouts, 60);
    for (int s = 0; s < 2; s++)
        assert_true(a->moment[6].win[s] == (outcome.rank[s] == 1 ? 1.0 : 0.0));
    for (int i = 0; i < 7; i++) {
        assert_int_equal(a->moment[i].at, i);
        if (i < 2) continue; /* three rounds before the end the score counts */
        assert_true(fabs(a->moment[i].win[0] + a->moment[i].win[1] - 1) < 1e-9);
    }
    mk_analysis_free(a);
    mk_table_free(t);
}

/* Only a guess throws the die. What the coin shows is known now: to name it is skill, what the die
 * adds is luck, and what one wins by it the other loses. */
static void luck_is_what_the_dice_did(void **unused) {
    (void)unused;
    mk_table *t = play();
    mk_analysis *a = look(t, 1);
    for (int i = 1; i < 7; i++) {
        const mk_moment *m = &a->moment[i];
        bool guess = i % 2 == 0;
        assert_int_equal(m->rolled, guess);
        assert_int_equal(m->seat, guess ? COIN_ODD : COIN_EVEN);
        if (i >= 4) assert_true(fabs(m->luck[0] + m->luck[1]) < 1e-9);
        if (!guess) assert_true(m->luck[0] == 0);
    }
    assert_true(a->moment[4].skill < 0); /* he said heads */
    assert_true(a->moment[2].skill > a->moment[4].skill);
    double sum = 0;
    for (int i = 0; i < 7; i++) sum += a->moment[i].luck[COIN_ODD];
    assert_true(fabs(a->luck[COIN_ODD] - sum) < 1e-9);
    assert_true(a->error[0] > 0);
    mk_analysis_free(a);
    mk_table_free(t);
}

static void the_same_for_any_number_of_threads(void **unused) {
    (void)unused;
    mk_table *t = play();
    mk_analysis *one = look(t, 1), *three = look(t, 3);
    mk_text first = {0}, second = {0};
    mk_analysis_write(one, &first);
    mk_analysis_write(three, &second);
    assert_string_equal(first.p, second.p);
    assert_non_null(strstr(first.p, "\"seats\":[{\"seat\":\"even\",\"title\":\"Even\""));
    mk_text_free(&first);
    mk_text_free(&second);
    mk_analysis_free(one);
    mk_analysis_free(three);
    mk_table_free(t);
}

/* Moves in the order of the game; the two that changed most. */
static void turning_points_are_what_changed_most(void **unused) {
    (void)unused;
    mk_table *t = play();
    mk_analysis *a = look(t, 1);
    assert_int_equal(a->turning_count, 2);
    assert_true(a->turning[0].first < a->turning[1].first);
    double least = 1;
    for (int i = 0; i < 2; i++)
        least = fmin(least, fabs(a->turning[i].luck) + fabs(a->turning[i].skill));
    for (int i = 1; i < 7; i++) { /* each action here is a move */
        bool turning = a->turning[0].last == i || a->turning[1].last == i;
        const mk_moment *m = &a->moment[i];
        if (!turning) assert_true(fabs(m->luck[m->seat]) + fabs(m->skill) <= least + 1e-9);
    }
    mk_analysis_free(a);
    mk_table_free(t);
}

static void what_was_taken_back_is_left_out(void **unused) {
    (void)unused;
    mk_table *t = play();
    mk_error error = {0};
    assert_true(mk_table_undo_to(t, 4, &error));
    mk_analysis *a = look(t, 1);
    assert_int_equal(a->count, 5);
    assert_int_equal(a->moment[4].at, 4);
    mk_analysis_free(a);
    mk_table_free(t);
}

static int open_coin(void **unused) {
    mk_error error = {0};
    (void)unused;
    return mk_open(NULL, &error) ? 0 : -1;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_end_is_certain),
        cmocka_unit_test(luck_is_what_the_dice_did),
        cmocka_unit_test(the_same_for_any_number_of_threads),
        cmocka_unit_test(turning_points_are_what_changed_most),
        cmocka_unit_test(what_was_taken_back_is_left_out),
    };
    return cmocka_run_group_tests(tests, open_coin, NULL);
}
