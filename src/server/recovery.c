/* recovery.c - what needs the mail address of an account: showing that it is one's own, and a new
 * password for one that was forgotten.
 *
 * A token is sent to the address and kept as its hash, for one use and a short time. A password is
 * reset by verified addresses only, and nobody learns by asking whether an account exists or has
 * one.
 */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/server.h"

enum { TOKEN_BYTES = 24, TOKEN_TEXT = 48, VERIFY_HOURS = 48, RESET_HOURS = 1 };

static void hash_token(const char *token, uint8_t hash[STORE_TOKEN]) {
    crypto_generichash(hash, STORE_TOKEN, (const unsigned char *)token, strlen(token), NULL, 0);
}

/* ---- A token on its way ---------------------------------------------------- */

typedef struct {
    write_op write;
    store_user user;
    token_use use;
    char token[TOKEN_TEXT + 1];
} token_mail;

static store_code add_token(store *db, write_op *op) {
    const token_mail *m = (const token_mail *)op;
    uint8_t hash[STORE_TOKEN];
    hash_token(m->token, hash);
    int hours = m->use == TOKEN_VERIFY ? VERIFY_HOURS : RESET_HOURS;
    return store_token_add(db, hash, m->use, m->user.id, m->user.email,
                           server_time() + hours * 3600);
}

static void mail_token(server *s, write_op *op, bool kept) {
    token_mail *m = (token_mail *)op;
    mk_text body = {0};
    bool verify = m->use == TOKEN_VERIFY;
    mk_text_add(&body,
                verify ? "this shows that the address is yours, within %d hours:\r\n\r\n"
                       : "somebody, you we hope, wants a new password for your account. This "
                         "makes it, once, within %d hour:\r\n\r\n",
                verify ? VERIFY_HOURS : RESET_HOURS);
    if (s->config.base_url)
        mk_text_add(&body, "%s/#/%s/%s\r\n", s->config.base_url, verify ? "verify" : "reset",
                    m->token);
    else
        mk_text_add(&body, "%s\r\n\r\nEnter it where the page asks for the code.\r\n", m->token);
    mk_text_add(&body, "\r\nIf you have not asked for it, leave it: nothing will change.\r\n");
    if (kept) mail_user(s, &m->user, verify ? "Your mail address" : "A new password", body.p, NULL);
    mk_text_free(&body);
    sodium_memzero(m->token, sizeof m->token);
    free(m);
}

static void send_token(server *s, const store_user *u, token_use use) {
    unsigned char bytes[TOKEN_BYTES];
    token_mail *m = must_alloc(sizeof *m);
    m->write = (write_op){.run = add_token, .done = mail_token};
    m->user = *u;
    m->use = use;
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2hex(m->token, sizeof m->token, bytes, sizeof bytes);
    writer_add(s->writer, &m->write);
}

void recovery_send_verification(server *s, const store_user *u) {
    if (s->config.smtp && *u->email && !u->verified) send_token(s, u, TOKEN_VERIFY);
}

static bool has_mail(request *r) {
    if (r->server->config.smtp) return true;
    http_error(r, 409, "conflict", "This server sends no mail; please ask its host.");
    return false;
}

static bool input_fine(request *r, input *in) {
    if (input_end(in)) return true;
    http_error(r, 400, "bad_request", "%s", in->why);
    return false;
}

/* ---- A token comes back ------------------------------------------------------ */

typedef struct {
    job job; /* of a reset: the new password is hashed */
    write_op write;
    request *r;
    uint8_t hash[STORE_TOKEN];
    char fresh[PASSWORD_MAX + 1], password[STORE_PASSWORD];
    bool hashed;
    store_user user;
    store_session session;
} token_use_job;

static token_use_job *job_of(write_op *op) {
    return (token_use_job *)((char *)op - offsetof(token_use_job, write));
}

static token_use_job *new_job(request *r, const char *token) {
    token_use_job *j = must_alloc(sizeof *j);
    j->r = r;
    hash_token(token, j->hash);
    http_hold(r);
    return j;
}

/* Was it good, and kept? Otherwise the request is answered. */
static bool was_good(token_use_job *j, bool kept) {
    if (kept && j->write.code == STORE_OK) return true;
    j->r->cookie[0] = '\0'; /* of a session that has not begun */
    if (kept)
        http_error(j->r, 403, "forbidden", "This code is not good, or not any more.");
    else
        http_unsaved(j->r);
    return false;
}

static store_code use_verification(store *db, write_op *op) {
    token_use_job *j = job_of(op);
    char email[STORE_EMAIL];
    int64_t id;
    store_code code = store_token_take(db, j->hash, TOKEN_VERIFY, server_time(), &id, email);
    if (code == STORE_OK) code = store_user_verify(db, id, email);
    return code == STORE_OK ? store_user_by_id(db, id, &j->user) : code;
}

