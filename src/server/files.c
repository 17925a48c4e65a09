/* files.c - the page, from inside the binary.
 *
 * The build embeds web/dist, each file also as `gzip -9` has it. Files below assets/ have the
 * hash of what they hold in their names and may be kept for ever; the others are asked for each
 * time and answered by their ETag. Without a page there is one that says how to use the server.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "core/fnv.h"
#include "core/pack.h"
#include "server/server.h"

extern const mk_packed web_embedded[]; /* made by the build; ends with an empty row */

static const char fallback[] =
    "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>Musket</title></head>"
    "<body><h1>Musket</h1><p>The server is running; this binary was built without the page.</p>"
    "<p>Programs may use it as docs/api.md says: <a href=\"/api/games\">the games</a>, "
    "<a href=\"/api/tables\">the public tables</a>, <a href=\"/healthz\">its health</a>.</p>"
    "</body></html>\n";

static const struct {
    const char *ending, *type;
} types[] = {
    {".html", "text/html; charset=utf-8"},
    {".js", "text/javascript; charset=utf-8"},
    {".css", "text/css; charset=utf-8"},
    {".svg", "image/svg+xml"},
    {".png", "image/png"},
    {".webp", "image/webp"},
    {".ico", "image/x-icon"},
    {".woff2", "font/woff2"},
    {".json", "application/json"},
    {".webmanifest", "application/manifest+json"},
    {".txt", "text/plain; charset=utf-8"},
};

static const char *type_of(const char *name) {
    size_t length = strlen(name);
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        size_t n = strlen(types[i].ending);
        if (length > n && strcmp(name + length - n, types[i].ending) == 0) return types[i].type;
    }
    return "application/octet-stream";
}

static const mk_packed *find(const char *name, const char *ending) {
    char full[PATH_MAX_LENGTH + 8];
    snprintf(full, sizeof full, "%s%s", name, ending);
    for (const mk_packed *f = web_embedded; f->name; f++)
        if (strcmp(f->name, full) == 0) return f;
    return NULL;
}

/* Hashes of the files, each made when it is first asked for; 0: not yet. */
static uint64_t hash_of(const mk_packed *file) {
    static uint64_t *hashes;
    if (!hashes) {
        size_t count = 0;
        while (web_embedded[count].name) count++;
        hashes = must_alloc((count + 1) * sizeof *hashes);
    }
    uint64_t *hash = &hashes[file - web_embedded];
    if (!*hash) *hash = mk_fnv(MK_FNV_START, file->bytes, file->size);
    return *hash;
}

static void answer_bytes(request *r, const void *bytes, size_t size, uint64_t hash,
                         const char *type) {
    snprintf(r->etag, sizeof r->etag, "\"%016" PRIx64 "\"", hash);
    r->fixed = bytes;
    r->fixed_size = size;
    http_answer(r, 200, type);
}

bool files_answer(request *r) {
    const char *name = r->path + 1;
    const mk_packed *file = find(name, "");
    if (!file) {
        /* Addresses inside the page are the page's own affair. */
        if (strchr(name, '.') || strncmp(name, "assets/", 7) == 0) return false;
        name = "index.html";
        file = find(name, "");
    }
    bool for_ever = strncmp(name, "assets/", 7) == 0;
    snprintf(r->cache, sizeof r->cache, "%s",
             for_ever ? "public, max-age=31536000, immutable" : "no-cache");
    if (!file) {
        answer_bytes(r, fallback, sizeof fallback - 1, sizeof fallback, type_of(name));
        return true;
    }
    const mk_packed *packed = r->gzip ? find(name, ".gz") : NULL;
    if (packed) file = packed;
    r->fixed_gzip = packed != NULL;
    answer_bytes(r, file->bytes, file->size, hash_of(file), type_of(name));
    return true;
}
