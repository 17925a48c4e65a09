/* workers.c - threads for what takes too long for the loop: a bot's choice, a password, a mail. */
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#include "server/server.h"

typedef struct {
    job *first, *last;
    int count;
} queue;

struct pool {
    server *server;
    pthread_mutex_t lock;
    pthread_cond_t more;
    queue waiting, ready;
    int threads, max_waiting;
    pthread_t *thread; /* NULL: not started */
    job **running;     /* one for each thread, or NULL */
    bool stopping, patient;
};

static void put(queue *q, job *j) {
    j->next = NULL;
    if (q->last)
        q->last->next = j;
    else
        q->first = j;
    q->last = j;
    q->count++;
}

static job *take(queue *q) {
    job *j = q->first;
    if (!j) return NULL;
    q->first = j->next;
    if (!q->first) q->last = NULL;
    q->count--;
    return j;
}

static job **free_place(pool *p) {
    job **place = p->running;
    while (*place) place++;
    return place;
}

static void *work(void *arg) {
    enum { PATIENCE = 10 };
    pool *p = arg;
    if (p->patient) setpriority(PRIO_PROCESS, (id_t)gettid(), PATIENCE); /* of this thread alone */
    pthread_mutex_lock(&p->lock);
    while (!p->stopping) {
        job *j = take(&p->waiting);
        if (!j) {
            pthread_cond_wait(&p->more, &p->lock);
            continue;
        }
        job **place = free_place(p);
        *place = j;
        pthread_mutex_unlock(&p->lock);
        j->run(j);
        pthread_mutex_lock(&p->lock);
        *place = NULL;
        put(&p->ready, j);
        server_wake(p->server);
    }
    pthread_mutex_unlock(&p->lock);
    return NULL;
}

pool *pool_new(server *s, int threads, int max_waiting) {
    pool *p = must_alloc(sizeof *p);
    p->server = s;
    p->threads = threads;
    p->max_waiting = max_waiting;
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->more, NULL);
    return p;
}

pool *pool_new_patient(server *s, int threads, int max_waiting) {
    pool *p = pool_new(s, threads, max_waiting);
    p->patient = true;
    return p;
}

/* An idle server has no threads: they cost memory and time at the start. */
static bool start(pool *p) {
    p->thread = must_alloc((size_t)p->threads * sizeof *p->thread);
    p->running = must_alloc((size_t)p->threads * sizeof *p->running);
    for (int i = 0; i < p->threads; i++) {
        if (pthread_create(&p->thread[i], NULL, work, p) == 0) continue;
        p->threads = i;
        break;
    }
    return p->threads > 0;
}

bool pool_add(pool *p, job *j) {
    if (!p || (!p->thread && !start(p))) return false; /* NULL: the server is ending */
    pthread_mutex_lock(&p->lock);
    bool room = p->waiting.count < p->max_waiting && !p->stopping;
    if (room) {
        put(&p->waiting, j);
        pthread_cond_signal(&p->more);
    }
    pthread_mutex_unlock(&p->lock);
    return room;
}

void pool_collect(pool *p) {
    if (!p->thread) return;
    pthread_mutex_lock(&p->lock);
    job *j = p->ready.first;
    p->ready = (queue){0};
    pthread_mutex_unlock(&p->lock);
    while (j) {
        job *next = j->next;
        j->done(p->server, j);
        j = next;
    }
}

void pool_free(pool *p) {
    if (!p) return;
    pthread_mutex_lock(&p->lock);
    p->stopping = true;
    for (int i = 0; p->running && i < p->threads; i++)
        if (p->running[i] && p->running[i]->cancel) p->running[i]->cancel(p->running[i]);
    pthread_cond_broadcast(&p->more);
    pthread_mutex_unlock(&p->lock);
    for (int i = 0; p->thread && i < p->threads; i++) pthread_join(p->thread[i], NULL);
    for (job *j; (j = take(&p->waiting));) j->done(p->server, j);
    for (job *j; (j = take(&p->ready));) j->done(p->server, j);
    free(p->thread);
    free(p->running);
    pthread_mutex_destroy(&p->lock);
    pthread_cond_destroy(&p->more);
    free(p);
}
