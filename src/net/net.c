/* net.c - all connections of a server on one epoll: accepting, reading, writing, ending.
 *
 * Every address may have so many connections, and only some of them may keep us waiting: for the
 * rest of a request, for taking its answer, for closing. When there is no room, a new connection
 * takes the place of the one that we have waited for longest, of its address or of all. So
 * connections that say nothing never keep out one that has something to say.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#include "net/conn.h"

enum {
    SCRATCH = 32 * 1024, /* read at once, with what was left over; more than any head or frame */
    EVENTS = 256,
    ACCEPTS = 64, /* in one turn */
    PIECES = 64,  /* written at once */
    TLS_RECORD = 16 * 1024,
};
enum { ANSWER_SECONDS = 60, LINGER_SECONDS = 2 };
/* In terms of the time that the head of a request has. */
static const double idle_times = 2, body_times = 6, ping_times = 6, silence_times = 7.5;

_Static_assert(SCRATCH >= 2 * HEAD_MAX, "a head fits");
_Static_assert(SCRATCH >= 2 * (SOCKET_MESSAGE_MAX + FRAME_HEAD_MAX), "a frame fits");

struct net {
    net_config config;
    int epoll, wake;
    int watched; /* its address marks what somebody else reads from */
    bool stopping, woken;
    peers *peers;
    net_counts counts;
    int sockets; /* of the connections: WebSockets */
    conn *all, *dead, *to_flush, *to_feed;
    conn *oldest, *newest; /* of those that keep us waiting */
    double now;            /* of this turn */
    double swept;          /* when deadlines were last looked at */
    char scratch[SCRATCH];
};

double net_now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

void *net_user(const net *n) { return n->config.user; }
peers *net_peers(const net *n) { return n->peers; }
const net_counts *net_count(const net *n) { return &n->counts; }
const net_handlers *net_handlers_of(const net *n) { return n->config.handlers; }
bool net_is_stopping(const net *n) { return n->stopping; }

void net_wake(net *n) {
    uint64_t one = 1;
    int reason = errno; /* a signal's handler leaves it alone */
    ssize_t written = write(n->wake, &one, sizeof one);
    (void)written; /* full: then it is awake anyway */
    errno = reason;
}

/* ---- Lists and counts ------------------------------------------------------- */

void net_to_flush(conn *c) {
    if (c->to_flush) return;
    c->to_flush = true;
    c->next_to_flush = c->net->to_flush;
    c->net->to_flush = c;
}

void net_to_feed(conn *c) {
    if (c->to_feed) return;
    c->to_feed = true;
    c->next_to_feed = c->net->to_feed;
    c->net->to_feed = c;
}

static void count_peer(conn *c, peer_count kind, int change) {
    if (c->counted) peers_add(c->net->peers, c->key, kind, change);
}

static bool keeps_waiting(conn_state state) {
    return state != CONN_ANSWER && state != CONN_SOCKET && state != CONN_DEAD;
}

static void begin_waiting(conn *c) {
    net *n = c->net;
    c->prev_waiting = n->newest;
    c->next_waiting = NULL;
    if (n->newest)
        n->newest->next_waiting = c;
    else
        n->oldest = c;
    n->newest = c;
    n->counts.waiting++;
    count_peer(c, PEER_WAITING, 1);
}

static void end_waiting(conn *c) {
    net *n = c->net;
    if (c->prev_waiting)
        c->prev_waiting->next_waiting = c->next_waiting;
    else
        n->oldest = c->next_waiting;
    if (c->next_waiting)
        c->next_waiting->prev_waiting = c->prev_waiting;
    else
        n->newest = c->prev_waiting;
    n->counts.waiting--;
    count_peer(c, PEER_WAITING, -1);
}

/* How long it may stay as it is. A WebSocket is asked for signs of life instead. */
static double time_allowed(const net *n, conn_state before, conn_state state) {
    switch (state) {
    case CONN_HEAD: return (before == CONN_WRITING ? idle_times : 1) * n->config.seconds;
    case CONN_BODY: return body_times * n->config.seconds;
    case CONN_ANSWER:
    case CONN_WRITING: return ANSWER_SECONDS;
    case CONN_LINGER: return LINGER_SECONDS;
    default: return n->config.seconds;
    }
}

void net_state_changed(conn *c, conn_state before) {
    net *n = c->net;
    if (keeps_waiting(before)) end_waiting(c);
    if (keeps_waiting(c->state)) begin_waiting(c);
    n->sockets += (c->state == CONN_SOCKET) - (before == CONN_SOCKET);
    /* The handshake and the first head share their time. */
    if (before != CONN_HANDSHAKE) c->deadline = n->now + time_allowed(n, before, c->state);
}

