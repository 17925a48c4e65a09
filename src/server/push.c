/* push.c - Web Push: browsers that want messages while the page is closed, and sending them.
 *
 * A subscription belongs to the session that it was made in and ends with it. What it names is an
 * address that a stranger chose: only HTTPS to the public internet, asked again when the name is
 * looked up, no redirects, no proxy, and nothing of the answer but its status is looked at.
 * Messages are encrypted and sent by workers.
 */
#include <curl/curl.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/server.h"
#include "server/webpush.h"

enum { HOURS_KEPT = 24, SECONDS_TO_SEND = 10, TOKEN_HOURS = 12 };
static const char key_name[] = "vapid";

bool push_start(server *s, char *why, size_t size) {
    store_code code = store_setting(s->reads, key_name, s->push_key);
    if (code == STORE_OK) return true;
    if (code == STORE_NONE && webpush_new_key(s->push_key)) {
        store *db = store_open(s->config.db, STORE_WRITE, why, size);
        if (!db) return false;
        code = store_setting_keep(db, key_name, s->push_key);
        if (code != STORE_OK) snprintf(why, size, "%s", store_why(db));
        store_close(db);
        return code == STORE_OK;
    }
    snprintf(why, size, "%s", store_why(s->reads));
    return false;
}

/* ---- Subscriptions ------------------------------------------------------- */

typedef struct {
    write_op write;
    request *r; /* NULL: nobody waits for an answer */
    bool forget;
    store_push push;
} push_write;

static store_code run_write(store *db, write_op *op) {
    const push_write *w = (const push_write *)op;
    if (w->forget) return store_push_delete(db, w->push.endpoint, w->push.user);
    return store_push_add(db, &w->push);
}

static void written(server *s, write_op *op, bool kept) {
    (void)s;
    push_write *w = (push_write *)op;
    if (w->r && kept)
        http_answer_empty(w->r);
    else if (w->r)
        http_unsaved(w->r);
    free(w);
}

static push_write *new_write(server *s, request *r, bool forget) {
    push_write *w = must_alloc(sizeof *w);
    w->write = (write_op){.run = run_write, .done = written};
    w->r = r;
    w->forget = forget;
    if (r) http_hold(r);
    writer_add(s->writer, &w->write);
    return w;
}

