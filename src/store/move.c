/* move.c - everything from one database into another.
 *
 * Rows are taken as they are and sealed anew, since each database makes its own checksums. While
 * they are read their values are added up; then those of the copy are, which must give the same
 * number of rows and the same sum.
 */
#include "store/move.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "core/fnv.h"
#include "core/text.h"
#include "store/sql.h"

/* Each kind of rows: its values, of which the first may stand outside the checksum; their types. */
static const struct {
    const char *name, *outside, *values, *types;
} kinds[] = {
    {"users", "", USER_VALUES, "ltttllllll"},
    {"sessions", "", SESSION_VALUES, "kllllt"},
    {"tokens", "", TOKEN_VALUES, "klltl"},
    {"ignored", "", IGNORED_VALUES, "ll"},
    {"reports", "", REPORT_VALUES, "llllllt"},
    {"tables", "", TABLE_VALUES, "lttttttlkkllllllllllllltt"},
    {"seats", "", SEAT_VALUES, "lllltlkk"},
    {"ops", "id, ", OP_VALUES, "lllllllltt"},
    {"last_ops", "", LAST_OP_VALUES, "llll"},
    {"positions", "", POSITION_VALUES, "lltlllll"},
    {"chats", "", CHAT_VALUES, "lllllt"},
    {"notes", "", NOTES_VALUES, "llt"},
    {"pushes", "", PUSH_VALUES, "tklttl"},
    {"settings", "", SETTING_VALUES, "tk"},
};
enum { KINDS = sizeof kinds / sizeof *kinds, KIND_SQL = 1600 };
/* Those whose rows get ids. */
static const char *const numbered[] = {"users", "reports", "tables", "ops", "chats"};

/* Statements are known by the address of their text. */
static char counts[KINDS][100], selects[KINDS][KIND_SQL], inserts[KINDS][KIND_SQL];

static void write_statements(int kind) {
    const char *name = kinds[kind].name, *outside = kinds[kind].outside;
    const char *values = kinds[kind].values;
    int count = (int)strlen(kinds[kind].types), first = *outside ? 2 : 1;
    mk_text all = {0}, sealed = {0};
    for (int i = 1; i <= count; i++) {
        mk_text_add(&all, "%s?%d", i > 1 ? ", " : "", i);
        if (i >= first) mk_text_add(&sealed, "%s?%d", i > first ? ", " : "", i);
    }
    snprintf(counts[kind], sizeof counts[kind], "SELECT count(*) FROM %s", name);
    snprintf(selects[kind], KIND_SQL,
             "SELECT %s%s, CASE WHEN sum = checksum(%s) THEN 1 ELSE 0 END"
             " FROM %s",
             outside, values, values, name);
    int n = snprintf(inserts[kind], KIND_SQL,
                     "INSERT INTO %s (%s%s, sum) VALUES (%s, CASE WHEN ?%d = 1 THEN checksum(%s)"
                     " ELSE ~checksum(%s) END)",
                     name, outside, values, all.p, count + 1, sealed.p, sealed.p);
    assert(n < KIND_SQL);
    (void)n;
    mk_text_free(&all);
    mk_text_free(&sealed);
}

typedef struct {
    int64_t rows;
    uint64_t sum; /* of the hashes of all rows: in any order */
    int64_t last; /* the highest number in the first column */
} tally;

/* ---- Rows ----------------------------------------------------------------- */

typedef struct {
    char types[SQL_VALUES + 1];
    sql_value value[SQL_VALUES];
    uint8_t keys[4][32];
} row;

/* The values of a row, and last whether it is whole. A key that is none is not whole anyway. */
static void read_row(int kind, const statement *q, row *r) {
    int keys = 0, n = snprintf(r->types, sizeof r->types, "%sl", kinds[kind].types);
    for (int i = 0; i < n; i++) {
        switch (r->types[i]) {
        case 't': r->value[i].text = text_at(q, i); break;
        case 'k':
            memset(r->keys[keys], 0, 32);
            copy_key(q, i, r->keys[keys]);
            r->value[i].key = r->keys[keys++];
            break;
        default: r->value[i].number = long_at(q, i);
        }
    }
}

