/* Two servers on one database: what is changed at both at once is kept if it fits, and what is no
 * move (a standing answer, notes, a proposal, a clock's warning, a notification) holds across
 * them, also when their rules differ. */
#include <arpa/inet.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "two.h"

/* ---- Two changes at once ------------------------------------------------------ */

typedef struct {
    fixture *at;
    wire_jar *who;
    const char *what, *body;
} change;

/* Both are with their servers before the database decides; both must be kept. */
static void change_at_once(const char *code, change one, change other) {
    const change two[2] = {one, other};
    later asked[2];
    char path[128];
    held_writes held = fixture_hold_writes(&first);
    for (int i = 0; i < 2; i++) {
        fixture_path(code, two[i].what, path);
        fixture_ask_later(&asked[i], two[i].at, two[i].who, path, two[i].body);
        if (i == 0 && one.at == other.at) until_sql(&first, waiting, 1);
    }
    if (one.at != other.at) until_sql(&first, waiting, 2);
    fixture_release_writes(held);
    for (int i = 0; i < 2; i++) assert_int_equal(fixture_wait(&asked[i]), 200);
}

static void assert_seat(const char *code, int seat, const char *state, const char *name) {
    for (int i = 0; i < 2; i++) {
        json_t *table = fixture_table_of(i ? &second : &first, &anna, code), *at;
        at =
            json_array_get(json_object_get(json_object_get(table, "table"), "seats"), (size_t)seat);
        assert_string_equal(json_text(at, "state"), state);
        if (name) assert_string_equal(json_text(at, "player"), name);
        json_decref(table);
    }
}

static void seats_are_taken_kept_and_left_at_once(void **unused) {
    (void)unused;
    char code[16];
    open_two(NULL);
    wire_jar carl = fixture_user(&first, "Carl");
    fixture_user(&second, "Dora");
    fixture_table(&first, &anna,
                  "{\"game\":\"lod\",\"public\":true,\"seats\":{\"british\":\"me\","
                  "\"patriots\":\"open\",\"french\":\"open\",\"indians\":\"open\"}}",
                  code);
    change_at_once(code, (change){&first, &carl, "join", "{\"seat\":\"french\"}"},
                   (change){&second, &ben, "join", "{\"seat\":\"patriots\"}"});
    assert_seat(code, 1, "taken", "Ben");
    assert_seat(code, 2, "taken", "Carl");
    change_at_once(code,
                   (change){&first, &anna, "invite", "{\"seat\":\"indians\",\"player\":\"Dora\"}"},
                   (change){&second, &ben, "leave", "{}"});
    assert_seat(code, 1, "open", NULL);
    assert_seat(code, 3, "kept", "Dora");
    close_two();
}

/* The host goes and ends the table; who sits down meanwhile hears that it is gone. */
static void who_takes_a_seat_of_a_table_that_goes_is_told(void **unused) {
    (void)unused;
    static const char open_game[] =
        "{\"game\":\"p77\",\"public\":true,\"seats\":{\"british\":\"me\","
        "\"american\":\"open\"}}";
    open_two(NULL);
    for (int round = 0; round < 4; round++) {
        char code[16], join[128], leave[128];
        later asked[2];
        fixture_table(&first, &anna, open_game, code);
        fixture_path(code, "join", join);
        fixture_path(code, "leave", leave);
        held_writes held = fixture_hold_writes(&first);
        fixture_ask_later(&asked[0], &first, &anna, leave, "{}");
        fixture_ask_later(&asked[1], &second, &ben, join, "{\"seat\":\"american\"}");
        until_sql(&first, waiting, 2);
        fixture_release_writes(held);
        int left = fixture_wait(&asked[0]), joined = fixture_wait(&asked[1]);
        if (left == 200)
            assert_int_equal(joined, 404);
        else { /* the game has begun: it can only be resigned */
            assert_int_equal(left, 409);
            assert_int_equal(joined, 200);
        }
    }
    close_two();
}

