/* event_pieces.c - what Event cards leave to decide of pieces: which are placed, removed, replaced,
 * moved, turned Active, one at a time, and which Leader follows.
 *
 * Each kind of choice has a predicate that says which rule forbids an answer, a list of the answers
 * that it allows, and a function that carries one out. A step goes on as long as it has an answer
 * to give; if there is exactly one and it must be given, it is given without asking. */
#include "events.h"

#include <string.h>

typedef void lister(const void *state, mk_actions *out);
typedef void doer(lod_state *, mk_action, mk_log *);

static bool stronghold(lod_piece p) { return LOD_STRONGHOLDS >> p & 1; }

/* The kinds of pieces that a step speaks of, by who decides. */
mk_set64 lod_step_kinds(const lod_state *s, const lod_step *t) {
    lod_faction f = lod_decider(s, t);
    lod_side side = lod_side_of(f);
    if (flagged(t, OWN)) return t->kinds & lod_pieces_of(f);
    if (flagged(t, FRIENDLY)) return t->kinds & lod_pieces_of_side(side);
    if (flagged(t, ENEMY)) return t->kinds & lod_pieces_of_side(lod_other(side));
    return t->kinds;
}

/* EACH: has this space had its n (one or two)? */
static bool space_is_full(const lod_state *s, const lod_step *t, int space) {
    if (!flagged(t, EACH)) return false;
    return mk_set_has(t->n == 1 ? s->event.once : s->event.twice, space);
}

/* Gives the answers that must be given; true if there is one to decide. */
static bool undecided(lod_state *s, lister *list, doer *carry_out, mk_log *log) {
    mk_actions out;
    for (;;) {
        out.count = 0;
        list(s, &out);
        if (out.count == 0 || (out.count == 1 && out.list[0].verb == LOD_V_FINISH)) return false;
        if (out.count > 1) return true;
        carry_out(s, out.list[0], log);
    }
}

static bool ask(lod_state *s, int phase, lister *list, doer *carry_out, mk_log *log) {
    if (!undecided(s, list, carry_out, log)) return false;
    lod_event_wait(s, phase, lod_decider(s, lod_step_now(s)));
    return true;
}

/* An answer was given: the step goes on, or it is over. */
static void answer(lod_state *s, mk_action a, lister *list, doer *carry_out, mk_log *log) {
    if (a.verb != LOD_V_FINISH) {
        carry_out(s, a, log);
        if (undecided(s, list, carry_out, log)) {
            mk_top(&s->base)->a = s->event.left;
            return;
        }
    }
    lod_finish(s);
}

/* ---- Where a step puts pieces ---- */

/* What the card says about how the pieces are spread. */
static bool fits_the_rest(const lod_state *s, const lod_step *t, lod_piece p, int space) {
    const lod_event *e = &s->event;
    if (space_is_full(s, t, space)) return false;
    if (flagged(t, ONE_SPACE) && e->once && !mk_set_has(e->once, space)) return false;
    if (flagged(t, ONE_PER_SPACE) && mk_set_has(e->once, space)) return false;
    if (flagged(t, ONE_KIND) && e->once && !e->used[p]) return false;
    if (flagged(t, TWO_OF_A_KIND) && e->used[p] >= 2) return false;
    bool first = !e->used[LOD_BRITISH_FORT] && !e->used[LOD_PATRIOT_FORT] && !e->used[LOD_VILLAGE];
    return !flagged(t, ONE_STRONGHOLD) || !stronghold(p) || first;
}

/* What the card says of the spaces must hold when the piece comes: a recall may have changed it. */
static const char *why_not_there(const lod_state *s, const lod_step *t, lod_piece p, int space) {
    FORBID("lod.5.1:choice", !mk_set_has(s->event.candidates, space));
    FORBID("lod.5.1:choice", t->where && !mk_set_has(t->where(s), space));
    FORBID("lod.5.1.1:stand", !lod_may_stand(s, p, space));
    FORBID("lod.5.1:choice", !fits_the_rest(s, t, p, space));
    return NULL;
}

static bool has_place(const lod_state *s, const lod_step *t, lod_piece p) {
    MK_SET_EACH(space, s->event.candidates) {
        if (!why_not_there(s, t, p, space)) return true;
    }
    return false;
}

/* ---- Recall (1.4.1): own pieces of a kind of which none is Available ---- */

