/* pty_game.c - a whole game through the terminal client, typed by names at a real terminal.
 *
 * The test plays the same game in its own memory. So it knows what is legal, types it as a
 * person would ("march grant newark"), and at the end the journal that the client saved must be
 * the one that it has itself. */
#define _GNU_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka wants those before it */
#include <cmocka.h>

#include <ctype.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "musket.h"

enum { SEED = 1777, PATIENCE = 60000 /* milliseconds */ };

typedef struct {
    int fd;
    pid_t pid;
    mk_text screen; /* since the last line was typed */
    mk_table *table;
    mk_rng rng;
    char journal[100];
    int by_label, by_id;
} terminal;

/* ---- The terminal ------------------------------------------------------- */

static void start(terminal *t, char *const *arguments) {
    struct winsize size = {.ws_row = 40, .ws_col = 100};
    mk_text_clear(&t->screen);
    t->pid = forkpty(&t->fd, NULL, NULL, &size);
    assert_true(t->pid >= 0);
    if (t->pid > 0) return;
    const char *binary = getenv("MUSKET");
    setenv("TERM", "dumb", 1);
    setenv("LC_ALL", "C", 1);
    execv(binary ? binary : "build/musket", arguments);
    _exit(127);
}

static bool ends_with(const mk_text *t, const char *end) {
    size_t n = strlen(end);
    return t->n >= n && strcmp(t->p + t->n - n, end) == 0;
}

/* Reads what the client prints until it ends with this, or the client is gone. */
static bool wait_for(terminal *t, const char *end) {
    while (!ends_with(&t->screen, end)) {
        struct pollfd p = {.fd = t->fd, .events = POLLIN};
        char buffer[4096];
        if (poll(&p, 1, PATIENCE) <= 0) fail_msg("the client is silent after: %s", t->screen.p);
        ssize_t n = read(t->fd, buffer, sizeof buffer);
        if (n <= 0) return false;
        mk_text_bytes(&t->screen, buffer, (size_t)n);
    }
    return true;
}

static void type_line(terminal *t, const char *line) {
    mk_text_clear(&t->screen);
    assert_int_equal(write(t->fd, line, strlen(line)), strlen(line));
    assert_int_equal(write(t->fd, "\n", 1), 1);
}

static void ask(terminal *t, const char *line, const char *expected) {
    type_line(t, line);
    assert_true(wait_for(t, "\n> "));
    if (!strstr(t->screen.p, expected)) {
        fail_msg("\"%s\" should say \"%s\", but says: %s", line, expected, t->screen.p);
    }
}

static int wait_for_end(terminal *t) {
    int status;
    while (wait_for(t, "never printed")) continue;
    close(t->fd);
    assert_int_equal(waitpid(t->pid, &status, 0), t->pid);
    return status;
}

/* ---- Words -------------------------------------------------------------- */

static bool same_action(mk_action a, mk_action b) {
    return a.verb == b.verb && a.a == b.a && a.b == b.b && a.c == b.c;
}

/* "march abercromby cooch's bridge": the verb and what its arguments are called on the board. */
static void say(const mk_game *game, mk_action action, char *out, size_t size) {
    const mk_verb *verb = &game->verbs[action.verb];
    const int16_t value[3] = {action.a, action.b, action.c};
    size_t n = (size_t)snprintf(out, size, "%s", verb->name);
    for (int i = 0; i < 3 && verb->kind[i]; i++) {
        n += (size_t)snprintf(out + n, size - n, " %s", mk_label(game, verb->kind[i], value[i]));
    }
    for (size_t i = 0; i < n; i++) out[i] = (char)tolower((unsigned char)out[i]);
}

/* Types an action by names; by its exact text only where names would be ambiguous. */
static void type_action(terminal *t, mk_action action) {
    const mk_game *game = mk_table_game(t->table);
    char line[300];
    mk_action understood;
    mk_error error;
    say(game, action, line, sizeof line);
    if (mk_guess_action(game, mk_table_state(t->table), line, &understood, &error) &&
        same_action(action, understood)) {
        t->by_label++;
    } else {
        mk_print_action(game, action, line, sizeof line);
        t->by_id++;
    }
    type_line(t, line);
}

