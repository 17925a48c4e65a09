/* mutate.c - turning one marked rule round, for `make mutate`; see rule.h.
 *
 * The environment says which: MUSKET_FLIP=17 is the 17th site of the program (from 0), and
 * MUSKET_FLIP=list prints all sites instead of running. Only the mutate build has any of this. */
#include "core/rule.h"

#ifdef MK_MUTATE

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The linker gathers all sites in one section and names its ends, if there are any. */
extern const mk_site __start_mk_sites[] __attribute__((weak));
extern const mk_site __stop_mk_sites[] __attribute__((weak));

static const mk_site *flipped;

bool mk_flipped(const mk_site *site) { return site == flipped; }

__attribute__((constructor)) static void choose_site(void) {
    const char *which = getenv("MUSKET_FLIP");
    if (!which || !*which) return;
    long count = __stop_mk_sites - __start_mk_sites;
    if (strcmp(which, "list") == 0) {
        for (long i = 0; i < count; i++) {
            const mk_site *s = &__start_mk_sites[i];
            printf("%ld %s:%d %s\n", i, s->file, s->line, s->key);
        }
        exit(0);
    }
    char *end;
    long n = strtol(which, &end, 10);
    if (*end || n < 0 || n >= count) {
        fprintf(stderr, "MUSKET_FLIP=%s: there are sites 0 to %ld\n", which, count - 1);
        exit(2);
    }
    flipped = &__start_mk_sites[n];
}

#else
typedef int mk_nothing_to_mutate; /* a C file may not be empty */
#endif
