/* form.c - forming a force piece by piece (9.4, 9.5, 8.9, 10.2).
 *
 * A piece can be taken if the force with it can still be led: its rating must stay above 0. So a
 * force that was begun can always be led, and whoever has a unit in it may go.
 */
#include "eoe.h"

/* ---- Who can be taken ---------------------------------------------------- */

/* Pieces that earlier ones bar, whatever the force. */
static const char *why_not_free(const eoe_state *s, int seat, int piece, eoe_forming why) {
    const eoe_piece *p = &s->piece[piece];
    FORBID("eoe.9.4", p->seat != seat || p->flags & EOE_HAND);
    FORBID("eoe.2.12", eoe_index.adds[piece].stays);
    switch (why) {
    case EOE_FORM_MOVE: FORBID("eoe.8.5", p->flags & (EOE_DONE | EOE_WAIT)); return NULL;
    case EOE_FORM_PART: FORBID("eoe.9.5", !(p->flags & EOE_WAIT)); return NULL;
    case EOE_FORM_PICK:
        FORBID("eoe.8.9",
               p->flags & (EOE_DONE | EOE_WAIT) || (eoe_is_unit(piece) && p->flags & EOE_CHECKED));
        return NULL;
    default: FORBID("eoe.8.5:reaction", p->flags & EOE_FAILED); return NULL;
    }
}

static eoe_check_kind check_of(eoe_forming why) {
    return why == EOE_FORM_MOVE   ? EOE_CHECK_FIRST
           : why == EOE_FORM_PICK ? EOE_CHECK_LATER
                                  : EOE_CHECK_REACTION;
}

static bool can_be_led(const eoe_state *s, const eoe_force *f, eoe_forming why) {
    if (why == EOE_FORM_PART) return true; /* it goes on by the check of its parent */
    return eoe_rating_of(s, f, check_of(why)).rating > 0;
}

/* A force of leaders alone: is there a unit that they could lead? */
static bool finds_unit(const eoe_state *s, const eoe_force *leaders, eoe_forming why) {
    EOE_EACH_AT(p, s, leaders->space) {
        if (eoe_is_leader(p) || why_not_free(s, leaders->seat, p, why)) continue;
        eoe_force f = *leaders; /* the unit may be in no flag, but its leaders are */
        eoe_add_to_force(&f, p);
        if (can_be_led(s, &f, why)) return true;
    }
    return false;
}

/* 15.3: the French stay together. */
static bool bound_french(const eoe_state *s, int piece) {
    return eoe_war_of(s) == EOE_REVOLUTION && eoe_group_of(piece) == EOE_G_FRENCH;
}

/* Would it leave some of them behind, who have done all they can this phase? */
static bool parts_french(const eoe_state *s, const eoe_force *had, int piece, eoe_forming why) {
    if (!bound_french(s, piece)) return false;
    EOE_EACH_AT(p, s, had->space) {
        if (!bound_french(s, p) || s->piece[p].flags & EOE_HAND) continue;
        if (why_not_free(s, had->seat, p, why)) return true;
    }
    return false;
}

/* 9.5: a part leaves units of its parent behind. */
static bool leaves_somebody(const eoe_state *s, int seat, int space, int piece) {
    int rest = 0;
    EOE_EACH_AT(p, s, space) {
        bool goes = p == piece || (bound_french(s, piece) && bound_french(s, p));
        rest += eoe_is_unit(p) && s->piece[p].seat == seat && s->piece[p].flags & EOE_WAIT && !goes;
    }
    return rest > 0;
}

/* 10.1: of a stack beside the hex entered only those react who may go there. */
static bool kept_out(const eoe_state *s, int seat, int space, int piece) {
    int from = space / 2, into = s->entry.hex;
    if (mk_hex_distance(&eoe_board.hexes, from, into) > 1) into = s->entry.left;
    return from != into && eoe_why_not_enter(s, seat, eoe_group_of(piece), into) != NULL;
}

/* `had` is the force in hand. */
static const char *why_not_add(const eoe_state *s, const eoe_force *had, int piece,
                               eoe_forming why) {
    int seat = had->seat, space = had->space;
    FORBID("eoe.9.4", s->piece[piece].at != space);
    const char *no = why_not_free(s, seat, piece, why);
    if (no) return no;
    FORBID("eoe.10.1:cross", why == EOE_FORM_REACT && kept_out(s, seat, space, piece));
    FORBID("eoe.15.3:together", parts_french(s, had, piece, why));
    eoe_force f = *had;
    f.extra = piece;
    eoe_add_to_force(&f, piece);
    unsigned nations = f.groups & (EOE_G_AMERICAN | EOE_G_FRENCH | EOE_G_SPANISH);
    FORBID("eoe.15.1.1:three", nations == (EOE_G_AMERICAN | EOE_G_FRENCH | EOE_G_SPANISH));
    FORBID("eoe.9.5:parent", why == EOE_FORM_PART && !leaves_somebody(s, seat, space, piece));
    if (why == EOE_FORM_PICK) {
        bool alone = had->plus == had->units && eoe_leader_of(s, had) == EOE_NO_PIECE;
        FORBID("eoe.8.9:plus",
               alone && eoe_is_unit(piece) && eoe.piece[piece].mf_print != EOE_CIRCLED_OR_PLUS);
    }
    FORBID("eoe.8.2", f.units ? !can_be_led(s, &f, why) : !finds_unit(s, &f, why));
    return NULL;
}

