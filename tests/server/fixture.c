#include "fixture.h"

#include <ctype.h>
#include <libpq-fe.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "two.h"

/* build/asan/tests/server/test_x: the binary of the same build is build/asan/musket. */
const char *fixture_binary(void) {
    static char path[400];
    ssize_t n = readlink("/proc/self/exe", path, sizeof path - 16);
    assert_true(n > 0);
    path[n] = '\0';
    char *tests = strstr(path, "/tests/server/");
    assert_non_null(tests);
    strcpy(tests, "/musket");
    if (access(path, X_OK) != 0) strcpy(strstr(path, "/release/musket"), "/musket");
    return path;
}

/* ---- PostgreSQL --------------------------------------------------------- */

static const char *postgres(void) { return getenv("MUSKET_TEST_POSTGRES"); }

bool fixture_on_postgres(void) { return postgres() && *postgres(); }

static bool is_address(const char *db) { return strncmp(db, "postgresql:", 11) == 0; }

static PGconn *connect_by(const char *db) {
    PGconn *server = PQconnectdb(db);
    if (PQstatus(server) != CONNECTION_OK) print_error("%s: %s\n", db, PQerrorMessage(server));
    assert_int_equal(PQstatus(server), CONNECTION_OK);
    return server;
}

static void run_by(PGconn *server, const char *sql) {
    PGresult *r = PQexec(server, sql);
    ExecStatusType status = PQresultStatus(r);
    bool fine = status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;
    if (!fine) print_error("%s: %s\n", sql, PQerrorMessage(server));
    assert_true(fine);
    PQclear(r);
}

static char own_folder[] = "/tmp/musket-test-pg-XXXXXX", own_address[200];

const char *fixture_postgres(void) { return own_address; }

void fixture_control_postgres(const char *what) {
    char command[200];
    snprintf(command, sizeof command, "tests/server/postgres.sh %s %s > /dev/null", what,
             own_folder);
    assert_int_equal(system(command), 0);
}

int fixture_start_postgres(void **unused) {
    (void)unused;
    char command[200];
    if (!mkdtemp(own_folder)) return -1;
    snprintf(command, sizeof command, "tests/server/postgres.sh start %s fsync=off", own_folder);
    FILE *f = popen(command, "r");
    if (!fgets(own_address, sizeof own_address, f) || pclose(f) != 0) return -1;
    own_address[strcspn(own_address, "\n")] = '\0';
    return setenv("MUSKET_TEST_POSTGRES", own_address, 1);
}

int fixture_wipe_postgres(void **unused) {
    (void)unused;
    fixture_control_postgres("wipe");
    return 0;
}

/* The name of a server's schema is that of its folder. */
static void change_schema(const fixture *at, const char *what, const char *more) {
    char sql[200];
    const char *name = strrchr(at->dir, '/') + 1;
    snprintf(sql, sizeof sql, "SET client_min_messages = warning; %s SCHEMA \"%s\" %s", what, name,
             more);
    PGconn *server = connect_by(postgres());
    run_by(server, sql);
    PQfinish(server);
}

static void make_schema(fixture *at) {
    change_schema(at, "CREATE", "");
    snprintf(at->server.db, sizeof at->server.db, "%s?options=-csearch_path%%3D%%22%s%%22",
             postgres(), strrchr(at->dir, '/') + 1);
}

/* ---- A server ----------------------------------------------------------- */

void fixture_open(fixture *at, ...) {
    static const char *const limits[] = {"login=100000/1",    "logins=100000/1",
                                         "register=100000/1", "guest=100000/1",
                                         "create=100000/1",   "tables=100000/1",
                                         "import=100000/1",   "request=100000/1",
                                         "frame=100000/1",    "connect=100000/1",
                                         "chat=100000/1",     "join=100000/1"};
    int n = 0;
    memset(at, 0, sizeof *at);
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        at->server.args[n++] = "--limit";
        at->server.args[n++] = limits[i];
    }
    at->server.args[n++] = "--per-address";
    at->server.args[n++] = "10000";
    va_list more;
    va_start(more, at);
    for (const char *arg; (arg = va_arg(more, const char *));) at->server.args[n++] = arg;
    va_end(more);
    snprintf(at->dir, sizeof at->dir, "/tmp/musket-test-XXXXXX");
    assert_non_null(mkdtemp(at->dir));
    if (fixture_on_postgres()) make_schema(at);
    assert_true(wire_start(&at->server, fixture_binary(), at->dir));
}

