/* Tables: a game in progress, undo of one's own, undo by consent, what happened when. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "coin.h"
#include "core/registry.h"
#include "core/table.h"

#include <string.h>

const mk_game *const mk_games[] = {&coin_game, NULL};

enum { SIZE = sizeof(coin_state), MOST = 2000 };

static mk_table *new_table(uint64_t seed) {
    mk_setup setup;
    assert_true(mk_setup_init(&coin_game, &setup, "long", NULL));
    mk_setup_seed(&setup, seed);
    return mk_table_new(&coin_game, &setup);
}

static void act(mk_table *t, int seat, const char *text) {
    mk_action action;
    mk_error error = {0};
    if (!mk_parse_action(&coin_game, text, &action, &error) ||
        !mk_table_do(t, seat, action, &error))
        fail_msg("%s: %s", text, error.text);
}

static bool act_at_random(mk_table *t, mk_rng *rng) {
    mk_actions legal;
    int seat = mk_seat(&coin_game, mk_table_state(t));
    if (seat == MK_OVER) return false;
    mk_list(&coin_game, mk_table_state(t), &legal);
    mk_action action = legal.list[mk_below(rng, (uint32_t)legal.count)];
    assert_true(mk_table_do(t, seat, action, NULL));
    return true;
}

static void one_whole_turn(mk_table *t) {
    act(t, COIN_EVEN, "hide heads");
    act(t, COIN_ODD, "guess tails 2");
    act(t, COIN_EVEN, "pass");
}

/* ---- Doing -------------------------------------------------------------- */

static void a_new_table_is_the_set_up(void **unused) {
    (void)unused;
    mk_table *t = new_table(7);
    coin_state state;
    mk_start(&coin_game, &state, mk_table_setup(t), NULL);
    assert_memory_equal(mk_table_state(t), &state, SIZE);
    assert_int_equal(mk_table_count(t), 0);
    assert_ptr_equal(mk_table_game(t), &coin_game);
    int count;
    mk_table_events(t, -1, &count);
    assert_int_equal(count, 0);
    mk_table_free(t);
    mk_table_free(NULL);
}

static void what_is_done_is_an_entry_with_its_events(void **unused) {
    (void)unused;
    mk_table *t = new_table(7);
    one_whole_turn(t);
    assert_int_equal(mk_table_count(t), 3);
    const mk_journal_entry *e = mk_table_entry(t, 1);
    assert_int_equal(e->seat, COIN_ODD);
    assert_int_equal(e->action.verb, COIN_GUESS);
    assert_int_equal(e->action.a, COIN_TAILS);
    assert_int_equal(e->action.b, 2);
    assert_int_equal(e->flags, 0);
    assert_int_equal(mk_table_entry(t, 2)->flags, MK_ROLLED | MK_REVEALED);

    int count;
    const mk_event *events = mk_table_events(t, 0, &count);
    assert_int_equal(count, 2);
    assert_int_equal(events[0].kind, COIN_HID);
    assert_int_equal(events[1].kind, COIN_HID_SOMETHING);
    events = mk_table_events(t, 1, &count);
    assert_int_equal(count, 1);
    assert_int_equal(events[0].kind, COIN_GUESSED);
    events = mk_table_events(t, 2, &count);
    assert_int_equal(count, 1);
    assert_int_equal(events[0].kind, COIN_REVEALED);
    mk_table_free(t);
}

static void what_is_refused_changes_nothing(void **unused) {
    (void)unused;
    mk_table *t = new_table(7);
    act(t, COIN_EVEN, "hide heads");
    unsigned char before[SIZE];
    memcpy(before, mk_table_state(t), SIZE);
    mk_error error = {0};
    mk_action guess = {COIN_GUESS, COIN_HEADS, 4, 0}, none = {0, 0, 0, 0};
    assert_false(mk_table_do(t, COIN_ODD, guess, &error));
    assert_int_equal(error.code, MK_E_ILLEGAL);
    assert_string_equal(error.rule, "coin.stake");
    assert_false(mk_table_do(t, COIN_ODD, none, NULL));
    guess.b = 1;
    assert_false(mk_table_do(t, COIN_EVEN, guess, &error));
    assert_int_equal(error.code, MK_E_SEAT);
    assert_int_equal(mk_table_count(t), 1);
    assert_memory_equal(mk_table_state(t), before, SIZE);
    mk_table_free(t);
}

static void a_turn_that_begins_is_noted_with_its_hash(void **unused) {
    (void)unused;
    mk_table *t = new_table(7);
    int turn;
    uint64_t hash;
    one_whole_turn(t);
    assert_false(mk_table_turn(t, 0, &turn, &hash));
    assert_false(mk_table_turn(t, 1, &turn, &hash));
    assert_true(mk_table_turn(t, 2, &turn, &hash));
    assert_int_equal(turn, 1);
    assert_int_equal(hash, mk_hash(&coin_game, mk_table_state(t)));
    mk_table_free(t);
}

