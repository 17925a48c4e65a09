/* script.c - rule tests in plain text. docs/scripts.md explains the language; each command is a
 * row of the table at the end and a function above it.
 *
 * A script plays at a table of its own. `set` and `dice` change the position without an action:
 * the table then goes on from there, which is why undo never reaches back behind them.
 *
 * A command that must work and does not (a set-up, a `do`) leaves a position that nobody meant,
 * so everything up to the next `game` is skipped: one mistake gives one message.
 */
#include "core/script.h"

#include "core/lines.h"
#include "core/names.h"
#include "core/property.h"
#include "core/table.h"
#include "core/text.h"

#include <assert.h>
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_DICE = 91,      /* of one `dice`, as many as a generator can be fed */
    MOST_PLAYED = 100000 /* actions of one `play`, unless it says otherwise */
};

typedef struct script script;

/* What is left of a game after a command failed. */
typedef enum { GOES_ON, MUST_WORK } importance;
typedef enum { ANYWHERE, IN_A_GAME } place;

typedef struct {
    const char *name, *usage;
    place where;
    importance weight;
    bool (*run)(script *, char *args); /* false: it failed */
} command;

struct script {
    const char *file, *next; /* the text that is not yet read */
    int line, lines_read;    /* where the command at work begins; where the reader is */
    mk_text text;            /* the command at work, words parted by single spaces */
    const command *command;
    mk_script_result *result;
    mk_text *report;
    mk_text test;  /* what the last `test` line said */
    bool skipping; /* until the next `game` */

    const mk_game *game;
    mk_table *table;
    void *trial;   /* a state to try something on */
    int dice_line; /* where the dice in use were fed; 0: they are random */
    mk_rng bots;   /* bots draw from here, never from the game's dice */
    mk_event *logged;
    int logged_count, logged_room; /* what happened since the last command that changed something */
    mk_actions offers;
};

/* ---- Telling ------------------------------------------------------------ */

static void begin_report(script *s, int line, const char *test) {
    mk_text_add(s->report, "%s:%d: ", s->file, line);
    if (*test) mk_text_add(s->report, "%s: ", test);
    s->result->failed++;
}

/* Returns false, so that a caller can return it. */
static bool fail(script *s, const char *format, ...) __attribute__((format(printf, 2, 3)));
static bool fail(script *s, const char *format, ...) {
    va_list args;
    begin_report(s, s->line, s->test.n ? s->test.p : "");
    va_start(args, format);
    mk_text_vadd(s->report, format, args);
    va_end(args);
    mk_text_add(s->report, "\n");
    return false;
}

static bool misused(script *s) {
    return fail(s, "the command is: %s %s", s->command->name, s->command->usage);
}

static bool pass(script *s) {
    s->result->passed++;
    return true;
}

/* ---- Reading ------------------------------------------------------------ */

static bool is_blank(char c) { return isspace((unsigned char)c); }

/* Adds the words of one line to the command, without its comment. Returns whether a backslash
 * at the end says that the next line belongs to it. */
static bool add_line(mk_text *out, const char *line, size_t size) {
    for (size_t i = 0; i < size; i++) {
        if (line[i] == '#' && (i == 0 || is_blank(line[i - 1]))) size = i;
    }
    while (size > 0 && is_blank(line[size - 1])) size--;
    bool continued = size > 0 && line[size - 1] == '\\';
    if (continued) size--;
    for (size_t i = 0; i < size; i++) {
        if (is_blank(line[i])) continue;
        size_t begin = i;
        while (i < size && !is_blank(line[i])) i++;
        if (out->n > 0) mk_text_add(out, " ");
        mk_text_bytes(out, line + begin, i - begin);
    }
    return continued;
}

/* The next command that is not empty. */
static bool read_command(script *s) {
    mk_text_clear(&s->text);
    bool continued = false;
    while (*s->next) {
        size_t size = strcspn(s->next, "\n");
        s->lines_read++;
        if (!continued) s->line = s->lines_read;
        continued = add_line(&s->text, s->next, size);
        s->next += size + (s->next[size] == '\n');
        if (!continued && s->text.n > 0) return true;
    }
    return s->text.n > 0;
}

/* Cuts the first word off; NULL if there is none. */
static char *next_word(char **rest) {
    char *word = *rest;
    if (!word || !*word) return NULL;
    char *space = strchr(word, ' ');
    if (space) *space = '\0';
    *rest = space ? space + 1 : word + strlen(word);
    return word;
}

