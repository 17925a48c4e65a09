/* graph.c - building graphs, and the searches on them. */
#include "map/graph.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_WORDS = MK_MAX_SPACES / 64 + 1 };
/* Maps of up to so many words keep the neighbours of each space as a set. */
enum { NEAR_WORDS = 4 };

/* ---- Building ----------------------------------------------------------- */

static void *must(void *memory) {
    if (!memory) abort();
    return memory;
}

static void *zeros(int count, size_t size) { return must(calloc((size_t)count, size)); }

void mk_graph_new(mk_graph *g, int spaces) {
    assert(spaces >= 0 && spaces <= MK_MAX_SPACES);
    mk_graph_free(g);
    g->space_count = spaces;
    g->words = MK_SET_WORDS(spaces);
    g->first = zeros(spaces + 1, sizeof *g->first);
}

void mk_graph_free(mk_graph *g) {
    free(g->a);
    free(g->b);
    free(g->bits);
    free(g->first);
    free(g->exit);
    free(g->near);
    memset(g, 0, sizeof *g);
}

static void make_room(mk_graph *g) {
    if (g->road_count < g->road_room) return;
    g->road_room = g->road_room ? 2 * g->road_room : 64;
    size_t bytes = (size_t)g->road_room * sizeof *g->a;
    g->a = must(realloc(g->a, bytes));
    g->b = must(realloc(g->b, bytes));
    g->bits = must(realloc(g->bits, bytes));
}

int mk_graph_add(mk_graph *g, int a, int b, unsigned bits) {
    assert(a >= 0 && a < g->space_count && b >= 0 && b < g->space_count && bits <= UINT16_MAX);
    assert(g->road_count < MK_MAX_ROADS);
    if (a == b) return -1;
    make_room(g);
    int road = g->road_count++;
    g->a[road] = (uint16_t)a;
    g->b[road] = (uint16_t)b;
    g->bits[road] = (uint16_t)bits;
    return road;
}

/* Exits lie sorted by where they lead, then by road, so that every search is deterministic. */
static bool comes_before(mk_exit x, mk_exit y) {
    return x.to != y.to ? x.to < y.to : x.way < y.way;
}

static void insert_exit(mk_exit *exits, int count, mk_exit x) {
    for (; count > 0 && comes_before(x, exits[count - 1]); count--) exits[count] = exits[count - 1];
    exits[count] = x;
}

void mk_graph_build(mk_graph *g) {
    memset(g->first, 0, ((size_t)g->space_count + 1) * sizeof *g->first);
    for (int way = 0; way < 2 * g->road_count; way++) g->first[mk_way_from(g, way) + 1]++;
    for (int s = 0; s < g->space_count; s++) g->first[s + 1] += g->first[s];

    free(g->exit);
    free(g->near);
    g->exit = zeros(2 * g->road_count + 1, sizeof *g->exit);
    g->near = NULL;
    if (g->words && g->words <= NEAR_WORDS)
        g->near = zeros(g->space_count * g->words, sizeof *g->near);
    int *placed = zeros(g->space_count + 1, sizeof *placed);
    for (int way = 0; way < 2 * g->road_count; way++) {
        int from = mk_way_from(g, way), to = mk_way_to(g, way);
        insert_exit(g->exit + g->first[from], placed[from]++,
                    (mk_exit){(uint16_t)to, (uint16_t)way});
        if (g->near) mk_words_add(g->near + from * g->words, to);
    }
    free(placed);
}

int mk_way(const mk_graph *g, int from, int to) {
    MK_EXIT_EACH(x, g, from) {
        if (x->to == to) return x->way;
    }
    return -1;
}

/* ---- Counting roads ------------------------------------------------------ */

/* The spaces beyond the edge over one road, by neighbours: a word of spaces at a time. Games trace
 * supply in every turn, and following single roads took a quarter of all random play. */
static inline __attribute__((always_inline)) void
beyond_near(const mk_graph *g, const uint64_t *edge, uint64_t *out, int words) {
    for (int w = 0; w < words; w++) {
        for (uint64_t left = edge[w]; left; left &= left - 1) {
            const uint64_t *near = g->near + (64 * w + __builtin_ctzll(left)) * words;
            for (int i = 0; i < words; i++) out[i] |= near[i];
        }
    }
}

/* Of what lies beyond the edge, what is new and open is the next edge, and in the set. */
static inline __attribute__((always_inline)) bool
advance(mk_word *set, uint64_t *edge, const uint64_t *beyond, const mk_word *open, int words) {
    uint64_t any = 0;
    for (int w = 0; w < words; w++) {
        edge[w] = beyond[w] & ~set[w] & (open ? open[w] : ~0ull);
        set[w] |= edge[w];
        any |= edge[w];
    }
    return any != 0;
}

