/* conn.c - one connection: what comes in becomes requests and messages, what goes out is queued.
 *
 * A connection carries one request at a time. Bytes behind it stay where they are until its answer
 * is out, so that pipelined requests are answered in their order and none is begun that another
 * still waits for. What cannot be read is answered with its status and ends the connection: after
 * it nobody can know where the next request begins.
 */
#include <stdlib.h>
#include <string.h>

#include "net/conn.h"

enum { PONGS_QUEUED = 64 * 1024 };
enum { DEFLATED_FROM = 2048 }; /* what is shorter goes out as it is: it is not worth the time */

struct message {
    int shares;
    size_t n, head_size;
    char *deflated; /* the same compressed, once somebody takes it so; NULL: not yet */
    size_t deflated_n;
    char bytes[];
};

/* ---- Messages ------------------------------------------------------------ */

message *message_new(const char *text, size_t n) {
    uint8_t head[FRAME_OUT_HEAD];
    size_t head_size = ws_head(head, WS_TEXT, n);
    message *m = malloc(sizeof *m + head_size + n);
    if (!m) abort();
    m->shares = 1;
    m->n = head_size + n;
    m->head_size = head_size;
    m->deflated = NULL;
    memcpy(m->bytes, head, head_size);
    if (n) memcpy(m->bytes + head_size, text, n);
    return m;
}

message *message_of(const mk_text *text) { return message_new(text->p, text->n); }

size_t message_size(const message *m) { return m->n; }

void message_drop(message *m) {
    if (!m || --m->shares > 0) return;
    free(m->deflated);
    free(m);
}

/* A frame is compressed when it is first sent to somebody who takes it so. */
static void deflate_message(message *m) {
    size_t text_n = m->n - m->head_size;
    char *small = malloc(FRAME_OUT_HEAD + text_n);
    if (!small) abort();
    size_t n = ws_deflate(m->bytes + m->head_size, text_n, small + FRAME_OUT_HEAD, text_n);
    uint8_t head[FRAME_OUT_HEAD];
    size_t head_size = ws_head(head, WS_TEXT, n);
    ws_mark_deflated(head);
    memcpy(small, head, head_size);
    memmove(small + head_size, small + FRAME_OUT_HEAD, n);
    m->deflated_n = n ? head_size + n : 0;
    m->deflated = realloc(small, head_size + n);
    if (!m->deflated) abort();
}

/* ---- The queue ----------------------------------------------------------- */

static void add_chunk(conn *c, chunk with) {
    if (with.n == 0) {
        free(with.heap);
        return;
    }
    chunk *k = malloc(sizeof *k);
    if (!k) abort();
    *k = with;
    k->next = NULL;
    if (c->last)
        c->last->next = k;
    else
        c->first = k;
    c->last = k;
    c->queued += k->n;
    net_to_flush(c);
}

void conn_pop_chunk(conn *c) {
    chunk *k = c->first;
    c->first = k->next;
    if (!c->first) c->last = NULL;
    c->queued -= k->n - c->sent;
    c->sent = 0;
    message_drop(k->message);
    free(k->heap);
    free(k);
}

void conn_advance(conn *c, size_t sent) {
    while (sent > 0) {
        size_t left = c->first->n - c->sent;
        if (sent < left) {
            c->sent += sent;
            c->queued -= sent;
            return;
        }
        sent -= left;
        conn_pop_chunk(c);
    }
}

static bool takes_answer(const conn *c) { return c->state == CONN_BODY || c->state == CONN_ANSWER; }

void conn_write_text(conn *c, mk_text *text) {
    if (takes_answer(c))
        add_chunk(c, (chunk){.p = text->p, .n = text->n, .heap = text->p});
    else
        mk_text_free(text);
    *text = (mk_text){0};
}

void conn_write_fixed(conn *c, const void *bytes, size_t n) {
    if (takes_answer(c)) add_chunk(c, (chunk){.p = bytes, .n = n});
}

void conn_send(conn *c, message *m) {
    if (c->state != CONN_SOCKET || c->closing) return;
    m->shares++;
    bool small = c->deflates && m->n >= DEFLATED_FROM;
    if (small && !m->deflated) deflate_message(m);
    if (small && m->deflated_n > 0)
        add_chunk(c, (chunk){.p = m->deflated, .n = m->deflated_n, .message = m});
    else
        add_chunk(c, (chunk){.p = m->bytes, .n = m->n, .message = m});
}

