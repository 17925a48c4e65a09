/* accounts.c - register, log in and out, guests, passwords, the end of an account.
 *
 * What touches a password goes three ways: a worker computes Argon2id, one at a time; the writer
 * keeps the result; then the request is answered. Passwords are wiped as soon as they were used.
 */
#include <ctype.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/server.h"

enum { PASSWORD_MIN = 8, PASSWORD_MAX = 128, NAME_MIN = 3, ARGON_PASSES = 2 };
static const size_t argon_bytes = 19 * 1024 * 1024;

/* One request on its way: the worker fills `verified` and `user.password`, the writer `code`. */
typedef struct work work;
struct work {
    job job;
    write_op write;
    request *r;
    char old[PASSWORD_MAX + 1], fresh[PASSWORD_MAX + 1]; /* "": not asked for */
    bool verified, hashed;
    store_user user;
    uint8_t token[STORE_TOKEN];
    store_code code;
    void (*next)(work *); /* after the worker, on the loop */
    char known[STORE_PASSWORD];
};

/* ---- Passwords, on a worker --------------------------------------------- */

bool accounts_hash(const char *password, char out[STORE_PASSWORD]) {
    return crypto_pwhash_str_alg(out, password, strlen(password), ARGON_PASSES, argon_bytes,
                                 crypto_pwhash_ALG_ARGON2ID13) == 0;
}

/* For a name that does not exist the same time is spent: nobody learns which names do. */
static const char nobodys[] = "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$"
                              "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

static void compute(job *j) {
    work *w = (work *)j;
    w->verified = w->hashed = true;
    if (*w->old) {
        const char *known = *w->known ? w->known : nobodys;
        w->verified = crypto_pwhash_str_verify(known, w->old, strlen(w->old)) == 0 && *w->known;
    }
    if (*w->fresh && w->verified) w->hashed = accounts_hash(w->fresh, w->user.password);
    sodium_memzero(w->old, sizeof w->old);
    sodium_memzero(w->fresh, sizeof w->fresh);
}

static void computed(server *s, job *j) {
    (void)s;
    work *w = (work *)j;
    w->next(w);
}

static void finish_with_error(work *w, int status, const char *error, const char *text) {
    http_error(w->r, status, error, "%s", text);
    free(w);
}

/* Gives a work to the worker; `next` goes on. Answers if there is no room. */
static void compute_then(work *w, void (*next)(work *)) {
    w->job = (job){.run = compute, .done = computed};
    w->next = next;
    http_hold(w->r);
    if (pool_add(w->r->server->secrets, &w->job)) return;
    sodium_memzero(w->old, sizeof w->old);
    sodium_memzero(w->fresh, sizeof w->fresh);
    finish_with_error(w, 503, "busy", "Too many are logging in just now; try again soon.");
}

static work *new_work(request *r) {
    work *w = must_alloc(sizeof *w);
    w->r = r;
    return w;
}

/* ---- Answers ------------------------------------------------------------ */

void accounts_write_user(mk_text *out, const store_user *u) {
    if (u->id == 0) {
        mk_text_add(out, "null");
        return;
    }
    mk_text_add(out, "{\"name\":");
    mk_text_json(out, u->name);
    mk_text_add(out, ",\"guest\":%s,\"email\":", u->guest ? "true" : "false");
    mk_text_json(out, u->email);
    mk_text_add(out, ",\"mail\":%s}", u->mail ? "true" : "false");
}

static void answer_user(request *r, const store_user *u) {
    mk_text_add(&r->answer, "{\"user\":");
    accounts_write_user(&r->answer, u);
    mk_text_add(&r->answer, "}");
    http_answer(r, 200, "application/json");
}

static void answer_empty(request *r) {
    mk_text_add(&r->answer, "{}");
    http_answer(r, 200, "application/json");
}

/* True if it was kept; otherwise the request is answered and the work is gone. */
static bool was_kept(work *w, bool kept) {
    if (kept && w->code == STORE_OK) return true;
    if (kept && w->code == STORE_TAKEN)
        finish_with_error(w, 409, "conflict", "This name is taken.");
    else
        finish_with_error(w, 503, "busy", "This could not be saved; nothing was changed.");
    return false;
}

