/* The same promises for each game that the engine has: nothing here knows any of them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "random_play.h"

static _Alignas(max_align_t) unsigned char state[MK_MAX_STATE], before[MK_MAX_STATE];
static mk_actions legal;

static void begin(const mk_game *game, int n) {
    mk_setup setup;
    random_setup(game, n, &setup);
    mk_start(game, state, &setup, NULL);
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
                mk_apply(game, state, random_verb_action(game, state, &rng), NULL);
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
    return verb->kind[i] ? mk_kind_count(game, verb->kind[i]) : 1;
}

static void compare_action(const mk_game *game, mk_action action) {
    bool is_legal = mk_legal(game, state, action);
    if (listed(action) == is_legal) return;
    char text[200];
    mk_print_action(game, action, text, sizeof text);
    fail_msg("%s: %s is %slegal and listed %d times", game->id, text, is_legal ? "" : "not ",
             listed(action));
}

/* Every number of a verb with few; of one with many, so many by lot. */
static void compare_verb(const mk_game *game, int verb, mk_rng *rng) {
    enum { TRIED = 4096 };
    const mk_verb *row = &game->verbs[verb];
    uint64_t many[3], all = 1;
    for (int i = 0; i < 3; i++) all *= many[i] = (uint64_t)numbers_of(game, row, i);
    for (uint64_t n = 0; n < all && n < TRIED; n++) {
        uint64_t which = all <= TRIED ? n : mk_below(rng, (uint32_t)all);
        compare_action(game, (mk_action){(uint16_t)verb, (int16_t)(which % many[0]),
                                         (int16_t)(which / many[0] % many[1]),
                                         (int16_t)(which / many[0] / many[1])});
    }
}

/* What is beside a legal action: the same with one number changed to another of its kind. */
static void compare_beside(const mk_game *game, mk_action action, mk_rng *rng) {
    const mk_verb *row = &game->verbs[action.verb];
    int16_t *number[3] = {&action.a, &action.b, &action.c};
    for (int i = 0; i < 3; i++) {
        int16_t was = *number[i];
        *number[i] = (int16_t)mk_below(rng, (uint32_t)numbers_of(game, row, i));
        compare_action(game, action);
        *number[i] = was;
    }
}

static void compare_list(const mk_game *game, mk_rng *rng) {
    if (mk_below(rng, 8)) return; /* thousands of actions are tried: at some states only */
    assert_true(mk_list(game, state, &legal));
    for (int i = 0; i < legal.count; i++) {
        compare_action(game, legal.list[i]);
        compare_beside(game, legal.list[i], rng);
    }
    for (int v = 1; v < game->verb_count; v++) compare_verb(game, v, rng);
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
        case 1: /* a verb of this game, numbers of its kinds or just beyond */
            action.verb = (uint16_t)(1 + mk_below(rng, (uint32_t)game->verb_count - 1));
            for (int n = 0; n < 2; n++) {
                int many = numbers_of(game, &game->verbs[action.verb], n);
                int16_t number = (int16_t)((int)mk_below(rng, (uint32_t)many + 8) - 4);
                *(n ? &action.b : &action.a) = number;
            }
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
    mk_action action = random_verb_action(game, state, rng);
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

/* ---- Sentences ---- */

/* A template that is not filled leaves its braces, an id its underscores. */
static void assert_sentence(const mk_game *game, const char *what, const mk_text *text) {
    if (!text->n || strpbrk(text->p, "{}|_") || strstr(text->p, "  "))
        fail_msg("%s: %s reads \"%s\"", game->id, what, text->n ? text->p : "");
    if (text->p[0] >= 'a' && text->p[0] <= 'z')
        fail_msg("%s: %s begins small: \"%s\"", game->id, what, text->p);
}

static void read_all(const mk_game *game, mk_rng *rng) {
    if (mk_below(rng, 4)) return;
    mk_text text = {0};
    mk_prompt_text(game, state, mk_seat(game, state), MK_PLAIN, &text);
    assert_sentence(game, "a prompt", &text);
    mk_action action = random_verb_action(game, state, rng);
    mk_text_clear(&text);
    mk_action_label(game, action, MK_PLAIN, &text);
    assert_sentence(game, game->verbs[action.verb].name, &text);
    mk_event room[1024];
    mk_log log;
    mk_log_init(&log, room, 1024);
    memcpy(before, state, game->state_size);
    mk_apply(game, state, action, &log);
    memcpy(state, before, game->state_size);
    for (int i = 0; i < log.count; i++) {
        if (!room[i].audience) continue;
        mk_text_clear(&text);
        mk_event_text(game, &room[i], MK_PLAIN, &text);
        assert_sentence(game, game->events[room[i].kind].name, &text);
    }
    mk_text_free(&text);
}

static void every_sentence_is_whole_and_has_no_ids(void **s) {
    (void)s;
    play(30, read_all);
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
            while (mk_seat(game, state) != MK_OVER)
                mk_apply(game, state, random_verb_action(game, state, &rng), NULL);
            assert_int_equal(allocations, so_far);
        }
    }
}

