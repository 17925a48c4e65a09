/* Records: all that one seat saw, and nothing else. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "coin.h"
#include "core/registry.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const mk_game *const mk_games[] = {&coin_game, NULL};

static mk_table *new_table(uint64_t seed) {
    mk_setup setup;
    assert_true(mk_setup_init(&coin_game, &setup, "short", NULL));
    mk_setup_seed(&setup, seed);
    return mk_table_new(&coin_game, &setup);
}

static void act(mk_table *t, int seat, const char *text) {
    mk_action action;
    assert_true(mk_parse_action(&coin_game, text, &action, NULL));
    assert_true(mk_table_do(t, seat, action, NULL));
}

/* A game with an undo by consent in it. */
static mk_table *played_table(void) {
    mk_table *t = new_table(3);
    act(t, COIN_EVEN, "hide heads");
    act(t, COIN_ODD, "guess heads 2");
    assert_true(mk_table_undo_to(t, 1, NULL));
    act(t, COIN_ODD, "guess tails 1");
    act(t, COIN_EVEN, "raise 1");
    act(t, COIN_EVEN, "hide tails");
    return t;
}

static json_t *parse(const char *line, size_t size) {
    json_error_t error;
    json_t *json = json_loadb(line, size, JSON_REJECT_DUPLICATES, &error);
    if (!json) fail_msg("%s: %.*s", error.text, (int)size, line);
    return json;
}

/* Line `number` (from 0) of a record; NULL: there is none. */
static json_t *line_of(const mk_text *record, int number) {
    const char *at = record->p;
    for (int i = 0; i < number; i++) at = strchr(at, '\n') + 1;
    return *at ? parse(at, strcspn(at, "\n")) : NULL;
}

static const char *text_of(json_t *object, const char *key) {
    return json_string_value(json_object_get(object, key));
}

static long number_of(json_t *object, const char *key) {
    return (long)json_integer_value(json_object_get(object, key));
}

static json_t *view_of(const void *state, int seat) {
    mk_view *view = mk_view_new();
    mk_text text = {0};
    mk_view_build(&coin_game, state, seat, view);
    mk_view_json(view, &text);
    json_t *json = parse(text.p, text.n);
    mk_text_free(&text);
    mk_view_free(view);
    return json;
}

static void the_first_line_says_whose_record_it_is(void **unused) {
    (void)unused;
    mk_table *t = played_table();
    mk_text record = {0};
    mk_record_write(t, COIN_ODD, &record);
    json_t *head = line_of(&record, 0);
    assert_int_equal(number_of(head, "record"), 1);
    assert_string_equal(text_of(head, "game"), "coin");
    assert_string_equal(text_of(head, "scenario"), "short");
    assert_string_equal(text_of(json_object_get(head, "options"), "raising"), "on");
    assert_string_equal(text_of(head, "seat"), "odd");
    assert_int_equal(json_object_size(head), 5);
    json_decref(head);

    mk_text_clear(&record);
    mk_record_write(t, MK_SPECTATOR, &record);
    head = line_of(&record, 0);
    assert_string_equal(text_of(head, "seat"), "spectator");
    json_decref(head);
    mk_text_free(&record);
    mk_table_free(t);
}

static void update(json_t *view, json_t *delta) {
    const char *key;
    json_t *value;
    json_object_foreach(delta, key, value) {
        if (json_is_null(value))
            assert_int_equal(json_object_del(view, key), 0);
        else
            json_object_set(view, key, value);
    }
}

/* The first view and every change of it give what was seen at each entry. */
static void the_changes_lead_to_every_view(void **unused) {
    (void)unused;
    mk_table *t = played_table();
    coin_state state;
    for (int seat = MK_SPECTATOR; seat <= COIN_ODD; seat++) {
        mk_text record = {0};
        mk_record_write(t, seat, &record);
        json_t *view = NULL;
        for (int i = -1; i < mk_table_count(t); i++) {
            json_t *step = line_of(&record, i + 2);
            assert_int_equal(number_of(step, "entry"), i);
            if (i < 0)
                view = json_incref(json_object_get(step, "view"));
            else
                update(view, json_object_get(step, "delta"));
            mk_table_state_at(t, i + 1, &state);
            json_t *seen = view_of(&state, seat);
            assert_true(json_equal(view, seen));
            json_decref(seen);
            json_decref(step);
        }
        assert_null(line_of(&record, mk_table_count(t) + 2));
        json_decref(view);
        mk_text_free(&record);
    }
    mk_table_free(t);
}

