/* Journals: what is written is read back byte for byte, what is wrong is named with its line, and
 * what was readable before it is kept. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "coin.h"
#include "core/registry.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const mk_game *const mk_games[] = {&coin_game, NULL};

/* ---- Making journals ---------------------------------------------------- */

static mk_table *new_table(const char *scenario, uint64_t seed) {
    mk_setup setup;
    assert_true(mk_setup_init(&coin_game, &setup, scenario, NULL));
    mk_setup_seed(&setup, seed);
    return mk_table_new(&coin_game, &setup);
}

static void act(mk_table *t, int seat, const char *text) {
    mk_action action;
    assert_true(mk_parse_action(&coin_game, text, &action, NULL));
    assert_true(mk_table_do(t, seat, action, NULL));
}

/* About `most` entries of random play, every tenth an undo by consent. */
static mk_table *random_table(uint64_t seed, int most) {
    mk_rng rng;
    mk_actions legal;
    mk_rng_seed(&rng, seed);
    mk_table *t = new_table("long", seed);
    while (mk_table_count(t) < most) {
        const void *state = mk_table_state(t);
        int seat = mk_seat(&coin_game, state), n = mk_table_count(t);
        if (n > 0 && (seat == MK_OVER || mk_below(&rng, 10) == 0)) {
            assert_true(mk_table_undo_to(t, (int)mk_below(&rng, (uint32_t)n), NULL));
            continue;
        }
        mk_list(&coin_game, state, &legal);
        mk_action action = legal.list[mk_below(&rng, (uint32_t)legal.count)];
        assert_true(mk_table_do(t, seat, action, NULL));
    }
    return t;
}

static void same_bytes(const mk_text *a, const mk_text *b) {
    assert_int_equal(a->n, b->n);
    assert_memory_equal(a->p, b->p, a->n);
}

/* ---- Writing and reading ------------------------------------------------ */

/* 64 digits for the key of seed 1, so that nothing here depends on how seeds become keys. */
static void key_text(const mk_table *t, char out[2 * MK_KEY_BYTES + 1]) {
    for (int i = 0; i < MK_KEY_BYTES; i++)
        snprintf(out + 2 * i, 3, "%02x", mk_table_setup(t)->key[i]);
}

static void a_journal_is_this_text(void **unused) {
    (void)unused;
    mk_setup setup;
    assert_true(mk_setup_init(&coin_game, &setup, "short", NULL));
    assert_true(mk_setup_option(&coin_game, &setup, "raising", "off", NULL));
    mk_setup_seed(&setup, 1);
    setup.nonplayers = MK_ONLY(COIN_EVEN) | MK_ONLY(COIN_ODD);
    mk_table *t = mk_table_new(&coin_game, &setup);
    act(t, COIN_EVEN, "hide heads");
    act(t, COIN_ODD, "guess tails 1");
    uint64_t hash = mk_hash(&coin_game, mk_table_state(t));
    assert_true(mk_table_undo_to(t, 0, NULL));
    act(t, COIN_EVEN, "hide tails");

    mk_text expected = {0}, text = {0};
    char key[2 * MK_KEY_BYTES + 1];
    key_text(t, key);
    mk_text_add(&expected,
                "musket journal 2\ngame coin\nscenario short\noption raising off\n"
                "nonplayers even odd\nrules 1\ndata %016" PRIx64 "\ngenerator chacha20\nkey %s\n\n"
                "even hide heads\nodd guess tails 1\nturn 1 hash %016" PRIx64 "\nundo 0\n"
                "even hide tails\nend 4\n",
                mk_data_hash(&coin_game), key, hash);
    mk_journal_write(t, &text);
    assert_string_equal(text.p, expected.p);
    mk_text_free(&text);
    mk_text_free(&expected);
    mk_table_free(t);
}

static void reading_and_writing_give_the_same_bytes_and_states(void **unused) {
    (void)unused;
    for (uint64_t seed = 0; seed < 40; seed++) {
        mk_table *t = random_table(seed, (int)seed * 10), *again;
        mk_text text = {0}, second = {0};
        mk_error error = {0};
        mk_journal_write(t, &text);
        if (!mk_journal_read(text.p, text.n, "x.journal", &again, &error))
            fail_msg("line %d: %s", error.line, error.text);
        mk_journal_write(again, &second);
        same_bytes(&text, &second);
        assert_int_equal(mk_table_count(t), mk_table_count(again));
        assert_memory_equal(mk_table_state(t), mk_table_state(again), sizeof(coin_state));
        mk_text_free(&text);
        mk_text_free(&second);
        mk_table_free(t);
        mk_table_free(again);
    }
}

