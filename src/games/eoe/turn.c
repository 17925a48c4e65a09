/* turn.c - the sequence of play (4.1), and the operations of a side. */
#include <string.h>

#include "eoe.h"

typedef enum {
    T_SET_UP_BRITISH,
    T_SET_UP_ALLIED,
    T_START,
    T_NAVAL,
    T_REINFORCE,
    T_BRITISH,
    T_ALLIED,
    T_WITHDRAW,
    T_ATTRITION,
    T_END,
} turn_stage;

/* ---- A turn -------------------------------------------------------------- */

/* 14.4: who begins the turn in a port may sail from it. */
static void note_ports(eoe_state *s) {
    EOE_EACH_OF(i, s) {
        eoe_piece *p = &s->piece[i];
        bool port = p->at == EOE_HAVANA || (eoe_on_map(p->at) && eoe_is(p->at / 2, EOE_PORT));
        eoe_set_flags(s, i, EOE_IN_PORT | EOE_EMBARKED, port ? EOE_IN_PORT : 0);
    }
    s->spanish_base = 0; /* 14.5 */
    for (int i = EOE_H_PENSACOLA; i <= EOE_H_ST_MARKS; i++) {
        for (int space = 2 * eoe.hex[i]; space <= 2 * eoe.hex[i] + 1; space++) {
            EOE_EACH_AT(p, s, space) {
                bool foot =
                    eoe.piece[p].nation == EOE_N_SPANISH && eoe.piece[p].type == EOE_INFANTRY;
                if (foot) s->spanish_base = 1;
            }
        }
    }
}

static void start_of_turn(eoe_state *s, mk_log *log) {
    mk_log_event(log, EOE_E_TURN, -1, MK_EVERYONE, 0, (int16_t)s->base.turn,
                 eoe_turn_now(s)->season, (int16_t)eoe_turn_now(s)->year);
    for (int i = 0; i < EOE_FLEETS; i++) {
        s->fleet[i].invaded = s->fleet[i].marines = 0;
        s->fleet[i].marines_at = MK_NOWHERE;
    }
    s->sea_moved = s->ludwig = 0;
    EOE_EACH_OF(i, s) {
        bool spring = eoe_turn_now(s)->season == EOE_SPRING;
        if (spring) s->piece[i].flags &= (uint16_t)~EOE_BARRED; /* 13.3 */
    }
    note_ports(s);
    if (eoe_politics(s)) eoe_politics_begin(s, log);
    eoe_update_control(s, log);
    eoe_pride(s, log);
}

/* 9.10: a frozen lake bears nobody when the winter ends. */
static void thaw(eoe_state *s, mk_log *log) {
    EOE_EACH_OF(i, s) {
        int at = s->piece[i].at;
        if (!eoe_on_map(at) || eoe_board.ground[at / 2] != EOE_LAKE) continue;
        if (eoe_is_unit(i)) eoe_eliminate(s, i, log);
    }
    EOE_EACH_LEADER(i, s) {
        int at = s->piece[i].at;
        if (eoe_on_map(at) && eoe_board.ground[at / 2] == EOE_LAKE)
            eoe_leaders_flee(s, s->piece[i].seat, at, log);
    }
}

static void note_trodden(eoe_state *s) {
    s->trodden = s->open[EOE_BRITISH];
    mk_set_or(&s->trodden, &s->inside[EOE_BRITISH]);
}

static void end_of_turn(eoe_state *s, mk_log *log) {
    if (eoe_turn_now(s)->season == EOE_WINTER_2) thaw(s, log);
    eoe_update_control(s, log);
    if (eoe_politics(s)) eoe_politics_end(s, log);
    note_trodden(s);
    if (eoe_victory_now(s, true, log)) return;
    s->base.turn++;
}

static bool ask_nova_scotia(eoe_state *s, mk_frame *top) {
    for (; top->b < eoe.unit_count; top->b++) {
        if (eoe.piece[top->b].enters != EOE_IN_NOVA_SCOTIA || eoe_rules(s)->listed) continue;
        if (!eoe_on_map(s->piece[top->b].at)) continue;
        int piece = top->b++;
        mk_push(&s->base, EOE_PH_NOVA_SCOTIA, EOE_BRITISH)->a = (int16_t)piece;
        return true;
    }
    return false;
}

