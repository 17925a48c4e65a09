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

/* Small maps keep their neighbours as sets of one, two or more words; wide ones do not. */
enum { FAR = 30000, MOST = 300 };
typedef MK_SET(MOST) spaces;

static mk_rng rng;
static mk_graph g;

static int below(int n) { return (int)mk_below(&rng, (uint32_t)n); }

static void random_roads(int count, int roads) {
    mk_graph_new(&g, count);
    for (int r = 0; r < roads; r++) { /* some twice */
        int a = below(count), b = (a + 1 + below(count - 1)) % count;
        assert_int_equal(mk_graph_add(&g, a, b, (unsigned)below(8)), r);
    }
    mk_graph_build(&g);
}

static void random_graph(void) {
    static const int sizes[] = {24, 64, 65, 128, 129, 256, 257, MOST};
    int count = below(3) ? 2 + below(23) : sizes[below(8)];
    random_roads(count, below(count * 2));
}

static spaces random_spaces(int percent) {
    spaces set = {{0}};
    for (int s = 0; s < g.space_count; s++) {
        if (below(100) < percent) mk_set_add(&set, s);
    }
    return set;
}

static void roads_lead_both_ways_and_exits_are_in_order(void **state) {
    (void)state;
    mk_graph_new(&g, 4);
    static const int ends[4][2] = {{3, 1}, {1, 0}, {0, 3}, {1, 3}}; /* the last: a second 1-3 */
    for (int r = 0; r < 4; r++) mk_graph_add(&g, ends[r][0], ends[r][1], 1u << r);
    mk_graph_build(&g);
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
    assert_int_equal(*mk_neighbours(&g, 3), MK_BIT(0) | MK_BIT(1));
}

static void a_road_to_itself_is_refused(void **state) {
    (void)state;
    mk_graph_new(&g, 2);
    assert_int_equal(mk_graph_add(&g, 1, 1, 0), -1);
    assert_int_equal(g.road_count, 0);
}

static void a_new_graph_forgets_the_old_roads(void **state) {
    (void)state;
    mk_graph_new(&g, 3);
    mk_graph_add(&g, 0, 1, 0);
    mk_graph_add(&g, 1, 2, 0);
    mk_graph_build(&g);
    mk_graph_new(&g, 3);
    mk_graph_add(&g, 0, 1, 0);
    mk_graph_build(&g);
    assert_int_equal(mk_way(&g, 1, 2), -1);
    assert_int_equal(mk_way(&g, 1, 0), 1);
    assert_int_equal(*mk_neighbours(&g, 1), MK_BIT(0));
    mk_graph_new(&g, 0); /* nothing at all is a map, too */
    mk_graph_build(&g);
    mk_graph_free(&g);
    assert_null(g.first);
}

static void neighbours_are_what_roads_say(void **state) {
    (void)state;
    for (int round = 0; round < 100; round++) {
        random_graph();
        for (int i = 0; i < g.space_count; i++) {
            for (int j = 0; j < g.space_count; j++) {
                int lowest = -1;
                for (int r = g.road_count - 1; r >= 0; r--) {
                    if (g.a[r] == i && g.b[r] == j) lowest = 2 * r;
                    if (g.b[r] == i && g.a[r] == j) lowest = 2 * r + 1;
                }
                assert_int_equal(mk_way(&g, i, j), lowest);
                if (g.near) assert_int_equal(mk_words_has(mk_neighbours(&g, i), j), lowest >= 0);
            }
        }
        assert_int_equal(g.first[g.space_count], 2 * g.road_count);
    }
}

/* The largest map there can be: a ring around all spaces. */
static void the_largest_map_fits(void **state) {
    (void)state;
    enum { RING = MK_MAX_ROADS };
    mk_graph_new(&g, MK_MAX_SPACES);
    for (int r = 0; r < RING; r++) mk_graph_add(&g, r, (r + 1) % RING, 0);
    mk_graph_build(&g);
    mk_mark *mark = calloc(MK_MAX_SPACES, sizeof *mark);
    uint16_t path[RING];
    int first = mk_reach(&g, 0, &(mk_travel){.points = MK_NO_LIMIT}, mark);
    assert_int_equal(mark[RING / 2].cost, RING / 2);
    assert_int_equal(mk_path(&g, mark, RING - 1, path, RING), 1);
    assert_int_equal(mk_path(&g, mark, RING / 2, path, RING), RING / 2);
    assert_int_equal(path[0], 1);
    assert_int_equal(mark[MK_MAX_SPACES - 1].cost, MK_NOWHERE);
    int reached = 0;
    MK_REACHED_EACH(n, first, mark) reached++;
    assert_int_equal(reached, RING);

    static MK_SET(MK_MAX_SPACES) set;
    mk_set_add(&set, 0);
    mk_flood(&g, set.word, 3, NULL);
    assert_int_equal(mk_set_size(&set), 7);
    assert_true(mk_set_has(&set, RING - 3) && mk_set_has(&set, 3));
    free(mark);
}

