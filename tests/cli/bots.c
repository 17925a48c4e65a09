/* bots.c - bots know what their seat knows, choose among what is legal, and greed is greedy. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "bots/search.h"

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
    mk_view_build(game, from, seat, view);
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
    const mk_bot bot = {"spy", "spy", "", false, spy};
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
    const mk_bot bot = {"spy", "spy", "", false, spy};
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
    assert_null(game->nonplayer_phase);
    for (int i = 0; mk_bot_at(i); i++) { /* p77 has no non-players, lod has */
        const mk_bot *bot = mk_bot_at(i), *found = mk_find_bot(bot->name, game);
        assert_true(bot->nonplayer ? !found : found == bot);
        assert_ptr_equal(mk_find_bot(bot->name, mk_find_game("lod")), bot);
    }
    assert_null(mk_bot_at(-1));
    assert_null(mk_find_bot("genius", game));
}

/* ---- The bots that think ahead ------------------------------------------ */

enum { PLAYOUTS = 6 }; /* what is tested does not depend on how many */

/* A game after so many actions of the greedy bot, at a decision with a choice. */
static const mk_game *reach_sensibly(const char *id, uint64_t seed, int actions) {
    mk_setup setup;
    const mk_game *game = mk_find_game(id);
    const mk_bot *greedy = mk_find_bot("greedy", game);
    assert_true(mk_setup_init(game, &setup, NULL, NULL));
    mk_setup_seed(&setup, seed);
    mk_rng_seed(&rng, seed);
    mk_start(game, state, &setup, NULL);
    for (int i = 0; mk_seat(game, state) != MK_OVER; i++) {
        mk_list(game, state, &legal);
        if (i >= actions && legal.count > 1) return game;
        mk_apply(game, state, mk_bot_choose(greedy, game, state, mk_seat(game, state), &rng), NULL);
    }
    return NULL;
}

static mk_action think(const mk_game *game, const void *from, uint64_t seed, int threads) {
    mk_mind *mind = mk_mind_new();
    mk_rng own;
    mk_rng_seed(&own, seed);
    mk_mind_limits(mind, PLAYOUTS, 0, threads);
    mk_action a =
        mk_bot_think(mk_find_bot("standard", game), game, from, mk_seat(game, from), &own, mind);
    mk_mind_free(mind);
    return a;
}

/* States that differ in what the seat cannot know, dice among it, lead to the same move. */
static void test_search_does_not_see_what_is_hidden(void **unused) {
    (void)unused;
    static _Alignas(max_align_t) unsigned char one[MK_MAX_STATE], other[MK_MAX_STATE];
    static const char *const ids[] = {"p77", "c77", "lod", "g1776", "eoe"};
    int differ = 0;
    for (int g = 0; g < 5; g++) {
        for (int i = 0; i < (g < 3 ? 12 : 4); i++) {
            const mk_game *game = reach_sensibly(ids[g], (uint64_t)i + 1, 25 + 30 * i);
            if (!game) continue;
            mk_rng deal;
            memcpy(one, state, game->state_size);
            memcpy(other, state, game->state_size);
            mk_rng_seed(&deal, 1);
            game->determinize(one, mk_seat(game, state), &deal);
            mk_rng_seed(&deal, 2);
            game->determinize(other, mk_seat(game, state), &deal);
            differ += memcmp(one, other, game->state_size) != 0;
            mk_action truth = think(game, state, 7, 1);
            assert_true(mk_legal(game, state, truth));
            assert_true(same(truth, think(game, one, 7, 1)));
            assert_true(same(truth, think(game, other, 7, 1)));
        }
    }
    assert_true(differ > 30);
}

