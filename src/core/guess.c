/* guess.c - what a hand at the keyboard meant.
 *
 * Both what was typed and what it is held against are taken as words: lower case, without
 * apostrophes, anything that is no letter or digit separates. So "Chadd's Ford", "chadds ford"
 * and "chadds_ford" are the same. A word may be cut short and words at the end of a name may be
 * left out; so may arguments at the end of an action. Of the legal actions that fit, the one with
 * the fewest omissions is meant; several with equally few are ambiguous.
 */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "names.h"

/* ---- Words -------------------------------------------------------------- */

enum { WORDS = 32, LETTERS = 256 };

typedef struct {
    int count;
    const char *word[WORDS];
    char letters[LETTERS];
} words;

static size_t apostrophe_at(const char *s) {
    if (*s == '\'') return 1;
    return strncmp(s, "\u2019", 3) == 0 ? 3 : 0; /* the typographic one */
}

/* Letters beyond ASCII belong to words as they are. */
static bool is_letter(char c) { return isalnum((unsigned char)c) || (unsigned char)c >= 0x80; }

/* False: there was more than fits. */
static bool split(const char *text, words *out) {
    size_t n = 0;
    bool inside = false;
    out->count = 0;
    for (const char *s = text; *s;) {
        size_t skip = apostrophe_at(s);
        if (skip) {
            s += skip;
            continue;
        }
        if (n + 2 >= LETTERS) return false;
        if (!is_letter(*s)) {
            if (inside) out->letters[n++] = '\0';
            inside = false;
        } else {
            if (!inside && out->count == WORDS) return false;
            if (!inside) out->word[out->count++] = out->letters + n;
            inside = true;
            out->letters[n++] = (char)tolower((unsigned char)*s);
        }
        s++;
    }
    out->letters[n] = '\0';
    return true;
}

typedef enum { NOT, SHORT, FULL } fit;

/* Numbers are never cut short: "militia 1" is not the beginning of "militia 12". */
static fit word_fits(const char *typed, const char *word) {
    size_t n = strlen(typed);
    if (strncmp(typed, word, n) != 0) return NOT;
    if (word[n] == '\0') return FULL;
    return isdigit((unsigned char)typed[n - 1]) && isdigit((unsigned char)word[n]) ? NOT : SHORT;
}

/* Can the `n` typed words from `at` on stand for this name? */
static fit name_fits(const words *typed, int at, int n, const words *name) {
    if (n > name->count) return NOT;
    fit result = n == name->count ? FULL : SHORT;
    for (int i = 0; i < n; i++) {
        fit f = word_fits(typed->word[at + i], name->word[i]);
        if (f == NOT) return NOT;
        if (f == SHORT) result = SHORT;
    }
    return result;
}

/* ---- One action --------------------------------------------------------- */

/* The verb or an argument: either of its two names will do. */
typedef struct {
    words id, label;
} item;

typedef struct {
    item part[4]; /* the verb, then its arguments */
    int count;
    words label; /* of the whole action, as it is shown */
} spoken;

static void speak(const mk_game *game, mk_action action, spoken *out) {
    const mk_verb *verb = &game->verbs[action.verb];
    const int16_t number[3] = {action.a, action.b, action.c};
    mk_text label = {0};
    mk_action_label(game, action, MK_PLAIN, &label);
    split(label.p, &out->label);
    mk_text_free(&label);

    out->count = 1 + mk_verb_arguments(verb);
    split(verb->name, &out->part[0].id);
    out->part[0].label.count = 0;
    for (int i = 1; i < out->count; i++) {
        split(mk_id(game, verb->kind[i - 1], number[i - 1]), &out->part[i].id);
        split(mk_label(game, verb->kind[i - 1], number[i - 1]), &out->part[i].label);
    }
}

static fit item_fits(const words *typed, int at, int n, const item *it) {
    fit id = name_fits(typed, at, n, &it->id), label = name_fits(typed, at, n, &it->label);
    return id > label ? id : label;
}

