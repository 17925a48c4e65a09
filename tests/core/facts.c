/* facts.c - packs for tests of a game's data. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/data.h"
#include "core/pack.h"
#include "core/registry.h"
#include "facts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int load(const mk_game *game, bool found, mk_error *err) {
    char text[800];
    if (found && mk_load_game(game, err)) return 0;
    print_error("%s\n", mk_error_string(err, text, sizeof text));
    return -1;
}

int facts_embedded(const char *game) {
    mk_error err = {0};
    mk_pack_clear();
    return load(mk_find_game(game), true, &err);
}

int facts_shipped(const char *game) {
    const char *dir = getenv("MUSKET_PACK");
    if (!dir) return facts_embedded(game);
    mk_error err = {.text = "there is no folder of this game in MUSKET_PACK"};
    bool found = false;
    mk_pack_clear();
    bool read = mk_pack_read(dir, mk_find_game(game), &found, &err);
    return load(mk_find_game(game), read && found, &err);
}

void facts_change(const char *file, const char *from, const char *to) {
    size_t size;
    const char *bytes = mk_file_bytes(file, &size);
    assert_non_null(bytes);
    const char *at = strstr(bytes, from);
    if (!at) fail_msg("%s does not contain %s", file, from);
    size_t room = size + strlen(to) + 1;
    char *text = malloc(room);
    assert_non_null(text);
    snprintf(text, room, "%.*s%s%s", (int)(at - bytes), bytes, to, at + strlen(from));
    mk_pack_put(file, file, text, strlen(text));
    free(text);
}

void facts_refused(const char *game, const char *message) {
    mk_error err = {0};
    char text[800];
    if (mk_load_game(mk_find_game(game), &err))
        fail_msg("was accepted, not refused with: %s", message);
    assert_string_equal(mk_error_string(&err, text, sizeof text), message);
    assert_int_equal(err.code, MK_E_DATA);
    assert_int_equal(facts_embedded(game), 0);
}

void facts_all_refused(const char *game, const facts_mistake *mistakes, int count) {
    for (const facts_mistake *m = mistakes; m < mistakes + count; m++) {
        char expected[800];
        facts_change(m->file, m->from, m->to);
        snprintf(expected, sizeof expected, "%s: %s", m->file, m->message);
        facts_refused(game, expected);
    }
}
