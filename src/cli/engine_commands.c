/* engine_commands.c - the commands of `musket engine`; docs/protocol.md describes them.
 *
 * A program confined to a seat sees that seat's events, views and properties, acts for that seat
 * alone, and learns of the others only that they did something. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "bots/hint.h"
#include "core/table.h"
#include "engine.h"

/* ---- Words -------------------------------------------------------------- */

/* Cuts the next word off. NULL: no more. */
static char *next_word(char **rest) {
    char *word = strtok_r(*rest, " ", rest);
    return word && *word ? word : NULL;
}

static bool read_number(const char *word, uint64_t *out, mk_error *error) {
    char *end;
    errno = 0;
    if (word && *word >= '0' && *word <= '9') {
        *out = strtoull(word, &end, 10);
        if (!*end && !errno) return true;
    }
    return mk_fail(error, MK_E_SYNTAX, "a number is missing, not \"%.40s\"", word ? word : "");
}

static bool confined(const engine *e) { return e->eyes != MK_EVERYTHING; }

/* ---- What replies have in common ---------------------------------------- */

static void add_outcome(engine *e) {
    mk_outcome outcome = {0};
    e->game->outcome(mk_table_state(e->table), &outcome);
    mk_text_add(&e->reply, ",\"outcome\":{");
    for (int s = 0; s < e->game->seat_count; s++) {
        mk_text_json(&e->reply, e->game->seats[s].id);
        mk_text_add(&e->reply, ":{\"rank\":%d,\"margin\":%d},", outcome.rank[s], outcome.margin[s]);
    }
    mk_text_add(&e->reply, "\"rule\":");
    mk_text_json(&e->reply, outcome.reason ? outcome.reason : "");
    mk_text_add(&e->reply, "}");
}

/* Who decides what now, how far the game is. */
static void add_status(engine *e) {
    const void *state = mk_table_state(e->table);
    int seat = mk_seat(e->game, state);
    bool over = seat == MK_OVER;
    cli_json_member(&e->reply, "seat", over ? NULL : e->game->seats[seat].id);
    cli_json_member(&e->reply, "phase", over ? NULL : mk_phase_of(e->game, state)->name);
    mk_text_add(&e->reply, ",\"turn\":%d,\"entries\":%d,\"over\":%s",
                ((const mk_base *)state)->turn, mk_table_count(e->table), over ? "true" : "false");
    if (over) add_outcome(e);
}

static void add_events(engine *e, int entry) {
    int count;
    const mk_event *events = mk_table_events(e->table, entry, &count);
    mk_text_add(&e->reply, ",\"events\":");
    cli_json_events(e->game, events, count, e->eyes, &e->reply);
}

static void add_text(engine *e, const char *name, const mk_text *text) {
    cli_json_member(&e->reply, name, text->p ? text->p : "");
}

/* The seat that decides, if the program may act for it. */
static bool own_decision(const engine *e, int *seat, mk_error *error) {
    *seat = mk_seat(e->game, mk_table_state(e->table));
    if (*seat == MK_OVER) return mk_fail(error, MK_E_FINISHED, "the game is over");
    if (!confined(e) || *seat == e->eyes) return true;
    return mk_fail(error, MK_E_SEAT, "%s must decide now", e->game->seats[*seat].title);
}

/* ---- Games -------------------------------------------------------------- */

static bool run_help(engine *e, char *arguments, mk_error *error) {
    (void)arguments, (void)error;
    mk_text_add(&e->reply, ",\"commands\":[");
    for (const engine_row *row = engine_rows; row->name; row++) {
        mk_text_add(&e->reply, "%s{\"name\":\"%s\"", row == engine_rows ? "" : ",", row->name);
        cli_json_member(&e->reply, "arguments", row->arguments);
        cli_json_member(&e->reply, "summary", row->summary);
        mk_text_add(&e->reply, "}");
    }
    mk_text_add(&e->reply, "]");
    return true;
}

static bool run_games(engine *e, char *arguments, mk_error *error) {
    (void)arguments, (void)error;
    mk_text_add(&e->reply, ",\"version\":\"%s\",\"games\":[", MK_VERSION);
    for (int i = 0; i < mk_game_count(); i++) {
        if (i) mk_text_add(&e->reply, ",");
        cli_json_game(mk_game_at(i), &e->reply);
    }
    mk_text_add(&e->reply, "],\"bots\":[");
    for (int i = 0; mk_bot_at(i); i++) {
        if (i) mk_text_add(&e->reply, ",");
        mk_text_json(&e->reply, mk_bot_at(i)->name);
    }
    mk_text_add(&e->reply, "]");
    return true;
}

