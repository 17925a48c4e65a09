/* Data packs: what is well formed is read, what is not gets an error that names the place. */
#define _GNU_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/data.h"
#include "core/pack.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Opens `body` as a file of the game "toy", version 1. */
static mk_value open_text(const char *body, mk_error *err) {
    *err = (mk_error){0};
    mk_pack_clear();
    mk_pack_put("toy/map.json", "pack/toy/map.json", body, strlen(body));
    return mk_file_open("toy/map.json", "toy", 1, err);
}

#define TOY "{\"game\":\"toy\",\"version\":1"

typedef void reader(mk_value root);

/* Reads `body` with `read` and expects exactly this error; NULL: none. */
static void expect_error(const char *body, reader *read, const char *text) {
    mk_error err;
    mk_value root = open_text(body, &err);
    if (read) read(root);
    bool fine = mk_file_close(&root);
    if (!text) {
        assert_string_equal(err.text, "");
        assert_true(fine);
        return;
    }
    assert_false(fine);
    assert_string_equal(err.text, text);
    assert_string_equal(err.file, "pack/toy/map.json");
    assert_int_equal(err.code, MK_E_DATA);
}

static void reads_every_kind_of_value(void **state) {
    (void)state;
    static const char *const types[] = {"town", "fort", NULL};
    mk_error err;
    mk_value root = open_text(TOY ",\"n\":-3,\"s\":\"Chadd's Ford\",\"yes\":true,\"no\":false,"
                                  "\"type\":\"fort\",\"list\":[4,\"x\",null],\"none\":null}",
                              &err);
    assert_int_equal(mk_int(root, "n", -5, 5), -3);
    assert_string_equal(mk_str(root, "s"), "Chadd's Ford");
    assert_true(mk_flag(root, "yes"));
    assert_false(mk_flag(root, "no"));
    assert_int_equal(mk_choice(root, "type", types), 1);
    mk_value list = mk_at(root, "list");
    assert_int_equal(mk_length(list), 3);
    assert_int_equal(mk_int_value(mk_item(list, 0), 0, 9), 4);
    assert_string_equal(mk_str_value(mk_item(list, 1)), "x");
    assert_true(mk_is_null(mk_item(list, 2)));
    assert_false(mk_is_null(mk_item(list, 1)));
    assert_true(mk_has(root, "none"));
    assert_false(mk_has(root, "absent"));
    assert_string_equal(mk_str_or(root, "none", "default"), "default");
    assert_string_equal(mk_str_or(root, "absent", "default"), "default");
    assert_string_equal(mk_str_or(root, "s", "default"), "Chadd's Ford");
    assert_true(mk_file_close(&root));
}

static void strings_outlive_their_file(void **state) {
    (void)state;
    mk_error err;
    mk_value root = open_text(TOY ",\"a\":\"Howe\",\"b\":\"Howe\"}", &err);
    const char *a = mk_str(root, "a"), *b = mk_str(root, "b");
    assert_true(mk_file_close(&root));
    mk_pack_clear();
    assert_string_equal(a, "Howe");
    assert_ptr_equal(a, b);
}

static void keys_are_names_in_the_order_of_the_file(void **state) {
    (void)state;
    mk_error err;
    mk_value root = open_text(TOY ",\"o\":{\"zeta\":1,\"note\":\"n\",\"alpha\":2}}", &err);
    mk_value o = mk_at(root, "o");
    assert_string_equal(mk_key_at(o, 0), "zeta");
    assert_string_equal(mk_key_at(o, 1), "alpha"); /* a note is no name */
    assert_null(mk_key_at(o, 2));
    assert_int_equal(mk_int(o, "zeta", 0, 9) + mk_int(o, "alpha", 0, 9), 3);
    assert_true(mk_file_close(&root));
}

/* ---- What is not well formed -------------------------------------------- */

