/* server.c - the loop: start, turn, stop. */
#include <errno.h>
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

enum { HTTP_CONNECTIONS = 1024 };
enum {
    BOT_THREADS = 2,
    BOT_WAITING = 4096,
    ASK_THREADS = 2,
    ASK_WAITING = 64,
    SECRET_WAITING = 64,
    POST_WAITING = 256,
    PUSH_THREADS = 2,
    READ_WAITING = 64
};
static const double lobby_seconds = 0.3; /* between two broadcasts of changes */

static const double drain_seconds = 1; /* for what is queued to leave at the end */

static volatile sig_atomic_t stop_asked, reload_asked;
static net *net_to_wake;
static uint64_t test_seed; /* 0: keys are the system's */

/* ---- Small things that every part needs ---------------------------------- */

double server_now(void) { return net_now(); }

int64_t server_time(void) { return (int64_t)time(NULL); }

void server_wake(server *s) { net_wake(s->net); }

store *server_slow_store(server *s) {
    char why[200];
    if (!s->slow_reads) s->slow_reads = store_open(s->config.db, STORE_READ, why, sizeof why);
    if (!s->slow_reads) log_error("store", "reason=\"%s\"", why);
    return s->slow_reads;
}

void random_key(uint8_t key[MK_KEY_BYTES], uint64_t n) {
    mk_setup setup;
    if (!test_seed) {
        randombytes_buf(key, MK_KEY_BYTES);
        return;
    }
    mk_setup_seed(&setup, test_seed + n);
    memcpy(key, setup.key, MK_KEY_BYTES);
}

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

void add_key(mk_text *out, const uint8_t key[MK_KEY_BYTES]) {
    for (int i = 0; i < MK_KEY_BYTES; i++) mk_text_add(out, "%02x", key[i]);
}

/* ---- Settings ----------------------------------------------------------- */

void server_config_init(server_config *c) {
    static const limit_rule limit[LIMIT_KINDS] = {
        [LIMIT_LOGIN] = {10, 60},    [LIMIT_LOGINS] = {60, 60},   [LIMIT_REGISTER] = {5, 3600},
        [LIMIT_GUEST] = {20, 3600},  [LIMIT_CREATE] = {30, 3600}, [LIMIT_TABLES] = {60, 3600},
        [LIMIT_IMPORT] = {10, 3600}, [LIMIT_REQUEST] = {300, 10}, [LIMIT_MESSAGE] = {250, 5},
        [LIMIT_CHAT] = {20, 30},     [LIMIT_CONNECT] = {200, 10}, [LIMIT_MAIL] = {10, 3600},
        [LIMIT_JOIN] = {60, 3600},   [LIMIT_PUSH] = {30, 3600},
    };
    *c = (server_config){.port = 1776,
                         .mail_after = 60,
                         .push_after = 10,
                         .day = 86400,
                         .max_clients = 4000,
                         .per_address = 200,
                         .check_every = 16,
                         .request_seconds = 10,
                         .think = 10};
    snprintf(c->host, sizeof c->host, "127.0.0.1");
    memcpy(c->limit, limit, sizeof limit);
}

/* ---- Connections -------------------------------------------------------- */

static void on_closed(conn *c) {
    if (!conn_user(c)) return;
    if (conn_is_socket(c))
        socket_on_closed(conn_user(c));
    else
        http_on_closed(conn_user(c));
}

static const net_handlers handlers = {
    .head = http_on_head,
    .body = http_on_body,
    .whole = http_on_whole,
    .refused = http_on_refused,
    .message = socket_on_message,
    .closed = on_closed,
};

static bool admits(void *user, const char *address) {
    server *s = user;
    int retry;
    return limit_take(s->limits, LIMIT_CONNECT, address, server_now(), &retry);
}

static bool open_net(server *s, int listen_fd, char *why, size_t size) {
    const net_config config = {
        .listen_fd = listen_fd,
        .tls = s->tls,
        .handlers = &handlers,
        .user = s,
        .admits = admits,
        .max_connections = HTTP_CONNECTIONS,
        .per_address = s->config.per_address,
        .seconds = s->config.request_seconds,
        .proxy = s->config.proxy,
    };
    s->net = net_new(&config);
    if (!s->net) snprintf(why, size, "the system has no epoll: %s", strerror(errno));
    return s->net != NULL;
}

static bool open_tls(server *s, char *why, size_t size) {
    const server_config *c = &s->config;
    bool by_proxy = c->proxy && c->base_url && strncmp(c->base_url, "https://", 8) == 0;
    s->https = c->cert || by_proxy;
    if (c->cert) s->tls = tls_new(c->cert, c->key, why, size);
    return !c->cert || s->tls;
}

/* New certificates are for new connections; those that are open keep theirs. */
static void reload(server *s) {
    char why[300];
    reload_asked = 0;
    if (!s->tls)
        log_info("reload", "text=\"there is no certificate to read again\"");
    else if (tls_reload(s->tls, why, sizeof why))
        log_info("reload", "cert=%s", s->config.cert);
    else
        log_error("reload", "reason=\"%s\"", why);
}

/* ---- The life of a server ----------------------------------------------- */

static void on_signal(int signal_number) {
    if (signal_number == SIGHUP)
        reload_asked = 1;
    else
        stop_asked = 1;
    if (net_to_wake) net_wake(net_to_wake); /* a second signal may find it gone */
}

