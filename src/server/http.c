/* http.c - requests and answers.
 *
 * A request is gathered whole (its body is bounded), finds its route, and is answered at once or
 * after a job or a write that holds it. Answers leave at the end of the turn; until then the
 * one who answered may go on looking at the request.
 */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "server/server.h"

/* ---- Routes ------------------------------------------------------------- */

static void health(request *r) {
    bool ok = writer_healthy(r->server->writer) && store_ready(r->server->reads);
    mk_text_add(&r->answer, "{\"ok\":%s}", ok ? "true" : "false");
    http_answer(r, ok ? 200 : 503, "application/json");
}

static void metrics(request *r) {
    if (!r->server->config.metrics_open && !peer_is_loopback(r->ip)) {
        http_error(r, 403, "forbidden", "Only from this machine.");
        return;
    }
    metrics_write(r->server, &r->answer);
    http_answer(r, 200, "text/plain; version=0.0.4");
}

typedef enum { ANYONE, USERS, ACCOUNTS } audience; /* a session; one that is no guest's */

typedef struct {
    const char *path; /* * stands for one word */
    bool post;
    audience who;
    void (*answer)(request *);
} route;

static const route routes[] = {
    /* path                     post   who       answer */
    {"/healthz", false, ANYONE, health},
    {"/metrics", false, ANYONE, metrics},
    {"/api/me", false, ANYONE, accounts_me},
    {"/api/register", true, ANYONE, accounts_register},
    {"/api/login", true, ANYONE, accounts_login},
    {"/api/logout", true, ANYONE, accounts_logout},
    {"/api/guest", true, ANYONE, accounts_guest},
    {"/api/sessions", false, USERS, accounts_sessions},
    {"/api/password", true, ACCOUNTS, accounts_password},
    {"/api/settings", true, ACCOUNTS, accounts_settings},
    {"/api/delete", true, USERS, accounts_delete},
    {"/api/verify", true, ANYONE, recovery_verify},
    {"/api/reset", true, ANYONE, recovery_reset},
    {"/api/mutes", false, ACCOUNTS, conduct_mutes},
    {"/api/mute", true, ACCOUNTS, conduct_mute},
    {"/api/report", true, ACCOUNTS, conduct_report},
    {"/api/push", false, USERS, push_show},
    {"/api/push", true, USERS, push_subscribe},
    {"/api/push/forget", true, USERS, push_forget},
    {"/api/games", false, ANYONE, boards_games},
    {"/api/games/*/board", false, ANYONE, boards_answer},
    {"/api/games/*/rules", false, ANYONE, boards_rules},
    {"/api/tables", false, ANYONE, lobby_list},
    {"/api/tables", true, USERS, lobby_create},
    {"/api/tables/mine", false, USERS, lobby_mine},
    {"/api/tables/*", false, ANYONE, lobby_show},
    {"/api/tables/*/join", true, USERS, lobby_join},
    {"/api/tables/*/invite", true, USERS, lobby_invite},
    {"/api/tables/*/leave", true, USERS, lobby_leave},
    {"/api/tables/*/secret", true, USERS, lobby_secret},
    {"/api/tables/*/dice", false, ANYONE, dice_answer},
    {"/api/tables/*/rematch", true, USERS, lobby_rematch},
    {"/api/tables/*/record", false, ANYONE, lobby_record},
    {"/api/tables/*/journal", false, ANYONE, lobby_journal},
    {"/api/tables/*/course", false, ANYONE, lobby_course},
    {"/api/import", true, USERS, lobby_import},
};

/* Does a path fit a pattern? The word at the * is copied. */
static bool fits(const char *pattern, const char *path, char *word, size_t size) {
    const char *star = strchr(pattern, '*');
    if (!star) return strcmp(pattern, path) == 0;
    size_t before = (size_t)(star - pattern);
    if (strncmp(pattern, path, before) != 0) return false;
    size_t length = strcspn(path + before, "/");
    if (length == 0 || length >= size || strcmp(path + before + length, star + 1) != 0)
        return false;
    memcpy(word, path + before, length);
    word[length] = '\0';
    return true;
}

static const route *find_route(request *r, bool *path_exists) {
    *path_exists = false;
    for (size_t i = 0; i < sizeof routes / sizeof *routes; i++) {
        if (!fits(routes[i].path, r->path, r->word, sizeof r->word)) continue;
        if (routes[i].post == r->post) return &routes[i];
        *path_exists = true;
    }
    return NULL;
}

/* ---- Before a route is taken -------------------------------------------- */

