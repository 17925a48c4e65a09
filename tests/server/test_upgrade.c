/* Upgrades: a table in play outlives rules that lead elsewhere, and a file the binary that made it.
 * The second binary is the mutate build with one rule turned round. */
#include "house.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char second[400];

static int find_second(void **unused) {
    (void)unused;
    snprintf(second, sizeof second, "%s", house_binary());
    char *asan = strstr(second, "/asan/musket");
    if (asan) strcpy(asan, "/mutate/musket");
    if (!asan || access(second, X_OK) != 0) second[0] = '\0'; /* skipped: it was not built */
    return 0;
}

static int forget_flip(void **unused) {
    (void)unused;
    return unsetenv("MUSKET_FLIP");
}

static bool in_second_round(const player *p) {
    return json_number(json_object_get(p->view, "panel:battle"), "round") >= 2;
}

/* The log as somebody sees it who joins now. */
static json_t *log_of(house *h, const wire_jar *jar, const char *code, const char *seat, int *n,
                      bool *upgraded) {
    wire_socket s;
    char frame[160];
    assert_true(wire_open(&h->server, jar, NULL, &s, NULL));
    snprintf(frame, sizeof frame, "{\"t\":\"join\",\"table\":\"%s\",\"seat\":\"%s\"}", code, seat);
    wire_send(&s, frame);
    json_t *joined = wire_expect(&s, "joined", SECONDS);
    assert_non_null(joined);
    assert_true(json_is_object(json_object_get(joined, "view")));
    *n = json_number(joined, "n");
    *upgraded = json_number(joined, "table.upgraded") == 1;
    json_t *log = json_incref(json_object_get(joined, "log"));
    json_decref(joined);
    wire_close(&s);
    return log;
}

/* Is the beginning of a log another log, event for event? */
static void assert_begins_with(json_t *log, json_t *beginning) {
    size_t i, k = 0;
    json_t *entry;
    int first = json_number(json_array_get(log, 0), "n");
    json_array_foreach(beginning, i, entry) {
        if (json_number(entry, "n") < first) continue; /* no longer among the last 200 */
        assert_true(json_equal(entry, json_array_get(log, k++)));
    }
    assert_true(k > 0);
}

/* So many moves more, fewer if the game ends. */
static void play_on(house *h, wire_jar *jar, const char *code, int moves, int *n) {
    player a, b;
    int before;
    player_join(h, jar, code, "british", &a);
    player_join(h, jar, code, "american", &b);
    before = a.n;
    players_move(&a, &b, moves);
    *n = a.n;
    json_decref(player_ask(&a, "{\"t\":\"ping\"}", "pong")); /* an over frame has passed */
    assert_true(a.over || a.n == before + moves);
    player_leave(&a);
    player_leave(&b);
}

/* A game with a move made in the second round of a battle, and its players. */
static void play_to_second_round(house *h, wire_jar *jar, char code[16], player *a, player *b) {
    for (int tries = 0; tries < 20; tries++) { /* a game may end before its first long battle */
        house_table(h, jar, "{\"game\":\"p77\",\"seats\":{\"british\":\"me\",\"american\":\"me\"}}",
                    code);
        player_join(h, jar, code, "british", a);
        player_join(h, jar, code, "american", b);
        while (!in_second_round(a) && !a->over && (player_decides(a) || player_decides(b)))
            players_move(a, b, 1);
        if (in_second_round(a)) break;
        player_leave(a);
        player_leave(b);
    }
    assert_true(in_second_round(a));
    players_move(a, b, 1);
}

/* Whether to withdraw is asked in the first round only: a battle that went on leads elsewhere. */
static void restart_with_other_rules(house *h) {
    setenv("MUSKET_FLIP", "src/games/p77/battle.c:p77.withdraw.second_round:1", 1);
    snprintf(h->server.binary, sizeof h->server.binary, "%.255s", second);
    assert_true(wire_restart(&h->server));
}

/* A seat's record; the caller frees it. */
static wire_answer record_of(house *h, wire_jar *jar, const char *code, const char *seat) {
    char path[80];
    snprintf(path, sizeof path, "/api/tables/%s/record?seat=%s", code, seat);
    wire_answer a = wire_request(&h->server, jar, path, NULL, NULL);
    assert_int_equal(a.status, 200);
    return a;
}

static void assert_no_journal(house *h, wire_jar *jar, const char *code) {
    char path[80];
    snprintf(path, sizeof path, "/api/tables/%s/journal", code);
    json_t *refused = house_ask(h, jar, path, NULL, 409);
    assert_non_null(strstr(json_text(refused, "text"), "other rules"));
    json_decref(refused);
}

static void resign(house *h, wire_jar *jar, const char *code) {
    player p;
    player_join(h, jar, code, "british", &p);
    if (!p.over) json_decref(player_ask(&p, "{\"t\":\"resign\"}", "over"));
    player_leave(&p);
}

