/* event_choices.c - what Event cards leave to decide of spaces, Factions and ways; event_pieces.c
 * has the pieces. */
#include "events.h"

/* Something was done in this space. */
void lod_event_used(lod_event *e, int space) {
    if (mk_set_has(e->once, space)) e->twice |= MK_BIT(space);
    e->once |= MK_BIT(space);
    if (e->left) e->left--;
}

void lod_event_wait(lod_state *s, int phase, lod_faction seat) {
    const lod_event *e = &s->event;
    lod_begin(s, phase, seat, e->left, e->card, lod_part(e->card, e->text, e->step));
}

/* ---- Spaces ---- */

/* Each is chosen once; of markers that do not suffice each may have as many as the step puts there,
 * one or two. */
mk_set64 lod_open_spaces(const lod_state *s) {
    const lod_event *e = &s->event;
    const lod_step *t = lod_step_now(s);
    mk_set64 closed = t->op == MARK && t->n > 1 ? e->twice : e->once;
    return e->left ? e->candidates & ~closed : 0;
}

/* Where there are enough for all nobody is asked; else the last ones go where they are wanted. */
bool lod_ask_markers(lod_state *s, mk_log *log) {
    lod_event *e = &s->event;
    const lod_step *t = lod_step_now(s);
    int wanted = t->n * mk_set_size(e->candidates), there = lod_markers_left(s, t->marker);
    if (there >= wanted || mk_set_size(e->candidates) == 1 || !there) {
        MK_SET_EACH(space, e->candidates) lod_put_markers(s, t->marker, space, t->n, log);
        return false;
    }
    e->left = (uint8_t)there;
    lod_event_wait(s, LOD_PH_EVENT_SPACE, lod_decider(s, t));
    return true;
}

bool lod_ask_spaces(lod_state *s, mk_log *log) {
    lod_event *e = &s->event;
    const lod_step *t = lod_step_now(s);
    if (flagged(t, UNLESS_THERE) && e->label) {
        e->once = e->label;
        return false;
    }
    if (!flagged(t, OPTIONAL) && mk_set_size(e->candidates) <= e->left) {
        e->once = e->candidates;
        MK_SET_EACH(space, e->once)
            mk_log_event(log, LOD_E_SELECTS, lod_decider(s, t), MK_EVERYONE, 0, (int16_t)space);
        return false;
    }
    if (!lod_open_spaces(s)) return false;
    lod_event_wait(s, LOD_PH_EVENT_SPACE, lod_decider(s, t));
    return true;
}

void lod_event_space_list(const void *state, mk_actions *out) {
    const lod_state *s = state;
    MK_SET_EACH(space, lod_open_spaces(s)) mk_offer(out, LOD_V_CHOOSE, space, 0, 0);
    if (flagged(lod_step_now(s), OPTIONAL)) mk_offer(out, LOD_V_FINISH, 0, 0, 0);
}

const char *lod_event_space_why_not(const void *state, mk_action a) {
    const lod_state *s = state;
    if (a.verb == LOD_V_FINISH)
        FORBID("lod.5.1.3:must", !flagged(lod_step_now(s), OPTIONAL));
    else
        FORBID("lod.5.1:choice", !mk_set_has(lod_open_spaces(s), a.a));
    return NULL;
}

void lod_event_space_apply(void *state, mk_action a, mk_log *log) {
    lod_state *s = state;
    const lod_step *t = lod_step_now(s);
    if (a.verb == LOD_V_CHOOSE) {
        lod_event_used(&s->event, a.a);
        if (t->op == MARK)
            lod_put_markers(s, t->marker, a.a, 1, log);
        else
            mk_log_event(log, LOD_E_SELECTS, mk_top(&s->base)->seat, MK_EVERYONE, 0, a.a);
        mk_top(&s->base)->a = s->event.left;
        if (lod_open_spaces(s)) return;
    }
    lod_finish(s);
}

/* ---- Factions, ways ---- */

static mk_set64 open_factions(const lod_state *s) {
    const lod_step *t = lod_step_now(s);
    return t->able ? t->factions & t->able(s) : t->factions;
}

bool lod_ask_faction(lod_state *s, mk_log *log) {
    (void)log;
    const lod_step *t = lod_step_now(s);
    mk_set64 open = open_factions(s);
    s->event.faction = open ? (uint8_t)mk_set_first(open) : LOD_FACTIONS;
    if (!open || (mk_set_size(open) == 1 && !flagged(t, OPTIONAL))) return false;
    if (flagged(t, OPTIONAL)) s->event.faction = LOD_FACTIONS;
    lod_event_wait(s, LOD_PH_EVENT_FACTION, lod_decider(s, t));
    return true;
}

void lod_event_faction_list(const void *state, mk_actions *out) {
    MK_SET_EACH(f, open_factions(state)) mk_offer(out, LOD_V_NAME, f, 0, 0);
    if (flagged(lod_step_now(state), OPTIONAL)) mk_offer(out, LOD_V_FINISH, 0, 0, 0);
}

const char *lod_event_faction_why_not(const void *state, mk_action a) {
    if (a.verb == LOD_V_FINISH)
        FORBID("lod.5.1.3:must", !flagged(lod_step_now(state), OPTIONAL));
    else
        FORBID("lod.5.1:choice", !(open_factions(state) >> a.a & 1));
    return NULL;
}

void lod_event_faction_apply(void *state, mk_action a, mk_log *log) {
    lod_state *s = state;
    if (a.verb == LOD_V_NAME) {
        s->event.faction = (uint8_t)a.a;
        mk_log_event(log, LOD_E_NAMES, mk_top(&s->base)->seat, MK_EVERYONE, 0, a.a);
    }
    lod_finish(s);
}

/* Bit i: way i, counted from 1. */
static mk_set64 open_ways(const lod_state *s) {
    enum { BOTH = 1 << 1 | 1 << 2 };
    const lod_step *t = lod_step_now(s);
    return t->able ? BOTH & t->able(s) : BOTH;
}

/* A way as the choice of its card, and back. */
static int choice_of(const lod_step *t, int way) { return t->choice + way - 1; }
static int way_of(const lod_step *t, int choice) { return choice - t->choice + 1; }

bool lod_ask_way(lod_state *s, mk_log *log) {
    (void)log;
    mk_set64 open = open_ways(s);
    s->event.way = open ? (uint8_t)mk_set_first(open) : 0;
    if (mk_set_size(open) <= 1) return false;
    lod_event_wait(s, LOD_PH_EVENT_WAY, lod_decider(s, lod_step_now(s)));
    return true;
}

void lod_event_way_list(const void *state, mk_actions *out) {
    const lod_step *t = lod_step_now(state);
    MK_SET_EACH(way, open_ways(state)) mk_offer(out, LOD_V_WAY, choice_of(t, way), 0, 0);
}

const char *lod_event_way_why_not(const void *state, mk_action a) {
    int way = way_of(lod_step_now(state), a.a);
    FORBID("lod.5.1:choice", way < 1 || !(open_ways(state) >> way & 1));
    return NULL;
}

void lod_event_way_apply(void *state, mk_action a, mk_log *log) {
    lod_state *s = state;
    s->event.way = (uint8_t)way_of(lod_step_now(s), a.a);
    mk_log_event(log, LOD_E_WAY, mk_top(&s->base)->seat, MK_EVERYONE, 0, a.a);
    lod_finish(s);
}
