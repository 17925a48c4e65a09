/* play_screen.c - what a player reads: the state of things, what happened, what is asked. */
#define _GNU_SOURCE
#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "core/fnv.h"
#include "play.h"

/* ---- Ink ---------------------------------------------------------------- */

const char *play_ink(const play *p, ink i) {
    static const char *const codes[] = {"\033[0m", "\033[1m", "\033[2m", "\033[33m", "\033[31m"};
    return p->colours ? codes[i] : "";
}

const char *play_seat_ink(const play *p, int seat) {
    static const char *const codes[MK_MAX_SEATS] = {"\033[31m", "\033[34m", "\033[32m", "\033[35m"};
    return p->colours && seat >= 0 ? codes[seat] : "";
}

const char *play_dash(const play *p) { return p->utf8 ? "·" : "-"; }

void play_say(const play *p, ink i, const char *format, ...) {
    va_list list;
    va_start(list, format);
    fputs(play_ink(p, i), stdout);
    vprintf(format, list);
    fputs(play_ink(p, INK_PLAIN), stdout);
    putchar('\n');
    va_end(list);
}

/* ---- The view ----------------------------------------------------------- */

void play_look(play *p) {
    mk_view_clear(p->now);
    mk_view_build(p->game, mk_table_state(p->table), p->seat, p->now);
}

const char *play_str(const play *p, const char *type, const char *key, const char *field) {
    int r = mk_view_find(p->now, type, key);
    const char *value = r >= 0 ? mk_view_str(p->now, r, field) : NULL;
    if (value) return value;
    r = mk_view_find(p->board, type, key);
    return r >= 0 ? mk_view_str(p->board, r, field) : NULL;
}

long play_int(const play *p, const char *type, const char *key, const char *field, long missing) {
    int r = mk_view_find(p->board, type, key);
    if (r >= 0) missing = mk_view_int(p->board, r, field, missing);
    r = mk_view_find(p->now, type, key);
    return r >= 0 ? mk_view_int(p->now, r, field, missing) : missing;
}

uint64_t play_hash(const play *p, uint64_t hash, int record) {
    const char *key = mk_view_key(p->now, record), *field;
    hash = mk_fnv(hash, key, strlen(key) + 1);
    for (int i = 0; (field = mk_view_field(p->now, record, i)); i++) {
        if (strcmp(field, "note") == 0) continue;
        const char *text = mk_view_str(p->now, record, field);
        long number = mk_view_int(p->now, record, field, 0);
        hash = mk_fnv(hash, field, strlen(field) + 1);
        hash = text ? mk_fnv(hash, text, strlen(text)) : mk_fnv(hash, &number, sizeof number);
    }
    return hash;
}

/* Has anything changed that records of these types show? */
static uint64_t hash_types(const play *p, const char *types) {
    uint64_t hash = MK_FNV_START;
    for (int r = 0; r < mk_view_count(p->now); r++) {
        if (strstr(types, mk_view_type(p->now, r))) hash = play_hash(p, hash, r);
    }
    return hash;
}

bool play_has(const play *p, const char *type) {
    for (int r = 0; r < mk_view_count(p->now); r++) {
        if (strcmp(mk_view_type(p->now, r), type) == 0) return true;
    }
    return false;
}

/* ---- The state of things ------------------------------------------------ */

void play_draw_line(const play *p) {
    int width = cli_width() - 1;
    fputs(play_ink(p, INK_QUIET), stdout);
    for (int i = 0; i < width && i < 100; i++) fputs(p->utf8 ? "─" : "-", stdout);
    fputs(play_ink(p, INK_PLAIN), stdout);
    putchar('\n');
}

void play_add_words(const play *p, const char *id, mk_text *out) {
    int seat = mk_find_seat(p->game, id);
    if (seat >= 0) {
        mk_text_add(out, "%s", p->game->seats[seat].title);
        return;
    }
    char whose[MK_NAME]; /* "british_magazine" is a British magazine */
    snprintf(whose, sizeof whose, "%.*s", (int)strcspn(id, "_"), id);
    mk_text_add(out, "%s", id);
    char *first = out->p + out->n - strlen(id);
    if (mk_find_seat(p->game, whose) >= 0) *first = (char)toupper((unsigned char)*first);
    for (size_t i = out->n - strlen(id); i < out->n; i++) {
        if (out->p[i] == '_') out->p[i] = ' ';
    }
}

