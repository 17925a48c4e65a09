/* server.h - what the parts of `musket serve` share.
 *
 * One thread runs the loop: sockets, the engine, everything in this header. Beside it stand the
 * writer (one thread, which commits what turns of the loop have done, and writes the messages that
 * tell of it) and pools of workers for what takes long: bots, passwords, mail. They are handed a
 * piece of work and hand it back; only the loop touches tables and clients.
 *
 * A turn of the loop: net_wait calls us for every socket that has something; actions are
 * applied in memory, and what was done is put into the batch; at the end of the turn the batch is
 * handed to the writer, and what waits for a socket is sent. When the writer has committed, the
 * loop is woken and the messages go out. So what anyone hears of is on the disk, and many moves
 * share one sync. If the disk refuses, the messages are thrown away and the tables are read again
 * from the store.
 */
#ifndef SERVER_H
#define SERVER_H

#include <jansson.h>
#include <pthread.h>
#include <stdarg.h>

#include "musket.h"
#include "net/net.h"
#include "store/store.h"

typedef struct server server;
typedef struct table table;
typedef struct client client;
typedef struct request request;
typedef struct board board;
typedef struct delta_writer delta_writer;
typedef struct cluster cluster;
typedef struct delivery delivery;

/* ---- Settings ----------------------------------------------------------- */

typedef enum {
    LIMIT_LOGIN,    /* per address and name together: nobody locks others out */
    LIMIT_LOGINS,   /* per address, whatever the name */
    LIMIT_REGISTER, /* per address */
    LIMIT_GUEST,    /* per address */
    LIMIT_CREATE,   /* tables, per user */
    LIMIT_TABLES,   /* tables, per address */
    LIMIT_IMPORT,   /* tables from journals, per address */
    LIMIT_REQUEST,  /* any request, per address */
    LIMIT_MESSAGE,  /* any message, per socket */
    LIMIT_CHAT,     /* per user */
    LIMIT_CONNECT,  /* connections, per address */
    LIMIT_MAIL,     /* mails and reports that are asked for, per address or user */
    LIMIT_JOIN,     /* seats taken and invitations, per address */
    LIMIT_PUSH,     /* browsers that want push messages, per address */
    LIMIT_KINDS
} limit_kind;

typedef struct {
    double count, seconds; /* so many in so long; a rested one may take all at once */
} limit_rule;

enum { MAX_ORIGINS = 8 };

typedef struct {
    char host[64];
    int port;
    const char *db;
    bool lists_anew;        /* games are not as the binary describes them: a user's data, drafts */
    const char *cert, *key; /* TLS by files; NULL: none */
    bool proxy;             /* believe X-Forwarded-For from loopback */
    bool metrics_open;
    const char *origin[MAX_ORIGINS]; /* "https://play.example.org": besides our own host */
    int origin_count;
    limit_rule limit[LIMIT_KINDS];
    const char *smtp, *mail_from, *base_url; /* NULL smtp: no mail */
    int64_t mail_after, push_after;          /* seconds a player is waited for before it */
    bool push_local;                         /* for tests: push to this machine, without TLS */
    int64_t day;                             /* seconds of a day: 86400 but in tests */
    int64_t max_clients, per_address;        /* WebSockets in all; connections of one address */
    int64_t check_every;     /* actions: then one is followed by the engine's check; 0: none is */
    bool fail_checks;        /* for tests: each finds something */
    int64_t seed;            /* for tests: of the dice of every table and of the bots; 0: none */
    int64_t request_seconds; /* for the head of a request */
    int64_t think;           /* seconds for a thought of a bot at most */
} server_config;

void server_config_init(server_config *);
const char *limit_name(limit_kind);
/* Runs until SIGTERM or SIGINT. The exit code of the process. */
int server_run(const server_config *);

/* ---- log.c: one line for each thing worth knowing ------------------------ */

/* ts=2026-01-01T00:00:00Z level=info event=NAME then the fields: "user=%s table=%s". Never a
 * password, token, key or mail address. */
void log_info(const char *event, const char *fields, ...) __attribute__((format(printf, 2, 3)));
void log_warning(const char *event, const char *fields, ...) __attribute__((format(printf, 2, 3)));
void log_error(const char *event, const char *fields, ...) __attribute__((format(printf, 2, 3)));

/* ---- metrics.c ---------------------------------------------------------- */

typedef struct {
    uint64_t requests, messages_in, messages_out, bytes_out;
    uint64_t moves, refused, bot_moves, batches, writes, write_failures;
    uint64_t limited, logins, login_failures, mails, mail_failures, slow_closed;
    uint64_t pushes, push_failures;
    uint64_t checks, check_failures;
    int clients;
} server_metrics;

void metrics_write(const server *, mk_text *);

/* ---- limits.c ----------------------------------------------------------- */