void eoe_turn_step(void *state, mk_log *log) {
    eoe_state *s = state;
    mk_frame *top = mk_top(&s->base);
    switch (top->a) {
    case T_SET_UP_BRITISH:
        if (ask_nova_scotia(s, top)) return;
        top->a++;
        mk_push(&s->base, EOE_PH_SET_UP, EOE_BRITISH);
        return;
    case T_SET_UP_ALLIED:
        top->a++;
        mk_push(&s->base, EOE_PH_SET_UP, EOE_ALLIED);
        return;
    case T_START:
        top->a++;
        start_of_turn(s, log);
        return;
    case T_NAVAL:
        top->a++;
        mk_push(&s->base, EOE_PH_NAVAL, -1);
        return;
    case T_REINFORCE:
        top->a++;
        mk_push(&s->base, EOE_PH_REINFORCE, -1);
        return;
    case T_BRITISH:
    case T_ALLIED: {
        int seat = top->a == T_BRITISH ? EOE_BRITISH : EOE_ALLIED;
        top->a++;
        mk_push(&s->base, EOE_PH_OPERATIONS, seat);
        return;
    }
    case T_WITHDRAW:
        top->a++;
        mk_push(&s->base, EOE_PH_WITHDRAW, -1);
        return;
    case T_ATTRITION:
        top->a++;
        if (eoe_winter(s)) mk_push(&s->base, EOE_PH_ATTRITION, -1);
        return;
    default:
        if (eoe_turn_now(s)->season == EOE_FALL && eoe_end_of_fall(s)) return;
        top->a = T_START;
        end_of_turn(s, log);
    }
}

void eoe_open_turn(eoe_state *s) { mk_push(&s->base, EOE_PH_TURN, -1)->a = T_START; }
void eoe_open_after(eoe_state *s, int phase) {
    static const uint8_t stage[] = {
        [EOE_PH_NAVAL] = T_NAVAL,         [EOE_PH_REINFORCE] = T_REINFORCE,
        [EOE_PH_OPERATIONS] = T_BRITISH,  [EOE_PH_WITHDRAW] = T_WITHDRAW,
        [EOE_PH_ATTRITION] = T_ATTRITION, [EOE_PH_TURN] = T_END};
    int at = stage[phase];
    if (phase == EOE_PH_OPERATIONS && s->phasing == EOE_ALLIED) at = T_ALLIED;
    s->phasing = EOE_NONE;
    mk_push(&s->base, EOE_PH_TURN, -1)->a = (int16_t)at;
}

/* ---- Operations ---------------------------------------------------------- */

typedef enum { O_BEGIN, O_WATAUGA, O_MUST, O_CHOOSE, O_REDEPLOY, O_END } operations_stage;

static void begin_operations(eoe_state *s, int seat) {
    s->phasing = (uint8_t)seat;
    eoe_clear_phase(s);
    EOE_EACH_PIECE(i, s) {
        if (s->piece[i].seat == seat && eoe_is_unit(i)) s->piece[i].mp = eoe.piece[i].mf;
    }
}

/* 7.5: British units within three hexes of the Watauga settlements. */
bool eoe_watauga_stirs(const eoe_state *s) {
    int wata = eoe.named[EOE_P_WATA], home = eoe.hex[EOE_H_WATAUGA];
    if (s->piece[wata].at != EOE_SPECIAL || eoe_occupies(s, EOE_BRITISH, home)) return false;
    EOE_EACH_PIECE(i, s) {
        if (s->piece[i].seat != EOE_BRITISH || eoe_is_leader(i)) continue;
        if (mk_hex_distance(&eoe_board.hexes, s->piece[i].at / 2, home) <= 3) return true;
    }
    return false;
}

