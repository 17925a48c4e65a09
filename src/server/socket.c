/* socket.c - WebSockets: clients, messages in and out.
 *
 * Messages out are queued and written at the end of the turn. They are shared: a view that three
 * spectators get is one piece of memory. Who does not read is closed before his queue grows without
 * bound; he comes back and joins again.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/server.h"

enum { STRIKES = 200, CHECKED_AT_ONCE = 100, CHECK_SECONDS = 20, FIRST_MESSAGE_MAX = 1024 };

/* ---- Messages out ------------------------------------------------------- */

void client_close(client *c) { conn_close(c->conn, WS_CLOSE_POLICY); }

void client_send(client *c, message *m) {
    server *s = c->server;
    if (conn_is_closing(c->conn)) return;
    if (conn_queued(c->conn) + message_size(m) > BEHIND_MAX) {
        s->metrics.slow_closed++;
        log_info("slow_client", "user=%s ip=%s", c->user.name, c->ip);
        conn_kill(c->conn);
        return;
    }
    s->metrics.messages_out++;
    s->metrics.bytes_out += message_size(m);
    conn_send(c->conn, m);
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
    presence_changed(c->server, c, t);
    if (!t->gone && tables_seats_of(t, c->user.id)) lobby_touch(c->server, t, TOUCHED_HERE);
}

void client_follow(client *c, table *t, int seat) {
    client_quit_table(c);
    c->table = t;
    c->seat = seat;
    c->table_next = t->clients;
    if (t->clients) t->clients->table_prev = c;
    t->clients = c;
    presence_changed(c->server, c, t);
    if (tables_seats_of(t, c->user.id)) lobby_touch(c->server, t, TOUCHED_HERE);
}

void clients_drop_user(server *s, int64_t user, const uint8_t *but) {
    for (client *c = s->clients; c; c = c->next)
        if (c->user.id == user && !(but && memcmp(c->token, but, STORE_TOKEN) == 0))
            client_close(c);
}

bool client_is_here(const server *s, int64_t user) {
    for (const client *c = s->clients; c; c = c->next)
        if (c->user.id == user) return true;
    return presence_has(s, user, "-");
}

