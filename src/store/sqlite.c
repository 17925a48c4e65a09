/* sqlite.c - the store in one SQLite file.
 *
 * Write-ahead log with synchronous=FULL: what was committed is on the disk.
 */
#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store/schema.h"
#include "store/sql.h"

typedef struct {
    store base;
    sqlite3 *db;
    int claim; /* a file descriptor with a lock on the file; -1: none */
} sqlite;

typedef struct {
    statement base;
    sqlite3_stmt *made;
} sqlite_statement;

static sqlite *lite(const store *s) { return (sqlite *)s; }
static sqlite3_stmt *made(const statement *q) { return ((const sqlite_statement *)q)->made; }

/* ---- Checksums ---------------------------------------------------------- */

/* Each step can be turned round for a given hash and for a given word: whatever is changed within
 * one word of eight bytes changes the result. Against damage, not against an enemy. */
static uint64_t mix(uint64_t hash, uint64_t word) {
    hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
    return hash ^ hash >> 32;
}

static uint64_t mix_bytes(uint64_t hash, const unsigned char *bytes, size_t size) {
    uint64_t word;
    for (; size >= sizeof word; size -= sizeof word, bytes += sizeof word) {
        memcpy(&word, bytes, sizeof word);
        hash = mix(hash, word);
    }
    word = 0;
    if (size > 0) memcpy(&word, bytes, size);
    return mix(hash, word);
}

/* The SQL function checksum(value, …). */
static void checksum(sqlite3_context *context, int count, sqlite3_value **value) {
    uint64_t hash = (uint64_t)count;
    for (int i = 0; i < count; i++) {
        int type = sqlite3_value_type(value[i]);
        hash = mix(hash, (uint64_t)type);
        if (type == SQLITE_INTEGER) {
            hash = mix(hash, (uint64_t)sqlite3_value_int64(value[i]));
        } else if (type != SQLITE_NULL) {
            const void *bytes = sqlite3_value_blob(value[i]);
            size_t size = (size_t)sqlite3_value_bytes(value[i]);
            hash = mix_bytes(mix(hash, size), bytes, size);
        }
    }
    sqlite3_result_int64(context, (sqlite3_int64)hash);
}

static bool add_functions(sqlite3 *db) {
    return sqlite3_create_function(db, "checksum", -1, SQLITE_UTF8 | SQLITE_DETERMINISTIC, NULL,
                                   checksum, NULL, NULL) == SQLITE_OK;
}

/* ---- Opening ------------------------------------------------------------ */

/* Once the lock is gone, any close of the file in this process takes SQLite's own locks away: so it
 * comes after SQLite's. */
static void close_file(store *s) {
    sqlite3_close(lite(s)->db);
    if (lite(s)->claim >= 0) close(lite(s)->claim);
    free(s);
}

/* A lock of the whole file beside those that SQLite sets on bytes of it. Where there is none to be
 * had it does without. */
