/* admin.c - `musket admin`: looking after a server's file, also while the server runs. */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli.h"
#include "core/fnv.h"
#include "server/server.h"
#include "store/move.h"

static const char *db = "musket.db", *data = NULL;

static int wrong(const char *name, const char *why) {
    char label[200];
    store_label(name, label, sizeof label);
    return cli_error("%s: %s", label, why);
}

static store *open_store(const char *name, store_mode mode) {
    char why[300];
    store *s = store_open(name, mode, why, sizeof why);
    if (!s) wrong(name, why);
    return s;
}

static int failed(const store *s) { return wrong(db, store_why(s)); }

static void print_day(int64_t at) {
    char text[16];
    time_t when = (time_t)at;
    struct tm *tm = gmtime(&when);
    strftime(text, sizeof text, "%Y-%m-%d", tm);
    printf("%s  ", text);
}

static void print_user(void *context, const store_user *u) {
    int *count = context;
    ++*count;
    print_day(u->created);
    printf("%-24s%s%s%s\n", u->name, u->guest ? " guest" : "", u->banned ? " banned" : "",
           u->muted ? " muted" : "");
}

static void print_table(void *context, const store_table *t) {
    static const char *const states[] = {"open", "playing", "over"};
    int *count = context;
    ++*count;
    print_day(t->changed);
    printf("%-12s %-6s %-8s %s", t->code, t->game, states[t->state],
           t->open_to_all ? "public " : "private");
    for (int i = 0; i < t->seat_count; i++) {
        const store_seat *seat = &t->seat[i];
        printf(" %s", seat->state == SEAT_BOT ? seat->bot : *seat->name ? seat->name : "-");
    }
    printf("\n");
}

static void print_report(void *context, const store_report *r) {
    int *count = context;
    ++*count;
    print_day(r->at);
    printf("%lld  %s about %s at table %s: ", (long long)r->id, *r->by_name ? r->by_name : "-",
           *r->about_name ? r->about_name : "-", *r->code ? r->code : "-");
    for (const char *p = r->text; *p; p++) putchar((unsigned char)*p < ' ' ? ' ' : *p);
    printf("\n");
}

static int list(store *s, const char *what) {
    int count = 0;
    store_code code;
    if (strcmp(what, "users") == 0)
        code = store_users(s, print_user, &count);
    else if (strcmp(what, "tables") == 0)
        code = store_tables_all(s, print_table, &count);
    else if (strcmp(what, "reports") == 0)
        code = store_reports(s, print_report, &count);
    else
        return cli_wrong_usage("admin", "list users, list tables, or list reports");
    if (code != STORE_OK) return failed(s);
    printf("%d %s\n", count, what);
    return CLI_FINE;
}

static int backup(store *s, const char *file) {
    char why[300];
    if (store_backup(s, file, why, sizeof why) != STORE_OK) return cli_error("%s: %s", file, why);
    printf("saved %s\n", file);
    return CLI_FINE;
}

static int vacuum(store *s, const char *unused) {
    (void)unused;
    return store_vacuum(s) == STORE_OK ? CLI_FINE : failed(s);
}

/* A user by name. False: said why. */
static bool find_user(store *s, const char *name, store_user *u) {
    store_code code = store_user_by_name(s, name, u);
    if (code == STORE_NONE)
        cli_error("there is no user %s", name);
    else if (code != STORE_OK)
        failed(s);
    return code == STORE_OK;
}

/* What a change of an account returned; then all its sessions end: who was logged in has to log in
 * again. */
static int finish_user(store *s, const store_user *u, store_code code) {
    if (code == STORE_OK) code = store_sessions_end(s, u->id, NULL);
    if (code == STORE_OK && store_commit(s) == STORE_OK) return CLI_FINE;
    store_rollback(s);
    return failed(s);
}

static int set_banned(store *s, const char *name, bool banned) {
    store_user u;
    if (!find_user(s, name, &u)) return CLI_FAILED;
    if (store_begin(s) != STORE_OK) return failed(s);
    return finish_user(s, &u, store_user_ban(s, u.id, banned));
}

static int set_muted(store *s, const char *name, bool on) {
    store_user u;
    if (!find_user(s, name, &u)) return CLI_FAILED;
    bool fine = store_begin(s) == STORE_OK && store_user_mute(s, u.id, on) == STORE_OK &&
                store_commit(s) == STORE_OK;
    if (fine) return CLI_FINE;
    store_rollback(s);
    return failed(s);
}

static int mute(store *s, const char *name) { return set_muted(s, name, true); }
static int unmute(store *s, const char *name) { return set_muted(s, name, false); }

static int ban(store *s, const char *name) { return set_banned(s, name, true); }
static int unban(store *s, const char *name) { return set_banned(s, name, false); }

/* A new password, made here and shown once. */
static int reset_password(store *s, const char *name) {
    store_user u;
    char password[17], hash[STORE_PASSWORD];
    if (!find_user(s, name, &u)) return CLI_FAILED;
    if (u.guest) return cli_error("%s is a guest and has no password", name);
    random_code(password, sizeof password);
    if (!accounts_hash(password, hash)) return cli_error("there is too little memory");
    if (store_begin(s) != STORE_OK) return failed(s);
    int code = finish_user(s, &u, store_user_password(s, u.id, NULL, hash));
    if (code == CLI_FINE) printf("the new password of %s is %s\n", u.name, password);
    return code;
}

/* A report that has been dealt with. */
static int close_report(store *s, const char *number) {
    store_code code = store_begin(s);
    if (code == STORE_OK) code = store_report_close(s, atoll(number));
    if (code == STORE_OK && store_commit(s) == STORE_OK) return CLI_FINE;
    store_rollback(s);
    return code == STORE_NONE ? cli_error("there is no report %s", number) : failed(s);
}

