/* lead_in.c - CSG-6: the year 1775 before the campaign game, and the redeployment of January 1776
 * that ends it (special rules of CSG-6).
 *
 * Special rules of 1775 are asked for by g1776_lead_in. In November Burgoyne goes home and the
 * evacuation of Boston begins; at the start of January G1776_PH_REDEPLOY, a procedure, turns the
 * militia around Boston into the Continental Army: a is the step, b the COM marker, c its part.
 */
#include "g1776.h"

bool g1776_lead_in(const g1776_state *s) { return s->base.turn <= g1776_rules(s)->lead_in.turns; }

/* The rules of 1775 hold in the scenarios of that year, and in CSG-6 as long as it lasts. */
bool g1776_in_1775(const g1776_state *s) {
    return !g1776_rules(s)->lead_in.turns || g1776_lead_in(s);
}

static int leader_e(int seat) {
    MK_SET_EACH(l, g1776.leaders_of[seat]) {
        if (g1776.leader[l].is & G1776_LEADER_E) return l;
    }
    return G1776_NONE;
}

static void goes(g1776_state *s, int leader, mk_log *log) {
    g1776_put_leader(s, leader,
                     (g1776_leader_at){.place = G1776_GONE, .rating = s->leader[leader].rating});
    mk_log_event(log, G1776_E_LEADER_LEAVES, g1776.leader[leader].seat, MK_EVERYONE, 0,
                 (int16_t)leader);
}

/* ---- November 1775: Burgoyne ---- */

/* Leader E takes his place; he, or who replaced him, comes with the reinforcements of May. If he is
 * a prisoner a nameless leader comes instead: Leader E, for no other is unused. */
static void relieve_burgoyne(g1776_state *s, mk_log *log) {
    int burgoyne = g1776.named[G1776_BURGOYNE], e = leader_e(G1776_BRITISH);
    g1776_leader_at at = s->leader[burgoyne];
    if (RULE("g1776.csg6.burgoyne.captive", at.place == G1776_CAPTIVE)) {
        s->campaign.stand_in = 1;
        return;
    }
    if (g1776_is_hex(at.place) || g1776_is_aboard(at.place)) {
        at.rating = g1776.leader[e].rating;
        g1776_put_leader(s, e, at);
        mk_log_event(log, G1776_E_LEADER_PLACED, G1776_BRITISH, MK_EVERYONE, 0, (int16_t)e,
                     (int16_t)g1776_where_of(at.place));
    }
    goes(s, burgoyne, log);
}

void g1776_begin_month_of_lead_in(g1776_state *s, mk_log *log) {
    const g1776_lead_in_rules *l = &g1776_rules(s)->lead_in;
    if (l->turns && s->phasing == G1776_BRITISH && s->base.turn == l->evacuation[0])
        relieve_burgoyne(s, log);
}

/* Who comes with an arrival, if Burgoyne cannot. */
g1776_group g1776_with_stand_in(const g1776_state *s, const g1776_group *group) {
    g1776_group out = *group;
    int burgoyne = g1776.named[G1776_BURGOYNE];
    if (!s->campaign.stand_in || !mk_set_has(out.leaders, burgoyne)) return out;
    mk_set_remove(&out.leaders, burgoyne);
    mk_set_add(&out.leaders, leader_e(G1776_BRITISH));
    return out;
}

/* ---- The evacuation of Boston ---- */

static int halifax(void) { return G1776_IN_BOX + G1776_BOX_HALIFAX; }

/* More than the capacity goes aboard in the port of Boston only. */
bool g1776_may_overload(const g1776_state *s, int fleet) {
    const g1776_scenario_rules *r = g1776_rules(s);
    const g1776_lead_in_rules *l = &r->lead_in;
    return l->turns && s->base.turn >= l->evacuation[0] && s->base.turn <= l->evacuation[1] &&
           g1776.fleet[fleet].seat == G1776_BRITISH && s->fleet[fleet].place == r->garrisoned;
}

bool g1776_evacuates(const g1776_state *s, int fleet) {
    return g1776_rules(s)->lead_in.turns && g1776.fleet[fleet].seat == G1776_BRITISH &&
           g1776_load_of(s, fleet) > g1776.fleet[fleet].capacity;
}

