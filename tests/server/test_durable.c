/* Durability: what was acknowledged is there after kill -9; what cannot be stored has not
 * happened; a backup taken in the middle of play is whole. */
#include "fixture.h"

#include <fcntl.h>
#include <linux/fs.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { TABLES = 12, KILLS = 12 };

typedef struct {
    char code[16];
    int acknowledged; /* the version whose view the mover has in hand */
    player seat[2];
} game;

static const char *const seats[2] = {"british", "american"};

static void join_both(fixture *fx, wire_jar *jar, game *g) {
    for (int i = 0; i < 2; i++) player_join(fx, jar, g->code, seats[i], &g->seat[i]);
}

static void leave_both(game *g) {
    for (int i = 0; i < 2; i++) player_leave(&g->seat[i]);
}

/* Plays until `until`, one move at each table in turn, without waiting for the other seat. */
static void play_all(game *games, double until) {
    for (int i = 0; wire_now() < until; i = (i + 1) % TABLES) {
        game *g = &games[i];
        player *mover = player_decides(&g->seat[0]) ? &g->seat[0] : &g->seat[1];
        if (g->seat[0].over || !player_decides(mover)) continue;
        player_do(mover, player_choose(mover));
        player_until(mover == g->seat ? g->seat + 1 : g->seat, mover->n);
        g->acknowledged = mover->n;
    }
}

static void nothing_acknowledged_is_lost_by_kill(void **unused) {
    (void)unused;
    fixture fx;
    static game games[TABLES];
    fixture_open(&fx, NULL);
    wire_jar jar = fixture_guest(&fx);
    for (int i = 0; i < TABLES; i++)
        fixture_table(&fx, &jar,
                      "{\"game\":\"p77\",\"seats\":{\"british\":\"me\",\"american\":\"me\"}}",
                      games[i].code);
    int total = 0;
    for (int k = 0; k < KILLS; k++) {
        for (int i = 0; i < TABLES; i++) join_both(&fx, &jar, &games[i]);
        for (int i = 0; i < TABLES; i++) {
            /* Everything that was acknowledged is there; at most what was under way is more. */
            assert_true(games[i].seat[0].n >= games[i].acknowledged);
            assert_int_equal(games[i].seat[0].n, games[i].seat[1].n);
            games[i].acknowledged = games[i].seat[0].n;
        }
        play_all(games, wire_now() + 0.25 + 0.03 * k);
        /* One more on its way at each table when the end comes. */
        for (int i = 0; i < TABLES; i++) {
            player *mover = player_decides(&games[i].seat[0]) ? games[i].seat : games[i].seat + 1;
            char frame[400];
            if (!player_decides(mover)) continue;
            snprintf(frame, sizeof frame, "{\"t\":\"do\",\"n\":%d,\"action\":\"%s\"}", mover->n,
                     player_choose(mover));
            wire_send(&mover->socket, frame);
        }
        wire_kill(&fx.server);
        for (int i = 0; i < TABLES; i++) leave_both(&games[i]);
        assert_true(wire_restart(&fx.server));
    }
    for (int i = 0; i < TABLES; i++) total += games[i].acknowledged;
    assert_true(total >= KILLS); /* some in each life, however busy the machine */
    fixture_close(&fx);
}

/* ---- A disk that is full, a file that may no longer be written ----------- */

static void limit_files(const fixture *fx, rlim_t size) {
    struct rlimit limit = {size, RLIM_INFINITY};
    assert_int_equal(prlimit(fx->server.pid, RLIMIT_FSIZE, &limit, NULL), 0);
}

/* False: this system cannot do it. */
static bool fill_disk(const fixture *fx) {
    char wal[300];
    struct stat st;
    snprintf(wal, sizeof wal, "%s-wal", fx->server.db);
    assert_int_equal(stat(wal, &st), 0);
    limit_files(fx, (rlim_t)st.st_size);
    return true;
}

static void empty_disk(const fixture *fx) { limit_files(fx, RLIM_INFINITY); }

