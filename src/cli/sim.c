/* sim.c - `musket sim`: bots play many games on several threads.
 *
 * Game i gets its dice and its bots' dice from (seed, i) alone and its result a place of its own,
 * so the result does not depend on how many threads there are or which of them was faster. */
#define _GNU_SOURCE
#include "sim.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* No game of ours is a hundredth as long. A game that is would hang the command. */
enum { TOO_LONG = 1000000 };

typedef struct {
    const mk_game *game;
    const mk_setup *setup;
    const cli_players *players;
    uint64_t seed;
    sim_game *games;
    int count;
    atomic_int next, done;
    atomic_int unfinished; /* number of a game that did not end, plus 1 */
    atomic_llong *notes;   /* --coverage: how often each came; NULL: not counted */
    sim_leads leads;
    char fault[200]; /* what was wrong with the position at the end of that game */
} work;

/* Keys are (seed, game, purpose): no two games, and no dice and bot, share one. */
static void make_key(uint8_t key[MK_KEY_BYTES], uint64_t seed, uint32_t game, const char *purpose) {
    memset(key, 0, MK_KEY_BYTES);
    for (int i = 0; i < 8; i++) key[i] = (uint8_t)(seed >> (8 * i));
    for (int i = 0; i < 4; i++) key[8 + i] = (uint8_t)(game >> (8 * i));
    memcpy(key + 16, purpose, strlen(purpose));
}

static void count_notes(const work *w, const mk_log *log) {
    for (int i = 0; i < log->count; i++) {
        const mk_event *e = &log->event[i];
        bool note = e->count > 0 && w->game->events[e->kind].kind[0] == w->game->followed;
        if (note) atomic_fetch_add_explicit(&w->notes[e->n[0]], 1, memory_order_relaxed);
    }
}

/* Who stands best now, by the game's own estimate; SIM_NOBODY if two do. */
static int leader(const mk_game *game, const void *state) {
    int best = -1, who = SIM_NOBODY;
    for (int s = 0; s < game->seat_count; s++) {
        int score = game->score(state, s);
        if (score == best) who = SIM_NOBODY;
        if (score > best) best = score, who = s;
    }
    return who;
}

static void add_leads(sim_leads *leads, const uint8_t *led, int turns, int winner) {
    for (int t = 0; t < turns && t < SIM_TURNS; t++) {
        atomic_fetch_add_explicit(&leads->led[t][led[t]], 1, memory_order_relaxed);
        if (led[t] != SIM_NOBODY && led[t] == winner)
            atomic_fetch_add_explicit(&leads->held[t], 1, memory_order_relaxed);
    }
}

static bool play_with(work *w, int number, sim_game *result, mk_log *told, mk_mind **minds) {
    static _Thread_local _Alignas(max_align_t) unsigned char state[MK_MAX_STATE];
    mk_setup setup = *w->setup;
    uint8_t key[MK_KEY_BYTES];
    mk_rng rng;
    make_key(setup.key, w->seed, (uint32_t)number, "sim dice");
    make_key(key, w->seed, (uint32_t)number, "sim bots");
    mk_rng_key(&rng, key);

    mk_start(w->game, state, &setup, NULL);
    const mk_base *base = (const mk_base *)state;
    uint8_t led[SIM_TURNS]; /* after each turn but the last, which the winner ended */
    int seat, turns = base->turn, begun = turns;
    while ((seat = mk_seat(w->game, state)) != MK_OVER) {
        if (result->actions == TOO_LONG) return false;
        mk_action action =
            mk_bot_think(w->players->bot[seat], w->game, state, seat, &rng, minds[seat]);
        mk_error error = {0};
        if (told) mk_log_clear(told);
        if (!mk_do(w->game, state, seat, action, told, &error)) return false;
        if (told) count_notes(w, told);
        result->actions++;
        for (; turns < base->turn && base->depth > 0; turns++)
            if (turns - begun < SIM_TURNS) led[turns - begun] = (uint8_t)leader(w->game, state);
    }
    char why[sizeof w->fault];
    if (!mk_check(w->game, state, why, sizeof why)) {
        memcpy(w->fault, why, sizeof why);
        return false;
    }
    result->turns = base->turn;
    w->game->outcome(state, &result->outcome);
    sim_report one = {.game = w->game, .games = result};
    add_leads(&w->leads, led, turns - begun, sim_winner(&one, 0));
    return true;
}

static bool play_game(work *w, int number, sim_game *result, mk_log *told) {
    mk_mind *minds[MK_MAX_SEATS];
    for (int s = 0; s < MK_MAX_SEATS; s++) minds[s] = mk_mind_new();
    bool fine = play_with(w, number, result, told, minds);
    for (int s = 0; s < MK_MAX_SEATS; s++) mk_mind_free(minds[s]);
    return fine;
}

static void *worker(void *argument) {
    work *w = argument;
    mk_log log;
    mk_log_grow(&log);
    for (;;) {
        int number = atomic_fetch_add(&w->next, 1);
        if (number >= w->count || atomic_load(&w->unfinished)) break;
        if (!play_game(w, number, &w->games[number], w->notes ? &log : NULL))
            atomic_store(&w->unfinished, number + 1);
        atomic_fetch_add(&w->done, 1);
    }
    mk_log_free(&log);
    return NULL;
}

