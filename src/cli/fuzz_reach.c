/* fuzz_reach.c - what `musket fuzz` reached: phases, verbs and events are counted, and events whose
 * row says so by one of their numbers, too (which Command, which step of which card). */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"

/* ---- Counting ----------------------------------------------------------- */

static int64_t *zeros(size_t count) {
    int64_t *p = calloc(count ? count : 1, sizeof *p);
    if (!p) abort();
    return p;
}

/* How many values the number has by which an event is counted; 0: it is not. */
static int values_of(const mk_game *g, int event) {
    const mk_event_kind *row = &g->events[event];
    return row->by ? mk_kind_count(g, row->kind[row->by - 1]) : 0;
}

void fuzz_count_begin(fuzz *f) {
    const mk_game *g = f->game;
    fuzz_counts *c = &f->came;
    c->events = 1;
    while (g->events[c->events].name) c->events++;
    c->phase = zeros((size_t)g->phase_count);
    c->verb = zeros((size_t)g->verb_count);
    c->event = zeros((size_t)c->events);
    c->value = calloc((size_t)c->events, sizeof *c->value);
    if (!c->value) abort();
    for (int i = 1; i < c->events; i++)
        if (g->events[i].by)
            c->value[i] = zeros((size_t)(g->seat_count + 1) * (size_t)values_of(g, i));
}

void fuzz_count_end(fuzz *f) {
    for (int i = 0; i < f->came.events; i++) free(f->came.value[i]);
    free(f->came.value);
    free(f->came.phase);
    free(f->came.verb);
    free(f->came.event);
    f->came = (fuzz_counts){0};
}

/* Where an event with a value is counted; seat 0: nobody's. */
static int64_t *count_at(const fuzz *f, int event, int seat, int value) {
    return &f->came.value[event][seat * values_of(f->game, event) + value];
}

int64_t fuzz_times(const fuzz *f, int event, int value) {
    int64_t n = 0;
    for (int seat = 0; seat <= f->game->seat_count; seat++) n += *count_at(f, event, seat, value);
    return n;
}

/* Has it come so often that nothing need be done for it any more? */
bool fuzz_lags(const fuzz *f, int event, int value) {
    return fuzz_times(f, event, value) < f->at_least;
}

/* By which of its numbers an event is counted; -1: by none. */
static int counted(const fuzz *f, const mk_event *e) {
    int by = f->game->events[e->kind].by;
    if (!by) return -1;
    int value = e->n[by - 1];
    return value >= 0 && value < values_of(f->game, e->kind) ? value : -1;
}

void fuzz_count(fuzz *f, int entry) {
    int count;
    const mk_event *events = mk_table_events(f->table, entry, &count);
    f->lagging = 0;
    for (int i = 0; i < count; i++) {
        const mk_event *e = &events[i];
        f->came.event[e->kind]++;
        int value = counted(f, e);
        if (value < 0) continue;
        ++*count_at(f, e->kind, e->seat + 1, value);
        if (!f->at_least || !fuzz_lags(f, e->kind, value)) continue;
        f->lagging = e->kind;
        f->lagging_value = value;
    }
}

/* ---- Looking for what is rare -------------------------------------------- */

/* How often the decision on top of the trial state came; -1: it has no legal action. */
static int64_t times_decided(fuzz *f) {
    const mk_phase *phase = mk_phase_of(f->game, f->trial);
    if (!mk_list(f->game, f->trial, &f->ahead)) return -1;
    return phase ? f->came.phase[phase - f->game->phases] : INT64_MAX;
}

mk_action fuzz_choose_rare(fuzz *f) {
    enum { TRIED = 4 };
    mk_action best = {0};
    int64_t least = 0;
    for (int i = 0; i < TRIED; i++) {
        mk_action action = f->legal.list[mk_below(&f->rng, (uint32_t)f->legal.count)];
        fuzz_attempt(f, action);
        memcpy(f->trial, mk_table_state(f->table), f->game->state_size);
        mk_apply(f->game, f->trial, action, NULL);
        int64_t times = times_decided(f);
        if (best.verb && times >= least) continue;
        best = action;
        least = times;
    }
    return best;
}

