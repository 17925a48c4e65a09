/* The later years of the campaign games. Random games end before the French come; here they begin
 * in 1778 and later, and are played at random to their end: the intervention, variable forces, the
 * West Indies, the withdrawal, the visits and the year 1781 (V.E, VII, VIII.C of the campaign). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../../core/random_play.h"
#include "games/g1776/g1776.h"

#include <stdio.h>
#include <string.h>

enum { MOST_ACTIONS = 60000, GAMES_EACH = 10, VEILED_EACH = 2, DEALT_EACH = 8 };

static const mk_game *game;
static g1776_state state;
static mk_rng rng;
static mk_view *view;
static unsigned reached[G1776_PHASES]; /* how often somebody decided in a phase */

static int open_game(void **s) {
    (void)s;
    if (!mk_open(NULL, NULL)) return -1;
    game = mk_find_game("g1776");
    view = mk_view_new();
    return game ? 0 : -1;
}

static int close_game(void **s) {
    (void)s;
    mk_view_free(view);
    return 0;
}

/* The set-up is made at random, then it is a later year. */
static void begin(const char *scenario, const char *option, const char *later, int n) {
    mk_setup setup;
    mk_error e = {0};
    assert_true(mk_setup_init(game, &setup, scenario, &e));
    if (option) assert_true(mk_setup_option(game, &setup, option, "on", &e));
    mk_setup_seed(&setup, (uint64_t)n + 1);
    mk_rng_seed(&rng, (uint64_t)n + 1);
    mk_start(game, &state, &setup, NULL);
    while (!state.base.turn) mk_apply(game, &state, random_verb_action(game, &state, &rng), NULL);
    if (!mk_set(game, &state, later, NULL, &e)) fail_msg("%s: %s: %s", scenario, later, e.text);
}

static void holds(const char *scenario, const char *later, int n, int actions) {
    char why[200];
    if (!mk_check(game, &state, why, sizeof why))
        fail_msg("%s, %s, game %d, action %d: %s", scenario, later, n, actions, why);
}

/* VI.B: whatever is face down is dealt again, and everybody sees the same. */
static void hides(const char *scenario, const char *later, int n, int actions) {
    static g1776_state dealt;
    char why[200];
    for (int seat = MK_SPECTATOR; seat < G1776_SEATS; seat++) {
        mk_text seen[2] = {{0}, {0}};
        dealt = state;
        game->determinize(&dealt, seat, &rng);
        if (!mk_check(game, &dealt, why, sizeof why))
            fail_msg("%s, %s, game %d, action %d, dealt: %s", scenario, later, n, actions, why);
        for (int i = 0; i < 2; i++) {
            const void *of = i ? (const void *)&dealt : (const void *)&state;
            mk_view_clear(view);
            mk_view_build(game, of, seat, view);
            mk_view_json(view, &seen[i]);
            mk_dump(game, of, seat, MK_DUMP_ALL, &seen[i]);
        }
        if (strcmp(seen[0].p, seen[1].p) != 0)
            fail_msg("%s, %s, game %d: %d can tell at action %d", scenario, later, n, seat,
                     actions);
        mk_text_free(&seen[0]);
        mk_text_free(&seen[1]);
    }
}

/* Both ways of choosing take turns; check() holds behind each action. */
static void play_to_the_end(const char *scenario, const char *later, int n) {
    int actions = 0;
    for (; mk_seat(game, &state) != MK_OVER; actions++) {
        if (actions == MOST_ACTIONS) fail_msg("%s, %s: game %d goes on and on", scenario, later, n);
        reached[mk_top(&state.base)->phase]++;
        mk_action x = mk_below(&rng, 4) ? random_action(game, &state, &rng)
                                        : random_verb_action(game, &state, &rng);
        mk_apply(game, &state, x, NULL);
        holds(scenario, later, n, actions);
        if (actions % DEALT_EACH == 0 && g1776_veils(&state)) hides(scenario, later, n, actions);
    }
    assert_true(state.winner == G1776_BRITISH || state.winner == G1776_AMERICAN);
}

static void games_from(const char *scenario, const char *option, const char *later) {
    int games = option && strcmp(option, "inverted") == 0 ? VEILED_EACH : GAMES_EACH;
    for (int n = 0; n < games; n++) {
        begin(scenario, option, later, n);
        play_to_the_end(scenario, later, n);
    }
}

#define GARRISONS                                                                                  \
    "new_york.br=9 philadelphia.br=6 newport.br=4 norfolk.br=3 savannah.br=3 norfolk.supply_b=2 "  \
    "new_york.supply_b=2 hartford.ca=9 richmond.ca=5 camden.ca=4 albany.ca=4 "

/* VII.A, VII.B: they roll for it, or come at once. */
static void the_intervention(void **s) {
    (void)s;
    games_from("csg1", NULL, GARRISONS "turn=26 phase=turn");
    games_from("csg1", NULL, GARRISONS "turn=44 french=40 french_fleets=1 phase=turn");
    games_from("csg6", NULL, GARRISONS "turn=56 french=43 french_fleets=1 phase=turn");
    games_from("csg6", NULL, GARRISONS "turn=66 french=43 french_fleets=1 phase=turn");
    games_from("csg3", NULL, "turn=8 french=7 french_fleets=1 phase=turn");
    assert_true(reached[G1776_PH_CALL] && reached[G1776_PH_HAVEN] && reached[G1776_PH_REBUILD]);
}

