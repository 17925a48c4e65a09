/* Units, leaders, tables and scenarios of End of Empire against the numbers of the rulebook. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../../core/facts.h"
#include "core/pack.h"
#include "games/eoe/data.h"

#include <stdio.h>
#include <string.h>

static const eoe_piece_row *piece(const char *id) {
    int found = eoe_find_piece(id);
    if (found < 0) fail_msg("no piece %s", id);
    return &eoe.piece[found];
}

static int hex(const char *name) { return mk_hex_named(&eoe_board.hexes, name); }

typedef bool (*test_of)(const eoe_piece_row *);
static int count(test_of is) {
    int n = 0;
    for (int i = 0; i < eoe.piece_count; i++) n += is(&eoe.piece[i]);
    return n;
}

/* 2.3 prints this unit in full; 8.1 prints Wolfe. */
static void the_printed_pieces_are_as_printed(void **state) {
    (void)state;
    const eoe_piece_row *stark = piece("starkb"), *wolfe = piece("fi_wolfe");
    assert_int_equal(stark->enters_turn, 15);
    assert_int_equal(stark->enters_hex, hex("3219"));
    assert_int_equal(stark->leaves_turn, 17);
    assert_int_equal(stark->steps, 2);
    assert_int_equal(stark->linear[1], 8);
    assert_int_equal(stark->linear_print, EOE_BOXED);
    assert_int_equal(stark->ambush[1], 2);
    assert_false(stark->marks & EOE_M_AMBUSHES);
    assert_int_equal(stark->mf, 20);
    assert_int_equal(stark->mf_print, EOE_CIRCLED_OR_PLUS);
    assert_int_equal(wolfe->combat, 2);
    assert_int_equal(wolfe->rank, 6);
    assert_int_equal(wolfe->initiative, 5);
}

static bool nova_scotia(const eoe_piece_row *p) { return p->enters == EOE_IN_NOVA_SCOTIA; }
static bool west_indies_leader(const eoe_piece_row *p) {
    return p->type == EOE_LEADER && p->leaves == EOE_OUT_WEST_INDIES;
}
static bool at_french_entry(const eoe_piece_row *p) { return p->leaves == EOE_OUT_FRENCH_ENTRY; }
static bool special_exit(const eoe_piece_row *p) { return p->leaves == EOE_OUT_SPECIAL; }
static bool rearmed(const eoe_piece_row *p) { return p->leaves == EOE_OUT_SUBSTITUTED; }
static bool precursor(const eoe_piece_row *p) { return p->leaves == EOE_OUT_PRECURSOR; }
static bool sent(const eoe_piece_row *p) {
    return p->type != EOE_LEADER && p->marks & EOE_M_WEST_INDIES;
}
static bool american_marine(const eoe_piece_row *p) {
    return p->type != EOE_LEADER && p->nation == EOE_N_CONTINENTAL && p->marks & EOE_M_MARINE;
}
static bool rochambeaus(const eoe_piece_row *p) {
    return p->war == EOE_REVOLUTION && p->type != EOE_LEADER &&
           (p->nation == EOE_N_FRENCH_REGULAR || p->nation == EOE_N_FRENCH_FOREIGN);
}
static bool american_militia(const eoe_piece_row *p) {
    return p->nation == EOE_N_AMERICAN_MILITIA && p->enters == EOE_IN_AVAILABLE;
}

static void the_rulebook_counts_them(void **state) {
    (void)state;
    assert_int_equal(count(nova_scotia), 3);        /* 2.5 */
    assert_int_equal(count(special_exit), 4);       /* 2.6 */
    assert_int_equal(count(west_indies_leader), 4); /* 7.6 */
    assert_int_equal(count(at_french_entry), 1);    /* Howe */
    assert_int_equal(piece("howe")->leaves, EOE_OUT_FRENCH_ENTRY);
    assert_int_equal(count(rearmed), 6);           /* 7.5 */
    assert_int_equal(count(precursor), 3);         /* 7.5 */
    assert_int_equal(count(sent), 10);             /* 7.6 */
    assert_int_equal(count(american_marine), 3);   /* 14.10 */
    assert_int_equal(count(rochambeaus), 5);       /* 15.3 */
    assert_int_equal(count(american_militia), 15); /* 12.4: 14 British flags and Vermont's */
    assert_int_equal(eoe.scenario_count, 13);      /* 1.0 */
}

