/* check.c - looks at the whole database: what it thinks of itself, every checksum, every chain of
 * operations, and whether all that belongs to a table has one. Changes nothing. */
#include <stdio.h>

#include "store/sql.h"

typedef struct {
    store *store;
    store_problem_row *row;
    void *context;
} check;

static void report(const check *c, const char *code, const char *problem) {
    c->row(c->context, code, problem);
}

/* Each gives rows of a table's code and a sentence. */
#define CODE "coalesce((SELECT code FROM tables WHERE id = tbl), '')"
#define UNLIKE(VALUES) " WHERE sum <> checksum(" VALUES ")"
#define HOMELESS " WHERE tbl NOT IN (SELECT id FROM tables)"
static const char *const questions[] = {
    "SELECT '', 'the account ' || name || ' is damaged' FROM users" UNLIKE(USER_VALUES),
    "SELECT '', 'a session is damaged' FROM sessions" UNLIKE(SESSION_VALUES),
    "SELECT '', 'a session has no account' FROM sessions"
    " WHERE user NOT IN (SELECT id FROM users)",
    "SELECT '', 'a token that was sent by mail is damaged' FROM tokens" UNLIKE(TOKEN_VALUES),
    "SELECT '', 'whom somebody ignores is damaged' FROM ignored" UNLIKE(IGNORED_VALUES),
    "SELECT '', 'the report ' || id || ' is damaged' FROM reports" UNLIKE(REPORT_VALUES),
    "SELECT '', 'where a browser can be reached is damaged' FROM pushes" UNLIKE(PUSH_VALUES),
    "SELECT '', 'the setting ' || name || ' is damaged' FROM settings" UNLIKE(SETTING_VALUES),
    "SELECT " CODE ", 'operation ' || n || ' is damaged' FROM ops" UNLIKE(OP_VALUES),
    "SELECT " CODE
    ", 'the position at ' || n || ' is damaged' FROM positions" UNLIKE(POSITION_VALUES),
    "SELECT " CODE ", 'a line of its talk is damaged' FROM chats" UNLIKE(CHAT_VALUES),
    "SELECT " CODE
    ", 'the notes of seat ' || seat || ' are damaged' FROM notes" UNLIKE(NOTES_VALUES),
    "SELECT " CODE ", 'operation ' || n || ' refers to itself' FROM ops WHERE before = id",
    "SELECT code, 'it has not begun and has operations' FROM tables JOIN last_ops"
    " ON tbl = tables.id WHERE state = 0 AND op <> 0",
    "SELECT code, 'it has ' || count || ' operations, and its last has the number ' || n FROM"
    " (SELECT tbl, count(*) AS count FROM ops GROUP BY tbl) o JOIN last_ops USING (tbl)"
    " JOIN tables ON tables.id = tbl WHERE count <> n + 1",
    "SELECT '', count(*) || ' operations belong to no table' FROM ops" HOMELESS
    " HAVING count(*) > 0",
    "SELECT '', 'a seat belongs to no table' FROM seats" HOMELESS,
    "SELECT '', 'a position belongs to no table' FROM positions" HOMELESS,
    "SELECT '', 'a line of talk belongs to no table' FROM chats" HOMELESS,
    "SELECT '', 'notes belong to no table' FROM notes" HOMELESS,
    "SELECT '', 'a last operation belongs to no table' FROM last_ops" HOMELESS,
};

static void ask(const check *c, const char *question) {
    char problem[200];
    statement *q = query(c->store, question, "");
    store_code code;
    while ((code = next_row(c->store, q)) == STORE_OK) report(c, text_at(q, 0), text_at(q, 1));
    if (code == STORE_NONE) return;
    snprintf(problem, sizeof problem, "it cannot be read: %.150s", store_why(c->store));
    report(c, "", problem);
}

static bool pass(void *context, const store_op *op) {
    (void)context, (void)op;
    return true;
}

static void check_table(void *context, const store_table *t) {
    const check *c = context;
    if (*t->problem) report(c, t->code, t->problem);
    if (store_ops(c->store, t->id, pass, NULL) != STORE_OK) report(c, t->code, store_why(c->store));
}

store_code store_check(store *s, store_problem_row *row, void *context) {
    check c = {s, row, context};
    s->driver->check(s, row, context);
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++) ask(&c, questions[i]);
    return store_tables_all(s, check_table, &c);
}
