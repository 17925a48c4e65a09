/* sim_page.c - what many games came to, as one page with plots that needs nothing else. */
#include <math.h>
#include <string.h>

#include "sim.h"

/* Seats are told apart by their order; the plots also write each value as text. */
static const char *const SEAT_COLOUR[MK_MAX_SEATS] = {"#a3262a", "#27496d", "#3f6b3a", "#c08a3e"};

static const char STYLE[] =
    "body{margin:2rem auto;max-width:46rem;padding:0 1rem;background:#f3ead6;color:#2b2a26;"
    "font:16px/1.5 system-ui,sans-serif}"
    "h1{font:600 1.8rem/1.2 'Libre Caslon Text',Caslon,Georgia,serif;margin:0}"
    "h2{font:600 1.2rem/1.2 'Libre Caslon Text',Caslon,Georgia,serif;margin:2rem 0 .5rem;"
    "border-bottom:1px solid #2b2a2640}"
    "p{margin:.3rem 0}.quiet{color:#6b665a}"
    "table{border-collapse:collapse;font-variant-numeric:tabular-nums}"
    "th,td{padding:.15rem .8rem .15rem 0;text-align:right;font-weight:400}"
    "th{color:#6b665a}th:first-child,td:first-child{text-align:left}"
    "svg{display:block;width:100%;height:auto;margin:.5rem 0}"
    "svg text{font:13px system-ui,sans-serif;fill:#2b2a26;font-variant-numeric:tabular-nums}"
    "svg .axis{stroke:#2b2a26;stroke-opacity:.35}svg .grid{stroke:#2b2a26;stroke-opacity:.12}"
    "svg .quiet{fill:#6b665a}svg .bar{fill:#8a7f66}svg .whisker{stroke:#2b2a26;stroke-width:2}";

static void add_escaped(mk_text *out, const char *s) {
    for (; *s; s++) {
        switch (*s) {
        case '&': mk_text_add(out, "&amp;"); break;
        case '<': mk_text_add(out, "&lt;"); break;
        case '>': mk_text_add(out, "&gt;"); break;
        case '"': mk_text_add(out, "&quot;"); break;
        default: mk_text_bytes(out, s, 1);
        }
    }
}

static double percent(int64_t hits, int64_t of) { return 100.0 * (double)hits / (double)of; }

/* ---- Results ------------------------------------------------------------ */

enum { WIDTH = 720, LEFT = 200, RIGHT = 90, ROW = 44 };

static double share_x(double percents) { return LEFT + percents / 100 * (WIDTH - LEFT - RIGHT); }

static void results_grid(mk_text *out, int height) {
    for (int p = 0; p <= 100; p += 25) {
        double x = share_x(p);
        mk_text_add(out, "<line class=\"grid\" x1=\"%.1f\" y1=\"0\" x2=\"%.1f\" y2=\"%d\"/>", x, x,
                    height);
        mk_text_add(out,
                    "<text class=\"quiet\" x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%d %%</text>",
                    x, height + 16, p);
    }
}

static void results_row(mk_text *out, const sim_report *r, int seat) {
    double low, high, share = percent(r->first[seat], r->count);
    cli_wilson(r->first[seat], r->count, &low, &high);
    int y = seat * ROW + ROW / 2;
    mk_text_add(out, "<text x=\"0\" y=\"%d\">", y - 2);
    add_escaped(out, r->game->seats[seat].title);
    mk_text_add(out, "</text><text class=\"quiet\" x=\"0\" y=\"%d\">%s</text>", y + 14,
                r->players->bot[seat]->name);
    mk_text_add(out, "<rect x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"22\" fill=\"%s\"/>", LEFT,
                y - 11, share_x(share) - LEFT, SEAT_COLOUR[seat]);
    mk_text_add(out, "<path class=\"whisker\" fill=\"none\" d=\"M%.1f %dv12m0 -6H%.1fm0 -6v12\"/>",
                share_x(100 * low), y - 6, share_x(100 * high));
    mk_text_add(out, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%.1f %%</text>", WIDTH, y + 5,
                share);
}

static void results_plot(mk_text *out, const sim_report *r) {
    int height = r->game->seat_count * ROW;
    mk_text_add(out,
                "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"Share of games won by each "
                "side with 95 percent intervals\">",
                WIDTH, height + 22);
    results_grid(out, height);
    for (int s = 0; s < r->game->seat_count; s++) results_row(out, r, s);
    mk_text_add(out, "</svg>\n");
}

