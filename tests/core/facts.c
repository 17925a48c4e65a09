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

#include <jansson.h>
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

/* ---- Tables of facts ---- */

typedef struct {
    char **line;
    size_t count, room;
} lines;

static void add_line(lines *l, const char *way, const char *rest) {
    size_t size = strlen(way) + strlen(rest) + 2;
    char *line = malloc(size);
    if (l->count == l->room) {
        l->room = l->room ? 2 * l->room : 256;
        l->line = realloc(l->line, l->room * sizeof *l->line);
    }
    assert_true(line && l->line);
    snprintf(line, size, "%s%s%s", way, *rest ? " " : "", rest);
    l->line[l->count++] = line;
}

static void free_lines(lines *l) {
    for (size_t i = 0; i < l->count; i++) free(l->line[i]);
    free(l->line);
}

static int by_text(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Words for players may change. */
static void strip_words(json_t *j) {
    const char *key;
    json_t *part;
    size_t index;
    void *next;
    json_object_foreach_safe(j, next, key, part) {
        bool words = strcmp(key, "title") == 0 || strcmp(key, "summary") == 0 ||
                     strcmp(key, "words") == 0 || mk_explains(key);
        if (words)
            json_object_del(j, key);
        else
            strip_words(part);
    }
    json_array_foreach(j, index, part) strip_words(part);
}

static bool has_parts(const json_t *list) {
    return json_is_object(json_array_get(list, 0)) || json_is_array(json_array_get(list, 0));
}

/* An object of a list that has such lists itself is no row but a chapter, as a scenario is. */
static bool is_row(json_t *j) {
    const char *key;
    json_t *part;
    json_object_foreach(j, key, part) {
        if (json_is_object(json_array_get(part, 0))) return false;
    }
    return true;
}

static void list_facts(json_t *j, const char *way, lines *out);

static void list_parts(json_t *list, const char *way, lines *out) {
    char below[300];
    json_t *part;
    size_t index;
    json_array_foreach(list, index, part) {
        const char *id = json_string_value(json_object_get(part, "id"));
        char number[24];
        snprintf(number, sizeof number, "%zu", index);
        snprintf(below, sizeof below, "%s.%s", way, id ? id : number);
        if (json_is_object(part) && !is_row(part)) {
            list_facts(part, below, out);
            continue;
        }
        char *text = json_dumps(part, JSON_COMPACT | JSON_SORT_KEYS);
        add_line(out, below, text);
        free(text);
    }
}

/* A line for each row, and for each fact that is in none. */
static void list_facts(json_t *j, const char *way, lines *out) {
    char below[300];
    const char *key;
    json_t *part;
    if (json_is_object(j)) {
        json_object_foreach(j, key, part) {
            snprintf(below, sizeof below, "%s.%s", way, key);
            list_facts(part, below, out);
        }
    } else if (has_parts(j)) {
        list_parts(j, way, out);
    } else {
        char *text = json_dumps(j, JSON_ENCODE_ANY | JSON_COMPACT);
        add_line(out, way, text);
        free(text);
    }
}

static void list_file(const char *game, const char *name, lines *out) {
    char path[100], way[100];
    size_t size;
    json_error_t e;
    snprintf(path, sizeof path, "%s/%s.json", game, name);
    snprintf(way, sizeof way, "%s", name);
    const char *bytes = mk_file_bytes(path, &size);
    assert_non_null(bytes);
    json_t *root = json_loadb(bytes, size, 0, &e);
    assert_non_null(root);
    strip_words(root);
    list_facts(root, way, out);
    json_decref(root);
}

static void read_table(const char *path, lines *out) {
    FILE *f = fopen(path, "r");
    static char line[20000];
    if (!f) fail_msg("%s cannot be read", path);
    while (fgets(line, sizeof line, f)) {
        line[strcspn(line, "\n")] = 0;
        if (line[0] && line[0] != '#') add_line(out, line, "");
    }
    fclose(f);
}

/* Lines of one that the other has not are printed; returns how many. */
static int print_others(const lines *a, const lines *b, const char *what) {
    int count = 0;
    for (size_t i = 0; i < a->count; i++) {
        bool twin = bsearch(&a->line[i], b->line, b->count, sizeof *b->line, by_text) != NULL;
        if (!twin) print_error("%s: %s\n", what, a->line[i]);
        count += !twin;
    }
    return count;
}

void facts_as_table(const char *game, const char *const *files, const char *path) {
    lines data = {0}, table = {0};
    for (; *files; files++) list_file(game, *files, &data);
    const char *to = getenv("MUSKET_FACTS");
    FILE *f = to ? fopen(to, "w") : NULL;
    for (size_t i = 0; f && i < data.count; i++) fprintf(f, "%s\n", data.line[i]);
    if (f) fclose(f);
    read_table(path, &table);
    qsort(data.line, data.count, sizeof *data.line, by_text);
    qsort(table.line, table.count, sizeof *table.line, by_text);
    int others = print_others(&table, &data, "expected") + print_others(&data, &table, "found");
    free_lines(&data);
    free_lines(&table);
    assert_int_equal(others, 0);
}