/* Who places his own pieces by his own Event may take as many as he still has to place. */
static mk_set64 recallable(const lod_state *s, const lod_step *t, lod_piece wanted, int needed) {
    lod_faction f = lod_decider(s, t);
    int there = lod_available(s, wanted);
    if (f != s->event.executor || !needed || there >= needed) return 0;
    /* Of two that come together the first may be Available and the second not. */
    bool lacking = t->op == REPLACE && there < t->n_into && lod_recalls(s, f, wanted);
    return lacking || lod_may_recall(s, f, wanted) ? lod_any_status(wanted) : 0;
}

/* Are there too few for this step, and could he recall some when none is left? */
static bool may_run_short(const lod_state *s, const lod_step *t, lod_piece wanted, int needed) {
    lod_faction f = lod_decider(s, t);
    bool own = f == s->event.executor && lod_recalls(s, f, wanted);
    return own && lod_available(s, wanted) < needed && lod_on_map(s, lod_any_status(wanted)) > 0;
}

/* Of a step that puts pieces: those of all its kinds for which there is a place. */
static mk_set64 recallable_now(const lod_state *s) {
    const lod_step *t = lod_step_now(s);
    if (!s->event.left) return 0;
    if (t->op == REPLACE) return recallable(s, t, t->into, s->event.left * t->n_into);
    mk_set64 kinds = t->op == PUT ? lod_step_kinds(s, t) : 0, all = 0;
    for (int p = 0; p < LOD_PIECES; p++) {
        if (kinds >> p & 1 && has_place(s, t, p)) all |= recallable(s, t, p, s->event.left);
    }
    return all;
}

static void offer_recalls(const lod_state *s, mk_actions *out) {
    mk_set64 kinds = recallable_now(s);
    for (int p = 0; p < LOD_PIECES; p++) {
        if (!(kinds >> p & 1)) continue;
        MK_SET_EACH(space, s->where[p] & LOD_MAP) mk_offer(out, LOD_V_RECALL, p, space, 0);
    }
}

static const char *why_not_recall(const lod_state *s, lod_piece p, int space) {
    FORBID("lod.1.4.1:recall", !(recallable_now(s) >> p & 1));
    FORBID("lod.1.4.1:there", !mk_set_has(s->where[p] & LOD_MAP, space));
    return NULL;
}

/* ---- Placing ---- */

static bool box_serves(const lod_step *t, int box) {
    if (box == LOD_UNAVAILABLE) return flagged(t, OR_UNAVAILABLE);
    if (box == LOD_WEST_INDIES) return flagged(t, OR_INDIES);
    return box == LOD_AVAILABLE;
}

static const char *why_not_put(const lod_state *s, lod_piece p, int space, int box) {
    const lod_step *t = lod_step_now(s);
    FORBID("lod.5.1:choice", !(lod_step_kinds(s, t) >> p & 1) || !s->event.left);
    FORBID("lod.5.1.1:box", !box_serves(t, box) || !s->piece[box][p]);
    return why_not_there(s, t, p, space);
}

/* Boxes that have one of the kind for this step. */
static mk_set64 boxes_with(const lod_state *s, const lod_step *t, lod_piece p) {
    static const int boxes[] = {LOD_AVAILABLE, LOD_UNAVAILABLE, LOD_WEST_INDIES};
    mk_set64 set = 0;
    for (int i = 0; i < 3; i++) {
        if (box_serves(t, boxes[i]) && s->piece[boxes[i]][p]) set |= MK_BIT(boxes[i]);
    }
    return set;
}

static void offer_puts(const lod_state *s, mk_actions *out) {
    const lod_step *t = lod_step_now(s);
    mk_set64 kinds = lod_step_kinds(s, t);
    for (int p = 0; p < LOD_PIECES; p++) {
        mk_set64 boxes = kinds >> p & 1 ? boxes_with(s, t, p) : 0;
        if (!boxes) continue;
        MK_SET_EACH(space, s->event.candidates) {
            MK_SET_EACH(box, boxes) {
                if (!why_not_put(s, p, space, box)) mk_offer(out, LOD_V_PUT, p, space, box);
            }
        }
    }
}

/* Who may, may stop; so may who would have to recall something first. */
static bool may_stop_placing(const lod_state *s, bool can_put) {
    return flagged(lod_step_now(s), OPTIONAL) || !can_put;
}

void lod_event_place_list(const void *state, mk_actions *out) {
    const lod_state *s = state;
    if (!s->event.left) return;
    int before = out->count;
    offer_puts(s, out);
    bool can_put = out->count > before;
    offer_recalls(s, out);
    if (out->count > before && may_stop_placing(s, can_put)) mk_offer(out, LOD_V_FINISH, 0, 0, 0);
}

