/* militia.c - militia (12.2), and what follows from who controls what (12.4, 12.5, 13.1, 7.5). */
#include "eoe.h"

static const eoe_map *const b = &eoe_board;

/* ---- Calling it out ------------------------------------------------------ */

/* 12.2, 12.4: is it in its box, and does nobody else rule its home? */
bool eoe_may_call(const eoe_state *s, int seat, int piece) {
    const eoe_piece *p = &s->piece[piece];
    const eoe_piece_row *row = &eoe.piece[piece];
    if (row->type != EOE_MILITIA || p->seat != seat) return false;
    if (p->at != EOE_AVAILABLE || p->turn > s->base.turn) return false;
    bool ruled = s->flags >> row->home & 1 && piece != eoe.named[EOE_P_UMMAR];
    return !RULE("eoe.12.4:flag", ruled);
}

/* The hex, whatever its supply. */
static const char *why_not_ground(const eoe_state *s, int seat, int piece, int hex, bool reacts) {
    FORBID("eoe.12.2:home", b->area[hex] == EOE_NONE || b->area[hex] != eoe.piece[piece].home);
    FORBID("eoe.2.1", !eoe_in_play(s, hex));
    bool held = eoe_occupies(s, seat, hex);
    FORBID("eoe.12.2:friendly", reacts && eoe_friendly(s, seat, hex) < 0 && !held);
    FORBID("eoe.12.2:enemy", !reacts && mk_set_has(&s->open[eoe_enemy(seat)], hex));
    bool tory = eoe_war_of(s) == EOE_REVOLUTION && seat == EOE_BRITISH;
    FORBID("eoe.12.2:tory", tory && b->country[hex] == EOE_AMERICAN && !held);
    return eoe_why_not_enter(s, seat, eoe_group_of(piece), hex);
}

static const char *why_not_at(const eoe_state *s, int seat, int piece, int hex,
                              const eoe_supply *supply) {
    const char *no = why_not_ground(s, seat, piece, hex, false);
    if (no) return no;
    FORBID("eoe.12.2:supply", !mk_set_has(&supply->land, hex) && !mk_set_has(&supply->sea, hex));
    return NULL;
}

/* A reaction is supplied as if the enemy who is entering were not there yet. */
const char *eoe_why_not_militia(const eoe_state *s, int seat, int piece, int hex, bool reacts) {
    const char *no = why_not_ground(s, seat, piece, hex, reacts);
    if (no) return no;
    eoe_supply supply;
    eoe_state before = *s;
    if (reacts) mk_set_remove(&before.open[eoe_enemy(seat)], hex);
    eoe_trace(&before, seat, eoe_group_of(piece), &supply);
    FORBID("eoe.12.2:supply", !mk_set_has(&supply.land, hex) && !mk_set_has(&supply.sea, hex));
    return NULL;
}

void eoe_call_militia(eoe_state *s, int piece, int hex, mk_log *log) {
    int seat = s->piece[piece].seat;
    bool inside = mk_set_has(&s->open[eoe_enemy(seat)], hex) && s->entry.hex != hex;
    eoe_bring(s, piece, 2 * hex + inside);
    mk_log_event(log, EOE_E_MILITIA, seat, MK_EVERYONE, 0, (int16_t)piece, (int16_t)hex);
    eoe_arrived(s, seat, hex, log);
}

/* ---- In the reinforcement phase ------------------------------------------ */

static bool finds_place(const eoe_state *s, int seat, int piece, const eoe_supply *supply) {
    for (int hex = 0; hex < b->hexes.hex_count; hex++) {
        if (b->area[hex] != eoe.piece[piece].home) continue;
        if (!why_not_at(s, seat, piece, hex, supply)) return true;
    }
    return false;
}

void eoe_militia_list(const void *state, mk_actions *out) {
    const eoe_state *s = state;
    int seat = eoe_deciding(s);
    eoe_supply supply;
    unsigned traced = 0;
    for (int i = 0; i < eoe.unit_count; i++) {
        if (!eoe_may_call(s, seat, i)) continue;
        if (traced != eoe_group_of(i)) eoe_trace(s, seat, traced = eoe_group_of(i), &supply);
        if (finds_place(s, seat, i, &supply)) mk_offer(out, EOE_V_CALL, i, 0, 0);
    }
    mk_offer(out, EOE_V_DONE, 0, 0, 0);
}

