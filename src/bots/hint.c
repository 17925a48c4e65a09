/* hint.c - the move that the search finds, and its reason: which terms of the game's judgement
 * stand better at the end of the turn than after the next best move. */
#include "hint.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "search.h"

enum { DEALS = 40 };
static const mk_level TURN = {.turns = 1};

typedef struct {
    double sum[MK_MAX_TERMS], chance;
    int count; /* games that were not over: only they have terms */
} terms_mean;

/* The judgement speaks for the first of two seats, else for the seat itself. */
static double sign_of(const mk_game *game, int seat) {
    return game->seat_count == 2 && seat == 1 ? -1 : 1;
}

static void add_terms(const mk_game *game, const void *state, int seat, terms_mean *mean) {
    int64_t term[MK_MAX_TERMS];
    int count = mk_seat(game, state) == MK_OVER ? 0 : mk_judgement_terms(game, state, seat, term);
    if (!count) return;
    mean->count++;
    for (int i = 0; i < count; i++) mean->sum[i] += sign_of(game, seat) * (double)term[i] / 1e6;
}

/* The same deals for every move. NULL: as things stand. */
static void look_behind(search_desk *d, const void *known, int seat, const search_move *move,
                        uint64_t seed, terms_mean *out) {
    *out = (terms_mean){0};
    double value[MK_MAX_SEATS];
    for (int i = 0; i < DEALS; i++) {
        mk_rng deal;
        mk_rng_seed(&deal, seed + (uint64_t)i);
        memcpy(d->state, known, d->game->state_size);
        d->game->determinize(d->state, seat, &deal);
        mk_rng_seed(&d->rng, seed + (uint64_t)i);
        if (move) {
            int turn = ((const mk_base *)d->state)->turn;
            search_play_move(d, d->state, move);
            search_playout(&TURN, d, d->state, turn, value);
            out->chance += value[seat] / DEALS;
        }
        add_terms(d->game, d->state, seat, out);
    }
}

static int by_size(const void *a, const void *b) {
    double x = fabs(((const mk_reason *)a)->points), y = fabs(((const mk_reason *)b)->points);
    return (x < y) - (x > y);
}

/* A change of the logit, where the chance is p, in points of it. */
static double points(double logit, double p) { return 100 * logit * p * (1 - p); }

static int compare(const mk_game *game, const terms_mean *with, const terms_mean *without, double p,
                   mk_reason out[MK_MAX_TERMS]) {
    int count = 0;
    for (int i = 1; game->terms && game->terms[i].name; i++) { /* 0 is the constant */
        double one = with->count ? with->sum[i] / with->count : 0;
        double other = without && without->count ? without->sum[i] / without->count : 0;
        if (with->count && (!without || without->count))
            out[count++] = (mk_reason){game->terms[i].title, points(one - other, p)};
    }
    qsort(out, (size_t)count, sizeof *out, by_size);
    return count;
}

/* ---- A hint ------------------------------------------------------------- */

static void take_reasons(const mk_game *game, const terms_mean *with, const terms_mean *without,
                         double p, mk_hint *out) {
    mk_reason all[MK_MAX_TERMS];
    int count = compare(game, with, without, p, all);
    for (int i = 0; i < count && out->reasons < HINT_REASONS; i++)
        if (all[i].points >= 0.5) out->reason[out->reasons++] = all[i];
}

static void find_reasons(const mk_game *game, const void *known, int seat, const mk_mind *mind,
                         uint64_t seed, mk_hint *out) {
    search_desk *d = calloc(1, sizeof *d);
    if (!d) abort();
    terms_mean with, without;
    d->game = game;
    look_behind(d, known, seat, &mind->line.move[0], seed, &with);
    look_behind(d, known, seat, mind->other.count ? &mind->other : NULL, seed, &without);
    out->chance = with.chance;
    out->other = mind->other.count ? without.chance : -1;
    double p = fmin(fmax(with.chance, 0.05), 0.95);
    take_reasons(game, &with, &without, p, out);
    out->over_now = !out->reasons || !mind->other.count;
    if (out->over_now && mind->other.count) { /* two that are as good as each other */
        look_behind(d, known, seat, NULL, seed, &without);
        take_reasons(game, &with, &without, p, out);
    }
    free(d);
}

void mk_hint_find(const mk_game *game, const void *state, int seat, int playouts, double seconds,
                  mk_rng *rng, mk_hint *out) {
    *out = (mk_hint){.other = -1};
    mk_mind *mind = mk_mind_new();
    mk_mind_limits(mind, playouts, seconds, 1);
    mk_action first = mk_bot_think(mk_find_bot("hard", game), game, state, seat, rng, mind);
    if (first.verb && mind->line.count) {
        out->count = mind->plan.count;
        memcpy(out->action, mind->plan.action, (size_t)out->count * sizeof *out->action);
        find_reasons(game, state, seat, mind, mk_below(rng, UINT32_MAX), out);
        for (int i = 1; i < mind->line.count; i++) {
            mk_text_add(&out->line, "%s%s: ", i > 1 ? ". " : "",
                        game->seats[mind->line.seat[i]].title);
            mk_move_words(game, mind->line.move[i].action, mind->line.move[i].count, HINT_LINE,
                          &out->line);
        }
    } else if (first.verb) { /* no choice, or a detail: the rules of thumb */
        out->count = 1;
        out->action[0] = first;
    }
    mk_mind_free(mind);
}

