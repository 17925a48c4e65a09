/* Questions that players ask the engine: the odds of battles. */
#include "fixture.h"

#include <stdio.h>
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(odds_are_told_to_who_could_attack),
    };
    return cmocka_run_group_tests_name("ask", tests, NULL, NULL);
}
