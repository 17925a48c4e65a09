/* main.c - the table of commands. */
#include <string.h>

#include "cli.h"

static int show_help(int argc, char **argv);
static int show_version(int argc, char **argv);

typedef struct {
    const char *name, *summary;
    int (*run)(int argc, char **argv);
} command;

static const command COMMANDS[] = {
    {"play", "play a game in this terminal", cli_play},
    {"games", "list the games, their scenarios, options and seats", cli_games},
    {"sim", "let bots play many games and report who wins, and why", cli_sim},
    {"arena", "let bots play each other and rate them", cli_arena},
    {"tune", "fit how the machine judges a position to games played", cli_tune},
    {"replay", "show what happened in a journal", cli_replay},
    {"odds", "what the battles that could be fought now would bring", cli_odds},
    {"analyse", "the chances in a game that was played, luck, skill, turning points", cli_analyse},
    {"engine", "drive a game from another program, line by line", cli_engine},
    {"script", "run rule tests written as scripts", cli_script},
    {"fuzz", "play at random and check everything on the way", cli_fuzz},
    {"bench", "measure how fast games are played", cli_bench},
    {"data", "check a data pack, or export the one inside", cli_data},
    {"serve", "serve accounts, tables in play and the page", cli_serve},
    {"admin", "look after a server's file: list, backup, vacuum, ban, password", cli_admin},
    {"verify", "check that the dice of a journal are those promised at its start", cli_verify},
    {"version", "print the version", show_version},
    {"help", "print this list, or help on one command", show_help},
};

enum { COMMAND_COUNT = sizeof COMMANDS / sizeof *COMMANDS };

static const command *find_command(const char *name) {
    for (int i = 0; i < COMMAND_COUNT; i++) {
        if (strcmp(COMMANDS[i].name, name) == 0) return &COMMANDS[i];
    }
    return NULL;
}

static void print_commands(FILE *out) {
    fprintf(out, "Musket plays board wargames of the American Revolution by their rulebooks.\n\n"
                 "usage: musket COMMAND …\n\n");
    for (int i = 0; i < COMMAND_COUNT; i++) {
        fprintf(out, "  %-8s %s\n", COMMANDS[i].name, COMMANDS[i].summary);
    }
    fprintf(out, "\n`musket COMMAND --help` says more. To begin: `musket play p77`.\n");
}

static int unknown_command(const char *name) {
    cli_error("there is no command \"%s\"; `musket help` lists them", name);
    return CLI_USAGE;
}

static int show_help(int argc, char **argv) {
    if (argc < 2 || argv[1][0] == '-') {
        print_commands(stdout);
        return CLI_FINE;
    }
    const command *c = find_command(argv[1]);
    if (!c) return unknown_command(argv[1]);
    if (c->run == show_help || c->run == show_version) {
        printf("usage: musket %s\n\n%s\n", c->name, c->summary);
        return CLI_FINE;
    }
    char help[] = "--help";
    char *only_help[] = {argv[1], help, NULL};
    return c->run(2, only_help);
}

static int show_version(int argc, char **argv) {
    static const cli_option none[] = {{0}};
    const cli_usage usage = {"version", "", 0, 0, "Prints the version.", none};
    cli_list words;
    int code = cli_parse(&usage, argc, argv, &words);
    if (code != CLI_GO_ON) return code;
    printf("musket %s\n", MK_VERSION);
    return CLI_FINE;
}

/* What could not be written (a full disk, a closed pipe) must not look like success. */
static int finish(int code) {
    if (fflush(stdout) != 0 || ferror(stdout)) return cli_error("the output could not be written");
    return code;
}

int main(int argc, char **argv) {
    if (argc < 2) {
        print_commands(stderr);
        return CLI_USAGE;
    }
    const char *name = argv[1];
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0) name = "help";
    if (strcmp(name, "--version") == 0) name = "version";
    const command *c = find_command(name);
    if (!c) return unknown_command(name);
    return finish(c->run(argc - 1, argv + 1));
}
