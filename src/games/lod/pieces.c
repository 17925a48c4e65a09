/* pieces.c - pieces, where they are and how they get there (chapter 1.4), and what follows from
 * it: control (1.7), casualties (1.6.4). */
#include "rules.h"

#include <assert.h>
#include <string.h>

enum { STACK_LIMIT = 2 }; /* 1.4.2: Forts and Villages in one City or Province */

int lod_on_map(const lod_state *s, mk_set64 kinds) {
    int n = 0;
    MK_SET_EACH(p, kinds) {
        MK_SET_EACH(space, s->where[p] & LOD_MAP) n += s->piece[space][p];
    }
    return n;
}

/* ---- What follows from the counts ---- */

/* 1.7: more pieces than the other side; the British also need a piece of their own. */
static void recount_control(lod_state *s, int space) {
    const uint8_t *n = s->piece[space];
    int british = n[LOD_BRITISH_REGULAR] + n[LOD_TORY] + n[LOD_BRITISH_FORT];
    int royalists = british + n[LOD_WAR_PARTY] + n[LOD_ACTIVE_WAR_PARTY] + n[LOD_VILLAGE];
    int rebels = n[LOD_CONTINENTAL] + n[LOD_MILITIA] + n[LOD_ACTIVE_MILITIA] + n[LOD_PATRIOT_FORT] +
                 n[LOD_FRENCH_REGULAR];
    mk_set64 bit = MK_BIT(space);
    s->control[LOD_ROYALISTS] &= ~bit;
    s->control[LOD_REBELLION] &= ~bit;
    if (RULE("lod.1.7", rebels > royalists)) s->control[LOD_REBELLION] |= bit;
    if (RULE("lod.1.7", royalists > rebels && british > 0)) s->control[LOD_ROYALISTS] |= bit;
}

static void recount(lod_state *s, int place, lod_piece p) {
    if (place >= LOD_SPACES) return;
    mk_set64 bit = MK_BIT(place);
    s->where[p] = s->piece[place][p] ? s->where[p] | bit : s->where[p] & ~bit;
    if (s->arrived[place][p] > s->piece[place][p]) s->arrived[place][p] = s->piece[place][p];
    recount_control(s, place);
}

/* What is nowhere else is Available. */
static void settle_available(lod_state *s) {
    for (int p = 0; p < LOD_PIECES; p++) s->piece[LOD_AVAILABLE][p] = lod.pool[p];
    for (int place = 0; place < LOD_PLACES; place++) {
        if (place == LOD_AVAILABLE) continue;
        for (int p = 0; p < LOD_PIECES; p++)
            s->piece[LOD_AVAILABLE][lod_boxed(p)] -= s->piece[place][p];
    }
}

void lod_settle(void *state) {
    lod_state *s = state;
    for (int p = 0; p < LOD_PIECES; p++) s->where[p] = 0;
    for (int i = 0; i < 5; i++) s->at_level[i] = 0;
    for (int side = 0; side < LOD_SIDES; side++) s->control[side] = 0;
    s->blockaded = 0;
    s->players = (uint8_t)(((1 << LOD_FACTIONS) - 1) & ~s->base.nonplayers);
    s->fni = s->afloat;
    for (int city = 0; city < LOD_CITY_COUNT; city++) s->fni += s->blockades[city];
    s->squadrons_unavailable = (uint8_t)(lod.squadrons - s->squadrons - s->fni);
    settle_available(s);
    for (int space = 0; space < LOD_SPACES; space++) {
        for (int p = 0; p < LOD_PIECES; p++) recount(s, space, p);
        s->at_level[s->level[space] + 2] |= MK_BIT(space);
        if (space < LOD_CITY_COUNT && s->blockades[space]) s->blockaded |= MK_BIT(space);
    }
}

/* ---- Moving, flipping ---- */

/* 8.1: who goes from his Leader to another space, or comes to him, while he has not moved. */
static void note_departure(lod_state *s, lod_piece p, int from, int to, int n) {
    lod_faction f = lod_owner(p);
    bool campaign = s->commands || s->event.card;
    if (!campaign || LOD_STRONGHOLDS >> p & 1 || s->np.followed >> f & 1) return;
    if (s->leader_at[f] == from) {
        s->np.left[f].to[to] += (uint8_t)n;
        s->np.left[f].all += (uint8_t)n;
    }
    if (s->leader_at[f] == to) s->np.left[f].came += (uint8_t)n;
}

