/* Accounts: register, log in and out, change and delete; what is wrong is refused and says so. */
#include "fixture.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static fixture fx;

static int open_fixture(void **unused) {
    (void)unused;
    fixture_open(&fx, NULL);
    return 0;
}

static int close_fixture(void **unused) {
    (void)unused;
    fixture_close(&fx);
    return 0;
}

static const char *whose(wire_jar *jar, char out[32]) {
    json_t *me = fixture_ask(&fx, jar, "/api/me", NULL, 200);
    const char *name = json_text(me, "user.name");
    snprintf(out, 32, "%s", name ? name : "nobody");
    json_decref(me);
    return out;
}

static void refuse(wire_jar *jar, const char *path, const char *body, int status,
                   const char *error) {
    json_t *answer = fixture_ask(&fx, jar, path, body, status);
    assert_string_equal(json_text(answer, "error"), error);
    assert_true(strlen(json_text(answer, "text")) > 10);
    json_decref(answer);
}

static void a_registered_user_is_logged_in(void **unused) {
    (void)unused;
    char name[32];
    wire_jar anna = fixture_user(&fx, "Anna");
    assert_string_equal(whose(&anna, name), "Anna");
    refuse(NULL, "/api/register", "{\"name\":\"ANNA\",\"password\":\"12345678\"}", 409, "conflict");
}

static void the_cookie_is_out_of_reach_of_scripts(void **unused) {
    (void)unused;
    char cookie[200];
    wire_answer a = wire_request(&fx.server, NULL, "/api/guest", "{}", NULL);
    assert_non_null(wire_header(&a, "set-cookie", cookie, sizeof cookie));
    assert_non_null(strstr(cookie, "HttpOnly"));
    assert_non_null(strstr(cookie, "SameSite=Lax"));
    wire_free(&a);
}

static void logging_in_needs_name_and_password(void **unused) {
    (void)unused;
    char name[32];
    wire_jar ben = fixture_user(&fx, "Ben"), again = {""};
    refuse(NULL, "/api/login", "{\"name\":\"Ben\",\"password\":\"wrong-one\"}", 401, "log_in");
    refuse(NULL, "/api/login", "{\"name\":\"Nobody\",\"password\":\"wrong-one\"}", 401, "log_in");
    json_decref(fixture_ask(&fx, &again, "/api/login",
                            "{\"name\":\"ben\",\"password\":\"secret-Ben\"}", 200));
    assert_string_equal(whose(&again, name), "Ben");
    json_decref(fixture_ask(&fx, &again, "/api/logout", "{}", 200));
    wire_jar stolen = again;
    assert_string_equal(whose(&stolen, name), "nobody");
    assert_string_equal(whose(&ben, name), "Ben");
}

static void a_session_that_was_ended_is_worth_nothing(void **unused) {
    (void)unused;
    char name[32];
    wire_jar jar = fixture_user(&fx, "Clara"), kept = jar;
    json_decref(fixture_ask(&fx, &jar, "/api/logout", "{}", 200));
    assert_string_equal(whose(&kept, name), "nobody");
    refuse(&kept, "/api/tables/mine", NULL, 401, "log_in");
    snprintf(kept.cookie, sizeof kept.cookie,
             "musket=000000000000000000000000000000000000000000000000");
    assert_string_equal(whose(&kept, name), "nobody");
}

static void a_new_password_ends_all_other_sessions(void **unused) {
    (void)unused;
    char name[32];
    wire_jar here = fixture_user(&fx, "Dora"), there = {""};
    json_decref(fixture_ask(&fx, &there, "/api/login",
                            "{\"name\":\"Dora\",\"password\":\"secret-Dora\"}", 200));
    refuse(&here, "/api/password", "{\"old\":\"wrong-one\",\"new\":\"another-one\"}", 401,
           "log_in");
    json_decref(fixture_ask(&fx, &here, "/api/password",
                            "{\"old\":\"secret-Dora\",\"new\":\"another-one\"}", 200));
    assert_string_equal(whose(&here, name), "Dora");
    assert_string_equal(whose(&there, name), "nobody");
    refuse(NULL, "/api/login", "{\"name\":\"Dora\",\"password\":\"secret-Dora\"}", 401, "log_in");
    json_decref(fixture_ask(&fx, NULL, "/api/login",
                            "{\"name\":\"Dora\",\"password\":\"another-one\"}", 200));
}

