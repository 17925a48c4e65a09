/* delta.c - what changes for a seat from state to state.
 *
 * The server writes one for every seat and every move, so this is where its time goes. What a seat
 * sees after a move is what it sees before the next: so the last views are kept. Most of what is
 * legal after a move was so before, and the record of an action says nothing but the action: so
 * lists of actions are compared as numbers, and what was once written for one is kept.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "core/view.h"

enum { SEEN = 256, WRITTEN = 4096, ACTION_SLOTS = 2 * MK_MAX_ACTIONS };

/* What a seat sees in a state, but the legal actions. */
typedef struct {
    const mk_game *game; /* NULL: nothing yet */
    int seat;
    void *state;
    mk_view *view;
} seen_state;

/* An action as a member of the view: "action:march howe newark":{…} */
typedef struct {
    const mk_game *game;
    mk_action action;
    size_t name_size; /* of what stands before the colon */
    mk_text text;
} written_action;

struct mk_delta {
    mk_view *after, *one;
    mk_actions was, is;
    uint16_t slot[ACTION_SLOTS]; /* 1 + index in `was`, 0: free */
    unsigned slot_mask;          /* of as many as are in use */
    bool stays[MK_MAX_ACTIONS];  /* of `was` */
    /* Each has one place, by its hash; a later one takes it. */
    seen_state seen[SEEN];
    written_action written[WRITTEN];
};

static void *allocated(void *p) {
    if (p) return p;
    fputs("musket: out of memory\n", stderr);
    abort();
}

mk_delta *mk_delta_new(void) {
    mk_delta *d = allocated(calloc(1, sizeof *d));
    d->after = mk_view_new();
    d->one = mk_view_new();
    return d;
}

void mk_delta_free(mk_delta *d) {
    if (!d) return;
    mk_view_free(d->after);
    mk_view_free(d->one);
    for (int i = 0; i < WRITTEN; i++) mk_text_free(&d->written[i].text);
    for (int i = 0; i < SEEN; i++) {
        free(d->seen[i].state);
        mk_view_free(d->seen[i].view);
    }
    free(d);
}

/* ---- Views -------------------------------------------------------------- */

/* The place of a table's seat: no two tables have the same dice. */
static seen_state *place_of(mk_delta *d, const void *state, int seat) {
    const mk_base *base = state;
    return &d->seen[(base->rng.key[0] + (unsigned)seat) % SEEN];
}

static void keep_state(seen_state *s, const mk_game *game, const void *state, int seat) {
    if (s->game != game) s->state = allocated(realloc(s->state, game->state_size));
    memcpy(s->state, state, game->state_size);
    s->game = game;
    s->seat = seat;
}

static seen_state *seen(mk_delta *d, const mk_game *game, const void *state, int seat) {
    seen_state *s = place_of(d, state, seat);
    if (s->game == game && s->seat == seat && memcmp(s->state, state, game->state_size) == 0)
        return s;
    if (!s->view) s->view = mk_view_new();
    mk_view_around(game, state, seat, s->view);
    keep_state(s, game, state, seat);
    return s;
}

static void write_views(mk_delta *d, const mk_game *game, const void *before, const void *after,
                        int seat, bool *first, mk_text *out) {
    seen_state *s = seen(d, game, before, seat);
    mk_view_around(game, after, seat, d->after);
    mk_view_write_delta(s->view, d->after, first, out);
    mk_view *swap = s->view;
    s->view = d->after;
    d->after = swap;
    keep_state(s, game, after, seat);
}

/* ---- Actions ------------------------------------------------------------ */

static bool same_action(mk_action x, mk_action y) {
    return x.verb == y.verb && x.a == y.a && x.b == y.b && x.c == y.c;
}

static unsigned hash_of(mk_action action) {
    uint64_t word;
    memcpy(&word, &action, sizeof word);
    return (unsigned)(word * 0x9e3779b97f4a7c15u >> 40);
}

static const written_action *written(mk_delta *d, const mk_game *game, mk_action action) {
    written_action *w = &d->written[hash_of(action) % WRITTEN];
    if (w->game == game && same_action(w->action, action)) return w;
    bool first = true;
    mk_view_clear(d->one);
    mk_view_action(game, action, d->one);
    mk_text_clear(&w->text);
    mk_view_write(d->one, &first, &w->text);
    w->game = game;
    w->action = action;
    w->name_size = strcspn(w->text.p + 1, "\"") + 2;
    return w;
}

static void write_new(mk_delta *d, const mk_game *game, mk_action action, bool *first,
                      mk_text *out) {
    const written_action *w = written(d, game, action);
    mk_comma(out, first);
    mk_text_bytes(out, w->text.p, w->text.n);
}

static void write_gone(mk_delta *d, const mk_game *game, mk_action action, bool *first,
                       mk_text *out) {
    const written_action *w = written(d, game, action);
    mk_comma(out, first);
    mk_text_bytes(out, w->text.p, w->name_size);
    mk_text_bytes(out, ":null", 5);
}

static uint16_t *slot_of(mk_delta *d, mk_action action) {
    unsigned i = hash_of(action) & d->slot_mask;
    while (d->slot[i] && !same_action(d->was.list[d->slot[i] - 1], action))
        i = (i + 1) & d->slot_mask;
    return &d->slot[i];
}

static void list_seen(const mk_game *game, const void *state, int seat, mk_actions *out) {
    out->count = 0;
    if (mk_sees_actions(game, state, seat)) mk_list(game, state, out);
}

static void find_those_before(mk_delta *d) {
    d->slot_mask = 1;
    while ((int)d->slot_mask < 2 * d->was.count) d->slot_mask = 2 * d->slot_mask + 1;
    memset(d->slot, 0, (d->slot_mask + 1) * sizeof *d->slot);
    for (int i = 0; i < d->was.count; i++) {
        *slot_of(d, d->was.list[i]) = (uint16_t)(i + 1);
        d->stays[i] = false;
    }
}

static void write_actions(mk_delta *d, const mk_game *game, bool *first, mk_text *out) {
    find_those_before(d);
    for (int i = 0; i < d->is.count; i++) {
        int known = *slot_of(d, d->is.list[i]);
        if (known)
            d->stays[known - 1] = true;
        else
            write_new(d, game, d->is.list[i], first, out);
    }
    for (int i = 0; i < d->was.count; i++)
        if (!d->stays[i]) write_gone(d, game, d->was.list[i], first, out);
}

void mk_delta_build(mk_delta *d, const mk_game *game, const void *before, const void *after,
                    int seat, mk_text *out) {
    bool first = true;
    list_seen(game, before, seat, &d->was);
    list_seen(game, after, seat, &d->is);
    mk_text_bytes(out, "{", 1);
    write_views(d, game, before, after, seat, &first, out);
    write_actions(d, game, &first, out);
    mk_text_bytes(out, "}", 1);
}
