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
#include <stdlib.h>
#include <string.h>

#include "fnv.h"
#include "lines.h"
#include "names.h"
#include "registry.h"

/* ---- Finding ------------------------------------------------------------ */

typedef mk_fact fact;

/* The next row of this name behind another (NULL: the first). */
static const mk_property *row_named(const mk_game *game, const char *name,
                                    const mk_property *behind) {
    const mk_game_names *names = mk_names_of(game);
    if (names) {
        int number = behind ? mk_index_next(&names->property, (int)(behind - game->properties))
                            : mk_index_find(&names->property, name);
        return number < 0 ? NULL : &game->properties[number];
    }
    const mk_property *row = behind ? behind + 1 : game->properties;
    while (row->name && strcmp(row->name, name) != 0) row++;
    return row->name ? row : NULL;
}

/* "executed" where only "british.executed" means something. */
static bool lacks_subject(const mk_game *game, const char *name, mk_error *error) {
    const mk_property *row = row_named(game, name, NULL);
    if (!row) return false; /* one without a subject would have been found */
    mk_fail(error, MK_E_NAME, "%s is a property of each %s: %s.%s", name,
            game->kinds[row->subject].name, mk_id(game, row->subject, 0), name);
    return true;
}

static bool unknown_property(const mk_game *game, const char *name, mk_error *error) {
    if (lacks_subject(game, name, error)) return false;
    const char *dot = strchr(name, '.');
    mk_suggest near = {.wanted = dot ? dot + 1 : name};
    char close[3 * MK_NAME + 32];
    for (const mk_property *row = game->properties; row->name; row++)
        if (!dot || row->subject) mk_suggest_try(&near, row->name);
    return mk_fail(error, MK_E_NAME, "%s has no property \"%.80s\"%s", game->title, name,
                   mk_suggest_text(&near, close, sizeof close));
}

