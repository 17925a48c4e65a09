/* check.c - the engine's own check of a table, after some of its actions.
 *
 * Rules have mistakes. What a check finds is written down with the journal that leads to it, for
 * those who can mend it; the players are not stopped by it.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/table.h"
#include "server/server.h"

typedef struct {
    job job;
    mk_table *game;   /* a copy: the table plays on */
    bool has_journal; /* else what there is: all properties */
    char file[400], why[200], code[STORE_CODE];
    int n, error;
} check_report;

/* 0, or what the system says. */
static int write_file(const char *name, const mk_text *text) {
    int fd = open(name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600); /* it holds the key */
    FILE *f = fd >= 0 ? fdopen(fd, "w") : NULL;
    if (!f) return errno;
    bool written = fwrite(text->p, 1, text->n, f) == text->n;
    return fclose(f) == 0 && written ? 0 : errno;
}

static void write_report(job *j) {
    check_report *c = (check_report *)j;
    mk_text text = {0};
    if (c->has_journal)
        mk_journal_write(c->game, &text);
    else
        mk_dump(mk_table_game(c->game), mk_table_state(c->game), MK_EVERYTHING, MK_DUMP_ALL, &text);
    c->error = write_file(c->file, &text);
    mk_text_free(&text);
}

static void report_written(server *s, job *j) {
    (void)s;
    check_report *c = (check_report *)j;
    log_error("check", "table=%s n=%d reason=\"%s\" file=%s%s%s", c->code, c->n, c->why, c->file,
              c->error ? " not_written=" : "", c->error ? strerror(c->error) : "");
    mk_table_free(c->game);
    free(c);
}

void check_failed(server *s, table *t, const char *why) {
    s->metrics.check_failures++;
    if (t->check_failed) return; /* the first journal is the shortest */
    t->check_failed = true;
    check_report *c = must_alloc(sizeof *c);
    *c = (check_report){.job = {.run = write_report, .done = report_written},
                        .game = mk_table_copy(t->live),
                        .has_journal = t->base_n < 0,
                        .n = t->n};
    snprintf(c->why, sizeof c->why, "%s", why);
    snprintf(c->code, sizeof c->code, "%s", t->row.code);
    const char *beside = store_is_file(s->config.db) ? s->config.db : "musket";
    snprintf(c->file, sizeof c->file, "%.300s.check-%s-%d.%s", beside, t->row.code, t->n,
             c->has_journal ? "journal" : "dump");
    if (pool_add(s->read_pool, &c->job)) return;
    log_error("check", "table=%s n=%d reason=\"%s\"", c->code, c->n, c->why);
    mk_table_free(c->game);
    free(c);
}

void check_table(server *s, table *t) {
    char why[200] = "it was asked to fail";
    if (s->config.check_every == 0 || ++s->actions % (uint64_t)s->config.check_every != 0) return;
    s->metrics.checks++;
    bool fine = mk_check(t->game, mk_table_state(t->live), why, sizeof why);
    if (!fine || s->config.fail_checks) check_failed(s, t, why);
}
