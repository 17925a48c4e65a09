/* schema.h - the tables of the SQLite file, made and brought up to date. */
#ifndef SCHEMA_H
#define SCHEMA_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>

/* An empty file gets its tables, one of an earlier version those of today, all or nothing. False:
 * `why` says what is wrong; a file of a later version is left alone. */
bool schema_make(sqlite3 *, char *why, size_t size);
/* Is it of today? False: `why` says what it is. */
bool schema_check(sqlite3 *, char *why, size_t size);

#endif
