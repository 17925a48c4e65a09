/* users.c - accounts, sessions, tokens sent by mail, reports: rows of the database. */
#include <stdio.h>
#include <string.h>

#include "store/sql.h"

/* ---- Accounts ----------------------------------------------------------- */

#define WHOLE_USER "sum = checksum(" USER_VALUES ")"

static store_code read_user(store *s, statement *q, store_user *u) {
    memset(u, 0, sizeof *u);
    u->id = long_at(q, 0);
    copy_text(q, 1, u->name, sizeof u->name);
    copy_text(q, 2, u->password, sizeof u->password);
    copy_text(q, 3, u->email, sizeof u->email);
    u->verified = int_at(q, 4) != 0;
    u->mail = int_at(q, 5) != 0;
    u->guest = int_at(q, 6) != 0;
    u->banned = int_at(q, 7) != 0;
    u->muted = int_at(q, 8) != 0;
    u->created = long_at(q, 9);
    if (int_at(q, 10)) return STORE_OK;
    return damaged(s, "the account %.24s is damaged", u->name);
}

static store_code one_user(store *s, statement *q, store_user *u) {
    store_code code = next_row(s, q);
    if (code != STORE_OK) return code;
    code = read_user(s, q, u);
    if (code != STORE_OK) memset(u, 0, sizeof *u);
    end_rows(q);
    return code;
}

/* After a change of a row that was whole. */
static store_code seal_user(store *s, int64_t id) {
    return finish(s, query(s, "UPDATE users SET sum = checksum(" USER_VALUES ") WHERE id = ?1", "l",
                           id));
}

static store_code change_user(store *s, int64_t id, statement *q) {
    store_code code = finish_change(s, q);
    return code == STORE_OK ? seal_user(s, id) : code;
}

store_code store_user_add(store *s, store_user *u) {
    store_code code = finish_insert(
        s,
        query(s,
              "INSERT INTO users (name, password, email, verified, mail, guest, banned, muted,"
              " created, sum) VALUES (?1, ?2, ?3, 0, ?4, ?5, 0, 0, ?6, 0)"
              " ON CONFLICT DO NOTHING",
              "tttiil", u->name, u->password, u->email, (int)u->mail, (int)u->guest, u->created),
        &u->id);
    if (code != STORE_OK) return code == STORE_NONE ? STORE_TAKEN : code;
    return seal_user(s, u->id);
}

store_code store_user_register(store *s, const store_user *u) {
    store_user other;
    store_code code = store_user_by_name(s, u->name, &other);
    if (code != STORE_NONE) return code == STORE_OK ? STORE_TAKEN : code;
    return change_user(
        s, u->id,
        query(s,
              "UPDATE users SET name = ?1, password = ?2, email = ?3, verified = 0,"
              " guest = 0 WHERE id = ?4 AND guest <> 0 AND banned = 0 AND " WHOLE_USER,
              "tttl", u->name, u->password, u->email, u->id));
}

/* Whatever was mailed in order to reset the old one is worth nothing then. */
store_code store_user_password(store *s, int64_t id, const char *known, const char *password) {
    store_code code = change_user(s, id,
                                  query(s,
                                        "UPDATE users SET password = ?1 WHERE id = ?2 AND guest = 0"
                                        " AND (?3 IS NULL OR password = ?3) AND " WHOLE_USER,
                                        "tlt", password, id, known));
    if (code != STORE_OK) return code;
    return finish(s, query(s, "DELETE FROM tokens WHERE user = ?1 AND use = ?2", "li", id,
                           (int)TOKEN_RESET));
}

store_code store_user_email(store *s, int64_t id, const char *email) {
    return change_user(
        s, id,
        query(s,
              "UPDATE users SET verified = CASE WHEN email = ?1 THEN verified ELSE 0 END,"
              " email = ?1 WHERE id = ?2 AND " WHOLE_USER,
              "tl", email, id));
}

store_code store_user_verify(store *s, int64_t id, const char *email) {
    return change_user(s, id,
                       query(s,
                             "UPDATE users SET verified = 1 WHERE id = ?1 AND email = ?2"
                             " AND email <> '' AND " WHOLE_USER,
                             "lt", id, email));
}

store_code store_user_mail(store *s, int64_t id, bool mail) {
    return change_user(s, id,
                       query(s, "UPDATE users SET mail = ?1 WHERE id = ?2 AND " WHOLE_USER, "il",
                             (int)mail, id));
}

store_code store_user_ban(store *s, int64_t id, bool banned) {
    return change_user(s, id,
                       query(s, "UPDATE users SET banned = ?1 WHERE id = ?2 AND " WHOLE_USER, "il",
                             (int)banned, id));
}

