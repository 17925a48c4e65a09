/* tune.c - `musket tune`: fits the weights of a game's judgement to games that bots played.
 *
 * Every turn of every game gives a sample: what the terms were, and who won in the end. The weights
 * are those that make the results most likely (logistic regression, by Newton's method). The last
 * fifth of the games is kept apart, and both judgements, before and after, are measured on it. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tune.h"

enum { ROUNDS = 25, KEPT_APART = 5 /* each fifth */ };
static const double RIDGE = 1e-3; /* what is never seen keeps a weight near 0 */

typedef struct {
    int term[MK_MAX_TERMS];
    float won; /* 1, 0, or a share of the first place */
    int game;
} sample;

typedef struct {
    sample *list;
    int count, room;
} samples;

typedef struct {
    const mk_game *game;
    const cli_start *start;
    const mk_bot *bot;
    cli_thought thought;
    int64_t games, stray; /* one action of so many is any legal one */
    samples *of_game;     /* one list for each, whoever has played it */
} work;

static void add(samples *s, const sample *one) {
    if (s->count == s->room) {
        s->room = s->room ? 2 * s->room : 64;
        s->list = realloc(s->list, (size_t)s->room * sizeof *s->list);
        if (!s->list) abort();
    }
    s->list[s->count++] = *one;
}

/* A game of two sides is judged from the first one's seat: the other's chance is the rest. */
static int judged_seats(const mk_game *game) {
    return game->seat_count == 2 ? 1 : game->seat_count;
}

static void note(const work *w, const void *state, samples *to) {
    for (int seat = 0; seat < judged_seats(w->game); seat++) {
        sample one = {.term = {1}};
        w->game->consider(state, seat, one.term + 1);
        add(to, &one);
    }
}

static void note_end(const work *w, const void *state, samples *s) {
    mk_outcome outcome = {0};
    int first = 0, seats = judged_seats(w->game);
    w->game->outcome(state, &outcome);
    for (int seat = 0; seat < w->game->seat_count; seat++) first += outcome.rank[seat] == 1;
    for (int i = 0; i < s->count; i++)
        s->list[i].won = outcome.rank[i % seats] == 1 ? 1.0f / (float)first : 0;
}

void tune_setup(const mk_game *game, const cli_start *start, int64_t number, mk_setup *setup) {
    int scenarios = 0;
    while (game->scenarios[scenarios].id) scenarios++;
    cli_start own = *start;
    if (!own.scenario) own.scenario = game->scenarios[number % scenarios].id;
    own.seed += number;
    cli_setup(game, &own, setup);
}

static void play_game(const work *w, int number, mk_mind *const minds[], samples *to) {
    _Alignas(max_align_t) unsigned char state[MK_MAX_STATE];
    mk_actions legal;
    const mk_base *base = (const mk_base *)state;
    mk_setup setup;
    mk_rng rng;
    tune_setup(w->game, w->start, number, &setup);
    mk_rng_seed(&rng, (uint64_t)w->start->seed + (uint64_t)number);
    mk_start(w->game, state, &setup, NULL);
    for (int turn = -1, seat; (seat = mk_seat(w->game, state)) != MK_OVER;) {
        if (base->turn != turn) note(w, state, to);
        turn = base->turn;
        mk_action action;
        if (mk_below(&rng, (uint32_t)w->stray) == 0 && mk_list(w->game, state, &legal))
            action = legal.list[mk_below(&rng, (uint32_t)legal.count)];
        else
            action = mk_bot_think(w->bot, w->game, state, seat, &rng, minds[seat]);
        mk_apply(w->game, state, action, NULL);
    }
    note_end(w, state, to);
}

/* ---- A game as a line: the terms of each sample, and who won ------------------------ */

static int term_count(const mk_game *game) {
    int terms = 0;
    while (game->terms[terms].name) terms++;
    return terms;
}

static bool play(void *context, void *kept, int number, mk_text *line) {
    (void)kept;
    const work *w = context;
    int terms = term_count(w->game);
    samples all = {0};
    mk_mind *minds[MK_MAX_SEATS];
    cli_minds(minds, &w->thought);
    play_game(w, number, minds, &all);
    cli_minds_free(minds);
    for (int i = 0; i < all.count; i++) {
        mk_text_add(line, "%s%a", i ? " " : "", (double)all.list[i].won);
        for (int k = 0; k < terms; k++) mk_text_add(line, " %d", all.list[i].term[k]);
    }
    free(all.list);
    return true;
}

