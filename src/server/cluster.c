/* cluster.c - several servers on one database.
 *
 * Any of them serves any table. What is done is decided by the database: an operation has the next
 * number of its table, a row its next version, or it is refused. What was done is told to the
 * others with the commit, as lines of words (LISTEN and NOTIFY), and what is not in the database at
 * all (who is here, what was proposed, what was taken of a limit) in the same way at the end of a
 * turn.
 *
 * Each says once a second that it is alive and leases its share of the tables to look after: their
 * bots and clocks, notifications of their players. A lease that is not renewed ends after
 * STORE_LEASE seconds. If two ever look after the same table, nothing is done twice: their moves
 * have the same number, their words the same key.
 *
 *   op CODE N …          an operation (table_follow.c)
 *   row CODE             a table is new, changed or gone
 *   chat CODE ID         somebody said something (talk.c)
 *   notes CODE SEAT      somebody wrote notes
 *   user ID              an account or its sessions changed
 *   ask CODE N …         a proposal (consent.c)
 *   standing CODE SEAT … an answer that was given once for all (standing.c)
 *   here USER CODE ON    somebody comes or goes (presence.c)
 *   take HASH KIND COUNT of a limit (limits.c)
 *   notice CODE WORDS    to all at a table
 *   again CODE           what is in no database about a table is to be said once more
 *   hello, bye           a server comes, goes
 */
#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/fnv.h"
#include "server/server.h"

enum { TAKEN_OVER = 50 }; /* notifications of servers that are gone, in a second */

struct cluster {
    int64_t rules; /* a hash of those that this binary plays by */
    store_beat beat;
    double duty_until;
    bool beating;
    presence *presence;
    mk_text out; /* lines that are to be told */
};

presence *cluster_presence(const server *s) { return s->cluster->presence; }

/* ---- Telling ------------------------------------------------------------------------ */

static store_code nothing(store *db, write_op *op) {
    (void)db, (void)op;
    return STORE_OK;
}

static void told(server *s, write_op *op, bool kept) {
    (void)s, (void)kept; /* if not: the others will ask again when they hear of us */
    free(op);
}

static void send_out(server *s) {
    cluster *c = s->cluster;
    if (c->out.n == 0) return;
    if (!s->writer) { /* the server is ending: all hear that it is gone */
        mk_text_clear(&c->out);
        return;
    }
    write_op *op = must_alloc(sizeof *op);
    *op = (write_op){.run = nothing, .done = told, .news = must_copy(c->out.p)};
    mk_text_clear(&c->out);
    writer_add(s->writer, op);
}

void cluster_tell(server *s, const char *format, ...) {
    if (!s->cluster) return;
    char line[300];
    va_list values;
    va_start(values, format);
    vsnprintf(line, sizeof line, format, values);
    va_end(values);
    mk_text *out = &s->cluster->out;
    if (out->n + strlen(line) + 40 > STORE_NEWS) send_out(s);
    mk_text_add(out, "%s%s", out->n ? "\n" : "", line);
}

/* ---- Hearing ------------------------------------------------------------------------- */

/* What is in no database. */
static void tell_about(server *s, const table *t) {
    if (t->gone || t->row.state != TABLE_PLAYING) return;
    if (t->proposed != PROPOSED_NOTHING) consent_tell(s, t);
    standing_tell(s, t);
}

/* A server is new to us, or we to it. */
static void tell_everything(server *s) {
    presence_tell_all(s);
    for (const table *t = s->tables; t; t = t->next) tell_about(s, t);
}

/* It could not listen while it was behind at this table. */
static void hear_again(server *s, const char *code) {
    const table *t = tables_in_memory(s, code);
    if (t) tell_about(s, t);
}

