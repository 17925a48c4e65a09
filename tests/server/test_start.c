/* Starting: what is wrong with the address, the certificate or the file is said in words, before
 * anything is changed; and the admin commands touch no file but the one they are given. */
#include "fixture.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Runs the binary with these arguments in the folder of the fixture; its exit code. What it says
 * must hold `words`. */
static int say(const fixture *fx, const char *arguments, const char *words) {
    char command[1200], said[4000];
    snprintf(command, sizeof command, "cd %s && timeout 20 %s %s 2>&1", fx->dir, fixture_binary(),
             arguments);
    FILE *f = popen(command, "r");
    assert_non_null(f);
    size_t n = fread(said, 1, sizeof said - 1, f);
    said[n] = '\0';
    if (!strstr(said, words)) print_message("%s\nsaid: %s\n", arguments, said);
    assert_non_null(strstr(said, words));
    int status = pclose(f);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void put_file(const fixture *fx, const char *name, const char *text) {
    char path[200];
    snprintf(path, sizeof path, "%s/%s", fx->dir, name);
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fputs(text, f);
    fclose(f);
}

static bool is_there(const fixture *fx, const char *name) {
    char path[200];
    snprintf(path, sizeof path, "%s/%s", fx->dir, name);
    return access(path, F_OK) == 0;
}

static void what_is_wrong_with_the_address_is_said(void **unused) {
    (void)unused;
    fixture fx;
    char arguments[100];
    fixture_open(&fx, NULL);
    snprintf(arguments, sizeof arguments, "serve --db new.db --listen 127.0.0.1:%d",
             fx.server.port);
    assert_int_equal(say(&fx, arguments, "Address already in use"), 1);
    assert_int_equal(say(&fx, "serve --db new.db --listen no.such.host.invalid:0", "cannot listen"),
                     1);
    assert_int_equal(say(&fx, "serve --db new.db --listen here:there", "HOST:PORT"), 2);
    assert_false(is_there(&fx, "new.db"));
    fixture_close(&fx);
}

static void a_database_that_cannot_be_reached_is_said_without_its_password(void **unused) {
    (void)unused;
    fixture fx;
    fixture_open(&fx, NULL);
    const char *const list = "admin list users --db postgresql://anna:secret@127.0.0.1:9/club";
    assert_int_equal(say(&fx, list, "musket: postgresql://anna@127.0.0.1:9/club: "), 1);
    const char *const serve =
        "serve --listen 127.0.0.1:0 --db 'postgresql://anna@127.0.0.1:9/club?password=secret'";
    assert_int_equal(say(&fx, serve, "musket: postgresql://anna@127.0.0.1:9/club?: "), 1);
    fixture_close(&fx);
}

/* They would not see each other's moves. */
static void a_second_server_on_the_database_is_refused(void **unused) {
    (void)unused;
    fixture fx;
    char arguments[400];
    fixture_open(&fx, NULL);
    snprintf(arguments, sizeof arguments, "serve --listen 127.0.0.1:0 --db %s", fx.server.db);
    assert_int_equal(say(&fx, arguments, "another musket serves this"), 1);
    wire_kill(&fx.server); /* the claim of one that is killed ends with it */
    double until = wire_now() + SECONDS;
    while (!wire_restart(&fx.server) && wire_now() < until) usleep(100000);
    fixture_is_well(&fx);
    fixture_close(&fx);
}

static void a_certificate_that_is_none_is_said(void **unused) {
    (void)unused;
    fixture fx;
    fixture_open(&fx, NULL);
    put_file(&fx, "bad.pem", "no certificate\n");
    const char *const missing =
        "serve --db new.db --listen 127.0.0.1:0 --cert no.pem --key bad.pem";
    assert_int_equal(say(&fx, missing, "no.pem: No such file"), 1);
    const char *const bad = "serve --db new.db --listen 127.0.0.1:0 --cert bad.pem --key bad.pem";
    assert_int_equal(say(&fx, bad, "certificate bad.pem"), 1);
    assert_int_equal(say(&fx, "serve --cert bad.pem", "go together"), 2);
    fixture_close(&fx);
}

/* ---- TLS ----------------------------------------------------------------- */

typedef struct {
    fixture fx;
    char dir[40], cert[60], key[60];
} tls_fixture;

static void make_certificate(const tls_fixture *t, const char *name) {
    char command[400];
    snprintf(command, sizeof command,
             "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=%s -out %s -keyout %s "
             "2> /dev/null",
             name, t->cert, t->key);
    assert_int_equal(system(command), 0);
}

static void open_tls(tls_fixture *t) {
    if (system("command -v openssl > /dev/null && command -v node > /dev/null") != 0) skip();
    snprintf(t->dir, sizeof t->dir, "/tmp/musket-tls-XXXXXX");
    assert_non_null(mkdtemp(t->dir));
    snprintf(t->cert, sizeof t->cert, "%s/cert.pem", t->dir);
    snprintf(t->key, sizeof t->key, "%s/key.pem", t->dir);
    make_certificate(t, "first");
    fixture_open(&t->fx, "--cert", t->cert, "--key", t->key, NULL);
}

static void close_tls(tls_fixture *t) {
    char command[100];
    fixture_close(&t->fx);
    snprintf(command, sizeof command, "rm -rf %s", t->dir);
    assert_int_equal(system(command), 0);
}

/* Does a client with these arguments get through, and does what openssl says hold these words? */
static bool connects(const tls_fixture *t, const char *arguments, const char *words) {
    char command[400];
    snprintf(command, sizeof command,
             "timeout 10 openssl s_client -connect 127.0.0.1:%d %s < /dev/null 2>&1 | grep -q '%s'",
             t->fx.server.port, arguments, words);
    return system(command) == 0;
}

static void a_page_and_its_socket_work_over_tls(void **unused) {
    (void)unused;
    tls_fixture t;
    char command[100];
    open_tls(&t);
    snprintf(command, sizeof command, "node tests/server/tls_client.mjs %d | grep -q fine",
             t.fx.server.port);
    assert_int_equal(system(command), 0);
    close_tls(&t);
}

static void only_forward_secret_authenticated_ciphers_are_spoken(void **unused) {
    (void)unused;
    tls_fixture t;
    open_tls(&t);
    assert_true(connects(&t, "-tls1_3", "Cipher is TLS_"));
    assert_true(connects(&t, "-tls1_2", "Cipher is ECDHE-RSA-"));
    assert_true(connects(&t, "-tls1_2 -cipher ECDHE-RSA-AES128-GCM-SHA256", "Cipher is ECDHE-RSA"));
    assert_true(connects(&t, "-tls1_2 -cipher ECDHE-RSA-CHACHA20-POLY1305", "Cipher is ECDHE-RSA"));
    static const char *const refused[] = {"AES128-GCM-SHA256", "AES256-SHA", "ECDHE-RSA-AES256-SHA",
                                          "ECDHE-RSA-AES128-SHA256", "DHE-RSA-AES128-GCM-SHA256"};
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        char arguments[100];
        snprintf(arguments, sizeof arguments, "-tls1_2 -cipher %s", refused[i]);
        assert_true(connects(&t, arguments, "Cipher is (NONE)"));
    }
    assert_false(connects(&t, "-tls1_1 -cipher DEFAULT@SECLEVEL=0", "Cipher is [A-Z]"));
    /* Plain HTTP on this port, and nothing at all, do no harm. */
    wire_answer plain = wire_raw(&t.fx.server, "GET / HTTP/1.1\r\nHost: x\r\n\r\n", 27);
    assert_int_equal(plain.status, 0);
    wire_free(&plain);
    assert_true(connects(&t, "-alpn http/1.1", "ALPN protocol: http/1.1"));
    assert_false(connects(&t, "-alpn h2", "Cipher is [A-Z]"));
    close_tls(&t);
}