/* ---- The game ----------------------------------------------------------- */

static int set_up(void **state) {
    static terminal t;
    mk_error error;
    mk_setup setup;
    t = (terminal){0};
    if (!mk_open(NULL, &error)) return -1;
    const mk_game *game = mk_find_game("p77");
    mk_setup_init(game, &setup, NULL, &error);
    mk_setup_seed(&setup, SEED);
    t.table = mk_table_new(game, &setup);
    mk_rng_seed(&t.rng, SEED);
    snprintf(t.journal, sizeof t.journal, "/tmp/musket-pty-%d.journal", (int)getpid());
    unlink(t.journal);
    *state = &t;
    return 0;
}

static int tear_down(void **state) {
    terminal *t = *state;
    mk_table_free(t->table);
    mk_text_free(&t->screen);
    unlink(t->journal);
    return 0;
}

static void start_game(terminal *t, const char *save_or_resume) {
    char *arguments[] = {"musket",    "play",   "p77",
                         "--seed",    "1777",   "--seat",
                         "all=human", "--open", (char *)save_or_resume,
                         t->journal,  NULL};
    start(t, arguments);
    assert_true(wait_for(t, "\n> "));
}

static mk_action choose(terminal *t) {
    static mk_actions legal;
    mk_list(mk_table_game(t->table), mk_table_state(t->table), &legal);
    return legal.list[mk_below(&t->rng, (uint32_t)legal.count)];
}

static int decides(const terminal *t) {
    return mk_seat(mk_table_game(t->table), mk_table_state(t->table));
}

/* Who ends a phase in which pieces could still act is warned, and ends it by saying so again. */
static void insist(terminal *t, mk_action action) {
    const mk_game *game = mk_table_game(t->table);
    static mk_actions legal;
    mk_list(game, mk_table_state(t->table), &legal);
    if (strcmp(game->verbs[action.verb].name, "finish") != 0 || legal.count == 1) return;
    assert_true(wait_for(t, "\n> "));
    assert_non_null(strstr(t->screen.p, "Type finish again"));
    type_action(t, action);
}

/* One action at the keyboard and in memory. */
static void play_one(terminal *t) {
    mk_action action = choose(t);
    mk_error error;
    type_action(t, action);
    insist(t, action);
    if (!mk_table_do(t->table, decides(t), action, &error)) fail_msg("%s", error.text);
    if (decides(t) != MK_OVER) assert_true(wait_for(t, "\n> "));
}

static void expect_journal(terminal *t) {
    mk_text mine = {0}, theirs = {0};
    char buffer[4096];
    FILE *file = fopen(t->journal, "r");
    assert_non_null(file);
    for (size_t n; (n = fread(buffer, 1, sizeof buffer, file)) > 0;) {
        mk_text_bytes(&theirs, buffer, n);
    }
    fclose(file);
    mk_journal_write(t->table, &mine);
    assert_string_equal(mine.p, theirs.p);
    mk_text_free(&mine);
    mk_text_free(&theirs);
}

static void test_a_whole_game_by_typed_names(void **state) {
    terminal *t = *state;
    start_game(t, "--save");
    while (decides(t) != MK_OVER) play_one(t);
    assert_true(wait_for_end(t) == 0);
    assert_non_null(strstr(t->screen.p, "victory"));
    assert_non_null(strstr(t->screen.p, "The game is over"));
    expect_journal(t);
    assert_true(t->by_label > 9 * t->by_id); /* names are good enough nearly always */
}

