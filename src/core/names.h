/* names.h - what core needs of names beyond musket.h. */
#ifndef MK_NAMES_H
#define MK_NAMES_H

#include "musket.h"

/* Does a kind have names, or are its values plain numbers? Kind 0 is plain numbers of any size. */
static inline bool mk_is_named(const mk_game *game, int kind) {
    return kind != 0 && (game->kinds[kind].names || game->kinds[kind].id);
}

/* How many arguments a verb has. */
static inline int mk_verb_arguments(const mk_verb *verb) {
    int n = 0;
    while (n < 3 && verb->kind[n]) n++;
    return n;
}

/* Names that are close to one that does not exist: for messages that help. Start with
 * {.wanted = "newak"}, offer it every name that would have been right, then ask for the text. */
typedef struct {
    const char *wanted;
    const char *name[3]; /* the closest so far, best first */
    int distance[3];
    int count;
} mk_suggest;

void mk_suggest_try(mk_suggest *, const char *name);
void mk_suggest_try_kind(mk_suggest *, const mk_game *, int kind);
/* "; close to it: newark, newport", or "" if nothing is. Returns out. */
const char *mk_suggest_text(const mk_suggest *, char *out, size_t size);
/* "there is no space called "newak"; close to it: newark". Returns false. */
bool mk_unknown_name(const mk_game *, int kind, const char *name, mk_error *);

#endif
