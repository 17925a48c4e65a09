/* The data of 1776 against the rulebook: what each set-up and each turn track adds up to, the
 * tables' values, the areas of play, and packs that contradict themselves. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../../core/facts.h"
#include "core/pack.h"
#include "games/g1776/data.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int hex(const char *name) {
    for (int i = 0; i < g1776_board.town_count; i++)
        if (strcmp(g1776_board.town[i].id, name) == 0) return g1776_board.town[i].hex;
    int found = mk_hex_named(&g1776_board.hexes, name);
    if (found < 0) fail_msg("no hex %s", name);
    return found;
}

static const g1776_scenario_rules *scenario(const char *id) {
    for (int i = 0; i < g1776.scenario_count; i++)
        if (strcmp(g1776.scenario[i].names.id, id) == 0) return &g1776.scenario[i];
    fail_msg("no scenario %s", id);
    return NULL;
}

/* ---- Totals of set-ups and tracks ---- */

typedef struct {
    int type[G1776_TYPES], leaders, fleets, forts, entrenchments;
} total;

static void add(total *t, const g1776_group *g) {
    for (int i = 0; i < G1776_TYPES; i++) t->type[i] += g->count[i];
    t->leaders += mk_set_size(g->leaders);
    t->fleets += mk_set_size(g->fleets);
    t->forts += g->works == G1776_FORT;
    t->entrenchments += g->works == G1776_ENTRENCHED;
}

/* Types by what the rulebook calls them: supply of all nations is Sup, elites of their own name
 * are E. */
static int counted(const total *t, const char *what) {
    int n = 0;
    for (int i = 0; i < G1776_TYPES; i++) {
        bool named = g1776.type[i].is & G1776_IS_ELITE && strcmp(g1776.type[i].sign, "Gren") != 0 &&
                     strcmp(g1776.type[i].sign, "LtInf") != 0;
        if (named ? strcmp(what, "E") == 0 : strcmp(what, g1776.type[i].sign) == 0) n += t->type[i];
    }
    if (strcmp(what, "leaders") == 0) n = t->leaders;
    if (strcmp(what, "fleets") == 0) n = t->fleets;
    if (strcmp(what, "forts") == 0) n = t->forts;
    if (strcmp(what, "ent") == 0) n = t->entrenchments;
    return n;
}

/* "36BR 32CA", and nothing else. */
static void adds_up(const char *id, const char *which, const total *t, const char *expected) {
    char text[400];
    int pieces = t->leaders + t->fleets + t->forts + t->entrenchments;
    for (int i = 0; i < G1776_TYPES; i++) pieces += t->type[i];
    snprintf(text, sizeof text, "%s", expected);
    for (char *word = strtok(text, " "); word; word = strtok(NULL, " ")) {
        char *what;
        int n = (int)strtol(word, &what, 10);
        if (counted(t, what) != n)
            fail_msg("%s, %s: %d %s, not %d", id, which, counted(t, what), what, n);
        pieces -= n;
    }
    if (pieces) fail_msg("%s, %s: %d more pieces than the rulebook has", id, which, pieces);
}

