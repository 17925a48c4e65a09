/* turn.c - the sequence of play: action points, who is first, weather, victory. */
#include "p77.h"

/* ---- Victory ---- */

void p77_drop_frames(p77_state *s) {
    while (s->base.depth) mk_pop(&s->base);
}

int p77_total_sp(const p77_state *s, p77_side side) {
    int total = 0;
    MK_SET_EACH(u, p77.of_side[side]) total += s->sp[u];
    return total;
}

int p77_printed_sp(p77_side side) {
    int total = 0;
    MK_SET_EACH(u, p77.of_side[side]) total += p77.unit[u].sp;
    return total;
}

const char *p77_reason_key(p77_reason reason) {
    static const char *const keys[] = {
        [P77_UNDECIDED] = NULL,
        [P77_WON_PHILADELPHIA] = "p77.victory.philadelphia",
        [P77_WON_WASHINGTON] = "p77.victory.washington",
        [P77_WON_AMERICAN_LOSSES] = "p77.victory.american_strength",
        [P77_WON_BOTH_BELOW] = "p77.victory.both",
        [P77_WON_BRITISH_LOSSES] = "p77.victory.british_strength",
        [P77_WON_LAST_TURN] = "p77.victory.last_turn",
    };
    return keys[reason];
}

void p77_win(p77_state *s, p77_side side, p77_reason reason, mk_log *log) {
    s->winner = (uint8_t)side;
    s->reason = (uint8_t)reason;
    s->group = s->taken = s->left = s->starving = 0; /* moves and hunger end with the game */
    p77_drop_frames(s);
    mk_log_event(log, P77_E_WON, side, MK_EVERYONE, 0, side, (int16_t)reason);
}

/* p77.victory.philadelphia: what the end of an American player turn finds there. */
static void note_philadelphia(p77_state *s, mk_log *log) {
    bool held = p77_at(s, p77.philadelphia, P77_BRITISH) != 0;
    bool supplied = mk_set_has(p77_supplied(s, P77_BRITISH), p77.philadelphia);
    if (RULE("p77.victory.philadelphia", held && supplied)) {
        if (s->philadelphia < p77.philadelphia_turns) s->philadelphia++; /* enough is enough */
        mk_log_event(log, P77_E_PHILADELPHIA, -1, MK_EVERYONE, 0, s->philadelphia);
    } else {
        s->philadelphia = 0;
    }
}

/* p77.victory, in the order that settles what happens at the same time. */
static void check_victory(p77_state *s, mk_log *log) {
    bool british_below = RULE("p77.victory.british_strength",
                              p77_total_sp(s, P77_BRITISH) < p77.defeat_below[P77_BRITISH]);
    bool american_below = RULE("p77.victory.american_strength",
                               p77_total_sp(s, P77_AMERICAN) < p77.defeat_below[P77_AMERICAN]);
    if (RULE("p77.victory.both", british_below && american_below))
        p77_win(s, P77_BRITISH, P77_WON_BOTH_BELOW, log);
    else if (american_below)
        p77_win(s, P77_BRITISH, P77_WON_AMERICAN_LOSSES, log);
    else if (s->philadelphia >= p77.philadelphia_turns)
        p77_win(s, P77_BRITISH, P77_WON_PHILADELPHIA, log);
    else if (british_below)
        p77_win(s, P77_AMERICAN, P77_WON_BRITISH_LOSSES, log);
    else if (RULE("p77.victory.last_turn", s->base.turn >= p77_last_turn(s)))
        p77_win(s, P77_AMERICAN, P77_WON_LAST_TURN, log);
}

/* ---- The campaign: the set-up, then turn after turn ---- */

/* p77.action_points: both roll; who has more decides who is first. */
static void begin_turn(p77_state *s, mk_log *log) {
    s->base.turn++;
    s->rain = 0; /* it is rolled for later; and nobody has moved */
    s->moved = 0;
    mk_log_event(log, P77_E_TURN, -1, MK_EVERYONE, 0, (int16_t)s->base.turn);
    int die[P77_SIDES];
    for (int side = 0; side < P77_SIDES; side++) {
        die[side] = mk_die(&s->base.rng, P77_DIE);
        s->ap[side] = (uint8_t)(p77.ap_base + p77.ap_bonus[die[side] - 1]);
    }
    mk_log_event(log, P77_E_ACTION_POINTS, -1, MK_EVERYONE, MK_ROLLED, die[P77_BRITISH],
                 s->ap[P77_BRITISH], die[P77_AMERICAN], s->ap[P77_AMERICAN]);
}

