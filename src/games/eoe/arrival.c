/* arrival.c - what follows when units of a seat come into a hex. */
#include "eoe.h"

/* 13.3: a tribe whose village an enemy enters goes home until spring. */
static void villages(eoe_state *s, int seat, int hex, mk_log *log) {
    int place = eoe_board.place_at[hex];
    if (place == EOE_NONE || !eoe_board.place[place].settlement) return;
    EOE_EACH_INDIAN(i, s) {
        if (eoe.piece[i].type != EOE_INDIAN || eoe.piece[i].enters_hex != hex) continue;
        bool out = s->piece[i].seat != seat && eoe_on_map(s->piece[i].at);
        if (!RULE("eoe.13.3", out)) continue;
        eoe_send_home(s, i);
        s->piece[i].flags |= EOE_BARRED;
        mk_log_event(log, EOE_E_VILLAGE, seat, MK_EVERYONE, 0, (int16_t)i, (int16_t)hex);
    }
}

/* 7.5: the garrison of Fort Gage goes over once France is in the war. */
static void fort_gage(eoe_state *s, int seat, int hex, mk_log *log) {
    int gage = eoe.named[EOE_P_FTGAGE];
    if (hex != eoe.hex[EOE_H_FORT_GAGE] || seat != EOE_ALLIED) return;
    if (RULE("eoe.7.5.gage", !s->french_entry)) return;
    if (s->piece[gage].at / 2 != hex) return;
    EOE_EACH_AT(p, s, 2 * hex) {
        int nation = eoe.piece[p].nation;
        if (eoe_is_leader(p) || (nation != EOE_N_CONTINENTAL && nation != EOE_N_STATE)) continue;
        eoe_move_to(s, gage, EOE_OUT);
        mk_log_event(log, EOE_E_WITHDRAWN, EOE_BRITISH, MK_EVERYONE, 0, (int16_t)gage);
        return;
    }
}

/* 7.5: Prince Ludwig's dragoons look for horses. */
static void ludwig(eoe_state *s, int hex, mk_log *log) {
    int foot = eoe.named[EOE_P_BWPL], horse = eoe.named[EOE_P_BWPLM];
    if (s->ludwig || s->piece[foot].at != 2 * hex) return;
    bool fresh = eoe_board.country[hex] == EOE_AMERICAN && !mk_set_has(&s->trodden, hex);
    if (!RULE("eoe.7.5.ludwig", fresh)) return;
    int die = mk_die(&s->base.rng, 6);
    s->ludwig = 1;
    mk_log_event(log, EOE_E_HORSES, EOE_BRITISH, MK_EVERYONE, MK_ROLLED, (int16_t)die, die == 1);
    if (die != 1) return;
    eoe_piece old = s->piece[foot];
    eoe_move_to(s, foot, EOE_OUT);
    s->piece[horse].steps = old.steps;
    eoe_bring(s, horse, old.at);
    eoe_set_flags(s, horse, UINT16_MAX, old.flags);
    s->piece[horse].mp = old.mp;
}

/* 15.7: the last turn a British unit was in each port. */
static void ports(eoe_state *s, int seat, int hex) {
    if (seat != EOE_BRITISH || !eoe_is(hex, EOE_US_PORT)) return;
    for (int i = 0; i < EOE_US_PORTS; i++)
        if (eoe.us_port[i] == hex) s->raided[i] = (uint8_t)s->base.turn;
}

/* Leaders without troops at a space go to the nearest (11.12). */
void eoe_leaders_flee(eoe_state *s, int seat, int space, mk_log *log) {
    if (eoe_units_at(s, seat, space)) return;
    uint16_t list[EOE_MAX_PIECES];
    int count = 0;
    EOE_EACH_AT(p, s, space) {
        if (s->piece[p].seat == seat) list[count++] = (uint16_t)p;
    }
    for (int i = 0; i < count; i++) {
        int to = eoe_nearest_friend(s, list[i], space / 2, space);
        if (to == EOE_PLACES) {
            eoe_track(s, list[i], s->base.turn + 1);
            s->piece[list[i]].flags |= EOE_RETURNS;
            continue;
        }
        eoe_move_to(s, list[i], to);
        mk_log_event(log, EOE_E_LEADER_GOES, seat, MK_EVERYONE, 0, (int16_t)list[i],
                     (int16_t)(to / 2));
    }
}

/* 8.1, 8.6: they do not wait for an enemy in their hex, nor for one in their town. */
void eoe_leaders_exposed(eoe_state *s, int seat, int hex, mk_log *log) {
    int enemy = eoe_enemy(seat);
    bool open = mk_set_has(&s->open[enemy], hex), inside = mk_set_has(&s->inside[enemy], hex);
    if (open) eoe_leaders_flee(s, seat, 2 * hex, log);
    if (open || inside) eoe_leaders_flee(s, seat, 2 * hex + 1, log);
}

void eoe_arrived(eoe_state *s, int seat, int hex, mk_log *log) {
    if (!mk_set_has(&s->open[seat], hex) && !mk_set_has(&s->inside[seat], hex)) return;
    villages(s, seat, hex, log);
    fort_gage(s, seat, hex, log);
    ports(s, seat, hex);
    if (seat == EOE_BRITISH) ludwig(s, hex, log);
    eoe_leaders_exposed(s, eoe_enemy(seat), hex, log);
    eoe_pride(s, log);
}