/* VII.D: battle fleets of both sides in the West Indies, and one of the French on its way. */
static void the_west_indies(void **s) {
    (void)s;
    games_from("csg1", NULL,
               GARRISONS "turn=56 french=40 french_fleets=2 french_bf_a.at=box_indies_french "
                         "french_bf_a.since=56 french_bf_b.at=box_left committed=256 "
                         "bf_b,tf_b.at=boston bf_a,tf_a.at=new_york phase=turn");
    games_from("csg6", NULL,
               GARRISONS "turn=65 french=40 french_fleets=2 french_bf_a,french_bf_b.at=box_left "
                         "bf_b,tf_b.at=new_york bf_a.at=box_east tf_a.at=box_halifax phase=turn");
    assert_true(reached[G1776_PH_DETACH]);
}

/* VII.E: one battle fleet is sunk, the other fetches the troops; or none is there. */
static void the_withdrawal(void **s) {
    (void)s;
    games_from("csg1", NULL,
               "turn=56 french=40 french_fleets=2 withdraws=1 portsmouth_nh.rm=1 new_london.fr=4 "
               "new_london.artillery_f=1 rochambeau.at=new_london french_bf_b.at=new_london "
               "phase=turn");
    games_from("csg1", NULL,
               "turn=56 french=40 french_fleets=2 withdraws=1 hartford.fr=4 springfield.fr=3 "
               "rochambeau.at=hartford french_bf_b.at=box_left french_bf_a.at=track "
               "french_bf_a.back=58 phase=turn");
    games_from("csg3", NULL,
               "turn=14 french=8 french_fleets=2 withdraws=1 springfield.fr=5 "
               "french_bf_b.at=new_london phase=turn");
}

/* VIII.C: three visits, the army that stays, the year 1781. */
static void visits(void **s) {
    (void)s;
    games_from("csg1", "visits", GARRISONS "turn=29 french=29 phase=turn");
    games_from("csg1", "visits", GARRISONS "turn=42 french=29 visited=1 departed=1 phase=turn");
    games_from("csg1", "visits", GARRISONS "turn=53 french=29 visited=3 departed=3 phase=turn");
    games_from("csg6", "visits", GARRISONS "turn=62 french=40 visited=3 departed=3 phase=turn");
    games_from("csg1", "visits",
               GARRISONS "turn=66 french=29 visited=7 departed=3 new_haven.fr=6 "
                         "rochambeau.at=new_haven french_bf_a,french_bf_b.at=new_haven phase=turn");
    assert_true(reached[G1776_PH_STOW] && reached[G1776_PH_CULL]);
}

/* Decoys are not where enemies are put, and what is there lies face up. */
#define BRITISH_IN_SIGHT(hexes)                                                                    \
    hexes ".decoy_a=0 " hexes ".rm_down=0 " hexes ".rd_down=0 " hexes ".ca_down=0 "
#define AMERICANS_IN_SIGHT(hexes)                                                                  \
    hexes ".decoy_b=0 " hexes ".tm_down=0 " hexes ".td_down=0 " hexes ".bi_down=0 "
#define SEEN_GARRISONS                                                                             \
    BRITISH_IN_SIGHT("new_york,philadelphia,newport,norfolk,savannah,boston")                      \
    AMERICANS_IN_SIGHT("hartford,richmond,camden,albany") GARRISONS

/* VI.B with the French: fleets of both sides, troops that withdraw, the navy, late turns of the
 * track. */
static void counters_face_down(void **s) {
    (void)s;
    games_from("csg1", "inverted", SEEN_GARRISONS "turn=44 french=40 french_fleets=1 phase=turn");
    games_from("csg6", "inverted", SEEN_GARRISONS "turn=56 french=43 french_fleets=1 phase=turn");
    games_from("csg3", "inverted", "turn=8 french=7 french_fleets=1 phase=turn");
    games_from("csg1", "inverted",
               SEEN_GARRISONS "turn=56 french=40 french_fleets=2 french_bf_a.at=box_indies_french "
                              "french_bf_a.since=56 french_bf_b.at=box_left committed=256 "
                              "bf_b,tf_b.at=boston bf_a,tf_a.at=new_york phase=turn");
    games_from(
        "csg1", "inverted",
        AMERICANS_IN_SIGHT(
            "new_london,hartford,springfield,portsmouth_nh") "turn=54 french=40 french_fleets=2 "
                                                             "withdraws=1 portsmouth_nh.rm=1 "
                                                             "new_london.fr=4 "
                                                             "hartford.fr=3 "
                                                             "rochambeau.at=new_london "
                                                             "french_bf_b.at=new_london "
                                                             "phase=turn");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_intervention),   cmocka_unit_test(the_west_indies),
        cmocka_unit_test(the_withdrawal),     cmocka_unit_test(visits),
        cmocka_unit_test(counters_face_down),
    };
    return cmocka_run_group_tests(tests, open_game, close_game);
}