static void wait_for(conn *c, unsigned interest) {
    if (c->interest == interest) return;
    c->interest = interest;
    struct epoll_event event = {.events = interest, .data.ptr = c};
    epoll_ctl(c->net->epoll, EPOLL_CTL_MOD, c->fd, &event);
}

/* ---- Ending ------------------------------------------------------------------ */

void net_shut_down(conn *c) {
    if (c->ssl) tls_shut_down(c);
    shutdown(c->fd, SHUT_WR);
}

/* The socket is closed at once, so that its place is free; the rest waits for the end of the turn,
 * since somebody may still look at it. */
void net_remove(conn *c) {
    net *n = c->net;
    if (c->prev)
        c->prev->next = c->next;
    else
        n->all = c->next;
    if (c->next) c->next->prev = c->prev;
    n->counts.connections--;
    count_peer(c, PEER_CONNECTIONS, -1);
    if (c->ssl) tls_detach(c);
    close(c->fd);
    c->fd = -1;
    c->next = n->dead;
    n->dead = c;
}

/* Those that still stand in the list to be fed are freed when they are out of it. */
static void free_dead(net *n) {
    for (conn **link = &n->dead, *c; (c = *link);) {
        if (c->to_feed) {
            link = &c->next;
            continue;
        }
        *link = c->next;
        conn_free(c);
    }
}

static conn *oldest_waiting(const net *n, const char *key) {
    conn *c = n->oldest;
    while (c && key && strcmp(c->key, key) != 0) c = c->next_waiting;
    return c;
}

/* Ends the connection that we have waited for longest, of one address or of all. */
static bool evict_oldest(net *n, const char *key) {
    conn *c = oldest_waiting(n, key);
    if (!c) return false;
    n->counts.evicted++;
    conn_kill(c);
    return true;
}

/* ---- Accepting ---------------------------------------------------------------- */

static bool read_address(const struct sockaddr_storage *at, char address[ADDRESS_MAX]) {
    const struct sockaddr_in *v4 = (const void *)at;
    const struct sockaddr_in6 *v6 = (const void *)at;
    if (at->ss_family == AF_INET)
        return inet_ntop(AF_INET, &v4->sin_addr, address, ADDRESS_MAX) != NULL;
    if (at->ss_family != AF_INET6) return false;
    if (IN6_IS_ADDR_V4MAPPED(&v6->sin6_addr))
        return inet_ntop(AF_INET, &v6->sin6_addr.s6_addr[12], address, ADDRESS_MAX) != NULL;
    return inet_ntop(AF_INET6, &v6->sin6_addr, address, ADDRESS_MAX) != NULL;
}

/* Is there room for one more from there, or can it be made? */
static bool make_room(net *n, const char *key, bool counted) {
    if (counted && n->config.admits && !n->config.admits(n->config.user, key)) return false;
    if (counted && peers_get(n->peers, key, PEER_WAITING) >= WAITING_PER_ADDRESS)
        evict_oldest(n, key);
    if (counted && peers_get(n->peers, key, PEER_CONNECTIONS) >= n->config.per_address &&
        !evict_oldest(n, key))
        return false;
    bool full = n->counts.connections - n->sockets >= n->config.max_connections;
    return !full || evict_oldest(n, NULL);
}

static conn *new_conn(net *n, int fd, const char *address, const char *key, bool counted) {
    conn *c = calloc(1, sizeof *c);
    if (!c) abort();
    c->net = n;
    c->fd = fd;
    c->counted = counted;
    snprintf(c->address, sizeof c->address, "%s", address);
    snprintf(c->key, sizeof c->key, "%s", key);
    c->state = n->config.tls ? CONN_HANDSHAKE : CONN_HEAD;
    c->deadline = n->now + n->config.seconds;
    c->heard = n->now;
    c->next = n->all;
    if (n->all) n->all->prev = c;
    n->all = c;
    n->counts.accepted++;
    n->counts.connections++;
    count_peer(c, PEER_CONNECTIONS, 1);
    begin_waiting(c);
    return c;
}

static void open_conn(net *n, int fd, const struct sockaddr_storage *at) {
    char address[ADDRESS_MAX], key[ADDRESS_MAX];
    int on = 1;
    if (!read_address(at, address) || !peer_key(address, key)) {
        close(fd);
        return;
    }
    bool counted = !(n->config.proxy && peer_is_loopback(address));
    if (!make_room(n, key, counted)) {
        n->counts.not_admitted++;
        close(fd);
        return;
    }
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    conn *c = new_conn(n, fd, address, key, counted);
    struct epoll_event event = {.events = c->interest = EPOLLIN, .data.ptr = c};
    if ((n->config.tls && !tls_attach(n->config.tls, c)) ||
        epoll_ctl(n->epoll, EPOLL_CTL_ADD, fd, &event) != 0)
        conn_kill(c);
}

