/* Upgrades: a table in play outlives rules that lead elsewhere, and a file the binary that made it.
 * The second binary is the mutate build with one rule turned round. */
#include "fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "store/sql.h"

static char second[400];

static int find_second(void **unused) {
    (void)unused;
    snprintf(second, sizeof second, "%s", fixture_binary());
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
static json_t *log_of(fixture *fx, const wire_jar *jar, const char *code, const char *seat, int *n,
                      bool *upgraded) {
    wire_socket s;
    char frame[160];
    assert_true(wire_open(&fx->server, jar, NULL, &s, NULL));
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
static void play_on(fixture *fx, wire_jar *jar, const char *code, int moves, int *n) {
    player a, b;
    int before;
    player_join(fx, jar, code, "british", &a);
    player_join(fx, jar, code, "american", &b);
    before = a.n;
    players_move(&a, &b, moves);
    *n = a.n;
    json_decref(player_ask(&a, "{\"t\":\"ping\"}", "pong")); /* an over frame has passed */
    assert_true(a.over || a.n == before + moves);
    player_leave(&a);
    player_leave(&b);
}

/* A game with a move made in the second round of a battle, and its players. */
static void play_to_second_round(fixture *fx, wire_jar *jar, char code[16], player *a, player *b) {
    for (int tries = 0; tries < 20; tries++) { /* a game may end before its first long battle */
        fixture_table(fx, jar,
                      "{\"game\":\"p77\",\"seats\":{\"british\":\"me\",\"american\":\"me\"}}",
                      code);
        player_join(fx, jar, code, "british", a);
        player_join(fx, jar, code, "american", b);
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
static void restart_with_other_rules(fixture *fx) {
    setenv("MUSKET_FLIP", "src/games/p77/battle.c:p77.withdraw.second_round:1", 1);
    snprintf(fx->server.binary, sizeof fx->server.binary, "%.255s", second);
    assert_true(wire_restart(&fx->server));
}

/* A seat's record; the caller frees it. */
static wire_answer record_of(fixture *fx, wire_jar *jar, const char *code, const char *seat) {
    char path[80];
    snprintf(path, sizeof path, "/api/tables/%s/record?seat=%s", code, seat);
    wire_answer a = wire_request(&fx->server, jar, path, NULL, NULL);
    assert_int_equal(a.status, 200);
    return a;
}

static void assert_no_journal(fixture *fx, wire_jar *jar, const char *code) {
    char path[80];
    snprintf(path, sizeof path, "/api/tables/%s/journal", code);
    json_t *refused = fixture_ask(fx, jar, path, NULL, 409);
    assert_non_null(strstr(json_text(refused, "text"), "other rules"));
    json_decref(refused);
}

static void resign(fixture *fx, wire_jar *jar, const char *code) {
    player p;
    player_join(fx, jar, code, "british", &p);
    if (!p.over) json_decref(player_ask(&p, "{\"t\":\"resign\"}", "over"));
    player_leave(&p);
}

static void a_table_in_a_battle_outlives_a_broken_rule(void **unused) {
    (void)unused;
    fixture fx;
    char code[16], first[256];
    player a, b;
    int n, after;
    bool upgraded;
    if (!*second) skip();
    fixture_open(&fx, NULL);
    snprintf(first, sizeof first, "%s", fx.server.binary);
    wire_jar jar = fixture_guest(&fx);
    play_to_second_round(&fx, &jar, code, &a, &b);
    n = a.n;
    player_leave(&a);
    player_leave(&b);
    json_t *seen = log_of(&fx, &jar, code, "british", &after, &upgraded);
    assert_false(upgraded);
    assert_int_equal(wire_stop(&fx.server), 0);

    restart_with_other_rules(&fx);
    json_t *log = log_of(&fx, &jar, code, "british", &after, &upgraded);
    assert_true(upgraded);
    assert_int_equal(after, n + 1);
    assert_begins_with(log, seen);
    json_t *last = json_array_get(log, json_array_size(log) - 1);
    assert_string_equal(json_text(last, "what"), "upgrade");
    assert_non_null(strstr(json_text(last, "events.0.text"), "rules"));
    json_decref(log);
    play_on(&fx, &jar, code, 40, &n);
    assert_true(n > after);

    /* The record has what was seen before the change, then the views from there on. */
    wire_answer record = record_of(&fx, &jar, code, "british");
    const char *old = strstr(record.body, "\n{\"log\":{\"n\":0,");
    const char *change = strstr(record.body, "\"what\":\"upgrade\"");
    const char *views = strstr(record.body, "\n{\"entry\":-1,");
    assert_true(old && change && views && old < change && change < views);
    assert_null(strstr(change, "{\"log\""));
    assert_non_null(strstr(views, "\n{\"entry\":0,"));
    wire_free(&record);

    /* The same binary again: nothing more happens. Killed this time. */
    wire_kill(&fx.server);
    assert_true(wire_restart(&fx.server));
    json_decref(log_of(&fx, &jar, code, "american", &after, &upgraded));
    assert_int_equal(after, n);
    play_on(&fx, &jar, code, 20, &n);
    assert_int_equal(wire_stop(&fx.server), 0);

    /* And back to the first rules. */
    unsetenv("MUSKET_FLIP");
    snprintf(fx.server.binary, sizeof fx.server.binary, "%s", first);
    assert_true(wire_restart(&fx.server));
    log = log_of(&fx, &jar, code, "british", &after, &upgraded);
    assert_begins_with(log, seen);
    assert_true(after == n || after == n + 1);
    json_decref(log);
    play_on(&fx, &jar, code, 60, &after);
    json_decref(seen);
    resign(&fx, &jar, code);
    assert_no_journal(&fx, &jar, code);
    fixture_close(&fx);
}

static void a_finished_game_of_other_rules_keeps_its_record(void **unused) {
    (void)unused;
    fixture fx;
    char code[16], last[40];
    player a, b;
    if (!*second) skip();
    fixture_open(&fx, NULL);
    wire_jar jar = fixture_guest(&fx);
    play_to_second_round(&fx, &jar, code, &a, &b);
    snprintf(last, sizeof last, "\n{\"log\":{\"n\":%d,", a.n);
    player_leave(&a);
    player_leave(&b);
    resign(&fx, &jar, code);
    wire_answer record = record_of(&fx, &jar, code, "american");
    assert_null(strstr(record.body, "{\"log\""));
    wire_free(&record);
    assert_int_equal(wire_stop(&fx.server), 0);

    restart_with_other_rules(&fx);
    record = record_of(&fx, &jar, code, "american");
    assert_non_null(strstr(record.body, last));
    assert_non_null(strstr(record.body, "\"what\":\"resign\""));
    assert_null(strstr(record.body, "{\"entry\""));
    wire_free(&record);
    assert_no_journal(&fx, &jar, code);
    fixture_close(&fx);
}

static void a_table_that_replays_the_same_notices_nothing(void **unused) {
    (void)unused;
    fixture fx;
    char code[16];
    int n, after;
    bool upgraded;
    if (!*second) skip();
    fixture_open(&fx, NULL);
    wire_jar jar = fixture_guest(&fx);
    fixture_table(&fx, &jar,
                  "{\"game\":\"p77\",\"seats\":{\"british\":\"me\",\"american\":\"me\"}}", code);
    play_on(&fx, &jar, code, 80, &n);
    assert_int_equal(wire_stop(&fx.server), 0);
    snprintf(fx.server.binary, sizeof fx.server.binary, "%.255s", second);
    assert_true(wire_restart(&fx.server));
    json_decref(log_of(&fx, &jar, code, "british", &after, &upgraded));
    assert_false(upgraded);
    assert_int_equal(after, n);
    fixture_close(&fx);
}

/* ---- The file ------------------------------------------------------------ */

/* By the store's own connection, which knows how rows are sealed. */
static void change_file(const fixture *fx, const char *sql) {
    char why[200];
    store *db = store_open(fx->server.db, STORE_WRITE, why, sizeof why);
    assert_non_null(db);
    bool changed = db->driver->script(db, sql);
    if (!changed) print_error("%s\n", store_why(db));
    assert_true(changed);
    store_close(db);
}

/* What the fourth version of the file had: tables that nobody counted the changes of. */
#define AS_VERSION_4 "ALTER TABLE tables DROP COLUMN version; PRAGMA user_version = 4;"

/* What the third had: one kind of clock, one room, no rematch, no push. */
#define AS_VERSION_3                                                                               \
    AS_VERSION_4                                                                                   \
    "DROP TABLE pushes; DROP TABLE settings; DROP INDEX tables_rematch;"                           \
    "ALTER TABLE tables DROP COLUMN clock; ALTER TABLE tables DROP COLUMN counts;"                 \
    "ALTER TABLE tables DROP COLUMN rematch; ALTER TABLE chats DROP COLUMN room;"                  \
    "ALTER TABLE tables RENAME COLUMN clock_time TO clock_days;"                                   \
    "ALTER TABLE tables RENAME COLUMN clock_bonus TO bonus_hours;"                                 \
    "PRAGMA user_version = 3;"

/* What the second version of the file had: no checksums, ids given out again. */
#define AS_VERSION_2                                                                               \
    AS_VERSION_3                                                                                   \
    "ALTER TABLE users RENAME TO now_users;"                                                       \
    "CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT NOT NULL COLLATE NOCASE UNIQUE,"        \
    " password TEXT NOT NULL, email TEXT NOT NULL, mail INTEGER NOT NULL,"                         \
    " guest INTEGER NOT NULL, banned INTEGER NOT NULL, created INTEGER NOT NULL);"                 \
    "INSERT INTO users SELECT id, name, password, email, mail, guest, banned, created"             \
    " FROM now_users; DROP TABLE now_users;"                                                       \
    "ALTER TABLE sessions RENAME TO now_sessions; DROP INDEX sessions_user;"                       \
    "CREATE TABLE sessions (token BLOB PRIMARY KEY, user INTEGER NOT NULL,"                        \
    " expires INTEGER NOT NULL) WITHOUT ROWID;"                                                    \
    "CREATE INDEX sessions_user ON sessions (user);"                                               \
    "INSERT INTO sessions SELECT token, user, expires FROM now_sessions; DROP TABLE now_sessions;" \
    "DROP TABLE tokens; DROP TABLE ignored; DROP TABLE reports;"                                   \
    "ALTER TABLE tables RENAME TO now_tables; DROP INDEX tables_state;"                            \
    "CREATE TABLE tables (id INTEGER PRIMARY KEY, code TEXT NOT NULL UNIQUE,"                      \
    " secret TEXT NOT NULL, title TEXT NOT NULL, game TEXT NOT NULL, scenario TEXT NOT NULL,"      \
    " options TEXT NOT NULL, nonplayers INTEGER NOT NULL, key BLOB NOT NULL,"                      \
    " rules INTEGER NOT NULL, data INTEGER NOT NULL, state INTEGER NOT NULL,"                      \
    " owner INTEGER NOT NULL, open_to_all INTEGER NOT NULL, imported INTEGER NOT NULL,"            \
    " created INTEGER NOT NULL, changed INTEGER NOT NULL, clock_days INTEGER NOT NULL,"            \
    " bonus_hours INTEGER NOT NULL, seat_count INTEGER NOT NULL, outcome TEXT NOT NULL);"          \
    "CREATE INDEX tables_state ON tables (state);"                                                 \
    "INSERT INTO tables SELECT id, code, secret, title, game, scenario, options, nonplayers, key," \
    " rules, data, state, owner, open_to_all, imported, created, changed, clock_days,"             \
    " bonus_hours, seat_count, outcome FROM now_tables; DROP TABLE now_tables;"                    \
    "ALTER TABLE seats DROP COLUMN sum; ALTER TABLE seats DROP COLUMN dice;"                       \
    "ALTER TABLE seats DROP COLUMN commitment; ALTER TABLE seats DROP COLUMN secret;"              \
    "ALTER TABLE ops DROP COLUMN sum; ALTER TABLE ops DROP COLUMN far;"                            \
    "ALTER TABLE last_ops DROP COLUMN sum; ALTER TABLE last_ops DROP COLUMN mark;"                 \
    "DELETE FROM last_ops WHERE n < 0;"                                                            \
    "ALTER TABLE positions DROP COLUMN sum;"                                                       \
    "ALTER TABLE positions RENAME COLUMN used0 TO thought0;"                                       \
    "ALTER TABLE positions RENAME COLUMN used1 TO thought1;"                                       \
    "ALTER TABLE positions RENAME COLUMN used2 TO thought2;"                                       \
    "ALTER TABLE positions RENAME COLUMN used3 TO thought3;"                                       \
    "ALTER TABLE chats DROP COLUMN sum; ALTER TABLE notes DROP COLUMN sum;"                        \
    "PRAGMA user_version = 2;"

static const char as_version_4[] = "BEGIN;" AS_VERSION_4 "COMMIT;";

static const char as_version_3[] =
    "BEGIN;" AS_VERSION_3 "UPDATE tables SET sum = checksum(id, code, secret, title, game,"
    " scenario, options, nonplayers, server_key, key, rules, data, state, owner, open_to_all,"
    " imported, created, changed, clock_days, bonus_hours, seat_count, outcome);"
    "UPDATE chats SET sum = checksum(id, tbl, user, at, text); COMMIT;";

static const char as_version_2[] = "BEGIN;" AS_VERSION_2 "COMMIT;";

/* What the first one had: operations kept together by their table. */
static const char as_version_1[] =
    "BEGIN;" AS_VERSION_2 "ALTER TABLE ops RENAME TO new_ops;"
    "CREATE TABLE ops (id INTEGER PRIMARY KEY, kind INTEGER NOT NULL, seat INTEGER NOT NULL,"
    " at INTEGER NOT NULL, line TEXT NOT NULL, events TEXT NOT NULL);"
    "INSERT INTO ops SELECT tbl << 24 | n, kind, seat, at, line, events FROM new_ops;"
    "DROP TABLE new_ops; DROP TABLE last_ops; PRAGMA user_version = 1; COMMIT;";

static void an_old_file_is_brought_up_to_date(const char *as_it_was) {
    enum { GAMES = 3 };
    fixture fx;
    char code[GAMES][16], open_table[16];
    int n[GAMES], after;
    bool upgraded;
    json_t *seen[GAMES];
    fixture_open(&fx, NULL);
    wire_jar jar = fixture_user(&fx, "owner");
    for (int i = 0; i < GAMES; i++)
        fixture_table(&fx, &jar,
                      "{\"game\":\"p77\",\"seats\":{\"british\":\"me\",\"american\":\"me\"}}",
                      code[i]);
    fixture_table(&fx, &jar,
                  "{\"game\":\"p77\",\"seats\":{\"british\":\"me\",\"american\":\"open\"}}",
                  open_table);
    for (int round = 0; round < 3; round++) /* so that their operations lie between each other */
        for (int i = 0; i < GAMES; i++) play_on(&fx, &jar, code[i], 50 + i, &n[i]);
    for (int i = 0; i < GAMES; i++)
        seen[i] = log_of(&fx, &jar, code[i], "american", &n[i], &upgraded);
    assert_int_equal(wire_stop(&fx.server), 0);

    change_file(&fx, as_it_was);
    assert_true(wire_restart(&fx.server));
    for (int i = 0; i < GAMES; i++) {
        json_t *log = log_of(&fx, &jar, code[i], "american", &after, &upgraded);
        assert_int_equal(after, n[i]);
        assert_false(upgraded);
        assert_true(json_equal(log, seen[i]));
        json_decref(log);
        json_decref(seen[i]);
        play_on(&fx, &jar, code[i], 10, &n[i]);
    }
    char path[60];
    snprintf(path, sizeof path, "/api/tables/%s/leave", open_table);
    json_decref(fixture_ask(&fx, &jar, path, "{}", 200));
    wire_kill(&fx.server);
    assert_true(wire_restart(&fx.server));
    for (int i = 0; i < GAMES; i++) {
        json_decref(log_of(&fx, &jar, code[i], "american", &after, &upgraded));
        assert_int_equal(after, n[i]);
    }
    fixture_close(&fx);
}

static void a_file_of_version_1_is_brought_up_to_date(void **unused) {
    (void)unused;
    FILES_ONLY();
    an_old_file_is_brought_up_to_date(as_version_1);
}

static void a_file_of_version_2_is_brought_up_to_date(void **unused) {
    (void)unused;
    FILES_ONLY();
    an_old_file_is_brought_up_to_date(as_version_2);
}

static void a_file_of_version_4_is_brought_up_to_date(void **unused) {
    (void)unused;
    FILES_ONLY();
    an_old_file_is_brought_up_to_date(as_version_4);
}

static void a_file_of_version_3_is_brought_up_to_date(void **unused) {
    (void)unused;
    FILES_ONLY();
    an_old_file_is_brought_up_to_date(as_version_3);
}

/* What was whole is sealed again, talk and clock are there; what was damaged is not made whole. */
static void a_row_that_was_damaged_before_is_damaged_afterwards(void **unused) {
    (void)unused;
    FILES_ONLY();
    fixture fx;
    char code[16], bad[16];
    player p;
    fixture_open(&fx, NULL);
    wire_jar jar = fixture_user(&fx, "owner");
    fixture_table(&fx, &jar,
                  "{\"game\":\"p77\",\"clock\":{\"days\":14,\"bonus_hours\":12},\"seats\":"
                  "{\"british\":\"me\",\"american\":\"me\"}}",
                  code);
    fixture_table(&fx, &jar, fixture_alone, bad);
    player_join(&fx, &jar, code, "british", &p);
    json_decref(player_ask(&p, "{\"t\":\"chat\",\"text\":\"Hello\"}", "chat"));
    player_leave(&p);
    assert_int_equal(wire_stop(&fx.server), 0);
    char sql[1500];
    snprintf(sql, sizeof sql, "%s UPDATE tables SET title = 'x' WHERE code = '%s'", as_version_3,
             bad);
    change_file(&fx, sql);
    assert_true(wire_restart(&fx.server));
    json_t *table = fixture_table_of(&fx, &jar, bad);
    assert_string_equal(json_text(table, "table.problem"), "the row of the table is damaged");
    json_decref(table);
    table = fixture_table_of(&fx, &jar, code);
    assert_null(json_text(table, "table.problem"));
    assert_int_equal(json_number(table, "table.clock.days"), 14);
    assert_int_equal(json_number(table, "table.clock.bonus_hours"), 12);
    json_decref(table);
    char frame[100];
    snprintf(frame, sizeof frame, "{\"t\":\"join\",\"table\":\"%s\"}", code);
    player_join(&fx, &jar, code, "british", &p);
    json_t *joined = player_ask(&p, frame, "joined");
    assert_string_equal(json_text(joined, "chat.0.text"), "Hello");
    json_decref(joined);
    player_leave(&p);
    fixture_close(&fx);
}

/* In version 2 an operation could outlive its table. The next table got its id, never began, and
 * every second its failure took the moves of all others with it. */
static void a_poisoned_file_is_repaired(void **unused) {
    (void)unused;
    FILES_ONLY();
    fixture fx;
    char code[16], good[16], path[60];
    int n;
    fixture_open(&fx, NULL);
    wire_jar jar = fixture_user(&fx, "owner"), other = fixture_user(&fx, "other");
    fixture_table(&fx, &jar,
                  "{\"game\":\"p77\",\"seats\":{\"british\":\"me\",\"american\":\"me\"}}", good);
    play_on(&fx, &jar, good, 10, &n);
    fixture_table(&fx, &jar,
                  "{\"game\":\"p77\",\"public\":true,\"seats\":{\"british\":\"me\",\"american\":"
                  "\"open\"}}",
                  code);
    assert_int_equal(wire_stop(&fx.server), 0);
    change_file(&fx, as_version_2);
    fixture_sql(&fx, "INSERT INTO ops SELECT 1000, id, 0, 0, 0, -1, 0, '', '' FROM tables WHERE"
                     " state = 0; INSERT INTO last_ops SELECT id, 1000, 0 FROM tables WHERE state"
                     " = 0; INSERT INTO ops VALUES (1001, 77, 0, 0, 0, -1, 0, '', '');"
                     "INSERT INTO last_ops VALUES (77, 1001, 0);");
    assert_true(wire_restart(&fx.server));
    snprintf(path, sizeof path, "/api/tables/%s/join", code);
    json_t *table = fixture_ask(&fx, &other, path, "{\"seat\":\"american\"}", 200);
    assert_string_equal(json_text(table, "table.state"), "playing");
    json_decref(table);
    play_on(&fx, &jar, good, 10, &n);
    json_decref(fixture_ask(&fx, NULL, "/healthz", NULL, 200));
    assert_int_equal(fixture_sql_number(&fx, "SELECT count(*) FROM ops WHERE tbl = 77"), 0);
    fixture_close(&fx);
}

static void a_file_of_a_later_version_is_left_alone(void **unused) {
    (void)unused;
    FILES_ONLY();
    fixture fx;
    char command[1000];
    fixture_open(&fx, NULL);
    assert_int_equal(wire_stop(&fx.server), 0);
    change_file(&fx, "PRAGMA user_version = 99");
    snprintf(command, sizeof command,
             "timeout 10 %s serve --listen 127.0.0.1:0 --db %s 2>&1 | grep -q 'a later version'",
             fixture_binary(), fx.server.db);
    assert_int_equal(system(command), 0);
    fixture_wipe(&fx);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(a_table_in_a_battle_outlives_a_broken_rule, forget_flip),
        cmocka_unit_test_teardown(a_finished_game_of_other_rules_keeps_its_record, forget_flip),
        cmocka_unit_test(a_table_that_replays_the_same_notices_nothing),
        cmocka_unit_test(a_file_of_version_1_is_brought_up_to_date),
        cmocka_unit_test(a_file_of_version_2_is_brought_up_to_date),
        cmocka_unit_test(a_file_of_version_3_is_brought_up_to_date),
        cmocka_unit_test(a_file_of_version_4_is_brought_up_to_date),
        cmocka_unit_test(a_row_that_was_damaged_before_is_damaged_afterwards),
        cmocka_unit_test(a_poisoned_file_is_repaired),
        cmocka_unit_test(a_file_of_a_later_version_is_left_alone),
    };
    return cmocka_run_group_tests(tests, find_second, NULL);
}
