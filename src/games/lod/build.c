/* build.c - steps that several Commands share: placing pieces one at a time, giving units up for a
 * Fort or Village, moving units in to hide them, replacing Militia with Continentals. */
#include "rules.h"

#include <assert.h>

/* ---- Placing (1.4.1): frame a space, b kind, c how many more ---- */

static lod_piece status(lod_piece p, int active) {
    if (!active) return p;
    return p == LOD_MILITIA ? LOD_ACTIVE_MILITIA : p == LOD_WAR_PARTY ? LOD_ACTIVE_WAR_PARTY : p;
}

static const char *why_not_recall(const lod_state *s, lod_piece p, mk_action a) {
    FORBID("lod.1.4.1:there", !(lod_any_status(p) >> a.a & 1) || !s->piece[a.b][a.a]);
    FORBID("lod.1.4.1:recall", !lod_may_recall(s, lod_current_const(s)->faction, p));
    return NULL;
}

static void list_recalls(const lod_state *s, lod_piece p, mk_actions *out) {
    if (!lod_may_recall(s, lod_current_const(s)->faction, p)) return;
    for (int active = 0; active < (status(p, 1) != p) + 1; active++) {
        lod_piece q = status(p, active);
        MK_SET_EACH(space, s->where[q]) mk_offer(out, LOD_V_RECALL, q, space, 0);
    }
}

/* 3.2.1 (A3-3): the original edition has no choice about Tories. */
static const char *why_not_stop(const lod_state *s, const mk_frame *f) {
    bool all = f->b == LOD_TORY && !lod_living(s);
    FORBID("lod.3.2.1:available", all && lod_available(s, f->b) > 0);
    return NULL;
}

void lod_place_list(const void *state, mk_actions *out) {
    const lod_state *s = state;
    const mk_frame *f = mk_top_const(&s->base);
    if (lod_available(s, f->b)) mk_offer(out, LOD_V_PLACE, f->b, 0, 0);
    list_recalls(s, f->b, out);
    if (!why_not_stop(s, f)) mk_offer(out, LOD_V_FINISH, 0, 0, 0);
}

const char *lod_place_why_not(const void *state, mk_action a) {
    const lod_state *s = state;
    const mk_frame *f = mk_top_const(&s->base);
    if (a.verb == LOD_V_FINISH) return why_not_stop(s, f);
    if (a.verb == LOD_V_RECALL) return why_not_recall(s, f->b, a);
    FORBID("lod.1.4.1:none", a.a != f->b || !lod_available(s, f->b));
    return NULL;
}

void lod_place_apply(void *state, mk_action a, mk_log *log) {
    lod_state *s = state;
    mk_frame *f = mk_top(&s->base);
    if (a.verb == LOD_V_RECALL) {
        lod_recall(s, a.a, a.b, log);
        return;
    }
    bool done = a.verb == LOD_V_FINISH;
    if (!done) {
        lod_place_pieces(s, f->b, f->a, 1, log);
        done = --f->c == 0 || !lod_obtainable(s, lod_current_const(s)->faction, f->b);
    }
    if (done) lod_finish(s);
}

/* ---- Giving units for a Fort or Village: frame a space, b what is built, c how many more ---- */

static mk_set64 price_of(lod_piece built) {
    if (built == LOD_BRITISH_FORT) return LOD_BRITISH_CUBES;
    return built == LOD_PATRIOT_FORT ? LOD_PATRIOT_UNITS : LOD_WAR_PARTIES;
}

void lod_exchange_list(const void *state, mk_actions *out) {
    const lod_state *s = state;
    const mk_frame *f = mk_top_const(&s->base);
    mk_set64 kinds = price_of(f->b);
    for (int p = 0; p < LOD_PIECES; p++) {
        if (kinds >> p & 1 && s->piece[f->a][p]) mk_offer(out, LOD_V_GIVE, p, 0, 0);
    }
}

const char *lod_exchange_why_not(const void *state, mk_action a) {
    const lod_state *s = state;
    const mk_frame *f = mk_top_const(&s->base);
    FORBID("lod.1.4.1:there", !(price_of(f->b) >> a.a & 1) || !s->piece[f->a][a.a]);
    return NULL;
}

void lod_exchange_apply(void *state, mk_action a, mk_log *log) {
    lod_state *s = state;
    mk_frame *f = mk_top(&s->base);
    lod_remove(s, a.a, f->a, 1, log);
    if (--f->c > 0) return;
    int built = lod_place_pieces(s, f->b, f->a, 1, log);
    assert(built == 1);
    (void)built;
    lod_finish(s);
}

/* ---- Rally and Gather: move units in from next to it and turn all there Underground ---- */

