/* play_map.c - places, the pieces on them, the ways between them, and panels, for any game. */
#define _GNU_SOURCE
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "core/fnv.h"
#include "play.h"

enum { NAME_COLUMNS = 17, MARK_COLUMNS = 12, PIECE_COLUMN = NAME_COLUMNS + MARK_COLUMNS };

int play_owner_of(const play *p, const char *type, const char *key, const char *field) {
    const char *owner = play_str(p, type, key, field);
    return owner ? mk_find_seat(p->game, owner) : -1;
}

const char *play_place_name(const play *p, const char *id) {
    const char *name = play_str(p, "place", id, "name");
    return name ? name : id;
}

/* ---- Pieces ------------------------------------------------------------- */

/* Opens the parentheses behind a piece, or goes on in them. */
static void next_remark(mk_text *out, bool *open) {
    mk_text_add(out, *open ? ", " : " (");
    *open = true;
}

/* "(3/4, 4 dice, moved, out of supply)" */
static void add_remarks(const play *p, const char *key, const char *note, mk_text *out) {
    bool open = false;
    long strength = play_int(p, "piece", key, "strength", play_int(p, "piece", key, "steps", -1));
    long max = play_int(p, "piece", key, "max", play_int(p, "piece", key, "full", strength));
    long dice = play_int(p, "piece", key, "dice", 0), count = play_int(p, "piece", key, "count", 0);
    long hungry = play_int(p, "piece", key, "unsupplied", 0);
    if (strength >= 0) next_remark(out, &open), mk_text_add(out, "%ld", strength);
    if (strength >= 0 && max != strength) mk_text_add(out, "/%ld", max);
    if (dice > 0)
        next_remark(out, &open), mk_text_add(out, "%ld %s", dice, dice == 1 ? "die" : "dice");
    if (note) next_remark(out, &open), mk_text_add(out, "%s", note);
    bool fights = play_str(p, "piece", key, "slot") != NULL; /* supply is no matter now */
    if (hungry && !fights && !(note && strcmp(note, "out of supply") == 0)) {
        next_remark(out, &open);
        if (count > 1) mk_text_add(out, "%ld ", hungry);
        mk_text_add(out, "out of supply");
    }
    if (open) mk_text_add(out, ")");
}

/* "Grant (3/4)", "5 hidden", "Howe (1, moved)". Its spaces are tabs: an item is not broken. */
static void noted_piece_text(const play *p, const char *key, const char *note, mk_text *out) {
    long count = play_int(p, "piece", key, "count", 0); /* 0: there is only this one */
    const char *name = play_str(p, "piece", key, "name");
    const char *type = play_str(p, "piece", key, "type");
    size_t begin = out->n;
    if (play_int(p, "piece", key, "hidden", 0)) {
        mk_text_add(out, "%ld hidden%s%s", count ? count : 1, type ? " " : "", type ? type : "");
    } else {
        if (count) mk_text_add(out, "%ld ", count);
        mk_text_add(out, "%s%s",
                    name   ? name
                    : type ? type
                           : key,
                    !name && type && count > 1 ? "s" : "");
        add_remarks(p, key, note, out);
        if (play_int(p, "piece", key, "acted", 0)) mk_text_add(out, "*");
    }
    for (size_t i = begin; i < out->n; i++) {
        if (out->p[i] == ' ') out->p[i] = '\t';
    }
}

static void piece_text(const play *p, const char *key, mk_text *out) {
    noted_piece_text(p, key, play_str(p, "piece", key, "note"), out);
}

static bool is_at(const play *p, const char *key, const char *place, int owner) {
    const char *at = play_str(p, "piece", key, "place");
    return at && strcmp(at, place) == 0 && play_owner_of(p, "piece", key, "owner") == owner;
}

