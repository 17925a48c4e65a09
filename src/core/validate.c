/* validate.c - do a game's tables make sense? Asked once, when its data are loaded, so that a row
 * that was forgotten is a message at the start and not a surprise in the middle of a game. */
#include "core/registry.h"

#include "core/names.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum {
    MOST_ROWS = 256, /* of kinds, verbs, phases, scenarios, values of an option: they are bytes */
    MOST_VALUES = 32768, /* of a kind: numbers of actions and events have 16 bits */
    /* A verb that takes two large kinds has too many actions to list or to choose from: a leader
     * to any hex is two decisions. Of any two of its arguments there are at most so many pairs. */
    MOST_PAIRS = 32768,
};

typedef struct {
    const mk_game *game;
    mk_error *error;
} tables;

/* "p77: the verb march: …". Returns false. */
static bool wrong(const tables *t, const char *what, const char *name, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
static bool wrong(const tables *t, const char *what, const char *name, const char *format, ...) {
    char text[200];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    return mk_fail(t->error, MK_E_FAULT, "%s: the %s %s %s", t->game->id, what, name, text);
}

/* ---- Rows --------------------------------------------------------------- */

/* A word that journals, scripts and the protocol can carry: no blanks, not too long. Properties
 * may have parts with dots between them. */
static bool is_word(const char *s) {
    size_t n = strspn(s, "abcdefghijklmnopqrstuvwxyz0123456789_.-");
    return n > 0 && n < MK_NAME && s[n] == '\0';
}

static bool check_words(const tables *t, const char *what, const char *name) {
    return is_word(name) || wrong(t, what, name, "is no word of a-z, 0-9 and _");
}

/* Tables begin with the name of each row; row 0 of some is none. */
static const char *row_name(const void *rows, size_t size, int i) {
    return *(const char *const *)(const void *)((const char *)rows + (size_t)i * size);
}

/* Rows from `first` on have different names, there are at most `most`, and then the table ends. */
static bool check_rows(const tables *t, const char *what, const void *rows, size_t size, int first,
                       int count, int most) {
    if (count > most) return wrong(t, "table of", what, "has more than %d rows", most - first);
    for (int i = first; i < count; i++) {
        const char *name = row_name(rows, size, i);
        if (!name) return wrong(t, "table of", what, "has no row %d", i);
        if (!check_words(t, what, name)) return false;
        for (int j = first; j < i; j++)
            if (strcmp(row_name(rows, size, j), name) == 0)
                return wrong(t, what, name, "has two rows");
    }
    if (row_name(rows, size, count)) return wrong(t, "table of", what, "does not end with {0}");
    return true;
}

static int count_rows(const void *rows, size_t size) {
    int n = 0;
    while (row_name(rows, size, n)) n++;
    return n;
}

static bool kind_exists(const tables *t, int kind) {
    return kind >= 0 && kind < t->game->kind_count;
}

static bool check_kinds_of(const tables *t, const char *what, const char *name, const uint8_t *kind,
                           int count) {
    for (int i = 0; i < count; i++)
        if (!kind_exists(t, kind[i])) return wrong(t, what, name, "names kind %d", kind[i]);
    return true;
}

/* ---- The small tables --------------------------------------------------- */

static bool check_setup(const tables *t) {
    const mk_game *g = t->game;
    int scenarios = count_rows(g->scenarios, sizeof *g->scenarios);
    int options = count_rows(g->options, sizeof *g->options);
    if (!check_rows(t, "seat", g->seats, sizeof *g->seats, 0, g->seat_count, MK_MAX_SEATS) ||
        !check_rows(t, "scenario", g->scenarios, sizeof *g->scenarios, 0, scenarios, MOST_ROWS) ||
        !check_rows(t, "option", g->options, sizeof *g->options, 0, options, MK_MAX_OPTIONS))
        return false;
    if (g->seat_count < 1 || scenarios < 1) return wrong(t, "game", g->id, "has nothing to play");
    for (int i = 0; i < options; i++) {
        int values = 0;
        while (g->options[i].values[values]) values++;
        if (values < 1 || values > MOST_ROWS)
            return wrong(t, "option", g->options[i].id, "has %d values", values);
    }
    return true;
}

static bool check_functions(const tables *t) {
    const mk_game *g = t->game;
    if (g->state_size < sizeof(mk_base) || g->state_size > MK_MAX_STATE)
        return wrong(t, "game", g->id, "has a state of %zu bytes", g->state_size);
    if (g->setup && g->settle && g->outcome && g->board && g->view && g->determinize && g->check &&
        g->score)
        return true;
    return wrong(t, "game", g->id, "lacks one of its functions");
}

static bool check_kind(const tables *t, int kind) {
    const mk_kind *k = &t->game->kinds[kind];
    int count = mk_kind_count(t->game, kind);
    if (count < 0 || count > MOST_VALUES) return wrong(t, "kind", k->name, "has %d values", count);
    if (k->names && (k->count || k->id || k->stride < sizeof(mk_name)))
        return wrong(t, "kind", k->name, "has names and functions, or no stride");
    for (int i = 0; i < count && mk_is_named(t->game, kind); i++) {
        const char *id = mk_id(t->game, kind, i);
        if (!id) return wrong(t, "kind", k->name, "has no name for %d", i);
        if (!check_words(t, k->name, id)) return false;
    }
    return true;
}

static bool check_kinds(const tables *t) {
    const mk_game *g = t->game;
    if (!check_rows(t, "kind", g->kinds, sizeof *g->kinds, 1, g->kind_count, MOST_ROWS))
        return false;
    for (int i = 1; i < g->kind_count; i++)
        if (!check_kind(t, i)) return false;
    return kind_exists(t, g->followed) ||
           wrong(t, "kind", "of rules that are followed", "is not there");
}

/* ---- Verbs -------------------------------------------------------------- */

static bool check_verb(const tables *t, const mk_verb *v) {
    if (!v->label) return wrong(t, "verb", v->name, "has no label");
    if (!check_kinds_of(t, "verb", v->name, v->kind, 3)) return false;
    if ((!v->kind[0] && v->kind[1]) || (!v->kind[1] && v->kind[2]))
        return wrong(t, "verb", v->name, "leaves an argument out");
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < i && v->kind[i]; j++) {
            long pairs =
                (long)mk_kind_count(t->game, v->kind[i]) * mk_kind_count(t->game, v->kind[j]);
            if (pairs > MOST_PAIRS)
                return wrong(t, "verb", v->name,
                             "takes two large kinds, %s and %s: make it two decisions",
                             t->game->kinds[v->kind[j]].name, t->game->kinds[v->kind[i]].name);
        }
    return true;
}

