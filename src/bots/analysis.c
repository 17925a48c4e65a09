/* analysis.c - chances after each action of a journal, and what of their changes was luck. */
#include "analysis.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "analysis_internal.h"
#include "core/table.h"

static const mk_level LEVEL = {.turns = 2, .by_rules = true};

static void *allocate(size_t count, size_t size) {
    void *p = calloc(count ? count : 1, size);
    if (!p) abort();
    return p;
}

/* ---- Playing on --------------------------------------------------------- */

static void new_dice(void *state, uint64_t seed, uint64_t number) {
    mk_rng_seed(&((mk_base *)state)->rng, seed + number * 0x9e3779b97f4a7c15u);
}

/* The n-th game from each moment has the same dice, and a choice throws its own with others: so two
 * moments that hardly differ differ by little. All look ahead from the same turn, so that none has
 * seen more of the game than the other. */
void analysis_play(search_desk *d, const void *from, const search_move *move, int turn,
                   uint64_t seed, int number, double value[MK_MAX_SEATS]) {
    mk_base *base = (mk_base *)d->state;
    memcpy(d->state, from, d->game->state_size);
    if (move) {
        new_dice(d->state, ~seed, (uint64_t)number);
        search_play_move(d, d->state, move);
    }
    if (base->depth) new_dice(d->state, seed, (uint64_t)number);
    mk_rng_seed(&d->rng, seed ^ (uint64_t)number);
    search_playout(&LEVEL, d, d->state, turn, value);
}

void analysis_note(analysis_mean *m, const double *value, int seats) {
    m->count++;
    for (int s = 0; s < seats; s++) {
        m->sum[s] += value[s];
        m->squares[s] += value[s] * value[s];
    }
}

double analysis_mean_of(const analysis_mean *m, int seat) {
    return m->count ? m->sum[seat] / m->count : 0.5;
}

/* The variance of the mean. */
static double variance(const analysis_mean *m, int seat) {
    if (m->count < 2) return 0;
    double mean = m->sum[seat] / m->count;
    return fmax(m->squares[seat] / m->count - mean * mean, 0) / (m->count - 1);
}

/* ---- The moments of a journal ------------------------------------------- */

static void add_moment(analysis *a, const void *state, int at, const mk_journal_entry *e) {
    const mk_game *game = a->out->game;
    int i = a->out->count++;
    mk_moment *m = &a->out->moment[i];
    *m = (mk_moment){.at = at, .seat = -1, .turn = ((const mk_base *)state)->turn, .from = i - 1};
    if (e) {
        m->seat = e->seat;
        m->rolled = e->flags != 0;
        a->did[i] = (search_move){.count = 1, .action = {e->action}};
    }
    m->inside = mk_battle_at(game, state, (mk_action){0}) >= 0;
    memcpy(a->state + (size_t)i * game->state_size, state, game->state_size);
}

/* A battle is one throw: moments inside it have no choice and no luck of their own. */
static void join_battles(mk_analysis *out) {
    for (int i = 1; i < out->count; i++) {
        mk_moment *m = &out->moment[i];
        bool begins = m->inside && !out->moment[i - 1].inside;
        if (begins && m->rolled) continue; /* its first dice: the choice counts */
        if (!out->moment[i - 1].inside) continue;
        int first = i - 1;
        while (out->moment[first].inside && first > 0) first--;
        m->from = first;
        m->rolled = true;
    }
}

static void walk(analysis *a, const mk_table *table) {
    const mk_game *game = a->out->game;
    int count = mk_table_count(table);
    bool *stands = mk_table_standing(table);
    void *state = allocate(1, game->state_size);
    a->out->moment = allocate((size_t)count + 1, sizeof *a->out->moment);
    a->state = allocate((size_t)count + 1, game->state_size);
    a->did = allocate((size_t)count + 1, sizeof *a->did);
    mk_table_state_at(table, 0, state);
    add_moment(a, state, 0, NULL);
    for (int i = 0; i < count; i++) {
        mk_table_step(table, i, state);
        if (stands[i]) add_moment(a, state, i + 1, mk_table_entry(table, i));
    }
    free(state);
    free(stands);
    join_battles(a->out);
    a->win = allocate((size_t)a->out->count, sizeof *a->win);
    a->choice = allocate((size_t)a->out->count, sizeof *a->choice);
    a->then = allocate((size_t)a->out->count, sizeof *a->then);
}

/* ---- Rounds: every moment is played on from once more ------------------- */

const void *analysis_state(const analysis *a, int moment) {
    return a->state + (size_t)moment * a->out->game->state_size;
}

static void end_value(const analysis *a, double value[MK_MAX_SEATS]) {
    search_value_of_end(a->out->game, analysis_state(a, a->out->count - 1), value);
}

static void play_on(analysis *a, search_desk *d, int i, int turn, analysis_mean *mean) {
    const mk_game *game = a->out->game;
    const void *state = analysis_state(a, i);
    double value[MK_MAX_SEATS];
    if (mk_seat(game, state) == MK_OVER)
        end_value(a, value);
    else
        analysis_play(d, state, NULL, turn, a->effort.seed, a->round, value);
    analysis_note(mean, value, game->seat_count);
}

