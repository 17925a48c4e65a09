/* What fleets pay and carry: movement points that no script can see (V of the campaign). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/g1776/g1776.h"

#include <stdio.h>
#include <string.h>

static const mk_game *game;
static g1776_state state;

static int open_game(void **s) {
    (void)s;
    if (!mk_open(NULL, NULL)) return -1;
    game = mk_find_game("g1776");
    return game ? 0 : -1;
}

/* The next movement phase of the same side, with everything where it is. */
static void next_phase(void) {
    g1776_clear_phase(&state);
    for (int f = 0; f < G1776_FLEETS; f++) state.fleet[f].spent = state.fleet[f].flags = 0;
    state.base.turn++;
}

static bool may(const char *text) {
    mk_action x;
    mk_error e = {0};
    return mk_parse_action(game, text, &x, &e) &&
           mk_do(game, &state, g1776_deciding(&state), x, NULL, &e);
}

static void act(const char *text) {
    if (!may(text)) fail_msg("%s is refused", text);
}

static int town(const char *id) {
    for (int t = 0; t < g1776_board.town_count; t++)
        if (!strcmp(g1776_board.town[t].id, id)) return g1776_board.town[t].hex;
    return MK_NOWHERE;
}

static int side(const char *name) {
    return G1776_AT_SIDE + mk_side_named(&g1776_board.hexes, name);
}

/* The movement phase of a seat in a turn of a scenario, with fleets and pieces as they are put. */
static void begin(const char *scenario, int turn, int seat) {
    mk_setup setup;
    mk_error e = {0};
    assert_true(mk_setup_init(game, &setup, scenario, &e));
    mk_setup_seed(&setup, 1);
    mk_start(game, &state, &setup, NULL);
    state.base.turn = turn;
    state.phasing = (uint8_t)seat;
    state.stage = G1776_S_MARCH;
    state.turn_stage = seat == g1776_rules(&state)->first ? G1776_T_SECOND : G1776_T_END;
    state.base.depth = 0;
    mk_push(&state.base, G1776_PH_GAME, -1);
    mk_push(&state.base, G1776_PH_SEGMENT, seat);
    mk_push(&state.base, G1776_PH_MOVE, seat);
}

static void lie(int fleet, int place) {
    state.fleet[fleet] = (g1776_fleet_at){.place = (uint16_t)place};
}

static int spent(int fleet) { return state.fleet[fleet].spent; }

/* V39: 5 in a port, 10 inshore, 15 on a coast, 5 more among enemy SP. */
static void embarking_and_debarking_cost_movement(void **s) {
    (void)s;
    begin("campaign_1775", 3, G1776_BRITISH);
    lie(G1776_BF_A, town("boston"));
    act("sail bf_a");
    act("embark boston");
    assert_int_equal(spent(G1776_BF_A), 5);
    begin("campaign_1775", 3, G1776_BRITISH);
    lie(G1776_BF_A, town("boston"));
    g1776_add(&state, town("boston"), G1776_RM, 1, 0); /* besiegers: enemy SP in the hex */
    act("sail bf_a");
    act("embark boston");
    assert_int_equal(spent(G1776_BF_A), 10);
}

/* V.A: who embarked at Halifax pays as in a port when the fleet leaves by the NORTH exit. */
static void halifax_is_a_port_for_who_leaves_by_the_north(void **s) {
    (void)s;
    for (int embarks = 0; embarks < 2; embarks++) {
        begin("campaign_1775", 3, G1776_BRITISH);
        lie(G1776_BF_A, G1776_IN_BOX + G1776_BOX_HALIFAX);
        g1776_add(&state, G1776_IN_BOX + G1776_BOX_HALIFAX, G1776_BR, 1, 0);
        act("sail bf_a");
        if (embarks) {
            act("embark box_halifax");
            act("load br 1");
        }
        act("course rrr59");
        assert_int_equal(spent(G1776_BF_A), embarks ? 6 : 1);
    }
}

/* V50: a French fleet with 5FR, guns and supply carries 8 of 6; it enters a port with 5 MP left. */
static void
an_overloaded_fleet_enters_a_port_only_to_debark(void **s) { /* g1776.csg.vii.b.overload */
    (void)s;
    for (int left = 4; left <= 5; left++) {
        for (int fr = 2; fr <= 5; fr += 3) {
            begin("british_dilemma", 4, G1776_AMERICAN);
            lie(G1776_FRENCH_BF_A, side("HHH46/III47"));
            state.fleet[G1776_FRENCH_BF_A].spent =
                (uint8_t)(g1776.fleet[G1776_FRENCH_BF_A].mp - left);
            int aboard = G1776_ABOARD + G1776_FRENCH_BF_A;
            g1776_add(&state, aboard, G1776_FR, fr, 0);
            g1776_add(&state, aboard, G1776_SUP_F, 1, 0);
            g1776_add(&state, aboard, G1776_ART_F, 1, 0);
            act("sail french_bf_a");
            bool overloaded = fr == 5;
            assert_int_equal(g1776_load_of(&state, G1776_FRENCH_BF_A), overloaded ? 8 : 5);
            assert_int_equal(may("course boston"), !overloaded || left == 5);
        }
    }
}