const client *client_of_session(const server *s, const uint8_t token[STORE_TOKEN]) {
    const client *c = s->clients;
    while (c && (c->user.id == 0 || memcmp(c->token, token, STORE_TOKEN) != 0)) c = c->next;
    return c;
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

static void send_hello(client *c) {
    mk_text out = {0};
    mk_text_add(&out, "{\"t\":\"hello\",\"version\":\"%s\",\"user\":", MK_VERSION);
    accounts_write_user(&out, &c->user);
    mk_text_add(&out, "}");
    client_text(c, &out);
    mk_text_free(&out);
}

static client *new_client(request *r) {
    server *s = r->server;
    client *c = must_alloc(sizeof *c);
    c->id = ++s->last_client;
    c->server = s;
    c->conn = r->conn;
    snprintf(c->ip, sizeof c->ip, "%s", r->ip);
    snprintf(c->address, sizeof c->address, "%s", r->address);
    memcpy(c->token, r->token, sizeof c->token);
    if (r->has_token && store_session_user(s->reads, c->token, server_time(), &c->user) != STORE_OK)
        c->user = (store_user){0};
    if (c->user.banned) c->user = (store_user){0};
    memset(c->user.password, 0, sizeof c->user.password);
    if (c->user.id) accounts_session_seen(s, c->token);
    c->checked = server_now();
    c->next = s->clients;
    if (s->clients) s->clients->prev = c;
    s->clients = c;
    s->metrics.clients++;
    peers_add(net_peers(s->net), c->address, PEER_SOCKETS, 1);
    conn_set_user(c->conn, c);
    presence_connected(s, c->user.id);
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
    s->metrics.clients--;
    peers_add(net_peers(s->net), c->address, PEER_SOCKETS, -1);
    presence_connected(s, c->user.id);
    free(c);
}

/* ---- Messages in ---------------------------------------------------------- */

static void msg_lobby(client *c, json_t *msg) {
    (void)msg;
    c->in_lobby = true;
    lobby_follow(c);
}

static void msg_unlobby(client *c, json_t *msg) {
    (void)msg;
    c->in_lobby = false;
}

static void msg_ping(client *c, json_t *msg) {
    (void)msg;
    message *m = message_new("{\"t\":\"pong\"}", 12);
    client_send(c, m);
    message_drop(m);
}

static const struct {
    const char *name;
    void (*handle)(client *, json_t *);
} handlers[] = {
    {"do", msg_do},         {"why", msg_why},         {"undo", msg_undo},
    {"join", msg_join},     {"quit", msg_quit},       {"propose", msg_propose},
    {"answer", msg_answer}, {"resign", msg_resign},   {"resume", msg_resume},
    {"chat", msg_chat},     {"notes", msg_notes},     {"log", msg_log},
    {"replay", msg_replay}, {"lobby", msg_lobby},     {"unlobby", msg_unlobby},
    {"ping", msg_ping},     {"suggest", msg_suggest}, {"standing", msg_standing},
    {"odds", msg_odds},     {"hint", msg_hint},       {"analyse", msg_analyse},
    {"hurry", msg_hurry},
};

static void dispatch(client *c, const char *text, size_t n) {
    char why[200];
    json_t *msg = input_object(text, n, why, sizeof why);
    if (!msg) {
        client_error(c, "bad_frame", "%s", why);
        return;
    }
    const char *type = json_string_value(json_object_get(msg, "t"));
    size_t i = 0, count = sizeof handlers / sizeof *handlers;
    while (type && i < count && strcmp(handlers[i].name, type) != 0) i++;
    if (type && i < count)
        handlers[i].handle(c, msg);
    else
        client_error(c, "bad_frame", "There is no such message.");
    json_decref(msg);
}

typedef enum { MESSAGE_FINE, MESSAGE_IGNORED, MESSAGE_CLOSES } message_fate;

/* The first messages over the limit are answered, the next are passed over, then it is enough. */
static message_fate take_limit(client *c) {
    server *s = c->server;
    if (bucket_take(&c->messages, &s->config.limit[LIMIT_MESSAGE], server_now())) {
        c->strikes = 0;
        return MESSAGE_FINE;
    }
    s->metrics.limited++;
    if (++c->strikes == 1) client_error(c, "slow_down", "Too many messages; some are not read.");
    return c->strikes < STRIKES ? MESSAGE_IGNORED : MESSAGE_CLOSES;
}

void socket_on_message(conn *from, const char *text, size_t n) {
    client *c = conn_user(from);
    c->server->metrics.messages_in++;
    message_fate fate = take_limit(c);
    if (fate == MESSAGE_FINE) dispatch(c, text, n);
    if (fate == MESSAGE_CLOSES) client_close(c);
}

void socket_on_closed(client *c) { free_client(c); }

/* ---- The handshake ------------------------------------------------------ */

/* Is it ours to answer? If not, it is answered with the reason. */
static bool accepts_handshake(request *r, const http_head *head) {
    server *s = r->server;
    if (strcmp(r->path, "/ws") != 0)
        http_error(r, 404, "not_found", "There is no WebSocket at this address.");
    else if (!head->speaks_musket)
        http_error(r, 400, "bad_request", "The protocol spoken here is called musket.");
    else if (!r->origin_ok)
        http_error(r, 403, "forbidden", "This request comes from another page.");
    else if (s->metrics.clients >= s->config.max_clients)
        http_error(r, 503, "busy", "The server is full; try again later.");
    else if (peers_get(net_peers(s->net), r->address, PEER_SOCKETS) >= s->config.per_address)
        http_error(r, 429, "slow_down", "Too many sockets are open from this address.");
    else if (r->has_token && !store_ready(s->reads))
        http_error(r, 503, "busy", "The server cannot reach its database; please try again soon.");
    else
        http_take_limit(r, LIMIT_REQUEST, r->address);
    return !r->answered;
}

/* The first message may come with the address: who knows which table he wants need not wait for
 * the handshake. */
static void take_first(client *c, slice query) {
    static const char name[] = "frame=";
    char text[FIRST_MESSAGE_MAX];
    if (!slice_begins(query, name)) return;
    slice value = {query.p + sizeof name - 1, query.n - (sizeof name - 1)};
    const char *end = memchr(value.p, '&', value.n);
    if (end) value.n = (size_t)(end - value.p);
    if (head_decode(value, text, sizeof text) && ws_is_utf8(text, strlen(text)))
        dispatch(c, text, strlen(text));
    else
        client_error(c, "bad_frame", "The message in the address is too long or damaged.");
}

bool socket_open(request *r, const http_head *head) {
    if (!accepts_handshake(r, head)) return false;
    conn *at = r->conn;
    conn_become_socket(at, head);
    client *c = new_client(r);
    r->conn = NULL; /* it is the client's now */
    send_hello(c);
    take_first(c, head->query);
    return true;
}