typedef struct {
    double level; /* what may still be taken */
    double at;    /* when that was so, in seconds */
} bucket;

typedef struct limits limits;
limits *limits_new(const limit_rule rules[LIMIT_KINDS]);
void limits_free(limits *);
bool bucket_take(bucket *, const limit_rule *, double now);
const char *limit_words(limit_kind); /* "new tables": there are too many of them */
/* May `who` do one more? Otherwise *retry is in how many seconds. */
bool limit_take(limits *, limit_kind, const char *who, double now, int *retry);
/* What was taken here since it was last told; what was taken elsewhere. */
void limits_tell(server *);
void limits_hear(server *, const char *words);

/* ---- workers.c ---------------------------------------------------------- */

typedef struct job job;
struct job {
    job *next;
    void (*run)(job *);            /* on a worker */
    void (*done)(server *, job *); /* back on the loop; frees it */
    void (*cancel)(job *);         /* while it runs: it ends soon. NULL: it is short */
};

typedef struct pool pool;
/* Threads start with the first job. At most `max_waiting` jobs wait. */
pool *pool_new(server *, int threads, int max_waiting);
/* Its threads wait until nobody else needs the processor. */
pool *pool_new_patient(server *, int threads, int max_waiting);
void pool_free(pool *);       /* waits for what is running; what waits is dropped */
bool pool_add(pool *, job *); /* false: too many wait already */
void pool_collect(pool *);    /* on the loop: calls `done` of what is ready */

/* ---- writer.c ----------------------------------------------------------- */

typedef struct write_op write_op;
struct write_op {
    write_op *next;
    int64_t table; /* what is done later at the same table rests on it; 0: nothing does */
    /* On the writer's thread, inside the transaction; perhaps twice, if the first try was undone.
     * STORE_REFUSED undoes this operation, STORE_FAILED the whole batch. */
    store_code (*run)(store *, write_op *);
    /* On the loop, after the commit (kept) or when nothing of it has happened. Frees it. */
    void (*done)(server *, write_op *, bool kept);
    store_code code;  /* what `run` returned, or why it was not kept */
    bool falls, kept; /* the writer's */
    char *news;       /* for the other servers, told with it; NULL: none */
};

