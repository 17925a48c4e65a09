/* fuzz_fog.c - checks of what is hidden.
 *
 * What a seat cannot know is dealt again, several times. If anything it is shown differs between
 * these deals (a view, a prompt, its legal list, a property, the log of its own action), that
 * thing tells what it must not. */
#include <string.h>

#include "core/names.h"
#include "fuzz.h"

enum { DEALS = 3 };

static const char *observer_name(const fuzz *f, int seat) {
    return seat == MK_SPECTATOR ? "a spectator" : f->game->seats[seat].title;
}

/* All that a seat can ask for, as text. */
static void see(fuzz *f, const void *state, int seat, mk_text *out) {
    mk_view_clear(f->view);
    mk_text_clear(out);
    mk_view_build(f->game, state, seat, f->view);
    mk_view_json(f->view, out);
    mk_text_add(out, "\n");
    mk_dump(f->game, state, seat, MK_DUMP_ALL, out);
}

static const void *deal(fuzz *f, int seat) {
    memcpy(f->trial, mk_table_state(f->table), f->game->state_size);
    f->game->determinize(f->trial, seat, &f->rng);
    f->deals++;
    return f->trial;
}

/* Where two texts part, with a few words around it. */
static bool fail_at_difference(fuzz *f, int seat, const char *a, const char *b) {
    size_t i = 0;
    while (a[i] && a[i] == b[i]) i++;
    size_t from = i > 80 ? i - 80 : 0;
    return fuzz_fail(f, "%s can tell two deals apart: …%.120s… and …%.120s…",
                     observer_name(f, seat), a + from, b + from);
}

static bool check_observer(fuzz *f, int seat) {
    see(f, mk_table_state(f->table), seat, &f->text[0]);
    for (int i = 0; i < DEALS; i++) {
        char why[300];
        const void *dealt = deal(f, seat);
        if (!mk_check(f->game, dealt, why, sizeof why)) {
            return fuzz_fail(f, "in a new deal for %s: %s", observer_name(f, seat), why);
        }
        see(f, dealt, seat, &f->text[1]);
        if (strcmp(f->text[0].p, f->text[1].p) != 0) {
            return fail_at_difference(f, seat, f->text[0].p, f->text[1].p);
        }
    }
    return true;
}

bool fuzz_check_hiding(fuzz *f) {
    for (int seat = MK_SPECTATOR; seat < f->game->seat_count; seat++) {
        if (!check_observer(f, seat)) return false;
    }
    return true;
}

/* ---- The log ------------------------------------------------------------ */

/* What a seat reads in the log when it does this in that state. */
static uint8_t read_log(fuzz *f, void *state, int seat, mk_action action, mk_text *out) {
    mk_log_clear(&f->log);
    mk_apply(f->game, state, action, &f->log);
    mk_text_clear(out);
    mk_text_add(out, "%s", "");
    for (int i = 0; i < f->log.count; i++) {
        const mk_event *e = &f->log.event[i];
        if (!mk_event_seen(e, seat)) continue;
        mk_event_text(f->game, e, MK_MARKS, out);
        mk_text_add(out, "\n");
    }
    return f->log.flags;
}

/* With the same dice in every deal, the log of one's own action is the same in all, unless it
 * says that something was revealed. */
bool fuzz_check_own_log(fuzz *f, mk_action action) {
    const mk_base *base = mk_table_state(f->table);
    int seat = mk_seat(f->game, base);
    memcpy(f->trial, base, f->game->state_size);
    if (read_log(f, f->trial, seat, action, &f->text[0]) & MK_REVEALED) return true;
    for (int i = 0; i < DEALS; i++) {
        deal(f, seat);
        ((mk_base *)f->trial)->rng = base->rng;
        if (read_log(f, f->trial, seat, action, &f->text[1]) & MK_REVEALED) continue;
        if (strcmp(f->text[0].p, f->text[1].p) != 0) {
            return fail_at_difference(f, seat, f->text[0].p, f->text[1].p);
        }
    }
    return true;
}

static bool shows_piece(fuzz *f, const void *state, int seat, const char *id) {
    mk_view_clear(f->view);
    mk_view_build(f->game, state, seat, f->view);
    return mk_view_find(f->view, "piece", id) >= 0;
}

/* A piece that an event names must be in the seat's view before or after it, unless the event
 * itself reveals it. */
static bool may_read(fuzz *f, const mk_event *e, int seat, const char *id) {
    const void *now = mk_table_state(f->table);
    if (!shows_piece(f, f->before, MK_EVERYTHING, id)) return true; /* no piece, or not yet */
    return shows_piece(f, f->before, seat, id) || shows_piece(f, now, seat, id) ||
           fuzz_fail(f, "the event %s shows %s the hidden piece %s", f->game->events[e->kind].name,
                     observer_name(f, seat), id);
}

static bool check_event(fuzz *f, const mk_event *e, int seat) {
    if (e->flags & MK_REVEALED || !mk_event_seen(e, seat)) return true;
    const mk_event_kind *row = &f->game->events[e->kind];
    for (int i = 0; i < e->count; i++) {
        const char *id = row->kind[i] ? mk_id(f->game, row->kind[i], e->n[i]) : NULL;
        if (id && mk_is_named(f->game, row->kind[i]) && !may_read(f, e, seat, id)) return false;
    }
    return true;
}

bool fuzz_check_told(fuzz *f) {
    int count;
    const mk_event *events = mk_table_events(f->table, mk_table_count(f->table) - 1, &count);
    for (int i = 0; i < count; i++) {
        for (int seat = MK_SPECTATOR; seat < f->game->seat_count; seat++) {
            if (!check_event(f, &events[i], seat)) return false;
        }
    }
    return true;
}
