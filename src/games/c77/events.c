/* events.c - random events (c77.18.0). What each does stands in data/c77/tables.json. */
#include "c77.h"

static bool active(const c77_state *s, int effect) {
    return mk_set_has(c77_rules(s)->events, effect);
}

/* ---- Events that happen to one primary leader of the owner's choice ---- */

static bool suits(const c77_state *s, int effect, int leader) {
    if (!c77_on_map(s, leader)) return false;
    switch (effect) {
    case C77_CONTRACTORS: return !mk_set_has(s->unsupplied, leader);
    case C77_BOLD_STROKE: return true;
    case C77_JANE_MCCREA:
        return !c77_besieged(s, leader) && mk_set_has(c77.northern, s->at[leader]);
    default: return !c77_besieged(s, leader);
    }
}

/* Jane McCrea rouses the Patriots, though the marker is British. */
static mk_set64 candidates(const c77_state *s, int effect) {
    int side = effect == C77_JANE_MCCREA ? C77_PATRIOT : s->event_side;
    mk_set64 leaders = 0;
    MK_SET_EACH(l, c77.primaries & c77.of_side[side]) {
        if (suits(s, effect, l)) mk_set_add(&leaders, l);
    }
    return leaders;
}

static void rouse_militia(c77_state *s, int place, mk_log *log) {
    int die = mk_die(&s->base.rng, C77_DIE);
    mk_log_event(log, C77_E_RALLY, C77_PATRIOT, MK_EVERYONE, MK_ROLLED, C77_MILITIA, (int16_t)die,
                 (int16_t)place, 1, 0);
    c77_recruit(s, place, C77_MILITIA, die, log);
}

static void place_train(c77_state *s, int side, int place, mk_log *log) {
    s->supply[side]--;
    c77_add_trains(s, place, side, 0, 1);
    mk_log_event(log, C77_E_SUPPLY_PLACED, side, MK_EVERYONE, 0, C77_TRAIN, (int16_t)place);
}

static void ask_indian_loss(c77_state *s);

/* An event meets a leader. */
static void meet_leader(c77_state *s, int effect, int leader, int gift, mk_log *log) {
    int at = s->at[leader];
    switch (effect) {
    case C77_JANE_MCCREA:
        rouse_militia(s, at, log);
        ask_indian_loss(s);
        return;
    case C77_LOYALISTS: c77_rally(s, leader, C77_TORY, log); return;
    case C77_MILITIA_TURNS_OUT: c77_rally(s, leader, C77_MILITIA, log); return;
    case C77_CONTRACTORS: place_train(s, C77_BRITISH, at, log); return;
    case C77_BOLD_STROKE: c77_activate(s, leader, 1, log); return;
    case C77_KOSCIUSZKO_ARRIVES: s->kosciuszko = (uint8_t)at; return;
    case C77_RIFLEMEN: c77_recruit(s, at, C77_CONTINENTAL, c77.riflemen, log); return;
    default: /* French Powder */
        if (gift)
            place_train(s, C77_PATRIOT, at, log);
        else
            c77_recruit(s, at, C77_ARTILLERY_P, c77.powder_artillery, log);
        return;
    }
}

/* Asks for the leader if there is a choice; gift: of French Powder, 1 is a train. */
static void choose_leader(c77_state *s, int effect, int gift, mk_log *log) {
    mk_set64 leaders = candidates(s, effect);
    if (!leaders) return;
    int side = effect == C77_JANE_MCCREA ? C77_PATRIOT : s->event_side;
    if (!(leaders & (leaders - 1))) {
        meet_leader(s, effect, mk_set_first(leaders), gift, log);
        return;
    }
    mk_frame *f = mk_push(&s->base, C77_PH_EVENT_LEADER, side);
    f->a = (int16_t)effect;
    f->b = (int16_t)gift;
}

void c77_event_leader_list(const void *state, mk_actions *out) {
    MK_SET_EACH(l, candidates(state, mk_top_const(&((const c77_state *)state)->base)->a))
        mk_offer(out, C77_V_CHOOSE, l, 0, 0);
}

const char *c77_event_leader_why_not(const void *state, mk_action x) {
    FORBID("c77.18.0:choice",
           !mk_set_has(candidates(state, mk_top_const(&((const c77_state *)state)->base)->a), x.a));
    return NULL;
}