static void set_ups_and_tracks_add_up_to_the_rulebook(void **state) {
    (void)state;
    static const struct {
        const char *id, *set_up, *track;
    } totals[] = {
        {"basic", "36BR 32CA", "40BR 18CA"},
        {"canada_1775", "2Art 1BR 2Bat 1Mag 4RM 2Sup 2TM 2leaders 3forts",
         "1BR 3RM 1Sup 2TM 2leaders"},
        {"saratoga",
         "6Art 1BI 53BR 3Bat 12CA 2Gren 2LtInf 11RM 8Sup 6TM 2E 21leaders 4fleets 7forts 3ent",
         "2BI 6BR 1Bat 11CA 10RM 7Sup 1TM 4E 10leaders"},
        {"greene_1780", "13BR 1Bat 5CA 1Gren 1Mag 1RD 9RM 2Sup 2TD 3TM 3E 8leaders 1forts 4?",
         "1BR 2CA 2Sup"},
        {"yorktown", "4Art 29BR 20CA 7FR 1LtInf 4RM 7Sup 3TM 1E 15leaders 2fleets 1forts 3ent",
         "3Art 13BR 2CA 5FR 2LtInf 6RM 5Sup 1TD 1E 10leaders 5fleets"},
        {"tory_indian_war", "4BI 4BR 6RM 6Sup 2TM 1E 3leaders 4forts 4ent 7?",
         "1Art 1BI 6CA 2RD 3RM 6Sup 1TD 1TM 1E 4leaders"},
        {"lincoln_1779", "2Art 11BR 6CA 1LtInf 2RD 11RM 5Sup 2TD 2TM 6leaders 2forts 6ent",
         "2BI 2BR 7FR 1RD 5RM 1Sup 1TD 5TM 2leaders"},
        {"british_dilemma",
         "6Art 2BI 60BR 20CA 1Gren 1LtInf 1Mag 17RM 10Sup 12TM 8E 30leaders 2fleets 7forts 4ent",
         "1Art 2BI 4BR 3CA 5FR 13RM 4Sup 3TM 1leaders 1fleets"},
        /* the AI that come to the British are BI here */
        {"montcalm_wolfe", "3Art 11BC 28BR 7Bat 14CM 2FI 10FR 3LtInf 6Sup 1E 15leaders 6forts",
         "1BI 2Bat 1CM 2FI 8Sup"},
        {"british_receding",
         "1Art 1BI 15BR 3CA 1Gren 1LtInf 2RD 8RM 3Sup 2TD 3TM 1E 11leaders "
         "3forts 11ent",
         "4BR 4RM 1Sup 4TM"},
        {"carolinas_1776", "1Art 9RM 1Sup 7TM 4leaders 1forts 7ent 6?",
         "2Art 4BR 2CA 1LtInf 4RM 3Sup 8TM 2leaders"},
        {"campaign_1775", "4Art 1BI 9BR 1Mag 4RM 2Sup 2leaders 7forts 2ent",
         "12BR 1Gren 1LtInf 52RM 6Sup 16TM 2E 24leaders 2fleets"},
        {"boston_1775", "3Art 9BR 1Mag 3RM 2Sup 2leaders 5forts 2ent",
         "11BR 1Gren 1LtInf 39RM 5Sup 8TM 2E 20leaders 2fleets"},
        {"southern_1775", "1Art 1BI 1BR 8RM 1Sup 3TM 4leaders 2forts 2ent", "6RM 5TM"},
        {"virginia_1775", "3BR 5TM 28RM 2leaders 2ent", "14TM 28RM"},
        {"carolina_1775", "1BI 3TM 4RM 1Sup 1Art 2leaders 2forts", "3TM 2RM"},
        {"csg1",
         "5Art 3BI 17BR 1Bat 18CA 1Gren 1LtInf 2Mag 32RM 4Sup 16TM 2E 23leaders 2fleets 7forts "
         "2ent 14?",
         "3Art 2BI 81BR 1Gren 1LtInf 5Sup 7E 26leaders 3fleets"},
        {"csg2",
         "5Art 3BI 17BR 1Bat 18CA 1Gren 1LtInf 2Mag 32RM 4Sup 16TM 2E 23leaders 2fleets 7forts "
         "2ent 14?",
         "3Art 2BI 79BR 1Gren 1LtInf 5Sup 5E 26leaders 3fleets"},
        {"csg3",
         "7Art 1BI 74BR 19CA 2Gren 2LtInf 4Mag 22RM 7Sup 9TM 6E 36leaders 4fleets 7forts 14?",
         "2BI 2BR 3E 1leaders"},
        {"csg4",
         "5Art 3BI 17BR 1Bat 18CA 1Gren 1LtInf 2Mag 32RM 4Sup 16TM 2E 23leaders 2fleets 7forts "
         "2ent 14?",
         "3Art 2BI 69BR 1Gren 1LtInf 5Sup 3E 19leaders 3fleets"},
        /* A and B are one force, in two kinds of weather */
        {"csg5", "4Art 1BI 3BR 7CA 8FR 1Mag 1RD 10RM 4Sup 7TM 8leaders 7fleets 1forts 5ent 14?",
         "8Art 1BI 62BR 11CA 10FR 2Gren 4LtInf 7Sup 2FP 1WTD 5E 30leaders 7fleets"},
        /* Glover's men twice: they come again if they were lost */
        {"csg6", "4Art 1BI 9BR 1Mag 4RM 2Sup 2leaders 6forts 2ent 14?",
         "3Art 1BI 91BR 2Gren 2LtInf 52RM 11Sup 16TM 10E 49leaders 5fleets"},
    };
    assert_int_equal(g1776.scenario_count, sizeof totals / sizeof *totals);
    for (size_t i = 0; i < sizeof totals / sizeof *totals; i++) {
        const g1776_scenario_rules *s = &g1776.scenario[i];
        assert_string_equal(s->names.id, totals[i].id);
        total set_up = {0}, track = {0};
        for (int k = 0; k < s->set_up_count; k++) add(&set_up, &s->set_up[k].group);
        for (int k = 0; k < s->free_count; k++) add(&set_up, &s->free[k].group);
        for (int k = 0; k < s->arrival_count; k++) add(&track, &s->arrival[k].group);
        adds_up(s->names.id, "set-up", &set_up, totals[i].set_up);
        adds_up(s->names.id, "track", &track, totals[i].track);
    }
}