enum { MISSING = -1000000 };

/* Whose it is, the heading says: "British action points" are the action points there. */
static void add_number(const play *p, const char *key, const char *heading, mk_text *out) {
    const char *label = play_str(p, "number", key, "label");
    size_t n = strlen(heading), first = label ? strcspn(label, " ") : 0;
    bool own = first && (first == n || first + 1 == n) && strncmp(label, heading, first) == 0;
    if (own && label[first]) label += first + 1; /* "American strength" under "Americans" */
    const char *text = play_str(p, "number", key, "text");
    long max = play_int(p, "number", key, "max", 0);
    mk_text_add(out, " %s %s ", play_dash(p), label ? label : key);
    const char *who = text ? play_str(p, "piece", text, "name") : NULL;
    if (text && !who) {
        play_add_words(p, text, out);
    } else {
        mk_text_add(out, "%ld", play_int(p, "number", key, "value", 0));
        if (max) mk_text_add(out, "/%ld", max);
        if (who) mk_text_add(out, " of %s", who);
    }
    long below = play_int(p, "number", key, "defeat_below", 0);
    if (below) mk_text_add(out, " (lost below %ld)", below);
    int r = mk_view_find(p->now, "number", key);
    if (mk_view_int(p->now, r, "condition_1", MISSING) != MISSING)
        mk_text_add(out, " (%+ld and %+ld)", mk_view_int(p->now, r, "condition_1", 0),
                    mk_view_int(p->now, r, "condition_2", 0));
}

/* The numbers of a seat (-1: of nobody) after a heading; nothing if a seat has none. */
static void draw_numbers_of(const play *p, int seat, const char *heading) {
    mk_text line = {0};
    mk_text_add(&line, "%s", heading);
    size_t begun = line.n;
    for (int r = 0; r < mk_view_count(p->now); r++) {
        if (strcmp(mk_view_type(p->now, r), "number") != 0) continue;
        const char *key = mk_view_key(p->now, r), *owner = play_str(p, "number", key, "owner");
        if ((owner ? mk_find_seat(p->game, owner) : -1) == seat) add_number(p, key, heading, &line);
    }
    if (seat < 0 || line.n > begun) {
        printf("%s%s", play_seat_ink(p, seat), play_ink(p, INK_STRONG));
        cli_wrapped(seat < 0 ? 0 : 2, line.p);
        fputs(play_ink(p, INK_PLAIN), stdout);
    }
    mk_text_free(&line);
}

/* "Philadelphia 1777 · Turn 3/20 · Weather clear", then a line for each seat that has its own. */
void play_draw_numbers(const play *p) {
    draw_numbers_of(p, -1, p->game->title);
    for (int seat = 0; seat < p->game->seat_count; seat++)
        draw_numbers_of(p, seat, p->game->seats[seat].title);
}

void play_draw_situation(play *p, play_extent extent) {
    bool board = play_has_board(p);
    uint64_t panels = hash_types(p, board ? "panel piece" : "panel"), cards = hash_types(p, "card");
    if (!board) play_draw_summary(p, extent);
    play_draw_way(p, extent);
    if (play_has(p, "panel") && (extent == PLAY_ALL || panels != p->panel_drawn)) {
        play_draw_panels(p);
    }
    if (play_has(p, "card") && (extent == PLAY_ALL || cards != p->cards_drawn)) play_draw_cards(p);
    p->panel_drawn = panels;
    p->cards_drawn = cards;
}

/* The numbers where they changed, what is asked, and by which rule. */
void play_draw_prompt(play *p) {
    const char *text = play_str(p, "prompt", "now", "text");
    const char *rule = play_str(p, "prompt", "now", "rule");
    const char *title = play_str(p, "prompt", "now", "rule_title");
    uint64_t numbers = hash_types(p, "number");
    play_draw_line(p);
    if (numbers != p->numbers_drawn) play_draw_numbers(p);
    p->numbers_drawn = numbers;
    printf("%s%s%s ", play_seat_ink(p, p->seat), play_ink(p, INK_STRONG), p->utf8 ? "▸" : ">");
    cli_wrapped(2, text ? text : "");
    printf("%s  ", play_ink(p, INK_QUIET));
    mk_text line = {0};
    if (rule) mk_text_add(&line, "%s%s(%s)", title ? title : "", title ? " " : "", rule);
    cli_wrapped(2, line.p ? line.p : "");
    fputs(play_ink(p, INK_PLAIN), stdout);
    mk_text_free(&line);
}

