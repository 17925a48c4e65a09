/* withdraw.c - the withdrawal phase (7.4 to 7.6, 12.3). */
#include <string.h>

#include "eoe.h"

typedef enum {
    W_CODES,
    W_MARINES,
    W_SEND,
    W_ELMORE,
    W_SPECIAL,
    W_LIGHT,
    W_MILITIA,
    W_MARION,
    W_END,
} withdraw_stage;

static int season(const eoe_state *s) { return eoe_turn_now(s)->season; }

static bool in_the_field(const eoe_state *s, int piece) {
    int at = s->piece[piece].at;
    return eoe_on_map(at) || eoe_is_aboard(at) || at == EOE_HAVANA;
}

/* Neither dead nor gone: also who is still to come, or a prisoner. */
bool eoe_can_leave(const eoe_state *s, int piece) {
    return s->piece[piece].at < EOE_DEAD || s->piece[piece].at == EOE_CAPTIVE;
}

static void leave(eoe_state *s, int piece, int place, mk_log *log) {
    int seat = s->piece[piece].seat;
    if (eoe_is_leader(piece)) {
        eoe_withdraw_leader(s, piece, log);
        return;
    }
    mk_log_event(log, EOE_E_WITHDRAWN, seat, MK_EVERYONE, 0, (int16_t)piece);
    eoe_move_to(s, piece, place);
}

/* ---- By code (7.4, 7.5) -------------------------------------------------- */

/* 7.5: men who went home on turn 5 leave Elmore's regiment where they were. */
static void note_elmore(eoe_state *s) {
    memset(&s->homes, 0, sizeof s->homes);
    int elmore = eoe.named[EOE_P_ELMORE];
    if (s->piece[elmore].at != EOE_SPECIAL || s->base.turn != eoe.piece[elmore].enters_turn) return;
    int hex = -1, steps = 0;
    EOE_EACH_PIECE(p, s) { /* by space: the two spaces of a hex follow each other */
        if (s->piece[p].at / 2 != hex) steps = 0;
        hex = s->piece[p].at / 2;
        const eoe_piece_row *row = &eoe.piece[p];
        bool goes = row->leaves == EOE_OUT_TURN && row->leaves_turn == s->base.turn;
        if (goes && row->home == eoe.area[EOE_A_CONNECTICUT]) steps += s->piece[p].steps;
        if (RULE("eoe.7.5.elmore", steps >= 2)) mk_set_add(&s->homes, hex);
    }
}

/* In place, on the map or in the dead pile, with the same steps lost. */
static void substitute(eoe_state *s, int piece, mk_log *log) {
    int by = eoe.piece[piece].replaced_by;
    eoe_piece old = s->piece[piece];
    if (old.at == EOE_OUT || old.at == EOE_ABSENT || s->piece[by].at != EOE_SPECIAL) return;
    eoe_move_to(s, piece, EOE_OUT);
    s->piece[by].steps = old.steps;
    eoe_move_to(s, by, old.at);
    s->piece[by].turn = old.turn;
    s->piece[by].flags |= old.flags & EOE_HUNGRY;
    mk_log_event(log, EOE_E_SUBSTITUTED, old.seat, MK_EVERYONE, 0, (int16_t)piece, (int16_t)by);
}

static void by_code(eoe_state *s, int piece, mk_log *log) {
    const eoe_piece_row *row = &eoe.piece[piece];
    switch (row->leaves) {
    case EOE_OUT_TURN:
        if (row->leaves_turn != s->base.turn) return;
        if (eoe_can_leave(s, piece)) {
            leave(s, piece, EOE_OUT, log);
            if (row->leaves_back) eoe_track(s, piece, row->leaves_back);
        }
        return;
    case EOE_OUT_ENLISTMENT:
    case EOE_OUT_ENLISTMENT_IN_STATE:
        if (season(s) == EOE_WINTER_2 && in_the_field(s, piece)) leave(s, piece, EOE_AWAY, log);
        return;
    case EOE_OUT_AUTUMN:
        if (season(s) == EOE_FALL && in_the_field(s, piece)) leave(s, piece, EOE_SPECIAL, log);
        return;
    case EOE_OUT_SUBSTITUTED:
        if (row->leaves_turn == s->base.turn) substitute(s, piece, log);
        return;
    default: return;
    }
}

