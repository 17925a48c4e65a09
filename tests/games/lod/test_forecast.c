/* What the sheet of a Battle promises before it is fought (3.6): dice, losses, chances. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/lod/rules.h"

#include <stdio.h>
#include <string.h>

static const mk_game *game;
static lod_state state;

enum { ATTACKER, DEFENDER };

static int virginia(void) {
    for (int i = 0; i < LOD_SPACES; i++) {
        if (!strcmp(lod_space_id(i), "virginia")) return i;
    }
    fail();
    return -1;
}

/* The British fight in Virginia; `with` is what stands there. */
static lod_forecast forecast(const char *with) {
    mk_setup setup = {0};
    mk_error err = {0};
    mk_action battle;
    char line[400];
    mk_setup_seed(&setup, 1);
    mk_start(game, &state, &setup, NULL);
    snprintf(line, sizeof line, "card=card_25 patriots,french,indians.eligible=0 %s phase=turn",
             with);
    if (!mk_set(game, &state, line, NULL, &err)) fail_msg("%s", err.text);
    assert_true(mk_parse_action(game, "command battle", &battle, &err));
    mk_apply(game, &state, battle, NULL);
    return lod_battle_forecast(&state, virginia(), false);
}

/* Two Regulars with two of five Tories make 4: one die. Six Continentals make 6: two dice. The
 * Rebellion loses one more for the Regulars (3.6.5).
 * Rebellion, Loss Level 2, 3, 4: 1, 2, 2 Continentals, each worth two. Royalists, Loss Level 2 to
 * 6: Regular, Tory, Regular, Tory: 1, 2, 3, 3, 4. Fewer pieces wins, equal is the defender's
 * (3.6.8): the attacker wins with a roll of 2 (1 of 9) against 2 or 3 (2 of 3): 2 of 27. */
static void an_attack_against_the_odds(void **unused) {
    (void)unused;
    lod_forecast f = forecast("virginia.british_regulars=2 virginia.tories=5 virginia.militia=0 "
                              "virginia.continentals=6");
    assert_int_equal(f.battle.force[ATTACKER], 4);
    assert_int_equal(f.battle.force[DEFENDER], 6);
    assert_int_equal(f.dice[ATTACKER], 1);
    assert_int_equal(f.dice[DEFENDER], 2);
    assert_int_equal(f.least[DEFENDER], 1);
    assert_int_equal(f.most[DEFENDER], 2);
    assert_int_equal(f.least[ATTACKER], 1);
    assert_int_equal(f.most[ATTACKER], 4);
    assert_int_equal(f.of, 27);
    assert_int_equal(f.wins[ATTACKER], 2);
    assert_int_equal(f.wins[DEFENDER], 25);
    assert_false(f.ally);
}

/* Three Regulars and three Tories have two dice; one Continental has none and cannot survive a Loss
 * Level of two.
 */
static void an_attack_that_cannot_fail(void **unused) {
    (void)unused;
    lod_forecast f = forecast("virginia.british_regulars=3 virginia.tories=3 virginia.militia=0 "
                              "virginia.continentals=1");
    assert_int_equal(f.dice[ATTACKER], 2);
    assert_int_equal(f.dice[DEFENDER], 0);
    assert_int_equal(f.most[ATTACKER], 0);
    assert_int_equal(f.least[DEFENDER], 1);
    assert_int_equal(f.wins[ATTACKER], f.of);
}

/* Looking changes nothing. */
static void a_forecast_leaves_the_game_alone(void **unused) {
    (void)unused;
    forecast("virginia.british_regulars=2 virginia.tories=5 virginia.militia=0 "
             "virginia.continentals=6");
    lod_state before = state;
    lod_battle_forecast(&state, virginia(), false);
    assert_memory_equal(&before, &state, sizeof state);
}

static int open_game(void **unused) {
    (void)unused;
    mk_error err = {0};
    if (!mk_open(NULL, &err)) return -1;
    game = mk_find_game("lod");
    return game ? 0 : -1;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_attack_against_the_odds),
        cmocka_unit_test(an_attack_that_cannot_fail),
        cmocka_unit_test(a_forecast_leaves_the_game_alone),
    };
    return cmocka_run_group_tests(tests, open_game, NULL);
}
