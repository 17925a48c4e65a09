/* battle.c - which battle is going on, and which an action would lead to. */
#include "core/battle.h"

bool mk_is_among(const uint8_t *list, int value) {
    while (list && *list && *list != value) list++;
    return list && *list;
}

static int battle_on(const mk_game *game, const mk_base *base) {
    for (int i = base->depth - 1; i >= 0; i--)
        if (mk_is_among(game->battles->phases, base->frame[i].phase)) return base->frame[i].a;
    return -1;
}

int mk_battle_at(const mk_game *game, const void *state, mk_action action) {
    if (!game->battles || mk_seat(game, state) == MK_OVER) return -1;
    int at = action.verb ? game->battles->at(state, action) : -1;
    return at >= 0 ? at : battle_on(game, state);
}

int mk_attacks(const mk_game *game, const void *state, mk_actions *out) {
    int count = 0;
    if (!game->battles || !mk_list(game, state, out)) return out->count = 0;
    for (int i = 0; i < out->count; i++)
        if (game->battles->at(state, out->list[i]) >= 0) out->list[count++] = out->list[i];
    return out->count = count;
}
