/* lobby.c - games and tables as lists, and what changes in them sent as it happens. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/catalogue.h"
#include "server/server.h"

/* Tables on a page of a list: the longest is far shorter than what a reader may lag behind. */
enum { PAGE = 100, FINISHED_MAX = 50, LIST_SECONDS = 2 };
static const double news_rate = 4e6,
                    news_wait = 5; /* bytes a second to the lobby; at most so long */

/* ---- Games -------------------------------------------------------------- */

/* What the binary brings is described in it; only a user's own data and drafts have to be read for
 * that. */
static bool write_game(request *r, const mk_game *game, mk_text *out) {
    const mk_packed *text = catalogue_embedded;
    while (text->name && strcmp(text->name, game->id) != 0) text++;
    if (text->name && !r->server->config.lists_anew) {
        mk_text_bytes(out, text->bytes, text->size);
        return true;
    }
    if (!boards_game(r, game->id)) return false;
    catalogue_write(game, out);
    return true;
}

bool lobby_write_games(request *r, mk_text *out) {
    mk_text_add(out, "{\"games\":[");
    for (int i = 0; i < mk_game_count(); i++) {
        if (i) mk_text_add(out, ",");
        if (!write_game(r, mk_game_at(i), out)) return false;
    }
    mk_text_add(out, "]}");
    return true;
}

/* ---- One table ---------------------------------------------------------- */

static void field(mk_text *out, const char *name, const char *value) {
    mk_text_json(out, name);
    mk_text_add(out, ":");
    mk_text_json(out, value ? value : "");
}

/* An end that is not kept yet has not come. */
const char *table_state_name(const table *t) {
    static const char *const names[] = {"open", "playing", "over"};
    return names[t->row.state == TABLE_OVER && !table_is_over(t) ? TABLE_PLAYING : t->row.state];
}

static bool is_at_table(const server *s, const table *t, int64_t user) {
    for (const client *c = t->clients; c; c = c->table_next)
        if (c->user.id == user) return true;
    return presence_has(s, user, t->row.code);
}

static void write_seat(const server *s, const table *t, int i, mk_text *out) {
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
        mk_text_add(out, ",\"here\":%s", is_at_table(s, t, seat->user) ? "true" : "false");
    }
    dice_write_seat(t, i, out);
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
    if (*t->row.problem) {
        mk_text_add(out, ",");
        field(out, "problem", t->row.problem);
    }
    mk_text_add(out, ",\"outcome\":%s", over && *t->row.outcome ? t->row.outcome : "null");
    if (!over && !t->row.imported) return;
    mk_text_add(out, ",\"key\":\"");
    add_key(out, t->row.key);
    mk_text_add(out, "\"");
    dice_write_end(t, out);
}

void lobby_write_table(const server *s, const table *t, int64_t user, mk_text *out) {
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
                row->open_to_all ? "true" : "false", table_state_name(t), (long long)row->created,
                (long long)row->changed, t->n, t->paused ? "true" : "false",
                t->upgraded ? "true" : "false", row->imported ? "true" : "false", t->key_hash);
    mk_text_add(out, ",\"turn\":");
    if (row->state == TABLE_PLAYING && t->decides >= 0)
        mk_text_json(out, table_seat_id(t, t->decides));
    else
        mk_text_add(out, "null");
    mk_text_add(out, ",\"seats\":[");
    for (int i = 0; i < row->seat_count; i++) write_seat(s, t, i, out);
    mk_text_add(out, "]");
    mk_text_add(out, ",\"counts\":%s,\"clock\":", row->counts ? "true" : "false");
    clock_write_rule(row, out);
    rematch_write(s, t, user, out);
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

/* ---- Lists --------------------------------------------------------------- */

static bool is_listed(const table *t) {
    return t->row.open_to_all && t->row.state != TABLE_OVER && !t->gone && !t->deleting;
}

/* A list of tables, page by page. */
typedef struct {
    server *server;
    int64_t user; /* whose view of them */
    mk_text *out;
    int skip, count;
    bool more; /* than fit on this page */
} list_writer;

static list_writer begin_list(server *s, int64_t user, int page, mk_text *out) {
    mk_text_add(out, "[");
    return (list_writer){.server = s, .user = user, .out = out, .skip = page * PAGE};
}

static void list_table(list_writer *w, const table *t) {
    if (w->skip > 0) {
        w->skip--;
        return;
    }
    w->more |= w->count == PAGE;
    if (w->more) return;
    if (w->count++) mk_text_add(w->out, ",");
    lobby_write_table(w->server, t, w->user, w->out);
}

static void end_list(const list_writer *w, const char *more) {
    mk_text_add(w->out, "],\"%s\":%s", more, w->more ? "true" : "false");
}

