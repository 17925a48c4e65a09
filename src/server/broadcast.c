/* broadcast.c - what each viewer gets of an operation.
 *
 * To make the messages of a move takes longer than to make the move. So the loop only notes who
 * looks on and what the table was before and after; the messages are written by the writer's
 * thread, with the rows of the same operation, and handed back when both are done. What is used
 * there and nowhere else stands in `struct delta_writer`.
 */
#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "server/server.h"

static int viewer_of(int seat) { return seat + 2; }
static int seat_of(int viewer) { return viewer - 2; }

struct delta_writer {
    mk_delta *delta;
    mk_text text;
};

delta_writer *delta_writer_new(void) {
    delta_writer *t = must_alloc(sizeof *t);
    t->delta = mk_delta_new();
    return t;
}

void delta_writer_free(delta_writer *t) {
    if (!t) return;
    mk_delta_free(t->delta);
    mk_text_free(&t->text);
    free(t);
}

/* ---- On the loop -------------------------------------------------------- */

static void *copy_state(const table *t) {
    void *copy = malloc(t->game->state_size);
    if (!copy) abort();
    return memcpy(copy, mk_table_state(t->live), t->game->state_size);
}

void broadcast_before(server *s, const table *t) {
    free(s->before);
    s->before = copy_state(t);
    s->before_of = t;
}

void broadcast_drop_before(server *s, const table *t) {
    if (s->before_of != t) return;
    free(s->before);
    s->before = NULL;
    s->before_of = NULL;
}

/* Who has a view already gets what changes in it, the others wait for the whole. */
static bool note_viewers(table *t, broadcast *it) {
    bool any = false;
    for (client *c = t->clients; c; c = c->table_next) {
        if (!c->has_view) c->waiting = true;
        if (c->waiting) continue;
        viewer_update *viewer = &it->viewer[viewer_of(c->seat)];
        viewer->looks = any = true;
        viewer->undo = c->seat >= 0 ? mk_table_may_undo(t->live, c->seat) : 0;
    }
    return any;
}

void broadcast_begin(server *s, table *t, const store_op *op, broadcast *it) {
    *it = (broadcast){.delta_writer = s->delta_writer,
                      .game = t->game,
                      .what = op->kind,
                      .by = op->seat,
                      .to = history_undone_to(op)};
    if (note_viewers(t, it)) {
        it->n = t->n;
        it->entries = mk_table_count(t->live);
        it->after = copy_state(t);
        if (s->before_of == t) {
            it->before = s->before;
            s->before = NULL;
        }
        if (t->row.clock != CLOCK_NONE) clock_json(s, t, &it->clock);
    }
    broadcast_drop_before(s, t);
}

message *broadcast_to(const broadcast *it, int seat) { return it->viewer[viewer_of(seat)].message; }

void broadcast_free(broadcast *it) {
    for (int i = 0; i < VIEWERS; i++) message_drop(it->viewer[i].message);
    mk_text_free(&it->clock);
    free(it->before);
    free(it->after);
}

/* ---- On the writer's thread --------------------------------------------- */

static void add(mk_text *out, const char *text) { mk_text_bytes(out, text, strlen(text)); }

static message *view_message(const broadcast *it, int seat, int undo, const char *events) {
    mk_text *out = &it->delta_writer->text;
    mk_text_clear(out);
    add(out, "{\"t\":\"view\",\"n\":");
    mk_text_number(out, it->n);
    add(out, ",\"entries\":");
    mk_text_number(out, it->entries);
    add(out, ",\"what\":\"");
    add(out, history_op_name(it->what));
    add(out, "\"");
    if (it->by >= 0) {
        add(out, ",\"seat\":\"");
        add(out, it->game->seats[it->by].id);
        add(out, "\"");
    }
    if (it->to >= 0) {
        add(out, ",\"to\":");
        mk_text_number(out, it->to);
    }
    add(out, ",\"delta\":");
    mk_delta_build(it->delta_writer->delta, it->game, it->before ? it->before : it->after,
                   it->after, seat, out);
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

void broadcast_write(broadcast *it, const char *events) {
    for (int i = 0; i < VIEWERS; i++) {
        viewer_update *viewer = &it->viewer[i];
        if (viewer->looks && !viewer->message) /* it may be a second try */
            viewer->message = view_message(it, seat_of(i), viewer->undo, events);
    }
}