static work *work_of(write_op *op) { return (work *)((char *)op - offsetof(work, write)); }

static void write_then(work *w, store_code (*run)(store *, write_op *),
                       void (*done)(server *, write_op *, bool)) {
    w->write = (write_op){.run = run, .done = done};
    http_hold(w->r);
    writer_add(w->r->server->writer, &w->write);
}

/* The new name of a user, wherever it is shown. */
static void rename_everywhere(server *s, const store_user *u, const char *name) {
    for (table *t = s->tables; t; t = t->next) {
        bool changed = false;
        for (int i = 0; i < t->row.seat_count; i++) {
            if (t->row.seat[i].user != u->id) continue;
            snprintf(t->row.seat[i].name, sizeof t->row.seat[i].name, "%s", name);
            changed = true;
        }
        if (t->row.owner == u->id) {
            snprintf(t->row.owner_name, sizeof t->row.owner_name, "%s", name);
            changed = true;
        }
        if (changed) lobby_touch(s, t, true);
    }
    for (client *c = s->clients; c; c = c->next)
        if (c->user.id == u->id) c->user = *u;
}

/* ---- Checks ------------------------------------------------------------- */

static bool take_limit(request *r, limit_kind kind, const char *who) {
    if (limit_take(r->server->limits, kind, who, server_now(), &r->retry)) return true;
    r->server->metrics.limited++;
    http_error(r, 429, "slow_down", "Too many tries; the next one is possible in %d s.", r->retry);
    return false;
}

static bool input_fine(request *r, input *in) {
    if (input_end(in)) return true;
    http_error(r, 400, "bad_request", "%s", in->why);
    return false;
}

static bool name_is_fine(const char *name) {
    for (const char *p = name; *p; p++)
        if (!isalnum((unsigned char)*p) && *p != '_' && *p != '-') return false;
    return strlen(name) >= NAME_MIN && strncasecmp(name, "guest-", 6) != 0;
}

static bool email_is_fine(const char *email) {
    if (!*email) return true;
    const char *at = strchr(email, '@');
    if (!at || at == email || !at[1] || strchr(at + 1, '@')) return false;
    for (const char *p = email; *p; p++)
        if ((unsigned char)*p <= ' ' || strchr("<>\"(),:;\\[]", *p) || (unsigned char)*p >= 127)
            return false;
    return true;
}

/* ---- Register, guest, log in -------------------------------------------- */

static store_code add_account(store *db, write_op *op) {
    work *w = work_of(op);
    w->code = w->user.id ? store_user_save(db, &w->user) : store_user_add(db, &w->user);
    if (w->code != STORE_OK) return w->code;
    return w->code =
               store_session_add(db, w->token, w->user.id, server_time() + SESSION_DAYS * 86400);
}

static void account_added(server *s, write_op *op, bool kept) {
    work *w = work_of(op);
    if (!was_kept(w, kept)) return;
    log_info("account", "name=%s guest=%d ip=%s", w->user.name, w->user.guest, w->r->ip);
    rename_everywhere(s, &w->user, w->user.name);
    answer_user(w->r, &w->user);
    free(w);
}

static void add_with_session(work *w) {
    session_new(w->r->server, w->token, w->r->cookie);
    write_then(w, add_account, account_added);
}

static void register_hashed(work *w) {
    if (!w->hashed)
        finish_with_error(w, 503, "busy", "The password could not be stored; try again.");
    else
        add_with_session(w);
}