/* ---- Names ---- */

static void every_name_is_found(void **s) {
    (void)s;
    for (int g = 0; g < mk_game_count(); g++) {
        const mk_game *game = mk_game_at(g);
        for (int v = 1; v < game->verb_count; v++)
            assert_int_equal(mk_find_verb(game, game->verbs[v].name), v);
        assert_int_equal(mk_find_verb(game, "no_such_verb"), 0);
        assert_int_equal(mk_find_verb(game, ""), 0);
        for (int kind = 1; kind < game->kind_count; kind++) {
            for (int i = 0; i < mk_kind_count(game, kind); i++)
                assert_int_equal(mk_find(game, kind, mk_id(game, kind, i)), i);
            assert_int_equal(mk_find(game, kind, "no_such_thing"), -1);
        }
    }
}

/* ---- Positions of format 1 ---- */

static char *read_file(const char *name) {
    FILE *f = fopen(name, "rb");
    if (!f) fail_msg("%s cannot be read", name);
    mk_text text = {0};
    char bytes[4096];
    for (size_t n; (n = fread(bytes, 1, sizeof bytes, f)) > 0;) mk_text_bytes(&text, bytes, n);
    fclose(f);
    return text.p;
}

/* What rules since then no longer keep: while the first player is chosen, the points and the
 * weather of the last turn (p77.first_player). */
static bool is_cleared(const char *name) {
    static const char *const cleared[] = {"ap_left", "british.ap", "american.ap", "weather"};
    for (size_t i = 0; i < sizeof cleared / sizeof *cleared; i++)
        if (strcmp(name, cleared[i]) == 0) return true;
    return false;
}

/* "name=value" lines of the old text are what the state says. */
static void assert_says(const mk_game *game, const char *text) {
    static char now[4096];
    for (const char *line = text; *line; line += strcspn(line, "\n") + 1) {
        char name[2 * MK_NAME];
        size_t length = strcspn(line, "\n"), n = strcspn(line, "=");
        if (n >= length) continue;
        snprintf(name, sizeof name, "%.*s", (int)n, line);
        if (is_cleared(name)) continue;
        assert_true(mk_get(game, state, MK_EVERYTHING, name, now, sizeof now, NULL));
        if (strlen(now) != length - n - 1 || strncmp(now, line + n + 1, length - n - 1) != 0)
            fail_msg("%s: %s is %s, not %.*s", game->id, name, now, (int)(length - n - 1),
                     line + n + 1);
    }
}

static void old_positions_are_read(void **s) {
    (void)s;
    static const char *const games[] = {"p77", "lod", "c77"};
    for (int i = 0; i < 3; i++) {
        char name[80];
        const mk_game *game = NULL;
        mk_error e = {0};
        mk_text fresh = {0};
        snprintf(name, sizeof name, "tests/core/old/%s.position", games[i]);
        char *old = read_file(name);
        if (!mk_position_read(old, strlen(old), name, &game, state, &e))
            fail_msg("%s:%d: %s", e.file, e.line, e.text);
        assert_says(game, old);
        assert_true(mk_position_write(game, state, MK_POSITION_WITH_DICE, &fresh, &e));
        assert_true(fresh.n < strlen(old) / 2);
        memcpy(before, state, game->state_size);
        assert_true(mk_position_read(fresh.p, fresh.n, NULL, &game, state, &e));
        assert_memory_equal(before, state, game->state_size);
        mk_text_free(&fresh);
        free(old);
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
        cmocka_unit_test(every_sentence_is_whole_and_has_no_ids),
        cmocka_unit_test(nothing_is_allocated),
        cmocka_unit_test(every_name_is_found),
        cmocka_unit_test(old_positions_are_read),
        cmocka_unit_test(a_state_is_small),
    };
    return cmocka_run_group_tests(tests, open_engine, NULL);
}