/* All pieces of an owner (-1: of nobody) at a place, "a, b, c". False: there are none. */
static bool pieces_text(const play *p, const char *place, int owner, mk_text *out) {
    mk_text_clear(out);
    EACH_RECORD(r, p->now, "piece") {
        const char *key = mk_view_key(p->now, r);
        if (!is_at(p, key, place, owner)) continue;
        if (out->n) mk_text_add(out, ", ");
        piece_text(p, key, out);
    }
    return out->n > 0;
}

/* ---- Places ------------------------------------------------------------- */

/* Fields every place has; what else is set in a record is a mark of the game's own. */
static bool is_common_field(const char *field) {
    static const char *const common[] = {"name",  "kind",    "x",      "y",     "region",
                                         "owner", "control", "number", "label", "of"};
    for (size_t i = 0; i < sizeof common / sizeof *common; i++) {
        if (strcmp(field, common[i]) == 0) return true;
    }
    return false;
}

/* Does the field count something? Where no place has more than 1 of it, it is a mark. */
static bool is_count(const mk_view *view, const char *field) {
    EACH_RECORD(r, view, "place") {
        if (mk_view_int(view, r, field, 0) > 1) return true;
    }
    return false;
}

/* A label says in words what the words of the record say in ids; a mark, too, if it speaks of it:
 * "supply_us" is "American supply". */
static bool is_in_label(const char *label, const char *field, bool text) {
    char word[MK_NAME];
    if (!label || text || !strchr(field, '_')) return label && text;
    snprintf(word, sizeof word, "%.*s", (int)strcspn(field, "_"), field);
    return strstr(label, word) != NULL;
}

static void add_marks(const play *p, const mk_view *view, const char *id, mk_text *out) {
    int r = mk_view_find(view, "place", id);
    const char *label = r >= 0 ? mk_view_str(view, r, "label") : NULL, *field;
    if (label) mk_text_add(out, "%s%s", out->n ? ", " : "", label);
    for (int i = 0; r >= 0 && (field = mk_view_field(view, r, i)); i++) {
        const char *text = mk_view_str(view, r, field);
        long value = mk_view_int(view, r, field, 0);
        if (is_common_field(field) || (!text && value == 0)) continue;
        if (is_in_label(label, field, text != NULL)) continue;
        if (out->n) mk_text_add(out, ", ");
        play_add_words(p, field, out);
        if (text) {
            mk_text_add(out, " ");
            play_add_words(p, text, out);
        } else if (value != 1 || is_count(view, field)) {
            mk_text_add(out, " %ld", value);
        }
    }
}

/* "port, fort, British": who controls it is said only where his pieces do not say so already. */
static void marks_text(const play *p, const char *id, mk_text *out) {
    mk_text_clear(out);
    add_marks(p, p->board, id, out);
    add_marks(p, p->now, id, out);
    int control = play_owner_of(p, "place", id, "control");
    if (control < 0) return;
    EACH_RECORD(r, p->now, "piece") {
        if (is_at(p, mk_view_key(p->now, r), id, control)) return;
    }
    mk_text_add(out, "%s%s", out->n ? ", " : "", p->game->seats[control].title);
}

static void print_pieces(const play *p, int owner, const char *text) {
    const char *title = owner >= 0 ? p->game->seats[owner].title : "";
    fputs(play_seat_ink(p, owner), stdout);
    printf("%s%s", title, owner >= 0 ? ": " : "");
    cli_wrapped(PIECE_COLUMN + (owner >= 0 ? cli_columns(title) + 2 : 0), text);
    fputs(play_ink(p, INK_PLAIN), stdout);
}

static bool any_pieces(const play *p, const char *id) {
    EACH_RECORD(r, p->now, "piece") {
        const char *at = play_str(p, "piece", mk_view_key(p->now, r), "place");
        if (at && strcmp(at, id) == 0) return true;
    }
    return false;
}

/* A column of a line; returns whether what follows still fits beside it. */
static bool print_column(const play *p, ink i, const char *text, int columns) {
    int pad = columns - cli_columns(text);
    printf("%s%s%s", play_ink(p, i), text, play_ink(p, INK_PLAIN));
    if (pad > 0) printf("%*s", pad, "");
    return pad > 0;
}

