/* shipping.c - British pieces that go by sea without fleets: scenario 6 (2BR, a supply, a leader
 * once in a turn, from port to port) and scenario 10 (any, between ports and the sea).
 *
 * G1776_PH_SHIP: a is where they go from, as K_WHERE numbers it; those who go are in hand.
 */
#include "g1776.h"

enum { AT_SEA = G1776_IN_BOX + G1776_BOX_SOUTH };
enum { FIRST_TURN = 2, LAST_TURN = 5, MOST_BR = 2 }; /* scenario 6 */

static bool freely(const g1776_state *s) { return g1776_has_rule(s, G1776_RULE_BRITISH_AT_SEA); }

static bool is_port(const g1776_state *s, int place) {
    return g1776_is_hex(place) && g1776_is_land(place) && g1776_in_area(s, place) &&
           g1776_port_entry(s, place) != MK_NOWHERE;
}

/* ---- Who may go ---- */

static int in_hand(const g1776_state *s, int place, int type) {
    return g1776_count_where(s, place, G1776_BIT(type), G1776_HAND, G1776_HAND);
}

static bool rests(const g1776_piece *p) {
    return !p->spent && !p->origin &&
           !(p->flags & (G1776_DONE | G1776_CARRIED | G1776_MARKED | G1776_HAND | G1776_FIXED));
}

static int can_go(const g1776_state *s, int place, int type) {
    const mk_set64 movable = G1776_SP | G1776_SUPPLIES | G1776_ARTILLERY;
    if (g1776.type[type].seat != G1776_BRITISH || !mk_set_has(movable, type)) return 0;
    int n = 0, most = UINT8_MAX;
    if (!freely(s)) {
        most = type == G1776_BR ? MOST_BR : type == G1776_SUP_B ? 1 : 0;
        most -= in_hand(s, place, type);
        int spare = g1776_spare_br(s, G1776_BRITISH, place);
        if (RULE("g1776.scenario.garrison", type == G1776_BR && spare < most)) most = spare;
    }
    G1776_EACH_AT(p, s, place) {
        if (p->type == type && rests(p)) n += p->count;
    }
    return n < most ? n : most > 0 ? most : 0;
}

static bool leader_can_go(const g1776_state *s, int place, int leader) {
    const g1776_leader_at *at = &s->leader[leader];
    bool alone = freely(s) || !s->hand;
    return at->place == place && g1776.leader[leader].seat == G1776_BRITISH && !at->spent &&
           !(at->flags & (G1776_DONE | G1776_CARRIED)) && !mk_set_has(s->hand, leader) && alone;
}

static bool anybody_can_go(const g1776_state *s, int place) {
    for (int type = 0; type < G1776_TYPES; type++)
        if (can_go(s, place, type)) return true;
    MK_SET_EACH(l, g1776_leaders_at(s, place, G1776_BRITISH)) {
        if (leader_can_go(s, place, l)) return true;
    }
    return false;
}

/* ---- The order ---- */

/* Scenario 6: not among enemies. Scenario 10: into any port, or out to sea. */
static bool receives(const g1776_state *s, int from, int to) {
    if (to == from) return false;
    if (to == AT_SEA) return freely(s);
    return is_port(s, to) && (freely(s) || !g1776_looks_held(s, G1776_AMERICAN, to));
}

static bool has_destination(const g1776_state *s, int from) {
    for (int t = 0; t < g1776_board.town_count; t++)
        if (receives(s, from, g1776_board.town[t].hex)) return true;
    return receives(s, from, AT_SEA);
}

const char *g1776_why_not_ship(const g1776_state *s, int place) {
    bool coastal = g1776_has_rule(s, G1776_RULE_COASTAL_SHIPPING);
    FORBID("g1776.s6.shipping", !coastal && !freely(s));
    FORBID("g1776.s6.shipping", s->phasing != G1776_BRITISH);
    FORBID("g1776.s6.shipping",
           coastal && (s->ledger.shipped || s->base.turn < FIRST_TURN || s->base.turn > LAST_TURN));
    FORBID("g1776.s10.port", !is_port(s, place) && !(freely(s) && place == AT_SEA));
    FORBID("g1776.ii.own", !anybody_can_go(s, place));
    FORBID("g1776.s6.port", !has_destination(s, place));
    return NULL;
}

void g1776_list_shipping(const g1776_state *s, mk_actions *out) {
    bool any = g1776_has_rule(s, G1776_RULE_COASTAL_SHIPPING) || freely(s);
    for (int t = 0; any && t < g1776_board.town_count; t++) {
        int hex = g1776_board.town[t].hex;
        if (!g1776_why_not_ship(s, hex)) mk_offer(out, G1776_V_SHIP, g1776_where_of(hex), 0, 0);
    }
    if (any && !g1776_why_not_ship(s, AT_SEA))
        mk_offer(out, G1776_V_SHIP, g1776_where_of(AT_SEA), 0, 0);
}