/* The words behind "new GAME": a scenario, options, a seed, in any order. */
static bool read_setup(engine *e, const mk_game *game, char *rest, mk_setup *setup,
                       mk_error *error) {
    if (!mk_setup_init(game, setup, NULL, error)) return false;
    bool seeded = false;
    for (char *word; (word = next_word(&rest));) {
        char *sign = strchr(word, '=');
        uint64_t seed = 0;
        if (strcmp(word, "seed") == 0) {
            if (e->confined_to) {
                return mk_fail(error, MK_E_SEAT, "who knows the seed knows the dice; --seed N");
            }
            if (!read_number(next_word(&rest), &seed, error)) return false;
            mk_setup_seed(setup, seed);
            seeded = true;
        } else if (sign) {
            *sign = 0;
            if (!mk_setup_option(game, setup, word, sign + 1, error)) return false;
        } else {
            mk_setup fresh;
            if (!mk_setup_init(game, &fresh, word, error)) return false;
            setup->scenario = fresh.scenario;
        }
    }
    if (!seeded && e->seed >= 0) {
        mk_setup_seed(setup, (uint64_t)(e->seed + e->games));
    } else if (!seeded && getrandom(setup->key, sizeof setup->key, 0) < MK_KEY_BYTES) {
        return mk_fail(error, MK_E_IO, "the system gives no random numbers");
    }
    return true;
}

/* A table takes the place of the one before. */
static bool take_table(engine *e, mk_table *table, bool has_journal, mk_error *error) {
    const mk_game *game = mk_table_game(table);
    int eyes = e->confined_to ? mk_find_seat(game, e->confined_to) : MK_EVERYTHING;
    if (e->confined_to && eyes < 0) {
        mk_table_free(table);
        return mk_fail(error, MK_E_NAME, "%s has no seat called %s", game->title, e->confined_to);
    }
    mk_table_free(e->table);
    e->table = table;
    e->game = game;
    e->eyes = eyes;
    e->has_journal = has_journal;
    return true;
}

static bool run_new(engine *e, char *arguments, mk_error *error) {
    char *id = next_word(&arguments);
    const mk_game *game = id ? mk_find_game(id) : NULL;
    if (!game) {
        return mk_fail(error, MK_E_GAME, "there is no game called \"%.40s\"", id ? id : "");
    }
    mk_setup setup;
    if (!read_setup(e, game, arguments, &setup, error)) return false;
    if (!take_table(e, mk_table_new(game, &setup), true, error)) return false;
    e->games++;
    cli_json_member(&e->reply, "game", game->id);
    cli_json_member(&e->reply, "scenario", game->scenarios[setup.scenario].id);
    add_status(e);
    add_events(e, -1);
    return true;
}

/* ---- Playing ------------------------------------------------------------ */

static bool run_status(engine *e, char *arguments, mk_error *error) {
    (void)arguments, (void)error;
    cli_json_member(&e->reply, "game", e->game->id);
    add_status(e);
    return true;
}

static bool run_actions(engine *e, char *arguments, mk_error *error) {
    static mk_actions legal;
    (void)arguments;
    int seat;
    if (!own_decision(e, &seat, error)) return false;
    mk_list(e->game, mk_table_state(e->table), &legal);
    cli_json_member(&e->reply, "seat", e->game->seats[seat].id);
    mk_text_add(&e->reply, ",\"actions\":[");
    for (int i = 0; i < legal.count; i++) {
        char text[CLI_ACTION_TEXT];
        mk_print_action(e->game, legal.list[i], text, sizeof text);
        if (i) mk_text_add(&e->reply, ",");
        mk_text_json(&e->reply, text);
    }
    mk_text_add(&e->reply, "]");
    return true;
}

/* "[SEAT] ACTION": the seat is the one that decides unless it is named. */
static bool read_action(engine *e, char *text, int *seat, mk_action *action, mk_error *error) {
    char word[MK_NAME] = "";
    size_t n = strcspn(text, " ");
    if (n < sizeof word) memcpy(word, text, n);
    int named = mk_find_verb(e->game, word) ? -1 : mk_find_seat(e->game, word);
    if (!own_decision(e, seat, error)) return false;
    if (named >= 0) {
        text += n + strspn(text + n, " ");
        *seat = named;
    }
    if (confined(e) && *seat != e->eyes) {
        return mk_fail(error, MK_E_SEAT, "this program plays %s", e->game->seats[e->eyes].title);
    }
    return mk_parse_action(e->game, text, action, error);
}

