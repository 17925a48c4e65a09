/* fuzz_stir.c - positions that play hardly leads to: a game is played for a while, then facts of it
 * are changed by lot, as scripts set them. What no game has is there: a kind of piece that is
 * nowhere or everywhere, no money or all of it. */
#include <limits.h>
#include <string.h>

#include "core/engine.h"
#include "core/property.h"
#include "core/table.h"
#include "fuzz.h"

typedef enum { NOTHING, THE_SAME, THE_MOST, BY_LOT } amount;

enum {
    LARGEST = 64,
    SMALL = 6,
    LAST = 4,
    ALL_SUBJECTS = INT_MAX,
    TRIALS = 20,
    CHECKS = 500, /* for one position: they take their time */
    FEW = 12,     /* one of so many facts is changed in a remembered position */
    RECALLED = 8, /* so many of those are thought of */
    LARGE = 300,  /* a kind of so many names, hexes: stirred at a few of them only, */
    LONGEST_PRELUDE = 400
};

/* Lists are left as they are. */
static bool is_number(const mk_property *row) { return mk_is_settable(row) && !row->set_list; }

static bool is_possible(fuzz *f) {
    char why[300];
    if (f->checks_left-- <= 0) return false;
    f->game->settle(f->trial);
    return mk_check_facts(f->game, f->trial, why, sizeof why);
}

/* Changes a fact of the trial state, if it can be so. */
static bool assign(fuzz *f, const mk_property *row, int subject, int value) {
    mk_error error = {0};
    memcpy(f->before, f->trial, f->game->state_size);
    if (mk_set_value(f->game, f->trial, (mk_fact){row, subject}, value, &error) && is_possible(f))
        return true;
    memcpy(f->trial, f->before, f->game->state_size);
    return false;
}

/* The same fact of several subjects at once: checking takes its time. */
static bool assign_all(fuzz *f, const mk_property *row, int value) {
    int count = row->subject ? mk_kind_count(f->game, row->subject) : 1;
    mk_error error = {0};
    bool fine = true;
    memcpy(f->before, f->trial, f->game->state_size);
    for (int subject = 0; fine && subject < count; subject++)
        fine = mk_set_value(f->game, f->trial, (mk_fact){row, subject}, value, &error);
    if (fine && is_possible(f)) return true;
    memcpy(f->trial, f->before, f->game->state_size);
    return false;
}

static void assign_most(fuzz *f, const mk_property *row, int subject) {
    int value = 0;
    for (int step = LARGEST; step > 0; step /= 2) {
        if (assign(f, row, subject, value + step)) value += step;
    }
}

/* ---- A few places where all happens ---- */

static bool is_large(const fuzz *f, int kind) {
    return kind && mk_kind_count(f->game, kind) >= LARGE;
}

/* A name for which some fact of the shadow is not as usual: there is something. */
static int where_something_is(fuzz *f, int kind) {
    int seen = 0, found = (int)mk_below(&f->rng, (uint32_t)mk_kind_count(f->game, kind));
    for (const mk_property *row = f->game->properties; row->name; row++) {
        if (row->subject != kind || !is_number(row) || fuzz_sometimes(f, 2)) continue;
        for (int i = 0; i < mk_kind_count(f->game, kind); i++) {
            mk_fact fact = {row, i};
            if (mk_is_usual(f->game, f->shadow, fact)) continue;
            if (mk_below(&f->rng, (uint32_t)++seen) == 0) found = i;
        }
    }
    return found;
}

/* Of a large kind a few names are drawn, and what is stirred is stirred there: so those who are
 * thousands of hexes apart meet. */
static void choose_theatre(fuzz *f) {
    for (int i = 0; i < FUZZ_THEATRE; i++)
        for (int kind = 1; kind < f->game->kind_count; kind++)
            if (is_large(f, kind)) f->theatre[kind][i] = where_something_is(f, kind);
}

static int in_theatre(fuzz *f, int kind) {
    return f->theatre[kind][mk_below(&f->rng, FUZZ_THEATRE)];
}

/* At the end of a list of names there often stand the uncommon ones: boxes, nobody, nowhere. */
static int any_value(fuzz *f, const mk_property *row) {
    int count = row->value ? mk_kind_count(f->game, row->value) : SMALL;
    if (is_large(f, row->value) && !fuzz_sometimes(f, 3)) return in_theatre(f, row->value);
    if (row->value && count > LAST && fuzz_sometimes(f, 3))
        return count - 1 - (int)mk_below(&f->rng, LAST);
    return (int)mk_below(&f->rng, (uint32_t)count);
}

