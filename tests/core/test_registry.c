/* Opening: the games in the binary, their data, the titles of their rules. */
#define _GNU_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/data.h"
#include "core/fnv.h"
#include "core/registry.h"
#include "core/rules.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void fnv_is_fnv_1a(void **state) {
    (void)state;
    /* Vectors of the authors of the hash. */
    assert_true(mk_fnv(MK_FNV_START, "", 0) == 0xcbf29ce484222325u);
    assert_true(mk_fnv(MK_FNV_START, "a", 1) == 0xaf63dc4c8601ec8cu);
    assert_true(mk_fnv(MK_FNV_START, "foobar", 6) == 0x85944171f73967e8u);
}

static void games_are_found_by_id(void **state) {
    (void)state;
    assert_true(mk_game_count() > 0);
    for (int i = 0; i < mk_game_count(); i++) {
        assert_ptr_equal(mk_find_game(mk_game_at(i)->id), mk_game_at(i));
    }
    assert_null(mk_game_at(-1));
    assert_null(mk_game_at(mk_game_count()));
    assert_null(mk_find_game("chess"));
    assert_null(mk_find_game(""));
}

static void no_draft_is_offered(void **state) {
    (void)state;
    for (int i = 0; i < mk_game_count(); i++) assert_false(mk_game_at(i)->draft);
}

/* Every key of the list has its title; every rule that a table cites is in the list. */
static void rules_have_titles(void **state) {
    (void)state;
    mk_error err = {0};
    assert_true(mk_open(NULL, &err));
    for (int g = 0; g < mk_game_count(); g++) {
        const mk_game *game = mk_game_at(g);
        for (int i = 1; i < game->phase_count; i++) {
            if (game->phases[i].step && !game->phases[i].rule) continue; /* nothing is asked */
            assert_non_null(mk_rule_title(game, game->phases[i].rule));
        }
        assert_null(mk_rule_title(game, "no.such.rule"));
        assert_null(mk_rule_title(game, NULL));
    }
    const mk_game *p77 = mk_find_game("p77");
    assert_string_equal(mk_rule_title(p77, "p77.weather.rain"),
                        "in rain every move is one location, for both players");
}

/* ---- The list of rules -------------------------------------------------- */

static mk_rules rules;

static bool reads(const char *text, const char *why) {
    mk_error e = {0};
    mk_rules_free(&rules);
    bool fine = mk_rules_read(&rules, "xyz", text, strlen(text), &e);
    if (why && !strstr(e.text, why)) fail_msg("\"%s\" does not say \"%s\"", e.text, why);
    return fine;
}

static void a_rule_has_a_text_a_place_and_conditions(void **state) {
    (void)state;
    assert_true(reads("# comment\n\nxyz.3.2 March\n    Armies\n    march.\n    @ 3.2, page 4\n"
                      "    - far: it is too far\n    - once: it has marched\nxyz.4 Battle\n",
                      NULL));
    assert_int_equal(rules.count, 4);
    const mk_rule *march = mk_rules_find(&rules, "xyz.3.2");
    assert_string_equal(march->title, "March");
    assert_string_equal(march->text, "Armies march.");
    assert_string_equal(march->where, "3.2, page 4");
    assert_null(march->of);
    const mk_rule *once = mk_rules_find(&rules, "xyz.3.2:once");
    assert_string_equal(once->title, "it has marched");
    assert_string_equal(once->of, "xyz.3.2");
    assert_null(mk_rules_find(&rules, "xyz.4")->text); /* `make rules` minds that */
    assert_null(mk_rules_find(&rules, "xyz.3"));
    assert_true(reads("xyz.card.1 A Card\n    = cards.json\n", NULL));
    assert_string_equal(rules.list[0].from, "cards.json");
    mk_rules_free(&rules);
}