/* Its name, its marks, then the pieces of each owner on lines of their own. */
static void print_place(const play *p, const char *id) {
    mk_text text = {0};
    putchar(' ');
    bool fits = print_column(p, INK_STRONG, play_place_name(p, id), NAME_COLUMNS - 1);
    if (!fits) putchar(' ');
    marks_text(p, id, &text);
    fits = print_column(p, INK_QUIET, text.p ? text.p : "", MARK_COLUMNS) && fits;
    bool pieces = false;
    for (int owner = -1; owner < p->game->seat_count; owner++) {
        if (!pieces_text(p, id, owner, &text)) continue;
        if (pieces || !fits) printf("%s%*s", pieces ? "" : "\n", PIECE_COLUMN, "");
        print_pieces(p, owner, text.p);
        pieces = true;
    }
    if (!pieces) putchar('\n');
    mk_text_free(&text);
}

static const char *note_off_map(const play *p, int record) {
    const char *key = mk_view_key(p->now, record), *note = play_str(p, "piece", key, "note");
    if (play_str(p, "piece", key, "place")) return NULL;
    return note ? note : "off the map";
}

/* The pieces of an owner that are not on the map for this reason. */
static void print_noted(const play *p, int owner, const char *note) {
    mk_text text = {0};
    EACH_RECORD(r, p->now, "piece") {
        const char *key = mk_view_key(p->now, r), *its = note_off_map(p, r);
        if (!its || strcmp(its, note) != 0 || play_owner_of(p, "piece", key, "owner") != owner)
            continue;
        if (text.n) mk_text_add(&text, ", ");
        noted_piece_text(p, key, NULL, &text);
    }
    if (text.n) {
        printf(" %s%-*s%s", play_ink(p, INK_QUIET), PIECE_COLUMN - 1, note, play_ink(p, INK_PLAIN));
        print_pieces(p, owner, text.p);
    }
    mk_text_free(&text);
}

/* Is this the first record with its note? */
static bool is_first_noted(const play *p, int record, const char *note) {
    EACH_RECORD(r, p->now, "piece") {
        if (r == record) return true;
        const char *other = note_off_map(p, r);
        if (other && strcmp(other, note) == 0) return false;
    }
    return true;
}

/* Note by note, in the order in which they first appear. */
static void print_off_map(const play *p) {
    EACH_RECORD(r, p->now, "piece") {
        const char *note = note_off_map(p, r);
        if (!note || !is_first_noted(p, r, note)) continue;
        for (int owner = -1; owner < p->game->seat_count; owner++) print_noted(p, owner, note);
    }
}

/* What stands at a place, and its marks; that a piece has moved or is about to is no news of it. */
static uint64_t place_hash(const play *p, const char *id) {
    uint64_t hash = MK_FNV_START;
    int place = mk_view_find(p->now, "place", id);
    if (place >= 0) hash = play_hash(p, hash, place);
    EACH_RECORD(r, p->now, "piece") {
        const char *at = play_str(p, "piece", mk_view_key(p->now, r), "place");
        if (at && strcmp(at, id) == 0) hash = play_hash(p, hash, r);
    }
    return hash;
}

void play_draw_summary(play *p, play_extent extent) {
    bool begun = false;
    if (!p->place_drawn) {
        p->place_drawn = calloc((size_t)mk_view_count(p->board) + 1, sizeof *p->place_drawn);
        if (!p->place_drawn) abort();
    }
    EACH_RECORD(r, p->board, "place") {
        const char *id = mk_view_key(p->board, r);
        uint64_t hash = place_hash(p, id);
        bool news = hash != p->place_drawn[r];
        p->place_drawn[r] = hash;
        if (extent == PLAY_ALL ? !any_pieces(p, id) : !news) continue;
        if (!begun) play_draw_line(p);
        begun = true;
        print_place(p, id);
    }
    if (extent == PLAY_ALL) print_off_map(p);
}

