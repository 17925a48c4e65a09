/* What no proper client sends: malformed frames, JSON and requests, too much, too fast, too slow,
 * too many. Nobody else notices. */
#include "fixture.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

/* ---- Frames ------------------------------------------------------------- */

static void strange_frames_are_answered_and_change_nothing(void **unused) {
    (void)unused;
    static const char *const frames[] = {
        "",
        "x",
        "{",
        "[]",
        "null",
        "\"do\"",
        "{}",
        "{\"t\":1}",
        "{\"t\":\"\"}",
        "{\"t\":\"fly\"}",
        "{\"t\":\"do\"}",
        "{\"t\":\"do\",\"n\":\"1\",\"action\":\"x\"}",
        "{\"t\":\"do\",\"n\":1}",
        "{\"t\":\"do\",\"n\":1.5,\"action\":\"x\"}",
        "{\"t\":\"do\",\"n\":-1,\"action\":\"x\"}",
        "{\"t\":\"do\",\"n\":99999999999999999999,\"action\":\"x\"}",
        "{\"t\":\"do\",\"n\":1,\"action\":[]}",
        "{\"t\":\"do\",\"n\":1,\"action\":\"\"}",
        "{\"t\":\"do\",\"t\":\"do\",\"n\":1,\"action\":\"x\"}",
        "{\"t\":\"join\"}",
        "{\"t\":\"join\",\"table\":\"\"}",
        "{\"t\":\"join\",\"table\":\"nosuchtable\"}",
        "{\"t\":\"join\",\"table\":\"' OR 1=1 --\"}",
        "{\"t\":\"replay\",\"at\":-1}",
        "{\"t\":\"propose\",\"what\":\"peace\"}",
        "{\"t\":\"answer\"}",
        "{\"t\":\"chat\"}",
        "{\"t\":\"chat\",\"text\":\"\\ud800\"}",
        "{\"t\":\"ping\",\"extra\":1} x",
        "{\"t\":\"log\",\"before\":\"x\"}",
        "{\"t\":\"notes\",\"text\":{}}",
    };
    fixture fx;
    char code[16];
    player p;
    fixture_open(&fx, NULL);
    wire_jar jar = fixture_guest(&fx);
    fixture_table(&fx, &jar,
                  "{\"game\":\"p77\",\"seats\":{\"british\":\"me\",\"american\":\"me\"}}", code);
    player_join(&fx, &jar, code, "american", &p);
    for (size_t i = 0; i < sizeof frames / sizeof *frames; i++) {
        assert_true(wire_send(&p.socket, frames[i]));
        json_decref(player_ask(&p, "{\"t\":\"ping\"}", "pong"));
        assert_int_equal(p.n, 0);
    }
    player_leave(&p);
    fixture_is_well(&fx);
    fixture_close(&fx);
}

