/* Frames, the log, errors, and the doors: what is offered, refused, applied, checked. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "coin.h"

#include <stdio.h>
#include <string.h>

static const mk_game *const coin = &coin_game;

static coin_state started(const char *scenario, uint64_t seed) {
    mk_setup setup;
    coin_state s;
    assert_true(mk_setup_init(coin, &setup, scenario, NULL));
    mk_setup_seed(&setup, seed);
    mk_start(coin, &s, &setup, NULL);
    return s;
}

static mk_action action(int verb, int a, int b) {
    return (mk_action){(uint16_t)verb, (int16_t)a, (int16_t)b, 0};
}

static void apply(coin_state *s, int verb, int a, int b) {
    mk_apply(coin, s, action(verb, a, b), NULL);
}

static coin_state at_raise(int stake) {
    coin_state s = started(NULL, 1);
    apply(&s, COIN_HIDE, COIN_HEADS, 0);
    apply(&s, COIN_GUESS, COIN_TAILS, stake);
    return s;
}

static coin_state finished(void) {
    coin_state s = started(NULL, 1);
    for (int turn = 0; turn < 3; turn++) {
        apply(&s, COIN_HIDE, COIN_HEADS, 0);
        apply(&s, COIN_GUESS, COIN_TAILS, 1);
        apply(&s, COIN_PASS, 0, 0);
    }
    return s;
}

/* ---- Frames ------------------------------------------------------------- */

static void frames_are_a_stack(void **unused) {
    (void)unused;
    mk_base b = {0};
    mk_push(&b, 1, 0)->a = 7;
    mk_frame *top = mk_push(&b, 2, 1);
    assert_ptr_equal(top, mk_top(&b));
    assert_int_equal(b.depth, 2);
    assert_int_equal(top->phase, 2);
    assert_int_equal(top->seat, 1);
    assert_int_equal(top->a | top->b | top->c, 0);
    mk_pop(&b);
    assert_int_equal(mk_top(&b)->a, 7);
}

static void frames_leave_nothing_behind(void **unused) {
    (void)unused;
    mk_base b = {0}, before;
    mk_push(&b, 1, 0);
    before = b;
    mk_push(&b, 3, 1)->c = 9;
    mk_pop(&b);
    assert_memory_equal(&b, &before, sizeof b);
    for (int i = 1; i < MK_MAX_FRAMES; i++) mk_push(&b, 2, 0);
    assert_int_equal(b.depth, MK_MAX_FRAMES);
}

/* ---- The log and errors ------------------------------------------------- */

static void log_keeps_what_is_told(void **unused) {
    (void)unused;
    mk_event room[4];
    mk_log storage, *log = &storage;
    mk_log_init(log, room, 4);
    mk_log_event(log, 3, 1, MK_ONLY(1), MK_ROLLED, 10, -20, 30);
    mk_log_event(log, 4, -1, MK_BUT(1), 0);
    assert_int_equal(log->count, 2);
    assert_int_equal(log->flags, MK_ROLLED);
    const mk_event expected = {3, 1, 2, MK_ROLLED, 3, {10, -20, 30}};
    assert_memory_equal(&room[0], &expected, sizeof expected);
    assert_int_equal(room[1].count, 0);
    assert_int_equal(room[1].seat, -1);
    assert_int_equal(room[1].audience, 0xfd);
    mk_log_clear(log);
    assert_int_equal(log->count, 0);
    assert_int_equal(log->flags, 0);
}

static void log_without_room_keeps_flags(void **unused) {
    (void)unused;
    mk_log storage, *log = &storage;
    mk_log_init(log, NULL, 0);
    mk_log_event(log, 3, 0, MK_EVERYONE, MK_REVEALED, 1);
    mk_log_event(log, 3, 0, MK_EVERYONE, MK_ROLLED, 1);
    assert_int_equal(log->flags, MK_REVEALED | MK_ROLLED);
    assert_int_equal(log->count, 0);
    mk_log_event_n(NULL, 3, 0, MK_EVERYONE, 0, 0, NULL);
}

