/* reinforce.c - the reinforcement phase (4.1, 7.1 to 7.5): who comes, and where. */
#include "eoe.h"

static const eoe_map *const b = &eoe_board;

typedef enum {
    R_NEW_FRANCE,
    R_EXCHANGE_BRITISH,
    R_EXCHANGE_ALLIED,
    R_ARRIVALS_BRITISH,
    R_ARRIVALS_ALLIED,
    R_BLOMMART,
    R_INDIANS,
    R_REPLACE,
    R_EMBARK_BRITISH,
    R_EMBARK_ALLIED,
    R_MILITIA_BRITISH,
    R_MILITIA_ALLIED,
    R_END,
} reinforce_stage;

static bool spring(const eoe_state *s) { return eoe_turn_now(s)->season == EOE_SPRING; }

static bool enlists(const eoe_piece_row *row) {
    return row->leaves == EOE_OUT_ENLISTMENT || row->leaves == EOE_OUT_ENLISTMENT_IN_STATE;
}

/* ---- Who is due ---------------------------------------------------------- */

static bool is_french_army(const eoe_state *s, int piece) {
    return eoe_politics(s) && eoe_group_of(piece) == EOE_G_FRENCH;
}

static bool is_due(const eoe_state *s, int piece) {
    const eoe_piece *p = &s->piece[piece];
    if (p->at != EOE_TRACK && p->at != EOE_AWAY && p->at != EOE_DEAD) return false;
    const eoe_piece_row *row = &eoe.piece[piece];
    if (RULE("eoe.7.4:return",
             enlists(row) && spring(s) && (p->at == EOE_AWAY || p->at == EOE_DEAD)))
        return true;
    if (p->at != EOE_TRACK || p->turn > s->base.turn) return false;
    if (RULE("eoe.15.2:rochambeau", is_french_army(s, piece) && !s->french_entry)) return false;
    return !(row->leaves == EOE_OUT_COLLAPSE && s->economy != EOE_NORMAL);
}

/* 7.5: the small unit goes when the large one has come. */
static void precursor_leaves(eoe_state *s, int piece, mk_log *log) {
    EOE_EACH_UNIT(i, s) {
        if (eoe.piece[i].leaves != EOE_OUT_PRECURSOR || eoe.piece[i].replaced_by != piece) continue;
        if (s->piece[i].at == EOE_OUT || s->piece[i].at == EOE_ABSENT) continue;
        eoe_move_to(s, i, EOE_OUT);
        mk_log_event(log, EOE_E_WITHDRAWN, s->piece[i].seat, MK_EVERYONE, 0, (int16_t)i);
    }
}

static void arrive(eoe_state *s, int piece, int space, mk_log *log) {
    const eoe_piece_row *row = &eoe.piece[piece];
    if (enlists(row)) s->piece[piece].steps = row->steps;
    s->piece[piece].flags &= (uint16_t)~EOE_RAIDER;
    eoe_bring(s, piece, space);
    mk_log_event(log, EOE_E_ARRIVES, s->piece[piece].seat, MK_EVERYONE, 0, (int16_t)piece,
                 (int16_t)(space / 2));
    precursor_leaves(s, piece, log);
    eoe_arrived(s, s->piece[piece].seat, space / 2, log);
}

/* ---- At a hex (7.1, 8.1) ------------------------------------------------- */

/* 7.4: an entry hex of the state for boxed E; 2.6: any civilized hex of it where E is shut out. */
static const char *why_not_home(const eoe_state *s, int piece, int hex) {
    const eoe_piece_row *row = &eoe.piece[piece];
    int enemy = eoe_enemy(s->piece[piece].seat);
    FORBID("eoe.7.4:home", b->area[hex] == EOE_NONE || b->area[hex] != row->home);
    FORBID("eoe.7.4:enemy", eoe_occupies(s, enemy, hex) || !eoe_in_play(s, hex));
    if (row->leaves != EOE_OUT_ENLISTMENT_IN_STATE) return NULL;
    bool entry = b->place_at[hex] != EOE_NONE && b->place[b->place_at[hex]].supply & EOE_SUPPLY_US;
    FORBID("eoe.7.4:entry", !entry && !(hex == row->enters_hex));
    return NULL;
}

