/* graph.c - searches on point-to-point maps. */
#include "map/graph.h"

#include <assert.h>
#include <string.h>

/* ---- Building ----------------------------------------------------------- */

/* Exits lie sorted by where they lead, then by road, so that every search is deterministic. */
static bool comes_before(mk_exit x, mk_exit y) {
    return x.to != y.to ? x.to < y.to : x.way < y.way;
}

static void insert_exit(mk_graph *g, int space, int count, mk_exit x) {
    mk_exit *exits = g->exit + g->first[space];
    int i = count;
    for (; i > 0 && comes_before(x, exits[i - 1]); i--) exits[i] = exits[i - 1];
    exits[i] = x;
}

bool mk_graph_build(mk_graph *g) {
    assert(g->space_count >= 0 && g->space_count <= MK_GRAPH_SPACES);
    assert(g->road_count >= 0 && g->road_count <= MK_GRAPH_ROADS);
    int16_t degree[MK_GRAPH_SPACES] = {0};
    memset(g->near, 0, sizeof g->near);
    for (int r = 0; r < g->road_count; r++) {
        assert(g->a[r] >= 0 && g->a[r] < g->space_count);
        assert(g->b[r] >= 0 && g->b[r] < g->space_count);
        if (g->a[r] == g->b[r]) return false;
        degree[g->a[r]]++;
        degree[g->b[r]]++;
    }

    g->first[0] = 0;
    for (int s = 0; s < g->space_count; s++) g->first[s + 1] = (int16_t)(g->first[s] + degree[s]);

    int placed[MK_GRAPH_SPACES] = {0};
    for (int way = 0; way < 2 * g->road_count; way++) {
        int from = mk_way_from(g, way), to = mk_way_to(g, way);
        insert_exit(g, from, placed[from]++, (mk_exit){(int16_t)to, (int16_t)way});
        mk_put(&g->near[from], to);
    }
    return true;
}

int mk_way(const mk_graph *g, int from, int to) {
    for (int i = g->first[from]; i < g->first[from + 1]; i++) {
        if (g->exit[i].to == to) return g->exit[i].way;
    }
    return -1;
}

/* ---- Searching ---------------------------------------------------------- */

static bool is_open(const mk_passable *p, int space) {
    return !p || !p->open || mk_in(p->open, space);
}

static bool may_pass(const mk_graph *g, const mk_passable *p, mk_exit x) {
    return is_open(p, x.to) && !(p && mk_way_bits(g, x.way) & p->closed_roads);
}

/* Breadth first. `distance` holds 0 at the sources and -1 elsewhere; the sources stand in `queue`.
 */
static void spread(const mk_graph *g, const mk_passable *p, int steps, int16_t *distance,
                   int16_t *queue, int count) {
    for (int i = 0; i < count; i++) {
        int from = queue[i];
        if (distance[from] == steps) break; /* all that follow are as far */
        for (int e = g->first[from]; e < g->first[from + 1]; e++) {
            mk_exit x = g->exit[e];
            if (distance[x.to] >= 0 || !may_pass(g, p, x)) continue;
            distance[x.to] = (int16_t)(distance[from] + 1);
            queue[count++] = x.to;
        }
    }
}

static void no_distances(const mk_graph *g, int16_t *distance) {
    for (int s = 0; s < g->space_count; s++) distance[s] = -1;
}

static mk_spaces reached(const mk_graph *g, const int16_t *distance) {
    mk_spaces set = {{0}};
    for (int s = 0; s < g->space_count; s++) {
        if (distance[s] >= 0) mk_put(&set, s);
    }
    return set;
}

mk_spaces mk_reach(const mk_graph *g, int from, int steps, const mk_passable *p) {
    int16_t distance[MK_GRAPH_SPACES], queue[MK_GRAPH_SPACES] = {(int16_t)from};
    no_distances(g, distance);
    distance[from] = 0;
    spread(g, p, steps, distance, queue, 1);
    return reached(g, distance);
}

void mk_distances(const mk_graph *g, const mk_spaces *sources, const mk_passable *p, int16_t *out) {
    int16_t queue[MK_GRAPH_SPACES];
    int count = 0;
    no_distances(g, out);
    for (int s = 0; s < g->space_count; s++) {
        if (!mk_in(sources, s) || !is_open(p, s)) continue;
        out[s] = 0;
        queue[count++] = (int16_t)s;
    }
    spread(g, p, -1, out, queue, count);
}

/* The sources' neighbours, their neighbours, and so on, a word of spaces at a time: games trace
 * supply in every turn, and following single roads took a quarter of all random play. */
static mk_spaces flood(const mk_graph *g, mk_spaces reached, const mk_spaces *open) {
    int words = (g->space_count + 63) / 64;
    mk_spaces edge = reached;
    for (bool grown = true; grown;) {
        mk_spaces next = {{0}};
        for (int w = 0; w < words; w++) {
            for (uint64_t left = edge.word[w]; left; left &= left - 1) {
                const mk_spaces *near = &g->near[64 * w + __builtin_ctzll(left)];
                for (int i = 0; i < words; i++) next.word[i] |= near->word[i];
            }
        }
        grown = false;
        for (int w = 0; w < words; w++) {
            edge.word[w] = next.word[w] & ~reached.word[w] & (open ? open->word[w] : ~0ull);
            reached.word[w] |= edge.word[w];
            grown |= edge.word[w] != 0;
        }
    }
    return reached;
}

mk_spaces mk_trace(const mk_graph *g, const mk_spaces *sources, const mk_passable *p) {
    if (!p || !p->closed_roads) {
        mk_spaces start = *sources;
        for (int w = 0; w < MK_GRAPH_SPACES / 64 && p && p->open; w++)
            start.word[w] &= p->open->word[w];
        return flood(g, start, p ? p->open : NULL);
    }
    int16_t distance[MK_GRAPH_SPACES];
    mk_distances(g, sources, p, distance);
    return reached(g, distance);
}

/* Searched from `to` backwards, so that the walk from `from` can take at each step the lowest
 * neighbour that is one road nearer. Roads pass both ways; only `from` need not be open. */
int mk_path(const mk_graph *g, int from, int to, const mk_passable *p, int16_t *out, int max) {
    if (from == to) return 0;
    mk_spaces open;
    if (p && p->open) {
        open = *p->open;
        mk_put(&open, from);
    }
    mk_passable with_start = {p && p->open ? &open : NULL, p ? p->closed_roads : 0};
    int16_t distance[MK_GRAPH_SPACES];
    mk_spaces target = {{0}};
    mk_put(&target, to);
    mk_distances(g, &target, &with_start, distance);
    if (distance[from] < 0 || distance[from] > max) return -1;

    int count = 0;
    for (int at = from; at != to;) {
        for (int e = g->first[at]; e < g->first[at + 1]; e++) {
            mk_exit x = g->exit[e];
            if (distance[x.to] != distance[at] - 1 || !may_pass(g, &with_start, x)) continue;
            at = x.to;
            out[count++] = x.to;
            break;
        }
    }
    return count;
}
