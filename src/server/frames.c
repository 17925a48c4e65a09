/* frames.c - frames of play: join a table, do something, take it back, ask why, look back.
 *
 * Nothing is believed that a frame says about its sender: the seat is the one this socket joined
 * from, and whether that seat is the sender's is asked of the table each time. What may be done
 * is asked of the engine.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/server.h"

/* ---- Common ------------------------------------------------------------- */

bool frame_input_end(client *c, input *in) {
    input_text_or(in, "t", 32, "");
    if (input_end(in)) return true;
    client_error(c, "bad_frame", "%s", in->why);
    return false;
}

bool frame_is_seated(client *c) {
    if (!c->table) {
        client_error(c, "conflict", "Join a table first.");
        return false;
    }
    if (c->seat >= 0 && tables_seats_of(c->table, c->user.id) >> c->seat & 1) return true;
    client_error(c, "forbidden", "You only look on here.");
    return false;
}

void frame_tell(table *t, const mk_text *text) {
    message *m = message_of(text);
    for (client *c = t->clients; c; c = c->table_next) client_send(c, m);
    message_drop(m);
}

void frame_notice(table *t, const char *format, ...) {
    va_list values;
    mk_text out = {0};
    mk_text_add(&out, "{\"t\":\"notice\",\"text\":");
    va_start(values, format);
    add_words(&out, format, values);
    va_end(values);
    mk_text_add(&out, "}");
    frame_tell(t, &out);
    mk_text_free(&out);
}

static void add_rule(const table *t, const char *rule, mk_text *out) {
    if (!rule || !*rule) return;
    const char *title = mk_rule_title(t->game, rule);
    mk_text_add(out, ",\"rule\":");
    mk_text_json(out, rule);
    mk_text_add(out, ",\"rule_title\":");
    mk_text_json(out, title ? title : rule);
}

static void refuse(client *c, const char *reason, const char *rule, const char *words) {
    mk_text out = {0};
    c->server->metrics.refused++;
    mk_text_add(&out, "{\"t\":\"refused\",\"n\":%d,\"reason\":\"%s\",\"text\":", c->table->n,
                reason);
    mk_text_json(&out, words);
    add_rule(c->table, rule, &out);
    mk_text_add(&out, "}");
    client_text(c, &out);
    mk_text_free(&out);
}

/* ---- Join --------------------------------------------------------------- */

static void write_seat_name(const table *t, int seat, mk_text *out) {
    if (seat == MK_EVERYTHING)
        mk_text_add(out, "\"everything\"");
    else if (seat >= 0)
        mk_text_json(out, table_seat_id(t, seat));
    else
        mk_text_add(out, "null");
}

static void write_notes(server *s, const table *t, int seat, mk_text *out) {
    mk_text notes = {0};
    if (seat >= 0) store_notes(s->reads, t->row.id, seat, &notes);
    mk_text_add(out, ",\"notes\":");
    mk_text_json(out, notes.p ? notes.p : "");
    mk_text_free(&notes);
}

static void write_position(client *c, mk_text *out) {
    table *t = c->table;
    char why[300];
    if (!table_load(c->server, t, why, sizeof why)) {
        mk_text_add(out, ",\"n\":0,\"entries\":0,\"view\":null,\"undo\":0,\"problem\":");
        mk_text_json(out, why);
        return;
    }
    mk_text_add(out, ",\"n\":%d,\"entries\":%d,\"view\":", t->n, mk_table_count(t->live));
    mk_look(t->game, mk_table_state(t->live), c->seat, c->server->view);
    mk_view_json(c->server->view, out);
    c->has_view = true;
    mk_text_add(out, ",\"undo\":%d", c->seat >= 0 ? mk_table_may_undo(t->live, c->seat) : 0);
}

void frame_send_joined(client *c) {
    table *t = c->table;
    server *s = c->server;
    c->waiting = t->pending > 0;
    if (c->waiting) return;
    mk_text out = {0};
    mk_text_add(&out, "{\"t\":\"joined\",\"table\":");
    lobby_write_table(s, t, c->user.id, &out);
    mk_text_add(&out, ",\"seat\":");
    write_seat_name(t, c->seat, &out);
    if (t->game)
        mk_text_add(&out, ",\"board\":\"/api/games/%s/board?v=%016llx\"", t->game->id,
                    (unsigned long long)mk_data_hash(t->game));
    if (t->row.state == TABLE_OPEN)
        mk_text_add(&out, ",\"n\":0,\"entries\":0,\"view\":null,\"undo\":0");
    else
        write_position(c, &out);
    if (t->pending > 0) { /* reading it has added an operation: a change of rules */
        mk_text_free(&out);
        c->waiting = true;
        return;
    }
    mk_text_add(&out, ",");
    frame_write_log(s, t, c->seat, t->n + 1, &out);
    mk_text_add(&out, ",\"chat\":");
    frame_write_chat(s, t, &out);
    write_notes(s, t, c->seat, &out);
    mk_text_add(&out, ",\"proposal\":");
    frame_write_proposal(t, &out);
    mk_text_add(&out, ",\"clock\":");
    clock_json(s, t, &out);
    mk_text_add(&out, "}");
    client_text(c, &out);
    mk_text_free(&out);
}

