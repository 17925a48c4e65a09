/* check() is worth something only if it notices: at states of random games a field is spoiled, or
 * an invariant of the dossier is broken, and it must say so. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "../../core/spoil.h"
#include "games/g1776/g1776.h"

static const mk_game *game;
static g1776_state state;
static mk_rng rng;

/* Whatever is written over a byte of these, check() must notice. */
static const spoil_field watched[] = {
    SPOIL(g1776_state, piece_count),
    SPOIL(g1776_state, held),
    SPOIL(g1776_state, open),
};

/* Any value in range makes a possible state: of these only what is out of range is noticed. */
static const spoil_field in_range_only[] = {
    SPOIL(g1776_state, turn_stage), SPOIL(g1776_state, stage),       SPOIL(g1776_state, phasing),
    SPOIL(g1776_state, villages),   SPOIL(g1776_state, march_count), SPOIL(g1776_state, passed),
};

static void a_spoiled_field_is_noticed(void **s) {
    (void)s;
    for (int n = 0; n < 40; n++) {
        random_state(game, &state, &rng, 300);
        SPOIL_EACH(game, &state, watched, SPOIL_ANYHOW, &rng);
        SPOIL_EACH(game, &state, in_range_only, SPOIL_OUT_OF_RANGE, &rng);
    }
}

/* ---- One thing that must not be, each ---- */

static void start(const char *scenario, int inverted) {
    mk_setup setup = {0};
    for (int i = 0; i < g1776.scenario_count; i++)
        if (!strcmp(g1776.scenarios[i].id, scenario)) setup.scenario = (uint8_t)i;
    setup.option[G1776_OPTION_INVERTED] = (uint8_t)inverted;
    mk_setup_seed(&setup, 1);
    mk_start(game, &state, &setup, NULL);
    char why[200];
    assert_true(mk_check(game, &state, why, sizeof why));
}

static void notices(const char *words) {
    char why[200] = "";
    assert_false(mk_check(game, &state, why, sizeof why));
    if (!strstr(why, words)) fail_msg("\"%s\" says nothing of \"%s\"", why, words);
}

static int hex(const char *name) { return mk_hex_named(&g1776_board.hexes, name); }

static int town(const char *id) {
    for (int t = 0; t < g1776_board.town_count; t++)
        if (!strcmp(g1776_board.town[t].id, id)) return g1776_board.town[t].hex;
    return MK_NOWHERE;
}

static void works_are_single(void **s) { /* I1 */
    (void)s;
    start("yorktown", 0);
    g1776_add(&state, town("west_point"), G1776_ENT_A, 1, 0);
    notices("a fort and an entrenchment");
    start("yorktown", 0);
    g1776_add(&state, town("west_point"), G1776_FORT_A, 1, 0);
    notices("two forts");
    start("yorktown", 0);
    g1776_add(&state, town("baltimore"), G1776_CA, 1, G1776_INSIDE);
    notices("inside no fort");
}

/* ---- What the turn track brought, and nothing else ---- */

static int brought(int type) {
    const g1776_scenario_rules *r = g1776_rules(&state);
    int most = 0;
    for (int i = 0; i < r->set_up_count; i++) most += r->set_up[i].group.count[type];
    for (int i = 0; i < r->free_count; i++) most += r->free[i].group.count[type];
    for (int i = 0; i < r->arrival_count; i++)
        if (r->arrival[i].turn <= state.base.turn) most += r->arrival[i].group.count[type];
    if (type == G1776_BI && state.base.option[G1776_OPTION_VILLAGERS]) most += 3;
    return most;
}

/* An elite that loses its leader becomes a plain SP of its colour (III.G). */
static int converted(int type) {
    int n = 0;
    for (int t = G1776_GRENADIERS; t < G1776_SP_TYPES; t++)
        if (g1776.type[t].colour == type && g1776.type[t].leader != G1776_NONE) n += brought(t);
    return n;
}

static void nobody_comes_from_nowhere(void **s) { /* I2, I11, I16, I17 */
    (void)s;
    for (int n = 0; n < 60; n++) {
        random_state(game, &state, &rng, 1200);
        if (g1776_in_campaign(&state)) continue; /* rate charts bring more: I18 is in check() */
        for (int type = 0; type < G1776_SP_TYPES; type++)
            assert_true(g1776_on_map(&state, type) <= brought(type) + converted(type));
        const g1776_scenario_rules *r = g1776_rules(&state);
        for (int f = 0; f < G1776_FLEETS; f++) {
            bool came = state.fleet[f].place == G1776_GONE;
            for (int i = 0; i < r->set_up_count; i++)
                came |= mk_set_has(r->set_up[i].group.fleets, f);
            for (int i = 0; i < r->arrival_count; i++)
                came |= mk_set_has(r->arrival[i].group.fleets, f) &&
                        r->arrival[i].turn <= state.base.turn;
            assert_true(came);
        }
    }
}

static void spoils_are_taken(void **s) { /* I3 */
    (void)s;
    start("yorktown", 0);
    g1776_add(&state, town("baltimore"), G1776_SUP_B, 1, 0);
    notices("among enemies");
}

