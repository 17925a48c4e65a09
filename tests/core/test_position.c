/* Positions: a game put down at a resume point goes on as it would have. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "coin.h"
#include "core/registry.h"

#include <stdlib.h>
#include <string.h>

/* ---- A game whose setters wait for each other --------------------------- */

/* Coin with one difference: pennies must be in the bank before a player can be given them. */
static int get_pennies(const void *state, int player) {
    return ((const coin_state *)state)->pennies[player];
}
static bool set_pennies(void *state, int player, int value, mk_error *e) {
    coin_state *s = state;
    int missing = value - s->pennies[player] - s->bank;
    s->pennies[player] = 99; /* a setter that fails may leave anything behind */
    if (value < 0 || missing > 0) return mk_fail(e, MK_E_VALUE, "the bank lacks %d", missing);
    s->pennies[player] = (uint8_t)value;
    s->bank = (uint8_t)-missing;
    return true;
}
static int get_mood(const void *state, int player) {
    return ((const coin_state *)state)->pennies[player] > 10 ? 1 : 0;
}
static bool set_mood(void *state, int player, int value, mk_error *e) {
    (void)state, (void)player, (void)value, (void)e;
    return true; /* says yes and does nothing */
}

static const mk_property purse_properties[] = {
    {.name = "pennies", .subject = COIN_KIND_PLAYER, .get = get_pennies, .set = set_pennies},
    {.name = "mood", .subject = COIN_KIND_PLAYER, .get = get_mood, .set = set_mood},
    {0},
};
static mk_game purse_game;

const mk_game *const mk_games[] = {&coin_game, &purse_game, NULL};

/* ---- Helpers ------------------------------------------------------------ */

static coin_state started(const char *raising, uint64_t seed) {
    coin_state s;
    mk_setup setup;
    assert_true(mk_setup_init(&coin_game, &setup, "long", NULL));
    assert_true(mk_setup_option(&coin_game, &setup, "raising", raising, NULL));
    setup.nonplayers = MK_ONLY(COIN_EVEN) | MK_ONLY(COIN_ODD);
    mk_setup_seed(&setup, seed);
    mk_start(&coin_game, &s, &setup, NULL);
    return s;
}

static void play(coin_state *s, int actions, mk_rng *rng) {
    mk_actions legal;
    for (int i = 0; i < actions && s->base.depth; i++) {
        mk_list(&coin_game, s, &legal);
        mk_apply(&coin_game, s, legal.list[mk_below(rng, (uint32_t)legal.count)], NULL);
    }
}

static void read_back(const mk_text *t, coin_state *out) {
    _Alignas(max_align_t) unsigned char room[MK_MAX_STATE];
    const mk_game *game = NULL;
    mk_error e;
    char why[600];
    if (!mk_position_read(t->p, t->n, "p.txt", &game, room, &e))
        fail_msg("%s\n%s", mk_error_string(&e, why, sizeof why), t->p);
    memcpy(out, room, sizeof *out);
}

/* ---- Round trips -------------------------------------------------------- */

static void a_position_looks_as_documented(void **unused) {
    (void)unused;
    coin_state s = started("off", 1);
    memset(s.base.rng.key, 0xab, sizeof s.base.rng.key);
    mk_text t = {0};
    assert_true(mk_position_write(&coin_game, &s, MK_POSITION_WITH_DICE, &t, NULL));
    assert_string_equal(
        t.p,
        "musket position 2\ngame coin\nscenario long\noption raising off\nnonplayers even odd\n"
        "rules 1\ndata cbf29ce484222325\nphase turn\neven.pennies=10\nodd.pennies=10\n"
        "dice abababababababababababababababababababababababababababababababab 0 64\n"
        "end 2\n");
    mk_text_free(&t);
}

