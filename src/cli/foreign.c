/* foreign.c - another program at the table. */
#define _GNU_SOURCE
#include "foreign.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli.h"

struct foreign {
    pid_t pid;
    int to, from;
    mk_view *view;
    mk_text line;
    char answer[CLI_ACTION_TEXT + 2];
    size_t have; /* bytes of the next answer */
};

/* Pipes close by themselves in the other programs that are started meanwhile. */
static bool start(foreign *f, const char *command) {
    int in[2], out[2];
    if (pipe2(in, O_CLOEXEC) != 0) return false;
    if (pipe2(out, O_CLOEXEC) != 0) return close(in[0]), close(in[1]), false;
    f->pid = fork();
    if (f->pid == 0) {
        dup2(in[0], STDIN_FILENO);
        dup2(out[1], STDOUT_FILENO);
        execl("/bin/sh", "sh", "-c", command, (char *)NULL);
        _exit(127);
    }
    close(in[0]);
    close(out[1]);
    f->to = in[1];
    f->from = out[0];
    return f->pid > 0;
}

foreign *foreign_start(const char *command) {
    foreign *f = calloc(1, sizeof *f);
    if (!f) abort();
    signal(SIGPIPE, SIG_IGN); /* a program that ended is told apart from one that plays */
    if (!start(f, command)) {
        cli_error("%s: %s", command, strerror(errno));
        free(f);
        return NULL;
    }
    f->view = mk_view_new();
    return f;
}

void foreign_end(foreign *f) {
    if (!f) return;
    close(f->to);
    close(f->from);
    for (int i = 0; i < 100 && waitpid(f->pid, NULL, WNOHANG) == 0; i++) {
        if (i == 50) kill(f->pid, SIGKILL);
        usleep(10000);
    }
    mk_view_free(f->view);
    mk_text_free(&f->line);
    free(f);
}

static bool send_line(foreign *f) {
    mk_text_add(&f->line, "\n");
    for (size_t done = 0; done < f->line.n;) {
        ssize_t n = write(f->to, f->line.p + done, f->line.n - done);
        if (n <= 0) return false;
        done += (size_t)n;
    }
    return true;
}

static void begin_line(foreign *f, const char *what, const mk_game *game, const void *state,
                       int seat) {
    const mk_base *base = state;
    mk_text_clear(&f->line);
    mk_text_add(&f->line, "{\"t\":\"%s\",\"game\":\"%s\",\"scenario\":\"%s\",\"seat\":\"%s\"", what,
                game->id, game->scenarios[base->scenario].id, game->seats[seat].id);
    mk_text_add(&f->line, ",\"turn\":%d", base->turn);
}

static void add_actions(foreign *f, const mk_game *game, const void *state) {
    static _Thread_local mk_actions legal;
    mk_list(game, state, &legal);
    mk_text_add(&f->line, ",\"actions\":[");
    for (int i = 0; i < legal.count; i++) {
        char text[CLI_ACTION_TEXT];
        mk_print_action(game, legal.list[i], text, sizeof text);
        if (i) mk_text_add(&f->line, ",");
        mk_text_json(&f->line, text);
    }
    mk_text_add(&f->line, "]");
}

static void add_view(foreign *f, const mk_game *game, const void *state, int seat) {
    mk_text view = {0};
    mk_view_build(game, state, seat, f->view);
    mk_view_json(f->view, &view);
    mk_text_add(&f->line, ",\"view\":");
    mk_text_bytes(&f->line, view.p, view.n);
    mk_text_free(&view);
}

/* One line, without its end. */
static bool read_line(foreign *f, double seconds, char *why, size_t size) {
    double until = cli_now() + seconds;
    for (;;) {
        char *end = memchr(f->answer, '\n', f->have);
        if (end) return *end = 0, true;
        if (f->have == sizeof f->answer) return snprintf(why, size, "its line is too long"), false;
        struct pollfd p = {.fd = f->from, .events = POLLIN};
        int left = (int)(1000 * (until - cli_now()));
        if (left <= 0 || poll(&p, 1, left) == 0)
            return snprintf(why, size, "it took longer than %g s", seconds), false;
        ssize_t n = read(f->from, f->answer + f->have, sizeof f->answer - f->have);
        if (n <= 0) return snprintf(why, size, "it ended"), false;
        f->have += (size_t)n;
    }
}

bool foreign_choose(foreign *f, const mk_game *game, const void *state, int seat, double seconds,
                    mk_action *action, char *why, size_t size) {
    mk_error error = {0};
    begin_line(f, "choose", game, state, seat);
    add_actions(f, game, state);
    add_view(f, game, state, seat);
    mk_text_add(&f->line, "}");
    if (!send_line(f)) return snprintf(why, size, "it ended"), false;
    if (!read_line(f, seconds, why, size)) return false;
    size_t length = strlen(f->answer);
    bool fine = mk_parse_action(game, f->answer, action, &error);
    if (!fine)
        snprintf(why, size, "\"%.40s\": %.200s", f->answer, error.text);
    else if (!mk_legal(game, state, *action))
        fine = false, snprintf(why, size, "\"%.40s\" is not legal", f->answer);
    f->have -= length + 1;
    memmove(f->answer, f->answer + length + 1, f->have);
    return fine;
}

void foreign_over(foreign *f, const mk_game *game, const void *state, int seat) {
    mk_outcome outcome = {0};
    game->outcome(state, &outcome);
    begin_line(f, "over", game, state, seat);
    mk_text_add(&f->line, ",\"rank\":%d,\"margin\":%d}", outcome.rank[seat], outcome.margin[seat]);
    send_line(f);
}
