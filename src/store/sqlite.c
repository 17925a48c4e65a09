/* sqlite.c - the store in one SQLite file.
 *
 * Write-ahead log with synchronous=FULL: what was committed is on the disk. Statements are
 * prepared once, at their first use, and kept.
 */
#include <assert.h>
#include <errno.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "store/schema.h"
#include "store/store.h"

#define USER_COLUMNS                                                                               \
    "users.id, users.name, users.password, users.email, users.mail, users.guest, users.banned,"    \
    " users.created"
#define TABLE_COLUMNS                                                                              \
    "t.id, t.code, t.secret, t.title, t.game, t.scenario, t.options, t.nonplayers, t.key,"         \
    " t.rules, t.data, t.state, t.owner, coalesce(u.name, ''), t.open_to_all, t.imported,"         \
    " t.created, t.changed, t.clock_days, t.bonus_hours, t.seat_count, t.outcome"                  \
    " FROM tables t LEFT JOIN users u ON u.id = t.owner "
#define OP_COLUMNS "ops.n, kind, seat, at, line, events"
/* The operations of a table, the last one first: each knows the one before it. */
#define OPS_BACKWARDS                                                                              \
    "WITH RECURSIVE past (id, n, before) AS (SELECT ops.id, ops.n, before FROM last_ops"           \
    " JOIN ops ON ops.id = op WHERE last_ops.tbl = ?1"                                             \
    " UNION ALL SELECT ops.id, ops.n, ops.before FROM past JOIN ops ON ops.id = past.before) "

enum {
    Q_BEGIN,
    Q_COMMIT,
    Q_ROLLBACK,
    Q_USER_ADD,
    Q_USER_SAVE,
    Q_USER_DELETE,
    Q_USER_BY_ID,
    Q_USER_BY_NAME,
    Q_USERS,
    Q_SESSION_ADD,
    Q_SESSION_USER,
    Q_SESSION_DELETE,
    Q_SESSIONS_END,
    Q_SESSIONS_EXPIRE,
    Q_SESSIONS_LOST,
    Q_GUESTS_EXPIRE,
    Q_TABLE_ADD,
    Q_TABLE_SAVE,
    Q_FORGET_OPS, /* of a table that is deleted, as all that follow to Q_FORGET_TABLE */
    Q_FORGET_LAST_OP,
    Q_FORGET_POSITIONS,
    Q_FORGET_CHATS,
    Q_FORGET_NOTES,
    Q_FORGET_SEATS,
    Q_FORGET_TABLE,
    Q_SEAT_SAVE,
    Q_SEATS,
    Q_TABLE_BY_CODE,
    Q_TABLES_GOING,
    Q_TABLES_FINISHED,
    Q_TABLES_ALL,
    Q_LAST_OP,
    Q_LAST_OP_SAVE,
    Q_OP_ADD,
    Q_OPS,
    Q_OPS_BEFORE,
    Q_POSITION_ADD,
    Q_POSITION_DROP,
    Q_POSITION_AT,
    Q_POSITION_LAST,
    Q_CHAT_ADD,
    Q_CHATS,
    Q_NOTES_SAVE,
    Q_NOTES,
    Q_COUNT
};