const char *eoe_militia_why_not(const void *state, mk_action x) {
    const eoe_state *s = state;
    int seat = eoe_deciding(s);
    if (x.verb == EOE_V_DONE) return NULL;
    FORBID("eoe.12.2", !eoe_may_call(s, seat, x.a));
    eoe_supply supply;
    eoe_trace(s, seat, eoe_group_of(x.a), &supply);
    FORBID("eoe.12.2:supply", !finds_place(s, seat, x.a, &supply));
    return NULL;
}

void eoe_militia_apply(void *state, mk_action x, mk_log *log) {
    eoe_state *s = state;
    int seat = mk_top(&s->base)->seat;
    (void)log;
    if (x.verb == EOE_V_DONE)
        mk_pop(&s->base);
    else
        mk_push(&s->base, EOE_PH_MILITIA_AT, seat)->a = x.a;
}

void eoe_militia_at_list(const void *state, mk_actions *out) {
    const eoe_state *s = state;
    int piece = mk_top_const(&s->base)->a, seat = eoe_deciding(s);
    eoe_supply supply;
    eoe_trace(s, seat, eoe_group_of(piece), &supply);
    for (int hex = 0; hex < b->hexes.hex_count; hex++)
        if (b->area[hex] == eoe.piece[piece].home && !why_not_at(s, seat, piece, hex, &supply))
            mk_offer(out, EOE_V_HEX, hex, 0, 0);
}

const char *eoe_militia_at_why_not(const void *state, mk_action x) {
    const eoe_state *s = state;
    return eoe_why_not_militia(s, eoe_deciding(s), mk_top_const(&s->base)->a, x.a, false);
}

void eoe_militia_at_apply(void *state, mk_action x, mk_log *log) {
    eoe_state *s = state;
    int piece = mk_top(&s->base)->a;
    mk_pop(&s->base);
    eoe_call_militia(s, piece, x.a, log);
}

/* ---- Flags (12.4, 12.5) -------------------------------------------------- */

/* Does a seat occupy all supply hexes of this sort in an area? */
static bool rules(const eoe_state *s, int seat, int area, unsigned supply) {
    int count = 0;
    for (int i = 0; i < b->place_count; i++) {
        int hex = b->place[i].hex;
        if (b->area[hex] != area || !(b->place[i].supply & supply)) continue;
        if (s->vermont_flag && hex == eoe.hex[EOE_H_BENNINGTON]) continue;
        if (!eoe_occupies(s, seat, hex) || !eoe_controls(s, seat, hex)) return false;
        count++;
    }
    return count > 0;
}

static bool is_ruled(const eoe_state *s, const eoe_piece_row *row) {
    switch (row->nation) {
    case EOE_N_AMERICAN_MILITIA: return rules(s, EOE_BRITISH, row->home, EOE_SUPPLY_US);
    case EOE_N_SPANISH_MILITIA:
        return eoe_occupies(s, EOE_BRITISH, eoe.hex[EOE_H_NEW_ORLEANS]) &&
               eoe_controls(s, EOE_BRITISH, eoe.hex[EOE_H_NEW_ORLEANS]);
    default: break;
    }
    if (row->home == eoe.area[EOE_A_CANADA]) return rules(s, EOE_ALLIED, row->home, EOE_SUPPLY_BR);
    if (row->home != eoe.area[EOE_A_NOVA_SCOTIA]) return false;
    static const eoe_named_hex both[] = {EOE_H_MINAS, EOE_H_HALIFAX};
    for (int i = 0; i < 2; i++)
        if (!eoe_occupies(s, EOE_ALLIED, eoe.hex[both[i]]) ||
            !eoe_controls(s, EOE_ALLIED, eoe.hex[both[i]]))
            return false;
    return true;
}