/* ---- The West Indies (7.3, 7.6) ------------------------------------------ */

static bool is_levy(int piece) { return eoe.piece[piece].enters == EOE_IN_WEST_INDIES; }

static void west_indies(eoe_state *s, mk_log *log) {
    int owed = 0;
    EOE_EACH_OF(i, s) {
        const eoe_piece_row *row = &eoe.piece[i];
        if (row->war != EOE_REVOLUTION) continue;
        bool coded = row->leaves == EOE_OUT_WEST_INDIES;
        bool marine = coded && row->type == EOE_MARINE;
        if (marine && (in_the_field(s, i) || s->piece[i].at == EOE_DEAD))
            owed += row->steps - s->piece[i].steps;
        if (coded ? eoe_can_leave(s, i) : is_levy(i) && in_the_field(s, i))
            leave(s, i, EOE_OUT, log);
    }
    s->west_indies_due = (uint8_t)owed;
    s->west_indies_sent = s->west_indies_steps = 0;
    mk_log_event(log, EOE_E_WEST_INDIES, EOE_BRITISH, MK_EVERYONE, 0, (int16_t)owed);
}

static bool is_regiment(const eoe_state *s, int piece) {
    const eoe_piece_row *row = &eoe.piece[piece];
    return eoe_is_unit(piece) && row->nation == EOE_N_BRITISH_REGULAR &&
           row->type == EOE_INFANTRY && in_the_field(s, piece) && !is_levy(piece);
}

const char *eoe_marines_owed_why_not(const void *state, mk_action x) {
    const eoe_state *s = state;
    if (x.verb == EOE_V_DONE) return NULL; /* he may, he need not */
    bool regular = eoe_is_unit(x.a) && eoe.piece[x.a].nation == EOE_N_BRITISH_REGULAR;
    FORBID("eoe.7.6:marines", !regular || !eoe_on_map(s->piece[x.a].at));
    return NULL;
}
void eoe_marines_owed_list(const void *state, mk_actions *out) {
    const eoe_state *s = state;
    EOE_EACH_PIECE(p, s) {
        mk_action x = {EOE_V_LOSE, (int16_t)p, 0, 0};
        if (!eoe_marines_owed_why_not(s, x)) mk_offer(out, EOE_V_LOSE, p, 0, 0);
    }
    mk_offer(out, EOE_V_DONE, 0, 0, 0);
}
void eoe_marines_owed_apply(void *state, mk_action x, mk_log *log) {
    eoe_state *s = state;
    mk_pop(&s->base);
    if (x.verb == EOE_V_DONE) {
        s->west_indies_due = 0;
        return;
    }
    s->west_indies_due--;
    eoe_lose_step(s, x.a, log);
}

const char *eoe_send_why_not(const void *state, mk_action x) {
    const eoe_state *s = state;
    FORBID("eoe.7.6", !is_regiment(s, x.a));
    return NULL;
}
void eoe_send_list(const void *state, mk_actions *out) {
    const eoe_state *s = state;
    EOE_EACH_UNIT(i, s) {
        if (is_regiment(s, i)) mk_offer(out, EOE_V_SEND, i, 0, 0);
    }
}
void eoe_send_apply(void *state, mk_action x, mk_log *log) {
    eoe_state *s = state;
    mk_pop(&s->base);
    s->west_indies_sent++;
    s->west_indies_steps = (uint8_t)(s->west_indies_steps + s->piece[x.a].steps);
    leave(s, x.a, EOE_OUT, log);
}

static bool ask_send(eoe_state *s, mk_log *log) {
    bool enough = s->west_indies_sent >= eoe.table.entry.regiments &&
                  s->west_indies_steps >= eoe.table.entry.steps;
    if (RULE("eoe.7.6:enough", enough)) return false;
    EOE_EACH_UNIT(i, s) {
        if (!is_regiment(s, i)) continue;
        mk_frame *f = mk_push(&s->base, EOE_PH_SEND, EOE_BRITISH);
        f->a = s->west_indies_sent;
        f->b = s->west_indies_steps;
        return true;
    }
    s->north_fallen = 1;
    mk_log_event(log, EOE_E_NORTH, -1, MK_EVERYONE, 0);
    return false;
}

