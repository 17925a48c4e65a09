/* limits.c - how much anyone may ask for.
 *
 * Buckets that fill evenly and are taken from. The table has a fixed size: a new name takes the
 * fullest, that is the least used, of the few places where it may stand, so that a flood of
 * names costs no memory and forgets those first who had asked least.
 */
#include <inttypes.h>
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
    int untold; /* what was taken here and the other servers have not heard */
} limit_slot;

struct limits {
    limit_rule rules[LIMIT_KINDS];
    limit_slot slot[SLOTS];
    bool any_untold;
};

static const struct {
    const char *name, *words;
} kinds[LIMIT_KINDS] = {
    [LIMIT_LOGIN] = {"login", "tries to log in"},
    [LIMIT_LOGINS] = {"logins", "tries to log in from this address"},
    [LIMIT_REGISTER] = {"register", "new accounts from this address"},
    [LIMIT_GUEST] = {"guest", "new guests from this address"},
    [LIMIT_CREATE] = {"create", "new tables"},
    [LIMIT_TABLES] = {"tables", "new tables from this address"},
    [LIMIT_IMPORT] = {"import", "imported games from this address"},
    [LIMIT_REQUEST] = {"request", "requests from this address"},
    [LIMIT_MESSAGE] = {"frame", "messages"},
    [LIMIT_CHAT] = {"chat", "messages"},
    [LIMIT_JOIN] = {"join", "seats and invitations from this address"},
    [LIMIT_PUSH] = {"push", "browsers of this address"},
    [LIMIT_CONNECT] = {"connect", "connections from this address"},
    [LIMIT_MAIL] = {"mail", "mails or reports"},
};

const char *limit_name(limit_kind kind) { return kinds[kind].name; }
const char *limit_words(limit_kind kind) { return kinds[kind].words; }

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
static limit_slot *find(limits *l, limit_kind kind, uint64_t who, double now) {
    limit_slot *least_used = NULL;
    double least = -1;
    for (int i = 0; i < PROBES; i++) {
        limit_slot *at = &l->slot[(who + (uint64_t)i) % SLOTS];
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
    *least_used = (limit_slot){.who = who, .kind = kind};
    return least_used;
}

bool limit_take(limits *l, limit_kind kind, const char *who, double now, int *retry) {
    const limit_rule *rule = &l->rules[kind];
    const char *name = kinds[kind].name;
    uint64_t hash = mk_fnv(MK_FNV_START, name, strlen(name) + 1);
    hash = mk_fnv(hash, who, strlen(who));
    limit_slot *at = find(l, kind, hash ? hash : 1, now);
    if (bucket_take(&at->bucket, rule, now)) {
        at->untold++;
        l->any_untold = true;
        return true;
    }
    *retry = (int)ceil((1 - at->bucket.level) * rule->seconds / rule->count);
    return false;
}

/* ---- Where several servers share a database ------------------------------------- */

void limits_tell(server *s) {
    limits *l = s->limits;
    if (!l->any_untold) return;
    l->any_untold = false;
    for (int i = 0; i < SLOTS; i++) {
        limit_slot *at = &l->slot[i];
        if (at->who && at->untold)
            cluster_tell(s, "take %" PRIx64 " %d %d", at->who, (int)at->kind, at->untold);
        at->untold = 0;
    }
}

void limits_hear(server *s, const char *words) {
    uint64_t who;
    int kind, count;
    if (sscanf(words, "%" SCNx64 " %d %d", &who, &kind, &count) != 3) return;
    if (!who || kind < 0 || kind >= LIMIT_KINDS || count < 1) return;
    const limit_rule *rule = &s->limits->rules[kind];
    limit_slot *at = find(s->limits, (limit_kind)kind, who, server_now());
    refill(&at->bucket, rule, server_now());
    at->bucket.level = fmax(at->bucket.level - count, -rule->count);
}