/* "ACTION because KEY": cuts at the last because and returns what follows; NULL: there is none. */
static char *cut_because(char *args) {
    static const char because[] = " because ";
    char *last = NULL;
    for (char *p = strstr(args, because); p; p = strstr(p + 1, because)) last = p;
    if (!last) return NULL;
    *last = '\0';
    return last + sizeof because - 1;
}

/* The first word as the number of a seat. */
static bool read_seat(script *s, char **args, int *seat) {
    const char *name = next_word(args);
    if (!name) return misused(s);
    *seat = mk_find_seat(s->game, name);
    if (*seat >= 0) return true;
    return fail(s, "%s has no seat called %s", s->game->id, name);
}

/* The same where someone only looks on. */
static bool read_watcher(script *s, char **args, int *seat) {
    static const char spectator[] = "spectator";
    size_t n = sizeof spectator - 1;
    if (strncmp(*args, spectator, n) != 0 || ((*args)[n] != ' ' && (*args)[n] != '\0'))
        return read_seat(s, args, seat);
    next_word(args);
    *seat = MK_SPECTATOR;
    return true;
}

static const char *watcher_name(const script *s, int seat) {
    return seat == MK_SPECTATOR ? "spectator" : s->game->seats[seat].id;
}

static bool read_action(script *s, const char *text, mk_action *action) {
    mk_error error = {0};
    if (!*text) return misused(s);
    if (mk_parse_action(s->game, text, action, &error)) return true;
    return fail(s, "%s: %s", text, error.text);
}

/* ---- The table ---------------------------------------------------------- */

static const mk_rng *dice(const script *s) {
    return &((const mk_base *)mk_table_state(s->table))->rng;
}

static void remember(script *s, const mk_event *events, int count) {
    if (count == 0) return;
    if (s->logged_count + count > s->logged_room) {
        s->logged_room = 2 * (s->logged_count + count);
        s->logged = realloc(s->logged, (size_t)s->logged_room * sizeof *s->logged);
        if (!s->logged) abort();
    }
    memcpy(s->logged + s->logged_count, events, (size_t)count * sizeof *events);
    s->logged_count += count;
}

static void remember_entry(script *s, int index) {
    int count;
    const mk_event *events = mk_table_events(s->table, index, &count);
    remember(s, events, count);
}

/* A fresh copy of the position to try something on. */
static void *try_on(script *s) {
    memcpy(s->trial, mk_table_state(s->table), s->game->state_size);
    return s->trial;
}

static bool unchanged(const script *s) {
    return memcmp(s->trial, mk_table_state(s->table), s->game->state_size) == 0;
}

/* Were the dice that were thrown those that were fed? */
static bool dice_fit(script *s) {
    if (dice(s)->fault == MK_FED_FINE) return true;
    if (dice(s)->fault == MK_FED_TOO_FEW)
        return fail(s, "too few dice: more were thrown than the %d of line %d", dice(s)->fed_count,
                    s->dice_line);
    return fail(s, "a die of line %d shows more than the die that was thrown can", s->dice_line);
}

/* Where other dice come, or none any more, all that were fed must have been thrown. By then the
 * name of another test may stand in its line, so only the line of the dice is named. */
static void check_leftover_dice(script *s) {
    if (!s->table || s->skipping || s->dice_line == 0) return;
    int fed = dice(s)->fed_count, left = fed - dice(s)->fed_next;
    if (left > 0) {
        begin_report(s, s->dice_line, "");
        mk_text_add(s->report, "too many dice: %d of %d were not thrown\n", left, fed);
    }
    s->dice_line = 0;
}

static void leave_game(script *s) {
    check_leftover_dice(s);
    mk_table_free(s->table);
    free(s->trial);
    s->table = NULL;
    s->trial = NULL;
    s->logged_count = s->dice_line = 0;
}

/* ---- Commands that change something ------------------------------------- */

static bool run_test(script *s, char *args) {
    if (!*args) return misused(s);
    mk_text_clear(&s->test);
    mk_text_add(&s->test, "%s", args);
    return true;
}