/* Also what is open already can no longer be written. Needs the right to, and a file system that
 * has it. */
static bool set_immutable(const char *name, bool on) {
    int flags = 0, fd = open(name, O_RDONLY);
    bool done = fd >= 0 && ioctl(fd, FS_IOC_GETFLAGS, &flags) == 0;
    flags = on ? flags | FS_IMMUTABLE_FL : flags & ~FS_IMMUTABLE_FL;
    done = done && ioctl(fd, FS_IOC_SETFLAGS, &flags) == 0;
    if (fd >= 0) close(fd);
    return done;
}

static bool freeze_file(const fixture *fx) {
    char wal[300];
    snprintf(wal, sizeof wal, "%s-wal", fx->server.db);
    return set_immutable(wal, true) && set_immutable(fx->server.db, true);
}

static void thaw_file(const fixture *fx) {
    char wal[300];
    snprintf(wal, sizeof wal, "%s-wal", fx->server.db);
    set_immutable(wal, false);
    set_immutable(fx->server.db, false);
}

static void refuses_and_loses_nothing(bool (*break_it)(const fixture *),
                                      void (*mend_it)(const fixture *)) {
    fixture fx;
    game g = {0};
    char frame[400];
    fixture_open(&fx, NULL);
    wire_jar jar = fixture_guest(&fx);
    fixture_table(&fx, &jar,
                  "{\"game\":\"p77\",\"seats\":{\"british\":\"me\",\"american\":\"me\"}}", g.code);
    join_both(&fx, &jar, &g);
    players_move(&g.seat[0], &g.seat[1], 20);
    int n = g.seat[0].n;
    json_t *before = json_deep_copy(g.seat[1].view);

    if (!break_it(&fx)) {
        mend_it(&fx);
        skip();
    }
    player *mover = player_decides(&g.seat[0]) ? &g.seat[0] : &g.seat[1];
    for (int i = 0; i < 3; i++) {
        snprintf(frame, sizeof frame, "{\"t\":\"do\",\"n\":%d,\"action\":\"%s\"}", n,
                 player_choose(mover));
        json_t *refused = player_ask(mover, frame, "refused");
        assert_string_equal(json_text(refused, "reason"), "unsaved");
        json_decref(refused);
        json_decref(player_ask(mover, "{\"t\":\"ping\"}", "pong"));
        assert_int_equal(mover->n, n);
    }
    json_t *error = player_ask(mover, "{\"t\":\"notes\",\"text\":\"hold Trenton\"}", "error");
    assert_string_equal(json_text(error, "error"), "unsaved");
    json_decref(error);
    json_decref(fixture_ask(&fx, &jar, "/healthz", NULL, 503));
    json_decref(fixture_ask(&fx, &jar, "/api/tables",
                            "{\"game\":\"p77\",\"seats\":{\"british\":\"me\",\"american\":\"me\"}}",
                            503));
    wire_jar other = {""};
    json_decref(fixture_ask(&fx, &other, "/api/guest", "{}", 503));

    /* It can be written again: the game goes on where it stood. */
    mend_it(&fx);
    leave_both(&g);
    join_both(&fx, &jar, &g);
    assert_int_equal(g.seat[0].n, n);
    assert_true(json_equal(before, g.seat[1].view));
    json_decref(before);
    players_move(&g.seat[0], &g.seat[1], 20);
    assert_int_equal(g.seat[0].n, n + 20);
    json_decref(fixture_ask(&fx, &jar, "/healthz", NULL, 200));
    leave_both(&g);
    wire_kill(&fx.server);
    assert_true(wire_restart(&fx.server));
    join_both(&fx, &jar, &g);
    assert_int_equal(g.seat[0].n, n + 20);
    leave_both(&g);
    fixture_close(&fx);
}

static void a_full_disk_refuses_and_loses_nothing(void **unused) {
    (void)unused;
    FILES_ONLY();
    refuses_and_loses_nothing(fill_disk, empty_disk);
}

