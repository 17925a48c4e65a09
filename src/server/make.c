/* make.c - tables are made, joined, left, begun.
 *
 * What a request asks for is changed in memory and handed to the writer; the answer goes out when
 * it is kept. If it is not, the table is read again from the store. If another server has changed
 * it meanwhile, the request begins again with what is there now; otherwise it is refused.
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
    int64_t invited; /* who hears of it; 0: nobody */
    bool delete;
    char why[120]; /* it is deleted, in words */
} table_change;

/* ---- Keeping a change --------------------------------------------------- */

static store_code run_change(store *db, write_op *w) {
    const table_change *c = (const table_change *)w;
    store_code code = store_table_save(db, &c->row); /* first: is it still as it was? */
    if (code == STORE_OK && c->delete) code = store_table_delete(db, c->row.id);
    if (code == STORE_OK) write_op_news(db, w, "row %s", c->row.code);
    return code;
}

static void refuse_change(server *s, table_change *c) {
    table *t = c->table;
    t->deleting = false;
    table_was_refused(s, t, c->write.code);
    if (!c->r) return;
    if (c->write.code == STORE_FAILED && t->refusals == 0) /* nor what it rests on was refused */
        http_unsaved(c->r);
    else if (!tables_wait(t, c->r))
        http_error(c->r, 409, "conflict", "The table has changed meanwhile; nothing was done.");
}

static void change_done(server *s, write_op *w, bool kept) {
    table_change *c = (table_change *)w;
    table *t = c->table;
    t->busy--;
    t->pending--;
    if (!kept) {
        refuse_change(s, c);
    } else if (c->delete) {
        if (c->r) http_answer_empty(c->r);
        tables_drop(s, t, c->why);
    } else {
        t->refusals = 0;
        t->stored_version = c->row.version + 1;
        lobby_touch(s, t, TOUCHED_TABLE);
        rematch_touch(s, t->row.code);
        presence_seated(s, t);
        if (c->invited) notify_invited(s, t, c->invited, t->row.owner_name);
        if (c->r) lobby_answer_table(c->r, t);
        for (client *at = t->clients; at && t->pending == 0; at = at->table_next)
            if (at->waiting || t->n == 0) msg_send_joined(at);
    }
    free(c);
}

static table_change *keep(server *s, request *r, table *t, bool delete) {
    table_change *c = must_alloc(sizeof *c);
    c->write = (write_op){.run = run_change, .done = change_done, .table = t->row.id};
    c->r = r;
    c->table = t;
    c->row = t->row;
    t->row.version++;
    c->delete = delete;
    if (r) http_hold(r);
    t->busy++;
    t->pending++;
    writer_add(s->writer, &c->write);
    return c;
}

void make_keep(server *s, request *r, table *t) { keep(s, r, t, false); }

/* From now on nobody finds it, so that nobody sits down at a table that goes. */
static void make_delete(server *s, request *r, table *t, const char *why) {
    t->deleting = true;
    table_change *c = keep(s, r, t, true);
    snprintf(c->why, sizeof c->why, "%s", why);
}

/* ---- Beginning ---------------------------------------------------------- */

bool table_is_full(const store_table *row) {
    for (int i = 0; i < row->seat_count; i++)
        if (row->seat[i].state == SEAT_OPEN || row->seat[i].state == SEAT_KEPT) return false;
    return true;
}

void table_begin_if_full(server *s, table *t) {
    mk_setup setup;
    mk_error error = {0};
    if (t->row.state != TABLE_OPEN || !t->game || !table_is_full(&t->row)) return;
    if (t->deleting || t->needs_reload || *t->row.problem || !dice_ready(&t->row)) return;
    dice_mix(&t->row, t->row.key);
    if (!table_setup(&t->row, t->game, &setup, &error)) {
        log_error("table_begin", "table=%s reason=\"%s\"", t->row.code, error.text);
        return;
    }
    t->live = mk_table_new(t->game, &setup);
    t->row.state = TABLE_PLAYING;
    t->last_at = server_time();
    table_add_op(s, t, &(table_op){.kind = OP_SETUP, .seat = -1, .save_row = true});
    log_info("table_begins", "table=%s game=%s", t->row.code, t->row.game);
}

/* ---- Making ------------------------------------------------------------- */

