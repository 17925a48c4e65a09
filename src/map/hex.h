/* hex.h - hex maps: hexes, hexsides and corners, how they touch and what they are called.
 *
 * Built once from the lines that a map is printed in, flat, then read-only. Hexes, hexsides and
 * corners have numbers of their own from 0; a hexside or corner has one number for all the hexes
 * that share it, and those at the edge of the map have one, too. Hexes are numbered along the
 * lines, so that a line is a range of numbers. MK_NOWHERE stands for what is off the map.
 *
 * Directions 0 to 5 go round a hex clockwise. Side d of a hex lies in direction d; corner d lies
 * between the sides d and d + 1, where the hex meets its neighbours in those directions.
 *
 * Coordinates: a step in direction 0 to 5 changes (u, v) by (1,0) (1,1) (0,1) (-1,0) (-1,-1)
 * (0,-1). Both ways of numbering that boards have become such coordinates:
 *
 *   letters   rows A to Z, AA to ZZ, …; numbers count the rows of another direction: "HHH38" is
 *             row 60, number 38. A line is a lettered row; u is the row, v the number.
 *   digits    columns and rows with two digits each, "2220"; odd columns lie half a hex lower. A
 *             line is a column. Sheets that join end to end have prefixes ("S5924") and one count
 *             of columns; one that both have has two names. v is the column, u is v / 2 - row.
 *
 * Directions 0, 1, 2 are N, NE, SE where rows have letters, and up, upper right, lower right
 * where columns have digits.
 *
 * Attributes of hexes, hexsides and corners are bits whose meaning is the game's. What moves from
 * hex to hex searches the graph `land` (graph.h): its spaces are the hexes, its roads the hexsides
 * between two hexes by their numbers, their bits the attributes. What moves along hexsides (boats,
 * fleets) searches a net that the game makes of mk_net_sides, mk_net_hexes and roads of its own.
 */
#ifndef MK_HEX_H
#define MK_HEX_H

#include "map/graph.h"
#include "musket.h"

enum { MK_DIRECTIONS = 6, MK_HEX_NAME = 8, MK_SIDE_NAME = 16, MK_MAX_SHEETS = 4 };

typedef enum { MK_LETTERS, MK_DIGITS } mk_numbering;

/* A sheet has the columns from..to; the first of them is line `line` of the whole map. */
typedef struct {
    char prefix[3];
    int16_t from, to, line;
} mk_sheet;

typedef struct {
    mk_numbering numbering;
    int sheet_count; /* of digits; a line that two sheets have is called as the later one has it */
    mk_sheet sheet[MK_MAX_SHEETS];
} mk_hex_names;

/* A line of the map: its number, that of its first hex along it, how many hexes. */
typedef struct {
    int16_t line, first, count;
} mk_hex_line;

/* hex[1] lies in `direction` (0 to 2) of hex[0]; one of them may be off the map. The ends are in
 * clockwise order around hex[0]. */
typedef struct {
    uint16_t hex[2], corner[2];
    uint8_t direction;
} mk_side;

/* Side i of a corner lies opposite hex i. Those off the map are MK_NOWHERE. */
typedef struct {
    uint16_t hex[3], side[3];
} mk_corner;

typedef struct {
    mk_hex_names names;
    int hex_count, side_count, corner_count;
    int inner_sides; /* those between two hexes: the first ones */
    int first_line, line_count;
    int16_t *u, *v;                     /* of each hex */
    uint16_t (*near)[MK_DIRECTIONS];    /* the neighbours of each hex */
    uint16_t (*side_of)[MK_DIRECTIONS]; /* its sides and corners */
    uint16_t (*corner_of)[MK_DIRECTIONS];
    mk_side *side;
    mk_corner *corner;
    uint16_t *hex_bits, *side_bits, *corner_bits; /* attributes; zero until the game sets them */
    char (*name)[MK_HEX_NAME];
    uint16_t *line_start;       /* hexes of line n: line_start[n - first_line], up to the next */
    int u0, v0, grid_u, grid_v; /* the box of coordinates, a hex wider than the map all round */
    uint16_t *grid;             /* the hex at each of them */
    mk_graph land;
} mk_hexmap;

/* Lines come in the order of their numbers and follow one another. Frees what the map was (a
 * zeroed struct is nothing). */
void mk_hexmap_new(mk_hexmap *, const mk_hex_names *, const mk_hex_line *, int line_count);
void mk_hexmap_free(mk_hexmap *);

