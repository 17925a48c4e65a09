/* tables.c - tables, what was done on them, positions, talk: rows of the database. */
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "store/sql.h"

/* ---- Tables ------------------------------------------------------------- */

static store_code save_seats(store *s, const store_table *t) {
    store_code code = STORE_OK;
    for (int i = 0; i < t->seat_count && code == STORE_OK; i++) {
        const store_seat *seat = &t->seat[i];
        code = finish(s, query(s,
                               "INSERT INTO seats VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8,"
                               " checksum(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)) ON CONFLICT (tbl, seat)"
                               " DO UPDATE SET state = excluded.state, user = excluded.user,"
                               " bot = excluded.bot, dice = excluded.dice,"
                               " commitment = excluded.commitment, secret = excluded.secret,"
                               " sum = excluded.sum",
                               "liiltikk", t->id, i, (int)seat->state, seat->user, seat->bot,
                               (int)seat->dice, seat->commitment, seat->secret));
    }
    return code;
}

static store_code seal_table(store *s, int64_t id) {
    return finish(s, query(s, "UPDATE tables SET sum = checksum(" TABLE_VALUES ") WHERE id = ?1",
                           "l", id));
}

store_code store_table_add(store *s, store_table *t) {
    store_code code = finish_insert(
        s,
        query(s,
              "INSERT INTO tables (code, secret, title, game, scenario, options, nonplayers,"
              " server_key, key, rules, data, state, owner, open_to_all, imported, created,"
              " changed, clock, clock_time, clock_bonus, counts, seat_count, outcome, rematch, sum)"
              " SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16,"
              " ?17, ?18, ?19, ?20, ?21, ?22, ?23, '', 0"
              " WHERE EXISTS (SELECT 1 FROM users WHERE id = ?13)",
              "ttttttikkililiilliiiiit", t->code, t->secret, t->title, t->game, t->scenario,
              t->options, t->nonplayers, t->server_key, t->key, t->rules, (int64_t)t->data,
              (int)t->state, t->owner, (int)t->open_to_all, (int)t->imported, t->created,
              t->changed, (int)t->clock, t->clock_time, t->clock_bonus, (int)t->counts,
              t->seat_count, t->outcome),
        &t->id);
    if (code != STORE_OK) return code;
    t->version = 0;
    code = seal_table(s, t->id);
    if (code == STORE_OK)
        code =
            finish(s, query(s, "INSERT INTO last_ops VALUES (?1, 0, -1, 0, checksum(?1, 0, -1, 0))",
                            "l", t->id));
    return code == STORE_OK ? save_seats(s, t) : code;
}

store_code store_table_save(store *s, const store_table *t) {
    store_code code = finish_change(
        s, query(s,
                 "UPDATE tables SET state = ?1, title = ?2, owner = ?3, open_to_all = ?4,"
                 " changed = ?5, outcome = ?6, server_key = ?7, key = ?8, rematch = ?9,"
                 " version = version + 1 WHERE id = ?10 AND version = ?11",
                 "itliltkktll", (int)t->state, t->title, t->owner, (int)t->open_to_all, t->changed,
                 t->outcome, t->server_key, t->key, t->rematch, t->id, t->version));
    if (code == STORE_NONE) return refused(s, "the table is gone or was changed meanwhile");
    if (code == STORE_OK) code = seal_table(s, t->id);
    return code == STORE_OK ? save_seats(s, t) : code;
}

/* The operations of a table, the last one first: each knows the one before it. Ids only ever grow,
 * so that a damaged row can lead astray but never in a circle. */
#define OPS_BACKWARDS(NEXT)                                                                        \
    "WITH RECURSIVE past (id, n, before, far) AS (SELECT ops.id, ops.n, before, far FROM last_ops" \
    " JOIN ops ON ops.id = op WHERE last_ops.tbl = ?1 AND ops.tbl = ?1 UNION ALL"                  \
    " SELECT ops.id, ops.n, ops.before, ops.far FROM past JOIN ops ON ops.id = " NEXT              \
    " WHERE ops.id < past.id AND ops.tbl = ?1) SELECT id FROM past"