static void a_list_of_rules_is_read_strictly(void **state) {
    (void)state;
    assert_false(reads("xyz.1\n", "line 1: expected a rule key and its title"));
    assert_false(reads("abc.1 Title\n", "no key of the game"));
    assert_false(reads("xyz.A Title\n", "no key of the game"));
    assert_false(reads("xyz Title\n", "no key of the game"));
    assert_false(reads("xyz..1 Title\n", "no key of the game"));
    assert_false(reads("    text\n", "belongs to the rule before it"));
    assert_false(reads("xyz.1 T\n    - far it is\n", "- condition: sentence"));
    assert_false(reads("xyz.1 T\n    - Far: it is\n", "- condition: sentence"));
    assert_false(reads("xyz.1 T\n    - far: it is\n    text\n", "line 3: the text comes first"));
    assert_false(reads("xyz.1 T\n    @ 1\n    text\n", "line 3: the text comes first"));
    assert_false(reads("xyz.1 T\n    @ 1\n    @ 2\n", "one place"));
    assert_false(reads("xyz.1 T\n    text\n    = cards.json\n", "one text"));
    assert_false(reads("xyz.1 T\nxyz.1 U\n", "xyz.1 is there twice"));
    mk_rules_free(&rules);
}

/* What a refusal says: a sentence of the condition; scripts and files cite the rule. */
static void a_refusal_names_the_condition(void **state) {
    (void)state;
    mk_error err = {0};
    assert_true(mk_open(NULL, &err));
    const mk_game *lod = mk_find_game("lod");
    const mk_rule *cubes = mk_find_rule(lod, "lod.3.2.1:cubes");
    assert_non_null(cubes);
    assert_string_equal(cubes->of, "lod.3.2.1");
    mk_text words = {0};
    mk_rule_words(lod, mk_find_rule(lod, "lod.card.2"), &words); /* from the card's own data */
    assert_non_null(strstr(words.p, "Shaded: "));
    mk_text_free(&words);
}

/* ---- Packs -------------------------------------------------------------- */

static char dir[] = "/tmp/musket-open-XXXXXX";

static void write_file(const char *name, const char *bytes, size_t size) {
    char path[200];
    snprintf(path, sizeof path, "%s/%s", dir, name);
    FILE *out = fopen(path, "wb");
    assert_non_null(out);
    assert_int_equal(fwrite(bytes, 1, size, out), size);
    fclose(out);
}

/* The data of p77 inside the binary, as a folder, with `extra` behind its first file. */
static void write_pack(const char *extra) {
    const mk_game *game = mk_find_game("p77");
    for (int i = 0; game->files[i]; i++) {
        size_t size;
        const char *bytes = mk_file_bytes(game->files[i], &size);
        char *copy = malloc(size + strlen(extra) + 1);
        assert_non_null(copy);
        memcpy(copy, bytes, size);
        strcpy(copy + size, i == 0 ? extra : "");
        write_file(game->files[i], copy, strlen(copy));
        free(copy);
    }
}

static int make_dir(void **state) {
    (void)state;
    char path[100];
    if (!mkdtemp(dir)) return 1;
    snprintf(path, sizeof path, "%s/p77", dir);
    return mkdir(path, 0700);
}

static int remove_dir(void **state) {
    (void)state;
    char command[100];
    snprintf(command, sizeof command, "rm -r %s", dir);
    return system(command);
}

static void expect_refused(const char *folder, mk_code code, const char *file, const char *text) {
    mk_error err = {0};
    assert_false(mk_open(folder, &err));
    assert_int_equal(err.code, code);
    assert_string_equal(err.file, file);
    assert_string_equal(err.text, text);
}

static void a_pack_is_used_whole_or_refused(void **state) {
    (void)state;
    mk_error err = {0};
    char file[100];
    const mk_game *game = mk_find_game("p77");
    assert_true(mk_open(NULL, &err));
    uint64_t built_in = mk_data_hash(game);

    write_pack("");
    assert_true(mk_open(dir, &err));
    assert_true(mk_data_hash(game) == built_in);
    assert_non_null(mk_rule_title(game, "p77.weather.rain")); /* a pack need not list the rules */

    assert_true(mk_open(NULL, &err));
    write_pack("\n");
    assert_true(mk_open(dir, &err));
    assert_false(mk_data_hash(game) == built_in); /* one byte more is another pack */

    assert_true(mk_open(NULL, &err));
    assert_true(mk_data_hash(game) == built_in);
    write_pack("}");
    snprintf(file, sizeof file, "%s/%s", dir, game->files[0]);
    expect_refused(dir, MK_E_DATA, file, "end of file expected near '}'");

    unlink(file);
    expect_refused(dir, MK_E_IO, file, "the data pack lacks this file: No such file or directory");
    assert_true(mk_open(NULL, &err));
    assert_true(mk_data_hash(game) == built_in);
}

