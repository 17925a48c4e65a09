/* play_actions.c - the list of legal actions, short enough to be read.
 *
 * A long list is shown by verbs, with the few actions of small verbs written out; typing a verb,
 * or any words, lists the actions that contain them. Numbers are those of the whole list and stay
 * the same however it is shown. */
#define _GNU_SOURCE
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "play.h"

enum { WRITTEN_OUT = 4, MOST_VERBS = 16 };

static bool is_action(const play *p, int record) {
    return strcmp(mk_view_type(p->now, record), "action") == 0;
}

/* Actions are numbered in the order of the legal list. */
static long number_of(const play *p, int record) {
    long number = 0;
    for (int r = 0; r <= record; r++) number += is_action(p, r);
    return number;
}

const char *play_action_numbered(const play *p, long n) {
    for (int r = 0; r < mk_view_count(p->now); r++) {
        if (is_action(p, r) && --n == 0) return mk_view_key(p->now, r);
    }
    return NULL;
}

/* ---- Filter ------------------------------------------------------------- */

/* Is `word` the beginning of a word in `text`? */
static bool has_word(const char *text, const char *word, size_t length) {
    bool boundary = true;
    for (; *text; text++) {
        if (boundary && strncasecmp(text, word, length) == 0) return true;
        boundary = !isalnum((unsigned char)*text);
    }
    return false;
}

static bool matches(const play *p, int record, const char *words) {
    const char *key = mk_view_key(p->now, record);
    const char *label = mk_view_str(p->now, record, "label");
    while (*words) {
        words += strspn(words, " ");
        size_t n = strcspn(words, " ");
        if (n && !has_word(key, words, n) && !(label && has_word(label, words, n))) return false;
        words += n;
    }
    return true;
}

int play_count_matching(const play *p, const char *words) {
    int count = 0;
    for (int r = 0; r < mk_view_count(p->now); r++) {
        count += is_action(p, r) && matches(p, r, words);
    }
    return count;
}

/* ---- Columns ------------------------------------------------------------ */

static const char *label_of(const play *p, int record) {
    const char *label = mk_view_str(p->now, record, "label");
    return label ? label : mk_view_key(p->now, record);
}

static void print_action(const play *p, int record, int columns) {
    const char *label = label_of(p, record);
    int pad = columns - cli_columns(label);
    printf("%s%5ld%s  %s%*s", play_ink(p, INK_NUMBER), number_of(p, record), play_ink(p, INK_PLAIN),
           label, pad > 0 ? pad : 0, "");
}

typedef struct {
    int widest, across, down;
} layout;

/* Records `first` to `last - 1` of a list, side by side as far as they fit. */
static layout lay_out(const play *p, const int *records, int first, int last) {
    layout l = {0};
    for (int i = first; i < last; i++) {
        int columns = cli_columns(label_of(p, records[i]));
        if (columns > l.widest) l.widest = columns;
    }
    l.across = (cli_width() - 1) / (l.widest + 9);
    if (l.across < 1 || last - first <= 8) l.across = 1;
    l.down = (last - first + l.across - 1) / l.across;
    return l;
}

static void print_columns(const play *p, const int *records, int first, int last) {
    layout l = lay_out(p, records, first, last);
    for (int row = 0; row < l.down; row++) {
        for (int i = first + row; i < last; i += l.down) {
            bool end_of_row = i + l.down >= last;
            print_action(p, records[i], end_of_row ? 0 : l.widest + 2);
        }
        putchar('\n');
    }
}

/* ---- Verbs -------------------------------------------------------------- */

typedef struct {
    const char *verb[MOST_VERBS];
    int count[MOST_VERBS], verbs;
} by_verb;

static const char *verb_of(const play *p, int record) {
    const char *verb = mk_view_str(p->now, record, "verb");
    return verb ? verb : "";
}

static by_verb count_verbs(const play *p, const int *records, int count) {
    by_verb v = {0};
    for (int i = 0; i < count; i++) {
        const char *verb = verb_of(p, records[i]);
        int k = 0;
        while (k < v.verbs && strcmp(v.verb[k], verb) != 0) k++;
        if (k == MOST_VERBS) continue;
        if (k == v.verbs) v.verb[v.verbs++] = verb;
        v.count[k]++;
    }
    return v;
}

static void print_by_verb(const play *p, const int *records, int count) {
    by_verb v = count_verbs(p, records, count);
    for (int k = 0; k < v.verbs; k++) {
        int first = -1;
        for (int i = 0; i < count; i++) {
            if (strcmp(verb_of(p, records[i]), v.verb[k]) != 0) continue;
            if (first < 0) first = i;
            if (v.count[k] <= WRITTEN_OUT) print_columns(p, records, i, i + 1);
        }
        if (v.count[k] <= WRITTEN_OUT) continue;
        printf("       %s%s%s: %d ways, such as: %s\n", play_ink(p, INK_STRONG), v.verb[k],
               play_ink(p, INK_PLAIN), v.count[k], label_of(p, records[first]));
    }
    play_note(p, INK_QUIET, "  Type an action, or a verb or a name to list what begins with it.");
}

/* ---- The list ----------------------------------------------------------- */

static int page_size(void) { return cli_height() > 20 ? 2 * (cli_height() - 10) : 20; }

/* Lines from which on a list is shown by verbs first. */
static int long_list(void) { return cli_height() > 36 ? cli_height() / 3 : 12; }

void play_list_actions(play *p) {
    static int records[MK_MAX_ACTIONS];
    int count = 0, size = page_size();
    for (int r = 0; r < mk_view_count(p->now) && count < MK_MAX_ACTIONS; r++) {
        if (is_action(p, r) && matches(p, r, p->filter)) records[count++] = r;
    }
    bool whole = !p->filter[0] && p->page == 0;
    if (whole && lay_out(p, records, 0, count).down > long_list()) {
        print_by_verb(p, records, count);
        return;
    }
    int pages = (count + size - 1) / size;
    if (p->page >= pages) p->page = 0;
    int first = p->page * size, last = first + size < count ? first + size : count;
    print_columns(p, records, first, last);
    if (last < count) play_note(p, INK_QUIET, "  … %d more: type `more`", count - last);
}