static void hear_line(server *s, int64_t from, const char *line) {
    static const struct {
        const char *name;
        void (*hear)(server *, const char *words);
    } kinds[] = {
        {"op ", table_hear_op},       {"row ", table_hear_row}, {"chat ", talk_hear_chat},
        {"notes ", talk_hear_notes},  {"user ", accounts_hear}, {"ask ", consent_hear},
        {"standing ", standing_hear}, {"take ", limits_hear},   {"notice ", msg_hear_notice},
        {"again ", hear_again},
    };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        size_t n = strlen(kinds[i].name);
        if (strncmp(line, kinds[i].name, n) == 0) kinds[i].hear(s, line + n);
    }
    if (strncmp(line, "here ", 5) == 0) presence_hear(s, from, line + 5);
    if (strcmp(line, "hello") == 0) tell_everything(s);
    if (strcmp(line, "bye") == 0) presence_drop(s, from);
}

/* Operations first: what else is said rests on them. */
static void hear(server *s, char *text) {
    char *lines;
    int64_t from = strtoll(text, &lines, 10);
    if (from == s->id || *lines != '\n') return;
    for (int ops = 1; ops >= 0; ops--) {
        for (char *line = lines + 1, *end; line; line = end ? end + 1 : NULL) {
            end = strchr(line, '\n');
            if (end) *end = '\0';
            bool is_op = strncmp(line, "op ", 3) == 0 || strncmp(line, "row ", 4) == 0;
            if (is_op == (ops == 1)) hear_line(s, from, line);
            if (end) *end = '\n';
        }
        tables_catch_up(s);
    }
}

static void adopt_unknown(void *context, const store_table *row) {
    server *s = context;
    if (!tables_in_memory(s, row->code)) lobby_touch(s, tables_adopt(s, row), TOUCHED_TABLE);
}

/* While we did not hear anything may have happened. */
static void ask_about_everything(server *s) {
    net_watch(s->net, store_socket(s->reads));
    store_tables_going(s->reads, adopt_unknown, s);
    for (table *t = s->tables; t; t = t->next)
        if (!t->gone && !t->deleting) table_freshen(s, t);
    s->to_load = s->tables;
    presence_drop(s, 0);
    cluster_tell(s, "hello");
}

static void hear_all(server *s) {
    const char *text;
    bool missed;
    do {
        text = store_heard(s->reads, &missed);
        if (missed) ask_about_everything(s);
        if (!text) continue;
        char *copy = must_copy(text);
        hear(s, copy);
        free(copy);
    } while (text || missed);
    tables_catch_up(s); /* where our own operations were waited for */
}

void cluster_turn(server *s) {
    if (!s->cluster) return;
    hear_all(s);
    send_out(s);
}

/* ---- Being alive ---------------------------------------------------------------------- */

typedef struct {
    write_op write;
    int64_t id, rules;
    double at;
    store_beat beat;
    int left; /* of servers that are gone */
    store_notification notification[TAKEN_OVER];
} heartbeat;

static void note_left(void *context, const store_notification *n) {
    heartbeat *h = context;
    if (h->left < TAKEN_OVER) h->notification[h->left++] = *n;
}

static store_code run_beat(store *db, write_op *op) {
    heartbeat *h = (heartbeat *)op;
    h->left = 0;
    store_code code = store_server_beat(db, h->id, h->rules, &h->beat);
    return code == STORE_OK ? store_notifications_left(db, h->id, TAKEN_OVER, note_left, h) : code;
}

static bool is_among(const store_beat *beat, int64_t id) {
    for (int i = 0; i < beat->count; i++)
        if (beat->server[i].id == id) return true;
    return false;
}

/* Who is gone is nobody's any more; who is new has not heard who is here. */
static void compare(server *s, const store_beat *now) {
    const store_beat *before = &s->cluster->beat;
    bool is_new = false;
    for (int i = 0; i < before->count; i++) {
        if (is_among(now, before->server[i].id)) continue;
        log_info("server_gone", "server=%" PRId64, before->server[i].id);
        presence_drop(s, before->server[i].id);
    }
    for (int i = 0; i < now->count; i++) {
        if (now->server[i].id == s->id || is_among(before, now->server[i].id)) continue;
        log_info("server_here", "server=%" PRId64, now->server[i].id);
        is_new = true;
    }
    if (is_new) cluster_tell(s, "hello");
}

