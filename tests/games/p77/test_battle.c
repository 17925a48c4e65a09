/* What scripts of battles cannot reach. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/p77/p77.h"
#include "musket.h"

#include <string.h>

static const mk_game *game;

static int open_games(void **state) {
    (void)state;
    mk_error e = {0};
    if (!mk_open(NULL, &e)) return -1;
    game = mk_find_game("p77");
    return game ? 0 : -1;
}

static void set(p77_state *s, const char *assignments) {
    mk_error e = {0};
    if (!mk_set(game, s, assignments, NULL, &e)) fail_msg("%s: %s", assignments, e.text);
}

static void act(p77_state *s, const char *text) {
    mk_action action;
    mk_error e = {0};
    if (!mk_parse_action(game, text, &action, &e) ||
        !mk_do(game, s, mk_seat(game, s), action, NULL, &e))
        fail_msg("%s: %s", text, e.text);
}

/* p77.round, p77.fire.river: two players who only relieve each other's lines, or never hit, can
 * fight for as long as they like. The first round does not come back. */
static void a_battle_can_last_for_ever(void **state) {
    (void)state;
    p77_state s;
    mk_setup setup;
    mk_error e = {0};
    assert_true(mk_setup_init(game, &setup, NULL, &e));
    mk_setup_seed(&setup, 1);
    mk_start(game, &s, &setup, NULL);
    set(&s,
        "turn=5 active=british first=british british.ap=3 american.ap=3 washington.at=worcester "
        "phase=movement");
    set(&s, "b_bde1.at=hockessin b_bde1.attack_from=newark a_scott.at=hockessin phase=battles");
    int b_bde1 = mk_find(game, P77_UNIT, "b_bde1"), before = 0;
    const int misses[] = {3, 3, 3, 3, 3, 3, 3, 3};
    for (int round = 1; round <= 600; round++) {
        char why[200];
        if (!mk_check(game, &s, why, sizeof why)) fail_msg("round %d: %s", round, why);
        assert_int_equal(p77_fire_dice(&s, b_bde1), round == 1 ? 3 : 4);
        assert_true(s.battle.round >= before);
        before = s.battle.round;
        assert_true(mk_feed(&s.base.rng, misses, round == 1 ? 7 : 8, &e));
        if (round > 1) {
            act(&s, "stand");
            act(&s, "stand");
        }
        act(&s, "fire a_scott");
        act(&s, "fire b_bde1");
    }
    assert_int_equal(mk_top(&s.base)->phase, P77_PH_STAND_OR_WITHDRAW);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_battle_can_last_for_ever),
    };
    return cmocka_run_group_tests(tests, open_games, NULL);
}
