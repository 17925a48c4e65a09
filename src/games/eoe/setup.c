/* setup.c - how a scenario begins (3.0, 5.1). */
#include <string.h>

#include "eoe.h"

/* ---- By the codes of the pieces ------------------------------------------ */

bool eoe_takes_part(const eoe_scenario *r, int piece) {
    const eoe_piece_row *row = &eoe.piece[piece];
    if (row->war != r->war) return false;
    if (mk_set_size(&r->only) && !mk_set_has(&r->only, piece)) return false;
    return r->sheets == 3 || !eoe_has_mark(piece, EOE_M_TWO_MAPS);
}

static bool enlists(const eoe_piece_row *row) {
    return row->leaves == EOE_OUT_ENLISTMENT || row->leaves == EOE_OUT_ENLISTMENT_IN_STATE;
}

static void begin_by_code(eoe_state *s, int piece) {
    const eoe_scenario *r = eoe_rules(s);
    const eoe_piece_row *row = &eoe.piece[piece];
    eoe_piece *p = &s->piece[piece];
    bool passed = r->listed && row->enters_turn < r->first;
    p->steps = row->steps;
    switch (row->enters) {
    case EOE_IN_SET_UP:
    case EOE_IN_NOVA_SCOTIA:
        if (r->listed)
            eoe_move_to(s, piece, enlists(row) ? EOE_AWAY : EOE_OUT);
        else if (row->enters_hex != MK_NOWHERE && eoe_in_play(s, row->enters_hex))
            eoe_bring(s, piece, 2 * row->enters_hex);
        else
            eoe_move_to(s, piece, EOE_OUT);
        return;
    case EOE_IN_AVAILABLE:
        eoe_move_to(s, piece, EOE_AVAILABLE);
        p->turn = row->enters_turn;
        return;
    case EOE_IN_HAVANA: eoe_move_to(s, piece, EOE_HAVANA); return;
    case EOE_IN_SPECIAL: {
        bool light = eoe_has_mark(piece, EOE_M_LIGHT);
        bool gone = row->enters_turn && passed && !light;
        eoe_move_to(s, piece, gone ? EOE_OUT : EOE_SPECIAL);
        return;
    }
    case EOE_IN_SUBSTITUTE: eoe_move_to(s, piece, EOE_SPECIAL); return;
    default:
        if (passed)
            eoe_move_to(s, piece, enlists(row) ? EOE_AWAY : EOE_OUT);
        else
            eoe_track(s, piece, row->enters_turn);
    }
}

static void begin_as_listed(eoe_state *s, const eoe_set_up *u) {
    switch (u->how) {
    case EOE_BEGINS_AT:
        eoe_bring(s, u->piece, 2 * u->hex + u->inside);
        if (u->inside) mk_set_add(&s->fort, u->hex); /* the sieges of the scenarios are of forts */
        return;
    case EOE_BEGINS_DEAD:
        s->piece[u->piece].steps = 0;
        eoe_move_to(s, u->piece, EOE_DEAD);
        return;
    case EOE_BEGINS_OUT: eoe_move_to(s, u->piece, EOE_OUT); return;
    case EOE_BEGINS_CAPTIVE: eoe_move_to(s, u->piece, EOE_CAPTIVE); return;
    default: eoe_track(s, u->piece, u->turn); return;
    }
}

static void begin_politics(eoe_state *s) {
    const eoe_scenario *r = eoe_rules(s);
    s->french_entry = r->french_entry;
    s->spanish_entry = r->spanish_entry;
    s->west_indies = r->french_entry && !r->west_indies_done
                         ? (uint8_t)(r->french_entry + eoe.table.entry.west_indies)
                         : 0;
    s->economy = r->economy;
    s->vermont_flag = r->vermont_flag;
    s->marion = r->marion;
    if (r->vermont_flag) eoe_move_to(s, eoe.named[EOE_P_UMVT], EOE_OUT);
    if (r->marion) {
        eoe_move_to(s, eoe.named[EOE_P_UMSC], EOE_OUT);
        eoe_move_to(s, eoe.named[EOE_P_UMMAR], EOE_AVAILABLE);
    }
}

static void begin_agents(eoe_state *s) {
    for (int i = 0; i < EOE_MAX_AGENTS; i++) {
        bool there = eoe_rules(s)->agents >> i & 1;
        s->agent_at[i] = there ? eoe.table.agent[i].hex[0] : MK_NOWHERE;
        s->agent_turn[i] = there ? 1 : 0;
    }
}

