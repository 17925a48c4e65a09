/* turn.c - the sequence of play: rally, sea travel, sorties, initiative, the cup, victory (3.0,
 * c77.5.0, 6.0, c77.7.1). */
#include "c77.h"

#include <string.h>

/* ---- The driver ---- */

/* Somebody has to decide. */
mk_frame *c77_ask(c77_state *s, int phase, int side) { return mk_push(&s->base, phase, side); }

static void stage_step(c77_state *s, mk_log *log);

/* A march or an activation whose leader is no longer there is over. */
static bool drop_finished_frame(c77_state *s) {
    int phase = mk_top(&s->base)->phase;
    bool march = phase == C77_PH_MARCH && s->army[C77_SECOND_ARMY].leader == C77_NONE;
    bool activation = phase == C77_PH_ACTIVATION && s->act.leader == C77_NONE;
    if (march || activation) mk_pop(&s->base);
    return march || activation;
}

/* Goes on until somebody has to decide, the most urgent thing first. */
void c77_go_on(c77_state *s, mk_log *log) {
    while (!c77_over(s)) {
        int depth = s->base.depth;
        if (s->escaping) {
            c77_next_escape(s, log);
        } else if (s->feat_count) {
            c77_next_feat(s, log);
        } else if (s->capture_count) {
            c77_next_capture(s);
        } else if (s->battle.kind != C77_NO_BATTLE) {
            c77_battle_step(s, log);
        } else if (depth) {
            if (!drop_finished_frame(s)) return;
            continue;
        } else if (c77_is(s->army[C77_SECOND_ARMY].leader, C77_POWELL)) {
            c77_march_again(s, log);
        } else {
            stage_step(s, log);
        }
        if (s->base.depth > depth) return;
    }
}

c77_pair c77_throw_pair(c77_state *s) {
    c77_pair dice = {.first = mk_die(&s->base.rng, C77_DIE)};
    dice.second = mk_die(&s->base.rng, C77_DIE);
    dice.sum = dice.first + dice.second;
    return dice;
}

/* ---- Victory ---- */

static const char *reason_key(c77_reason reason) {
    static const char *const keys[] = {
        [C77_UNDECIDED] = NULL,
        [C77_WON_CONTROL] = "c77.3.2",
        [C77_WON_TIME] = "c77.3.2",
        [C77_WON_WASHINGTON] = "c77.21.2",
        [C77_WON_NEW_ENGLAND] = "c77.21.3",
    };
    return keys[reason];
}

void c77_win(c77_state *s, c77_side side, c77_reason reason, mk_log *log) {
    s->winner = (uint8_t)side;
    s->reason = (uint8_t)reason;
    while (s->base.depth) mk_pop(&s->base);
    mk_tell(log, C77_E_WON, (int)side, MK_EVERYONE, 0, (int16_t)side, (int16_t)reason);
}

/* c77.3.2: to have controlled Philadelphia once is enough. */
void c77_note_philadelphia(c77_state *s, mk_log *log) {
    if (s->had_philadelphia || !c77_controls(s, C77_BRITISH, c77.philadelphia)) return;
    s->had_philadelphia = 1;
    mk_tell(log, C77_E_PHILADELPHIA, C77_BRITISH, MK_EVERYONE, 0);
}

static c77_set british_controlled(const c77_state *s) {
    return s->occupied[C77_BRITISH] & ~s->occupied[C77_PATRIOT];
}

int c77_british_goals(const c77_state *s) {
    return c77_size(british_controlled(s) & c77_rules(s)->control);
}

static bool holds_all(const c77_state *s, c77_set spaces) {
    return (spaces & ~british_controlled(s)) == 0;
}

/* c77.21.3 */
static bool new_england_won(const c77_state *s) {
    int met = s->had_philadelphia_at_end + holds_all(s, c77.new_england_line) +
              holds_all(s, c77.new_england_ports);
    return met >= c77.new_england_needed;
}

