/* mail.c - a mail to a player whose turn it is and who is not here, by a configured SMTP relay.
 *
 * One mail for each wait: the next comes only after the player has done something. Mail is sent
 * from a worker; a relay that does not answer keeps nobody waiting.
 */
#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "server/server.h"

typedef struct {
    job job;
    const server_config *config;
    char to[STORE_EMAIL];
    mk_text text; /* headers and body */
    size_t sent;
    bool fine;
    char why[CURL_ERROR_SIZE];
} letter;

static size_t read_text(char *buffer, size_t size, size_t count, void *context) {
    letter *l = context;
    size_t n = l->text.n - l->sent < size * count ? l->text.n - l->sent : size * count;
    memcpy(buffer, l->text.p + l->sent, n);
    l->sent += n;
    return n;
}

static void send_letter(job *j) {
    letter *l = (letter *)j;
    CURL *curl = curl_easy_init();
    if (!curl) return;
    struct curl_slist *to = curl_slist_append(NULL, l->to);
    curl_easy_setopt(curl, CURLOPT_URL, l->config->smtp);
    curl_easy_setopt(curl, CURLOPT_USE_SSL, (long)CURLUSESSL_TRY);
    curl_easy_setopt(curl, CURLOPT_MAIL_FROM, l->config->mail_from);
    curl_easy_setopt(curl, CURLOPT_MAIL_RCPT, to);
    curl_easy_setopt(curl, CURLOPT_READFUNCTION, read_text);
    curl_easy_setopt(curl, CURLOPT_READDATA, l);
    curl_easy_setopt(curl, CURLOPT_UPLOAD, 1L);
    curl_easy_setopt(curl, CURLOPT_TIMEOUT, 30L);
    curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, l->why);
    l->fine = curl_easy_perform(curl) == CURLE_OK;
    curl_slist_free_all(to);
    curl_easy_cleanup(curl);
}

static void letter_sent(server *s, job *j) {
    letter *l = (letter *)j;
    if (l->fine) {
        s->metrics.mails++;
    } else {
        s->metrics.mail_failures++;
        log_error("mail", "reason=\"%s\"", l->why);
    }
    mk_text_free(&l->text);
    free(l);
}

static void write_letter(const server *s, const table *t, const store_user *u, const char *subject,
                         const char *body, mk_text *out) {
    char date[64], id[21];
    time_t now = time(NULL);
    struct tm tm;
    strftime(date, sizeof date, "%a, %d %b %Y %H:%M:%S +0000", gmtime_r(&now, &tm));
    random_code(id, sizeof id);
    mk_text_add(out,
                "Date: %s\r\nFrom: Musket <%s>\r\nTo: <%s>\r\nMessage-ID: <%s@musket>\r\n"
                "Subject: %s\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n"
                "Auto-Submitted: auto-generated\r\n\r\n",
                date, s->config.mail_from, u->email, id, subject);
    mk_text_add(out, "%s,\r\n\r\n%s\r\n", u->name, body);
    if (s->config.base_url)
        mk_text_add(out, "\r\n%s/#/table/%s\r\n", s->config.base_url, t->row.code);
    mk_text_add(out, "\r\nYou can turn these mails off in your settings.\r\n");
}

/* To the player of a seat, if he wants mail. */
static void send_to(server *s, const table *t, int seat, const char *subject, const char *body) {
    store_user u;
    if (!s->config.smtp || t->row.seat[seat].state != SEAT_PLAYER) return;
    if (store_user_by_id(s->reads, t->row.seat[seat].user, &u) != STORE_OK) return;
    if (!u.mail || !*u.email || u.banned) return;
    letter *l = must_alloc(sizeof *l);
    l->job = (job){.run = send_letter, .done = letter_sent};
    l->config = &s->config;
    memcpy(l->to, u.email, sizeof l->to);
    write_letter(s, t, &u, subject, body, &l->text);
    if (pool_add(s->post, &l->job)) return;
    mk_text_free(&l->text);
    free(l);
}

void mail_tick(server *s, table *t) {
    if (!s->config.smtp || t->row.state != TABLE_PLAYING || t->paused || t->decides < 0) return;
    int seat = t->decides;
    if (t->mailed >> seat & 1 || server_time() - t->last_at < s->config.mail_after) return;
    if (client_is_here(s, t->row.seat[seat].user)) return;
    t->mailed |= (uint8_t)(1u << seat);
    char body[300];
    snprintf(body, sizeof body, "it is your turn in %s, as %s.", t->game->title,
             t->game->seats[seat].title);
    send_to(s, t, seat, "Your turn", body);
}

void mail_warning(server *s, table *t, int seat, int64_t left) {
    char body[300];
    snprintf(body, sizeof body,
             "your clock in %s has %lld minutes left. When it runs out the game is lost.",
             t->game->title, (long long)(left / 60));
    send_to(s, t, seat, "Your time is running out", body);
}
