/* A data pack of Campaigns of 1777 that contradicts itself is refused with the place and the
 * reason. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../../core/facts.h"
#include "games/c77/data.h"

#include <stdio.h>

static int load_embedded(void **state) {
    (void)state;
    return facts_embedded("c77");
}

#define MAP "c77/map.json"
#define UNITS "c77/units.json"
#define LEADERS "c77/leaders.json"
#define TABLES "c77/tables.json"
#define SCENARIOS "c77/scenarios.json"
#define OPTIONS "c77/options.json"

static const facts_mistake contradictions[] = {
    {MAP, "\"version\": 1", "\"version\": 2",
     "version: expected a whole number from 1 to 1; found 2"},
    {MAP, "\"west\": -", "\"west\": ", "frame: its west edge must be west of its east edge"},
    {MAP, "\"id\": \"cedars\"", "\"id\": \"Cedars\"",
     "spaces[1].id: \"Cedars\" cannot be an id: it must be a word of a-z, 0-9 and _, shorter than "
     "61 letters and not \"none\""},
    {MAP, "\"id\": \"cedars\"", "\"id\": \"none\"",
     "spaces[1].id: \"none\" cannot be an id: it must be a word of a-z, 0-9 and _, shorter than 61 "
     "letters and not \"none\""},
    {MAP, "\"id\": \"cedars\"", "\"id\": \"montreal\"",
     "spaces[1].id: there are two spaces called montreal"},
    {MAP, "\"name\": \"Montreal\"", "\"name\": \"\"",
     "spaces[0].name: a name must have 1 to 54 letters"},
    {MAP, "\"type\": \"city\"", "\"type\": \"town\"",
     "spaces[0].type: expected one of city, country, small_fort, large_fort; found \"town\""},
    {MAP, "\"department\": \"northern\"", "\"department\": \"north\"",
     "spaces[0].department: expected one of northern, highlands, eastern, middle; found "
     "\"north\""},
    {MAP, "\"port\": true", "\"port\": 1", "spaces[0].port: expected true or false; found 1"},
    {MAP, "\"a\": \"montreal\", \"b\": \"cedars\"", "\"a\": \"montreal\", \"b\": \"cedar\"",
     "connections[0].b: there is no space called \"cedar\""},
    {MAP, "\"a\": \"montreal\", \"b\": \"cedars\"", "\"a\": \"montreal\", \"b\": \"montreal\"",
     "connections[0]: it leads nowhere"},
    {MAP, "\"a\": \"montreal\", \"b\": \"cedars\"", "\"a\": \"montreal\", \"b\": \"chambly\"",
     "connections[4]: there are two between these spaces"},
    {MAP, "\"closed_to\": \"patriot\"", "\"closed_to\": \"british\"",
     "connections[69]: only the Patriots can be kept from it"},
    {MAP, "\"min_sp\": 1", "\"min_sp\": 4", "forts[0]: its minimum is above its maximum"},
    {MAP, "\"philadelphia\": \"philadelphia\"", "\"philadelphia\": \"phila\"",
     "philadelphia: there is no space called \"phila\""},
    {UNITS, "\"id\": \"hessian\"", "\"id\": \"german\"",
     "types[1].id: unit type 2 of this game is hessian"},
    {UNITS, "\"total\": 72", "\"total\": 0",
     "types[0].total: expected a whole number from 1 to 99; found 0"},
    {UNITS, "\"side\": \"british\", \"count\": 8", "\"side\": \"patriot\", \"count\": 8",
     "supply[0]: first British, then Patriots"},
    {LEADERS, "\"stars\": 2", "\"stars\": 3", "ranks[1]: ranks go by their stars"},
    {LEADERS, "\"id\": \"heath\"", "\"id\": \"putnam\"",
     "leaders[16].id: there are two leaders called putnam"},
    {LEADERS, "\"id\": \"brant\"", "\"id\": \"joseph\"",
     "leaders: there is no leader called brant"},
    {LEADERS, "\"nation\": \"hessian\"", "\"nation\": \"german\"",
     "leaders[7].nation: it can only be hessian"},
    {LEADERS, "\"rank\": 3", "\"rank\": 4",
     "leaders[0].front.rank: expected a whole number from 1 to 3; found 4"},
    {TABLES, "\"department\": \"northern\"", "\"department\": \"middle\"",
     "rally[0]: departments in their order"},
    {TABLES, "\"from\": 7, \"to\": 7", "\"from\": 8, \"to\": 8",
     "events.british[1]: the rows must go from 2 to 12"},
    {TABLES, "\"result\": \"lost\"", "\"result\": \"dead\"",
     "escape[3].result: expected one of return, space, fort, lost; found \"dead\""},
    {TABLES, "\"by_die\": [0, 0, 1, 1, 2, 2]", "\"by_die\": [0, 0, 1, 1, 2]",
     "attrition.by_die: one entry for each result of a die"},
    {TABLES, "[0, 0, 1, 0, 2, 1, 1, 2, 2, 3, 4, 5]", "[0, 0, 1]",
     "loss_table.rows[0]: one entry for each column"},
    {TABLES, "[7, 12, 17,", "[7, 17, 12,", "loss_table.most_dice[2]: columns go up in their dice"},
    {TABLES, "\"smallest\": 3", "\"smallest\": 8",
     "loss_table.most_dice[0]: columns go up in their dice"},
    {TABLES, "\"failure_from\": 11", "\"failure_from\": 3",
     "rolls: a roll cannot both succeed and fail"},
    {SCENARIOS, "\"last_turn\": 10", "\"last_turn\": 11",
     "scenarios[0].last_turn: expected a whole number from 1 to 10; found 11"},
    {SCENARIOS, "\"leaders\": [\"burgoyne\"", "\"leaders\": [\"burgoin\"",
     "scenarios[0].set_up[0].leaders[0]: there is no leader called \"burgoin\""},
    {SCENARIOS, "\"leaders\": [\"burgoyne\"", "\"leaders\": [\"washington\"",
     "scenarios[0].set_up[0].leaders[0]: he stands elsewhere, or on the other side"},
    {SCENARIOS, "\"regular\": 14", "\"continental\": 14",
     "scenarios[0].set_up[0].sp: these are not of this side"},
    {SCENARIOS, "\"regular\": 14", "\"regular\": 17",
     "scenarios[0]: there are not enough British Regulars"},
    {SCENARIOS, "\"british\": 3, \"patriot\": 2", "\"british\": 4, \"patriot\": 2",
     "scenarios[0].available_supply: there are not so many supply markers"},
    {SCENARIOS, "\"markers\": [\"burgoyne\"", "\"markers\": [\"gage\"",
     "scenarios[0].markers[0]: there is no leader called \"gage\""},
    {SCENARIOS, "\"british\": [\"jane_mccrea\"", "\"british\": [\"jane\"",
     "scenarios[0].sequences.british[0]: there is no event called \"jane\""},
    {SCENARIOS, "\"control\": [\"albany\"]", "\"control\": [\"boston\"]",
     "scenarios[1].victory: a space to control is outside the area of play"},
    {SCENARIOS, "\"at\": \"pompton\"", "\"at\": \"albany\"",
     "scenarios[0].set_up[11].sp: there is another set-up of these here"},
    {SCENARIOS, "\"area\": [\"montreal\", ", "\"area\": [",
     "scenarios[1].set_up[0]: this is outside the area of play"},
    {SCENARIOS, "\"burgoyne\", \"st_leger\", \"howe\"", "\"burgoyne\", \"johnson\", \"howe\"",
     "scenarios[0].markers[1]: he is no primary leader"},
    {OPTIONS, "\"id\": \"two_dice\"", "\"id\": \"dice\"", "options[4].id: option 5 is two_dice"},
    {OPTIONS, "[\"off\", \"on\"]", "[\"on\", \"off\"]",
     "options[0].values[0]: value 1 of expert_leaders is \"off\""},
};

static void contradictions_are_refused(void **state) {
    (void)state;
    facts_all_refused("c77", contradictions, sizeof contradictions / sizeof *contradictions);
}

static void nothing_half_read_remains(void **state) {
    (void)state;
    mk_error err = {0};
    facts_change(OPTIONS, "\"version\": 1", "\"version\": 2");
    assert_false(c77_load(&err));
    assert_int_equal(c77.space_count + c77.leader_count, 0);
    assert_int_equal(facts_embedded("c77"), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(contradictions_are_refused),
        cmocka_unit_test(nothing_half_read_remains),
    };
    return cmocka_run_group_tests(tests, load_embedded, NULL);
}