static const char *const sql[Q_COUNT] = {
    [Q_BEGIN] = "BEGIN IMMEDIATE",
    [Q_COMMIT] = "COMMIT",
    [Q_ROLLBACK] = "ROLLBACK",
    [Q_USER_ADD] = "INSERT INTO users (name, password, email, mail, guest, banned, created)"
                   " VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
    [Q_USER_SAVE] = "UPDATE OR IGNORE users SET name = ?, password = ?, email = ?, mail = ?,"
                    " guest = ?, banned = ? WHERE id = ?",
    [Q_USER_DELETE] = "DELETE FROM users WHERE id = ?",
    [Q_USER_BY_ID] = "SELECT " USER_COLUMNS " FROM users WHERE id = ?",
    [Q_USER_BY_NAME] = "SELECT " USER_COLUMNS " FROM users WHERE name = ?",
    [Q_USERS] = "SELECT " USER_COLUMNS " FROM users ORDER BY name",
    [Q_SESSION_ADD] = "INSERT INTO sessions VALUES (?, ?, ?)",
    [Q_SESSION_USER] = "SELECT " USER_COLUMNS " FROM sessions JOIN users ON users.id = user"
                       " WHERE token = ? AND expires > ?",
    [Q_SESSION_DELETE] = "DELETE FROM sessions WHERE token = ?",
    [Q_SESSIONS_END] = "DELETE FROM sessions WHERE user = ? AND token <> ?",
    [Q_SESSIONS_EXPIRE] = "DELETE FROM sessions WHERE expires <= ?",
    [Q_SESSIONS_LOST] = "DELETE FROM sessions WHERE user NOT IN (SELECT id FROM users)",
    [Q_GUESTS_EXPIRE] = "DELETE FROM users WHERE guest AND created < ?1 AND NOT EXISTS"
                        " (SELECT 1 FROM tables WHERE owner = users.id"
                        "  AND (state < 2 OR changed >= ?1)) AND NOT EXISTS"
                        " (SELECT 1 FROM seats JOIN tables ON tables.id = tbl"
                        "  WHERE user = users.id AND user <> 0"
                        "  AND (tables.state < 2 OR changed >= ?1))",
    [Q_TABLE_ADD] =
        "INSERT INTO tables (code, secret, title, game, scenario, options, nonplayers, key, rules,"
        " data, state, owner, open_to_all, imported, created, changed, clock_days, bonus_hours, "
        "seat_count,"
        " outcome) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
        " ON CONFLICT DO NOTHING",
    [Q_TABLE_SAVE] = "UPDATE tables SET state = ?, title = ?, owner = ?, open_to_all = ?,"
                     " changed = ?, outcome = ? WHERE id = ?",
    [Q_FORGET_OPS] = "DELETE FROM ops WHERE id IN (" OPS_BACKWARDS "SELECT id FROM past)",
    [Q_FORGET_LAST_OP] = "DELETE FROM last_ops WHERE tbl = ?",
    [Q_FORGET_POSITIONS] = "DELETE FROM positions WHERE tbl = ?",
    [Q_FORGET_CHATS] = "DELETE FROM chats WHERE tbl = ?",
    [Q_FORGET_NOTES] = "DELETE FROM notes WHERE tbl = ?",
    [Q_FORGET_SEATS] = "DELETE FROM seats WHERE tbl = ?",
    [Q_FORGET_TABLE] = "DELETE FROM tables WHERE id = ?",
    [Q_SEAT_SAVE] = "INSERT OR REPLACE INTO seats VALUES (?, ?, ?, ?, ?)",
    [Q_SEATS] = "SELECT seat, s.state, s.user, coalesce(u.name, ''), bot FROM seats s"
                " LEFT JOIN users u ON u.id = s.user WHERE tbl = ? ORDER BY seat",
    [Q_TABLE_BY_CODE] = "SELECT " TABLE_COLUMNS "WHERE t.code = ?",
    [Q_TABLES_GOING] = "SELECT " TABLE_COLUMNS "WHERE t.state < 2 ORDER BY t.id",
    [Q_TABLES_FINISHED] = "SELECT " TABLE_COLUMNS
                          "WHERE t.state = 2 AND t.id IN (SELECT tbl FROM seats WHERE user = ?1"
                          " AND user <> 0) ORDER BY t.changed DESC LIMIT ?2",
    [Q_TABLES_ALL] = "SELECT " TABLE_COLUMNS "ORDER BY t.id",
    [Q_LAST_OP] = "SELECT op, n FROM last_ops WHERE tbl = ?",
    [Q_LAST_OP_SAVE] = "INSERT OR REPLACE INTO last_ops VALUES (?, ?, ?)",
    [Q_OP_ADD] = "INSERT INTO ops (tbl, n, before, kind, seat, at, line, events)"
                 " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
    [Q_OPS] = OPS_BACKWARDS "SELECT " OP_COLUMNS " FROM past CROSS JOIN ops USING (id)"
                            " ORDER BY ops.id",
    [Q_OPS_BEFORE] =
        OPS_BACKWARDS "SELECT " OP_COLUMNS " FROM"
                      " (SELECT id FROM past WHERE n < ? LIMIT ?) CROSS JOIN ops USING (id)"
                      " ORDER BY ops.id",
    [Q_POSITION_ADD] = "INSERT OR REPLACE INTO positions VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
    [Q_POSITION_DROP] = "DELETE FROM positions WHERE tbl = ? AND n = ?",
    [Q_POSITION_AT] = "SELECT * FROM positions WHERE tbl = ? AND n = ?",
    [Q_POSITION_LAST] = "SELECT * FROM positions WHERE tbl = ? ORDER BY n DESC LIMIT 1",
    [Q_CHAT_ADD] = "INSERT INTO chats (tbl, user, at, text) VALUES (?, ?, ?, ?)",
    [Q_CHATS] = "SELECT * FROM (SELECT c.id, c.at, coalesce(u.name, ''), c.text FROM chats c"
                " LEFT JOIN users u ON u.id = c.user WHERE tbl = ? ORDER BY c.id DESC LIMIT ?)"
                " ORDER BY 1",
    [Q_NOTES_SAVE] = "INSERT OR REPLACE INTO notes VALUES (?, ?, ?)",
    [Q_NOTES] = "SELECT text FROM notes WHERE tbl = ? AND seat = ?",
};

