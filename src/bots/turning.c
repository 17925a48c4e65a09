/* turning.c - where a game was decided: the moves that changed most, and what the machine would
 * have done in their place. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis_internal.h"
#include "hint.h"

/* ---- Moves -------------------------------------------------------------- */

/* The last action of the move that begins behind a moment: dice end it, a battle, another seat. */
static int end_of_move(const mk_analysis *out, int first) {
    int last = first + 1;
    while (last + 1 < out->count && !out->moment[last].rolled && !out->moment[last].inside &&
           out->moment[last + 1].seat == out->moment[last].seat &&
           out->moment[last + 1].turn == out->moment[first].turn)
        last++;
    return last;
}

static int end_of_battle(const mk_analysis *out, int at) {
    while (at + 1 < out->count && out->moment[at].inside) at++;
    return at;
}

static double weight_of(const mk_turning *t) { return fabs(t->luck) + fabs(t->skill); }

static int by_weight(const void *a, const void *b) {
    double x = weight_of(a), y = weight_of(b);
    return (x < y) - (x > y);
}

static int by_moment(const void *a, const void *b) {
    return ((const mk_turning *)a)->first - ((const mk_turning *)b)->first;
}

/* All moves, those that changed most first. */
static mk_turning *list_moves(const mk_analysis *out, int *count) {
    mk_turning *list = calloc((size_t)out->count, sizeof *list);
    if (!list) abort();
    *count = 0;
    for (int first = 0; first + 1 < out->count;) {
        int last = end_of_move(out, first), over = end_of_battle(out, last);
        mk_turning *t = &list[(*count)++];
        *t = (mk_turning){.first = first, .last = over, .seat = out->moment[last].seat};
        for (int i = first + 1; i <= last; i++) t->skill += out->moment[i].skill;
        for (int i = first + 1; i <= over; i++) t->luck += out->moment[i].luck[t->seat];
        t->chosen = out->moment[last].choice[t->seat];
        first = over;
    }
    qsort(list, (size_t)*count, sizeof *list, by_weight);
    return list;
}

/* ---- What else could have been done ------------------------------------- */

/* What was done, up to the dice or to the battle. */
static void add_done(const analysis *a, mk_turning *t) {
    mk_action done[HINT_ACTIONS];
    int count = 0, last = end_of_move(a->out, t->first);
    for (int i = t->first + 1; i <= last && count < HINT_ACTIONS; i++)
        done[count++] = a->did[i].action[0];
    mk_move_words(a->out->game, done, count, 0, &t->done);
}

static void add_line(const mk_game *game, const search_line *line, mk_text *out) {
    for (int i = 1; i < line->count; i++) {
        mk_text_add(out, "%s%s: ", i > 1 ? ". " : "", game->seats[line->seat[i]].title);
        mk_move_words(game, line->move[i].action, line->move[i].count, HINT_LINE, out);
    }
}

/* Did they do what it would do? */
static bool same_as_played(const analysis *a, const mk_turning *t, const search_move *plan) {
    for (int i = 0; i < plan->count; i++) {
        int at = t->first + 1 + i;
        if (at >= a->out->count || a->out->moment[at].seat != t->seat) return false;
        if (memcmp(&plan->action[i], &a->did[at].action[0], sizeof(mk_action)) != 0) return false;
    }
    return true;
}

static void ask_machine(analysis *a, mk_turning *t) {
    enum { PLAYOUTS = 300, SECONDS = 2 };
    const mk_game *game = a->out->game;
    const void *state = analysis_state(a, t->first);
    mk_mind *mind = mk_mind_new();
    mk_rng rng;
    mk_rng_seed(&rng, a->effort.seed + (uint64_t)t->first);
    mk_mind_limits(mind, PLAYOUTS, a->until > 0 ? SECONDS : 0, 1);
    mk_action first = mk_bot_think(mk_find_bot("hard", game), game, state, t->seat, &rng, mind);
    if (first.verb && mind->plan.count && !same_as_played(a, t, &mind->plan)) {
        search_desk *d = analysis_desk(game);
        analysis_mean mean = {0};
        double value[MK_MAX_SEATS];
        for (int i = 0; i < a->out->playouts; i++) {
            analysis_play(d, state, &mind->plan, a->out->moment[t->first].turn, a->effort.seed, i,
                          value);
            analysis_note(&mean, value, game->seat_count);
        }
        t->asked = true;
        t->better = analysis_mean_of(&mean, t->seat);
        mk_move_words(game, mind->plan.action, mind->plan.count, 0, &t->move);
        add_line(game, &mind->line, &t->line);
        free(d);
    }
    mk_mind_free(mind);
}

