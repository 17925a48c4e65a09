/* Maps of points: every search against a naive one on random graphs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "map/graph.h"
#include "musket.h"

#include <stdlib.h>
#include <string.h>

enum { FAR = 10000 };

/* A random map: up to 24 spaces, some roads twice, three attribute bits. */
static void random_graph(mk_graph *g, mk_rng *rng) {
    memset(g, 0, sizeof *g);
    g->space_count = 2 + (int)mk_below(rng, 23);
    g->road_count = (int)mk_below(rng, 40);
    for (int r = 0; r < g->road_count; r++) {
        int a = (int)mk_below(rng, (uint32_t)g->space_count);
        int b = (a + 1 + (int)mk_below(rng, (uint32_t)g->space_count - 1)) % g->space_count;
        g->a[r] = (int16_t)a;
        g->b[r] = (int16_t)b;
        g->bits[r] = (uint16_t)mk_below(rng, 8);
    }
    assert_true(mk_graph_build(g));
}

static mk_spaces random_spaces(const mk_graph *g, mk_rng *rng, int percent) {
    mk_spaces set = {{0}};
    for (int s = 0; s < g->space_count; s++) {
        if ((int)mk_below(rng, 100) < percent) mk_put(&set, s);
    }
    return set;
}

/* Floyd and Warshall: the number of roads from i to j when every space entered is open. */
static int naive[24][24];

static void measure(const mk_graph *g, const mk_passable *p) {
    int n = g->space_count;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) naive[i][j] = i == j ? 0 : FAR;
    }
    for (int r = 0; r < g->road_count; r++) {
        int a = g->a[r], b = g->b[r];
        if (p && g->bits[r] & p->closed_roads) continue;
        if (!p || !p->open || mk_in(p->open, b)) naive[a][b] = 1;
        if (!p || !p->open || mk_in(p->open, a)) naive[b][a] = 1;
    }
    for (int k = 0; k < n; k++) {
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                if (naive[i][k] + naive[k][j] < naive[i][j]) {
                    naive[i][j] = naive[i][k] + naive[k][j];
                }
            }
        }
    }
}

static void roads_lead_both_ways_and_exits_are_in_order(void **state) {
    (void)state;
    mk_graph g = {.space_count = 4, .road_count = 4};
    static const int ends[4][2] = {{3, 1}, {1, 0}, {0, 3}, {1, 3}}; /* the last: a second 1-3 */
    for (int r = 0; r < 4; r++) {
        g.a[r] = (int16_t)ends[r][0];
        g.b[r] = (int16_t)ends[r][1];
        g.bits[r] = (uint16_t)(1 << r);
    }
    assert_true(mk_graph_build(&g));
    assert_int_equal(g.first[2] - g.first[1], 3);
    assert_int_equal(g.exit[g.first[1]].to, 0);
    assert_int_equal(g.exit[g.first[1] + 1].to, 3);
    assert_int_equal(g.exit[g.first[1] + 1].way, 1); /* road 0 backwards */
    assert_int_equal(g.exit[g.first[1] + 2].way, 6);
    assert_int_equal(g.first[3] - g.first[2], 0); /* nothing leads to space 2 */
    assert_int_equal(mk_way(&g, 1, 3), 1);
    assert_int_equal(mk_way(&g, 3, 1), 0);
    assert_int_equal(mk_way(&g, 0, 2), -1);
    assert_int_equal(mk_way_from(&g, 1), 1);
    assert_int_equal(mk_way_to(&g, 1), 3);
    assert_int_equal(mk_way_bits(&g, 6), 8);
    assert_true(mk_in(&g.near[3], 0) && mk_in(&g.near[3], 1) && !mk_in(&g.near[3], 2));
}

static void a_road_to_itself_is_refused(void **state) {
    (void)state;
    mk_graph g = {.space_count = 2, .road_count = 1};
    g.a[0] = g.b[0] = 1;
    assert_false(mk_graph_build(&g));
}

static void building_again_forgets_the_old_roads(void **state) {
    (void)state;
    mk_graph g = {.space_count = 3, .road_count = 2};
    g.a[0] = 0, g.b[0] = 1, g.a[1] = 1, g.b[1] = 2;
    assert_true(mk_graph_build(&g));
    g.road_count = 1;
    assert_true(mk_graph_build(&g));
    assert_false(mk_in(&g.near[1], 2));
    assert_int_equal(mk_way(&g, 1, 2), -1);
    assert_int_equal(mk_way(&g, 1, 0), 1);
}

