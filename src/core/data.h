/* data.h - reading data packs.
 *
 * A pack is a folder per game with JSON files. Each file begins with "game" and "version".
 * A reader walks an object key by key; when it closes the object, every key that was not read
 * is an error, so that nothing in the data is silently ignored. Keys that explain instead of
 * saying ("provenance", "note", "notes", "legend", "about", and any key ending in "_provenance"
 * or "_note") may stand anywhere and need not be read.
 *
 * All readers are sticky: after the first error they return zeros and do nothing, so a loader
 * reads straight through and asks once at the end. The error names file, key path and reason.
 */
#ifndef MK_DATA_H
#define MK_DATA_H

#include "musket.h"

typedef struct mk_file mk_file; /* an open data file; owns what it read */
typedef struct {
    mk_file *file;
    void *json; /* NULL after an error or for a missing optional value */
    char path[160];
} mk_value;

/* Opens "p77/map.json" from the pack in use, checks that it is JSON without duplicate keys, an
 * object, of this game and version. Returns the root. */
mk_value mk_file_open(const char *name, const char *game, int version, mk_error *);
/* Closes it, after checking that every key was read. False if anything went wrong since. */
bool mk_file_close(mk_value *root);

bool mk_has(mk_value object, const char *key); /* counts as read only when then read */
mk_value mk_at(mk_value object, const char *key);
mk_value mk_item(mk_value array, int index);
int mk_length(mk_value array); /* of an array */
bool mk_is_null(mk_value);
int mk_int(mk_value object, const char *key, int min, int max);
bool mk_flag(mk_value object, const char *key);
/* Valid until the process ends: strings of data files are interned. */
const char *mk_str(mk_value object, const char *key);
const char *mk_str_or(mk_value object, const char *key, const char *missing); /* also for null */
int mk_int_value(mk_value number, int min, int max);
const char *mk_str_value(mk_value string);
/* One of the names in a NULL-terminated list, as its index. */
int mk_choice(mk_value object, const char *key, const char *const *names);
/* Keys of an object whose keys are names (reads none of them). NULL: no more. */
const char *mk_key_at(mk_value object, int index);
/* A key that is known and not needed by the rules (a picture's coordinates): counts as read. */
void mk_skip(mk_value object, const char *key);
/* Reports an inconsistency at this value: mk_data_error(v, "there is no space called %s", name). */
void mk_data_error(mk_value, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* ---- Rows that the packs of all games have (data_rows.c) ---------------- */

/* "id", a word of a-z, 0-9 and _ that is not "none", and a name. Both are as short as MK_NAME asks
 * for when the game adds `spare` letters to them. */
const char *mk_id_in(mk_value object, int spare);
const char *mk_name_in(mk_value object, const char *key, int spare);
bool mk_marked(mk_value object, const char *key); /* a flag that is false where it is left out */
/* How many rows to read: none, and a complaint, if they are more than fit, or not so many. */
int mk_rows_at_most(mk_value array, int used, int max, const char *what);
int mk_exactly(mk_value array, int count, const char *what);
/* Like mk_choice, for a string in a list. */
int mk_choice_of(mk_value string, const char *const *names, const char *what);
/* The number of what a string names, as `find` knows it (-1: not); 0 after a complaint. */
int mk_named(mk_value string, int (*find)(const char *id), const char *what);

/* The edges of the drawn map in thousandths of a degree, and places on it: its width is 1000. */
typedef struct {
    int west, east, south, north;
    int lat_scale; /* a degree of latitude, in thousandths of a degree of longitude */
} mk_map_edges;
mk_map_edges mk_edges_of(mk_value);
int16_t mk_drawn_x(const mk_map_edges *, int lon);
int16_t mk_drawn_y(const mk_map_edges *, int lat);

/* Options as the code knows them, in this order; the pack says what they are called and mean. */
typedef struct {
    const char *id;
    const char *values[5]; /* the first is the default; NULL: no more */
} mk_known_option;
/* Title, summary, and what players want to know before they choose it. */
mk_scenario mk_scenario_in(mk_value object, const char *id);
void mk_read_options(mk_value list, const mk_known_option *known, int count, mk_option *out);

/* Is this one of the keys that explain instead of saying? */
bool mk_explains(const char *key);

/* The files of the pack in use, as bytes: "p77/rules.txt". NULL: there is none. */
const char *mk_file_bytes(const char *name, size_t *size);

#endif
