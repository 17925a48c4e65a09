/* A connection's bytes: requests, bodies, WebSocket frames. Whatever comes, and in whatever pieces:
 * the same requests and messages are heard, the same bytes are answered, each request once and in
 * its order; nothing is heard after the end. */
#include "net/conn.h"

#include "fuzz.h"

#include <string.h>

enum { AT_ONCE = 16 * 1024 }; /* less than net.c reads */

struct net {
    net_handlers handlers;
};

typedef struct {
    conn *conn;
    mk_text heard, sent;
    bool in_request, holds, over;
} talk;

static talk *talk_of(conn *c) { return conn_user(c); }

/* ---- In the place of net.c ------------------------------------------------ */

const net_handlers *net_handlers_of(const net *n) { return &n->handlers; }
bool net_is_stopping(const net *n) { return !n; }
void net_to_flush(conn *c) { c->to_flush = true; }
void net_to_feed(conn *c) { c->to_feed = true; }
void net_state_changed(conn *c, conn_state before) { PROMISE(c->state != before); }
void net_shut_down(conn *c) { talk_of(c)->over = true; }
void net_remove(conn *c) { talk_of(c)->over = true; }

/* ---- In the place of the server ------------------------------------------- */

static void note(conn *c, const char *what, const char *bytes, size_t n) {
    talk *t = talk_of(c);
    PROMISE(!t->over);
    mk_text_add(&t->heard, "%s %zu ", what, n);
    mk_text_bytes(&t->heard, bytes, n);
    mk_text_add(&t->heard, "\n");
}

static void answer(conn *c) {
    const char *keeps = conn_keeps(c) ? "keeps\n" : "closes\n";
    talk_of(c)->in_request = talk_of(c)->holds = false;
    conn_write_fixed(c, "answer ", 7);
    conn_write_fixed(c, keeps, strlen(keeps));
    conn_answered(c);
}

static bool on_head(conn *c, const http_head *head) {
    talk *t = talk_of(c);
    char path[256];
    PROMISE(!t->in_request && head->path.n > 0 && *head->path.p == '/');
    PROMISE(head->method == METHOD_POST || head->body == 0);
    note(c, "head", head->path.p, head->path.n);
    note(c, "query", head->query.p ? head->query.p : "", head->query.n);
    if (head_decode(head->path, path, sizeof path)) PROMISE(strlen(path) <= head->path.n);
    t->in_request = true;
    t->holds = head->path.n % 2; /* some answers take their time */
    if (head->is_socket) {
        t->in_request = false;
        conn_become_socket(c, head);
        return false;
    }
    if (head->body <= 4096) return true;
    answer(c);
    return false;
}

static void on_body(conn *c, const char *bytes, size_t n) {
    PROMISE(talk_of(c)->in_request && n > 0);
    mk_text_bytes(&talk_of(c)->heard, bytes, n); /* without a mark: pieces may differ */
}

static void on_whole(conn *c) {
    PROMISE(talk_of(c)->in_request);
    note(c, "\nwhole", "", 0);
    if (!talk_of(c)->holds) answer(c);
}

static void on_refused(conn *c, int status) {
    char text[8];
    PROMISE(status >= 400 && status < 600 && !talk_of(c)->in_request);
    snprintf(text, sizeof text, "%d", status);
    note(c, "refused", text, 3);
    talk_of(c)->in_request = true;
    answer(c);
}

static void on_message(conn *c, const char *text, size_t n) {
    PROMISE(n <= SOCKET_MESSAGE_MAX && ws_is_utf8(text, n));
    note(c, "message", text, n);
    message *m = message_new(text, n);
    conn_send(c, m);
    message_drop(m);
}

static void on_closed(conn *c) { (void)c; }

/* ---- A connection from its first byte to its last --------------------------- */

static void send_all(talk *t) {
    static const char go_on[] = "HTTP/1.1 100 Continue\r\n\r\n";
    conn *c = t->conn;
    if (t->holds && c->state == CONN_ANSWER) answer(c);
    while (c->first) {
        const chunk *k = c->first;
        /* Whether somebody asks before he sends his body depends on the pieces. */
        bool asked = k->n == sizeof go_on - 1 && memcmp(k->p, go_on, k->n) == 0;
        if (!asked) mk_text_bytes(&t->sent, k->p + c->sent, k->n - c->sent);
        conn_advance(c, k->n - c->sent);
    }
    PROMISE(c->queued == 0);
    if (!t->over) conn_flushed(c);
}

