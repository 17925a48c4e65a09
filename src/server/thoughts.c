/* thoughts.c - bots that think ahead: all at their tables see how far they are, and who plays alone
 * against machines may ask them to move at once. */
#include "server.h"

#include "core/table.h"

static const double unseen = 0.5; /* seconds: what is over sooner is not worth a word */

void thoughts_begin(server *s, table *t) {
    t->thinks_since = server_now();
    t->told_percent = -1;
    t->next_thought = s->thoughts;
    s->thoughts = t;
}

void thoughts_end(server *s, table *t) {
    table **at = &s->thoughts;
    while (*at && *at != t) at = &(*at)->next_thought;
    if (*at) *at = t->next_thought;
}

static void tell(table *t) {
    int percent = (int)(100 * mk_mind_progress(t->mind[t->thinks]));
    if (percent == t->told_percent) return;
    t->told_percent = percent;
    mk_text out = {0};
    mk_text_add(&out, "{\"t\":\"thinking\",\"n\":%d,\"seat\":\"%s\",\"share\":%.2f}", t->n,
                t->game->seats[t->thinks].id, percent / 100.0);
    msg_to_table(t, &out);
    mk_text_free(&out);
}

void thoughts_tell(server *s) {
    double now = server_now();
    for (table *t = s->thoughts; t; t = t->next_thought)
        if (t->clients && !t->paused && now - t->thinks_since >= unseen) tell(t);
}

/* What it has found so far is what it plays. Where others play, too, nobody may cut short the
 * thoughts of a machine that plays with them, or against them. */
void msg_hurry(client *c, json_t *msg) {
    input in = input_of(msg);
    if (!msg_input_end(c, &in) || !msg_is_seated(c)) return;
    if (!msg_is_alone(c)) {
        client_error(c, "forbidden", "The machine is not hurried in a game with other players.");
        return;
    }
    for (table *t = c->server->thoughts; t; t = t->next_thought)
        if (t == c->table) mk_mind_stop(t->mind[t->thinks], true);
}