static bool take_line(void *context, int number, const char *line) {
    work *w = context;
    int terms = term_count(w->game);
    samples all = {0};
    char *at = (char *)line;
    while (*at) {
        sample one = {.game = number};
        char *end;
        one.won = (float)strtod(at, &end);
        for (int k = 0; k < terms && end > at; k++) one.term[k] = (int)strtol(at = end, &end, 10);
        if (end == at) break;
        at = end;
        add(&all, &one);
    }
    if (*at || !all.count) {
        free(all.list);
        return false;
    }
    w->of_game[number] = all;
    return true;
}

static bool play_all(work *w, int64_t jobs, const char *results) {
    mk_text heading = {0};
    mk_setup setup;
    tune_setup(w->game, w->start, 0, &setup);
    mk_text_add(&heading, "musket tune 1 %s %s seed %lld rules %d data %016llx bot %s stray %lld",
                w->game->id, w->start->scenario ? w->start->scenario : "all",
                (long long)w->start->seed, w->game->rules_version,
                (unsigned long long)mk_data_hash(w->game), w->bot->name, (long long)w->stray);
    cli_add_limits(&heading, w->game, &setup, &w->thought);
    mk_text_add(&heading, "\n");
    spread s = {.context = w,
                .count = (int)w->games,
                .jobs = jobs,
                .play = play,
                .take = take_line,
                .results = results,
                .heading = heading.p};
    bool fine = spread_games(&s);
    mk_text_free(&heading);
    return fine;
}

/* ---- Fitting -------------------------------------------------------------- */

static double logistic(double x) { return 1 / (1 + exp(-x)); }

static double sum_of(const sample *s, const double *weight, int terms) {
    double sum = 0;
    for (int i = 0; i < terms; i++) sum += weight[i] * s->term[i];
    return sum;
}

static bool is_apart(const sample *s) { return s->game % KEPT_APART == KEPT_APART - 1; }

typedef struct {
    double loss, hits; /* mean log loss; share in which the likelier side won */
    int count;
} quality;

static quality measure(const samples *all, const double *weight, int terms) {
    quality q = {0};
    for (int i = 0; i < all->count; i++) {
        const sample *s = &all->list[i];
        if (!is_apart(s)) continue;
        double p = logistic(sum_of(s, weight, terms));
        if (p < 1e-6) p = 1e-6;
        if (p > 1 - 1e-6) p = 1 - 1e-6;
        q.loss -= s->won * log(p) + (1 - s->won) * log(1 - p);
        q.hits += (p > 0.5) == (s->won > 0.5f);
        q.count++;
    }
    if (q.count) q.loss /= q.count, q.hits /= q.count;
    return q;
}

/* Solves a x = b; a is positive definite. */
static void solve(int n, double a[MK_MAX_TERMS][MK_MAX_TERMS], double *b) {
    for (int k = 0; k < n; k++)
        for (int i = k + 1; i < n; i++) {
            double f = a[i][k] / a[k][k];
            for (int j = k; j < n; j++) a[i][j] -= f * a[k][j];
            b[i] -= f * b[k];
        }
    for (int k = n - 1; k >= 0; k--) {
        for (int j = k + 1; j < n; j++) b[k] -= a[k][j] * b[j];
        b[k] /= a[k][k];
    }
}

/* Terms of all sizes: each is divided by how large it is. */
static void sizes(const samples *all, int terms, double *size) {
    for (int k = 0; k < terms; k++) {
        double sum = 0;
        for (int i = 0; i < all->count; i++)
            sum += (double)all->list[i].term[k] * all->list[i].term[k];
        size[k] = sqrt(sum / all->count) + 1e-9;
    }
}

