/* battle.c - battles: which kind, deployment, rounds, and each side's turn in a round. */
#include <string.h>

#include "p77.h"

static inline p77_side attacker(const p77_state *s) { return s->active; }
static inline p77_side defender(const p77_state *s) { return p77_enemy(s->active); }

/* p77.overrun, p77.skirmish, p77.large: counted in blocks, leaders included. */
p77_battle_kind p77_engagement(const p77_state *s, int space) {
    int attackers = mk_set_size(p77_at(s, space, attacker(s)));
    int defenders = mk_set_size(p77_at(s, space, defender(s)));
    bool many_against_few = RULE("p77.overrun", attackers >= p77.overrun_attackers &&
                                                    defenders < p77.overrun_defenders_below);
    bool fort = RULE("p77.overrun.fort", mk_set_has(p77.forts, space));
    if (many_against_few && !fort) return P77_OVERRUN;
    bool large = RULE("p77.large",
                      attackers >= p77.large_battle_blocks && defenders >= p77.large_battle_blocks);
    return large ? P77_LARGE : P77_SKIRMISH;
}

/* p77.battle.mandatory */
mk_set64 p77_pending_battles(const p77_state *s) {
    return p77_occupied(s, attacker(s)) & p77_occupied(s, defender(s));
}

/* ---- Which battle comes next ---- */

/* Who stands in which position of a large battle is news, also where all blocks are known. */
static void reveal_positions(p77_state *s, mk_log *log) {
    p77_battle *b = &s->battle;
    mk_set64 open = b->position[P77_LEFT] | b->position[P77_CENTER] | b->position[P77_RIGHT];
    uint8_t news = b->kind == P77_LARGE || open & ~s->known ? MK_REVEALED : 0;
    s->known |= open;
    mk_log_event(log, P77_E_REVEALED, -1, MK_EVERYONE, news, b->at);
}

static void begin_battle(p77_state *s, int space) {
    mk_push(&s->base, P77_PH_BATTLE, attacker(s))->a = (int16_t)space;
}

void p77_forget_attacks(p77_state *s) { memset(s->attack_way, P77_NO_WAY, sizeof s->attack_way); }

/* p77.battle.order: with one battle left there is no choice. False: none is left. */
bool p77_next_battle(p77_state *s) {
    mk_set64 pending = p77_pending_battles(s);
    if (!pending) {
        p77_forget_attacks(s);
        return false;
    }
    if (mk_set_size(pending) == 1)
        begin_battle(s, mk_set_first(pending));
    else
        mk_push(&s->base, P77_PH_CHOOSE_BATTLE, attacker(s));
    return true;
}

void p77_choose_battle_list(const void *state, mk_actions *out) {
    MK_SET_EACH(space, p77_pending_battles(state)) mk_offer(out, P77_V_ATTACK, space, 0, 0);
}

const char *p77_choose_battle_why_not(const void *state, mk_action a) {
    FORBID("p77.battle:waits", !mk_set_has(p77_pending_battles(state), a.a));
    return NULL;
}

void p77_choose_battle_apply(void *state, mk_action a, mk_log *log) {
    (void)log;
    p77_state *s = state;
    mk_pop(&s->base);
    begin_battle(s, a.a);
}

/* ---- Deployment ---- */

static mk_set64 deployed(const p77_state *s) {
    const mk_set64 *p = s->battle.position;
    return p[P77_LEFT] | p[P77_CENTER] | p[P77_RIGHT] | p[P77_RESERVE];
}

static inline p77_side deciding(const p77_state *s) {
    return (p77_side)mk_top_const(&s->base)->seat;
}

static mk_set64 to_deploy(const p77_state *s, p77_side side) {
    return p77_at(s, s->battle.at, side) & ~deployed(s);
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
    FORBID("p77.deploy.each_position:empty", mk_set_size(to_deploy(s, deciding(s))) - 1 < empty);
    return NULL;
}

