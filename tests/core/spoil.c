#include "spoil.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>

#include <cmocka.h>

void spoil(const mk_game *game, void *state, const spoil_field *f, spoil_how how, mk_rng *rng) {
    enum { LARGE = 1000, STEP = 97 };
    char why[300];
    unsigned char *bytes = state;
    size_t step = f->size > LARGE ? STEP : 1;
    for (size_t i = mk_below(rng, (uint32_t)step); i < f->size; i += step) {
        unsigned char *at = &bytes[f->offset + i], was = *at;
        *at = (unsigned char)(how == SPOIL_OUT_OF_RANGE ? 200 + mk_below(rng, 50)
                                                        : was ^ (1 + mk_below(rng, 255)));
        int now = *at;
        bool unnoticed = mk_check(game, state, why, sizeof why);
        *at = was;
        if (unnoticed)
            fail_msg("%s: %s, byte %zu: %d instead of %d is not noticed in %s", game->id, f->name,
                     i, now, was, mk_phase_of(game, state)->name);
    }
    if (!mk_check(game, state, why, sizeof why)) fail_msg("%s: %s", game->id, why);
}
