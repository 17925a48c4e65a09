/* talk.c - chat and private notes.
 *
 * What players write everyone at the table reads. Those who look on talk among themselves: the
 * players hear of it after the end, so that nobody can advise them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/server.h"

enum { CHAT_MAX = 500, NOTES_MAX = 4000, CHATS_SHOWN = 100 };

/* ---- Chat --------------------------------------------------------------- */

typedef struct {
    write_op write; /* of no table: it does not rest on what is done there */
    table *table;
    store_chat chat;
    char from[STORE_NAME];
    char text[];
} chat_write;

static void write_chat(void *context, const store_chat *chat) {
    mk_text *out = context;
    mk_text_add(out, "%s\"id\":%lld,\"at\":%lld,\"from\":", out->n ? ",{" : "{",
                (long long)chat->id, (long long)chat->at);
    mk_text_json(out, chat->from);
    if (chat->room == ROOM_SPECTATORS) mk_text_add(out, ",\"room\":\"spectators\"");
    mk_text_add(out, ",\"text\":");
    mk_text_json(out, chat->text);
    mk_text_add(out, "}");
}

static bool hears(const client *c, chat_room room) {
    return room == ROOM_PLAYERS || table_is_over(c->table) ||
           !tables_seats_of(c->table, c->user.id);
}

void msg_write_chat(const client *c, mk_text *out) {
    mk_text list = {0};
    store_chats(c->server->reads, c->table->row.id, c->user.id,
                hears(c, ROOM_SPECTATORS) ? ROOM_SPECTATORS : ROOM_PLAYERS, CHATS_SHOWN, write_chat,
                &list);
    mk_text_add(out, "[%s]", list.p ? list.p : "");
    mk_text_free(&list);
}

static void send_unsaved(const table *t, int64_t user) {
    for (client *c = t->clients; c; c = c->table_next)
        if (c->user.id == user)
            client_error(c, "unsaved", "Your message could not be saved; please try again.");
}

static store_code run_chat_write(store *db, write_op *w) {
    chat_write *x = (chat_write *)w;
    store_code code = store_chat_add(db, x->table->row.id, &x->chat);
    if (code == STORE_OK)
        write_op_news(db, w, "chat %s %lld", x->table->row.code, (long long)x->chat.id);
    return code;
}

/* To all who follow the table, but those who do not want to hear the one who wrote. */
static void send_chat(server *s, const table *t, const store_chat *chat) {
    mk_text inner = {0}, out = {0};
    write_chat(&inner, chat);
    mk_text_add(&out, "{\"t\":\"chat\",%s", inner.p + 1);
    message *m = message_of(&out);
    for (client *c = t->clients; c; c = c->table_next)
        if (hears(c, chat->room) &&
            (!c->user.id || !store_ignores(s->reads, c->user.id, chat->user)))
            client_send(c, m);
    message_drop(m);
    mk_text_free(&inner);
    mk_text_free(&out);
}

typedef struct {
    server *server;
    const table *table;
    int64_t id;
} heard_chat;

static void send_heard(void *context, const store_chat *chat) {
    const heard_chat *h = context;
    if (chat->id == h->id) send_chat(h->server, h->table, chat);
}

void talk_hear_chat(server *s, const char *words) {
    char code[STORE_CODE];
    long long id;
    if (sscanf(words, "%12s %lld", code, &id) != 2) return;
    const table *t = tables_in_memory(s, code);
    heard_chat h = {s, t, id};
    if (t && t->clients && !t->gone)
        store_chats(s->reads, t->row.id, 0, ROOM_SPECTATORS, CHATS_SHOWN, send_heard, &h);
}

static void chat_written(server *s, write_op *w, bool kept) {
    chat_write *x = (chat_write *)w;
    x->table->busy--;
    if (kept)
        send_chat(s, x->table, &x->chat);
    else
        send_unsaved(x->table, x->chat.user);
    free(x);
}

