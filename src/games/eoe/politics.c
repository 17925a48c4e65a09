/* politics.c - the Revolution: French and Spanish entry, economy, Vermont (12.4, 15). */
#include "eoe.h"

/* Ports of the thirteen colonies (Maine is none of them) that the British hold, or all of the 21.
 */
int eoe_british_ports(const eoe_state *s, bool thirteen) {
    int count = 0;
    for (int i = 0; i < EOE_US_PORTS; i++) {
        int hex = eoe.us_port[i];
        if (thirteen && eoe_board.area[hex] == eoe.area[EOE_A_MAINE]) continue;
        count += eoe_occupies(s, EOE_BRITISH, hex) && eoe_controls(s, EOE_BRITISH, hex);
    }
    return count;
}

/* ---- French entry (15.2) ------------------------------------------------- */

/* 7.6: he goes at once. A scenario may begin on the turn of entry with him. */
static void howe_leaves(eoe_state *s, mk_log *log) {
    for (int i = eoe.unit_count; i < eoe.piece_count; i++)
        if (eoe.piece[i].leaves == EOE_OUT_FRENCH_ENTRY && eoe_can_leave(s, i))
            eoe_withdraw_leader(s, i, log);
    eoe_pride(s, log);
}

void eoe_french_enter(eoe_state *s, bool by_offer, mk_log *log) {
    int turn = s->base.turn, spain = turn + eoe.table.entry.spanish;
    s->french_entry = (uint8_t)turn;
    s->by_offer = by_offer;
    s->west_indies = (uint8_t)(turn + eoe.table.entry.west_indies);
    if (RULE("eoe.15.5:first", spain < eoe.table.entry.spanish_first))
        spain = eoe.table.entry.spanish_first;
    s->spanish_entry = (uint8_t)spain;
    mk_log_event(log, EOE_E_FRANCE, EOE_ALLIED, MK_EVERYONE, 0, (int16_t)turn, s->west_indies,
                 s->spanish_entry);
    howe_leaves(s, log);
}

/* ---- The economy (15.7) -------------------------------------------------- */

int eoe_disruption(int occupied, int raided) {
    int points = eoe.table.disruption.occupied * occupied + eoe.table.disruption.raided * raided;
    int divisor = eoe.table.disruption.divisor;
    return (2 * points + divisor) / (2 * divisor); /* the nearest whole number */
}

/* What a total brings on a turn; -1: the table has no such turn. */
int eoe_economy_at(int turn, int total) {
    for (int i = 0; i < eoe.table.economy_count; i++) {
        if (eoe.table.economy[i].turn != turn) continue;
        if (total >= eoe.table.economy[i].full) return EOE_FULL;
        return total >= eoe.table.economy[i].near ? EOE_NEAR : EOE_NORMAL;
    }
    return -1;
}

void eoe_set_economy(eoe_state *s, int economy, mk_log *log) {
    if (economy == s->economy) return;
    bool falls = s->economy == EOE_NORMAL;
    s->economy = (uint8_t)economy;
    mk_log_event(log, EOE_E_ECONOMY, EOE_ALLIED, MK_EVERYONE, 0, (int16_t)economy);
    if (!falls) return;
    EOE_EACH_UNIT(i, s) {
        int at = s->piece[i].at;
        bool there = eoe_on_map(at) || eoe_is_aboard(at);
        if (eoe.piece[i].leaves != EOE_OUT_COLLAPSE || !there) continue;
        eoe_move_to(s, i, EOE_SPECIAL); /* until a spring with a sound economy */
        mk_log_event(log, EOE_E_WITHDRAWN, EOE_ALLIED, MK_EVERYONE, 0, (int16_t)i);
        if (eoe_on_map(at)) eoe_leaders_exposed(s, EOE_ALLIED, at / 2, log);
    }
}

static int raided_ports(const eoe_state *s) {
    int count = 0;
    for (int i = 0; i < EOE_US_PORTS; i++) {
        int hex = eoe.us_port[i];
        if (eoe_occupies(s, EOE_BRITISH, hex) && eoe_controls(s, EOE_BRITISH, hex)) continue;
        bool lately = s->raided[i] && s->raided[i] + eoe.table.disruption.turns >= s->base.turn;
        count += lately;
    }
    return count;
}

static void check_economy(eoe_state *s, mk_log *log) {
    if (eoe_economy_at(s->base.turn, 0) < 0) return;
    int die = mk_die(&s->base.rng, 6), total = die;
    int shift = eoe_disruption(eoe_british_ports(s, false), raided_ports(s));
    total += shift;
    bool spain = s->spanish_entry && s->base.turn >= s->spanish_entry &&
                 eoe_groups_at(s, EOE_ALLIED, eoe.hex[EOE_H_NATCHEZ]) & EOE_G_SPANISH;
    if (s->french_entry) total += eoe.table.disruption.french;
    if (spain) total += eoe.table.disruption.spanish;
    int economy = eoe_economy_at(s->base.turn, total);
    mk_log_event(log, EOE_E_ECONOMY_ROLL, EOE_ALLIED, MK_EVERYONE, MK_ROLLED, (int16_t)die,
                 (int16_t)shift, (int16_t)total, (int16_t)economy);
    eoe_set_economy(s, economy, log);
}

/* ---- Of a turn ----------------------------------------------------------- */

/* 12.4: Ethan Allen makes his own peace. */
static void vermont(eoe_state *s, mk_log *log) {
    if (s->vermont_flag || s->base.turn < eoe.table.entry.vermont) return;
    s->vermont_flag = 1;
    int at = s->piece[eoe.named[EOE_P_UMVT]].at;
    eoe_move_to(s, eoe.named[EOE_P_UMVT], EOE_OUT);
    if (eoe_on_map(at)) eoe_leaders_exposed(s, EOE_ALLIED, at / 2, log);
    mk_log_event(log, EOE_E_VERMONT, -1, MK_EVERYONE, 0);
}

void eoe_politics_begin(eoe_state *s, mk_log *log) {
    if (RULE("eoe.15.2", !s->french_entry && s->dead_steps >= eoe.table.entry.french_steps))
        eoe_french_enter(s, false, log);
    else if (s->french_entry == s->base.turn)
        howe_leaves(s, log);
    if (s->spanish_entry == s->base.turn)
        mk_log_event(log, EOE_E_SPAIN, EOE_ALLIED, MK_EVERYONE, 0);
    if (RULE("eoe.15.7:ports", eoe_british_ports(s, false) == EOE_US_PORTS))
        eoe_set_economy(s, EOE_FULL, log);
    vermont(s, log);
}

void eoe_politics_end(eoe_state *s, mk_log *log) {
    for (int i = 0; i < EOE_US_PORTS; i++)
        if (eoe_occupies(s, EOE_BRITISH, eoe.us_port[i])) s->raided[i] = (uint8_t)s->base.turn;
    check_economy(s, log);
}
