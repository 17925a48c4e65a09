/* lobby.c - games and tables as lists, and what changes in them told as it changes. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/server.h"

enum { LIST_MAX = 200, FINISHED_MAX = 50 };

/* ---- Games -------------------------------------------------------------- */

static void field(mk_text *out, const char *name, const char *value) {
    mk_text_json(out, name);
    mk_text_add(out, ":");
    mk_text_json(out, value ? value : "");
}

static void write_named(mk_text *out, const char *list, const mk_seat_name *row) {
    mk_text_add(out, ",\"%s\":[", list);
    for (int i = 0; row[i].id; i++) {
        mk_text_add(out, i ? ",{" : "{");
        field(out, "id", row[i].id);
        mk_text_add(out, ",");
        field(out, "title", row[i].title);
        mk_text_add(out, ",");
        field(out, "summary", row[i].summary);
        mk_text_add(out, "}");
    }
    mk_text_add(out, "]");
}

static void write_options(mk_text *out, const mk_game *g) {
    mk_text_add(out, ",\"options\":[");
    for (int i = 0; g->options[i].id; i++) {
        mk_text_add(out, i ? ",{" : "{");
        field(out, "id", g->options[i].id);
        mk_text_add(out, ",");
        field(out, "title", g->options[i].title);
        mk_text_add(out, ",");
        field(out, "summary", g->options[i].summary);
        mk_text_add(out, ",\"values\":[");
        for (int v = 0; g->options[i].values[v]; v++) {
            if (v) mk_text_add(out, ",");
            mk_text_json(out, g->options[i].values[v]);
        }
        mk_text_add(out, "]}");
    }
    mk_text_add(out, "]");
}

static void write_verbs(mk_text *out, const mk_game *g) {
    mk_text_add(out, ",\"verbs\":[");
    for (int i = 1; i <= g->verb_count && g->verbs[i].name; i++) {
        mk_text_add(out, i > 1 ? ",{" : "{");
        field(out, "name", g->verbs[i].name);
        mk_text_add(out, ",\"kinds\":[");
        for (int k = 0; k < 3 && g->verbs[i].kind[k]; k++) {
            if (k) mk_text_add(out, ",");
            mk_text_json(out, g->kinds[g->verbs[i].kind[k]].name);
        }
        mk_text_add(out, "]}");
    }
    mk_text_add(out, "]");
}

static void write_bots(mk_text *out, const mk_game *g) {
    const mk_bot *bot;
    bool first = true;
    mk_text_add(out, ",\"bots\":[");
    for (int i = 0; (bot = mk_bot_at(i)); i++) {
        if (bot->game && strcmp(bot->game, g->id) != 0) continue;
        mk_text_add(out, first ? "{" : ",{");
        first = false;
        field(out, "name", bot->name);
        mk_text_add(out, ",");
        field(out, "summary", bot->summary);
        mk_text_add(out, "}");
    }
    mk_text_add(out, "]");
}

static void write_game(mk_text *out, const mk_game *g) {
    mk_text_add(out, "{");
    field(out, "id", g->id);
    mk_text_add(out, ",");
    field(out, "title", g->title);
    mk_text_add(out, ",\"rules_version\":%d,\"board\":\"/api/games/%s/board?v=%016" PRIx64 "\"",
                g->rules_version, g->id, mk_data_hash(g));
    write_named(out, "seats", g->seats);
    write_named(out, "scenarios", g->scenarios);
    write_options(out, g);
    write_verbs(out, g);
    write_bots(out, g);
    mk_text_add(out, "}");
}

void lobby_games(request *r) {
    mk_text_add(&r->answer, "{\"games\":[");
    for (int i = 0; i < mk_game_count(); i++) {
        if (i) mk_text_add(&r->answer, ",");
        write_game(&r->answer, mk_game_at(i));
    }
    mk_text_add(&r->answer, "]}");
    http_answer(r, 200, "application/json");
}

/* ---- One table ---------------------------------------------------------- */

static const char *const state_names[] = {"open", "playing", "over"};

static bool is_at_table(const table *t, int64_t user) {
    for (const client *c = t->clients; c; c = c->table_next)
        if (c->user.id == user) return true;
    return false;
}

static void write_seat(const table *t, int i, mk_text *out) {
    const store_seat *seat = &t->row.seat[i];
    static const char *const states[] = {"open", "kept", "taken", "taken"};
    mk_text_add(out, "%s{", i ? "," : "");
    field(out, "seat", table_seat_id(t, i));
    mk_text_add(out, ",");
    field(out, "state", t->resigned >> i & 1 ? "resigned" : states[seat->state]);
    if (seat->state == SEAT_BOT) {
        mk_text_add(out, ",");
        field(out, "bot", seat->bot);
    } else if (seat->state != SEAT_OPEN) {
        mk_text_add(out, ",");
        field(out, "player", seat->name);
        mk_text_add(out, ",\"here\":%s", is_at_table(t, seat->user) ? "true" : "false");
    }
    mk_text_add(out, "}");
}

