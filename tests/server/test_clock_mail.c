/* Time: a clock that runs, warns and forfeits; a mail to whoever is waited for. */
#include "house.h"

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
    house h;
    char code[16], path[64];
    player a, b;
    house_open(&h, "--clock-day", "3", NULL); /* a day of three seconds */
    wire_jar anna = house_user(&h, "Anna"), ben = house_user(&h, "Ben");
    house_game(&h, &anna, &ben, ",\"clock\":{\"days\":2}", code);
    player_join(&h, &anna, code, "british", &a);
    player_join(&h, &ben, code, "american", &b);
    players_move(&a, &b, 10);
    assert_true(json_number(a.last, "clock.left.american") <= 6);
    assert_true(json_number(a.last, "clock.left.american") >= 4);
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
    json_t *table = house_ask(&h, &anna, path, NULL, 200);
    assert_string_equal(json_text(table, "table.state"), "over");
    json_decref(table);
    house_close(&h);
}

static void a_clock_survives_a_restart_and_stands_in_a_pause(void **unused) {
    (void)unused;
    house h;
    char code[16], path[64];
    player a, b;
    house_open(&h, "--clock-day", "3", NULL);
    wire_jar anna = house_user(&h, "Anna"), ben = house_user(&h, "Ben");
    house_game(&h, &anna, &ben, ",\"clock\":{\"days\":1}", code);
    player_join(&h, &anna, code, "british", &a);
    player_join(&h, &ben, code, "american", &b);
    json_decref(player_ask(&a, "{\"t\":\"propose\",\"what\":\"pause\"}", "proposal"));
    assert_true(wire_send(&b.socket, "{\"t\":\"answer\",\"what\":\"pause\",\"yes\":true}"));
    player_until(&a, a.n + 1);
    player_leave(&a);
    player_leave(&b);
    sleep(5); /* longer than all the time there is */
    snprintf(path, sizeof path, "/api/tables/%s", code);
    json_t *table = house_ask(&h, &anna, path, NULL, 200);
    assert_string_equal(json_text(table, "table.state"), "playing");
    json_decref(table);
    wire_kill(&h.server);
    assert_true(wire_restart(&h.server));
    player_join(&h, &anna, code, "british", &a);
    json_decref(player_ask(&a, "{\"t\":\"resume\"}", "view"));
    player_leave(&a);
    wire_kill(&h.server); /* nobody is there, and the server was away: the clock has run */
    sleep(5);
    assert_true(wire_restart(&h.server));
    sleep(2);
    table = house_ask(&h, &anna, path, NULL, 200);
    assert_string_equal(json_text(table, "table.state"), "over");
    assert_string_equal(json_text(table, "table.outcome.reason"), "time");
    json_decref(table);
    house_close(&h);
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

static void who_is_waited_for_gets_one_mail(void **unused) {
    (void)unused;
    house h;
    char code[16], smtp[64], sink_file[] = "/tmp/musket-mail-XXXXXX";
    int port;
    player b;
    close(mkstemp(sink_file));
    pid_t sink = start_sink(sink_file, &port);
    snprintf(smtp, sizeof smtp, "smtp://127.0.0.1:%d", port);
    house_open(&h, "--smtp", smtp, "--mail-from", "musket@example.org", "--mail-after", "1",
               "--base-url", "https://play.example.org", NULL);
    wire_jar anna = house_user(&h, "Anna"), ben = house_user(&h, "Ben");
    json_decref(house_ask(&h, &anna, "/api/settings", "{\"email\":\"anna@example.org\"}", 200));
    json_decref(
        house_ask(&h, &ben, "/api/settings", "{\"email\":\"ben@example.org\",\"mail\":true}", 200));
    house_game(&h, &anna, &ben, "", code);
    for (int i = 0; i < 50 && count_of(read_file(sink_file), "Subject: Your turn") < 1; i++)
        usleep(200000);
    sleep(3); /* no second one while he does nothing */
    const char *text = read_file(sink_file);
    assert_int_equal(count_of(text, "Subject: Your turn"), 1);
    assert_int_equal(count_of(text, "RCPT TO:<ben@example.org>"), 1);
    assert_int_equal(count_of(text, "anna@example.org"), 0); /* she did not ask for any */
    assert_non_null(strstr(text, code));

    /* Who is here gets none. */
    player_join(&h, &ben, code, "american", &b);
    player_do(&b, player_choose(&b));
    sleep(3);
    assert_int_equal(count_of(read_file(sink_file), "Subject: Your turn"), 1);
    player_leave(&b);
    house_close(&h);
    kill(sink, SIGKILL);
    waitpid(sink, NULL, 0);
    unlink(sink_file);
}

static void a_relay_that_is_down_hurts_nobody(void **unused) {
    (void)unused;
    house h;
    char code[16];
    house_open(&h, "--smtp", "smtp://127.0.0.1:1", "--mail-from", "m@example.org", "--mail-after",
               "0", NULL);
    wire_jar anna = house_user(&h, "Anna"), ben = house_user(&h, "Ben");
    json_decref(
        house_ask(&h, &ben, "/api/settings", "{\"email\":\"ben@example.org\",\"mail\":true}", 200));
    house_game(&h, &anna, &ben, "", code);
    sleep(3);
    wire_answer metrics = wire_request(&h.server, NULL, "/metrics", NULL, NULL);
    assert_non_null(strstr(metrics.body, "musket_mail_failures_total 1\n"));
    wire_free(&metrics);
    house_close(&h);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_clock_warns_and_then_forfeits),
        cmocka_unit_test(a_clock_survives_a_restart_and_stands_in_a_pause),
        cmocka_unit_test(who_is_waited_for_gets_one_mail),
        cmocka_unit_test(a_relay_that_is_down_hurts_nobody),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