bool http_take_limit(request *r, limit_kind kind, const char *who) {
    if (r->tries > 0) return true; /* it was taken the first time */
    if (limit_take(r->server->limits, kind, who, server_now(), &r->retry)) return true;
    r->server->metrics.limited++;
    http_error(r, 429, "slow_down", "Too many %s; the next is possible in %d s.", limit_words(kind),
               r->retry);
    return false;
}

static bool check_post(request *r) {
    if (!r->origin_ok) {
        http_error(r, 403, "forbidden", "This request comes from another page.");
        return false;
    }
    if (!r->json_type) {
        http_error(r, 400, "bad_request", "The body should be application/json.");
        return false;
    }
    char why[200];
    r->json = input_object(r->body.p ? r->body.p : "", r->body.n, why, sizeof why);
    if (!r->json) http_error(r, 400, "bad_request", "%s", why);
    return r->json != NULL;
}

/* Without the database only those are known who have a socket open, and nothing can be changed. */
static bool check_without_store(request *r) {
    const client *c = r->has_token && !r->post ? client_of_session(r->server, r->token) : NULL;
    if (c) r->user = c->user;
    if (c || (!r->has_token && !r->post)) return true;
    http_error(r, 503, "busy", "The server cannot reach its database; please try again soon.");
    return false;
}

static bool check_session(request *r) {
    server *s = r->server;
    if (!store_ready(s->reads)) return check_without_store(r);
    if (!r->has_token) return true;
    store_code code = store_session_user(s->reads, r->token, server_time(), &r->user);
    if (code == STORE_OK) return true;
    r->user = (store_user){0};
    return code != STORE_FAILED || check_without_store(r);
}

static bool check_user(request *r, audience needed) {
    if (!check_session(r)) return false;
    if (r->user.banned && needed != ANYONE) {
        http_error(r, 403, "forbidden", "This account has been closed by the host.");
        return false;
    }
    if (r->user.banned) r->user = (store_user){0};
    if (needed != ANYONE && r->user.id == 0) {
        http_error(r, 401, "log_in", "Please log in first.");
        return false;
    }
    if (needed == ACCOUNTS && r->user.guest) {
        http_error(r, 403, "forbidden", "Guests cannot do this; please register.");
        return false;
    }
    return true;
}

static void dispatch(request *r) {
    r->server->metrics.requests++;
    if (!http_take_limit(r, LIMIT_REQUEST, r->address)) return;
    bool path_exists;
    const route *at = find_route(r, &path_exists);
    if (!at && !path_exists && !r->post && strncmp(r->path, "/api/", 5) != 0 && files_answer(r))
        return;
    if (!at && path_exists) {
        http_error(r, 405, "method", "This address is not asked in this way.");
    } else if (!at) {
        http_error(r, 404, "not_found", "There is nothing at this address.");
    } else if ((!at->post || check_post(r)) && check_user(r, at->who)) {
        at->answer(r);
    }
}

void http_begin_again(request *r) {
    bool path_exists;
    const route *at = find_route(r, &path_exists);
    r->held = false;
    r->tries++;
    r->user = (store_user){0};
    if (check_user(r, at->who)) at->answer(r);
}

/* ---- Gathering a request ------------------------------------------------ */

/* Who asks? Behind our own proxy it is the address that the proxy has added last. False: it has
 * added something that is no address. */
static bool read_address(request *r, const http_head *head) {
    const char *peer = conn_address(r->conn);
    slice forwarded = head->field[FIELD_FORWARDED_FOR];
    snprintf(r->ip, sizeof r->ip, "%s", peer);
    if (r->server->config.proxy && forwarded.p && peer_is_loopback(peer)) {
        const char *comma = forwarded.n ? memrchr(forwarded.p, ',', forwarded.n) : NULL;
        const char *last = comma ? comma + 1 : forwarded.p, *end = forwarded.p + forwarded.n;
        while (last < end && *last == ' ') last++;
        if (end - last >= (long)sizeof r->ip) return false;
        snprintf(r->ip, sizeof r->ip, "%.*s", (int)(end - last), last);
    }
    return peer_key(r->ip, r->address);
}

static bool is_json(slice type) {
    static const char json[] = "application/json";
    size_t n = sizeof json - 1;
    return slice_begins(type, json) && (type.n == n || type.p[n] == ';' || type.p[n] == ' ');
}

static bool copy(slice from, char *out, size_t size) {
    bool fits = from.n < size;
    snprintf(out, size, "%.*s", fits ? (int)from.n : 0, from.n ? from.p : "");
    return fits;
}

