/* engine.c - `musket engine`: lines in, one JSON object per line out; docs/protocol.md.
 *
 * Whatever comes in, one reply goes out for each line, and nothing but `quit` or the end of the
 * input ends it. The commands themselves are in engine_commands.c. */
#include "engine.h"

#include <stdlib.h>
#include <string.h>

enum { LONGEST_LINE = 65536, MOST_BYTES = 64 << 20 };

/* ---- Lines in ----------------------------------------------------------- */

typedef enum { LINE_FINE, LINE_TOO_LONG, LINE_WITH_NUL, LINE_NONE } line_kind;

/* Reads to the end of the line in any case, so that the next one is understood again. */
static line_kind read_line(FILE *in, char *line) {
    size_t n = 0;
    bool nul = false, any = false;
    int c;
    while ((c = getc(in)) != EOF) {
        any = true;
        if (c == '\n') break;
        if (c == 0) nul = true;
        if (n < LONGEST_LINE) line[n] = (char)c;
        n++;
    }
    if (!any) return LINE_NONE;
    if (n >= LONGEST_LINE) return LINE_TOO_LONG;
    if (n > 0 && line[n - 1] == '\r') n--;
    line[n] = 0;
    return nul ? LINE_WITH_NUL : LINE_FINE;
}

bool engine_read(engine *e, size_t size, mk_text *out, mk_error *error) {
    if (size > MOST_BYTES) {
        return mk_fail(error, MK_E_VALUE, "at most %d bytes can be loaded", MOST_BYTES);
    }
    while (out->n < size) {
        char buffer[4096];
        size_t want = size - out->n < sizeof buffer ? size - out->n : sizeof buffer;
        size_t got = fread(buffer, 1, want, e->in);
        mk_text_bytes(out, buffer, got);
        if (got < want) {
            return mk_fail(error, MK_E_TRUNCATED, "the input ended after %zu of %zu bytes", out->n,
                           size);
        }
    }
    return true;
}

/* ---- Replies out -------------------------------------------------------- */

static const char *code_name(mk_code code) {
    static const char *const names[] = {
        [MK_OK] = "ok",
        [MK_E_SEAT] = "seat",
        [MK_E_ILLEGAL] = "illegal",
        [MK_E_FINISHED] = "over",
        [MK_E_SYNTAX] = "syntax",
        [MK_E_NAME] = "name",
        [MK_E_GAME] = "game",
        [MK_E_VERSION] = "version",
        [MK_E_TRUNCATED] = "truncated",
        [MK_E_DIVERGED] = "diverged",
        [MK_E_DATA] = "data",
        [MK_E_IO] = "io",
        [MK_E_VALUE] = "value",
        [MK_E_FAULT] = "fault",
    };
    return names[code];
}

static void reply_fine(const engine *e) {
    printf("{\"ok\":true%s}\n", e->reply.p ? e->reply.p : "");
}

static void reply_error(engine *e, const mk_error *error) {
    mk_text *out = &e->reply;
    mk_text_clear(out);
    cli_json_member(out, "code", code_name(error->code));
    cli_json_member(out, "error", error->text);
    if (error->line) mk_text_add(out, ",\"line\":%d", error->line);
    if (error->rule[0]) {
        cli_json_member(out, "rule", error->rule);
        const char *title = e->game ? mk_rule_title(e->game, error->rule) : NULL;
        if (title) cli_json_member(out, "rule_title", title);
    }
    printf("{\"ok\":false%s}\n", out->p);
}

/* ---- Commands ----------------------------------------------------------- */

/* A command's name is one word or two ("load journal"). Returns what stands behind it. */
static char *after_name(char *line, const char *name) {
    size_t n = strlen(name);
    if (strncmp(line, name, n) != 0 || (line[n] && line[n] != ' ')) return NULL;
    return line + n + strspn(line + n, " ");
}

static bool may_run(const engine *e, const engine_row *row, mk_error *error) {
    if (row->when == ENGINE_ALWAYS) return true;
    if (row->when == ENGINE_UNCONFINED && e->confined_to) {
        return mk_fail(error, MK_E_SEAT, "%s would show more than %s may know", row->name,
                       e->confined_to);
    }
    return e->table || mk_fail(error, MK_E_GAME, "there is no game yet: new GAME");
}

static bool run_line(engine *e, char *line, mk_error *error) {
    for (const engine_row *row = engine_rows; row->name; row++) {
        char *arguments = after_name(line, row->name);
        if (!arguments) continue;
        return may_run(e, row, error) && row->run(e, arguments, error);
    }
    return mk_fail(error, MK_E_SYNTAX, "there is no command \"%.40s\"; `help` lists them", line);
}

static void answer(engine *e, line_kind kind, char *line) {
    mk_error error = {0};
    mk_text_clear(&e->reply);
    bool fine;
    if (kind == LINE_TOO_LONG) {
        fine = mk_fail(&error, MK_E_SYNTAX, "a line has at most %d bytes", LONGEST_LINE);
    } else if (kind == LINE_WITH_NUL) {
        fine = mk_fail(&error, MK_E_SYNTAX, "a line must not contain NUL bytes");
    } else {
        size_t n = strlen(line);
        while (n > 0 && line[n - 1] == ' ') line[--n] = 0;
        line += strspn(line, " ");
        if (!*line || *line == '#') return;
        fine = run_line(e, line, &error);
    }
    if (fine) {
        reply_fine(e);
    } else {
        reply_error(e, &error);
    }
}

static int serve(engine *e) {
    char *line = malloc(LONGEST_LINE + 1);
    if (!line) abort();
    line_kind kind;
    while (!e->quit && !ferror(stdout) && (kind = read_line(e->in, line)) != LINE_NONE) {
        answer(e, kind, line);
        fflush(stdout);
    }
    free(line);
    return CLI_FINE;
}

int cli_engine(int argc, char **argv) {
    cli_start start = CLI_START_DEFAULTS;
    engine e = {.in = stdin, .eyes = MK_EVERYTHING};
    const cli_option options[] = {
        {"--seat", "X", "let the program know only what this seat may know", CLI_TEXT,
         &e.confined_to, 0, 0},
        CLI_SEED_ROW(start, "of the first game; each further game gets the next number"),
        CLI_DATA_ROW(start),
        {0},
    };
    const cli_usage usage = {
        "engine",
        "",
        0,
        0,
        "A line protocol for programs in any language: commands on standard input, one JSON "
        "object\n"
        "per line on standard output. The command `help` lists the commands; docs/protocol.md\n"
        "describes them, with an example.",
        options};
    cli_list words;
    int code = cli_parse(&usage, argc, argv, &words);
    if (code != CLI_GO_ON) return code;
    if (!cli_open(start.data)) return CLI_FAILED;
    e.seed = start.seed;
    if (!cli_bot_rng(&start, &e.rng)) return CLI_FAILED;
    code = serve(&e);
    engine_free(&e);
    return code;
}
