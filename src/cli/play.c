/* play.c - `musket play`: any game in the terminal, alone, against bots, or at one keyboard. */
#define _GNU_SOURCE
#include "play.h"

#include <langinfo.h>
#include <locale.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* ---- Turns -------------------------------------------------------------- */

static int humans(const play *p) {
    int n = 0;
    for (int s = 0; s < p->game->seat_count; s++) n += !p->players.bot[s];
    return n;
}

/* While a bot thinks, a line says how far it is; an interrupt lets it choose at once. */
typedef struct {
    mk_mind *mind;
    atomic_bool done;
} watch;

static void *watch_thought(void *argument) {
    enum { STEP = 2000 /* microseconds */, UNSEEN = 250, EACH = 50 };
    watch *w = argument;
    bool shown = false;
    for (int i = 0; !atomic_load(&w->done); i++) {
        usleep(STEP);
        if (play_interrupted()) mk_mind_stop(w->mind, true);
        if (i < UNSEEN || i % EACH || !isatty(STDERR_FILENO)) continue;
        fprintf(stderr, "\r  thinking … %3.0f %%", 100 * mk_mind_progress(w->mind));
        shown = true;
    }
    if (shown) fprintf(stderr, "\r\033[K");
    return NULL;
}

static mk_action think(play *p, const mk_bot *bot, int seat) {
    const void *state = mk_table_state(p->table);
    if (!bot->level) return mk_bot_choose(bot, p->game, state, seat, &p->rng);
    if (!p->mind[seat]) p->mind[seat] = mk_mind_new();
    mk_mind_limits(p->mind[seat], 0, p->think, 1);
    mk_mind_stop(p->mind[seat], false);
    watch w = {.mind = p->mind[seat]};
    pthread_t watcher;
    bool watched = pthread_create(&watcher, NULL, watch_thought, &w) == 0;
    mk_action action = mk_bot_think(bot, p->game, state, seat, &p->rng, p->mind[seat]);
    atomic_store(&w.done, true);
    if (watched) pthread_join(watcher, NULL);
    return action;
}

/* Plays the bots' actions up to the next human decision or the end. */
void play_bots(play *p) {
    int seat;
    while ((seat = mk_seat(p->game, mk_table_state(p->table))) != MK_OVER && !play_interrupted()) {
        const mk_bot *bot = p->players.bot[seat];
        if (!bot) return;
        mk_action action = think(p, bot, seat);
        mk_error error = {0};
        if (!mk_table_do(p->table, seat, action, &error)) {
            cli_error("the bot %s is refused: %s", bot->name, error.text);
            p->quit = true;
            return;
        }
        play_save_entries(p);
    }
}

/* Two people at one keyboard: nobody shall read what the other knows. */
static bool cover(play *p, int seat) {
    char line[100];
    if (isatty(STDOUT_FILENO)) printf("\033[2J\033[3J\033[H");
    printf("\n\n  Pass the keyboard to %s%s%s.\n\n", play_seat_ink(p, seat),
           p->game->seats[seat].title, play_ink(p, INK_PLAIN));
    return play_read_line(p, "  Press Enter when only you can see this. ", line, sizeof line);
}

/* Has anybody else acted since this seat last read something? */
static bool others_acted(const play *p) {
    for (int i = p->told[p->seat] > 0 ? p->told[p->seat] - 1 : 0; i < mk_table_count(p->table);
         i++) {
        if (mk_table_entry(p->table, i)->seat != p->seat) return true;
    }
    return p->told[p->seat] == 0;
}

/* Shows the decision of the seat at the keyboard. After one's own action only what is new: of the
 * map the places that a march has changed. */
static void show_decision(play *p) {
    bool others = others_acted(p);
    play_look(p);
    play_tell(p);
    play_draw_situation(p, others ? PLAY_ALL : PLAY_NEWS);
    play_draw_prompt(p);
    play_list_actions(p);
}

