/* tune_habits.c - `musket tune --habits`: better habits for one side's rules of thumb.
 *
 * One habit after the other is made smaller and larger, and greedy plays with it against the other
 * sides as they are. What wins more games is tried again in three times as many, and kept if it
 * still does. When one side has found better habits, it is the other's turn: so both learn what to
 * do against the best that is known. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tune.h"

enum {
    SHARE = 12,  /* points of a game: they can be shared by up to four */
    AGAIN = 3,   /* times as many games to confirm */
    STEPS = 4,   /* other values of each habit */
    TRIALS = 12, /* of each habit at most */
};
/* What a gain must be, as a share of the games: at first, and again. */
static const double SEEMS = 0.01, HOLDS = 0.008;

/* A trial: so many games, with the habits as they are now. Its result is a line of the results. */
typedef struct {
    const tune_habits_args *args;
    spread record; /* a trial is one number of it */
    int64_t points[MK_MAX_HABITS * TRIALS];
    int next; /* trial */
    int64_t first, won;
} work;

static int32_t *habit_at(const tune_habits_args *a, int habit) {
    return &a->game->habit[a->seat * mk_habit_count(a->game) + habit];
}

/* ---- Games of a trial ------------------------------------------------------ */

static bool play(void *context, void *kept, int number, mk_text *line) {
    (void)kept;
    const work *w = context;
    const mk_game *game = w->args->game;
    const mk_bot *greedy = mk_find_bot("greedy", game);
    _Alignas(max_align_t) unsigned char state[MK_MAX_STATE];
    mk_setup setup;
    mk_rng rng;
    tune_setup(game, w->args->start, w->first + number, &setup);
    mk_rng_seed(&rng, (uint64_t)(w->args->start->seed + w->first + number));
    mk_start(game, state, &setup, NULL);
    for (int seat; (seat = mk_seat(game, state)) != MK_OVER;)
        mk_apply(game, state, mk_bot_choose(greedy, game, state, seat, &rng), NULL);
    mk_outcome end = {0};
    int winners = 0;
    game->outcome(state, &end);
    for (int s = 0; s < game->seat_count; s++) winners += end.rank[s] == 1;
    mk_text_add(line, "%d", end.rank[w->args->seat] == 1 ? SHARE / winners : 0);
    return true;
}

static bool take_game(void *context, int number, const char *line) {
    (void)number;
    work *w = context;
    w->won += atoi(line);
    return true;
}

/* The share of games that the seat wins, the n-th with the same dice as the n-th of other trials
 * from the same first one. */
static double trial(work *w, int64_t first, int64_t games) {
    int number = w->next++;
    w->first = first;
    if (!w->record.taken[number]) {
        char line[32];
        spread s = {.context = w,
                    .count = (int)games,
                    .jobs = w->args->jobs,
                    .play = play,
                    .take = take_game};
        w->won = 0;
        spread_games(&s);
        snprintf(line, sizeof line, "%lld", (long long)w->won);
        spread_take(&w->record, number, line);
    }
    return (double)w->points[number] / SHARE / (double)games;
}

static bool take_trial(void *context, int number, const char *line) {
    work *w = context;
    char *end;
    w->points[number] = strtoll(line, &end, 10);
    return end > line && !*end;
}

/* ---- One habit after the other ---------------------------------------------- */

/* The same, where the game cannot reckon with another in that direction. */
static int32_t other_value(const mk_habit *habit, int32_t old, int step) {
    static const double factor[STEPS] = {0.5, 0.75, 1.33, 2};
    static const int32_t from_none[STEPS] = {5, 15, 30, 50};
    int32_t value = old ? (int32_t)lround(old * factor[step]) : from_none[step];
    if (value == old) value += step < STEPS / 2 ? -1 : 1;
    return value < habit->least ? habit->least : value > habit->most ? habit->most : value;
}

static bool improve(work *w, int habit, int64_t first) {
    const tune_habits_args *a = w->args;
    int32_t *value = habit_at(a, habit), old = *value, best = old;
    double before = trial(w, first, a->games), most = before;
    for (int step = 0; step < STEPS; step++) {
        *value = other_value(&a->game->habits[habit], old, step);
        double share = trial(w, first, a->games);
        if (share > most) most = share, best = *value;
    }
    *value = old;
    if (most <= before + SEEMS) return false;
    int64_t games = AGAIN * a->games;
    before = trial(w, first + a->games, games);
    *value = best;
    double after = trial(w, first + a->games, games);
    if (after <= before + HOLDS) *value = old;
    if (*value == old) return false;
    printf("  %-12s %7d -> %-7d %5.1f %% -> %5.1f %%  %s\n", a->game->habits[habit].name, old, best,
           100 * before, 100 * after, a->game->habits[habit].title);
    fflush(stdout);
    return true;
}

static int improve_all(work *w, const char *origin) {
    const tune_habits_args *a = w->args;
    int better = 0, count = mk_habit_count(a->game);
    cli_progress bar;
    cli_progress_start(&bar, "habits", count);
    for (int i = 0; i < count; i++) {
        cli_progress_at(&bar, i);
        if (!mk_has_habit(a->game, a->seat, i)) continue;
        w->next = TRIALS * i;
        /* Each habit has games of its own: what was lucky for one does not help the next. */
        if (!improve(w, i, (1 + AGAIN) * a->games * i)) continue;
        better++;
        if (a->file && !tune_write(a->game, NULL, origin, a->file)) return -1;
    }
    cli_progress_end(&bar);
    return better;
}

static bool open_record(work *w, mk_text *heading) {
    const tune_habits_args *a = w->args;
    mk_setup setup;
    tune_setup(a->game, a->start, 0, &setup);
    mk_text_add(heading,
                "musket tune habits 1 %s %s seed %lld rules %d data %016llx seat %s games %lld",
                a->game->id, a->start->scenario ? a->start->scenario : "all",
                (long long)a->start->seed, a->game->rules_version,
                (unsigned long long)mk_data_hash(a->game), a->game->seats[a->seat].id,
                (long long)a->games);
    for (int i = 0; i < a->game->seat_count * mk_habit_count(a->game); i++)
        mk_text_add(heading, " %d", a->game->habit[i]);
    cli_add_limits(heading, a->game, &setup, &(cli_thought){0});
    mk_text_add(heading, "\n");
    w->record = (spread){.context = w,
                         .count = MK_MAX_HABITS * TRIALS,
                         .left = MK_MAX_HABITS * TRIALS,
                         .take = take_trial,
                         .results = a->results,
                         .heading = heading->p};
    w->record.taken = calloc((size_t)w->record.count, sizeof *w->record.taken);
    if (!w->record.taken) abort();
    return spread_open_results(&w->record);
}

int tune_habits(const tune_habits_args *a) {
    static work w;
    mk_text heading = {0};
    w = (work){.args = a};
    if (spread_elsewhere) return cli_error("habits are tuned by one process");
    int better = -1;
    if (open_record(&w, &heading)) {
        char origin[160];
        snprintf(origin, sizeof origin, "musket tune %s --habits %s --games %lld --seed %lld",
                 a->game->id, a->game->seats[a->seat].id, (long long)a->games,
                 (long long)a->start->seed);
        printf("%s, habits of the %s: trials of %lld games\n", a->game->title,
               a->game->seats[a->seat].title, (long long)a->games);
        better = improve_all(&w, origin);
    }
    if (better == 0) printf("  none that would be better was found\n");
    if (w.record.file) fclose(w.record.file);
    free(w.record.taken);
    mk_text_free(&heading);
    return better < 0 ? CLI_FAILED : CLI_FINE;
}
