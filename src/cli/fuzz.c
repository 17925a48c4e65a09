/* fuzz.c - `musket fuzz`: random legal play, with every promise of the engine checked on the way.
 *
 * The checks themselves are in fuzz_rules.c (what is legal), fuzz_fog.c (what is hidden) and
 * fuzz_journal.c (what is written down); fuzz_reach.c counts what came. Here: the games that are
 * played, and what is left behind when something fails. */
#define _GNU_SOURCE
#include "fuzz.h"

#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/fnv.h"

enum {
    MOST_RETURNS = 32,  /* to before something rare, in one game, */
    LONGEST_RETURN = 6, /* so many actions as a power of two */
    STIRRED_GAMES = 30, /* all but one of so many begin at a made up position (of large games */
    STIRRED_LARGE = 2,  /* every other one), and have so many actions, */
    STIRRED_LENGTH = 16,
    SEEN = 48,          /* one of so many actions is looked at with everybody's eyes, */
    MANY_FACTS = 16384, /* in a game with fewer facts; in larger ones as many times more */
};

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
    int64_t seed;
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

/* A made up position has no journal: input for `musket engine` leads on from it. */
static void begin_session(const fuzz *f) {
    mk_text position = {0};
    mk_error error = {0};
    mk_position_write(f->game, mk_table_state(f->table), MK_POSITION_WITH_DICE, &position, &error);
    mk_text_add(&last_words.lines, "load position %zu\n%s", position.n, position.p);
    mk_text_free(&position);
}

static void begin_last_words(const fuzz *f) {
    mk_text_clear(&last_words.lines);
    if (f->stirred)
        begin_session(f);
    else
        mk_journal_write_header(f->table, &last_words.lines);
    snprintf(last_words.said, sizeof last_words.said,
             "musket: it crashed; seed %lld; `musket %s %s` leads there\n",
             (long long)last_words.seed, f->stirred ? "engine <" : "replay", last_words.file);
    last_words.pending[0] = 0;
    last_words.armed = true;
}

void fuzz_attempt(const fuzz *f, mk_action action) {
    int seat = mk_seat(f->game, mk_table_state(f->table));
    int n = snprintf(last_words.pending, sizeof last_words.pending, "%s%s ",
                     f->stirred ? "do " : "", f->game->seats[seat].id);
    mk_print_action(f->game, action, last_words.pending + n, sizeof last_words.pending - (size_t)n);
    strncat(last_words.pending, "\n", sizeof last_words.pending - strlen(last_words.pending) - 1);
}

static void keep_done(const fuzz *f) {
    int last = mk_table_count(f->table) - 1;
    if (f->stirred && mk_table_entry(f->table, last)->action.verb)
        mk_text_add(&last_words.lines, "%s", last_words.pending);
    else
        mk_journal_write_entry(f->table, last, &last_words.lines);
    last_words.pending[0] = 0;
}

/* ---- One action --------------------------------------------------------- */