const char *lod_event_place_why_not(const void *state, mk_action a) {
    const lod_state *s = state;
    if (a.verb == LOD_V_PUT) return why_not_put(s, a.a, a.b, a.c);
    if (a.verb == LOD_V_RECALL) return why_not_recall(s, a.a, a.b);
    mk_actions puts;
    puts.count = 0;
    offer_puts(s, &puts);
    FORBID("lod.5.1.3:must", !may_stop_placing(s, puts.count > 0));
    return NULL;
}

/* 1.10: a Leader can follow any unit of his Faction. */
static void note_leader(lod_state *s, lod_piece p, int from, int to) {
    if (s->leader_at[lod_owner(p)] != from) return;
    s->event.moved_from = (uint8_t)from;
    s->event.moved_to |= MK_BIT(to);
}

static void put_one(lod_state *s, mk_action a, mk_log *log) {
    if (a.verb == LOD_V_RECALL) {
        lod_recall(s, a.a, a.b, log);
        return;
    }
    const lod_step *t = lod_step_now(s);
    lod_place_from(s, a.a, a.c, a.b, 1, log);
    if (a.c == LOD_WEST_INDIES) note_leader(s, a.a, a.c, a.b);
    if (flagged(t, ACTIVE)) lod_flip(s, a.b, a.a, 1, log);
    if (flagged(t, WITH_PROPAGANDA)) lod_put_markers(s, LOD_PROPAGANDA, a.b, 1, log);
    s->event.used[a.a]++;
    lod_event_used(&s->event, a.b);
}

void lod_event_place_apply(void *state, mk_action a, mk_log *log) {
    answer(state, a, lod_event_place_list, put_one, log);
}

/* One kind from Available, where nobody has a choice: into one space as many as there are, or the
 * same number into each of several if there are enough. One sentence of the log for each space. */
static bool put_all(lod_state *s, const lod_step *t, mk_log *log) {
    lod_event *e = &s->event;
    mk_set64 kinds = lod_step_kinds(s, t);
    bool plain = !flagged(t, OPTIONAL | OR_UNAVAILABLE | OR_INDIES | WITH_PROPAGANDA);
    if (!plain || mk_set_size(kinds) != 1) return false;
    lod_piece p = (lod_piece)mk_set_first(kinds);
    if (may_run_short(s, t, p, e->left)) return false;
    bool enough = flagged(t, EACH) && lod_available(s, p) >= e->left;
    if (!enough && mk_set_size(e->candidates) != 1) return false;
    MK_SET_EACH(space, e->candidates) {
        int n = lod_place_pieces(s, p, space, enough ? t->n : e->left, log);
        if (flagged(t, ACTIVE)) lod_flip(s, space, p, n, log);
        if (n) e->once |= MK_BIT(space);
    }
    return true;
}

bool lod_ask_placing(lod_state *s, mk_log *log) {
    if (!s->event.left || put_all(s, lod_step_now(s), log)) return false;
    return ask(s, LOD_PH_EVENT_PLACE, lod_event_place_list, put_one, log);
}

/* ---- Removing and replacing ---- */

static void take_off(lod_state *s, const lod_step *t, lod_piece p, int space, int n, mk_log *log) {
    int taken =
        flagged(t, CASUALTY) ? lod_casualty(s, p, space, n, log) : lod_remove(s, p, space, n, log);
    /* 5.1.1: removed rather than replaced if the replacement is not Available or may not stand */
    if (t->op == REPLACE) lod_place_pieces(s, t->into, space, taken * t->n_into, log);
}

static bool strongholds_wait(const lod_state *s, const lod_step *t, int space) {
    if (!flagged(t, STRONGHOLDS_LAST)) return false;
    mk_set64 others = lod_step_kinds(s, t) & ~LOD_STRONGHOLDS;
    if (flagged(t, EACH)) return lod_count(s, space, others) > 0;
    return (lod_with(s, others) & s->event.candidates) != 0;
}

static const char *why_not_take(const lod_state *s, lod_piece p, int space) {
    const lod_step *t = lod_step_now(s);
    FORBID("lod.5.1:choice", !(lod_step_kinds(s, t) >> p & 1) || !s->event.left);
    FORBID("lod.5.1:choice", !mk_set_has(s->event.candidates, space) || !s->piece[space][p]);
    FORBID("lod.5.1:choice", space_is_full(s, t, space));
    FORBID("lod.5.1:choice", stronghold(p) && strongholds_wait(s, t, space));
    return NULL;
}