struct store {
    sqlite3 *db;
    const char *why; /* of our own refusals; NULL: SQLite knows */
    sqlite3_stmt *statement[Q_COUNT];
};

/* ---- Opening ------------------------------------------------------------ */

store *store_open(const char *path, store_mode mode, char *why, size_t size) {
    store *s = calloc(1, sizeof *s);
    if (!s) abort();
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX;
    if (mode == STORE_MAKE) flags |= SQLITE_OPEN_CREATE;
    static const char *const pragmas[] = {
        [STORE_READ] = "PRAGMA query_only = 1; PRAGMA cache_size = -2048;",
        [STORE_WRITE] = "PRAGMA synchronous = FULL; PRAGMA cache_size = -4096;",
        [STORE_MAKE] = ("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
                        "PRAGMA wal_autocheckpoint = 4000; PRAGMA cache_size = -4096;"),
    };
    if (sqlite3_open_v2(path, &s->db, flags, NULL) != SQLITE_OK ||
        sqlite3_busy_timeout(s->db, 5000) != SQLITE_OK ||
        sqlite3_exec(s->db, pragmas[mode], NULL, NULL, NULL) != SQLITE_OK) {
        snprintf(why, size, "%s", sqlite3_errmsg(s->db));
    } else if (mode == STORE_MAKE ? schema_make(s->db, why, size)
                                  : schema_check(s->db, why, size)) {
        return s;
    }
    store_close(s);
    return NULL;
}

void store_close(store *s) {
    if (!s) return;
    for (int q = 0; q < Q_COUNT; q++) sqlite3_finalize(s->statement[q]);
    sqlite3_close(s->db);
    free(s);
}

const char *store_why(const store *s) { return s->why ? s->why : sqlite3_errmsg(s->db); }

/* ---- Statements --------------------------------------------------------- */

/* Binds the values that `types` names: i int, l int64, t text, k 32 bytes. NULL: the database
 * refused to prepare it. */
static sqlite3_stmt *query(store *s, int q, const char *types, ...) {
    sqlite3_stmt **slot = &s->statement[q];
    if (!*slot &&
        sqlite3_prepare_v3(s->db, sql[q], -1, SQLITE_PREPARE_PERSISTENT, slot, NULL) != SQLITE_OK)
        return NULL;
    sqlite3_reset(*slot);
    va_list values;
    va_start(values, types);
    for (int i = 1; types[i - 1]; i++) {
        switch (types[i - 1]) {
        case 'i': sqlite3_bind_int(*slot, i, va_arg(values, int)); break;
        case 'l': sqlite3_bind_int64(*slot, i, va_arg(values, int64_t)); break;
        case 't': sqlite3_bind_text(*slot, i, va_arg(values, const char *), -1, NULL); break;
        case 'k': sqlite3_bind_blob(*slot, i, va_arg(values, const uint8_t *), 32, NULL); break;
        default: assert(!"a type of value that is not known");
        }
    }
    va_end(values);
    return *slot;
}

/* Runs a statement that gives no rows. */
static store_code finish(sqlite3_stmt *statement) {
    if (!statement) return STORE_FAILED;
    int code = sqlite3_step(statement);
    sqlite3_reset(statement);
    return code == SQLITE_DONE ? STORE_OK : STORE_FAILED;
}