static void write_options_of(const table *t, mk_text *out) {
    mk_text_add(out, ",\"options\":{");
    bool first = true;
    for (const char *p = t->row.options; *p;) {
        size_t n = strcspn(p, "\n"), name = strcspn(p, "=");
        if (name < n) /* both are ids of the game: nothing in them to escape */
            mk_text_add(out, "%s\"%.*s\":\"%.*s\"", first ? "" : ",", (int)name, p,
                        (int)(n - name - 1), p + name + 1);
        first = false;
        p += n + (p[n] == '\n');
    }
    mk_text_add(out, "}");
}

static void write_mine(const table *t, int64_t user, mk_text *out) {
    int seats = tables_seats_of(t, user);
    bool first = true, kept = false;
    mk_text_add(out, ",\"mine\":[");
    for (int i = 0; i < t->row.seat_count; i++) {
        kept |= user && t->row.seat[i].state == SEAT_KEPT && t->row.seat[i].user == user;
        if (!(seats >> i & 1)) continue;
        mk_text_add(out, "%s\"%s\"", first ? "" : ",", table_seat_id(t, i));
        first = false;
    }
    bool turn = t->row.state == TABLE_PLAYING && t->decides >= 0 && seats >> t->decides & 1;
    mk_text_add(out, "],\"my_turn\":%s,\"invited\":%s", turn ? "true" : "false",
                kept ? "true" : "false");
    if (seats || kept || (user && t->row.owner == user)) {
        mk_text_add(out, ",");
        field(out, "secret", t->row.secret);
    }
}

static void write_end(const table *t, mk_text *out) {
    bool over = table_is_over(t);
    mk_text_add(out, ",\"outcome\":%s", over && *t->row.outcome ? t->row.outcome : "null");
    if (!over && !t->row.imported) return;
    mk_text_add(out, ",\"key\":\"");
    for (int i = 0; i < MK_KEY_BYTES; i++) mk_text_add(out, "%02x", t->row.key[i]);
    mk_text_add(out, "\"");
}

void lobby_write_table(const server *s, const table *t, int64_t user, mk_text *out) {
    (void)s;
    const store_table *row = &t->row;
    mk_text_add(out, "{");
    field(out, "id", row->code);
    mk_text_add(out, ",");
    field(out, "game", row->game);
    mk_text_add(out, ",");
    field(out, "scenario", row->scenario);
    write_options_of(t, out);
    mk_text_add(out, ",");
    field(out, "title", row->title);
    mk_text_add(out, ",");
    field(out, "owner", row->owner_name);
    mk_text_add(out,
                ",\"public\":%s,\"state\":\"%s\",\"created\":%lld,\"changed\":%lld,\"n\":%d,"
                "\"paused\":%s,\"upgraded\":%s,\"imported\":%s,\"key_hash\":\"%s\"",
                row->open_to_all ? "true" : "false", state_names[row->state],
                (long long)row->created, (long long)row->changed, t->n,
                t->paused ? "true" : "false", t->upgraded ? "true" : "false",
                row->imported ? "true" : "false", t->key_hash);
    mk_text_add(out, ",\"turn\":");
    if (row->state == TABLE_PLAYING && t->decides >= 0)
        mk_text_json(out, table_seat_id(t, t->decides));
    else
        mk_text_add(out, "null");
    mk_text_add(out, ",\"seats\":[");
    for (int i = 0; i < row->seat_count; i++) write_seat(t, i, out);
    mk_text_add(out, "]");
    if (row->clock_days)
        mk_text_add(out, ",\"clock\":{\"days\":%d,\"bonus_hours\":%d}", row->clock_days,
                    row->bonus_hours);
    else
        mk_text_add(out, ",\"clock\":null");
    write_mine(t, user, out);
    write_end(t, out);
    mk_text_add(out, "}");
}

/* ---- Who sees which ----------------------------------------------------- */

/* Seats, kept ones as well, or the owner's. */
static bool is_mine(const table *t, int64_t user) {
    if (!user) return false;
    if (t->row.owner == user) return true;
    for (int i = 0; i < t->row.seat_count; i++)
        if (t->row.seat[i].user == user && t->row.seat[i].state != SEAT_OPEN) return true;
    return false;
}

bool lobby_may_see(const table *t, int64_t user, const char *secret) {
    if (t->row.open_to_all || is_mine(t, user)) return true;
    size_t n = strlen(t->row.secret);
    if (strlen(secret) != n) return false;
    unsigned differ = 0; /* the whole of it, so that time tells nothing */
    for (size_t i = 0; i < n; i++) differ |= (unsigned)(secret[i] ^ t->row.secret[i]);
    return differ == 0;
}

static bool is_listed(const table *t) {
    return t->row.open_to_all && t->row.state != TABLE_OVER && !t->gone;
}