/* What the browser says it is, for the list of sessions: cut off, and plain ASCII. */
static void read_agent(request *r, slice agent) {
    size_t n = agent.n < sizeof r->agent - 1 ? agent.n : sizeof r->agent - 1;
    for (size_t i = 0; i < n; i++)
        r->agent[i] = agent.p[i] >= ' ' && agent.p[i] <= '~' ? agent.p[i] : '?';
    r->agent[n] = '\0';
}

static bool read_path(request *r, const http_head *head) {
    if (head->path.n >= sizeof r->path ||
        (!head->is_socket && !copy(head->query, r->query, sizeof r->query))) {
        http_error(r, 414, "bad_request", "The address is too long.");
        return false;
    }
    if (head_decode(head->path, r->path, sizeof r->path)) return true;
    http_error(r, 400, "bad_request", "The address is damaged.");
    return false;
}

static bool read_head(request *r, const http_head *head) {
    const server *s = r->server;
    r->post = head->method == METHOD_POST;
    r->head = head->method == METHOD_HEAD;
    r->gzip = head->accepts_gzip;
    r->json_type = is_json(head->field[FIELD_CONTENT_TYPE]);
    r->origin_ok = session_origin_is_ours(s, head->field[FIELD_ORIGIN], head->field[FIELD_HOST]);
    r->has_token = session_token(s, head->field[FIELD_COOKIE], r->token);
    copy(head->field[FIELD_IF_NONE_MATCH], r->if_none_match, sizeof r->if_none_match);
    read_agent(r, head->field[FIELD_USER_AGENT]);
    if (!read_address(r, head)) {
        http_error(r, 400, "bad_request", "The proxy names no address in X-Forwarded-For.");
        return false;
    }
    return read_path(r, head);
}

bool http_query(const request *r, const char *name, char *out, size_t size) {
    size_t length = strlen(name);
    for (const char *p = r->query; *p; p += *p == '&') {
        size_t end = strcspn(p, "&");
        slice value = {p + length + 1, end > length ? end - length - 1 : 0};
        if (end > length && strncmp(p, name, length) == 0 && p[length] == '=' &&
            head_decode(value, out, size))
            return true;
        p += end;
    }
    out[0] = '\0';
    return false;
}

static request *new_request(conn *c) {
    request *r = must_alloc(sizeof *r);
    r->server = net_user(conn_net(c));
    r->conn = c;
    conn_set_user(c, r);
    return r;
}

static void free_request(request *r) {
    if (r->conn) conn_set_user(r->conn, NULL);
    json_decref(r->json);
    mk_text_free(&r->body);
    mk_text_free(&r->answer);
    free(r);
}

static size_t body_max(const request *r) {
    return strcmp(r->path, "/api/import") == 0 ? BODY_MAX_IMPORT : BODY_MAX;
}

bool http_on_head(conn *c, const http_head *head) {
    request *r = new_request(c);
    if (!read_head(r, head)) return false;
    if (head->is_socket) {
        if (socket_open(r, head)) free_request(r);
        return false;
    }
    if (head->body > body_max(r))
        http_error(r, 413, "too_large", "The body is larger than %zu bytes.", body_max(r));
    else if (r->post && head->body == 0)
        http_error(r, 400, "bad_request", "A body is expected.");
    return !r->answered;
}

void http_on_body(conn *c, const char *bytes, size_t n) {
    request *r = conn_user(c);
    if (!r->answered) mk_text_bytes(&r->body, bytes, n);
}

void http_on_whole(conn *c) {
    request *r = conn_user(c);
    if (!r->answered) dispatch(r);
}

/* What head_parse found wrong, in words. */
void http_on_refused(conn *c, int status) {
    request *r = new_request(c);
    const char *words = status == 405   ? "GET, HEAD and POST are all that is understood here."
                        : status == 411 ? "The body needs its Content-Length."
                        : status == 414 ? "The address is too long."
                        : status == 417 ? "This expectation is not met here."
                        : status == 426 ? "WebSockets are spoken in version 13."
                        : status == 431 ? "The head of the request is too large."
                        : status == 501 ? "Bodies come with a Content-Length here, not in chunks."
                        : status == 505 ? "HTTP/1.1 is spoken here."
                                        : "This is not an HTTP request.";
    http_error(r, status, status == 405 ? "method" : "bad_request", "%s", words);
}

/* The connection is gone. Work that is under way finds none and ends it. */
void http_on_closed(request *r) {
    r->conn = NULL;
    if (!r->held && !r->answered) free_request(r);
}

/* ---- Answering ---------------------------------------------------------- */

void http_hold(request *r) { r->held = true; }