void push_show(request *r) {
    uint8_t point[WEBPUSH_PUBLIC];
    char text[100];
    webpush_public(r->server->push_key, point);
    sodium_bin2base64(text, sizeof text, point, sizeof point,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    mk_text_add(&r->answer, "{\"key\":\"%s\"}", text);
    http_answer(r, 200, "application/json");
}

static bool decode(const char *text, uint8_t *out, size_t size) {
    size_t n;
    return sodium_base642bin(out, size, text, strlen(text), NULL, &n, NULL,
                             sodium_base64_VARIANT_URLSAFE_NO_PADDING) == 0 &&
           n == size;
}

void push_subscribe(request *r) {
    input in = input_of(r->json);
    const char *endpoint = input_text(&in, "endpoint", 1, STORE_ENDPOINT - 1);
    const char *p256dh = input_text(&in, "p256dh", 1, STORE_P256DH - 1);
    const char *auth = input_text(&in, "auth", 1, STORE_AUTH - 1);
    uint8_t point[WEBPUSH_PUBLIC], secret[WEBPUSH_AUTH];
    char origin[WEBPUSH_ORIGIN];
    if (!input_end(&in)) {
        http_error(r, 400, "bad_request", "%s", in.why);
        return;
    }
    if (!http_take_limit(r, LIMIT_PUSH, r->address)) return;
    if (!webpush_endpoint(endpoint, r->server->config.push_local, origin)) {
        http_error(r, 400, "bad_request", "A push service has an https address on the internet.");
        return;
    }
    if (!decode(p256dh, point, sizeof point) || !decode(auth, secret, sizeof secret) ||
        !webpush_is_point(point)) {
        http_error(r, 400, "bad_request", "The keys of the browser are damaged.");
        return;
    }
    store_push *push = &new_write(r->server, r, false)->push;
    push->user = r->user.id;
    push->created = server_time();
    memcpy(push->session, r->token, sizeof push->session);
    snprintf(push->endpoint, sizeof push->endpoint, "%s", endpoint);
    snprintf(push->p256dh, sizeof push->p256dh, "%s", p256dh);
    snprintf(push->auth, sizeof push->auth, "%s", auth);
}

static void forget(server *s, request *r, const char *endpoint, int64_t user) {
    store_push *push = &new_write(s, r, true)->push;
    push->user = user;
    snprintf(push->endpoint, sizeof push->endpoint, "%s", endpoint);
}

void push_forget(request *r) {
    input in = input_of(r->json);
    const char *endpoint = input_text(&in, "endpoint", 1, STORE_ENDPOINT - 1);
    if (!input_end(&in)) {
        http_error(r, 400, "bad_request", "%s", in.why);
        return;
    }
    forget(r->server, r, endpoint, r->user.id);
}

/* ---- Sending, on a worker ------------------------------------------------- */

typedef struct {
    job job;
    const server_config *config;
    uint8_t key[WEBPUSH_PRIVATE];
    store_push push;
    char topic[STORE_CODE]; /* a later message about the same table takes the place of this one */
    long status;            /* of the answer, 0: none came */
    char why[CURL_ERROR_SIZE];
    delivery *delivery;
    bool tried;
    size_t size;
    char text[WEBPUSH_TEXT_MAX];
} push_job;

static curl_socket_t open_socket(void *context, curlsocktype purpose, struct curl_sockaddr *at) {
    const push_job *p = context;
    (void)purpose;
    if (!p->config->push_local && !webpush_is_public(&at->addr)) return CURL_SOCKET_BAD;
    return socket(at->family, at->socktype | SOCK_CLOEXEC, at->protocol);
}

static size_t ignore(char *bytes, size_t size, size_t count, void *context) {
    (void)bytes, (void)context;
    return size * count;
}

static void add_header(struct curl_slist **list, const char *name, const char *value) {
    char line[WEBPUSH_HEADER_MAX + 20];
    snprintf(line, sizeof line, "%s: %s", name, value);
    *list = curl_slist_append(*list, line);
}

static bool make_body(const push_job *p, uint8_t body[WEBPUSH_BODY_MAX], size_t *size) {
    uint8_t point[WEBPUSH_PUBLIC], auth[WEBPUSH_AUTH], once[WEBPUSH_PRIVATE], salt[WEBPUSH_SALT];
    randombytes_buf(salt, sizeof salt);
    *size = 0;
    if (decode(p->push.p256dh, point, sizeof point) && decode(p->push.auth, auth, sizeof auth) &&
        webpush_new_key(once))
        *size = webpush_encrypt(point, auth, once, salt, p->text, p->size, body);
    sodium_memzero(once, sizeof once);
    return *size > 0;
}

/* How a push service can reach us, if the settings say. */
static const char *subject_of(const server_config *config, char out[160]) {
    if (config->base_url && strncmp(config->base_url, "https://", 8) == 0)
        snprintf(out, 160, "%s", config->base_url);
    else if (config->mail_from)
        snprintf(out, 160, "mailto:%s", config->mail_from);
    else
        return NULL;
    return strpbrk(out, "\"\\") ? NULL : out;
}

static void perform(push_job *p, CURL *curl, const uint8_t *body, size_t size,
                    const struct curl_slist *headers) {
    curl_easy_setopt(curl, CURLOPT_URL, p->push.endpoint);
    curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, p->config->push_local ? "https,http" : "https");
    curl_easy_setopt(curl, CURLOPT_PROXY, "");
    curl_easy_setopt(curl, CURLOPT_FOLLOWLOCATION, 0L);
    curl_easy_setopt(curl, CURLOPT_OPENSOCKETFUNCTION, open_socket);
    curl_easy_setopt(curl, CURLOPT_OPENSOCKETDATA, p);
    curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);
    curl_easy_setopt(curl, CURLOPT_POSTFIELDS, body);
    curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE, (long)size);
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, ignore);
    curl_easy_setopt(curl, CURLOPT_TIMEOUT, (long)SECONDS_TO_SEND);
    curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, p->why);
    if (curl_easy_perform(curl) == CURLE_OK)
        curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &p->status);
}

