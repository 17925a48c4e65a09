/* The same promises for each game that the engine has: nothing here knows any of them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "musket.h"

static _Alignas(max_align_t) unsigned char state[MK_MAX_STATE], before[MK_MAX_STATE];
static mk_actions legal;

/* Game number `n` of a series: each has another scenario, other options, another seed. */
static void begin(const mk_game *game, int n) {
    mk_setup setup = {0};
    int scenarios = 0;
    while (game->scenarios[scenarios].id) scenarios++;
    setup.scenario = (uint8_t)(n % scenarios);
    for (int i = 0, rest = n / scenarios; game->options[i].id; i++) {
        int values = 0;
        while (game->options[i].values[values]) values++;
        setup.option[i] = (uint8_t)(rest % values);
        rest /= values;
    }
    mk_setup_seed(&setup, (uint64_t)n);
    mk_start(game, state, &setup, NULL);
}

/* First a verb, then an action with it: long lists of one verb do not drown the others, so that
 * play gets to all parts of a game. */
static mk_action pick(const mk_game *game, mk_rng *rng) {
    mk_action of_verb[MK_MAX_ACTIONS];
    uint16_t verbs[MK_PHASE_VERBS];
    int verb_count = 0, count = 0;
    mk_list(game, state, &legal);
    for (int i = 0; i < legal.count; i++) {
        bool known = false;
        for (int v = 0; v < verb_count; v++) known |= verbs[v] == legal.list[i].verb;
        if (!known) verbs[verb_count++] = legal.list[i].verb;
    }
    uint16_t verb = verbs[mk_below(rng, (uint32_t)verb_count)];
    for (int i = 0; i < legal.count; i++)
        if (legal.list[i].verb == verb) of_verb[count++] = legal.list[i];
    return of_verb[mk_below(rng, (uint32_t)count)];
}

/* Calls `visit` at each decision of `games` games; each must end. */
static void play(int games, void (*visit)(const mk_game *, mk_rng *)) {
    for (int g = 0; g < mk_game_count(); g++) {
        const mk_game *game = mk_game_at(g);
        for (int n = 0; n < games; n++) {
            mk_rng rng;
            mk_rng_seed(&rng, 1000 + (uint64_t)n);
            begin(game, n);
            for (int actions = 0; mk_seat(game, state) != MK_OVER; actions++) {
                if (actions > 100000) fail_msg("%s: game %d does not end", game->id, n);
                visit(game, &rng);
                mk_apply(game, state, pick(game, &rng), NULL);
            }
        }
    }
}

/* ---- The list is exactly what is legal ---- */

static int listed(mk_action a) {
    int times = 0;
    for (int i = 0; i < legal.count; i++) times += memcmp(&legal.list[i], &a, sizeof a) == 0;
    return times;
}

static int numbers_of(const mk_game *game, const mk_verb *verb, int i) {
    return verb->kind[i] ? game->kinds[verb->kind[i]].count() : 1;
}

static void compare_verb(const mk_game *game, int verb) {
    const mk_verb *row = &game->verbs[verb];
    int legal_ones = 0, offered = 0;
    for (int a = 0; a < numbers_of(game, row, 0); a++)
        for (int b = 0; b < numbers_of(game, row, 1); b++)
            for (int c = 0; c < numbers_of(game, row, 2); c++) {
                mk_action action = {(uint16_t)verb, (int16_t)a, (int16_t)b, (int16_t)c};
                if (!mk_legal(game, state, action)) continue;
                legal_ones++;
                if (listed(action) != 1) {
                    char text[200];
                    mk_print_action(game, action, text, sizeof text);
                    fail_msg("%s: %s is legal and listed %d times", game->id, text, listed(action));
                }
            }
    for (int i = 0; i < legal.count; i++) offered += legal.list[i].verb == verb;
    assert_int_equal(offered, legal_ones);
}

static void compare_list(const mk_game *game, mk_rng *rng) {
    if (mk_below(rng, 8)) return; /* every number of every verb is tried: at some states only */
    mk_list(game, state, &legal);
    for (int v = 1; v < game->verb_count; v++) compare_verb(game, v);
}

static void the_list_is_exactly_what_is_legal(void **s) {
    (void)s;
    play(12, compare_list);
}

/* ---- Whatever is not offered is refused and changes nothing ---- */

static long thrown;

