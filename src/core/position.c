/* position.c - a game put down in one place and taken up in another.
 *
 *     musket position 2
 *     game p77                     … and the other first lines (lines.h)
 *     phase turn                   the resume point at which it rests
 *     turn=3                       properties that can be set, as mk_dump writes them
 *     howe.at=newark
 *     dice KEY COUNTER USED        only with the generator
 *     end 2                        how many properties there were
 *
 * What is not mentioned is 0, none or an empty list, whatever it is in the set-up: a position must
 * mean the same after the data or the rules have changed, and with them perhaps the set-up. For
 * the same reason another rules version or other data are no error by themselves; a property that
 * no longer exists, or a value that no longer can be, is; so is, unless rules or data are others, a
 * value that the resume point does not leave as it is. In format 1 every property was mentioned;
 * what is not there, because it came later, stays as the set-up has it.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lines.h"
#include "property.h"

/* ---- Writing ------------------------------------------------------------ */

static void write_header(const mk_game *game, const mk_base *base, mk_text *out) {
    mk_header h = {.game = game,
                   .setup = {.scenario = base->scenario, .nonplayers = base->nonplayers},
                   .rules_version = game->rules_version,
                   .data_hash = mk_data_hash(game)};
    memcpy(h.setup.option, base->option, sizeof h.setup.option);
    mk_header_write(&h, "position", out);
}

static void write_dice(const mk_rng *rng, mk_text *out) {
    uint8_t key[MK_KEY_BYTES];
    char hex[2 * MK_KEY_BYTES + 1];
    mk_rng_get_key(rng, key);
    mk_print_key(key, hex);
    mk_text_add(out, "dice %s %" PRIu64 " %u\n", hex, rng->counter, (unsigned)rng->used);
}

bool mk_position_write(const mk_game *game, const void *state, mk_position_dice dice, mk_text *out,
                       mk_error *error) {
    const mk_base *base = state;
    const char *point = mk_resume_point_at(game, state);
    if (mk_seat(game, state) == MK_OVER)
        return mk_fail(error, MK_E_VALUE, "the game is over: no position to go on from");
    if (!point)
        return mk_fail(error, MK_E_VALUE,
                       "a position can be taken only at a resume point, not in %s",
                       mk_phase_of(game, state)->name);

    mk_text facts = {0};
    mk_dump(game, state, MK_EVERYTHING, MK_DUMP_SETTABLE, &facts);
    int count = 0;
    for (size_t i = 0; i < facts.n; i++) count += facts.p[i] == '\n';

    write_header(game, base, out);
    mk_text_add(out, "phase %s\n", point);
    mk_text_bytes(out, facts.p, facts.n);
    if (dice == MK_POSITION_WITH_DICE) write_dice(&base->rng, out);
    mk_text_add(out, "end %d\n", count);
    mk_text_free(&facts);
    return true;
}

/* ---- Reading: the lines ------------------------------------------------- */

/* A property as it should be. */
typedef struct {
    mk_fact fact;
    const char *name, *value; /* NULL: it was not mentioned */
    int line;
} property_line;

typedef struct {
    mk_lines lines;
    mk_header header;
    const mk_resume_point *point;
    property_line *properties; /* those in lines, then those not mentioned */
    int count;                 /* of those in lines */
    int all;
    bool has_dice;
    uint8_t key[MK_KEY_BYTES];
    uint64_t counter, used;
} position;

static char *next_line(position *p) {
    char *line = mk_lines_next(&p->lines);
    if (!line) mk_lines_fail(&p->lines, MK_E_TRUNCATED, "the position stops before its end line");
    return line;
}

static bool read_phase(position *p) {
    char *line = next_line(p);
    if (!line) return false;
    char *name = mk_after(line, "phase");
    if (!name)
        return mk_lines_fail(&p->lines, MK_E_SYNTAX, "expected \"phase ...\", found \"%.80s\"",
                             line);
    p->point = mk_find_resume_point(p->header.game, name, p->lines.error);
    if (!p->point) return mk_lines_blame(&p->lines);
    if (p->point->at) return true;
    return mk_lines_fail(&p->lines, MK_E_VALUE, "no game can rest at %s", name);
}

/* "KEY COUNTER USED". A block is made when its first byte is wanted, so with no block made yet
 * all 64 bytes of it count as used. */