/* A refusal tells no more than what the seat can know. */
static bool refuse_as_known(engine *e, int seat, mk_action action, mk_error *error) {
    const void *state = mk_table_state(e->table);
    const char *rule = mk_why_not_known(e->game, state, seat, action, &e->rng);
    *error = (mk_error){0};
    mk_fail(error, MK_E_ILLEGAL, "the rules do not allow this now");
    snprintf(error->rule, sizeof error->rule, "%.*s", rule ? (int)strcspn(rule, ":") : 0,
             rule ? rule : "");
    return false;
}

static bool run_do(engine *e, char *arguments, mk_error *error) {
    int seat;
    mk_action action;
    if (!read_action(e, arguments, &seat, &action, error)) return false;
    if (!mk_table_do(e->table, seat, action, error)) {
        bool tells = confined(e) && error->code == MK_E_ILLEGAL;
        return tells ? refuse_as_known(e, seat, action, error) : false;
    }
    add_status(e);
    add_events(e, mk_table_count(e->table) - 1);
    return true;
}

static bool run_bot(engine *e, char *arguments, mk_error *error) {
    const char *name = next_word(&arguments);
    const mk_bot *bot = name ? mk_find_bot(name, e->game) : NULL;
    if (!bot)
        return mk_fail(error, MK_E_NAME, "there is no bot called \"%.40s\"", name ? name : "");
    const void *state = mk_table_state(e->table);
    int seat = mk_seat(e->game, state);
    if (seat == MK_OVER) return mk_fail(error, MK_E_FINISHED, "the game is over");

    if (!e->mind[seat]) e->mind[seat] = mk_mind_new();
    mk_action action = mk_bot_think(bot, e->game, state, seat, &e->rng, e->mind[seat]);
    if (!mk_table_do(e->table, seat, action, error)) return false;
    cli_json_member(&e->reply, "by", e->game->seats[seat].id);
    if (!confined(e) || seat == e->eyes) {
        char text[CLI_ACTION_TEXT];
        mk_print_action(e->game, action, text, sizeof text);
        cli_json_member(&e->reply, "action", text);
    }
    add_status(e);
    add_events(e, mk_table_count(e->table) - 1);
    return true;
}

/* Without a number: one's own last action, if nothing was rolled or revealed. With one: back to
 * the first N entries, as if all had agreed. */
static bool run_undo(engine *e, char *arguments, mk_error *error) {
    int count = mk_table_count(e->table);
    if (*arguments) {
        uint64_t to = 0;
        if (confined(e)) return mk_fail(error, MK_E_SEAT, "to go back so far all must agree");
        if (!read_number(arguments, &to, error)) return false;
        if (to > (uint64_t)count) return mk_fail(error, MK_E_VALUE, "there are %d entries", count);
        if (!mk_table_undo_to(e->table, (int)to, error)) return false;
    } else {
        int last = count ? mk_table_entry(e->table, count - 1)->seat : 0;
        if (!mk_table_undo(e->table, confined(e) ? e->eyes : last, error)) return false;
    }
    add_status(e);
    return true;
}

/* ---- Asking ------------------------------------------------------------- */

static bool run_why(engine *e, char *arguments, mk_error *error) {
    int seat;
    mk_action action;
    if (!own_decision(e, &seat, error)) return false;
    if (!mk_parse_action(e->game, arguments, &action, error)) return false;
    const void *state = mk_table_state(e->table);
    const char *rule = confined(e) ? mk_why_not_known(e->game, state, seat, action, &e->rng)
                                   : mk_why_not(e->game, state, action);
    mk_text_add(&e->reply, ",\"legal\":%s", rule ? "false" : "true");
    if (rule) {
        const mk_rule *found = mk_find_rule(e->game, rule);
        cli_json_member(&e->reply, "rule", found && found->of ? found->of : rule);
        cli_json_member(&e->reply, "rule_title", mk_rule_title(e->game, rule));
    }
    return true;
}

