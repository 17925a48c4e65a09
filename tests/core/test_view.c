/* Views: records, their JSON, what changed between two, and what core adds for each seat. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "coin.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>

static const mk_game *const coin = &coin_game;

static coin_state started(uint64_t seed) {
    mk_setup setup;
    coin_state s;
    assert_true(mk_setup_init(coin, &setup, NULL, NULL));
    mk_setup_seed(&setup, seed);
    mk_start(coin, &s, &setup, NULL);
    return s;
}

static void apply(coin_state *s, int verb, int a, int b) {
    mk_apply(coin, s, (mk_action){(uint16_t)verb, (int16_t)a, (int16_t)b, 0}, NULL);
}

static int count_of(const mk_view *v, const char *type) {
    int n = 0;
    for (int i = 0; i < mk_view_count(v); i++) n += strcmp(mk_view_type(v, i), type) == 0;
    return n;
}

/* ---- Records ------------------------------------------------------------ */

static void records_are_found_and_read(void **unused) {
    (void)unused;
    mk_view *v = mk_view_new();
    assert_int_equal(mk_view_count(v), 0);
    assert_int_equal(mk_view_find(v, "place", "newark"), -1);
    mk_rec(v, "place", "newark");
    mk_rec_str(v, "name", "Newark");
    mk_rec_int(v, "x", -12);
    mk_rec_str(v, "region", NULL);
    mk_rec(v, "piece", "newark");
    mk_rec_int(v, "count", 3);
    assert_int_equal(mk_view_count(v), 2);
    int place = mk_view_find(v, "place", "newark"), piece = mk_view_find(v, "piece", "newark");
    assert_int_equal(place, 0);
    assert_int_equal(piece, 1);
    assert_string_equal(mk_view_type(v, piece), "piece");
    assert_string_equal(mk_view_key(v, piece), "newark");
    assert_string_equal(mk_view_str(v, place, "name"), "Newark");
    assert_int_equal(mk_view_int(v, place, "x", 99), -12);
    assert_int_equal(mk_view_int(v, place, "count", 99), 99); /* that is the piece's */
    assert_int_equal(mk_view_int(v, place, "name", 99), 99);  /* not a number */
    assert_null(mk_view_str(v, place, "x"));                  /* not a string */
    assert_null(mk_view_str(v, place, "region"));             /* left out */
    assert_int_equal(mk_view_int(v, place, "region", 99), 99);
    assert_int_equal(mk_view_find(v, "place", "new"), -1);
    assert_int_equal(mk_view_find(v, "pla", "newark"), -1);
    mk_view_free(v);
    mk_view_free(NULL);
}

static void fields_are_told_by_name(void **unused) {
    (void)unused;
    mk_view *v = mk_view_new();
    mk_rec(v, "panel", "battle");
    mk_rec_int(v, "round", 2);
    mk_rec_str(v, "attacker", "british");
    mk_rec(v, "panel", "other");
    mk_rec_int(v, "x", 1);
    assert_string_equal(mk_view_field(v, 0, 0), "round");
    assert_string_equal(mk_view_field(v, 0, 1), "attacker");
    assert_null(mk_view_field(v, 0, 2));
    mk_view_free(v);
}

static void large_views_keep_everything(void **unused) {
    (void)unused;
    enum { MANY = 5000 };
    mk_view *v = mk_view_new();
    for (int pass = 0; pass < 2; pass++) {
        mk_view_clear(v);
        for (int i = 0; i < MANY; i++) {
            char key[32];
            snprintf(key, sizeof key, "space_%d", i + pass);
            mk_rec(v, "place", key);
            mk_rec_str(v, "name", key);
            mk_rec_int(v, "x", i);
        }
        assert_int_equal(mk_view_count(v), MANY);
        for (int i = 0; i < MANY; i++) {
            char key[32];
            snprintf(key, sizeof key, "space_%d", i + pass);
            assert_int_equal(mk_view_find(v, "place", key), i);
            assert_string_equal(mk_view_str(v, i, "name"), key);
            assert_int_equal(mk_view_int(v, i, "x", -1), i);
        }
    }
    assert_int_equal(mk_view_find(v, "place", "space_0"), -1); /* of the first pass */
    mk_view_free(v);
}

