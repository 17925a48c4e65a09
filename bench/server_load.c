/* server_load.c - how many moves a server keeps, and how long one waits for it.
 *
 *     server_load BINARY [--tables N] [--seconds S] [--rate MOVES] [--lobby N] [--dir DIR]
 *                        [--db URL [--servers N]]
 *
 * Starts the server on loopback with a file of its own, or on an empty database, and plays random
 * legal moves at N tables. Each table has two sockets, one for each seat; the one that decides
 * sends one of the actions that the last view offered, and the move counts when the view that
 * follows it is back, that is: when it is on the disk. When a game is over its players make
 * another. With --rate the moves are spread evenly over time, so that what is measured is the wait
 * at a load below the limit. Nothing is measured in the first second. With --lobby so many visitors
 * look at the lobby meanwhile, where all the tables stand: what they get is counted and thrown
 * away. With --servers so many serve the database, and the two players of a table are at two of
 * them, one after the other in a circle.
 *
 * It runs beside the server on the same few cores and takes from them what it needs itself. So it
 * reads of each frame only what it must know, and allocates nothing while it plays.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "../tests/server/wire.h"

enum {
    MAX_TABLES = 2000,
    MAX_WATCHERS = 3900,
    MAX_OFFERED = 512,
    ACTION = 120,
    MAX_SAMPLES = 20000000,
    MAX_SERVERS = 8,
    CODE = 16
};

typedef struct game game;

typedef struct {
    int size; /* 0: gone */
    char text[ACTION];
} offer;

typedef struct {
    game *game;
    wire_socket socket;
    bool joined; /* has the view of the game that is played now */
    int n;       /* its version */
    /* The actions that stand in the view now. */
    int count;
    offer *offered;
} player;

struct game {
    player player[2];
    int n;         /* the last version that somebody has seen */
    player *mover; /* whose answer we wait for; NULL: it is for us to move */
    double sent, due;
    bool over;
    uint64_t random;
    wire_jar jar;       /* a guest sits on both sides */
    bool wanted;        /* another table; under the lock, as is its code */
    char another[CODE]; /* "": not yet made */
};

static game games[MAX_TABLES];
static wire_server servers[MAX_SERVERS];
static int server_count = 1;
static const char *const seat_names[2] = {"british", "american"};
static float *samples;
static int sample_count, tables = 50, over_count, refusals, watchers;
static double seconds = 10, rate, measuring_from, measuring_until;
static long moves, all_moves;
static const char *where = "/tmp"; /* the disk that is written to */

static _Noreturn void die(const char *what) {
    fprintf(stderr, "server_load: %s\n", what);
    for (int i = 0; i < server_count; i++) wire_kill(&servers[i]);
    exit(1);
}

/* ---- The actions of a view, without a JSON parser ----------------------- */

/* Actions go in the order in which they came, so the next is mostly right behind the last. */
static void forget(player *p, const char *action, size_t n, int *next) {
    for (int i = 0; i < p->count; i++) {
        int at = (*next + i) % p->count;
        offer *o = &p->offered[at];
        if ((size_t)o->size != n || memcmp(o->text, action, n) != 0) continue;
        o->size = 0;
        *next = at + 1;
        return;
    }
    die("an action is gone that was not there");
}

static void drop_forgotten(player *p) {
    int kept = 0;
    for (int i = 0; i < p->count; i++) {
        if (p->offered[i].size == 0) continue;
        if (kept < i) p->offered[kept] = p->offered[i];
        kept++;
    }
    p->count = kept;
}

/* Every `"action:…":{` is offered, every `"action:…":null` no longer. */
static void read_actions(player *p, const char *text, const char *end) {
    static const char mark[] = "\"action:";
    int next = 0, gone = 0;
    while ((text = memmem(text, (size_t)(end - text), mark, sizeof mark - 1))) {
        text += sizeof mark - 1;
        const char *close = memchr(text, '"', (size_t)(end - text));
        if (!close || close + 2 >= end || close - text >= ACTION) die("a frame without an end");
        size_t n = (size_t)(close - text);
        if (close[2] == 'n') {
            forget(p, text, n, &next);
            gone++;
        } else if (p->count < MAX_OFFERED) {
            offer *o = &p->offered[p->count++];
            o->size = (int)n;
            memcpy(o->text, text, n);
        }
        text = close;
    }
    if (gone) drop_forgotten(p);
}

/* ---- Playing ------------------------------------------------------------ */

