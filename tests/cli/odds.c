/* odds.c - the odds of a battle are those of the rules, and come from what a seat knows alone. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "musket.h"

static _Alignas(max_align_t) unsigned char state[MK_MAX_STATE], other[MK_MAX_STATE];
static const mk_game *game;
static mk_rng rng;
static mk_odds odds, again;

static void begin(const char *id, const char *facts) {
    mk_setup setup;
    mk_error error = {0};
    game = mk_find_game(id);
    assert_true(mk_setup_init(game, &setup, NULL, NULL));
    mk_setup_seed(&setup, 1);
    mk_start(game, state, &setup, NULL);
    if (!mk_set(game, state, facts, NULL, &error)) fail_msg("%s", error.text);
    mk_rng_seed(&rng, 1);
}

static mk_action action(const char *text) {
    mk_action a;
    mk_error error = {0};
    if (!mk_parse_action(game, text, &a, &error)) fail_msg("%s", error.text);
    assert_true(mk_legal(game, state, a));
    return a;
}

static void act(const char *text) { mk_apply(game, state, action(text), NULL); }

static bool ask(mk_action a, int trials) {
    return mk_odds_find(game, state, mk_seat(game, state), a, (mk_effort){trials, 0}, &rng, &odds);
}

/* Within five standard errors. */
static void expect_share(int count, int of, double share) {
    double error = sqrt(share * (1 - share) / of);
    if (fabs((double)count / of - share) > 5 * error) fail_msg("%d of %d: %g", count, of, share);
}

/* ---- What the rules say of a battle ------------------------------------- */

#define LINE                                                                                       \
    " turn=3 active=british first=british british.ap=3 american.ap=2 ap_left=3 weather=clear "     \
    "phase=movement"

/* p77.overrun.loss: three against one, no dice: one SP, and no other loss. */
static void test_an_overrun_is_certain(void **unused) {
    (void)unused;
    begin("p77", "howe,b_light1,b_light2.at=hockessin m_potter.at=newport "
                 "washington.at=philadelphia" LINE);
    act("lead howe");
    act("take b_light1");
    act("take b_light2");
    assert_true(ask(action("go newport"), 20));
    assert_string_equal(mk_id(game, game->battles->place, odds.place), "newport");
    assert_int_equal(odds.fought, 20);
    assert_int_equal(odds.won[0], 20);
    assert_int_equal(odds.lost[0][0], 20);
    assert_int_equal(odds.lost[1][1], 20);
}

/* p77.battle: those who march now fight when movement is finished, and nobody else joins them. */
static void test_a_march_leads_to_its_battle(void **unused) {
    (void)unused;
    begin("p77", "howe,b_light1,b_light2.at=hockessin m_potter.at=newport m_potter.known=1 "
                 "washington.at=philadelphia" LINE);
    assert_true(ask(action("march b_light1 newport"), 100));
    assert_int_equal(odds.fought, 100);
    assert_int_equal(odds.won[0] + odds.won[1], 100);
    for (int n = 3; n < MK_ODDS_LOSSES; n++) /* Potter has two SP */
        assert_int_equal(odds.lost[1][n], 0);
    assert_int_equal(mk_battle_at(game, state, action("march b_light1 newark")), -1);
    assert_false(ask(action("march b_light1 newark"), 1));
    assert_int_equal(odds.trials, 0);
}

/* p77.fog: unseen, the block may be Washington himself, whose loss ends the game. */
static void test_an_unseen_block_may_be_anyone(void **unused) {
    (void)unused;
    begin("p77", "howe,b_light1,b_light2.at=hockessin m_potter.at=newport "
                 "washington.at=philadelphia" LINE);
    assert_true(ask(action("march b_light1 newport"), 200));
    assert_int_equal(odds.fought, 200);
    assert_int_equal(odds.won[0] + odds.won[1], 200);
}

/* lod.3.6: two of 27 (test_forecast.c counts them), and so many pieces at least and at most. */
static void test_odds_are_those_of_the_dice(void **unused) {
    (void)unused;
    enum { TRIALS = 2000, ROYAL = 0, REBEL = 1 };
    begin("lod", "card=card_25 patriots,french,indians.eligible=0 virginia.british_regulars=2 "
                 "virginia.tories=5 virginia.militia=0 virginia.continentals=6 phase=turn");
    act("command battle");
    assert_true(ask(action("select virginia"), TRIALS));
    assert_int_equal(odds.fought, TRIALS);
    expect_share(odds.won[ROYAL], TRIALS, 2.0 / 27);
    expect_share(odds.won[REBEL], TRIALS, 25.0 / 27);
    expect_share(odds.lost[REBEL][1], TRIALS, 1.0 / 3); /* a roll of 1 */
    expect_share(odds.lost[REBEL][2], TRIALS, 2.0 / 3);
    expect_share(odds.lost[ROYAL][1], TRIALS, 1.0 / 9); /* 1 and 1 */
    expect_share(odds.lost[ROYAL][4], TRIALS, 1.0 / 9);
    assert_true(fabs(mk_odds_mean(&odds, REBEL) - 5.0 / 3) < 0.06);
    expect_share((int)(mk_odds_at_least(&odds, ROYAL, 2) * TRIALS + 0.5), TRIALS, 8.0 / 9);
}

