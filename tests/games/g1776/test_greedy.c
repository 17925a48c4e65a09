/* The greedy player of 1776 knows what each scenario asks of it: it beats random play on both
 * sides, uses bateaux, fleets and forced marches, and never dallies. Small samples of fixed seeds;
 * docs/g1776.md has the shares of large ones. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/g1776/g1776.h"

#include <string.h>

enum { GAMES = 4, SHORT = 12, MOST_IN_A_SEGMENT = 500 };

static const mk_game *game;
static g1776_state state;
static int used[G1776_VERBS]; /* actions of the last game */

static int open_game(void **s) {
    (void)s;
    if (!mk_open(NULL, NULL)) return -1;
    game = mk_find_game("g1776");
    return game ? 0 : -1;
}

static void start(const char *scenario, uint64_t seed) {
    mk_setup setup;
    mk_error e = {0};
    assert_true(mk_setup_init(game, &setup, scenario, &e));
    mk_setup_seed(&setup, seed);
    mk_start(game, &state, &setup, NULL);
    memset(used, 0, sizeof used);
}

/* Plays on until the game is over, or `verb` was chosen. */
static void play(const char *british, const char *american, uint64_t seed, int verb) {
    const mk_bot *bot[] = {mk_find_bot(british, game), mk_find_bot(american, game)};
    mk_rng rng;
    mk_rng_seed(&rng, seed);
    int segment = -1, count = 0;
    for (int seat; (seat = mk_seat(game, &state)) != MK_OVER && (verb < 0 || !used[verb]);) {
        mk_action x = mk_bot_choose(bot[seat], game, &state, seat, &rng);
        int now = 2 * state.base.turn + state.phasing;
        count = now == segment ? count + 1 : 0;
        segment = now;
        if (count > MOST_IN_A_SEGMENT)
            fail_msg("a segment of turn %d has no end", (int)state.base.turn);
        used[x.verb]++;
        mk_apply(game, &state, x, NULL);
    }
}

static void it_beats_random_play(void **s) {
    (void)s;
    int won = 0, all = 0;
    for (int n = 0; n < g1776.scenario_count; n++) {
        if (g1776.scenario[n].turns > SHORT) continue;
        for (int seat = 0; seat < G1776_SEATS; seat++) {
            for (uint64_t seed = 1; seed <= GAMES; seed++) {
                start(g1776.scenarios[n].id, seed);
                play(seat == G1776_BRITISH ? "greedy" : "random",
                     seat == G1776_AMERICAN ? "greedy" : "random", seed, -1);
                won += state.winner == seat;
                all++;
            }
        }
    }
    if (won * 10 < all * 9) fail_msg("%d of %d games won", won, all);
}

static void it_never_dallies(void **s) {
    (void)s;
    for (int n = 0; n < g1776.scenario_count; n++) {
        start(g1776.scenarios[n].id, 7);
        play("greedy", "greedy", 7, -1);
        assert_int_equal(mk_seat(game, &state), MK_OVER);
    }
}

/* Wolfe's men lie on an island: only bateaux take them to Quebec or Montreal. */
static void it_rows_where_there_is_no_other_way(void **s) {
    (void)s;
    start("montcalm_wolfe", 1);
    play("greedy", "greedy", 1, G1776_V_LAND);
    assert_true(used[G1776_V_LAUNCH] && used[G1776_V_ROW] && used[G1776_V_LAND]);
    assert_int_equal(state.base.turn, 1);
}

/* The French of 1778 come by sea, and go ashore. */
static void it_lands_what_comes_by_sea(void **s) {
    (void)s;
    start("british_dilemma", 1);
    play("greedy", "greedy", 1, G1776_V_UNLOAD);
    assert_true(used[G1776_V_SAIL] && used[G1776_V_DEBARK] && used[G1776_V_UNLOAD]);
}

static bool lies_in_port(int fleet) {
    int place = state.fleet[fleet].place;
    return g1776_is_hex(place) && g1776_is_land(place);
}

/* Troops that are wanted elsewhere do not stay aboard in a port: in the first year of a campaign
 * some fleet takes them on to the next coast. */
static void it_sails_out_of_a_port(void **s) {
    (void)s;
    enum { YEAR = 12, SEED = 3 };
    const mk_bot *bot[] = {mk_find_bot("greedy", game), mk_find_bot("random", game)};
    int loaded = 0;
    mk_rng rng;
    mk_rng_seed(&rng, SEED);
    start("csg1", SEED);
    for (int seat; (seat = mk_seat(game, &state)) != MK_OVER && state.base.turn <= YEAR;) {
        const mk_frame top = *mk_top_const(&state.base);
        mk_action x = mk_bot_choose(bot[seat], game, &state, seat, &rng);
        bool sails = seat == G1776_BRITISH && x.verb == G1776_V_COURSE && lies_in_port(top.a);
        loaded += sails && g1776_count_of(&state, G1776_ABOARD + top.a, G1776_SP);
        mk_apply(game, &state, x, NULL);
    }
    assert_true(loaded > 0);
}

