/* sim.c - `musket sim`: bots play many games.
 *
 * Game i gets its dice and its bots' dice from (seed, i) alone and its result a place of its own,
 * so the result does not depend on who played it (spread.h) or which of them was faster. */
#include "sim.h"

#include <stdlib.h>
#include <string.h>

#include "spread.h"

/* No game of ours is a hundredth as long. A game that is would hang the command. */
enum { TOO_LONG = 1000000 };

typedef struct {
    const mk_game *game;
    const mk_setup *setup;
    const cli_players *players;
    const cli_thought *thought;
    uint64_t seed;
    sim_game *games;
    int count;
    int note_count;   /* --coverage: of what may be followed; 0: it is not counted */
    long long *notes; /* how often each came */
    sim_leads leads;
    char fault[200]; /* what was wrong with the position at the end of a game */
} work;

/* One game, and what a thread keeps for the next. */
typedef struct {
    sim_game game;
    uint8_t led[SIM_TURNS]; /* after each turn but the last, which the winner ended */
    int turns;
    int *notes;
    mk_log log;
} played;

/* Keys are (seed, game, purpose): no two games, and no dice and bot, share one. */
static void make_key(uint8_t key[MK_KEY_BYTES], uint64_t seed, uint32_t game, const char *purpose) {
    memset(key, 0, MK_KEY_BYTES);
    for (int i = 0; i < 8; i++) key[i] = (uint8_t)(seed >> (8 * i));
    for (int i = 0; i < 4; i++) key[8 + i] = (uint8_t)(game >> (8 * i));
    memcpy(key + 16, purpose, strlen(purpose));
}

static void count_notes(const work *w, played *p) {
    for (int i = 0; i < p->log.count; i++) {
        const mk_event *e = &p->log.event[i];
        bool note = e->count > 0 && w->game->events[e->kind].kind[0] == w->game->followed;
        if (note) p->notes[e->n[0]]++;
    }
}

/* Who stands best now, by the game's own estimate; SIM_NOBODY if two do. */
static int leader(const mk_game *game, const void *state) {
    int best = -1, who = SIM_NOBODY;
    for (int s = 0; s < game->seat_count; s++) {
        int score = game->score(state, s);
        if (score == best) who = SIM_NOBODY;
        if (score > best) best = score, who = s;
    }
    return who;
}

static void add_leads(sim_leads *leads, const uint8_t *led, int turns, int winner) {
    for (int t = 0; t < turns && t < SIM_TURNS; t++) {
        leads->led[t][led[t]]++;
        if (led[t] != SIM_NOBODY && led[t] == winner) leads->held[t]++;
    }
}

static bool play_with(work *w, int number, played *p, mk_mind **minds) {
    _Alignas(max_align_t) unsigned char state[MK_MAX_STATE];
    mk_setup setup = *w->setup;
    uint8_t key[MK_KEY_BYTES];
    mk_rng rng;
    sim_game *result = &p->game;
    mk_log *told = w->note_count ? &p->log : NULL;
    make_key(setup.key, w->seed, (uint32_t)number, "sim dice");
    make_key(key, w->seed, (uint32_t)number, "sim bots");
    mk_rng_key(&rng, key);

    mk_start(w->game, state, &setup, NULL);
    const mk_base *base = (const mk_base *)state;
    int seat, turn = base->turn;
    while ((seat = mk_seat(w->game, state)) != MK_OVER) {
        if (result->actions == TOO_LONG) return false;
        mk_action action =
            mk_bot_think(w->players->bot[seat], w->game, state, seat, &rng, minds[seat]);
        mk_error error = {0};
        if (told) mk_log_clear(told);
        if (!mk_do(w->game, state, seat, action, told, &error)) return false;
        if (told) count_notes(w, p);
        result->actions++;
        for (; turn < base->turn && base->depth > 0; turn++)
            if (p->turns < SIM_TURNS) p->led[p->turns++] = (uint8_t)leader(w->game, state);
    }
    char why[sizeof w->fault];
    if (!mk_check(w->game, state, why, sizeof why)) {
        memcpy(w->fault, why, sizeof why);
        return false;
    }
    result->turns = base->turn;
    w->game->outcome(state, &result->outcome);
    return true;
}

static bool play_game(work *w, int number, played *p) {
    mk_mind *minds[MK_MAX_SEATS];
    cli_minds(minds, w->thought);
    bool fine = play_with(w, number, p, minds);
    cli_minds_free(minds);
    return fine;
}

