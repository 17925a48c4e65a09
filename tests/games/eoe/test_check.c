/* check() is worth something only if it notices: at states of random games something is spoiled,
 * and it must say so. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "../../core/spoil.h"
#include "core/property.h"
#include "games/eoe/eoe.h"

enum { STATES = 40, ACTIONS = 300 };

static const mk_game *game;
static eoe_state state, spoiled;
static mk_rng rng;

/* Whatever is written over a byte of these, check() must notice. */
static const spoil_field watched[] = {
    SPOIL(eoe_state, order),      SPOIL(eoe_state, order_count),   SPOIL(eoe_state, open),
    SPOIL(eoe_state, inside),     SPOIL(eoe_state, dead_steps),    SPOIL(eoe_state, base.depth),
    SPOIL(eoe_state, battle.hex), SPOIL(eoe_state, spanish_entry),
};

/* Any value in range makes a possible state, at some moment:
 *   economy, marks, raids: politics make any of them; fleets: in any sea;
 *   march, entry, battle: something is being decided. */
static const spoil_field in_range_only[] = {
    SPOIL(eoe_state, economy),      SPOIL(eoe_state, vermont_flag),
    SPOIL(eoe_state, marion),       SPOIL(eoe_state, blommart),
    SPOIL(eoe_state, north_fallen), SPOIL(eoe_state, raids),
    SPOIL(eoe_state, sea_moved),    SPOIL(eoe_state, ludwig),
    SPOIL(eoe_state, spanish_base), SPOIL(eoe_state, winner),
    SPOIL(eoe_state, reason),       SPOIL(eoe_state, french_entry),
    SPOIL(eoe_state, by_offer),     SPOIL(eoe_state, west_indies),
    SPOIL(eoe_state, raided),       SPOIL(eoe_state, agent_turn),
    SPOIL(eoe_state, phasing),      SPOIL(eoe_state, fleet[0].sea),
    SPOIL(eoe_state, fleet[1].sea), SPOIL(eoe_state, fleet[2].since),
    SPOIL(eoe_state, march.stage),  SPOIL(eoe_state, march.inside),
    SPOIL(eoe_state, march.landed), SPOIL(eoe_state, entry.stage),
    SPOIL(eoe_state, entry.count),  SPOIL(eoe_state, fleet[0].invaded),
};

static void a_spoiled_field_is_noticed(void **s) {
    (void)s;
    for (int n = 0; n < STATES; n++) {
        random_state(game, &state, &rng, ACTIONS);
        SPOIL_EACH(game, &state, watched, SPOIL_ANYHOW, &rng);
        SPOIL_EACH(game, &state, in_range_only, SPOIL_OUT_OF_RANGE, &rng);
    }
}

/* Of a piece: where it is, its steps, its points, when it is due, whose it is. A piece that stands
 * with others of its side somewhere else is possible. */
static void a_spoiled_piece_is_noticed(void **s) {
    (void)s;
    for (int n = 0; n < STATES; n++) {
        random_state(game, &state, &rng, ACTIONS);
        for (int i = 0; i < eoe.piece_count; i += 7) {
            spoil_field at = {"piece.at", offsetof(eoe_state, piece[i].at) + 1, 1};
            spoil_field rest = {"piece.steps", offsetof(eoe_state, piece[i].steps), 4};
            spoil(game, &state, &at, SPOIL_OUT_OF_RANGE, &rng);
            spoil(game, &state, &rest, SPOIL_OUT_OF_RANGE, &rng);
        }
    }
}

/* ---- Invariants of the rules --------------------------------------------- */

/* The state with these changes, settled: check must refuse it with this word. */
static void is_refused(const char *word) {
    char why[300] = "";
    eoe_settle(&spoiled);
    bool holds = eoe_check(&spoiled, why, sizeof why);
    if (holds || !strstr(why, word)) fail_msg("expected \"%s\", check says \"%s\"", word, why);
}