/* STORE_OK: there is a row to read; the caller resets the statement. */
static store_code first_row(sqlite3_stmt *statement) {
    if (!statement) return STORE_FAILED;
    int code = sqlite3_step(statement);
    if (code == SQLITE_ROW) return STORE_OK;
    sqlite3_reset(statement);
    return code == SQLITE_DONE ? STORE_NONE : STORE_FAILED;
}

static void copy_text(sqlite3_stmt *statement, int column, char *out, size_t size) {
    const char *text = (const char *)sqlite3_column_text(statement, column);
    snprintf(out, size, "%s", text ? text : "");
}

static const char *text_at(sqlite3_stmt *statement, int column) {
    const char *text = (const char *)sqlite3_column_text(statement, column);
    return text ? text : "";
}

store_code store_begin(store *s) {
    s->why = NULL;
    return finish(query(s, Q_BEGIN, ""));
}

store_code store_commit(store *s) { return finish(query(s, Q_COMMIT, "")); }

void store_rollback(store *s) {
    /* SQLite has rolled back by itself after some errors; then this one fails and is harmless. */
    if (!sqlite3_get_autocommit(s->db)) finish(query(s, Q_ROLLBACK, ""));
}

/* ---- Accounts ----------------------------------------------------------- */

static void read_user(sqlite3_stmt *q, store_user *u) {
    memset(u, 0, sizeof *u);
    u->id = sqlite3_column_int64(q, 0);
    copy_text(q, 1, u->name, sizeof u->name);
    copy_text(q, 2, u->password, sizeof u->password);
    copy_text(q, 3, u->email, sizeof u->email);
    u->mail = sqlite3_column_int(q, 4) != 0;
    u->guest = sqlite3_column_int(q, 5) != 0;
    u->banned = sqlite3_column_int(q, 6) != 0;
    u->created = sqlite3_column_int64(q, 7);
}

static store_code one_user(sqlite3_stmt *q, store_user *u) {
    store_code code = first_row(q);
    if (code != STORE_OK) return code;
    read_user(q, u);
    sqlite3_reset(q);
    return STORE_OK;
}

store_code store_user_add(store *s, store_user *u) {
    store_code code = finish(query(s, Q_USER_ADD, "tttiiil", u->name, u->password, u->email,
                                   (int)u->mail, (int)u->guest, (int)u->banned, u->created));
    if (code != STORE_OK) return code;
    if (sqlite3_changes(s->db) == 0) return STORE_TAKEN;
    u->id = sqlite3_last_insert_rowid(s->db);
    return STORE_OK;
}

store_code store_user_save(store *s, const store_user *u) {
    store_code code = finish(query(s, Q_USER_SAVE, "tttiiil", u->name, u->password, u->email,
                                   (int)u->mail, (int)u->guest, (int)u->banned, u->id));
    if (code != STORE_OK) return code;
    return sqlite3_changes(s->db) == 0 ? STORE_TAKEN : STORE_OK;
}

store_code store_user_delete(store *s, int64_t id) {
    store_code code = store_sessions_end(s, id, NULL);
    return code == STORE_OK ? finish(query(s, Q_USER_DELETE, "l", id)) : code;
}

store_code store_user_by_id(store *s, int64_t id, store_user *u) {
    return one_user(query(s, Q_USER_BY_ID, "l", id), u);
}

store_code store_user_by_name(store *s, const char *name, store_user *u) {
    return one_user(query(s, Q_USER_BY_NAME, "t", name), u);
}

store_code store_users(store *s, store_user_row *row, void *context) {
    sqlite3_stmt *q = query(s, Q_USERS, "");
    store_code code;
    while ((code = first_row(q)) == STORE_OK) {
        store_user u;
        read_user(q, &u);
        row(context, &u);
    }
    return code == STORE_NONE ? STORE_OK : code;
}

store_code store_session_add(store *s, const uint8_t token[STORE_TOKEN], int64_t user,
                             int64_t expires) {
    return finish(query(s, Q_SESSION_ADD, "kll", token, user, expires));
}

store_code store_session_user(store *s, const uint8_t token[STORE_TOKEN], int64_t now,
                              store_user *u) {
    return one_user(query(s, Q_SESSION_USER, "kl", token, now), u);
}