/* What a side has had by the end of a month, by set-up and track, if all conditions fail. */
static int had_by(const g1776_scenario_rules *s, int month, int type) {
    int n = 0;
    for (int k = 0; k < s->set_up_count; k++) n += s->set_up[k].group.count[type];
    for (int k = 0; k < s->free_count; k++) n += s->free[k].group.count[type];
    for (int k = 0; k < s->arrival_count; k++) {
        const g1776_arrival *a = &s->arrival[k];
        bool by_then = s->month[a->turn] <= month && a->condition == G1776_NO_CONDITION;
        if (by_then) n += a->group.count[type];
    }
    return n;
}

/* Of the campaign games, elites apart. CSG-6 comes to the 17BR of Boston, the 16TM and about the
 * 32RM, 18CA with which CSG-1 begins; Norfolk and Saint Johns have 1BR more each. */
static void armies_grow_month_by_month(void **state) {
    (void)state;
    static const struct {
        const char *id;
        int month, type, sp; /* year * 100 + month */
    } rows[] = {
        {"csg1", 177601, G1776_BR, 17}, {"csg1", 177603, G1776_BR, 24},
        {"csg1", 177605, G1776_BR, 44}, {"csg1", 177606, G1776_BR, 62},
        {"csg1", 177608, G1776_BR, 85}, {"csg1", 177610, G1776_BR, 91},
        {"csg1", 177611, G1776_BR, 95}, {"csg1", 178012, G1776_BR, 95},
        {"csg1", 177601, G1776_CA, 18}, {"csg1", 177601, G1776_TM, 16},
        {"csg2", 177712, G1776_BR, 95}, {"csg4", 177609, G1776_BR, 85},
        {"csg6", 177504, G1776_BR, 9},  {"csg6", 177505, G1776_BR, 17},
        {"csg6", 177507, G1776_BR, 18}, {"csg6", 177511, G1776_BR, 19},
        {"csg6", 177603, G1776_BR, 26}, {"csg6", 177605, G1776_BR, 46},
        {"csg6", 177606, G1776_BR, 64}, {"csg6", 177608, G1776_BR, 87},
        {"csg6", 177610, G1776_BR, 93}, {"csg6", 177611, G1776_BR, 97},
        {"csg6", 177504, G1776_RM, 26}, {"csg6", 177505, G1776_RM, 33},
        {"csg6", 177506, G1776_RM, 42}, {"csg6", 177507, G1776_RM, 46},
        {"csg6", 177509, G1776_RM, 48}, {"csg6", 177510, G1776_RM, 52},
        {"csg6", 177511, G1776_RM, 55}, {"csg6", 177506, G1776_TM, 4},
        {"csg6", 177507, G1776_TM, 6},  {"csg6", 177508, G1776_TM, 7},
        {"csg6", 177510, G1776_TM, 12}, {"csg6", 177511, G1776_TM, 16},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        int month = rows[i].month / 100 * 12 + rows[i].month % 100 - 1;
        int had = had_by(scenario(rows[i].id), month, rows[i].type);
        if (had != rows[i].sp)
            fail_msg("%s, %d: %d %s, not %d", rows[i].id, rows[i].month, had,
                     g1776.type[rows[i].type].sign, rows[i].sp);
    }
}