void c77_event_leader_apply(void *state, mk_action x, mk_log *log) {
    c77_state *s = state;
    mk_frame f = *mk_top(&s->base);
    mk_pop(&s->base);
    meet_leader(s, f.a, x.a, f.b, log);
}

/* ---- French Powder: artillery or a train ---- */

static void french_powder(c77_state *s, mk_log *log) {
    bool guns = s->available[C77_ARTILLERY_P], train = s->supply[C77_PATRIOT];
    if (!candidates(s, C77_FRENCH_POWDER)) return;
    if (guns && train)
        mk_push(&s->base, C77_PH_EVENT_GIFT, C77_PATRIOT);
    else if (guns || train)
        choose_leader(s, C77_FRENCH_POWDER, train, log);
}

void c77_event_gift_list(const void *state, mk_actions *out) {
    (void)state;
    mk_offer(out, C77_V_RECEIVE, 0, 0, 0);
    mk_offer(out, C77_V_RECEIVE_TRAIN, 0, 0, 0);
}

const char *c77_event_gift_why_not(const void *state, mk_action x) {
    (void)state;
    (void)x; /* asked only if both can be had */
    return NULL;
}

void c77_event_gift_apply(void *state, mk_action x, mk_log *log) {
    c77_state *s = state;
    mk_pop(&s->base);
    choose_leader(s, C77_FRENCH_POWDER, x.verb == C77_V_RECEIVE_TRAIN, log);
}

/* ---- Events that take SP away; none of them counts as casualties ---- */

/* Camp Fever strikes where most British are. */
static mk_set128 fever_spaces(const c77_state *s) {
    mk_set128 spaces = 0;
    int most = 1;
    MK_SET_EACH(space, s->occupied[C77_BRITISH]) {
        int count = c77_sp_in(s, space, C77_BRITISH);
        if (count > most) {
            most = count;
            spaces = 0;
        }
        if (count == most) mk_set_add(&spaces, space);
    }
    return spaces;
}

/* Where SP can be taken from, and which classes. */
static mk_set128 loss_places(const c77_state *s, int effect) {
    mk_set128 places = 0;
    mk_set128 spaces = effect == C77_CAMP_FEVER    ? fever_spaces(s)
                       : effect == C77_JANE_MCCREA ? c77.northern & c77_area(s)
                                                   : c77_area(s);
    MK_SET_EACH(space, spaces) places |= c77_places_in(space);
    return places;
}

static bool can_be_lost(const c77_state *s, int effect, int place, int sp_class) {
    int type = c77_type_of(sp_class);
    if (!s->stack[place].sp[sp_class]) return false;
    switch (effect) {
    case C77_JANE_MCCREA: return type == C77_INDIAN;
    case C77_CAMP_FEVER: return c77.unit[type].side == C77_BRITISH;
    default: return type == C77_MILITIA;
    }
}

static int losses_possible(const c77_state *s, int effect) {
    int ways = 0;
    MK_SET_EACH(place, loss_places(s, effect)) {
        for (int sp_class = 0; sp_class < C77_CLASSES; sp_class++)
            ways += can_be_lost(s, effect, place, sp_class);
    }
    return ways;
}

static void ask_loss(c77_state *s, int effect, int losses) {
    if (losses <= 0 || !losses_possible(s, effect)) return;
    int side = effect == C77_ENLISTMENTS_EXPIRE ? C77_PATRIOT : C77_BRITISH;
    mk_frame *f = mk_push(&s->base, C77_PH_EVENT_LOSS, side);
    f->a = (int16_t)effect;
    f->b = (int16_t)losses;
}

static void ask_indian_loss(c77_state *s) { ask_loss(s, C77_JANE_MCCREA, 1); }

void c77_event_loss_list(const void *state, mk_actions *out) {
    const c77_state *s = state;
    int effect = mk_top_const(&s->base)->a;
    MK_SET_EACH(place, loss_places(s, effect)) {
        for (int sp_class = 0; sp_class < C77_CLASSES; sp_class++)
            if (can_be_lost(s, effect, place, sp_class))
                mk_offer(out, C77_V_REMOVE, place, sp_class, 0);
    }
}

