/* args.c - command lines: one table of options per command serves reading and --help. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "cli.h"

/* ---- Help --------------------------------------------------------------- */

static void print_help(const cli_usage *usage) {
    printf("usage: musket %s%s%s [options]\n\n%s\n\noptions:\n", usage->command,
           *usage->words ? " " : "", usage->words, usage->about);
    for (const cli_option *o = usage->options; o->name; o++) {
        char left[40];
        snprintf(left, sizeof left, "%s%s%s", o->name, o->value ? " " : "",
                 o->value ? o->value : "");
        printf("  %-22s %s\n", left, o->help);
    }
    printf("  %-22s %s\n", "--help", "this text");
}

/* ---- Reading ------------------------------------------------------------ */

static const cli_option *find_option(const cli_usage *usage, const char *name, size_t length) {
    for (const cli_option *o = usage->options; o->name; o++) {
        if (strlen(o->name) == length && memcmp(o->name, name, length) == 0) return o;
    }
    return NULL;
}

static int take_number(const cli_usage *usage, const cli_option *o, const char *text) {
    char *end;
    errno = 0;
    long long value = strtoll(text, &end, 10);
    if (end == text || *end || errno || value < o->min || value > o->max) {
        if (o->max == INT64_MAX) {
            return cli_wrong_usage(usage->command, "%s wants a number of at least %lld, not \"%s\"",
                                   o->name, (long long)o->min, text);
        }
        return cli_wrong_usage(usage->command, "%s wants a number from %lld to %lld, not \"%s\"",
                               o->name, (long long)o->min, (long long)o->max, text);
    }
    *(int64_t *)o->to = value;
    return CLI_GO_ON;
}

static int add_to_list(const cli_usage *usage, cli_list *list, const char *value) {
    if (list->count == CLI_MAX_LIST) {
        return cli_wrong_usage(usage->command, "more than %d of one kind: \"%s\" is too many",
                               CLI_MAX_LIST, value);
    }
    list->at[list->count++] = value;
    return CLI_GO_ON;
}

static int take_value(const cli_usage *usage, const cli_option *o, const char *value) {
    switch (o->type) {
    case CLI_NUMBER: return take_number(usage, o, value);
    case CLI_LIST: return add_to_list(usage, o->to, value);
    case CLI_TEXT: *(const char **)o->to = value; return CLI_GO_ON;
    case CLI_FLAG: break;
    }
    *(bool *)o->to = true;
    return CLI_GO_ON;
}

/* One option, "--name value" or "--name=value"; moves *next behind what it used. */
static int take_option(const cli_usage *usage, int argc, char **argv, int *next) {
    const char *word = argv[(*next)++];
    size_t length = strcspn(word, "=");
    const cli_option *o = find_option(usage, word, length);
    if (!o) return cli_wrong_usage(usage->command, "there is no option %s", word);

    if (o->type == CLI_FLAG) {
        if (word[length]) return cli_wrong_usage(usage->command, "%s takes no value", o->name);
        return take_value(usage, o, NULL);
    }
    if (word[length]) return take_value(usage, o, word + length + 1);
    if (*next == argc) return cli_wrong_usage(usage->command, "%s wants a value", o->name);
    return take_value(usage, o, argv[(*next)++]);
}

static int check_words(const cli_usage *usage, const cli_list *words) {
    if (words->count < usage->min_words) {
        return cli_wrong_usage(usage->command, "%s is missing", usage->words);
    }
    if (words->count > usage->max_words) {
        return cli_wrong_usage(usage->command, "\"%s\" is one word too many",
                               words->at[usage->max_words]);
    }
    return CLI_GO_ON;
}

int cli_parse(const cli_usage *usage, int argc, char **argv, cli_list *words) {
    words->count = 0;
    bool only_words = false;
    for (int next = 1; next < argc;) {
        const char *word = argv[next];
        int code;
        if (only_words || word[0] != '-' || !word[1]) {
            next++;
            code = add_to_list(usage, words, word);
        } else if (strcmp(word, "--") == 0) {
            next++;
            only_words = true;
            code = CLI_GO_ON;
        } else if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) {
            print_help(usage);
            return CLI_FINE;
        } else {
            code = take_option(usage, argc, argv, &next);
        }
        if (code != CLI_GO_ON) return code;
    }
    return check_words(usage, words);
}

/* ---- Games, set-ups, seats ---------------------------------------------- */

bool cli_open(const char *data_dir) {
    mk_error error = {0};
    return mk_open(data_dir, &error) || (cli_error_from(&error), false);
}

const mk_game *cli_find_game(const char *id) {
    const mk_game *game = mk_find_game(id);
    if (game) return game;
    mk_text list = {0};
    for (int i = 0; i < mk_game_count(); i++) {
        mk_text_add(&list, "%s%s", i ? ", " : "", mk_game_at(i)->id);
    }
    cli_error("there is no game called \"%s\"; there is: %s", id, list.p ? list.p : "none");
    mk_text_free(&list);
    return NULL;
}

const mk_game *cli_parse_game(const cli_usage *usage, int argc, char **argv, const cli_start *start,
                              int *code) {
    cli_list words;
    *code = cli_parse(usage, argc, argv, &words);
    if (*code != CLI_GO_ON) return NULL;
    *code = CLI_FAILED;
    return cli_open(start->data) ? cli_find_game(words.at[0]) : NULL;
}

