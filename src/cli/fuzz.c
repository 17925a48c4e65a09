/* fuzz.c - `musket fuzz`: random legal play, with every promise of the engine checked on the way.
 *
 * The checks themselves are in fuzz_rules.c (what is legal), fuzz_fog.c (what is hidden) and
 * fuzz_journal.c (what is written down). Here: the games that are played, what was reached, and
 * what is left behind when something fails. */
#define _GNU_SOURCE
#include "fuzz.h"

#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/fnv.h"

bool fuzz_fail(fuzz *f, const char *format, ...) {
    if (f->failure[0]) return false;
    va_list list;
    va_start(list, format);
    vsnprintf(f->failure, sizeof f->failure, format, list);
    va_end(list);
    return false;
}

bool fuzz_sometimes(fuzz *f, uint32_t n) { return mk_below(&f->rng, n) == 0; }

/* ---- What a crash leaves behind ----------------------------------------- */

/* The journal up to and with the action that is being applied, ready to be written by a signal
 * handler: an assertion or a sanitizer must not take it away. */
static struct {
    char file[4096];
    char said[4300];
    mk_text lines;
    char pending[CLI_ACTION_TEXT];
    bool armed;
} last_words;

static void write_last_words(void) {
    if (!last_words.armed) return;
    last_words.armed = false;
    int fd = open(last_words.file, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (fd < 0) return;
    bool fine = write(fd, last_words.lines.p, last_words.lines.n) >= 0 &&
                write(fd, last_words.pending, strlen(last_words.pending)) >= 0;
    close(fd);
    if (fine) fine = write(STDERR_FILENO, last_words.said, strlen(last_words.said)) >= 0;
}

static void on_crash(int signal_number) {
    write_last_words();
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

/* Sanitizers end the process without a signal, but they call back. */
extern void __sanitizer_set_death_callback(void (*callback)(void)) __attribute__((weak));

static void catch_crashes(void) {
    static const int signals[] = {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL};
    if (__sanitizer_set_death_callback) {
        __sanitizer_set_death_callback(write_last_words);
        signal(SIGABRT, on_crash);
        return;
    }
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) signal(signals[i], on_crash);
}

static void begin_last_words(const fuzz *f) {
    mk_text_clear(&last_words.lines);
    mk_journal_header(f->table, &last_words.lines);
    last_words.pending[0] = 0;
    last_words.armed = true;
}

static void note_attempt(const fuzz *f, int seat, mk_action action) {
    int n = snprintf(last_words.pending, sizeof last_words.pending, "%s ", f->game->seats[seat].id);
    mk_print_action(f->game, action, last_words.pending + n, sizeof last_words.pending - (size_t)n);
    strncat(last_words.pending, "\n", sizeof last_words.pending - strlen(last_words.pending) - 1);
}

static void note_done(const fuzz *f) {
    mk_journal_entry(f->table, mk_table_count(f->table) - 1, &last_words.lines);
    last_words.pending[0] = 0;
}

/* ---- One action --------------------------------------------------------- */

static void count_events(fuzz *f, int entry) {
    int count;
    const mk_event *events = mk_table_events(f->table, entry, &count);
    for (int i = 0; i < count; i++) {
        const mk_event *e = &events[i];
        f->event_count[e->kind % FUZZ_KINDS]++;
        int by = f->game->events[e->kind].by;
        if (by && e->n[by - 1] < FUZZ_VALUES)
            f->value_count[e->kind % FUZZ_KINDS][e->seat + 1][e->n[by - 1]]++;
    }
}

/* Everything that can be asked of the state before a choice is made. */
static bool check_decision(fuzz *f, bool sampled) {
    char why[300];
    const void *state = mk_table_state(f->table);
    if (!mk_check(f->game, state, why, sizeof why)) return fuzz_fail(f, "check: %s", why);
    f->phase_count[mk_phase_of(f->game, state) - f->game->phases]++;
    return fuzz_check_list(f) && fuzz_check_refusals(f) && fuzz_check_position(f) &&
           (!sampled || fuzz_check_hiding(f));
}

static bool check_step(fuzz *f, bool sampled) {
    if (!fuzz_check_shadow(f)) return false;
    if (sampled && !fuzz_check_told(f)) return false;
    if (fuzz_sometimes(f, 8) && !fuzz_check_undo(f)) return false;
    return !fuzz_sometimes(f, 1000) || fuzz_check_journal(f);
}

/* How much this game's whim likes an action: every name has a worth of its own, drawn by lot. */
static uint32_t whim_for(const fuzz *f, int64_t number, mk_action a) {
    const uint8_t *kind = f->game->verbs[a.verb].kind;
    const int16_t value[3] = {a.a, a.b, a.c};
    uint32_t sum = 0;
    for (int i = 0; i < 3 && kind[i]; i++) {
        const int64_t name[3] = {number, kind[i], value[i]};
        sum += (uint32_t)(mk_fnv(MK_FNV_START, name, sizeof name) >> 40) & 0xffff;
    }
    return sum;
}

/* The favourite among a few random actions: pieces of all sides are drawn to the same places,
 * where things happen that chance alone hardly brings about. */
static mk_action choose_by_whim(fuzz *f, int64_t number) {
    mk_action best = f->legal.list[mk_below(&f->rng, (uint32_t)f->legal.count)];
    for (int i = 0; i < 3; i++) {
        mk_action other = f->legal.list[mk_below(&f->rng, (uint32_t)f->legal.count)];
        if (whim_for(f, number, other) > whim_for(f, number, best)) best = other;
    }
    return best;
}

/* Half of the games are random throughout, a quarter follows a whim, a quarter has sense in most
 * of its actions. */
static mk_action choose(fuzz *f, int64_t number) {
    const void *state = mk_table_state(f->table);
    bool sense = number % 4 == 3 && !fuzz_sometimes(f, 4);
    if (number % 4 == 2) return choose_by_whim(f, number);
    const mk_bot *bot = mk_find_bot(sense ? "greedy" : "random", f->game);
    return mk_bot_choose(bot, f->game, state, mk_seat(f->game, state), &f->rng);
}

static bool step(fuzz *f, int64_t number) {
    bool sampled = fuzz_sometimes(f, 48); /* writing views costs a thousand times an action */
    const void *state = mk_table_state(f->table);
    int seat = mk_seat(f->game, state);
    if (!check_decision(f, sampled)) return false;

    mk_action action = choose(f, number);
    if (!fuzz_check_text(f, action)) return false;
    if (fuzz_sometimes(f, 8) && !fuzz_check_own_log(f, action)) return false;

    memcpy(f->before, state, f->game->state_size);
    note_attempt(f, seat, action);
    mk_error error = {0};
    if (!mk_table_do(f->table, seat, action, &error)) {
        return fuzz_fail(f, "an action that was listed is refused: %s", error.text);
    }
    note_done(f);
    f->actions++;
    f->verb_count[action.verb]++;
    count_events(f, mk_table_count(f->table) - 1);
    return check_step(f, sampled);
}

/* ---- One game ----------------------------------------------------------- */

static bool is_given(const cli_start *start, const char *option) {
    size_t length = strlen(option);
    for (int i = 0; i < start->options.count; i++) {
        const char *given = start->options.at[i];
        if (strncmp(given, option, length) == 0 && given[length] == '=') return true;
    }
    return false;
}

/* Game after game runs through all scenarios and values of options that are not given. */
static void vary_setup(fuzz *f, const cli_start *start, int64_t number, mk_setup *setup) {
    const mk_game *game = f->game;
    setup->nonplayers = 0;
    if (!start->scenario) {
        int count = 0;
        while (game->scenarios[count].id) count++;
        setup->scenario = (uint8_t)(number % count);
        number /= count;
    }
    for (int i = 0; game->options[i].id; i++) {
        if (is_given(start, game->options[i].id)) continue;
        int count = 0;
        while (game->options[i].values[count]) count++;
        setup->option[i] = (uint8_t)(number % count);
        number /= count;
    }
    if (game->stand_in && mk_below(&f->rng, 2)) /* any seats may be non-players */
        setup->nonplayers = (uint8_t)mk_below(&f->rng, 1u << game->seat_count);
    for (int i = 0; i < MK_KEY_BYTES; i++) setup->key[i] = (uint8_t)mk_below(&f->rng, 256);
}

static bool play(fuzz *f, int64_t number, int64_t until) {
    memcpy(f->shadow, mk_table_state(f->table), f->game->state_size);
    count_events(f, -1);
    while (mk_seat(f->game, mk_table_state(f->table)) != MK_OVER) {
        if (f->actions >= until) return fuzz_check_journal(f);
        if (!step(f, number)) return false;
    }
    return fuzz_check_end(f) && fuzz_check_journal(f) && fuzz_check_consent(f);
}

/* ---- Reports ------------------------------------------------------------ */

typedef struct {
    const char *name[FUZZ_KINDS];
    int count;
} names;

/* The rows of phases, verbs and events all begin with their name; row 0 is none. */
static names names_of(const void *rows, size_t row_size) {
    names n = {.count = 1};
    for (const char *row = rows; n.count < FUZZ_KINDS; n.count++) {
        row += row_size;
        const char *name = *(const char *const *)(const void *)row;
        if (!name) break;
        n.name[n.count] = name;
    }
    return n;
}

static void print_count(const char *what, const char *name, int64_t count, int *column) {
    if (*column == 0) printf("  %-7s", what);
    printf(" %-24s %9lld", name, (long long)count);
    *column = (*column + 1) % 2;
    if (*column == 0) printf("\n");
}

static void print_table(const char *what, const names *n, const int64_t *counts) {
    int column = 0;
    for (int i = 1; i < n->count; i++) print_count(what, n->name[i], counts[i], &column);
    if (column) printf("\n");
}

static void print_unreached(const char *what, const names *n, const int64_t *counts) {
    for (int i = 1; i < n->count; i++) {
        if (counts[i] == 0) printf("  never reached: %s %s\n", what, n->name[i]);
    }
}

/* Of events that are counted by a value: whose and how often where there are few values, and what
 * came seldom or never. */
static void print_values(const fuzz *f, int event) {
    enum { FEW = 40, SELDOM = 100 };
    const mk_game *g = f->game;
    const mk_event_kind *row = &g->events[event];
    int kind = row->kind[row->by - 1], count = g->kinds[kind].count(), column = 0;
    for (int seat = 0; count <= FEW && seat <= g->seat_count; seat++) {
        for (int value = 0; value < count; value++) {
            char name[3 * MK_NAME];
            snprintf(name, sizeof name, "%s %s", seat ? g->seats[seat - 1].id : "nobody",
                     mk_id(g, kind, value));
            int64_t n = f->value_count[event][seat][value];
            if (n) print_count(row->name, name, n, &column);
        }
    }
    if (column) printf("\n");
    for (int value = 0; count > FEW && value < count && value < FUZZ_VALUES; value++) {
        int64_t n = 0;
        for (int seat = 0; seat <= g->seat_count; seat++) n += f->value_count[event][seat][value];
        if (n < SELDOM)
            printf("  seldom: %s %s, %lld times\n", row->name, mk_id(g, kind, value), (long long)n);
    }
}

static void print_report(const fuzz *f, int64_t games, double seconds) {
    const mk_game *g = f->game;
    names phases = names_of(g->phases, sizeof *g->phases);
    names verbs = names_of(g->verbs, sizeof *g->verbs);
    names events = names_of(g->events, sizeof *g->events);
    printf("%s: %lld actions of %lld games, no failure (%.1f s)\n", f->game->id,
           (long long)f->actions, (long long)games, seconds);
    printf("  tried: %lld foreign actions, %lld deals of the unknown, %lld undos, "
           "%lld positions, %lld journals\n",
           (long long)f->refusals, (long long)f->deals, (long long)f->undos,
           (long long)f->positions, (long long)f->journals);
    print_table("phases", &phases, f->phase_count);
    print_table("verbs", &verbs, f->verb_count);
    print_table("events", &events, f->event_count);
    for (int i = 1; i < events.count; i++) {
        if (g->events[i].by) print_values(f, i);
    }
    print_unreached("phase", &phases, f->phase_count);
    print_unreached("verb", &verbs, f->verb_count);
    print_unreached("event", &events, f->event_count);
}

static void report_failure(const fuzz *f, int64_t seed, int64_t number) {
    cli_error("fuzz %s: %s", f->game->id, f->failure);
    cli_error("seed %lld, game %lld, after action %d of it", (long long)seed, (long long)number + 1,
              mk_table_count(f->table));
    mk_text journal = {0};
    mk_journal_write(f->table, &journal);
    if (cli_write_file(last_words.file, journal.p, journal.n)) {
        cli_error("`musket replay %s` leads there", last_words.file);
    }
    mk_text_free(&journal);
}

/* ---- The command -------------------------------------------------------- */

typedef struct {
    cli_start start;
    int64_t actions;
    const char *journal;
} fuzz_args;

static int run(fuzz *f, const fuzz_args *a) {
    mk_setup setup;
    if (!cli_setup(f->game, &a->start, &setup)) return CLI_FAILED;
    mk_rng_seed(&f->rng, (uint64_t)a->start.seed);
    catch_crashes();

    bool fine = true;
    int64_t number = 0;
    cli_progress bar;
    cli_progress_start(&bar, "playing", a->actions);
    for (; fine && f->actions < a->actions; number++) {
        vary_setup(f, &a->start, number, &setup);
        f->table = mk_table_new(f->game, &setup);
        begin_last_words(f);
        fine = play(f, number, a->actions);
        cli_progress_at(&bar, f->actions);
        if (!fine) {
            cli_progress_end(&bar);
            report_failure(f, a->start.seed, number);
        }
        last_words.armed = false;
        mk_table_free(f->table);
    }
    cli_progress_end(&bar);
    if (fine) print_report(f, number, cli_now() - bar.started);
    mk_text_free(&last_words.lines);
    return fine ? CLI_FINE : CLI_FAILED;
}

static int fuzz_game(const mk_game *game, const fuzz_args *a) {
    static fuzz f; /* too large for the stack */
    f.game = game;
    f.view = mk_view_new();
    if (a->journal) {
        snprintf(last_words.file, sizeof last_words.file, "%s", a->journal);
    } else {
        snprintf(last_words.file, sizeof last_words.file, "fuzz-%s-%lld.journal", game->id,
                 (long long)a->start.seed);
    }
    snprintf(last_words.said, sizeof last_words.said,
             "musket: it crashed; seed %lld; `musket replay %s` leads there\n",
             (long long)a->start.seed, last_words.file);
    int code = run(&f, a);
    mk_view_free(f.view);
    mk_text_free(&f.text[0]);
    mk_text_free(&f.text[1]);
    return code;
}

int cli_fuzz(int argc, char **argv) {
    fuzz_args a = {.start = CLI_START_DEFAULTS, .actions = 100000};
    a.start.seed = 1;
    const cli_option options[] = {
        {"--actions", "N", "how many actions to play (100000)", CLI_NUMBER, &a.actions, 1,
         INT64_MAX},
        CLI_SEED_ROW(a.start, "the same seed plays the same games (1)"),
        CLI_SETUP_ROWS(a.start),
        {"--journal", "F", "where the journal of a failure goes (fuzz-GAME-SEED.journal)", CLI_TEXT,
         &a.journal, 0, 0},
        CLI_DATA_ROW(a.start),
        {0},
    };
    const cli_usage usage = {
        "fuzz",
        "GAME",
        1,
        1,
        "Plays random legal actions and checks the engine's promises at each: invariants hold,\n"
        "lists are complete and without duplicates, everything else is refused and changes\n"
        "nothing, journals, positions and undo lead where they should, and no view or log tells\n"
        "what is hidden. Without --scenario and --option it runs through all of them. A failure\n"
        "prints the seed and leaves a journal that leads to it.",
        options};
    int code;
    const mk_game *game = cli_parse_game(&usage, argc, argv, &a.start, &code);
    return game ? fuzz_game(game, &a) : code;
}
