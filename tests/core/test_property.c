/* Properties: facts by name, read, hidden, set all or nothing, dumped and hashed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "coin.h"
#include "core/fnv.h"
#include "core/registry.h"

#include <string.h>

const mk_game *const mk_games[] = {&coin_game, NULL};

static coin_state fresh(void) {
    coin_state s;
    mk_setup setup;
    assert_true(mk_setup_init(&coin_game, &setup, "long", NULL));
    mk_setup_seed(&setup, 1);
    mk_start(&coin_game, &s, &setup, NULL);
    return s;
}

static const char *get_as(const coin_state *s, int seat, const char *name) {
    static char out[200];
    mk_error e;
    if (!mk_get(&coin_game, s, seat, name, out, sizeof out, &e)) fail_msg("%s: %s", name, e.text);
    return out;
}

static const char *get(const coin_state *s, const char *name) {
    return get_as(s, MK_EVERYTHING, name);
}

static void set(coin_state *s, const char *line) {
    mk_error e;
    if (!mk_set(&coin_game, s, line, NULL, &e)) fail_msg("%s: %s", line, e.text);
}

/* The line is refused with this code and a text that contains `says`, and nothing changes. */
static void refused(const coin_state *s, const char *line, mk_code code, const char *says) {
    coin_state t = *s;
    mk_error e = {0};
    mk_event room[4];
    mk_log log;
    mk_log_init(&log, room, 4);
    if (mk_set(&coin_game, &t, line, &log, &e)) fail_msg("%s was not refused", line);
    if (!strstr(e.text, says)) fail_msg("%s: %s", line, e.text);
    assert_int_equal(e.code, code);
    assert_memory_equal(&t, s, sizeof t);
    assert_int_equal(log.count, 0);
    assert_int_equal(log.flags, 0);
    assert_false(mk_set(&coin_game, &t, line, NULL, NULL));
}

/* ---- Reading ------------------------------------------------------------ */

static void values_are_printed_by_their_kind(void **unused) {
    (void)unused;
    coin_state s = fresh();
    assert_string_equal(get(&s, "turn"), "0");
    assert_string_equal(get(&s, "even.pennies"), "10");
    assert_string_equal(get(&s, "face"), "none");
    assert_string_equal(get(&s, "leader"), "none");
    assert_string_equal(get(&s, "shown"), "empty");
    assert_string_equal(get(&s, "bank"), "40");
    s.face = COIN_TAILS;
    s.shown_count = 3;
    s.shown[1] = COIN_TAILS;
    s.pennies[COIN_ODD] = 11;
    assert_string_equal(get(&s, "face"), "tails");
    assert_string_equal(get(&s, "shown"), "heads,tails,heads");
    assert_string_equal(get(&s, "leader"), "odd");
}

static void phase_and_seat_are_known_in_every_game(void **unused) {
    (void)unused;
    coin_state s = fresh();
    assert_string_equal(get_as(&s, MK_SPECTATOR, "phase"), "hiding");
    assert_string_equal(get_as(&s, MK_SPECTATOR, "seat"), "even");
    mk_apply(&coin_game, &s, (mk_action){COIN_HIDE, COIN_HEADS, 0, 0}, NULL);
    assert_string_equal(get(&s, "phase"), "guessing");
    assert_string_equal(get(&s, "seat"), "odd");
    s.base.depth = 0;
    assert_string_equal(get(&s, "phase"), "over");
    assert_string_equal(get(&s, "seat"), "none");
}

static void what_a_seat_may_not_know_is_hidden(void **unused) {
    (void)unused;
    coin_state s = fresh();
    s.face = COIN_TAILS;
    assert_string_equal(get_as(&s, COIN_EVEN, "face"), "tails");
    assert_string_equal(get_as(&s, COIN_ODD, "face"), "hidden");
    assert_string_equal(get_as(&s, MK_SPECTATOR, "face"), "hidden");
    assert_string_equal(get_as(&s, MK_EVERYTHING, "face"), "tails");
    assert_string_equal(get_as(&s, COIN_ODD, "turn"), "0");

    mk_text t = {0};
    mk_dump(&coin_game, &s, COIN_ODD, MK_DUMP_ALL, &t);
    assert_non_null(strstr(t.p, "\nface=hidden\n"));
    assert_null(strstr(t.p, "tails"));
    mk_text_free(&t);
}