void lod_forget_moves(lod_state *s) {
    memset(s->arrived, 0, sizeof s->arrived);
    if (!s->base.nonplayers) return;
    memset(s->np.left, 0, sizeof s->np.left);
    s->np.followed = 0;
}

void lod_move(lod_state *s, lod_piece p, int from, int to, int n) {
    assert(n >= 0 && s->piece[from][p] >= n);
    lod_piece arrives = to >= LOD_AVAILABLE ? lod_boxed(p) : p;
    if (s->base.nonplayers && from < LOD_SPACES && to < LOD_SPACES)
        note_departure(s, p, from, to, n);
    s->piece[from][p] -= (uint8_t)n;
    s->piece[to][arrives] += (uint8_t)n;
    recount(s, from, p);
    recount(s, to, arrives);
}

int lod_flip(lod_state *s, int space, lod_piece p, int n, mk_log *log) {
    static const lod_piece other[] = {[LOD_MILITIA] = LOD_ACTIVE_MILITIA,
                                      [LOD_ACTIVE_MILITIA] = LOD_MILITIA,
                                      [LOD_WAR_PARTY] = LOD_ACTIVE_WAR_PARTY,
                                      [LOD_ACTIVE_WAR_PARTY] = LOD_WAR_PARTY};
    lod_piece q = other[p];
    if (n > s->piece[space][p]) n = s->piece[space][p];
    if (n <= 0) return 0;
    int moved = s->arrived[space][p] < n ? s->arrived[space][p] : n; /* they stay unable to move */
    s->piece[space][p] -= (uint8_t)n;
    s->piece[space][q] += (uint8_t)n;
    s->arrived[space][p] -= (uint8_t)moved;
    s->arrived[space][q] += (uint8_t)moved;
    recount(s, space, p);
    recount(s, space, q);
    int event = p == lod_boxed(p) ? LOD_E_ACTIVATED : LOD_E_HIDDEN;
    mk_log_event(log, event, lod_owner(p), MK_EVERYONE, 0, (int16_t)n, (int16_t)lod_boxed(p),
                 (int16_t)space);
    return n;
}

/* ---- Placing and removing ---- */

int lod_room(const lod_state *s, int space) {
    if (space == LOD_WEST_INDIES && RULE("lod.1.4.2", !lod_living(s))) return STACK_LIMIT;
    return STACK_LIMIT - lod_count(s, space, LOD_STRONGHOLDS);
}

bool lod_may_stand(const lod_state *s, lod_piece p, int space) {
    bool indian = lod_owner(p) == LOD_INDIANS;
    if (RULE("lod.1.4.2", indian && mk_set_has(LOD_CITIES, space))) return false;
    if (RULE("lod.2.3.9", p == LOD_FRENCH_REGULAR && !s->treaty)) return false;
    if (RULE("lod.1.3.7", space == LOD_WEST_INDIES && !s->treaty)) return false;
    mk_set64 at_sea =
        LOD_KIND(LOD_BRITISH_REGULAR) | LOD_KIND(LOD_BRITISH_FORT) | LOD_KIND(LOD_FRENCH_REGULAR);
    if (RULE("lod.1.4.2", space == LOD_WEST_INDIES && !(at_sea >> p & 1))) return false;
    bool stronghold = LOD_STRONGHOLDS >> p & 1;
    return !RULE("lod.1.4.2", stronghold && lod_room(s, space) <= 0);
}

int lod_place_from(lod_state *s, lod_piece p, int box, int space, int n, mk_log *log) {
    p = lod_boxed(p);
    if (n > s->piece[box][p]) n = s->piece[box][p];
    if (LOD_STRONGHOLDS >> p & 1 && n > lod_room(s, space)) n = lod_room(s, space);
    if (n <= 0 || !lod_may_stand(s, p, space)) return 0;
    lod_move(s, p, box, space, n);
    s->recalling = LOD_PIECES;
    lod_faction f = lod_owner(p);
    if (box == LOD_AVAILABLE && s->leader_at[f] == LOD_AVAILABLE) s->landing[f] |= MK_BIT(space);
    if (box == LOD_AVAILABLE)
        mk_log_event(log, LOD_E_PLACED, f, MK_EVERYONE, 0, (int16_t)n, (int16_t)p, (int16_t)space);
    else
        mk_log_event(log, LOD_E_PLACED_BOX, f, MK_EVERYONE, 0, (int16_t)n, (int16_t)p, (int16_t)box,
                     (int16_t)space);
    return n;
}

