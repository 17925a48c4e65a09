/* presence.c - who is with which of the servers that share a database.
 *
 * Each tells the others of the first socket of a user, of his first at a table where he plays, of
 * the first of anybody at a table; and of the last. What a server told is forgotten with it.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/fnv.h"
#include "server/server.h"

enum { SLOTS = 1024 };
static const char anywhere[] = "-";

typedef struct entry entry;
struct entry {
    entry *next;
    int64_t server, user;
    char code[STORE_CODE];
};

struct presence {
    entry *slot[SLOTS];
};

presence *presence_new(void) { return must_alloc(sizeof(presence)); }

void presence_free(presence *p) {
    for (int i = 0; p && i < SLOTS; i++)
        for (entry *e; (e = p->slot[i]);) {
            p->slot[i] = e->next;
            free(e);
        }
    free(p);
}

/* ---- What others tell ------------------------------------------------------------ */

static entry **slot_of(presence *p, int64_t user, const char *code) {
    uint64_t hash = mk_fnv(MK_FNV_START, &user, sizeof user);
    return &p->slot[mk_fnv(hash, code, strlen(code)) % SLOTS];
}

static bool is_of(const entry *e, int64_t user, const char *code) {
    return e->user == user && strcmp(e->code, code) == 0;
}

bool presence_has(const server *s, int64_t user, const char *code) {
    if (!s->cluster) return false;
    for (const entry *e = *slot_of(cluster_presence(s), user, code); e; e = e->next)
        if (is_of(e, user, code)) return true;
    return false;
}

static void note_change(server *s, const entry *e) {
    table *t = e->user ? tables_in_memory(s, e->code) : NULL;
    if (t && !t->gone) lobby_touch(s, t, TOUCHED_HERE);
}

void presence_hear(server *s, int64_t from, const char *words) {
    entry one = {.server = from};
    int on;
    if (sscanf(words, "%" SCNd64 " %12s %d", &one.user, one.code, &on) != 3) return;
    entry **link = slot_of(cluster_presence(s), one.user, one.code);
    while (*link && !((*link)->server == from && is_of(*link, one.user, one.code)))
        link = &(*link)->next;
    if (on && !*link) {
        *link = memcpy(must_alloc(sizeof one), &one, sizeof one);
        note_change(s, &one);
    } else if (!on && *link) {
        entry *gone = *link;
        *link = gone->next;
        note_change(s, gone);
        free(gone);
    }
}

void presence_drop(server *s, int64_t from) {
    presence *p = cluster_presence(s);
    for (int i = 0; i < SLOTS; i++)
        for (entry **link = &p->slot[i]; *link;) {
            entry *e = *link;
            if (from && e->server != from) {
                link = &e->next;
                continue;
            }
            *link = e->next;
            note_change(s, e);
            free(e);
        }
}

/* ---- What we tell ------------------------------------------------------------------ */

static void tell(server *s, int64_t user, const char *code, bool on) {
    cluster_tell(s, "here %" PRId64 " %s %d", user, code, on);
}

/* Another of the same user at the same table? */
static bool has_other(const client *but, const table *t) {
    for (const client *c = t->clients; c; c = c->table_next)
        if (c != but && c->user.id == but->user.id) return true;
    return false;
}

void presence_changed(server *s, const client *c, const table *t) {
    if (!s->cluster) return;
    bool here = c->table == t;
    bool alone = here ? !t->clients->table_next : !t->clients;
    if (alone) tell(s, 0, t->row.code, here);
    if (c->user.id && tables_seats_of(t, c->user.id) && !has_other(c, t))
        tell(s, c->user.id, t->row.code, here);
}

void presence_seated(server *s, const table *t) {
    for (const client *c = s->cluster ? t->clients : NULL; c; c = c->table_next)
        if (c->user.id && tables_seats_of(t, c->user.id)) tell(s, c->user.id, t->row.code, true);
}

void presence_connected(server *s, int64_t user) {
    int count = 0;
    if (!s->cluster || !user) return;
    for (const client *c = s->clients; c && count < 2; c = c->next) count += c->user.id == user;
    if (count < 2) tell(s, user, anywhere, count == 1);
}

void presence_tell_all(server *s) {
    for (const client *c = s->clients; c; c = c->next) {
        if (c->user.id) tell(s, c->user.id, anywhere, true);
        if (c->table) tell(s, 0, c->table->row.code, true);
    }
    for (const table *t = s->tables; t; t = t->next) presence_seated(s, t);
}
