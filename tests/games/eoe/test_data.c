/* Units, leaders, tables and scenarios of End of Empire against the numbers of the rulebook. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../../core/facts.h"
#include "core/pack.h"
#include "counters.h"
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

/* ---- Every counter ------------------------------------------------------- */

static void add_factors(char *text, size_t room, const char *before, const uint8_t *factor,
                        int steps) {
    size_t n = strlen(text);
    n += (size_t)snprintf(text + n, room - n, " %s", before);
    for (int i = 0; i < (steps ? steps : 1); i++)
        n += (size_t)snprintf(text + n, room - n, "%s%d", i ? "," : "", factor[i]);
}

/* A piece as a line of counters.h. */
static void describe(const eoe_piece_row *p, char *text, size_t room) {
    const char *box = p->enters_boxed ? "!" : "";
    if (p->type == EOE_LEADER) {
        snprintf(text, room, "%s %d-%d-%d in %d%s out %d", p->name.id, p->combat, p->rank,
                 p->initiative, p->enters_turn, box, p->leaves_turn);
        return;
    }
    static const char *const linear[] = {"", "b", "c"}, *const mf[] = {"", "b", "+"};
    snprintf(text, room, "%s %d", p->name.id, p->steps);
    add_factors(text, room, linear[p->linear_print], p->linear, p->steps);
    add_factors(text, room, p->marks & EOE_M_AMBUSHES ? "+" : "", p->ambush, p->steps);
    size_t n = strlen(text);
    snprintf(text + n, room - n, " %d%s in %d%s out %d %d", p->mf, mf[p->mf_print], p->enters_turn,
             box, p->leaves_turn, p->second_counter_at);
}

static void counters_are_as_printed(void **state) {
    (void)state;
    assert_int_equal(eoe.piece_count, sizeof counters / sizeof *counters);
    for (int i = 0; i < eoe.piece_count; i++) {
        char text[200];
        describe(&eoe.piece[i], text, sizeof text);
        assert_string_equal(text, counters[i]);
    }
}

/* ---- Tables -------------------------------------------------------------- */

