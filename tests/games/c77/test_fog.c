/* Where the fleet sails is all that is hidden: no view, list or property may tell the Patriots, and
 * what is dealt anew must agree with what they know. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "games/c77/c77.h"

static const mk_game *game;
static c77_state state;
static mk_actions legal;

static void start(int early_warning, uint64_t seed) {
    mk_setup setup = {0};
    setup.option[C77_OPTION_EARLY_WARNING] = (uint8_t)early_warning;
    mk_setup_seed(&setup, seed);
    mk_start(game, &state, &setup, NULL);
}

static void at_sea(const char *port) {
    char line[300];
    mk_error e = {0};
    snprintf(line, sizeof line,
             "new_york.regular=15 sea.regular=10 howe.at=sea sea_box=1 departure=new_york "
             "destination=%s phase=choose_first",
             port);
    assert_true(mk_set(game, &state, line, NULL, &e));
}

static void look(int seat, mk_text *out) {
    mk_view *view = mk_view_new();
    mk_view_build(game, &state, seat, view);
    mk_text_clear(out);
    mk_view_json(view, out);
    mk_view_free(view);
}

static void the_view_of_the_others_does_not_depend_on_the_destination(void **s) {
    (void)s;
    static const int seats[] = {C77_PATRIOT, MK_SPECTATOR};
    for (int i = 0; i < 2; i++) {
        mk_text one = {0}, two = {0};
        start(0, 1);
        at_sea("wilmington");
        look(seats[i], &one);
        start(0, 1);
        at_sea("boston");
        look(seats[i], &two);
        assert_string_equal(one.p, two.p);
        mk_text_free(&one);
        mk_text_free(&two);
    }
    mk_text one = {0}, two = {0};
    start(0, 1);
    at_sea("wilmington");
    look(C77_BRITISH, &one);
    start(0, 1);
    at_sea("boston");
    look(C77_BRITISH, &two);
    assert_true(strcmp(one.p, two.p) != 0); /* the British see it */
    mk_text_free(&one);
    mk_text_free(&two);
}

static mk_set128 dealt(int seat, int times) {
    mk_set128 ports = 0;
    mk_rng rng;
    mk_rng_seed(&rng, 3);
    c77_state before = state;
    for (int i = 0; i < times; i++) {
        char why[200];
        state = before;
        game->determinize(&state, seat, &rng);
        assert_true(mk_check(game, &state, why, sizeof why));
        mk_set_add(&ports, state.destination);
    }
    state = before;
    return ports;
}

static void any_port_is_dealt_to_who_does_not_know(void **s) {
    (void)s;
    start(0, 1);
    at_sea("wilmington");
    assert_true(dealt(C77_PATRIOT, 400) == c77.ports);
    assert_true(dealt(C77_BRITISH, 50) == MK_BIT128(state.destination));
}

static void after_the_warning_only_ports_that_agree(void **s) {
    (void)s;
    start(1, 1);
    at_sea("wilmington");
    mk_error e = {0};
    assert_true(mk_set(game, &state, "turn=3 phase=sea", NULL, &e));
    assert_int_equal(state.sea_box, 2);
    mk_set128 south = 0;
    MK_SET_EACH(port, c77.ports) {
        if (c77.space[port].lat < c77.space[c77.new_york].lat) mk_set_add(&south, port);
    }
    assert_true(dealt(C77_PATRIOT, 400) == south);
}

/* The British list names ports only while they choose one. */
static void a_determinized_game_can_be_played_to_its_end(void **s) {
    (void)s;
    mk_rng rng;
    mk_rng_seed(&rng, 9);
    for (int n = 0; n < 20; n++) {
        start(n & 1, 100 + (uint64_t)n);
        at_sea(n & 2 ? "boston" : "head_of_elk");
        game->determinize(&state, C77_PATRIOT, &rng);
        while (mk_seat(game, &state) != MK_OVER) {
            mk_list(game, &state, &legal);
            mk_apply(game, &state, legal.list[mk_below(&rng, (uint32_t)legal.count)], NULL);
        }
    }
}

static int open_engine(void **s) {
    (void)s;
    if (!mk_open(NULL, NULL)) return -1;
    game = mk_find_game("c77");
    return game ? 0 : -1;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_view_of_the_others_does_not_depend_on_the_destination),
        cmocka_unit_test(any_port_is_dealt_to_who_does_not_know),
        cmocka_unit_test(after_the_warning_only_ports_that_agree),
        cmocka_unit_test(a_determinized_game_can_be_played_to_its_end),
    };
    return cmocka_run_group_tests(tests, open_engine, NULL);
}
