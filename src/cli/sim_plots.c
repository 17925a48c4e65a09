/* sim_plots.c - the plots on the page of many games.
 *
 * A plot is an SVG that is stretched to the width there is, with nothing but bars and lines in it,
 * and beside it labels in HTML: so they can be read on a phone as well. */
#include <math.h>
#include <string.h>

#include "sim.h"

void sim_escaped(mk_text *out, const char *s) {
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

void sim_number(mk_text *out, long long n) {
    if (n < 0) mk_text_add(out, "−");
    if (n < 0) n = -n;
    if (n >= 1000000)
        mk_text_add(out, "%lld,%03lld,%03lld", n / 1000000, n / 1000 % 1000, n % 1000);
    else if (n >= 1000)
        mk_text_add(out, "%lld,%03lld", n / 1000, n % 1000);
    else
        mk_text_add(out, "%lld", n);
}

static const char *side_title(const sim_report *r, int side) {
    return side == SIM_NOBODY ? "nobody" : r->game->seats[side].title;
}

static int next_side(const sim_report *r, int side) {
    return side + 1 == r->game->seat_count ? SIM_NOBODY : side + 1;
}
#define EACH_SIDE(side)                                                                            \
    int side = 0;                                                                                  \
    side < SIM_SIDES;                                                                              \
    side = next_side(r, side)

/* Opens a chart `columns` wide and 100 high; `top` is what its upper edge stands for. */
static void chart_begin(mk_text *out, const char *label, int columns, const char *top) {
    mk_text_add(out,
                "<div class=\"chart\"><span class=\"top\">%s</span><svg viewBox=\"0 0 %d 100\" "
                "preserveAspectRatio=\"none\" role=\"img\" aria-label=\"",
                top, columns);
    sim_escaped(out, label);
    mk_text_add(out, "\"><path class=\"grid\" d=\"M0 50H%d M0 0.5H%d\"/>", columns, columns);
}

static void chart_label(mk_text *out, double percents, long long value) {
    mk_text_add(out, "<span style=\"left:%.2f%%\">", percents);
    sim_number(out, value);
    mk_text_add(out, "</span>");
}

static void bar(mk_text *out, const char *class, double x, double bottom, double height) {
    mk_text_add(out, "<rect class=\"%s\" x=\"%.2f\" y=\"%.2f\" width=\"0.9\" height=\"%.2f\"/>",
                class, x + 0.05, bottom - height, height);
}

static const char *side_class(int side) {
    static const char *const class[SIM_SIDES] = {"s0", "s1", "s2", "s3", "s4"};
    return class[side];
}

/* ---- How often each value came ------------------------------------------ */

/* Few enough bins that each is seen on a phone; few values do not become wide boards. */
enum { MAX_BINS = 30, MIN_COLUMNS = 12, LABELS = 6 };

typedef struct {
    int first, width, bins; /* bin i holds first + i * width and the width - 1 after it */
    int count[MAX_BINS][SIM_SIDES], all[MAX_BINS];
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

static int floor_to(int value, int width) {
    int rest = value % width;
    return value - (rest < 0 ? rest + width : rest);
}

static histogram make_histogram(const sim_report *r, const sim_measure *m) {
    int least = m->sorted[0], most = m->sorted[r->count - 1];
    histogram h = {.width = bin_width(most - least + 1)};
    h.first = floor_to(least, h.width);
    h.bins = (most - h.first) / h.width + 1;
    for (int i = 0; i < r->count; i++) {
        int bin = (m->value[i] - h.first) / h.width;
        h.count[bin][sim_winner(r, i)]++;
        if (++h.all[bin] > h.highest) h.highest = h.all[bin];
    }
    return h;
}

static void histogram_bin(mk_text *out, const sim_report *r, const histogram *h, int bin, int x) {
    double bottom = 100;
    int from = h->first + bin * h->width, to = from + h->width - 1;
    mk_text_add(out, "<g><title>");
    sim_number(out, from);
    if (to > from) mk_text_add(out, " to ");
    if (to > from) sim_number(out, to);
    mk_text_add(out, ": %d game%s", h->all[bin], h->all[bin] == 1 ? "" : "s");
    for (EACH_SIDE(side))
        if (h->count[bin][side])
            mk_text_add(out, ", won by %s %d", side_title(r, side), h->count[bin][side]);
    mk_text_add(out, "</title>");
    for (EACH_SIDE(side)) {
        double height = 100.0 * h->count[bin][side] / h->highest;
        if (height > 0) bar(out, side_class(side), x, bottom, height);
        bottom -= height;
    }
    mk_text_add(out, "</g>");
}

static void summary(mk_text *out, const sim_report *r, const sim_measure *m) {
    mk_text_add(out, "<p class=\"quiet\">mean <b>%s%.1f</b>, median <b>", m->mean < 0 ? "−" : "",
                fabs(m->mean));
    sim_number(out, sim_quantile(r, m, 0.5));
    mk_text_add(out, "</b>; half from ");
    sim_number(out, sim_quantile(r, m, 0.25));
    mk_text_add(out, " to ");
    sim_number(out, sim_quantile(r, m, 0.75));
    mk_text_add(out, ", all from ");
    sim_number(out, m->sorted[0]);
    mk_text_add(out, " to ");
    sim_number(out, m->sorted[r->count - 1]);
    mk_text_add(out, "</p>");
}

/* The bars, each divided by who won those games. */
void sim_histogram(mk_text *out, const sim_report *r, const sim_measure *m) {
    if (m->sorted[0] == m->sorted[r->count - 1]) {
        mk_text_add(out, "<p class=\"quiet\"><b>");
        sim_number(out, m->sorted[0]);
        mk_text_add(out, "</b> in every game</p>");
        return;
    }
    summary(out, r, m);
    histogram h = make_histogram(r, m);
    int columns = h.bins > MIN_COLUMNS ? h.bins : MIN_COLUMNS, before = (columns - h.bins) / 2;
    char label[100], top[32];
    snprintf(label, sizeof label, "Games by %s, divided by who won", m->unit);
    snprintf(top, sizeof top, "%d game%s", h.highest, h.highest == 1 ? "" : "s");
    chart_begin(out, label, columns, top);
    for (int i = 0; i < h.bins; i++) histogram_bin(out, r, &h, i, before + i);
    double zero = before - (double)h.first / h.width;
    if (h.first < 0 && zero < columns)
        mk_text_add(out, "<path class=\"zero\" d=\"M%.2f 0V100\"/>", zero);
    mk_text_add(out, "</svg><div class=\"axis\">");
    int every = (h.bins + LABELS - 1) / LABELS, begin = h.first / h.width % every;
    for (int i = begin > 0 ? every - begin : -begin; i < h.bins; i += every) /* 0 has a label */
        chart_label(out, 100 * (before + i + 0.5) / columns, h.first + i * h.width);
    mk_text_add(out, "</div></div>\n");
}

/* ---- Who led when -------------------------------------------------------- */

static void turn_axis(mk_text *out, int turns) {
    mk_text_add(out, "</svg><div class=\"axis\">");
    int every = (turns + 9) / 10;
    if (every > 2) every = (every + 4) / 5 * 5;
    for (int t = every; t <= turns; t += every) chart_label(out, 100 * (t - 0.5) / turns, t);
    mk_text_add(out, "</div></div>\n");
}

/* A column for each turn, as high as the share of games that went on after it. */
void sim_lead_plot(mk_text *out, const sim_report *r, int turns) {
    chart_begin(out, "Who stood best after each turn, as a share of all games", turns, "100 %");
    for (int t = 0; t < turns; t++) {
        double bottom = 100;
        mk_text_add(out, "<g><title>after %d:", t + 1);
        for (EACH_SIDE(side))
            mk_text_add(out, " %s %lld", side_title(r, side), (long long)r->leads->led[t][side]);
        mk_text_add(out, "</title>");
        for (EACH_SIDE(side)) {
            double height = 100.0 * (double)r->leads->led[t][side] / r->count;
            if (height > 0) bar(out, side_class(side), t, bottom, height);
            bottom -= height;
        }
        mk_text_add(out, "</g>");
    }
    turn_axis(out, turns);
}

/* How often he who led then won, while so many games go on that it says something. */
void sim_held_plot(mk_text *out, const sim_report *r, int turns) {
    enum { ENOUGH = 20 };
    chart_begin(out, "How often the side that stood best went on to win", turns, "100 %");
    mk_text_add(out, "<polyline class=\"line\" points=\"");
    for (int t = 0; t < turns; t++) {
        long long led = 0;
        for (int s = 0; s < r->game->seat_count; s++) led += r->leads->led[t][s];
        if (led < ENOUGH && led * ENOUGH < r->count) continue;
        mk_text_add(out, "%.1f,%.1f ", t + 0.5,
                    100 - 100.0 * (double)r->leads->held[t] / (double)led);
    }
    mk_text_add(out, "\"/>");
    turn_axis(out, turns);
}
