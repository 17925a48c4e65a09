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

enum { NAME_MIN = 3, ARGON_PASSES = 2 };
static const size_t argon_bytes = 19 * 1024 * 1024;

/* One request on its way: the worker fills `verified` and `hash`, the writer `user` as it is then.
 */
typedef struct account_job account_job;
struct account_job {
    job job;
    write_op write;
    request *r;
    char old[PASSWORD_MAX + 1], fresh[PASSWORD_MAX + 1]; /* "": not asked for */
    bool verified, hashed;
    char known[STORE_PASSWORD], hash[STORE_PASSWORD];
    store_user user;
    store_session session; /* the one that begins */
    bool new_email, new_mail;
    void (*next)(account_job *); /* after the worker, on the loop */
};

/* ---- Passwords, on a worker --------------------------------------------- */

bool accounts_hash(const char *password, char out[STORE_PASSWORD]) {
    return crypto_pwhash_str_alg(out, password, strlen(password), ARGON_PASSES, argon_bytes,
                                 crypto_pwhash_ALG_ARGON2ID13) == 0;
}

/* For a name that does not exist the same time is spent: nobody learns which names do. */
static const char nobodys_hash[] = "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$"
                                   "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

static void compute(job *j) {
    account_job *w = (account_job *)j;
    w->verified = w->hashed = true;
    if (*w->old) {
        const char *known = *w->known ? w->known : nobodys_hash;
        w->verified = crypto_pwhash_str_verify(known, w->old, strlen(w->old)) == 0 && *w->known;
    }
    if (*w->fresh && w->verified) w->hashed = accounts_hash(w->fresh, w->hash);
    sodium_memzero(w->old, sizeof w->old);
    sodium_memzero(w->fresh, sizeof w->fresh);
}

static void computed(server *s, job *j) {
    (void)s;
    account_job *w = (account_job *)j;
    w->next(w);
}

static void finish_with_error(account_job *w, int status, const char *error, const char *text) {
    http_error(w->r, status, error, "%s", text);
    free(w);
}

/* Gives a work to the worker; `next` goes on. Answers if there is no room. */
static void compute_then(account_job *w, void (*next)(account_job *)) {
    w->job = (job){.run = compute, .done = computed};
    w->next = next;
    http_hold(w->r);
    if (pool_add(w->r->server->password_pool, &w->job)) return;
    sodium_memzero(w->old, sizeof w->old);
    sodium_memzero(w->fresh, sizeof w->fresh);
    finish_with_error(w, 503, "busy", "Too many are logging in just now; try again soon.");
}

static account_job *new_job(request *r) {
    account_job *w = must_alloc(sizeof *w);
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
    mk_text_add(out, ",\"verified\":%s,\"mail\":%s}", u->verified ? "true" : "false",
                u->mail ? "true" : "false");
}

static void answer_user(request *r, const store_user *u) {
    mk_text_add(&r->answer, "{\"user\":");
    accounts_write_user(&r->answer, u);
    mk_text_add(&r->answer, "}");
    http_answer(r, 200, "application/json");
}

/* True if it was kept; otherwise the request is answered and the work is gone. */
static bool was_kept(account_job *w, bool kept) {
    store_code code = w->write.code;
    if (kept && code == STORE_OK) return true;
    w->r->cookie[0] = '\0'; /* of a session that has not begun */
    if (kept && code == STORE_TAKEN)
        finish_with_error(w, 409, "conflict", "This name is taken.");
    else if (kept && code == STORE_NONE)
        finish_with_error(w, 409, "conflict", "This account has changed meanwhile; look again.");
    else if (code == STORE_DAMAGED)
        finish_with_error(w, 503, "damaged", "This account's row in the file is damaged.");
    else
        finish_with_error(w, 503, "busy", "This could not be saved; nothing was changed.");
    return false;
}

static account_job *job_of_write(write_op *op) {
    return (account_job *)((char *)op - offsetof(account_job, write));
}

static void write_then(account_job *w, store_code (*run)(store *, write_op *),
                       void (*done)(server *, write_op *, bool)) {
    w->write = (write_op){.run = run, .done = done};
    http_hold(w->r);
    writer_add(w->r->server->writer, &w->write);
}

