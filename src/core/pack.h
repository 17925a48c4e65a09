/* pack.h - the bytes of data files: those inside the binary, and those of a user's folder.
 *
 * Names are "<game>/<file>", as in "p77/map.json". Bytes live until the pack is changed. */
#ifndef MK_PACK_H
#define MK_PACK_H

#include "musket.h"

typedef struct {
    const char *name; /* NULL: end of the table */
    const char *bytes;
    size_t size;
} mk_packed;

extern const mk_packed mk_embedded[]; /* generated from data/ */

/* Forgets what replaced embedded files. */
void mk_pack_clear(void);
/* These bytes (copied) stand for `name` from now on; `origin` is what errors call the file. */
void mk_pack_put(const char *name, const char *origin, const char *bytes, size_t size);
/* Replaces all of a game's files by those in dir/<id>/, if there is such a folder. A file that is
 * missing there is an error: half of one pack and half of another would fit only by accident. */
bool mk_pack_read(const char *dir, const mk_game *, bool *found, mk_error *);
/* NULL: there is no such file. `origin` may be NULL. */
const char *mk_pack_find(const char *name, size_t *size, const char **origin);

#endif