int lod_place_pieces(lod_state *s, lod_piece p, int space, int n, mk_log *log) {
    return lod_place_from(s, p, LOD_AVAILABLE, space, n, log);
}

int lod_remove(lod_state *s, lod_piece p, int space, int n, mk_log *log) {
    if (n > s->piece[space][p]) n = s->piece[space][p];
    if (n <= 0) return 0;
    lod_move(s, p, space, LOD_AVAILABLE, n);
    mk_log_event(log, LOD_E_REMOVED, lod_owner(p), MK_EVERYONE, 0, (int16_t)n, (int16_t)p,
                 (int16_t)space);
    return n;
}

/* lod.1.6.4: cubes wait in their box for the Reset Phase, Forts are Available at once; both count.
 */
int lod_casualty(lod_state *s, lod_piece p, int space, int n, mk_log *log) {
    mk_set64 forts = LOD_KIND(LOD_BRITISH_FORT) | LOD_KIND(LOD_PATRIOT_FORT);
    mk_set64 cubes = LOD_BRITISH_CUBES | LOD_REBEL_CUBES;
    if (!((cubes | forts) >> p & 1)) return lod_remove(s, p, space, n, log);
    if (n > s->piece[space][p]) n = s->piece[space][p];
    if (n <= 0) return 0;
    lod_move(s, p, space, forts >> p & 1 ? LOD_AVAILABLE : LOD_CASUALTIES, n);
    uint16_t *track = lod_owner(p) == LOD_BRITISH ? &s->cbc : &s->crc;
    *track = (uint16_t)(*track + n);
    mk_log_event(log, LOD_E_CASUALTY, lod_owner(p), MK_EVERYONE, 0, (int16_t)n, (int16_t)p,
                 (int16_t)space);
    return n;
}

int lod_relocate(lod_state *s, lod_piece p, int from, int to, int n, mk_log *log) {
    if (n > s->piece[from][p]) n = s->piece[from][p];
    if (n <= 0) return 0;
    lod_move(s, p, from, to, n);
    mk_log_event(log, LOD_E_MOVED, lod_owner(p), MK_EVERYONE, 0, (int16_t)n, (int16_t)p,
                 (int16_t)from, (int16_t)to);
    return n;
}

/* ---- Recall (1.4.1) ---- */

bool lod_recalls(const lod_state *s, lod_faction f, lod_piece p) {
    mk_set64 regulars = LOD_KIND(LOD_BRITISH_REGULAR) | LOD_KIND(LOD_FRENCH_REGULAR);
    if (RULE("lod.1.4.1", lod_owner(p) != f || regulars >> p & 1)) return false;
    return !RULE("lod.8.1", s->base.nonplayers >> f & 1);
}

mk_set64 lod_any_status(lod_piece p) {
    return p == LOD_MILITIA ? LOD_MILITIAS : p == LOD_WAR_PARTY ? LOD_WAR_PARTIES : LOD_KIND(p);
}

bool lod_obtainable(const lod_state *s, lod_faction f, lod_piece p) {
    if (lod_available(s, p) > 0) return true;
    return lod_recalls(s, f, p) && lod_on_map(s, lod_any_status(p)) > 0;
}

bool lod_may_recall(const lod_state *s, lod_faction f, lod_piece p) {
    if (!lod_recalls(s, f, p)) return false;
    bool more = s->recalling == lod_boxed(p) && !(LOD_STRONGHOLDS >> p & 1);
    return RULE("lod.1.4.1", lod_available(s, p) == 0 || more);
}

void lod_recall(lod_state *s, lod_piece p, int space, mk_log *log) {
    lod_move(s, p, space, LOD_AVAILABLE, 1);
    s->recalling = lod_boxed(p);
    mk_log_event(log, LOD_E_RECALLED, lod_owner(p), MK_EVERYONE, 0, (int16_t)p, (int16_t)space);
}
