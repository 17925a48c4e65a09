/* fuzz_rules.c - checks of what is legal: the list is exactly that, and all else is refused. */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"

/* An action as one number, so that lists can be sorted and searched. */
static uint64_t number_of(mk_action a) {
    return (uint64_t)a.verb << 48 | (uint64_t)(uint16_t)a.a << 32 | (uint64_t)(uint16_t)a.b << 16 |
           (uint16_t)a.c;
}

static int by_number(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static bool is_listed(const fuzz *f, mk_action action) {
    uint64_t number = number_of(action);
    return bsearch(&number, f->sorted, (size_t)f->legal.count, sizeof number, by_number) != NULL;
}

static bool fail_at(fuzz *f, mk_action action, const char *what) {
    char text[CLI_ACTION_TEXT] = "";
    if (action.verb > 0 && action.verb < f->game->verb_count) {
        mk_print_action(f->game, action, text, sizeof text);
    }
    return fuzz_fail(f, "%s: %s (%d %d %d %d)", what, text, action.verb, action.a, action.b,
                     action.c);
}

bool fuzz_check_list(fuzz *f) {
    const void *state = mk_table_state(f->table);
    if (!mk_list(f->game, state, &f->legal))
        return fuzz_fail(f, "%s", mk_fault_text(f->legal.fault));
    for (int i = 0; i < f->legal.count; i++) {
        mk_action action = f->legal.list[i];
        f->sorted[i] = number_of(action);
        if (!mk_legal(f->game, state, action)) return fail_at(f, action, "listed, but not legal");
    }
    qsort(f->sorted, (size_t)f->legal.count, sizeof *f->sorted, by_number);
    for (int i = 1; i < f->legal.count; i++) {
        if (f->sorted[i] == f->sorted[i - 1]) return fuzz_fail(f, "an action is listed twice");
    }
    return true;
}

/* ---- Refusals ----------------------------------------------------------- */

/* How many values argument `i` of a verb has; 1 if it has none. */
static int values_of(const fuzz *f, int verb, int i) {
    bool known = verb > 0 && verb < f->game->verb_count;
    int kind = known ? f->game->verbs[verb].kind[i] : 0;
    return kind ? mk_kind_count(f->game, kind) : 1;
}

/* A value of this argument's kind, or just beyond them. */
static int16_t any_number(fuzz *f, int verb, int i) {
    return (int16_t)((int)mk_below(&f->rng, (uint32_t)values_of(f, verb, i) + 3) - 1);
}

/* Anything that fits into an action; more often numbers that exist, or nearly. */
static mk_action any_action(fuzz *f) {
    mk_action a = {.verb = (uint16_t)mk_below(&f->rng, (uint32_t)f->game->verb_count + 2)};
    if (fuzz_sometimes(f, 16)) a.verb = (uint16_t)mk_below(&f->rng, 65536);
    int16_t *number[3] = {&a.a, &a.b, &a.c};
    for (int i = 0; i < 3; i++) {
        switch (mk_below(&f->rng, 4)) {
        case 0: break;
        case 1: *number[i] = (int16_t)mk_below(&f->rng, 65536); break;
        default: *number[i] = any_number(f, a.verb, i);
        }
    }
    return a;
}

/* A legal action with one thing changed: just beside what is allowed, or anywhere in its kind. */
static mk_action near_action(fuzz *f) {
    mk_action a = f->legal.list[mk_below(&f->rng, (uint32_t)f->legal.count)];
    int by = (int)mk_below(&f->rng, 9) - 4, i = (int)mk_below(&f->rng, 4);
    int16_t *number[3] = {&a.a, &a.b, &a.c};
    if (i == 3)
        a.verb = (uint16_t)(a.verb + by);
    else if (fuzz_sometimes(f, 2))
        *number[i] = any_number(f, a.verb, i);
    else
        *number[i] = (int16_t)(*number[i] + by);
    return a;
}

/* Tries an action from a seat on a copy. It must be refused, for this reason, without a trace. */
static bool must_refuse(fuzz *f, int seat, mk_action action, mk_code code) {
    const void *state = mk_table_state(f->table);
    mk_error error = {0};
    mk_event room[4];
    mk_log log;
    mk_log_init(&log, room, 4);
    memcpy(f->trial, state, f->game->state_size);
    f->refusals++;
    if (mk_do(f->game, f->trial, seat, action, &log, &error)) {
        return fail_at(f, action, "not allowed, but done");
    }
    if (memcmp(f->trial, state, f->game->state_size) != 0) {
        return fail_at(f, action, "refused, but the state changed");
    }
    if (log.count || log.flags) return fail_at(f, action, "refused, but events were logged");
    if (error.code != code || !error.text[0]) return fail_at(f, action, "refused for no reason");
    return true;
}

static bool check_one(fuzz *f, mk_action action) {
    const void *state = mk_table_state(f->table);
    int seat = mk_seat(f->game, state);
    bool listed = is_listed(f, action);
    if (mk_legal(f->game, state, action) != listed) {
        return fail_at(f, action, listed ? "listed, but not legal" : "legal, but not listed");
    }
    const char *rule = mk_why_not(f->game, state, action);
    if (listed) return rule ? fail_at(f, action, "legal, but a rule forbids it") : true;
    if (!rule) return fail_at(f, action, "not legal, but no rule forbids it");
    if (!mk_rule_title(f->game, rule)) {
        return fuzz_fail(f, "the rule %s is not in the list of rules", rule);
    }
    return must_refuse(f, seat, action, MK_E_ILLEGAL);
}

/* Legal actions, but from the other seats, and from seats that do not exist. */
static bool check_foreign(fuzz *f) {
    int seat = mk_seat(f->game, mk_table_state(f->table));
    int other = (int)mk_below(&f->rng, (uint32_t)f->game->seat_count + 3) - 2;
    mk_action action = f->legal.list[mk_below(&f->rng, (uint32_t)f->legal.count)];
    return other == seat || must_refuse(f, other, action, MK_E_SEAT);
}

bool fuzz_check_refusals(fuzz *f) {
    return check_one(f, any_action(f)) && check_one(f, any_action(f)) &&
           check_one(f, near_action(f)) && check_one(f, near_action(f)) && check_foreign(f);
}

/* ---- The end ------------------------------------------------------------ */

bool fuzz_check_end(fuzz *f) {
    const void *state = mk_table_state(f->table);
    char why[300];
    if (!mk_check(f->game, state, why, sizeof why)) return fuzz_fail(f, "at the end: %s", why);
    mk_list(f->game, state, &f->legal);
    if (f->legal.count) return fuzz_fail(f, "the game is over, and something is legal");
    for (int seat = -2; seat <= f->game->seat_count; seat++) {
        if (!must_refuse(f, seat, any_action(f), MK_E_FINISHED)) return false;
    }
    mk_outcome outcome = {0};
    f->game->outcome(state, &outcome);
    int first = 0;
    for (int s = 0; s < f->game->seat_count; s++) {
        if (outcome.rank[s] < 1 || outcome.rank[s] > f->game->seat_count) {
            return fuzz_fail(f, "%s has rank %d", f->game->seats[s].id, outcome.rank[s]);
        }
        first += outcome.rank[s] == 1;
    }
    if (!first) return fuzz_fail(f, "the game is over, and nobody came first");
    if (!outcome.reason || !mk_rule_title(f->game, outcome.reason)) {
        return fuzz_fail(f, "the end has no reason");
    }
    return true;
}
