/* check() is worth something only if it notices: at states of random games one field is spoiled,
 * and it must say so. And the rulebook's pools: what the data promise, counted again. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "../../core/spoil.h"
#include "games/c77/c77.h"

static const mk_game *game;
static c77_state state;
static mk_rng rng;

/* Whatever is written over a byte of these, check() must notice. */
static const spoil_field watched[] = {
    SPOIL(c77_state, occupied), SPOIL(c77_state, trains_at),  SPOIL(c77_state, depots_at),
    SPOIL(c77_state, stack),    SPOIL(c77_state, available),  SPOIL(c77_state, set_aside),
    SPOIL(c77_state, supply),   SPOIL(c77_state, base.depth), SPOIL(c77_state, base.scenario),
};

/* Any value in range makes a possible state: of these only what is out of range is noticed. */
static const spoil_field in_range_only[] = {
    SPOIL(c77_state, at),
    SPOIL(c77_state, stage),
    SPOIL(c77_state, initiative),
    SPOIL(c77_state, reason),
    SPOIL(c77_state, expert_level),
    SPOIL(c77_state, sequence),
    SPOIL(c77_state, had_philadelphia),
    SPOIL(c77_state, sea_box),
};

static void a_spoiled_field_is_noticed(void **s) {
    (void)s;
    for (int n = 0; n < 100; n++) {
        random_state(game, &state, &rng, 400);
        SPOIL_EACH(game, &state, watched, SPOIL_ANYHOW, &rng);
        SPOIL_EACH(game, &state, in_range_only, SPOIL_OUT_OF_RANGE, &rng);
    }
}

/* c77.19.8: militia that wait for Smith are five and become none, never more. */
static void no_more_are_set_aside_than_the_scenario_has(void **s) {
    (void)s;
    char why[200];
    mk_setup setup = {0};
    mk_setup_seed(&setup, 1);
    mk_start(game, &state, &setup, NULL);
    assert_int_equal(state.set_aside[C77_MILITIA], 5);
    state.set_aside[C77_MILITIA]++;
    state.available[C77_MILITIA]--;
    assert_false(game->check(&state, why, sizeof why));
    assert_non_null(strstr(why, "6 American Militia are set aside"));
}

/* N6 and the issue: pools of the short scenarios follow from what their areas hold. */
static void pools_follow_from_the_areas(void **s) {
    (void)s;
    static const uint8_t supply[C77_SCENARIOS][C77_SIDES] = {{8, 7}, {6, 4}, {5, 5}};
    for (int i = 0; i < C77_SCENARIOS; i++) {
        mk_setup setup = {.scenario = (uint8_t)i};
        mk_setup_seed(&setup, 1);
        mk_start(game, &state, &setup, NULL);
        /* 14 militia, 8 Tories, 2 Regulars … are left over wherever one plays */
        static const uint8_t left[C77_TYPES] = {2, 2, 8, 7, 1, 8, 14, 2, 0};
        for (int type = 0; type < C77_TYPES; type++)
            assert_int_equal(state.available[type], left[type]);
        for (int side = 0; side < C77_SIDES; side++)
            assert_int_equal(c77.scenario[i].supply_total[side], supply[i][side]);
    }
}

static int open_engine(void **s) {
    (void)s;
    mk_rng_seed(&rng, 5);
    if (!mk_open(NULL, NULL)) return -1;
    game = mk_find_game("c77");
    return game ? 0 : -1;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_spoiled_field_is_noticed),
        cmocka_unit_test(no_more_are_set_aside_than_the_scenario_has),
        cmocka_unit_test(pools_follow_from_the_areas),
    };
    return cmocka_run_group_tests(tests, open_engine, NULL);
}