static void a_file_that_becomes_read_only_refuses_and_loses_nothing(void **unused) {
    (void)unused;
    FILES_ONLY();
    refuses_and_loses_nothing(freeze_file, thaw_file);
}

static int run_as_nobody(const char *command) {
    pid_t pid = fork();
    if (pid == 0) {
        if (getuid() == 0 && setuid(65534) != 0) _exit(99);
        execl("/bin/sh", "sh", "-c", command, (char *)NULL);
        _exit(98);
    }
    int status;
    waitpid(pid, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void a_file_that_cannot_be_written_is_said_at_the_start(void **unused) {
    (void)unused;
    FILES_ONLY();
    fixture fx;
    char command[1400];
    fixture_open(&fx, NULL);
    assert_int_equal(wire_stop(&fx.server), 0);
    /* Nobody may not look into every folder that a clone can lie in: what he runs is copied. */
    snprintf(command, sizeof command,
             "cp %s %s/binary && chmod 755 %s %s/binary && chmod 444 %s && chmod 555 %s",
             fixture_binary(), fx.dir, fx.dir, fx.dir, fx.server.db, fx.dir);
    assert_int_equal(system(command), 0);
    snprintf(command, sizeof command,
             "cd / && timeout 10 %s/binary serve --listen 127.0.0.1:0 --db %s 2>&1 | grep -q "
             "'readonly'",
             fx.dir, fx.server.db);
    assert_int_equal(run_as_nobody(command), 0);
    snprintf(command, sizeof command,
             "cd / && timeout 10 %s/binary serve --listen 127.0.0.1:0 --db %s/no/such/file", fx.dir,
             fx.dir);
    assert_int_equal(run_as_nobody(command), 1);
    snprintf(command, sizeof command, "chmod 755 %s", fx.dir);
    assert_int_equal(system(command), 0);
    fixture_wipe(&fx);
}

/* ---- Backup -------------------------------------------------------------- */

static void a_backup_in_the_middle_of_play_is_whole(void **unused) {
    (void)unused;
    fixture fx, copy;
    game g = {0};
    char command[1400];
    fixture_open(&fx, NULL);
    wire_jar jar = fixture_guest(&fx);
    fixture_table(&fx, &jar,
                  "{\"game\":\"p77\",\"seats\":{\"british\":\"me\",\"american\":\"me\"}}", g.code);
    join_both(&fx, &jar, &g);
    players_move(&g.seat[0], &g.seat[1], 30);
    int least = g.seat[0].n;
    snprintf(command, sizeof command,
             "%s admin backup %s/copy.db --db %s > /dev/null && %s admin list tables --db %s > "
             "/dev/null",
             fx.server.binary, fx.dir, fx.server.db, fx.server.binary, fx.server.db);
    FILE *backup = popen(command, "r");
    players_move(&g.seat[0], &g.seat[1], 30);
    assert_int_equal(pclose(backup), 0);
    snprintf(command, sizeof command, "%s admin vacuum --db %s", fx.server.binary, fx.server.db);
    assert_int_equal(system(command), 0);
    players_move(&g.seat[0], &g.seat[1], 10);
    assert_int_equal(g.seat[0].n, least + 40);
    leave_both(&g);

    copy = fx;
    snprintf(copy.server.db, sizeof copy.server.db, "%s/copy.db", fx.dir);
    assert_true(wire_restart(&copy.server));
    join_both(&copy, &jar, &g);
    assert_true(g.seat[0].n >= least && g.seat[0].n <= least + 30);
    players_move(&g.seat[0], &g.seat[1], 10);
    leave_both(&g);
    assert_int_equal(wire_stop(&copy.server), 0);
    fixture_close(&fx);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_acknowledged_is_lost_by_kill),
        cmocka_unit_test(a_full_disk_refuses_and_loses_nothing),
        cmocka_unit_test(a_file_that_becomes_read_only_refuses_and_loses_nothing),
        cmocka_unit_test(a_file_that_cannot_be_written_is_said_at_the_start),
        cmocka_unit_test(a_backup_in_the_middle_of_play_is_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
