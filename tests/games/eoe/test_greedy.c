/* The greedy player of End of Empire knows what winter does to regulars of the Revolution, breaks
 * out of towns, leaves by sea, and beats random play. Small samples of fixed seeds; docs/eoe.md has
 * the shares of large ones. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "bots/bots.h"
#include "games/eoe/goals.h"

#include <string.h>

static const mk_game *game;
static eoe_state state;
static mk_rng rng;

static int open_game(void **s) {
    (void)s;
    if (!mk_open(NULL, NULL)) return -1;
    game = mk_find_game("eoe");
    return game ? 0 : -1;
}

static void start(const char *scenario, uint64_t seed, const char *assignments) {
    mk_setup setup;
    mk_error e = {0};
    assert_true(mk_setup_init(game, &setup, scenario, &e));
    mk_setup_seed(&setup, seed);
    mk_start(game, &state, &setup, NULL);
    mk_rng_seed(&rng, seed);
    if (assignments && !mk_set(game, &state, assignments, NULL, &e)) fail_msg("%s", e.text);
}

static int space(const char *id) {
    for (int i = 0; i < EOE_SPACES; i++)
        if (i / 2 < eoe_board.hexes.hex_count && !strcmp(eoe_space_id(i), id)) return i;
    fail_msg("no space %s", id);
    return 0;
}

static mk_action greedy_choice(void) {
    int seat = mk_seat(game, &state);
    return mk_bot_choose(mk_find_bot("greedy", game), game, &state, seat, &rng);
}

static void play_until(int phase) {
    while (mk_seat(game, &state) != MK_OVER && mk_top_const(&state.base)->phase != phase)
        mk_apply(game, &state, greedy_choice(), NULL);
}

static int weight_of(int verb, int a) {
    eoe_weigh_begin(&state);
    return eoe_weigh(&state, (mk_action){.verb = (uint8_t)verb, .a = (int16_t)a});
}

static eoe_plan british_plan(int at) {
    eoe_force f = eoe_force_at(&state, EOE_BRITISH, at, 0, -1);
    eoe_weigh_begin(&state);
    return eoe_plan_of(&state, &f, eoe_power_at(&state, EOE_BRITISH, at, 0, true));
}

/* 6.3: before a port that enemies hold nobody is fed; until fall there is time to take it. The
 * British of 1780 lie before Charleston. */
static void a_siege_in_fall_is_hunger(void **s) {
    (void)s;
    int charleston = space("s4225");
    start("ar80", 1, "turn=33 phase=operations");
    assert_true(eoe_lives_at(&state, EOE_BRITISH, charleston / 2));
    start("ar80", 1, "turn=34 phase=operations");
    assert_false(eoe_lives_at(&state, EOE_BRITISH, charleston / 2));
    eoe_plan plan = british_plan(charleston);
    assert_true(plan.hungry);
    assert_int_not_equal(plan.hex, charleston / 2);
}

/* Unless it will fall: most of the garrison is gone. */
static void a_town_that_will_fall_is_none(void **s) {
    (void)s;
    int charleston = space("s4225");
    start("ar80", 1, "turn=34 3scm,1va,2va,3va,1nc,2nc,3nc,1sc,2sc.at=dead phase=operations");
    eoe_plan plan = british_plan(charleston);
    assert_false(plan.hungry);
    assert_int_equal(plan.hex, charleston / 2);
}

/* 6.3: guns on the Delaware cut Philadelphia off, and they may come when the British have moved. */
static void guns_near_a_river_port_are_hunger(void **s) {
    (void)s;
    int philadelphia = space("1719") / 2, last = 0;
    start("ar78", 1, "turn=22 phasing=british phase=operations");
    const eoe_cast *c = eoe_cast_of(&state);
    for (int i = 0; i < c->gun_count; i++) {
        const eoe_piece *gun = &state.piece[c->guns[i]];
        if (gun->seat != EOE_ALLIED || !eoe_on_map(gun->at)) continue;
        last = c->guns[i];
        eoe_move_to(&state, last, space("2716"));
    }
    assert_true(eoe_lives_at(&state, EOE_BRITISH, philadelphia));
    eoe_move_to(&state, last, space("1518"));
    assert_false(eoe_lives_at(&state, EOE_BRITISH, philadelphia));
}

/* Howe's army is in Philadelphia in the spring of 1778. */
static void it_breaks_out_of_a_siege(void **s) {
    (void)s;
    int town = space("1719t");
    start("ar78", 1, "turn=20 phasing=british phase=operations");
    for (int p = 0; p < eoe.piece_count; p++)
        if (state.piece[p].at == space("1719")) eoe_move_to(&state, p, town);
    eoe_move_to(&state, eoe_find_piece("1md"), space("1719"));
    play_until(EOE_PH_OPERATE);
    assert_true(weight_of(EOE_V_CHOOSE, town) > weight_of(EOE_V_END, 0));
}