static void errors_say_what_is_known(void **unused) {
    (void)unused;
    mk_error e;
    memset(&e, 'x', sizeof e);
    assert_false(mk_fail(&e, MK_E_SYNTAX, "no %s here", "verb"));
    assert_false(mk_fail(NULL, MK_E_SYNTAX, "nobody listens"));
    char out[700];
    assert_int_equal(e.code, MK_E_SYNTAX);
    assert_string_equal(mk_error_string(&e, out, sizeof out), "no verb here");
    e.line = 12;
    assert_string_equal(mk_error_string(&e, out, sizeof out), "line 12: no verb here");
    strcpy(e.file, "game.txt");
    assert_string_equal(mk_error_string(&e, out, sizeof out), "game.txt:12: no verb here");
    strcpy(e.rule, "coin.guess");
    e.line = 0;
    assert_string_equal(mk_error_string(&e, out, sizeof out),
                        "game.txt: no verb here (coin.guess)");
    assert_string_equal(mk_error_string(&e, out, 9), "game.txt");
}

/* ---- Set-up ------------------------------------------------------------- */

static void setup_has_the_defaults(void **unused) {
    (void)unused;
    mk_setup setup;
    memset(&setup, 'x', sizeof setup);
    assert_true(mk_setup_init(coin, &setup, NULL, NULL));
    assert_memory_equal(&setup, &(mk_setup){0}, sizeof setup);
    assert_true(mk_setup_init(coin, &setup, "long", NULL));
    assert_int_equal(setup.scenario, 1);
    assert_true(mk_setup_option(coin, &setup, "raising", "off", NULL));
    assert_int_equal(setup.option[0], 1);
    assert_true(mk_setup_option(coin, &setup, "raising", "on", NULL));
    assert_int_equal(setup.option[0], 0);
}

static void setup_refuses_what_does_not_exist(void **unused) {
    (void)unused;
    mk_setup setup;
    mk_error e;
    assert_false(mk_setup_init(coin, &setup, "endless", &e));
    assert_int_equal(e.code, MK_E_GAME);
    assert_string_equal(e.text,
                        "Matching Pennies has no scenario \"endless\"; it has: short, long");
    assert_true(mk_setup_init(coin, &setup, NULL, &e));
    mk_setup before = setup;
    assert_false(mk_setup_option(coin, &setup, "weather", "on", &e));
    assert_string_equal(e.text, "Matching Pennies has no option \"weather\"; it has: raising");
    assert_false(mk_setup_option(coin, &setup, "raising", "perhaps", &e));
    assert_int_equal(e.code, MK_E_GAME);
    assert_string_equal(e.text, "the option raising cannot be \"perhaps\"; it can be: on, off");
    assert_memory_equal(&setup, &before, sizeof setup);
}

static void start_fills_the_base(void **unused) {
    (void)unused;
    mk_setup setup;
    mk_setup_init(coin, &setup, "long", NULL);
    mk_setup_option(coin, &setup, "raising", "off", NULL);
    mk_setup_seed(&setup, 7);
    setup.nonplayers = 2;
    coin_state s, again;
    memset(&s, 'x', sizeof s);
    memset(&again, 'y', sizeof again);
    mk_start(coin, &s, &setup, NULL);
    mk_start(coin, &again, &setup, NULL);
    assert_memory_equal(&s, &again, sizeof s);
    assert_int_equal(s.base.scenario, 1);
    assert_int_equal(s.base.option[0], 1);
    assert_int_equal(s.base.nonplayers, 2);
    mk_rng rng;
    mk_rng_seed(&rng, 7);
    assert_memory_equal(&s.base.rng, &rng, sizeof rng);
    assert_int_equal(mk_seat(coin, &s), COIN_EVEN);
    assert_string_equal(mk_phase_of(coin, &s)->name, "hiding");
}

/* ---- Offered and refused ------------------------------------------------ */

