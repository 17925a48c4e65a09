/* hint.c - a hint can be done, tells nothing that is hidden, and gives its reasons in the game's
 * own terms. */
#define _GNU_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bots/hint.h"

enum { PLAYOUTS = 6 }; /* what is tested does not depend on how many */

static _Alignas(max_align_t) unsigned char state[MK_MAX_STATE], other[MK_MAX_STATE];
static mk_rng rng;

/* A game after so many actions of the greedy bot, at a decision with a choice. */
static const mk_game *reach(const char *id, uint64_t seed, int actions) {
    static mk_actions legal;
    mk_setup setup;
    const mk_game *game = mk_find_game(id);
    const mk_bot *greedy = mk_find_bot("greedy", game);
    assert_true(mk_setup_init(game, &setup, NULL, NULL));
    mk_setup_seed(&setup, seed);
    mk_rng_seed(&rng, seed);
    mk_start(game, state, &setup, NULL);
    for (int i = 0;; i++) {
        assert_int_not_equal(mk_seat(game, state), MK_OVER);
        mk_list(game, state, &legal);
        if (i >= actions && legal.count > 1) return game;
        mk_apply(game, state, mk_bot_choose(greedy, game, state, mk_seat(game, state), &rng), NULL);
    }
}

static bool is_term(const mk_game *game, const char *title) {
    for (int i = 1; game->terms[i].name; i++)
        if (strcmp(game->terms[i].title, title) == 0) return true;
    return false;
}

static const char *const ids[] = {"p77", "c77", "lod"};

static void test_a_hint_can_be_done(void **unused) {
    (void)unused;
    for (int g = 0; g < 3; g++) {
        const mk_game *game = reach(ids[g], 3, 70);
        int seat = mk_seat(game, state);
        mk_hint hint;
        mk_text words = {0};
        memcpy(other, state, game->state_size);
        mk_hint_find(game, state, seat, PLAYOUTS, 0, &rng, &hint);
        assert_memory_equal(state, other, game->state_size);
        assert_in_range(hint.count, 1, HINT_ACTIONS);
        for (int i = 0; i < hint.reasons; i++) {
            assert_true(is_term(game, hint.reason[i].title));
            assert_true(hint.reason[i].points > 0);
            if (i) assert_true(hint.reason[i].points <= hint.reason[i - 1].points);
        }
        mk_hint_words(game, &hint, &words);
        assert_true(words.n > 5);
        for (int i = 0; i < hint.count && mk_seat(game, state) == seat; i++) {
            assert_true(mk_legal(game, state, hint.action[i]));
            mk_apply(game, state, hint.action[i], NULL);
        }
        mk_text_free(&words);
        mk_hint_free(&hint);
    }
}

static void test_a_hint_tells_nothing_hidden(void **unused) {
    (void)unused;
    const mk_game *game = reach("p77", 5, 90);
    int seat = mk_seat(game, state);
    mk_hint one, two;
    mk_text first = {0}, second = {0};
    memcpy(other, state, game->state_size);
    mk_rng_seed(&rng, 9);
    game->determinize(other, seat, &rng);
    mk_rng_seed(&rng, 7);
    mk_hint_find(game, state, seat, PLAYOUTS, 0, &rng, &one);
    mk_rng_seed(&rng, 7);
    mk_hint_find(game, other, seat, PLAYOUTS, 0, &rng, &two);
    mk_hint_write(game, &one, &first);
    mk_hint_write(game, &two, &second);
    assert_string_equal(first.p, second.p);
    mk_text_free(&first);
    mk_text_free(&second);
    mk_hint_free(&one);
    mk_hint_free(&two);
}

/* The terms of a seat: all of the game's, the weightiest first; of two seats in turn what is for
 * one is against the other. */
static void test_terms_speak_for_the_seat(void **unused) {
    (void)unused;
    for (int g = 0; g < 3; g++) {
        const mk_game *game = reach(ids[g], 4, 60);
        mk_reason terms[MK_MAX_TERMS];
        double chance;
        int all = 0;
        while (game->terms[all + 1].name) all++;
        int count = mk_terms_find(game, state, 0, &rng, &chance, terms);
        assert_int_equal(count, all);
        assert_true(chance > 0 && chance < 1);
        for (int i = 1; i < count; i++)
            assert_true(fabs(terms[i].points) <= fabs(terms[i - 1].points));
    }
    const mk_game *game = reach("c77", 4, 60); /* hardly anything is hidden here */
    mk_reason terms[MK_MAX_TERMS];
    double british, patriot;
    mk_terms_find(game, state, 0, &rng, &british, terms);
    const char *largest = terms[0].title;
    double points = terms[0].points;
    int count = mk_terms_find(game, state, 1, &rng, &patriot, terms);
    assert_true(fabs(british + patriot - 1) < 0.05);
    for (int i = 0; i < count; i++)
        if (strcmp(terms[i].title, largest) == 0) assert_true(points * terms[i].points < 0);
}

static void assert_words(const mk_game *game, const char *actions, int most, const char *said) {
    char copy[1000];
    mk_action move[HINT_ACTIONS];
    mk_text words = {0};
    int count = 0;
    snprintf(copy, sizeof copy, "%s", actions);
    for (char *next, *a = strtok_r(copy, ";", &next); a; a = strtok_r(NULL, ";", &next))
        assert_true(mk_parse_action(game, a, &move[count++], NULL));
    mk_move_words(game, move, count, most, &words);
    assert_string_equal(words.p, said);
    mk_text_free(&words);
}

static void test_a_move_says_together_what_belongs_together(void **unused) {
    (void)unused;
    const mk_game *game = mk_find_game("p77");
    assert_words(game, "finish", 0, "Finish movement");
    assert_words(game, "lead howe;take h_donop;take h_stirn;go newport;go wilmington;finish", 0,
                 "Howe leads a group; Take Donop and Stirn along; Go to Newport and Wilmington; "
                 "Finish movement");
    assert_words(game, "lead howe;take h_donop;take h_stirn;go newport;finish", 2,
                 "Howe leads a group; Take Donop and Stirn along; and 2 more actions");
    game = mk_find_game("g1776");
    assert_words(game, "step n;step n;step n;step ne;step n", 0,
                 "March north (3 times), north-east and north");
    assert_words(game, "done;done", 0, "Done (twice)");
}

static int open_games(void **unused) {
    mk_error error = {0};
    (void)unused;
    return mk_open(NULL, &error) ? 0 : -1;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_hint_can_be_done),
        cmocka_unit_test(test_a_hint_tells_nothing_hidden),
        cmocka_unit_test(test_terms_speak_for_the_seat),
        cmocka_unit_test(test_a_move_says_together_what_belongs_together),
    };
    return cmocka_run_group_tests(tests, open_games, NULL);
}
