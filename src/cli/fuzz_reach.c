/* fuzz_reach.c - what `musket fuzz` reached: phases, verbs and events are counted, and events whose
 * row says so by one of their numbers, too (which Command, which step of which card). */
#include <string.h>

#include "fuzz.h"

/* ---- Counting ----------------------------------------------------------- */

int64_t fuzz_times(const fuzz *f, int event, int value) {
    int64_t n = 0;
    for (int seat = 0; seat <= f->game->seat_count; seat++) n += f->value_count[event][seat][value];
    return n;
}

/* Has it come so often that nothing need be done for it any more? */
bool fuzz_lags(const fuzz *f, int event, int value) {
    return fuzz_times(f, event, value) < f->at_least;
}

/* By which of its numbers an event is counted; -1: by none. */
static int counted(const fuzz *f, const mk_event *e) {
    int by = f->game->events[e->kind].by;
    return by && e->n[by - 1] < FUZZ_VALUES ? e->n[by - 1] : -1;
}

void fuzz_count(fuzz *f, int entry) {
    int count;
    const mk_event *events = mk_table_events(f->table, entry, &count);
    f->lagging = 0;
    for (int i = 0; i < count; i++) {
        const mk_event *e = &events[i];
        f->event_count[e->kind % FUZZ_KINDS]++;
        int value = counted(f, e);
        if (value < 0) continue;
        f->value_count[e->kind % FUZZ_KINDS][e->seat + 1][value]++;
        if (!f->at_least || !fuzz_lags(f, e->kind, value)) continue;
        f->lagging = e->kind;
        f->lagging_value = value;
    }
}

/* Does the trial state come to something that lags behind, by this action and a few more by lot? */
static bool brings(fuzz *f, mk_action action, int further) {
    enum { ROOM = 256 };
    mk_event room[ROOM];
    mk_log log;
    mk_log_init(&log, room, ROOM);
    mk_apply(f->game, f->trial, action, &log);
    for (int i = 0; i < log.count; i++) {
        int value = counted(f, &room[i]);
        if (value >= 0 && fuzz_lags(f, room[i].kind, value)) return true;
    }
    if (!further || mk_seat(f->game, f->trial) == MK_OVER) return false;
    mk_list(f->game, f->trial, &f->ahead);
    action = f->ahead.list[mk_below(&f->rng, (uint32_t)f->ahead.count)];
    return brings(f, action, further - 1);
}

/* Mostly one action ahead; now and then farther, which takes its time. */
bool fuzz_seek(fuzz *f, mk_action *found) {
    enum { MOST_TRIED = 16, FARTHER = 6 };
    int further = fuzz_sometimes(f, 8) ? FARTHER : 0;
    int first = (int)mk_below(&f->rng, (uint32_t)f->legal.count);
    for (int i = 0; i < f->legal.count && i < MOST_TRIED; i++) {
        *found = f->legal.list[(first + i) % f->legal.count];
        fuzz_attempt(f, *found);
        memcpy(f->trial, mk_table_state(f->table), f->game->state_size);
        if (brings(f, *found, further)) return true;
    }
    return false;
}

/* ---- The report --------------------------------------------------------- */

typedef struct {
    const char *name[FUZZ_KINDS];
    int count;
} names;

/* The rows of phases, verbs and events all begin with their name; row 0 is none. */
static names names_of(const void *rows, size_t row_size) {
    names n = {.count = 1};
    for (const char *row = rows; n.count < FUZZ_KINDS; n.count++) {
        row += row_size;
        const char *name = *(const char *const *)(const void *)row;
        if (!name) break;
        n.name[n.count] = name;
    }
    return n;
}

static void print_count(const char *what, const char *name, int64_t count, int *column) {
    if (*column == 0) printf("  %-7s", what);
    printf(" %-24s %9lld", name, (long long)count);
    *column = (*column + 1) % 2;
    if (*column == 0) printf("\n");
}

static void print_table(const char *what, const names *n, const int64_t *counts) {
    int column = 0;
    for (int i = 1; i < n->count; i++) print_count(what, n->name[i], counts[i], &column);
    if (column) printf("\n");
}

static void print_unreached(const char *what, const names *n, const int64_t *counts) {
    for (int i = 1; i < n->count; i++) {
        if (n->name[i] && counts[i] == 0) printf("  never reached: %s %s\n", what, n->name[i]);
    }
}

/* Of events that are counted by a value: whose and how often, where there are few values. */
static void print_values(const fuzz *f, int event) {
    enum { FEW = 40 };
    const mk_game *g = f->game;
    const mk_event_kind *row = &g->events[event];
    int kind = row->kind[row->by - 1], count = g->kinds[kind].count(), column = 0;
    for (int seat = 0; count <= FEW && seat <= g->seat_count; seat++) {
        for (int value = 0; value < count; value++) {
            char name[3 * MK_NAME];
            snprintf(name, sizeof name, "%s %s", seat ? g->seats[seat - 1].id : "nobody",
                     mk_id(g, kind, value));
            int64_t n = f->value_count[event][seat][value];
            if (n) print_count(row->name, name, n, &column);
        }
    }
    if (column) printf("\n");
}

/* Values that came seldom though they should come. Returns how many. */
static int print_seldom(const fuzz *f, int event) {
    enum { SELDOM = 100 };
    const mk_game *g = f->game;
    const mk_event_kind *row = &g->events[event];
    int kind = row->kind[row->by - 1], count = g->kinds[kind].count(), seldom = 0;
    int64_t enough = f->at_least ? f->at_least : SELDOM;
    for (int value = 0; value < count && value < FUZZ_VALUES; value++) {
        int64_t n = fuzz_times(f, event, value);
        if (n >= enough || (row->excuse && row->excuse(value))) continue;
        printf("  seldom: %s %s, %lld times\n", row->name, mk_id(g, kind, value), (long long)n);
        seldom++;
    }
    return seldom;
}

bool fuzz_report(const fuzz *f, int64_t games, double seconds) {
    const mk_game *g = f->game;
    names phases = names_of(g->phases, sizeof *g->phases);
    names verbs = names_of(g->verbs, sizeof *g->verbs);
    names events = names_of(g->events, sizeof *g->events);
    printf("%s: %lld actions of %lld games, no failure (%.1f s)\n", f->game->id,
           (long long)f->actions, (long long)games, seconds);
    printf("  tried: %lld foreign actions, %lld deals of the unknown, %lld undos, "
           "%lld positions, %lld journals\n",
           (long long)f->refusals, (long long)f->deals, (long long)f->undos,
           (long long)f->positions, (long long)f->journals);
    print_table("phases", &phases, f->phase_count);
    print_table("verbs", &verbs, f->verb_count);
    print_table("events", &events, f->event_count);
    int seldom = 0;
    for (int i = 1; i < events.count; i++) {
        if (!g->events[i].by) continue;
        print_values(f, i);
        seldom += print_seldom(f, i);
    }
    for (int i = 1; i < phases.count; i++) { /* frames that never wait have no verbs */
        if (!g->phases[i].verbs[0]) phases.name[i] = NULL;
    }
    print_unreached("phase", &phases, f->phase_count);
    print_unreached("verb", &verbs, f->verb_count);
    print_unreached("event", &events, f->event_count);
    if (!f->at_least || !seldom) return true;
    cli_error("fuzz %s: %d of what is counted came less than %lld times", g->id, seldom,
              (long long)f->at_least);
    return false;
}
