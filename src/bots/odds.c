/* odds.c - what a battle will bring: it is played out many times, from the decision to attack until
 * its frame is popped. What was lost and who won is what the game's chronicle says of the events.
 */
#include <stdlib.h>
#include <string.h>

#include "core/battle.h"
#include "core/course.h"
#include "search.h"

enum { TOO_LONG = 4000 }; /* actions: no battle of ours has a tenth as many */

typedef struct {
    search_desk *desk;
    mk_log log;
    mk_tally tally;
} trial;

static void act(trial *t, mk_action a) {
    const mk_game *game = t->desk->game;
    mk_log_clear(&t->log);
    mk_apply(game, t->desk->state, a, &t->log);
    mk_tally_hear(game, &t->tally, t->log.event, t->log.count);
}

/* The shortest way to the battle: what was begun is ended; of several battles this comes first.
 * Verb 0: it will not be fought. */
static mk_action hasten(trial *t) {
    search_desk *d = t->desk;
    const mk_game *game = d->game;
    bool only_attacks = true;
    mk_action attack = {0};
    if (!mk_list(game, d->state, &d->legal)) return attack;
    for (int i = 0; i < d->legal.count; i++) {
        mk_action a = d->legal.list[i];
        if (mk_is_among(game->battles->closing, a.verb)) return a;
        int at = game->battles->at(d->state, a);
        only_attacks &= at >= 0;
        if (at == t->tally.place) attack = a;
    }
    return only_attacks ? attack : (mk_action){0};
}

/* Until the battle is over, or will not be. */
static void play_out(trial *t, mk_action first) {
    search_desk *d = t->desk;
    if (first.verb) act(t, first);
    for (int i = 0; i < TOO_LONG && mk_seat(d->game, d->state) != MK_OVER; i++) {
        bool on = mk_battle_at(d->game, d->state, (mk_action){0}) == t->tally.place;
        if (!on && t->tally.fought) return;
        mk_action a = on ? search_light_choice(d, d->state) : hasten(t);
        if (!a.verb) return;
        act(t, a);
    }
}

static void count(const mk_game *game, const mk_tally *t, mk_odds *out) {
    out->trials++;
    if (!t->fought) return;
    out->fought++;
    if (t->winner >= 0) out->won[t->winner]++;
    for (int s = 0; s < game->seat_count; s++) {
        int lost = t->losses[s] < MK_ODDS_LOSSES ? t->losses[s] : MK_ODDS_LOSSES - 1;
        out->lost[s][lost]++;
    }
}

bool mk_odds_find(const mk_game *game, const void *state, int seat, mk_action action,
                  mk_effort effort, mk_rng *rng, mk_odds *out) {
    *out = (mk_odds){.place = mk_battle_at(game, state, action)};
    if (out->place < 0) return false;
    bool on = mk_battle_at(game, state, (mk_action){0}) == out->place;
    double until = effort.seconds > 0 ? search_now() + effort.seconds : 0;
    trial t = {.desk = malloc(sizeof *t.desk)};
    if (!t.desk) abort();
    t.desk->game = game;
    t.desk->rng = *rng;
    mk_log_grow(&t.log);
    while (out->trials < effort.trials &&
           (until <= 0 || out->trials == 0 || search_now() < until)) {
        memcpy(t.desk->state, state, game->state_size);
        game->determinize(t.desk->state, seat, &t.desk->rng);
        t.tally = (mk_tally){.place = out->place, .fighting = on, .winner = -1};
        play_out(&t, action);
        count(game, &t.tally, out);
    }
    *rng = t.desk->rng;
    mk_log_free(&t.log);
    free(t.desk);
    return true;
}

double mk_odds_mean(const mk_odds *o, int seat) {
    double sum = 0;
    for (int n = 0; n < MK_ODDS_LOSSES; n++) sum += (double)n * o->lost[seat][n];
    return o->fought ? sum / o->fought : 0;
}

double mk_odds_at_least(const mk_odds *o, int seat, int loss) {
    int sum = 0;
    for (int n = loss; n < MK_ODDS_LOSSES; n++) sum += o->lost[seat][n];
    return o->fought ? (double)sum / o->fought : 0;
}

/* How many entries of a distribution there are before it is 0 to the end. */
static int span(const mk_odds *o, int seat) {
    int n = MK_ODDS_LOSSES;
    while (n > 0 && o->lost[seat][n - 1] == 0) n--;
    return n;
}

void mk_odds_write(const mk_game *game, const mk_odds *o, mk_text *out) {
    mk_text_add(out, "{\"place\":");
    mk_text_json(out, mk_id(game, game->battles->place, o->place));
    mk_text_add(out, ",\"name\":");
    mk_text_json(out, mk_label(game, game->battles->place, o->place));
    mk_text_add(out, ",\"unit\":");
    mk_text_json(out, game->battles->unit);
    mk_text_add(out, ",\"trials\":%d,\"fought\":%d,\"seats\":[", o->trials, o->fought);
    for (int s = 0, n = 0; s < game->seat_count; s++) {
        if (!o->won[s] && span(o, s) <= 1) continue;
        mk_text_add(out, "%s{\"seat\":", n++ ? "," : "");
        mk_text_json(out, game->seats[s].id);
        mk_text_add(out, ",\"title\":");
        mk_text_json(out, game->seats[s].title);
        mk_text_add(out, ",\"won\":%d,\"mean\":%.2f,\"lost\":[", o->won[s], mk_odds_mean(o, s));
        for (int i = 0; i < span(o, s); i++) mk_text_add(out, "%s%d", i ? "," : "", o->lost[s][i]);
        mk_text_add(out, "]}");
    }
    mk_text_add(out, "]}");
}
