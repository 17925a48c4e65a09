/* odds.c - `musket odds`: what the battles that could be fought now would bring. */
#include <stdlib.h>
#include <string.h>

#include "cli.h"

/* ---- A chart ------------------------------------------------------------ */

enum { BAR = 20, MOST_ROWS = 24 };

static void print_bar(double share, double longest) {
    int n = (int)(share / longest * BAR + 0.5);
    for (int i = 0; i < BAR; i++) putchar(i < n ? '#' : ' ');
}

/* The greatest loss that came in more than one battle of two hundred. */
static int last_row(const mk_game *game, const mk_odds *o) {
    int last = 0;
    for (int s = 0; s < game->seat_count; s++)
        for (int n = last + 1; n < MK_ODDS_LOSSES; n++)
            if (mk_odds_at_least(o, s, n) > 0.005) last = n;
    return last < MOST_ROWS ? last : MOST_ROWS;
}

static bool takes_part(const mk_odds *o, int seat) {
    return o->won[seat] || o->lost[seat][0] < o->fought;
}

/* The share of battles in which a seat lost so much; the last row has all that is more. */
static double share_of(const mk_odds *o, int seat, int loss, int last) {
    double share = mk_odds_at_least(o, seat, loss);
    return loss < last ? share - mk_odds_at_least(o, seat, loss + 1) : share;
}

static void print_losses(const mk_game *game, const mk_odds *o) {
    int last = last_row(game, o);
    double longest = 0;
    for (int s = 0; s < game->seat_count; s++)
        for (int n = 0; takes_part(o, s) && n <= last; n++)
            if (share_of(o, s, n, last) > longest) longest = share_of(o, s, n, last);
    printf("  lost %-7s", game->battles->unit);
    for (int s = 0; s < game->seat_count; s++)
        if (takes_part(o, s)) printf("  %-*s", BAR + 6, game->seats[s].title);
    printf("\n");
    for (int n = 0; n <= last; n++) {
        printf("  %9d%-3s", n, n == last && last == MOST_ROWS ? "+" : "");
        for (int s = 0; s < game->seat_count; s++) {
            if (!takes_part(o, s)) continue;
            double share = share_of(o, s, n, last);
            printf("  %3.0f %% ", 100 * share);
            print_bar(share, longest);
            printf(" ");
        }
        printf("\n");
    }
}

void cli_print_odds(const mk_game *game, const mk_odds *o) {
    printf("%s: played out %d times", mk_label(game, game->battles->place, o->place), o->trials);
    if (o->fought < o->trials)
        printf("; a battle in %.0f %% of them", 100.0 * o->fought / o->trials);
    printf("\n");
    if (!o->fought) return;
    for (int s = 0; s < game->seat_count; s++) {
        if (!takes_part(o, s)) continue;
        printf("  %s win %.0f %%, lose %.1f %s\n", game->seats[s].title,
               100.0 * o->won[s] / o->fought, mk_odds_mean(o, s), game->battles->unit);
    }
    print_losses(game, o);
}

/* ---- The command -------------------------------------------------------- */

typedef struct {
    const mk_game *game;
    const void *state;
    int seat;
    mk_effort effort;
    mk_rng rng;
    bool json;
} question;

static void answer_json(const question *q, const char *action, const mk_odds *o) {
    mk_text out = {0};
    mk_text_add(&out, "{");
    if (action) {
        mk_text_add(&out, "\"action\":");
        mk_text_json(&out, action);
        mk_text_add(&out, ",");
    }
    mk_text_add(&out, "\"odds\":");
    mk_odds_write(q->game, o, &out);
    mk_text_add(&out, "}");
    puts(out.p);
    mk_text_free(&out);
}

/* Every question begins with the same generator: what was asked before it changes nothing. */
static void ask(const question *q, mk_action action, mk_odds *o) {
    mk_rng rng = q->rng;
    mk_odds_find(q->game, q->state, q->seat, action, q->effort, &rng, o);
}

static void print_row(const question *q, const char *action, const mk_odds *o) {
    printf("%-40s", action);
    for (int s = 0; s < q->game->seat_count; s++)
        if (takes_part(o, s))
            printf("  %s %3.0f %% (-%.1f)", q->game->seats[s].title,
                   o->fought ? 100.0 * o->won[s] / o->fought : 0, mk_odds_mean(o, s));
    printf("  battle %3.0f %%\n", 100.0 * o->fought / o->trials);
}

