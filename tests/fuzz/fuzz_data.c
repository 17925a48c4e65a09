/* The reader of data files: a pack is refused with a reason, or it can be played. The first byte
 * of an input says which file of which game the rest stands for. */
#include "core/pack.h"
#include "core/registry.h"
#include "fuzz.h"

#include <string.h>

static _Alignas(max_align_t) unsigned char state[MK_MAX_STATE];

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    (void)argc, (void)argv;
    fuzz_open();
    return 0;
}

/* The n-th data file of all games. */
static const char *file_at(int n, const mk_game **game) {
    for (int g = 0; g < mk_game_count(); g++) {
        for (const char *const *file = mk_game_at(g)->files; *file; file++) {
            *game = mk_game_at(g);
            if (n-- == 0) return *file;
        }
    }
    return NULL;
}

static void play_a_little(const mk_game *game) {
    static mk_actions actions;
    mk_setup setup;
    mk_error err = {0};
    char why[300];
    mk_rng rng;
    mk_rng_seed(&rng, 3);
    PROMISE(mk_setup_init(game, &setup, NULL, &err));
    mk_setup_seed(&setup, 4);
    mk_start(game, state, &setup, NULL);
    for (int i = 0; i < 100 && mk_seat(game, state) != MK_OVER; i++) {
        PROMISE(mk_check(game, state, why, sizeof why));
        PROMISE(mk_list(game, state, &actions));
        PROMISE(actions.count > 0);
        mk_apply(game, state, actions.list[mk_below(&rng, (uint32_t)actions.count)], NULL);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    const mk_game *game;
    const char *file = size ? file_at(bytes[0] - 'a', &game) : NULL;
    if (!file) return 0;
    mk_error err = {0};
    mk_pack_clear();
    mk_pack_put(file, "input", (const char *)bytes + 1, size - 1);
    if (mk_load_game(game, &err)) {
        play_a_little(game);
    } else {
        PROMISE(err.code != MK_OK && err.text[0] && err.file[0]);
    }
    return 0;
}

void fuzz_seeds(void (*add)(const char *bytes, size_t size)) {
    static char text[128 * 1024];
    const mk_game *game;
    const char *file;
    for (int i = 0; (file = file_at(i, &game)); i++) {
        size_t size;
        const char *bytes = mk_pack_find(file, &size, NULL);
        if (size + 1 > sizeof text) continue;
        text[0] = (char)('a' + i);
        memcpy(text + 1, bytes, size);
        add(text, size + 1);
    }
}
