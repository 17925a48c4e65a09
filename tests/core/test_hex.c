/* Hex maps of both numberings against the plane they are drawn on: what touches, what is shared,
 * how far it is. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/pack.h"
#include "map/hex_data.h"
#include "musket.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static mk_rng rng;
static mk_hexmap m;

static int below(int n) { return (int)mk_below(&rng, (uint32_t)n); }

/* ---- Random maps ---- */

enum { MOST_LINES = 40 };

static const mk_hex_names letters = {.numbering = MK_LETTERS};
static const mk_hex_names two_sheets = {
    MK_DIGITS, 2, {{.prefix = "S", .from = 10, .to = 30, .line = 10}, {"", 10, 40, 30}}};

/* Rows like those of a board that leans, or columns; a line overlaps the one before it. */
static void random_map(const mk_hex_names *names) {
    mk_hex_line line[MOST_LINES];
    int count = 1 + below(MOST_LINES);
    int from = names->numbering == MK_LETTERS ? 1 + below(40) : 10 + below(51 - count + 1);
    int first = 5 + below(20), size = 3 + below(12);
    for (int i = 0; i < count; i++) {
        line[i] = (mk_hex_line){(int16_t)(from + i), (int16_t)first, (int16_t)size};
        first += below(3) - (first > 2);
        size += below(3) - (size > 3);
    }
    mk_hexmap_new(&m, names, line, count);
}

/* The centre of a hex, one apart from its neighbours, by the numbers printed in it. */
typedef struct {
    double x, y;
} point;

static point centre_of(mk_numbering numbering, int line, int number) {
    double down = sqrt(3) / 2;
    if (numbering == MK_LETTERS) return (point){number - line / 2.0, line * down};
    return (point){line * down, -(number + (line % 2) / 2.0)};
}

static point centre(int hex) {
    return centre_of(m.names.numbering, mk_hex_line_of(&m, hex), mk_hex_number_of(&m, hex));
}

static double apart(point a, point b) { return hypot(a.x - b.x, a.y - b.y); }
static bool same(point a, point b) { return apart(a, b) < 1e-6; }

/* Clockwise from straight up where columns have digits; where rows have letters, direction 0 leans
 * to the left. */
static point beyond(int hex, int direction) {
    double degrees = (m.names.numbering == MK_LETTERS ? 120 : 90) - 60.0 * direction;
    double angle = degrees * acos(-1) / 180;
    point p = centre(hex);
    return (point){p.x + cos(angle), p.y + sin(angle)};
}

static point corner_point(int hex, int at) {
    point a = centre(hex), b = beyond(hex, at), c = beyond(hex, (at + 1) % 6);
    return (point){(a.x + b.x + c.x) / 3, (a.y + b.y + c.y) / 3};
}

static int hex_at_point(point p) {
    for (int hex = 0; hex < m.hex_count; hex++)
        if (same(centre(hex), p)) return hex;
    return MK_NOWHERE;
}

/* ---- What touches ---- */

static void check_neighbours(void) {
    for (int hex = 0; hex < m.hex_count; hex++) {
        for (int d = 0; d < MK_DIRECTIONS; d++) {
            int near = m.near[hex][d];
            assert_int_equal(near, hex_at_point(beyond(hex, d)));
            if (near == MK_NOWHERE) continue;
            assert_int_equal(m.near[near][(d + 3) % 6], hex);
            assert_int_equal(mk_hex_direction(&m, hex, near), d);
            assert_int_equal(mk_side_between(&m, hex, near), m.side_of[hex][d]);
            assert_int_equal(mk_side_beyond(&m, m.side_of[hex][d], hex), near);
            int way = mk_way(&m.land, hex, near);
            assert_int_equal(way >> 1, m.side_of[hex][d]);
            assert_int_equal(mk_way_direction(&m, way), d);
        }
    }
}

