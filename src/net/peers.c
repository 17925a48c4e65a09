/* peers.c - how much each address has open. An address is kept as long as it has something. */
#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/fnv.h"
#include "net/net.h"

enum { SLOTS = 1024 };

typedef struct peer peer;
struct peer {
    peer *next;
    char key[ADDRESS_MAX];
    int count[PEER_COUNTS];
};

struct peers {
    peer *slot[SLOTS];
};

bool peer_key(const char *address, char key[ADDRESS_MAX]) {
    uint8_t bytes[16];
    if (inet_pton(AF_INET, address, bytes) == 1)
        return inet_ntop(AF_INET, bytes, key, ADDRESS_MAX) != NULL;
    if (inet_pton(AF_INET6, address, bytes) != 1) return false;
    static const uint8_t mapped[12] = {[10] = 0xff, [11] = 0xff};
    if (memcmp(bytes, mapped, sizeof mapped) == 0)
        return inet_ntop(AF_INET, bytes + 12, key, ADDRESS_MAX) != NULL;
    memset(bytes + 8, 0, 8);
    return inet_ntop(AF_INET6, bytes, key, ADDRESS_MAX) != NULL;
}

bool peer_is_loopback(const char *address) {
    return strncmp(address, "127.", 4) == 0 || strcmp(address, "::1") == 0;
}

peers *peers_new(void) {
    peers *all = calloc(1, sizeof *all);
    if (!all) abort();
    return all;
}

void peers_free(peers *all) {
    for (int i = 0; all && i < SLOTS; i++) {
        for (peer *p; (p = all->slot[i]);) {
            all->slot[i] = p->next;
            free(p);
        }
    }
    free(all);
}

static peer **find(const peers *all, const char *key) {
    uint64_t hash = mk_fnv(MK_FNV_START, key, strlen(key));
    peer **link = (peer **)&all->slot[hash % SLOTS];
    while (*link && strcmp((*link)->key, key) != 0) link = &(*link)->next;
    return link;
}

int peers_get(const peers *all, const char *key, peer_count kind) {
    const peer *p = *find(all, key);
    return p ? p->count[kind] : 0;
}

void peers_add(peers *all, const char *key, peer_count kind, int change) {
    peer **link = find(all, key), *p = *link;
    if (!p) {
        p = *link = calloc(1, sizeof *p);
        if (!p) abort();
        snprintf(p->key, sizeof p->key, "%s", key);
    }
    p->count[kind] += change;
    for (int i = 0; i < PEER_COUNTS; i++)
        if (p->count[i] != 0) return;
    *link = p->next;
    free(p);
}
