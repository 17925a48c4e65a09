/* mutate.c - turning one condition round, for `make mutate`; see rule.h.
 *
 * A rule's site is named by its file, its rule and which of that rule's sites in that file it is,
 * in the order of lines: src/games/p77/move.c:p77.move.road:1. Any other condition is named by its
 * file, its function and which of that function's it is: src/games/p77/move.c:step#3. So a name
 * stays when lines are added elsewhere, and is the same in every program. The environment variable
 * MUSKET_FLIP names the site to turn round; MUSKET_FLIP=list prints all of them instead of running.
 * Only the mutate build has any of this. */
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

static bool comes_before(const mk_site *a, const mk_site *b) {
    return a->line != b->line ? a->line < b->line : a < b;
}

static void name_of(const mk_site *site, char *out, size_t size) {
    int ordinal = 1;
    if (strchr(site->key, '#')) { /* "function#3" */
        snprintf(out, size, "%s:%s", site->file, site->key);
        return;
    }
    for (const mk_site *s = __start_mk_sites; s < __stop_mk_sites; s++) {
        ordinal += strcmp(s->file, site->file) == 0 && strcmp(s->key, site->key) == 0 &&
                   comes_before(s, site);
    }
    snprintf(out, size, "%s:%s:%d", site->file, site->key, ordinal);
}

__attribute__((constructor)) static void choose_site(void) {
    const char *wanted = getenv("MUSKET_FLIP");
    if (!wanted || !*wanted) return;
    bool list = strcmp(wanted, "list") == 0;
    for (const mk_site *s = __start_mk_sites; s < __stop_mk_sites; s++) {
        char name[300];
        name_of(s, name, sizeof name);
        if (list) printf("%s %d\n", name, s->line);
        if (strcmp(name, wanted) == 0) flipped = s;
    }
    if (list) exit(0);
    /* A program without the site runs as it is: not every test links every game. */
}

#else
typedef int mk_nothing_to_mutate; /* a C file may not be empty */
#endif
