/* property.c - facts by name: read, set, dump, hash.
 *
 * A name is that of a row of the game's table ("turn", "battle.winner") or, for a row with a
 * subject, the id of one of them, a dot and the row's name ("howe.at"). Rows may share a name if
 * their subjects are of different kinds. Two names are core's own and the same in every game:
 * `phase`, what is being decided, and `seat`, who decides.
 */
#include "property.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "fnv.h"
#include "lines.h"
#include "names.h"

enum { LIST_MOST = 1024 }; /* values in a list */

/* ---- Finding ------------------------------------------------------------ */

typedef struct {
    const mk_property *row;
    int subject; /* 0 if the row has none */
} fact;

/* "executed" where only "british.executed" means something. */
static bool lacks_subject(const mk_game *game, const char *name, mk_error *error) {
    for (const mk_property *row = game->properties; row->name; row++) {
        if (!row->subject || strcmp(row->name, name) != 0) continue;
        mk_fail(error, MK_E_NAME, "%s is a property of each %s: %s.%s", name,
                game->kinds[row->subject].name, mk_id(game, row->subject, 0), name);
        return true;
    }
    return false;
}

static bool unknown_property(const mk_game *game, const char *name, mk_error *error) {
    if (lacks_subject(game, name, error)) return false;
    const char *dot = strchr(name, '.');
    mk_near near = {.wanted = dot ? dot + 1 : name};
    char close[3 * MK_NAME + 32];
    for (const mk_property *row = game->properties; row->name; row++)
        if (!dot || row->subject) mk_near_try(&near, row->name);
    return mk_fail(error, MK_E_NAME, "%s has no property \"%.80s\"%s", game->title, name,
                   mk_near_text(&near, close, sizeof close));
}

/* The row called `name` that has a subject of this id; `name` is what stands behind the dot. */
static bool find_with_subject(const mk_game *game, const char *subject, const char *name, fact *out,
                              mk_error *error) {
    const mk_property *last = NULL;
    for (const mk_property *row = game->properties; row->name; row++) {
        if (!row->subject || strcmp(row->name, name) != 0) continue;
        *out = (fact){row, mk_find(game, row->subject, subject)};
        if (out->subject >= 0) return true;
        last = row;
    }
    if (last) return mk_unknown_name(game, last->subject, subject, error);
    char whole[2 * MK_NAME];
    snprintf(whole, sizeof whole, "%s.%s", subject, name);
    return unknown_property(game, whole, error);
}

static const mk_property *find_without_subject(const mk_game *game, const char *name) {
    for (const mk_property *row = game->properties; row->name; row++)
        if (!row->subject && strcmp(row->name, name) == 0) return row;
    return NULL;
}

static bool find_fact(const mk_game *game, const char *name, fact *out, mk_error *error) {
    *out = (fact){find_without_subject(game, name), 0};
    if (out->row) return true;
    char subject[MK_NAME];
    size_t n = strcspn(name, ".");
    if (name[n] == '\0' || n >= sizeof subject) return unknown_property(game, name, error);
    memcpy(subject, name, n);
    subject[n] = '\0';
    return find_with_subject(game, subject, name + n + 1, out, error);
}

/* ---- Reading ------------------------------------------------------------ */

/* Plain strings, without the detour over a format: a dump has hundreds. */
static void put(mk_text *out, const char *s) { mk_text_bytes(out, s, strlen(s)); }

static void add_value(const mk_game *game, int kind, int value, mk_text *out) {
    const char *id = mk_id(game, kind, value);
    if (id)
        put(out, id);
    else
        mk_text_add(out, "%d", value);
}

static void add_list(const mk_game *game, const void *state, fact f, mk_text *out) {
    int16_t values[LIST_MOST];
    int count = f.row->get_list(state, f.subject, values, LIST_MOST);
    assert(count <= LIST_MOST);
    if (count == 0) mk_text_add(out, "empty");
    for (int i = 0; i < count; i++) {
        if (i > 0) mk_text_add(out, ",");
        add_value(game, f.row->value, values[i], out);
    }
}

static void add_fact(const mk_game *game, const void *state, int seat, fact f, mk_text *out) {
    if (seat != MK_EVERYTHING && f.row->hidden && f.row->hidden(state, f.subject, seat))
        mk_text_add(out, "hidden");
    else if (f.row->get_list)
        add_list(game, state, f, out);
    else
        add_value(game, f.row->value, f.row->get(state, f.subject), out);
}

static const char *phase_name(const mk_game *game, const void *state, int seat) {
    const mk_frame *frame = mk_frame_seen(game, state, seat);
    return frame ? game->phases[frame->phase].name : "over";
}

static const char *seat_name(const mk_game *game, const void *state) {
    int seat = mk_seat(game, state);
    return seat == MK_OVER ? "none" : game->seats[seat].id;
}

