/* move.h - everything from one database into another, which is empty. */
#ifndef STORE_MOVE_H
#define STORE_MOVE_H

#include "store/store.h"

typedef void store_copied_row(void *context, const char *kind, int64_t rows);

/* As of one moment, in one transaction, compared afterwards. A damaged row is damaged there too.
 * `row` (may be NULL) is told of each kind of rows. False: `why` says what is wrong, and nothing
 * was copied. */
bool store_copy(store *from, store *to, store_copied_row *row, void *context, char *why,
                size_t size);

#endif
