/* retreat.c - where a beaten force goes (5.1, 11.10, 14.6). */
#include "eoe.h"

static eoe_force side(const eoe_state *s, int seat) {
    const eoe_battle *x = &s->battle; /* attackers of a town stay in its hex: they never ask */
    return eoe_force_at(s, seat, 2 * x->hex + (x->inside && seat != x->attacker), 0, -1);
}

/* 14.6: before the British fleet enters, Boston can be evacuated as if it were there. */
static bool boston_ships(const eoe_state *s, int seat, int hex) {
    return eoe_politics(s) && seat == EOE_BRITISH && hex == eoe.hex[EOE_H_BOSTON] &&
           !eoe_winter(s) && !eoe.table.fleet[EOE_REVOLUTION][EOE_BRITISH_FLEET][0][s->base.turn];
}

/* 14.6, 15.6: no ship has Americans and Spaniards aboard, the Spanish no Americans at all. */
static bool takes_off(const eoe_state *s, int fleet, unsigned groups) {
    MK_SET_EACH(i, &s->afloat) {
        if (s->piece[i].at == EOE_ABOARD + fleet) groups |= eoe_group_of(i);
    }
    bool american = groups & EOE_G_AMERICAN;
    return !american || (fleet != EOE_SPANISH_FLEET && !(groups & EOE_G_SPANISH));
}

/* The fleet that takes off a force, Spaniards their own if it is there; EOE_NONE: none does. */
static int rescuer(const eoe_state *s, int seat, unsigned groups) {
    int hex = s->battle.hex;
    if (!eoe_is(hex, EOE_COASTAL)) return EOE_NONE;
    bool spanish = groups & EOE_G_SPANISH;
    for (int i = 0; i < EOE_FLEETS; i++) {
        int fleet = spanish ? EOE_FLEETS - 1 - i : i;
        if (eoe_fleet_seat(fleet) != seat || !eoe_lies_off(s, fleet, hex)) continue;
        if (RULE("eoe.14.6", takes_off(s, fleet, groups))) return fleet;
    }
    return EOE_NONE;
}

static bool to_sea(const eoe_state *s, int seat, unsigned groups) {
    return boston_ships(s, seat, s->battle.hex) || rescuer(s, seat, groups) != EOE_NONE;
}

/* Where a force may go: bits of directions, EOE_TO_TOWN, EOE_TO_SEA. */
unsigned eoe_retreats(const eoe_state *s, int seat) {
    const eoe_battle *x = &s->battle;
    eoe_force f = side(s, seat);
    int enemy = eoe_enemy(seat);
    bool attacks = seat == x->attacker;
    unsigned ways = 0;
    for (int d = 0; d < MK_DIRECTIONS; d++) {
        int to = eoe_near(x->hex, d);
        if (to == MK_NOWHERE || !eoe_can_stay(s, to)) continue;
        bool whence = to == x->from || x->origins >> d & 1;
        if (!attacks && !x->slips && RULE("eoe.11.10:whence", whence)) continue;
        if (RULE("eoe.11.10:enemy", mk_set_has(&s->open[enemy], to))) continue;
        if (eoe_could_cross(s, &f, x->hex, d)) ways |= 1u << d;
    }
    bool outside = !x->inside || attacks;
    if (outside && eoe_has_place(x->hex) && !mk_set_has(&s->inside[enemy], x->hex))
        ways |= EOE_TO_TOWN;
    if (!x->slips && to_sea(s, seat, f.groups)) ways |= EOE_TO_SEA;     /* 14.6: a retreat result */
    if (attacks && x->origins && ways & x->origins) ways &= x->origins; /* back where they were */
    return ways;
}

/* ---- Going there --------------------------------------------------------- */

/* A march that retreats is somewhere else now. */
static void follow(eoe_march *m, bool moved, int space) {
    if (!moved || m->net == MK_NOWHERE) return;
    m->net = (uint16_t)(space / 2);
    m->inside = space & 1;
    m->sortie = m->came_out = 0;
    m->from = MK_NOWHERE;
}

/* 9.9: of those who go back onto a lake only the force on the march may leave it again. */
static bool stays_behind(const eoe_state *s, int piece, int place) {
    const eoe_piece *p = &s->piece[piece];
    if (!eoe_on_map(place) || eoe_can_stay(s, place / 2) || p->seat != s->phasing) return false;
    return !(p->flags & (EOE_HAND | EOE_WAIT));
}

static void go(eoe_state *s, int seat, int place, mk_log *log) {
    uint16_t list[EOE_MAX_PIECES];
    int count = eoe_fighters(s, seat, list), hex = s->battle.hex;
    bool hand = false, waits = false, behind = false;
    for (int i = 0; i < count; i++) {
        hand |= (s->piece[list[i]].flags & EOE_HAND) != 0;
        waits |= (s->piece[list[i]].flags & EOE_WAIT) != 0;
        if (!stays_behind(s, list[i], place)) {
            eoe_move_to(s, list[i], place);
            continue;
        }
        eoe_back_to_shore(s, list[i], log);
        behind = true;
    }
    if (behind) eoe_ashore(s, seat, log);
    if (!eoe_on_map(place)) return;
    if (seat == s->phasing) {
        follow(&s->march, hand, place);
        follow(&s->parent, waits, place);
    }
    mk_log_event(log, EOE_E_RETREATS, seat, MK_EVERYONE, 0, (int16_t)hex, (int16_t)(place / 2));
    eoe_arrived(s, seat, place / 2, log);
}

