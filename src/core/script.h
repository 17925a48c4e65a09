/* script.h - rule tests in plain text; docs/scripts.md has the language. */
#ifndef MK_SCRIPT_H
#define MK_SCRIPT_H

#include "musket.h"

typedef struct {
    int passed; /* expectations that held: each NAME=VALUE, refuse, offer, undo, log */
    int failed; /* those that did not, and lines that had to work and did not */
} mk_script_result;

/* Runs one script. What is wrong is written to `report`, one line each:
 * "file:line: expected turn=2, it is 1". Returns false if anything failed. */
bool mk_script_run(const char *text, const char *file, mk_script_result *, mk_text *report);

#endif
