/* ask.c - questions to the engine about a table: the odds of battles, a hint, an analysis.
 *
 * A worker answers, from what the seat that asks may know: all else, the dice among it, is dealt
 * anew. The answer goes to all windows of that seat. Only a game that is over is analysed, and then
 * everything is known. */
#include "server.h"

#include <stdlib.h>
#include <string.h>

#include "bots/analysis.h"
#include "bots/hint.h"
#include "core/table.h"

enum { MOST_ASKED = 4 }; /* questions of one table under way */

typedef struct question question;
struct question {
    job job;
    table *table;
    const mk_game *game;
    int n, seat;
    mk_action action; /* verb 0: none is named */
    mk_rng rng;
    void (*answer)(question *, mk_text *); /* members of the frame, each with a comma before it */
    const char *kind;
    mk_table *copy; /* of a game that is over, to be analysed; NULL: a question about now */
    volatile bool stop;
    mk_text out;
    _Alignas(16) uint8_t state[];
};

static void run(job *j) {
    question *q = (question *)j;
    mk_text_add(&q->out, "{\"t\":\"%s\",\"n\":%d", q->kind, q->n);
    q->answer(q, &q->out);
    mk_text_add(&q->out, "}");
}

/* Who has left meanwhile does not get it. */
static void tell(server *s, job *j) {
    (void)s;
    question *q = (question *)j;
    table *t = q->table;
    t->busy--;
    t->asked--;
    for (client *c = t->clients; q->out.p && c; c = c->table_next)
        if (c->seat == q->seat) client_text(c, &q->out);
    if (q->copy && q->out.p && !q->stop) { /* nothing of it will change */
        free(t->analysis);
        t->analysis = strdup(q->out.p);
    }
    mk_table_free(q->copy);
    mk_text_free(&q->out);
    free(q);
}

static void busy(client *c) {
    client_error(c, "busy", "The machine is busy. Try again in a moment.");
}

static void cancel(job *j) { ((question *)j)->stop = true; }

static void put(client *c, const char *kind, mk_action action,
                void (*answer)(question *, mk_text *)) {
    table *t = c->table;
    if (t->asked >= MOST_ASKED) {
        busy(c);
        return;
    }
    question *q = must_alloc(sizeof *q + t->game->state_size);
    *q = (question){.job = {.run = run, .done = tell, .cancel = cancel},
                    .table = t,
                    .game = t->game,
                    .n = t->n,
                    .seat = c->seat,
                    .action = action,
                    .kind = kind,
                    .answer = answer};
    memcpy(q->state, mk_table_state(t->live), t->game->state_size);
    uint8_t key[MK_KEY_BYTES];
    random_key(key, (uint64_t)t->n);
    mk_rng_key(&q->rng, key);
    if (table_is_over(t)) q->copy = mk_table_copy(t->live);
    if (!pool_add(c->server->ask_pool, &q->job)) {
        mk_table_free(q->copy);
        free(q);
        busy(c);
        return;
    }
    t->asked++;
    t->busy++;
}

/* ---- Odds --------------------------------------------------------------- */

enum { TRIALS = 2000 };
static const double each = 0.1, together = 0.5; /* seconds: of a battle, of all that are asked */

static void add_odds(question *q, mk_action action, double seconds, bool first, mk_text *out) {
    mk_odds odds;
    char text[300];
    if (!mk_odds_find(q->game, q->state, q->seat, action, (mk_effort){TRIALS, seconds}, &q->rng,
                      &odds))
        return;
    mk_text_add(out, "%s{", first ? "" : ",");
    if (action.verb) {
        mk_text label = {0};
        mk_print_action(q->game, action, text, sizeof text);
        mk_action_label(q->game, action, MK_PLAIN, &label);
        mk_text_add(out, "\"action\":");
        mk_text_json(out, text);
        mk_text_add(out, ",\"label\":");
        mk_text_json(out, label.p ? label.p : text);
        mk_text_add(out, ",");
        mk_text_free(&label);
    }
    mk_text_add(out, "\"odds\":");
    mk_odds_write(q->game, &odds, out);
    mk_text_add(out, "}");
}

