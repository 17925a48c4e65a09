/* Authority: who may see and do what. Everything that a seat was not offered is refused: forged,
 * replayed, another seat's, a spectator's, a stale one. */
#include "fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static fixture fx;
static wire_jar anna, ben, carl, guest, nobody;
static char private_code[16], public_code[16], private_secret[32];

static int open_fixture(void **unused) {
    (void)unused;
    fixture_open(&fx, NULL);
    anna = fixture_user(&fx, "Anna");
    ben = fixture_user(&fx, "Ben");
    carl = fixture_user(&fx, "Carl");
    guest = fixture_guest(&fx);
    fixture_game(&fx, &anna, &ben, "", private_code);
    fixture_game(&fx, &anna, &ben, ",\"public\":true", public_code);
    fixture_secret(&fx, &anna, private_code, private_secret);
    return 0;
}

static int close_fixture(void **unused) {
    (void)unused;
    fixture_close(&fx);
    return 0;
}

/* ---- Every endpoint, by everyone ---------------------------------------- */

enum { ANNA, BEN, CARL, GUEST, NOBODY, PEOPLE };

static wire_jar *jar_of(int who) {
    wire_jar *const jars[PEOPLE] = {&anna, &ben, &carl, &guest, &nobody};
    return jars[who];
}

static const struct {
    const char *path, *body; /* %s: the private table's id */
    int status[PEOPLE];      /* player of this seat, of the other, stranger, guest, nobody */
} matrix[] = {
    {"/api/me", NULL, {200, 200, 200, 200, 200}},
    {"/api/games", NULL, {200, 200, 200, 200, 200}},
    {"/api/games/p77/board", NULL, {200, 200, 200, 200, 200}},
    {"/api/games/none/board", NULL, {404, 404, 404, 404, 404}},
    {"/api/tables", NULL, {200, 200, 200, 200, 200}},
    {"/api/tables/mine", NULL, {200, 200, 200, 200, 401}},
    {"/api/tables/%s", NULL, {200, 200, 404, 404, 404}},
    {"/api/tables/%s?secret=wrongwrongwrongwrong", NULL, {200, 200, 404, 404, 404}},
    {"/api/tables/%s/record", NULL, {200, 200, 404, 404, 404}},
    {"/api/tables/%s/record?seat=british", NULL, {200, 403, 404, 404, 404}},
    {"/api/tables/%s/record?seat=american", NULL, {403, 200, 404, 404, 404}},
    {"/api/tables/%s/record?seat=french", NULL, {404, 404, 404, 404, 404}},
    {"/api/tables/%s/course", NULL, {200, 200, 404, 404, 404}},
    {"/api/tables/%s/course?seat=british", NULL, {200, 403, 404, 404, 404}},
    {"/api/tables/%s/course?seat=american", NULL, {403, 200, 404, 404, 404}},
    {"/api/tables/%s/journal", NULL, {403, 403, 404, 404, 404}},
    {"/api/tables/%s/join", "{\"seat\":\"british\"}", {409, 409, 404, 404, 401}},
    {"/api/tables/%s/invite",
     "{\"seat\":\"american\",\"player\":\"Carl\"}",
     {409, 403, 404, 404, 401}},
    {"/api/tables/%s/leave", "{}", {409, 409, 404, 404, 401}},
    {"/api/tables/%s/rematch", "{}", {409, 409, 404, 404, 401}},
    {"/api/password", "{\"old\":\"wrong-one\",\"new\":\"12345678\"}", {401, 401, 401, 403, 401}},
    {"/api/settings", "{}", {200, 200, 200, 403, 401}},
    {"/api/tables",
     "{\"game\":\"p77\",\"seats\":{\"british\":\"me\",\"american\":\"open\"}}",
     {200, 200, 200, 403, 401}},
    {"/api/tables",
     "{\"game\":\"p77\",\"seats\":{\"british\":\"me\",\"american\":\"player:Ben\"}}",
     {200, 200, 200, 403, 401}},
    {"/api/tables",
     "{\"game\":\"p77\",\"seats\":{\"british\":\"bot:greedy\",\"american\":\"bot:greedy\"}}",
     {200, 200, 200, 200, 401}},
    {"/api/tables",
     "{\"game\":\"p77\",\"seats\":{\"british\":\"open\",\"american\":\"bot:greedy\"}}",
     {400, 400, 400, 400, 401}},
    {"/api/tables",
     "{\"game\":\"p77\",\"counts\":true,\"seats\":{\"british\":\"me\",\"american\":\"me\"}}",
     {400, 400, 400, 400, 401}},
    {"/api/push", NULL, {200, 200, 200, 200, 401}},
    {"/api/push",
     "{\"endpoint\":\"https://127.0.0.1/x\",\"p256dh\":\"x\",\"auth\":\"y\"}",
     {400, 400, 400, 400, 401}},
    {"/api/push/forget",
     "{\"endpoint\":\"https://push.example.net/x\"}",
     {200, 200, 200, 200, 401}},
    {"/api/tables",
     "{\"game\":\"p77\",\"seats\":{\"british\":\"me\",\"american\":\"bot:none\"}}",
     {400, 400, 400, 400, 401}},
    {"/api/tables",
     "{\"game\":\"p77\",\"options\":{\"magic\":\"on\"},\"seats\":{\"british\":\"me\",\"american\":"
     "\"me\"}}",
     {400, 400, 400, 400, 401}},
    {"/api/tables",
     "{\"game\":\"p77\",\"scenario\":\"none\",\"seats\":{\"british\":\"me\",\"american\":\"me\"}}",
     {400, 400, 400, 400, 401}},
    {"/api/import", "{\"journal\":\"\",\"seats\":{}}", {400, 400, 400, 400, 401}},
    {"/healthz", NULL, {200, 200, 200, 200, 200}},
    {"/api/nothing", NULL, {404, 404, 404, 404, 404}},
    {"/api/login", NULL, {405, 405, 405, 405, 405}},
    {"/api/me", "{}", {405, 405, 405, 405, 405}},
};