store_code store_table_delete(store *s, int64_t id) {
    static const char *const rows[] = {
        "DELETE FROM ops WHERE id IN (" OPS_BACKWARDS("past.before") ")",
        "DELETE FROM last_ops WHERE tbl = ?1",
        "DELETE FROM positions WHERE tbl = ?1",
        "DELETE FROM chats WHERE tbl = ?1",
        "DELETE FROM notes WHERE tbl = ?1",
        "DELETE FROM seats WHERE tbl = ?1",
        "DELETE FROM tables WHERE id = ?1",
    };
    store_code code = STORE_OK;
    for (size_t i = 0; i < sizeof rows / sizeof *rows && code == STORE_OK; i++)
        code = finish(s, query(s, rows[i], "l", id));
    return code;
}

static void note_problem(store_table *t, const char *problem) {
    if (!*t->problem) snprintf(t->problem, sizeof t->problem, "%s", problem);
}

/* A table with its seats: as many rows as it has seats, in their order. */
#define TABLE_COLUMNS                                                                              \
    TABLE_VALUES ", sum = checksum(" TABLE_VALUES "),"                                             \
                 " coalesce((SELECT name FROM users WHERE users.id = owner), ''), version"         \
                 " FROM tables "
#define SEAT_COLUMNS                                                                               \
    SEAT_VALUES ", sum = checksum(" SEAT_VALUES "),"                                               \
                " coalesce((SELECT name FROM users WHERE users.id = seats.user), '') FROM seats"
#define TABLES(WHICH, ORDER)                                                                       \
    "SELECT * FROM (SELECT " TABLE_COLUMNS WHICH ") one LEFT JOIN (SELECT " SEAT_COLUMNS           \
    ") sits ON sits.tbl = one.id ORDER BY " ORDER "one.id, sits.seat"

enum { FIRST_OF_SEAT = 28 }; /* columns before those of the seat */

static void read_seat(const statement *q, store_table *t, int *count) {
    enum { TBL = FIRST_OF_SEAT, SEAT, STATE, USER, BOT, DICE, COMMITMENT, SECRET, WHOLE, NAME };
    if (long_at(q, TBL) != t->id) return; /* it has none */
    int state = int_at(q, STATE), dice = int_at(q, DICE);
    bool sound = int_at(q, SEAT) == *count && *count < t->seat_count && state >= SEAT_OPEN &&
                 state <= SEAT_BOT && dice >= DICE_NONE && dice <= DICE_OPENED && int_at(q, WHOLE);
    if (!sound) {
        note_problem(t, "the row of a seat is damaged");
        return;
    }
    store_seat *seat = &t->seat[(*count)++];
    seat->state = (seat_state)state;
    seat->user = long_at(q, USER);
    copy_text(q, BOT, seat->bot, sizeof seat->bot);
    seat->dice = (dice_state)dice;
    copy_key(q, COMMITMENT, seat->commitment);
    copy_key(q, SECRET, seat->secret);
    copy_text(q, NAME, seat->name, sizeof seat->name);
}

static void read_table(const statement *q, store_table *t) {
    memset(t, 0, sizeof *t);
    t->id = long_at(q, 0);
    copy_text(q, 1, t->code, sizeof t->code);
    copy_text(q, 2, t->secret, sizeof t->secret);
    copy_text(q, 3, t->title, sizeof t->title);
    copy_text(q, 4, t->game, sizeof t->game);
    copy_text(q, 5, t->scenario, sizeof t->scenario);
    copy_text(q, 6, t->options, sizeof t->options);
    t->nonplayers = int_at(q, 7);
    bool keys = copy_key(q, 8, t->server_key) && copy_key(q, 9, t->key);
    t->rules = int_at(q, 10);
    t->data = (uint64_t)long_at(q, 11);
    int state = int_at(q, 12);
    t->owner = long_at(q, 13);
    t->open_to_all = int_at(q, 14) != 0;
    t->imported = int_at(q, 15) != 0;
    t->created = long_at(q, 16);
    t->changed = long_at(q, 17);
    int clock = int_at(q, 18);
    t->clock_time = int_at(q, 19);
    t->clock_bonus = int_at(q, 20);
    t->counts = int_at(q, 21) != 0;
    t->seat_count = int_at(q, 22);
    copy_text(q, 23, t->outcome, sizeof t->outcome);
    copy_text(q, 24, t->rematch, sizeof t->rematch);
    copy_text(q, 26, t->owner_name, sizeof t->owner_name);
    t->version = long_at(q, 27);
    bool sound = keys && state >= TABLE_OPEN && state <= TABLE_OVER && t->seat_count >= 1 &&
                 t->seat_count <= MK_MAX_SEATS && clock >= CLOCK_NONE && clock < CLOCK_KINDS &&
                 int_at(q, 25);
    t->clock = sound ? (clock_kind)clock : CLOCK_NONE;
    t->state = sound ? (table_state)state : TABLE_PLAYING;
    if (!sound) note_problem(t, "the row of the table is damaged");
    if (t->seat_count < 1 || t->seat_count > MK_MAX_SEATS) t->seat_count = 1;
}

