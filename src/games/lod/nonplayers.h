/* nonplayers.h - what the rest of the game needs of the non-players (section 8). How they are made
 * is in np.h. */
#ifndef LOD_NONPLAYERS_H
#define LOD_NONPLAYERS_H

#include "state.h"

static inline bool lod_is_nonplayer(const lod_state *s, lod_faction f) {
    return s->base.nonplayers >> f & 1;
}

/* np.c: what stands in for decisions of non-players. */
const mk_phase *lod_nonplayer_phase(const void *state);
int lod_advise(const void *state, mk_action *out, int room);
/* np_strokes.c: a non-player that does not want to play its Brilliant Stroke is not asked. */
bool lod_np_wants_stroke(const lod_state *, lod_faction, int card);
/* np_march.c, 8.1: all have moved in a Command. A non-player's takes each Leader along with the
 * largest group of his units that left his space, unless more stay there. */
void lod_leaders_follow(lod_state *, mk_log *);

/* For the kind of notes. */
int lod_np_note_count(void);
const char *lod_np_note_id(int note);
const char *lod_np_note_label(int note);

#endif
