/* phases.h - the phases of phase_list.h, and frames. */
#ifndef LOD_PHASES_H
#define LOD_PHASES_H

#include "state.h"

enum {
    LOD_PH_NONE,
#define DECISION(NAME, ...) LOD_PH_##NAME,
#define PROCEDURE(NAME, ...) LOD_PH_##NAME,
#include "phase_list.h"
    LOD_PHASES,
};

#define DECISION(NAME, name, ...)                                                                  \
    void lod_##name##_list(const void *, mk_actions *);                                            \
    const char *lod_##name##_why_not(const void *, mk_action);                                     \
    void lod_##name##_apply(void *, mk_action, mk_log *);
#define PROCEDURE(NAME, name, ...) void lod_##name##_step(void *, mk_log *);
#include "phase_list.h"

extern const mk_phase lod_phases[]; /* by LOD_PH_… */
bool lod_is_step(int phase);        /* a STEP or GROUP: within the decision that led to it */
static inline bool lod_is_procedure(int phase) { return lod_phases[phase].step != NULL; }

mk_frame *lod_begin(lod_state *, int phase, int seat, int a, int b, int c);
void lod_finish(lod_state *); /* the top frame has done its work and goes */
void lod_finish_with(lod_state *, int result);
void lod_drop_frames(lod_state *);

/* For trials on a copy: the top frame's procedures go on, as after each action. */
void lod_run(lod_state *, mk_log *);

#endif