/* A table all of whose seats were read. */
static void give_table(store_table *t, int seats, store_table_row *row, void *context) {
    if (!t->id) return; /* the first is yet to come */
    if (seats < t->seat_count) note_problem(t, "the row of a seat is missing");
    row(context, t);
}

static store_code each_table(store *s, statement *q, store_table_row *row, void *context) {
    store_table t = {0};
    store_code code;
    int seats = 0;
    while ((code = next_row(s, q)) == STORE_OK) {
        if (long_at(q, 0) != t.id) {
            give_table(&t, seats, row, context);
            read_table(q, &t);
            seats = 0;
        }
        read_seat(q, &t, &seats);
    }
    if (code != STORE_NONE) return code;
    give_table(&t, seats, row, context);
    return STORE_OK;
}

static void copy_table(void *context, const store_table *t) { *(store_table *)context = *t; }

store_code store_table_by_code(store *s, const char *code, store_table *t) {
    t->id = 0;
    store_code found =
        each_table(s, query(s, TABLES("WHERE code = ?1", ""), "t", code), copy_table, t);
    return found == STORE_OK && !t->id ? STORE_NONE : found;
}

store_code store_table_at(store *s, int64_t id, int64_t *version, int *n) {
    statement *q = query(s,
                         "SELECT version, coalesce(n, -1) FROM tables LEFT JOIN last_ops"
                         " ON tbl = tables.id WHERE tables.id = ?1",
                         "l", id);
    store_code code = next_row(s, q);
    if (code != STORE_OK) return code;
    *version = long_at(q, 0);
    *n = int_at(q, 1);
    end_rows(q);
    return STORE_OK;
}

bool store_is_rematch(store *s, const char *code) {
    statement *q = query(s, "SELECT 1 FROM tables WHERE rematch = ?1 AND rematch <> ''", "t", code);
    bool found = next_row(s, q) == STORE_OK;
    if (found) end_rows(q);
    return found;
}

store_code store_tables_going(store *s, store_table_row *row, void *context) {
    s->streams = true; /* there may be very many */
    store_code code = each_table(s, query(s, TABLES("WHERE state < 2", ""), ""), row, context);
    s->streams = false;
    return code;
}

store_code store_tables_finished(store *s, int64_t user, int max, store_table_row *row,
                                 void *context) {
    statement *q = query(s,
                         TABLES("WHERE state = 2 AND id IN (SELECT tbl FROM seats WHERE user = ?1"
                                " AND user <> 0) ORDER BY changed DESC LIMIT ?2",
                                "one.changed DESC, "),
                         "li", user, max);
    return each_table(s, q, row, context);
}

store_code store_tables_all(store *s, store_table_row *row, void *context) {
    return each_table(s, query(s, TABLES("", ""), ""), row, context);
}

/* ---- What was done ------------------------------------------------------ */

typedef struct {
    int64_t op, mark; /* rows: the last operation, the last whose number is a multiple of FAR */
    int n;
} last_op;

static store_code read_last_op(store *s, int64_t table, last_op *last) {
    statement *q = query(s,
                         "SELECT op, n, mark, sum = checksum(" LAST_OP_VALUES ") FROM last_ops"
                         " WHERE tbl = ?1",
                         "l", table);
    store_code code = next_row(s, q);
    if (code != STORE_OK) return code;
    *last = (last_op){.op = long_at(q, 0), .n = int_at(q, 1), .mark = long_at(q, 2)};
    bool whole = int_at(q, 3);
    end_rows(q);
    return whole ? STORE_OK : damaged(s, "the row of its last operation is damaged");
}

