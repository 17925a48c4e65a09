/* battle.c - a battle: marines, an ambush, rounds of linear combat (11). */
#include <string.h>

#include "eoe.h"

typedef enum {
    B_MARINES,
    B_AMBUSH,
    B_AMBUSH_LOSSES,
    B_AMBUSH_LEADERS,
    B_ROUND,
    B_LOSSES,
    B_RISK,
    B_RETREAT,
    B_SLIP,
    B_PRESS,
    B_OVER,
} battle_stage;

static int defender_of(const eoe_battle *x) { return eoe_enemy(x->attacker); }

void eoe_begin_battle(eoe_state *s, int attacker, int hex, bool inside, eoe_origin origin,
                      int from) {
    s->battle = (eoe_battle){.hex = (uint16_t)hex,
                             .from = (uint16_t)from,
                             .inside = inside,
                             .attacker = (uint8_t)attacker,
                             .mover = s->phasing,
                             .hand = inside, /* in the open all of his there fight (11.2) */
                             .origin = (uint8_t)origin,
                             .ambusher = EOE_NONE};
    mk_push(&s->base, EOE_PH_BATTLE, attacker)->a = (int16_t)hex;
}

/* The march pays for it, won or lost (11.0). An assault on a town has paid. */
static void pay(eoe_state *s) {
    if (s->battle.inside || s->march.net == MK_NOWHERE) return;
    if (eoe_hex_of(s->march.net) != s->battle.hex) return;
    eoe_pay(s, eoe.table.march.battle);
    s->march.fought = 1;
}

/* ---- Naval infantry (14.5) ----------------------------------------------- */

static bool has_marines(const eoe_state *s, int fleet) {
    int hex = s->battle.hex;
    if (!eoe_lies_off(s, fleet, hex) || !eoe_is(hex, EOE_COASTAL)) return false;
    if (s->fleet[fleet].marines && s->fleet[fleet].marines_at != hex) return false;
    if (fleet != EOE_SPANISH_FLEET || eoe_war_of(s) != EOE_REVOLUTION) return true;
    int line = mk_hex_line_of(&eoe_board.hexes, hex); /* 14.5, 15.6 */
    int s35 = eoe_board.hexes.names.sheet[0].line + 35 - eoe_board.hexes.names.sheet[0].from;
    return s->spanish_base && line < s35;
}

/* The fleet whose infantry could fight for a seat; EOE_NONE: none. */
static int marines_of(const eoe_state *s, int seat) {
    for (int fleet = 0; fleet < EOE_FLEETS; fleet++)
        if (eoe_fleet_seat(fleet) == seat && has_marines(s, fleet)) return fleet;
    return EOE_NONE;
}

const char *eoe_marines_why_not(const void *state, mk_action x) {
    (void)state;
    (void)x;
    return NULL;
}

void eoe_marines_list(const void *state, mk_actions *out) {
    (void)state;
    mk_offer(out, EOE_V_LAND_MARINES, 0, 0, 0);
    mk_offer(out, EOE_V_HOLD, 0, 0, 0);
}

void eoe_marines_apply(void *state, mk_action x, mk_log *log) {
    eoe_state *s = state;
    int seat = mk_top(&s->base)->seat;
    mk_pop(&s->base);
    if (x.verb == EOE_V_HOLD) return;
    int fleet = marines_of(s, seat);
    s->battle.marines[seat] = (uint8_t)(fleet + 1);
    s->fleet[fleet].marines = 1;
    s->fleet[fleet].marines_at = s->battle.hex;
    mk_log_event(log, EOE_E_MARINES, seat, MK_EVERYONE, 0, (int16_t)fleet, (int16_t)s->battle.hex);
}

/* ---- Ambush (11.3, 11.4) ------------------------------------------------- */

/* The side that is not in its operations phase has the first word; but a stack that stands where a
 * reacting one comes has it against that. */
static int first_to_ambush(const eoe_battle *x) {
    bool reacts = x->attacker != x->mover && x->origin == EOE_FROM_HEX;
    return reacts ? x->mover : eoe_enemy(x->mover);
}

static bool can_ambush(const eoe_state *s, int seat) {
    if (!RULE("eoe.11.3", eoe_is_wild(s->battle.hex) && !s->battle.inside)) return false;
    return eoe_ambush_factors(s, seat, true) > 0;
}

const char *eoe_ambush_why_not(const void *state, mk_action x) {
    (void)state;
    (void)x;
    return NULL;
}

void eoe_ambush_list(const void *state, mk_actions *out) {
    (void)state;
    mk_offer(out, EOE_V_AMBUSH, 0, 0, 0);
    mk_offer(out, EOE_V_NO_AMBUSH, 0, 0, 0);
}