/* A file that is appended to as the game goes on is the same file. */
static void header_and_entries_make_the_journal(void **unused) {
    (void)unused;
    mk_table *t = random_table(4, 100);
    mk_text whole = {0}, pieces = {0};
    mk_journal_write(t, &whole);
    mk_journal_write_header(t, &pieces);
    for (int i = 0; i < mk_table_count(t); i++) mk_journal_write_entry(t, i, &pieces);
    mk_text_add(&pieces, "end %d\n", mk_table_count(t));
    same_bytes(&whole, &pieces);
    mk_text_free(&whole);
    mk_text_free(&pieces);
    mk_table_free(t);
}

/* ---- Format 1 ------------------------------------------------------------ */

static char *sample_with(int number, const char *line);

/* The hash of format 1 was of another dump: it is not compared. Written again it is format 2. */
static void a_journal_of_format_1_is_read(void **unused) {
    (void)unused;
    char *fresh = sample_with(1, "musket journal 2"), *old = sample_with(1, "musket journal 1");
    char *check = strstr(old, "turn 1 hash ");
    assert_non_null(check);
    memmove(check + 7, check + 12, strlen(check + 12) + 1);
    check[7] = check[7] == '0' ? '1' : '0'; /* another hash */
    mk_table *t;
    mk_error error = {0};
    if (!mk_journal_read(old, strlen(old), NULL, &t, &error)) fail_msg("%s", error.text);
    mk_text again = {0};
    mk_journal_write(t, &again);
    assert_string_equal(again.p, fresh);
    mk_text_free(&again);
    mk_table_free(t);
    free(fresh);
    free(old);
}