static void the_largest_map_fits(void **state) {
    (void)state;
    static mk_graph g;
    g.space_count = MK_GRAPH_SPACES;
    g.road_count = MK_GRAPH_ROADS;
    for (int r = 0; r < MK_GRAPH_ROADS; r++) { /* two rings around all spaces */
        g.a[r] = (int16_t)(r % MK_GRAPH_SPACES);
        g.b[r] = (int16_t)((r + 1) % MK_GRAPH_SPACES);
    }
    assert_true(mk_graph_build(&g));
    int16_t path[MK_GRAPH_SPACES];
    assert_int_equal(mk_path(&g, 0, 128, NULL, path, MK_GRAPH_SPACES), 128);
    assert_int_equal(path[0], 1); /* of two equal ways round the one with low numbers */
    assert_int_equal(mk_path(&g, 0, 255, NULL, path, MK_GRAPH_SPACES), 1);
    mk_spaces near = mk_reach(&g, 0, 3, NULL);
    for (int s = 0; s < MK_GRAPH_SPACES; s++) assert_int_equal(mk_in(&near, s), s < 4 || s > 252);
    mk_take_out(&near, 255);
    assert_false(mk_in(&near, 255));
    assert_true(mk_in(&near, 254));
}

/* A path must be walkable, as short as can be, and the lowest of its length. */
static void check_path(const mk_graph *g, const mk_passable *p, int from, int to) {
    int16_t path[24];
    int n = mk_path(g, from, to, p, path, 24);
    bool reachable = naive[from][to] < FAR;
    assert_int_equal(n, reachable ? naive[from][to] : -1);
    if (n <= 0) return;
    assert_int_equal(path[n - 1], to);
    assert_int_equal(mk_path(g, from, to, p, path, n - 1), -1); /* too little room */
    for (int i = 0, at = from; i < n; at = path[i++]) {
        int lowest = 0;
        while (naive[at][lowest] != 1 || naive[lowest][to] != n - i - 1) lowest++;
        assert_int_equal(path[i], lowest);
    }
}

static void check_searches(const mk_graph *g, const mk_passable *p, mk_rng *rng) {
    measure(g, p);
    int steps = (int)mk_below(rng, 7) - 1;
    mk_spaces sources = random_spaces(g, rng, 15);
    int16_t distance[24];
    mk_distances(g, &sources, p, distance);
    mk_spaces traced = mk_trace(g, &sources, p);
    for (int i = 0; i < g->space_count; i++) {
        mk_spaces reach = mk_reach(g, i, steps, p);
        int nearest = FAR;
        for (int j = 0; j < g->space_count; j++) {
            bool near = naive[i][j] < FAR && (steps < 0 || naive[i][j] <= steps);
            assert_int_equal(mk_in(&reach, j), near);
            bool source = mk_in(&sources, j) && (!p || !p->open || mk_in(p->open, j));
            if (source && naive[j][i] < nearest) nearest = naive[j][i];
            check_path(g, p, i, j);
        }
        assert_int_equal(distance[i], nearest < FAR ? nearest : -1);
        assert_int_equal(mk_in(&traced, i), nearest < FAR);
    }
}

static void searches_agree_with_a_naive_one(void **state) {
    (void)state;
    static mk_graph g;
    mk_rng rng;
    mk_rng_seed(&rng, 1777);
    for (int round = 0; round < 400; round++) {
        random_graph(&g, &rng);
        mk_spaces open = random_spaces(&g, &rng, 70);
        mk_passable by_space = {&open, 0}, by_road = {NULL, 2}, by_both = {&open, 5};
        check_searches(&g, NULL, &rng);
        check_searches(&g, &by_space, &rng);
        check_searches(&g, &by_road, &rng);
        check_searches(&g, &by_both, &rng);
    }
}

static void neighbours_are_what_roads_say(void **state) {
    (void)state;
    static mk_graph g;
    mk_rng rng;
    mk_rng_seed(&rng, 1776);
    for (int round = 0; round < 200; round++) {
        random_graph(&g, &rng);
        for (int i = 0; i < g.space_count; i++) {
            for (int j = 0; j < g.space_count; j++) {
                int lowest = -1;
                for (int r = g.road_count - 1; r >= 0; r--) {
                    if (g.a[r] == i && g.b[r] == j) lowest = 2 * r;
                    if (g.b[r] == i && g.a[r] == j) lowest = 2 * r + 1;
                }
                assert_int_equal(mk_way(&g, i, j), lowest);
                assert_int_equal(mk_in(&g.near[i], j), lowest >= 0);
            }
        }
        assert_int_equal(g.first[g.space_count], 2 * g.road_count);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(roads_lead_both_ways_and_exits_are_in_order),
        cmocka_unit_test(a_road_to_itself_is_refused),
        cmocka_unit_test(building_again_forgets_the_old_roads),
        cmocka_unit_test(the_largest_map_fits),
        cmocka_unit_test(searches_agree_with_a_naive_one),
        cmocka_unit_test(neighbours_are_what_roads_say),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
