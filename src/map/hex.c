/* hex.c - building hex maps, finding and naming their parts, nets. */
#include "map/hex.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

static const int8_t step_u[MK_DIRECTIONS] = {1, 1, 0, -1, -1, 0};
static const int8_t step_v[MK_DIRECTIONS] = {0, 1, 1, 0, -1, -1};

/* A direction, or a corner, so many further round. */
static int turn(int direction, int by) { return (direction + by) % MK_DIRECTIONS; }

/* ---- Building ------------------------------------------------------------ */

typedef struct {
    int u, v;
} place;

static place place_of(mk_numbering numbering, int line, int number) {
    if (numbering == MK_LETTERS) return (place){line, number};
    return (place){(line >> 1) - number, line};
}

static void *zeros(int count, size_t size) {
    void *memory = calloc(count ? (size_t)count : 1, size);
    if (!memory) abort();
    return memory;
}

/* The box around all hexes, one wider. */
static void measure(mk_hexmap *m, const mk_hex_line *line, int lines) {
    int u1 = INT16_MIN, v1 = INT16_MIN;
    m->u0 = m->v0 = INT16_MAX;
    for (int i = 0; i < 2 * lines; i++) {
        const mk_hex_line *l = &line[i / 2];
        int number = i % 2 ? l->first + l->count - 1 : l->first;
        place p = place_of(m->names.numbering, l->line, number);
        m->u0 = p.u < m->u0 ? p.u : m->u0, u1 = p.u > u1 ? p.u : u1;
        m->v0 = p.v < m->v0 ? p.v : m->v0, v1 = p.v > v1 ? p.v : v1;
    }
    m->u0--, m->v0--;
    m->grid_u = u1 + 2 - m->u0;
    m->grid_v = v1 + 2 - m->v0;
    m->grid = zeros(m->grid_u * m->grid_v, sizeof *m->grid);
    memset(m->grid, 0xff, (size_t)(m->grid_u * m->grid_v) * sizeof *m->grid);
}

static void write_name(const mk_hex_names *, int line, int number, char *out, size_t size);

static void place_hexes(mk_hexmap *m, const mk_hex_line *line, int lines) {
    m->first_line = line[0].line;
    m->line_count = lines;
    m->line_start = zeros(lines + 1, sizeof *m->line_start);
    for (int i = 0; i < lines; i++)
        m->line_start[i + 1] = (uint16_t)(m->line_start[i] + line[i].count);
    m->hex_count = m->line_start[lines];
    m->u = zeros(m->hex_count, sizeof *m->u);
    m->v = zeros(m->hex_count, sizeof *m->v);
    m->name = zeros(m->hex_count, sizeof *m->name);
    for (int i = 0, hex = 0; i < lines; i++) {
        assert(line[i].line == line[0].line + i && line[i].count > 0);
        for (int j = 0; j < line[i].count; j++, hex++) {
            place p = place_of(m->names.numbering, line[i].line, line[i].first + j);
            m->u[hex] = (int16_t)p.u;
            m->v[hex] = (int16_t)p.v;
            m->grid[(p.u - m->u0) * m->grid_v + p.v - m->v0] = (uint16_t)hex;
            write_name(&m->names, line[i].line, line[i].first + j, m->name[hex], MK_HEX_NAME);
        }
    }
}

static void find_neighbours(mk_hexmap *m) {
    m->near = zeros(m->hex_count, sizeof *m->near);
    for (int hex = 0; hex < m->hex_count; hex++) {
        for (int d = 0; d < MK_DIRECTIONS; d++)
            m->near[hex][d] = (uint16_t)mk_hex_at(m, m->u[hex] + step_u[d], m->v[hex] + step_v[d]);
    }
}

