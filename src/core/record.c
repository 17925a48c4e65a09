/* record.c - what one seat saw of a game, from first to last, as lines of JSON.
 *
 *     {"record":1,"game":"p77","scenario":"campaign","options":{…},"seat":"british"}
 *     {"entry":-1,"events":[…],"view":{…}}       the set-up, and all that is seen then
 *     {"entry":0,"events":[…],"delta":{…}}       after each entry: what changed
 *     {"entry":7,"undo":3,"events":[],"delta":{…}}
 *
 * Nothing goes in but what mk_event_seen and mk_view_build give this seat, so a record can be
 * handed out while the game runs: no key, no action of another seat, nothing hidden.
 */
#include "core/table.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { FORMAT = 1 };

static void field(mk_text *out, const char *name, const char *value) {
    mk_text_json(out, name);
    mk_text_add(out, ":");
    mk_text_json(out, value);
}

static void write_header(const mk_table *t, int seat, mk_text *out) {
    const mk_game *game = mk_table_game(t);
    const mk_setup *setup = mk_table_setup(t);
    mk_text_add(out, "{\"record\":%d,", FORMAT);
    field(out, "game", game->id);
    mk_text_add(out, ",");
    field(out, "scenario", game->scenarios[setup->scenario].id);
    mk_text_add(out, ",\"options\":{");
    for (int i = 0; game->options[i].id; i++) {
        if (i > 0) mk_text_add(out, ",");
        field(out, game->options[i].id, game->options[i].values[setup->option[i]]);
    }
    mk_text_add(out, "},");
    field(out, "seat", seat == MK_SPECTATOR ? "spectator" : game->seats[seat].id);
    mk_text_add(out, "}\n");
}

static void write_event(const mk_game *game, const mk_event *event, mk_text *out) {
    mk_text sentence = {0};
    mk_text_bytes(&sentence, "", 0); /* so that there is text even if the sentence is empty */
    mk_event_text(game, event, MK_PLAIN, &sentence);
    mk_text_add(out, "{");
    field(out, "name", game->events[event->kind].name);
    if (event->seat >= 0) {
        mk_text_add(out, ",");
        field(out, "seat", game->seats[event->seat].id);
    }
    mk_text_add(out, ",");
    field(out, "text", sentence.p);
    mk_text_add(out, ",\"numbers\":[");
    for (int i = 0; i < event->count; i++) mk_text_add(out, "%s%d", i > 0 ? "," : "", event->n[i]);
    mk_text_add(out, "]}");
    mk_text_free(&sentence);
}

/* {"entry":…,"events":[…], up to where the view or what changed in it follows. */
static void write_step(const mk_table *t, int index, int seat, mk_text *out) {
    mk_text_add(out, "{\"entry\":%d,", index);
    if (index >= 0 && mk_table_entry(t, index)->action.verb == 0)
        mk_text_add(out, "\"undo\":%d,", mk_table_entry(t, index)->undo_to);
    mk_text_add(out, "\"events\":[");
    int count, told = 0;
    const mk_event *event = mk_table_events(t, index, &count);
    for (int i = 0; i < count; i++) {
        if (!mk_event_seen(&event[i], seat)) continue;
        if (told++ > 0) mk_text_add(out, ",");
        write_event(mk_table_game(t), &event[i], out);
    }
    mk_text_add(out, "],");
}

void mk_record_write(const mk_table *t, int seat, mk_text *out) {
    const mk_game *game = mk_table_game(t);
    assert(seat >= MK_SPECTATOR && seat < game->seat_count); /* the whole truth is no seat's */
    void *state = malloc(game->state_size);
    if (!state) abort();
    mk_view *before = mk_view_new(), *now = mk_view_new();

    write_header(t, seat, out);
    mk_table_state_at(t, 0, state);
    mk_view_build(game, state, seat, now);
    write_step(t, -1, seat, out);
    mk_text_add(out, "\"view\":");
    mk_view_json(now, out);
    mk_text_add(out, "}\n");

    for (int i = 0; i < mk_table_count(t); i++) {
        mk_view *other = before;
        before = now;
        now = other;
        mk_table_step(t, i, state);
        mk_view_build(game, state, seat, now);
        write_step(t, i, seat, out);
        mk_text_add(out, "\"delta\":");
        mk_view_delta(before, now, out);
        mk_text_add(out, "}\n");
    }
    mk_view_free(before);
    mk_view_free(now);
    free(state);
}
