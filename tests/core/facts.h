/* facts.h - for tests of a game's data: the pack that is looked at, and packs with a mistake.
 *
 * Tests of what is shipped are set up by facts_shipped. Tests of what is refused start from the
 * pack inside the binary (facts_embedded). */
#ifndef FACTS_H
#define FACTS_H

/* Loads a game's data: those inside the binary, or the pack in the folder that MUSKET_PACK names.
 * So `make mutate` shows a changed pack to the test. Returns 0 if it could be read. */
int facts_shipped(const char *game);
int facts_embedded(const char *game);

/* The first `from` in a file of the pack becomes `to`. */
void facts_change(const char *file, const char *from, const char *to);
/* Loading the pack fails with this message; then the pack inside the binary is loaded again. */
void facts_refused(const char *game, const char *message);
/* In `file`, `from` becomes `to`; then loading ends with `file: message`. */
typedef struct {
    const char *file, *from, *to, *message;
} facts_mistake;
void facts_all_refused(const char *game, const facts_mistake *, int count);

/* Every row and every other fact of these files stands in a table, and nothing else does. What is
 * there is written to the file that MUSKET_FACTS names, to be read against the source and then put
 * into the table. */
void facts_as_table(const char *game, const char *const *files, const char *path);

#endif
