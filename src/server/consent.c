/* consent.c - what players settle among themselves: taking back past the dice, a draw, a pause;
 * and giving up.
 *
 * One proposal at a time. It needs the yes of every seat that a person holds; the one who asks
 * has said it, and for all the seats that are his. Bots agree to undo and pause, never to a draw.
 */
#include <stdio.h>
#include <string.h>

#include "server/server.h"

static const char *const names[] = {"", "undo", "draw", "pause"};

static asks ask_by_name(const char *name) {
    for (asks a = ASKS_UNDO; a <= ASKS_PAUSE; a++)
        if (strcmp(names[a], name) == 0) return a;
    return ASKS_NOTHING;
}

static bool must_agree(const table *t, int seat) {
    const store_seat *at = &t->row.seat[seat];
    return at->state == SEAT_PLAYER || (at->state == SEAT_BOT && t->asked == ASKS_DRAW);
}

void frame_write_proposal(const table *t, mk_text *out) {
    if (t->asked == ASKS_NOTHING) {
        mk_text_add(out, "null");
        return;
    }
    mk_text_add(out, "{\"what\":\"%s\",\"by\":\"%s\"", names[t->asked],
                table_seat_id(t, t->asked_by));
    if (t->asked == ASKS_UNDO) mk_text_add(out, ",\"to\":%d", t->asked_to);
    mk_text_add(out, ",\"waiting\":[");
    bool first = true;
    for (int i = 0; i < t->row.seat_count; i++) {
        if (!must_agree(t, i) || t->agreed >> i & 1) continue;
        mk_text_add(out, "%s\"%s\"", first ? "" : ",", table_seat_id(t, i));
        first = false;
    }
    mk_text_add(out, "]}");
}

static void tell_proposal(table *t) {
    mk_text inner = {0}, out = {0};
    frame_write_proposal(t, &inner);
    if (t->asked == ASKS_NOTHING)
        mk_text_add(&out, "{\"t\":\"proposal\",\"what\":null,\"by\":null}");
    else
        mk_text_add(&out, "{\"t\":\"proposal\",%s", inner.p + 1);
    frame_tell(t, &out);
    mk_text_free(&inner);
    mk_text_free(&out);
}

void frame_cancel_proposal(server *s, table *t) {
    (void)s;
    if (t->asked == ASKS_NOTHING) return;
    t->asked = ASKS_NOTHING;
    tell_proposal(t);
}

static void agree_for(table *t, int64_t user) { t->agreed |= (uint8_t)tables_seats_of(t, user); }

static bool all_agree(const table *t) {
    for (int i = 0; i < t->row.seat_count; i++)
        if (must_agree(t, i) && !(t->agreed >> i & 1)) return false;
    return true;
}

static void carry_out(server *s, table *t) {
    asks what = t->asked;
    mk_error error = {0};
    mk_text outcome = {0};
    t->asked = ASKS_NOTHING;
    if (what == ASKS_UNDO) {
        table_hold(s, t);
        if (mk_table_undo_to(t->live, t->asked_to, &error))
            table_done(s, t,
                       &(deed){.kind = OP_UNDO_TO,
                               .seat = t->asked_by,
                               .text = "By consent of all, the game went back. The dice did not."});
        else
            frame_notice(t, "%s", error.text);
    } else if (what == ASKS_DRAW) {
        table_outcome(t, "draw", -1, &outcome);
        table_done(s, t,
                   &(deed){.kind = OP_DRAW,
                           .seat = t->asked_by,
                           .text = "The players agreed to a draw.",
                           .outcome = outcome.p});
    } else {
        table_done(s, t,
                   &(deed){.kind = OP_PAUSE,
                           .seat = t->asked_by,
                           .text = "The game is paused, and the clocks with it."});
    }
    mk_text_free(&outcome);
    tell_proposal(t);
}

static bool has_bot(const table *t) {
    for (int i = 0; i < t->row.seat_count; i++)
        if (t->row.seat[i].state == SEAT_BOT) return true;
    return false;
}

/* A seat of this client's at a game in play, its position read. */
static bool is_playing(client *c) {
    char why[200];
    if (!frame_is_seated(c)) return false;
    table *t = c->table;
    if (t->row.state != TABLE_PLAYING || t->spoilt || !table_load(c->server, t, why, sizeof why)) {
        client_error(c, "conflict", "There is no game in play here.");
        return false;
    }
    return true;
}