static void finish_a_game(char code[16]) {
    player a;
    fixture_game(&first, &anna, &ben, "", code);
    player_join(&first, &anna, code, "british", &a);
    json_decref(player_ask(&a, "{\"t\":\"resign\"}", "over"));
    player_leave(&a);
}

/* Both ask for a rematch: one makes the table, the other sits down at it. */
static void two_who_ask_for_a_rematch_get_the_same(void **unused) {
    (void)unused;
    open_two(NULL);
    for (int i = 0; i < 2; i++) {
        char code[16], sql[200];
        finish_a_game(code);
        change_at_once(code, (change){&first, &anna, "rematch", "{}"},
                       (change){i ? &first : &second, &ben, "rematch", "{}"});
        snprintf(sql, sizeof sql,
                 "SELECT count(*) FROM tables WHERE state = 1 AND code ="
                 " (SELECT rematch FROM tables WHERE code = '%s')",
                 code);
        assert_int_equal(fixture_sql_number(&first, sql), 1);
        snprintf(sql, sizeof sql, "SELECT count(*) FROM tables");
        assert_int_equal(fixture_sql_number(&first, sql), 2 * (i + 1));
    }
    close_two();
}

static void send_move(player *p) {
    char frame[400];
    snprintf(frame, sizeof frame, "{\"t\":\"do\",\"n\":%d,\"action\":\"%s\"}", p->n,
             player_choose(p));
    assert_true(wire_send(&p->socket, frame));
}

/* Frames up to one of this type; none of them may be a refusal. */
static void until_type(player *p, const char *type) {
    for (bool came = false; !came;) {
        json_t *frame = wire_receive(&p->socket, SECONDS);
        assert_non_null(frame);
        assert_string_not_equal(json_text(frame, "t"), "refused");
        came = strcmp(json_text(frame, "t"), type) == 0;
        json_decref(frame);
    }
}

/* Whatever the other does at the same time, who resigns has resigned. */
static void a_resignation_is_not_refused(void **unused) {
    (void)unused;
    open_two(NULL);
    for (int round = 0; round < 4; round++) {
        char code[16];
        player a, b;
        fixture_game(&first, &anna, &ben, "", code);
        player_join(&first, &anna, code, "british", &a);
        player_join(&second, &ben, code, "american", &b);
        player *mover = player_decides(&a) ? &a : &b, *other = mover == &a ? &b : &a;
        held_writes held = fixture_hold_writes(&first);
        send_move(mover);
        assert_true(wire_send(&other->socket, "{\"t\":\"resign\"}"));
        until_sql(&first, waiting, 2);
        fixture_release_writes(held);
        until_type(other, "over");
        json_t *table = fixture_table_over(&second, &anna, code);
        assert_string_equal(json_text(table, "table.outcome.reason"), "resigned");
        json_decref(table);
        player_leave(&a);
        player_leave(&b);
    }
    close_two();
}

/* One of the two moves is refused; what was said with it is not. */
static void what_is_said_beside_a_refused_move_is_heard(void **unused) {
    (void)unused;
    char code[16];
    player p[2];
    open_two(NULL);
    fixture_table(&first, &anna, fixture_alone, code);
    player_join(&first, &anna, code, "british", &p[0]);
    const char *seat = player_decides(&p[0]) ? "british" : "american";
    player_leave(&p[0]);
    player_join(&first, &anna, code, seat, &p[0]);
    player_join(&second, &anna, code, seat, &p[1]);
    held_writes held = fixture_hold_writes(&first);
    for (int i = 0; i < 2; i++) {
        send_move(&p[i]);
        assert_true(wire_send(&p[i].socket, "{\"t\":\"chat\",\"text\":\"look\"}"));
    }
    until_sql(&first, waiting, 2);
    fixture_release_writes(held);
    for (int i = 0; i < 2; i++)
        for (int heard = 0; heard < 2;) {
            json_t *frame = wire_receive(&p[i].socket, SECONDS);
            assert_non_null(frame);
            assert_string_not_equal(json_text(frame, "t"), "error");
            heard += strcmp(json_text(frame, "t"), "chat") == 0;
            json_decref(frame);
        }
    for (int i = 0; i < 2; i++) player_leave(&p[i]);
    close_two();
}

