/* Tables that are made, left, deleted and damaged while others play: nobody sits down at a table
 * that goes, what does not fit falls alone, and a damaged table is set aside by itself. */
#include "pair.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store/sql.h"

static const char open_seat[] =
    "{\"game\":\"p77\",\"public\":true,\"seats\":{\"british\":\"me\",\"american\":\"open\"}}";
static const char take_seat[] = "{\"seat\":\"american\"}";

/* Waits until the server has read what was sent on other connections. */
static void let_it_read(void) {
    usleep(300000);
    json_decref(fixture_ask(&fx, NULL, "/api/me", NULL, 200));
}

/* ---- Leaving and joining at once ----------------------------------------- */

static void nobody_joins_a_table_whose_owner_is_leaving(void **unused) {
    (void)unused;
    char code[16], next[16], path[128];
    later leaves, joins;
    fixture_table(&fx, &anna, open_seat, code);
    held_writes held = fixture_hold_writes(&fx);
    fixture_path(code, "leave", path);
    fixture_ask_later(&leaves, &fx, &anna, path, "{}");
    let_it_read();
    fixture_path(code, "join", path);
    fixture_ask_later(&joins, &fx, &ben, path, take_seat);
    let_it_read();
    fixture_release_writes(held);
    assert_int_equal(fixture_wait(&leaves), 200);
    assert_int_equal(fixture_wait(&joins), 404);
    sleep(2); /* the server looks once a second for tables that can begin */
    json_decref(fixture_ask(&fx, NULL, "/healthz", NULL, 200));
    assert_int_equal(fixture_sql_number(&fx, "SELECT count(*) FROM ops"), 0);

    /* The next table begins, and is played. */
    fixture_table(&fx, &anna, fixture_alone, next);
    fixture_play(&fx, &anna, next, 20);
}

static void an_owner_cannot_leave_a_table_that_is_beginning(void **unused) {
    (void)unused;
    char code[16], path[128];
    later leaves, joins;
    fixture_table(&fx, &anna, open_seat, code);
    held_writes held = fixture_hold_writes(&fx);
    fixture_path(code, "join", path);
    fixture_ask_later(&joins, &fx, &ben, path, take_seat);
    let_it_read();
    fixture_path(code, "leave", path);
    fixture_ask_later(&leaves, &fx, &anna, path, "{}");
    let_it_read();
    fixture_release_writes(held);
    assert_int_equal(fixture_wait(&joins), 200);
    assert_int_equal(fixture_wait(&leaves), 409);
    snprintf(path, sizeof path, "/api/tables/%s", code);
    json_t *table = fixture_ask(&fx, &ben, path, NULL, 200);
    assert_string_equal(json_text(table, "table.state"), "playing");
    json_decref(table);
}

/* ---- Ids ----------------------------------------------------------------- */

static void no_id_is_given_twice(void **unused) {
    (void)unused;
    char code[16], path[128];
    fixture_table(&fx, &anna, open_seat, code);
    int last = fixture_sql_number(&fx, "SELECT max(id) FROM tables");
    fixture_path(code, "leave", path);
    json_decref(fixture_ask(&fx, &anna, path, "{}", 200));
    fixture_table(&fx, &anna, open_seat, code);
    assert_int_equal(fixture_sql_number(&fx, "SELECT max(id) FROM tables"), last + 1);

    wire_jar carl = fixture_user(&fx, "Carl");
    player p;
    fixture_table(&fx, &carl, fixture_alone, code);
    player_join(&fx, &carl, code, "british", &p);
    json_decref(player_ask(&p, "{\"t\":\"notes\",\"text\":\"Carl's own\"}", "notes"));
    player_leave(&p);
    last = fixture_sql_number(&fx, "SELECT max(id) FROM users");
    json_decref(fixture_ask(&fx, &carl, "/api/delete", "{\"password\":\"secret-Carl\"}", 200));
    wire_jar dora = fixture_user(&fx, "Dora");
    assert_int_equal(fixture_sql_number(&fx, "SELECT max(id) FROM users"), last + 1);
    json_t *mine = fixture_ask(&fx, &dora, "/api/tables/mine", NULL, 200);
    assert_int_equal(json_array_size(json_object_get(mine, "tables")), 0);
    json_decref(mine);
    snprintf(path, sizeof path, "/api/tables/%s", code);
    json_decref(fixture_ask(&fx, &dora, path, NULL, 404));
}