static void accept_some(net *n) {
    for (int i = 0; i < ACCEPTS; i++) {
        struct sockaddr_storage at;
        socklen_t size = sizeof at;
        int fd = accept4(n->config.listen_fd, (struct sockaddr *)&at, &size,
                         SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (fd >= 0) {
            open_conn(n, fd, &at);
        } else if (errno == EMFILE || errno == ENFILE) {
            if (!evict_oldest(n, NULL)) return; /* it waits in the queue of the system */
        } else if (errno != EINTR && errno != ECONNABORTED) {
            return;
        }
    }
}

/* ---- Reading ------------------------------------------------------------------- */

/* Feeds what was left over and `got` bytes behind it, and keeps what is left over now. */
static void feed(conn *c, size_t got) {
    char *bytes = c->net->scratch;
    size_t all = c->in_n + got, used = conn_feed(c, bytes, all);
    if (c->state == CONN_DEAD) return;
    size_t left = all - used;
    char *kept = left ? realloc(c->in, left) : NULL;
    if (left && !kept) abort();
    if (!left) free(c->in);
    c->in = kept;
    c->in_n = left;
    if (left) memcpy(c->in, bytes + used, left);
}

static void continue_handshake(conn *c) {
    switch (tls_handshake(c)) {
    case TLS_FINE:
        wait_for(c, EPOLLIN);
        conn_set_state(c, CONN_HEAD);
        break;
    case TLS_READS: wait_for(c, EPOLLIN); break;
    case TLS_WRITES: wait_for(c, EPOLLIN | EPOLLOUT); break;
    case TLS_FAILED:
        c->net->counts.tls_failed++;
        conn_kill(c);
        break;
    }
}

static void read_conn(conn *c) {
    net *n = c->net;
    if (c->state == CONN_ANSWER || c->state == CONN_WRITING) { /* what comes waits for its turn */
        wait_for(c, c->interest & ~(unsigned)EPOLLIN);
        return;
    }
    if (c->in_n) memcpy(n->scratch, c->in, c->in_n);
    char *free_room = n->scratch + c->in_n;
    size_t room = SCRATCH - c->in_n;
    ssize_t got = c->ssl ? tls_read(c, free_room, room) : recv(c->fd, free_room, room, 0);
    if (got > 0) {
        c->heard = n->now;
        c->pinged = false;
        feed(c, (size_t)got);
        if (c->state != CONN_DEAD && tls_has_more(c)) net_to_feed(c);
    } else if (got == 0 || (errno != EAGAIN && errno != EINTR)) {
        conn_kill(c);
    }
}

/* Bytes that were read before and could not be used then. */
static void feed_waiting(net *n) {
    conn *list = n->to_feed;
    n->to_feed = NULL;
    for (conn *c = list, *next; c; c = next) {
        next = c->next_to_feed;
        c->to_feed = false;
        if (c->state == CONN_DEAD) continue;
        if (c->in_n) {
            memcpy(n->scratch, c->in, c->in_n);
            feed(c, 0);
        }
        if (c->state != CONN_DEAD && tls_has_more(c)) read_conn(c);
    }
}

/* ---- Writing ------------------------------------------------------------------- */

static ssize_t write_plain(conn *c) {
    struct iovec piece[PIECES];
    size_t count = 0;
    for (const chunk *k = c->first; k && count < PIECES; k = k->next) {
        size_t skip = count == 0 ? c->sent : 0;
        piece[count++] = (struct iovec){(char *)k->p + skip, k->n - skip};
    }
    const struct msghdr all = {.msg_iov = piece, .msg_iovlen = count};
    return sendmsg(c->fd, &all, MSG_NOSIGNAL);
}

/* Small pieces share a record. A write that has to be repeated begins with the same bytes and is
 * never shorter, as OpenSSL wants it: the queue only grows at its end. */
static ssize_t write_tls(conn *c) {
    char *record = c->net->scratch;
    size_t n = 0;
    for (const chunk *k = c->first; k && n < TLS_RECORD; k = k->next) {
        size_t skip = k == c->first ? c->sent : 0, more = k->n - skip;
        if (more > TLS_RECORD - n) more = TLS_RECORD - n;
        memcpy(record + n, k->p + skip, more);
        n += more;
    }
    return tls_write(c, record, n);
}

static void flush(conn *c) {
    if (c->state == CONN_HANDSHAKE || c->state >= CONN_LINGER) return;
    while (c->first) {
        ssize_t sent = c->ssl ? write_tls(c) : write_plain(c);
        if (sent < 0 && errno == EINTR) continue;
        if (sent < 0 && errno == EAGAIN) {
            wait_for(c, c->interest | EPOLLOUT);
            return;
        }
        if (sent <= 0) {
            conn_kill(c);
            return;
        }
        if (c->state == CONN_WRITING) c->deadline = c->net->now + ANSWER_SECONDS;
        conn_advance(c, (size_t)sent);
    }
    wait_for(c, c->interest & ~(unsigned)EPOLLOUT);
    conn_flushed(c);
    if (c->state != CONN_ANSWER) wait_for(c, c->interest | EPOLLIN);
}

void net_flush(net *n) {
    for (conn *c; (c = n->to_flush);) {
        n->to_flush = c->next_to_flush;
        c->to_flush = false;
        if (c->state != CONN_DEAD) flush(c);
    }
    free_dead(n);
}

/* ---- Waiting ------------------------------------------------------------------- */

static void sweep(net *n) {
    n->swept = n->now;
    for (conn *c = n->all, *next; c; c = next) {
        next = c->next;
        double silent = n->now - c->heard;
        bool socket = c->state == CONN_SOCKET;
        if (socket ? silent > silence_times * n->config.seconds : n->now > c->deadline) {
            n->counts.timed_out += c->state != CONN_LINGER;
            conn_kill(c);
        } else if (socket && silent > ping_times * n->config.seconds && !c->pinged) {
            c->pinged = true;
            conn_ping(c);
        }
    }
}

static void drain_wake(net *n) {
    uint64_t count;
    ssize_t got = read(n->wake, &count, sizeof count);
    (void)got;
    n->woken = true;
}

static void handle(net *n, const struct epoll_event *event) {
    if (event->data.ptr == &n->watched) {
        n->woken = true;
        return;
    }
    if (event->data.ptr == &n->wake) {
        drain_wake(n);
        return;
    }
    if (event->data.ptr == n) {
        accept_some(n);
        return;
    }
    conn *c = event->data.ptr;
    if (c->state == CONN_DEAD) return; /* by one that came before it in this turn */
    if (c->state == CONN_HANDSHAKE) {
        continue_handshake(c);
        return;
    }
    if (event->events & EPOLLOUT) net_to_flush(c);
    if (event->events & EPOLLIN)
        read_conn(c);
    else if (event->events & (EPOLLHUP | EPOLLERR))
        conn_kill(c);
}

bool net_wait(net *n, double seconds) {
    struct epoll_event events[EVENTS];
    int milliseconds = n->to_feed || n->to_flush ? 0 : (int)(seconds * 1000) + 1;
    int count = epoll_wait(n->epoll, events, EVENTS, milliseconds);
    n->now = net_now();
    n->woken = false;
    feed_waiting(n);
    for (int i = 0; i < count; i++) handle(n, &events[i]);
    if (n->now - n->swept >= 1) sweep(n);
    return n->woken;
}

/* ---- Beginning and end ----------------------------------------------------------- */

net *net_new(const net_config *config) {
    net *n = calloc(1, sizeof *n);
    if (!n) abort();
    n->config = *config;
    n->now = n->swept = net_now();
    n->peers = peers_new();
    n->epoll = epoll_create1(EPOLL_CLOEXEC);
    n->wake = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    struct epoll_event accepts = {.events = EPOLLIN, .data.ptr = n};
    struct epoll_event wakes = {.events = EPOLLIN, .data.ptr = &n->wake};
    if (n->epoll >= 0 && n->wake >= 0 &&
        epoll_ctl(n->epoll, EPOLL_CTL_ADD, config->listen_fd, &accepts) == 0 &&
        epoll_ctl(n->epoll, EPOLL_CTL_ADD, n->wake, &wakes) == 0)
        return n;
    net_free(n);
    return NULL;
}

void net_watch(net *n, int fd) {
    struct epoll_event readable = {.events = EPOLLIN, .data.ptr = &n->watched};
    epoll_ctl(n->epoll, EPOLL_CTL_ADD, fd,
              &readable); /* if it is there already: so much the better */
}

void net_stop_listening(net *n) {
    n->stopping = true;
    if (n->config.listen_fd >= 0) close(n->config.listen_fd);
    n->config.listen_fd = -1;
}

void net_drain(net *n, double seconds) {
    double until = net_now() + seconds;
    for (conn *c = n->all, *next; c; c = next) {
        next = c->next;
        if (c->state <= CONN_BODY)
            conn_kill(c);
        else
            conn_close(c, WS_CLOSE_AWAY);
    }
    for (;;) {
        net_flush(n);
        double left = until - net_now();
        if (!n->all || left <= 0) return;
        net_wait(n, left);
    }
}

void net_free(net *n) {
    if (!n) return;
    net_stop_listening(n);
    while (n->all) conn_kill(n->all);
    for (conn *c = n->to_feed; c; c = c->next_to_feed) c->to_feed = false;
    free_dead(n);
    if (n->epoll >= 0) close(n->epoll);
    if (n->wake >= 0) close(n->wake);
    peers_free(n->peers);
    free(n);
}