/* A side has one number for both hexes, and its ends are where they meet. */
static void check_sides(void) {
    bool *seen = calloc((size_t)m.side_count, sizeof *seen);
    for (int hex = 0; hex < m.hex_count; hex++) {
        for (int d = 0; d < MK_DIRECTIONS; d++) {
            int number = m.side_of[hex][d], near = m.near[hex][d];
            const mk_side *s = &m.side[number];
            seen[number] = true;
            assert_int_equal(number < m.inner_sides, near != MK_NOWHERE);
            assert_int_equal(s->direction, d % 3);
            assert_int_equal(s->hex[d < 3 ? 0 : 1], hex);
            assert_int_equal(s->hex[d < 3 ? 1 : 0], near);
            int before = m.corner_of[hex][(d + 5) % 6], after = m.corner_of[hex][d];
            assert_int_equal(s->corner[d < 3 ? 0 : 1], before);
            assert_int_equal(s->corner[d < 3 ? 1 : 0], after);
        }
    }
    for (int i = 0; i < m.side_count; i++) assert_true(seen[i]);
    free(seen);
}

/* Corners are the same point if and only if they are the same number. */
static void check_corners(void) {
    point *at = calloc((size_t)m.corner_count, sizeof *at);
    bool *seen = calloc((size_t)m.corner_count, sizeof *seen);
    for (int hex = 0; hex < m.hex_count; hex++) {
        for (int i = 0; i < MK_DIRECTIONS; i++) {
            int corner = m.corner_of[hex][i];
            point p = corner_point(hex, i);
            assert_true(!seen[corner] || same(at[corner], p));
            seen[corner] = true;
            at[corner] = p;
        }
    }
    for (int i = 0; i < m.corner_count; i++) {
        assert_true(seen[i]);
        for (int j = 0; j < i; j++) assert_false(same(at[i], at[j]));
        const mk_corner *c = &m.corner[i];
        for (int k = 0; k < 3; k++) {
            if (c->hex[k] != MK_NOWHERE)
                assert_true(fabs(apart(centre(c->hex[k]), at[i]) - 1 / sqrt(3)) < 1e-6);
            if (c->side[k] == MK_NOWHERE) continue;
            const mk_side *s = &m.side[c->side[k]];
            assert_true(s->corner[0] == i || s->corner[1] == i);
            if (c->hex[k] != MK_NOWHERE) /* it lies opposite */
                assert_true(s->hex[0] != c->hex[k] && s->hex[1] != c->hex[k]);
        }
    }
    free(at);
    free(seen);
}

static int pieces(void) {
    MK_SET(4096) left = {{0}};
    mk_set_below(&left, m.hex_count);
    int count = 0;
    for (; mk_set_any(&left); count++) {
        MK_SET(4096) piece = {{0}};
        mk_set_add(&piece, mk_set_first(&left));
        mk_flood(&m.land, piece.word, -1, NULL);
        for (int i = 0; i < (int)(sizeof left / 8); i++) left.word[i] &= ~piece.word[i];
    }
    return count;
}

static void hexes_sides_and_corners_touch_as_on_paper(void **state) {
    (void)state;
    for (int round = 0; round < 40; round++) {
        random_map(round % 2 ? &letters : &two_sheets);
        check_neighbours();
        check_sides();
        check_corners();
        /* Euler: corners - sides + hexes, one for each piece of land without a lake in it. */
        assert_int_equal(m.corner_count - m.side_count + m.hex_count, pieces());
    }
}

/* ---- How far ---- */

static void distances_are_steps(void **state) {
    (void)state;
    for (int round = 0; round < 40; round++) {
        random_map(round % 2 ? &letters : &two_sheets);
        int16_t steps[MOST_LINES * 64];
        for (int tries = 0; tries < 10; tries++) {
            int hex = below(m.hex_count), range = below(8);
            MK_SET(4096) from = {{0}}, within = {{0}};
            mk_set_add(&from, hex);
            mk_distances(&m.land, from.word, NULL, steps);
            mk_add_within(&m, hex, range, within.word);
            for (int to = 0; to < m.hex_count; to++) {
                int distance = mk_hex_distance(&m, hex, to);
                assert_int_equal(mk_hex_distance(&m, to, hex), distance);
                /* The map bends, so a way on it may be longer; a hex is 0.866 wide. */
                assert_true(steps[to] < 0 || steps[to] >= distance);
                double straight = apart(centre(hex), centre(to));
                assert_true(distance >= straight - 1e-6 && distance <= straight / 0.866 + 1e-6);
                assert_int_equal(mk_set_has(&within, to), distance <= range);
                if (distance == 0) continue;
                int nearer = 0; /* some neighbour, on the map or not, is one nearer: steps exist */
                for (int d = 0; d < MK_DIRECTIONS; d++) {
                    int next = m.near[to][d];
                    nearer += next == MK_NOWHERE || mk_hex_distance(&m, hex, next) == distance - 1;
                }
                assert_true(nearer > 0);
            }
        }
    }
    /* On a board without bends both agree. */
    mk_hex_line line[30];
    for (int i = 0; i < 30; i++) line[i] = (mk_hex_line){(int16_t)(10 + i), 1, 20};
    mk_hexmap_new(&m, &two_sheets, line, 30);
    int16_t steps[600];
    for (int hex = 0; hex < m.hex_count; hex += 7) {
        MK_SET(600) from = {{0}};
        mk_set_add(&from, hex);
        mk_distances(&m.land, from.word, NULL, steps);
        for (int to = 0; to < m.hex_count; to++)
            assert_int_equal(steps[to], mk_hex_distance(&m, hex, to));
    }
}

