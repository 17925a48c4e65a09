/* table_live.c - something is done on a table: its operation, its messages, its batch.
 *
 * The engine has already said yes when we come here. The operation gets the next number, its row
 * goes into the batch together with the messages for all who look on, and when the batch is on the
 * disk the messages go out. If it is not, they are dropped and the table is read again.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "server/server.h"

enum { POSITION_EVERY = 64 }; /* operations between stored positions within a turn */
enum { BOTS_REST = 1 };       /* seconds after each action, where bots play alone */

typedef struct {
    write_op write;
    table *table;
    store_op op;         /* its texts are below */
    broadcast broadcast; /* the messages of those who look on */
    void *position;      /* the state to be stored as a position; NULL: none */
    store_place place;
    int drop_position; /* -1: none */
    bool over, save_row;
    store_table *row; /* a copy, if it is to be saved */
    table_summary summary;
    message *over_message;
    char texts[]; /* line and events */
} operation;

const char *table_seat_id(const table *t, int seat) {
    return seat >= 0 && t->game ? t->game->seats[seat].id : NULL;
}

/* ---- Events ------------------------------------------------------------- */

static void add(mk_text *out, const char *text) { mk_text_bytes(out, text, strlen(text)); }

static void write_seat(const mk_game *game, int seat, mk_text *out) {
    add(out, ",\"seat\":");
    if (seat >= 0)
        mk_text_json(out, game->seats[seat].id);
    else
        add(out, "null");
}

static void write_event(const mk_game *game, const mk_event *e, mk_text *sentence, mk_text *out) {
    mk_text_number(out, e->audience);
    add(out, " {\"kind\":");
    mk_text_json(out, game->events[e->kind].name);
    write_seat(game, e->seat, out);
    add(out, ",\"numbers\":[");
    for (int i = 0; i < e->count; i++) {
        if (i) add(out, ",");
        mk_text_number(out, e->n[i]);
    }
    add(out, e->flags & MK_ROLLED ? "],\"rolled\":true" : "]");
    add(out, e->flags & MK_REVEALED ? ",\"revealed\":true,\"text\":" : ",\"text\":");
    mk_text_clear(sentence);
    mk_event_text(game, e, MK_MARKS, sentence);
    mk_text_json(out, sentence->p ? sentence->p : "");
    mk_text_bytes(out, "}\n", 2);
}

void table_write_events(const table *t, int entry, mk_text *lines) {
    int count;
    const mk_event *e = mk_table_events(t->live, entry, &count);
    mk_text sentence = {0};
    for (int i = 0; i < count; i++) {
        if (e[i].audience) write_event(t->game, &e[i], &sentence, lines);
    }
    mk_text_free(&sentence);
}

/* What is no event of the game: everyone sees it. */
static void write_op_event(const table *t, const table_op *d, mk_text *lines) {
    mk_text_add(lines, "%d {\"kind\":\"table\"", MK_EVERYONE);
    write_seat(t->game, d->seat, lines);
    mk_text_add(lines, ",\"numbers\":[],\"text\":");
    mk_text_json(lines, d->text ? d->text : "");
    mk_text_add(lines, "}\n");
}

void table_events_json(const char *lines, int seat, mk_text *out) {
    bool first = true;
    mk_text_bytes(out, "[", 1);
    while (*lines) {
        char *text;
        mk_event seen = {.audience = (uint8_t)strtol(lines, &text, 10)};
        size_t n = strcspn(text, "\n");
        if (*text == ' ' && mk_event_seen(&seen, seat)) {
            if (!first) mk_text_bytes(out, ",", 1);
            first = false;
            mk_text_bytes(out, text + 1, n - 1);
        }
        lines = text + n + (text[n] == '\n');
    }
    mk_text_bytes(out, "]", 1);
}

/* ---- Outcomes ----------------------------------------------------------- */