void p77_deploy_list(const void *state, mk_actions *out) {
    const p77_state *s = state;
    for (int position = 0; position < P77_POSITIONS; position++) {
        if (why_not_deploy_to(s, position)) continue;
        MK_SET_EACH(unit, to_deploy(s, deciding(s))) mk_offer(out, P77_V_DEPLOY, unit, position, 0);
    }
}

const char *p77_deploy_why_not(const void *state, mk_action a) {
    const p77_state *s = state;
    FORBID("p77.deploy:placed", !mk_set_has(to_deploy(s, deciding(s)), a.a));
    return why_not_deploy_to(s, a.b);
}

/* p77.deploy.hidden: how many stand where is logged when all do; in which order would say who. */
static void tell_deployed(const p77_state *s, p77_side side, mk_log *log) {
    int16_t count[P77_POSITIONS];
    for (int p = 0; p < P77_POSITIONS; p++)
        count[p] = (int16_t)mk_set_size(s->battle.position[p] & p77.of_side[side]);
    mk_log_event_n(log, P77_E_DEPLOYED_HIDDEN, side, MK_BUT(side), 0, P77_POSITIONS, count);
}

void p77_deploy_apply(void *state, mk_action a, mk_log *log) {
    p77_state *s = state;
    p77_side side = deciding(s);
    s->battle.position[a.b] |= MK_BIT(a.a);
    mk_log_event(log, P77_E_DEPLOYED, side, MK_ONLY(side), 0, a.a, a.b);
    if (to_deploy(s, side)) return;
    tell_deployed(s, side, log);
    mk_pop(&s->base);
}

/* ---- From the second round on each side may withdraw first ---- */

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
    mk_pop(&s->base);
    if (a.verb == P77_V_WITHDRAW) p77_withdraw(s, side, log);
}

/* ---- A side's turn in a round: each of its blocks moves or fires once ---- */

static mk_set64 in_positions(const p77_state *s, p77_side side) {
    const mk_set64 *p = s->battle.position;
    return (p[P77_LEFT] | p[P77_CENTER] | p[P77_RIGHT]) & p77.of_side[side];
}

static mk_set64 can_commit(const p77_state *s, p77_side side) {
    return s->battle.position[P77_RESERVE] & p77.of_side[side] & ~s->battle.acted & ~s->battle.fled;
}

bool p77_position_vacant(const p77_state *s, p77_side side) {
    if (s->battle.kind == P77_SKIRMISH)
        return !(s->battle.position[P77_CENTER] & p77.of_side[side]);
    return empty_positions(s, side) > 0;
}

static const char *why_not_act(const p77_state *s, int unit) {
    FORBID("p77.move.own:fights", !mk_set_has(p77_at(s, s->battle.at, deciding(s)), unit));
    FORBID("p77.round.each_unit_once:acted", mk_set_has(s->battle.acted, unit));
    return NULL;
}

static const char *why_not_fire(const p77_state *s, int unit) {
    mk_set64 moved = s->battle.acted & s->battle.position[P77_RESERVE] & ~s->battle.fled;
    FORBID("p77.battle_move.no_fire:moved", mk_set_has(moved, unit));
    const char *why = why_not_act(s, unit);
    if (why) return why;
    FORBID("p77.fire.reserve:reserve", mk_set_has(s->battle.position[P77_RESERVE], unit));
    return NULL;
}

static const char *why_not_recall(const p77_state *s, int unit) {
    const char *why = why_not_act(s, unit);
    if (why) return why;
    FORBID("p77.skirmish.no_reserve:center", s->battle.kind == P77_SKIRMISH);
    FORBID("p77.battle_move:back", mk_set_has(s->battle.position[P77_RESERVE], unit));
    return NULL;
}

static const char *why_not_commit(const p77_state *s, int unit, int position) {
    const char *why = why_not_act(s, unit);
    if (why) return why;
    FORBID("p77.battle_move:reserve", !mk_set_has(s->battle.position[P77_RESERVE], unit));
    FORBID("p77.flee.stays:fled", mk_set_has(s->battle.fled, unit));
    FORBID("p77.battle_move:position", position == P77_RESERVE);
    return NULL;
}