static void add_side(mk_hexmap *m, int hex, int direction) {
    int other = m->near[hex][direction], number = m->side_count++;
    mk_side *s = &m->side[number];
    *s = direction < 3
             ? (mk_side){.hex = {(uint16_t)hex, (uint16_t)other}, .direction = (uint8_t)direction}
             : (mk_side){.hex = {(uint16_t)other, (uint16_t)hex},
                         .direction = (uint8_t)(direction - 3)};
    m->side_of[hex][direction] = (uint16_t)number;
    if (other != MK_NOWHERE) m->side_of[other][turn(direction, 3)] = (uint16_t)number;
}

/* First those between two hexes, each from the hex that has the other in direction 0 to 2, then
 * those at the edge. */
static void number_sides(mk_hexmap *m) {
    m->side_of = zeros(m->hex_count, sizeof *m->side_of);
    m->side = zeros(MK_DIRECTIONS * m->hex_count, sizeof *m->side);
    for (int hex = 0; hex < m->hex_count; hex++) {
        for (int d = 0; d < 3; d++)
            if (m->near[hex][d] != MK_NOWHERE) add_side(m, hex, d);
    }
    m->inner_sides = m->side_count;
    for (int hex = 0; hex < m->hex_count; hex++) {
        for (int d = 0; d < MK_DIRECTIONS; d++)
            if (m->near[hex][d] == MK_NOWHERE) add_side(m, hex, d);
    }
    m->side_bits = zeros(m->side_count, sizeof *m->side_bits);
}

/* The hex meets `a` and `b` there. Seen from a, the corner lies two further round, from b four. */
static void add_corner(mk_hexmap *m, int hex, int at) {
    int a = m->near[hex][at], b = m->near[hex][turn(at, 1)], number = m->corner_count++;
    mk_corner *c = &m->corner[number];
    int opposite = a != MK_NOWHERE   ? m->side_of[a][turn(at, 2)]
                   : b != MK_NOWHERE ? m->side_of[b][turn(at, 5)]
                                     : MK_NOWHERE;
    *c = (mk_corner){.hex = {(uint16_t)hex, (uint16_t)a, (uint16_t)b},
                     .side = {(uint16_t)opposite, m->side_of[hex][turn(at, 1)],
                              m->side_of[hex][at]}};
    m->corner_of[hex][at] = (uint16_t)number;
    if (a != MK_NOWHERE) m->corner_of[a][turn(at, 2)] = (uint16_t)number;
    if (b != MK_NOWHERE) m->corner_of[b][turn(at, 4)] = (uint16_t)number;
}

static void number_corners(mk_hexmap *m) {
    size_t bytes = (size_t)m->hex_count * sizeof *m->corner_of;
    m->corner_of = zeros(m->hex_count, sizeof *m->corner_of);
    memset(m->corner_of, 0xff, bytes);
    m->corner = zeros(MK_DIRECTIONS * m->hex_count, sizeof *m->corner);
    for (int hex = 0; hex < m->hex_count; hex++) {
        for (int at = 0; at < MK_DIRECTIONS; at++)
            if (m->corner_of[hex][at] == MK_NOWHERE) add_corner(m, hex, at);
    }
    m->corner_bits = zeros(m->corner_count, sizeof *m->corner_bits);
    for (int i = 0; i < m->side_count; i++) {
        mk_side *s = &m->side[i];
        bool first = s->hex[0] != MK_NOWHERE;
        const uint16_t *corners = m->corner_of[s->hex[first ? 0 : 1]];
        s->corner[0] = corners[turn(s->direction, first ? 5 : 3)];
        s->corner[1] = corners[turn(s->direction, first ? 0 : 2)];
    }
}

static void join_land(mk_hexmap *m) {
    mk_graph_new(&m->land, m->hex_count);
    for (int i = 0; i < m->inner_sides; i++)
        mk_graph_add(&m->land, m->side[i].hex[0], m->side[i].hex[1], 0);
    mk_graph_build(&m->land);
}