static void send_control(conn *c, ws_opcode opcode, const void *payload, size_t n) {
    uint8_t head[FRAME_OUT_HEAD];
    size_t head_size = ws_head(head, opcode, n);
    char *frame = malloc(head_size + n);
    if (!frame) abort();
    memcpy(frame, head, head_size);
    if (n) memcpy(frame + head_size, payload, n);
    add_chunk(c, (chunk){.p = frame, .n = head_size + n, .heap = frame});
}

void conn_ping(conn *c) {
    if (c->state == CONN_SOCKET && !c->closing) send_control(c, WS_PING, NULL, 0);
}

size_t conn_queued(const conn *c) { return c->queued; }

/* ---- States -------------------------------------------------------------- */

void *conn_user(const conn *c) { return c->user; }
void conn_set_user(conn *c, void *user) { c->user = user; }
net *conn_net(const conn *c) { return c->net; }
const char *conn_address(const conn *c) { return c->address; }

void conn_set_state(conn *c, conn_state state) {
    conn_state before = c->state;
    if (before == CONN_DEAD || before == state) return;
    c->state = state;
    net_state_changed(c, before);
}

/* The handlers hear of it once, and never during a handler of theirs. */
static void report_closed(conn *c) {
    if (c->closed_reported) return;
    c->closed_reported = true;
    net_handlers_of(c->net)->closed(c);
    c->user = NULL;
}

bool conn_keeps(const conn *c) {
    return c->keep && c->state == CONN_ANSWER && !net_is_stopping(c->net);
}

void conn_answered(conn *c) {
    if (!takes_answer(c)) return;
    c->keep = conn_keeps(c);
    conn_set_state(c, CONN_WRITING);
    net_to_flush(c);
}

void conn_close(conn *c, ws_close_code code) {
    uint8_t payload[2] = {(uint8_t)(code >> 8), (uint8_t)code};
    if (c->state != CONN_SOCKET || c->closing) return;
    send_control(c, WS_CLOSE, payload, code == WS_CLOSE_NONE ? 0 : sizeof payload);
    c->closing = true;
}

void conn_kill(conn *c) {
    if (c->state == CONN_DEAD) return;
    conn_set_state(c, CONN_DEAD);
    net_remove(c);
}

bool conn_is_closing(const conn *c) { return c->closing || c->state >= CONN_LINGER; }

bool conn_is_socket(const conn *c) { return c->is_socket; }

void conn_flushed(conn *c) {
    if (c->state == CONN_SOCKET ? c->closing : c->state == CONN_WRITING && !c->keep) {
        net_shut_down(c);
        report_closed(c);
        conn_set_state(c, CONN_LINGER);
    } else if (c->state == CONN_WRITING) {
        conn_set_state(c, CONN_HEAD);
        if (c->in_n > 0) net_to_feed(c);
    }
}

void conn_free(conn *c) {
    report_closed(c);
    while (c->first) conn_pop_chunk(c);
    mk_text_free(&c->partial);
    free(c->in);
    free(c);
}

/* ---- Requests in --------------------------------------------------------- */

static void refuse(conn *c, int status) {
    c->keep = false;
    conn_set_state(c, CONN_ANSWER);
    net_handlers_of(c->net)->refused(c, status);
}

static size_t take_head(conn *c, const char *bytes, size_t n) {
    static const char go_on[] = "HTTP/1.1 100 Continue\r\n\r\n";
    const net_handlers *handlers = net_handlers_of(c->net);
    http_head head;
    int size = head_parse(bytes, n, &head);
    if (size == 0) return 0;
    if (size < 0) {
        refuse(c, -size);
        return n;
    }
    c->keep = head.keep_alive;
    c->body_left = head.body;
    conn_set_state(c, head.body > 0 ? CONN_BODY : CONN_ANSWER);
    bool wanted = handlers->head(c, &head);
    if (wanted && c->state == CONN_ANSWER) handlers->whole(c);
    if (wanted && c->state == CONN_BODY && head.expects_continue && (size_t)size == n)
        conn_write_fixed(c, go_on, sizeof go_on - 1);
    return (size_t)size;
}