static void test_commands_during_a_game(void **state) {
    terminal *t = *state;
    char line[300], text[200];
    start_game(t, "--save");
    for (int i = 0; i < 5; i++) play_one(t);

    ask(t, "help", "take your last action back");
    ask(t, "map", "Philadelphia");
    ask(t, "look chadd", "Chadds Ford");
    ask(t, "look atlantis", "no place or piece");
    ask(t, "log 3", "place");
    ask(t, "list", "1");
    ask(t, "99999", "no action number 99999");
    ask(t, "frobnicate", "no action called");
    ask(t, "save", t->journal);
    mk_print_action(mk_table_game(t->table), choose(t), text, sizeof text);
    snprintf(line, sizeof line, "why %s", text);
    ask(t, line, "That is allowed");
    ask(t, "why finish", "p77.");
    ask(t, "fire howe", "p77.");

    /* An action that is taken back leaves the journal, too. */
    ask(t, text, "");
    ask(t, "undo", "Taken back");
    type_line(t, "quit");
    assert_int_equal(wait_for_end(t), 0);
    expect_journal(t);
}

/* Killed without warning, the game goes on from the last action; left by Ctrl-C, too. */
static void test_a_killed_client_loses_nothing(void **state) {
    terminal *t = *state;
    start_game(t, "--save");
    for (int i = 0; i < 40; i++) play_one(t);
    kill(t->pid, SIGKILL);
    wait_for_end(t);

    start_game(t, "--resume");
    for (int i = 0; i < 10; i++) play_one(t);
    assert_int_equal(write(t->fd, "\003", 1), 1);
    assert_int_equal(wait_for_end(t), 0);
    expect_journal(t);

    start_game(t, "--resume");
    for (int i = 0; i < 10; i++) play_one(t);
    assert_int_equal(write(t->fd, "\004", 1), 1); /* end of input */
    assert_int_equal(wait_for_end(t), 0);
    expect_journal(t);
}

static void test_a_cover_between_two_players(void **state) {
    terminal *t = *state;
    char *arguments[] = {"musket", "play",      "p77",    "--seed",   "1777",
                         "--seat", "all=human", "--save", t->journal, NULL};
    start(t, arguments);
    assert_true(wait_for(t, "\n> "));
    int seat = decides(t), covers = 0;
    for (int i = 0; i < 60; i++) {
        mk_action action = choose(t);
        mk_error error;
        type_action(t, action);
        insist(t, action);
        if (!mk_table_do(t->table, decides(t), action, &error)) fail_msg("%s", error.text);
        if (decides(t) != seat) {
            assert_true(wait_for(t, "only you can see this. "));
            assert_non_null(strstr(t->screen.p, "Pass the keyboard to"));
            type_line(t, "");
            covers++;
        }
        seat = decides(t);
        assert_true(wait_for(t, "\n> "));
    }
    assert_true(covers > 0);
    type_line(t, "quit");
    assert_int_equal(wait_for_end(t), 0);
}

/* ---- What a player sees and can say -------------------------------------- */

static void start_alone(terminal *t, char *game) {
    char *arguments[] = {"musket", "play", game, "--seed", "5", NULL};
    start(t, arguments);
    assert_true(wait_for(t, "\n> "));
}

/* Lets the computer decide until the screen says this, whatever the dice bring. */
static void reach(terminal *t, const char *text) {
    for (int i = 0; i < 2000; i++) {
        if (strstr(t->screen.p, text)) return;
        type_line(t, "auto");
        if (!wait_for(t, "\n> ")) break;
    }
    fail_msg("the game does not come to \"%s\"", text);
}

static void leave(terminal *t) {
    type_line(t, "quit");
    wait_for(t, "for no: ");
    type_line(t, "");
    assert_int_equal(wait_for_end(t), 0);
}

static void expect_lacks(const terminal *t, const char *text) {
    if (strstr(t->screen.p, text)) fail_msg("\"%s\" is on the screen: %s", text, t->screen.p);
}