static void syntax_errors_name_the_line(void **state) {
    (void)state;
    mk_error err;
    mk_value root = open_text("{\n\"game\": \"toy\",\n\"version\" 1}", &err);
    assert_false(mk_file_close(&root));
    assert_int_equal(err.line, 3);
    assert_string_equal(err.file, "pack/toy/map.json");
    assert_string_equal(err.text, "':' expected near '1'");
    expect_error("", NULL, "'[' or '{' expected near end of file");
    expect_error(TOY "}}", NULL, "end of file expected near '}'");
    expect_error(TOY ",\"version\":2}", NULL, "duplicate object key near '\"version\"'");
}

static void a_file_says_its_game_and_version(void **state) {
    (void)state;
    expect_error("[]", NULL, "expected an object; found a list");
    expect_error("{}", NULL, "missing key \"game\"");
    expect_error("{\"game\":\"lod\",\"version\":1}", NULL, "game: expected \"toy\"; found \"lod\"");
    expect_error("{\"game\":\"toy\"}", NULL, "missing key \"version\"");
    expect_error("{\"game\":\"toy\",\"version\":2}", NULL,
                 "version: expected a whole number from 1 to 1; found 2");
    expect_error(TOY "}", NULL, NULL);
}

static void a_file_that_is_not_there_is_an_error(void **state) {
    (void)state;
    mk_error err = {0};
    mk_pack_clear();
    mk_value root = mk_file_open("toy/cards.json", "toy", 1, &err);
    assert_false(mk_file_close(&root));
    assert_string_equal(err.file, "toy/cards.json");
    assert_string_equal(err.text, "there is no such file");
}

static void read_n(mk_value root) { mk_int(root, "n", 1, 6); }
static void read_s(mk_value root) { mk_str(root, "s"); }
static void read_flag(mk_value root) { mk_flag(root, "f"); }
static void read_second(mk_value root) { mk_int_value(mk_item(mk_at(root, "l"), 1), 0, 9); }
static void read_type(mk_value root) {
    static const char *const types[] = {"town", "fort", NULL};
    mk_value spaces = mk_at(root, "spaces");
    for (int i = 0; i < mk_length(spaces); i++) mk_choice(mk_item(spaces, i), "type", types);
}

static void content_errors_name_the_key_and_what_stands_there(void **state) {
    (void)state;
    expect_error(TOY ",\"n\":7}", read_n, "n: expected a whole number from 1 to 6; found 7");
    expect_error(TOY ",\"n\":0}", read_n, "n: expected a whole number from 1 to 6; found 0");
    expect_error(TOY ",\"n\":6}", read_n, NULL);
    expect_error(TOY ",\"n\":1.5}", read_n, "n: expected a whole number from 1 to 6; found 1.5");
    expect_error(TOY ",\"n\":\"1\"}", read_n,
                 "n: expected a whole number from 1 to 6; found \"1\"");
    expect_error(TOY ",\"n\":4294967297}", read_n,
                 "n: expected a whole number from 1 to 6; found 4294967297");
    expect_error(TOY "}", read_n, "missing key \"n\"");
    expect_error(TOY ",\"s\":true}", read_s, "s: expected a text in quotes; found true");
    expect_error(TOY ",\"s\":[]}", read_s, "s: expected a text in quotes; found a list");
    expect_error(TOY ",\"f\":1}", read_flag, "f: expected true or false; found 1");
    expect_error(TOY ",\"f\":{}}", read_flag, "f: expected true or false; found an object");
    expect_error(TOY ",\"l\":[1]}", read_second, "l: expected at least 2 items; found 1");
    expect_error(TOY ",\"l\":7}", read_second, "l: expected a list; found 7");
    expect_error(TOY ",\"spaces\":[{\"type\":\"town\"},{\"type\":\"twon\"}]}", read_type,
                 "spaces[1].type: expected one of town, fort; found \"twon\"");
    expect_error(TOY ",\"spaces\":[{}]}", read_type, "spaces[0]: missing key \"type\"");
    expect_error(TOY ",\"spaces\":[3]}", read_type, "spaces[0]: expected an object; found 3");
}

