/* indies.c - the West Indies: what the Continental Navy fetches there, who looks for it, and how
 * long forces stay (V.F and VII.D of the campaign rules). */
#include "g1776.h"

enum {
    IN_INDIES_B = G1776_IN_BOX + G1776_BOX_INDIES_B,
    IN_INDIES_F = G1776_IN_BOX + G1776_BOX_INDIES_F
};

/* ---- The Continental Navy (V.F) ---- */

enum { NAVY_CARRIES = 2 };

static int navy_load(const g1776_state *s) {
    return g1776_count_of(s, G1776_ABOARD + G1776_CN, ~(mk_set64)0);
}

static int british_bf_there(const g1776_state *s) {
    int n = 0;
    for (int f = 0; f < G1776_FLEETS; f++)
        n += g1776.fleet[f].seat == G1776_BRITISH && g1776.fleet[f].battle &&
             s->fleet[f].place == IN_INDIES_B;
    return n;
}

static bool may_take(const g1776_state *s, int type) {
    const mk_set64 cargo = G1776_BIT(G1776_SUP_A) | G1776_BIT(G1776_ART_A);
    return mk_set_has(cargo, type) && g1776_on_map(s, type) < g1776.type[type].limit;
}

/* At the start of an American turn that it begins there: one die. True: the American is asked. A
 * frame of G1776_PH_FETCH: a is how many pieces. */
bool g1776_ask_navy_cargo(g1776_state *s, mk_log *log) {
    const g1776_campaign_data *c = &g1776.campaign;
    bool there = g1776_in_campaign(s) && s->phasing == G1776_AMERICAN &&
                 s->fleet[G1776_CN].place == IN_INDIES_F && s->campaign.navy_came < s->base.turn;
    if (!there) return false;
    int die = mk_die(&s->base.rng, 6), bf = british_bf_there(s), total = die + bf;
    int n = total <= c->navy_one ? 1 : total == c->navy_two ? 2 : 0;
    int room = NAVY_CARRIES - navy_load(s);
    mk_log_event(log, G1776_E_NAVY_DIE, G1776_AMERICAN, MK_EVERYONE, MK_ROLLED, (int16_t)die,
                 (int16_t)bf, (int16_t)n);
    if (RULE("g1776.csg.v.f.two", n > room)) n = room;
    if (!n || (!may_take(s, G1776_SUP_A) && !may_take(s, G1776_ART_A))) return false;
    mk_push(&s->base, G1776_PH_FETCH, G1776_AMERICAN)->a = (int16_t)n;
    return true;
}

void g1776_fetch_list(const void *state, mk_actions *out) {
    for (int type = 0; type < G1776_TYPES; type++)
        if (may_take(state, type)) mk_offer(out, G1776_V_TAKE, type, 0, 0);
}

const char *g1776_fetch_why_not(const void *state, mk_action x) {
    FORBID("g1776.csg.v.f.indies", !may_take(state, x.a));
    return NULL;
}

void g1776_fetch_apply(void *state, mk_action x, mk_log *log) {
    g1776_state *s = state;
    mk_frame *f = mk_top(&s->base);
    g1776_add(s, G1776_ABOARD + G1776_CN, x.a, 1, 0);
    g1776_tell_stowed(1, x.a, G1776_CN, log);
    bool more = may_take(s, G1776_SUP_A) || may_take(s, G1776_ART_A);
    if (!--f->a || !more) mk_pop(&s->base);
}

/* It leaves on the first or second turn after it came. */
bool g1776_navy_must_leave(const g1776_state *s) {
    enum { TURNS = 2 };
    return g1776_in_campaign(s) && s->fleet[G1776_CN].place == IN_INDIES_F &&
           RULE("g1776.csg.v.f.leave", s->base.turn >= s->campaign.navy_came + TURNS);
}

/* British battle fleets look for it in the turn they come and in the next. */
void g1776_search_indies(g1776_state *s, mk_log *log) {
    bool looks = false;
    if (!g1776_in_campaign(s) || s->phasing != G1776_BRITISH ||
        s->fleet[G1776_CN].place != IN_INDIES_F)
        return;
    for (int f = 0; f < G1776_FLEETS; f++)
        looks |= g1776.fleet[f].seat == G1776_BRITISH && g1776.fleet[f].battle &&
                 s->fleet[f].place == IN_INDIES_B && s->base.turn - s->fleet[f].since <= 1;
    if (!looks) return;
    int die = mk_die(&s->base.rng, 6);
    bool found = RULE("g1776.csg.v.f.search", die <= g1776.campaign.navy_found);
    mk_log_event(log, G1776_E_NAVY_SOUGHT, G1776_BRITISH, MK_EVERYONE, MK_ROLLED, (int16_t)die,
                 (int16_t)found);
    if (found) g1776_fight_in_indies(s, log);
}

/* ---- Who comes, who may leave (VII.D) ---- */

enum { STAY = 3 }; /* turns after arrival */

/* A fleet has come to the West Indies. Those of the French count from then on; SP stay with all
 * others of their side. */
