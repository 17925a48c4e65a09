/* random.c - plays any legal action. */
#include "bots.h"

mk_action mk_random_choose(const mk_game *game, const void *state, int seat, mk_rng *rng) {
    mk_actions legal;
    (void)seat;
    if (!mk_list(game, state, &legal)) return (mk_action){0};
    return legal.list[mk_below(rng, (uint32_t)legal.count)];
}