/* All attacks that are legal now, a line for each. */
static int answer_all(const question *q) {
    static mk_actions legal;
    static mk_odds o;
    if (!mk_attacks(q->game, q->state, &legal))
        return cli_error("no action of this decision leads to a battle");
    for (int i = 0; i < legal.count; i++) {
        char text[CLI_ACTION_TEXT];
        ask(q, legal.list[i], &o);
        mk_print_action(q->game, legal.list[i], text, sizeof text);
        (q->json ? answer_json : print_row)(q, text, &o);
    }
    return CLI_FINE;
}

static int answer_one(const question *q, const char *text) {
    static mk_odds o;
    mk_action action = {0};
    mk_error error = {0};
    if (!mk_parse_action(q->game, text, &action, &error)) return cli_error_from(&error);
    if (!mk_legal(q->game, q->state, action)) return cli_error("\"%s\" is not legal now", text);
    if (mk_battle_at(q->game, q->state, action) < 0)
        return cli_error("\"%s\" leads to no battle", text);
    ask(q, action, &o);
    if (q->json)
        answer_json(q, text, &o);
    else
        cli_print_odds(q->game, &o);
    return CLI_FINE;
}

void *cli_read_moment(const char *file, int64_t at, const mk_game **game) {
    mk_text text = {0};
    mk_error error = {0};
    void *state = malloc(MK_MAX_STATE);
    if (!state) abort();
    bool fine = cli_read_file(file, &text);
    if (fine && strncmp(text.p ? text.p : "", "musket position", 15) == 0) {
        fine = mk_position_read(text.p, text.n, file, game, state, &error) ||
               (cli_error_from(&error), false);
    } else if (fine) {
        mk_code code;
        mk_table *table = cli_read_journal(file, &code);
        fine = table;
        if (fine) {
            int count = mk_table_count(table);
            *game = mk_table_game(table);
            mk_table_state_at(table, at < count ? (int)at : count, state);
        }
        mk_table_free(table);
    }
    mk_text_free(&text);
    if (fine) return state;
    free(state);
    return NULL;
}

static int run(const char *file, int64_t at, const char *action, question *q) {
    void *state = cli_read_moment(file, at, &q->game);
    if (!state) return CLI_FAILED;
    int code;
    q->state = state;
    q->seat = mk_seat(q->game, state);
    if (!q->game->battles)
        code = cli_error("%s has no odds of battles", q->game->title);
    else if (q->seat == MK_OVER)
        code = cli_error("the game is over; --at N asks at an earlier moment");
    else
        code = action ? answer_one(q, action) : answer_all(q);
    free(state);
    return code;
}

int cli_odds(int argc, char **argv) {
    int64_t at = INT64_MAX, battles = 2000, think = 0;
    const char *action = NULL;
    cli_start start = CLI_START_DEFAULTS;
    question q = {0};
    const cli_option options[] = {
        {"--at", "N", "the moment after N actions of the journal (all of them)", CLI_NUMBER, &at, 0,
         INT64_MAX},
        {"--action", "A", "the action that is asked about, as in a journal", CLI_TEXT, &action, 0,
         0},
        {"--battles", "N", "times that a battle is played out (2000)", CLI_NUMBER, &battles, 1,
         10000000},
        {"--think", "MS", "milliseconds for a battle at most", CLI_NUMBER, &think, 1, 3600000},
        {"--json", NULL, "one JSON object per action", CLI_FLAG, &q.json, 0, 0},
        CLI_SEED_ROW(start, "the chance that it is played out with (1)"),
        CLI_DATA_ROW(start),
        {0},
    };
    const cli_usage usage = {
        "odds",
        "FILE",
        1,
        1,
        "Plays out the battles that can be begun at a moment of a journal, or in a position, and\n"
        "says who wins how often and what it costs: for one action as a chart, else for each that\n"
        "leads to a battle. It knows only what the seat that decides may know.",
        options};
    cli_list words;
    int code = cli_parse(&usage, argc, argv, &words);
    if (code != CLI_GO_ON) return code;
    if (!cli_open(start.data)) return CLI_FAILED;
    q.effort = (mk_effort){(int)battles, (double)think / 1000};
    mk_rng_seed(&q.rng, start.seed >= 0 ? (uint64_t)start.seed : 1);
    return run(words.at[0], at, action, &q);
}
