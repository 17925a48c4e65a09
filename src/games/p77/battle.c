/* battle.c - battles: which kind, deployment, rounds, and each side's turn in a round. */
#include <string.h>

#include "p77.h"

static inline p77_side attacker(const p77_state *s) { return s->active; }
static inline p77_side defender(const p77_state *s) { return p77_enemy(s->active); }

/* p77.overrun, p77.skirmish, p77.large: counted in blocks, leaders included. */
p77_battle_kind p77_engagement(const p77_state *s, int space) {
    int attackers = p77_size(p77_at(s, space, attacker(s)));
    int defenders = p77_size(p77_at(s, space, defender(s)));
    bool many_against_few = RULE("p77.overrun", attackers >= p77.overrun_attackers &&
                                                    defenders < p77.overrun_defenders_below);
    bool fort = RULE("p77.overrun.fort", p77_in(p77.forts, space));
    if (many_against_few && !fort) return P77_OVERRUN;
    bool large = RULE("p77.large",
                      attackers >= p77.large_battle_blocks && defenders >= p77.large_battle_blocks);
    return large ? P77_LARGE : P77_SKIRMISH;
}

/* p77.battle.mandatory */
p77_set p77_pending_battles(const p77_state *s) {
    return p77_occupied(s, attacker(s)) & p77_occupied(s, defender(s));
}

/* ---- From battle to battle ---- */

static void reveal_positions(p77_state *s, mk_log *log) {
    p77_battle *b = &s->battle;
    p77_set open = b->position[P77_LEFT] | b->position[P77_CENTER] | b->position[P77_RIGHT];
    uint8_t news = open & ~s->known ? MK_REVEALED : 0;
    s->known |= open;
    mk_tell(log, P77_E_REVEALED, -1, MK_EVERYONE, news, b->at);
}

/* No position is empty and none has acted: there is something to do. */
static void begin_battle_turn(p77_state *s, p77_side side) {
    *mk_top(&s->base) =
        (mk_frame){P77_PH_BATTLE_TURN, (int8_t)side, s->battle.at, s->battle.round, 0};
}

static void begin_battle(p77_state *s, int space, mk_log *log) {
    p77_battle_kind kind = p77_engagement(s, space);
    p77_open_boxes(s, s->here[space]);
    if (kind == P77_OVERRUN) {
        p77_overrun(s, space, log);
        return;
    }
    s->battle = (p77_battle){.at = (uint8_t)space, .kind = (uint8_t)kind, .round = 1};
    uint8_t news = p77_boxes(s) ? MK_REVEALED : 0; /* how many came out of the boxes */
    mk_tell(log, P77_E_BATTLE, attacker(s), MK_EVERYONE, news, (int16_t)space, (int16_t)kind);
    mk_frame *f = mk_push(&s->base, P77_PH_DEPLOY, defender(s)); /* p77.deploy.defender_first */
    f->a = (int16_t)space;
    if (kind == P77_SKIRMISH) { /* all stand in the center, there is nothing to choose */
        s->battle.position[P77_CENTER] = s->here[space];
        reveal_positions(s, log);
        begin_battle_turn(s, defender(s));
    }
}

/* p77.battle.order: with one battle left there is no choice. */
void p77_next_battle(p77_state *s, mk_log *log) {
    s->group = 0;
    s->battle = (p77_battle){.at = P77_NO_SPACE};
    p77_set pending = p77_pending_battles(s);
    if (!pending) {
        memset(s->attack_way, P77_NO_WAY, sizeof s->attack_way);
        p77_check_supply(s, log);
        return;
    }
    p77_become(s, P77_PH_CHOOSE_BATTLE, attacker(s));
    if (p77_size(pending) == 1) begin_battle(s, p77_first(pending), log);
}

