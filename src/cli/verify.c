/* verify.c - `musket verify`: were the dice those that were promised? */
#include <sodium.h>
#include <string.h>

#include "cli.h"

static void key_hash(const mk_table *t, char out[65]) {
    unsigned char hash[32];
    crypto_generichash(hash, sizeof hash, mk_table_setup(t)->key, MK_KEY_BYTES, NULL, 0);
    sodium_bin2hex(out, 65, hash, sizeof hash);
}

int cli_verify(int argc, char **argv) {
    const char *promised = NULL, *data = NULL;
    cli_list words;
    const cli_option options[] = {
        {"--hash", "HEX", "the hash of the key, as it was shown when the game began", CLI_TEXT,
         &promised, 0, 0},
        {"--data", "DIR", "the data pack it was played with", CLI_TEXT, &data, 0, 0},
        {0},
    };
    const cli_usage usage = {
        .command = "verify",
        .words = "JOURNAL",
        .min_words = 1,
        .max_words = 1,
        .about = "Plays a journal again with the dice that its key makes, checks the position at "
                 "each turn, and prints the hash of the key. It is the one that was shown before "
                 "the first die was thrown: then nobody has chosen the dice.",
        .options = options,
    };
    int code = cli_parse(&usage, argc, argv, &words);
    if (code != CLI_GO_ON) return code;
    if (!cli_open(data)) return CLI_FAILED;
    mk_code read;
    mk_table *t = cli_read_journal(words.at[0], &read);
    if (!t) return CLI_FAILED;
    char hash[65];
    key_hash(t, hash);
    bool whole = read == MK_OK, kept = !promised || strcmp(promised, hash) == 0;
    printf("game     %s, %d entries\nkey hash %s\n", mk_table_game(t)->title, mk_table_count(t),
           hash);
    if (whole) printf("replay   every action is legal, every turn leads where it led\n");
    if (promised) printf("promise  %s\n", kept ? "kept: this is the key" : "BROKEN: another key");
    mk_table_free(t);
    return whole && kept ? CLI_FINE : CLI_FAILED;
}