static uint64_t next_random(game *g) {
    g->random = g->random * 6364136223846793005u + 1442695040888963407u;
    return g->random >> 33;
}

static void move_if_due(game *g, double now) {
    if (g->over || g->mover || now < g->due || !g->player[0].joined || !g->player[1].joined) return;
    for (int i = 0; i < 2; i++) {
        player *p = &g->player[i];
        if (p->count == 0 || p->n < g->n) continue;
        const offer *o = &p->offered[next_random(g) % (uint64_t)p->count];
        char frame[256];
        snprintf(frame, sizeof frame, "{\"t\":\"do\",\"n\":%d,\"action\":\"%.*s\"}", g->n, o->size,
                 o->text);
        g->mover = p;
        g->sent = now;
        if (!wire_send(&p->socket, frame)) die("a socket was closed");
        return;
    }
}

static void moved(game *g, double now) {
    g->mover = NULL;
    all_moves++;
    if (rate > 0) g->due += (double)tables / rate;
    if (now < measuring_from || now >= measuring_until) return;
    moves++;
    if (sample_count < MAX_SAMPLES) samples[sample_count++] = (float)(now - g->sent);
}

static bool begins(const char *text, const char *with) {
    return strncmp(text, with, strlen(with)) == 0;
}

/* The other seat's socket may be read sooner and be ahead. */
static void saw(player *p) {
    if (p->n > p->game->n) p->game->n = p->n;
}

static void take_joined(player *p, const char *text, const char *end) {
    const char *board = strstr(text, "\"board\":"), *n = board ? strstr(board, "\"n\":") : NULL;
    if (!n) die("a table could not be joined");
    p->n = atoi(n + 4);
    saw(p);
    p->joined = true;
    p->count = 0;
    read_actions(p, n, end);
}

/* One frame at one player. The move is over when its own player has the new view. */
static void take_frame(player *p, const char *text, size_t size, double now) {
    static const char view[] = "{\"t\":\"view\",\"n\":";
    game *g = p->game;
    const char *end = text + size;
    if (begins(text, "{\"t\":\"joined\"")) {
        take_joined(p, text, end);
    } else if (!p->joined) {
        return; /* of the game before */
    } else if (begins(text, view)) {
        if (atoi(text + sizeof view - 1) != ++p->n) die("a view is missing");
        saw(p);
        read_actions(p, text, end);
        if (p == g->mover) moved(g, now);
    } else if (begins(text, "{\"t\":\"over\"")) {
        g->over = true;
    } else if (begins(text, "{\"t\":\"refused\"")) {
        refusals++;
        g->mover = NULL;
    }
}

/* ---- Tables, made by a thread beside so that the other games play on --------------------- */

static bool no_more;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* Every table has an address of its own, as its players would. */
static wire_server server_for(const game *g, int seat) {
    int i = (int)(g - games);
    wire_server from_there = servers[(i + seat) % server_count];
    snprintf(from_there.from, sizeof from_there.from, "127.1.%d.%d", i / 200, 1 + i % 200);
    return from_there;
}

static void make_table(game *g, char code[CODE]) {
    char body[120];
    snprintf(body, sizeof body,
             "{\"game\":\"p77\",\"public\":%s,\"seats\":{\"british\":\"me\",\"american\":\"me\"}}",
             watchers ? "true" : "false");
    wire_server from_there = server_for(g, 0);
    wire_answer a = wire_request(&from_there, &g->jar, "/api/tables", body, NULL);
    const char *id = json_string_value(json_object_get(json_object_get(a.json, "table"), "id"));
    if (!id) die(a.body ? a.body : "no table");
    snprintf(code, CODE, "%s", id);
    wire_free(&a);
}

static game *who_wants_a_table(void) {
    for (int i = 0; i < tables; i++)
        if (games[i].wanted) return &games[i];
    return NULL;
}

static void *make_tables(void *unused) {
    pthread_mutex_lock(&lock);
    while (!no_more) {
        char code[CODE];
        game *g = who_wants_a_table();
        pthread_mutex_unlock(&lock);
        if (g)
            make_table(g, code);
        else
            usleep(1000);
        pthread_mutex_lock(&lock);
        if (!g) continue;
        memcpy(g->another, code, CODE);
        g->wanted = false;
    }
    pthread_mutex_unlock(&lock);
    return unused;
}