/* A table that is set aside, or that nobody wants any more. */
static int delete_table(store *s, const char *name) {
    store_table t;
    store_code code = store_table_by_code(s, name, &t);
    if (code == STORE_NONE) return cli_error("there is no table %s", name);
    bool fine = code == STORE_OK && store_begin(s) == STORE_OK &&
                store_table_delete(s, t.id) == STORE_OK && store_commit(s) == STORE_OK;
    if (fine) return CLI_FINE;
    store_rollback(s);
    return failed(s);
}

/* ---- Into another database --------------------------------------------------- */

static void print_copied(void *context, const char *kind, int64_t rows) {
    int64_t *all = context;
    *all += rows;
    printf("%10lld %s\n", (long long)rows, kind);
}

/* Nobody plays meanwhile: a server would go on where the rows no longer are. */
static int move(const char *from_name, const char *to_name) {
    char why[300];
    int64_t rows = 0;
    int code = CLI_FAILED;
    store *from = open_store(from_name, STORE_WRITE), *to = NULL;
    if (from && !store_claim(from, why, sizeof why))
        wrong(from_name, why);
    else if (from && (to = open_store(to_name, STORE_MAKE))) {
        if (store_claim(to, why, sizeof why) &&
            store_copy(from, to, print_copied, &rows, why, sizeof why))
            code = CLI_FINE;
        else
            wrong(to_name, why);
    }
    if (code == CLI_FINE) printf("%10lld rows, all of them there\n", (long long)rows);
    store_close(to);
    store_close(from);
    return code;
}

/* ---- Is everything whole? ------------------------------------------------- */

enum { MOST_PROBLEMS = 1000 };

typedef struct {
    store *store;
    int problems, tables;
    uint64_t said[MOST_PROBLEMS]; /* hashes: what two looks find is printed once */
} inspection;

static void print_problem(void *context, const char *code, const char *problem) {
    inspection *in = context;
    uint64_t hash = mk_fnv(mk_fnv(MK_FNV_START, code, strlen(code) + 1), problem, strlen(problem));
    for (int i = 0; i < in->problems && i < MOST_PROBLEMS; i++)
        if (in->said[i] == hash) return;
    if (in->problems < MOST_PROBLEMS) {
        in->said[in->problems] = hash;
        printf("%s%s", *code ? "table " : "", code);
        printf("%s%s\n", *code ? ": " : "", problem);
    }
    in->problems++;
}

/* Does the engine still lead where the table stands? */
static void replay(void *context, const store_table *row) {
    inspection *in = context;
    server_config config;
    table_upgrade upgrade;
    char why[STORE_PROBLEM];
    table t = {.row = *row, .game = mk_find_game(row->game)};
    in->tables++;
    if (row->state == TABLE_OPEN) return;
    server_config_init(&config);
    store_code code = table_replay(in->store, &config, &t, &upgrade, why, sizeof why);
    if (code != STORE_OK) print_problem(in, row->code, why);
    if (code == STORE_OK && upgrade.happened)
        printf("table %s goes on by other rules: %s\n", row->code, upgrade.why);
    mk_table_free(t.live);
}

static int check(store *s, const char *unused) {
    (void)unused;
    if (!cli_open(data)) return CLI_FAILED;
    inspection *in = calloc(1, sizeof *in);
    if (!in) abort();
    in->store = s;
    bool read = store_check(s, print_problem, in) == STORE_OK &&
                store_tables_all(s, replay, in) == STORE_OK;
    if (!read) print_problem(in, "", store_why(s));
    if (in->problems)
        printf("%d problems\n", in->problems);
    else
        printf("everything is whole: %d tables\n", in->tables);
    int code = in->problems ? CLI_FAILED : CLI_FINE;
    free(in);
    return code;
}

static const struct {
    const char *name;
    bool has_word;
    int (*run)(store *, const char *word);
} actions[] = {
    {"list", true, list},
    {"check", false, check},
    {"backup", true, backup},
    {"vacuum", false, vacuum},
    {"ban", true, ban},
    {"unban", true, unban},
    {"delete", true, delete_table},
    {"password", true, reset_password},
    {"mute", true, mute},
    {"unmute", true, unmute},
    {"close", true, close_report},
};

int cli_admin(int argc, char **argv) {
    cli_list words;
    const cli_option options[] = {
        {"--db", "FILE", "the server's file (musket.db), or postgresql://…", CLI_TEXT, &db, 0, 0},
        {"--data", "DIR", "check: the data pack that the server plays with", CLI_TEXT, &data, 0, 0},
        {0},
    };
    const cli_usage usage = {
        .command = "admin",
        .words =
            "list users|tables|reports · check · backup FILE · vacuum · ban NAME · "
            "unban NAME · mute NAME · unmute NAME · password NAME · delete TABLE · close REPORT · "
            "move FROM TO",
        .min_words = 1,
        .max_words = 3,
        .about =
            "Looks after a server's accounts and tables. The server may be running, but for move.",
        .options = options,
    };
    int code = cli_parse(&usage, argc, argv, &words);
    if (code != CLI_GO_ON) return code;
    if (words.count == 3 && strcmp(words.at[0], "move") == 0) return move(words.at[1], words.at[2]);
    for (size_t i = 0; i < sizeof actions / sizeof *actions; i++) {
        if (strcmp(actions[i].name, words.at[0]) != 0) continue;
        if (words.count != 1 + actions[i].has_word) break;
        store *s = sodium_init() < 0 ? NULL : open_store(db, STORE_WRITE);
        if (!s) return CLI_FAILED;
        code = actions[i].run(s, actions[i].has_word ? words.at[1] : NULL);
        store_close(s);
        return code;
    }
    return cli_wrong_usage("admin", "`musket admin --help` says what can be done");
}