/* ---- Ways --------------------------------------------------------------- */

/* "Newark (river White Clay Creek), Elkton" */
static void ways_text(const play *p, const char *id, mk_text *out) {
    mk_text_clear(out);
    EACH_RECORD(r, p->board, "link") {
        const char *a = mk_view_str(p->board, r, "a"), *b = mk_view_str(p->board, r, "b");
        const char *kind = mk_view_str(p->board, r, "kind");
        const char *label = mk_view_str(p->board, r, "label");
        const char *other = strcmp(a, id) == 0 ? b : strcmp(b, id) == 0 ? a : NULL;
        if (!other) continue;
        mk_text_add(out, "%s%s", out->n ? ", " : "", play_place_name(p, other));
        bool plain = !kind || strcmp(kind, "road") == 0;
        if (!plain || label) {
            mk_text_add(out, " (%s%s%s)", plain ? "" : kind, !plain && label ? " " : "",
                        label ? label : "");
        }
    }
}

static void print_ways(const play *p, const char *id) {
    mk_text text = {0};
    ways_text(p, id, &text);
    if (text.n) {
        const char *arrow = p->utf8 ? "→" : "to";
        printf("%*s%s%s ", PIECE_COLUMN, "", play_ink(p, INK_QUIET), arrow);
        cli_wrapped(PIECE_COLUMN + cli_columns(arrow) + 1, text.p);
        fputs(play_ink(p, INK_PLAIN), stdout);
    }
    mk_text_free(&text);
}

void play_draw_map(const play *p) {
    EACH_RECORD(r, p->board, "place") {
        const char *id = mk_view_key(p->board, r);
        print_place(p, id);
        print_ways(p, id);
    }
    print_off_map(p);
}

/* ---- One place ---------------------------------------------------------- */

static bool is_skipped(char c) { return c == '\'' || c == ' ' || c == '_'; }

bool play_name_begins(const char *name, const char *typed, play_name_fit fit) {
    for (; *typed; typed++) {
        if (is_skipped(*typed)) continue;
        while (is_skipped(*name)) name++;
        if (tolower((unsigned char)*name) != tolower((unsigned char)*typed)) return false;
        name++;
    }
    return fit == PLAY_BEGINNING || !*name;
}

const char *play_find_place(const play *p, const char *typed) {
    EACH_RECORD(r, p->board, "place") {
        const char *id = mk_view_key(p->board, r);
        if (play_name_begins(id, typed, PLAY_BEGINNING) ||
            play_name_begins(play_place_name(p, id), typed, PLAY_BEGINNING))
            return id;
    }
    return NULL;
}

bool play_draw_place(const play *p, const char *name) {
    const char *id = play_find_place(p, name);
    if (!id) return false;
    print_place(p, id);
    print_ways(p, id);
    printf("\n");
    play_draw_hexes(p, id, 14);
    EACH_RECORD(r, p->board, "link") {
        const char *a = mk_view_str(p->board, r, "a"), *b = mk_view_str(p->board, r, "b");
        const char *other = strcmp(a, id) == 0 ? b : strcmp(b, id) == 0 ? a : NULL;
        if (other) print_place(p, other);
    }
    return true;
}

/* ---- Panels ------------------------------------------------------------- */

/* A panel is a heading ("battle") and, where it has any, cells ("battle.british.left") that have
 * an owner and a slot: a column for each owner, rows by `number`, and in each cell the pieces
 * that have the same owner and slot. */

static bool is_cell_of(const char *key, const char *panel) {
    size_t n = strlen(panel);
    return strncmp(key, panel, n) == 0 && key[n] == '.';
}

