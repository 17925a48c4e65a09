/* naval.c - the naval phase (14.1 to 14.3), and crews that must be landed (14.6). */
#include <string.h>

#include "eoe.h"

static const eoe_map *const b = &eoe_board;
static const uint8_t fleet_order[] = {EOE_FRENCH_FLEET, EOE_BRITISH_FLEET, EOE_SPANISH_FLEET};

/* ---- Ports --------------------------------------------------------------- */

/* 9.7: a friendly port that these nations may enter. */
bool eoe_port_open(const eoe_state *s, int seat, unsigned groups, int hex) {
    if (!eoe_is(hex, EOE_PORT) || !eoe_controls(s, seat, hex)) return false;
    return !eoe_why_not_enter(s, seat, groups, hex);
}

int eoe_friendly_ports(const eoe_state *s, int seat, unsigned groups, uint16_t *out, int max) {
    int count = 0;
    for (int i = 0; i < b->place_count && count < max; i++)
        if (eoe_port_open(s, seat, groups, b->place[i].hex)) out[count++] = b->place[i].hex;
    return count;
}

/* Into the town if enemies stand round it. */
int eoe_port_space(const eoe_state *s, int seat, int hex) {
    return 2 * hex + mk_set_has(&s->open[eoe_enemy(seat)], hex);
}

/* 7.9, 15.6: Havana is a port of Spaniards and Frenchmen that no fleet shuts. */
bool eoe_havana_open(const eoe_state *s, unsigned groups) {
    if (eoe_war_of(s) != EOE_REVOLUTION || eoe_rules(s)->sheets != 3) return false;
    if (eoe_spain_is_neutral(s)) return groups == EOE_G_SPANISH; /* 15.5 */
    return groups && !(groups & ~(unsigned)(EOE_G_SPANISH | EOE_G_FRENCH));
}

/* Who is aboard; of an invasion that failed, only those who were to land. */
static int crew(const eoe_state *s, int fleet, bool named, uint16_t *list, unsigned *groups) {
    int count = 0;
    *groups = 0;
    MK_SET_EACH(i, &s->afloat) {
        if (s->piece[i].at != EOE_ABOARD + fleet) continue;
        if (named && !(s->piece[i].flags & EOE_EMBARKED)) continue;
        list[count++] = (uint16_t)i;
        *groups |= eoe_group_of(i);
    }
    return count;
}

/* Of the frame: a the fleet, b only those who were named for an invasion. */
static bool ask_port(eoe_state *s, int fleet, bool named) {
    uint16_t list[EOE_MAX_PIECES];
    unsigned groups;
    if (!crew(s, fleet, named, list, &groups)) return false;
    mk_frame *f = mk_push(&s->base, EOE_PH_PORT, eoe_fleet_seat(fleet));
    f->a = (int16_t)fleet;
    f->b = named;
    return true;
}

/* The force aboard a fleet must go ashore. True: its owner must choose a port. */
bool eoe_land_crews(eoe_state *s, int fleet) { return ask_port(s, fleet, false); }

/* 14.4: those aboard whose invasion failed. */
void eoe_land_invaders(eoe_state *s, int fleet) { ask_port(s, fleet, true); }

const char *eoe_port_why_not(const void *state, mk_action x) {
    const eoe_state *s = state;
    const mk_frame *top = mk_top_const(&s->base);
    uint16_t list[EOE_MAX_PIECES], ports[EOE_MAX_PLACES];
    unsigned groups;
    crew(s, top->a, top->b, list, &groups);
    int count = eoe_friendly_ports(s, top->seat, groups, ports, EOE_MAX_PLACES);
    if (x.verb == EOE_V_LOST)
        FORBID("eoe.14.6:lost", count > 0 || eoe_havana_open(s, groups));
    else if (x.verb == EOE_V_HAVANA)
        FORBID("eoe.15.6:havana", !eoe_havana_open(s, groups));
    else
        FORBID("eoe.14.6:port", !eoe_port_open(s, top->seat, groups, x.a));
    return NULL;
}

void eoe_port_list(const void *state, mk_actions *out) {
    const eoe_state *s = state;
    const mk_frame *top = mk_top_const(&s->base);
    uint16_t list[EOE_MAX_PIECES], ports[EOE_MAX_PLACES];
    unsigned groups;
    crew(s, top->a, top->b, list, &groups);
    int count = eoe_friendly_ports(s, top->seat, groups, ports, EOE_MAX_PLACES);
    bool havana = eoe_havana_open(s, groups);
    for (int i = 0; i < count; i++) mk_offer(out, EOE_V_HEX, ports[i], 0, 0);
    if (havana) mk_offer(out, EOE_V_HAVANA, 0, 0, 0);
    if (!count && !havana) mk_offer(out, EOE_V_LOST, 0, 0, 0);
}

