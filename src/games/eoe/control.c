/* control.c - whose a hex is (5.1, 9.7), what the sea areas off it hold, who may go where. */
#include "eoe.h"

/* ---- Friendly, neutral, unfriendly --------------------------------------- */

/* 9.7: 1 friendly, 0 neutral or wild, -1 unfriendly. */
int eoe_friendly_in(int war, int seat, int hex) {
    int country = eoe_board.country[hex];
    if (country == EOE_NONE) return 0;
    int friends;
    if (war == EOE_REVOLUTION) {
        if (RULE("eoe.9.7", country == EOE_FRENCH)) return 0;
        friends = country == EOE_AMERICAN ? EOE_ALLIED : EOE_BRITISH;
    } else {
        friends = country == EOE_FRENCH ? EOE_ALLIED : EOE_BRITISH;
    }
    return seat == friends ? 1 : -1;
}

int eoe_friendly(const eoe_state *s, int seat, int hex) {
    return eoe_friendly_in(eoe_war_of(s), seat, hex);
}

/* 5.1: the town, port and supply of a hex: who is inside, else who stands there, else who lives
 * there. */
bool eoe_controls(const eoe_state *s, int seat, int hex) {
    int enemy = eoe_enemy(seat);
    if (mk_set_has(&s->inside[seat], hex)) return true;
    if (mk_set_has(&s->inside[enemy], hex)) return false;
    if (mk_set_has(&s->open[seat], hex)) return true;
    if (mk_set_has(&s->open[enemy], hex)) return false;
    return eoe_friendly(s, seat, hex) > 0;
}

/* ---- Fleets offshore ----------------------------------------------------- */

int eoe_fleet_seat(int fleet) { return fleet == EOE_BRITISH_FLEET ? EOE_BRITISH : EOE_ALLIED; }

/* 14.3: in winter a counter left in a northern area is no fleet, only a marker. */
bool eoe_lies_off(const eoe_state *s, int fleet, int hex) {
    int sea = s->fleet[fleet].sea;
    if (sea == EOE_NONE) return false;
    if (sea != eoe_board.sea[hex] && sea != eoe_board.second_sea[hex]) return false;
    if (RULE("eoe.14.3", !eoe_winter(s))) return true;
    int winter = eoe_board.seas[sea].winter;
    return winter == EOE_WINTER_ALL ||
           (winter == EOE_WINTER_SOUTH_SHEET && !eoe_is(hex, EOE_NORTH));
}

/* A fleet of a seat off a coastal hex or port; EOE_NONE: none. */
int eoe_fleet_off(const eoe_state *s, int seat, int hex) {
    if (eoe_board.sea[hex] == EOE_NONE) return EOE_NONE;
    for (int fleet = 0; fleet < EOE_FLEETS; fleet++)
        if (eoe_fleet_seat(fleet) == seat && eoe_lies_off(s, fleet, hex)) return fleet;
    return EOE_NONE;
}

/* 5.1, 11.13, 14.8: a force inside a port with an enemy fleet offshore. */
bool eoe_blockaded(const eoe_state *s, int seat, int hex) {
    return eoe_is(hex, EOE_PORT) && eoe_fleet_off(s, eoe_enemy(seat), hex) != EOE_NONE;
}

/* ---- Nations ------------------------------------------------------------- */

unsigned eoe_groups_at(const eoe_state *s, int seat, int hex) {
    unsigned groups = 0;
    for (int i = eoe_first_at(s, 2 * hex); i < s->order_count; i++) { /* in the open, inside */
        const eoe_piece *p = &s->piece[s->order[i]];
        if (p->at / 2 != hex) break;
        if (p->seat == seat) groups |= eoe_group_of(s->order[i]);
    }
    return groups;
}

/* 15.1.1, 15.3, 15.5, 15.6: may pieces of these nations go into a hex? */
const char *eoe_why_not_enter(const eoe_state *s, int seat, unsigned groups, int hex) {
    const eoe_scenario *r = eoe_rules(s);
    int area = eoe_board.area[hex];
    FORBID("eoe.2.1", !eoe_in_play(s, hex));
    FORBID("eoe.2.1:closed", r->closed_area != EOE_NONE && area == r->closed_area);
    bool neutral = eoe_spain_is_neutral(s), louisiana = area == eoe.area[EOE_A_LOUISIANA];
    FORBID("eoe.15.5", neutral && louisiana && groups != EOE_G_SPANISH);
    if (r->war != EOE_REVOLUTION || seat == EOE_BRITISH) return NULL;
    unsigned there = eoe_groups_at(s, seat, hex);
    bool spanish = groups & EOE_G_SPANISH, american = groups & EOE_G_AMERICAN;
    FORBID("eoe.15.6", spanish && eoe_board.country[hex] == EOE_AMERICAN);
    FORBID("eoe.15.6:americans",
           (spanish && there & EOE_G_AMERICAN) || (american && there & EOE_G_SPANISH));
    unsigned all = groups | there;
    FORBID("eoe.15.1.1:three",
           (all & EOE_G_FRENCH) && (all & EOE_G_SPANISH) && (all & EOE_G_AMERICAN));
    FORBID("eoe.15.5:stay", spanish && neutral && !louisiana);
    bool canada =
        area != EOE_NONE && (area == eoe.area[EOE_A_CANADA] || area == eoe.area[EOE_A_NOVA_SCOTIA]);
    FORBID("eoe.15.3", groups & EOE_G_FRENCH && !s->by_offer && canada);
    return NULL;
}

bool eoe_spain_is_neutral(const eoe_state *s) {
    return eoe_politics(s) && (!s->spanish_entry || s->base.turn < s->spanish_entry);
}