void p77_end_battle(p77_state *s, mk_log *log) {
    int at = s->battle.at;
    p77_occupy(s, at, log);
    p77_side winner = p77_at(s, at, attacker(s)) ? attacker(s) : defender(s);
    mk_tell(log, P77_E_BATTLE_WON, winner, MK_EVERYONE, 0, (int16_t)at);
    P77_EACH(u, p77.of_side[attacker(s)]) { /* how they came there matters no longer */
        int way = s->attack_way[u];
        if (way != P77_NO_WAY && mk_way_to(&p77.roads, way) == at) s->attack_way[u] = P77_NO_WAY;
    }
    p77_next_battle(s, log);
}

void p77_choose_battle_list(const void *state, mk_actions *out) {
    P77_EACH(space, p77_pending_battles(state)) mk_offer(out, P77_V_ATTACK, space, 0, 0);
}

const char *p77_choose_battle_why_not(const void *state, mk_action a) {
    FORBID("p77.battle", !p77_in(p77_pending_battles(state), a.a));
    return NULL;
}

void p77_choose_battle_apply(void *state, mk_action a, mk_log *log) {
    begin_battle(state, a.a, log);
}

/* ---- Deployment ---- */

static p77_set deployed(const p77_state *s) {
    const p77_set *p = s->battle.position;
    return p[P77_LEFT] | p[P77_CENTER] | p[P77_RIGHT] | p[P77_RESERVE];
}

static inline p77_side deciding(const p77_state *s) {
    return (p77_side)mk_top_const(&s->base)->seat;
}

static p77_set to_deploy(const p77_state *s) {
    return p77_at(s, s->battle.at, deciding(s)) & ~deployed(s);
}

static int empty_positions(const p77_state *s, p77_side side) {
    int empty = 0;
    for (int p = P77_LEFT; p <= P77_RIGHT; p++)
        empty += !(s->battle.position[p] & p77.of_side[side]);
    return empty;
}

/* p77.deploy.each_position: enough blocks must be left for the positions still empty. */
static const char *why_not_deploy_to(const p77_state *s, int position) {
    bool fills =
        position != P77_RESERVE && !(s->battle.position[position] & p77.of_side[deciding(s)]);
    int empty = empty_positions(s, deciding(s)) - fills;
    FORBID("p77.deploy.each_position", p77_size(to_deploy(s)) - 1 < empty);
    return NULL;
}

void p77_deploy_list(const void *state, mk_actions *out) {
    const p77_state *s = state;
    for (int position = 0; position < P77_POSITIONS; position++) {
        if (why_not_deploy_to(s, position)) continue;
        P77_EACH(unit, to_deploy(s)) mk_offer(out, P77_V_DEPLOY, unit, position, 0);
    }
}

const char *p77_deploy_why_not(const void *state, mk_action a) {
    const p77_state *s = state;
    FORBID("p77.deploy", !p77_in(to_deploy(s), a.a));
    return why_not_deploy_to(s, a.b);
}

void p77_deploy_apply(void *state, mk_action a, mk_log *log) {
    p77_state *s = state;
    p77_side side = deciding(s);
    s->battle.position[a.b] |= P77_BIT(a.a);
    mk_tell(log, P77_E_DEPLOYED, side, MK_ONLY(side), 0, a.a, a.b);
    mk_tell(log, P77_E_DEPLOYED_HIDDEN, side, MK_BUT(side), 0, a.b);
    if (to_deploy(s)) return;
    if (side == defender(s)) {
        mk_top(&s->base)->seat = (int8_t)attacker(s);
        return;
    }
    reveal_positions(s, log); /* p77.deploy.hidden */
    begin_battle_turn(s, defender(s));
}

/* ---- Rounds: from the second on, each side may withdraw first ---- */

/* p77.withdraw.nowhere: a side that has nowhere to go is not asked. */
static void ask_to_stand(p77_state *s, p77_side side, mk_log *log) {
    if (!p77_retreat_spaces(s, side, s->battle.at)) {
        if (side == defender(s))
            ask_to_stand(s, attacker(s), log);
        else
            begin_battle_turn(s, defender(s));
        return;
    }
    *mk_top(&s->base) =
        (mk_frame){P77_PH_STAND_OR_WITHDRAW, (int8_t)side, s->battle.at, s->battle.round, 0};
}

