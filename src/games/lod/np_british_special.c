/* np_british_special.c - non-player British (8.4.1): Skirmish and Naval Pressure. */
#include "np_royal.h"

/* ---- 8.4.1 Skirmish ---- */

static int rebel_cubes(const lod_state *s, int space) {
    return lod_count(s, space, LOD_REBEL_CUBES);
}

/* As many cubes as possible, with a Regular if need be; else one piece. 0: it cannot be done. */
static int skirmish_way(const lod_state *s, int space) {
    int cubes = rebel_cubes(s, space);
    bool one = cubes || s->piece[space][LOD_ACTIVE_MILITIA];
    int way = cubes > 1 ? 2 : one ? 1 : 3;
    return lod_np_legal(s, LOD_V_SKIRMISH, space, way) ? way : 0;
}

/* 8.4.4: spaces that a Battle will come to; the Command knows only those it has been to. */
static mk_set64 battles_to_come(const lod_state *s) {
    if (!s->commands || mk_top_const(&s->base)->phase == LOD_PH_SPECIAL) return 0;
    const lod_command *c = lod_current_const(s);
    return c->kind == LOD_BATTLE && c->faction == LOD_BRITISH ? c->np.marked : 0;
}

static mk_set64 prey(const lod_state *s) {
    mk_set64 both = s->where[LOD_BRITISH_REGULAR] & lod_with(s, LOD_REBEL_PIECES), can = 0;
    MK_SET_EACH(space, both & ~battles_to_come(s)) {
        if (skirmish_way(s, space)) can |= MK_BIT(space);
    }
    return can;
}

static mk_set64 prey_in_indies(const lod_state *s) { return prey(s) & MK_BIT(LOD_WEST_INDIES); }

static mk_set64 prey_of_one(const lod_state *s) {
    mk_set64 one = 0;
    MK_SET_EACH(space, prey(s)) {
        if (s->piece[space][LOD_BRITISH_REGULAR] == 1) one |= MK_BIT(space);
    }
    return one;
}

static mk_set64 prey_of_cubes(const lod_state *s) { return prey(s) & lod_with(s, LOD_REBEL_CUBES); }

static int cubes_struck(const lod_state *s, int space) {
    return lod_least(rebel_cubes(s, space), 2);
}

static int lone_rebel(const lod_state *s, int space) { return lod_np_rebels(s, space) == 1; }

static mk_set64 prey_alone(const lod_state *s) {
    mk_set64 alone = 0;
    MK_SET_EACH(space, prey(s)) {
        if (lone_rebel(s, space)) alone |= MK_BIT(space);
    }
    return alone;
}

static const lod_np_target skirmishes[] = {
    {NOTE_B_SKIRMISH_INDIES, prey_in_indies, {0}},
    {NOTE_B_SKIRMISH_ONE, prey_of_one, {cubes_struck, lone_rebel, lod_np_in_city}},
    {NOTE_B_SKIRMISH_CUBES, prey_of_cubes, {cubes_struck}},
    {NOTE_B_SKIRMISH_ALONE, prey_alone, {lod_np_in_city}},
    {NOTE_B_SKIRMISH_PIECE, prey, {0}},
    {0},
};

static bool skirmish(lod_state *s, mk_log *log) {
    int space = lod_np_aim(s, skirmishes, log);
    if (space < 0) return false;
    return lod_np_did(s, LOD_V_SKIRMISH, space, skirmish_way(s, space), 0, log);
}

/* Cubes, whichever type is least; then, and for Clinton, as usual (8.1.2). */
bool lod_np_british_strike(lod_state *s, mk_log *log) {
    const mk_frame *f = mk_top(&s->base);
    const uint8_t *there = s->piece[f->a];
    int french = f->b & LOD_FRENCH_PIECES ? there[LOD_FRENCH_REGULAR] : 0;
    int continentals = f->b & LOD_KIND(LOD_CONTINENTAL) ? there[LOD_CONTINENTAL] : 0;
    if (!french && !continentals) return false;
    bool regular = french && (!continentals || french <= continentals);
    lod_piece p = regular ? LOD_FRENCH_REGULAR : LOD_CONTINENTAL;
    return lod_np_did(s, LOD_V_REMOVE, p, 0, 0, log);
}

/* ---- 8.4.1 Naval Pressure ---- */

static bool naval_pressure(lod_state *s, mk_log *log) {
    bool howe = s->leader[LOD_BRITISH] == LOD_HOWE;
    if (s->fni > 0 && howe) return false;
    if (!lod_np_legal(s, LOD_V_NAVAL_PRESSURE, 0, 0)) return false;
    lod_np_say(s, s->fni > 0 ? NOTE_B_NAVAL_LOWER : NOTE_B_NAVAL_GAIN, log);
    return lod_np_did(s, LOD_V_NAVAL_PRESSURE, 0, 0, 0, log);
}

static mk_set64 blockades_of_battle(const lod_state *s) {
    return s->blockaded & battles_to_come(s);
}

static mk_set64 blockades_with_rebels(const lod_state *s) {
    return s->blockaded & lod_with(s, LOD_REBEL_PIECES) & ~s->where[LOD_PATRIOT_FORT];
}

static mk_set64 all_blockades(const lod_state *s) { return s->blockaded; }

static const lod_np_target blockades[] = {
    {NOTE_B_LIFT_BATTLE, blockades_of_battle, {0}},
    {NOTE_B_LIFT_REBELS, blockades_with_rebels, {lod_np_rebels}},
    {NOTE_B_LIFT_SUPPORT, all_blockades, {lod_np_support}},
    {0},
};

static int least_support(const lod_state *s, int space) { return -lod_np_support(s, space); }

/* A8-28: in the living edition the non-player French give one up in winter (8.6.9), which takes
 * non-player British to lift it. */
bool lod_np_lift_blockade(lod_state *s, mk_log *log) {
    static const lod_np_target given_up[] = {{NOTE_B_LIFT_LEAST, all_blockades, {least_support}},
                                             {0}};
    bool winter = s->winter.card && lod_living(s) && lod_is_nonplayer(s, LOD_FRENCH);
    int city = lod_np_aim(s, winter ? given_up : blockades, log);
    return lod_np_did(s, LOD_V_LIFT, city, 0, 0, log);
}

/* Skirmish or Naval Pressure, each instead of the other if that is not possible. */
bool lod_np_skirmish_first(lod_state *s, mk_log *log) {
    return skirmish(s, log) || naval_pressure(s, log);
}

bool lod_np_naval_first(lod_state *s, mk_log *log) {
    return naval_pressure(s, log) || skirmish(s, log);
}
