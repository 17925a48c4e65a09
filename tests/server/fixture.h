/* fixture.h - what the tests of the server share: one that runs, accounts, tables, players.
 *
 * Everything here asserts: a helper that fails fails the test that called it. */
#ifndef FIXTURE_H
#define FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <pthread.h>

#include "wire.h"

typedef struct {
    wire_server server;
    char dir[64];
} fixture;

/* Servers run on files, or, if MUSKET_TEST_POSTGRES names a database, each in a schema of its own
 * there. What a test does to the file itself is left out then. */
bool fixture_on_postgres(void);
#define FILES_ONLY()                                                                               \
    if (fixture_on_postgres()) return

enum { SECONDS = 30 }; /* how long a test waits for what must come */

/* A PostgreSQL of this program's own, for all its servers: for cmocka_run_group_tests. */
int fixture_start_postgres(void **);
int fixture_wipe_postgres(void **);
const char *fixture_postgres(void);              /* its address */
void fixture_control_postgres(const char *what); /* stop, again */
/* Runs the binary; what it says must hold `words`. Its exit code. */
int fixture_say(const char *arguments, const char *words);
int fixture_metric(const fixture *, const char *name); /* as GET /metrics says */
/* Another server on the database of the first. */
void fixture_open_beside(fixture *, const fixture *of);
void fixture_close_beside(fixture *); /* it may be dead already */

/* Arguments of `musket serve`, ended by NULL. Limits are wide unless they say otherwise. */
void fixture_open(fixture *, ...);
void fixture_close(fixture *); /* SIGTERM, and it must end well */
void fixture_wipe(fixture *);  /* the folder of a server that is gone */
const char *fixture_binary(void);

/* POST (GET without a body) that must have this status. The JSON is the caller's to release. */
json_t *fixture_ask(fixture *, wire_jar *, const char *path, const char *body, int status);
wire_jar fixture_user(fixture *, const char *name); /* registers, password "secret-NAME" */
wire_jar fixture_guest(fixture *);
/* Makes a table and writes its id. */
void fixture_table(fixture *, wire_jar *, const char *body, char code[16]);
/* British for one, American for the other, begun. Private unless `more` says "public":true. */
void fixture_game(fixture *, wire_jar *british, wire_jar *american, const char *more,
                  char code[16]);
void fixture_secret(fixture *, wire_jar *, const char *code, char secret[32]);

json_t *fixture_table_of(fixture *, wire_jar *, const char *code);   /* as the answer has it */
json_t *fixture_table_over(fixture *, wire_jar *, const char *code); /* waits for its end */
/* "/api/tables/CODE/WHAT" */
void fixture_path(const char *code, const char *what, char path[128]);
/* So many moves at random at a table whose seats are all of one player; false: the game was over
 * before. */
bool fixture_play(fixture *, wire_jar *, const char *code, int moves);
extern const char fixture_alone[]; /* a table of p77 like that */
/* A table like that, at which so many moves were made and the game goes on. */
void fixture_table_after(fixture *, wire_jar *, int moves, char code[16]);
void fixture_is_well(fixture *); /* it answers that it is */
uint32_t fixture_chance(uint32_t below);

const char *json_text(json_t *object, const char *path); /* "table.id"; NULL: not there */
int json_number(json_t *object, const char *path);       /* -1: not there */

/* ---- The database, and what happens at the same time -------------------------- */

/* Runs SQL on the server's database. */
void fixture_sql(fixture *, const char *sql);
int fixture_sql_number(fixture *, const char *sql); /* its first value */
/* Until it is let go the server can write nothing: what is asked of it waits for the disk. */
typedef struct {
    void *file, *server; /* SQLite's connection, or PostgreSQL's */
} held_writes;
held_writes fixture_hold_writes(fixture *);
void fixture_release_writes(held_writes);

/* A request on a thread of its own. */
typedef struct {
    pthread_t thread;
    fixture *fx;
    wire_jar jar;
    char path[128], *body;
    _Atomic int status; /* 0: not answered yet */
} later;

void fixture_ask_later(later *, fixture *, const wire_jar *, const char *path, const char *body);
int fixture_wait(later *); /* the status */

/* ---- Somebody at a table ------------------------------------------------ */

typedef struct {
    wire_socket socket;
    json_t *view; /* kept up to date by the differences */
    int n, entries, undo;
    bool over;
    json_t *last; /* the last view frame */
    uint64_t random;
} player;

void player_join(fixture *, const wire_jar *, const char *code, const char *seat, player *);
void player_leave(player *);
/* Takes frames until the view has version n. */
void player_until(player *, int n);
bool player_reaches(player *, int n);         /* the same; false: the server is gone */
bool player_decides(const player *);          /* some action is offered */
const char *player_choose(player *);          /* one of the actions offered, at random */
void player_do(player *, const char *action); /* and waits until it is kept */
/* Sends an action with this version; the answer must be a refusal for this reason. */
void player_refused(player *, int n, const char *action, const char *reason);
json_t *player_ask(player *, const char *frame, const char *type); /* the first of this type */
/* Both play at random until one of them has made `count` moves or it is over. */
void players_move(player *a, player *b, int count);

#endif