/* ---- Special units (7.5) ------------------------------------------------- */

enum { EOE_ELMORE_AGAIN = 7 }; /* the turn on which the dead regiment may come back */

/* At an entry hex of Connecticut, if it died. True: the American decides. */
bool eoe_ask_elmore(eoe_state *s) {
    int elmore = eoe.named[EOE_P_ELMORE];
    if (s->base.turn != EOE_ELMORE_AGAIN || s->piece[elmore].at != EOE_DEAD) return false;
    memset(&s->homes, 0, sizeof s->homes);
    for (int i = 0; i < eoe_board.place_count; i++) {
        const eoe_place *place = &eoe_board.place[i];
        bool entry = place->supply & EOE_SUPPLY_US &&
                     eoe_board.area[place->hex] == eoe.area[EOE_A_CONNECTICUT];
        if (entry && eoe_in_play(s, place->hex) && eoe_controls(s, EOE_ALLIED, place->hex))
            mk_set_add(&s->homes, place->hex);
    }
    if (!mk_set_size(&s->homes)) return false;
    mk_push(&s->base, EOE_PH_ELMORE, EOE_ALLIED)->a = 1;
    return true;
}

const char *eoe_elmore_why_not(const void *state, mk_action x) {
    const eoe_state *s = state;
    if (x.verb == EOE_V_DONE)
        FORBID("eoe.7.5.elmore:stays", !mk_top_const(&s->base)->a);
    else
        FORBID("eoe.7.5.elmore", !mk_set_has(&s->homes, x.a));
    return NULL;
}
void eoe_elmore_list(const void *state, mk_actions *out) {
    const eoe_state *s = state;
    MK_SET_EACH(hex, &s->homes) mk_offer(out, EOE_V_HEX, hex, 0, 0);
    if (mk_top_const(&s->base)->a) mk_offer(out, EOE_V_DONE, 0, 0, 0);
}
void eoe_elmore_apply(void *state, mk_action x, mk_log *log) {
    eoe_state *s = state;
    int elmore = eoe.named[EOE_P_ELMORE];
    mk_pop(&s->base);
    memset(&s->homes, 0, sizeof s->homes);
    if (x.verb == EOE_V_DONE) return;
    eoe_bring(s, elmore, eoe_port_space(s, EOE_ALLIED, x.a));
    mk_log_event(log, EOE_E_ARRIVES, EOE_ALLIED, MK_EVERYONE, 0, (int16_t)elmore, x.a);
    eoe_arrived(s, EOE_ALLIED, x.a, log);
}

static void replace_with(eoe_state *s, int piece, int space, mk_log *log) {
    eoe_bring(s, piece, space);
    mk_log_event(log, EOE_E_ARRIVES, s->piece[piece].seat, MK_EVERYONE, 0, (int16_t)piece,
                 (int16_t)(space / 2));
}

static void special(eoe_state *s, mk_log *log) {
    int grid = eoe.named[EOE_P_GRID], knox = eoe.named[EOE_P_KNOXT], wata = eoe.named[EOE_P_WATA];
    int at = s->piece[grid].at;
    bool together =
        eoe_on_map(at) && eoe_on_map(s->piece[knox].at) && s->piece[knox].at / 2 == at / 2;
    if (RULE("eoe.7.5.knox", together)) {
        leave(s, grid, EOE_OUT, log);
        leave(s, knox, EOE_OUT, log);
        replace_with(s, eoe.named[EOE_P_CA3], at, log);
    }
    if (in_the_field(s, wata)) leave(s, wata, EOE_AWAY, log);
}

/* ---- Light infantry ------------------------------------------------------ */