/* One thread and the same seed: the same move, in every game. */
static void test_search_is_reproducible(void **unused) {
    (void)unused;
    static const char *const ids[] = {"p77", "c77", "lod", "g1776", "eoe"};
    for (int g = 0; g < 5; g++) {
        const mk_game *game = reach_sensibly(ids[g], 3, 45);
        assert_non_null(game);
        mk_action first = think(game, state, 11, 1);
        assert_true(mk_legal(game, state, first));
        assert_true(same(first, think(game, state, 11, 1)));
    }
}

static void test_several_threads_choose_what_is_legal(void **unused) {
    (void)unused;
    for (int i = 0; i < 4; i++) {
        const mk_game *game = reach_sensibly("c77", (uint64_t)i + 1, 40 + 50 * i);
        assert_non_null(game);
        assert_true(mk_legal(game, state, think(game, state, 3, 3)));
    }
}

/* The plan of a move is carried out action by action; whole games stay legal. */
static void test_a_plan_leads_through_whole_games(void **unused) {
    (void)unused;
    static const char *const ids[] = {"p77", "c77", "lod"};
    for (int g = 0; g < 3; g++) {
        const mk_game *game = reach_sensibly(ids[g], 5, g == 0 ? 300 : 400);
        if (!game) game = reach_sensibly(ids[g], 5, 100);
        mk_mind *mind[MK_MAX_SEATS];
        for (int s = 0; s < MK_MAX_SEATS; s++) {
            mind[s] = mk_mind_new();
            mk_mind_limits(mind[s], 2, 0, 1);
        }
        const mk_bot *bot = mk_find_bot("standard", game);
        for (int seat; (seat = mk_seat(game, state)) != MK_OVER;) {
            mk_error error = {0};
            mk_action a = mk_bot_think(bot, game, state, seat, &rng, mind[seat]);
            assert_true(mk_do(game, state, seat, a, NULL, &error));
        }
        for (int s = 0; s < MK_MAX_SEATS; s++) mk_mind_free(mind[s]);
    }
}

static void test_who_is_stopped_chooses_at_once(void **unused) {
    (void)unused;
    const mk_game *game = reach_sensibly("p77", 2, 60);
    mk_mind *mind = mk_mind_new();
    mk_mind_limits(mind, 1000000, 0, 1);
    mk_mind_stop(mind, true);
    const mk_bot *hard = mk_find_bot("hard", game);
    mk_action a = mk_bot_think(hard, game, state, mk_seat(game, state), &rng, mind);
    assert_true(mk_legal(game, state, a));
    assert_true(mk_mind_progress(mind) < 0.001);
    mk_mind_free(mind);
}

static void test_time_is_a_limit(void **unused) {
    (void)unused;
    const mk_game *game = reach_sensibly("p77", 2, 60);
    mk_mind *mind = mk_mind_new();
    mk_mind_limits(mind, 1000000, 0.05, 1);
    const mk_bot *hard = mk_find_bot("hard", game);
    mk_action a = mk_bot_think(hard, game, state, mk_seat(game, state), &rng, mind);
    assert_true(mk_legal(game, state, a));
    assert_true(atomic_load(&mind->done) < 1000000);
    assert_true(mk_mind_progress(mind) == 1); /* its time is over */
    mk_mind_free(mind);
}

/* A decision with these moves, each tried so often, with values around its mean. */
static search_node *tried(int moves, const int *visits, const double *means, double spread) {
    search_node *n = search_node_new(0, 0);
    search_edge **last = &n->edges;
    for (int i = 0; i < moves; i++) {
        search_edge *e = calloc(1, sizeof *e);
        assert_non_null(e);
        e->visits = visits[i];
        e->sum[0] = visits[i] * means[i];
        e->squares = visits[i] * (means[i] * means[i] + spread * spread);
        n->visits += visits[i];
        n->moves++;
        *last = e;
        last = &e->next;
    }
    return n;
}

enum { ALL_MOVES_KNOWN = 1000, MANY_LEFT = 100000 };