/* Plays all games; shows how far it is. */
static bool play_all(work *w, int jobs) {
    pthread_t *threads = calloc((size_t)jobs, sizeof *threads);
    if (!threads) abort();
    int started = 0;
    while (started < jobs && pthread_create(&threads[started], NULL, worker, w) == 0) started++;
    if (started == 0) worker(w);

    cli_progress bar;
    cli_progress_start(&bar, "playing", w->count);
    while (atomic_load(&w->done) < w->count && !atomic_load(&w->unfinished)) {
        usleep(20000);
        cli_progress_at(&bar, atomic_load(&w->done));
    }
    for (int i = 0; i < started; i++) pthread_join(threads[i], NULL);
    cli_progress_end(&bar);
    free(threads);
    int stuck = atomic_load(&w->unfinished);
    if (stuck && w->fault[0])
        cli_error("game %d ended in a position that cannot be: %s", stuck, w->fault);
    else if (stuck)
        cli_error("game %d did not come to an end", stuck);
    return !stuck;
}

typedef void sim_writer(const sim_report *, mk_text *);

static bool write_report(const sim_report *report, sim_writer *write, const char *file) {
    if (!file) return true;
    mk_text text = {0};
    write(report, &text);
    bool fine = cli_write_file(file, text.p, text.n);
    mk_text_free(&text);
    return fine;
}

typedef struct {
    cli_start start;
    int64_t games, jobs;
    const char *csv, *html;
    bool coverage;
} sim_args;

/* How often each note came, those that never came too. */
static void print_coverage(const work *w) {
    int kind = w->game->followed;
    printf("\nfollowed\n");
    for (int i = 1; i < mk_kind_count(w->game, kind); i++)
        printf("  %10lld  %-24s %s\n", (long long)atomic_load(&w->notes[i]),
               mk_id(w->game, kind, i), mk_label(w->game, kind, i));
}

static int simulate(const mk_game *game, const sim_args *a, const cli_players *players) {
    mk_setup setup;
    if (!cli_setup(game, &a->start, &setup)) return CLI_FAILED;
    cli_nonplayers(game, players, &setup);
    work w = {.game = game,
              .setup = &setup,
              .players = players,
              .seed = (uint64_t)a->start.seed,
              .count = (int)a->games};
    w.games = calloc((size_t)w.count, sizeof *w.games);
    if (!w.games) return cli_error("there is no memory for %d games", w.count);

    if (a->coverage) {
        int notes = game->followed ? mk_kind_count(game, game->followed) : 0;
        if (!notes) return cli_error("%s has no rules to count", game->title);
        w.notes = calloc((size_t)notes, sizeof *w.notes);
        if (!w.notes) abort();
    }

    int64_t jobs = a->jobs ? a->jobs : sysconf(_SC_NPROCESSORS_ONLN);
    bool fine = play_all(&w, (int)(jobs < a->games ? jobs : a->games));
    if (fine) {
        sim_report report = {.game = game,
                             .setup = &setup,
                             .players = players,
                             .seed = a->start.seed,
                             .games = w.games,
                             .leads = &w.leads,
                             .count = w.count};
        sim_count(&report);
        sim_text(&report, stdout);
        if (w.notes) print_coverage(&w);
        fine = write_report(&report, sim_csv, a->csv) && write_report(&report, sim_html, a->html);
        sim_free(&report);
    }
    free(w.notes);
    free(w.games);
    return fine ? CLI_FINE : CLI_FAILED;
}

int cli_sim(int argc, char **argv) {
    sim_args a = {.start = CLI_START_DEFAULTS, .games = 1000};
    a.start.seed = 1;
    const cli_option options[] = {
        {"--games", "N", "how many games (1000)", CLI_NUMBER, &a.games, 1, 10000000},
        {"--jobs", "J", "on how many threads (one per core)", CLI_NUMBER, &a.jobs, 1, 1024},
        CLI_SEAT_ROW(a.start, "the bot of a seat (greedy); may be repeated"),
        CLI_SETUP_ROWS(a.start),
        CLI_SEED_ROW(a.start, "the same seed gives the same games (1)"),
        {"--csv", "F", "write one line per game to F", CLI_TEXT, &a.csv, 0, 0},
        {"--coverage", NULL, "count what non-players followed", CLI_FLAG, &a.coverage, 0, 0},
        {"--html", "F", "write a page with plots to F", CLI_TEXT, &a.html, 0, 0},
        CLI_DATA_ROW(a.start),
        {0},
    };
    const cli_usage usage = {
        "sim",
        "GAME",
        1,
        1,
        "Lets bots play many games and reports how often each side won (with 95 % intervals), how\n"
        "long the games were, and why they ended. The result depends on the seed, not on --jobs.",
        options};
    int code;
    const mk_game *game = cli_parse_game(&usage, argc, argv, &a.start, &code);
    if (!game) return code;
    cli_players players;
    for (int s = 0; s < MK_MAX_SEATS; s++) players.bot[s] = mk_find_bot("greedy", game);
    if (!cli_seats(game, &a.start.seats, CLI_BOTS_ONLY, &players)) return CLI_FAILED;
    return simulate(game, &a, &players);
}