store_code store_user_mute(store *s, int64_t id, bool muted) {
    return change_user(s, id,
                       query(s, "UPDATE users SET muted = ?1 WHERE id = ?2 AND " WHOLE_USER, "il",
                             (int)muted, id));
}

store_code store_user_delete(store *s, int64_t id) {
    store_code code = store_sessions_end(s, id, NULL);
    if (code == STORE_OK) code = finish(s, query(s, "DELETE FROM pushes WHERE user = ?1", "l", id));
    if (code == STORE_OK) code = finish(s, query(s, "DELETE FROM tokens WHERE user = ?1", "l", id));
    if (code == STORE_OK)
        code = finish(s, query(s, "DELETE FROM ignored WHERE user = ?1 OR other = ?1", "l", id));
    return code == STORE_OK ? finish(s, query(s, "DELETE FROM users WHERE id = ?1", "l", id))
                            : code;
}

store_code store_user_by_id(store *s, int64_t id, store_user *u) {
    return one_user(
        s, query(s, "SELECT " USER_VALUES ", " WHOLE_USER " FROM users WHERE id = ?1", "l", id), u);
}

store_code store_user_by_name(store *s, const char *name, store_user *u) {
    return one_user(s,
                    query(s,
                          "SELECT " USER_VALUES ", " WHOLE_USER " FROM users WHERE users.name = ?1",
                          "t", name),
                    u);
}

store_code store_users(store *s, store_user_row *row, void *context) {
    statement *q =
        query(s, "SELECT " USER_VALUES ", " WHOLE_USER " FROM users ORDER BY lower(name)", "");
    store_code code;
    while ((code = next_row(s, q)) == STORE_OK) {
        store_user u;
        read_user(s, q, &u);
        row(context, &u);
    }
    return code == STORE_NONE ? STORE_OK : code;
}

/* ---- Sessions ----------------------------------------------------------- */

#define WHOLE_SESSION "sum = checksum(" SESSION_VALUES ")"

store_code store_session_add(store *s, const store_session *one) {
    return finish(s, query(s,
                           "INSERT INTO sessions VALUES (?1, ?2, ?3, ?4, ?5, ?6,"
                           " checksum(?1, ?2, ?3, ?4, ?5, ?6))",
                           "kllllt", one->token, one->user, one->created, one->seen, one->expires,
                           one->agent));
}

store_code store_session_user(store *s, const uint8_t token[STORE_TOKEN], int64_t now,
                              store_user *u) {
    statement *q =
        query(s, "SELECT user, " WHOLE_SESSION " FROM sessions WHERE token = ?1 AND expires > ?2",
              "kl", token, now);
    store_code code = next_row(s, q);
    if (code != STORE_OK) return code;
    int64_t user = long_at(q, 0);
    bool whole = int_at(q, 1);
    end_rows(q);
    return whole ? store_user_by_id(s, user, u) : damaged(s, "a session is damaged");
}

store_code store_session_seen(store *s, const uint8_t token[STORE_TOKEN], int64_t at) {
    store_code code = finish_change(s, query(s,
                                             "UPDATE sessions SET seen = ?2 WHERE token = ?1 AND "
                                             "seen < ?2 - 3600 AND " WHOLE_SESSION,
                                             "kl", token, at));
    if (code != STORE_OK) return code;
    return finish(s,
                  query(s,
                        "UPDATE sessions SET sum = checksum(" SESSION_VALUES ") WHERE token = ?1",
                        "k", token));
}

store_code store_session_delete(store *s, const uint8_t token[STORE_TOKEN]) {
    return finish(s, query(s, "DELETE FROM sessions WHERE token = ?1", "k", token));
}

store_code store_sessions(store *s, int64_t user, int64_t now, store_session_row *row,
                          void *context) {
    statement *q = query(s,
                         "SELECT " SESSION_VALUES " FROM sessions WHERE user = ?1 AND"
                         " expires > ?2 AND " WHOLE_SESSION " ORDER BY seen DESC",
                         "ll", user, now);
    store_code code;
    while ((code = next_row(s, q)) == STORE_OK) {
        store_session one = {.user = long_at(q, 1),
                             .created = long_at(q, 2),
                             .seen = long_at(q, 3),
                             .expires = long_at(q, 4)};
        copy_text(q, 5, one.agent, sizeof one.agent);
        if (copy_key(q, 0, one.token)) row(context, &one);
    }
    return code == STORE_NONE ? STORE_OK : code;
}