const char *c77_event_loss_why_not(const void *state, mk_action x) {
    const c77_state *s = state;
    int effect = mk_top_const(&s->base)->a;
    FORBID("c77.18.0:choice", !mk_set_has(loss_places(s, effect), x.a));
    FORBID("c77.18.0:choice", !can_be_lost(s, effect, x.a, x.b));
    return NULL;
}

void c77_event_loss_apply(void *state, mk_action x, mk_log *log) {
    c77_state *s = state;
    mk_frame f = *mk_top(&s->base);
    int space = c77_space_of(x.a);
    mk_pop(&s->base);
    c77_kill(s, x.a, x.b, 1);
    mk_log_event(log, C77_E_REMOVED, f.seat, MK_EVERYONE, 0, x.b, x.a);
    c77_occupy(s, space, log);
    ask_loss(s, f.a, f.b - 1);
}

/* ---- Events without a choice ---- */

static void jane_mccrea(c77_state *s, mk_log *log) {
    if (candidates(s, C77_JANE_MCCREA)) {
        choose_leader(s, C77_JANE_MCCREA, 0, log);
        return;
    }
    bool albany =
        mk_set_has(c77_area(s), c77.albany) && !mk_set_has(s->occupied[C77_BRITISH], c77.albany);
    if (albany) rouse_militia(s, c77.albany, log);
    ask_indian_loss(s);
}

static void move_box(c77_state *s, int from, int to) {
    for (int sp_class = 0; sp_class < C77_CLASSES; sp_class++) {
        int count = s->stack[from].sp[sp_class];
        if (!count) continue;
        c77_add(s, from, sp_class, -count);
        c77_add(s, to, sp_class, count);
    }
}

/* c77.19.2: the replacements stay, Clinton and his garrison are free. */
static void reinforcements(c77_state *s, mk_log *log) {
    int box = c77_box(C77_NEW_YORK_BOX), clinton = c77.named[C77_CLINTON];
    move_box(s, box, c77.new_york);
    if (s->at[clinton] == box) c77_move_leader(s, clinton, c77.new_york);
    if (!mk_set_has(s->occupied[C77_PATRIOT], c77.new_york)) { /* else they cannot land */
        c77_add(s, box, C77_REGULAR * C77_MARKS, s->set_aside[C77_REGULAR]);
        s->set_aside[C77_REGULAR] = 0;
    }
    c77_occupy(s, c77.new_york, log);
    if (s->at[clinton] == C77_REMOVED) return;
    mk_set_add(&s->markers, clinton);
    mk_set_add(&s->cup, clinton);
}

/* c77.19.1: Powell and what is left of his five go back to their box for good. */
static void recall_powell(c77_state *s, mk_log *log) {
    int powell = c77.named[C77_POWELL], from = s->at[powell], left = s->bound_powell;
    int box = c77_box(C77_TICONDEROGA_BOX);
    s->powell_done = 1;
    mk_set_remove(&s->markers, powell);
    mk_set_remove(&s->cup, powell);
    if (from == C77_REMOVED || from == box) return;
    if (from < C77_MAX_PLACES) {
        for (int mark = 0; mark < C77_MARKS; mark++) {
            int sp_class = C77_REGULAR * C77_MARKS + mark, count = s->stack[from].sp[sp_class];
            if (count > left) count = left;
            c77_add(s, from, sp_class, -count);
            c77_add(s, box, sp_class, count);
            left -= count;
        }
    }
    c77_move_leader(s, powell, box);
    if (from >= C77_MAX_PLACES) return;
    c77_occupy(s, c77_space_of(from), log);
}

static void leave_for_good(c77_state *s, int leader) {
    c77_move_leader(s, leader, C77_REMOVED);
    c77_off_the_map(s, leader);
}

static void brant_finished(c77_state *s, mk_log *log) {
    int brant = c77.named[C77_BRANT], at = s->at[brant];
    leave_for_good(s, brant);
    if (at >= C77_MAX_PLACES) return;
    for (int mark = 0; mark < C77_MARKS; mark++) {
        int sp_class = C77_INDIAN * C77_MARKS + mark;
        if (s->stack[at].sp[sp_class]) c77_kill(s, at, sp_class, s->stack[at].sp[sp_class]);
    }
    c77_occupy(s, c77_space_of(at), log);
}

