/* conn.h - a connection from the inside: for conn.c, net.c, tls.c, and the fuzzer that stands in
 * for net.c. */
#ifndef CONN_H
#define CONN_H

#include <sys/types.h>

#include "net/net.h"

typedef enum {
    CONN_HANDSHAKE, /* of TLS */
    CONN_HEAD,      /* waits for a request, or is in the middle of its head */
    CONN_BODY,      /* in the middle of its body */
    CONN_ANSWER,    /* the request is there, its answer is not: nothing is read */
    CONN_WRITING,   /* the answer is there, and not all of it out */
    CONN_SOCKET,    /* a WebSocket */
    CONN_LINGER,    /* all is said: what comes is thrown away until the other side has closed */
    CONN_DEAD,      /* freed at the end of the turn */
} conn_state;

/* Bytes on their way out. */
typedef struct chunk chunk;
struct chunk {
    chunk *next;
    const char *p;
    size_t n;
    message *message; /* whose bytes they are, */
    void *heap;       /* or what is to be freed with them, */
};                    /* or neither: they stay */

struct conn {
    net *net;
    conn *next, *prev;                 /* all that are not dead; of the dead, `next` */
    conn *next_waiting, *prev_waiting; /* those that keep us waiting, longest first */
    conn *next_to_flush, *next_to_feed;
    bool to_flush, to_feed; /* stands in the list of those */

    int fd;
    struct ssl_st *ssl; /* NULL: no TLS */
    unsigned interest;  /* what epoll waits for */
    conn_state state;
    void *user;
    char address[ADDRESS_MAX], key[ADDRESS_MAX];
    bool counted;         /* among those of its address */
    bool closed_reported; /* the handlers know that it has ended */

    char *in; /* bytes that were read and are not used yet */
    size_t in_n;
    uint64_t body_left;
    bool is_socket;   /* has become a WebSocket */
    bool deflates;    /* and its messages may be compressed */
    bool keep;        /* after the request in hand another may follow */
    bool closing;     /* a WebSocket: our close frame is queued */
    bool in_message;  /* a WebSocket: a message has begun that is not whole */
    bool in_deflated; /* which is compressed */
    mk_text partial;  /* what there is of it */

    chunk *first, *last;
    size_t sent;   /* of the first */
    size_t queued; /* bytes of all, less what was sent */

    double deadline; /* when it is ended, if nothing happens before */
    double heard;    /* when something last came */
    bool pinged;     /* a sign of life was asked for since */
};

/* Reads requests or frames from these bytes; how many of them are used up. */
size_t conn_feed(conn *, char *bytes, size_t n);
/* Another state, with all that hangs on it: the list of those that keep us waiting, the deadline.
 */
void conn_set_state(conn *, conn_state);
void conn_pop_chunk(conn *);
void conn_advance(conn *, size_t sent); /* so many bytes are out */
/* All that was queued is out: what comes next? */
void conn_flushed(conn *);
void conn_ping(conn *);
void conn_free(conn *); /* its memory; the socket is closed */

/* net.c, or the fuzzer in its place */
const net_handlers *net_handlers_of(const net *);
bool net_is_stopping(const net *);
void net_to_flush(conn *);
void net_to_feed(conn *);
void net_state_changed(conn *, conn_state before);
void net_shut_down(conn *); /* no more bytes from us */
void net_remove(conn *);

/* tls.c */
bool tls_attach(tls *, conn *);
typedef enum { TLS_FINE, TLS_READS, TLS_WRITES, TLS_FAILED } tls_need;
tls_need tls_handshake(conn *);
/* As recv and send: 0 is the end, -1 with errno EAGAIN is for later. */
ssize_t tls_read(conn *, char *bytes, size_t room);
ssize_t tls_write(conn *, const char *bytes, size_t n);
bool tls_has_more(const conn *); /* bytes that were read from the socket already */
void tls_shut_down(conn *);
void tls_detach(conn *);

#endif
