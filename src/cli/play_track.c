/* play_track.c - how one wins and how it stands; the turns to come and what they bring. */
#define _GNU_SOURCE
#include <string.h>

#include "play.h"

static bool is_row_of(const play *p, int record, const char *panel) {
    const char *key = mk_view_key(p->now, record);
    size_t n = strlen(panel);
    return strncmp(key, panel, n) == 0 && key[n] == '.' && mk_view_str(p->now, record, "label");
}

/* ---- Who wins ------------------------------------------------------------ */

static void print_aims(const play *p) {
    for (int s = 0; s < p->game->seat_count; s++) {
        const mk_seat_name *seat = &p->game->seats[s];
        if (!seat->wins) continue;
        printf("  %s%s%s win: ", play_seat_ink(p, s), seat->title, play_ink(p, INK_PLAIN));
        cli_wrapped_after(2 + cli_columns(seat->title) + (int)strlen(" win: "), 4, seat->wins);
    }
}

/* Does it hold now? */
static void add_now(const play *p, int record, mk_text *text) {
    long holds = mk_view_int(p->now, record, "holds", -1);
    if (holds >= 0) mk_text_add(text, holds ? " (so it is now)" : " (not now)");
}

/* "British, at the end: The British lead by 25 control points or more (not now)" */
static void print_condition(const play *p, int record) {
    const char *winner = mk_view_str(p->now, record, "winner");
    const char *when = mk_view_str(p->now, record, "when");
    int seat = winner ? mk_find_seat(p->game, winner) : -1;
    mk_text text = {0};
    if (winner) play_add_words(p, winner, &text);
    if (when) mk_text_add(&text, "%s%s", text.n ? ", " : "", when);
    mk_text_add(&text, "%s%s", text.n ? ": " : "", mk_view_str(p->now, record, "label"));
    add_now(p, record, &text);
    printf("  %s", play_seat_ink(p, seat));
    cli_wrapped(4, text.p);
    fputs(play_ink(p, INK_PLAIN), stdout);
    mk_text_free(&text);
}

/* "British, 4 points: control of Philadelphia, at the end (not now)" */
static void print_score(const play *p, int record) {
    const char *owner = mk_view_str(p->now, record, "owner");
    int seat = owner ? mk_find_seat(p->game, owner) : -1;
    long value = mk_view_int(p->now, record, "value", 0);
    mk_text text = {0};
    if (seat >= 0) mk_text_add(&text, "%s, ", p->game->seats[seat].title);
    if (value)
        mk_text_add(&text, "%ld %s: ", value, value == 1 || value == -1 ? "point" : "points");
    mk_text_add(&text, "%s", mk_view_str(p->now, record, "label"));
    add_now(p, record, &text);
    printf("    %s", play_seat_ink(p, seat));
    cli_wrapped(6, text.p);
    fputs(play_ink(p, INK_PLAIN), stdout);
    mk_text_free(&text);
}

void play_draw_aims(const play *p) {
    print_aims(p);
    EACH_RECORD(r, p->now, "panel") {
        if (is_row_of(p, r, "victory")) print_condition(p, r);
    }
    EACH_RECORD(r, p->now, "panel") {
        if (is_row_of(p, r, "score")) print_score(p, r);
    }
    const char *now = play_str(p, "panel", "victory", "now");
    if (now) {
        mk_text text = {0};
        play_add_words(p, now, &text);
        printf("  If the game ended now: %s\n", text.p);
        mk_text_free(&text);
    }
    play_draw_numbers(p);
}

/* ---- What comes ---------------------------------------------------------- */

/* "British: 19 British regulars at New York" */
static void print_arrival(const play *p, int record) {
    const char *owner = mk_view_str(p->now, record, "owner");
    const char *at = mk_view_str(p->now, record, "at");
    int seat = owner ? mk_find_seat(p->game, owner) : -1;
    mk_text text = {0};
    if (seat >= 0) mk_text_add(&text, "%s: ", p->game->seats[seat].title);
    mk_text_add(&text, "%s", mk_view_str(p->now, record, "label"));
    if (at) mk_text_add(&text, " at %s", play_place_name(p, at));
    if (mk_view_int(p->now, record, "conditional", 0)) mk_text_add(&text, ", under conditions");
    printf("      %s", play_seat_ink(p, seat));
    cli_wrapped(8, text.p);
    fputs(play_ink(p, INK_PLAIN), stdout);
    mk_text_free(&text);
}

static void print_turn(const play *p, int record) {
    long turn = mk_view_int(p->now, record, "turn", 0);
    static const char *const marks[] = {"winter", "rain"};
    printf("  %s%3ld%s  %s", play_ink(p, INK_NUMBER), turn, play_ink(p, INK_PLAIN),
           mk_view_str(p->now, record, "label"));
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        if (mk_view_int(p->now, record, marks[i], 0)) printf(", %s", marks[i]);
    putchar('\n');
    EACH_RECORD(r, p->now, "panel") {
        bool comes = is_row_of(p, r, "arrival") || is_row_of(p, r, "withdrawal");
        if (comes && mk_view_int(p->now, r, "turn", -1) == turn) print_arrival(p, r);
    }
}

bool play_draw_track(const play *p) {
    long now = play_int(p, "number", "turn", "value", 0);
    bool any = false;
    EACH_RECORD(r, p->now, "panel") {
        if (!is_row_of(p, r, "turn") || mk_view_int(p->now, r, "turn", 0) < now) continue;
        print_turn(p, r);
        any = true;
    }
    return any;
}
