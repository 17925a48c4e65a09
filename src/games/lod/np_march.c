/* np_march.c - how non-players march: groups that may leave a space, the largest first, and the
 * Leaders who follow them (8.1). A Faction says what may leave (lod_np_spare). */
#include "np.h"

#include <string.h>

int lod_np_size(const lod_np_group *g) {
    int n = 0;
    for (int p = 0; p < LOD_PIECES; p++) n += g->n[p];
    return n;
}

int lod_np_rebels_spared(const lod_state *s, int from) {
    int all = lod_count(s, from, LOD_REBEL_PIECES);
    if (!lod_rebel_control(s, from)) return all;
    return all - lod_count(s, from, LOD_ROYALIST_PIECES) - 1;
}

/* ---- 1.10: Brilliant Strokes in which the Leader must still be involved ---- */

static bool waits_for_leader(const lod_state *s) {
    const lod_command *c = lod_current_const(s);
    return c->flags & LOD_WITH_LEADER && !c->involved;
}

lod_set lod_np_led_here(const lod_state *s) {
    int leader = s->leader_at[lod_current_const(s)->faction];
    return waits_for_leader(s) && leader < LOD_SPACES ? LOD_BIT(leader) : LOD_EVERYWHERE;
}

lod_set lod_np_led_from(const lod_state *s, int to) {
    lod_set led = lod_np_led_here(s);
    return lod_in(led, to) ? LOD_EVERYWHERE : led;
}

bool lod_np_leads_to(const lod_state *s, int to, lod_np_spare *spare) {
    lod_set led = lod_np_led_here(s);
    return lod_in(led, to) || lod_np_origins(s, to, spare) & led;
}

/* ---- Origins ---- */

/* Spaces from which a group could still come, if the Faction can spare one. */
static lod_set candidates(const lod_state *s, int to) {
    const lod_command *c = lod_current_const(s);
    bool entering = mk_top_const(&s->base)->phase == LOD_PH_MARCH_INTO;
    lod_set from_set = lod_march_origins(s, c, to) & LOD_MAP;
    from_set &= lod_with(s, lod_march_units(c->faction));
    if (entering) from_set &= ~c->entered & lod_np_led_from(s, to); /* one group from a space */
    return from_set;
}

lod_set lod_np_origins(const lod_state *s, int to, lod_np_spare *spare) {
    lod_set origins = 0;
    LOD_EACH(from, candidates(s, to)) {
        lod_np_group g = spare(s, from, to);
        if (lod_np_size(&g)) origins |= LOD_BIT(from);
    }
    return origins;
}

static int of_kinds(const lod_np_group *g, lod_pieces kinds) {
    int n = 0;
    for (int p = 0; p < LOD_PIECES; p++) n += kinds >> p & 1 ? g->n[p] : 0;
    return n;
}

bool lod_np_could_control(const lod_state *s, int to, lod_side side, lod_np_spare *spare) {
    int british = 0, indians = 0, rebels = 0;
    LOD_EACH(from, candidates(s, to)) {
        lod_np_group g = spare(s, from, to);
        british += of_kinds(&g, LOD_BRITISH_PIECES);
        indians += of_kinds(&g, LOD_INDIAN_PIECES);
        rebels += of_kinds(&g, LOD_REBEL_PIECES);
    }
    return lod_np_control_with(s, to, british, indians, rebels) == side;
}

bool lod_np_send(lod_state *s, int from, const lod_np_group *g, mk_log *log) {
    memcpy(lod_current(s)->np.want, g->n, sizeof g->n);
    return lod_np_did(s, LOD_V_FROM, from, 0, 0, log);
}

bool lod_np_send_largest(lod_state *s, lod_np_spare *spare, mk_log *log) {
    int to = mk_top(&s->base)->a, most = 0;
    lod_set best = 0;
    LOD_EACH(from, candidates(s, to)) {
        lod_np_group g = spare(s, from, to);
        int size = lod_np_size(&g);
        if (size > most) best = 0, most = size;
        if (size && size == most) best |= LOD_BIT(from);
    }
    int from = lod_np_pick(s, best, log);
    if (from < 0) return false;
    lod_np_group g = spare(s, from, to);
    return lod_np_send(s, from, &g, log);
}

/* ---- Gathering ---- */

/* The next to join: the Faction's own units before those that only accompany them. */
static lod_piece next_to_take(const lod_state *s) {
    const lod_command *c = lod_current_const(s);
    const mk_phase *phase = &lod_game.phases[mk_top_const(&s->base)->phase];
    for (int escorts = 0; escorts < 2; escorts++) {
        for (int p = 0; p < LOD_PIECES; p++) {
            bool own = lod_pieces_of(c->faction) >> p & 1;
            if (own == (escorts > 0) || c->group[p] >= c->np.want[p]) continue;
            if (!phase->why_not(s, (mk_action){LOD_V_TAKE, (int16_t)p, 0, 0})) return p;
        }
    }
    return LOD_PIECES;
}

/* 8.1: a Leader goes with the larger part of his units, the one that moves or the one that stays;
 * judged for each group as it sets out. */
bool lod_np_leader_follows(lod_state *s, int moves, int stays, mk_log *log) {
    if (!moves || moves < stays) return false;
    return moves > stays || lod_np_roll(s, NOTE_LEADER_TIE, 2, log) == 1;
}

static bool leader_goes(lod_state *s, lod_faction f, int from, mk_log *log) {
    const lod_command *c = lod_current_const(s);
    if (s->leader_at[f] != from || c->group_leaders >> f & 1) return false;
    lod_pieces units = lod_pieces_of(f) & (lod_pieces)~LOD_STRONGHOLDS;
    int moves = 0;
    for (int p = 0; p < LOD_PIECES; p++) moves += units >> p & 1 ? c->group[p] : 0;
    return lod_np_leader_follows(s, moves, lod_count(s, from, units) - moves, log);
}

bool lod_np_march_group(lod_state *s, mk_log *log) {
    lod_piece p = next_to_take(s);
    if (p != LOD_PIECES) return lod_np_did(s, LOD_V_TAKE, p, 0, 0, log);
    int from = mk_top(&s->base)->b;
    if (lod_game.phases[mk_top(&s->base)->phase].why_not(s, (mk_action){LOD_V_DEPART, 0, 0, 0}))
        return false;
    for (int f = 0; f < LOD_FACTIONS; f++) {
        if (leader_goes(s, f, from, log)) lod_np_do(s, LOD_V_BRING, f, 0, 0, log);
    }
    memset(lod_current(s)->np.want, 0, sizeof lod_current(s)->np.want);
    return lod_np_did(s, LOD_V_DEPART, 0, 0, 0, log);
}
