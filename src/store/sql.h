/* sql.h - the SQL that the store is written in, and the two databases that understand it.
 *
 * What the store asks is written once, in SQLite's words, and without what PostgreSQL could not be
 * told (see postgres.c for what is put differently there). `checksum(…)` is a function of ours in
 * SQLite and made of PostgreSQL's own there: the same row has another checksum in each, and either
 * tells whether it is whole.
 *
 * A statement is prepared once in a connection and kept. A driver is the table of what differs.
 */
#ifndef STORE_SQL_H
#define STORE_SQL_H

#include "store/store.h"

enum { STATEMENTS = 256, SQL_VALUES = 32 };

typedef struct driver driver;

typedef union {
    int64_t number;
    const char *text;   /* NULL stands for itself */
    const uint8_t *key; /* 32 bytes */
} sql_value;

/* The drivers' own begin with this one. */
typedef struct {
    const driver *driver;
    const char *sql;
} statement;

struct store {
    const driver *driver;
    char why[300];                   /* of our own refusals; "": the database knows */
    bool streams;                    /* rows come one by one: nothing else is asked meanwhile */
    statement *prepared[STATEMENTS]; /* a hash by the address of the text */
};

struct driver {
    bool is_remote; /* each statement is a journey: a few large ones rather than many small */
    store *(*open)(const char *db, store_mode, char *why, size_t size);
    void (*close)(store *);
    const char *(*why)(const store *);
    bool (*ready)(store *);
    /* For this connection alone, until it is closed. */
    bool (*claim)(store *, char *why, size_t size);
    /* Within a transaction, while the schema is changed: others wait until it ends; there are none
     * that serve it. False: store_why says what is wrong. */
    bool (*one_at_a_time)(store *);
    bool (*claim_alone)(store *);

    statement *(*prepare)(store *, const char *sql, const char *types);
    void (*forget)(statement *);
    void (*bind)(statement *, const char *types, const sql_value *);
    /* To the next row. STORE_NONE: there is none, and the statement is done with. */
    store_code (*step)(store *, statement *);
    void (*reset)(statement *);
    /* Runs one that gives no rows; how many it changed. NULL: nobody wants to know, and within a
     * transaction it need not be waited for. */
    store_code (*run)(store *, statement *, int64_t *changed);
    /* Runs one that adds a row at most; the id that the row got. STORE_NONE: none was added. */
    store_code (*insert)(store *, statement *, int64_t *id);
    int64_t (*integer)(const statement *, int column);
    const char *(*text)(const statement *, int column); /* "" for NULL */
    const void *(*bytes)(const statement *, int column, size_t *size);

    store_code (*settle)(store *); /* waits for what was sent without waiting: how did it go? */
    store_code (*commit)(store *);
    bool (*is_idle)(store *); /* there is no transaction to be rolled back */

    /* The version of the schema (0: there is none), and statements that change it. */
    bool (*version)(store *, int *version);
    bool (*set_version)(store *, int version);
    bool (*script)(store *, const char *sql);
    /* The highest id that was ever given out in a table. */
    store_code (*counter)(store *, const char *table, int64_t *id);
    store_code (*set_counter)(store *, const char *table, int64_t id);

    /* See store_listen and what follows it; NULL: nobody else is there to be heard. */
    bool (*listen)(store *);
    int (*socket)(const store *);
    const char *(*heard)(store *, bool *missed);

    store_code (*backup)(store *, const char *path, char *why, size_t size);
    store_code (*check)(store *, store_problem_row *, void *context); /* its own look at itself */
};

extern const driver sqlite_driver, postgres_driver;

/* `sql` is a literal: its statement is prepared at its first use and kept. Binds the values that
 * `types` names, as ?1, ?2, …: i int, l int64, t text, k 32 bytes. NULL: the database refused. */
statement *query(store *, const char *sql, const char *types, ...);
statement *query_values(store *, const char *sql, const char *types, const sql_value *);
/* Runs a statement that gives no rows. */
store_code finish(store *, statement *);
/* The same; STORE_NONE if no row was changed by it. */
store_code finish_change(store *, statement *);
/* The same for one that adds a row, which gets an id. */
store_code finish_insert(store *, statement *, int64_t *id);
/* STORE_OK: there is a row to read. Who does not read on to the last calls end_rows. */
store_code next_row(store *, statement *);
void end_rows(statement *);

int int_at(const statement *, int column);
int64_t long_at(const statement *, int column);
const char *text_at(const statement *, int column); /* "" for NULL */
void copy_text(const statement *, int column, char *out, size_t size);
bool copy_key(const statement *, int column, uint8_t out[32]); /* false: it has not 32 bytes */

/* STORE_DAMAGED with this reason. */
store_code damaged(store *, const char *format, ...) __attribute__((format(printf, 2, 3)));
store_code refused(store *, const char *why);

void make_private_file(const char *path); /* unless there is one */
/* Lets `copy` write `path`.part, and puts that in the place of `path` when it is whole. */
store_code replace_file(store *, const char *path,
                        bool (*copy)(store *, const char *part, char *why, size_t size), char *why,
                        size_t size);

/* The values of each kind of row, in the order in which its checksum is made. A row is whole if
 * `sum = checksum(VALUES)`. */
#define USER_VALUES "id, name, password, email, verified, mail, guest, banned, muted, created"
#define SESSION_VALUES "token, user, created, seen, expires, agent"
#define TOKEN_VALUES "token, use, user, email, expires"
#define IGNORED_VALUES "user, other"
#define REPORT_VALUES "id, at, author, about, tbl, closed, text"
#define TABLE_VALUES                                                                               \
    "id, code, secret, title, game, scenario, options, nonplayers, server_key, key, rules, data,"  \
    " state, owner, open_to_all, imported, created, changed, clock, clock_time, clock_bonus,"      \
    " counts, seat_count, outcome, rematch"
#define SEAT_VALUES "tbl, seat, state, user, bot, dice, commitment, secret"
#define OP_VALUES "tbl, n, before, far, kind, seat, at, line, events"
#define LAST_OP_VALUES "tbl, op, n, mark"
#define POSITION_VALUES "tbl, n, position, entries, used0, used1, used2, used3"
#define CHAT_VALUES "id, tbl, user, at, room, text"
#define NOTES_VALUES "tbl, seat, text"
#define PUSH_VALUES "endpoint, session, user, p256dh, auth, created"
#define SETTING_VALUES "name, value"

enum { FAR = 128 }; /* operations between those that `far` leads to */

#endif