/* In `run`, with what came of it: a line of cluster.c. Nothing happens if there are no others. */
void write_op_news(store *, write_op *, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

typedef struct writer writer;
writer *writer_new(server *, const char *db, char *why, size_t size);
void writer_add(writer *, write_op *); /* into the batch of this turn */
void writer_turn(writer *);            /* at the end of a turn: hands the batch over */
void writer_collect(writer *);         /* on the loop, when woken: calls `done` */
void writer_finish(writer *);          /* commits what is left, ends the thread */
void writer_free(writer *);            /* when no other connection is open any more */
bool writer_healthy(const writer *);   /* the last batch was kept */

/* ---- The server itself (server.c) --------------------------------------- */

struct server {
    server_config config;
    int64_t id; /* among those that share the database; 0: it is the only one */
    cluster *cluster;
    net *net;
    tls *tls;   /* NULL: none */
    bool https; /* our own TLS, or that of a proxy whose address --base-url names */
    store *reads;
    writer *writer;
    pool *think_pool; /* of bots that think ahead: their thoughts are long */
    pool *ask_pool;   /* of questions that players ask: they wait for the answer */
    pool *bot_pool, *password_pool, *mail_pool, *push_pool, *read_pool;
    store *slow_reads; /* the worker's of read_pool alone */
    limits *limits;
    server_metrics metrics;
    uint8_t push_key[32]; /* our own, for push services to know us by */

    table **by_code; /* chains by hash of the code */
    size_t code_slots;
    int table_count, imports; /* in memory; on their way */
    table *tables;            /* all in memory */
    table *to_load;           /* next of those that are to be read in after the start */
    table *behind;            /* at which others have done something that we have not */
    table *thoughts;          /* at which a bot thinks ahead */
    table *touched;           /* somebody has to hear of it */
    message *lobby_message;   /* what a visitor gets first; NULL: to be made */
    double lobby_made;
    bool news_any; /* some table has changed, and the lobby does not know */
    double news_due;
    bool reload_any; /* some table is to be read again */
    bool store_lost; /* at the last look the database could not be reached */
    bool is_crowded; /* many tables are in memory that nobody looks at */

    client *clients;
    uint64_t last_client; /* its id */
    uint64_t actions;     /* since the start */
    request *answered;    /* whose answers leave at the end of this turn */
    double last_tick, last_lobby, next_expiry;

    board *boards; /* those that were asked for */

    /* Kept for their memory: what is made again with every operation. */
    mk_text line, events;
    mk_view *view;
    delta_writer *delta_writer; /* the writer's thread alone uses it */
    delta_writer *loop_writer;  /* the loop's, for what other servers did; NULL: there are none */
    const table *before_of;     /* whose state is in `before` */
    void *before;
};

double server_now(void);            /* seconds, only ever forward */
int64_t server_time(void);          /* of the day: Unix seconds */
void server_wake(server *);         /* from any thread: the loop turns once more */
store *server_slow_store(server *); /* on the worker of read_pool; NULL: it cannot be opened */
/* Of a generator, from the system; with --seed of that, another for each `n`. */
void random_key(uint8_t key[MK_KEY_BYTES], uint64_t n);
void random_code(char *out, size_t size); /* letters and digits, from the system's generator */
void *must_alloc(size_t);                 /* zeroed; without memory there is nothing left to do */
char *must_copy(const char *);
void add_words(mk_text *, const char *format, va_list);   /* as a JSON string */
void add_key(mk_text *, const uint8_t key[MK_KEY_BYTES]); /* in hexadecimal digits */

/* ---- listen.c ----------------------------------------------------------- */

/* A socket that listens where the settings say, -1: `why` says what is wrong. A name is replaced by
 * its address, port 0 by the one that was found. */
int listen_open(server_config *, char *why, size_t size);

/* ---- session.c: who is asking ------------------------------------------- */

/* A guest who has no table in play is forgotten after GUEST_DAYS without any change at his. */
enum { SESSION_DAYS = 60, GUEST_DAYS = 30, COOKIE_MAX = 160 };

/* The hash of the token in a Cookie header. False: there is none. */
bool session_token(const server *, slice cookies, uint8_t hash[STORE_TOKEN]);
/* A new token: its hash, and the Set-Cookie value that gives it to the browser. */
void session_new(const server *, uint8_t hash[STORE_TOKEN], char cookie[COOKIE_MAX]);
void session_clear_cookie(const server *, char cookie[COOKIE_MAX]);
void session_expire(server *); /* each hour: forgets sessions and guests whose time is over */
/* Is a request with this Origin one of our own page? None at all is: no browser sent it. */
bool session_origin_is_ours(const server *, slice origin, slice host);

/* ---- http.c: requests and answers --------------------------------------- */

enum { BODY_MAX = 8 * 1024, BODY_MAX_IMPORT = 1024 * 1024, PATH_MAX_LENGTH = 256 };

struct request {
    server *server;
    request *next; /* of those answered in this turn, or of those who wait for a table */
    conn *conn;    /* NULL: it is gone, the work may still be under way */
    bool post, head, held, answered;
    int tries; /* how often it was begun again */
    char path[PATH_MAX_LENGTH], query[256];
    char ip[ADDRESS_MAX], address[ADDRESS_MAX]; /* for the log; as it counts for limits */
    char word[MK_NAME];                         /* what stood at the * of the route */
    char if_none_match[200], agent[STORE_AGENT];
    bool gzip, json_type, origin_ok;
    bool has_token;
    uint8_t token[STORE_TOKEN];
    store_user user; /* id 0: nobody */
    mk_text body;
    json_t *json; /* the body, an object; for POST only */

    int status;
    const char *type;
    mk_text answer;
    const unsigned char *fixed; /* instead of answer: bytes that stay */
    size_t fixed_size;
    bool fixed_gzip;
    char cookie[COOKIE_MAX], etag[40], cache[48], download[64];
    int retry;
};

/* What the connections tell us. */
bool http_on_head(conn *, const http_head *);
void http_on_body(conn *, const char *bytes, size_t n);
void http_on_whole(conn *);
void http_on_refused(conn *, int status);
void http_on_closed(request *);
void http_flush(server *); /* at the end of a turn: sends the answers */
/* Holds a request over a job or a write; then exactly one answer must follow. */
void http_hold(request *);
/* Begins a request that was held again, as if it came now; it counts against no limit twice. */
void http_begin_again(request *);
void http_answer(request *, int status, const char *type); /* r->answer is filled */
void http_error(request *, int status, const char *error, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void http_answer_empty(request *); /* {} */
void http_unsaved(request *);      /* 503: the store did not keep it */
/* One more of these for `who`? False: it was answered with 429. */
bool http_take_limit(request *, limit_kind, const char *who);
bool http_query(const request *, const char *name, char *out, size_t size);

/* ---- boards.c ----------------------------------------------------------- */

void boards_answer(request *); /* the board of the game in the path */
void boards_rules(request *);  /* its list of rules */
void boards_games(request *);  /* all games */
/* A game, with its data; NULL: it was answered why not. */
const mk_game *boards_game(request *, const char *id);
void boards_free(server *);

/* ---- input.c: JSON from outside ----------------------------------------- */

/* A strict object: UTF-8, no key twice, nothing behind it. NULL: `why` says what is wrong. */
json_t *input_object(const char *text, size_t size, char *why, size_t why_size);

typedef struct {
    json_t *object;
    int read; /* how many keys were asked for and there */
    bool bad;
    char why[160];
} input;

input input_of(json_t *object);
/* Asked key by key; input_end checks that all went well and nothing is left over. */
const char *input_text(input *, const char *key, size_t min, size_t max); /* NULL: bad */
const char *input_text_or(input *, const char *key, size_t max, const char *missing);
int64_t input_int_or(input *, const char *key, int64_t min, int64_t max, int64_t missing);
bool input_flag_or(input *, const char *key, bool missing);
json_t *input_object_or(input *, const char *key); /* NULL: missing */
bool input_end(input *);

/* ---- accounts.c --------------------------------------------------------- */

void accounts_me(request *);
void accounts_register(request *);
void accounts_login(request *);
void accounts_logout(request *);
void accounts_guest(request *);
void accounts_sessions(request *);
void accounts_session_seen(server *, const uint8_t token[STORE_TOKEN]); /* noted once an hour */
void accounts_password(request *);
void accounts_settings(request *);
void accounts_delete(request *);
void accounts_write_user(mk_text *, const store_user *); /* USER of docs/api.md */
enum { PASSWORD_MIN = 8, PASSWORD_MAX = 128 };
/* A session for the one who asks: its row, and its cookie in the answer. */
void accounts_new_session(request *, store_session *);
void accounts_update_clients(server *, const store_user *); /* what sockets know of a user */
void accounts_hear(server *, const char *words); /* another server has changed an account */
/* Argon2id with our costs, on the thread that calls it. */
bool accounts_hash(const char *password, char out[STORE_PASSWORD]);

/* ---- recovery.c, conduct.c: mail addresses, passwords forgotten, mutes, reports ---------- */

void recovery_verify(request *);
void recovery_reset(request *);
void recovery_send_verification(server *, const store_user *); /* if it makes sense */
void conduct_mute(request *);
void conduct_mutes(request *);
void conduct_report(request *);

/* ---- tables.c: the tables in memory ------------------------------------- */

enum { VIEWERS = MK_MAX_SEATS + 2 }; /* seats, spectators, the whole truth */

typedef enum { PROPOSED_NOTHING = 0, PROPOSED_UNDO, PROPOSED_DRAW, PROPOSED_PAUSE } proposal_kind;

/* What has changed of a table's summary: whose turn it is concerns its players, who is here those
 * who look at it, the rest everyone. */
typedef enum { TOUCHED_NOT = 0, TOUCHED_TURN, TOUCHED_HERE, TOUCHED_TABLE } touch;

/* What a seat answers whenever it is asked this, standing.c. */
typedef struct {
    int phase; /* 0: none */
    mk_action action;
} standing;

/* What another server says an operation has led to. */
typedef struct {
    int n; /* of the operation; -1: nothing was said */
    op_kind kind;
    int seat;
    int decides, turn;
    bool paused, upgraded;
    uint8_t resigned;
    int64_t last_at;
    int64_t seconds_used[MK_MAX_SEATS];
    int position_n, position_entries, base_n;
} table_summary;

struct table {
    table *next, *same_slot, *next_touched, *next_behind;
    store_table row;
    const mk_game *game; /* NULL: this binary does not have it */
    char key_hash[65];

    /* What the last operation led to. True as long as the table is known, loaded or not. */
    bool known;
    int n;       /* operations so far */
    int decides; /* the seat, or MK_OVER */
    int turn;    /* of the engine, for the clock's bonus */
    bool paused, upgraded;
    uint8_t resigned; /* bit per seat */
    int64_t last_at;
    int64_t seconds_used[MK_MAX_SEATS]; /* seconds used, less the bonus */
    store_place position;               /* the last that is stored; n is -1: none */
    bool outdated; /* over, and these rules do not lead to its end: shown as far as they lead */
    int base_n;    /* of the position that the engine's journal begins at, -1: the set-up */

    mk_table *live; /* the engine's: only while somebody needs it */
    int unloads;    /* how often it was given up: what is read then may be another position */
    client *clients;
    int stored_n;             /* the last operation that we know to be kept; -1: none */
    int64_t stored_version;   /* and of its row */
    bool behind, row_behind;  /* others have done something; have changed its row */
    table_summary heard;      /* of the last of it */
    uint8_t raced;            /* bit per seat: another server was faster than its action */
    uint8_t resigns_again;    /* the same, and it resigned: it does so once all is read */
    request *waiting;         /* begun again when it has been read, or its rematch is made */
    int pending;              /* operations given to the writer and not yet kept */
    int busy;                 /* jobs and writes that hold a pointer to this */
    bool thinking;            /* a bot is at it */
    table *next_thought;      /* of those at which one thinks ahead, thoughts.c */
    int thinks, told_percent; /* which seat; how far it is, as all were told */
    double thinks_since;
    mk_mind *mind[MK_MAX_SEATS]; /* of bots that think ahead; NULL: none yet */
    bool advising;               /* one thinks for a player, suggest.c */
    int asked;                   /* questions under way, ask.c */
    char *analysis;              /* the answer to who asked for one; NULL: nobody did */
    bool needs_reload;           /* a write failed: to be read again */
    bool told_unsaved;           /* those who look on know of it */
    bool deleting;               /* to be deleted, once that is kept: nobody finds it any more */
    bool gone;                   /* deleted: freed when nothing holds it */
    int refusals; /* operations one after the other that did not fit what the store has */
    double idle_since;

    standing standing[MK_MAX_SEATS];

    proposal_kind proposed;
    int proposed_by, proposed_to, proposed_n; /* at that version */
    uint8_t agreed;                           /* bit per seat */

    touch touched;
    bool has_news;                  /* for those who look at the lobby */
    bool check_failed;              /* once is enough */
    uint8_t warned, mailed, pushed; /* bit per seat: since its last action */
    double rests_until;             /* a table of bots alone: so that one can follow it */
    bool asks_again;                /* a rematch is being made */
};

/* The end is on the disk: only then the key and the whole truth may be seen. */
static inline bool table_is_over(const table *t) {
    return t->row.state == TABLE_OVER && t->pending == 0 && !t->needs_reload;
}

table *tables_find(server *, const char *code); /* also finished ones, from the store; NULL: none */
table *tables_in_memory(const server *, const char *code);
void tables_note_key(table *);                  /* the hash of the server's key is another one */
void tables_init(table *, const store_table *); /* as long as nothing of it is read */
table *tables_adopt(server *, const store_table *); /* into memory */
void tables_forget(server *, table *);
bool tables_start(server *, char *why, size_t size); /* reads all that are not finished */
void tables_turn(server *);       /* at the end of a turn: loads some, reads others again */
void tables_send_again(server *); /* what each client's table looks like, to all */
/* A request finds the table as it must not be; what has changed it meanwhile is read, and the
 * request begins again. False: that has happened too often, it is to be refused. */
bool tables_wait(table *, request *);
void tables_begin_waiting(table *);                   /* those who waited for it */
void tables_end_waiting(server *);                    /* the server stops: they are refused */
void tables_drop(server *, table *, const char *why); /* it was deleted: all hear of it */
/* Its row as the store has it. STORE_NONE: it is gone. */
store_code tables_read_row(server *, table *);
void tables_tick(server *);                       /* each second: clocks, mail, what lies idle */
int tables_seats_of(const table *, int64_t user); /* bits */

/* table_load.c */
typedef struct {
    bool happened;
    int from, to, last; /* goes on from the position at `from`; behind `to` all is void */
    char why[STORE_PROBLEM];
} table_upgrade;

/* Replays a table from a store: `live` and all that follows from it, for any thread. If its rules
 * have changed it stands where it goes on, and `upgrade` says how. STORE_DAMAGED: for good. */
store_code table_replay(store *, const server_config *, table *, table_upgrade *, char *why,
                        size_t size);
bool table_load(server *, table *, char *why, size_t size); /* `live` is there, or why not */
/* One more operation that another server has done. False: it has to be read as a whole. */
bool table_replay_next(const server_config *, table *, const store_op *);
void table_set_aside(server *, table *, const char *problem);
bool table_setup(const store_table *, const mk_game *, mk_setup *, mk_error *);
void table_unload(server *, table *);

/* table_live.c: something is done on a table */
typedef struct {
    op_kind kind;
    int seat;
    const char *text;    /* for what the engine has no event for; marks allowed */
    const char *line;    /* of OP_UPGRADE */
    const char *outcome; /* it ends the game, this way; NULL: only if the rules say so */
    bool save_row;       /* the table's own row has changed too */
} table_op;

/* The engine's table has changed (or nothing of it, for what is no action): adds the operation,
 * makes the messages of all viewers, puts both into the batch. */
void table_add_op(server *, table *, const table_op *);
/* A write of this table was not kept: it is read again. */
void table_was_refused(server *, table *, store_code);
/* What follows from an operation for those who wait, sleep or think at the table. */
void table_op_follows(server *, table *, op_kind, int seat);
void table_send_over(const table *); /* its end, to all who follow it */
void table_seat_becomes_spectator(const table *, int seat);
/* The outcome as JSON for what ends a game outside its rules: `loser` (-1: a draw) is last. */
void table_outcome(const table *, const char *reason, int loser, mk_text *);
void table_begin_if_full(server *, table *); /* every seat is taken: the set-up */
void table_wake_bot(server *, table *);
void table_events_json(const char *lines, int seat, mk_text *);    /* those that a seat saw */
void table_write_events(const table *, int entry, mk_text *lines); /* -1: of the set-up */
const char *table_seat_id(const table *, int seat);                /* NULL: nobody's */

/* table_follow.c: what other servers do on a table */
void table_write_summary(const table *, const store_op *, table_summary *);
void table_news(store *, write_op *, const char *code, const table_summary *, bool with_row);
void table_hear_op(server *, const char *words); /* of a line of news */
void table_hear_row(server *, const char *words);
void table_freshen(server *, table *); /* it may have changed without our having heard */
void tables_catch_up(server *);        /* with all that we are behind at, as far as it can be */

/* broadcast.c: those who look on get what changed */
typedef struct {
    bool looks;
    int undo;         /* how many of its actions this seat may take back */
    message *message; /* once it is written */
} viewer_update;

typedef struct {
    delta_writer *delta_writer;
    const mk_game *game;
    int n, entries;
    op_kind what;
    int by, to;           /* the seat that did it, -1: none; where OP_UNDO_TO went back to */
    void *before, *after; /* states; `before` NULL: nothing on the board has changed */
    mk_text clock;        /* as JSON; "": the table has none */
    viewer_update viewer[VIEWERS];
} broadcast;

delta_writer *delta_writer_new(void);
void delta_writer_free(delta_writer *);
/* Before the engine is asked to change it: what viewers see now, the difference is made from. */
void broadcast_before(server *, const table *);
void broadcast_drop_before(server *, const table *); /* it is let go, or not what it was */
/* On the loop, once it is done. */
void broadcast_begin(server *, table *, const store_op *, broadcast *);
void broadcast_write(broadcast *, const char *events); /* on the writer's thread */
message *broadcast_to(const broadcast *, int seat);    /* NULL: nobody looked from there */
void broadcast_free(broadcast *);

/* check.c: an action was done; some are followed by the engine's own check */
void check_table(server *, table *);
void check_failed(server *, table *, const char *why); /* its rules do what they must not */

/* clock.c */
void clock_charge(table *, op_kind, int64_t at); /* before an operation at `at` */
/* After it: the turn of the game and the seat that decides may be others. */
void clock_pass(const server_config *, table *, int decided);
void clock_write_rule(const store_table *, mk_text *); /* `clock` of TABLE */
bool clock_read_rule(json_t *, store_table *, char *why, size_t size);
void clock_json(const server *, const table *, mk_text *);
void clock_tick(server *, table *);

/* ---- lobby.c, make.c, rematch.c, import.c, export.c: the endpoints of tables -------- */

bool lobby_write_games(request *, mk_text *); /* false: answered with the reason */
void lobby_list(request *);
void lobby_mine(request *);
void lobby_create(request *);
void lobby_show(request *);
void lobby_join(request *);
void lobby_leave(request *);
void lobby_secret(request *);
void lobby_invite(request *);
void lobby_rematch(request *);
void lobby_record(request *);
void lobby_journal(request *);
void lobby_course(request *);
/* Counts this request's tables against the limit; false: it was refused. */
bool lobby_may_create(request *);
table *lobby_find(request *); /* the table in the path, if this user may see it; else answered */
void lobby_answer_table(request *, const table *);
void lobby_import(request *);
/* TABLE of docs/api.md for this user (0: nobody). */
void lobby_write_table(const server *, const table *, int64_t user, mk_text *);
const char *table_state_name(const table *); /* "open", "playing", "over" */
bool lobby_may_see(const table *, int64_t user, const char *secret);
void lobby_touch(server *, table *, touch); /* its summary changed */
void lobby_flush(server *);
void lobby_free(server *);
void lobby_follow(client *);                                    /* the `lobby` message */
void lobby_send_gone(server *, const table *, const char *why); /* why: in words, or "" */
/* An account ends: resigns what it plays, leaves what has not begun. At all tables, or at those
 * that this server looks after. */
void lobby_withdraw_user(server *, int64_t user);
void lobby_withdraw_gone(server *, int64_t user);
void lobby_expire(server *); /* each hour: tables that nobody has touched for a long time */

/* What make.c shares with rematch.c and import.c. */
bool make_refuse(request *, const char *text);                /* 400; false */
void make_fill(request *, const mk_game *, store_table *row); /* what every new table has */
/* A table of this row, and the answer with it. `commitment`: the hash of a secret of the maker's
 * for the dice; it goes with his first seat. `again`: the table whose players play again, or NULL.
 */
void make_table(request *, store_table *row, const char *commitment, table *again);
bool make_read_seats(request *, const mk_game *, json_t *seats, store_table *row);
void make_write_options(const mk_game *, const mk_setup *, store_table *row);
/* The table in the path, once all of the body is read; NULL: answered. */
table *make_asked_for(request *, input *);
/* Until the table has been read again, or the request is refused. */
void make_wait(request *, table *);
void make_keep(server *, request *, table *); /* its row has changed; r may be NULL */
void make_sit(table *, int seat, const store_user *);
bool table_has_people(const table *); /* a seat that is no bot's */
bool table_has_bot(const table *);
bool table_is_full(const store_table *); /* every seat is taken */

/* rematch.c */
void rematch_write(const server *, const table *, int64_t user, mk_text *); /* `rematch` of TABLE */
/* The table of this code has changed: those who look at the game before hear of it. */
void rematch_touch(server *, const char *code);

/* ---- dice.c: secrets of the players in the key of the dice ------------------ */

void dice_hash(const uint8_t part[MK_KEY_BYTES], uint8_t hash[MK_KEY_BYTES]);
bool dice_parse(const char *hex, uint8_t out[MK_KEY_BYTES]);
/* The key: BLAKE2b-256 of the server's part and, for each seat in order, a byte 0, or a byte 1 and
 * its secret; the server's part itself if no seat has one. */
void dice_mix(const store_table *, uint8_t key[MK_KEY_BYTES]);
bool dice_ready(const store_table *); /* nobody has to commit himself or to open his */
void dice_new_key(store_table *);     /* the server's, and none of a player's */
/* Something changes: if a secret was opened already, all begin again. */
void dice_unsettle(table *);
void dice_commit(table *, int seat, const uint8_t commitment[MK_KEY_BYTES]);
void dice_withdraw(table *, int seat);
/* NULL: done; otherwise why not. */
const char *dice_open(table *, int seat, const uint8_t secret[MK_KEY_BYTES]);
void dice_write_seat(const table *, int seat, mk_text *); /* into a seat of TABLE */
void dice_write_end(const table *, mk_text *);
void dice_answer(request *); /* all parts, after the end */

/* ---- socket.c: WebSockets ----------------------------------------------- */

enum { BEHIND_MAX = 1024 * 1024 };

struct client {
    uint64_t id; /* of no other, ever */
    client *next, *prev;
    client *table_next, *table_prev;
    server *server;
    conn *conn;
    store_user user; /* id 0: a visitor */
    uint8_t token[STORE_TOKEN];
    char ip[ADDRESS_MAX], address[ADDRESS_MAX];
    bool in_lobby;
    table *table;
    int seat;
    bool any_seat; /* it looks from its own, whichever that is */
    bool has_view; /* differences can be sent */
    bool waiting;  /* for a `joined` message, once what is pending is kept */
    bucket messages;
    double checked; /* when its session was last looked up */
    int strikes;    /* messages over the limit, one after the other */
};

/* A request becomes a WebSocket; false: it is answered with a refusal. */
bool socket_open(request *, const http_head *);
void socket_on_message(conn *, const char *text, size_t n);
void socket_on_closed(client *);
void client_send(client *, message *);       /* takes no share of it */
void client_text(client *, const mk_text *); /* a message of its own */
void client_error(client *, const char *error, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void client_close(client *); /* once what waits to be sent is sent */
void client_quit_table(client *);
void client_follow(client *, table *, int seat);
void clients_drop_user(server *, int64_t user, const uint8_t *but); /* its sessions ended */
void clients_check(server *); /* each second: closes those whose session has ended */
/* Somebody who has a socket open in this session; NULL: nobody. */
const client *client_of_session(const server *, const uint8_t token[STORE_TOKEN]);
bool client_is_here(const server *, int64_t user); /* or with another server */

/* ---- cluster.c, presence.c: several servers on one database ------------------- */

bool cluster_start(server *, char *why, size_t size); /* if the store is shared */
void cluster_stop(server *);                          /* the last that is written */
void cluster_free(server *);
void cluster_tick(server *); /* each second: we are alive */
void cluster_turn(server *); /* at the end of a turn: hears and tells */
/* Does this server look after the table: its bots, its clock, notifications of its players? */
bool cluster_duty(const server *, const table *);
bool cluster_first_duty(const server *); /* what one of all has to do */
bool cluster_is_settled(const server *); /* we have heard who is there */
int cluster_servers(const server *);     /* alive; for metrics */
int cluster_duties(const server *);
/* A server of later rules is there: it is not for us to change tables to ours. */
bool cluster_is_outdated(const server *);
/* To all others, at the end of the turn. */
void cluster_tell(server *, const char *format, ...) __attribute__((format(printf, 2, 3)));

typedef struct presence presence;
presence *cluster_presence(const server *);
presence *presence_new(void);
void presence_free(presence *);
/* Is a user (0: anybody) with another server, at this table ("-": anywhere)? */
bool presence_has(const server *, int64_t user, const char *code);
/* Here, somebody comes or goes. */
void presence_changed(server *, const client *, const table *);
void presence_connected(server *, int64_t user);
void presence_seated(server *, const table *); /* those who look at it may have sat down */
void presence_tell_all(server *);
void presence_hear(server *, int64_t from, const char *words);
void presence_drop(server *, int64_t from); /* that server is gone; 0: all */

/* messages.c, consent.c, talk.c, history.c: the messages of a table, as docs/api.md has them */
void msg_join(client *, json_t *);
void msg_quit(client *, json_t *);
void msg_do(client *, json_t *);
void msg_why(client *, json_t *);
void msg_suggest(client *, json_t *); /* suggest.c */
void msg_odds(client *, json_t *);    /* ask.c */
void msg_hint(client *, json_t *);
void msg_analyse(client *, json_t *);
bool msg_is_alone(const client *); /* nobody else decides at this table but machines */

/* ---- thoughts.c: bots that think ahead ------------------------------------------ */

void thoughts_begin(server *, table *); /* of the seat t->thinks, with its mind */
void thoughts_end(server *, table *);
void thoughts_tell(server *); /* all who look on: how far they are */
void msg_hurry(client *, json_t *);

/* ---- standing.c: one answer to a question that comes again and again ----------- */

void msg_standing(client *, json_t *);
mk_action standing_answer(const table *); /* of who decides, if he has one; verb 0: none */
void standing_write(const table *, int seat, mk_text *);
void standing_forget(table *); /* those of all seats */
void standing_tell(server *, const table *);
void standing_hear(server *, const char *words);
bool standing_any(const table *);
void msg_undo(client *, json_t *);
void msg_propose(client *, json_t *);
void msg_answer(client *, json_t *);
void msg_resign(client *, json_t *);
void msg_resume(client *, json_t *);
void msg_chat(client *, json_t *);
void msg_notes(client *, json_t *);
void msg_log(client *, json_t *);
void msg_replay(client *, json_t *);

void msg_send_joined(client *); /* the whole view, now or when what is pending is kept */
void table_resign_seat(server *, table *, int seat);
void msg_notice(table *, const char *format, ...) __attribute__((format(printf, 2, 3)));
void msg_cancel_proposal(server *, table *);
void msg_to_table(table *, const mk_text *); /* the same to all who follow it */
/* Reads the keys of a message; false: it was answered with an error. */
bool msg_input_end(client *, input *);
/* May this client act for the seat it looks from? False: it has the reason. */
bool msg_is_seated(client *);
bool msg_is_ready(client *, int64_t n); /* in play, read, at that version; else it is refused */
void msg_write_proposal(const table *, mk_text *);
void msg_write_chat(const client *, mk_text *);
void msg_refuse_stale(client *);
void msg_hear_notice(server *, const char *words);
void consent_tell(server *, const table *);
void consent_hear(server *, const char *words);
void talk_hear_chat(server *, const char *words);
void talk_hear_notes(server *, const char *words);

/* ---- history.c: the log as it was seen ------------------------------------ */

/* Whose log, for which seat. */
typedef struct {
    const mk_game *game;
    int64_t table_id;
    int seat;
    bool outdated;
} history_of;

history_of history_at(const table *, int seat);
const char *history_op_name(op_kind);    /* `what` in the log */
int history_undone_to(const store_op *); /* entries that an OP_UNDO_TO left; -1: it is none */
/* "log" and "more": the last entries before an operation. */
void history_write(store *, const history_of *, int before, mk_text *);
/* A line {"log":LOG} for each operation that this server's rules do not lead to: all up to the last
 * change of rules; of an outdated table all. */
void history_write_old(store *, const history_of *, mk_text *lines);

/* ---- mail.c ------------------------------------------------------------- */

/* To the address of an account, whether it is verified or not. */
void mail_user(server *, const store_user *, const char *subject, const char *body, delivery *);
void curl_once(void); /* before a worker uses it */

/* ---- push.c, notify.c: who is not here is notified ---------------------------- */

bool push_start(server *, char *why, size_t size); /* reads or makes our key */
void push_show(request *);
void push_subscribe(request *);
void push_forget(request *);
/* To all browsers of a user that asked for it. */
void push_user(server *, int64_t user, const char *title, const char *words, const char *code,
               delivery *);

/* Mails and pushes of one notification. NULL is fine: nobody has to know when they are sent. */
void delivery_hold(delivery *);
void delivery_drop(delivery *); /* one of them was not even tried */
void delivery_release(server *, delivery *);
void notify_take_over(server *, const store_notification *); /* of a server that is gone */

void notify_tick(server *, table *); /* whose turn it has been for a while hears of it */
void notify_time(server *, const table *, int seat, int64_t left);
void notify_invited(server *, const table *, int64_t user, const char *by);

/* ---- files.c: the page, from inside the binary --------------------------- */

bool files_answer(request *); /* false: there is no such file */

#endif
