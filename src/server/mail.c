/* mail.c - mails to players, by a configured SMTP relay. They are sent from a worker; a relay that
 * does not answer keeps nobody waiting. */
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
    bool tried, fine;
    char why[CURL_ERROR_SIZE];
    delivery *delivery;
} mail_job;

static void start_curl(void) { curl_global_init(CURL_GLOBAL_DEFAULT); }

static size_t read_text(char *buffer, size_t size, size_t count, void *context) {
    mail_job *l = context;
    size_t n = l->text.n - l->sent < size * count ? l->text.n - l->sent : size * count;
    memcpy(buffer, l->text.p + l->sent, n);
    l->sent += n;
    return n;
}

void curl_once(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, start_curl);
}

static void send_mail(job *j) {
    mail_job *l = (mail_job *)j;
    l->tried = true;
    curl_once();
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

static void mail_sent(server *s, job *j) {
    mail_job *l = (mail_job *)j;
    if (l->fine) {
        s->metrics.mails++;
    } else {
        s->metrics.mail_failures++;
        log_error("mail", "reason=\"%s\"", l->why);
    }
    if (!l->tried) delivery_drop(l->delivery);
    delivery_release(s, l->delivery);
    mk_text_free(&l->text);
    free(l);
}

static void write_mail(const server *s, const store_user *u, const char *subject, const char *body,
                       mk_text *out) {
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
}

void mail_user(server *s, const store_user *u, const char *subject, const char *body, delivery *d) {
    if (!s->config.smtp || !*u->email) return;
    mail_job *l = must_alloc(sizeof *l);
    l->job = (job){.run = send_mail, .done = mail_sent};
    l->config = &s->config;
    memcpy(l->to, u->email, sizeof l->to);
    l->delivery = d;
    write_mail(s, u, subject, body, &l->text);
    delivery_hold(d);
    if (pool_add(s->mail_pool, &l->job)) return;
    delivery_release(s, d);
    mk_text_free(&l->text);
    free(l);
}