static void pieces_stand_where_they_can(void **s) { /* I4, I14 */
    (void)s;
    start("yorktown", 0);
    g1776_add(&state, hex("CCC45"), G1776_CA, 1, 0);
    notices("in the water");
    start("yorktown", 0);
    g1776_add(&state, town("savannah"), G1776_RM, 1, 0);
    notices("outside the area");
    start("yorktown", 0);
    state.fleet[G1776_BF_B].place = (uint16_t)town("albany");
    notices("lies on land");
    start("yorktown", 0);
    int river = mk_side_named(&g1776_board.hexes, "DD27/EE28");
    state.fleet[G1776_BF_B].place = (uint16_t)(G1776_AT_SIDE + river);
    notices("does not carry it");
    start("yorktown", 0);
    g1776_add(&state, G1776_ABOARD + G1776_BF_A, G1776_BR, 1, 0);
    notices("its cargo is not");
    start("yorktown", 0);
    g1776_add(&state, G1776_ABOARD + G1776_BF_B, G1776_BR, 9, 0);
    notices("carries too much");
}

static void surprised_fleets_do_not_stay(void **s) { /* V.A */
    (void)s;
    start("yorktown", 0);
    state.fleet[G1776_BF_B].place = (uint16_t)town("newport");
    notices("port of the enemy");
}

static void spent_is_spent(void **s) { /* I5 */
    (void)s;
    start("yorktown", 0);
    g1776_put(&state, (g1776_piece){.place = (uint16_t)town("baltimore"),
                                    .type = G1776_RM,
                                    .spent = 50,
                                    .count = 1});
    notices("has spent");
}

static void leaders_are_in_one_possible_place(void **s) { /* I10 */
    (void)s;
    start("yorktown", 0);
    state.leader[g1776.named[G1776_WASHINGTON]].place = (uint16_t)hex("CCC45");
    notices("no hex of play");
    start("yorktown", 0);
    state.leader[g1776.named[G1776_WASHINGTON]].place = G1776_TRACK;
    notices("never comes back");
}

static void counters_face_down(void **s) { /* VI.B */
    (void)s;
    start("yorktown", 0);
    g1776_add(&state, town("baltimore"), G1776_CA, 1, G1776_DOWN);
    notices("without the option");
    start("yorktown", 0);
    g1776_add(&state, town("baltimore"), G1776_DECOY_A, 1, 0);
    notices("without the option");
    start("greene_1780", 1);
    g1776_add(&state, town("charleston"), G1776_TM, 1, G1776_DOWN);
    notices("face down");
}

static void groups_stop_at_enemies(void **s) { /* I6 */
    (void)s;
    start("yorktown", 0);
    enum { STEPPED = 1 };
    g1776_add(&state, town("baltimore"), G1776_BR, 1, 0);
    mk_frame *f = mk_push(&state.base, G1776_PH_GROUP, G1776_BRITISH);
    f->a = (int16_t)town("baltimore");
    f->b = STEPPED;
    notices("goes on among enemies");
}

static void nobody_walks_out_past_besiegers(void **s) { /* I6 */
    (void)s;
    start("yorktown", 0);
    int fort = town("west_point"), beside = g1776_board.hexes.near[fort][0];
    g1776_add(&state, fort, G1776_BR, 1, 0);
    g1776_put(&state, (g1776_piece){.place = (uint16_t)beside,
                                    .type = G1776_CA,
                                    .origin = (uint16_t)((fort + 1) | G1776_FROM_INSIDE),
                                    .count = 1});
    notices("has left a besieged fort");
}

static void losses_fall_on_those_who_take_part(void **s) { /* I9 */
    (void)s;
    start("yorktown", 0);
    g1776_combat *c = &state.combat;
    int hex = town("baltimore");
    g1776_add(&state, hex, G1776_BR, 1, 0);
    *c = (g1776_combat){.hex = (uint16_t)hex, .attacker = G1776_BRITISH, .step = G1776_C_LOSE_X};
    c->force[G1776_BRITISH][G1776_BR] = 1;
    c->card[0] = c->card[1] = G1776_NO_CARD;
    c->elite[0] = c->elite[1] = G1776_NO_TYPE;
    c->lose[G1776_BRITISH] = 1;
    char why[200];
    assert_true(mk_check(game, &state, why, sizeof why));
    c->lose[G1776_BRITISH] = 2;
    notices("more are lost");
    c->lose[G1776_BRITISH] = 0;
    c->force[G1776_BRITISH][G1776_BR] = 2;
    notices("is not there");
}

static void a_town_has_one_master(void **s) { /* I12 */
    (void)s;
    start("british_receding", 0);
    int cross_creek = g1776_board.town_at[town("cross_creek")];
    mk_set_add(&state.ledger.held[G1776_BRITISH], cross_creek);
    char why[200];
    assert_true(mk_check(game, &state, why, sizeof why));
    mk_set_add(&state.ledger.held[G1776_AMERICAN], cross_creek);
    notices("both control");
}

static int open_engine(void **s) {
    (void)s;
    mk_rng_seed(&rng, 5);
    if (!mk_open(NULL, NULL)) return -1;
    game = mk_find_game("g1776");
    return game ? 0 : -1;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_spoiled_field_is_noticed),
        cmocka_unit_test(works_are_single),
        cmocka_unit_test(nobody_comes_from_nowhere),
        cmocka_unit_test(spoils_are_taken),
        cmocka_unit_test(pieces_stand_where_they_can),
        cmocka_unit_test(surprised_fleets_do_not_stay),
        cmocka_unit_test(spent_is_spent),
        cmocka_unit_test(leaders_are_in_one_possible_place),
        cmocka_unit_test(counters_face_down),
        cmocka_unit_test(groups_stop_at_enemies),
        cmocka_unit_test(nobody_walks_out_past_besiegers),
        cmocka_unit_test(losses_fall_on_those_who_take_part),
        cmocka_unit_test(a_town_has_one_master),
    };
    return cmocka_run_group_tests(tests, open_engine, NULL);
}