static bool offered(const mk_actions *list, mk_action a) {
    for (int i = 0; i < list->count; i++)
        if (memcmp(&list->list[i], &a, sizeof a) == 0) return true;
    return false;
}

/* Every action with small numbers, existing or not: legal exactly if it is in the list; and the
 * door opens exactly for those. */
static void assert_list_is_what_is_legal(const coin_state *s) {
    mk_actions list;
    mk_list(coin, s, &list);
    int legal = 0;
    for (int verb = 0; verb <= COIN_PASS + 2; verb++)
        for (int a = -2; a <= COIN_PENNIES + 2; a++)
            for (int b = -2; b <= 5; b++)
                for (int c = -1; c <= 1; c++) {
                    mk_action tried = {(uint16_t)verb, (int16_t)a, (int16_t)b, (int16_t)c};
                    bool is_legal = mk_legal(coin, s, tried);
                    assert_int_equal(is_legal, offered(&list, tried));
                    assert_int_equal(is_legal, mk_why_not(coin, s, tried) == NULL);
                    legal += is_legal;
                    coin_state copy = *s;
                    assert_int_equal(is_legal,
                                     mk_do(coin, &copy, mk_seat(coin, s), tried, NULL, NULL));
                    if (!is_legal) assert_memory_equal(&copy, s, sizeof copy);
                }
    assert_int_equal(legal, list.count);
}

static void list_is_what_is_legal(void **unused) {
    (void)unused;
    coin_state s = started(NULL, 1);
    assert_list_is_what_is_legal(&s);
    apply(&s, COIN_HIDE, COIN_TAILS, 0);
    assert_list_is_what_is_legal(&s);
    s.pennies[COIN_ODD] = 2;
    assert_list_is_what_is_legal(&s);
    for (int stake = 1; stake <= COIN_MOST_STAKE; stake++) {
        s = at_raise(stake);
        assert_list_is_what_is_legal(&s);
        s.base.nonplayers = 1 << COIN_EVEN;
        assert_list_is_what_is_legal(&s);
    }
    s = finished();
    assert_list_is_what_is_legal(&s);
}

static void why_not_names_the_rule(void **unused) {
    (void)unused;
    coin_state s = started(NULL, 1);
    assert_string_equal(mk_why_not(coin, &s, action(COIN_PASS, 0, 0)), "coin.hide");
    assert_string_equal(mk_why_not(coin, &s, action(0, 0, 0)), "coin.hide");
    assert_string_equal(mk_why_not(coin, &s, action(999, 0, 0)), "coin.hide");
    assert_string_equal(mk_why_not(coin, &s, action(COIN_HIDE, 2, 0)), "coin.hide");
    assert_string_equal(mk_why_not(coin, &s, action(COIN_HIDE, -1, 0)), "coin.hide");
    assert_string_equal(mk_why_not(coin, &s, action(COIN_HIDE, 0, 1)), "coin.hide");
    apply(&s, COIN_HIDE, COIN_HEADS, 0);
    assert_string_equal(mk_why_not(coin, &s, action(COIN_GUESS, 0, 4)), "coin.stake");
    s.base.nonplayers = 1 << COIN_ODD;
    assert_string_equal(mk_why_not(coin, &s, action(COIN_GUESS, 0, 2)), "coin.nonplayer");
    s = finished();
    assert_string_equal(mk_why_not(coin, &s, action(COIN_HIDE, 0, 0)), "coin.end");
}

/* A game whose reasons depend on the hidden coin, and whose deals always turn it. */
static const char *forbids_the_face(const void *state, mk_action a) {
    return a.a == ((const coin_state *)state)->face ? "coin.stake" : NULL;
}

static void turn_the_coin(void *state, int seat, mk_rng *rng) {
    (void)seat, (void)rng;
    coin_state *s = state;
    s->face = s->face == COIN_HEADS ? COIN_TAILS : COIN_HEADS;
}