void eoe_port_apply(void *state, mk_action x, mk_log *log) {
    eoe_state *s = state;
    mk_frame top = *mk_top(&s->base);
    uint16_t list[EOE_MAX_PIECES];
    unsigned groups;
    int count = crew(s, top.a, top.b, list, &groups);
    mk_pop(&s->base);
    for (int i = 0; i < count; i++) {
        eoe_set_flags(s, list[i], EOE_EMBARKED, 0);
        if (x.verb == EOE_V_HEX) {
            eoe_move_to(s, list[i], eoe_port_space(s, top.seat, x.a));
            if (s->phasing == top.seat) s->piece[list[i]].flags |= EOE_DONE;
        } else if (x.verb == EOE_V_HAVANA) {
            eoe_move_to(s, list[i], EOE_HAVANA);
        } else if (eoe_is_unit(list[i])) {
            eoe_eliminate(s, list[i], log);
        } else {
            eoe_track(s, list[i], s->base.turn + 1);
            s->piece[list[i]].flags |= EOE_RETURNS;
        }
    }
    if (x.verb != EOE_V_HEX) return;
    mk_log_event(log, EOE_E_DEBARKS, top.seat, MK_EVERYONE, 0, (int16_t)x.a);
    eoe_arrived(s, top.seat, x.a, log);
}

/* ---- Where a fleet may be placed ----------------------------------------- */

static bool british_port_in(const eoe_state *s, int sea) {
    for (int i = 0; i < b->place_count; i++) {
        int hex = b->place[i].hex;
        bool there = b->sea[hex] == sea || b->second_sea[hex] == sea;
        if (eoe_is(hex, EOE_PORT) && there && eoe_controls(s, EOE_BRITISH, hex)) return true;
    }
    return false;
}

/* 15.6 */
static bool spanish_may(const eoe_state *s, int sea) {
    bool gulf = british_port_in(s, eoe_index.gulf);
    if (sea == eoe_index.gulf) return true;
    if (sea == eoe_index.south_atlantic) return !gulf;
    bool augustine = eoe_controls(s, EOE_BRITISH, eoe.hex[EOE_H_ST_AUGUSTINE]);
    return sea == eoe_index.gulf_of_maine && !gulf && !augustine;
}

static const char *why_not_place(const eoe_state *s, int fleet, int sea) {
    int seat = eoe_fleet_seat(fleet);
    FORBID("eoe.2.1", !(eoe_cast_of(s)->seas >> sea & 1));
    FORBID("eoe.14.1:winter", eoe_winter(s) && b->seas[sea].winter == EOE_WINTER_NONE);
    bool shut = sea == eoe_index.gulf_st_lawrence &&
                eoe_occupies(s, eoe_enemy(seat), eoe.hex[EOE_H_LOUISBOURG]);
    FORBID("eoe.14.7", shut);
    bool spanish = fleet == EOE_SPANISH_FLEET && eoe_war_of(s) == EOE_REVOLUTION;
    FORBID("eoe.15.6:fleet", spanish && !spanish_may(s, sea));
    return NULL;
}

/* ---- Placing, naval combat (14.2) ---------------------------------------- */

static void take_off(eoe_state *s, int fleet) {
    s->fleet[fleet].sea = EOE_NONE;
    s->fleet[fleet].since = 0;
}

static void fight(eoe_state *s, int fleet, mk_log *log) {
    for (int other = 0; other < EOE_FLEETS; other++) {
        if (eoe_fleet_seat(other) == eoe_fleet_seat(fleet)) continue;
        if (s->fleet[fleet].sea == EOE_NONE || s->fleet[other].sea != s->fleet[fleet].sea) continue;
        int mine = mk_die(&s->base.rng, 6), his = mk_die(&s->base.rng, 6);
        int loser = RULE("eoe.14.2", mine > his) ? other : fleet; /* ties: who was there first */
        mk_log_event(log, EOE_E_SEA_BATTLE, eoe_fleet_seat(fleet), MK_EVERYONE, MK_ROLLED,
                     (int16_t)fleet, (int16_t)mine, (int16_t)other, (int16_t)his, (int16_t)loser);
        take_off(s, loser);
    }
}