/* 7.5: a Continental unit that can give a step; the second one of the same hex. */
static const char *why_not_pay(const eoe_state *s, int light, int piece) {
    bool continental = eoe_is_unit(piece) && eoe.piece[piece].nation == EOE_N_CONTINENTAL;
    FORBID("eoe.7.5.light", !continental || eoe_has_mark(piece, EOE_M_LIGHT));
    FORBID("eoe.7.5.light:step", !eoe_on_map(s->piece[piece].at) || s->piece[piece].steps < 2);
    bool raised = eoe_on_map(s->piece[light].at);
    FORBID("eoe.7.5.light:hex", raised && s->piece[piece].at / 2 != s->piece[light].at / 2);
    return NULL;
}

static bool can_pay(const eoe_state *s, int light) {
    EOE_EACH_PIECE(p, s) {
        if (!why_not_pay(s, light, p)) return true;
    }
    return false;
}

static const char *why_not_raise(const eoe_state *s, int piece) {
    FORBID("eoe.7.5.light", !eoe_has_mark(piece, EOE_M_LIGHT));
    int at = s->piece[piece].at;
    FORBID("eoe.7.5.light:there", at != EOE_SPECIAL && at != EOE_DEAD);
    FORBID("eoe.7.5.light:turn", s->base.turn < eoe.piece[piece].enters_turn);
    FORBID("eoe.7.5.light:step", !can_pay(s, piece));
    return NULL;
}

const char *eoe_light_why_not(const void *state, mk_action x) {
    return x.verb == EOE_V_DONE ? NULL : why_not_raise(state, x.a);
}
void eoe_light_list(const void *state, mk_actions *out) {
    const eoe_state *s = state;
    EOE_EACH_UNIT(i, s) {
        if (eoe_has_mark(i, EOE_M_LIGHT) && !why_not_raise(s, i))
            mk_offer(out, EOE_V_RAISE_UNIT, i, 0, 0);
    }
    mk_offer(out, EOE_V_DONE, 0, 0, 0);
}
void eoe_light_apply(void *state, mk_action x, mk_log *log) {
    eoe_state *s = state;
    (void)log;
    if (x.verb == EOE_V_DONE)
        mk_pop(&s->base);
    else
        mk_push(&s->base, EOE_PH_LIGHT_PAY, EOE_ALLIED)->a = x.a;
}

const char *eoe_light_pay_why_not(const void *state, mk_action x) {
    const eoe_state *s = state;
    int light = mk_top_const(&s->base)->a;
    if (x.verb == EOE_V_PAY) return why_not_pay(s, light, x.a);
    FORBID("eoe.7.5.light:one", !eoe_on_map(s->piece[light].at));
    return NULL;
}
void eoe_light_pay_list(const void *state, mk_actions *out) {
    const eoe_state *s = state;
    int light = mk_top_const(&s->base)->a;
    EOE_EACH_PIECE(p, s) {
        if (!why_not_pay(s, light, p)) mk_offer(out, EOE_V_PAY, p, 0, 0);
    }
    if (eoe_on_map(s->piece[light].at)) mk_offer(out, EOE_V_DONE, 0, 0, 0);
}
void eoe_light_pay_apply(void *state, mk_action x, mk_log *log) {
    eoe_state *s = state;
    int light = mk_top(&s->base)->a;
    if (x.verb == EOE_V_DONE) {
        mk_pop(&s->base);
        return;
    }
    eoe_lose_step(s, x.a, log);
    if (!eoe_on_map(s->piece[light].at)) {
        s->piece[light].steps = 1;
        replace_with(s, light, s->piece[x.a].at, log);
    } else {
        s->piece[light].steps++;
    }
    if (s->piece[light].steps == eoe.piece[light].steps) mk_pop(&s->base);
}

static bool ask_light(eoe_state *s) {
    if (season(s) != EOE_WINTER_2 || eoe_war_of(s) != EOE_REVOLUTION) return false;
    EOE_EACH_UNIT(i, s) {
        if (!eoe_has_mark(i, EOE_M_LIGHT) || why_not_raise(s, i)) continue;
        mk_push(&s->base, EOE_PH_LIGHT, EOE_ALLIED);
        return true;
    }
    return false;
}

/* ---- Militia (12.3) ------------------------------------------------------ */

static bool harvest(const eoe_state *s) { return season(s) == EOE_SPRING || season(s) == EOE_FALL; }