/* ---- Tables ---- */

static void odds_are_rounded_for_the_defender(void **state) {
    (void)state;
    static const struct {
        int attacker, defender, a, d;
    } cases[] = {{7, 3, 2, 1}, {5, 3, 3, 2}, {4, 3, 1, 1},  {2, 3, 2, 3},
                 {3, 5, 1, 2}, {1, 3, 1, 3}, {30, 5, 5, 1}, {8, 3, 2, 1} /* 4 to 1.5 */};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int column = g1776_odds(cases[i].attacker, cases[i].defender);
        assert_true(column >= 0);
        assert_int_equal(g1776.table.odds[column][0], cases[i].a);
        assert_int_equal(g1776.table.odds[column][1], cases[i].d);
    }
    assert_int_equal(g1776_odds(1, 4), -1);
}

static const uint8_t *result(int a, int d, int die) {
    return g1776.table.crt[die - G1776_CRT_LOW][g1776_odds(a, d)];
}

#define RESULT(a, d, die, own, theirs)                                                             \
    do {                                                                                           \
        assert_int_equal(result(a, d, die)[0], G1776_R_##own);                                     \
        assert_int_equal(result(a, d, die)[1], G1776_R_##theirs);                                  \
    } while (0)

static void the_combat_table_has_its_entries(void **state) {
    (void)state;
    RESULT(1, 1, 1, LOSE2, NONE);
    RESULT(1, 1, 2, LOSE2, LOSE1);
    RESULT(1, 1, 3, NE, NE);
    RESULT(1, 1, 4, LOSE1, LOSE1);
    RESULT(1, 1, 5, LOSE1, LOSE2);
    RESULT(1, 1, 6, NONE, LOSE2);
    RESULT(2, 1, 1, NE, NE);
    RESULT(2, 1, 2, LOSE1, LOSE1);
    RESULT(2, 1, 3, LOSE1, LOSE2);
    RESULT(2, 1, 4, NONE, LOSE2);
    RESULT(2, 1, 6, NONE, HALF);
    RESULT(5, 1, 3, NONE, HALF);
    RESULT(5, 1, 4, NONE, ALL);
    RESULT(1, 3, 1, HALF, NONE);
    RESULT(3, 1, 10, NONE, ALL);
    RESULT(1, 1, -3, HALF, NONE);
    assert_int_equal(g1776.table.half_least, 2);
    assert_int_equal(g1776.table.drm_limit, 4);
}

static void the_basic_table_has_its_entries(void **state) {
    (void)state;
    static const struct {
        int a, d, die, own, theirs;
    } rows[] = {{20, 10, 2, G1776_R_EXCHANGE, G1776_R_EXCHANGE},
                {20, 10, 3, G1776_R_NONE, G1776_R_HALF},
                {20, 10, 6, G1776_R_NONE, G1776_R_ALL},
                {10, 10, 1, G1776_R_HALF, G1776_R_NONE},
                {3, 9, 6, G1776_R_EXCHANGE, G1776_R_EXCHANGE},
                {2, 1, 0, G1776_R_HALF, G1776_R_NONE}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const uint8_t *found = g1776.table.basic[rows[i].die][g1776_odds(rows[i].a, rows[i].d)];
        assert_int_equal(found[0], rows[i].own);
        assert_int_equal(found[1], rows[i].theirs);
    }
}

static int card(const char *id) {
    for (int i = 0; i < G1776_CARDS; i++)
        if (strcmp(g1776.table.card[i].id, id) == 0) return i;
    fail_msg("no card %s", id);
    return 0;
}

static void cards_have_their_results(void **state) {
    (void)state;
    enum { GOES_ON, ENDS, NC };
    static const struct {
        const char *attacker, *defender;
        int value, ends;
    } cases[] = {
        {"frontal_assault", "withdraw", 1, ENDS},
        {"turn_left", "refuse_right", -2, GOES_ON},
        {"turn_left", "refuse_left", 1, GOES_ON},
        {"turn_left", "withdraw", 2, ENDS},
        {"stand_and_defend", "stand_and_defend", 0, NC},
        {"stand_and_defend", "frontal_assault", 2, GOES_ON},
        {"commit_reserve", "stand_and_defend", 1, GOES_ON},
        {"withdraw", "frontal_assault", -2, ENDS},
        {"refuse_left", "turn_right", 2, GOES_ON},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int a = card(cases[i].attacker), d = card(cases[i].defender);
        assert_int_equal(g1776.table.matrix[a][d], cases[i].value);
        assert_int_equal(g1776.table.matrix_ends[a][d], cases[i].ends);
    }
    assert_int_equal(g1776.table.withdraw, card("withdraw"));
}

static void marches_and_fleets_have_their_entries(void **state) {
    (void)state;
    const g1776_tables *t = &g1776.table;
    assert_int_equal(t->march[1][3], 3); /* Wayne, die 2 */
    assert_int_equal(t->march[5][3], 0); /* Wayne, die 6 */
    assert_int_equal(t->march[6][3], -1);
    assert_int_equal(t->march[3][3], 2); /* Knox, die 2 */
    assert_int_equal(t->knox_march, 3);
    assert_int_equal(t->march[4][5], -1);
    assert_int_equal(t->march[4][4], 0);
    assert_int_equal(t->march[6][2], -1);
    for (int die = 0; die <= 7; die++) assert_true(t->march[die][1] >= 0);
    assert_int_equal(t->fec[6][5][1], 3); /* +4: sunk */
    assert_int_equal(t->fec[3][1][0] + t->fec[3][1][1], 0);
    assert_int_equal(t->fec[1][0][0], 3); /* -1: the attacker */
    assert_int_equal(t->fec[4][1][0], 1);
    assert_int_equal(t->fec[4][1][1], 1);
    assert_int_equal(t->months[1], 3);
    assert_int_equal(t->months[2], 6);
}

static void leaders_meet_their_fates(void **state) {
    (void)state;
    const g1776_tables *t = &g1776.table;
    for (int roll = 2; roll <= 12; roll++)
        assert_int_equal(t->fate_survivors[roll], roll == 12   ? G1776_KILLED
                                                  : roll == 11 ? G1776_WOUNDED
                                                               : G1776_UNHARMED);
    static const uint8_t open[] = {1, 1, 1, 2, 3, 4}, fort[] = {1, 2, 2, 2, 2, 4},
                         check[] = {0, 0, 0, 2, 3, 4};
    for (int die = 1; die <= 6; die++) {
        assert_int_equal(t->fate_lost[die], open[die - 1]);
        assert_int_equal(t->fate_lost_fort[die], fort[die - 1]);
        assert_int_equal(t->fate_check[die], check[die - 1]);
    }
    assert_int_equal(t->check_one_star, 13);
    assert_int_equal(t->check_two_star, 14);
}

static void leaders_command_what_the_rulebook_says(void **state) {
    (void)state;
    static const struct {
        const char *id;
        int leads, commands;
    } rows[] = {
        {"howe", 8, 255},
        {"cornwallis", 8, 32},
        {"rawdon", 6, 12},
        {"grey", 4, 10},
        {"british_leader_a", 4, 4},
        {"british_leader_e", 4, 8},
        {"washington", 8, 255},
        {"greene", 6, 24},
        {"lafayette", 3, 10},
        {"american_leader_a", 3, 3},
        {"american_leader_e", 3, 6},
        {"rochambeau", 8, 24},
        {"french_leader_a", 4, 4},
        {"marion", 3, 3},
        {"brant", 3, 3},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        int found = -1;
        for (int k = 0; k < g1776.leader_count; k++)
            if (strcmp(g1776.leader[k].name.id, rows[i].id) == 0) found = k;
        assert_true(found >= 0);
        assert_int_equal(g1776.leader[found].leads, rows[i].leads);
        assert_int_equal(g1776.leader[found].commands, rows[i].commands);
    }
}

static void pieces_move_and_load_as_printed(void **state) {
    (void)state;
    static const struct {
        int type, mp, load;
    } rows[] = {{G1776_BR, 7, 1},     {G1776_CA, 8, 1},    {G1776_TD, 13, 2},   {G1776_RD, 13, 2},
                {G1776_ART_B, 7, 2},  {G1776_ART_A, 8, 2}, {G1776_ART_F, 7, 2}, {G1776_SUP_B, 7, 2},
                {G1776_SUP_A, 8, 1},  {G1776_SUP_F, 7, 1}, {G1776_BI, 10, 1},   {G1776_LEES, 13, 2},
                {G1776_GLOVERS, 8, 1}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_int_equal(g1776.type[rows[i].type].mp, rows[i].mp);
        assert_int_equal(g1776.type[rows[i].type].load, rows[i].load);
    }
    assert_int_equal(g1776.type[G1776_BI].mp_led, 8);
    assert_int_equal(g1776.fleet[G1776_BF_A].capacity, 6);
    assert_int_equal(g1776.fleet[G1776_TF_A].capacity, 12);
}

/* ---- Scenarios ---- */

static void areas_of_play_are_those_of_the_rulebook(void **state) {
    (void)state;
    static const struct {
        const char *id, *inside, *outside;
    } cases[] = {
        {"basic", "philadelphia", "baltimore"},   {"canada_1775", "albany", "west_point"},
        {"canada_1775", "ft_western", "RRR51"},   {"greene_1780", "richmond", "philadelphia"},
        {"yorktown", "new_york", "ticonderoga"},  {"yorktown", "charlotte", "charleston"},
        {"lincoln_1779", "hillsboro", "norfolk"}, {"british_dilemma", "LL43", "baltimore"},
        {"virginia_1775", "norfolk", "camden"},   {"carolina_1775", "charleston", "norfolk"},
        {"campaign_1775", "savannah", NULL},      {"campaign_1775", "quebec", NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const g1776_hexes *area = &scenario(cases[i].id)->area;
        assert_true(mk_set_has(area, hex(cases[i].inside)));
        if (cases[i].outside) assert_false(mk_set_has(area, hex(cases[i].outside)));
    }
    /* Scenario 9 has the border hexes of Virginia, 6 has not. */
    int more = mk_set_size(&scenario("british_receding")->area) -
               mk_set_size(&scenario("lincoln_1779")->area);
    assert_true(more > 5);
}

static void turns_have_their_months(void **state) {
    (void)state;
    static const struct {
        const char *id;
        int turns, first, last; /* year * 100 + month */
        int moves_first;
    } rows[] = {
        {"basic", 7, 177606, 177612, G1776_BRITISH},
        {"canada_1775", 6, 177509, 177602, G1776_AMERICAN},
        {"saratoga", 6, 177706, 177711, G1776_BRITISH},
        {"greene_1780", 6, 178012, 178105, G1776_BRITISH},
        {"yorktown", 9, 178103, 178111, G1776_BRITISH},
        {"tory_indian_war", 11, 177807, 177909, G1776_BRITISH},
        {"lincoln_1779", 8, 177903, 177910, G1776_BRITISH},
        {"british_dilemma", 8, 177803, 177810, G1776_AMERICAN},
        {"montcalm_wolfe", 7, 175905, 175911, G1776_BRITISH},
        {"british_receding", 9, 178103, 178111, G1776_BRITISH},
        {"carolinas_1776", 5, 177602, 177606, G1776_BRITISH},
        {"campaign_1775", 9, 177504, 177512, G1776_BRITISH},
        {"boston_1775", 9, 177504, 177512, G1776_BRITISH},
        {"southern_1775", 6, 177508, 177601, G1776_BRITISH},
        {"csg1", 60, 177601, 178012, G1776_BRITISH},
        {"csg2", 24, 177601, 177712, G1776_BRITISH},
        {"csg3", 18, 177804, 177909, G1776_BRITISH},
        {"csg4", 9, 177601, 177609, G1776_BRITISH},
        {"csg6", 69, 177504, 178012, G1776_BRITISH},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const g1776_scenario_rules *s = scenario(rows[i].id);
        assert_int_equal(s->turns, rows[i].turns);
        assert_int_equal(s->first, rows[i].moves_first);
        assert_int_equal(s->month[1] / 12 * 100 + s->month[1] % 12 + 1, rows[i].first);
        int last = s->month[s->turns];
        assert_int_equal(last / 12 * 100 + last % 12 + 1, rows[i].last);
    }
    const g1776_scenario_rules *raids = scenario("tory_indian_war");
    assert_int_equal(raids->number[5], 5);
    assert_int_equal(raids->number[6], 0); /* the winter */
    assert_int_equal(raids->number[7], 6);
    assert_int_equal(raids->number[11], 10);
    const g1776_scenario_rules *boston = scenario("boston_1775");
    assert_int_equal(boston->longer, 2);
    assert_int_equal(boston->month[11], 1776 * 12 + 1);
}

static void rain_falls_in_its_months(void **state) {
    (void)state;
    const g1776_scenario_rules *greene = scenario("greene_1780"),
                               *carolinas = scenario("carolinas_1776"),
                               *dilemma = scenario("british_dilemma");
    static const bool rains[] = {false, true, true, true, false, false, false};
    for (int turn = 1; turn <= 6; turn++) assert_int_equal(greene->rain[turn], rains[turn]);
    assert_true(carolinas->rain[1] && carolinas->rain[2] && !carolinas->rain[3]);
    assert_false(carolinas->winter[1]); /* VI is not in force there, */
    assert_true(dilemma->winter[1]);    /* but here */
    assert_false(dilemma->winter[2]);
}

static void towns_score_what_the_lists_say(void **state) {
    (void)state;
    static const struct {
        const char *id;
        int british, american; /* sums of what control gives */
    } rows[] = {{"basic", 111, 111}, {"saratoga", 13, 28}, {"british_receding", 20, 20}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const g1776_scenario_rules *s = scenario(rows[i].id);
        int sum[G1776_SEATS] = {0};
        for (int k = 0; k < s->score_count; k++)
            if (s->score[k].what == G1776_VP_CONTROL) sum[s->score[k].seat] += s->score[k].value;
        assert_int_equal(sum[G1776_BRITISH], rows[i].british);
        assert_int_equal(sum[G1776_AMERICAN], rows[i].american);
    }
}

static void free_places_follow_from_the_board(void **state) {
    (void)state;
    const g1776_scenario_rules *greene = scenario("greene_1780");
    const g1776_place *north_bank = &greene->free[4].place, *dan = &greene->free[8].place;
    int georgetown = hex("georgetown");
    assert_true(mk_set_has(&north_bank->hexes, georgetown));
    g1776_hexes all = {{0}};
    mk_add_within(&g1776_board.hexes, georgetown, 2, all.word);
    int south = 0;
    MK_SET_EACH(h, &all) south += g1776_is_land(h) && !mk_set_has(&north_bank->hexes, h);
    assert_true(south > 0);
    assert_int_equal(dan->to, G1776_TO_SIDES);
    assert_true(mk_set_size(&dan->sides) > 0);
    const g1776_scenario_rules *wolfe = scenario("montcalm_wolfe");
    MK_SET_EACH(side, &wolfe->free[0].place.sides) {
        const uint16_t *both = g1776_board.hexes.side[side].hex;
        assert_true(both[0] == g1776_board.island || both[1] == g1776_board.island);
    }
}

/* ---- All of it ---- */

static void every_row_is_what_was_read(void **state) {
    (void)state;
    static const char *const files[] = {"leaders", "units",     "tables",   "map",
                                        "options", "scenarios", "campaign", NULL};
    facts_as_table("g1776", files, "tests/games/g1776/facts");
}

/* ---- What is refused ---- */

static void contradictions_are_refused(void **state) {
    (void)state;
    static const struct {
        const char *file, *from, *to, *part;
    } mistakes[] = {
        {"g1776/units.json", "\"id\": \"br\"", "\"id\": \"bx\"", "type 1 of this game is br"},
        {"g1776/units.json", "\"colour\": \"br\"", "\"colour\": \"ca\"", "another nation's"},
        {"g1776/leaders.json", "\"id\": \"h_clinton\"", "\"id\": \"howe\"", "two leaders"},
        {"g1776/leaders.json", "\"stars\": 0", "\"stars\": 1", "partisan leaders"},
        {"g1776/tables.json", "\"NC\"", "\"NO\"", "a number, a number with u, or NC"},
        {"g1776/tables.json", "\"drm_limit\": 4", "\"drm_limit\": 4, \"x\": 1", "x"},
        {"g1776/tables.json", "{\"from\": 2, \"to\": 10", "{\"from\": 2, \"to\": 9",
         "from 2 to 12"},
        {"g1776/scenarios.json", "\"at\": \"oswego\"", "\"at\": \"savannah\"",
         "outside the area of play"},
        {"g1776/scenarios.json", "\"br\": 20", "\"ca\": 20", "not of this side"},
        {"g1776/scenarios.json", "\"1776-07\"", "\"1776-13\"", "a month is written"},
        {"g1776/scenarios.json", "\"turn\": 6,", "\"turn\": 9,", "no such turn"},
        {"g1776/scenarios.json", "\"test\": \"points_lead\"", "\"test\": \"points_led\"",
         "no test called"},
        {"g1776/scenarios.json", "\"no_dismantling\"", "\"no_dismantlin\"", "no special rule"},
        {"g1776/options.json", "\"off\"", "\"of\"", "value 1"},
    };
    for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++) {
        mk_error err = {0};
        facts_change(mistakes[i].file, mistakes[i].from, mistakes[i].to);
        if (g1776_load(&err)) fail_msg("%s is accepted", mistakes[i].to);
        if (!strstr(err.text, mistakes[i].part))
            fail_msg("\"%s\" does not say \"%s\"", err.text, mistakes[i].part);
        assert_int_equal(g1776.scenario_count, 0);
        mk_pack_clear();
    }
}

int main(void) {
    if (facts_shipped("g1776") != 0) return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(set_ups_and_tracks_add_up_to_the_rulebook),
        cmocka_unit_test(armies_grow_month_by_month),
        cmocka_unit_test(odds_are_rounded_for_the_defender),
        cmocka_unit_test(the_combat_table_has_its_entries),
        cmocka_unit_test(the_basic_table_has_its_entries),
        cmocka_unit_test(cards_have_their_results),
        cmocka_unit_test(marches_and_fleets_have_their_entries),
        cmocka_unit_test(leaders_meet_their_fates),
        cmocka_unit_test(leaders_command_what_the_rulebook_says),
        cmocka_unit_test(pieces_move_and_load_as_printed),
        cmocka_unit_test(areas_of_play_are_those_of_the_rulebook),
        cmocka_unit_test(turns_have_their_months),
        cmocka_unit_test(rain_falls_in_its_months),
        cmocka_unit_test(towns_score_what_the_lists_say),
        cmocka_unit_test(free_places_follow_from_the_board),
        cmocka_unit_test(every_row_is_what_was_read),
        cmocka_unit_test(contradictions_are_refused), /* the last: it leaves no data */
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    g1776_free_map();
    return failed;
}