bool mk_get_text(const mk_game *game, const void *state, int seat, const char *name, mk_text *out,
                 mk_error *error) {
    fact f;
    if (strcmp(name, "phase") == 0)
        mk_text_add(out, "%s", phase_name(game, state, seat));
    else if (strcmp(name, "seat") == 0)
        mk_text_add(out, "%s", seat_name(game, state));
    else if (find_fact(game, name, &f, error))
        add_fact(game, state, seat, f, out);
    else
        return false;
    return true;
}

bool mk_get(const mk_game *game, const void *state, int seat, const char *name, char *out,
            size_t size, mk_error *error) {
    mk_text text = {0};
    bool ok = mk_get_text(game, state, seat, name, &text, error);
    if (ok && text.n >= size)
        ok = mk_fail(error, MK_E_VALUE, "the value of %s has %zu characters: too long", name,
                     text.n);
    if (ok) memcpy(out, text.p, text.n + 1);
    mk_text_free(&text);
    return ok;
}

static bool is_settable(const mk_property *row) { return row->set || row->set_list; }

void mk_dump(const mk_game *game, const void *state, int seat, mk_dump_what what, mk_text *out) {
    for (const mk_property *row = game->properties; row->name; row++) {
        if (what == MK_DUMP_SETTABLE && !is_settable(row)) continue;
        int count = row->subject ? game->kinds[row->subject].count() : 1;
        for (int subject = 0; subject < count; subject++) {
            if (row->subject) {
                put(out, mk_id(game, row->subject, subject));
                put(out, ".");
            }
            put(out, row->name);
            put(out, "=");
            add_fact(game, state, seat, (fact){row, subject}, out);
            put(out, "\n");
        }
    }
}

uint64_t mk_hash(const mk_game *game, const void *state) {
    mk_text text = {0};
    mk_dump(game, state, MK_EVERYTHING, MK_DUMP_SETTABLE, &text);
    mk_text_add(&text, "phase=%s\nseat=%s\n", phase_name(game, state, MK_EVERYTHING),
                seat_name(game, state));
    uint64_t hash = mk_fnv(MK_FNV_START, text.p, text.n);
    mk_text_free(&text);
    return hash;
}

/* ---- Setting ------------------------------------------------------------ */

static bool parse_plain(const char *text, int *out) {
    uint64_t size;
    bool negative = text[0] == '-';
    if (!mk_parse_number(text + negative, INT32_MAX, &size)) return false;
    *out = negative ? -(int)size : (int)size;
    return true;
}

static bool parse_value(const mk_game *game, int kind, const char *text, int *out,
                        mk_error *error) {
    if (kind == 0) {
        if (parse_plain(text, out)) return true;
        return mk_fail(error, MK_E_VALUE, "\"%.60s\" is no number", text);
    }
    *out = mk_find(game, kind, text);
    if (*out >= 0) return true;
    if (mk_is_named(game, kind) && strcmp(text, "none") == 0) return true;
    return mk_unknown_name(game, kind, text, error);
}

/* Cuts `text` at the next comma. NULL: no more parts. */
static char *take_part(char **text) {
    char *part = *text;
    if (!part) return NULL;
    char *comma = strchr(part, ',');
    if (comma) *comma = '\0';
    *text = comma ? comma + 1 : NULL;
    return part;
}

static bool set_list(const mk_game *game, void *state, fact f, const char *text, mk_error *error) {
    int16_t values[LIST_MOST] = {0};
    int count = 0, value = 0;
    if (strcmp(text, "empty") == 0) return f.row->set_list(state, f.subject, values, 0, error);

    mk_text copy = {0};
    mk_text_add(&copy, "%s", text);
    bool ok = true;
    char *rest = copy.p;
    for (char *part; ok && (part = take_part(&rest));) {
        ok = parse_value(game, f.row->value, part, &value, error);
        if (ok && (value < INT16_MIN || value > INT16_MAX))
            ok = mk_fail(error, MK_E_VALUE, "%d is too large for a list", value);
        if (ok && count == LIST_MOST)
            ok = mk_fail(error, MK_E_VALUE, "a list has at most %d values", LIST_MOST);
        if (ok) values[count++] = (int16_t)value;
    }
    mk_text_free(&copy);
    return ok && f.row->set_list(state, f.subject, values, count, error);
}

static bool set_fact(const mk_game *game, void *state, fact f, const char *text, mk_error *error) {
    int value = 0;
    if (!is_settable(f.row))
        return mk_fail(error, MK_E_VALUE, "%s follows from other properties and cannot be set",
                       f.row->name);
    if (f.row->set_list) return set_list(game, state, f, text, error);
    return parse_value(game, f.row->value, text, &value, error) &&
           f.row->set(state, f.subject, value, error);
}