/* SP that could still go aboard where an overloaded fleet lies in port: all of them leave. */
static bool leaves_sp_behind(const g1776_state *s, int fleet) {
    int at = s->fleet[fleet].place;
    const int busy = G1776_DONE | G1776_CARRIED | G1776_MARKED | G1776_FIXED;
    if (at != g1776_rules(s)->garrisoned) return false;
    G1776_EACH_AT(p, s, at) {
        bool fit = g1776_is_sp(p->type) && g1776_owner(p->type) == G1776_BRITISH &&
                   g1776_sails(fleet, p->type) && !p->spent && !p->origin && !(p->flags & busy);
        if (fit) return true;
    }
    return false;
}

/* Steps to the nearest hex of the north exit from two places. */
static void steps_north(const g1776_state *s, int fleet, const int place[2], int out[2]) {
    g1776_seaway way;
    out[0] = out[1] = G1776_NO_SEAWAY;
    MK_SET_EACH(hex, &g1776_board.exit[G1776_NORTH_EXIT]) {
        g1776_survey(s, fleet, hex, &way);
        for (int i = 0; i < 2; i++) {
            int steps = g1776_steps_from(s, &way, place[i]);
            if (steps < out[i]) out[i] = steps;
        }
    }
}

/* Straight to Halifax: every step brings it nearer to the north exit. */
const char *g1776_why_not_evacuate_to(const g1776_state *s, int fleet, int to) {
    if (!g1776_evacuates(s, fleet)) return NULL;
    int at = s->fleet[fleet].place;
    FORBID("g1776.csg6.evacuation.all", leaves_sp_behind(s, fleet));
    if (g1776_is_box(at)) { /* repaired fleets come back in boxes that may not lead there */
        bool beside = g1776.box[at - G1776_IN_BOX].joins >> G1776_BOX_HALIFAX & 1;
        FORBID("g1776.csg6.evacuation", at == halifax() || (beside && to != halifax()));
        return NULL;
    }
    FORBID("g1776.csg6.evacuation", g1776_is_box(to) && to != halifax());
    if (g1776_is_box(to) || at == g1776_rules(s)->garrisoned) return NULL;
    int left[2];
    steps_north(s, fleet, (const int[]){at, to}, left);
    FORBID("g1776.csg6.evacuation", left[1] >= left[0]);
    return NULL;
}

const char *g1776_why_not_evacuate_ashore(const g1776_state *s, int fleet, int place) {
    FORBID("g1776.csg6.evacuation", g1776_evacuates(s, fleet) && place != halifax());
    return NULL;
}

/* An overloaded fleet under way is given its orders in every phase. */
bool g1776_evacuation_waits(const g1776_state *s) {
    for (int f = 0; f < G1776_FLEETS && s->phasing == G1776_BRITISH; f++)
        if (g1776_evacuates(s, f) && !g1776_why_not_sail(s, f)) return true;
    return false;
}

/* ---- Indians and their leaders who have not moved ---- */

enum { VILLAGES = 3, OF_BRANT = 8, OF_JOHNSON = 16 };

static int unmoved_bit(int leader) {
    if (g1776_leader_named(leader, G1776_BRANT)) return OF_BRANT;
    return g1776_leader_named(leader, G1776_JOHNSON) ? OF_JOHNSON : 0;
}

void g1776_note_unmoved(g1776_state *s, mk_set128 leaders) {
    if (!g1776_rules(s)->lead_in.turns) return;
    MK_SET_EACH(l, leaders) s->campaign.unmoved |= (uint8_t)unmoved_bit(l);
}

bool g1776_not_captured_yet(const g1776_state *s, int leader) {
    return s->campaign.unmoved & unmoved_bit(leader);
}

void g1776_note_moved(g1776_state *s, int leader) {
    s->campaign.unmoved &= (uint8_t)~unmoved_bit(leader);
}

/* Indians alone in a village that none of them has left. */
bool g1776_safe_villagers(const g1776_state *s, int seat, int hex) {
    int village = g1776_village_number(hex);
    if (village < 0 || seat != G1776_BRITISH || !(s->campaign.unmoved >> village & 1)) return false;
    return g1776_count(s, hex, G1776_BI) == g1776_sp(s, hex, G1776_BRITISH);
}

static void settle_villagers(g1776_state *s, mk_log *log) {
    for (int t = 0; t < g1776_board.town_count; t++) {
        int hex = g1776_board.town[t].hex;
        bool room = g1776_on_map(s, G1776_BI) < g1776.type[G1776_BI].limit;
        if (g1776_board.town[t].type != G1776_VILLAGE || !room) continue;
        g1776_put(s, (g1776_piece){.place = (uint16_t)hex,
                                   .type = G1776_BI,
                                   .led = hex == g1776.campaign.unadilla ? G1776_GREEN : 0,
                                   .count = 1});
        mk_log_event(log, G1776_E_PLACED, G1776_BRITISH, MK_EVERYONE, 0, 1, G1776_BI,
                     (int16_t)g1776_where_of(hex));
        g1776_tidy(s, hex, log);
    }
    s->campaign.unmoved |= (1 << VILLAGES) - 1;
}

