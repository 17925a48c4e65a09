/* play_save.c - the journal that grows with the game.
 *
 * Each entry is appended as it is made and reaches the system at once, so that a killed process
 * loses nothing; the disk is waited for at the end of a turn and when the game is left. Without
 * its closing line such a file counts as truncated, and can be resumed all the same. */
#define _GNU_SOURCE
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "play.h"

/* A disk that is full must not end the game: it says so, and goes on without a file. */
static void give_up(play *p) {
    cli_error("%s: %s; the game goes on, but is no longer saved there", p->save, strerror(errno));
    if (p->file) fclose(p->file);
    p->file = NULL;
    p->save[0] = 0;
}

static bool reopen(play *p) {
    if (p->file) fclose(p->file);
    p->file = fopen(p->save, "ae");
    return p->file != NULL;
}

/* All of it again, by a file beside it that takes its place: at no time is there less on disk. */
static void write_growing(play *p) {
    mk_text text = {0};
    mk_journal_write_header(p->table, &text);
    p->saved = mk_table_count(p->table);
    for (int i = 0; i < p->saved; i++) mk_journal_write_entry(p->table, i, &text);
    if (!cli_write_file(p->save, text.p, text.n) || !reopen(p)) give_up(p);
    mk_text_free(&text);
}

bool play_save_begin(play *p, const char *file) {
    if (strlen(file) >= sizeof p->save) return cli_error("%s: the name is too long", file), false;
    strcpy(p->save, file);
    write_growing(p);
    return p->file != NULL;
}

void play_save_entries(play *p) {
    if (!p->file) return;
    int count = mk_table_count(p->table), before = p->saved;
    mk_text text = {0};
    for (; p->saved < count; p->saved++) mk_journal_write_entry(p->table, p->saved, &text);
    bool turn_ended = text.p && strstr(text.p, "\nturn ") != NULL;
    if (count > before && (fwrite(text.p, 1, text.n, p->file) != text.n || fflush(p->file) != 0 ||
                           (turn_ended && fsync(fileno(p->file)) != 0))) {
        give_up(p);
    }
    mk_text_free(&text);
}

void play_save_rewrite(play *p) {
    if (p->file) write_growing(p);
}

void play_save_end(play *p) {
    if (!p->file) return;
    mk_text text = {0};
    mk_journal_write(p->table, &text);
    fclose(p->file);
    p->file = NULL;
    cli_write_file(p->save, text.p, text.n);
    mk_text_free(&text);
}