void eoe_setup(void *state, const mk_setup *setup, mk_log *log) {
    eoe_state *s = state;
    const eoe_scenario *r = eoe_rules(s);
    (void)setup;
    (void)log;
    s->base.turn = r->first;
    s->phasing = s->winner = EOE_NONE;
    s->march.net = s->parent.net = s->battle.hex = s->entry.hex = MK_NOWHERE;
    for (int i = 0; i < EOE_FLEETS; i++)
        s->fleet[i] = (eoe_fleet_at){.sea = EOE_NONE, .marker = EOE_NONE, .marines_at = MK_NOWHERE};
    for (int i = 0; i < EOE_MAX_PIECES; i++) s->piece[i].at = EOE_ABSENT;
    for (int i = 0; i < eoe.piece_count; i++) s->piece[i].seat = eoe.piece[i].seat;
    EOE_EACH_OF(i, s) {
        if (eoe_takes_part(r, i)) begin_by_code(s, i);
    }
    for (int i = 0; i < r->set_up_count; i++) begin_as_listed(s, &r->set_up[i]);
    EOE_EACH_UNIT(i, s) {
        bool two = eoe.piece[i].nation == EOE_N_CONTINENTAL && eoe.piece[i].steps == 2;
        if (r->reduced && two && eoe_on_map(s->piece[i].at)) s->piece[i].steps = 1;
    }
    begin_agents(s);
    if (r->politics) begin_politics(s);
    eoe_settle(s);
    mk_push(&s->base, EOE_PH_TURN, -1);
}

/* ---- Inside or outside (5.1) --------------------------------------------- */

static const char *why_not_inside(const eoe_state *s, int seat, int hex) {
    FORBID("eoe.5.1:town", !eoe_has_place(hex));
    FORBID("eoe.5.1:units", !mk_set_has(&s->open[seat], hex));
    FORBID("eoe.5.1:enemy", eoe_has_inside(s, hex));
    return NULL;
}

/* Towns that are besieged from the start are not entered. */
void eoe_set_up_list(const void *state, mk_actions *out) {
    const eoe_state *s = state;
    int seat = eoe_deciding(s);
    MK_SET_EACH(hex, &s->open[seat]) {
        if (!why_not_inside(s, seat, hex)) mk_offer(out, EOE_V_INSIDE, hex, 0, 0);
    }
    mk_offer(out, EOE_V_DONE, 0, 0, 0);
}

const char *eoe_set_up_why_not(const void *state, mk_action x) {
    return x.verb == EOE_V_DONE ? NULL : why_not_inside(state, eoe_deciding(state), x.a);
}

void eoe_set_up_apply(void *state, mk_action x, mk_log *log) {
    eoe_state *s = state;
    int seat = mk_top(&s->base)->seat;
    if (x.verb == EOE_V_DONE) {
        mk_pop(&s->base);
        return;
    }
    uint16_t list[EOE_MAX_PIECES];
    int count = 0;
    EOE_EACH_AT(p, s, 2 * x.a) {
        if (s->piece[p].seat == seat) list[count++] = (uint16_t)p;
    }
    for (int i = 0; i < count; i++) eoe_move_to(s, list[i], 2 * x.a + 1);
    bool fort = eoe_is(x.a, EOE_HAS_OUTPOST | EOE_FORTRESS);
    if (fort) mk_set_add(&s->fort, x.a);
    mk_log_event(log, EOE_E_INSIDE, seat, MK_EVERYONE, 0, (int16_t)x.a, fort);
}

/* ---- The three units of Nova Scotia (2.5) -------------------------------- */

static const char *why_not_nova_scotia(const eoe_state *s, int hex) {
    FORBID("eoe.2.5", !mk_set_has(&eoe_index.nova_scotia, hex) ||
                          mk_set_has(&s->open[EOE_ALLIED], hex) ||
                          mk_set_has(&s->inside[EOE_ALLIED], hex));
    return NULL;
}

void eoe_nova_scotia_list(const void *state, mk_actions *out) {
    MK_SET_EACH(hex, &eoe_index.nova_scotia) {
        if (!why_not_nova_scotia(state, hex)) mk_offer(out, EOE_V_HEX, hex, 0, 0);
    }
}

const char *eoe_nova_scotia_why_not(const void *state, mk_action x) {
    return why_not_nova_scotia(state, x.a);
}

void eoe_nova_scotia_apply(void *state, mk_action x, mk_log *log) {
    eoe_state *s = state;
    int piece = mk_top(&s->base)->a;
    mk_pop(&s->base);
    eoe_move_to(s, piece, 2 * x.a);
    mk_log_event(log, EOE_E_PLACED, EOE_BRITISH, MK_EVERYONE, 0, (int16_t)piece, (int16_t)x.a);
}