/* Two pairs of names with the same 32 bits of hash, one in the key, one in the type. */
static void records_of_one_hash_are_told_apart(void **unused) {
    (void)unused;
    mk_view *v = mk_view_new();
    mk_rec(v, "place", "zrknlw");
    assert_int_equal(mk_view_find(v, "place", "wfiihe"), -1);
    mk_rec(v, "place", "wfiihe");
    mk_rec(v, "oeqofy", "newark");
    assert_int_equal(mk_view_find(v, "yyyjgm", "newark"), -1);
    mk_rec(v, "yyyjgm", "newark");
    assert_int_equal(mk_view_find(v, "place", "zrknlw"), 0);
    assert_int_equal(mk_view_find(v, "place", "wfiihe"), 1);
    assert_int_equal(mk_view_find(v, "oeqofy", "newark"), 2);
    assert_int_equal(mk_view_find(v, "yyyjgm", "newark"), 3);
    mk_view_free(v);
}

/* ---- JSON --------------------------------------------------------------- */

static void json_is_one_object_of_records(void **unused) {
    (void)unused;
    mk_view *v = mk_view_new();
    mk_text out = {0};
    mk_view_json(v, &out);
    assert_string_equal(out.p, "{}");
    mk_text_clear(&out);
    mk_rec(v, "place", "newark");
    mk_rec_str(v, "name", "\"New\" Ark");
    mk_rec_int(v, "x", -12);
    mk_rec(v, "panel", "a\\b");
    mk_view_json(v, &out);
    assert_string_equal(out.p, "{\"place:newark\":{\"name\":\"\\\"New\\\" Ark\",\"x\":-12},"
                               "\"panel:a\\\\b\":{}}");
    mk_text_free(&out);
    mk_view_free(v);
}

static void fill(mk_view *v, const char *const *keys, const int *values) {
    mk_view_clear(v);
    for (int i = 0; keys[i]; i++) {
        mk_rec(v, "number", keys[i]);
        mk_rec_int(v, "value", values[i]);
    }
}

static void assert_delta(const mk_view *before, const mk_view *after, const char *expected) {
    mk_text out = {0};
    mk_view_delta(before, after, &out);
    assert_string_equal(out.p, expected);
    mk_text_free(&out);
}

static void delta_is_what_differs(void **unused) {
    (void)unused;
    mk_view *v = mk_view_new(), *w = mk_view_new();
    assert_delta(v, w, "{}");
    fill(v, (const char *const[]){"a", "b", "c", NULL}, (const int[]){1, 2, 3});
    assert_delta(v, v, "{}");
    assert_delta(v, w, "{\"number:a\":null,\"number:b\":null,\"number:c\":null}");
    fill(w, (const char *const[]){"d", "c", "a", NULL}, (const int[]){4, 5, 1});
    assert_delta(v, w, "{\"number:d\":{\"value\":4},\"number:c\":{\"value\":5},\"number:b\":null}");
    mk_view_free(v);
    mk_view_free(w);
}

static void delta_sees_every_kind_of_change(void **unused) {
    (void)unused;
    mk_view *v = mk_view_new(), *w = mk_view_new();
    mk_rec(v, "piece", "howe");
    mk_rec_str(v, "place", "newark");
    mk_rec(w, "piece", "howe");
    mk_rec_int(w, "place", 0);
    assert_delta(v, w, "{\"piece:howe\":{\"place\":0}}");
    mk_view_clear(w);
    mk_rec(w, "piece", "howe");
    mk_rec_str(w, "at", "newark");
    assert_delta(v, w, "{\"piece:howe\":{\"at\":\"newark\"}}");
    mk_view_clear(w);
    mk_rec(w, "piece", "howe");
    mk_rec_str(w, "place", "newport");
    assert_delta(v, w, "{\"piece:howe\":{\"place\":\"newport\"}}");
    mk_view_clear(w);
    mk_rec(w, "piece", "howe");
    assert_delta(v, w, "{\"piece:howe\":{}}");
    mk_view_free(v);
    mk_view_free(w);
}