/* "british,patriots" */
static bool read_nonplayers(script *s, char *names, mk_setup *setup) {
    while (names) {
        char *comma = strchr(names, ',');
        if (comma) *comma = '\0';
        int seat = mk_find_seat(s->game, names);
        if (seat < 0) return fail(s, "%s has no seat called %s", s->game->id, names);
        setup->nonplayers |= MK_ONLY(seat);
        names = comma ? comma + 1 : NULL;
    }
    return true;
}

/* What may follow the scenario: option=value, seed N, nonplayers SEAT,SEAT. */
static bool read_setup_word(script *s, char *word, char **args, mk_setup *setup, uint64_t *seed) {
    mk_error error = {0};
    char *equals = strchr(word, '=');
    if (equals) {
        *equals = '\0';
        if (mk_setup_option(s->game, setup, word, equals + 1, &error)) return true;
        return fail(s, "%s", error.text);
    }
    bool is_seed = strcmp(word, "seed") == 0;
    char *value = is_seed || strcmp(word, "nonplayers") == 0 ? next_word(args) : NULL;
    if (!value) return misused(s);
    if (!is_seed) return read_nonplayers(s, value, setup);
    if (mk_parse_number(value, UINT64_MAX, seed)) return true;
    return fail(s, "a seed is a whole number, not %s", value);
}

static bool read_setup(script *s, char *args, mk_setup *setup, uint64_t *seed) {
    mk_error error = {0};
    char *scenario = NULL;
    char *peek = args + strcspn(args, " =");
    if (*args && *peek != '=' && strncmp(args, "seed ", 5) != 0 &&
        strncmp(args, "nonplayers ", 11) != 0)
        scenario = next_word(&args);
    if (!mk_setup_init(s->game, setup, scenario, &error)) return fail(s, "%s", error.text);
    for (char *word; (word = next_word(&args));)
        if (!read_setup_word(s, word, &args, setup, seed)) return false;
    return true;
}

static bool run_game(script *s, char *args) {
    leave_game(s);
    s->skipping = false;
    const char *id = next_word(&args);
    if (!id) return misused(s);
    s->game = mk_find_game(id);
    if (!s->game) return fail(s, "there is no game called %s", id);

    mk_setup setup;
    uint64_t seed = 1;
    if (!read_setup(s, args, &setup, &seed)) return false;
    mk_setup_seed(&setup, seed);
    mk_rng_seed(&s->bots, ~seed); /* another stream than that of the dice */
    s->table = mk_table_new(s->game, &setup);
    s->trial = malloc(s->game->state_size);
    if (!s->trial) abort();
    remember_entry(s, -1);
    return true;
}

static bool run_set(script *s, char *args) {
    if (!*args) return misused(s);
    mk_log log;
    mk_error error = {0};
    mk_log_grow(&log);
    bool fine = mk_set(s->game, try_on(s), args, &log, &error);
    if (fine) {
        mk_table_restart(s->table, s->trial);
        s->logged_count = 0;
        remember(s, log.event, log.count);
    }
    mk_log_free(&log);
    return fine ? dice_fit(s) : fail(s, "%s", error.text);
}

static bool run_dice(script *s, char *args) {
    if (!*args) return misused(s);
    check_leftover_dice(s);
    mk_base *base = try_on(s);
    if (strcmp(args, "random") == 0) {
        mk_feed_end(&base->rng);
        mk_table_restart(s->table, s->trial);
        return true;
    }
    int results[MOST_DICE + 1], count = 0;
    uint64_t number;
    if (strcmp(args, "none") == 0) next_word(&args);
    for (char *word; (word = next_word(&args)) && count <= MOST_DICE; count++) {
        if (!mk_parse_number(word, 100, &number)) return fail(s, "%s is no result of a die", word);
        results[count] = (int)number;
    }
    mk_error error = {0};
    if (!mk_feed(&base->rng, results, count, &error)) return fail(s, "%s", error.text);
    mk_table_restart(s->table, s->trial);
    s->dice_line = s->line;
    return true;
}

/* What a rule test leads to must be a possible position, whatever the test asks of it. */
static bool position_holds(script *s) {
    char why[300];
    if (mk_check(s->game, mk_table_state(s->table), why, sizeof why)) return true;
    return fail(s, "the position is impossible: %s", why);
}

