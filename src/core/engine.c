/* engine.c - frames, and the doors through which a game is started, asked and changed. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "musket.h"

static_assert(sizeof(mk_action) == 8, "actions are stored by the million");
static_assert(sizeof(mk_frame) == 8, "frames are part of a state's bytes");

/* ---- Frames ------------------------------------------------------------- */

mk_frame *mk_push(mk_base *b, int phase, int seat) {
    assert(b->depth < MK_MAX_FRAMES && phase > 0);
    mk_frame *frame = &b->frame[b->depth++];
    *frame = (mk_frame){.phase = (uint8_t)phase, .seat = (int8_t)seat};
    return frame;
}

/* The frame is emptied, so that equal positions are equal bytes. */
void mk_pop(mk_base *b) {
    assert(b->depth > 0);
    b->frame[--b->depth] = (mk_frame){0};
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
        if (f->seat < 0 || f->seat >= game->seat_count) return "a frame is of no known seat";
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
    const char *fault = frames_fault(game, b);
    if (!fault) fault = setup_fault(game, b);
    if (!fault) fault = rng_fault(&b->rng);
    return fault;
}

bool mk_check(const mk_game *game, const void *state, char *why, size_t size) {
    const char *fault = base_fault(game, state);
    if (!fault) return game->check(state, why, size);
    snprintf(why, size, "%s", fault);
    return false;
}

/* ---- Starting a game ---------------------------------------------------- */

/* "short, long": what could have been asked for. */
static void add_choice(char *list, size_t size, const char *name) {
    size_t n = strlen(list);
    snprintf(list + n, size - n, "%s%s", n ? ", " : "", name);
}

bool mk_setup_init(const mk_game *game, mk_setup *setup, const char *scenario, mk_error *e) {
    char choices[200] = "";
    *setup = (mk_setup){0};
    if (!scenario) return true;
    for (int i = 0; game->scenarios[i].id; i++) {
        if (strcmp(game->scenarios[i].id, scenario) == 0) {
            setup->scenario = (uint8_t)i;
            return true;
        }
        add_choice(choices, sizeof choices, game->scenarios[i].id);
    }
    return mk_fail(e, MK_E_GAME, "%s has no scenario \"%s\"; it has: %s", game->title, scenario,
                   choices);
}

/* -1, after an error that names those there are. */
static int find_option(const mk_game *game, const char *name, mk_error *e) {
    char choices[200] = "";
    for (int i = 0; game->options[i].id; i++) {
        if (strcmp(game->options[i].id, name) == 0) return i;
        add_choice(choices, sizeof choices, game->options[i].id);
    }
    mk_fail(e, MK_E_GAME, "%s has no option \"%s\"; it has: %s", game->title, name,
            choices[0] ? choices : "none");
    return -1;
}

bool mk_setup_option(const mk_game *game, mk_setup *setup, const char *name, const char *value,
                     mk_error *e) {
    char choices[200] = "";
    int option = find_option(game, name, e);
    if (option < 0) return false;
    const char *const *values = game->options[option].values;
    for (int i = 0; values[i]; i++) {
        if (strcmp(values[i], value) == 0) {
            setup->option[option] = (uint8_t)i;
            return true;
        }
        add_choice(choices, sizeof choices, values[i]);
    }
    return mk_fail(e, MK_E_GAME, "the option %s cannot be \"%s\"; it can be: %s", name, value,
                   choices);
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
}

/* ---- Asking ------------------------------------------------------------- */

/* The hot path of every simulation: one load from the state, one from the table. */
static inline const mk_phase *top_phase(const mk_game *game, const mk_base *b) {
    return &game->phases[mk_top_const(b)->phase];
}

/* Whose verbs and functions count now. */
static inline const mk_phase *acting_phase(const mk_game *game, const void *state) {
    const mk_phase *stand_in = game->stand_in ? game->stand_in(state) : NULL;
    return stand_in ? stand_in : top_phase(game, state);
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
    while (game->phases[frame->phase].inner) {
        assert(frame > b->frame); /* an inner step has a decision beneath */
        frame--;
    }
    return frame;
}

void mk_list(const mk_game *game, const void *state, mk_actions *out) {
    const mk_base *b = state;
    out->count = 0;
    if (b->depth == 0) return;
    acting_phase(game, state)->list(state, out);
    assert(out->count > 0 && out->count <= MK_MAX_ACTIONS);
}

static bool phase_has_verb(const mk_phase *phase, int verb) {
    for (int i = 0; i < MK_PHASE_VERBS && phase->verbs[i]; i++)
        if (phase->verbs[i] == verb) return true;
    return false;
}

/* Is each number one of its kind, and 0 where the verb uses none? */
static bool numbers_exist(const mk_game *game, mk_action action) {
    const mk_verb *verb = &game->verbs[action.verb];
    const int16_t number[3] = {action.a, action.b, action.c};
    for (int i = 0; i < 3; i++) {
        int count = verb->kind[i] ? game->kinds[verb->kind[i]].count() : 1;
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

bool mk_legal(const mk_game *game, const void *state, mk_action action) {
    return mk_why_not(game, state, action) == NULL;
}

/* ---- Acting ------------------------------------------------------------- */

void mk_apply(const mk_game *game, void *state, mk_action action, mk_log *log) {
    assert(mk_legal(game, state, action));
    acting_phase(game, state)->apply(state, action, log);
}

static bool refuse(const mk_game *game, mk_action action, const char *rule, mk_error *e) {
    bool known = action.verb > 0 && action.verb < game->verb_count;
    const char *title = mk_rule_title(game, rule);
    mk_fail(e, MK_E_ILLEGAL, "%s is not allowed now%s%s",
            known ? game->verbs[action.verb].name : "what is no verb", title ? ": " : "",
            title ? title : "");
    if (e) snprintf(e->rule, sizeof e->rule, "%s", rule);
    return false;
}

bool mk_do(const mk_game *game, void *state, int seat, mk_action action, mk_log *log, mk_error *e) {
    int decides = mk_seat(game, state);
    if (decides == MK_OVER) return mk_fail(e, MK_E_FINISHED, "the game is over");
    if (seat < 0 || seat >= game->seat_count)
        return mk_fail(e, MK_E_SEAT, "%s has no seat number %d", game->title, seat);
    if (seat != decides)
        return mk_fail(e, MK_E_SEAT, "it is for %s to decide, not for %s",
                       game->seats[decides].title, game->seats[seat].title);
    const char *rule = mk_why_not(game, state, action);
    if (rule) return refuse(game, action, rule, e);
    mk_apply(game, state, action, log);
    return true;
}