static bool check_verbs(const tables *t) {
    const mk_game *g = t->game;
    if (!check_rows(t, "verb", g->verbs, sizeof *g->verbs, 1, g->verb_count, MOST_ROWS))
        return false;
    for (int i = 1; i < g->verb_count; i++)
        if (!check_verb(t, &g->verbs[i])) return false;
    return true;
}

/* ---- Phases ------------------------------------------------------------- */

static bool check_phase_verbs(const tables *t, const mk_phase *p) {
    for (const uint8_t *v = p->verbs; *v; v++) {
        if (*v >= t->game->verb_count) return wrong(t, "phase", p->name, "names verb %d", *v);
        for (const uint8_t *w = p->verbs; w < v; w++)
            if (*w == *v)
                return wrong(t, "phase", p->name, "names the verb %s twice",
                             t->game->verbs[*v].name);
    }
    return true;
}

static bool check_phase(const tables *t, const mk_phase *p) {
    bool all = p->list && p->why_not && p->apply, any = p->list || p->why_not || p->apply;
    if (!check_kinds_of(t, "phase", p->name, p->kind, 3)) return false;
    if (p->step) {
        if (any || p->verbs)
            return wrong(t, "phase", p->name,
                         "decides and goes on by itself: it is one or the other");
        return true;
    }
    if (!any) return wrong(t, "phase", p->name, "neither decides nor goes on by itself");
    if (!all) return wrong(t, "phase", p->name, "lacks list, why_not or apply");
    if (!p->prompt || (!p->rule && !p->rule_of))
        return wrong(t, "phase", p->name, "decides without a prompt or a rule");
    if (!p->verbs || !*p->verbs) return wrong(t, "phase", p->name, "decides without a verb");
    return check_phase_verbs(t, p);
}