static void results_table(mk_text *out, const sim_report *r) {
    int64_t shared = 0;
    for (int s = 0; s < r->game->seat_count; s++) shared += r->shared[s];
    mk_text_add(out,
                "<table><tr><th>side</th><th>won</th><th>share</th><th>95 %% interval</th>%s"
                "</tr>\n",
                shared ? "<th>shared</th>" : "");
    for (int s = 0; s < r->game->seat_count; s++) {
        double low, high;
        cli_wilson(r->first[s], r->count, &low, &high);
        mk_text_add(out, "<tr><td>");
        add_escaped(out, r->game->seats[s].title);
        mk_text_add(out, "</td><td>%lld</td><td>%.1f %%</td><td>%.1f – %.1f %%</td>",
                    (long long)r->first[s], percent(r->first[s], r->count), 100 * low, 100 * high);
        if (shared) mk_text_add(out, "<td>%lld</td>", (long long)r->shared[s]);
        mk_text_add(out, "</tr>\n");
    }
    mk_text_add(out, "</table>\n");
}

/* ---- Lengths ------------------------------------------------------------ */

enum { MAX_BINS = 40, PLOT_HEIGHT = 180, PLOT_LEFT = 50 };

typedef struct {
    int first, width, bins; /* bin i holds first + i * width and the width - 1 after it */
    int count[MAX_BINS];
    int highest;
} histogram;

/* The smallest of 1, 2, 5, 10, 20, 50 … that needs few enough bins. */
static int bin_width(int span) {
    int width = 1;
    for (int step = 0; (span + width - 1) / width >= MAX_BINS; step++) {
        width = step % 3 == 1 ? width / 2 * 5 : width * 2;
    }
    return width;
}

static histogram make_histogram(const sim_report *r, const sim_lengths *l) {
    int least = l->value[0], most = l->value[r->count - 1];
    histogram h = {.width = bin_width(most - least + 1)};
    h.first = least / h.width * h.width;
    h.bins = (most - h.first) / h.width + 1;
    for (int i = 0; i < r->count; i++) {
        int n = ++h.count[(l->value[i] - h.first) / h.width];
        if (n > h.highest) h.highest = n;
    }
    return h;
}

static void histogram_bars(mk_text *out, const histogram *h, const char *unit) {
    double step = (double)(WIDTH - PLOT_LEFT) / h->bins;
    for (int i = 0; i < h->bins; i++) {
        double height = (double)h->count[i] / h->highest * (PLOT_HEIGHT - 10);
        int from = h->first + i * h->width, to = from + h->width - 1;
        mk_text_add(out,
                    "<rect class=\"bar\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\">"
                    "<title>%d to %d %s: %d games</title></rect>",
                    PLOT_LEFT + i * step + 0.5, PLOT_HEIGHT - height, step > 2 ? step - 1 : step,
                    height, from, to, unit, h->count[i]);
    }
}

static void histogram_labels(mk_text *out, const histogram *h) {
    enum { LABELS = 6 };
    double step = (double)(WIDTH - PLOT_LEFT) / h->bins;
    int every = (h->bins + LABELS - 1) / LABELS;
    for (int i = 0; i < h->bins; i += every) {
        mk_text_add(out,
                    "<text class=\"quiet\" x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%d</text>",
                    PLOT_LEFT + (i + 0.5) * step, PLOT_HEIGHT + 18, h->first + i * h->width);
    }
    mk_text_add(out, "<text class=\"quiet\" x=\"%d\" y=\"14\" text-anchor=\"end\">%d</text>",
                PLOT_LEFT - 8, h->highest);
    mk_text_add(out, "<text class=\"quiet\" x=\"%d\" y=\"%d\" text-anchor=\"end\">0</text>",
                PLOT_LEFT - 8, PLOT_HEIGHT);
    mk_text_add(out, "<line class=\"axis\" x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\"/>", PLOT_LEFT,
                PLOT_HEIGHT, WIDTH, PLOT_HEIGHT);
}