/* Of the action that is named; of the battle that is going on; of all that could be begun. */
static void answer_odds(question *q, mk_text *out) {
    mk_actions *attacks = must_alloc(sizeof *attacks);
    mk_text_add(out, ",\"battles\":[");
    bool one = q->action.verb || mk_seat(q->game, q->state) != q->seat ||
               !mk_attacks(q->game, q->state, attacks);
    if (one) add_odds(q, q->action, each, true, out);
    double seconds = one ? 0 : together / attacks->count;
    for (int i = 0; !one && i < attacks->count; i++)
        add_odds(q, attacks->list[i], seconds < each ? seconds : each, i == 0, out);
    mk_text_add(out, "]");
    free(attacks);
}

void msg_odds(client *c, json_t *msg) {
    input in = input_of(msg);
    int64_t n = input_int_or(&in, "n", 0, INT32_MAX, -1);
    const char *text = input_text_or(&in, "action", 300, NULL);
    if (!msg_input_end(c, &in) || !msg_is_seated(c) || !msg_is_ready(c, n)) return;
    const table *t = c->table;
    const void *state = mk_table_state(t->live);
    mk_action action = {0};
    if (text && (t->decides != c->seat || !mk_parse_action(t->game, text, &action, NULL) ||
                 !mk_legal(t->game, state, action))) {
        client_error(c, "forbidden", "This is no action that you could do now.");
        return;
    }
    put(c, "odds", action, answer_odds);
}

/* ---- Hints -------------------------------------------------------------- */

static const double hint_seconds = 1;

static void answer_hint(question *q, mk_text *out) {
    mk_hint hint;
    double chance;
    mk_reason terms[MK_MAX_TERMS];
    mk_hint_find(q->game, q->state, q->seat, 0, hint_seconds, &q->rng, &hint);
    mk_text_add(out, ",\"hint\":");
    mk_hint_write(q->game, &hint, out);
    mk_hint_free(&hint);
    int count = mk_terms_find(q->game, q->state, q->seat, &q->rng, &chance, terms);
    mk_text_add(out, ",\"chance\":%.4f,\"terms\":", chance);
    mk_reasons_write(terms, count, out);
}

bool msg_is_alone(const client *c) {
    const table *t = c->table;
    int own = tables_seats_of(t, c->user.id);
    for (int i = 0; i < t->row.seat_count; i++)
        if (t->row.seat[i].state != SEAT_BOT && !(own >> i & 1)) return false;
    return true;
}

void msg_hint(client *c, json_t *msg) {
    input in = input_of(msg);
    int64_t n = input_int_or(&in, "n", 0, INT32_MAX, -1);
    if (!msg_input_end(c, &in) || !msg_is_seated(c) || !msg_is_ready(c, n)) return;
    if (c->table->decides != c->seat)
        client_error(c, "forbidden", "It is not your turn to decide.");
    else if (!msg_is_alone(c))
        client_error(c, "forbidden", "The machine gives no hints against other players.");
    else
        put(c, "hint", (mk_action){0}, answer_hint);
}

/* ---- After the game ----------------------------------------------------- */

enum { PLAYOUTS = 40, TURNINGS = 6 };
static const double analysis_seconds = 20;

static void answer_analysis(question *q, mk_text *out) {
    const mk_analysis_effort effort = {.playouts = PLAYOUTS,
                                       .seconds = analysis_seconds,
                                       .threads = 1,
                                       .turnings = TURNINGS,
                                       .seed = 1,
                                       .stop = &q->stop};
    mk_analysis *a = mk_analyse(q->copy, &effort);
    mk_text_add(out, ",\"analysis\":");
    mk_analysis_write(a, out);
    mk_analysis_free(a);
}

void msg_analyse(client *c, json_t *msg) {
    input in = input_of(msg);
    char why[200];
    if (!msg_input_end(c, &in)) return;
    table *t = c->table;
    if (!t || !table_is_over(t) || !table_load(c->server, t, why, sizeof why)) {
        client_error(c, "conflict", "Only a game that is over is analysed.");
    } else if (t->analysis) {
        mk_text out = {0};
        mk_text_add(&out, "%s", t->analysis);
        client_text(c, &out);
        mk_text_free(&out);
    } else if (t->asked) {
        busy(c);
    } else {
        put(c, "analysis", (mk_action){0}, answer_analysis);
    }
}
