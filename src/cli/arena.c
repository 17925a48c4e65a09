/* arena.c - `musket arena`: bots meet each other, each pair equally often in every seat.
 *
 * Two games of a pair that follow each other have the same dice, with the seats exchanged. A game's
 * dice and its bots' come from (seed, its number) alone. With --results every game is written down
 * when it ends, and a run that was broken off goes on from there. */
#define _GNU_SOURCE
#include "arena.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { TOO_LONG = 1000000 };
static const double ANSWER_SECONDS = 60;

typedef struct {
    arena *arena;
    int64_t playouts, milliseconds; /* limits of a thought; 0: as the level has it */
    FILE *results;
    pthread_mutex_t lock; /* of the file and the faults */
    atomic_int next, done;
    atomic_bool broken;
} work;

/* ---- Who meets whom ------------------------------------------------------- */

/* Half of the seats, in every way in turn, so that each player has every seat as often. */
static uint8_t seats_of(const mk_game *game, int round) {
    static const uint8_t of_four[] = {0x5, 0xa, 0x3, 0xc, 0x9, 0x6};
    if (game->seat_count == 2) return round % 2 ? 2 : 1;
    return of_four[round % 6];
}

static void draw_up(arena *a) {
    int pairs = a->players * (a->players - 1) / 2;
    a->count = pairs * a->per_pair;
    a->games = calloc((size_t)a->count, sizeof *a->games);
    if (!a->games) abort();
    int number = 0;
    for (int round = 0; round < a->per_pair; round++)
        for (int i = 0; i < a->players; i++)
            for (int j = i + 1; j < a->players; j++)
                a->games[number++] = (arena_game){.one = (uint8_t)i,
                                                  .other = (uint8_t)j,
                                                  .seats = seats_of(a->game, round)};
}

/* ---- A game ----------------------------------------------------------------- */

typedef struct {
    mk_mind *mind[MK_MAX_SEATS];
    foreign *program[ARENA_BOTS]; /* that a thread has started */
} bench;

static double thread_seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static int player_of(const arena_game *g, int seat) {
    return g->seats >> seat & 1 ? g->one : g->other;
}

/* A program that fails loses the game. */
static void forfeit(work *w, arena_game *g, int seat, const char *why) {
    g->lost_by_fault = true;
    g->won = player_of(g, seat) == g->one ? 0 : 1;
    pthread_mutex_lock(&w->lock);
    cli_error("%s loses a game: %s", w->arena->player[player_of(g, seat)].name, why);
    pthread_mutex_unlock(&w->lock);
}

static bool choose(work *w, bench *b, arena_game *g, const void *state, int seat, mk_rng *rng,
                   mk_action *action) {
    const arena *a = w->arena;
    int who = player_of(g, seat), side = who != g->one;
    const arena_player *p = &a->player[who];
    double begun = p->bot ? thread_seconds() : cli_now();
    if (p->bot) {
        *action = mk_bot_think(p->bot, a->game, state, seat, rng, b->mind[seat]);
    } else {
        char why[300] = "it cannot be started";
        if (!b->program[who]) b->program[who] = foreign_start(p->command);
        if (!b->program[who] || !foreign_choose(b->program[who], a->game, state, seat,
                                                ANSWER_SECONDS, action, why, sizeof why)) {
            foreign_end(b->program[who]);
            b->program[who] = NULL;
            return forfeit(w, g, seat, why), false;
        }
    }
    g->seconds[side] += (float)((p->bot ? thread_seconds() : cli_now()) - begun);
    return true;
}

static void result(const arena *a, arena_game *g, const void *state) {
    mk_outcome outcome = {0};
    int first = 0;
    a->game->outcome(state, &outcome);
    for (int s = 0; s < a->game->seat_count; s++) first += outcome.rank[s] == 1;
    for (int s = 0; s < a->game->seat_count; s++)
        if (outcome.rank[s] == 1 && g->seats >> s & 1) g->won += 1.0f / (float)first;
}

static void make_key(uint8_t key[MK_KEY_BYTES], int64_t seed, int number, const char *purpose) {
    memset(key, 0, MK_KEY_BYTES);
    memcpy(key, &seed, sizeof seed);
    memcpy(key + 8, &number, sizeof number);
    memcpy(key + 16, purpose, strlen(purpose));
}

static bool play_game(work *w, bench *b, int number) {
    static _Thread_local _Alignas(max_align_t) unsigned char state[MK_MAX_STATE];
    arena *a = w->arena;
    arena_game *g = &a->games[number];
    int pairs = a->players * (a->players - 1) / 2, round = number / pairs;
    mk_setup setup = *a->setup;
    uint8_t key[MK_KEY_BYTES];
    mk_rng rng;
    make_key(setup.key, a->seed, round / 2, "arena dice");
    make_key(key, a->seed, number, "arena bots");
    mk_rng_key(&rng, key);
    mk_start(a->game, state, &setup, NULL);
    for (int i = 0, seat; (seat = mk_seat(a->game, state)) != MK_OVER; i++) {
        mk_action action;
        mk_error error = {0};
        if (i == TOO_LONG) return false;
        if (!choose(w, b, g, state, seat, &rng, &action)) break;
        if (!mk_do(a->game, state, seat, action, NULL, &error)) return false;
    }
    for (int s = 0; s < a->game->seat_count; s++) {
        foreign *f = b->program[player_of(g, s)];
        if (f && mk_seat(a->game, state) == MK_OVER) foreign_over(f, a->game, state, s);
    }
    if (!g->lost_by_fault) result(a, g, state);
    g->played = true;
    return true;
}

