/* set.h - sets of small numbers: spaces, hexes, units, leaders.
 *
 * A set is bits: bit n says whether n is in it. Three widths, one vocabulary:
 *
 *   mk_set64      numbers 0 to 63, one word
 *   mk_set128     numbers 0 to 127
 *   MK_SET(N)     numbers 0 to N - 1: a struct of words. `typedef MK_SET(2929) eoe_hexes;`
 *
 * The first two are plain values: C's operators are union (a | b), what is in both (a & b) and
 * difference (a & ~b); an empty set is 0. A wide set is passed by its address, and mk_set_or,
 * mk_set_and, mk_set_minus change their first set; an empty one is {{0}}. Everything else has
 * one name for all three:
 *
 *   mk_set_has(moved, unit)      mk_set_add(&moved, unit)     MK_SET_EACH(unit, moved & ~idle) {…}
 *   mk_set_has(&s->held, hex)    mk_set_add(&s->held, hex)    MK_SET_EACH(hex, &s->held) {…}
 *
 * All are flat bytes without padding: they lie in states, and equal sets are equal bytes.
 */
#ifndef MK_SET_H
#define MK_SET_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

typedef uint64_t mk_set64;
typedef unsigned __int128 mk_set128;
#define MK_SET_WORDS(bits) (((bits) + 63) / 64)
#define MK_SET(bits)                                                                               \
    struct {                                                                                       \
        uint64_t word[MK_SET_WORDS(bits)];                                                         \
    }

/* The set of one number. */
#define MK_BIT(n) ((mk_set64)1 << (n))
#define MK_BIT128(n) ((mk_set128)1 << (n))

/* The words of any set, for functions that take sets of every width (graph.h, hex.h). A mk_set128
 * is two words, the low one first: states are little-endian (musket.h). */
typedef uint64_t __attribute__((may_alias)) mk_word;
#define MK_WORDS(set) ((mk_word *)(set))

/* ---- One number ---------------------------------------------------------- */

#define MK_SET_PICK(set, one, two, wide)                                                           \
    _Generic((set), mk_set64 : one, mk_set128 : two, default : wide)
#define MK_SET_PICK_AT(set, one, two, wide)                                                        \
    _Generic((set), mk_set64 * : one, mk_set128 * : two, default : wide)
/* An array of negative size if this is the address of something smaller than a word. */
#define MK_SET_WHOLE(set) (void)sizeof(char[sizeof *(set) % 8 ? -1 : 1])

static inline bool mk_set64_has(mk_set64 set, int n) { return set >> n & 1; }
static inline bool mk_set128_has(mk_set128 set, int n) { return set >> n & 1; }
static inline bool mk_words_has(const void *set, int n) {
    return ((const mk_word *)set)[n >> 6] >> (n & 63) & 1;
}
#define mk_set_has(set, n) MK_SET_PICK(set, mk_set64_has, mk_set128_has, mk_words_has)(set, n)

static inline void mk_set64_add(mk_set64 *set, int n) { *set |= MK_BIT(n); }
static inline void mk_set128_add(mk_set128 *set, int n) { *set |= MK_BIT128(n); }
static inline void mk_words_add(void *set, int n) { ((mk_word *)set)[n >> 6] |= MK_BIT(n & 63); }
#define mk_set_add(set, n)                                                                         \
    (MK_SET_WHOLE(set), MK_SET_PICK_AT(set, mk_set64_add, mk_set128_add, mk_words_add)(set, n))

static inline void mk_set64_remove(mk_set64 *set, int n) { *set &= ~MK_BIT(n); }
static inline void mk_set128_remove(mk_set128 *set, int n) { *set &= ~MK_BIT128(n); }
static inline void mk_words_remove(void *set, int n) {
    ((mk_word *)set)[n >> 6] &= ~MK_BIT(n & 63);
}
#define mk_set_remove(set, n)                                                                      \
    (MK_SET_WHOLE(set),                                                                            \
     MK_SET_PICK_AT(set, mk_set64_remove, mk_set128_remove, mk_words_remove)(set, n))

/* Add or remove: what a property's setter is given. */
#define mk_set_put(set, n, in) ((in) ? mk_set_add(set, n) : mk_set_remove(set, n))

/* ---- All numbers --------------------------------------------------------- */

/* Bytes of a wide set; of a small one nothing that is asked for. */
#define MK_SET_BYTES(set) sizeof *MK_SET_PICK(set, "", "", (set))

/* How many there are. */
static inline int mk_set64_size(mk_set64 set, size_t bytes) {
    (void)bytes;
    return __builtin_popcountll(set);
}
static inline int mk_set128_size(mk_set128 set, size_t bytes) {
    (void)bytes;
    return __builtin_popcountll((uint64_t)set) + __builtin_popcountll((uint64_t)(set >> 64));
}
static inline int mk_words_size(const void *set, size_t bytes) {
    int size = 0;
    for (size_t i = 0; i < bytes / 8; i++) size += __builtin_popcountll(((const mk_word *)set)[i]);
    return size;
}
#define mk_set_size(set)                                                                           \
    MK_SET_PICK(set, mk_set64_size, mk_set128_size, mk_words_size)(set, MK_SET_BYTES(set))

/* The walk through a set, lowest number first. It has its own copy of the word it is in: what is
 * removed from the set meanwhile may still come, what is added may not. */
