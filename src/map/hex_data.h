/* hex_data.h - hex maps in data packs: the parts that all of them have.
 *
 *   "grid": {"numbering": "letters"}
 *   "grid": {"numbering": "digits", "sheets": [{"prefix": "S", "from": 10, "to": 60, "line": 10},
 * …]} "ground": ["A1 ......s..~~===", "B1 .......", …]
 *
 * A picture is a list of texts, one for each line of the map in order: the name of the line's
 * first hex, a space, and a sign for each hex along it. The first picture of a map also says which
 * hexes there are; every other one has the same lines.
 *
 * Hexes and hexsides are written by their names, several of them in one text with spaces between.
 */
#ifndef MK_HEX_DATA_H
#define MK_HEX_DATA_H

#include "core/data.h"
#include "map/hex.h"

/* Makes the map that a grid and a picture describe, with at most so many hexes. If they do not,
 * it says why and leaves the map empty. */
void mk_read_hexmap(mk_hexmap *, mk_value grid, mk_value picture, int max_hexes);
/* For each hex the place of its sign among the signs. */
void mk_read_picture(const mk_hexmap *, mk_value picture, const char *signs, uint8_t *out);

/* One name; 0 after a complaint. */
int mk_read_hex(const mk_hexmap *, mk_value name);
int mk_read_side(const mk_hexmap *, mk_value name);
int mk_read_corner(const mk_hexmap *, mk_value name);
/* The next name of a text. Start with *at = mk_str_value(text); false: no more, or a complaint.
 *
 *     for (const char *at = mk_str_value(text); mk_next_side(m, text, &at, &side);) … */
bool mk_next_hex(const mk_hexmap *, mk_value text, const char **at, int *hex);
bool mk_next_side(const mk_hexmap *, mk_value text, const char **at, int *side);

#endif