void accounts_update_clients(server *s, const store_user *u) {
    for (client *c = s->clients; c; c = c->next) {
        if (c->user.id != u->id) continue;
        c->user = *u;
        memset(c->user.password, 0, sizeof c->user.password);
    }
}

/* The new name of a user, wherever it is shown. */
static void rename_everywhere(server *s, const store_user *u, const char *name) {
    for (table *t = s->tables; t; t = t->next) {
        bool changed = false;
        for (int i = 0; i < t->row.seat_count; i++) {
            if (t->row.seat[i].user != u->id || strcmp(t->row.seat[i].name, name) == 0) continue;
            snprintf(t->row.seat[i].name, sizeof t->row.seat[i].name, "%s", name);
            changed = true;
        }
        if (t->row.owner == u->id && strcmp(t->row.owner_name, name) != 0) {
            snprintf(t->row.owner_name, sizeof t->row.owner_name, "%s", name);
            changed = true;
        }
        if (changed) lobby_touch(s, t, TOUCHED_TABLE);
    }
    accounts_update_clients(s, u);
}

/* The other servers read the account again, and look after its sockets. */
static void tell_others(server *s, int64_t id) { cluster_tell(s, "user %lld", (long long)id); }

void accounts_hear(server *s, const char *words) {
    store_user u;
    int64_t id = strtoll(words, NULL, 10);
    store_code code = store_user_by_id(s->reads, id, &u);
    if (code != STORE_OK && code != STORE_NONE) return;
    for (client *c = s->clients; c; c = c->next)
        if (c->user.id == id) c->checked = 0; /* has its session ended? */
    if (code == STORE_OK) {
        rename_everywhere(s, &u, u.name);
        return;
    }
    u = (store_user){.id = id};
    clients_drop_user(s, id, NULL);
    lobby_withdraw_gone(s, id);
    rename_everywhere(s, &u, "");
}

/* ---- Checks ------------------------------------------------------------- */

