/* admin.c - `musket admin`: looking after a server's file, also while the server runs. */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli.h"
#include "server/server.h"

static const char *db = "musket.db";

static store *open_store(void) {
    char why[300];
    store *s = store_open(db, STORE_WRITE, why, sizeof why);
    if (!s) cli_error("%s: %s", db, why);
    return s;
}

static int failed(const store *s) { return cli_error("%s: %s", db, store_why(s)); }

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
    printf("%-24s%s%s\n", u->name, u->guest ? " guest" : "", u->banned ? " banned" : "");
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

static int list(store *s, const char *what) {
    int count = 0;
    store_code code;
    if (strcmp(what, "users") == 0)
        code = store_users(s, print_user, &count);
    else if (strcmp(what, "tables") == 0)
        code = store_tables_all(s, print_table, &count);
    else
        return cli_wrong_usage("admin", "list users, or list tables");
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
    if (code == STORE_NONE) cli_error("there is no user %s", name);
    if (code == STORE_FAILED) failed(s);
    return code == STORE_OK;
}

/* Saves a user and ends all sessions: who was logged in has to log in anew. */
static int save_user(store *s, const store_user *u) {
    bool fine = store_begin(s) == STORE_OK && store_user_save(s, u) == STORE_OK &&
                store_sessions_end(s, u->id, NULL) == STORE_OK && store_commit(s) == STORE_OK;
    if (fine) return CLI_FINE;
    store_rollback(s);
    return failed(s);
}

static int ban(store *s, const char *name) {
    store_user u;
    if (!find_user(s, name, &u)) return CLI_FAILED;
    u.banned = true;
    return save_user(s, &u);
}

static int unban(store *s, const char *name) {
    store_user u;
    if (!find_user(s, name, &u)) return CLI_FAILED;
    u.banned = false;
    return save_user(s, &u);
}

/* A new password, made here and shown once. */
static int reset_password(store *s, const char *name) {
    store_user u;
    char password[17];
    if (!find_user(s, name, &u)) return CLI_FAILED;
    if (u.guest) return cli_error("%s is a guest and has no password", name);
    random_code(password, sizeof password);
    if (!accounts_hash(password, u.password)) return cli_error("there is too little memory");
    int code = save_user(s, &u);
    if (code == CLI_FINE) printf("the new password of %s is %s\n", u.name, password);
    return code;
}

static const struct {
    const char *name;
    bool has_word;
    int (*run)(store *, const char *word);
} actions[] = {
    {"list", true, list}, {"backup", true, backup}, {"vacuum", false, vacuum},
    {"ban", true, ban},   {"unban", true, unban},   {"password", true, reset_password},
};

int cli_admin(int argc, char **argv) {
    cli_list words;
    const cli_option options[] = {
        {"--db", "FILE", "the server's file (musket.db)", CLI_TEXT, &db, 0, 0},
        {0},
    };
    const cli_usage usage = {
        .command = "admin",
        .words = "list users|tables · backup FILE · vacuum · ban NAME · unban NAME · password NAME",
        .min_words = 1,
        .max_words = 2,
        .about = "Looks after a server's accounts and tables. The server may be running.",
        .options = options,
    };
    int code = cli_parse(&usage, argc, argv, &words);
    if (code != CLI_GO_ON) return code;
    for (size_t i = 0; i < sizeof actions / sizeof *actions; i++) {
        if (strcmp(actions[i].name, words.at[0]) != 0) continue;
        if (words.count != 1 + actions[i].has_word) break;
        store *s = sodium_init() < 0 ? NULL : open_store();
        if (!s) return CLI_FAILED;
        code = actions[i].run(s, actions[i].has_word ? words.at[1] : NULL);
        store_close(s);
        return code;
    }
    return cli_wrong_usage("admin", "`musket admin --help` says what can be done");
}
