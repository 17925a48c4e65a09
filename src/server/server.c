/* server.c - the loop: start, turn, stop. */
#include <curl/curl.h>
#include <ev.h>
#include <libwebsockets.h>
#include <malloc.h>
#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "server/server.h"

enum { BOT_THREADS = 2, BOT_WAITING = 4096, SECRET_WAITING = 64, POST_WAITING = 256 };
static const double lobby_seconds = 0.3; /* from one telling of changes to the next */

static volatile sig_atomic_t stop_asked;
static struct lws_context *context_to_wake;

/* ---- Small things that every part needs ---------------------------------- */

double server_now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

int64_t server_time(void) { return (int64_t)time(NULL); }

void server_wake(server *s) { lws_cancel_service(s->lws); }

void random_bytes(void *out, size_t size) { randombytes_buf(out, size); }

void random_code(char *out, size_t size) {
    static const char letters[] = "abcdefghijkmnpqrstuvwxyz23456789"; /* none that look alike */
    for (size_t i = 0; i + 1 < size; i++) out[i] = letters[randombytes_uniform(32)];
    out[size - 1] = '\0';
}

void *must_alloc(size_t size) {
    void *p = calloc(1, size);
    if (!p) {
        log_error("memory", "bytes=%zu", size);
        abort();
    }
    return p;
}

char *must_copy(const char *text) {
    size_t n = strlen(text) + 1;
    return memcpy(must_alloc(n), text, n);
}

void add_words(mk_text *out, const char *format, va_list values) {
    char words[400];
    vsnprintf(words, sizeof words, format, values);
    mk_text_json(out, words);
}

/* ---- Settings ----------------------------------------------------------- */

void server_config_init(server_config *c) {
    static const limit_rule limit[LIMIT_KINDS] = {
        [LIMIT_LOGIN] = {10, 60},    [LIMIT_REGISTER] = {5, 3600}, [LIMIT_GUEST] = {20, 3600},
        [LIMIT_CREATE] = {30, 3600}, [LIMIT_REQUEST] = {300, 10},  [LIMIT_FRAME] = {250, 5},
        [LIMIT_CHAT] = {20, 30},
    };
    *c = (server_config){.port = 1776, .mail_after = 60, .day = 86400, .max_clients = 4000};
    snprintf(c->host, sizeof c->host, "127.0.0.1");
    memcpy(c->limit, limit, sizeof limit);
}

/* ---- libwebsockets ------------------------------------------------------ */

static int http_entry(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                      size_t len) {
    if (reason == LWS_CALLBACK_EVENT_WAIT_CANCELLED) {
        server *s = lws_context_user(lws_get_context(wsi));
        writer_collect(s->writer);
        pool_collect(s->bots);
        pool_collect(s->secrets);
        pool_collect(s->post);
        return 0;
    }
    /* A WebSocket that did not ask for our protocol has no business here. */
    if (reason == LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION) return -1;
    return user ? http_callback(wsi, (int)reason, user, in, len) : 0;
}

static int socket_entry(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                        size_t len) {
    if (reason == LWS_CALLBACK_EVENT_WAIT_CANCELLED) return 0;
    return socket_callback(wsi, (int)reason, user, in, len);
}

enum { READ_AT_ONCE = 1024, SEND_AT_ONCE = 64 * 1024 };

static const struct lws_protocols protocols[] = {
    {"http", http_entry, sizeof(request *), 4 * READ_AT_ONCE, 0, NULL, SEND_AT_ONCE},
    {"musket", socket_entry, sizeof(client *), READ_AT_ONCE, 0, NULL, SEND_AT_ONCE},
    {NULL, NULL, 0, 0, 0, NULL, 0},
};

/* A peer that says nothing for a while is asked whether it is still there. */
static const lws_retry_bo_t keepalive = {.secs_since_valid_ping = 60,
                                         .secs_since_valid_hangup = 75};

static void lws_line(int level, const char *line) {
    if (level & LLL_ERR) log_error("lws", "text=\"%.*s\"", (int)strcspn(line, "\n"), line);
}

static bool open_sockets(server *s) {
    struct lws_context_creation_info info = {0};
    lws_set_log_level(LLL_ERR, lws_line);
    s->loop = ev_loop_new(EVFLAG_AUTO);
    if (!s->loop) return false;
    info.foreign_loops = (void **)&s->loop;
    info.port = s->config.port;
    info.iface = strcmp(s->config.host, "0.0.0.0") == 0 ? NULL : s->config.host;
    info.protocols = protocols;
    info.user = s;
    info.gid = (gid_t)-1;
    info.uid = (uid_t)-1;
    info.server_string = "musket";
    info.retry_and_idle_policy = &keepalive;
    info.keepalive_timeout = 20;
    info.timeout_secs = 20;
    info.max_http_header_data = 4096;
    info.max_http_header_pool = 64;
    info.alpn = "http/1.1";
    info.options = LWS_SERVER_OPTION_DISABLE_IPV6 | LWS_SERVER_OPTION_FAIL_UPON_UNABLE_TO_BIND |
                   LWS_SERVER_OPTION_LIBEV;
    if (strchr(s->config.host, ':')) info.options &= ~(uint64_t)LWS_SERVER_OPTION_DISABLE_IPV6;
    if (s->config.cert) {
        info.options |= LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT;
        info.ssl_cert_filepath = s->config.cert;
        info.ssl_private_key_filepath = s->config.key;
        s->tls = true;
    }
    s->lws = lws_create_context(&info);
    if (!s->lws) return false;
    struct lws_vhost *vhost = lws_get_vhost_by_name(s->lws, "default");
    if (!vhost) return false;
    s->config.port = lws_get_vhost_listen_port(vhost);
    return s->config.port > 0;
}