typedef struct {
    write_op write;
    request *r;
    store_table row;
    table *again;          /* its players play again: it notes where; NULL: none */
    store_table again_row; /* as it will be */
} table_making;

static store_code run_making(store *db, write_op *w) {
    table_making *m = (table_making *)w;
    store_code code = store_table_add(db, &m->row);
    if (code == STORE_OK && m->again) code = store_table_save(db, &m->again_row);
    if (code == STORE_OK && m->again) write_op_news(db, w, "row %s", m->again_row.code);
    return code; /* the others hear of the new one when it has begun, so that none of them begins it
                  */
}

static void notify_kept_seats(server *s, const table *t, const char *by) {
    int64_t last = 0;
    for (int i = 0; i < t->row.seat_count; i++) {
        const store_seat *seat = &t->row.seat[i];
        if (seat->state == SEAT_KEPT && seat->user != last) notify_invited(s, t, seat->user, by);
        if (seat->state == SEAT_KEPT) last = seat->user;
    }
}

static void note_again(server *s, table_making *m, bool kept) {
    table *old = m->again;
    old->busy--;
    old->asks_again = false;
    if (!kept) {
        table_was_refused(s, old, m->write.code);
        return;
    }
    old->stored_version = m->again_row.version + 1;
    snprintf(old->row.rematch, sizeof old->row.rematch, "%s", m->row.code);
    lobby_touch(s, old, TOUCHED_TABLE);
}

static void making_done(server *s, write_op *w, bool kept) {
    table_making *m = (table_making *)w;
    bool raced = !kept && m->again && w->code != STORE_FAILED;
    if (m->again) note_again(s, m, kept && w->code == STORE_OK);
    if (raced && tables_wait(m->again, m->r)) {
        /* another server has made it: he takes his seat there */
    } else if (kept && w->code == STORE_NONE) {
        http_error(m->r, 401, "log_in", "This account is gone.");
    } else if (!kept || w->code != STORE_OK) {
        http_unsaved(m->r);
    } else {
        table *t = tables_adopt(s, &m->row);
        log_info("table_made", "table=%s game=%s owner=%s", m->row.code, m->row.game,
                 m->row.owner_name);
        notify_kept_seats(s, t, m->row.owner_name);
        table_begin_if_full(s, t);
        make_keep(s, m->r, t);
    }
    if (m->again && !m->again->needs_reload) tables_begin_waiting(m->again);
    free(m);
}

void make_table(request *r, store_table *row, const char *commitment, table *again) {
    dice_new_key(row);
    for (int i = 0; *commitment && i < row->seat_count; i++) {
        if (row->seat[i].user != r->user.id || row->seat[i].state != SEAT_PLAYER) continue;
        row->seat[i].dice = DICE_COMMITTED;
        if (dice_parse(commitment, row->seat[i].commitment)) break;
        http_error(r, 400, "bad_request", "\"commitment\" has 64 hexadecimal digits.");
        return;
    }
    table_making *m = must_alloc(sizeof *m);
    m->write = (write_op){.run = run_making, .done = making_done};
    m->r = r;
    m->row = *row;
    if (again) {
        m->again = again;
        m->again_row = again->row;
        again->row.version++;
        memcpy(m->again_row.rematch, row->code, sizeof row->code);
        again->asks_again = true;
        again->busy++;
    }
    http_hold(r);
    writer_add(r->server->writer, &m->write);
}

