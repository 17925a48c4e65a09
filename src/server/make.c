/* make.c - tables are made, joined, left, begun, and played again.
 *
 * What a request asks for is changed in memory and handed to the writer; the answer goes out when
 * it is kept. If it is not, the table is read again from the store and the request refused.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/server.h"

typedef struct {
    write_op write;
    request *r; /* NULL: nobody waits for an answer */
    table *table;
    store_table row;
    bool is_new, delete;
    store_code code;
} change;

/* ---- Keeping a change --------------------------------------------------- */

static store_code run_change(store *db, write_op *w) {
    change *c = (change *)w;
    if (c->delete) return c->code = store_table_delete(db, c->row.id);
    return c->code = store_table_save(db, &c->row);
}

static void change_done(server *s, write_op *w, bool kept) {
    change *c = (change *)w;
    table *t = c->table;
    t->busy--;
    t->pending--;
    if (!kept) {
        t->spoilt = s->spoilt_any = true;
        if (c->r) http_error(c->r, 503, "busy", "This could not be saved; nothing was changed.");
    } else if (c->delete) {
        lobby_tell_gone(s, t);
        mk_text_add(&c->r->answer, "{}");
        http_answer(c->r, 200, "application/json");
        tables_forget(s, t);
    } else {
        lobby_touch(s, t, true);
        if (c->r) lobby_answer_table(c->r, t);
        for (client *at = t->clients; at && t->pending == 0; at = at->table_next)
            if (at->waiting || t->n == 0) frame_send_joined(at);
    }
    free(c);
}

static void keep_change(server *s, request *r, table *t, bool delete) {
    change *c = must_alloc(sizeof *c);
    c->write = (write_op){.run = run_change, .done = change_done};
    c->r = r;
    c->table = t;
    c->row = t->row;
    c->delete = delete;
    if (r) http_hold(r);
    t->busy++;
    t->pending++;
    writer_add(s->writer, &c->write);
}

/* ---- Beginning ---------------------------------------------------------- */

static bool is_full(const table *t) {
    for (int i = 0; i < t->row.seat_count; i++)
        if (t->row.seat[i].state == SEAT_OPEN || t->row.seat[i].state == SEAT_KEPT) return false;
    return true;
}

void table_begin_if_full(server *s, table *t) {
    mk_setup setup;
    mk_error error = {0};
    if (t->row.state != TABLE_OPEN || !t->game || !is_full(t)) return;
    if (!table_setup(&t->row, t->game, &setup, &error)) {
        log_error("table_begin", "table=%s reason=\"%s\"", t->row.code, error.text);
        return;
    }
    t->live = mk_table_new(t->game, &setup);
    t->row.state = TABLE_PLAYING;
    t->last_at = server_time();
    table_done(s, t, &(deed){.kind = OP_SETUP, .seat = -1, .save_row = true});
    log_info("table_begins", "table=%s game=%s", t->row.code, t->row.game);
}

/* ---- Making ------------------------------------------------------------- */

typedef struct {
    write_op write;
    request *r;
    store_table row;
    store_code code;
} making;

static store_code run_making(store *db, write_op *w) {
    making *m = (making *)w;
    return m->code = store_table_add(db, &m->row);
}

static void making_done(server *s, write_op *w, bool kept) {
    making *m = (making *)w;
    if (!kept || m->code != STORE_OK) {
        http_error(m->r, 503, "busy", "This could not be saved; nothing was changed.");
    } else {
        table *t = tables_adopt(s, &m->row);
        log_info("table_made", "table=%s game=%s owner=%s", m->row.code, m->row.game,
                 m->row.owner_name);
        table_begin_if_full(s, t);
        keep_change(s, m->r, t, false);
    }
    free(m);
}

static void make_table(request *r, const store_table *row) {
    making *m = must_alloc(sizeof *m);
    m->write = (write_op){.run = run_making, .done = making_done};
    m->r = r;
    m->row = *row;
    http_hold(r);
    writer_add(r->server->writer, &m->write);
}

/* What every new table has, whatever it is made from. */
static void fill_new(request *r, const mk_game *game, store_table *row) {
    row->owner = r->user.id;
    row->seat_count = game->seat_count;
    row->rules = game->rules_version;
    row->data = mk_data_hash(game);
    row->created = row->changed = server_time();
    snprintf(row->owner_name, sizeof row->owner_name, "%s", r->user.name);
    snprintf(row->game, sizeof row->game, "%s", game->id);
    random_code(row->code, 11);
    random_code(row->secret, 21);
}

static bool bad(request *r, const char *text) {
    http_error(r, 400, "bad_request", "%s", text);
    return false;
}

