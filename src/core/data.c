/* data.c - the JSON of data packs, read strictly.
 *
 * What was read is remembered as pairs of a container and a part of it (a key's own bytes in an
 * object, an index in an array). mk_file_close walks the whole tree once and complains about the
 * first part that nobody read. */
#define _GNU_SOURCE
#include "core/data.h"

#include "core/fnv.h"
#include "core/pack.h"

#include <assert.h>
#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const json_t *container; /* NULL: free slot */
    uintptr_t part;          /* address of the key, or index */
} read_mark;

struct mk_file {
    const char *origin; /* what errors call it */
    json_t *root;
    mk_error *err;
    bool failed;
    read_mark *marks; /* open addressing; `room` is a power of two */
    size_t mark_count, mark_room;
};

/* ---- Errors ------------------------------------------------------------- */

/* Keys and strings come from outside: what would play tricks on a terminal is not repeated. */
static void print_safely(char *out, size_t size, const char *s) {
    size_t n = 0;
    for (; *s && n + 1 < size; s++) out[n++] = (unsigned char)*s < ' ' || *s == 127 ? '?' : *s;
    out[n] = 0;
}

static void fail_v(mk_value v, const char *format, va_list args) {
    if (!v.file || v.file->failed) return;
    v.file->failed = true;
    char reason[300];
    vsnprintf(reason, sizeof reason, format, args);
    mk_fail(v.file->err, MK_E_DATA, "%s%s%s", v.path, *v.path ? ": " : "", reason);
    if (v.file->err) {
        snprintf(v.file->err->file, sizeof v.file->err->file, "%s", v.file->origin);
    }
}

void mk_data_error(mk_value v, const char *format, ...) {
    va_list args;
    va_start(args, format);
    fail_v(v, format, args);
    va_end(args);
}

/* Complains that `v` is not what was expected, and says what it is. */
static void expected(mk_value v, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void expected(mk_value v, const char *format, ...) {
    char what[200], found[60];
    va_list args;
    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);

    const json_t *j = v.json;
    if (json_is_object(j)) {
        snprintf(found, sizeof found, "an object");
    } else if (json_is_array(j)) {
        snprintf(found, sizeof found, "a list");
    } else {
        char *text = json_dumps(j, JSON_ENCODE_ANY | JSON_ENSURE_ASCII | JSON_REAL_PRECISION(6));
        if (!text) abort();
        snprintf(found, sizeof found, strlen(text) < 50 ? "%s" : "%.46s...", text);
        free(text);
    }
    mk_data_error(v, "expected %s; found %s", what, found);
}

/* ---- What was read ------------------------------------------------------ */

static read_mark *find_mark(const mk_file *f, read_mark m) {
    size_t slot = (size_t)mk_fnv(MK_FNV_START, &m, sizeof m) & (f->mark_room - 1);
    while (f->marks[slot].container &&
           (f->marks[slot].container != m.container || f->marks[slot].part != m.part)) {
        slot = (slot + 1) & (f->mark_room - 1);
    }
    return &f->marks[slot];
}

static void grow_marks(mk_file *f) {
    read_mark *old = f->marks;
    size_t old_room = f->mark_room;
    f->mark_room = old_room ? 2 * old_room : 256;
    f->marks = calloc(f->mark_room, sizeof *f->marks);
    if (!f->marks) abort();
    for (size_t i = 0; i < old_room; i++) {
        if (old[i].container) *find_mark(f, old[i]) = old[i];
    }
    free(old);
}

static void mark_read(mk_file *f, const json_t *container, uintptr_t part) {
    if (2 * f->mark_count >= f->mark_room) grow_marks(f);
    read_mark m = {container, part}, *slot = find_mark(f, m);
    if (!slot->container) f->mark_count++;
    *slot = m;
}

static bool was_read(const mk_file *f, const json_t *container, uintptr_t part) {
    return f->mark_room && find_mark(f, (read_mark){container, part})->container;
}

static bool ends_with(const char *s, const char *end) {
    size_t n = strlen(s), m = strlen(end);
    return n >= m && strcmp(s + n - m, end) == 0;
}

