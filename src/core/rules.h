/* rules.h - the list of a game's rules, data/<id>/rules.txt.
 *
 *     lod.3.2.1 British Muster                     a key and a title
 *         Regulars arrive in one City that …       what it says, in our own words
 *         = cards.json                             instead of a text: that file has it
 *         @ 3.2.1, page 10                         where in the rulebook, if the key does not say
 *         - fort_cubes: a Fort replaces three …    a condition of it, which code calls
 *                                                  "lod.3.2.1:fort_cubes"
 *
 * The reader takes nothing else. A text may be missing while a game is being written: `make rules`
 * says so.
 */
#ifndef MK_RULES_H
#define MK_RULES_H

#include "musket.h"

typedef struct {
    mk_rule *list;    /* in the order of the file, conditions behind their rule */
    mk_rule **by_key; /* the same, sorted */
    int count;
    char *bytes; /* holds all texts */
} mk_rules;

/* False: a line is wrong; what was read must be freed all the same. */
bool mk_rules_read(mk_rules *, const char *game, const char *text, size_t size, mk_error *);
void mk_rules_free(mk_rules *);
const mk_rule *mk_rules_find(const mk_rules *, const char *key);

#endif