static void texts_from_outside_cannot_play_tricks_in_messages(void **state) {
    (void)state;
    expect_error(TOY ",\"n\":\"\\u001b[2J\"}", read_n,
                 "n: expected a whole number from 1 to 6; found \"\\u001B[2J\"");
    expect_error(TOY ",\"\\u001b[2J\":1}", NULL, "unknown key \"?[2J\"");
    expect_error(TOY ",\"n\":\"0123456789012345678901234567890123456789012345678901234567890\"}",
                 read_n,
                 "n: expected a whole number from 1 to 6; found "
                 "\"012345678901234567890123456789012345678901234...");
}

static void read_first_of_two(mk_value root) {
    mk_int(root, "n", 1, 6);
    mk_str(root, "s");
    mk_data_error(root, "not this");
}

static void the_first_error_stays(void **state) {
    (void)state;
    expect_error(TOY ",\"n\":9,\"s\":1}", read_first_of_two,
                 "n: expected a whole number from 1 to 6; found 9");
}

static void read_bad(mk_value root) {
    mk_data_error(mk_at(root, "road"), "there is no space called %s", "yrok");
}

static void a_loader_can_report_what_contradicts(void **state) {
    (void)state;
    expect_error(TOY ",\"road\":\"yrok\"}", read_bad, "road: there is no space called yrok");
}

/* ---- What is not read --------------------------------------------------- */

static void read_list_of_one(mk_value root) { mk_int_value(mk_item(mk_at(root, "l"), 0), 0, 9); }
static void skip_picture(mk_value root) {
    mk_skip(root, "picture");
    mk_skip(root, "absent");
}

static void nothing_is_silently_ignored(void **state) {
    (void)state;
    expect_error(TOY ",\"foo\":1}", NULL, "unknown key \"foo\"");
    expect_error(TOY ",\"spaces\":[{\"type\":\"town\",\"foo\":1}]}", read_type,
                 "spaces[0]: unknown key \"foo\"");
    expect_error(TOY ",\"l\":[1,2]}", read_list_of_one, "l[1]: nothing is expected here");
    expect_error(TOY ",\"picture\":{\"x\":[1,{\"y\":2}]}}", NULL, "unknown key \"picture\"");
    expect_error(TOY ",\"picture\":{\"x\":[1,{\"y\":2}]}}", skip_picture, NULL);
}

static void explanations_may_stand_anywhere(void **state) {
    (void)state;
    expect_error(TOY ",\"note\":1,\"notes\":[2],\"legend\":{\"a\":1},\"about\":\"x\","
                     "\"provenance\":\"y\",\"map_provenance\":{\"b\":1},\"map_note\":\"z\"}",
                 NULL, NULL);
    expect_error(TOY ",\"noted\":1}", NULL, "unknown key \"noted\"");
}

static void many_keys_are_all_remembered(void **state) {
    (void)state;
    mk_error err;
    char body[40000];
    int n = snprintf(body, sizeof body, TOY);
    for (int i = 0; i < 2000; i++) {
        n += snprintf(body + n, sizeof body - (size_t)n, ",\"k%d\":%d", i, i);
    }
    snprintf(body + n, sizeof body - (size_t)n, "}");
    for (int left_out = -1; left_out < 2000; left_out += 667) {
        mk_value root = open_text(body, &err);
        for (int i = 0; i < 2000; i++) {
            char key[16];
            snprintf(key, sizeof key, "k%d", i);
            if (i != left_out) assert_int_equal(mk_int(root, key, 0, 2000), i);
        }
        assert_int_equal(mk_file_close(&root), left_out < 0);
    }
}

/* ---- Folders ------------------------------------------------------------ */