/* Does the trial state come to something that lags behind, by this action and a few more by lot? */
static bool brings(fuzz *f, mk_action action, int further) {
    mk_log_clear(&f->log);
    mk_apply(f->game, f->trial, action, &f->log);
    for (int i = 0; i < f->log.count; i++) {
        const mk_event *e = &f->log.event[i];
        int value = counted(f, e);
        if (value >= 0 && fuzz_lags(f, e->kind, value)) return true;
    }
    if (times_decided(f) < f->at_least) return true; /* or it has no legal action: a failure */
    if (!further || mk_seat(f->game, f->trial) == MK_OVER) return false;
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

/* A table whose rows begin with their name, and how often each came; row 0 is none. */
typedef struct {
    const char *what;
    const char *rows;
    size_t row_size;
    int count;
    const int64_t *came;
} reached;

static const char *name_of(const reached *r, int row) {
    return *(const char *const *)(const void *)(r->rows + (size_t)row * r->row_size);
}

static void print_count(const char *what, const char *name, int64_t count, int *column) {
    if (*column == 0) printf("  %-7s", what);
    printf(" %-24s %9lld", name, (long long)count);
    *column = (*column + 1) % 2;
    if (*column == 0) printf("\n");
}

static void print_table(const reached *r) {
    char what[16];
    int column = 0;
    snprintf(what, sizeof what, "%ss", r->what);
    for (int i = 1; i < r->count; i++) print_count(what, name_of(r, i), r->came[i], &column);
    if (column) printf("\n");
}

/* Procedures are no decisions: nobody waits there. */
static bool is_procedure(const fuzz *f, const reached *r, int row) {
    return r->came == f->came.phase && !f->game->phases[row].verbs;
}

static void print_unreached(const fuzz *f, const reached *r) {
    for (int i = 1; i < r->count; i++)
        if (r->came[i] == 0 && !is_procedure(f, r, i))
            printf("  never reached: %s %s\n", r->what, name_of(r, i));
}

/* Of events that are counted by a value: whose and how often, where there are few values. */
static void print_values(const fuzz *f, int event) {
    enum { FEW = 40 };
    const mk_game *g = f->game;
    const mk_event_kind *row = &g->events[event];
    int kind = row->kind[row->by - 1], count = values_of(g, event), column = 0;
    for (int seat = 0; count <= FEW && seat <= g->seat_count; seat++) {
        for (int value = 0; value < count; value++) {
            char name[3 * MK_NAME];
            snprintf(name, sizeof name, "%s %s", seat ? g->seats[seat - 1].id : "nobody",
                     mk_id(g, kind, value));
            int64_t n = *count_at(f, event, seat, value);
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
    int kind = row->kind[row->by - 1], count = values_of(g, event), seldom = 0;
    int64_t enough = f->at_least ? f->at_least : SELDOM;
    for (int value = 0; value < count; value++) {
        int64_t n = fuzz_times(f, event, value);
        if (n >= enough || (row->excuse && row->excuse(value))) continue;
        printf("  seldom: %s %s, %lld times\n", row->name, mk_id(g, kind, value), (long long)n);
        seldom++;
    }
    return seldom;
}

bool fuzz_report(const fuzz *f, int64_t games, double seconds) {
    const mk_game *g = f->game;
    const reached tables[] = {
        {"phase", (const char *)g->phases, sizeof *g->phases, g->phase_count, f->came.phase},
        {"verb", (const char *)g->verbs, sizeof *g->verbs, g->verb_count, f->came.verb},
        {"event", (const char *)g->events, sizeof *g->events, f->came.events, f->came.event},
    };
    printf("%s: %lld actions of %lld games, no failure (%.1f s)\n", f->game->id,
           (long long)f->actions, (long long)games, seconds);
    printf("  tried: %lld foreign actions, %lld deals of the unknown, %lld undos, "
           "%lld positions, %lld journals",
           (long long)f->refusals, (long long)f->deals, (long long)f->undos,
           (long long)f->positions, (long long)f->journals);
    if (f->made_up) printf(", %lld games from made up positions", (long long)f->made_up);
    printf("\n");
    for (int i = 0; i < 3; i++) print_table(&tables[i]);
    int seldom = 0;
    for (int i = 1; i < f->came.events; i++) {
        if (!g->events[i].by) continue;
        print_values(f, i);
        seldom += print_seldom(f, i);
    }
    for (int i = 0; i < 3; i++) print_unreached(f, &tables[i]);
    if (!f->at_least || !seldom) return true;
    cli_error("fuzz %s: %d of what is counted came less than %lld times", g->id, seldom,
              (long long)f->at_least);
    return false;
}