/* Attributes are added. */
static inline void mk_mark_hex(mk_hexmap *m, int hex, unsigned bits) {
    m->hex_bits[hex] |= (uint16_t)bits;
}
static inline void mk_mark_side(mk_hexmap *m, int side, unsigned bits) {
    m->side_bits[side] |= (uint16_t)bits;
    if (side < m->inner_sides) m->land.bits[side] = m->side_bits[side];
}
static inline void mk_mark_corner(mk_hexmap *m, int corner, unsigned bits) {
    m->corner_bits[corner] |= (uint16_t)bits;
}

/* ---- Names --------------------------------------------------------------- */

/* The line that a name speaks of, and the number along it, on any map with such names. */
bool mk_hex_parse(const mk_hex_names *, const char *name, int *line, int *number);
/* -1: it is not such a name, or off the map. Letters may be small. */
int mk_hex_named(const mk_hexmap *, const char *name);
static inline const char *mk_hex_name(const mk_hexmap *m, int hex) { return m->name[hex]; }
/* A hexside is "A12/B13", in either order; one of the two may be off the map. */
int mk_side_named(const mk_hexmap *, const char *name);
void mk_side_name(const mk_hexmap *, int side, char out[MK_SIDE_NAME]);
/* A corner is "RRR50/RRR51/SSS51", in any order. */
int mk_corner_named(const mk_hexmap *, const char *name);

/* ---- Where things lie ---------------------------------------------------- */

static inline int mk_hex_at(const mk_hexmap *m, int u, int v) {
    bool inside = u >= m->u0 && u < m->u0 + m->grid_u && v >= m->v0 && v < m->v0 + m->grid_v;
    return inside ? m->grid[(u - m->u0) * m->grid_v + v - m->v0] : MK_NOWHERE;
}
static inline int mk_hex_distance(const mk_hexmap *m, int a, int b) {
    int du = m->u[a] - m->u[b], dv = m->v[a] - m->v[b], d = du - dv;
    du = du < 0 ? -du : du, dv = dv < 0 ? -dv : dv, d = d < 0 ? -d : d;
    return du > dv ? (du > d ? du : d) : dv > d ? dv : d;
}
/* The direction of a neighbour; -1: it is none. */
int mk_hex_direction(const mk_hexmap *, int from, int to);
/* The hexside between two hexes; -1: they do not touch. */
int mk_side_between(const mk_hexmap *, int a, int b);
static inline int mk_side_beyond(const mk_hexmap *m, int side, int hex) {
    return m->side[side].hex[m->side[side].hex[0] == hex];
}
/* The direction in which a directed road of `land` goes. */
static inline int mk_way_direction(const mk_hexmap *m, int way) {
    return m->side[way >> 1].direction + (way & 1 ? 3 : 0);
}

/* The line of a hex, and its number along it. */
static inline int mk_hex_line_of(const mk_hexmap *m, int hex) {
    return m->names.numbering == MK_LETTERS ? m->u[hex] : m->v[hex];
}
static inline int mk_hex_number_of(const mk_hexmap *m, int hex) {
    return m->names.numbering == MK_LETTERS ? m->v[hex] : (m->v[hex] >> 1) - m->u[hex];
}
/* The number of the first hex of a line, or of a later one; past the last line: hex_count. */
int mk_line_start(const mk_hexmap *, int line);

/* The hexes of the lines from..to, and those at most so far from a hex, are added to a set. */
void mk_add_lines(const mk_hexmap *, int from, int to, mk_word *set);
void mk_add_within(const mk_hexmap *, int hex, int distance, mk_word *set);

/* Tells a view which hexes are in play: the panel "area" has them as runs along their numbers, so
 * many out, so many in, and so on. */
void mk_view_area(mk_view *, const mk_hexmap *, const mk_word *in_play);

/* ---- Nets ---------------------------------------------------------------- */

/* In a net, hexes have their own numbers and hexside s is space hex_count + s. Start it with
 * mk_net_new, add what joins, then mk_graph_build. */
static inline int mk_side_space(const mk_hexmap *m, int side) { return m->hex_count + side; }
static inline int mk_space_side(const mk_hexmap *m, int space) { return space - m->hex_count; }
void mk_net_new(const mk_hexmap *, mk_graph *net);
/* Hexsides of a set are joined where they meet, but for corners of another (NULL: none). */
void mk_net_sides(const mk_hexmap *, mk_graph *net, const mk_word *sides, const mk_word *except);
/* Hexes of a set are joined with their neighbours in it, and with hexsides of the other set that
 * end at one of their corners, but for some: open sea, and the coasts that can be reached from
 * it. */
void mk_net_hexes(const mk_hexmap *, mk_graph *net, const mk_word *hexes, const mk_word *sides,
                  const mk_word *except);

#endif
