/* suggest.c - the machine's advice where pieces are only arranged (a set-up, a deployment): what it
 * would do in this player's place, to be looked at and done or not.
 *
 * It thinks about a state in which everything that the seat does not know, dice among it, was dealt
 * anew, so that its advice says nothing about the real one. */
#include "server.h"

#include <stdlib.h>
#include <string.h>

enum { MOST = 128 }; /* actions in one piece of advice */

typedef struct {
    job job;
    table *table;
    const mk_game *game;
    const mk_bot *bot;
    int n, seat, count;
    mk_action action[MOST];
    mk_rng rng;
    _Alignas(16) uint8_t state[];
} advice;

static int phase_of(const void *state) { return mk_top_const(state)->phase; }

static void think(job *j) {
    advice *a = (advice *)j;
    int phase = phase_of(a->state);
    a->game->determinize(a->state, a->seat, &a->rng);
    while (a->count < MOST && mk_seat(a->game, a->state) == a->seat &&
           phase_of(a->state) == phase) {
        mk_action next = mk_bot_choose(a->bot, a->game, a->state, a->seat, &a->rng);
        if (!next.verb) return;
        a->action[a->count++] = next;
        mk_apply(a->game, a->state, next, NULL);
    }
}

static void write_advice(const advice *a, mk_text *out) {
    mk_text_add(out, "{\"t\":\"suggestion\",\"n\":%d,\"actions\":[", a->n);
    for (int i = 0; i < a->count; i++) {
        char text[300];
        mk_print_action(a->game, a->action[i], text, sizeof text);
        if (i) mk_text_add(out, ",");
        mk_text_json(out, text);
    }
    mk_text_add(out, "]}");
}

/* To all windows of that seat; who has left meanwhile does not get it. */
static void advise(server *s, job *j) {
    (void)s;
    advice *a = (advice *)j;
    table *t = a->table;
    mk_text out = {0};
    t->busy--;
    t->advising = false;
    write_advice(a, &out);
    for (client *c = t->clients; c; c = c->table_next) {
        if (c->seat == a->seat) client_text(c, &out);
    }
    mk_text_free(&out);
    free(a);
}

void msg_suggest(client *c, json_t *msg) {
    input in = input_of(msg);
    int64_t n = input_int_or(&in, "n", 0, INT32_MAX, -1);
    if (!msg_input_end(c, &in) || !msg_is_seated(c) || !msg_is_ready(c, n)) return;
    table *t = c->table;
    const void *state = mk_table_state(t->live);
    if (t->decides != c->seat || !t->game->phases[phase_of(state)].arranges) {
        client_error(c, "forbidden", "The machine advises only how to arrange pieces.");
        return;
    }
    if (t->advising) return; /* it is at it */
    const mk_bot *bot = mk_find_bot("greedy", t->game);
    advice *a = must_alloc(sizeof *a + t->game->state_size);
    *a = (advice){.job = {.run = think, .done = advise},
                  .table = t,
                  .game = t->game,
                  .bot = bot ? bot : mk_bot_at(0),
                  .n = t->n,
                  .seat = c->seat};
    memcpy(a->state, state, t->game->state_size);
    uint8_t key[MK_KEY_BYTES];
    random_key(key, (uint64_t)t->n);
    mk_rng_key(&a->rng, key);
    if (!pool_add(c->server->bot_pool, &a->job)) {
        free(a);
        client_error(c, "busy", "The machine is busy. Try again in a moment.");
        return;
    }
    t->advising = true;
    t->busy++;
}