static void a_reason_tells_nothing_hidden(void **unused) {
    (void)unused;
    mk_game tells = *coin;
    mk_phase phases[8] = {{0}};
    for (int i = 1; coin->phases[i].name; i++) phases[i] = coin->phases[i];
    coin_state s = started(NULL, 1);
    apply(&s, COIN_HIDE, COIN_HEADS, 0);
    phases[s.base.frame[s.base.depth - 1].phase].why_not = forbids_the_face;
    tells.phases = phases;
    tells.determinize = turn_the_coin;
    coin_state before = s;
    mk_rng rng;
    mk_rng_seed(&rng, 1);
    const mk_action heads = action(COIN_GUESS, COIN_HEADS, 1),
                    tails = action(COIN_GUESS, COIN_TAILS, 1);
    assert_string_equal(mk_why_not(&tells, &s, heads), "coin.stake");
    assert_null(mk_why_not_known(&tells, &s, COIN_ODD, heads, &rng));
    assert_string_equal(mk_why_not_known(&tells, &s, COIN_ODD, tails, &rng), "coin.stake");
    assert_memory_equal(&s, &before, sizeof s);
}

static void assert_refused(const coin_state *s, int seat, mk_action a, mk_code code,
                           const char *rule) {
    coin_state copy = *s;
    mk_event room[8];
    mk_log log;
    mk_error e;
    mk_log_init(&log, room, 8);
    assert_false(mk_do(coin, &copy, seat, a, &log, &e));
    assert_int_equal(e.code, code);
    assert_string_equal(e.rule, rule);
    assert_true(e.text[0] != '\0');
    assert_int_equal(log.count, 0);
    assert_memory_equal(&copy, s, sizeof copy);
}

static void door_refuses_with_a_reason_and_changes_nothing(void **unused) {
    (void)unused;
    coin_state s = at_raise(2);
    assert_refused(&s, COIN_ODD, action(COIN_PASS, 0, 0), MK_E_SEAT, "");
    assert_refused(&s, MK_SPECTATOR, action(COIN_PASS, 0, 0), MK_E_SEAT, "");
    assert_refused(&s, MK_EVERYTHING, action(COIN_PASS, 0, 0), MK_E_SEAT, "");
    assert_refused(&s, 2, action(COIN_PASS, 0, 0), MK_E_SEAT, "");
    assert_refused(&s, COIN_EVEN, action(COIN_RAISE, 3, 0), MK_E_ILLEGAL, "coin.raise");
    assert_refused(&s, COIN_EVEN, action(COIN_HIDE, 0, 0), MK_E_ILLEGAL, "coin.raise");
    assert_refused(&s, COIN_EVEN, action(0, 0, 0), MK_E_ILLEGAL, "coin.raise");
    assert_refused(&s, COIN_EVEN, action(65535, 0, 0), MK_E_ILLEGAL, "coin.raise");
    assert_true(mk_do(coin, &s, COIN_EVEN, action(COIN_RAISE, 2, 0), NULL, NULL));
    s = finished();
    assert_refused(&s, COIN_EVEN, action(COIN_HIDE, 0, 0), MK_E_FINISHED, "");
    assert_refused(&s, MK_OVER, action(COIN_HIDE, 0, 0), MK_E_FINISHED, "");
}

static void door_says_whose_decision_it_is(void **unused) {
    (void)unused;
    coin_state s = at_raise(2);
    mk_error e;
    assert_false(mk_do(coin, &s, COIN_ODD, action(COIN_PASS, 0, 0), NULL, &e));
    assert_string_equal(e.text, "Even must decide now, not Odd");
}