static void lines_are_ranges(void **state) {
    (void)state;
    for (int round = 0; round < 20; round++) {
        random_map(round % 2 ? &letters : &two_sheets);
        int from = m.first_line - 2 + below(m.line_count + 4), to = from + below(5);
        MK_SET(4096) set = {{0}};
        mk_add_lines(&m, from, to, set.word);
        for (int hex = 0; hex < m.hex_count; hex++) {
            int line = mk_hex_line_of(&m, hex);
            assert_int_equal(mk_set_has(&set, hex), line >= from && line <= to);
            assert_int_equal(mk_hex_at(&m, m.u[hex], m.v[hex]), hex);
            bool next = hex + 1 < m.hex_count && mk_hex_line_of(&m, hex + 1) == line;
            if (next)
                assert_int_equal(mk_hex_number_of(&m, hex + 1), mk_hex_number_of(&m, hex) + 1);
        }
        assert_int_equal(mk_hex_at(&m, 30000, 30000), MK_NOWHERE);
    }
}

/* Where play goes on is told in runs: so many hexes out of it, so many in, and so on. */
static void what_is_in_play_is_told_in_runs(void **state) {
    (void)state;
    mk_rng_seed(&rng, 5);
    mk_view *v = mk_view_new();
    for (int round = 0; round < 20; round++) {
        random_map(&letters);
        mk_word in_play[1024 / 64] = {0};
        assert_true(m.hex_count <= 1024);
        for (int hex = 0; hex < m.hex_count; hex++)
            if (below(20) < round) mk_words_add(in_play, hex);
        mk_view_clear(v);
        mk_view_area(v, &m, in_play);
        const char *at = mk_view_str(v, mk_view_find(v, "panel", "area"), "runs");
        int hex = 0;
        for (bool in = false; *at; in = !in) {
            char *end;
            for (long run = strtol(at, &end, 10); run > 0; run--)
                assert_int_equal(mk_words_has(in_play, hex++), in);
            at = end;
        }
        assert_int_equal(hex, m.hex_count);
        mk_hexmap_free(&m);
    }
    mk_view_free(v);
}

/* ---- Names ---- */

