/* force.h - how many of each class: a stack, an army, a pool, a hand.
 *
 * Pieces of a class are alike, so a force is an array of counts: `uint8_t sp[CLASSES]`. What a
 * class is belongs to the game: a type of unit, or a type with its marks ("militia that marched").
 * These take the arrays themselves, whose lengths the compiler knows; a pointer is refused. Some
 * classes are named by a set of them (set.h).
 *
 *   mk_force_size_of(stack->sp, FOOT)            how many foot are there?
 *   mk_force_take(stack->sp, army->sp, MILITIA, 3)   three join the army
 *   mk_force_within(army->sp, stack->sp)         is all of the army still there?
 *   mk_force_trim(army->sp, stack->sp)           no more of it than is there
 *
 * Counts lie in states: they are flat, and equal forces are equal bytes. A count that would fall
 * below zero or not fit its byte is a fault of the game: asserted.
 */
#ifndef MK_FORCE_H
#define MK_FORCE_H

#include "map/set.h"

/* The number of classes of a force; an array of negative size if it is a pointer. */
#define MK_CLASSES(force)                                                                          \
    ((int)(sizeof(force) / sizeof *(force) +                                                       \
           0 * sizeof(                                                                             \
                   char[__builtin_types_compatible_p(__typeof__(force), __typeof__(&(force)[0]))   \
                            ? -1                                                                   \
                            : 1])))
/* Of two forces with the same classes. */
#define MK_SAME_CLASSES(a, b)                                                                      \
    (MK_CLASSES(a) + 0 * (int)sizeof(char[sizeof(a) == sizeof(b) ? 1 : -1]) + 0 * MK_CLASSES(b))

/* A count changes. */
static inline void mk_count_add(uint8_t *count, int change) {
    assert(*count + change >= 0 && *count + change <= UINT8_MAX);
    *count = (uint8_t)(*count + change);
}

/* ---- How many? ----------------------------------------------------------- */

static inline int mk_counts_size(const uint8_t *f, int classes) {
    int size = 0;
    for (int c = 0; c < classes; c++) size += f[c];
    return size;
}
#define mk_force_size(force) mk_counts_size(force, MK_CLASSES(force))

static inline int mk_counts_size_of(const uint8_t *f, mk_set64 of) {
    int size = 0;
    MK_SET_EACH(c, of) size += f[c];
    return size;
}
#define mk_force_size_of(force, of) ((void)MK_CLASSES(force), mk_counts_size_of(force, of))

/* The classes of which there is any, among the first 64. */
static inline mk_set64 mk_counts_present(const uint8_t *f, int classes) {
    mk_set64 present = 0;
    for (int c = 0; c < classes; c++) present |= (mk_set64)(f[c] != 0) << c;
    return present;
}
#define mk_force_present(force)                                                                    \
    mk_counts_present(force, MK_CLASSES(force) + 0 * (int)sizeof(char[65 - sizeof(force)]))
#define mk_force_any(force) (mk_counts_size(force, MK_CLASSES(force)) != 0)

/* Is there of each class at most as many as in the other, so that it can be a part of it? */
static inline bool mk_counts_within(const uint8_t *part, const uint8_t *whole, int classes) {
    bool within = true;
    for (int c = 0; c < classes; c++) within &= part[c] <= whole[c];
    return within;
}
#define mk_force_within(part, whole) mk_counts_within(part, whole, MK_SAME_CLASSES(part, whole))
#define mk_force_equal(a, b) (memcmp(a, b, (size_t)MK_SAME_CLASSES(a, b)) == 0)

/* ---- Changing ------------------------------------------------------------ */

/* So many of a class go over from one force to the other. */
#define mk_force_take(from, to, class, count)                                                      \
    ((void)MK_SAME_CLASSES(from, to), mk_counts_take(from, class, to, class, count))
/* So many of a class become of another class: they march, flip, lose their supply. */
#define mk_force_turn(force, class, into, count)                                                   \
    ((void)MK_CLASSES(force), mk_counts_take(force, class, force, into, count))
static inline void mk_counts_take(uint8_t *from, int class, uint8_t *to, int into, int count) {
    assert(count >= 0);
    mk_count_add(&from[class], -count);
    mk_count_add(&to[into], count);
}

/* All of another force is added: it joins. */
static inline void mk_counts_merge(uint8_t *f, const uint8_t *other, int classes) {
    for (int c = 0; c < classes; c++) mk_count_add(&f[c], other[c]);
}
#define mk_force_merge(force, other) mk_counts_merge(force, other, MK_SAME_CLASSES(force, other))

/* A part of it is gone: it leaves, or is lost. */
static inline void mk_counts_leave(uint8_t *f, const uint8_t *part, int classes) {
    for (int c = 0; c < classes; c++) mk_count_add(&f[c], -part[c]);
}
#define mk_force_leave(force, part) mk_counts_leave(force, part, MK_SAME_CLASSES(force, part))

/* Cut down to what it may at most be of each class. */
static inline void mk_counts_trim(uint8_t *f, const uint8_t *most, int classes) {
    for (int c = 0; c < classes; c++) f[c] = f[c] < most[c] ? f[c] : most[c];
}
#define mk_force_trim(force, most) mk_counts_trim(force, most, MK_SAME_CLASSES(force, most))

/* None of the other classes remains. */
static inline void mk_counts_only(uint8_t *f, mk_set64 of, int classes) {
    for (int c = 0; c < classes; c++) f[c] = of >> c & 1 ? f[c] : 0;
}
#define mk_force_only(force, of)                                                                   \
    mk_counts_only(force, of, MK_CLASSES(force) + 0 * (int)sizeof(char[65 - sizeof(force)]))
#define mk_force_clear(force) memset(force, 0, (size_t)MK_CLASSES(force))

#endif