/* ---- A game as a line: what it came to, who led after each turn, what was followed -------- */

static void write_line(const work *w, const played *p, mk_text *line) {
    const sim_game *g = &p->game;
    const char *reason = g->outcome.reason;
    mk_text_add(line, "%d %d %s", g->actions, g->turns, reason && *reason ? reason : "-");
    for (int s = 0; s < MK_MAX_SEATS; s++)
        mk_text_add(line, " %d %d", g->outcome.rank[s], g->outcome.margin[s]);
    mk_text_add(line, " ");
    for (int t = 0; t < p->turns; t++) mk_text_add(line, "%d", p->led[t]);
    mk_text_add(line, ".");
    for (int i = 0; i < w->note_count; i++)
        if (p->notes[i]) mk_text_add(line, " %d:%d", i, p->notes[i]);
}

/* A rule's own key: the line is gone soon. */
static const char *reason_of(const work *w, const char *key) {
    const mk_rule *rule = mk_find_rule(w->game, key);
    return rule ? rule->key : "";
}

static bool take_line(void *context, int number, const char *line) {
    work *w = context;
    sim_game g = {0};
    char reason[200];
    uint8_t led[SIM_TURNS];
    int at = 0, more, turns = 0, ranks = 0;
    if (sscanf(line, "%d %d %199s%n", &g.actions, &g.turns, reason, &at) != 3) return false;
    for (const char *p = line + at; ranks < MK_MAX_SEATS; ranks++, p += more, at += more) {
        int rank;
        if (sscanf(p, " %d %d%n", &rank, &g.outcome.margin[ranks], &more) != 2) return false;
        g.outcome.rank[ranks] = (int8_t)rank;
    }
    if (line[at++] != ' ') return false;
    for (; line[at] >= '0' && line[at] <= '0' + SIM_NOBODY; at++)
        if (turns < SIM_TURNS) led[turns++] = (uint8_t)(line[at] - '0');
    if (line[at++] != '.') return false;
    g.outcome.reason = reason_of(w, reason);
    w->games[number] = g;
    sim_report one = {.game = w->game, .games = &g};
    add_leads(&w->leads, led, turns, sim_winner(&one, 0));
    for (int note, times; sscanf(line + at, " %d:%d%n", &note, &times, &more) == 2; at += more)
        if (w->notes && note >= 0 && note < w->note_count) w->notes[note] += times;
    return true;
}

static void *begin(void *context) {
    (void)context;
    played *p = calloc(1, sizeof *p);
    if (!p) abort();
    mk_log_grow(&p->log);
    return p;
}

static void end(void *context, void *kept) {
    (void)context;
    played *p = kept;
    mk_log_free(&p->log);
    free(p->notes);
    free(p);
}

static bool play(void *context, void *kept, int number, mk_text *line) {
    work *w = context;
    played *p = kept;
    p->game = (sim_game){0};
    p->turns = 0;
    if (w->note_count && !p->notes) p->notes = calloc((size_t)w->note_count, sizeof *p->notes);
    if (w->note_count) memset(p->notes, 0, (size_t)w->note_count * sizeof *p->notes);
    if (!play_game(w, number, p)) return false;
    write_line(w, p, line);
    return true;
}

/* What a file of results is of. */
static void write_heading(const work *w, mk_text *out) {
    mk_text_add(out, "musket sim 1 %s %s seed %llu rules %d data %016llx bots", w->game->id,
                w->game->scenarios[w->setup->scenario].id, (unsigned long long)w->seed,
                w->game->rules_version, (unsigned long long)mk_data_hash(w->game));
    for (int s = 0; s < w->game->seat_count; s++) mk_text_add(out, " %s", w->players->bot[s]->name);
    cli_add_limits(out, w->game, w->setup, w->thought);
    mk_text_add(out, "%s\n", w->note_count ? " coverage" : "");
}

static bool play_all(work *w, int64_t jobs, const char *results) {
    mk_text heading = {0};
    write_heading(w, &heading);
    spread s = {.context = w,
                .count = w->count,
                .jobs = jobs,
                .begin = begin,
                .end = end,
                .play = play,
                .take = take_line,
                .results = results,
                .heading = heading.p};
    bool fine = spread_games(&s);
    mk_text_free(&heading);
    if (s.failed && w->fault[0])
        cli_error("game %d ended in a position that cannot be: %s", s.failed, w->fault);
    else if (s.failed)
        cli_error("game %d did not come to an end", s.failed);
    return fine;
}