static bool read_options(request *r, const mk_game *game, json_t *options, store_table *row) {
    mk_setup setup;
    mk_error error = {0};
    const char *name;
    json_t *value;
    size_t n = 0;
    if (!mk_setup_init(game, &setup, *row->scenario ? row->scenario : NULL, &error))
        return bad(r, error.text);
    snprintf(row->scenario, sizeof row->scenario, "%s", game->scenarios[setup.scenario].id);
    json_object_foreach(options, name, value) {
        if (!json_is_string(value)) return bad(r, "The value of an option is text.");
        if (!mk_setup_option(game, &setup, name, json_string_value(value), &error))
            return bad(r, error.text);
    }
    for (int i = 0; game->options[i].id; i++)
        n += (size_t)snprintf(row->options + n, sizeof row->options - n, "%s=%s\n",
                              game->options[i].id, game->options[i].values[setup.option[i]]);
    return true;
}

static bool read_seat(request *r, const mk_game *game, const char *what, int i, store_table *row) {
    store_seat *seat = &row->seat[i];
    store_user user;
    if (strcmp(what, "me") == 0) {
        seat->state = SEAT_PLAYER;
        seat->user = r->user.id;
        snprintf(seat->name, sizeof seat->name, "%s", r->user.name);
    } else if (strcmp(what, "open") == 0) {
        seat->state = SEAT_OPEN;
    } else if (strncmp(what, "bot:", 4) == 0) {
        const mk_bot *bot = mk_find_bot(what + 4, game);
        if (!bot) return bad(r, "There is no such bot for this game.");
        seat->state = SEAT_BOT;
        snprintf(seat->bot, sizeof seat->bot, "%s", bot->name);
        if (bot->game) row->nonplayers |= 1 << i; /* a rulebook's own non-player */
    } else if (strncmp(what, "player:", 7) == 0) {
        if (store_user_by_name(r->server->reads, what + 7, &user) != STORE_OK || user.guest)
            return bad(r, "There is no player of this name.");
        seat->state = user.id == r->user.id ? SEAT_PLAYER : SEAT_KEPT;
        seat->user = user.id;
        snprintf(seat->name, sizeof seat->name, "%s", user.name);
    } else {
        return bad(r, "A seat is \"me\", \"open\", \"bot:NAME\" or \"player:NAME\".");
    }
    return true;
}

static bool read_seats(request *r, const mk_game *game, json_t *seats, store_table *row) {
    bool mine = false, others = false;
    if (!seats || (int)json_object_size(seats) != game->seat_count)
        return bad(r, "\"seats\" names each seat of the game.");
    for (int i = 0; i < game->seat_count; i++) {
        const char *what = json_string_value(json_object_get(seats, game->seats[i].id));
        if (!what) return bad(r, "\"seats\" names each seat of the game.");
        if (!read_seat(r, game, what, i, row)) return false;
        mine |= row->seat[i].user == r->user.id;
        others |= row->seat[i].state == SEAT_OPEN || row->seat[i].state == SEAT_KEPT;
    }
    if (!mine) return bad(r, "One seat at least is yours.");
    if (others && r->user.guest) {
        http_error(r, 403, "forbidden", "Guests play alone or against bots; please register.");
        return false;
    }
    return true;
}

static bool read_clock(request *r, json_t *clock, store_table *row) {
    if (!clock) return true;
    input in = input_of(clock);
    row->clock_days = (int)input_int_or(&in, "days", 1, 365, 0);
    row->bonus_hours = (int)input_int_or(&in, "bonus_hours", 0, 24 * 30, 0);
    if (!input_end(&in)) return bad(r, in.why);
    return row->clock_days > 0 || bad(r, "A clock needs its days.");
}

bool lobby_may_create(request *r) {
    if (limit_take(r->server->limits, LIMIT_CREATE, r->user.name, server_now(), &r->retry))
        return true;
    r->server->metrics.limited++;
    http_error(r, 429, "slow_down", "Too many new tables; the next is possible in %d s.", r->retry);
    return false;
}

void lobby_create(request *r) {
    store_table row = {0};
    input in = input_of(r->json);
    const char *id = input_text(&in, "game", 1, MK_NAME - 1);
    const char *scenario = input_text_or(&in, "scenario", MK_NAME - 1, "");
    const char *title = input_text_or(&in, "title", STORE_TITLE - 1, "");
    row.open_to_all = input_flag_or(&in, "public", false);
    json_t *options = input_object_or(&in, "options"), *seats = input_object_or(&in, "seats");
    json_t *clock = input_object_or(&in, "clock");
    if (!input_end(&in)) {
        bad(r, in.why);
        return;
    }
    const mk_game *game = mk_find_game(id);
    if (!game) {
        http_error(r, 404, "not_found", "There is no such game here.");
        return;
    }
    snprintf(row.scenario, sizeof row.scenario, "%s", scenario);
    snprintf(row.title, sizeof row.title, "%s", title);
    if (!read_options(r, game, options, &row) || !read_seats(r, game, seats, &row) ||
        !read_clock(r, clock, &row) || !lobby_may_create(r))
        return;
    fill_new(r, game, &row);
    random_bytes(row.key, sizeof row.key);
    make_table(r, &row);
}