/* The cells that the rulebook gives, and those of V03. */
static void combat_tables_have_the_printed_cells(void **state) {
    (void)state;
    const eoe_tables *t = &eoe.table;
    static const struct {
        int column, die, attacker, defender, result;
    } cells[] = {
        {EOE_3_1, 7, 1, 4, EOE_R_DEFENDER}, /* 11.1 */
        {EOE_3_1, -2, 2, 1, EOE_R_ATTACKER},
        {EOE_4_1, 8, 0, 0, EOE_R_ELIMINATED},
        {EOE_1_1, 3, 1, 1, EOE_R_ATTACKER},
        {EOE_2_1, 3, 1, 2, 0},
        {EOE_1_3, 8, 1, 1, 0},
    };
    for (size_t i = 0; i < sizeof cells / sizeof *cells; i++) {
        eoe_cell c = t->linear[cells[i].die + 2][cells[i].column];
        assert_int_equal(c.attacker, cells[i].attacker);
        assert_int_equal(c.defender, cells[i].defender);
        assert_int_equal(c.result, cells[i].result);
    }
    assert_int_equal(t->below.attacker, 2); /* 11.8 */
    assert_int_equal(t->below.result, EOE_R_ATTACKER);
    assert_int_equal(t->ambush[5][EOE_AGAINST_NONE].defender, 3);
    assert_int_equal(t->ambush[0][EOE_AGAINST_NONE].defender, 1);
    assert_int_equal(t->ambush[4][EOE_1_3].result, EOE_R_NO_EFFECT);
    assert_int_equal(t->ambush[2][EOE_4_1].result, EOE_R_DEFENDER);
}

static void turns_are_dated(void **state) {
    (void)state;
    static const struct {
        int turn, year, season;
    } dates[] = {{1, 1775, EOE_SPRING},    {5, 1775, EOE_WINTER_1},  {6, 1776, EOE_WINTER_2},
                 {7, 1776, EOE_SPRING},    {12, 1777, EOE_WINTER_2}, {17, 1777, EOE_WINTER_1},
                 {18, 1778, EOE_WINTER_2}, {33, 1780, EOE_SUMMER_2}, {41, 1781, EOE_WINTER_1}};
    for (size_t i = 0; i < sizeof dates / sizeof *dates; i++) {
        const eoe_turn *turn = &eoe.table.turn[EOE_REVOLUTION][dates[i].turn];
        assert_int_equal(turn->year, dates[i].year);
        assert_int_equal(turn->season, dates[i].season);
    }
    assert_int_equal(eoe.table.turn_count[EOE_REVOLUTION], 41);
    assert_int_equal(eoe.table.turn_count[EOE_JENKINS], 13);
    /* 7.8: turns 8 and 25 are Summer I 1756 and Spring 1759. */
    assert_int_equal(eoe.table.turn[EOE_FRENCH_AND_INDIAN][8].year, 1756);
    assert_int_equal(eoe.table.turn[EOE_FRENCH_AND_INDIAN][25].season, EOE_SPRING);
}

/* 15.7 */
static void the_economy_table_is_the_printed_one(void **state) {
    (void)state;
    static const int rows[][3] = {{17, 8, 11}, {23, 6, 9}, {29, 4, 7}, {35, 2, 5}, {41, 1, 4}};
    assert_int_equal(eoe.table.economy_count, 5);
    for (int i = 0; i < 5; i++) {
        assert_int_equal(eoe.table.economy[i].turn, rows[i][0]);
        assert_int_equal(eoe.table.economy[i].near, rows[i][1]);
        assert_int_equal(eoe.table.economy[i].full, rows[i][2]);
    }
}