/* ---- January 1776: militia becomes Continentals ---- */

/* A frame of G1776_PH_ENLIST: a is how many, b the area, c 1 if it must be done. */
static int room_for_ca(const g1776_state *s) {
    return g1776.type[G1776_CA].limit - g1776_on_map(s, G1776_CA);
}

static int may_enlist_at(const g1776_state *s, const mk_frame *f, int hex) {
    if (!g1776_is_land(hex) || g1776_area_of(hex) != f->b) return 0;
    int n = g1776_count(s, hex, G1776_RM), room = room_for_ca(s);
    if (n > room) n = room;
    return n < f->a ? n : f->a;
}

static bool anyone_to_enlist(const g1776_state *s, const mk_frame *f) {
    MK_SET_EACH(hex, &s->held[G1776_AMERICAN]) {
        if (may_enlist_at(s, f, hex)) return true;
    }
    return false;
}

static void ask_to_enlist(g1776_state *s, int area, int count, bool must) {
    mk_frame *f = mk_push(&s->base, G1776_PH_ENLIST, G1776_AMERICAN);
    f->a = (int16_t)count;
    f->b = (int16_t)area;
    f->c = must;
    if (!anyone_to_enlist(s, f)) mk_pop(&s->base);
}

void g1776_enlist_list(const void *state, mk_actions *out) {
    const g1776_state *s = state;
    const mk_frame *f = mk_top_const(&s->base);
    MK_SET_EACH(hex, &s->held[G1776_AMERICAN]) {
        int most = may_enlist_at(s, f, hex);
        if (most) mk_offer(out, G1776_V_ENLIST, hex, 0, 0);
        if (most > 1) mk_offer(out, G1776_V_ENLIST_ALL, hex, 0, 0);
    }
    if (!f->c) mk_offer(out, G1776_V_DONE, 0, 0, 0);
}

const char *g1776_enlist_why_not(const void *state, mk_action x) {
    const g1776_state *s = state;
    const mk_frame *f = mk_top_const(&s->base);
    if (x.verb == G1776_V_DONE) {
        FORBID("g1776.csg6.canada", f->c);
        return NULL;
    }
    bool too_few = may_enlist_at(s, f, x.a) < 1 + (x.verb == G1776_V_ENLIST_ALL);
    FORBID("g1776.csg6.canada", f->c && too_few);
    FORBID("g1776.csg6.enlist", too_few);
    return NULL;
}

void g1776_enlist_apply(void *state, mk_action x, mk_log *log) {
    g1776_state *s = state;
    mk_frame *f = mk_top(&s->base);
    if (x.verb == G1776_V_DONE) {
        mk_pop(&s->base);
        return;
    }
    int count = x.verb == G1776_V_ENLIST_ALL ? may_enlist_at(s, f, x.a) : 1;
    for (int left = count; left;) {
        int i = g1776_first_at(s, x.a);
        while (s->piece[i].type != G1776_RM) i++;
        g1776_piece p = g1776_take_at(s, i, left < s->piece[i].count ? left : s->piece[i].count);
        p.type = G1776_CA;
        left -= p.count;
        g1776_put(s, p);
    }
    mk_log_event(log, G1776_E_ENLISTED, G1776_AMERICAN, MK_EVERYONE, 0, (int16_t)count, x.a);
    f->a = (int16_t)(f->a - count);
    if (!anyone_to_enlist(s, f)) mk_pop(&s->base);
}

/* ---- … and what is left of the stores ---- */

/* The nearest friendly forces to a COM marker. */
static g1776_hexes nearest_forces(const g1776_state *s, int com) {
    return g1776_nearest_of(&s->held[G1776_AMERICAN], g1776_rules(s)->com[com].hex);
}

static void join_force(g1776_state *s, int hex, mk_log *log) {
    g1776_put_all(s, G1776_AMERICAN, hex, 0, log);
    g1776_tidy(s, hex, log);
}

/* A frame of G1776_PH_RALLY: a is the marker. */
void g1776_rally_list(const void *state, mk_actions *out) {
    const g1776_state *s = state;
    g1776_hexes near = nearest_forces(s, mk_top_const(&s->base)->a);
    MK_SET_EACH(hex, &near) mk_offer(out, G1776_V_TO, hex, 0, 0);
}