static void verification_used(server *s, write_op *op, bool kept) {
    token_use_job *j = job_of(op);
    if (was_good(j, kept)) {
        accounts_update_clients(s, &j->user);
        cluster_tell(s, "user %lld", (long long)j->user.id);
        http_answer_empty(j->r);
    }
    free(j);
}

void recovery_verify(request *r) {
    input in = input_of(r->json);
    const char *token = input_text_or(&in, "token", TOKEN_TEXT, NULL);
    if (!input_fine(r, &in)) return;
    if (token) {
        token_use_job *j = new_job(r, token);
        j->write = (write_op){.run = use_verification, .done = verification_used};
        writer_add(r->server->writer, &j->write);
        return;
    }
    if (r->user.id == 0 || r->user.guest) {
        http_error(r, 401, "log_in", "Please log in first.");
        return;
    }
    if (!has_mail(r) || !http_take_limit(r, LIMIT_MAIL, r->user.name)) return;
    if (!*r->user.email || r->user.verified) {
        http_error(r, 409, "conflict", "There is no address that waits to be verified.");
        return;
    }
    recovery_send_verification(r->server, &r->user);
    http_answer_empty(r);
}

/* ---- A new password ------------------------------------------------------------ */

/* The address must still be the account's: who had it before has no business here. */
static store_code use_reset(store *db, write_op *op) {
    token_use_job *j = job_of(op);
    char email[STORE_EMAIL];
    int64_t id;
    store_code code = store_token_take(db, j->hash, TOKEN_RESET, server_time(), &id, email);
    if (code == STORE_OK) code = store_user_by_id(db, id, &j->user);
    if (code != STORE_OK) return code;
    if (strcmp(j->user.email, email) != 0 || j->user.banned) return STORE_NONE;
    code = store_user_password(db, id, NULL, j->password);
    if (code == STORE_OK) code = store_sessions_end(db, id, NULL);
    j->session.user = id;
    return code == STORE_OK ? store_session_add(db, &j->session) : code;
}

static void reset_used(server *s, write_op *op, bool kept) {
    token_use_job *j = job_of(op);
    if (was_good(j, kept)) {
        log_info("password_reset", "name=%s ip=%s", j->user.name, j->r->ip);
        clients_drop_user(s, j->user.id, j->session.token);
        cluster_tell(s, "user %lld", (long long)j->user.id);
        mk_text_add(&j->r->answer, "{\"user\":");
        accounts_write_user(&j->r->answer, &j->user);
        mk_text_add(&j->r->answer, "}");
        http_answer(j->r, 200, "application/json");
    }
    free(j);
}

static void hash_fresh(job *work) {
    token_use_job *j = (token_use_job *)work;
    j->hashed = accounts_hash(j->fresh, j->password);
    sodium_memzero(j->fresh, sizeof j->fresh);
}

static void fresh_hashed(server *s, job *work) {
    token_use_job *j = (token_use_job *)work;
    if (!j->hashed) {
        http_error(j->r, 503, "busy", "The password could not be stored; try again.");
        free(j);
        return;
    }
    accounts_new_session(j->r, &j->session);
    j->write = (write_op){.run = use_reset, .done = reset_used};
    writer_add(s->writer, &j->write);
}

static void set_password(request *r, const char *token, const char *password) {
    token_use_job *j = new_job(r, token);
    j->job = (job){.run = hash_fresh, .done = fresh_hashed};
    snprintf(j->fresh, sizeof j->fresh, "%s", password);
    if (pool_add(r->server->password_pool, &j->job)) return;
    sodium_memzero(j->fresh, sizeof j->fresh);
    http_error(r, 503, "busy", "Too many are logging in just now; try again soon.");
    free(j);
}

/* The answer is the same whether or not there is such an account. */
static void ask_for_reset(request *r, const char *name) {
    store_user u;
    if (!has_mail(r) || !http_take_limit(r, LIMIT_MAIL, r->address)) return;
    if (store_user_by_name(r->server->reads, name, &u) == STORE_OK && u.verified && !u.guest &&
        !u.banned) {
        int retry;
        if (limit_take(r->server->limits, LIMIT_MAIL, u.name, server_now(), &retry))
            send_token(r->server, &u, TOKEN_RESET);
    }
    http_answer_empty(r);
}

void recovery_reset(request *r) {
    input in = input_of(r->json);
    const char *name = input_text_or(&in, "name", STORE_NAME - 1, NULL);
    const char *token = input_text_or(&in, "token", TOKEN_TEXT, NULL);
    const char *password = token ? input_text(&in, "password", PASSWORD_MIN, PASSWORD_MAX) : NULL;
    if (!input_fine(r, &in)) return;
    if (token && !name) {
        if (http_take_limit(r, LIMIT_LOGINS, r->address)) set_password(r, token, password);
    } else if (name && !token) {
        ask_for_reset(r, name);
    } else {
        http_error(r, 400, "bad_request", "Either a name, or a token and a password.");
    }
}
