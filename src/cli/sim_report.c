/* sim_report.c - counting what many games came to; as text and as CSV. */
#include <stdlib.h>
#include <string.h>

#include "sim.h"

/* ---- Counting ----------------------------------------------------------- */

int sim_winner(const sim_report *r, int game) {
    const mk_outcome *o = &r->games[game].outcome;
    int winner = SIM_NOBODY;
    for (int s = 0; s < r->game->seat_count; s++) {
        if (o->rank[s] != 1) continue;
        if (winner != SIM_NOBODY) return SIM_NOBODY;
        winner = s;
    }
    return winner;
}

static int reason_row(sim_report *r, const char *reason) {
    if (!reason) reason = "";
    for (int i = 0; i < r->reason_count; i++) {
        if (strcmp(r->reason[i], reason) == 0) return i;
    }
    if (r->reason_count == SIM_REASONS) { /* no room: the last row becomes that of all others */
        r->reason[SIM_REASONS - 1] = "";
        return SIM_REASONS - 1;
    }
    r->reason[r->reason_count] = reason;
    return r->reason_count++;
}

static void count_game(sim_report *r, int number) {
    const mk_outcome *o = &r->games[number].outcome;
    int row = reason_row(r, o->reason), winner = sim_winner(r, number);
    r->reason_games[row]++;
    r->reason_won[row][winner]++;
    for (int s = 0; s < r->game->seat_count; s++) {
        r->rank[s][o->rank[s] - 1]++;
        if (o->rank[s] == 1) (winner == s ? r->first : r->shared)[s]++;
    }
}

static void swap_reasons(sim_report *r, int i, int j) {
    const char *reason = r->reason[i];
    r->reason[i] = r->reason[j];
    r->reason[j] = reason;
    int64_t games = r->reason_games[i];
    r->reason_games[i] = r->reason_games[j];
    r->reason_games[j] = games;
    for (int s = 0; s < SIM_SIDES; s++) {
        int64_t won = r->reason_won[i][s];
        r->reason_won[i][s] = r->reason_won[j][s];
        r->reason_won[j][s] = won;
    }
}

/* The most frequent first; among equals in the order of their keys. */
static void sort_reasons(sim_report *r) {
    for (int i = 1; i < r->reason_count; i++) {
        for (int j = i; j > 0; j--) {
            int64_t more = r->reason_games[j] - r->reason_games[j - 1];
            if (more < 0 || (more == 0 && strcmp(r->reason[j], r->reason[j - 1]) > 0)) break;
            swap_reasons(r, j, j - 1);
        }
    }
}

static int by_size(const void *a, const void *b) {
    int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
    return (x > y) - (x < y);
}

static void measure(sim_report *r, sim_measure *m, const char *unit, size_t offset) {
    size_t size = (size_t)r->count * sizeof *m->value;
    m->unit = unit;
    m->value = malloc(size);
    m->sorted = malloc(size);
    if (!m->value || !m->sorted) abort();
    double sum = 0;
    for (int i = 0; i < r->count; i++) {
        memcpy(&m->value[i], (const char *)&r->games[i] + offset, sizeof *m->value);
        sum += m->value[i];
    }
    m->mean = sum / r->count;
    memcpy(m->sorted, m->value, size);
    qsort(m->sorted, (size_t)r->count, sizeof *m->sorted, by_size);
}

void sim_count(sim_report *r) {
    for (int i = 0; i < r->count; i++) count_game(r, i);
    sort_reasons(r);
    const mk_game *g = r->game;
    measure(r, &r->actions, "actions", offsetof(sim_game, actions));
    measure(r, &r->turns, g->turn_unit ? g->turn_unit : "turns", offsetof(sim_game, turns));
    for (int s = 0; s < g->seat_count; s++) {
        measure(r, &r->margin[s], g->margin_unit ? g->margin_unit : "margin",
                offsetof(sim_game, outcome.margin) + (size_t)s * sizeof(int32_t));
    }
}

static void forget(sim_measure *m) {
    free(m->value);
    free(m->sorted);
}