static void write_public(server *s, int64_t user, int page, mk_text *out) {
    list_writer w = begin_list(s, user, page, out);
    for (const table *t = s->tables; t && !w.more; t = t->next)
        if (is_listed(t)) list_table(&w, t);
    end_list(&w, "more");
}

static void list_finished(void *context, const store_table *row) {
    list_writer *w = context;
    table fresh;
    const table *t = tables_in_memory(w->server, row->code);
    if (!t) {
        tables_init(&fresh, row);
        t = &fresh;
    }
    if (table_is_over(t)) list_table(w, t);
}

typedef struct {
    const table *table;
    int rank; /* my turn, my seats, my own, invitations */
} ranked;

static int by_rank(const void *a, const void *b) {
    const ranked *x = a, *y = b;
    if (x->rank != y->rank) return x->rank - y->rank;
    return (x->table->row.id < y->table->row.id) - (x->table->row.id > y->table->row.id);
}

static int rank_of(const table *t, int64_t user) {
    int seats = tables_seats_of(t, user);
    if (t->row.state == TABLE_PLAYING && t->decides >= 0 && seats >> t->decides & 1) return 0;
    return seats ? 1 : t->row.owner == user ? 2 : 3;
}

/* What waits for this user first, invitations last: somebody else can make as many as he likes. */
static void write_mine_list(server *s, int64_t user, int page, const char *more, mk_text *out) {
    list_writer w = begin_list(s, user, page, out);
    int count = 0;
    ranked *mine = user ? must_alloc((size_t)(s->table_count + 1) * sizeof *mine) : NULL;
    for (const table *t = s->tables; mine && t; t = t->next)
        if (!t->gone && !t->deleting && t->row.state != TABLE_OVER && is_mine(t, user))
            mine[count++] = (ranked){t, rank_of(t, user)};
    if (mine) qsort(mine, (size_t)count, sizeof *mine, by_rank);
    for (int i = 0; i < count; i++) list_table(&w, mine[i].table);
    free(mine);
    if (user) store_tables_finished(s->reads, user, FINISHED_MAX, list_finished, &w);
    end_list(&w, more);
}

static int page_asked_for(const request *r) {
    char text[8];
    http_query(r, "page", text, sizeof text);
    int page = atoi(text);
    return page > 0 ? page : 0;
}

void lobby_list(request *r) {
    mk_text_add(&r->answer, "{\"tables\":");
    write_public(r->server, r->user.id, page_asked_for(r), &r->answer);
    mk_text_add(&r->answer, "}");
    http_answer(r, 200, "application/json");
}

