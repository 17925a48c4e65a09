/* countries.c - which hexes hang together: ways over land that do not leave a set of hexes. */
#include <string.h>

#include "eoe.h"

/* The hexes that are joined to the first of the queue leave `rest` and enter the queue. Returns how
 * many there are. A hexside that nobody walks over leads back to the hex (index.h), which is no
 * more in `rest`: so the loop has no branches. */
static int gather(uint16_t queue[EOE_MAX_HEXES + 1], eoe_hexes *rest) {
    int head = 0, tail = 1;
    mk_set_remove(rest, queue[0]);
    while (head < tail) {
        const uint16_t *near = eoe_index.on_foot[queue[head++]];
        for (int d = 0; d < MK_DIRECTIONS; d++) {
            int to = near[d];
            uint64_t *word = &rest->word[to >> 6], new = *word >> (to & 63) & 1;
            *word &= ~(new << (to & 63));
            queue[tail] = (uint16_t)to;
            tail += (int)new;
        }
    }
    return tail;
}

static void number_all(eoe_countries *c, const eoe_hexes *open) {
    uint16_t queue[EOE_MAX_HEXES + 1];
    eoe_hexes rest = *open;
    int number = 0;
    c->open = *open;
    c->full = true;
    memset(c->number, 0, sizeof c->number);
    MK_SET_EACH(hex, open) {
        if (c->number[hex]) continue;
        queue[0] = (uint16_t)hex;
        int count = gather(queue, &rest);
        number++;
        for (int i = 0; i < count; i++) c->number[queue[i]] = (uint16_t)number;
    }
}

/* They depend on the set alone, which changes only when units move: the last few are kept. */
const eoe_countries *eoe_countries_in(const eoe_hexes *open) {
    enum { KEPT = 3 };
    static _Thread_local eoe_countries kept[KEPT];
    static _Thread_local int oldest;
    for (int i = 0; i < KEPT; i++)
        if (kept[i].full && mk_set_equal(&kept[i].open, open)) return &kept[i];
    eoe_countries *c = &kept[oldest];
    oldest = (oldest + 1) % KEPT;
    number_all(c, open);
    return c;
}

/* Is there a way? It may begin outside the set. */
bool eoe_joined(const eoe_countries *c, int from, int to) {
    if (from == to) return true;
    if (!c->number[to]) return false;
    if (c->number[from]) return c->number[from] == c->number[to];
    for (int d = 0; d < MK_DIRECTIONS; d++)
        if (c->number[eoe_index.on_foot[from][d]] == c->number[to]) return true;
    return false;
}