/* The entry before this seat's last action, -1: it has none. */
static int before_last_action(const table *t, int seat) {
    for (int i = mk_table_count(t->live) - 1; i >= 0; i--) {
        const mk_entry_done *e = mk_table_entry(t->live, i);
        if (e->action.verb && e->seat == seat) return i;
    }
    return -1;
}

void frame_propose(client *c, json_t *frame) {
    input in = input_of(frame);
    const char *name = input_text(&in, "what", 1, 16);
    int64_t to = input_int_or(&in, "to", 0, INT32_MAX, -1);
    if (!frame_input_end(c, &in) || !is_playing(c)) return;
    table *t = c->table;
    asks what = ask_by_name(name);
    if (what == ASKS_NOTHING) {
        client_error(c, "bad_frame", "One can propose undo, draw or pause.");
        return;
    }
    if (t->asked != ASKS_NOTHING) {
        client_error(c, "conflict", "Another proposal waits for an answer.");
        return;
    }
    if (t->paused) {
        client_error(c, "conflict", "The game is paused.");
        return;
    }
    if (what == ASKS_UNDO && to < 0) to = before_last_action(t, c->seat);
    if (what == ASKS_UNDO && (to < 0 || to >= mk_table_count(t->live))) {
        client_error(c, "bad_frame", "There is nothing to take back.");
        return;
    }
    t->asked = what;
    t->asked_by = c->seat;
    t->asked_to = (int)to;
    t->agreed = 0;
    agree_for(t, c->user.id);
    if (all_agree(t)) {
        carry_out(c->server, t);
    } else if (what == ASKS_DRAW && has_bot(t)) {
        t->asked = ASKS_NOTHING;
        client_error(c, "conflict", "The machine does not agree to draws.");
    } else {
        tell_proposal(t);
    }
}

void frame_answer(client *c, json_t *frame) {
    input in = input_of(frame);
    const char *name = input_text(&in, "what", 1, 16);
    bool yes = input_flag_or(&in, "yes", false);
    if (!frame_input_end(c, &in) || !is_playing(c)) return;
    table *t = c->table;
    if (t->asked == ASKS_NOTHING || ask_by_name(name) != t->asked) {
        client_error(c, "conflict", "This is no longer asked.");
        return;
    }
    if (!yes) {
        frame_cancel_proposal(c->server, t);
        return;
    }
    agree_for(t, c->user.id);
    if (all_agree(t))
        carry_out(c->server, t);
    else
        tell_proposal(t);
}

void frame_resume(client *c, json_t *frame) {
    input in = input_of(frame);
    if (!frame_input_end(c, &in) || !is_playing(c)) return;
    if (!c->table->paused) {
        client_error(c, "conflict", "The game is not paused.");
        return;
    }
    table_done(c->server, c->table,
               &(deed){.kind = OP_RESUME, .seat = c->seat, .text = "The game goes on."});
}

/* ---- Giving up ---------------------------------------------------------- */

/* With two seats the other has won. With more a bot takes over, as long as a person is left. */
void frame_resign_seat(server *s, table *t, int seat) {
    char words[200];
    mk_text outcome = {0};
    snprintf(words, sizeof words, "[seat:%s|%s] resigned.", t->game->seats[seat].id,
             t->game->seats[seat].title);
    t->resigned |= (uint8_t)(1u << seat);
    deed d = {.kind = OP_RESIGN, .seat = seat, .text = words, .save_row = true};
    int people = 0;
    for (int i = 0; i < t->row.seat_count; i++)
        people += i != seat && t->row.seat[i].state == SEAT_PLAYER;
    if (t->row.seat_count == 2 || people == 0) {
        table_outcome(t, "resigned", seat, &outcome);
        d.outcome = outcome.p;
    } else {
        store_seat *at = &t->row.seat[seat];
        at->state = SEAT_BOT;
        snprintf(at->bot, sizeof at->bot, "%s", mk_bot_at(0)->name);
    }
    table_done(s, t, &d);
    mk_text_free(&outcome);
}

void frame_resign(client *c, json_t *frame) {
    input in = input_of(frame);
    if (!frame_input_end(c, &in) || !is_playing(c)) return;
    frame_resign_seat(c->server, c->table, c->seat);
}