void http_answer(request *r, int status, const char *type) {
    assert(!r->answered);
    if (r->answered) return;
    r->status = status;
    r->type = type;
    r->answered = true;
    r->held = false;
    r->next = r->server->answered;
    r->server->answered = r;
}

void http_error(request *r, int status, const char *error, const char *format, ...) {
    va_list values;
    mk_text_clear(&r->answer);
    r->fixed = NULL;
    mk_text_add(&r->answer, "{\"error\":\"%s\",\"text\":", error);
    va_start(values, format);
    add_words(&r->answer, format, values);
    va_end(values);
    mk_text_add(&r->answer, "}");
    http_answer(r, status, "application/json");
}

void http_answer_empty(request *r) {
    mk_text_add(&r->answer, "{}");
    http_answer(r, 200, "application/json");
}

void http_unsaved(request *r) {
    http_error(r, 503, "busy", "This could not be saved; nothing was changed.");
}

static const struct {
    int status;
    const char *words;
} reasons[] = {
    {200, "OK"},
    {304, "Not Modified"},
    {400, "Bad Request"},
    {401, "Unauthorized"},
    {403, "Forbidden"},
    {404, "Not Found"},
    {405, "Method Not Allowed"},
    {409, "Conflict"},
    {411, "Length Required"},
    {413, "Content Too Large"},
    {414, "URI Too Long"},
    {417, "Expectation Failed"},
    {426, "Upgrade Required"},
    {429, "Too Many Requests"},
    {431, "Request Header Fields Too Large"},
    {501, "Not Implemented"},
    {503, "Service Unavailable"},
    {505, "HTTP Version Not Supported"},
};

static const char *reason_of(int status) {
    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++)
        if (reasons[i].status == status) return reasons[i].words;
    return "";
}

/* "Tue, 15 Nov 1994 08:12:31 GMT": made once a second. */
static const char *date(void) {
    static char text[40];
    static time_t of;
    time_t now = time(NULL);
    struct tm tm;
    if (now != of) strftime(text, sizeof text, "%a, %d %b %Y %H:%M:%S GMT", gmtime_r(&now, &tm));
    of = now;
    return text;
}

static void header(mk_text *out, const char *name, const char *value) {
    mk_text_add(out, "%s: %s\r\n", name, value);
}

static const char policy[] =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'";

static void safety_headers(const server *s, mk_text *out) {
    header(out, "content-security-policy", policy);
    header(out, "x-content-type-options", "nosniff");
    header(out, "referrer-policy", "no-referrer");
    header(out, "cross-origin-opener-policy", "same-origin");
    if (s->https) header(out, "strict-transport-security", "max-age=31536000");
}

static void own_headers(const request *r, mk_text *out) {
    header(out, "cache-control", *r->cache ? r->cache : "no-store");
    if (*r->etag) header(out, "etag", r->etag);
    if (r->fixed_gzip) header(out, "content-encoding", "gzip");
    if (r->fixed) header(out, "vary", "accept-encoding");
    if (*r->cookie) header(out, "set-cookie", r->cookie);
    if (*r->download) header(out, "content-disposition", r->download);
    if (r->retry > 0) mk_text_add(out, "retry-after: %d\r\n", r->retry);
    if (r->status == 405) header(out, "allow", "GET, HEAD, POST");
    if (r->status == 426) header(out, "sec-websocket-version", "13");
}

static void write_answer(request *r) {
    conn *c = r->conn;
    bool unchanged = *r->etag && r->status == 200 && strstr(r->if_none_match, r->etag);
    if (unchanged) r->status = 304;
    size_t size = r->fixed ? r->fixed_size : r->answer.n;
    mk_text head = {0};
    mk_text_add(&head, "HTTP/1.1 %d %s\r\ndate: %s\r\nserver: musket\r\n", r->status,
                reason_of(r->status), date());
    if (!unchanged)
        mk_text_add(&head, "content-type: %s\r\ncontent-length: %zu\r\n", r->type, size);
    safety_headers(r->server, &head);
    own_headers(r, &head);
    header(&head, "connection", conn_keeps(c) ? "keep-alive" : "close");
    mk_text_add(&head, "\r\n");
    conn_write_text(c, &head);
    if (!unchanged && !r->head && r->fixed)
        conn_write_fixed(c, r->fixed, r->fixed_size);
    else if (!unchanged && !r->head)
        conn_write_text(c, &r->answer);
    conn_answered(c);
}

void http_flush(server *s) {
    for (request *r; (r = s->answered);) {
        s->answered = r->next;
        if (r->conn) write_answer(r);
        free_request(r);
    }
}
