/* session.c - who is asking: tokens in cookies, and whether a request comes from our own page. */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/server.h"

enum { TOKEN_BYTES = 24, TOKEN_TEXT = 48 };

/* Under TLS no page of another host or path can set or shadow it. */
static const char *cookie_name(const server *s) { return s->https ? "__Host-musket" : "musket"; }

static void hash_token(const char *token, uint8_t hash[STORE_TOKEN]) {
    crypto_generichash(hash, STORE_TOKEN, (const unsigned char *)token, strlen(token), NULL, 0);
}

static bool is_token(const char *text, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (!strchr("0123456789abcdef", text[i])) return false;
    return n == TOKEN_TEXT;
}

/* "a=1; musket=0123…; b=2" */
bool session_token(const server *s, slice cookies, uint8_t hash[STORE_TOKEN]) {
    const char *name = cookie_name(s), *end = cookies.p + cookies.n;
    size_t length = strlen(name);
    for (const char *p = cookies.p; p && p < end;) {
        while (p < end && (*p == ' ' || *p == ';')) p++;
        const char *semicolon = memchr(p, ';', (size_t)(end - p));
        size_t n = (size_t)((semicolon ? semicolon : end) - p);
        if (n > length && memcmp(p, name, length) == 0 && p[length] == '=' &&
            is_token(p + length + 1, n - length - 1)) {
            char token[TOKEN_TEXT + 1] = "";
            memcpy(token, p + length + 1, TOKEN_TEXT);
            hash_token(token, hash);
            return true;
        }
        p += n;
    }
    return false;
}

void session_new(const server *s, uint8_t hash[STORE_TOKEN], char cookie[COOKIE_MAX]) {
    unsigned char bytes[TOKEN_BYTES];
    char token[TOKEN_TEXT + 1];
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2hex(token, sizeof token, bytes, sizeof bytes);
    hash_token(token, hash);
    snprintf(cookie, COOKIE_MAX, "%s=%s; Path=/; HttpOnly; SameSite=Lax; Max-Age=%d%s",
             cookie_name(s), token, SESSION_DAYS * 86400, s->https ? "; Secure" : "");
}

void session_clear_cookie(const server *s, char cookie[COOKIE_MAX]) {
    snprintf(cookie, COOKIE_MAX, "%s=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0%s", cookie_name(s),
             s->https ? "; Secure" : "");
}

typedef struct {
    write_op write;
    int64_t guests_since;
} expiry;

static store_code run_expire(store *db, write_op *w) {
    const expiry *e = (const expiry *)w;
    store_code code = store_sessions_expire(db, server_time());
    if (code == STORE_OK) code = store_guests_expire(db, e->guests_since);
    if (code == STORE_OK && store_is_shared(db))
        code = store_notifications_expire(db, e->guests_since);
    return code;
}

static void expire_done(server *s, write_op *w, bool kept) {
    (void)s;
    (void)kept; /* if not: the next hour tries again */
    free(w);
}

void session_expire(server *s) {
    expiry *e = must_alloc(sizeof *e);
    *e = (expiry){{.run = run_expire, .done = expire_done},
                  server_time() - (int64_t)GUEST_DAYS * s->config.day};
    writer_add(s->writer, &e->write);
}

bool session_origin_is_ours(const server *s, slice origin, slice host) {
    if (!origin.p) return true;
    for (int i = 0; i < s->config.origin_count; i++)
        if (slice_is(origin, s->config.origin[i])) return true;
    const char *scheme = slice_begins(origin, "https://")               ? "https://"
                         : slice_begins(origin, "http://") && !s->https ? "http://"
                                                                        : NULL;
    if (!scheme || host.n == 0) return false;
    size_t n = strlen(scheme);
    return origin.n == n + host.n && memcmp(origin.p + n, host.p, host.n) == 0;
}
