/* graph.h - point-to-point maps.
 *
 * Spaces are numbered from 0, roads from 0. Built once from data into flat arrays; afterwards
 * read-only. A road has attribute bits whose meaning is the game's. A road can be walked both
 * ways; `way` numbers the directed roads: 2 * road for a to b, 2 * road + 1 for b to a.
 */
#ifndef MK_GRAPH_H
#define MK_GRAPH_H

#include <stdbool.h>
#include <stdint.h>

enum { MK_GRAPH_SPACES = 256, MK_GRAPH_ROADS = 512 };

/* A set of spaces. */
typedef struct {
    uint64_t word[MK_GRAPH_SPACES / 64];
} mk_spaces;

static inline bool mk_in(const mk_spaces *s, int space) {
    return s->word[space >> 6] >> (space & 63) & 1;
}
static inline void mk_put(mk_spaces *s, int space) {
    s->word[space >> 6] |= (uint64_t)1 << (space & 63);
}
static inline void mk_take_out(mk_spaces *s, int space) {
    s->word[space >> 6] &= ~((uint64_t)1 << (space & 63));
}

typedef struct {
    int16_t to;  /* the space at the other end */
    int16_t way; /* which directed road */
} mk_exit;

typedef struct {
    int space_count, road_count;
    int16_t a[MK_GRAPH_ROADS], b[MK_GRAPH_ROADS];
    uint16_t bits[MK_GRAPH_ROADS];      /* attributes of each road */
    int16_t first[MK_GRAPH_SPACES + 1]; /* exits of space s: exit[first[s] .. first[s + 1] - 1] */
    mk_exit exit[2 * MK_GRAPH_ROADS];   /* ordered by the number of the space they lead to */
    mk_spaces near[MK_GRAPH_SPACES];    /* neighbours of each space, as a set */
} mk_graph;

/* Fill a, b, bits and the counts, then build the rest. False: a road from a space to itself. */
bool mk_graph_build(mk_graph *);
int mk_way(const mk_graph *, int from, int to); /* -1: no road; the lowest-numbered if several */
static inline int mk_way_from(const mk_graph *g, int way) {
    return way & 1 ? g->b[way >> 1] : g->a[way >> 1];
}
static inline int mk_way_to(const mk_graph *g, int way) {
    return way & 1 ? g->a[way >> 1] : g->b[way >> 1];
}
static inline uint16_t mk_way_bits(const mk_graph *g, int way) { return g->bits[way >> 1]; }

/* What may be entered: open spaces, over roads that have none of the closed bits. NULL: all. */
typedef struct {
    const mk_spaces *open;
    uint16_t closed_roads;
} mk_passable;

/* All spaces within `steps` roads of `from` (included), through passable ones; steps < 0: any. */
mk_spaces mk_reach(const mk_graph *, int from, int steps, const mk_passable *);
/* The same from a set of sources, each of which must itself be open: tracing supply backwards,
 * one search answers for every unit. */
mk_spaces mk_trace(const mk_graph *, const mk_spaces *sources, const mk_passable *);
/* A shortest path; writes the spaces after `from` up to and with `to`. Returns their number,
 * -1 if there is none. Among equals the one with lowest space numbers first. */
int mk_path(const mk_graph *, int from, int to, const mk_passable *, int16_t *out, int max);
/* Roads from every space to the nearest source through passable ones; -1: unreachable. */
void mk_distances(const mk_graph *, const mk_spaces *sources, const mk_passable *, int16_t *out);

#endif