/* Event `index` of entry `entry` in a seat's record. */
static json_t *event_of(const mk_text *record, int entry, size_t index, json_t **step) {
    *step = line_of(record, entry + 2);
    return json_array_get(json_object_get(*step, "events"), index);
}

static void events_are_told_as_the_seat_may_know_them(void **unused) {
    (void)unused;
    mk_table *t = played_table();
    mk_text even = {0}, odd = {0};
    json_t *step;
    mk_record_write(t, COIN_EVEN, &even);
    mk_record_write(t, COIN_ODD, &odd);

    json_t *hid = event_of(&even, 0, 0, &step);
    assert_string_equal(text_of(hid, "name"), "hid");
    assert_string_equal(text_of(hid, "seat"), "even");
    assert_string_equal(text_of(hid, "text"), "Even hides King's Head");
    json_t *numbers = json_object_get(hid, "numbers");
    assert_int_equal(json_array_size(numbers), 1);
    assert_int_equal(json_integer_value(json_array_get(numbers, 0)), COIN_HEADS);
    assert_null(json_array_get(json_object_get(step, "events"), 1));
    json_decref(step);

    hid = event_of(&odd, 0, 0, &step);
    assert_string_equal(text_of(hid, "name"), "hid_something");
    assert_string_equal(text_of(hid, "text"), "Even hides a coin");
    assert_int_equal(json_array_size(json_object_get(hid, "numbers")), 0);
    assert_null(json_array_get(json_object_get(step, "events"), 1));
    json_decref(step);

    json_t *revealed = event_of(&odd, 4, 1, &step);
    assert_string_equal(text_of(revealed, "name"), "revealed");
    assert_null(json_object_get(revealed, "seat"));
    json_decref(step);
    mk_text_free(&even);
    mk_text_free(&odd);
    mk_table_free(t);
}

static void an_undo_by_consent_is_told(void **unused) {
    (void)unused;
    mk_table *t = played_table();
    mk_text record = {0};
    mk_record_write(t, COIN_ODD, &record);
    json_t *step = line_of(&record, 2 + 2);
    assert_int_equal(number_of(step, "undo"), 1);
    assert_int_equal(json_array_size(json_object_get(step, "events")), 0);
    assert_true(json_object_size(json_object_get(step, "delta")) > 0);
    json_decref(step);
    step = line_of(&record, 1 + 2);
    assert_null(json_object_get(step, "undo"));
    json_decref(step);
    mk_text_free(&record);
    mk_table_free(t);
}

/* Two games that differ only in what is hidden, and in the key, are the same to Odd. */
static void a_record_has_nothing_hidden_in_it(void **unused) {
    (void)unused;
    mk_text record[2] = {{0}, {0}};
    for (int face = COIN_HEADS; face <= COIN_TAILS; face++) {
        mk_table *t = new_table((uint64_t)face + 100);
        act(t, COIN_EVEN, face == COIN_HEADS ? "hide heads" : "hide tails");
        act(t, COIN_ODD, "guess heads 2");
        mk_record_write(t, COIN_ODD, &record[face]);
        char key[2 * MK_KEY_BYTES + 1];
        for (int i = 0; i < MK_KEY_BYTES; i++)
            snprintf(key + 2 * i, 3, "%02x", mk_table_setup(t)->key[i]);
        assert_null(strstr(record[face].p, key));
        mk_table_free(t);
    }
    assert_string_equal(record[COIN_HEADS].p, record[COIN_TAILS].p);
    mk_text_free(&record[COIN_HEADS]);
    mk_text_free(&record[COIN_TAILS]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_line_says_whose_record_it_is),
        cmocka_unit_test(the_changes_lead_to_every_view),
        cmocka_unit_test(events_are_told_as_the_seat_may_know_them),
        cmocka_unit_test(an_undo_by_consent_is_told),
        cmocka_unit_test(a_record_has_nothing_hidden_in_it),
    };
    mk_error error = {0};
    if (!mk_open(NULL, &error)) return 1;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
