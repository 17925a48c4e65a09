/* play_hex.c - a part of a hex map as text, and marches over several hexes.
 *
 * A hex is a cell of seven columns and two lines: its name or number behind the sign of its
 * ground, then who stands there and how strong, and how many movement points the group that is
 * being led would have left there. Rows of hexes have a third line between them: for the rivers and
 * ridges of their hexsides.
 *
 *      . yy37  ~ yy38    yy39
 *                5      A 6
 *          |       \
 *      New Yor  . xx39
 *      B 20       3
 */
#define _GNU_SOURCE
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "core/fnv.h"
#include "play.h"

enum { CELL = 8, ROW = 3, MAP_COLUMNS = 104, MAP_LINES = 27, FULL = 100, SHORT = 87 };

typedef struct {
    char glyph;
    const char *colour;
} spot;

/* Distances of neighbours on the board are FULL along a line of hexes and SHORT from line to line;
 * lines are rows or columns. */
typedef struct {
    const play *p;
    spot spot[MAP_LINES][MAP_COLUMNS];
    long *strength; /* of each seat at each place of the board; -1: only what has none */
    long x, y;      /* in the middle */
    int columns, lines;
    bool rows;
} canvas;

static bool has_kind(const play *p, int place, const char *kind) {
    const char *its = mk_view_str(p->board, place, "kind");
    return its && strcmp(its, kind) == 0;
}

bool play_is_hex_map(const play *p) {
    EACH_RECORD(r, p->board, "place") { return has_kind(p, r, "hex"); }
    return false;
}

/* ---- Where a hex is drawn ------------------------------------------------ */

/* The first hex that has a neighbour in its row says that there are rows. */
static bool has_rows(const play *p) {
    int first = -1;
    EACH_RECORD(r, p->board, "place") {
        if (first < 0) {
            first = r;
            continue;
        }
        long dx = mk_view_int(p->board, r, "x", 0) - mk_view_int(p->board, first, "x", 0);
        long dy = mk_view_int(p->board, r, "y", 0) - mk_view_int(p->board, first, "y", 0);
        if (dx == FULL && dy == 0) return true;
        if (dx == 0 && dy == FULL) return false;
    }
    return true;
}

static long rounded(long a, long b) { return (2 * a + (a < 0 ? -b : b)) / (2 * b); }

/* The left column and the upper line of a cell. */
static void place_cell(const canvas *c, int place, int *column, int *line) {
    long dx = mk_view_int(c->p->board, place, "x", 0) - c->x;
    long dy = mk_view_int(c->p->board, place, "y", 0) - c->y;
    *column = c->columns / 2 - CELL / 2 + (int)rounded(dx * CELL, c->rows ? FULL : SHORT);
    *line = c->lines / 2 - 1 + (int)(c->rows ? rounded(dy * ROW, SHORT) : rounded(dy * 2, FULL));
}

static bool is_drawn(const canvas *c, int column, int line) {
    return column >= 0 && line >= 0 && column + CELL - 1 <= c->columns && line + 2 <= c->lines;
}

static void write_at(canvas *c, int column, int line, const char *colour, const char *text) {
    for (; *text && column < c->columns; column++, text++)
        if (column >= 0 && line >= 0 && line < c->lines)
            c->spot[line][column] = (spot){*text, colour};
}

/* ---- What is drawn ------------------------------------------------------- */

static const struct {
    const char *word;
    char sign;
} grounds[] = {{"sea", '~'},   {"lake", '='},       {"coast", '_'}, {"mountain", '^'},
               {"swamp", '%'}, {"wilderness", '"'}, {"clear", '.'}, {"civilized", ','}};

static char ground_sign(const play *p, int place) {
    const char *terrain = mk_view_str(p->board, place, "terrain");
    for (size_t i = 0; terrain && i < sizeof grounds / sizeof *grounds; i++)
        if (strncmp(terrain, grounds[i].word, strlen(grounds[i].word)) == 0) return grounds[i].sign;
    return ' ';
}

static bool has_ground(const play *p, char sign) {
    EACH_RECORD(r, p->board, "place") {
        if (ground_sign(p, r) == sign) return true;
    }
    return false;
}