static void go_aboard(eoe_state *s, int seat, mk_log *log) {
    int hex = s->battle.hex, fleet = rescuer(s, seat, side(s, seat).groups);
    bool waiting = fleet != EOE_NONE;
    if (!waiting) fleet = EOE_BRITISH_FLEET; /* Boston: they land at once in another port */
    mk_log_event(log, EOE_E_EVACUATED, seat, MK_EVERYONE, 0, (int16_t)hex);
    go(s, seat, EOE_ABOARD + fleet, log);
    if (!waiting) eoe_land_crews(s, fleet);
}

static void leave(eoe_state *s, int seat, int way, mk_log *log) {
    if (way == EOE_TO_SEA)
        go_aboard(s, seat, log);
    else if (way == EOE_TO_TOWN)
        go(s, seat, 2 * s->battle.hex + 1, log);
    else
        go(s, seat, 2 * eoe_near(s->battle.hex, way), log);
}

/* True: the owner must choose. */
static bool ask(eoe_state *s, int seat, mk_log *log) {
    unsigned ways = eoe_retreats(s, seat);
    if (!ways) {
        mk_log_event(log, EOE_E_SURROUNDED, seat, MK_EVERYONE, 0, (int16_t)s->battle.hex);
        eoe_destroy(s, seat, log);
        return false;
    }
    mk_push(&s->base, EOE_PH_RETREAT, seat)->a = (int16_t)s->battle.hex;
    return true;
}

/* 5.1, 14.8: whoever is shut in a port surrenders. */
bool eoe_ask_retreat(eoe_state *s, int seat, mk_log *log) {
    const eoe_battle *x = &s->battle;
    if (!eoe_has_fighters(s, seat)) return false;
    if (RULE("eoe.14.8", x->inside && eoe_blockaded(s, seat, x->hex))) {
        mk_log_event(log, EOE_E_SURRENDERS, seat, MK_EVERYONE, 0, (int16_t)x->hex);
        eoe_destroy(s, seat, log);
        return false;
    }
    return ask(s, seat, log);
}

/* 11.10: the attacker goes back where he came from. */
bool eoe_ask_fall_back(eoe_state *s, mk_log *log) {
    const eoe_battle *x = &s->battle;
    int seat = x->attacker, enemy = eoe_enemy(seat);
    if (x->inside || !eoe_has_fighters(s, seat)) return false; /* they stay outside the town */
    switch (x->origin) {
    case EOE_FROM_HEX:
        if (x->from_town && !mk_set_has(&s->inside[enemy], x->from)) {
            go(s, seat, 2 * x->from + 1, log);
            return false;
        }
        if (mk_set_has(&s->open[enemy], x->from)) break;
        go(s, seat, 2 * x->from, log);
        return false;
    case EOE_FROM_TOWN:
        if (mk_set_has(&s->inside[enemy], x->hex)) break;
        go(s, seat, 2 * x->hex + 1, log);
        return false;
    case EOE_FROM_SEA:
        if (!to_sea(s, seat, side(s, seat).groups)) break;
        go_aboard(s, seat, log);
        return false;
    default: break;
    }
    return ask(s, seat, log);
}

const char *eoe_retreat_why_not(const void *state, mk_action x) {
    const eoe_state *s = state;
    unsigned ways = eoe_retreats(s, eoe_deciding(s));
    if (x.verb == EOE_V_INTO_TOWN)
        FORBID("eoe.5.1:retreat", !(ways & EOE_TO_TOWN));
    else if (x.verb == EOE_V_EVACUATE)
        FORBID("eoe.14.6", !(ways & EOE_TO_SEA));
    else
        FORBID("eoe.11.10", !(ways >> x.a & 1));
    return NULL;
}

void eoe_retreat_list(const void *state, mk_actions *out) {
    const eoe_state *s = state;
    unsigned ways = eoe_retreats(s, eoe_deciding(s));
    for (int d = 0; d < MK_DIRECTIONS; d++)
        if (ways >> d & 1) mk_offer(out, EOE_V_TO, d, 0, 0);
    if (ways & EOE_TO_TOWN) mk_offer(out, EOE_V_INTO_TOWN, 0, 0, 0);
    if (ways & EOE_TO_SEA) mk_offer(out, EOE_V_EVACUATE, 0, 0, 0);
}

void eoe_retreat_apply(void *state, mk_action x, mk_log *log) {
    eoe_state *s = state;
    int seat = mk_top(&s->base)->seat;
    mk_pop(&s->base);
    int way = x.verb == EOE_V_INTO_TOWN ? EOE_TO_TOWN : x.verb == EOE_V_EVACUATE ? EOE_TO_SEA : x.a;
    leave(s, seat, way, log);
}