void mk_hint_free(mk_hint *h) { mk_text_free(&h->line); }

static void add_reasons(const mk_hint *h, mk_text *out) {
    if (!h->reasons) return;
    mk_text_add(out, " What it gains %s, in points of that chance:",
                h->over_now ? "until the end of the turn" : "on the next best");
    for (int i = 0; i < h->reasons; i++)
        mk_text_add(out, "%s %s %+.0f", i ? "," : "", h->reason[i].title, h->reason[i].points);
    mk_text_add(out, ".");
}

void mk_hint_words(const mk_game *game, const mk_hint *h, mk_text *out) {
    mk_move_words(game, h->action, h->count, 0, out);
    mk_text_add(out, ".");
    if (h->other >= 0)
        mk_text_add(out,
                    " It wins %.0f %% of the games played on from there, the next best %.0f %%.",
                    100 * h->chance, 100 * h->other);
    else if (h->chance > 0)
        mk_text_add(out, " It wins %.0f %% of the games played on from there.", 100 * h->chance);
    else
        mk_text_add(out, " Here it does not think ahead: little hangs on it.");
    add_reasons(h, out);
    if (h->line.n) mk_text_add(out, " Then it expects: %s.", h->line.p);
}

void mk_reasons_write(const mk_reason *reason, int count, mk_text *out) {
    mk_text_add(out, "[");
    for (int i = 0; i < count; i++) {
        mk_text_add(out, "%s{\"title\":", i ? "," : "");
        mk_text_json(out, reason[i].title);
        mk_text_add(out, ",\"points\":%.1f}", reason[i].points);
    }
    mk_text_add(out, "]");
}

void mk_hint_write(const mk_game *game, const mk_hint *h, mk_text *out) {
    mk_text words = {0};
    mk_text_add(out, "{\"actions\":[");
    for (int i = 0; i < h->count; i++) {
        char text[4 * MK_NAME];
        mk_print_action(game, h->action[i], text, sizeof text);
        mk_text_add(out, i ? "," : "");
        mk_text_json(out, text);
    }
    mk_move_words(game, h->action, h->count, 0, &words);
    mk_text_add(out, "],\"move\":");
    mk_text_json(out, words.p ? words.p : "");
    mk_text_add(out, ",\"chance\":%.4f,\"other\":%.4f,\"reasons\":", h->chance, h->other);
    mk_reasons_write(h->reason, h->reasons, out);
    mk_text_add(out, ",\"over_now\":%s,\"line\":", h->over_now ? "true" : "false");
    mk_text_json(out, h->line.p ? h->line.p : "");
    mk_text_add(out, "}");
    mk_text_free(&words);
}

/* ---- Why it thinks that a seat is ahead --------------------------------- */

/* What such a game is like when it has begun: a few that were played by the rules of thumb until
 * the end of their first turn. */
static void look_at_beginnings(search_desk *d, const mk_base *like, int seat, terms_mean *out) {
    enum { GAMES = 4, TOO_LONG = 2000 };
    const mk_base *base = (const mk_base *)d->state;
    *out = (terms_mean){0};
    for (uint64_t seed = 1; seed <= GAMES; seed++) {
        mk_setup setup = {.scenario = like->scenario, .nonplayers = like->nonplayers};
        memcpy(setup.option, like->option, sizeof setup.option);
        mk_setup_seed(&setup, seed);
        mk_rng_seed(&d->rng, seed);
        mk_start(d->game, d->state, &setup, NULL);
        int first = base->turn;
        for (int i = 0; i < TOO_LONG && base->turn == first; i++) {
            mk_action a = search_light_choice(d, d->state);
            if (!a.verb) break;
            mk_apply(d->game, d->state, a, NULL);
        }
        add_terms(d->game, d->state, seat, out);
    }
}

int mk_terms_find(const mk_game *game, const void *state, int seat, mk_rng *rng, double *chance,
                  mk_reason out[MK_MAX_TERMS]) {
    search_desk *d = calloc(1, sizeof *d);
    if (!d) abort();
    terms_mean now, then;
    d->game = game;
    look_behind(d, state, seat, NULL, mk_below(rng, UINT32_MAX), &now);
    look_at_beginnings(d, state, seat, &then);
    free(d);
    double logit = 0;
    for (int i = 0; now.count && i < MK_MAX_TERMS; i++) logit += now.sum[i] / now.count;
    *chance = 1 / (1 + exp(-logit));
    return compare(game, &now, &then, fmin(fmax(*chance, 0.05), 0.95), out);
}