static void test_a_piece_is_looked_at(void **state) {
    terminal *t = *state;
    start_alone(t, "p77");
    ask(t, "look howe", "Howe: British leader, at ");
    assert_non_null(strstr(t->screen.p, "move 1, group limit 9"));
    ask(t, "look donop", "Donop: Hessian infantry, at ");
    leave(t);
    start_alone(t, "c77");
    ask(t, "look howe", "Howe: British primary leader, at New York");
    assert_non_null(strstr(t->screen.p, "leadership 8"));
    assert_non_null(strstr(t->screen.p, "SP that a leader of this rank may lead: sp "));
    ask(t, "look regular", "British Regulars: ");
    leave(t);
}

static void test_how_one_wins_is_said(void **state) {
    terminal *t = *state;
    start_alone(t, "p77");
    ask(t, "win", "British win: Philadelphia in supply");
    assert_non_null(strstr(t->screen.p, "lost below 25"));
    leave(t);
    start_alone(t, "c77");
    ask(t, "win", "Patriots win: ");
    assert_non_null(strstr(t->screen.p, "Spaces the British need"));
    leave(t);
    start_alone(t, "lod");
    ask(t, "win", "Indians win: ");
    assert_non_null(strstr(t->screen.p, "Victory margin"));
    leave(t);
}

/* A march of a whole group: all are taken, taken back by one undo, and the map is shown again. */
static void test_all_are_taken_at_once(void **state) {
    terminal *t = *state;
    start_alone(t, "p77");
    reach(t, "move one block or one group");
    ask(t, "lead howe", "gather a group");
    ask(t, "take all", "Howe takes ");
    expect_lacks(t, "take: ");
    ask(t, "take all", "There is no");
    ask(t, "undo", "Taken back: 9 actions.");
    ask(t, "take all", "Howe takes ");
    ask(t, "go cooch", "Howe and 9 blocks march");
    assert_non_null(strstr(t->screen.p, " Cooch's Bridge "));
    assert_non_null(strstr(t->screen.p, " Head of Elk "));
    leave(t);
}

static void test_finishing_comes_last_and_warns(void **state) {
    terminal *t = *state;
    start_alone(t, "p77");
    reach(t, "move one block or one group");
    expect_lacks(t, "    1  Finish");
    assert_non_null(strstr(t->screen.p, "  Finish movement"));
    ask(t, "finish", "Can still act: ");
    assert_non_null(strstr(t->screen.p, "Type finish again"));
    type_line(t, "finish");
    assert_true(wait_for(t, "\n> "));
    expect_lacks(t, "Type finish again");
    leave(t);
}

static void test_rivers_and_enemies_are_marked(void **state) {
    terminal *t = *state;
    start_alone(t, "c77");
    ask(t, "first howe", "Howe acts: ");
    ask(t, "list march", "March to Tappan [river Hudson]");
    leave(t);
    start_alone(t, "p77");
    reach(t, ", enemy ");
    leave(t);
}

static void test_refusals_use_names(void **state) {
    terminal *t = *state;
    start_alone(t, "p77");
    reach(t, "move one block or one group");
    ask(t, "march abercromby philadelphia",
        "Not allowed: March Abercromby to Philadelphia. Rule: ");
    ask(t, "why march b_gren1 philadelphia", "Not allowed: March ");
    expect_lacks(t, "b_gren1 is");
    leave(t);
}

static void test_a_battle_shows_its_dice(void **state) {
    terminal *t = *state;
    start_alone(t, "p77");
    reach(t, "fire or move each block");
    assert_non_null(strstr(t->screen.p, " dice)"));
    ask(t, "fire all", " fires at the enemy ");
    leave(t);
    start_alone(t, "c77");
    reach(t, "Attacker: dice ");
    leave(t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_a_piece_is_looked_at, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_how_one_wins_is_said, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_all_are_taken_at_once, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_finishing_comes_last_and_warns, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_rivers_and_enemies_are_marked, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_refusals_use_names, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_a_battle_shows_its_dice, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_a_whole_game_by_typed_names, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_commands_during_a_game, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_a_killed_client_loses_nothing, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_a_cover_between_two_players, set_up, tear_down),
    };
    return cmocka_run_group_tests_name("terminal", tests, NULL, NULL);
}