void mk_hexmap_new(mk_hexmap *m, const mk_hex_names *names, const mk_hex_line *line, int lines) {
    assert(lines > 0);
    mk_hexmap_free(m);
    m->names = *names;
    measure(m, line, lines);
    place_hexes(m, line, lines);
    find_neighbours(m);
    number_sides(m);
    number_corners(m);
    m->hex_bits = zeros(m->hex_count, sizeof *m->hex_bits);
    join_land(m);
    assert(m->hex_count + m->side_count <= MK_MAX_SPACES);
}

void mk_hexmap_free(mk_hexmap *m) {
    void *parts[] = {m->u,    m->v,      m->near,      m->side_of,   m->corner_of,
                     m->side, m->corner, m->hex_bits,  m->side_bits, m->corner_bits,
                     m->name, m->grid,   m->line_start};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) free(parts[i]);
    mk_graph_free(&m->land);
    memset(m, 0, sizeof *m);
}

/* ---- Names --------------------------------------------------------------- */

/* The sheet that a line is called by; for one off the map, the sheet it lies next to. */
static const mk_sheet *sheet_of(const mk_hex_names *n, int line) {
    for (int i = n->sheet_count - 1; i > 0; i--)
        if (line >= n->sheet[i].line) return &n->sheet[i];
    return &n->sheet[0];
}

static void write_name(const mk_hex_names *n, int line, int number, char *out, size_t size) {
    unsigned last = (unsigned)number;
    if (n->numbering == MK_LETTERS) {
        char letters[5] = "-";
        if (line > 0) memset(letters, 'A' + (line - 1) % 26, ((size_t)line - 1) / 26 % 4 + 1);
        snprintf(out, size, "%s%u", letters, last % 1000);
    } else {
        const mk_sheet *s = sheet_of(n, line);
        unsigned column = (unsigned)(line - s->line + s->from);
        snprintf(out, size, "%s%02u%02u", s->prefix, column % 100, last % 100);
    }
}

/* The number of digits at a text, and the number they are. */
static int digits(const char *text, int *number) {
    int count = 0;
    for (*number = 0; count < 5 && isdigit((unsigned char)text[count]); count++)
        *number = 10 * *number + text[count] - '0';
    return count;
}

/* The row before A is called - where one is named `beyond` the edge. */
static const char *parse_letters(const char *text, int *line, int *number, int beyond) {
    int letter = toupper((unsigned char)*text), times = 0;
    while (letter && toupper((unsigned char)text[times]) == letter) times++;
    if (letter == '-' && beyond && times == 1)
        *line = 0;
    else if (letter >= 'A' && letter <= 'Z' && times <= 4)
        *line = 26 * (times - 1) + letter - 'A' + 1;
    else
        return NULL;
    text += times;
    int count = digits(text, number);
    bool plain = count > 0 && count <= 3 && (count == 1 || *text != '0');
    return plain ? text + count : NULL;
}

/* A column may lie `beyond` the edge of its sheet. */
static const char *parse_digits(const mk_hex_names *n, const char *text, int *line, int *number,
                                int beyond) {
    for (int i = 0; i < n->sheet_count; i++) {
        const mk_sheet *s = &n->sheet[i];
        size_t length = strlen(s->prefix);
        const char *at = text;
        for (size_t j = 0; j < length && toupper((unsigned char)*at) == s->prefix[j]; j++) at++;
        int both;
        if (at != text + length || digits(at, &both) != 4) continue;
        int column = both / 100;
        if (column < s->from - beyond || column > s->to + beyond) return NULL;
        *line = column - s->from + s->line;
        *number = both % 100;
        return at + 4;
    }
    return NULL;
}

/* Reads the name of a hex, on the map or `beyond` its edge; returns what follows, NULL if it is
 * none. */
static const char *parse_hex(const mk_hex_names *n, const char *text, int *line, int *number,
                             int beyond) {
    if (n->numbering == MK_LETTERS) return parse_letters(text, line, number, beyond);
    return parse_digits(n, text, line, number, beyond);
}

