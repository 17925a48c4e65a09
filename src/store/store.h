/* store.h - where accounts and tables live.
 *
 * A store is one connection. The server opens two: one for the thread that writes, which puts
 * everything of one turn of the loop into one transaction, and one for reading on the loop.
 * What was committed on the first is seen by the second. Behind it stands a file of SQLite, or a
 * PostgreSQL server if its name begins with postgresql://; nothing of either shows here.
 *
 * What is done on a table is never changed, only added to: `store_op` rows, numbered from 0 in
 * each table. Taking back, resigning, a change of rules are rows too. Who reads them from the
 * first to the last stands where the table stands, and the events in them are the history as it
 * was seen, even if later rules would tell it differently.
 *
 * Every row carries a checksum of its values. A row that does not fit it is reported as damaged
 * and never read as if it were whole.
 *
 * Functions that write return a code. STORE_REFUSED and STORE_DAMAGED concern this one write: the
 * caller undoes it and the rest of the transaction goes on. Within a transaction they may come
 * later than the write: with a later one, with store_keep_from_mark, at the latest with
 * store_commit. STORE_FAILED (disk full, read-only, no file) is the end of the transaction: the
 * caller rolls it back, and nothing of it has happened. Ids of accounts and tables are never given
 * out twice, not even those of deleted ones.
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
    STORE_NONE,    /* there is no such thing */
    STORE_TAKEN,   /* the name exists already */
    STORE_REFUSED, /* it does not fit what the file has */
    STORE_DAMAGED, /* what was read is not what was once written */
    STORE_AGAIN,   /* others were in the way: the whole transaction may be tried again */
    STORE_FAILED,  /* the database refused; store_why says how */
} store_code;

typedef enum {
    STORE_READ,
    STORE_WRITE, /* the file must be there, as this version has it */
    STORE_MAKE,  /* claimed; made if it is missing, brought up to date if of an earlier version. A
                  * file is claimed for one server, a database for all that serve it. */
} store_mode;

enum {
    STORE_NAME = 25,      /* a player's name with its terminator */
    STORE_PASSWORD = 128, /* what Argon2id makes of a password */
    STORE_EMAIL = 128,
    STORE_CODE = 13,   /* what a table is called outside */
    STORE_SECRET = 25, /* of a private table's link */
    STORE_TITLE = 81,
    STORE_BOT = 32,
    STORE_TOKEN = 32,   /* bytes of the hash of a session's or a mail's token */
    STORE_AGENT = 80,   /* what a browser says it is, cut off */
    STORE_PROBLEM = 160 /* what is wrong with a table */
};

/* NULL: `why` says what is wrong. A file that is made can be read by its owner alone. */
store *store_open(const char *path, store_mode, char *why, size_t size);
void store_close(store *);
const char *store_why(const store *);
/* This connection alone serves it or moves it away, until it is closed. False: another does. */
bool store_claim(store *, char *why, size_t size);
/* Can it be asked now? A file always; a connection that was lost is sought again, once a second. */
bool store_ready(store *);
bool store_is_file(const char *db);
/* Its name for logs and messages: without a password. */
void store_label(const char *db, char *out, size_t size);

store_code store_begin(store *);
store_code store_commit(store *);
void store_rollback(store *);
/* Within a transaction: from `mark` on everything can be undone by itself. */
store_code store_mark(store *);
store_code store_keep_from_mark(store *);
store_code store_undo_to_mark(store *);

/* ---- Accounts ----------------------------------------------------------- */

typedef struct {
    int64_t id;
    char name[STORE_NAME];
    char password[STORE_PASSWORD]; /* "" : a guest, or nobody can log in */
    char email[STORE_EMAIL];
    bool verified; /* the mail address is this player's */
    bool mail;     /* tell by mail when it is this player's turn */
    bool guest;    /* made without a name: plays alone or against bots */
    bool banned;   /* may not log in */
    bool muted;    /* may not write to others */
    int64_t created;
} store_user;

store_code store_user_add(store *, store_user *); /* fills id; STORE_TAKEN: the name is */
/* Each of these writes what it is about and nothing else, so that two of them at the same time do
 * not undo each other. STORE_NONE: there is no such user, or he is not as the change needs him. */