/* Wrong tries slow down the one who makes them at this name, not the one whose name it is. */
static bool take_login(request *r, const char *name) {
    char both[ADDRESS_MAX + STORE_NAME + 1];
    size_t n = (size_t)snprintf(both, sizeof both, "%s %s", r->address, name);
    for (size_t i = 0; i < n; i++) both[i] = (char)tolower((unsigned char)both[i]);
    return http_take_limit(r, LIMIT_LOGINS, r->address) && http_take_limit(r, LIMIT_LOGIN, both);
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

/* ---- Sessions ----------------------------------------------------------- */

/* Rights have changed hands: the one who asked gets a new token, and the one he had is worth
 * nothing. */
void accounts_new_session(request *r, store_session *session) {
    session_new(r->server, session->token, r->cookie);
    session->created = session->seen = server_time();
    session->expires = session->created + SESSION_DAYS * 86400;
    memcpy(session->agent, r->agent, sizeof session->agent);
}

static store_code begin_session(store *db, account_job *w) {
    store_code code = w->r->has_token ? store_session_delete(db, w->r->token) : STORE_OK;
    w->session.user = w->user.id;
    return code == STORE_OK ? store_session_add(db, &w->session) : code;
}

static void drop_sockets_of(server *s, const uint8_t token[STORE_TOKEN]) {
    for (client *c = s->clients; c; c = c->next)
        if (c->user.id && memcmp(c->token, token, STORE_TOKEN) == 0) client_close(c);
}

typedef struct {
    write_op write;
    uint8_t token[STORE_TOKEN];
    int64_t at;
} session_use;

static store_code note_use(store *db, write_op *op) {
    const session_use *use = (const session_use *)op;
    return store_session_seen(db, use->token, use->at);
}

static void use_noted(server *s, write_op *op, bool kept) {
    (void)s, (void)kept;
    free(op);
}

void accounts_session_seen(server *s, const uint8_t token[STORE_TOKEN]) {
    session_use *use = must_alloc(sizeof *use);
    use->write = (write_op){.run = note_use, .done = use_noted};
    use->at = server_time();
    memcpy(use->token, token, STORE_TOKEN);
    writer_add(s->writer, &use->write);
}

/* ---- Register, guest, log in -------------------------------------------- */

static store_code add_account(store *db, write_op *op) {
    account_job *w = job_of_write(op);
    int64_t guest = w->r->user.guest ? w->r->user.id : 0;
    store_code code;
    if (guest && !w->user.guest) { /* keeps his tables */
        w->user.id = guest;
        code = store_user_register(db, &w->user);
        if (code == STORE_OK) code = store_sessions_end(db, guest, NULL);
    } else {
        code = store_user_add(db, &w->user);
    }
    return code == STORE_OK ? begin_session(db, w) : code;
}

static void account_added(server *s, write_op *op, bool kept) {
    account_job *w = job_of_write(op);
    if (!was_kept(w, kept)) return;
    log_info("account", "name=%s guest=%d ip=%s", w->user.name, w->user.guest, w->r->ip);
    rename_everywhere(s, &w->user, w->user.name);
    clients_drop_user(s, w->user.id, w->session.token);
    if (w->r->has_token) drop_sockets_of(s, w->r->token);
    tell_others(s, w->user.id);
    recovery_send_verification(s, &w->user);
    answer_user(w->r, &w->user);
    free(w);
}

static void add_with_session(account_job *w) {
    accounts_new_session(w->r, &w->session);
    write_then(w, add_account, account_added);
}

static void register_hashed(account_job *w) {
    if (!w->hashed) {
        finish_with_error(w, 503, "busy", "The password could not be stored; try again.");
        return;
    }
    memcpy(w->user.password, w->hash, sizeof w->hash);
    add_with_session(w);
}

void accounts_register(request *r) {
    input in = input_of(r->json);
    const char *name = input_text(&in, "name", NAME_MIN, STORE_NAME - 1);
    const char *password = input_text(&in, "password", PASSWORD_MIN, PASSWORD_MAX);
    const char *email = input_text_or(&in, "email", STORE_EMAIL - 1, "");
    if (!input_fine(r, &in) || !http_take_limit(r, LIMIT_REGISTER, r->address)) return;
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
    account_job *w = new_job(r);
    w->user.created = r->user.guest ? r->user.created : server_time();
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
    if (!http_take_limit(r, LIMIT_GUEST, r->address)) return;
    account_job *w = new_job(r);
    char code[9];
    random_code(code, sizeof code);
    w->user.guest = true;
    w->user.created = server_time();
    snprintf(w->user.name, sizeof w->user.name, "Guest-%s", code);
    add_with_session(w);
}

/* The password may have been changed, and the account closed, since it was read. */
static store_code log_in(store *db, write_op *op) {
    account_job *w = job_of_write(op);
    store_user now;
    store_code code = store_user_by_id(db, w->user.id, &now);
    if (code != STORE_OK) return code;
    if (strcmp(now.password, w->known) != 0 || now.banned) return STORE_NONE;
    return begin_session(db, w);
}

static void logged_in(server *s, write_op *op, bool kept) {
    account_job *w = job_of_write(op);
    if (!was_kept(w, kept)) return;
    s->metrics.logins++;
    log_info("login", "name=%s ip=%s", w->user.name, w->r->ip);
    if (w->r->has_token) drop_sockets_of(s, w->r->token);
    if (w->r->user.id) tell_others(s, w->r->user.id);
    answer_user(w->r, &w->user);
    free(w);
}

static void login_verified(account_job *w) {
    server *s = w->r->server;
    if (!w->verified) {
        s->metrics.login_failures++;
        log_info("login_failed", "ip=%s", w->r->ip);
        finish_with_error(w, 401, "log_in", "The name or the password is wrong.");
    } else if (w->user.banned) {
        finish_with_error(w, 403, "forbidden", "This account has been closed by the host.");
    } else {
        accounts_new_session(w->r, &w->session);
        write_then(w, log_in, logged_in);
    }
}

void accounts_login(request *r) {
    input in = input_of(r->json);
    const char *name = input_text(&in, "name", 1, STORE_NAME - 1);
    const char *password = input_text(&in, "password", 1, PASSWORD_MAX);
    if (!input_fine(r, &in) || !take_login(r, name)) return;
    account_job *w = new_job(r);
    if (store_user_by_name(r->server->reads, name, &w->user) == STORE_OK)
        memcpy(w->known, w->user.password, sizeof w->known);
    snprintf(w->old, sizeof w->old, "%s", password);
    compute_then(w, login_verified);
}

/* ---- Log out, sessions --------------------------------------------------- */

typedef enum { END_THIS, END_ONE, END_ALL } ending;

/* What ends: this session, another one of the same user, or all. */
typedef struct {
    write_op write;
    request *r;
    ending what;
    uint8_t token[STORE_TOKEN];
} session_end;

static store_code end_sessions(store *db, write_op *op) {
    const session_end *e = (const session_end *)op;
    if (e->what == END_ALL) return store_sessions_end(db, e->r->user.id, NULL);
    return store_session_delete(db, e->token);
}

static void sessions_ended(server *s, write_op *op, bool kept) {
    session_end *e = (session_end *)op;
    request *r = e->r;
    if (!kept) {
        http_unsaved(r);
    } else {
        if (e->what == END_ALL)
            clients_drop_user(s, r->user.id, NULL);
        else
            drop_sockets_of(s, e->token);
        if (r->user.id) tell_others(s, r->user.id);
        if (memcmp(e->token, r->token, STORE_TOKEN) == 0) session_clear_cookie(s, r->cookie);
        http_answer_empty(r);
    }
    free(e);
}

/* Sessions are named outside by the beginning of their hash: enough to tell them apart. */
enum { SESSION_ID = 16 };

static void session_id(const uint8_t token[STORE_TOKEN], char out[SESSION_ID + 1]) {
    sodium_bin2hex(out, SESSION_ID + 1, token, SESSION_ID / 2);
}

typedef struct {
    const char *id;
    uint8_t *token;
    bool found;
} session_search;

static void match_session(void *context, const store_session *one) {
    session_search *search = context;
    char id[SESSION_ID + 1];
    session_id(one->token, id);
    if (strcmp(id, search->id) != 0) return;
    memcpy(search->token, one->token, STORE_TOKEN);
    search->found = true;
}

void accounts_logout(request *r) {
    input in = input_of(r->json);
    bool everywhere = input_flag_or(&in, "everywhere", false);
    const char *id = input_text_or(&in, "session", SESSION_ID, NULL);
    if (!input_fine(r, &in)) return;
    if (!r->has_token) {
        http_answer_empty(r);
        return;
    }
    session_end *e = must_alloc(sizeof *e);
    e->write = (write_op){.run = end_sessions, .done = sessions_ended};
    e->r = r;
    e->what = everywhere && r->user.id ? END_ALL : id ? END_ONE : END_THIS;
    memcpy(e->token, r->token, STORE_TOKEN);
    session_search search = {id, e->token, false};
    if (e->what == END_ONE) {
        store_sessions(r->server->reads, r->user.id, server_time(), match_session, &search);
        if (!search.found) {
            http_error(r, 404, "not_found", "There is no such session of yours.");
            free(e);
            return;
        }
    }
    http_hold(r);
    writer_add(r->server->writer, &e->write);
}

typedef struct {
    request *r;
    int count;
} session_list;

static void write_session(void *context, const store_session *one) {
    session_list *list = context;
    mk_text *out = &list->r->answer;
    char id[SESSION_ID + 1];
    session_id(one->token, id);
    mk_text_add(out, "%s{\"id\":\"%s\",\"created\":%lld,\"seen\":%lld,\"current\":%s,\"agent\":",
                list->count++ ? "," : "", id, (long long)one->created, (long long)one->seen,
                memcmp(one->token, list->r->token, STORE_TOKEN) == 0 ? "true" : "false");
    mk_text_json(out, one->agent);
    mk_text_add(out, "}");
}

void accounts_sessions(request *r) {
    session_list list = {r, 0};
    mk_text_add(&r->answer, "{\"sessions\":[");
    store_sessions(r->server->reads, r->user.id, server_time(), write_session, &list);
    mk_text_add(&r->answer, "]}");
    http_answer(r, 200, "application/json");
}

/* ---- Password, settings -------------------------------------------------- */

static store_code save_password(store *db, write_op *op) {
    account_job *w = job_of_write(op);
    store_code code = store_user_password(db, w->user.id, w->known, w->hash);
    if (code == STORE_OK) code = store_sessions_end(db, w->user.id, NULL);
    return code == STORE_OK ? begin_session(db, w) : code;
}

static void password_saved(server *s, write_op *op, bool kept) {
    account_job *w = job_of_write(op);
    if (!was_kept(w, kept)) return;
    clients_drop_user(s, w->user.id, w->session.token);
    tell_others(s, w->user.id);
    log_info("password", "name=%s ip=%s", w->user.name, w->r->ip);
    http_answer_empty(w->r);
    free(w);
}

static void password_hashed(account_job *w) {
    if (!w->verified) {
        finish_with_error(w, 401, "log_in", "The old password is wrong.");
    } else if (!w->hashed) {
        finish_with_error(w, 503, "busy", "The password could not be stored; try again.");
    } else {
        accounts_new_session(w->r, &w->session);
        write_then(w, save_password, password_saved);
    }
}

void accounts_password(request *r) {
    input in = input_of(r->json);
    const char *old = input_text(&in, "old", 1, PASSWORD_MAX);
    const char *fresh = input_text(&in, "new", PASSWORD_MIN, PASSWORD_MAX);
    if (!input_fine(r, &in) || !take_login(r, r->user.name)) return;
    account_job *w = new_job(r);
    w->user = r->user;
    memcpy(w->known, r->user.password, sizeof w->known);
    snprintf(w->old, sizeof w->old, "%s", old);
    snprintf(w->fresh, sizeof w->fresh, "%s", fresh);
    compute_then(w, password_hashed);
}

/* Only what was asked for; the answer is the account as it is then. */
static store_code save_settings(store *db, write_op *op) {
    account_job *w = job_of_write(op);
    int64_t id = w->r->user.id;
    store_code code = STORE_OK;
    if (w->new_email) code = store_user_email(db, id, w->user.email);
    if (code == STORE_OK && w->new_mail) code = store_user_mail(db, id, w->user.mail);
    store_user now;
    if (code == STORE_OK) code = store_user_by_id(db, id, &now);
    if (code == STORE_OK) w->user = now;
    return code;
}

static void settings_saved(server *s, write_op *op, bool kept) {
    account_job *w = job_of_write(op);
    if (!was_kept(w, kept)) return;
    accounts_update_clients(s, &w->user);
    tell_others(s, w->user.id);
    if (w->new_email) recovery_send_verification(s, &w->user);
    answer_user(w->r, &w->user);
    free(w);
}

void accounts_settings(request *r) {
    input in = input_of(r->json);
    const char *email = input_text_or(&in, "email", STORE_EMAIL - 1, NULL);
    bool mail = input_flag_or(&in, "mail", false);
    if (!input_fine(r, &in)) return;
    if (email && !email_is_fine(email)) {
        http_error(r, 400, "bad_request", "This is not a mail address.");
        return;
    }
    account_job *w = new_job(r);
    w->new_email = email != NULL;
    w->new_mail = json_object_get(r->json, "mail") != NULL;
    w->user.mail = mail;
    snprintf(w->user.email, sizeof w->user.email, "%s", email ? email : "");
    write_then(w, save_settings, settings_saved);
}

/* ---- The end of an account ---------------------------------------------- */

static store_code delete_user(store *db, write_op *op) {
    return store_user_delete(db, job_of_write(op)->user.id);
}

/* Also from what he sat down at while this was on its way. */
static void user_deleted(server *s, write_op *op, bool kept) {
    account_job *w = job_of_write(op);
    if (!was_kept(w, kept)) return;
    lobby_withdraw_user(s, w->user.id);
    rename_everywhere(s, &w->user, "");
    clients_drop_user(s, w->user.id, NULL);
    tell_others(s, w->user.id);
    log_info("account_deleted", "ip=%s", w->r->ip);
    session_clear_cookie(s, w->r->cookie);
    http_answer_empty(w->r);
    free(w);
}

static void delete_verified(account_job *w) {
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
    if (!input_fine(r, &in) || !take_login(r, r->user.name)) return;
    account_job *w = new_job(r);
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
