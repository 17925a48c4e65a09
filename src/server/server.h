/* server.h - what the parts of `musket serve` share.
 *
 * One thread runs the loop: sockets, the engine, everything in this header. Beside it stand the
 * writer (one thread, which commits what turns of the loop have done, and writes the frames that
 * tell of it) and pools of workers for what takes long: bots, passwords, mail. They are handed a
 * piece of work and hand it back; only the loop touches tables and clients.
 *
 * A turn of the loop: libwebsockets calls us for every socket that has something; actions are
 * applied in memory, and what was done is put into the batch; at the end of the turn the batch is
 * handed to the writer, and what waits for a socket is sent. When the writer has committed, the
 * loop is woken and the frames go out. So what anyone is told is on the disk, and many moves share
 * one sync. If the disk refuses, the frames are thrown away and the tables are read again from the
 * store.
 */
#ifndef SERVER_H
#define SERVER_H

#include <jansson.h>
#include <pthread.h>
#include <stdarg.h>

#include "musket.h"
#include "store/store.h"

struct lws;
struct lws_context;
struct ev_loop;
typedef struct server server;
typedef struct table table;
typedef struct client client;
typedef struct request request;
typedef struct board board;
typedef struct teller teller;
typedef struct message message;

/* ---- Settings ----------------------------------------------------------- */

typedef enum {
    LIMIT_LOGIN,    /* per address, and per name */
    LIMIT_REGISTER, /* per address */
    LIMIT_GUEST,    /* per address */
    LIMIT_CREATE,   /* tables, per user */
    LIMIT_REQUEST,  /* any request, per address */
    LIMIT_FRAME,    /* any frame, per socket */
    LIMIT_CHAT,     /* per user */
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
    const char *cert, *key; /* TLS by files; NULL: none */
    bool proxy;             /* believe X-Forwarded-For from loopback */
    bool metrics_open;
    const char *origin[MAX_ORIGINS]; /* "https://play.example.org": besides our own host */
    int origin_count;
    limit_rule limit[LIMIT_KINDS];
    const char *smtp, *mail_from, *base_url; /* NULL smtp: no mail */
    int mail_after;                          /* seconds a player is waited for before the mail */
    int day;                                 /* seconds of a day: 86400 but in tests */
    int max_clients;
} server_config;

void server_config_init(server_config *);
const char *limit_name(limit_kind);
/* Runs until SIGTERM or SIGINT. The exit code of the process. */
int server_run(const server_config *);

/* ---- log.c: one line for each thing worth knowing ------------------------ */

/* ts=2026-01-01T00:00:00Z level=info event=NAME then the fields: "user=%s table=%s". Never a
 * password, token, key or mail address. */
void log_info(const char *event, const char *fields, ...) __attribute__((format(printf, 2, 3)));
void log_error(const char *event, const char *fields, ...) __attribute__((format(printf, 2, 3)));

/* ---- metrics.c ---------------------------------------------------------- */