static bool read_dice(position *p, char *rest) {
    char *counter = strchr(rest, ' ');
    char *used = counter ? strchr(counter + 1, ' ') : NULL;
    if (used) {
        *counter++ = '\0';
        *used++ = '\0';
        p->has_dice = mk_parse_key(rest, p->key) &&
                      mk_parse_number(counter, UINT64_MAX, &p->counter) &&
                      mk_parse_number(used, 64, &p->used) && (p->counter > 0 || p->used == 64);
    }
    if (p->has_dice) return true;
    return mk_lines_fail(&p->lines, MK_E_SYNTAX,
                         "expected \"dice KEY COUNTER USED\": 64 hexadecimal digits, the number of "
                         "the next block, the bytes used of the last");
}

static bool read_property(position *p, char *line) {
    char *equals = strchr(line, '=');
    if (!equals)
        return mk_lines_fail(&p->lines, MK_E_SYNTAX, "\"%.80s\" is no property: name=value", line);
    if (p->has_dice)
        return mk_lines_fail(&p->lines, MK_E_SYNTAX, "properties stand before the dice");
    *equals = '\0';
    p->properties[p->count++] =
        (property_line){.name = line, .value = equals + 1, .line = p->lines.line};
    return true;
}

static bool read_end(position *p, const char *number) {
    uint64_t count;
    if (!mk_parse_number(number, INT32_MAX, &count))
        return mk_lines_fail(&p->lines, MK_E_SYNTAX, "\"%.40s\" is no number of properties",
                             number);
    if (count != (uint64_t)p->count)
        return mk_lines_fail(&p->lines, MK_E_TRUNCATED, "there are %d properties, not %" PRIu64,
                             p->count, count);
    if (mk_lines_done(&p->lines)) return true;
    mk_lines_next(&p->lines);
    return mk_lines_fail(&p->lines, MK_E_SYNTAX, "nothing may follow the end");
}

static bool read_lines(position *p) {
    if (!mk_header_read(&p->lines, "position", &p->header) || !read_phase(p)) return false;
    for (char *line, *rest; (line = next_line(p));) {
        if ((rest = mk_after(line, "end"))) return read_end(p, rest);
        if (!p->has_dice && (rest = mk_after(line, "dice"))) {
            if (!read_dice(p, rest)) return false;
        } else if (!read_property(p, line)) {
            return false;
        }
    }
    return false;
}

/* ---- Reading: the state ------------------------------------------------- */

static bool blame(position *p, const property_line *l) {
    p->lines.line = l->line;
    return mk_lines_blame(&p->lines);
}

static int count_settable(const mk_game *game) {
    int count = 0;
    for (const mk_property *row = game->properties; row->name; row++)
        if (mk_is_settable(row)) count += mk_subject_count(game, row);
    return count;
}

/* Facts are numbered in the order of the table. */
static int number_of(const mk_game *game, mk_fact f) {
    int number = f.subject;
    for (const mk_property *row = game->properties; row < f.row; row++)
        number += mk_subject_count(game, row);
    return number;
}

/* Adds what was not mentioned. */
static void add_missing(position *p, const bool *mentioned) {
    const mk_game *game = p->header.game;
    size_t room = (size_t)p->count + (size_t)count_settable(game) + 1;
    p->properties = realloc(p->properties, room * sizeof *p->properties);
    if (!p->properties) abort();
    for (const mk_property *row = game->properties; row->name; row++) {
        int subjects = mk_subject_count(game, row);
        for (int i = 0; i < subjects; i++) {
            mk_fact f = {row, i};
            if (mk_is_settable(row) && !mentioned[i])
                p->properties[p->all++] = (property_line){.fact = f, .line = p->lines.line};
        }
        mentioned += subjects;
    }
}

/* Finds what each line speaks of. */
static bool find_properties(position *p) {
    const mk_game *game = p->header.game;
    int facts = 0;
    for (const mk_property *row = game->properties; row->name; row++)
        facts += mk_subject_count(game, row);
    bool *mentioned = calloc((size_t)facts + 1, sizeof *mentioned), ok = true;
    if (!mentioned) abort();
    for (property_line *l = p->properties; ok && l < p->properties + p->count; l++) {
        ok = mk_find_fact(game, l->name, &l->fact, p->lines.error) || blame(p, l);
        if (ok) mentioned[number_of(game, l->fact)] = true;
    }
    p->all = p->count;
    if (ok && p->header.format > 1) add_missing(p, mentioned);
    free(mentioned);
    return ok;
}