/* Frames made by chance from real ones: bytes changed, cut, doubled. */
static void frames_by_chance(void **unused) {
    (void)unused;
    static const char *const real[] = {
        "{\"t\":\"do\",\"n\":0,\"action\":\"place a_weedon wilmington\"}",
        "{\"t\":\"join\",\"table\":\"abcdefghij\",\"seat\":\"british\",\"secret\":\"x\"}",
        "{\"t\":\"propose\",\"what\":\"undo\",\"to\":3}",
        "{\"t\":\"chat\",\"text\":\"hello\"}",
        "{\"t\":\"replay\",\"at\":2,\"seat\":\"everything\"}",
        "{\"t\":\"log\",\"before\":5}",
        "{\"t\":\"lobby\"}",
        "{\"t\":\"undo\",\"n\":0}",
        "{\"t\":\"why\",\"action\":\"finish\"}",
    };
    fixture fx;
    char code[16];
    fixture_open(&fx, NULL);
    wire_jar jar = fixture_guest(&fx);
    fixture_table(&fx, &jar,
                  "{\"game\":\"p77\",\"seats\":{\"british\":\"me\",\"american\":\"me\"}}", code);
    player p = {.socket.fd = -1};
    for (int i = 0; i < 3000; i++) {
        char frame[600];
        if (p.socket.fd < 0) {
            player_leave(&p);
            player_join(&fx, &jar, code, "american", &p);
        }
        int n =
            snprintf(frame, sizeof frame, "%s", real[fixture_chance(sizeof real / sizeof *real)]);
        for (uint32_t k = fixture_chance(4); k > 0; k--)
            frame[fixture_chance((uint32_t)n)] = (char)fixture_chance(128);
        if (fixture_chance(8) == 0) n = (int)fixture_chance((uint32_t)n);
        int opcode = fixture_chance(30) ? 1 : (int)fixture_chance(16);
        bool sent = wire_send_frame(&p.socket, opcode, fixture_chance(20) != 0, frame, (size_t)n);
        if (i % 50 == 0 || !sent || opcode != 1) {
            /* Take what came; a socket that was closed is opened again. */
            json_t *answer;
            while (p.socket.fd >= 0 && (answer = wire_receive(&p.socket, 0.002)))
                json_decref(answer);
            if (!sent || opcode != 1) player_leave(&p);
        }
    }
    player_leave(&p);
    fixture_is_well(&fx);
    /* The table has taken no harm. */
    player a, b;
    player_join(&fx, &jar, code, "british", &a);
    player_join(&fx, &jar, code, "american", &b);
    players_move(&a, &b, 10);
    player_leave(&a);
    player_leave(&b);
    fixture_close(&fx);
}

static void frames_over_the_bound_close_the_socket(void **unused) {
    (void)unused;
    fixture fx;
    wire_socket s;
    fixture_open(&fx, NULL);
    char *large = malloc(70000);
    memset(large, ' ', 70000);
    for (int piecewise = 0; piecewise < 2; piecewise++) {
        assert_true(wire_open(&fx.server, NULL, NULL, &s, NULL));
        json_decref(wire_expect(&s, "hello", SECONDS));
        if (piecewise) {
            wire_send_frame(&s, 1, false, large, 5000);
            wire_send_frame(&s, 0, true, large, 5000);
        } else {
            wire_send_frame(&s, 1, true, large, 70000);
        }
        assert_null(wire_receive(&s, SECONDS));
        assert_int_equal(s.fd, -1);
    }
    assert_true(wire_open(&fx.server, NULL, NULL, &s, NULL));
    json_decref(wire_expect(&s, "hello", SECONDS));
    wire_send_frame(&s, 2, true, "{\"t\":\"ping\"}", 12); /* binary */
    assert_null(wire_receive(&s, SECONDS));
    assert_int_equal(s.fd, -1);
    free(large);
    fixture_is_well(&fx);
    fixture_close(&fx);
}

/* ---- Requests ----------------------------------------------------------- */

static void strange_requests_are_refused(void **unused) {
    (void)unused;
    fixture fx;
    fixture_open(&fx, NULL);
    static const struct {
        const char *text;
        int status; /* 0: any refusal, or none at all */
    } requests[] = {
        {"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n", 200},
        {"PUT /api/me HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}", 405},
        {"DELETE /api/me HTTP/1.1\r\nHost: x\r\n\r\n", 405},
        {"POST /api/guest HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
         "Content-Length: 999999999\r\n\r\n{}",
         413},
        {"POST /api/guest HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n\r\n", 411},
        {"GET /../../etc/passwd HTTP/1.1\r\nHost: x\r\n\r\n", 0},
        {"GET /%2e%2e/%2e%2e/etc/passwd HTTP/1.1\r\nHost: x\r\n\r\n", 0},
        {"GET /api/tables/..%2f..%2fx HTTP/1.1\r\nHost: x\r\n\r\n", 0},
        {"NONSENSE\r\n\r\n", 0},
        {"GET / HTTP/9.9\r\n\r\n", 0},
        {"\x16\x03\x01\x02\x00\x01\x00\x01", 0},
    };
    for (size_t i = 0; i < sizeof requests / sizeof *requests; i++) {
        if (requests[i].status == 0 && i >= 8) continue; /* sent below without waiting */
        wire_answer a = wire_raw(&fx.server, requests[i].text, strlen(requests[i].text));
        if (requests[i].status) assert_int_equal(a.status, requests[i].status);
        if (a.body) assert_null(strstr(a.body, "root:"));
        wire_free(&a);
    }
    char *body = malloc(10001);
    memset(body, ' ', 10000);
    body[10000] = '\0';
    wire_answer a = wire_request(&fx.server, NULL, "/api/guest", body, NULL);
    assert_int_equal(a.status, 413);
    wire_free(&a);
    free(body);
    fixture_is_well(&fx);
    fixture_close(&fx);
}