static void write_file(const char *path, const char *text) {
    FILE *out = fopen(path, "w");
    assert_non_null(out);
    fputs(text, out);
    fclose(out);
}

static void a_folder_replaces_all_files_of_its_game(void **state) {
    (void)state;
    static const char *const files[] = {"toy/a.json", "toy/b.json", NULL};
    const mk_game toy = {.id = "toy", .files = files}, other = {.id = "other", .files = files};
    char dir[] = "/tmp/musket-pack-XXXXXX", path[100];
    assert_non_null(mkdtemp(dir));
    mk_error err = {0};
    bool found;
    mk_pack_clear();

    assert_true(mk_pack_read(dir, &toy, &found, &err));
    assert_false(found);

    snprintf(path, sizeof path, "%s/toy", dir);
    assert_int_equal(mkdir(path, 0700), 0);
    snprintf(path, sizeof path, "%s/toy/a.json", dir);
    write_file(path, "{}");
    assert_false(mk_pack_read(dir, &toy, &found, &err));
    snprintf(path, sizeof path, "%s/toy/b.json", dir);
    assert_string_equal(err.file, path);
    assert_string_equal(err.text, "the data pack lacks this file: No such file or directory");
    assert_int_equal(err.code, MK_E_IO);

    write_file(path, "[1]");
    assert_true(mk_pack_read(dir, &toy, &found, &err));
    assert_true(found);
    size_t size;
    const char *origin;
    assert_string_equal(mk_pack_find("toy/b.json", &size, &origin), "[1]");
    assert_int_equal(size, 3);
    assert_string_equal(origin, path);
    char file[100];
    snprintf(file, sizeof file, "%s/other", dir);
    write_file(file, "a file is no folder");
    assert_true(mk_pack_read(dir, &other, &found, &err));
    assert_false(found);
    unlink(file);

    mk_pack_clear();
    assert_null(mk_pack_find("toy/b.json", &size, &origin));
    unlink(path);
    snprintf(path, sizeof path, "%s/toy/a.json", dir);
    unlink(path);
    snprintf(path, sizeof path, "%s/toy", dir);
    rmdir(path);
    rmdir(dir);
}

static void embedded_files_are_whole_and_sorted(void **state) {
    (void)state;
    for (const mk_packed *p = mk_embedded; p->name; p++) {
        if (p[1].name) assert_true(strcmp(p->name, p[1].name) < 0);
        char path[200];
        snprintf(path, sizeof path, "data/%s", p->name);
        FILE *in = fopen(path, "rb");
        assert_non_null(in); /* tests run in the root of the project */
        for (size_t i = 0; i < p->size; i++) assert_int_equal(getc(in), (unsigned char)p->bytes[i]);
        assert_int_equal(getc(in), EOF);
        fclose(in);
        size_t size;
        assert_ptr_equal(mk_file_bytes(p->name, &size), p->bytes);
        assert_int_equal(size, p->size);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_every_kind_of_value),
        cmocka_unit_test(strings_outlive_their_file),
        cmocka_unit_test(keys_are_names_in_the_order_of_the_file),
        cmocka_unit_test(syntax_errors_name_the_line),
        cmocka_unit_test(a_file_says_its_game_and_version),
        cmocka_unit_test(a_file_that_is_not_there_is_an_error),
        cmocka_unit_test(content_errors_name_the_key_and_what_stands_there),
        cmocka_unit_test(texts_from_outside_cannot_play_tricks_in_messages),
        cmocka_unit_test(the_first_error_stays),
        cmocka_unit_test(a_loader_can_report_what_contradicts),
        cmocka_unit_test(nothing_is_silently_ignored),
        cmocka_unit_test(explanations_may_stand_anywhere),
        cmocka_unit_test(many_keys_are_all_remembered),
        cmocka_unit_test(a_folder_replaces_all_files_of_its_game),
        cmocka_unit_test(embedded_files_are_whole_and_sorted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