static void join(game *g, const char *code) {
    for (int i = 0; i < 2; i++) {
        char frame[160];
        snprintf(frame, sizeof frame, "{\"t\":\"join\",\"table\":\"%s\",\"seat\":\"%s\"}", code,
                 seat_names[i]);
        g->player[i].joined = false;
        g->n = 0;
        if (!wire_send(&g->player[i].socket, frame)) die("a socket was closed");
    }
    g->over = false;
    g->mover = NULL;
}

/* Another game in place of one that is over, when its table is made. */
static void replace(game *g) {
    char code[CODE];
    pthread_mutex_lock(&lock);
    memcpy(code, g->another, CODE);
    g->another[0] = '\0';
    g->wanted = !*code;
    pthread_mutex_unlock(&lock);
    if (!*code) return;
    over_count++;
    join(g, code);
}

static void open_game(game *g, uint64_t seed, int poll) {
    char code[CODE];
    wire_server from_there = server_for(g, 0);
    g->random = seed;
    char body[80];
    snprintf(body, sizeof body, "{\"name\":\"player%d\",\"password\":\"12345678\"}",
             (int)(g - games));
    wire_answer user = watchers ? wire_request(&from_there, &g->jar, "/api/register", body, NULL)
                                : wire_request(&from_there, &g->jar, "/api/guest", "{}", NULL);
    if (user.status != 200) die("no account");
    wire_free(&user);
    for (int i = 0; i < 2; i++) {
        player *p = &g->player[i];
        *p = (player){.game = g, .offered = calloc(MAX_OFFERED, sizeof(offer))};
        from_there = server_for(g, i);
        if (!wire_open(&from_there, &g->jar, NULL, &p->socket, NULL)) die("a socket was refused");
        struct epoll_event e = {.events = EPOLLIN, .data.ptr = p};
        epoll_ctl(poll, EPOLL_CTL_ADD, p->socket.fd, &e);
    }
    make_table(g, code);
    join(g, code);
}

/* ---- Visitors of the lobby ------------------------------------------------ */

static wire_socket watcher[MAX_WATCHERS];
static double watched_bytes; /* while it was measured */

static void open_watchers(void) {
    for (int i = 0; i < watchers; i++) {
        wire_server from_there = servers[i % server_count];
        snprintf(from_there.from, sizeof from_there.from, "127.2.%d.%d", i / 2000,
                 1 + i / 10 % 200);
        if (!wire_open(&from_there, NULL, NULL, &watcher[i], NULL) ||
            !wire_send(&watcher[i], "{\"t\":\"lobby\"}"))
            die("a visitor was refused");
    }
}

/* Reads and forgets, on a thread beside. */
static void *watch(void *unused) {
    static char bytes[1 << 16];
    struct epoll_event event[256];
    int poll = epoll_create1(0);
    for (int i = 0; i < watchers; i++) {
        struct epoll_event e = {.events = EPOLLIN, .data.fd = watcher[i].fd};
        epoll_ctl(poll, EPOLL_CTL_ADD, watcher[i].fd, &e);
    }
    while (watchers && !no_more) {
        int n = epoll_wait(poll, event, 256, 100);
        double now = wire_now();
        for (int i = 0; i < n; i++) {
            ssize_t got = read(event[i].data.fd, bytes, sizeof bytes);
            if (got <= 0) die("a visitor was thrown out");
            if (now >= measuring_from && now < measuring_until) watched_bytes += (double)got;
        }
    }
    return unused;
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
    for (int i = 0; i < tables && rate > 0; i++) games[i].due = now + i / rate;
    while (now < measuring_until) {
        int n = epoll_wait(poll, event, 256, 1);
        now = wire_now();
        for (int i = 0; i < n; i++) read_player(event[i].data.ptr, now);
        for (int i = 0; i < tables; i++) {
            if (games[i].over) replace(&games[i]);
            if (rate > 0) move_if_due(&games[i], now);
        }
    }
}

