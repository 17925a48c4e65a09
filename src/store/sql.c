/* sql.c - what both databases share: which one it is, statements, values, transactions. */
#include "store/sql.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- Opening ------------------------------------------------------------ */

bool store_is_file(const char *db) {
    return strncmp(db, "postgresql://", 13) != 0 && strncmp(db, "postgres://", 11) != 0;
}

/* A password stands between the first ':' of what comes before '@' and that. */
void store_label(const char *db, char *out, size_t size) {
    const char *user = store_is_file(db) ? NULL : strstr(db, "://") + 3;
    const char *host = user ? user + strcspn(user, "@/?") : NULL;
    const char *colon = host && *host == '@' ? memchr(user, ':', (size_t)(host - user)) : NULL;
    const char *setting = host ? strcasestr(host, "password=") : NULL;
    int kept = colon ? (int)(colon - db) : setting ? (int)(setting - db) : (int)strlen(db);
    const char *rest = colon ? host : "";
    int rest_size = setting && colon ? (int)(setting - host) : (int)strlen(rest);
    snprintf(out, size, "%.*s%.*s", kept, db, rest_size, rest);
}

store *store_open(const char *db, store_mode mode, char *why, size_t size) {
    return (store_is_file(db) ? &sqlite_driver : &postgres_driver)->open(db, mode, why, size);
}

void store_close(store *s) {
    if (!s) return;
    for (int i = 0; i < STATEMENTS; i++)
        if (s->prepared[i]) s->driver->forget(s->prepared[i]);
    s->driver->close(s);
}

const char *store_why(const store *s) { return *s->why ? s->why : s->driver->why(s); }

bool store_ready(store *s) { return s->driver->ready(s); }

bool store_is_shared(const store *s) { return s->driver->is_remote; }

bool store_listen(store *s) { return s->driver->listen(s); }

int store_socket(const store *s) { return s->driver->socket(s); }

const char *store_heard(store *s, bool *missed) { return s->driver->heard(s, missed); }

bool store_claim(store *s, char *why, size_t size) { return s->driver->claim(s, why, size); }

/* ---- Statements --------------------------------------------------------- */

static statement *prepared(store *s, const char *sql, const char *types) {
    size_t at = (uintptr_t)sql / 8 % STATEMENTS;
    for (int i = 0; s->prepared[at] && s->prepared[at]->sql != sql; i++) {
        assert(i < STATEMENTS - 1);
        at = (at + 1) % STATEMENTS;
    }
    if (!s->prepared[at]) s->prepared[at] = s->driver->prepare(s, sql, types);
    return s->prepared[at];
}

statement *query_values(store *s, const char *sql, const char *types, const sql_value *values) {
    s->why[0] = '\0';
    statement *q = prepared(s, sql, types);
    if (q) s->driver->bind(q, types, values);
    return q;
}

statement *query(store *s, const char *sql, const char *types, ...) {
    sql_value values[SQL_VALUES];
    va_list given;
    va_start(given, types);
    for (int i = 0; types[i]; i++) {
        assert(i < SQL_VALUES);
        switch (types[i]) {
        case 'i': values[i].number = va_arg(given, int); break;
        case 'l': values[i].number = va_arg(given, int64_t); break;
        case 't': values[i].text = va_arg(given, const char *); break;
        case 'k': values[i].key = va_arg(given, const uint8_t *); break;
        default: assert(!"a type of value that is not known");
        }
    }
    va_end(given);
    return query_values(s, sql, types, values);
}

store_code finish(store *s, statement *q) { return q ? s->driver->run(s, q, NULL) : STORE_FAILED; }

store_code finish_change(store *s, statement *q) {
    int64_t changed = 0;
    store_code code = q ? s->driver->run(s, q, &changed) : STORE_FAILED;
    return code == STORE_OK && changed == 0 ? STORE_NONE : code;
}

store_code finish_insert(store *s, statement *q, int64_t *id) {
    return q ? s->driver->insert(s, q, id) : STORE_FAILED;
}

store_code next_row(store *s, statement *q) { return q ? s->driver->step(s, q) : STORE_FAILED; }

void end_rows(statement *q) {
    if (q) q->driver->reset(q);
}

/* ---- Values ------------------------------------------------------------- */

int64_t long_at(const statement *q, int column) { return q->driver->integer(q, column); }

int int_at(const statement *q, int column) { return (int)long_at(q, column); }

const char *text_at(const statement *q, int column) { return q->driver->text(q, column); }

void copy_text(const statement *q, int column, char *out, size_t size) {
    snprintf(out, size, "%s", text_at(q, column));
}

bool copy_key(const statement *q, int column, uint8_t out[32]) {
    size_t size = 0;
    const void *bytes = q->driver->bytes(q, column, &size);
    if (!bytes || size != 32) return false;
    memcpy(out, bytes, 32);
    return true;
}

store_code damaged(store *s, const char *format, ...) {
    va_list values;
    va_start(values, format);
    vsnprintf(s->why, sizeof s->why, format, values);
    va_end(values);
    return STORE_DAMAGED;
}

store_code refused(store *s, const char *why) {
    snprintf(s->why, sizeof s->why, "%s", why);
    return STORE_REFUSED;
}

/* ---- Transactions ------------------------------------------------------- */

store_code store_begin(store *s) { return finish(s, query(s, "BEGIN IMMEDIATE", "")); }
store_code store_commit(store *s) { return s->driver->commit(s); }

void store_rollback(store *s) {
    if (s->driver->is_idle(s)) return;
    char why[sizeof s->why];
    memcpy(why, s->why, sizeof why);
    finish(s, query(s, "ROLLBACK", ""));
    s->driver->settle(s);
    memcpy(s->why, why, sizeof why);
}

store_code store_mark(store *s) { return finish(s, query(s, "SAVEPOINT mark", "")); }

store_code store_keep_from_mark(store *s) {
    store_code code = finish(s, query(s, "RELEASE mark", ""));
    return code == STORE_OK ? s->driver->settle(s) : code;
}

store_code store_undo_to_mark(store *s) {
    store_code code = finish(s, query(s, "ROLLBACK TO mark", ""));
    return code == STORE_OK ? store_keep_from_mark(s) : STORE_FAILED;
}

/* ---- Upkeep ------------------------------------------------------------- */

store_code store_vacuum(store *s) { return finish(s, query(s, "VACUUM", "")); }

store_code store_backup(store *s, const char *path, char *why, size_t size) {
    return s->driver->backup(s, path, why, size);
}

void make_private_file(const char *path) {
    int fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR);
    if (fd >= 0) close(fd); /* if not: it is there, or who opens it says why it cannot be */
}

store_code replace_file(store *s, const char *path,
                        bool (*copy)(store *, const char *part, char *why, size_t size), char *why,
                        size_t size) {
    char part[1024];
    if (snprintf(part, sizeof part, "%s.part", path) >= (int)sizeof part) {
        snprintf(why, size, "the name is too long");
        return STORE_FAILED;
    }
    remove(part); /* of one that was broken off */
    if (copy(s, part, why, size)) {
        if (rename(part, path) == 0) return STORE_OK;
        snprintf(why, size, "%s", strerror(errno));
    }
    remove(part);
    return STORE_FAILED;
}
