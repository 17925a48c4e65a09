/* bench_turns.c - how long a player waits: whole turns of the levels that think, with the limits
 * that they have at a table, on one thread, in every scenario.
 *
 * Greedy plays to the middle of a game from a fixed seed, where most is on the map. From there all
 * seats are the level's for some turns. */
#include <string.h>

#include "cli.h"

enum { SEED = 1777 };
static const double MOVE_SECONDS = 10; /* as at a table */

typedef struct {
    double longest, sum, thought; /* seconds: of a turn, of all, of the longest answer */
    int turns;                    /* of one seat each */
} waits;

/* Greedy plays on until that turn. False: the game is over before. */
static bool play_to(const mk_game *game, const char *scenario, int turn, void *state) {
    const mk_bot *greedy = mk_find_bot("greedy", game);
    mk_setup setup;
    mk_rng rng;
    mk_setup_init(game, &setup, scenario, NULL);
    mk_setup_seed(&setup, SEED);
    mk_rng_seed(&rng, SEED);
    mk_start(game, state, &setup, NULL);
    for (int seat; (seat = mk_seat(game, state)) != MK_OVER;) {
        if (((const mk_base *)state)->turn >= turn) return true;
        mk_apply(game, state, mk_bot_choose(greedy, game, state, seat, &rng), NULL);
    }
    return false;
}

static void note_turn(waits *w, double *spent) {
    for (int s = 0; s < MK_MAX_SEATS; s++) {
        if (spent[s] == 0) continue;
        if (spent[s] > w->longest) w->longest = spent[s];
        w->sum += spent[s];
        w->turns++;
        spent[s] = 0;
    }
}

static waits play_turns(const mk_game *game, const mk_bot *bot, void *state, int turns) {
    mk_mind *minds[MK_MAX_SEATS];
    cli_minds(minds, &(cli_thought){.milliseconds = (int64_t)(1000 * MOVE_SECONDS)});
    waits w = {0};
    double spent[MK_MAX_SEATS] = {0};
    mk_rng rng;
    mk_rng_seed(&rng, SEED);
    const mk_base *base = state;
    int turn = base->turn, last = turn + turns;
    for (int seat; (seat = mk_seat(game, state)) != MK_OVER && base->turn < last;) {
        if (base->turn != turn) note_turn(&w, spent);
        turn = base->turn;
        double begun = cli_now();
        mk_action action = mk_bot_think(bot, game, state, seat, &rng, minds[seat]);
        double took = cli_now() - begun;
        spent[seat] += took;
        if (took > w.thought) w.thought = took;
        mk_apply(game, state, action, NULL);
    }
    note_turn(&w, spent);
    cli_minds_free(minds);
    return w;
}

static void print(const mk_game *game, const char *scenario, const mk_bot *bot, const waits *w,
                  bool json) {
    double mean = w->turns ? w->sum / w->turns : 0;
    if (json)
        printf("{\"game\":\"%s\",\"scenario\":\"%s\",\"bot\":\"%s\",\"turns\":%d,"
               "\"mean_s\":%.3f,\"longest_s\":%.3f,\"longest_thought_s\":%.3f}\n",
               game->id, scenario, bot->name, w->turns, mean, w->longest, w->thought);
    else
        printf("%-8s %-20s %-10s %6d %10.2f %10.2f %12.2f\n", game->id, scenario, bot->name,
               w->turns, mean, w->longest, w->thought);
    fflush(stdout);
}

static void scenario_turns(const mk_game *game, const char *scenario, int turns, bool json) {
    static _Alignas(max_align_t) unsigned char state[MK_MAX_STATE];
    play_to(game, scenario, INT32_MAX, state);
    int middle = (((const mk_base *)state)->turn + 1) / 2;
    for (int i = 0; mk_bot_at(i); i++) {
        const mk_bot *bot = mk_bot_at(i);
        if (!bot->level || !play_to(game, scenario, middle, state)) continue;
        waits w = play_turns(game, bot, state, turns);
        print(game, scenario, bot, &w, json);
    }
}

void cli_bench_turns(const mk_game *game, const char *scenario, int turns, bool json) {
    for (int i = 0; game->scenarios[i].id; i++)
        if (!scenario || strcmp(game->scenarios[i].id, scenario) == 0)
            scenario_turns(game, game->scenarios[i].id, turns, json);
}

void cli_bench_turns_heading(void) {
    printf("%-8s %-20s %-10s %6s %10s %10s %12s\n", "game", "scenario", "level", "turns", "mean, s",
           "longest", "one thought");
}