void make_fill(request *r, const mk_game *game, store_table *row) {
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

bool make_refuse(request *r, const char *text) {
    http_error(r, 400, "bad_request", "%s", text);
    return false;
}

void make_write_options(const mk_game *game, const mk_setup *setup, store_table *row) {
    size_t n = 0;
    for (int i = 0; game->options[i].id; i++)
        n += (size_t)snprintf(row->options + n, sizeof row->options - n, "%s=%s\n",
                              game->options[i].id, game->options[i].values[setup->option[i]]);
}

static bool read_options(request *r, const mk_game *game, json_t *options, store_table *row) {
    mk_setup setup;
    mk_error error = {0};
    const char *name;
    json_t *value;
    if (!mk_setup_init(game, &setup, *row->scenario ? row->scenario : NULL, &error))
        return make_refuse(r, error.text);
    snprintf(row->scenario, sizeof row->scenario, "%s", game->scenarios[setup.scenario].id);
    json_object_foreach(options, name, value) {
        if (!json_is_string(value)) return make_refuse(r, "The value of an option is text.");
        if (!mk_setup_option(game, &setup, name, json_string_value(value), &error))
            return make_refuse(r, error.text);
    }
    make_write_options(game, &setup, row);
    return true;
}

enum { INVITATIONS = 5 }; /* that wait at the same time, of one player to another */

static int invitations(const server *s, int64_t by, int64_t to) {
    int count = 0;
    for (const table *t = s->tables; t; t = t->next) {
        bool waits = t->row.state == TABLE_OPEN && t->row.owner == by && !t->gone && !t->deleting;
        for (int i = 0; waits && i < t->row.seat_count; i++)
            count += t->row.seat[i].state == SEAT_KEPT && t->row.seat[i].user == to;
    }
    return count;
}

/* The player of this name, if a seat may be kept for him; false: it was answered. */
static bool find_invited(request *r, const char *name, store_user *user) {
    server *s = r->server;
    if (store_user_by_name(s->reads, name, user) != STORE_OK || user->guest)
        return make_refuse(r, "There is no player of this name.");
    if (user->id == r->user.id) return true;
    if (store_ignores(s->reads, user->id, r->user.id)) {
        http_error(r, 403, "forbidden", "%s does not take invitations from you.", user->name);
        return false;
    }
    if (invitations(s, r->user.id, user->id) < INVITATIONS) return true;
    http_error(r, 409, "conflict", "%d invitations of yours wait for %s already.", INVITATIONS,
               user->name);
    return false;
}

static bool read_seat(request *r, const mk_game *game, const char *what, int i, store_table *row) {
    store_seat *seat = &row->seat[i];
    store_user user;
    if (strcmp(what, "me") == 0) {
        *seat = (store_seat){.state = SEAT_PLAYER, .user = r->user.id};
        memcpy(seat->name, r->user.name, sizeof seat->name);
    } else if (strcmp(what, "open") == 0) {
        seat->state = SEAT_OPEN;
    } else if (strncmp(what, "bot:", 4) == 0) {
        const mk_bot *bot = mk_find_bot(what + 4, game);
        if (!bot) return make_refuse(r, "There is no such bot for this game.");
        seat->state = SEAT_BOT;
        snprintf(seat->bot, sizeof seat->bot, "%s", bot->name);
        if (bot->nonplayer) row->nonplayers |= 1 << i;
    } else if (strncmp(what, "player:", 7) == 0) {
        if (!find_invited(r, what + 7, &user)) return false;
        seat->state = user.id == r->user.id ? SEAT_PLAYER : SEAT_KEPT;
        seat->user = user.id;
        snprintf(seat->name, sizeof seat->name, "%s", user.name);
    } else {
        return make_refuse(r, "A seat is \"me\", \"open\", \"bot:NAME\" or \"player:NAME\".");
    }
    return true;
}

bool make_read_seats(request *r, const mk_game *game, json_t *seats, store_table *row) {
    bool mine = false, others = false, people = false;
    if (!seats || (int)json_object_size(seats) != game->seat_count)
        return make_refuse(r, "\"seats\" names each seat of the game.");
    for (int i = 0; i < game->seat_count; i++) {
        const char *what = json_string_value(json_object_get(seats, game->seats[i].id));
        if (!what) return make_refuse(r, "\"seats\" names each seat of the game.");
        if (!read_seat(r, game, what, i, row)) return false;
        mine |= row->seat[i].user == r->user.id;
        others |= row->seat[i].state == SEAT_OPEN || row->seat[i].state == SEAT_KEPT;
        people |= row->seat[i].state != SEAT_BOT;
    }
    if (!mine && people) return make_refuse(r, "Take a seat yourself, unless bots play alone.");
    if (row->counts && !others) return make_refuse(r, "A game counts only against other players.");
    if (r->user.guest && (others || row->open_to_all)) {
        http_error(r, 403, "forbidden",
                   others ? "Guests play alone or against bots; please register."
                          : "The tables of guests are private; please register.");
        return false;
    }
    return true;
}

static bool read_clock(request *r, json_t *clock, store_table *row) {
    char why[160];
    return !clock || clock_read_rule(clock, row, why, sizeof why) || make_refuse(r, why);
}

bool lobby_may_create(request *r) {
    return http_take_limit(r, LIMIT_CREATE, r->user.name) &&
           http_take_limit(r, LIMIT_TABLES, r->address);
}

void lobby_create(request *r) {
    store_table row = {0};
    input in = input_of(r->json);
    const char *id = input_text(&in, "game", 1, MK_NAME - 1);
    const char *scenario = input_text_or(&in, "scenario", MK_NAME - 1, "");
    const char *title = input_text_or(&in, "title", STORE_TITLE - 1, "");
    row.open_to_all = input_flag_or(&in, "public", false);
    row.counts = input_flag_or(&in, "counts", false);
    json_t *options = input_object_or(&in, "options"), *seats = input_object_or(&in, "seats");
    json_t *clock = input_object_or(&in, "clock");
    const char *commitment = input_text_or(&in, "commitment", 2 * MK_KEY_BYTES, "");
    if (!input_end(&in)) {
        make_refuse(r, in.why);
        return;
    }
    const mk_game *game = boards_game(r, id);
    if (!game) return;
    snprintf(row.scenario, sizeof row.scenario, "%s", scenario);
    snprintf(row.title, sizeof row.title, "%s", title);
    if (!read_options(r, game, options, &row) || !make_read_seats(r, game, seats, &row) ||
        !read_clock(r, clock, &row) || !lobby_may_create(r))
        return;
    make_fill(r, game, &row);
    make_table(r, &row, commitment, NULL);
}

void make_wait(request *r, table *t) {
    if (!tables_wait(t, r))
        http_error(r, 503, "busy", "The table is being read again; try again soon.");
}

table *make_asked_for(request *r, input *in) {
    table *t = lobby_find(r);
    if (!t) return NULL;
    if (!input_end(in)) {
        make_refuse(r, in->why);
    } else if (t->needs_reload) {
        make_wait(r, t);
    } else if (*t->row.problem) {
        http_error(r, 409, "damaged", "This table cannot be read: %s.", t->row.problem);
    } else {
        return t;
    }
    return NULL;
}

/* ---- Joining and leaving ------------------------------------------------ */

/* A game that counts is between accounts, and each has one seat of it. */
static bool may_join(request *r, const table *t) {
    if (!t->row.counts) return true;
    if (r->user.guest)
        http_error(r, 403, "forbidden", "This game counts; please register to play it.");
    else if (tables_seats_of(t, r->user.id))
        http_error(r, 409, "conflict", "This game counts; you have a seat already.");
    else
        return true;
    return false;
}

void make_sit(table *t, int seat, const store_user *user) {
    t->row.seat[seat].state = SEAT_PLAYER;
    t->row.seat[seat].user = user->id;
    memcpy(t->row.seat[seat].name, user->name, sizeof t->row.seat[seat].name);
    t->row.changed = server_time();
}

void lobby_join(request *r) {
    input in = input_of(r->json);
    const char *name = input_text(&in, "seat", 1, MK_NAME - 1);
    input_text_or(&in, "secret", STORE_SECRET - 1, "");
    const char *hex = input_text_or(&in, "commitment", 2 * MK_KEY_BYTES, "");
    uint8_t commitment[MK_KEY_BYTES];
    table *t = make_asked_for(r, &in);
    if (!t) return;
    int i = t->game ? mk_find_seat(t->game, name) : -1;
    if (i < 0) {
        http_error(r, 404, "not_found", "The game has no such seat.");
        return;
    }
    if (*hex && !dice_parse(hex, commitment)) {
        make_refuse(r, "\"commitment\" has 64 hexadecimal digits.");
        return;
    }
    store_seat *seat = &t->row.seat[i];
    bool free_for_me =
        seat->state == SEAT_OPEN || (seat->state == SEAT_KEPT && seat->user == r->user.id);
    if (t->row.state != TABLE_OPEN || !free_for_me) {
        http_error(r, 409, "conflict", "This seat is not free.");
        return;
    }
    if (!may_join(r, t) || !http_take_limit(r, LIMIT_JOIN, r->address)) return;
    make_sit(t, i, &r->user);
    if (*hex) dice_commit(t, i, commitment);
    table_begin_if_full(r->server, t);
    make_keep(r->server, r, t);
}

/* The owner keeps a free seat for somebody, or for nobody any more. */
void lobby_invite(request *r) {
    input in = input_of(r->json);
    const char *name = input_text(&in, "seat", 1, MK_NAME - 1);
    const char *player = input_text_or(&in, "player", STORE_NAME - 1, "");
    table *t = make_asked_for(r, &in);
    if (!t) return;
    int i = t->game ? mk_find_seat(t->game, name) : -1;
    if (i < 0) {
        http_error(r, 404, "not_found", "The game has no such seat.");
        return;
    }
    store_seat *seat = &t->row.seat[i];
    if (t->row.owner != r->user.id || r->user.guest) {
        http_error(r, 403, "forbidden", "Only the host of the table can invite.");
        return;
    }
    if (t->row.state != TABLE_OPEN || (seat->state != SEAT_OPEN && seat->state != SEAT_KEPT)) {
        http_error(r, 409, "conflict", "This seat is not free.");
        return;
    }
    store_user user = {0};
    if (!http_take_limit(r, LIMIT_JOIN, r->address)) return;
    if (*player && !find_invited(r, player, &user)) return;
    if (user.id && tables_seats_of(t, user.id)) {
        http_error(r, 409, "conflict", "%s has a seat here already.", user.name);
        return;
    }
    *seat = (store_seat){.state = user.id ? SEAT_KEPT : SEAT_OPEN, .user = user.id};
    memcpy(seat->name, user.name, sizeof seat->name);
    t->row.changed = server_time();
    keep(r->server, r, t, false)->invited = user.id;
}

/* A player's part of the key of the dice: its hash, then itself, or none after all. */
void lobby_secret(request *r) {
    input in = input_of(r->json);
    const char *name = input_text(&in, "seat", 1, MK_NAME - 1);
    const char *commitment = input_text_or(&in, "commitment", 2 * MK_KEY_BYTES, NULL);
    const char *secret = input_text_or(&in, "opened", 2 * MK_KEY_BYTES, NULL);
    bool withdraw = input_flag_or(&in, "withdraw", false);
    uint8_t part[MK_KEY_BYTES];
    table *t = make_asked_for(r, &in);
    if (!t) return;
    int i = t->game ? mk_find_seat(t->game, name) : -1;
    if (i < 0 || !(tables_seats_of(t, r->user.id) >> i & 1)) {
        http_error(r, 403, "forbidden", "This is not your seat.");
        return;
    }
    if (t->row.state != TABLE_OPEN) {
        http_error(r, 409, "conflict", "The game has begun.");
        return;
    }
    const char *hex = commitment ? commitment : secret;
    if ((commitment != NULL) + (secret != NULL) + withdraw != 1 ||
        (hex && !dice_parse(hex, part))) {
        make_refuse(
            r,
            "One of \"commitment\" and \"opened\", with 64 hexadecimal digits, or \"withdraw\".");
        return;
    }
    const char *problem = secret ? dice_open(t, i, part) : NULL;
    if (problem) {
        http_error(r, 409, "conflict", "%s", problem);
        return;
    }
    if (commitment) dice_commit(t, i, part);
    if (withdraw) dice_withdraw(t, i);
    table_begin_if_full(r->server, t);
    make_keep(r->server, r, t);
}

static void free_seats(table *t, int64_t user) {
    dice_unsettle(t);
    for (int i = 0; i < t->row.seat_count; i++) {
        bool his = t->row.seat[i].user == user && t->row.seat[i].state != SEAT_BOT;
        if (his) t->row.seat[i] = (store_seat){.state = SEAT_OPEN};
    }
}

/* Somebody else than the owner goes. A rematch of which nobody else is left has been declined. */
static void leave_open(server *s, request *r, table *t, const store_user *user) {
    char why[120];
    int left = 0;
    snprintf(why, sizeof why, "%s declined.", user->name);
    free_seats(t, user->id);
    for (int i = 0; i < t->row.seat_count; i++) {
        const store_seat *seat = &t->row.seat[i];
        left +=
            (seat->state == SEAT_KEPT || seat->state == SEAT_PLAYER) && seat->user != t->row.owner;
    }
    if (left == 0 && store_is_rematch(s->reads, t->row.code))
        make_delete(s, r, t, why);
    else
        make_keep(s, r, t);
}

void lobby_leave(request *r) {
    input in = input_of(r->json);
    table *t = make_asked_for(r, &in);
    if (!t) return;
    char why[120];
    bool owner = t->row.owner == r->user.id;
    if (t->row.state != TABLE_OPEN &&
        !(owner && t->row.state == TABLE_PLAYING && !table_has_people(t))) {
        http_error(r, 409, "conflict", "The game has begun; you can only resign.");
        return;
    }
    snprintf(why, sizeof why, "%s cancelled it.", r->user.name);
    if (owner)
        make_delete(r->server, r, t, why);
    else
        leave_open(r->server, r, t, &r->user);
}

bool table_has_people(const table *t) {
    for (int i = 0; i < t->row.seat_count; i++)
        if (t->row.seat[i].state != SEAT_BOT) return true;
    return false;
}

bool table_has_bot(const table *t) {
    for (int i = 0; i < t->row.seat_count; i++)
        if (t->row.seat[i].state == SEAT_BOT) return true;
    return false;
}

static bool has_seat(const table *t, int64_t user) {
    for (int i = 0; i < t->row.seat_count; i++)
        if (t->row.seat[i].user == user && t->row.seat[i].state != SEAT_BOT) return true;
    return false;
}

static void withdraw_from(server *s, table *t, int64_t user) {
    char why[STORE_PROBLEM];
    if (t->row.state == TABLE_OPEN && t->row.owner == user) {
        make_delete(s, NULL, t, "");
    } else if (t->row.state == TABLE_OPEN && has_seat(t, user)) {
        free_seats(t, user);
        make_keep(s, NULL, t);
    }
    int seats = tables_seats_of(t, user);
    for (int i = 0; i < t->row.seat_count; i++)
        if (seats >> i & 1 && t->row.state == TABLE_PLAYING && table_load(s, t, why, sizeof why))
            table_resign_seat(s, t, i);
}

static bool may_withdraw(const table *t) {
    return !t->gone && !t->deleting && !t->needs_reload && !*t->row.problem;
}

void lobby_withdraw_user(server *s, int64_t user) {
    for (table *t = s->tables; t; t = t->next)
        if (may_withdraw(t)) withdraw_from(s, t, user);
}

void lobby_withdraw_gone(server *s, int64_t user) {
    for (table *t = s->tables; t; t = t->next)
        if (may_withdraw(t) && t->pending == 0 && cluster_duty(s, t)) withdraw_from(s, t, user);
}

/* ---- Abandoned tables ----------------------------------------------------- */

/* Days without anything happening: until a table that has not begun, or a guest's, is deleted;
 * until one in play is over, with nobody the winner. */
enum { OPEN_DAYS = 30, PLAYING_DAYS = 365 };

static bool is_guests(const server *s, const table *t) {
    store_user u;
    return store_user_by_id(s->reads, t->row.owner, &u) == STORE_OK && u.guest;
}

static void abandon(server *s, table *t) {
    char why[STORE_PROBLEM];
    mk_text outcome = {0};
    if (!table_load(s, t, why, sizeof why)) return;
    table_outcome(t, "abandoned", -1, &outcome);
    table_add_op(s, t,
                 &(table_op){.kind = OP_ABANDON,
                             .seat = -1,
                             .text = "The table was abandoned: the game is over.",
                             .outcome = outcome.p});
    mk_text_free(&outcome);
}

static void expire(server *s, table *t) {
    int64_t last = t->last_at > t->row.changed ? t->last_at : t->row.changed;
    int64_t days = (server_time() - last) / s->config.day;
    bool playing = t->row.state == TABLE_PLAYING;
    if (days < OPEN_DAYS || t->clients || presence_has(s, 0, t->row.code) || (playing && !t->known))
        return;
    if (!playing || is_guests(s, t) || !table_has_people(t)) {
        log_info("table_expired", "table=%s", t->row.code);
        make_delete(s, NULL, t, "The table stood empty too long.");
    } else if (days >= PLAYING_DAYS) {
        abandon(s, t);
    }
}

void lobby_expire(server *s) {
    for (table *t = s->tables; t; t = t->next) {
        bool idle = t->row.state != TABLE_OVER && t->pending == 0 && !t->needs_reload && !t->gone &&
                    !t->deleting && !*t->row.problem;
        if (idle && cluster_duty(s, t)) expire(s, t);
    }
}
