/* check() is worth something only if it notices: at states of random games one field is spoiled,
 * and it must say so. Fields of which any value in range makes a possible state are listed, with
 * the reason. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "../../core/spoil.h"
#include "games/lod/rules.h"

static const mk_game *game;
static lod_state state;
static mk_rng rng;

/* Whatever is written over a byte of these, check() must notice. */
static const spoil_field watched[] = {
    SPOIL(lod_state, where),
    SPOIL(lod_state, control),
    SPOIL(lod_state, at_level),
    SPOIL(lod_state, blockaded),
    SPOIL(lod_state, fni),
    SPOIL(lod_state, squadrons),
    SPOIL(lod_state, afloat),
    SPOIL(lod_state, blockades),
    SPOIL(lod_state, squadrons_unavailable),
    SPOIL(lod_state, card),
    SPOIL(lod_state, base.depth),
    SPOIL(lod_state, level),
    SPOIL(lod_state, np.lost),
    SPOIL(lod_state, np.fault),
};

/* Fields that check() cannot judge, because whatever is in range makes a possible state:
 *   leader: each of a Faction's, in any order of the winters' cards; leader_at: any space with
 *     pieces of his;
 *   resources, markers, cbc, crc: any number up to the most there can be;
 *   eligible, barred, kept, asked, first_done, strokes: Events and cards make any of them;
 *   the Command, Battle, Stroke, Event and winter in progress: possible at some moment. */
static const spoil_field in_range_only[] = {
    SPOIL(lod_state, marker),       SPOIL(lod_state, leader),      SPOIL(lod_state, leader_at),
    SPOIL(lod_state, resources),    SPOIL(lod_state, treaty),      SPOIL(lod_state, deck_size),
    SPOIL(lod_state, drawn),        SPOIL(lod_state, strokes),     SPOIL(lod_state, eligible),
    SPOIL(lod_state, passed),       SPOIL(lod_state, executed),    SPOIL(lod_state, barred),
    SPOIL(lod_state, kept),         SPOIL(lod_state, first_done),  SPOIL(lod_state, asked),
    SPOIL(lod_state, commands),     SPOIL(lod_state, battle.at),   SPOIL(lod_state, stroke.faction),
    SPOIL(lod_state, event.card),   SPOIL(lod_state, winter.card), SPOIL(lod_state, recalling),
    SPOIL(lod_state, last_special), SPOIL(lod_state, reason),      SPOIL(lod_state, base.scenario),
};

static void a_spoiled_field_is_noticed(void **s) {
    (void)s;
    for (int n = 0; n < 200; n++) {
        random_state(game, &state, &rng, 400);
        SPOIL_EACH(game, &state, watched, SPOIL_ANYHOW, &rng);
        SPOIL_EACH(game, &state, in_range_only, SPOIL_OUT_OF_RANGE, &rng);
    }
}

/* Of a place's row only as many bytes as there are kinds count pieces. */
static void a_piece_too_many_is_noticed(void **s) {
    (void)s;
    for (int n = 0; n < 100; n++) {
        random_state(game, &state, &rng, 400);
        for (int place = 0; place < LOD_PLACES; place++) {
            spoil_field row = {"piece", offsetof(lod_state, piece[place]), LOD_PIECES};
            spoil(game, &state, &row, SPOIL_ANYHOW, &rng);
        }
    }
}

/* Two cards change places, and one of them was drawn: nothing of it is impossible. But none is
 * twice in the deck, and what lies in it is a card. */
static void a_spoiled_deck_is_noticed(void **s) {
    (void)s;
    for (int n = 0; n < 100; n++) {
        random_state(game, &state, &rng, 400);
        spoil_field deck = {"deck", offsetof(lod_state, deck), state.deck_size};
        spoil(game, &state, &deck, SPOIL_OUT_OF_RANGE, &rng);
        char why[200];
        int first = (int)mk_below(&rng, state.deck_size);
        int second = (int)mk_below(&rng, state.deck_size);
        if (first == second) continue;
        state.deck[first] = state.deck[second];
        assert_false(mk_check(game, &state, why, sizeof why));
    }
}

static int open_engine(void **s) {
    (void)s;
    mk_rng_seed(&rng, 1775);
    if (!mk_open(NULL, NULL)) return -1;
    game = mk_find_game("lod");
    return game ? 0 : -1;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_spoiled_field_is_noticed),
        cmocka_unit_test(a_piece_too_many_is_noticed),
        cmocka_unit_test(a_spoiled_deck_is_noticed),
    };
    return cmocka_run_group_tests(tests, open_engine, NULL);
}
