/* messages.c - messages of play: join a table, do something, take it back, ask why, look back.
 *
 * Nothing is believed that a message says about its sender: the seat is the one this socket joined
 * from, and whether that seat is the sender's is asked of the table each time. What may be done
 * is asked of the engine.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/server.h"

/* ---- Common ------------------------------------------------------------- */

bool msg_input_end(client *c, input *in) {
    input_text_or(in, "t", 32, "");
    if (input_end(in)) return true;
    client_error(c, "bad_frame", "%s", in->why);
    return false;
}

bool msg_is_seated(client *c) {
    if (!c->table) {
        client_error(c, "conflict", "Join a table first.");
        return false;
    }
    if (c->seat >= 0 && tables_seats_of(c->table, c->user.id) >> c->seat & 1) return true;
    client_error(c, "forbidden", "You are watching this table, not playing.");
    return false;
}

void msg_to_table(table *t, const mk_text *text) {
    message *m = message_of(text);
    for (client *c = t->clients; c; c = c->table_next) client_send(c, m);
    message_drop(m);
}

void msg_notice(table *t, const char *format, ...) {
    va_list values;
    mk_text out = {0};
    mk_text_add(&out, "{\"t\":\"notice\",\"text\":");
    va_start(values, format);
    add_words(&out, format, values);
    va_end(values);
    mk_text_add(&out, "}");
    msg_to_table(t, &out);
    mk_text_free(&out);
}

void msg_hear_notice(server *s, const char *words) {
    char code[STORE_CODE];
    int n = 0;
    if (sscanf(words, "%12s %n", code, &n) != 1 || !n) return;
    table *t = tables_in_memory(s, code);
    if (t && !t->gone) msg_notice(t, "%s", words + n);
}

/* The rule of a reason, which may be one of its conditions. */
static void add_rule(const table *t, const char *reason, mk_text *out) {
    if (!reason || !*reason) return;
    const mk_rule *found = mk_find_rule(t->game, reason);
    const char *rule = found && found->of ? found->of : reason;
    const char *title = mk_rule_title(t->game, rule);
    mk_text_add(out, ",\"rule\":");
    mk_text_json(out, rule);
    mk_text_add(out, ",\"rule_title\":");
    mk_text_json(out, title ? title : rule);
}