/* Reads lines until an action is done. False: the player leaves. */
static bool decide(play *p) {
    int before = mk_table_count(p->table);
    while (mk_table_count(p->table) == before) {
        if (!*p->pending) {
            p->pending = p->typed;
            if (!play_read_line(p, "> ", p->typed, sizeof p->typed)) return false;
        }
        play_obey(p, play_next_command(p));
        if (p->quit) return false;
        if (mk_table_count(p->table) < before) before = mk_table_count(p->table);
    }
    return true;
}

/* Shows what is to be decided, unless the player has already said what he does. */
static void show_unless_said(play *p) {
    if (others_acted(p)) p->pending = p->typed + strlen(p->typed);
    if (*p->pending) {
        play_look(p);
        play_tell(p);
    } else {
        show_decision(p);
    }
}

static void play_on(play *p) {
    while (!p->quit && !play_interrupted()) {
        play_bots(p);
        int seat = mk_seat(p->game, mk_table_state(p->table));
        if (seat == MK_OVER || p->quit || play_interrupted()) return;
        if (seat != p->seat && p->seat >= 0 && humans(p) > 1 && !p->open) {
            if (!cover(p, seat)) return;
        }
        p->seat = seat;
        show_unless_said(p);
        if (!decide(p)) return;
    }
}

/* ---- The end ------------------------------------------------------------ */

static void offer_journal(play *p) {
    static const char question[] = "Keep the journal? A file name, or Enter for no: ";
    char command[500] = "save ";
    char *name = command + strlen(command);
    if (p->save[0] || !p->unsaved_work) return;
    if (!play_read_line(p, question, name, sizeof command - strlen(command)) || !*name) return;
    play_obey(p, command);
}

/* Left by Ctrl-C, or the terminal is gone: what was played is kept all the same. */
static void rescue(play *p) {
    char name[100];
    time_t now = time(NULL);
    struct tm at;
    if (p->save[0] || !p->unsaved_work || !isatty(STDIN_FILENO)) return;
    strftime(name, sizeof name, "-%Y%m%d-%H%M%S.journal", localtime_r(&now, &at));
    char file[200];
    snprintf(file, sizeof file, "%s%s", p->game->id, name);
    play_save_begin(p, file);
}

static void finish(play *p) {
    bool over = mk_seat(p->game, mk_table_state(p->table)) == MK_OVER;
    if (over) {
        play_tell(p);
        p->seat = MK_EVERYTHING;
        play_look(p);
        play_draw_end(p);
    }
    if (over || p->quit) {
        offer_journal(p);
    } else {
        rescue(p);
    }
    play_save_end(p);
    if (!p->save[0]) return;
    printf("The journal is in %s.", p->save);
    if (over) {
        printf(" See it again: musket replay %s\n", p->save);
    } else {
        printf(" Go on: musket play %s --resume %s\n", p->game->id, p->save);
    }
}

/* ---- The beginning ------------------------------------------------------ */

typedef struct {
    cli_start start;
    const char *save, *resume;
    int64_t think, at;
    bool open;
} play_args;

/* What stops early is a game that was interrupted; any other fault is not ours to overwrite. */
static bool resume(play *p, const char *file, int64_t at) {
    mk_code code;
    p->table = cli_read_journal(file, &code);
    if (!p->table || (code != MK_OK && code != MK_E_TRUNCATED)) return false;
    if (mk_table_game(p->table) != p->game) {
        return cli_error("%s is a game of %s", file, mk_table_game(p->table)->title), false;
    }
    mk_error error = {0};
    int count = mk_table_count(p->table);
    if (at >= 0 && at < count && !mk_table_undo_to(p->table, (int)at, &error))
        return cli_error_from(&error), false;
    count = mk_table_count(p->table);
    for (int s = 0; s < MK_MAX_SEATS; s++) p->told[s] = count > 10 ? count - 10 : 0;
    return true;
}