/* How far the typed words led into an action that they do not name, to say what went wrong. */
typedef struct {
    int words; /* that were understood */
    int parts; /* of the action, that they stand for */
    int verb;  /* 0: none came so far */
} progress;

enum { NO_FIT = 1000 };

/* The fewest omissions with which the typed words from `at` on name the parts from `part` on. */
static int omissions(const words *typed, int at, const spoken *action, int part, progress *far) {
    if (at > far->words) *far = (progress){at, part, far->verb};
    if (at == typed->count) return action->count - part;
    if (part == action->count) return NO_FIT;
    int best = NO_FIT;
    for (int n = 1; n <= typed->count - at; n++) {
        fit f = item_fits(typed, at, n, &action->part[part]);
        if (f == NOT) break;
        int all = (f == SHORT) + omissions(typed, at + n, action, part + 1, far);
        if (all < best) best = all;
    }
    return best;
}

static int omissions_in(const words *typed, const spoken *action, progress *far) {
    int parts = omissions(typed, 0, action, 0, far);
    fit label = name_fits(typed, 0, typed->count, &action->label);
    int whole = label == FULL ? 0 : label == SHORT ? 1 : NO_FIT;
    return whole < parts ? whole : parts;
}

/* ---- All legal actions -------------------------------------------------- */

enum { SHOWN = 6 };

typedef struct {
    int omissions; /* the fewest of all */
    int count;     /* actions with so few */
    mk_action action[SHOWN];
    progress far;
} guesses;

static void guess(const mk_game *game, const mk_actions *legal, const words *typed, guesses *out) {
    spoken action;
    *out = (guesses){.omissions = NO_FIT};
    for (int i = 0; i < legal->count; i++) {
        progress far = {0, 0, legal->list[i].verb};
        speak(game, legal->list[i], &action);
        int n = omissions_in(typed, &action, &far);
        if (far.words > out->far.words) out->far = far;
        if (n < out->omissions) {
            out->omissions = n;
            out->count = 0;
        }
        if (n == NO_FIT || n > out->omissions) continue;
        if (out->count < SHOWN) out->action[out->count] = legal->list[i];
        out->count++;
    }
}

static bool ambiguous(const mk_game *game, const guesses *g, const char *text, mk_error *error) {
    char line[4 * MK_NAME];
    mk_text list = {0};
    for (int i = 0; i < g->count && i < SHOWN; i++) {
        mk_print_action(game, g->action[i], line, sizeof line);
        mk_text_add(&list, "%s%s", i > 0 ? ", " : "", line);
    }
    if (g->count > SHOWN) mk_text_add(&list, " and %d more", g->count - SHOWN);
    mk_fail(error, MK_E_SYNTAX, "\"%.40s\" could be: %s", text, list.p);
    mk_text_free(&list);
    return false;
}

/* ---- Actions that are not legal ----------------------------------------- */

/* A value of this kind that the `n` words from `at` on name as well as `wanted`; -1: none. */
static int find_value(const mk_game *game, int kind, const words *typed, int at, int n,
                      fit wanted) {
    item it;
    int count = game->kinds[kind].count();
    for (int value = 0; value < count; value++) {
        split(mk_id(game, kind, value), &it.id);
        split(mk_label(game, kind, value), &it.label);
        if (item_fits(typed, at, n, &it) >= wanted) return value;
    }
    return -1;
}

static bool read_arguments(const mk_game *game, const words *typed, int at, int argument,
                           const mk_verb *verb, int value[3]) {
    if (argument == mk_verb_arguments(verb)) return at == typed->count;
    for (int n = 1; n <= typed->count - at; n++) {
        value[argument] = find_value(game, verb->kind[argument], typed, at, n, FULL);
        if (value[argument] >= 0 && read_arguments(game, typed, at + n, argument + 1, verb, value))
            return true;
    }
    return false;
}