void lod_event_remove_list(const void *state, mk_actions *out) {
    const lod_state *s = state;
    const lod_step *t = lod_step_now(s);
    mk_set64 kinds = lod_step_kinds(s, t);
    int before = out->count;
    for (int p = 0; p < LOD_PIECES && s->event.left; p++) {
        if (!(kinds >> p & 1)) continue;
        MK_SET_EACH(space, s->event.candidates & s->where[p]) {
            if (!why_not_take(s, p, space)) mk_offer(out, LOD_V_TAKE_OFF, p, space, 0);
        }
    }
    if (out->count == before) return;
    if (t->op == REPLACE) offer_recalls(s, out);
    if (flagged(t, OPTIONAL)) mk_offer(out, LOD_V_FINISH, 0, 0, 0);
}

const char *lod_event_remove_why_not(const void *state, mk_action a) {
    const lod_state *s = state;
    if (a.verb == LOD_V_TAKE_OFF) return why_not_take(s, a.a, a.b);
    if (a.verb == LOD_V_RECALL) return why_not_recall(s, a.a, a.b);
    FORBID("lod.5.1.3:must", !flagged(lod_step_now(s), OPTIONAL));
    return NULL;
}

static void take_one(lod_state *s, mk_action a, mk_log *log) {
    if (a.verb == LOD_V_RECALL) {
        lod_recall(s, a.a, a.b, log);
        return;
    }
    take_off(s, lod_step_now(s), a.a, a.b, 1, log);
    lod_event_used(&s->event, a.b);
}

void lod_event_remove_apply(void *state, mk_action a, mk_log *log) {
    answer(state, a, lod_event_remove_list, take_one, log);
}

static void take_everything(lod_state *s, const lod_step *t, int space, mk_log *log) {
    mk_set64 kinds = lod_step_kinds(s, t);
    for (int p = 0; p < LOD_PIECES; p++) {
        if (kinds >> p & 1) take_off(s, t, p, space, s->piece[space][p], log);
    }
}

/* The kinds that can be taken from a space now. */
static mk_set64 takeable(const lod_state *s, const lod_step *t, int space) {
    mk_set64 kinds = lod_step_kinds(s, t), there = 0;
    if (strongholds_wait(s, t, space)) kinds &= ~LOD_STRONGHOLDS;
    for (int p = 0; p < LOD_PIECES; p++) {
        if (kinds >> p & 1 && s->piece[space][p]) there |= LOD_KIND(p);
    }
    return there;
}

/* EACH: spaces that lose all they have of these kinds, or have only one kind to lose. */
static void take_from_each(lod_state *s, const lod_step *t, mk_log *log) {
    lod_event *e = &s->event;
    MK_SET_EACH(space, e->candidates) {
        mk_set64 kinds = takeable(s, t, space);
        int there = lod_count(s, space, lod_step_kinds(s, t));
        bool all = there <= t->n;
        if (!all && mk_set_size(kinds) != 1) continue;
        if (all)
            take_everything(s, t, space, log);
        else
            take_off(s, t, (lod_piece)mk_set_first(kinds), space, t->n, log);
        e->left -= (uint8_t)(all ? there : t->n);
        e->candidates &= ~MK_BIT(space);
    }
}

/* Where there are no more than must go, there is nothing to choose. */
static void take_what_must_go(lod_state *s, const lod_step *t, mk_log *log) {
    lod_event *e = &s->event;
    if (flagged(t, EACH)) {
        take_from_each(s, t, log);
        return;
    }
    mk_set64 kinds = lod_step_kinds(s, t);
    int total = 0;
    MK_SET_EACH(space, e->candidates) total += lod_count(s, space, kinds);
    if (total > e->left) return;
    MK_SET_EACH(space, e->candidates) take_everything(s, t, space, log);
    e->left = 0;
}

/* As many as the step may take from its spaces. */
static int takeable_pieces(const lod_state *s, const lod_step *t) {
    int n = 0;
    MK_SET_EACH(space, s->event.candidates) {
        int there = lod_count(s, space, lod_step_kinds(s, t));
        n += flagged(t, EACH) && there > t->n ? t->n : there;
    }
    return n;
}

/* There are too few to replace all that go: which of them are replaced is a choice, and the
 * executor may recall his own. */
