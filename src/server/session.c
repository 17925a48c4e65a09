/* session.c - who is asking: tokens in cookies, and whether a request comes from our own page. */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/server.h"

enum { TOKEN_BYTES = 24, TOKEN_TEXT = 48 };

static const char cookie_name[] = "musket";

static void hash_token(const char *token, uint8_t hash[STORE_TOKEN]) {
    crypto_generichash(hash, STORE_TOKEN, (const unsigned char *)token, strlen(token), NULL, 0);
}

bool session_token(const char *header, uint8_t hash[STORE_TOKEN]) {
    size_t length = sizeof cookie_name - 1;
    for (const char *p = header; p && *p; p = strchr(p, ';')) {
        p += strspn(p, "; ");
        if (strncmp(p, cookie_name, length) != 0 || p[length] != '=') continue;
        const char *value = p + length + 1;
        if (strspn(value, "0123456789abcdef") != TOKEN_TEXT) continue;
        char token[TOKEN_TEXT + 1];
        snprintf(token, sizeof token, "%s", value);
        hash_token(token, hash);
        return true;
    }
    return false;
}

void session_new(const server *s, uint8_t hash[STORE_TOKEN], char cookie[COOKIE_MAX]) {
    unsigned char bytes[TOKEN_BYTES];
    char token[TOKEN_TEXT + 1];
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2hex(token, sizeof token, bytes, sizeof bytes);
    hash_token(token, hash);
    snprintf(cookie, COOKIE_MAX, "%s=%s; Path=/; HttpOnly; SameSite=Lax; Max-Age=%d%s", cookie_name,
             token, SESSION_DAYS * 86400, s->tls ? "; Secure" : "");
}

void session_clear_cookie(const server *s, char cookie[COOKIE_MAX]) {
    snprintf(cookie, COOKIE_MAX, "%s=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0%s", cookie_name,
             s->tls ? "; Secure" : "");
}

typedef struct {
    write_op write;
    int64_t guests_since;
} expiry;

static store_code run_expire(store *db, write_op *w) {
    const expiry *e = (const expiry *)w;
    store_code code = store_sessions_expire(db, server_time());
    return code == STORE_OK ? store_guests_expire(db, e->guests_since) : code;
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

bool session_origin_is_ours(const server *s, const char *origin, const char *host) {
    if (!*origin) return true;
    for (int i = 0; i < s->config.origin_count; i++)
        if (strcmp(origin, s->config.origin[i]) == 0) return true;
    const char *of = strstr(origin, "://");
    return of && *host && strcmp(of + 3, host) == 0;
}