static bool claim(store *s, char *why, size_t size) {
    if (lite(s)->claim >= 0) return true;
    int fd = open(sqlite3_db_filename(lite(s)->db, "main"), O_RDONLY | O_CLOEXEC);
    if (fd < 0) {
        snprintf(why, size, "%s", strerror(errno));
        return false;
    }
    lite(s)->claim = fd;
    if (flock(fd, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) return true;
    snprintf(why, size, "another musket serves this file");
    return false;
}

static store *open_file(const char *path, store_mode mode, char *why, size_t size) {
    sqlite *s = calloc(1, sizeof *s);
    if (!s) abort();
    s->base.driver = &sqlite_driver;
    s->claim = -1;
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX;
    if (mode == STORE_MAKE) {
        flags |= SQLITE_OPEN_CREATE;
        make_private_file(path); /* those beside it get the rights that it has */
    }
    static const char *const pragmas[] = {
        [STORE_READ] = "PRAGMA query_only = 1; PRAGMA cache_size = -2048;",
        [STORE_WRITE] = "PRAGMA synchronous = FULL; PRAGMA cache_size = -4096;",
        [STORE_MAKE] = ("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
                        "PRAGMA wal_autocheckpoint = 4000; PRAGMA cache_size = -4096;"),
    };
    if (sqlite3_open_v2(path, &s->db, flags, NULL) != SQLITE_OK ||
        sqlite3_busy_timeout(s->db, 5000) != SQLITE_OK || !add_functions(s->db) ||
        sqlite3_exec(s->db, pragmas[mode], NULL, NULL, NULL) != SQLITE_OK) {
        snprintf(why, size, "%s", sqlite3_errmsg(s->db));
    } else if (mode == STORE_MAKE ? claim(&s->base, why, size) && schema_make(&s->base, why, size)
                                  : schema_check(&s->base, why, size)) {
        return &s->base;
    }
    store_close(&s->base);
    return NULL;
}

static const char *last_error(const store *s) { return sqlite3_errmsg(lite(s)->db); }

static bool always(store *s) {
    (void)s;
    return true;
}

/* ---- Statements --------------------------------------------------------- */

static statement *prepare(store *s, const char *sql, const char *types) {
    (void)types;
    sqlite3_stmt *stmt;
    if (sqlite3_prepare_v3(lite(s)->db, sql, -1, SQLITE_PREPARE_PERSISTENT, &stmt, NULL) !=
        SQLITE_OK)
        return NULL;
    sqlite_statement *q = malloc(sizeof *q);
    if (!q) abort();
    *q = (sqlite_statement){.base = {&sqlite_driver, sql}, .made = stmt};
    return &q->base;
}

static void forget(statement *q) {
    sqlite3_finalize(made(q));
    free(q);
}

static void bind(statement *to, const char *types, const sql_value *value) {
    sqlite3_stmt *q = made(to);
    sqlite3_reset(q);
    for (int i = 0; types[i]; i++) {
        switch (types[i]) {
        case 't': sqlite3_bind_text(q, i + 1, value[i].text, -1, NULL); break;
        case 'k': sqlite3_bind_blob(q, i + 1, value[i].key, 32, NULL); break;
        default: sqlite3_bind_int64(q, i + 1, value[i].number);
        }
    }
}

/* What a result of SQLite means: most errors are the disk's and concern everything, some are about
 * what this statement met. */
static store_code code_of(int result) {
    switch (result & 0xff) {
    case SQLITE_ROW:
    case SQLITE_DONE:
    case SQLITE_OK: return STORE_OK;
    case SQLITE_CONSTRAINT:
    case SQLITE_MISMATCH:
    case SQLITE_TOOBIG: return STORE_REFUSED;
    case SQLITE_CORRUPT: return STORE_DAMAGED;
    default: return STORE_FAILED;
    }
}

static void reset(statement *q) { sqlite3_reset(made(q)); }

static store_code step(store *s, statement *q) {
    (void)s;
    int result = sqlite3_step(made(q));
    if (result == SQLITE_ROW) return STORE_OK;
    reset(q);
    return result == SQLITE_DONE ? STORE_NONE : code_of(result);
}

static store_code run(store *s, statement *q, int64_t *changed) {
    int result = sqlite3_step(made(q));
    reset(q);
    if (changed) *changed = sqlite3_changes(lite(s)->db);
    return code_of(result);
}

static store_code insert(store *s, statement *q, int64_t *id) {
    int64_t changed;
    store_code code = run(s, q, &changed);
    if (code != STORE_OK || changed == 0) return code == STORE_OK ? STORE_NONE : code;
    *id = sqlite3_last_insert_rowid(lite(s)->db);
    return STORE_OK;
}

static int64_t integer(const statement *q, int column) {
    return sqlite3_column_int64(made(q), column);
}

static const char *text(const statement *q, int column) {
    const char *found = (const char *)sqlite3_column_text(made(q), column);
    return found ? found : "";
}

static const void *bytes(const statement *q, int column, size_t *size) {
    const void *found = sqlite3_column_blob(made(q), column);
    *size = (size_t)sqlite3_column_bytes(made(q), column);
    return found;
}

static store_code nothing_sent(store *s) {
    (void)s;
    return STORE_OK;
}

static store_code commit(store *s) { return finish(s, query(s, "COMMIT", "")); }

/* SQLite has rolled back by itself after some errors. */
static bool is_idle(store *s) { return sqlite3_get_autocommit(lite(s)->db); }

/* ---- The schema, and the ids that were given out --------------------------- */

static bool version(store *s, int *found) {
    sqlite3_stmt *q;
    if (sqlite3_prepare_v2(lite(s)->db, "PRAGMA user_version", -1, &q, NULL) != SQLITE_OK)
        return false;
    bool there = sqlite3_step(q) == SQLITE_ROW;
    if (there) *found = sqlite3_column_int(q, 0);
    sqlite3_finalize(q);
    return there;
}

static bool script(store *s, const char *sql) {
    return sqlite3_exec(lite(s)->db, sql, NULL, NULL, NULL) == SQLITE_OK;
}

static bool set_version(store *s, int to) {
    char sql[40];
    snprintf(sql, sizeof sql, "PRAGMA user_version = %d", to);
    return script(s, sql);
}

/* Tables without AUTOINCREMENT have no counter: there the next id is that of the last row and 1. */
static store_code counter(store *s, const char *table, int64_t *id) {
    statement *q = query(s, "SELECT seq FROM sqlite_sequence WHERE name = ?1", "t", table);
    store_code code = next_row(s, q);
    *id = code == STORE_OK ? long_at(q, 0) : 0;
    if (code == STORE_OK) end_rows(q);
    return code == STORE_NONE ? STORE_OK : code;
}

static store_code set_counter(store *s, const char *table, int64_t id) {
    store_code code =
        finish(s, query(s, "DELETE FROM sqlite_sequence WHERE name = ?1", "t", table));
    if (code != STORE_OK) return code;
    return finish(s, query(s,
                           "INSERT INTO sqlite_sequence SELECT name, ?2 FROM sqlite_master"
                           " WHERE name = ?1 AND sql LIKE '%AUTOINCREMENT%'",
                           "tl", table, id));
}

/* ---- Upkeep ------------------------------------------------------------- */

static bool is_same_file(const char *a, const char *b) {
    struct stat one, other;
    return stat(a, &one) == 0 && stat(b, &other) == 0 && one.st_dev == other.st_dev &&
           one.st_ino == other.st_ino;
}

static bool copy_to(store *s, const char *path, char *why, size_t size) {
    sqlite3 *to = NULL;
    make_private_file(path);
    int code = sqlite3_open(path, &to);
    sqlite3_backup *backup =
        code == SQLITE_OK ? sqlite3_backup_init(to, "main", lite(s)->db, "main") : NULL;
    if (backup) {
        /* All pages in one step: under WAL a reader stops nobody, and what is written meanwhile
         * does not make the copy start again. */
        do code = sqlite3_backup_step(backup, -1);
        while (code == SQLITE_BUSY || code == SQLITE_LOCKED);
        sqlite3_backup_finish(backup);
    }
    if (code != SQLITE_DONE) snprintf(why, size, "%s", sqlite3_errmsg(to));
    return sqlite3_close(to) == SQLITE_OK && code == SQLITE_DONE;
}

static store_code backup(store *s, const char *path, char *why, size_t size) {
    if (is_same_file(path, sqlite3_db_filename(lite(s)->db, "main"))) {
        snprintf(why, size, "this is the file itself");
        return STORE_FAILED;
    }
    return replace_file(s, path, copy_to, why, size);
}

static store_code check(store *s, store_problem_row *row, void *context) {
    char problem[200];
    statement *q = query(s, "PRAGMA integrity_check", "");
    store_code code;
    while ((code = next_row(s, q)) == STORE_OK) {
        if (strcmp(text_at(q, 0), "ok") == 0) continue;
        snprintf(problem, sizeof problem, "SQLite says: %.150s", text_at(q, 0));
        row(context, "", problem);
    }
    if (code == STORE_NONE) return STORE_OK;
    snprintf(problem, sizeof problem, "SQLite says: %.150s", store_why(s));
    row(context, "", problem);
    return code;
}

const driver sqlite_driver = {
    .open = open_file,
    .close = close_file,
    .why = last_error,
    .ready = always,
    .claim = claim,
    .one_at_a_time = always,
    .claim_alone = always,
    .prepare = prepare,
    .forget = forget,
    .bind = bind,
    .step = step,
    .reset = reset,
    .run = run,
    .insert = insert,
    .integer = integer,
    .text = text,
    .bytes = bytes,
    .settle = nothing_sent,
    .commit = commit,
    .is_idle = is_idle,
    .version = version,
    .set_version = set_version,
    .script = script,
    .counter = counter,
    .set_counter = set_counter,
    .backup = backup,
    .check = check,
};
