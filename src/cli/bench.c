/* bench.c - `musket bench`: how fast games are played at random by one thread.
 *
 * First a fixed number of games is played: they give the signature, which changes when and only
 * when behaviour does, and the lengths of lists and games. Then games are played for two seconds,
 * and these give the speed: seconds of the processor, so that other programs count little. Games
 * with non-players of their own also play each scenario with nobody else. */
#include <inttypes.h>
#include <string.h>

#include "cli.h"
#include "core/fnv.h"

enum { SIGNATURE_GAMES = 50, SEED = 1777 };
static const double MEASURED_SECONDS = 2.0;

typedef struct {
    int64_t games, actions, listed, faults;
    uint64_t signature;
} tally;

/* What is played: nonplayers has a bit for each seat that the rulebook plays. */
typedef struct {
    const mk_game *game;
    const char *scenario; /* NULL: the first */
    uint8_t nonplayers;
} subject;

static void play_once(const subject *s, mk_rng *rng, tally *t) {
    const mk_game *game = s->game;
    static _Alignas(max_align_t) unsigned char state[MK_MAX_STATE];
    static mk_actions legal;
    mk_setup setup;
    mk_setup_init(game, &setup, s->scenario, NULL);
    setup.nonplayers = s->nonplayers;
    mk_setup_seed(&setup, SEED + (uint64_t)t->games);
    mk_start(game, state, &setup, NULL);
    while (mk_seat(game, state) != MK_OVER) {
        if (!mk_list(game, state, &legal)) break;
        mk_action action = legal.list[mk_below(rng, (uint32_t)legal.count)];
        mk_apply(game, state, action, NULL);
        t->actions++;
        t->listed += legal.count;
        t->signature = mk_fnv(t->signature, &action, sizeof action);
    }
    t->games++;
    if (!mk_list(game, state, &legal)) {
        t->faults++;
        return;
    }
    mk_outcome outcome = {0};
    game->outcome(state, &outcome);
    t->signature = mk_fnv(t->signature, outcome.margin, sizeof outcome.margin);
}

typedef struct {
    double decisions, games;       /* per second */
    double mean_list, mean_length; /* legal actions per decision, actions per game */
    uint64_t signature;
    int64_t faults; /* games that could not go on */
} result;

static result measure(const subject *s, int64_t games) {
    mk_rng rng;
    mk_rng_seed(&rng, SEED);
    tally fixed = {.signature = MK_FNV_START}, timed = {0};
    while (fixed.games < SIGNATURE_GAMES) play_once(s, &rng, &fixed);

    double begin = cli_thread_time(), seconds;
    do {
        play_once(s, &rng, &timed);
        seconds = cli_thread_time() - begin;
    } while (games ? timed.games < games : seconds < MEASURED_SECONDS);
    return (result){
        .decisions = (double)timed.actions / seconds,
        .games = (double)timed.games / seconds,
        .mean_list = (double)fixed.listed / (double)fixed.actions,
        .mean_length = (double)fixed.actions / (double)fixed.games,
        .signature = fixed.signature,
        .faults = fixed.faults + timed.faults,
    };
}

static void print_json(const subject *s, const result *r) {
    printf("{\"game\":\"%s\",\"scenario\":\"%s\",\"nonplayers\":%d,\"decisions_per_s\":%.0f,"
           "\"games_per_s\":%.1f,\"state_bytes\":%zu,"
           "\"mean_list\":%.2f,\"actions_per_game\":%.1f,\"signature\":\"%016" PRIx64 "\"}\n",
           s->game->id, s->scenario ? s->scenario : s->game->scenarios[0].id, s->nonplayers,
           r->decisions, r->games, s->game->state_size, r->mean_list, r->mean_length, r->signature);
}

static void print_text(const subject *s, const result *r) {
    char name[MK_NAME];
    snprintf(name, sizeof name, "%s%s%s%s", s->game->id, s->scenario ? " " : "",
             s->scenario ? s->scenario : "", s->nonplayers ? " np" : "");
    printf("%-24s %12.0f %10.1f %8zu %8.1f %8.0f  %016" PRIx64 "\n", name, r->decisions, r->games,
           s->game->state_size, r->mean_list, r->mean_length, r->signature);
}

typedef struct {
    int64_t games;        /* 0: as many as there is time for */
    int64_t turns;        /* not 0: of the levels that think, instead of random play */
    const char *scenario; /* NULL: the first, or every one */
    bool json, scenarios;
} bench_args;

/* Adds the speed to the sum, for a mean over scenarios. */
static bool report(const subject *s, const bench_args *a, double *sum) {
    result r = measure(s, a->games);
    *sum += r.decisions;
    (a->json ? print_json : print_text)(s, &r);
    fflush(stdout);
    if (!r.faults) return true;
    cli_error("bench %s: %" PRId64 " games could not go on", s->game->id, r.faults);
    return false;
}