static void militia(eoe_state *s, mk_log *log) {
    EOE_EACH_UNIT(i, s) {
        if (eoe.piece[i].type != EOE_MILITIA || !in_the_field(s, i)) continue;
        if (i == eoe.named[EOE_P_UMMAR]) continue;

        eoe_move_to(s, i, EOE_AVAILABLE);
        s->piece[i].turn = (uint8_t)s->base.turn;
        mk_log_event(log, EOE_E_GOES_HOME, s->piece[i].seat, MK_EVERYONE, 0, (int16_t)i);
    }
}

const char *eoe_marion_why_not(const void *state, mk_action x) {
    (void)state;
    (void)x;
    return NULL;
}
void eoe_marion_list(const void *state, mk_actions *out) {
    (void)state;
    mk_offer(out, EOE_V_STAY, 0, 0, 0);
    mk_offer(out, EOE_V_AWAY, 0, 0, 0);
}
void eoe_marion_apply(void *state, mk_action x, mk_log *log) {
    eoe_state *s = state;
    int marion = eoe.named[EOE_P_UMMAR];
    mk_pop(&s->base);
    if (x.verb == EOE_V_STAY) return;
    eoe_move_to(s, marion, EOE_AVAILABLE);
    s->piece[marion].turn = (uint8_t)s->base.turn;
    mk_log_event(log, EOE_E_GOES_HOME, EOE_ALLIED, MK_EVERYONE, 0, (int16_t)marion);
}

/* ---- The phase ----------------------------------------------------------- */

static void codes(eoe_state *s, mk_log *log) {
    int bedel = eoe.named[EOE_P_BEDEL], place = s->piece[bedel].at;
    note_elmore(s);
    EOE_EACH_OF(i, s) {
        if (s->piece[i].at != EOE_ABSENT) by_code(s, i, log);
    }
    bool whitcomb = eoe_on_map(place) && s->piece[bedel].at == EOE_OUT &&
                    s->piece[eoe.named[EOE_P_WHIT]].at == EOE_SPECIAL;
    if (RULE("eoe.7.5.whitcomb", whitcomb)) replace_with(s, eoe.named[EOE_P_WHIT], place, log);
    if (s->west_indies && s->base.turn == s->west_indies) west_indies(s, log);
}

static bool stage(eoe_state *s, mk_frame *top, mk_log *log) {
    bool indies = s->west_indies && s->base.turn == s->west_indies;
    switch (top->a) {
    case W_CODES: codes(s, log); return false;
    case W_MARINES:
        if (!indies || !s->west_indies_due) return false;
        mk_push(&s->base, EOE_PH_MARINES_OWED, EOE_ALLIED)->a = s->west_indies_due;
        return true;
    case W_SEND: return indies && !s->north_fallen && ask_send(s, log);
    case W_ELMORE:
        if (!mk_set_size(&s->homes)) return false;
        mk_push(&s->base, EOE_PH_ELMORE, EOE_ALLIED);
        return true;
    case W_SPECIAL: special(s, log); return false;
    case W_LIGHT: return !top->c++ && ask_light(s);
    case W_MILITIA:
        if (RULE("eoe.12.3", harvest(s))) militia(s, log);
        return false;
    default:
        if (top->c++ || !harvest(s) || !in_the_field(s, eoe.named[EOE_P_UMMAR])) return false;
        mk_push(&s->base, EOE_PH_MARION, EOE_ALLIED);
        return true;
    }
}

/* Leaders who stay alone in an enemy's hex go to their troops when the phase is over. */
static void gather_leaders(eoe_state *s, mk_log *log) {
    EOE_EACH_LEADER(i, s) {
        int at = s->piece[i].at;
        if (eoe_on_map(at)) eoe_leaders_exposed(s, s->piece[i].seat, at / 2, log);
    }
}

void eoe_withdraw_step(void *state, mk_log *log) {
    eoe_state *s = state;
    mk_frame *top = mk_top(&s->base);
    if (top->a == W_END) {
        gather_leaders(s, log);
        eoe_update_control(s, log);
        eoe_pride(s, log);
        mk_pop(&s->base);
        return;
    }
    if (stage(s, top, log)) return;
    top->a++;
    top->c = 0;
}
