/* arena.c - `musket arena`: bots meet each other, each pair equally often in every seat.
 *
 * Two games of a pair that follow each other have the same dice, with the seats exchanged. A game's
 * dice and its bots' come from (seed, its number) alone. With --results every game is written down
 * when it ends, and a run that was broken off goes on from there. */
#define _GNU_SOURCE
#include "arena.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "spread.h"

enum { TOO_LONG = 1000000 };
static const double ANSWER_SECONDS = 60;

typedef struct {
    arena *arena;
    cli_thought thought;
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

static int player_of(const arena_game *g, int seat) {
    return g->seats >> seat & 1 ? g->one : g->other;
}

/* A program that fails loses the game. */
static void forfeit(work *w, arena_game *g, int seat, const char *why) {
    g->lost_by_fault = true;
    g->won = player_of(g, seat) == g->one ? 0 : 1;
    cli_error("%s loses a game: %s", w->arena->player[player_of(g, seat)].name, why);
}

static bool choose(work *w, bench *b, arena_game *g, const void *state, int seat, mk_rng *rng,
                   mk_action *action) {
    const arena *a = w->arena;
    int who = player_of(g, seat), side = who != g->one;
    const arena_player *p = &a->player[who];
    double begun = p->bot ? cli_thread_time() : cli_now();
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
    g->seconds[side] += (float)((p->bot ? cli_thread_time() : cli_now()) - begun);
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

static bool play_game(work *w, bench *b, int number, arena_game *g) {
    _Alignas(max_align_t) unsigned char state[MK_MAX_STATE];
    const arena *a = w->arena;
    *g = a->games[number];
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
    return true;
}

/* ---- Results that are kept --------------------------------------------------- */

static void write_heading(const work *w, mk_text *out) {
    const arena *a = w->arena;
    mk_text_add(out, "musket arena 1 %s %s seed %lld rules %d data %016llx bots", a->game->id,
                a->scenario, (long long)a->seed, a->game->rules_version,
                (unsigned long long)mk_data_hash(a->game));
    for (int i = 0; i < a->players; i++) mk_text_add(out, " %s", a->player[i].name);
    cli_add_limits(out, a->game, a->setup, &w->thought);
    mk_text_add(out, "\n");
}

static void write_line(const arena_game *g, mk_text *line) {
    mk_text_add(line, "%d %d %d %g %d %g %g", g->one, g->other, g->seats, g->won, g->lost_by_fault,
                g->seconds[0], g->seconds[1]);
}

static bool take_line(void *context, int number, const char *line) {
    arena_game *at = &((work *)context)->arena->games[number];
    int one, other, seats, fault;
    arena_game g = {.played = true};
    int n = sscanf(line, "%d %d %d %g %d %g %g", &one, &other, &seats, &g.won, &fault,
                   &g.seconds[0], &g.seconds[1]);
    if (n != 7 || one != at->one || other != at->other || seats != at->seats) return false;
    g.one = at->one, g.other = at->other, g.seats = at->seats;
    g.lost_by_fault = fault;
    *at = g;
    return true;
}

/* ---- All games ------------------------------------------------------------------ */

static void *begin(void *context) {
    (void)context;
    bench *b = calloc(1, sizeof *b);
    if (!b) abort();
    return b;
}

static void end(void *context, void *kept) {
    (void)context;
    bench *b = kept;
    for (int i = 0; i < ARENA_BOTS; i++) foreign_end(b->program[i]);
    free(b);
}

static bool play(void *context, void *kept, int number, mk_text *line) {
    work *w = context;
    bench *b = kept;
    arena_game g;
    cli_minds(b->mind, &w->thought);
    bool fine = play_game(w, b, number, &g);
    cli_minds_free(b->mind);
    if (fine) write_line(&g, line);
    return fine;
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
    mk_text heading = {0};
    draw_up(a);
    write_heading(w, &heading);
    spread s = {.context = w,
                .count = a->count,
                .jobs = args->jobs,
                .begin = begin,
                .end = end,
                .play = play,
                .take = take_line,
                .results = args->results,
                .heading = heading.p};
    bool fine = spread_games(&s);
    mk_text_free(&heading);
    if (s.failed) cli_error("a game did not come to an end");
    if (!fine) return CLI_FAILED;
    arena_rate(a);
    (args->json ? arena_json : arena_text)(a, stdout);
    return !args->html || write_page(a, args->html) ? CLI_FINE : CLI_FAILED;
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
        CLI_THOUGHT_ROWS(w.thought),
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