/* Seconds of processor that a server has used. */
static double cpu_of(const wire_server *server) {
    char name[64];
    unsigned long user = 0, system = 0;
    snprintf(name, sizeof name, "/proc/%d/stat", (int)server->pid);
    FILE *f = fopen(name, "r");
    if (!f) return 0;
    if (fscanf(f, "%*d %*s %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user, &system) !=
        2)
        user = system = 0;
    fclose(f);
    return (double)(user + system) / (double)sysconf(_SC_CLK_TCK);
}

static double server_cpu(void) {
    double all = 0;
    for (int i = 0; i < server_count; i++) all += cpu_of(&servers[i]);
    return all;
}

static long server_memory(void) {
    long all = 0;
    for (int i = 0; i < server_count; i++) all += wire_memory(&servers[i]);
    return all;
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
    if (watchers)
        printf("visitors of the lobby %d  to them MB/s %.2f  ", watchers,
               watched_bytes / seconds / 1e6);
    if (server_count > 1) printf("servers %d  ", server_count);
    printf("tables %d%s  moves/s %.0f  wait ms p50 %.2f p90 %.2f p99 %.2f max %.2f  refused %d  "
           "games over %d  processor us/move server %.1f load %.1f  memory MB idle %.1f loaded "
           "%.1f  listening after ms %.1f\n",
           tables, rate > 0 ? " (paced)" : "", (double)moves / seconds, quantile(0.5),
           quantile(0.9), quantile(0.99), quantile(1), refusals, over_count,
           server_used / (double)all_moves * 1e6, own_used / (double)all_moves * 1e6,
           (double)idle / 1e6, (double)loaded / 1e6, servers[0].listen_after * 1e3);
}

int main(int argc, char **argv) {
    if (argc < 2) {
        fprintf(stderr,
                "usage: server_load BINARY [--tables N] [--seconds S] [--rate MOVES] [--lobby N] "
                "[--dir DIR] [--db URL [--servers N]]\n");
        return 2;
    }
    for (int i = 2; i + 1 < argc; i += 2) {
        if (strcmp(argv[i], "--tables") == 0) tables = atoi(argv[i + 1]);
        if (strcmp(argv[i], "--seconds") == 0) seconds = atof(argv[i + 1]);
        if (strcmp(argv[i], "--rate") == 0) rate = atof(argv[i + 1]);
        if (strcmp(argv[i], "--lobby") == 0) watchers = atoi(argv[i + 1]);
        if (strcmp(argv[i], "--dir") == 0) where = argv[i + 1];
        if (strcmp(argv[i], "--servers") == 0) server_count = atoi(argv[i + 1]);
        if (strcmp(argv[i], "--db") == 0)
            snprintf(servers[0].db, sizeof servers[0].db, "%s", argv[i + 1]);
    }
    if (tables < 1 || tables > MAX_TABLES || seconds <= 0 || seconds > 60) return 2;
    if (watchers < 0 || watchers > MAX_WATCHERS) return 2;
    if (server_count < 1 || server_count > (*servers[0].db ? MAX_SERVERS : 1)) return 2;
    struct rlimit files = {2 * MAX_TABLES + MAX_WATCHERS + 100, 65536};
    setrlimit(RLIMIT_NOFILE, &files);
    char dir[200], command[220];
    snprintf(dir, sizeof dir, "%s/musket-load-XXXXXX", where);
    if (!mkdtemp(dir)) die("no folder");
    samples = malloc(sizeof *samples * MAX_SAMPLES);
    const char *const args[] = {"--limit", "frame=1000000/1",   "--limit", "create=100000/1",
                                "--limit", "request=1000000/1", "--limit", "guest=100000/1",
                                "--limit", "register=1000/1",   NULL};
    for (int i = 0; i < server_count; i++) {
        memcpy(servers[i].args, args, sizeof args);
        if (i > 0) memcpy(servers[i].db, servers[0].db, sizeof servers[0].db);
        if (!wire_start(&servers[i], argv[1], dir)) die("the server does not start");
    }
    long idle = server_memory();
    int poll = epoll_create1(0);
    for (int i = 0; i < tables; i++) open_game(&games[i], (uint64_t)i + 1, poll);
    open_watchers();
    measuring_from = measuring_until = 0;
    pthread_t opener, watching;
    if (pthread_create(&opener, NULL, make_tables, NULL) != 0 ||
        pthread_create(&watching, NULL, watch, NULL) != 0)
        die("no thread");
    double server_before = server_cpu(), own_before = (double)clock() / CLOCKS_PER_SEC;
    play(poll);
    report(idle, server_memory(), server_cpu() - server_before,
           (double)clock() / CLOCKS_PER_SEC - own_before);
    pthread_mutex_lock(&lock);
    no_more = true;
    pthread_mutex_unlock(&lock);
    pthread_join(opener, NULL);
    pthread_join(watching, NULL);
    for (int i = 0; i < server_count; i++) wire_stop(&servers[i]);
    snprintf(command, sizeof command, "rm -rf %s", dir);
    return system(command) == 0 ? 0 : 1;
}