static const char moved_on[] = "the table has moved on: does another server write here?";

/* Where it would be added, if it is the table's next. */
static store_code find_end(store *s, int64_t table, const store_op *op, last_op *last) {
    store_code code = read_last_op(s, table, last);
    if (code == STORE_NONE) return refused(s, "the table is gone");
    if (code != STORE_OK) return code;
    return op->n == last->n + 1 ? STORE_OK : refused(s, moved_on);
}

/* All in one statement, as SQLite cannot be told it. It need not be waited for: where it does not
 * fit it divides by zero, which is a refusal. */
static store_code add_op_in_one(store *s, int64_t table, const store_op *op) {
    return finish(
        s, query(s,
                 "WITH made AS (INSERT INTO ops (tbl, n, before, far, kind, seat, at, line, events,"
                 " sum) SELECT ?1, ?2, op, mark, ?3, ?4, ?5, ?6, ?7,"
                 " checksum(?1, ?2, op, mark, ?3, ?4, ?5, ?6, ?7) FROM last_ops"
                 " WHERE tbl = ?1 AND n = ?2 - 1 AND sum = checksum(" LAST_OP_VALUES ")"
                 " RETURNING id, CASE WHEN n % 128 = 0 THEN id ELSE far END AS mark),"
                 " noted AS (UPDATE last_ops SET op = made.id, n = ?2, mark = made.mark,"
                 " sum = checksum(?1, made.id, ?2, made.mark) FROM made WHERE tbl = ?1"
                 " AND n = ?2 - 1 RETURNING 1) SELECT 1 / count(*) FROM noted",
                 "liiiltt", table, op->n, (int)op->kind, op->seat, op->at, op->line, op->events));
}

store_code store_op_add(store *s, int64_t table, const store_op *op) {
    last_op last = {0};
    int64_t id;
    if (s->driver->is_remote) return add_op_in_one(s, table, op);
    store_code code = find_end(s, table, op, &last);
    if (code != STORE_OK) return code;
    code = finish_insert(
        s,
        query(s,
              "INSERT INTO ops (tbl, n, before, far, kind, seat, at, line, events, sum)"
              " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9,"
              " checksum(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9))",
              "lilliiltt", table, op->n, last.op, last.mark, (int)op->kind, op->seat, op->at,
              op->line, op->events),
        &id);
    if (code != STORE_OK) return code;
    return finish(s, query(s,
                           "UPDATE last_ops SET op = ?2, n = ?3, mark = ?4,"
                           " sum = checksum(?1, ?2, ?3, ?4) WHERE tbl = ?1",
                           "llil", table, id, op->n, op->n % FAR == 0 ? id : last.mark));
}

enum {
    OP_ID,
    OP_TBL,
    OP_N,
    OP_BEFORE,
    OP_FAR,
    OP_KIND,
    OP_SEAT,
    OP_AT,
    OP_LINE,
    OP_EVENTS,
    OP_WHOLE
};
#define OP_COLUMNS "SELECT id, " OP_VALUES ", sum = checksum(" OP_VALUES ") FROM ops WHERE id IN "

/* What is wrong with the first row of a chain that should begin with `n`. */
static store_code broken_chain(store *s, statement *q, int n) {
    int found = int_at(q, OP_N);
    int64_t id = long_at(q, OP_ID), before = long_at(q, OP_BEFORE);
    if (before == id) return damaged(s, "operation %d refers to itself", found);
    if (before > id) return damaged(s, "operation %d refers to a later one", found);
    if (n == 0) return damaged(s, "the operation before number %d is missing", found);
    return damaged(s, "operation %d stands where number %d should", found, n);
}

/* False: it is not whole. */
static bool read_op(const statement *q, store_op *op) {
    *op = (store_op){
        .n = int_at(q, OP_N),
        .kind = (op_kind)int_at(q, OP_KIND),
        .seat = int_at(q, OP_SEAT),
        .at = long_at(q, OP_AT),
        .line = text_at(q, OP_LINE),
        .events = text_at(q, OP_EVENTS),
    };
    return int_at(q, OP_WHOLE) && (unsigned)op->kind < OP_KINDS && op->seat >= -1 &&
           op->seat < MK_MAX_SEATS;
}