/* The next row that has cells; -1: no more. */
static long next_row(const play *p, const char *panel, long after) {
    long next = -1;
    EACH_RECORD(r, p->now, "panel") {
        long row = mk_view_int(p->now, r, "number", 0);
        bool cell = is_cell_of(mk_view_key(p->now, r), panel) && mk_view_str(p->now, r, "slot");
        if (!cell || row <= after) continue;
        if (next < 0 || row < next) next = row;
    }
    return next;
}

/* Names and owners speak for themselves; other fields are shown with their names. */
static void add_heading_field(const play *p, int r, const char *field, mk_text *out) {
    const char *value = mk_view_str(p->now, r, field);
    bool plain = value && (strcmp(field, "name") == 0 || strcmp(field, "owner") == 0);
    if (out->n) mk_text_add(out, ", ");
    if (!plain) {
        play_add_words(p, field, out);
        mk_text_add(out, " ");
    }
    const char *piece = value ? play_str(p, "piece", value, "name") : NULL;
    if (value)
        play_add_words(p, piece ? piece : value, out);
    else
        mk_text_add(out, "%ld", mk_view_int(p->now, r, field, 0));
}

static void heading_text(const play *p, const char *panel, mk_text *out) {
    int r = mk_view_find(p->now, "panel", panel);
    const char *field;
    for (int i = 0; (field = mk_view_field(p->now, r, i)); i++) {
        if (strcmp(field, "label") == 0 || strcmp(field, "place") == 0) continue;
        add_heading_field(p, r, field, out);
    }
}

static bool has_heading(const play *p, const char *panel) {
    mk_text text = {0};
    heading_text(p, panel, &text);
    bool any = text.n > 0;
    mk_text_free(&text);
    return any;
}

static void print_heading(const play *p, const char *panel) {
    const char *label = play_str(p, "panel", panel, "label");
    mk_text text = {0};
    heading_text(p, panel, &text);
    printf("  %s%s%s  ", play_ink(p, INK_STRONG), label ? label : panel, play_ink(p, INK_PLAIN));
    cli_wrapped(4 + cli_columns(label ? label : panel), text.p ? text.p : "");
    mk_text_free(&text);
}

/* The pieces in a cell, and how many more are there unknown. */
static void cell_text(const play *p, int cell, mk_text *out) {
    const char *owner = mk_view_str(p->now, cell, "owner");
    const char *slot = mk_view_str(p->now, cell, "slot");
    long known = 0, count = mk_view_int(p->now, cell, "count", 0);
    EACH_RECORD(r, p->now, "piece") {
        const char *key = mk_view_key(p->now, r);
        const char *in = play_str(p, "piece", key, "slot");
        const char *whose = play_str(p, "piece", key, "owner");
        if (!in || !slot || strcmp(in, slot) != 0 || !whose || strcmp(whose, owner) != 0) continue;
        if (out->n) mk_text_add(out, ", ");
        piece_text(p, key, out);
        known++;
    }
    if (count > known) mk_text_add(out, "%s%ld\thidden", out->n ? ", " : "", count - known);
}

/* The cell of an owner in a row; -1: there is none. */
static int find_cell(const play *p, const char *panel, const char *owner, long row) {
    EACH_RECORD(r, p->now, "panel") {
        const char *whose = mk_view_str(p->now, r, "owner");
        if (!is_cell_of(mk_view_key(p->now, r), panel) || !whose) continue;
        if (strcmp(whose, owner) == 0 && mk_view_int(p->now, r, "number", 0) == row) return r;
    }
    return -1;
}

