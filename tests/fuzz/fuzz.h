/* fuzz.h - what a fuzz target is: a reader of bytes from outside, and good examples of them.
 *
 * The same target is linked to libFuzzer (`make fuzz`) and to driver.c (`make test`). It aborts
 * if a promise is broken; that it refuses nearly everything is as it should be. */
#ifndef FUZZ_H
#define FUZZ_H

#include "musket.h"

#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);
/* Calls `add` for each input to start from. They are made, not stored, so that they never grow
 * old when a format changes. */
void fuzz_seeds(void (*add)(const char *bytes, size_t size));

/* Unlike assert, also in builds without asserts. */
#define PROMISE(condition)                                                                         \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "%s:%d: broken promise: %s\n", __FILE__, __LINE__, #condition);        \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

static inline void fuzz_open(void) {
    mk_error err = {0};
    PROMISE(mk_open(NULL, &err));
}

/* Plays up to `count` random actions; stops at the end of the game. */
static inline void fuzz_play(mk_table *table, mk_rng *rng, int count) {
    static mk_actions actions;
    const mk_game *game = mk_table_game(table);
    for (int i = 0; i < count && mk_seat(game, mk_table_state(table)) != MK_OVER; i++) {
        PROMISE(mk_list(game, mk_table_state(table), &actions));
        mk_action a = actions.list[mk_below(rng, (uint32_t)actions.count)];
        mk_error err = {0};
        PROMISE(mk_table_do(table, mk_seat(game, mk_table_state(table)), a, &err));
    }
}

/* A table of `game` in its first scenario. */
static inline mk_table *fuzz_table(const mk_game *game, uint64_t seed) {
    mk_setup setup;
    mk_error err = {0};
    PROMISE(mk_setup_init(game, &setup, NULL, &err));
    mk_setup_seed(&setup, seed);
    return mk_table_new(game, &setup);
}

#endif
