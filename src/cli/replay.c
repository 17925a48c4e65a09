/* replay.c - `musket replay`: what happened in a journal. */
#include <stdlib.h>

#include "cli.h"
#include "core/table.h"

typedef struct {
    const mk_table *table;
    const mk_game *game;
    int seat; /* whose eyes; MK_EVERYTHING: all */
    mk_view *before, *after;
    void *state; /* after the entry shown last */
    mk_text line;
} replay;

/* What a seat does is its own knowledge until the events tell it to others. */
static bool may_show_action(const replay *r, int by) {
    return r->seat == MK_EVERYTHING || r->seat == by;
}

/* ---- For people --------------------------------------------------------- */

static void print_events(replay *r, int index) {
    int count;
    const mk_event *events = mk_table_events(r->table, index, &count);
    for (int i = 0; i < count; i++) {
        if (!cli_event_shown(events, i, r->seat)) continue;
        mk_text_clear(&r->line);
        mk_event_text(r->game, &events[i], MK_PLAIN, &r->line);
        printf("        %s\n", r->line.p ? r->line.p : "");
    }
}

static void print_entry(replay *r, int index) {
    if (index >= 0) {
        const mk_journal_entry *e = mk_table_entry(r->table, index);
        char action[CLI_ACTION_TEXT] = "…";
        if (e->action.verb == 0) {
            printf("%6d  undo, back to %d\n", index + 1, e->undo_to);
        } else {
            if (may_show_action(r, e->seat)) {
                mk_print_action(r->game, e->action, action, sizeof action);
            }
            printf("%6d  %s %s\n", index + 1, r->game->seats[e->seat].id, action);
        }
    }
    print_events(r, index);
}

static void print_outcome(const replay *r) {
    if (mk_seat(r->game, r->state) != MK_OVER) return;
    mk_outcome outcome = {0};
    r->game->outcome(r->state, &outcome);
    for (int rank = 1; rank <= r->game->seat_count; rank++) {
        for (int s = 0; s < r->game->seat_count; s++) {
            if (outcome.rank[s] != rank) continue;
            printf("%6d. %s (%d)\n", rank, r->game->seats[s].title, outcome.margin[s]);
        }
    }
    const char *title = outcome.reason ? mk_rule_title(r->game, outcome.reason) : NULL;
    printf("        %s (%s)\n", title ? title : "the end", outcome.reason ? outcome.reason : "");
}

/* ---- For programs ------------------------------------------------------- */

/* The first line has the whole view, the others what changed. */
static void json_entry(replay *r, int index) {
    mk_text *out = &r->line;
    int count;
    const mk_event *events = mk_table_events(r->table, index, &count);
    mk_text_clear(out);
    mk_text_add(out, "{\"entry\":%d", index + 1);
    if (index >= 0) {
        const mk_journal_entry *e = mk_table_entry(r->table, index);
        cli_json_member(out, "seat", e->action.verb ? r->game->seats[e->seat].id : NULL);
        char action[CLI_ACTION_TEXT];
        if (e->action.verb == 0) {
            mk_text_add(out, ",\"undo_to\":%d", e->undo_to);
        } else if (may_show_action(r, e->seat)) {
            mk_print_action(r->game, e->action, action, sizeof action);
            cli_json_member(out, "action", action);
        }
    }
    mk_text_add(out, ",\"events\":");
    cli_json_events(r->game, events, count, r->seat, out);

    if (index >= 0) mk_table_step(r->table, index, r->state);
    mk_view_clear(r->after);
    mk_view_build(r->game, r->state, r->seat, r->after);
    mk_text_add(out, index < 0 ? ",\"view\":" : ",\"changes\":");
    if (index < 0) {
        mk_view_json(r->after, out);
    } else {
        mk_view_delta(r->before, r->after, out);
    }
    mk_text_add(out, "}");
    puts(out->p);
    mk_view *swap = r->before;
    r->before = r->after;
    r->after = swap;
}

/* ---- The command -------------------------------------------------------- */

static void show(const mk_table *table, int to, int seat, bool json) {
    replay r = {.table = table, .game = mk_table_game(table), .seat = seat};
    r.before = mk_view_new();
    r.after = mk_view_new();
    r.state = malloc(r.game->state_size);
    if (!r.state) abort();
    if (!json) {
        const mk_setup *setup = mk_table_setup(table);
        printf("%s, %s\n", r.game->title, r.game->scenarios[setup->scenario].title);
    }
    mk_table_state_at(table, json ? 0 : to, r.state);
    for (int i = -1; i < to; i++) (json ? json_entry : print_entry)(&r, i);
    if (!json) print_outcome(&r);
    mk_view_free(r.before);
    mk_view_free(r.after);
    free(r.state);
    mk_text_free(&r.line);
}

int cli_replay(int argc, char **argv) {
    bool json = false;
    mk_code found;
    int64_t to = INT64_MAX;
    const char *seat_id = "all";
    cli_start start = CLI_START_DEFAULTS;
    const cli_option options[] = {
        {"--to", "N", "stop after N actions", CLI_NUMBER, &to, 0, INT64_MAX},
        {"--seat", "X", "only what this seat (or `spectator`) saw", CLI_TEXT, &seat_id, 0, 0},
        {"--json", NULL, "one JSON object per action, with the view, then its changes", CLI_FLAG,
         &json, 0, 0},
        CLI_DATA_ROW(start),
        {0},
    };
    const cli_usage usage = {
        "replay",
        "FILE",
        1,
        1,
        "Replays a journal and prints each action with what happened. A journal that stops early\n"
        "or goes wrong is shown as far as it can be read; the exit code is then 1.",
        options};
    cli_list words;
    int code = cli_parse(&usage, argc, argv, &words);
    if (code != CLI_GO_ON) return code;
    if (!cli_open(start.data)) return CLI_FAILED;

    mk_table *table = cli_read_journal(words.at[0], &found);
    if (!table) return CLI_FAILED;
    int seat = cli_seat(mk_table_game(table), seat_id);
    if (seat != CLI_NO_SUCH_SEAT) {
        int count = mk_table_count(table);
        show(table, to < count ? (int)to : count, seat, json);
    }
    mk_table_free(table);
    return found == MK_OK && seat != CLI_NO_SUCH_SEAT ? CLI_FINE : CLI_FAILED;
}