/* One row: the cells of all owners side by side, as many lines as the fullest needs. */
static void print_row(const play *p, const char *panel, long row, int width) {
    enum { LABEL = 9 };
    mk_text text[MK_MAX_SEATS] = {0};
    const char *left[MK_MAX_SEATS], *label[MK_MAX_SEATS];
    bool more = false;
    for (int s = 0; s < p->game->seat_count; s++) {
        int cell = find_cell(p, panel, p->game->seats[s].id, row);
        if (cell >= 0) cell_text(p, cell, &text[s]);
        left[s] = text[s].p ? text[s].p : "";
        label[s] = cell >= 0 ? mk_view_str(p->now, cell, "label") : NULL;
        more = more || *left[s];
    }
    for (bool first = true; more; first = false) {
        more = false;
        for (int s = 0; s < p->game->seat_count; s++) {
            size_t n = cli_fitting(left[s], width - LABEL - 2);
            printf("  %s%-*s", play_seat_ink(p, s), LABEL - 1, first && label[s] ? label[s] : "");
            int columns = cli_print_words(left[s], n);
            bool last = s == p->game->seat_count - 1;
            printf("%s%*s", play_ink(p, INK_PLAIN), last ? 0 : width - LABEL - 1 - columns, "");
            left[s] += n;
            left[s] += strspn(left[s], " ");
            more = more || *left[s];
        }
        putchar('\n');
    }
    for (int s = 0; s < p->game->seat_count; s++) mk_text_free(&text[s]);
}

/* "battle.british", "battle.force.attacker.tories": a part of a panel without pieces on it. */
static const char *part_owner(const play *p, int r, const char *panel, char *out) {
    const char *owner = mk_view_str(p->now, r, "owner"), *rest = mk_view_key(p->now, r);
    if (owner) return owner;
    rest += strlen(panel) + 1;
    const char *last = strrchr(rest, '.');
    if (!last) return "";
    const char *from = memrchr(rest, '.', (size_t)(last - rest));
    from = from ? from + 1 : rest;
    snprintf(out, MK_NAME, "%.*s", (int)(last - from), from);
    return out;
}

/* Figures of dice come in one pair of parentheses behind their sum: "dice 7 (sp 5, leader 2)". */
static void add_part_fields(const play *p, int r, mk_text *out) {
    const char *field;
    bool dice = false;
    for (int i = 0; (field = mk_view_field(p->now, r, i)); i++) {
        const char *text = mk_view_str(p->now, r, field);
        long value = mk_view_int(p->now, r, field, 0);
        bool factor = strcmp(field, "dice_times") == 0 || strcmp(field, "dice_divided") == 0;
        if (strcmp(field, "owner") == 0 || strcmp(field, "label") == 0 ||
            strcmp(field, "rule") == 0 || (!text && !value) || (factor && value == 1))
            continue;
        bool source = strncmp(field, "dice_", 5) == 0;
        mk_text_add(out, source && !dice ? " (" : dice && !source ? "), " : out->n ? ", " : "");
        dice = source;
        play_add_words(p, source ? field + 5 : field, out);
        mk_text_add(out, " ");
        if (text)
            play_add_words(p, text, out);
        else
            mk_text_add(out, "%ld", value);
    }
    if (dice) mk_text_add(out, ")");
}

static void print_parts(const play *p, const char *panel) {
    EACH_RECORD(r, p->now, "panel") {
        if (!is_cell_of(mk_view_key(p->now, r), panel) || mk_view_str(p->now, r, "slot")) continue;
        const char *label = mk_view_str(p->now, r, "label");
        char named[MK_NAME] = "";
        mk_text who = {0}, text = {0};
        play_add_words(p, part_owner(p, r, panel, named), &who);
        add_part_fields(p, r, &text);
        int used = printf("    %s%s%s: ", who.n ? who.p : "", who.n && label ? ", " : "",
                          label ? label : "");
        cli_wrapped_after(used, 6, text.p ? text.p : "");
        mk_text_free(&who);
        mk_text_free(&text);
    }
}

static void print_board(const play *p, const char *panel) {
    int width = (cli_width() - 1) / p->game->seat_count;
    if (next_row(p, panel, -1) < 0) return;
    for (int s = 0; s < p->game->seat_count; s++) {
        const char *title = p->game->seats[s].title;
        printf("  %s%s%s%*s", play_seat_ink(p, s), title, play_ink(p, INK_PLAIN),
               s == p->game->seat_count - 1 ? 0 : width - 2 - cli_columns(title), "");
    }
    putchar('\n');
    for (long row = next_row(p, panel, -1); row >= 0; row = next_row(p, panel, row)) {
        print_row(p, panel, row, width);
    }
}