/* ---- What is in no journal ------------------------------------------------------ */

/* Given at one server, it is used and shown by the other after the first has died. */
static void a_standing_answer_outlives_its_server(void **unused) {
    (void)unused;
    static const char *const hers[] = {"british", "french", "indians"};
    char code[16], path[128], secret[32], body[100], message[100];
    player a[3], b;
    open_two(NULL);
    fixture_table(&first, &anna,
                  "{\"game\":\"lod\",\"seats\":{\"british\":\"me\",\"patriots\":\"open\","
                  "\"french\":\"me\",\"indians\":\"me\"}}",
                  code);
    fixture_secret(&first, &anna, code, secret);
    fixture_path(code, "join", path);
    snprintf(body, sizeof body, "{\"seat\":\"patriots\",\"secret\":\"%s\"}", secret);
    json_decref(fixture_ask(&second, &ben, path, body, 200));

    player_join(&first, &anna, code, hers[0], &a[0]); /* so that it is heard there */
    player_join(&second, &ben, code, "patriots", &b);
    json_decref(player_ask(&b, "{\"t\":\"standing\",\"phase\":\"stroke\",\"action\":\"hold\"}",
                           "standing"));
    player elsewhere;
    player_join(&first, &ben, code, "patriots", &elsewhere);
    snprintf(message, sizeof message, "{\"t\":\"join\",\"table\":\"%s\",\"seat\":\"patriots\"}",
             code);
    double until = wire_now() + SECONDS;
    for (bool known = false; !known;) {
        json_t *joined = player_ask(&elsewhere, message, "joined");
        known = json_text(joined, "standing.phase") != NULL;
        json_decref(joined);
        assert_true(wire_now() < until);
    }
    player_leave(&elsewhere);
    wire_kill(&second.server);
    player_leave(&b);
    for (int i = 1; i < 3; i++) player_join(&first, &anna, code, hers[i], &a[i]);
    while (strcmp(json_text(a[0].view, "prompt:now.phase"), "stroke") == 0) {
        int n = a[0].n;
        for (int i = 0; i < 3; i++)
            if (player_decides(&a[i])) player_do(&a[i], "hold");
        for (int i = 0; i < 3; i++) player_until(&a[i], n + 1);
    }
    for (int i = 0; i < 3; i++) player_leave(&a[i]);
    close_two();
}

static void notes_are_in_every_window_of_their_seat(void **unused) {
    (void)unused;
    char code[16];
    player a, b[2];
    open_two(NULL);
    fixture_game(&first, &anna, &ben, "", code);
    player_join(&second, &anna, code, "british", &a);
    player_join(&first, &ben, code, "american", &b[0]);
    player_join(&second, &ben, code, "american", &b[1]);
    json_decref(player_ask(&b[0], "{\"t\":\"notes\",\"text\":\"mind the ford\"}", "notes"));
    json_t *notes = wire_expect(&b[1].socket, "notes", SECONDS);
    assert_string_equal(json_text(notes, "text"), "mind the ford");
    json_decref(notes);
    json_decref(player_ask(&b[0], "{\"t\":\"chat\",\"text\":\"and\"}", "chat"));
    json_t *next = wire_receive(&a.socket, SECONDS); /* nothing came before it */
    while (strcmp(json_text(next, "t"), "table") == 0) {
        json_decref(next);
        next = wire_receive(&a.socket, SECONDS);
    }
    assert_string_equal(json_text(next, "t"), "chat");
    json_decref(next);
    player_leave(&a);
    for (int i = 0; i < 2; i++) player_leave(&b[i]);
    close_two();
}

