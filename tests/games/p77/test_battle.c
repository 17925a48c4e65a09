/* What scripts of battles cannot reach. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "board.h"

/* p77.round, p77.fire.river: two players who only relieve each other's lines, or never hit, can
 * fight for as long as they like. The first round does not come back. */
static void a_battle_can_last_for_ever(void **state) {
    (void)state;
    p77_state s;
    begin_empty(&s, WITHOUT_BOXES,
                "b_bde1,a_scott.at=hockessin b_bde1.attack_from=newark phase=battles");
    const int misses[] = {3, 3, 3, 3, 3, 3, 3, 3};
    int b_bde1 = unit("b_bde1"), before = 0;
    for (int round = 1; round <= 600; round++) {
        char why[200];
        if (!mk_check(game, &s, why, sizeof why)) fail_msg("round %d: %s", round, why);
        assert_int_equal(p77_fire_dice(&s, b_bde1), round == 1 ? 3 : 4);
        assert_true(s.battle.round >= before);
        before = s.battle.round;
        feed(&s, misses, round == 1 ? 7 : 8);
        if (round > 1) ACT(&s, "stand", "stand");
        ACT(&s, "fire a_scott", "fire b_bde1");
    }
    assert_int_equal(mk_top(&s.base)->phase, P77_PH_STAND_OR_WITHDRAW);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_battle_can_last_for_ever),
    };
    return cmocka_run_group_tests(tests, open_games, NULL);
}
