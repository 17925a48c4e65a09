/* text.c - text that grows, and the one place where JSON strings are written. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"

/* Room for `more` bytes and the terminator. Without memory for a few kilobytes of text nothing
 * sensible can be said or saved any more, so nobody has to check for it. */
static void make_room(mk_text *t, size_t more) {
    size_t needed = t->n + more + 1;
    if (needed <= t->room) return;
    size_t room = t->room ? t->room : 64;
    while (room < needed) room *= 2;
    char *p = realloc(t->p, room);
    if (!p) {
        fputs("musket: out of memory\n", stderr);
        abort();
    }
    t->p = p;
    t->room = room;
}

char *mk_text_room(mk_text *t, size_t more) {
    make_room(t, more);
    return t->p + t->n;
}

void mk_text_bytes(mk_text *t, const char *bytes, size_t n) {
    make_room(t, n);
    if (n > 0) memcpy(t->p + t->n, bytes, n);
    t->n += n;
    t->p[t->n] = '\0';
}

void mk_text_vadd(mk_text *t, const char *format, va_list args) {
    va_list again;
    size_t left = t->room - t->n;
    va_copy(again, args);
    int n = vsnprintf(left ? t->p + t->n : NULL, left, format, args);
    if (n >= 0 && (size_t)n >= left) {
        make_room(t, (size_t)n);
        vsnprintf(t->p + t->n, (size_t)n + 1, format, again);
    }
    va_end(again);
    if (n > 0) t->n += (size_t)n; /* less only by a broken format or wide characters */
}

void mk_text_add(mk_text *t, const char *format, ...) {
    va_list args;
    va_start(args, format);
    mk_text_vadd(t, format, args);
    va_end(args);
}

void mk_text_number(mk_text *t, long value) {
    char *begin = mk_text_room(t, MK_NUMBER), *end = mk_put_number(begin, value);
    *end = '\0';
    t->n += (size_t)(end - begin);
}

void mk_text_clear(mk_text *t) {
    t->n = 0;
    if (t->p) t->p[0] = '\0';
}

void mk_text_cut(mk_text *t, size_t n) {
    if (n >= t->n) return;
    t->n = n;
    t->p[n] = '\0';
}

void mk_text_free(mk_text *t) {
    free(t->p);
    *t = (mk_text){0};
}

/* ---- JSON --------------------------------------------------------------- */

static bool is_continuation(unsigned char c) { return (c & 0xc0) == 0x80; }

/* Bytes of the UTF-8 character at `s`, 0 if it is none: stray or missing continuation bytes,
 * overlong forms, surrogates, beyond U+10FFFF. The terminator is no continuation, so this never
 * reads beyond it. */
static int utf8_length(const unsigned char *s) {
    if (s[0] < 0x80) return 1;
    if (s[0] < 0xc2 || s[0] > 0xf4 || !is_continuation(s[1])) return 0;
    if (s[0] < 0xe0) return 2;
    if (s[0] == 0xe0 && s[1] < 0xa0) return 0;
    if (s[0] == 0xed && s[1] > 0x9f) return 0;
    if (!is_continuation(s[2])) return 0;
    if (s[0] < 0xf0) return 3;
    if (s[0] == 0xf0 && s[1] < 0x90) return 0;
    if (s[0] == 0xf4 && s[1] > 0x8f) return 0;
    return is_continuation(s[3]) ? 4 : 0;
}

static void json_escape(mk_text *t, char c) {
    switch (c) {
    case '"': mk_text_bytes(t, "\\\"", 2); break;
    case '\\': mk_text_bytes(t, "\\\\", 2); break;
    case '\n': mk_text_bytes(t, "\\n", 2); break;
    case '\t': mk_text_bytes(t, "\\t", 2); break;
    default: mk_text_add(t, "\\u%04x", (unsigned)c);
    }
}

/* Bytes that are no UTF-8 become U+FFFD each: what was typed at us may be anything, what we say
 * is always JSON. Runs of plain characters are copied at once. */
void mk_text_escaped(mk_text *t, const char *s) {
    for (;;) {
        const char *run = s;
        while (mk_is_plain((unsigned char)*s)) s++;
        mk_text_bytes(t, run, (size_t)(s - run));
        if (*s == '\0') return;
        int n = utf8_length((const unsigned char *)s);
        if (n > 1)
            mk_text_bytes(t, s, (size_t)n);
        else if (n == 1)
            json_escape(t, *s);
        else
            mk_text_bytes(t, "\xef\xbf\xbd", 3);
        s += n > 0 ? n : 1;
    }
}

void mk_text_json(mk_text *t, const char *s) {
    mk_text_bytes(t, "\"", 1);
    mk_text_escaped(t, s);
    mk_text_bytes(t, "\"", 1);
}