/* ---- Results that are kept --------------------------------------------------- */

static void write_heading(const arena *a, char *out, size_t size) {
    mk_text names = {0};
    for (int i = 0; i < a->players; i++) mk_text_add(&names, " %s", a->player[i].name);
    snprintf(out, size, "musket arena 1 %s %s seed %lld rules %d data %016llx bots%s\n",
             a->game->id, a->scenario, (long long)a->seed, a->game->rules_version,
             (unsigned long long)mk_data_hash(a->game), names.p);
    mk_text_free(&names);
}

static void write_result(FILE *f, int number, const arena_game *g) {
    fprintf(f, "%d %d %d %d %g %d %g %g\n", number, g->one, g->other, g->seats, g->won,
            g->lost_by_fault, g->seconds[0], g->seconds[1]);
    fflush(f);
}

/* A line that was not written to its end is that of a game to be played again. */
static int read_results(arena *a, const char *text) {
    int known = 0;
    for (const char *line = text; *line; line = strchr(line, '\n') + 1) {
        int number, one, other, seats, fault;
        arena_game g = {.played = true};
        if (!strchr(line, '\n')) break;
        int n = sscanf(line, "%d %d %d %d %g %d %g %g", &number, &one, &other, &seats, &g.won,
                       &fault, &g.seconds[0], &g.seconds[1]);
        if (n != 8 || number < 0 || number >= a->count) continue;
        arena_game *at = &a->games[number];
        if (one != at->one || other != at->other || seats != at->seats) continue;
        g.one = at->one, g.other = at->other, g.seats = at->seats;
        g.lost_by_fault = fault;
        known += !at->played;
        *at = g;
    }
    return known;
}

/* Takes up a file of the same arena, or begins one. NULL: said why. */
static FILE *open_results(arena *a, const char *name, int *known) {
    char heading[1200];
    mk_text text = {0};
    write_heading(a, heading, sizeof heading);
    bool exists = access(name, F_OK) == 0;
    if (exists && !cli_read_file(name, &text)) return NULL;
    if (exists && text.n && strncmp(text.p, heading, strlen(heading)) != 0) {
        cli_error("%s has the results of another arena; its first line should be: %s", name,
                  heading);
        mk_text_free(&text);
        return NULL;
    }
    *known = text.n ? read_results(a, text.p + strlen(heading)) : 0;
    FILE *f = fopen(name, "a");
    if (!f) cli_error("%s cannot be written", name);
    if (f && !text.n) fprintf(f, "%s", heading);
    if (f && text.n && text.p[text.n - 1] != '\n') fprintf(f, "\n");
    mk_text_free(&text);
    return f;
}

/* ---- All games ------------------------------------------------------------------ */

static void *worker(void *argument) {
    work *w = argument;
    arena *a = w->arena;
    bench b = {0};
    for (int number; (number = atomic_fetch_add(&w->next, 1)) < a->count;) {
        if (a->games[number].played) continue;
        if (atomic_load(&w->broken)) break;
        for (int s = 0; s < a->game->seat_count; s++) {
            b.mind[s] = mk_mind_new();
            mk_mind_limits(b.mind[s], (int)w->playouts, (double)w->milliseconds / 1000, 1);
        }
        if (!play_game(w, &b, number)) atomic_store(&w->broken, true);
        for (int s = 0; s < a->game->seat_count; s++) mk_mind_free(b.mind[s]);
        pthread_mutex_lock(&w->lock);
        if (w->results && a->games[number].played)
            write_result(w->results, number, &a->games[number]);
        pthread_mutex_unlock(&w->lock);
        atomic_fetch_add(&w->done, 1);
    }
    for (int i = 0; i < ARENA_BOTS; i++) foreign_end(b.program[i]);
    return NULL;
}

static bool play_all(work *w, int jobs, int known) {
    pthread_t thread[64];
    int started = 0, left = w->arena->count - known;
    while (started < jobs && started < 64 && pthread_create(&thread[started], NULL, worker, w) == 0)
        started++;
    if (!started) worker(w);
    cli_progress bar;
    cli_progress_start(&bar, "playing", left);
    while (atomic_load(&w->done) < left && !atomic_load(&w->broken)) {
        usleep(20000);
        cli_progress_at(&bar, atomic_load(&w->done));
    }
    for (int i = 0; i < started; i++) pthread_join(thread[i], NULL);
    cli_progress_end(&bar);
    if (atomic_load(&w->broken)) cli_error("a game did not come to an end");
    return !atomic_load(&w->broken);
}