/* On small maps without closed roads, for a width that the compiler knows. */
static inline __attribute__((always_inline)) void
flood_near(const mk_graph *g, mk_word *set, int steps, const mk_word *open, int words) {
    uint64_t edge[NEAR_WORDS];
    memcpy(edge, set, (size_t)words * sizeof *edge);
    for (; steps != 0; steps--) {
        uint64_t beyond[NEAR_WORDS] = {0};
        beyond_near(g, edge, beyond, words);
        if (!advance(set, edge, beyond, open, words)) return;
    }
}

/* One road further by single roads: the next edge instead of this one. */
static bool follow_roads(const mk_graph *g, mk_word *set, uint64_t *edge, const mk_passable *p) {
    uint64_t next[MOST_WORDS];
    bool any = false;
    memset(next, 0, (size_t)g->words * sizeof *next);
    for (int w = 0; w < g->words; w++) {
        for (uint64_t left = edge[w]; left; left &= left - 1) {
            MK_EXIT_EACH(x, g, 64 * w + __builtin_ctzll(left)) {
                if (mk_words_has(set, x->to) || mk_way_bits(g, x->way) & p->closed_roads) continue;
                if (p->open && !mk_words_has(p->open, x->to)) continue;
                mk_words_add(set, x->to);
                mk_words_add(next, x->to);
                any = true;
            }
        }
    }
    memcpy(edge, next, (size_t)g->words * sizeof *next);
    return any;
}

/* One road further on any map. */
static bool spread(const mk_graph *g, mk_word *set, uint64_t *edge, const mk_passable *p) {
    if (!g->near || p->closed_roads) return follow_roads(g, set, edge, p);
    uint64_t beyond[NEAR_WORDS] = {0};
    beyond_near(g, edge, beyond, g->words);
    return advance(set, edge, beyond, p->open, g->words);
}

static const mk_passable everything = {NULL, 0};

void mk_flood(const mk_graph *g, mk_word *set, int steps, const mk_passable *p) {
    if (!p) p = &everything;
    if (g->near && !p->closed_roads) {
        if (g->words == 1) return flood_near(g, set, steps, p->open, 1);
        if (g->words == 2) return flood_near(g, set, steps, p->open, 2);
    }
    uint64_t edge[MOST_WORDS];
    memcpy(edge, set, (size_t)g->words * sizeof *edge);
    for (; steps != 0 && spread(g, set, edge, p); steps--) {
    }
}

static void note_distance(const mk_graph *g, const uint64_t *edge, int distance, int16_t *out) {
    for (int w = 0; w < g->words; w++) {
        for (uint64_t left = edge[w]; left; left &= left - 1)
            out[64 * w + __builtin_ctzll(left)] = (int16_t)distance;
    }
}

void mk_distances(const mk_graph *g, const mk_word *from, const mk_passable *p, int16_t *out) {
    if (!p) p = &everything;
    uint64_t set[MOST_WORDS], edge[MOST_WORDS];
    memcpy(set, from, (size_t)g->words * sizeof *set);
    memcpy(edge, from, (size_t)g->words * sizeof *edge);
    for (int s = 0; s < g->space_count; s++) out[s] = -1;
    int distance = 0;
    do note_distance(g, edge, distance++, out);
    while (spread(g, set, edge, p));
}

/* ---- Counting costs ------------------------------------------------------ */

/* Spaces that wait, in rows by cost; a step costs less than there are rows, so a row is never used
 * for two costs at once (Dial's queue). The rows are linked through the marks. */
typedef struct {
    const mk_graph *g;
    mk_mark *mark;
    uint16_t head[MK_MAX_COST + 1], tail[MK_MAX_COST + 1];
    int waiting;
    uint16_t first, last; /* of the spaces reached */
} search;

static void begin(search *q, const mk_graph *g, mk_mark *mark) {
    *q = (search){.g = g, .mark = mark, .first = MK_NOWHERE, .last = MK_NOWHERE};
    memset(q->head, 0xff, sizeof q->head);
    memset(mark, 0xff, (size_t)g->space_count * sizeof *mark);
}

static void enqueue(search *q, int space, int cost, int way) {
    mk_mark *m = &q->mark[space];
    int row = cost & MK_MAX_COST;
    *m = (mk_mark){(uint16_t)cost, (uint16_t)way, MK_NOWHERE, q->tail[row]};
    if (q->head[row] == MK_NOWHERE) {
        q->head[row] = (uint16_t)space;
        m->prev = MK_NOWHERE;
    } else {
        q->mark[q->tail[row]].next = (uint16_t)space;
    }
    q->tail[row] = (uint16_t)space;
    q->waiting++;
}

