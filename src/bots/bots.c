/* bots.c - the table of bots, and the one way to ask one for its choice. */
#include "bots.h"

#include <assert.h>
#include <string.h>

/* Names stand in tables, journals of sessions and scripts and never change; titles are the player's
 * words. A seat of a non-player has one legal action: every bot chooses that. */
static const mk_bot BOTS[] = {
    {"random", "random moves", "Any legal action, each as likely as the others.", false,
     mk_random_choose, NULL},
    {"greedy", "easy", "Takes what looks best at once and moves quickly.", false, mk_greedy_choose,
     NULL},
    {"standard", "standard", "Thinks ahead: plays its moves out in 100 games before it chooses.",
     false, NULL, &mk_level_standard},
    {"hard", "hard", "Thinks ahead for longer: up to 1,500 games for a move.", false, NULL,
     &mk_level_hard},
    {"np", "rulebook", "Follows the rulebook's own instructions for a side without a player.", true,
     mk_random_choose, NULL},
};

enum { BOT_COUNT = sizeof BOTS / sizeof *BOTS };

const mk_bot *mk_bot_at(int index) { return index >= 0 && index < BOT_COUNT ? &BOTS[index] : NULL; }

bool mk_bot_plays(const mk_bot *bot, const mk_game *game) {
    return !bot->nonplayer || game->nonplayer_phase;
}

const mk_bot *mk_find_bot(const char *name, const mk_game *game) {
    for (int i = 0; i < BOT_COUNT; i++) {
        const mk_bot *bot = &BOTS[i];
        if (strcmp(bot->name, name) != 0 && strcmp(bot->title, name) != 0) continue;
        if (mk_bot_plays(bot, game)) return bot;
    }
    return NULL;
}

/* A bot is given a state in which everything its seat cannot know was dealt at random, so that none
 * can cheat, however it is written. A single legal action needs neither deal nor thought. */
mk_action mk_bot_think(const mk_bot *bot, const mk_game *game, const void *state, int seat,
                       mk_rng *rng, mk_mind *mind) {
    mk_actions legal;
    _Alignas(max_align_t) unsigned char known[MK_MAX_STATE];

    assert(seat == mk_seat(game, state) && game->state_size <= sizeof known);
    if (!mk_list(game, state, &legal)) return (mk_action){0};
    if (legal.count == 1 && !bot->level) return legal.list[0];

    memcpy(known, state, game->state_size);
    game->determinize(known, seat, rng);
    if (!bot->level) return bot->choose(game, known, seat, rng);
    return mk_search_choose(bot->level, game, known, seat, rng, mind);
}

mk_action mk_bot_choose(const mk_bot *bot, const mk_game *game, const void *state, int seat,
                        mk_rng *rng) {
    return mk_bot_think(bot, game, state, seat, rng, NULL);
}
