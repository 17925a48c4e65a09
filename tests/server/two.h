/* two.h - two servers on one database, and two players: Anna at the first, Ben at the second. */
#ifndef TWO_H
#define TWO_H

#include "pair.h"

extern fixture first, second;

/* With further arguments of the servers, ended by NULL. */
#define open_two(...)                                                                              \
    do {                                                                                           \
        fixture_open(&first, __VA_ARGS__);                                                         \
        open_second();                                                                             \
    } while (0)
void open_second(void);                                 /* beside the first, and the two players */
void close_two(void);                                   /* one of them may be dead already */
void until_sql(fixture *, const char *sql, int wanted); /* until the database says so */
extern const char both_alive[];                         /* SQL: 2 when both look after tables */
extern const char waiting[]; /* SQL: so many transactions wait for fixture_hold_writes */

#endif
