/* data.c - `musket data`: check a pack of data files, or write out the one inside the binary. */
#define _GNU_SOURCE
#include "core/data.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli.h"

/* Every scenario of a pack must also begin: the last thing that numbers can spoil. */
static bool scenarios_begin(const mk_game *game) {
    static _Alignas(max_align_t) unsigned char state[MK_MAX_STATE];
    bool fine = true;
    for (const mk_scenario *s = game->scenarios; s->id; s++) {
        mk_setup setup;
        mk_error error = {0};
        char why[300];
        if (!mk_setup_init(game, &setup, s->id, &error)) {
            cli_error_from(&error);
            fine = false;
            continue;
        }
        mk_setup_seed(&setup, 1);
        mk_start(game, state, &setup, NULL);
        if (!mk_check(game, state, why, sizeof why)) {
            cli_error("%s: scenario %s: %s", game->id, s->id, why);
            fine = false;
        }
    }
    return fine;
}

static bool is_folder(const char *name) {
    struct stat about;
    return stat(name, &about) == 0 && S_ISDIR(about.st_mode);
}

static bool has_folder_of_game(const char *dir, const mk_game *game) {
    char name[4096];
    return snprintf(name, sizeof name, "%s/%s", dir, game->id) < (int)sizeof name &&
           is_folder(name);
}

static bool has_folder_of_any_game(const char *dir) {
    for (int i = 0; i < mk_game_count(); i++) {
        if (has_folder_of_game(dir, mk_game_at(i))) return true;
    }
    return false;
}

static int check(const char *dir) {
    if (dir && !is_folder(dir)) return cli_error("%s: there is no such folder", dir);
    if (dir && !has_folder_of_any_game(dir))
        return cli_error("%s: it has no folder of any game (p77, …)", dir);
    if (!cli_open(dir)) return CLI_FAILED;

    bool fine = true;
    for (int i = 0; i < mk_game_count(); i++) {
        const mk_game *game = mk_game_at(i);
        bool theirs = dir && has_folder_of_game(dir, game);
        if (dir && !theirs) continue;
        bool begins = scenarios_begin(game);
        fine = fine && begins;
        if (begins) {
            printf("%s: fine, %016llx (%s)\n", game->id, (unsigned long long)mk_data_hash(game),
                   theirs ? dir : "inside the binary");
        }
    }
    return fine ? CLI_FINE : CLI_FAILED;
}

static bool make_folder(const char *name) {
    if (mkdir(name, 0777) == 0 || (errno == EEXIST && is_folder(name))) return true;
    return cli_error("%s: %s", name, strerror(errno)), false;
}

/* Never over a file that exists: it may be somebody's own pack. */
static bool export_file(const char *dir, const char *name) {
    char path[4096];
    size_t size;
    const char *bytes = mk_file_bytes(name, &size);
    if (!bytes) return true;
    if (snprintf(path, sizeof path, "%s/%s", dir, name) >= (int)sizeof path) {
        return cli_error("%s: the name is too long", dir), false;
    }
    struct stat about;
    if (stat(path, &about) == 0) {
        return cli_error("%s exists already; nothing is overwritten", path), false;
    }
    if (!cli_write_file(path, bytes, size)) return false;
    puts(path);
    return true;
}

static bool export_game(const char *dir, const mk_game *game) {
    char path[4096], rules[MK_NAME];
    if (snprintf(path, sizeof path, "%s/%s", dir, game->id) >= (int)sizeof path) {
        return cli_error("%s: the name is too long", dir), false;
    }
    if (!make_folder(path)) return false;
    for (int i = 0; game->files[i]; i++) {
        if (!export_file(dir, game->files[i])) return false;
    }
    snprintf(rules, sizeof rules, "%s/rules.txt", game->id);
    return export_file(dir, rules);
}

static int export_pack(const char *dir) {
    if (!cli_open(NULL)) return CLI_FAILED;
    if (!make_folder(dir)) return CLI_FAILED;
    for (int i = 0; i < mk_game_count(); i++) {
        if (!export_game(dir, mk_game_at(i))) return CLI_FAILED;
    }
    printf("edit these, then: musket data check %s; musket play GAME --data %s\n", dir, dir);
    return CLI_FINE;
}

int cli_data(int argc, char **argv) {
    static const cli_option options[] = {{0}};
    const cli_usage usage = {
        "data",
        "check [DIR] | export DIR",
        1,
        2,
        "check   reads a data pack (the one inside the binary, or the folder DIR) and says what\n"
        "        is wrong with it: file, key, reason.\n"
        "export  writes the pack inside the binary to DIR, to be edited and then used by\n"
        "        `--data DIR`. Existing files are never overwritten.",
        options};
    cli_list words;
    int code = cli_parse(&usage, argc, argv, &words);
    if (code != CLI_GO_ON) return code;
    const char *dir = words.count > 1 ? words.at[1] : NULL;
    if (strcmp(words.at[0], "check") == 0) return check(dir);
    if (strcmp(words.at[0], "export") == 0) {
        return dir ? export_pack(dir) : cli_wrong_usage("data", "export wants a folder");
    }
    return cli_wrong_usage("data", "it is check or export, not \"%s\"", words.at[0]);
}
