/* Text: growing text and JSON strings, names, actions printed, parsed and guessed, sentences. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "coin.h"
#include "core/names.h"
#include "core/registry.h"

#include <string.h>

const mk_game *const mk_games[] = {&coin_game, NULL};

/* ---- A game of names ---------------------------------------------------- */

/* Nothing but names that are easily confused, and a list of legal actions that a test fills. */
enum { PLACE = 1, STEPS, BLOCK };
enum { MARCH = 1, MARCH_ON, REST };

static const char *const place_ids[] = {"newark", "newark_north", "chadds_ford", "wilmington"};
static const char *const place_labels[] = {"Newark", "Newark North", "Chadd\u2019s Ford",
                                           "Wilmington"};
static const char *const block_ids[] = {"militia_1", "militia_12", "h_donop", "m1", "m12"};
static const char *const block_labels[] = {"Militia", "Militia", "v. Donop", "O\u2019Hara",
                                           "Twelfth"};

static int place_count(void) { return 4; }
static const char *place_id(int i) { return place_ids[i]; }
static const char *place_label(int i) { return place_labels[i]; }
static int block_count(void) { return 5; }
static const char *block_id(int i) { return block_ids[i]; }
static const char *block_label(int i) { return block_labels[i]; }
static const char *block_one(int i) { return i == 4 ? "one of the Twelfth" : block_labels[i]; }
static int step_count(void) { return 21; }

static const mk_kind kinds[] = {
    {"none", NULL, NULL, NULL},
    {"space", place_count, place_id, place_label},
    {"steps", step_count, NULL, NULL},
    {"block", block_count, block_id, block_label, block_one},
    {0},
};
static const mk_verb verbs[] = {
    {"none", {0}, ""},
    {"march", {BLOCK, PLACE, STEPS}, "March {0} to {1}, {2} steps"},
    {"march_on", {0}, "March on"},
    {"rest", {PLACE}, "Rest at {0}"},
    {0},
};

static mk_actions legal;
static void list(const void *state, mk_actions *out) {
    (void)state;
    *out = legal;
}
static const char *why_not(const void *state, mk_action action) {
    (void)state;
    for (int i = 0; i < legal.count; i++)
        if (memcmp(&legal.list[i], &action, sizeof action) == 0) return NULL;
    return "names.closed";
}
static const mk_phase phases[] = {
    {"none", "", "", {0}, NULL, NULL, NULL, NULL},
    {"moving",
     "{seat} moves",
     "names.move",
     {0},
     MK_VERBS(MARCH, MARCH_ON, REST),
     list,
     why_not,
     NULL},
    {0},
};
static const mk_seat_name seats[] = {{"british", "British", ""}, {0}};
static const mk_game names_game = {
    .id = "names",
    .title = "Names",
    .state_size = sizeof(mk_base),
    .seats = seats,
    .kinds = kinds,
    .verbs = verbs,
    .phases = phases,
    .seat_count = 1,
    .kind_count = 4,
    .verb_count = 4,
    .phase_count = 2,
};

static mk_base moving(void) {
    mk_base b = {0};
    legal.count = 0;
    mk_push(&b, 1, 0);
    return b;
}

/* ---- Growing text ------------------------------------------------------- */

static void text_grows_and_stays_terminated(void **unused) {
    (void)unused;
    mk_text t = {0};
    for (int i = 0; i < 1000; i++) mk_text_add(&t, "%d,", i);
    assert_int_equal(t.n, strlen(t.p));
    assert_int_equal(t.n, 10 * 2 + 90 * 3 + 900 * 4);
    assert_memory_equal(t.p + t.n - 4, "999,", 5);
    mk_text_clear(&t);
    assert_string_equal(t.p, "");
    mk_text_bytes(&t, "a\0b", 3);
    assert_int_equal(t.n, 3);
    assert_memory_equal(t.p, "a\0b", 4);
    mk_text_free(&t);
    assert_null(t.p);
    mk_text_clear(&t);
    assert_null(t.p);
}

