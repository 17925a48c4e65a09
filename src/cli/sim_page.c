/* sim_page.c - what many games came to, as one page with plots that needs nothing else. */
#include <string.h>

#include "sim.h"

/* Sides have the colours of their order, as on the board; every value is also there as text. */
static const char STYLE[] =
    ":root{color-scheme:light dark;--paper:#f3ead6;--sheet:#faf5e9;--ink:#2b2a26;--soft:#5f5948;"
    "--line:#cfc3a4;--s0:#a3262a;--s1:#27496d;--s2:#7d8fb3;--s3:#b87f2e;--s4:#9a8c68}"
    "@media(prefers-color-scheme:dark){:root{--paper:#1f2021;--sheet:#292a2b;--ink:#ebe3d0;"
    "--soft:#b9b09c;--line:#4a4a49;--s0:#c9504e;--s1:#5b8fc7;--s2:#b9c7e6;--s3:#d9a050;"
    "--s4:#7d7765}}"
    "*{box-sizing:border-box}"
    "body{margin:0 auto;max-width:64rem;padding:2rem 1rem 4rem;background:var(--paper);"
    "color:var(--ink);font:16px/1.5 system-ui,sans-serif;font-variant-numeric:tabular-nums;"
    "-webkit-text-size-adjust:100%}"
    "h1,h2,h3{font-family:'IM Fell English',Caslon,'Libre Caslon Text',Georgia,serif;"
    "font-weight:400;line-height:1.15;margin:0}"
    "h1{font-size:2.3rem}h2{font-size:1.5rem;margin:2.2rem 0 .7rem;padding-bottom:.2rem;"
    "border-bottom:1px solid var(--line)}h3{font-size:1.15rem}"
    "p{margin:.2rem 0}.lead{font-size:1.15rem;margin:.8rem 0 0}.quiet{color:var(--soft);"
    "font-size:.88rem}.quiet b{color:var(--ink);font-weight:600}"
    "code{font:.86em ui-monospace,monospace}"
    ".legend{display:flex;flex-wrap:wrap;gap:.2rem 1.2rem;margin:0 0 .8rem;padding:0;"
    "list-style:none;font-size:.88rem}"
    ".legend i{display:inline-block;width:.8em;height:.8em;margin-right:.4em}"
    ".cards{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,26rem),1fr));"
    "gap:1rem;align-items:start}"
    "section.card{background:var(--sheet);border:1px solid var(--line);border-radius:6px;"
    "padding:.8rem 1rem 1rem;min-width:0}"
    ".row{display:grid;grid-template-columns:11rem 1fr 10.5rem;gap:.2rem 1rem;align-items:center;"
    "margin:.6rem 0}.row .name{font-weight:600}.row .name small{display:block;font-weight:400}"
    ".row .value{text-align:right}small{color:var(--soft);font-size:.84em}"
    ".track{position:relative;display:flex;gap:1px;height:1.5rem;background:var(--sheet);"
    "border:1px solid var(--line);border-radius:3px;overflow:hidden}"
    ".track>span{height:100%}.track>.interval{position:absolute;top:50%;height:0;"
    "border-top:2px solid var(--ink);min-width:2px}"
    ".track>.interval::before,.track>.interval::after{content:'';position:absolute;top:-6px;"
    "height:10px;border-left:2px solid var(--ink)}"
    ".track>.interval::before{left:0}.track>.interval::after{right:0}"
    ".reason{margin:.9rem 0}.reason .track{margin:.25rem 0}"
    ".reason>div::first-letter{text-transform:uppercase}"
    ".chart{position:relative;margin-top:1.5rem}"
    ".chart svg{display:block;width:100%;height:10rem;border-bottom:1px solid var(--ink)}"
    ".top{position:absolute;left:0;top:-1.25rem;font-size:.78rem;color:var(--soft)}"
    ".axis{position:relative;height:1.4rem;font-size:.78rem;color:var(--soft)}"
    ".axis span{position:absolute;transform:translateX(-50%);top:.15rem}"
    ".grid,.zero,.line{fill:none;vector-effect:non-scaling-stroke;stroke:var(--line)}"
    ".zero{stroke:var(--ink);stroke-dasharray:3 3}.line{stroke:var(--ink);stroke-width:2;"
    "stroke-linejoin:round}"
    ".s0{fill:var(--s0);background:var(--s0)}.s1{fill:var(--s1);background:var(--s1)}"
    ".s2{fill:var(--s2);background:var(--s2)}.s3{fill:var(--s3);background:var(--s3)}"
    ".s4{fill:var(--s4);background:var(--s4)}"
    ".scroll{overflow-x:auto}table{border-collapse:collapse;font-size:.92rem}"
    "th,td{padding:.15rem 1.1rem .15rem 0;text-align:right;font-weight:400;white-space:nowrap}"
    "th{color:var(--soft)}th:first-child,td:first-child{text-align:left}"
    "details{margin-top:.8rem}summary{cursor:pointer;color:var(--soft)}"
    "@media(max-width:40rem){h1{font-size:1.9rem}.row{grid-template-columns:1fr auto}"
    ".row .track{grid-column:1/-1;grid-row:2}.row .name small{display:inline}"
    "th,td{padding-right:.5rem}}"
    "@media print{body{max-width:none}.card{break-inside:avoid}}";