typedef struct {
    uint64_t requests, frames_in, frames_out, bytes_out;
    uint64_t moves, refused, bot_moves, batches, writes, write_failures;
    uint64_t limited, logins, login_failures, mails, mail_failures, slow_closed;
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
/* May `who` do one more? Otherwise *retry is in how many seconds. */
bool limit_take(limits *, limit_kind, const char *who, double now, int *retry);

/* ---- workers.c ---------------------------------------------------------- */

typedef struct job job;
struct job {
    job *next;
    void (*run)(job *);            /* on a worker */
    void (*done)(server *, job *); /* back on the loop; frees it */
};

typedef struct pool pool;
/* Threads start with the first job. At most `max_waiting` jobs wait. */
pool *pool_new(server *, int threads, int max_waiting);
void pool_free(pool *);       /* waits for what is running; what waits is dropped */
bool pool_add(pool *, job *); /* false: too many wait already */
void pool_collect(pool *);    /* on the loop: calls `done` of what is ready */

/* ---- writer.c ----------------------------------------------------------- */

typedef struct write_op write_op;
struct write_op {
    write_op *next;
    /* On the writer's thread, inside the transaction. STORE_FAILED undoes the whole batch. */
    store_code (*run)(store *, write_op *);
    /* On the loop, after the commit (kept) or when nothing of it has happened. Frees it. */
    void (*done)(server *, write_op *, bool kept);
    bool kept; /* the writer's */
};

typedef struct writer writer;
writer *writer_new(server *, const char *db, char *why, size_t size);
void writer_add(writer *, write_op *); /* into the batch of this turn */
void writer_turn(writer *);            /* at the end of a turn: hands the batch over */
void writer_collect(writer *);         /* on the loop, when woken: calls `done` */
void writer_finish(writer *);          /* commits what is left, ends the thread */
bool writer_healthy(const writer *);   /* the last batch was kept */

/* ---- The server itself (server.c) --------------------------------------- */

struct server {
    server_config config;
    struct lws_context *lws;
    struct ev_loop *loop;
    bool tls;
    store *reads;
    writer *writer;
    pool *bots, *secrets, *post;
    limits *limits;
    server_metrics metrics;

    table **by_code; /* chains by hash of the code */
    size_t code_slots;
    int table_count;
    table *tables;   /* all in memory */
    table *to_load;  /* next of those that are to be read in after the start */
    table *touched;  /* to be told of in the lobby */
    bool spoilt_any; /* some table is to be read again */

    client *clients;
    client *to_write; /* who gets something at the end of this turn */
    double last_tick, last_lobby, last_expiry;

    board *boards; /* those that were asked for */

    /* Kept for their memory: what is made anew with every operation. */
    mk_text line, events;
    mk_view *view;
    teller *teller;    /* the writer's thread alone uses it */
    const table *held; /* whose state is in `before` */
    void *before;
};

double server_now(void);    /* seconds, only ever forward */
int64_t server_time(void);  /* of the day: Unix seconds */
void server_wake(server *); /* from any thread: the loop turns once more */
void random_bytes(void *out, size_t size);
void random_code(char *out, size_t size); /* letters and digits, from the system's generator */
void *must_alloc(size_t);                 /* zeroed; without memory there is nothing left to do */
char *must_copy(const char *);
void add_words(mk_text *, const char *format, va_list); /* as a JSON string */

/* ---- listen.c: before libwebsockets is asked ------------------------------ */

/* Can we listen there? A name is replaced by its address. */
bool listen_check(server_config *, char *why, size_t size);
/* Can certificate and key be read, if there are any? */
bool listen_check_files(const server_config *, char *why, size_t size);

/* ---- session.c: who is asking ------------------------------------------- */

/* A guest who has no table in play is forgotten after GUEST_DAYS without any change at his. */
enum { SESSION_DAYS = 60, GUEST_DAYS = 30, COOKIE_MAX = 160 };

/* The hash of the token in a Cookie header. False: there is none. */
bool session_token(const char *cookie_header, uint8_t hash[STORE_TOKEN]);
/* A new token: its hash, and the Set-Cookie value that gives it to the browser. */
void session_new(const server *, uint8_t hash[STORE_TOKEN], char cookie[COOKIE_MAX]);
void session_clear_cookie(const server *, char cookie[COOKIE_MAX]);
void session_expire(server *); /* each hour: forgets sessions and guests whose time is over */
/* Is a request with this Origin one of our own page? None at all is: no browser sent it. */
bool session_origin_is_ours(const server *, const char *origin, const char *host);

/* ---- http.c: requests and answers --------------------------------------- */

enum { BODY_MAX = 8 * 1024, BODY_MAX_IMPORT = 1024 * 1024, PATH_MAX_LENGTH = 256 };

struct request {
    server *server;
    struct lws *wsi; /* NULL: the connection is gone, the work may still be under way */
    bool post, head, held, answered;
    char path[PATH_MAX_LENGTH], query[256], ip[46];
    char word[MK_NAME]; /* what stood at the * of the route */
    char if_none_match[40];
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
    size_t fixed_size, sent;
    bool fixed_gzip;
    char cookie[COOKIE_MAX], etag[40], cache[48], download[64];
    int retry;
};

int http_callback(struct lws *, int reason, request **, void *in, size_t len);
/* Holds a request over a job or a write; then exactly one answer must follow. */
void http_hold(request *);
void http_answer(request *, int status, const char *type); /* r->answer is filled */
void http_error(request *, int status, const char *error, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* A header by libwebsockets' name for it; "" if it is missing or too long. */
void http_header(struct lws *, int token, char *out, size_t size);
/* The address of the one who asks, behind a proxy of ours the one it names. */
void http_address(const server *, struct lws *, char ip[46]);
bool http_query(const request *, const char *name, char *out, size_t size);

/* ---- boards.c ----------------------------------------------------------- */

void boards_answer(request *); /* the board of the game in the path */
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
void accounts_password(request *);
void accounts_settings(request *);
void accounts_delete(request *);
void accounts_write_user(mk_text *, const store_user *); /* USER of docs/api.md */
/* Argon2id with our costs, on the thread that calls it. */
bool accounts_hash(const char *password, char out[STORE_PASSWORD]);

/* ---- tables.c: the tables in memory ------------------------------------- */

enum { VIEWERS = MK_MAX_SEATS + 2 }; /* seats, spectators, the whole truth */
static inline int viewer_of(int seat) { return seat + 2; }
static inline int seat_of(int viewer) { return viewer - 2; }

typedef enum { ASKS_NOTHING = 0, ASKS_UNDO, ASKS_DRAW, ASKS_PAUSE } asks;

struct table {
    table *next, *same_slot, *next_touched;
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
    int64_t thought[MK_MAX_SEATS]; /* seconds used, less the bonus */
    store_place position;          /* the last that is stored; n is -1: none */
    bool outdated; /* over, and these rules do not lead to its end: shown as far as they lead */
    int base_n;    /* of the position that the engine's journal begins at, -1: the set-up */

    mk_table *live; /* the engine's: only while somebody needs it */
    client *clients;
    int pending;   /* operations given to the writer and not yet kept */
    int busy;      /* jobs and writes that hold a pointer to this */
    bool thinking; /* a bot is at it */
    bool spoilt;   /* a write failed: to be read again */
    bool gone;     /* deleted: freed when nothing holds it */
    double idle_since;

    asks asked;
    int asked_by, asked_to;
    uint8_t agreed; /* bit per seat */

    bool is_touched, touched_all;
    uint8_t warned, mailed; /* bit per seat: since its last action */
};

/* The end is on the disk: only then the key and the whole truth may be seen. */
static inline bool table_is_over(const table *t) {
    return t->row.state == TABLE_OVER && t->pending == 0 && !t->spoilt;
}

table *tables_find(server *, const char *code); /* also finished ones, from the store; NULL: none */
table *tables_adopt(server *, const store_table *); /* into memory */
void tables_forget(server *, table *);
bool tables_start(server *, char *why, size_t size); /* reads all that are not finished */
void tables_turn(server *); /* at the end of a turn: loads some, reads spoilt ones again */
void tables_tick(server *); /* each second: clocks, mail, what lies idle */
int tables_seats_of(const table *, int64_t user); /* bits */

/* table_load.c */
bool table_load(server *, table *, char *why, size_t size); /* `live` is there, or why not */
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
} deed;

/* The engine's table has changed (or nothing of it, for what is no action): adds the operation,
 * makes the frames of all viewers, puts both into the batch. */
void table_done(server *, table *, const deed *);
/* The outcome as JSON for what ends a game outside its rules: `loser` (-1: a draw) is last. */
void table_outcome(const table *, const char *reason, int loser, mk_text *);
void table_begin_if_full(server *, table *); /* every seat is taken: the set-up */
void table_wake_bot(server *, table *);
void table_events_json(const char *lines, int seat, mk_text *);    /* those that a seat saw */
void table_write_events(const table *, int entry, mk_text *lines); /* -1: of the set-up */
const char *table_seat_id(const table *, int seat);                /* NULL: nobody's */

/* table_frames.c: those who look on are told of it */
typedef struct {
    bool looks;
    int undo;         /* how many of its actions this seat may take back */
    message *message; /* once it is written */
} viewer_told;

typedef struct {
    teller *teller;
    const mk_game *game;
    int n, entries;
    void *before, *after; /* states; `before` NULL: nothing on the board has changed */
    mk_text clock;        /* as JSON; "": the table has none */
    viewer_told viewer[VIEWERS];
} telling;

teller *teller_new(void);
void teller_free(teller *);
/* Before the engine is asked to change it: what viewers see now, the difference is made from. */
void table_hold(server *, const table *);
void table_unhold(server *, const table *);        /* it is let go, or not what it was */
void telling_begin(server *, table *, telling *);  /* on the loop, once it is done */
void telling_write(telling *, const char *events); /* on the writer's thread */
message *telling_to(const telling *, int seat);    /* NULL: nobody looked from there */
void telling_free(telling *);

/* clock.c */
int64_t clock_left(const server *, const table *, int seat, int64_t now);
void clock_charge(const server *, table *, op_kind, int64_t at); /* before an operation at `at` */
void clock_bonus(const server *, table *);                       /* a turn has begun */
void clock_json(const server *, const table *, mk_text *);
void clock_tick(server *, table *);

/* ---- lobby.c, make.c, export.c: the endpoints of tables ------------------ */

void lobby_games(request *);
void lobby_list(request *);
void lobby_mine(request *);
void lobby_create(request *);
void lobby_show(request *);
void lobby_join(request *);
void lobby_leave(request *);
void lobby_rematch(request *);
void lobby_record(request *);
void lobby_journal(request *);
/* Counts this request's tables against the limit; false: it was refused. */
bool lobby_may_create(request *);
table *lobby_find(request *); /* the table in the path, if this user may see it; else answered */
void lobby_answer_table(request *, const table *);
void lobby_import(request *);
/* TABLE of docs/api.md for this user (0: nobody). */
void lobby_write_table(const server *, const table *, int64_t user, mk_text *);
bool lobby_may_see(const table *, int64_t user, const char *secret);
void lobby_touch(server *, table *, bool all); /* its summary changed; `all`: more than the turn */
void lobby_flush(server *);
void lobby_follow(client *); /* the `lobby` frame */
void lobby_tell_gone(server *, const table *);
/* An account ends: resigns what it plays, leaves what has not begun. */
void lobby_withdraw_user(server *, int64_t user);

/* ---- socket.c: WebSockets ----------------------------------------------- */

enum { FRAME_MAX = 8 * 1024, BEHIND_MAX = 1024 * 1024 };

/* A frame on its way out, shared by all who get it. */
message *message_new(const char *text, size_t n);
message *message_of(const mk_text *);
void message_drop(message *);

typedef struct outgoing outgoing;
struct client {
    client *next, *prev;
    client *table_next, *table_prev;
    client *next_to_write;
    bool to_write; /* is in the server's list of those */
    server *server;
    struct lws *wsi;
    store_user user; /* id 0: a visitor */
    uint8_t token[STORE_TOKEN];
    char ip[46];
    bool in_lobby;
    table *table;
    int seat;
    bool has_view; /* differences can be sent */
    bool waiting;  /* for a `joined` frame, once what is pending is kept */
    bool closing;
    outgoing *first, *last;
    size_t queued;
    bucket frames;
    double checked; /* when its session was last looked up */
    int strikes;    /* frames over the limit, one after the other */
    mk_text partial;
};

int socket_callback(struct lws *, int reason, client **, void *in, size_t len);
void client_send(client *, message *);       /* takes no share of it */
void client_text(client *, const mk_text *); /* a message of its own */
void client_error(client *, const char *error, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void client_close(client *); /* once what waits to be sent is sent */
void client_quit_table(client *);
void client_follow(client *, table *, int seat);
void clients_drop_user(server *, int64_t user, const uint8_t *but); /* its sessions ended */
void clients_write(server *); /* at the end of a turn: sends what waits */
void clients_check(server *); /* each second: closes those whose session has ended */
bool client_is_here(const server *, int64_t user);

/* frames.c, consent.c, talk.c: the frames of a table, as docs/api.md has them */
void frame_join(client *, json_t *);
void frame_quit(client *, json_t *);
void frame_do(client *, json_t *);
void frame_why(client *, json_t *);
void frame_undo(client *, json_t *);
void frame_propose(client *, json_t *);
void frame_answer(client *, json_t *);
void frame_resign(client *, json_t *);
void frame_resume(client *, json_t *);
void frame_chat(client *, json_t *);
void frame_notes(client *, json_t *);
void frame_log(client *, json_t *);
void frame_replay(client *, json_t *);

void frame_send_joined(client *); /* the whole view, now or when what is pending is kept */
void frame_resign_seat(server *, table *, int seat);
void frame_notice(table *, const char *format, ...) __attribute__((format(printf, 2, 3)));
void frame_cancel_proposal(server *, table *);
void frame_tell(table *, const mk_text *); /* the same to all who follow it */
/* Reads a frame's keys; false: it was answered with an error. */
bool frame_input_end(client *, input *);
/* May this client act for the seat it looks from? False: it was told why not. */
bool frame_is_seated(client *);
void frame_write_log(server *, const table *, int seat, int before, mk_text *); /* "log", "more" */
/* A line {"log":LOG} for each operation that this server's rules do not lead to: all up to the last
 * change of rules; of an outdated table all. */
void frame_write_old_log(server *, const table *, int seat, mk_text *lines);
void frame_write_proposal(const table *, mk_text *);
void frame_write_chat(server *, const table *, mk_text *);

/* ---- mail.c ------------------------------------------------------------- */

void mail_tick(server *, table *); /* whose turn it has been for a while gets a mail */
void mail_warning(server *, table *, int seat, int64_t left);

/* ---- files.c: the page, from inside the binary --------------------------- */

bool files_answer(request *); /* false: there is no such file */

#endif