/* Who comes to a server that was started after it was made sees it, and answers it there. */
static void a_proposal_is_known_to_a_server_that_comes_later(void **unused) {
    (void)unused;
    char code[16], message[100];
    player a, b;
    open_two(NULL);
    fixture_game(&first, &anna, &ben, "", code);
    player_join(&first, &anna, code, "british", &a);
    json_decref(player_ask(&a, "{\"t\":\"propose\",\"what\":\"pause\"}", "proposal"));
    wire_kill(&second.server);
    assert_true(wire_restart(&second.server));
    player_join(&second, &ben, code, "american", &b);
    snprintf(message, sizeof message, "{\"t\":\"join\",\"table\":\"%s\"}", code);
    double until = wire_now() + SECONDS;
    for (bool known = false; !known;) {
        json_t *joined = player_ask(&b, message, "joined");
        known = json_text(joined, "proposal.what") != NULL;
        json_decref(joined);
        assert_true(wire_now() < until);
    }
    assert_true(wire_send(&b.socket, "{\"t\":\"answer\",\"what\":\"pause\",\"yes\":true}"));
    player_until(&b, b.n + 1);
    player_until(&a, b.n);
    player_refused(&a, a.n, "finish", "paused");
    player_leave(&a);
    player_leave(&b);
    close_two();
}

/* One server looks after the clock; those at both are warned, and see the end. */
static void a_clock_warns_at_both_servers(void **unused) {
    (void)unused;
    char code[16];
    player a, b;
    open_two("--clock-day", "10", NULL); /* the warning comes four seconds before the end */
    until_sql(&first, both_alive, 2);
    fixture_game(&first, &anna, &ben, ",\"clock\":{\"days\":2}", code);
    player_join(&first, &anna, code, "british", &a);
    player_join(&second, &ben, code, "american", &b);
    player *all[2] = {&a, &b};
    for (int i = 0; i < 2; i++) {
        int notices = 0;
        for (bool over = false; !over;) {
            json_t *frame = wire_receive(&all[i]->socket, SECONDS);
            assert_non_null(frame);
            notices += strcmp(json_text(frame, "t"), "notice") == 0;
            over = strcmp(json_text(frame, "t"), "over") == 0;
            if (over) assert_string_equal(json_text(frame, "outcome.reason"), "time");
            json_decref(frame);
        }
        assert_int_equal(notices, 1);
    }
    player_leave(&a);
    player_leave(&b);
    close_two();
}

/* ---- A notification, while a server dies ---------------------------------------- */

/* A push service on this machine. */
static int listen_for_pushes(int *port) {
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof at;
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_int_equal(bind(fd, (struct sockaddr *)&at, sizeof at), 0);
    assert_int_equal(listen(fd, 8), 0);
    assert_int_equal(getsockname(fd, (struct sockaddr *)&at, &size), 0);
    *port = ntohs(at.sin_port);
    return fd;
}

/* The next push: its head has come. -1: none in so many seconds. */
static int next_push(int listening, int seconds) {
    struct pollfd wait = {.fd = listening, .events = POLLIN};
    char head[4000] = "";
    if (poll(&wait, 1, seconds * 1000) <= 0) return -1;
    int fd = accept(listening, NULL, NULL);
    assert_true(fd >= 0);
    assert_true(read(fd, head, sizeof head - 1) > 0);
    assert_int_equal(strncmp(head, "POST /of-", 9), 0);
    return fd;
}

static void subscribe(fixture *at, wire_jar *jar, const char *name, int port) {
    char body[400]; /* the keys of RFC 8291's example */
    snprintf(body, sizeof body,
             "{\"endpoint\":\"http://127.0.0.1:%d/of-%s\",\"p256dh\":"
             "\"BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNto"
             "IAiw4\",\"auth\":\"BTBZMqHH6r4Tts7J_aSIgg\"}",
             port, name);
    json_decref(fixture_ask(at, jar, "/api/push", body, 200));
}

