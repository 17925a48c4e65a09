/* hex_data.c - reading hex maps. */
#include "map/hex_data.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- The grid ------------------------------------------------------------ */

static void read_sheet(mk_value v, mk_sheet *s) {
    const char *prefix = mk_str(v, "prefix");
    size_t letters = strspn(prefix, "ABCDEFGHIJKLMNOPQRSTUVWXYZ");
    if (prefix[letters] || letters >= sizeof s->prefix)
        mk_data_error(mk_at(v, "prefix"), "expected at most %zu capitals", sizeof s->prefix - 1);
    snprintf(s->prefix, sizeof s->prefix, "%s", prefix);
    s->from = (int16_t)mk_int(v, "from", 1, 98);
    s->to = (int16_t)mk_int(v, "to", 1, 98);
    s->line = (int16_t)mk_int(v, "line", 1, 9999);
    if (s->to < s->from) mk_data_error(v, "it ends before it begins");
}

static void read_names(mk_value grid, mk_hex_names *n) {
    static const char *const kinds[] = {"letters", "digits", NULL};
    *n = (mk_hex_names){.numbering = (mk_numbering)mk_choice(grid, "numbering", kinds)};
    if (n->numbering == MK_LETTERS) return;
    mk_value sheets = mk_at(grid, "sheets");
    n->sheet_count = mk_rows_at_most(sheets, 0, MK_MAX_SHEETS, "sheets");
    for (int i = 0; i < n->sheet_count; i++) {
        mk_value v = mk_item(sheets, i);
        read_sheet(v, &n->sheet[i]);
        if (i && n->sheet[i].line <= n->sheet[i - 1].line)
            mk_data_error(v, "sheets come in the order of their lines");
    }
}

/* ---- Pictures ------------------------------------------------------------ */

/* "A1 ....": where the line begins, and its signs; NULL after a complaint. */
static const char *signs_of(mk_value text, const mk_hex_names *names, mk_hex_line *out) {
    const char *s = mk_str_value(text);
    size_t length = strcspn(s, " "), signs = s[length] ? strlen(s + length + 1) : 0;
    char name[MK_HEX_NAME] = "";
    if (length < sizeof name) memcpy(name, s, length);
    int line, number;
    if (!signs || signs > INT16_MAX || !mk_hex_parse(names, name, &line, &number)) {
        mk_data_error(text, "expected the name of a hex, a space and signs");
        return NULL;
    }
    *out = (mk_hex_line){(int16_t)line, (int16_t)number, (int16_t)signs};
    return s + length + 1;
}

/* Reads where all lines lie. False after a complaint. */
static bool read_lines(mk_value picture, const mk_hex_names *names, mk_hex_line *out, int count,
                       int max_hexes) {
    int hexes = 0;
    for (int i = 0; i < count; i++) {
        mk_value text = mk_item(picture, i);
        if (!signs_of(text, names, &out[i])) return false;
        hexes += out[i].count;
        if (out[i].line == out[0].line + i && hexes <= max_hexes) continue;
        if (hexes > max_hexes)
            mk_data_error(picture, "there are more than %d hexes", max_hexes);
        else
            mk_data_error(text, "lines come in order, one after the other");
        return false;
    }
    return count > 0;
}

void mk_read_hexmap(mk_hexmap *m, mk_value grid, mk_value picture, int max_hexes) {
    mk_hexmap_free(m);
    mk_hex_names names;
    read_names(grid, &names);
    int count = mk_rows_at_most(picture, 0, max_hexes, "lines");
    if (count == 0) mk_data_error(picture, "there must be a line"); /* nothing after an error */
    mk_hex_line *lines = calloc((size_t)count + 1, sizeof *lines);
    if (!lines) abort();
    if (read_lines(picture, &names, lines, count, max_hexes))
        mk_hexmap_new(m, &names, lines, count);
    free(lines);
    for (int hex = 0; hex < m->hex_count; hex++) { /* sheets may have the same prefix */
        if (mk_hex_named(m, mk_hex_name(m, hex)) == hex) continue;
        mk_data_error(grid, "two hexes are called %s", mk_hex_name(m, hex));
        mk_hexmap_free(m);
    }
}

static bool same_line(const mk_hexmap *m, int i, mk_hex_line l) {
    int first = m->line_start[i];
    return l.line == m->first_line + i && l.first == mk_hex_number_of(m, first) &&
           l.count == m->line_start[i + 1] - first;
}

void mk_read_picture(const mk_hexmap *m, mk_value picture, const char *signs, uint8_t *out) {
    int count = mk_exactly(picture, m->line_count, "lines");
    for (int i = 0, hex = 0; i < count; i++) {
        mk_value text = mk_item(picture, i);
        mk_hex_line line;
        const char *s = signs_of(text, &m->names, &line);
        if (!s) return;
        if (!same_line(m, i, line)) {
            mk_data_error(text,
                          "this line is not like that of the first picture, which has %d "
                          "hexes from %s",
                          m->line_start[i + 1] - m->line_start[i],
                          mk_hex_name(m, m->line_start[i]));
            return;
        }
        for (; *s; s++) {
            const char *found = strchr(signs, *s);
            if (!found) {
                mk_data_error(text, "the sign of %s is none of %s", mk_hex_name(m, hex), signs);
                return;
            }
            out[hex++] = (uint8_t)(found - signs);
        }
    }
}

/* ---- Names --------------------------------------------------------------- */

typedef int find_name(const mk_hexmap *, const char *name);

static int read_name(const mk_hexmap *m, mk_value v, find_name *find, const char *what) {
    const char *name = mk_str_value(v);
    int found = m->hex_count ? find(m, name) : -1;
    if (found < 0) mk_data_error(v, "there is no %s %s on the map", what, name);
    return found < 0 ? 0 : found;
}

int mk_read_hex(const mk_hexmap *m, mk_value name) {
    return read_name(m, name, mk_hex_named, "hex");
}
int mk_read_side(const mk_hexmap *m, mk_value name) {
    return read_name(m, name, mk_side_named, "hexside");
}
int mk_read_corner(const mk_hexmap *m, mk_value name) {
    return read_name(m, name, mk_corner_named, "corner");
}

static bool next_name(const mk_hexmap *m, mk_value text, const char **at, find_name *find,
                      const char *what, int *out) {
    *at += strspn(*at, " ");
    int length = (int)strcspn(*at, " ");
    if (length == 0 || m->hex_count == 0) return false;
    char name[MK_SIDE_NAME] = "";
    if (length < (int)sizeof name) memcpy(name, *at, (size_t)length);
    *out = find(m, name);
    if (*out < 0)
        mk_data_error(text, "there is no %s %.*s on the map", what, length < 40 ? length : 40, *at);
    *at += length;
    return *out >= 0;
}

bool mk_next_hex(const mk_hexmap *m, mk_value text, const char **at, int *hex) {
    return next_name(m, text, at, mk_hex_named, "hex", hex);
}
bool mk_next_side(const mk_hexmap *m, mk_value text, const char **at, int *side) {
    return next_name(m, text, at, mk_side_named, "hexside", side);
}
