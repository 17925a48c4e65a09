/* play_actions.c - the list of legal actions, short enough to be read.
 *
 * A long list is shown by verbs, with the few actions of small verbs written out; typing a verb,
 * or any words, lists the actions that contain them. Numbers are those of the whole list and stay
 * the same however it is shown. */
#define _GNU_SOURCE
#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "play.h"

enum { WRITTEN_OUT = 4, MOST_VERBS = 256 };

static bool is_action(const play *p, int record) {
    return strcmp(mk_view_type(p->now, record), "action") == 0;
}

/* Done with nothing in particular: finish, pass, withdraw. */
static bool is_bare(const play *p, int record) {
    return mk_view_str(p->now, record, "a_kind") == NULL;
}

/* Actions are numbered in the order of the legal list, but those that end something come last: 1
 * is never the end of a phase as long as there is something to do in it. */
static int first_action(const play *p, bool bare, int from) {
    int r = from;
    while (r < mk_view_count(p->now) && !(is_action(p, r) && is_bare(p, r) == bare)) r++;
    return r < mk_view_count(p->now) ? r : -1;
}

static int next_action(const play *p, int record) {
    bool bare = is_bare(p, record);
    int next = first_action(p, bare, record + 1);
    return next < 0 && !bare ? first_action(p, true, 0) : next;
}

static int begin_actions(const play *p) {
    int first = first_action(p, false, 0);
    return first < 0 ? first_action(p, true, 0) : first;
}

#define EACH_ACTION(r, p) for (int r = begin_actions(p); r >= 0; r = next_action(p, r))

static long number_of(const play *p, int record) {
    long number = 0;
    EACH_ACTION(r, p) {
        number++;
        if (r == record) return number;
    }
    return 0;
}