void analysis_find_turnings(analysis *a) {
    mk_analysis *out = a->out;
    int count;
    mk_turning *list = list_moves(out, &count);
    out->turning_count = count < a->effort.turnings ? count : a->effort.turnings;
    out->turning = list;
    qsort(list, (size_t)out->turning_count, sizeof *list, by_moment);
    for (int i = 0; i < out->turning_count; i++) add_done(a, &list[i]);
    for (int i = 0; i < out->turning_count; i++) {
        if (a->effort.stop && *a->effort.stop) return;
        if (mk_seat(out->game, analysis_state(a, list[i].first)) == list[i].seat)
            ask_machine(a, &list[i]);
    }
}

/* ---- As JSON ------------------------------------------------------------ */

static void add_chances(const mk_game *game, const char *name, const double *chance, mk_text *out) {
    mk_text_add(out, ",\"%s\":[", name);
    for (int s = 0; s < game->seat_count; s++) mk_text_add(out, "%s%.4f", s ? "," : "", chance[s]);
    mk_text_add(out, "]");
}

static void add_string(const char *name, const char *text, mk_text *out) {
    mk_text_add(out, ",\"%s\":", name);
    mk_text_json(out, text ? text : "");
}

static void write_moments(const mk_analysis *a, mk_text *out) {
    mk_text_add(out, ",\"moments\":[");
    for (int i = 0; i < a->count; i++) {
        const mk_moment *m = &a->moment[i];
        mk_text_add(out, "%s{\"at\":%d,\"turn\":%d", i ? "," : "", m->at, m->turn);
        if (m->seat >= 0) add_string("seat", a->game->seats[m->seat].id, out);
        add_chances(a->game, "win", m->win, out);
        if (m->skill != 0) mk_text_add(out, ",\"skill\":%.4f", m->skill);
        bool lucky = false;
        for (int s = 0; s < a->game->seat_count; s++) lucky |= m->luck[s] != 0;
        if (lucky) add_chances(a->game, "luck", m->luck, out);
        mk_text_add(out, "}");
    }
    mk_text_add(out, "]");
}

static void write_turnings(const mk_analysis *a, mk_text *out) {
    mk_text_add(out, ",\"turning\":[");
    for (int i = 0; i < a->turning_count; i++) {
        const mk_turning *t = &a->turning[i];
        mk_text_add(out, "%s{\"from\":%d,\"to\":%d,\"turn\":%d", i ? "," : "",
                    a->moment[t->first].at, a->moment[t->last].at, a->moment[t->last].turn);
        add_string("seat", a->game->seats[t->seat].id, out);
        mk_text_add(out,
                    ",\"before\":%.4f,\"chosen\":%.4f,\"after\":%.4f,\"skill\":%.4f,\"luck\":%.4f",
                    a->moment[t->first].win[t->seat], t->chosen, a->moment[t->last].win[t->seat],
                    t->skill, t->luck);
        add_string("done", t->done.p, out);
        if (t->asked) {
            mk_text_add(out, ",\"better\":%.4f", t->better);
            add_string("move", t->move.p, out);
            add_string("line", t->line.p, out);
        }
        mk_text_add(out, "}");
    }
    mk_text_add(out, "]");
}

void mk_analysis_write(const mk_analysis *a, mk_text *out) {
    mk_text_add(out, "{\"playouts\":%d,\"seats\":[", a->playouts);
    for (int s = 0; s < a->game->seat_count; s++) {
        mk_text_add(out, "%s{\"seat\":", s ? "," : "");
        mk_text_json(out, a->game->seats[s].id);
        add_string("title", a->game->seats[s].title, out);
        mk_text_add(out, ",\"skill\":%.4f,\"luck\":%.4f,\"error\":%.4f}", a->skill[s], a->luck[s],
                    a->error[s]);
    }
    mk_text_add(out, "]");
    write_moments(a, out);
    write_turnings(a, out);
    mk_text_add(out, "}");
}