static bool log_holds(const fixture *fx, const char *words) {
    char command[400];
    snprintf(command, sizeof command, "grep -q '%s' %s", words, fx->server.log);
    return system(command) == 0;
}

static void a_new_certificate_is_read_on_sighup(void **unused) {
    (void)unused;
    tls_fixture t;
    open_tls(&t);
    assert_true(connects(&t, "", "subject=CN = first"));
    make_certificate(&t, "second");
    assert_true(connects(&t, "", "subject=CN = first"));
    kill(t.fx.server.pid, SIGHUP);
    double until = wire_now() + SECONDS;
    while (!connects(&t, "", "subject=CN = second")) assert_true(wire_now() < until);
    /* One that is no good changes nothing but the log. */
    FILE *f = fopen(t.cert, "w");
    assert_non_null(f);
    fputs("no certificate\n", f);
    fclose(f);
    kill(t.fx.server.pid, SIGHUP);
    until = wire_now() + SECONDS;
    while (!log_holds(&t.fx, "level=error event=reload")) assert_true(wire_now() < until);
    assert_true(connects(&t, "", "subject=CN = second"));
    close_tls(&t);
}

static void root_is_warned_of(void **unused) {
    (void)unused;
    fixture fx;
    fixture_open(&fx, NULL);
    assert_int_equal(log_holds(&fx, "level=warning event=root"), geteuid() == 0);
    fixture_close(&fx);
}

