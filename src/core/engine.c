/* engine.c - frames, and the doors through which a game is started, asked and changed. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/engine.h"

static_assert(sizeof(mk_action) == 8, "actions are stored by the million");
static_assert(offsetof(mk_actions, list) == 8, "each action of a list lies in one word");
static_assert(sizeof(mk_frame) == 10, "frames are part of a state's bytes");

enum { MAX_STEPS = 100000 }; /* between two decisions; a whole game has fewer */

/* ---- Faults ------------------------------------------------------------- */

const char *mk_fault_text(mk_fault fault) {
    static const char *const words[MK_FAULTS] = {
        [MK_NO_FAULT] = "no limit was reached",
        [MK_FAULT_FRAMES] = "decisions are nested deeper than there is room for",
        [MK_FAULT_STEPS] = "a procedure goes on without end",
        [MK_FAULT_ACTIONS] = "more is legal than a list has room for",
        [MK_FAULT_STUCK] = "nothing is legal, and the game is not over",
    };
    return fault < MK_FAULTS ? words[fault] : "a limit of no known kind was reached";
}

static void mark_fault(mk_base *b, mk_fault fault) {
    if (!b->fault) b->fault = (uint8_t)fault;
}

/* ---- Frames ------------------------------------------------------------- */

/* Beyond the last frame the top one is used again: the state stays in its bounds until the action
 * is over, and then the fault counts. */
mk_frame *mk_push(mk_base *b, int phase, int seat) {
    assert(phase > 0);
    if (b->depth == MK_MAX_FRAMES) {
        mark_fault(b, MK_FAULT_FRAMES);
        b->depth--;
    }
    mk_frame *frame = &b->frame[b->depth++];
    *frame = (mk_frame){.phase = (uint8_t)phase, .seat = (int8_t)seat};
    return frame;
}

/* The frame is emptied, so that equal positions are equal bytes. */
void mk_pop(mk_base *b) {
    if (b->depth == 0) {
        mark_fault(b, MK_FAULT_FRAMES);
        return;
    }
    b->frame[--b->depth] = (mk_frame){0};
}

void mk_pop_with(mk_base *b, int result) {
    mk_pop(b);
    if (b->depth) mk_top(b)->result = (int16_t)result;
}

void mk_run_steps(const mk_game *game, void *state, mk_log *log) {
    mk_base *b = state;
    for (int n = 0; b->depth && !b->fault; n++) {
        const mk_phase *phase = &game->phases[mk_top(b)->phase];
        if (!phase->step) return;
        if (n == MAX_STEPS)
            mark_fault(b, MK_FAULT_STEPS);
        else
            phase->step(state, log);
    }
    if (!b->fault) return;
    b->depth = 0; /* nobody decides any more */
    memset(b->frame, 0, sizeof b->frame);
}

/* ---- Invariants --------------------------------------------------------- */

static const char *frames_fault(const mk_game *game, const mk_base *b) {
    static const mk_frame empty;
    if (b->depth > MK_MAX_FRAMES) return "there are more frames than there is room for";
    for (int i = 0; i < MK_MAX_FRAMES; i++) {
        const mk_frame *f = &b->frame[i];
        if (i >= b->depth) {
            if (memcmp(f, &empty, sizeof empty) != 0) return "a frame not in use is not empty";
            continue;
        }
        if (f->phase == 0 || f->phase >= game->phase_count) return "a frame is of no known phase";
        bool whose = game->phases[f->phase].step && f->seat == -1; /* a procedure may be nobody's */
        if (!whose && (f->seat < 0 || f->seat >= game->seat_count))
            return "a frame is of no known seat";
    }
    return NULL;
}

static const char *setup_fault(const mk_game *game, const mk_base *b) {
    int scenarios = 0, option = 0;
    while (game->scenarios[scenarios].id) scenarios++;
    if (b->scenario >= scenarios) return "there is no such scenario";
    if (b->nonplayers >> game->seat_count) return "a non-player has no seat";
    for (; game->options[option].id; option++) {
        int values = 0;
        while (game->options[option].values[values]) values++;
        if (b->option[option] >= values) return "an option has no such value";
    }
    for (; option < MK_MAX_OPTIONS; option++)
        if (b->option[option]) return "an option is set that the game does not have";
    return NULL;
}