/* The row called `name` that has a subject of this id; `name` is what stands behind the dot. */
static bool find_with_subject(const mk_game *game, const char *subject, const char *name, fact *out,
                              mk_error *error) {
    const mk_property *last = NULL;
    for (const mk_property *row = NULL; (row = row_named(game, name, row));) {
        if (!row->subject) continue;
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
    const mk_property *row = row_named(game, name, NULL);
    while (row && row->subject) row = row_named(game, name, row);
    return row;
}

bool mk_find_fact(const mk_game *game, const char *name, fact *out, mk_error *error) {
    *out = (fact){find_without_subject(game, name), 0};
    if (out->row) return true;
    char subject[MK_NAME];
    size_t n = strcspn(name, ".");
    if (name[n] == '\0' || n >= sizeof subject) return unknown_property(game, name, error);
    memcpy(subject, name, n);
    subject[n] = '\0';
    return find_with_subject(game, subject, name + n + 1, out, error);
}

int mk_subject_count(const mk_game *game, const mk_property *row) {
    return row->subject ? mk_kind_count(game, row->subject) : 1;
}

/* ---- Fields of the state ------------------------------------------------- */

/* The smallest value that an unsigned field of this width cannot have: as none it is the largest
 * that it can. States are little-endian, so the low bytes come first. */
static int64_t field_limit(const mk_field *f) { return (int64_t)1 << 8 * f->width; }

static int get_field(const mk_field *f, const void *state, int subject) {
    const unsigned char *at = (const unsigned char *)state + f->offset;
    if (f->is_bit) return at[subject / 8] >> subject % 8 & 1;
    uint32_t raw = 0;
    memcpy(&raw, at + (size_t)subject * f->stride, f->width);
    int64_t limit = field_limit(f), value = raw;
    bool negative = f->is_signed ? value >= limit / 2 : f->min < 0 && value == limit - 1;
    return (int)(negative ? value - limit : value);
}

static void set_field(const mk_field *f, void *state, int subject, int value) {
    unsigned char *at = (unsigned char *)state + f->offset;
    if (f->is_bit) {
        unsigned bit = 1u << subject % 8;
        at[subject / 8] = (unsigned char)(value ? at[subject / 8] | bit : at[subject / 8] & ~bit);
        return;
    }
    uint32_t raw = (uint32_t)value;
    memcpy(at + (size_t)subject * f->stride, &raw, f->width);
}

static bool set_in_range(const mk_game *game, void *state, fact f, int value, mk_error *error) {
    const mk_field *field = &f.row->field;
    if (value < field->min && mk_is_named(game, f.row->value))
        return mk_fail(error, MK_E_VALUE, "it cannot be none");
    if (value < field->min || value > field->max)
        return mk_fail(error, MK_E_VALUE, "it is %d to %d", field->min, field->max);
    set_field(field, state, f.subject, value);
    return true;
}

/* ---- Reading ------------------------------------------------------------ */

int mk_fact_value(const void *state, fact f) {
    return f.row->get ? f.row->get(state, f.subject) : get_field(&f.row->field, state, f.subject);
}

bool mk_is_usual(const mk_game *game, const void *state, fact f) {
    int16_t value;
    if (f.row->get_list) return f.row->get_list(state, f.subject, &value, 1) == 0;
    return mk_fact_value(state, f) == (mk_is_named(game, f.row->value) ? -1 : 0);
}

/* Plain strings, without the detour over a format: a dump has hundreds. */
static void put(mk_text *out, const char *s) { mk_text_bytes(out, s, strlen(s)); }

static void add_value(const mk_game *game, int kind, int value, mk_text *out) {
    const char *id = mk_id(game, kind, value);
    if (id)
        put(out, id);
    else
        mk_text_add(out, "%d", value);
}

static void add_values(const mk_game *game, int kind, const int16_t *values, int count,
                       mk_text *out) {
    if (count == 0) put(out, "empty");
    for (int i = 0; i < count; i++) {
        if (i > 0) put(out, ",");
        add_value(game, kind, values[i], out);
    }
}

/* A list that fills the room may have more values. */
static void add_list(const mk_game *game, const void *state, fact f, mk_text *out) {
    enum { ROOM = 256 };
    int16_t few[ROOM], *values = few, *more = NULL;
    int room = ROOM, count;
    while ((count = f.row->get_list(state, f.subject, values, room)) >= room) {
        room = 2 * count;
        more = realloc(more, (size_t)room * sizeof *more);
        if (!more) abort();
        values = more;
    }
    add_values(game, f.row->value, values, count, out);
    free(more);
}

static bool is_hidden(const void *state, int seat, fact f) {
    return seat != MK_EVERYTHING && f.row->hidden && f.row->hidden(state, f.subject, seat);
}

static void add_fact(const mk_game *game, const void *state, int seat, fact f, mk_text *out) {
    if (is_hidden(state, seat, f))
        put(out, "hidden");
    else if (f.row->get_list)
        add_list(game, state, f, out);
    else
        add_value(game, f.row->value, mk_fact_value(state, f), out);
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
        put(out, phase_name(game, state, seat));
    else if (strcmp(name, "seat") == 0)
        put(out, seat_name(game, state));
    else if (mk_find_fact(game, name, &f, error))
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

/* ---- Dumps -------------------------------------------------------------- */

bool mk_is_settable(const mk_property *row) {
    return row->set || row->set_list || (row->field.width && row->field.min <= row->field.max);
}

void mk_fact_name(const mk_game *game, fact f, mk_text *out) {
    if (f.row->subject) {
        put(out, mk_id(game, f.row->subject, f.subject));
        put(out, ".");
    }
    put(out, f.row->name);
}

static bool is_dumped(const mk_game *game, const void *state, int seat, mk_dump_what what, fact f) {
    return what == MK_DUMP_WHOLE || is_hidden(state, seat, f) || !mk_is_usual(game, state, f);
}

void mk_dump(const mk_game *game, const void *state, int seat, mk_dump_what what, mk_text *out) {
    for (const mk_property *row = game->properties; row->name; row++) {
        if (what == MK_DUMP_SETTABLE && !mk_is_settable(row)) continue;
        int count = mk_subject_count(game, row);
        for (int subject = 0; subject < count; subject++) {
            fact f = {row, subject};
            if (!is_dumped(game, state, seat, what, f)) continue;
            mk_fact_name(game, f, out);
            put(out, "=");
            add_fact(game, state, seat, f, out);
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

/* Reads "newark,trenton" into `values`, which has room for one more than there are commas. */
static bool parse_list(const mk_game *game, int kind, char *text, int16_t *values, int *count,
                       mk_error *error) {
    for (char *part; (part = take_part(&text));) {
        int value = 0;
        if (!parse_value(game, kind, part, &value, error)) return false;
        if (value < INT16_MIN || value > INT16_MAX)
            return mk_fail(error, MK_E_VALUE, "%d is too large for a list", value);
        values[(*count)++] = (int16_t)value;
    }
    return true;
}

static bool set_list(const mk_game *game, void *state, fact f, const char *text, mk_error *error) {
    int count = 0;
    size_t room = 1;
    for (const char *p = text; *p; p++) room += *p == ',';
    int16_t *values = calloc(room, sizeof *values);
    if (!values) abort();
    mk_text copy = {0};
    mk_text_add(&copy, "%s", text);
    bool ok =
        strcmp(text, "empty") == 0 || parse_list(game, f.row->value, copy.p, values, &count, error);
    ok = ok && f.row->set_list(state, f.subject, values, count, error);
    mk_text_free(&copy);
    free(values);
    return ok;
}

static bool cannot_be_set(fact f, mk_error *error) {
    return mk_fail(error, MK_E_VALUE, "%s follows from other properties and cannot be set",
                   f.row->name);
}

bool mk_set_value(const mk_game *game, void *state, fact f, int value, mk_error *error) {
    if (f.row->set) return f.row->set(state, f.subject, value, error);
    if (!mk_is_settable(f.row)) return cannot_be_set(f, error);
    return set_in_range(game, state, f, value, error);
}

bool mk_set_usual(const mk_game *game, void *state, fact f, mk_error *error) {
    const int16_t none = 0;
    if (f.row->set_list) return f.row->set_list(state, f.subject, &none, 0, error);
    return mk_set_value(game, state, f, mk_is_named(game, f.row->value) ? -1 : 0, error);
}

static bool set_fact(const mk_game *game, void *state, fact f, const char *text, mk_error *error) {
    int value = 0;
    if (!mk_is_settable(f.row)) return cannot_be_set(f, error);
    if (f.row->set_list) return set_list(game, state, f, text, error);
    return parse_value(game, f.row->value, text, &value, error) &&
           mk_set_value(game, state, f, value, error);
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

/* ---- Resume points ------------------------------------------------------- */

const char *mk_resume_point_at(const mk_game *game, const void *state) {
    if (mk_seat(game, state) == MK_OVER) return NULL;
    for (const mk_resume_point *point = game->resume_points; point->name; point++)
        if (point->at && point->at(state)) return point->name;
    return NULL;
}

const mk_resume_point *mk_find_resume_point(const mk_game *game, const char *name,
                                            mk_error *error) {
    mk_text known = {0};
    for (const mk_resume_point *point = game->resume_points; point->name; point++) {
        if (strcmp(point->name, name) == 0) return mk_text_free(&known), point;
        mk_text_add(&known, "%s%s", known.n ? ", " : "", point->name);
    }
    mk_fail(error, MK_E_NAME, "phase=%.60s: there is no such resume point; there are: %s", name,
            known.n ? known.p : "none");
    mk_text_free(&known);
    return NULL;
}

/* Values that each may be can together leave a player nothing to do; no game comes to that. */
static bool check(const mk_game *game, const void *state, const char *when, mk_error *error) {
    char why[300] = "";
    if (mk_check(game, state, why, sizeof why)) return true;
    return mk_fail(error, MK_E_VALUE, "%s the position is impossible: %s", when, why);
}

bool mk_settle(const mk_game *game, void *state, const mk_resume_point *point, mk_log *log,
               mk_error *error) {
    /* Values that fit the resume point need not fit the decision that it leaves behind. */
    game->settle(state);
    if (!point) return check(game, state, "with these values", error);
    point->open(state, log);
    mk_run_steps(game, state, log);
    return check(game, state, "after the resume point", error);
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
    const mk_resume_point *point = NULL;
    for (char *name; (name = take_assignment(&assignments));) {
        char *value = strchr(name, '=');
        if (!value) return mk_fail(error, MK_E_SYNTAX, "%.100s: no assignment: name=value", name);
        *value++ = '\0';
        if (strcmp(name, "phase") != 0) {
            if (!mk_assign(game, state, name, value, error)) return false;
        } else if (point) {
            return mk_fail(error, MK_E_SYNTAX, "phase=%.60s: the phase is set twice", value);
        } else if (!(point = mk_find_resume_point(game, value, error))) {
            return false;
        }
    }
    return mk_settle(game, state, point, log, error);
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
        mk_log_back_to(log, &before);
    return ok;
}