/* ---- The life of a server ----------------------------------------------- */

static void ask_to_stop(int signal_number) {
    (void)signal_number;
    stop_asked = 1;
    if (context_to_wake) lws_cancel_service(context_to_wake);
}

static void watch_signals(void) {
    struct sigaction action = {.sa_handler = ask_to_stop};
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGINT, &action, NULL);
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is an error like a full disk */
}

/* Every socket is a file: as many as the system lets us have. */
static void raise_file_limit(void) {
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files) != 0) return;
    files.rlim_cur = files.rlim_max < 65536 ? files.rlim_max : 65536;
    setrlimit(RLIMIT_NOFILE, &files);
}

static void tick(server *s) {
    double now = server_now();
    if (now - s->last_lobby >= lobby_seconds) {
        s->last_lobby = now;
        lobby_flush(s);
    }
    if (now - s->last_expiry >= s->config.day / 24.0) {
        s->last_expiry = now;
        session_expire(s);
    }
    if (now - s->last_tick >= 1) {
        s->last_tick = now;
        tables_tick(s);
        clients_check(s);
    }
}

/* The loop sleeps until something happens; this timer is what happens if nothing else does. */
static void beat(struct ev_loop *loop, ev_timer *timer, int events) {
    (void)loop, (void)timer, (void)events;
}

static void turn(server *s) {
    ev_timer timer;
    ev_timer_init(&timer, beat, lobby_seconds, lobby_seconds);
    ev_timer_start(s->loop, &timer);
    while (!stop_asked) {
        ev_run(s->loop, EVRUN_ONCE);
        tables_turn(s);
        tick(s);
        writer_turn(s->writer);
        clients_write(s);
    }
    ev_timer_stop(s->loop, &timer);
}

static bool open_store(server *s, char *why, size_t size) {
    char reason[200];
    s->writer = writer_new(s, s->config.db, reason, sizeof reason);
    if (s->writer) s->reads = store_open(s->config.db, STORE_READ, reason, sizeof reason);
    if (s->reads && tables_start(s, reason, sizeof reason)) return true;
    snprintf(why, size, "%s: %s", s->config.db, reason);
    return false;
}

static bool start(server *s, char *why, size_t size) {
    raise_file_limit();
    mallopt(M_ARENA_MAX, 2); /* a few threads that allocate little: no heap for each */
    if (sodium_init() < 0) {
        snprintf(why, size, "the system has no random numbers");
        return false;
    }
    s->limits = limits_new(s->config.limit);
    s->bots = pool_new(s, BOT_THREADS, BOT_WAITING);
    s->secrets = pool_new(s, 1, SECRET_WAITING);
    s->post = pool_new(s, 1, POST_WAITING);
    s->view = mk_view_new();
    s->teller = teller_new();
    if (!listen_check(&s->config, why, size) || !listen_check_files(&s->config, why, size) ||
        !open_store(s, why, size))
        return false;
    if (open_sockets(s)) return true;
    if (s->tls)
        snprintf(why, size, "the certificate %s and the key %s cannot be used", s->config.cert,
                 s->config.key);
    else
        snprintf(why, size, "cannot listen on %s port %d", s->config.host, s->config.port);
    return false;
}

static void stop(server *s) {
    pool_free(s->bots);
    pool_free(s->secrets);
    pool_free(s->post);
    s->bots = s->secrets = s->post = NULL;
    writer_finish(s->writer);
    s->writer = NULL;
    context_to_wake = NULL;
    if (s->lws) lws_context_destroy(s->lws);
    if (s->loop) ev_loop_destroy(s->loop);
    for (table *t; (t = s->tables);) {
        t->busy = 0;
        tables_forget(s, t);
    }
    free(s->by_code);
    boards_free(s);
    store_close(s->reads);
    limits_free(s->limits);
    mk_view_free(s->view);
    teller_free(s->teller);
    free(s->before);
    mk_text_free(&s->line);
    mk_text_free(&s->events);
}

int server_run(const server_config *config) {
    server s = {.config = *config};
    char why[300] = "";
    if (!start(&s, why, sizeof why)) {
        fprintf(stderr, "musket: %s\n", why);
        stop(&s);
        return 1;
    }
    context_to_wake = s.lws;
    watch_signals();
    bool v6 = strchr(s.config.host, ':');
    printf("musket: serving http%s://%s%s%s:%d/\n", s.tls ? "s" : "", v6 ? "[" : "", s.config.host,
           v6 ? "]" : "", s.config.port);
    fflush(stdout);
    log_info("start", "port=%d tables=%d version=%s", s.config.port, s.table_count, MK_VERSION);
    server_wake(&s);
    turn(&s);
    log_info("stop", "moves=%llu", (unsigned long long)s.metrics.moves);
    stop(&s);
    return 0;
}
