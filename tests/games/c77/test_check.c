/* check() is worth something only if it notices: at states of random games one field is spoiled,
 * and it must say so. And the rulebook's pools: what the data promise, counted anew. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "games/c77/c77.h"

static const mk_game *game;
static c77_state state;
static mk_actions legal;
static mk_rng rng;

static void some_state(void) {
    mk_setup setup = {0};
    setup.scenario = (uint8_t)mk_below(&rng, C77_SCENARIOS);
    mk_setup_seed(&setup, mk_below(&rng, 1000000));
    mk_start(game, &state, &setup, NULL);
    for (int left = (int)mk_below(&rng, 400); left > 0; left--) {
        c77_state before = state;
        mk_list(game, &state, &legal);
        mk_apply(game, &state, legal.list[mk_below(&rng, (uint32_t)legal.count)], NULL);
        if (mk_seat(game, &state) == MK_OVER) state = before;
    }
}

typedef struct {
    const char *name;
    size_t offset, size;
} field;

#define FIELD(name)                                                                                \
    { #name, offsetof(c77_state, name), sizeof((c77_state *)0)->name }

/* Whatever is written over a byte of these, check() must notice. */
static const field watched[] = {
    FIELD(occupied),  FIELD(trains_at), FIELD(depots_at),  FIELD(stack),         FIELD(available),
    FIELD(set_aside), FIELD(supply),    FIELD(base.depth), FIELD(base.scenario),
};

/* Any value in range makes a possible state: of these only what is out of range is noticed. */
static const field in_range_only[] = {
    FIELD(at),           FIELD(stage),    FIELD(initiative),       FIELD(reason),
    FIELD(expert_level), FIELD(sequence), FIELD(had_philadelphia), FIELD(sea_box),
};

static void spoil(const field *f, int step, bool beyond_range) {
    char why[200];
    unsigned char *bytes = (unsigned char *)&state;
    for (size_t i = mk_below(&rng, (uint32_t)step); i < f->size; i += (size_t)step) {
        unsigned char was = bytes[f->offset + i];
        unsigned char now = beyond_range ? (unsigned char)(200 + mk_below(&rng, 50))
                                         : (unsigned char)(was ^ (1 + mk_below(&rng, 255)));
        bytes[f->offset + i] = now;
        if (mk_check(game, &state, why, sizeof why))
            fail_msg("%s, byte %zu: %d instead of %d is not noticed", f->name, i, now, was);
        bytes[f->offset + i] = was;
    }
    assert_true(mk_check(game, &state, why, sizeof why));
}

static void a_spoiled_field_is_noticed(void **s) {
    (void)s;
    for (int n = 0; n < 100; n++) {
        some_state();
        for (size_t i = 0; i < sizeof watched / sizeof *watched; i++)
            spoil(&watched[i], watched[i].size > 1000 ? 97 : 1, false);
        for (size_t i = 0; i < sizeof in_range_only / sizeof *in_range_only; i++)
            spoil(&in_range_only[i], 1, true);
    }
}

/* N6 and the issue: pools of the short scenarios follow from what their areas hold. */
static void pools_follow_from_the_areas(void **s) {
    (void)s;
    static const uint8_t supply[C77_SCENARIOS][C77_SIDES] = {{8, 7}, {6, 4}, {5, 5}};
    for (int i = 0; i < C77_SCENARIOS; i++) {
        mk_setup setup = {.scenario = (uint8_t)i};
        mk_setup_seed(&setup, 1);
        mk_start(game, &state, &setup, NULL);
        /* 14 militia, 8 Tories, 2 Regulars … are left over wherever one plays */
        static const uint8_t left[C77_TYPES] = {2, 2, 8, 7, 1, 8, 14, 2, 0};
        for (int type = 0; type < C77_TYPES; type++)
            assert_int_equal(state.available[type], left[type]);
        for (int side = 0; side < C77_SIDES; side++)
            assert_int_equal(c77.scenario[i].supply_total[side], supply[i][side]);
    }
}

static int open_engine(void **s) {
    (void)s;
    mk_rng_seed(&rng, 5);
    if (!mk_open(NULL, NULL)) return -1;
    game = mk_find_game("c77");
    return game ? 0 : -1;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_spoiled_field_is_noticed),
        cmocka_unit_test(pools_follow_from_the_areas),
    };
    return cmocka_run_group_tests(tests, open_engine, NULL);
}