static json_t *parsed(mk_text *text) {
    json_error_t error;
    json_t *json = json_loadb(text->p, text->n, JSON_REJECT_DUPLICATES, &error);
    if (!json) fail_msg("%s at byte %d of %s", error.text, error.position, text->p);
    mk_text_clear(text);
    return json;
}

/* What a client does with a delta. */
static void merge(json_t *view, json_t *delta) {
    const char *name;
    json_t *record;
    json_object_foreach(delta, name, record) {
        if (json_is_null(record))
            assert_int_equal(json_object_del(view, name), 0); /* what was not there cannot go */
        else
            json_object_set(view, name, record);
    }
}

/* The delta of two states is that of their views. */
static void a_delta_from_state_to_state_is_the_same(void **unused) {
    (void)unused;
    mk_view *before = mk_view_new(), *after = mk_view_new();
    mk_delta *room = mk_delta_new();
    mk_text text = {0};
    for (int seat = MK_EVERYTHING; seat < coin->seat_count; seat++) {
        mk_rng rng;
        mk_rng_seed(&rng, 8);
        coin_state s = started((uint64_t)(20 + seat));
        while (mk_seat(coin, &s) != MK_OVER) {
            coin_state was = s;
            mk_actions list;
            mk_list(coin, &s, &list);
            mk_apply(coin, &s, list.list[mk_below(&rng, (uint32_t)list.count)], NULL);
            mk_view_build(coin, &was, seat, before);
            mk_view_build(coin, &s, seat, after);
            mk_view_delta(before, after, &text);
            json_t *expected = parsed(&text);
            mk_delta_build(room, coin, &was, &s, seat, &text);
            json_t *found = parsed(&text);
            assert_true(json_equal(expected, found));
            json_decref(expected);
            json_decref(found);
        }
    }
    mk_text_free(&text);
    mk_view_free(before);
    mk_view_free(after);
    mk_delta_free(room);
}

static void deltas_lead_from_view_to_view(void **unused) {
    (void)unused;
    for (int seat = MK_EVERYTHING; seat < coin->seat_count; seat++) {
        mk_rng rng;
        mk_rng_seed(&rng, 6);
        coin_state s = started((uint64_t)(10 + seat));
        mk_view *before = mk_view_new(), *after = mk_view_new();
        mk_text text = {0};
        json_t *client = json_object();
        for (;;) {
            mk_view_build(coin, &s, seat, after);
            mk_view_delta(before, after, &text);
            json_t *delta = parsed(&text);
            merge(client, delta);
            json_decref(delta);
            mk_view_json(after, &text);
            json_t *whole = parsed(&text);
            assert_true(json_equal(client, whole));
            json_decref(whole);
            if (mk_seat(coin, &s) == MK_OVER) break;
            mk_actions list;
            mk_list(coin, &s, &list);
            mk_apply(coin, &s, list.list[mk_below(&rng, (uint32_t)list.count)], NULL);
            mk_view *swap = before;
            before = after;
            after = swap;
        }
        json_decref(client);
        mk_text_free(&text);
        mk_view_free(before);
        mk_view_free(after);
    }
}

/* ---- What core adds ----------------------------------------------------- */

static void board_is_the_games(void **unused) {
    (void)unused;
    mk_view *v = mk_view_new();
    mk_rec(v, "place", "left_over");
    mk_view_board(coin, v);
    assert_int_equal(mk_view_find(v, "place", "left_over"), -1);
    assert_string_equal(mk_view_str(v, mk_view_find(v, "place", "table"), "name"), "Table");
    assert_int_equal(count_of(v, "prompt"), 0);
    mk_view_free(v);
}

