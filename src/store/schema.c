/* schema.c - the tables of the database, in either of the two.
 *
 * `ops` only ever grows at its end, whichever table of the game room an operation belongs to: the
 * moves of a turn of the loop fill a page or two, where operations kept together by their table
 * would change a page for each move. What this saves in writing is most of what a durable move
 * costs. Each operation knows the one before it at its table (`before`) and the last one whose
 * number is a multiple of 128 (`far`), `last_ops` the last one, in rows so small that some hundred
 * tables share a page.
 *
 * Ids of users and tables are AUTOINCREMENT: the id of one that was deleted is never given to
 * another, who would inherit what still refers to it. The last column of each row, `sum`, is
 * checksum() of the others in the order of sql.h.
 */
#include "store/schema.h"

#include <stdio.h>

#include "store/sql.h"

#define USERS                                                                                      \
    "CREATE TABLE users (id INTEGER PRIMARY KEY AUTOINCREMENT,"                                    \
    " name TEXT NOT NULL COLLATE NOCASE UNIQUE, password TEXT NOT NULL, email TEXT NOT NULL,"      \
    " verified INTEGER NOT NULL, mail INTEGER NOT NULL, guest INTEGER NOT NULL,"                   \
    " banned INTEGER NOT NULL, muted INTEGER NOT NULL, created INTEGER NOT NULL,"                  \
    " sum INTEGER NOT NULL);"
#define SESSIONS                                                                                   \
    "CREATE TABLE sessions (token BLOB PRIMARY KEY, user INTEGER NOT NULL,"                        \
    " created INTEGER NOT NULL, seen INTEGER NOT NULL, expires INTEGER NOT NULL,"                  \
    " agent TEXT NOT NULL, sum INTEGER NOT NULL) WITHOUT ROWID;"                                   \
    "CREATE INDEX sessions_user ON sessions (user);"
#define TOKENS                                                                                     \
    "CREATE TABLE tokens (token BLOB PRIMARY KEY, use INTEGER NOT NULL, user INTEGER NOT NULL,"    \
    " email TEXT NOT NULL, expires INTEGER NOT NULL, sum INTEGER NOT NULL) WITHOUT ROWID;"         \
    "CREATE TABLE ignored (user INTEGER NOT NULL, other INTEGER NOT NULL, sum INTEGER NOT NULL,"   \
    " PRIMARY KEY (user, other)) WITHOUT ROWID;"                                                   \
    "CREATE TABLE reports (id INTEGER PRIMARY KEY, at INTEGER NOT NULL, author INTEGER NOT NULL,"  \
    " about INTEGER NOT NULL, tbl INTEGER NOT NULL, closed INTEGER NOT NULL, text TEXT NOT NULL,"  \
    " sum INTEGER NOT NULL);"
#define REMATCHES "CREATE INDEX tables_rematch ON tables (rematch) WHERE rematch <> '';"
#define TABLES                                                                                     \
    "CREATE TABLE tables (id INTEGER PRIMARY KEY AUTOINCREMENT, code TEXT NOT NULL UNIQUE,"        \
    " secret TEXT NOT NULL, title TEXT NOT NULL, game TEXT NOT NULL, scenario TEXT NOT NULL,"      \
    " options TEXT NOT NULL, nonplayers INTEGER NOT NULL, server_key BLOB NOT NULL,"               \
    " key BLOB NOT NULL, rules INTEGER NOT NULL, data INTEGER NOT NULL, state INTEGER NOT NULL,"   \
    " owner INTEGER NOT NULL, open_to_all INTEGER NOT NULL, imported INTEGER NOT NULL,"            \
    " created INTEGER NOT NULL, changed INTEGER NOT NULL, clock INTEGER NOT NULL,"                 \
    " clock_time INTEGER NOT NULL, clock_bonus INTEGER NOT NULL, counts INTEGER NOT NULL,"         \
    " seat_count INTEGER NOT NULL, outcome TEXT NOT NULL, rematch TEXT NOT NULL,"                  \
    " sum INTEGER NOT NULL, version INTEGER NOT NULL DEFAULT 0);"                                  \
    "CREATE INDEX tables_state ON tables (state);" REMATCHES
#define SEATS                                                                                      \
    "CREATE TABLE seats (tbl INTEGER NOT NULL, seat INTEGER NOT NULL, state INTEGER NOT NULL,"     \
    " user INTEGER NOT NULL, bot TEXT NOT NULL, dice INTEGER NOT NULL, commitment BLOB NOT NULL,"  \
    " secret BLOB NOT NULL, sum INTEGER NOT NULL, PRIMARY KEY (tbl, seat)) WITHOUT ROWID;"         \
    "CREATE INDEX seats_user ON seats (user) WHERE user <> 0;"
