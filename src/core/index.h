/* index.h - which of many has this name? Found by hashing; built once, when a game is opened. */
#ifndef MK_INDEX_H
#define MK_INDEX_H

#include <stdint.h>

typedef struct {
    const char **name; /* by number; not copied */
    int32_t *slot;     /* by hash: 1 + the first number of a name; 0: free */
    int32_t *next;     /* by number: 1 + the next number of the same name; 0: none */
    uint32_t mask;
    int count;
} mk_index;

/* Starts an index of so many names; each is then added, in the order of its numbers. */
void mk_index_open(mk_index *, int count);
void mk_index_add(mk_index *, const char *name);
void mk_index_free(mk_index *);
/* The first number of this name, and the one behind another; -1: there is none. */
int mk_index_find(const mk_index *, const char *name);
int mk_index_next(const mk_index *, int number);

#endif