static void every_endpoint_answers_each_as_it_should(void **unused) {
    (void)unused;
    char path[128];
    for (size_t i = 0; i < sizeof matrix / sizeof *matrix; i++)
        for (int who = 0; who < PEOPLE; who++) {
            snprintf(path, sizeof path, matrix[i].path, private_code);
            json_decref(fixture_ask(&fx, jar_of(who), path, matrix[i].body, matrix[i].status[who]));
        }
    /* With the secret of the link everyone may look, nobody may sit. */
    snprintf(path, sizeof path, "/api/tables/%s?secret=%s", private_code, private_secret);
    for (int who = 0; who < PEOPLE; who++) {
        json_t *table = fixture_ask(&fx, jar_of(who), path, NULL, 200);
        assert_true((json_text(table, "table.secret") != NULL) == (who == ANNA || who == BEN));
        json_decref(table);
    }
    snprintf(path, sizeof path, "/api/tables/%s/record?seat=british", public_code);
    json_decref(fixture_ask(&fx, &carl, path, NULL, 403));
    json_decref(fixture_ask(&fx, &nobody, path, NULL, 403));
}

/* ---- Who may join from where -------------------------------------------- */

static void join_gives(wire_jar *jar, const char *frame, const char *type, const char *what) {
    wire_socket s;
    assert_true(wire_open(&fx.server, jar, NULL, &s, NULL));
    json_decref(wire_expect(&s, "hello", SECONDS));
    wire_send(&s, frame);
    json_t *answer = wire_receive(&s, SECONDS);
    assert_non_null(answer);
    if (strcmp(json_text(answer, "t"), type) != 0)
        print_error("%s: %s\n", frame, json_text(answer, "t"));
    assert_string_equal(json_text(answer, "t"), type);
    if (strcmp(type, "error") == 0) assert_string_equal(json_text(answer, "error"), what);
    json_decref(answer);
    wire_close(&s);
}

static void a_seat_is_looked_from_by_its_player_only(void **unused) {
    (void)unused;
    char frame[200];
    const char *const form = "{\"t\":\"join\",\"table\":\"%s\",\"seat\":\"%s\"}";
    snprintf(frame, sizeof frame, form, public_code, "british");
    join_gives(&anna, frame, "joined", "");
    join_gives(&ben, frame, "error", "forbidden");
    join_gives(&carl, frame, "error", "forbidden");
    join_gives(&guest, frame, "error", "forbidden");
    join_gives(&nobody, frame, "error", "forbidden");
    snprintf(frame, sizeof frame, form, public_code, "everything");
    join_gives(&anna, frame, "error", "forbidden");
    join_gives(&nobody, frame, "error", "forbidden");
    snprintf(frame, sizeof frame, form, public_code, "french");
    join_gives(&anna, frame, "error", "not_found");
    snprintf(frame, sizeof frame, "{\"t\":\"join\",\"table\":\"%s\",\"seat\":null}", public_code);
    join_gives(&nobody, frame, "joined", "");
    snprintf(frame, sizeof frame, "{\"t\":\"join\",\"table\":\"%s\",\"seat\":null}", private_code);
    join_gives(&nobody, frame, "error", "not_found");
    join_gives(&carl, frame, "error", "not_found");
    snprintf(frame, sizeof frame,
             "{\"t\":\"join\",\"table\":\"%s\",\"seat\":null,\"secret\":\"%s\"}", private_code,
             private_secret);
    join_gives(&carl, frame, "joined", "");
    join_gives(&nobody, frame, "joined", "");
}