static void fit(const samples *all, int terms, double *weight) {
    double size[MK_MAX_TERMS], x[MK_MAX_TERMS], w[MK_MAX_TERMS] = {0};
    sizes(all, terms, size);
    for (int round = 0; round < ROUNDS; round++) {
        double bend[MK_MAX_TERMS][MK_MAX_TERMS] = {{0}}, slope[MK_MAX_TERMS] = {0};
        int count = 0;
        for (int i = 0; i < all->count; i++) {
            const sample *s = &all->list[i];
            if (is_apart(s)) continue;
            for (int k = 0; k < terms; k++) x[k] = s->term[k] / size[k];
            double sum = 0;
            for (int k = 0; k < terms; k++) sum += w[k] * x[k];
            double p = logistic(sum), width = p * (1 - p);
            for (int k = 0; k < terms; k++) {
                slope[k] += (s->won - p) * x[k];
                for (int j = 0; j < terms; j++) bend[k][j] += width * x[k] * x[j];
            }
            count++;
        }
        for (int k = 0; k < terms; k++) {
            bend[k][k] += RIDGE * count + 1e-9;
            slope[k] -= RIDGE * count * w[k];
        }
        solve(terms, bend, slope);
        for (int k = 0; k < terms; k++) w[k] += slope[k];
    }
    for (int k = 0; k < terms; k++) weight[k] = w[k] / size[k];
}

/* ---- Reporting ------------------------------------------------------------ */

static void add_weights(const mk_game *game, mk_text *out) {
    const int32_t *weight = mk_judgement_weights(game);
    mk_text_add(out, "  \"weights\": {\n");
    for (int i = 0; game->terms[i].name; i++)
        mk_text_add(out, "%s    \"%s\": %d", i ? ",\n" : "", game->terms[i].name, weight[i]);
    mk_text_add(out, "\n  }");
}

static void add_habits(const mk_game *game, mk_text *out) {
    int count = mk_habit_count(game);
    mk_text_add(out, "  \"habits\": {");
    for (int seat = 0; seat < game->seat_count; seat++) {
        mk_text_add(out, "%s\n    \"%s\": {", seat ? "," : "", game->seats[seat].id);
        const char *between = "\n";
        for (int i = 0; i < count; i++) {
            if (!mk_has_habit(game, seat, i)) continue;
            mk_text_add(out, "%s      \"%s\": %d", between, game->habits[i].name,
                        game->habit[seat * count + i]);
            between = ",\n";
        }
        mk_text_add(out, "\n    }");
    }
    mk_text_add(out, "\n  }");
}

bool tune_write(const mk_game *game, const char *weights_from, const char *habits_from,
                const char *file) {
    mk_text out = {0};
    mk_text_add(&out, "{\n  \"game\": \"%s\",\n  \"version\": 1,\n", game->id);
    mk_text_add(&out, "  \"legend\": \"millionths of a logit per unit of the term, for the first "
                      "seat\",\n");
    mk_text_add(&out, "  \"provenance\": \"%s\",\n", weights_from ? weights_from : "as it was");
    add_weights(game, &out);
    if (game->habits) {
        mk_text_add(&out, ",\n  \"habits_provenance\": \"%s\",\n",
                    habits_from ? habits_from : "as it was");
        add_habits(game, &out);
    }
    mk_text_add(&out, "\n}\n");
    bool fine = cli_write_file(file, out.p, out.n);
    mk_text_free(&out);
    return fine;
}

static void print(const char *when, quality q) {
    printf("  %-8s log loss %.4f, the likelier side won %.1f %%\n", when, q.loss, 100 * q.hits);
}

static void collect(const work *w, samples *all) {
    for (int i = 0; i < w->games; i++) {
        for (int k = 0; k < w->of_game[i].count; k++) add(all, &w->of_game[i].list[k]);
        free(w->of_game[i].list);
    }
}

