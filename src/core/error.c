/* error.c - what went wrong, for people. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "musket.h"

/* A text that did not fit ends with "…", behind a whole character. */
static void mark_cut(char *text, size_t size) {
    static const char mark[] = "…";
    size_t n = size - sizeof mark;
    while (n > 0 && ((unsigned char)text[n] & 0xc0) == 0x80) n--;
    memcpy(text + n, mark, sizeof mark);
}

bool mk_fail(mk_error *e, mk_code code, const char *format, ...) {
    if (!e) return false;
    e->code = code;
    e->line = 0;
    e->file[0] = e->rule[0] = '\0';
    va_list args;
    va_start(args, format);
    int n = vsnprintf(e->text, sizeof e->text, format, args);
    va_end(args);
    if (n >= (int)sizeof e->text) mark_cut(e->text, sizeof e->text);
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