bool mk_explains(const char *key) {
    static const char *const words[] = {"provenance", "note", "notes", "legend", "about"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (strcmp(key, words[i]) == 0) return true;
    }
    return ends_with(key, "_provenance") || ends_with(key, "_note");
}

/* ---- Walking ------------------------------------------------------------ */

static bool usable(mk_value v) { return v.json && v.file && !v.file->failed; }

/* The name of a part as errors give it: spaces[3].features.port */
static mk_value child_of_key(mk_value v, const char *key, json_t *json) {
    mk_value child = {v.file, json, ""};
    char safe[80];
    print_safely(safe, sizeof safe, key);
    snprintf(child.path, sizeof child.path, "%.79s%s%s", v.path, *v.path ? "." : "", safe);
    return child;
}

static mk_value child_of_index(mk_value v, int index, json_t *json) {
    mk_value child = {v.file, json, ""};
    snprintf(child.path, sizeof child.path, "%.140s[%d]", v.path, index);
    return child;
}

static bool is_object(mk_value v) {
    if (!usable(v)) return false;
    if (!json_is_object((json_t *)v.json)) expected(v, "an object");
    return usable(v);
}

static bool is_array(mk_value v) {
    if (!usable(v)) return false;
    if (!json_is_array((json_t *)v.json)) expected(v, "a list");
    return usable(v);
}

bool mk_has(mk_value object, const char *key) {
    return is_object(object) && json_object_get(object.json, key);
}

mk_value mk_at(mk_value object, const char *key) {
    if (!is_object(object)) return (mk_value){.file = object.file};
    void *found = json_object_iter_at(object.json, key);
    if (!found) {
        mk_data_error(object, "missing key \"%s\"", key);
        return (mk_value){.file = object.file};
    }
    mark_read(object.file, object.json, (uintptr_t)json_object_iter_key(found));
    return child_of_key(object, key, json_object_iter_value(found));
}

mk_value mk_item(mk_value array, int index) {
    if (!is_array(array)) return (mk_value){.file = array.file};
    int length = (int)json_array_size(array.json);
    if (index < 0 || index >= length) {
        mk_data_error(array, "expected at least %d items; found %d", index + 1, length);
        return (mk_value){.file = array.file};
    }
    mark_read(array.file, array.json, (uintptr_t)index);
    return child_of_index(array, index, json_array_get(array.json, (size_t)index));
}

int mk_length(mk_value array) { return is_array(array) ? (int)json_array_size(array.json) : 0; }

bool mk_is_null(mk_value v) { return usable(v) && json_is_null((json_t *)v.json); }

const char *mk_key_at(mk_value object, int index) {
    if (!is_object(object)) return NULL;
    void *i = json_object_iter(object.json);
    for (; i; i = json_object_iter_next(object.json, i)) {
        const char *key = json_object_iter_key(i);
        if (!mk_explains(key) && index-- == 0) return key;
    }
    return NULL;
}

/* ---- Plain values ------------------------------------------------------- */

int mk_int_value(mk_value number, int min, int max) {
    if (!usable(number)) return 0;
    json_int_t n = json_integer_value(number.json);
    if (json_is_integer((json_t *)number.json) && n >= min && n <= max) return (int)n;
    expected(number, "a whole number from %d to %d", min, max);
    return 0;
}

/* Strings of all files, kept once each until the process ends. */
static const char *intern(const char *s) {
    typedef struct word {
        struct word *next;
        char text[];
    } word;
    static word *buckets[1024];
    size_t size = strlen(s) + 1;
    word **bucket = &buckets[mk_fnv(MK_FNV_START, s, size) % 1024];
    for (word *w = *bucket; w; w = w->next) {
        if (strcmp(w->text, s) == 0) return w->text;
    }
    word *w = malloc(sizeof *w + size);
    if (!w) abort();
    memcpy(w->text, s, size);
    w->next = *bucket;
    *bucket = w;
    return w->text;
}

const char *mk_str_value(mk_value string) {
    if (!usable(string)) return "";
    const char *s = json_string_value(string.json);
    if (s) return intern(s);
    expected(string, "a text in quotes");
    return "";
}