/* Whether to withdraw was asked before the round began; in the first it is not asked at all. */
static const char *why_not_withdraw_now(const p77_state *s) {
    FORBID("p77.withdraw.second_round:first", s->battle.round < p77.withdrawal_round);
    FORBID("p77.withdraw.nowhere:nowhere", !p77_retreat_spaces(s, deciding(s), s->battle.at));
    return "p77.withdraw";
}

/* Blocks in reserve may stay there; a block in a position must fire or move. */
static const char *why_not_cease(const p77_state *s) {
    FORBID("p77.round.each_unit_once:all", in_positions(s, deciding(s)) & ~s->battle.acted);
    return NULL;
}

void p77_battle_turn_list(const void *state, mk_actions *out) {
    const p77_state *s = state;
    p77_side side = deciding(s);
    mk_set64 waiting = in_positions(s, side) & ~s->battle.acted;
    MK_SET_EACH(unit, waiting) {
        mk_offer(out, P77_V_FIRE, unit, 0, 0);
        if (s->battle.kind == P77_LARGE) mk_offer(out, P77_V_RECALL, unit, 0, 0);
    }
    MK_SET_EACH(unit, can_commit(s, side)) {
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

static void change_position(p77_state *s, int unit, int from, int to) {
    s->battle.position[from] &= ~MK_BIT(unit);
    s->battle.position[to] |= MK_BIT(unit);
    s->battle.acted |= MK_BIT(unit);
}

static void recall(p77_state *s, int unit, mk_log *log) {
    int from = p77_position_of(s, unit);
    change_position(s, unit, from, P77_RESERVE);
    mk_log_event(log, P77_E_RECALL, p77.unit[unit].side, MK_EVERYONE, 0, (int16_t)unit,
                 (int16_t)from);
}

static void commit(p77_state *s, int unit, int position, mk_log *log) {
    uint8_t news = mk_set_has(s->known, unit) ? 0 : MK_REVEALED;
    change_position(s, unit, P77_RESERVE, position);
    s->known |= MK_BIT(unit); /* p77.fog.battle */
    mk_log_event(log, P77_E_COMMIT, p77.unit[unit].side, MK_EVERYONE, news, (int16_t)unit,
                 (int16_t)position);
}

void p77_battle_turn_apply(void *state, mk_action a, mk_log *log) {
    p77_state *s = state;
    mk_pop_with(&s->base, a.verb == P77_V_CEASE);
    switch (a.verb) {
    case P77_V_FIRE: p77_fire(s, a.a, log); break;
    case P77_V_RECALL: recall(s, a.a, log); break;
    case P77_V_COMMIT: commit(s, a.a, a.b, log); break;
    default: break;
    }
}

/* ---- The course of a battle ---- */

/* What comes next, in the `b` of its frame. */
enum { BEGIN, DEPLOY, DEFENDER_STANDS, ATTACKER_STANDS, DEFENDER_ACTS, ATTACKER_ACTS };

static void begin(p77_state *s, mk_frame *f, mk_log *log) {
    int space = f->a;
    p77_battle_kind kind = p77_engagement(s, space);
    if (kind == P77_OVERRUN) {
        mk_pop(&s->base);
        p77_overrun(s, space);
        return;
    }
    p77_open_boxes(s, s->here[space]);
    s->battle = (p77_battle){.at = (uint8_t)space, .kind = (uint8_t)kind, .round = 1};
    uint8_t news = p77_boxes(s) ? MK_REVEALED : 0; /* how many came out of the boxes */
    mk_log_event(log, P77_E_BATTLE, attacker(s), MK_EVERYONE, news, (int16_t)space, (int16_t)kind);
    if (kind == P77_SKIRMISH) /* all stand in the center, there is nothing to choose */
        s->battle.position[P77_CENTER] = s->here[space];
    f->b = DEPLOY;
}

/* p77.deploy.defender_first */
static void deploy(p77_state *s, mk_frame *f, mk_log *log) {
    p77_side side = to_deploy(s, defender(s)) ? defender(s) : attacker(s);
    if (to_deploy(s, side)) {
        mk_push(&s->base, P77_PH_DEPLOY, side)->a = s->battle.at;
        return;
    }
    reveal_positions(s, log); /* p77.deploy.hidden */
    f->b = DEFENDER_ACTS;
}

/* p77.withdraw.nowhere: a side that has nowhere to go is not asked. */
static void ask_to_stand(p77_state *s, p77_side side) {
    if (!p77_retreat_spaces(s, side, s->battle.at)) return;
    mk_frame *f = mk_push(&s->base, P77_PH_STAND_OR_WITHDRAW, side);
    f->a = s->battle.at;
    f->b = s->battle.round;
}

static void begin_round(p77_state *s, mk_frame *f, mk_log *log) {
    if (s->battle.round < UINT8_MAX) s->battle.round++; /* who only moves can fight for ever */
    s->battle.acted = 0;
    mk_log_event(log, P77_E_ROUND, -1, MK_EVERYONE, 0, s->battle.at, s->battle.round);
    bool asked = RULE("p77.withdraw.second_round", s->battle.round >= p77.withdrawal_round);
    f->b = asked ? DEFENDER_STANDS : DEFENDER_ACTS; /* p77.withdraw.defender_first */
}

/* A side acts as long as one of its blocks can, or until it holds the rest of its reserve back.
 * True: it has done all. */
static bool has_acted(p77_state *s, mk_frame *f, p77_side side) {
    bool ceased = f->result != 0;
    f->result = 0;
    if (ceased || !((in_positions(s, side) & ~s->battle.acted) | can_commit(s, side))) return true;
    f = mk_push(&s->base, P77_PH_BATTLE_TURN, side);
    f->a = s->battle.at;
    f->b = s->battle.round;
    return false;
}

static void end(p77_state *s, mk_log *log) {
    int at = s->battle.at;
    p77_side winner = p77_at(s, at, attacker(s)) ? attacker(s) : defender(s);
    mk_log_event(log, P77_E_BATTLE_WON, winner, MK_EVERYONE, 0, (int16_t)at);
    MK_SET_EACH(u, p77.of_side[attacker(s)]) { /* how they came there matters no longer */
        int way = s->attack_way[u];
        if (way != P77_NO_WAY && mk_way_to(&p77.roads, way) == at) s->attack_way[u] = P77_NO_WAY;
    }
    s->battle = (p77_battle){.at = P77_NO_SPACE};
    mk_pop(&s->base);
}

/* p77.round, p77.retreat.forced: by fire, or who empties a position of his own by moving. */
static void fight(p77_state *s, mk_frame *f, mk_log *log) {
    for (int side = 0; side < P77_SIDES; side++) {
        if (!p77_at(s, s->battle.at, (p77_side)side)) {
            end(s, log);
            return;
        }
        if (RULE("p77.retreat.forced", p77_position_vacant(s, (p77_side)side))) {
            p77_forced_retreat(s, (p77_side)side, log);
            return;
        }
    }
    switch (f->b) {
    case DEFENDER_STANDS:
        f->b = ATTACKER_STANDS;
        ask_to_stand(s, defender(s));
        break;
    case ATTACKER_STANDS:
        f->b = DEFENDER_ACTS;
        ask_to_stand(s, attacker(s));
        break;
    case DEFENDER_ACTS:
        if (has_acted(s, f, defender(s))) f->b = ATTACKER_ACTS;
        break;
    default:
        if (has_acted(s, f, attacker(s))) begin_round(s, f, log);
    }
}

void p77_battle_step(void *state, mk_log *log) {
    p77_state *s = state;
    mk_frame *f = mk_top(&s->base);
    switch (f->b) {
    case BEGIN: begin(s, f, log); break;
    case DEPLOY: deploy(s, f, log); break;
    default: fight(s, f, log);
    }
}