static void a_table_in_a_battle_outlives_a_broken_rule(void **unused) {
    (void)unused;
    house h;
    char code[16], first[256];
    player a, b;
    int n, after;
    bool upgraded;
    if (!*second) skip();
    house_open(&h, NULL);
    snprintf(first, sizeof first, "%s", h.server.binary);
    wire_jar jar = house_guest(&h);
    play_to_second_round(&h, &jar, code, &a, &b);
    n = a.n;
    player_leave(&a);
    player_leave(&b);
    json_t *seen = log_of(&h, &jar, code, "british", &after, &upgraded);
    assert_false(upgraded);
    assert_int_equal(wire_stop(&h.server), 0);

    restart_with_other_rules(&h);
    json_t *log = log_of(&h, &jar, code, "british", &after, &upgraded);
    assert_true(upgraded);
    assert_int_equal(after, n + 1);
    assert_begins_with(log, seen);
    json_t *last = json_array_get(log, json_array_size(log) - 1);
    assert_string_equal(json_text(last, "what"), "upgrade");
    assert_non_null(strstr(json_text(last, "events.0.text"), "rules"));
    json_decref(log);
    play_on(&h, &jar, code, 40, &n);
    assert_true(n > after);

    /* The record has what was seen before the change, then the views from there on. */
    wire_answer record = record_of(&h, &jar, code, "british");
    const char *old = strstr(record.body, "\n{\"log\":{\"n\":0,");
    const char *change = strstr(record.body, "\"what\":\"upgrade\"");
    const char *views = strstr(record.body, "\n{\"entry\":-1,");
    assert_true(old && change && views && old < change && change < views);
    assert_null(strstr(change, "{\"log\""));
    assert_non_null(strstr(views, "\n{\"entry\":0,"));
    wire_free(&record);

    /* The same binary again: nothing more happens. Killed this time. */
    wire_kill(&h.server);
    assert_true(wire_restart(&h.server));
    json_decref(log_of(&h, &jar, code, "american", &after, &upgraded));
    assert_int_equal(after, n);
    play_on(&h, &jar, code, 20, &n);
    assert_int_equal(wire_stop(&h.server), 0);

    /* And back to the first rules. */
    unsetenv("MUSKET_FLIP");
    snprintf(h.server.binary, sizeof h.server.binary, "%s", first);
    assert_true(wire_restart(&h.server));
    log = log_of(&h, &jar, code, "british", &after, &upgraded);
    assert_begins_with(log, seen);
    assert_true(after == n || after == n + 1);
    json_decref(log);
    play_on(&h, &jar, code, 60, &after);
    json_decref(seen);
    resign(&h, &jar, code);
    assert_no_journal(&h, &jar, code);
    house_close(&h);
}

static void a_finished_game_of_other_rules_keeps_its_record(void **unused) {
    (void)unused;
    house h;
    char code[16], last[40];
    player a, b;
    if (!*second) skip();
    house_open(&h, NULL);
    wire_jar jar = house_guest(&h);
    play_to_second_round(&h, &jar, code, &a, &b);
    snprintf(last, sizeof last, "\n{\"log\":{\"n\":%d,", a.n);
    player_leave(&a);
    player_leave(&b);
    resign(&h, &jar, code);
    wire_answer record = record_of(&h, &jar, code, "american");
    assert_null(strstr(record.body, "{\"log\""));
    wire_free(&record);
    assert_int_equal(wire_stop(&h.server), 0);

    restart_with_other_rules(&h);
    record = record_of(&h, &jar, code, "american");
    assert_non_null(strstr(record.body, last));
    assert_non_null(strstr(record.body, "\"what\":\"resign\""));
    assert_null(strstr(record.body, "{\"entry\""));
    wire_free(&record);
    assert_no_journal(&h, &jar, code);
    house_close(&h);
}

static void a_table_that_replays_the_same_notices_nothing(void **unused) {
    (void)unused;
    house h;
    char code[16];
    int n, after;
    bool upgraded;
    if (!*second) skip();
    house_open(&h, NULL);
    wire_jar jar = house_guest(&h);
    house_table(&h, &jar, "{\"game\":\"p77\",\"seats\":{\"british\":\"me\",\"american\":\"me\"}}",
                code);
    play_on(&h, &jar, code, 80, &n);
    assert_int_equal(wire_stop(&h.server), 0);
    snprintf(h.server.binary, sizeof h.server.binary, "%.255s", second);
    assert_true(wire_restart(&h.server));
    json_decref(log_of(&h, &jar, code, "british", &after, &upgraded));
    assert_false(upgraded);
    assert_int_equal(after, n);
    house_close(&h);
}

/* ---- The file ------------------------------------------------------------ */