static void reading_what_does_not_exist_says_so(void **unused) {
    (void)unused;
    coin_state s = fresh();
    static const struct {
        const char *name, *says;
    } cases[] = {
        {"tern", "Matching Pennies has no property \"tern\"; close to it: turn"},
        {"pennies", "pennies is a property of each player: even.pennies"},
        {"even.penies", "no property \"even.penies\"; close to it: pennies"},
        {"evn.pennies", "there is no player called \"evn\"; close to it: even"},
        {"even.turn", "no property \"even.turn\""},
        {".pennies", "no player called \"\""},
        {"even.", "no property \"even.\""},
        {"", "no property \"\""},
        {"even,odd.pennies", "no player called \"even,odd\""},
    };
    char out[100];
    mk_error e;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_false(mk_get(&coin_game, &s, MK_EVERYTHING, cases[i].name, out, sizeof out, &e));
        assert_int_equal(e.code, MK_E_NAME);
        if (!strstr(e.text, cases[i].says)) fail_msg("%s: %s", cases[i].name, e.text);
    }
    char long_name[3000];
    memset(long_name, 'a', sizeof long_name - 1);
    long_name[sizeof long_name - 1] = '\0';
    assert_false(mk_get(&coin_game, &s, 0, long_name, out, sizeof out, &e));
    long_name[1000] = '.';
    assert_false(mk_get(&coin_game, &s, 0, long_name, out, sizeof out, &e));
}

static void a_value_that_does_not_fit_is_not_cut_short(void **unused) {
    (void)unused;
    coin_state s = fresh();
    char out[5];
    mk_error e;
    assert_true(mk_get(&coin_game, &s, 0, "face", out, 5, &e));
    assert_string_equal(out, "none");
    assert_false(mk_get(&coin_game, &s, 0, "face", out, 4, &e));
    assert_int_equal(e.code, MK_E_VALUE);
    assert_false(mk_get(&coin_game, &s, 0, "face", out, 0, &e));
}

/* ---- Setting ------------------------------------------------------------ */

static void a_line_sets_everything_in_it(void **unused) {
    (void)unused;
    coin_state s = fresh();
    set(&s, " turn=4\teven.pennies=20 odd.pennies=7  face=tails shown=tails,heads,tails\n");
    assert_string_equal(get(&s, "turn"), "4");
    assert_string_equal(get(&s, "even.pennies"), "20");
    assert_string_equal(get(&s, "odd.pennies"), "7");
    assert_string_equal(get(&s, "face"), "tails");
    assert_string_equal(get(&s, "shown"), "tails,heads,tails");
    assert_string_equal(get(&s, "bank"), "33"); /* derived */
    set(&s, "shown=empty face=none");
    assert_string_equal(get(&s, "shown"), "empty");
    assert_string_equal(get(&s, "face"), "none");
    set(&s, "even,odd.pennies=5"); /* several subjects at once */
    assert_string_equal(get(&s, "even.pennies"), "5");
    assert_string_equal(get(&s, "odd.pennies"), "5");
    set(&s, "turn=1 turn=2"); /* in order */
    assert_string_equal(get(&s, "turn"), "2");
    set(&s, "");
}

static void an_entry_point_is_opened_after_the_rest(void **unused) {
    (void)unused;
    coin_state s = fresh();
    mk_event room[8];
    mk_log log;
    mk_log_init(&log, room, 8);
    int dice[] = {5};
    assert_true(mk_feed(&s.base.rng, dice, 1, NULL));
    const char *line = "phase=reveal face=heads guess=heads stake=2 turn=1";
    assert_true(mk_set(&coin_game, &s, line, &log, NULL));
    assert_string_equal(get(&s, "turn"), "2");
    assert_string_equal(get(&s, "odd.pennies"), "17");
    assert_string_equal(get(&s, "even.pennies"), "8");
    assert_string_equal(get(&s, "phase"), "hiding");
    assert_int_equal(log.count, 1);
    assert_int_equal(log.event[0].kind, COIN_REVEALED);
    assert_int_equal(log.flags, MK_ROLLED | MK_REVEALED);
}