/* Of the battle that an action leads to; without one, of that which is going on. */
static bool run_odds(engine *e, char *arguments, mk_error *error) {
    enum { TRIALS = 2000 };
    static mk_odds odds;
    const void *state = mk_table_state(e->table);
    mk_action action = {0};
    int seat = mk_seat(e->game, state);
    if (*arguments) {
        if (!own_decision(e, &seat, error)) return false;
        if (!mk_parse_action(e->game, arguments, &action, error)) return false;
        if (!mk_legal(e->game, state, action))
            return mk_fail(error, MK_E_ILLEGAL, "the rules do not allow this now");
    } else if (seat != MK_OVER && confined(e)) {
        seat = e->eyes;
    }
    if (!mk_odds_find(e->game, state, seat, action, (mk_effort){TRIALS, 0}, &e->rng, &odds))
        return mk_fail(error, MK_E_VALUE, "there is no battle");
    mk_text_add(&e->reply, ",\"odds\":");
    mk_odds_write(e->game, &odds, &e->reply);
    return true;
}

/* What the machine would do, and why. */
static bool run_hint(engine *e, char *arguments, mk_error *error) {
    int seat;
    uint64_t playouts = 0;
    if (*arguments && !read_number(arguments, &playouts, error)) return false;
    if (playouts > 1000000) return mk_fail(error, MK_E_VALUE, "so many playouts take too long");
    if (!own_decision(e, &seat, error)) return false;
    mk_hint hint;
    mk_hint_find(e->game, mk_table_state(e->table), seat, (int)playouts, playouts ? 0 : 1, &e->rng,
                 &hint);
    mk_text_add(&e->reply, ",\"hint\":");
    mk_hint_write(e->game, &hint, &e->reply);
    mk_hint_free(&hint);
    return true;
}

/* Why the machine thinks that a seat is ahead: the one that is named, decides, or confines. */
static bool run_terms(engine *e, char *arguments, mk_error *error) {
    int seat = *arguments ? mk_find_seat(e->game, arguments) : e->eyes;
    const void *state = mk_table_state(e->table);
    if (!*arguments && seat < 0) seat = mk_seat(e->game, state);
    if (seat < 0) return mk_fail(error, MK_E_NAME, "a seat is missing: terms SEAT");
    if (confined(e) && seat != e->eyes)
        return mk_fail(error, MK_E_SEAT, "this program plays %s", e->game->seats[e->eyes].title);
    double chance;
    mk_reason reason[MK_MAX_TERMS];
    int count = mk_terms_find(e->game, state, seat, &e->rng, &chance, reason);
    if (!count) return mk_fail(error, MK_E_VALUE, "there is nothing to judge");
    mk_text_add(&e->reply, ",\"seat\":\"%s\",\"chance\":%.4f,\"terms\":", e->game->seats[seat].id,
                chance);
    mk_reasons_write(reason, count, &e->reply);
    return true;
}

/* Whose eyes: a seat, `spectator` or `all`; nothing: those of the program. */
static bool read_eyes(const engine *e, const char *word, int *eyes, mk_error *error) {
    *eyes = e->eyes;
    if (!*word) return true;
    int seat = mk_find_seat(e->game, word);
    if (strcmp(word, "spectator") == 0) {
        *eyes = MK_SPECTATOR;
    } else if (strcmp(word, "all") == 0) {
        *eyes = MK_EVERYTHING;
    } else if (seat >= 0) {
        *eyes = seat;
    } else {
        return mk_fail(error, MK_E_NAME, "there is no seat called \"%.40s\"", word);
    }
    if (!confined(e) || *eyes == e->eyes || *eyes == MK_SPECTATOR) return true;
    return mk_fail(error, MK_E_SEAT, "this program sees what %s sees",
                   e->game->seats[e->eyes].title);
}

static bool run_view(engine *e, char *arguments, mk_error *error) {
    int eyes;
    if (!read_eyes(e, arguments, &eyes, error)) return false;
    mk_view *view = mk_view_new();
    mk_view_build(e->game, mk_table_state(e->table), eyes, view);
    mk_text_add(&e->reply, ",\"view\":");
    mk_view_json(view, &e->reply);
    mk_view_free(view);
    return true;
}

static bool run_board(engine *e, char *arguments, mk_error *error) {
    (void)arguments, (void)error;
    mk_view *view = mk_view_new();
    mk_view_board(e->game, view);
    mk_text_add(&e->reply, ",\"board\":");
    mk_view_json(view, &e->reply);
    mk_view_free(view);
    return true;
}