const char *eoe_watauga_why_not(const void *state, mk_action x) {
    (void)state;
    (void)x;
    return NULL;
}
void eoe_watauga_list(const void *state, mk_actions *out) {
    (void)state;
    mk_offer(out, EOE_V_RAISE, 0, 0, 0);
    mk_offer(out, EOE_V_HOLD, 0, 0, 0);
}
void eoe_watauga_apply(void *state, mk_action x, mk_log *log) {
    eoe_state *s = state;
    mk_pop(&s->base);
    if (x.verb == EOE_V_HOLD) return;
    eoe_call_militia(s, eoe.named[EOE_P_WATA], eoe.hex[EOE_H_WATAUGA], log);
    s->piece[eoe.named[EOE_P_WATA]].mp = eoe.piece[eoe.named[EOE_P_WATA]].mf;
}

/* 7.1: who entered onto enemies attacks them first, with initiative. */
static bool attack_first(eoe_state *s, int seat) {
    EOE_EACH_PIECE(i, s) {
        if (s->piece[i].seat != seat || !(s->piece[i].flags & EOE_MUST)) continue;
        int space = s->piece[i].at, hex = space / 2;
        if (!mk_set_has(&s->open[eoe_enemy(seat)], hex)) {
            s->piece[i].flags &= (uint16_t)~EOE_MUST;
            continue;
        }
        EOE_EACH_AT(p, s, space) {
            bool goes =
                s->piece[p].seat == seat && (s->piece[p].flags & EOE_MUST || eoe_is_leader(p));
            if (goes) eoe_set_flags(s, p, 0, EOE_HAND | EOE_CHECKED);
        }
        eoe_march_begins(s, seat, space);
        s->march.stage = EOE_MARCH_ON;
        eoe_begin_battle(s, seat, hex, false, EOE_FROM_HERE, MK_NOWHERE);
        return true;
    }
    return false;
}

void eoe_operations_step(void *state, mk_log *log) {
    eoe_state *s = state;
    mk_frame *top = mk_top(&s->base);
    int seat = top->seat;
    switch (top->a) {
    case O_BEGIN:
        top->a++;
        begin_operations(s, seat);
        mk_log_event(log, EOE_E_OPERATIONS, seat, MK_EVERYONE, 0);
        return;
    case O_WATAUGA:
        top->a++;
        if (seat == EOE_ALLIED && eoe_watauga_stirs(s)) mk_push(&s->base, EOE_PH_WATAUGA, seat);
        return;
    case O_MUST:
        if (!attack_first(s, seat)) top->a++;
        return;
    case O_CHOOSE:
        top->a++;
        mk_push(&s->base, EOE_PH_OPERATE, seat);
        return;
    case O_REDEPLOY:
        if (!eoe_ask_redeploy(s, seat)) top->a++;
        return;
    default:
        eoe_clear_phase(s);
        EOE_EACH_OF(i, s) {
            if (s->piece[i].seat == seat) eoe_set_flags(s, i, EOE_EMBARKED | EOE_MUST, 0);
        }
        s->phasing = EOE_NONE;
        eoe_update_control(s, log);
        mk_pop(&s->base);
        eoe_victory_now(s, false, log);
    }
}

/* ---- What to do next ----------------------------------------------------- */

static const char *why_not_choose(const eoe_state *s, int seat, int space) {
    FORBID("eoe.9.4", !eoe_units_at(s, seat, space));
    FORBID("eoe.8.5", !eoe_can_form(s, seat, space, EOE_FORM_MOVE));
    return NULL;
}

static eoe_force garrison(const eoe_state *s, int seat, int hex) {
    eoe_force f = {.seat = seat, .space = 2 * hex + 1};
    EOE_EACH_AT(p, s, 2 * hex + 1) {
        if (s->piece[p].seat == seat && !(s->piece[p].flags & EOE_DONE)) eoe_add_to_force(&f, p);
    }
    return f;
}

/* 5.1: a force inside makes a fort by passing a check. */
static const char *why_not_fortify(const eoe_state *s, int seat, int hex) {
    FORBID("eoe.5.1:fort", !mk_set_has(&s->inside[seat], hex) || mk_set_has(&s->fort, hex));
    eoe_force f = garrison(s, seat, hex);
    FORBID("eoe.8.5", !f.units);
    FORBID("eoe.8.2", eoe_rating_of(s, &f, EOE_CHECK_FIRST).rating <= 0);
    return NULL;
}