static bool run_do(script *s, char *args) {
    int seat = 0;
    mk_action action;
    mk_error error = {0};
    if (!read_seat(s, &args, &seat) || !read_action(s, args, &action)) return false;
    if (!mk_table_do(s->table, seat, action, &error)) {
        char why[sizeof error];
        const mk_phase *phase = mk_phase_of(s->game, mk_table_state(s->table));
        return fail(s, "%s cannot %s: %s; the phase is %s", s->game->seats[seat].id, args,
                    mk_error_string(&error, why, sizeof why), phase ? phase->name : "over");
    }
    s->logged_count = 0;
    remember_entry(s, mk_table_count(s->table) - 1);
    return position_holds(s) && dice_fit(s);
}

static bool run_undo(script *s, char *args) {
    int seat = 0;
    mk_error error = {0};
    if (!read_seat(s, &args, &seat)) return false;
    if (*args) return misused(s);
    if (!mk_table_undo(s->table, seat, &error)) return fail(s, "%s", error.text);
    s->logged_count = 0;
    return pass(s);
}

/* ---- Bots --------------------------------------------------------------- */

/* How far a `play` goes. */
typedef struct {
    const mk_bot *bot;
    const mk_resume_point *point; /* NULL: until the game is over */
    uint64_t max;
} span;

static bool read_until(script *s, const char *where, span *out) {
    mk_error error = {0};
    if (strcmp(where, "over") == 0) return true;
    out->point = mk_find_resume_point(s->game, where, &error);
    if (!out->point) return fail(s, "%s", error.text);
    if (out->point->at) return true;
    return fail(s, "no game rests at %s: nothing is decided there", where);
}

static bool read_span(script *s, char *args, span *out) {
    const char *name = next_word(&args), *until = next_word(&args), *where = next_word(&args);
    if (!where || strcmp(until, "until") != 0) return misused(s);
    *out = (span){mk_find_bot(name, s->game), NULL, MOST_PLAYED};
    if (!out->bot) return fail(s, "there is no bot called %s for %s", name, s->game->id);
    if (!read_until(s, where, out)) return false;

    const char *max = next_word(&args), *number = next_word(&args);
    if (!max) return true;
    if (number && !*args && strcmp(max, "max") == 0 &&
        mk_parse_number(number, INT32_MAX, &out->max))
        return true;
    return misused(s);
}

static bool run_play(script *s, char *args) {
    span goal;
    if (!read_span(s, args, &goal)) return false;
    s->logged_count = 0;
    for (uint64_t n = 0; n < goal.max; n++) {
        const void *state = mk_table_state(s->table);
        int seat = mk_seat(s->game, state);
        if (seat == MK_OVER && !goal.point) return true;
        if (seat == MK_OVER)
            return fail(s, "the game ended before it came to %s", goal.point->name);
        mk_action action = mk_bot_choose(goal.bot, s->game, state, seat, &s->bots);
        mk_error error = {0};
        if (!mk_table_do(s->table, seat, action, &error))
            return fail(s, "the bot chose what is not allowed: %s", error.text);
        remember_entry(s, mk_table_count(s->table) - 1);
        if (!dice_fit(s)) return false;
        if (goal.point && goal.point->at(state)) return true;
    }
    if (!goal.point && mk_seat(s->game, mk_table_state(s->table)) == MK_OVER) return true;
    return fail(s, "not there after %lu actions", (unsigned long)goal.max);
}

/* ---- Expectations: values ----------------------------------------------- */

typedef enum { EQUAL, UNEQUAL, LESS, AT_MOST, MORE, AT_LEAST } relation;

/* One "NAME=VALUE" with another sign perhaps. */
typedef struct {
    char name[2 * MK_NAME];
    relation relation;
    const char *value;
} expectation;

static bool read_expectation(const char *word, expectation *out) {
    static const struct {
        const char *sign;
        relation relation;
    } signs[] = {{"!=", UNEQUAL}, {"<=", AT_MOST}, {">=", AT_LEAST},
                 {"=", EQUAL},    {"<", LESS},     {">", MORE}};
    size_t n = strcspn(word, "=!<>");
    if (n == 0 || n >= sizeof out->name) return false;
    snprintf(out->name, sizeof out->name, "%.*s", (int)n, word);
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        size_t length = strlen(signs[i].sign);
        if (strncmp(word + n, signs[i].sign, length) != 0) continue;
        out->relation = signs[i].relation;
        out->value = word + n + length;
        return out->value[0] && !strchr("=!<>", out->value[0]);
    }
    return false;
}

