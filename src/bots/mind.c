/* mind.c - what a bot keeps from one action to the next: its plan, its limits, how far it is. */
#define _GNU_SOURCE
#include "search.h"

#include <stdlib.h>
#include <time.h>

double search_now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

mk_mind *mk_mind_new(void) {
    mk_mind *m = calloc(1, sizeof *m);
    if (!m) abort();
    return m;
}

void mk_mind_free(mk_mind *m) { free(m); }

void mk_mind_limits(mk_mind *m, int playouts, double seconds, int threads) {
    m->playouts = playouts;
    m->seconds = seconds;
    m->threads = threads;
}

void mk_mind_stop(mk_mind *m, bool stop) { atomic_store(&m->stop, stop); }

double mk_mind_progress(const mk_mind *m) {
    int of = atomic_load(&m->of);
    return of ? (double)atomic_load(&m->done) / of : 0;
}

/* A turn has many moves. Each may take a third of what is left of its time: the first ones most,
 * the last ones some. */
double mk_mind_seconds(mk_mind *m, const mk_level *level, int turn) {
    if (m->seconds <= 0) return 0;
    if (turn != m->turn) m->turn = turn, m->spent = 0;
    if (m->spent >= level->seconds) return -1;
    double share = (level->seconds - m->spent) / 3;
    if (share < 0.01) share = 0.01;
    return share < m->seconds ? share : m->seconds;
}

void mk_mind_plan(mk_mind *m, const search_move *plan) {
    m->plan = *plan;
    m->next = 0;
}

mk_action mk_mind_recall(mk_mind *m, uint64_t asks) {
    if (m->next >= m->plan.count || m->plan.before[m->next] != asks) {
        m->plan.count = 0;
        return (mk_action){0};
    }
    return m->plan.action[m->next++];
}
