/* server_load.c - how many moves a server keeps, and how long one waits for it.
 *
 *     server_load BINARY [--tables N] [--seconds S] [--rate MOVES] [--dir DIR]
 *
 * Starts the server on loopback with a file of its own and plays random legal moves at N tables.
 * Each table has two sockets, one for each seat; whoever decides sends one of the actions that the
 * last view offered, and the move counts when the view that follows it is back, that is: when it
 * is on the disk. With --rate the moves are spread evenly over time, so that what is measured is
 * the wait at a load below the limit. Nothing is measured in the first second.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <time.h>
#include <unistd.h>

#include "../tests/server/wire.h"

enum { MAX_TABLES = 2000, MAX_OFFERED = 512, ACTION = 120, MAX_SAMPLES = 20000000 };

typedef struct game game;

typedef struct {
    game *game;
    int seat;
    wire_socket socket;
    /* The actions that stand in the view now. */
    int count;
    char (*offered)[ACTION];
} player;

struct game {
    player player[2];
    char code[16];
    int n;        /* version that both have seen */
    bool waiting; /* for the answer to `mover` */
    player *mover;
    double sent, due;
    bool over;
    uint64_t random;
};

static game *games[MAX_TABLES];
static wire_server server;
static const char *const seat_names[2] = {"british", "american"};
static float *samples;
static int sample_count, tables = 50, over_count, refusals;
static double seconds = 10, rate, measuring_from, measuring_until;
static long moves, all_moves;
static const char *where = "/tmp"; /* the disk that is written to */

static void die(const char *what) {
    fprintf(stderr, "server_load: %s\n", what);
    wire_kill(&server);
    exit(1);
}

/* ---- The actions of a view, without a JSON parser ----------------------- */

static void forget(player *p, const char *action, size_t n) {
    for (int i = 0; i < p->count; i++) {
        if (strncmp(p->offered[i], action, n) != 0 || p->offered[i][n]) continue;
        memcpy(p->offered[i], p->offered[--p->count], ACTION);
        return;
    }
}

/* Every `"action:…":{` is offered, every `"action:…":null` no longer. */
static void read_actions(player *p, const char *text, const char *end) {
    static const char mark[] = "\"action:";
    while (text < end && (text = memmem(text, (size_t)(end - text), mark, sizeof mark - 1))) {
        text += sizeof mark - 1;
        const char *close = memchr(text, '"', (size_t)(end - text));
        if (!close || close + 2 >= end) return;
        size_t n = (size_t)(close - text);
        if (n < ACTION && close[1] == ':') {
            forget(p, text, n);
            if (close[2] == '{' && p->count < MAX_OFFERED) {
                memcpy(p->offered[p->count], text, n);
                p->offered[p->count++][n] = '\0';
            }
        }
        text = close;
    }
}

/* ---- Playing ------------------------------------------------------------ */

static uint64_t next_random(game *g) {
    g->random = g->random * 6364136223846793005u + 1442695040888963407u;
    return g->random >> 33;
}

static void move_if_due(game *g, double now) {
    if (g->over || g->waiting || now < g->due) return;
    for (int i = 0; i < 2; i++) {
        player *p = &g->player[i];
        if (p->count == 0) continue;
        char frame[256];
        snprintf(frame, sizeof frame, "{\"t\":\"do\",\"n\":%d,\"action\":\"%s\"}", g->n,
                 p->offered[next_random(g) % (uint64_t)p->count]);
        g->waiting = true;
        g->mover = p;
        g->sent = now;
        if (!wire_send(&p->socket, frame)) die("a socket was closed");
        return;
    }
}

static void moved(game *g, double now) {
    g->waiting = false;
    all_moves++;
    if (rate > 0) g->due += (double)tables / rate;
    if (now < measuring_from || now >= measuring_until) return;
    moves++;
    if (sample_count < MAX_SAMPLES) samples[sample_count++] = (float)(now - g->sent);
}

/* One frame at one player. The move is over when its own player has the new view. */
static void take_frame(player *p, const char *text, size_t size, double now) {
    game *g = p->game;
    const char *end = text + size;
    if (memcmp(text, "{\"t\":\"view\"", 11) == 0) {
        int n = atoi(text + 16);
        read_actions(p, text, end);
        if (n > g->n) g->n = n;
        if (g->waiting && p == g->mover) moved(g, now);
    } else if (memcmp(text, "{\"t\":\"joined\"", 13) == 0) {
        const char *view = strstr(text, "\"view\":");
        p->count = 0;
        if (view) read_actions(p, view, end);
    } else if (memcmp(text, "{\"t\":\"over\"", 11) == 0) {
        g->over = true;
    } else if (memcmp(text, "{\"t\":\"refused\"", 14) == 0) {
        refusals++;
        g->waiting = false;
    }
}

