/* consent.c - what players settle among themselves: taking back past the dice, a draw, a pause;
 * and giving up.
 *
 * One proposal at a time. It needs the yes of every seat that a person holds; who proposes it has
 * said it, and for all the seats that are his. Bots agree to undo and pause, never to a draw.
 */
#include <stdio.h>
#include <string.h>

#include "server/server.h"

static const char *const names[] = {"", "undo", "draw", "pause"};

static proposal_kind ask_by_name(const char *name) {
    for (proposal_kind a = PROPOSED_UNDO; a <= PROPOSED_PAUSE; a++)
        if (strcmp(names[a], name) == 0) return a;
    return PROPOSED_NOTHING;
}

static bool must_agree(const table *t, int seat) {
    const store_seat *at = &t->row.seat[seat];
    return at->state == SEAT_PLAYER || (at->state == SEAT_BOT && t->proposed == PROPOSED_DRAW);
}

void msg_write_proposal(const table *t, mk_text *out) {
    if (t->proposed == PROPOSED_NOTHING) {
        mk_text_add(out, "null");
        return;
    }
    mk_text_add(out, "{\"what\":\"%s\",\"by\":\"%s\"", names[t->proposed],
                table_seat_id(t, t->proposed_by));
    if (t->proposed == PROPOSED_UNDO) mk_text_add(out, ",\"to\":%d", t->proposed_to);
    mk_text_add(out, ",\"waiting\":[");
    bool first = true;
    for (int i = 0; i < t->row.seat_count; i++) {
        if (!must_agree(t, i) || t->agreed >> i & 1) continue;
        mk_text_add(out, "%s\"%s\"", first ? "" : ",", table_seat_id(t, i));
        first = false;
    }
    mk_text_add(out, "]}");
}

static void send_proposal(table *t) {
    mk_text inner = {0}, out = {0};
    msg_write_proposal(t, &inner);
    if (t->proposed == PROPOSED_NOTHING)
        mk_text_add(&out, "{\"t\":\"proposal\",\"what\":null,\"by\":null}");
    else
        mk_text_add(&out, "{\"t\":\"proposal\",%s", inner.p + 1);
    msg_to_table(t, &out);
    mk_text_free(&inner);
    mk_text_free(&out);
}

void consent_tell(server *s, const table *t) {
    cluster_tell(s, "ask %s %d %d %d %d %d", t->row.code, t->n, (int)t->proposed, t->proposed_by,
                 t->proposed_to, t->agreed);
}

void msg_cancel_proposal(server *s, table *t) {
    (void)s;
    if (t->proposed == PROPOSED_NOTHING) return;
    t->proposed = PROPOSED_NOTHING;
    send_proposal(t);
}

static void agree_for(table *t, int64_t user) { t->agreed |= (uint8_t)tables_seats_of(t, user); }

static bool all_agree(const table *t) {
    for (int i = 0; i < t->row.seat_count; i++)
        if (must_agree(t, i) && !(t->agreed >> i & 1)) return false;
    return true;
}

static void carry_out(server *s, table *t) {
    proposal_kind what = t->proposed;
    mk_error error = {0};
    mk_text outcome = {0};
    t->proposed = PROPOSED_NOTHING;
    if (what == PROPOSED_UNDO) {
        broadcast_before(s, t);
        if (mk_table_undo_to(t->live, t->proposed_to, &error))
            table_add_op(s, t,
                         &(table_op){.kind = OP_UNDO_TO,
                                     .seat = t->proposed_by,
                                     .text = "Take-back agreed. New dice will be rolled."});
        else
            msg_notice(t, "%s", error.text);
    } else if (what == PROPOSED_DRAW) {
        table_outcome(t, "draw", -1, &outcome);
        table_add_op(s, t,
                     &(table_op){.kind = OP_DRAW,
                                 .seat = t->proposed_by,
                                 .text = "The players agreed to a draw.",
                                 .outcome = outcome.p});
    } else {
        table_add_op(s, t,
                     &(table_op){.kind = OP_PAUSE,
                                 .seat = t->proposed_by,
                                 .text = "The game and its clocks are paused."});
    }
    mk_text_free(&outcome);
    send_proposal(t);
}

/* A seat of this client's at a game in play, its position read. */
static bool is_playing(client *c) {
    char why[200];
    if (!msg_is_seated(c)) return false;
    table *t = c->table;
    if (!store_ready(c->server->reads)) {
        client_error(c, "busy", "The server cannot reach its database; please try again soon.");
        return false;
    }
    if (t->row.state != TABLE_PLAYING || t->needs_reload ||
        !table_load(c->server, t, why, sizeof why)) {
        client_error(c, "conflict", "There is no game in play here.");
        return false;
    }
    return true;
}

/* The entry before this seat's last action, -1: it has none. */
static int before_last_action(const table *t, int seat) {
    for (int i = mk_table_count(t->live) - 1; i >= 0; i--) {
        const mk_journal_entry *e = mk_table_entry(t->live, i);
        if (e->action.verb && e->seat == seat) return i;
    }
    return -1;
}