/* ---- Taking back one's own ---------------------------------------------- */

static void own_actions_can_be_taken_back(void **unused) {
    (void)unused;
    mk_table *t = new_table(7);
    unsigned char before[SIZE];
    memcpy(before, mk_table_state(t), SIZE);
    act(t, COIN_EVEN, "hide heads");
    assert_int_equal(mk_table_may_undo(t, COIN_EVEN), 1);
    assert_int_equal(mk_table_may_undo(t, COIN_ODD), 0);
    assert_true(mk_table_undo(t, COIN_EVEN, NULL));
    assert_int_equal(mk_table_count(t), 0);
    assert_memory_equal(mk_table_state(t), before, SIZE);

    act(t, COIN_EVEN, "hide tails");
    int count;
    const mk_event *events = mk_table_events(t, 0, &count);
    assert_int_equal(count, 2);
    assert_int_equal(events[0].n[0], COIN_TAILS);
    mk_table_free(t);
}

static void refuses_undo(mk_table *t, int seat, mk_code code, const char *text) {
    mk_error error = {0};
    int count = mk_table_count(t);
    assert_int_equal(mk_table_may_undo(t, seat), 0);
    assert_false(mk_table_undo(t, seat, &error));
    assert_int_equal(error.code, code);
    assert_string_equal(error.text, text);
    assert_int_equal(mk_table_count(t), count);
}

static void undo_stops_at_dice_reveals_and_others(void **unused) {
    (void)unused;
    mk_table *t = new_table(7);
    refuses_undo(t, COIN_EVEN, MK_E_VALUE, "there is nothing to take back");
    act(t, COIN_EVEN, "hide heads");
    act(t, COIN_ODD, "guess tails 2");
    refuses_undo(t, COIN_EVEN, MK_E_SEAT, "the last action was another side's");
    act(t, COIN_EVEN, "pass");
    refuses_undo(t, COIN_EVEN, MK_E_VALUE, "dice were rolled: all must agree to take it back");
    act(t, COIN_EVEN, "hide heads"); /* Even's second entry in a row; the first has dice */
    assert_int_equal(mk_table_may_undo(t, COIN_EVEN), 1);
    assert_true(mk_table_undo(t, COIN_EVEN, NULL));
    assert_int_equal(mk_table_may_undo(t, COIN_EVEN), 0);
    mk_table_free(t);
}

static void undo_never_reaches_behind_a_consent(void **unused) {
    (void)unused;
    mk_table *t = new_table(7);
    act(t, COIN_EVEN, "hide heads");
    act(t, COIN_ODD, "guess tails 2");
    assert_true(mk_table_undo_to(t, 1, NULL));
    refuses_undo(t, COIN_EVEN, MK_E_VALUE, "an agreed take-back stands");
    assert_int_equal(mk_table_may_undo(t, MK_SPECTATOR), 0);
    act(t, COIN_ODD, "guess heads 1");
    assert_int_equal(mk_table_may_undo(t, COIN_ODD), 1);
    mk_table_free(t);
}

static void (*real_hide)(void *, mk_action, mk_log *);

static void hide_and_draw(void *state, mk_action action, mk_log *log) {
    mk_below(&((mk_base *)state)->rng, 6);
    real_hide(state, action, log);
}

static void hide_and_show(void *state, mk_action action, mk_log *log) {
    real_hide(state, action, log);
    mk_log_event(log, COIN_HID, COIN_EVEN, MK_EVERYONE, MK_REVEALED, action.a);
}

/* A table of a coin game in which hiding is something else. */
static mk_table *new_variant(void (*hide)(void *, mk_action, mk_log *)) {
    static mk_phase phases[8];
    static mk_game variant;
    memcpy(phases, coin_game.phases, (size_t)coin_game.phase_count * sizeof *phases);
    real_hide = phases[COIN_HIDING].apply;
    phases[COIN_HIDING].apply = hide;
    variant = coin_game;
    variant.phases = phases;
    mk_setup setup;
    assert_true(mk_setup_init(&variant, &setup, NULL, NULL));
    return mk_table_new(&variant, &setup);
}

static void undo_stops_where_something_was_revealed(void **unused) {
    (void)unused;
    mk_table *t = new_variant(hide_and_show);
    act(t, COIN_EVEN, "hide heads");
    refuses_undo(t, COIN_EVEN, MK_E_VALUE,
                 "something was revealed: all must agree to take it back");
    mk_table_free(t);
}