static void write_numbers(const table *t, const char *name, const int *number, mk_text *out) {
    mk_text_add(out, ",\"%s\":{", name);
    for (int i = 0; i < t->row.seat_count; i++)
        mk_text_add(out, "%s\"%s\":%d", i ? "," : "", table_seat_id(t, i), number[i]);
    mk_text_add(out, "}");
}

void table_outcome(const table *t, const char *reason, int loser, mk_text *out) {
    int rank[MK_MAX_SEATS];
    for (int i = 0; i < MK_MAX_SEATS; i++) rank[i] = i == loser ? t->row.seat_count : 1;
    mk_text_add(out, "{\"reason\":\"%s\"", reason);
    write_numbers(t, "ranks", rank, out);
    mk_text_add(out, "}");
}

static void outcome_by_rules(const table *t, mk_text *out) {
    mk_outcome o = {0};
    int rank[MK_MAX_SEATS], margin[MK_MAX_SEATS];
    t->game->outcome(mk_table_state(t->live), &o);
    for (int i = 0; i < MK_MAX_SEATS; i++) {
        rank[i] = o.rank[i];
        margin[i] = o.margin[i];
    }
    mk_text_add(out, "{\"reason\":\"rule\",\"rule\":");
    mk_text_json(out, o.reason ? o.reason : "");
    const char *title = o.reason ? mk_rule_title(t->game, o.reason) : NULL;
    mk_text_add(out, ",\"rule_title\":");
    mk_text_json(out, title ? title : "");
    write_numbers(t, "ranks", rank, out);
    write_numbers(t, "margins", margin, out);
    mk_text_add(out, "}");
}

static message *over_message(const table *t) {
    mk_text out = {0};
    mk_text_add(&out, "{\"t\":\"over\",\"outcome\":%s,\"key\":\"", t->row.outcome);
    add_key(&out, t->row.key);
    mk_text_add(&out, "\"}");
    message *m = message_of(&out);
    mk_text_free(&out);
    return m;
}

/* ---- The batch ---------------------------------------------------------- */

/* To write a position takes as long as to make a move: not on the loop. */
static store_code store_position_of(store *db, const operation *o) {
    mk_text text = {0};
    store_code code = STORE_FAILED;
    if (mk_position_write(o->table->game, o->position, MK_POSITION_WITH_DICE, &text, NULL))
        code = store_position_save(db, o->write.table, &o->place, text.p, -1);
    mk_text_free(&text);
    return code;
}

static store_code run_operation(store *db, write_op *w) {
    operation *o = (operation *)w;
    store_code code = store_op_add(db, w->table, &o->op);
    if (code == STORE_OK && o->drop_position >= 0)
        code = store_position_drop(db, w->table, o->drop_position);
    if (code == STORE_OK && o->position) code = store_position_of(db, o);
    if (code == STORE_OK && o->row) code = store_table_save(db, o->row);
    if (code != STORE_OK) return code;
    broadcast_write(&o->broadcast, o->op.events);
    table_news(db, w, o->table->row.code, &o->summary, o->row != NULL);
    return STORE_OK;
}

static void send_broadcast(const operation *o) {
    for (client *c = o->table->clients; c; c = c->table_next) {
        message *m = broadcast_to(&o->broadcast, c->seat);
        if (c->waiting) continue;
        if (m) client_send(c, m);
        if (o->over_message) client_send(c, o->over_message);
    }
}

void table_send_over(const table *t) {
    message *m = over_message(t);
    for (client *c = t->clients; c; c = c->table_next)
        if (!c->waiting) client_send(c, m);
    message_drop(m);
}

/* What is in memory has not happened: the table is read again. A table whose operations are
 * refused again and again does not fit its rows. */
void table_was_refused(server *s, table *t, store_code code) {
    t->needs_reload = s->reload_any = true;
    if (code != STORE_FAILED) t->refusals++;
}

/* Who has resigned knows no more from then on than anyone who looks on. */
void table_seat_becomes_spectator(const table *t, int seat) {
    for (client *c = t->clients; c; c = c->table_next)
        if (c->seat == seat) c->seat = MK_SPECTATOR;
}

