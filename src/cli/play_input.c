/* play_input.c - what a player types: a number, an action in words, or a command. */
#define _GNU_SOURCE
#include <ctype.h>
#include <math.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "bots/hint.h"
#include "play.h"

/* ---- Lines -------------------------------------------------------------- */

static volatile sig_atomic_t interrupted;

static void on_signal(int number) {
    (void)number;
    interrupted = 1;
}

/* Not SA_RESTART: a waiting read must end, so that the game is left in order. */
void play_catch_signals(void) {
    struct sigaction action = {.sa_handler = on_signal};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGHUP, &action, NULL);
}

bool play_interrupted(void) { return interrupted; }

static void skip_rest_of_line(void) {
    int c;
    while ((c = getchar()) != EOF && c != '\n') continue;
}

bool play_read_line(const play *p, const char *prompt, char *line, size_t size) {
    printf("%s%s%s", play_ink(p, INK_STRONG), prompt, play_ink(p, INK_PLAIN));
    fflush(stdout);
    if (interrupted || !fgets(line, (int)size, stdin)) {
        putchar('\n');
        return false;
    }
    size_t n = strlen(line);
    if (n == size - 1 && line[n - 1] != '\n') {
        skip_rest_of_line();
        printf("That line is too long; nothing of it was done.\n");
        line[n = 0] = 0;
    }
    while (n > 0 && isspace((unsigned char)line[n - 1])) line[--n] = 0;
    size_t blank = strspn(line, " \t");
    memmove(line, line + blank, n - blank + 1);
    return true;
}

char *play_next_command(play *p) {
    char *command = p->pending + strspn(p->pending, " ");
    size_t n = strcspn(command, ";");
    p->pending = command + n + (command[n] == ';');
    while (n > 0 && command[n - 1] == ' ') n--;
    command[n] = 0;
    return command;
}

/* What was typed behind a mistake is not done. */
void play_complain(play *p, const char *format, ...) {
    char text[800];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    fputs(play_ink(p, INK_ERROR), stdout);
    cli_wrapped(0, text);
    fputs(play_ink(p, INK_PLAIN), stdout);
    p->pending = p->typed + strlen(p->typed);
}

/* ---- Commands ----------------------------------------------------------- */

static void show_list(play *p, const char *words) {
    snprintf(p->filter, sizeof p->filter, "%s", words);
    p->page = 0;
    play_list_actions(p);
}

static void run_list(play *p, char *words) { show_list(p, words); }

static void run_more(play *p, char *words) {
    (void)words;
    p->page++;
    play_list_actions(p);
}

/* All of a hex map would fill a wall: it is shown around a place. */
static void run_map(play *p, char *words) {
    const char *middle = *words ? play_find_place(p, words) : play_hex_of_interest(p);
    if (!play_is_hex_map(p)) {
        play_draw_map(p);
    } else if (!middle) {
        play_complain(p, "Around which place? For instance: map albany");
    } else {
        play_draw_hexes(p, middle, cli_height() - 8);
        play_draw_legend(p);
    }
}

static void run_look(play *p, char *words) {
    if (!*words) {
        play_draw_situation(p, PLAY_ALL);
    } else if (!play_draw_pieces(p, words, PLAY_WHOLE_NAME) && !play_draw_place(p, words) &&
               !play_draw_pieces(p, words, PLAY_BEGINNING)) {
        play_complain(p, "There is no place or piece called \"%s\"; `map` lists the places.",
                      words);
    }
}

static void run_log(play *p, char *words) {
    int count = *words ? atoi(words) : 20;
    play_draw_log(p, count > 0 ? count : 20);
}

/* What one command did is taken back by one. */
static int actions_of_last_command(const play *p) {
    int count = mk_table_count(p->table), made = p->batch_to - p->batch_from;
    bool all = count == p->batch_to && made > 1 && mk_table_may_undo(p->table, p->seat) >= made;
    return all ? made : 1;
}

static void run_undo(play *p, char *words) {
    (void)words;
    mk_error error = {0};
    int back = actions_of_last_command(p);
    for (int i = 0; i < back; i++) {
        if (mk_table_undo(p->table, p->seat, &error)) continue;
        play_complain(p, "That cannot be taken back: %s.", error.text);
        if (i == 0) return;
        break;
    }
    play_save_rewrite(p);
    if (p->told[p->seat] > mk_table_count(p->table) + 1) {
        p->told[p->seat] = mk_table_count(p->table) + 1;
    }
    p->filter[0] = 0;
    p->page = 0;
    play_look(p);
    if (back > 1)
        play_say(p, INK_QUIET, "Taken back: %d actions.", back);
    else
        play_say(p, INK_QUIET, "Taken back.");
    play_draw_prompt(p);
    play_list_actions(p);
}

