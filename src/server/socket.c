/* socket.c - WebSockets: clients, frames in and out.
 *
 * Frames out are queued and written at the end of the turn; what a socket does not take then waits
 * until it does. They are shared: a view that three spectators get is one piece of memory. Who does
 * not read is closed before his queue grows without bound; he comes back and joins again.
 */
#include <libwebsockets.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/server.h"

enum { WRITES_AT_ONCE = 16, STRIKES = 200, CHECKED_AT_ONCE = 100, CHECK_SECONDS = 20 };

struct message {
    int shares;
    size_t n;
    unsigned char bytes[]; /* LWS_PRE free bytes, then the text */
};

struct outgoing {
    outgoing *next;
    message *message;
};

/* ---- Frames out --------------------------------------------------------- */

message *message_new(const char *text, size_t n) {
    message *m = malloc(sizeof *m + LWS_PRE + n);
    if (!m) abort();
    m->shares = 1;
    m->n = n;
    memcpy(m->bytes + LWS_PRE, text, n);
    return m;
}

message *message_of(const mk_text *text) { return message_new(text->p, text->n); }

void message_drop(message *m) {
    if (m && --m->shares == 0) free(m);
}

void client_close(client *c) {
    c->closing = true;
    lws_callback_on_writable(c->wsi);
}

/* It may never be writable again, or must not be closed from where we are: ended from the loop. */
static void end_client(client *c) {
    c->closing = true;
    lws_set_timeout(c->wsi, PENDING_TIMEOUT_CLOSE_SEND, LWS_TO_KILL_ASYNC);
}

static void write_soon(client *c) {
    if (c->to_write) return;
    c->to_write = true;
    c->next_to_write = c->server->to_write;
    c->server->to_write = c;
}

void client_send(client *c, message *m) {
    if (c->closing) return;
    if (c->queued + m->n > BEHIND_MAX) {
        c->server->metrics.slow_closed++;
        log_info("slow_client", "user=%s ip=%s", c->user.name, c->ip);
        end_client(c);
        return;
    }
    outgoing *o = malloc(sizeof *o);
    if (!o) abort();
    *o = (outgoing){NULL, m};
    m->shares++;
    c->queued += m->n;
    if (c->last)
        c->last->next = o;
    else
        c->first = o;
    c->last = o;
    write_soon(c);
}

void client_text(client *c, const mk_text *text) {
    message *m = message_of(text);
    client_send(c, m);
    message_drop(m);
}

void client_error(client *c, const char *error, const char *format, ...) {
    va_list values;
    mk_text out = {0};
    mk_text_add(&out, "{\"t\":\"error\",\"error\":\"%s\",\"text\":", error);
    va_start(values, format);
    add_words(&out, format, values);
    va_end(values);
    mk_text_add(&out, "}");
    client_text(c, &out);
    mk_text_free(&out);
}

static void pop(client *c) {
    outgoing *o = c->first;
    c->first = o->next;
    if (!c->first) c->last = NULL;
    c->queued -= o->message->n;
    message_drop(o->message);
    free(o);
}

static int write_some(client *c) {
    for (int i = 0; c->first && i < WRITES_AT_ONCE; i++) {
        if (i > 0 && lws_send_pipe_choked(c->wsi)) break;
        message *m = c->first->message;
        if (lws_write(c->wsi, m->bytes + LWS_PRE, m->n, LWS_WRITE_TEXT) < (int)m->n) return -1;
        c->server->metrics.frames_out++;
        c->server->metrics.bytes_out += m->n;
        pop(c);
    }
    if (c->first)
        lws_callback_on_writable(c->wsi);
    else if (c->closing)
        return -1;
    return 0;
}

/* To ask for each socket whether it can be written to, and to be called for it in the next turn,
 * would cost a turn. Nearly always it can; libwebsockets keeps what it cannot write. */
void clients_write(server *s) {
    for (client *c; (c = s->to_write);) {
        s->to_write = c->next_to_write;
        c->to_write = false;
        if (lws_partial_buffered(c->wsi))
            lws_callback_on_writable(c->wsi);
        else if (!c->closing && write_some(c) < 0)
            end_client(c);
    }
}

/* ---- Clients ------------------------------------------------------------ */