static eoe_force in_hand(const eoe_state *s, int seat, int space) {
    return eoe_force_at(s, seat, space, EOE_HAND, -1);
}

/* With nobody in hand: does a unit go alone? Most stacks have one that does, or none that is free.
 * The others are asked for piece by piece. */
typedef enum { NOBODY_GOES, ONE_GOES, DEPENDS } first_one;

static first_one who_goes_first(const eoe_state *s, int seat, int space) {
    bool led = false, weak = false;
    EOE_EACH_AT(p, s, space) {
        if (eoe_is_leader(p)) led |= s->piece[p].seat == seat;
        if (eoe_is_leader(p) || why_not_free(s, seat, p, EOE_FORM_MOVE)) continue;
        if (eoe_rating_alone(s, p) > 0) return ONE_GOES;
        weak = true;
    }
    return weak && led ? DEPENDS : NOBODY_GOES;
}

bool eoe_can_form(const eoe_state *s, int seat, int space, eoe_forming why) {
    if (why == EOE_FORM_MOVE && !mk_set_any(&s->force)) {
        first_one first = who_goes_first(s, seat, space);
        if (first != DEPENDS) return first == ONE_GOES;
    }
    eoe_force had = in_hand(s, seat, space);
    EOE_EACH_AT(p, s, space) {
        if (!why_not_add(s, &had, p, why)) return true;
    }
    return false;
}

void eoe_ask_form(eoe_state *s, int seat, int space, eoe_forming why) {
    mk_frame *f = mk_push(&s->base, EOE_PH_FORM, seat);
    f->a = (int16_t)space;
    f->b = (int16_t)in_hand(s, seat, space).pieces;
    f->c = (int16_t)why;
}

/* ---- The decision -------------------------------------------------------- */

static const char *why_not_go(const mk_frame *top, const eoe_force *had) {
    FORBID("eoe.9.4:unit", !had->units || had->pieces <= top->b);
    return NULL;
}

void eoe_form_list(const void *state, mk_actions *out) {
    const eoe_state *s = state;
    const mk_frame *top = mk_top_const(&s->base);
    int more = 0;
    eoe_force had = in_hand(s, top->seat, top->a);
    EOE_EACH_AT(p, s, top->a) {
        if (why_not_add(s, &had, p, (eoe_forming)top->c)) continue;
        mk_offer(out, EOE_V_TAKE, p, 0, 0);
        more++;
    }
    if (more) mk_offer(out, EOE_V_TAKE_ALL, 0, 0, 0);
    if (!why_not_go(top, &had)) mk_offer(out, EOE_V_GO, 0, 0, 0);
}

const char *eoe_form_why_not(const void *state, mk_action x) {
    const eoe_state *s = state;
    const mk_frame *top = mk_top_const(&s->base);
    eoe_force had = in_hand(s, top->seat, top->a);
    if (x.verb == EOE_V_GO) return why_not_go(top, &had);
    if (x.verb == EOE_V_TAKE) return why_not_add(s, &had, x.a, (eoe_forming)top->c);
    FORBID("eoe.9.4", !eoe_can_form(s, top->seat, top->a, (eoe_forming)top->c));
    return NULL;
}

static void take(eoe_state *s, int piece) { eoe_set_flags(s, piece, EOE_WAIT, EOE_HAND); }

static void take_with_friends(eoe_state *s, const mk_frame *top, int piece) {
    take(s, piece);
    if (!bound_french(s, piece)) return;
    EOE_EACH_AT(p, s, top->a) {
        if (bound_french(s, p) && !why_not_free(s, top->seat, p, (eoe_forming)top->c)) take(s, p);
    }
}

/* All that can come along: units first, so that a leader who cannot lead them stays. */
static void take_all(eoe_state *s, const mk_frame *top) {
    for (bool more = true; more;) {
        more = false;
        EOE_EACH_AT(p, s, top->a) {
            eoe_force had = in_hand(s, top->seat, top->a);
            if (why_not_add(s, &had, p, (eoe_forming)top->c)) continue;
            take_with_friends(s, top, p);
            more = true;
        }
    }
}

void eoe_form_apply(void *state, mk_action x, mk_log *log) {
    eoe_state *s = state;
    (void)log;
    mk_frame top = *mk_top(&s->base);
    if (x.verb == EOE_V_GO) {
        mk_pop_with(&s->base, 1);
        return;
    }
    if (x.verb == EOE_V_TAKE)
        take_with_friends(s, &top, x.a);
    else
        take_all(s, &top);
}
