/* tree.c - what was tried, how it turned out, and what to try next. */
#include "search.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A move that leads where another one leads is not kept; after so many such there are no others. */
enum { TRIES = 3, BARREN = 12 };
/* When to stop early: after so many tries, of so many moves where there may be others; a difference
 * in the chance to win that is none; standard errors that leave no doubt. */
enum { ENOUGH = 50, SEVERAL = 6 };
static const double TRIFLE = 0.005, SURE = 2.5;
static const double LIGHT = 1.5; /* so much more the light policy's move is tried: all others are
                                  * held against it */

search_node *search_node_new(uint64_t asks, int seat) {
    search_node *n = calloc(1, sizeof *n);
    if (!n) abort();
    n->asks = asks;
    n->seat = seat;
    return n;
}

void search_node_free(search_node *n) {
    while (n) {
        search_node *next = n->next;
        for (search_edge *e = n->edges, *other; e; e = other) {
            other = e->next;
            search_node_free(e->behind);
            free(e);
        }
        free(n);
        n = next;
    }
}

static search_edge *add_edge(search_node *n, const search_move *m) {
    search_edge *e = calloc(1, sizeof *e), **last = &n->edges;
    if (!e) abort();
    e->move = *m;
    while (*last) last = &(*last)->next;
    *last = e;
    n->moves++;
    return e;
}

static bool is_known(const search_node *n, const search_move *m) {
    for (const search_edge *e = n->edges; e; e = e->next)
        if (e->move.leads_to == m->leads_to) return true;
    return false;
}

static double mean(const search_edge *e, int seat) {
    return e->visits ? e->sum[seat] / e->visits : 0.5;
}

static const search_edge *most_valued(const search_node *n) {
    const search_edge *best = n->edges;
    for (const search_edge *e = n->edges; e; e = e->next)
        if (mean(e, n->seat) > mean(best, n->seat)) best = e;
    return best;
}

/* Half of the new moves are like the light policy's, the others like the best so far. Other threads
 * go on while one is thought out: what the tree has is never changed, only added to. */
static search_edge *widen(search_desk *d, search_node *n, const void *state,
                          pthread_mutex_t *lock) {
    search_move m;
    for (int i = 0; i < TRIES; i++) {
        const search_edge *like = mk_below(&d->rng, 2) ? n->edges : most_valued(n);
        pthread_mutex_unlock(lock);
        memcpy(d->trial, state, d->game->state_size);
        bool made = search_other_move(d, d->trial, &like->move, &m);
        pthread_mutex_lock(lock);
        if (made && !is_known(n, &m)) return add_edge(n, &m);
    }
    n->barren++;
    return NULL;
}

static search_edge *first_edge(search_desk *d, search_node *n, const void *state,
                               pthread_mutex_t *lock) {
    search_move m;
    pthread_mutex_unlock(lock);
    memcpy(d->trial, state, d->game->state_size);
    search_first_move(d, d->trial, &m);
    pthread_mutex_lock(lock);
    return n->edges ? n->edges : add_edge(n, &m);
}

/* Upper confidence bounds, of those that are possible in this deal. */
static search_edge *most_promising(const mk_level *level, search_desk *d, const search_node *n,
                                   const void *state) {
    search_edge *best = NULL;
    double best_hope = 0, doubt = log(n->visits + 1.0);
    for (search_edge *e = n->edges; e; e = e->next) {
        if (!mk_legal(d->game, state, e->move.action[0])) continue;
        double dares = e == n->edges ? LIGHT * level->dares : level->dares;
        double hope = mean(e, n->seat) + dares * sqrt(doubt / (e->visits + 0.5));
        if (!best || hope > best_hope) best = e, best_hope = hope;
    }
    return best;
}

search_edge *search_select(const mk_level *level, search_desk *d, search_node *n, const void *state,
                           pthread_mutex_t *lock) {
    if (!n->edges) return first_edge(d, n, state, lock);
    bool wider = n->moves < 1 + level->widens * sqrt(n->visits) && n->barren < BARREN;
    search_edge *e = wider ? widen(d, n, state, lock) : NULL;
    return e ? e : most_promising(level, d, n, state);
}

