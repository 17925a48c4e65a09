/* Every text of every Event card, executed by every Faction at positions of random games: it ends,
 * all that must hold holds after each choice, and what a preview promises comes true. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/lod/events.h"

#include <stdio.h>
#include <string.h>

enum {
    POSITIONS = 160,
    MOST_ACTIONS = 4000,
    LONGEST_EVENT = 600,
    ROOM = 2000,
    MOST_STEPS = 16,
    OFTEN = 20
};

static const mk_game *game;
static lod_state position, state;
static mk_rng rng;
static mk_actions legal;
static mk_event told[ROOM];
static mk_log event_log;

/* How often each step of each text was carried out, and skipped. */
static int carried_out[LOD_CARDS][LOD_TEXTS][MOST_STEPS];
static int skipped[LOD_CARDS][LOD_TEXTS][MOST_STEPS];

static mk_action any_action(const lod_state *s) {
    mk_list(game, s, &legal);
    assert_true(legal.count > 0);
    return legal.list[mk_below(&rng, (uint32_t)legal.count)];
}

/* Plays a random game to some card, until a Faction chooses what to do on it. */
static void some_position(void) {
    for (;;) {
        mk_setup setup = {.scenario = (uint8_t)mk_below(&rng, LOD_SCENARIOS)};
        setup.option[LOD_OPTION_EDITION] = (uint8_t)mk_below(&rng, 2);
        setup.option[LOD_OPTION_BORDERS] = (uint8_t)mk_below(&rng, 2);
        mk_setup_seed(&setup, mk_below(&rng, 1000000));
        mk_start(game, &position, &setup, NULL);
        int wanted = (int)mk_below(&rng, MOST_ACTIONS);
        for (int i = 0; i < wanted && mk_seat(game, &position) != MK_OVER; i++)
            mk_apply(game, &position, any_action(&position), NULL);
        while (mk_seat(game, &position) != MK_OVER && mk_top(&position.base)->phase != LOD_PH_TURN)
            mk_apply(game, &position, any_action(&position), NULL);
        if (mk_seat(game, &position) != MK_OVER) return;
    }
}

/* A war at sea: Blockades, and Regulars in the West Indies. */
static void stir_sea(void) {
    if (!position.treaty) return;
    for (int i = position.squadrons; i > 0; i--) {
        if (mk_below(&rng, 2)) continue;
        position.squadrons--;
        position.blockades[mk_below(&rng, LOD_CITY_COUNT)]++;
    }
    lod_settle(&position);
    lod_place_pieces(&position, LOD_BRITISH_REGULAR, LOD_WEST_INDIES, (int)mk_below(&rng, 4), NULL);
    lod_place_pieces(&position, LOD_FRENCH_REGULAR, LOD_WEST_INDIES, (int)mk_below(&rng, 4), NULL);
}

/* Random games are poor in some things: here and there a piece more, a level changed, a Faction
 * without money or with all it can have. */
static void stir(void) {
    static const uint8_t extremes[] = {0, 1, 50};
    stir_sea();
    for (int f = 0; f < LOD_FACTIONS; f++) {
        if (mk_below(&rng, 3) == 0) position.resources[f] = extremes[mk_below(&rng, 3)];
    }
    for (int i = (int)mk_below(&rng, 40); i > 0; i--) {
        lod_piece p = (lod_piece)mk_below(&rng, LOD_PIECES);
        int space = (int)mk_below(&rng, LOD_SPACES);
        lod_place_pieces(&position, p, space, 1, NULL);
        bool flips = (LOD_MILITIAS | LOD_WAR_PARTIES) >> p & 1;
        if (flips) lod_flip(&position, space, p, (int)mk_below(&rng, 2), NULL);
        lod_set_level(&position, (int)mk_below(&rng, LOD_MAP_SPACES), (int)mk_below(&rng, 5) - 2,
                      NULL);
    }
    memset(position.landing, 0, sizeof position.landing);
}

/* Scarcity: these kinds are nowhere. */
static void clear_away(mk_set64 kinds) {
    for (int p = 0; p < LOD_PIECES; p++) {
        for (int space = 0; kinds >> p & 1 && space < LOD_SPACES; space++)
            lod_remove(&position, p, space, position.piece[space][p], NULL);
    }
    for (int f = 0; f < LOD_FACTIONS; f++) {
        int at = position.leader_at[f];
        if (at < LOD_SPACES && !lod_count(&position, at, lod_pieces_of(f)))
            position.leader_at[f] = LOD_AVAILABLE;
    }
}