static void a_line_that_fails_changes_nothing_and_says_where(void **unused) {
    (void)unused;
    coin_state s = fresh();
    refused(&s, "turn=3 turn=99", MK_E_VALUE, "turn=99: turn must be 0 to 10, not 99");
    refused(&s, "turn=3 tern=4", MK_E_NAME, "tern=4: Matching Pennies has no property \"tern\"");
    refused(&s, "tern=4", MK_E_NAME, "close to it: turn");
    refused(&s, "evn.pennies=4", MK_E_NAME, "close to it: even");
    refused(&s, "even,evn.pennies=4", MK_E_NAME, "there is no player called \"evn\"");
    refused(&s, "even,.pennies=4", MK_E_NAME, "there is no player called \"\"");
    refused(&s, "turn", MK_E_SYNTAX, "turn: no assignment: name=value");
    refused(&s, "turn = 3", MK_E_SYNTAX, "turn: no assignment");
    refused(&s, "turn=", MK_E_VALUE, "\"\" is no number");
    refused(&s, "turn=x", MK_E_VALUE, "turn=x: \"x\" is no number");
    refused(&s, "turn=3x", MK_E_VALUE, "is no number");
    refused(&s, "turn=-1", MK_E_VALUE, "turn must be 0 to 10, not -1"); /* the setter saw it */
    refused(&s, "turn=99999999999999", MK_E_VALUE, "is no number");
    refused(&s, "face=tail", MK_E_NAME, "there is no face called \"tail\"; close to it: tails");
    refused(&s, "shown=heads,tail", MK_E_NAME, "close to it: tails");
    refused(&s, "shown=heads,,tails", MK_E_NAME, "no face called \"\"");
    refused(&s, "shown=", MK_E_NAME, "no face called \"\"");
    refused(&s, "bank=4", MK_E_VALUE, "bank=4: bank follows from other properties");
    refused(&s, "seat=odd", MK_E_VALUE, "set phase");
    refused(&s, "phase=raising", MK_E_NAME, "there are: turn, reveal");
    refused(&s, "phase=turn phase=turn", MK_E_SYNTAX, "set twice");
}

static void a_position_that_breaks_an_invariant_is_refused(void **unused) {
    (void)unused;
    coin_state s = fresh();
    refused(&s, "shown=heads", MK_E_VALUE, "the position is impossible: 1 coins shown in 0 turns");
    refused(&s, "even.pennies=60", MK_E_VALUE, "the position is impossible");
    coin_state guessing = s;
    mk_apply(&coin_game, &guessing, (mk_action){COIN_HIDE, COIN_HEADS, 0, 0}, NULL);
    refused(&guessing, "odd.pennies=0", MK_E_VALUE,
            "nothing is legal, and the game is not over (odd in guessing)");
    /* What a resume point does is undone with the rest, and so is what it told. */
    refused(&s, "face=heads guess=heads shown=heads phase=reveal", MK_E_VALUE, "impossible");
}

/* A resume point that leaves an impossible state behind, after telling something. */
static void open_broken(void *state, mk_log *log) {
    mk_log_event(log, COIN_RAISED, COIN_EVEN, MK_EVERYONE, MK_ROLLED, 1);
    ((coin_state *)state)->pennies[0]++;
}

static void an_entry_point_that_breaks_an_invariant_is_refused(void **unused) {
    (void)unused;
    static const mk_resume_point resume_points[] = {{"broken", open_broken, NULL}, {0}};
    mk_game game = coin_game;
    game.resume_points = resume_points;
    coin_state s = fresh(), before = s;
    mk_event room[4];
    mk_log log;
    mk_error e;
    mk_log_init(&log, room, 4);
    assert_false(mk_set(&game, &s, "turn=1 phase=broken", &log, &e));
    assert_int_equal(e.code, MK_E_VALUE);
    assert_non_null(strstr(e.text, "after the resume point"));
    assert_memory_equal(&s, &before, sizeof s);
    assert_int_equal(log.count, 0);
    assert_int_equal(log.flags, 0);
}