static int tune(work *w, int64_t jobs, const char *results, const char *file) {
    const mk_game *game = w->game;
    int32_t *now = mk_judgement_weights(game);
    double before[MK_MAX_TERMS], after[MK_MAX_TERMS];
    int terms = term_count(game);
    for (int i = 0; i < terms; i++) before[i] = now[i] / 1e6;
    w->of_game = calloc((size_t)w->games, sizeof *w->of_game);
    if (!w->of_game) abort();
    bool played = play_all(w, jobs, results);
    samples all = {0};
    collect(w, &all);
    free(w->of_game);
    if (!played) {
        free(all.list);
        return CLI_FAILED;
    }
    fit(&all, terms, after);

    quality old = measure(&all, before, terms), new = measure(&all, after, terms);
    printf("%s: %d positions of %lld games of %s, every fifth game kept apart (%d positions)\n",
           game->title, all.count, (long long)w->games, w->bot->name, new.count);
    print("before", old);
    print("after", new);
    printf("\n  %-20s %12s %12s\n", "term", "before", "after");
    for (int i = 0; i < terms; i++)
        printf("  %-20s %12.0f %12.0f  %s\n", game->terms[i].name, 1e6 * before[i], 1e6 * after[i],
               game->terms[i].title);
    free(all.list);
    if (!file) return CLI_FINE;
    char origin[200];
    int n =
        snprintf(origin, sizeof origin,
                 "musket tune %s --bot %s --games %lld --stray %lld --seed %lld", game->id,
                 w->bot->name, (long long)w->games, (long long)w->stray, (long long)w->start->seed);
    if (w->thought.playouts)
        snprintf(origin + n, sizeof origin - (size_t)n, " --playouts %lld",
                 (long long)w->thought.playouts);
    for (int i = 0; i < terms; i++) now[i] = (int32_t)lround(1e6 * after[i]);
    return tune_write(game, origin, NULL, file) ? CLI_FINE : CLI_FAILED;
}

int cli_tune(int argc, char **argv) {
    cli_start start = CLI_START_DEFAULTS;
    start.seed = 1;
    int64_t jobs = 0;
    const char *file = NULL, *results = NULL, *bot = "greedy", *habits = NULL;
    work w = {.games = 0, .stray = 30};
    const cli_option options[] = {
        {"--games", "N", "how many games (2000); with --habits, of each trial (500)", CLI_NUMBER,
         &w.games, 10, 1000000},
        {"--habits", "SEAT", "better habits for this seat's rules of thumb instead", CLI_TEXT,
         &habits, 0, 0},
        {"--jobs", "J", "on how many threads (one per core)", CLI_NUMBER, &jobs, 1, 64},
        {"--bot", "NAME", "who plays both sides (greedy)", CLI_TEXT, &bot, 0, 0},
        {"--stray", "N", "one action of N is any legal one, to see more of the game (30)",
         CLI_NUMBER, &w.stray, 2, 1000000},
        CLI_THOUGHT_ROWS(w.thought),
        CLI_SETUP_ROWS(start),
        CLI_SEED_ROW(start, "the same seed gives the same weights (1)"),
        {"--results", "F", "write each game to F, and go on from there", CLI_TEXT, &results, 0, 0},
        {"--out", "F", "write the weights to F (data/GAME/judgement.json)", CLI_TEXT, &file, 0, 0},
        CLI_DATA_ROW(start),
        {0},
    };
    const cli_usage usage = {
        "tune",
        "GAME",
        1,
        1,
        "Lets bots play, and fits the weights of the game's judgement to who won. Reports how "
        "well\n"
        "the judgement foretells games that it was not fitted to, before and after. All scenarios\n"
        "are played in turn unless one is named. The result depends on the seed, not on --jobs.\n"
        "With --habits it lets the easy bot of one seat play with other habits, one at a time, "
        "and\n"
        "keeps what wins more games. --out then has the best so far, and --results goes on.",
        options};
    int code;
    w.game = cli_parse_game(&usage, argc, argv, &start, &code);
    if (!w.game) return code;
    if (!w.game->terms) return cli_error("%s has no terms to weigh", w.game->title);
    w.start = &start;
    w.bot = mk_find_bot(bot, w.game);
    if (!w.bot) return cli_error("there is no bot called \"%s\"", bot);
    mk_setup probe;
    if (!cli_setup(w.game, &start, &probe)) return CLI_FAILED;
    if (habits) {
        tune_habits_args args = {w.game,  &start, cli_seat(w.game, habits), 500, jobs,
                                 results, file};
        if (w.games) args.games = w.games;
        if (!w.game->habits) return cli_error("%s has no habits to tune", w.game->title);
        if (args.seat == CLI_NO_SUCH_SEAT) return CLI_FAILED;
        if (args.seat < 0) return cli_error("--habits wants one seat");
        return tune_habits(&args);
    }
    if (!w.games) w.games = 2000;
    return tune(&w, jobs, results, file);
}