static void answers_forbid_what_a_page_need_not_do(void **unused) {
    (void)unused;
    fixture fx;
    char value[400];
    fixture_open(&fx, NULL);
    static const char *const paths[] = {"/", "/healthz", "/api/games", "/some/page", "/api/none"};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        wire_answer a = wire_request(&fx.server, NULL, paths[i], NULL, NULL);
        assert_non_null(wire_header(&a, "content-security-policy", value, sizeof value));
        assert_non_null(strstr(value, "script-src 'self'"));
        assert_null(strstr(value, "unsafe"));
        assert_string_equal(wire_header(&a, "x-content-type-options", value, sizeof value),
                            "nosniff");
        wire_free(&a);
    }
    /* What did not change is not sent again. */
    wire_answer a = wire_request(&fx.server, NULL, "/api/games/p77/board", NULL, NULL);
    char etag[64], header[100];
    assert_non_null(wire_header(&a, "etag", etag, sizeof etag));
    wire_free(&a);
    snprintf(header, sizeof header, "If-None-Match: %s\r\n", etag);
    a = wire_request(&fx.server, NULL, "/api/games/p77/board", NULL, header);
    assert_int_equal(a.status, 304);
    wire_free(&a);
    a = wire_request(&fx.server, NULL, "/api/games/p77/board", NULL, "Accept-Encoding: gzip\r\n");
    assert_string_equal(wire_header(&a, "content-encoding", header, sizeof header), "gzip");
    assert_memory_equal(a.body, "\x1f\x8b", 2);
    wire_free(&a);
    fixture_close(&fx);
}

/* ---- Too fast, too slow, too many ---------------------------------------- */

static void limits_hold_and_say_when_to_come_back(void **unused) {
    (void)unused;
    fixture fx;
    char value[64];
    fixture_open(&fx, "--limit", "login=3/60", "--limit", "register=2/3600", "--limit",
                 "guest=2/3600", "--limit", "frame=20/5", NULL);
    json_decref(fixture_ask(&fx, NULL, "/api/guest", "{}", 200));
    json_decref(fixture_ask(&fx, NULL, "/api/guest", "{}", 200));
    wire_answer a = wire_request(&fx.server, NULL, "/api/guest", "{}", NULL);
    assert_int_equal(a.status, 429);
    assert_non_null(wire_header(&a, "retry-after", value, sizeof value));
    assert_true(atoi(value) > 60 && atoi(value) <= 1800);
    wire_free(&a);
    const char *wrong = "{\"name\":\"Nobody\",\"password\":\"wrong-one\"}";
    for (int i = 0; i < 3; i++) json_decref(fixture_ask(&fx, NULL, "/api/login", wrong, 401));
    json_decref(fixture_ask(&fx, NULL, "/api/login", wrong, 429));
    json_decref(fixture_ask(&fx, NULL, "/api/register",
                            "{\"name\":\"Anna\",\"password\":\"12345678\"}", 200));
    json_decref(fixture_ask(&fx, NULL, "/api/register",
                            "{\"name\":\"Ben\",\"password\":\"12345678\"}", 200));
    json_decref(fixture_ask(&fx, NULL, "/api/register",
                            "{\"name\":\"Carl\",\"password\":\"12345678\"}", 429));

    wire_socket s;
    assert_true(wire_open(&fx.server, NULL, NULL, &s, NULL));
    for (int i = 0; i < 40; i++) wire_send(&s, "{\"t\":\"ping\"}");
    json_t *slow = wire_expect(&s, "error", SECONDS);
    assert_string_equal(json_text(slow, "error"), "slow_down");
    json_decref(slow);
    for (int i = 0; i < 400 && wire_send(&s, "{\"t\":\"ping\"}"); i++) {
    }
    json_t *frame;
    while ((frame = wire_receive(&s, SECONDS))) json_decref(frame);
    assert_int_equal(s.fd, -1);
    fixture_is_well(&fx);
    fixture_close(&fx);
}