static void ambush(eoe_state *s, int seat, mk_log *log) {
    eoe_battle *x = &s->battle;
    int victim = eoe_enemy(seat);
    int attack = eoe_ambush_factors(s, seat, true), defence = eoe_ambush_factors(s, victim, false);
    int column = eoe_odds(attack, defence), die = mk_die(&s->base.rng, 6);
    eoe_cell cell = {.result = EOE_R_NO_EFFECT}; /* 11.8: below 1:3 */
    if (column != EOE_BELOW) cell = eoe.table.ambush[die - 1][column];
    mk_log_event(log, EOE_E_AMBUSH, seat, MK_EVERYONE, MK_ROLLED, (int16_t)x->hex, (int16_t)attack,
                 (int16_t)defence, (int16_t)column, (int16_t)die, cell.defender,
                 (cell.result & EOE_R_DEFENDER) != 0);
    x->ambusher = (uint8_t)seat;
    x->ambush = 1;
    x->effect = !(cell.result & EOE_R_NO_EFFECT);
    x->lose[victim] = cell.defender;
    x->hurt[victim] = cell.defender > 0;
    x->retreat[victim] = (cell.result & EOE_R_DEFENDER) != 0;
    x->stage = B_AMBUSH_LOSSES;
    pay(s);
}

void eoe_ambush_apply(void *state, mk_action x, mk_log *log) {
    eoe_state *s = state;
    int seat = mk_top(&s->base)->seat;
    mk_pop(&s->base);
    if (x.verb == EOE_V_AMBUSH) ambush(s, seat, log);
}

/* Asks one side, then the other; afterwards linear combat, or Indians and enemies pass. */
static void ask_ambush(eoe_state *s, mk_log *log) {
    eoe_battle *x = &s->battle;
    int indians = 0;
    bool coexists = RULE("eoe.11.5", eoe_must_coexist(s, x->hex, &indians));
    for (int i = 0; i < EOE_SEATS; i++) {
        int seat = i ? eoe_enemy(first_to_ambush(x)) : first_to_ambush(x);
        if (x->asked >> seat & 1 || !can_ambush(s, seat)) continue;
        x->asked |= (uint8_t)(1u << seat);
        mk_push(&s->base, EOE_PH_AMBUSH, seat)->a = (int16_t)x->hex;
        return;
    }
    if (coexists) {
        mk_log_event(log, EOE_E_COEXIST, indians, MK_EVERYONE, 0, (int16_t)x->hex);
        x->stage = B_OVER;
        return;
    }
    pay(s);
    x->stage = B_ROUND;
}

/* ---- Linear combat (11.5, 11.6) ------------------------------------------ */

static void fight_round(eoe_state *s, mk_log *log) {
    eoe_battle *x = &s->battle;
    int a = x->attacker, d = defender_of(x);
    int attack = eoe_linear_factors(s, a), defence = eoe_linear_factors(s, d);
    int column = eoe_odds(attack, defence);
    x->ambush = 0;
    x->rounds++;
    memset(x->lose, 0, sizeof x->lose);
    memset(x->hurt, 0, sizeof x->hurt);
    memset(x->retreat, 0, sizeof x->retreat);
    if (column == EOE_NO_ATTACK) { /* only circled factors or Indians: no attack */
        x->retreat[a] = 1;
        x->stage = B_RETREAT;
        return;
    }
    if (RULE("eoe.11.8", column == EOE_AGAINST_NONE)) {
        mk_log_event(log, EOE_E_SWEPT, a, MK_EVERYONE, 0, (int16_t)x->hex);
        eoe_destroy(s, d, log);
        x->stage = B_OVER;
        return;
    }
    eoe_modifiers m = eoe_modifiers_now(s);
    int die = mk_die(&s->base.rng, 6), value = die + m.sum;
    value = value < eoe.table.least_die ? eoe.table.least_die : value;
    value = value > eoe.table.most_die ? eoe.table.most_die : value;
    eoe_cell cell = eoe.table.below;
    if (column != EOE_BELOW) cell = eoe.table.linear[value - eoe.table.least_die][column];
    mk_log_event(log, EOE_E_ODDS, a, MK_EVERYONE, 0, (int16_t)x->hex, (int16_t)attack,
                 (int16_t)defence, (int16_t)column, (int16_t)m.fort, (int16_t)m.attacker_guns,
                 (int16_t)m.defender_guns, (int16_t)m.powder, (int16_t)m.steuben_attack,
                 (int16_t)m.steuben_defence, (int16_t)m.attacker_leader,
                 (int16_t)m.defender_leader);
    bool eliminated = cell.result & EOE_R_ELIMINATED;
    mk_log_event(log, EOE_E_ROUND, a, MK_EVERYONE, MK_ROLLED, (int16_t)die, (int16_t)m.sum,
                 (int16_t)value, cell.attacker, cell.defender, (cell.result & EOE_R_ATTACKER) != 0,
                 (cell.result & EOE_R_DEFENDER) != 0, eliminated, (int16_t)column);
    x->lose[a] = cell.attacker;
    x->lose[d] = cell.defender;
    x->hurt[a] = cell.attacker > 0;
    x->hurt[d] = cell.defender > 0;
    x->retreat[a] = (cell.result & EOE_R_ATTACKER) != 0;
    x->retreat[d] = (cell.result & EOE_R_DEFENDER) != 0;
    if (eliminated) eoe_destroy(s, d, log);
    x->stage = B_LOSSES;
}