static void throw_garbage(const mk_game *game, mk_rng *rng) {
    mk_list(game, state, &legal);
    memcpy(before, state, game->state_size);
    int decides = mk_seat(game, state);
    for (int i = 0; i < 64; i++, thrown++) {
        mk_action action = legal.list[mk_below(rng, (uint32_t)legal.count)];
        int seat = (int)mk_below(rng, 7) - 2;
        switch (mk_below(rng, 4)) {
        case 0: /* anything */
            action = (mk_action){(uint16_t)mk_below(rng, 65536), (int16_t)mk_below(rng, 65536),
                                 (int16_t)mk_below(rng, 65536), (int16_t)mk_below(rng, 65536)};
            seat = decides;
            break;
        case 1: /* a verb of this game, numbers near those that exist */
            action.verb = (uint16_t)mk_below(rng, (uint32_t)game->verb_count + 2);
            action.a = (int16_t)((int)mk_below(rng, 80) - 4);
            action.b = (int16_t)((int)mk_below(rng, 80) - 4);
            seat = decides;
            break;
        case 2: /* a legal one with a number that its verb does not use */
            action.c = (int16_t)(action.c + 1 + (int)mk_below(rng, 3));
            seat = decides;
            break;
        default: break; /* a legal one by whatever seat */
        }
        if (seat == decides && listed(action)) continue;
        mk_error e = {0};
        if (mk_do(game, state, seat, action, NULL, &e))
            fail_msg("%s: seat %d may do %d %d %d %d", game->id, seat, action.verb, action.a,
                     action.b, action.c);
        assert_int_not_equal(e.code, MK_OK);
        assert_true(e.text[0] != '\0');
        assert_memory_equal(before, state, game->state_size);
    }
}

static void what_is_not_offered_is_refused_and_changes_nothing(void **s) {
    (void)s;
    thrown = 0;
    for (int games = 8; thrown < 1000000; games *= 2) play(games, throw_garbage);
}

/* ---- A state is plain bytes ---- */

static void copy_and_repeat(const mk_game *game, mk_rng *rng) {
    static _Alignas(max_align_t) unsigned char copy[MK_MAX_STATE];
    if (mk_below(rng, 4)) return;
    memcpy(copy, state, game->state_size);
    mk_action action = pick(game, rng);
    memcpy(before, state, game->state_size);
    mk_event room[1024];
    mk_log log;
    mk_log_init(&log, room, 1024);
    mk_apply(game, state, action, &log); /* with a log */
    mk_apply(game, copy, action, NULL);  /* and without */
    assert_memory_equal(copy, state, game->state_size);
    memcpy(state, before, game->state_size);
}

static void a_copy_goes_the_same_way_with_a_log_or_without(void **s) {
    (void)s;
    play(20, copy_and_repeat);
}

/* ---- Lists and actions allocate nothing ---- */

static long allocations;
void *__real_malloc(size_t);
void *__real_calloc(size_t, size_t);
void *__real_realloc(void *, size_t);
void *__wrap_malloc(size_t);
void *__wrap_calloc(size_t, size_t);
void *__wrap_realloc(void *, size_t);

void *__wrap_malloc(size_t n) { return allocations++, __real_malloc(n); }
void *__wrap_calloc(size_t n, size_t m) { return allocations++, __real_calloc(n, m); }
void *__wrap_realloc(void *p, size_t n) { return allocations++, __real_realloc(p, n); }

static void nothing_is_allocated(void **s) {
    (void)s;
    mk_rng rng;
    mk_rng_seed(&rng, 7);
    free(malloc(1));
    assert_true(allocations > 0); /* they are counted */
    for (int g = 0; g < mk_game_count(); g++) {
        const mk_game *game = mk_game_at(g);
        for (int n = 0; n < 20; n++) {
            begin(game, n);
            long so_far = allocations;
            while (mk_seat(game, state) != MK_OVER) mk_apply(game, state, pick(game, &rng), NULL);
            assert_int_equal(allocations, so_far);
        }
    }
}

/* ---- Numbers that DESIGN promises ---- */

static void a_state_is_small(void **s) {
    (void)s;
    for (int g = 0; g < mk_game_count(); g++) assert_true(mk_game_at(g)->state_size <= 16 * 1024);
}

static int open_engine(void **s) {
    (void)s;
    return mk_open(NULL, NULL) ? 0 : -1;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_list_is_exactly_what_is_legal),
        cmocka_unit_test(what_is_not_offered_is_refused_and_changes_nothing),
        cmocka_unit_test(a_copy_goes_the_same_way_with_a_log_or_without),
        cmocka_unit_test(nothing_is_allocated),
        cmocka_unit_test(a_state_is_small),
    };
    return cmocka_run_group_tests(tests, open_engine, NULL);
}
