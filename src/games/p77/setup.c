/* setup.c - the set-up: what is fixed, and what the American chooses. */
#include <string.h>

#include "p77.h"

static void put(p77_state *s, int unit, int space) {
    s->at[unit] = (uint8_t)space;
    s->here[space] |= MK_BIT(unit);
}

void p77_setup(void *state, const mk_setup *setup, mk_log *log) {
    (void)setup;
    (void)log;
    p77_state *s = state;
    memset(s->at, P77_UNPLACED, sizeof s->at);
    memset(s->box, P77_NO_UNIT, sizeof s->box);
    memset(s->attack_way, P77_NO_WAY, sizeof s->attack_way);
    s->battle.at = P77_NO_SPACE;
    s->british_ports = p77.british_ports_at_start;
    MK_SET_EACH(u, p77.all_units) {
        s->sp[u] = p77.unit[u].sp; /* p77.setup */
        /* p77.setup.british, p77.setup.american_leaders */
        if (p77.unit[u].start != P77_NOWHERE) put(s, u, p77.unit[u].start);
    }
    mk_push(&s->base, P77_PH_CAMPAIGN, -1);
}

static mk_set64 unplaced(const p77_state *s) {
    mk_set64 units = 0;
    MK_SET_EACH(u, p77.of_side[P77_AMERICAN]) {
        if (s->at[u] == P77_UNPLACED) units |= MK_BIT(u);
    }
    return units;
}

bool p77_all_placed(const p77_state *s) { return unplaced(s) == 0; }

/* p77.fog: how many were placed where is logged when all are; in which order would say who. */
void p77_tell_placed(const p77_state *s, mk_log *log) {
    MK_SET_EACH(space, p77_occupied(s, P77_AMERICAN)) {
        int16_t count = 0;
        MK_SET_EACH(u, p77_at(s, space, P77_AMERICAN))
            count += p77.unit[u].start == P77_NOWHERE && s->box[u] == P77_NO_UNIT;
        if (count)
            mk_log_event(log, P77_E_PLACED_HIDDEN, P77_AMERICAN, MK_BUT(P77_AMERICAN), 0,
                         (int16_t)space, count);
    }
}

/* ---- The American places his regulars with leaders, his militia in their states ---- */

static const char *why_not_place(const p77_state *s, int unit, int space) {
    bool militia = mk_set_has(p77.militia, unit);
    FORBID("p77.setup:placed", s->at[unit] != P77_UNPLACED);
    if (militia) {
        FORBID("p77.setup.militia:zone", !mk_set_has(p77.unit[unit].start_choice, space));
        FORBID("p77.setup.militia_one_per_location:one",
               mk_set_size(s->here[space] & p77.militia) >= p77.militia_per_location);
    } else {
        FORBID("p77.setup.regulars:leader", !mk_set_has(p77.unit[unit].start_choice, space));
    }
    FORBID("p77.setup.british:british", p77_at(s, space, P77_BRITISH));
    return NULL;
}

/* p77.boxes.enter: a regular may be placed straight into the box of a leader. */
static const char *why_not_board(const p77_state *s, int unit, int leader) {
    FORBID("p77.boxes:option", !p77_boxes(s));
    FORBID("p77.setup:placed", s->at[unit] != P77_UNPLACED);
    FORBID("p77.boxes.enter:leader", !mk_set_has(p77.leaders, leader));
    FORBID("p77.eliminated:gone", s->at[leader] == P77_ELIMINATED);
    const char *why = why_not_place(s, unit, s->at[leader]);
    return why ? why : p77_why_not_box(s, unit, leader);
}

void p77_set_up_list(const void *state, mk_actions *out) {
    const p77_state *s = state;
    mk_set64 leaders = p77_boxes(s) ? p77.leaders & p77.of_side[P77_AMERICAN] : 0;
    MK_SET_EACH(unit, unplaced(s)) {
        MK_SET_EACH(space, p77.unit[unit].start_choice) {
            if (!why_not_place(s, unit, space)) mk_offer(out, P77_V_PLACE, unit, space, 0);
        }
        MK_SET_EACH(leader, leaders) {
            if (!why_not_board(s, unit, leader)) mk_offer(out, P77_V_BOARD, unit, leader, 0);
        }
    }
}

const char *p77_set_up_why_not(const void *state, mk_action a) {
    const p77_state *s = state;
    return a.verb == P77_V_PLACE ? why_not_place(s, a.a, a.b) : why_not_board(s, a.a, a.b);
}

void p77_set_up_apply(void *state, mk_action a, mk_log *log) {
    p77_state *s = state;
    bool boarding = a.verb == P77_V_BOARD;
    int space = boarding ? s->at[a.b] : a.b;
    put(s, a.a, space);
    p77_occupy(s, space, log);
    if (boarding) {
        s->box[a.a] = (uint8_t)a.b;
        mk_log_event(log, P77_E_BOARDED, P77_AMERICAN, MK_ONLY(P77_AMERICAN), 0, a.a, a.b);
    } else {
        mk_log_event(log, P77_E_PLACED, P77_AMERICAN, MK_ONLY(P77_AMERICAN), 0, a.a,
                     (int16_t)space);
    }
    if (p77_all_placed(s)) mk_pop(&s->base);
}

/* ---- p77.boxes: the British load theirs before the first turn ---- */

static const char *why_not_load(const p77_state *s, int unit, int leader) {
    FORBID("p77.move.own:yours", !mk_set_has(p77.of_side[P77_BRITISH], unit));
    FORBID("p77.boxes.enter:leader", !mk_set_has(p77.leaders, leader));
    FORBID("p77.eliminated:gone", s->at[leader] == P77_ELIMINATED);
    FORBID("p77.boxes.enter:here", s->box[unit] != P77_NO_UNIT || s->at[unit] != s->at[leader]);
    return p77_why_not_box(s, unit, leader);
}

void p77_load_boxes_list(const void *state, mk_actions *out) {
    const p77_state *s = state;
    MK_SET_EACH(unit, p77.of_side[P77_BRITISH]) {
        MK_SET_EACH(leader, p77.leaders & p77.of_side[P77_BRITISH]) {
            if (!why_not_load(s, unit, leader)) mk_offer(out, P77_V_BOARD, unit, leader, 0);
        }
    }
    mk_offer(out, P77_V_READY, 0, 0, 0);
}

const char *p77_load_boxes_why_not(const void *state, mk_action a) {
    return a.verb == P77_V_READY ? NULL : why_not_load(state, a.a, a.b);
}

void p77_load_boxes_apply(void *state, mk_action a, mk_log *log) {
    p77_state *s = state;
    if (a.verb == P77_V_READY) {
        mk_pop(&s->base);
        return;
    }
    s->box[a.a] = (uint8_t)a.b;
    mk_log_event(log, P77_E_BOARDED, P77_BRITISH, MK_ONLY(P77_BRITISH), 0, a.a, a.b);
}
