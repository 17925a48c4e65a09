/* catalogue.c - writes what the lobby shows of each game, a file for each, to be embedded.
 *
 *     catalogue FOLDER */
#include <stdio.h>

#include "server/catalogue.h"

static bool write_file(const char *folder, const mk_game *game) {
    char name[400];
    mk_text text = {0};
    catalogue_write(game, &text);
    snprintf(name, sizeof name, "%s/%s", folder, game->id);
    FILE *out = fopen(name, "wb");
    bool written = out && fwrite(text.p, 1, text.n, out) == text.n;
    if (out && fclose(out) != 0) written = false;
    if (!written) perror(name);
    mk_text_free(&text);
    return written;
}

int main(int argc, char **argv) {
    mk_error error = {0};
    if (argc != 2 || !mk_open(NULL, &error)) {
        fprintf(stderr, "catalogue: %s\n", argc == 2 ? error.text : "it wants a folder");
        return 1;
    }
    for (int i = 0; i < mk_game_count(); i++)
        if (!write_file(argv[1], mk_game_at(i))) return 1;
    return 0;
}