/* Even if a game forgets to say so: otherwise undo would be a second try. */
static void undo_stops_where_the_generator_moved(void **unused) {
    (void)unused;
    mk_table *t = new_variant(hide_and_draw);
    act(t, COIN_EVEN, "hide heads");
    assert_int_equal(mk_table_entry(t, 0)->flags, MK_ROLLED);
    assert_int_equal(mk_table_may_undo(t, COIN_EVEN), 0);
    mk_table_free(t);
}

/* States are kept every few hundred entries: one that was taken back must not be kept. */
static void what_was_taken_back_is_forgotten(void **unused) {
    (void)unused;
    mk_table *t = new_table(7);
    act(t, COIN_EVEN, "hide heads");
    assert_true(mk_table_undo_to(t, 0, NULL));
    assert_true(mk_table_undo_to(t, 0, NULL));
    coin_state state;
    for (int i = 0; i < 300; i++) {
        act(t, COIN_EVEN, "hide heads");
        assert_true(mk_table_undo(t, COIN_EVEN, NULL));
        act(t, COIN_EVEN, "hide tails");
        mk_table_state_at(t, mk_table_count(t), &state);
        assert_memory_equal(&state, mk_table_state(t), SIZE);
        assert_true(mk_table_undo_to(t, 0, NULL));
    }
    mk_table_free(t);
}

static void undo_equals_the_earlier_state_at_every_step(void **unused) {
    (void)unused;
    mk_rng rng;
    mk_rng_seed(&rng, 5);
    int undone = 0;
    for (uint64_t seed = 0; seed < 50; seed++) {
        mk_table *t = new_table(seed);
        unsigned char before[SIZE], after[SIZE];
        for (;;) {
            memcpy(before, mk_table_state(t), SIZE);
            if (!act_at_random(t, &rng)) break;
            memcpy(after, mk_table_state(t), SIZE);
            const mk_journal_entry last = *mk_table_entry(t, mk_table_count(t) - 1);
            if (!mk_table_undo(t, last.seat, NULL)) continue;
            assert_memory_equal(mk_table_state(t), before, SIZE);
            assert_true(mk_table_do(t, last.seat, last.action, NULL));
            assert_memory_equal(mk_table_state(t), after, SIZE);
            undone++;
        }
        mk_table_free(t);
    }
    assert_true(undone > 500);
}

/* ---- Taking back by consent --------------------------------------------- */

static void by_consent_the_position_goes_back_and_the_generator_does_not(void **unused) {
    (void)unused;
    mk_table *t = new_table(7);
    one_whole_turn(t);
    coin_state back;
    mk_table_state_at(t, 1, &back);
    back.base.rng = ((const mk_base *)mk_table_state(t))->rng;
    assert_true(mk_table_undo_to(t, 1, NULL));
    assert_memory_equal(mk_table_state(t), &back, SIZE);

    assert_int_equal(mk_table_count(t), 4);
    const mk_journal_entry *e = mk_table_entry(t, 3);
    assert_int_equal(e->action.verb, 0);
    assert_int_equal(e->undo_to, 1);
    assert_int_equal(e->seat, -1);
    int count, turn;
    uint64_t hash;
    mk_table_events(t, 3, &count);
    assert_int_equal(count, 0);
    assert_false(mk_table_turn(t, 3, &turn, &hash)); /* it left a turn and began none */
    act(t, COIN_ODD, "guess heads 3");
    mk_table_free(t);
}

static void an_undo_by_consent_can_be_undone_by_consent(void **unused) {
    (void)unused;
    mk_table *t = new_table(7);
    one_whole_turn(t);
    act(t, COIN_EVEN, "hide tails");
    coin_state before;
    memcpy(&before, mk_table_state(t), SIZE);
    assert_true(mk_table_undo_to(t, 0, NULL)); /* entry 4 */
    act(t, COIN_EVEN, "hide heads");           /* entry 5 */
    assert_true(mk_table_undo_to(t, 4, NULL)); /* back to where entry 4 was decided */
    assert_memory_equal(mk_table_state(t), &before, SIZE);
    int turn;
    uint64_t hash;
    assert_true(mk_table_turn(t, 6, &turn, &hash)); /* turn 0 to turn 1 once more */
    assert_int_equal(turn, 1);
    mk_table_free(t);
}

static void consent_goes_to_an_earlier_entry_only(void **unused) {
    (void)unused;
    mk_table *t = new_table(7);
    mk_error error = {0};
    act(t, COIN_EVEN, "hide heads");
    assert_false(mk_table_undo_to(t, -1, NULL));
    assert_false(mk_table_undo_to(t, 1, &error));
    assert_int_equal(error.code, MK_E_VALUE);
    assert_string_equal(error.text, "cannot go back to 1: the journal has 1 entry");
    assert_int_equal(mk_table_count(t), 1);
    mk_table_free(t);
}

