/* play_piece.c - one piece, or all of one name: what it is, what it can do, how it stands. */
#define _GNU_SOURCE
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "play.h"

enum { MOST_SHOWN = 12 };

/* Said in the first line, or in words of their own. */
static bool is_told_apart(const char *field) {
    static const char *const apart[] = {"name",  "owner",    "place", "type",       "nation",
                                        "kind",  "count",    "note",  "hidden",     "slot",
                                        "acted", "strength", "max",   "unsupplied", "number"};
    for (size_t i = 0; i < sizeof apart / sizeof *apart; i++)
        if (strcmp(field, apart[i]) == 0) return true;
    return false;
}

static void add_gap(mk_text *out, size_t begun) {
    if (out->n > begun) mk_text_add(out, ", ");
}

/* "move 2, group limit 9": the other fields of a record, those of the board first. */
static void add_fields(const play *p, const mk_view *view, const char *key, size_t begun,
                       mk_text *out) {
    int r = mk_view_find(view, "piece", key);
    const char *field;
    for (int i = 0; r >= 0 && (field = mk_view_field(view, r, i)); i++) {
        const char *text = mk_view_str(view, r, field);
        long value = mk_view_int(view, r, field, 0);
        bool told = view == p->now && mk_view_find(p->board, "piece", key) >= 0 &&
                    mk_view_int(p->board, mk_view_find(p->board, "piece", key), field, -1) == value;
        if (is_told_apart(field) || told || (!text && !value)) continue;
        add_gap(out, begun);
        play_add_words(p, field, out);
        mk_text_add(out, " ");
        if (text)
            play_add_words(p, text, out);
        else
            mk_text_add(out, "%ld", value);
    }
}

/* "Howe: British leader at Head of Elk" */
static void add_title(const play *p, const char *key, mk_text *out) {
    const char *name = play_str(p, "piece", key, "name"), *type = play_str(p, "piece", key, "type");
    const char *nation = play_str(p, "piece", key, "nation");
    const char *owner = play_str(p, "piece", key, "owner");
    const char *kind = play_str(p, "piece", key, "kind");
    const char *at = play_str(p, "piece", key, "place");
    long count = play_int(p, "piece", key, "count", 0);
    if (count) mk_text_add(out, "%ld ", count);
    mk_text_add(out, "%s: ", name ? name : key);
    size_t begun = out->n;
    play_add_words(p, nation ? nation : owner ? owner : "", out);
    if (out->n > begun) out->p[begun] = (char)toupper((unsigned char)out->p[begun]);
    if (kind) mk_text_add(out, " ");
    if (kind) play_add_words(p, kind, out);
    if (type) mk_text_add(out, " ");
    if (type) play_add_words(p, type, out);
    const char *place = at ? play_str(p, "place", at, "name") : NULL;
    if (at) mk_text_add(out, ", at %s", place ? place : at);
}

static void add_condition(const play *p, const char *key, mk_text *out) {
    size_t begun = out->n;
    const char *note = play_str(p, "piece", key, "note");
    long strength = play_int(p, "piece", key, "strength", -1);
    long max = play_int(p, "piece", key, "max", strength);
    long hungry = play_int(p, "piece", key, "unsupplied", 0);
    if (strength >= 0) mk_text_add(out, "%ld of %ld SP", strength, max);
    add_fields(p, p->board, key, begun, out);
    add_fields(p, p->now, key, begun, out);
    if (note) add_gap(out, begun), mk_text_add(out, "%s", note);
    if (!note && play_int(p, "piece", key, "acted", 0))
        add_gap(out, begun), mk_text_add(out, "has acted");
    if (hungry && !(note && strcmp(note, "out of supply") == 0)) {
        add_gap(out, begun);
        if (play_int(p, "piece", key, "count", 0) > 1) mk_text_add(out, "%ld ", hungry);
        mk_text_add(out, "out of supply");
    }
}

/* What a chart says of one of its figures: "rank 2" is explained by the panel "rank.2". */
static void print_charts(const play *p, const char *key) {
    static const char *const charted[] = {"rank"};
    for (size_t i = 0; i < sizeof charted / sizeof *charted; i++) {
        char panel[MK_NAME];
        snprintf(panel, sizeof panel, "%s.%ld", charted[i],
                 play_int(p, "piece", key, charted[i], -1));
        int r = mk_view_find(p->board, "panel", panel);
        if (r < 0) continue;
        mk_text text = {0};
        const char *field, *label = mk_view_str(p->board, r, "label");
        mk_text_add(&text, "%s:", label ? label : charted[i]);
        for (int f = 0, n = 0; (field = mk_view_field(p->board, r, f)); f++) {
            if (mk_view_str(p->board, r, field)) continue;
            mk_text_add(&text, "%s ", n++ ? "," : "");
            play_add_words(p, field, &text);
            mk_text_add(&text, " %ld", mk_view_int(p->board, r, field, 0));
        }
        printf("    ");
        cli_wrapped(4, text.p);
        mk_text_free(&text);
    }
}

static void print_piece(const play *p, const char *key) {
    const char *owner = play_str(p, "piece", key, "owner");
    mk_text text = {0};
    add_title(p, key, &text);
    printf("  %s%s", play_seat_ink(p, owner ? mk_find_seat(p->game, owner) : -1),
           play_ink(p, INK_STRONG));
    cli_wrapped(2, text.p);
    fputs(play_ink(p, INK_PLAIN), stdout);
    mk_text_clear(&text);
    add_condition(p, key, &text);
    if (text.n) {
        printf("    ");
        cli_wrapped(4, text.p);
    }
    mk_text_free(&text);
    print_charts(p, key);
}

/* "regular" is a beginning within "British Regulars", too. */
static bool is_called(const char *name, const char *typed, play_name_fit fit) {
    while (name) {
        if (play_name_begins(name, typed, fit)) return true;
        const char *gap = strchr(name, ' ');
        name = fit == PLAY_BEGINNING && gap ? gap + 1 : NULL;
    }
    return false;
}

bool play_draw_pieces(const play *p, const char *typed, play_name_fit fit) {
    int count = 0;
    for (int r = 0; r < mk_view_count(p->now); r++) {
        const char *key = mk_view_key(p->now, r);
        if (strcmp(mk_view_type(p->now, r), "piece") != 0) continue;
        if (play_int(p, "piece", key, "hidden", 0)) continue;
        const char *name = play_str(p, "piece", key, "name");
        bool is = (name && is_called(name, typed, fit)) || play_name_begins(key, typed, fit);
        if (!is || ++count > MOST_SHOWN) continue;
        print_piece(p, key);
    }
    if (count > MOST_SHOWN) play_say(p, INK_QUIET, "  … and %d more", count - MOST_SHOWN);
    return count > 0;
}