static size_t take_body(conn *c, const char *bytes, size_t n) {
    const net_handlers *handlers = net_handlers_of(c->net);
    size_t used = n < c->body_left ? n : (size_t)c->body_left;
    c->body_left -= used;
    handlers->body(c, bytes, used);
    if (c->state == CONN_BODY && c->body_left == 0) {
        conn_set_state(c, CONN_ANSWER);
        handlers->whole(c);
    }
    return used;
}

/* ---- WebSockets in ------------------------------------------------------- */

void conn_become_socket(conn *c, const http_head *head) {
    char accept[SOCKET_ACCEPT];
    mk_text out = {0};
    ws_accept(head->field[FIELD_SOCKET_KEY], accept);
    mk_text_add(&out,
                "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                "Sec-WebSocket-Accept: %s\r\nSec-WebSocket-Protocol: musket\r\n%s\r\n",
                accept,
                head->accepts_deflate
                    ? "Sec-WebSocket-Extensions: permessage-deflate; server_no_context_takeover; "
                      "client_no_context_takeover\r\n"
                    : "");
    conn_write_text(c, &out);
    c->is_socket = true;
    c->deflates = head->accepts_deflate;
    conn_set_state(c, CONN_SOCKET);
}

static void take_text(conn *c, const char *text, size_t n) {
    if (!ws_is_utf8(text, n))
        conn_close(c, WS_CLOSE_TEXT);
    else
        net_handlers_of(c->net)->message(c, text, n);
}

static void take_message(conn *c, const char *bytes, size_t n, bool deflated) {
    char text[SOCKET_MESSAGE_MAX + 1];
    if (!deflated) {
        take_text(c, bytes, n);
        return;
    }
    int size = ws_inflate(bytes, n, text, SOCKET_MESSAGE_MAX);
    if (size < 0)
        conn_close(c, (ws_close_code)-size);
    else
        take_text(c, text, (size_t)size);
}

/* A message may come in pieces, with control frames between them. */
static void take_data(conn *c, const ws_frame *f) {
    if (c->in_message != (f->opcode == WS_CONTINUATION) || (f->deflated && !c->deflates)) {
        conn_close(c, WS_CLOSE_PROTOCOL);
    } else if (f->opcode == WS_BINARY) {
        conn_close(c, WS_CLOSE_KIND);
    } else if (c->partial.n + f->n > SOCKET_MESSAGE_MAX) {
        conn_close(c, WS_CLOSE_SIZE);
    } else if (f->opcode == WS_TEXT && f->final) {
        take_message(c, f->payload, f->n, f->deflated);
    } else {
        if (f->opcode == WS_TEXT) c->in_deflated = f->deflated;
        c->in_message = !f->final;
        mk_text_bytes(&c->partial, f->payload, f->n);
        if (!f->final) return;
        take_message(c, c->partial.p ? c->partial.p : "", c->partial.n, c->in_deflated);
        mk_text_free(&c->partial);
    }
}

static void take_close(conn *c, const ws_frame *f) {
    int code = ws_close_code_of(f);
    conn_close(c, (ws_close_code)code);
}

static size_t take_frame(conn *c, char *bytes, size_t n) {
    ws_frame frame;
    if (c->closing) return n;
    int size = ws_parse(bytes, n, &frame);
    if (size < 0) {
        conn_close(c, (ws_close_code)-size);
        return n;
    }
    if (size == 0) return 0;
    if (frame.opcode == WS_CLOSE)
        take_close(c, &frame);
    else if (frame.opcode == WS_PING && c->queued < PONGS_QUEUED)
        send_control(c, WS_PONG, frame.payload, frame.n);
    else if (frame.opcode <= WS_BINARY)
        take_data(c, &frame);
    return (size_t)size;
}

size_t conn_feed(conn *c, char *bytes, size_t n) {
    size_t used = 0;
    while (used < n) {
        size_t taken = 0;
        switch (c->state) {
        case CONN_HEAD: taken = take_head(c, bytes + used, n - used); break;
        case CONN_BODY: taken = take_body(c, bytes + used, n - used); break;
        case CONN_SOCKET: taken = take_frame(c, bytes + used, n - used); break;
        case CONN_LINGER:
        case CONN_DEAD: return n;
        case CONN_HANDSHAKE:
        case CONN_ANSWER:
        case CONN_WRITING: return used;
        }
        if (taken == 0) break;
        used += taken;
    }
    return used;
}