/* "howe,cornwallis.at" = "newark": the same for each of the subjects. */
static bool set_each(const mk_game *game, void *state, char *name, const char *value,
                     mk_error *error) {
    if (strcmp(name, "seat") == 0)
        return mk_fail(error, MK_E_VALUE, "who decides follows from the phase: set phase");
    fact f = {find_without_subject(game, name), 0};
    if (f.row) return set_fact(game, state, f, value, error);

    char *dot = strchr(name, '.');
    if (!dot) return unknown_property(game, name, error);
    *dot = '\0';
    for (char *subject; (subject = take_part(&name));)
        if (!find_with_subject(game, subject, dot + 1, &f, error) ||
            !set_fact(game, state, f, value, error))
            return false;
    return true;
}

/* What a setter says is put behind the assignment that it refused. */
bool mk_assign(const mk_game *game, void *state, const char *name, const char *value,
               mk_error *error) {
    mk_text copy = {0};
    mk_text_add(&copy, "%s", name);
    mk_error reason = {.code = MK_E_VALUE, .text = "it cannot be so"};
    bool ok = set_each(game, state, copy.p, value, &reason);
    mk_text_free(&copy);
    if (ok) return true;
    mk_fail(error, reason.code, "%.60s=%.60s: %s", name, value, reason.text);
    if (error) memcpy(error->rule, reason.rule, sizeof error->rule);
    return false;
}

/* ---- Entry points ------------------------------------------------------- */

const char *mk_entry_at(const mk_game *game, const void *state) {
    if (mk_seat(game, state) == MK_OVER) return NULL;
    for (const mk_entry *entry = game->entries; entry->name; entry++)
        if (entry->at && entry->at(state)) return entry->name;
    return NULL;
}

const mk_entry *mk_find_entry(const mk_game *game, const char *name, mk_error *error) {
    mk_text known = {0};
    for (const mk_entry *entry = game->entries; entry->name; entry++) {
        if (strcmp(entry->name, name) == 0) return mk_text_free(&known), entry;
        mk_text_add(&known, "%s%s", known.n ? ", " : "", entry->name);
    }
    mk_fail(error, MK_E_NAME, "phase=%.60s: there is no such entry point; there are: %s", name,
            known.n ? known.p : "none");
    mk_text_free(&known);
    return NULL;
}

/* Values that each may be can together leave a player nothing to do; no game comes to that. */
static bool check(const mk_game *game, const void *state, const char *when, mk_error *error) {
    static _Thread_local mk_actions legal;
    char why[300] = "";
    if (!mk_check(game, state, why, sizeof why))
        return mk_fail(error, MK_E_VALUE, "%s the position is impossible: %s", when, why);
    const mk_phase *phase = mk_phase_of(game, state);
    if (!phase) return true;
    legal.count = 0;
    phase->list(state, &legal);
    if (legal.count > 0) return true;
    return mk_fail(error, MK_E_VALUE, "%s the position is impossible: %s has nothing to do in %s",
                   when, seat_name(game, state), phase->name);
}

bool mk_settle(const mk_game *game, void *state, const mk_entry *entry, mk_log *log,
               mk_error *error) {
    /* Values that fit the entry point need not fit the decision that it leaves behind. */
    game->settle(state);
    if (!entry) return check(game, state, "with these values", error);
    entry->open(state, log);
    return check(game, state, "behind the entry point", error);
}

/* ---- A line of assignments ---------------------------------------------- */

/* Cuts the next word off, at blanks. NULL: no more. */
static char *take_assignment(char **rest) {
    char *word = *rest + strspn(*rest, " \t\r\n");
    if (*word == '\0') return NULL;
    char *end = word + strcspn(word, " \t\r\n");
    *rest = *end ? end + 1 : end;
    *end = '\0';
    return word;
}

static bool set_all(const mk_game *game, void *state, char *assignments, mk_log *log,
                    mk_error *error) {
    const mk_entry *entry = NULL;
    for (char *name; (name = take_assignment(&assignments));) {
        char *value = strchr(name, '=');
        if (!value) return mk_fail(error, MK_E_SYNTAX, "%.100s: no assignment: name=value", name);
        *value++ = '\0';
        if (strcmp(name, "phase") != 0) {
            if (!mk_assign(game, state, name, value, error)) return false;
        } else if (entry) {
            return mk_fail(error, MK_E_SYNTAX, "phase=%.60s: the phase is set twice", value);
        } else if (!(entry = mk_find_entry(game, value, error))) {
            return false;
        }
    }
    return mk_settle(game, state, entry, log, error);
}

bool mk_set(const mk_game *game, void *state, const char *assignments, mk_log *log,
            mk_error *error) {
    _Alignas(max_align_t) unsigned char trial[MK_MAX_STATE];
    mk_log before = log ? *log : (mk_log){0};
    mk_text copy = {0};

    assert(game->state_size <= sizeof trial);
    memcpy(trial, state, game->state_size);
    mk_text_add(&copy, "%s", assignments);
    bool ok = set_all(game, trial, copy.p, log, error);
    mk_text_free(&copy);
    if (ok)
        memcpy(state, trial, game->state_size);
    else if (log)
        *log = before;
    return ok;
}