static void open_player(const wire_jar *jar, game *g, int seat) {
    player *p = &g->player[seat];
    char frame[160];
    *p = (player){.game = g, .seat = seat};
    p->offered = calloc(MAX_OFFERED, ACTION);
    if (!wire_open(&server, jar, NULL, &p->socket, NULL)) die("a socket was refused");
    snprintf(frame, sizeof frame, "{\"t\":\"join\",\"table\":\"%s\",\"seat\":\"%s\"}", g->code,
             seat_names[seat]);
    wire_send(&p->socket, frame);
    json_t *joined = wire_expect(&p->socket, "joined", 20);
    if (!joined) die("a table could not be joined");
    g->n = (int)json_integer_value(json_object_get(joined, "n"));
    const char *key;
    json_t *value;
    json_object_foreach(json_object_get(joined, "view"), key, value) {
        if (strncmp(key, "action:", 7) != 0 || strlen(key) >= ACTION) continue;
        snprintf(p->offered[p->count++], ACTION, "%s", key + 7);
    }
    json_decref(joined);
}

/* Each table has a player of its own, who sits on both sides of it. */
static void open_game(game *g, uint64_t seed) {
    wire_jar jar = {""};
    wire_answer a = wire_request(&server, &jar, "/api/guest", "{}", NULL);
    if (a.status != 200) die("no guest");
    wire_free(&a);
    a = wire_request(&server, &jar, "/api/tables",
                     "{\"game\":\"p77\",\"seats\":{\"british\":\"me\",\"american\":\"me\"}}", NULL);
    const char *code = json_string_value(json_object_get(json_object_get(a.json, "table"), "id"));
    if (!code) die(a.body ? a.body : "no table");
    g->random = seed;
    snprintf(g->code, sizeof g->code, "%s", code);
    wire_free(&a);
    open_player(&jar, g, 0);
    open_player(&jar, g, 1);
}

/* ---- Games that stand ready, so that a game that ends keeps nobody waiting ---------------- */

enum { READY = 64 };
static game *ready[READY];
static int ready_count;
static bool no_more;
static pthread_mutex_t ready_lock = PTHREAD_MUTEX_INITIALIZER;

static void *keep_ready(void *unused) {
    for (uint64_t seed = 7919;; seed += 17) {
        pthread_mutex_lock(&ready_lock);
        bool full = ready_count == READY, stop = no_more;
        pthread_mutex_unlock(&ready_lock);
        if (stop) return unused;
        if (full) {
            usleep(1000);
            continue;
        }
        game *g = calloc(1, sizeof *g);
        open_game(g, seed);
        pthread_mutex_lock(&ready_lock);
        ready[ready_count++] = g;
        pthread_mutex_unlock(&ready_lock);
    }
}

/* Another game in place of one that is over. False: none is ready yet. */
static bool replace(game **slot) {
    pthread_mutex_lock(&ready_lock);
    game *g = ready_count > 0 ? ready[--ready_count] : NULL;
    pthread_mutex_unlock(&ready_lock);
    if (!g) return false;
    for (int i = 0; i < 2; i++) {
        wire_close(&(*slot)->player[i].socket);
        free((*slot)->player[i].offered);
    }
    free(*slot);
    *slot = g;
    return true;
}

static void watch(int poll, game *g) {
    for (int i = 0; i < 2; i++) {
        struct epoll_event e = {.events = EPOLLIN, .data.ptr = &g->player[i]};
        epoll_ctl(poll, EPOLL_CTL_ADD, g->player[i].socket.fd, &e);
    }
}

/* ---- The run ------------------------------------------------------------ */

static void read_player(player *p, double now) {
    size_t size;
    if (!wire_fill(&p->socket)) die("the server closed a socket");
    for (char *text; (text = wire_next(&p->socket, &size));) take_frame(p, text, size, now);
    move_if_due(p->game, now);
}

