/* setup.c - the set-up of a scenario (4.0, c77.20.0). Nobody has anything to choose. */
#include "c77.h"

#include <string.h>

/* c77.4.2, c77.4.3 */
static void place_leaders(c77_state *s, const c77_scenario *r) {
    memset(s->at, C77_REMOVED, sizeof s->at);
    for (int l = 0; l < c77.leader_count; l++) {
        if (r->at[l] == C77_NONE) continue; /* not used in this scenario */
        s->at[l] = r->at[l] == C77_MAX_PLACES ? C77_WAITING : r->at[l];
    }
}

/* c77.14.1: set up in a fort space, they stand outside the fort until an enemy comes. */
static void place_units(c77_state *s, const c77_scenario *r) {
    for (int type = 0; type < C77_TYPES; type++) {
        s->available[type] = (uint8_t)(r->total[type] - r->set_aside[type]);
        s->set_aside[type] = r->set_aside[type];
        for (int place = 0; place < c77_place_count(); place++) {
            int count = r->sp[place][type];
            if (!count) continue;
            c77_add(s, place, type * C77_MARKS, count);
            mk_count_add(&s->available[type], -count);
        }
    }
    for (int side = 0; side < C77_SIDES; side++) s->supply[side] = r->supply[side];
    for (int place = 0; place < c77_place_count(); place++) {
        int side = s->stack[place].total[C77_BRITISH] ? C77_BRITISH : C77_PATRIOT;
        if (r->trains[place]) c77_add_trains(s, place, side, 0, r->trains[place]);
    }
}

/* c77.4.3, c77.15.1.1: who was last in each space that has a magazine: who stands there, else who
 * has his marker there, else the only side that can use it. */
static void mark_control(c77_state *s, const c77_scenario *r) {
    for (int side = 0; side < C77_SIDES; side++) {
        mk_set128 own = c77.magazines[side] & ~c77.shared_magazines;
        s->held[side] = (own | s->occupied[side]) & r->area;
    }
    s->held[C77_PATRIOT] |= r->patriot_markers & ~s->occupied[C77_BRITISH];
    s->held[C77_BRITISH] &= ~s->occupied[C77_PATRIOT];
    s->held[C77_PATRIOT] &= ~s->occupied[C77_BRITISH];
}

void c77_setup(void *state, const mk_setup *setup, mk_log *log) {
    (void)setup;
    (void)log;
    c77_state *s = state;
    const c77_scenario *r = c77_rules(s);
    place_leaders(s, r);
    place_units(s, r);
    mark_control(s, r);
    s->bound_powell = r->sp[c77_box(C77_TICONDEROGA_BOX)][C77_REGULAR];
    s->kosciuszko = mk_set_has(r->events, C77_KOSCIUSZKO_ARRIVES) ? C77_WAITING : C77_REMOVED;
    memset(s->expert, C77_NONE, sizeof s->expert);
    s->markers = r->markers;
    s->first = C77_NONE;
    c77_end_activation(s);
    c77_start_army(s, C77_SECOND_ARMY, C77_NONE);
    s->stage = C77_STAGE_BEGIN;
    mk_push(&s->base, C77_PH_TURN, -1);
}