static void change_file(const house *h, const char *sql) {
    sqlite3 *db;
    assert_int_equal(sqlite3_open(h->server.db, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
}

/* What the first version of the file had: operations kept together by their table. */
static const char as_version_1[] =
    "BEGIN; ALTER TABLE ops RENAME TO new_ops;"
    "CREATE TABLE ops (id INTEGER PRIMARY KEY, kind INTEGER NOT NULL, seat INTEGER NOT NULL,"
    " at INTEGER NOT NULL, line TEXT NOT NULL, events TEXT NOT NULL);"
    "INSERT INTO ops SELECT tbl << 24 | n, kind, seat, at, line, events FROM new_ops;"
    "DROP TABLE new_ops; DROP TABLE last_ops; PRAGMA user_version = 1; COMMIT;";

static void a_file_of_version_1_is_brought_up_to_date(void **unused) {
    (void)unused;
    enum { GAMES = 3 };
    house h;
    char code[GAMES][16], open_table[16];
    int n[GAMES], after;
    bool upgraded;
    json_t *seen[GAMES];
    house_open(&h, NULL);
    wire_jar jar = house_user(&h, "owner");
    for (int i = 0; i < GAMES; i++)
        house_table(&h, &jar,
                    "{\"game\":\"p77\",\"seats\":{\"british\":\"me\",\"american\":\"me\"}}",
                    code[i]);
    house_table(&h, &jar, "{\"game\":\"p77\",\"seats\":{\"british\":\"me\",\"american\":\"open\"}}",
                open_table);
    for (int round = 0; round < 3; round++) /* so that their operations lie between each other */
        for (int i = 0; i < GAMES; i++) play_on(&h, &jar, code[i], 10 + i, &n[i]);
    for (int i = 0; i < GAMES; i++)
        seen[i] = log_of(&h, &jar, code[i], "american", &n[i], &upgraded);
    assert_int_equal(wire_stop(&h.server), 0);

    change_file(&h, as_version_1);
    assert_true(wire_restart(&h.server));
    for (int i = 0; i < GAMES; i++) {
        json_t *log = log_of(&h, &jar, code[i], "american", &after, &upgraded);
        assert_int_equal(after, n[i]);
        assert_false(upgraded);
        assert_true(json_equal(log, seen[i]));
        json_decref(log);
        json_decref(seen[i]);
        play_on(&h, &jar, code[i], 10, &n[i]);
    }
    char path[60];
    snprintf(path, sizeof path, "/api/tables/%s/leave", open_table);
    json_decref(house_ask(&h, &jar, path, "{}", 200));
    wire_kill(&h.server);
    assert_true(wire_restart(&h.server));
    for (int i = 0; i < GAMES; i++) {
        json_decref(log_of(&h, &jar, code[i], "american", &after, &upgraded));
        assert_int_equal(after, n[i]);
    }
    house_close(&h);
}

static void a_file_of_a_later_version_is_left_alone(void **unused) {
    (void)unused;
    house h;
    char command[1000];
    house_open(&h, NULL);
    assert_int_equal(wire_stop(&h.server), 0);
    change_file(&h, "PRAGMA user_version = 99");
    snprintf(command, sizeof command,
             "timeout 10 %s serve --listen 127.0.0.1:0 --db %s 2>&1 | grep -q 'a later version'",
             house_binary(), h.server.db);
    assert_int_equal(system(command), 0);
    house_wipe(&h);
}

/* Two servers on one file do not see each other's moves: the second to move at a table is refused,
 * and finds the table as it is. */
static void a_second_server_on_the_file_overwrites_nothing(void **unused) {
    (void)unused;
    house h;
    char code[16], frame[400];
    player a, b, other;
    int n;
    house_open(&h, NULL);
    wire_jar jar = house_guest(&h);
    house_table(&h, &jar, "{\"game\":\"p77\",\"seats\":{\"british\":\"me\",\"american\":\"me\"}}",
                code);
    play_on(&h, &jar, code, 10, &n);
    house twin = h;
    assert_true(wire_restart(&twin.server));
    player_join(&h, &jar, code, "british", &a);
    player_join(&h, &jar, code, "american", &b);
    const char *seat = player_decides(&a) ? "british" : "american";
    player_join(&twin, &jar, code, seat, &other);
    players_move(&a, &b, 1);
    snprintf(frame, sizeof frame, "{\"t\":\"do\",\"n\":%d,\"action\":\"%s\"}", other.n,
             player_choose(&other));
    json_t *refused = player_ask(&other, frame, "refused");
    assert_string_equal(json_text(refused, "reason"), "unsaved");
    json_decref(refused);
    json_decref(player_ask(&other, "{\"t\":\"ping\"}", "pong"));
    player_until(&other, a.n);
    assert_int_equal(other.n, n + 1);
    player_leave(&a);
    player_leave(&b);
    player_leave(&other);
    assert_int_equal(wire_stop(&twin.server), 0);
    house_close(&h);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(a_table_in_a_battle_outlives_a_broken_rule, forget_flip),
        cmocka_unit_test_teardown(a_finished_game_of_other_rules_keeps_its_record, forget_flip),
        cmocka_unit_test(a_table_that_replays_the_same_notices_nothing),
        cmocka_unit_test(a_file_of_version_1_is_brought_up_to_date),
        cmocka_unit_test(a_file_of_a_later_version_is_left_alone),
        cmocka_unit_test(a_second_server_on_the_file_overwrites_nothing),
    };
    return cmocka_run_group_tests(tests, find_second, NULL);
}
