/* mind.c - what a bot keeps from one action to the next: its plan, its limits, how far it is. */
#define _GNU_SOURCE
#include "search.h"

#include <math.h>
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
    atomic_store(&m->done, 0);
    atomic_store(&m->of, 0);
}

void mk_mind_stop(mk_mind *m, bool stop) { atomic_store(&m->stop, stop); }

/* By playouts or by time, whichever will end it first. */
double mk_mind_progress(const mk_mind *m) {
    int of = atomic_load(&m->of);
    if (!of) return 0;
    double share = (double)atomic_load(&m->done) / of, until = atomic_load(&m->until);
    double begun = atomic_load(&m->begun);
    if (until > begun) share = fmax(share, (search_now() - begun) / (until - begun));
    return fmin(share, 1);
}

/* A turn has many moves. Each may take a third of what is left of its time: the first ones most,
 * the last ones some. */
static double seconds_for(mk_mind *m, const mk_level *level, int turn) {
    if (m->seconds <= 0) return 0;
    if (turn != m->turn) m->turn = turn, m->spent = 0;
    if (m->spent >= level->seconds) return -1;
    double share = (level->seconds - m->spent) / 3;
    if (share < 0.01) share = 0.01;
    return share < m->seconds ? share : m->seconds;
}

double mk_mind_seconds(mk_mind *m, const mk_level *level, int turn) {
    double seconds = seconds_for(m, level, turn), now = search_now();
    atomic_store(&m->begun, now);
    atomic_store(&m->until, seconds > 0 ? now + seconds : 0);
    return seconds;
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