static bool read_integer(const char *text, long *out) {
    char *end;
    *out = strtol(text, &end, 10);
    return (isdigit((unsigned char)*text) || *text == '-') && end > text && *end == '\0';
}

static bool name_exists(const mk_game *game, const char *name) {
    static const char *const always[] = {"none", "hidden", "empty", "over"};
    for (size_t i = 0; i < sizeof always / sizeof *always; i++)
        if (strcmp(name, always[i]) == 0) return true;
    for (int i = 1; i < game->phase_count; i++)
        if (strcmp(name, game->phases[i].name) == 0) return true;
    for (int kind = 1; kind < game->kind_count; kind++)
        if (mk_is_named(game, kind) && mk_find(game, kind, name) >= 0) return true;
    return mk_find_seat(game, name) >= 0;
}

/* Whether a value is one that something in this game can have: an unequal that is spelled wrong
 * would hold for ever. */
static bool value_exists(const mk_game *game, const char *value) {
    for (;;) {
        char item[MK_NAME];
        long number;
        size_t n = strcspn(value, ",");
        snprintf(item, sizeof item, "%.*s", (int)n, value);
        if (!read_integer(item, &number) && !name_exists(game, item)) return false;
        if (!value[n]) return true;
        value += n + 1;
    }
}

static bool numbers_relate(relation wanted, long is, long bound) {
    switch (wanted) {
    case LESS: return is < bound;
    case AT_MOST: return is <= bound;
    case MORE: return is > bound;
    case AT_LEAST: return is >= bound;
    default: return false;
    }
}

/* Can the question be asked at all? */
static bool makes_sense(script *s, const expectation *e) {
    long bound;
    if (e->relation == EQUAL) return true;
    if (e->relation == UNEQUAL)
        return value_exists(s->game, e->value) ||
               fail(s, "nothing in %s is called %s", s->game->id, e->value);
    return read_integer(e->value, &bound) ||
           fail(s, "%s is compared with %s, which is no number", e->name, e->value);
}

static bool holds(const expectation *e, const char *is) {
    long number, bound;
    if (e->relation == EQUAL) return strcmp(is, e->value) == 0;
    if (e->relation == UNEQUAL) return strcmp(is, e->value) != 0;
    return read_integer(is, &number) && read_integer(e->value, &bound) &&
           numbers_relate(e->relation, number, bound);
}

/* One NAME=VALUE, where `is` has room for the value as `seat` knows it. */
static bool check_value(script *s, int seat, const char *word, mk_text *is) {
    expectation e;
    mk_error error = {0};
    if (!read_expectation(word, &e)) return fail(s, "expected NAME=VALUE, found %s", word);
    if (!mk_get_text(s->game, mk_table_state(s->table), seat, e.name, is, &error))
        return fail(s, "%s", error.text);
    if (!makes_sense(s, &e)) return false;
    if (holds(&e, is->p)) return pass(s);
    if (seat == MK_EVERYTHING) return fail(s, "expected %s, it is %s", word, is->p);
    return fail(s, "expected %s to see %s, it is %s", watcher_name(s, seat), word, is->p);
}

static bool check_values(script *s, int seat, char *args) {
    if (!*args) return misused(s);
    bool fine = true;
    mk_text is = {0};
    for (char *word; (word = next_word(&args));) {
        mk_text_clear(&is);
        fine &= check_value(s, seat, word, &is);
    }
    mk_text_free(&is);
    return fine;
}

static bool run_expect(script *s, char *args) { return check_values(s, MK_EVERYTHING, args); }

static bool run_see(script *s, char *args) {
    int seat = 0;
    return read_watcher(s, &args, &seat) && check_values(s, seat, args);
}

/* ---- Expectations: what is allowed -------------------------------------- */

/* What `refuse … because` calls it; a key with a condition ("lod.3.2.1:cubes") asks for that. */
static const char *reason_of(const script *s, mk_action action, const char *key,
                             const mk_error *error) {
    if (error->code == MK_E_SEAT) return "seat";
    if (error->code == MK_E_FINISHED) return "over";
    const char *whole =
        strchr(key, ':') ? mk_why_not(s->game, mk_table_state(s->table), action) : NULL;
    return whole ? whole : error->rule;
}

