/* The deck (2.1): piles of ten Events, a Winter Quarters card among the last five of each, by
 * periods where the option says so; and what nobody has seen is dealt anew within the same rules.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/lod/rules.h"

enum { SEEDS = 100, PILE = 11, FIRST_WINTER_PLACE = 6 };

static const mk_game *game;
static lod_state state;

static bool is_winter(int card) { return card >= LOD_FIRST_WINTER && card <= LOD_LAST_WINTER; }

/* The first card is drawn already; a Winter Quarters card cannot be among the first six. */
static void expect_piles(bool by_period) {
    const lod_scenario *setup = lod_setup_of(&state);
    bool seen[LOD_CARDS] = {false};
    assert_int_equal(state.deck_size, setup->piles * PILE);
    for (int i = 0; i < state.deck_size; i++) {
        int card = state.deck[i], pile = i / PILE;
        assert_false(seen[card]);
        seen[card] = true;
        if (is_winter(card)) assert_true(i % PILE >= FIRST_WINTER_PLACE);
        if (!is_winter(card) && by_period)
            assert_int_equal(lod.card[card].period, setup->pile_period[pile]);
    }
    for (int pile = 0; pile < setup->piles; pile++) {
        int winters = 0;
        for (int i = 0; i < PILE; i++) winters += is_winter(state.deck[pile * PILE + i]);
        assert_int_equal(winters, 1);
    }
}

static void every_deck(void **unused) {
    (void)unused;
    int strangers = 0; /* cards out of their period: there must be some where any card may come */
    for (int seed = 0; seed < SEEDS; seed++) {
        for (int scenario = 0; scenario < LOD_SCENARIOS; scenario++) {
            for (int deck = LOD_ANY_CARDS; deck <= LOD_PERIOD_CARDS; deck++) {
                mk_setup setup = {.scenario = (uint8_t)scenario};
                setup.option[LOD_OPTION_DECK] = (uint8_t)deck;
                mk_setup_seed(&setup, (uint64_t)seed);
                mk_start(game, &state, &setup, NULL);
                expect_piles(deck == LOD_PERIOD_CARDS);
                for (int i = 0; deck == LOD_ANY_CARDS && i < state.deck_size; i++) {
                    int period = lod_setup_of(&state)->pile_period[i / PILE];
                    bool event = !is_winter(state.deck[i]);
                    strangers += event && lod.card[state.deck[i]].period != period;
                }
                mk_rng rng;
                mk_rng_seed(&rng, (uint64_t)seed + 1);
                int first = state.deck[0], second = state.deck[1];
                lod_determinize(&state, LOD_BRITISH, &rng);
                expect_piles(deck == LOD_PERIOD_CARDS);
                assert_int_equal(state.deck[0], first);
                assert_int_equal(state.deck[1], second);
            }
        }
    }
    assert_true(strangers > 0);
}

/* The place of a card in everybody's view. */
static const char *place_of(mk_view *view, int card) {
    mk_view_build(game, &state, MK_SPECTATOR, view);
    int record = mk_view_find(view, "card", mk_id(game, LOD_K_CARD, card));
    assert_true(record >= 0);
    return mk_view_str(view, record, "place");
}

/* 6.7: while a Winter Quarters card has its effect it lies beside the two that are known then. */
static void a_winter_ends_in_view(void **unused) {
    (void)unused;
    static mk_actions legal;
    mk_view *view = mk_view_new();
    int seen = 0;
    mk_rng rng;
    mk_rng_seed(&rng, 67);
    for (int seed = 0; seed < SEEDS && !seen; seed++) {
        mk_setup setup = {.scenario = 0};
        mk_setup_seed(&setup, (uint64_t)seed);
        mk_start(game, &state, &setup, NULL);
        while (!seen && mk_seat(game, &state) != MK_OVER) {
            seen = state.winter.card && state.winter.card != state.card;
            if (seen) break;
            mk_list(game, &state, &legal);
            mk_action any = legal.list[mk_below(&rng, (uint32_t)legal.count)];
            mk_apply(game, &state, any, NULL);
        }
    }
    assert_true(seen);
    assert_string_equal(place_of(view, state.winter.card), "ending");
    assert_string_equal(place_of(view, state.card), "played");
    assert_string_equal(place_of(view, state.deck[state.drawn]), "next");
    mk_view_free(view);
}

int main(void) {
    mk_error error = {0};
    if (!mk_open(NULL, &error)) return 1;
    game = mk_find_game("lod");
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_deck),
                                       cmocka_unit_test(a_winter_ends_in_view)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