static void decide_game(c77_state *s, mk_log *log) {
    const c77_scenario *r = c77_rules(s);
    if (c77_option(s, C77_OPTION_NEW_ENGLAND) && RULE("c77.21.3", r->philadelphia_once)) {
        if (new_england_won(s))
            c77_win(s, C77_BRITISH, C77_WON_NEW_ENGLAND, log);
        else
            c77_win(s, C77_PATRIOT, C77_WON_TIME, log);
        return;
    }
    bool once = !r->philadelphia_once || s->had_philadelphia;
    if (RULE("c77.3.2", once && holds_all(s, r->control)))
        c77_win(s, C77_BRITISH, C77_WON_CONTROL, log);
    else
        c77_win(s, C77_PATRIOT, C77_WON_TIME, log);
}

static void end_turn(c77_state *s, mk_log *log) {
    if (c77_controls(s, C77_BRITISH, c77.philadelphia)) s->had_philadelphia_at_end = 1;
    if (RULE("c77.5.0", s->base.turn >= c77_rules(s)->last_turn))
        decide_game(s, log);
    else
        c77_begin_turn(s, log);
}

void c77_outcome(const void *state, mk_outcome *out) {
    const c77_state *s = state;
    int goals = c77_british_goals(s), needed = c77_size(c77_rules(s)->control);
    for (int side = 0; side < C77_SIDES; side++) out->rank[side] = s->winner == side ? 1 : 2;
    out->margin[C77_BRITISH] = goals;
    out->margin[C77_PATRIOT] = needed - goals;
    out->reason = reason_key(s->reason);
}

/* ---- The beginning of a turn ---- */

static void forget_marches(c77_state *s) {
    s->marched = s->activated = 0;
    s->kosciuszko_marched = 0;
    for (int place = 0; place < c77_place_count(); place++) {
        c77_stack *p = &s->stack[place];
        for (int class = C77_MARCHED; class < C77_CLASSES; class ++) {
            if (!(class & C77_MARCHED) || !p->sp[class]) continue;
            p->sp[class & ~C77_MARCHED] = (uint8_t)(p->sp[class & ~C77_MARCHED] + p->sp[class]);
            p->sp[class] = 0;
        }
        for (int side = 0; side < C77_SIDES; side++) {
            p->trains[side][0] = (uint8_t)(p->trains[side][0] + p->trains[side][1]);
            p->trains[side][1] = 0;
        }
    }
}

void c77_begin_turn(c77_state *s, mk_log *log) {
    s->base.turn++;
    s->stage = C77_STAGE_RALLY;
    s->felled_trees = 0;
    s->first = C77_NONE;
    forget_marches(s);
    mk_tell(log, C77_E_TURN, -1, MK_EVERYONE, 0, (int16_t)s->base.turn);
}

/* c77.6.1 A roll up to the rally number of his department brings as many SP as rolled. */
void c77_rally(c77_state *s, int leader, int type, mk_log *log) {
    int die = mk_die(&s->base.rng, C77_DIE), at = s->at[leader];
    mk_tell(log, C77_E_RALLY, c77_leader_side(leader), MK_EVERYONE, MK_ROLLED, (int16_t)type,
            (int16_t)die, (int16_t)at);
    int number = c77.rally[c77.space[c77_space_of(at)].department][type];
    if (RULE("c77.6.1", die <= number)) c77_recruit(s, at, type, die, log);
}

/* The next leader rolls, the British first; enemy leaders whom the new SP surprise escape before
 * others roll. False: all have rolled. */
static bool rally_next(c77_state *s, mk_log *log) {
    if (!RULE("c77.6.1", c77.rally_turn[s->base.turn])) return false;
    for (int side = 0; side < C77_SIDES; side++) {
        C77_EACH_LEADER(l, c77.primaries & c77.of_side[side] & ~s->rallied) {
            if (!c77_on_map(s, l) || RULE("c77.6.2", c77_besieged(s, l))) continue;
            s->rallied |= C77_LEADER_BIT(l);
            c77_rally(s, l, side == C77_BRITISH ? C77_TORY : C77_MILITIA, log);
            if (side == C77_BRITISH) c77_rally(s, l, C77_INDIAN, log);
            return true;
        }
    }
    return false;
}