static bool run_events(engine *e, char *arguments, mk_error *error) {
    int count = mk_table_count(e->table);
    uint64_t number = (uint64_t)count;
    if (*arguments && !read_number(arguments, &number, error)) return false;
    if (number > (uint64_t)count) return mk_fail(error, MK_E_VALUE, "there are %d entries", count);
    mk_text_add(&e->reply, ",\"entry\":%d", (int)number);
    add_events(e, (int)number - 1);
    return true;
}

static bool run_get(engine *e, char *arguments, mk_error *error) {
    char value[4096];
    if (!mk_get(e->game, mk_table_state(e->table), e->eyes, arguments, value, sizeof value,
                error)) {
        return false;
    }
    cli_json_member(&e->reply, "value", value);
    return true;
}

static bool run_dump(engine *e, char *arguments, mk_error *error) {
    bool whole = strcmp(arguments, "whole") == 0;
    if (*arguments && !whole) return mk_fail(error, MK_E_SYNTAX, "the command is: dump [whole]");
    mk_text dump = {0};
    mk_dump(e->game, mk_table_state(e->table), e->eyes, whole ? MK_DUMP_WHOLE : MK_DUMP_ALL, &dump);
    add_text(e, "dump", &dump);
    mk_text_free(&dump);
    return true;
}

/* ---- Changing ----------------------------------------------------------- */

static bool run_set(engine *e, char *arguments, mk_error *error) {
    void *state = malloc(e->game->state_size);
    if (!state) abort();
    memcpy(state, mk_table_state(e->table), e->game->state_size);
    bool fine = mk_set(e->game, state, arguments, NULL, error);
    if (fine) {
        mk_table_restart(e->table, state);
        e->has_journal = false;
        add_status(e);
    }
    free(state);
    return fine;
}

/* ---- Saving and loading ------------------------------------------------- */

static bool run_journal(engine *e, char *arguments, mk_error *error) {
    (void)arguments;
    if (!e->has_journal) {
        return mk_fail(error, MK_E_VALUE, "a game that began from a position has no journal");
    }
    mk_text text = {0};
    mk_journal_write(e->table, &text);
    add_text(e, "journal", &text);
    mk_text_free(&text);
    return true;
}

static bool run_record(engine *e, char *arguments, mk_error *error) {
    int eyes;
    if (!read_eyes(e, arguments, &eyes, error)) return false;
    if (eyes == MK_EVERYTHING)
        return mk_fail(error, MK_E_NAME, "a record is one seat's: record SEAT");
    mk_text text = {0};
    mk_record_write(e->table, eyes, &text);
    add_text(e, "record", &text);
    mk_text_free(&text);
    return true;
}

static bool run_position(engine *e, char *arguments, mk_error *error) {
    mk_position_dice dice =
        strcmp(arguments, "dice") == 0 ? MK_POSITION_WITH_DICE : MK_POSITION_ALONE;
    if (*arguments && dice == MK_POSITION_ALONE) {
        return mk_fail(error, MK_E_SYNTAX, "it is `position` or `position dice`");
    }
    mk_text text = {0};
    bool fine = mk_position_write(e->game, mk_table_state(e->table), dice, &text, error);
    if (fine) add_text(e, "position", &text);
    mk_text_free(&text);
    return fine;
}

/* "load … BYTES", and then so many bytes. They are taken from the input whatever becomes of
 * them, so that the lines behind them are commands again. */
static bool read_payload(engine *e, char *arguments, mk_text *text, mk_error *error) {
    uint64_t size = 0;
    return read_number(arguments, &size, error) && engine_read(e, (size_t)size, text, error);
}

static bool refuse_confined(const engine *e, mk_error *error) {
    return !e->confined_to ||
           mk_fail(error, MK_E_SEAT, "what is loaded would show more than %s may know",
                   e->confined_to);
}

static bool load_journal(engine *e, const mk_text *text, mk_error *error) {
    mk_table *table = NULL;
    bool fine = mk_journal_read(text->p ? text->p : "", text->n, NULL, &table, error);
    bool usable = table && (fine || error->code == MK_E_TRUNCATED);
    if (!usable) {
        mk_table_free(table);
        return false;
    }
    char warning[sizeof error->text] = "";
    if (!fine) memcpy(warning, error->text, sizeof warning);
    if (!take_table(e, table, true, error)) return false;
    if (!fine) cli_json_member(&e->reply, "warning", warning);
    return true;
}