/* ---- Fields of the state ------------------------------------------------- */

typedef struct {
    mk_base base;
    uint8_t points;
    int8_t level;
    int16_t debt;
    uint16_t city;
    uint32_t gold;
    struct {
        uint8_t men[3], home;
    } army[5];
    uint8_t marched; /* a bit for each army */
    uint64_t seen[2];
} field_state;

static const mk_name army_names[] = {
    {"howe", "Howe"}, {"gates"}, {"lee", "Lee", "a Lee"}, {"st_leger"}, {"burgoyne"},
};
/* Rows of a game's own, each with a name somewhere. */
static struct {
    int strength;
    mk_name name;
} cities[] = {{1, {"york", "New York", NULL}}, {2, {"boston", "Boston", NULL}}, {3, {0}}};
static int city_count = 2;

enum { ARMY = 1, CITY, FEW };
static const mk_kind field_kinds[] = {
    {"none"},
    {"army", MK_NAMES(army_names)},
    {"city", MK_NAMES_IN(cities, name), .loaded = &city_count},
    {"few", .many = 3},
    {0},
};
static bool set_home(void *state, int army, int value, mk_error *e) {
    if (value == 1) return mk_fail(e, MK_E_VALUE, "not to Boston");
    ((field_state *)state)->army[army].home = (uint8_t)value;
    return true;
}
static const mk_property field_properties[] = {
    {"points", .field = MK_FIELD(field_state, points, 0, 12)},
    {"level", .field = MK_FIELD(field_state, level, -2, 2)},
    {"debt", .field = MK_FIELD(field_state, debt, -30000, 30000)},
    {"city", .value = CITY, .field = MK_FIELD(field_state, city, -1, MK_ANY)},
    {"gold", .field = MK_FIELD(field_state, gold, 0, MK_ANY)},
    {"regulars", ARMY, .field = MK_EACH(field_state, army, .men[0], 0, 99)},
    {"militia", ARMY, .field = MK_EACH(field_state, army, .men[2], 0, 250)},
    {"home", ARMY, CITY, .set = set_home, .field = MK_EACH(field_state, army, .home, 0, MK_ANY)},
    {"marched", ARMY, .field = MK_BIT_EACH(field_state, marched)},
    {"seen", ARMY, .field = MK_BIT_EACH(field_state, seen)},
    {"ruin", .field = MK_FIELD(field_state, points, MK_DERIVED)},
    {0},
};
static bool anything(const void *state, char *why, size_t size) {
    return (void)state, (void)why, (void)size, true;
}
static void nothing(void *state) { (void)state; }
static const mk_game field_game = {
    .id = "fields",
    .title = "Fields",
    .state_size = sizeof(field_state),
    .kinds = field_kinds,
    .kind_count = 4,
    .properties = field_properties,
    .scenarios = (const mk_scenario[]){{"only", "", ""}, {0}},
    .options = (const mk_option[]){{0}},
    .seat_count = 1,
    .check = anything,
    .settle = nothing,
};

static void field_is(const field_state *s, const char *name, const char *value) {
    char out[100];
    assert_true(mk_get(&field_game, s, MK_EVERYTHING, name, out, sizeof out, NULL));
    assert_string_equal(out, value);
}

static void field_set(field_state *s, const char *assignments) {
    mk_error e = {0};
    if (!mk_set(&field_game, s, assignments, NULL, &e)) fail_msg("%s", e.text);
}

static void field_refuses(field_state *s, const char *assignments, const char *says) {
    mk_error e = {0};
    field_state before = *s;
    assert_false(mk_set(&field_game, s, assignments, NULL, &e));
    if (!strstr(e.text, says)) fail_msg("%s", e.text);
    assert_memory_equal(s, &before, sizeof before);
}