void client_quit_table(client *c) {
    table *t = c->table;
    if (!t) return;
    if (c->table_prev)
        c->table_prev->table_next = c->table_next;
    else
        t->clients = c->table_next;
    if (c->table_next) c->table_next->table_prev = c->table_prev;
    c->table_next = c->table_prev = NULL;
    c->table = NULL;
    c->waiting = c->has_view = false;
    t->idle_since = server_now();
    if (!t->gone) lobby_touch(c->server, t, true);
}

void client_follow(client *c, table *t, int seat) {
    client_quit_table(c);
    c->table = t;
    c->seat = seat;
    c->table_next = t->clients;
    if (t->clients) t->clients->table_prev = c;
    t->clients = c;
    lobby_touch(c->server, t, true);
}

void clients_drop_user(server *s, int64_t user, const uint8_t *but) {
    for (client *c = s->clients; c; c = c->next)
        if (c->user.id == user && !(but && memcmp(c->token, but, STORE_TOKEN) == 0))
            client_close(c);
}

bool client_is_here(const server *s, int64_t user) {
    for (const client *c = s->clients; c; c = c->next)
        if (c->user.id == user) return true;
    return false;
}

/* Before the handshake is answered: is it ours to answer? If not, says with which status. */
static int refusal(server *s, struct lws *wsi) {
    char path[32], origin[256], host[128], ip[46];
    int retry;
    http_header(wsi, WSI_TOKEN_GET_URI, path, sizeof path);
    http_header(wsi, WSI_TOKEN_ORIGIN, origin, sizeof origin);
    http_header(wsi, WSI_TOKEN_HOST, host, sizeof host);
    http_address(s, wsi, ip);
    if (strcmp(path, "/ws") != 0) return HTTP_STATUS_NOT_FOUND;
    if (!session_origin_is_ours(s, origin, host)) return HTTP_STATUS_FORBIDDEN;
    if (s->metrics.clients >= s->config.max_clients) return HTTP_STATUS_SERVICE_UNAVAILABLE;
    bool allowed = limit_take(s->limits, LIMIT_REQUEST, ip, server_now(), &retry);
    return allowed ? 0 : 429;
}

static int shake_hands(server *s, struct lws *wsi) {
    int status = refusal(s, wsi);
    if (!status) return 0;
    lws_return_http_status(wsi, (unsigned)status, NULL);
    return -1;
}

/* Sessions end elsewhere too: by a ban, by a password that was reset. */
void clients_check(server *s) {
    double now = server_now();
    int checked = 0;
    for (client *c = s->clients; c && checked < CHECKED_AT_ONCE; c = c->next) {
        store_user user;
        if (c->user.id == 0 || now - c->checked < CHECK_SECONDS) continue;
        c->checked = now;
        checked++;
        store_code code = store_session_user(s->reads, c->token, server_time(), &user);
        if (code == STORE_NONE || (code == STORE_OK && user.banned)) client_close(c);
    }
}

static void say_hello(client *c) {
    mk_text out = {0};
    mk_text_add(&out, "{\"t\":\"hello\",\"version\":\"%s\",\"user\":", MK_VERSION);
    accounts_write_user(&out, &c->user);
    mk_text_add(&out, "}");
    client_text(c, &out);
    mk_text_free(&out);
}

static client *open_client(server *s, struct lws *wsi) {
    client *c = must_alloc(sizeof *c);
    char cookies[512];
    c->server = s;
    c->wsi = wsi;
    http_address(s, wsi, c->ip);
    http_header(wsi, WSI_TOKEN_HTTP_COOKIE, cookies, sizeof cookies);
    if (session_token(cookies, c->token) &&
        store_session_user(s->reads, c->token, server_time(), &c->user) != STORE_OK)
        c->user = (store_user){0};
    if (c->user.banned) c->user = (store_user){0};
    c->checked = server_now();
    memset(c->user.password, 0, sizeof c->user.password);
    c->next = s->clients;
    if (s->clients) s->clients->prev = c;
    s->clients = c;
    s->metrics.clients++;
    say_hello(c);
    return c;
}

static void free_client(client *c) {
    server *s = c->server;
    client_quit_table(c);
    if (c->prev)
        c->prev->next = c->next;
    else
        s->clients = c->next;
    if (c->next) c->next->prev = c->prev;
    if (c->to_write) {
        client **link = &s->to_write;
        while (*link != c) link = &(*link)->next_to_write;
        *link = c->next_to_write;
    }
    while (c->first) pop(c);
    mk_text_free(&c->partial);
    s->metrics.clients--;
    free(c);
}

