/* Time: a clock that runs, warns and forfeits; a mail to the player who is waited for. */
#include "fixture.h"

#include <arpa/inet.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static void a_clock_warns_and_then_forfeits(void **unused) {
    (void)unused;
    fixture fx;
    char code[16], path[64];
    player a, b;
    fixture_open(&fx, "--clock-day", "3", NULL); /* a day of three seconds */
    wire_jar anna = fixture_user(&fx, "Anna"), ben = fixture_user(&fx, "Ben");
    fixture_game(&fx, &anna, &ben, ",\"clock\":{\"days\":2}", code);
    player_join(&fx, &anna, code, "british", &a);
    player_join(&fx, &ben, code, "american", &b);
    players_move(&a, &b, 10);
    assert_true(json_number(a.last, "clock.left.american") <= 6);
    assert_true(json_number(a.last, "clock.left.american") > 0);
    const char *slow = player_decides(&a) ? "british" : "american";
    player *other = player_decides(&a) ? &b : &a;
    json_t *notice = wire_expect(&other->socket, "notice", SECONDS);
    assert_non_null(notice);
    json_decref(notice);
    json_t *over = wire_expect(&other->socket, "over", SECONDS);
    assert_non_null(over);
    assert_string_equal(json_text(over, "outcome.reason"), "time");
    char rank[64];
    snprintf(rank, sizeof rank, "outcome.ranks.%s", slow);
    assert_int_equal(json_number(over, rank), 2);
    json_decref(over);
    player_refused(&a, a.n, "finish", "over");
    player_leave(&a);
    player_leave(&b);
    snprintf(path, sizeof path, "/api/tables/%s", code);
    json_t *table = fixture_ask(&fx, &anna, path, NULL, 200);
    assert_string_equal(json_text(table, "table.state"), "over");
    json_decref(table);
    fixture_close(&fx);
}

static void a_clock_survives_a_restart_and_stands_in_a_pause(void **unused) {
    (void)unused;
    fixture fx;
    char code[16], path[64];
    player a, b;
    fixture_open(&fx, "--clock-day", "3", NULL);
    wire_jar anna = fixture_user(&fx, "Anna"), ben = fixture_user(&fx, "Ben");
    fixture_game(&fx, &anna, &ben, ",\"clock\":{\"days\":1}", code);
    player_join(&fx, &anna, code, "british", &a);
    player_join(&fx, &ben, code, "american", &b);
    json_decref(player_ask(&a, "{\"t\":\"propose\",\"what\":\"pause\"}", "proposal"));
    assert_true(wire_send(&b.socket, "{\"t\":\"answer\",\"what\":\"pause\",\"yes\":true}"));
    player_until(&a, a.n + 1);
    player_leave(&a);
    player_leave(&b);
    sleep(5); /* longer than all the time there is */
    snprintf(path, sizeof path, "/api/tables/%s", code);
    json_t *table = fixture_ask(&fx, &anna, path, NULL, 200);
    assert_string_equal(json_text(table, "table.state"), "playing");
    json_decref(table);
    wire_kill(&fx.server);
    assert_true(wire_restart(&fx.server));
    player_join(&fx, &anna, code, "british", &a);
    json_decref(player_ask(&a, "{\"t\":\"resume\"}", "view"));
    player_leave(&a);
    wire_kill(&fx.server); /* nobody is there, and the server was away: the clock has run */
    sleep(5);
    assert_true(wire_restart(&fx.server));
    table = fixture_table_over(&fx, &anna, code);
    assert_string_equal(json_text(table, "table.outcome.reason"), "time");
    json_decref(table);
    fixture_close(&fx);
}

/* ---- A relay that writes down what it is given --------------------------- */

static void serve_one(int fd, FILE *out) {
    char line[2000];
    FILE *in = fdopen(fd, "r+");
    bool data = false;
    setvbuf(in, NULL, _IONBF, 0);
    fprintf(in, "220 sink\r\n");
    while (fgets(line, sizeof line, in)) {
        fputs(line, out);
        fflush(out);
        if (data) {
            if (strcmp(line, ".\r\n") == 0) {
                data = false;
                fprintf(in, "250 taken\r\n");
            }
        } else if (strncmp(line, "DATA", 4) == 0) {
            data = true;
            fprintf(in, "354 go on\r\n");
        } else if (strncmp(line, "QUIT", 4) == 0) {
            fprintf(in, "221 bye\r\n");
            break;
        } else {
            fprintf(in, "250 fine\r\n");
        }
    }
    fclose(in);
}