void g1776_note_indies(g1776_state *s, int fleet) {
    int seat = g1776.fleet[fleet].seat;
    if (!g1776_in_campaign(s)) return;
    if (fleet == G1776_CN) {
        s->campaign.navy_came = (uint8_t)s->base.turn;
        return;
    }
    s->fleet[fleet].since = (uint8_t)s->base.turn;
    s->campaign.placed &= (uint16_t) ~(1u << fleet);
    if (g1776.fleet[fleet].nation == G1776_N_FRENCH)
        s->campaign.committed |= (uint16_t)(1u << fleet);
    if (g1776_count_of(s, G1776_ABOARD + fleet, G1776_SP))
        s->campaign.until[seat] = (uint8_t)(s->base.turn + STAY);
}

/* French troops that go ashore there count, and their fleet with them (VII.D). */
void g1776_note_debarked(g1776_state *s, int fleet) {
    int seat = g1776.fleet[fleet].seat;
    if (!g1776_in_campaign(s) || fleet == G1776_CN) return;
    if (g1776.fleet[fleet].nation != G1776_N_FRENCH || s->campaign.committed >> fleet & 1) return;
    s->campaign.committed |= (uint16_t)(1u << fleet);
    s->fleet[fleet].since = (uint8_t)s->base.turn;
    s->campaign.until[seat] = (uint8_t)(s->base.turn + STAY);
}

/* Battle fleets there that count for a seat. */
int g1776_indies_fleets(const g1776_state *s, int seat) {
    int n = 0, box = seat == G1776_BRITISH ? IN_INDIES_B : IN_INDIES_F;
    for (int f = 0; f < G1776_FLEETS; f++) {
        bool there =
            g1776.fleet[f].seat == seat && g1776.fleet[f].battle && s->fleet[f].place == box;
        n += there && (seat == G1776_BRITISH || s->campaign.committed >> f & 1);
    }
    return n;
}

/* Who is aboard counts, too, but for the French who were placed there first and did not debark. */
static bool counts_aboard(const g1776_state *s, int fleet) {
    if (g1776.fleet[fleet].seat == G1776_BRITISH) return true;
    return s->campaign.committed >> fleet & 1 &&
           RULE("g1776.csg.vii.d.placed", !(s->campaign.placed >> fleet & 1));
}

/* Regulars: ashore, and aboard fleets. */
int g1776_indies_sp(const g1776_state *s, int seat) {
    int box = seat == G1776_BRITISH ? IN_INDIES_B : IN_INDIES_F;
    mk_set64 types = g1776_coloured(seat == G1776_BRITISH ? G1776_BR : G1776_FR);
    int n = g1776_count_of(s, box, types);
    for (int f = 0; f < G1776_FLEETS; f++) {
        if (g1776.fleet[f].seat == seat && s->fleet[f].place == box && counts_aboard(s, f))
            n += g1776_count_of(s, G1776_ABOARD + f, types);
    }
    return n;
}

/* The British match what the French have there, while a French battle fleet is. */
static bool must_match(const g1776_state *s) {
    return s->campaign.french && g1776_indies_fleets(s, G1776_AMERICAN) > 0;
}

/* Transports come and go, but not with regulars who must stay. */
const char *g1776_why_not_leave_indies(const g1776_state *s, int fleet) {
    const g1776_fleet_row *row = &g1776.fleet[fleet];
    if (!g1776_in_campaign(s) || !s->campaign.french || fleet == G1776_CN) return NULL;
    bool counts = row->seat == G1776_BRITISH || s->campaign.committed >> fleet & 1;
    int aboard = g1776_count_of(s, G1776_ABOARD + fleet, g1776_coloured(G1776_BR));
    int until = row->battle ? s->fleet[fleet].since + STAY : s->campaign.until[row->seat];
    FORBID("g1776.csg.vii.d.stay", counts && (row->battle || aboard) && s->base.turn < until);
    FORBID("g1776.csg.vii.d.match",
           row->seat == G1776_BRITISH && row->battle && must_match(s) &&
               g1776_indies_fleets(s, G1776_BRITISH) <= g1776_indies_fleets(s, G1776_AMERICAN));
    FORBID("g1776.csg.vii.d.match",
           row->seat == G1776_BRITISH && must_match(s) && aboard &&
               g1776_indies_sp(s, G1776_BRITISH) - aboard < g1776_indies_sp(s, G1776_AMERICAN));
    return NULL;
}

const char *g1776_why_not_embark_indies(const g1776_state *s, int fleet, int type, int count) {
    int seat = g1776.fleet[fleet].seat;
    if (!g1776_in_campaign(s) || !s->campaign.french || !g1776_is_sp(type)) return NULL;
    FORBID("g1776.csg.vii.d.stay", s->base.turn < s->campaign.until[seat]);
    bool regular = mk_set_has(g1776_coloured(G1776_BR), type);
    FORBID("g1776.csg.vii.d.match",
           regular && must_match(s) &&
               g1776_indies_sp(s, G1776_BRITISH) - count < g1776_indies_sp(s, G1776_AMERICAN));
    return NULL;
}