static void say_rule(play *p, const mk_error *error) {
    play_complain(p, "%c%s%s%s%s", toupper((unsigned char)error->text[0]),
                  error->text + (error->text[0] != 0), error->rule[0] ? " (" : ".", error->rule,
                  error->rule[0] ? ")." : "");
}

/* The greedy bot decides as long as the same thing is asked of the same seat. */
static void run_auto(play *p, char *words) {
    (void)words;
    const mk_bot *bot = mk_find_bot("greedy", p->game);
    const mk_phase *phase = mk_phase_of(p->game, mk_table_state(p->table));
    mk_error error = {0};
    bool done = true;
    while (done && mk_seat(p->game, mk_table_state(p->table)) == p->seat &&
           mk_phase_of(p->game, mk_table_state(p->table)) == phase) {
        const void *state = mk_table_state(p->table);
        mk_action action = mk_bot_choose(bot, p->game, state, p->seat, &p->rng);
        done = mk_table_do(p->table, p->seat, action, &error);
    }
    p->unsaved_work = true;
    play_save_entries(p);
    if (!done) say_rule(p, &error);
}

static void run_why(play *p, char *words) {
    mk_action action;
    mk_error error = {0};
    if (!*words) {
        play_complain(p, "Why not what? For instance: why %s",
                      play_action_numbered(p, 1) ? play_action_numbered(p, 1) : "…");
    } else if (mk_guess_action(p->game, mk_table_state(p->table), words, &action, &error)) {
        mk_text label = {0};
        mk_action_label(p->game, action, MK_PLAIN, &label);
        play_say(p, INK_PLAIN, "That is allowed: %s.", label.p);
        mk_text_free(&label);
    } else {
        say_rule(p, &error);
    }
}

/* Of the battle that an action leads to, by its number or in words. */
static void run_odds(play *p, char *words) {
    enum { TRIALS = 2000 };
    static mk_odds odds;
    const void *state = mk_table_state(p->table);
    const char *numbered = play_action_numbered(p, strtol(words, NULL, 10));
    mk_action action = {0};
    mk_error error = {0};
    bool fine = !*words || (numbered ? mk_parse_action(p->game, numbered, &action, &error)
                                     : mk_guess_action(p->game, state, words, &action, &error));
    if (!fine)
        say_rule(p, &error);
    else if (mk_odds_find(p->game, state, p->seat, action, (mk_effort){TRIALS, 0.5}, &p->rng,
                          &odds))
        cli_print_odds(p->game, &odds);
    else
        play_complain(p, *words ? "That leads to no battle." : "No battle is going on.");
}

static void run_hint(play *p, char *words) {
    (void)words;
    mk_hint hint;
    mk_text text = {0};
    double seconds = p->think > 0 && p->think < 1 ? p->think : 1;
    mk_hint_find(p->game, mk_table_state(p->table), p->seat, 0, seconds, &p->rng, &hint);
    mk_hint_words(p->game, &hint, &text);
    cli_wrapped(0, text.p ? text.p : "");
    mk_text_free(&text);
    mk_hint_free(&hint);
}

/* Why the machine thinks that this seat is ahead, or not. */
static void run_chances(play *p, char *words) {
    (void)words;
    double chance;
    mk_reason reason[MK_MAX_TERMS];
    int count = mk_terms_find(p->game, mk_table_state(p->table), p->seat, &p->rng, &chance, reason);
    if (!count) {
        play_complain(p, "There is nothing to judge here.");
        return;
    }
    int shown = 0;
    while (shown < count && fabs(reason[shown].points) >= 0.5) shown++; /* the largest are first */
    printf("  %s%s%s win %.0f %% of such positions. ", play_seat_ink(p, p->seat),
           p->game->seats[p->seat].title, play_ink(p, INK_PLAIN), 100 * chance);
    puts(shown ? "What has changed since the first turn, in points of that chance:"
               : "Nothing of weight has changed since the first turn.");
    for (int i = 0; i < shown; i++) printf("  %+5.0f  %s\n", reason[i].points, reason[i].title);
}

static bool exists(const char *file) {
    struct stat about;
    return stat(file, &about) == 0;
}

static void run_save(play *p, char *words) {
    if (!*words && p->save[0]) {
        play_say(p, INK_PLAIN, "Every action is saved in %s.", p->save);
    } else if (!*words) {
        play_complain(p, "Where? For instance: save my-game.journal");
    } else if (exists(words) && strcmp(words, p->save) != 0) {
        play_complain(p, "%s exists already; choose another name.", words);
    } else {
        play_save_end(p);
        if (play_save_begin(p, words)) {
            play_say(p, INK_PLAIN, "Saved in %s, from now on after every action.", words);
        }
    }
}

