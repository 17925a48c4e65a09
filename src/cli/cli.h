/* cli.h - what the commands of `musket` share: options, messages, colours, progress, files.
 *
 * Exit codes of every command: 0 fine, 1 it failed, 2 it was called wrongly. */
#ifndef CLI_H
#define CLI_H

#include <stdio.h>

#include "musket.h"

enum { CLI_ACTION_TEXT = 4 * MK_NAME }; /* room for any action as text */
enum { CLI_FINE = 0, CLI_FAILED = 1, CLI_USAGE = 2, CLI_GO_ON = -1 };

/* ---- Commands (main.c) -------------------------------------------------- */

int cli_games(int argc, char **argv);
int cli_play(int argc, char **argv);
int cli_sim(int argc, char **argv);
int cli_arena(int argc, char **argv);
int cli_tune(int argc, char **argv);
int cli_replay(int argc, char **argv);
int cli_odds(int argc, char **argv);
int cli_analyse(int argc, char **argv);
int cli_script(int argc, char **argv);
int cli_bench(int argc, char **argv);
void cli_bench_maps(bool json);
void cli_bench_search(const mk_game *, bool json);
void cli_bench_turns_heading(void);
void cli_bench_turns(const mk_game *, const char *scenario, int turns, bool json);
int cli_fuzz(int argc, char **argv);
int cli_engine(int argc, char **argv);
int cli_data(int argc, char **argv);
int cli_serve(int argc, char **argv);
int cli_admin(int argc, char **argv);
int cli_verify(int argc, char **argv);

/* ---- Options (args.c) --------------------------------------------------- */

enum { CLI_MAX_LIST = 1000 };

/* Values in the order given: of an option that may be repeated, or the plain words. */
typedef struct {
    int count;
    const char *at[CLI_MAX_LIST];
} cli_list;

typedef enum {
    CLI_FLAG,   /* to: bool */
    CLI_TEXT,   /* to: const char * */
    CLI_NUMBER, /* to: int64_t, from min to max */
    CLI_LIST,   /* to: cli_list; may be repeated */
} cli_type;

typedef struct {
    const char *name, *value, *help; /* "--seed", "N", "…"; value NULL: a flag */
    cli_type type;
    void *to;
    int64_t min, max;
} cli_option;

typedef struct {
    const char *command; /* "play" */
    const char *words;   /* "GAME": the words it takes besides the options */
    int min_words, max_words;
    const char *about; /* what it does: whole sentences for --help */
    const cli_option *options;
} cli_usage;

/* Reads a command line. Returns CLI_GO_ON, or the exit code: --help was asked for and given, or
 * something is wrong and was said. */
int cli_parse(const cli_usage *, int argc, char **argv, cli_list *words);

/* Which game, how set up, who plays: the options that several commands share. */
typedef struct {
    const char *data, *scenario;
    cli_list options; /* "X=Y" */
    cli_list seats;
    int64_t seed; /* -1: not given */
} cli_start;

#define CLI_START_DEFAULTS                                                                         \
    { .seed = -1 }
#define CLI_DATA_ROW(start)                                                                        \
    { "--data", "DIR", "play with the data pack in this folder", CLI_TEXT, &(start).data, 0, 0 }
#define CLI_SEED_ROW(start, help)                                                                  \
    { "--seed", "N", help, CLI_NUMBER, &(start).seed, 0, INT64_MAX }
#define CLI_SEAT_ROW(start, help)                                                                  \
    { "--seat", "X=PLAYER", help, CLI_LIST, &(start).seats, 0, 0 }
#define CLI_SETUP_ROWS(start)                                                                      \
    {"--scenario",                                                                                 \
     "S",                                                                                          \
     "the scenario (`musket games` lists them)",                                                   \
     CLI_TEXT,                                                                                     \
     &(start).scenario,                                                                            \
     0,                                                                                            \
     0},                                                                                           \
    {                                                                                              \
        "--option", "X=Y", "a rule option; may be repeated", CLI_LIST, &(start).options, 0, 0      \
    }

/* Limits of a bot's thought; 0: as its level has it. */
typedef struct {
    int64_t playouts, milliseconds;
} cli_thought;

#define CLI_THOUGHT_ROWS(thought)                                                                  \
    {"--playouts", "N", "of each thought, whatever the level", CLI_NUMBER, &(thought).playouts, 1, \
     1000000},                                                                                     \
    {                                                                                              \
        "--think", "MS", "milliseconds for each thought at most", CLI_NUMBER,                      \
            &(thought).milliseconds, 1, 3600000                                                    \
    }

