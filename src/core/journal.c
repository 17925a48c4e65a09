/* journal.c - a table as text, and back.
 *
 *     musket journal 2                first lines as in lines.h
 *     game p77
 *     ...
 *     generator chacha20
 *     key 64 hexadecimal digits
 *
 *     american place a_weedon wilmington
 *     turn 2 hash 89abcdef01234567    after an entry that began a turn: the hash of the state
 *     undo 37                         by consent, back to the first 37 entries; itself an entry
 *     end 143                         the number of entries
 *
 * The reader takes what the writer writes and nothing else: each entry has one form, each turn
 * its check, and the last line says how many entries there are. So reading and writing give the
 * same bytes, and a file that was cut off or does not lead where it led is noticed.
 *
 * Journals of format 1 have the hash of another dump ("turn 2 89abcdef01234567"). It is not
 * compared, only the turn is: properties have changed since. Written again they are of format 2. A
 * game that is saved as it goes may have lines of both kinds.
 */
#include "core/lines.h"
#include "core/table.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { LINE = 4 * MK_NAME }; /* a verb and three names, or a check */

/* ---- Writing ------------------------------------------------------------ */

void mk_journal_write_header(const mk_table *t, mk_text *out) {
    const mk_game *game = mk_table_game(t);
    const mk_header header = {game, *mk_table_setup(t), game->rules_version, mk_data_hash(game)};
    mk_header_write(&header, "journal", out);
    char key[2 * MK_KEY_BYTES + 1];
    mk_print_key(header.setup.key, key);
    mk_text_add(out, "generator chacha20\nkey %s\n\n", key);
}

static void print_check_line(int turn, uint64_t hash, char *out, size_t size) {
    snprintf(out, size, "turn %d hash %016" PRIx64, turn, hash);
}

void mk_journal_write_entry(const mk_table *t, int index, mk_text *out) {
    const mk_game *game = mk_table_game(t);
    const mk_journal_entry *e = mk_table_entry(t, index);
    char line[LINE];
    if (e->action.verb == 0) {
        mk_text_add(out, "undo %d\n", e->undo_to);
    } else {
        mk_print_action(game, e->action, line, sizeof line);
        mk_text_add(out, "%s %s\n", game->seats[e->seat].id, line);
    }

    int turn;
    uint64_t hash;
    if (!mk_table_turn(t, index, &turn, &hash)) return;
    print_check_line(turn, hash, line, sizeof line);
    mk_text_add(out, "%s\n", line);
}

void mk_journal_write(const mk_table *t, mk_text *out) {
    mk_journal_write_header(t, out);
    for (int i = 0; i < mk_table_count(t); i++) mk_journal_write_entry(t, i, out);
    mk_text_add(out, "end %d\n", mk_table_count(t));
}

/* ---- Reading ------------------------------------------------------------ */

static bool cut_off(mk_lines *r) {
    return mk_lines_fail(r, MK_E_TRUNCATED, "the journal stops after this line, before its end");
}

/* The actions mean the same only by the same rules and with the same data. */
static bool check_versions(mk_lines *r, const mk_header *h) {
    const mk_game *game = h->game;
    if (h->rules_version != game->rules_version) {
        r->line--; /* the rules stand in the line before the data */
        return mk_lines_fail(r, MK_E_VERSION,
                             "played by version %d of the rules of %s; here is version %d",
                             h->rules_version, game->title, game->rules_version);
    }
    if (h->data_hash != mk_data_hash(game))
        return mk_lines_fail(r, MK_E_VERSION,
                             "played with other data of %s: %016" PRIx64 ", in use is %016" PRIx64,
                             game->title, h->data_hash, mk_data_hash(game));
    return true;
}

static bool read_generator(mk_lines *r, mk_setup *setup) {
    char *line = mk_lines_next(r);
    if (!line) return cut_off(r);
    const char *generator = mk_after(line, "generator");
    if (!generator) return mk_lines_fail(r, MK_E_SYNTAX, "expected \"generator chacha20\"");
    if (strcmp(generator, "chacha20") != 0)
        return mk_lines_fail(r, MK_E_VERSION, "the generator \"%.40s\" is not known", generator);

    if (!(line = mk_lines_next(r))) return cut_off(r);
    const char *key = mk_after(line, "key");
    if (!key || !mk_parse_key(key, setup->key))
        return mk_lines_fail(r, MK_E_SYNTAX, "expected \"key\" and %d hexadecimal digits",
                             2 * MK_KEY_BYTES);

    if (!(line = mk_lines_next(r))) return cut_off(r);
    if (*line) return mk_lines_fail(r, MK_E_SYNTAX, "expected an empty line before the entries");
    return true;
}