/* ---- The defender slips away, the attacker presses on (11.1) ------------- */

static bool can_slip(const eoe_state *s) {
    const eoe_battle *x = &s->battle;
    int seat = defender_of(x);
    if (RULE("eoe.11.13", x->inside && eoe_blockaded(s, seat, x->hex))) return false;
    eoe_force f = eoe_force_at(s, seat, 2 * x->hex + x->inside, 0, -1);
    return eoe_retreats(s, seat) && eoe_rating_of(s, &f, EOE_CHECK_SLIP).rating > 0;
}

const char *eoe_slip_why_not(const void *state, mk_action x) {
    (void)state;
    (void)x;
    return NULL;
}

void eoe_slip_list(const void *state, mk_actions *out) {
    (void)state;
    mk_offer(out, EOE_V_TRY, 0, 0, 0);
    mk_offer(out, EOE_V_HOLD, 0, 0, 0);
}

void eoe_slip_apply(void *state, mk_action x, mk_log *log) {
    eoe_state *s = state;
    int seat = mk_top(&s->base)->seat;
    mk_pop(&s->base);
    s->battle.stage = B_PRESS;
    s->battle.slips = 0;
    if (x.verb == EOE_V_HOLD) return;
    eoe_force f = eoe_force_at(s, seat, 2 * s->battle.hex + s->battle.inside, 0, -1);
    if (!eoe_check_initiative(s, &f, EOE_CHECK_SLIP, log)) return;
    s->battle.retreat[seat] = 1;
    s->battle.slips = 1;
    s->battle.stage = B_RETREAT;
}

const char *eoe_press_why_not(const void *state, mk_action x) {
    (void)state;
    (void)x;
    return NULL;
}

void eoe_press_list(const void *state, mk_actions *out) {
    (void)state;
    mk_offer(out, EOE_V_PRESS, 0, 0, 0);
    mk_offer(out, EOE_V_BREAK_OFF, 0, 0, 0);
}

static eoe_force attackers(const eoe_state *s) {
    return eoe_force_at(s, s->battle.attacker, 2 * s->battle.hex, s->battle.hand ? EOE_HAND : 0,
                        -1);
}

/* 7.1: who entered onto enemies has initiative until the hex is cleared. */
static bool driven(const eoe_state *s) {
    uint16_t list[EOE_MAX_PIECES];
    int count = eoe_fighters(s, s->battle.attacker, list);
    for (int i = 0; i < count; i++)
        if (eoe_is_unit(list[i]) && !(s->piece[list[i]].flags & EOE_MUST)) return false;
    return true;
}

void eoe_press_apply(void *state, mk_action x, mk_log *log) {
    eoe_state *s = state;
    eoe_battle *y = &s->battle;
    mk_pop(&s->base);
    y->retreat[y->attacker] = 1;
    y->stage = B_RETREAT;
    if (x.verb == EOE_V_BREAK_OFF) return;
    eoe_force f = attackers(s);
    eoe_check_kind kind = y->attacker == y->mover ? EOE_CHECK_LATER : EOE_CHECK_SLIP;
    if (driven(s) || eoe_check_initiative(s, &f, kind, log)) {
        y->retreat[y->attacker] = 0;
        y->stage = B_ROUND;
        return;
    }
    bool moves = y->attacker == y->mover; /* 8.5: a failed check ends their phase */
    if (moves) s->march.stage = EOE_MARCH_OVER;
    uint16_t list[EOE_MAX_PIECES];
    int count = eoe_fighters(s, y->attacker, list);
    for (int i = 0; i < count; i++)
        if (eoe_is_unit(list[i])) s->piece[list[i]].flags |= moves ? EOE_DONE : EOE_FAILED;
}

/* ---- The procedure ------------------------------------------------------- */

static void ask_marines(eoe_state *s) {
    eoe_battle *x = &s->battle;
    for (int seat = 0; seat < EOE_SEATS; seat++) {
        if (x->asked >> seat & 1) continue;
        x->asked |= (uint8_t)(1u << seat);
        if (marines_of(s, seat) == EOE_NONE) continue;
        mk_push(&s->base, EOE_PH_MARINES, seat)->a = (int16_t)x->hex;
        return;
    }
    x->asked = 0;
    x->stage = B_AMBUSH;
}