const char *eoe_place_fleet_why_not(const void *state, mk_action x) {
    const eoe_state *s = state;
    int fleet = mk_top_const(&s->base)->a;
    if (x.verb == EOE_V_KEEP_OFF) return NULL;
    return why_not_place(s, fleet, x.a);
}

void eoe_place_fleet_list(const void *state, mk_actions *out) {
    const eoe_state *s = state;
    int fleet = mk_top_const(&s->base)->a;
    for (int sea = 0; sea < b->sea_count; sea++)
        if (!why_not_place(s, fleet, sea)) mk_offer(out, EOE_V_PLACE_FLEET, sea, 0, 0);
    mk_offer(out, EOE_V_KEEP_OFF, 0, 0, 0);
}

void eoe_place_fleet_apply(void *state, mk_action x, mk_log *log) {
    eoe_state *s = state;
    int fleet = mk_top(&s->base)->a;
    eoe_fleet_at *f = &s->fleet[fleet];
    mk_pop(&s->base);
    if (x.verb == EOE_V_KEEP_OFF) {
        take_off(s, fleet);
        return;
    }
    bool stays = f->sea == x.a;
    f->sea = (uint8_t)x.a;
    if (!stays) f->since = (uint8_t)s->base.turn;
    mk_log_event(log, EOE_E_FLEET, eoe_fleet_seat(fleet), MK_EVERYONE, 0, (int16_t)fleet, x.a);
    if (!stays) fight(s, fleet, log);
}

/* ---- The phase ----------------------------------------------------------- */

static bool is_marker(const eoe_state *s, int fleet) {
    int marker = s->fleet[fleet].marker;
    return eoe_winter(s) && marker != EOE_NONE && b->seas[marker].winter == EOE_WINTER_NONE &&
           s->fleet[fleet].sea == marker;
}

bool eoe_fleet_entered(const eoe_state *s, int fleet) {
    int entry = fleet == EOE_SPANISH_FLEET ? s->spanish_entry : s->french_entry;
    return entry && s->base.turn >= entry;
}

static void roll(eoe_state *s, int fleet, mk_log *log) {
    int war = eoe_war_of(s);
    if (!eoe.table.naval_infantry[war][fleet] || is_marker(s, fleet)) return;
    int number = eoe.table.fleet[war][fleet][eoe_fleet_entered(s, fleet)][s->base.turn], die = 0;
    bool available = number == 6;
    if (number > 0 && number < 6) {
        die = mk_die(&s->base.rng, 6);
        available = die <= number;
        mk_log_event(log, available ? EOE_E_FLEET_READY : EOE_E_FLEET_AWAY, eoe_fleet_seat(fleet),
                     MK_EVERYONE, MK_ROLLED, (int16_t)fleet, (int16_t)die, (int16_t)number);
    }
    if (!available) {
        take_off(s, fleet);
        return;
    }
    bool somewhere = false;
    for (int sea = 0; sea < b->sea_count; sea++) somewhere |= !why_not_place(s, fleet, sea);
    if (!somewhere) {
        take_off(s, fleet);
        return;
    }
    mk_push(&s->base, EOE_PH_PLACE_FLEET, eoe_fleet_seat(fleet))->a = (int16_t)fleet;
}

static void spring(eoe_state *s) {
    for (int i = 0; i < EOE_FLEETS; i++) {
        take_off(s, i);
        s->fleet[i].marker = EOE_NONE;
    }
}

/* Crews of fleets that are off the map. */
static bool stranded(eoe_state *s) {
    for (int i = 0; i < EOE_FLEETS; i++)
        if (s->fleet[i].sea == EOE_NONE && eoe_land_crews(s, i)) return true;
    return false;
}

void eoe_naval_step(void *state, mk_log *log) {
    eoe_state *s = state;
    mk_frame *top = mk_top(&s->base);
    if (!top->a) {
        top->a = 1;
        if (eoe_turn_now(s)->season == EOE_SPRING) spring(s);
    }
    if (stranded(s)) return;
    if (top->a <= EOE_FLEETS)
        roll(s, fleet_order[top->a++ - 1], log);
    else
        mk_pop(&s->base);
}

/* 14.3, 14.6: when fall ends crews land and the counters stay as markers. */
bool eoe_end_of_fall(eoe_state *s) {
    for (int i = 0; i < EOE_FLEETS; i++)
        if (eoe_land_crews(s, i)) return true;
    for (int i = 0; i < EOE_FLEETS; i++) s->fleet[i].marker = s->fleet[i].sea;
    return false;
}