/* A mind for each seat, with these limits, on one thread. */
void cli_minds(mk_mind *[MK_MAX_SEATS], const cli_thought *);
void cli_minds_free(mk_mind *[MK_MAX_SEATS]);
/* For the heading of a file of results: games with other options or other limits are others. */
void cli_add_limits(mk_text *, const mk_game *, const mk_setup *, const cli_thought *);

/* Opens the data. False: said why. */
bool cli_open(const char *data_dir);
/* Finds a game by its id. NULL: said why, and which games there are. */
const mk_game *cli_find_game(const char *id);
/* For commands whose one word is a game: parses, opens the data, finds it. NULL: return *code. */
const mk_game *cli_parse_game(const cli_usage *, int argc, char **argv, const cli_start *,
                              int *code);
/* The set-up that the options ask for; the key from the seed, or from the system's chance. */
bool cli_setup(const mk_game *, const cli_start *, mk_setup *);
/* What bots choose by: never the game's own dice, but from the seed, too. */
bool cli_bot_rng(const cli_start *, mk_rng *);

/* Who plays a seat: a bot, or a human (NULL). */
typedef struct {
    const mk_bot *bot[MK_MAX_SEATS];
} cli_players;

typedef enum { CLI_BOTS_ONLY, CLI_HUMANS_TOO } cli_who;
/* Reads "X=PLAYER" for each seat that is named; the others stay as they are. "all=greedy" and
 * a PLAYER alone mean every seat. */
bool cli_seats(const mk_game *, const cli_list *, cli_who, cli_players *);
/* Seats played by a bot of this game alone are its rulebook's non-players. */
void cli_nonplayers(const mk_game *, const cli_players *, mk_setup *);
/* A seat by its id; "spectator" and "all" (everything) too. CLI_NO_SUCH_SEAT: said why. */
enum { CLI_NO_SUCH_SEAT = -3 };
int cli_seat(const mk_game *, const char *id);

/* ---- Messages and files (term.c) ---------------------------------------- */

/* "musket: …" on stderr; returns CLI_FAILED, so that a command can return it. */
int cli_error(const char *format, ...) __attribute__((format(printf, 1, 2)));
int cli_error_from(const mk_error *);
int cli_wrong_usage(const char *command, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

bool cli_read_file(const char *name, mk_text *); /* "-": standard input. False: said why */
/* Whole or not at all: written beside it, synced, then renamed. False: said why. */
bool cli_write_file(const char *name, const char *bytes, size_t size);
/* A journal from a file, as far as it can be read; says what is wrong with it. NULL: nothing of
 * it can. `code` is MK_OK if it is whole, MK_E_TRUNCATED if it only stops too early. */
mk_table *cli_read_journal(const char *name, mk_code *code);

bool cli_colours(FILE *); /* a terminal that shows colours, and a user who wants them */
int cli_width(void);      /* columns of the terminal */
int cli_height(void);     /* lines of the terminal */
/* Words. A tab is a space at which a line is not broken. */
int cli_columns(const char *text);               /* on the screen, of UTF-8 text */
size_t cli_fitting(const char *text, int width); /* bytes of the words that fit, one at least */
int cli_print_words(const char *text, size_t length); /* returns their columns */
/* Prints words after what stands already at `column`, wrapped under it, and ends the line. */
void cli_wrapped(int column, const char *text);
/* The same where the first line has come as far as `used` already. */
void cli_wrapped_after(int used, int column, const char *text);
double cli_now(void);         /* seconds, steadily counting */
double cli_thread_time(void); /* seconds of a processor that this thread has had */

/* A bar on stderr while work goes on; nothing where stderr is no terminal. */
typedef struct {
    const char *what;
    int64_t total;
    double started, shown;
    bool visible;
} cli_progress;

void cli_progress_start(cli_progress *, const char *what, int64_t total);
void cli_progress_at(cli_progress *, int64_t done);
void cli_progress_end(cli_progress *); /* wipes it */

/* JSON: a string member, with the comma before it. */
void cli_json_member(mk_text *, const char *name, const char *value);
/* Is an event shown to a seat, or to one who sees everything? */
bool cli_event_shown(const mk_event *events, int index, int seat);
/* Events that are shown to `seat`, as a JSON array. */
void cli_json_events(const mk_game *, const mk_event *, int count, int seat, mk_text *);
void cli_json_game(const mk_game *, mk_text *);        /* games.c */
void cli_print_odds(const mk_game *, const mk_odds *); /* odds.c */
/* The state after so many actions of a journal, or that of a position. NULL: said why. */
void *cli_read_moment(const char *file, int64_t at, const mk_game **);
/* The 95 % interval of a share of `hits` among `of`. */
void cli_wilson(int64_t hits, int64_t of, double *low, double *high);

#endif
