/* words.c - a move in words. What is done to several things in a row is said once: "Take Proctor,
 * Crane and Scott along", "March north (3 times) and north-east". */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "hint.h"

/* Labels one after the other that begin and end with the same words; between them they differ. */
typedef struct {
    const mk_text *label;
    int count;
    size_t head, tail; /* bytes that all begin and end with, whole words; head is the whole label
                        * if all are the same */
} group;

/* What two labels begin with, up to the end of a word. */
static size_t common_head(const char *a, const char *b, size_t most) {
    size_t n = 0, words = 0;
    for (; n < most && a[n] && a[n] == b[n]; n++)
        if (a[n] == ' ') words = n + 1;
    return words;
}

static size_t common_tail(const char *a, const char *b, size_t most) {
    size_t m = strlen(a), n = strlen(b), i = 0, words = 0;
    for (; i < most && i < m && i < n && a[m - 1 - i] == b[n - 1 - i]; i++)
        if (a[m - 1 - i] == ' ') words = i + 1;
    return words;
}

/* Numbers go with what they count: "6 Regulars and 5 Regulars", not "6 and 5 Regulars". */
static size_t tail_of(const mk_text *label, int count, size_t head) {
    size_t tail = label[0].n - head;
    for (int i = 0; i < count; i++) {
        if (isdigit((unsigned char)label[i].p[head])) return 0;
        size_t most = label[i].n - head - 1; /* something is left between */
        tail = common_tail(label[0].p, label[i].p, tail < most ? tail : most);
    }
    return tail;
}

/* As many of these labels as can be said together, at least one. */
static group gather(const mk_action *action, const mk_text *label, int count) {
    group g = {.label = label, .count = 1, .head = label[0].n};
    while (g.count < count && action[g.count].verb == action[0].verb) {
        const mk_text *next = &label[g.count];
        bool same = g.head == label[0].n && strcmp(next->p, label[0].p) == 0;
        size_t head = same ? g.head : common_head(label[0].p, next->p, g.head);
        if (!head) break;
        g.head = head;
        g.count++;
    }
    if (g.head < label[0].n) g.tail = tail_of(label, g.count, g.head);
    return g;
}

static size_t middle_length(const group *g, int i) { return g->label[i].n - g->head - g->tail; }

static int same_middles(const group *g, int from) {
    int n = 1;
    while (from + n < g->count && strcmp(g->label[from + n].p, g->label[from].p) == 0) n++;
    return n;
}

static void add_times(int n, mk_text *out) {
    if (n == 2) mk_text_add(out, " (twice)");
    if (n > 2) mk_text_add(out, " (%d times)", n);
}

static void add_group(const group *g, mk_text *out) {
    const char *first = g->label[0].p;
    mk_text_bytes(out, first, g->head);
    for (int i = 0, n; g->head < g->label[0].n && i < g->count; i += n) {
        n = same_middles(g, i);
        if (i) mk_text_add(out, i + n < g->count ? ", " : " and ");
        mk_text_bytes(out, g->label[i].p + g->head, middle_length(g, i));
        add_times(n, out);
    }
    if (g->head == g->label[0].n) add_times(g->count, out);
    mk_text_bytes(out, first + g->label[0].n - g->tail, g->tail);
}

void mk_move_words(const mk_game *game, const mk_action *action, int count, int most,
                   mk_text *out) {
    mk_text *label = calloc((size_t)count + 1, sizeof *label);
    if (!label) abort();
    for (int i = 0; i < count; i++) mk_action_label(game, action[i], MK_PLAIN, &label[i]);
    for (int i = 0, said = 0; i < count; said++) {
        if (most && said == most) {
            mk_text_add(out, "; and %d more action%s", count - i, count - i == 1 ? "" : "s");
            break;
        }
        const group g = gather(action + i, label + i, count - i);
        if (i) mk_text_add(out, "; ");
        add_group(&g, out);
        i += g.count;
    }
    for (int i = 0; i < count; i++) mk_text_free(&label[i]);
    free(label);
}
