/* resume.c - frames that wait for one another, and Leaders, who are looked after when an action is
 * over (1.10). */
#include "lod.h"

#include <assert.h>

mk_frame *lod_begin(lod_state *s, int phase, int seat, int a, int b, int c) {
    mk_frame *f = mk_push(&s->base, phase, seat);
    f->a = (int16_t)a;
    f->b = (int16_t)b;
    f->c = (int16_t)c;
    return f;
}

/* Frames that only wait for a decision have nothing to do here. */
void lod_resume(lod_state *s, mk_log *log) {
    switch (mk_top(&s->base)->phase) {
    case LOD_PH_CARD: lod_card_resume(s, log); break;
    case LOD_PH_STROKE_TURN: lod_stroke_resume(s, log); break;
    case LOD_PH_EVENT: lod_event_resume(s, log); break;
    case LOD_PH_BATTLE: lod_battle_resume(s, log); break;
    case LOD_PH_WINTER: lod_winter_resume(s, log); break;
    case LOD_PH_SUPPLY_PATRIOTS: lod_supply_patriots_resume(s, log); break;
    case LOD_PH_STRIKE: lod_strike_resume(s, log); break;
    case LOD_PH_SPECIAL: lod_special_resume(s, log); break;
    case LOD_PH_AFTER: lod_end_command(s, log); break;
    case LOD_PH_SCOUT_SKIRMISH: lod_finish(s, log); break;
    case LOD_PH_FRENCH_FORT: lod_french_fort_resume(s, log); break;
    case LOD_PH_BATTLES:
    case LOD_PH_SCOUT:
    case LOD_PH_FRENCH_MUSTER: lod_command_resume(s, log); break;
    default: break;
    }
}

void lod_finish(lod_state *s, mk_log *log) {
    assert(s->base.depth > 1);
    mk_pop(&s->base);
    s->recalling = LOD_PIECES;
    lod_resume(s, log);
}

void lod_drop_frames(lod_state *s) {
    while (s->base.depth) mk_pop(&s->base);
}

void lod_end_game(lod_state *s) {
    lod_drop_frames(s);
    s->commands = 0;
}

/* ---- Leaders (1.10) ---- */

static bool has_pieces(const lod_state *s, lod_faction f, int space) {
    for (unsigned kinds = lod_pieces_of(f); kinds; kinds &= kinds - 1) {
        if (s->piece[space][lod_first(kinds)]) return true;
    }
    return false;
}

/* Spaces of the map with pieces of the Faction; the West Indies are no space (A6-10b). */
lod_set lod_own_spaces(const lod_state *s, lod_faction f) {
    return lod_with(s, lod_pieces_of(f)) & LOD_MAP;
}

void lod_lead_to(lod_state *s, lod_faction f, int place, mk_log *log) {
    s->leader_at[f] = (uint8_t)place;
    lod_command *c = s->commands ? lod_current(s) : NULL;
    if (c && c->faction == f && place < LOD_SPACES && lod_in(c->selected, place))
        c->involved = true;
    mk_tell(log, LOD_E_LEADER, f, MK_EVERYONE, 0, s->leader[f], (int16_t)place);
}

/* Where pieces of his were just placed and still are. */
static lod_set landings(const lod_state *s, lod_faction f) {
    return s->landing[f] & lod_with(s, lod_pieces_of(f));
}

/* After an action: a Leader left alone must go somewhere, one in Available may come with a piece
 * just placed. He is asked above whatever is decided next, one Leader after the other. */
void lod_attend_leaders(lod_state *s, mk_log *log) {
    if (lod_over(s)) return;
    int phase = mk_top(&s->base)->phase;
    if (phase == LOD_PH_LEADER_ALONE || phase == LOD_PH_LEADER_LANDS) return;
    for (int f = 0; f < LOD_FACTIONS; f++) {
        int at = s->leader_at[f];
        if (at >= LOD_SPACES || has_pieces(s, f, at)) continue;
        if (lod_own_spaces(s, f)) {
            lod_begin(s, LOD_PH_LEADER_ALONE, f, s->leader[f], at, 0);
            return;
        }
        lod_lead_to(s, f, LOD_AVAILABLE, log);
    }
    if (phase == LOD_PH_PLACE) return; /* he is asked once, when all of them are there */
    for (int f = 0; f < LOD_FACTIONS; f++) {
        /* lod.card.109: the Treaty itself says where the French Leader goes. */
        if (f == LOD_FRENCH && s->event.card == LOD_TREATY_CARD) continue;
        if (s->leader_at[f] == LOD_AVAILABLE && landings(s, f)) {
            lod_begin(s, LOD_PH_LEADER_LANDS, f, s->leader[f], 0, 0);
            return;
        }
        s->landing[f] = 0;
    }
}

/* A Brilliant Stroke still needs him in one of its Commands. */
static bool stroke_needs(const lod_state *s, lod_faction f) {
    const lod_stroke *k = &s->stroke;
    bool involved = s->commands && s->command[0].involved;
    return k->commands && k->faction == f && !k->led && !involved;
}

void lod_leader_alone_list(const void *state, mk_actions *out) {
    const lod_state *s = state;
    lod_faction f = mk_top_const(&s->base)->seat;
    LOD_EACH(space, lod_own_spaces(s, f)) mk_offer(out, LOD_V_REDEPLOY, space, 0, 0);
    if (!stroke_needs(s, f)) mk_offer(out, LOD_V_RETIRE, 0, 0, 0);
}

const char *lod_leader_alone_why_not(const void *state, mk_action a) {
    const lod_state *s = state;
    lod_faction f = mk_top_const(&s->base)->seat;
    if (a.verb == LOD_V_REDEPLOY) FORBID("lod.1.10", !lod_in(lod_own_spaces(s, f), a.a));
    if (a.verb == LOD_V_RETIRE) FORBID("lod.1.10", stroke_needs(s, f));
    return NULL;
}

/* What is decided beneath waits already; only a card waits to begin until all Leaders are settled.
 */
static void leader_settled(lod_state *s, mk_log *log) {
    mk_pop(&s->base);
    lod_attend_leaders(s, log);
    if (mk_top(&s->base)->phase == LOD_PH_CARD) lod_resume(s, log);
}

void lod_leader_alone_apply(void *state, mk_action a, mk_log *log) {
    lod_state *s = state;
    lod_faction f = mk_top(&s->base)->seat;
    lod_lead_to(s, f, a.verb == LOD_V_REDEPLOY ? a.a : LOD_AVAILABLE, log);
    leader_settled(s, log);
}

void lod_leader_lands_list(const void *state, mk_actions *out) {
    const lod_state *s = state;
    LOD_EACH(space, landings(s, mk_top_const(&s->base)->seat))
    mk_offer(out, LOD_V_REDEPLOY, space, 0, 0);
    mk_offer(out, LOD_V_FINISH, 0, 0, 0);
}

const char *lod_leader_lands_why_not(const void *state, mk_action a) {
    const lod_state *s = state;
    lod_faction f = mk_top_const(&s->base)->seat;
    if (a.verb == LOD_V_REDEPLOY) FORBID("lod.1.10", !lod_in(landings(s, f), a.a));
    return NULL;
}

void lod_leader_lands_apply(void *state, mk_action a, mk_log *log) {
    lod_state *s = state;
    lod_faction f = mk_top(&s->base)->seat;
    s->landing[f] = 0;
    if (a.verb == LOD_V_REDEPLOY) lod_lead_to(s, f, a.a, log);
    leader_settled(s, log);
}
