/* The course of a game: what a finished game of every kind tells of itself, and to whom. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "musket.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

static json_t *course_of(const mk_table *t, int seat) {
    mk_text text = {0};
    json_error_t error;
    mk_course_write(t, seat, &text);
    json_t *course = json_loads(text.p, 0, &error);
    if (!course) fail_msg("%s at %d: %.200s", error.text, error.position, text.p);
    mk_text_free(&text);
    return course;
}

/* Random moves, to the end or so many. */
static mk_table *play(const mk_game *game, uint64_t seed, int most) {
    static mk_actions legal;
    mk_setup setup;
    mk_error e = {0};
    mk_rng rng;
    assert_true(mk_setup_init(game, &setup, NULL, &e));
    mk_setup_seed(&setup, seed);
    mk_rng_seed(&rng, seed);
    mk_table *t = mk_table_new(game, &setup);
    for (int i = 0; i < most && mk_seat(game, mk_table_state(t)) != MK_OVER; i++) {
        assert_true(mk_list(game, mk_table_state(t), &legal));
        mk_action a = legal.list[mk_below(&rng, (uint32_t)legal.count)];
        assert_true(mk_table_do(t, mk_seat(game, mk_table_state(t)), a, &e));
    }
    return t;
}

static long of(json_t *o, const char *name) { return json_integer_value(json_object_get(o, name)); }

static long last_of(json_t *line) {
    json_t *values = json_object_get(line, "values");
    return json_integer_value(json_array_get(values, json_array_size(values) - 1));
}

/* Every line has a value for every turn; after the end nothing of it is hidden. */
static void check_lines(json_t *lines, size_t turns, bool all_known) {
    size_t i, k;
    json_t *line, *value;
    json_array_foreach(lines, i, line) {
        assert_true(json_is_string(json_object_get(line, "label")));
        assert_int_equal(json_array_size(json_object_get(line, "values")), turns);
        json_array_foreach(json_object_get(line, "values"), k, value) {
            assert_true(json_is_number(value) || (!all_known && json_is_null(value)));
        }
    }
}

static void check_course(const mk_table *t, int *battles, int *throws) {
    json_t *course = course_of(t, MK_EVERYTHING), *chart, *battle, *throw, *moment;
    size_t turns = json_array_size(json_object_get(course, "turns")), i;
    assert_true(turns >= 3);
    json_array_foreach(json_object_get(course, "charts"), i, chart) {
        check_lines(json_object_get(chart, "lines"), turns, true);
    }
    assert_true(i >= 3);
    check_lines(json_object_get(course, "losses"), turns, true);
    check_lines(json_object_get(course, "luck"), turns, true);
    json_array_foreach(json_object_get(course, "luck"), i, throw) {
        assert_true(of(throw, "dice") > 0);
        assert_true(json_number_value(json_object_get(throw, "deviation")) >= 0);
        ++*throws;
    }
    json_array_foreach(json_object_get(course, "battles"), i, battle) {
        assert_in_range(of(battle, "at"), 1, mk_table_count(t));
        assert_true(json_is_string(json_object_get(battle, "name")));
        ++*battles;
    }
    long at = 0;
    json_array_foreach(json_object_get(course, "moments"), i, moment) {
        assert_true(of(moment, "at") >= at);
        at = of(moment, "at");
    }
    assert_true(i > 0);
    json_decref(course);
}

static void every_game_has_a_course(void **state) {
    (void)state;
    for (int g = 0; g < mk_game_count(); g++) {
        const mk_game *game = mk_game_at(g);
        int battles = 0, throws = 0;
        if (!game->series) continue; /* not written yet */
        for (uint64_t seed = 1; seed <= 5; seed++) {
            mk_table *t = play(game, seed, 1 << 20);
            check_course(t, &battles, &throws);
            mk_table_free(t);
        }
        assert_true(battles > 0 && throws > 0);
    }
}

/* Strength at the end is that at the start without the losses: nothing is lost twice or unheard. */
static void losses_add_up(void **state) {
    (void)state;
    const mk_game *game = mk_find_game("p77");
    for (uint64_t seed = 1; seed <= 5; seed++) {
        mk_table *t = play(game, seed, 1 << 20);
        json_t *course = course_of(t, MK_EVERYTHING), *line, *battle;
        json_t *strength =
            json_object_get(json_array_get(json_object_get(course, "charts"), 0), "lines");
        size_t i;
        long in_battle = 0, all = 0;
        json_array_foreach(json_object_get(course, "losses"), i, line) {
            bool british = !strcmp(json_string_value(json_object_get(line, "seat")), "british");
            json_t *of_side = json_array_get(strength, british ? 0 : 1);
            long first = json_integer_value(json_array_get(json_object_get(of_side, "values"), 0));
            assert_int_equal(last_of(of_side), first - last_of(line));
            all += last_of(line);
        }
        json_array_foreach(json_object_get(course, "battles"), i, battle) {
            json_t *losses = json_object_get(battle, "losses");
            in_battle += of(losses, "british") + of(losses, "american");
        }
        assert_true(in_battle > 0 && in_battle <= all);
        json_decref(course);
        mk_table_free(t);
    }
}

/* What was taken back by consent did not happen. */
static void what_was_taken_back_is_not_told(void **state) {
    (void)state;
    const mk_game *game = mk_find_game("p77");
    mk_table *t = play(game, 3, 1 << 20);
    mk_error e = {0};
    json_t *whole = course_of(t, MK_EVERYTHING);
    size_t before = json_array_size(json_object_get(whole, "battles"));
    assert_true(before > 0);
    json_decref(whole);
    assert_true(mk_table_undo_to(t, 0, &e));
    json_t *course = course_of(t, MK_EVERYTHING);
    assert_int_equal(json_array_size(json_object_get(course, "battles")), 0);
    assert_int_equal(json_array_size(json_object_get(course, "luck")), 0);
    assert_int_equal(json_array_size(json_object_get(course, "losses")), 0);
    json_decref(course);
    mk_table_free(t);
}

/* While it runs a seat learns nothing of what it cannot know. */
static void a_seat_sees_its_own_course(void **state) {
    (void)state;
    const mk_game *game = mk_find_game("p77");
    mk_table *t = play(game, 5, 400);
    json_t *course = course_of(t, mk_find_seat(game, "british"));
    json_t *lines = json_object_get(json_array_get(json_object_get(course, "charts"), 0), "lines");
    json_t *own = json_object_get(json_array_get(lines, 0), "values");
    json_t *enemy = json_object_get(json_array_get(lines, 1), "values");
    assert_true(json_is_integer(json_array_get(own, 1)));
    assert_true(json_is_null(json_array_get(enemy, 1)));
    json_decref(course);
    mk_table_free(t);
}

static void a_throw_has_its_expectation(void **state) {
    (void)state;
    mk_throw t = mk_throw_hits(18, 5, 1, 6);
    assert_true(t.dice == 18 && t.got == 5 && t.expected > 2.999 && t.expected < 3.001);
    assert_true(t.variance > 2.499 && t.variance < 2.501);
}

static int open_all(void **state) {
    (void)state;
    mk_error e = {0};
    mk_offer_drafts();
    return mk_open(NULL, &e) ? 0 : 1;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_game_has_a_course),
        cmocka_unit_test(losses_add_up),
        cmocka_unit_test(what_was_taken_back_is_not_told),
        cmocka_unit_test(a_seat_sees_its_own_course),
        cmocka_unit_test(a_throw_has_its_expectation),
    };
    return cmocka_run_group_tests(tests, open_all, NULL);
}
