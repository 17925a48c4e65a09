/* check.c - what holds of every state. */
#include <string.h>

#include "eoe.h"

static bool check_piece(const eoe_state *s, int i, char *why, size_t size) {
    const eoe_piece *p = &s->piece[i];
    const eoe_piece_row *row = &eoe.piece[i];
    const char *id = row->name.id;
    HOLDS(p->at < EOE_PLACES, "%s is nowhere", id);
    HOLDS(p->seat < EOE_SEATS, "%s is nobody's", id);
    HOLDS(p->seat == row->seat || eoe_has_mark(i, EOE_M_EITHER), "%s changed sides", id);
    HOLDS(p->steps <= row->steps, "%s has %d steps", id, p->steps);
    HOLDS((p->at == EOE_ABSENT) == (row->war != eoe_war_of(s)) || p->at == EOE_ABSENT,
          "%s is of another war", id);
    HOLDS(p->at != EOE_CAPTIVE || eoe_is_leader(i), "%s is a captive unit", id);
    HOLDS(p->at != EOE_AVAILABLE || row->steps == 0, "%s waits in the Available box", id);
    if (!eoe_on_map(p->at)) return true;
    int hex = p->at / 2, ground = eoe_board.ground[hex];
    HOLDS(hex < eoe_board.hexes.hex_count && eoe_in_play(s, hex), "%s is off the map", id);
    bool ice = ground == EOE_LAKE;
    HOLDS(ground != EOE_SEA && ground != EOE_MOUNTAIN, "%s is at sea or in the mountains", id);
    HOLDS(!ice || eoe_winter(s) || p->flags & (EOE_HAND | EOE_WAIT), "%s stands on a lake", id);
    HOLDS(!(p->at & 1) || eoe_has_place(hex), "%s is inside, but there is no town", id);
    HOLDS(eoe_is_leader(i) || !row->steps || p->steps, "%s has no steps", id);
    HOLDS(p->mp <= row->mf, "%s has %d MP", id, p->mp);
    return true;
}

static bool check_order(const eoe_state *s, char *why, size_t size) {
    int on_map = 0;
    for (int i = 0; i < eoe.piece_count; i++) on_map += eoe_on_map(s->piece[i].at);
    HOLDS(s->order_count == on_map, "%d pieces in order, %d on the map", s->order_count, on_map);
    for (int i = 0; i < s->order_count; i++) {
        HOLDS(s->order[i] < eoe.piece_count, "the order has a piece that is none");
        int at = s->piece[s->order[i]].at;
        HOLDS(eoe_on_map(at), "%s is ordered and off the map", eoe.piece[s->order[i]].name.id);
        if (!i) continue;
        int before = s->piece[s->order[i - 1]].at;
        HOLDS(before < at || (before == at && s->order[i - 1] < s->order[i]),
              "the order is not one");
    }
    for (int i = s->order_count; i < EOE_MAX_PIECES; i++)
        HOLDS(!s->order[i], "the order has an end");
    return true;
}

static bool check_sets(const eoe_state *s, char *why, size_t size) {
    eoe_hexes open[EOE_SEATS] = {{{0}}}, inside[EOE_SEATS] = {{{0}}};
    EOE_EACH_PIECE(p, s) {
        if (eoe_is_leader(p)) continue;
        mk_set_add(s->piece[p].at & 1 ? &inside[s->piece[p].seat] : &open[s->piece[p].seat],
                   s->piece[p].at / 2);
    }
    for (int seat = 0; seat < EOE_SEATS; seat++) {
        HOLDS(!memcmp(&open[seat], &s->open[seat], sizeof *open), "a set of open hexes is wrong");
        HOLDS(!memcmp(&inside[seat], &s->inside[seat], sizeof *inside), "a set of towns is wrong");
    }
    for (int hex = 0; hex < eoe_board.hexes.hex_count; hex++) {
        const char *id = eoe_hex_id(hex);
        HOLDS(!mk_set_has(&s->inside[0], hex) || !mk_set_has(&s->inside[1], hex), "both are in %s",
              id);
        HOLDS(!mk_set_has(&s->fort, hex) || eoe_has_inside(s, hex), "an empty fort at %s", id);
    }
    return true;
}