static void names_are_those_of_the_board(void **state) {
    (void)state;
    mk_hex_line row[60];
    for (int i = 0; i < 60; i++) row[i] = (mk_hex_line){(int16_t)(20 + i), 3, 40};
    mk_hexmap_new(&m, &letters, row, 60);
    int hex = mk_hex_named(&m, "HHH38");
    assert_int_equal(mk_hex_line_of(&m, hex), 60);
    assert_int_equal(mk_hex_number_of(&m, hex), 38);
    assert_string_equal(mk_hex_name(&m, hex), "HHH38");
    assert_int_equal(mk_hex_named(&m, "hhh38"), hex);
    assert_int_equal(mk_hex_line_of(&m, mk_hex_named(&m, "Z3")), 26);
    assert_int_equal(mk_hex_line_of(&m, mk_hex_named(&m, "AA3")), 27);
    assert_int_equal(mk_hex_line_of(&m, mk_hex_named(&m, "AAAA3")), 79);
    static const char *const none[] = {"",    "A",   "T",      "T2",  "T43",    "A5",     "AB5",
                                       "HHH", "38",  "HHH038", "T3 ", "T3/",    "T1000",  "TT",
                                       "-5",  "T-3", "BBBB3",  "T3x", "AAAAA3", "T00003", "%s"};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++)
        assert_int_equal(mk_hex_named(&m, none[i]), -1);
    for (int i = 0; i < m.hex_count; i++) assert_int_equal(mk_hex_named(&m, mk_hex_name(&m, i)), i);

    mk_hex_line column[50];
    for (int i = 0; i < 50; i++) column[i] = (mk_hex_line){(int16_t)(11 + i), 1, 29};
    mk_hexmap_new(&m, &two_sheets, column, 50);
    assert_string_equal(mk_hex_name(&m, 0), "S1101");
    assert_int_equal(mk_hex_line_of(&m, mk_hex_named(&m, "S2920")), 29);
    assert_int_equal(mk_hex_named(&m, "S3020"), mk_hex_named(&m, "1020")); /* the overlap */
    assert_string_equal(mk_hex_name(&m, mk_hex_named(&m, "s3020")), "1020");
    assert_int_equal(mk_hex_line_of(&m, mk_hex_named(&m, "4029")), 60);
    static const char *const nowhere[] = {"",      "S3120", "4101", "1000",  "1030",
                                          "S1001", "X1101", "110",  "11011", "S110",
                                          "1101S", "0901",  "S",    "SS1101"};
    for (size_t i = 0; i < sizeof nowhere / sizeof *nowhere; i++)
        assert_int_equal(mk_hex_named(&m, nowhere[i]), -1);
    for (int i = 0; i < m.hex_count; i++) assert_int_equal(mk_hex_named(&m, mk_hex_name(&m, i)), i);
}

static void sides_and_corners_are_named_by_their_hexes(void **state) {
    (void)state;
    for (int round = 0; round < 20; round++) {
        random_map(round % 2 ? &letters : &two_sheets);
        for (int side = 0; side < m.side_count; side++) {
            char name[MK_SIDE_NAME], back[MK_SIDE_NAME];
            mk_side_name(&m, side, name);
            assert_int_equal(mk_side_named(&m, name), side);
            const char *slash = strchr(name, '/');
            assert_true(snprintf(back, sizeof back, "%s/%.*s", slash + 1, (int)(slash - name),
                                 name) < (int)sizeof back);
            assert_int_equal(mk_side_named(&m, back), side);
        }
        for (int i = 0; i < 50; i++) {
            int corner = below(m.corner_count), turn = below(3);
            const uint16_t *hex = m.corner[corner].hex;
            if (hex[1] == MK_NOWHERE || hex[2] == MK_NOWHERE) continue;
            char name[32];
            snprintf(name, sizeof name, "%s/%s/%s", mk_hex_name(&m, hex[turn]),
                     mk_hex_name(&m, hex[(turn + 2) % 3]), mk_hex_name(&m, hex[(turn + 1) % 3]));
            assert_int_equal(mk_corner_named(&m, name), corner);
        }
        char far[32], self[32];
        snprintf(far, sizeof far, "%s/%s", mk_hex_name(&m, 0), mk_hex_name(&m, m.hex_count - 1));
        snprintf(self, sizeof self, "%s/%s", mk_hex_name(&m, 0), mk_hex_name(&m, 0));
        if (mk_hex_distance(&m, 0, m.hex_count - 1) > 1)
            assert_int_equal(mk_side_named(&m, far), -1);
        assert_int_equal(mk_side_named(&m, self), -1);
        assert_int_equal(mk_side_named(&m, mk_hex_name(&m, 0)), -1);
        assert_int_equal(mk_corner_named(&m, self), -1);
    }
}

/* ---- Nets ---- */

static bool meet(const mk_side *a, const mk_side *b, const mk_word *except) {
    for (int i = 0; i < 2; i++) {
        for (int j = 0; j < 2; j++)
            if (a->corner[i] == b->corner[j] && !mk_words_has(except, a->corner[i])) return true;
    }
    return false;
}

static bool is_corner_of(int hex, const mk_side *s, const mk_word *except) {
    for (int at = 0; at < MK_DIRECTIONS; at++) {
        int corner = m.corner_of[hex][at];
        bool end = s->corner[0] == corner || s->corner[1] == corner;
        if (end && !mk_words_has(except, corner)) return true;
    }
    return false;
}

static int roads_between(const mk_graph *net, int a, int b) {
    int count = 0;
    MK_EXIT_EACH(x, net, a) count += x->to == b;
    return count;
}

