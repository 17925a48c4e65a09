/* schema.h - the tables of the database, made and brought up to date. */
#ifndef SCHEMA_H
#define SCHEMA_H

#include "store/store.h"

/* An empty database gets its tables, one of an earlier version those of today, all or nothing.
 * False: `why` says what is wrong; one of a later version is left alone. */
bool schema_make(store *, char *why, size_t size);
/* Is it of today? False: `why` says what it is. */
bool schema_check(store *, char *why, size_t size);

#endif