/* Reads operations whose numbers follow each other; `next` is the first one's, -1 any. */
static store_code each_op(store *s, statement *q, int *next, store_op_row *row, void *context) {
    store_code code;
    while ((code = next_row(s, q)) == STORE_OK) {
        store_op op;
        if (!read_op(q, &op))
            code = damaged(s, "operation %d is damaged", op.n);
        else if (*next >= 0 && op.n != *next)
            code = broken_chain(s, q, *next);
        *next = op.n + 1;
        if (code != STORE_OK) break;
        if (row(context, &op)) continue;
        *next = INT_MAX; /* enough */
        break;
    }
    if (code != STORE_NONE) end_rows(q);
    return code == STORE_NONE ? STORE_OK : code;
}

store_code store_ops(store *s, int64_t table, store_op_row *row, void *context) {
    last_op last;
    int next = 0;
    store_code code = read_last_op(s, table, &last);
    if (code == STORE_NONE) return damaged(s, "the row of its last operation is missing");
    if (code != STORE_OK) return code;
    code =
        each_op(s,
                query(s, OP_COLUMNS "(" OPS_BACKWARDS("past.before") ") ORDER BY id", "l", table),
                &next, row, context);
    if (code == STORE_OK && next <= last.n) return damaged(s, "operation %d is missing", last.n);
    return code;
}

store_code store_ops_after(store *s, int64_t table, int n, store_op_row *row, void *context) {
    int next = n + 1;
    return each_op(
        s,
        query(s,
              OP_COLUMNS
              "(WITH RECURSIVE past (id, n, before) AS (SELECT ops.id, ops.n, before FROM last_ops"
              " JOIN ops ON ops.id = op WHERE last_ops.tbl = ?1 AND ops.tbl = ?1 AND ops.n > ?2"
              " UNION ALL SELECT ops.id, ops.n, ops.before FROM past JOIN ops"
              " ON ops.id = past.before WHERE past.n > ?2 + 1 AND ops.id < past.id"
              " AND ops.tbl = ?1) SELECT id FROM past) ORDER BY id",
              "li", table, n),
        &next, row, context);
}

store_code store_ops_last(store *s, const char *tables, store_last_op_row *row, void *context) {
    statement *q = query(s,
                         OP_COLUMNS "(SELECT op FROM last_ops WHERE tbl = ANY"
                                    " (string_to_array(?1, ',')::bigint[]))",
                         "t", tables);
    store_code code;
    while ((code = next_row(s, q)) == STORE_OK) {
        store_op op;
        if (read_op(q, &op)) row(context, long_at(q, OP_TBL), &op);
    }
    return code == STORE_NONE ? STORE_OK : code;
}

/* In long steps as long as they do not pass what is asked for. */
store_code store_ops_before(store *s, int64_t table, int before, int max, store_op_row *row,
                            void *context) {
    int next = -1;
    return each_op(s,
                   query(s,
                         OP_COLUMNS "(" OPS_BACKWARDS(
                             "CASE WHEN (past.n - 1) / 128 * 128 >= ?2 THEN past.far"
                             " ELSE past.before END") " WHERE n < ?2 LIMIT ?3) ORDER BY id",
                         "lii", table, before, max),
                   &next, row, context);
}
_Static_assert(FAR == 128, "as the queries above have it");

store_code store_position_save(store *s, int64_t table, const store_place *at, const char *position,
                               int instead_of) {
    store_code code =
        finish(s, query(s,
                        "INSERT INTO positions VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8,"
                        " checksum(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)) ON CONFLICT (tbl, n) DO UPDATE"
                        " SET position = excluded.position, entries = excluded.entries,"
                        " used0 = excluded.used0, used1 = excluded.used1, used2 = excluded.used2,"
                        " used3 = excluded.used3, sum = excluded.sum",
                        "litillll", table, at->n, position, at->entries, at->seconds_used[0],
                        at->seconds_used[1], at->seconds_used[2], at->seconds_used[3]));
    if (code != STORE_OK || instead_of < 0 || instead_of == at->n) return code;
    return store_position_drop(s, table, instead_of);
}

store_code store_position_drop(store *s, int64_t table, int n) {
    return finish(s, query(s, "DELETE FROM positions WHERE tbl = ?1 AND n = ?2", "li", table, n));
}