const char *g1776_rally_why_not(const void *state, mk_action x) {
    const g1776_state *s = state;
    g1776_hexes near = nearest_forces(s, mk_top_const(&s->base)->a);
    FORBID("g1776.csg6.com", !mk_set_has(&near, x.a));
    return NULL;
}

void g1776_rally_apply(void *state, mk_action x, mk_log *log) {
    g1776_state *s = state;
    mk_pop(&s->base);
    join_force(s, x.a, log);
}

static void rally(g1776_state *s, int com, mk_log *log) {
    g1776_hexes near = nearest_forces(s, com);
    g1776_levy(s, G1776_SUP_A, 1);
    g1776_levy(s, G1776_CA, 1);
    if (!g1776_anything_in_hand(s)) return;
    int count = mk_set_size(&near);
    if (count > 1)
        mk_push(&s->base, G1776_PH_RALLY, G1776_AMERICAN)->a = (int16_t)com;
    else
        join_force(s, count ? mk_set_first(&near) : g1776_rules(s)->com[com].hex, log);
}

/* A marker that stands becomes a supply and 1CA, for 1RM from anywhere; they join the nearest
 * force. True: all are done. */
static bool next_com(g1776_state *s, mk_frame *f, mk_log *log) {
    const g1776_scenario_rules *r = g1776_rules(s);
    enum { MILITIA, FORCE };
    if (f->b == r->com_count) return true;
    int com = f->b;
    if (f->c == FORCE) {
        f->b++;
        f->c = MILITIA;
        rally(s, com, log);
        return false;
    }
    if (s->ledger.com_gone >> com & 1) {
        f->b++;
        return false;
    }
    f->c = FORCE;
    s->ledger.com_gone |= (uint8_t)(1u << com);
    g1776_remove(s, r->com[com].hex, r->com[com].type, 1, 0);
    mk_log_event(log, G1776_E_COM_RAISED, G1776_AMERICAN, MK_EVERYONE, 0, (int16_t)r->com[com].hex);
    g1776_cull(s, G1776_AMERICAN, G1776_CULL_RM, G1776_R_ANYWHERE, 1, log);
    return false;
}

/* ---- The sequence ---- */

/* Guns that were tied to Knox are as others now. */
static void free_guns(g1776_state *s) {
    for (int i = 0; i < s->piece_count; i++) {
        if (!mk_set_has(G1776_ARTILLERY, s->piece[i].type) || !(s->piece[i].flags & G1776_FIXED))
            continue;
        g1776_piece p = g1776_take_at(s, i, s->piece[i].count);
        p.flags &= (uint8_t)~G1776_FIXED;
        g1776_put(s, p);
        i = -1;
    }
}

static void end_lead_in(g1776_state *s, mk_log *log) {
    MK_SET_EACH(l, g1776_rules(s)->lead_in.leaves & s->in_play) goes(s, l, log);
    free_guns(s);
    if (!g1776_option(s, G1776_OPTION_VILLAGERS)) settle_villagers(s, log);
}

bool g1776_begin_redeployment(g1776_state *s, mk_log *log) {
    int turns = g1776_rules(s)->lead_in.turns;
    if (!turns || s->base.turn != turns + 1) return false;
    g1776_turn_all_up(s, log);
    mk_push(&s->base, G1776_PH_REDEPLOY, -1);
    return true;
}

void g1776_redeploy_step(void *state, mk_log *log) {
    g1776_state *s = state;
    mk_frame *f = mk_top(&s->base);
    const g1776_lead_in_rules *l = &g1776_rules(s)->lead_in;
    enum { CONTINENTALS, ARRIVALS, CANADA, STORES, END, OVER };
    switch (f->a) {
    case CONTINENTALS:
        f->a++;
        ask_to_enlist(s, G1776_NEW_ENGLAND, l->enlist, false);
        return;
    case ARRIVALS: /* Glover's men, if they were lost; Wayne */
        f->a++;
        mk_push(&s->base, G1776_PH_ARRIVALS, G1776_AMERICAN)->a = G1776_IN_REDEPLOYMENT;
        return;
    case CANADA:
        f->a++;
        if (s->ledger.arrival[l->fall_militia] >= G1776_ENTERED)
            ask_to_enlist(s, G1776_CANADA, 1, true);
        return;
    case STORES:
        if (next_com(s, f, log)) f->a++;
        return;
    case END:
        f->a++;
        end_lead_in(s, log);
        return;
    default: mk_pop(&s->base); return;
    }
}
