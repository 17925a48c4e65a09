/* registry.c - the games in this binary, and opening their data. */
#define _GNU_SOURCE
#include "core/registry.h"

#include "core/data.h"
#include "core/fnv.h"
#include "core/pack.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* A line of data/<id>/rules.txt: "p77.overrun  weak forces are overrun". */
typedef struct {
    char *key, *title;
} rule_line;

/* What was opened of each game, in the order of mk_games. */
typedef struct {
    uint64_t hash;
    rule_line *rules; /* sorted by key */
    int rule_count;
    char *rules_text; /* holds the keys and titles */
} opened_game;

enum { MAX_GAMES = 16 };
static opened_game opened[MAX_GAMES];

int mk_game_count(void) {
    int n = 0;
    while (mk_games[n]) n++;
    return n;
}

const mk_game *mk_game_at(int index) {
    return index >= 0 && index < mk_game_count() ? mk_games[index] : NULL;
}

const mk_game *mk_find_game(const char *id) {
    for (int i = 0; mk_games[i]; i++) {
        if (strcmp(mk_games[i]->id, id) == 0) return mk_games[i];
    }
    return NULL;
}

static opened_game *opened_of(const mk_game *game) {
    for (int i = 0; mk_games[i]; i++) {
        if (mk_games[i] == game) return &opened[i];
    }
    return NULL;
}

uint64_t mk_data_hash(const mk_game *game) {
    const opened_game *o = opened_of(game);
    return o ? o->hash : 0;
}

/* ---- The list of rules -------------------------------------------------- */

static int by_key(const void *a, const void *b) {
    return strcmp(((const rule_line *)a)->key, ((const rule_line *)b)->key);
}

const char *mk_rule_title(const mk_game *game, const char *key) {
    const opened_game *o = opened_of(game);
    if (!o || !o->rules || !key) return NULL;
    rule_line wanted = {(char *)key, NULL};
    const rule_line *r =
        bsearch(&wanted, o->rules, (size_t)o->rule_count, sizeof *o->rules, by_key);
    return r ? r->title : NULL;
}

/* Splits "key   title" in place. False: one of them is missing. */
static bool split_rule(char *line, rule_line *out) {
    out->key = line + strspn(line, " \t");
    char *gap = out->key + strcspn(out->key, " \t");
    out->title = gap + strspn(gap, " \t");
    if (!*out->key || !*out->title) return false;
    *gap = 0;
    return true;
}

static bool read_rules(const mk_game *game, opened_game *o, mk_error *err) {
    char name[MK_NAME + 16];
    snprintf(name, sizeof name, "%s/rules.txt", game->id);
    size_t size;
    const char *bytes = mk_file_bytes(name, &size);
    if (!bytes) return true;

    o->rules_text = strndup(bytes, size);
    size_t lines = 1;
    for (size_t i = 0; i < size; i++) lines += bytes[i] == '\n';
    o->rules = calloc(lines, sizeof *o->rules);
    if (!o->rules_text || !o->rules) abort();

    int number = 0;
    char *rest = o->rules_text;
    for (char *line; (line = strsep(&rest, "\n"));) {
        number++;
        line[strcspn(line, "\r")] = 0;
        if (line[strspn(line, " \t")] == 0 || line[0] == '#') continue;
        if (!split_rule(line, &o->rules[o->rule_count++])) {
            return mk_fail(err, MK_E_DATA, "%s: line %d: expected a rule key and its title", name,
                           number);
        }
    }
    qsort(o->rules, (size_t)o->rule_count, sizeof *o->rules, by_key);
    return true;
}

/* ---- Opening ------------------------------------------------------------ */

/* FNV-1a over names and bytes, so that a journal can tell which data it was played with. */
static uint64_t hash_files(const mk_game *game) {
    uint64_t h = MK_FNV_START;
    for (const char *const *file = game->files; *file; file++) {
        size_t size;
        const char *bytes = mk_file_bytes(*file, &size);
        h = mk_fnv(h, *file, strlen(*file) + 1);
        if (bytes) h = mk_fnv(h, bytes, size);
    }
    return h;
}

static void close_all(void) {
    mk_pack_clear();
    for (int i = 0; i < MAX_GAMES; i++) {
        free(opened[i].rules);
        free(opened[i].rules_text);
        opened[i] = (opened_game){0};
    }
}

static bool read_packs(const char *dir, mk_error *err) {
    struct stat st;
    if (stat(dir, &st) != 0) return mk_fail(err, MK_E_IO, "%s: %s", dir, strerror(errno));
    if (!S_ISDIR(st.st_mode)) return mk_fail(err, MK_E_IO, "%s: not a folder", dir);
    bool any = false;
    for (int i = 0; mk_games[i]; i++) {
        bool found;
        if (!mk_pack_read(dir, mk_games[i], &found, err)) return false;
        any |= found;
    }
    if (any) return true;
    return mk_fail(err, MK_E_DATA, "%s: has no folder named after a game, such as %s/%s", dir, dir,
                   mk_games[0]->id);
}

bool mk_open(const char *data_dir, mk_error *err) {
    assert(mk_game_count() <= MAX_GAMES);
    close_all();
    if (data_dir && !read_packs(data_dir, err)) return false;
    for (int i = 0; mk_games[i]; i++) {
        opened[i].hash = hash_files(mk_games[i]);
        if (!read_rules(mk_games[i], &opened[i], err)) return false;
        if (!mk_games[i]->load(err)) return false;
    }
    return true;
}