void eoe_come_home_list(const void *state, mk_actions *out) {
    const eoe_state *s = state;
    int piece = mk_top_const(&s->base)->a;
    for (int hex = 0; hex < b->hexes.hex_count; hex++)
        if (b->area[hex] == eoe.piece[piece].home && !why_not_home(s, piece, hex))
            mk_offer(out, EOE_V_HEX, hex, 0, 0);
}

const char *eoe_come_home_why_not(const void *state, mk_action x) {
    return why_not_home(state, mk_top_const(state)->a, x.a);
}

void eoe_come_home_apply(void *state, mk_action x, mk_log *log) {
    eoe_state *s = state;
    int piece = mk_top(&s->base)->a;
    mk_pop(&s->base);
    arrive(s, piece, 2 * x.a, log);
}

static bool finds_home(const eoe_state *s, int piece) {
    for (int hex = 0; hex < b->hexes.hex_count; hex++)
        if (b->area[hex] == eoe.piece[piece].home && !why_not_home(s, piece, hex)) return true;
    return false;
}

/* True: a decision waits. */
static bool come_to_hex(eoe_state *s, int piece, mk_log *log) {
    const eoe_piece_row *row = &eoe.piece[piece];
    int seat = s->piece[piece].seat, enemy = eoe_enemy(seat), hex = row->enters_hex;
    for (int i = 0; i < eoe_rules(s)->set_up_count; i++) { /* the scenario has another entry */
        const eoe_set_up *u = &eoe_rules(s)->set_up[i];
        if (u->piece == piece && u->how == EOE_BEGINS_DUE && u->hex != MK_NOWHERE) hex = u->hex;
    }
    if (!eoe_in_play(s, hex)) return false;
    bool away = s->piece[piece].at != EOE_TRACK;
    bool choice = away && row->leaves == EOE_OUT_ENLISTMENT_IN_STATE;
    if (choice || (away && RULE("eoe.2.6", eoe_controls(s, enemy, hex)))) {
        if (!finds_home(s, piece)) return false;
        mk_push(&s->base, EOE_PH_COME_HOME, seat)->a = (int16_t)piece;
        return true;
    }
    if (!eoe_controls(s, enemy, hex)) {
        arrive(s, piece, eoe_port_space(s, seat, hex), log);
        return false;
    }
    bool boxed = row->enters_boxed && !(s->piece[piece].flags & EOE_CAME);
    if (RULE("eoe.7.1:boxed", !boxed)) return false; /* delayed */
    if (eoe_is_leader(piece)) {
        int space = eoe_nearest_friend(s, piece, hex, -1);
        if (space != EOE_PLACES) arrive(s, piece, space, log);
        return false;
    }
    arrive(s, piece, 2 * hex, log);
    if (mk_set_has(&s->open[enemy], hex)) s->piece[piece].flags |= EOE_MUST;
    return false;
}

/* ---- Overseas (7.2, 7.3) ------------------------------------------------- */

/* 15.3: the French come in together. */
static int french_camp(const eoe_state *s, int piece) {
    if (!is_french_army(s, piece)) return EOE_PLACES;
    MK_SET_EACH(i, &eoe_index.french) {
        int at = s->piece[i].at;
        if (i != piece && (eoe_on_map(at) || eoe_is_aboard(at))) return at;
    }
    return EOE_PLACES;
}

static const char *why_not_port(const eoe_state *s, int piece, int hex) {
    int seat = s->piece[piece].seat;
    FORBID("eoe.7.2", !eoe_port_open(s, seat, eoe_group_of(piece), hex));
    FORBID("eoe.7.2:fleet", eoe_fleet_off(s, eoe_enemy(seat), hex) != EOE_NONE);
    FORBID("eoe.7.2:ice", eoe_winter(s) && hex == eoe.hex[EOE_H_QUEBEC]);
    int camp = french_camp(s, piece);
    FORBID("eoe.15.3:together", camp != EOE_PLACES && camp / 2 != hex);
    return NULL;
}