/* Splits "X=Y" at the sign. False if there is none or X is too long. */
static bool split(const char *pair, char *name, size_t size, const char **value) {
    size_t length = strcspn(pair, "=");
    if (!pair[length] || length >= size) return false;
    memcpy(name, pair, length);
    name[length] = 0;
    *value = pair + length + 1;
    return true;
}

static bool random_key(uint8_t key[MK_KEY_BYTES]) {
    if (getrandom(key, MK_KEY_BYTES, 0) == MK_KEY_BYTES) return true;
    return cli_error("the system gives no random numbers; try --seed N"), false;
}

bool cli_setup(const mk_game *game, const cli_start *start, mk_setup *setup) {
    mk_error error = {0};
    if (!mk_setup_init(game, setup, start->scenario, &error)) {
        return cli_error_from(&error), false;
    }
    for (int i = 0; i < start->options.count; i++) {
        char name[MK_NAME];
        const char *value;
        if (!split(start->options.at[i], name, sizeof name, &value)) {
            return cli_error("--option wants NAME=VALUE, not \"%s\"", start->options.at[i]), false;
        }
        if (!mk_setup_option(game, setup, name, value, &error)) {
            return cli_error_from(&error), false;
        }
    }
    if (start->seed < 0) return random_key(setup->key);
    mk_setup_seed(setup, (uint64_t)start->seed);
    return true;
}

bool cli_bot_rng(const cli_start *start, mk_rng *rng) {
    mk_setup other = {0};
    if (start->seed < 0 && !random_key(other.key)) return false;
    if (start->seed >= 0) mk_setup_seed(&other, (uint64_t)start->seed);
    other.key[0] ^= 0xb0; /* the game has the key itself */
    mk_rng_key(rng, other.key);
    return true;
}

void cli_minds(mk_mind *minds[MK_MAX_SEATS], const cli_thought *limits) {
    for (int s = 0; s < MK_MAX_SEATS; s++) {
        minds[s] = mk_mind_new();
        mk_mind_limits(minds[s], (int)limits->playouts, (double)limits->milliseconds / 1000, 1);
    }
}

void cli_minds_free(mk_mind *minds[MK_MAX_SEATS]) {
    for (int s = 0; s < MK_MAX_SEATS; s++) mk_mind_free(minds[s]);
}

void cli_add_limits(mk_text *out, const mk_game *game, const mk_setup *setup,
                    const cli_thought *limits) {
    mk_text_add(out, " options");
    for (int i = 0; game->options[i].id; i++) mk_text_add(out, " %d", setup->option[i]);
    if (limits->playouts) mk_text_add(out, " playouts %d", (int)limits->playouts);
    if (limits->milliseconds) mk_text_add(out, " think %d", (int)limits->milliseconds);
}

static void print_seats(const mk_game *game) {
    mk_text list = {0};
    for (int i = 0; i < game->seat_count; i++) {
        mk_text_add(&list, "%s%s", i ? ", " : "", game->seats[i].id);
    }
    fprintf(stderr, "musket: the seats of %s are %s\n", game->title, list.p);
    mk_text_free(&list);
}

int cli_seat(const mk_game *game, const char *id) {
    if (strcmp(id, "spectator") == 0) return MK_SPECTATOR;
    if (strcmp(id, "all") == 0) return MK_EVERYTHING;
    int seat = mk_find_seat(game, id);
    if (seat >= 0) return seat;
    cli_error("there is no seat called \"%s\"", id);
    print_seats(game);
    return CLI_NO_SUCH_SEAT;
}

static bool find_player(const mk_game *game, const char *name, cli_who who, const mk_bot **bot) {
    *bot = NULL;
    if (who == CLI_HUMANS_TOO && strcmp(name, "human") == 0) return true;
    *bot = mk_find_bot(name, game);
    if (*bot) return true;
    mk_text list = {0};
    if (who == CLI_HUMANS_TOO) mk_text_add(&list, "human");
    for (int i = 0; mk_bot_at(i); i++) {
        const mk_bot *b = mk_bot_at(i);
        if (!mk_bot_plays(b, game)) continue;
        mk_text_add(&list, "%s%s", list.n ? ", " : "", b->name);
    }
    cli_error("there is no player called \"%s\"; there is: %s", name, list.p);
    mk_text_free(&list);
    return false;
}

bool cli_seats(const mk_game *game, const cli_list *given, cli_who who, cli_players *players) {
    for (int i = 0; i < given->count; i++) {
        char name[MK_NAME] = "all";
        const char *player = given->at[i];
        if (strchr(player, '=') && !split(given->at[i], name, sizeof name, &player)) {
            return cli_error("--seat wants SEAT=PLAYER, not \"%s\"", given->at[i]), false;
        }
        int seat = cli_seat(game, name);
        if (seat == CLI_NO_SUCH_SEAT) return false;
        if (seat == MK_SPECTATOR) return cli_error("a spectator does not play"), false;
        const mk_bot *bot;
        if (!find_player(game, player, who, &bot)) return false;
        for (int s = 0; s < game->seat_count; s++) {
            if (seat == MK_EVERYTHING || seat == s) players->bot[s] = bot;
        }
    }
    return true;
}

void cli_nonplayers(const mk_game *game, const cli_players *players, mk_setup *setup) {
    for (int s = 0; s < game->seat_count; s++) {
        const mk_bot *bot = players->bot[s];
        if (bot && bot->nonplayer) setup->nonplayers |= MK_ONLY(s);
    }
}