static bool begin(play *p, const play_args *a) {
    struct stat about;
    mk_setup setup;
    if (a->resume) {
        const char *save = a->save ? a->save : a->resume;
        if (a->at >= 0 && !a->save)
            return cli_error("--at N leads elsewhere: --save says where that is kept"), false;
        return resume(p, a->resume, a->at) && play_save_begin(p, save);
    }
    if (a->save && stat(a->save, &about) == 0) {
        cli_error("%s exists already; --resume %s goes on with it", a->save, a->save);
        return false;
    }
    if (!cli_setup(p->game, &a->start, &setup)) return false;
    cli_nonplayers(p->game, &p->players, &setup);
    p->table = mk_table_new(p->game, &setup);
    return !a->save || play_save_begin(p, a->save);
}

static void greet(const play *p) {
    const mk_setup *setup = mk_table_setup(p->table);
    printf("%s%s%s, %s\n", play_ink(p, INK_STRONG), p->game->title, play_ink(p, INK_PLAIN),
           p->game->scenarios[setup->scenario].title);
    for (int s = 0; s < p->game->seat_count; s++) {
        const mk_bot *bot = p->players.bot[s];
        printf("  %s%s%s (%s): %s\n", play_seat_ink(p, s), p->game->seats[s].title,
               play_ink(p, INK_PLAIN), bot ? bot->name : "you",
               p->game->seats[s].summary ? p->game->seats[s].summary : "");
    }
    play_say(p, INK_QUIET, "  `win` says how each side wins, `help` what you can type.");
}

static int run(const mk_game *game, const play_args *a) {
    static play p; /* large */
    p = (play){.game = game, .seat = MK_SPECTATOR, .open = a->open, .think = (double)a->think};
    p.pending = p.typed;
    p.colours = cli_colours(stdout);
    p.utf8 = setlocale(LC_CTYPE, "") && strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
    for (int s = 1; s < game->seat_count; s++) p.players.bot[s] = mk_find_bot("greedy", game);
    if (!cli_seats(game, &a->start.seats, CLI_HUMANS_TOO, &p.players)) return CLI_FAILED;
    bool fine = cli_bot_rng(&a->start, &p.rng) && begin(&p, a);
    if (fine) {
        play_catch_signals();
        p.board = mk_view_new();
        p.now = mk_view_new();
        mk_view_board(game, p.board);
        greet(&p);
        play_on(&p);
        finish(&p);
        mk_view_free(p.board);
        mk_view_free(p.now);
        free(p.place_drawn);
    }
    for (int s = 0; s < MK_MAX_SEATS; s++) mk_mind_free(p.mind[s]);
    mk_table_free(p.table);
    return fine ? CLI_FINE : CLI_FAILED;
}

int cli_play(int argc, char **argv) {
    play_args a = {.start = CLI_START_DEFAULTS, .at = -1, .think = 10};
    const cli_option options[] = {
        CLI_SEAT_ROW(a.start, "human, or a bot's name; may be repeated (the first seat is yours)"),
        CLI_SETUP_ROWS(a.start),
        CLI_SEED_ROW(a.start, "the dice of this number, instead of new ones"),
        {"--save", "F", "save the game in F, after every action", CLI_TEXT, &a.save, 0, 0},
        {"--resume", "F", "go on with the game in F, and save it there", CLI_TEXT, &a.resume, 0, 0},
        {"--at", "N", "what if: with --resume and --save, go on from behind N actions", CLI_NUMBER,
         &a.at, 0, INT32_MAX},
        {"--think", "S", "seconds that a bot thinks about a move at most (10)", CLI_NUMBER,
         &a.think, 1, 3600},
        {"--open", NULL, "no cover screen between players at one keyboard", CLI_FLAG, &a.open, 0,
         0},
        CLI_DATA_ROW(a.start),
        {0},
    };
    const cli_usage usage = {
        "play",
        "GAME",
        1,
        1,
        "Plays a game in this terminal: you have the first seat and easy bots the others, "
        "unless\n"
        "--seat says otherwise (--seat british=hard --seat american=human; easy, standard, hard).\n"
        "docs/how-to-play.md shows a game; `help` in the game lists what can be typed.",
        options};
    int code;
    const mk_game *game = cli_parse_game(&usage, argc, argv, &a.start, &code);
    return game ? run(game, &a) : code;
}
