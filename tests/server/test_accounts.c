/* Accounts: register, log in and out, change and delete; what is wrong is refused and says so. */
#include "house.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static house h;

static int open_house(void **unused) {
    (void)unused;
    house_open(&h, NULL);
    return 0;
}

static int close_house(void **unused) {
    (void)unused;
    house_close(&h);
    return 0;
}

static const char *whose(wire_jar *jar, char out[32]) {
    json_t *me = house_ask(&h, jar, "/api/me", NULL, 200);
    const char *name = json_text(me, "user.name");
    snprintf(out, 32, "%s", name ? name : "nobody");
    json_decref(me);
    return out;
}

static void refuse(wire_jar *jar, const char *path, const char *body, int status,
                   const char *error) {
    json_t *answer = house_ask(&h, jar, path, body, status);
    assert_string_equal(json_text(answer, "error"), error);
    assert_true(strlen(json_text(answer, "text")) > 10);
    json_decref(answer);
}

static void a_registered_user_is_logged_in(void **unused) {
    (void)unused;
    char name[32];
    wire_jar anna = house_user(&h, "Anna");
    assert_string_equal(whose(&anna, name), "Anna");
    refuse(NULL, "/api/register", "{\"name\":\"ANNA\",\"password\":\"12345678\"}", 409, "conflict");
}

static void the_cookie_is_out_of_reach_of_scripts(void **unused) {
    (void)unused;
    char cookie[200];
    wire_answer a = wire_request(&h.server, NULL, "/api/guest", "{}", NULL);
    assert_non_null(wire_header(&a, "set-cookie", cookie, sizeof cookie));
    assert_non_null(strstr(cookie, "HttpOnly"));
    assert_non_null(strstr(cookie, "SameSite=Lax"));
    wire_free(&a);
}

static void logging_in_needs_name_and_password(void **unused) {
    (void)unused;
    char name[32];
    wire_jar ben = house_user(&h, "Ben"), again = {""};
    refuse(NULL, "/api/login", "{\"name\":\"Ben\",\"password\":\"wrong-one\"}", 401, "log_in");
    refuse(NULL, "/api/login", "{\"name\":\"Nobody\",\"password\":\"wrong-one\"}", 401, "log_in");
    json_decref(
        house_ask(&h, &again, "/api/login", "{\"name\":\"ben\",\"password\":\"secret-Ben\"}", 200));
    assert_string_equal(whose(&again, name), "Ben");
    json_decref(house_ask(&h, &again, "/api/logout", "{}", 200));
    wire_jar stolen = again;
    assert_string_equal(whose(&stolen, name), "nobody");
    assert_string_equal(whose(&ben, name), "Ben");
}

static void a_session_that_was_ended_is_worth_nothing(void **unused) {
    (void)unused;
    char name[32];
    wire_jar jar = house_user(&h, "Clara"), kept = jar;
    json_decref(house_ask(&h, &jar, "/api/logout", "{}", 200));
    assert_string_equal(whose(&kept, name), "nobody");
    refuse(&kept, "/api/tables/mine", NULL, 401, "log_in");
    snprintf(kept.cookie, sizeof kept.cookie,
             "musket=000000000000000000000000000000000000000000000000");
    assert_string_equal(whose(&kept, name), "nobody");
}

static void a_new_password_ends_all_other_sessions(void **unused) {
    (void)unused;
    char name[32];
    wire_jar here = house_user(&h, "Dora"), there = {""};
    json_decref(house_ask(&h, &there, "/api/login",
                          "{\"name\":\"Dora\",\"password\":\"secret-Dora\"}", 200));
    refuse(&here, "/api/password", "{\"old\":\"wrong-one\",\"new\":\"another-one\"}", 401,
           "log_in");
    json_decref(house_ask(&h, &here, "/api/password",
                          "{\"old\":\"secret-Dora\",\"new\":\"another-one\"}", 200));
    assert_string_equal(whose(&here, name), "Dora");
    assert_string_equal(whose(&there, name), "nobody");
    refuse(NULL, "/api/login", "{\"name\":\"Dora\",\"password\":\"secret-Dora\"}", 401, "log_in");
    json_decref(
        house_ask(&h, NULL, "/api/login", "{\"name\":\"Dora\",\"password\":\"another-one\"}", 200));
}

