#include "core/index.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/fnv.h"

static void *zeroed(size_t count, size_t size) {
    void *p = calloc(count ? count : 1, size);
    if (!p) abort();
    return p;
}

/* At most half of the slots are taken. */
void mk_index_open(mk_index *x, int count) {
    uint32_t slots = 4;
    while (slots < 2 * (uint32_t)count) slots *= 2;
    *x = (mk_index){
        .name = zeroed((size_t)count, sizeof *x->name),
        .slot = zeroed(slots, sizeof *x->slot),
        .next = zeroed((size_t)count, sizeof *x->next),
        .mask = slots - 1,
    };
}

void mk_index_free(mk_index *x) {
    free(x->name);
    free(x->slot);
    free(x->next);
    *x = (mk_index){0};
}

/* The slot of this name, or the free one where it belongs. */
static int32_t *slot_of(const mk_index *x, const char *name) {
    uint64_t hash = mk_fnv(MK_FNV_START, name, strlen(name));
    uint32_t i = (uint32_t)(hash ^ hash >> 32) & x->mask;
    while (x->slot[i] && strcmp(x->name[x->slot[i] - 1], name) != 0) i = (i + 1) & x->mask;
    return &x->slot[i];
}

void mk_index_add(mk_index *x, const char *name) {
    int number = x->count++;
    int32_t *slot = slot_of(x, name);
    x->name[number] = name;
    if (!*slot) {
        *slot = number + 1;
        return;
    }
    int last = *slot - 1;
    while (x->next[last]) last = x->next[last] - 1;
    x->next[last] = number + 1;
}

int mk_index_find(const mk_index *x, const char *name) { return *slot_of(x, name) - 1; }

int mk_index_next(const mk_index *x, int number) {
    assert(number >= 0 && number < x->count);
    return x->next[number] - 1;
}
