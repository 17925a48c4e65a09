#include "random_play.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

void random_setup(const mk_game *game, int n, mk_setup *setup) {
    *setup = (mk_setup){0};
    int scenarios = 0;
    while (game->scenarios[scenarios].id) scenarios++;
    setup->scenario = (uint8_t)(n % scenarios);
    for (int i = 0, rest = n / scenarios; game->options[i].id; i++) {
        int values = 0;
        while (game->options[i].values[values]) values++;
        setup->option[i] = (uint8_t)(rest % values);
        rest /= values;
    }
    mk_setup_seed(setup, (uint64_t)n);
}

static const mk_actions *list(const mk_game *game, const void *state) {
    static mk_actions legal;
    if (!mk_list(game, state, &legal)) fail_msg("%s: %s", game->id, mk_fault_text(legal.fault));
    return &legal;
}

mk_action random_action(const mk_game *game, const void *state, mk_rng *rng) {
    const mk_actions *legal = list(game, state);
    return legal->list[mk_below(rng, (uint32_t)legal->count)];
}

mk_action random_verb_action(const mk_game *game, const void *state, mk_rng *rng) {
    const mk_actions *legal = list(game, state);
    int count[256] = {0}, verbs = 0;
    for (int i = 0; i < legal->count; i++) verbs += count[legal->list[i].verb]++ == 0;
    int which = (int)mk_below(rng, (uint32_t)verbs), verb = 0;
    while (!count[verb] || which-- > 0) verb++;
    int place = (int)mk_below(rng, (uint32_t)count[verb]), i = 0;
    while (legal->list[i].verb != verb || place-- > 0) i++;
    return legal->list[i];
}

void random_state_of(const mk_game *game, mk_setup setup, void *state, mk_rng *rng, int most) {
    static _Alignas(max_align_t) unsigned char before[MK_MAX_STATE];
    mk_setup_seed(&setup, mk_below(rng, 1000000));
    mk_start(game, state, &setup, NULL);
    for (int left = (int)mk_below(rng, (uint32_t)most); left > 0; left--) {
        mk_action action =
            left & 1 ? random_action(game, state, rng) : random_verb_action(game, state, rng);
        memcpy(before, state, game->state_size);
        mk_apply(game, state, action, NULL);
        if (mk_seat(game, state) == MK_OVER) memcpy(state, before, game->state_size);
    }
}

void random_state(const mk_game *game, void *state, mk_rng *rng, int most) {
    mk_setup setup;
    random_setup(game, (int)mk_below(rng, 1000000), &setup);
    random_state_of(game, setup, state, rng, most);
}