static bool run_refuse(script *s, char *args) {
    int seat = 0;
    mk_action action;
    mk_error error = {0};
    const char *key = cut_because(args);
    if (!key) return misused(s);
    if (!read_seat(s, &args, &seat) || !read_action(s, args, &action)) return false;
    if (mk_do(s->game, try_on(s), seat, action, NULL, &error))
        return fail(s, "expected %s to be refused because %s, it is allowed", args, key);
    if (!unchanged(s)) return fail(s, "%s was refused, and yet something changed", args);
    const char *reason = reason_of(s, action, key, &error);
    if (strcmp(reason, key) != 0)
        return fail(s, "expected %s to be refused because %s, it is because %s", args, key, reason);
    return pass(s);
}

static bool run_refuse_set(script *s, char *args) {
    mk_error error = {0};
    const char *text = cut_because(args);
    if (!*args) return misused(s);
    if (mk_set(s->game, try_on(s), args, NULL, &error))
        return fail(s, "expected %s to be refused, it was set", args);
    if (!unchanged(s)) return fail(s, "%s was refused, and yet something changed", args);
    if (text && !strstr(error.text, text))
        return fail(s, "expected %s to be refused because %s, it is because %s", args, text,
                    error.text);
    return pass(s);
}

static bool run_refuse_undo(script *s, char *args) {
    int seat = 0;
    if (!read_seat(s, &args, &seat)) return false;
    if (*args) return misused(s);
    int can = mk_table_may_undo(s->table, seat);
    if (can > 0) return fail(s, "expected undo to be refused, %d can be taken back", can);
    return pass(s);
}

static void list_for(script *s, int seat) {
    s->offers.count = 0;
    if (mk_seat(s->game, mk_table_state(s->table)) == seat)
        mk_list(s->game, mk_table_state(s->table), &s->offers);
}

static bool same_action(mk_action x, mk_action y) {
    return x.verb == y.verb && x.a == y.a && x.b == y.b && x.c == y.c;
}

/* The place of an action among those offered; -1: it is not. */
static int find_offer(const script *s, mk_action action) {
    for (int i = 0; i < s->offers.count; i++)
        if (same_action(s->offers.list[i], action)) return i;
    return -1;
}

static bool run_offer(script *s, char *args) {
    int seat = 0;
    mk_action action;
    if (!read_seat(s, &args, &seat) || !read_action(s, args, &action)) return false;
    list_for(s, seat);
    if (find_offer(s, action) < 0)
        return fail(s, "expected %s to be offered %s, it is not", s->game->seats[seat].id, args);
    return pass(s);
}

static bool run_offers(script *s, char *args) {
    int seat = 0;
    uint64_t count;
    if (!read_seat(s, &args, &seat)) return false;
    if (!mk_parse_number(args, MK_MAX_ACTIONS, &count)) return misused(s);
    list_for(s, seat);
    if ((int)count != s->offers.count)
        return fail(s, "expected %d actions offered to %s, there are %d", (int)count,
                    s->game->seats[seat].id, s->offers.count);
    return pass(s);
}

/* Cuts the text before the next semicolon off; NULL if there is none left. */
static char *next_part(char **rest) {
    char *part = *rest;
    if (!part) return NULL;
    char *semicolon = strchr(part, ';');
    *rest = semicolon ? semicolon + 1 : NULL;
    char *end = semicolon ? semicolon : part + strlen(part);
    while (end > part && end[-1] == ' ') end--;
    *end = '\0';
    return part + strspn(part, " ");
}

/* Strikes each action that is named off the list; nothing may be left of either. */
static bool run_offer_only(script *s, char *args) {
    int seat = 0;
    if (!read_seat(s, &args, &seat)) return false;
    list_for(s, seat);
    for (char *part; (part = next_part(&args));) {
        mk_action action;
        if (!read_action(s, part, &action)) return false;
        int at = find_offer(s, action);
        if (at < 0) return fail(s, "%s is not offered, or named here twice", part);
        s->offers.list[at] = s->offers.list[--s->offers.count];
    }
    if (s->offers.count == 0) return pass(s);
    mk_text others = {0};
    for (int i = 0; i < s->offers.count; i++) {
        char text[4 * MK_NAME];
        mk_print_action(s->game, s->offers.list[i], text, sizeof text);
        mk_text_add(&others, "%s%s", i > 0 ? "; " : "", text);
    }
    fail(s, "offered as well: %s", others.p);
    mk_text_free(&others);
    return false;
}

/* ---- Expectations: the log ----------------------------------------------- */

