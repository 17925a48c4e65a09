/* error.c - what went wrong, for people. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "musket.h"

bool mk_fail(mk_error *e, mk_code code, const char *format, ...) {
    if (!e) return false;
    e->code = code;
    e->line = 0;
    e->file[0] = e->rule[0] = '\0';
    va_list args;
    va_start(args, format);
    vsnprintf(e->text, sizeof e->text, format, args);
    va_end(args);
    return false;
}

char *mk_error_string(const mk_error *e, char *out, size_t size) {
    char where[sizeof e->file + 16] = "", rule[MK_NAME + 4] = "";
    if (e->file[0] && e->line)
        snprintf(where, sizeof where, "%s:%d: ", e->file, e->line);
    else if (e->file[0])
        snprintf(where, sizeof where, "%s: ", e->file);
    else if (e->line)
        snprintf(where, sizeof where, "line %d: ", e->line);
    if (e->rule[0]) snprintf(rule, sizeof rule, " (%s)", e->rule);
    snprintf(out, size, "%s%s%s", where, e->text, rule);
    return out;
}
