/* http.c - requests and answers.
 *
 * A request is gathered whole (its body is bounded), finds its route, and is answered at once or
 * after a job or a write that holds it. The answer is written when the socket can take it.
 */
#include <libwebsockets.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/server.h"

enum { HEADER_ROOM = 4096, CHUNK = 32 * 1024, ANSWER_SECONDS = 60 };

/* ---- Routes ------------------------------------------------------------- */

static void health(request *r) {
    bool ok = writer_healthy(r->server->writer);
    mk_text_add(&r->answer, "{\"ok\":%s}", ok ? "true" : "false");
    http_answer(r, ok ? 200 : 503, "application/json");
}

static bool is_loopback(const char *ip) {
    return strncmp(ip, "127.", 4) == 0 || strcmp(ip, "::1") == 0 ||
           strcmp(ip, "::ffff:127.0.0.1") == 0;
}

static void metrics(request *r) {
    if (!r->server->config.metrics_open && !is_loopback(r->ip)) {
        http_error(r, 403, "forbidden", "Only from this machine.");
        return;
    }
    metrics_write(r->server, &r->answer);
    http_answer(r, 200, "text/plain; version=0.0.4");
}

typedef enum { ANYONE, USERS, ACCOUNTS } who; /* a session; one that is no guest's */

typedef struct {
    const char *path; /* * stands for one word */
    bool post;
    who who;
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
    {"/api/password", true, ACCOUNTS, accounts_password},
    {"/api/settings", true, ACCOUNTS, accounts_settings},
    {"/api/delete", true, USERS, accounts_delete},
    {"/api/games", false, ANYONE, lobby_games},
    {"/api/games/*/board", false, ANYONE, boards_answer},
    {"/api/tables", false, ANYONE, lobby_list},
    {"/api/tables", true, USERS, lobby_create},
    {"/api/tables/mine", false, USERS, lobby_mine},
    {"/api/tables/*", false, ANYONE, lobby_show},
    {"/api/tables/*/join", true, ACCOUNTS, lobby_join},
    {"/api/tables/*/leave", true, USERS, lobby_leave},
    {"/api/tables/*/rematch", true, USERS, lobby_rematch},
    {"/api/tables/*/record", false, ANYONE, lobby_record},
    {"/api/tables/*/journal", false, ANYONE, lobby_journal},
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

static bool take_limit(request *r) {
    if (limit_take(r->server->limits, LIMIT_REQUEST, r->ip, server_now(), &r->retry)) return true;
    r->server->metrics.limited++;
    http_error(r, 429, "slow_down", "Too many requests from here; try again in %d s.", r->retry);
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

static bool check_user(request *r, who needed) {
    if (r->has_token &&
        store_session_user(r->server->reads, r->token, server_time(), &r->user) != STORE_OK)
        r->user = (store_user){0};
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
    if (!take_limit(r)) return;
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

/* ---- Gathering a request ------------------------------------------------ */

void http_header(struct lws *wsi, int token, char *out, size_t size) {
    out[0] = '\0';
    if (lws_hdr_total_length(wsi, (enum lws_token_indexes)token) < (int)size)
        lws_hdr_copy(wsi, out, (int)size, (enum lws_token_indexes)token);
}

/* Behind our own proxy it is the last that the proxy has added. */
void http_address(const server *s, struct lws *wsi, char ip[46]) {
    lws_get_peer_simple(wsi, ip, 46);
    if (!s->config.proxy || !is_loopback(ip)) return;
    char forwarded[256];
    http_header(wsi, WSI_TOKEN_X_FORWARDED_FOR, forwarded, sizeof forwarded);
    const char *last = strrchr(forwarded, ',');
    last = last ? last + 1 : forwarded;
    last += strspn(last, " ");
    if (*last && strlen(last) < 46) snprintf(ip, 46, "%s", last);
}

/* The query, as it came: "a=1&b=2". */
static void copy_query(struct lws *wsi, char *out, size_t size) {
    char part[200];
    size_t n = 0;
    out[0] = '\0';
    for (int i = 0; lws_hdr_copy_fragment(wsi, part, sizeof part, WSI_TOKEN_HTTP_URI_ARGS, i) > 0;
         i++) {
        size_t length = strlen(part);
        if (n + length + 2 > size) break;
        n += (size_t)snprintf(out + n, size - n, "%s%s", n ? "&" : "", part);
    }
}

bool http_query(const request *r, const char *name, char *out, size_t size) {
    size_t length = strlen(name);
    for (const char *p = r->query; *p; p += *p == '&') {
        size_t end = strcspn(p, "&");
        if (end > length && strncmp(p, name, length) == 0 && p[length] == '=' &&
            end - length - 1 < size) {
            snprintf(out, size, "%.*s", (int)(end - length - 1), p + length + 1);
            return true;
        }
        p += end;
    }
    out[0] = '\0';
    return false;
}

static request *new_request(server *s, struct lws *wsi, const char *path) {
    request *r = must_alloc(sizeof *r);
    char text[512], host[128];
    r->server = s;
    r->wsi = wsi;
    r->head = lws_hdr_total_length(wsi, WSI_TOKEN_HEAD_URI) > 0;
    r->post = !r->head && lws_hdr_total_length(wsi, WSI_TOKEN_GET_URI) == 0;
    snprintf(r->path, sizeof r->path, "%s", path);
    copy_query(wsi, r->query, sizeof r->query);
    http_address(s, wsi, r->ip);
    http_header(wsi, WSI_TOKEN_HTTP_IF_NONE_MATCH, r->if_none_match, sizeof r->if_none_match);
    http_header(wsi, WSI_TOKEN_HTTP_ACCEPT_ENCODING, text, sizeof text);
    r->gzip = strstr(text, "gzip") != NULL;
    http_header(wsi, WSI_TOKEN_HTTP_CONTENT_TYPE, text, sizeof text);
    r->json_type = strncmp(text, "application/json", 16) == 0;
    http_header(wsi, WSI_TOKEN_HOST, host, sizeof host);
    http_header(wsi, WSI_TOKEN_ORIGIN, text, sizeof text);
    r->origin_ok = session_origin_is_ours(s, text, host);
    http_header(wsi, WSI_TOKEN_HTTP_COOKIE, text, sizeof text);
    r->has_token = session_token(text, r->token);
    return r;
}

static size_t body_max(const request *r) {
    return strcmp(r->path, "/api/import") == 0 ? BODY_MAX_IMPORT : BODY_MAX;
}

static bool is_method_known(struct lws *wsi) {
    return lws_hdr_total_length(wsi, WSI_TOKEN_GET_URI) > 0 ||
           lws_hdr_total_length(wsi, WSI_TOKEN_POST_URI) > 0 ||
           lws_hdr_total_length(wsi, WSI_TOKEN_HEAD_URI) > 0;
}

static void begin(request *r) {
    char text[32];
    if (!is_method_known(r->wsi)) {
        http_error(r, 405, "method", "GET and POST are all that is understood here.");
        return;
    }
    if (!r->post) {
        dispatch(r);
        return;
    }
    http_header(r->wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH, text, sizeof text);
    unsigned long long length = strtoull(text, NULL, 10);
    if (length > body_max(r))
        http_error(r, 413, "too_large", "The body is larger than %zu bytes.", body_max(r));
    else if (length == 0)
        http_error(r, 400, "bad_request", "A body with its Content-Length is expected.");
}

static void add_body(request *r, const char *bytes, size_t size) {
    if (r->answered) return;
    if (r->body.n + size > body_max(r))
        http_error(r, 413, "too_large", "The body is larger than %zu bytes.", body_max(r));
    else
        mk_text_bytes(&r->body, bytes, size);
}

static void free_request(request *r) {
    if (!r) return;
    json_decref(r->json);
    mk_text_free(&r->body);
    mk_text_free(&r->answer);
    free(r);
}

/* ---- Answering ---------------------------------------------------------- */

void http_hold(request *r) {
    r->held = true;
    if (r->wsi) lws_set_timeout(r->wsi, PENDING_TIMEOUT_HTTP_CONTENT, ANSWER_SECONDS);
}

void http_answer(request *r, int status, const char *type) {
    r->status = status;
    r->type = type;
    r->answered = true;
    r->held = false;
    if (r->wsi)
        lws_callback_on_writable(r->wsi);
    else
        free_request(r);
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

typedef struct {
    struct lws *wsi;
    unsigned char *p, *end;
    bool bad;
} headers;

static void header(headers *h, const char *name, const char *value) {
    if (lws_add_http_header_by_name(h->wsi, (const unsigned char *)name,
                                    (const unsigned char *)value, (int)strlen(value), &h->p,
                                    h->end))
        h->bad = true;
}

static const char policy[] =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'";

static void safety_headers(const server *s, headers *h) {
    header(h, "content-security-policy:", policy);
    header(h, "x-content-type-options:", "nosniff");
    header(h, "referrer-policy:", "no-referrer");
    header(h, "cross-origin-opener-policy:", "same-origin");
    if (s->tls) header(h, "strict-transport-security:", "max-age=31536000");
}

static void own_headers(const request *r, headers *h) {
    char text[32];
    header(h, "cache-control:", *r->cache ? r->cache : "no-store");
    if (*r->etag) header(h, "etag:", r->etag);
    if (*r->cookie) header(h, "set-cookie:", r->cookie);
    if (*r->download) header(h, "content-disposition:", r->download);
    if (r->fixed) header(h, "vary:", "accept-encoding");
    if (r->fixed_gzip) header(h, "content-encoding:", "gzip");
    if (r->retry > 0) {
        snprintf(text, sizeof text, "%d", r->retry);
        header(h, "retry-after:", text);
    }
}

/* Nonzero: close the connection. */
static int write_headers(request *r, size_t size) {
    unsigned char room[LWS_PRE + HEADER_ROOM];
    headers h = {r->wsi, room + LWS_PRE, room + sizeof room - 1, false};
    unsigned char *begin_at = h.p;
    if (lws_add_http_common_headers(r->wsi, (unsigned)r->status, r->type, size, &h.p, h.end))
        return 1;
    safety_headers(r->server, &h);
    own_headers(r, &h);
    return h.bad || lws_finalize_write_http_header(r->wsi, begin_at, &h.p, h.end);
}

static int write_chunk(request *r, const unsigned char *bytes, size_t size) {
    unsigned char room[LWS_PRE + CHUNK];
    size_t n = size - r->sent < CHUNK ? size - r->sent : CHUNK;
    memcpy(room + LWS_PRE, bytes + r->sent, n);
    r->sent += n;
    enum lws_write_protocol how = r->sent == size ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP;
    return lws_write(r->wsi, room + LWS_PRE, n, how) < (int)n;
}

/* Writes what comes next of an answer. *done: all of it is written. */
static int write_answer(request *r, bool *done) {
    bool unchanged = *r->etag && r->status == 200 && strcmp(r->etag, r->if_none_match) == 0;
    if (unchanged) r->status = 304;
    bool empty = r->status == 304 || r->head;
    const unsigned char *bytes = r->fixed ? r->fixed : (const unsigned char *)r->answer.p;
    size_t size = r->fixed ? r->fixed_size : r->answer.n;
    *done = false;
    if (r->sent == 0 && write_headers(r, r->status == 304 ? 0 : size)) return 1;
    if (!empty && size > 0 && write_chunk(r, bytes, size)) return 1;
    *done = empty || r->sent == size;
    if (!*done) lws_callback_on_writable(r->wsi);
    return 0;
}

static int writable(struct lws *wsi, request **slot) {
    request *r = *slot;
    if (!r || !r->answered) return 0;
    bool done;
    if (write_answer(r, &done)) return -1;
    if (!done) return 0;
    bool refused_body = r->status == 413;
    *slot = NULL;
    free_request(r);
    return refused_body || lws_http_transaction_completed(wsi) ? -1 : 0;
}

/* The connection is gone. Work that is under way for it finds no socket and ends it. */
static void closed(request **slot) {
    request *r = *slot;
    *slot = NULL;
    if (!r) return;
    r->wsi = NULL;
    if (!r->held) free_request(r);
}

int http_callback(struct lws *wsi, int reason, request **slot, void *in, size_t len) {
    server *s = lws_context_user(lws_get_context(wsi));
    switch ((enum lws_callback_reasons)reason) {
    case LWS_CALLBACK_HTTP:
        closed(slot);
        *slot = new_request(s, wsi, in);
        begin(*slot);
        return 0;
    case LWS_CALLBACK_HTTP_BODY:
        if (*slot) add_body(*slot, in, len);
        return 0;
    case LWS_CALLBACK_HTTP_BODY_COMPLETION:
        if (*slot && !(*slot)->answered) dispatch(*slot);
        return 0;
    case LWS_CALLBACK_HTTP_WRITEABLE: return writable(wsi, slot);
    case LWS_CALLBACK_CLOSED_HTTP:
    case LWS_CALLBACK_HTTP_DROP_PROTOCOL: closed(slot); return 0;
    default: return 0;
    }
}
