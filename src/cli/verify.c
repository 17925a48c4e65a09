/* verify.c - `musket verify`: were the dice those that were promised? */
#include <sodium.h>
#include <string.h>

#include "cli.h"
#include "server/server.h"

typedef struct {
    store_table row; /* the parts of the key */
    uint8_t commitment[MK_MAX_SEATS][MK_KEY_BYTES], hash[MK_KEY_BYTES], key[MK_KEY_BYTES];
} dice_file;

static void print_hash(const uint8_t part[MK_KEY_BYTES], char out[65]) {
    uint8_t hash[MK_KEY_BYTES];
    dice_hash(part, hash);
    sodium_bin2hex(out, 65, hash, sizeof hash);
}

/* "NAME VALUE" */
static const char *value_of(char *line, const char *name) {
    size_t n = strlen(name);
    line[strcspn(line, "\r\n")] = '\0';
    return strncmp(line, name, n) == 0 && line[n] == ' ' ? line + n + 1 : NULL;
}

static bool read_seat(const mk_game *game, const char *text, dice_file *d) {
    char name[MK_NAME], commitment[80] = "", secret[80] = "";
    if (sscanf(text, "%63s %79s %79s", name, commitment, secret) < 2) return false;
    int seat = mk_find_seat(game, name);
    if (seat < 0) return false;
    if (strcmp(commitment, "none") == 0) return true;
    d->row.seat[seat].dice = DICE_OPENED;
    return dice_parse(commitment, d->commitment[seat]) &&
           dice_parse(secret, d->row.seat[seat].secret);
}

/* What a server gives out at the end: every part of the key. */
static bool read_dice(const char *file, const mk_game *game, dice_file *d) {
    char line[300];
    const char *value;
    FILE *f = fopen(file, "r");
    bool fine = f && fgets(line, sizeof line, f) && strcmp(line, "musket dice 1\n") == 0;
    d->row.seat_count = game->seat_count;
    while (fine && fgets(line, sizeof line, f)) {
        if ((value = value_of(line, "hash")))
            fine = dice_parse(value, d->hash);
        else if ((value = value_of(line, "server_key")))
            fine = dice_parse(value, d->row.server_key);
        else if ((value = value_of(line, "key")))
            fine = dice_parse(value, d->key);
        else
            fine = (value = value_of(line, "seat")) && read_seat(game, value, d);
    }
    if (f) fclose(f);
    if (!fine) cli_error("%s: this is no file of the parts of a key", file);
    return fine;
}

static bool say(const char *what, bool kept, const char *good, const char *bad) {
    printf("%-8s %s\n", what, kept ? good : bad);
    return kept;
}

/* Do the parts fit their hashes, and the key the parts? */
static bool check_parts(const mk_game *game, const dice_file *d, const uint8_t *journal_key) {
    uint8_t hash[MK_KEY_BYTES], key[MK_KEY_BYTES];
    bool fine = true;
    dice_hash(d->row.server_key, hash);
    fine &= say("server", memcmp(hash, d->hash, sizeof hash) == 0, "its part fits its hash",
                "BROKEN: its part does not fit its hash");
    for (int i = 0; i < game->seat_count; i++) {
        if (d->row.seat[i].dice != DICE_OPENED) continue;
        dice_hash(d->row.seat[i].secret, hash);
        fine &= say(game->seats[i].id, memcmp(hash, d->commitment[i], sizeof hash) == 0,
                    "the secret fits its hash", "BROKEN: the secret does not fit its hash");
    }
    dice_mix(&d->row, key);
    fine &= say("parts", memcmp(key, journal_key, sizeof key) == 0,
                "they make the key of the journal", "BROKEN: they make another key");
    return fine;
}

/* "british=HEX": what a player has noted himself. */
static bool check_noted(const mk_game *game, const dice_file *d, const char *noted) {
    char name[MK_NAME];
    uint8_t hash[MK_KEY_BYTES];
    const char *hex = strchr(noted, '=');
    snprintf(name, sizeof name, "%.*s", hex ? (int)(hex - noted) : 0, noted);
    int seat = mk_find_seat(game, name);
    if (seat < 0 || !dice_parse(hex + 1, hash)) {
        cli_error("--commitment %s: expected SEAT=HASH", noted);
        return false;
    }
    bool same = d->row.seat[seat].dice == DICE_OPENED &&
                memcmp(hash, d->commitment[seat], sizeof hash) == 0;
    return say(name, same, "the hash is the one that was noted", "BROKEN: another hash was noted");
}

static bool check_dice(const char *file, const cli_list *noted, const mk_table *t,
                       char promise[65]) {
    static dice_file d;
    const mk_game *game = mk_table_game(t);
    if (!read_dice(file, game, &d)) return false;
    print_hash(d.row.server_key, promise);
    bool fine = check_parts(game, &d, mk_table_setup(t)->key);
    for (int i = 0; i < noted->count; i++) fine &= check_noted(game, &d, noted->at[i]);
    return fine;
}

int cli_verify(int argc, char **argv) {
    const char *promised = NULL, *data = NULL, *dice = NULL;
    cli_list words, noted = {0};
    const cli_option options[] = {
        {"--hash", "HEX", "the hash of the key, as it was shown when the game began", CLI_TEXT,
         &promised, 0, 0},
        {"--dice", "FILE", "the parts of the key, as the server gives them out at the end",
         CLI_TEXT, &dice, 0, 0},
        {"--commitment", "SEAT=HEX",
         "the hash of a player's secret, as it was noted; may be repeated", CLI_LIST, &noted, 0, 0},
        {"--data", "DIR", "the data pack it was played with", CLI_TEXT, &data, 0, 0},
        {0},
    };
    const cli_usage usage = {
        .command = "verify",
        .words = "JOURNAL",
        .min_words = 1,
        .max_words = 1,
        .about =
            "Plays a journal again with the dice that its key makes, checks the position at\n"
            "each turn, and prints the hash of the key, or with --dice of the server's part of\n"
            "it. It is the one that was shown before the first die was thrown: then nobody has\n"
            "chosen the dice.",
        .options = options,
    };
    int code = cli_parse(&usage, argc, argv, &words);
    if (code != CLI_GO_ON) return code;
    if (noted.count && !dice) return cli_wrong_usage("verify", "--commitment needs --dice");
    if (sodium_init() < 0 || !cli_open(data)) return CLI_FAILED;
    mk_code read;
    mk_table *t = cli_read_journal(words.at[0], &read);
    if (!t) return CLI_FAILED;
    char hash[65];
    print_hash(mk_table_setup(t)->key, hash);
    printf("game     %s, %d entries\n", mk_table_game(t)->title, mk_table_count(t));
    bool fine = !dice || check_dice(dice, &noted, t, hash);
    bool whole = read == MK_OK, kept = !promised || strcmp(promised, hash) == 0;
    printf("key hash %s\n", hash);
    if (whole) printf("replay   every action is legal, every turn leads where it led\n");
    if (promised) printf("promise  %s\n", kept ? "kept: this is the key" : "BROKEN: another key");
    mk_table_free(t);
    return whole && kept && fine ? CLI_FINE : CLI_FAILED;
}