/* The table in the path, once all of the body is read; NULL: answered. */
static table *table_asked_for(request *r, input *in) {
    table *t = lobby_find(r);
    if (t && !input_end(in)) {
        bad(r, in->why);
        return NULL;
    }
    return t;
}

void lobby_rematch(request *r) {
    input in = input_of(r->json);
    table *t = table_asked_for(r, &in);
    if (!t) return;
    if (!table_is_over(t) || !tables_seats_of(t, r->user.id) || !t->game) {
        http_error(r, 409, "conflict", "A rematch is for the players, after the end.");
        return;
    }
    if (!lobby_may_create(r)) return;
    store_table row = t->row;
    int count = row.seat_count;
    for (int i = 0; i < count; i++) {
        row.seat[(i + 1) % count] = t->row.seat[i];
        store_seat *seat = &row.seat[(i + 1) % count];
        if (seat->state == SEAT_PLAYER && seat->user != r->user.id) seat->state = SEAT_KEPT;
    }
    row.nonplayers = 0;
    for (int i = 0; i < count; i++) {
        const mk_bot *bot =
            row.seat[i].state == SEAT_BOT ? mk_find_bot(row.seat[i].bot, t->game) : NULL;
        if (bot && bot->game) row.nonplayers |= 1 << i;
    }
    row.state = TABLE_OPEN;
    row.imported = false;
    row.outcome[0] = '\0';
    fill_new(r, t->game, &row);
    random_bytes(row.key, sizeof row.key);
    make_table(r, &row);
}

/* ---- Joining and leaving ------------------------------------------------ */

void lobby_join(request *r) {
    input in = input_of(r->json);
    const char *name = input_text(&in, "seat", 1, MK_NAME - 1);
    input_text_or(&in, "secret", STORE_SECRET - 1, "");
    table *t = table_asked_for(r, &in);
    if (!t) return;
    int i = t->game ? mk_find_seat(t->game, name) : -1;
    if (i < 0) {
        http_error(r, 404, "not_found", "The game has no such seat.");
        return;
    }
    store_seat *seat = &t->row.seat[i];
    bool free_for_me =
        seat->state == SEAT_OPEN || (seat->state == SEAT_KEPT && seat->user == r->user.id);
    if (t->row.state != TABLE_OPEN || !free_for_me) {
        http_error(r, 409, "conflict", "This seat is not free.");
        return;
    }
    seat->state = SEAT_PLAYER;
    seat->user = r->user.id;
    snprintf(seat->name, sizeof seat->name, "%s", r->user.name);
    t->row.changed = server_time();
    table_begin_if_full(r->server, t);
    keep_change(r->server, r, t, false);
}

static void free_seats(table *t, int64_t user) {
    for (int i = 0; i < t->row.seat_count; i++) {
        bool his = t->row.seat[i].user == user && t->row.seat[i].state != SEAT_BOT;
        if (his) t->row.seat[i] = (store_seat){.state = SEAT_OPEN};
    }
}

void lobby_leave(request *r) {
    input in = input_of(r->json);
    table *t = table_asked_for(r, &in);
    if (!t) return;
    if (t->row.state != TABLE_OPEN) {
        http_error(r, 409, "conflict", "The game has begun; one can only resign.");
        return;
    }
    if (t->row.owner == r->user.id) {
        keep_change(r->server, r, t, true);
        return;
    }
    free_seats(t, r->user.id);
    keep_change(r->server, r, t, false);
}

void lobby_withdraw_user(server *s, int64_t user) {
    char why[200];
    for (table *t = s->tables; t; t = t->next) {
        int seats = tables_seats_of(t, user);
        if (t->gone) continue;
        if (t->row.state == TABLE_OPEN) {
            bool kept = false;
            for (int i = 0; i < t->row.seat_count; i++) kept |= t->row.seat[i].user == user;
            free_seats(t, user);
            if (kept) keep_change(s, NULL, t, false);
        }
        for (int i = 0; i < t->row.seat_count; i++)
            if (seats >> i & 1 && t->row.state == TABLE_PLAYING &&
                table_load(s, t, why, sizeof why))
                frame_resign_seat(s, t, i);
    }
}

/* ---- Import ------------------------------------------------------------- */

/* A journal as a table: played through on a worker, then kept with all its operations. */
typedef struct {
    job job;
    write_op write;
    request *r;
    char *journal;
    store_table row;
    mk_table *game; /* NULL: the journal is no good */
    mk_error error;
    store_code code;
} importing;

