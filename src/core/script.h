/* script.h - rule tests in plain text; docs/scripts.md has the language. */
#ifndef MK_SCRIPT_H
#define MK_SCRIPT_H

#include "musket.h"

typedef struct {
    int passed, failed; /* expectations: expect, refuse, see, and the lines that must work */
} mk_script_result;

/* Runs one script. What is wrong is written to `report`, one line each:
 * "file:line: expected turn=2, it is 1". Returns false if anything failed. */
bool mk_script_run(const char *text, const char *file, mk_script_result *, mk_text *report);

#endif