static void *find_lod(void *unused) {
    (void)unused;
    const mk_game *lod = mk_find_game("lod");
    return lod && mk_rule_count(lod) > 0 && mk_names_of(lod) ? (void *)(uintptr_t)lod : NULL;
}

/* A server holds nothing of a game that nobody plays. */
static void opened_later_a_game_is_loaded_when_it_is_asked_for(void **state) {
    (void)state;
    mk_error err = {0};
    const mk_game *lod = mk_peek_game("lod");
    assert_true(mk_open(NULL, &err));
    uint64_t hash = mk_data_hash(lod);
    assert_true(mk_open_later(NULL, &err));
    assert_ptr_equal(mk_peek_game("lod"), lod);
    assert_true(mk_data_hash(lod) == hash);
    assert_null(mk_names_of(lod));
    assert_int_equal(mk_rule_count(lod), 0);

    pthread_t thread[4];
    void *found;
    for (int i = 0; i < 4; i++)
        assert_int_equal(pthread_create(&thread[i], NULL, find_lod, NULL), 0);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(pthread_join(thread[i], &found), 0);
        assert_ptr_equal(found, lod); /* with all of its data, whichever was first */
    }
    assert_null(mk_names_of(mk_peek_game("c77")));
    assert_true(mk_open_game(mk_peek_game("c77"), &err));
    assert_non_null(mk_names_of(mk_peek_game("c77")));
    assert_null(mk_peek_game("nothing"));
}

/* What a user brings is looked at when the server starts. */
static void opened_later_a_damaged_pack_is_told_at_once(void **state) {
    (void)state;
    mk_error err = {0};
    assert_true(mk_open(NULL, &err));
    write_pack("}");
    assert_false(mk_open_later(dir, &err));
    assert_string_equal(err.text, "end of file expected near '}'");
    assert_true(mk_open(NULL, &err));
    write_pack("\n");
    assert_true(mk_open_later(dir, &err));
    assert_non_null(mk_names_of(mk_peek_game("p77")));
    assert_null(mk_names_of(mk_peek_game("lod")));
    assert_true(mk_open(NULL, &err));
}

static void a_folder_that_is_no_pack_is_refused(void **state) {
    (void)state;
    expect_refused("/nowhere", MK_E_IO, "", "/nowhere: No such file or directory");
    expect_refused("/dev/null", MK_E_IO, "", "/dev/null: not a folder");
    char no_pack[100];
    snprintf(no_pack, sizeof no_pack, "/dev: has no folder named after a game, such as /dev/%s",
             mk_game_at(0)->id);
    expect_refused("/dev", MK_E_DATA, "", no_pack);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fnv_is_fnv_1a),
        cmocka_unit_test(games_are_found_by_id),
        cmocka_unit_test(no_draft_is_offered),
        cmocka_unit_test(rules_have_titles),
        cmocka_unit_test(a_rule_has_a_text_a_place_and_conditions),
        cmocka_unit_test(a_list_of_rules_is_read_strictly),
        cmocka_unit_test(a_refusal_names_the_condition),
        cmocka_unit_test(a_pack_is_used_whole_or_refused),
        cmocka_unit_test(opened_later_a_game_is_loaded_when_it_is_asked_for),
        cmocka_unit_test(opened_later_a_damaged_pack_is_told_at_once),
        cmocka_unit_test(a_folder_that_is_no_pack_is_refused),
    };
    return cmocka_run_group_tests(tests, make_dir, remove_dir);
}