/* ---- Initiative ---- */

/* c77.5.0 II.a: two dice and the enemy's casualties; ties are rolled again. */
static void roll_initiative(c77_state *s, mk_log *log) {
    if (RULE("c77.5.0", s->base.turn == 1)) {
        s->initiative = C77_BRITISH;
        mk_tell(log, C77_E_AUTOMATIC_INITIATIVE, C77_BRITISH, MK_EVERYONE, 0);
        return;
    }
    int total[C77_SIDES];
    c77_pair dice[C77_SIDES];
    do {
        for (int side = 0; side < C77_SIDES; side++) {
            dice[side] = c77_throw_pair(s);
            total[side] = dice[side].sum + s->casualties[c77_enemy(side)];
        }
        mk_tell(log, C77_E_INITIATIVE, -1, MK_EVERYONE, MK_ROLLED, (int16_t)total[0],
                (int16_t)total[1], (int16_t)dice[0].first, (int16_t)dice[0].second,
                (int16_t)dice[1].first, (int16_t)dice[1].second);
        /* dice that were fed and are used up would tie for ever */
    } while (total[C77_BRITISH] == total[C77_PATRIOT] && !s->base.rng.fault);
    s->initiative = total[C77_BRITISH] > total[C77_PATRIOT] ? C77_BRITISH : C77_PATRIOT;
}

static c77_leaders can_be_first(const c77_state *s) { return s->markers & c77.primaries; }

void c77_choose_first_list(const void *state, mk_actions *out) {
    C77_EACH_LEADER(l, can_be_first(state)) mk_offer(out, C77_V_FIRST, l, 0, 0);
}

const char *c77_choose_first_why_not(const void *state, mk_action x) {
    FORBID("c77.5.0", !c77_among(can_be_first(state), x.a));
    return NULL;
}

/* c77.5.0 II.b, c: all other markers go into the cup, the casualties back to nought. */
void c77_choose_first_apply(void *state, mk_action x, mk_log *log) {
    c77_state *s = state;
    mk_tell(log, C77_E_FIRST, s->initiative, MK_EVERYONE, 0, x.a);
    s->first = (uint8_t)x.a;
    s->cup = s->markers & ~C77_LEADER_BIT(x.a);
    s->casualties[0] = s->casualties[1] = 0;
    s->stage = C77_STAGE_RETURNS_BRITISH;
    mk_pop(&s->base);
    c77_go_on(s, log);
}

/* ---- Leaders come back (c77.13.4, c77.5.0 II.d) ---- */

static c77_leaders due(const c77_state *s, int side) {
    c77_leaders leaders = 0;
    C77_EACH_LEADER(l, c77.of_side[side]) {
        if (s->at[l] == C77_TRACK && s->returns[l] <= s->base.turn) leaders |= C77_LEADER_BIT(l);
    }
    return leaders;
}

static c77_leaders hosts(const c77_state *s, int side) {
    c77_leaders leaders = 0;
    C77_EACH_LEADER(l, c77.primaries & c77.of_side[side]) {
        if (c77_on_map(s, l)) leaders |= C77_LEADER_BIT(l);
    }
    return leaders;
}

/* D2: without a primary leader on the map they wait another turn. */
static void ask_returns(c77_state *s, int side) {
    c77_leaders back = due(s, side);
    if (!back) {
        s->stage++;
        return;
    }
    if (hosts(s, side)) {
        c77_ask(s, C77_PH_RETURN, side);
        return;
    }
    C77_EACH_LEADER(l, back) s->returns[l] = (uint8_t)(s->base.turn + 1);
}

