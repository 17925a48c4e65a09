/* search.c - information-set Monte Carlo tree search over the engine's interface alone.
 *
 * Every iteration deals anew what the seat cannot know, dice among it, follows the tree as far as
 * it goes, adds a decision to it, plays on from there and tells every move on the way how it ended.
 * The n-th try of each move at the root has the n-th deal, so that moves are compared under the
 * same cards and the same dice, as far as they throw them alike.
 *
 * Threads share the tree under one lock; what takes time, playing and making new moves, is done
 * outside it. With one thread and without a limit of time the same generator gives the same move.
 */
#include "search.h"

#include <stdlib.h>
#include <string.h>

const mk_level mk_level_standard = {.playouts = 100,
                                    .turns = 4,
                                    .by_rules = true,
                                    .by_lead = 100,
                                    .widens = 1.0,
                                    .dares = 0.12,
                                    .doubts = 0.7,
                                    .seconds = 9.5};
const mk_level mk_level_hard = {.playouts = 1500,
                                .turns = 4,
                                .by_rules = true,
                                .by_lead = 500,
                                .widens = 1.0,
                                .dares = 0.12,
                                .doubts = 0.7,
                                .seconds = 58};

enum { MAX_THREADS = 64 };

typedef struct {
    const mk_level *level;
    const mk_game *game;
    const void *known; /* what the seat knows; the rest dealt at random */
    int seat, turn;
    uint64_t seed;
    mk_mind *mind;
    double until; /* 0: no limit */
    int playouts;
    pthread_mutex_t lock; /* of all below */
    search_node *root;
    int begun;
    double value; /* of all playouts, to the seat */
} search;

/* A deal is known by its number. */
static void make_deal(const search *s, int number, void *state) {
    mk_rng rng;
    mk_rng_seed(&rng, s->seed + (uint64_t)number * 0x9e3779b97f4a7c15u);
    memcpy(state, s->known, s->game->state_size);
    s->game->determinize(state, s->seat, &rng);
}

typedef struct {
    int count;
    search_node *node[SEARCH_DEPTH];
    search_edge *edge[SEARCH_DEPTH];
} path;

/* Whoever tries a move counts as having lost with it until he comes back: so threads that follow
 * try others. */
static search_edge *step_into(path *p, search_node *n, search_edge *e) {
    n->visits++;
    e->visits++;
    p->node[p->count] = n;
    p->edge[p->count++] = e;
    return e;
}

static void tell(search *s, const path *p, const double value[MK_MAX_SEATS]) {
    pthread_mutex_lock(&s->lock);
    for (int i = 0; i < p->count; i++) {
        double own = value[p->node[i]->seat];
        p->edge[i]->squares += own * own;
        for (int seat = 0; seat < s->game->seat_count; seat++) p->edge[i]->sum[seat] += value[seat];
    }
    s->value += value[s->seat];
    pthread_mutex_unlock(&s->lock);
}

/* Down the tree, as far as it goes. */
static void descend(search *s, search_desk *d, path *p) {
    bool fresh = false;
    while (!fresh && p->count < SEARCH_DEPTH) {
        search_skip(d, d->state);
        int seat = mk_seat(s->game, d->state);
        if (seat == MK_OVER || !search_is_choice(d, d->state)) return;
        uint64_t asks = search_asks(d, d->state);
        pthread_mutex_lock(&s->lock);
        search_node *n = search_behind(p->edge[p->count - 1], asks, seat, &fresh);
        search_edge *e = fresh ? NULL : search_select(s->level, d, n, d->state, &s->lock);
        if (e) step_into(p, n, e);
        pthread_mutex_unlock(&s->lock);
        if (!e) return;
        search_play_move(d, d->state, &e->move);
    }
}

static bool may_go_on(search *s) {
    if (atomic_load(&s->mind->stop) || (s->until > 0 && search_now() >= s->until)) return false;
    return s->begun < s->playouts && !search_is_decided(s->root, s->playouts - s->begun);
}

/* False: enough. */
static bool iterate(search *s, search_desk *d) {
    path p = {0};
    pthread_mutex_lock(&s->lock);
    bool more = s->begun == 0 || may_go_on(s);
    search_edge *e = NULL;
    int number = 0;
    if (more) {
        e = search_select(s->level, d, s->root, s->known, &s->lock);
        number = e->visits;
        step_into(&p, s->root, e);
        s->begun++;
    }
    pthread_mutex_unlock(&s->lock);
    if (!more) return false;

    double value[MK_MAX_SEATS];
    make_deal(s, number, d->state);
    search_play_move(d, d->state, &e->move);
    descend(s, d, &p);
    double begun = search_now();
    search_playout(s->level, d, d->state, s->turn, value);
    d->played += search_now() - begun;
    tell(s, &p, value);
    atomic_fetch_add(&s->mind->done, 1);
    return true;
}

