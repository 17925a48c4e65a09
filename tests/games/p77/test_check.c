/* check() is worth something only if it notices: at states of random games one field is spoiled,
 * and it must say so. Fields of which any value in range makes a possible state are listed, with
 * the reason. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "games/p77/p77.h"

static p77_state state;
static mk_rng rng;
static mk_actions legal;

/* Plays a random number of actions of a random game; verbs are chosen first, so that groups
 * gather and large battles are fought. */
static void some_state(const mk_game *game) {
    mk_setup setup = {0};
    mk_setup_seed(&setup, mk_below(&rng, 1000000));
    mk_start(game, &state, &setup, NULL);
    for (int left = (int)mk_below(&rng, 400); left > 0; left--) {
        mk_list(game, &state, &legal);
        uint16_t verb = legal.list[mk_below(&rng, (uint32_t)legal.count)].verb;
        if (verb == P77_V_MARCH && mk_below(&rng, 2)) verb = P77_V_LEAD;
        mk_action action = legal.list[mk_below(&rng, (uint32_t)legal.count)];
        for (int tries = 0; action.verb != verb && tries < 200; tries++)
            action = legal.list[mk_below(&rng, (uint32_t)legal.count)];
        p77_state before = state;
        mk_apply(game, &state, action, NULL);
        if (mk_seat(game, &state) == MK_OVER) state = before;
    }
}

typedef struct {
    const char *name;
    size_t offset, size;
} field;

#define FIELD(name)                                                                                \
    { #name, offsetof(p77_state, name), sizeof((p77_state *)0)->name }

/* Whatever is written over a byte of these, check() must notice. */
static const field watched[] = {
    FIELD(here),          FIELD(at),        FIELD(sp), FIELD(box), FIELD(lost), FIELD(base.depth),
    FIELD(base.scenario), FIELD(battle.at),
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
static const field in_range_only[] = {
    FIELD(ap),           FIELD(ap_left), FIELD(rain),   FIELD(first),      FIELD(active),
    FIELD(philadelphia), FIELD(winner),  FIELD(reason), FIELD(attack_way),
};

static void spoil(const mk_game *game, const field *f, bool beyond_range) {
    char why[200];
    unsigned char *bytes = (unsigned char *)&state;
    for (size_t i = 0; i < f->size; i++) {
        unsigned char was = bytes[f->offset + i];
        unsigned char now = beyond_range ? (unsigned char)(200 + mk_below(&rng, 50))
                                         : (unsigned char)(was ^ (1 + mk_below(&rng, 255)));
        bytes[f->offset + i] = now;
        if (mk_check(game, &state, why, sizeof why))
            fail_msg("%s, byte %zu: %d instead of %d is not noticed in %s", f->name, i, now, was,
                     game->phases[state.base.frame[0].phase].name);
        bytes[f->offset + i] = was;
    }
    assert_true(mk_check(game, &state, why, sizeof why));
}

static void a_spoiled_field_is_noticed(void **s) {
    (void)s;
    const mk_game *game = mk_find_game("p77");
    for (int n = 0; n < 400; n++) {
        some_state(game);
        for (size_t i = 0; i < sizeof watched / sizeof *watched; i++)
            spoil(game, &watched[i], false);
    }
}

static void a_value_out_of_range_is_noticed(void **s) {
    (void)s;
    const mk_game *game = mk_find_game("p77");
    for (int n = 0; n < 100; n++) {
        some_state(game);
        for (size_t i = 0; i < sizeof in_range_only / sizeof *in_range_only; i++)
            spoil(game, &in_range_only[i], true);
    }
}

/* A block in two positions, one that is not there, militia that came back. */
static void a_spoiled_battle_is_noticed(void **s) {
    (void)s;
    const mk_game *game = mk_find_game("p77");
    char why[200];
    for (int battles = 0; battles < 100;) {
        some_state(game);
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
    return mk_open(NULL, NULL) ? 0 : -1;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_spoiled_field_is_noticed),
        cmocka_unit_test(a_value_out_of_range_is_noticed),
        cmocka_unit_test(a_spoiled_battle_is_noticed),
    };
    return cmocka_run_group_tests(tests, open_engine, NULL);
}
