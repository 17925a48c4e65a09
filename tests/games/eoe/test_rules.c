/* The figures of End of Empire that are numbers only: odds, halving, economy, entry. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/eoe/eoe.h"

#include <stdio.h>
#include <string.h>

/* V01, 11.7, 11.8 */
static void odds_are_rounded_for_the_defender(void **state) {
    (void)state;
    static const int rows[][3] = {
        {26, 7, EOE_3_1},      {5, 11, EOE_1_3}, {7, 7, EOE_1_1},   {13, 7, EOE_1_1},
        {14, 7, EOE_2_1},      {28, 7, EOE_4_1}, {40, 7, EOE_4_1},  {5, 16, EOE_BELOW},
        {5, 15, EOE_1_3},      {6, 11, EOE_1_2}, {10, 11, EOE_1_2}, {3, 0, EOE_AGAINST_NONE},
        {0, 3, EOE_NO_ATTACK}, {1, 1, EOE_1_1},  {21, 7, EOE_3_1},  {27, 7, EOE_3_1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_int_equal(eoe_odds(rows[i][0], rows[i][1]), rows[i][2]);
}

/* V02, 2.10 */
static void boxed_factors_are_halved_once(void **state) {
    (void)state;
    static const int rows[][3] = {{0, 8, 4}, {0, 15, 8}, {5, 15, 13},
                                  {9, 0, 9}, {0, 1, 1},  {4, 7, 8}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_int_equal(eoe_halved(rows[i][0], rows[i][1]), rows[i][2]);
}

/* V29, 15.7 */
static void the_economy_collapses_by_the_table(void **state) {
    (void)state;
    static const struct {
        int turn, die, occupied, raided, french, spanish, result;
    } rows[] = {
        {17, 6, 5, 2, 0, 0, EOE_NEAR},   {17, 6, 5, 2, 1, 0, EOE_NORMAL},
        {41, 3, 3, 0, 1, 1, EOE_NEAR},   {35, 2, 0, 0, 0, 0, EOE_NEAR},
        {35, 5, 2, 1, 0, 0, EOE_FULL},   {29, 6, 10, 3, 1, 0, EOE_FULL},
        {23, 1, 0, 0, 1, 1, EOE_NORMAL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        int total = rows[i].die + eoe_disruption(rows[i].occupied, rows[i].raided);
        if (rows[i].french) total += eoe.table.disruption.french;
        if (rows[i].spanish) total += eoe.table.disruption.spanish;
        assert_int_equal(eoe_economy_at(rows[i].turn, total), rows[i].result);
    }
    assert_int_equal(eoe_economy_at(18, 12), -1); /* only in December */
}

/* V26, V28: Spain nine turns later, not before turn 20; the West Indies three turns later. */
static void spain_follows_france(void **state) {
    (void)state;
    static const int rows[][3] = {
        {9, 20, 12}, {11, 20, 14}, {12, 21, 15}, {19, 28, 22}, {30, 39, 33}};
    const mk_game *game = mk_find_game("eoe");
    static union {
        eoe_state s;
        uint8_t room[MK_MAX_STATE];
    } u;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        mk_setup setup;
        assert_true(mk_setup_init(game, &setup, "ar75", NULL));
        mk_setup_seed(&setup, 1);
        mk_start(game, &u, &setup, NULL);
        u.s.base.turn = (uint16_t)rows[i][0];
        eoe_french_enter(&u.s, false, NULL);
        assert_int_equal(u.s.spanish_entry, rows[i][1]);
        assert_int_equal(u.s.west_indies, rows[i][2]);
        assert_int_equal(u.s.piece[eoe_find_piece("howe")].at, EOE_OUT); /* 7.6 */
    }
}

/* 1.0: each of the thirteen begins, and all that it puts on the map stands. */
static void thirteen_scenarios_begin(void **state) {
    (void)state;
    const mk_game *game = mk_find_game("eoe");
    static uint8_t room[MK_MAX_STATE];
    for (int i = 0; i < eoe.scenario_count; i++) {
        mk_setup setup;
        char why[400] = "";
        assert_true(mk_setup_init(game, &setup, game->scenarios[i].id, NULL));
        mk_setup_seed(&setup, 1);
        mk_start(game, room, &setup, NULL);
        if (!mk_check(game, room, why, sizeof why)) fail_msg("%s: %s", game->scenarios[i].id, why);
        assert_int_equal(((const eoe_state *)room)->base.turn, eoe.scenario[i].first);
    }
}

/* Who has won is first by one game, and a draw has two first. */
static void an_outcome_ranks_the_seats(void **state) {
    (void)state;
    static eoe_state s;
    mk_outcome out;
    for (int winner = 0; winner < EOE_SEATS; winner++) {
        s.winner = (uint8_t)winner;
        eoe_outcome(&s, &out);
        assert_int_equal(out.rank[winner], 1);
        assert_int_equal(out.rank[!winner], 2);
        assert_int_equal(out.margin[winner], 1);
        assert_int_equal(out.margin[!winner], -1);
    }
    s.winner = EOE_NONE;
    eoe_outcome(&s, &out);
    for (int seat = 0; seat < EOE_SEATS; seat++) {
        assert_int_equal(out.rank[seat], 1);
        assert_int_equal(out.margin[seat], 0);
    }
}

int main(void) {
    mk_error err = {0};
    if (!mk_open(NULL, &err) || !mk_find_game("eoe")) {
        fprintf(stderr, "%s\n", err.text);
        return 1;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(odds_are_rounded_for_the_defender),
        cmocka_unit_test(boxed_factors_are_halved_once),
        cmocka_unit_test(the_economy_collapses_by_the_table),
        cmocka_unit_test(spain_follows_france),
        cmocka_unit_test(thirteen_scenarios_begin),
        cmocka_unit_test(an_outcome_ranks_the_seats),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