typedef struct {
    uint64_t left, high;
    const mk_word *word; /* of a wide set */
    int base, last;      /* the first number of this word, and of the last one */
    bool stopped;        /* a loop that ends by `break` leaves it set */
} mk_walk;

static inline mk_walk mk_set64_walk(mk_set64 set, size_t bytes) {
    (void)bytes;
    return (mk_walk){.left = set};
}
static inline mk_walk mk_set128_walk(mk_set128 set, size_t bytes) {
    (void)bytes;
    return (mk_walk){.left = (uint64_t)set, .high = (uint64_t)(set >> 64), .last = 64};
}
static inline mk_walk mk_words_walk(const void *set, size_t bytes) {
    const mk_word *word = (const mk_word *)set;
    return (mk_walk){.left = word[0], .word = word, .last = (int)(8 * bytes) - 64};
}
#define mk_set_walk(set)                                                                           \
    MK_SET_PICK(set, mk_set64_walk, mk_set128_walk, mk_words_walk)(set, MK_SET_BYTES(set))

static inline bool mk_walk_more(mk_walk *w) {
    while (!w->left) {
        if (w->base == w->last) return false;
        w->base += 64;
        w->left = w->word ? w->word[w->base >> 6] : w->high;
    }
    return true;
}
static inline int mk_walk_next(mk_walk *w) {
    int n = w->base + __builtin_ctzll(w->left);
    w->left &= w->left - 1;
    return n;
}

/* For each n in a set, lowest first. The set is an expression of any width, a wide one by its
 * address; it is evaluated once. `break` and `continue` do what they do in any loop. */
#define MK_SET_EACH(n, set)                                                                        \
    for (mk_walk n##_walk = mk_set_walk(set); !n##_walk.stopped && mk_walk_more(&n##_walk);)       \
        for (int n = (n##_walk.stopped = true, mk_walk_next(&n##_walk)); n##_walk.stopped;         \
             n##_walk.stopped = false)

/* The number at this place in the order, from 0, for a random one: there must be so many. */
static inline int mk_walk_nth(mk_walk w, int place) {
    for (;;) {
        bool more = mk_walk_more(&w);
        assert(more);
        (void)more;
        int n = mk_walk_next(&w);
        if (place-- == 0) return n;
    }
}
#define mk_set_nth(set, place) mk_walk_nth(mk_set_walk(set), place)

/* The lowest number of a set that is not empty. */
#define mk_set_first(set) mk_set_nth(set, 0)

static inline bool mk_walk_any(mk_walk w) { return mk_walk_more(&w); }
#define mk_set_any(set) mk_walk_any(mk_set_walk(set))

/* ---- Wide sets: what operators do for the small ones --------------------- */

/* Both have the same width: an array of negative size if not. */
#define MK_SET_SAME(a, b) (sizeof *(a) + 0 * sizeof(char[sizeof *(a) == sizeof *(b) ? 1 : -1]))

static inline void mk_words_or(mk_word *a, const mk_word *b, size_t bytes) {
    for (size_t i = 0; i < bytes / 8; i++) a[i] |= b[i];
}
static inline void mk_words_and(mk_word *a, const mk_word *b, size_t bytes) {
    for (size_t i = 0; i < bytes / 8; i++) a[i] &= b[i];
}
static inline void mk_words_minus(mk_word *a, const mk_word *b, size_t bytes) {
    for (size_t i = 0; i < bytes / 8; i++) a[i] &= ~b[i];
}
static inline bool mk_words_meet(const mk_word *a, const mk_word *b, size_t bytes) {
    uint64_t both = 0;
    for (size_t i = 0; i < bytes / 8; i++) both |= a[i] & b[i];
    return both != 0;
}
static inline bool mk_words_within(const mk_word *a, const mk_word *b, size_t bytes) {
    uint64_t outside = 0;
    for (size_t i = 0; i < bytes / 8; i++) outside |= a[i] & ~b[i];
    return outside == 0;
}
static inline void mk_words_below(mk_word *a, int count, size_t bytes) {
    for (int i = 0; i < (int)(bytes / 8); i++) {
        int left = count - 64 * i;
        a[i] = left >= 64 ? ~0ull : left > 0 ? MK_BIT(left) - 1 : 0;
    }
}

#define mk_set_or(a, b) mk_words_or((a)->word, (b)->word, MK_SET_SAME(a, b))
#define mk_set_and(a, b) mk_words_and((a)->word, (b)->word, MK_SET_SAME(a, b))
#define mk_set_minus(a, b) mk_words_minus((a)->word, (b)->word, MK_SET_SAME(a, b))
/* Is a number in both? Is all of a in b? Are they the same? */
#define mk_set_meet(a, b) mk_words_meet((a)->word, (b)->word, MK_SET_SAME(a, b))
#define mk_set_within(a, b) mk_words_within((a)->word, (b)->word, MK_SET_SAME(a, b))
#define mk_set_equal(a, b) (memcmp((a)->word, (b)->word, MK_SET_SAME(a, b)) == 0)
#define mk_set_clear(a) memset((a)->word, 0, sizeof(a)->word)
/* The numbers below count, and no others. */
#define mk_set_below(a, count) mk_words_below((a)->word, count, sizeof(a)->word)

#endif
