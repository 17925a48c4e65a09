/* notify.c - word to a player who is not here: it is his turn, his clock runs out, somebody invites
 * him. By push to the browsers where he asked for it, and by mail if he wants that.
 *
 * One of each for each wait: the next comes only after the player has done something.
 */
#include <stdio.h>

#include "server/server.h"

typedef enum { BY_MAIL = 1, BY_PUSH = 2 } channels;

/* To an address that has been shown to be his, and to his browsers. */
static void send_word(server *s, const table *t, int64_t user, int how, const char *subject,
                      const char *words) {
    store_user u;
    if (store_user_by_id(s->reads, user, &u) != STORE_OK || u.banned) return;
    if (how & BY_PUSH) push_user(s, user, subject, words, t->row.code);
    if (!(how & BY_MAIL) || !s->config.smtp || !u.mail || !u.verified) return;
    mk_text body = {0};
    mk_text_add(&body, "%s\r\n", words);
    if (s->config.base_url)
        mk_text_add(&body, "\r\n%s/#/table/%s\r\n", s->config.base_url, t->row.code);
    mk_text_add(&body, "\r\nYou can turn these mails off in your settings.");
    mail_user(s, &u, subject, body.p);
    mk_text_free(&body);
}

static void send_to_seat(server *s, const table *t, int seat, int how, const char *subject,
                         const char *words) {
    if (t->row.seat[seat].state != SEAT_PLAYER) return;
    send_word(s, t, t->row.seat[seat].user, how, subject, words);
}

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
    for (int i = 0; i < t->row.seat_count; i++)
        if (t->row.seat[i].state == SEAT_OPEN || t->row.seat[i].state == SEAT_KEPT) return false;
    dice_state dice = t->row.seat[seat].dice;
    return dice == DICE_ASKED || dice == DICE_COMMITTED;
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
    char words[300];
    if (client_is_here(s, user) || !t->game) return;
    snprintf(words, sizeof words, "%s invites you to a game of %s.", by, t->game->title);
    send_word(s, t, user, BY_MAIL | BY_PUSH, "An invitation", words);
}
