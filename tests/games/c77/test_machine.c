/* The machine must be able to win with either side in every scenario: greedy plays itself. And what
 * it expects of a battle must be near what the rules count. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "games/c77/estimate.h"

enum { MOST_GAMES = 150 };

static const mk_game *game;

static int winner_of(int scenario, int seed) {
    static c77_state state;
    mk_setup setup = {.scenario = (uint8_t)scenario};
    mk_rng rng;
    mk_setup_seed(&setup, (uint64_t)seed);
    mk_rng_seed(&rng, (uint64_t)seed);
    mk_start(game, &state, &setup, NULL);
    const mk_bot *greedy = mk_find_bot("greedy", game);
    for (int seat; (seat = mk_seat(game, &state)) != MK_OVER;)
        mk_apply(game, &state, mk_bot_choose(greedy, game, &state, seat, &rng), NULL);
    return state.winner;
}

static void both_sides_can_win(void **s) {
    (void)s;
    for (int scenario = 0; scenario < C77_SCENARIOS; scenario++) {
        int won[C77_SIDES] = {0};
        for (int seed = 1; seed <= MOST_GAMES && !(won[0] && won[1]); seed++)
            won[winner_of(scenario, seed)]++;
        if (!won[0] || !won[1])
            fail_msg("%s: the British won %d, the Patriots %d", game->scenarios[scenario].id,
                     won[0], won[1]);
    }
}

/* V7 of the rules: Burgoyne and Riedesel with 5 Regulars, 3 Hessians and 3 artillery throw 22 dice,
 * St Clair with 3 Continentals and 4 militia defends with 7. */
static void dice_are_guessed_as_the_rules_count_them(void **s) {
    (void)s;
    static c77_state state;
    mk_setup setup = {0};
    mk_start(game, &state, &setup, NULL);
    c77_force british = {0}, patriots = {0};
    mk_set_add(&british.leaders, mk_find(game, C77_K_LEADER, "burgoyne"));
    mk_set_add(&british.leaders, mk_find(game, C77_K_LEADER, "riedesel"));
    mk_set_add(&patriots.leaders, mk_find(game, C77_K_LEADER, "st_clair"));
    c77_take(&british, C77_REGULAR * C77_MARKS, 5);
    c77_take(&british, C77_HESSIAN * C77_MARKS, 3);
    c77_take(&british, C77_ARTILLERY_B * C77_MARKS, 3);
    c77_take(&patriots, C77_CONTINENTAL * C77_MARKS, 3);
    c77_take(&patriots, C77_MILITIA * C77_MARKS, 4);
    assert_int_equal(c77_guess_dice(&state, &british, true), 22);
    assert_int_equal(c77_guess_dice(&state, &patriots, false), 7);
    assert_true(c77_chance(22, 7) > 80 && c77_chance(7, 22) < 10);
    assert_true(c77_chance(20, 20) < 50); /* c77.13.5: the defender wins ties */
}

static int open_engine(void **s) {
    (void)s;
    if (!mk_open(NULL, NULL)) return -1;
    game = mk_find_game("c77");
    return game ? 0 : -1;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_sides_can_win),
        cmocka_unit_test(dice_are_guessed_as_the_rules_count_them),
    };
    return cmocka_run_group_tests(tests, open_engine, NULL);
}
