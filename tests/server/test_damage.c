/* A damaged file: each damage is named as what it is, sets aside the table that it concerns and no
 * other, and is found by `musket admin check`. */
#include "fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOVES = 30 };

static const struct {
    const char *sql;     /* %s: the table's code */
    const char *problem; /* as players and the host are told */
} damages[] = {
    {"UPDATE ops SET line = 'british finish' WHERE n = 20 AND tbl = ID", "operation 20 is damaged"},
    {"UPDATE ops SET line = replace(line, 'a', 'e') WHERE n = 9 AND tbl = ID",
     "operation 9 is damaged"},
    {"UPDATE ops SET events = substr(events, 2) WHERE n = 7 AND tbl = ID",
     "operation 7 is damaged"},
    {"UPDATE ops SET kind = 200 WHERE n = 7 AND tbl = ID", "operation 7 is damaged"},
    {"UPDATE ops SET before = id WHERE n = 12 AND tbl = ID", "operation 12"},
    {"UPDATE ops SET before = id + 1 WHERE n = 12 AND tbl = ID", "operation 12"},
    {"DELETE FROM ops WHERE n = 12 AND tbl = ID", "operation before number 13 is missing"},
    {"DELETE FROM ops WHERE n = 30 AND tbl = ID", "operation 30 is missing"},
    {"DELETE FROM ops WHERE tbl = ID", "operation 30 is missing"},
    {"UPDATE last_ops SET n = 29 WHERE tbl = ID", "last operation is damaged"},
    {"DELETE FROM last_ops WHERE tbl = ID", "last operation is missing"},
    {"UPDATE tables SET key = substr(key, 2) WHERE id = ID", "row of the table is damaged"},
    {"UPDATE tables SET seat_count = 99 WHERE id = ID", "row of the table is damaged"},
    {"UPDATE tables SET state = 0 WHERE id = ID", "row of the table is damaged"},
    {"UPDATE tables SET scenario = 'nothing' WHERE id = ID", "row of the table is damaged"},
    {"UPDATE seats SET \"user\" = \"user\" + 1 WHERE seat = 1 AND tbl = ID",
     "row of a seat is damaged"},
    {"UPDATE seats SET state = 77 WHERE seat = 0 AND tbl = ID", "row of a seat is damaged"},
    {"DELETE FROM seats WHERE seat = 1 AND tbl = ID", "row of a seat is missing"},
};
enum { DAMAGES = sizeof damages / sizeof *damages };

static void damage(fixture *fx, const char *sql, const char *code) {
    char text[400], id[100];
    const char *at = strstr(sql, "ID");
    snprintf(id, sizeof id, "(SELECT id FROM tables WHERE code = '%s')", code);
    snprintf(text, sizeof text, "%.*s%s", (int)(at - sql), sql, id);
    fixture_sql(fx, text);
}