static void begin_round(p77_state *s, mk_log *log) {
    if (s->battle.round < UINT8_MAX) s->battle.round++; /* who only moves can fight for ever */
    s->battle.acted = 0;
    mk_tell(log, P77_E_ROUND, -1, MK_EVERYONE, 0, s->battle.at, s->battle.round);
    if (RULE("p77.withdraw.second_round", s->battle.round >= p77.withdrawal_round))
        ask_to_stand(s, defender(s), log); /* p77.withdraw.defender_first */
    else
        begin_battle_turn(s, defender(s));
}

void p77_stand_list(const void *state, mk_actions *out) {
    (void)state;
    mk_offer(out, P77_V_STAND, 0, 0, 0);
    mk_offer(out, P77_V_WITHDRAW, 0, 0, 0);
}

const char *p77_stand_why_not(const void *state, mk_action a) {
    (void)state;
    (void)a;
    return NULL;
}

void p77_stand_apply(void *state, mk_action a, mk_log *log) {
    p77_state *s = state;
    p77_side side = deciding(s);
    if (a.verb == P77_V_WITHDRAW)
        p77_withdraw(s, side, log);
    else if (side == defender(s))
        ask_to_stand(s, attacker(s), log);
    else
        begin_battle_turn(s, defender(s));
}

/* ---- A side's turn in a round: each of its blocks moves or fires once ---- */

static p77_set in_positions(const p77_state *s, p77_side side) {
    const p77_set *p = s->battle.position;
    return (p[P77_LEFT] | p[P77_CENTER] | p[P77_RIGHT]) & p77.of_side[side];
}

static p77_set can_commit(const p77_state *s, p77_side side) {
    return s->battle.position[P77_RESERVE] & p77.of_side[side] & ~s->battle.acted & ~s->battle.fled;
}

bool p77_position_vacant(const p77_state *s, p77_side side) {
    if (s->battle.kind == P77_SKIRMISH)
        return !(s->battle.position[P77_CENTER] & p77.of_side[side]);
    return empty_positions(s, side) > 0;
}

static const char *why_not_act(const p77_state *s, int unit) {
    FORBID("p77.move.own", !p77_in(p77_at(s, s->battle.at, deciding(s)), unit));
    FORBID("p77.round.each_unit_once", p77_in(s->battle.acted, unit));
    return NULL;
}

static const char *why_not_fire(const p77_state *s, int unit) {
    p77_set moved = s->battle.acted & s->battle.position[P77_RESERVE] & ~s->battle.fled;
    FORBID("p77.battle_move.no_fire", p77_in(moved, unit));
    const char *why = why_not_act(s, unit);
    if (why) return why;
    FORBID("p77.fire.reserve", p77_in(s->battle.position[P77_RESERVE], unit));
    return NULL;
}

static const char *why_not_recall(const p77_state *s, int unit) {
    const char *why = why_not_act(s, unit);
    if (why) return why;
    FORBID("p77.skirmish.no_reserve", s->battle.kind == P77_SKIRMISH);
    FORBID("p77.battle_move", p77_in(s->battle.position[P77_RESERVE], unit));
    return NULL;
}

static const char *why_not_commit(const p77_state *s, int unit, int position) {
    const char *why = why_not_act(s, unit);
    if (why) return why;
    FORBID("p77.battle_move", !p77_in(s->battle.position[P77_RESERVE], unit));
    FORBID("p77.flee.stays", p77_in(s->battle.fled, unit));
    FORBID("p77.battle_move", position == P77_RESERVE);
    return NULL;
}

