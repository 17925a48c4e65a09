/* check() is worth something only if it notices: at states of random games one field is spoiled,
 * and it must say so. Fields of which any value in range makes a possible state are listed, with
 * the reason. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "../../core/spoil.h"
#include "games/p77/p77.h"

static const mk_game *game;
static p77_state state;
static mk_rng rng;

/* Whatever is written over a byte of these, check() must notice. */
static const spoil_field watched[] = {
    SPOIL(p77_state, here),          SPOIL(p77_state, at),        SPOIL(p77_state, sp),
    SPOIL(p77_state, box),           SPOIL(p77_state, lost),      SPOIL(p77_state, base.depth),
    SPOIL(p77_state, base.scenario), SPOIL(p77_state, battle.at),
};

/* Fields that check() cannot judge, because whatever is in range makes a possible state:
 *   group, starving: with a move or a supply check in progress other blocks could be in them;
 *   known, moved, taken, left: any blocks may have been seen, have moved, joined or left;
 *   ap, ap_left, rain, first, philadelphia, turn: any value in range is possible in some game;
 *   british_ports: of a port that nobody is in, either side may have been there last;
 *   active: changes whose blocks moved and attacked, noticed only if any did;
 *   battle.acted, fled, round, hits, target …: possible at some moment of some battle;
 *   attack_way: any road that leads to where a block is, or to the battle in which it fell;
 *   winner: either side can have won; the generator: any dice may come. */
static const spoil_field in_range_only[] = {
    SPOIL(p77_state, ap),     SPOIL(p77_state, ap_left), SPOIL(p77_state, rain),
    SPOIL(p77_state, first),  SPOIL(p77_state, active),  SPOIL(p77_state, philadelphia),
    SPOIL(p77_state, winner), SPOIL(p77_state, reason),  SPOIL(p77_state, attack_way),
};

/* Without holding boxes: with them a block may be in that of any leader where it is. */
static void some_state(void) { random_state_of(game, (mk_setup){0}, &state, &rng, 400); }

static void a_spoiled_field_is_noticed(void **s) {
    (void)s;
    for (int n = 0; n < 400; n++) {
        some_state();
        SPOIL_EACH(game, &state, watched, SPOIL_ANYHOW, &rng);
    }
}

static void a_value_out_of_range_is_noticed(void **s) {
    (void)s;
    for (int n = 0; n < 100; n++) {
        some_state();
        SPOIL_EACH(game, &state, in_range_only, SPOIL_OUT_OF_RANGE, &rng);
    }
}

/* A block in two positions, one that is not there, militia that came back. */
static void a_spoiled_battle_is_noticed(void **s) {
    (void)s;
    char why[200];
    for (int battles = 0; battles < 100;) {
        some_state();
        if (state.battle.at == P77_NO_SPACE) continue;
        battles++;
        p77_state before = state;
        for (int p = 0; p < P77_POSITIONS; p++) { /* the blocks of one more position, or of none */
            state.battle.position[p] ^= state.here[state.battle.at];
            bool deploying = mk_top_const(&state.base)->phase == P77_PH_DEPLOY;
            bool possible = deploying || mk_check(game, &state, why, sizeof why);
            if (possible && !deploying) fail_msg("position %d is spoiled unnoticed", p);
            state = before;
            state.battle.position[p] |= p77.all_units & ~state.here[state.battle.at];
            assert_false(mk_check(game, &state, why, sizeof why));
            state = before;
        }
        state.battle.fled = p77.militia;
        if (p77.militia & ~state.battle.position[P77_RESERVE])
            assert_false(mk_check(game, &state, why, sizeof why));
        state = before;
    }
}

static int open_engine(void **s) {
    (void)s;
    mk_rng_seed(&rng, 1777);
    if (!mk_open(NULL, NULL)) return -1;
    game = mk_find_game("p77");
    return game ? 0 : -1;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_spoiled_field_is_noticed),
        cmocka_unit_test(a_value_out_of_range_is_noticed),
        cmocka_unit_test(a_spoiled_battle_is_noticed),
    };
    return cmocka_run_group_tests(tests, open_engine, NULL);
}