/* A seat by the word of a frame: NULL is a spectator. False: there is none of that name. */
static bool seat_by_name(const table *t, const char *name, int *seat) {
    *seat = MK_SPECTATOR;
    if (!name) return true;
    *seat = MK_EVERYTHING;
    if (strcmp(name, "everything") == 0) return true;
    *seat = t->game ? mk_find_seat(t->game, name) : -1;
    return *seat >= 0;
}

static bool may_look(const table *t, int64_t user, int seat) {
    if (seat == MK_SPECTATOR || table_is_over(t)) return true;
    return seat >= 0 && tables_seats_of(t, user) >> seat & 1;
}

static int only_seat_of(const table *t, int64_t user) {
    int seats = tables_seats_of(t, user), only = MK_SPECTATOR, count = 0;
    for (int i = 0; i < t->row.seat_count; i++) {
        if (!(seats >> i & 1)) continue;
        only = i;
        count++;
    }
    return count == 1 ? only : MK_SPECTATOR;
}

void frame_join(client *c, json_t *frame) {
    input in = input_of(frame);
    const char *code = input_text(&in, "table", 1, STORE_CODE - 1);
    const char *secret = input_text_or(&in, "secret", STORE_SECRET - 1, "");
    json_t *named = json_object_get(frame, "seat");
    if (named && json_is_null(named)) in.read++;
    const char *name =
        named && json_is_null(named) ? NULL : input_text_or(&in, "seat", MK_NAME, "");
    if (!frame_input_end(c, &in)) return;

    table *t = tables_find(c->server, code);
    if (!t || !lobby_may_see(t, c->user.id, secret)) {
        client_error(c, "not_found", "There is no such table, or it is private.");
        return;
    }
    int seat;
    if (name && !*name)
        seat = only_seat_of(t, c->user.id);
    else if (!seat_by_name(t, name, &seat)) {
        client_error(c, "not_found", "The game has no such seat.");
        return;
    }
    if (!may_look(t, c->user.id, seat)) {
        client_error(c, "forbidden", "This is not your seat.");
        return;
    }
    client_follow(c, t, seat);
    frame_send_joined(c);
}

void frame_quit(client *c, json_t *frame) {
    input in = input_of(frame);
    if (frame_input_end(c, &in)) client_quit_table(c);
}

/* ---- Do and undo -------------------------------------------------------- */

/* Is the table in play, read, and at the version that the frame speaks of? */
static bool is_ready(client *c, int64_t n) {
    table *t = c->table;
    char why[200];
    if (t->row.state != TABLE_PLAYING) {
        refuse(c, "over", NULL,
               t->row.state == TABLE_OPEN ? "The game has not begun." : "The game is over.");
        return false;
    }
    if (t->spoilt || !table_load(c->server, t, why, sizeof why)) {
        refuse(c, "unsaved", NULL, "The table cannot be read just now.");
        return false;
    }
    if (n != t->n) {
        refuse(c, "stale", NULL, "The table has moved on.");
        frame_send_joined(c);
        return false;
    }
    if (t->paused) {
        refuse(c, "paused", NULL, "The game is paused.");
        return false;
    }
    return true;
}

/* The rule that forbids an action, as far as this seat can know: asked of a state in which all
 * that is hidden from it is dealt anew. NULL: it is legal. */
static const char *why_not(const table *t, int seat, mk_action action, char rule[MK_NAME]) {
    uint8_t *state = must_alloc(t->game->state_size);
    mk_rng rng;
    uint8_t key[MK_KEY_BYTES];
    memcpy(state, mk_table_state(t->live), t->game->state_size);
    random_bytes(key, sizeof key);
    mk_rng_key(&rng, key);
    t->game->determinize(state, seat, &rng);
    const char *found = mk_why_not(t->game, state, action);
    if (found) snprintf(rule, MK_NAME, "%s", found);
    free(state);
    return found ? rule : NULL;
}

static void refuse_illegal(client *c, mk_action action) {
    char rule[MK_NAME] = "", words[300];
    const table *t = c->table;
    const char *found = why_not(t, c->seat, action, rule);
    const char *title = found ? mk_rule_title(t->game, found) : NULL;
    snprintf(words, sizeof words, "The rules do not allow this now%s%.200s.", title ? ": " : "",
             title ? title : "");
    refuse(c, "illegal", found, words);
}