static void everyone_sees_what_is_waited_for(void **unused) {
    (void)unused;
    coin_state s = started(1);
    apply(&s, COIN_HIDE, COIN_HEADS, 0);
    apply(&s, COIN_GUESS, COIN_TAILS, 2);
    mk_view *v = mk_view_new();
    for (int seat = MK_EVERYTHING; seat < coin->seat_count; seat++) {
        mk_view_build(coin, &s, seat, v);
        int prompt = mk_view_find(v, "prompt", "now");
        assert_string_equal(mk_view_str(v, prompt, "seat"), "even");
        assert_string_equal(mk_view_str(v, prompt, "phase"), "raising");
        assert_string_equal(mk_view_str(v, prompt, "text"), "Even: 2 on Britannia. Raise?");
        assert_non_null(strstr(mk_view_str(v, prompt, "marks"), "[face:tails|Britannia]"));
        assert_string_equal(mk_view_str(v, prompt, "rule"), "coin.raise");
        assert_null(mk_view_str(v, prompt, "rule_title")); /* the coin game has no list of rules */
        int even = mk_view_find(v, "seat", "even"), odd = mk_view_find(v, "seat", "odd");
        assert_string_equal(mk_view_str(v, odd, "name"), "Odd");
        assert_int_equal(mk_view_int(v, odd, "number", -1), 1);
        assert_int_equal(mk_view_int(v, even, "decides", -1), 1);
        assert_int_equal(mk_view_int(v, odd, "decides", -1), 0);
    }
    mk_view_free(v);
}

static void nonplayers_are_marked(void **unused) {
    (void)unused;
    coin_state s = started(1);
    s.base.nonplayers = 1 << COIN_ODD;
    mk_view *v = mk_view_new();
    mk_view_build(coin, &s, COIN_EVEN, v);
    assert_int_equal(mk_view_int(v, mk_view_find(v, "seat", "even"), "nonplayer", -1), 0);
    assert_int_equal(mk_view_int(v, mk_view_find(v, "seat", "odd"), "nonplayer", -1), 1);
    mk_view_free(v);
}

static void only_who_decides_sees_the_actions(void **unused) {
    (void)unused;
    coin_state s = started(1);
    mk_view *v = mk_view_new();
    mk_view_build(coin, &s, COIN_EVEN, v);
    assert_int_equal(count_of(v, "action"), 2);
    mk_view_build(coin, &s, MK_EVERYTHING, v);
    assert_int_equal(count_of(v, "action"), 2);
    mk_view_build(coin, &s, COIN_ODD, v);
    assert_int_equal(count_of(v, "action"), 0);
    mk_view_build(coin, &s, MK_SPECTATOR, v);
    assert_int_equal(count_of(v, "action"), 0);
    mk_view_free(v);
}

static void actions_name_what_they_touch(void **unused) {
    (void)unused;
    coin_state s = started(1);
    apply(&s, COIN_HIDE, COIN_HEADS, 0);
    mk_view *v = mk_view_new();
    mk_view_build(coin, &s, COIN_ODD, v);
    int guess = mk_view_find(v, "action", "guess tails 2");
    assert_true(guess >= 0);
    assert_string_equal(mk_view_str(v, guess, "label"), "Stake 2 on Britannia");
    assert_string_equal(mk_view_str(v, guess, "verb"), "guess");
    assert_string_equal(mk_view_str(v, guess, "a"), "tails");
    assert_string_equal(mk_view_str(v, guess, "a_kind"), "face");
    assert_int_equal(mk_view_int(v, guess, "b", -1), 2);
    assert_string_equal(mk_view_str(v, guess, "b_kind"), "count");
    assert_null(mk_view_str(v, guess, "c"));
    assert_null(mk_view_str(v, guess, "c_kind"));
    mk_view_free(v);
}

/* The key of an action record is what the parser takes, and means the same action. */
static void actions_can_be_sent_back(void **unused) {
    (void)unused;
    coin_state s = started(1);
    apply(&s, COIN_HIDE, COIN_HEADS, 0);
    mk_actions list;
    mk_list(coin, &s, &list);
    mk_view *v = mk_view_new();
    mk_view_build(coin, &s, COIN_ODD, v);
    assert_int_equal(count_of(v, "action"), list.count);
    for (int i = 0, number = 0; i < mk_view_count(v); i++) {
        if (strcmp(mk_view_type(v, i), "action") != 0) continue;
        mk_action parsed_back;
        assert_true(mk_parse_action(coin, mk_view_key(v, i), &parsed_back, NULL));
        assert_memory_equal(&parsed_back, &list.list[number++], sizeof parsed_back);
    }
    mk_view_free(v);
}

