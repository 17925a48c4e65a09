/* rules.c - reads the list of a game's rules; its form is in rules.h. */
#define _GNU_SOURCE
#include "core/rules.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    mk_rules *rules;
    const char *game;
    int line;
    mk_rule *now; /* the rule whose lines these are */
    char *end;    /* where the next text goes: texts are put together in place */
    mk_error *error;
} reader;

static bool wrong(reader *r, const char *what) {
    return mk_fail(r->error, MK_E_DATA, "%s/rules.txt: line %d: %s", r->game, r->line, what);
}

/* Is this a word of lower case, digits and _ ? */
static bool is_word(const char *s, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (!islower((unsigned char)s[i]) && !isdigit((unsigned char)s[i]) && s[i] != '_')
            return false;
    return n > 0;
}

/* "lod.3.2.1": the game's id and words, with points between them. */
static bool is_key(const reader *r, const char *key) {
    size_t id = strlen(r->game);
    if (strncmp(key, r->game, id) != 0 || key[id] != '.') return false;
    for (const char *part = key + id; *part;) {
        size_t n = strcspn(++part, ".");
        if (!is_word(part, n)) return false;
        part += n;
    }
    return strlen(key) < MK_NAME;
}

static char *keep(reader *r, const char *text) {
    char *at = r->end;
    r->end = stpcpy(at, text) + 1;
    return at;
}

static mk_rule *add(reader *r, const char *key, const char *title) {
    mk_rule *rule = &r->rules->list[r->rules->count++];
    char *kept = keep(r, key);
    *rule = (mk_rule){.key = kept};
    rule->title = keep(r, title);
    return rule;
}

static bool read_rule(reader *r, char *line) {
    char *gap = line + strcspn(line, " \t"), *title = gap + strspn(gap, " \t");
    if (!*title) return wrong(r, "expected a rule key and its title");
    *gap = 0;
    if (!is_key(r, line)) return wrong(r, "this is no key of the game");
    r->now = add(r, line, title);
    return true;
}

static bool read_condition(reader *r, char *line) {
    char *gap = strstr(line, ": ");
    if (!gap || !is_word(line, (size_t)(gap - line)) || !gap[2])
        return wrong(r, "expected \"- condition: sentence\"");
    char key[2 * MK_NAME];
    *gap = 0;
    if (snprintf(key, sizeof key, "%s:%s", r->now->key, line) >= MK_NAME)
        return wrong(r, "the name of the condition is too long");
    const char *of = r->now->key;
    add(r, key, gap + 2)->of = of;
    return true;
}

/* The text of a rule comes before its conditions, so its lines lie behind each other. */
static bool read_text(reader *r, const char *line) {
    const mk_rule *last = &r->rules->list[r->rules->count - 1];
    if (last != r->now || r->now->where) return wrong(r, "the text comes first, then @ and -");
    if (r->now->text) r->end[-1] = ' ';
    const char *at = keep(r, line);
    if (!r->now->text) r->now->text = at;
    return true;
}

static bool read_elsewhere(reader *r, const char *file) {
    if (r->now->text || r->now->from) return wrong(r, "a rule has one text");
    r->now->from = keep(r, file);
    return true;
}

static bool read_line(reader *r, char *line) {
    size_t indent = strspn(line, " \t"), length = strlen(line);
    while (length > indent && isspace((unsigned char)line[length - 1])) line[--length] = 0;
    if (!line[indent] || line[0] == '#') return true;
    if (indent == 0) return read_rule(r, line);
    line += indent;
    if (!r->now) return wrong(r, "a text belongs to the rule before it");
    if (strncmp(line, "- ", 2) == 0) return read_condition(r, line + 2);
    if (strncmp(line, "= ", 2) == 0) return read_elsewhere(r, line + 2);
    if (strncmp(line, "@ ", 2) != 0) return read_text(r, line);
    if (r->now->where) return wrong(r, "a rule stands in one place of the rulebook");
    r->now->where = keep(r, line + 2);
    return true;
}

static int by_key(const void *a, const void *b) {
    return strcmp((*(mk_rule *const *)a)->key, (*(mk_rule *const *)b)->key);
}

static bool sort(reader *r) {
    mk_rules *all = r->rules;
    for (int i = 0; i < all->count; i++) all->by_key[i] = &all->list[i];
    qsort(all->by_key, (size_t)all->count, sizeof *all->by_key, by_key);
    for (int i = 1; i < all->count; i++) {
        if (strcmp(all->by_key[i - 1]->key, all->by_key[i]->key) == 0)
            return mk_fail(r->error, MK_E_DATA, "%s/rules.txt: %s is there twice", r->game,
                           all->by_key[i]->key);
    }
    return true;
}

bool mk_rules_read(mk_rules *rules, const char *game, const char *text, size_t size,
                   mk_error *error) {
    size_t lines = 1;
    for (size_t i = 0; i < size; i++) lines += text[i] == '\n';
    char *copy = strndup(text, size), *rest = copy;
    *rules = (mk_rules){.list = calloc(lines, sizeof *rules->list),
                        .by_key = calloc(lines, sizeof *rules->by_key),
                        .bytes = malloc(size + lines * (MK_NAME + 2))};
    if (!copy || !rules->list || !rules->by_key || !rules->bytes) abort();

    reader r = {.rules = rules, .game = game, .end = rules->bytes, .error = error};
    bool fine = true;
    for (char *line; fine && (line = strsep(&rest, "\n"));) {
        r.line++;
        fine = read_line(&r, line);
    }
    free(copy);
    return fine && sort(&r);
}

void mk_rules_free(mk_rules *rules) {
    free(rules->list);
    free(rules->by_key);
    free(rules->bytes);
    *rules = (mk_rules){0};
}

const mk_rule *mk_rules_find(const mk_rules *rules, const char *key) {
    mk_rule wanted = {.key = key}, *w = &wanted;
    if (!key || !rules->count) return NULL;
    mk_rule **found =
        bsearch(&w, rules->by_key, (size_t)rules->count, sizeof *rules->by_key, by_key);
    return found ? *found : NULL;
}