void frame_do(client *c, json_t *frame) {
    input in = input_of(frame);
    int64_t n = input_int_or(&in, "n", 0, INT32_MAX, -1);
    const char *text = input_text(&in, "action", 1, 300);
    if (!frame_input_end(c, &in) || !frame_is_seated(c) || !is_ready(c, n)) return;
    table *t = c->table;
    mk_action action;
    mk_error error = {0};
    table_hold(c->server, t);
    if (t->decides != c->seat) {
        refuse(c, "seat", NULL, "It is not your decision now.");
    } else if (!mk_parse_action(t->game, text, &action, &error)) {
        refuse(c, "syntax", NULL, error.text);
    } else if (!mk_table_do(t->live, c->seat, action, &error)) {
        refuse_illegal(c, action);
    } else {
        table_done(c->server, t, &(deed){.kind = OP_ACTION, .seat = c->seat});
    }
}

void frame_why(client *c, json_t *frame) {
    input in = input_of(frame);
    const char *text = input_text(&in, "action", 1, 300);
    if (!frame_input_end(c, &in) || !frame_is_seated(c)) return;
    table *t = c->table;
    if (!is_ready(c, t->n)) return;
    mk_action action;
    mk_error error = {0};
    if (t->decides != c->seat) {
        refuse(c, "seat", NULL, "It is not your decision now.");
        return;
    }
    if (!mk_parse_action(t->game, text, &action, &error)) {
        refuse(c, "syntax", NULL, error.text);
        return;
    }
    char rule[MK_NAME];
    const char *found = why_not(t, c->seat, action, rule);
    mk_text out = {0};
    mk_text_add(&out, "{\"t\":\"why\",\"action\":");
    mk_text_json(&out, text);
    mk_text_add(&out, ",\"legal\":%s,\"text\":\"%s\"", found ? "false" : "true",
                found ? "The rules do not allow this now." : "This is allowed.");
    add_rule(t, found, &out);
    mk_text_add(&out, "}");
    client_text(c, &out);
    mk_text_free(&out);
}

void frame_undo(client *c, json_t *frame) {
    input in = input_of(frame);
    int64_t n = input_int_or(&in, "n", 0, INT32_MAX, -1);
    if (!frame_input_end(c, &in) || !frame_is_seated(c) || !is_ready(c, n)) return;
    table *t = c->table;
    mk_error error = {0};
    table_hold(c->server, t);
    if (!mk_table_undo(t->live, c->seat, &error)) {
        refuse(c, "undo", NULL, error.text);
        return;
    }
    char words[200];
    snprintf(words, sizeof words, "[seat:%s|%s] took back the last action.",
             t->game->seats[c->seat].id, t->game->seats[c->seat].title);
    table_done(c->server, t, &(deed){.kind = OP_UNDO, .seat = c->seat, .text = words});
}

/* ---- Looking back ------------------------------------------------------- */

static void write_events_of(const table *t, int entry, int seat, mk_text *out) {
    mk_text lines = {0};
    if (entry >= 0) table_write_events(t, entry, &lines);
    table_events_json(lines.p ? lines.p : "", seat, out);
    mk_text_free(&lines);
}

void frame_replay(client *c, json_t *frame) {
    input in = input_of(frame);
    int64_t at = input_int_or(&in, "at", 0, INT32_MAX, 0);
    const char *name = input_text_or(&in, "seat", MK_NAME, NULL);
    if (!frame_input_end(c, &in)) return;
    table *t = c->table;
    char why[200];
    int seat = c->seat;
    if (!t || t->row.state == TABLE_OPEN || !table_load(c->server, t, why, sizeof why)) {
        client_error(c, "conflict", "There is no game to look back on.");
        return;
    }
    if (name && (!seat_by_name(t, name, &seat) || !may_look(t, c->user.id, seat))) {
        client_error(c, "forbidden", "Before the end everyone looks back from the own seat.");
        return;
    }
    /* What is done but not yet kept may still not have happened: it is not shown. */
    int count = mk_table_count(t->live);
    if (at > count || t->pending > 0) {
        client_error(c, t->pending > 0 ? "busy" : "bad_frame", "The journal has %d entries.",
                     t->pending > 0 ? 0 : count);
        return;
    }
    void *state = must_alloc(t->game->state_size);
    mk_view *view = mk_view_new();
    mk_table_state_at(t->live, (int)at, state);
    mk_look(t->game, state, seat, view);
    mk_text out = {0};
    mk_text_add(&out, "{\"t\":\"replay\",\"at\":%d,\"of\":%d,\"seat\":", (int)at, count);
    write_seat_name(t, seat, &out);
    mk_text_add(&out, ",\"view\":");
    mk_view_json(view, &out);
    mk_text_add(&out, ",\"events\":");
    write_events_of(t, (int)at - 1, seat, &out);
    mk_text_add(&out, "}");
    client_text(c, &out);
    mk_text_free(&out);
    mk_view_free(view);
    free(state);
}
