/* mutate.c - changes one fact in a data file, for `make mutate`.
 *
 *     mutate list FILE         a line for each fact that can be changed: its name and value
 *     mutate change FILE N     the file with the N-th of them (from 1) changed, on stdout
 *
 * Numbers grow by one, flags turn round. A fact is named by the way to it, with ids in the place
 * of indices where there are any: units.b_light1.sp. Keys that only explain are left out. */
#include "core/data.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    int count;  /* facts seen so far */
    int change; /* which one to change; 0: list them */
} walk;

static json_t *changed(const json_t *j) {
    switch (json_typeof(j)) {
    case JSON_INTEGER: return json_integer(json_integer_value(j) + 1);
    case JSON_REAL: return json_real(json_real_value(j) + 1);
    case JSON_TRUE: return json_false();
    case JSON_FALSE: return json_true();
    default: return NULL;
    }
}

/* Returns what is to stand in the place of a plain value, NULL: the same. */
static json_t *visit_plain(walk *w, const json_t *j, const char *path) {
    json_t *other = changed(j);
    if (!other) return NULL;
    w->count++;
    if (w->count == w->change) return other;
    json_decref(other);
    if (w->change) return NULL;
    char *text = json_dumps(j, JSON_ENCODE_ANY);
    printf("%s %s\n", path + 1, text);
    free(text);
    return NULL;
}

static json_t *visit(walk *w, json_t *j, const char *path) {
    char below[400];
    const char *key;
    json_t *part, *other;
    size_t index;
    void *next;
    json_object_foreach_safe(j, next, key, part) {
        if (mk_explains(key)) continue;
        snprintf(below, sizeof below, "%s.%s", path, key);
        if ((other = visit(w, part, below))) json_object_set_new(j, key, other);
    }
    json_array_foreach(j, index, part) {
        const char *id = json_string_value(json_object_get(part, "id"));
        if (id) {
            snprintf(below, sizeof below, "%s.%s", path, id);
        } else {
            snprintf(below, sizeof below, "%s.%zu", path, index);
        }
        if ((other = visit(w, part, below))) json_array_set_new(j, index, other);
    }
    return visit_plain(w, j, path);
}

int main(int argc, char **argv) {
    bool list = argc == 3 && strcmp(argv[1], "list") == 0;
    bool change = argc == 4 && strcmp(argv[1], "change") == 0;
    if (!list && !change) {
        fprintf(stderr, "usage: mutate list FILE | mutate change FILE N\n");
        return 2;
    }
    json_error_t e;
    json_t *root = json_load_file(argv[2], 0, &e);
    if (!root) {
        fprintf(stderr, "%s:%d: %s\n", argv[2], e.line, e.text);
        return 1;
    }
    walk w = {.change = change ? atoi(argv[3]) : 0};
    visit(&w, root, "");
    if (change) json_dumpf(root, stdout, JSON_INDENT(1));
    json_decref(root);
    return change && (w.change < 1 || w.change > w.count);
}