store_code store_session_delete(store *s, const uint8_t token[STORE_TOKEN]) {
    return finish(query(s, Q_SESSION_DELETE, "k", token));
}

store_code store_sessions_end(store *s, int64_t user, const uint8_t *but) {
    static const uint8_t no_token[STORE_TOKEN];
    return finish(query(s, Q_SESSIONS_END, "lk", user, but ? but : no_token));
}

store_code store_sessions_expire(store *s, int64_t now) {
    return finish(query(s, Q_SESSIONS_EXPIRE, "l", now));
}

store_code store_guests_expire(store *s, int64_t since) {
    store_code code = finish(query(s, Q_GUESTS_EXPIRE, "l", since));
    return code == STORE_OK ? finish(query(s, Q_SESSIONS_LOST, "")) : code;
}

/* ---- Tables ------------------------------------------------------------- */

static store_code save_seats(store *s, const store_table *t) {
    for (int i = 0; i < t->seat_count; i++) {
        const store_seat *seat = &t->seat[i];
        store_code code = finish(
            query(s, Q_SEAT_SAVE, "liilt", t->id, i, (int)seat->state, seat->user, seat->bot));
        if (code != STORE_OK) return code;
    }
    return STORE_OK;
}

store_code store_table_add(store *s, store_table *t) {
    store_code code =
        finish(query(s, Q_TABLE_ADD, "ttttttikililiilliiit", t->code, t->secret, t->title, t->game,
                     t->scenario, t->options, t->nonplayers, t->key, t->rules, (int64_t)t->data,
                     (int)t->state, t->owner, (int)t->open_to_all, (int)t->imported, t->created,
                     t->changed, t->clock_days, t->bonus_hours, t->seat_count, t->outcome));
    if (code != STORE_OK) return code;
    if (sqlite3_changes(s->db) == 0) return STORE_TAKEN;
    t->id = sqlite3_last_insert_rowid(s->db);
    return save_seats(s, t);
}

store_code store_table_save(store *s, const store_table *t) {
    store_code code = finish(query(s, Q_TABLE_SAVE, "itliltl", (int)t->state, t->title, t->owner,
                                   (int)t->open_to_all, t->changed, t->outcome, t->id));
    return code == STORE_OK ? save_seats(s, t) : code;
}

store_code store_table_delete(store *s, int64_t id) {
    store_code code = STORE_OK;
    for (int q = Q_FORGET_OPS; q <= Q_FORGET_TABLE && code == STORE_OK; q++)
        code = finish(query(s, q, "l", id));
    return code;
}

static store_code read_seats(store *s, store_table *t) {
    sqlite3_stmt *q = query(s, Q_SEATS, "l", t->id);
    store_code code;
    while ((code = first_row(q)) == STORE_OK) {
        int i = sqlite3_column_int(q, 0);
        if (i < 0 || i >= t->seat_count) continue;
        store_seat *seat = &t->seat[i];
        seat->state = (seat_state)sqlite3_column_int(q, 1);
        seat->user = sqlite3_column_int64(q, 2);
        copy_text(q, 3, seat->name, sizeof seat->name);
        copy_text(q, 4, seat->bot, sizeof seat->bot);
    }
    return code == STORE_NONE ? STORE_OK : code;
}

static store_code read_table(store *s, sqlite3_stmt *q, store_table *t) {
    memset(t, 0, sizeof *t);
    t->id = sqlite3_column_int64(q, 0);
    copy_text(q, 1, t->code, sizeof t->code);
    copy_text(q, 2, t->secret, sizeof t->secret);
    copy_text(q, 3, t->title, sizeof t->title);
    copy_text(q, 4, t->game, sizeof t->game);
    copy_text(q, 5, t->scenario, sizeof t->scenario);
    copy_text(q, 6, t->options, sizeof t->options);
    t->nonplayers = sqlite3_column_int(q, 7);
    if (sqlite3_column_bytes(q, 8) != MK_KEY_BYTES) return STORE_FAILED;
    memcpy(t->key, sqlite3_column_blob(q, 8), MK_KEY_BYTES);
    t->rules = sqlite3_column_int(q, 9);
    t->data = (uint64_t)sqlite3_column_int64(q, 10);
    t->state = (table_state)sqlite3_column_int(q, 11);
    t->owner = sqlite3_column_int64(q, 12);
    copy_text(q, 13, t->owner_name, sizeof t->owner_name);
    t->open_to_all = sqlite3_column_int(q, 14) != 0;
    t->imported = sqlite3_column_int(q, 15) != 0;
    t->created = sqlite3_column_int64(q, 16);
    t->changed = sqlite3_column_int64(q, 17);
    t->clock_days = sqlite3_column_int(q, 18);
    t->bonus_hours = sqlite3_column_int(q, 19);
    t->seat_count = sqlite3_column_int(q, 20);
    copy_text(q, 21, t->outcome, sizeof t->outcome);
    if (t->seat_count < 1 || t->seat_count > MK_MAX_SEATS) return STORE_FAILED;
    return read_seats(s, t);
}