static void nets_join_what_meets(void **state) {
    (void)state;
    static mk_graph net;
    for (int round = 0; round < 12; round++) {
        random_map(round % 2 ? &letters : &two_sheets);
        MK_SET(8192) hexes = {{0}}, sides = {{0}}, except = {{0}};
        for (int i = 0; i < m.hex_count; i++) mk_set_put(&hexes, i, below(3) == 0);
        for (int i = 0; i < m.side_count; i++) mk_set_put(&sides, i, below(3) == 0);
        for (int i = 0; i < m.corner_count; i++) mk_set_put(&except, i, below(6) == 0);
        mk_net_new(&m, &net);
        mk_net_sides(&m, &net, sides.word, except.word);
        mk_net_hexes(&m, &net, hexes.word, sides.word, except.word);
        mk_graph_build(&net);
        for (int a = 0; a < m.side_count; a++) {
            for (int b = 0; b < a; b++) {
                bool joined = mk_set_has(&sides, a) && mk_set_has(&sides, b) &&
                              meet(&m.side[a], &m.side[b], except.word);
                assert_int_equal(roads_between(&net, mk_side_space(&m, a), mk_side_space(&m, b)),
                                 joined);
            }
            for (int hex = 0; hex < m.hex_count; hex++) {
                bool joined = mk_set_has(&sides, a) && mk_set_has(&hexes, hex) &&
                              is_corner_of(hex, &m.side[a], except.word);
                assert_int_equal(roads_between(&net, hex, mk_side_space(&m, a)), joined);
            }
        }
        for (int a = 0; a < m.hex_count; a++) {
            for (int b = 0; b < a; b++) {
                bool joined = mk_set_has(&hexes, a) && mk_set_has(&hexes, b) &&
                              mk_hex_distance(&m, a, b) == 1;
                assert_int_equal(roads_between(&net, a, b), joined);
            }
        }
    }
    mk_graph_free(&net);
}

static void attributes_of_sides_are_those_of_roads(void **state) {
    (void)state;
    random_map(&letters);
    for (int side = 0; side < m.side_count; side++) mk_mark_side(&m, side, 1u << side % 16);
    for (int side = 0; side < m.side_count; side++) {
        mk_mark_side(&m, side, 1);
        assert_int_equal(m.side_bits[side], 1 | 1 << side % 16);
        if (side < m.inner_sides)
            assert_int_equal(mk_way_bits(&m.land, 2 * side), 1 | 1 << side % 16);
    }
    mk_mark_hex(&m, 0, 4);
    mk_mark_hex(&m, 0, 1);
    mk_mark_corner(&m, 0, 8);
    assert_true(m.hex_bits[0] == 5 && m.corner_bits[0] == 8);
}

/* ---- Reading ---- */

/* Reads a map from these texts; what is wrong with it, "" if nothing. */
static const char *read(const char *grid, const char *ground, const char *colour) {
    static mk_error err;
    char file[600];
    int n = snprintf(file, sizeof file,
                     "{\"game\": \"x\", \"version\": 1, \"grid\": %s, \"ground\": %s, "
                     "\"colour\": %s, \"sides\": \"A1/A2  B2/A2 \", \"hex\": \"B2\"}",
                     grid, ground, colour);
    mk_pack_put("x/map.json", "x/map.json", file, (size_t)n);
    err = (mk_error){0};
    mk_value root = mk_file_open("x/map.json", "x", 1, &err);
    uint8_t out[100];
    mk_read_hexmap(&m, mk_at(root, "grid"), mk_at(root, "ground"), 20);
    mk_read_picture(&m, mk_at(root, "ground"), ".~", out);
    mk_read_picture(&m, mk_at(root, "colour"), "abc", out);
    mk_value sides = mk_at(root, "sides");
    int side, count = 0;
    for (const char *at = mk_str_value(sides); mk_next_side(&m, sides, &at, &side);) count++;
    int hex = mk_read_hex(&m, mk_at(root, "hex"));
    if (!mk_file_close(&root)) return err.text;
    assert_int_equal(count, 2);
    assert_string_equal(mk_hex_name(&m, hex), "B2");
    assert_int_equal(out[hex], 2);
    return "";
}

