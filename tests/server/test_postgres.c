/* What only a PostgreSQL can be asked for: it goes away and comes back while people play, and
 * everything is moved into it and out again. It is one of our own, since it is stopped. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fixture.h"

/* ---- It goes away and comes back ------------------------------------------- */

static void until_well(fixture *fx) {
    double until = wire_now() + SECONDS;
    int status = 0;
    while (status != 200 && wire_now() < until) {
        wire_answer a = wire_request(&fx->server, NULL, "/healthz", NULL, NULL);
        status = a.status;
        wire_free(&a);
        if (status != 200) usleep(100000);
    }
    assert_int_equal(status, 200);
}

static void assert_words(json_t *answer) {
    assert_non_null(strstr(json_text(answer, "text"), "database"));
    json_decref(answer);
}

static const char public_table[] =
    "{\"game\":\"p77\",\"public\":true,\"seats\":{\"british\":\"me\",\"american\":\"me\"}}";

static void without_a_database_all_can_be_looked_at_and_nothing_done(void **unused) {
    (void)unused;
    fixture fx;
    char code[16], path[64];
    player a, b, watcher;
    fixture_open(&fx, NULL);
    wire_jar jar = fixture_user(&fx, "Anna"), nobody = {""};
    fixture_table(&fx, &jar, public_table, code);
    player_join(&fx, &jar, code, "british", &a);
    player_join(&fx, &jar, code, "american", &b);
    players_move(&a, &b, 12);
    int n = a.n;

    fixture_control_postgres("stop");
    player *mover = player_decides(&a) ? &a : &b;
    player_refused(mover, n, player_choose(mover), "unsaved");
    assert_words(fixture_ask(&fx, &nobody, "/api/guest", "{}", 503));
    assert_words(fixture_ask(&fx, &jar, "/api/tables", public_table, 503));
    json_decref(fixture_ask(&fx, NULL, "/healthz", NULL, 503));
    snprintf(path, sizeof path, "/api/tables/%s", code);
    json_decref(fixture_ask(&fx, &jar, path, NULL, 200));
    json_decref(fixture_ask(&fx, NULL, "/api/tables", NULL, 200));
    player_join(&fx, &nobody, code, NULL, &watcher);
    assert_int_equal(watcher.n, n);

    fixture_control_postgres("again");
    until_well(&fx);
    json_decref(fixture_ask(&fx, &jar, "/api/me", NULL, 200));
    player_leave(&a);
    player_leave(&b);
    player_join(&fx, &jar, code, "british", &a);
    player_join(&fx, &jar, code, "american", &b);
    assert_int_equal(a.n, n);
    players_move(&a, &b, 5);
    json_decref(player_ask(&watcher, "{\"t\":\"ping\"}", "pong"));
    player_leave(&a);
    player_leave(&b);
    player_leave(&watcher);
    fixture_close(&fx);
}

/* Moves are on their way when it stops: what was acknowledged is there afterwards, and at most the
 * one that nobody was told of. */
static void nothing_acknowledged_is_lost_with_the_connection(void **unused) {
    (void)unused;
    enum { ROUNDS = 4 };
    fixture fx;
    char code[16], frame[400], arguments[300];
    player a, b;
    fixture_open(&fx, NULL);
    wire_jar jar = fixture_user(&fx, "Anna");
    fixture_table(&fx, &jar, fixture_alone, code);
    for (int round = 0; round < ROUNDS; round++) {
        player_join(&fx, &jar, code, "british", &a);
        player_join(&fx, &jar, code, "american", &b);
        players_move(&a, &b, 8);
        int n = a.n;
        held_writes held = fixture_hold_writes(&fx);
        player *mover = player_decides(&a) ? &a : &b;
        snprintf(frame, sizeof frame, "{\"t\":\"do\",\"n\":%d,\"action\":\"%s\"}", n,
                 player_choose(mover));
        wire_send(&mover->socket, frame); /* waits for its commit */
        fixture_control_postgres("stop");
        json_t *refused = wire_expect(&mover->socket, "refused", SECONDS);
        assert_string_equal(json_text(refused, "reason"), "unsaved");
        json_decref(refused);
        fixture_release_writes(held);
        player_leave(&a);
        player_leave(&b);
        fixture_control_postgres("again");
        until_well(&fx);
        player_join(&fx, &jar, code, "british", &a);
        assert_true(a.n == n || a.n == n + 1);
        player_leave(&a);
    }
    assert_int_equal(wire_stop(&fx.server), 0);
    snprintf(arguments, sizeof arguments, "admin check --db %s", fx.server.db);
    assert_int_equal(fixture_say(arguments, "everything is whole: 1 tables"), 0);
    fixture_wipe(&fx);
}

