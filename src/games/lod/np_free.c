/* np_free.c - free Commands of Events for which the Faction's priorities have no space (8.3.5):
 * they must be carried out if they can (5.1.3), in random spaces (8.2), with pieces by 8.1.2. */
#include "np.h"

/* What is done in a space, by Command: the first verb that the rules allow. Forts and Villages come
 * before units (8.1.2); of a March only the destination is selected, for no priority sends
 * anyone. */
typedef struct {
    lod_note note;
    uint8_t verbs[3];
} way_out;

static const way_out ways_out[LOD_PHASES] = {
    [LOD_PH_MARCH] = {NOTE_FREE_MARCH, {LOD_V_SELECT}},
    [LOD_PH_BATTLES] = {NOTE_FREE_BATTLE, {LOD_V_SELECT}},
    [LOD_PH_MUSTER] = {NOTE_FREE_SPACE, {LOD_V_TORIES}},
    [LOD_PH_FRENCH_MUSTER] = {NOTE_FREE_SPACE, {LOD_V_SELECT}},
    [LOD_PH_RALLY] = {NOTE_FREE_SPACE, {LOD_V_FORT, LOD_V_RAISE, LOD_V_COLLECT}},
    [LOD_PH_GATHER] = {NOTE_FREE_SPACE, {LOD_V_VILLAGE, LOD_V_RAISE, LOD_V_COLLECT}},
};

static int verb_in(const lod_state *s, const way_out *way, int space) {
    for (int i = 0; i < 3 && way->verbs[i]; i++) {
        if (lod_np_legal(s, way->verbs[i], space, 0)) return way->verbs[i];
    }
    return LOD_V_NONE;
}

static mk_set64 spaces_for(const lod_state *s, const way_out *way) {
    mk_set64 spaces = 0;
    MK_SET_EACH(space, lod_selectable(s, lod_current_const(s), 0)) {
        if (verb_in(s, way, space)) spaces |= MK_BIT(space);
    }
    return spaces;
}

/* 3.5.4: where no Patriots are the French do not come without a Continental. */
static lod_np_group french_and_continental(const lod_state *s, int from, int to) {
    (void)to;
    lod_np_group g = {0};
    bool both =
        lod_movable(s, from, LOD_FRENCH_REGULAR) > 0 && lod_movable(s, from, LOD_CONTINENTAL) > 0;
    g.n[LOD_FRENCH_REGULAR] = g.n[LOD_CONTINENTAL] = both;
    return g;
}

static bool select_one(lod_state *s, const way_out *way, mk_log *log) {
    mk_set64 spaces = spaces_for(s, way);
    bool french = lod_current(s)->faction == LOD_FRENCH && lod_current(s)->kind == LOD_MARCH;
    if (french) spaces = lod_np_prefer(spaces, lod_with(s, LOD_PATRIOT_PIECES));
    int space = lod_np_pick(s, spaces, log);
    if (space < 0) return false;
    lod_np_say_at(s, way->note, space, log);
    return lod_np_did(s, verb_in(s, way, space), space, 0, 0, log);
}

bool lod_np_free(lod_state *s, mk_log *log) {
    int phase = mk_top(&s->base)->phase;
    bool granted = s->commands && s->event.card && lod_current(s)->flags & LOD_NO_ACCOMPANY;
    if (!granted) return false;
    if (phase == LOD_PH_MARCH_INTO) return lod_np_send_largest(s, french_and_continental, log);
    if (!ways_out[phase].note) return false;
    if (lod_np_legal(s, LOD_V_FINISH, 0, 0)) {
        lod_np_say(s, NOTE_FREE_DECLINED, log);
        return lod_np_did(s, LOD_V_FINISH, 0, 0, 0, log);
    }
    return select_one(s, &ways_out[phase], log);
}