static eoe_state *begun(const char *scenario) {
    mk_setup setup;
    mk_error error;
    char why[300];
    assert_true(mk_setup_init(game, &setup, scenario, &error));
    mk_start(game, &spoiled, &setup, NULL);
    assert_true(eoe_check(&spoiled, why, sizeof why));
    return &spoiled;
}

static int piece(const char *id) {
    int found = eoe_find_piece(id);
    assert_true(found >= 0);
    return found;
}

static void put(const char *id, const char *hex, int inside) {
    spoiled.piece[piece(id)].at = (uint16_t)(2 * mk_hex_named(&eoe_board.hexes, hex) + inside);
}

static void enemies_do_not_share_a_space(void **s) {
    (void)s;
    begun("ar75");
    put("1md", "2220", 0);
    put("br4", "2220", 0);
    is_refused("both sides stand");
    begun("ar75");
    put("1md", "3120", 1);
    is_refused("both are in");
}

static void leaders_are_not_alone_among_enemies(void **s) {
    (void)s;
    begun("ar75");
    put("howe", "2220", 0);
    put("1md", "2220", 0);
    is_refused("alone among enemies");
    begun("ar75");
    put("washington", "3120", 1);
    is_refused("alone in an enemy town");
}

static void nobody_stands_in_the_sea(void **s) {
    (void)s;
    begun("ar75");
    put("br4", "2923", 0);
    is_refused("at sea");
    begun("fi");
    put("fi_br44", "2410", 0);
    is_refused("on a lake");
    begun("fi");
    put("fi_br44", "S4225", 0);
    is_refused("off the map");
    begun("ar75");
    put("br4", "2118", 1);
    is_refused("no town");
}

static void allies_keep_their_orders(void **s) {
    (void)s;
    begun("ar81");
    put("snavr", "2319", 0);
    is_refused("Americans and Spaniards");
    begun("ar81");
    put("fbour", "2921", 0);
    is_refused("left the French");
    begun("ar81");
    spoiled.piece[piece("1md")].at = EOE_HAVANA;
    is_refused("in Havana");
}

static void boxes_hold_what_belongs_there(void **s) {
    (void)s;
    begun("ar75");
    spoiled.piece[piece("br4")].at = EOE_CAPTIVE;
    is_refused("captive unit");
    begun("ar75");
    spoiled.piece[piece("br4")].at = EOE_AVAILABLE;
    is_refused("Available box");
    begun("ar75");
    spoiled.piece[piece("br4")].at = EOE_AWAY;
    is_refused("at home");
    begun("ar75");
    spoiled.piece[piece("br4")].at = EOE_ABOARD + EOE_FRENCH_FLEET;
    is_refused("enemy fleet");
    begun("ar75");
    spoiled.piece[piece("br4")].at = EOE_ABOARD + EOE_BRITISH_FLEET;
    is_refused("fleet that is away");
    begun("ar75");
    spoiled.piece[piece("fi_br44")].at = EOE_DEAD;
    is_refused("another war");
}

static void nobody_is_there_twice(void **s) {
    (void)s;
    begun("ar77");
    put("11va", "2119", 0);
    put("11vam", "2020", 0);
    is_refused("successor");
    begun("ar77");
    put("ca2", "2418", 0);
    put("ca2p", "2319", 0);
    is_refused("successor");
    begun("ar79");
    spoiled.base.turn = 29;
    put("li1", "2319", 0);
    is_refused("out in winter");
    begun("ar81");
    put("umsc", "S4722", 0);
    is_refused("Marion");
    begun("ar75");
    put("ummar", "S4722", 0);
    is_refused("too early");
    begun("ar81");
    put("umvt", "2817", 0);
    is_refused("Vermont");
}

