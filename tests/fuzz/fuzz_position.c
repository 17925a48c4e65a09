/* The position reader: what it accepts holds every invariant, and reads back the same. */
#include "fuzz.h"

#include <string.h>

static _Alignas(max_align_t) unsigned char state[MK_MAX_STATE], other[MK_MAX_STATE];

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    (void)argc, (void)argv;
    fuzz_open();
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    const mk_game *game = NULL;
    mk_error err = {0};
    char why[300];
    if (!mk_position_read((const char *)bytes, size, "input", &game, state, &err)) {
        PROMISE(err.code != MK_OK && err.text[0]);
        return 0;
    }
    PROMISE(mk_check(game, state, why, sizeof why));
    mk_text text = {0};
    if (mk_position_write(game, state, MK_POSITION_ALONE, &text, &err)) {
        PROMISE(mk_position_read(text.p, text.n, "again", &game, other, &err));
        PROMISE(mk_hash(game, state) == mk_hash(game, other));
    }
    mk_text_free(&text);
    return 0;
}

void fuzz_seeds(void (*add)(const char *bytes, size_t size)) {
    mk_rng rng;
    mk_rng_seed(&rng, 2);
    for (int g = 0; g < mk_game_count(); g++) {
        const mk_game *game = mk_game_at(g);
        mk_table *table = fuzz_table(game, 1777);
        for (int i = 0; i < 2000; i++) {
            mk_text text = {0};
            mk_error err;
            mk_position_dice dice = i % 2 ? MK_POSITION_WITH_DICE : MK_POSITION_ALONE;
            fuzz_play(table, &rng, 1);
            if (mk_resume_point_at(game, mk_table_state(table)) &&
                mk_position_write(game, mk_table_state(table), dice, &text, &err)) {
                add(text.p, text.n);
            }
            mk_text_free(&text);
        }
        mk_table_free(table);
    }
}
