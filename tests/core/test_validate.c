/* A game's tables are checked when it is opened: each mistake is named. And names are found by
 * hashing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "coin.h"
#include "core/registry.h"
#include "road.h"

#include <stdio.h>
#include <string.h>

/* ---- A coin game whose rows can be changed ------------------------------ */

static mk_game game;
static mk_phase phases[8];
static mk_verb verbs[8];
static mk_kind kinds[8];
static mk_event_kind events[16];
static mk_property properties[16];
static mk_option options[MK_MAX_OPTIONS + 3];
static mk_seat_name seats[MK_MAX_SEATS + 3];
static mk_resume_point points[4];

#define COPY(to, from)                                                                             \
    do {                                                                                           \
        int n_ = 0;                                                                                \
        memset(to, 0, sizeof to);                                                                  \
        while (n_ == 0 || *(const char *const *)(const void *)&(from)[n_]) {                       \
            (to)[n_] = (from)[n_];                                                                 \
            n_++;                                                                                  \
        }                                                                                          \
    } while (0)

static void fresh(void) {
    game = coin_game;
    COPY(phases, coin_game.phases);
    COPY(verbs, coin_game.verbs);
    COPY(kinds, coin_game.kinds);
    COPY(events, coin_game.events);
    COPY(properties, coin_game.properties);
    COPY(options, coin_game.options);
    COPY(seats, coin_game.seats);
    COPY(points, coin_game.resume_points);
    game.phases = phases;
    game.verbs = verbs;
    game.kinds = kinds;
    game.events = events;
    game.properties = properties;
    game.options = options;
    game.seats = seats;
    game.resume_points = points;
}

static void refused(const char *says) {
    mk_error e = {0};
    if (mk_validate_game(&game, &e)) fail_msg("accepted; it should say: %s", says);
    if (!strstr(e.text, says)) fail_msg("says: %s; not: %s", e.text, says);
    assert_int_equal(e.code, MK_E_FAULT);
    fresh();
}

static int none(void) { return -1; }
static int thousands(void) { return 40000; }
static int hundreds(void) { return 200; }
static const char *bad_id(int i) { return i ? "two words" : "one"; }
static const char *no_id(int i) { return (void)i, (const char *)NULL; }
static void step(void *state, mk_log *log) { (void)state, (void)log; }

/* ---- Mistakes ----------------------------------------------------------- */

static void whole_games_are_accepted(void **unused) {
    (void)unused;
    mk_error e = {0};
    if (!mk_validate_game(&game, &e)) fail_msg("%s", e.text);
    if (!mk_validate_game(&coin_game, &e)) fail_msg("%s", e.text);
    if (!mk_validate_game(&road_game, &e)) fail_msg("%s", e.text);
}

static void a_phase_decides_or_goes_on(void **unused) {
    (void)unused;
    phases[COIN_HIDING].step = step;
    refused("coin: the phase hiding decides and goes on by itself");
    phases[COIN_HIDING] = (mk_phase){.name = "hiding"};
    refused("the phase hiding neither decides nor goes on by itself");
    phases[COIN_HIDING].why_not = NULL;
    refused("the phase hiding lacks list, why_not or apply");
    phases[COIN_HIDING].rule = NULL;
    refused("decides without a prompt or a rule");
    phases[COIN_HIDING].verbs = NULL;
    refused("the phase hiding decides without a verb");
    phases[COIN_HIDING].verbs = (const uint8_t[]){0};
    refused("the phase hiding decides without a verb");
    phases[COIN_HIDING] = (mk_phase){.name = "hiding", .step = step, .verbs = MK_VERBS(COIN_HIDE)};
    refused("it is one or the other");
}

static void a_phase_names_verbs_and_kinds_that_exist(void **unused) {
    (void)unused;
    phases[COIN_RAISING].verbs = MK_VERBS(COIN_RAISE, COIN_PASS, COIN_PASS + 1);
    refused("the phase raising names verb 5");
    phases[COIN_RAISING].verbs = MK_VERBS(COIN_PASS, COIN_RAISE, COIN_PASS);
    refused("the phase raising names the verb pass twice");
    phases[COIN_RAISING].kind[2] = 9;
    refused("the phase raising names kind 9");
}

static void a_verb_has_arguments_that_can_be_listed(void **unused) {
    (void)unused;
    verbs[COIN_GUESS].kind[1] = 4;
    refused("the verb guess names kind 4");
    verbs[COIN_GUESS].kind[0] = 0;
    refused("the verb guess leaves an argument out");
    verbs[COIN_GUESS].label = NULL;
    refused("the verb guess has no label");
    kinds[COIN_KIND_COUNT].count = hundreds;
    verbs[COIN_GUESS].kind[2] = COIN_KIND_COUNT;
    refused("the verb guess takes two large kinds, count and count: make it two decisions");
}

static void kinds_have_names_that_can_be_written(void **unused) {
    (void)unused;
    kinds[COIN_KIND_COUNT].count = none;
    refused("the kind count has -1 values");
    kinds[COIN_KIND_COUNT].count = thousands;
    refused("the kind count has 40000 values");
    kinds[COIN_KIND_FACE].id = bad_id;
    refused("the face two words is no word of a-z, 0-9 and _");
    kinds[COIN_KIND_FACE].id = no_id;
    refused("the kind face has no name for 0");
    static const mk_name names[] = {{.id = "one"}};
    kinds[COIN_KIND_FACE].names = names;
    refused("the kind face has names and functions");
    kinds[COIN_KIND_FACE] = (mk_kind){.name = "face", .names = names, .many = 1};
    refused("no stride");
    game.followed = 7;
    refused("the kind of rules that are followed is not there");
}