static const char *rng_fault(const mk_rng *r) {
    if (r->used > sizeof r->block) return "the generator gave out more than it had";
    if (r->mode > MK_DICE_FED || r->fault > MK_FED_OUT_OF_RANGE) return "the dice are of no kind";
    if (r->fed_next > r->fed_count || r->fed_count > sizeof r->fed)
        return "more dice were used than fed";
    return NULL;
}

/* What must hold of every state of every game; NULL if it does. */
static const char *base_fault(const mk_game *game, const mk_base *b) {
    const char *fault = b->fault ? mk_fault_text(b->fault) : frames_fault(game, b);
    if (!fault) fault = setup_fault(game, b);
    if (!fault) fault = rng_fault(&b->rng);
    return fault;
}

bool mk_check_facts(const mk_game *game, const void *state, char *why, size_t size) {
    const char *fault = base_fault(game, state);
    if (!fault) return game->check(state, why, size);
    snprintf(why, size, "%s", fault);
    return false;
}

/* ---- Starting a game ---------------------------------------------------- */

/* "short, long": what could have been asked for. Texts of any length: an error marks its cut. */
static void add_choice(mk_text *choices, const char *name) {
    mk_text_add(choices, "%s%s", choices->n ? ", " : "", name);
}

bool mk_setup_init(const mk_game *game, mk_setup *setup, const char *scenario, mk_error *e) {
    *setup = (mk_setup){0};
    if (!scenario) return true;
    for (int i = 0; game->scenarios[i].id; i++) {
        if (strcmp(game->scenarios[i].id, scenario) != 0) continue;
        if (mk_scenario_hidden(&game->scenarios[i])) continue;
        setup->scenario = (uint8_t)i;
        return true;
    }
    mk_text choices = {0};
    for (int i = 0; game->scenarios[i].id; i++)
        if (mk_scenario_offered(&game->scenarios[i])) add_choice(&choices, game->scenarios[i].id);
    mk_fail(e, MK_E_GAME, "%s has no scenario \"%.80s\"; it has: %s", game->title, scenario,
            choices.p);
    mk_text_free(&choices);
    return false;
}

/* -1, after an error that names those there are. */
static int find_option(const mk_game *game, const char *name, mk_error *e) {
    for (int i = 0; game->options[i].id; i++)
        if (strcmp(game->options[i].id, name) == 0) return i;
    mk_text choices = {0};
    for (int i = 0; game->options[i].id; i++) add_choice(&choices, game->options[i].id);
    mk_fail(e, MK_E_GAME, "%s has no option \"%.80s\"; it has: %s", game->title, name,
            choices.n ? choices.p : "none");
    mk_text_free(&choices);
    return -1;
}

bool mk_setup_option(const mk_game *game, mk_setup *setup, const char *name, const char *value,
                     mk_error *e) {
    int option = find_option(game, name, e);
    if (option < 0) return false;
    const char *const *values = game->options[option].values;
    for (int i = 0; values[i]; i++) {
        if (strcmp(values[i], value) != 0) continue;
        setup->option[option] = (uint8_t)i;
        return true;
    }
    mk_text choices = {0};
    for (int i = 0; values[i]; i++) add_choice(&choices, values[i]);
    mk_fail(e, MK_E_GAME, "the option %s cannot be \"%.80s\"; it can be: %s", name, value,
            choices.p);
    mk_text_free(&choices);
    return false;
}

void mk_setup_seed(mk_setup *setup, uint64_t seed) {
    mk_rng rng;
    mk_rng_seed(&rng, seed);
    mk_rng_get_key(&rng, setup->key);
}

