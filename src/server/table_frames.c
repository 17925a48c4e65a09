/* table_frames.c - what each viewer is told of an operation.
 *
 * To make the frames of a move takes longer than to make the move. So the loop only notes who looks
 * on and what the table was before and after; the frames are written by the writer's thread, with
 * the rows of the same operation, and handed back when both are done. What is used there and
 * nowhere else stands in `struct teller`.
 */
#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "server/server.h"

struct teller {
    mk_delta *delta;
    mk_text frame;
};

teller *teller_new(void) {
    teller *t = must_alloc(sizeof *t);
    t->delta = mk_delta_new();
    return t;
}

void teller_free(teller *t) {
    if (!t) return;
    mk_delta_free(t->delta);
    mk_text_free(&t->frame);
    free(t);
}

/* ---- On the loop -------------------------------------------------------- */

static void *copy_state(const table *t) {
    void *copy = malloc(t->game->state_size);
    if (!copy) abort();
    return memcpy(copy, mk_table_state(t->live), t->game->state_size);
}

void table_hold(server *s, const table *t) {
    free(s->before);
    s->before = copy_state(t);
    s->held = t;
}

void table_unhold(server *s, const table *t) {
    if (s->held != t) return;
    free(s->before);
    s->before = NULL;
    s->held = NULL;
}

/* Who has a view already gets what changes in it, the others wait for the whole. */
static bool note_viewers(table *t, telling *it) {
    bool any = false;
    for (client *c = t->clients; c; c = c->table_next) {
        if (!c->has_view) c->waiting = true;
        if (c->waiting) continue;
        viewer_told *viewer = &it->viewer[viewer_of(c->seat)];
        viewer->looks = any = true;
        viewer->undo = c->seat >= 0 ? mk_table_may_undo(t->live, c->seat) : 0;
    }
    return any;
}

void telling_begin(server *s, table *t, telling *it) {
    *it = (telling){.teller = s->teller, .game = t->game};
    if (note_viewers(t, it)) {
        it->n = t->n;
        it->entries = mk_table_count(t->live);
        it->after = copy_state(t);
        if (s->held == t) {
            it->before = s->before;
            s->before = NULL;
        }
        if (t->row.clock_days) clock_json(s, t, &it->clock);
    }
    table_unhold(s, t);
}

message *telling_to(const telling *it, int seat) { return it->viewer[viewer_of(seat)].message; }

void telling_free(telling *it) {
    for (int i = 0; i < VIEWERS; i++) message_drop(it->viewer[i].message);
    mk_text_free(&it->clock);
    free(it->before);
    free(it->after);
}

/* ---- On the writer's thread --------------------------------------------- */

static void add(mk_text *out, const char *text) { mk_text_bytes(out, text, strlen(text)); }

static message *view_message(const telling *it, int seat, int undo, const char *events) {
    mk_text *out = &it->teller->frame;
    mk_text_clear(out);
    add(out, "{\"t\":\"view\",\"n\":");
    mk_text_number(out, it->n);
    add(out, ",\"entries\":");
    mk_text_number(out, it->entries);
    add(out, ",\"delta\":");
    mk_look_delta(it->teller->delta, it->game, it->before ? it->before : it->after, it->after, seat,
                  out);
    add(out, ",\"events\":");
    table_events_json(events, seat, out);
    add(out, ",\"undo\":");
    mk_text_number(out, undo);
    if (it->clock.n) {
        add(out, ",\"clock\":");
        mk_text_bytes(out, it->clock.p, it->clock.n);
    }
    add(out, "}");
    return message_of(out);
}

void telling_write(telling *it, const char *events) {
    for (int i = 0; i < VIEWERS; i++) {
        viewer_told *viewer = &it->viewer[i];
        if (viewer->looks) viewer->message = view_message(it, seat_of(i), viewer->undo, events);
    }
}