/* The status of a POST that the proxy says comes from this address. */
static int post_from(fixture *fx, const char *address, wire_jar *jar, const char *path,
                     const char *body) {
    char header[100];
    snprintf(header, sizeof header, "X-Forwarded-For: %s\r\n", address);
    wire_answer a = wire_request(&fx->server, jar, path, body, header);
    int status = a.status;
    wire_free(&a);
    return status;
}

static void wrong_tries_lock_nobody_else_out(void **unused) {
    (void)unused;
    fixture fx;
    wire_jar jar = {""};
    const char *right = "{\"name\":\"Anna\",\"password\":\"secret-Anna\"}";
    const char *wrong = "{\"name\":\"ANNA\",\"password\":\"wrong-one\"}";
    fixture_open(&fx, "--proxy", "--limit", "login=10/3600", "--limit", "logins=15/3600", NULL);
    fixture_user(&fx, "Anna");
    for (int i = 0; i < 10; i++)
        assert_int_equal(post_from(&fx, "192.0.2.1", NULL, "/api/login", wrong), 401);
    assert_int_equal(post_from(&fx, "192.0.2.1", NULL, "/api/login", wrong), 429);
    assert_int_equal(post_from(&fx, "192.0.2.1", NULL, "/api/login", right), 429);
    /* She herself comes from somewhere else. */
    assert_int_equal(post_from(&fx, "192.0.2.2", &jar, "/api/login", right), 200);
    /* Other names from there are others' tries, but not without end. */
    const char *other = "{\"name\":\"Bert\",\"password\":\"wrong-one\"}";
    assert_int_equal(post_from(&fx, "192.0.2.1", NULL, "/api/login", other), 401);
    int status = 401;
    for (int i = 0; i < 10 && status == 401; i++)
        status = post_from(&fx, "192.0.2.1", NULL, "/api/login", other);
    assert_int_equal(status, 429);
    fixture_close(&fx);
}

static void one_address_has_its_share_of_tables(void **unused) {
    (void)unused;
    fixture fx;
    wire_jar guest[4] = {{""}};
    const char *body = "{\"game\":\"p77\",\"seats\":{\"british\":\"me\",\"american\":\"me\"}}";
    const char *journal = "{\"journal\":\"no journal\"}";
    fixture_open(&fx, "--proxy", "--limit", "tables=6/3600", "--limit", "import=2/3600", NULL);
    for (int i = 0; i < 4; i++) guest[i] = fixture_guest(&fx);
    int made = 0;
    for (int i = 0; i < 20; i++) { /* from a few addresses of one customer */
        char from[40];
        snprintf(from, sizeof from, "2001:db8::%d:1", i % 5);
        made += post_from(&fx, from, &guest[i % 4], "/api/tables", body) == 200;
    }
    assert_int_equal(made, 6);
    assert_int_equal(post_from(&fx, "2001:db8:0:1::1", &guest[0], "/api/tables", body), 200);
    for (int i = 0; i < 3; i++)
        assert_int_equal(post_from(&fx, "192.0.2.7", &guest[i], "/api/import", journal),
                         i < 2 ? 400 : 429);
    assert_int_equal(post_from(&fx, "192.0.2.8", &guest[2], "/api/import", journal), 400);
    fixture_close(&fx);
}

