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
    char letters[LETTERS + 2]; /* each word terminated */
} words;

static size_t apostrophe_at(const char *s) {
    if (*s == '\'') return 1;
    return strncmp(s, "\u2019", 3) == 0 ? 3 : 0; /* the typographic one */
}

/* Letters beyond ASCII belong to words as they are. */
static bool is_letter(char c) { return isalnum((unsigned char)c) || (unsigned char)c >= 0x80; }

/* False: there was more than fits; what did not is left out. */
static bool split(const char *text, words *out) {
    size_t n = 0;
    bool inside = false, fits = true;
    out->count = 0;
    for (const char *s = text; *s && fits; s++) {
        size_t apostrophe = apostrophe_at(s);
        if (apostrophe) {
            s += apostrophe - 1;
        } else if (!is_letter(*s)) {
            if (inside) out->letters[n++] = '\0';
            inside = false;
        } else if (n >= LETTERS || (!inside && out->count == WORDS)) {
            fits = false;
        } else {
            if (!inside) out->word[out->count++] = out->letters + n;
            inside = true;
            out->letters[n++] = (char)tolower((unsigned char)*s);
        }
    }
    out->letters[n] = '\0';
    return fits;
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

enum { NO_FIT = 1000 };

/* The fewest omissions with which the typed words from `at` on name the parts from `part` on. */
static int omissions_from(const words *typed, int at, const spoken *action, int part) {
    if (at == typed->count) return action->count - part;
    if (part == action->count) return NO_FIT;
    int best = NO_FIT;
    for (int n = 1; n <= typed->count - at; n++) {
        fit f = item_fits(typed, at, n, &action->part[part]);
        if (f == NOT) break;
        int all = (f == SHORT) + omissions_from(typed, at + n, action, part + 1);
        if (all < best) best = all;
    }
    return best;
}

static int omissions(const words *typed, const spoken *action) {
    int parts = omissions_from(typed, 0, action, 0);
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
} guesses;

static void guess(const mk_game *game, const mk_actions *legal, const words *typed, guesses *out) {
    spoken action;
    *out = (guesses){.omissions = NO_FIT};
    for (int i = 0; i < legal->count; i++) {
        speak(game, legal->list[i], &action);
        int n = omissions(typed, &action);
        if (n < out->omissions) {
            out->omissions = n;
            out->count = 0;
        }
        if (n == NO_FIT || n > out->omissions) continue;
        if (out->count < SHOWN) out->action[out->count] = legal->list[i];
        out->count++;
    }
}

/* Do two of them read alike, so that only their strict form tells them apart? */
static bool read_alike(const mk_game *game, const guesses *g) {
    mk_text one = {0}, other = {0};
    bool alike = false;
    for (int i = 0; i < g->count && i < SHOWN; i++) {
        for (int k = 0; k < i; k++) {
            mk_text_clear(&one);
            mk_text_clear(&other);
            mk_action_label(game, g->action[i], MK_PLAIN, &one);
            mk_action_label(game, g->action[k], MK_PLAIN, &other);
            alike |= strcmp(one.p, other.p) == 0;
        }
    }
    mk_text_free(&one);
    mk_text_free(&other);
    return alike;
}

static bool ambiguous(const mk_game *game, const guesses *g, const char *text, mk_error *error) {
    char line[4 * MK_NAME];
    bool strict = read_alike(game, g);
    mk_text list = {0};
    for (int i = 0; i < g->count && i < SHOWN; i++) {
        if (i > 0) mk_text_add(&list, "; ");
        mk_print_action(game, g->action[i], line, sizeof line);
        if (strict)
            mk_text_add(&list, "%s", line);
        else
            mk_action_label(game, g->action[i], MK_PLAIN, &list);
    }
    if (g->count > SHOWN) mk_text_add(&list, " and %d more", g->count - SHOWN);
    mk_fail(error, MK_E_SYNTAX, "\"%.40s\" could be: %s", text, list.p);
    mk_text_free(&list);
    return false;
}

/* ---- What is not legal, or is nothing at all ---------------------------- */

/* Names that exist, whether legal or not, as far as the typed words were understood. */
typedef struct {
    int verb;
    int value[3], count; /* arguments */
    int words;           /* understood */
} reading;

/* The verb that the first words name best; 0: none. */
static int read_verb(const mk_game *game, const words *typed, fit wanted, reading *out) {
    fit best = NOT;
    *out = (reading){0};
    for (int v = 1; v < game->verb_count; v++) {
        words name;
        split(game->verbs[v].name, &name);
        for (int n = 1; n <= typed->count; n++) {
            fit f = name_fits(typed, 0, n, &name);
            if (f < wanted || f < best || (f == best && n <= out->words)) continue;
            best = f;
            out->verb = v;
            out->words = n;
        }
    }
    return out->verb;
}

/* A value of this kind that the `n` words from `at` on name as well as `wanted`; -1: none. */
static int find_value(const mk_game *game, int kind, const words *typed, int at, int n,
                      fit wanted) {
    item it;
    int count = mk_kind_count(game, kind);
    for (int value = 0; value < count; value++) {
        split(mk_id(game, kind, value), &it.id);
        split(mk_label(game, kind, value), &it.label);
        if (item_fits(typed, at, n, &it) >= wanted) return value;
    }
    return -1;
}

/* The next argument, of as many words as there are in a name. False: they name nothing. */
static bool read_argument(const mk_game *game, const words *typed, fit wanted, reading *r) {
    int kind = game->verbs[r->verb].kind[r->count];
    for (int n = typed->count - r->words; n > 0; n--) {
        int value = find_value(game, kind, typed, r->words, n, FULL);
        if (value < 0 && wanted < FULL) value = find_value(game, kind, typed, r->words, n, wanted);
        if (value < 0) continue;
        r->value[r->count++] = value;
        r->words += n;
        return true;
    }
    return false;
}

/* Reads on behind the verb, up to the last word or the first that is not understood. */
static void read_arguments(const mk_game *game, const words *typed, fit wanted, reading *r) {
    int arguments = mk_verb_arguments(&game->verbs[r->verb]);
    while (r->count < arguments && r->words < typed->count)
        if (!read_argument(game, typed, wanted, r)) return;
}

static bool is_whole(const mk_game *game, const words *typed, const reading *r) {
    return r->verb && r->words == typed->count &&
           r->count == mk_verb_arguments(&game->verbs[r->verb]);
}

/* Says that what was understood exists and is not legal, and by which rule. */
static bool refuse(const mk_game *game, const void *state, const words *typed, const reading *r,
                   mk_error *error) {
    const mk_verb *verb = &game->verbs[r->verb];
    const char *rule = mk_phase_of(game, state)->rule;
    mk_action action = {(uint16_t)r->verb, (int16_t)r->value[0], (int16_t)r->value[1],
                        (int16_t)r->value[2]};
    if (is_whole(game, typed, r)) rule = mk_why_not(game, state, action);
    const char *title = mk_rule_title(game, rule);

    mk_text what = {0};
    if (is_whole(game, typed, r)) {
        mk_action_label(game, action, MK_PLAIN, &what);
    } else {
        mk_text_add(&what, "%s", verb->name);
        for (int i = 0; i < r->count; i++)
            mk_text_add(&what, " %s", mk_label(game, verb->kind[i], r->value[i]));
    }
    mk_fail(error, MK_E_ILLEGAL, "not allowed: %s%s%s", what.p, title ? ". Rule: " : "",
            title ? title : "");
    if (error) snprintf(error->rule, sizeof error->rule, "%.*s", (int)strcspn(rule, ":"), rule);
    mk_text_free(&what);
    return false;
}

static bool no_verb(const mk_game *game, const mk_phase *phase, const char *word, mk_error *error) {
    mk_text verbs = {0};
    for (const uint8_t *v = phase->verbs; v && *v; v++)
        mk_text_add(&verbs, "%s%s", verbs.n ? ", " : "", game->verbs[*v].name);
    mk_fail(error, MK_E_NAME, "there is no action called \"%.60s\"; now there are: %s", word,
            verbs.n ? verbs.p : "none");
    mk_text_free(&verbs);
    return false;
}

/* No legal action fits: which word is at fault? */
static bool explain(const mk_game *game, const void *state, const words *typed, mk_error *error) {
    reading r;
    const mk_phase *phase = mk_phase_of(game, state);
    if (!read_verb(game, typed, SHORT, &r)) return no_verb(game, phase, typed->word[0], error);
    read_arguments(game, typed, SHORT, &r);
    if (r.words == typed->count) return refuse(game, state, typed, &r, error);

    const mk_verb *verb = &game->verbs[r.verb];
    const char *word = typed->word[r.words];
    if (r.count < mk_verb_arguments(verb))
        return mk_unknown_name(game, verb->kind[r.count], word, error);
    return mk_fail(error, MK_E_SYNTAX, "\"%.60s\" is too much: %s ends before it", word,
                   verb->name);
}

/* What is written out in full means itself, even where it is not legal and could be taken for
 * the beginning of something that is. */
bool mk_guess_action(const mk_game *game, const void *state, const char *text, mk_action *action,
                     mk_error *error) {
    mk_actions legal;
    words typed;
    guesses g;
    reading full;
    if (mk_seat(game, state) == MK_OVER) return mk_fail(error, MK_E_FINISHED, "the game is over");
    if (!split(text, &typed)) return mk_fail(error, MK_E_SYNTAX, "that is too long for an action");
    if (typed.count == 0) return mk_fail(error, MK_E_SYNTAX, "no action was typed");

    mk_list(game, state, &legal);
    guess(game, &legal, &typed, &g);
    if (g.omissions > 0 && read_verb(game, &typed, FULL, &full)) {
        read_arguments(game, &typed, FULL, &full);
        if (is_whole(game, &typed, &full)) return refuse(game, state, &typed, &full, error);
    }
    if (g.count == 0) return explain(game, state, &typed, error);
    if (g.count > 1) return ambiguous(game, &g, text, error);
    *action = g.action[0];
    return true;
}
