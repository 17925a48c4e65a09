/* turn.c - the sequence of play: turns, segments and their stages (I, section 10 of the dossier).
 */
#include <string.h>

#include "g1776.h"

void g1776_win(g1776_state *s, int winner, int reason, mk_log *log) {
    s->winner = (uint8_t)winner;
    s->reason = (uint8_t)(reason + 1);
    while (s->base.depth) mk_pop(&s->base);
    mk_log_event(log, winner == G1776_DRAW ? G1776_E_DRAWN : G1776_E_WON,
                 winner == G1776_DRAW ? -1 : winner, MK_EVERYONE, 0, (int16_t)reason);
}

/* ---- A turn ---- */

/* Marks that last for a month go (C2, C12). */
static void forget_month(g1776_state *s) {
    memset(s->attacked, 0, sizeof s->attacked);
    memset(&s->bloody, 0, sizeof s->bloody);
    g1776_forget_supply(s);
    memset(s->fired, 0, sizeof s->fired);
}

static void begin_turn(g1776_state *s, mk_log *log) {
    s->base.turn++;
    forget_month(s);
    mk_log_event(log, G1776_E_TURN, -1, MK_EVERYONE, 0, (int16_t)s->base.turn);
    s->turn_stage = G1776_T_FIRST;
    g1776_very_start(s, log);
    g1776_note_full_turn(s, true);
    g1776_begin_redeployment(s, log);
}

static void begin_segment(g1776_state *s, mk_log *log) {
    int first = g1776_rules(s)->first;
    s->phasing = (uint8_t)(s->turn_stage == G1776_T_FIRST ? first : g1776_enemy(first));
    s->turn_stage++;
    s->stage = G1776_S_START;
    g1776_clear_phase(s);
    mk_log_event(log, G1776_E_SEGMENT, s->phasing, MK_EVERYONE, 0);
    mk_push(&s->base, G1776_PH_SEGMENT, s->phasing);
}

/* From the first turn to the last. What ends the game takes this frame away, too. */
void g1776_turn_step(void *state, mk_log *log) {
    g1776_state *s = state;
    switch (s->turn_stage) {
    case G1776_T_BEGIN: begin_turn(s, log); return;
    case G1776_T_FIRST:
    case G1776_T_SECOND: begin_segment(s, log); return;
    case G1776_T_INTERPHASE: s->turn_stage = G1776_T_BEGIN; return;
    default:
        if (g1776_end_of_turn(s, log)) return;
        s->turn_stage = G1776_T_BEGIN;
        g1776_end_visits(s, log);
        if (!g1776_ends_season(s)) return;
        s->turn_stage = G1776_T_INTERPHASE;
        g1776_begin_interphase(s, log);
    }
}

/* ---- A segment ---- */

static void begin_movement(g1776_state *s) {
    memset(s->came, 0, sizeof s->came);
    s->stage = G1776_S_BUILD;
}

static void begin_combat(g1776_state *s, mk_log *log) {
    g1776_clear_phase(s);
    g1776_complete_forts(s, s->phasing, log);
    g1776_search_indies(s, log);
    memset(&s->fought, 0, sizeof s->fought);
    s->passed = 0;
    s->stage = G1776_S_COMBAT;
}

/* C20: the phasing side until it passes, then the other one; two passes in succession end it. */
static void next_announcement(g1776_state *s) {
    int other = g1776_enemy(s->phasing);
    int seat = s->passed & 1 << s->phasing ? other : s->phasing;
    if (s->passed & 1 << seat) {
        s->stage = G1776_S_FINISH;
    } else if (g1776_can_attack(s, seat)) {
        mk_push(&s->base, G1776_PH_ANNOUNCE, seat);
    } else {
        s->passed |= (uint8_t)(1 << seat);
    }
}

