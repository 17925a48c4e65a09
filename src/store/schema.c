/* schema.c - the tables of the SQLite file.
 *
 * `ops` only ever grows at its end, whichever table of the game room an operation belongs to: the
 * moves of a turn of the loop fill a page or two, where operations kept together by their table
 * would change a page for each move. What this saves in writing is most of what a durable move
 * costs. Each operation knows the one before it at its table, `last_ops` the last one, in rows so
 * small that some hundred tables share a page.
 */
#include "store/schema.h"

#include <stdio.h>

#define OPS                                                                                        \
    "CREATE TABLE ops (id INTEGER PRIMARY KEY, tbl INTEGER NOT NULL, n INTEGER NOT NULL,"          \
    " before INTEGER NOT NULL, kind INTEGER NOT NULL, seat INTEGER NOT NULL,"                      \
    " at INTEGER NOT NULL, line TEXT NOT NULL, events TEXT NOT NULL);"                             \
    "CREATE TABLE last_ops (tbl INTEGER PRIMARY KEY, op INTEGER NOT NULL, n INTEGER NOT NULL);"

static const char of_today[] =
    "CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT NOT NULL COLLATE NOCASE UNIQUE,"
    " password TEXT NOT NULL, email TEXT NOT NULL, mail INTEGER NOT NULL,"
    " guest INTEGER NOT NULL, banned INTEGER NOT NULL, created INTEGER NOT NULL);"
    "CREATE TABLE sessions (token BLOB PRIMARY KEY, user INTEGER NOT NULL,"
    " expires INTEGER NOT NULL) WITHOUT ROWID;"
    "CREATE INDEX sessions_user ON sessions (user);"
    "CREATE TABLE tables (id INTEGER PRIMARY KEY, code TEXT NOT NULL UNIQUE, secret TEXT NOT NULL,"
    " title TEXT NOT NULL, game TEXT NOT NULL, scenario TEXT NOT NULL, options TEXT NOT NULL,"
    " nonplayers INTEGER NOT NULL, key BLOB NOT NULL, rules INTEGER NOT NULL,"
    " data INTEGER NOT NULL, state INTEGER NOT NULL, owner INTEGER NOT NULL,"
    " open_to_all INTEGER NOT NULL, imported INTEGER NOT NULL, created INTEGER NOT NULL,"
    " changed INTEGER NOT NULL, clock_days INTEGER NOT NULL, bonus_hours INTEGER NOT NULL,"
    " seat_count INTEGER NOT NULL, outcome TEXT NOT NULL);"
    "CREATE INDEX tables_state ON tables (state);"
    "CREATE TABLE seats (tbl INTEGER NOT NULL, seat INTEGER NOT NULL, state INTEGER NOT NULL,"
    " user INTEGER NOT NULL, bot TEXT NOT NULL, PRIMARY KEY (tbl, seat)) WITHOUT ROWID;"
    "CREATE INDEX seats_user ON seats (user) WHERE user <> 0;" OPS
    "CREATE TABLE positions (tbl INTEGER NOT NULL, n INTEGER NOT NULL, position TEXT NOT NULL,"
    " entries INTEGER NOT NULL, thought0 INTEGER, thought1 INTEGER, thought2 INTEGER,"
    " thought3 INTEGER, PRIMARY KEY (tbl, n)) WITHOUT ROWID;"
    "CREATE TABLE chats (id INTEGER PRIMARY KEY, tbl INTEGER NOT NULL, user INTEGER NOT NULL,"
    " at INTEGER NOT NULL, text TEXT NOT NULL);"
    "CREATE INDEX chats_tbl ON chats (tbl, id);"
    "CREATE TABLE notes (tbl INTEGER NOT NULL, seat INTEGER NOT NULL, text TEXT NOT NULL,"
    " PRIMARY KEY (tbl, seat)) WITHOUT ROWID;";

/* In version 1 the id of an operation was its table and its number (24 bits) in one. */
static const char from_1[] =
    "ALTER TABLE ops RENAME TO old_ops;" OPS
    "INSERT INTO ops SELECT row_number() OVER by_id, id >> 24, id & 0xffffff,"
    " CASE WHEN lag(id >> 24) OVER by_id = id >> 24 THEN row_number() OVER by_id - 1 ELSE 0 END,"
    " kind, seat, at, line, events FROM old_ops WINDOW by_id AS (ORDER BY id);"
    "INSERT INTO last_ops SELECT tbl, max(id), max(n) FROM ops GROUP BY tbl;"
    "DROP TABLE old_ops;";

/* What leads from each version to the next; 0 is an empty file. */
enum { VERSION = 2 };
static const struct {
    const char *sql;
    int version;
} steps[VERSION] = {{of_today, VERSION}, {from_1, 2}};

static bool version_of(sqlite3 *db, int *version) {
    sqlite3_stmt *q;
    if (sqlite3_prepare_v2(db, "PRAGMA user_version", -1, &q, NULL) != SQLITE_OK) return false;
    bool found = sqlite3_step(q) == SQLITE_ROW;
    if (found) *version = sqlite3_column_int(q, 0);
    sqlite3_finalize(q);
    return found;
}

static bool step(sqlite3 *db, int *version) {
    char mark[40];
    const char *sql = steps[*version].sql;
    *version = steps[*version].version;
    snprintf(mark, sizeof mark, "PRAGMA user_version = %d", *version);
    return sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK &&
           sqlite3_exec(db, mark, NULL, NULL, NULL) == SQLITE_OK;
}

/* Within a transaction: another process may have been faster. */
static bool bring_up_to_date(sqlite3 *db) {
    int version;
    if (!version_of(db, &version)) return false;
    while (version < VERSION)
        if (!step(db, &version)) return false;
    return true;
}

bool schema_check(sqlite3 *db, char *why, size_t size) {
    int version = 0;
    if (!version_of(db, &version))
        snprintf(why, size, "%s", sqlite3_errmsg(db));
    else if (version == 0)
        snprintf(why, size, "it is no file of a musket server");
    else if (version != VERSION)
        snprintf(why, size, "it was made by %s version of musket (schema %d, this one has %d)%s",
                 version < VERSION ? "an earlier" : "a later", version, VERSION,
                 version < VERSION ? "; `musket serve` brings it up to date" : "");
    else
        return true;
    return false;
}

bool schema_make(sqlite3 *db, char *why, size_t size) {
    int version = 0;
    bool fine = version_of(db, &version);
    if (fine && version >= VERSION) return schema_check(db, why, size);
    fine = fine && sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL) == SQLITE_OK &&
           bring_up_to_date(db) && sqlite3_exec(db, "COMMIT", NULL, NULL, NULL) == SQLITE_OK;
    if (fine) return true;
    snprintf(why, size, "%s", sqlite3_errmsg(db));
    if (!sqlite3_get_autocommit(db)) sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
    return false;
}