/* "Savannah" of a town; else the sign of the ground and the number of the hex. */
static void write_name(canvas *c, int place, int column, int line) {
    const char *name = mk_view_str(c->p->board, place, "name");
    char text[CELL];
    if (name)
        snprintf(text, sizeof text, "%.7s", name);
    else
        snprintf(text, sizeof text, "%c %.5s", ground_sign(c->p, place),
                 mk_view_key(c->p->board, place));
    write_at(c, column, line, play_ink(c->p, name ? INK_STRONG : INK_QUIET), text);
}

static long strength_of(const play *p, const char *key) {
    static const char *const field[] = {"strength", "steps", "count"};
    for (size_t i = 0; i < sizeof field / sizeof *field; i++) {
        long value = play_int(p, "piece", key, field[i], -1);
        if (value >= 0) return value;
    }
    return -1;
}

/* Whoever is inside a town is shown in its hex. */
static int hex_of(const play *p, const char *place) {
    int r = place ? mk_view_find(p->board, "place", place) : -1;
    const char *of = r >= 0 ? mk_view_str(p->board, r, "of") : NULL;
    return of ? mk_view_find(p->board, "place", of) : r;
}

static void count_strengths(canvas *c) {
    const play *p = c->p;
    EACH_RECORD(r, p->now, "piece") {
        const char *key = mk_view_key(p->now, r);
        int hex = hex_of(p, play_str(p, "piece", key, "place"));
        int owner = play_owner_of(p, "piece", key, "owner");
        if (hex < 0 || owner < 0) continue;
        long *sum = &c->strength[hex * MK_MAX_SEATS + owner], more = strength_of(p, key);
        if (more > 0)
            *sum = (*sum > 0 ? *sum : 0) + more;
        else if (*sum == 0)
            *sum = -1;
    }
}

/* "B20 A3"; a star for leaders and the like who stand alone. */
static int write_strengths(canvas *c, int place, int column, int line) {
    for (int s = 0; s < c->p->game->seat_count; s++) {
        long sum = c->strength[place * MK_MAX_SEATS + s];
        char text[CELL];
        if (sum == 0) continue;
        int n = snprintf(text, sizeof text, sum > 0 ? "%c%ld" : "%c*",
                         c->p->game->seats[s].title[0], sum);
        write_at(c, column, line, play_seat_ink(c->p, s), text);
        column += n + 1;
    }
    return column;
}

/* The panel of a hex that a group on the move can reach; -1: it cannot. */
static int find_reach(const play *p, const char *hex) {
    char key[2 * MK_NAME];
    snprintf(key, sizeof key, "reach.%s", hex);
    return mk_view_find(p->now, "panel", key);
}

static void write_reach(canvas *c, int place, int column, int line) {
    int reach = find_reach(c->p, mk_view_key(c->p->board, place));
    char text[CELL];
    if (reach < 0 || mk_view_int(c->p->now, reach, "left", -1) < 0) return;
    snprintf(text, sizeof text, "(%ld)", mk_view_int(c->p->now, reach, "left", 0));
    write_at(c, column, line, play_ink(c->p, INK_NUMBER), text);
}

static void draw_hex(canvas *c, int place) {
    int column, line;
    place_cell(c, place, &column, &line);
    if (!is_drawn(c, column, line)) return;
    write_name(c, place, column, line);
    column = write_strengths(c, place, column, line + 1);
    write_reach(c, place, column, line + 1);
}

/* A river is a stroke, a wide one several; a ridge is drawn where no river is. */
static void side_text(const canvas *c, int side, char stroke, char out[CELL]) {
    const char *kind = mk_view_str(c->p->board, side, "kind");
    int strokes = kind && strncmp(kind, "river", 5) == 0 ? atoi(kind + 5) : 0;
    bool ridge =
        mk_view_int(c->p->board, side, "mountain", 0) || mk_view_int(c->p->board, side, "rough", 0);
    int n = 0;
    while (n < strokes && n < 3) out[n++] = stroke;
    if (!n && ridge) out[n++] = '^';
    if (mk_view_int(c->p->board, side, "ford", 0)) out[n++] = '+';
    if (mk_view_int(c->p->board, side, "ferry", 0)) out[n++] = 'f';
    out[n] = '\0';
}