static void raise_flag(eoe_state *s, int piece, mk_log *log) {
    int home = eoe.piece[piece].home, at = s->piece[piece].at;
    s->flags |= 1u << home;
    mk_log_event(log, EOE_E_FLAG, eoe_enemy(s->piece[piece].seat), MK_EVERYONE, 0, (int16_t)home);
    if (piece == eoe.named[EOE_P_UMSC]) {
        if (s->marion) return;
        s->marion = 1; /* 12.4: he takes to the swamps, for good */
        eoe_move_to(s, piece, EOE_OUT);
        eoe_move_to(s, eoe.named[EOE_P_UMMAR], EOE_AVAILABLE);
        s->piece[eoe.named[EOE_P_UMMAR]].turn = 0;
    } else if (eoe_on_map(at)) {
        eoe_move_to(s, piece, EOE_AVAILABLE);
        s->piece[piece].turn = 0;
    }
    if (eoe_on_map(at)) eoe_leaders_exposed(s, s->piece[piece].seat, at / 2, log);
}

/* The militia whose home may be ruled by the enemy; the same area may have a Tory militia, too. */
static bool flag_bearer(const eoe_state *s, int piece) {
    const eoe_piece_row *row = &eoe.piece[piece];
    if (row->type != EOE_MILITIA || s->piece[piece].at == EOE_ABSENT) return false;
    if (row->nation == EOE_N_AMERICAN_MILITIA) return row->enters == EOE_IN_AVAILABLE;
    if (row->nation == EOE_N_SPANISH_MILITIA) return true;
    return row->home == eoe.area[EOE_A_CANADA] || row->home == eoe.area[EOE_A_NOVA_SCOTIA];
}

static void update_flags(eoe_state *s, mk_log *log) {
    for (int i = 0; i < eoe.unit_count; i++) {
        const eoe_piece_row *row = &eoe.piece[i];
        if (row->type != EOE_MILITIA || !flag_bearer(s, i)) continue;
        bool flag = s->flags >> row->home & 1, ruled = RULE("eoe.12.4", is_ruled(s, row));
        if (ruled == flag) continue;
        if (ruled)
            raise_flag(s, i, log);
        else {
            s->flags &= ~(1u << row->home);
            mk_log_event(log, EOE_E_FLAG_DOWN, s->piece[i].seat, MK_EVERYONE, 0,
                         (int16_t)row->home);
        }
    }
}

/* ---- Agents, Natchez ----------------------------------------------------- */

/* 13.1: an agent leaves a hex that the enemy controls. */
static void update_agents(eoe_state *s, mk_log *log) {
    for (int i = 0; i < eoe.table.agent_count; i++) {
        int hex = s->agent_at[i], seat = eoe.table.agent[i].seat;
        if (hex == MK_NOWHERE || !eoe_occupies(s, eoe_enemy(seat), hex)) continue;
        if (!RULE("eoe.13.1:lost", eoe_controls(s, eoe_enemy(seat), hex))) continue;
        s->agent_at[i] = MK_NOWHERE;
        s->agent_turn[i] = 0;
        mk_log_event(log, EOE_E_AGENT_LEAVES, seat, MK_EVERYONE, 0, (int16_t)i, (int16_t)hex);
    }
}

/* 7.5: the Natchez rising ends when both cities are lost. */
static void update_natchez(eoe_state *s, mk_log *log) {
    int blom = eoe.named[EOE_P_BLOM];
    if (!eoe_on_map(s->piece[blom].at)) return;
    static const eoe_named_hex cities[] = {EOE_H_NEW_ORLEANS, EOE_H_PENSACOLA};
    for (int i = 0; i < 2; i++) {
        int hex = eoe.hex[cities[i]];
        if (!eoe_occupies(s, EOE_ALLIED, hex) || !eoe_controls(s, EOE_ALLIED, hex)) return;
    }
    int at = s->piece[blom].at;
    eoe_move_to(s, blom, EOE_OUT);
    eoe_leaders_exposed(s, EOE_BRITISH, at / 2, log);
    mk_log_event(log, EOE_E_WITHDRAWN, EOE_BRITISH, MK_EVERYONE, 0, (int16_t)blom);
}

void eoe_update_control(eoe_state *s, mk_log *log) {
    if (eoe_war_of(s) != EOE_REVOLUTION) return;
    update_flags(s, log);
    update_agents(s, log);
    if (eoe_politics(s)) update_natchez(s, log);
}
