/* graph.h - maps of spaces and roads, and every search on them.
 *
 * Spaces are numbered from 0, roads from 0. Built once from data into flat arrays; afterwards
 * read-only, so that threads share it. A road has attribute bits whose meaning is the game's. It
 * can be walked both ways; `way` numbers the directed roads: 2 * road for a to b, 2 * road + 1 for
 * b to a. Where a map goes one way only, the cost of a travel closes the other.
 *
 * Point-to-point maps are graphs; so are the nets that hex.h makes of a hex map: hexes joined by
 * hexsides, hexsides joined by corners.
 *
 * Sets of spaces are words (set.h) of any width that holds all spaces: &set for a mk_set64,
 * MK_WORDS(&set) for a mk_set128, set.word for a wide one.
 */
#ifndef MK_GRAPH_H
#define MK_GRAPH_H

#include "map/set.h"

enum { MK_MAX_SPACES = 65535, MK_MAX_ROADS = 32767, MK_NOWHERE = 65535 };

typedef struct {
    uint16_t to;  /* the space at the other end */
    uint16_t way; /* which directed road */
} mk_exit;

typedef struct {
    int space_count, road_count, road_room;
    int words;       /* of a set of spaces */
    uint16_t *a, *b; /* the ends of each road */
    uint16_t *bits;  /* its attributes */
    int32_t *first;  /* exits of space s: exit[first[s] .. first[s + 1] - 1] */
    mk_exit *exit;   /* ordered by the space they lead to, then by road */
    uint64_t *near;  /* neighbours of each space as a set; NULL on maps of many words */
} mk_graph;

/* A graph without roads; frees what it was (a zeroed struct is nothing). Then add roads, then
 * build. */
void mk_graph_new(mk_graph *, int spaces);
int mk_graph_add(mk_graph *, int a, int b, unsigned bits); /* its number; -1: a == b, not added */
void mk_graph_build(mk_graph *);
void mk_graph_free(mk_graph *);

int mk_way(const mk_graph *, int from, int to); /* -1: no road; the lowest-numbered if several */
static inline int mk_way_from(const mk_graph *g, int way) {
    return way & 1 ? g->b[way >> 1] : g->a[way >> 1];
}
static inline int mk_way_to(const mk_graph *g, int way) {
    return way & 1 ? g->a[way >> 1] : g->b[way >> 1];
}
static inline uint16_t mk_way_bits(const mk_graph *g, int way) { return g->bits[way >> 1]; }
/* The neighbours of a space, where the graph has few enough words to keep them. */
static inline const uint64_t *mk_neighbours(const mk_graph *g, int space) {
    return g->near + space * g->words;
}

/* For each exit of a space: MK_EXIT_EACH(x, g, space) … x->to … x->way … */
#define MK_EXIT_EACH(x, g, space)                                                                  \
    for (const mk_exit *x = (g)->exit + (g)->first[space],                                         \
                       *x##_end = (g)->exit + (g)->first[(space) + 1];                             \
         x < x##_end; x++)

/* ---- Counting roads ------------------------------------------------------ */

/* What may be entered: open spaces, over roads that have none of the closed bits. NULL: all. */
typedef struct {
    const mk_word *open;
    uint16_t closed_roads;
} mk_passable;

/* The set grows by all spaces that lead to it over at most so many roads (steps < 0: any number),
 * through passable ones. The spaces it begins with need not be open. Supply is traced backwards:
 * the set begins with the sources, and one search answers for every unit. */
void mk_flood(const mk_graph *, mk_word *set, int steps, const mk_passable *);
/* Roads from every space to the nearest of a set, through passable ones; -1: unreachable. */
void mk_distances(const mk_graph *, const mk_word *from, const mk_passable *, int16_t *out);

/* ---- Counting costs ------------------------------------------------------ */

/* What a step may cost: a number, or MK_CLOSED; with MK_IN_FULL (cost | MK_IN_FULL) the promise of
 * `one_step` does not cover it. */
enum { MK_CLOSED = -1, MK_IN_FULL = 1 << 14, MK_MAX_COST = 63 };

/* How somebody travels. */
enum { MK_NO_LIMIT = -1 };
typedef struct {
    int points;                                        /* to spend, or MK_NO_LIMIT */
    int (*cost)(const void *who, int from, mk_exit x); /* of one step; NULL: 1 */
    const void *who;                                   /* for the cost */
    const mk_word *open;                               /* spaces that may be entered; NULL: all */
    const mk_word *halt;   /* who enters one of these goes no further; NULL: none */
    const mk_word *beside; /* who enters one of these must have `keep` points left; NULL: none */
    int keep;
    bool one_step; /* a first step without the points for it is allowed, and is the last; not into
                      a space of `beside` */
} mk_travel;

/* What a search found of a space. The caller has one for each space of the graph. */
typedef struct {
    uint16_t cost; /* the least; MK_NOWHERE: not reached */
    uint16_t way;  /* the directed road by which; MK_NOWHERE where it began */
    uint16_t next; /* the space reached next, none nearer; MK_NOWHERE: the last */
    uint16_t prev; /* for the search */
} mk_mark;

/* The least cost to every space that a travel from `start` can reach, or from any of a set; among
 * equal ways the one through the space reached first. Returns the first space reached (MK_NOWHERE:
 * nothing to start from); mark[].next leads through all of them, the cheapest first. */
int mk_reach(const mk_graph *, int start, const mk_travel *, mk_mark *mark);
int mk_reach_all(const mk_graph *, const mk_word *starts, const mk_travel *, mk_mark *mark);
#define MK_REACHED_EACH(n, first, mark) for (int n = (first); n != MK_NOWHERE; n = (mark)[n].next)

/* The way there: writes the spaces after the start up to and with `to`. Returns their number;
 * -1: it was not reached, or they are more than fit. */
int mk_path(const mk_graph *, const mk_mark *mark, int to, uint16_t *out, int max);

#endif
