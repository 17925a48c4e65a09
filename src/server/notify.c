/* notify.c - notifications of a player who is not here: it is his turn, his clock runs out,
 * somebody invites him. By push to the browsers where he asked for it, and by mail if he wants
 * that.
 *
 * One of each for each wait: the next comes only after the player has done something. Where several
 * servers share a database, one is first kept there under what it is about, so that nobody says
 * it twice, and until it is sent, so that another server sends it if this one dies.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "server/server.h"

typedef enum { BY_MAIL = 1, BY_PUSH = 2 } channels;

/* ---- Sending ------------------------------------------------------------------ */

struct delivery {
    write_op write;
    int64_t notification; /* its id */
    int left;
    bool dropped; /* something of it was not tried: the server is ending */
};

void delivery_hold(delivery *d) {
    if (d) d->left++;
}

void delivery_drop(delivery *d) {
    if (d) d->dropped = true;
}

static store_code run_sent(store *db, write_op *op) {
    return store_notification_sent(db, ((const delivery *)op)->notification);
}

static void sent(server *s, write_op *op, bool kept) {
    (void)s, (void)kept;
    free(op);
}

void delivery_release(server *s, delivery *d) {
    if (!d || --d->left > 0) return;
    if (d->dropped) { /* another server will */
        free(d);
        return;
    }
    d->write = (write_op){.run = run_sent, .done = sent};
    writer_add(s->writer, &d->write);
}

/* To an address that has been shown to be his, and to his browsers. */
static void send_now(server *s, const store_notification *n, delivery *d) {
    store_user u;
    if (store_user_by_id(s->reads, n->recipient, &u) != STORE_OK || u.banned) return;
    if (n->how & BY_PUSH) push_user(s, u.id, n->subject, n->words, n->code, d);
    if (!(n->how & BY_MAIL) || !s->config.smtp || !u.mail || !u.verified) return;
    mk_text body = {0};
    mk_text_add(&body, "%s\r\n", n->words);
    if (s->config.base_url)
        mk_text_add(&body, "\r\n%s/#/table/%s\r\n", s->config.base_url, n->code);
    mk_text_add(&body, "\r\nYou can turn these mails off in your settings.");
    mail_user(s, &u, n->subject, body.p, d);
    mk_text_free(&body);
}

void notify_take_over(server *s, const store_notification *n) {
    delivery *d = must_alloc(sizeof *d);
    d->notification = n->id;
    delivery_hold(d);
    send_now(s, n, d);
    delivery_release(s, d);
}

typedef struct {
    write_op write;
    int64_t server;
    store_notification notification;
} notification_write;

static store_code keep_notification(store *db, write_op *op) {
    notification_write *w = (notification_write *)op;
    return store_notification_add(db, w->server, &w->notification, server_time());
}

/* STORE_TAKEN: another server has said it. */
static void notification_kept(server *s, write_op *op, bool kept) {
    notification_write *w = (notification_write *)op;
    if (kept && op->code == STORE_OK) notify_take_over(s, &w->notification);
    free(w);
}

/* `about`: what it is about, up to the seat; there is one of each. */
static void send_once(server *s, const table *t, int64_t user, int how, const char *about,
                      const char *subject, const char *words) {
    store_notification n = {.recipient = user, .how = how};
    snprintf(n.key, sizeof n.key, "%s %s %s %d", t->row.code, subject, about, how);
    snprintf(n.code, sizeof n.code, "%s", t->row.code);
    snprintf(n.subject, sizeof n.subject, "%s", subject);
    snprintf(n.words, sizeof n.words, "%s", words);
    if (!s->cluster) {
        send_now(s, &n, NULL);
        return;
    }
    notification_write *w = must_alloc(sizeof *w);
    w->write = (write_op){.run = keep_notification, .done = notification_kept};
    w->server = s->id;
    w->notification = n;
    writer_add(s->writer, &w->write);
}

/* Once for each wait: nothing has been done since. */
static void send_to_seat(server *s, const table *t, int seat, int how, const char *subject,
                         const char *words) {
    char about[60];
    if (t->row.seat[seat].state != SEAT_PLAYER) return;
    snprintf(about, sizeof about, "%d %d %" PRId64, seat, t->n,
             t->row.state == TABLE_OPEN ? t->row.changed : 0);
    send_once(s, t, t->row.seat[seat].user, how, about, subject, words);
}

/* ---- What there is to say ------------------------------------------------------ */

/* What is due for this seat after so long, and is noted as sent: bits of `channels`. */
static int due(const server *s, table *t, int seat, int64_t since) {
    int64_t waited = server_time() - since;
    uint8_t bit = (uint8_t)(1u << seat);
    int how = 0;
    if (waited >= s->config.mail_after && !(t->mailed & bit)) how |= BY_MAIL;
    if (waited >= s->config.push_after && !(t->pushed & bit)) how |= BY_PUSH;
    if (!how || client_is_here(s, t->row.seat[seat].user)) return 0;
    if (how & BY_MAIL) t->mailed |= bit;
    if (how & BY_PUSH) t->pushed |= bit;
    return how;
}

/* Everyone is there, and the dice wait for a part of this player's. */
static bool dice_wait_for(const table *t, int seat) {
    dice_state dice = t->row.seat[seat].dice;
    return table_is_full(&t->row) && (dice == DICE_ASKED || dice == DICE_COMMITTED);
}

static void notify_about_dice(server *s, table *t) {
    for (int i = 0; i < t->row.seat_count; i++) {
        int how = dice_wait_for(t, i) ? due(s, t, i, t->row.changed) : 0;
        char words[300];
        if (!how) continue;
        snprintf(words, sizeof words,
                 "everyone is at the table of %s. The game begins when you open the page: the dice "
                 "wait for your part of their key.",
                 t->game->title);
        send_to_seat(s, t, i, how, "Your game can begin", words);
    }
}

void notify_tick(server *s, table *t) {
    if (t->game && t->row.state == TABLE_OPEN) notify_about_dice(s, t);
    if (t->row.state != TABLE_PLAYING || t->paused || t->decides < 0) return;
    int seat = t->decides;
    int how = t->row.seat[seat].state == SEAT_PLAYER ? due(s, t, seat, t->last_at) : 0;
    if (!how) return;
    char words[300];
    snprintf(words, sizeof words, "it is your turn in %s, as the %s.", t->game->title,
             t->game->seats[seat].title);
    send_to_seat(s, t, seat, how, "Your turn", words);
}

void notify_time(server *s, const table *t, int seat, int64_t left) {
    char words[300];
    bool few = left < 120;
    snprintf(words, sizeof words,
             "your clock in %s has %lld %s left. When it runs out the game is lost.",
             t->game->title, (long long)(few ? left : left / 60), few ? "seconds" : "minutes");
    send_to_seat(s, t, seat, BY_MAIL | BY_PUSH, "Your time is running out", words);
}

void notify_invited(server *s, const table *t, int64_t user, const char *by) {
    char words[300], once[17];
    if (client_is_here(s, user) || !t->game) return;
    random_code(once, sizeof once); /* he may be invited again */
    snprintf(words, sizeof words, "%s invites you to a game of %s.", by, t->game->title);
    send_once(s, t, user, BY_MAIL | BY_PUSH, once, "An invitation", words);
}