/* What `musket admin check` prints; its exit code. */
static int check(fixture *fx, char *out, size_t size) {
    char command[1000];
    snprintf(command, sizeof command, "%s admin check --db %s 2>&1", fx->server.binary,
             fx->server.db);
    FILE *f = popen(command, "r");
    size_t n = fread(out, 1, size - 1, f);
    out[n] = '\0';
    int status = pclose(f);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void assert_told(fixture *fx, wire_jar *jar, const char *code, const char *problem) {
    char message[100], path[64];
    wire_socket s;
    snprintf(message, sizeof message, "{\"t\":\"join\",\"table\":\"%s\",\"seat\":null}", code);
    assert_true(wire_open(&fx->server, jar, NULL, &s, NULL));
    wire_send(&s, message);
    json_t *joined = wire_expect(&s, "joined", SECONDS);
    assert_non_null(joined);
    const char *said = json_text(joined, "problem");
    if (!said || !strstr(said, problem))
        print_error("expected \"%s\", was told \"%s\"\n", problem, said ? said : "nothing");
    assert_non_null(said);
    assert_non_null(strstr(said, problem));
    json_decref(joined);
    wire_close(&s);
    snprintf(path, sizeof path, "/api/tables/%s", code);
    json_t *table = fixture_ask(fx, jar, path, NULL, 200);
    assert_non_null(strstr(json_text(table, "table.problem"), problem));
    json_decref(table);
}

static void each_damage_is_told_and_sets_one_table_aside(void **unused) {
    (void)unused;
    static char said[20000];
    char code[DAMAGES][16], good[16], line[200];
    fixture fx;
    fixture_open(&fx, NULL);
    wire_jar jar = fixture_user(&fx, "owner");
    fixture_table(&fx, &jar, fixture_alone, good);
    for (int i = 0; i < DAMAGES; i++) {
        fixture_table(&fx, &jar, fixture_alone, code[i]);
        fixture_play(&fx, &jar, code[i], MOVES);
    }
    fixture_play(&fx, &jar, good, MOVES);
    assert_int_equal(wire_stop(&fx.server), 0);
    assert_int_equal(check(&fx, said, sizeof said), 0);
    assert_non_null(strstr(said, "everything is whole"));

    for (int i = 0; i < DAMAGES; i++) damage(&fx, damages[i].sql, code[i]);
    assert_int_equal(check(&fx, said, sizeof said), 1);
    for (int i = 0; i < DAMAGES; i++) {
        snprintf(line, sizeof line, "table %s: ", code[i]);
        if (!strstr(said, line)) print_error("%s is not found\n%s", damages[i].sql, said);
        assert_non_null(strstr(said, line));
    }
    snprintf(line, sizeof line, "table %s", good);
    assert_null(strstr(said, line));

    assert_true(wire_restart(&fx.server));
    for (int i = 0; i < DAMAGES; i++) assert_told(&fx, &jar, code[i], damages[i].problem);
    fixture_play(&fx, &jar, good, MOVES);
    json_decref(fixture_ask(&fx, NULL, "/healthz", NULL, 200));
    json_decref(fixture_ask(&fx, &jar, "/api/tables", NULL, 200));
    json_decref(fixture_ask(&fx, &jar, "/api/tables/mine", NULL, 200));
    fixture_close(&fx);
}

/* What no table needs in order to go on is found, and keeps nobody from playing. */
static void other_damage_is_found_too(void **unused) {
    (void)unused;
    static char said[20000];
    char code[16];
    fixture fx;
    player p;
    fixture_open(&fx, NULL);
    wire_jar jar = fixture_user(&fx, "owner"), other = fixture_user(&fx, "other");
    fixture_table_after(&fx, &jar, 100, code);
    player_join(&fx, &jar, code, "british", &p);
    json_decref(player_ask(&p, "{\"t\":\"notes\",\"text\":\"mine\"}", "notes"));
    json_decref(player_ask(&p, "{\"t\":\"chat\",\"text\":\"hello\"}", "chat"));
    player_leave(&p);
    assert_int_equal(wire_stop(&fx.server), 0);
    assert_true(fixture_sql_number(&fx, "SELECT count(*) FROM positions") > 0);
    fixture_sql(&fx, "UPDATE positions SET position = substr(position, 5);"
                     "UPDATE chats SET text = 'bye'; UPDATE notes SET text = 'yours';"
                     "UPDATE users SET banned = 0, password = 'x' WHERE name = 'other';"
                     "INSERT INTO notes VALUES (999, 0, 'x', 0);");
    assert_int_equal(check(&fx, said, sizeof said), 1);
    static const char *const words[] = {"the position at", "a line of its talk is damaged",
                                        "the notes of seat 0 are damaged",
                                        "the account other is damaged", "notes belong to no table"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (!strstr(said, words[i])) print_error("%s: not in %s\n", words[i], said);
        assert_non_null(strstr(said, words[i]));
    }
    assert_true(wire_restart(&fx.server));
    fixture_play(&fx, &jar, code, 20);
    json_t *me = fixture_ask(&fx, &other, "/api/me", NULL, 200); /* nobody is believed to be him */
    assert_null(json_text(me, "user.name"));
    json_decref(me);
    fixture_close(&fx);
}

static void a_table_that_is_set_aside_can_be_deleted(void **unused) {
    (void)unused;
    static char said[20000];
    char code[16], command[1000], path[64];
    fixture fx;
    fixture_open(&fx, NULL);
    wire_jar jar = fixture_user(&fx, "owner");
    fixture_table(&fx, &jar, fixture_alone, code);
    fixture_play(&fx, &jar, code, MOVES);
    assert_int_equal(wire_stop(&fx.server), 0);
    damage(&fx, damages[0].sql, code);
    snprintf(command, sizeof command, "%s admin delete %s --db %s", fx.server.binary, code,
             fx.server.db);
    assert_int_equal(system(command), 0);
    assert_int_equal(check(&fx, said, sizeof said), 0);
    assert_true(wire_restart(&fx.server));
    snprintf(path, sizeof path, "/api/tables/%s", code);
    json_decref(fixture_ask(&fx, &jar, path, NULL, 404));
    fixture_close(&fx);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_damage_is_told_and_sets_one_table_aside),
        cmocka_unit_test(other_damage_is_found_too),
        cmocka_unit_test(a_table_that_is_set_aside_can_be_deleted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
