/* limits.c - how much anyone may ask for.
 *
 * Buckets that fill evenly and are taken from. The table has a fixed size: a new name takes the
 * fullest, that is the least used, of the few places where it may stand, so that a flood of
 * names costs no memory and forgets those first who had asked least.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/fnv.h"
#include "server/server.h"

enum { SLOTS = 8192, PROBES = 8 };

typedef struct {
    uint64_t who; /* hash of kind and name, 0: free */
    limit_kind kind;
    bucket bucket;
} limited;

struct limits {
    limit_rule rules[LIMIT_KINDS];
    limited slot[SLOTS];
};

static const char *const names[LIMIT_KINDS] = {
    "login", "register", "guest", "create", "request", "frame", "chat",
};

const char *limit_name(limit_kind kind) { return names[kind]; }

limits *limits_new(const limit_rule rules[LIMIT_KINDS]) {
    limits *l = must_alloc(sizeof *l);
    memcpy(l->rules, rules, sizeof l->rules);
    return l;
}

void limits_free(limits *l) { free(l); }

static void refill(bucket *b, const limit_rule *rule, double now) {
    double level =
        b->at == 0 ? rule->count : b->level + (now - b->at) * rule->count / rule->seconds;
    b->level = fmin(level, rule->count);
    b->at = now;
}

bool bucket_take(bucket *b, const limit_rule *rule, double now) {
    refill(b, rule, now);
    if (b->level < 1) return false;
    b->level -= 1;
    return true;
}

/* The bucket of this name; a name that is new pushes out the one that has used least. */
static limited *find(limits *l, limit_kind kind, uint64_t who, double now) {
    limited *least_used = NULL;
    double least = -1;
    for (int i = 0; i < PROBES; i++) {
        limited *at = &l->slot[(who + (uint64_t)i) % SLOTS];
        if (at->who == who) return at;
        double fill = 2;
        if (at->who) {
            refill(&at->bucket, &l->rules[at->kind], now);
            fill = at->bucket.level / l->rules[at->kind].count;
        }
        if (fill > least) {
            least = fill;
            least_used = at;
        }
    }
    *least_used = (limited){.who = who, .kind = kind};
    return least_used;
}

bool limit_take(limits *l, limit_kind kind, const char *who, double now, int *retry) {
    const limit_rule *rule = &l->rules[kind];
    uint64_t hash = mk_fnv(MK_FNV_START, names[kind], strlen(names[kind]) + 1);
    hash = mk_fnv(hash, who, strlen(who));
    limited *at = find(l, kind, hash ? hash : 1, now);
    if (bucket_take(&at->bucket, rule, now)) return true;
    *retry = (int)ceil((1 - at->bucket.level) * rule->seconds / rule->count);
    return false;
}