/* Everything that can be asked of the state before a choice is made. */
static bool check_decision(fuzz *f, bool sampled) {
    char why[300];
    const void *state = mk_table_state(f->table);
    if (!mk_check(f->game, state, why, sizeof why)) return fuzz_fail(f, "check: %s", why);
    f->came.phase[mk_phase_of(f->game, state) - f->game->phases]++;
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

/* Some games are random throughout, some look for decisions that come seldom, follow a whim, have
 * sense in most of their actions. With --at-least, what comes too seldom is preferred half of the
 * time, or always if the position is made up. */
static mk_action choose(fuzz *f, int64_t number) {
    mk_action found;
    bool seeks = f->at_least && (f->stirred || fuzz_sometimes(f, 2));
    if (seeks && fuzz_seek(f, &found)) return found;
    const void *state = mk_table_state(f->table);
    bool sense = f->manner == FUZZ_SENSE && !fuzz_sometimes(f, 4);
    if (f->manner == FUZZ_RARE && fuzz_sometimes(f, 2)) return fuzz_choose_rare(f);
    if (f->manner == FUZZ_WHIM) return choose_by_whim(f, number);
    const mk_bot *bot = mk_find_bot(sense ? "greedy" : "random", f->game);
    return mk_bot_choose(bot, f->game, state, mk_seat(f->game, state), &f->rng);
}

/* Something came that comes too seldom: by consent of all, play begins again shortly before it,
 * with other dice and other choices. */
static bool go_back(fuzz *f) {
    int count = mk_table_count(f->table);
    int by = 1 + (int)mk_below(&f->rng, 1u << mk_below(&f->rng, LONGEST_RETURN));
    mk_error error = {0};
    if (!mk_table_undo_to(f->table, by < count ? count - by : 0, &error)) {
        return fuzz_fail(f, "undo by consent is refused: %s", error.text);
    }
    f->returns++;
    f->since = f->actions;
    memcpy(f->shadow, mk_table_state(f->table), f->game->state_size);
    keep_done(f);
    return true;
}

static bool step(fuzz *f, int64_t number) {
    /* What is made up need not be dealt so: what is hidden is left alone there. */
    bool sampled = !f->stirred && fuzz_sometimes(f, f->seen);
    const void *state = mk_table_state(f->table);
    int seat = mk_seat(f->game, state);
    if (!check_decision(f, sampled)) return false;

    mk_action action = choose(f, number);
    if (!fuzz_check_text(f, action)) return false;
    if (!f->stirred && fuzz_sometimes(f, 8) && !fuzz_check_own_log(f, action)) return false;

    memcpy(f->before, state, f->game->state_size);
    fuzz_attempt(f, action);
    mk_error error = {0};
    if (!mk_table_do(f->table, seat, action, &error)) {
        return fuzz_fail(f, "an action that was listed is refused: %s", error.text);
    }
    keep_done(f);
    f->actions++;
    f->came.verb[action.verb]++;
    fuzz_count(f, mk_table_count(f->table) - 1);
    if (!check_step(f, sampled)) return false;
    if (f->lagging && f->stirred) fuzz_remember(f);
    return !f->lagging || f->returns >= MOST_RETURNS || go_back(f);
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

/* Game after game runs through all scenarios; options that are not given are drawn by lot, for many
 * have far more combinations than games are played. */
static void vary_setup(fuzz *f, const cli_start *start, int64_t number, mk_setup *setup) {
    const mk_game *game = f->game;
    setup->nonplayers = 0;
    if (!start->scenario) {
        int count = 0;
        while (game->scenarios[count].id) count++;
        setup->scenario = (uint8_t)(number % count);
    }
    for (int i = 0; game->options[i].id; i++) {
        if (is_given(start, game->options[i].id)) continue;
        int count = 0;
        while (game->options[i].values[count]) count++;
        setup->option[i] = (uint8_t)mk_below(&f->rng, (uint32_t)count);
    }
    if (game->nonplayer_phase && mk_below(&f->rng, 2)) /* any seats may be non-players */
        setup->nonplayers = (uint8_t)mk_below(&f->rng, 1u << game->seat_count);
    for (int i = 0; i < MK_KEY_BYTES; i++) setup->key[i] = (uint8_t)mk_below(&f->rng, 256);
}

static bool play(fuzz *f, int64_t number, int64_t until) {
    memcpy(f->shadow, mk_table_state(f->table), f->game->state_size);
    f->returns = 0;
    f->since = f->actions;
    fuzz_count(f, -1);
    while (mk_seat(f->game, mk_table_state(f->table)) != MK_OVER) {
        bool stale = f->stirred && f->actions - f->since >= f->stirred_length; /* like any other */
        if (stale || f->actions >= until) return fuzz_check_journal(f);
        if (!step(f, number)) return false;
    }
    return fuzz_check_end(f) && fuzz_check_journal(f) && fuzz_check_consent(f);
}

/* ---- Failures ------------------------------------------------------------ */

static void report_failure(const fuzz *f, int64_t seed, int64_t number) {
    cli_error("fuzz %s: %s", f->game->id, f->failure);
    cli_error("seed %lld, game %lld, after action %d of it", (long long)seed, (long long)number + 1,
              mk_table_count(f->table));
    if (!f->stirred) mk_text_add(&last_words.lines, "end %d\n", mk_table_count(f->table));
    if (cli_write_file(last_words.file, last_words.lines.p, last_words.lines.n)) {
        cli_error("`musket %s %s` leads there", f->stirred ? "engine <" : "replay",
                  last_words.file);
    }
}

/* ---- The command -------------------------------------------------------- */

typedef struct {
    cli_start start;
    int64_t actions, at_least;
    bool stir;
    const char *journal;
} fuzz_args;

/* How large the game is, from 1. Writing all views, each with every fact of the position, costs a
 * thousand times an action; and where there is much to move, it takes long until something happens.
 */
static uint32_t size_of_game(const mk_game *game) {
    int facts = 0;
    for (const mk_property *row = game->properties; row->name; row++)
        facts += row->subject ? mk_kind_count(game, row->subject) : 1;
    return (uint32_t)(1 + facts / MANY_FACTS);
}

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
        f->manner = (fuzz_manner)mk_below(&f->rng, FUZZ_MANNERS);
        f->stirred = a->stir && !fuzz_sometimes(f, f->stirred_games) && fuzz_stir(f);
        f->made_up += f->stirred;
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
    if (fine) fine = fuzz_report(f, number, cli_now() - bar.started);
    mk_text_free(&last_words.lines);
    return fine ? CLI_FINE : CLI_FAILED;
}

static int fuzz_game(const mk_game *game, const fuzz_args *a) {
    static fuzz f; /* too large for the stack */
    f.game = game;
    f.at_least = a->at_least;
    uint32_t size = size_of_game(game);
    f.seen = SEEN * size;
    f.stirred_length = STIRRED_LENGTH * size;
    f.stirred_games = size > 1 ? STIRRED_LARGE : STIRRED_GAMES;
    f.view = mk_view_new();
    mk_log_grow(&f.log);
    fuzz_count_begin(&f);
    if (a->journal) {
        snprintf(last_words.file, sizeof last_words.file, "%s", a->journal);
    } else {
        snprintf(last_words.file, sizeof last_words.file, "fuzz-%s-%lld.journal", game->id,
                 (long long)a->start.seed);
    }
    last_words.seed = a->start.seed;
    int code = run(&f, a);
    mk_view_free(f.view);
    mk_text_free(&f.text[0]);
    mk_text_free(&f.text[1]);
    mk_log_free(&f.log);
    fuzz_count_end(&f);
    return code;
}

int cli_fuzz(int argc, char **argv) {
    fuzz_args a = {.start = CLI_START_DEFAULTS, .actions = 100000};
    a.start.seed = 1;
    const cli_option options[] = {
        {"--actions", "N", "how many actions to play (100000)", CLI_NUMBER, &a.actions, 1,
         INT64_MAX},
        {"--at-least", "N", "fail unless everything that is counted came so often (0)", CLI_NUMBER,
         &a.at_least, 0, INT32_MAX},
        {"--stir", NULL, "begin games at made up positions, too", CLI_FLAG, &a.stir, 0, 0},
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
        "nothing, journals, positions and undo lead where they should, and no view or log shows\n"
        "what is hidden. Without --scenario and --option it plays all of them. A failure\n"
        "prints the seed and leaves a journal that leads to it. With --at-least, whatever did not\n"
        "come so often yet is looked for, and when it came play begins again shortly before it.",
        options};
    int code;
    const mk_game *game = cli_parse_game(&usage, argc, argv, &a.start, &code);
    return game ? fuzz_game(game, &a) : code;
}
