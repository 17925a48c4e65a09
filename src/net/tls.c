/* tls.c - TLS by OpenSSL, in front of a connection's bytes. */
#include <errno.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "net/conn.h"

struct tls {
    SSL_CTX *context; /* connections hold on to the one they began with */
    char *cert, *key;
};

static bool fail(const char *cert, const char *key, char *why, size_t size) {
    unsigned long code = ERR_peek_last_error();
    const char *reason = code ? ERR_reason_error_string(code) : NULL;
    snprintf(why, size, "the certificate %s and the key %s cannot be used: %s", cert, key,
             reason ? reason : "they do not fit each other");
    ERR_clear_error();
    return false;
}

static bool can_read(const char *file, char *why, size_t size) {
    if (access(file, R_OK) == 0) return true;
    snprintf(why, size, "%s: %s", file, strerror(errno));
    return false;
}

/* Browsers ask for HTTP/1.1 by name. Who speaks only something else is refused. */
static int choose_protocol(SSL *ssl, const unsigned char **out, unsigned char *out_size,
                           const unsigned char *in, unsigned in_size, void *unused) {
    static const unsigned char ours[] = "\x08http/1.1";
    (void)ssl, (void)unused;
    int code =
        SSL_select_next_proto((unsigned char **)out, out_size, ours, sizeof ours - 1, in, in_size);
    return code == OPENSSL_NPN_NEGOTIATED ? SSL_TLSEXT_ERR_OK : SSL_TLSEXT_ERR_ALERT_FATAL;
}

static SSL_CTX *make_context(const char *cert, const char *key, char *why, size_t size) {
    if (!can_read(cert, why, size) || !can_read(key, why, size)) return NULL;
    SSL_CTX *context = SSL_CTX_new(TLS_server_method());
    if (!context) {
        fail(cert, key, why, size);
        return NULL;
    }
    SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
    SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION |
                                     SSL_OP_CIPHER_SERVER_PREFERENCE | SSL_OP_PRIORITIZE_CHACHA |
                                     SSL_OP_IGNORE_UNEXPECTED_EOF);
    SSL_CTX_set_mode(context, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER |
                                  SSL_MODE_RELEASE_BUFFERS);
    SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
    SSL_CTX_set_alpn_select_cb(context, choose_protocol, NULL);
    bool fine = SSL_CTX_set_cipher_list(context, "ECDHE+AESGCM:ECDHE+CHACHA20") == 1 &&
                SSL_CTX_use_certificate_chain_file(context, cert) == 1 &&
                SSL_CTX_use_PrivateKey_file(context, key, SSL_FILETYPE_PEM) == 1 &&
                SSL_CTX_check_private_key(context) == 1;
    if (fine) return context;
    fail(cert, key, why, size);
    SSL_CTX_free(context);
    return NULL;
}

tls *tls_new(const char *cert, const char *key, char *why, size_t size) {
    SSL_CTX *context = make_context(cert, key, why, size);
    if (!context) return NULL;
    tls *t = calloc(1, sizeof *t);
    if (!t) abort();
    *t = (tls){context, strdup(cert), strdup(key)};
    if (!t->cert || !t->key) abort();
    return t;
}

bool tls_reload(tls *t, char *why, size_t size) {
    SSL_CTX *context = make_context(t->cert, t->key, why, size);
    if (!context) return false;
    SSL_CTX_free(t->context);
    t->context = context;
    return true;
}

void tls_free(tls *t) {
    if (!t) return;
    SSL_CTX_free(t->context);
    free(t->cert);
    free(t->key);
    free(t);
}

/* ---- One connection ------------------------------------------------------ */

bool tls_attach(tls *t, conn *c) {
    c->ssl = SSL_new(t->context);
    if (!c->ssl) return false;
    SSL_set_accept_state(c->ssl);
    return SSL_set_fd(c->ssl, c->fd) == 1;
}

tls_need tls_handshake(conn *c) {
    ERR_clear_error();
    int code = SSL_do_handshake(c->ssl);
    if (code == 1) return TLS_FINE;
    switch (SSL_get_error(c->ssl, code)) {
    case SSL_ERROR_WANT_READ: return TLS_READS;
    case SSL_ERROR_WANT_WRITE: return TLS_WRITES;
    default: ERR_clear_error(); return TLS_FAILED;
    }
}

static ssize_t result(conn *c, int code) {
    if (code > 0) return code;
    switch (SSL_get_error(c->ssl, code)) {
    case SSL_ERROR_WANT_READ:
    case SSL_ERROR_WANT_WRITE: errno = EAGAIN; return -1;
    case SSL_ERROR_ZERO_RETURN: return 0;
    default:
        ERR_clear_error();
        errno = ECONNRESET;
        return -1;
    }
}

ssize_t tls_read(conn *c, char *bytes, size_t room) {
    ERR_clear_error();
    return result(c, SSL_read(c->ssl, bytes, (int)room));
}

ssize_t tls_write(conn *c, const char *bytes, size_t n) {
    ERR_clear_error();
    ssize_t sent = result(c, SSL_write(c->ssl, bytes, (int)n));
    if (sent == 0) errno = ECONNRESET;
    return sent > 0 ? sent : -1;
}

bool tls_has_more(const conn *c) { return c->ssl && SSL_pending(c->ssl) > 0; }

void tls_shut_down(conn *c) {
    ERR_clear_error();
    SSL_shutdown(c->ssl);
    ERR_clear_error();
}

void tls_detach(conn *c) {
    SSL_free(c->ssl);
    c->ssl = NULL;
}