/* V40: from New York to Savannah 55 steps; leaving and entering ports is free. */
static void the_sea_is_as_wide_as_the_rebuilt_board(void **s) {
    (void)s;
    static const struct {
        const char *port;
        int steps;
    } ways[] = {{"savannah", 55}, {"boston", 25},       {"newport", 15},
                {"norfolk", 25},  {"philadelphia", 27}, {"charleston", 48}};
    static mk_mark mark[G1776_MAX_HEXES + G1776_MAX_SIDES];
    mk_travel by_sea = {.points = MK_NO_LIMIT};
    mk_reach(&g1776_board.sea, town("new_york"), &by_sea, mark);
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        assert_int_equal(mark[town(ways[i].port)].cost - 2, ways[i].steps);
}

/* Scenario 2: no view tells the American where the force sails, and a deal of what he cannot know
 * brings either place. */
static void look(int seat, mk_text *out) {
    mk_view *view = mk_view_new();
    mk_view_build(game, &state, seat, view);
    mk_text_clear(out);
    mk_view_json(view, out);
    mk_view_free(view);
}

static void put_to_sea(const char *destination) {
    begin("saratoga", 1, G1776_BRITISH);
    act("sail tf_a");
    act("embark new_york");
    act("load br 4");
    act(destination);
    act("anchor");
}

static void nobody_else_knows_where_the_force_sails(void **s) {
    (void)s;
    static const int seats[] = {G1776_AMERICAN, MK_SPECTATOR, G1776_BRITISH};
    for (int i = 0; i < 3; i++) {
        mk_text one = {0}, two = {0};
        put_to_sea("destination delaware");
        look(seats[i], &one);
        put_to_sea("destination hudson");
        look(seats[i], &two);
        assert_int_equal(strcmp(one.p, two.p) == 0, seats[i] != G1776_BRITISH);
        mk_text_free(&one);
        mk_text_free(&two);
    }
    g1776_state before = state;
    mk_rng rng;
    mk_rng_seed(&rng, 3);
    int dealt[2][3] = {{0}};
    for (int n = 0; n < 60; n++) {
        int seat = n % 2;
        state = before;
        game->determinize(&state, seat, &rng);
        dealt[seat][state.ledger.destination]++;
    }
    assert_true(dealt[G1776_AMERICAN][1] > 0 && dealt[G1776_AMERICAN][2] > 0);
    assert_int_equal(dealt[G1776_BRITISH][2], 30);
}

/* V43: D-1 brings a fleet back after three months at the start of its turn, with its cargo. */
static void damaged_fleets_come_back_with_their_cargo(void **s) {
    (void)s;
    begin("campaign_1775", 3, G1776_BRITISH);
    lie(G1776_BF_A, side("HHH46/III47"));
    g1776_add(&state, G1776_ABOARD + G1776_BF_A, G1776_BR, 2, 0);
    g1776_damage_fleet(&state, G1776_BF_A, 1, g1776.table.months[1], NULL);
    assert_int_equal(state.fleet[G1776_BF_A].place, G1776_TRACK);
    assert_int_equal(state.fleet[G1776_BF_A].back, 6);
    assert_int_equal(g1776_count(&state, G1776_ABOARD + G1776_BF_A, G1776_BR), 2);
}

/* The first course that is offered; false: none is. */
static bool sail_on(void) {
    static mk_actions list;
    mk_list(game, &state, &list);
    for (int i = 0; i < list.count; i++) {
        if (list.list[i].verb != G1776_V_COURSE) continue;
        return mk_do(game, &state, G1776_BRITISH, list.list[i], NULL, NULL);
    }
    return false;
}

/* CSG-6: an overloaded fleet goes straight to Halifax, and the surplus goes ashore there. */
static void boston_is_evacuated_to_halifax(void **s) { /* g1776.csg6.evacuation */
    (void)s;
    const int halifax = G1776_IN_BOX + G1776_BOX_HALIFAX;
    begin("csg6", 8, G1776_BRITISH);
    lie(G1776_BF_B, town("boston"));
    act("sail bf_b");
    act("embark boston");
    act("load br 8");
    for (int turn = 0; turn < 3 && state.fleet[G1776_BF_B].place != halifax; turn++) {
        while (sail_on()) continue;
        if (state.fleet[G1776_BF_B].place == halifax) break;
        act("anchor");
        next_phase();
        assert_false(may("done")); /* it goes on at once */
        act("sail bf_b");
    }
    assert_int_equal(state.fleet[G1776_BF_B].place, halifax);
    if (may("debark box_halifax")) {
        assert_false(may("anchor"));
        act("unload br 2");
        act("anchor");
        assert_int_equal(g1776_count(&state, halifax, G1776_BR), 2);
    } else {
        act("anchor"); /* no movement is left: in the next turn */
    }
}

