/* indians.c - agents and tribes (13.1, 13.2). */
#include <string.h>

#include "eoe.h"

/* A queue holds the tribes that still roll; it is filled once in a phase. */

static bool recruit(eoe_state *s, int piece, int seat, int number, mk_log *log) {
    int hex = eoe.piece[piece].enters_hex;
    if (RULE("eoe.13.1:enemy", eoe_occupies(s, eoe_enemy(seat), hex))) return false;
    if (!eoe_in_play(s, hex)) return false;
    int die = mk_die(&s->base.rng, 6);
    mk_log_event(log, die <= number ? EOE_E_TRIBE_COMES : EOE_E_TRIBE_STAYS, seat, MK_EVERYONE,
                 MK_ROLLED, (int16_t)piece, (int16_t)die, (int16_t)number);
    if (die > number) return false;
    s->piece[piece].seat = (uint8_t)seat;
    eoe_bring(s, piece, 2 * hex);
    eoe_arrived(s, seat, hex, log);
    return true;
}

static bool is_free(const eoe_state *s, int piece) {
    const eoe_piece *p = &s->piece[piece];
    return p->at == EOE_AVAILABLE && p->turn <= s->base.turn && !(p->flags & EOE_BARRED);
}

/* ---- The Revolution (13.1) ----------------------------------------------- */

static int agent_of(int piece) {
    for (int i = 0; i < eoe.table.agent_count; i++)
        if (mk_set_has(&eoe.table.agent[i].tribes, piece)) return i;
    return EOE_NONE;
}

static bool agent_hex(const eoe_state *s, int agent, int hex) {
    const eoe_agent *a = &eoe.table.agent[agent];
    for (int i = 0; i < a->hexes; i++)
        if (a->hex[i] == hex) return eoe_in_play(s, hex) && eoe_controls(s, a->seat, hex);
    return false;
}

static void place_agent(eoe_state *s, int agent, int hex, mk_log *log) {
    s->agent_at[agent] = (uint16_t)hex;
    s->agent_turn[agent] = (uint8_t)s->base.turn;
    mk_log_event(log, EOE_E_AGENT, eoe.table.agent[agent].seat, MK_EVERYONE, 0, (int16_t)agent,
                 (int16_t)hex);
}

const char *eoe_agent_why_not(const void *state, mk_action x) {
    const eoe_state *s = state;
    FORBID("eoe.13.1:agent", !agent_hex(s, mk_top_const(&s->base)->a, x.a));
    return NULL;
}
void eoe_agent_list(const void *state, mk_actions *out) {
    const eoe_state *s = state;
    int agent = mk_top_const(&s->base)->a;
    for (int i = 0; i < eoe.table.agent[agent].hexes; i++)
        if (agent_hex(s, agent, eoe.table.agent[agent].hex[i]))
            mk_offer(out, EOE_V_HEX, eoe.table.agent[agent].hex[i], 0, 0);
}
void eoe_agent_apply(void *state, mk_action x, mk_log *log) {
    eoe_state *s = state;
    int agent = mk_top(&s->base)->a;
    mk_pop(&s->base);
    place_agent(s, agent, x.a, log);
}

/* True: the owner must choose where an agent goes. */
static bool roll_agent(eoe_state *s, int agent, mk_log *log) {
    const eoe_agent *a = &eoe.table.agent[agent];
    int hexes = 0, only = 0;
    for (int i = 0; i < a->hexes; i++)
        if (agent_hex(s, agent, a->hex[i])) {
            hexes++;
            only = a->hex[i];
        }
    if (s->agent_at[agent] != MK_NOWHERE || !hexes) return false;
    int die = mk_die(&s->base.rng, 6);
    mk_log_event(log, EOE_E_AGENT_ROLL, a->seat, MK_EVERYONE, MK_ROLLED, (int16_t)agent,
                 (int16_t)die, (int16_t)eoe.table.agent_die);
    if (die > eoe.table.agent_die) return false;
    if (hexes == 1) {
        place_agent(s, agent, only, log);
        return false;
    }
    mk_push(&s->base, EOE_PH_AGENT, a->seat)->a = (int16_t)agent;
    return true;
}

