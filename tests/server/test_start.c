/* Starting: what is wrong with the address, the certificate or the file is said in words, before
 * anything is changed; and the admin commands touch no file but the one they are given. */
#include "house.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Runs the binary with these arguments in the house's folder; its exit code. What it says must
 * hold `words`. */
static int say(const house *h, const char *arguments, const char *words) {
    char command[1200], said[4000];
    snprintf(command, sizeof command, "cd %s && timeout 20 %s %s 2>&1", h->dir, house_binary(),
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

static void put_file(const house *h, const char *name, const char *text) {
    char path[200];
    snprintf(path, sizeof path, "%s/%s", h->dir, name);
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fputs(text, f);
    fclose(f);
}

static bool is_there(const house *h, const char *name) {
    char path[200];
    snprintf(path, sizeof path, "%s/%s", h->dir, name);
    return access(path, F_OK) == 0;
}

static void what_is_wrong_with_the_address_is_said(void **unused) {
    (void)unused;
    house h;
    char arguments[100];
    house_open(&h, NULL);
    snprintf(arguments, sizeof arguments, "serve --db new.db --listen 127.0.0.1:%d", h.server.port);
    assert_int_equal(say(&h, arguments, "Address already in use"), 1);
    assert_int_equal(say(&h, "serve --db new.db --listen no.such.host.invalid:0", "cannot listen"),
                     1);
    assert_int_equal(say(&h, "serve --db new.db --listen here:there", "HOST:PORT"), 2);
    assert_false(is_there(&h, "new.db"));
    house_close(&h);
}

static void a_certificate_that_is_none_is_said(void **unused) {
    (void)unused;
    house h;
    house_open(&h, NULL);
    put_file(&h, "bad.pem", "no certificate\n");
    const char *const missing =
        "serve --db new.db --listen 127.0.0.1:0 --cert no.pem --key bad.pem";
    assert_int_equal(say(&h, missing, "no.pem: No such file"), 1);
    const char *const bad = "serve --db new.db --listen 127.0.0.1:0 --cert bad.pem --key bad.pem";
    assert_int_equal(say(&h, bad, "certificate bad.pem"), 1);
    assert_int_equal(say(&h, "serve --cert bad.pem", "go together"), 2);
    house_close(&h);
}

static void a_page_and_its_socket_work_over_tls(void **unused) {
    (void)unused;
    char dir[] = "/tmp/musket-tls-XXXXXX", command[400], cert[60], key[60];
    if (system("command -v openssl > /dev/null && command -v node > /dev/null") != 0) skip();
    assert_non_null(mkdtemp(dir));
    snprintf(cert, sizeof cert, "%s/cert.pem", dir);
    snprintf(key, sizeof key, "%s/key.pem", dir);
    snprintf(command, sizeof command,
             "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -out %s "
             "-keyout %s 2> /dev/null",
             cert, key);
    assert_int_equal(system(command), 0);
    house h;
    house_open(&h, "--cert", cert, "--key", key, NULL);
    snprintf(command, sizeof command, "node tests/server/tls_client.mjs %d | grep -q fine",
             h.server.port);
    assert_int_equal(system(command), 0);
    house_close(&h);
    snprintf(command, sizeof command, "rm -rf %s", dir);
    assert_int_equal(system(command), 0);
}

static void a_name_is_listened_on_as_its_address(void **unused) {
    (void)unused;
    house h;
    house_open(&h, "--listen", "localhost:0", NULL);
    json_decref(house_ask(&h, NULL, "/healthz", NULL, 200));
    house_close(&h);
}

static void admin_makes_no_file(void **unused) {
    (void)unused;
    house h;
    house_open(&h, NULL);
    assert_int_equal(say(&h, "admin list users --db typo.db", "typo.db"), 1);
    assert_false(is_there(&h, "typo.db"));
    put_file(&h, "text",
             "just words, more than a header's hundred bytes: ...................."
             "....................................................................\n");
    assert_int_equal(say(&h, "admin list users --db text", "not a database"), 1);
    assert_int_equal(say(&h, "admin ban nobody --db musket.db", "no user nobody"), 1);
    assert_int_equal(say(&h, "admin list tables --db musket.db", "0 tables"), 0);
    house_close(&h);
}

static void a_copy_is_replaced_whole_or_left_alone(void **unused) {
    (void)unused;
    house h;
    house_open(&h, NULL);
    wire_jar anna = house_user(&h, "anna");
    assert_int_equal(say(&h, "admin backup copy.db --db musket.db", "saved copy.db"), 0);
    wire_jar bert = house_user(&h, "bert");
    (void)anna, (void)bert;
    assert_int_equal(say(&h, "admin list users --db copy.db", "1 users"), 0);
    assert_int_equal(say(&h, "admin backup copy.db --db musket.db", "saved copy.db"), 0);
    assert_int_equal(say(&h, "admin list users --db copy.db", "2 users"), 0);
    assert_int_equal(say(&h, "admin backup musket.db --db musket.db", "the file itself"), 1);
    assert_int_equal(say(&h, "admin backup no/copy.db --db musket.db", "unable to open"), 1);
    assert_false(is_there(&h, "copy.db.part"));
    json_decref(house_ask(&h, NULL, "/healthz", NULL, 200));
    house_close(&h);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_wrong_with_the_address_is_said),
        cmocka_unit_test(a_certificate_that_is_none_is_said),
        cmocka_unit_test(a_page_and_its_socket_work_over_tls),
        cmocka_unit_test(a_name_is_listened_on_as_its_address),
        cmocka_unit_test(admin_makes_no_file),
        cmocka_unit_test(a_copy_is_replaced_whole_or_left_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