static void maps_are_read_from_pictures(void **state) {
    (void)state;
    const char *grid = "{\"numbering\": \"letters\"}", *ground = "[\"A1 ..~\", \"B1 ...\"]",
               *colour = "[\"A1 aaa\", \"B1 acc\"]";
    assert_string_equal(read(grid, ground, colour), "");
    assert_int_equal(m.hex_count, 6);
    static const struct {
        const char *grid, *ground, *colour, *error;
    } wrong[] = {
        {"{\"numbering\": \"words\"}", NULL, NULL,
         "grid.numbering: expected one of letters, digits; found \"words\""},
        {NULL, "[]", NULL, "ground: there must be a line"},
        {NULL, "[\"A1\"]", NULL, "ground[0]: expected the name of a hex, a space and signs"},
        {NULL, "[\"A1 \"]", NULL, "ground[0]: expected the name of a hex, a space and signs"},
        {NULL, "[\"AB1 ..\"]", NULL, "ground[0]: expected the name of a hex, a space and signs"},
        {NULL, "[\"AAAAAAAAAAAA1 ..\"]", NULL,
         "ground[0]: expected the name of a hex, a space and signs"},
        {NULL, "[\"A1 ...\", \"C1 ...\"]", NULL,
         "ground[1]: lines come in order, one after the other"},
        {NULL, "[\"A1 ...........\", \"B1 ..........\"]", NULL,
         "ground: there are more than 20 hexes"},
        {NULL, "[\"A1 ..~\", \"B1 .?.\"]", NULL, "ground[1]: the sign of B2 is none of .~"},
        {NULL, NULL, "[\"A1 aaa\"]", "colour: there must be 2 rows (lines), not 1"},
        {NULL, NULL, "[\"A1 aaa\", \"B1 ac\"]",
         "colour[1]: this line is not like that of the first picture, which has 3 hexes from B1"},
        {NULL, NULL, "[\"A1 aaa\", \"B2 acc\"]",
         "colour[1]: this line is not like that of the first picture, which has 3 hexes from B1"},
        {NULL, "[\"A1 .\", \"B1 .\"]", "[\"A1 a\", \"B1 a\"]",
         "sides: there is no hexside B2/A2 on the map"},
        {NULL, "[\"A2 ..\"]", "[\"A2 aa\"]", "hex: there is no hex B2 on the map"},
        {"{\"numbering\": \"digits\", \"sheets\": []}", "[\"1001 ..\"]", NULL,
         "ground[0]: expected the name of a hex, a space and signs"},
        {"{\"numbering\": \"digits\", \"sheets\": [{\"prefix\": \"s\", \"from\": 1, \"to\": 2, "
         "\"line\": 1}]}",
         NULL, NULL, "grid.sheets[0].prefix: expected at most 2 capitals"},
        {"{\"numbering\": \"digits\", \"sheets\": [{\"prefix\": \"\", \"from\": 3, \"to\": 2, "
         "\"line\": 1}]}",
         NULL, NULL, "grid.sheets[0]: it ends before it begins"},
        {"{\"numbering\": \"digits\", \"sheets\": [{\"prefix\": \"\", \"from\": 1, \"to\": 2, "
         "\"line\": 1}, {\"prefix\": \"\", \"from\": 1, \"to\": 9, \"line\": 2}]}",
         "[\"0201 ..\"]", NULL, "grid: two hexes are called 0101"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        const char *error =
            read(wrong[i].grid ? wrong[i].grid : grid, wrong[i].ground ? wrong[i].ground : ground,
                 wrong[i].colour ? wrong[i].colour : colour);
        assert_string_equal(error, wrong[i].error);
    }
    mk_pack_clear();
}

int main(void) {
    mk_rng_seed(&rng, 1744);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hexes_sides_and_corners_touch_as_on_paper),
        cmocka_unit_test(distances_are_steps),
        cmocka_unit_test(lines_are_ranges),
        cmocka_unit_test(what_is_in_play_is_told_in_runs),
        cmocka_unit_test(names_are_those_of_the_board),
        cmocka_unit_test(sides_and_corners_are_named_by_their_hexes),
        cmocka_unit_test(nets_join_what_meets),
        cmocka_unit_test(attributes_of_sides_are_those_of_roads),
        cmocka_unit_test(maps_are_read_from_pictures),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    mk_hexmap_free(&m);
    return failed;
}
