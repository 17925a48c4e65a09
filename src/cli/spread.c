/* spread.c - many games on several threads, their results kept in a file. */
#define _GNU_SOURCE
#include "spread.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

spread_player *spread_elsewhere;

/* ---- Results ------------------------------------------------------------------ */

void spread_take(spread *s, int number, const char *line) {
    if (number < 0 || number >= s->count || s->taken[number]) return;
    if (!s->take(s->context, number, line)) return;
    s->taken[number] = true;
    s->left--;
    if (!s->file) return;
    fprintf(s->file, "%d %s\n", number, line);
    fflush(s->file);
}

/* A line that was not written to its end is that of a game to be played again. */
static void read_results(spread *s, char *text) {
    for (char *line = text, *end; (end = strchr(line, '\n')); line = end + 1) {
        char *rest;
        long number = strtol(line, &rest, 10);
        *end = '\0';
        if (*rest == ' ' && rest > line) spread_take(s, (int)number, rest + 1);
    }
}

/* Takes up a file of the same games, or begins one. False: said why. */
bool spread_open_results(spread *s) {
    if (!s->results) return true;
    mk_text text = {0};
    size_t heading = strlen(s->heading);
    bool exists = access(s->results, F_OK) == 0;
    if (exists && !cli_read_file(s->results, &text)) return false;
    bool ours = !text.n || strncmp(text.p, s->heading, heading) == 0;
    if (!ours)
        cli_error("%s has the results of another run; its first line should be: %s", s->results,
                  s->heading);
    else if (text.n)
        read_results(s, text.p + heading);
    bool cut = text.n && text.p[text.n - 1] != '\n' && text.p[text.n - 1] != '\0';
    s->file = ours ? fopen(s->results, "a") : NULL;
    if (ours && !s->file) cli_error("%s cannot be written", s->results);
    if (s->file && !text.n) fprintf(s->file, "%s", s->heading);
    if (s->file && cut) fprintf(s->file, "\n");
    mk_text_free(&text);
    return s->file != NULL;
}

/* ---- On threads --------------------------------------------------------------- */

typedef struct {
    spread *spread;
    pthread_mutex_t lock; /* of taking */
    atomic_int next, done;
} team;

static void *worker(void *argument) {
    team *t = argument;
    spread *s = t->spread;
    void *kept = s->begin ? s->begin(s->context) : NULL;
    mk_text line = {0};
    for (int number; (number = atomic_fetch_add(&t->next, 1)) < s->count;) {
        pthread_mutex_lock(&t->lock);
        bool skip = s->taken[number], stop = s->failed != 0;
        pthread_mutex_unlock(&t->lock);
        if (stop) break;
        if (skip) continue;
        mk_text_clear(&line);
        bool fine = s->play(s->context, kept, number, &line);
        pthread_mutex_lock(&t->lock);
        if (fine)
            spread_take(s, number, line.p);
        else
            s->failed = number + 1;
        pthread_mutex_unlock(&t->lock);
        atomic_fetch_add(&t->done, 1);
    }
    mk_text_free(&line);
    if (s->end) s->end(s->context, kept);
    return NULL;
}

static bool is_going_on(team *t) {
    pthread_mutex_lock(&t->lock);
    bool going = t->spread->left > 0 && !t->spread->failed;
    pthread_mutex_unlock(&t->lock);
    return going;
}

static void play_on_threads(spread *s) {
    enum { THREADS = 1024 };
    static pthread_t thread[THREADS];
    team t = {.spread = s};
    int started = 0, left = s->left;
    int64_t jobs = s->jobs ? s->jobs : sysconf(_SC_NPROCESSORS_ONLN);
    if (jobs > left) jobs = left;
    pthread_mutex_init(&t.lock, NULL);
    while (started < jobs && started < THREADS &&
           pthread_create(&thread[started], NULL, worker, &t) == 0)
        started++;
    if (!started) worker(&t);
    cli_progress bar;
    cli_progress_start(&bar, "playing", left);
    while (is_going_on(&t)) {
        usleep(20000);
        cli_progress_at(&bar, atomic_load(&t.done));
    }
    for (int i = 0; i < started; i++) pthread_join(thread[i], NULL);
    cli_progress_end(&bar);
    pthread_mutex_destroy(&t.lock);
}

bool spread_games(spread *s) {
    s->left = s->count;
    s->taken = calloc((size_t)s->count, sizeof *s->taken);
    if (!s->taken) abort();
    if (spread_elsewhere)
        spread_elsewhere(s);
    else if (spread_open_results(s))
        play_on_threads(s);
    if (s->file) fclose(s->file);
    free(s->taken);
    return !s->failed && s->left == 0;
}