static void a_guest_who_registers_keeps_his_tables(void **unused) {
    (void)unused;
    char code[16];
    wire_jar guest = house_guest(&h);
    house_table(&h, &guest, "{\"game\":\"p77\",\"seats\":{\"british\":\"me\",\"american\":\"me\"}}",
                code);
    json_decref(house_ask(&h, &guest, "/api/register",
                          "{\"name\":\"Emil\",\"password\":\"secret-Emil\"}", 200));
    json_t *mine = house_ask(&h, &guest, "/api/tables/mine", NULL, 200);
    assert_string_equal(json_text(mine, "tables.0.id"), code);
    assert_string_equal(json_text(mine, "tables.0.seats.0.player"), "Emil");
    json_decref(mine);
}

static void a_deleted_account_resigns_and_its_name_is_gone(void **unused) {
    (void)unused;
    char code[16], path[64], name[32];
    wire_jar frida = house_user(&h, "Frida"), gustav = house_user(&h, "Gustav");
    house_game(&h, &frida, &gustav, "", code);
    refuse(&gustav, "/api/delete", "{\"password\":\"wrong-one\"}", 401, "log_in");
    json_decref(house_ask(&h, &gustav, "/api/delete", "{\"password\":\"secret-Gustav\"}", 200));
    assert_string_equal(whose(&gustav, name), "nobody");
    snprintf(path, sizeof path, "/api/tables/%s", code);
    json_t *table = house_ask(&h, &frida, path, NULL, 200);
    assert_string_equal(json_text(table, "table.state"), "over");
    assert_string_equal(json_text(table, "table.outcome.reason"), "resigned");
    assert_int_equal(json_number(table, "table.outcome.ranks.british"), 1);
    assert_string_equal(json_text(table, "table.seats.1.player"), "");
    json_decref(table);
    refuse(NULL, "/api/login", "{\"name\":\"Gustav\",\"password\":\"secret-Gustav\"}", 401,
           "log_in");
}

static void settings_are_kept_and_checked(void **unused) {
    (void)unused;
    wire_jar jar = house_user(&h, "Hanna");
    refuse(&jar, "/api/settings", "{\"email\":\"no address\"}", 400, "bad_request");
    refuse(&jar, "/api/settings", "{\"email\":\"a@b\\r\\nBcc: c@d\"}", 400, "bad_request");
    json_decref(
        house_ask(&h, &jar, "/api/settings", "{\"email\":\"h@example.org\",\"mail\":true}", 200));
    json_t *me = house_ask(&h, &jar, "/api/me", NULL, 200);
    assert_string_equal(json_text(me, "user.email"), "h@example.org");
    assert_int_equal(json_number(me, "user.mail"), 1);
    json_decref(me);
}

static void bad_names_and_passwords_are_refused(void **unused) {
    (void)unused;
    static const char *const bodies[] = {
        "{\"name\":\"ab\",\"password\":\"12345678\"}",
        "{\"name\":\"with space\",\"password\":\"12345678\"}",
        "{\"name\":\"Guest-abc\",\"password\":\"12345678\"}",
        "{\"name\":\"abcdefghijklmnopqrstuvwxyz\",\"password\":\"12345678\"}",
        "{\"name\":\"shorty\",\"password\":\"1234567\"}",
        "{\"name\":\"shorty\"}",
        "{\"name\":\"shorty\",\"password\":12345678}",
        "{\"name\":\"shorty\",\"password\":\"12345678\",\"admin\":true}",
        "{\"name\":\"shorty\",\"name\":\"other\",\"password\":\"12345678\"}",
        "[]",
        "",
        "{",
        "null",
        "{\"name\":\"\\u0000abc\",\"password\":\"12345678\"}",
    };
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++)
        refuse(NULL, "/api/register", bodies[i], 400, "bad_request");

    /* What would be right is said too. */
    json_t *answer = house_ask(&h, NULL, "/api/register", bodies[4], 400);
    assert_string_equal(json_text(answer, "text"),
                        "\"password\" is too short: at least 8 characters.");
    json_decref(answer);
    answer = house_ask(&h, NULL, "/api/register", bodies[3], 400);
    assert_string_equal(json_text(answer, "text"), "\"name\" is too long: at most 24 characters.");
    json_decref(answer);
}