static bool replacements_lack(const lod_state *s, const lod_step *t) {
    int needed = s->event.left * t->n_into;
    if (t->op != REPLACE || lod_available(s, t->into) >= needed) return false;
    mk_set64 spaces = s->event.candidates & lod_with(s, lod_step_kinds(s, t));
    return mk_set_size(spaces) > 1 || may_run_short(s, t, t->into, needed);
}

bool lod_ask_removal(lod_state *s, mk_log *log) {
    const lod_step *t = lod_step_now(s);
    int there = takeable_pieces(s, t);
    if (s->event.left > there) s->event.left = (uint8_t)there;
    if (!s->event.left) return false;
    if (!flagged(t, OPTIONAL) && !replacements_lack(s, t)) take_what_must_go(s, t, log);
    return ask(s, LOD_PH_EVENT_REMOVE, lod_event_remove_list, take_one, log);
}

/* ---- Moving ---- */

enum { ANY_NUMBER = 200 };

static const char *why_not_move(const lod_state *s, lod_piece p, int from, int to) {
    const lod_step *t = lod_step_now(s);
    const lod_event *e = &s->event;
    FORBID("lod.5.1:choice", !(lod_step_kinds(s, t) >> p & 1) || !e->left);
    FORBID("lod.5.1:choice", !mk_set_has(e->candidates, from));
    FORBID("lod.5.1:choice", s->piece[from][p] <= s->arrived[from][p]); /* none, or it has moved */
    FORBID("lod.5.1:choice",
           t->sources && !mk_set_has(e->once, from) && mk_set_size(e->once) >= t->sources);
    mk_set64 reach = t->to ? t->to & ~MK_BIT(from) : lod_near(s, from);
    FORBID("lod.5.1:choice", !mk_set_has(reach, to));
    FORBID("lod.5.1.1:stand", !lod_may_stand(s, p, to));
    return NULL;
}

/* Has every space that must be left been left by someone? */
static bool may_stop_moving(const lod_state *s) {
    const lod_step *t = lod_step_now(s);
    if (flagged(t, OPTIONAL)) return true;
    if (!t->sources) return false;
    int must = mk_set_size(s->event.candidates);
    return mk_set_size(s->event.once) >= (must < t->sources ? must : t->sources);
}

void lod_event_relocate_list(const void *state, mk_actions *out) {
    const lod_state *s = state;
    const lod_step *t = lod_step_now(s);
    mk_set64 kinds = lod_step_kinds(s, t);
    int before = out->count;
    for (int p = 0; p < LOD_PIECES; p++) {
        if (!(kinds >> p & 1)) continue;
        MK_SET_EACH(from, s->event.candidates & s->where[p]) {
            MK_SET_EACH(to, t->to ? t->to : lod_near(s, from)) {
                if (!why_not_move(s, p, from, to)) mk_offer(out, LOD_V_RELOCATE, p, from, to);
            }
        }
    }
    if (out->count > before && may_stop_moving(s)) mk_offer(out, LOD_V_FINISH, 0, 0, 0);
}

const char *lod_event_relocate_why_not(const void *state, mk_action a) {
    if (a.verb == LOD_V_RELOCATE) return why_not_move(state, a.a, a.b, a.c);
    FORBID("lod.5.1.3:must", !may_stop_moving(state));
    return NULL;
}

static void move_one(lod_state *s, mk_action a, mk_log *log) {
    lod_relocate(s, a.a, a.b, a.c, 1, log);
    s->arrived[a.c][a.a]++;
    note_leader(s, a.a, a.b, a.c);
    lod_event_used(&s->event, a.b);
}

void lod_event_relocate_apply(void *state, mk_action a, mk_log *log) {
    answer(state, a, lod_event_relocate_list, move_one, log);
}

/* All units of these kinds, to the one place there is. */
static void move_all(lod_state *s, const lod_step *t, mk_log *log) {
    if (!s->event.label) return;
    mk_set64 kinds = lod_step_kinds(s, t);
    int to = mk_set_first(s->event.label);
    MK_SET_EACH(from, s->event.candidates) {
        for (int p = 0; p < LOD_PIECES; p++) {
            if (!(kinds >> p & 1)) continue;
            if (lod_relocate(s, p, from, to, s->piece[from][p], log)) note_leader(s, p, from, to);
        }
    }
}

bool lod_ask_moves(lod_state *s, mk_log *log) {
    const lod_step *t = lod_step_now(s);
    lod_forget_moves(s);
    if (t->n == ALL) {
        move_all(s, t, log);
        return false;
    }
    if (!t->n) s->event.left = ANY_NUMBER;
    return ask(s, LOD_PH_EVENT_RELOCATE, lod_event_relocate_list, move_one, log);
}