store_code store_sessions_end(store *s, int64_t user, const uint8_t *but) {
    static const uint8_t no_token[STORE_TOKEN];
    return finish(s, query(s, "DELETE FROM sessions WHERE user = ?1 AND token <> ?2", "lk", user,
                           but ? but : no_token));
}

store_code store_sessions_expire(store *s, int64_t now) {
    store_code code = finish(s, query(s, "DELETE FROM sessions WHERE expires <= ?1", "l", now));
    if (code == STORE_OK)
        code = finish(s, query(s, "DELETE FROM tokens WHERE expires <= ?1", "l", now));
    if (code != STORE_OK) return code;
    return finish(s,
                  query(s, "DELETE FROM pushes WHERE session NOT IN (SELECT token FROM sessions)",
                        ""));
}

store_code store_guests_expire(store *s, int64_t since) {
    store_code code = finish(
        s, query(s,
                 "DELETE FROM users WHERE guest <> 0 AND created < ?1 AND NOT EXISTS"
                 " (SELECT 1 FROM tables WHERE owner = users.id"
                 "  AND (state < 2 OR changed >= ?1)) AND NOT EXISTS"
                 " (SELECT 1 FROM seats JOIN tables ON tables.id = tbl"
                 "  WHERE user = users.id AND user <> 0 AND (tables.state < 2 OR changed >= ?1))",
                 "l", since));
    if (code != STORE_OK) return code;
    return finish(s, query(s, "DELETE FROM sessions WHERE user NOT IN (SELECT id FROM users)", ""));
}

/* ---- Tokens sent by mail ------------------------------------------------- */

store_code store_token_add(store *s, const uint8_t token[STORE_TOKEN], token_use use, int64_t user,
                           const char *email, int64_t expires) {
    store_code code = finish(s, query(s, "DELETE FROM tokens WHERE user = ?1 AND use = ?2", "li",
                                      user, (int)use));
    if (code != STORE_OK) return code;
    return finish(s, query(s,
                           "INSERT INTO tokens VALUES (?1, ?2, ?3, ?4, ?5,"
                           " checksum(?1, ?2, ?3, ?4, ?5))",
                           "kiltl", token, (int)use, user, email, expires));
}

store_code store_token_take(store *s, const uint8_t token[STORE_TOKEN], token_use use, int64_t now,
                            int64_t *user, char email[STORE_EMAIL]) {
    statement *q = query(s,
                         "SELECT user, email FROM tokens WHERE token = ?1 AND use = ?2"
                         " AND expires > ?3 AND sum = checksum(" TOKEN_VALUES ")",
                         "kil", token, (int)use, now);
    store_code code = next_row(s, q);
    if (code != STORE_OK) return code;
    *user = long_at(q, 0);
    copy_text(q, 1, email, STORE_EMAIL);
    end_rows(q);
    return finish(s, query(s, "DELETE FROM tokens WHERE token = ?1", "k", token));
}

/* ---- Whom one does not want to hear -------------------------------------- */

store_code store_ignore(store *s, int64_t user, int64_t other, bool on) {
    if (!on)
        return finish(s, query(s, "DELETE FROM ignored WHERE user = ?1 AND other = ?2", "ll", user,
                               other));
    return finish(
        s, query(s,
                 "INSERT INTO ignored VALUES (?1, ?2, checksum(?1, ?2)) ON CONFLICT (user, other)"
                 " DO UPDATE SET sum = excluded.sum",
                 "ll", user, other));
}

bool store_ignores(store *s, int64_t user, int64_t other) {
    statement *q =
        query(s, "SELECT 1 FROM ignored WHERE user = ?1 AND other = ?2", "ll", user, other);
    bool found = next_row(s, q) == STORE_OK;
    if (found) end_rows(q);
    return found;
}

store_code store_ignored(store *s, int64_t user, store_name_row *row, void *context) {
    statement *q = query(s,
                         "SELECT name FROM ignored JOIN users ON users.id = other"
                         " WHERE user = ?1 ORDER BY lower(name)",
                         "l", user);
    store_code code;
    while ((code = next_row(s, q)) == STORE_OK) row(context, text_at(q, 0));
    return code == STORE_NONE ? STORE_OK : code;
}

/* ---- Where browsers can be reached ----------------------------------------- */

store_code store_push_add(store *s, const store_push *p) {
    store_code code =
        finish(s,
               query(s,
                     "INSERT INTO pushes VALUES (?1, ?2, ?3, ?4, ?5, ?6,"
                     " checksum(?1, ?2, ?3, ?4, ?5, ?6)) ON CONFLICT (endpoint) DO UPDATE SET"
                     " session = excluded.session, user = excluded.user, p256dh = excluded.p256dh,"
                     " auth = excluded.auth, created = excluded.created, sum = excluded.sum",
                     "tklttl", p->endpoint, p->session, p->user, p->p256dh, p->auth, p->created));
    if (code != STORE_OK) return code;
    return finish(s, query(s,
                           "DELETE FROM pushes WHERE user = ?1 AND endpoint NOT IN (SELECT endpoint"
                           " FROM pushes WHERE user = ?1 ORDER BY created DESC, endpoint LIMIT ?2)",
                           "li", p->user, (int)STORE_PUSHES));
}