static void the_open_table_of_a_deleted_account_is_gone(void **unused) {
    (void)unused;
    char code[16], path[128];
    wire_jar emil = fixture_user(&fx, "Emil");
    wire_socket visitor;
    fixture_table(&fx, &emil, open_seat, code);
    assert_true(wire_open(&fx.server, NULL, NULL, &visitor, NULL));
    wire_send(&visitor, "{\"t\":\"lobby\"}");
    json_decref(wire_expect(&visitor, "lobby", SECONDS));
    json_decref(fixture_ask(&fx, &emil, "/api/delete", "{\"password\":\"secret-Emil\"}", 200));
    json_t *gone = wire_expect(&visitor, "gone", SECONDS);
    assert_string_equal(json_text(gone, "table"), code);
    json_decref(gone);
    wire_close(&visitor);
    snprintf(path, sizeof path, "/api/tables/%s", code);
    json_decref(fixture_ask(&fx, &ben, path, NULL, 404));
}

/* The list of a game has all campaign games; one that is not on it is not played. */
static void a_scenario_that_is_not_offered_is_not_played(void **unused) {
    (void)unused;
    static const char body[] = "{\"game\":\"g1776\",\"scenario\":\"csg7\","
                               "\"seats\":{\"british\":\"me\",\"american\":\"me\"}}";
    json_decref(fixture_ask(&fx, &ben, "/api/tables", body, 400));
    json_t *games = fixture_ask(&fx, NULL, "/api/games", NULL, 200);
    char *text = json_dumps(games, JSON_COMPACT);
    assert_non_null(strstr(text, "\"canada_1775\""));
    for (int i = 1; i <= 6; i++) {
        char id[24];
        snprintf(id, sizeof id, "\"csg%d\"", i);
        assert_non_null(strstr(text, id));
    }
    assert_null(strstr(text, "\"csg7\""));
    free(text);
    json_decref(games);
}

/* ---- What does not fit falls alone ---------------------------------------- */

static void one_bad_operation_takes_no_others_with_it(void **unused) {
    (void)unused;
    char bad[16], good[16], frame[400], sql[200];
    player a, b, c, d;
    fixture_table(&fx, &anna, fixture_alone, bad);
    fixture_table(&fx, &anna, fixture_alone, good);
    player_join(&fx, &anna, bad, "british", &a);
    player_join(&fx, &anna, bad, "american", &b);
    player_join(&fx, &anna, good, "british", &c);
    player_join(&fx, &anna, good, "american", &d);
    players_move(&a, &b, 5);
    players_move(&c, &d, 5);
    /* Somebody else has written to the first table: its next operation does not fit. */
    snprintf(sql, sizeof sql,
             "DELETE FROM last_ops WHERE tbl = (SELECT id FROM tables WHERE code = '%s')", bad);
    fixture_sql(&fx, sql);
    held_writes held = fixture_hold_writes(&fx); /* so that all are in one batch */
    player *mover = player_decides(&a) ? &a : &b, *other = player_decides(&c) ? &c : &d;
    snprintf(frame, sizeof frame, "{\"t\":\"do\",\"n\":%d,\"action\":\"%s\"}", mover->n,
             player_choose(mover));
    assert_true(wire_send(&mover->socket, frame));
    snprintf(frame, sizeof frame, "{\"t\":\"do\",\"n\":%d,\"action\":\"%s\"}", other->n,
             player_choose(other));
    assert_true(wire_send(&other->socket, frame));
    let_it_read();
    fixture_release_writes(held);
    player_until(other, 6);
    json_t *refused = player_ask(mover, "{\"t\":\"ping\"}", "refused");
    assert_string_equal(json_text(refused, "reason"), "unsaved");
    json_decref(refused);
    /* It cannot be read any more, and says so; the other goes on. */
    json_t *joined = wire_expect(&mover->socket, "joined", SECONDS);
    assert_non_null(strstr(json_text(joined, "problem"), "last operation"));
    json_decref(joined);
    player_until(other == &c ? &d : &c, 6);
    players_move(&c, &d, 10);
    assert_int_equal(c.n, 16);
    json_decref(fixture_ask(&fx, NULL, "/healthz", NULL, 200));
    player_leave(&a);
    player_leave(&b);
    player_leave(&c);
    player_leave(&d);
}