/* Whatever bytes come in: what is not in the list changes nothing. */
static void random_actions_are_refused(void **unused) {
    (void)unused;
    mk_rng rng;
    mk_rng_seed(&rng, 11);
    coin_state s = started("long", 11);
    mk_actions list;
    mk_list(coin, &s, &list);
    for (int i = 0; i < 200000; i++) {
        mk_action a = {(uint16_t)mk_below(&rng, 8), (int16_t)(mk_below(&rng, 10) - 3),
                       (int16_t)(mk_below(&rng, 10) - 3), (int16_t)mk_below(&rng, 2)};
        if (i % 4 == 0) a.verb = (uint16_t)mk_below(&rng, 65536);
        if (i % 4 == 1) a.a = (int16_t)mk_below(&rng, 65536);
        int seat = (int)mk_below(&rng, 5) - 2;
        bool right = seat == mk_seat(coin, &s) && offered(&list, a);
        coin_state before = s;
        assert_int_equal(mk_do(coin, &s, seat, a, NULL, NULL), right);
        if (!right) assert_memory_equal(&s, &before, sizeof s);
        if (mk_seat(coin, &s) == MK_OVER) s = started("long", (uint64_t)i);
        if (right) mk_list(coin, &s, &list);
    }
}

/* ---- Playing ------------------------------------------------------------ */

static void interrupt_waits_on_top_of_what_it_interrupts(void **unused) {
    (void)unused;
    coin_state s = at_raise(2);
    assert_int_equal(s.base.depth, 2);
    assert_int_equal(s.base.frame[0].phase, COIN_GUESSING);
    assert_int_equal(mk_seat(coin, &s), COIN_EVEN);
    assert_int_equal(mk_feed(&s.base.rng, (const int[]){5}, 1, NULL), true);
    apply(&s, COIN_RAISE, 1, 0);
    assert_int_equal(s.pennies[COIN_EVEN], 10 + 3 + 5); /* the guess was wrong */
    assert_int_equal(s.pennies[COIN_ODD], 10 - 3);
    assert_int_equal(s.base.turn, 1);
    assert_int_equal(s.base.depth, 1);
    assert_int_equal(mk_phase_of(coin, &s) - coin->phases, COIN_HIDING);
}

static void hidden_choice_is_told_twice(void **unused) {
    (void)unused;
    coin_state s = started(NULL, 1);
    mk_event room[8];
    mk_log log;
    mk_log_init(&log, room, 8);
    mk_apply(coin, &s, action(COIN_HIDE, COIN_TAILS, 0), &log);
    assert_int_equal(log.count, 2);
    assert_int_equal(room[0].audience, MK_ONLY(COIN_EVEN));
    assert_int_equal(room[0].n[0], COIN_TAILS);
    assert_int_equal(room[1].audience, MK_BUT(COIN_EVEN));
    assert_int_equal(room[1].count, 0);
    assert_int_equal(log.flags, 0);
    mk_log_clear(&log);
    mk_apply(coin, &s, action(COIN_GUESS, COIN_TAILS, 1), &log);
    mk_apply(coin, &s, action(COIN_PASS, 0, 0), &log);
    assert_int_equal(log.flags, MK_ROLLED | MK_REVEALED);
}

/* With a log, without one, with one that keeps only flags: the game is the same. */
static void logging_does_not_change_the_game(void **unused) {
    (void)unused;
    mk_event room[8];
    mk_log full, flags;
    mk_log_init(&full, room, 8);
    mk_log_init(&flags, NULL, 0);
    mk_rng rng;
    mk_rng_seed(&rng, 2);
    coin_state a = started("long", 2), b = a, c = a;
    while (mk_seat(coin, &a) != MK_OVER) {
        mk_actions list;
        mk_list(coin, &a, &list);
        mk_action next = list.list[mk_below(&rng, (uint32_t)list.count)];
        mk_log_clear(&full);
        mk_apply(coin, &a, next, &full);
        mk_apply(coin, &b, next, &flags);
        mk_apply(coin, &c, next, NULL);
        assert_memory_equal(&a, &b, sizeof a);
        assert_memory_equal(&a, &c, sizeof a);
    }
}

