/* term.c - messages, files, colours, the progress bar: the edge to the system. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include "cli.h"

/* ---- Messages ----------------------------------------------------------- */

int cli_error(const char *format, ...) {
    va_list list;
    va_start(list, format);
    fputs("musket: ", stderr);
    vfprintf(stderr, format, list);
    fputc('\n', stderr);
    va_end(list);
    return CLI_FAILED;
}

int cli_error_from(const mk_error *error) {
    char line[800];
    return cli_error("%s", mk_error_string(error, line, sizeof line));
}

int cli_wrong_usage(const char *command, const char *format, ...) {
    va_list list;
    va_start(list, format);
    fprintf(stderr, "musket %s: ", command);
    vfprintf(stderr, format, list);
    fprintf(stderr, "\nmusket: `musket %s --help` shows how it is used\n", command);
    va_end(list);
    return CLI_USAGE;
}

/* ---- Files -------------------------------------------------------------- */

bool cli_read_file(const char *name, mk_text *text) {
    bool standard = strcmp(name, "-") == 0;
    FILE *file = standard ? stdin : fopen(name, "rb");
    if (!file) return cli_error("%s: %s", name, strerror(errno)), false;
    char buffer[1 << 16];
    size_t n;
    while ((n = fread(buffer, 1, sizeof buffer, file)) > 0) mk_text_bytes(text, buffer, n);
    bool fine = !ferror(file);
    if (!fine) cli_error("%s: %s", name, strerror(errno));
    if (!standard) fclose(file);
    return fine;
}

static bool write_all(int fd, const char *bytes, size_t size) {
    while (size > 0) {
        ssize_t n = write(fd, bytes, size);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return false;
        bytes += n;
        size -= (size_t)n;
    }
    return true;
}

bool cli_write_file(const char *name, const char *bytes, size_t size) {
    char beside[4096];
    if (snprintf(beside, sizeof beside, "%s.new", name) >= (int)sizeof beside) {
        return cli_error("%s: the name is too long", name), false;
    }
    int fd = open(beside, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (fd < 0) return cli_error("%s: %s", beside, strerror(errno)), false;
    bool fine = write_all(fd, bytes, size) && fsync(fd) == 0;
    fine = close(fd) == 0 && fine;
    fine = fine && rename(beside, name) == 0;
    if (!fine) {
        cli_error("%s: %s", name, strerror(errno));
        unlink(beside);
    }
    return fine;
}

mk_table *cli_read_journal(const char *name, mk_code *code) {
    mk_text text = {0};
    mk_table *table = NULL;
    mk_error error = {.code = MK_E_IO};
    if (cli_read_file(name, &text)) {
        error.code = MK_OK;
        if (!mk_journal_read(text.p ? text.p : "", text.n, name, &table, &error)) {
            cli_error_from(&error);
        }
    }
    if (table && error.code != MK_OK && error.code != MK_E_TRUNCATED) {
        cli_error("what stands before it can be read: %d actions", mk_table_count(table));
    }
    *code = error.code;
    mk_text_free(&text);
    return table;
}

/* ---- The terminal ------------------------------------------------------- */

bool cli_colours(FILE *file) {
    const char *no = getenv("NO_COLOR"), *term = getenv("TERM");
    return isatty(fileno(file)) && !(no && *no) && term && strcmp(term, "dumb") != 0;
}

static struct winsize window(void) {
    struct winsize size = {0};
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0) size = (struct winsize){0};
    if (size.ws_col == 0) size.ws_col = 80;
    if (size.ws_row == 0) size.ws_row = 24;
    return size;
}

int cli_width(void) { return window().ws_col; }
int cli_height(void) { return window().ws_row; }

/* ---- Words --------------------------------------------------------------- */

static int word_columns(const char *text, size_t length) {
    int n = 0;
    for (size_t i = 0; i < length; i++) n += ((unsigned char)text[i] & 0xc0) != 0x80;
    return n;
}

int cli_columns(const char *text) { return word_columns(text, strlen(text)); }

/* As many words as fit into `width` columns, but one at least. */
size_t cli_fitting(const char *text, int width) {
    size_t end = 0;
    for (size_t at = 0; text[at];) {
        size_t next = at + strspn(text + at, " ");
        next += strcspn(text + next, " ");
        if (end > 0 && word_columns(text, next) > width) break;
        end = at = next;
    }
    return end;
}