/* ---- Counting roads ---- */

/* By relaxing every road until nothing changes. */
static void naive_distances(const spaces *from, const mk_passable *p, int *out) {
    for (int s = 0; s < g.space_count; s++) out[s] = mk_set_has(from, s) ? 0 : FAR;
    for (bool changed = true; changed;) {
        changed = false;
        for (int way = 0; way < 2 * g.road_count; way++) {
            int a = mk_way_from(&g, way), b = mk_way_to(&g, way);
            if (p && g.bits[way / 2] & p->closed_roads) continue;
            if (p && p->open && !mk_words_has(p->open, b)) continue;
            if (out[a] == FAR || out[a] + 1 >= out[b]) continue;
            out[b] = out[a] + 1;
            changed = true;
        }
    }
}

static void check_counting(const mk_passable *p) {
    spaces from = random_spaces(10);
    int naive[MOST], steps = below(7) - 1;
    int16_t distance[MOST];
    naive_distances(&from, p, naive);
    mk_distances(&g, from.word, p, distance);
    spaces flooded = from;
    mk_flood(&g, flooded.word, steps, p);
    for (int s = 0; s < g.space_count; s++) {
        assert_int_equal(distance[s], naive[s] < FAR ? naive[s] : -1);
        bool in = naive[s] < FAR && (steps < 0 || naive[s] <= steps);
        assert_int_equal(mk_set_has(&flooded, s), in);
    }
}

static void roads_are_counted_like_by_a_naive_search(void **state) {
    (void)state;
    for (int round = 0; round < 1000; round++) {
        random_graph();
        spaces open = random_spaces(70);
        check_counting(NULL);
        check_counting(&(mk_passable){open.word, 0});
        check_counting(&(mk_passable){NULL, 2});
        check_counting(&(mk_passable){open.word, 5});
    }
}

/* ---- Counting costs ---- */

/* A random travel: each directed road has its own cost, some are closed, some in full only. */
typedef struct {
    int16_t cost[4 * MOST];
    spaces open, halt, beside;
} country;

static int country_cost(const void *who, int from, mk_exit x) {
    const country *c = who;
    assert_int_equal(mk_way_from(&g, x.way), from);
    assert_int_equal(mk_way_to(&g, x.way), x.to);
    return c->cost[x.way];
}

static void random_country(country *c) {
    int dearest = below(4) ? 1 + below(12) : MK_MAX_COST;
    for (int way = 0; way < 2 * g.road_count; way++) {
        int cost = below(dearest + 1);
        c->cost[way] = (int16_t)(below(8) == 0 ? MK_CLOSED : below(5) ? cost : cost | MK_IN_FULL);
    }
    c->open = random_spaces(80);
    c->halt = random_spaces(15);
    c->beside = random_spaces(15);
}

static bool stops_at(const mk_travel *t, const spaces *from, int s) {
    return !mk_set_has(from, s) && t->halt && mk_words_has(t->halt, s);
}

static int allowed_cost(const mk_travel *t, int way) {
    if (t->open && !mk_words_has(t->open, mk_way_to(&g, way))) return MK_CLOSED;
    return t->cost ? ((const country *)t->who)->cost[way] : 1;
}

/* By relaxing every road until nothing changes; then the promise of one step. */
static void naive_costs(const mk_travel *t, const spaces *from, int *out) {
    int limit = t->points == MK_NO_LIMIT ? FAR - 1 : t->points;
    for (int s = 0; s < g.space_count; s++) out[s] = mk_set_has(from, s) ? 0 : FAR;
    for (bool changed = true; changed;) {
        changed = false;
        for (int way = 0; way < 2 * g.road_count; way++) {
            int a = mk_way_from(&g, way), b = mk_way_to(&g, way), cost = allowed_cost(t, way);
            if (out[a] == FAR || cost < 0 || stops_at(t, from, a)) continue;
            int total = out[a] + (cost & ~MK_IN_FULL);
            int keep = t->beside && mk_words_has(t->beside, b) ? t->keep : 0;
            if (total + keep > limit || total >= out[b]) continue;
            out[b] = total;
            changed = true;
        }
    }
    for (int way = 0; t->one_step && way < 2 * g.road_count; way++) {
        int a = mk_way_from(&g, way), b = mk_way_to(&g, way), cost = allowed_cost(t, way);
        bool beside = t->beside && mk_words_has(t->beside, b);
        if (!mk_set_has(from, a) || cost < 0 || cost & MK_IN_FULL || beside) continue;
        if (out[b] == FAR) out[b] = t->points;
    }
}