static void outcome_stands_at_the_end(void **unused) {
    (void)unused;
    coin_state s = started(1);
    assert_true(mk_feed(&s.base.rng, (const int[]){1, 2, 3}, 3, NULL));
    for (int turn = 0; turn < 3; turn++) {
        apply(&s, COIN_HIDE, COIN_HEADS, 0);
        apply(&s, COIN_GUESS, COIN_TAILS, 1);
        apply(&s, COIN_PASS, 0, 0);
    }
    mk_view *v = mk_view_new();
    for (int seat = MK_EVERYTHING; seat < coin->seat_count; seat++) {
        mk_view_build(coin, &s, seat, v);
        int even = mk_view_find(v, "outcome", "even"), odd = mk_view_find(v, "outcome", "odd");
        assert_int_equal(mk_view_int(v, even, "rank", 0), 1);
        assert_int_equal(mk_view_int(v, odd, "rank", 0), 2);
        assert_int_equal(mk_view_int(v, even, "margin", 0), 3 + 6 + 3);
        assert_int_equal(mk_view_int(v, odd, "margin", 0), -12);
        assert_string_equal(mk_view_str(v, odd, "rule"), "coin.end");
        assert_int_equal(count_of(v, "prompt") + count_of(v, "action"), 0);
        assert_int_equal(mk_view_int(v, mk_view_find(v, "seat", "even"), "decides", -1), 0);
    }
    mk_view_free(v);
}

/* However the unknown is dealt, who cannot know it sees the same bytes; who knows, sees. */
static void views_hide_what_a_seat_may_not_know(void **unused) {
    (void)unused;
    mk_rng rng;
    mk_rng_seed(&rng, 3);
    coin_state heads = started(1), tails = heads;
    apply(&heads, COIN_HIDE, COIN_HEADS, 0);
    apply(&tails, COIN_HIDE, COIN_TAILS, 0);
    mk_view *v = mk_view_new(), *w = mk_view_new();
    for (int seat = MK_EVERYTHING; seat < coin->seat_count; seat++) {
        coin_state dealt = tails;
        coin->determinize(&dealt, seat, &rng);
        mk_view_build(coin, &heads, seat, v);
        mk_view_build(coin, &dealt, seat, w);
        mk_text delta = {0};
        mk_view_delta(v, w, &delta);
        bool knows = seat == COIN_EVEN || seat == MK_EVERYTHING;
        if (knows)
            assert_string_not_equal(delta.p, "{}");
        else
            assert_string_equal(delta.p, "{}");
        mk_text_free(&delta);
    }
    mk_view_free(v);
    mk_view_free(w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(records_are_found_and_read),
        cmocka_unit_test(fields_are_told_by_name),
        cmocka_unit_test(large_views_keep_everything),
        cmocka_unit_test(records_of_one_hash_are_told_apart),
        cmocka_unit_test(json_is_one_object_of_records),
        cmocka_unit_test(delta_is_what_differs),
        cmocka_unit_test(delta_sees_every_kind_of_change),
        cmocka_unit_test(deltas_lead_from_view_to_view),
        cmocka_unit_test(a_delta_from_state_to_state_is_the_same),
        cmocka_unit_test(board_is_the_games),
        cmocka_unit_test(everyone_sees_what_is_waited_for),
        cmocka_unit_test(nonplayers_are_marked),
        cmocka_unit_test(only_who_decides_sees_the_actions),
        cmocka_unit_test(actions_name_what_they_touch),
        cmocka_unit_test(actions_can_be_sent_back),
        cmocka_unit_test(outcome_stands_at_the_end),
        cmocka_unit_test(views_hide_what_a_seat_may_not_know),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
