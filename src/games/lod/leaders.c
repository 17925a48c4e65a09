/* leaders.c - Leaders (1.10): left alone they go somewhere, and they may come with a piece. They
 * are looked after when an action is over and somebody is to decide (phases.c). */
#include "rules.h"

/* Spaces of the map with pieces of the Faction; the West Indies are no space (A6-10b). */
mk_set64 lod_own_spaces(const lod_state *s, lod_faction f) {
    return lod_with(s, lod_pieces_of(f)) & LOD_MAP;
}

void lod_lead_to(lod_state *s, lod_faction f, int place, mk_log *log) {
    s->leader_at[f] = (uint8_t)place;
    s->np.left[f] = (lod_departures){0};
    bool campaign = s->commands || s->event.card;
    if (campaign && s->base.nonplayers) s->np.followed |= (uint8_t)(1 << f);
    lod_command *c = s->commands ? lod_current(s) : NULL;
    if (c && c->faction == f && place < LOD_SPACES && mk_set_has(c->selected, place))
        c->involved = true;
    mk_log_event(log, LOD_E_LEADER, f, MK_EVERYONE, 0, s->leader[f], (int16_t)place);
}

/* Where pieces of his were just placed and still are. */
static mk_set64 landings(const lod_state *s, lod_faction f) {
    return s->landing[f] & lod_with(s, lod_pieces_of(f));
}

/* Is each Leader off the map or with a piece of his Faction, and did none of theirs come out of
 * Available? This is asked after every action: by sets, without a loop over pieces. */
static bool nobody_to_ask(const lod_state *s) {
    const mk_set64 *in = s->where, off_map = ~LOD_EVERYWHERE;
    const mk_set64 with[LOD_FACTIONS] = {
        [LOD_BRITISH] = in[LOD_BRITISH_REGULAR] | in[LOD_TORY] | in[LOD_BRITISH_FORT],
        [LOD_PATRIOTS] =
            in[LOD_CONTINENTAL] | in[LOD_MILITIA] | in[LOD_ACTIVE_MILITIA] | in[LOD_PATRIOT_FORT],
        [LOD_FRENCH] = in[LOD_FRENCH_REGULAR],
        [LOD_INDIANS] = in[LOD_WAR_PARTY] | in[LOD_ACTIVE_WAR_PARTY] | in[LOD_VILLAGE],
    };
    mk_set64 settled = 1, landed = 0;
    for (int f = 0; f < LOD_FACTIONS; f++) {
        settled &= (with[f] | off_map) >> s->leader_at[f];
        landed |= s->landing[f];
    }
    return settled & 1 && !landed;
}

/* He is alone: is somebody to be asked where he goes? */
static bool left_alone(lod_state *s, lod_faction f, mk_log *log) {
    int at = s->leader_at[f];
    if (at >= LOD_SPACES || lod_count(s, at, lod_pieces_of(f))) return false;
    if (!lod_own_spaces(s, f)) {
        lod_lead_to(s, f, LOD_AVAILABLE, log);
        return false;
    }
    lod_begin(s, LOD_PH_LEADER_ALONE, f, s->leader[f], at, 0);
    return true;
}

/* lod.card.109: the Treaty itself says where the French Leader goes. */
static bool may_land(lod_state *s, lod_faction f) {
    if (f == LOD_FRENCH && s->event.card == LOD_TREATY_CARD) return false;
    if (s->leader_at[f] != LOD_AVAILABLE || !landings(s, f)) {
        s->landing[f] = 0;
        return false;
    }
    lod_begin(s, LOD_PH_LEADER_LANDS, f, s->leader[f], 0, 0);
    return true;
}

/* A Leader left alone must go somewhere, one in Available may come with a piece just placed. One
 * after the other, above whatever is decided next. */
bool lod_ask_leaders(lod_state *s, mk_log *log) {
    if (nobody_to_ask(s)) return false;
    for (int f = 0; f < LOD_FACTIONS; f++) {
        if (left_alone(s, f, log)) return true;
    }
    if (mk_top(&s->base)->phase == LOD_PH_PLACE) return false; /* when all of them are there */
    for (int f = 0; f < LOD_FACTIONS; f++) {
        if (may_land(s, f)) return true;
    }
    return false;
}

void lod_attend_leaders(lod_state *s, mk_log *log) {
    if (lod_over(s)) return;
    int phase = mk_top(&s->base)->phase;
    bool asked = phase == LOD_PH_LEADER_ALONE || phase == LOD_PH_LEADER_LANDS;
    if (!asked && !lod_is_procedure(phase)) lod_ask_leaders(s, log);
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
    MK_SET_EACH(space, lod_own_spaces(s, f)) mk_offer(out, LOD_V_REDEPLOY, space, 0, 0);
    if (!stroke_needs(s, f)) mk_offer(out, LOD_V_RETIRE, 0, 0, 0);
}

const char *lod_leader_alone_why_not(const void *state, mk_action a) {
    const lod_state *s = state;
    lod_faction f = mk_top_const(&s->base)->seat;
    if (a.verb == LOD_V_REDEPLOY) FORBID("lod.1.10:space", !mk_set_has(lod_own_spaces(s, f), a.a));
    if (a.verb == LOD_V_RETIRE) FORBID("lod.1.10:stroke", stroke_needs(s, f));
    return NULL;
}

void lod_leader_alone_apply(void *state, mk_action a, mk_log *log) {
    lod_state *s = state;
    lod_faction f = mk_top(&s->base)->seat;
    lod_lead_to(s, f, a.verb == LOD_V_REDEPLOY ? a.a : LOD_AVAILABLE, log);
    mk_pop(&s->base);
}

void lod_leader_lands_list(const void *state, mk_actions *out) {
    const lod_state *s = state;
    MK_SET_EACH(space, landings(s, mk_top_const(&s->base)->seat))
        mk_offer(out, LOD_V_REDEPLOY, space, 0, 0);
    mk_offer(out, LOD_V_FINISH, 0, 0, 0);
}

const char *lod_leader_lands_why_not(const void *state, mk_action a) {
    const lod_state *s = state;
    lod_faction f = mk_top_const(&s->base)->seat;
    if (a.verb == LOD_V_REDEPLOY) FORBID("lod.1.10:space", !mk_set_has(landings(s, f), a.a));
    return NULL;
}

void lod_leader_lands_apply(void *state, mk_action a, mk_log *log) {
    lod_state *s = state;
    lod_faction f = mk_top(&s->base)->seat;
    s->landing[f] = 0;
    if (a.verb == LOD_V_REDEPLOY) lod_lead_to(s, f, a.a, log);
    mk_pop(&s->base);
}