/* ---- What nobody touches, what guests may ------------------------------------ */

static void a_game_that_nobody_touches_for_a_year_is_over(void **unused) {
    (void)unused;
    fixture old;
    char code[16], why[200];
    fixture_open(&old, NULL);
    wire_jar jar = fixture_user(&old, "Anna");
    fixture_table(&old, &jar, fixture_alone, code);
    fixture_play(&old, &jar, code, 10);
    assert_int_equal(wire_stop(&old.server), 0);
    store *s = store_open(old.server.db, STORE_WRITE, why, sizeof why);
    assert_non_null(s);
    assert_true(s->driver->script(s, "UPDATE ops SET at = at - 366 * 86400;"
                                     "UPDATE ops SET sum = checksum(" OP_VALUES ");"
                                     "UPDATE tables SET changed = changed - 366 * 86400;"
                                     "UPDATE tables SET sum = checksum(" TABLE_VALUES ");"));
    store_close(s);
    assert_true(wire_restart(&old.server));
    json_t *table = fixture_table_over(&old, &jar, code);
    assert_string_equal(json_text(table, "table.outcome.reason"), "abandoned");
    json_decref(table);
    fixture_close(&old);
}

static void tables_of_guests_are_private(void **unused) {
    (void)unused;
    wire_jar guest = fixture_guest(&fx);
    json_decref(fixture_ask(
        &fx, &guest, "/api/tables",
        "{\"game\":\"p77\",\"public\":true,\"seats\":{\"british\":\"me\",\"american\":\"me\"}}",
        403));
}

/* A journal as the body of an import. */
static char *import_of(fixture *at, wire_jar *jar, const char *code) {
    char path[64];
    snprintf(path, sizeof path, "/api/tables/%s/journal", code);
    wire_answer a = wire_request(&at->server, jar, path, NULL, NULL);
    assert_int_equal(a.status, 200);
    json_t *body = json_pack("{s:s,s:{s:s,s:s}}", "journal", a.body, "seats", "british", "me",
                             "patriot", "me");
    char *text = json_dumps(body, 0);
    json_decref(body);
    wire_free(&a);
    return text;
}