static const char *why_not_aboard(const eoe_state *s, int piece, int fleet) {
    int camp = french_camp(s, piece);
    FORBID("eoe.7.2:ship", !eoe_carries(s, fleet, piece) || s->fleet[fleet].sea == EOE_NONE);
    FORBID("eoe.7.2:ship", eoe_winter(s) && b->seas[s->fleet[fleet].sea].winter == EOE_WINTER_NONE);
    FORBID("eoe.15.3:together", camp != EOE_PLACES && camp != EOE_ABOARD + fleet);
    return NULL;
}

static bool finds_port(const eoe_state *s, int piece) {
    for (int i = 0; i < b->place_count; i++)
        if (!why_not_port(s, piece, b->place[i].hex)) return true;
    return false;
}

void eoe_arrive_list(const void *state, mk_actions *out) {
    const eoe_state *s = state;
    int piece = mk_top_const(&s->base)->a;
    for (int i = 0; i < b->place_count; i++)
        if (!why_not_port(s, piece, b->place[i].hex))
            mk_offer(out, EOE_V_HEX, b->place[i].hex, 0, 0);
    for (int fleet = 0; fleet < EOE_FLEETS; fleet++)
        if (!why_not_aboard(s, piece, fleet)) mk_offer(out, EOE_V_ABOARD, fleet, 0, 0);
}

const char *eoe_arrive_why_not(const void *state, mk_action x) {
    int piece = mk_top_const(state)->a;
    return x.verb == EOE_V_HEX ? why_not_port(state, piece, x.a)
                               : why_not_aboard(state, piece, x.a);
}

void eoe_arrive_apply(void *state, mk_action x, mk_log *log) {
    eoe_state *s = state;
    int piece = mk_top(&s->base)->a, seat = mk_top(&s->base)->seat;
    mk_pop(&s->base);
    if (x.verb == EOE_V_HEX) {
        arrive(s, piece, eoe_port_space(s, seat, x.a), log);
        return;
    }
    if (eoe_is_unit(piece) && !s->piece[piece].steps)
        s->piece[piece].steps = eoe.piece[piece].steps;
    eoe_move_to(s, piece, EOE_ABOARD + x.a);
    eoe_set_flags(s, piece, 0, EOE_EMBARKED | EOE_CAME);
    mk_log_event(log, EOE_E_ABOARD, seat, MK_EVERYONE, 0, (int16_t)piece, x.a);
}

bool eoe_ask_port(eoe_state *s, int piece) {
    bool ship = false;
    for (int fleet = 0; fleet < EOE_FLEETS; fleet++) ship |= !why_not_aboard(s, piece, fleet);
    if (!ship && !finds_port(s, piece)) return false;
    mk_push(&s->base, EOE_PH_ARRIVE, s->piece[piece].seat)->a = (int16_t)piece;
    return true;
}

/* ---- Leaders who come back (11.6, 11.12) --------------------------------- */

static bool may_rejoin(const eoe_state *s, int leader, int space, const eoe_supply *supply) {
    int seat = s->piece[leader].seat;
    if (!eoe_units_at(s, seat, space)) return false;
    if (eoe_why_not_enter(s, seat, eoe_group_of(leader), space / 2)) return false;
    if (RULE("eoe.15.3:together", eoe_french_bind(s, leader, space))) return false;
    return mk_set_has(&supply->land, space / 2) || mk_set_has(&supply->sea, space / 2);
}