static double percent(int64_t hits, int64_t of) { return 100.0 * (double)hits / (double)of; }

static bool anybody_shared(const sim_report *r) {
    for (int s = 0; s < r->game->seat_count; s++)
        if (r->shared[s]) return true;
    return false;
}

static void legend(mk_text *out, const sim_report *r, const char *nobody) {
    mk_text_add(out, "<ul class=\"legend\">");
    for (int s = 0; s < r->game->seat_count; s++) {
        mk_text_add(out, "<li><i class=\"s%d\"></i>", s);
        sim_escaped(out, r->game->seats[s].title);
        mk_text_add(out, "</li>");
    }
    if (nobody) mk_text_add(out, "<li><i class=\"s%d\"></i>%s</li>", SIM_NOBODY, nobody);
    mk_text_add(out, "</ul>\n");
}

/* ---- What was played, and the result in a sentence ----------------------- */

static void set_up(mk_text *out, const sim_report *r) {
    const mk_game *game = r->game;
    mk_text_add(out, "<p>");
    sim_escaped(out, game->scenarios[r->setup->scenario].title);
    for (int i = 0; game->options[i].id; i++) {
        if (!r->setup->option[i]) continue;
        mk_text_add(out, "; ");
        sim_escaped(out, game->options[i].title);
        mk_text_add(out, ": ");
        sim_escaped(out, game->options[i].values[r->setup->option[i]]);
    }
    mk_text_add(out, ". ");
    sim_number(out, r->count);
    mk_text_add(out, " game%s.</p>\n", r->count == 1 ? "" : "s");
}

void sim_page_end(mk_text *out, const mk_game *game, int64_t seed) {
    mk_text_add(out,
                "<p class=\"quiet\">musket %s, rules %d, data %016llx, seed %lld: the same seed "
                "plays the same games.</p>\n",
                MK_VERSION, game->rules_version, (unsigned long long)mk_data_hash(game),
                (long long)seed);
    mk_text_add(out, "</main></body></html>\n");
}

void sim_page_begin(mk_text *out, const char *title, const char *heading) {
    mk_text_add(out, "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
                     "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
                     "<title>");
    sim_escaped(out, title);
    mk_text_add(out, "</title>\n<style>%s</style></head><body><main>\n<h1>", STYLE);
    sim_escaped(out, heading);
    mk_text_add(out, "</h1>\n");
}