/* Each time back by consent keeps a state in memory: a small journal can ask for a lot of it. */
static void imports_cost_little_memory(void **unused) {
    (void)unused;
    enum { IMPORTS = 20, UNDOS = 99 };
    fixture small;
    char code[16];
    player p;
    setenv("ASAN_OPTIONS", "quarantine_size_mb=1", 1);
    fixture_open(&small, "--limit", "import=1000/1", "--limit", "tables=1000/1", NULL);
    wire_jar guest = fixture_guest(&small);
    fixture_table(&small, &guest,
                  "{\"game\":\"c77\",\"seats\":{\"british\":\"me\",\"patriot\":\"me\"}}", code);
    player_join(&small, &guest, code, "british", &p);
    if (!player_decides(&p)) {
        player_leave(&p);
        player_join(&small, &guest, code, "patriot", &p);
    }
    player_do(&p, player_choose(&p));
    player_do(&p, player_choose(&p));
    for (int i = 0; i < UNDOS; i++) {
        int n = p.n;
        assert_true(wire_send(&p.socket, "{\"t\":\"propose\",\"what\":\"undo\",\"to\":1}"));
        player_until(&p, n + 1);
    }
    json_decref(player_ask(&p, "{\"t\":\"resign\"}", "over"));
    char *body = import_of(&small, &guest, code);
    json_decref(fixture_ask(&small, &guest, "/api/import", body, 200));
    long before = wire_memory(&small.server);
    for (int i = 0; i < IMPORTS; i++)
        json_decref(fixture_ask(&small, &guest, "/api/import", body, 200));
    long each = (wire_memory(&small.server) - before) / IMPORTS;
    if (each > 400000) print_error("%ld bytes for each import\n", each);
    assert_true(each <= 400000);

    /* Four at a time: while they wait for the disk, the fifth is refused. */
    later asked[5];
    int kept = 0;
    bool refused_one = false;
    held_writes held = fixture_hold_writes(&small);
    for (int i = 0; i < 5; i++) fixture_ask_later(&asked[i], &small, &guest, "/api/import", body);
    for (double until = wire_now() + SECONDS; !refused_one && wire_now() < until; usleep(10000))
        for (int i = 0; i < 5; i++) refused_one |= asked[i].status == 503;
    assert_true(refused_one);
    fixture_release_writes(held);
    for (int i = 0; i < 5; i++) kept += fixture_wait(&asked[i]) == 200;
    assert_int_equal(kept, 4);
    free(body);

    /* One that would ask for more is refused before anything is played. */
    char *many = malloc(20000), *end = many;
    end += sprintf(end, "{\"journal\":\"musket journal 1\\ngame p77\\n");
    for (int i = 0; i < 200; i++) end += sprintf(end, "undo 0\\n");
    sprintf(end, "\",\"seats\":{\"british\":\"me\",\"american\":\"me\"}}");
    json_t *refused = fixture_ask(&small, &guest, "/api/import", many, 400);
    assert_non_null(strstr(json_text(refused, "text"), "more than 100 times"));
    json_decref(refused);
    free(many);
    player_leave(&p);
    fixture_close(&small);
    unsetenv("ASAN_OPTIONS");
}

/* ---- Rights of the file ----------------------------------------------------- */

static void the_file_is_its_owners_alone(void **unused) {
    (void)unused;
    FILES_ONLY();
    static const char *const endings[] = {"", "-wal", "-shm"};
    char name[300], command[1200];
    struct stat st;
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        snprintf(name, sizeof name, "%s%s", fx.server.db, endings[i]);
        assert_int_equal(stat(name, &st), 0);
        assert_int_equal(st.st_mode & 0777, 0600);
    }
    snprintf(command, sizeof command, "%s admin backup %s/copy.db --db %s > /dev/null",
             fx.server.binary, fx.dir, fx.server.db);
    assert_int_equal(system(command), 0);
    snprintf(name, sizeof name, "%s/copy.db", fx.dir);
    assert_int_equal(stat(name, &st), 0);
    assert_int_equal(st.st_mode & 0777, 0600);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nobody_joins_a_table_whose_owner_is_leaving),
        cmocka_unit_test(an_owner_cannot_leave_a_table_that_is_beginning),
        cmocka_unit_test(no_id_is_given_twice),
        cmocka_unit_test(the_open_table_of_a_deleted_account_is_gone),
        cmocka_unit_test(a_scenario_that_is_not_offered_is_not_played),
        cmocka_unit_test(one_bad_operation_takes_no_others_with_it),
        cmocka_unit_test(a_game_that_nobody_touches_for_a_year_is_over),
        cmocka_unit_test(tables_of_guests_are_private),
        cmocka_unit_test(imports_cost_little_memory),
        cmocka_unit_test(the_file_is_its_owners_alone),
    };
    return cmocka_run_group_tests(tests, open_pair, close_pair);
}