/* ---- Sessions ------------------------------------------------------------- */

static void every_change_of_rights_makes_a_new_session(void **unused) {
    (void)unused;
    char name[32];
    wire_jar jar = fixture_guest(&fx), guest = jar;
    wire_socket socket;
    assert_true(wire_open(&fx.server, &guest, NULL, &socket, NULL));
    json_decref(fixture_ask(&fx, &jar, "/api/register",
                            "{\"name\":\"Kurt\",\"password\":\"secret-Kurt\"}", 200));
    assert_string_not_equal(jar.cookie, guest.cookie);
    assert_string_equal(whose(&jar, name), "Kurt");
    assert_string_equal(whose(&guest, name), "nobody");
    json_t *message;
    while ((message = wire_receive(&socket, 2))) json_decref(message);
    assert_int_equal(socket.fd, -1);

    wire_jar registered = jar;
    json_decref(fixture_ask(&fx, &jar, "/api/login",
                            "{\"name\":\"Kurt\",\"password\":\"secret-Kurt\"}", 200));
    assert_string_equal(whose(&jar, name), "Kurt");
    assert_string_equal(whose(&registered, name), "nobody");

    wire_jar before = jar;
    json_decref(fixture_ask(&fx, &jar, "/api/password",
                            "{\"old\":\"secret-Kurt\",\"new\":\"another-one\"}", 200));
    assert_string_equal(whose(&jar, name), "Kurt");
    assert_string_equal(whose(&before, name), "nobody");
}

static void sessions_are_listed_and_end_one_by_one_or_all(void **unused) {
    (void)unused;
    static const char login[] = "{\"name\":\"Lena\",\"password\":\"secret-Lena\"}";
    char name[32], body[100];
    wire_jar first = fixture_user(&fx, "Lena"), second = {""}, third = {""};
    json_decref(fixture_ask(&fx, &second, "/api/login", login, 200));
    json_decref(fixture_ask(&fx, &third, "/api/login", login, 200));
    refuse(NULL, "/api/sessions", NULL, 401, "log_in");
    json_t *answer = fixture_ask(&fx, &first, "/api/sessions", NULL, 200), *one;
    size_t i, current = 0;
    assert_int_equal(json_array_size(json_object_get(answer, "sessions")), 3);
    json_array_foreach(json_object_get(answer, "sessions"), i, one) current +=
        json_number(one, "current") == 1;
    assert_int_equal(current, 1);
    json_decref(answer);

    answer = fixture_ask(&fx, &second, "/api/sessions", NULL, 200);
    const char *id = NULL;
    json_array_foreach(json_object_get(answer, "sessions"), i,
                       one) if (json_number(one, "current") == 1) id = json_text(one, "id");
    snprintf(body, sizeof body, "{\"session\":\"%s\"}", id);
    json_decref(answer);
    json_decref(fixture_ask(&fx, &first, "/api/logout", body, 200));
    assert_string_equal(whose(&first, name), "Lena");
    assert_string_equal(whose(&second, name), "nobody");
    refuse(&first, "/api/logout", body, 404, "not_found");
    wire_jar anna = fixture_user(&fx, "Mona"); /* somebody else's cannot be ended */
    answer = fixture_ask(&fx, &first, "/api/sessions", NULL, 200);
    snprintf(body, sizeof body, "{\"session\":\"%s\"}", json_text(answer, "sessions.0.id"));
    json_decref(answer);
    refuse(&anna, "/api/logout", body, 404, "not_found");

    json_decref(fixture_ask(&fx, &first, "/api/logout", "{\"everywhere\":true}", 200));
    assert_string_equal(whose(&third, name), "nobody");
    assert_string_equal(whose(&first, name), "nobody");
    assert_string_equal(whose(&anna, name), "Mona");
}

/* ---- At the same time ------------------------------------------------------- */