typedef struct {
    search *search;
    int number;
} thread_start;

static void *work(void *argument) {
    const thread_start *start = argument;
    search *s = start->search;
    search_desk *d = malloc(sizeof *d);
    if (!d) abort();
    d->game = s->game;
    mk_rng_seed(&d->rng, s->seed ^ (0xd1b54a32d192ed03u * (uint64_t)(start->number + 1)));
    mk_log_init(&d->log, NULL, 0);
    d->played = 0;
    while (iterate(s, d)) {
    }
    pthread_mutex_lock(&s->lock);
    s->mind->played += d->played;
    pthread_mutex_unlock(&s->lock);
    free(d);
    return NULL;
}

static void run(search *s, int threads) {
    pthread_t thread[MAX_THREADS];
    thread_start start[MAX_THREADS];
    int started = 0;
    if (threads > MAX_THREADS) threads = MAX_THREADS;
    for (int i = 0; i < threads; i++) start[i] = (thread_start){s, i};
    while (started < threads - 1 &&
           pthread_create(&thread[started], NULL, work, &start[started + 1]) == 0)
        started++;
    work(&start[0]);
    for (int i = 0; i < started; i++) pthread_join(thread[i], NULL);
}

static void think(const mk_level *level, const mk_game *game, const void *known, int seat,
                  double seconds, mk_rng *rng, mk_mind *mind) {
    search s = {.level = level, .game = game, .known = known, .seat = seat, .mind = mind};
    s.turn = ((const mk_base *)known)->turn;
    s.seed = (uint64_t)mk_below(rng, UINT32_MAX) << 32 | mk_below(rng, UINT32_MAX);
    s.playouts = search_by_lead(level, game) ? level->by_lead : level->playouts;
    if (mind->playouts) s.playouts = mind->playouts;
    double begun = search_now();
    mind->played = 0;
    s.until = seconds > 0 ? begun + seconds : 0;
    atomic_store(&mind->done, 0);
    atomic_store(&mind->of, s.playouts);
    pthread_mutex_init(&s.lock, NULL);
    s.root = search_node_new(0, seat);
    run(&s, mind->threads > 1 ? mind->threads : 1);
    mind->spent += search_now() - begun;
    const search_edge *choice = search_choice(level, s.root);
    const search_edge *second = search_second(s.root, choice);
    mk_mind_plan(mind, &choice->move);
    mind->other = second ? second->move : (search_move){0};
    search_find_line(level, s.root, &mind->line);
    mind->value = s.begun ? s.value / s.begun : 0.5;
    search_node_free(s.root);
    pthread_mutex_destroy(&s.lock);
}

/* The turn has no time left for thoughts. */
static void do_without_thought(search_desk *d, const void *known, mk_mind *mind) {
    search_move light;
    memcpy(d->state, known, d->game->state_size);
    mk_log_init(&d->log, NULL, 0);
    search_first_move(d, d->state, &light);
    mk_mind_plan(mind, &light);
}

mk_action mk_search_choose(const mk_level *level, const mk_game *game, const void *known, int seat,
                           mk_rng *rng, mk_mind *mind) {
    static _Thread_local search_desk desk;
    desk.game = game;
    mk_rng_seed(&desk.rng, mk_below(rng, UINT32_MAX));
    if (!mk_list(game, known, &desk.legal)) return (mk_action){0};
    uint64_t asks = search_asks(&desk, known);
    mk_action next = mind ? mk_mind_recall(mind, asks) : (mk_action){0};
    if (next.verb) return next;
    if (!search_is_choice(&desk, known)) return search_light_choice(&desk, known);

    mk_mind *own = mind ? mind : mk_mind_new();
    double seconds = mk_mind_seconds(own, level, ((const mk_base *)known)->turn);
    if (seconds < 0)
        do_without_thought(&desk, known, own);
    else
        think(level, game, known, seat, seconds, rng, own);
    next = mk_mind_recall(own, asks);
    if (!mind) mk_mind_free(own);
    return next;
}
