/* analyse.c - `musket analyse`: a game that was played, looked at again. */
#include <math.h>
#include <stdlib.h>
#include <unistd.h>

#include "bots/analysis.h"
#include "cli.h"

enum { CURVE_WIDTH = 50 };

static void show_progress(void *context, double share) {
    cli_progress_at(context, (int64_t)(share * 1000));
}

/* ---- For people --------------------------------------------------------- */

/* A line at the beginning of each turn, and at the end: the chance of the first seat as a bar. */
static void print_curve(const mk_analysis *a) {
    printf("\nChance to win\n  %-6s%-8s", "turn", "action");
    for (int s = 0; s < a->game->seat_count; s++) printf("%-11s", a->game->seats[s].title);
    printf("(bar: %s)\n", a->game->seats[0].title);
    for (int i = 0; i < a->count; i++) {
        const mk_moment *m = &a->moment[i];
        if (i > 0 && i < a->count - 1 && m->turn == m[-1].turn) continue;
        printf("  %-6d%-8d", m->turn, m->at);
        for (int s = 0; s < a->game->seat_count; s++) printf("%3.0f %%      ", 100 * m->win[s]);
        for (int k = 0; k < (int)(m->win[0] * CURVE_WIDTH + 0.5); k++) putchar('#');
        printf("\n");
    }
}

static void print_turning(const mk_analysis *a, const mk_turning *t) {
    const mk_moment *from = &a->moment[t->first], *to = &a->moment[t->last];
    printf("\n  Turn %d, action %d: %s %.0f %% -> %.0f %% (before the dice %.0f %%)\n    ",
           to->turn, from->at + 1, a->game->seats[t->seat].title, 100 * from->win[t->seat],
           100 * to->win[t->seat], 100 * t->chosen);
    cli_wrapped(4, t->done.p ? t->done.p : "");
    if (!t->asked || t->better <= t->chosen) return;
    printf("    The machine would have played, for %.0f %% before the dice:\n      ",
           100 * t->better);
    cli_wrapped(6, t->move.p ? t->move.p : "");
    if (!t->line.n) return;
    printf("    Then it expects:\n      ");
    cli_wrapped(6, t->line.p);
}

static void print_luck(const mk_analysis *a) {
    printf("\nLuck and skill, in points of the chance to win\n");
    for (int s = 0; s < a->game->seat_count; s++)
        printf("  %-12s luck %+4.0f (give or take %.0f)   skill %+4.0f\n", a->game->seats[s].title,
               100 * a->luck[s], 196 * a->error[s], 100 * a->skill[s]);
    printf("  Luck: what the dice brought beyond their average. Skill: what the choices gained\n"
           "  over those of the easy level.\n");
}

static void print_analysis(const mk_table *table, const mk_analysis *a) {
    printf("%s, %s: %d actions, %d game%s played on from each\n", a->game->title,
           a->game->scenarios[mk_table_setup(table)->scenario].title, a->count - 1, a->playouts,
           a->playouts == 1 ? "" : "s");
    print_curve(a);
    print_luck(a);
    if (a->turning_count)
        printf("\nTurning points: chances of the side that moved, before and after\n");
    for (int i = 0; i < a->turning_count; i++) print_turning(a, &a->turning[i]);
}

/* ---- The command -------------------------------------------------------- */

static int run(const char *file, const mk_analysis_effort *effort, bool json) {
    mk_code found;
    mk_table *table = cli_read_journal(file, &found);
    if (!table) return CLI_FAILED;
    cli_progress bar;
    mk_analysis_effort with = *effort;
    cli_progress_start(&bar, "playing on", 1000);
    with.progress = show_progress;
    with.context = &bar;
    mk_analysis *a = mk_analyse(table, &with);
    cli_progress_end(&bar);
    if (json) {
        mk_text out = {0};
        mk_analysis_write(a, &out);
        puts(out.p);
        mk_text_free(&out);
    } else {
        print_analysis(table, a);
    }
    mk_analysis_free(a);
    mk_table_free(table);
    return found == MK_OK || found == MK_E_TRUNCATED ? CLI_FINE : CLI_FAILED;
}

int cli_analyse(int argc, char **argv) {
    int64_t playouts = 40, think = 0, jobs = sysconf(_SC_NPROCESSORS_ONLN), turnings = 6;
    bool json = false;
    cli_start start = CLI_START_DEFAULTS;
    const cli_option options[] = {
        {"--playouts", "N", "games that are played on from each moment (40)", CLI_NUMBER, &playouts,
         1, 1000000},
        {"--think", "S", "seconds at most", CLI_NUMBER, &think, 1, 86400},
        {"--turning", "N", "how many turning points (6)", CLI_NUMBER, &turnings, 0, 1000},
        {"--jobs", "J", "threads (one per core)", CLI_NUMBER, &jobs, 1, 64},
        {"--json", NULL, "everything as one JSON object", CLI_FLAG, &json, 0, 0},
        CLI_SEED_ROW(start, "the chance that it plays on with (1)"),
        CLI_DATA_ROW(start),
        {0},
    };
    const cli_usage usage = {
        "analyse",
        "JOURNAL",
        1,
        1,
        "Looks at a game again: the chance to win after each action, what of its changes was luck\n"
        "and what skill, the turning points, and what the machine would have done there. From "
        "each\n"
        "moment many games are played on by the rules of thumb, with new dice.",
        options};
    cli_list words;
    int code = cli_parse(&usage, argc, argv, &words);
    if (code != CLI_GO_ON) return code;
    if (!cli_open(start.data)) return CLI_FAILED;
    const mk_analysis_effort effort = {.playouts = (int)playouts,
                                       .seconds = (double)think,
                                       .threads = (int)jobs,
                                       .turnings = (int)turnings,
                                       .seed = start.seed >= 0 ? (uint64_t)start.seed : 1};
    return run(words.at[0], &effort, json);
}
