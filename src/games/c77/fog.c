/* fog.c - what only the British know: where the fleet sails (c77.17.0). */
#include "c77.h"

/* c77.21.4: ports that agree with what the British had to say. */
static mk_set128 possible_ports(const c77_state *s) {
    mk_set128 ports = 0;
    MK_SET_EACH(port, c77.ports & c77_area(s)) {
        if (!s->warned || s->warned == c77_bearing(s, port)) mk_set_add(&ports, port);
    }
    return ports;
}

/* Everything else lies open; the dice and the cup are drawn from a new generator. */
void c77_determinize(void *state, int seat, mk_rng *rng) {
    c77_state *s = state;
    if (s->sea_box && seat != C77_BRITISH) {
        mk_set128 ports = possible_ports(s);
        int nth = (int)mk_below(rng, (uint32_t)mk_set_size(ports));
        s->destination = (uint8_t)mk_set_nth(ports, nth);
    }
    mk_rng_seed(&s->base.rng,
                (uint64_t)mk_below(rng, UINT32_MAX) << 32 | mk_below(rng, UINT32_MAX));
}
