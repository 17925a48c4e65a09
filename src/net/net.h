/* net.h - HTTP/1.1 and WebSockets for a server: one thread, one epoll, TLS by OpenSSL.
 *
 * This layer knows bytes and connections and nothing of what is served. It reads request heads
 * (head.c) and WebSocket frames (ws.c) strictly, drives each connection through its states
 * (conn.c), speaks TLS (tls.c), counts who is connected (peers.c) and waits for all of them at once
 * (net.c). What a request or a message means is up to the handlers.
 *
 * A turn: net_wait reads from every socket that has something and calls the handlers; what they
 * send is queued; net_flush writes the queues and frees the connections that have ended. Nothing is
 * freed in between: a handler may close any connection, its own too, and go on looking at it until
 * the turn is over.
 */
#ifndef NET_H
#define NET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "musket.h"

typedef struct net net;
typedef struct conn conn;
typedef struct message message;
typedef struct tls tls;

/* ---- head.c: the head of a request --------------------------------------- */

enum { HEAD_MAX = 8 * 1024, HEAD_LINES = 64, TARGET_MAX = 4 * 1024 };

/* A piece of somebody else's bytes. */
typedef struct {
    const char *p; /* NULL: is not there at all */
    size_t n;
} slice;

typedef enum { METHOD_GET, METHOD_HEAD, METHOD_POST } http_method;

/* What we read of a head. Each may be there once; of X-Forwarded-For, which every proxy may add to,
 * the last counts. */
typedef enum {
    FIELD_HOST,
    FIELD_ORIGIN,
    FIELD_COOKIE,
    FIELD_CONTENT_TYPE,
    FIELD_CONTENT_LENGTH,
    FIELD_TRANSFER_ENCODING,
    FIELD_EXPECT,
    FIELD_IF_NONE_MATCH,
    FIELD_FORWARDED_FOR,
    FIELD_USER_AGENT,
    FIELD_UPGRADE,
    FIELD_SOCKET_KEY,
    FIELD_SOCKET_VERSION,
    FIELD_KINDS
} field_kind;

typedef struct {
    http_method method;
    slice path, query; /* as they came, with their %XX; the query without its question mark */
    slice field[FIELD_KINDS];
    uint64_t body; /* bytes that follow */
    bool keep_alive, expects_continue, accepts_gzip;
    bool asks_upgrade, speaks_musket; /* of Connection and Sec-WebSocket-Protocol */
    bool accepts_deflate;             /* of Sec-WebSocket-Extensions */
    bool is_socket;                   /* asks for a WebSocket, and does it well */
} http_head;

/* Reads the head that these bytes begin with: how many of them it takes; 0: there must come more;
 * below 0: minus the status that it is to be refused with. Nothing is believed that RFC 9112 leaves
 * open: who sends a length twice or a line that is none is refused, not guessed at. */
int head_parse(const char *bytes, size_t n, http_head *);
/* The %XX of a piece of an address, resolved. False: there is no room, or it is not text. */
bool head_decode(slice, char *out, size_t size);
bool slice_is(slice, const char *text);
bool slice_begins(slice, const char *text);

/* ---- ws.c: WebSocket frames (RFC 6455) ------------------------------------ */

enum { FRAME_HEAD_MAX = 14, FRAME_OUT_HEAD = 10, CONTROL_MAX = 125, SOCKET_MESSAGE_MAX = 8 * 1024 };

typedef enum {
    WS_CONTINUATION = 0,
    WS_TEXT = 1,
    WS_BINARY = 2,
    WS_CLOSE = 8,
    WS_PING = 9,
    WS_PONG = 10
} ws_opcode;

typedef enum {
    WS_CLOSE_NORMAL = 1000,
    WS_CLOSE_AWAY = 1001,
    WS_CLOSE_PROTOCOL = 1002,
    WS_CLOSE_KIND = 1003, /* binary: we speak text */
    WS_CLOSE_NONE = 1005, /* never sent: the other side gave no reason */
    WS_CLOSE_TEXT = 1007, /* not UTF-8 */
    WS_CLOSE_POLICY = 1008,
    WS_CLOSE_SIZE = 1009,
} ws_close_code;

typedef struct {
    ws_opcode opcode;
    bool final;
    bool deflated; /* the message that begins here was compressed (RFC 7692) */
    char *payload; /* unmasked where it stood */
    size_t n;
} ws_frame;

/* Reads a client's frame that these bytes begin with and unmasks it: how many of them it takes; 0:
 * there must come more; below 0: minus the code to close with. */
int ws_parse(char *bytes, size_t n, ws_frame *);
/* The head of a frame of ours; how long it is. */
size_t ws_head(uint8_t out[FRAME_OUT_HEAD], ws_opcode, size_t n);
void ws_mark_deflated(uint8_t *head); /* what follows is compressed */
bool ws_is_utf8(const char *text, size_t n);
/* The code of a close frame, WS_CLOSE_NONE if it has none, WS_CLOSE_PROTOCOL if it is no good. */
int ws_close_code_of(const ws_frame *);
/* Sec-WebSocket-Accept for this key. */
enum { SOCKET_ACCEPT = 29 };
void ws_accept(slice key, char out[SOCKET_ACCEPT]);

/* ---- deflate.c: compressed messages (RFC 7692) ----------------------------- */