static void let_it_read(double seconds) {
    usleep((useconds_t)(seconds * 1e6));
    json_decref(fixture_ask(&fx, NULL, "/api/me", NULL, 200));
}

static void a_password_is_not_undone_by_settings(void **unused) {
    (void)unused;
    wire_jar jar = fixture_user(&fx, "Nora");
    later password, settings;
    held_writes held = fixture_hold_writes(&fx);
    fixture_ask_later(&password, &fx, &jar, "/api/password",
                      "{\"old\":\"secret-Nora\",\"new\":\"another-one\"}");
    let_it_read(1.5); /* both hashes are computed */
    fixture_ask_later(&settings, &fx, &jar, "/api/settings", "{\"email\":\"n@example.org\"}");
    let_it_read(0.3);
    fixture_release_writes(held);
    assert_int_equal(fixture_wait(&password), 200);
    assert_int_equal(fixture_wait(&settings), 200);
    wire_jar again = {""};
    json_t *me = fixture_ask(&fx, &again, "/api/login",
                             "{\"name\":\"Nora\",\"password\":\"another-one\"}", 200);
    assert_string_equal(json_text(me, "user.email"), "n@example.org");
    json_decref(me);
}

static void a_ban_is_not_undone_by_settings(void **unused) {
    (void)unused;
    char command[1200];
    for (int i = 0; i < 4; i++) {
        char name[16], login[100];
        later settings[4];
        snprintf(name, sizeof name, "Otto%d", i);
        wire_jar jar = fixture_user(&fx, name);
        held_writes held = fixture_hold_writes(&fx);
        for (int k = 0; k < 4; k++)
            fixture_ask_later(&settings[k], &fx, &jar, "/api/settings", "{\"mail\":true}");
        let_it_read(0.2);
        snprintf(command, sizeof command, "%s admin ban %s --db %s", fx.server.binary, name,
                 fx.server.db);
        FILE *ban = popen(command, "r");
        let_it_read(0.3);
        fixture_release_writes(held);
        for (int k = 0; k < 4; k++) fixture_wait(&settings[k]);
        assert_int_equal(pclose(ban), 0);
        snprintf(login, sizeof login, "{\"name\":\"%s\",\"password\":\"secret-%s\"}", name, name);
        refuse(NULL, "/api/login", login, 403, "forbidden");
    }
}

/* Two changes of the password at once: one of them is kept, and only who made it is told so. */
static void of_two_new_passwords_one_is_kept(void **unused) {
    (void)unused;
    wire_jar jar = fixture_user(&fx, "Paul");
    later one, two;
    held_writes held = fixture_hold_writes(&fx);
    fixture_ask_later(&one, &fx, &jar, "/api/password",
                      "{\"old\":\"secret-Paul\",\"new\":\"first-word\"}");
    fixture_ask_later(&two, &fx, &jar, "/api/password",
                      "{\"old\":\"secret-Paul\",\"new\":\"second-word\"}");
    let_it_read(2);
    fixture_release_writes(held);
    bool first = fixture_wait(&one) == 200, second = fixture_wait(&two) == 200;
    assert_int_equal(first + second, 1);
    json_decref(fixture_ask(&fx, NULL, "/api/login",
                            "{\"name\":\"Paul\",\"password\":\"first-word\"}", first ? 200 : 401));
    json_decref(fixture_ask(&fx, NULL, "/api/login",
                            "{\"name\":\"Paul\",\"password\":\"second-word\"}",
                            second ? 200 : 401));
}

static void a_guest_who_registers_keeps_his_tables(void **unused) {
    (void)unused;
    char code[16];
    wire_jar guest = fixture_guest(&fx);
    fixture_table(&fx, &guest,
                  "{\"game\":\"p77\",\"seats\":{\"british\":\"me\",\"american\":\"me\"}}", code);
    json_decref(fixture_ask(&fx, &guest, "/api/register",
                            "{\"name\":\"Emil\",\"password\":\"secret-Emil\"}", 200));
    json_t *mine = fixture_ask(&fx, &guest, "/api/tables/mine", NULL, 200);
    assert_string_equal(json_text(mine, "tables.0.id"), code);
    assert_string_equal(json_text(mine, "tables.0.seats.0.player"), "Emil");
    json_decref(mine);
}