static store_code each_table(store *s, sqlite3_stmt *q, store_table_row *row, void *context) {
    store_code code;
    while ((code = first_row(q)) == STORE_OK) {
        store_table t;
        code = read_table(s, q, &t);
        if (code != STORE_OK) break;
        row(context, &t);
    }
    if (code != STORE_NONE) sqlite3_reset(q);
    return code == STORE_NONE ? STORE_OK : code;
}

store_code store_table_by_code(store *s, const char *code, store_table *t) {
    sqlite3_stmt *q = query(s, Q_TABLE_BY_CODE, "t", code);
    store_code found = first_row(q);
    if (found != STORE_OK) return found;
    found = read_table(s, q, t);
    sqlite3_reset(q);
    return found;
}

store_code store_tables_going(store *s, store_table_row *row, void *context) {
    return each_table(s, query(s, Q_TABLES_GOING, ""), row, context);
}

store_code store_tables_finished(store *s, int64_t user, int max, store_table_row *row,
                                 void *context) {
    return each_table(s, query(s, Q_TABLES_FINISHED, "li", user, max), row, context);
}

store_code store_tables_all(store *s, store_table_row *row, void *context) {
    return each_table(s, query(s, Q_TABLES_ALL, ""), row, context);
}

/* ---- What was done ------------------------------------------------------ */

/* The last operation of a table: its row, and its number; 0 and -1 if there is none. */
static store_code last_op(store *s, int64_t table, int64_t *id, int *n) {
    sqlite3_stmt *q = query(s, Q_LAST_OP, "l", table);
    store_code code = first_row(q);
    *id = code == STORE_OK ? sqlite3_column_int64(q, 0) : 0;
    *n = code == STORE_OK ? sqlite3_column_int(q, 1) : -1;
    if (code == STORE_OK) sqlite3_reset(q);
    return code == STORE_NONE ? STORE_OK : code;
}

store_code store_op_add(store *s, int64_t table, const store_op *op) {
    int64_t before;
    int n;
    store_code code = last_op(s, table, &before, &n);
    if (code != STORE_OK) return code;
    if (op->n != n + 1) {
        s->why = "the table has moved on: does another server write to this file?";
        return STORE_FAILED;
    }
    code = finish(query(s, Q_OP_ADD, "liliiltt", table, op->n, before, (int)op->kind, op->seat,
                        op->at, op->line, op->events));
    if (code != STORE_OK) return code;
    return finish(query(s, Q_LAST_OP_SAVE, "lli", table, sqlite3_last_insert_rowid(s->db), op->n));
}

static store_code each_op(sqlite3_stmt *q, store_op_row *row, void *context) {
    store_code code;
    while ((code = first_row(q)) == STORE_OK) {
        store_op op = {
            .n = sqlite3_column_int(q, 0),
            .kind = (op_kind)sqlite3_column_int(q, 1),
            .seat = sqlite3_column_int(q, 2),
            .at = sqlite3_column_int64(q, 3),
            .line = text_at(q, 4),
            .events = text_at(q, 5),
        };
        if (!row(context, &op)) break;
    }
    if (code == STORE_OK) sqlite3_reset(q);
    return code == STORE_NONE ? STORE_OK : code;
}

store_code store_ops(store *s, int64_t table, store_op_row *row, void *context) {
    return each_op(query(s, Q_OPS, "l", table), row, context);
}

store_code store_ops_before(store *s, int64_t table, int before, int max, store_op_row *row,
                            void *context) {
    return each_op(query(s, Q_OPS_BEFORE, "lii", table, before, max), row, context);
}