int cli_print_words(const char *text, size_t length) {
    for (size_t i = 0; i < length; i++) putchar(text[i] == '\t' ? ' ' : text[i]);
    return word_columns(text, length);
}

void cli_wrapped_after(int used, int column, const char *text) {
    int width = cli_width() - 1;
    for (bool first = true; *text; first = false) {
        size_t n = cli_fitting(text, width - (first ? used : column));
        if (!first) printf("\n%*s", column, "");
        cli_print_words(text, n);
        text += n;
        text += strspn(text, " ");
    }
    putchar('\n');
}

void cli_wrapped(int column, const char *text) { cli_wrapped_after(column, column, text); }

/* ---- Progress ------------------------------------------------------------ */

static double seconds_of(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

double cli_now(void) { return seconds_of(CLOCK_MONOTONIC); }
double cli_thread_time(void) { return seconds_of(CLOCK_THREAD_CPUTIME_ID); }

void cli_progress_start(cli_progress *p, const char *what, int64_t total) {
    double now = cli_now();
    *p = (cli_progress){what, total, now, now, isatty(STDERR_FILENO) != 0};
}

void cli_progress_at(cli_progress *p, int64_t done) {
    enum { WIDTH = 30 };
    double now = cli_now();
    if (!p->visible || now - p->shown < 0.1) return;
    p->shown = now;
    double share = p->total > 0 ? (double)done / (double)p->total : 0;
    if (share > 1) share = 1;
    char bar[WIDTH + 1];
    for (int i = 0; i < WIDTH; i++) bar[i] = i < (int)(share * WIDTH) ? '#' : '.';
    bar[WIDTH] = 0;
    fprintf(stderr, "\r%s [%s] %3.0f %%", p->what, bar, share * 100);
    if (share > 0.01) {
        fprintf(stderr, ", %.0f s left   ", (now - p->started) * (1 - share) / share);
    }
    fflush(stderr);
}

void cli_progress_end(cli_progress *p) {
    if (p->visible) fprintf(stderr, "\r\033[K");
}

/* ---- Small tools -------------------------------------------------------- */

void cli_json_member(mk_text *out, const char *name, const char *value) {
    mk_text_add(out, ",\"%s\":", name);
    if (value) {
        mk_text_json(out, value);
    } else {
        mk_text_add(out, "null");
    }
}

static void json_event(const mk_game *game, const mk_event *e, mk_text *out) {
    mk_text text = {0};
    mk_event_text(game, e, MK_PLAIN, &text);
    mk_text_add(out, "{\"kind\":");
    mk_text_json(out, game->events[e->kind].name);
    cli_json_member(out, "seat", e->seat >= 0 ? game->seats[e->seat].id : NULL);
    mk_text_add(out, ",\"n\":[");
    for (int i = 0; i < e->count; i++) mk_text_add(out, "%s%d", i ? "," : "", e->n[i]);
    mk_text_add(out, "]");
    cli_json_member(out, "text", text.p ? text.p : "");
    mk_text_add(out, "}");
    mk_text_free(&text);
}

/* What not all may know is logged twice, in full and then redacted to the others. Who sees all
 * needs only the first. */
bool cli_event_shown(const mk_event *events, int index, int seat) {
    if (!mk_event_seen(&events[index], seat)) return false;
    if (seat != MK_EVERYTHING || index == 0) return true;
    uint8_t before = events[index - 1].audience;
    return !before || (events[index].audience ^ before) != MK_EVERYONE;
}

void cli_json_events(const mk_game *game, const mk_event *events, int count, int seat,
                     mk_text *out) {
    mk_text_add(out, "[");
    bool first = true;
    for (int i = 0; i < count; i++) {
        if (!cli_event_shown(events, i, seat)) continue;
        if (!first) mk_text_add(out, ",");
        first = false;
        json_event(game, &events[i], out);
    }
    mk_text_add(out, "]");
}

/* E. B. Wilson's score interval: honest near 0 and 1 and for few games. */
void cli_wilson(int64_t hits, int64_t of, double *low, double *high) {
    const double z = 1.959964;
    if (of == 0) {
        *low = 0;
        *high = 1;
        return;
    }
    double n = (double)of, p = (double)hits / n, square = z * z;
    double middle = (p + square / (2 * n)) / (1 + square / n);
    double half = z / (1 + square / n) * sqrt(p * (1 - p) / n + square / (4 * n * n));
    *low = middle - half < 0 ? 0 : middle - half;
    *high = middle + half > 1 ? 1 : middle + half;
}
