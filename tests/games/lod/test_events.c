/* Every text of every Event card, executed by every Faction at positions of random games: it ends,
 * all that must hold holds after each choice, and what a preview promises comes true. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/lod/events.h"

#include <string.h>

enum { POSITIONS = 40, MOST_ACTIONS = 4000, LONGEST_EVENT = 600 };

static const mk_game *game;
static lod_state position, state;
static mk_rng rng;
static mk_actions legal;

static mk_action any_action(const lod_state *s) {
    mk_list(game, s, &legal);
    assert_true(legal.count > 0);
    return legal.list[mk_below(&rng, (uint32_t)legal.count)];
}

/* Plays a random game to some card, until a Faction chooses what to do on it. */
static void some_position(void) {
    for (;;) {
        mk_setup setup = {.scenario = (uint8_t)mk_below(&rng, LOD_SCENARIOS)};
        setup.option[LOD_OPTION_EDITION] = (uint8_t)mk_below(&rng, 2);
        setup.option[LOD_OPTION_BORDERS] = (uint8_t)mk_below(&rng, 2);
        mk_setup_seed(&setup, mk_below(&rng, 1000000));
        mk_start(game, &position, &setup, NULL);
        int wanted = (int)mk_below(&rng, MOST_ACTIONS);
        for (int i = 0; i < wanted && mk_seat(game, &position) != MK_OVER; i++)
            mk_apply(game, &position, any_action(&position), NULL);
        while (mk_seat(game, &position) != MK_OVER && mk_top(&position.base)->phase != LOD_PH_TURN)
            mk_apply(game, &position, any_action(&position), NULL);
        if (mk_seat(game, &position) != MK_OVER) return;
    }
}

static void expect_possible(const char *when, int card, int text) {
    char why[200] = "";
    if (!mk_check(game, &state, why, sizeof why))
        fail_msg("card %d, text %d, %s: %s", card, text, when, why);
}

/* Chooses at random until the event is over and the Faction beneath decides again. */
static void carry_out(lod_faction executor, int card, int text) {
    state = position;
    bool promised = lod_event_changes(&state, executor, card, text);
    lod_begin_event(&state, executor, card, text, NULL);
    lod_attend_leaders(&state, NULL);
    for (int i = 0; state.event.card; i++) {
        if (i == LONGEST_EVENT) fail_msg("card %d, text %d never ends", card, text);
        expect_possible("in progress", card, text);
        mk_apply(game, &state, any_action(&state), NULL);
    }
    while (mk_top(&state.base)->phase != LOD_PH_TURN) /* Leaders who are asked where to go */
        mk_apply(game, &state, any_action(&state), NULL);
    expect_possible("over", card, text);
    assert_int_equal(state.base.depth, position.base.depth);
    if (promised) return;
    state.base = position.base;
    state.last_selected = position.last_selected;
    assert_memory_equal(&state, &position, sizeof state);
}

static void every_text_of_every_card(void **unused) {
    (void)unused;
    for (int i = 0; i < POSITIONS; i++) {
        some_position();
        for (int card = 1; card <= LOD_EVENT_CARDS; card++) {
            for (int text = 0; text < LOD_TEXTS; text++) {
                if (!lod.card[card].text[text]) continue;
                for (int f = 0; f < LOD_FACTIONS; f++) carry_out(f, card, text);
            }
        }
    }
}

/* A card has a program exactly for each of its texts. */
static void programs_and_texts(void **unused) {
    (void)unused;
    for (int card = 1; card < LOD_CARDS; card++) {
        if (card >= LOD_FIRST_STROKE && card != LOD_TREATY_CARD) continue;
        for (int text = 0; text < LOD_TEXTS; text++)
            assert_int_equal(lod.card[card].text[text] != NULL, lod_program(card, text) != NULL);
    }
}

static int open_game(void **unused) {
    (void)unused;
    mk_error err = {0};
    mk_rng_seed(&rng, 1776);
    if (!mk_open(NULL, &err)) return -1;
    game = mk_find_game("lod");
    return game ? 0 : -1;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(programs_and_texts),
        cmocka_unit_test(every_text_of_every_card),
    };
    return cmocka_run_group_tests(tests, open_game, NULL);
}
