/* store.h - where accounts and tables live.
 *
 * A store is one connection. The server opens two: one for the thread that writes, which puts
 * everything of one turn of the loop into one transaction, and one for reading on the loop.
 * What was committed on the first is seen by the second. Nothing of SQLite shows here, so that
 * another database can stand behind the same functions.
 *
 * What is done on a table is never changed, only added to: `store_op` rows, numbered from 1 in
 * each table. Taking back, resigning, a change of rules are rows too. Whoever reads them from the
 * first to the last stands where the table stands, and the events in them are the history as it
 * was seen, even if later rules would tell it differently.
 *
 * Functions that write return a code. STORE_FAILED (disk full, read-only, no file) spoils the
 * transaction: the caller rolls it back, and nothing of it has happened.
 */
#ifndef STORE_H
#define STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "musket.h"

typedef struct store store;

typedef enum {
    STORE_OK = 0,
    STORE_NONE,   /* there is no such thing */
    STORE_TAKEN,  /* the name exists already */
    STORE_FAILED, /* the database refused; store_why says how */
} store_code;

typedef enum {
    STORE_READ,
    STORE_WRITE, /* the file must be there, as this version has it */
    STORE_MAKE,  /* made if it is missing, brought up to date if it is of an earlier version */
} store_mode;

enum {
    STORE_NAME = 25,      /* a player's name with its terminator */
    STORE_PASSWORD = 128, /* what Argon2id makes of a password */
    STORE_EMAIL = 128,
    STORE_CODE = 13,   /* what a table is called outside */
    STORE_SECRET = 25, /* of a private table's link */
    STORE_TITLE = 81,
    STORE_BOT = 32,
    STORE_TOKEN = 32, /* bytes of a session token's hash */
};

/* NULL: `why` says what is wrong. */
store *store_open(const char *path, store_mode, char *why, size_t size);
void store_close(store *);
const char *store_why(const store *);

store_code store_begin(store *);
store_code store_commit(store *);
void store_rollback(store *);

/* ---- Accounts ----------------------------------------------------------- */

typedef struct {
    int64_t id;
    char name[STORE_NAME];
    char password[STORE_PASSWORD]; /* "" : a guest, or nobody can log in */
    char email[STORE_EMAIL];
    bool mail;   /* tell by mail when it is this player's turn */
    bool guest;  /* made without a name: plays alone or against bots */
    bool banned; /* may not log in */
    int64_t created;
} store_user;

store_code store_user_add(store *, store_user *); /* fills id; STORE_TAKEN: the name is */
store_code store_user_save(store *, const store_user *);
store_code store_user_delete(store *, int64_t id); /* seats keep the id, the name is gone */
store_code store_user_by_id(store *, int64_t id, store_user *);
store_code store_user_by_name(store *, const char *name, store_user *);
typedef void store_user_row(void *context, const store_user *);
store_code store_users(store *, store_user_row *, void *context);

/* Sessions are kept by a hash of their token: whoever reads the file cannot log in with it. */
store_code store_session_add(store *, const uint8_t token[STORE_TOKEN], int64_t user,
                             int64_t expires);
store_code store_session_user(store *, const uint8_t token[STORE_TOKEN], int64_t now, store_user *);
store_code store_session_delete(store *, const uint8_t token[STORE_TOKEN]);
/* All of a user's sessions but one (NULL: all). */
store_code store_sessions_end(store *, int64_t user, const uint8_t *but);
store_code store_sessions_expire(store *, int64_t now);
/* Forgets the guests, and their sessions, who came before `since`, have no table that is open or
 * in play, and none that has changed since. */
store_code store_guests_expire(store *, int64_t since);

/* ---- Tables ------------------------------------------------------------- */

typedef enum { TABLE_OPEN = 0, TABLE_PLAYING, TABLE_OVER } table_state;
typedef enum { SEAT_OPEN = 0, SEAT_KEPT, SEAT_PLAYER, SEAT_BOT } seat_state;

typedef struct {
    seat_state state;
    int64_t user; /* who sits here, or for whom it is kept; 0: nobody */
    char name[STORE_NAME];
    char bot[STORE_BOT];
} store_seat;

