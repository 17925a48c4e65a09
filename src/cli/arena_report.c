/* arena_report.c - how strong the bots of an arena are, as text, JSON and a page. */
#include "arena.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sim.h"

enum { ELO_MEAN = 1500, RESAMPLES = 400, STEPS = 200 };

/* ---- Elo -------------------------------------------------------------------- */

/* Points of each against each, and how many games. */
typedef struct {
    double points[ARENA_BOTS][ARENA_BOTS], of[ARENA_BOTS][ARENA_BOTS];
} cross_table;

static void count_game(cross_table *t, const arena_game *g) {
    t->points[g->one][g->other] += g->won;
    t->points[g->other][g->one] += 1 - g->won;
    t->of[g->one][g->other]++;
    t->of[g->other][g->one]++;
}

/* The strengths that make these results most likely (Bradley and Terry), with half a point for each
 * side added to every pair, so that who lost all games has a number, too. The mean is 1500. */
static void rate(const cross_table *t, int players, double *elo) {
    double strength[ARENA_BOTS], mean = 0;
    for (int i = 0; i < players; i++) strength[i] = 1;
    for (int step = 0; step < STEPS; step++) {
        for (int i = 0; i < players; i++) {
            double won = 0, met = 0;
            for (int j = 0; j < players; j++) {
                if (i == j || t->of[i][j] == 0) continue;
                won += t->points[i][j] + 0.5;
                met += (t->of[i][j] + 1) / (strength[i] + strength[j]);
            }
            if (met > 0) strength[i] = won / met;
        }
    }
    for (int i = 0; i < players; i++) elo[i] = 400 * log10(strength[i]);
    for (int i = 0; i < players; i++) mean += elo[i] / players;
    for (int i = 0; i < players; i++) elo[i] += ELO_MEAN - mean;
}