static void fleets_keep_apart_and_out_of_the_winter(void **s) {
    (void)s;
    begun("ar78");
    spoiled.fleet[EOE_BRITISH_FLEET].sea = spoiled.fleet[EOE_FRENCH_FLEET].sea = 0;
    is_refused("share a sea");
    begun("ar78");
    spoiled.base.turn = 23;
    for (int sea = 0; sea < eoe_board.sea_count; sea++)
        if (eoe_board.seas[sea].winter == EOE_WINTER_NONE)
            spoiled.fleet[EOE_BRITISH_FLEET].sea = (uint8_t)sea;
    is_refused("north in winter");
    begun("fi");
    spoiled.fleet[EOE_SPANISH_FLEET].sea = 0;
    is_refused("another war");
}

static void entries_into_the_war_follow_each_other(void **s) {
    (void)s;
    begun("ar78")->spanish_entry = 27;
    is_refused("Spain enters");
    begun("ar78")->french_entry = 30;
    is_refused("Spain enters");
    begun("ar78")->west_indies = 21;
    is_refused("West Indies");
    begun("ar75")->by_offer = 1;
    is_refused("for nothing");
    begun("fi")->french_entry = 1;
    is_refused("another war");
}

static void agents_are_where_they_belong(void **s) {
    (void)s;
    begun("ar75");
    spoiled.agent_at[0] = eoe.hex[EOE_H_BOSTON];
    spoiled.agent_turn[0] = 1;
    is_refused("no hex of his");
    begun("ar75")->agent_turn[0] = 1;
    is_refused("a date and no place");
}

/* ---- Positions ----------------------------------------------------------- */

/* 7.5: who let the Watauga men be is asked only once; a position would ask again. */
static void a_position_does_not_ask_twice(void **s) {
    (void)s;
    char why[300];
    mk_error error;
    mk_text text = {0};
    begun("ar81");
    int wata = piece("wata");
    spoiled.phasing = EOE_ALLIED;
    spoiled.piece[wata].at = EOE_SPECIAL;
    put("br71", "S4419", 0);
    eoe_settle(&spoiled);
    const mk_resume_point *point = game->resume_points;
    while (strcmp(point->name, "operations") != 0) point++;
    assert_true(mk_settle(game, &spoiled, point, NULL, &error));
    assert_int_equal(mk_top(&spoiled.base)->phase, EOE_PH_WATAUGA);
    mk_apply(game, &spoiled, (mk_action){.verb = EOE_V_HOLD}, NULL);
    assert_int_equal(mk_top(&spoiled.base)->phase, EOE_PH_OPERATE);
    assert_int_equal(spoiled.piece[wata].mp, 0);
    assert_false(point->at(&spoiled));
    assert_true(eoe_check(&spoiled, why, sizeof why));
    assert_false(mk_position_write(game, &spoiled, MK_POSITION_ALONE, &text, &error));
    mk_text_free(&text);
}

static int open_engine(void **s) {
    (void)s;
    mk_rng_seed(&rng, 1775);
    if (!mk_open(NULL, NULL)) return -1;
    game = mk_find_game("eoe");
    return game ? 0 : -1;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_spoiled_field_is_noticed),
        cmocka_unit_test(a_spoiled_piece_is_noticed),
        cmocka_unit_test(enemies_do_not_share_a_space),
        cmocka_unit_test(leaders_are_not_alone_among_enemies),
        cmocka_unit_test(nobody_stands_in_the_sea),
        cmocka_unit_test(allies_keep_their_orders),
        cmocka_unit_test(boxes_hold_what_belongs_there),
        cmocka_unit_test(nobody_is_there_twice),
        cmocka_unit_test(fleets_keep_apart_and_out_of_the_winter),
        cmocka_unit_test(entries_into_the_war_follow_each_other),
        cmocka_unit_test(agents_are_where_they_belong),
        cmocka_unit_test(a_position_does_not_ask_twice),
    };
    return cmocka_run_group_tests(tests, open_engine, NULL);
}