static void random_games_end_and_hold_their_invariants(void **unused) {
    (void)unused;
    mk_rng rng;
    mk_rng_seed(&rng, 4);
    for (uint64_t game = 0; game < 2000; game++) {
        coin_state s = started(game % 2 ? "long" : "short", game);
        s.base.option[0] = game % 3 == 0;
        int steps = 0;
        for (; mk_seat(coin, &s) != MK_OVER; steps++) {
            mk_actions list;
            mk_list(coin, &s, &list);
            mk_apply(coin, &s, list.list[mk_below(&rng, (uint32_t)list.count)], NULL);
            char why[200];
            if (!mk_check(coin, &s, why, sizeof why)) fail_msg("game %d: %s", (int)game, why);
        }
        assert_true(steps <= 3 * COIN_MOST_TURNS);
        assert_null(mk_phase_of(coin, &s));
        mk_outcome o = {0};
        coin->outcome(&s, &o);
        assert_true(o.rank[0] == 1 || o.rank[1] == 1);
    }
}

/* ---- Invariants --------------------------------------------------------- */

static void assert_noticed(const coin_state *s, const char *what) {
    char why[200] = "";
    if (mk_check(coin, s, why, sizeof why)) fail_msg("%s is not noticed", what);
    assert_true(why[0] != '\0');
}

#define ASSERT_NOTICED(change)                                                                     \
    do {                                                                                           \
        coin_state s = at_raise(2);                                                                \
        s.change;                                                                                  \
        assert_noticed(&s, #change);                                                               \
    } while (0)

static void check_notices_a_corrupted_base(void **unused) {
    (void)unused;
    coin_state whole = at_raise(2);
    assert_true(mk_check(coin, &whole, (char[200]){0}, 200));
    coin_state deep = whole;
    while (deep.base.depth < MK_MAX_FRAMES) mk_push(&deep.base, COIN_GUESSING, COIN_ODD);
    assert_true(mk_check(coin, &deep, (char[200]){0}, 200));
    deep.base.depth++;
    assert_noticed(&deep, "a frame too many");
    ASSERT_NOTICED(base.depth = 3);
    ASSERT_NOTICED(base.depth = 1);
    ASSERT_NOTICED(base.frame[0].phase = 0);
    ASSERT_NOTICED(base.frame[1].phase = COIN_RAISING + 1);
    ASSERT_NOTICED(base.frame[1].seat = 2);
    ASSERT_NOTICED(base.frame[1].seat = -1);
    ASSERT_NOTICED(base.frame[15].c = 1);
    ASSERT_NOTICED(base.scenario = 2);
    ASSERT_NOTICED(base.nonplayers = 4);
    ASSERT_NOTICED(base.option[0] = 2);
    ASSERT_NOTICED(base.option[1] = 1);
    ASSERT_NOTICED(base.rng.used = 65);
    ASSERT_NOTICED(base.rng.mode = 2);
    ASSERT_NOTICED(base.rng.fault = 3);
    ASSERT_NOTICED(base.rng.fed_next = 1);
    ASSERT_NOTICED(base.rng.fed_count = 92);
    ASSERT_NOTICED(bank = 1); /* the game's own check comes after */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(frames_are_a_stack),
        cmocka_unit_test(frames_leave_nothing_behind),
        cmocka_unit_test(log_keeps_what_is_told),
        cmocka_unit_test(log_without_room_keeps_flags),
        cmocka_unit_test(errors_say_what_is_known),
        cmocka_unit_test(setup_has_the_defaults),
        cmocka_unit_test(setup_refuses_what_does_not_exist),
        cmocka_unit_test(start_fills_the_base),
        cmocka_unit_test(list_is_what_is_legal),
        cmocka_unit_test(why_not_names_the_rule),
        cmocka_unit_test(a_reason_tells_nothing_hidden),
        cmocka_unit_test(door_refuses_with_a_reason_and_changes_nothing),
        cmocka_unit_test(door_says_whose_decision_it_is),
        cmocka_unit_test(random_actions_are_refused),
        cmocka_unit_test(interrupt_waits_on_top_of_what_it_interrupts),
        cmocka_unit_test(hidden_choice_is_told_twice),
        cmocka_unit_test(logging_does_not_change_the_game),
        cmocka_unit_test(random_games_end_and_hold_their_invariants),
        cmocka_unit_test(check_notices_a_corrupted_base),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