void fixture_wipe(fixture *at) {
    char command[100];
    snprintf(command, sizeof command, "rm -rf %s", at->dir);
    assert_int_equal(system(command), 0);
    if (is_address(at->server.db)) change_schema(at, "DROP", "CASCADE");
}

void fixture_close(fixture *at) {
    assert_int_equal(wire_stop(&at->server), 0);
    fixture_wipe(at);
}

int fixture_metric(const fixture *of, const char *name) {
    char start[80];
    wire_answer a = wire_request(&of->server, NULL, "/metrics", NULL, NULL);
    snprintf(start, sizeof start, "\nmusket_%s ", name);
    const char *at = strstr(a.body, start);
    assert_non_null(at);
    int value = atoi(at + strlen(start));
    wire_free(&a);
    return value;
}

int fixture_say(const char *arguments, const char *words) {
    char command[1200], said[8000];
    snprintf(command, sizeof command, "timeout 60 %s %s 2>&1", fixture_binary(), arguments);
    FILE *f = popen(command, "r");
    size_t n = fread(said, 1, sizeof said - 1, f);
    said[n] = '\0';
    if (!strstr(said, words)) print_error("%s said: %s\n", arguments, said);
    assert_non_null(strstr(said, words));
    int status = pclose(f);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

void fixture_open_beside(fixture *at, const fixture *of) {
    *at = *of;
    snprintf(at->dir, sizeof at->dir, "/tmp/musket-test-XXXXXX");
    assert_non_null(mkdtemp(at->dir));
    assert_true(wire_start(&at->server, fixture_binary(), at->dir));
}

void fixture_close_beside(fixture *at) {
    char command[100];
    if (at->server.pid > 0) assert_int_equal(wire_stop(&at->server), 0);
    snprintf(command, sizeof command, "rm -rf %s", at->dir);
    assert_int_equal(system(command), 0);
}

/* ---- JSON --------------------------------------------------------------- */

static json_t *json_at(json_t *object, const char *path) {
    char copy[100];
    snprintf(copy, sizeof copy, "%s", path);
    for (char *save, *word = strtok_r(copy, ".", &save); word && object;
         word = strtok_r(NULL, ".", &save))
        object = isdigit((unsigned char)*word) ? json_array_get(object, (size_t)atoi(word))
                                               : json_object_get(object, word);
    return object;
}

const char *json_text(json_t *object, const char *path) {
    return json_string_value(json_at(object, path));
}

int json_number(json_t *object, const char *path) {
    json_t *value = json_at(object, path);
    if (json_is_boolean(value)) return json_is_true(value);
    return json_is_integer(value) ? (int)json_integer_value(value) : -1;
}

/* ---- Accounts and tables ------------------------------------------------ */

json_t *fixture_ask(fixture *at, wire_jar *jar, const char *path, const char *body, int status) {
    wire_answer a = wire_request(&at->server, jar, path, body, NULL);
    if (a.status != status)
        print_error("%s: %d instead of %d: %s\n", path, a.status, status, a.body ? a.body : "");
    assert_int_equal(a.status, status);
    json_t *json = json_incref(a.json);
    wire_free(&a);
    return json;
}

wire_jar fixture_user(fixture *at, const char *name) {
    wire_jar jar = {""};
    char body[200];
    snprintf(body, sizeof body, "{\"name\":\"%s\",\"password\":\"secret-%s\"}", name, name);
    json_decref(fixture_ask(at, &jar, "/api/register", body, 200));
    return jar;
}

wire_jar fixture_guest(fixture *at) {
    wire_jar jar = {""};
    json_decref(fixture_ask(at, &jar, "/api/guest", "{}", 200));
    return jar;
}

void fixture_table(fixture *at, wire_jar *jar, const char *body, char code[16]) {
    json_t *made = fixture_ask(at, jar, "/api/tables", body, 200);
    assert_non_null(json_text(made, "table.id"));
    snprintf(code, 16, "%s", json_text(made, "table.id"));
    json_decref(made);
}

void fixture_secret(fixture *at, wire_jar *jar, const char *code, char secret[32]) {
    char path[64];
    snprintf(path, sizeof path, "/api/tables/%s", code);
    json_t *table = fixture_ask(at, jar, path, NULL, 200);
    snprintf(secret, 32, "%s", json_text(table, "table.secret"));
    json_decref(table);
}

json_t *fixture_table_of(fixture *at, wire_jar *jar, const char *code) {
    char path[64];
    snprintf(path, sizeof path, "/api/tables/%s", code);
    return fixture_ask(at, jar, path, NULL, 200);
}

json_t *fixture_table_over(fixture *at, wire_jar *jar, const char *code) {
    double until = wire_now() + SECONDS;
    json_t *table = fixture_table_of(at, jar, code);
    while (strcmp(json_text(table, "table.state"), "over") != 0 && wire_now() < until) {
        json_decref(table);
        usleep(200000);
        table = fixture_table_of(at, jar, code);
    }
    assert_string_equal(json_text(table, "table.state"), "over");
    return table;
}

void fixture_path(const char *code, const char *what, char path[128]) {
    snprintf(path, 128, "/api/tables/%s/%s", code, what);
}

const char fixture_alone[] =
    "{\"game\":\"p77\",\"seats\":{\"british\":\"me\",\"american\":\"me\"}}";

bool fixture_play(fixture *at, wire_jar *jar, const char *code, int moves) {
    player a, b;
    player_join(at, jar, code, "british", &a);
    player_join(at, jar, code, "american", &b);
    int n = a.n;
    players_move(&a, &b, moves);
    bool all = a.n == n + moves;
    player_leave(&a);
    player_leave(&b);
    return all;
}

void fixture_table_after(fixture *at, wire_jar *jar, int moves, char code[16]) {
    do fixture_table(at, jar, fixture_alone, code);
    while (!fixture_play(at, jar, code, moves));
}

void fixture_is_well(fixture *at) { json_decref(fixture_ask(at, NULL, "/healthz", NULL, 200)); }

uint32_t fixture_chance(uint32_t below) {
    static uint64_t seed = 0x9e3779b97f4a7c15u;
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return (uint32_t)(seed >> 32) % below;
}

void fixture_game(fixture *at, wire_jar *british, wire_jar *american, const char *more,
                  char code[16]) {
    char body[300], path[64], secret[32];
    snprintf(body, sizeof body,
             "{\"game\":\"p77\",\"seats\":{\"british\":\"me\",\"american\":\"open\"}%s}", more);
    fixture_table(at, british, body, code);
    fixture_secret(at, british, code, secret);
    snprintf(path, sizeof path, "/api/tables/%s/join", code);
    snprintf(body, sizeof body, "{\"seat\":\"american\",\"secret\":\"%s\"}", secret);
    json_t *table = fixture_ask(at, american, path, body, 200);
    assert_string_equal(json_text(table, "table.state"), "playing");
    json_decref(table);
}

/* ---- The database, and what happens at the same time ----------------------- */

static held_writes connect_to(const fixture *at) {
    sqlite3 *file;
    if (is_address(at->server.db)) return (held_writes){.server = connect_by(at->server.db)};
    assert_int_equal(sqlite3_open(at->server.db, &file), SQLITE_OK);
    sqlite3_busy_timeout(file, 5000);
    return (held_writes){.file = file};
}

static void disconnect(held_writes from) {
    if (from.server) PQfinish(from.server);
    assert_int_equal(sqlite3_close(from.file), SQLITE_OK);
}

static void run_sql(held_writes on, const char *sql) {
    char *why = NULL;
    if (on.server)
        run_by(on.server, sql);
    else if (sqlite3_exec(on.file, sql, NULL, NULL, &why) != SQLITE_OK)
        print_error("%s: %s\n", sql, why);
    assert_null(why);
}

void fixture_sql(fixture *at, const char *sql) {
    held_writes connection = connect_to(at);
    run_sql(connection, sql);
    disconnect(connection);
}

static int first_of_file(sqlite3 *file, const char *sql) {
    sqlite3_stmt *q;
    assert_int_equal(sqlite3_prepare_v2(file, sql, -1, &q, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(q), SQLITE_ROW);
    int number = sqlite3_column_int(q, 0);
    sqlite3_finalize(q);
    return number;
}

static int first_of_server(PGconn *server, const char *sql) {
    PGresult *r = PQexec(server, sql);
    assert_int_equal(PQntuples(r), 1);
    int number = atoi(PQgetvalue(r, 0, 0));
    PQclear(r);
    return number;
}

int fixture_sql_number(fixture *at, const char *sql) {
    held_writes on = connect_to(at);
    int number = on.server ? first_of_server(on.server, sql) : first_of_file(on.file, sql);
    disconnect(on);
    return number;
}

held_writes fixture_hold_writes(fixture *at) {
    held_writes held = connect_to(at);
    run_sql(held,
            held.server
                ? "BEGIN; LOCK TABLE users, sessions, tokens, ignored, reports, tables, seats,"
                  " ops, last_ops, positions, chats, notes, pushes, settings IN SHARE MODE"
                : "BEGIN IMMEDIATE");
    return held;
}

void fixture_release_writes(held_writes held) {
    if (held.file) run_sql(held, "ROLLBACK");
    disconnect(held);
}

static void *ask_now(void *arg) {
    later *l = arg;
    wire_answer a = wire_request(&l->fx->server, &l->jar, l->path, l->body, NULL);
    l->status = a.status;
    wire_free(&a);
    return NULL;
}

void fixture_ask_later(later *l, fixture *at, const wire_jar *jar, const char *path,
                       const char *body) {
    *l = (later){.fx = at};
    if (jar) l->jar = *jar;
    snprintf(l->path, sizeof l->path, "%s", path);
    l->body = body ? strdup(body) : NULL;
    assert_int_equal(pthread_create(&l->thread, NULL, ask_now, l), 0);
}

int fixture_wait(later *l) {
    pthread_join(l->thread, NULL);
    free(l->body);
    return l->status;
}

/* ---- Players ------------------------------------------------------------ */

static void take_joined(player *p, json_t *frame) {
    json_decref(p->view);
    p->view = json_deep_copy(json_object_get(frame, "view"));
    p->n = json_number(frame, "n");
    p->entries = json_number(frame, "entries");
    p->undo = json_number(frame, "undo");
    p->over = strcmp(json_text(frame, "table.state"), "over") == 0;
}

static void take_view(player *p, json_t *frame) {
    const char *key;
    json_t *value;
    assert_int_equal(json_number(frame, "n"), p->n + 1); /* nothing is left out, nothing twice */
    p->n++;
    p->entries = json_number(frame, "entries");
    p->undo = json_number(frame, "undo");
    json_object_foreach(json_object_get(frame, "delta"), key, value) {
        if (json_is_null(value))
            json_object_del(p->view, key);
        else
            json_object_set(p->view, key, value);
    }
    json_decref(p->last);
    p->last = json_incref(frame);
}

/* One frame, whatever it is. NULL: none in time. */
static json_t *take_frame(player *p) {
    json_t *frame = wire_receive(&p->socket, SECONDS);
    const char *type = frame ? json_text(frame, "t") : NULL;
    if (type && strcmp(type, "joined") == 0) take_joined(p, frame);
    if (type && strcmp(type, "view") == 0) take_view(p, frame);
    if (type && strcmp(type, "over") == 0) p->over = true;
    return frame;
}

void player_join(fixture *at, const wire_jar *jar, const char *code, const char *seat, player *p) {
    char frame[200];
    memset(p, 0, sizeof *p);
    p->random = 88172645463325252u;
    assert_true(wire_open(&at->server, jar, NULL, &p->socket, NULL));
    if (seat)
        snprintf(frame, sizeof frame, "{\"t\":\"join\",\"table\":\"%s\",\"seat\":\"%s\"}", code,
                 seat);
    else
        snprintf(frame, sizeof frame, "{\"t\":\"join\",\"table\":\"%s\",\"seat\":null}", code);
    json_t *joined = player_ask(p, frame, "joined");
    json_decref(joined);
}

void player_leave(player *p) {
    wire_close(&p->socket);
    json_decref(p->view);
    json_decref(p->last);
    memset(p, 0, sizeof *p);
    p->socket.fd = -1;
}

json_t *player_ask(player *p, const char *frame, const char *type) {
    assert_true(wire_send(&p->socket, frame));
    for (;;) {
        json_t *answer = take_frame(p);
        if (!answer) print_error("no %s after %s\n", type, frame);
        assert_non_null(answer);
        if (strcmp(json_text(answer, "t"), type) == 0) return answer;
        json_decref(answer);
    }
}

void player_until(player *p, int n) {
    while (p->n < n) {
        json_t *frame = take_frame(p);
        assert_non_null(frame);
        json_decref(frame);
    }
    assert_int_equal(p->n, n);
}

bool player_reaches(player *p, int n) {
    while (p->n < n) {
        json_t *frame = take_frame(p);
        if (!frame) return false;
        json_decref(frame);
    }
    return true;
}

static int offered(const player *p, int wanted, const char **action) {
    int count = 0;
    const char *key;
    json_t *value;
    json_object_foreach(p->view, key, value) {
        if (strncmp(key, "action:", 7) != 0) continue;
        if (count++ == wanted) *action = key + 7;
    }
    return count;
}

bool player_decides(const player *p) { return offered(p, -1, NULL) > 0; }

const char *player_choose(player *p) {
    const char *action = NULL;
    int count = offered(p, -1, NULL);
    assert_true(count > 0);
    p->random ^= p->random << 13;
    p->random ^= p->random >> 7;
    p->random ^= p->random << 17;
    offered(p, (int)(p->random % (uint64_t)count), &action);
    return action;
}

void player_do(player *p, const char *action) {
    char frame[400];
    int n = p->n;
    snprintf(frame, sizeof frame, "{\"t\":\"do\",\"n\":%d,\"action\":\"%s\"}", n, action);
    assert_true(wire_send(&p->socket, frame));
    player_until(p, n + 1);
}

void player_refused(player *p, int n, const char *action, const char *reason) {
    char frame[400];
    int before = p->n;
    snprintf(frame, sizeof frame, "{\"t\":\"do\",\"n\":%d,\"action\":\"%s\"}", n, action);
    json_t *answer = player_ask(p, frame, "refused");
    assert_string_equal(json_text(answer, "reason"), reason);
    assert_non_null(json_text(answer, "text"));
    assert_int_equal(p->n, before);
    json_decref(answer);
}

void players_move(player *a, player *b, int count) {
    for (int i = 0; i < count && !a->over; i++) {
        player *mover = player_decides(a) ? a : b;
        if (!player_decides(mover)) return;
        player_do(mover, player_choose(mover));
        player_until(mover == a ? b : a, mover->n);
    }
}

/* ---- Anna and Ben ------------------------------------------------------- */

fixture fx;
wire_jar anna, ben;

int open_pair(void **unused) {
    (void)unused;
    fixture_open(&fx, NULL);
    anna = fixture_user(&fx, "Anna");
    ben = fixture_user(&fx, "Ben");
    return 0;
}

int close_pair(void **unused) {
    (void)unused;
    fixture_close(&fx);
    return 0;
}

/* ---- Two servers ---------------------------------------------------------- */

fixture first, second;

const char both_alive[] = "SELECT count(DISTINCT server) FROM duties WHERE server <> 0";
const char waiting[] = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'";

void open_second(void) {
    fixture_open_beside(&second, &first);
    anna = fixture_user(&first, "Anna");
    ben = fixture_user(&second, "Ben");
}

void close_two(void) {
    fixture_close_beside(&second);
    if (first.server.pid > 0) assert_int_equal(wire_stop(&first.server), 0);
    fixture_wipe(&first);
}

void until_sql(fixture *at, const char *sql, int wanted) {
    double until = wire_now() + SECONDS;
    while (fixture_sql_number(at, sql) != wanted) {
        if (wire_now() > until) print_error("not in time: %s\n", sql);
        assert_true(wire_now() < until);
        usleep(50000);
    }
}
