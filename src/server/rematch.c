/* rematch.c - the players of a finished game play again, at one table that they share.
 *
 * The first who asks makes it, with the sides changed and the others' seats kept for them; the
 * finished table notes where it is, so that the next who asks takes his seat there. Who does
 * not want to gives it back.
 */
#include <stdio.h>
#include <string.h>

#include "server/server.h"

/* NULL: there is none. */
static table *rematch_of(server *s, const table *t) {
    return *t->row.rematch ? tables_find(s, t->row.rematch) : NULL;
}

/* As much as a list needs: those that wait or are played are in memory, and nothing is read for the
 * others but where somebody looks at the table itself. */
void rematch_write(const server *s, const table *t, int64_t user, mk_text *out) {
    const table *again = *t->row.rematch ? tables_in_memory(s, t->row.rematch) : NULL;
    mk_text_add(out, ",\"rematch\":");
    if (!again || again->gone || again->deleting || !tables_seats_of(t, user)) {
        mk_text_add(out, "null");
        return;
    }
    bool kept = false, first = true;
    for (int i = 0; i < again->row.seat_count; i++)
        kept |= again->row.seat[i].state == SEAT_KEPT && again->row.seat[i].user == user;
    mk_text_add(out, "{\"table\":\"%s\",\"state\":\"%s\",\"by\":", again->row.code,
                table_state_name(again));
    mk_text_json(out, again->row.owner_name);
    mk_text_add(out, ",\"invited\":%s,\"waiting\":[", kept ? "true" : "false");
    for (int i = 0; i < again->row.seat_count; i++) {
        if (again->row.seat[i].state != SEAT_KEPT) continue;
        if (!first) mk_text_add(out, ",");
        first = false;
        mk_text_json(out, again->row.seat[i].name);
    }
    mk_text_add(out, "]}");
}

void rematch_touch(server *s, const char *code) {
    for (table *t = s->tables; t; t = t->next)
        if (strcmp(t->row.rematch, code) == 0) lobby_touch(s, t, TOUCHED_TABLE);
}

/* Everyone one seat further; people are asked, but the one who asks. */
static void turn_seats(const table *t, int64_t user, store_table *row) {
    int count = row->seat_count;
    row->nonplayers = 0;
    for (int i = 0; i < count; i++) {
        const store_seat *from = &t->row.seat[i];
        store_seat *seat = &row->seat[(i + 1) % count];
        *seat = *from;
        if (from->state == SEAT_PLAYER && from->user != user) seat->state = SEAT_KEPT;
        const mk_bot *bot = from->state == SEAT_BOT ? mk_find_bot(from->bot, t->game) : NULL;
        if (bot && bot->nonplayer) row->nonplayers |= 1 << (i + 1) % count;
    }
}

static void ask_for(request *r, table *t, const char *commitment) {
    if (t->asks_again) {
        make_wait(r, t);
        return;
    }
    if (!lobby_may_create(r)) return;
    store_table row = t->row;
    turn_seats(t, r->user.id, &row);
    row.state = TABLE_OPEN;
    row.imported = false;
    row.outcome[0] = row.rematch[0] = '\0';
    make_fill(r, t->game, &row);
    make_table(r, &row, commitment, t);
}

/* Takes the seats that are kept for him; a second time it changes nothing. */
static void accept(request *r, table *again, const char *hex) {
    uint8_t commitment[MK_KEY_BYTES];
    bool changed = false, commits = *hex != '\0';
    if (commits && !dice_parse(hex, commitment)) {
        make_refuse(r, "\"commitment\" has 64 hexadecimal digits.");
        return;
    }
    for (int i = 0; again->row.state == TABLE_OPEN && i < again->row.seat_count; i++) {
        const store_seat *seat = &again->row.seat[i];
        if (seat->state != SEAT_KEPT || seat->user != r->user.id) continue;
        make_sit(again, i, &r->user);
        if (commits) dice_commit(again, i, commitment);
        changed = true;
        commits = false;
    }
    if (!changed && !tables_seats_of(again, r->user.id)) {
        http_error(r, 409, "conflict", "The others play again without you.");
        return;
    }
    if (!changed) {
        lobby_answer_table(r, again);
        return;
    }
    table_begin_if_full(r->server, again);
    make_keep(r->server, r, again);
}

void lobby_rematch(request *r) {
    input in = input_of(r->json);
    const char *commitment = input_text_or(&in, "commitment", 2 * MK_KEY_BYTES, "");
    table *t = make_asked_for(r, &in);
    if (!t) return;
    if (!table_is_over(t) || !tables_seats_of(t, r->user.id) || !t->game) {
        http_error(r, 409, "conflict", "Only the players can ask for a rematch, after the game.");
        return;
    }
    table *again = rematch_of(r->server, t);
    if (!again)
        ask_for(r, t, commitment);
    else if (*again->row.problem)
        http_error(r, 409, "damaged", "This table cannot be read: %s.", again->row.problem);
    else if (again->needs_reload)
        make_wait(r, again);
    else
        accept(r, again, commitment);
}