static void a_field_is_a_property(void **unused) {
    (void)unused;
    field_state s = {.points = 7, .level = -2, .debt = -300, .city = 1, .gold = 1u << 20};
    s.army[2].men[0] = 99;
    s.army[4].men[2] = 250;
    s.marched = 1 << 3;
    field_is(&s, "points", "7");
    field_is(&s, "level", "-2");
    field_is(&s, "debt", "-300");
    field_is(&s, "city", "boston");
    field_is(&s, "gold", "1048576");
    field_is(&s, "lee.regulars", "99");
    field_is(&s, "lee.militia", "0");
    field_is(&s, "burgoyne.militia", "250");
    field_is(&s, "st_leger.marched", "1");
    field_is(&s, "lee.marched", "0");
    s.city = UINT16_MAX;
    field_is(&s, "city", "none");
}

static void a_field_is_set_and_nothing_beside_it(void **unused) {
    (void)unused;
    field_state s, expected;
    memset(&s, 0x11, sizeof s);
    s.base = (mk_base){0};
    s.base.rng.used = 64;
    expected = s;
    field_set(&s, "points=12 level=-1 debt=-1 city=none gold=5 lee.regulars=3 howe.militia=200");
    field_set(&s,
              "howe,lee.marched=1 st_leger.marched=0 burgoyne.marched=0 lee.seen=1 howe.seen=0");
    field_set(&s, "gates.home=york");
    expected.points = 12;
    expected.level = expected.debt = -1;
    expected.city = UINT16_MAX;
    expected.gold = 5;
    expected.army[2].men[0] = 3;
    expected.army[0].men[2] = 200;
    expected.army[1].home = 0;
    expected.marched = 1 << 0 | 1 << 2; /* 0x11 had 0 and 4 */
    expected.seen[0] = 0x1111111111111114;
    assert_memory_equal(&s, &expected, sizeof s);
}

static void a_field_keeps_to_its_range(void **unused) {
    (void)unused;
    field_state s = {.base.rng.used = 64};
    field_refuses(&s, "points=13", "it is 0 to 12");
    field_refuses(&s, "points=-1", "it is 0 to 12");
    field_refuses(&s, "level=3", "it is -2 to 2");
    field_refuses(&s, "lee.marched=2", "it is 0 to 1");
    field_refuses(&s, "howe.home=boston", "not to Boston"); /* its own setter counts */
    field_refuses(&s, "city=albany", "no city called");
    field_refuses(&s, "ruin=1", "cannot be set");
}

static void names_come_from_rows(void **unused) {
    (void)unused;
    assert_int_equal(mk_kind_count(&field_game, ARMY), 5);
    assert_int_equal(mk_kind_count(&field_game, CITY), 2);
    assert_int_equal(mk_kind_count(&field_game, FEW), 3);
    assert_string_equal(mk_id(&field_game, CITY, 1), "boston");
    assert_string_equal(mk_label(&field_game, CITY, 0), "New York");
    assert_null(mk_id(&field_game, CITY, 2));
    assert_string_equal(mk_id(&field_game, CITY, -1), "none");
    assert_string_equal(mk_label(&field_game, ARMY, 1), "gates");
    assert_string_equal(mk_id(&field_game, FEW, 2), "2");
    assert_int_equal(mk_find(&field_game, CITY, "boston"), 1);
    assert_int_equal(mk_find(&field_game, FEW, "3"), -1);
}

static void a_dump_leaves_out_what_is_nothing(void **unused) {
    (void)unused;
    field_state s = {.city = UINT16_MAX, .marched = 2};
    for (int i = 0; i < 5; i++) s.army[i].home = 1;
    s.army[0].home = 0; /* the first of its kind is something */
    mk_text t = {0};
    mk_dump(&field_game, &s, MK_EVERYTHING, MK_DUMP_SETTABLE, &t);
    assert_string_equal(t.p, "howe.home=york\ngates.home=boston\nlee.home=boston\n"
                             "st_leger.home=boston\nburgoyne.home=boston\ngates.marched=1\n");
    mk_text_free(&t);
}

/* ---- Dump and hash ------------------------------------------------------ */