static void entries_of_both_formats_are_compared(void **unused) {
    (void)unused;
    static const struct {
        const char *then, *now;
        bool same;
    } cases[] = {
        {"even hide heads\n", "even hide heads\n", true},
        {"even hide heads\n", "even hide tails\n", false},
        {"a\nturn 2 hash 0123456789abcdef\n", "a\nturn 2 hash 0123456789abcdef\n", true},
        {"a\nturn 2 hash 0123456789abcdee\n", "a\nturn 2 hash 0123456789abcdef\n", false},
        {"a\nturn 2 0000000000000000\n", "a\nturn 2 hash 0123456789abcdef\n", true},
        {"a\nturn 3 0000000000000000\n", "a\nturn 2 hash 0123456789abcdef\n", false},
        {"a\nturn 2 000000000000000\n", "a\nturn 2 hash 0123456789abcdef\n", false},
        {"b\nturn 2 0000000000000000\n", "a\nturn 2 hash 0123456789abcdef\n", false},
        {"a\nturn 2 0000000000000000", "a\nturn 2 hash 0123456789abcdef\n", false},
        {"a\nturn 2 0000000000000000\n", "a\n", false},
        {"a\n", "a\nturn 2 hash 0123456789abcdef\n", false},
        {"a", "a\nturn 2 hash 0123456789abcdef\n", false},
        {"", "a\n", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (mk_journal_same_entry(cases[i].then, cases[i].now) != cases[i].same)
            fail_msg("case %zu", i);
}

/* ---- What is wrong ------------------------------------------------------ */

/* The text of a journal of one turn and a bit: header lines 1 to 9, the entries from line 10. */
static char *sample(void) {
    mk_table *t = new_table("short", 1);
    act(t, COIN_EVEN, "hide heads");
    act(t, COIN_ODD, "guess tails 2");
    act(t, COIN_EVEN, "raise 1");
    act(t, COIN_EVEN, "hide tails");
    mk_text text = {0};
    mk_journal_write(t, &text);
    mk_table_free(t);
    return text.p;
}

/* The sample with its line `number` replaced; NULL: left out. */
static char *sample_with(int number, const char *line) {
    char *old = sample(), *at = old;
    mk_text text = {0};
    for (int i = 1; i < number; i++) at = strchr(at, '\n') + 1;
    mk_text_bytes(&text, old, (size_t)(at - old));
    if (line) mk_text_add(&text, "%s\n", line);
    mk_text_add(&text, "%s", strchr(at, '\n') + 1);
    free(old);
    return text.p;
}

typedef struct {
    int replaced;
    const char *with; /* NULL: the line is left out */
    mk_code code;
    int line;         /* where the error is seen */
    int kept;         /* entries; -1: no table */
    const char *text; /* part of the message; NULL: somebody else's words */
} mistake;

static const mistake mistakes[] = {
    {1, "musket journal 3", MK_E_VERSION, 1, -1, "format 3"},
    {1, "musket journal 01", MK_E_VERSION, 1, -1, "format 01"},
    {1, "musket journal 1\r", MK_E_SYNTAX, 1, -1, "LF alone"},
    {1, "musket position 1", MK_E_SYNTAX, 1, -1, "not a musket journal"},
    {2, "game chess", MK_E_GAME, 2, -1, "chess"},
    {2, "play coin", MK_E_SYNTAX, 2, -1, "game"},
    {3, "scenario endless", MK_E_GAME, 3, -1, "endless"},
    {4, "option raising maybe", MK_E_GAME, 4, -1, "maybe"},
    {4, "option lowering on", MK_E_GAME, 4, -1, "lowering"},
    {4, "option raising", MK_E_SYNTAX, 4, -1, "option NAME VALUE"},
    {4, "nonplayers nobody", MK_E_NAME, 4, -1, "nobody"},
    {5, "rules 2", MK_E_VERSION, 5, -1, "version 2 of the rules"},
    {5, "rules one", MK_E_SYNTAX, 5, -1, NULL},
    {6, "data 0000000000000000", MK_E_VERSION, 6, -1, "other data"},
    {6, "data 12", MK_E_SYNTAX, 6, -1, NULL},
    {7, "generator dice", MK_E_VERSION, 7, -1, "generator \"dice\""},
    {7, NULL, MK_E_SYNTAX, 7, -1, "generator chacha20"},
    {8, "key 00", MK_E_SYNTAX, 8, -1, "64 hexadecimal digits"},
    {9, "even hide heads", MK_E_SYNTAX, 9, -1, "empty line"},
    {10, "even guess heads 1", MK_E_ILLEGAL, 10, 0, NULL},
    {10, "odd hide heads", MK_E_SEAT, 10, 0, NULL},
    {10, "even hide edge", MK_E_NAME, 10, 0, "edge"},
    {10, "even  hide heads", MK_E_SYNTAX, 10, 0, NULL},
    {10, "even hide heads ", MK_E_SYNTAX, 10, 0, NULL},
    {10, "even hide heads\r", MK_E_NAME, 10, 0, NULL},
    {10, "nobody hide heads", MK_E_SYNTAX, 10, 0, "a seat and its action"},
    {10, "even", MK_E_SYNTAX, 10, 0, "a seat and its action"},
    {10, "", MK_E_SYNTAX, 10, 0, "a seat and its action"},
    {10, "undo 0", MK_E_VALUE, 10, 0, "cannot go back to 0"},
    {11, "odd guess tails 02", MK_E_NAME, 11, 1, NULL},
    {11, "odd guess tails 4", MK_E_ILLEGAL, 11, 1, NULL},
    {11, "undo 00", MK_E_SYNTAX, 11, 1, "undo NUMBER"},
    {11, "undo 1", MK_E_VALUE, 11, 1, "cannot go back to 1"},
    {11, "undo 4294967296", MK_E_SYNTAX, 11, 1, "undo NUMBER"},
    {11, "turn 1 0123456789abcdef", MK_E_DIVERGED, 11, 1, "no turn begins here"},
    {12, "even raise 2", MK_E_DIVERGED, 13, 3, "leads elsewhere"},
    {13, "turn 1 hash 0123456789abcdef", MK_E_DIVERGED, 13, 3, "leads elsewhere"},
    {13, "turn 2 0123456789abcdef", MK_E_DIVERGED, 13, 3, "leads elsewhere"},
    {13, "turn 1 0123456789abcde", MK_E_DIVERGED, 13, 3, "leads elsewhere"},
    {13, "turn 1 hash", MK_E_DIVERGED, 13, 3, "leads elsewhere"},
    {13, NULL, MK_E_DIVERGED, 13, 3, "not \"even hide tails\""},
    {15, "end 5", MK_E_SYNTAX, 15, 4, "this should be \"end 4\""},
    {15, "end 4\nend 4", MK_E_SYNTAX, 16, 4, "after the end"},
    {15, "end 4\n", MK_E_SYNTAX, 16, 4, "after the end"},
    {15, NULL, MK_E_TRUNCATED, 14, 4, "before its end"},
};

static void each_mistake_is_named_with_its_line(void **unused) {
    (void)unused;
    for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++) {
        const mistake *m = &mistakes[i];
        char *text = sample_with(m->replaced, m->with);
        mk_table *t;
        mk_error error = {0};
        assert_false(mk_journal_read(text, strlen(text), "a.journal", &t, &error));
        if (error.code != m->code || error.line != m->line ||
            (m->text && !strstr(error.text, m->text)))
            fail_msg("\"%s\" gives code %d at line %d: %s", m->with ? m->with : "", error.code,
                     error.line, error.text);
        assert_string_equal(error.file, "a.journal");
        if (m->code == MK_E_ILLEGAL) assert_true(strncmp(error.rule, "coin.", 5) == 0);
        assert_int_equal(t ? mk_table_count(t) : -1, m->kept);
        mk_table_free(t);
        assert_false(mk_journal_read(text, strlen(text), NULL, &t, NULL));
        mk_table_free(t);
        free(text);
    }
}

/* Nothing that a full disk or a killed program leaves behind is taken for a whole journal. */
static void each_beginning_is_truncated_and_keeps_its_entries(void **unused) {
    (void)unused;
    char *text = sample();
    size_t size = strlen(text);
    const char *entries = strstr(text, "\n\n") + 2;
    for (size_t n = 1; n < size; n++) {
        mk_table *t;
        mk_error error = {0};
        assert_false(mk_journal_read(text, n, "a.journal", &t, &error));
        assert_int_equal(error.code, MK_E_TRUNCATED);
        int whole = 0;
        for (const char *p = entries; p < text + n && strchr(p, '\n') < text + n;
             p = strchr(p, '\n') + 1)
            whole += strncmp(p, "turn ", 5) != 0;
        assert_int_equal(t ? mk_table_count(t) : 0, whole);
        assert_int_equal(t != NULL, text + n >= entries);
        mk_table_free(t);
    }
    free(text);
}

static void an_empty_file_is_no_journal(void **unused) {
    (void)unused;
    mk_table *t;
    mk_error error = {0};
    assert_false(mk_journal_read("", 0, "a.journal", &t, &error));
    assert_null(t);
    assert_string_equal(error.text, "this is not a musket journal");
}

static void options_that_are_not_mentioned_have_their_default(void **unused) {
    (void)unused;
    char *text = sample_with(4, NULL);
    mk_table *t;
    assert_true(mk_journal_read(text, strlen(text), NULL, &t, NULL));
    assert_int_equal(mk_table_setup(t)->option[0], 0);
    mk_table_free(t);
    free(text);
}

/* What is damaged is refused, or it was another journal in its own right: read, it is written
 * as it stands. */
static void damaged_bytes_are_noticed_or_stay_as_they_are(void **unused) {
    (void)unused;
    mk_rng rng;
    mk_rng_seed(&rng, 9);
    mk_table *whole = random_table(6, 60);
    mk_text text = {0};
    mk_journal_write(whole, &text);
    int accepted = 0;
    for (int i = 0; i < 3000; i++) {
        size_t at = mk_below(&rng, (uint32_t)text.n);
        char old = text.p[at];
        text.p[at] = (char)mk_below(&rng, 256);
        mk_table *t;
        if (mk_journal_read(text.p, text.n, NULL, &t, NULL)) {
            mk_text again = {0};
            mk_journal_write(t, &again);
            same_bytes(&text, &again);
            mk_text_free(&again);
            accepted++;
        }
        mk_table_free(t);
        text.p[at] = old;
    }
    assert_in_range(accepted, 1, 300);
    mk_text_free(&text);
    mk_table_free(whole);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_journal_is_this_text),
        cmocka_unit_test(reading_and_writing_give_the_same_bytes_and_states),
        cmocka_unit_test(header_and_entries_make_the_journal),
        cmocka_unit_test(a_journal_of_format_1_is_read),
        cmocka_unit_test(entries_of_both_formats_are_compared),
        cmocka_unit_test(each_mistake_is_named_with_its_line),
        cmocka_unit_test(each_beginning_is_truncated_and_keeps_its_entries),
        cmocka_unit_test(an_empty_file_is_no_journal),
        cmocka_unit_test(options_that_are_not_mentioned_have_their_default),
        cmocka_unit_test(damaged_bytes_are_noticed_or_stay_as_they_are),
    };
    mk_error error = {0};
    if (!mk_open(NULL, &error)) return 1;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