/* At every resume point of many games: the same bytes, and so the same game from there on. */
static void a_position_with_dice_is_the_same_state(void **unused) {
    (void)unused;
    int positions = 0;
    for (uint64_t seed = 0; seed < 40; seed++) {
        coin_state s = started(seed % 2 ? "on" : "off", seed), copy;
        mk_rng rng;
        mk_rng_seed(&rng, seed);
        for (; s.base.depth; play(&s, 1, &rng)) {
            mk_text t = {0}, again = {0};
            if (!mk_resume_point_at(&coin_game, &s)) continue;
            assert_true(mk_position_write(&coin_game, &s, MK_POSITION_WITH_DICE, &t, NULL));
            read_back(&t, &copy);
            assert_memory_equal(&s, &copy, sizeof s);
            assert_true(mk_position_write(&coin_game, &copy, MK_POSITION_WITH_DICE, &again, NULL));
            assert_string_equal(t.p, again.p);
            mk_text_free(&t);
            mk_text_free(&again);
            positions++;
        }
    }
    assert_true(positions > 200);
}

static void dice_go_on_within_across_and_before_blocks(void **unused) {
    (void)unused;
    for (int drawn = 0; drawn < 140; drawn++) {
        coin_state s = started("on", 5), copy;
        mk_text t = {0};
        for (int i = 0; i < drawn; i++) mk_die(&s.base.rng, 64);
        assert_true(mk_position_write(&coin_game, &s, MK_POSITION_WITH_DICE, &t, NULL));
        read_back(&t, &copy);
        assert_memory_equal(&s.base.rng, &copy.base.rng, sizeof s.base.rng);
        mk_text_free(&t);
    }
}

static void a_position_alone_keeps_all_but_the_dice(void **unused) {
    (void)unused;
    coin_state s = started("on", 3), copy;
    mk_rng rng, zero;
    mk_text t = {0};
    mk_rng_seed(&rng, 3);
    while (s.base.turn < 3) play(&s, 1, &rng);
    assert_true(mk_position_write(&coin_game, &s, MK_POSITION_ALONE, &t, NULL));
    assert_null(strstr(t.p, "dice"));
    read_back(&t, &copy);
    assert_true(mk_hash(&coin_game, &s) == mk_hash(&coin_game, &copy));
    mk_rng_key(&zero, (const uint8_t[MK_KEY_BYTES]){0});
    assert_memory_equal(&copy.base.rng, &zero, sizeof zero);
    copy.base.rng = s.base.rng;
    assert_memory_equal(&s, &copy, sizeof s);
    mk_text_free(&t);
}

static void a_position_is_taken_at_resume_points_only(void **unused) {
    (void)unused;
    coin_state s = started("on", 3);
    mk_text t = {0};
    mk_error e;
    mk_apply(&coin_game, &s, (mk_action){COIN_HIDE, COIN_HEADS, 0, 0}, NULL);
    assert_false(mk_position_write(&coin_game, &s, MK_POSITION_ALONE, &t, &e));
    assert_int_equal(e.code, MK_E_VALUE);
    assert_string_equal(e.text, "a position can be taken only at a resume point, not in guessing");
    s.base.depth = 0;
    assert_false(mk_position_write(&coin_game, &s, MK_POSITION_ALONE, &t, &e));
    assert_int_equal(e.code, MK_E_VALUE);
    assert_null(t.p); /* nothing was written */
}

/* even has 12 and odd 9 at the set-up's order of lines only after odd gave some back. */
static void setters_that_need_another_first_are_tried_again(void **unused) {
    (void)unused;
    _Alignas(max_align_t) unsigned char room[MK_MAX_STATE];
    const coin_state *s = (const coin_state *)room;
    const mk_game *game;
    mk_error e;
    const char *text = "musket position 1\ngame purse\nscenario short\nrules 1\n"
                       "data cbf29ce484222325\nphase turn\neven.pennies=55\nodd.pennies=2\nend 2\n";
    if (!mk_position_read(text, strlen(text), NULL, &game, room, &e)) fail_msg("%s", e.text);
    assert_ptr_equal(game, &purse_game);
    assert_int_equal(s->pennies[COIN_EVEN], 55);
    assert_int_equal(s->pennies[COIN_ODD], 2);
    assert_int_equal(s->bank, 3);
}