static void read_journal(job *j) {
    importing *m = (importing *)j;
    mk_table *t = NULL;
    bool fine = mk_journal_read(m->journal, strlen(m->journal), "journal", &t, &m->error);
    if (fine && mk_seat(mk_table_game(t), mk_table_state(t)) == MK_OVER)
        fine = mk_fail(&m->error, MK_E_FINISHED, "this game is over: it cannot go on");
    if (fine)
        m->game = t;
    else
        mk_table_free(t);
}

static store_code run_import(store *db, write_op *w) {
    importing *m = (importing *)((char *)w - offsetof(importing, write));
    m->code = store_table_add(db, &m->row);
    mk_text line = {0}, events = {0};
    const table view = {.live = m->game, .game = mk_table_game(m->game)};
    for (int i = -1; i < mk_table_count(m->game) && m->code == STORE_OK; i++) {
        const mk_entry_done *e = i >= 0 ? mk_table_entry(m->game, i) : NULL;
        mk_text_clear(&line);
        mk_text_clear(&events);
        if (e) mk_journal_entry(m->game, i, &line);
        table_write_events(&view, i, &events);
        store_op op = {.n = i + 1,
                       .kind = !e               ? OP_SETUP
                               : e->action.verb ? OP_ACTION
                                                : OP_UNDO_TO,
                       .seat = e ? e->seat : -1,
                       .at = m->row.created,
                       .line = line.p ? line.p : "",
                       .events = events.p ? events.p : ""};
        m->code = store_op_add(db, m->row.id, &op);
    }
    mk_text_free(&line);
    mk_text_free(&events);
    return m->code;
}

static void free_import(importing *m) {
    mk_table_free(m->game);
    free(m->journal);
    free(m);
}

static void import_done(server *s, write_op *w, bool kept) {
    importing *m = (importing *)((char *)w - offsetof(importing, write));
    if (kept && m->code == STORE_OK) {
        table *t = tables_adopt(s, &m->row);
        char why[200];
        table_load(s, t, why, sizeof why);
        table_wake_bot(s, t);
        lobby_touch(s, t, true);
        lobby_answer_table(m->r, t);
    } else {
        http_error(m->r, 503, "busy", "This could not be saved; nothing was changed.");
    }
    free_import(m);
}

/* The row of a table that a journal was read for. */
static bool fill_import(importing *m) {
    request *r = m->r;
    const mk_game *game = mk_table_game(m->game);
    const mk_setup *setup = mk_table_setup(m->game);
    store_table *row = &m->row;
    input in = input_of(r->json);
    input_text(&in, "journal", 1, BODY_MAX_IMPORT);
    row->open_to_all = input_flag_or(&in, "public", false);
    json_t *seats = input_object_or(&in, "seats");
    if (!input_end(&in)) return bad(r, in.why);
    if (!read_seats(r, game, seats, row)) return false;
    for (int i = 0; i < game->seat_count; i++)
        if (row->seat[i].state == SEAT_OPEN || row->seat[i].state == SEAT_KEPT)
            return bad(r, "An imported game needs all its seats: me or bots.");
    fill_new(r, game, row);
    snprintf(row->scenario, sizeof row->scenario, "%s", game->scenarios[setup->scenario].id);
    size_t n = 0;
    for (int i = 0; game->options[i].id; i++)
        n += (size_t)snprintf(row->options + n, sizeof row->options - n, "%s=%s\n",
                              game->options[i].id, game->options[i].values[setup->option[i]]);
    row->nonplayers = setup->nonplayers;
    memcpy(row->key, setup->key, MK_KEY_BYTES);
    row->imported = true;
    row->state = TABLE_PLAYING;
    return true;
}

static void journal_read(server *s, job *j) {
    importing *m = (importing *)j;
    char text[700];
    if (!m->game) {
        http_error(m->r, 400, "bad_request", "%s", mk_error_string(&m->error, text, sizeof text));
        free_import(m);
    } else if (!fill_import(m)) {
        free_import(m);
    } else {
        m->write = (write_op){.run = run_import, .done = import_done};
        http_hold(m->r);
        writer_add(s->writer, &m->write);
    }
}

void lobby_import(request *r) {
    const char *journal = json_string_value(json_object_get(r->json, "journal"));
    if (!journal) {
        bad(r, "\"journal\" is missing.");
        return;
    }
    if (!lobby_may_create(r)) return;
    importing *m = must_alloc(sizeof *m);
    m->job = (job){.run = read_journal, .done = journal_read};
    m->r = r;
    m->journal = must_copy(journal);
    http_hold(r);
    if (pool_add(r->server->bots, &m->job)) return;
    http_error(r, 503, "busy", "Too much is being done just now; try again soon.");
    free_import(m);
}