void mk_start(const mk_game *game, void *state, const mk_setup *setup, mk_log *log) {
    memset(state, 0, game->state_size);
    mk_base *b = state;
    mk_rng_key(&b->rng, setup->key);
    b->scenario = setup->scenario;
    b->nonplayers = setup->nonplayers;
    memcpy(b->option, setup->option, sizeof b->option);
    assert(!base_fault(game, b));
    game->setup(state, setup, log);
    mk_run_steps(game, state, log);
}

/* ---- Asking ------------------------------------------------------------- */

/* The hot path of every simulation: one load from the state, one from the table. */
static inline const mk_phase *top_phase(const mk_game *game, const mk_base *b) {
    return &game->phases[mk_top_const(b)->phase];
}

/* Whose verbs and functions count now. */
static inline const mk_phase *acting_phase(const mk_game *game, const void *state) {
    const mk_phase *nonplayer_phase = game->nonplayer_phase ? game->nonplayer_phase(state) : NULL;
    return nonplayer_phase ? nonplayer_phase : top_phase(game, state);
}

int mk_seat(const mk_game *game, const void *state) {
    (void)game;
    const mk_base *b = state;
    return b->depth ? mk_top_const(b)->seat : MK_OVER;
}

const mk_phase *mk_phase_of(const mk_game *game, const void *state) {
    const mk_base *b = state;
    return b->depth ? top_phase(game, b) : NULL;
}

const mk_frame *mk_frame_seen(const mk_game *game, const void *state, int seat) {
    const mk_base *b = state;
    if (b->depth == 0) return NULL;
    const mk_frame *frame = mk_top_const(b);
    if (seat == frame->seat || seat == MK_EVERYTHING) return frame;
    while (frame > b->frame &&
           (game->phases[frame->phase].inner || game->phases[frame->phase].step))
        frame--;
    return frame;
}

static inline void list_of(const mk_phase *phase, const void *state, mk_actions *out) {
    out->count = 0;
    out->fault = MK_NO_FAULT;
    phase->list(state, out);
    if (out->count == 0) out->fault = MK_FAULT_STUCK;
    if (out->count == MK_MAX_ACTIONS) out->fault = MK_FAULT_ACTIONS;
}

bool mk_list(const mk_game *game, const void *state, mk_actions *out) {
    const mk_base *b = state;
    out->count = 0;
    out->fault = b->fault;
    if (b->depth == 0) return !b->fault;
    list_of(acting_phase(game, state), state, out);
    return !out->fault;
}

static bool phase_has_verb(const mk_phase *phase, int verb) {
    for (const uint8_t *v = phase->verbs; v && *v; v++)
        if (*v == verb) return true;
    return false;
}

/* Is each number one of its kind, and 0 where the verb uses none? */
static bool numbers_exist(const mk_game *game, mk_action action) {
    const mk_verb *verb = &game->verbs[action.verb];
    const int16_t number[3] = {action.a, action.b, action.c};
    for (int i = 0; i < 3; i++) {
        int count = verb->kind[i] ? mk_kind_count(game, verb->kind[i]) : 1;
        if (number[i] < 0 || number[i] >= count) return false;
    }
    return true;
}

static const char *end_reason(const mk_game *game, const void *state) {
    mk_outcome outcome = {0};
    game->outcome(state, &outcome);
    assert(outcome.reason);
    return outcome.reason;
}

const char *mk_why_not(const mk_game *game, const void *state, mk_action action) {
    const mk_base *b = state;
    if (b->depth == 0) return end_reason(game, state);
    const mk_phase *phase = acting_phase(game, state);
    assert(phase->rule);
    if (phase_has_verb(phase, action.verb) && numbers_exist(game, action))
        return phase->why_not(state, action);
    return phase->rule_of ? phase->rule_of(state) : phase->rule;
}

const char *mk_why_not_known(const mk_game *game, const void *state, int seat, mk_action action,
                             mk_rng *rng) {
    void *copy = malloc(game->state_size);
    if (!copy) abort();
    memcpy(copy, state, game->state_size);
    game->determinize(copy, seat, rng);
    const char *rule = mk_why_not(game, copy, action); /* a key: it is not part of the state */
    free(copy);
    return rule;
}