store_code store_user_register(store *, const store_user *); /* a guest gets name and password */
store_code store_user_password(store *, int64_t id, const char *known, const char *password);
store_code store_user_email(store *, int64_t id, const char *email); /* no longer verified */
store_code store_user_verify(store *, int64_t id, const char *email);
store_code store_user_mail(store *, int64_t id, bool mail);
store_code store_user_ban(store *, int64_t id, bool banned);
store_code store_user_mute(store *, int64_t id, bool muted);
store_code store_user_delete(store *, int64_t id); /* seats keep the id, the name is gone */
store_code store_user_by_id(store *, int64_t id, store_user *);
store_code store_user_by_name(store *, const char *name, store_user *);
typedef void store_user_row(void *context, const store_user *);
store_code store_users(store *, store_user_row *, void *context);

/* Sessions are kept by a hash of their token: who reads the file cannot log in with it. */
typedef struct {
    uint8_t token[STORE_TOKEN];
    int64_t user, created, seen, expires;
    char agent[STORE_AGENT];
} store_session;

store_code store_session_add(store *, const store_session *);
store_code store_session_user(store *, const uint8_t token[STORE_TOKEN], int64_t now, store_user *);
/* Noted if the last time is an hour ago. */
store_code store_session_seen(store *, const uint8_t token[STORE_TOKEN], int64_t at);
store_code store_session_delete(store *, const uint8_t token[STORE_TOKEN]);
typedef void store_session_row(void *context, const store_session *);
store_code store_sessions(store *, int64_t user, int64_t now, store_session_row *, void *context);
/* All of a user's sessions but one (NULL: all). */
store_code store_sessions_end(store *, int64_t user, const uint8_t *but);
/* Sessions and mailed tokens whose time is over. */
store_code store_sessions_expire(store *, int64_t now);
/* Forgets the guests, and their sessions, who came before `since`, have no table that is open or
 * in play, and none that has changed since. */
store_code store_guests_expire(store *, int64_t since);

/* Tokens that are sent by mail, kept by their hash, good for one use. */
typedef enum { TOKEN_VERIFY = 0, TOKEN_RESET } token_use;
/* One of each use at a time: what was sent before is worth nothing. */
store_code store_token_add(store *, const uint8_t token[STORE_TOKEN], token_use, int64_t user,
                           const char *email, int64_t expires);
/* Uses it up. Whose it is, and the address that it was sent to. */
store_code store_token_take(store *, const uint8_t token[STORE_TOKEN], token_use, int64_t now,
                            int64_t *user, char email[STORE_EMAIL]);

/* Whom a player does not want to hear. */
store_code store_ignore(store *, int64_t user, int64_t other, bool on);
bool store_ignores(store *, int64_t user, int64_t other);
typedef void store_name_row(void *context, const char *name);
store_code store_ignored(store *, int64_t user, store_name_row *, void *context);

typedef struct {
    int64_t id, at;
    int64_t by, about;
    char by_name[STORE_NAME], about_name[STORE_NAME], code[STORE_CODE];
    bool closed;
    const char *text;
} store_report;

store_code store_report_add(store *, int64_t table, const store_report *); /* by, about, at, text */
store_code store_report_close(store *, int64_t id);
typedef void store_report_row(void *context, const store_report *);
store_code store_reports(store *, store_report_row *, void *context); /* those not closed */

/* ---- Push ---------------------------------------------------------------- */

enum { STORE_ENDPOINT = 512, STORE_P256DH = 88, STORE_AUTH = 23, STORE_PUSHES = 8 };

/* Where a browser can be reached while the page is closed, and the keys that only it can read
 * with. It ends with the session that it was made in. */
typedef struct {
    char endpoint[STORE_ENDPOINT];
    uint8_t session[STORE_TOKEN];
    int64_t user, created;
    char p256dh[STORE_P256DH], auth[STORE_AUTH]; /* base64url */
} store_push;

/* A user has STORE_PUSHES at most: the oldest makes room. */
store_code store_push_add(store *, const store_push *);
store_code store_push_delete(store *, const char *endpoint, int64_t user);
typedef void store_push_row(void *context, const store_push *);
store_code store_pushes(store *, int64_t user, int64_t now, store_push_row *, void *context);

/* What the server itself keeps: 32 bytes by name. The first to set it wins; `value` is what stands.
 */