static void lengths(mk_text *out, const sim_report *r, const sim_lengths *l) {
    histogram h = make_histogram(r, l);
    mk_text_add(out,
                "<p>Mean <b>%.1f %s</b>, median %d; half of the games from %d to %d, "
                "nine in ten from %d to %d; shortest %d, longest %d.</p>\n",
                l->mean, l->name, sim_quantile(r, l, 0.5), sim_quantile(r, l, 0.25),
                sim_quantile(r, l, 0.75), sim_quantile(r, l, 0.05), sim_quantile(r, l, 0.95),
                l->value[0], l->value[r->count - 1]);
    mk_text_add(out, "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"Games by %s\">", WIDTH,
                PLOT_HEIGHT + 24, l->name);
    histogram_bars(out, &h, l->name);
    histogram_labels(out, &h);
    mk_text_add(out, "</svg>\n");
}

/* ---- Reasons ------------------------------------------------------------ */

/* One bar per reason, divided by who came first. */
static void reason_row(mk_text *out, const sim_report *r, int reason) {
    enum { HIGH = 52, REASON_RIGHT = 130 };
    int y = reason * HIGH;
    double x = 0, scale = (double)(WIDTH - REASON_RIGHT) / (double)r->reason_games[0];
    mk_text_add(out, "<text x=\"0\" y=\"%d\">", y + 14);
    add_escaped(out, sim_reason_title(r, reason));
    mk_text_add(out, " <tspan class=\"quiet\">%s</tspan></text>", r->reason[reason]);
    for (int s = 0; s < r->game->seat_count; s++) {
        double width = (double)r->reason_first[reason][s] * scale;
        mk_text_add(out,
                    "<rect x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"18\" fill=\"%s\"><title>", x,
                    y + 21, width, SEAT_COLOUR[s]);
        add_escaped(out, r->game->seats[s].title);
        mk_text_add(out, ": %lld</title></rect>", (long long)r->reason_first[reason][s]);
        x += width;
    }
    mk_text_add(out, "<text x=\"%.1f\" y=\"%d\">%lld (%.1f %%)</text>", x + 8, y + 35,
                (long long)r->reason_games[reason], percent(r->reason_games[reason], r->count));
}

static void reasons(mk_text *out, const sim_report *r) {
    mk_text_add(out, "<p class=\"quiet\">Colours: who came first.");
    for (int s = 0; s < r->game->seat_count; s++) {
        mk_text_add(out, " <span style=\"color:%s\">■</span> ", SEAT_COLOUR[s]);
        add_escaped(out, r->game->seats[s].title);
    }
    mk_text_add(out,
                "</p>\n<svg viewBox=\"0 0 %d %d\" role=\"img\" "
                "aria-label=\"Reasons for the end\">",
                WIDTH, r->reason_count * 52);
    for (int i = 0; i < r->reason_count; i++) reason_row(out, r, i);
    mk_text_add(out, "</svg>\n");
}

/* ---- The page ----------------------------------------------------------- */

static void set_up(mk_text *out, const sim_report *r) {
    const mk_game *game = r->game;
    mk_text_add(out, "<p>");
    add_escaped(out, game->scenarios[r->setup->scenario].title);
    for (int i = 0; game->options[i].id; i++) {
        mk_text_add(out, "; ");
        add_escaped(out, game->options[i].title);
        mk_text_add(out, ": ");
        add_escaped(out, game->options[i].values[r->setup->option[i]]);
    }
    mk_text_add(out, ". %d games, seed %lld.</p>\n", r->count, (long long)r->seed);
    mk_text_add(out, "<p class=\"quiet\">musket %s, rules %d, data %016llx</p>\n", MK_VERSION,
                game->rules_version, (unsigned long long)mk_data_hash(game));
}

void sim_html(const sim_report *r, mk_text *out) {
    mk_text_add(out, "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
                     "<meta name=\"viewport\" content=\"width=device-width\">\n<title>");
    add_escaped(out, r->game->title);
    mk_text_add(out, ": %d games</title>\n<style>%s</style></head><body>\n<h1>", r->count, STYLE);
    add_escaped(out, r->game->title);
    mk_text_add(out, "</h1>\n");
    set_up(out, r);
    mk_text_add(out, "<h2>Who won</h2>\n");
    results_plot(out, r);
    results_table(out, r);
    mk_text_add(out, "<h2>How long</h2>\n");
    lengths(out, r, &r->turns);
    lengths(out, r, &r->actions);
    mk_text_add(out, "<h2>Why it ended</h2>\n");
    reasons(out, r);
    mk_text_add(out, "</body></html>\n");
}