/* 7.2: reinforcements that were put aboard must be landed. */
static const char *why_not_end(const eoe_state *s, int seat) {
    bool aboard = false;
    MK_SET_EACH(i, &s->afloat) {
        const eoe_piece *p = &s->piece[i];
        bool waits = eoe_is_aboard(p->at) && p->flags & EOE_EMBARKED;
        aboard |= p->seat == seat && waits;
    }
    FORBID("eoe.7.2:aboard", aboard && eoe_can_invade(s, seat));
    return NULL;
}

const char *eoe_operate_why_not(const void *state, mk_action x) {
    const eoe_state *s = state;
    int seat = eoe_deciding(s);
    switch (x.verb) {
    case EOE_V_CHOOSE: return why_not_choose(s, seat, x.a);
    case EOE_V_FORTIFY: return why_not_fortify(s, seat, x.a);
    case EOE_V_INVADE: return eoe_why_not_invade(s, seat, x.a);
    case EOE_V_SAIL: return eoe_why_not_sail(s, x.a);
    case EOE_V_RAID: return eoe_why_not_raid(s, x.a);
    default: return why_not_end(s, seat);
    }
}

/* 14.9, 14.10: from ports only. */
static void list_boats(const eoe_state *s, mk_actions *out) {
    eoe_hexes ports = s->open[EOE_ALLIED];
    mk_set_or(&ports, &s->inside[EOE_ALLIED]);
    mk_set_and(&ports, &eoe_index.ports);
    MK_SET_EACH(hex, &ports) {
        for (int space = 2 * hex; space <= 2 * hex + 1; space++) {
            EOE_EACH_AT(i, s, space) {
                if (!eoe_why_not_sail(s, i)) mk_offer(out, EOE_V_SAIL, i, 0, 0);
                if (!eoe_why_not_raid(s, i)) mk_offer(out, EOE_V_RAID, i, 0, 0);
            }
        }
    }
}

void eoe_operate_list(const void *state, mk_actions *out) {
    const eoe_state *s = state;
    int seat = eoe_deciding(s);
    eoe_hexes held = s->open[seat];
    mk_set_or(&held, &s->inside[seat]);
    MK_SET_EACH(hex, &held) {
        for (int space = 2 * hex; space <= 2 * hex + 1; space++)
            if (!why_not_choose(s, seat, space)) mk_offer(out, EOE_V_CHOOSE, space, 0, 0);
    }
    MK_SET_EACH(hex, &s->inside[seat]) {
        if (!why_not_fortify(s, seat, hex)) mk_offer(out, EOE_V_FORTIFY, hex, 0, 0);
    }
    eoe_list_invasions(s, seat, out);
    if (seat == EOE_ALLIED && !s->sea_moved) list_boats(s, out);
    if (!why_not_end(s, seat)) mk_offer(out, EOE_V_END, 0, 0, 0);
}

static void fortify(eoe_state *s, int seat, int hex, mk_log *log) {
    eoe_force f = garrison(s, seat, hex);
    if (eoe_check_initiative(s, &f, EOE_CHECK_FIRST, log)) {
        mk_set_add(&s->fort, hex);
        mk_log_event(log, EOE_E_FORTIFIES, seat, MK_EVERYONE, 0, (int16_t)hex);
        return;
    }
    EOE_EACH_AT(p, s, 2 * hex + 1) {
        if (s->piece[p].seat == seat && eoe_is_unit(p)) s->piece[p].flags |= EOE_DONE;
    }
}

void eoe_operate_apply(void *state, mk_action x, mk_log *log) {
    eoe_state *s = state;
    int seat = mk_top(&s->base)->seat;
    switch (x.verb) {
    case EOE_V_CHOOSE:
        eoe_march_begins(s, seat, x.a);
        eoe_ask_form(s, seat, x.a, EOE_FORM_MOVE);
        return;
    case EOE_V_FORTIFY: fortify(s, seat, x.a, log); return;
    case EOE_V_INVADE: eoe_invade(s, seat, x.a, log); return;
    case EOE_V_SAIL: mk_push(&s->base, EOE_PH_SAIL, seat)->a = x.a; return;
    case EOE_V_RAID: eoe_raid(s, x.a, log); return;
    default: mk_pop(&s->base);
    }
}