/* What is not mentioned is 0, none or empty, also where the set-up has something else. */
static void what_is_not_mentioned_is_nothing(void **unused) {
    (void)unused;
    _Alignas(max_align_t) unsigned char room[MK_MAX_STATE];
    const coin_state *s = (const coin_state *)room;
    const mk_game *game;
    mk_error e = {0};
    const char *text = "musket position 2\ngame coin\nscenario short\nrules 1\n"
                       "data cbf29ce484222325\nphase turn\neven.pennies=7\nodd.pennies=3\nend 2\n";
    if (!mk_position_read(text, strlen(text), NULL, &game, room, &e)) fail_msg("%s", e.text);
    assert_int_equal(s->bank, COIN_PENNIES - 10);
    assert_int_equal(s->base.turn, 0);
    const char *poor = "musket position 2\ngame coin\nscenario short\nrules 1\n"
                       "data cbf29ce484222325\nphase turn\neven.pennies=7\nend 1\n";
    assert_false(mk_position_read(poor, strlen(poor), NULL, &game, room, &e));
    assert_non_null(strstr(e.text, "does not rest at turn")); /* a player without a penny: over */
    const char *mood = "musket position 2\ngame purse\nscenario short\nrules 1\n"
                       "data cbf29ce484222325\nphase turn\neven.pennies=12\nodd.pennies=9\nend 2\n";
    assert_false(mk_position_read(mood, strlen(mood), NULL, &game, room, &e));
    assert_int_equal(e.line, 9);
    assert_string_equal(e.text, "even.mood is not mentioned and does not fit the other properties");
}