void msg_propose(client *c, json_t *msg) {
    input in = input_of(msg);
    const char *name = input_text(&in, "what", 1, 16);
    int64_t to = input_int_or(&in, "to", 0, INT32_MAX, -1);
    if (!msg_input_end(c, &in) || !is_playing(c)) return;
    table *t = c->table;
    proposal_kind what = ask_by_name(name);
    if (what == PROPOSED_NOTHING) {
        client_error(c, "bad_frame", "Propose undo, draw or pause.");
        return;
    }
    if (t->proposed != PROPOSED_NOTHING) {
        client_error(c, "conflict", "Another proposal is still open.");
        return;
    }
    if (t->paused) {
        client_error(c, "conflict", "The game is paused.");
        return;
    }
    if (what == PROPOSED_UNDO && to < 0) to = before_last_action(t, c->seat);
    if (what == PROPOSED_UNDO && (to < 0 || to >= mk_table_count(t->live))) {
        client_error(c, "bad_frame", "There is nothing to take back.");
        return;
    }
    t->proposed = what;
    t->proposed_by = c->seat;
    t->proposed_to = (int)to;
    t->proposed_n = t->n;
    t->agreed = 0;
    agree_for(t, c->user.id);
    if (all_agree(t)) {
        carry_out(c->server, t);
    } else if (what == PROPOSED_DRAW && table_has_bot(t)) {
        t->proposed = PROPOSED_NOTHING;
        client_error(c, "conflict", "The computer does not agree to draws.");
    } else {
        send_proposal(t);
        consent_tell(c->server, t);
    }
}

void msg_answer(client *c, json_t *msg) {
    input in = input_of(msg);
    const char *name = input_text(&in, "what", 1, 16);
    bool yes = input_flag_or(&in, "yes", false);
    if (!msg_input_end(c, &in) || !is_playing(c)) return;
    table *t = c->table;
    if (t->proposed == PROPOSED_NOTHING || ask_by_name(name) != t->proposed) {
        client_error(c, "conflict", "This proposal is closed.");
        return;
    }
    if (!yes) {
        msg_cancel_proposal(c->server, t);
        consent_tell(c->server, t);
        return;
    }
    agree_for(t, c->user.id);
    consent_tell(c->server, t);
    if (all_agree(t))
        carry_out(c->server, t);
    else
        send_proposal(t);
}

/* Another server has a proposal at the table: the same, and more agree; a new one; none any more.
 * Of two at once that of the first seat counts. */
void consent_hear(server *s, const char *words) {
    char code[STORE_CODE], why[STORE_PROBLEM];
    int n, what, by, to, agreed;
    if (sscanf(words, "%12s %d %d %d %d %d", code, &n, &what, &by, &to, &agreed) != 6) return;
    table *t = tables_in_memory(s, code);
    if (!t || t->gone || t->needs_reload || t->row.state != TABLE_PLAYING) return;
    if ((!t->known && !table_load(s, t, why, sizeof why)) || n != t->n) return;
    if (what < PROPOSED_NOTHING || what > PROPOSED_PAUSE || by < 0 || by >= t->row.seat_count)
        return;
    bool same = (int)t->proposed == what && t->proposed_by == by && t->proposed_to == to;
    if (what == PROPOSED_NOTHING) {
        msg_cancel_proposal(s, t);
        return;
    }
    if (!same && t->proposed != PROPOSED_NOTHING && t->proposed_by < by) return;
    t->agreed = (uint8_t)(same ? t->agreed | agreed : agreed);
    t->proposed = (proposal_kind)what;
    t->proposed_by = by;
    t->proposed_to = to;
    t->proposed_n = n;
    send_proposal(t);
    if (all_agree(t) && t->pending == 0 && cluster_duty(s, t) && table_load(s, t, why, sizeof why))
        carry_out(s, t);
}

void msg_resume(client *c, json_t *msg) {
    input in = input_of(msg);
    if (!msg_input_end(c, &in) || !is_playing(c)) return;
    if (!c->table->paused) {
        client_error(c, "conflict", "The game is not paused.");
        return;
    }
    table_add_op(c->server, c->table,
                 &(table_op){.kind = OP_RESUME, .seat = c->seat, .text = "The game goes on."});
}

/* ---- Giving up ---------------------------------------------------------- */

/* Nothing more from the seat's own view: once it is kept they look on as spectators. */
static void stop_looking_from(const table *t, int seat) {
    for (client *c = t->clients; c; c = c->table_next)
        if (c->seat == seat) c->waiting = true;
}

/* With two seats the other has won. With more a bot takes over, as long as a person is left. */
void table_resign_seat(server *s, table *t, int seat) {
    char words[200];
    mk_text outcome = {0};
    snprintf(words, sizeof words, "[seat:%s|%s] resigned.", t->game->seats[seat].id,
             t->game->seats[seat].title);
    t->resigned |= (uint8_t)(1u << seat);
    table_op d = {.kind = OP_RESIGN, .seat = seat, .text = words, .save_row = true};
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
    if (!d.outcome) stop_looking_from(t, seat);
    table_add_op(s, t, &d);
    mk_text_free(&outcome);
}

void msg_resign(client *c, json_t *msg) {
    input in = input_of(msg);
    if (!msg_input_end(c, &in) || !is_playing(c)) return;
    table_resign_seat(c->server, c->table, c->seat);
}
