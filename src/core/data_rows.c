/* data_rows.c - what the data packs of all games have: ids, names, references to other rows, the
 * edges of the map, options. */
#include <string.h>

#include "data.h"

const char *mk_id_in(mk_value object, int spare) {
    const char *id = mk_str(object, "id");
    size_t n = strspn(id, "abcdefghijklmnopqrstuvwxyz0123456789_"), room = MK_NAME - (size_t)spare;
    if (n == 0 || id[n] || n >= room || strcmp(id, "none") == 0) {
        mk_data_error(
            mk_at(object, "id"),
            "\"%s\" cannot be an id: it must be a word of a-z, 0-9 and _, shorter than %zu "
            "letters and not \"none\"",
            id, room);
    }
    return id;
}

const char *mk_name_in(mk_value object, const char *key, int spare) {
    const char *name = mk_str(object, key);
    size_t room = MK_NAME - (size_t)spare;
    if (!*name || strlen(name) >= room)
        mk_data_error(mk_at(object, key), "a name must have 1 to %zu letters", room - 1);
    return name;
}

bool mk_marked(mk_value object, const char *key) {
    return mk_has(object, key) && mk_flag(object, key);
}

int mk_rows_at_most(mk_value array, int used, int max, const char *what) {
    int n = mk_length(array);
    if (used + n <= max) return n;
    mk_data_error(array, "there are %d %s, more than %d", used + n, what, max);
    return 0;
}

int mk_exactly(mk_value array, int count, const char *what) {
    int n = mk_length(array);
    if (n == count) return n;
    mk_data_error(array, "there must be %d rows (%s), not %d", count, what, n);
    return 0;
}

int mk_choice_of(mk_value string, const char *const *names, const char *what) {
    const char *s = mk_str_value(string);
    for (int i = 0; names[i]; i++) {
        if (strcmp(names[i], s) == 0) return i;
    }
    mk_data_error(string, "there is no %s called \"%s\"", what, s);
    return 0;
}

int mk_named(mk_value string, int (*find)(const char *id), const char *what) {
    const char *id = mk_str_value(string);
    int number = find(id);
    if (number >= 0) return number;
    mk_data_error(string, "there is no %s called \"%s\"", what, id);
    return 0;
}

/* ---- The edges of the map ------------------------------------------------ */

mk_map_edges mk_edges_of(mk_value v) {
    mk_map_edges f = {
        .west = mk_int(v, "west", -180000, 180000),
        .east = mk_int(v, "east", -180000, 180000),
        .south = mk_int(v, "south", -90000, 90000),
        .north = mk_int(v, "north", -90000, 90000),
        .lat_scale = mk_int(v, "lat_scale", 1000, 5000),
    };
    if (f.west >= f.east) mk_data_error(v, "its west edge must be west of its east edge");
    if (f.south >= f.north) mk_data_error(v, "its south edge must be south of its north edge");
    if (f.north - f.south > 5 * (f.east - f.west))
        mk_data_error(v, "it is too narrow for its height");
    if (f.east <= f.west) f.east = f.west + 1; /* reported already */
    return f;
}

int16_t mk_drawn_x(const mk_map_edges *f, int lon) {
    return (int16_t)((lon - f->west) * 1000 / (f->east - f->west));
}

int16_t mk_drawn_y(const mk_map_edges *f, int lat) {
    return (int16_t)((f->north - lat) * f->lat_scale / (f->east - f->west));
}

/* ---- Options ------------------------------------------------------------ */

static void read_option(mk_value v, int number, const mk_known_option *known, mk_option *out) {
    const char *id = mk_str(v, "id");
    if (strcmp(id, known->id) != 0)
        mk_data_error(mk_at(v, "id"), "option %d is %s", number + 1, known->id);
    *out = (mk_option){known->id, mk_str(v, "title"), mk_str(v, "summary"), known->values};
    mk_value list = mk_at(v, "values");
    int count = 0;
    while (known->values[count]) count++;
    int n = mk_exactly(list, count, "values of this option");
    for (int i = 0; i < n; i++) {
        if (strcmp(mk_str_value(mk_item(list, i)), known->values[i]) != 0)
            mk_data_error(mk_item(list, i), "value %d of %s is \"%s\"", i + 1, id,
                          known->values[i]);
    }
}

void mk_read_options(mk_value list, const mk_known_option *known, int count, mk_option *out) {
    int n = mk_exactly(list, count, "options");
    for (int i = 0; i < n; i++) read_option(mk_item(list, i), i, &known[i], &out[i]);
}

mk_scenario mk_scenario_in(mk_value v, const char *id) {
    return (mk_scenario){.id = id,
                         .title = mk_str(v, "title"),
                         .summary = mk_str(v, "summary"),
                         .years = mk_str_or(v, "years", NULL),
                         .hours = mk_str_or(v, "hours", NULL)};
}
