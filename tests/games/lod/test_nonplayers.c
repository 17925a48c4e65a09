/* Non-players of Liberty or Death: where no instruction is found it is told, counted and
 * remembered; and in whole games, with players beside them and without, that never happens. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/lod/np.h"

#include <string.h>

enum { GAMES = 300, ALL_MASKS = 16, ROOM = 4096, LONGEST = 100000 };

static const mk_game *game;
static lod_state state;
static mk_actions legal;
static mk_event told[ROOM];
static mk_log game_log;

static void start(const char *scenario, unsigned nonplayers, uint64_t seed) {
    mk_setup setup;
    assert_true(mk_setup_init(game, &setup, scenario, NULL));
    setup.nonplayers = (uint8_t)nonplayers;
    mk_setup_seed(&setup, seed);
    mk_log_init(&game_log, told, ROOM);
    mk_start(game, &state, &setup, &game_log);
}

/* Of the events that were logged, those with this note. */
static int noted(lod_note note) {
    int n = 0;
    for (int i = 0; i < game_log.count; i++) {
        bool with_note = game->events[told[i].kind].kind[0] == LOD_K_NOTE;
        n += with_note && told[i].n[0] == (int)note;
    }
    return n;
}

/* The French have no instruction for a Trade, which is the British to answer. */
static void no_instruction_is_told_and_remembered(void **unused) {
    (void)unused;
    char why[200];
    start("1776", 1u << LOD_FRENCH, 1);
    mk_frame *trade = mk_push(&state.base, LOD_PH_TRADE, LOD_FRENCH);
    trade->a = LOD_QUEBEC;
    assert_true(mk_check(game, &state, why, sizeof why));
    mk_log_clear(&game_log);
    mk_list(game, &state, &legal);
    assert_int_equal(legal.count, 1);
    mk_apply(game, &state, legal.list[0], &game_log);
    assert_true(noted(NOTE_NO_RULE) > 0);
    assert_false(mk_check(game, &state, why, sizeof why));
    assert_non_null(strstr(why, "trade"));
    assert_string_equal(lod_np_note_id(NOTE_NO_RULE), "no_rule");
}

/* Players at random beside them come to positions that non-players alone do not. */
static void instructions_are_always_found(void **unused) {
    (void)unused;
    static const char *const scenarios[] = {"1775", "1776", "1778"};
    char why[200];
    mk_rng rng;
    mk_rng_seed(&rng, 8);
    for (int number = 0; number < GAMES * 3; number++) {
        start(scenarios[number % 3], 1 + (unsigned)(number / 3) % (ALL_MASKS - 1),
              (uint64_t)number);
        for (int n = 0; n < LONGEST && mk_seat(game, &state) != MK_OVER; n++) {
            mk_list(game, &state, &legal);
            mk_log_clear(&game_log);
            mk_action a = legal.list[mk_below(&rng, (uint32_t)legal.count)];
            mk_apply(game, &state, a, &game_log);
            if (!noted(NOTE_NO_RULE)) continue;
            mk_check(game, &state, why, sizeof why);
            fail_msg("game %d, action %d: %s", number, n, why);
        }
        assert_true(mk_check(game, &state, why, sizeof why));
    }
}

/* A search asks for advice and lets the rules of section 8 play on from any decision of a player,
 * also where he is about to recall pieces, which no non-player does (1.4.1). */
static void a_game_goes_on_from_any_decision_of_a_player(void **unused) {
    (void)unused;
    enum { EVERY = 7, ADVICE = 96 };
    static lod_state trial;
    mk_action advice[ADVICE];
    mk_rng rng;
    int asked = 0;
    mk_rng_seed(&rng, 9);
    for (int number = 0; number < GAMES; number++) {
        start("1776", 0, (uint64_t)number);
        for (int n = 0; n < LONGEST && mk_seat(game, &state) != MK_OVER; n++) {
            mk_list(game, &state, &legal);
            mk_action a = legal.list[mk_below(&rng, (uint32_t)legal.count)];
            bool recalls = a.verb == LOD_V_RECALL;
            mk_apply(game, &state, a, NULL);
            if (mk_seat(game, &state) == MK_OVER || (!recalls && n % EVERY)) continue;
            assert_in_range(game->advise(&state, advice, ADVICE), 0, ADVICE);
            trial = state;
            trial.base.nonplayers = ALL_MASKS - 1;
            for (int i = 0; i < LONGEST && mk_seat(game, &trial) != MK_OVER; i++)
                mk_apply(game, &trial, (mk_action){.verb = LOD_V_FOLLOW}, NULL);
            assert_int_equal(mk_seat(game, &trial), MK_OVER);
            asked++;
        }
    }
    assert_true(asked > GAMES);
}

int main(void) {
    mk_error error;
    if (!mk_open(NULL, &error)) return 1;
    game = mk_find_game("lod");
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_instruction_is_told_and_remembered),
        cmocka_unit_test(instructions_are_always_found),
        cmocka_unit_test(a_game_goes_on_from_any_decision_of_a_player),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