static void operation_done(server *s, write_op *w, bool kept) {
    operation *o = (operation *)w;
    table *t = o->table;
    t->pending--;
    t->busy--;
    if (!kept) {
        uint8_t seat = (uint8_t)(o->op.seat >= 0 ? 1u << o->op.seat : 0);
        bool raced = s->cluster && w->code != STORE_FAILED;
        if (raced && o->op.kind == OP_RESIGN)
            t->resigns_again |= seat;
        else if (raced)
            t->raced |= seat;
        table_was_refused(s, t, w->code);
    } else {
        t->refusals = 0;
        t->stored_n = o->op.n;
        if (o->row) t->stored_version = o->row->version + 1;
        if (o->op.kind == OP_ACTION) s->metrics.moves++;
        send_broadcast(o);
        if (o->op.kind == OP_RESIGN && !o->over) table_seat_becomes_spectator(t, o->op.seat);
        for (client *c = t->clients; c && t->pending == 0; c = c->table_next)
            if (c->waiting) msg_send_joined(c);
    }
    broadcast_free(&o->broadcast);
    message_drop(o->over_message);
    free(o->position);
    free(o->row);
    free(o);
}

/* Positions are kept at resume points, at least once a turn; undoing past one takes it away. */
static void store_place_if_due(table *t, operation *o, bool new_turn) {
    int entries = mk_table_count(t->live);
    bool undone = (o->op.kind == OP_UNDO && entries < t->position.entries) ||
                  (o->op.kind == OP_UNDO_TO &&
                   mk_table_entry(t->live, entries - 1)->undo_to < t->position.entries);
    int old = t->position.n > t->base_n ? t->position.n : -1; /* the base itself must stay */
    if (t->position.n >= 0 && undone) {
        o->drop_position = old;
        t->position = (store_place){.n = -1};
    }
    bool due = t->position.n < 0 || new_turn || t->n - t->position.n >= POSITION_EVERY;
    const void *state = mk_table_state(t->live);
    if (o->op.kind != OP_ACTION || o->over || !due || !mk_resume_point_at(t->game, state)) return;
    t->position = (store_place){.n = t->n, .entries = entries};
    memcpy(t->position.seconds_used, t->seconds_used, sizeof t->seconds_used);
    o->place = t->position;
    o->position = memcpy(must_alloc(t->game->state_size), state, t->game->state_size);
    if (old >= 0) o->drop_position = old;
}

static operation *new_operation(server *s, table *t, const table_op *d) {
    mk_text_clear(&s->line);
    mk_text_clear(&s->events);
    if (d->kind == OP_ACTION || d->kind == OP_UNDO_TO)
        mk_journal_write_entry(t->live, mk_table_count(t->live) - 1, &s->line);
    if (d->line) mk_text_add(&s->line, "%s", d->line);
    if (d->kind == OP_ACTION)
        table_write_events(t, mk_table_count(t->live) - 1, &s->events);
    else if (d->kind == OP_SETUP)
        table_write_events(t, -1, &s->events);
    else
        write_op_event(t, d, &s->events);

    operation *o = must_alloc(sizeof *o + s->line.n + s->events.n + 2);
    o->write = (write_op){.run = run_operation, .done = operation_done, .table = t->row.id};
    o->table = t;
    o->drop_position = -1;
    char *line = o->texts, *events = o->texts + s->line.n + 1;
    if (s->line.n) memcpy(line, s->line.p, s->line.n);
    if (s->events.n) memcpy(events, s->events.p, s->events.n);
    o->op = (store_op){.n = d->kind == OP_SETUP ? 0 : ++t->n,
                       .kind = d->kind,
                       .seat = d->seat,
                       .at = server_time(),
                       .line = line,
                       .events = events};
    return o;
}