static void roll_tribe(eoe_state *s, int piece, mk_log *log) {
    int seat = eoe.piece[piece].seat, agent = agent_of(piece);
    if (!is_free(s, piece)) return;
    int brant = eoe.named[EOE_P_BRANT], town = eoe.hex[EOE_H_MOHAWK_TOWN];
    bool led = piece == eoe.named[EOE_P_MOHAWK] && s->piece[brant].at / 2 == town;
    if (RULE("eoe.13.1:brant", led)) { /* he always succeeds */
        if (eoe_occupies(s, EOE_ALLIED, town)) return;
        eoe_bring(s, piece, 2 * town);
        eoe_arrived(s, seat, town, log);
        mk_log_event(log, EOE_E_TRIBE_COMES, seat, MK_EVERYONE, 0, (int16_t)piece, 0, 0);
        return;
    }
    bool needs = eoe_has_mark(piece, EOE_M_AGENT);
    bool met = agent != EOE_NONE && s->agent_at[agent] != MK_NOWHERE &&
               s->agent_turn[agent] < s->base.turn;
    if (RULE("eoe.13.1", needs && !met)) return;
    bool caughnawaga = strcmp(eoe.piece[piece].name.id, "icaughnawaga") == 0;
    if (caughnawaga && !(eoe_occupies(s, seat, eoe.hex[EOE_H_MONTREAL]) &&
                         eoe_controls(s, seat, eoe.hex[EOE_H_MONTREAL])))
        return;
    recruit(s, piece, seat, eoe.table.tribe_die, log);
}

/* ---- The earlier wars (13.2) --------------------------------------------- */

static int loyalty(const eoe_state *s) {
    int war = eoe_war_of(s),
        total = war == eoe.table.loyalty_bonus_war ? eoe.table.loyalty_bonus : 0;
    for (int i = 0; i < eoe.table.point_count; i++) {
        int hex = eoe.table.point[i].hex;
        if (eoe.table.point[i].not_in == war) continue;
        bool held = eoe_controls(s, EOE_BRITISH, hex);
        if (!eoe.table.point[i].empty) held = held && eoe_occupies(s, EOE_BRITISH, hex);
        if (RULE("eoe.13.2", held)) total += eoe.table.point[i].points;
    }
    return total > eoe.table.loyalty_most ? eoe.table.loyalty_most : total;
}

int eoe_loyalty_now(const eoe_state *s) { return loyalty(s); }

static bool has_needs(const eoe_state *s, const eoe_tribe *tribe, int seat) {
    if (!(tribe->need_seats >> seat & 1)) return true;
    for (int i = 0; i < tribe->needs; i++)
        if (!eoe_controls(s, seat, tribe->need[i])) return false;
    for (int i = 0; i < tribe->choices; i++)
        if (eoe_controls(s, seat, tribe->choice[i])) return true;
    return tribe->choices == 0;
}

static void forced_home(eoe_state *s, int total, mk_log *log) {
    for (int i = 0; i < eoe.table.tribe_count; i++) {
        int piece = eoe.table.tribe[i].piece[eoe_war_of(s)];
        if (piece == EOE_NO_PIECE || !eoe_on_map(s->piece[piece].at)) continue;
        if (!(eoe.table.tribe[i].at[total].withdraws >> s->piece[piece].seat & 1)) continue;
        int at = s->piece[piece].at;
        eoe_move_to(s, piece, EOE_AVAILABLE);
        s->piece[piece].turn = 0;
        eoe_leaders_exposed(s, s->piece[piece].seat, at / 2, log);
        mk_log_event(log, EOE_E_GOES_HOME, s->piece[piece].seat, MK_EVERYONE, 0, (int16_t)piece);
    }
}

static void by_chart(eoe_state *s, mk_log *log) {
    int total = loyalty(s);
    mk_log_event(log, EOE_E_LOYALTY, -1, MK_EVERYONE, 0, (int16_t)total);
    forced_home(s, total, log);
    for (int seat = 0; seat < EOE_SEATS; seat++) {
        for (int i = 0; i < eoe.table.tribe_count; i++) {
            const eoe_tribe *tribe = &eoe.table.tribe[i];
            int piece = tribe->piece[eoe_war_of(s)], number = tribe->at[total].die[seat];
            if (piece == EOE_NO_PIECE || !number || !is_free(s, piece)) continue;
            if (RULE("eoe.13.2:needs", !has_needs(s, tribe, seat))) continue;
            recruit(s, piece, seat, number, log);
        }
    }
}

static void by_dice(eoe_state *s, mk_log *log) {
    EOE_EACH_UNIT(i, s) {
        if (eoe.table.tribe_dice[i] && is_free(s, i))
            recruit(s, i, eoe.piece[i].seat, eoe.table.tribe_dice[i], log);
    }
}

/* ---- Of a turn ----------------------------------------------------------- */

/* True: somebody must decide; the frame's b counts the agents that have rolled. */
bool eoe_indians(eoe_state *s, mk_log *log) {
    mk_frame *top = mk_top(&s->base);
    if (eoe_war_of(s) == EOE_JENKINS) {
        by_dice(s, log);
        return false;
    }
    if (eoe_war_of(s) != EOE_REVOLUTION) {
        by_chart(s, log);
        return false;
    }
    while (top->b < eoe.table.agent_count)
        if (roll_agent(s, top->b++, log)) return true;
    EOE_EACH_INDIAN(i, s) {
        if (eoe.piece[i].type == EOE_INDIAN && eoe.piece[i].war == EOE_REVOLUTION)
            roll_tribe(s, i, log);
    }
    return false;
}