/* p77.action_points.tie */
void p77_ask_who_is_first(p77_state *s) {
    bool british = RULE("p77.first_player", s->ap[P77_BRITISH] > s->ap[P77_AMERICAN]);
    mk_push(&s->base, P77_PH_CHOOSE_FIRST, british ? P77_BRITISH : P77_AMERICAN);
}

static void roll_weather(p77_state *s, mk_log *log) {
    int die = mk_die(&s->base.rng, P77_DIE); /* p77.weather */
    s->rain = p77.rain[die - 1];
    mk_log_event(log, P77_E_WEATHER, s->first, MK_EVERYONE, MK_ROLLED, (int16_t)die, s->rain);
}

/* p77.sequence */
void p77_campaign_step(void *state, mk_log *log) {
    p77_state *s = state;
    mk_frame *f = mk_top(&s->base);
    switch (f->a++) {
    case P77_STEP_SET_UP:
        if (!p77_all_placed(s)) mk_push(&s->base, P77_PH_SET_UP, P77_AMERICAN);
        break;
    case P77_STEP_BOXES:
        p77_tell_placed(s, log);
        if (p77_boxes(s)) mk_push(&s->base, P77_PH_LOAD_BOXES, P77_BRITISH);
        break;
    case P77_STEP_BEGIN_TURN:
        begin_turn(s, log);
        p77_ask_who_is_first(s);
        break;
    case P77_STEP_WEATHER: roll_weather(s, log); break;
    case P77_STEP_FIRST_PLAYER: mk_push(&s->base, P77_PH_PLAYER_TURN, s->first); break;
    case P77_STEP_SECOND_PLAYER: mk_push(&s->base, P77_PH_PLAYER_TURN, p77_enemy(s->first)); break;
    default: f->a = P77_STEP_BEGIN_TURN; check_victory(s, log);
    }
}

/* ---- A player's turn ---- */

static void begin_player_turn(p77_state *s, p77_side side) {
    s->active = (uint8_t)side;
    s->ap_left = s->ap[side];
    s->moved = 0;
    mk_push(&s->base, P77_PH_MOVEMENT, side);
}

/* p77.sequence.player_turn */
void p77_player_turn_step(void *state, mk_log *log) {
    p77_state *s = state;
    mk_frame *f = mk_top(&s->base);
    switch (f->a) {
    case P77_STEP_MOVEMENT:
        f->a = P77_STEP_BATTLES;
        begin_player_turn(s, (p77_side)f->seat);
        break;
    case P77_STEP_BATTLES:
        s->ap_left = 0; /* p77.action_points.unused */
        if (!p77_next_battle(s)) f->a = P77_STEP_SUPPLY;
        break;
    case P77_STEP_SUPPLY:
        f->a = P77_STEP_END;
        p77_check_supply(s, log);
        break;
    default:
        if (s->active == P77_AMERICAN) note_philadelphia(s, log);
        mk_pop(&s->base);
    }
}

/* ---- The decision who is first ---- */

void p77_choose_first_list(const void *state, mk_actions *out) {
    (void)state;
    mk_offer(out, P77_V_FIRST, P77_BRITISH, 0, 0);
    mk_offer(out, P77_V_FIRST, P77_AMERICAN, 0, 0);
}

const char *p77_choose_first_why_not(const void *state, mk_action a) {
    (void)state;
    (void)a; /* either side may be named */
    return NULL;
}

void p77_choose_first_apply(void *state, mk_action a, mk_log *log) {
    p77_state *s = state;
    s->first = (uint8_t)a.a;
    mk_log_event(log, P77_E_FIRST, mk_top(&s->base)->seat, MK_EVERYONE, 0, a.a);
    mk_pop(&s->base);
}

void p77_outcome(const void *state, mk_outcome *out) {
    const p77_state *s = state;
    for (int side = 0; side < P77_SIDES; side++) {
        out->rank[side] = s->winner == side ? 1 : 2;
        out->margin[side] = p77_total_sp(s, (p77_side)side) - p77.defeat_below[side];
    }
    out->reason = p77_reason_key(s->reason);
}