#define OPS                                                                                        \
    "CREATE TABLE ops (id INTEGER PRIMARY KEY, tbl INTEGER NOT NULL, n INTEGER NOT NULL,"          \
    " before INTEGER NOT NULL, far INTEGER NOT NULL, kind INTEGER NOT NULL,"                       \
    " seat INTEGER NOT NULL, at INTEGER NOT NULL, line TEXT NOT NULL, events TEXT NOT NULL,"       \
    " sum INTEGER NOT NULL);"                                                                      \
    "CREATE TABLE last_ops (tbl INTEGER PRIMARY KEY, op INTEGER NOT NULL, n INTEGER NOT NULL,"     \
    " mark INTEGER NOT NULL, sum INTEGER NOT NULL);"
#define POSITIONS                                                                                  \
    "CREATE TABLE positions (tbl INTEGER NOT NULL, n INTEGER NOT NULL, position TEXT NOT NULL,"    \
    " entries INTEGER NOT NULL, used0 INTEGER NOT NULL, used1 INTEGER NOT NULL,"                   \
    " used2 INTEGER NOT NULL, used3 INTEGER NOT NULL, sum INTEGER NOT NULL,"                       \
    " PRIMARY KEY (tbl, n)) WITHOUT ROWID;"
#define CHATS                                                                                      \
    "CREATE TABLE chats (id INTEGER PRIMARY KEY, tbl INTEGER NOT NULL, user INTEGER NOT NULL,"     \
    " at INTEGER NOT NULL, room INTEGER NOT NULL, text TEXT NOT NULL, sum INTEGER NOT NULL);"      \
    "CREATE INDEX chats_tbl ON chats (tbl, id);"
#define NOTES                                                                                      \
    "CREATE TABLE notes (tbl INTEGER NOT NULL, seat INTEGER NOT NULL, text TEXT NOT NULL,"         \
    " sum INTEGER NOT NULL, PRIMARY KEY (tbl, seat)) WITHOUT ROWID;"

#define PUSHES                                                                                     \
    "CREATE TABLE pushes (endpoint TEXT PRIMARY KEY, session BLOB NOT NULL, user INTEGER NOT "     \
    "NULL,"                                                                                        \
    " p256dh TEXT NOT NULL, auth TEXT NOT NULL, created INTEGER NOT NULL, sum INTEGER NOT NULL)"   \
    " WITHOUT ROWID; CREATE INDEX pushes_user ON pushes (user);"                                   \
    "CREATE TABLE settings (name TEXT PRIMARY KEY, value BLOB NOT NULL, sum INTEGER NOT NULL)"     \
    " WITHOUT ROWID;"

static const char *const of_today[] = {USERS,     SESSIONS, TOKENS, TABLES, SEATS, OPS,
                                       POSITIONS, CHATS,    NOTES,  PUSHES, NULL};

/* In version 1 the id of an operation was its table and its number (24 bits) in one. */
static const char *const from_1[] = {
    "ALTER TABLE ops RENAME TO old_ops;"
    "CREATE TABLE ops (id INTEGER PRIMARY KEY, tbl INTEGER NOT NULL, n INTEGER NOT NULL,"
    " before INTEGER NOT NULL, kind INTEGER NOT NULL, seat INTEGER NOT NULL,"
    " at INTEGER NOT NULL, line TEXT NOT NULL, events TEXT NOT NULL);"
    "CREATE TABLE last_ops (tbl INTEGER PRIMARY KEY, op INTEGER NOT NULL, n INTEGER NOT NULL);"
    "INSERT INTO ops SELECT row_number() OVER by_id, id >> 24, id & 0xffffff,"
    " CASE WHEN lag(id >> 24) OVER by_id = id >> 24 THEN row_number() OVER by_id - 1 ELSE 0 END,"
    " kind, seat, at, line, events FROM old_ops WINDOW by_id AS (ORDER BY id);"
    "INSERT INTO last_ops SELECT tbl, max(id), max(n) FROM ops GROUP BY tbl;"
    "DROP TABLE old_ops;",
    NULL,
};

/* A table of version 2 becomes one of today: out of the way, made again, copied, dropped. */
#define AGAIN(NAME, CREATE, COPY)                                                                  \
    "ALTER TABLE " NAME " RENAME TO old_" NAME ";" CREATE COPY "DROP TABLE old_" NAME ";"
#define SEAL(NAME, VALUES) "UPDATE " NAME " SET sum = checksum(" VALUES ");"