search_node *search_behind(search_edge *e, uint64_t asks, int seat, bool *fresh) {
    for (search_node *n = e->behind; n; n = n->next)
        if (n->asks == asks) return *fresh = false, n;
    search_node *n = search_node_new(asks, seat);
    n->next = e->behind;
    e->behind = n;
    *fresh = true;
    return n;
}

/* The one that was tried most often: it stood the test of most deals. */
const search_edge *search_best(const search_node *n) {
    const search_edge *best = n->edges;
    for (const search_edge *e = n->edges; e; e = e->next) {
        bool better = e->visits > best->visits ||
                      (e->visits == best->visits && mean(e, n->seat) > mean(best, n->seat));
        if (better) best = e;
    }
    return best;
}

/* The standard error of the difference between the means of two moves that were tried. */
static double error_between(const search_edge *a, const search_edge *b, int seat) {
    double visits = a->visits + b->visits, sum = a->sum[seat] + b->sum[seat];
    double variance = (a->squares + b->squares) / visits - sum / visits * (sum / visits);
    return sqrt(fmax(variance, 0) * (1.0 / a->visits + 1.0 / b->visits));
}

/* Of many moves that are equally good the luckiest looks best. So the one that was found by sense
 * and not by luck is kept unless the other is better by more than the error of both. */
const search_edge *search_choice(const mk_level *level, const search_node *n) {
    const search_edge *best = search_best(n), *light = n->edges;
    if (best == light || !light->visits) return best;
    double error = error_between(best, light, n->seat);
    return mean(best, n->seat) - mean(light, n->seat) > level->doubts * error ? best : light;
}

const search_edge *search_second(const search_node *n, const search_edge *than) {
    const search_edge *best = NULL;
    for (const search_edge *e = n->edges; e; e = e->next)
        if (e != than && (!best || e->visits > best->visits)) best = e;
    return best;
}

void search_find_line(const mk_level *level, const search_node *root, search_line *out) {
    enum { FEW = 4 };
    out->count = 0;
    const search_node *n = root;
    while (n && n->edges && out->count < SEARCH_LINE) {
        const search_edge *e = n == root ? search_choice(level, n) : search_best(n);
        if (n != root && e->visits < FEW) return;
        out->seat[out->count] = n->seat;
        out->move[out->count++] = e->move;
        n = e->behind;
        for (const search_node *other = n; other; other = other->next)
            if (other->visits > n->visits) n = other;
    }
}

/* Is none of the others better than the best, but for a difference that decides no game? */
static bool is_clear(const search_node *n, const search_edge *best) {
    for (const search_edge *e = n->edges; e; e = e->next) {
        if (e == best) continue;
        if (!e->visits) return false;
        double behind = mean(best, n->seat) - mean(e, n->seat);
        if (behind + TRIFLE < SURE * error_between(best, e, n->seat)) return false;
    }
    return true;
}

/* Whatever was tried came to the same: the game is decided, or it does not depend on this. */
static bool is_indifferent(const search_node *n) {
    double squares = 0, sum = 0;
    for (const search_edge *e = n->edges; e; e = e->next)
        squares += e->squares, sum += e->sum[n->seat];
    double average = sum / n->visits;
    return n->moves >= SEVERAL && squares / n->visits - average * average < TRIFLE * TRIFLE;
}

bool search_is_decided(const search_node *n, int left) {
    const search_edge *best = search_best(n);
    bool all_known = n->barren >= BARREN;
    if (!best || (n->moves == 1 && !all_known)) return false;
    if (n->visits >= ENOUGH && (all_known ? is_clear(n, best) : is_indifferent(n))) return true;
    for (const search_edge *e = n->edges; e; e = e->next)
        if (e != best && e->visits + left >= best->visits) return false;
    return true;
}
