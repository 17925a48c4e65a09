/* conditions.c - marks every condition of a C file, for `make mutate`.
 *
 *     conditions FILE      the file on stdout, each condition as MK_CONDITION("function#3", …)
 *
 * A condition is what an if or a ?: asks, each operand of && and ||, and each comparison whose
 * value is used. What RULE and FORBID mark (core/rule.h) is not marked twice, only the operands in
 * it. Left out are the conditions of loops (turned round, they do not end), assertions, constants
 * (static, enum, case) and macros.
 *
 * It knows as much of C as the sources of the games use: statements, expressions, no K&R. */
#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME = 100 };

typedef struct {
    const char *text; /* into the source */
    int length;
    int gap; /* bytes of blanks and comments before it */
} token;

static char *source;
static token *tokens;
static int count;

static char function[NAME] = "file";
static int ordinal; /* of the condition in its function */

/* ---- Reading ---- */

static void *need(void *memory) {
    if (!memory) {
        fprintf(stderr, "conditions: out of memory\n");
        exit(1);
    }
    return memory;
}

static bool read_file(const char *name) {
    FILE *f = fopen(name, "rb");
    size_t room = 1 << 16, n = 0, got;
    if (!f) return false;
    source = need(malloc(room));
    while ((got = fread(source + n, 1, room - n - 1, f)) > 0) {
        n += got;
        if (room - n < 2) source = need(realloc(source, room *= 2));
    }
    source[n] = '\0';
    fclose(f);
    return true;
}

/* Behind blanks, comments and lines for the preprocessor. */
static const char *skip_gap(const char *p, bool line_begins) {
    for (;;) {
        if (*p == '\n') {
            line_begins = true;
            p++;
        } else if (isspace((unsigned char)*p)) {
            p++;
        } else if (p[0] == '/' && p[1] == '*') {
            p = strstr(p, "*/");
            if (!p) return "";
            p += 2;
        } else if (p[0] == '/' && p[1] == '/') {
            p += strcspn(p, "\n");
        } else if (*p == '#' && line_begins) {
            while (*p && *p != '\n') p += p[0] == '\\' && p[1] ? 2 : 1;
        } else {
            return p;
        }
    }
}

static int string_length(const char *p) {
    const char *end = p + 1;
    while (*end && *end != *p) end += *end == '\\' ? 2 : 1;
    return (int)(end + 1 - p);
}

static int token_length(const char *p) {
    static const char *const operators[] = {"<<=", ">>=", "...", "->", "++", "--", "<<", ">>",
                                            "<=",  ">=",  "==",  "!=", "&&", "||", "+=", "-=",
                                            "*=",  "/=",  "%=",  "&=", "|=", "^=", "##"};
    if (*p == '"' || *p == '\'') return string_length(p);
    if (isalnum((unsigned char)*p) || *p == '_') {
        int n = 0;
        while (isalnum((unsigned char)p[n]) || p[n] == '_' || p[n] == '.') {
            if (p[n] == '.' && !isdigit((unsigned char)*p)) break; /* a number has points */
            n++;
        }
        return n;
    }
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
        if (strncmp(p, operators[i], strlen(operators[i])) == 0) return (int)strlen(operators[i]);
    return 1;
}

static void read_tokens(void) {
    int room = 0;
    const char *end = source;
    for (;;) {
        const char *p = skip_gap(end, end == source);
        if (count == room) {
            room = room ? 2 * room : 4096;
            tokens = need(realloc(tokens, (size_t)room * sizeof *tokens));
        }
        int length = *p ? token_length(p) : 0;
        tokens[count++] = (token){p, length, (int)(p - end)};
        if (!length) break;
        end = p + length;
    }
}

static bool is(int i, const char *text) {
    return i < count && (size_t)tokens[i].length == strlen(text) &&
           strncmp(tokens[i].text, text, (size_t)tokens[i].length) == 0;
}

static bool is_word(int i) {
    return tokens[i].length && (isalpha((unsigned char)*tokens[i].text) || *tokens[i].text == '_');
}

static bool is_any(int i, const char *const *texts) {
    for (; *texts; texts++)
        if (is(i, *texts)) return true;
    return false;
}

