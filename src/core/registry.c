/* registry.c - the games in this binary, and opening their data. */
#define _GNU_SOURCE
#include "core/registry.h"

#include "core/data.h"
#include "core/fnv.h"
#include "core/judgement.h"
#include "core/names.h"
#include "core/pack.h"
#include "core/rules.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* What was opened of each game, in the order of mk_games. */
typedef struct {
    mk_game_names names;
    uint64_t hash;
    mk_rules rules;
    int32_t weight[MK_MAX_TERMS];
} opened_game;

enum { MAX_GAMES = 16 };
static opened_game opened[MAX_GAMES];

static bool drafts_offered, drafts_hidden;
void mk_offer_drafts(void) { drafts_offered = true; }
void mk_hide_drafts(void) { drafts_hidden = true; }

static bool offered(const mk_game *game) { return !game->draft || drafts_offered; }

int mk_game_count(void) {
    int n = 0;
    for (int i = 0; mk_games[i]; i++) n += offered(mk_games[i]);
    return n;
}

const mk_game *mk_game_at(int index) {
    for (int i = 0; mk_games[i] && index >= 0; i++) {
        if (offered(mk_games[i]) && index-- == 0) return mk_games[i];
    }
    return NULL;
}

static bool open_game(int index, mk_error *err);

/* A draft is opened when somebody asks for it: nobody else need wait for it nor hold it. */
const mk_game *mk_find_game(const char *id) {
    for (int i = 0; mk_games[i]; i++) {
        if (strcmp(mk_games[i]->id, id) != 0) continue;
        if (mk_games[i]->draft && drafts_hidden) return NULL;
        mk_error unheard = {0};
        bool waits = mk_games[i]->draft && !opened[i].hash;
        return !waits || open_game(i, &unheard) ? mk_games[i] : NULL;
    }
    return NULL;
}

static opened_game *opened_of(const mk_game *game) {
    for (int i = 0; mk_games[i]; i++) {
        if (mk_games[i] == game) return &opened[i];
    }
    return NULL;
}

/* ---- Names -------------------------------------------------------------- */

const mk_game_names *mk_names_of(const mk_game *game) {
    const opened_game *o = opened_of(game);
    return o && o->names.kind ? &o->names : NULL;
}

static void forget_names(mk_game_names *n, const mk_game *game) {
    for (int kind = 0; n->kind && kind < game->kind_count; kind++) mk_index_free(&n->kind[kind]);
    free(n->kind);
    mk_index_free(&n->verb);
    mk_index_free(&n->property);
    *n = (mk_game_names){0};
}

static void learn_kind(mk_index *index, const mk_game *game, int kind) {
    if (!mk_is_named(game, kind)) return;
    int count = mk_kind_count(game, kind);
    mk_index_open(index, count);
    for (int i = 0; i < count; i++) mk_index_add(index, mk_id(game, kind, i));
}

static void learn_names(mk_game_names *n, const mk_game *game) {
    int rows = 0;
    while (game->properties[rows].name) rows++;
    mk_index_open(&n->verb, game->verb_count);
    mk_index_add(&n->verb, ""); /* row 0 */
    for (int i = 1; i < game->verb_count; i++) mk_index_add(&n->verb, game->verbs[i].name);
    mk_index_open(&n->property, rows);
    for (int i = 0; i < rows; i++) mk_index_add(&n->property, game->properties[i].name);
    n->kind = calloc((size_t)game->kind_count, sizeof *n->kind);
    if (!n->kind) abort();
    for (int kind = 1; kind < game->kind_count; kind++) learn_kind(&n->kind[kind], game, kind);
}

bool mk_load_game(const mk_game *game, mk_error *err) {
    opened_game *o = opened_of(game);
    forget_names(&o->names, game);
    if (!game->load(err) || !mk_validate_game(game, err)) return false;
    learn_names(&o->names, game);
    return true;
}

uint64_t mk_data_hash(const mk_game *game) {
    const opened_game *o = opened_of(game);
    return o ? o->hash : 0;
}

/* ---- The list of rules -------------------------------------------------- */

int mk_rule_count(const mk_game *game) {
    const opened_game *o = opened_of(game);
    return o ? o->rules.count : 0;
}

const mk_rule *mk_rule_at(const mk_game *game, int index) {
    const opened_game *o = opened_of(game);
    return o && index >= 0 && index < o->rules.count ? &o->rules.list[index] : NULL;
}

const mk_rule *mk_find_rule(const mk_game *game, const char *key) {
    const opened_game *o = opened_of(game);
    return o ? mk_rules_find(&o->rules, key) : NULL;
}

const char *mk_rule_title(const mk_game *game, const char *key) {
    const mk_rule *rule = mk_find_rule(game, key);
    return rule ? rule->title : NULL;
}

void mk_rule_words(const mk_game *game, const mk_rule *rule, mk_text *out) {
    char words[2048] = "";
    if (rule->from && game->rule_words) game->rule_words(rule->key, words, sizeof words);
    mk_text_add(out, "%s", rule->text ? rule->text : words);
}

static bool read_rules(const mk_game *game, opened_game *o, mk_error *err) {
    char name[MK_NAME + 16];
    size_t size;
    snprintf(name, sizeof name, "%s/rules.txt", game->id);
    const char *bytes = mk_file_bytes(name, &size);
    return !bytes || mk_rules_read(&o->rules, game->id, bytes, size, err);
}

/* ---- Judgement ---------------------------------------------------------- */

int32_t *mk_judgement_weights(const mk_game *game) {
    opened_game *o = game->terms ? opened_of(game) : NULL;
    return o ? o->weight : NULL;
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
    for (int i = 0; mk_games[i]; i++) {
        forget_names(&opened[i].names, mk_games[i]);
        mk_rules_free(&opened[i].rules);
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

static bool open_game(int index, mk_error *err) {
    opened[index].hash = hash_files(mk_games[index]);
    return read_rules(mk_games[index], &opened[index], err) && mk_load_game(mk_games[index], err) &&
           mk_judgement_read(mk_games[index], opened[index].weight, err);
}

bool mk_open(const char *data_dir, mk_error *err) {
    for (int i = 0; mk_games[i]; i++) {
        if (i == MAX_GAMES)
            return mk_fail(err, MK_E_FAULT, "there are more than %d games", MAX_GAMES);
    }
    close_all();
    if (data_dir && !read_packs(data_dir, err)) return false;
    for (int i = 0; mk_games[i]; i++) {
        if (offered(mk_games[i]) && !open_game(i, err)) return false;
    }
    return true;
}