store_code store_position_save(store *s, int64_t table, const store_place *at, const char *position,
                               int instead_of) {
    store_code code =
        finish(query(s, Q_POSITION_ADD, "litillll", table, at->n, position, at->entries,
                     at->thought[0], at->thought[1], at->thought[2], at->thought[3]));
    if (code != STORE_OK || instead_of < 0 || instead_of == at->n) return code;
    return store_position_drop(s, table, instead_of);
}

store_code store_position_drop(store *s, int64_t table, int n) {
    return finish(query(s, Q_POSITION_DROP, "li", table, n));
}

store_code store_position(store *s, int64_t table, store_place *at, mk_text *position) {
    sqlite3_stmt *q = at->n >= 0 ? query(s, Q_POSITION_AT, "li", table, at->n)
                                 : query(s, Q_POSITION_LAST, "l", table);
    store_code code = first_row(q);
    if (code != STORE_OK) return code;
    at->n = sqlite3_column_int(q, 1);
    if (position) mk_text_add(position, "%s", text_at(q, 2));
    at->entries = sqlite3_column_int(q, 3);
    for (int i = 0; i < MK_MAX_SEATS; i++) at->thought[i] = sqlite3_column_int64(q, 4 + i);
    sqlite3_reset(q);
    return STORE_OK;
}

/* ---- Talk --------------------------------------------------------------- */

store_code store_chat_add(store *s, int64_t table, int64_t user, store_chat *chat) {
    store_code code = finish(query(s, Q_CHAT_ADD, "lllt", table, user, chat->at, chat->text));
    chat->id = sqlite3_last_insert_rowid(s->db);
    return code;
}

store_code store_chats(store *s, int64_t table, int max, store_chat_row *row, void *context) {
    sqlite3_stmt *q = query(s, Q_CHATS, "li", table, max);
    store_code code;
    while ((code = first_row(q)) == STORE_OK) {
        store_chat chat = {sqlite3_column_int64(q, 0), sqlite3_column_int64(q, 1), text_at(q, 2),
                           text_at(q, 3)};
        row(context, &chat);
    }
    return code == STORE_NONE ? STORE_OK : code;
}

store_code store_notes_save(store *s, int64_t table, int seat, const char *text) {
    return finish(query(s, Q_NOTES_SAVE, "lit", table, seat, text));
}

store_code store_notes(store *s, int64_t table, int seat, mk_text *out) {
    sqlite3_stmt *q = query(s, Q_NOTES, "li", table, seat);
    store_code code = first_row(q);
    if (code != STORE_OK) return code;
    mk_text_add(out, "%s", text_at(q, 0));
    sqlite3_reset(q);
    return STORE_OK;
}

/* ---- Upkeep ------------------------------------------------------------- */

static bool is_same_file(const char *a, const char *b) {
    struct stat one, other;
    return stat(a, &one) == 0 && stat(b, &other) == 0 && one.st_dev == other.st_dev &&
           one.st_ino == other.st_ino;
}

static bool copy_to(store *s, const char *path, char *why, size_t size) {
    sqlite3 *to = NULL;
    int code = sqlite3_open(path, &to);
    sqlite3_backup *backup =
        code == SQLITE_OK ? sqlite3_backup_init(to, "main", s->db, "main") : NULL;
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

store_code store_backup(store *s, const char *path, char *why, size_t size) {
    char part[1024];
    if (is_same_file(path, sqlite3_db_filename(s->db, "main"))) {
        snprintf(why, size, "this is the file itself");
        return STORE_FAILED;
    }
    if (snprintf(part, sizeof part, "%s.part", path) >= (int)sizeof part) {
        snprintf(why, size, "the name is too long");
        return STORE_FAILED;
    }
    remove(part); /* of one that was broken off */
    if (copy_to(s, part, why, size)) {
        if (rename(part, path) == 0) return STORE_OK;
        snprintf(why, size, "%s", strerror(errno));
    }
    remove(part);
    return STORE_FAILED;
}

store_code store_vacuum(store *s) {
    return sqlite3_exec(s->db, "VACUUM", NULL, NULL, NULL) == SQLITE_OK ? STORE_OK : STORE_FAILED;
}