bool mk_hex_parse(const mk_hex_names *n, const char *name, int *line, int *number) {
    const char *rest = parse_hex(n, name, line, number, 0);
    return rest && *rest == 0;
}

/* Reads "A12/B13/…"; false if it is not so many names. */
static bool parse_hexes(const mk_hexmap *m, const char *text, place *out, int count) {
    for (int i = 0; i < count; i++) {
        int line, number;
        if (i && *text++ != '/') return false;
        text = parse_hex(&m->names, text, &line, &number, count > 1);
        if (!text) return false;
        out[i] = place_of(m->names.numbering, line, number);
    }
    return *text == 0;
}

int mk_hex_named(const mk_hexmap *m, const char *name) {
    place p;
    if (!parse_hexes(m, name, &p, 1)) return -1;
    int hex = mk_hex_at(m, p.u, p.v);
    return hex == MK_NOWHERE ? -1 : hex;
}

/* The direction from one place to another that touches it; -1. */
static int direction_of(place from, place to) {
    for (int d = 0; d < MK_DIRECTIONS; d++)
        if (to.u - from.u == step_u[d] && to.v - from.v == step_v[d]) return d;
    return -1;
}

int mk_side_named(const mk_hexmap *m, const char *name) {
    place p[2];
    if (!parse_hexes(m, name, p, 2)) return -1;
    int d = direction_of(p[0], p[1]), a = mk_hex_at(m, p[0].u, p[0].v),
        b = mk_hex_at(m, p[1].u, p[1].v);
    if (d < 0) return -1;
    if (a != MK_NOWHERE) return m->side_of[a][d];
    return b != MK_NOWHERE ? m->side_of[b][turn(d, 3)] : -1;
}

static void write_place(const mk_hexmap *m, place p, char *out, size_t size) {
    bool letters = m->names.numbering == MK_LETTERS;
    write_name(&m->names, letters ? p.u : p.v, letters ? p.v : (p.v >> 1) - p.u, out, size);
}

void mk_side_name(const mk_hexmap *m, int side, char out[MK_SIDE_NAME]) {
    const mk_side *s = &m->side[side];
    bool first = s->hex[0] != MK_NOWHERE;
    int hex = s->hex[first ? 0 : 1], sign = first ? 1 : -1;
    place here = {m->u[hex], m->v[hex]};
    place there = {here.u + sign * step_u[s->direction], here.v + sign * step_v[s->direction]};
    char a[MK_HEX_NAME], b[MK_HEX_NAME];
    write_place(m, first ? here : there, a, sizeof a);
    write_place(m, first ? there : here, b, sizeof b);
    snprintf(out, MK_SIDE_NAME, "%.7s/%.7s", a, b);
}

int mk_corner_named(const mk_hexmap *m, const char *name) {
    place p[3];
    if (!parse_hexes(m, name, p, 3)) return -1;
    for (int i = 0; i < 3; i++) { /* one of them is on the map, if the corner is */
        int hex = mk_hex_at(m, p[i].u, p[i].v);
        if (hex == MK_NOWHERE) continue;
        int a = direction_of(p[i], p[(i + 1) % 3]), b = direction_of(p[i], p[(i + 2) % 3]);
        if (a < 0 || b < 0) return -1;
        if (turn(a, 1) == b) return m->corner_of[hex][a];
        if (turn(b, 1) == a) return m->corner_of[hex][b];
        return -1;
    }
    return -1;
}

/* ---- Where things lie ---------------------------------------------------- */

int mk_hex_direction(const mk_hexmap *m, int from, int to) {
    return direction_of((place){m->u[from], m->v[from]}, (place){m->u[to], m->v[to]});
}

int mk_side_between(const mk_hexmap *m, int a, int b) {
    int d = mk_hex_direction(m, a, b);
    return d < 0 ? -1 : m->side_of[a][d];
}

