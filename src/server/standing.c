/* standing.c - one answer to a question that comes again and again: the server gives it for who has
 * said so, whether he is here or not, until he wants to be asked again or something is taken back.
 * It is kept as long as the server runs; after that he is asked. */
#include <string.h>

#include "server.h"

static int phase_named(const mk_game *game, const char *name) {
    for (int i = 1; i < game->phase_count; i++)
        if (game->phases[i].name && strcmp(game->phases[i].name, name) == 0) return i;
    return 0;
}

mk_action standing_answer(const table *t) {
    const standing *answer = &t->standing[t->decides];
    const void *state = mk_table_state(t->live);
    bool asked = answer->phase && mk_top_const(state)->phase == answer->phase;
    return asked && mk_legal(t->game, state, answer->action) ? answer->action : (mk_action){0};
}

void standing_write(const table *t, int seat, mk_text *out) {
    const standing *answer = seat >= 0 ? &t->standing[seat] : NULL;
    char text[300];
    if (!answer || !answer->phase) {
        mk_text_add(out, "null");
        return;
    }
    mk_print_action(t->game, answer->action, text, sizeof text);
    mk_text_add(out, "{\"phase\":");
    mk_text_json(out, t->game->phases[answer->phase].name);
    mk_text_add(out, ",\"action\":");
    mk_text_json(out, text);
    mk_text_add(out, "}");
}

static void send_standing(const table *t, int seat) {
    mk_text out = {0};
    mk_text_add(&out, "{\"t\":\"standing\",\"answer\":");
    standing_write(t, seat, &out);
    mk_text_add(&out, "}");
    for (client *c = t->clients; c; c = c->table_next)
        if (c->seat == seat) client_text(c, &out);
    mk_text_free(&out);
}

void standing_forget(table *t) {
    for (int i = 0; i < t->row.seat_count; i++) {
        if (!t->standing[i].phase) continue;
        t->standing[i] = (standing){0};
        send_standing(t, i);
    }
}

bool standing_any(const table *t) {
    for (int i = 0; i < t->row.seat_count; i++)
        if (t->standing[i].phase) return true;
    return false;
}

static void tell_one(server *s, const table *t, int seat) {
    const standing *answer = &t->standing[seat];
    cluster_tell(s, "standing %s %d %d %d %d %d %d", t->row.code, seat, answer->phase,
                 answer->action.verb, answer->action.a, answer->action.b, answer->action.c);
}

void standing_tell(server *s, const table *t) {
    for (int i = 0; i < t->row.seat_count; i++)
        if (t->standing[i].phase) tell_one(s, t, i);
}

void standing_hear(server *s, const char *words) {
    char code[STORE_CODE];
    int seat, phase, verb, a, b, c;
    if (sscanf(words, "%12s %d %d %d %d %d %d", code, &seat, &phase, &verb, &a, &b, &c) != 7)
        return;
    table *t = tables_in_memory(s, code);
    if (!t || t->gone || !t->game || seat < 0 || seat >= t->row.seat_count || phase < 0 ||
        phase >= t->game->phase_count)
        return;
    if (!mk_open_game(t->game, NULL)) return;
    t->standing[seat] =
        (standing){phase,
                   {.verb = (uint16_t)verb, .a = (int16_t)a, .b = (int16_t)b, .c = (int16_t)c}};
    send_standing(t, seat);
    table_wake_bot(s, t);
}

void msg_standing(client *c, json_t *msg) {
    input in = input_of(msg);
    const char *phase = input_text_or(&in, "phase", 60, "");
    const char *text = input_text_or(&in, "action", 300, "");
    if (!msg_input_end(c, &in) || !msg_is_seated(c)) return;
    table *t = c->table;
    mk_error error = {0};
    standing answer = {.phase = phase_named(t->game, phase)};
    if (*phase && !answer.phase) {
        client_error(c, "bad_frame", "There is no question of that name.");
    } else if (*phase && !mk_parse_action(t->game, text, &answer.action, &error)) {
        client_error(c, "bad_frame", "%s", error.text);
    } else {
        t->standing[c->seat] = answer;
        send_standing(t, c->seat);
        tell_one(c->server, t, c->seat);
        table_wake_bot(c->server, t);
    }
}