/* Version 2 had no checksums and gave ids out again. An operation could outlive its table there
 * and stand in the way of the next one with its id: what belongs to no table, or to one that has
 * not begun, is left behind. No new id is one that anything still refers to. Who got mail so far
 * has shown that the address is his. */
static const char *const from_2[] = {
    "DROP INDEX sessions_user; DROP INDEX tables_state; DROP INDEX seats_user;",
    "DROP INDEX chats_tbl;",
    AGAIN("users", USERS,
          "INSERT INTO users SELECT id, name, password, email, mail AND email <> '', mail, guest,"
          " banned, 0, created, 0 FROM old_users;"),
    AGAIN("sessions", SESSIONS,
          "INSERT INTO sessions SELECT token, user, strftime('%s', 'now') + 0,"
          " strftime('%s', 'now') + 0, expires, '', 0 FROM old_sessions"
          " WHERE user IN (SELECT id FROM users);"),
    TOKENS,
    AGAIN("tables", TABLES,
          "INSERT INTO tables SELECT id, code, secret, title, game, scenario, options,"
          " nonplayers, key, key, rules, data, state, owner, open_to_all, imported, created,"
          " changed, clock_days > 0, clock_days, bonus_hours, 0, seat_count, outcome, '', 0, 0"
          " FROM old_tables;"),
    AGAIN("seats", SEATS,
          "INSERT INTO seats SELECT tbl, seat, state, user, bot, 0, zeroblob(32), zeroblob(32), 0"
          " FROM old_seats WHERE tbl IN (SELECT id FROM tables);"),
    "ALTER TABLE last_ops RENAME TO old_last_ops;",
    AGAIN("ops", OPS,
          "INSERT INTO ops SELECT id, tbl, n, before, coalesce(max(CASE WHEN n % 128 = 0 THEN id"
          " END) OVER (PARTITION BY tbl ORDER BY n ROWS BETWEEN UNBOUNDED PRECEDING AND 1"
          " PRECEDING), 0), kind, seat, at, line, events, 0 FROM old_ops"
          " WHERE tbl IN (SELECT id FROM tables WHERE state <> 0);"),
    "INSERT INTO last_ops SELECT id, 0, -1, 0, 0 FROM tables;",
    "UPDATE last_ops SET op = o.op, n = o.n FROM old_last_ops o WHERE o.tbl = last_ops.tbl"
    " AND o.tbl IN (SELECT id FROM tables WHERE state <> 0);",
    "UPDATE last_ops SET mark = m.id FROM (SELECT tbl, max(id) AS id FROM ops WHERE n % 128 = 0"
    " GROUP BY tbl) m WHERE m.tbl = last_ops.tbl;",
    "DROP TABLE old_last_ops;",
    AGAIN("positions", POSITIONS,
          "INSERT INTO positions SELECT tbl, n, position, entries, coalesce(thought0, 0),"
          " coalesce(thought1, 0), coalesce(thought2, 0), coalesce(thought3, 0), 0"
          " FROM old_positions WHERE tbl IN (SELECT id FROM tables WHERE state <> 0);"),
    AGAIN("chats", CHATS,
          "INSERT INTO chats SELECT id, tbl, user, at, 0, text, 0 FROM old_chats"
          " WHERE tbl IN (SELECT id FROM tables);"),
    AGAIN("notes", NOTES,
          "INSERT INTO notes SELECT tbl, seat, text, 0 FROM old_notes"
          " WHERE tbl IN (SELECT id FROM tables);"),
    PUSHES,
    "DELETE FROM sqlite_sequence;",
    "INSERT INTO sqlite_sequence SELECT 'users', coalesce(max(id), 0) FROM (SELECT id FROM users"
    " UNION ALL SELECT owner FROM tables UNION ALL SELECT user FROM seats UNION ALL SELECT user"
    " FROM chats);",
    "INSERT INTO sqlite_sequence SELECT 'tables', coalesce(max(id), 0) FROM tables;",
    SEAL("users", USER_VALUES),
    SEAL("sessions", SESSION_VALUES),
    SEAL("tables", TABLE_VALUES),
    SEAL("seats", SEAT_VALUES),
    SEAL("ops", OP_VALUES),
    SEAL("last_ops", LAST_OP_VALUES),
    SEAL("positions", POSITION_VALUES),
    SEAL("chats", CHAT_VALUES),
    SEAL("notes", NOTES_VALUES),
    NULL,
};

/* Version 3 knew one kind of clock, one room to talk in, and no rematch that both share. A row that
 * was damaged then is not sealed as if it were whole. */
