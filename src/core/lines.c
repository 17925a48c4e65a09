#include "lines.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* 2: properties that are 0, none or empty are left out of positions and of what is hashed. Texts of
 * format 1 are read; position.c and journal.c say what is different there. */
enum { FORMAT_VERSION = 2 };

/* ---- Lines -------------------------------------------------------------- */

/* A NUL in the text would hide the rest of its line from us. It becomes another character that
 * belongs to no name, so that the line is refused. */
void mk_lines_open(mk_lines *r, const char *text, size_t size, const char *file, mk_error *error) {
    mk_text copy = {0};
    mk_text_bytes(&copy, text, size);
    for (size_t i = 0; i < size; i++)
        if (copy.p[i] == '\0') copy.p[i] = '\1';
    *r = (mk_lines){copy.p, copy.p, copy.p + size, 0, file, error};
}

void mk_lines_close(mk_lines *r) {
    free(r->text);
    *r = (mk_lines){0};
}

char *mk_lines_next(mk_lines *r) {
    char *line = r->next;
    char *stop = memchr(line, '\n', (size_t)(r->end - line));
    if (!stop) return NULL;
    *stop = '\0';
    r->next = stop + 1;
    r->line++;
    return line;
}

void mk_lines_back(mk_lines *r, char *line) {
    r->next[-1] = '\n';
    r->next = line;
    r->line--;
}

bool mk_lines_done(const mk_lines *r) { return r->next == r->end; }

bool mk_lines_blame(mk_lines *r) {
    if (!r->error) return false;
    r->error->line = r->line;
    snprintf(r->error->file, sizeof r->error->file, "%s", r->file ? r->file : "");
    return false;
}

bool mk_lines_fail(mk_lines *r, mk_code code, const char *format, ...) {
    char text[sizeof r->error->text];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    mk_fail(r->error, code, "%s", text);
    return mk_lines_blame(r);
}

/* ---- Words -------------------------------------------------------------- */

char *mk_after(char *line, const char *word) {
    size_t n = strlen(word);
    return strncmp(line, word, n) == 0 && line[n] == ' ' ? line + n + 1 : NULL;
}

bool mk_parse_number(const char *text, uint64_t max, uint64_t *out) {
    if (*text == '\0' || (*text == '0' && text[1] != '\0')) return false;
    uint64_t value = 0;
    for (; *text; text++) {
        if (*text < '0' || *text > '9') return false;
        uint64_t digit = (uint64_t)(*text - '0');
        if (digit > max || value > (max - digit) / 10) return false;
        value = value * 10 + digit;
    }
    *out = value;
    return true;
}

static int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

bool mk_parse_hex(const char *text, int digits, uint64_t *out) {
    uint64_t value = 0;
    for (int i = 0; i < digits; i++) {
        int digit = hex_digit(text[i]);
        if (digit < 0) return false;
        value = value << 4 | (uint64_t)digit;
    }
    if (text[digits] != '\0') return false;
    *out = value;
    return true;
}

void mk_print_key(const uint8_t key[MK_KEY_BYTES], char out[2 * MK_KEY_BYTES + 1]) {
    for (int i = 0; i < MK_KEY_BYTES; i++) snprintf(out + 2 * i, 3, "%02x", key[i]);
}

bool mk_parse_key(const char *text, uint8_t key[MK_KEY_BYTES]) {
    if (strlen(text) != 2 * MK_KEY_BYTES) return false;
    for (int i = 0; i < MK_KEY_BYTES; i++) {
        int high = hex_digit(text[2 * i]), low = hex_digit(text[2 * i + 1]);
        if (high < 0 || low < 0) return false;
        key[i] = (uint8_t)(high << 4 | low);
    }
    return true;
}

/* ---- The first lines ---------------------------------------------------- */

void mk_header_write(const mk_header *h, const char *what, mk_text *out) {
    const mk_game *game = h->game;
    mk_text_add(out, "musket %s %d\ngame %s\n", what, FORMAT_VERSION, game->id);
    mk_text_add(out, "scenario %s\n", game->scenarios[h->setup.scenario].id);
    for (int i = 0; game->options[i].id; i++) {
        const mk_option *option = &game->options[i];
        mk_text_add(out, "option %s %s\n", option->id, option->values[h->setup.option[i]]);
    }
    if (h->setup.nonplayers) {
        mk_text_add(out, "nonplayers");
        for (int i = 0; i < game->seat_count; i++)
            if (h->setup.nonplayers >> i & 1) mk_text_add(out, " %s", game->seats[i].id);
        mk_text_add(out, "\n");
    }
    mk_text_add(out, "rules %d\ndata %016" PRIx64 "\n", h->rules_version, h->data_hash);
}

