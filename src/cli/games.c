/* games.c - `musket games`: what can be played. */
#include <string.h>

#include "cli.h"

/* ---- For people --------------------------------------------------------- */

static void print_row(const char *id, const char *title, const char *summary) {
    enum { COLUMN = 19 };
    mk_text text = {0};
    mk_text_add(&text, "%s", title);
    if (summary && *summary) mk_text_add(&text, ": %s", summary);
    printf("    %-*s", COLUMN - 4, id);
    if (strlen(id) >= COLUMN - 4) printf("\n%*s", COLUMN, ""); /* its words begin a line below */
    cli_wrapped(COLUMN, text.p);
    mk_text_free(&text);
}

static void print_option(const mk_option *o) {
    print_row(o->id, o->title, o->summary);
    printf("    %-14s values: ", "");
    for (int i = 0; o->values[i]; i++) {
        printf("%s%s%s", i ? ", " : "", o->values[i], i ? "" : " (default)");
    }
    printf("\n");
}

/* "1777, at most 20 turns, usually 2–3 hours" */
static void print_length(const mk_scenario *s) {
    if (!s->years || !s->turns || !s->hours) return;
    printf("    %-14s %s, at most %d %s, usually %s hours\n", "", s->years, s->turns,
           s->turn_name ? s->turn_name : "turns", s->hours);
}

static void print_game(const mk_game *game) {
    printf("%s  %s\n", game->id, game->title);
    printf("  seats\n");
    for (int i = 0; i < game->seat_count; i++) {
        print_row(game->seats[i].id, game->seats[i].title, game->seats[i].summary);
    }
    printf("  scenarios\n");
    for (const mk_scenario *s = game->scenarios; s->id; s++) {
        if (!mk_scenario_offered(s)) continue;
        print_row(s->id, s->title, s->summary);
        print_length(s);
    }
    if (game->options[0].id) printf("  options\n");
    for (const mk_option *o = game->options; o->id; o++) print_option(o);
}

static void print_bots(void) {
    printf("\nplayers for --seat\n");
    print_row("human", "you, at this keyboard", NULL);
    for (int i = 0; mk_bot_at(i); i++) {
        const mk_bot *bot = mk_bot_at(i);
        print_row(bot->name, bot->summary, NULL);
    }
}

/* ---- For programs ------------------------------------------------------- */

static void json_named(mk_text *out, const char *id, const char *title, const char *summary) {
    mk_text_add(out, "{\"id\":");
    mk_text_json(out, id);
    cli_json_member(out, "title", title);
    cli_json_member(out, "summary", summary ? summary : "");
}

static void json_option(mk_text *out, const mk_option *o) {
    json_named(out, o->id, o->title, o->summary);
    mk_text_add(out, ",\"values\":[");
    for (int i = 0; o->values[i]; i++) {
        if (i) mk_text_add(out, ",");
        mk_text_json(out, o->values[i]);
    }
    mk_text_add(out, "]}");
}

void cli_json_game(const mk_game *game, mk_text *out) {
    mk_text_add(out, "{\"id\":");
    mk_text_json(out, game->id);
    cli_json_member(out, "title", game->title);
    mk_text_add(out, ",\"rules_version\":%d,\"data_hash\":\"%016llx\",\"state_bytes\":%zu",
                game->rules_version, (unsigned long long)mk_data_hash(game), game->state_size);
    mk_text_add(out, ",\"seats\":[");
    for (int i = 0; i < game->seat_count; i++) {
        if (i) mk_text_add(out, ",");
        json_named(out, game->seats[i].id, game->seats[i].title, game->seats[i].summary);
        mk_text_add(out, "}");
    }
    mk_text_add(out, "],\"scenarios\":[");
    for (const mk_scenario *s = game->scenarios; s->id; s++) {
        if (!mk_scenario_offered(s)) continue;
        if (s != game->scenarios) mk_text_add(out, ",");
        json_named(out, s->id, s->title, s->summary);
        cli_json_member(out, "years", s->years ? s->years : "");
        cli_json_member(out, "turn_name", s->turn_name ? s->turn_name : "turns");
        cli_json_member(out, "hours", s->hours ? s->hours : "");
        mk_text_add(out, ",\"turns\":%d}", s->turns);
    }
    mk_text_add(out, "],\"options\":[");
    for (const mk_option *o = game->options; o->id; o++) {
        if (o != game->options) mk_text_add(out, ",");
        json_option(out, o);
    }
    mk_text_add(out, "]}");
}

/* ---- The command -------------------------------------------------------- */

int cli_games(int argc, char **argv) {
    bool json = false;
    cli_start start = CLI_START_DEFAULTS;
    const cli_option options[] = {
        {"--json", NULL, "one JSON object per line, for programs", CLI_FLAG, &json, 0, 0},
        CLI_DATA_ROW(start),
        {0},
    };
    const cli_usage usage = {
        "games",
        "",
        0,
        0,
        "Lists the games with their scenarios, options and seats, and the bots that can play.",
        options};
    cli_list words;
    int code = cli_parse(&usage, argc, argv, &words);
    if (code != CLI_GO_ON) return code;
    if (!cli_open(start.data)) return CLI_FAILED;

    mk_text line = {0};
    for (int i = 0; i < mk_game_count(); i++) {
        if (!json) {
            if (i) printf("\n");
            print_game(mk_game_at(i));
            continue;
        }
        mk_text_clear(&line);
        cli_json_game(mk_game_at(i), &line);
        puts(line.p);
    }
    if (!json) print_bots();
    mk_text_free(&line);
    return CLI_FINE;
}