static void draw_side(canvas *c, int side) {
    int a = hex_of(c->p, mk_view_str(c->p->board, side, "a"));
    int b = hex_of(c->p, mk_view_str(c->p->board, side, "b"));
    int left[2], top[2];
    char text[CELL];
    if (a < 0 || b < 0) return;
    place_cell(c, a, &left[0], &top[0]);
    place_cell(c, b, &left[1], &top[1]);
    if (!is_drawn(c, left[0], top[0]) || !is_drawn(c, left[1], top[1])) return;
    if (top[0] == top[1]) {
        side_text(c, side, '|', text);
        text[1] = '\0'; /* there is room for one, on either line */
        int between = (left[0] > left[1] ? left[0] : left[1]) - 1;
        write_at(c, between, top[0], play_ink(c->p, INK_QUIET), text);
        write_at(c, between, top[0] + 1, play_ink(c->p, INK_QUIET), text);
    } else {
        int lower = top[0] > top[1] ? 0 : 1;
        side_text(c, side, left[lower] > left[!lower] ? '/' : '\\', text);
        int middle = (left[0] + left[1] + CELL) / 2 - 1;
        write_at(c, middle - (int)strlen(text) / 2, top[lower] - 1, play_ink(c->p, INK_QUIET),
                 text);
    }
}

static void print_canvas(const canvas *c) {
    for (int line = 0; line < c->lines; line++) {
        int end = c->columns;
        while (end > 0 && !c->spot[line][end - 1].glyph) end--;
        const char *colour = "";
        for (int i = 0; i < end; i++) {
            const spot *at = &c->spot[line][i];
            const char *wanted = at->glyph && at->colour ? at->colour : "";
            if (wanted != colour) printf("%s%s", *colour ? play_ink(c->p, INK_PLAIN) : "", wanted);
            colour = wanted;
            putchar(at->glyph ? at->glyph : ' ');
        }
        printf("%s\n", *colour ? play_ink(c->p, INK_PLAIN) : "");
    }
}

void play_draw_hexes(const play *p, const char *middle, int lines) {
    static canvas c; /* large */
    int place = hex_of(p, middle);
    if (place < 0 || !has_kind(p, place, "hex")) return;
    c = (canvas){.p = p,
                 .x = mk_view_int(p->board, place, "x", 0),
                 .y = mk_view_int(p->board, place, "y", 0),
                 .columns = cli_width() - 1 < MAP_COLUMNS ? cli_width() - 1 : MAP_COLUMNS,
                 .lines = lines < MAP_LINES ? lines : MAP_LINES,
                 .rows = has_rows(p)};
    c.strength = calloc((size_t)mk_view_count(p->board) * MK_MAX_SEATS, sizeof *c.strength);
    if (!c.strength) abort();
    count_strengths(&c);
    EACH_RECORD(r, p->board, "place") {
        if (has_kind(p, r, "hex")) draw_hex(&c, r);
    }
    EACH_RECORD(r, p->board, "side") { draw_side(&c, r); }
    print_canvas(&c);
    free(c.strength);
}

void play_draw_legend(const play *p) {
    mk_text text = {0};
    for (size_t i = 0; i < sizeof grounds / sizeof *grounds; i++)
        if (has_ground(p, grounds[i].sign))
            mk_text_add(&text, "%s%c %s", text.n ? ", " : "", grounds[i].sign, grounds[i].word);
    mk_text_add(&text, "; | / \\ river, ^ ridge, + ford, f ferry; "
                       "letter and number: whose, and how strong; (5): points left there");
    fputs(play_ink(p, INK_QUIET), stdout);
    cli_wrapped(0, text.p);
    fputs(play_ink(p, INK_PLAIN), stdout);
    mk_text_free(&text);
}

/* ---- Where one looks ----------------------------------------------------- */

/* The place of a group or force on the move; NULL: there is none. */
static const char *place_on_move(const play *p) {
    EACH_RECORD(r, p->now, "panel") {
        const char *key = mk_view_key(p->now, r), *place = mk_view_str(p->now, r, "place");
        if (place && !strchr(key, '.') && hex_of(p, place) >= 0) return place;
    }
    return NULL;
}

const char *play_hex_of_interest(const play *p) {
    const char *place = place_on_move(p);
    if (place) return place;
    EACH_RECORD(r, p->now, "piece") {
        const char *key = mk_view_key(p->now, r);
        place = play_str(p, "piece", key, "place");
        if (hex_of(p, place) >= 0 && play_owner_of(p, "piece", key, "owner") == p->seat)
            return place;
    }
    return NULL;
}

/* Where the group is, and the hexes that it can reach. */
static uint64_t way_hash(const play *p, const char *place) {
    uint64_t hash = mk_fnv(MK_FNV_START, place, strlen(place));
    EACH_RECORD(r, p->now, "panel") {
        if (strncmp(mk_view_key(p->now, r), "reach.", 6) == 0) hash = play_hash(p, hash, r);
    }
    return hash;
}

