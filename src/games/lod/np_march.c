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

mk_set64 lod_np_led_here(const lod_state *s) {
    int leader = s->leader_at[lod_current_const(s)->faction];
    return waits_for_leader(s) && leader < LOD_SPACES ? MK_BIT(leader) : LOD_EVERYWHERE;
}

mk_set64 lod_np_led_from(const lod_state *s, int to) {
    mk_set64 led = lod_np_led_here(s);
    return mk_set_has(led, to) ? LOD_EVERYWHERE : led;
}

bool lod_np_leads_to(const lod_state *s, int to, lod_np_spare *spare) {
    mk_set64 led = lod_np_led_here(s);
    return mk_set_has(led, to) || lod_np_origins(s, to, spare) & led;
}

/* ---- Origins ---- */

/* Spaces from which a group could still come, if the Faction can spare one. */
static mk_set64 candidates(const lod_state *s, int to) {
    const lod_command *c = lod_current_const(s);
    bool entering = mk_top_const(&s->base)->phase == LOD_PH_MARCH_INTO;
    mk_set64 from_set = lod_march_origins(s, c, to) & LOD_MAP;
    from_set &= lod_with(s, lod_march_units(c->faction));
    if (entering) from_set &= ~c->entered & lod_np_led_from(s, to); /* one group from a space */
    return from_set;
}

mk_set64 lod_np_origins(const lod_state *s, int to, lod_np_spare *spare) {
    mk_set64 origins = 0;
    MK_SET_EACH(from, candidates(s, to)) {
        lod_np_group g = spare(s, from, to);
        if (lod_np_size(&g)) origins |= MK_BIT(from);
    }
    return origins;
}

static int of_kinds(const lod_np_group *g, mk_set64 kinds) {
    int n = 0;
    for (int p = 0; p < LOD_PIECES; p++) n += kinds >> p & 1 ? g->n[p] : 0;
    return n;
}

bool lod_np_could_control(const lod_state *s, int to, lod_side side, lod_np_spare *spare) {
    int british = 0, indians = 0, rebels = 0;
    MK_SET_EACH(from, candidates(s, to)) {
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
    mk_set64 best = 0;
    MK_SET_EACH(from, candidates(s, to)) {
        lod_np_group g = spare(s, from, to);
        int size = lod_np_size(&g);
        if (size > most) best = 0, most = size;
        if (size && size == most) best |= MK_BIT(from);
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
    const mk_phase *phase = &lod_phases[mk_top_const(&s->base)->phase];
    for (int escorts = 0; escorts < 2; escorts++) {
        for (int p = 0; p < LOD_PIECES; p++) {
            bool own = lod_pieces_of(c->faction) >> p & 1;
            if (own == (escorts > 0) || c->group[p] >= c->np.want[p]) continue;
            if (!phase->why_not(s, (mk_action){LOD_V_TAKE, (int16_t)p, 0, 0})) return p;
        }
    }
    return LOD_PIECES;
}

bool lod_np_march_group(lod_state *s, mk_log *log) {
    lod_piece p = next_to_take(s);
    if (p != LOD_PIECES) return lod_np_did(s, LOD_V_TAKE, p, 0, 0, log);
    if (lod_phases[mk_top(&s->base)->phase].why_not(s, (mk_action){LOD_V_DEPART, 0, 0, 0}))
        return false;
    memset(lod_current(s)->np.want, 0, sizeof lod_current(s)->np.want);
    return lod_np_did(s, LOD_V_DEPART, 0, 0, 0, log);
}

/* ---- Leaders (8.1) ---- */

/* Of the groups that left a Leader's space and those who stay there, in this order, one of the
 * largest: a die finds it among equals. */
int lod_np_largest_group(lod_state *s, lod_faction f, mk_log *log) {
    const lod_departures *left = &s->np.left[f];
    int at = s->leader_at[f], most = 0, largest[LOD_SPACES + 1], n = 0;
    if (at >= LOD_SPACES || !left->all) return at;
    mk_set64 units = lod_pieces_of(f) & ~LOD_STRONGHOLDS;
    for (int i = 0; i <= LOD_SPACES; i++) {
        bool stay = i == LOD_SPACES;
        int size = stay ? lod_count(s, at, units) - left->came : left->to[i];
        if (!size || size < most) continue;
        if (size > most) n = 0;
        most = size;
        largest[n++] = stay ? at : i;
    }
    if (!n) return at;
    return largest[n > 1 ? lod_np_roll(s, NOTE_LEADER_TIE, n, log) - 1 : 0];
}

void lod_leaders_follow(lod_state *s, mk_log *log) {
    if (!RULE("lod.8.1", lod_is_nonplayer(s, lod_current_const(s)->faction))) return;
    for (int f = 0; f < LOD_FACTIONS; f++) {
        int to = lod_np_largest_group(s, f, log);
        if (to != s->leader_at[f]) lod_lead_to(s, f, to, log);
    }
}
