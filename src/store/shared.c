/* shared.c - what servers that share a database keep there: who is alive, who looks after which
 * tables, notifications of players. In PostgreSQL's own words: a file has one server. */
#include <stdio.h>
#include <string.h>

#include "store/sql.h"

store_code store_tell(store *s, const char *text) {
    return finish(s, query(s, "SELECT pg_notify('musket_' || current_schema(), ?1)", "t", text));
}

#define NOW "extract(epoch FROM clock_timestamp())::bigint"

/* ---- Who is alive, and what is whose ---------------------------------------- */

static store_code read_servers(store *s, store_beat *beat) {
    statement *q = query(s,
                         "SELECT id, since, rules FROM servers WHERE seen >= " NOW " - ?1"
                         " ORDER BY since, id LIMIT ?2",
                         "ii", (int)STORE_LEASE, (int)STORE_SERVERS);
    store_code code;
    while ((code = next_row(s, q)) == STORE_OK)
        beat->server[beat->count++] = (store_server){long_at(q, 0), long_at(q, 1), long_at(q, 2)};
    return code == STORE_NONE ? STORE_OK : code;
}

/* As many as fall to one of so many servers, first those that it has. What another has locked just
 * now is left to it. */
static store_code lease_duties(store *s, int64_t id, store_beat *beat) {
    int share = (STORE_DUTIES + beat->count - 1) / beat->count;
    statement *q = query(s,
                         "WITH free AS (SELECT number FROM duties WHERE server = ?1 OR until < " NOW
                         " ORDER BY server <> ?1, number LIMIT ?2 FOR UPDATE SKIP LOCKED)"
                         " UPDATE duties SET server = ?1, until = " NOW " + ?3 FROM free"
                         " WHERE duties.number = free.number RETURNING duties.number",
                         "lii", id, share, (int)STORE_LEASE);
    store_code code;
    while ((code = next_row(s, q)) == STORE_OK) beat->duty[int_at(q, 0) % STORE_DUTIES] = true;
    if (code != STORE_NONE) return code;
    uint64_t leased = 0;
    for (int i = 0; i < STORE_DUTIES; i++) leased |= (uint64_t)beat->duty[i] << i;
    return finish(s, query(s,
                           "UPDATE duties SET server = 0, until = 0 WHERE server = ?1"
                           " AND (?2 >> number::int) & 1 = 0",
                           "ll", id, (int64_t)leased));
}

store_code store_server_beat(store *s, int64_t id, int64_t rules, store_beat *beat) {
    *beat = (store_beat){0};
    store_code code = finish(s, query(s,
                                      "INSERT INTO servers VALUES (?1, " NOW ", " NOW ", ?2)"
                                      " ON CONFLICT (id) DO UPDATE SET seen = excluded.seen",
                                      "ll", id, rules));
    if (code == STORE_OK)
        code = finish(s, query(s,
                               "DELETE FROM servers WHERE id IN (SELECT id FROM servers"
                               " WHERE seen < " NOW " - 60 FOR UPDATE SKIP LOCKED)",
                               ""));
    if (code == STORE_OK) code = read_servers(s, beat);
    return code == STORE_OK ? lease_duties(s, id, beat) : code;
}

store_code store_server_end(store *s, int64_t id) {
    store_code code =
        finish(s, query(s, "UPDATE duties SET server = 0, until = 0 WHERE server = ?1", "l", id));
    return code == STORE_OK ? finish(s, query(s, "DELETE FROM servers WHERE id = ?1", "l", id))
                            : code;
}

/* ---- Notifications of players ----------------------------------------------------------- */

store_code store_notification_add(store *s, int64_t server, store_notification *w, int64_t at) {
    store_code code = finish_insert(
        s,
        query(s,
              "INSERT INTO outbox (key, server, at, sent, recipient, how, code, subject, words)"
              " VALUES (?1, ?2, ?3, 0, ?4, ?5, ?6, ?7, ?8) ON CONFLICT DO NOTHING",
              "tllllttt", w->key, server, at, w->recipient, (int64_t)w->how, w->code, w->subject,
              w->words),
        &w->id);
    return code == STORE_NONE ? STORE_TAKEN : code;
}

store_code store_notification_sent(store *s, int64_t id) {
    return finish(s, query(s, "UPDATE outbox SET sent = 1 WHERE id = ?1", "l", id));
}

store_code store_notifications_left(store *s, int64_t server, int max, store_notification_row *row,
                                    void *context) {
    statement *q = query(s,
                         "WITH orphans AS (SELECT id FROM outbox WHERE sent = 0 AND server NOT IN"
                         " (SELECT id FROM servers WHERE seen >= " NOW
                         " - ?3) LIMIT ?2 FOR UPDATE SKIP LOCKED)"
                         " UPDATE outbox SET server = ?1 FROM orphans WHERE outbox.id = orphans.id"
                         " RETURNING outbox.id, recipient, how, code, subject, words",
                         "lii", server, max, (int)STORE_LEASE);
    store_code code;
    while ((code = next_row(s, q)) == STORE_OK) {
        store_notification w = {.id = long_at(q, 0),
                                .recipient = long_at(q, 1),
                                .how = int_at(q, 2)};
        copy_text(q, 3, w.code, sizeof w.code);
        copy_text(q, 4, w.subject, sizeof w.subject);
        copy_text(q, 5, w.words, sizeof w.words);
        row(context, &w);
    }
    return code == STORE_NONE ? STORE_OK : code;
}

store_code store_notifications_expire(store *s, int64_t before) {
    return finish(s, query(s, "DELETE FROM outbox WHERE sent = 1 AND at < ?1", "l", before));
}
