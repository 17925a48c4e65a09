/* The data of Philadelphia 1777: what is shipped agrees with the rulebook where the rulebook
 * speaks, and a pack that contradicts itself is refused with the place and the reason. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../../core/facts.h"
#include "core/data.h"
#include "games/p77/p77.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int load_shipped(void **state) {
    (void)state;
    return facts_shipped("p77");
}

static int load_embedded(void **state) {
    (void)state;
    return facts_embedded("p77");
}

static int space(const char *id) {
    for (int i = 0; i < p77.space_count; i++) {
        if (strcmp(p77.space[i].name.id, id) == 0) return i;
    }
    fail_msg("there is no space %s", id);
    return -1;
}

static int unit(const char *id) {
    for (int i = 0; i < p77.unit_count; i++) {
        if (strcmp(p77.unit[i].name.id, id) == 0) return i;
    }
    fail_msg("there is no unit %s", id);
    return -1;
}

/* A set of spaces from their ids, ended by NULL. */
static mk_set64 spaces_of(const char *const *ids) {
    mk_set64 set = 0;
    for (; *ids; ids++) set |= MK_BIT(space(*ids));
    return set;
}
#define SPACES(...) spaces_of((const char *const[]){__VA_ARGS__, NULL})

static mk_set64 all_in(mk_set64 units, mk_set64 (*choose)(const p77_unit *)) {
    mk_set64 set = 0;
    for (; units; units &= units - 1) set |= choose(&p77.unit[mk_set_first(units)]);
    return set;
}

static mk_set64 where(const p77_unit *u) { return u->start < 0 ? 0 : MK_BIT(u->start); }

static int total_sp(p77_side side) {
    int sp = 0;
    for (mk_set64 left = p77.of_side[side]; left; left &= left - 1) {
        sp += p77.unit[mk_set_first(left)].sp;
    }
    return sp;
}

/* ---- What is shipped: the map ------------------------------------------- */

static void features_of_the_board(void **state) {
    (void)state;
    assert_int_equal(p77.space_count, 50);
    assert_int_equal(p77.roads.road_count, 97);
    assert_int_equal(p77.roads.space_count, p77.space_count);
    assert_int_equal(p77.all_spaces, MK_BIT(50) - 1);
    assert_int_equal(p77.forts, SPACES("fort_mifflin", "fort_mercer"));
    assert_int_equal(p77.american_supply, SPACES("skippack", "worcester", "white_marsh", "salem"));
    assert_int_equal(p77.ports, SPACES("head_of_elk", "fort_mifflin", "wilmington", "new_castle",
                                       "chester", "billingsport", "fort_mercer"));
    assert_int_equal(p77.philadelphia, space("philadelphia"));
}

static void sets_agree_with_the_spaces(void **state) {
    (void)state;
    mk_set64 in_states = 0;
    for (int s = 0; s < P77_STATES; s++) in_states |= p77.in_state[s];
    assert_int_equal(in_states, p77.all_spaces);
    for (int i = 0; i < p77.space_count; i++) {
        const p77_space *s = &p77.space[i];
        assert_int_equal(mk_set_has(p77.ports, i), s->port);
        assert_int_equal(mk_set_has(p77.forts, i), s->fort);
        assert_int_equal(mk_set_has(p77.american_supply, i), s->american_supply);
        assert_true(mk_set_has(p77.in_state[s->state], i));
        assert_int_equal(p77.near[i], *mk_neighbours(&p77.roads, i));
        if (!s->port) assert_int_equal(s->start_control, P77_NOWHERE);
    }
}

static void rulebook_states(void **state) {
    (void)state;
    assert_int_equal(p77.in_state[P77_MD], SPACES("head_of_elk"));
    assert_int_equal(p77.space[space("wilmington")].state, P77_DE);
    assert_int_equal(p77.space[space("pawlett")].state, P77_PA);
    assert_int_equal(p77.space[space("concord")].state, P77_PA);
    assert_int_equal(p77.space[space("philadelphia")].state, P77_PA);
    assert_int_equal(p77.space[space("fort_mercer")].state, P77_NJ);
    assert_int_equal(mk_set_size(p77.in_state[P77_DE]), 9);
    assert_int_equal(mk_set_size(p77.in_state[P77_PA]), 33);
    assert_int_equal(mk_set_size(p77.in_state[P77_NJ]), 7);
}

static const char *river_between(const char *a, const char *b) {
    int way = mk_way(&p77.roads, space(a), space(b));
    assert_true(way >= 0);
    int river = p77.road_river[way / 2];
    assert_int_equal(mk_way_bits(&p77.roads, way), river < 0 ? 0 : P77_CROSSES_RIVER);
    return river < 0 ? "none" : p77.river[river].id;
}

static void roads_of_the_river_example(void **state) {
    (void)state;
    assert_string_equal(river_between("kennetsquare", "trimbles_ford"), "brandywine");
    assert_string_equal(river_between("new_garden", "trimbles_ford"), "brandywine");
    assert_string_equal(river_between("trimbles_ford", "new_garden"), "brandywine");
    assert_string_equal(river_between("kennetsquare", "new_garden"), "none");
}