/* ---- Frames in ---------------------------------------------------------- */

static void lobby_frame(client *c, json_t *frame) {
    (void)frame;
    c->in_lobby = true;
    lobby_follow(c);
}

static void unlobby_frame(client *c, json_t *frame) {
    (void)frame;
    c->in_lobby = false;
}

static void ping_frame(client *c, json_t *frame) {
    (void)frame;
    message *m = message_new("{\"t\":\"pong\"}", 12);
    client_send(c, m);
    message_drop(m);
}

static const struct {
    const char *name;
    void (*handle)(client *, json_t *);
} frames[] = {
    {"do", frame_do},         {"why", frame_why},       {"undo", frame_undo},
    {"join", frame_join},     {"quit", frame_quit},     {"propose", frame_propose},
    {"answer", frame_answer}, {"resign", frame_resign}, {"resume", frame_resume},
    {"chat", frame_chat},     {"notes", frame_notes},   {"log", frame_log},
    {"replay", frame_replay}, {"lobby", lobby_frame},   {"unlobby", unlobby_frame},
    {"ping", ping_frame},
};

static void dispatch(client *c, const char *text, size_t n) {
    char why[200];
    json_t *frame = input_object(text, n, why, sizeof why);
    if (!frame) {
        client_error(c, "bad_frame", "%s", why);
        return;
    }
    const char *type = json_string_value(json_object_get(frame, "t"));
    size_t i = 0, count = sizeof frames / sizeof *frames;
    while (type && i < count && strcmp(frames[i].name, type) != 0) i++;
    if (type && i < count)
        frames[i].handle(c, frame);
    else
        client_error(c, "bad_frame", "There is no such frame.");
    json_decref(frame);
}

typedef enum { FRAME_FINE, FRAME_IGNORED, FRAME_CLOSES } frame_fate;

/* The first frames over the limit are answered, the next are passed over, then it is enough. */
static frame_fate take_limit(client *c) {
    server *s = c->server;
    if (bucket_take(&c->frames, &s->config.limit[LIMIT_FRAME], server_now())) {
        c->strikes = 0;
        return FRAME_FINE;
    }
    s->metrics.limited++;
    if (++c->strikes == 1) client_error(c, "slow_down", "Too many frames; some are not read.");
    return c->strikes < STRIKES ? FRAME_IGNORED : FRAME_CLOSES;
}

static int receive(client *c, struct lws *wsi, const char *bytes, size_t n) {
    if (lws_frame_is_binary(wsi) || c->partial.n + n > FRAME_MAX) return -1;
    if (c->closing) return 0;
    if (!lws_is_final_fragment(wsi) || lws_remaining_packet_payload(wsi) > 0) {
        mk_text_bytes(&c->partial, bytes, n);
        return 0;
    }
    c->server->metrics.frames_in++;
    frame_fate fate = take_limit(c);
    if (c->partial.n > 0) {
        mk_text_bytes(&c->partial, bytes, n);
        bytes = c->partial.p;
        n = c->partial.n;
    }
    if (fate == FRAME_FINE) dispatch(c, bytes, n);
    mk_text_clear(&c->partial);
    return fate == FRAME_CLOSES ? -1 : 0;
}

/* The first frame may come with the address: whoever knows which table he wants need not wait for
 * the handshake. */
static void receive_first(client *c, struct lws *wsi) {
    enum { MOST = 1024 };
    char text[MOST];
    const char *frame = lws_get_urlarg_by_name(wsi, "frame=", text, sizeof text);
    if (frame) dispatch(c, frame, strlen(frame));
}

int socket_callback(struct lws *wsi, int reason, client **slot, void *in, size_t len) {
    server *s = lws_context_user(lws_get_context(wsi));
    switch ((enum lws_callback_reasons)reason) {
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION: return shake_hands(s, wsi);
    case LWS_CALLBACK_ESTABLISHED:
        *slot = open_client(s, wsi);
        receive_first(*slot, wsi);
        return 0;
    case LWS_CALLBACK_RECEIVE: return *slot ? receive(*slot, wsi, in, len) : -1;
    case LWS_CALLBACK_SERVER_WRITEABLE: return *slot ? write_some(*slot) : -1;
    case LWS_CALLBACK_CLOSED:
        if (*slot) free_client(*slot);
        *slot = NULL;
        return 0;
    default: return 0;
    }
}