static pid_t start_sink(const char *file, int *port) {
    struct sockaddr_in at = {.sin_family = AF_INET};
    socklen_t size = sizeof at;
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    assert_int_equal(bind(fd, (struct sockaddr *)&at, sizeof at), 0);
    assert_int_equal(listen(fd, 8), 0);
    assert_int_equal(getsockname(fd, (struct sockaddr *)&at, &size), 0);
    *port = ntohs(at.sin_port);
    pid_t pid = fork();
    if (pid == 0) {
        FILE *out = fopen(file, "w");
        for (;;) {
            int one = accept(fd, NULL, NULL);
            if (one >= 0) serve_one(one, out);
        }
    }
    close(fd);
    return pid;
}

static char *read_file(const char *name) {
    static char text[20000];
    FILE *f = fopen(name, "r");
    size_t n = f ? fread(text, 1, sizeof text - 1, f) : 0;
    if (f) fclose(f);
    text[n] = '\0';
    return text;
}

static int count_of(const char *text, const char *word) {
    int n = 0;
    for (const char *p = text; (p = strstr(p, word)); p++) n++;
    return n;
}

/* The code in the last mail to an address whose subject holds these words. */
static bool code_in_mail(const char *file, const char *to, const char *subject, char code[64]) {
    char rcpt[100];
    snprintf(rcpt, sizeof rcpt, "To: <%s>", to);
    for (double until = wire_now() + SECONDS; wire_now() < until; usleep(200000)) {
        const char *at = NULL;
        for (const char *p = read_file(file); (p = strstr(p, rcpt)); p++)
            if (strstr(p, subject) && strstr(p, "/#/")) at = p;
        const char *link = at ? strstr(at, "/#/") : NULL;
        const char *slash = link ? strchr(link + 3, '/') : NULL;
        if (!slash || strcspn(slash + 1, "\r\n") != 48) continue;
        snprintf(code, 64, "%.48s", slash + 1);
        return true;
    }
    return false;
}

static void verify(fixture *fx, wire_jar *jar, const char *sink, const char *to) {
    char code[64], body[100];
    assert_true(code_in_mail(sink, to, "Your mail address", code));
    snprintf(body, sizeof body, "{\"token\":\"%s\"}", code);
    json_decref(fixture_ask(fx, jar, "/api/verify", body, 200));
    json_decref(fixture_ask(fx, jar, "/api/verify", body, 403)); /* once only */
    json_t *me = fixture_ask(fx, jar, "/api/me", NULL, 200);
    assert_int_equal(json_number(me, "user.verified"), 1);
    json_decref(me);
}

static void a_forgotten_password_is_reset_by_mail(void **unused) {
    (void)unused;
    fixture fx;
    char smtp[64], code[64], old[64], body[200], sink_file[] = "/tmp/musket-mail-XXXXXX";
    int port;
    close(mkstemp(sink_file));
    pid_t sink = start_sink(sink_file, &port);
    snprintf(smtp, sizeof smtp, "smtp://127.0.0.1:%d", port);
    fixture_open(&fx, "--smtp", smtp, "--mail-from", "musket@example.org", "--base-url",
                 "https://play.example.org", "--limit", "mail=1000/1", NULL);
    wire_jar anna = fixture_user(&fx, "Anna"), thief = {""};
    json_decref(fixture_ask(&fx, &anna, "/api/verify", "{}", 409)); /* there is no address */
    json_decref(fixture_ask(&fx, &anna, "/api/settings", "{\"email\":\"a@example.org\"}", 200));
    /* Not before the address is shown to be hers; and nobody learns that it is not. */
    json_decref(fixture_ask(&fx, &thief, "/api/reset", "{\"name\":\"Anna\"}", 200));
    json_decref(fixture_ask(&fx, &thief, "/api/reset", "{\"name\":\"Nobody\"}", 200));
    json_decref(fixture_ask(&fx, &thief, "/api/verify", "{\"token\":\"0123\"}", 403));
    verify(&fx, &anna, sink_file, "a@example.org");
    assert_null(strstr(read_file(sink_file), "A new password"));

    json_decref(fixture_ask(&fx, NULL, "/api/reset", "{\"name\":\"anna\"}", 200));
    assert_true(code_in_mail(sink_file, "a@example.org", "A new password", old));
    json_decref(fixture_ask(&fx, NULL, "/api/reset", "{\"name\":\"anna\"}", 200));
    do assert_true(code_in_mail(sink_file, "a@example.org", "A new password", code));
    while (strcmp(code, old) == 0);
    wire_jar fresh = {""};
    snprintf(body, sizeof body, "{\"token\":\"%s\",\"password\":\"quite-new-one\"}", old);
    json_decref(fixture_ask(&fx, &fresh, "/api/reset", body, 403)); /* the later one counts */
    assert_string_equal(fresh.cookie, "");
    snprintf(body, sizeof body, "{\"token\":\"%s\",\"password\":\"quite-new-one\"}", code);
    json_t *me = fixture_ask(&fx, &fresh, "/api/reset", body, 200);
    assert_string_equal(json_text(me, "user.name"), "Anna");
    json_decref(me);
    json_decref(fixture_ask(&fx, &thief, "/api/reset", body, 403));
    json_decref(
        fixture_ask(&fx, &anna, "/api/tables/mine", NULL, 401)); /* all sessions have ended */
    json_decref(fixture_ask(&fx, &fresh, "/api/tables/mine", NULL, 200));
    json_decref(fixture_ask(&fx, NULL, "/api/login",
                            "{\"name\":\"Anna\",\"password\":\"secret-Anna\"}", 401));
    json_decref(fixture_ask(&fx, NULL, "/api/login",
                            "{\"name\":\"Anna\",\"password\":\"quite-new-one\"}", 200));

    /* Another address is another question. */
    me = fixture_ask(&fx, &fresh, "/api/settings", "{\"email\":\"b@example.org\"}", 200);
    assert_int_equal(json_number(me, "user.verified"), 0);
    json_decref(me);
    fixture_close(&fx);
    kill(sink, SIGKILL);
    waitpid(sink, NULL, 0);
    unlink(sink_file);
}