/* ---- What happened ------------------------------------------------------ */

typedef struct {
    char **line;
    int count, room;
} lines;

/* The same line several times in a row is one line with a count. */
static bool same_again(lines *l, const char *text) {
    if (l->count == 0) return false;
    char **last = &l->line[l->count - 1];
    size_t n = strlen(text);
    if (strncmp(*last, text, n) != 0) return false;
    int times = 1;
    if ((*last)[n] && sscanf(*last + n, " (%d times)", &times) != 1) return false;
    free(*last);
    if (asprintf(last, "%s (%d times)", text, times + 1) < 0) abort();
    return true;
}

static void add_line(lines *l, const char *text) {
    if (same_again(l, text)) return;
    if (l->count == l->room) {
        l->room = l->room ? 2 * l->room : 64;
        l->line = realloc(l->line, (size_t)l->room * sizeof *l->line);
        if (!l->line) abort();
    }
    l->line[l->count] = strdup(text);
    if (!l->line[l->count++]) abort();
}

static void free_lines(lines *l) {
    for (int i = 0; i < l->count; i++) free(l->line[i]);
    free(l->line);
}

/* The events of entries from `from` on (-1: the set-up) that the seat may read. */
static lines read_events(const play *p, int from) {
    lines l = {0};
    mk_text text = {0};
    for (int i = from; i < mk_table_count(p->table); i++) {
        int count;
        const mk_event *events = mk_table_events(p->table, i, &count);
        for (int e = 0; e < count; e++) {
            if (!mk_event_seen(&events[e], p->seat)) continue;
            mk_text_clear(&text);
            mk_event_text(p->game, &events[e], MK_PLAIN, &text);
            add_line(&l, text.p ? text.p : "");
        }
        if (i >= 0 && mk_table_entry(p->table, i)->action.verb == 0) {
            add_line(&l, "Take-back agreed. New dice will be rolled.");
        }
    }
    mk_text_free(&text);
    return l;
}

static void print_lines(const play *p, const lines *l, int most) {
    int first = l->count > most ? l->count - most : 0;
    if (first > 0) play_say(p, INK_QUIET, "  … %d lines before: log %d", first, l->count);
    for (int i = first; i < l->count; i++) {
        printf("  %s ", play_dash(p));
        cli_wrapped(4, l->line[i]);
    }
}

void play_tell(play *p) {
    int seat = p->seat < 0 ? 0 : p->seat;
    lines l = read_events(p, p->told[seat] - 1);
    int most = cli_height() > 30 ? cli_height() - 10 : 20;
    print_lines(p, &l, most);
    free_lines(&l);
    p->told[seat] = mk_table_count(p->table) + 1;
}

void play_draw_log(play *p, int count) {
    lines l = read_events(p, -1);
    print_lines(p, &l, count);
    free_lines(&l);
}

/* ---- The end ------------------------------------------------------------ */

void play_draw_end(play *p) {
    play_draw_summary(p, PLAY_ALL);
    play_draw_line(p);
    play_draw_numbers(p);
    const char *rule = NULL, *title = NULL;
    for (int s = 0; s < p->game->seat_count; s++) {
        const char *id = p->game->seats[s].id;
        long rank = play_int(p, "outcome", id, "rank", 0);
        rule = play_str(p, "outcome", id, "rule");
        title = play_str(p, "outcome", id, "rule_title");
        printf("%s%s%s: %s%s\n", play_seat_ink(p, s), rank == 1 ? play_ink(p, INK_STRONG) : "",
               p->game->seats[s].title, rank == 1 ? "victory" : "defeat", play_ink(p, INK_PLAIN));
    }
    printf("The game is over: %s (%s).\n", title ? title : "it has ended", rule ? rule : "");
}