static bool read_undo(mk_lines *r, mk_table *t, const char *count) {
    uint64_t n;
    if (!mk_parse_number(count, INT32_MAX, &n))
        return mk_lines_fail(r, MK_E_SYNTAX, "expected \"undo NUMBER\"");
    return mk_table_undo_to(t, (int)n, r->error) || mk_lines_blame(r);
}

static bool read_action(mk_lines *r, mk_table *t, const char *line) {
    const mk_game *game = mk_table_game(t);
    int length = (int)strcspn(line, " ");
    char name[MK_NAME];
    snprintf(name, sizeof name, "%.*s", length, line);
    int seat = mk_find_seat(game, name);
    if (seat < 0 || line[length] != ' ')
        return mk_lines_fail(r, MK_E_SYNTAX, "expected a seat and its action, found \"%.80s\"",
                             line);

    mk_action action;
    if (!mk_parse_action(game, line + length + 1, &action, r->error)) return mk_lines_blame(r);
    return mk_table_do(t, seat, action, r->error) || mk_lines_blame(r);
}

/* "turn 2 89abcdef01234567", of format 1, agrees with any hash at that turn. */
static bool same_check(const char *then, const char *now) {
    size_t turn = strcspn(now, " ") + 1; /* behind "turn " */
    turn += strcspn(now + turn, " ") + 1;
    uint64_t hash;
    return strcmp(then, now) == 0 ||
           (strncmp(then, now, turn) == 0 && mk_parse_hex(then + turn, 16, &hash));
}

bool mk_journal_same_entry(const char *then, const char *now) {
    size_t n = strcspn(now, "\n");
    char check[2][LINE];
    if (strcmp(then, now) == 0) return true;
    if (strncmp(then, now, n) != 0 || then[n] != '\n' || now[n] != '\n') return false;
    for (int i = 0; i < 2; i++) {
        const char *line = (i ? now : then) + n + 1;
        size_t length = strcspn(line, "\n");
        if (length == 0 || length >= LINE || strcmp(line + length, "\n") != 0) return false;
        memcpy(check[i], line, length);
        check[i][length] = '\0';
    }
    return same_check(check[0], check[1]);
}

/* If the last entry began a turn, its check follows. */
static bool read_check(mk_lines *r, const mk_table *t) {
    int turn;
    uint64_t hash;
    if (!mk_table_turn(t, mk_table_count(t) - 1, &turn, &hash)) return true;
    const char *line = mk_lines_next(r);
    if (!line) return cut_off(r);
    char proper[LINE];
    print_check_line(turn, hash, proper, sizeof proper);
    if (same_check(line, proper)) return true;
    return mk_lines_fail(r, MK_E_DIVERGED,
                         "played again it leads elsewhere: to \"%s\", not \"%.80s\"", proper, line);
}

static bool read_end(mk_lines *r, const mk_table *t, const char *count) {
    uint64_t n;
    if (!mk_parse_number(count, INT32_MAX, &n) || (int)n != mk_table_count(t))
        return mk_lines_fail(r, MK_E_SYNTAX, "there are %d entries, so this should be \"end %d\"",
                             mk_table_count(t), mk_table_count(t));
    if (mk_lines_done(r)) return true;
    r->line++;
    return mk_lines_fail(r, MK_E_SYNTAX, "there is something after the end of the journal");
}

static bool read_entries(mk_lines *r, mk_table *t) {
    for (;;) {
        char *line = mk_lines_next(r), *rest;
        if (!line) return cut_off(r);
        if ((rest = mk_after(line, "end"))) return read_end(r, t, rest);
        if (mk_after(line, "turn"))
            return mk_lines_fail(r, MK_E_DIVERGED, "played again, no turn begins here");
        rest = mk_after(line, "undo");
        if (!(rest ? read_undo(r, t, rest) : read_action(r, t, line))) return false;
        if (!read_check(r, t)) return false;
    }
}

bool mk_journal_read(const char *text, size_t size, const char *file, mk_table **table,
                     mk_error *error) {
    *table = NULL;
    mk_lines lines;
    mk_lines_open(&lines, text, size, file, error);
    mk_header header;
    bool fine = mk_header_read(&lines, "journal", &header) && check_versions(&lines, &header) &&
                read_generator(&lines, &header.setup);
    if (fine) {
        *table = mk_table_new(header.game, &header.setup);
        fine = read_entries(&lines, *table);
    }
    mk_lines_close(&lines);
    return fine;
}