static void test_a_clear_choice_ends_a_thought(void **unused) {
    (void)unused;
    search_node *n = tried(2, (int[]){60, 20}, (double[]){0.6, 0.4}, 0.1);
    assert_false(search_is_decided(n, MANY_LEFT)); /* there may be a third */
    n->barren = ALL_MOVES_KNOWN;
    assert_true(search_is_decided(n, MANY_LEFT));
    search_node_free(n);
    n = tried(2, (int[]){60, 20}, (double[]){0.6, 0.58}, 0.3);
    n->barren = ALL_MOVES_KNOWN;
    assert_false(search_is_decided(n, MANY_LEFT)); /* the error is larger */
    assert_true(search_is_decided(n, 39));         /* but too few tries are left */
    search_node_free(n);
    n = tried(2, (int[]){12, 4}, (double[]){0.9, 0.1}, 0.01);
    n->barren = ALL_MOVES_KNOWN;
    assert_false(search_is_decided(n, MANY_LEFT)); /* so few tries show nothing */
    search_node_free(n);
}

static void test_where_all_is_the_same_a_thought_ends(void **unused) {
    (void)unused;
    const int visits[] = {40, 10, 10, 10, 10, 10};
    const double won[] = {1, 1, 1, 1, 1, 1}, mostly[] = {1, 1, 1, 1, 1, 0.9};
    search_node *n = tried(6, visits, won, 0);
    assert_true(search_is_decided(n, MANY_LEFT));
    search_node_free(n);
    n = tried(6, visits, mostly, 0);
    assert_false(search_is_decided(n, MANY_LEFT));
    search_node_free(n);
}

/* However many moves a turn has, its thoughts end; the next turn has as much time again. Without a
 * limit there is none for a turn either, so that a seed decides all. */
static void test_a_turn_has_its_time(void **unused) {
    (void)unused;
    mk_mind *mind = mk_mind_new();
    mk_mind_limits(mind, 0, 0, 1);
    assert_true(mk_mind_seconds(mind, &mk_level_standard, 3) == 0);
    mk_mind_limits(mind, 0, 4, 1);
    double all = 0;
    for (int move = 0; move < 100; move++) {
        double seconds = mk_mind_seconds(mind, &mk_level_standard, 3);
        if (seconds < 0) break;
        assert_true(seconds > 0 && seconds <= 4);
        mind->spent += seconds;
        all += seconds;
    }
    assert_true(all < 10);
    assert_true(mk_mind_seconds(mind, &mk_level_standard, 3) < 0);
    assert_true(mk_mind_seconds(mind, &mk_level_standard, 4) > 3);
    mk_mind_free(mind);
}

/* Then it still moves, at once. */
static void test_without_time_there_is_no_thought(void **unused) {
    (void)unused;
    const mk_game *game = reach_sensibly("p77", 2, 60);
    mk_mind *mind = mk_mind_new();
    mk_mind_limits(mind, 1000, 4, 1);
    mind->turn = ((const mk_base *)state)->turn;
    mind->spent = mk_level_hard.seconds;
    const mk_bot *hard = mk_find_bot("hard", game);
    mk_action a = mk_bot_think(hard, game, state, mk_seat(game, state), &rng, mind);
    assert_true(mk_legal(game, state, a));
    assert_true(mk_mind_progress(mind) == 0);
    mk_mind_free(mind);
}

/* What a made up end is worth to seat 0, by the lead or by the first place alone. */
static mk_outcome made_up;
static void tell_made_up(const void *s, mk_outcome *out) { (void)s, *out = made_up; }

static double worth_of_end(const mk_level *level, int rank, int margin) {
    static search_desk desk;
    mk_game game = *mk_find_game("lod");
    double value[MK_MAX_SEATS];
    game.outcome = tell_made_up;
    memset(state, 0, sizeof state); /* no frame: the game is over */
    assert_int_equal(mk_seat(&game, state), MK_OVER);
    made_up = (mk_outcome){.rank = {(int8_t)rank, 2, 3, 4}, .margin = {margin, 5, 0, -5}};
    desk.game = &game;
    search_playout(level, &desk, state, 0, value);
    return value[0];
}