/* ---- The Leader of those who moved ---- */

static int leader_left_behind(const lod_state *s) {
    if (!s->event.moved_to) return -1;
    for (int f = 0; f < LOD_FACTIONS; f++) {
        bool his = lod_pieces_of(f) & lod_step_kinds(s, lod_step_now(s));
        if (his && s->leader_at[f] == s->event.moved_from) return f;
    }
    return -1;
}

bool lod_ask_follower(lod_state *s) {
    int f = leader_left_behind(s);
    if (f < 0) return false;
    lod_begin(s, LOD_PH_EVENT_FOLLOW, f, s->leader[f], s->event.card, 0);
    return true;
}

void lod_event_follow_list(const void *state, mk_actions *out) {
    const lod_state *s = state;
    MK_SET_EACH(space, s->event.moved_to) mk_offer(out, LOD_V_REDEPLOY, space, 0, 0);
    mk_offer(out, LOD_V_FINISH, 0, 0, 0);
}

const char *lod_event_follow_why_not(const void *state, mk_action a) {
    const lod_state *s = state;
    if (a.verb == LOD_V_REDEPLOY) FORBID("lod.1.10:space", !mk_set_has(s->event.moved_to, a.a));
    return NULL;
}

void lod_event_follow_apply(void *state, mk_action a, mk_log *log) {
    lod_state *s = state;
    lod_faction f = mk_top(&s->base)->seat;
    s->event.moved_to = 0;
    if (a.verb == LOD_V_REDEPLOY) lod_lead_to(s, f, a.a, log);
    lod_finish(s);
}

/* ---- Turning Active ---- */

static const char *why_not_flip(const lod_state *s, lod_piece p, int space) {
    const lod_step *t = lod_step_now(s);
    FORBID("lod.5.1:choice", !(lod_step_kinds(s, t) >> p & 1) || !s->event.left);
    FORBID("lod.5.1:choice", !mk_set_has(s->event.candidates & s->where[p], space));
    return NULL;
}

/* 1.4.3: it is enough to name pieces that are Active already. */
static bool may_stop_flipping(const lod_state *s) { return s->event.left <= s->event.idle; }

void lod_event_flip_list(const void *state, mk_actions *out) {
    const lod_state *s = state;
    int before = out->count;
    for (int p = LOD_MILITIA; p <= LOD_WAR_PARTY; p++) {
        MK_SET_EACH(space, s->where[p]) {
            if (!why_not_flip(s, p, space)) mk_offer(out, LOD_V_FLIP, p, space, 0);
        }
    }
    if (out->count > before && may_stop_flipping(s)) mk_offer(out, LOD_V_FINISH, 0, 0, 0);
}

const char *lod_event_flip_why_not(const void *state, mk_action a) {
    if (a.verb == LOD_V_FLIP) return why_not_flip(state, a.a, a.b);
    FORBID("lod.5.1.3:must", !may_stop_flipping(state));
    return NULL;
}

static void flip_one(lod_state *s, mk_action a, mk_log *log) {
    lod_flip(s, a.b, a.a, 1, log);
    lod_event_used(&s->event, a.b);
}

void lod_event_flip_apply(void *state, mk_action a, mk_log *log) {
    answer(state, a, lod_event_flip_list, flip_one, log);
}

static lod_piece active(lod_piece p) {
    return p == LOD_MILITIA ? LOD_ACTIVE_MILITIA : LOD_ACTIVE_WAR_PARTY;
}

bool lod_ask_flips(lod_state *s, mk_log *log) {
    const lod_step *t = lod_step_now(s);
    lod_event *e = &s->event;
    lod_piece p = (lod_piece)mk_set_first(lod_step_kinds(s, t)); /* Underground, of one kind */
    if (t->n == ALL) {
        lod_piece now = flagged(t, UNDERGROUND) ? active(p) : p;
        MK_SET_EACH(space, e->candidates) lod_flip(s, space, now, s->piece[space][now], log);
        return false;
    }
    int shown = lod_on_map(s, LOD_KIND(active(p))), hidden = lod_on_map(s, LOD_KIND(p));
    if (flagged(t, TO_HALF)) {
        int half = (shown + hidden) / 2;
        e->left = (uint8_t)(half > shown ? half - shown : 0);
    } else {
        e->idle = (uint8_t)shown;
    }
    return ask(s, LOD_PH_EVENT_FLIP, lod_event_flip_list, flip_one, log);
}
