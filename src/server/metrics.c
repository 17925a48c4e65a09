/* metrics.c - counters as Prometheus reads them. */
#include <stdio.h>
#include <unistd.h>

#include "server/server.h"

static long resident_bytes(void) {
    long pages = 0;
    FILE *f = fopen("/proc/self/statm", "r");
    if (!f) return 0;
    if (fscanf(f, "%*d %ld", &pages) != 1) pages = 0;
    fclose(f);
    return pages * sysconf(_SC_PAGESIZE);
}

static void counter(mk_text *out, const char *name, const char *help, uint64_t value) {
    mk_text_add(out, "# HELP musket_%s %s\n# TYPE musket_%s counter\nmusket_%s %llu\n", name, help,
                name, name, (unsigned long long)value);
}

static void gauge(mk_text *out, const char *name, const char *help, long value) {
    mk_text_add(out, "# HELP musket_%s %s\n# TYPE musket_%s gauge\nmusket_%s %ld\n", name, help,
                name, name, value);
}

void metrics_write(const server *s, mk_text *out) {
    const server_metrics *m = &s->metrics;
    int live = 0;
    for (const table *t = s->tables; t; t = t->next) live += t->live != NULL;
    gauge(out, "clients", "open WebSockets", m->clients);
    const net_counts *n = net_count(s->net);
    gauge(out, "connections", "open connections, WebSockets included", n->connections);
    gauge(out, "connections_waiting", "of them: those that keep the server waiting", n->waiting);
    counter(out, "connections_total", "connections accepted", n->accepted);
    counter(out, "connections_refused_total", "refused: too many of one address, or in all",
            n->not_admitted);
    counter(out, "connections_evicted_total", "closed to make room for another", n->evicted);
    counter(out, "connections_timed_out_total", "closed for taking too long", n->timed_out);
    counter(out, "tls_failures_total", "TLS handshakes that failed", n->tls_failed);
    gauge(out, "tables", "tables in memory", s->table_count);
    gauge(out, "tables_live", "tables whose position is in memory", live);
    if (s->cluster) gauge(out, "servers", "that share the database", cluster_servers(s));
    if (s->cluster)
        gauge(out, "duties", "parts of the tables, of 64, looked after here", cluster_duties(s));
    gauge(out, "resident_bytes", "memory in use", resident_bytes());
    gauge(out, "healthy", "1 if the last write was kept", writer_healthy(s->writer));
    counter(out, "http_requests_total", "HTTP requests", m->requests);
    counter(out, "frames_in_total", "messages received", m->messages_in);
    counter(out, "frames_out_total", "messages sent", m->messages_out);
    counter(out, "bytes_out_total", "bytes of messages sent", m->bytes_out);
    counter(out, "moves_total", "actions accepted and kept", m->moves);
    counter(out, "bot_moves_total", "of them by bots", m->bot_moves);
    counter(out, "refused_total", "actions refused", m->refused);
    counter(out, "batches_total", "transactions", m->batches);
    counter(out, "writes_total", "writes in them", m->writes);
    counter(out, "write_failures_total", "transactions that failed", m->write_failures);
    counter(out, "limited_total", "requests and messages over a limit", m->limited);
    counter(out, "logins_total", "logins", m->logins);
    counter(out, "login_failures_total", "logins with a wrong name or password", m->login_failures);
    counter(out, "mails_total", "mails sent", m->mails);
    counter(out, "mail_failures_total", "mails that could not be sent", m->mail_failures);
    counter(out, "pushes_total", "push messages sent", m->pushes);
    counter(out, "push_failures_total", "push messages that could not be sent", m->push_failures);
    counter(out, "checks_total", "actions followed by the engine's own check", m->checks);
    counter(out, "check_failures_total", "of them: something was wrong", m->check_failures);
    counter(out, "slow_closed_total", "sockets closed for reading too slowly", m->slow_closed);
}