store_code store_setting(store *, const char *name, uint8_t value[32]);
store_code store_setting_keep(store *, const char *name, uint8_t value[32]);

/* ---- Tables ------------------------------------------------------------- */

typedef enum { TABLE_OPEN = 0, TABLE_PLAYING, TABLE_OVER } table_state;
typedef enum { SEAT_OPEN = 0, SEAT_KEPT, SEAT_PLAYER, SEAT_BOT } seat_state;
typedef enum {
    CLOCK_NONE = 0,
    CLOCK_DAYS,    /* days for the whole game, hours back with each turn of it */
    CLOCK_MINUTES, /* minutes for the whole game, minutes back with each turn of it */
    CLOCK_MOVE,    /* days from when it is a player's turn until it is another's */
    CLOCK_KINDS
} clock_kind;
/* Does the player of a seat put a secret of his own into the key of the dice? */
typedef enum { DICE_NONE = 0, DICE_ASKED, DICE_COMMITTED, DICE_OPENED } dice_state;

typedef struct {
    seat_state state;
    int64_t user; /* who sits here, or for whom it is kept; 0: nobody */
    char name[STORE_NAME];
    char bot[STORE_BOT];
    dice_state dice;
    uint8_t commitment[MK_KEY_BYTES], secret[MK_KEY_BYTES];
} store_seat;

typedef struct {
    int64_t id;
    char code[STORE_CODE], secret[STORE_SECRET], title[STORE_TITLE];
    char game[MK_NAME], scenario[MK_NAME];
    char options[512];                /* "name=value" lines */
    int nonplayers;                   /* as in mk_setup */
    uint8_t server_key[MK_KEY_BYTES]; /* the server's part of the key of the dice */
    uint8_t key[MK_KEY_BYTES];        /* of the dice */
    int rules;                        /* version of the rules when it was made */
    uint64_t data;                    /* hash of the data when it was made */
    table_state state;
    int64_t owner;
    char owner_name[STORE_NAME];
    bool open_to_all; /* in the public list */
    bool imported;    /* from a journal: its key is known */
    int64_t created, changed;
    clock_kind clock;
    int clock_time, clock_bonus; /* in the units of its kind */
    bool counts;                 /* among the results of its players */
    int seat_count;
    store_seat seat[MK_MAX_SEATS];
    char outcome[512];           /* once it is over: as JSON for the outside */
    char rematch[STORE_CODE];    /* the table where its players play again; "": none */
    char problem[STORE_PROBLEM]; /* its rows are damaged, this way; "": they are whole */
    int64_t version;             /* how often it was saved */
} store_table;

store_code store_table_add(store *, store_table *); /* fills id; STORE_NONE: its owner is gone */
/* What can change: state, title, owner, key, seats, times, outcome, rematch. It has the next
 * version then. STORE_REFUSED: it is gone, or somebody else has saved it since. */
store_code store_table_save(store *, const store_table *);
store_code store_table_delete(store *, int64_t id);
/* A damaged one is found as well; its `problem` says so. */
store_code store_table_by_code(store *, const char *code, store_table *);
/* Where it stands: its version, and the number of its last operation (-1: it has not begun). */
store_code store_table_at(store *, int64_t id, int64_t *version, int *n);
bool store_is_rematch(store *, const char *code); /* some table has it for its rematch */
typedef void store_table_row(void *context, const store_table *);
/* All but the finished, in one question; `row` asks nothing meanwhile. */
store_code store_tables_going(store *, store_table_row *, void *context);
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
    OP_ABANDON, /* nobody has come for a long time */
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

/* STORE_REFUSED if the table is not there or the number is not its next. */
store_code store_op_add(store *, int64_t table, const store_op *);
typedef bool store_op_row(void *context, const store_op *); /* false: enough */
/* All, the first one first. STORE_DAMAGED: one is not whole or not there; store_why says which. */
store_code store_ops(store *, int64_t table, store_op_row *, void *context);
/* All behind number `n`, the earliest first. */
store_code store_ops_after(store *, int64_t table, int n, store_op_row *, void *context);
/* The last one of each of these tables, whose ids are given as "12,57,…", in any order. One that is
 * not whole is left out. Only where store_is_shared. */
typedef void store_last_op_row(void *context, int64_t table, const store_op *);
store_code store_ops_last(store *, const char *tables, store_last_op_row *, void *context);
/* The last `max` before number `before`, the earliest first. */
store_code store_ops_before(store *, int64_t table, int before, int max, store_op_row *,
                            void *context);