typedef void sim_writer(const sim_report *, mk_text *);

static bool write_report(const sim_report *report, sim_writer *write, const char *file) {
    if (!file) return true;
    mk_text text = {0};
    write(report, &text);
    bool fine = cli_write_file(file, text.p, text.n);
    mk_text_free(&text);
    return fine;
}

typedef struct {
    cli_start start;
    cli_thought thought;
    int64_t games, jobs;
    const char *csv, *html, *results;
    bool coverage;
} sim_args;

/* How often each note came, those that never came too. */
static void print_coverage(const work *w) {
    int kind = w->game->followed;
    printf("\nfollowed\n");
    for (int i = 1; i < mk_kind_count(w->game, kind); i++)
        printf("  %10lld  %-24s %s\n", w->notes[i], mk_id(w->game, kind, i),
               mk_label(w->game, kind, i));
}

static int simulate(const mk_game *game, const sim_args *a, const cli_players *players) {
    mk_setup setup;
    if (!cli_setup(game, &a->start, &setup)) return CLI_FAILED;
    cli_nonplayers(game, players, &setup);
    work w = {.game = game,
              .setup = &setup,
              .players = players,
              .thought = &a->thought,
              .seed = (uint64_t)a->start.seed,
              .count = (int)a->games};
    w.games = calloc((size_t)w.count, sizeof *w.games);
    if (!w.games) return cli_error("there is no memory for %d games", w.count);

    if (a->coverage) {
        int notes = game->followed ? mk_kind_count(game, game->followed) : 0;
        if (!notes) return cli_error("%s has no rules to count", game->title);
        w.note_count = notes;
        w.notes = calloc((size_t)notes, sizeof *w.notes);
        if (!w.notes) abort();
    }

    bool fine = play_all(&w, a->jobs, a->results);
    if (fine) {
        sim_report report = {.game = game,
                             .setup = &setup,
                             .players = players,
                             .seed = a->start.seed,
                             .games = w.games,
                             .leads = &w.leads,
                             .count = w.count};
        sim_count(&report);
        sim_text(&report, stdout);
        if (w.notes) print_coverage(&w);
        fine = write_report(&report, sim_csv, a->csv) && write_report(&report, sim_html, a->html);
        sim_free(&report);
    }
    free(w.notes);
    free(w.games);
    return fine ? CLI_FINE : CLI_FAILED;
}

int cli_sim(int argc, char **argv) {
    sim_args a = {.start = CLI_START_DEFAULTS, .games = 1000};
    a.start.seed = 1;
    const cli_option options[] = {
        {"--games", "N", "how many games (1000)", CLI_NUMBER, &a.games, 1, 10000000},
        {"--jobs", "J", "on how many threads (one per core)", CLI_NUMBER, &a.jobs, 1, 1024},
        CLI_SEAT_ROW(a.start, "the bot of a seat (greedy); may be repeated"),
        CLI_THOUGHT_ROWS(a.thought),
        CLI_SETUP_ROWS(a.start),
        CLI_SEED_ROW(a.start, "the same seed gives the same games (1)"),
        {"--results", "F", "write each game to F, and go on from there", CLI_TEXT, &a.results, 0,
         0},
        {"--csv", "F", "write one line per game to F", CLI_TEXT, &a.csv, 0, 0},
        {"--coverage", NULL, "count what non-players followed", CLI_FLAG, &a.coverage, 0, 0},
        {"--html", "F", "write a page with plots to F", CLI_TEXT, &a.html, 0, 0},
        CLI_DATA_ROW(a.start),
        {0},
    };
    const cli_usage usage = {
        "sim",
        "GAME",
        1,
        1,
        "Lets bots play many games and reports how often each side won (with 95 % intervals), how\n"
        "long the games were, and why they ended. The result depends on the seed, not on --jobs "
        "(but for\n"
        "--think).",
        options};
    int code;
    const mk_game *game = cli_parse_game(&usage, argc, argv, &a.start, &code);
    if (!game) return code;
    cli_players players;
    for (int s = 0; s < MK_MAX_SEATS; s++) players.bot[s] = mk_find_bot("greedy", game);
    if (!cli_seats(game, &a.start.seats, CLI_BOTS_ONLY, &players)) return CLI_FAILED;
    return simulate(game, &a, &players);
}