/* The Underground kind that this Command moves. */
static lod_piece collected(const lod_state *s) {
    return lod_current_const(s)->kind == LOD_RALLY ? LOD_MILITIA : LOD_WAR_PARTY;
}

static const char *why_not_collect(const lod_state *s, int to, mk_action a) {
    FORBID("lod.3.3.1:militia", !(lod_any_status(collected(s)) >> a.a & 1));
    FORBID("lod.1.3.6:adjacent", !mk_set_has(lod_near(s, to), a.b));
    FORBID("lod.3.3.2:moved", lod_movable(s, a.b, a.a) <= 0); /* no unit moves twice (A3-18) */
    return NULL;
}

/* 1.10: the Leader goes with a unit that came from where he is. */
static const char *why_not_bring(const lod_state *s, int faction) {
    const lod_command *c = lod_current_const(s);
    FORBID("lod.1.10:follows", faction != c->faction || c->last_from != s->leader_at[c->faction]);
    return NULL;
}

void lod_collect_list(const void *state, mk_actions *out) {
    const lod_state *s = state;
    int to = mk_top_const(&s->base)->a;
    for (int active = 0; active < 2; active++) {
        lod_piece p = status(collected(s), active);
        MK_SET_EACH(from, s->where[p] & lod_near(s, to)) {
            if (lod_movable(s, from, p) > 0) mk_offer(out, LOD_V_MOVE, p, from, 0);
        }
    }
    int faction = lod_current_const(s)->faction;
    if (!why_not_bring(s, faction)) mk_offer(out, LOD_V_BRING, faction, 0, 0);
    mk_offer(out, LOD_V_FINISH, 0, 0, 0);
}

const char *lod_collect_why_not(const void *state, mk_action a) {
    const lod_state *s = state;
    if (a.verb == LOD_V_MOVE) return why_not_collect(s, mk_top_const(&s->base)->a, a);
    if (a.verb == LOD_V_BRING) return why_not_bring(s, a.a);
    return NULL;
}

void lod_collect_apply(void *state, mk_action a, mk_log *log) {
    lod_state *s = state;
    lod_command *c = lod_current(s);
    int to = mk_top(&s->base)->a;
    if (a.verb == LOD_V_MOVE) {
        lod_relocate(s, a.a, a.b, to, 1, log);
        s->arrived[to][a.a]++;
        c->last_from = (uint8_t)a.b;
        c->last_to = (uint8_t)to;
    } else if (a.verb == LOD_V_BRING) {
        lod_lead_to(s, c->faction, to, log);
        c->last_from = LOD_PLACES;
    } else {
        c->last_from = LOD_PLACES;
        lod_leaders_follow(s, log);
        lod_piece active = status(collected(s), 1);
        lod_flip(s, to, active, s->piece[to][active], log);
        lod_finish(s);
    }
}

/* ---- Rally: Militia become Continentals ---- */

void lod_convert_list(const void *state, mk_actions *out) {
    const lod_state *s = state;
    int at = mk_top_const(&s->base)->a;
    for (int active = 0; active < 2; active++) {
        lod_piece p = status(LOD_MILITIA, active);
        if (s->piece[at][p] && lod_available(s, LOD_CONTINENTAL))
            mk_offer(out, LOD_V_GIVE, p, 0, 0);
    }
    if (lod_count(s, at, LOD_MILITIAS)) list_recalls(s, LOD_CONTINENTAL, out);
    mk_offer(out, LOD_V_FINISH, 0, 0, 0);
}

const char *lod_convert_why_not(const void *state, mk_action a) {
    const lod_state *s = state;
    int at = mk_top_const(&s->base)->a;
    if (a.verb == LOD_V_FINISH) return NULL;
    FORBID("lod.3.3.1:militia", !lod_count(s, at, LOD_MILITIAS));
    if (a.verb == LOD_V_RECALL) return why_not_recall(s, LOD_CONTINENTAL, a);
    FORBID("lod.3.3.1:militia", !(LOD_MILITIAS >> a.a & 1) || !s->piece[at][a.a]);
    FORBID("lod.1.4.1:none", !lod_available(s, LOD_CONTINENTAL));
    return NULL;
}

void lod_convert_apply(void *state, mk_action a, mk_log *log) {
    lod_state *s = state;
    int at = mk_top(&s->base)->a;
    if (a.verb == LOD_V_FINISH) {
        lod_finish(s);
    } else if (a.verb == LOD_V_RECALL) {
        lod_recall(s, a.a, a.b, log);
    } else {
        lod_remove(s, a.a, at, 1, log);
        lod_place_pieces(s, LOD_CONTINENTAL, at, 1, log);
        if (!lod_count(s, at, LOD_MILITIAS)) lod_finish(s);
    }
}