/* One row of the table, of one subject or of several, beginning anywhere. */
static void stir_row(fuzz *f, const mk_property *row, amount how_much, int subjects) {
    int count = row->subject ? mk_kind_count(f->game, row->subject) : 1;
    int first = (int)mk_below(&f->rng, (uint32_t)count), same = any_value(f, row);
    if (is_large(f, row->subject)) {
        for (int i = 0; i < FUZZ_THEATRE; i++)
            assign(f, row, in_theatre(f, row->subject),
                   how_much == NOTHING ? 0 : any_value(f, row));
        return;
    }
    if (row->value && how_much != BY_LOT) how_much = THE_SAME; /* names are not more or less */
    if (how_much == NOTHING) same = 0;
    bool alike = how_much == NOTHING || how_much == THE_SAME;
    if (alike && subjects >= count && assign_all(f, row, same)) return;
    for (int i = 0; i < count && i < subjects; i++) {
        int subject = (first + i) % count;
        switch (how_much) {
        case NOTHING:
        case THE_SAME: assign(f, row, subject, same); break;
        case THE_MOST: assign_most(f, row, subject); break;
        case BY_LOT: assign(f, row, subject, any_value(f, row)); break;
        }
    }
}

static amount any_amount(fuzz *f) { return (amount)mk_below(&f->rng, BY_LOT + 1); }

static int count_rows(const mk_game *game) {
    int count = 0;
    while (game->properties[count].name) count++;
    return count;
}

/* All facts in one mood, things being scarce or plenty or anyhow, or many of them in several. A
 * game may have more facts than there are checks: so it begins anywhere. */
static void stir_well(fuzz *f) {
    amount mood = any_amount(f);
    bool thorough = fuzz_sometimes(f, 2);
    int rows = count_rows(f->game), first = (int)mk_below(&f->rng, (uint32_t)rows);
    for (int i = 0; i < rows && f->checks_left > 0; i++) {
        const mk_property *row = &f->game->properties[(first + i) % rows];
        if (!is_number(row) || (!thorough && fuzz_sometimes(f, 3))) continue;
        bool usual = thorough || !fuzz_sometimes(f, 3);
        bool all = thorough || !fuzz_sometimes(f, 3);
        stir_row(f, row, usual ? mood : any_amount(f), all ? ALL_SUBJECTS : 1);
    }
}

/* A few facts. */
static void stir_slightly(fuzz *f) {
    for (const mk_property *row = f->game->properties; row->name; row++) {
        if (!is_number(row) || !fuzz_sometimes(f, FEW)) continue;
        stir_row(f, row, any_amount(f), fuzz_sometimes(f, 2) ? ALL_SUBJECTS : 1);
    }
}

/* Makes the trial state from the shadow. Then play goes on at the resume point where it rested. */
static bool stir(fuzz *f, void (*how)(fuzz *)) {
    mk_error error = {0};
    const mk_resume_point *point =
        mk_find_resume_point(f->game, mk_resume_point_at(f->game, f->shadow), &error);
    memcpy(f->trial, f->shadow, f->game->state_size);
    f->checks_left = CHECKS;
    how(f);
    if (!mk_settle(f->game, f->trial, point, NULL, &error)) return false;
    const char *at = mk_resume_point_at(f->game, f->trial);
    return at && strcmp(at, point->name) == 0;
}

/* Leads the shadow to the last resume point among some actions, or to the next one behind them;
 * false: the game has none. */
static bool play_on(fuzz *f) {
    void *state = f->trial;
    bool found = false;
    memcpy(state, mk_table_state(f->table), f->game->state_size);
    int wanted = (int)mk_below(&f->rng, LONGEST_PRELUDE);
    for (int i = 0; i <= wanted || !found; i++) {
        if (mk_resume_point_at(f->game, state)) {
            memcpy(f->shadow, state, f->game->state_size);
            found = true;
        }
        /* Play itself finds a decision without a legal action. */
        if (mk_seat(f->game, state) == MK_OVER || !mk_list(f->game, state, &f->legal)) break;
        mk_action action = f->legal.list[mk_below(&f->rng, (uint32_t)f->legal.count)];
        mk_apply(f->game, state, action, NULL);
    }
    return found;
}

/* ---- Positions that are remembered --------------------------------------- */

void fuzz_remember(fuzz *f) {
    fuzz_memory *m = &f->memory[mk_below(&f->rng, FUZZ_MEMORY)];
    m->event = f->lagging;
    m->value = f->lagging_value;
    mk_table_state_at(f->table, 0, m->state);
}

static bool is_wanted(const fuzz *f, const fuzz_memory *m) {
    return m->event && fuzz_lags(f, m->event, m->value);
}

/* Leads the shadow to a remembered position, of a few the one for what is rarest; false: there is
 * none for what still is rare. */
static bool recall(fuzz *f) {
    const fuzz_memory *best = NULL;
    for (int i = 0; i < RECALLED; i++) {
        const fuzz_memory *m = &f->memory[mk_below(&f->rng, FUZZ_MEMORY)];
        if (!is_wanted(f, m)) continue;
        if (!best || fuzz_times(f, m->event, m->value) < fuzz_times(f, best->event, best->value))
            best = m;
    }
    if (!best) return false;
    memcpy(f->shadow, best->state, f->game->state_size);
    return true;
}

bool fuzz_stir(fuzz *f) {
    bool known = fuzz_sometimes(f, 2) && recall(f);
    if (!known && !play_on(f)) return false;
    choose_theatre(f);
    for (int i = 0; i < TRIALS; i++) {
        if (!stir(f, known ? stir_slightly : stir_well)) continue;
        mk_table_restart(f->table, f->trial);
        return true;
    }
    return false;
}