/* Plenty: none of these kinds is left in Available or Unavailable. */
static void use_up(mk_set64 kinds) {
    static const int boxes[] = {LOD_AVAILABLE, LOD_UNAVAILABLE};
    for (int p = 0; p < LOD_PIECES; p++) {
        for (int space = 0; kinds >> p & 1 && space < LOD_SPACES; space++) {
            for (int i = 0; i < 2; i++) lod_place_from(&position, p, boxes[i], space, 99, NULL);
        }
    }
    memset(position.landing, 0, sizeof position.landing);
}

/* Everywhere the same, or nothing left to have. */
static void go_to_extremes(void) {
    mk_set64 kinds = (mk_set64)mk_below(&rng, 1u << LOD_PIECES);
    if (mk_below(&rng, 3) == 0) kinds = LOD_ALL_PIECES;
    mk_below(&rng, 2) ? clear_away(kinds) : use_up(kinds);
    lod_level level = (lod_level)((int)mk_below(&rng, 5) - 2);
    for (int space = 0; space < LOD_MAP_SPACES; space++) {
        lod_set_level(&position, space, level, NULL);
        lod_put_markers(&position, LOD_RAID, space, 4, NULL);
        lod_put_markers(&position, LOD_PROPAGANDA, space, 4, NULL);
    }
}

static void expect_possible(const char *when, int card, int text) {
    char why[200] = "";
    if (!mk_check(game, &state, why, sizeof why))
        fail_msg("card %d, text %d, %s: %s", card, text, when, why);
}

static void count_steps(int card, int text) {
    for (int i = 0; i < event_log.count; i++) {
        if (told[i].kind == LOD_E_STEP)
            carried_out[card][text][told[i].n[0] - lod_part(card, text, 0)]++;
        if (told[i].kind == LOD_E_SKIPPED)
            skipped[card][text][told[i].n[1] - lod_part(card, text, 0)]++;
    }
    mk_log_clear(&event_log);
}

/* Chooses at random until the event is over and the Faction beneath decides again. */
static void carry_out(lod_faction executor, int card, int text) {
    state = position;
    bool promised = lod_event_changes(&state, executor, card, text);
    lod_begin_event(&state, executor, card, text);
    lod_run(&state, &event_log);
    for (int i = 0; state.event.card; i++) {
        if (i == LONGEST_EVENT) fail_msg("card %d, text %d never ends", card, text);
        expect_possible("in progress", card, text);
        mk_apply(game, &state, any_action(&state), &event_log);
    }
    count_steps(card, text);
    while (mk_top(&state.base)->phase != LOD_PH_TURN) /* Leaders who are asked where to go */
        mk_apply(game, &state, any_action(&state), NULL);
    expect_possible("over", card, text);
    assert_int_equal(state.base.depth, position.base.depth);
    if (promised) return;
    state.base = position.base;
    state.last_selected = position.last_selected;
    assert_memory_equal(&state, &position, sizeof state);
}

static void every_text_of_every_card(void **unused) {
    (void)unused;
    for (int i = 0; i < POSITIONS; i++) {
        some_position();
        stir();
        if (mk_below(&rng, 2)) go_to_extremes();
        for (int card = 1; card <= LOD_EVENT_CARDS; card++) {
            for (int text = 0; text < LOD_TEXTS; text++) {
                if (!lod.card[card].text[text]) continue;
                for (int f = 0; f < LOD_FACTIONS; f++) carry_out(f, card, text);
            }
        }
    }
}

/* None of them is there for nothing, and each is skipped at times unless its row says why not. */
static void every_step_is_carried_out_and_skipped(void **unused) {
    (void)unused;
    int wrong = 0;
    for (int card = 1; card <= LOD_EVENT_CARDS; card++) {
        for (int text = 0; text < LOD_TEXTS; text++) {
            const lod_step *t = lod_program(card, text);
            for (int i = 0; t && t[i].op != END; i++) {
                assert_true(i < MOST_STEPS);
                int part = lod_part(card, text, i);
                int done = carried_out[card][text][i], lacking = skipped[card][text][i];
                if (done < OFTEN) print_error("%s: only %d times\n", lod_part_id(part), done);
                const char *never = lod_never_skipped(part);
                if (never && lacking)
                    print_error("%s is skipped, though %s\n", lod_part_id(part), never);
                if (!never && !lacking) print_error("%s is never skipped\n", lod_part_id(part));
                wrong += done < OFTEN || (never != NULL) == (lacking > 0);
            }
        }
    }
    assert_int_equal(wrong, 0);
}