/* What the resume point sets is no contradiction in a text by other rules or of format 1. */
static void a_resume_point_may_have_learned_to_set_something(void **unused) {
    (void)unused;
    static const struct {
        int format, rules;
        const char *data;
        bool fine;
    } cases[] = {
        {2, 1, "cbf29ce484222325", false},
        {2, 2, "cbf29ce484222325", true},
        {2, 1, "0123456789abcdef", true},
        {1, 1, "cbf29ce484222325", true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        _Alignas(max_align_t) unsigned char room[MK_MAX_STATE];
        const mk_game *game;
        mk_text t = {0};
        mk_text_add(&t,
                    "musket position %d\ngame coin\nscenario short\nrules %d\ndata %s\nphase turn\n"
                    "even.pennies=7\nodd.pennies=3\nface=heads\nend 3\n",
                    cases[i].format, cases[i].rules, cases[i].data);
        assert_int_equal(mk_position_read(t.p, t.n, NULL, &game, room, NULL), cases[i].fine);
        if (cases[i].fine) assert_int_equal(((const coin_state *)room)->face, COIN_NO_FACE);
        mk_text_free(&t);
    }
}

/* Format 1 mentioned every property; one that it lacks came later and is as in the set-up. */
static void positions_of_format_1_are_read(void **unused) {
    (void)unused;
    coin_state s = started("off", 1), copy;
    const char *old =
        "musket position 1\ngame coin\nscenario long\noption raising off\nnonplayers even odd\n"
        "rules 1\ndata cbf29ce484222325\nphase turn\nturn=0\neven.pennies=10\n"
        "odd.pennies=10\nface=none\nguess=none\nstake=0\nshown=empty\n"
        "dice abababababababababababababababababababababababababababababababab 0 64\n"
        "end 7\n";
    mk_text t = {0};
    memset(s.base.rng.key, 0xab, sizeof s.base.rng.key);
    mk_text_add(&t, "%s", old);
    read_back(&t, &copy);
    assert_memory_equal(&s, &copy, sizeof s);
    mk_text_free(&t);
}

/* ---- Other rules, other data -------------------------------------------- */

static const char *const HEAD = "musket position 1\ngame coin\nscenario short\noption raising on\n"
                                "rules 1\ndata cbf29ce484222325\n";

static void other_rules_and_data_are_no_obstacle(void **unused) {
    (void)unused;
    _Alignas(max_align_t) unsigned char room[MK_MAX_STATE];
    const mk_game *game;
    const char *text = "musket position 1\ngame coin\nscenario short\nrules 77\n"
                       "data 0123456789abcdef\nphase turn\nturn=1\nend 1\n";
    assert_true(mk_position_read(text, strlen(text), NULL, &game, room, NULL));
    assert_int_equal(((const coin_state *)room)->base.turn, 1);
    assert_int_equal(((const coin_state *)room)->pennies[0], 10); /* not mentioned: the set-up's */
}

/* ---- What is wrong with a text ------------------------------------------ */

typedef struct {
    const char *head; /* NULL: HEAD */
    const char *body;
    mk_code code;
    int line;
    const char *says;
} wrong;

static const wrong WRONG[] = {
    {"", "", MK_E_SYNTAX, 0, "this is not a musket position"},
    {"", "musket pos", MK_E_TRUNCATED, 0, "stops within its first lines"},
    {"", "musket position 1\r\ngame coin\r\n", MK_E_SYNTAX, 1, "CR LF"},
    {"", "musket journal 1\n", MK_E_SYNTAX, 1, "this is not a musket position"},
    {"", "musket position 3\n", MK_E_VERSION, 1, "of format 3; known are those up to 2"},
    {"", "musket position 0\n", MK_E_VERSION, 1, "of format 0"},
    {"", "musket position 2\n", MK_E_TRUNCATED, 1, "stops within its first lines"},
    {"", "musket position one\n", MK_E_VERSION, 1, "of format one"},
    {"", "musket position 1\n", MK_E_TRUNCATED, 1, "stops within its first lines"},
    {"", "musket position 1\ngame chess\n", MK_E_GAME, 2, "no game called \"chess\""},
    {"", "musket position 1\nscenario short\n", MK_E_SYNTAX, 2, "expected \"game ...\""},
    {"", "musket position 1\ngame coin\nscenario x\n", MK_E_GAME, 3, "no scenario"},
    {"", "musket position 1\ngame coin\nscenario short\noption x on\n", MK_E_GAME, 4, "\"x\""},
    {"", "musket position 1\ngame coin\nscenario short\noption raising\n", MK_E_SYNTAX, 4,
     "option NAME VALUE"},
    {"", "musket position 1\ngame coin\nscenario short\noption raising 7\n", MK_E_GAME, 4, "\"7\""},
    {"", "musket position 1\ngame coin\nscenario short\nnonplayers odd us\n", MK_E_NAME, 4,
     "no seat called \"us\""},
    {"", "musket position 1\ngame coin\nscenario short\nrules 01\n", MK_E_SYNTAX, 4,
     "no rules version"},
    {"", "musket position 1\ngame coin\nscenario short\nrules 1\ndata 12\n", MK_E_SYNTAX, 5,
     "no hash of data"},
    {"", "musket position 1\ngame coin\nscenario short\nrules 1\ndata 0123456789ABCDEF\n",
     MK_E_SYNTAX, 5, "no hash of data"},
    {"", "musket position 1\ngame coin\nscenario short\nrules 1\ndata cbf29ce4842223250\n",
     MK_E_SYNTAX, 5, "no hash of data"},
    {"", "musket position 1\ngame coin\n", MK_E_TRUNCATED, 2, "stops within its first lines"},
    {"", "musket position 1\ngame coin\nphase turn\n", MK_E_SYNTAX, 3, "expected \"scenario"},
    {"", "musket position 1\ngame coin\nscenario short\nphase turn\n", MK_E_SYNTAX, 4,
     "expected \"rules ...\", found \"phase turn\""},
    {"", "musket position 1\ngame coin\nscenario short\nrules 1\nphase turn\n", MK_E_SYNTAX, 5,
     "expected \"data ...\""},
    {NULL, "", MK_E_TRUNCATED, 6, "stops before its end line"},
    {NULL, "turn=1\nend 1\n", MK_E_SYNTAX, 7, "expected \"phase ...\""},
    {NULL, "phase dawn\n", MK_E_NAME, 7, "there are: turn, reveal"},
    {NULL, "phase reveal\n", MK_E_VALUE, 7, "no game can rest at reveal"},
    {NULL, "phase turn\nturn=1\n", MK_E_TRUNCATED, 8, "stops before its end line"},
    {NULL, "phase turn\nturn=1\nend 1", MK_E_TRUNCATED, 8, "stops before its end line"},
    {NULL, "phase turn\nturn=1\nend 2\n", MK_E_TRUNCATED, 9, "there are 1 properties, not 2"},
    {NULL, "phase turn\nturn=1\nend\n", MK_E_SYNTAX, 9, "no property"},
    {NULL, "phase turn\nturn=1\nend x\n", MK_E_SYNTAX, 9, "no number of properties"},
    {NULL, "phase turn\nturn=1\nend 1\nturn=2\n", MK_E_SYNTAX, 10, "nothing may follow the end"},
    {NULL, "phase turn\nturn=1\nend 1\nx", MK_E_SYNTAX, 9, "nothing may follow the end"},
    {NULL, "phase turn\nturn=1\n\nend 1\n", MK_E_SYNTAX, 9, "no property"},
    {NULL, "phase turn\ntern=1\nend 1\n", MK_E_NAME, 8, "no property \"tern\"; close to it: turn"},
    {NULL, "phase turn\nturn=1\nwe.pennies=1\nend 2\n", MK_E_NAME, 9, "no player called \"we\""},
    {NULL, "phase turn\nturn=9\nend 1\n", MK_E_VALUE, 8, "turn must be 0 to 3, not 9"},
    {NULL, "phase turn\nturn=01\nend 1\n", MK_E_VALUE, 8, "no number"},
    {NULL, "phase turn\nturn=1\nturn=2\nend 2\n", MK_E_VALUE, 8, "does not fit the other"},
    {NULL, "phase turn\nbank=41\nend 1\n", MK_E_VALUE, 8, "follows from other properties"},
    {NULL, "phase turn\nshown=heads\nend 1\n", MK_E_VALUE, 9, "impossible: 1 coins shown"},
    {NULL, "phase turn\nturn=3\nend 1\n", MK_E_VALUE, 9, "does not rest at turn"},
    {"musket position 2\ngame coin\nscenario short\nrules 1\ndata cbf29ce484222325\n",
     "phase turn\neven.pennies=7\nodd.pennies=3\nface=heads\nend 3\n", MK_E_VALUE, 9,
     "face=heads does not fit the other"},
    {NULL, "phase turn\ndice 00 0 64\nend 0\n", MK_E_SYNTAX, 8, "dice KEY COUNTER USED"},
    {"musket position 1\ngame purse\nscenario short\nrules 1\ndata cbf29ce484222325\n",
     "phase turn\neven.mood=1\nend 1\n", MK_E_VALUE, 7, "does not fit the other properties"},
    {"musket position 1\ngame purse\nscenario short\nrules 1\ndata cbf29ce484222325\n",
     "phase turn\neven.pennies=40\nodd.pennies=30\nend 2\n", MK_E_VALUE, 8,
     "odd.pennies=30: the bank lacks 10"},
};

static void each_fault_has_its_own_message_and_line(void **unused) {
    (void)unused;
    _Alignas(max_align_t) unsigned char room[MK_MAX_STATE];
    memset(room, 0x5a, sizeof room);
    for (const wrong *w = WRONG; w < WRONG + sizeof WRONG / sizeof *WRONG; w++) {
        mk_text t = {0};
        mk_error e = {0};
        const mk_game *game = NULL;
        mk_text_add(&t, "%s%s", w->head ? w->head : HEAD, w->body);
        assert_false(mk_position_read(t.p, t.n, "p.txt", &game, room, &e));
        if (e.code != w->code || e.line != w->line || !strstr(e.text, w->says))
            fail_msg("%scode %d, line %d: %s", t.p, e.code, e.line, e.text);
        assert_string_equal(e.file, "p.txt");
        assert_null(game);
        assert_false(mk_position_read(t.p, t.n, NULL, &game, room, NULL));
        mk_text_free(&t);
    }
    for (size_t i = 0; i < sizeof room; i++) assert_int_equal(room[i], 0x5a); /* nothing is lost */
}

#define HALF_KEY "000102030405060708090a0b0c0d0e0f"

static void dice_are_read_strictly(void **unused) {
    (void)unused;
    _Alignas(max_align_t) unsigned char room[MK_MAX_STATE];
    static const struct {
        const char *key, *rest;
        bool good;
    } cases[] = {
        {HALF_KEY HALF_KEY, " 0 64\n", true},
        {HALF_KEY HALF_KEY, " 1 0\n", true},
        {HALF_KEY HALF_KEY, " 18446744073709551615 63\n", true},
        {HALF_KEY HALF_KEY, " 0 63\n", false}, /* no block was made yet */
        {HALF_KEY HALF_KEY, " 1 65\n", false},
        {HALF_KEY HALF_KEY, " 18446744073709551616 1\n", false},
        {HALF_KEY HALF_KEY, " 1\n", false},
        {HALF_KEY HALF_KEY, " 1 1 1\n", false},
        {HALF_KEY HALF_KEY, " 1 1\ndice " HALF_KEY HALF_KEY " 1 1\n", false},
        {HALF_KEY HALF_KEY, " 1 1\nturn=0\n", false},
        {HALF_KEY HALF_KEY "0", " 1 1\n", false},
        {HALF_KEY "000102030405060708090a0b0c0d0e0", " 1 1\n", false},
        {HALF_KEY "000102030405060708090a0b0c0d0e0g", " 1 1\n", false},
        {HALF_KEY "000102030405060708090a0b0c0d0eg0", " 1 1\n", false},
        {HALF_KEY "000102030405060708090A0B0C0D0E0F", " 1 1\n", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        mk_text t = {0};
        const mk_game *game;
        int turns = strstr(cases[i].rest, "turn") ? 2 : 1;
        mk_text_add(&t, "%sphase turn\nturn=0\ndice %s%send %d\n", HEAD, cases[i].key,
                    cases[i].rest, turns);
        bool good = mk_position_read(t.p, t.n, NULL, &game, room, NULL);
        if (good != cases[i].good) fail_msg("%s", t.p);
        mk_text_free(&t);
    }
}

/* A whole position, damaged in every byte and cut at every length: refused or read, never worse. */
static void damage_does_no_harm(void **unused) {
    (void)unused;
    _Alignas(max_align_t) unsigned char room[MK_MAX_STATE];
    coin_state s = started("on", 9);
    mk_rng rng;
    mk_text t = {0};
    mk_error e;
    char why[300];
    const mk_game *game;
    mk_rng_seed(&rng, 9);
    while (s.base.turn < 2) play(&s, 1, &rng);
    assert_true(mk_position_write(&coin_game, &s, MK_POSITION_WITH_DICE, &t, NULL));
    for (size_t n = 0; n < t.n; n++) assert_false(mk_position_read(t.p, n, NULL, &game, room, &e));
    static const char bytes[] = {'\0', '\n', ' ', '=', '9', 'x', '\xff', ','};
    for (size_t i = 0; i < t.n; i++)
        for (size_t k = 0; k < sizeof bytes; k++) {
            char kept = t.p[i];
            t.p[i] = bytes[k];
            if (mk_position_read(t.p, t.n, NULL, &game, room, &e))
                assert_true(mk_check(game, room, why, sizeof why));
            t.p[i] = kept;
        }
    mk_text_free(&t);
}

int main(void) {
    purse_game = coin_game;
    purse_game.id = "purse";
    purse_game.properties = purse_properties;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_position_looks_as_documented),
        cmocka_unit_test(a_position_with_dice_is_the_same_state),
        cmocka_unit_test(dice_go_on_within_across_and_before_blocks),
        cmocka_unit_test(a_position_alone_keeps_all_but_the_dice),
        cmocka_unit_test(a_position_is_taken_at_resume_points_only),
        cmocka_unit_test(setters_that_need_another_first_are_tried_again),
        cmocka_unit_test(what_is_not_mentioned_is_nothing),
        cmocka_unit_test(positions_of_format_1_are_read),
        cmocka_unit_test(a_resume_point_may_have_learned_to_set_something),
        cmocka_unit_test(other_rules_and_data_are_no_obstacle),
        cmocka_unit_test(each_fault_has_its_own_message_and_line),
        cmocka_unit_test(dice_are_read_strictly),
        cmocka_unit_test(damage_does_no_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