/* What was captured in the segment is kept or destroyed: the phasing side first. */
static void ask_spoils(g1776_state *s) {
    for (; s->passed < G1776_SEATS; s->passed++) {
        int seat = s->passed ? g1776_enemy(s->phasing) : s->phasing;
        if (!g1776_ask_spoils(s, seat)) continue;
        s->passed++;
        return;
    }
    s->stage = G1776_S_LAST;
}

static void finish(g1776_state *s, mk_log *log) {
    s->passed = 0;
    s->stage = G1776_S_FLOAT;
    g1776_finish(s, log);
    g1776_end_withdrawal(s, log);
    g1776_instant(s, log);
}

void g1776_segment_step(void *state, mk_log *log) {
    g1776_state *s = state;
    switch (s->stage) {
    case G1776_S_START:
        if (g1776_leaders_return(s, log) || g1776_start_of_segment(s, log)) return;
        begin_movement(s);
        return;
    case G1776_S_BUILD:
        s->stage = G1776_S_MOVE;
        g1776_settle_fixed(s); /* of several alike those outside a fort are held first */
        mk_push(&s->base, G1776_PH_BUILD, s->phasing);
        return;
    case G1776_S_MOVE:
        if (g1776_ask_convoy(s, log)) return;
        g1776_french_sail_south(s, log);
        g1776_begin_withdrawal(s, log);
        s->stage = G1776_S_MARCH;
        mk_push(&s->base, G1776_PH_MOVE, s->phasing);
        return;
    case G1776_S_MARCH:
        s->stage = G1776_S_CLOSE;
        memset(&s->evaded, 0, sizeof s->evaded);
        g1776_ask_marches(s);
        return;
    case G1776_S_CLOSE:
        if (g1776_close_of_movement(s, log)) return;
        g1776_judge_withdrawal(s, log);
        g1776_lose_late(s, log);
        memset(&s->evaded, 0, sizeof s->evaded);
        s->stage = G1776_S_DISMANTLE;
        return;
    case G1776_S_DISMANTLE:
        s->stage = g1776_no_combat(s) ? G1776_S_FINISH : G1776_S_EVADE;
        if (!g1776_basic(s)) g1776_ask_dismantle(s);
        return;
    case G1776_S_EVADE:
        if (!g1776_ask_evasion(s, log)) begin_combat(s, log);
        return;
    case G1776_S_COMBAT: next_announcement(s); return;
    case G1776_S_FINISH: finish(s, log); return;
    case G1776_S_FLOAT:
        if (!g1776_ask_floating(s, log)) s->stage = G1776_S_SPOILS;
        return;
    case G1776_S_SPOILS: ask_spoils(s); return;
    default:
        g1776_clear_segment(s);
        s->passed = 0;
        memset(&s->fought, 0, sizeof s->fought);
        memset(&s->evaded, 0, sizeof s->evaded);
        memset(s->came, 0, sizeof s->came);
        s->march_count = 0;
        g1776_note_full_turn(s, false);
        memset(s->march, 0, sizeof s->march);
        mk_pop(&s->base);
        return;
    }
}

/* ---- Set-up and end ---- */

void g1776_setup(void *state, const mk_setup *setup, mk_log *log) {
    g1776_state *s = state;
    (void)setup; /* scenario and options are in the base */
    s->combat.hex = MK_NOWHERE;
    for (int l = 0; l < g1776.leader_count; l++) {
        g1776_move_leader(s, l, G1776_GONE);
        s->leader[l].rating = g1776.leader[l].rating;
    }
    for (int f = 0; f < G1776_FLEETS; f++) s->fleet[f].place = G1776_GONE;
    mk_push(&s->base, G1776_PH_GAME, -1);
    g1776_place_setup(s, log);
}

void g1776_outcome(const void *state, mk_outcome *out) {
    const g1776_state *s = state;
    for (int seat = 0; seat < G1776_SEATS; seat++) {
        out->rank[seat] = s->winner == G1776_DRAW || s->winner == seat ? 1 : 2;
        out->margin[seat] = g1776_margin(s, seat);
    }
    out->reason = s->reason ? g1776_reason_key(s) : NULL;
}