static int list_rejoin(const eoe_state *s, int leader, mk_actions *out) {
    eoe_supply supply;
    int count = 0;
    eoe_trace(s, s->piece[leader].seat, eoe_group_of(leader), &supply);
    for (int i = 0; i < s->order_count;) {
        int space = s->piece[s->order[i]].at;
        if (may_rejoin(s, leader, space, &supply)) {
            count++;
            if (out) mk_offer(out, EOE_V_TO_SPACE, space, 0, 0);
        }
        while (i < s->order_count && s->piece[s->order[i]].at == space) i++;
    }
    return count;
}

void eoe_rejoin_list(const void *state, mk_actions *out) {
    list_rejoin(state, mk_top_const(state)->a, out);
}

const char *eoe_rejoin_why_not(const void *state, mk_action x) {
    const eoe_state *s = state;
    int leader = mk_top_const(&s->base)->a;
    eoe_supply supply;
    eoe_trace(s, s->piece[leader].seat, eoe_group_of(leader), &supply);
    FORBID("eoe.11.12:stack", !may_rejoin(s, leader, x.a, &supply));
    return NULL;
}

void eoe_rejoin_apply(void *state, mk_action x, mk_log *log) {
    eoe_state *s = state;
    int leader = mk_top(&s->base)->a;
    mk_pop(&s->base);
    arrive(s, leader, x.a, log);
}

/* ---- One after the other ------------------------------------------------- */

static bool bring(eoe_state *s, int piece, mk_log *log) {
    const eoe_piece_row *row = &eoe.piece[piece];
    int seat = s->piece[piece].seat;
    if (s->piece[piece].flags & EOE_RETURNS) {
        if (!list_rejoin(s, piece, NULL)) return false;
        mk_push(&s->base, EOE_PH_REJOIN, seat)->a = (int16_t)piece;
        return true;
    }
    if (row->enters == EOE_IN_WEST_INDIES && RULE("eoe.7.3", s->french_entry != 0)) {
        eoe_move_to(s, piece, EOE_OUT);
        return false;
    }
    bool overseas = row->enters == EOE_IN_OVERSEAS || row->enters == EOE_IN_WEST_INDIES;
    if (overseas && s->piece[piece].at == EOE_TRACK) return eoe_ask_port(s, piece);
    if (row->enters_hex != MK_NOWHERE) return come_to_hex(s, piece, log);
    return false;
}

static bool arrivals(eoe_state *s, mk_frame *top, int seat, mk_log *log) {
    EOE_EACH_OF(piece, s) {
        if (piece < top->b || !is_due(s, piece) || eoe.piece[piece].seat != seat) continue;
        top->b = (int16_t)(piece + 1);
        if (bring(s, piece, log)) return true;
    }
    top->b = 0;
    return false;
}

/* 7.5: the Watauga men may come again in the new year. */
static void watauga(eoe_state *s) {
    int wata = eoe.named[EOE_P_WATA];
    bool home = s->piece[wata].at == EOE_AWAY && eoe_turn_now(s)->season == EOE_WINTER_1;
    if (home) eoe_move_to(s, wata, EOE_SPECIAL);
}

/* ---- New France, Natchez (15.4, 7.5) ------------------------------------- */

static bool may_offer(const eoe_state *s) {
    return eoe_politics(s) && !s->french_entry && s->base.turn > eoe.table.entry.new_france &&
           eoe_british_ports(s, true) < eoe.table.entry.new_france_ports;
}

const char *eoe_new_france_why_not(const void *state, mk_action x) {
    (void)state;
    (void)x;
    return NULL;
}
void eoe_new_france_list(const void *state, mk_actions *out) {
    (void)state;
    mk_offer(out, EOE_V_TRY, 0, 0, 0);
    mk_offer(out, EOE_V_HOLD, 0, 0, 0);
}
void eoe_new_france_apply(void *state, mk_action x, mk_log *log) {
    eoe_state *s = state;
    mk_pop(&s->base);
    if (x.verb == EOE_V_HOLD) return;
    int die = mk_die(&s->base.rng, 6);
    mk_log_event(log, EOE_E_OFFER, EOE_ALLIED, MK_EVERYONE, MK_ROLLED, (int16_t)die);
    if (die <= eoe.table.entry.new_france_die) eoe_french_enter(s, true, log);
}