static void a_name_is_listened_on_as_its_address(void **unused) {
    (void)unused;
    fixture fx;
    fixture_open(&fx, "--listen", "localhost:0", NULL);
    json_decref(fixture_ask(&fx, NULL, "/healthz", NULL, 200));
    fixture_close(&fx);
}

static void admin_makes_no_file(void **unused) {
    (void)unused;
    fixture fx;
    fixture_open(&fx, NULL);
    assert_int_equal(say(&fx, "admin list users --db typo.db", "typo.db"), 1);
    assert_false(is_there(&fx, "typo.db"));
    put_file(&fx, "text",
             "just words, more than a header's hundred bytes: ...................."
             "....................................................................\n");
    assert_int_equal(say(&fx, "admin list users --db text", "not a database"), 1);
    assert_int_equal(say(&fx, "admin ban nobody --db musket.db", "no user nobody"), 1);
    assert_int_equal(say(&fx, "admin list tables --db musket.db", "0 tables"), 0);
    fixture_close(&fx);
}

static void a_copy_is_replaced_whole_or_left_alone(void **unused) {
    (void)unused;
    fixture fx;
    fixture_open(&fx, NULL);
    wire_jar anna = fixture_user(&fx, "anna");
    assert_int_equal(say(&fx, "admin backup copy.db --db musket.db", "saved copy.db"), 0);
    wire_jar bert = fixture_user(&fx, "bert");
    (void)anna, (void)bert;
    assert_int_equal(say(&fx, "admin list users --db copy.db", "1 users"), 0);
    assert_int_equal(say(&fx, "admin backup copy.db --db musket.db", "saved copy.db"), 0);
    assert_int_equal(say(&fx, "admin list users --db copy.db", "2 users"), 0);
    assert_int_equal(say(&fx, "admin backup musket.db --db musket.db", "the file itself"), 1);
    assert_int_equal(say(&fx, "admin backup no/copy.db --db musket.db", "unable to open"), 1);
    assert_false(is_there(&fx, "copy.db.part"));
    json_decref(fixture_ask(&fx, NULL, "/healthz", NULL, 200));
    fixture_close(&fx);
}

/* What the build has written down of each game is what its data say. */
static void the_list_of_games_is_that_of_the_data(void **unused) {
    (void)unused;
    fixture fx, with_pack;
    char command[700], data[100];
    fixture_open(&fx, NULL);
    snprintf(data, sizeof data, "%s/data", fx.dir);
    snprintf(command, sizeof command, "%s data export %s > /dev/null", fixture_binary(), data);
    assert_int_equal(system(command), 0);
    fixture_open(&with_pack, "--data", data, NULL);
    json_t *built = fixture_ask(&fx, NULL, "/api/games", NULL, 200);
    json_t *read = fixture_ask(&with_pack, NULL, "/api/games", NULL, 200);
    assert_true(json_array_size(json_object_get(built, "games")) > 0);
    assert_true(json_equal(built, read));
    json_decref(built);
    json_decref(read);
    fixture_close(&with_pack);
    fixture_close(&fx);
}

/* A pack that is no good is said before anything is served. */
static void a_damaged_pack_is_said(void **unused) {
    (void)unused;
    fixture fx;
    char command[700];
    fixture_open(&fx, NULL);
    snprintf(command, sizeof command, "cd %s && %s data export data > /dev/null && echo } >> %s",
             fx.dir, fixture_binary(), "data/p77/map.json");
    assert_int_equal(system(command), 0);
    assert_int_equal(say(&fx, "serve --db other.db --data data", "p77/map.json"), 1);
    fixture_close(&fx);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_wrong_with_the_address_is_said),
        cmocka_unit_test(a_database_that_cannot_be_reached_is_said_without_its_password),
        cmocka_unit_test(a_second_server_on_the_database_is_refused),
        cmocka_unit_test(a_certificate_that_is_none_is_said),
        cmocka_unit_test(a_page_and_its_socket_work_over_tls),
        cmocka_unit_test(only_forward_secret_authenticated_ciphers_are_spoken),
        cmocka_unit_test(a_new_certificate_is_read_on_sighup),
        cmocka_unit_test(root_is_warned_of),
        cmocka_unit_test(the_list_of_games_is_that_of_the_data),
        cmocka_unit_test(a_damaged_pack_is_said),
        cmocka_unit_test(a_name_is_listened_on_as_its_address),
        cmocka_unit_test(admin_makes_no_file),
        cmocka_unit_test(a_copy_is_replaced_whole_or_left_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
