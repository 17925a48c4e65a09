/* greedy.c - plays the action that serves its seat best at once.
 *
 * A game says how much an action is worth (weigh). One that does not is asked how well the seat
 * stands after the action; dice that fall on the way are one sample of what may happen. */
#include "bots.h"

#include <string.h>

static int score_after(const mk_game *game, const void *state, int seat, mk_action action) {
    _Alignas(max_align_t) unsigned char after[MK_MAX_STATE];
    memcpy(after, state, game->state_size);
    mk_apply(game, after, action, NULL);
    return game->score(after, seat);
}

int mk_greedy_among(const mk_game *game, const void *state, int seat, const mk_actions *legal,
                    int *worths, mk_rng *rng) {
    int best = 0;
    uint32_t equals = 0;
    if (game->weigh && game->weigh_begin) game->weigh_begin(state);
    for (int i = 0; i < legal->count; i++) {
        mk_action action = legal->list[i];
        worths[i] =
            game->weigh ? game->weigh(state, action) : score_after(game, state, seat, action);
        if (equals == 0 || worths[i] > worths[best]) {
            best = i;
            equals = 1;
        } else if (worths[i] == worths[best] && mk_below(rng, ++equals) == 0) {
            best = i; /* each of the equals is kept with the same probability */
        }
    }
    return best;
}

mk_action mk_greedy_choose(const mk_game *game, const void *state, int seat, mk_rng *rng) {
    mk_actions legal;
    int worths[MK_MAX_ACTIONS];
    if (!mk_list(game, state, &legal)) return (mk_action){0};
    return legal.list[mk_greedy_among(game, state, seat, &legal, worths, rng)];
}