static bool natchez_stirs(const eoe_state *s) {
    int galvez = eoe.named[EOE_P_GALVEZ], blom = eoe.named[EOE_P_BLOM];
    return eoe_politics(s) && s->piece[blom].at == EOE_SPECIAL && !s->blommart &&
           s->piece[galvez].at / 2 != eoe.hex[EOE_H_NEW_ORLEANS] &&
           eoe_occupies(s, EOE_BRITISH, eoe.hex[EOE_H_PENSACOLA]) &&
           eoe_controls(s, EOE_BRITISH, eoe.hex[EOE_H_PENSACOLA]);
}

const char *eoe_blommart_why_not(const void *state, mk_action x) {
    (void)state;
    (void)x;
    return NULL;
}
void eoe_blommart_list(const void *state, mk_actions *out) {
    (void)state;
    mk_offer(out, EOE_V_RAISE, 0, 0, 0);
    mk_offer(out, EOE_V_HOLD, 0, 0, 0);
}
void eoe_blommart_apply(void *state, mk_action x, mk_log *log) {
    eoe_state *s = state;
    int blom = eoe.named[EOE_P_BLOM], hex = eoe.hex[EOE_H_NATCHEZ];
    mk_pop(&s->base);
    if (x.verb == EOE_V_HOLD) return;
    s->blommart = 1;
    arrive(s, blom, 2 * hex, log);
    if (mk_set_has(&s->open[EOE_ALLIED], hex)) s->piece[blom].flags |= EOE_MUST;
}

/* ---- The phase ----------------------------------------------------------- */

static bool stage(eoe_state *s, mk_frame *top, mk_log *log) {
    switch (top->a) {
    case R_NEW_FRANCE:
        watauga(s);
        if (top->c++ || !may_offer(s)) return false;
        mk_push(&s->base, EOE_PH_NEW_FRANCE, EOE_ALLIED);
        return true;
    case R_EXCHANGE_BRITISH:
    case R_EXCHANGE_ALLIED: {
        bool again = !top->c || top->result;
        top->c = 1;
        top->result = 0;
        return again && eoe_ask_exchange(s, top->a == R_EXCHANGE_ALLIED);
    }
    case R_ARRIVALS_BRITISH: return arrivals(s, top, EOE_BRITISH, log);
    case R_ARRIVALS_ALLIED: return arrivals(s, top, EOE_ALLIED, log);
    case R_BLOMMART:
        if (top->c++ || !natchez_stirs(s)) return false;
        mk_push(&s->base, EOE_PH_BLOMMART, EOE_BRITISH);
        return true;
    case R_INDIANS: return eoe_indians(s, log);
    case R_REPLACE: return eoe_replace(s, top, log);
    case R_EMBARK_BRITISH:
    case R_EMBARK_ALLIED: return !top->c++ && eoe_ask_embark(s, top->a == R_EMBARK_ALLIED);
    default:
        if (top->c++) return false;
        mk_push(&s->base, EOE_PH_MILITIA, top->a == R_MILITIA_ALLIED);
        return true;
    }
}

void eoe_reinforce_step(void *state, mk_log *log) {
    eoe_state *s = state;
    mk_frame *top = mk_top(&s->base);
    if (top->a == R_END) {
        eoe_update_control(s, log);
        mk_pop(&s->base);
        return;
    }
    if (stage(s, top, log)) return;
    top->a++;
    top->b = top->c = top->result = 0;
}

/* Where a position is taken up in the middle of it. */
void eoe_open_drafts(eoe_state *s) { mk_push(&s->base, EOE_PH_REINFORCE, -1)->a = R_REPLACE; }
void eoe_open_militia(eoe_state *s) {
    mk_push(&s->base, EOE_PH_REINFORCE, -1)->a = R_MILITIA_BRITISH;
}