static void add_row(tally *t, const row *r) {
    uint64_t hash = MK_FNV_START;
    for (int i = 0; r->types[i]; i++) {
        if (r->types[i] == 't')
            hash = mk_fnv(hash, r->value[i].text, strlen(r->value[i].text) + 1);
        else if (r->types[i] == 'k')
            hash = mk_fnv(hash, r->value[i].key, 32);
        else
            hash = mk_fnv(hash, &r->value[i].number, sizeof r->value[i].number);
    }
    t->rows++;
    t->sum += hash;
    if (r->types[0] == 'l' && r->value[0].number > t->last) t->last = r->value[0].number;
}

/* Reads all rows of a kind and writes them to `to`, unless that is NULL. */
static bool take_rows(store *from, store *to, int kind, tally *t, char *why, size_t size) {
    row r;
    store_code code;
    from->streams = true;
    statement *q = query(from, selects[kind], "");
    while ((code = next_row(from, q)) == STORE_OK) {
        read_row(kind, q, &r);
        add_row(t, &r);
        if (!to) continue;
        code = finish(to, query_values(to, inserts[kind], r.types, r.value));
        if (code == STORE_OK) continue;
        snprintf(why, size, "%s: %s", kinds[kind].name, store_why(to));
        end_rows(q);
        break;
    }
    from->streams = false;
    if (code == STORE_NONE) return true;
    if (!*why) snprintf(why, size, "%s: %s", kinds[kind].name, store_why(from));
    return false;
}

/* ---- All ------------------------------------------------------------------ */

static bool is_empty(store *to, char *why, size_t size) {
    for (int i = 0; i < KINDS; i++) {
        statement *q = query(to, counts[i], "");
        if (next_row(to, q) != STORE_OK) {
            snprintf(why, size, "%s", store_why(to));
            return false;
        }
        int64_t rows = long_at(q, 0);
        end_rows(q);
        if (!rows) continue;
        snprintf(why, size, "there are %s already; it has to be empty", kinds[i].name);
        return false;
    }
    return true;
}

/* No id that was ever given out is given out again. */
static bool carry_counters(store *from, store *to, const tally *tallies, char *why, size_t size) {
    for (size_t i = 0; i < sizeof numbered / sizeof *numbered; i++) {
        int64_t id = 0;
        int kind = 0;
        while (strcmp(kinds[kind].name, numbered[i]) != 0) kind++;
        if (from->driver->counter(from, numbered[i], &id) != STORE_OK) {
            snprintf(why, size, "%s", store_why(from));
            return false;
        }
        if (tallies[kind].last > id) id = tallies[kind].last;
        if (to->driver->set_counter(to, numbered[i], id) == STORE_OK) continue;
        snprintf(why, size, "%s", store_why(to));
        return false;
    }
    return true;
}

static bool compare(store *to, int kind, const tally *read, char *why, size_t size) {
    tally written = {0};
    if (!take_rows(to, NULL, kind, &written, why, size)) return false;
    if (written.rows == read->rows && written.sum == read->sum) return true;
    snprintf(why, size, "%s: %lld rows have become %lld, or others", kinds[kind].name,
             (long long)read->rows, (long long)written.rows);
    return false;
}

static bool copy_all(store *from, store *to, tally *tallies, char *why, size_t size) {
    for (int i = 0; i < KINDS; i++)
        if (!take_rows(from, to, i, &tallies[i], why, size)) return false;
    if (!carry_counters(from, to, tallies, why, size)) return false;
    for (int i = 0; i < KINDS; i++)
        if (!compare(to, i, &tallies[i], why, size)) return false;
    return true;
}

bool store_copy(store *from, store *to, store_copied_row *told, void *context, char *why,
                size_t size) {
    tally tallies[KINDS] = {0};
    *why = '\0';
    for (int i = 0; i < KINDS; i++) write_statements(i);
    if (!is_empty(to, why, size)) return false;
    bool copied = finish(from, query(from, "BEGIN", "")) == STORE_OK &&
                  store_begin(to) == STORE_OK && copy_all(from, to, tallies, why, size) &&
                  store_commit(to) == STORE_OK;
    if (!copied && !*why) snprintf(why, size, "%s", *to->why ? store_why(to) : store_why(from));
    store_rollback(to);
    store_rollback(from);
    for (int i = 0; copied && told && i < KINDS; i++) told(context, kinds[i].name, tallies[i].rows);
    return copied;
}