static void beat_done(server *s, write_op *op, bool kept) {
    heartbeat *h = (heartbeat *)op;
    cluster *c = s->cluster;
    c->beating = false;
    if (kept) {
        compare(s, &h->beat);
        c->beat = h->beat;
        c->duty_until = h->at + STORE_LEASE - 1;
        for (int i = 0; i < h->left; i++) notify_take_over(s, &h->notification[i]);
    }
    free(h);
}

void cluster_tick(server *s) {
    cluster *c = s->cluster;
    if (!c) return;
    limits_tell(s);
    if (c->beating) return;
    heartbeat *h = must_alloc(sizeof *h);
    h->write = (write_op){.run = run_beat, .done = beat_done};
    h->id = s->id;
    h->rules = c->rules;
    h->at = server_now();
    c->beating = true;
    writer_add(s->writer, &h->write);
}

static bool has_duty(const server *s, int64_t number) {
    const cluster *c = s->cluster;
    return !c || (c->beat.duty[number] && server_now() < c->duty_until);
}

bool cluster_duty(const server *s, const table *t) { return has_duty(s, t->row.id % STORE_DUTIES); }

bool cluster_first_duty(const server *s) { return has_duty(s, 0); }

int cluster_servers(const server *s) { return s->cluster->beat.count; }

int cluster_duties(const server *s) {
    int count = 0;
    for (int i = 0; i < STORE_DUTIES; i++) count += has_duty(s, i);
    return count;
}

bool cluster_is_settled(const server *s) { return !s->cluster || s->cluster->beat.count > 0; }

bool cluster_is_outdated(const server *s) {
    const cluster *c = s->cluster;
    for (int i = c ? c->beat.count : 0; i > 0 && c->beat.server[i - 1].id != s->id; i--)
        if (c->beat.server[i - 1].rules != c->rules) return true; /* it came after us */
    return false;
}

/* ---- Beginning and end ------------------------------------------------------------------- */

static int64_t hash_rules(void) {
    uint64_t hash = MK_FNV_START;
    for (int i = 0; i < mk_game_count(); i++) {
        const mk_game *game = mk_game_at(i);
        uint64_t data = mk_data_hash(game);
        hash = mk_fnv(hash, game->id, strlen(game->id) + 1);
        hash = mk_fnv(hash, &game->rules_version, sizeof game->rules_version);
        hash = mk_fnv(hash, &data, sizeof data);
    }
    return (int64_t)hash;
}

/* Before the tables are read, so that nothing is missed in between. */
bool cluster_start(server *s, char *why, size_t size) {
    bool missed;
    if (!store_is_shared(s->reads)) return true;
    if (!store_listen(s->reads)) {
        snprintf(why, size, "%s", store_why(s->reads));
        return false;
    }
    store_heard(s->reads, &missed);
    net_watch(s->net, store_socket(s->reads));
    s->id = 1 + (int64_t)randombytes_uniform(INT32_MAX);
    s->cluster = must_alloc(sizeof *s->cluster);
    s->cluster->presence = presence_new();
    s->cluster->rules = hash_rules();
    s->loop_writer = delta_writer_new();
    return true;
}

typedef struct {
    write_op write;
    int64_t id;
} farewell;

static store_code run_farewell(store *db, write_op *op) {
    write_op_news(db, op, "bye");
    return store_server_end(db, ((farewell *)op)->id);
}

void cluster_stop(server *s) {
    if (!s->cluster) return;
    farewell *f = must_alloc(sizeof *f);
    *f = (farewell){{.run = run_farewell, .done = told}, s->id};
    writer_add(s->writer, &f->write);
}

void cluster_free(server *s) {
    if (!s->cluster) return;
    presence_free(s->cluster->presence);
    delta_writer_free(s->loop_writer);
    mk_text_free(&s->cluster->out);
    free(s->cluster);
    s->cluster = NULL;
}