static void send_push(job *j) {
    push_job *p = (push_job *)j;
    uint8_t body[WEBPUSH_BODY_MAX];
    size_t size;
    char origin[WEBPUSH_ORIGIN], authorization[WEBPUSH_HEADER_MAX], hint[160], seconds[20];
    p->tried = true;
    snprintf(p->why, sizeof p->why, "it cannot be encrypted");
    if (!make_body(p, body, &size) ||
        !webpush_endpoint(p->push.endpoint, p->config->push_local, origin) ||
        !webpush_authorize(p->key, origin, subject_of(p->config, hint),
                           server_time() + TOKEN_HOURS * 3600, authorization))
        return;
    curl_once();
    CURL *curl = curl_easy_init();
    struct curl_slist *headers = NULL;
    snprintf(seconds, sizeof seconds, "%d", HOURS_KEPT * 3600);
    add_header(&headers, "Authorization", authorization);
    add_header(&headers, "Content-Type", "application/octet-stream");
    add_header(&headers, "Content-Encoding", "aes128gcm");
    add_header(&headers, "TTL", seconds);
    add_header(&headers, "Urgency", "normal");
    add_header(&headers, "Topic", p->topic);
    if (curl) perform(p, curl, body, size, headers);
    curl_slist_free_all(headers);
    curl_easy_cleanup(curl);
}

/* 404 and 410: the browser is not reached there any more (RFC 8030, 7.3). */
static void push_sent(server *s, job *j) {
    push_job *p = (push_job *)j;
    if (p->status >= 200 && p->status < 300) {
        s->metrics.pushes++;
    } else {
        s->metrics.push_failures++;
        log_warning("push", "status=%ld reason=\"%s\"", p->status, p->status ? "" : p->why);
    }
    if (p->status == 404 || p->status == 410) forget(s, NULL, p->push.endpoint, p->push.user);
    if (!p->tried) delivery_drop(p->delivery);
    delivery_release(s, p->delivery);
    free(p);
}

typedef struct {
    server *server;
    const char *topic, *text;
    size_t size;
    delivery *delivery;
} push_message;

static void push_one(void *context, const store_push *push) {
    const push_message *m = context;
    push_job *p = must_alloc(sizeof *p);
    p->job = (job){.run = send_push, .done = push_sent};
    p->config = &m->server->config;
    memcpy(p->key, m->server->push_key, sizeof p->key);
    p->push = *push;
    snprintf(p->topic, sizeof p->topic, "%s", m->topic);
    p->size = m->size;
    memcpy(p->text, m->text, m->size);
    p->delivery = m->delivery;
    delivery_hold(p->delivery);
    if (pool_add(m->server->push_pool, &p->job)) return;
    delivery_release(m->server, p->delivery);
    free(p);
}

void push_user(server *s, int64_t user, const char *title, const char *words, const char *code,
               delivery *d) {
    mk_text out = {0};
    char body[400];
    snprintf(body, sizeof body, "%s", words);
    if (*body >= 'a' && *body <= 'z') *body = (char)(*body - 'a' + 'A');
    mk_text_add(&out, "{\"title\":");
    mk_text_json(&out, title);
    mk_text_add(&out, ",\"body\":");
    mk_text_json(&out, body);
    mk_text_add(&out, ",\"table\":\"%s\"}", code);
    push_message m = {.server = s, .topic = code, .text = out.p, .size = out.n, .delivery = d};
    if (out.n <= WEBPUSH_TEXT_MAX) store_pushes(s->reads, user, server_time(), push_one, &m);
    mk_text_free(&out);
}