static void unlink_space(search *q, int space) {
    mk_mark *m = &q->mark[space];
    int row = m->cost & MK_MAX_COST;
    if (m->prev == MK_NOWHERE)
        q->head[row] = m->next;
    else
        q->mark[m->prev].next = m->next;
    if (m->next == MK_NOWHERE)
        q->tail[row] = m->prev;
    else
        q->mark[m->next].prev = m->prev;
    q->waiting--;
}

/* The space is reached: at the end of the list of those. */
static void settle(search *q, int space) {
    if (q->last == MK_NOWHERE)
        q->first = (uint16_t)space;
    else
        q->mark[q->last].next = (uint16_t)space;
    q->last = (uint16_t)space;
    q->mark[space].next = MK_NOWHERE;
}

static bool is_in(const mk_word *set, int space) { return set && mk_words_has(set, space); }

/* What a step costs by itself, with MK_IN_FULL; MK_CLOSED if it is not allowed. */
static int step_cost(const mk_travel *t, int from, mk_exit x) {
    if (t->open && !mk_words_has(t->open, x.to)) return MK_CLOSED;
    int cost = t->cost ? t->cost(t->who, from, x) : 1;
    assert(cost < 0 || (cost & ~MK_IN_FULL) <= MK_MAX_COST);
    return cost;
}

static void leave(search *q, const mk_travel *t, int space, int limit) {
    int spent = q->mark[space].cost;
    MK_EXIT_EACH(x, q->g, space) {
        mk_mark *to = &q->mark[x->to];
        if (to->cost <= spent) continue;
        int cost = step_cost(t, space, *x);
        if (cost < 0) continue;
        int total = spent + (cost & ~MK_IN_FULL);
        if (total >= to->cost) continue;
        if (total + (is_in(t->beside, x->to) ? t->keep : 0) > limit) continue;
        if (to->cost != MK_NOWHERE) unlink_space(q, x->to);
        enqueue(q, x->to, total, x->way);
    }
}

/* The promise of one step: where the points do not suffice. It ends the travel. */
static void take_one_step(search *q, const mk_travel *t, int start) {
    MK_EXIT_EACH(x, q->g, start) {
        mk_mark *to = &q->mark[x->to];
        if (to->cost != MK_NOWHERE || is_in(t->beside, x->to)) continue;
        int cost = step_cost(t, start, *x);
        if (cost < 0 || cost & MK_IN_FULL) continue;
        to->cost = (uint16_t)t->points;
        to->way = x->way;
        settle(q, x->to);
    }
}

static int travel(search *q, const mk_travel *t) {
    int limit = t->points == MK_NO_LIMIT ? MK_NOWHERE - 1 : t->points;
    for (int cost = 0; q->waiting; cost++) {
        uint16_t *head = &q->head[cost & MK_MAX_COST];
        while (*head != MK_NOWHERE) {
            int space = *head;
            unlink_space(q, space);
            settle(q, space);
            bool stops = q->mark[space].way != MK_NOWHERE && is_in(t->halt, space);
            if (!stops) leave(q, t, space, limit);
        }
    }
    if (!t->one_step) return q->first;
    assert(t->points != MK_NO_LIMIT);
    MK_REACHED_EACH(start, q->first, q->mark) { /* those that it began with are the first */
        if (q->mark[start].way != MK_NOWHERE) break;
        take_one_step(q, t, start);
    }
    return q->first;
}

int mk_reach(const mk_graph *g, int start, const mk_travel *t, mk_mark *mark) {
    search q;
    begin(&q, g, mark);
    enqueue(&q, start, 0, MK_NOWHERE);
    return travel(&q, t);
}

int mk_reach_all(const mk_graph *g, const mk_word *starts, const mk_travel *t, mk_mark *mark) {
    search q;
    begin(&q, g, mark);
    for (int w = 0; w < g->words; w++) {
        for (uint64_t left = starts[w]; left; left &= left - 1)
            enqueue(&q, 64 * w + __builtin_ctzll(left), 0, MK_NOWHERE);
    }
    return travel(&q, t);
}

int mk_path(const mk_graph *g, const mk_mark *mark, int to, uint16_t *out, int max) {
    if (mark[to].cost == MK_NOWHERE) return -1;
    int count = 0;
    for (int at = to; mark[at].way != MK_NOWHERE; at = mk_way_from(g, mark[at].way)) count++;
    if (count > max) return -1;
    for (int at = to, i = count; i-- > 0; at = mk_way_from(g, mark[at].way)) out[i] = (uint16_t)at;
    return count;
}