void accounts_register(request *r) {
    input in = input_of(r->json);
    const char *name = input_text(&in, "name", NAME_MIN, STORE_NAME - 1);
    const char *password = input_text(&in, "password", PASSWORD_MIN, PASSWORD_MAX);
    const char *email = input_text_or(&in, "email", STORE_EMAIL - 1, "");
    if (!input_fine(r, &in) || !take_limit(r, LIMIT_REGISTER, r->ip)) return;
    if (!name_is_fine(name)) {
        http_error(r, 400, "bad_request", "Names have 3 to 24 letters, digits, _ or -.");
        return;
    }
    if (!email_is_fine(email)) {
        http_error(r, 400, "bad_request", "This is not a mail address.");
        return;
    }
    store_user known;
    if (store_user_by_name(r->server->reads, name, &known) == STORE_OK) {
        http_error(r, 409, "conflict", "This name is taken.");
        return;
    }
    work *w = new_work(r);
    if (r->user.guest) w->user = r->user; /* keeps his tables */
    w->user.guest = false;
    if (!w->user.id) w->user.created = server_time();
    snprintf(w->user.name, sizeof w->user.name, "%s", name);
    snprintf(w->user.email, sizeof w->user.email, "%s", email);
    snprintf(w->fresh, sizeof w->fresh, "%s", password);
    compute_then(w, register_hashed);
}

void accounts_guest(request *r) {
    input in = input_of(r->json);
    if (!input_fine(r, &in)) return;
    if (r->user.id) {
        answer_user(r, &r->user);
        return;
    }
    if (!take_limit(r, LIMIT_GUEST, r->ip)) return;
    work *w = new_work(r);
    char code[9];
    random_code(code, sizeof code);
    w->user.guest = true;
    w->user.created = server_time();
    snprintf(w->user.name, sizeof w->user.name, "Guest-%s", code);
    add_with_session(w);
}

static store_code add_session(store *db, write_op *op) {
    work *w = work_of(op);
    return w->code =
               store_session_add(db, w->token, w->user.id, server_time() + SESSION_DAYS * 86400);
}

static void session_added(server *s, write_op *op, bool kept) {
    work *w = work_of(op);
    if (!was_kept(w, kept)) return;
    s->metrics.logins++;
    log_info("login", "name=%s ip=%s", w->user.name, w->r->ip);
    answer_user(w->r, &w->user);
    free(w);
}

static void login_verified(work *w) {
    server *s = w->r->server;
    if (!w->verified) {
        s->metrics.login_failures++;
        log_info("login_failed", "ip=%s", w->r->ip);
        finish_with_error(w, 401, "log_in", "The name or the password is wrong.");
    } else if (w->user.banned) {
        finish_with_error(w, 403, "forbidden", "This account has been closed by the host.");
    } else {
        session_new(s, w->token, w->r->cookie);
        write_then(w, add_session, session_added);
    }
}

void accounts_login(request *r) {
    input in = input_of(r->json);
    const char *name = input_text(&in, "name", 1, STORE_NAME - 1);
    const char *password = input_text(&in, "password", 1, PASSWORD_MAX);
    if (!input_fine(r, &in) || !take_limit(r, LIMIT_LOGIN, r->ip)) return;
    char folded[STORE_NAME];
    for (size_t i = 0; i <= strlen(name); i++) folded[i] = (char)tolower((unsigned char)name[i]);
    if (!take_limit(r, LIMIT_LOGIN, folded)) return;
    work *w = new_work(r);
    if (store_user_by_name(r->server->reads, name, &w->user) == STORE_OK)
        memcpy(w->known, w->user.password, sizeof w->known);
    snprintf(w->old, sizeof w->old, "%s", password);
    compute_then(w, login_verified);
}

/* ---- Log out, password, settings ---------------------------------------- */

static store_code end_session(store *db, write_op *op) {
    work *w = work_of(op);
    return w->code = store_session_delete(db, w->token);
}

static void session_ended(server *s, write_op *op, bool kept) {
    work *w = work_of(op);
    if (!was_kept(w, kept)) return;
    for (client *c = s->clients; c; c = c->next)
        if (c->user.id && memcmp(c->token, w->token, STORE_TOKEN) == 0) client_close(c);
    session_clear_cookie(s, w->r->cookie);
    answer_empty(w->r);
    free(w);
}

void accounts_logout(request *r) {
    input in = input_of(r->json);
    if (!input_fine(r, &in)) return;
    if (!r->has_token) {
        answer_empty(r);
        return;
    }
    work *w = new_work(r);
    memcpy(w->token, r->token, STORE_TOKEN);
    write_then(w, end_session, session_ended);
}

static store_code save_password(store *db, write_op *op) {
    work *w = work_of(op);
    w->code = store_user_save(db, &w->user);
    return w->code == STORE_OK ? w->code = store_sessions_end(db, w->user.id, w->token) : w->code;
}

