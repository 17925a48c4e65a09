/* Questions that players ask the engine: odds, hints, an analysis, and what if. */
#include "fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A game of p77 with both seats ours, led to where the British can attack. */
static void lead_to_attack(fixture *fx, wire_jar *anna, player *british, player *american) {
    char code[16];
    fixture_table(fx, anna, fixture_alone, code);
    player_join(fx, anna, code, "british", british);
    player_join(fx, anna, code, "american", american);
    for (int i = 0; i < 2000; i++) {
        player *p = player_decides(british) ? british : american;
        if (p == british && json_number(british->view, "prompt:now.attacks") > 0) return;
        assert_false(p->over);
        player_do(p, player_choose(p));
        player_until(p == british ? american : british, p->n);
    }
    fail_msg("nobody comes near the other");
}

static json_t *ask_for(player *p, const char *what, const char *type) {
    char frame[80];
    snprintf(frame, sizeof frame, "{\"t\":\"%s\",\"n\":%d}", what, p->n);
    return player_ask(p, frame, type);
}

static json_t *ask(player *p, const char *more, const char *type) {
    char frame[400];
    snprintf(frame, sizeof frame, "{\"t\":\"odds\",\"n\":%d%s}", p->n, more);
    return player_ask(p, frame, type);
}

/* Each attack is answered with its action, and what is counted adds up. */
static void expect_attack(json_t *battle, const player *p) {
    char key[400];
    snprintf(key, sizeof key, "action:%s", json_text(battle, "action"));
    assert_non_null(json_object_get(p->view, key));
    assert_non_null(json_text(battle, "odds.name"));
    int fought = json_number(battle, "odds.fought"), won = 0;
    assert_in_range(fought, 0, json_number(battle, "odds.trials"));
    size_t i, k;
    json_t *seat, *n;
    json_array_foreach(json_object_get(json_object_get(battle, "odds"), "seats"), i, seat) {
        int counted = 0;
        json_array_foreach(json_object_get(seat, "lost"), k, n) counted +=
            (int)json_integer_value(n);
        assert_int_equal(counted, fought);
        won += json_number(seat, "won");
    }
    assert_int_equal(won, fought);
}

static void odds_are_told_to_who_could_attack(void **unused) {
    (void)unused;
    fixture fx;
    player british, american;
    fixture_open(&fx, NULL);
    wire_jar anna = fixture_user(&fx, "anna");
    lead_to_attack(&fx, &anna, &british, &american);
    json_t *answer = ask(&british, "", "odds"), *list = json_object_get(answer, "battles");
    assert_int_equal((int)json_array_size(list), json_number(british.view, "prompt:now.attacks"));
    size_t i;
    json_t *battle;
    char more[400];
    json_array_foreach(list, i, battle) expect_attack(battle, &british);
    snprintf(more, sizeof more, ",\"action\":\"%s\"", json_text(json_array_get(list, 0), "action"));
    json_decref(answer);

    answer = ask(&british, more, "odds"); /* one alone */
    assert_int_equal((int)json_array_size(json_object_get(answer, "battles")), 1);
    json_decref(answer);
    json_decref(ask(&british, ",\"action\":\"retreat newark\"", "error")); /* not now */
    json_decref(ask(&american, more, "error"));                            /* not his */
    assert_int_equal(json_number(american.view, "prompt:now.attacks"), -1);

    answer = ask(&american, "", "odds"); /* no battle is going on */
    assert_int_equal((int)json_array_size(json_object_get(answer, "battles")), 0);
    json_decref(answer);
    player_leave(&british);
    player_leave(&american);
    fixture_close(&fx);
}