bool mk_legal(const mk_game *game, const void *state, mk_action action) {
    return mk_why_not(game, state, action) == NULL;
}

/* Can the game go on from here? */
static mk_fault decision_fault(const mk_game *game, const void *state) {
    mk_actions legal;
    mk_list(game, state, &legal);
    return legal.fault;
}

/* The same for a non-player, of the decision for which its rules stand in. */
static mk_fault stood_in_fault(const mk_game *game, const void *state) {
    mk_actions legal;
    const mk_base *b = state;
    if (b->depth == 0 || acting_phase(game, state) == top_phase(game, b)) return MK_NO_FAULT;
    list_of(top_phase(game, b), state, &legal);
    return legal.fault;
}

bool mk_check(const mk_game *game, const void *state, char *why, size_t size) {
    if (!mk_check_facts(game, state, why, size)) return false;
    mk_fault fault = decision_fault(game, state);
    if (!fault) fault = stood_in_fault(game, state);
    if (!fault) return true;
    snprintf(why, size, "%s (%s in %s)", mk_fault_text(fault), game->seats[mk_seat(game, state)].id,
             mk_phase_of(game, state)->name);
    return false;
}

/* ---- Acting ------------------------------------------------------------- */

void mk_apply(const mk_game *game, void *state, mk_action action, mk_log *log) {
    assert(mk_legal(game, state, action));
    acting_phase(game, state)->apply(state, action, log);
    mk_run_steps(game, state, log);
}

static bool refuse(const mk_game *game, mk_action action, const char *rule, mk_error *e) {
    bool known = action.verb > 0 && action.verb < game->verb_count;
    const char *title = mk_rule_title(game, rule);
    mk_fail(e, MK_E_ILLEGAL, "%s is not allowed now%s%s",
            known ? game->verbs[action.verb].name : "an unknown action", title ? ": " : "",
            title ? title : "");
    if (e) snprintf(e->rule, sizeof e->rule, "%.*s", (int)strcspn(rule, ":"), rule);
    return false;
}

/* Of a fault nothing may be left: its events are taken back, too. */
static bool take_back(const mk_game *game, void *state, const void *before, mk_log *log,
                      const mk_log *log_before, mk_fault fault, mk_error *e) {
    const mk_phase *phase = mk_phase_of(game, state);
    const char *where = phase ? phase->name : "a procedure";
    memcpy(state, before, game->state_size);
    if (log) mk_log_back_to(log, log_before);
    return mk_fail(e, MK_E_FAULT, "%s cannot go on after this: %s (in %s)", game->title,
                   mk_fault_text(fault), where);
}

bool mk_do(const mk_game *game, void *state, int seat, mk_action action, mk_log *log, mk_error *e) {
    int decides = mk_seat(game, state);
    const mk_base *b = state;
    if (b->fault)
        return mk_fail(e, MK_E_FAULT, "%s cannot go on: %s", game->title, mk_fault_text(b->fault));
    if (decides == MK_OVER) return mk_fail(e, MK_E_FINISHED, "the game is over");
    if (seat < 0 || seat >= game->seat_count)
        return mk_fail(e, MK_E_SEAT, "%s has no seat number %d", game->title, seat);
    if (seat != decides)
        return mk_fail(e, MK_E_SEAT, "%s must decide now, not %s", game->seats[decides].title,
                       game->seats[seat].title);
    const char *rule = mk_why_not(game, state, action);
    if (rule) return refuse(game, action, rule, e);

    _Alignas(max_align_t) unsigned char before[MK_MAX_STATE];
    const mk_log log_before = log ? *log : (mk_log){0};
    memcpy(before, state, game->state_size);
    mk_apply(game, state, action, log);
    mk_fault fault = decision_fault(game, state);
    return !fault || take_back(game, state, before, log, &log_before, fault, e);
}
