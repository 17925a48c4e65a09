/* Bots that think ahead: they answer, nobody else waits for them, and they stop when they are no
 * longer needed. */
#include "fixture.h"

#include <string.h>
#include <time.h>

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void a_bot_that_thinks_answers(void **unused) {
    (void)unused;
    fixture fx;
    char code[16];
    player p;
    fixture_open(&fx, "--think", "1", NULL);
    wire_jar guest = fixture_guest(&fx);
    fixture_table(&fx, &guest,
                  "{\"game\":\"c77\",\"scenario\":\"howes_prize\",\"seats\":{\"british\":\"me\","
                  "\"patriot\":\"bot:standard\"}}",
                  code);
    player_join(&fx, &guest, code, "british", &p);
    for (int i = 0; i < 25; i++) {
        while (!player_decides(&p)) player_until(&p, p.n + 1);
        player_do(&p, player_choose(&p));
    }
    player_leave(&p);
    fixture_close(&fx);
}

/* A table at which the machine has much to think about. */
static void let_it_think(fixture *fx, wire_jar *guest, player *p) {
    char code[16];
    fixture_table(fx, guest,
                  "{\"game\":\"p77\",\"seats\":{\"british\":\"bot:hard\",\"american\":\"me\"}}",
                  code);
    player_join(fx, guest, code, "american", p);
    while (player_decides(p)) player_do(p, player_choose(p));
}

static void nobody_waits_for_a_thought(void **unused) {
    (void)unused;
    fixture fx;
    fixture_open(&fx, "--think", "600", NULL);
    wire_jar guest = fixture_guest(&fx);
    player p[3];
    for (int i = 0; i < 3; i++) let_it_think(&fx, &guest, &p[i]); /* more than there are threads */

    /* The rules of thumb at another table, and a human, go on meanwhile. */
    char code[16];
    player other;
    fixture_table(&fx, &guest,
                  "{\"game\":\"p77\",\"seats\":{\"british\":\"me\",\"american\":\"bot:greedy\"}}",
                  code);
    player_join(&fx, &guest, code, "british", &other);
    for (int i = 0; i < 5; i++) {
        while (!player_decides(&other)) player_until(&other, other.n + 1);
        player_do(&other, player_choose(&other));
    }
    player_leave(&other);

    /* Who ends the server does not wait for the thoughts either. */
    double begun = now();
    for (int i = 0; i < 3; i++) player_leave(&p[i]);
    fixture_close(&fx);
    assert_true(now() - begun < 20);
}

/* All at the table see how far it is; who plays it alone need not wait. */
static void a_thought_is_seen_and_can_be_hurried(void **unused) {
    (void)unused;
    fixture fx;
    fixture_open(&fx, "--think", "600", NULL);
    wire_jar guest = fixture_guest(&fx);
    player p;
    let_it_think(&fx, &guest, &p);
    json_t *frame = player_ask(&p, "{\"t\":\"ping\"}", "thinking");
    double share = json_number_value(json_object_get(frame, "share"));
    assert_string_equal(json_text(frame, "seat"), "british");
    assert_int_equal(json_number(frame, "n"), p.n);
    assert_true(share >= 0 && share <= 1);
    json_decref(frame);
    double begun = now();
    assert_true(wire_send(&p.socket, "{\"t\":\"hurry\"}"));
    player_until(&p, p.n + 1);
    assert_true(now() - begun < 5);
    player_leave(&p);
    fixture_close(&fx);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_bot_that_thinks_answers),
        cmocka_unit_test(nobody_waits_for_a_thought),
        cmocka_unit_test(a_thought_is_seen_and_can_be_hurried),
    };
    return cmocka_run_group_tests_name("thinking", tests, NULL, NULL);
}
