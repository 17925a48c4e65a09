/* pack.c - where the bytes of data files come from. */
#define _GNU_SOURCE
#include "core/pack.h"

#include "core/data.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* A file that stands in for an embedded one. */
typedef struct replaced {
    struct replaced *next;
    char *name, *origin, *bytes;
    size_t size;
} replaced;

static replaced *replacements;

static void *must(void *memory) {
    if (!memory) abort();
    return memory;
}

void mk_pack_clear(void) {
    while (replacements) {
        replaced *r = replacements;
        replacements = r->next;
        free(r->name);
        free(r->origin);
        free(r->bytes);
        free(r);
    }
}

void mk_pack_put(const char *name, const char *origin, const char *bytes, size_t size) {
    replaced *r = must(calloc(1, sizeof *r));
    r->name = must(strdup(name));
    r->origin = must(strdup(origin));
    r->bytes = must(malloc(size + 1));
    if (size) memcpy(r->bytes, bytes, size);
    r->bytes[size] = 0;
    r->size = size;
    r->next = replacements; /* found before an older one of the same name */
    replacements = r;
}

const char *mk_pack_find(const char *name, size_t *size, const char **origin) {
    for (const replaced *r = replacements; r; r = r->next) {
        if (strcmp(r->name, name) != 0) continue;
        *size = r->size;
        if (origin) *origin = r->origin;
        return r->bytes;
    }
    for (const mk_packed *p = mk_embedded; p->name; p++) {
        if (strcmp(p->name, name) != 0) continue;
        *size = p->size;
        if (origin) *origin = p->name;
        return p->bytes;
    }
    return NULL;
}

const char *mk_file_bytes(const char *name, size_t *size) { return mk_pack_find(name, size, NULL); }

/* Data files are small; what is larger than this is not one of them. */
enum { MAX_FILE = 16 * 1024 * 1024 };

static bool read_file(const char *name, const char *path, mk_error *err) {
    FILE *in = fopen(path, "rb");
    if (!in) {
        mk_fail(err, MK_E_IO, "the data pack lacks this file: %s", strerror(errno));
        return false;
    }
    char *bytes = NULL;
    size_t size = 0, room = 0;
    do {
        room += 64 * 1024;
        bytes = must(realloc(bytes, room));
        size += fread(bytes + size, 1, room - size, in);
    } while (size == room && room < MAX_FILE);
    int fault = ferror(in) ? errno : 0;
    fclose(in);
    bool fits = size < MAX_FILE;
    if (fault) {
        mk_fail(err, MK_E_IO, "cannot be read: %s", strerror(fault));
    } else if (!fits) {
        mk_fail(err, MK_E_DATA, "is larger than %d bytes", MAX_FILE);
    } else {
        mk_pack_put(name, path, bytes, size);
    }
    free(bytes);
    return !fault && fits;
}

bool mk_pack_read(const char *dir, const mk_game *game, bool *found, mk_error *err) {
    char path[4096];
    struct stat st;
    int n = snprintf(path, sizeof path, "%s/%s", dir, game->id);
    *found = n < (int)sizeof path && stat(path, &st) == 0 && S_ISDIR(st.st_mode);
    if (!*found) return true;

    for (const char *const *file = game->files; *file; file++) {
        n = snprintf(path, sizeof path, "%s/%s", dir, *file);
        if (n >= (int)sizeof path) return mk_fail(err, MK_E_IO, "a path longer than 4095 bytes");
        if (!read_file(*file, path, err)) {
            if (err) snprintf(err->file, sizeof err->file, "%.199s", path);
            return false;
        }
    }
    /* How the machine judges may be changed or left as it is. */
    char name[MK_NAME + 20];
    snprintf(name, sizeof name, "%s/judgement.json", game->id);
    n = snprintf(path, sizeof path, "%s/%s", dir, name);
    bool own = game->terms && n < (int)sizeof path && stat(path, &st) == 0;
    return !own || read_file(name, path, err);
}