/* Whether to withdraw was asked before the round began; in the first it is not asked at all. */
static const char *why_not_withdraw_now(const p77_state *s) {
    FORBID("p77.withdraw.second_round", s->battle.round < p77.withdrawal_round);
    FORBID("p77.withdraw.nowhere", !p77_retreat_spaces(s, deciding(s), s->battle.at));
    return "p77.withdraw";
}

/* Blocks in reserve may stay there; a block in a position must fire or move. */
static const char *why_not_cease(const p77_state *s) {
    FORBID("p77.round.each_unit_once", in_positions(s, deciding(s)) & ~s->battle.acted);
    return NULL;
}

void p77_battle_turn_list(const void *state, mk_actions *out) {
    const p77_state *s = state;
    p77_side side = deciding(s);
    p77_set waiting = in_positions(s, side) & ~s->battle.acted;
    P77_EACH(unit, waiting) {
        mk_offer(out, P77_V_FIRE, unit, 0, 0);
        if (s->battle.kind == P77_LARGE) mk_offer(out, P77_V_RECALL, unit, 0, 0);
    }
    P77_EACH(unit, can_commit(s, side)) {
        for (int p = P77_LEFT; p <= P77_RIGHT; p++) mk_offer(out, P77_V_COMMIT, unit, p, 0);
    }
    if (!waiting) mk_offer(out, P77_V_CEASE, 0, 0, 0);
}

const char *p77_battle_turn_why_not(const void *state, mk_action a) {
    const p77_state *s = state;
    switch (a.verb) {
    case P77_V_FIRE: return why_not_fire(s, a.a);
    case P77_V_RECALL: return why_not_recall(s, a.a);
    case P77_V_COMMIT: return why_not_commit(s, a.a, a.b);
    case P77_V_WITHDRAW: return why_not_withdraw_now(s);
    default: return why_not_cease(s);
    }
}

static void end_battle_turn(p77_state *s, p77_side side, mk_log *log) {
    if (side == defender(s))
        begin_battle_turn(s, attacker(s)); /* p77.round */
    else
        begin_round(s, log);
}

/* Goes on with the turn of the side on top, or ends it when nothing is left to do. */
void p77_next_in_turn(p77_state *s, mk_log *log) {
    p77_side side = deciding(s);
    if (!(in_positions(s, side) & ~s->battle.acted) && !can_commit(s, side))
        end_battle_turn(s, side, log);
}

static void change_position(p77_state *s, int unit, int from, int to) {
    s->battle.position[from] &= ~P77_BIT(unit);
    s->battle.position[to] |= P77_BIT(unit);
    s->battle.acted |= P77_BIT(unit);
}

/* p77.retreat.forced: who empties a position of his own by moving must retreat, too. */
static void recall(p77_state *s, int unit, mk_log *log) {
    p77_side side = deciding(s);
    int from = p77_position_of(s, unit);
    change_position(s, unit, from, P77_RESERVE);
    mk_tell(log, P77_E_RECALL, side, MK_EVERYONE, 0, (int16_t)unit, (int16_t)from);
    if (p77_position_vacant(s, side))
        p77_forced_retreat(s, side, log);
    else
        p77_next_in_turn(s, log);
}

static void commit(p77_state *s, int unit, int position, mk_log *log) {
    uint8_t news = p77_in(s->known, unit) ? 0 : MK_REVEALED;
    change_position(s, unit, P77_RESERVE, position);
    s->known |= P77_BIT(unit); /* p77.fog.battle */
    mk_tell(log, P77_E_COMMIT, deciding(s), MK_EVERYONE, news, (int16_t)unit, (int16_t)position);
    p77_next_in_turn(s, log);
}

void p77_battle_turn_apply(void *state, mk_action a, mk_log *log) {
    p77_state *s = state;
    switch (a.verb) {
    case P77_V_FIRE: p77_fire(s, a.a, log); return;
    case P77_V_RECALL: recall(s, a.a, log); return;
    case P77_V_COMMIT: commit(s, a.a, a.b, log); return;
    default: end_battle_turn(s, deciding(s), log); return;
    }
}