/* c77.13.3.2: 23 dice against 7; each six costs one. Burgoyne has 11 SP, St. Clair 7. */
static void test_an_attack_that_may_be_avoided(void **unused) {
    (void)unused;
    begin("c77", "burgoyne.at=saratoga riedesel.at=saratoga montreal.regular=9 saratoga.regular=5 "
                 "montreal.hessian=7 saratoga.hessian=3 montreal.artillery_b=1 "
                 "saratoga.artillery_b=3 fort_ticonderoga.continental=0 "
                 "fort_ticonderoga.militia=3 st_clair.at=bennington bennington.continental=3 "
                 "bennington.militia=4 cup=empty first=burgoyne phase=actions");
    act("take regular 5");
    act("take hessian 3");
    act("take artillery_b 3");
    act("bring riedesel");
    assert_true(ask(action("go bennington"), 500));
    assert_in_range(odds.fought, 1, 500);
    assert_int_equal(odds.won[0] + odds.won[1], odds.fought);
    assert_true(odds.won[0] > odds.won[1]);
    act("go bennington");
    act("finish"); /* no interception */
    assert_int_equal(mk_seat(game, state), 1);
    assert_true(ask(action("finish"), 500)); /* he does not avoid it */
    assert_int_equal(odds.fought, 500);
    expect_share(odds.lost[0][0], 500, pow(5.0 / 6, 7)); /* no six of seven dice */
}

/* ---- What a seat knows -------------------------------------------------- */

static void expect_nothing_hidden_told(mk_action a, uint64_t seed) {
    int seat = mk_seat(game, state);
    mk_rng one, two;
    mk_rng_seed(&one, seed);
    memcpy(other, state, game->state_size);
    game->determinize(other, seat, &one);
    mk_rng_seed(&one, 7);
    mk_rng_seed(&two, 7);
    assert_true(mk_odds_find(game, state, seat, a, (mk_effort){20, 0}, &one, &odds));
    assert_true(mk_odds_find(game, other, seat, a, (mk_effort){20, 0}, &two, &again));
    assert_memory_equal(&odds, &again, sizeof odds);
}

/* Greedy games: at every tenth attack the truth is exchanged for another that looks the same. */
static void play_and_ask(const char *id, uint64_t seed) {
    static mk_actions legal;
    mk_setup setup;
    int attacks = 0, fought = 0;
    game = mk_find_game(id);
    const mk_bot *greedy = mk_find_bot("greedy", game);
    assert_true(mk_setup_init(game, &setup, NULL, NULL));
    mk_setup_seed(&setup, seed);
    mk_rng_seed(&rng, seed);
    mk_start(game, state, &setup, NULL);
    while (mk_seat(game, state) != MK_OVER) {
        mk_list(game, state, &legal);
        for (int i = 0; i < legal.count; i++) {
            if (mk_battle_at(game, state, legal.list[i]) < 0 || attacks++ % 10) continue;
            expect_nothing_hidden_told(legal.list[i], seed + (uint64_t)attacks);
            assert_int_equal(odds.trials, 20);
            fought += odds.fought;
        }
        mk_apply(game, state, mk_bot_choose(greedy, game, state, mk_seat(game, state), &rng), NULL);
    }
    assert_true(attacks > 0 && fought > 0);
    assert_int_equal(mk_battle_at(game, state, (mk_action){0}), -1);
}

static void test_the_hidden_truth_changes_nothing(void **unused) {
    (void)unused;
    static const char *const ids[] = {"p77", "c77", "lod", "g1776", "eoe"};
    for (int i = 0; i < 5; i++) play_and_ask(ids[i], 3);
}

static void test_a_question_leaves_the_game_alone(void **unused) {
    (void)unused;
    begin("p77", "howe,b_light1,b_light2.at=hockessin m_potter.at=newport "
                 "washington.at=philadelphia" LINE);
    memcpy(other, state, game->state_size);
    ask(action("march b_light1 newport"), 10);
    assert_memory_equal(state, other, game->state_size);
}

static int open_games(void **unused) {
    mk_error error = {0};
    (void)unused;
    return mk_open(NULL, &error) ? 0 : -1;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_an_overrun_is_certain),
        cmocka_unit_test(test_a_march_leads_to_its_battle),
        cmocka_unit_test(test_an_unseen_block_may_be_anyone),
        cmocka_unit_test(test_odds_are_those_of_the_dice),
        cmocka_unit_test(test_an_attack_that_may_be_avoided),
        cmocka_unit_test(test_the_hidden_truth_changes_nothing),
        cmocka_unit_test(test_a_question_leaves_the_game_alone),
    };
    return cmocka_run_group_tests(tests, open_games, NULL);
}
