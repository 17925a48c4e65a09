/* The journal reader: whatever comes, what it keeps is a table whose own journal reads back. */
#include "fuzz.h"

#include <string.h>

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    (void)argc, (void)argv;
    fuzz_open();
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    mk_table *table = NULL, *again = NULL;
    mk_error err = {0};
    bool whole = mk_journal_read((const char *)bytes, size, "input", &table, &err);
    PROMISE(whole ? table != NULL : err.code != MK_OK && err.text[0]);
    if (table) {
        mk_text text = {0}, text_again = {0};
        mk_journal_write(table, &text);
        PROMISE(mk_journal_read(text.p, text.n, "again", &again, &err));
        mk_journal_write(again, &text_again);
        PROMISE(text.n == text_again.n && memcmp(text.p, text_again.p, text.n) == 0);
        PROMISE(!whole || (text.n == size && memcmp(text.p, bytes, size) == 0));
        mk_text_free(&text);
        mk_text_free(&text_again);
    }
    mk_table_free(table);
    mk_table_free(again);
    return 0;
}

void fuzz_seeds(void (*add)(const char *bytes, size_t size)) {
    mk_rng rng;
    mk_rng_seed(&rng, 1);
    for (int g = 0; g < mk_game_count(); g++) {
        for (int length = 0; length <= 400; length += 40) {
            mk_table *table = fuzz_table(mk_game_at(g), (uint64_t)length);
            mk_text text = {0};
            mk_error err;
            fuzz_play(table, &rng, length);
            if (length >= 200) PROMISE(mk_table_undo_to(table, mk_table_count(table) / 2, &err));
            fuzz_play(table, &rng, 10);
            mk_journal_write(table, &text);
            add(text.p, text.n);
            mk_text_free(&text);
            mk_table_free(table);
        }
    }
}