int mk_line_start(const mk_hexmap *m, int line) {
    int i = line - m->first_line;
    return m->line_start[i < 0 ? 0 : i > m->line_count ? m->line_count : i];
}

void mk_add_lines(const mk_hexmap *m, int from, int to, mk_word *set) {
    for (int hex = mk_line_start(m, from); hex < mk_line_start(m, to + 1); hex++)
        mk_words_add(set, hex);
}

/* max(|du|, |dv|, |du - dv|) <= distance, solved for dv. */
void mk_add_within(const mk_hexmap *m, int hex, int distance, mk_word *set) {
    for (int du = -distance; du <= distance; du++) {
        int from = du > 0 ? du - distance : -distance, to = du < 0 ? du + distance : distance;
        for (int dv = from; dv <= to; dv++) {
            int there = mk_hex_at(m, m->u[hex] + du, m->v[hex] + dv);
            if (there != MK_NOWHERE) mk_words_add(set, there);
        }
    }
}

/* ---- Nets ---------------------------------------------------------------- */

void mk_net_new(const mk_hexmap *m, mk_graph *net) {
    mk_graph_new(net, m->hex_count + m->side_count);
}

static bool has(const mk_word *set, int n) {
    return set && n != MK_NOWHERE && mk_words_has(set, n);
}

void mk_net_sides(const mk_hexmap *m, mk_graph *net, const mk_word *sides, const mk_word *except) {
    for (int corner = 0; corner < m->corner_count; corner++) {
        if (has(except, corner)) continue;
        const uint16_t *s = m->corner[corner].side;
        for (int i = 0; i < 3; i++) {
            int a = s[i], b = s[(i + 1) % 3];
            if (has(sides, a) && has(sides, b))
                mk_graph_add(net, mk_side_space(m, a), mk_side_space(m, b), 0);
        }
    }
}

/* A hexside with both ends at corners of the hex is one of its own: it is joined once. */
static void join_coast(const mk_hexmap *m, mk_graph *net, int hex, const mk_word *sides,
                       const mk_word *except) {
    for (int at = 0; at < MK_DIRECTIONS; at++) {
        int corner = m->corner_of[hex][at], before = m->corner_of[hex][turn(at, 5)];
        const mk_corner *c = &m->corner[corner];
        for (int i = 0; i < 3; i++) {
            bool outward = c->hex[i] == hex; /* the side opposite the hex leads away from it */
            bool own = c->side[i] == m->side_of[hex][at];
            bool open = !has(except, corner) || (own && !has(except, before));
            if (has(sides, c->side[i]) && (outward || own) && open)
                mk_graph_add(net, hex, mk_side_space(m, c->side[i]), 0);
        }
    }
}

void mk_net_hexes(const mk_hexmap *m, mk_graph *net, const mk_word *hexes, const mk_word *sides,
                  const mk_word *except) {
    for (int i = 0; i < m->inner_sides; i++) {
        const uint16_t *hex = m->side[i].hex;
        if (has(hexes, hex[0]) && has(hexes, hex[1])) mk_graph_add(net, hex[0], hex[1], 0);
    }
    for (int hex = 0; hex < m->hex_count; hex++)
        if (has(hexes, hex)) join_coast(m, net, hex, sides, except);
}

void mk_view_area(mk_view *v, const mk_hexmap *m, const mk_word *in_play) {
    char runs[1024] = "";
    size_t n = 0;
    bool in = false;
    int run = 0;
    for (int hex = 0; hex <= m->hex_count && n < sizeof runs; hex++, run++) {
        if (hex < m->hex_count && mk_words_has(in_play, hex) == in) continue;
        n += (size_t)snprintf(runs + n, sizeof runs - n, "%s%d", n ? " " : "", run);
        in = !in;
        run = 0;
    }
    assert(n < sizeof runs);
    mk_rec_static(v, "panel", "area");
    mk_rec_str(v, "runs", runs);
}