static void foreign_pages_and_other_types_are_refused(void **unused) {
    (void)unused;
    char origin[100];
    wire_answer a =
        wire_request(&h.server, NULL, "/api/guest", "{}", "Origin: https://evil.example\r\n");
    assert_int_equal(a.status, 403);
    wire_free(&a);
    a = wire_request(&h.server, NULL, "/api/guest", "{}", "Content-Type: text/plain\r\n");
    assert_int_equal(a.status, 400);
    wire_free(&a);
    snprintf(origin, sizeof origin, "Origin: http://127.0.0.1:%d\r\n", h.server.port);
    a = wire_request(&h.server, NULL, "/api/guest", "{}", origin);
    assert_int_equal(a.status, 200);
    wire_free(&a);
}

static void a_banned_account_is_out_and_a_reset_password_works(void **unused) {
    (void)unused;
    char command[1200], name[32], line[200];
    wire_jar jar = house_user(&h, "Ivan");
    wire_socket socket;
    assert_true(wire_open(&h.server, &jar, NULL, &socket, NULL));
    snprintf(command, sizeof command, "%s admin ban Ivan --db %s", h.server.binary, h.server.db);
    assert_int_equal(system(command), 0);
    assert_string_equal(whose(&jar, name), "nobody");
    refuse(NULL, "/api/login", "{\"name\":\"Ivan\",\"password\":\"secret-Ivan\"}", 403,
           "forbidden");
    json_t *frame;
    while ((frame = wire_receive(&socket, 40))) json_decref(frame);
    assert_int_equal(socket.fd, -1); /* the open socket is closed as well */

    snprintf(command, sizeof command,
             "%s admin unban Ivan --db %s && %s admin password ivan --db %s", h.server.binary,
             h.server.db, h.server.binary, h.server.db);
    FILE *out = popen(command, "r");
    assert_non_null(fgets(line, sizeof line, out));
    assert_int_equal(pclose(out), 0);
    line[strcspn(line, "\n")] = '\0';
    const char *password = strrchr(line, ' ') + 1;
    snprintf(command, sizeof command, "{\"name\":\"Ivan\",\"password\":\"%s\"}", password);
    json_decref(house_ask(&h, &jar, "/api/login", command, 200));
    assert_string_equal(whose(&jar, name), "Ivan");
}

/* A guest has thirty days; here a day is a second. */
static void an_idle_guest_is_forgotten_but_not_one_who_plays(void **unused) {
    (void)unused;
    house quick;
    char code[16];
    house_open(&quick, "--clock-day", "1", NULL);
    wire_jar idle = house_guest(&quick), plays = house_guest(&quick);
    wire_jar anna = house_user(&quick, "Anna");
    house_table(&quick, &plays,
                "{\"game\":\"p77\",\"seats\":{\"british\":\"me\",\"american\":\"me\"}}", code);
    bool there = true;
    for (double until = wire_now() + 30 + 3 * SECONDS; there && wire_now() < until;
         usleep(200000)) {
        json_t *me = house_ask(&quick, &idle, "/api/me", NULL, 200);
        there = json_text(me, "user.name") != NULL;
        json_decref(me);
    }
    assert_false(there);
    json_t *me = house_ask(&quick, &plays, "/api/me", NULL, 200);
    assert_non_null(json_text(me, "user.name"));
    json_decref(me);
    me = house_ask(&quick, &anna, "/api/me", NULL, 200);
    assert_string_equal(json_text(me, "user.name"), "Anna");
    json_decref(me);
    house_close(&quick);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_registered_user_is_logged_in),
        cmocka_unit_test(the_cookie_is_out_of_reach_of_scripts),
        cmocka_unit_test(logging_in_needs_name_and_password),
        cmocka_unit_test(a_session_that_was_ended_is_worth_nothing),
        cmocka_unit_test(a_new_password_ends_all_other_sessions),
        cmocka_unit_test(a_guest_who_registers_keeps_his_tables),
        cmocka_unit_test(a_deleted_account_resigns_and_its_name_is_gone),
        cmocka_unit_test(settings_are_kept_and_checked),
        cmocka_unit_test(bad_names_and_passwords_are_refused),
        cmocka_unit_test(foreign_pages_and_other_types_are_refused),
        cmocka_unit_test(a_banned_account_is_out_and_a_reset_password_works),
        cmocka_unit_test(an_idle_guest_is_forgotten_but_not_one_who_plays),
    };
    return cmocka_run_group_tests(tests, open_house, close_house);
}
