/* phases.c - the table of phase_list.h, and frames. */
#include "phases.h"

#include "rules.h"

#include <assert.h>

/* After every action, and when a procedure has led to somebody who decides, the Leaders are looked
 * after (1.10). */
#define DECISION(NAME, name, ...)                                                                  \
    static void name##_apply(void *state, mk_action a, mk_log *log) {                              \
        lod_##name##_apply(state, a, log);                                                         \
        lod_attend_leaders(state, log);                                                            \
    }
#define PROCEDURE(NAME, name, ...)                                                                 \
    static void name##_step(void *state, mk_log *log) {                                            \
        lod_##name##_step(state, log);                                                             \
        lod_attend_leaders(state, log);                                                            \
    }
#include "phase_list.h"

#define KINDS(...)                                                                                 \
    { __VA_ARGS__ }
#define FUNCTIONS(id) .list = lod_##id##_list, .why_not = lod_##id##_why_not, .apply = id##_apply

/* clang-format off */
const mk_phase lod_phases[] = {
    [LOD_PH_NONE] = {0},
#define DECISION(NAME, id, words, key, kinds, ...)                                                 \
    [LOD_PH_##NAME] = {.name = #id, .prompt = words, .rule = key, .kind = kinds,                   \
                       .verbs = MK_VERBS(__VA_ARGS__), FUNCTIONS(id)},
#define GROUP(NAME, id, words, key, kinds, ...)                                                    \
    [LOD_PH_##NAME] = {.name = #id, .prompt = words, .rule = key, .kind = kinds, .inner = true,    \
                       .verbs = MK_VERBS(__VA_ARGS__), FUNCTIONS(id)},
#define PROCEDURE(NAME, id, words, key, kinds)                                                     \
    [LOD_PH_##NAME] = {.name = #id, .prompt = words, .rule = key, .kind = kinds,                   \
                       .step = id##_step},
#include "phase_list.h"
    [LOD_PHASES] = {0},
};
/* clang-format on */

bool lod_is_step(int phase) {
    static const bool steps[LOD_PHASES] = {
#define DECISION(NAME, ...)
#define PROCEDURE(NAME, ...)
#define STEP(NAME, ...) [LOD_PH_##NAME] = true,
#include "phase_list.h"
    };
    return steps[phase];
}

/* ---- Frames ---- */

mk_frame *lod_begin(lod_state *s, int phase, int seat, int a, int b, int c) {
    mk_frame *f = mk_push(&s->base, phase, seat);
    f->a = (int16_t)a;
    f->b = (int16_t)b;
    f->c = (int16_t)c;
    return f;
}

void lod_finish(lod_state *s) {
    assert(s->base.depth > 1);
    mk_pop(&s->base);
    s->recalling = LOD_PIECES;
}

void lod_finish_with(lod_state *s, int result) {
    lod_finish(s);
    mk_top(&s->base)->result = (int16_t)result;
}

void lod_run(lod_state *s, mk_log *log) { mk_run_steps(&lod_game, s, log); }

void lod_drop_frames(lod_state *s) {
    while (s->base.depth) mk_pop(&s->base);
}
