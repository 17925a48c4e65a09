/* turn.c - the sequence of play: rally, sea travel, sorties, initiative, the cup, victory (3.0,
 * c77.5.0, 6.0, c77.7.1). */
#include "c77.h"

#include <string.h>

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
    mk_log_event(log, C77_E_WON, (int)side, MK_EVERYONE, 0, (int16_t)side, (int16_t)reason);
}

/* c77.3.2: to have controlled Philadelphia once is enough. */
void c77_note_philadelphia(c77_state *s, mk_log *log) {
    if (s->had_philadelphia || !c77_controls(s, C77_BRITISH, c77.philadelphia)) return;
    s->had_philadelphia = 1;
    mk_log_event(log, C77_E_PHILADELPHIA, C77_BRITISH, MK_EVERYONE, 0);
}

static mk_set128 british_controlled(const c77_state *s) {
    return s->occupied[C77_BRITISH] & ~s->occupied[C77_PATRIOT];
}

int c77_british_goals(const c77_state *s) {
    return mk_set_size(british_controlled(s) & c77_rules(s)->control);
}

static bool holds_all(const c77_state *s, mk_set128 spaces) {
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
        s->stage = C77_STAGE_BEGIN;
}

void c77_outcome(const void *state, mk_outcome *out) {
    const c77_state *s = state;
    int goals = c77_british_goals(s), needed = mk_set_size(c77_rules(s)->control);
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
        for (int side = 0; side < C77_SIDES; side++)
            mk_force_turn(p->trains[side], 1, 0, p->trains[side][1]);
        if (!p->total[C77_BRITISH] && !p->total[C77_PATRIOT]) continue;
        MK_SET_EACH(sp_class, mk_force_present(p->sp)) {
            if (sp_class & C77_MARCHED)
                mk_force_turn(p->sp, sp_class, sp_class & ~C77_MARCHED, p->sp[sp_class]);
        }
    }
}

static void begin_turn(c77_state *s, mk_log *log) {
    s->base.turn++;
    s->stage = C77_STAGE_RALLY;
    s->felled_trees = 0;
    s->first = C77_NONE;
    forget_marches(s);
    mk_log_event(log, C77_E_TURN, -1, MK_EVERYONE, 0, (int16_t)s->base.turn);
}

/* c77.6.1 A roll up to the rally number of his department brings as many SP as rolled. */
void c77_rally(c77_state *s, int leader, int type, mk_log *log) {
    int die = mk_die(&s->base.rng, C77_DIE), at = s->at[leader];
    int number = c77.rally[c77.space[c77_space_of(at)].department][type];
    bool success = RULE("c77.6.1", die <= number);
    mk_log_event(log, C77_E_RALLY, c77_leader_side(leader), MK_EVERYONE, MK_ROLLED, (int16_t)type,
                 (int16_t)die, (int16_t)at, success, (int16_t)number);
    if (success) c77_recruit(s, at, type, die, log);
}

/* The next leader rolls, the British first; enemy leaders whom the new SP surprise escape before
 * others roll. False: all have rolled. */