/* 14.4: from a town that cannot feed them regulars go by sea to a port that can. */
static void who_would_starve_leaves_by_sea(void **s) {
    (void)s;
    start("ar76", 1,
          "turn=10 british_fleet.sea=na br4,br5,br23,howe.at=1719t br4,br5,br23,howe.in_port=1 "
          "br10.at=4926 ca3,1md,2md,3md,4md,5md.at=1719 phase=drafts");
    play_until(EOE_PH_OPERATE);
    int br4 = eoe_find_piece("br4"), br10 = eoe_find_piece("br10");
    assert_true(state.piece[br4].flags & EOE_EMBARKED);
    int haven = weight_of(EOE_V_INVADE, space("4926") / 2);
    assert_true(haven > weight_of(EOE_V_INVADE, space("1822") / 2));
    assert_true(haven > weight_of(EOE_V_END, 0));
    assert_false(eoe_is_trapped(&state, br10));
}

/* 6.3: a fleet that lies there in fall starves them. */
static void the_french_fleet_goes_where_regulars_are(void **s) {
    (void)s;
    int asked = 0, savannah = space("s3825");
    for (uint64_t seed = 1; seed <= 8; seed++) {
        start("ar79", seed, "turn=28 phase=naval");
        int fleet = mk_top_const(&state.base)->a;
        if (mk_top_const(&state.base)->phase != EOE_PH_PLACE_FLEET || fleet != EOE_FRENCH_FLEET)
            continue;
        for (int p = 0; p < eoe.unit_count; p++)
            if (eoe_is_precious(&state, p) && eoe_on_map(state.piece[p].at))
                eoe_move_to(&state, p, savannah);
        mk_action x = greedy_choice();
        assert_int_equal(x.verb, EOE_V_PLACE_FLEET);
        assert_int_equal(x.a, eoe_index.south_atlantic);
        asked++;
    }
    assert_true(asked > 0);
}

/* The Invasion of Canada ends in fall: no winter is to be feared on its last turn. */
static void the_last_turn_knows_no_hunger(void **s) {
    (void)s;
    int near = space("3911");
    start("ic", 1, "turn=10 2c,5c,8c,15c,montgomery.at=3911 phasing=allied phase=operations");
    eoe_force f = eoe_force_at(&state, EOE_ALLIED, near, 0, -1);
    eoe_weigh_begin(&state);
    eoe_plan plan = eoe_plan_of(&state, &f, eoe_power_at(&state, EOE_ALLIED, near, 0, true));
    assert_int_equal(plan.hex, eoe.hex[EOE_H_QUEBEC]);
}

static void it_beats_random_play(void **s) {
    (void)s;
    static const struct {
        const char *scenario;
        int seat;
    } row[] = {{"ic", EOE_BRITISH}, {"je", EOE_BRITISH}, {"kg", EOE_ALLIED}, {"ar81", EOE_BRITISH}};
    int won = 0, all = 0;
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        for (uint64_t seed = 1; seed <= 3; seed++, all++) {
            start(row[i].scenario, seed, NULL);
            for (int seat; (seat = mk_seat(game, &state)) != MK_OVER;) {
                const mk_bot *bot = mk_find_bot(seat == row[i].seat ? "greedy" : "random", game);
                mk_apply(game, &state, mk_bot_choose(bot, game, &state, seat, &rng), NULL);
            }
            won += state.winner == row[i].seat;
        }
    }
    if (won * 4 < all * 3) fail_msg("%d of %d games won", won, all);
}

/* What was found for one decision is forgotten before the next: a force that stands where it stood,
 * but in another position, has its plan found anew. */
static void a_plan_is_for_one_decision(void **unused) {
    (void)unused;
    int other = 0;
    start("fi", 3, NULL);
    for (int i = 0; i < 400 && mk_seat(game, &state) != MK_OVER; i++) {
        int seat = mk_seat(game, &state), at = -1;
        MK_SET_EACH(hex, &state.open[seat]) at = 2 * hex; /* outside */
        if (at >= 0) {
            eoe_weigh_begin(&state);
            eoe_plan anew = eoe_plan_at(&state, seat, at, 0);
            eoe_force f = eoe_force_at(&state, seat, at, 0, -1);
            eoe_plan own = eoe_plan_of(&state, &f, eoe_power_at(&state, seat, at, 0, true));
            other += own.hex != anew.hex || own.value != anew.value;
        }
        mk_apply(game, &state, mk_greedy_choose(game, &state, seat, &rng), NULL);
    }
    assert_int_equal(other, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_plan_is_for_one_decision),
        cmocka_unit_test(a_siege_in_fall_is_hunger),
        cmocka_unit_test(a_town_that_will_fall_is_none),
        cmocka_unit_test(guns_near_a_river_port_are_hunger),
        cmocka_unit_test(it_breaks_out_of_a_siege),
        cmocka_unit_test(who_would_starve_leaves_by_sea),
        cmocka_unit_test(the_french_fleet_goes_where_regulars_are),
        cmocka_unit_test(the_last_turn_knows_no_hunger),
        cmocka_unit_test(it_beats_random_play),
    };
    return cmocka_run_group_tests(tests, open_game, NULL);
}