/* 13.2: at a total of 1 the British withdraw Mohawk, Mingo and Delaware, and nobody else. */
static void a_loyalty_of_one_costs_the_british_three_tribes(void **state) {
    (void)state;
    int leave = 0;
    for (int i = 0; i < eoe.table.tribe_count; i++) {
        const eoe_tribe *tribe = &eoe.table.tribe[i];
        if (!(tribe->at[1].withdraws & 1 << EOE_BRITISH)) continue;
        const char *id = eoe.piece[tribe->piece[EOE_FRENCH_AND_INDIAN]].name.id;
        assert_true(!strcmp(id, "fi_imohawk") || !strcmp(id, "fi_imingo") ||
                    !strcmp(id, "fi_idelaware"));
        leave++;
    }
    assert_int_equal(leave, 3);
}

static void nobody_begins_off_the_map(void **state) {
    (void)state;
    for (int i = 0; i < eoe.scenario_count; i++) {
        const eoe_scenario *s = &eoe.scenario[i];
        for (int k = 0; k < s->set_up_count; k++) {
            if (s->set_up[k].how != EOE_BEGINS_AT) continue;
            int ground = eoe_board.ground[s->set_up[k].hex];
            assert_true(ground == EOE_WILD || ground == EOE_CIVILIZED);
        }
    }
    for (int i = 0; i < eoe.piece_count; i++) {
        const eoe_piece_row *p = &eoe.piece[i];
        if (p->enters_hex == MK_NOWHERE) continue;
        int ground = eoe_board.ground[p->enters_hex];
        if (ground != EOE_WILD && ground != EOE_CIVILIZED) fail_msg("%s", p->name.id);
    }
}

static void contradictions_are_refused(void **state) {
    (void)state;
    static const struct {
        const char *file, *from, *to, *message;
    } mistakes[] = {
        {"units.json", "\"id\": \"br5\"", "\"id\": \"br4\"", "units[1]: a second piece called br4"},
        {"units.json", "\"linear\": [5, 9]", "\"linear\": [5]",
         "units[0].linear: there must be 2 rows (factors, one for each step), not 1"},
        {"units.json", "\"mf\": 16", "\"mf\": 16, \"speed\": 3", "units[0]: unknown key \"speed\""},
        {"tables.json", "\"1/4DR\"", "\"1/4RD\"",
         "linear.5[5]: a result is like 1/4DR, 2/0AR, 1/1 or 0/DE"},
        {"tables.json", "1775SP 1775S1", "1775SP 1775S2",
         "turns.revolution: turn 2 does not follow the season before"},
        {"scenarios.json", "\"eliminated_steps\": 4", "\"eliminated_steps\": 5",
         "scenarios[7]: 4 regular steps are dead, not 5"},
        {"scenarios.json", "\"dead\": \"br7", "\"dead\": \"br77",
         "scenarios[7].dead: there is no piece called br77"},
        {"leaders.json", "\"initiative\": 5", "\"initiative\": 7",
         "leaders[1].initiative: expected a whole number from 0 to 6; found 7"},
    };
    for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++) {
        mk_error err = {0};
        char text[800], expected[300], file[40];
        snprintf(file, sizeof file, "eoe/%s", mistakes[i].file);
        facts_change(file, mistakes[i].from, mistakes[i].to);
        snprintf(expected, sizeof expected, "%s: %s", file, mistakes[i].message);
        if (eoe_load(&err)) fail_msg("accepted, not refused with %s", expected);
        assert_string_equal(mk_error_string(&err, text, sizeof text), expected);
        mk_pack_clear();
    }
}

int main(void) {
    mk_error err = {0};
    if (!eoe_load(&err)) {
        char text[800];
        fprintf(stderr, "%s\n", mk_error_string(&err, text, sizeof text));
        return 1;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_printed_pieces_are_as_printed),
        cmocka_unit_test(the_rulebook_counts_them),
        cmocka_unit_test(combat_tables_have_the_printed_cells),
        cmocka_unit_test(turns_are_dated),
        cmocka_unit_test(the_economy_table_is_the_printed_one),
        cmocka_unit_test(a_loyalty_of_one_costs_the_british_three_tribes),
        cmocka_unit_test(nobody_begins_off_the_map),
        cmocka_unit_test(contradictions_are_refused), /* the last: it leaves no data */
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    eoe_free_map();
    return failed;
}