/* Does it end the game? By the rules, or by what was done. */
static void end_if_over(table *t, const table_op *d, operation *o) {
    if (t->decides != MK_OVER && !d->outcome) return;
    mk_text outcome = {0};
    if (d->outcome)
        mk_text_add(&outcome, "%s", d->outcome);
    else
        outcome_by_rules(t, &outcome);
    snprintf(t->row.outcome, sizeof t->row.outcome, "%s", outcome.p);
    mk_text_free(&outcome);
    t->row.state = TABLE_OVER;
    o->over = o->save_row = true;
}

/* He has done something: from now on he may be notified again. */
static void allow_notifications(table *t, int seat) {
    uint8_t others = (uint8_t) ~(1u << seat);
    t->warned &= others;
    t->mailed &= others;
    t->pushed &= others;
}

/* Whatever it thinks about is no longer the case: it need not think to the end. */
static void interrupt_bots(table *t) {
    for (int s = 0; s < MK_MAX_SEATS; s++)
        if (t->thinking && t->mind[s]) mk_mind_stop(t->mind[s], true);
}

void table_op_follows(server *s, table *t, op_kind kind, int seat) {
    if (seat >= 0) allow_notifications(t, seat);
    if (kind == OP_UNDO || kind == OP_UNDO_TO || kind == OP_RESIGN) standing_forget(t);
    if (!table_has_people(t)) t->rests_until = server_now() + BOTS_REST;
    if (t->proposed_n < t->n) msg_cancel_proposal(s, t);
    if (t->thinking) interrupt_bots(t);
}

void table_add_op(server *s, table *t, const table_op *d) {
    int decided = t->decides;
    operation *o = new_operation(s, t, d);
    clock_charge(t, d->kind, o->op.at);
    t->decides = mk_seat(t->game, mk_table_state(t->live));
    int turn = t->turn;
    clock_pass(&s->config, t, decided);
    if (d->kind == OP_PAUSE) t->paused = true;
    if (d->kind == OP_RESUME) t->paused = false;
    t->row.changed = o->op.at;
    o->save_row = d->save_row;
    end_if_over(t, d, o);
    store_place_if_due(t, o, t->turn != turn);
    if (o->save_row) {
        o->row = must_alloc(sizeof *o->row);
        *o->row = t->row;
        t->row.version++;
    }
    if (s->cluster) table_write_summary(t, &o->op, &o->summary);
    table_op_follows(s, t, d->kind, d->seat);
    broadcast_begin(s, t, &o->op, &o->broadcast);
    if (o->over) o->over_message = over_message(t);
    t->known = true;
    t->pending++;
    t->busy++;
    t->idle_since = server_now();
    writer_add(s->writer, &o->write);
    if (t->decides != decided || o->save_row || d->kind != OP_ACTION)
        lobby_touch(s, t, o->save_row || d->kind != OP_ACTION ? TOUCHED_TABLE : TOUCHED_TURN);
    if (d->kind == OP_ACTION) check_table(s, t);
    table_wake_bot(s, t);
}

/* ---- Bots --------------------------------------------------------------- */

typedef struct {
    job job;
    table *table;
    const mk_game *game;
    const mk_bot *bot;
    int n, unloads, seat;
    mk_mind *mind;    /* the table's; NULL: the bot needs none */
    bool begun;       /* false: the server ended before its turn came */
    mk_action action; /* verb 0: none was chosen */
    mk_rng rng;
    _Alignas(16) uint8_t state[];
} bot_job;

static void think(job *j) {
    bot_job *b = (bot_job *)j;
    b->begun = true;
    b->action = mk_bot_think(b->bot, b->game, b->state, b->seat, &b->rng, b->mind);
}

static void stop_thinking(job *j) { mk_mind_stop(((bot_job *)j)->mind, true); }