static bool play_scenarios(const mk_game *game, const bench_args *a) {
    double sum = 0;
    int count = 0;
    bool fine = true;
    for (; game->scenarios[count].id; count++) {
        subject s = {.game = game, .scenario = game->scenarios[count].id};
        fine &= report(&s, a, &sum);
    }
    if (!a->json) printf("%-24s %12.0f\n", "mean", sum / count);
    return fine;
}

/* The first scenario or all, and those that the rulebook's non-players play. */
static bool play_game(const mk_game *game, const bench_args *a) {
    subject s = {.game = game, .scenario = a->scenario};
    double sum = 0;
    bool fine = a->scenarios ? play_scenarios(game, a) : report(&s, a, &sum);
    s.nonplayers = (uint8_t)((1 << game->seat_count) - 1);
    for (int n = 0; game->nonplayer_phase && game->scenarios[n].id; n++) {
        s.scenario = game->scenarios[n].id;
        if (!a->scenario || strcmp(a->scenario, s.scenario) == 0) fine &= report(&s, a, &sum);
    }
    return fine;
}

static bool is_scenario(const cli_list *games, const char *scenario) {
    mk_setup setup;
    mk_error e = {0};
    if (games->count != 1) return cli_error("bench: --scenario wants one game"), false;
    if (mk_setup_init(mk_find_game(games->at[0]), &setup, scenario, &e)) return true;
    cli_error("bench: %s", e.text);
    return false;
}

int cli_bench(int argc, char **argv) {
    bench_args a = {0};
    cli_start start = CLI_START_DEFAULTS;
    const cli_option options[] = {
        {"--games", "N", "so many games instead of two seconds, to count instructions", CLI_NUMBER,
         &a.games, 1, INT64_MAX},
        {"--scenarios", NULL, "every scenario of a game, and their mean", CLI_FLAG, &a.scenarios, 0,
         0},
        {"--scenario", "S", "only this one of one game", CLI_TEXT, &a.scenario, 0, 0},
        {"--turns", "N", "how long so many turns of each level take, in every scenario", CLI_NUMBER,
         &a.turns, 1, 1000},
        {"--json", NULL, "one JSON object per line, for programs", CLI_FLAG, &a.json, 0, 0},
        CLI_DATA_ROW(start),
        {0},
    };
    const cli_usage usage = {
        "bench",
        "[GAME…]",
        0,
        CLI_MAX_LIST,
        "Plays each game (or those named) at random for two seconds on one core: list all legal\n"
        "actions, apply one of them. The signature is a hash of the actions of a fixed number of\n"
        "games from a fixed seed: it changes when the behaviour of a game changes. Without a "
        "name,\n"
        "what a thinking bot plays out in a second is measured, too, on one thread and on two, "
        "and\n"
        "searches on hex maps: all hexes within 8 points, the whole map.",
        options};
    cli_list words;
    int code = cli_parse(&usage, argc, argv, &words);
    if (code != CLI_GO_ON) return code;
    if (!cli_open(start.data)) return CLI_FAILED;
    for (int i = 0; i < words.count; i++) {
        if (!cli_find_game(words.at[i])) return CLI_FAILED;
    }
    if (a.scenario && !is_scenario(&words, a.scenario)) return CLI_FAILED;

    int count = words.count ? words.count : mk_game_count();
    if (a.turns) {
        if (!a.json) cli_bench_turns_heading();
        for (int i = 0; i < count; i++)
            cli_bench_turns(words.count ? mk_find_game(words.at[i]) : mk_game_at(i), a.scenario,
                            (int)a.turns, a.json);
        return CLI_FINE;
    }

    if (!a.json) {
        printf("%-24s %12s %10s %8s %8s %8s  %s\n", "game", "decisions/s", "games/s", "bytes",
               "list", "length", "signature");
    }
    bool fine = true;
    for (int i = 0; i < count; i++) {
        const mk_game *game = words.count ? mk_find_game(words.at[i]) : mk_game_at(i);
        fine &= play_game(game, &a);
    }
    if (words.count) return fine ? CLI_FINE : CLI_FAILED;
    if (!a.json)
        printf("\n%-24s %12s %10s %10s %12s %12s %12s\n", "playouts/s", "one thread", "two",
               "tree, us", "playout, us", "battles/s", "moments/s");
    for (int i = 0; i < count; i++) cli_bench_search(mk_game_at(i), a.json);
    cli_bench_maps(a.json);
    return fine ? CLI_FINE : CLI_FAILED;
}