static void converse(net *n, const uint8_t *bytes, size_t size, size_t piece, talk *t) {
    static char scratch[2 * AT_ONCE];
    conn *c = calloc(1, sizeof *c);
    PROMISE(c);
    *c = (conn){.net = n, .state = CONN_HEAD, .fd = -1, .user = t};
    *t = (talk){.conn = c};
    size_t kept = 0;
    while (size > 0 && !t->over) {
        size_t more = piece < size ? piece : size;
        if (more > sizeof scratch - kept) more = sizeof scratch - kept;
        PROMISE(more > 0); /* what is left over never fills the room */
        memcpy(scratch + kept, bytes, more);
        bytes += more;
        size -= more;
        kept += more;
        for (size_t used = 1; used > 0 && kept > 0 && !t->over;) {
            used = conn_feed(c, scratch, kept);
            PROMISE(used <= kept);
            memmove(scratch, scratch + used, kept - used);
            kept -= used;
            conn_state before = c->state;
            send_all(t);
            if (c->state != before) used = 1; /* the next request may be waiting */
        }
        PROMISE(c->state == CONN_HEAD || c->state == CONN_BODY || c->state == CONN_SOCKET ||
                t->over);
        PROMISE(kept <= HEAD_MAX + AT_ONCE);
    }
    t->conn = NULL;
    c->user = t;
    conn_free(c);
}

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    (void)argc, (void)argv;
    return 0;
}

/* The first byte says in which pieces the rest comes the second time. */
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    static net n = {{on_head, on_body, on_whole, on_refused, on_message, on_closed}};
    if (size < 1) return 0;
    talk whole, pieces;
    converse(&n, bytes + 1, size - 1, AT_ONCE, &whole);
    converse(&n, bytes + 1, size - 1, 1 + bytes[0] % 64, &pieces);
    PROMISE(whole.heard.n == pieces.heard.n && whole.sent.n == pieces.sent.n);
    PROMISE(!whole.heard.n || memcmp(whole.heard.p, pieces.heard.p, whole.heard.n) == 0);
    PROMISE(!whole.sent.n || memcmp(whole.sent.p, pieces.sent.p, whole.sent.n) == 0);
    mk_text_free(&whole.heard);
    mk_text_free(&whole.sent);
    mk_text_free(&pieces.heard);
    mk_text_free(&pieces.sent);
    return 0;
}

/* ---- Examples ---------------------------------------------------------------- */

#define SHAKE                                                                                      \
    "GET /ws?frame=%7B%7D HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"    \
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"                 \
    "Sec-WebSocket-Protocol: musket\r\n\r\n"

static size_t put_frame(char *out, int first, const char *text) {
    size_t n = strlen(text), head = 2;
    out[0] = (char)first;
    out[1] = (char)(0x80 | (n < 126 ? n : 126));
    if (n >= 126) {
        out[2] = (char)(n >> 8);
        out[3] = (char)n;
        head = 4;
    }
    memset(out + head, 0, 4); /* a mask that changes nothing */
    memcpy(out + head + 4, text, n);
    return head + 4 + n;
}

void fuzz_seeds(void (*add)(const char *bytes, size_t size)) {
    static const char *const requests[] = {
        "\x01GET / HTTP/1.1\r\nHost: x\r\n\r\nGET /ab HTTP/1.1\r\nHost: x\r\n\r\n",
        "\x03POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhelloHEAD /x HTTP/1.0\r\n\r\n",
        "\x05POST /b HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\n{}\n"
        "POST /bb HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nConnection: close\r\n\r\nx",
        "\x07GET /a?b=c%20d&e HTTP/1.1\r\nHost: [::1]:80\r\nCookie: musket=0123; a=b\r\n"
        "Accept-Encoding: br, gzip;q=0.5\r\nIf-None-Match: \"x\"\r\nX-Forwarded-For: "
        "1.2.3.4\r\n\r\n",
        "\x09POST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "\x0bPUT /a HTTP/1.1\r\nHost: x\r\nContent-Length: 99999\r\n\r\n",
        "\x0dPOST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 99999\r\n\r\nxxxxx",
        "\x0f\r\nGET / HTTP/1.1\r\nHost: x\r\nOrigin: https://x\r\nA:\t b \r\n\r\n",
    };
    for (size_t i = 0; i < sizeof requests / sizeof *requests; i++)
        add(requests[i], strlen(requests[i]));
    char socket[2000], long_text[300];
    size_t n = (size_t)snprintf(socket, sizeof socket, "\x11%s", SHAKE);
    memset(long_text, ' ', sizeof long_text - 1);
    long_text[sizeof long_text - 1] = '\0';
    n += put_frame(socket + n, 0x81, "{\"t\":\"ping\"}");
    n += put_frame(socket + n, 0x01, "{\"t\":");
    n += put_frame(socket + n, 0x89, "ping");
    n += put_frame(socket + n, 0x00, "");
    n += put_frame(socket + n, 0x80, "\"caf\xc3\xa9\"}");
    n += put_frame(socket + n, 0x81, long_text);
    add(socket, n);
    n += put_frame(socket + n, 0x88,
                   "\x03\xe8"
                   "bye");
    add(socket, n);
}