/* A card has a program exactly for each of its texts. */
static void programs_and_texts(void **unused) {
    (void)unused;
    for (int card = 1; card < LOD_CARDS; card++) {
        if (card >= LOD_FIRST_STROKE && card != LOD_TREATY_CARD) continue;
        for (int text = 0; text < LOD_TEXTS; text++)
            assert_int_equal(lod.card[card].text[text] != NULL, lod_program(card, text) != NULL);
    }
}

/* Before choosing a player is told what each text would do, and where it would do nothing, why. */
static void every_text_is_foretold(void **unused) {
    (void)unused;
    static const char *const preview[] = {"preview_unshaded", "preview_shaded"};
    static const char *const changes[] = {"changes_unshaded", "changes_shaded"};
    mk_view *view = mk_view_new();
    some_position();
    for (int card = 1; card <= LOD_EVENT_CARDS; card++) {
        state = position;
        char line[MK_NAME];
        snprintf(line, sizeof line, "card=card_%d phase=turn", card);
        assert_true(mk_set(game, &state, line, NULL, NULL));
        mk_view_clear(view);
        lod_view(&state, mk_top(&state.base)->seat, view);
        for (int text = 0; text < LOD_TEXTS; text++) {
            if (!lod.card[card].text[text]) continue;
            const char *words = NULL;
            long will_change = -1;
            for (int r = 0; r < mk_view_count(view); r++) {
                if (!mk_view_str(view, r, preview[text])) continue;
                words = mk_view_str(view, r, preview[text]);
                will_change = mk_view_int(view, r, changes[text], -1);
            }
            if (!words || will_change < 0) fail_msg("card %d says nothing", card);
            if (!will_change && !strstr(words, "No effect: "))
                fail_msg("card %d, text %d does nothing, but says: %s", card, text, words);
        }
    }
    mk_view_free(view);
}

/* The words of a step say all that the card says of it: which spaces, how many, from where, whose.
 */
static void steps_in_words(void **unused) {
    (void)unused;
    static const struct {
        int card, text, step;
        const char *words;
    } known[] = {
        {1, LOD_UNSHADED, 0, "choose 1 space with British pieces"},
        {2, LOD_UNSHADED, 0, "place up to 4 British cubes in one City, at most 2 of a kind"},
        {2, LOD_SHADED, 2, "2 Propaganda markers in each of them"},
        {6, LOD_UNSHADED, 1, "remove 1 Patriot Fort there as a Casualty"},
        {9, LOD_UNSHADED, 0, "free Skirmish of the British in up to 3 spaces, if they wish"},
        {13, LOD_SHADED, 1, "place 1 Militia in each of them, Active"},
        {14, LOD_SHADED, 0, "free March of the Patriots to North Carolina or Southwest"},
        {16, LOD_UNSHADED, 0, "place 2 Tories anywhere"},
        {33, LOD_SHADED, 0, "free Rally of the Patriots in 2 spaces next to Massachusetts"},
        {38, LOD_SHADED, 0, "place 3 Militia or War Parties in New York, all of one kind"},
        {75, LOD_UNSHADED, 1, "free War Path of the Indians in one of them"},
        {75, LOD_SHADED, 0, "remove 3 Indian pieces in Northwest, Villages last"},
        {81, LOD_SHADED, 0, "remove 2 War Parties in South Carolina and/or Georgia"},
        {82, LOD_UNSHADED, 1,
         "1 Raid marker in each of Virginia, North Carolina, South Carolina and Georgia"},
        {83, LOD_UNSHADED, 0, "set Quebec City to Active Support"},
        {94, LOD_UNSHADED, 1, "free Muster of the British in New York, Tories only"},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        int part = lod_part(known[i].card, known[i].text, known[i].step);
        assert_string_equal(lod_part_label(part), known[i].words);
    }
}

static int open_game(void **unused) {
    (void)unused;
    mk_error err = {0};
    mk_rng_seed(&rng, 1776);
    mk_log_init(&event_log, told, ROOM);
    if (!mk_open(NULL, &err)) return -1;
    game = mk_find_game("lod");
    return game ? 0 : -1;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(programs_and_texts),
        cmocka_unit_test(steps_in_words),
        cmocka_unit_test(every_text_of_every_card),
        cmocka_unit_test(every_step_is_carried_out_and_skipped),
        cmocka_unit_test(every_text_is_foretold),
    };
    return cmocka_run_group_tests(tests, open_game, NULL);
}
