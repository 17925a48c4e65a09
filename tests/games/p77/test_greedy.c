/* The greedy bot knows the game's aims: it beats random play on each side, by far. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

#include "games/p77/p77.h"

enum { GAMES = 60 };

static p77_state state;
static const mk_game *game;

/* Who wins a game in which `greedy` sits in one seat and random play in the other. */
static int winner_of(int greedy, uint64_t seed, mk_rng *rng) {
    const mk_bot *bot[] = {mk_find_bot("random", game), mk_find_bot("greedy", game)};
    mk_setup setup = {0};
    mk_setup_seed(&setup, seed);
    setup.option[P77_OPTION_HOLDING_BOXES] = seed % 4 == 3;
    mk_start(game, &state, &setup, NULL);
    for (int seat; (seat = mk_seat(game, &state)) != MK_OVER;)
        mk_apply(game, &state, mk_bot_choose(bot[seat == greedy], game, &state, seat, rng), NULL);
    return state.winner;
}

static void greedy_beats_random(int side) {
    mk_rng rng;
    int won = 0;
    mk_rng_seed(&rng, 1777);
    for (int n = 0; n < GAMES; n++) won += winner_of(side, (uint64_t)n, &rng) == side;
    if (won < GAMES * 9 / 10) fail_msg("%d of %d games won", won, GAMES);
}

static void greedy_british_beat_random_americans(void **s) {
    (void)s;
    greedy_beats_random(P77_BRITISH);
}

static void greedy_americans_beat_random_british(void **s) {
    (void)s;
    greedy_beats_random(P77_AMERICAN);
}

/* The score is an estimate between certain defeat and certain victory, and one side's hope is
 * not the other's. */
static void the_score_is_in_range_and_certain_at_the_end(void **s) {
    (void)s;
    mk_rng rng;
    mk_actions legal;
    mk_rng_seed(&rng, 3);
    for (int n = 0; n < 40; n++) {
        mk_setup setup = {0};
        mk_setup_seed(&setup, (uint64_t)n);
        mk_start(game, &state, &setup, NULL);
        while (mk_seat(game, &state) != MK_OVER) {
            for (int side = 0; side < P77_SIDES; side++)
                assert_in_range(p77_score(&state, side), 0, 10000);
            mk_list(game, &state, &legal);
            mk_apply(game, &state, legal.list[mk_below(&rng, (uint32_t)legal.count)], NULL);
        }
        assert_int_equal(p77_score(&state, state.winner), 10000);
        assert_int_equal(p77_score(&state, !state.winner), 0);
    }
}

static int open_engine(void **s) {
    (void)s;
    bool opened = mk_open(NULL, NULL);
    game = mk_find_game("p77");
    return opened ? 0 : -1;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(greedy_british_beat_random_americans),
        cmocka_unit_test(greedy_americans_beat_random_british),
        cmocka_unit_test(the_score_is_in_range_and_certain_at_the_end),
    };
    return cmocka_run_group_tests(tests, open_engine, NULL);
}
