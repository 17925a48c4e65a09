/* position.c - a game put down in one place and taken up in another.
 *
 *     musket position 1
 *     game p77                     … and the other first lines (lines.h)
 *     phase turn                   the entry point at which it rests
 *     turn=3                       every property that can be set, as mk_dump writes them
 *     howe.at=newark
 *     dice KEY COUNTER USED        only with the generator
 *     end 2                        how many properties there were
 *
 * Every settable property is written, not only what differs from the set-up: a position must
 * mean the same after the data or the rules have changed, and with them perhaps the set-up. For
 * the same reason another rules version or other data are no error by themselves; a property that
 * no longer exists, or a value that no longer can be, is.
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
    const char *entry = mk_entry_at(game, state);
    if (mk_seat(game, state) == MK_OVER)
        return mk_fail(error, MK_E_VALUE, "the game is over: no position to go on from");
    if (!entry)
        return mk_fail(error, MK_E_VALUE,
                       "a position can be taken only at an entry point, not in %s",
                       mk_phase_of(game, state)->name);

    mk_text facts = {0};
    mk_dump(game, state, MK_EVERYTHING, MK_DUMP_SETTABLE, &facts);
    int count = 0;
    for (size_t i = 0; i < facts.n; i++) count += facts.p[i] == '\n';

    write_header(game, base, out);
    mk_text_add(out, "phase %s\n", entry);
    mk_text_bytes(out, facts.p, facts.n);
    if (dice == MK_POSITION_WITH_DICE) write_dice(&base->rng, out);
    mk_text_add(out, "end %d\n", count);
    mk_text_free(&facts);
    return true;
}

/* ---- Reading: the lines ------------------------------------------------- */

typedef struct {
    const char *name, *value;
    int line;
} property_line;

typedef struct {
    mk_lines lines;
    mk_header header;
    const mk_entry *entry;
    property_line *properties; /* room for one in every line of the text */
    int count;
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
    p->entry = mk_find_entry(p->header.game, name, p->lines.error);
    if (!p->entry) return mk_lines_blame(&p->lines);
    if (p->entry->at) return true;
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
    p->properties[p->count++] = (property_line){line, equals + 1, p->lines.line};
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

typedef enum { HOLDS, DIFFERS, UNKNOWN } truth;

static truth ask(position *p, const void *state, const property_line *l) {
    mk_text now = {0};
    bool known = mk_get_text(p->header.game, state, MK_EVERYTHING, l->name, &now, p->lines.error);
    truth result = !known ? UNKNOWN : strcmp(now.p, l->value) == 0 ? HOLDS : DIFFERS;
    mk_text_free(&now);
    return result;
}

/* A setter that refuses may leave the state half changed: work on a copy. */
static bool set_property(const mk_game *game, void *state, const property_line *l,
                         mk_error *error) {
    _Alignas(max_align_t) unsigned char trial[MK_MAX_STATE];
    memcpy(trial, state, game->state_size);
    if (!mk_assign(game, trial, l->name, l->value, error)) return false;
    memcpy(state, trial, game->state_size);
    return true;
}

/* Does every property have its value? If not, says of the first why it could not be set. */
static bool all_hold(position *p, void *state) {
    for (const property_line *l = p->properties; l < p->properties + p->count; l++) {
        truth t = ask(p, state, l);
        if (t == HOLDS) continue;
        if (t == DIFFERS && set_property(p->header.game, state, l, p->lines.error))
            mk_fail(p->lines.error, MK_E_VALUE, "%s=%.80s does not fit the other properties",
                    l->name, l->value);
        return blame(p, l);
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
        for (const property_line *l = p->properties; l < p->properties + p->count; l++) {
            truth t = ask(p, state, l);
            if (t == UNKNOWN) return blame(p, l);
            if (t == DIFFERS && set_property(p->header.game, state, l, NULL)) changed = true;
        }
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

static bool build(position *p, void *state) {
    const mk_game *game = p->header.game;
    mk_start(game, state, &p->header.setup, NULL);
    if (!set_properties(p, state)) return false;
    if (!mk_settle(game, state, p->entry, NULL, p->lines.error)) return mk_lines_blame(&p->lines);
    if (!all_hold(p, state)) return false;
    if (!p->entry->at(state))
        return mk_lines_fail(&p->lines, MK_E_VALUE,
                             "the game does not rest at %s with these values", p->entry->name);
    set_dice(p, &((mk_base *)state)->rng);
    return true;
}

/* Without dice the generator has the key zero: whoever goes on gives it one of his own. */
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