int mk_int(mk_value object, const char *key, int min, int max) {
    return mk_int_value(mk_at(object, key), min, max);
}

const char *mk_str(mk_value object, const char *key) { return mk_str_value(mk_at(object, key)); }

const char *mk_str_or(mk_value object, const char *key, const char *missing) {
    if (!mk_has(object, key)) return missing;
    mk_value v = mk_at(object, key);
    return mk_is_null(v) ? missing : mk_str_value(v);
}

bool mk_flag(mk_value object, const char *key) {
    mk_value v = mk_at(object, key);
    if (!usable(v)) return false;
    if (!json_is_boolean((json_t *)v.json)) expected(v, "true or false");
    return json_is_true((json_t *)v.json);
}

int mk_choice(mk_value object, const char *key, const char *const *names) {
    mk_value v = mk_at(object, key);
    if (!usable(v)) return 0;
    const char *s = json_string_value(v.json);
    char list[180] = "";
    size_t n = 0;
    for (int i = 0; names[i]; i++) {
        if (s && strcmp(s, names[i]) == 0) return i;
        n += (size_t)snprintf(list + n, sizeof list - n, "%s%s", i ? ", " : "", names[i]);
        if (n >= sizeof list) n = sizeof list - 1;
    }
    expected(v, "one of %s", list);
    return 0;
}

/* ---- Keys that nobody reads --------------------------------------------- */

static void skip_all(mk_file *f, json_t *json) {
    const char *key;
    json_t *part;
    size_t index;
    json_object_foreach(json, key, part) {
        mark_read(f, json, (uintptr_t)key);
        skip_all(f, part);
    }
    json_array_foreach(json, index, part) {
        mark_read(f, json, (uintptr_t)index);
        skip_all(f, part);
    }
}

void mk_skip(mk_value object, const char *key) {
    if (mk_has(object, key)) skip_all(object.file, mk_at(object, key).json);
}

static void expect_all_read(mk_value v) {
    const char *key;
    json_t *part;
    size_t index;
    if (!usable(v)) return;
    json_object_foreach(v.json, key, part) {
        if (mk_explains(key)) continue;
        if (!was_read(v.file, v.json, (uintptr_t)key)) {
            char safe[80];
            print_safely(safe, sizeof safe, key);
            mk_data_error(v, "unknown key \"%s\"", safe);
            return;
        }
        expect_all_read(child_of_key(v, key, part));
    }
    json_array_foreach(v.json, index, part) {
        mk_value child = child_of_index(v, (int)index, part);
        if (!was_read(v.file, v.json, (uintptr_t)index)) {
            mk_data_error(child, "nothing is expected here");
            return;
        }
        expect_all_read(child);
    }
}

/* ---- Files -------------------------------------------------------------- */

static void parse(mk_file *f, const char *bytes, size_t size) {
    json_error_t e;
    f->root = json_loadb(bytes, size, JSON_REJECT_DUPLICATES, &e);
    if (f->root) return;
    char safe[sizeof e.text];
    print_safely(safe, sizeof safe, e.text);
    mk_data_error((mk_value){.file = f}, "%s", safe);
    if (f->err) f->err->line = e.line;
}

mk_value mk_file_open(const char *name, const char *game, int version, mk_error *err) {
    mk_file *f = calloc(1, sizeof *f);
    if (!f) abort();
    f->err = err;
    f->origin = name;
    size_t size;
    const char *bytes = mk_pack_find(name, &size, &f->origin);
    if (bytes) {
        parse(f, bytes, size);
    } else {
        mk_data_error((mk_value){.file = f}, "there is no such file");
    }

    mk_value root = {f, f->root, ""};
    const char *of = mk_str(root, "game");
    if (usable(root) && strcmp(of, game) != 0) expected(mk_at(root, "game"), "\"%s\"", game);
    mk_int(root, "version", version, version);
    return root;
}

bool mk_file_close(mk_value *root) {
    mk_file *f = root->file;
    assert(f);
    expect_all_read(*root);
    bool fine = !f->failed;
    json_decref(f->root);
    free(f->marks);
    free(f);
    *root = (mk_value){0};
    return fine;
}
