/* ways.c - what a step costs and where it leads (9.7 to 9.11), and what it leads into (9.3). */
#include "eoe.h"

static const eoe_map *const b = &eoe_board;

/* 9.8, 9.10: MP to enter a hex by land; EOE_BLOCKED: nobody can. */
int eoe_land_cost(const eoe_state *s, int seat, int hex) {
    bool hard = eoe_hard_winter(s, hex);
    int cost = eoe.table.march.wild;
    switch (b->ground[hex]) {
    case EOE_SEA:
    case EOE_MOUNTAIN: return EOE_BLOCKED;
    case EOE_LAKE:
        if (RULE("eoe.9.10:lake", !hard)) return EOE_BLOCKED;
        break;
    case EOE_CIVILIZED: {
        bool unfriendly = eoe_friendly(s, seat, hex) < 0, rough = eoe_is(hex, EOE_ROUGH);
        cost = unfriendly ? (rough ? eoe.table.march.rough_unfriendly : eoe.table.march.unfriendly)
                          : (rough ? eoe.table.march.rough : eoe.table.march.civilized);
        break;
    }
    default: break;
    }
    return hard ? cost * eoe.table.march.winter : cost;
}

int eoe_ferry_cost(const eoe_state *s, int hex) {
    return eoe.table.march.ferry * (eoe_hard_winter(s, hex) ? eoe.table.march.winter : 1);
}

/* The water beyond a water in some hex; -1: it does not go on there. */
static int water_beyond(int water, int hex) {
    MK_EXIT_EACH(x, &b->net, eoe_water_space(water)) {
        if (mk_way_bits(&b->net, x->way) & EOE_BY_WATER && eoe_hex_of(x->to) == hex) return x->to;
    }
    return -1;
}

/* 9.9: who came by a water goes on by it; in a portage, or where his move began, by any. */
static int by_water(int net, int direction) {
    int here = eoe_hex_of(net), hex = eoe_near(here, direction), own = net - b->hexes.hex_count;
    for (int w = b->first_water[here]; w < b->first_water[here + 1]; w++) {
        if (!(b->water[w].joins >> direction & 1)) continue;
        if (own >= 0 && w != own && !eoe_is(here, EOE_PORTAGE)) continue;
        int to = water_beyond(w, hex);
        if (to >= 0) return to;
    }
    return -1;
}

/* MP of a step from a space of the net, and the space it leads to. */
int eoe_step_cost(const eoe_state *s, int seat, int net, int direction, bool water, int *to) {
    int from = eoe_hex_of(net), hex = eoe_near(from, direction);
    if (hex == MK_NOWHERE) return EOE_BLOCKED;
    if (water) {
        if (eoe_hard_winter(s, from) || eoe_hard_winter(s, hex)) return EOE_BLOCKED;
        *to = by_water(net, direction);
        if (*to < 0) return EOE_BLOCKED;
        return b->ground[hex] == EOE_CIVILIZED ? eoe.table.march.water_civilized
                                               : eoe.table.march.water_wild;
    }
    *to = hex;
    if (b->hexes.side_bits[b->hexes.side_of[from][direction]] & EOE_SEA_SIDE) return EOE_BLOCKED;
    return eoe_land_cost(s, seat, hex);
}

/* 10.1: could a force cross this hexside by operational movement, ferrying included? */
bool eoe_could_cross(const eoe_state *s, const eoe_force *f, int from, int direction) {
    int to = eoe_near(from, direction), net;
    if (to == MK_NOWHERE || b->ground[to] == EOE_SEA || b->ground[to] == EOE_MOUNTAIN) return false;
    if (eoe_why_not_enter(s, f->seat, f->nations, to)) return false;
    int side = b->hexes.side_bits[b->hexes.side_of[from][direction]];
    if (!(side & EOE_SEA_SIDE)) {
        if (b->ground[to] != EOE_LAKE) return true;
        return eoe_step_cost(s, f->seat, from, direction, false, &net) != EOE_BLOCKED;
    }
    if (f->boatmen) return true;
    int enemy = eoe_enemy(f->seat); /* a ferry of the map works where no enemy is at its ends */
    return side & EOE_FERRY && !eoe_occupies(s, enemy, from) && !eoe_occupies(s, enemy, to);
}

/* The same for whoever of a stack can: of mixed nations a part may be free to go (10.1, 15.3). */
bool eoe_some_could_cross(const eoe_state *s, int seat, int space, int direction) {
    eoe_force all = eoe_force_at(s, seat, space, 0, -1);
    if (!all.units) return false;
    if (eoe_could_cross(s, &all, space / 2, direction)) return true;
    if (!(all.nations & (all.nations - 1))) return false; /* one nation: all or none */
    EOE_EACH_AT(p, s, space) {
        if (eoe_is_leader(p) || s->piece[p].seat != seat) continue;
        eoe_force part = {.seat = seat, .space = space, .boatmen = all.boatmen};
        part.nations = part.groups = eoe_group_of(p);
        if (eoe_could_cross(s, &part, space / 2, direction)) return true;
    }
    return false;
}

/* 9.3: may a force of this seat meet enemies in this hex? Those in it, in its town, and neighbours
 * that can react and could come. */
bool eoe_dangerous(const eoe_state *s, int seat, int hex) {
    int enemy = eoe_enemy(seat);
    if (eoe_occupies(s, enemy, hex)) return true;
    for (int d = 0; d < MK_DIRECTIONS; d++) {
        int near = eoe_near(hex, d);
        if (near == MK_NOWHERE || !eoe_occupies(s, enemy, near)) continue;
        for (int space = 2 * near; space <= 2 * near + 1; space++) {
            if (!eoe_some_could_cross(s, enemy, space, (d + 3) % MK_DIRECTIONS)) continue;
            if (eoe_can_react(s, enemy, space)) return true;
        }
    }
    return false;
}

/* 9.9, 9.10: nobody stays on a lake, but on its ice in the first turn of a winter. */
bool eoe_can_stay(const eoe_state *s, int hex) {
    if (b->ground[hex] != EOE_LAKE) return true;
    return eoe_is(hex, EOE_NORTH) && eoe_turn_now(s)->season == EOE_WINTER_1;
}

/* 9.9: nobody ends his move on a lake, so there must be a way off it. */
bool eoe_can_leave_lake(const eoe_state *s, int seat, int net, int mp) {
    for (int d = 0; d < 2 * MK_DIRECTIONS; d++) {
        int to, cost = eoe_step_cost(s, seat, net, d / 2, d & 1, &to);
        if (cost == EOE_BLOCKED || cost > mp || !eoe_in_play(s, eoe_hex_of(to))) continue;
        int hex = eoe_hex_of(to);
        if (b->ground[hex] == EOE_LAKE) {
            if (eoe_can_leave_lake(s, seat, to, mp - cost)) return true;
        } else if (!eoe_occupies(s, eoe_enemy(seat), hex)) {
            return true;
        }
    }
    return false;
}