static void play(int poll) {
    struct epoll_event event[256];
    double now = wire_now();
    measuring_from = now + 1;
    measuring_until = measuring_from + seconds;
    for (int i = 0; i < tables; i++) {
        games[i]->due = now + (rate > 0 ? i / rate : 0);
        move_if_due(games[i], now);
    }
    while (now < measuring_until) {
        int n = epoll_wait(poll, event, 256, 1);
        now = wire_now();
        for (int i = 0; i < n; i++) read_player(event[i].data.ptr, now);
        for (int i = 0; i < tables; i++) {
            if (games[i]->over && replace(&games[i])) {
                over_count++;
                watch(poll, games[i]);
                games[i]->due = now;
            }
            if (rate > 0 || !games[i]->waiting) move_if_due(games[i], now);
        }
    }
}

/* Seconds of processor that the server has used. */
static double server_cpu(void) {
    char name[64];
    unsigned long user = 0, system = 0;
    snprintf(name, sizeof name, "/proc/%d/stat", (int)server.pid);
    FILE *f = fopen(name, "r");
    if (!f) return 0;
    if (fscanf(f, "%*d %*s %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user, &system) !=
        2)
        user = system = 0;
    fclose(f);
    return (double)(user + system) / (double)sysconf(_SC_CLK_TCK);
}

static int by_value(const void *a, const void *b) {
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

static double quantile(double q) {
    return sample_count ? samples[(int)(q * (sample_count - 1))] * 1e3 : 0;
}

static void report(long idle, long loaded, double server_used, double own_used) {
    qsort(samples, (size_t)sample_count, sizeof *samples, by_value);
    printf("tables %d%s  moves/s %.0f  wait ms p50 %.2f p90 %.2f p99 %.2f max %.2f  refused %d  "
           "games over %d  processor us/move server %.1f load %.1f  memory MB idle %.1f loaded "
           "%.1f  listening after ms %.1f\n",
           tables, rate > 0 ? " (paced)" : "", (double)moves / seconds, quantile(0.5),
           quantile(0.9), quantile(0.99), quantile(1), refusals, over_count,
           server_used / (double)all_moves * 1e6, own_used / (double)all_moves * 1e6,
           (double)idle / 1e6, (double)loaded / 1e6, server.listen_after * 1e3);
}

int main(int argc, char **argv) {
    if (argc < 2) {
        fprintf(
            stderr,
            "usage: server_load BINARY [--tables N] [--seconds S] [--rate MOVES] [--dir DIR]\n");
        return 2;
    }
    for (int i = 2; i + 1 < argc; i += 2) {
        if (strcmp(argv[i], "--tables") == 0) tables = atoi(argv[i + 1]);
        if (strcmp(argv[i], "--seconds") == 0) seconds = atof(argv[i + 1]);
        if (strcmp(argv[i], "--rate") == 0) rate = atof(argv[i + 1]);
        if (strcmp(argv[i], "--dir") == 0) where = argv[i + 1];
    }
    if (tables < 1 || tables > MAX_TABLES || seconds <= 0 || seconds > 60) return 2;
    char dir[200], command[220];
    snprintf(dir, sizeof dir, "%s/musket-load-XXXXXX", where);
    if (!mkdtemp(dir)) die("no folder");
    samples = malloc(sizeof *samples * MAX_SAMPLES);
    const char *const args[] = {"--limit",         "frame=1000000/1", "--limit",
                                "create=100000/1", "--limit",         "request=1000000/1",
                                "--limit",         "guest=100000/1",  NULL};
    memcpy(server.args, args, sizeof args);
    if (!wire_start(&server, argv[1], dir)) die("the server does not start");
    long idle = wire_memory(&server);
    int poll = epoll_create1(0);
    for (int i = 0; i < tables; i++) {
        games[i] = calloc(1, sizeof *games[i]);
        open_game(games[i], (uint64_t)i + 1);
        watch(poll, games[i]);
    }
    pthread_t opener;
    if (pthread_create(&opener, NULL, keep_ready, NULL) != 0) die("no thread");
    double server_before = server_cpu(), own_before = (double)clock() / CLOCKS_PER_SEC;
    play(poll);
    report(idle, wire_memory(&server), server_cpu() - server_before,
           (double)clock() / CLOCKS_PER_SEC - own_before);
    pthread_mutex_lock(&ready_lock);
    no_more = true;
    pthread_mutex_unlock(&ready_lock);
    pthread_join(opener, NULL);
    wire_stop(&server);
    snprintf(command, sizeof command, "rm -rf %s", dir);
    return system(command) == 0 ? 0 : 1;
}