static mk_set64 from_philadelphia(mk_set64 open) {
    mk_set64 reached = MK_BIT(p77.philadelphia);
    mk_flood(&p77.roads, &reached, -1, &(mk_passable){.open = &open});
    return reached;
}

/* W6: with White Marsh, Darby and Fort Mifflin closed, Philadelphia reaches no source of supply
 * of either side; over Darby it reaches Worcester, Skippack and Salem. */
static void gates_of_philadelphia(void **state) {
    (void)state;
    mk_set64 open = p77.all_spaces & ~SPACES("white_marsh", "darby", "fort_mifflin");
    mk_set64 reached = from_philadelphia(open);
    assert_int_equal(reached & (p77.american_supply | p77.ports), 0);
    assert_true(mk_set_has(reached, space("germantown")));

    mk_set_add(&open, space("darby"));
    reached = from_philadelphia(open);
    assert_int_equal(reached & p77.american_supply, SPACES("worcester", "skippack", "salem"));
    mk_set_remove(&open, space("darby"));
    mk_set_add(&open, space("fort_mifflin"));
    reached = from_philadelphia(open);
    assert_true(mk_set_has(reached, space("fort_mifflin")));
}

/* On which side of the line through a and b lies p? */
static int turn(p77_point a, p77_point b, p77_point p) {
    int cross = (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
    return (cross > 0) - (cross < 0);
}

static bool lines_cross(p77_point a, p77_point b, p77_point c, p77_point d) {
    return turn(a, b, c) * turn(a, b, d) <= 0 && turn(c, d, a) * turn(c, d, b) <= 0;
}

static bool meets(const p77_river *river, p77_point a, p77_point b) {
    for (int i = 1; i < river->point_count; i++) {
        if (lines_cross(a, b, river->point[i - 1], river->point[i])) return true;
    }
    return false;
}

/* What a player sees is what the rules say: a road is drawn across its river and no other. */
static void roads_are_drawn_across_their_rivers(void **state) {
    (void)state;
    for (int r = 0; r < p77.roads.road_count; r++) {
        const p77_space *a = &p77.space[p77.roads.a[r]], *b = &p77.space[p77.roads.b[r]];
        for (int i = 0; i < p77.river_count; i++) {
            if (meets(&p77.river[i], a->point, b->point) == (p77.road_river[r] == i)) continue;
            fail_msg("the road from %s to %s and the river %s", a->name.id, b->name.id,
                     p77.river[i].id);
        }
    }
}

static void points_lie_on_the_map(void **state) {
    (void)state;
    for (int i = 0; i < p77.space_count; i++) {
        assert_in_range(p77.space[i].point.x, 0, 1000);
        assert_in_range(p77.space[i].point.y, 0, 868);
    }
    p77_point elk = p77.space[space("head_of_elk")].point;
    p77_point city = p77.space[p77.philadelphia].point;
    assert_int_equal(elk.x, 162);
    assert_int_equal(elk.y, 665);
    assert_true(city.x > elk.x && city.y < elk.y); /* north-east of it */
}

/* ---- What is shipped: the blocks ---------------------------------------- */

static void strengths_of_both_armies(void **state) {
    (void)state;
    assert_int_equal(p77.unit_count, 52);
    assert_int_equal(mk_set_size(p77.of_side[P77_BRITISH]), 25);
    assert_int_equal(mk_set_size(p77.of_side[P77_AMERICAN]), 27);
    assert_int_equal(total_sp(P77_BRITISH), 81);
    assert_int_equal(total_sp(P77_AMERICAN), 68);
    assert_int_equal(mk_set_size(p77.militia), 8);
    assert_int_equal(mk_set_size(p77.leaders), 7);
    assert_int_equal(mk_set_size(p77.of_type[P77_ARTILLERY]), 6);
    assert_int_equal(mk_set_size(p77.hessian_infantry), 7);
    assert_int_equal(p77.hessian_infantry & ~p77.of_side[P77_BRITISH], 0);
}

static void ratings_of_the_unit_types(void **state) {
    (void)state;
    static const int hits_from[] = {6, 6, 5, 6}, move[] = {1, 2, 1, 0}, sp[] = {0, 2, 3, 1};
    for (int i = 0; i < p77.unit_count; i++) {
        const p77_unit *u = &p77.unit[i];
        assert_int_equal(p77.hits_from[u->type], hits_from[u->type]);
        if (move[u->type]) assert_int_equal(u->move, move[u->type]);
        if (sp[u->type]) assert_int_equal(u->sp, sp[u->type]);
        if (u->type == P77_INFANTRY) assert_in_range(u->sp, 3, 4);
        assert_int_equal(mk_set_has(p77.infantry, i),
                         u->type == P77_INFANTRY || u->type == P77_MILITIA);
        assert_int_equal(mk_set_has(p77.of_type[u->type], i), true);
    }
    assert_int_equal(p77.unit[unit("h_donop")].sp, 4);
    assert_string_equal(p77.unit[unit("b_bde1")].name.label, "Grant");
    assert_string_equal(p77.unit[unit("b_guards")].formation, "Brigade of Guards");
}

static void leaders_and_their_groups(void **state) {
    (void)state;
    static const struct {
        const char *id, *start;
        int side, limit, move;
    } rows[] = {
        {"howe", "head_of_elk", P77_BRITISH, 9, 1},
        {"cornwallis", "head_of_elk", P77_BRITISH, 6, 2},
        {"knyphausen", "head_of_elk", P77_BRITISH, 7, 1},
        {"washington", "wilmington", P77_AMERICAN, 8, 1},
        {"greene", "concord", P77_AMERICAN, 6, 2},
        {"sullivan", "philadelphia", P77_AMERICAN, 5, 1},
        {"stirling", "pawlett", P77_AMERICAN, 5, 1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const p77_unit *u = &p77.unit[unit(rows[i].id)];
        assert_int_equal(u->type, P77_LEADER);
        assert_int_equal(u->side, rows[i].side);
        assert_int_equal(u->start, space(rows[i].start));
        assert_int_equal(u->group_limit, rows[i].limit);
        assert_int_equal(u->move, rows[i].move);
        bool hessians = strcmp(rows[i].id, "knyphausen") == 0;
        assert_int_equal(u->group_rule, hessians ? P77_HESSIAN_INFANTRY_GROUP : P77_ANY_GROUP);
        assert_int_equal(u->loss_is_defeat, strcmp(rows[i].id, "washington") == 0);
    }
}

/* The three groups of the rulebook's example carry the whole British army. */
static void british_groups_hold_the_army(void **state) {
    (void)state;
    mk_set64 units = p77.of_side[P77_BRITISH] & ~p77.leaders;
    assert_int_equal(mk_set_size(units & ~p77.hessian_infantry), 9 + 6);
    assert_int_equal(mk_set_size(p77.hessian_infantry), 7);
}

/* ---- What is shipped: the set-up ---------------------------------------- */

static void set_up(void **state) {
    (void)state;
    assert_int_equal(all_in(p77.of_side[P77_BRITISH], where), SPACES("head_of_elk"));
    assert_int_equal(p77.british_ports_at_start, SPACES("head_of_elk"));
    assert_int_equal(p77.space[space("head_of_elk")].start_control, P77_BRITISH);
    assert_int_equal(p77.space[space("chester")].start_control, P77_AMERICAN);
    assert_int_equal(p77.militia_per_location, 1);
    mk_set64 with_leaders = SPACES("pawlett", "concord", "wilmington", "philadelphia");
    for (int i = 0; i < p77.unit_count; i++) {
        const p77_unit *u = &p77.unit[i];
        assert_int_equal(u->start == P77_NOWHERE, u->start_choice != 0);
        if (u->side == P77_AMERICAN && u->type != P77_LEADER && u->type != P77_MILITIA) {
            assert_int_equal(u->start_choice, with_leaders);
        }
    }
}

static void militia_zones(void **state) {
    (void)state;
    mk_set64 pa = p77.in_state[P77_PA], nj = p77.in_state[P77_NJ], de = p77.in_state[P77_DE];
    const struct {
        mk_set64 spaces;
        int militia;
    } zones[] = {{pa, 3}, {nj, 2}, {de, 1}, {de | pa, 2}};
    for (size_t z = 0; z < sizeof zones / sizeof *zones; z++) {
        int n = 0;
        for (mk_set64 left = p77.militia; left; left &= left - 1) {
            n += p77.unit[mk_set_first(left)].start_choice == zones[z].spaces;
        }
        assert_int_equal(n, zones[z].militia);
    }
}

/* ---- What is shipped: the charts ---------------------------------------- */

static void numbers_of_the_rulebook(void **state) {
    (void)state;
    assert_int_equal(p77.turns, 20);
    assert_int_equal(p77.ap_base, 2);
    static const uint8_t bonus[] = {0, 1, 1, 2, 2, 3};
    assert_memory_equal(p77.ap_bonus, bonus, sizeof bonus);
    for (int die = 1; die <= P77_DIE; die++) assert_int_equal(p77.rain[die - 1], die == 6);
    assert_int_equal(p77.rain_move, 1);
    assert_int_equal(p77.river_road_limit, 10);
    assert_int_equal(p77.overrun_attackers, 3);
    assert_int_equal(p77.overrun_defenders_below, 3);
    assert_int_equal(p77.large_battle_blocks, 3);
    assert_int_equal(p77.first_round_penalty, 1);
    assert_int_equal(p77.flee_die, 1);
    assert_int_equal(p77.withdrawal_round, 2);
    assert_int_equal(p77.withdrawal_dice, 1);
    assert_int_equal(p77.supply_loss, 1);
    assert_int_equal(p77.supply_loss_limit, 10);
    assert_int_equal(p77.defeat_below[P77_BRITISH], 25);
    assert_int_equal(p77.defeat_below[P77_AMERICAN], 20);
    assert_int_equal(p77.philadelphia_turns, 2);
}

static void scenarios_and_options(void **state) {
    (void)state;
    assert_string_equal(p77.scenarios[0].id, "campaign");
    assert_true(*p77.scenarios[0].title && *p77.scenarios[0].summary);
    assert_null(p77.scenarios[1].id);
    const mk_option *boxes = &p77.options[P77_OPTION_HOLDING_BOXES];
    assert_string_equal(boxes->id, "holding_boxes");
    assert_true(*boxes->title && *boxes->summary);
    assert_string_equal(boxes->values[P77_OFF], "off");
    assert_string_equal(boxes->values[P77_ON], "on");
    assert_null(boxes->values[2]);
    const mk_option *last = &p77.options[P77_OPTION_LAST_TURN];
    const char *const turns[] = {"20", "14", "13", "12"};
    assert_string_equal(last->id, "last_turn");
    assert_true(*last->title && *last->summary);
    for (int i = 0; i < P77_LAST_TURNS; i++) {
        assert_string_equal(last->values[i], turns[i]);
        assert_int_equal(p77.last_turn[i], atoi(turns[i]));
    }
    assert_null(last->values[P77_LAST_TURNS]);
    assert_null(p77.options[P77_OPTIONS].id);
}

static void names_of_kinds(void **state) {
    (void)state;
    const mk_game *game = mk_find_game("p77");
    assert_int_equal(mk_kind_count(game, P77_SPACE), p77.space_count);
    assert_string_equal(mk_id(game, P77_SPACE, 0), "head_of_elk");
    assert_string_equal(mk_label(game, P77_SPACE, 0), "Head of Elk");
    assert_int_equal(mk_kind_count(game, P77_PLACE), p77.space_count + 2);
    assert_string_equal(mk_label(game, P77_PLACE, 0), "Head of Elk");
    assert_string_equal(mk_label(game, P77_PLACE, p77.space_count), "eliminated");
    assert_int_equal(mk_kind_count(game, P77_UNIT), p77.unit_count);
    assert_string_equal(mk_id(game, P77_UNIT, 45), "howe"); /* the leaders follow the units */
    assert_string_equal(mk_label(game, P77_UNIT, 45), "Howe");
}

/* ---- Packs that contradict themselves ----------------------------------- */

#define MAP "p77/map.json"
#define UNITS "p77/units.json"
#define LEADERS "p77/leaders.json"
#define TABLES "p77/tables.json"
#define SCENARIOS "p77/scenarios.json"
#define OPTIONS "p77/options.json"

/* In `file`, `from` becomes `to`; then loading ends with `message`. Without a message the next
 * row goes on changing the same pack. */
static const struct {
    const char *file, *from, *to, *message;
} contradictions[] = {
    {MAP, "\"version\": 1", "\"version\": 2",
     MAP ": "
         "version: expected a whole number from 1 to 1; found 2"},
    {MAP, "\"west\": -76050", "\"west\": -74000",
     MAP ": "
         "frame: its west edge must be west of its east edge"},
    {MAP, "\"south\": 39400", "\"south\": 40400",
     MAP ": "
         "frame: its south edge must be south of its north edge"},
    {MAP, "\"west\": -76050", "\"west\": -74701",
     MAP ": "
         "frame: it is too narrow for its height"},
    {MAP, "\"id\": \"delaware_back_channel\"", "\"id\": \"delaware\"",
     MAP ": "
         "rivers[1]: a second river called delaware"},
    {MAP, "[-74750, 40200]", "[-74750]",
     MAP ": "
         "rivers[0].line[0]: a point is a longitude and a latitude"},
    {MAP, "[-74750, 40200]", "[-74650, 40200]",
     MAP ": "
         "rivers[0].line[0][0]: expected a whole number from -76050 to -74700; found -74650"},
    {MAP, ", [-75445, 40210], [-75450, 40170], [-75453, 40125]]", "]",
     MAP ": "
         "rivers[3].line: a river's course has at least 2 points"},
    {MAP, "\"id\": \"middletown\"", "\"id\": \"head_of_elk\"",
     MAP ": "
         "spaces[1]: a second space called head_of_elk"},
    {MAP, "\"id\": \"middletown\"", "\"id\": \"middle town\"",
     MAP ": "
         "spaces[1].id: \"middle town\" cannot be an id: it must be a word of a-z, 0-9 and _, "
         "shorter than 64 letters and not \"none\""},
    {MAP, "\"id\": \"middletown\"", "\"id\": \"\"",
     MAP ": "
         "spaces[1].id: \"\" cannot be an id: it must be a word of a-z, 0-9 and _, shorter than 64 "
         "letters and not \"none\""},
    {MAP, "\"id\": \"middletown\"", "\"id\": \"none\"",
     MAP ": "
         "spaces[1].id: \"none\" cannot be an id: it must be a word of a-z, 0-9 and _, shorter "
         "than 64 letters and not \"none\""},
    {MAP, "\"name\": \"Middletown\"", "\"name\": \"\"",
     MAP ": "
         "spaces[1].name: a name must have 1 to 63 letters"},
    {MAP, "\"state\": \"MD\"", "\"state\": \"VA\"",
     MAP ": "
         "spaces[0].state: expected one of MD, DE, PA, NJ; found \"VA\""},
    {MAP, "\"lon\": -75830", "\"lon\": -75.83",
     MAP ": "
         "spaces[0].lon: expected a whole number from -76050 to -74700; found -75.83"},
    {MAP, "\"lat\": 39610", "\"lat\": 39399",
     MAP ": "
         "spaces[0].lat: expected a whole number from 39400 to 40300; found 39399"},
    {MAP, "\"port\": true", "\"harbour\": true",
     MAP ": "
         "spaces[0]: unknown key \"harbour\""},
    {MAP, "\"port\": true", "\"port\": 1",
     MAP ": "
         "spaces[0].port: expected true or false; found 1"},
    {MAP, "\"american_supply\": true, ", "", NULL},
    {MAP, "\"american_supply\": true, ", "", NULL},
    {MAP, "\"american_supply\": true, ", "", NULL},
    {MAP, "\"american_supply\": true, ", "",
     MAP ": "
         "spaces: no space is an American source of supply"},
    {MAP, "\"b\": \"nottingham\"", "\"b\": \"notingham\"",
     MAP ": "
         "roads[1].b: there is no space called \"notingham\""},
    {MAP, "\"b\": \"nottingham\"", "\"b\": \"coochs_bridge\"",
     MAP ": "
         "roads[1]: a second road from head_of_elk to coochs_bridge"},
    {MAP, "\"a\": \"head_of_elk\", \"b\": \"nottingham\"",
     "\"a\": \"coochs_bridge\", \"b\": \"head_of_elk\"",
     MAP ": "
         "roads[1]: a second road from coochs_bridge to head_of_elk"},
    {MAP, "\"b\": \"nottingham\"", "\"b\": \"head_of_elk\"",
     MAP ": "
         "roads[1]: a road from head_of_elk to itself"},
    {MAP, "\"crosses\": \"christina_creek\"", "\"crosses\": \"rubicon\"",
     MAP ": "
         "roads[8].crosses: there is no river called \"rubicon\""},
    {MAP, "\"a\": \"haddonfield\", \"b\": \"mount_holly\"",
     "\"a\": \"haddonfield\", \"b\": \"raccoon\"",
     MAP ": "
         "roads: no road leads to mount_holly"},
    {MAP, "{\"id\": \"mount_holly\"",
     "{\"id\": \"trenton\", \"name\": \"Trenton\", \"state\": \"NJ\", \"lon\": -74750, \"lat\": "
     "40200}, {\"id\": \"mount_holly\"",
     NULL},
    {MAP, "\"a\": \"haddonfield\", \"b\": \"mount_holly\"",
     "\"a\": \"trenton\", \"b\": \"mount_holly\"",
     MAP ": "
         "roads: roads do not connect trenton with head_of_elk"},
    {UNITS, "\"hits_from\": 6", "\"hits_from\": 7",
     UNITS ": "
           "types.infantry.hits_from: expected a whole number from 1 to 6; found 7"},
    {UNITS, "\"move\": 2", "\"move\": 3",
     UNITS ": "
           "types.militia.move: expected a whole number from 1 to 2; found 3"},
    {UNITS, "\"leader\": {", "\"generals\": {",
     UNITS ": "
           "types: missing key \"leader\""},
    {UNITS, "\"id\": \"b_light2\"", "\"id\": \"b_light1\"",
     UNITS ": "
           "units[1]: a second unit called b_light1"},
    {UNITS, "\"type\": \"militia\", \"nationality\": \"american\"",
     "\"type\": \"militia\", \"nationality\": \"british\"",
     UNITS ": "
           "units[37]: only Americans have militia"},
    {UNITS, "\"type\": \"infantry\"", "\"type\": \"leader\"",
     UNITS ": "
           "units[0]: leaders have a file of their own, leaders.json"},
    {UNITS, "\"type\": \"infantry\"", "\"type\": \"cavalry\"",
     UNITS
     ": "
     "units[0].type: expected one of infantry, militia, artillery, leader; found \"cavalry\""},
    {UNITS, "\"nationality\": \"hessian\"", "\"nationality\": \"french\"",
     UNITS ": "
           "units[12].nationality: expected one of british, hessian, american; found \"french\""},
    {UNITS, "\"sp\": 4", "\"sp\": 5",
     UNITS ": "
           "units[0].sp: expected a whole number from 1 to 4; found 5"},
    {UNITS, "\"sp\": 4, ", "",
     UNITS ": "
           "units[0]: missing key \"sp\""},
    {UNITS, "\"type\": \"artillery\",", "\"type\": \"artillery\", \"sp\": 3,",
     UNITS ": "
           "units[19]: unknown key \"sp\""},
    {LEADERS, "\"id\": \"cornwallis\"", "\"id\": \"howe\"",
     LEADERS ": "
             "leaders[1]: a second unit called howe"},
    {LEADERS, "\"id\": \"greene\"", "\"id\": \"a_scott\"",
     LEADERS ": "
             "leaders[4]: a second unit called a_scott"},
    {LEADERS, "\"group_limit\": 9", "\"group_limit\": 0",
     LEADERS ": "
             "leaders[0].group_limit: expected a whole number from 1 to 64; found 0"},
    {LEADERS, "\"move\": 2", "\"move\": 3",
     LEADERS ": "
             "leaders[1].move: expected a whole number from 1 to 2; found 3"},
    {LEADERS, "\"hessian_infantry\"", "\"hessians\"",
     LEADERS ": "
             "leaders[2].group_only: expected one of any, hessian_infantry; found \"hessians\""},
    {LEADERS, "\"nationality\": \"american\", \"group_limit\": 8",
     "\"nationality\": \"british\", \"group_limit\": 8",
     LEADERS ": "
             "leaders[3]: only the loss of an American leader can decide the game"},
    {LEADERS, "\"british\"", "\"american\"", NULL},
    {LEADERS, "\"british\"", "\"american\"", NULL},
    {LEADERS, "\"hessian\"", "\"american\"",
     LEADERS ": "
             "leaders: no leader is british"},
    {TABLES, "\"turns\": 20", "\"turns\": 0",
     TABLES ": "
            "sequence.turns: expected a whole number from 1 to 99; found 0"},
    {TABLES, "[0, 1, 1, 2, 2, 3]", "[0, 1, 1, 2, 2]",
     TABLES
     ": "
     "action_points.by_die: a table by die has 6 entries, for the results 1 to 6; this one has 5"},
    {TABLES, "\"base\": 2", "\"base\": 1",
     TABLES ": "
            "action_points.by_die[0]: 1 action points are below the minimum of 2"},
    {TABLES, "\"clear\", \"rain\"]", "\"rain\"]",
     TABLES ": "
            "weather.by_die: a table by die has 6 entries, for the results 1 to 6; this one has 5"},
    {TABLES, "\"rain\"]", "\"snow\"]",
     TABLES ": "
            "weather.by_die[5]: there is no weather called \"snow\""},
    {TABLES, "\"large_battle_blocks\": 3", "\"large_battle_blocks\": 2",
     TABLES ": "
            "battle.large_battle_blocks: expected a whole number from 3 to 64; found 2"},
    {TABLES, "\"objective\": \"philadelphia\"", "\"objective\": \"trenton\"",
     TABLES ": "
            "victory.objective: there is no space called \"trenton\""},
    {TABLES, "\"british\": 25", "\"british\": 82",
     TABLES
     ": "
     "victory.defeat_below.british: this side starts with 81 SP and would have lost already"},
    {TABLES, "\"american\": 20", "\"american\": 69",
     TABLES
     ": "
     "victory.defeat_below.american: this side starts with 68 SP and would have lost already"},
    {SCENARIOS, "\"british_at\": \"head_of_elk\"", "\"british_at\": \"elkton\"",
     SCENARIOS ": "
               "scenarios[0].setup.british_at: there is no space called \"elkton\""},
    {SCENARIOS, "[\"head_of_elk\"]", "[]",
     SCENARIOS ": "
               "scenarios[0].setup.british_ports: at least one port must be British at the start, "
               "as source of supply"},
    {SCENARIOS, "[\"head_of_elk\"]", "[\"philadelphia\"]",
     SCENARIOS ": "
               "scenarios[0].setup.british_ports[0]: philadelphia is no port"},
    {SCENARIOS, "[\"head_of_elk\"]", "[\"head_of_elk\", \"head_of_elk\"]",
     SCENARIOS ": "
               "scenarios[0].setup.british_ports[1]: head_of_elk is listed twice"},
    {SCENARIOS, "\"washington\": \"wilmington\", ", "",
     SCENARIOS ": "
               "scenarios[0].setup.american_leaders: no start for washington"},
    {SCENARIOS, "\"washington\": \"wilmington\"", "\"howe\": \"wilmington\"",
     SCENARIOS ": "
               "scenarios[0].setup.american_leaders.howe: howe is no American leader"},
    {SCENARIOS, "\"washington\": \"wilmington\"", "\"lee\": \"wilmington\"",
     SCENARIOS ": "
               "scenarios[0].setup.american_leaders.lee: lee is no American leader"},
    {SCENARIOS, "\"wilmington\"", "\"head_of_elk\"",
     SCENARIOS ": "
               "scenarios[0].setup.american_leaders.washington: the British start at head_of_elk"},
    {SCENARIOS, "\"militia_per_location\": 1", "\"militia_per_location\": 0",
     SCENARIOS
     ": "
     "scenarios[0].setup.militia_per_location: expected a whole number from 1 to 64; found 0"},
    {SCENARIOS, "[\"NJ\"]", "[\"NY\"]",
     SCENARIOS ": "
               "scenarios[0].setup.militia[1].states[0]: there is no state called \"NY\""},
    {SCENARIOS, "[\"NJ\"]", "[]",
     SCENARIOS ": "
               "scenarios[0].setup.militia[1].states: a zone needs a state with spaces"},
    {SCENARIOS, "[\"NJ\"]", "[\"NJ\", \"MD\"]",
     SCENARIOS ": "
               "scenarios[0].setup.militia[1].states: militia could be placed at head_of_elk, "
               "where the British start"},
    {SCENARIOS, "\"m_rodney\"", "\"m_nobody\"",
     SCENARIOS ": "
               "scenarios[0].setup.militia[2].units[0]: there is no unit called \"m_nobody\""},
    {SCENARIOS, "\"m_rodney\"", "\"a_scott\"",
     SCENARIOS ": "
               "scenarios[0].setup.militia[2].units[0]: a_scott is no militia"},
    {SCENARIOS, "\"m_rodney\"", "\"m_potter\"",
     SCENARIOS ": "
               "scenarios[0].setup.militia[2].units[0]: m_potter has a zone already"},
    {SCENARIOS, "[\"m_rodney\"]", "[]",
     SCENARIOS ": "
               "scenarios[0].setup.militia: no zone for m_rodney"},
    {MAP, "\"state\": \"NJ\"", "\"state\": \"PA\"", NULL},
    {MAP, "\"state\": \"NJ\"", "\"state\": \"PA\"", NULL},
    {MAP, "\"state\": \"NJ\"", "\"state\": \"PA\"", NULL},
    {MAP, "\"state\": \"NJ\"", "\"state\": \"PA\"", NULL},
    {MAP, "\"state\": \"NJ\"", "\"state\": \"PA\"", NULL},
    {MAP, "\"state\": \"NJ\"", "\"state\": \"PA\"",
     SCENARIOS ": "
               "scenarios[0].setup.militia: m_newcomb may find no room: its zone has room for 1, "
               "and 2 may go there"},
    {SCENARIOS, "\"scenarios\": [", "\"scenarios\": [{}, ",
     SCENARIOS ": "
               "scenarios: this game has one scenario"},
    {OPTIONS, "\"holding_boxes\"", "\"holding_bags\"",
     OPTIONS ": "
             "options[0].id: option 1 is holding_boxes"},
    {OPTIONS, "[\"off\", \"on\"]", "[\"on\", \"off\"]",
     OPTIONS ": "
             "options[0].values[0]: value 1 of holding_boxes is \"off\""},
    {OPTIONS, "[\"off\", \"on\"]", "[\"off\"]",
     OPTIONS ": "
             "options[0].values: there must be 2 rows (values of this option), not 1"},
    {OPTIONS, "\"options\": [", "\"options\": [{}, ",
     OPTIONS ": "
             "options: there must be 1 rows (options), not 2"},
};

static void contradictions_are_refused(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof contradictions / sizeof *contradictions; i++) {
        facts_change(contradictions[i].file, contradictions[i].from, contradictions[i].to);
        if (contradictions[i].message) facts_refused("p77", contradictions[i].message);
    }
}

static void nothing_half_read_remains(void **state) {
    (void)state;
    mk_error err = {0};
    facts_change(OPTIONS, "\"version\": 1", "\"version\": 2");
    assert_false(p77_load(&err));
    assert_int_equal(p77.space_count + p77.unit_count, 0);
    assert_int_equal(facts_embedded("p77"), 0);
}

/* Adds `count` rows made by `format` from a number before the first row of a list. */
static void add_rows(const char *file, const char *list, int count, const char *format) {
    static char rows[64 * 1024];
    size_t n = (size_t)snprintf(rows, sizeof rows, "%s", list);
    for (int i = 0; i < count; i++) {
        n += (size_t)snprintf(rows + n, sizeof rows - n, format, i);
        assert_true(n < sizeof rows);
    }
    facts_change(file, list, rows);
}

static void limits_are_checked(void **state) {
    (void)state;
    const char *row = "{\"id\": \"u%d\", \"name\": \"U\", \"type\": \"artillery\", "
                      "\"nationality\": \"british\", \"formation\": \"\"},";
    add_rows(UNITS, "\"units\": [", 20, row);
    facts_refused("p77", UNITS ": units: there are 65 units, more than 64");
    add_rows(UNITS, "\"units\": [", 13, row);
    facts_refused("p77", LEADERS ": leaders: there are 65 units and leaders, more than 64");

    row = "{\"id\": \"s%d\", \"name\": \"S\", \"state\": \"NJ\", \"lon\": -75000, \"lat\": 40000},";
    add_rows(MAP, "\"spaces\": [", 15, row);
    facts_refused("p77", MAP ": spaces: there are 65 spaces, more than 64");
    add_rows(MAP, "\"rivers\": [", 9, "%d,");
    facts_refused("p77", MAP ": rivers: there are 17 rivers, more than 16");
    add_rows(MAP, "\"line\": [", 16, "[-75000, 40000],");
    facts_refused("p77", MAP ": rivers[0].line: there are 33 points, more than 32");
    add_rows(MAP, "\"roads\": [", 31, "%d,");
    facts_refused("p77", MAP ": roads: there are 128 roads, more than 127");
}

/* As many as fit are accepted, up to the last bit of a set. */
static void a_full_pack_is_accepted(void **state) {
    (void)state;
    mk_error err = {0};
    add_rows(UNITS, "\"units\": [", 12,
             "{\"id\": \"u%d\", \"name\": \"U\", \"type\": \"artillery\", "
             "\"nationality\": \"british\", \"formation\": \"\"},");
    add_rows(
        MAP, "\"spaces\": [", 14,
        "{\"id\": \"s%d\", \"name\": \"S\", \"state\": \"NJ\", \"lon\": -75000, \"lat\": 40000},");
    add_rows(MAP, "\"roads\": [", 14, "{\"a\": \"s%d\", \"b\": \"salem\"},");
    bool loaded = p77_load(&err);
    assert_string_equal(err.text, "");
    assert_true(loaded);
    assert_int_equal(p77.all_spaces, ~(mk_set64)0);
    assert_int_equal(p77.all_units, ~(mk_set64)0);
    assert_int_equal(facts_embedded("p77"), 0);
}

/* A handicap is earlier than the end of the pack's own campaign. */
static void a_short_campaign_has_fewer_handicaps(void **state) {
    (void)state;
    mk_error err = {0};
    facts_change(TABLES, "\"turns\": 20", "\"turns\": 13");
    assert_true(p77_load(&err));
    const mk_option *last = &p77.options[P77_OPTION_LAST_TURN];
    assert_string_equal(last->values[0], "13");
    assert_string_equal(last->values[1], "12");
    assert_null(last->values[2]);
    assert_int_equal(p77.last_turn[0], 13);
    assert_int_equal(p77.last_turn[1], 12);
    assert_int_equal(facts_embedded("p77"), 0);
}

/* ---- The list of rules -------------------------------------------------- */

/* A condition of a rule, "p77.setup:placed", has a title and its rule's text. */
static void every_rule_has_a_title_a_text_and_a_chapter(void **state) {
    (void)state;
    const mk_game *game = mk_find_game("p77");
    mk_error err = {0};
    assert_true(mk_open(NULL, &err)); /* which reads the list; what is loaded alone has none */
    assert_true(mk_rule_count(game) >= 100);
    for (int i = 0; i < mk_rule_count(game); i++) {
        const mk_rule *rule = mk_rule_at(game, i);
        assert_memory_equal(rule->key, "p77.", 4);
        assert_ptr_equal(mk_find_rule(game, rule->key), rule);
        assert_true(rule->title[0]);
        const char *condition = strchr(rule->key, ':');
        char whole[MK_NAME];
        snprintf(whole, sizeof whole, "%.*s",
                 condition ? (int)(condition - rule->key) : (int)strlen(rule->key), rule->key);
        const mk_rule *of = mk_find_rule(game, whole);
        assert_true(of && of->text && of->text[0] && of->where);
    }
}

int main(void) {
    const struct CMUnitTest shipped[] = {
        cmocka_unit_test(features_of_the_board),
        cmocka_unit_test(sets_agree_with_the_spaces),
        cmocka_unit_test(rulebook_states),
        cmocka_unit_test(roads_of_the_river_example),
        cmocka_unit_test(gates_of_philadelphia),
        cmocka_unit_test(roads_are_drawn_across_their_rivers),
        cmocka_unit_test(points_lie_on_the_map),
        cmocka_unit_test(strengths_of_both_armies),
        cmocka_unit_test(ratings_of_the_unit_types),
        cmocka_unit_test(leaders_and_their_groups),
        cmocka_unit_test(british_groups_hold_the_army),
        cmocka_unit_test(set_up),
        cmocka_unit_test(militia_zones),
        cmocka_unit_test(numbers_of_the_rulebook),
        cmocka_unit_test(scenarios_and_options),
        cmocka_unit_test(names_of_kinds),
        cmocka_unit_test(every_rule_has_a_title_a_text_and_a_chapter),
    };
    const struct CMUnitTest refused[] = {
        cmocka_unit_test(contradictions_are_refused),
        cmocka_unit_test(nothing_half_read_remains),
        cmocka_unit_test(limits_are_checked),
        cmocka_unit_test(a_full_pack_is_accepted),
        cmocka_unit_test(a_short_campaign_has_fewer_handicaps),
    };
    return cmocka_run_group_tests(shipped, load_shipped, NULL) +
           cmocka_run_group_tests(refused, load_embedded, NULL);
}
