/* Sets of every width against an array of truth values. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "map/set.h"
#include "musket.h"

#include <string.h>

enum { WIDE = 2929, ROUNDS = 300 };
typedef MK_SET(WIDE) wide_set;

_Static_assert(sizeof(mk_set64) == 8 && sizeof(mk_set128) == 16, "no padding");
_Static_assert(sizeof(wide_set) == (WIDE + 63) / 64 * 8, "no padding");

/* The same numbers as a set of each width and as truth values. */
typedef struct {
    bool in[WIDE];
    mk_set64 one;
    mk_set128 two;
    wide_set wide;
} model;

static mk_rng rng;

static void change(model *m, int n, bool in) {
    m->in[n] = in;
    mk_set_put(&m->wide, n, in);
    if (n < 128) mk_set_put(&m->two, n, in);
    if (n < 64) mk_set_put(&m->one, n, in);
}

/* Few numbers or many, often at the edges of words. */
static void fill(model *m) {
    memset(m, 0, sizeof *m);
    int changes = (int)mk_below(&rng, mk_below(&rng, 2) ? 8 : 4000);
    for (int i = 0; i < changes; i++) {
        int n = (int)mk_below(&rng, mk_below(&rng, 2) ? 130 : WIDE);
        if (mk_below(&rng, 4) == 0) n = n / 64 * 64 + (mk_below(&rng, 2) ? 63 : 0);
        if (n < WIDE) change(m, n, mk_below(&rng, 3) != 0);
    }
}

static int next_in(const model *m, int n, int end) {
    while (n < end && !m->in[n]) n++;
    return n;
}

#define WALKS_LIKE_THE_MODEL(m, set, end)                                                          \
    do {                                                                                           \
        int expected = next_in(m, 0, end), count = 0;                                              \
        if (expected < end) assert_int_equal(mk_set_first(set), expected);                         \
        assert_int_equal(mk_set_any(set), expected < end);                                         \
        MK_SET_EACH(n, set) {                                                                      \
            assert_int_equal(n, expected);                                                         \
            assert_int_equal(mk_set_nth(set, count), n);                                           \
            expected = next_in(m, expected + 1, end);                                              \
            count++;                                                                               \
        }                                                                                          \
        assert_int_equal(expected, end);                                                           \
        assert_int_equal(mk_set_size(set), count);                                                 \
        for (int i = 0; i < end; i++) assert_int_equal(mk_set_has(set, i), (m)->in[i]);            \
    } while (0)

static void every_width_holds_the_same_numbers(void **state) {
    (void)state;
    static model m;
    for (int round = 0; round < ROUNDS; round++) {
        fill(&m);
        WALKS_LIKE_THE_MODEL(&m, m.one, 64);
        WALKS_LIKE_THE_MODEL(&m, m.two, 128);
        WALKS_LIKE_THE_MODEL(&m, &m.wide, WIDE);
    }
}

static void wide_sets_join_and_part_like_words(void **state) {
    (void)state;
    static model a, b, both, either, only;
    for (int round = 0; round < ROUNDS; round++) {
        fill(&a);
        fill(&b);
        bool meet = false, within = true, equal = true;
        for (int n = 0; n < WIDE; n++) {
            both.in[n] = a.in[n] && b.in[n];
            either.in[n] = a.in[n] || b.in[n];
            only.in[n] = a.in[n] && !b.in[n];
            meet |= both.in[n];
            within &= !only.in[n];
            equal &= a.in[n] == b.in[n];
        }
        assert_int_equal(mk_set_meet(&a.wide, &b.wide), meet);
        assert_int_equal(mk_set_within(&a.wide, &b.wide), within);
        assert_int_equal(mk_set_equal(&a.wide, &b.wide), equal);
        wide_set set = a.wide;
        mk_set_and(&set, &b.wide);
        WALKS_LIKE_THE_MODEL(&both, &set, WIDE);
        assert_true(mk_set_within(&set, &a.wide) && mk_set_within(&set, &b.wide));
        set = a.wide;
        mk_set_or(&set, &b.wide);
        WALKS_LIKE_THE_MODEL(&either, &set, WIDE);
        set = a.wide;
        mk_set_minus(&set, &b.wide);
        WALKS_LIKE_THE_MODEL(&only, &set, WIDE);
        assert_false(mk_set_meet(&set, &b.wide));
        WALKS_LIKE_THE_MODEL(&both, a.one & b.one, 64);
        WALKS_LIKE_THE_MODEL(&only, a.two & ~b.two, 128);
        mk_set_clear(&set);
        assert_false(mk_set_any(&set));
    }
}

static void a_loop_over_a_set_is_an_ordinary_loop(void **state) {
    (void)state;
    int seen = 0, last = -1;
    MK_SET_EACH(n, MK_BIT(3) | MK_BIT(40) | MK_BIT(63)) {
        if (n == 3) continue;
        seen++;
        last = n;
        if (n == 40) break;
    }
    assert_int_equal(seen, 1);
    assert_int_equal(last, 40);

    int pairs = 0; /* a break leaves the inner loop only */
    MK_SET_EACH(a, MK_BIT128(1) | MK_BIT128(100)) {
        MK_SET_EACH(b, MK_BIT128(64) | MK_BIT128(127)) {
            pairs += a + b;
            break;
        }
    }
    assert_int_equal(pairs, 1 + 64 + 100 + 64);

    wide_set wide = {{0}}; /* what is reached may be taken out on the way */
    mk_set_add(&wide, 0);
    mk_set_add(&wide, WIDE - 1);
    MK_SET_EACH(n, &wide) mk_set_remove(&wide, n);
    assert_false(mk_set_any(&wide));

    int evaluated = 0; /* the set is an expression that is evaluated once */
    MK_SET_EACH(n, (evaluated++, MK_BIT(1) | MK_BIT(2))) assert_true(n == 1 || n == 2);
    assert_int_equal(evaluated, 1);
}

static void the_numbers_below_a_count(void **state) {
    (void)state;
    wide_set set;
    for (int count = 0; count <= WIDE; count++) {
        mk_set_below(&set, count);
        assert_int_equal(mk_set_size(&set), count);
        if (count) assert_true(mk_set_has(&set, count - 1));
        if (count < WIDE) assert_false(mk_set_has(&set, count));
    }
}

static void a_set_of_two_words_is_two_words(void **state) {
    (void)state;
    mk_set128 set = MK_BIT128(5) | MK_BIT128(70);
    assert_true(mk_words_has(MK_WORDS(&set), 5) && mk_words_has(MK_WORDS(&set), 70));
    mk_words_add(MK_WORDS(&set), 127);
    assert_true(set == (MK_BIT128(5) | MK_BIT128(70) | MK_BIT128(127)));
}

int main(void) {
    mk_rng_seed(&rng, 1776);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_width_holds_the_same_numbers),
        cmocka_unit_test(wide_sets_join_and_part_like_words),
        cmocka_unit_test(a_loop_over_a_set_is_an_ordinary_loop),
        cmocka_unit_test(the_numbers_below_a_count),
        cmocka_unit_test(a_set_of_two_words_is_two_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
