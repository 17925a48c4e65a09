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
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* What was opened of each game, in the order of mk_games. */
typedef struct {
    mk_game_names names;
    _Atomic uint64_t hash; /* 0: nobody has asked for it */
    mk_rules rules;
    int32_t weight[MK_MAX_TERMS];
    bool from_pack;         /* its data are a user's */
    _Atomic bool is_loaded; /* set last: who sees it may use all of it */
} opened_game;

enum { MAX_GAMES = 16 };
static opened_game opened[MAX_GAMES];
static pthread_mutex_t opening = PTHREAD_MUTEX_INITIALIZER; /* one game at a time */

static bool drafts_offered, drafts_hidden;
void mk_offer_drafts(void) { drafts_offered = true; }
void mk_hide_drafts(void) { drafts_hidden = true; }

bool mk_scenario_offered(const mk_scenario *s) { return !s->draft || drafts_offered; }
bool mk_scenario_hidden(const mk_scenario *s) { return s->draft && drafts_hidden; }

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

static int index_of(const char *id) {
    for (int i = 0; mk_games[i]; i++)
        if (strcmp(mk_games[i]->id, id) == 0) return mk_games[i]->draft && drafts_hidden ? -1 : i;
    return -1;
}

const mk_game *mk_peek_game(const char *id) {
    int i = index_of(id);
    return i < 0 ? NULL : mk_games[i];
}

static bool open_game(int index, mk_error *err);

bool mk_open_game(const mk_game *game, mk_error *err) {
    for (int i = 0; mk_games[i]; i++)
        if (mk_games[i] == game) return open_game(i, err);
    return true; /* a test's own */
}

const mk_game *mk_find_game(const char *id) {
    mk_error unheard = {0};
    int i = index_of(id);
    return i >= 0 && open_game(i, &unheard) ? mk_games[i] : NULL;
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

uint64_t mk_data_hash(const mk_game *game) {
    opened_game *o = opened_of(game);
    if (!o) return 0;
    if (!o->hash) o->hash = hash_files(game); /* whoever is first: all find the same */
    return o->hash;
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
        if (!mk_pack_read(dir, mk_games[i], &opened[i].from_pack, err)) return false;
        any |= opened[i].from_pack;
    }
    if (any) return true;
    return mk_fail(err, MK_E_DATA, "%s: has no folder named after a game, such as %s/%s", dir, dir,
                   mk_games[0]->id);
}

static bool open_game(int index, mk_error *err) {
    opened_game *o = &opened[index];
    const mk_game *game = mk_games[index];
    if (o->is_loaded) return true;
    pthread_mutex_lock(&opening);
    bool fine = o->is_loaded || (read_rules(game, o, err) && mk_load_game(game, err) &&
                                 mk_judgement_read(game, o->weight, err));
    if (fine) o->is_loaded = true;
    pthread_mutex_unlock(&opening);
    return fine;
}

bool mk_open_later(const char *data_dir, mk_error *err) {
    for (int i = 0; mk_games[i]; i++) {
        if (i == MAX_GAMES)
            return mk_fail(err, MK_E_FAULT, "there are more than %d games", MAX_GAMES);
    }
    close_all();
    if (data_dir && !read_packs(data_dir, err)) return false;
    for (int i = 0; mk_games[i]; i++) {
        if (opened[i].from_pack && offered(mk_games[i]) && !open_game(i, err)) return false;
    }
    return true;
}

bool mk_open(const char *data_dir, mk_error *err) {
    if (!mk_open_later(data_dir, err)) return false;
    for (int i = 0; mk_games[i]; i++) {
        if (offered(mk_games[i]) && !open_game(i, err)) return false;
    }
    return true;
}
