/* rule.h - predicates that are rules.
 *
 *     FORBID("p77.group_limit", group_size(s) >= leader->group_limit);
 *
 * reads: if this holds, the action is forbidden, by this rule. RULE(key, condition) is the
 * condition itself, marked as the place where a rule is decided. In the build for `make mutate`
 * every marked condition can be turned round, one at a time, and some test must notice. So can all
 * others: there tools/conditions.c marks them with MK_CONDITION, by their function and number.
 *
 * HOLDS(condition, "%d too many", n) is for what must be true in every state: where it is not, the
 * check (a function of `why` and `size`) says so and fails.
 */
#ifndef MK_RULE_H
#define MK_RULE_H

#include <stdbool.h>
#include <stdio.h>

#ifdef MK_MUTATE

typedef struct {
    const char *key, *file;
    int line;
} mk_site;

bool mk_flipped(const mk_site *); /* is this the site that is turned round? */

#define MK_CONDITION(key, ...)                                                                     \
    ({                                                                                             \
        static const mk_site mk_site_                                                              \
            __attribute__((section("mk_sites"), used, aligned(8))) = {key, __FILE__, __LINE__};    \
        (bool)(__VA_ARGS__) != mk_flipped(&mk_site_);                                              \
    })
#define RULE(key, condition) MK_CONDITION(key, condition)

#else
#define RULE(key, condition) (condition)
#endif

#define FORBID(key, condition)                                                                     \
    do {                                                                                           \
        if (RULE(key, condition)) return key;                                                      \
    } while (0)

#define HOLDS(condition, ...)                                                                      \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            snprintf(why, size, __VA_ARGS__);                                                      \
            return false;                                                                          \
        }                                                                                          \
    } while (0)

#endif