static void without_a_relay_no_password_is_reset(void **unused) {
    (void)unused;
    fixture fx;
    fixture_open(&fx, NULL);
    json_decref(fixture_ask(&fx, NULL, "/api/reset", "{\"name\":\"Anna\"}", 409));
    fixture_close(&fx);
}

static void who_is_waited_for_gets_one_mail(void **unused) {
    (void)unused;
    fixture fx;
    char code[16], smtp[64], sink_file[] = "/tmp/musket-mail-XXXXXX";
    int port;
    player b;
    close(mkstemp(sink_file));
    pid_t sink = start_sink(sink_file, &port);
    snprintf(smtp, sizeof smtp, "smtp://127.0.0.1:%d", port);
    fixture_open(&fx, "--smtp", smtp, "--mail-from", "musket@example.org", "--mail-after", "1",
                 "--base-url", "https://play.example.org", NULL);
    wire_jar anna = fixture_user(&fx, "Anna"), ben = fixture_user(&fx, "Ben");
    json_decref(fixture_ask(&fx, &anna, "/api/settings", "{\"email\":\"anna@example.org\"}", 200));
    json_decref(fixture_ask(&fx, &ben, "/api/settings",
                            "{\"email\":\"ben@example.org\",\"mail\":true}", 200));
    verify(&fx, &ben, sink_file, "ben@example.org");
    fixture_game(&fx, &anna, &ben, "", code);
    double until = wire_now() + SECONDS;
    while (wire_now() < until && count_of(read_file(sink_file), "Subject: Your turn") < 1)
        usleep(200000);
    sleep(3); /* no second one while he does nothing */
    const char *text = read_file(sink_file);
    assert_int_equal(count_of(text, "Subject: Your turn"), 1);
    assert_int_equal(count_of(text, "RCPT TO:<ben@example.org>"), 2);  /* the first to verify it */
    assert_int_equal(count_of(text, "RCPT TO:<anna@example.org>"), 1); /* she asked for no more */
    assert_non_null(strstr(text, code));

    /* Who is here gets none. */
    player_join(&fx, &ben, code, "american", &b);
    player_do(&b, player_choose(&b));
    sleep(3);
    assert_int_equal(count_of(read_file(sink_file), "Subject: Your turn"), 1);
    player_leave(&b);
    fixture_close(&fx);
    kill(sink, SIGKILL);
    waitpid(sink, NULL, 0);
    unlink(sink_file);
}

static void a_relay_that_is_down_hurts_nobody(void **unused) {
    (void)unused;
    fixture fx;
    char code[16];
    fixture_open(&fx, "--smtp", "smtp://127.0.0.1:1", "--mail-from", "m@example.org",
                 "--mail-after", "0", NULL);
    wire_jar anna = fixture_user(&fx, "Anna"), ben = fixture_user(&fx, "Ben");
    json_decref(fixture_ask(&fx, &ben, "/api/settings",
                            "{\"email\":\"ben@example.org\",\"mail\":true}", 200));
    fixture_game(&fx, &anna, &ben, "", code);
    sleep(3);
    wire_answer metrics = wire_request(&fx.server, NULL, "/metrics", NULL, NULL);
    assert_non_null(strstr(metrics.body, "musket_mail_failures_total 1\n")); /* the verification */
    wire_free(&metrics);
    fixture_close(&fx);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_clock_warns_and_then_forfeits),
        cmocka_unit_test(a_clock_survives_a_restart_and_stands_in_a_pause),
        cmocka_unit_test(who_is_waited_for_gets_one_mail),
        cmocka_unit_test(a_forgotten_password_is_reset_by_mail),
        cmocka_unit_test(without_a_relay_no_password_is_reset),
        cmocka_unit_test(a_relay_that_is_down_hurts_nobody),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