typedef struct {
    int64_t id;
    char code[STORE_CODE], secret[STORE_SECRET], title[STORE_TITLE];
    char game[MK_NAME], scenario[MK_NAME];
    char options[512]; /* "name=value" lines */
    int nonplayers;    /* as in mk_setup */
    uint8_t key[MK_KEY_BYTES];
    int rules;     /* version of the rules when it was made */
    uint64_t data; /* hash of the data when it was made */
    table_state state;
    int64_t owner;
    char owner_name[STORE_NAME];
    bool open_to_all; /* in the public list */
    bool imported;    /* from a journal: its key is known */
    int64_t created, changed;
    int clock_days, bonus_hours; /* 0 days: no clock */
    int seat_count;
    store_seat seat[MK_MAX_SEATS];
    char outcome[512]; /* once it is over: as JSON for the outside */
} store_table;

store_code store_table_add(store *, store_table *); /* fills id */
/* What can change: state, title, seats, times, outcome. */
store_code store_table_save(store *, const store_table *);
store_code store_table_delete(store *, int64_t id);
store_code store_table_by_code(store *, const char *code, store_table *);
typedef void store_table_row(void *context, const store_table *);
store_code store_tables_going(store *, store_table_row *, void *context); /* all but the finished */
store_code store_tables_finished(store *, int64_t user, int max, store_table_row *, void *context);
store_code store_tables_all(store *, store_table_row *, void *context);

/* One thing done on a table. */
typedef enum {
    OP_SETUP = 0, /* n 0: the events of the set-up */
    OP_ACTION,
    OP_UNDO,    /* a seat took back its own last action */
    OP_UNDO_TO, /* all agreed to go back; `line` is the journal's "undo N" */
    OP_RESIGN,
    OP_DRAW,
    OP_TIME, /* the clock ran out */
    OP_PAUSE,
    OP_RESUME,
    OP_UPGRADE, /* "FROM TO": goes on from the position at FROM; what came behind TO is void */
    OP_KINDS
} op_kind;

typedef struct {
    int n;
    op_kind kind;
    int seat; /* -1: nobody's */
    int64_t at;
    const char *line;   /* the journal's, with its check line; "" for what is no action */
    const char *events; /* a line for each: the audience as a number, a space, JSON */
} store_op;

/* STORE_FAILED also if it does not bear the next number of its table. */
store_code store_op_add(store *, int64_t table, const store_op *);
typedef bool store_op_row(void *context, const store_op *); /* false: enough */
store_code store_ops(store *, int64_t table, store_op_row *, void *context);
/* The last `max` before number `before`, the earliest first. */
store_code store_ops_before(store *, int64_t table, int before, int max, store_op_row *,
                            void *context);

/* Positions at entry points, with their dice. */
typedef struct {
    int n;                         /* after this operation */
    int entries;                   /* of the journal then */
    int64_t thought[MK_MAX_SEATS]; /* seconds used by each seat then */
} store_place;

/* Saving one forgets the one at `instead_of` (-1: none). */
store_code store_position_save(store *, int64_t table, const store_place *, const char *position,
                               int instead_of);
store_code store_position_drop(store *, int64_t table, int n);
/* The one at place->n, or the last if that is -1. `position` may be NULL. */
store_code store_position(store *, int64_t table, store_place *, mk_text *position);

/* ---- Talk --------------------------------------------------------------- */

typedef struct {
    int64_t id, at;
    const char *from, *text;
} store_chat;

store_code store_chat_add(store *, int64_t table, int64_t user, store_chat *); /* fills id */
typedef void store_chat_row(void *context, const store_chat *);
store_code store_chats(store *, int64_t table, int max, store_chat_row *, void *context);
store_code store_notes_save(store *, int64_t table, int seat, const char *text);
store_code store_notes(store *, int64_t table, int seat, mk_text *);

/* ---- Upkeep ------------------------------------------------------------- */

/* While others read and write. What stands at `path` is replaced by the whole copy or left alone.
 */
store_code store_backup(store *, const char *path, char *why, size_t size);
store_code store_vacuum(store *);

#endif
