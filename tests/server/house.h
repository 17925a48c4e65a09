/* house.h - what the tests of the server share: one that runs, accounts, tables, players.
 *
 * Everything here asserts: a helper that fails fails the test that called it. */
#ifndef HOUSE_H
#define HOUSE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "wire.h"

typedef struct {
    wire_server server;
    char dir[64];
} house;

enum { SECONDS = 10 }; /* how long a test waits for what must come */

/* Arguments of `musket serve`, ended by NULL. Limits are wide unless they say otherwise. */
void house_open(house *, ...);
void house_close(house *); /* SIGTERM, and it must end well */
void house_wipe(house *);  /* the folder of a server that is gone */
const char *house_binary(void);

/* POST (GET without a body) that must have this status. The JSON is the caller's to release. */
json_t *house_ask(house *, wire_jar *, const char *path, const char *body, int status);
wire_jar house_user(house *, const char *name); /* registers, password "secret-NAME" */
wire_jar house_guest(house *);
/* Makes a table and writes its id. */
void house_table(house *, wire_jar *, const char *body, char code[16]);
/* British for one, American for the other, begun. Private unless `more` says "public":true. */
void house_game(house *, wire_jar *british, wire_jar *american, const char *more, char code[16]);
void house_secret(house *, wire_jar *, const char *code, char secret[32]);

const char *json_text(json_t *object, const char *path); /* "table.id"; NULL: not there */
int json_number(json_t *object, const char *path);       /* -1: not there */

/* ---- Somebody at a table ------------------------------------------------ */

typedef struct {
    wire_socket socket;
    json_t *view; /* kept up to date by the differences */
    int n, entries, undo;
    bool over;
    json_t *last; /* the last view frame */
    uint64_t random;
} player;

void player_join(house *, const wire_jar *, const char *code, const char *seat, player *);
void player_leave(player *);
/* Takes frames until the view has version n. */
void player_until(player *, int n);
bool player_decides(const player *);          /* some action is offered */
const char *player_choose(player *);          /* one of the actions offered, at random */
void player_do(player *, const char *action); /* and waits until it is kept */
/* Sends an action with this version; the answer must be a refusal for this reason. */
void player_refused(player *, int n, const char *action, const char *reason);
json_t *player_ask(player *, const char *frame, const char *type); /* the first of this type */
/* Both play at random until one of them has made `count` moves or it is over. */
void players_move(player *a, player *b, int count);

#endif