#define POSITION_COLUMNS                                                                           \
    "SELECT " POSITION_VALUES ", sum = checksum(" POSITION_VALUES ") FROM positions "

store_code store_position(store *s, int64_t table, store_place *at, mk_text *position) {
    statement *q =
        at->n >= 0
            ? query(s, POSITION_COLUMNS "WHERE tbl = ?1 AND n = ?2", "li", table, at->n)
            : query(s, POSITION_COLUMNS "WHERE tbl = ?1 ORDER BY n DESC LIMIT 1", "l", table);
    store_code code = next_row(s, q);
    if (code != STORE_OK) return code;
    at->n = int_at(q, 1);
    if (position) mk_text_add(position, "%s", text_at(q, 2));
    at->entries = int_at(q, 3);
    for (int i = 0; i < MK_MAX_SEATS; i++) at->seconds_used[i] = long_at(q, 4 + i);
    bool whole = int_at(q, 8);
    end_rows(q);
    return whole ? STORE_OK : damaged(s, "the position at %d is damaged", at->n);
}

/* ---- Talk --------------------------------------------------------------- */

store_code store_chat_add(store *s, int64_t table, store_chat *chat) {
    store_code code =
        finish_insert(s,
                      query(s,
                            "INSERT INTO chats (tbl, user, at, room, text, sum) SELECT ?1, ?2, ?3,"
                            " ?4, ?5, 0 WHERE EXISTS (SELECT 1 FROM tables WHERE id = ?1)",
                            "lllit", table, chat->user, chat->at, (int)chat->room, chat->text),
                      &chat->id);
    if (code == STORE_NONE) return refused(s, "the table is gone");
    if (code != STORE_OK) return code;
    return finish(s, query(s, "UPDATE chats SET sum = checksum(" CHAT_VALUES ") WHERE id = ?1", "l",
                           chat->id));
}

store_code store_chats(store *s, int64_t table, int64_t reader, chat_room last, int max,
                       store_chat_row *row, void *context) {
    statement *q =
        query(s,
              "SELECT * FROM (SELECT id, at, user,"
              " coalesce((SELECT name FROM users WHERE users.id = chats.user), ''), text, room"
              " FROM chats WHERE tbl = ?1 AND room <= ?4 AND sum = checksum(" CHAT_VALUES
              ") AND NOT EXISTS"
              " (SELECT 1 FROM ignored WHERE ignored.user = ?2 AND other = chats.user)"
              " ORDER BY id DESC LIMIT ?3) last ORDER BY 1",
              "llii", table, reader, max, (int)last);
    store_code code;
    while ((code = next_row(s, q)) == STORE_OK) {
        store_chat chat = {.id = long_at(q, 0),
                           .at = long_at(q, 1),
                           .user = long_at(q, 2),
                           .from = text_at(q, 3),
                           .room = int_at(q, 5) ? ROOM_SPECTATORS : ROOM_PLAYERS,
                           .text = text_at(q, 4)};
        row(context, &chat);
    }
    return code == STORE_NONE ? STORE_OK : code;
}

store_code store_notes_save(store *s, int64_t table, int seat, const char *text) {
    store_code code =
        finish_change(s,
                      query(s,
                            "INSERT INTO notes SELECT ?1, ?2, ?3, checksum(?1, ?2, ?3)"
                            " WHERE EXISTS (SELECT 1 FROM tables WHERE id = ?1) ON CONFLICT"
                            " (tbl, seat) DO UPDATE SET text = excluded.text, sum = excluded.sum",
                            "lit", table, seat, text));
    return code == STORE_NONE ? refused(s, "the table is gone") : code;
}

store_code store_notes(store *s, int64_t table, int seat, mk_text *out) {
    statement *q = query(s,
                         "SELECT text, sum = checksum(" NOTES_VALUES ") FROM notes"
                         " WHERE tbl = ?1 AND seat = ?2",
                         "li", table, seat);
    store_code code = next_row(s, q);
    if (code != STORE_OK) return code;
    bool whole = int_at(q, 1);
    if (whole) mk_text_add(out, "%s", text_at(q, 0));
    end_rows(q);
    return whole ? STORE_OK : damaged(s, "the notes of a seat are damaged");
}