/* All that `seat` reads since the last command that changed something: lines, as a report shows
 * them. */
static void add_logged(const script *s, int seat, mk_text *out) {
    mk_text_bytes(out, "", 0);
    for (int i = 0; i < s->logged_count; i++) {
        if (!mk_event_seen(&s->logged[i], seat)) continue;
        if (out->n > 0) mk_text_add(out, "\n    ");
        mk_event_text(s->game, &s->logged[i], MK_PLAIN, out);
    }
}

static bool run_log(script *s, char *args) {
    int seat = 0;
    if (!read_watcher(s, &args, &seat)) return false;
    const char *how = next_word(&args);
    if (!how || !*args) return misused(s);
    bool contains = strcmp(how, "contains") == 0;
    if (!contains && strcmp(how, "lacks") != 0) return misused(s);

    mk_text logged = {0};
    add_logged(s, seat, &logged);
    bool fine = (strstr(logged.p, args) != NULL) == contains;
    if (fine)
        pass(s);
    else
        fail(s, "expected %s %sto read: %s; the log%s%s", watcher_name(s, seat),
             contains ? "" : "not ", args, logged.n > 0 ? ":\n    " : " is empty", logged.p);
    mk_text_free(&logged);
    return fine;
}

/* ---- The commands ------------------------------------------------------- */

static const command commands[] = {
    {"test", "NAME", ANYWHERE, GOES_ON, run_test},
    {"game", "ID [SCENARIO] [option=value]… [seed N] [nonplayers SEAT,SEAT]", ANYWHERE, MUST_WORK,
     run_game},
    {"set", "NAME=VALUE…", IN_A_GAME, MUST_WORK, run_set},
    {"dice", "N… | none | random", IN_A_GAME, MUST_WORK, run_dice},
    {"do", "SEAT ACTION", IN_A_GAME, MUST_WORK, run_do},
    {"undo", "SEAT", IN_A_GAME, MUST_WORK, run_undo},
    {"play", "BOT until POINT|over [max N]", IN_A_GAME, MUST_WORK, run_play},
    {"expect", "NAME=VALUE…", IN_A_GAME, GOES_ON, run_expect},
    {"see", "SEAT NAME=VALUE…", IN_A_GAME, GOES_ON, run_see},
    {"refuse", "SEAT ACTION because KEY", IN_A_GAME, GOES_ON, run_refuse},
    {"refuse-set", "NAME=VALUE… [because TEXT]", IN_A_GAME, GOES_ON, run_refuse_set},
    {"refuse-undo", "SEAT", IN_A_GAME, GOES_ON, run_refuse_undo},
    {"offer", "SEAT ACTION", IN_A_GAME, GOES_ON, run_offer},
    {"offers", "SEAT N", IN_A_GAME, GOES_ON, run_offers},
    {"offer-only", "SEAT ACTION; ACTION…", IN_A_GAME, GOES_ON, run_offer_only},
    {"log", "SEAT contains|lacks TEXT", IN_A_GAME, GOES_ON, run_log},
    {0},
};

static const command *find_command(const char *name) {
    for (const command *c = commands; c->name; c++)
        if (strcmp(c->name, name) == 0) return c;
    return NULL;
}

static bool run_command(script *s) {
    char *args = s->text.p;
    const char *name = next_word(&args);
    s->command = find_command(name);
    if (!s->command) return fail(s, "there is no command called %s", name);
    bool in_a_game = s->command->where == IN_A_GAME;
    if (in_a_game && s->skipping) return true;
    if (in_a_game && !s->table) {
        s->skipping = true;
        return fail(s, "there is no game yet: begin with `game ID`");
    }
    bool fine = s->command->run(s, args);
    if (!fine && s->command->weight == MUST_WORK) s->skipping = true;
    return fine;
}

bool mk_script_run(const char *text, const char *file, mk_script_result *result, mk_text *report) {
    *result = (mk_script_result){0};
    script *s = calloc(1, sizeof *s);
    if (!s) abort();
    s->file = file;
    s->next = text;
    s->result = result;
    s->report = report;
    while (read_command(s)) run_command(s);
    leave_game(s);
    if (result->passed == 0 && result->failed == 0) fail(s, "nothing is expected in this script");
    mk_text_free(&s->text);
    mk_text_free(&s->test);
    free(s->logged);
    free(s);
    return result->failed == 0;
}