static void sockets_of_foreign_pages_are_refused(void **unused) {
    (void)unused;
    wire_socket s;
    int status;
    char origin[64];
    assert_false(wire_open(&fx.server, &anna, "https://evil.example", &s, &status));
    assert_int_equal(status, 403);
    assert_false(wire_open(&fx.server, &anna, "null", &s, &status));
    assert_int_equal(status, 403);
    assert_false(wire_open_at(&fx.server, "/wss", &anna, NULL, &s, &status));
    assert_int_equal(status, 404);
    snprintf(origin, sizeof origin, "http://127.0.0.1:%d", fx.server.port);
    assert_true(wire_open(&fx.server, &anna, origin, &s, &status));
    wire_close(&s);
}

/* ---- Actions that were not offered -------------------------------------- */

static void forged_actions_are_refused(void **unused) {
    (void)unused;
    char code[16], action[200], frame[400];
    player a, b, watcher;
    fixture_game(&fx, &anna, &ben, ",\"public\":true", code);
    player_join(&fx, &anna, code, "british", &a);
    player_join(&fx, &ben, code, "american", &b);
    player_join(&fx, &carl, code, NULL, &watcher);
    for (int i = 0; i < 40; i++) {
        player *mover = player_decides(&a) ? &a : &b, *other = mover == &a ? &b : &a;
        snprintf(action, sizeof action, "%s", player_choose(mover));
        /* another seat's, a spectator's, a stale one, one from the future */
        player_refused(other, other->n, action, "seat");
        snprintf(frame, sizeof frame, "{\"t\":\"do\",\"n\":%d,\"action\":\"%s\"}", watcher.n,
                 action);
        json_t *answer = player_ask(&watcher, frame, "error");
        assert_string_equal(json_text(answer, "error"), "forbidden");
        json_decref(answer);
        player_refused(mover, mover->n + 7, action, "stale");
        json_decref(wire_expect(&mover->socket, "joined", SECONDS));
        /* never an action, and an action that is not offered */
        player_refused(mover, mover->n, "fly to the moon", "syntax");
        player_refused(mover, mover->n, "place h_donop", "syntax");
        if (!json_object_get(mover->view, "action:retreat newark"))
            player_refused(mover, mover->n, "retreat newark", "illegal");
        /* a seat named in the frame is not believed */
        snprintf(frame, sizeof frame, "{\"t\":\"do\",\"n\":%d,\"action\":\"%s\",\"seat\":\"%s\"}",
                 other->n, action, mover == &a ? "british" : "american");
        answer = player_ask(other, frame, "error");
        assert_string_equal(json_text(answer, "error"), "bad_frame");
        json_decref(answer);
        player_do(mover, action);
        player_until(other, mover->n);
        player_until(&watcher, mover->n);
        /* the same frame once more: replayed */
        player_refused(mover, mover->n - 1, action, "stale");
        json_decref(wire_expect(&mover->socket, "joined", SECONDS));
    }
    static const char *const frames[] = {
        "{\"t\":\"undo\",\"n\":1}",
        "{\"t\":\"propose\",\"what\":\"draw\"}",
        "{\"t\":\"answer\",\"what\":\"draw\",\"yes\":true}",
        "{\"t\":\"resign\"}",
        "{\"t\":\"resume\"}",
        "{\"t\":\"notes\",\"text\":\"mine\"}",
        "{\"t\":\"why\",\"action\":\"finish\"}",
    };
    for (size_t i = 0; i < sizeof frames / sizeof *frames; i++) {
        json_t *answer = player_ask(&watcher, frames[i], "error");
        assert_string_equal(json_text(answer, "error"), "forbidden");
        json_decref(answer);
    }
    player_leave(&watcher);
    player_leave(&a);
    player_leave(&b);
}

/* After the end everyone may look from any seat. That makes nobody its player. */
static void who_looks_from_a_seat_does_not_own_it(void **unused) {
    (void)unused;
    static const char *const frames[] = {
        "{\"t\":\"notes\",\"text\":\"mine now\"}",
        "{\"t\":\"do\",\"n\":1,\"action\":\"pass\"}",
        "{\"t\":\"undo\",\"n\":1}",
        "{\"t\":\"why\",\"action\":\"pass\"}",
        "{\"t\":\"propose\",\"what\":\"undo\"}",
        "{\"t\":\"resume\"}",
        "{\"t\":\"resign\"}",
    };
    char code[16];
    player a, stranger;
    fixture_game(&fx, &anna, &ben, ",\"public\":true", code);
    player_join(&fx, &anna, code, "british", &a);
    json_decref(player_ask(&a, "{\"t\":\"resign\"}", "over"));
    player_join(&fx, &carl, code, "british", &stranger);
    for (size_t i = 0; i < sizeof frames / sizeof *frames; i++) {
        json_t *answer = player_ask(&stranger, frames[i], "error");
        assert_string_equal(json_text(answer, "error"), "forbidden");
        json_decref(answer);
    }
    player_leave(&stranger);
    player_leave(&a);
}