static const char *const from_3[] = {
    "ALTER TABLE tables RENAME COLUMN clock_days TO clock_time;",
    "ALTER TABLE tables RENAME COLUMN bonus_hours TO clock_bonus;",
    "ALTER TABLE tables ADD COLUMN clock INTEGER NOT NULL DEFAULT 0;",
    "ALTER TABLE tables ADD COLUMN counts INTEGER NOT NULL DEFAULT 0;",
    "ALTER TABLE tables ADD COLUMN rematch TEXT NOT NULL DEFAULT '';",
    "ALTER TABLE chats ADD COLUMN room INTEGER NOT NULL DEFAULT 0;",
    "UPDATE tables SET clock = clock_time > 0;",
    REMATCHES,
    "UPDATE tables SET sum = checksum(" TABLE_VALUES ") WHERE sum = checksum(id, code, secret,"
    " title, game, scenario, options, nonplayers, server_key, key, rules, data, state, owner,"
    " open_to_all, imported, created, changed, clock_time, clock_bonus, seat_count, outcome);",
    "UPDATE chats SET sum = checksum(" CHAT_VALUES
    ") WHERE sum = checksum(id, tbl, user, at, text);",
    PUSHES,
    NULL,
};

/* Version 4 was one server's alone: nobody else could change a table meanwhile. */
static const char *const from_4[] = {
    "ALTER TABLE tables ADD COLUMN version INTEGER NOT NULL DEFAULT 0;",
    NULL,
};

/* What leads from each version to a later one; 0 is an empty file. */
enum { VERSION = 5 };
static const struct {
    const char *const *sql;
    int version;
} steps[VERSION] = {
    {of_today, VERSION}, {from_1, 2}, {from_2, VERSION}, {from_3, 4}, {from_4, VERSION}};

/* What only servers that share a database need, for as long as they run. `servers` are those that
 * are alive; who holds a row of `duties` until then looks after the tables of that number; `outbox`
 * is notifications of players, each once: `key` is what it is about. Times are the database's. */
static const char among_servers[] =
    "CREATE TABLE servers (id INTEGER PRIMARY KEY, since INTEGER NOT NULL,"
    " seen INTEGER NOT NULL, rules INTEGER NOT NULL);"
    "CREATE TABLE duties (number INTEGER PRIMARY KEY, server INTEGER NOT NULL,"
    " until INTEGER NOT NULL);"
    "CREATE TABLE outbox (id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE,"
    " server INTEGER NOT NULL, at INTEGER NOT NULL, sent INTEGER NOT NULL,"
    " recipient INTEGER NOT NULL, how INTEGER NOT NULL, code TEXT NOT NULL,"
    " subject TEXT NOT NULL, words TEXT NOT NULL);"
    "CREATE INDEX outbox_unsent ON outbox (server) WHERE sent = 0;"
    "INSERT INTO duties SELECT n, 0, 0 FROM generate_series(0, 63) n;";
_Static_assert(STORE_DUTIES == 64, "as many as are made here");

static bool step(store *s, int *version) {
    const char *const *sql = steps[*version].sql;
    *version = steps[*version].version;
    for (; *sql; sql++)
        if (!s->driver->script(s, *sql)) return false;
    return s->driver->set_version(s, *version);
}

/* Within a transaction: another process may have been faster. */
static bool bring_up_to_date(store *s) {
    int version;
    if (!s->driver->one_at_a_time(s) || !s->driver->version(s, &version)) return false;
    if (version == VERSION) return true;
    if (version > 0 && !s->driver->claim_alone(s)) return false;
    while (version < VERSION)
        if (!step(s, &version)) return false;
    return !s->driver->is_remote || s->driver->script(s, among_servers);
}

bool schema_check(store *s, char *why, size_t size) {
    int version = 0;
    if (!s->driver->version(s, &version))
        snprintf(why, size, "%s", store_why(s));
    else if (version == 0)
        snprintf(why, size, "it is no database of a musket server");
    else if (version != VERSION)
        snprintf(why, size, "it was made by %s version of musket (schema %d, this one has %d)%s",
                 version < VERSION ? "an earlier" : "a later", version, VERSION,
                 version < VERSION ? "; `musket serve` brings it up to date" : "");
    else
        return true;
    return false;
}

bool schema_make(store *s, char *why, size_t size) {
    int version = 0;
    bool fine = s->driver->version(s, &version);
    if (fine && version >= VERSION) return schema_check(s, why, size);
    if (fine && store_begin(s) == STORE_OK && bring_up_to_date(s) && store_commit(s) == STORE_OK)
        return true;
    snprintf(why, size, "%s", store_why(s));
    store_rollback(s);
    return false;
}