static bool rally_next(c77_state *s, mk_log *log) {
    if (!RULE("c77.6.1", c77.rally_turn[s->base.turn])) return false;
    for (int side = 0; side < C77_SIDES; side++) {
        MK_SET_EACH(l, c77.primaries & c77.of_side[side] & ~s->rallied) {
            if (!c77_on_map(s, l) || RULE("c77.6.2", c77_besieged(s, l))) continue;
            mk_set_add(&s->rallied, l);
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
        mk_log_event(log, C77_E_AUTOMATIC_INITIATIVE, C77_BRITISH, MK_EVERYONE, 0);
        return;
    }
    int total[C77_SIDES];
    c77_pair dice[C77_SIDES];
    do {
        for (int side = 0; side < C77_SIDES; side++) {
            dice[side] = c77_throw_pair(s);
            total[side] = dice[side].sum + s->casualties[c77_enemy(side)];
        }
        mk_log_event(log, C77_E_INITIATIVE, -1, MK_EVERYONE, MK_ROLLED, (int16_t)total[0],
                     (int16_t)total[1], (int16_t)dice[0].first, (int16_t)dice[0].second,
                     (int16_t)dice[1].first, (int16_t)dice[1].second);
        /* dice that were fed and are used up would tie for ever */
    } while (total[C77_BRITISH] == total[C77_PATRIOT] && !s->base.rng.fault);
    s->initiative = total[C77_BRITISH] > total[C77_PATRIOT] ? C77_BRITISH : C77_PATRIOT;
}

static mk_set64 can_be_first(const c77_state *s) { return s->markers & c77.primaries; }

void c77_choose_first_list(const void *state, mk_actions *out) {
    MK_SET_EACH(l, can_be_first(state)) mk_offer(out, C77_V_FIRST, l, 0, 0);
}

const char *c77_choose_first_why_not(const void *state, mk_action x) {
    FORBID("c77.5.0", !mk_set_has(can_be_first(state), x.a));
    return NULL;
}

/* c77.5.0 II.b, c: all other markers go into the cup, the casualties back to nought. */
void c77_choose_first_apply(void *state, mk_action x, mk_log *log) {
    c77_state *s = state;
    mk_log_event(log, C77_E_FIRST, s->initiative, MK_EVERYONE, 0, x.a);
    s->first = (uint8_t)x.a;
    s->cup = s->markers & ~MK_BIT(x.a);
    s->casualties[0] = s->casualties[1] = 0;
    s->stage = C77_STAGE_RETURNS_BRITISH;
    mk_pop(&s->base);
}

/* ---- Leaders come back (c77.13.4, c77.5.0 II.d) ---- */

static mk_set64 due(const c77_state *s, int side) {
    mk_set64 leaders = 0;
    MK_SET_EACH(l, c77.of_side[side]) {
        if (s->at[l] == C77_TRACK && s->returns[l] <= s->base.turn) mk_set_add(&leaders, l);
    }
    return leaders;
}

static mk_set64 hosts(const c77_state *s, int side) {
    mk_set64 leaders = 0;
    MK_SET_EACH(l, c77.primaries & c77.of_side[side]) {
        if (c77_on_map(s, l)) mk_set_add(&leaders, l);
    }
    return leaders;
}

/* Where a side has SP on the map, in the open or inside a besieged fort. */
static mk_set128 camps(const c77_state *s, int side) {
    mk_set128 places = 0;
    MK_SET_EACH(space, s->occupied[side]) places |= MK_BIT128(c77_own_place(s, space, side));
    return places;
}

/* D2: without another primary leader on the map a primary leader returns to an army of his choice;
 * all others wait for him, or for another turn. */
static mk_set64 may_return(const c77_state *s, int side) {
    mk_set64 back = due(s, side);
    if (RULE("c77.13.4", hosts(s, side))) return back;
    return camps(s, side) ? back & c77.primaries : 0;
}

static void ask_camp(c77_state *s, int leader) {
    mk_push(&s->base, C77_PH_RETURN_TO, c77_leader_side(leader))->a = (int16_t)leader;
}

static void ask_returns(c77_state *s, int side) {
    mk_set64 back = may_return(s, side);
    if (!back) {
        MK_SET_EACH(l, due(s, side)) s->returns[l] = (uint8_t)(s->base.turn + 1);
        s->stage++;
    } else if (hosts(s, side) || back & (back - 1)) {
        mk_push(&s->base, C77_PH_RETURN, side);
    } else {
        ask_camp(s, mk_set_first(back));
    }
}

static const char *why_not_join(const c77_state *s, int leader, int host) {
    int side = c77_deciding(s);
    FORBID("c77.13.4", !mk_set_has(due(s, side), leader));
    FORBID("c77.13.4", !mk_set_has(hosts(s, side), host));
    return NULL;
}

/* Who is the first to come back where there is no primary leader? */
static const char *why_not_choose(const c77_state *s, int leader) {
    int side = c77_deciding(s);
    FORBID("c77.13.4", hosts(s, side) || !mk_set_has(may_return(s, side), leader));
    return NULL;
}

void c77_return_list(const void *state, mk_actions *out) {
    const c77_state *s = state;
    int side = c77_deciding(s);
    MK_SET_EACH(l, may_return(s, side)) {
        MK_SET_EACH(host, hosts(s, side)) mk_offer(out, C77_V_JOIN, l, host, 0);
        if (!hosts(s, side)) mk_offer(out, C77_V_CHOOSE, l, 0, 0);
    }
}

const char *c77_return_why_not(const void *state, mk_action x) {
    return x.verb == C77_V_CHOOSE ? why_not_choose(state, x.a) : why_not_join(state, x.a, x.b);
}

void c77_return_apply(void *state, mk_action x, mk_log *log) {
    c77_state *s = state;
    mk_pop(&s->base);
    if (x.verb == C77_V_CHOOSE) {
        ask_camp(s, x.a);
        return;
    }
    c77_move_leader(s, x.a, s->at[x.b]);
    mk_log_event(log, C77_E_RETURNS, c77_leader_side(x.a), MK_EVERYONE, 0, x.a, x.b);
}

void c77_return_to_list(const void *state, mk_actions *out) {
    MK_SET_EACH(place, camps(state, c77_deciding(state))) mk_offer(out, C77_V_TO, place, 0, 0);
}

const char *c77_return_to_why_not(const void *state, mk_action x) {
    FORBID("c77.13.4", !mk_set_has(camps(state, c77_deciding(state)), x.a));
    return NULL;
}

void c77_return_to_apply(void *state, mk_action x, mk_log *log) {
    c77_state *s = state;
    int leader = mk_top(&s->base)->a;
    mk_pop(&s->base);
    c77_move_leader(s, leader, x.a);
    c77_note_case(log, C77_RETURNS_WITHOUT_HOST);
    mk_log_event(log, C77_E_RETURNS_TO, c77_leader_side(leader), MK_EVERYONE, 0, (int16_t)leader,
                 x.a);
}

/* ---- The cup ---- */

static int marker_number(int bit) {
    return bit < C77_SUPPLY_MARKER ? bit : c77.leader_count + bit - C77_SUPPLY_MARKER;
}

/* Drawn when needed: there is no shuffled cup in the state that could be looked into. */
static int draw(c77_state *s) {
    int marker = mk_set_nth(s->cup, (int)mk_below(&s->base.rng, (uint32_t)mk_set_size(s->cup)));
    mk_set_remove(&s->cup, marker);
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
    mk_log_event(log, C77_E_DRAWN, -1, MK_EVERYONE, MK_ROLLED, (int16_t)marker_number(marker));
    if (marker >= C77_EVENT_MARKER)
        c77_random_event(s, marker - C77_EVENT_MARKER, log);
    else if (marker >= C77_SUPPLY_MARKER)
        c77_check_supply(s, marker - C77_SUPPLY_MARKER, log);
    else
        c77_activate(s, marker, 0, log);
}

/* ---- The stages ---- */

/* The sequence of play, from the first turn to the last. */
void c77_turn_step(void *state, mk_log *log) {
    c77_state *s = state;
    switch (s->stage) {
    case C77_STAGE_BEGIN: begin_turn(s, log); return;
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
    case C77_STAGE_SORTIES_PATRIOT:
        if (c77_ask_sorties(s, s->stage - C77_STAGE_SORTIES_BRITISH)) return;
        s->stage++;
        s->sortied = 0;
        return;
    case C77_STAGE_INITIATIVE:
        roll_initiative(s, log);
        mk_push(&s->base, C77_PH_CHOOSE_FIRST, s->initiative);
        return;
    case C77_STAGE_RETURNS_BRITISH:
    case C77_STAGE_RETURNS_PATRIOT: ask_returns(s, s->stage - C77_STAGE_RETURNS_BRITISH); return;
    case C77_STAGE_ACTIONS: next_action(s, log); return;
    default: end_turn(s, log); return;
    }
}