/* Who has waited longest thinks next, table by table; the plan of a whole move is one thought. */
static mk_mind *ready_mind(const server *s, table *t) {
    mk_mind **mind = &t->mind[t->decides];
    if (!*mind) *mind = mk_mind_new();
    mk_mind_limits(*mind, 0, s->config.think, 1);
    mk_mind_stop(*mind, false);
    return *mind;
}

/* Somebody has answered once for all: it only has to be said. */
static void repeat_answer(job *j) { ((bot_job *)j)->begun = true; }

static void bot_done(server *s, job *j) {
    bot_job *b = (bot_job *)j;
    table *t = b->table;
    t->busy--;
    t->thinking = false;
    if (b->mind) thoughts_end(s, t);
    mk_error error;
    /* At the same version nothing was done since: no pause, no other seat's decision. A table that
     * was read again may have the same number of operations, but others. */
    bool current = t->live && t->n == b->n && t->unloads == b->unloads && !t->needs_reload &&
                   t->row.state == TABLE_PLAYING;
    if (current) broadcast_before(s, t);
    if (current && b->action.verb && mk_table_do(t->live, b->seat, b->action, &error)) {
        s->metrics.bot_moves++;
        table_add_op(s, t, &(table_op){.kind = OP_ACTION, .seat = b->seat});
    } else if (!current) {
        table_wake_bot(s, t);
    } else if (b->begun) {
        check_failed(s, t, b->action.verb ? error.text : "the bot finds nothing to do");
    }
    free(b);
}

/* The bot's own choices are no game's dice: it has a generator for itself. */
static void seed_bot(mk_rng *rng, const table *t) {
    uint8_t key[MK_KEY_BYTES];
    random_key(key, (uint64_t)t->n);
    mk_rng_key(rng, key);
}

/* Bots alone play for those who watch, and so that these can follow. */
static bool rests(const server *s, const table *t) {
    if (table_has_people(t)) return false;
    bool watched = t->clients || presence_has(s, 0, t->row.code);
    return !watched || server_now() < t->rests_until;
}

/* A bot has to go on here, or somebody's answer is known: the position is needed. */
static bool read_for_bot(server *s, table *t) {
    char why[STORE_PROBLEM];
    if (t->live) return true;
    bool asked = t->row.seat[t->decides].state == SEAT_BOT || t->standing[t->decides].phase;
    return s->cluster && asked && store_ready(s->reads) && table_load(s, t, why, sizeof why);
}

void table_wake_bot(server *s, table *t) {
    if (t->thinking || t->needs_reload || t->gone || t->behind || !cluster_duty(s, t)) return;
    if (t->row.state != TABLE_PLAYING || t->paused || t->decides < 0 || rests(s, t)) return;
    if (!read_for_bot(s, t)) return;
    const store_seat *seat = &t->row.seat[t->decides];
    mk_action answer = standing_answer(t);
    if (seat->state != SEAT_BOT && !answer.verb) return;
    const mk_bot *bot = mk_find_bot(seat->bot, t->game);
    if (!bot) bot = mk_bot_at(0); /* one that is no longer there: somebody has to play */
    bot_job *b = must_alloc(sizeof *b + t->game->state_size);
    *b = (bot_job){.job = {.run = answer.verb ? repeat_answer : think, .done = bot_done},
                   .action = answer,
                   .table = t,
                   .game = t->game,
                   .bot = bot,
                   .n = t->n,
                   .unloads = t->unloads,
                   .seat = t->decides};
    memcpy(b->state, mk_table_state(t->live), t->game->state_size);
    seed_bot(&b->rng, t);
    bool thinks_ahead = bot->level && !answer.verb;
    if (thinks_ahead) {
        b->mind = ready_mind(s, t);
        b->job.cancel = stop_thinking;
    }
    if (!pool_add(thinks_ahead ? s->think_pool : s->bot_pool, &b->job)) {
        free(b); /* too many think already: the next tick tries again */
        return;
    }
    t->thinking = true;
    t->thinks = b->seat;
    if (thinks_ahead) thoughts_begin(s, t);
    t->busy++;
}