/* What did not roll is the same game as its choice. */
static void play_moment(analysis *a, search_desk *d, int i) {
    const mk_moment *m = &a->out->moment[i];
    play_on(a, d, i, m->turn, &a->win[i]);
    if (i == 0) return;
    int before = a->out->moment[m->from].turn;
    if (before != m->turn && !m->inside) play_on(a, d, i, before, &a->then[i]);
    if (!m->rolled || m->from != i - 1) return; /* the choice was that which began the battle */
    double value[MK_MAX_SEATS];
    analysis_play(d, analysis_state(a, i - 1), &a->did[i], before, a->effort.seed, a->round, value);
    analysis_note(&a->choice[i], value, a->out->game->seat_count);
}

static bool stopped(const analysis *a) {
    return (a->effort.stop && *a->effort.stop) || (a->until > 0 && search_now() > a->until);
}

static void report(analysis *a, double share) {
    if (a->effort.progress) a->effort.progress(a->effort.context, share);
}

typedef struct {
    analysis *of;
    int thread;
} part;

/* Each thread has the moments of its own; all sums are made in the same order, however many. */
static void *work(void *argument) {
    const part *p = argument;
    analysis *a = p->of;
    search_desk *d = analysis_desk(a->out->game);
    for (int i = p->thread; i < a->out->count; i += a->threads) {
        play_moment(a, d, i);
        if (p->thread == 0 && a->effort.seconds <= 0)
            report(a, (a->round + (double)i / a->out->count) / a->effort.playouts);
    }
    free(d);
    return NULL;
}

search_desk *analysis_desk(const mk_game *game) {
    search_desk *d = allocate(1, sizeof *d);
    d->game = game;
    mk_log_init(&d->log, NULL, 0);
    return d;
}

static void play_round(analysis *a) {
    enum { MOST = 64 };
    pthread_t thread[MOST];
    part parts[MOST];
    a->threads = a->effort.threads < 1 ? 1 : a->effort.threads > MOST ? MOST : a->effort.threads;
    for (int i = 0; i < a->threads; i++) parts[i] = (part){a, i};
    int started = 1;
    while (started < a->threads &&
           pthread_create(&thread[started], NULL, work, &parts[started]) == 0)
        started++;
    work(&parts[0]);
    for (int i = started; i < a->threads; i++) work(&parts[i]);
    for (int i = 1; i < started; i++) pthread_join(thread[i], NULL);
}

static void play_rounds(analysis *a) {
    double begun = search_now();
    for (a->round = 0; a->round < a->effort.playouts; a->round++) {
        if (a->round > 0 && stopped(a)) break;
        play_round(a);
        if (a->until > 0) report(a, (search_now() - begun) / a->effort.seconds);
    }
    a->out->playouts = a->round;
}

/* ---- Skill and luck ----------------------------------------------------- */

/* What became of a moment, as it looks from the turn before it. */
static const analysis_mean *outcome_of(const analysis *a, int i) {
    return a->then[i].count ? &a->then[i] : &a->win[i];
}

/* What an action promised before its dice. */
static const analysis_mean *choice_of(const analysis *a, int i) {
    return a->choice[i].count ? &a->choice[i] : outcome_of(a, i);
}

/* What the seat that acted made of its chance before the dice. */
static void note_skill(analysis *a, int i) {
    mk_analysis *out = a->out;
    mk_moment *m = &out->moment[i];
    m->skill = analysis_mean_of(choice_of(a, i), m->seat) - out->moment[i - 1].win[m->seat];
    out->skill[m->seat] += m->skill;
}

/* What the dice made of it: of one throw, or of a battle that is over now. */
static void note_luck(analysis *a, int i, double squares[MK_MAX_SEATS]) {
    mk_analysis *out = a->out;
    mk_moment *m = &out->moment[i];
    const analysis_mean *choice = choice_of(a, m->from + 1), *came = outcome_of(a, i);
    for (int s = 0; s < out->game->seat_count; s++) {
        m->luck[s] = analysis_mean_of(came, s) - analysis_mean_of(choice, s);
        out->luck[s] += m->luck[s];
        squares[s] += variance(came, s) + variance(choice, s);
    }
}

static void sum_up(analysis *a) {
    mk_analysis *out = a->out;
    double squares[MK_MAX_SEATS] = {0};
    for (int i = 0; i < out->count; i++)
        for (int s = 0; s < out->game->seat_count; s++)
            out->moment[i].win[s] = analysis_mean_of(&a->win[i], s);
    for (int i = 1; i < out->count; i++) {
        mk_moment *m = &out->moment[i];
        for (int s = 0; s < out->game->seat_count; s++)
            m->choice[s] = analysis_mean_of(choice_of(a, i), s);
        if (m->from == i - 1) note_skill(a, i);
        if (m->rolled && !m->inside) note_luck(a, i, squares);
    }
    for (int s = 0; s < out->game->seat_count; s++) out->error[s] = sqrt(squares[s]);
}

mk_analysis *mk_analyse(const mk_table *table, const mk_analysis_effort *effort) {
    analysis a = {.effort = *effort, .out = allocate(1, sizeof *a.out)};
    a.out->game = mk_table_game(table);
    if (effort->seconds > 0) a.until = search_now() + effort->seconds;
    walk(&a, table);
    play_rounds(&a);
    sum_up(&a);
    analysis_find_turnings(&a);
    free(a.state);
    free(a.did);
    free(a.win);
    free(a.choice);
    free(a.then);
    return a.out;
}

void mk_analysis_free(mk_analysis *a) {
    if (!a) return;
    for (int i = 0; i < a->turning_count; i++) {
        mk_text_free(&a->turning[i].done);
        mk_text_free(&a->turning[i].move);
        mk_text_free(&a->turning[i].line);
    }
    free(a->turning);
    free(a->moment);
    free(a);
}
