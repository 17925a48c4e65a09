/* visits.c - the French as they came (VIII.C of the campaign rules, an option): fleets that visit
 * for a season, the army that stays from July 1780 on, and the year 1781.
 *
 * The rows are in campaign.json. A visit comes in its month once the French are in the war, or
 * later, up to its last month; at the end of that month it leaves, or at once if one of its fleets
 * is sunk. G1776_PH_VISIT is a procedure: a is the row, b what is at, c a type.
 */
#include "g1776.h"

enum { COMES, LEAVES };

bool g1776_visits(const g1776_state *s) {
    return g1776_option(s, G1776_OPTION_VISITS) && g1776_rules(s)->visits;
}

static int month_now(const g1776_state *s) { return g1776_rules(s)->month[s->base.turn]; }
static const g1776_visit *row_of(int visit) { return &g1776.campaign.visit[visit]; }
static bool came(const g1776_state *s, int visit) { return s->campaign.visited >> visit & 1; }
static bool is_sunk(const g1776_state *s, int fleet) { return s->campaign.sunk >> fleet & 1; }

static bool is_over(const g1776_state *s, int visit) { return s->campaign.departed >> visit & 1; }

/* The visit that a fleet is on; -1: none, or it stays for good. */
static int visit_of(const g1776_state *s, int fleet) {
    for (int i = 0; i < g1776.campaign.visit_count; i++)
        if (came(s, i) && row_of(i)->to && !is_over(s, i) && mk_set_has(row_of(i)->fleets, fleet))
            return i;
    return -1;
}

/* So many of a type came with visits that are not over, and with the army that stays. */
int g1776_came_to_visit(const g1776_state *s, int type) {
    int n = 0;
    for (int i = 0; i < g1776.campaign.visit_count; i++) {
        const g1776_visit *v = row_of(i);
        if (came(s, i) && !is_over(s, i))
            n += v->cargo[type] * (v->each ? mk_set_size(&v->fleets) : 1);
    }
    return n;
}

/* ---- They come ---- */

static void load(g1776_state *s, int fleet, const g1776_visit *v) {
    for (int type = 0; type < G1776_TYPES; type++) {
        int room = g1776.type[type].limit - g1776_on_map(s, type), n = v->cargo[type];
        if (n > room) n = room;
        if (n > 0) g1776_add(s, G1776_ABOARD + fleet, type, n, 0);
    }
}

/* Leaders of the row who are still to be had, with the first fleet. */
static void load_leaders(g1776_state *s, int fleet, const g1776_visit *v) {
    MK_SET_EACH(l, v->leaders) {
        if (s->leader[l].place != G1776_GONE) continue;
        g1776_put_leader(s, l,
                         (g1776_leader_at){.place = (uint16_t)(G1776_ABOARD + fleet),
                                           .rating = g1776.leader[l].rating});
    }
}

static void begin_visit(g1776_state *s, int visit, mk_log *log) {
    const g1776_visit *v = row_of(visit);
    mk_set64 fleets = v->fleets;
    MK_SET_EACH(f, v->fleets) {
        if (is_sunk(s, f)) mk_set_remove(&fleets, f);
    }
    s->campaign.visited |= (uint8_t)(1u << visit);
    if (!fleets) return;
    MK_SET_EACH(f, fleets) {
        s->fleet[f] = (g1776_fleet_at){.place = (uint16_t)(G1776_IN_BOX + v->box)};
        mk_log_event(log, G1776_E_FLEET_PLACED, G1776_AMERICAN, MK_EVERYONE, 0, (int16_t)f,
                     (int16_t)g1776_where_of(s->fleet[f].place));
        if (v->each) load(s, f, v);
    }
    load_leaders(s, mk_set_first(fleets), v);
    if (v->each) return;
    for (int type = 0; type < G1776_TYPES; type++)
        if (v->cargo[type]) g1776_levy(s, type, v->cargo[type]);
    mk_frame *f = mk_push(&s->base, G1776_PH_VISIT, G1776_AMERICAN);
    f->a = (int16_t)visit;
    f->b = COMES;
    f->c = (int16_t)fleets;
}

/* At the start of the American segment. True: somebody is asked. */
bool g1776_begin_visits(g1776_state *s, mk_log *log) {
    const g1776_campaign_data *c = &g1776.campaign;
    if (!g1776_visits(s) || s->phasing != G1776_AMERICAN || !s->campaign.french) return false;
    int month = month_now(s), depth = s->base.depth;
    for (int i = 0; i < c->visit_count; i++) {
        const g1776_visit *v = row_of(i);
        bool due = month >= v->from && (!v->to || month <= v->to) && !came(s, i);
        if (RULE("g1776.csg.viii.c.delay", due)) begin_visit(s, i, log);
    }
    if (month == c->french_stores_month && g1776_levy(s, G1776_SUP_F, c->french_stores))
        g1776_muster(s, G1776_AMERICAN, G1776_M_FRENCH_PORT, 0, log);
    return s->base.depth > depth;
}

