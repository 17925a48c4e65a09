/* bench_search.c - what the machine looks at in a second: games that a thinking bot plays out, on
 * one thread and on two, and what the tree costs beside a playout; battles for their odds; moments
 * of a game that was played.
 *
 * The position is that of a greedy game from a fixed seed after some actions. */
#include <stdlib.h>

#include "bots/analysis.h"
#include "bots/search.h"
#include "cli.h"

enum { SEED = 1777, ACTIONS = 60, NO_END = 1000000000 };
static const double SECONDS = 1;

static bool reach(const mk_game *game, void *state) {
    const mk_bot *greedy = mk_find_bot("greedy", game);
    static mk_actions legal;
    mk_setup setup;
    mk_rng rng;
    mk_setup_init(game, &setup, NULL, NULL);
    mk_setup_seed(&setup, SEED);
    mk_rng_seed(&rng, SEED);
    mk_start(game, state, &setup, NULL);
    for (int i = 0, seat; (seat = mk_seat(game, state)) != MK_OVER; i++) {
        mk_list(game, state, &legal);
        bool detail = false;
        for (const uint8_t *d = game->details; d && *d; d++)
            detail |= *d == mk_top_const(state)->phase;
        if (i >= ACTIONS && legal.count > 3 && !detail) return true;
        mk_apply(game, state, mk_bot_choose(greedy, game, state, seat, &rng), NULL);
    }
    return false;
}

/* With `tree`: microseconds of what is done around a playout, in the tree and to deal. */
static double playouts_per_second(const mk_game *game, const void *state, int threads,
                                  double *tree) {
    mk_mind *mind = mk_mind_new();
    mk_rng rng;
    mk_rng_seed(&rng, SEED);
    mk_mind_limits(mind, NO_END, SECONDS, threads);
    double begun = cli_now();
    mk_bot_think(mk_find_bot("hard", game), game, state, mk_seat(game, state), &rng, mind);
    double took = cli_now() - begun, count = atomic_load(&mind->done);
    if (tree) *tree = 1e6 * (took - mind->played) / count;
    mk_mind_free(mind);
    return count / took;
}

/* Battles of the first attack that is possible in that game. */
static double battles_per_second(const mk_game *game, void *state) {
    static mk_actions attacks;
    const mk_bot *greedy = mk_find_bot("greedy", game);
    mk_odds odds;
    mk_rng rng;
    mk_rng_seed(&rng, SEED);
    for (int seat; (seat = mk_seat(game, state)) != MK_OVER;) {
        double begun = cli_now();
        if (mk_attacks(game, state, &attacks) &&
            mk_odds_find(game, state, seat, attacks.list[0], (mk_effort){NO_END, SECONDS}, &rng,
                         &odds))
            return odds.trials / (cli_now() - begun);
        mk_apply(game, state, mk_bot_choose(greedy, game, state, seat, &rng), NULL);
    }
    return 0;
}

/* Playouts of an analysis: for each moment of a greedy game, one after the action and, where dice
 * fell, one before. Here, games that were played on in a second. */
static double moments_per_second(const mk_game *game) {
    const mk_bot *greedy = mk_find_bot("greedy", game);
    mk_setup setup;
    mk_rng rng;
    mk_setup_init(game, &setup, NULL, NULL);
    mk_setup_seed(&setup, SEED);
    mk_rng_seed(&rng, SEED);
    mk_table *table = mk_table_new(game, &setup);
    for (int seat; (seat = mk_seat(game, mk_table_state(table))) != MK_OVER;)
        if (!mk_table_do(table, seat,
                         mk_bot_choose(greedy, game, mk_table_state(table), seat, &rng), NULL))
            break;
    double begun = cli_now();
    mk_analysis_effort effort = {
        .playouts = NO_END, .seconds = SECONDS, .threads = 1, .turnings = 0, .seed = SEED};
    mk_analysis *a = mk_analyse(table, &effort);
    double speed = (double)a->count * a->playouts / (cli_now() - begun);
    mk_analysis_free(a);
    mk_table_free(table);
    return speed;
}

void cli_bench_search(const mk_game *game, bool json) {
    static _Alignas(max_align_t) unsigned char state[MK_MAX_STATE];
    if (!reach(game, state)) return;
    double tree, one = playouts_per_second(game, state, 1, &tree);
    double two = playouts_per_second(game, state, 2, NULL), playout = 1e6 / one - tree;
    double battles = game->battles ? battles_per_second(game, state) : 0;
    double moments = moments_per_second(game);
    if (json)
        printf("{\"game\":\"%s\",\"playouts_per_s\":%.0f,\"playouts_per_s_two_threads\":%.0f,"
               "\"tree_us\":%.1f,\"playout_us\":%.1f,"
               "\"battles_per_s\":%.0f,\"moments_per_s\":%.0f}\n",
               game->id, one, two, tree, playout, battles, moments);
    else
        printf("%-24s %12.0f %10.0f %10.1f %12.1f %12.0f %12.0f\n", game->id, one, two, tree,
               playout, battles, moments);
    fflush(stdout);
}
