/* bots.c - the table of bots, and the one way to ask one for its choice. */
#include "bots.h"

#include <assert.h>
#include <string.h>

/* A seat played by a bot of one game is a non-player of the set-up: it has one legal action. */
static const mk_bot BOTS[] = {
    {"random", "any legal action, each as likely as the others", NULL, mk_random_choose},
    {"greedy", "the action that serves it best at once, without looking further", NULL,
     mk_greedy_choose},
    {"np", "what the rulebook prescribes for a Faction without a player", "lod", mk_random_choose},
};

enum { BOT_COUNT = sizeof BOTS / sizeof *BOTS };

const mk_bot *mk_bot_at(int index) { return index >= 0 && index < BOT_COUNT ? &BOTS[index] : NULL; }

const mk_bot *mk_find_bot(const char *name, const mk_game *game) {
    for (int i = 0; i < BOT_COUNT; i++) {
        const mk_bot *bot = &BOTS[i];
        if (strcmp(bot->name, name) != 0) continue;
        if (!bot->game || strcmp(bot->game, game->id) == 0) return bot;
    }
    return NULL;
}

/* A bot is given a state in which everything its seat cannot know was dealt anew, so that none
 * can cheat, however it is written. A single legal action needs neither deal nor thought. */
mk_action mk_bot_choose(const mk_bot *bot, const mk_game *game, const void *state, int seat,
                        mk_rng *rng) {
    static _Thread_local mk_actions legal;
    static _Thread_local _Alignas(max_align_t) unsigned char known[MK_MAX_STATE];

    assert(seat == mk_seat(game, state) && game->state_size <= sizeof known);
    mk_list(game, state, &legal);
    if (legal.count == 1) return legal.list[0];

    memcpy(known, state, game->state_size);
    game->determinize(known, seat, rng);
    return bot->choose(game, known, seat, rng);
}