static bool opens(int i) { return is(i, "(") || is(i, "[") || is(i, "{"); }
static bool closes(int i) { return is(i, ")") || is(i, "]") || is(i, "}"); }

/* The token that closes what this one opens. */
static int partner(int i) {
    int depth = 0;
    for (int j = i; j < count; j++) {
        depth += opens(j) - closes(j);
        if (!depth) return j;
    }
    fprintf(stderr, "conditions: %.20s: it is never closed\n", tokens[i].text);
    exit(1);
}

/* ---- Writing ---- */

static void copy(int from, int to) {
    for (int i = from; i < to; i++)
        printf("%.*s", tokens[i].gap + tokens[i].length, tokens[i].text - tokens[i].gap);
}

/* The first of these tokens outside brackets, or `to`. */
static int find(int from, int to, const char *const *texts) {
    for (int i = from; i < to; i++) {
        if (is_any(i, texts)) return i;
        if (opens(i)) i = partner(i);
    }
    return to;
}

/* What an expression is for: a value, a condition, or a condition that is marked already. */
typedef enum { VALUE, CONDITION, MARKED } use;

static void expression(int from, int to, use what);

/* All that is in brackets is expressions, parted by commas. Without any: copied. */
static void in_brackets(int from, int to, use what) {
    static const char *const comma[] = {",", NULL};
    for (int i = from; i < to;) {
        int end = find(i, to, comma);
        expression(i, end, i == from ? what : VALUE);
        if (end < to) copy(end, end + 1);
        i = end + 1;
    }
}

/* An expression without && || ?: = at its top: what is in its brackets may have some. */
static void operand(int from, int to) {
    static const char *const left_alone[] = {"sizeof", "assert", "_Generic", "__typeof__", NULL};
    for (int i = from; i < to; i++) {
        copy(i, i + 1);
        if (!opens(i)) continue;
        int end = partner(i);
        bool marking = i > from && (is(i - 1, "RULE") || is(i - 1, "FORBID"));
        if (i > from && is_any(i - 1, left_alone)) {
            copy(i + 1, end);
        } else if (marking) { /* the rule's name, a comma, the condition */
            copy(i + 1, i + 3);
            expression(i + 3, end, MARKED);
        } else {
            in_brackets(i + 1, end, VALUE);
        }
        copy(end, end + 1);
        i = end;
    }
}

static void mark(int from, int to) {
    printf("%.*sMK_CONDITION(\"%s#%d\",", tokens[from].gap, tokens[from].text - tokens[from].gap,
           function, ++ordinal);
    tokens[from].gap = 0;
    operand(from, to);
    printf(")");
}

static void parts(int from, int to, const char *const *between, use what) {
    for (int i = from; i < to;) {
        int end = find(i, to, between);
        expression(i, end, what);
        if (end < to) copy(end, end + 1);
        i = end + 1;
    }
}

/* The : that belongs to a ?, outside brackets. */
static int colon(int question, int to) {
    int depth = 0;
    for (int i = question; i < to; i++) {
        if (opens(i)) i = partner(i);
        depth += is(i, "?") - is(i, ":");
        if (!depth) return i;
    }
    return to;
}