static bool load_position(engine *e, const mk_text *text, mk_error *error) {
    void *state = malloc(MK_MAX_STATE);
    if (!state) abort();
    const mk_game *game;
    mk_setup setup;
    bool fine = mk_position_read(text->p ? text->p : "", text->n, NULL, &game, state, error) &&
                mk_setup_init(game, &setup, NULL, error);
    if (fine) {
        mk_table *table = mk_table_new(game, &setup);
        mk_table_restart(table, state);
        fine = take_table(e, table, false, error);
    }
    free(state);
    return fine;
}

static bool load(engine *e, char *arguments, mk_error *error,
                 bool (*take)(engine *, const mk_text *, mk_error *)) {
    mk_text text = {0};
    bool fine = read_payload(e, arguments, &text, error) && refuse_confined(e, error) &&
                take(e, &text, error);
    if (fine) {
        cli_json_member(&e->reply, "game", e->game->id);
        add_status(e);
    }
    mk_text_free(&text);
    return fine;
}

static bool run_load_journal(engine *e, char *arguments, mk_error *error) {
    return load(e, arguments, error, load_journal);
}

static bool run_load_position(engine *e, char *arguments, mk_error *error) {
    return load(e, arguments, error, load_position);
}

static bool run_quit(engine *e, char *arguments, mk_error *error) {
    (void)arguments, (void)error;
    e->quit = true;
    return true;
}

void engine_free(engine *e) {
    for (int s = 0; s < MK_MAX_SEATS; s++) mk_mind_free(e->mind[s]);
    mk_table_free(e->table);
    mk_text_free(&e->reply);
}

const engine_row engine_rows[] = {
    {"help", "", "this list", ENGINE_ALWAYS, run_help},
    {"games", "", "games, scenarios, options, seats, bots", ENGINE_ALWAYS, run_games},
    {"new", "GAME [SCENARIO] [OPTION=VALUE…] [seed N]", "begin a game", ENGINE_ALWAYS, run_new},
    {"status", "", "who decides what, and how far the game is", ENGINE_IN_GAME, run_status},
    {"actions", "", "all legal actions", ENGINE_IN_GAME, run_actions},
    {"do", "[SEAT] ACTION", "do one", ENGINE_IN_GAME, run_do},
    {"bot", "NAME", "let a bot act for the seat that decides", ENGINE_IN_GAME, run_bot},
    {"undo", "[N]", "take one's last action back, or all behind the first N", ENGINE_IN_GAME,
     run_undo},
    {"legal", "ACTION", "is it legal now, and which rule forbids it", ENGINE_IN_GAME, run_why},
    {"why", "ACTION", "the same", ENGINE_IN_GAME, run_why},
    {"odds", "[ACTION]", "of the battle it leads to, or of that which is going on", ENGINE_IN_GAME,
     run_odds},
    {"hint", "[PLAYOUTS]",
     "what the machine would do, and why; without a number it thinks a second", ENGINE_IN_GAME,
     run_hint},
    {"terms", "[SEAT]", "why the machine thinks that a seat is ahead", ENGINE_IN_GAME, run_terms},
    {"view", "[SEAT|spectator|all]", "what is seen now", ENGINE_IN_GAME, run_view},
    {"board", "", "what never changes: the map", ENGINE_IN_GAME, run_board},
    {"events", "[N]", "what happened at entry N (the last; 0: the set-up)", ENGINE_IN_GAME,
     run_events},
    {"get", "NAME", "a property", ENGINE_IN_GAME, run_get},
    {"dump", "[whole]", "all properties; without `whole` not those that are 0, none or empty",
     ENGINE_IN_GAME, run_dump},
    {"set", "NAME=VALUE…", "set properties: all or none", ENGINE_UNCONFINED, run_set},
    {"journal", "", "the whole game as text", ENGINE_UNCONFINED, run_journal},
    {"record", "[SEAT]", "what a seat saw, as text", ENGINE_IN_GAME, run_record},
    {"position", "[dice]", "the position as text, with the dice to come", ENGINE_UNCONFINED,
     run_position},
    {"load journal", "BYTES", "a journal, in the bytes behind this line", ENGINE_ALWAYS,
     run_load_journal},
    {"load position", "BYTES", "a position, in the bytes behind this line", ENGINE_ALWAYS,
     run_load_position},
    {"quit", "", "the end", ENGINE_ALWAYS, run_quit},
    {0},
};