/* lod.8.8: a lone player wins with a lead of six. */
static void test_a_lead_counts_where_a_game_says_how_much(void **unused) {
    (void)unused;
    const mk_level *hard = &mk_level_hard, first_only = {.by_rules = true};
    assert_true(search_by_lead(hard, mk_find_game("lod")));
    assert_false(search_by_lead(hard, mk_find_game("p77")));
    assert_false(search_by_lead(&first_only, mk_find_game("lod")));
    assert_true(worth_of_end(&first_only, 1, 6) == 1 && worth_of_end(&first_only, 2, 4) == 0);
    assert_true(worth_of_end(hard, 1, 11) > worth_of_end(hard, 1, 6));
    assert_true(worth_of_end(hard, 1, 6) > 0.5 && worth_of_end(hard, 2, 4) < 0.5);
    assert_true(worth_of_end(hard, 2, 4) > worth_of_end(hard, 2, -1));
    /* A place that is not that of the margin counts as a clear lead of one's own or another's. */
    assert_true(worth_of_end(hard, 4, 20) == worth_of_end(hard, 4, -1));
    assert_true(worth_of_end(hard, 1, 0) == worth_of_end(hard, 1, 11));
}

/* The better side by far is judged so, and the two seats of a game share one chance. */
static void test_judgement_is_a_chance(void **unused) {
    (void)unused;
    static const char *const ids[] = {"p77", "c77"};
    for (int g = 0; g < 2; g++) {
        const mk_game *game = reach_sensibly(ids[g], 1, 50);
        int64_t term[MK_MAX_TERMS];
        int chance = game->score(state, 0);
        assert_in_range(chance, 1, 9999);
        assert_int_equal(chance + game->score(state, 1), 10000);
        assert_true(mk_judgement_terms(game, state, 0, term) > 5);
    }
}

/* p77: whatever else was fitted, strength is good for its owner. */
static void test_strength_counts_for_its_owner(void **unused) {
    (void)unused;
    const mk_game *game = mk_find_game("p77");
    const int32_t *weight = mk_judgement_weights(game);
    assert_string_equal(game->terms[1].name, "british_strength");
    assert_string_equal(game->terms[2].name, "american_strength");
    assert_true(weight[1] > 0 && weight[2] < 0);
}

static void test_levels_have_the_players_words(void **unused) {
    (void)unused;
    const mk_game *game = mk_find_game("p77");
    assert_string_equal(mk_find_bot("easy", game)->name, "greedy");
    assert_string_equal(mk_find_bot("standard", game)->title, "standard");
    assert_string_equal(mk_find_bot("hard", game)->title, "hard");
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
        cmocka_unit_test(test_search_does_not_see_what_is_hidden),
        cmocka_unit_test(test_search_is_reproducible),
        cmocka_unit_test(test_several_threads_choose_what_is_legal),
        cmocka_unit_test(test_a_plan_leads_through_whole_games),
        cmocka_unit_test(test_who_is_stopped_chooses_at_once),
        cmocka_unit_test(test_time_is_a_limit),
        cmocka_unit_test(test_a_clear_choice_ends_a_thought),
        cmocka_unit_test(test_where_all_is_the_same_a_thought_ends),
        cmocka_unit_test(test_a_turn_has_its_time),
        cmocka_unit_test(test_without_time_there_is_no_thought),
        cmocka_unit_test(test_a_lead_counts_where_a_game_says_how_much),
        cmocka_unit_test(test_judgement_is_a_chance),
        cmocka_unit_test(test_strength_counts_for_its_owner),
        cmocka_unit_test(test_levels_have_the_players_words),
    };
    return cmocka_run_group_tests_name("bots", tests, open_data, NULL);
}