/* c77.20.2: where Albany is not in play he leaves for good. */
static void arnold_to_albany(c77_state *s) {
    int arnold = c77.named[C77_ARNOLD], schuyler = c77.named[C77_SCHUYLER];
    if (!RULE("c77.20.2", mk_set_has(c77_area(s), c77.albany))) {
        leave_for_good(s, arnold);
        return;
    }
    if (!mk_set_has(s->occupied[C77_BRITISH], c77.albany)) {
        c77_move_leader(s, arnold, c77.albany);
    } else if (c77_on_map(s, schuyler)) {
        c77_move_leader(s, arnold, s->at[schuyler]);
    } else {
        s->at[arnold] = C77_TRACK;
        s->returns[arnold] = (uint8_t)(s->base.turn + 1);
        c77_off_the_map(s, arnold);
    }
}

/* c77.19.8: first he appears, later he marches. */
static void smith(c77_state *s, mk_log *log) {
    int leader = c77.named[C77_SMITH];
    if (!RULE("c77.19.8", s->base.turn >= c77.smith_from_turn)) return;
    if (s->at[leader] != C77_WAITING) {
        if (c77_on_map(s, leader) && !c77_besieged(s, leader)) c77_smith_marches(s, log);
        return;
    }
    int count = s->set_aside[C77_MILITIA];
    s->set_aside[C77_MILITIA] = 0;
    c77_move_leader(s, leader, c77.castleton);
    c77_add(s, c77.castleton, C77_MILITIA * C77_MARKS, count);
    s->bound_smith = (uint8_t)count;
    mk_log_event(log, C77_E_PLACED, C77_PATRIOT, MK_EVERYONE, 0, (int16_t)count, C77_MILITIA,
                 (int16_t)c77.castleton);
    if (s->stack[c77.castleton].total[C77_BRITISH])
        c77_enter(s, C77_BY_ARRIVAL, c77.castleton, C77_PATRIOT);
    else
        c77_occupy(s, c77.castleton, log);
}

/* ---- The roll ---- */

static void happen(c77_state *s, int effect, mk_log *log) {
    switch (effect) {
    case C77_JANE_MCCREA: jane_mccrea(s, log); return;
    case C77_REINFORCEMENTS: reinforcements(s, log); return;
    case C77_CARLETON_WONT: recall_powell(s, log); return;
    case C77_BRANT_FINISHED: brant_finished(s, log); return;
    case C77_ARNOLD_TO_ALBANY: arnold_to_albany(s); return;
    case C77_GATES_RELIEVES: s->replaced |= MK_BIT(c77.named[C77_SCHUYLER]); return;
    case C77_HIGH_WINDS: s->wind = s->sea_box != 0; return;
    case C77_SMITH_AND_MILITIA: smith(s, log); return;
    case C77_FELLED_TREES: s->felled_trees = 1; return;
    case C77_FRENCH_POWDER: french_powder(s, log); return;
    case C77_CAMP_FEVER: ask_loss(s, effect, c77.fever_losses); return;
    case C77_ENLISTMENTS_EXPIRE: ask_loss(s, effect, c77.expired_militia); return;
    case C77_CONTRACTORS:
        if (s->supply[C77_BRITISH]) choose_leader(s, effect, 0, log);
        return;
    case C77_NO_EVENT: return;
    default: choose_leader(s, effect, 0, log); return;
    }
}

/* c77.4.4: the next event of the row, one for each hit. */
static int next_of_sequence(c77_state *s, int side) {
    const c77_scenario *r = c77_rules(s);
    if (s->sequence[side] >= r->sequence_count[side]) return C77_NO_EVENT;
    return r->sequence[side][s->sequence[side]++];
}

void c77_random_event(c77_state *s, int side, mk_log *log) {
    c77_pair roll = c77_throw_pair(s);
    int effect = c77.event[side][roll.sum];
    s->event_side = (uint8_t)side;
    if (effect == C77_SEQUENCE_EVENT) effect = next_of_sequence(s, side);
    if (!RULE("c77.20.0", active(s, effect))) effect = C77_NO_EVENT;
    mk_log_event(log, C77_E_EVENT, side, MK_EVERYONE, MK_ROLLED, (int16_t)roll.sum, (int16_t)effect,
                 (int16_t)roll.first);
    happen(s, effect, log);
}