/* Who is ahead, if the intervals of the two best are apart. */
static void verdict(mk_text *out, const sim_report *r) {
    int best = 0, next = -1;
    for (int s = 1; s < r->game->seat_count; s++) {
        if (r->first[s] > r->first[best])
            next = best, best = s;
        else if (next < 0 || r->first[s] > r->first[next])
            next = s;
    }
    const char *title = r->game->seats[best].title;
    double low, high, next_low, next_high;
    cli_wilson(r->first[best], r->count, &low, &high);
    cli_wilson(r->first[next], r->count, &next_low, &next_high);
    mk_text_add(out, "<p class=\"lead\">");
    if (next_high >= low && r->first[best] < r->count) mk_text_add(out, "Too close to call: ");
    mk_text_add(out, "<b>");
    sim_escaped(out, title);
    if (r->first[best] == r->count)
        mk_text_add(out, "</b> won %s.", r->count == 1 ? "the game" : "every game");
    else
        mk_text_add(out, "</b> won %.1f %% of the games.", percent(r->first[best], r->count));
    mk_text_add(out, "</p>\n");
}

/* ---- Who won -------------------------------------------------------------- */

static void result(mk_text *out, const sim_report *r, int seat) {
    double low, high, share = percent(r->first[seat], r->count);
    cli_wilson(r->first[seat], r->count, &low, &high);
    mk_text_add(out, "<div class=\"row\"><div class=\"name\">");
    sim_escaped(out, r->game->seats[seat].title);
    mk_text_add(out, " <small>%s</small></div>", r->players->bot[seat]->name);
    mk_text_add(out,
                "<div class=\"track\"><span class=\"s%d\" style=\"width:%.2f%%\"></span>"
                "<span class=\"interval\" style=\"left:%.2f%%;width:%.2f%%\"></span></div>",
                seat, share, 100 * low, 100 * (high - low));
    mk_text_add(out,
                "<div class=\"value\"><b>%.1f %%</b> <small>%.1f to %.1f</small></div></div>\n",
                share, 100 * low, 100 * high);
}

static void ranks(mk_text *out, const sim_report *r) {
    static const char *const NAME[MK_MAX_SEATS] = {"first", "second", "third", "fourth"};
    const mk_game *game = r->game;
    mk_text_add(out, "<div class=\"scroll\"><table><tr><th>place</th>");
    for (int k = 0; k < game->seat_count; k++) mk_text_add(out, "<th>%s</th>", NAME[k]);
    mk_text_add(out, "<th>mean</th></tr>\n");
    for (int s = 0; s < game->seat_count; s++) {
        double sum = 0;
        mk_text_add(out, "<tr><td>");
        sim_escaped(out, game->seats[s].title);
        mk_text_add(out, "</td>");
        for (int k = 0; k < game->seat_count; k++) {
            sum += (k + 1) * (double)r->rank[s][k];
            mk_text_add(out, "<td>%.1f %%</td>", percent(r->rank[s][k], r->count));
        }
        mk_text_add(out, "<td>%.2f</td></tr>\n", sum / r->count);
    }
    mk_text_add(out, "</table></div>\n");
}

static void who_won(mk_text *out, const sim_report *r) {
    mk_text_add(out, "<h2>Who won</h2>\n");
    for (int s = 0; s < r->game->seat_count; s++) result(out, r, s);
    mk_text_add(out,
                "<p class=\"quiet\">The line across a bar is the 95 %% interval of that share");
    int64_t none = r->count;
    for (int s = 0; s < r->game->seat_count; s++) none -= r->first[s];
    if (none) {
        mk_text_add(out, "; the first place was shared in ");
        sim_number(out, none);
        mk_text_add(out, " games");
    }
    mk_text_add(out, ".</p>\n");
    if (r->game->seat_count > 2) ranks(out, r);
}

/* ---- By how much, how long ------------------------------------------------ */

static void card(mk_text *out, const sim_report *r, const char *title, const sim_measure *m) {
    mk_text_add(out, "<section class=\"card\"><h3>");
    sim_escaped(out, title);
    mk_text_add(out, "</h3>");
    sim_histogram(out, r, m);
    mk_text_add(out, "</section>\n");
}

static void by_how_much(mk_text *out, const sim_report *r) {
    mk_text_add(out, "<h2>By how much</h2>\n<p class=\"quiet\">At the end of a game: ");
    sim_escaped(out, r->margin[0].unit);
    mk_text_add(out, ". The bars are divided by who won.</p>\n");
    legend(out, r, anybody_shared(r) ? "shared" : NULL);
    mk_text_add(out, "<div class=\"cards\">\n");
    for (int s = 0; s < r->game->seat_count; s++)
        card(out, r, r->game->seats[s].title, &r->margin[s]);
    mk_text_add(out, "</div>\n");
}