/* The defender first (11.1 step 8). */
static bool losses(eoe_state *s, mk_log *log) {
    int d = defender_of(&s->battle);
    return eoe_ask_losses(s, d, log) || eoe_ask_losses(s, s->battle.attacker, log);
}

static bool risks(eoe_state *s, mk_log *log) {
    eoe_battle *x = &s->battle;
    for (int i = 0; i < EOE_SEATS; i++) {
        int seat = i ? x->attacker : defender_of(x);
        if (x->asked >> seat & 1) continue;
        x->asked |= (uint8_t)(1u << seat);
        if (x->hurt[seat] && eoe_ask_risk(s, seat, log)) return true;
    }
    x->asked = 0;
    return false;
}

static void retreat(eoe_state *s, mk_log *log) {
    eoe_battle *x = &s->battle;
    int d = defender_of(x);
    if (x->retreat[d]) {
        x->retreat[d] = 0;
        if (eoe_ask_retreat(s, d, log)) return;
    }
    if (x->retreat[x->attacker]) {
        x->retreat[x->attacker] = 0;
        if (eoe_ask_fall_back(s, log)) return;
    }
    x->stage = B_OVER; /* whoever had to go has gone, or attackers stay outside the town */
}

/* Leaders who are left without troops are taken (11.12). */
static void take_leaders(eoe_state *s, mk_log *log) {
    for (int seat = 0; seat < EOE_SEATS; seat++) {
        if (eoe_has_fighters(s, seat)) continue;
        uint16_t list[EOE_MAX_PIECES];
        int count = eoe_fighters(s, seat, list);
        for (int i = 0; i < count; i++) eoe_capture(s, list[i], eoe_enemy(seat), log);
    }
}

static void finish(eoe_state *s, mk_log *log) {
    eoe_battle *x = &s->battle;
    int hex = x->hex, attacker = x->attacker;
    take_leaders(s, log);
    if (x->ambush || x->rounds) {
        bool held = mk_set_has(x->inside ? &s->inside[!attacker] : &s->open[!attacker], hex);
        mk_log_event(log, EOE_E_BATTLE_OVER, held ? !attacker : attacker, MK_EVERYONE, 0,
                     (int16_t)hex);
    }
    EOE_EACH_PIECE(p, s) { /* 7.1: who had to attack has done so, won or lost */
        bool fought = s->piece[p].flags & EOE_HAND || s->piece[p].at / 2 == hex;
        if (s->piece[p].seat == attacker && fought) s->piece[p].flags &= (uint16_t)~EOE_MUST;
    }
    memset(x, 0, sizeof *x);
    x->hex = MK_NOWHERE;
    eoe_update_control(s, log);
    eoe_pride(s, log);
    mk_pop(&s->base);
}

void eoe_battle_step(void *state, mk_log *log) {
    eoe_state *s = state;
    eoe_battle *x = &s->battle;
    bool both = eoe_has_fighters(s, 0) && eoe_has_fighters(s, 1);
    bool counting = x->stage == B_AMBUSH_LOSSES || x->stage == B_AMBUSH_LEADERS ||
                    x->stage == B_LOSSES || x->stage == B_RISK;
    bool beaten = x->stage == B_RETREAT; /* also by Indians who went home then (11.4, 11.10) */
    if (!both && !counting && !beaten) x->stage = B_OVER;
    switch (x->stage) {
    case B_MARINES: ask_marines(s); return;
    case B_AMBUSH: ask_ambush(s, log); return;
    case B_AMBUSH_LOSSES:
        if (!losses(s, log)) x->stage = B_AMBUSH_LEADERS;
        return;
    case B_AMBUSH_LEADERS:
        eoe_ambush_leaders(s, eoe_enemy(x->ambusher), log);
        eoe_go_home(s, log);
        x->asked = 0;
        x->stage = x->retreat[0] || x->retreat[1] ? B_RETREAT : B_ROUND;
        return;
    case B_ROUND: fight_round(s, log); return;
    case B_LOSSES:
        if (losses(s, log)) return;
        x->asked = 0;
        x->stage = B_RISK;
        return;
    case B_RISK:
        if (risks(s, log)) return;
        eoe_go_home(s, log);
        x->stage = x->retreat[0] || x->retreat[1] ? B_RETREAT : B_SLIP;
        return;
    case B_RETREAT: retreat(s, log); return;
    case B_SLIP:
        x->stage = B_PRESS;
        x->slips = 1;
        x->slips = can_slip(s);
        if (x->slips) mk_push(&s->base, EOE_PH_SLIP, defender_of(x))->a = (int16_t)x->hex;
        return;
    case B_PRESS: mk_push(&s->base, EOE_PH_PRESS, x->attacker)->a = (int16_t)x->hex; return;
    default: finish(s, log);
    }
}