static void tables_end_and_name_each_row_once(void **unused) {
    (void)unused;
    phases[COIN_RAISING].name = "hiding";
    refused("the phase hiding has two rows");
    verbs[COIN_PASS].name = "Pass";
    refused("the verb Pass is no word");
    verbs[COIN_PASS].name = NULL;
    refused("the table of verb has no row 4");
    game.verb_count--;
    refused("the table of verb does not end with {0}");
    game.seat_count = MK_MAX_SEATS + 1;
    for (int i = 2; i < game.seat_count; i++) seats[i] = (mk_seat_name){"other", "", ""};
    refused("the table of seat has more than 4 rows");
    static char name[MK_MAX_OPTIONS + 1][20];
    for (int i = 1; i <= MK_MAX_OPTIONS; i++) {
        snprintf(name[i], sizeof name[i], "o%d", i);
        options[i] = (mk_option){name[i], "", "", options[0].values};
    }
    refused("the table of option has more than 32 rows");
    options[0].values = (const char *const[]){NULL};
    refused("the option raising has 0 values");
    points[1].name = "turn";
    refused("the resume point turn has two rows");
    points[1].open = NULL;
    refused("the resume point reveal cannot be opened");
}

static void events_are_of_kinds_that_exist(void **unused) {
    (void)unused;
    events[COIN_HID].kind[MK_EVENT_NUMBERS - 1] = 4;
    refused("the event hid names kind 4");
    events[COIN_HID].by = 2;
    refused("the event hid is counted by a number of no kind");
    events[COIN_HID].text = NULL;
    refused("the event hid has no text");
}

static void properties_are_read_in_one_way(void **unused) {
    (void)unused;
    properties[1].subject = 4;
    refused("the property pennies is of no kind");
    properties[1].subject = COIN_KIND_COUNT;
    refused("the property pennies has a subject without a name");
    properties[1].get = NULL;
    refused("the property pennies must have one of get, get_list and field");
    properties[1].field = (mk_field)MK_EACH(coin_state, pennies, , 0, 9);
    refused("the property pennies must have one of");
    properties[5].set = properties[1].set;
    refused("is a list to one of its functions only");
    properties[1].name = "turn";
    properties[1].subject = 0;
    refused("the property turn has two rows");
    properties[1].get = NULL;
    properties[1].field = (mk_field){.offset = sizeof(coin_state) - 1, .stride = 1, .width = 1};
    refused("the property pennies reaches beyond the state");
    properties[1].get = NULL;
    properties[1].field = (mk_field)MK_FIELD(coin_state, pennies[0], 0, 9);
    refused("the property pennies is the same field for each player");
    properties[1].get = NULL;
    properties[1].field = (mk_field){.stride = 1, .width = 3};
    refused("the property pennies is a field of 3 bytes");
}

static void a_game_has_a_state_and_functions(void **unused) {
    (void)unused;
    game.state_size = MK_MAX_STATE + 1;
    refused("the game coin has a state of 65537 bytes");
    game.state_size = sizeof(mk_base) - 1;
    refused("has a state of");
    game.determinize = NULL;
    refused("the game coin lacks one of its functions");
    game.scenarios = (const mk_scenario[]){{0}};
    refused("the game coin has nothing to play");
}

/* ---- The index ---------------------------------------------------------- */

static void names_are_found(void **unused) {
    (void)unused;
    enum { COUNT = 3000 };
    static char name[COUNT][20];
    mk_index x;
    mk_index_open(&x, COUNT);
    for (int i = 0; i < COUNT; i++) {
        snprintf(name[i], sizeof name[i], "hex_%d", i);
        mk_index_add(&x, name[i]);
    }
    for (int i = 0; i < COUNT; i++) {
        assert_int_equal(mk_index_find(&x, name[i]), i);
        assert_int_equal(mk_index_next(&x, i), -1);
    }
    assert_int_equal(mk_index_find(&x, "hex_3000"), -1);
    assert_int_equal(mk_index_find(&x, ""), -1);
    mk_index_free(&x);
}

static void a_name_may_be_that_of_several(void **unused) {
    (void)unused;
    static const char *const name[] = {"at", "to", "at", "at", "from"};
    mk_index x;
    mk_index_open(&x, 5);
    for (int i = 0; i < 5; i++) mk_index_add(&x, name[i]);
    assert_int_equal(mk_index_find(&x, "at"), 0);
    assert_int_equal(mk_index_next(&x, 0), 2);
    assert_int_equal(mk_index_next(&x, 2), 3);
    assert_int_equal(mk_index_next(&x, 3), -1);
    assert_int_equal(mk_index_find(&x, "from"), 4);
    mk_index_free(&x);
    mk_index_open(&x, 0);
    assert_int_equal(mk_index_find(&x, "at"), -1);
    mk_index_free(&x);
}

static int set_up(void **unused) { return (void)unused, fresh(), 0; }

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_games_are_accepted),
        cmocka_unit_test(a_phase_decides_or_goes_on),
        cmocka_unit_test(a_phase_names_verbs_and_kinds_that_exist),
        cmocka_unit_test(a_verb_has_arguments_that_can_be_listed),
        cmocka_unit_test(kinds_have_names_that_can_be_written),
        cmocka_unit_test(tables_end_and_name_each_row_once),
        cmocka_unit_test(events_are_of_kinds_that_exist),
        cmocka_unit_test(properties_are_read_in_one_way),
        cmocka_unit_test(a_game_has_a_state_and_functions),
        cmocka_unit_test(names_are_found),
        cmocka_unit_test(a_name_may_be_that_of_several),
    };
    return cmocka_run_group_tests(tests, set_up, NULL);
}