static void a_deleted_account_resigns_and_its_name_is_gone(void **unused) {
    (void)unused;
    char code[16], path[64], name[32];
    wire_jar frida = fixture_user(&fx, "Frida"), gustav = fixture_user(&fx, "Gustav");
    fixture_game(&fx, &frida, &gustav, "", code);
    refuse(&gustav, "/api/delete", "{\"password\":\"wrong-one\"}", 401, "log_in");
    json_decref(fixture_ask(&fx, &gustav, "/api/delete", "{\"password\":\"secret-Gustav\"}", 200));
    assert_string_equal(whose(&gustav, name), "nobody");
    snprintf(path, sizeof path, "/api/tables/%s", code);
    json_t *table = fixture_ask(&fx, &frida, path, NULL, 200);
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
    wire_jar jar = fixture_user(&fx, "Hanna");
    refuse(&jar, "/api/settings", "{\"email\":\"no address\"}", 400, "bad_request");
    refuse(&jar, "/api/settings", "{\"email\":\"a@b\\r\\nBcc: c@d\"}", 400, "bad_request");
    json_decref(fixture_ask(&fx, &jar, "/api/settings",
                            "{\"email\":\"fx@example.org\",\"mail\":true}", 200));
    json_t *me = fixture_ask(&fx, &jar, "/api/me", NULL, 200);
    assert_string_equal(json_text(me, "user.email"), "fx@example.org");
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
    json_t *answer = fixture_ask(&fx, NULL, "/api/register", bodies[4], 400);
    assert_string_equal(json_text(answer, "text"),
                        "\"password\" is too short: at least 8 characters.");
    json_decref(answer);
    answer = fixture_ask(&fx, NULL, "/api/register", bodies[3], 400);
    assert_string_equal(json_text(answer, "text"), "\"name\" is too long: at most 24 characters.");
    json_decref(answer);
}

static void foreign_pages_and_other_types_are_refused(void **unused) {
    (void)unused;
    char origin[100];
    wire_answer a =
        wire_request(&fx.server, NULL, "/api/guest", "{}", "Origin: https://evil.example\r\n");
    assert_int_equal(a.status, 403);
    wire_free(&a);
    a = wire_request(&fx.server, NULL, "/api/guest", "{}", "Content-Type: text/plain\r\n");
    assert_int_equal(a.status, 400);
    wire_free(&a);
    snprintf(origin, sizeof origin, "Origin: http://127.0.0.1:%d\r\n", fx.server.port);
    a = wire_request(&fx.server, NULL, "/api/guest", "{}", origin);
    assert_int_equal(a.status, 200);
    wire_free(&a);
}

static void a_banned_account_is_out_and_a_reset_password_works(void **unused) {
    (void)unused;
    char command[1200], name[32], line[200];
    wire_jar jar = fixture_user(&fx, "Ivan");
    wire_socket socket;
    assert_true(wire_open(&fx.server, &jar, NULL, &socket, NULL));
    snprintf(command, sizeof command, "%s admin ban Ivan --db %s", fx.server.binary, fx.server.db);
    assert_int_equal(system(command), 0);
    assert_string_equal(whose(&jar, name), "nobody");
    refuse(NULL, "/api/login", "{\"name\":\"Ivan\",\"password\":\"secret-Ivan\"}", 403,
           "forbidden");
    json_t *frame;
    while ((frame = wire_receive(&socket, 40))) json_decref(frame);
    assert_int_equal(socket.fd, -1); /* the open socket is closed as well */

    snprintf(command, sizeof command,
             "%s admin unban Ivan --db %s && %s admin password ivan --db %s", fx.server.binary,
             fx.server.db, fx.server.binary, fx.server.db);
    FILE *out = popen(command, "r");
    assert_non_null(fgets(line, sizeof line, out));
    assert_int_equal(pclose(out), 0);
    line[strcspn(line, "\n")] = '\0';
    const char *password = strrchr(line, ' ') + 1;
    snprintf(command, sizeof command, "{\"name\":\"Ivan\",\"password\":\"%s\"}", password);
    json_decref(fixture_ask(&fx, &jar, "/api/login", command, 200));
    assert_string_equal(whose(&jar, name), "Ivan");
}