static void how_long(mk_text *out, const sim_report *r) {
    char turns[40];
    snprintf(turns, sizeof turns, "%c%s", r->turns.unit[0] - 'a' + 'A', r->turns.unit + 1);
    mk_text_add(out, "<h2>How long</h2>\n<div class=\"cards\">\n");
    card(out, r, turns, &r->turns);
    card(out, r, "Actions", &r->actions);
    mk_text_add(out, "</div>\n");
}

/* ---- Who led when --------------------------------------------------------- */

static int turns_led(const sim_report *r) {
    for (int t = SIM_TURNS; t > 0; t--)
        for (int side = 0; side < SIM_SIDES; side++)
            if (r->leads->led[t - 1][side]) return t;
    return 0;
}

static void who_led(mk_text *out, const sim_report *r) {
    int turns = turns_led(r);
    if (turns < 2) return;
    mk_text_add(out,
                "<h2>Who led when</h2>\n<p class=\"quiet\">Who stood best after so many %s, by "
                "the machine's own estimate of the position",
                r->turns.unit);
    if (r->turns.sorted[r->count - 1] > SIM_TURNS)
        mk_text_add(out, "; the first %d are shown", SIM_TURNS);
    mk_text_add(out, ".</p>\n");
    legend(out, r, "two alike");
    mk_text_add(out, "<div class=\"cards\">\n<section class=\"card\"><h3>In the lead</h3>"
                     "<p class=\"quiet\">share of all games; what is missing was over</p>");
    sim_lead_plot(out, r, turns);
    mk_text_add(out, "</section>\n<section class=\"card\"><h3>Leading, and winning</h3>"
                     "<p class=\"quiet\">how often the side in the lead went on to win</p>");
    sim_held_plot(out, r, turns);
    mk_text_add(out, "</section>\n</div>\n");
}

/* ---- Why it ended --------------------------------------------------------- */

static void reason(mk_text *out, const sim_report *r, int row) {
    bool first = true;
    mk_text_add(out, "<div class=\"reason\"><div>");
    sim_escaped(out, sim_reason_title(r, row));
    mk_text_add(out, " <small><code>%s</code></small></div><div class=\"track\">", r->reason[row]);
    for (int s = 0; s < SIM_SIDES; s++)
        if (r->reason_won[row][s])
            mk_text_add(out, "<span class=\"s%d\" style=\"width:%.2f%%\"></span>", s,
                        percent(r->reason_won[row][s], r->count));
    mk_text_add(out, "</div><small><b>");
    sim_number(out, r->reason_games[row]);
    mk_text_add(out, " game%s</b>, %.1f %%: ", r->reason_games[row] == 1 ? "" : "s",
                percent(r->reason_games[row], r->count));
    for (int s = 0; s < SIM_SIDES; s++) {
        if (!r->reason_won[row][s]) continue;
        if (!first) mk_text_add(out, ", ");
        first = false;
        sim_escaped(out, s == SIM_NOBODY ? "shared" : r->game->seats[s].title);
        mk_text_add(out, " ");
        sim_number(out, r->reason_won[row][s]);
    }
    mk_text_add(out, "</small></div>\n");
}

static void why(mk_text *out, const sim_report *r) {
    mk_text_add(out, "<h2>Why it ended, and for whom</h2>\n");
    legend(out, r, anybody_shared(r) ? "shared" : NULL);
    for (int i = 0; i < r->reason_count; i++) reason(out, r, i);
}

void sim_html(const sim_report *r, mk_text *out) {
    char title[200];
    snprintf(title, sizeof title, "%s: %d games", r->game->title, r->count);
    sim_page_begin(out, title, r->game->title);
    set_up(out, r);
    verdict(out, r);
    who_won(out, r);
    by_how_much(out, r);
    how_long(out, r);
    who_led(out, r);
    why(out, r);
    sim_page_end(out, r->game, r->seed);
}
