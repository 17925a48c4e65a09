/* fog.c - what only the British know: where the fleet sails (c77.17.0). */
#include "c77.h"

/* c77.21.4: ports that agree with what the British had to say. */
static c77_set possible_ports(const c77_state *s) {
    c77_set ports = 0;
    int from = c77.space[s->departure].lat;
    C77_EACH(port, c77.ports & c77_area(s)) {
        int lat = c77.space[port].lat, bearing = lat > from ? 1 : lat < from ? 2 : 3;
        if (!s->warned || s->warned == bearing) ports |= C77_BIT(port);
    }
    return ports;
}

/* Everything else lies open; the dice and the cup are drawn from a new generator. */
void c77_determinize(void *state, int seat, mk_rng *rng) {
    c77_state *s = state;
    if (s->sea_box && seat != C77_BRITISH) {
        c77_set ports = possible_ports(s);
        for (int skip = (int)mk_below(rng, (uint32_t)c77_size(ports)); skip > 0; skip--)
            ports &= ports - 1;
        s->destination = (uint8_t)c77_first(ports);
    }
    mk_rng_seed(&s->base.rng,
                (uint64_t)mk_below(rng, UINT32_MAX) << 32 | mk_below(rng, UINT32_MAX));
}