static void every_offered_action_of_other_turns_is_refused(void **unused) {
    (void)unused;
    /* Actions that were offered at one time, sent at others: accepted only if offered again. */
    char code[16], kept[64][200];
    int count = 0;
    player a, b;
    fixture_game(&fx, &anna, &ben, "", code);
    player_join(&fx, &anna, code, "british", &a);
    player_join(&fx, &ben, code, "american", &b);
    for (int i = 0; i < 60; i++) {
        player *mover = player_decides(&a) ? &a : &b, *other = mover == &a ? &b : &a;
        snprintf(kept[count++ % 64], 200, "%s", player_choose(mover));
        for (int k = 0; k < count && k < 64; k += 7) {
            char key[220];
            snprintf(key, sizeof key, "action:%.199s", kept[k]);
            if (!json_object_get(mover->view, key))
                player_refused(mover, mover->n, kept[k], "illegal");
        }
        player_do(mover, player_choose(mover));
        player_until(other, mover->n);
    }
    player_leave(&a);
    player_leave(&b);
}

/* ---- Hidden facts ------------------------------------------------------- */

/* Does any text of a frame name one of the words? */
static bool names(json_t *value, const char *const *words) {
    const char *key;
    json_t *part;
    size_t i;
    if (json_is_string(value)) {
        for (i = 0; words[i]; i++)
            if (strstr(json_string_value(value), words[i])) return true;
    } else if (json_is_object(value)) {
        json_object_foreach(value, key, part) {
            for (i = 0; words[i]; i++)
                if (strstr(key, words[i])) return true;
            if (names(part, words)) return true;
        }
    } else if (json_is_array(value)) {
        json_array_foreach(value, i, part) if (names(part, words)) return true;
    }
    return false;
}

static void spectators_and_opponents_see_no_hidden_block(void **unused) {
    (void)unused;
    /* While the Americans set up, nothing that leaves for others may name an American block, nor
     * may anything before the end hold the key. */
    static const char *const american[] = {"a_weedon", "a_greene", "a_washington", "a_wayne", NULL};
    char code[16], path[64];
    player a, b, watcher;
    fixture_game(&fx, &anna, &ben, ",\"public\":true", code);
    player_join(&fx, &anna, code, "british", &a);
    player_join(&fx, &ben, code, "american", &b);
    player_join(&fx, &carl, code, NULL, &watcher);
    assert_true(player_decides(&b));
    int placed = 0;
    while (player_decides(&b) && placed < 60) {
        const char *action = player_choose(&b);
        if (strncmp(action, "place ", 6) != 0) break;
        player_do(&b, action);
        player_until(&a, b.n);
        player_until(&watcher, b.n);
        assert_false(names(a.last, american));
        assert_false(names(a.view, american));
        assert_false(names(watcher.last, american));
        assert_false(names(watcher.view, american));
        placed++;
    }
    assert_true(placed > 5);
    char frame[100];
    snprintf(frame, sizeof frame, "{\"t\":\"join\",\"table\":\"%s\",\"seat\":null}", code);
    json_t *joined = player_ask(&watcher, frame, "joined");
    assert_false(names(joined, american));
    assert_null(json_text(joined, "table.key"));
    json_decref(joined);
    snprintf(path, sizeof path, "/api/tables/%s/record", code);
    wire_answer record = wire_request(&fx.server, &carl, path, NULL, NULL);
    assert_int_equal(record.status, 200);
    for (int i = 0; american[i]; i++) assert_null(strstr(record.body, american[i]));
    assert_null(strstr(record.body, "\"key\""));
    snprintf(path, sizeof path, "/api/tables/%s/course", code);
    wire_answer course = wire_request(&fx.server, &carl, path, NULL, NULL);
    assert_int_equal(course.status, 200);
    for (int i = 0; american[i]; i++) assert_null(strstr(course.body, american[i]));
    wire_free(&record);
    wire_free(&course);
    player_leave(&watcher);
    player_leave(&a);
    player_leave(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_endpoint_answers_each_as_it_should),
        cmocka_unit_test(a_seat_is_looked_from_by_its_player_only),
        cmocka_unit_test(sockets_of_foreign_pages_are_refused),
        cmocka_unit_test(forged_actions_are_refused),
        cmocka_unit_test(who_looks_from_a_seat_does_not_own_it),
        cmocka_unit_test(every_offered_action_of_other_turns_is_refused),
        cmocka_unit_test(spectators_and_opponents_see_no_hidden_block),
    };
    return cmocka_run_group_tests(tests, open_fixture, close_fixture);
}