static bool exists(fixture *at, wire_jar *jar, const char *code) {
    char path[64];
    snprintf(path, sizeof path, "/api/tables/%s", code);
    wire_answer a = wire_request(&at->server, jar, path, NULL, NULL);
    bool found = a.status == 200;
    wire_free(&a);
    return found;
}

static bool is_known(fixture *at, wire_jar *jar) {
    json_t *me = fixture_ask(at, jar, "/api/me", NULL, 200);
    bool known = json_text(me, "user.name") != NULL;
    json_decref(me);
    return known;
}

/* ---- Others ----------------------------------------------------------------- */

static void admin(const char *what, char *out, size_t size) {
    char command[1200];
    snprintf(command, sizeof command, "%s admin %s --db %s", fx.server.binary, what, fx.server.db);
    FILE *f = popen(command, "r");
    size_t n = fread(out, 1, size - 1, f);
    out[n] = '\0';
    assert_int_equal(pclose(f), 0);
}

static void who_is_muted_is_not_heard_and_does_not_invite(void **unused) {
    (void)unused;
    char code[16], said[1000], message[100];
    player a, b;
    wire_jar rosa = fixture_user(&fx, "Rosa"), sven = fixture_user(&fx, "Sven");
    fixture_game(&fx, &rosa, &sven, "", code);
    player_join(&fx, &rosa, code, "british", &a);
    player_join(&fx, &sven, code, "american", &b);
    json_decref(player_ask(&b, "{\"t\":\"chat\",\"text\":\"first\"}", "chat"));
    json_decref(wire_expect(&a.socket, "chat", SECONDS));
    refuse(&rosa, "/api/mute", "{\"player\":\"Nobody\"}", 404, "not_found");
    json_decref(fixture_ask(&fx, &rosa, "/api/mute", "{\"player\":\"sven\"}", 200));
    json_decref(player_ask(&b, "{\"t\":\"chat\",\"text\":\"second\"}", "chat"));
    assert_true(wire_send(&a.socket, "{\"t\":\"ping\"}"));
    json_t *next = wire_receive(&a.socket, SECONDS);
    assert_string_not_equal(json_text(next, "t"), "chat");
    json_decref(next);
    snprintf(message, sizeof message, "{\"t\":\"join\",\"table\":\"%s\"}", code);
    json_t *joined = player_ask(&a, message, "joined");
    assert_int_equal(json_array_size(json_object_get(joined, "chat")), 0);
    json_decref(joined);
    json_t *list = fixture_ask(&fx, &rosa, "/api/mutes", NULL, 200);
    assert_string_equal(json_text(list, "players.0"), "Sven");
    json_decref(list);
    refuse(&sven, "/api/tables",
           "{\"game\":\"p77\",\"seats\":{\"british\":\"me\",\"american\":\"player:Rosa\"}}", 403,
           "forbidden");
    json_decref(fixture_ask(&fx, &rosa, "/api/mute", "{\"player\":\"Sven\",\"on\":false}", 200));
    json_decref(player_ask(&b, "{\"t\":\"chat\",\"text\":\"third\"}", "chat"));
    json_decref(wire_expect(&a.socket, "chat", SECONDS));

    /* The host can mute somebody for all. */
    admin("mute Sven", said, sizeof said);
    json_t *error = player_ask(&b, "{\"t\":\"chat\",\"text\":\"fourth\"}", "error");
    assert_string_equal(json_text(error, "error"), "forbidden");
    json_decref(error);
    admin("unmute Sven", said, sizeof said);
    json_decref(player_ask(&b, "{\"t\":\"chat\",\"text\":\"fifth\"}", "chat"));
    player_leave(&a);
    player_leave(&b);
}