/* A guest who plays may talk to those he plays with. The host may have muted him since he came. */
static bool may_write(client *c, chat_room room) {
    int retry;
    store_user now;
    if (!c->user.id || (c->user.guest && room == ROOM_SPECTATORS)) {
        client_error(c, "forbidden", "Spectators need an account to chat.");
        return false;
    }
    if (store_user_by_id(c->server->reads, c->user.id, &now) != STORE_OK || now.muted) {
        client_error(c, "forbidden", "The host has muted you.");
        return false;
    }
    if (!limit_take(c->server->limits, LIMIT_CHAT, c->user.name, server_now(), &retry)) {
        client_error(c, "slow_down", "You can write again in %d s.", retry);
        return false;
    }
    return true;
}

void msg_chat(client *c, json_t *msg) {
    input in = input_of(msg);
    const char *text = input_text(&in, "text", 1, CHAT_MAX);
    if (!msg_input_end(c, &in)) return;
    if (!c->table) {
        client_error(c, "conflict", "Join a table first.");
        return;
    }
    chat_room room = tables_seats_of(c->table, c->user.id) ? ROOM_PLAYERS : ROOM_SPECTATORS;
    if (!may_write(c, room)) return;
    chat_write *x = must_alloc(sizeof *x + strlen(text) + 1);
    x->write = (write_op){.run = run_chat_write, .done = chat_written};
    x->table = c->table;
    memcpy(x->text, text, strlen(text));
    snprintf(x->from, sizeof x->from, "%s", c->user.name);
    x->chat = (store_chat){
        .user = c->user.id, .at = server_time(), .room = room, .from = x->from, .text = x->text};
    c->table->busy++;
    writer_add(c->server->writer, &x->write);
}

/* ---- Notes -------------------------------------------------------------- */

typedef struct {
    write_op write; /* of no table, as above */
    table *table;
    int seat;
    int64_t user;
    char text[];
} note_write;

static store_code run_note_write(store *db, write_op *w) {
    note_write *x = (note_write *)w;
    store_code code = store_notes_save(db, x->table->row.id, x->seat, x->text);
    if (code == STORE_OK) write_op_news(db, w, "notes %s %d", x->table->row.code, x->seat);
    return code;
}

/* To the windows of who plays this seat. */
static void send_notes(const table *t, int seat, const char *text) {
    mk_text out = {0};
    mk_text_add(&out, "{\"t\":\"notes\",\"text\":");
    mk_text_json(&out, text);
    mk_text_add(&out, "}");
    for (client *c = t->clients; c; c = c->table_next)
        if (c->seat == seat && c->user.id && c->user.id == t->row.seat[seat].user)
            client_text(c, &out);
    mk_text_free(&out);
}

void talk_hear_notes(server *s, const char *words) {
    char code[STORE_CODE];
    int seat;
    mk_text text = {0};
    if (sscanf(words, "%12s %d", code, &seat) != 2) return;
    const table *t = tables_in_memory(s, code);
    if (!t || t->gone || !t->clients || seat < 0 || seat >= t->row.seat_count) return;
    if (store_notes(s->reads, t->row.id, seat, &text) == STORE_OK)
        send_notes(t, seat, text.p ? text.p : "");
    mk_text_free(&text);
}

static void note_written(server *s, write_op *w, bool kept) {
    (void)s;
    note_write *x = (note_write *)w;
    x->table->busy--;
    if (kept)
        send_notes(x->table, x->seat, x->text);
    else
        send_unsaved(x->table, x->user);
    free(x);
}

void msg_notes(client *c, json_t *msg) {
    input in = input_of(msg);
    const char *text = input_text(&in, "text", 0, NOTES_MAX);
    if (!msg_input_end(c, &in) || !msg_is_seated(c)) return;
    note_write *x = must_alloc(sizeof *x + strlen(text) + 1);
    x->write = (write_op){.run = run_note_write, .done = note_written};
    x->table = c->table;
    x->seat = c->seat;
    x->user = c->user.id;
    memcpy(x->text, text, strlen(text));
    c->table->busy++;
    writer_add(c->server->writer, &x->write);
}
