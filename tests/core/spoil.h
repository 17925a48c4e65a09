/* spoil.h - a game's check() is worth something only if it notices. At states of random games bytes
 * of a field are changed, and check must fail each time:
 *
 *     static const spoil_field watched[] = {SPOIL(xyz_state, at), SPOIL(xyz_state, stack)};
 *     static const spoil_field in_range[] = {SPOIL(xyz_state, weather)};
 *     …
 *     random_state(game, &state, &rng, 400);
 *     SPOIL_EACH(game, &state, watched, SPOIL_ANYHOW, &rng);
 *     SPOIL_EACH(game, &state, in_range, SPOIL_OUT_OF_RANGE, &rng);
 */
#ifndef SPOIL_H
#define SPOIL_H

#include <stddef.h>

#include "random_play.h"

typedef struct {
    const char *name;
    size_t offset, size;
} spoil_field;

#define SPOIL(type, member)                                                                        \
    { #member, offsetof(type, member), sizeof((type *)0)->member }

typedef enum {
    SPOIL_ANYHOW,       /* whatever is written there is noticed */
    SPOIL_OUT_OF_RANGE, /* any value in range makes a possible state; 200 and more is noticed */
} spoil_how;

/* Of a large field some bytes are tried, each time others. */
void spoil(const mk_game *, void *state, const spoil_field *, spoil_how, mk_rng *);

#define SPOIL_EACH(game, state, fields, how, rng)                                                  \
    do {                                                                                           \
        for (size_t i_ = 0; i_ < sizeof(fields) / sizeof *(fields); i_++)                          \
            spoil(game, state, &(fields)[i_], how, rng);                                           \
    } while (0)

#endif