static void run_win(play *p, char *words) {
    (void)words;
    play_draw_aims(p);
}

static void run_turns(play *p, char *words) {
    (void)words;
    if (!play_draw_track(p)) play_complain(p, "This game has no track of turns.");
}

static void run_quit(play *p, char *words) {
    (void)words;
    p->quit = true;
}

static void run_help(play *p, char *words);

typedef struct {
    const char *name, *arguments, *help;
    void (*run)(play *, char *words);
} row;

static const row ROWS[] = {
    {"list", "[WORDS]", "the legal actions, or those with these words", run_list},
    {"more", "", "the next page of that list", run_more},
    {"why", "ACTION", "which rule forbids it", run_why},
    {"odds", "[ACTION]", "of the battle that an action leads to, or of this one", run_odds},
    {"hint", "", "what the machine would do in your place, and why", run_hint},
    {"chances", "", "why the machine thinks that you are ahead, or not", run_chances},
    {"undo", "", "take your last action back (not past dice or a reveal)", run_undo},
    {"auto", "", "let the computer decide this step for you", run_auto},
    {"look", "[NAME]", "where the pieces are; one place and its neighbours; one piece", run_look},
    {"map", "[NAME]", "every place, with its roads; of hexes those around a place", run_map},
    {"win", "", "how each side wins, and how it stands", run_win},
    {"turns", "", "the turns to come, and what they bring", run_turns},
    {"log", "[N]", "the last N lines of what happened", run_log},
    {"save", "[FILE]", "save the game now and after every action", run_save},
    {"help", "", "this list", run_help},
    {"quit", "", "leave; --resume goes on with a saved game", run_quit},
    {0},
};

static void run_help(play *p, char *words) {
    (void)words;
    printf("Type the number of an action, or the action in words: names may be cut short as long\n"
           "as it is clear what is meant. Several on one line: lead howe; take grant; go newark\n"
           "For everything at once: take all, fire all, deploy all left. Enter shows all again.\n"
           "Other commands:\n");
    for (const row *r = ROWS; r->name; r++) {
        int n = printf("  %s%s%s %s", play_ink(p, INK_STRONG), r->name, play_ink(p, INK_PLAIN),
                       r->arguments);
        n -= (int)(strlen(play_ink(p, INK_STRONG)) + strlen(play_ink(p, INK_PLAIN)));
        printf("%*s%s\n", n < 18 ? 18 - n : 1, "", r->help);
    }
}

static const row *find_row(const char *line, char **words) {
    size_t n = strcspn(line, " ");
    if (n == 1 && line[0] == '?') line = "help", n = 4;
    for (const row *r = ROWS; r->name; r++) {
        if (strlen(r->name) != n || strncasecmp(r->name, line, n) != 0) continue;
        return *words += strcspn(*words, " "), *words += strspn(*words, " "), r;
    }
    return NULL;
}

/* ---- Actions ------------------------------------------------------------ */

void play_act(play *p, mk_action action) {
    mk_error error = {0};
    if (play_warns(p, action)) return;
    if (!mk_table_do(p->table, p->seat, action, &error)) {
        say_rule(p, &error);
        return;
    }
    p->filter[0] = 0;
    p->page = 0;
    p->unsaved_work = true;
    play_save_entries(p);
}

static void act_numbered(play *p, long number) {
    const char *text = play_action_numbered(p, number);
    mk_action action;
    mk_error error = {0};
    if (text && mk_parse_action(p->game, text, &action, &error)) {
        play_act(p, action);
    } else {
        play_complain(p, "There is no action number %ld.", number);
    }
}

/* Words that fit several actions list them; words that fit none say why. */
static void act_in_words(play *p, const char *line) {
    mk_action action;
    mk_error error = {0};
    if (mk_guess_action(p->game, mk_table_state(p->table), line, &action, &error)) {
        play_act(p, action);
    } else if (error.code != MK_E_ILLEGAL && play_count_matching(p, line) > 0) {
        show_list(p, line);
    } else {
        say_rule(p, &error);
    }
}

void play_obey(play *p, char *command) {
    char *words = command, *end;
    const row *r = find_row(command, &words);
    long number = strtol(command, &end, 10);
    if (!*command) {
        play_draw_situation(p, PLAY_ALL);
        play_draw_prompt(p);
        show_list(p, "");
    } else if (r) {
        r->run(p, words);
    } else if (end != command && !*end) {
        act_numbered(p, number);
    } else if (!play_march_to(p, command) && !play_act_on_all(p, command)) {
        act_in_words(p, command);
    }
}