static void password_saved(server *s, write_op *op, bool kept) {
    work *w = work_of(op);
    if (!was_kept(w, kept)) return;
    clients_drop_user(s, w->user.id, w->token);
    log_info("password", "name=%s ip=%s", w->user.name, w->r->ip);
    answer_empty(w->r);
    free(w);
}

static void password_hashed(work *w) {
    if (!w->verified)
        finish_with_error(w, 401, "log_in", "The old password is wrong.");
    else if (!w->hashed)
        finish_with_error(w, 503, "busy", "The password could not be stored; try again.");
    else
        write_then(w, save_password, password_saved);
}

void accounts_password(request *r) {
    input in = input_of(r->json);
    const char *old = input_text(&in, "old", 1, PASSWORD_MAX);
    const char *fresh = input_text(&in, "new", PASSWORD_MIN, PASSWORD_MAX);
    if (!input_fine(r, &in) || !take_limit(r, LIMIT_LOGIN, r->user.name)) return;
    work *w = new_work(r);
    w->user = r->user;
    memcpy(w->token, r->token, STORE_TOKEN);
    memcpy(w->known, r->user.password, sizeof w->known);
    snprintf(w->old, sizeof w->old, "%s", old);
    snprintf(w->fresh, sizeof w->fresh, "%s", fresh);
    compute_then(w, password_hashed);
}

static store_code save_user(store *db, write_op *op) {
    work *w = work_of(op);
    return w->code = store_user_save(db, &w->user);
}

static void user_saved(server *s, write_op *op, bool kept) {
    work *w = work_of(op);
    if (!was_kept(w, kept)) return;
    for (client *c = s->clients; c; c = c->next)
        if (c->user.id == w->user.id) c->user = w->user;
    answer_user(w->r, &w->user);
    free(w);
}

void accounts_settings(request *r) {
    input in = input_of(r->json);
    const char *email = input_text_or(&in, "email", STORE_EMAIL - 1, r->user.email);
    bool mail = input_flag_or(&in, "mail", r->user.mail);
    if (!input_fine(r, &in)) return;
    if (!email_is_fine(email)) {
        http_error(r, 400, "bad_request", "This is not a mail address.");
        return;
    }
    work *w = new_work(r);
    w->user = r->user;
    w->user.mail = mail;
    snprintf(w->user.email, sizeof w->user.email, "%s", email);
    write_then(w, save_user, user_saved);
}

/* ---- The end of an account ---------------------------------------------- */

static store_code delete_user(store *db, write_op *op) {
    work *w = work_of(op);
    return w->code = store_user_delete(db, w->user.id);
}

static void user_deleted(server *s, write_op *op, bool kept) {
    work *w = work_of(op);
    if (!was_kept(w, kept)) return;
    rename_everywhere(s, &w->user, "");
    clients_drop_user(s, w->user.id, NULL);
    log_info("account_deleted", "ip=%s", w->r->ip);
    session_clear_cookie(s, w->r->cookie);
    answer_empty(w->r);
    free(w);
}

static void delete_verified(work *w) {
    if (!w->verified) {
        finish_with_error(w, 401, "log_in", "The password is wrong.");
        return;
    }
    lobby_withdraw_user(w->r->server, w->user.id);
    write_then(w, delete_user, user_deleted);
}

void accounts_delete(request *r) {
    input in = input_of(r->json);
    const char *password = r->user.guest ? "" : input_text(&in, "password", 1, PASSWORD_MAX);
    if (!input_fine(r, &in) || !take_limit(r, LIMIT_LOGIN, r->user.name)) return;
    work *w = new_work(r);
    w->user = r->user;
    if (r->user.guest) {
        w->verified = true;
        http_hold(r);
        delete_verified(w);
        return;
    }
    memcpy(w->known, r->user.password, sizeof w->known);
    snprintf(w->old, sizeof w->old, "%s", password);
    compute_then(w, delete_verified);
}

/* Who it is. A banned account is nobody. */
void accounts_me(request *r) { answer_user(r, &r->user); }