/* Is this, with nothing left out, an action that exists, legal or not? */
static bool read_in_full(const mk_game *game, const words *typed, mk_action *out) {
    words name;
    for (int v = 1; v < game->verb_count; v++) {
        int value[3] = {0};
        split(game->verbs[v].name, &name);
        if (name.count > typed->count || name_fits(typed, 0, name.count, &name) != FULL) continue;
        if (!read_arguments(game, typed, name.count, 0, &game->verbs[v], value)) continue;
        *out = (mk_action){(uint16_t)v, (int16_t)value[0], (int16_t)value[1], (int16_t)value[2]};
        return true;
    }
    return false;
}

static bool forbidden(const mk_game *game, const char *what, const char *rule, mk_error *error) {
    const char *title = mk_rule_title(game, rule);
    mk_fail(error, MK_E_ILLEGAL, "%s is not allowed now%s%s", what, title ? ": " : "",
            title ? title : "");
    if (error) snprintf(error->rule, sizeof error->rule, "%s", rule);
    return false;
}

static bool refuse(const mk_game *game, const void *state, mk_action action, mk_error *error) {
    char line[4 * MK_NAME];
    mk_print_action(game, action, line, sizeof line);
    return forbidden(game, line, mk_why_not(game, state, action), error);
}

/* ---- What was not understood -------------------------------------------- */

static bool not_a_verb(const mk_game *game, const mk_phase *phase, const words *typed,
                       mk_error *error) {
    words name;
    for (int v = 1; v < game->verb_count; v++) {
        split(game->verbs[v].name, &name);
        if (name_fits(typed, 0, 1, &name) != NOT)
            return forbidden(game, game->verbs[v].name, phase->rule, error);
    }
    mk_text verbs = {0};
    for (int i = 0; i < MK_PHASE_VERBS && phase->verbs[i]; i++)
        mk_text_add(&verbs, "%s%s", i > 0 ? ", " : "", game->verbs[phase->verbs[i]].name);
    mk_fail(error, MK_E_NAME, "there is no action called \"%.60s\"; now there are: %s",
            typed->word[0], verbs.p ? verbs.p : "none");
    mk_text_free(&verbs);
    return false;
}

static bool not_an_argument(const mk_game *game, const mk_phase *phase, const words *typed,
                            const progress *far, mk_error *error) {
    const mk_verb *verb = &game->verbs[far->verb];
    const char *word = typed->word[far->words];
    if (far->parts > mk_verb_arguments(verb))
        return mk_fail(error, MK_E_SYNTAX, "\"%.60s\" is too much: %s ends before it", word,
                       verb->name);
    int kind = verb->kind[far->parts - 1];
    int value = find_value(game, kind, typed, far->words, 1, SHORT);
    if (value < 0) return mk_unknown_name(game, kind, word, error);
    char what[4 * MK_NAME];
    snprintf(what, sizeof what, "%s with %s there", verb->name, mk_id(game, kind, value));
    return forbidden(game, what, phase->rule, error);
}

bool mk_guess_action(const mk_game *game, const void *state, const char *text, mk_action *action,
                     mk_error *error) {
    static _Thread_local mk_actions legal;
    words typed;
    guesses g;
    mk_action full;
    const mk_phase *phase = mk_phase_of(game, state);
    if (!phase) return mk_fail(error, MK_E_FINISHED, "the game is over");
    if (!split(text, &typed)) return mk_fail(error, MK_E_SYNTAX, "that is too long for an action");
    if (typed.count == 0) return mk_fail(error, MK_E_SYNTAX, "no action was typed");

    mk_list(game, state, &legal);
    guess(game, &legal, &typed, &g);
    if (g.omissions > 0 && read_in_full(game, &typed, &full))
        return refuse(game, state, full, error);
    if (g.count > 1) return ambiguous(game, &g, text, error);
    if (g.count == 1) {
        *action = g.action[0];
        return true;
    }
    if (g.far.words == 0) return not_a_verb(game, phase, &typed, error);
    return not_an_argument(game, phase, &typed, &g.far, error);
}