static void the_host_sees_what_is_reported(void **unused) {
    (void)unused;
    char code[16], body[200], said[4000];
    wire_jar tina = fixture_user(&fx, "Tina"), uwe = fixture_user(&fx, "Uwe"),
             vera = fixture_user(&fx, "Vera");
    fixture_game(&fx, &tina, &uwe, "", code);
    snprintf(body, sizeof body, "{\"table\":\"%s\",\"player\":\"Uwe\",\"text\":\"rude\\nwords\"}",
             code);
    refuse(&vera, "/api/report", body, 404, "not_found"); /* she cannot see that table */
    refuse(NULL, "/api/report", body, 401, "log_in");
    json_decref(fixture_ask(&fx, &tina, "/api/report", body, 200));
    admin("list reports", said, sizeof said);
    assert_non_null(strstr(said, "Tina about Uwe at table "));
    assert_non_null(strstr(said, "rude words\n"));
    assert_non_null(strstr(said, "1 reports"));
    admin("close 1", said, sizeof said);
    admin("list reports", said, sizeof said);
    assert_non_null(strstr(said, "0 reports"));
}

/* Guests, and tables nobody touches, have thirty days; here a day is a second. */
static void idle_guests_and_tables_are_forgotten_but_not_those_that_play(void **unused) {
    (void)unused;
    static const char alone[] =
        "{\"game\":\"p77\",\"seats\":{\"british\":\"me\",\"american\":\"me\"}}";
    fixture quick;
    char played[16], left[16], annas[16], open_table[16];
    player a, b;
    fixture_open(&quick, "--clock-day", "1", NULL);
    wire_jar idle = fixture_guest(&quick), plays = fixture_guest(&quick),
             leaves = fixture_guest(&quick);
    wire_jar anna = fixture_user(&quick, "Anna");
    fixture_table(&quick, &plays, alone, played);
    fixture_table(&quick, &leaves, alone, left);
    fixture_table(&quick, &anna, alone, annas);
    fixture_table(&quick, &anna,
                  "{\"game\":\"p77\",\"seats\":{\"british\":\"me\",\"american\":\"open\"}}",
                  open_table);
    bool waits = true;
    for (double until = wire_now() + 35 + 3 * SECONDS; waits && wire_now() < until; sleep(1)) {
        player_join(&quick, &plays, played, "british", &a);
        player_join(&quick, &plays, played, "american", &b);
        players_move(&a, &b, 1);
        player_leave(&a);
        player_leave(&b);
        waits = is_known(&quick, &idle) || is_known(&quick, &leaves) ||
                exists(&quick, &leaves, left) || exists(&quick, &anna, open_table);
    }
    assert_false(waits);
    assert_true(is_known(&quick, &plays) && exists(&quick, &plays, played));
    assert_true(is_known(&quick, &anna) && exists(&quick, &anna, annas));
    fixture_close(&quick);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_registered_user_is_logged_in),
        cmocka_unit_test(the_cookie_is_out_of_reach_of_scripts),
        cmocka_unit_test(logging_in_needs_name_and_password),
        cmocka_unit_test(a_session_that_was_ended_is_worth_nothing),
        cmocka_unit_test(a_new_password_ends_all_other_sessions),
        cmocka_unit_test(every_change_of_rights_makes_a_new_session),
        cmocka_unit_test(sessions_are_listed_and_end_one_by_one_or_all),
        cmocka_unit_test(a_password_is_not_undone_by_settings),
        cmocka_unit_test(a_ban_is_not_undone_by_settings),
        cmocka_unit_test(of_two_new_passwords_one_is_kept),
        cmocka_unit_test(a_guest_who_registers_keeps_his_tables),
        cmocka_unit_test(a_deleted_account_resigns_and_its_name_is_gone),
        cmocka_unit_test(settings_are_kept_and_checked),
        cmocka_unit_test(bad_names_and_passwords_are_refused),
        cmocka_unit_test(foreign_pages_and_other_types_are_refused),
        cmocka_unit_test(a_banned_account_is_out_and_a_reset_password_works),
        cmocka_unit_test(who_is_muted_is_not_heard_and_does_not_invite),
        cmocka_unit_test(the_host_sees_what_is_reported),
        cmocka_unit_test(idle_guests_and_tables_are_forgotten_but_not_those_that_play),
    };
    return cmocka_run_group_tests(tests, open_fixture, close_fixture);
}