static int from_of(const g1776_state *s) { return g1776_place_of(mk_top_const(&s->base)->a); }

static bool empty_handed(const g1776_state *s) {
    return !s->hand && !g1776_count_where(s, from_of(s), ~(mk_set64)0, G1776_HAND, G1776_HAND);
}

static const char *why_not_land(const g1776_state *s, int to) {
    FORBID("g1776.ii.group", empty_handed(s));
    FORBID("g1776.s10.port", !is_port(s, to) && to != AT_SEA);
    FORBID("g1776.s6.port", !receives(s, from_of(s), to));
    return NULL;
}

void g1776_ship_list(const void *state, mk_actions *out) {
    const g1776_state *s = state;
    int from = from_of(s);
    for (int type = 0; type < G1776_TYPES; type++)
        for (int n = can_go(s, from, type); n > 0; n--) mk_offer(out, G1776_V_LOAD, type, n, 0);
    MK_SET_EACH(l, g1776_leaders_at(s, from, G1776_BRITISH)) {
        if (leader_can_go(s, from, l)) mk_offer(out, G1776_V_LOAD_LEADER, l, 0, 0);
    }
    for (int t = 0; t < g1776_board.town_count; t++) {
        int hex = g1776_board.town[t].hex;
        if (!why_not_land(s, hex)) mk_offer(out, G1776_V_DEBARK, g1776_where_of(hex), 0, 0);
    }
    if (!why_not_land(s, AT_SEA)) mk_offer(out, G1776_V_DEBARK, g1776_where_of(AT_SEA), 0, 0);
}

const char *g1776_ship_why_not(const void *state, mk_action x) {
    const g1776_state *s = state;
    int from = from_of(s);
    switch (x.verb) {
    case G1776_V_LOAD:
        FORBID("g1776.s6.shipping", x.b < 1 || x.b > can_go(s, from, x.a));
        return NULL;
    case G1776_V_LOAD_LEADER:
        FORBID("g1776.s6.shipping", !leader_can_go(s, from, x.a));
        return NULL;
    default: return why_not_land(s, g1776_place_of(x.a));
    }
}

static void take(g1776_state *s, int place, int type, int count) {
    for (int i = g1776_first_at(s, place); count; i++) {
        assert(i < s->piece_count && s->piece[i].place == place);
        if (s->piece[i].type != type || !rests(&s->piece[i])) continue;
        int n = count < s->piece[i].count ? count : s->piece[i].count;
        g1776_piece p = g1776_take_at(s, i, n);
        p.flags |= G1776_HAND;
        g1776_put(s, p);
        count -= n;
        i = g1776_first_at(s, place) - 1;
    }
}

/* Both scenarios: who came by sea does not move on. */
static void land(g1776_state *s, int from, int to, mk_log *log) {
    g1776_piece lots[G1776_MAX_LOTS];
    int n = g1776_lift(s, from, G1776_HAND, lots);
    bool fort = g1776_is_hex(to) && g1776_fort_of(s, to) == G1776_BRITISH;
    int flags = G1776_DONE | G1776_CARRIED | (fort ? G1776_INSIDE : 0);
    for (int i = 0; i < n; i++) {
        lots[i].place = (uint16_t)to;
        lots[i].flags = (uint8_t)flags;
        g1776_put(s, lots[i]);
        mk_log_event(log, G1776_E_PLACED, G1776_BRITISH, MK_EVERYONE, 0, lots[i].count,
                     lots[i].type, (int16_t)g1776_where_of(to));
    }
    MK_SET_EACH(l, s->hand) {
        g1776_move_leader(s, l, to);
        s->leader[l].flags = (uint8_t)flags;
        mk_log_event(log, G1776_E_LEADER_PLACED, G1776_BRITISH, MK_EVERYONE, 0, (int16_t)l,
                     (int16_t)g1776_where_of(to));
    }
    s->hand = 0;
    s->ledger.shipped = 1;
    if (g1776_is_hex(from)) g1776_tidy(s, from, log);
    if (!g1776_is_hex(to)) return;
    g1776_note_entry(s, G1776_BRITISH, MK_NOWHERE, to, log);
    g1776_tidy(s, to, log);
}

void g1776_ship_apply(void *state, mk_action x, mk_log *log) {
    g1776_state *s = state;
    int from = from_of(s);
    if (x.verb == G1776_V_LOAD) {
        take(s, from, x.a, x.b);
    } else if (x.verb == G1776_V_LOAD_LEADER) {
        mk_set_add(&s->hand, x.a);
    } else {
        mk_pop(&s->base);
        land(s, from, g1776_place_of(x.a), log);
        g1776_instant(s, log);
    }
}