const char *play_action_numbered(const play *p, long n) {
    EACH_ACTION(r, p) {
        if (--n == 0) return mk_view_key(p->now, r);
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

bool play_action_matches(const play *p, int record, const char *words) {
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
        count += is_action(p, r) && play_action_matches(p, r, words);
    }
    return count;
}

/* ---- Remarks ------------------------------------------------------------ */

static bool is_march(const char *verb) {
    static const char *const marches[] = {"march", "go", "to", "retreat"};
    for (size_t i = 0; i < sizeof marches / sizeof *marches; i++)
        if (strcmp(verb, marches[i]) == 0) return true;
    return false;
}

/* The place that a march leads to: the last of its names that is one. NULL: none is. */
static const char *goal_of(const play *p, int record) {
    if (!is_march(mk_view_str(p->now, record, "verb"))) return NULL;
    static const char *const arguments[] = {"c", "b", "a"};
    for (size_t i = 0; i < sizeof arguments / sizeof *arguments; i++) {
        const char *id = mk_view_str(p->now, record, arguments[i]);
        if (id && mk_view_find(p->board, "place", id) >= 0) return id;
    }
    return NULL;
}

/* Where it comes from: the place of the piece it names, or of those on the move. */
static const char *origin_of(const play *p, int record) {
    const char *piece = mk_view_str(p->now, record, "a");
    if (piece && mk_view_find(p->now, "piece", piece) >= 0)
        return play_str(p, "piece", piece, "place");
    for (int r = 0; r < mk_view_count(p->now); r++) {
        if (strcmp(mk_view_type(p->now, r), "piece") != 0) continue;
        const char *note = mk_view_str(p->now, r, "note");
        if (note && strcmp(note, "on the move") == 0) return mk_view_str(p->now, r, "place");
    }
    return NULL;
}

static void add_item(mk_text *out, const char *format, const char *word, long number) {
    mk_text_add(out, out->n ? ", " : "");
    mk_text_add(out, "%s", format);
    if (word) mk_text_add(out, " %s", word);
    if (number) mk_text_add(out, " %ld", number);
}

enum { LONGEST_NAME = 24 };

/* "river Brandywine": a way that is no plain road, with its name. */
static void add_way(const play *p, const char *from, const char *to, mk_text *out) {
    for (int r = 0; r < mk_view_count(p->board); r++) {
        if (strcmp(mk_view_type(p->board, r), "link") != 0) continue;
        const char *a = mk_view_str(p->board, r, "a"), *b = mk_view_str(p->board, r, "b");
        const char *kind = mk_view_str(p->board, r, "kind");
        bool is = (strcmp(a, from) == 0 && strcmp(b, to) == 0) ||
                  (strcmp(a, to) == 0 && strcmp(b, from) == 0);
        if (!is || !kind || strcmp(kind, "road") == 0) continue;
        const char *name = mk_view_str(p->board, r, "label");
        if (name && strlen(name) > LONGEST_NAME) name = NULL; /* that is a note, no name */
        add_item(out, strcmp(kind, "dual") == 0 ? "road or river" : kind, name, 0);
    }
}

static void add_enemies(const play *p, const char *at, mk_text *out) {
    long count = 0;
    for (int r = 0; r < mk_view_count(p->now); r++) {
        if (strcmp(mk_view_type(p->now, r), "piece") != 0) continue;
        const char *key = mk_view_key(p->now, r), *place = mk_view_str(p->now, r, "place");
        int owner = play_owner_of(p, "piece", key, "owner");
        if (!place || strcmp(place, at) != 0 || owner < 0 || owner == p->seat) continue;
        count += mk_view_int(p->now, r, "count", 1);
    }
    if (count) add_item(out, "enemy", NULL, count);
}

/* The two dice of an attempt: the panel "odds.NAME" of who would try. */
static void add_odds(const play *p, int record, mk_text *out) {
    const char *who = mk_view_str(p->now, record, "a");
    char panel[MK_NAME + 8];
    snprintf(panel, sizeof panel, "odds.%s", who ? who : "");
    int r = mk_view_find(p->now, "panel", panel);
    if (r < 0) return;
    if (mk_view_int(p->now, r, "certain", 0))
        add_item(out, "no roll needed", NULL, 0);
    else
        add_item(out, "needs at most", NULL, mk_view_int(p->now, r, "highest", 0));
}

static bool along_borders(const play *p) {
    for (int r = 0; r < mk_view_count(p->board); r++) {
        if (strcmp(mk_view_type(p->board, r), "link") != 0) continue;
        return strcmp(mk_view_str(p->board, r, "kind"), "border") == 0;
    }
    return false;
}

/* Where a step leads on a hex map, and what is left of the movement points then. */
static void add_step(const play *p, int record, mk_text *out) {
    int reach = play_step_reach(p, record);
    if (reach < 0) return;
    const char *hex = mk_view_key(p->now, reach) + strlen("reach.");
    add_item(out, play_place_name(p, hex), NULL, 0);
    mk_text_add(out, ", %ld left", mk_view_int(p->now, reach, "left", 0));
    add_enemies(p, hex, out);
}

void play_add_remark(const play *p, int record, mk_text *out) {
    mk_text remark = {0};
    add_step(p, record, &remark);
    const char *to = goal_of(p, record), *from = to ? origin_of(p, record) : NULL;
    add_odds(p, record, &remark);
    if (from && strcmp(from, to) != 0 && !along_borders(p)) {
        add_way(p, from, to, &remark);
        add_enemies(p, to, &remark);
    }
    if (remark.n) mk_text_add(out, " [%s]", remark.p);
    mk_text_free(&remark);
}

/* ---- Columns ------------------------------------------------------------ */

static void add_action_text(const play *p, int record, mk_text *out) {
    const char *label = mk_view_str(p->now, record, "label");
    mk_text_add(out, "%s", label ? label : mk_view_key(p->now, record));
    play_add_remark(p, record, out);
}

static int action_columns(const play *p, int record) {
    mk_text text = {0};
    add_action_text(p, record, &text);
    int columns = cli_columns(text.p);
    mk_text_free(&text);
    return columns;
}

static void print_action(const play *p, int record, int columns) {
    mk_text text = {0};
    add_action_text(p, record, &text);
    int pad = columns - cli_columns(text.p);
    printf("%s%5ld%s  %s%*s", play_ink(p, INK_NUMBER), number_of(p, record), play_ink(p, INK_PLAIN),
           text.p, pad > 0 ? pad : 0, "");
    mk_text_free(&text);
}

typedef struct {
    int widest, across, down;
} layout;

/* Records `first` to `last - 1` of a list, side by side as far as they fit. */
static layout lay_out(const play *p, const int *records, int first, int last) {
    layout l = {0};
    for (int i = first; i < last; i++) {
        int columns = action_columns(p, records[i]);
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
        assert(k < MOST_VERBS); /* mk_open asks that no game has more */
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
        mk_text text = {0};
        add_action_text(p, records[first], &text);
        printf("       %s%s%s: %d choices, such as: %s\n", play_ink(p, INK_STRONG), v.verb[k],
               play_ink(p, INK_PLAIN), v.count[k], text.p);
        mk_text_free(&text);
    }
    play_say(p, INK_QUIET, "  Type an action, or a verb or a name to list what begins with it.");
}

/* ---- The list ----------------------------------------------------------- */

static int page_size(void) { return cli_height() > 20 ? 2 * (cli_height() - 10) : 20; }

/* Lines from which on a list is shown by verbs first; beside a map there are fewer. */
static int long_list(const play *p) {
    int lines = cli_height() > 36 ? cli_height() / 3 : 12;
    return play_is_hex_map(p) ? lines / 2 : lines;
}

void play_list_actions(play *p) {
    static int records[MK_MAX_ACTIONS];
    int count = 0, size = page_size();
    EACH_ACTION(r, p) {
        if (count < MK_MAX_ACTIONS && play_action_matches(p, r, p->filter)) records[count++] = r;
    }
    bool whole = !p->filter[0] && p->page == 0;
    if (whole && lay_out(p, records, 0, count).down > long_list(p)) {
        print_by_verb(p, records, count);
        return;
    }
    int pages = (count + size - 1) / size;
    if (p->page >= pages) p->page = 0;
    int first = p->page * size, last = first + size < count ? first + size : count;
    print_columns(p, records, first, last);
    if (last < count) play_say(p, INK_QUIET, "  … %d more: type `more`", count - last);
}