static void consents_are_limited(void **unused) {
    (void)unused;
    mk_table *t = new_table(7);
    act(t, COIN_EVEN, "hide heads");
    int done = 0;
    while (done < 10000 && mk_table_undo_to(t, 0, NULL)) done++;
    assert_int_equal(done, 500);
    act(t, COIN_EVEN, "hide tails");
    mk_table_free(t);
}

/* Long tables, with undos of undos, some of them far back. */
static void the_state_at_every_entry_is_the_state_that_was(void **unused) {
    (void)unused;
    static unsigned char was[MOST + 1][SIZE];
    mk_rng rng;
    mk_rng_seed(&rng, 11);
    mk_table *t = new_table(3);
    memcpy(was[0], mk_table_state(t), SIZE);
    int n;
    while ((n = mk_table_count(t)) < MOST) {
        bool back = n > 0 && mk_below(&rng, 25) == 0;
        if (back || !act_at_random(t, &rng))
            assert_true(mk_table_undo_to(t, (int)mk_below(&rng, (uint32_t)n), NULL));
        memcpy(was[n + 1], mk_table_state(t), SIZE);
    }
    unsigned char state[SIZE], walked[SIZE];
    memcpy(walked, was[0], SIZE);
    for (int i = 0; i <= MOST; i++) {
        mk_table_state_at(t, i, state);
        assert_memory_equal(state, was[i], SIZE);
        assert_memory_equal(walked, was[i], SIZE);
        if (i < MOST) mk_table_step(t, i, walked);
    }
    mk_table_free(t);
}

/* ---- Going on from elsewhere -------------------------------------------- */

static void a_restarted_table_has_no_past(void **unused) {
    (void)unused;
    mk_table *t = new_table(7);
    one_whole_turn(t);
    assert_true(mk_table_undo_to(t, 1, NULL));
    coin_state other;
    mk_table_state_at(t, 3, &other);
    other.pennies[COIN_EVEN]++, other.bank--;
    mk_table_restart(t, &other);
    assert_int_equal(mk_table_count(t), 0);
    assert_memory_equal(mk_table_state(t), &other, SIZE);
    act(t, COIN_EVEN, "hide heads");
    assert_true(mk_table_undo(t, COIN_EVEN, NULL));
    assert_memory_equal(mk_table_state(t), &other, SIZE);
    assert_false(mk_table_undo(t, COIN_EVEN, NULL));
    mk_table_free(t);
}

/* A copy is read on another thread while the table plays on. */
static void a_copy_stays_as_it_was(void **unused) {
    (void)unused;
    mk_rng rng;
    mk_rng_seed(&rng, 5);
    mk_table *t = new_table(7);
    for (int i = 0; i < 600 && act_at_random(t, &rng); i++)
        if (i % 50 == 49) assert_true(mk_table_undo_to(t, i / 2, NULL));
    mk_text journal = {0}, again = {0};
    mk_journal_write(t, &journal);
    mk_table *copy = mk_table_copy(t);
    assert_true(mk_table_undo_to(t, 3, NULL));
    while (act_at_random(t, &rng)) {
    }
    mk_table_free(t);
    mk_journal_write(copy, &again);
    assert_string_equal(journal.p, again.p);
    /* And goes on by itself. */
    assert_true(mk_table_undo_to(copy, 3, NULL));
    for (int i = 0; i < 100 && act_at_random(copy, &rng); i++) {
    }
    mk_table_free(copy);
    mk_text_free(&journal);
    mk_text_free(&again);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_new_table_is_the_set_up),
        cmocka_unit_test(what_is_done_is_an_entry_with_its_events),
        cmocka_unit_test(what_is_refused_changes_nothing),
        cmocka_unit_test(a_turn_that_begins_is_noted_with_its_hash),
        cmocka_unit_test(own_actions_can_be_taken_back),
        cmocka_unit_test(undo_stops_at_dice_reveals_and_others),
        cmocka_unit_test(undo_never_reaches_behind_a_consent),
        cmocka_unit_test(undo_stops_where_something_was_revealed),
        cmocka_unit_test(undo_stops_where_the_generator_moved),
        cmocka_unit_test(what_was_taken_back_is_forgotten),
        cmocka_unit_test(undo_equals_the_earlier_state_at_every_step),
        cmocka_unit_test(by_consent_the_position_goes_back_and_the_generator_does_not),
        cmocka_unit_test(an_undo_by_consent_can_be_undone_by_consent),
        cmocka_unit_test(consent_goes_to_an_earlier_entry_only),
        cmocka_unit_test(consents_are_limited),
        cmocka_unit_test(the_state_at_every_entry_is_the_state_that_was),
        cmocka_unit_test(a_restarted_table_has_no_past),
        cmocka_unit_test(a_copy_stays_as_it_was),
    };
    mk_error error = {0};
    if (!mk_open(NULL, &error)) return 1;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