store_code store_push_delete(store *s, const char *endpoint, int64_t user) {
    return finish(s, query(s, "DELETE FROM pushes WHERE endpoint = ?1 AND user = ?2", "tl",
                           endpoint, user));
}

store_code store_pushes(store *s, int64_t user, int64_t now, store_push_row *row, void *context) {
    statement *q = query(s,
                         "SELECT " PUSH_VALUES " FROM pushes WHERE user = ?1 AND"
                         " sum = checksum(" PUSH_VALUES ") AND session IN (SELECT token FROM"
                         " sessions WHERE user = ?1 AND expires > ?2) ORDER BY endpoint",
                         "ll", user, now);
    store_code code;
    while ((code = next_row(s, q)) == STORE_OK) {
        store_push p = {.user = user, .created = long_at(q, 5)};
        copy_text(q, 0, p.endpoint, sizeof p.endpoint);
        copy_text(q, 3, p.p256dh, sizeof p.p256dh);
        copy_text(q, 4, p.auth, sizeof p.auth);
        if (copy_key(q, 1, p.session)) row(context, &p);
    }
    return code == STORE_NONE ? STORE_OK : code;
}

/* ---- What the server keeps for itself -------------------------------------- */

store_code store_setting(store *s, const char *name, uint8_t value[32]) {
    statement *q = query(s,
                         "SELECT value, sum = checksum(" SETTING_VALUES ") FROM settings"
                         " WHERE name = ?1",
                         "t", name);
    store_code code = next_row(s, q);
    if (code != STORE_OK) return code;
    bool whole = int_at(q, 1) && copy_key(q, 0, value);
    end_rows(q);
    return whole ? STORE_OK : damaged(s, "the setting %s is damaged", name);
}

store_code store_setting_keep(store *s, const char *name, uint8_t value[32]) {
    store_code code = finish(s, query(s,
                                      "INSERT INTO settings VALUES (?1, ?2,"
                                      " checksum(?1, ?2)) ON CONFLICT DO NOTHING",
                                      "tk", name, value));
    return code == STORE_OK ? store_setting(s, name, value) : code;
}

/* ---- Reports ------------------------------------------------------------ */

static store_code seal_report(store *s, int64_t id) {
    return finish(s, query(s, "UPDATE reports SET sum = checksum(" REPORT_VALUES ") WHERE id = ?1",
                           "l", id));
}

store_code store_report_add(store *s, int64_t table, const store_report *r) {
    int64_t id;
    store_code code =
        finish_insert(s,
                      query(s,
                            "INSERT INTO reports (at, author, about, tbl, closed, text, sum)"
                            " VALUES (?1, ?2, ?3, ?4, 0, ?5, 0)",
                            "llllt", r->at, r->by, r->about, table, r->text),
                      &id);
    return code == STORE_OK ? seal_report(s, id) : code;
}

store_code store_report_close(store *s, int64_t id) {
    store_code code =
        finish_change(s, query(s, "UPDATE reports SET closed = 1 WHERE id = ?1", "l", id));
    return code == STORE_OK ? seal_report(s, id) : code;
}

store_code store_reports(store *s, store_report_row *row, void *context) {
    statement *q = query(s,
                         "SELECT r.id, at, author, coalesce(a.name, ''), about,"
                         " coalesce(b.name, ''), coalesce(code, ''), text FROM reports r"
                         " LEFT JOIN users a ON a.id = author LEFT JOIN users b ON b.id = about"
                         " LEFT JOIN tables ON tables.id = tbl WHERE closed = 0 ORDER BY r.id",
                         "");
    store_code code;
    while ((code = next_row(s, q)) == STORE_OK) {
        store_report r = {.id = long_at(q, 0),
                          .at = long_at(q, 1),
                          .by = long_at(q, 2),
                          .about = long_at(q, 4),
                          .text = text_at(q, 7)};
        copy_text(q, 3, r.by_name, sizeof r.by_name);
        copy_text(q, 5, r.about_name, sizeof r.about_name);
        copy_text(q, 6, r.code, sizeof r.code);
        row(context, &r);
    }
    return code == STORE_NONE ? STORE_OK : code;
}
