/* lines.h - what journals and positions have in common: a reader of lines that knows where it
 * is, and the first lines of both, which say what game was set up and how:
 *
 *     musket journal 2
 *     game p77
 *     scenario campaign
 *     option holding_boxes off      one line for each option of the game
 *     nonplayers british            only if there are any
 *     rules 1
 *     data 0123456789abcdef
 */
#ifndef MK_LINES_H
#define MK_LINES_H

#include "musket.h"

typedef struct {
    char *text; /* our own copy */
    char *next, *end;
    int line; /* number of the line last given */
    const char *file;
    mk_error *error; /* may be NULL */
} mk_lines;

/* Copies the text; `file` is for messages only and may be NULL. Ends with mk_lines_close. */
void mk_lines_open(mk_lines *, const char *text, size_t size, const char *file, mk_error *);
void mk_lines_close(mk_lines *);
/* The next line without its LF; valid until mk_lines_close, the caller may write into it. NULL:
 * no more, or what is left does not end with LF. */
char *mk_lines_next(mk_lines *);
/* Gives the last line back: the next call of mk_lines_next returns it again. */
void mk_lines_back(mk_lines *, char *line);
/* Is nothing left, not even an unfinished line? */
bool mk_lines_done(const mk_lines *);
/* An error at the line last given. Returns false. */
bool mk_lines_fail(mk_lines *, mk_code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Adds file and line to an error that somebody else filled. Returns false. */
bool mk_lines_blame(mk_lines *);

/* "word rest": returns the rest if the line begins with this word and one space, else NULL. */
char *mk_after(char *line, const char *word);
/* A whole number in 0..max as we print it: no sign, no leading zero, nothing behind it. */
bool mk_parse_number(const char *text, uint64_t max, uint64_t *out);
/* Exactly `digits` lower-case hexadecimal digits and nothing behind them; at most 16. */
bool mk_parse_hex(const char *text, int digits, uint64_t *out);
/* A key of MK_KEY_BYTES as 64 hexadecimal digits. */
void mk_print_key(const uint8_t key[MK_KEY_BYTES], char out[2 * MK_KEY_BYTES + 1]);
bool mk_parse_key(const char *text, uint8_t key[MK_KEY_BYTES]);

/* The first lines. `what` is "journal" or "position". Whether other rules or other data than
 * ours matter is for the caller to say. */
typedef struct {
    const mk_game *game;
    mk_setup setup; /* the key is zero: it is not among these lines */
    int rules_version;
    uint64_t data_hash;
    int format; /* of the text that was read: 1, 2 */
} mk_header;

void mk_header_write(const mk_header *, const char *what, mk_text *);
bool mk_header_read(mk_lines *, const char *what, mk_header *);

#endif