/* Against the machine there are hints that can be done; against people there are none. */
static void hints_are_for_who_plays_machines(void **unused) {
    (void)unused;
    fixture fx;
    char code[16], key[400];
    player p, q;
    fixture_open(&fx, NULL);
    wire_jar anna = fixture_user(&fx, "anna"), ben = fixture_user(&fx, "ben");
    fixture_table(&fx, &anna,
                  "{\"game\":\"p77\",\"seats\":{\"british\":\"bot:greedy\","
                  "\"american\":\"me\"}}",
                  code);
    player_join(&fx, &anna, code, "american", &p);
    json_t *answer = ask_for(&p, "hint", "hint");
    json_t *actions = json_object_get(json_object_get(answer, "hint"), "actions");
    snprintf(key, sizeof key, "action:%s", json_string_value(json_array_get(actions, 0)));
    assert_non_null(json_object_get(p.view, key));
    assert_true(json_array_size(json_object_get(answer, "terms")) > 3);
    json_decref(answer);
    player_leave(&p);

    fixture_game(&fx, &anna, &ben, "", code);
    player_join(&fx, &anna, code, "british", &p);
    player_join(&fx, &ben, code, "american", &q);
    answer = ask_for(player_decides(&p) ? &p : &q, "hint", "error");
    assert_string_equal(json_text(answer, "error"), "forbidden");
    json_decref(answer);
    answer = ask_for(&p, "analyse", "error"); /* while it is played; and it has no n */
    json_decref(answer);
    answer = player_ask(&p, "{\"t\":\"analyse\"}", "error");
    assert_string_equal(json_text(answer, "error"), "conflict");
    json_decref(answer);
    player_leave(&p);
    player_leave(&q);
    fixture_close(&fx);
}

static char *journal_body(fixture *fx, wire_jar *jar, const char *code, int at) {
    char path[128];
    fixture_path(code, "journal", path);
    wire_answer a = wire_request(&fx->server, jar, path, NULL, NULL);
    assert_int_equal(a.status, 200);
    json_t *body = json_pack("{s:s,s:i,s:{s:s,s:s}}", "journal", a.body, "at", at, "seats",
                             "british", "bot:greedy", "american", "me");
    char *text = json_dumps(body, 0);
    json_decref(body);
    wire_free(&a);
    return text;
}

/* When a game is over it is analysed, once for all who ask; and it can go on from any moment. */
static void a_game_that_is_over_is_looked_at_again(void **unused) {
    (void)unused;
    enum { MOVES = 6, BACK_TO = 4 };
    fixture fx;
    char code[16];
    player p;
    fixture_open(&fx, NULL);
    wire_jar anna = fixture_user(&fx, "anna");
    fixture_table(&fx, &anna, fixture_alone, code);
    player_join(&fx, &anna, code, "american", &p); /* the set-up is theirs */
    for (int i = 0; i < MOVES; i++) player_do(&p, player_choose(&p));
    json_decref(player_ask(&p, "{\"t\":\"resign\"}", "over"));
    json_t *answer = player_ask(&p, "{\"t\":\"analyse\"}", "analysis");
    json_t *analysis = json_object_get(answer, "analysis");
    assert_int_equal((int)json_array_size(json_object_get(analysis, "moments")), MOVES + 1);
    assert_int_equal((int)json_array_size(json_object_get(analysis, "seats")), 2);
    json_t *again = player_ask(&p, "{\"t\":\"analyse\"}", "analysis");
    assert_true(json_equal(answer, again));
    json_decref(again);
    json_decref(answer);
    player_leave(&p);

    char *body = journal_body(&fx, &anna, code, BACK_TO);
    answer = fixture_ask(&fx, &anna, "/api/import", body, 200);
    snprintf(code, sizeof code, "%s", json_text(answer, "table.id"));
    json_decref(answer);
    free(body);
    player_join(&fx, &anna, code, "american", &p);
    assert_true(player_decides(&p)); /* the fifth block is to be placed again */
    assert_int_equal(p.entries, MOVES + 1);
    player_do(&p, player_choose(&p));
    player_leave(&p);
    fixture_close(&fx);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(odds_are_told_to_who_could_attack),
        cmocka_unit_test(hints_are_for_who_plays_machines),
        cmocka_unit_test(a_game_that_is_over_is_looked_at_again),
    };
    return cmocka_run_group_tests_name("ask", tests, NULL, NULL);
}