static bool holds(const position *p, const void *state, const property_line *l) {
    const mk_game *game = p->header.game;
    if (!l->name) return mk_is_usual(game, state, l->fact);
    mk_text now = {0};
    mk_get_text(game, state, MK_EVERYTHING, l->name, &now, NULL);
    bool same = strcmp(now.p, l->value) == 0;
    mk_text_free(&now);
    return same;
}

/* A setter that refuses may leave the state half changed: work on a copy. */
static bool set_property(const mk_game *game, void *state, const property_line *l,
                         mk_error *error) {
    _Alignas(max_align_t) unsigned char trial[MK_MAX_STATE];
    memcpy(trial, state, game->state_size);
    if (!(l->name ? mk_assign(game, trial, l->name, l->value, error)
                  : mk_set_usual(game, trial, l->fact, error)))
        return false;
    memcpy(state, trial, game->state_size);
    return true;
}

static bool does_not_fit(position *p, const property_line *l, const mk_error *why) {
    mk_error *error = p->lines.error;
    if (l->name) {
        if (why->code)
            mk_fail(error, why->code, "%s", why->text);
        else
            mk_fail(error, MK_E_VALUE, "%s=%.80s does not fit the other properties", l->name,
                    l->value);
    } else {
        mk_text name = {0};
        mk_fact_name(p->header.game, l->fact, &name);
        mk_fail(error, MK_E_VALUE, "%s is not mentioned%s%s", name.p,
                why->code ? ": " : " and does not fit the other properties", why->text);
        mk_text_free(&name);
    }
    return blame(p, l);
}

/* Does every property have its value? If not, says of the first why it could not be set. */
static bool all_hold(position *p, void *state) {
    for (const property_line *l = p->properties; l < p->properties + p->all; l++) {
        if (holds(p, state, l)) continue;
        mk_error why = {0};
        set_property(p->header.game, state, l, &why);
        return does_not_fit(p, l, &why);
    }
    return true;
}

/* A setter may need another first: one that takes pieces from a pool waits until somebody gave
 * them back. So the lines are gone through until a round sets none. Two that undo each other
 * would go on for ever; more rounds than these no game needs. */
static bool set_properties(position *p, void *state) {
    enum { ROUNDS = 32 };
    bool changed = true;
    for (int round = 0; changed && round < ROUNDS; round++) {
        changed = false;
        for (const property_line *l = p->properties; l < p->properties + p->all; l++)
            if (!holds(p, state, l) && set_property(p->header.game, state, l, NULL)) changed = true;
    }
    return all_hold(p, state);
}

/* The block in use is not written but made again: the smallest choice takes one word of it. */
static void set_dice(const position *p, mk_rng *rng) {
    mk_rng_key(rng, p->key);
    if (!p->has_dice || p->counter == 0) return;
    rng->counter = p->counter - 1;
    mk_below(rng, 1);
    rng->used = (uint8_t)p->used;
}

/* A resume point may set by itself what it did not set when an older position was written. */
static bool is_of_today(const position *p) {
    const mk_game *game = p->header.game;
    return p->header.format > 1 && p->header.rules_version == game->rules_version &&
           p->header.data_hash == mk_data_hash(game);
}

static bool build(position *p, void *state) {
    const mk_game *game = p->header.game;
    mk_start(game, state, &p->header.setup, NULL);
    if (!find_properties(p) || !set_properties(p, state)) return false;
    if (!mk_settle(game, state, p->point, NULL, p->lines.error)) return mk_lines_blame(&p->lines);
    if (is_of_today(p) && !all_hold(p, state)) return false;
    if (!p->point->at(state))
        return mk_lines_fail(&p->lines, MK_E_VALUE,
                             "the game does not rest at %s with these values", p->point->name);
    set_dice(p, &((mk_base *)state)->rng);
    return true;
}

/* Without dice the generator has the key zero: who goes on gives it one of his own. */
bool mk_position_read(const char *text, size_t size, const char *file, const mk_game **game,
                      void *state, mk_error *error) {
    _Alignas(max_align_t) unsigned char trial[MK_MAX_STATE];
    position p = {0};
    size_t lines = 1;
    for (size_t i = 0; i < size; i++) lines += text[i] == '\n';
    p.properties = calloc(lines, sizeof *p.properties);
    if (!p.properties) return mk_fail(error, MK_E_IO, "not enough memory for %zu lines", lines);

    mk_lines_open(&p.lines, text, size, file, error);
    bool ok = read_lines(&p) && build(&p, trial);
    if (ok) {
        *game = p.header.game;
        memcpy(state, trial, p.header.game->state_size);
    }
    mk_lines_close(&p.lines);
    free(p.properties);
    return ok;
}
