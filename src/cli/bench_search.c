/* bench_search.c - how many games a thinking bot plays out in a second, on one thread and on two.
 *
 * The position is that of a greedy game from a fixed seed after some actions. */
#include <stdlib.h>

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

static double playouts_per_second(const mk_game *game, const void *state, int threads) {
    mk_mind *mind = mk_mind_new();
    mk_rng rng;
    mk_rng_seed(&rng, SEED);
    mk_mind_limits(mind, NO_END, SECONDS, threads);
    double begun = cli_now();
    mk_bot_think(mk_find_bot("hard", game), game, state, mk_seat(game, state), &rng, mind);
    double speed = mk_mind_progress(mind) * NO_END / (cli_now() - begun);
    mk_mind_free(mind);
    return speed;
}

void cli_bench_search(const mk_game *game, bool json) {
    static _Alignas(max_align_t) unsigned char state[MK_MAX_STATE];
    if (!reach(game, state)) return;
    double one = playouts_per_second(game, state, 1), two = playouts_per_second(game, state, 2);
    if (json)
        printf("{\"game\":\"%s\",\"playouts_per_s\":%.0f,\"playouts_per_s_two_threads\":%.0f}\n",
               game->id, one, two);
    else
        printf("%-24s %12.0f %10.0f\n", game->id, one, two);
    fflush(stdout);
}
