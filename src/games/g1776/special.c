/* special.c - rules of single scenarios that other chapters ask about: 1759 (8), garrisons (4, 6).
 */
#include "g1776.h"

static int hex_of(const char *id) {
    for (int t = 0; t < g1776_board.town_count; t++)
        if (strcmp(g1776_board.town[t].id, id) == 0) return g1776_board.town[t].hex;
    return MK_NOWHERE;
}

/* ---- Scenario 8 ---- */

/* Ticonderoga cannot be attacked, nor is it besieged, until Fort William Henry is built; what
 * becomes of that fort afterwards does not matter. */
bool g1776_ticonderoga_shut(const g1776_state *s, int hex) {
    return g1776_has_rule(s, G1776_RULE_1759) && hex == hex_of("ticonderoga") &&
           !g1776_was_built(s, hex_of("fort_william_henry"));
}

/* The British may build where Fort William Henry stood. */
bool g1776_may_fortify(const g1776_state *s, int seat, int hex) {
    return RULE("g1776.s8.william_henry", g1776_has_rule(s, G1776_RULE_1759) &&
                                              seat == G1776_BRITISH &&
                                              hex == hex_of("fort_william_henry"));
}

#define FRENCH_REGULARS (G1776_BIT(G1776_FR) | G1776_BIT(G1776_LIGHT_F))

/* Levis without FR leads as a partisan. */
bool g1776_leads_partisans(const g1776_state *s, int leader, int hex) {
    if (g1776_leader_is(s, leader, G1776_PARTISAN)) return true;
    bool levis = g1776_has_rule(s, G1776_RULE_1759) && g1776_leader_named(leader, G1776_LEVIS);
    return RULE("g1776.s8.levis",
                levis && !g1776_count_where(s, hex, FRENCH_REGULARS, G1776_HAND, G1776_HAND));
}

/* In combat and before it: the same for those who stand there. */
bool g1776_partisan_in(const g1776_state *s, int leader, int hex) {
    if (g1776_leader_is(s, leader, G1776_PARTISAN)) return true;
    bool levis = g1776_has_rule(s, G1776_RULE_1759) && g1776_leader_named(leader, G1776_LEVIS);
    return RULE("g1776.s8.levis", levis && !g1776_count_of(s, hex, FRENCH_REGULARS));
}

/* Militia is led by partisan leaders, and by Rogers the British colonials. */
bool g1776_led_as_partisan(const g1776_state *s, int type) {
    if (g1776_is(type, G1776_IS_MILITIA)) return true;
    return RULE("g1776.s8.rogers",
                type == G1776_BC && mk_set_has(s->hand, g1776.named[G1776_ROBERT_ROGERS]));
}

/* Points of a bateau or fleet: in 1759 British supply costs 1. */
int g1776_points_of(const g1776_state *s, int type) {
    if (RULE("g1776.csg5.transport", g1776_southern_game(s))) return g1776.type[type].load ? 1 : 0;
    bool light = g1776_has_rule(s, G1776_RULE_1759) && type == G1776_SUP_B;
    return RULE("g1776.s8.supply", light) ? 1 : g1776.type[type].load;
}

/* ---- Garrisons (4, 6) ---- */

/* BR that may leave a hex: the British keep so many at one town. Those in hand are not counted. */
int g1776_spare_br(const g1776_state *s, int seat, int from) {
    const g1776_scenario_rules *r = g1776_rules(s);
    if (!r->garrison || seat != G1776_BRITISH || from != r->garrisoned) return UINT8_MAX;
    bool over = r->garrison_ends && s->base.turn >= r->garrison_ends;
    if (RULE("g1776.csg6.boston", over)) return UINT8_MAX;
    return g1776_count_where(s, from, G1776_BIT(G1776_BR), G1776_HAND, 0) - r->garrison;
}

bool g1776_strips_garrison(const g1776_state *s, int seat, int from) {
    return g1776_spare_br(s, seat, from) < 0 &&
           g1776_count_where(s, from, G1776_BIT(G1776_BR), G1776_HAND, G1776_HAND);
}