/* How long the text is compressed; 0: not shorter than `room`. */
size_t ws_deflate(const char *text, size_t n, char *out, size_t room);
/* How long a compressed message is; below 0: minus the code to close with. `out` has room for one
 * byte more than `room`. */
int ws_inflate(const char *bytes, size_t n, char *out, size_t room);

/* ---- tls.c ---------------------------------------------------------------- */

/* TLS 1.3, and 1.2 with forward secrecy and authenticated ciphers. NULL: `why` says what is wrong
 * with certificate or key. */
tls *tls_new(const char *cert, const char *key, char *why, size_t size);
/* Reads both files again for connections to come. False: they are no good, all stays as it was. */
bool tls_reload(tls *, char *why, size_t size);
void tls_free(tls *);

/* ---- What is sent ---------------------------------------------------------- */

/* A text on its way to WebSockets, in its frame, shared by all who get it. May be made on any
 * thread; sent and dropped on the loop. */
message *message_new(const char *text, size_t n);
message *message_of(const mk_text *);
size_t message_size(const message *);
void message_drop(message *);

/* ---- conn.c: one connection ------------------------------------------------ */

enum { ADDRESS_MAX = 46 };

typedef struct {
    /* A request begins. False: no more of it is wanted, it has its answer or will have it. */
    bool (*head)(conn *, const http_head *);
    void (*body)(conn *, const char *bytes, size_t n);
    void (*whole)(conn *); /* all of it has come: to be answered, now or later, once */
    /* It was no request: to be answered with this status. The connection ends. */
    void (*refused)(conn *, int status);
    void (*message)(conn *, const char *text, size_t n); /* UTF-8, on a WebSocket */
    void (*closed)(conn *);                              /* the last that is heard of it */
} net_handlers;

void *conn_user(const conn *); /* whatever the handlers keep there; NULL at first */
void conn_set_user(conn *, void *);
net *conn_net(const conn *);
const char *conn_address(const conn *); /* of the other end: "192.0.2.1", "2001:db8::1" */

/* An answer: bytes in any number of pieces, then its end. */
void conn_write_text(conn *, mk_text *);                    /* taken over; the text is empty then */
void conn_write_fixed(conn *, const void *bytes, size_t n); /* bytes that outlive the connection */
/* Will the connection take another request after this one? To be said in the answer. */
bool conn_keeps(const conn *);
void conn_answered(conn *);

/* Answers the request by making the connection a WebSocket. */
void conn_become_socket(conn *, const http_head *);
void conn_send(conn *, message *); /* takes a share of it */
size_t conn_queued(const conn *);  /* bytes that wait to be sent */
/* Ends a WebSocket once all that was sent before is out; no message is heard or sent any more. */
void conn_close(conn *, ws_close_code);
void conn_kill(conn *); /* ends any connection at once, whatever waits */
bool conn_is_closing(const conn *);
bool conn_is_socket(const conn *); /* and stays it when it ends */

/* ---- peers.c: how much each address has ------------------------------------ */

/* An address as it counts for limits: IPv6 by its first 64 bits, which one customer has to himself;
 * IPv4 inside IPv6 as IPv4. False: it is no address. */
bool peer_key(const char *address, char key[ADDRESS_MAX]);
bool peer_is_loopback(const char *address);

typedef enum {
    PEER_CONNECTIONS, /* open from there */
    PEER_WAITING,     /* of them: those that keep us waiting */
    PEER_SOCKETS,     /* WebSockets; behind a proxy, of the address that it names */
    PEER_COUNTS
} peer_count;

typedef struct peers peers;
peers *peers_new(void);
void peers_free(peers *);
int peers_get(const peers *, const char *key, peer_count);
void peers_add(peers *, const char *key, peer_count, int change);

/* ---- net.c: all of them ------------------------------------------------------ */

typedef struct {
    int listen_fd; /* listening already; ours to close */
    tls *tls;      /* NULL: none; stays the caller's */
    const net_handlers *handlers;
    void *user; /* of net_user */
    /* May this address connect now? NULL: always. */
    bool (*admits)(void *user, const char *key);
    int max_connections; /* that are no WebSockets */
    int per_address;     /* connections of one address, WebSockets included */
    int seconds;         /* for the head of a request; all other times hang on it */
    bool proxy;          /* connections from loopback are many people's: not counted there */
} net_config;

enum { WAITING_PER_ADDRESS = 64 };

typedef struct {
    uint64_t accepted, evicted, not_admitted, timed_out, tls_failed;
    int connections, waiting;
} net_counts;

net *net_new(const net_config *);
void net_free(net *); /* ends what is left, as if the other sides had */
void *net_user(const net *);
peers *net_peers(const net *);
const net_counts *net_count(const net *);
/* Waits until something happens, at most so long. True: somebody called net_wake. */
bool net_wait(net *, double seconds);
void net_flush(net *);
void net_wake(net *); /* from any thread, and from a signal's handler */
/* net_wait returns true whenever this can be read from, until it is closed; who asked for it does.
 */
void net_watch(net *, int fd);
/* No new connections, and no new requests on those that are open. */
void net_stop_listening(net *);
/* Closes what idles and all WebSockets (1001), and waits until all is out, at most so long. */
void net_drain(net *, double seconds);
double net_now(void); /* seconds, only ever forward */

#endif