/* What failed, as a sentence: of a condition, or of a rule that has but one. */
static void write_reason(const table *t, const char *reason, char *out, size_t size) {
    const char *title = mk_rule_title(t->game, reason);
    snprintf(out, size, "%s.", title ? title : "not allowed now");
    out[0] = (char)toupper((unsigned char)out[0]);
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

void msg_refuse_stale(client *c) {
    refuse(c, "stale", NULL, "Somebody else was faster: the game has moved on.");
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

/* Only for who wrote them: after the end everyone may look from any seat. */
static void write_notes(const client *c, mk_text *out) {
    const table *t = c->table;
    mk_text notes = {0};
    bool own = c->user.id && c->seat >= 0 && t->row.seat[c->seat].user == c->user.id;
    if (own) store_notes(c->server->reads, t->row.id, c->seat, &notes);
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
    mk_view_build(t->game, mk_table_state(t->live), c->seat, c->server->view);
    mk_view_json(c->server->view, out);
    c->has_view = true;
    mk_text_add(out, ",\"undo\":%d", c->seat >= 0 ? mk_table_may_undo(t->live, c->seat) : 0);
}

/* His own seat; none, or several between which he chooses: as a spectator. */
static int only_seat_of(const table *t, int64_t user) {
    int seats = tables_seats_of(t, user), only = MK_SPECTATOR, count = 0;
    for (int i = 0; i < t->row.seat_count; i++) {
        if (!(seats >> i & 1)) continue;
        only = i;
        count++;
    }
    return count == 1 ? only : MK_SPECTATOR;
}

void msg_send_joined(client *c) {
    table *t = c->table;
    server *s = c->server;
    c->waiting = t->pending > 0;
    if (c->waiting) return;
    if (c->any_seat) c->seat = only_seat_of(t, c->user.id); /* he may have sat down since */
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
    history_of of = history_at(t, c->seat);
    history_write(s->reads, &of, t->n + 1, &out);
    mk_text_add(&out, ",\"chat\":");
    msg_write_chat(c, &out);
    write_notes(c, &out);
    mk_text_add(&out, ",\"standing\":");
    standing_write(t, c->seat, &out);
    mk_text_add(&out, ",\"proposal\":");
    msg_write_proposal(t, &out);
    mk_text_add(&out, ",\"clock\":");
    clock_json(s, t, &out);
    mk_text_add(&out, "}");
    client_text(c, &out);
    mk_text_free(&out);
}

/* A seat by the word of a message: NULL is a spectator. False: there is none of that name. */
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

void msg_join(client *c, json_t *msg) {
    input in = input_of(msg);
    const char *code = input_text(&in, "table", 1, STORE_CODE - 1);
    const char *secret = input_text_or(&in, "secret", STORE_SECRET - 1, "");
    json_t *named = json_object_get(msg, "seat");
    if (named && json_is_null(named)) in.read++;
    const char *name =
        named && json_is_null(named) ? NULL : input_text_or(&in, "seat", MK_NAME, "");
    if (!msg_input_end(c, &in)) return;

    table *t = tables_find(c->server, code);
    if (!store_ready(c->server->reads) && (!t || !t->live || t->needs_reload)) {
        client_error(c, "busy", "The server cannot reach its database; please try again soon.");
        return;
    }
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
    c->any_seat = name && !*name;
    msg_send_joined(c);
}

void msg_quit(client *c, json_t *msg) {
    input in = input_of(msg);
    if (msg_input_end(c, &in)) client_quit_table(c);
}

/* ---- Do and undo -------------------------------------------------------- */

enum { UNDO_MAX = 200 }; /* actions in one message */

/* Is the table in play, read, and at the version that the message speaks of? */
bool msg_is_ready(client *c, int64_t n) {
    table *t = c->table;
    char why[200];
    if (t->row.state != TABLE_PLAYING) {
        refuse(c, "over", NULL,
               t->row.state == TABLE_OPEN ? "The game has not begun." : "The game is over.");
        return false;
    }
    if (!store_ready(c->server->reads)) {
        refuse(c, "unsaved", NULL,
               "The server cannot reach its database. Nothing can be done until it is back.");
        return false;
    }
    if (t->needs_reload || !table_load(c->server, t, why, sizeof why)) {
        refuse(c, "unsaved", NULL, "The table cannot be read just now.");
        return false;
    }
    if (n != t->n && t->pending == 0) table_freshen(c->server, t);
    if (n != t->n) {
        refuse(c, "stale", NULL, "The game has moved on; look again.");
        msg_send_joined(c);
        return false;
    }
    if (t->paused) {
        refuse(c, "paused", NULL, "The game is paused.");
        return false;
    }
    return true;
}

/* The rule that forbids an action, as far as this seat can know. NULL: it is legal. */
static const char *why_not(const table *t, int seat, mk_action action) {
    mk_rng rng;
    uint8_t key[MK_KEY_BYTES];
    random_key(key, (uint64_t)t->n);
    mk_rng_key(&rng, key);
    return mk_why_not_known(t->game, mk_table_state(t->live), seat, action, &rng);
}

static void refuse_illegal(client *c, mk_action action) {
    char words[300];
    const char *found = why_not(c->table, c->seat, action);
    write_reason(c->table, found, words, sizeof words);
    refuse(c, "illegal", found, words);
}

void msg_do(client *c, json_t *msg) {
    input in = input_of(msg);
    int64_t n = input_int_or(&in, "n", 0, INT32_MAX, -1);
    const char *text = input_text(&in, "action", 1, 300);
    if (!msg_input_end(c, &in) || !msg_is_seated(c) || !msg_is_ready(c, n)) return;
    table *t = c->table;
    mk_action action;
    mk_error error = {0};
    broadcast_before(c->server, t);
    if (t->decides != c->seat) {
        refuse(c, "seat", NULL, "It is not your turn to decide.");
    } else if (!mk_parse_action(t->game, text, &action, &error)) {
        refuse(c, "syntax", NULL, error.text);
    } else if (!mk_table_do(t->live, c->seat, action, &error)) {
        if (error.code == MK_E_FAULT) check_failed(c->server, t, error.text);
        refuse_illegal(c, action);
    } else {
        table_add_op(c->server, t, &(table_op){.kind = OP_ACTION, .seat = c->seat});
    }
}

enum { WHY_MAX = 64 }; /* actions in one question */

/* Of what a click could have meant, that which is forbidden for the rarest reason: most are far off
 * ("no road"), one is what the player had in mind ("it has moved"). -1: one of them is not an
 * action, or it is allowed; `reason` says which. */
static int most_telling(client *c, json_t *texts, mk_action *list, const char **reason) {
    const char *reasons[WHY_MAX];
    int count = (int)json_array_size(texts), best = -1, fewest = WHY_MAX + 1;
    mk_error error = {0};
    for (int i = 0; i < count; i++) {
        const char *text = json_string_value(json_array_get(texts, (size_t)i));
        if (!text || !mk_parse_action(c->table->game, text, &list[i], &error)) {
            refuse(c, "syntax", NULL, text ? error.text : "An action is text.");
            return -1;
        }
        reasons[i] = why_not(c->table, c->seat, list[i]);
    }
    for (int i = 0; i < count && fewest > 0; i++) {
        int same = 0;
        for (int k = 0; reasons[i] && k < count; k++)
            same += reasons[k] && strcmp(reasons[i], reasons[k]) == 0;
        if (same >= fewest) continue;
        fewest = same; /* none: it is allowed */
        best = i;
    }
    *reason = best >= 0 ? reasons[best] : NULL;
    return best;
}

static void send_why(client *c, const char *text, mk_action action, const char *found) {
    const table *t = c->table;
    char words[300] = "This is allowed.";
    if (found) write_reason(t, found, words, sizeof words);
    mk_text out = {0}, tried = {0};
    mk_action_label(t->game, action, MK_PLAIN, &tried);
    mk_text_add(&out, "{\"t\":\"why\",\"action\":");
    mk_text_json(&out, text);
    mk_text_add(&out, ",\"tried\":");
    mk_text_json(&out, tried.p ? tried.p : "");
    mk_text_add(&out, ",\"legal\":%s,\"text\":", found ? "false" : "true");
    mk_text_json(&out, words);
    add_rule(t, found, &out);
    mk_text_add(&out, "}");
    client_text(c, &out);
    mk_text_free(&tried);
    mk_text_free(&out);
}

/* An action, or several that a click could have meant. */
void msg_why(client *c, json_t *msg) {
    input in = input_of(msg);
    json_t *list = json_object_get(msg, "actions"), *one = NULL;
    if (list) {
        in.read++;
    } else {
        const char *text = input_text(&in, "action", 1, 300);
        if (text) one = list = json_pack("[s]", text);
    }
    bool fine = msg_input_end(c, &in) && msg_is_seated(c) && msg_is_ready(c, c->table->n);
    size_t count = json_array_size(list);
    if (fine && c->table->decides != c->seat) {
        refuse(c, "seat", NULL, "It is not your turn to decide.");
    } else if (fine && (count < 1 || count > WHY_MAX)) {
        client_error(c, "bad_frame", "\"actions\" are 1 to %d.", WHY_MAX);
    } else if (fine) {
        mk_action action[WHY_MAX];
        const char *reason;
        int best = most_telling(c, list, action, &reason);
        if (best >= 0)
            send_why(c, json_string_value(json_array_get(list, (size_t)best)), action[best],
                     reason);
    }
    json_decref(one);
}

void msg_undo(client *c, json_t *msg) {
    input in = input_of(msg);
    int64_t n = input_int_or(&in, "n", 0, INT32_MAX, -1);
    int64_t count = input_int_or(&in, "count", 1, UNDO_MAX, 1);
    if (!msg_input_end(c, &in) || !msg_is_seated(c) || !msg_is_ready(c, n)) return;
    table *t = c->table;
    mk_error error = {0};
    char words[200];
    snprintf(words, sizeof words, "[seat:%s|%s] took back an action.", t->game->seats[c->seat].id,
             t->game->seats[c->seat].title);
    for (int64_t i = 0; i < count; i++) {
        broadcast_before(c->server, t);
        if (!mk_table_undo(t->live, c->seat, &error)) {
            if (i == 0) refuse(c, "undo", NULL, error.text);
            return;
        }
        table_add_op(c->server, t, &(table_op){.kind = OP_UNDO, .seat = c->seat, .text = words});
    }
}

/* ---- Looking back ------------------------------------------------------- */

static void write_events_of(const table *t, int entry, int seat, mk_text *out) {
    mk_text lines = {0};
    if (entry >= 0) table_write_events(t, entry, &lines);
    table_events_json(lines.p ? lines.p : "", seat, out);
    mk_text_free(&lines);
}

void msg_replay(client *c, json_t *msg) {
    input in = input_of(msg);
    int64_t at = input_int_or(&in, "at", 0, INT32_MAX, 0);
    const char *name = input_text_or(&in, "seat", MK_NAME, NULL);
    if (!msg_input_end(c, &in)) return;
    table *t = c->table;
    char why[200];
    int seat = c->seat;
    if (!t || t->row.state == TABLE_OPEN || !table_load(c->server, t, why, sizeof why)) {
        client_error(c, "conflict", "No game has been played here yet.");
        return;
    }
    if (name && (!seat_by_name(t, name, &seat) || !may_look(t, c->user.id, seat))) {
        client_error(c, "forbidden", "Until the game ends you can replay only your own seat.");
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
    mk_view_build(t->game, state, seat, view);
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