static bool check_phases(const tables *t) {
    const mk_game *g = t->game;
    if (!check_rows(t, "phase", g->phases, sizeof *g->phases, 1, g->phase_count, MOST_ROWS))
        return false;
    for (int i = 1; i < g->phase_count; i++)
        if (!check_phase(t, &g->phases[i])) return false;
    return true;
}

/* ---- Events, properties, resume points ---------------------------------- */

static bool check_event(const tables *t, const mk_event_kind *e) {
    if (!e->text) return wrong(t, "event", e->name, "has no text");
    if (!check_kinds_of(t, "event", e->name, e->kind, MK_EVENT_NUMBERS)) return false;
    if (e->by > MK_EVENT_NUMBERS || (e->by && !e->kind[e->by - 1]))
        return wrong(t, "event", e->name, "is counted by a number of no kind");
    return true;
}

static bool check_events(const tables *t) {
    const mk_game *g = t->game;
    int count = 1 + count_rows(g->events + 1, sizeof *g->events);
    if (!check_rows(t, "event", g->events, sizeof *g->events, 1, count, UINT16_MAX)) return false;
    for (int i = 1; i < count; i++)
        if (!check_event(t, &g->events[i])) return false;
    return true;
}

static bool check_field(const tables *t, const mk_property *p) {
    const mk_field *f = &p->field;
    int subjects = p->subject ? mk_kind_count(t->game, p->subject) : 1;
    size_t end = f->is_bit ? f->offset + ((size_t)subjects + 7) / 8
                           : f->offset + (size_t)(subjects - 1) * f->stride + f->width;
    if (f->width != 1 && f->width != 2 && f->width != 4)
        return wrong(t, "property", p->name, "is a field of %d bytes", f->width);
    if (subjects && end > t->game->state_size)
        return wrong(t, "property", p->name, "reaches beyond the state");
    if (p->subject && !f->stride && !f->is_bit)
        return wrong(t, "property", p->name, "is the same field for each %s",
                     t->game->kinds[p->subject].name);
    return true;
}

static bool check_property(const tables *t, const mk_property *p) {
    if (!kind_exists(t, p->subject) || !kind_exists(t, p->value))
        return wrong(t, "property", p->name, "is of no kind");
    if (!check_words(t, "property", p->name)) return false;
    if ((p->get != NULL) + (p->get_list != NULL) + (p->field.width != 0) != 1)
        return wrong(t, "property", p->name, "must have one of get, get_list and field");
    if ((p->set && p->get_list) || (p->set_list && !p->get_list))
        return wrong(t, "property", p->name, "is a list to one of its functions only");
    if (p->subject && !mk_is_named(t->game, p->subject))
        return wrong(t, "property", p->name, "has a subject without a name");
    for (const mk_property *other = t->game->properties; other < p; other++)
        if (other->subject == p->subject && strcmp(other->name, p->name) == 0)
            return wrong(t, "property", p->name, "has two rows");
    return !p->field.width || check_field(t, p);
}

static bool check_properties(const tables *t) {
    for (const mk_property *p = t->game->properties; p->name; p++)
        if (!check_property(t, p)) return false;
    const mk_resume_point *points = t->game->resume_points;
    int count = count_rows(points, sizeof *points);
    if (!check_rows(t, "resume point", points, sizeof *points, 0, count, MOST_ROWS)) return false;
    for (int i = 0; i < count; i++)
        if (!points[i].open) return wrong(t, "resume point", points[i].name, "cannot be opened");
    return true;
}

bool mk_validate_game(const mk_game *game, mk_error *error) {
    const tables t = {game, error};
    return check_functions(&t) && check_setup(&t) && check_kinds(&t) && check_verbs(&t) &&
           check_phases(&t) && check_events(&t) && check_properties(&t);
}
