/* log.c - structured lines on standard error, for people and for machines. */
#include <stdio.h>
#include <time.h>

#include "server/server.h"

static void write_line(const char *level, const char *event, const char *fields, va_list values) {
    char stamp[32], text[600];
    time_t now = time(NULL);
    struct tm tm;
    gmtime_r(&now, &tm);
    strftime(stamp, sizeof stamp, "%Y-%m-%dT%H:%M:%SZ", &tm);
    vsnprintf(text, sizeof text, fields, values);
    for (char *p = text; *p; p++)
        if ((unsigned char)*p < ' ') *p = ' '; /* one line stays one line */
    fprintf(stderr, "ts=%s level=%s event=%s%s%s\n", stamp, level, event, *text ? " " : "", text);
}

void log_info(const char *event, const char *fields, ...) {
    va_list values;
    va_start(values, fields);
    write_line("info", event, fields, values);
    va_end(values);
}

void log_warning(const char *event, const char *fields, ...) {
    va_list values;
    va_start(values, fields);
    write_line("warning", event, fields, values);
    va_end(values);
}

void log_error(const char *event, const char *fields, ...) {
    va_list values;
    va_start(values, fields);
    write_line("error", event, fields, values);
    va_end(values);
}