void play_draw_way(play *p, play_extent extent) {
    const char *place = play_is_hex_map(p) ? place_on_move(p) : NULL;
    uint64_t way = place ? way_hash(p, place) : 0;
    if (place && (extent == PLAY_ALL || way != p->way_drawn)) {
        play_draw_line(p);
        play_draw_hexes(p, place, 14);
    }
    p->way_drawn = way;
}

int play_step_reach(const play *p, int action) {
    const char *step = mk_view_key(p->now, action), *from = place_on_move(p);
    const char *by = mk_view_str(p->now, action, "a"), *verb = mk_view_str(p->now, action, "verb");
    EACH_RECORD(r, p->now, "panel") {
        if (strncmp(mk_view_key(p->now, r), "reach.", 6) != 0) continue;
        const char *way = mk_view_str(p->now, r, "way"), *last = mk_view_str(p->now, r, "from");
        if (way && strcmp(way, step) == 0) return r;
        if (!last || !from || !by || strcmp(last, from) != 0) continue;
        bool ferry = mk_view_int(p->now, r, "ferry", 0);
        if (strcmp(mk_view_str(p->now, r, "by"), by) == 0 &&
            strcmp(verb, ferry ? "ferry" : "step") == 0)
            return r;
    }
    return -1;
}

/* ---- Marches ------------------------------------------------------------- */

enum { MOST_HOPS = 64 };

typedef struct {
    char action[MOST_HOPS][MK_NAME];
    int count;
} march;

/* From hex to hex backwards, as far as each panel says where it is reached from. */
static bool hops_back(const play *p, int reach, march *m) {
    char turned[MOST_HOPS][MK_NAME];
    int n = 0;
    while (reach >= 0 && n < MOST_HOPS) {
        bool ferry = mk_view_int(p->now, reach, "ferry", 0);
        const char *by = mk_view_str(p->now, reach, "by"),
                   *from = mk_view_str(p->now, reach, "from");
        if (!by || !from) return false;
        snprintf(turned[n++], MK_NAME, "%s %s", ferry ? "ferry" : "step", by);
        reach = find_reach(p, from);
    }
    for (m->count = 0; m->count < n; m->count++)
        memcpy(m->action[m->count], turned[n - 1 - m->count], MK_NAME);
    return n > 0;
}

/* "step n row ne": verbs and directions. */
static bool hops_forward(const char *way, march *m) {
    char verb[MK_NAME / 2], direction[MK_NAME / 2 - 1];
    int read;
    for (m->count = 0; m->count < MOST_HOPS; m->count++, way += read) {
        if (sscanf(way, " %31s %30s%n", verb, direction, &read) != 2) break;
        snprintf(m->action[m->count], MK_NAME, "%s %s", verb, direction);
    }
    return m->count > 0;
}

static bool find_march(const play *p, const char *hex, march *m) {
    int reach = find_reach(p, hex);
    if (reach < 0) return false;
    const char *way = mk_view_str(p->now, reach, "way");
    return way ? hops_forward(way, m) : hops_back(p, reach, m);
}

/* A force that is being formed sets out first. */
static void set_out(play *p) {
    mk_action go;
    if (mk_view_find(p->now, "action", "go") >= 0 && mk_parse_action(p->game, "go", &go, NULL))
        play_act(p, go);
}

bool play_march_to(play *p, const char *command) {
    if (strncasecmp(command, "go ", 3) != 0 || !play_is_hex_map(p)) return false;
    const char *hex = play_find_place(p, command + 3 + strspn(command + 3, " "));
    march m;
    if (!hex || !find_march(p, hex, &m)) {
        play_complain(p, hex ? "%s is not in reach." : "There is no such hex.",
                      hex ? play_place_name(p, hex) : "");
        return true;
    }
    p->batch_from = mk_table_count(p->table);
    set_out(p);
    for (int i = 0; i < m.count; i++) {
        mk_action step;
        if (mk_seat(p->game, mk_table_state(p->table)) != p->seat) break;
        if (!mk_parse_action(p->game, m.action[i], &step, NULL)) break;
        if (!mk_legal(p->game, mk_table_state(p->table), step)) break;
        play_act(p, step);
    }
    p->batch_to = mk_table_count(p->table);
    return true;
}