static void who_does_not_read_is_closed_and_nobody_waits(void **unused) {
    (void)unused;
    fixture fx;
    char code[16], frame[100];
    player a, b;
    fixture_open(&fx, NULL);
    wire_jar jar = fixture_user(&fx, "Anna");
    fixture_table(
        &fx, &jar,
        "{\"game\":\"p77\",\"public\":true,\"seats\":{\"british\":\"me\",\"american\":\"me\"}}",
        code);
    player_join(&fx, &jar, code, "british", &a);
    player_join(&fx, &jar, code, "american", &b);
    /* A reader that asks for much and reads nothing. */
    wire_socket lazy;
    int small = 4096;
    assert_true(wire_open(&fx.server, NULL, NULL, &lazy, NULL));
    setsockopt(lazy.fd, SOL_SOCKET, SO_RCVBUF, &small, sizeof small);
    snprintf(frame, sizeof frame, "{\"t\":\"join\",\"table\":\"%s\",\"seat\":null}", code);
    bool closed = false;
    for (int i = 0; i < 200 && !closed; i++) {
        for (int k = 0; k < 50; k++) {
            struct pollfd p = {lazy.fd, POLLOUT, 0};
            if (poll(&p, 1, 0) == 1 && p.revents == POLLOUT) wire_send(&lazy, frame);
        }
        players_move(&a, &b, 1); /* the others play on meanwhile */
        wire_answer m = wire_request(&fx.server, NULL, "/metrics", NULL, NULL);
        closed = strstr(m.body, "musket_slow_closed_total 1\n") != NULL;
        wire_free(&m);
    }
    assert_true(closed);
    wire_close(&lazy);
    players_move(&a, &b, 5);
    player_leave(&a);
    player_leave(&b);
    fixture_close(&fx);
}

enum { IDLE = 500, ACTIVE = 50 }; /* tables of two active sockets each */

static void many_sockets_at_once(void **unused) {
    (void)unused;
    fixture fx;
    static wire_socket idle[IDLE];
    static player british[ACTIVE], american[ACTIVE];
    fixture_open(&fx, NULL);
    wire_jar jar = fixture_guest(&fx);
    for (int i = 0; i < IDLE; i++)
        assert_true(wire_open(&fx.server, i % 2 ? &jar : NULL, NULL, &idle[i], NULL));
    for (int i = 0; i < ACTIVE; i++) {
        char code[16];
        fixture_table(&fx, &jar,
                      "{\"game\":\"p77\",\"seats\":{\"british\":\"me\",\"american\":\"me\"}}",
                      code);
        player_join(&fx, &jar, code, "british", &british[i]);
        player_join(&fx, &jar, code, "american", &american[i]);
    }
    for (int k = 0; k < 6; k++)
        for (int i = 0; i < ACTIVE; i++) players_move(&british[i], &american[i], 2);
    for (int i = 0; i < IDLE; i++) {
        json_t *hello = wire_expect(&idle[i], "hello", SECONDS);
        assert_non_null(hello);
        json_decref(hello);
        wire_close(&idle[i]);
    }
    for (int i = 0; i < ACTIVE; i++) {
        assert_int_equal(british[i].n, 12);
        player_leave(&british[i]);
        player_leave(&american[i]);
    }
    fixture_close(&fx);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(strange_frames_are_answered_and_change_nothing),
        cmocka_unit_test(frames_by_chance),
        cmocka_unit_test(frames_over_the_bound_close_the_socket),
        cmocka_unit_test(strange_requests_are_refused),
        cmocka_unit_test(answers_forbid_what_a_page_need_not_do),
        cmocka_unit_test(limits_hold_and_say_when_to_come_back),
        cmocka_unit_test(wrong_tries_lock_nobody_else_out),
        cmocka_unit_test(one_address_has_its_share_of_tables),
        cmocka_unit_test(who_does_not_read_is_closed_and_nobody_waits),
        cmocka_unit_test(many_sockets_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
