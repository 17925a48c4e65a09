/* sim_report.c - counting what many games came to; as text and as CSV. */
#include <stdlib.h>
#include <string.h>

#include "sim.h"

/* ---- Counting ----------------------------------------------------------- */

static int firsts(const mk_game *game, const mk_outcome *o) {
    int n = 0;
    for (int s = 0; s < game->seat_count; s++) n += o->rank[s] == 1;
    return n;
}

static int reason_row(sim_report *r, const char *reason) {
    if (!reason) reason = "";
    for (int i = 0; i < r->reason_count; i++) {
        if (strcmp(r->reason[i], reason) == 0) return i;
    }
    if (r->reason_count == SIM_REASONS) return SIM_REASONS - 1;
    r->reason[r->reason_count] = reason;
    return r->reason_count++;
}

static void count_game(sim_report *r, const sim_game *g) {
    int row = reason_row(r, g->outcome.reason);
    r->reason_games[row]++;
    int winners = firsts(r->game, &g->outcome);
    for (int s = 0; s < r->game->seat_count; s++) {
        if (g->outcome.rank[s] != 1) continue;
        (winners == 1 ? r->first : r->shared)[s]++;
        r->reason_first[row][s]++;
    }
}

static void swap_reasons(sim_report *r, int i, int j) {
    const char *reason = r->reason[i];
    r->reason[i] = r->reason[j];
    r->reason[j] = reason;
    int64_t games = r->reason_games[i];
    r->reason_games[i] = r->reason_games[j];
    r->reason_games[j] = games;
    for (int s = 0; s < MK_MAX_SEATS; s++) {
        int64_t first = r->reason_first[i][s];
        r->reason_first[i][s] = r->reason_first[j][s];
        r->reason_first[j][s] = first;
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

static void measure(sim_report *r, sim_lengths *lengths, const char *name, size_t offset) {
    lengths->name = name;
    lengths->value = malloc((size_t)r->count * sizeof *lengths->value);
    if (!lengths->value) abort();
    double sum = 0;
    for (int i = 0; i < r->count; i++) {
        memcpy(&lengths->value[i], (const char *)&r->games[i] + offset, sizeof(int32_t));
        sum += lengths->value[i];
    }
    lengths->mean = sum / r->count;
    qsort(lengths->value, (size_t)r->count, sizeof *lengths->value, by_size);
}

void sim_count(sim_report *r) {
    for (int i = 0; i < r->count; i++) count_game(r, &r->games[i]);
    sort_reasons(r);
    measure(r, &r->actions, "actions", offsetof(sim_game, actions));
    measure(r, &r->turns, "turns", offsetof(sim_game, turns));
}

void sim_free(sim_report *r) {
    free(r->actions.value);
    free(r->turns.value);
}

int32_t sim_quantile(const sim_report *r, const sim_lengths *lengths, double share) {
    int index = (int)(share * (r->count - 1) + 0.5);
    return lengths->value[index];
}

const char *sim_reason_title(const sim_report *r, int reason) {
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

static void text_lengths(FILE *out, const sim_report *r, const sim_lengths *l) {
    fprintf(out,
            "  %-8s mean %.1f, median %d, from %d (5 %%: %d, 25 %%: %d, 75 %%: %d, 95 %%: %d)"
            " to %d\n",
            l->name, l->mean, sim_quantile(r, l, 0.5), l->value[0], sim_quantile(r, l, 0.05),
            sim_quantile(r, l, 0.25), sim_quantile(r, l, 0.75), sim_quantile(r, l, 0.95),
            l->value[r->count - 1]);
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
    fprintf(out, "\nlength\n");
    text_lengths(out, r, &r->turns);
    text_lengths(out, r, &r->actions);
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