/* ---- Everything is moved ---------------------------------------------------- */

static void what_is_moved_is_all_there(void **unused) {
    (void)unused;
    fixture on_file, on_server;
    char code[16], gone[16], path[128], arguments[700], back[100];
    player p;

    /* A file with a game, talk, notes; its last table and its last account are gone. */
    unsetenv("MUSKET_TEST_POSTGRES");
    fixture_open(&on_file, NULL);
    setenv("MUSKET_TEST_POSTGRES", fixture_postgres(), 1);
    wire_jar anna = fixture_user(&on_file, "Anna");
    fixture_table_after(&on_file, &anna, 60, code);
    player_join(&on_file, &anna, code, "british", &p);
    int n = p.n;
    json_decref(player_ask(&p, "{\"t\":\"notes\",\"text\":\"mine: ‘größer’\"}", "notes"));
    json_decref(player_ask(&p, "{\"t\":\"chat\",\"text\":\"hello\"}", "chat"));
    player_leave(&p);
    fixture_table(&on_file, &anna,
                  "{\"game\":\"p77\",\"seats\":{\"british\":\"me\",\"american\":\"open\"}}", gone);
    fixture_path(gone, "leave", path);
    json_decref(fixture_ask(&on_file, &anna, path, "{}", 200));
    wire_jar ben = fixture_user(&on_file, "Ben");
    json_decref(fixture_ask(&on_file, &ben, "/api/delete", "{\"password\":\"secret-Ben\"}", 200));
    int tables = fixture_sql_number(&on_file, "SELECT seq FROM sqlite_sequence WHERE name = "
                                              "'tables'");
    int users =
        fixture_sql_number(&on_file, "SELECT seq FROM sqlite_sequence WHERE name = 'users'");

    /* An empty database for it. */
    fixture_open(&on_server, NULL);
    snprintf(arguments, sizeof arguments, "admin move %s %s", on_file.server.db,
             on_server.server.db);
    assert_int_equal(fixture_say(arguments, "another musket serves this file"), 1);
    assert_int_equal(wire_stop(&on_file.server), 0);
    assert_int_equal(fixture_say(arguments, "a musket serves this database"), 1);
    assert_int_equal(wire_stop(&on_server.server), 0);
    assert_int_equal(fixture_say(arguments, "there are settings already"), 1);
    fixture_sql(&on_server, "DELETE FROM settings");
    fixture_sql(&on_file, "UPDATE chats SET text = 'bye'"); /* damaged, and stays so */
    assert_int_equal(fixture_say(arguments, "all of them there"), 0);
    assert_int_equal(fixture_say(arguments, "there are users already"), 1);
    snprintf(arguments, sizeof arguments, "admin check --db %s", on_server.server.db);
    assert_int_equal(fixture_say(arguments, "a line of its talk is damaged\n1 problems"), 1);

    /* It goes on there, and no id comes twice. */
    assert_true(wire_restart(&on_server.server));
    player_join(&on_server, &anna, code, "british", &p);
    assert_int_equal(p.n, n);
    player_leave(&p);
    fixture_play(&on_server, &anna, code, 5);
    fixture_table(&on_server, &anna, fixture_alone, gone);
    assert_int_equal(fixture_sql_number(&on_server, "SELECT max(id) FROM tables"), tables + 1);
    fixture_user(&on_server, "Carl");
    assert_int_equal(fixture_sql_number(&on_server, "SELECT max(id) FROM users"), users + 1);
    json_decref(fixture_ask(&on_server, NULL, "/api/register",
                            "{\"name\":\"cARL\",\"password\":\"secret-Carl\"}", 409));
    assert_int_equal(wire_stop(&on_server.server), 0);

    /* And back. */
    snprintf(back, sizeof back, "%s/back.db", on_file.dir);
    snprintf(arguments, sizeof arguments, "admin move %s %s", on_server.server.db, back);
    assert_int_equal(fixture_say(arguments, "all of them there"), 0);
    snprintf(on_file.server.db, sizeof on_file.server.db, "%s", back);
    assert_true(wire_restart(&on_file.server));
    player_join(&on_file, &anna, code, "british", &p);
    assert_int_equal(p.n, n + 5);
    player_leave(&p);
    fixture_play(&on_file, &anna, code, 5);
    assert_int_equal(wire_stop(&on_file.server), 0);
    fixture_wipe(&on_server);
    fixture_wipe(&on_file);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_a_database_all_can_be_looked_at_and_nothing_done),
        cmocka_unit_test(nothing_acknowledged_is_lost_with_the_connection),
        cmocka_unit_test(what_is_moved_is_all_there),
    };
    return cmocka_run_group_tests(tests, fixture_start_postgres, fixture_wipe_postgres);
}
