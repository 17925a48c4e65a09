/* text.h - writing into a text without a format, for what is written by the thousand. */
#ifndef MK_TEXT_H
#define MK_TEXT_H

#include <stdarg.h>

#include "musket.h"

/* Room for `more` bytes and a terminator behind the text; where they begin. The caller writes
 * there and adds what he wrote to t->n. */
char *mk_text_room(mk_text *, size_t more);
void mk_text_vadd(mk_text *, const char *format, va_list);
void mk_text_number(mk_text *, long value);    /* as "%ld" */
void mk_text_escaped(mk_text *, const char *); /* as in a JSON string, without its quotes */

enum { MK_NUMBER = 24 }; /* bytes that a number needs at most */

/* Writes a number in digits; returns the end. */
static inline char *mk_put_number(char *out, long value) {
    char digits[MK_NUMBER];
    int n = 0;
    unsigned long rest = value < 0 ? 0 - (unsigned long)value : (unsigned long)value;
    if (value < 0) *out++ = '-';
    do digits[n++] = (char)('0' + rest % 10);
    while (rest /= 10);
    while (n > 0) *out++ = digits[--n];
    return out;
}

/* What stands in a JSON string as it is: ASCII but controls, quote and backslash. */
static inline bool mk_is_plain(unsigned char c) {
    return c >= ' ' && c < 0x80 && c != '"' && c != '\\';
}

/* Takes away all behind the first n bytes. */
void mk_text_cut(mk_text *, size_t n);

#endif