/* ---- The command ------------------------------------------------------------------ */

typedef struct {
    cli_start start;
    const char *bots, *results, *html;
    cli_list programs;
    int64_t games, jobs;
    bool json;
} arena_args;

static bool add_player(arena *a, const char *name, size_t length, const char *command) {
    if (a->players == ARENA_BOTS || length == 0 || length >= MK_NAME)
        return cli_error("an arena has room for %d bots with short names", ARENA_BOTS), false;
    arena_player *p = &a->player[a->players];
    *p = (arena_player){.command = command};
    memcpy(p->name, name, length);
    for (int i = 0; i < a->players; i++)
        if (strcmp(a->player[i].name, p->name) == 0)
            return cli_error("%s is there twice", p->name), false;
    a->players++;
    if (command) return true;
    p->bot = mk_find_bot(p->name, a->game);
    if (!p->bot) return cli_error("there is no bot called \"%s\"", p->name), false;
    if (p->bot->nonplayer)
        return cli_error("%s plays by other rules: try `musket sim`", p->name), false;
    return true;
}

static bool add_players(arena *a, const arena_args *args) {
    for (const char *name = args->bots; name && *name;) {
        size_t length = strcspn(name, ",");
        if (!add_player(a, name, length, NULL)) return false;
        name += length + (name[length] == ',');
    }
    for (int i = 0; i < args->programs.count; i++) {
        const char *pair = args->programs.at[i];
        size_t length = strcspn(pair, "=");
        if (!pair[length] || !pair[length + 1])
            return cli_error("--bot wants NAME=COMMAND, not \"%s\"", pair), false;
        if (!add_player(a, pair, length, pair + length + 1)) return false;
    }
    if (a->players < 2) return cli_error("an arena wants two bots: --bots greedy,random"), false;
    return true;
}

static bool write_page(const arena *a, const char *file) {
    mk_text text = {0};
    arena_html(a, &text);
    bool fine = cli_write_file(file, text.p, text.n);
    mk_text_free(&text);
    return fine;
}

static int run(arena *a, work *w, const arena_args *args) {
    int known = 0;
    draw_up(a);
    if (args->results && !(w->results = open_results(a, args->results, &known))) return CLI_FAILED;
    int64_t jobs = args->jobs ? args->jobs : sysconf(_SC_NPROCESSORS_ONLN);
    pthread_mutex_init(&w->lock, NULL);
    bool fine = play_all(w, (int)jobs, known);
    if (w->results) fclose(w->results);
    if (fine) {
        arena_rate(a);
        (args->json ? arena_json : arena_text)(a, stdout);
        fine = !args->html || write_page(a, args->html);
    }
    pthread_mutex_destroy(&w->lock);
    return fine ? CLI_FINE : CLI_FAILED;
}

int cli_arena(int argc, char **argv) {
    static arena a;
    arena_args args = {.start = CLI_START_DEFAULTS, .games = 100};
    args.start.seed = 1;
    work w = {.arena = &a};
    const cli_option options[] = {
        {"--bots", "A,B,C", "who meets whom (`musket games` lists the bots)", CLI_TEXT, &args.bots,
         0, 0},
        {"--bot", "NAME=COMMAND", "another program, see docs/bots.md; may be repeated", CLI_LIST,
         &args.programs, 0, 0},
        {"--games", "N", "games of each pair (100)", CLI_NUMBER, &args.games, 2, 1000000},
        {"--jobs", "J", "on how many threads (one per core)", CLI_NUMBER, &args.jobs, 1, 64},
        {"--playouts", "N", "of each thought, whatever the level", CLI_NUMBER, &w.playouts, 1,
         1000000},
        {"--think", "MS", "milliseconds for each thought at most", CLI_NUMBER, &w.milliseconds, 1,
         3600000},
        CLI_SETUP_ROWS(args.start),
        CLI_SEED_ROW(args.start, "the same seed gives the same games (1)"),
        {"--results", "F", "write each game to F, and go on from there", CLI_TEXT, &args.results, 0,
         0},
        {"--json", NULL, "one JSON object per bot and line", CLI_FLAG, &args.json, 0, 0},
        {"--html", "F", "write a page with plots to F", CLI_TEXT, &args.html, 0, 0},
        CLI_DATA_ROW(args.start),
        {0},
    };
    const cli_usage usage = {
        "arena",
        "GAME",
        1,
        1,
        "Lets bots play against each other, every pair equally often in every seat, and rates "
        "them:\n"
        "points won, and Elo with 95 % intervals. In games of four seats each of two has two.",
        options};
    int code;
    a.game = cli_parse_game(&usage, argc, argv, &args.start, &code);
    if (!a.game) return code;
    mk_setup setup;
    if (!cli_setup(a.game, &args.start, &setup) || !add_players(&a, &args)) return CLI_FAILED;
    a.setup = &setup;
    a.scenario = a.game->scenarios[setup.scenario].id;
    a.seed = args.start.seed;
    a.per_pair = (int)(args.games + args.games % 2);
    code = run(&a, &w, &args);
    free(a.games);
    return code;
}