static void json_strings_are_json_whatever_comes_in(void **unused) {
    (void)unused;
    static const struct {
        const char *in, *out;
    } cases[] = {
        {"", "\"\""},
        {"Newark", "\"Newark\""},
        {"a\"b\\c", "\"a\\\"b\\\\c\""},
        {"line\nand\ttab\x01", "\"line\\nand\\ttab\\u0001\""},
        {"Chadd\u2019s", "\"Chadd\u2019s\""},
        {"\xf0\x9f\x8e\xb2", "\"\xf0\x9f\x8e\xb2\""},
        {"\xc2\x80\u07ff\u0800\ud7ff\ue000\uffff", "\"\xc2\x80\u07ff\u0800\ud7ff\ue000\uffff\""},
        {"\U00010000\U0010ffff two words", "\"\U00010000\U0010ffff two words\""},
        {"\xff", "\"\ufffd\""},
        {"a\xc3", "\"a\ufffd\""},                             /* cut short */
        {"\xe2\x82z", "\"\ufffd\ufffdz\""},                   /* cut short, then more */
        {"\xc0\xaf", "\"\ufffd\ufffd\""},                     /* overlong */
        {"\xe0\x80\xaf", "\"\ufffd\ufffd\ufffd\""},           /* overlong */
        {"\xed\xa0\x80", "\"\ufffd\ufffd\ufffd\""},           /* a surrogate */
        {"\xf4\x90\x80\x80", "\"\ufffd\ufffd\ufffd\ufffd\""}, /* beyond U+10FFFF */
        {"\xf0\x80\x80\xaf", "\"\ufffd\ufffd\ufffd\ufffd\""}, /* overlong */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        mk_text t = {0};
        mk_text_json(&t, cases[i].in);
        assert_string_equal(t.p, cases[i].out);
        mk_text_free(&t);
    }
}

/* ---- Names -------------------------------------------------------------- */