static int by_size(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The interval is what 95 of 100 arenas drawn from these games would say. */
static void intervals(arena *a) {
    static double drawn[ARENA_BOTS][RESAMPLES];
    mk_rng rng;
    mk_rng_seed(&rng, 1);
    for (int k = 0; k < RESAMPLES; k++) {
        cross_table t = {0};
        double elo[ARENA_BOTS];
        for (int i = 0; i < a->count; i++) {
            /* of the same pair: games of a pair are as many numbers apart as there are pairs */
            int pairs = a->count / a->per_pair;
            int other = i % pairs + pairs * (int)mk_below(&rng, (uint32_t)a->per_pair);
            if (a->games[other].played) count_game(&t, &a->games[other]);
        }
        rate(&t, a->players, elo);
        for (int i = 0; i < a->players; i++) drawn[i][k] = elo[i];
    }
    for (int i = 0; i < a->players; i++) {
        qsort(drawn[i], RESAMPLES, sizeof drawn[i][0], by_size);
        a->elo_low[i] = drawn[i][RESAMPLES / 40];
        a->elo_high[i] = drawn[i][RESAMPLES - 1 - RESAMPLES / 40];
    }
}

void arena_rate(arena *a) {
    cross_table t = {0};
    for (int i = 0; i < a->count; i++) {
        const arena_game *g = &a->games[i];
        const int who[2] = {g->one, g->other};
        if (!g->played) continue;
        count_game(&t, g);
        for (int side = 0; side < 2; side++) {
            a->points[who[side]] += side ? 1 - g->won : g->won;
            a->of[who[side]]++;
            a->seconds[who[side]] += g->seconds[side];
        }
    }
    rate(&t, a->players, a->elo);
    intervals(a);
}

/* ---- Text ---------------------------------------------------------------------- */

static void ranking(const arena *a, int *order) {
    for (int i = 0; i < a->players; i++) {
        int k = i;
        for (; k > 0 && a->elo[order[k - 1]] < a->elo[i]; k--) order[k] = order[k - 1];
        order[k] = i;
    }
}

/* Of the games of a pair that `one` played in these seats (0: in any). */
static double pair_points(const arena *a, int one, int other, int seats, int *games) {
    double points = 0;
    *games = 0;
    for (int i = 0; i < a->count; i++) {
        const arena_game *g = &a->games[i];
        bool turned = g->one == other && g->other == one;
        if (!g->played || (!turned && (g->one != one || g->other != other))) continue;
        int all = (1 << a->game->seat_count) - 1, had = turned ? all & ~g->seats : g->seats;
        if (seats && had != seats) continue;
        points += turned ? 1 - g->won : g->won;
        ++*games;
    }
    return points;
}

static double share(const arena *a, int i) {
    return a->of[i] ? a->points[i] / (double)a->of[i] : 0;
}

static double seconds(const arena *a, int i) {
    return a->of[i] ? a->seconds[i] / (double)a->of[i] : 0;
}

static void text_pair(const arena *a, int one, int other, FILE *out) {
    int games;
    double points = pair_points(a, one, other, 0, &games), low, high;
    cli_wilson((int64_t)llround(points), games, &low, &high);
    fprintf(out, "  %-12s against %-12s %6.1f of %4d  %5.1f %%  (%.1f to %.1f)",
            a->player[one].name, a->player[other].name, points, games, 100 * points / games,
            100 * low, 100 * high);
    for (int s = 0; s < a->game->seat_count && a->game->seat_count == 2; s++) {
        points = pair_points(a, one, other, 1 << s, &games);
        if (games) fprintf(out, "  %s %.1f %%", a->game->seats[s].title, 100 * points / games);
    }
    fprintf(out, "\n");
}

void arena_text(const arena *a, FILE *out) {
    int order[ARENA_BOTS];
    ranking(a, order);
    fprintf(out, "%s, %s: %d games of each pair, seed %lld\n\n", a->game->title,
            a->game->scenarios[a->setup->scenario].title, a->per_pair, (long long)a->seed);
    fprintf(out, "bot            games   share    Elo   95 %% interval   thinks for\n");
    for (int k = 0; k < a->players; k++) {
        int i = order[k];
        fprintf(out, "  %-12s %5lld  %5.1f %%  %5.0f   %5.0f to %5.0f  %7.2f s a game\n",
                a->player[i].name, (long long)a->of[i], 100 * share(a, i), a->elo[i], a->elo_low[i],
                a->elo_high[i], seconds(a, i));
    }
    fprintf(out, "\n");
    for (int k = 0; k < a->players; k++)
        for (int m = k + 1; m < a->players; m++) text_pair(a, order[k], order[m], out);
}

void arena_json(const arena *a, FILE *out) {
    int order[ARENA_BOTS];
    ranking(a, order);
    for (int k = 0; k < a->players; k++) {
        int i = order[k];
        mk_text line = {0};
        mk_text_add(&line, "{\"bot\":");
        mk_text_json(&line, a->player[i].name);
        mk_text_add(&line,
                    ",\"share\":%.4f,\"games\":%lld,\"elo\":%.1f,\"elo_low\":%.1f,"
                    "\"elo_high\":%.1f,\"seconds_per_game\":%.3f}",
                    share(a, i), (long long)a->of[i], a->elo[i], a->elo_low[i], a->elo_high[i],
                    seconds(a, i));
        fprintf(out, "%s\n", line.p);
        mk_text_free(&line);
    }
}

/* ---- Page ------------------------------------------------------------------------ */

static void bar(mk_text *out, const char *name, const char *small, int colour, double value,
                double low, double high) {
    mk_text_add(out, "<div class=\"row\"><div class=\"name\">");
    sim_escaped(out, name);
    mk_text_add(out, " <small>");
    sim_escaped(out, small);
    mk_text_add(out,
                "</small></div><div class=\"track\"><span class=\"s%d\" style=\"width:%.2f%%\">"
                "</span><span class=\"interval\" style=\"left:%.2f%%;width:%.2f%%\"></span></div>",
                colour % SIM_SIDES, 100 * value, 100 * low, 100 * (high - low));
}

static void page_elo(mk_text *out, const arena *a, const int *order) {
    double least = a->elo_low[order[a->players - 1]], most = a->elo_high[order[0]];
    for (int i = 0; i < a->players; i++) {
        if (a->elo_low[i] < least) least = a->elo_low[i];
        if (a->elo_high[i] > most) most = a->elo_high[i];
    }
    double from = least - 50, span = most + 50 - from;
    mk_text_add(out,
                "<h2>How strong</h2>\n<p class=\"quiet\">Elo, with the 95 %% interval across "
                "each bar; the mean is %d. 100 points more win 64 of 100 games.</p>\n",
                ELO_MEAN);
    for (int k = 0; k < a->players; k++) {
        int i = order[k];
        char small[60];
        snprintf(small, sizeof small, "thinks %.2f s a game", seconds(a, i));
        bar(out, a->player[i].name, small, i, (a->elo[i] - from) / span,
            (a->elo_low[i] - from) / span, (a->elo_high[i] - from) / span);
        mk_text_add(out,
                    "<div class=\"value\"><b>%.0f</b> <small>%.0f to %.0f</small></div></div>\n",
                    a->elo[i], a->elo_low[i], a->elo_high[i]);
    }
}

static void page_pair(mk_text *out, const arena *a, int one, int other) {
    int games;
    double points = pair_points(a, one, other, 0, &games), low, high;
    char small[2 * MK_NAME] = "";
    cli_wilson((int64_t)llround(points), games, &low, &high);
    snprintf(small, sizeof small, "against %s", a->player[other].name);
    bar(out, a->player[one].name, small, one, points / games, low, high);
    mk_text_add(out,
                "<div class=\"value\"><b>%.1f %%</b> <small>%.1f to %.1f</small></div></div>\n",
                100 * points / games, 100 * low, 100 * high);
    if (a->game->seat_count != 2) return;
    mk_text_add(out, "<p class=\"quiet\">");
    for (int s = 0; s < 2; s++) {
        points = pair_points(a, one, other, 1 << s, &games);
        if (!games) continue;
        mk_text_add(out, s ? ", as " : "As ");
        sim_escaped(out, a->game->seats[s].title);
        mk_text_add(out, " %.1f %% of %d", 100 * points / games, games);
    }
    mk_text_add(out, "</p>\n");
}

void arena_html(const arena *a, mk_text *out) {
    int order[ARENA_BOTS];
    char title[200];
    ranking(a, order);
    snprintf(title, sizeof title, "%s: arena", a->game->title);
    sim_page_begin(out, title, a->game->title);
    mk_text_add(out, "<p>");
    sim_escaped(out, a->game->scenarios[a->setup->scenario].title);
    mk_text_add(out, ". %d games of each pair, every seat equally often.</p>\n", a->per_pair);
    page_elo(out, a, order);
    mk_text_add(out, "<h2>Who beat whom</h2>\n<p class=\"quiet\">Share of the points, with its 95 "
                     "%% interval.</p>\n");
    for (int k = 0; k < a->players; k++)
        for (int m = k + 1; m < a->players; m++) page_pair(out, a, order[k], order[m]);
    sim_page_end(out, a->game, a->seed);
}