/* Positions at resume points, with their dice. */
typedef struct {
    int n;                              /* after this operation */
    int entries;                        /* of the journal then */
    int64_t seconds_used[MK_MAX_SEATS]; /* seconds used by each seat then */
} store_place;

/* Saving one forgets the one at `instead_of` (-1: none). */
store_code store_position_save(store *, int64_t table, const store_place *, const char *position,
                               int instead_of);
store_code store_position_drop(store *, int64_t table, int n);
/* The one at place->n, or the last if that is -1. `position` may be NULL. */
store_code store_position(store *, int64_t table, store_place *, mk_text *position);

/* ---- Talk --------------------------------------------------------------- */

/* Players talk so that all hear them; those who look on among themselves. */
typedef enum { ROOM_PLAYERS = 0, ROOM_SPECTATORS } chat_room;

typedef struct {
    int64_t id, at, user;
    chat_room room;
    const char *from, *text;
} store_chat;

store_code store_chat_add(store *, int64_t table, store_chat *); /* fills id */
typedef void store_chat_row(void *context, const store_chat *);
/* Up to the last of the rooms, without what those wrote whom `reader` does not want to hear (0:
 * nobody). */
store_code store_chats(store *, int64_t table, int64_t reader, chat_room last, int max,
                       store_chat_row *, void *context);
store_code store_notes_save(store *, int64_t table, int seat, const char *text);
store_code store_notes(store *, int64_t table, int seat, mk_text *);

/* ---- Several servers on one database -------------------------------------- */

bool store_is_shared(const store *); /* others may serve it at the same time */

/* Within a transaction: all who listen hear it when it is kept, and not before they can read what
 * was written. At most STORE_NEWS bytes. */
enum { STORE_NEWS = 7900 };
store_code store_tell(store *, const char *text);
bool store_listen(store *);      /* from now on, and again whenever a lost connection is back */
int store_socket(const store *); /* where it shows that there is something to hear; -1: nowhere */
/* The next that was told, the own as well; NULL: nothing yet. *missed: the connection was lost or
 * begun, who knows what was told meanwhile. */
const char *store_heard(store *, bool *missed);

/* The tables are divided by their ids into STORE_DUTIES parts, and who looks after a part has
 * leased it for a while. `rules` tells servers apart that play by different rules. */
enum { STORE_DUTIES = 64, STORE_SERVERS = 32, STORE_LEASE = 4 };
typedef struct {
    int64_t id, since, rules;
} store_server;
typedef struct {
    int count; /* of those alive, this one among them */
    store_server server[STORE_SERVERS];
    bool duty[STORE_DUTIES]; /* this server's, for STORE_LEASE seconds */
} store_beat;
/* Server `id` is alive. */
store_code store_server_beat(store *, int64_t id, int64_t rules, store_beat *);
store_code store_server_end(store *, int64_t id);

/* A notification of a player, kept until it is sent. */
typedef struct {
    int64_t id;
    char key[80]; /* what it is about: for each there is one */
    int64_t recipient;
    int how; /* bits of the server's own */
    char code[STORE_CODE], subject[80], words[300];
} store_notification;
/* STORE_TAKEN: somebody has sent it, or is about to. */
store_code store_notification_add(store *, int64_t server, store_notification *, int64_t at);
store_code store_notification_sent(store *, int64_t id);
/* Takes over what servers that are no longer alive have left. */
typedef void store_notification_row(void *context, const store_notification *);
store_code store_notifications_left(store *, int64_t server, int max, store_notification_row *,
                                    void *context);
store_code store_notifications_expire(store *, int64_t before); /* those that were sent before */

/* ---- Upkeep ------------------------------------------------------------- */

/* A file of SQLite, made while others read and write. What stands at `path` is replaced by the
 * whole copy or left alone. */
store_code store_backup(store *, const char *path, char *why, size_t size);
store_code store_vacuum(store *);
/* Looks at the whole file. Each call of `row` is one thing that is wrong, in words; `code` is the
 * table that it concerns, "" if none. */
typedef void store_problem_row(void *context, const char *code, const char *problem);
store_code store_check(store *, store_problem_row *, void *context);

#endif