static bool cut_short(mk_lines *r, const char *what) {
    return mk_lines_fail(r, MK_E_TRUNCATED, "the %s stops within its first lines", what);
}

/* The next line must be "word something"; gives the something. */
static char *wanted(mk_lines *r, const char *what, const char *word) {
    char *line = mk_lines_next(r);
    if (!line) return cut_short(r, what), NULL;
    char *rest = mk_after(line, word);
    if (!rest) mk_lines_fail(r, MK_E_SYNTAX, "expected \"%s ...\", found \"%.80s\"", word, line);
    return rest;
}

/* Mail and some editors turn LF into CR LF, which is hard to see in any other message. */
static bool check_line_ends(mk_lines *r) {
    const char *end = memchr(r->next, '\n', (size_t)(r->end - r->next));
    if (!end || end == r->next || end[-1] != '\r') return true;
    r->line++;
    return mk_lines_fail(r, MK_E_SYNTAX, "lines end with CR LF here, they must end with LF alone");
}

static bool read_format(mk_lines *r, const char *what, int *format) {
    char *line = mk_lines_next(r);
    char *rest = line ? mk_after(line, "musket") : NULL;
    char *version = rest ? mk_after(rest, what) : NULL;
    if (!line && !mk_lines_done(r)) return cut_short(r, what);
    if (!version) return mk_lines_fail(r, MK_E_SYNTAX, "this is not a musket %s", what);
    uint64_t number = 0;
    bool known = mk_parse_number(version, FORMAT_VERSION, &number) && number > 0;
    *format = (int)number;
    return known ||
           mk_lines_fail(r, MK_E_VERSION, "this is a %s of format %.20s; known are those up to %d",
                         what, version, FORMAT_VERSION);
}

static bool read_option(mk_lines *r, mk_header *h, char *rest) {
    char *value = strchr(rest, ' ');
    if (!value) return mk_lines_fail(r, MK_E_SYNTAX, "expected \"option NAME VALUE\"");
    *value++ = '\0';
    if (mk_setup_option(h->game, &h->setup, rest, value, r->error)) return true;
    return mk_lines_blame(r);
}

static bool read_nonplayers(mk_lines *r, mk_header *h, char *rest) {
    while (rest) {
        char *name = rest, *space = strchr(rest, ' ');
        if (space) *space = '\0';
        int seat = mk_find_seat(h->game, name);
        if (seat < 0)
            return mk_lines_fail(r, MK_E_NAME, "%s has no seat called \"%.40s\"", h->game->title,
                                 name);
        h->setup.nonplayers |= MK_ONLY(seat);
        rest = space ? space + 1 : NULL;
    }
    return true;
}

/* Options and non-players: what stands between the scenario and the rules version. An option
 * that is not mentioned keeps its default. */
static bool read_choices(mk_lines *r, const char *what, mk_header *h) {
    for (;;) {
        char *line = mk_lines_next(r), *rest;
        if (!line) return cut_short(r, what);
        if ((rest = mk_after(line, "option"))) {
            if (!read_option(r, h, rest)) return false;
        } else if ((rest = mk_after(line, "nonplayers"))) {
            if (!read_nonplayers(r, h, rest)) return false;
        } else {
            mk_lines_back(r, line);
            return true;
        }
    }
}

static bool read_versions(mk_lines *r, const char *what, mk_header *h) {
    uint64_t rules;
    char *rest = wanted(r, what, "rules");
    if (!rest) return false;
    if (!mk_parse_number(rest, INT32_MAX, &rules))
        return mk_lines_fail(r, MK_E_SYNTAX, "\"%.40s\" is no rules version", rest);
    h->rules_version = (int)rules;
    if (!(rest = wanted(r, what, "data"))) return false;
    if (mk_parse_hex(rest, 16, &h->data_hash)) return true;
    return mk_lines_fail(r, MK_E_SYNTAX, "\"%.40s\" is no hash of data: 16 hexadecimal digits",
                         rest);
}

bool mk_header_read(mk_lines *r, const char *what, mk_header *h) {
    *h = (mk_header){0};
    if (!check_line_ends(r) || !read_format(r, what, &h->format)) return false;

    char *rest = wanted(r, what, "game");
    if (!rest) return false;
    h->game = mk_find_game(rest);
    if (!h->game) return mk_lines_fail(r, MK_E_GAME, "there is no game called \"%.40s\"", rest);

    if (!(rest = wanted(r, what, "scenario"))) return false;
    if (!mk_setup_init(h->game, &h->setup, rest, r->error)) return mk_lines_blame(r);
    memset(h->setup.key, 0, sizeof h->setup.key);
    return read_choices(r, what, h) && read_versions(r, what, h);
}