static void expression(int from, int to, use what) {
    static const char *const assigns[] = {"=",  "+=", "-=", "*=",  "/=",  "%=",
                                          "&=", "|=", "^=", "<<=", ">>=", NULL};
    static const char *const question[] = {"?", NULL}, *const or [] = {"||", NULL},
                             *const and[] = {"&&", NULL}, *const comma[] = {",", NULL};
    static const char *const compares[] = {"==", "!=", "<", ">", "<=", ">=", NULL};
    if (from >= to) return;
    int at;
    if (find(from, to, comma) < to) {
        parts(from, to, comma, VALUE);
    } else if ((at = find(from, to, assigns)) < to) {
        operand(from, at);
        copy(at, at + 1);
        expression(at + 1, to, VALUE);
    } else if ((at = find(from, to, question)) < to) {
        int other = colon(at, to);
        expression(from, at, CONDITION);
        copy(at, at + 1);
        expression(at + 1, other, what == VALUE ? VALUE : CONDITION);
        if (other < to) copy(other, other + 1);
        expression(other + 1, to, what == VALUE ? VALUE : CONDITION);
    } else if (find(from, to, or) < to) {
        parts(from, to, or, CONDITION);
    } else if (find(from, to, and) < to) {
        parts(from, to, and, CONDITION);
    } else if (is(from, "(") && partner(from) == to - 1 && what != VALUE) {
        copy(from, from + 1); /* (a || b) */
        expression(from + 1, to - 1, what);
        copy(to - 1, to);
    } else {
        int bare = is(from, "!") ? from + 1 : from;
        bool marked = is(bare, "RULE") && partner(bare + 1) == to - 1;
        bool asks = what == CONDITION ||
                    (what == VALUE && (find(from, to, compares) < to || is(from, "!")));
        if (asks && !marked)
            mark(from, to);
        else
            operand(from, to);
    }
}

/* ---- Statements ---- */

static int statement_end(int i, int to) {
    static const char *const semicolon[] = {";", NULL};
    return find(i, to, semicolon);
}

/* What stands between the braces of a function. */
static void body(int from, int to) {
    static const char *const constants[] = {"static", "enum", "_Static_assert", "typedef", NULL};
    static const char *const loops[] = {"while", "for", NULL};
    for (int i = from; i < to;) {
        if (is(i, "{") || is(i, "}") || is(i, "else") || is(i, "do") || is(i, ";")) {
            copy(i, i + 1);
            i++;
        } else if (is(i, "if") || is(i, "switch")) {
            int end = partner(i + 1);
            copy(i, i + 2);
            expression(i + 2, end, is(i, "if") ? CONDITION : VALUE);
            copy(end, end + 1);
            i = end + 1;
        } else if (is_any(i, loops)) {
            int end = partner(i + 1);
            copy(i, end + 1);
            i = end + 1;
        } else if (is(i, "case") || is(i, "default")) {
            while (!is(i, ":")) copy(i, i + 1), i++;
            copy(i, i + 1);
            i++;
        } else if (is_any(i, constants) || is(i, "assert")) {
            int end = statement_end(i, to);
            copy(i, end);
            i = end;
        } else if (is_word(i) && is(i + 1, "(") && !is(partner(i + 1) + 1, ";") &&
                   is_word(partner(i + 1) + 1)) {
            int end = partner(i + 1); /* a loop of our own: MK_SET_EACH(u, set) statement */
            copy(i, i + 2);
            in_brackets(i + 2, end, VALUE);
            copy(end, end + 1);
            i = end + 1;
        } else if (is_word(i) && is(i + 1, "(") && is(partner(i + 1) + 1, "{")) {
            int end = partner(i + 1);
            copy(i, i + 2);
            in_brackets(i + 2, end, VALUE);
            copy(end, end + 1);
            i = end + 1;
        } else {
            int end = statement_end(i, to);
            if (is(i, "return")) {
                copy(i, i + 1);
                i++;
            }
            expression(i, end, VALUE);
            i = end;
        }
    }
}

/* Functions are what has a name, parameters and braces outside of all others. */
static void whole_file(void) {
    for (int i = 0; i < count - 1;) {
        bool function_begins = is(i, ")") && is(i + 1, "{");
        if (!function_begins) {
            if (is_word(i) && is(i + 1, "("))
                snprintf(function, sizeof function, "%.*s", tokens[i].length, tokens[i].text);
            copy(i, i + 1);
            i++;
            continue;
        }
        int end = partner(i + 1);
        copy(i, i + 2);
        ordinal = 0;
        body(i + 2, end);
        copy(end, end + 1);
        i = end + 1;
    }
    copy(count - 1, count);
}

int main(int argc, char **argv) {
    if (argc != 2 || !read_file(argv[1])) {
        fprintf(stderr, "usage: conditions FILE\n");
        return 2;
    }
    read_tokens();
    printf("#include \"core/rule.h\"\n#line 1 \"%s\"\n", argv[1]);
    whole_file();
    return 0;
}
