/* Forces: counts by class against a list of single pieces. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "map/force.h"
#include "musket.h"

enum { CLASSES = 36, PIECES = 60 };

typedef struct {
    uint8_t before, sp[CLASSES], after; /* neighbours that nobody may touch */
} stack;

static mk_rng rng;

static int below(int n) { return (int)mk_below(&rng, (uint32_t)n); }

/* Every piece by itself: in which stack it is, and of which class. */
static struct { int at, class; } piece[PIECES];

static stack counted(int at) {
    stack s = {.before = 7, .after = 9};
    for (int i = 0; i < PIECES; i++) {
        if (piece[i].at == at) s.sp[piece[i].class]++;
    }
    return s;
}

static void deal(void) {
    int classes = 1 + below(CLASSES);
    for (int i = 0; i < PIECES; i++) {
        piece[i].at = below(3);
        piece[i].class = below(classes);
    }
}

static mk_set64 some_classes(void) {
    mk_set64 set = 0;
    for (int c = 0; c < CLASSES; c++) mk_set_put(&set, c, below(2) == 0);
    return set;
}

static void same(const stack *a, int at) {
    stack b = counted(at);
    assert_memory_equal(a, &b, sizeof b);
}

static void forces_are_counted(void **state) {
    (void)state;
    for (int round = 0; round < 300; round++) {
        deal();
        stack s = counted(0);
        mk_set64 of = some_classes(), present = 0;
        int size = 0, some = 0;
        for (int i = 0; i < PIECES; i++) {
            if (piece[i].at) continue;
            size++;
            some += mk_set_has(of, piece[i].class);
            mk_set_add(&present, piece[i].class);
        }
        assert_int_equal(mk_force_size(s.sp), size);
        assert_int_equal(mk_force_any(s.sp), size != 0);
        assert_int_equal(mk_force_size_of(s.sp, of), some);
        assert_int_equal(mk_force_present(s.sp), present);
    }
}

static void pieces_change_hands_and_classes(void **state) {
    (void)state;
    for (int round = 0; round < 300; round++) {
        deal();
        stack a = counted(0), b = counted(1);
        int class = piece[below(PIECES)].class, into = below(CLASSES);
        int count = below(a.sp[class] + 1);
        mk_force_take(a.sp, b.sp, class, count);
        for (int i = 0, left = count; left; i++) {
            if (piece[i].at != 0 || piece[i].class != class) continue;
            piece[i].at = 1;
            left--;
        }
        same(&a, 0);
        same(&b, 1);

        count = below(b.sp[class] + 1);
        mk_force_turn(b.sp, class, into, count);
        for (int i = 0, left = count; left; i++) {
            if (piece[i].at != 1 || piece[i].class != class) continue;
            piece[i].class = into;
            left--;
        }
        same(&b, 1);

        stack all = a;
        mk_force_merge(all.sp, b.sp);
        assert_true(mk_force_within(a.sp, all.sp) && mk_force_within(b.sp, all.sp));
        stack rest = all;
        mk_force_leave(rest.sp, a.sp);
        same(&rest, 1);
        assert_true(mk_force_equal(rest.sp, b.sp));
        for (int i = 0; i < PIECES; i++) piece[i].at = piece[i].at == 1 ? 0 : piece[i].at;
        same(&all, 0);
    }
}

static void a_part_is_cut_down_to_what_may_be(void **state) {
    (void)state;
    for (int round = 0; round < 300; round++) {
        deal();
        stack a = counted(0), b = counted(1), cut = a, only = a;
        mk_force_trim(cut.sp, b.sp);
        mk_set64 of = some_classes();
        mk_force_only(only.sp, of);
        bool within = true;
        for (int c = 0; c < CLASSES; c++) {
            assert_int_equal(cut.sp[c], a.sp[c] < b.sp[c] ? a.sp[c] : b.sp[c]);
            assert_int_equal(only.sp[c], mk_set_has(of, c) ? a.sp[c] : 0);
            if (a.sp[c] > b.sp[c]) within = false;
        }
        assert_int_equal(mk_force_within(a.sp, b.sp), within);
        assert_true(mk_force_within(cut.sp, a.sp) && mk_force_within(cut.sp, b.sp));
        mk_force_clear(a.sp);
        assert_false(mk_force_any(a.sp));
        assert_true(a.before == 7 && a.after == 9 && cut.after == 9 && only.after == 9);
    }
}

int main(void) {
    mk_rng_seed(&rng, 1775);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forces_are_counted),
        cmocka_unit_test(pieces_change_hands_and_classes),
        cmocka_unit_test(a_part_is_cut_down_to_what_may_be),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