/* ---- They leave ---- */

static void leader_leaves(g1776_state *s, int leader, mk_log *log) {
    int at = s->leader[leader].place;
    if (at == G1776_GONE || at == G1776_CAPTIVE) return;
    g1776_put_leader(s, leader,
                     (g1776_leader_at){.place = G1776_GONE, .rating = g1776.leader[leader].rating});
    mk_log_event(log, G1776_E_LEADER_LEAVES, G1776_AMERICAN, MK_EVERYONE, 0, (int16_t)leader);
}

/* Types that a visit brings. */
static const uint8_t guests[G1776_GUESTS] = {G1776_FR, G1776_LIGHT_F, G1776_ART_F, G1776_SUP_F};

/* What is aboard goes with it, and counts. */
static void fleet_leaves(g1776_state *s, int fleet, mk_log *log) {
    if (s->fleet[fleet].place == G1776_GONE) return;
    uint8_t *left = s->campaign.guests;
    for (int i = 0; i < G1776_GUESTS; i++) {
        int aboard = g1776_count(s, G1776_ABOARD + fleet, guests[i]);
        left[i] = (uint8_t)(left[i] > aboard ? left[i] - aboard : 0);
    }
    g1776_piece lots[G1776_MAX_LOTS];
    g1776_lift(s, G1776_ABOARD + fleet, 0, lots);
    MK_SET_EACH(l, g1776_leaders_at(s, G1776_ABOARD + fleet, G1776_AMERICAN)) {
        leader_leaves(s, l, log);
    }
    s->fleet[fleet] = (g1776_fleet_at){.place = G1776_GONE};
    s->campaign.committed &= (uint16_t) ~(1u << fleet);
    mk_log_event(log, G1776_E_FLEET_LEAVES, G1776_AMERICAN, MK_EVERYONE, 0, (int16_t)fleet);
}

static void end_visit(g1776_state *s, int visit, mk_log *log) {
    const g1776_visit *v = row_of(visit);
    int shares = v->each ? mk_set_size(&v->fleets) : 1;
    s->campaign.departed |= (uint8_t)(1u << visit);
    for (int i = 0; i < G1776_GUESTS; i++)
        s->campaign.guests[i] = (uint8_t)(v->cargo[guests[i]] * shares);
    MK_SET_EACH(f, v->fleets) fleet_leaves(s, f, log);
    MK_SET_EACH(l, v->leaders) leader_leaves(s, l, log);
    mk_frame *f = mk_push(&s->base, G1776_PH_VISIT, G1776_AMERICAN);
    f->a = (int16_t)visit;
    f->b = LEAVES;
}

void g1776_end_visits(g1776_state *s, mk_log *log) {
    if (!g1776_visits(s)) return;
    for (int i = 0; i < g1776.campaign.visit_count; i++)
        if (came(s, i) && row_of(i)->to == month_now(s) && !is_over(s, i)) end_visit(s, i, log);
}

/* A fleet was sunk: if it was on a visit the others of it leave at once (by g1776_instant). True:
 * so it is, and nobody withdraws by VII.E. */
bool g1776_visitor_sunk(g1776_state *s, int fleet) {
    if (!g1776_visits(s)) return false;
    s->campaign.sunk |= (uint16_t)(1u << fleet);
    int visit = visit_of(s, fleet);
    if (!RULE("g1776.csg.viii.c.sunk", visit >= 0)) return false;
    s->campaign.breaks_up = (uint8_t)(visit + 1);
    return true;
}

void g1776_break_up_visit(g1776_state *s, mk_log *log) {
    int visit = s->campaign.breaks_up - 1;
    s->campaign.breaks_up = 0;
    if (visit >= 0) end_visit(s, visit, log);
}

/* ---- The procedure ---- */

/* Pieces that must go, type by type: all there are, or as the American picks them. */
void g1776_visit_step(void *state, mk_log *log) {
    g1776_state *s = state;
    mk_frame *f = mk_top(&s->base);
    if (f->b == COMES && g1776_anything_in_hand(s)) {
        g1776_stow_next(s, (mk_set64)f->c, log);
        return;
    }
    for (int i = 0; i < G1776_GUESTS && f->b == LEAVES; i++) {
        int n = s->campaign.guests[i];
        if (!n) continue;
        s->campaign.guests[i] = 0;
        g1776_cull(s, G1776_AMERICAN, G1776_CULL_TYPE + guests[i], G1776_R_ANYWHERE, n, log);
        return;
    }
    mk_pop(&s->base);
}