static const char *why_not_join(const c77_state *s, int leader, int host) {
    int side = c77_deciding(s);
    FORBID("c77.13.4", !c77_among(due(s, side), leader));
    FORBID("c77.13.4", !c77_among(hosts(s, side), host));
    return NULL;
}

void c77_return_list(const void *state, mk_actions *out) {
    const c77_state *s = state;
    int side = c77_deciding(s);
    C77_EACH_LEADER(l, due(s, side)) {
        C77_EACH_LEADER(host, hosts(s, side)) mk_offer(out, C77_V_JOIN, l, host, 0);
    }
}

const char *c77_return_why_not(const void *state, mk_action x) {
    return why_not_join(state, x.a, x.b);
}

void c77_return_apply(void *state, mk_action x, mk_log *log) {
    c77_state *s = state;
    s->returns[x.a] = 0;
    c77_move_leader(s, x.a, s->at[x.b]);
    mk_tell(log, C77_E_RETURNS, c77_leader_side(x.a), MK_EVERYONE, 0, x.a, x.b);
    mk_pop(&s->base);
    c77_go_on(s, log);
}

/* ---- The cup ---- */

static int marker_number(int bit) {
    return bit < C77_SUPPLY_MARKER ? bit : c77.leader_count + bit - C77_SUPPLY_MARKER;
}

/* Drawn when needed: there is no shuffled cup in the state that could be looked into. */
static int draw(c77_state *s) {
    int skip = (int)mk_below(&s->base.rng, (uint32_t)__builtin_popcount(s->cup));
    uint32_t left = s->cup;
    while (skip--) left &= left - 1;
    int marker = __builtin_ctz(left);
    s->cup &= ~C77_LEADER_BIT(marker);
    return marker;
}

static void next_action(c77_state *s, mk_log *log) {
    if (s->first != C77_NONE) {
        int leader = s->first;
        s->first = C77_NONE;
        c77_activate(s, leader, 0, log);
        return;
    }
    if (!s->cup) {
        s->stage = C77_STAGE_END;
        return;
    }
    int marker = draw(s);
    mk_tell(log, C77_E_DRAWN, -1, MK_EVERYONE, MK_ROLLED, (int16_t)marker_number(marker));
    if (marker >= C77_EVENT_MARKER)
        c77_random_event(s, marker - C77_EVENT_MARKER, log);
    else if (marker >= C77_SUPPLY_MARKER)
        c77_check_supply(s, marker - C77_SUPPLY_MARKER, log);
    else
        c77_activate(s, marker, 0, log);
}

/* ---- The stages ---- */

static void stage_step(c77_state *s, mk_log *log) {
    switch (s->stage) {
    case C77_STAGE_RALLY:
        if (rally_next(s, log)) return;
        s->stage = C77_STAGE_SEA;
        s->rallied = 0;
        return;
    case C77_STAGE_SEA:
        s->stage = C77_STAGE_SORTIES_BRITISH;
        s->sortied = 0;
        c77_sea_travel(s, log);
        return;
    case C77_STAGE_SORTIES_BRITISH:
    case C77_STAGE_SORTIES_PATRIOT: {
        int depth = s->base.depth;
        c77_ask_sorties(s, s->stage - C77_STAGE_SORTIES_BRITISH);
        if (s->base.depth > depth) return;
        s->stage++;
        s->sortied = 0;
        return;
    }
    case C77_STAGE_INITIATIVE:
        roll_initiative(s, log);
        c77_ask(s, C77_PH_CHOOSE_FIRST, s->initiative);
        return;
    case C77_STAGE_RETURNS_BRITISH:
    case C77_STAGE_RETURNS_PATRIOT: ask_returns(s, s->stage - C77_STAGE_RETURNS_BRITISH); return;
    case C77_STAGE_ACTIONS: next_action(s, log); return;
    case C77_STAGE_SUPPLY: c77_supply_step(s, log); return;
    default: end_turn(s, log); return;
    }
}