/* The die that brings a fleet, turn by turn, before and after its country is in the war. */
static void fleets_come_by_their_table(void **state) {
    (void)state;
    static const struct {
        int war, fleet, entered;
        const char *numbers;
    } rows[] = {
        {EOE_REVOLUTION, EOE_BRITISH_FLEET, 0, "00000066666666666666666666666666666666666"},
        {EOE_REVOLUTION, EOE_BRITISH_FLEET, 1, "00000055444455444455444455444455444455334"},
        {EOE_REVOLUTION, EOE_FRENCH_FLEET, 0, "00000000000000000000000000000000000000000"},
        {EOE_REVOLUTION, EOE_FRENCH_FLEET, 1, "12331112331112331114331112341113331112451"},
        {EOE_REVOLUTION, EOE_SPANISH_FLEET, 0, "00000000000000000000000000000000000000000"},
        {EOE_REVOLUTION, EOE_SPANISH_FLEET, 1, "43444443444443444443444443444443444553444"},
        {EOE_FRENCH_AND_INDIAN, EOE_BRITISH_FLEET, 0, "344333333333332233465433466433566533"},
        {EOE_FRENCH_AND_INDIAN, EOE_FRENCH_FLEET, 0, "332111322111355311211111100011100011"},
        {EOE_KING_GEORGE, EOE_BRITISH_FLEET, 0, "122122565322332222443322444322"},
        {EOE_KING_GEORGE, EOE_FRENCH_FLEET, 0, "222111111111123411211111111111"},
        {EOE_JENKINS, EOE_BRITISH_FLEET, 0, "5332233332233"},
        {EOE_JENKINS, EOE_SPANISH_FLEET, 0, "2222222222235"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const uint8_t *numbers = eoe.table.fleet[rows[i].war][rows[i].fleet][rows[i].entered];
        for (int turn = 1; rows[i].numbers[turn - 1]; turn++)
            assert_int_equal(numbers[turn], rows[i].numbers[turn - 1] - '0');
    }
    static const uint8_t infantry[EOE_WARS][EOE_FLEETS] = {
        [EOE_REVOLUTION] = {6, 12, 8},
        [EOE_FRENCH_AND_INDIAN] = {8, 6, 0},
        [EOE_KING_GEORGE] = {5, 5, 0},
        [EOE_JENKINS] = {3, 0, 3},
    };
    assert_memory_equal(eoe.table.naval_infantry, infantry, sizeof infantry);
}

/* Plain numbers of the rulebook, each group with its rule. */
static void numbers_are_those_of_the_rulebook(void **state) {
    (void)state;
    const eoe_tables *t = &eoe.table;
    const int found[] = {
        t->march.wild,
        t->march.civilized,
        t->march.unfriendly,
        t->march.rough, /* 9.8 */
        t->march.rough_unfriendly,
        t->march.water_wild,
        t->march.water_civilized,
        t->march.battle,
        t->march.ferry,
        t->march.winter, /* 11.0, 9.11, 9.10 */
        t->initiative.plain,
        t->initiative.plus,
        t->initiative.boxed, /* 8.2 */
        t->initiative.winter,
        t->initiative.success, /* 8.4, 8.3 */
        t->initiative.no_cavalry,
        t->initiative.screened, /* 8.7, 8.8 */
        t->risk.ambush,
        t->risk.hit,
        t->risk.killed,
        t->risk.wounded, /* 11.4, 11.6 */
        t->drm.fort,
        t->drm.attacker_guns,
        t->drm.defender_guns,
        t->drm.powder,
        t->drm.powder_turn,
        t->drm.steuben_attack,
        t->drm.steuben_attack_year,
        t->drm.steuben_defence,
        t->drm.steuben_defence_year, /* 11.9 */
        t->least_die,
        t->most_die,
        t->entry.french_steps,
        t->entry.north_steps, /* 15.2, 15.8 */
        t->entry.west_indies,
        t->entry.regiments,
        t->entry.steps, /* 7.6 */
        t->entry.spanish,
        t->entry.spanish_first, /* 15.5 */
        t->entry.new_france,
        t->entry.new_france_die,
        t->entry.new_france_ports, /* 15.4 */
        t->entry.vermont,          /* 12.4 */
        t->disruption.occupied,
        t->disruption.raided,
        t->disruption.divisor,
        t->disruption.turns,
        t->disruption.french,
        t->disruption.spanish, /* 15.7 */
        t->agent_die,
        t->tribe_die, /* 13.1 */
        t->loyalty_bonus,
        t->loyalty_most, /* 13.2 */
        t->hesse_cassel,
        t->brunswick,
        t->raid, /* 7.9, 14.10 */
    };
    static const int expected[] = {
        5,  1,  2,  2,  4,  2,  1, 5,  5,    2,  2,    8,  0, -2, 1,  -1, 1,  2,  1,
        2,  4,  -1, -1, 1,  -1, 6, -1, 1777, 1,  1776, -2, 8, 20, 35, 3,  10, 18, 9,
        20, 13, 1,  2,  35, 2,  1, 5,  5,    -2, -1,   2,  1, 2,  6,  1,  1,  1,
    };
    assert_int_equal(sizeof found, sizeof expected);
    for (size_t i = 0; i < sizeof found / sizeof *found; i++)
        if (found[i] != expected[i]) fail_msg("number %zu is %d, not %d", i, found[i], expected[i]);
}

static void is_recruits(const eoe_recruits *row, const char *at, int steps) {
    assert_int_equal(row->hex, hex(at));
    assert_int_equal(row->steps, steps);
}

/* 7.8, 7.9, 13.2; the dice of the tribes of Jenkins' Ear. */
static void recruits_are_those_of_the_rulebook(void **state) {
    (void)state;
    const eoe_tables *t = &eoe.table;
    assert_int_equal(t->scheduled[0].turn, 8);
    assert_int_equal(t->scheduled[0].steps, 2);
    assert_int_equal(t->scheduled[1].turn, 25);
    assert_int_equal(t->scheduled[1].steps, 1);
    is_recruits(&t->regular[0], "2220", 3);
    is_recruits(&t->tory[0], "3411", 1);
    is_recruits(&t->tory[1], "4926", 1);
    is_recruits(&t->tory[2], "S4619", 1);
    is_recruits(&t->tory[3], "S5023", 1);
    is_recruits(&t->tory[4], "2220", 5);
    static const struct {
        const char *hex;
        int points, empty;
    } points[] = {{"2709", 2, 0}, {"2716", 2, 1}, {"1907", 1, 0}, {"2510", 1, 0}};
    for (int i = 0; i < 4; i++) {
        assert_int_equal(t->point[i].hex, hex(points[i].hex));
        assert_int_equal(t->point[i].points, points[i].points);
        assert_int_equal(t->point[i].empty, points[i].empty);
    }
    assert_int_equal(t->tribe_dice[eoe_find_piece("je_icreek")], 2);
    assert_int_equal(t->tribe_dice[eoe_find_piece("je_icherokee")], 1);
    assert_int_equal(t->tribe_dice[eoe_find_piece("je_ichickasaw")], 1);
    assert_int_equal(t->tribe_dice[eoe_find_piece("je_iyamasee")], 2);
}

/* First and last turn; politics that have happened. */
static void scenarios_begin_and_end_when_they_should(void **state) {
    (void)state;
    static const struct {
        const char *id;
        int first, last, listed, politics, french, spanish, west_indies, vermont, marion;
    } rows[] = {
        {"ic", 3, 10, 0, 0, 0, 0, 0, 0, 0},      {"je", 1, 13, 0, 0, 0, 0, 0, 0, 0},
        {"kg", 1, 30, 0, 0, 0, 0, 0, 0, 0},      {"fi", 1, 36, 0, 0, 0, 0, 0, 0, 0},
        {"fi2", 1, 36, 0, 0, 0, 0, 0, 0, 0},     {"fi57", 13, 36, 1, 0, 0, 0, 0, 0, 0},
        {"ar75", 1, 41, 0, 1, 0, 0, 0, 0, 0},    {"ar76", 7, 41, 1, 1, 0, 0, 0, 0, 0},
        {"ar77", 13, 41, 1, 1, 0, 0, 0, 0, 0},   {"ar78", 19, 41, 1, 1, 19, 28, 0, 0, 0},
        {"ar79", 25, 41, 1, 1, 19, 28, 1, 0, 0}, {"ar80", 31, 41, 1, 1, 19, 28, 1, 0, 0},
        {"ar81", 37, 41, 1, 1, 19, 28, 1, 1, 1},
    };
    for (int i = 0; i < 13; i++) {
        const eoe_scenario *s = &eoe.scenario[i];
        assert_string_equal(eoe.scenarios[i].id, rows[i].id);
        assert_int_equal(s->first, rows[i].first);
        assert_int_equal(s->last, rows[i].last);
        assert_int_equal(s->listed, rows[i].listed);
        assert_int_equal(s->politics, rows[i].politics);
        assert_int_equal(s->french_entry, rows[i].french);
        assert_int_equal(s->spanish_entry, rows[i].spanish);
        assert_int_equal(s->west_indies_done, rows[i].west_indies);
        assert_int_equal(s->vermont_flag, rows[i].vermont);
        assert_int_equal(s->marion, rows[i].marion);
    }
    int inside = 0, due = 0; /* Boston, Quebec and Charleston are besieged; six regiments of 1776 */
    for (int i = 0; i < 13; i++) {
        for (int k = 0; k < eoe.scenario[i].set_up_count; k++) {
            const eoe_set_up *u = &eoe.scenario[i].set_up[k];
            inside += u->inside;
            due += u->how == EOE_BEGINS_DUE && i == 0 && u->turn == 7;
        }
    }
    assert_int_equal(inside, 16 + 3 + 13);
    assert_int_equal(due, 6);
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

static int open_pack(void **state) {
    (void)state;
    return facts_shipped("eoe");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_printed_pieces_are_as_printed),
        cmocka_unit_test(the_rulebook_counts_them),
        cmocka_unit_test(combat_tables_have_the_printed_cells),
        cmocka_unit_test(counters_are_as_printed),
        cmocka_unit_test(fleets_come_by_their_table),
        cmocka_unit_test(numbers_are_those_of_the_rulebook),
        cmocka_unit_test(recruits_are_those_of_the_rulebook),
        cmocka_unit_test(scenarios_begin_and_end_when_they_should),
        cmocka_unit_test(turns_are_dated),
        cmocka_unit_test(the_economy_table_is_the_printed_one),
        cmocka_unit_test(a_loyalty_of_one_costs_the_british_three_tribes),
        cmocka_unit_test(nobody_begins_off_the_map),
        cmocka_unit_test(contradictions_are_refused), /* the last: it leaves no data */
    };
    int failed = cmocka_run_group_tests(tests, open_pack, NULL);
    eoe_free_map();
    return failed;
}