static void write_public(const server *s, int64_t user, mk_text *out) {
    int count = 0;
    mk_text_add(out, "[");
    for (const table *t = s->tables; t && count < LIST_MAX; t = t->next) {
        if (!is_listed(t)) continue;
        if (count++) mk_text_add(out, ",");
        lobby_write_table(s, t, user, out);
    }
    mk_text_add(out, "]");
}

typedef struct {
    server *server;
    int64_t user;
    mk_text *out;
    int count;
} mine_writer;

static void write_finished(void *context, const store_table *row) {
    mine_writer *w = context;
    table *t = tables_find(w->server, row->code);
    if (!t || !table_is_over(t)) return;
    if (w->count++) mk_text_add(w->out, ",");
    lobby_write_table(w->server, t, w->user, w->out);
}

static void write_mine_list(server *s, int64_t user, mk_text *out) {
    mine_writer w = {s, user, out, 0};
    mk_text_add(out, "[");
    for (const table *t = s->tables; user && t; t = t->next) {
        if (t->gone || t->row.state == TABLE_OVER || !is_mine(t, user)) continue;
        if (w.count++) mk_text_add(out, ",");
        lobby_write_table(s, t, user, out);
    }
    if (user) store_tables_finished(s->reads, user, FINISHED_MAX, write_finished, &w);
    mk_text_add(out, "]");
}

void lobby_list(request *r) {
    mk_text_add(&r->answer, "{\"tables\":");
    write_public(r->server, r->user.id, &r->answer);
    mk_text_add(&r->answer, "}");
    http_answer(r, 200, "application/json");
}

void lobby_mine(request *r) {
    mk_text_add(&r->answer, "{\"tables\":");
    write_mine_list(r->server, r->user.id, &r->answer);
    mk_text_add(&r->answer, "}");
    http_answer(r, 200, "application/json");
}

table *lobby_find(request *r) {
    char secret[STORE_SECRET] = "";
    http_query(r, "secret", secret, sizeof secret);
    const char *in_body = r->json ? json_string_value(json_object_get(r->json, "secret")) : NULL;
    table *t = strlen(r->word) < STORE_CODE ? tables_find(r->server, r->word) : NULL;
    if (t && lobby_may_see(t, r->user.id, in_body ? in_body : secret)) return t;
    http_error(r, 404, "not_found", "There is no such table, or it is private.");
    return NULL;
}

void lobby_answer_table(request *r, const table *t) {
    mk_text_clear(&r->answer);
    mk_text_add(&r->answer, "{\"table\":");
    lobby_write_table(r->server, t, r->user.id, &r->answer);
    mk_text_add(&r->answer, "}");
    http_answer(r, 200, "application/json");
}

void lobby_show(request *r) {
    const table *t = lobby_find(r);
    if (t) lobby_answer_table(r, t);
}

/* ---- Told as it changes ------------------------------------------------- */

void lobby_touch(server *s, table *t, bool all) {
    t->touched_all |= all;
    if (t->is_touched) return;
    t->is_touched = true;
    t->next_touched = s->touched;
    s->touched = t;
}

static bool wants(const client *c, const table *t, bool all) {
    if (c->table == t) return all; /* whose turn it is stands in the view */
    return (c->in_lobby && is_listed(t)) || is_mine(t, c->user.id);
}

static void tell(const server *s, table *t) {
    mk_text out = {0};
    for (client *c = s->clients; c; c = c->next) {
        if (!wants(c, t, t->touched_all)) continue;
        mk_text_clear(&out);
        mk_text_add(&out, "{\"t\":\"table\",\"table\":");
        lobby_write_table(s, t, c->user.id, &out);
        mk_text_add(&out, "}");
        client_text(c, &out);
    }
    mk_text_free(&out);
}

/* Tables whose last operation is not yet kept wait for the next time. */
void lobby_flush(server *s) {
    table *list = s->touched;
    s->touched = NULL;
    while (list) {
        table *t = list;
        list = t->next_touched;
        t->is_touched = false;
        bool all = t->touched_all;
        if (t->gone) continue;
        if (t->pending > 0 || t->spoilt) {
            lobby_touch(s, t, all);
            continue;
        }
        tell(s, t);
        t->touched_all = false;
    }
}

void lobby_follow(client *c) {
    mk_text out = {0};
    mk_text_add(&out, "{\"t\":\"lobby\",\"tables\":");
    write_public(c->server, c->user.id, &out);
    mk_text_add(&out, ",\"mine\":");
    write_mine_list(c->server, c->user.id, &out);
    mk_text_add(&out, "}");
    client_text(c, &out);
    mk_text_free(&out);
}

void lobby_tell_gone(server *s, const table *t) {
    mk_text out = {0};
    mk_text_add(&out, "{\"t\":\"gone\",\"table\":\"%s\"}", t->row.code);
    for (client *c = s->clients; c; c = c->next)
        if (c->table == t || wants(c, t, true)) client_text(c, &out);
    mk_text_free(&out);
}