void sim_free(sim_report *r) {
    forget(&r->actions);
    forget(&r->turns);
    for (int s = 0; s < r->game->seat_count; s++) forget(&r->margin[s]);
}

int32_t sim_quantile(const sim_report *r, const sim_measure *m, double share) {
    return m->sorted[(int)(share * (r->count - 1) + 0.5)];
}

const char *sim_reason_title(const sim_report *r, int reason) {
    if (!r->reason[reason][0]) return "other reasons";
    const char *title = mk_rule_title(r->game, r->reason[reason]);
    return title ? title : r->reason[reason];
}

/* ---- Text --------------------------------------------------------------- */

static void text_share(FILE *out, const char *label, int64_t hits, int64_t of) {
    double low, high;
    cli_wilson(hits, of, &low, &high);
    fprintf(out, "  %-28s %8lld  %5.1f %%  (%.1f to %.1f)\n", label, (long long)hits,
            100.0 * (double)hits / (double)of, 100 * low, 100 * high);
}

static void text_measure(FILE *out, const sim_report *r, const char *label, const sim_measure *m) {
    int least = m->sorted[0], most = m->sorted[r->count - 1];
    if (least == most) {
        fprintf(out, "  %-12s always %d\n", label, least);
        return;
    }
    fprintf(out,
            "  %-12s mean %.1f, median %d, from %d (5 %%: %d, 25 %%: %d, 75 %%: %d, 95 %%: %d)"
            " to %d\n",
            label, m->mean, sim_quantile(r, m, 0.5), least, sim_quantile(r, m, 0.05),
            sim_quantile(r, m, 0.25), sim_quantile(r, m, 0.75), sim_quantile(r, m, 0.95), most);
}

void sim_text(const sim_report *r, FILE *out) {
    const mk_game *game = r->game;
    fprintf(out, "%s, %s: %d games, seed %lld\n\n", game->title,
            game->scenarios[r->setup->scenario].title, r->count, (long long)r->seed);
    fprintf(out, "won by                            games   share   95 %% interval\n");
    for (int s = 0; s < game->seat_count; s++) {
        char label[2 * MK_NAME];
        snprintf(label, sizeof label, "%s (%s)", game->seats[s].title, r->players->bot[s]->name);
        text_share(out, label, r->first[s], r->count);
    }
    for (int s = 0; s < game->seat_count; s++) {
        char label[2 * MK_NAME];
        snprintf(label, sizeof label, "%s, shared", game->seats[s].title);
        if (r->shared[s]) text_share(out, label, r->shared[s], r->count);
    }
    fprintf(out, "\nby how much (%s)\n", r->margin[0].unit);
    for (int s = 0; s < game->seat_count; s++)
        text_measure(out, r, game->seats[s].title, &r->margin[s]);
    fprintf(out, "\nlength\n");
    text_measure(out, r, r->turns.unit, &r->turns);
    text_measure(out, r, r->actions.unit, &r->actions);
    fprintf(out, "\nended by\n");
    for (int i = 0; i < r->reason_count; i++) {
        fprintf(out, "  %8lld  %5.1f %%  %s (%s)\n", (long long)r->reason_games[i],
                100.0 * (double)r->reason_games[i] / r->count, sim_reason_title(r, i),
                r->reason[i]);
    }
}

/* ---- CSV ---------------------------------------------------------------- */

void sim_csv(const sim_report *r, mk_text *out) {
    const mk_game *game = r->game;
    mk_text_add(out, "game");
    for (int s = 0; s < game->seat_count; s++) {
        mk_text_add(out, ",%s_rank,%s_margin", game->seats[s].id, game->seats[s].id);
    }
    mk_text_add(out, ",actions,turns,reason\n");
    for (int i = 0; i < r->count; i++) {
        const sim_game *g = &r->games[i];
        mk_text_add(out, "%d", i + 1);
        for (int s = 0; s < game->seat_count; s++) {
            mk_text_add(out, ",%d,%d", g->outcome.rank[s], g->outcome.margin[s]);
        }
        mk_text_add(out, ",%d,%d,%s\n", g->actions, g->turns,
                    g->outcome.reason ? g->outcome.reason : "");
    }
}