bool play_has_board(const play *p) {
    EACH_RECORD(r, p->now, "panel") {
        const char *key = mk_view_key(p->now, r);
        if (!strchr(key, '.') && next_row(p, key, -1) >= 0) return true;
    }
    return false;
}

/* "british patriots" with "none sword": "British, Patriots (sword)". */
static void add_order(const play *p, const char *order, const char *icons, mk_text *out) {
    while (order && *order) {
        char who[MK_NAME] = "", icon[MK_NAME] = "none";
        int read = 0, icon_read = 0;
        if (sscanf(order, " %63s%n", who, &read) != 1) return;
        if (icons && sscanf(icons, " %63s%n", icon, &icon_read) == 1) icons += icon_read;
        order += read;
        if (out->n) mk_text_add(out, ", ");
        play_add_words(p, who, out);
        if (strcmp(icon, "none") != 0) mk_text_add(out, " (%s)", icon);
    }
}

static void print_card_line(const char *name, const char *text) {
    mk_text line = {0};
    mk_text_add(&line, "%s%s%s", name, *name ? ": " : "", text);
    printf("    ");
    cli_wrapped(4, line.p);
    mk_text_free(&line);
}

/* What a card says: the order of those who act, its text plain, other words with the name of their
 * field. */
static void print_card(const play *p, int card) {
    static const char *const told_apart[] = {"place", "name", "order", "icons"};
    const char *place = mk_view_str(p->now, card, "place"), *field;
    const char *name = mk_view_str(p->now, card, "name");
    mk_text text = {0};
    printf("  %s%s: %s%s\n", play_ink(p, INK_STRONG), place, name ? name : "?",
           play_ink(p, INK_PLAIN));
    add_order(p, mk_view_str(p->now, card, "order"), mk_view_str(p->now, card, "icons"), &text);
    if (text.n) print_card_line("", text.p);
    for (int i = 0; (field = mk_view_field(p->now, card, i)); i++) {
        const char *value = mk_view_str(p->now, card, field);
        bool apart = false;
        for (size_t k = 0; k < sizeof told_apart / sizeof *told_apart; k++)
            apart |= strcmp(field, told_apart[k]) == 0;
        if (!value || apart) continue;
        mk_text_clear(&text);
        play_add_words(p, strcmp(field, "text") == 0 ? "" : field, &text);
        print_card_line(text.p ? text.p : "", value);
    }
    mk_text_free(&text);
}

void play_draw_cards(const play *p) {
    EACH_RECORD(r, p->now, "card") {
        static const char *const open[] = {"ending", "played", "next"};
        const char *place = mk_view_str(p->now, r, "place");
        for (size_t i = 0; place && i < sizeof open / sizeof *open; i++)
            if (strcmp(place, open[i]) == 0) print_card(p, r);
    }
}

/* Drawn on the map, said by the prompt, or when one asks how to win. */
static bool is_said_elsewhere(const char *panel) {
    static const char *const elsewhere[] = {"area", "segment", "victory"};
    for (size_t i = 0; i < sizeof elsewhere / sizeof *elsewhere; i++)
        if (strcmp(panel, elsewhere[i]) == 0) return true;
    return false;
}

/* A line above the first panel that has something to say. */
void play_draw_panels(const play *p) {
    bool begun = false;
    EACH_RECORD(r, p->now, "panel") {
        const char *key = mk_view_key(p->now, r);
        if (strchr(key, '.') || is_said_elsewhere(key)) continue;
        if (!has_heading(p, key) && next_row(p, key, -1) < 0) continue;
        if (!begun) play_draw_line(p);
        begun = true;
        print_heading(p, key);
        print_parts(p, key);
        print_board(p, key);
    }
}
