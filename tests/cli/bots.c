/* bots.c - bots know what their seat knows, choose among what is legal, and greed is greedy. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "musket.h"

static _Alignas(max_align_t) unsigned char state[MK_MAX_STATE];
static mk_actions legal;
static mk_rng rng;

/* A game of p77 after so many random actions. */
static const mk_game *reach(uint64_t seed, int actions) {
    mk_setup setup;
    const mk_game *game = mk_find_game("p77");
    assert_true(mk_setup_init(game, &setup, NULL, NULL));
    mk_setup_seed(&setup, seed);
    mk_rng_seed(&rng, seed);
    mk_start(game, state, &setup, NULL);
    for (int i = 0; i < actions && mk_seat(game, state) != MK_OVER; i++) {
        mk_list(game, state, &legal);
        mk_apply(game, state, legal.list[mk_below(&rng, (uint32_t)legal.count)], NULL);
    }
    mk_list(game, state, &legal);
    return game;
}

static bool same(mk_action a, mk_action b) {
    return a.verb == b.verb && a.a == b.a && a.b == b.b && a.c == b.c;
}

/* ---- What a bot is shown ------------------------------------------------ */

static int asked, same_bytes;
static char *shown;

static char *look(const mk_game *game, const void *from, int seat) {
    mk_view *view = mk_view_new();
    mk_text text = {0};
    mk_look(game, from, seat, view);
    mk_view_json(view, &text);
    mk_view_free(view);
    return text.p;
}

static mk_action spy(const mk_game *game, const void *known, int seat, mk_rng *chance) {
    static mk_actions list;
    (void)chance;
    asked++;
    same_bytes += memcmp(known, state, game->state_size) == 0;
    shown = look(game, known, seat);
    mk_list(game, known, &list);
    return list.list[0];
}

static void test_a_bot_sees_what_its_seat_knows(void **unused) {
    (void)unused;
    const mk_bot bot = {"spy", "", NULL, spy};
    asked = same_bytes = 0;
    for (uint64_t seed = 1; seed <= 50; seed++) {
        const mk_game *game = reach(seed, 60);
        int seat = mk_seat(game, state);
        if (seat == MK_OVER || legal.count == 1) continue;
        char *truth = look(game, state, seat);
        mk_bot_choose(&bot, game, state, seat, &rng);
        assert_string_equal(truth, shown);
        free(truth);
        free(shown);
    }
    assert_true(asked > 30);
    assert_int_equal(same_bytes, 0); /* the dice to come are never the true ones */
}

static void test_a_single_legal_action_needs_no_bot(void **unused) {
    (void)unused;
    const mk_bot bot = {"spy", "", NULL, spy};
    int single = 0;
    asked = 0;
    for (uint64_t seed = 1; seed <= 300; seed++) {
        const mk_game *game = reach(seed, 90);
        if (legal.count != 1) continue;
        single++;
        assert_true(
            same(legal.list[0], mk_bot_choose(&bot, game, state, mk_seat(game, state), &rng)));
    }
    assert_true(single > 0);
    assert_int_equal(asked, 0);
}

/* ---- What bots choose --------------------------------------------------- */

static mk_action favourite;
static int favour_one(const void *s, mk_action a) { return (void)s, same(a, favourite); }
static int favour_none(const void *s, mk_action a) { return (void)s, (void)a, 7; }

static void test_greedy_takes_what_weighs_most(void **unused) {
    (void)unused;
    mk_game game = *reach(3, 40);
    const mk_bot *greedy = mk_find_bot("greedy", &game);
    game.weigh = favour_one;
    for (int i = 0; i < legal.count; i++) {
        favourite = legal.list[i];
        assert_true(
            same(favourite, mk_bot_choose(greedy, &game, state, mk_seat(&game, state), &rng)));
    }
}

/* Each of n equals comes up about as often as the others. */
static void expect_even(const mk_game *game, const mk_bot *bot) {
    enum { TIMES = 200 };
    int count[MK_MAX_ACTIONS] = {0};
    double sum = 0;
    for (int i = 0; i < TIMES * legal.count; i++) {
        mk_action a = bot->choose(game, state, mk_seat(game, state), &rng);
        int k = 0;
        while (!same(a, legal.list[k])) assert_true(++k < legal.count);
        count[k]++;
    }
    for (int k = 0; k < legal.count; k++) {
        sum += (double)(count[k] - TIMES) * (count[k] - TIMES) / TIMES;
    }
    /* Chi square with n - 1 degrees of freedom: mean n - 1, variance 2 (n - 1); five sigma. */
    double n = legal.count - 1;
    assert_true((sum - n) * (sum - n) < 25 * 2 * n);
}

static void test_equals_are_chosen_equally(void **unused) {
    (void)unused;
    mk_game game = *reach(4, 30);
    game.weigh = favour_none;
    assert_true(legal.count > 5);
    expect_even(&game, mk_find_bot("greedy", &game));
    expect_even(&game, mk_find_bot("random", &game));
}

static int depth_as_score(const void *s, int seat) {
    (void)seat;
    return ((const mk_base *)s)->depth; /* a fact that some actions change and others do not */
}

static void test_without_weights_the_score_afterwards_counts(void **unused) {
    (void)unused;
    static _Alignas(max_align_t) unsigned char after[MK_MAX_STATE];
    mk_game game = *reach(5, 45);
    game.weigh = NULL;
    game.score = depth_as_score;
    int best = -1;
    for (int i = 0; i < legal.count; i++) {
        memcpy(after, state, game.state_size);
        mk_apply(&game, after, legal.list[i], NULL);
        int score = depth_as_score(after, 0);
        if (score > best) best = score;
    }
    const mk_bot *greedy = mk_find_bot("greedy", &game);
    mk_action a = mk_bot_choose(greedy, &game, state, mk_seat(&game, state), &rng);
    memcpy(after, state, game.state_size);
    mk_apply(&game, after, a, NULL);
    assert_int_equal(depth_as_score(after, 0), best);
}

static void test_bots_are_found_by_name(void **unused) {
    (void)unused;
    const mk_game *game = mk_find_game("p77");
    for (int i = 0; mk_bot_at(i); i++) { /* one that plays another game is not found for this one */
        const mk_bot *bot = mk_bot_at(i), *found = mk_find_bot(bot->name, game);
        assert_true(bot->game ? !found : found == bot);
        if (bot->game) assert_ptr_equal(mk_find_bot(bot->name, mk_find_game(bot->game)), bot);
    }
    assert_null(mk_bot_at(-1));
    assert_null(mk_find_bot("genius", game));
}

static int open_data(void **unused) {
    (void)unused;
    return mk_open(NULL, NULL) ? 0 : -1;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_bot_sees_what_its_seat_knows),
        cmocka_unit_test(test_a_single_legal_action_needs_no_bot),
        cmocka_unit_test(test_greedy_takes_what_weighs_most),
        cmocka_unit_test(test_equals_are_chosen_equally),
        cmocka_unit_test(test_without_weights_the_score_afterwards_counts),
        cmocka_unit_test(test_bots_are_found_by_name),
    };
    return cmocka_run_group_tests_name("bots", tests, open_data, NULL);
}