/* The id of the second server, by what the first has noted. */
static int id_of_second(void) {
    char line[400];
    int id = 0;
    FILE *log = fopen(first.server.log, "r");
    assert_non_null(log);
    while (fgets(line, sizeof line, log)) {
        const char *here = strstr(line, "event=server_here server=");
        if (here) id = atoi(strchr(here, ' ') + strlen(" server="));
    }
    fclose(log);
    return id;
}

/* The one that sends it is killed before the push service has answered: the other sends it, once.
 */
static void a_push_is_sent_by_another_when_its_server_dies(void **unused) {
    (void)unused;
    char code[16];
    int port, listening = listen_for_pushes(&port);
    open_two("--push-local", "--push-after", "1", NULL);
    until_sql(&first, both_alive, 2);
    subscribe(&first, &anna, "anna", port);
    subscribe(&second, &ben, "ben", port);
    fixture_game(&first, &anna, &ben, "", code);
    int unanswered = next_push(listening, SECONDS);
    assert_true(unanswered >= 0);
    int sender = fixture_sql_number(&first, "SELECT server FROM outbox");
    wire_kill(sender == id_of_second() ? &second.server : &first.server);
    int again = next_push(listening, SECONDS);
    assert_true(again >= 0);
    static const char answer[] = "HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n";
    assert_true(write(again, answer, sizeof answer - 1) > 0);
    until_sql(&first, "SELECT count(*) FROM outbox WHERE sent = 1", 1);
    assert_int_equal(fixture_sql_number(&first, "SELECT count(*) FROM outbox"), 1);
    assert_int_equal(next_push(listening, 3), -1);
    close(unanswered);
    close(again);
    close(listening);
    close_two();
}

/* ---- Other rules ------------------------------------------------------------------- */

/* The second server is the mutate build with one rule turned round and, so that it knows itself to
 * be another version, data that differ by a blank. */
static char other_binary[400];

static int find_other_binary(void **unused) {
    snprintf(other_binary, sizeof other_binary, "%s", fixture_binary());
    char *asan = strstr(other_binary, "/asan/musket");
    if (asan) strcpy(asan, "/mutate/musket");
    if (!asan || access(other_binary, X_OK) != 0) other_binary[0] = '\0'; /* it was not built */
    return fixture_start_postgres(unused);
}

static void open_other_rules(char data[100]) {
    char command[900];
    snprintf(data, 100, "%s/data", first.dir);
    snprintf(command, sizeof command, "%s data export %s > /dev/null && echo >> %s/p77/map.json",
             fixture_binary(), data, data);
    assert_int_equal(system(command), 0);
    second = first;
    snprintf(second.dir, sizeof second.dir, "/tmp/musket-test-XXXXXX");
    assert_non_null(mkdtemp(second.dir));
    int n = 0;
    while (second.server.args[n]) n++;
    second.server.args[n] = "--data";
    second.server.args[n + 1] = data;
    second.server.args[n + 2] = NULL;
    setenv("MUSKET_FLIP", "src/games/p77/battle.c:p77.withdraw.second_round:1", 1);
    assert_true(wire_start(&second.server, other_binary, second.dir));
    unsetenv("MUSKET_FLIP");
}

static bool in_second_round(const player *p) {
    return json_number(json_object_get(p->view, "panel:battle"), "round") >= 2;
}

/* A game with a move made in the second round of a battle, which the other rules do not know. */
static void play_to_second_round(char code[16]) {
    player a, b;
    for (bool there = false; !there;) {
        fixture_table(&first, &anna, fixture_alone, code);
        player_join(&first, &anna, code, "british", &a);
        player_join(&first, &anna, code, "american", &b);
        while (!in_second_round(&a) && !a.over && (player_decides(&a) || player_decides(&b)))
            players_move(&a, &b, 1);
        there = in_second_round(&a);
        if (there) players_move(&a, &b, 1);
        player_leave(&a);
        player_leave(&b);
    }
}