void lobby_mine(request *r) {
    mk_text_add(&r->answer, "{\"tables\":");
    write_mine_list(r->server, r->user.id, page_asked_for(r), "more", &r->answer);
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

/* ---- Sent as it changes ------------------------------------------------- */

void lobby_touch(server *s, table *t, touch how) {
    bool listed = t->touched != TOUCHED_NOT;
    if (how > t->touched) t->touched = how;
    if (listed) return;
    t->next_touched = s->touched;
    s->touched = t;
}

static message *table_message(const server *s, const table *t, int64_t user) {
    mk_text out = {0};
    mk_text_add(&out, "{\"t\":\"table\",\"table\":");
    lobby_write_table(s, t, user, &out);
    mk_text_add(&out, "}");
    message *m = message_of(&out);
    mk_text_free(&out);
    return m;
}

static void send_own(client *c, const table *t) {
    message *m = table_message(c->server, t, c->user.id);
    client_send(c, m);
    message_drop(m);
}

/* Whose turn it is stands in the view of those who follow a table. */
static void send_to_followers(const server *s, const table *t, touch how) {
    message *for_visitors = NULL;
    for (client *c = how > TOUCHED_TURN ? t->clients : NULL; c; c = c->table_next) {
        if (is_mine(t, c->user.id)) {
            send_own(c, t);
            continue;
        }
        if (!for_visitors) for_visitors = table_message(s, t, 0);
        client_send(c, for_visitors);
    }
    message_drop(for_visitors);
}

/* Whom the tables of one turn concern. */
typedef struct {
    int64_t user;
    const table *table;
} concern;

typedef struct {
    concern *list;
    int count, room;
} concerns;

static void add_concern(concerns *all, int64_t user, const table *t) {
    if (!user) return;
    for (int i = all->count; i > 0 && all->list[i - 1].table == t; i--)
        if (all->list[i - 1].user == user) return;
    if (all->count == all->room) {
        all->room = all->room ? 2 * all->room : 64;
        all->list = realloc(all->list, (size_t)all->room * sizeof *all->list);
        if (!all->list) abort();
    }
    all->list[all->count++] = (concern){user, t};
}

static void add_concerns(concerns *all, const table *t) {
    add_concern(all, t->row.owner, t);
    for (int i = 0; i < t->row.seat_count; i++)
        if (t->row.seat[i].state != SEAT_OPEN) add_concern(all, t->row.seat[i].user, t);
}

static int by_user(const void *a, const void *b) {
    const concern *x = a, *y = b;
    return (x->user > y->user) - (x->user < y->user);
}

/* To all the players' other sockets, wherever they look. */
static void send_to_concerned(const server *s, concerns *all) {
    if (all->count == 0) return;
    qsort(all->list, (size_t)all->count, sizeof *all->list, by_user);
    for (client *c = s->clients; c; c = c->next) {
        int low = 0, high = all->count;
        while (c->user.id && low < high) {
            int middle = (low + high) / 2;
            if (all->list[middle].user < c->user.id)
                low = middle + 1;
            else
                high = middle;
        }
        for (; c->user.id && low < all->count && all->list[low].user == c->user.id; low++)
            if (all->list[low].table != c->table) send_own(c, all->list[low].table);
    }
}

static void forget_list(server *s) {
    message_drop(s->lobby_message);
    s->lobby_message = NULL;
}

/* One message for all who look at the lobby, at most so much for all of them together: the more of
 * them and the more news, the longer until the next. Each table stands in it once, as it is now. */
static void send_news(server *s) {
    mk_text open = {0}, gone = {0}, out = {0};
    for (table *t = s->tables; t; t = t->next) {
        if (!t->has_news) continue;
        t->has_news = false;
        mk_text *to = is_listed(t) ? &open : &gone;
        if (to->n) mk_text_add(to, ",");
        if (to == &open)
            lobby_write_table(s, t, 0, to);
        else
            mk_text_json(to, t->row.code);
    }
    mk_text_add(&out, "{\"t\":\"tables\",\"tables\":[");
    if (open.n) mk_text_bytes(&out, open.p, open.n);
    mk_text_add(&out, "],\"gone\":[%s]}", gone.p ? gone.p : "");
    message *m = message_of(&out);
    double bytes = 0;
    for (client *c = s->clients; c; c = c->next) {
        if (!c->in_lobby) continue;
        client_send(c, m);
        bytes += (double)out.n;
    }
    s->news_any = false;
    s->news_due = server_now() + fmin(bytes / news_rate, news_wait);
    message_drop(m);
    mk_text_free(&open);
    mk_text_free(&gone);
    mk_text_free(&out);
    forget_list(s);
}

/* Tables whose last operation is not yet kept wait for the next time. */
void lobby_flush(server *s) {
    table *list = s->touched;
    concerns all = {0};
    s->touched = NULL;
    while (list) {
        table *t = list;
        touch how = t->touched;
        list = t->next_touched;
        t->touched = TOUCHED_NOT;
        if (t->gone || t->deleting) continue;
        if (t->pending > 0 || t->needs_reload) {
            lobby_touch(s, t, how);
            continue;
        }
        send_to_followers(s, t, how);
        if (how != TOUCHED_HERE) add_concerns(&all, t);
        if (how == TOUCHED_TABLE && t->row.open_to_all) t->has_news = s->news_any = true;
    }
    send_to_concerned(s, &all);
    free(all.list);
    if (s->news_any && server_now() >= s->news_due) send_news(s);
}

static message *lobby_list_message(server *s, int64_t user) {
    mk_text out = {0};
    mk_text_add(&out, "{\"t\":\"lobby\",\"tables\":");
    write_public(s, 0, 0, &out);
    mk_text_add(&out, ",\"mine\":");
    write_mine_list(s, user, 0, "more_mine", &out);
    mk_text_add(&out, "}");
    message *m = message_of(&out);
    mk_text_free(&out);
    return m;
}

/* Visitors all get the same, made again when some table has changed, or whose turn it is may have.
 */
void lobby_follow(client *c) {
    server *s = c->server;
    if (c->user.id) {
        message *own = lobby_list_message(s, c->user.id);
        client_send(c, own);
        message_drop(own);
        return;
    }
    if (s->lobby_message && server_now() - s->lobby_made > LIST_SECONDS) forget_list(s);
    if (!s->lobby_message) {
        s->lobby_message = lobby_list_message(s, 0);
        s->lobby_made = server_now();
    }
    client_send(c, s->lobby_message);
}

void lobby_send_gone(server *s, const table *t, const char *why) {
    mk_text out = {0};
    mk_text_add(&out, "{\"t\":\"gone\",\"table\":\"%s\"", t->row.code);
    if (*why) {
        mk_text_add(&out, ",");
        field(&out, "text", why);
    }
    mk_text_add(&out, "}");
    message *m = message_of(&out);
    for (client *c = s->clients; c; c = c->next)
        if (c->table == t || (c->in_lobby && t->row.open_to_all) || is_mine(t, c->user.id))
            client_send(c, m);
    message_drop(m);
    mk_text_free(&out);
    forget_list(s);
}

void lobby_free(server *s) { forget_list(s); }