static void watch_signals(void) {
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART};
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGHUP, &action, NULL);
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

/* While the database cannot be reached, what is in memory can be looked at; when it is back, all
 * see their tables again, with what could not be read meanwhile, and something is written, which
 * shows whether that works. */
static void watch_store(server *s) {
    bool lost = !store_ready(s->reads);
    if (lost && !s->store_lost) log_error("store_lost", "reason=\"%s\"", store_why(s->reads));
    if (!lost && s->store_lost) {
        log_info("store_back", "text=\"the database can be reached again\"");
        tables_send_again(s);
    }
    s->store_lost = lost;
    if (!lost && !store_is_file(s->config.db) && !writer_healthy(s->writer)) session_expire(s);
}

static void tick(server *s) {
    double now = server_now();
    if (now - s->last_lobby >= lobby_seconds) {
        s->last_lobby = now;
        lobby_flush(s);
        thoughts_tell(s);
    }
    if (!s->to_load && cluster_is_settled(s) && now >= s->next_expiry) {
        /* first when every table has been read, and when we know which ones are ours */
        s->next_expiry = now + s->config.day / 24.0;
        lobby_expire(s);
        if (cluster_first_duty(s)) session_expire(s);
    }
    if (now - s->last_tick >= 1) {
        s->last_tick = now;
        watch_store(s);
        cluster_tick(s);
        tables_tick(s);
        clients_check(s);
    }
}

/* What the writer and the workers have finished. */
static void collect(server *s) {
    writer_collect(s->writer);
    pool_collect(s->bot_pool);
    pool_collect(s->think_pool);
    pool_collect(s->ask_pool);
    pool_collect(s->password_pool);
    pool_collect(s->mail_pool);
    pool_collect(s->push_pool);
    pool_collect(s->read_pool);
}

static void turn(server *s) {
    while (!stop_asked) {
        if (net_wait(s->net, lobby_seconds)) collect(s);
        if (reload_asked) reload(s);
        tables_turn(s);
        tick(s);
        cluster_turn(s);
        writer_turn(s->writer);
        http_flush(s);
        net_flush(s->net);
    }
}

static bool open_store(server *s, char *why, size_t size) {
    char reason[300];
    s->writer = writer_new(s, s->config.db, reason, sizeof reason);
    if (s->writer) s->reads = store_open(s->config.db, STORE_READ, reason, sizeof reason);
    if (s->reads && cluster_start(s, reason, sizeof reason) &&
        tables_start(s, reason, sizeof reason) && push_start(s, reason, sizeof reason))
        return true;
    char label[200];
    store_label(s->config.db, label, sizeof label);
    snprintf(why, size, "%s: %s", label, reason);
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
    s->bot_pool = pool_new(s, BOT_THREADS, BOT_WAITING);
    s->think_pool = pool_new_patient(s, BOT_THREADS, BOT_WAITING);
    s->ask_pool = pool_new_patient(s, ASK_THREADS, ASK_WAITING);
    s->password_pool = pool_new(s, 1, SECRET_WAITING);
    s->mail_pool = pool_new(s, 1, POST_WAITING);
    s->push_pool = pool_new(s, PUSH_THREADS, POST_WAITING);
    s->read_pool = pool_new(s, 1, READ_WAITING);
    s->view = mk_view_new();
    s->delta_writer = delta_writer_new();
    if (!open_tls(s, why, size)) return false;
    int listen_fd = listen_open(&s->config, why, size);
    return listen_fd >= 0 && open_net(s, listen_fd, why, size) && open_store(s, why, size);
}

/* What is under way is finished and answered, then all connections are closed. */
static void stop(server *s) {
    if (s->net) net_stop_listening(s->net);
    pool_free(s->bot_pool);
    pool_free(s->think_pool);
    pool_free(s->ask_pool);
    pool_free(s->password_pool);
    pool_free(s->mail_pool);
    pool_free(s->push_pool);
    pool_free(s->read_pool);
    s->think_pool = s->bot_pool = s->ask_pool = NULL;
    s->password_pool = s->mail_pool = s->push_pool = s->read_pool = NULL;
    writer *w = s->writer;
    cluster_stop(s);
    writer_finish(w);
    s->writer = NULL;
    tables_end_waiting(s);
    if (s->net) {
        http_flush(s);
        net_drain(s->net, drain_seconds);
    }
    net_to_wake = NULL;
    net_free(s->net);
    tls_free(s->tls);
    for (table *t; (t = s->tables);) {
        t->busy = 0;
        tables_forget(s, t);
    }
    cluster_free(s);
    free(s->by_code);
    boards_free(s);
    lobby_free(s);
    store_close(s->reads);
    store_close(s->slow_reads);
    writer_free(w);
    limits_free(s->limits);
    mk_view_free(s->view);
    delta_writer_free(s->delta_writer);
    free(s->before);
    mk_text_free(&s->line);
    mk_text_free(&s->events);
}

int server_run(const server_config *config) {
    server s = {.config = *config};
    test_seed = (uint64_t)config->seed;
    char why[600] = "";
    if (!start(&s, why, sizeof why)) {
        fprintf(stderr, "musket: %s\n", why);
        stop(&s);
        return 1;
    }
    net_to_wake = s.net;
    watch_signals();
    if (geteuid() == 0)
        log_warning("root", "text=\"running as root; an account of its own is safer\"");
    if (test_seed) log_warning("seed", "text=\"with --seed everyone can know the dice\"");
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