/* What a table looks like to who joins it; the caller releases it. */
static json_t *joined_at(fixture *at, const char *code) {
    wire_socket s;
    char frame[100];
    assert_true(wire_open(&at->server, &anna, NULL, &s, NULL));
    snprintf(frame, sizeof frame, "{\"t\":\"join\",\"table\":\"%s\",\"seat\":\"british\"}", code);
    assert_true(wire_send(&s, frame));
    json_t *joined = wire_expect(&s, "joined", SECONDS);
    assert_non_null(joined);
    wire_close(&s);
    return joined;
}

static int upgrades(void) {
    return fixture_sql_number(&first, "SELECT count(*) FROM ops WHERE kind = 9"); /* OP_UPGRADE */
}

/* One after the other is replaced by a version with other rules: tables of the old go over to the
 * new ones once, those of both kinds go on, and nobody loses an answered move. */
static void servers_are_upgraded_one_after_the_other(void **unused) {
    (void)unused;
    char broken[16], fine[16], data[100];
    if (!*other_binary) skip();
    fixture_open(&first, NULL);
    anna = fixture_user(&first, "Anna");
    fixture_table_after(&first, &anna, 3, fine); /* nothing in it that the rules differ in */
    play_to_second_round(broken);
    assert_int_equal(upgrades(), 0);

    open_other_rules(data);
    until_sql(&first, both_alive, 2);
    json_t *now = joined_at(&second, broken);
    assert_true(json_is_object(json_object_get(now, "view")));
    assert_int_equal(json_number(now, "table.upgraded"), 1);
    int n = json_number(now, "n");
    json_decref(now);
    until_sql(&first, "SELECT count(*) FROM ops WHERE kind = 9", 1);

    /* The old one shows it if its rules lead there, or says that it cannot; it changes nothing. */
    for (int i = 0; i < 3; i++) {
        now = joined_at(&first, broken);
        assert_true(json_is_object(json_object_get(now, "view")) || json_text(now, "problem"));
        json_decref(now);
    }
    assert_int_equal(upgrades(), 1);

    /* What both agree on is played at both. */
    player a, b;
    player_join(&first, &anna, fine, "british", &a);
    player_join(&second, &anna, fine, "american", &b);
    players_move(&a, &b, 2);
    player_leave(&a);
    player_leave(&b);

    /* The old one goes and comes back as the new. */
    assert_int_equal(wire_stop(&first.server), 0);
    setenv("MUSKET_FLIP", "src/games/p77/battle.c:p77.withdraw.second_round:1", 1);
    memcpy(first.server.args, second.server.args, sizeof first.server.args);
    memcpy(first.server.binary, second.server.binary, sizeof first.server.binary);
    assert_true(wire_restart(&first.server));
    unsetenv("MUSKET_FLIP");
    player_join(&first, &anna, broken, "british", &a);
    player_join(&second, &anna, broken, "american", &b);
    assert_true(a.n >= n);
    assert_int_equal(a.n, b.n);
    players_move(&a, &b, 5);
    player_leave(&a);
    player_leave(&b);
    assert_int_equal(upgrades(), 1);
    close_two();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(seats_are_taken_kept_and_left_at_once),
        cmocka_unit_test(who_takes_a_seat_of_a_table_that_goes_is_told),
        cmocka_unit_test(two_who_ask_for_a_rematch_get_the_same),
        cmocka_unit_test(a_resignation_is_not_refused),
        cmocka_unit_test(what_is_said_beside_a_refused_move_is_heard),
        cmocka_unit_test(a_standing_answer_outlives_its_server),
        cmocka_unit_test(notes_are_in_every_window_of_their_seat),
        cmocka_unit_test(a_proposal_is_known_to_a_server_that_comes_later),
        cmocka_unit_test(a_clock_warns_at_both_servers),
        cmocka_unit_test(a_push_is_sent_by_another_when_its_server_dies),
        cmocka_unit_test(servers_are_upgraded_one_after_the_other),
    };
    return cmocka_run_group_tests(tests, find_other_binary, fixture_wipe_postgres);
}