/* Both in the open: in battle, by a boxed entry, or Indians in the woods (11.5). */
static bool check_meetings(const eoe_state *s, char *why, size_t size) {
    if (s->phasing != EOE_NONE) return true;
    eoe_hexes both = s->open[0];
    mk_set_and(&both, &s->open[1]);
    MK_SET_EACH(hex, &both) {
        bool excused = false;
        EOE_EACH_AT(p, s, 2 * hex) {
            excused |= s->piece[p].flags & EOE_MUST || eoe.piece[p].type == EOE_INDIAN;
        }
        HOLDS(excused, "both sides stand at %s", eoe_hex_id(hex));
    }
    return true;
}

/* 15.1.1, 15.6: Americans and Spaniards never share a hex. */
static bool check_nations(const eoe_state *s, char *why, size_t size) {
    if (eoe_war_of(s) != EOE_REVOLUTION) return true;
    int hex = -1;
    unsigned groups = 0;
    EOE_EACH_PIECE(p, s) {
        if (s->piece[p].at / 2 != hex) groups = 0;
        hex = s->piece[p].at / 2;
        groups |= eoe_is_unit(p) ? eoe_group_of(p) : 0;
        HOLDS(!(groups & EOE_G_SPANISH) || !(groups & EOE_G_AMERICAN),
              "Americans and Spaniards share %s", eoe_hex_id(hex));
    }
    return true;
}

static bool check_fleets(const eoe_state *s, char *why, size_t size) {
    for (int i = 0; i < EOE_FLEETS; i++) {
        const eoe_fleet_at *f = &s->fleet[i];
        HOLDS(f->sea == EOE_NONE || f->sea < eoe_board.sea_count, "a fleet is in no sea");
        HOLDS(f->sea == EOE_NONE || eoe.table.naval_infantry[eoe_war_of(s)][i],
              "a fleet of another war");
        for (int k = 0; k < i; k++) {
            bool meet = f->sea != EOE_NONE && f->sea == s->fleet[k].sea;
            HOLDS(!meet || eoe_fleet_seat(i) == eoe_fleet_seat(k), "enemy fleets share a sea");
        }
    }
    return true;
}

static bool check_politics(const eoe_state *s, char *why, size_t size) {
    int dead = 0;
    for (int i = 0; i < eoe.unit_count; i++) {
        const eoe_piece_row *row = &eoe.piece[i];
        bool counts = row->nation == EOE_N_BRITISH_REGULAR && row->war == EOE_REVOLUTION;
        if (counts && s->piece[i].at == EOE_DEAD) dead += row->steps;
        const eoe_piece_row *by =
            row->replaced_by == EOE_NO_PIECE ? NULL : &eoe.piece[row->replaced_by];
        bool both = by && row->leaves == EOE_OUT_PRECURSOR && eoe_on_map(s->piece[i].at) &&
                    eoe_on_map(s->piece[row->replaced_by].at);
        HOLDS(!both, "%s and its successor", row->name.id);
    }
    HOLDS(dead == s->dead_steps, "%d regular steps are dead, %d are counted", dead, s->dead_steps);
    HOLDS(s->economy < EOE_ECONOMIES, "the economy is in no state");
    int spain = s->french_entry + eoe.table.entry.spanish;
    spain = spain < eoe.table.entry.spanish_first ? eoe.table.entry.spanish_first : spain;
    HOLDS(!s->french_entry || !eoe_politics(s) || s->spanish_entry == spain,
          "Spain enters on turn %d", spain);
    HOLDS(s->french_entry <= s->base.turn, "France enters in the future");
    return true;
}

bool eoe_check(const void *state, char *why, size_t size) {
    const eoe_state *s = state;
    const eoe_scenario *r = eoe_rules(s);
    HOLDS(s->base.turn >= r->first && s->base.turn <= r->last + 1, "turn %d is none", s->base.turn);
    for (int i = 0; i < eoe.piece_count; i++)
        if (!check_piece(s, i, why, size)) return false;
    HOLDS(s->phasing == EOE_NONE || s->phasing < EOE_SEATS, "nobody's operations");
    HOLDS(s->reason < EOE_REASONS, "no reason");
    HOLDS((s->reason != EOE_UNDECIDED) == (s->base.depth == 0), "it is over without a reason");
    return check_order(s, why, size) && check_sets(s, why, size) && check_meetings(s, why, size) &&
           check_nations(s, why, size) && check_fleets(s, why, size) &&
           check_politics(s, why, size);
}