static void names_and_numbers_find_each_other(void **unused) {
    (void)unused;
    const mk_game *g = &names_game;
    assert_string_equal(mk_id(g, PLACE, 2), "chadds_ford");
    assert_string_equal(mk_label(g, PLACE, 2), "Chadd\u2019s Ford");
    assert_string_equal(mk_id(g, PLACE, -1), "none");
    assert_null(mk_id(g, PLACE, 4));
    assert_null(mk_id(g, PLACE, -2));
    assert_null(mk_label(g, PLACE, 4));
    assert_string_equal(mk_id(g, STEPS, 20), "20");
    assert_null(mk_id(g, STEPS, 21));
    assert_null(mk_id(g, STEPS, -1));
    assert_string_equal(mk_id(g, 0, -7), "-7");
    assert_null(mk_id(g, 4, 0)); /* there are kinds 1 to 3 */
    assert_null(mk_id(g, -1, 0));
    assert_int_equal(mk_find(g, 4, "newark"), -1);
    assert_int_equal(mk_find(g, 0, "0"), -1);
    assert_string_equal(mk_label(&coin_game, COIN_KIND_PLAYER, 1), "odd"); /* has no labels */

    assert_int_equal(mk_find(g, PLACE, "wilmington"), 3);
    assert_int_equal(mk_find(g, PLACE, "Wilmington"), -1);
    assert_int_equal(mk_find(g, PLACE, "none"), -1);
    assert_int_equal(mk_find(g, STEPS, "20"), 20);
    static const char *const wrong[] = {"21", "-1", "+1", "01", "1x", "", "99999999999999999999"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_equal(mk_find(g, STEPS, wrong[i]), -1);

    assert_int_equal(mk_find_seat(&coin_game, "odd"), COIN_ODD);
    assert_int_equal(mk_find_seat(&coin_game, "Odd"), -1);
    assert_int_equal(mk_find_verb(&coin_game, "raise"), COIN_RAISE);
    assert_int_equal(mk_find_verb(&coin_game, "none"), 0);
}

static void numbers_as_names_do_not_overwrite_each_other_at_once(void **unused) {
    (void)unused;
    const char *one = mk_id(&names_game, 0, 1), *two = mk_id(&names_game, 0, 2);
    assert_string_equal(one, "1");
    assert_string_equal(two, "2");
}

static void close_names_are_told_closest_first(void **unused) {
    (void)unused;
    char out[200];
    mk_suggest near = {.wanted = "march"};
    assert_string_equal(mk_suggest_text(&near, out, sizeof out), "");
    static const char *const names[] = {"mark", "charm",   "marsh",
                                        "rest", "marches", "forced_march"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) mk_suggest_try(&near, names[i]);
    assert_string_equal(mk_suggest_text(&near, out, sizeof out),
                        "; close to it: marsh, marches, forced_march");
    assert_string_equal(mk_suggest_text(&near, out, 20), "; close to it: mars");

    near = (mk_suggest){.wanted = "no"}; /* within a name it says little, unless it is longer */
    mk_suggest_try(&near, "newark_north");
    assert_int_equal(near.count, 0);
    near = (mk_suggest){.wanted = "nor"};
    mk_suggest_try(&near, "newark_north");
    assert_int_equal(near.count, 1);
    near = (mk_suggest){.wanted = "kitten"}; /* two changed, one put in: too far */
    mk_suggest_try(&near, "sitting");
    assert_int_equal(near.count, 0);
    mk_suggest_try(&near, "sitten");
    mk_suggest_try(&near, "itten");
    mk_suggest_try(&near, "kittens");
    assert_int_equal(near.count, 3);
    for (int i = 0; i < 3; i++) assert_int_equal(near.distance[i], 1);
    assert_string_equal(near.name[0], "sitten"); /* of equals, the first stays first */
}

/* ---- Actions ------------------------------------------------------------ */

static void every_action_is_parsed_from_what_is_printed(void **unused) {
    (void)unused;
    const mk_game *g = &names_game;
    char line[200];
    for (int16_t block = 0; block < 5; block++)
        for (int16_t place = 0; place < 4; place++) {
            mk_action a = {MARCH, block, place, 13}, b;
            size_t n = mk_print_action(g, a, line, sizeof line);
            assert_int_equal(n, strlen(line));
            assert_true(mk_parse_action(g, line, &b, NULL));
            assert_memory_equal(&a, &b, sizeof a);
        }
    mk_action none;
    assert_true(mk_parse_action(g, "march_on", &none, NULL));
    assert_int_equal(none.verb, MARCH_ON);
}

static void a_short_buffer_is_not_overrun(void **unused) {
    (void)unused;
    char line[9] = "********";
    size_t n = mk_print_action(&names_game, (mk_action){REST, 3, 0, 0}, line, 8);
    assert_int_equal(n, strlen("rest wilmington"));
    assert_string_equal(line, "rest wi");
    assert_int_equal(mk_print_action(&names_game, (mk_action){REST, 3, 0, 0}, NULL, 0), n);
}

static void what_is_no_action_is_printed_but_never_parsed(void **unused) {
    (void)unused;
    static const struct {
        mk_action action;
        const char *text;
    } cases[] = {
        {{0, 0, 0, 0}, "?0 0 0 0"},     {{99, 1, 2, 3}, "?99 1 2 3"},
        {{REST, 4, 0, 0}, "rest ?4"},   {{4, 0, 0, 0}, "?4 0 0 0"},
        {{REST, -1, 0, 0}, "rest ?-1"}, {{MARCH_ON, 0, 7, 0}, "march_on ?7"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char line[200];
        mk_action a;
        mk_error e;
        mk_text label = {0};
        mk_print_action(&names_game, cases[i].action, line, sizeof line);
        assert_string_equal(line, cases[i].text);
        assert_false(mk_parse_action(&names_game, line, &a, &e));
        mk_action_label(&names_game, cases[i].action, MK_MARKS, &label); /* says something */
        assert_true(label.n > 0);
        mk_text_free(&label);
    }
}

static void the_strict_parser_says_what_is_wrong(void **unused) {
    (void)unused;
    static const struct {
        const char *text;
        mk_code code;
        const char *says;
    } cases[] = {
        {"", MK_E_SYNTAX, "one space"},
        {" rest newark", MK_E_SYNTAX, "one space"},
        {"rest  newark", MK_E_SYNTAX, "one space"},
        {"rest newark ", MK_E_SYNTAX, "one space"},
        {"rest\tnewark", MK_E_NAME, "no action called"},
        {"Rest newark", MK_E_NAME, "close to it: rest"},
        {"rest", MK_E_SYNTAX, "lacks its space"},
        {"rest newark newark", MK_E_SYNTAX, "needs no \"newark\""},
        {"rest newwark", MK_E_NAME, "no space called \"newwark\"; close to it: newark"},
        {"rest ford", MK_E_NAME, "close to it: chadds_ford"},
        {"rest none", MK_E_NAME, "no space called \"none\""},
        {"march m1 newark 21", MK_E_NAME, "a number from 0 to 20"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        mk_action a = {77, 7, 7, 7};
        mk_error e;
        assert_false(mk_parse_action(&names_game, cases[i].text, &a, &e));
        assert_int_equal(e.code, cases[i].code);
        if (!strstr(e.text, cases[i].says)) fail_msg("%s: %s", cases[i].text, e.text);
        assert_int_equal(a.verb, 77);
        assert_false(mk_parse_action(&names_game, cases[i].text, &a, NULL));
    }
    char monster[2000];
    memset(monster, 'x', sizeof monster - 1);
    monster[sizeof monster - 1] = '\0';
    mk_action a;
    mk_error e;
    assert_false(mk_parse_action(&names_game, monster, &a, &e));
    assert_int_equal(e.code, MK_E_SYNTAX);
}

/* ---- Guesses ------------------------------------------------------------ */

/* The strict form of what is guessed, or the error's text. */
static const char *guessed(const mk_base *b, const char *text, mk_error *e) {
    static char out[500];
    mk_action a;
    *e = (mk_error){0};
    if (!mk_guess_action(&names_game, b, text, &a, e)) return e->text;
    mk_print_action(&names_game, a, out, sizeof out);
    return out;
}

static void a_guess_takes_ids_labels_and_beginnings(void **unused) {
    (void)unused;
    mk_base b = moving();
    mk_error e;
    mk_offer(&legal, MARCH, 2, 2, 3);
    mk_offer(&legal, MARCH, 2, 3, 3);
    mk_offer(&legal, REST, 2, 0, 0);
    mk_offer(&legal, REST, 3, 0, 0);
    const char *ford = "march h_donop chadds_ford 3";
    assert_string_equal(guessed(&b, "march h_donop chadds_ford 3", &e), ford);
    assert_string_equal(guessed(&b, "  MARCH v donop Chadds Ford 3 ", &e), ford);
    assert_string_equal(guessed(&b, "march V. Donop, Chadd's Ford, 3", &e), ford);
    assert_string_equal(guessed(&b, "mar h chadd\u2019s 3", &e), ford);
    assert_string_equal(guessed(&b, "m h d c f 3", &e), ford);
    assert_string_equal(guessed(&b, "march h_donop chadds", &e), ford); /* only one way to go on */
    assert_string_equal(guessed(&b, "March v. Donop to Chadd's Ford, 3 steps", &e), ford);
    assert_string_equal(guessed(&b, "march v donop to chad", &e), ford); /* as it is shown */
    assert_string_equal(guessed(&b, "r w", &e), "rest wilmington");
}

static void a_guess_prefers_what_was_typed_in_full(void **unused) {
    (void)unused;
    mk_base b = moving();
    mk_error e;
    mk_offer(&legal, REST, 0, 0, 0);
    mk_offer(&legal, REST, 1, 0, 0);
    mk_offer(&legal, MARCH, 3, 0, 1);
    mk_offer(&legal, MARCH, 3, 0, 12);
    mk_offer(&legal, MARCH_ON, 0, 0, 0);
    assert_string_equal(guessed(&b, "rest newark", &e), "rest newark");
    assert_string_equal(guessed(&b, "r newark", &e), "rest newark");
    assert_string_equal(guessed(&b, "rest newark n", &e), "rest newark_north");
    assert_string_equal(guessed(&b, "march on", &e), "march_on");
    assert_string_equal(guessed(&b, "march m1 newark 1", &e), "march m1 newark 1");
    assert_string_equal(guessed(&b, "march ohara newark 12", &e), "march m1 newark 12");
    assert_string_equal(guessed(&b, "march m newark 12", &e), "march m1 newark 12");
}

static void a_name_that_is_not_legal_is_no_beginning_of_another(void **unused) {
    (void)unused;
    mk_base b = moving();
    mk_error e;
    mk_offer(&legal, REST, 1, 0, 0);
    mk_offer(&legal, MARCH, 1, 1, 12);
    mk_offer(&legal, MARCH, 4, 1, 12);
    assert_string_equal(guessed(&b, "rest newark", &e), "not allowed: Rest at Newark");
    assert_int_equal(e.code, MK_E_ILLEGAL);
    assert_string_equal(e.rule, "names.closed");
    assert_string_equal(guessed(&b, "Rest Chadd's Ford", &e),
                        "not allowed: Rest at Chadd\u2019s Ford");
    assert_string_equal(e.rule, "names.closed");
    assert_string_equal(guessed(&b, "march militia_1 newark", &e),
                        "not allowed: march Militia Newark");
    assert_string_equal(guessed(&b, "march m1", &e), "not allowed: march O\u2019Hara");
    assert_string_equal(guessed(&b, "march m12 newark_north 1", &e),
                        "not allowed: March Twelfth to Newark North, 1 steps");
    assert_string_equal(guessed(&b, "march m12 newark n 12", &e), "march m12 newark_north 12");
}

static void an_ambiguous_guess_lists_what_it_could_be(void **unused) {
    (void)unused;
    mk_base b = moving();
    mk_error e;
    mk_offer(&legal, MARCH, 0, 0, 3);
    mk_offer(&legal, MARCH, 1, 0, 3);
    assert_string_equal(guessed(&b, "march Militia newark 3", &e),
                        "\"march Militia newark 3\" could be: march militia_1 newark 3; "
                        "march militia_12 newark 3");
    assert_int_equal(e.code, MK_E_SYNTAX);
    mk_offer(&legal, REST, 2, 0, 0);
    mk_offer(&legal, REST, 3, 0, 0);
    assert_string_equal(guessed(&b, "rest", &e),
                        "\"rest\" could be: Rest at Chadd\u2019s Ford; Rest at Wilmington");
    legal.count -= 2;
    for (int steps = 4; steps < 15; steps++) mk_offer(&legal, MARCH, 1, 0, steps);
    guessed(&b, "m", &e);
    assert_non_null(strstr(e.text, "march militia_12 newark 7 and 7 more"));
}

static void a_guess_that_fails_says_which_word_was_not_understood(void **unused) {
    (void)unused;
    mk_base b = moving();
    mk_error e;
    mk_offer(&legal, REST, 3, 0, 0);
    assert_string_equal(
        guessed(&b, "dance newark", &e),
        "there is no action called \"dance\"; now there are: march, march_on, rest");
    assert_int_equal(e.code, MK_E_NAME);
    assert_string_equal(guessed(&b, "march h", &e), "not allowed: march v. Donop");
    assert_int_equal(e.code, MK_E_ILLEGAL);
    assert_string_equal(e.rule, "names.move");
    assert_string_equal(guessed(&b, "rest boston", &e), "there is no space called \"boston\"");
    assert_int_equal(e.code, MK_E_NAME);
    assert_string_equal(guessed(&b, "rest wilmingtun", &e),
                        "there is no space called \"wilmingtun\"; close to it: wilmington");
    assert_string_equal(guessed(&b, "march on", &e), "not allowed: March on");
    assert_string_equal(guessed(&b, "march on now", &e),
                        "\"now\" is too much: march_on ends before it");
    assert_string_equal(guessed(&b, "march o n", &e), "not allowed: march O\u2019Hara Newark");
    assert_string_equal(guessed(&b, "re newark", &e), "not allowed: Rest at Newark");
    assert_string_equal(guessed(&b, "rest wilmington today", &e),
                        "\"today\" is too much: rest ends before it");
    assert_string_equal(guessed(&b, " .,; ", &e), "no action was typed");
    char monster[3000];
    memset(monster, 'r', sizeof monster - 1);
    monster[sizeof monster - 1] = '\0';
    assert_string_equal(guessed(&b, monster, &e), "that is too long for an action");
    for (size_t i = 0; i + 1 < sizeof monster; i += 2) monster[i] = ' ';
    assert_string_equal(guessed(&b, monster, &e), "that is too long for an action");
    b.depth = 0;
    guessed(&b, "rest wilmington", &e);
    assert_int_equal(e.code, MK_E_FINISHED);
}

/* ---- Sentences ---------------------------------------------------------- */

static void assert_text(mk_text *t, const char *expected) {
    assert_string_equal(t->p, expected);
    mk_text_clear(t);
}

static void templates_are_filled_by_kind(void **unused) {
    (void)unused;
    mk_text t = {0};
    mk_action_label(&names_game, (mk_action){MARCH, 2, 2, 3}, MK_PLAIN, &t);
    assert_text(&t, "March v. Donop to Chadd\u2019s Ford, 3 steps");
    mk_action_label(&names_game, (mk_action){MARCH, 2, 0, 3}, MK_MARKS, &t);
    assert_text(&t, "March [block:h_donop|v. Donop] to [space:newark|Newark], 3 steps");

    mk_event e = {COIN_REVEALED, -1, MK_EVERYONE, 0, 3, {COIN_HEADS, 4, COIN_ODD}};
    mk_event_text(&coin_game, &e, MK_PLAIN, &t);
    assert_text(&t, "The coin shows King's Head, the die 4: odd wins");
    mk_event_text(&coin_game, &e, MK_MARKS, &t);
    assert_text(&t, "The coin shows [face:heads|King's Head], the die 4: [player:odd|odd] wins");
    e = (mk_event){COIN_HID_SOMETHING, COIN_EVEN, MK_EVERYONE, 0, 0, {0}};
    mk_event_text(&coin_game, &e, MK_PLAIN, &t);
    assert_text(&t, "Even hides a coin");
    mk_event_text(&coin_game, &e, MK_MARKS, &t);
    assert_text(&t, "[seat:even|Even] hides a coin");
    e = (mk_event){COIN_ENDED, -1, MK_EVERYONE, 0, 3, {COIN_HEADS, COIN_TAILS, COIN_HEADS}};
    mk_event_text(&coin_game, &e, MK_PLAIN, &t);
    assert_text(&t, "The coins were King's Head, Britannia, King's Head");
    e.count = 0;
    mk_event_text(&coin_game, &e, MK_PLAIN, &t);
    assert_text(&t, "The coins were none");
    mk_text_free(&t);
}

static void a_template_shows_what_it_cannot_fill(void **unused) {
    (void)unused;
    static const mk_event_kind events[] = {
        {"none", "", {0}},
        {"odd",
         "{0} {1} {7} {12} {:} {/} {} {seat {what} {0..} {1..} {0.} {0 ..} { {0",
         {PLACE, 0}},
        {"list", "{seat}: {1..}", {0, BLOCK}},
        {0},
    };
    mk_game game = names_game;
    game.events = events;
    mk_text t = {0};
    mk_event e = {1, 0, MK_EVERYONE, 0, 1, {-1}};
    mk_event_text(&game, &e, MK_MARKS, &t);
    assert_text(&t, "None {1} {7} {12} {:} {/} {} {seat {what} none none {0.} {0 ..} { {0");
    e.n[0] = 50; /* a number that names nothing */
    mk_event_text(&game, &e, MK_MARKS, &t);
    assert_text(&t, "50 {1} {7} {12} {:} {/} {} {seat {what} 50 none {0.} {0 ..} { {0");
    e = (mk_event){2, -1, MK_EVERYONE, 0, 4, {5, 2, 3, 4}};
    mk_event_text(&game, &e, MK_PLAIN, &t);
    assert_text(&t, "Nobody: v. Donop, O\u2019Hara, Twelfth"); /* one kind for the whole list */
    mk_text_free(&t);
}

/* The text of a row for these two numbers, the second one a block. */
static void assert_words(const char *template, int first, int second, const char *expected) {
    mk_event_kind events[] = {{"none", "", {0}}, {"words", NULL, {0, BLOCK}}, {0}};
    events[1].text = template;
    mk_game game = names_game;
    game.events = events;
    mk_text t = {0};
    mk_event e = {1, 0, MK_EVERYONE, 0, 2, {(int16_t)first, (int16_t)second}};
    mk_event_text(&game, &e, MK_PLAIN, &t);
    assert_text(&t, expected);
    mk_text_free(&t);
}

static void a_template_chooses_words_by_a_number(void **unused) {
    (void)unused;
    const char *losses = "{1}: {0?no losses|one loss|{0} losses}";
    assert_words(losses, 0, 4, "Twelfth: no losses");
    assert_words(losses, 1, 4, "Twelfth: one loss");
    assert_words(losses, 2, 4, "Twelfth: 2 losses");
    assert_words(losses, -1, 4, "Twelfth: -1 losses");
    const char *flag = "{0?taken by {1}|held}";
    assert_words(flag, 1, 2, "Taken by v. Donop");
    assert_words(flag, 0, 2, "Held");
    const char *deep = "{0?a|b{1?x|y|z{0?1|2|{0+}}}|c}";
    assert_words(deep, 0, 1, "A");
    assert_words(deep, 1, 4, "Bz2");
    assert_words(deep, 7, 4, "C");
    const char *unless = "rolls{0& {0+}}{1& for {1}}";
    assert_words(unless, 0, 4, "Rolls for Twelfth");
    assert_words(unless, -2, 0, "Rolls -2");
    assert_words("{0?|one|many}{0&}", 0, 0, "");
    /* What is no choice, or is never closed, stays as it is. */
    assert_words("{0?a|b|c|d} {0?a|b {1}", 1, 4, "{0?a|b|c|d} {0?a|b Twelfth");
}

static void a_template_counts(void **unused) {
    (void)unused;
    static const mk_event_kind events[] = {
        {"none", "", {0}},
        {"counts", "{0} {1:0} {0?goes|go}, {1!} stays", {0, BLOCK}},
        {"odd", "{1:} {1:7} {1!!} {0:1} {0!} {0?one} {7?a|b} {0?|s}", {0, BLOCK}},
        {"signed", "{0+} {1+} {0++} {7+} {+}", {0}},
        {"begins", "{1!} stays", {0, BLOCK}},
        {"unless", "dice{0~, surprise }{1~ for }{7~, none}", {0, BLOCK}},
        {0},
    };
    mk_game game = names_game;
    game.events = events;
    mk_text t = {0};
    mk_event e = {1, 0, MK_EVERYONE, 0, 2, {1, 4}};
    mk_event_text(&game, &e, MK_PLAIN, &t);
    assert_text(&t, "1 one of the Twelfth goes, one of the Twelfth stays");
    e.n[0] = 2;
    mk_event_text(&game, &e, MK_PLAIN, &t);
    assert_text(&t, "2 Twelfth go, one of the Twelfth stays");
    e.n[0] = 0;
    mk_event_text(&game, &e, MK_MARKS, &t);
    assert_text(&t, "0 [block:m12|Twelfth] go, [block:m12|one of the Twelfth] stays");
    e.kind = 2;
    mk_event_text(&game, &e, MK_PLAIN, &t);
    assert_text(&t, "{1:} {1:7} {1!!} 0 0 {0?one} {7?a|b} s");
    e = (mk_event){3, 0, MK_EVERYONE, 0, 2, {2, -2}};
    mk_event_text(&game, &e, MK_PLAIN, &t);
    assert_text(&t, "+2 -2 {0++} {7+} {+}");
    e = (mk_event){4, 0, MK_EVERYONE, 0, 2, {1, 4}};
    mk_event_text(&game, &e, MK_PLAIN, &t);
    assert_text(&t, "One of the Twelfth stays"); /* a sentence begins with a capital */
    mk_event_text(&game, &e, MK_MARKS, &t);
    assert_text(&t, "[block:m12|One of the Twelfth] stays");
    e.kind = 5;
    mk_event_text(&game, &e, MK_PLAIN, &t);
    assert_text(&t, "Dice, surprise 1 for Twelfth{7~, none}");
    e.n[0] = 0; /* what is none is not told */
    mk_event_text(&game, &e, MK_PLAIN, &t);
    assert_text(&t, "Dice for Twelfth{7~, none}");
    mk_text_free(&t);
}

static void the_prompt_speaks_of_the_top_frame(void **unused) {
    (void)unused;
    coin_state s;
    mk_setup setup;
    mk_text t = {0};
    assert_true(mk_setup_init(&coin_game, &setup, NULL, NULL));
    mk_start(&coin_game, &s, &setup, NULL);
    mk_prompt_text(&coin_game, &s, MK_EVERYTHING, MK_PLAIN, &t);
    assert_text(&t, "Even hides a coin.");
    mk_apply(&coin_game, &s, (mk_action){COIN_HIDE, COIN_HEADS, 0, 0}, NULL);
    mk_apply(&coin_game, &s, (mk_action){COIN_GUESS, COIN_TAILS, 2, 0}, NULL);
    mk_prompt_text(&coin_game, &s, MK_EVERYTHING, MK_MARKS, &t);
    assert_text(&t, "[seat:even|Even]: 2 on [face:tails|Britannia]. Raise?");
    s.base.depth = 0;
    mk_prompt_text(&coin_game, &s, MK_EVERYTHING, MK_PLAIN, &t);
    assert_text(&t, "The game is over.");
    mk_text_free(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_grows_and_stays_terminated),
        cmocka_unit_test(json_strings_are_json_whatever_comes_in),
        cmocka_unit_test(names_and_numbers_find_each_other),
        cmocka_unit_test(close_names_are_told_closest_first),
        cmocka_unit_test(numbers_as_names_do_not_overwrite_each_other_at_once),
        cmocka_unit_test(every_action_is_parsed_from_what_is_printed),
        cmocka_unit_test(a_short_buffer_is_not_overrun),
        cmocka_unit_test(what_is_no_action_is_printed_but_never_parsed),
        cmocka_unit_test(the_strict_parser_says_what_is_wrong),
        cmocka_unit_test(a_guess_takes_ids_labels_and_beginnings),
        cmocka_unit_test(a_guess_prefers_what_was_typed_in_full),
        cmocka_unit_test(a_name_that_is_not_legal_is_no_beginning_of_another),
        cmocka_unit_test(an_ambiguous_guess_lists_what_it_could_be),
        cmocka_unit_test(a_guess_that_fails_says_which_word_was_not_understood),
        cmocka_unit_test(templates_are_filled_by_kind),
        cmocka_unit_test(a_template_shows_what_it_cannot_fill),
        cmocka_unit_test(a_template_counts),
        cmocka_unit_test(a_template_chooses_words_by_a_number),
        cmocka_unit_test(the_prompt_speaks_of_the_top_frame),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