static void the_dump_is_in_table_order_then_by_subject(void **unused) {
    (void)unused;
    coin_state s = fresh();
    mk_text t = {0};
    mk_dump(&coin_game, &s, MK_EVERYTHING, MK_DUMP_SETTABLE, &t);
    assert_string_equal(t.p, "even.pennies=10\nodd.pennies=10\n");
    mk_text_clear(&t);
    mk_dump(&coin_game, &s, MK_EVERYTHING, MK_DUMP_ALL, &t);
    assert_string_equal(t.p, "even.pennies=10\nodd.pennies=10\nbank=40\n");
    mk_text_clear(&t);
    mk_dump(&coin_game, &s, MK_EVERYTHING, MK_DUMP_WHOLE, &t);
    assert_string_equal(t.p, "turn=0\neven.pennies=10\nodd.pennies=10\nface=none\nguess=none\n"
                             "stake=0\nshown=empty\nbank=40\nleader=none\n");
    mk_text_free(&t);
}

/* Every line of a dump can be read back and, if it can be set, set. */
static void a_dump_sets_another_state_to_the_same(void **unused) {
    (void)unused;
    coin_state a = fresh(), b = fresh();
    set(&a,
        "turn=4 even.pennies=20 odd.pennies=7 face=tails guess=heads stake=3 shown=tails,heads");
    mk_text t = {0};
    mk_dump(&coin_game, &a, MK_EVERYTHING, MK_DUMP_SETTABLE, &t);
    set(&b, t.p);
    assert_memory_equal(&a, &b, sizeof a);
    mk_text_free(&t);
}

static void the_hash_is_of_the_dump_the_phase_and_the_seat(void **unused) {
    (void)unused;
    coin_state s = fresh();
    const char *text = "even.pennies=10\nodd.pennies=10\nphase=hiding\nseat=even\n";
    assert_true(mk_hash(&coin_game, &s) == mk_fnv(MK_FNV_START, text, strlen(text)));

    uint64_t before = mk_hash(&coin_game, &s);
    coin_state other = s;
    mk_rng_seed(&other.base.rng, 77); /* the dice to come are no part of it */
    assert_true(mk_hash(&coin_game, &other) == before);
    other = s;
    other.face = COIN_HEADS; /* what is hidden is */
    assert_true(mk_hash(&coin_game, &other) != before);
    other = s;
    mk_top(&other.base)->phase = COIN_RAISING;
    assert_true(mk_hash(&coin_game, &other) != before);
    other = s;
    mk_top(&other.base)->seat = COIN_ODD;
    assert_true(mk_hash(&coin_game, &other) != before);
}

static void resume_points_are_named_where_a_game_rests(void **unused) {
    (void)unused;
    coin_state s = fresh();
    assert_string_equal(mk_resume_point_at(&coin_game, &s), "turn");
    mk_apply(&coin_game, &s, (mk_action){COIN_HIDE, COIN_HEADS, 0, 0}, NULL);
    assert_null(mk_resume_point_at(&coin_game, &s));
    s.base.depth = 0;
    assert_null(mk_resume_point_at(&coin_game, &s));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_printed_by_their_kind),
        cmocka_unit_test(phase_and_seat_are_known_in_every_game),
        cmocka_unit_test(what_a_seat_may_not_know_is_hidden),
        cmocka_unit_test(reading_what_does_not_exist_says_so),
        cmocka_unit_test(a_value_that_does_not_fit_is_not_cut_short),
        cmocka_unit_test(a_line_sets_everything_in_it),
        cmocka_unit_test(an_entry_point_is_opened_after_the_rest),
        cmocka_unit_test(a_line_that_fails_changes_nothing_and_says_where),
        cmocka_unit_test(a_position_that_breaks_an_invariant_is_refused),
        cmocka_unit_test(an_entry_point_that_breaks_an_invariant_is_refused),
        cmocka_unit_test(a_field_is_a_property),
        cmocka_unit_test(a_field_is_set_and_nothing_beside_it),
        cmocka_unit_test(a_field_keeps_to_its_range),
        cmocka_unit_test(names_come_from_rows),
        cmocka_unit_test(a_dump_leaves_out_what_is_nothing),
        cmocka_unit_test(the_dump_is_in_table_order_then_by_subject),
        cmocka_unit_test(a_dump_sets_another_state_to_the_same),
        cmocka_unit_test(the_hash_is_of_the_dump_the_phase_and_the_seat),
        cmocka_unit_test(resume_points_are_named_where_a_game_rests),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