/* The ways that the marks tell are walkable and cost what they say. */
static void check_marks(const mk_travel *t, const spaces *from, const mk_mark *mark, int first) {
    int naive[MOST], reached = 0, cheapest = 0;
    bool seen[MOST] = {false};
    naive_costs(t, from, naive);
    for (int s = 0; s < g.space_count; s++)
        assert_int_equal(mark[s].cost, naive[s] < FAR ? naive[s] : MK_NOWHERE);
    MK_REACHED_EACH(n, first, mark) {
        assert_false(seen[n]);
        seen[n] = true;
        reached++;
        assert_true(mark[n].cost >= cheapest);
        cheapest = mark[n].cost;
        uint16_t path[MOST];
        int roads = mk_path(&g, mark, n, path, MOST);
        assert_true(roads >= 0);
        if (mk_set_has(from, n)) {
            assert_int_equal(roads, 0);
            continue;
        }
        assert_int_equal(path[roads - 1], n);
        assert_int_equal(mk_path(&g, mark, n, path, roads - 1), -1); /* too little room */
        int way = mark[n].way, before = mk_way_from(&g, way), cost = allowed_cost(t, way);
        assert_true(seen[before] && cost >= 0 && !stops_at(t, from, before));
        int total = mark[before].cost + (cost & ~MK_IN_FULL);
        bool one_step = t->one_step && mk_set_has(from, before) && total > t->points;
        assert_true(one_step || total == mark[n].cost);
        assert_int_equal(mk_way_to(&g, way), n);
    }
    for (int s = 0; s < g.space_count; s++) reached -= naive[s] < FAR;
    assert_int_equal(reached, 0);
}

static void costs_are_counted_like_by_a_naive_search(void **state) {
    (void)state;
    static country c;
    static mk_mark mark[MOST];
    for (int round = 0; round < 2000; round++) {
        random_graph();
        random_country(&c);
        mk_travel t = {.points = below(3) ? below(40) : MK_NO_LIMIT, .keep = below(8)};
        if (below(4)) t.cost = country_cost, t.who = &c;
        if (below(2)) t.open = c.open.word;
        if (below(2)) t.halt = c.halt.word;
        if (below(2)) t.beside = c.beside.word;
        t.one_step = t.points != MK_NO_LIMIT && below(2);
        spaces from = random_spaces(5);
        check_marks(&t, &from, mark, mk_reach_all(&g, from.word, &t, mark));
        int start = below(g.space_count);
        from = (spaces){{0}};
        mk_set_add(&from, start);
        check_marks(&t, &from, mark, mk_reach(&g, start, &t, mark));
    }
}

/* Somebody with two points at 0, roads 0-1 (cost 1), 1-2 (1), 0-2 (5), 2-3 (1). */
static int five_to_two(const void *who, int from, mk_exit x) {
    (void)who;
    return from + x.to == 2 && from != 1 ? 5 : 1;
}

static void a_first_step_without_the_points_is_the_last(void **state) {
    (void)state;
    mk_graph_new(&g, 4);
    mk_graph_add(&g, 0, 1, 0);
    mk_graph_add(&g, 1, 2, 0);
    mk_graph_add(&g, 0, 2, 0);
    mk_graph_add(&g, 2, 3, 0);
    mk_graph_build(&g);
    mk_mark mark[4];
    mk_travel t = {.points = 1, .cost = five_to_two, .one_step = true};
    mk_reach(&g, 0, &t, mark);
    assert_int_equal(mark[2].cost, 1); /* all that he had */
    assert_int_equal(mk_way_from(&g, mark[2].way), 0);
    assert_int_equal(mark[3].cost, MK_NOWHERE);
    t.points = 2; /* now he can pay for the way round, which goes on if he has more */
    mk_reach(&g, 0, &t, mark);
    assert_int_equal(mk_way_from(&g, mark[2].way), 1);
    t.points = 0;
    mk_reach(&g, 0, &t, mark);
    assert_true(mark[1].cost == 0 && mark[2].cost == 0 && mark[3].cost == MK_NOWHERE);
    mk_set64 beside = MK_BIT(1);
    t.beside = &beside; /* beside an enemy the promise does not hold */
    mk_reach(&g, 0, &t, mark);
    assert_int_equal(mark[1].cost, MK_NOWHERE);
}

int main(void) {
    mk_rng_seed(&rng, 1777);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(roads_lead_both_ways_and_exits_are_in_order),
        cmocka_unit_test(a_road_to_itself_is_refused),
        cmocka_unit_test(a_new_graph_forgets_the_old_roads),
        cmocka_unit_test(neighbours_are_what_roads_say),
        cmocka_unit_test(the_largest_map_fits),
        cmocka_unit_test(roads_are_counted_like_by_a_naive_search),
        cmocka_unit_test(costs_are_counted_like_by_a_naive_search),
        cmocka_unit_test(a_first_step_without_the_points_is_the_last),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    mk_graph_free(&g);
    return failed;
}