/* An attempt of 1 MP costs nobody's life. */
static void it_makes_forced_marches(void **s) {
    (void)s;
    start("canada_1775", 1);
    play("greedy", "greedy", 1, G1776_V_ROUTE);
    assert_true(used[G1776_V_MARCH] && used[G1776_V_EFFORT] && used[G1776_V_ROUTE]);
}

/* I of the scenarios: enemies in entrenchments do not save a COM marker. */
static void it_leaves_works_that_do_not_save_a_marker(void **s) {
    (void)s;
    int williamsburg = MK_NOWHERE;
    for (int t = 0; t < g1776_board.town_count; t++)
        if (!strcmp(g1776_board.town[t].id, "williamsburg")) williamsburg = g1776_board.town[t].hex;
    start("virginia_1775", 1);
    assert_true(g1776_entrenched(&state, williamsburg, G1776_AMERICAN));
    play("greedy", "greedy", 1, G1776_V_MARCH); /* behind the first American moves */
    assert_false(g1776_entrenched(&state, williamsburg, G1776_AMERICAN));
    assert_true(g1776_held(&state, G1776_AMERICAN, williamsburg));
}

/* The key of a game of `musket sim`: (seed, game, purpose). */
static void sim_key(uint8_t key[MK_KEY_BYTES], int seed, int number, const char *purpose) {
    memset(key, 0, MK_KEY_BYTES);
    key[0] = (uint8_t)seed;
    key[8] = (uint8_t)number;
    memcpy(key + 16, purpose, strlen(purpose));
}

/* A game of `musket sim` of CSG-5 with greedy British, to its end. */
static void play_southern_campaign(const char *american, int seed, int number) {
    enum { MOST_ACTIONS = 20000 };
    const mk_bot *bot[] = {mk_find_bot("greedy", game), mk_find_bot(american, game)};
    mk_setup setup;
    mk_error e = {0};
    mk_rng rng;
    uint8_t key[MK_KEY_BYTES];
    assert_true(mk_setup_init(game, &setup, "csg5", &e));
    sim_key(setup.key, seed, number, "sim dice");
    sim_key(key, seed, number, "sim bots");
    mk_rng_key(&rng, key);
    mk_start(game, &state, &setup, NULL);
    int actions = 0;
    for (int seat; (seat = mk_seat(game, &state)) != MK_OVER; actions++) {
        mk_action x = mk_bot_choose(bot[seat], game, &state, seat, &rng);
        if (!mk_do(game, &state, seat, x, NULL, &e))
            fail_msg("turn %d: %s", state.base.turn, e.text);
        assert_true(actions < MOST_ACTIONS);
    }
}

static void it_ends_a_southern_campaign(void **s) {
    (void)s;
    play_southern_campaign("random", 2, 22);
    assert_true(state.base.turn >= 18);
}

/* Clinton and Leslie do not go aboard a fleet that has other business: who is landed at New York
 * by such a fleet has not been evacuated. */
static void it_sends_clinton_and_leslie_home(void **s) {
    (void)s;
    const int games[] = {2, 5, 20};
    for (int i = 0; i < 3; i++) {
        play_southern_campaign("random", 7, games[i]);
        assert_true(g1776_is_evacuated(&state));
    }
}

/* The French of the West Indies lose the game if they are on the board in December: they go from
 * box to box only. */
static void it_keeps_the_french_of_the_west_indies_off_the_board(void **s) {
    (void)s;
    for (int number = 0; number < 4; number++) {
        play_southern_campaign("greedy", 7, number);
        for (int f = G1776_FRENCH_BF_A; f <= G1776_FRENCH_BF_B; f++) {
            int at = state.fleet[f].place;
            assert_false(g1776_is_hex(at) || g1776_is_side(at));
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_beats_random_play),
        cmocka_unit_test(it_never_dallies),
        cmocka_unit_test(it_rows_where_there_is_no_other_way),
        cmocka_unit_test(it_lands_what_comes_by_sea),
        cmocka_unit_test(it_sails_out_of_a_port),
        cmocka_unit_test(it_makes_forced_marches),
        cmocka_unit_test(it_leaves_works_that_do_not_save_a_marker),
        cmocka_unit_test(it_ends_a_southern_campaign),
        cmocka_unit_test(it_sends_clinton_and_leslie_home),
        cmocka_unit_test(it_keeps_the_french_of_the_west_indies_off_the_board),
    };
    return cmocka_run_group_tests(tests, open_game, NULL);
}