/* VIII.C: a fleet on a visit is sunk: the other leaves at once with all that came, and nobody
 * withdraws by VII.E. */
static void a_visit_breaks_up_when_a_fleet_is_sunk(void **s) { /* g1776.csg.viii.c.sunk */
    (void)s;
    enum { SUNK = 3 };
    begin("csg1", 33, G1776_BRITISH);
    state.base.option[G1776_OPTION_VISITS] = 1;
    state.campaign.french = 30;
    state.campaign.visited = 1;
    lie(G1776_FRENCH_BF_A, side("HHH46/III47"));
    lie(G1776_FRENCH_BF_B, side("HHH46/III47"));
    g1776_add(&state, G1776_ABOARD + G1776_FRENCH_BF_B, G1776_FR, 2, 0);
    g1776_add(&state, town("newport"), G1776_FR, 4, 0);
    g1776_damage_fleet(&state, G1776_FRENCH_BF_A, SUNK, 0, NULL);
    g1776_instant(&state, NULL);
    assert_int_equal(mk_top(&state.base)->phase, G1776_PH_VISIT);
    while (mk_top(&state.base)->phase == G1776_PH_VISIT) g1776_visit_step(&state, NULL);
    assert_int_equal(state.fleet[G1776_FRENCH_BF_B].place, G1776_GONE);
    assert_int_equal(g1776_on_map(&state, G1776_FR), 0);
    assert_int_equal(state.campaign.withdraws, 0);
    assert_int_equal(state.campaign.sunk, 1 << G1776_FRENCH_BF_A);
}

static void bid(int british, int american) {
    mk_setup setup;
    mk_error e = {0};
    char text[16];
    assert_true(mk_setup_init(game, &setup, "csg4", &e));
    mk_setup_seed(&setup, 1);
    mk_start(game, &state, &setup, NULL);
    snprintf(text, sizeof text, "bid %d", british);
    act(text);
    if (!american) return;
    snprintf(text, sizeof text, "bid %d", american);
    act(text);
}

/* CSG-4: until both have bid nobody else knows a bid, nor can it be found in a deal. */
static void a_bid_is_secret_until_both_are_made(void **s) { /* g1776.csg4.bid */
    (void)s;
    static const int seats[] = {G1776_AMERICAN, MK_SPECTATOR, G1776_BRITISH};
    for (int i = 0; i < 3; i++) {
        mk_text one = {0}, two = {0};
        bid(4, 0);
        look(seats[i], &one);
        bid(19, 0);
        look(seats[i], &two);
        assert_int_equal(strcmp(one.p, two.p) == 0, seats[i] != G1776_BRITISH);
        mk_text_free(&one);
        mk_text_free(&two);
    }
    g1776_state before = state;
    mk_rng rng;
    mk_rng_seed(&rng, 3);
    int same = 0;
    for (int n = 0; n < 100; n++) {
        state = before;
        game->determinize(&state, n % 2 ? G1776_BRITISH : G1776_AMERICAN, &rng);
        assert_in_range(state.campaign.bid[G1776_BRITISH], 1, 25);
        same += state.campaign.bid[G1776_BRITISH] == 19;
    }
    assert_in_range(same, 50, 60); /* its own side's 50, and few of the other's */
    bid(4, 19);
    before = state;
    game->determinize(&state, G1776_AMERICAN, &rng);
    assert_int_equal(state.campaign.bid[G1776_BRITISH], 4);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(embarking_and_debarking_cost_movement),
        cmocka_unit_test(halifax_is_a_port_for_who_leaves_by_the_north),
        cmocka_unit_test(an_overloaded_fleet_enters_a_port_only_to_debark),
        cmocka_unit_test(the_sea_is_as_wide_as_the_rebuilt_board),
        cmocka_unit_test(nobody_else_knows_where_the_force_sails),
        cmocka_unit_test(damaged_fleets_come_back_with_their_cargo),
        cmocka_unit_test(boston_is_evacuated_to_halifax),
        cmocka_unit_test(a_visit_breaks_up_when_a_fleet_is_sunk),
        cmocka_unit_test(a_bid_is_secret_until_both_are_made),
    };
    return cmocka_run_group_tests(tests, open_game, NULL);
}
