/* command.c - leaders and initiative (8). */
#include "eoe.h"

/* ---- Who may command whom ------------------------------------------------ */

/* The highest-ranked American on the map (15.1.1). */
static bool is_first_american(const eoe_state *s, int leader) {
    EOE_EACH_LEADER(i, s) {
        if (i == leader || !eoe_on_map(s->piece[i].at)) continue;
        if (eoe_group_of(i) != EOE_G_AMERICAN || s->piece[i].seat != EOE_ALLIED) continue;
        if (eoe_outranks(i, leader)) return false;
    }
    return true;
}

static bool guides_french(const eoe_state *s, int space) {
    return s->piece[eoe.named[EOE_P_ROCHAMBEAU]].at == space ||
           s->piece[eoe.named[EOE_P_LAFAYETTE]].at == space;
}

/* 8.1, 15.1.1: may he command units of these nations, who stand at a space? */
bool eoe_may_command(const eoe_state *s, int leader, unsigned groups, int space) {
    const eoe_piece_row *l = &eoe.piece[leader];
    if (RULE("eoe.8.1:indians", l->marks & EOE_L_INDIANS_ONLY)) return groups == EOE_G_INDIAN;
    if (eoe_war_of(s) != EOE_REVOLUTION)
        return !(l->marks & EOE_L_SPANISH_ONLY) || groups == EOE_G_SPANISH;
    switch (eoe_group_of(leader)) {
    case EOE_G_AMERICAN:
        if (RULE("eoe.15.1.1", !(groups & EOE_G_FRENCH))) return !(groups & EOE_G_SPANISH);
        if (leader == eoe.named[EOE_P_LAFAYETTE]) return true;
        return is_first_american(s, leader) && guides_french(s, space);
    case EOE_G_FRENCH: return groups == EOE_G_FRENCH;
    case EOE_G_SPANISH: return !(groups & EOE_G_AMERICAN);
    default: return true;
    }
}

/* 8.1: a lower number is a higher rank; of equals the earlier row commands. */
bool eoe_outranks(int a, int b) {
    const eoe_piece_row *x = &eoe.piece[a], *y = &eoe.piece[b];
    if (x->rank != y->rank) return x->rank < y->rank;
    return a < b;
}

/* ---- Forces -------------------------------------------------------------- */

/* Pieces of a seat at a space that have one of the flags (0: all), with one more. */
eoe_force eoe_force_at(const eoe_state *s, int seat, int space, int flags, int extra) {
    eoe_force f = {.seat = seat, .space = space, .flags = flags, .extra = extra};
    EOE_EACH_AT(p, s, space) {
        if (s->piece[p].seat != seat) continue;
        if (!flags || s->piece[p].flags & flags || p == extra) eoe_add_to_force(&f, p);
    }
    return f;
}

/* The highest leaders who may command a force; EOE_NO_PIECE: nobody. */
typedef struct {
    int own;   /* of the force: else the default leader leads */
    int chief; /* also of those who stay behind */
} commanders;

static commanders commanders_of(const eoe_state *s, const eoe_force *f) {
    commanders c = {EOE_NO_PIECE, EOE_NO_PIECE};
    for (int i = eoe_first_at(s, f->space + 1) - 1; i >= 0; i--) { /* leaders are the last */
        int p = s->order[i];
        if (!eoe_is_leader(p) || s->piece[p].at != f->space) break;
        if (s->piece[p].seat != f->seat || !eoe_may_command(s, p, f->groups, f->space)) continue;
        bool with = !f->flags || s->piece[p].flags & f->flags || p == f->extra;
        if (with && (c.own == EOE_NO_PIECE || eoe_outranks(p, c.own))) c.own = p;
        if (c.chief == EOE_NO_PIECE || eoe_outranks(p, c.chief)) c.chief = p;
    }
    return c;
}

int eoe_leader_of(const eoe_state *s, const eoe_force *f) { return commanders_of(s, f).own; }

/* 8.2 */
static int default_rating(const eoe_force *f) {
    if (f->plus == f->units) return eoe.table.initiative.plus;
    return f->boxed ? eoe.table.initiative.boxed : eoe.table.initiative.plain;
}

static int rating_with(const eoe_state *s, const eoe_force *f, int leader, eoe_check_kind kind) {
    int hex = f->space / 2;
    int rating = leader == EOE_NO_PIECE ? default_rating(f) : eoe.piece[leader].initiative;
    bool reacts = kind == EOE_CHECK_REACTION;
    if (leader != EOE_NO_PIECE && !reacts && s->piece[leader].flags & EOE_PASSED) /* 8.3 */
        rating += eoe.table.initiative.success;
    if (RULE("eoe.8.4", eoe_hard_winter(s, hex))) rating += eoe.table.initiative.winter;
    if (reacts && RULE("eoe.8.7", !f->cavalry)) rating += eoe.table.initiative.no_cavalry;
    bool screened = leader != EOE_NO_PIECE && eoe.piece[leader].marks & EOE_L_CONTINENTAL &&
                    eoe_war_of(s) == EOE_REVOLUTION && eoe_is(hex, EOE_ROUGH);
    if (reacts && RULE("eoe.8.8", screened)) rating += eoe.table.initiative.screened;
    return rating < 0 ? 0 : rating;
}

/* 8.3, 9.4: the rating of a force and who gives it. A first check may also use the ranking leader
 * of the stack that it leaves; the better counts. */
eoe_rating eoe_rating_of(const eoe_state *s, const eoe_force *f, eoe_check_kind kind) {
    commanders c = commanders_of(s, f);
    eoe_rating r = {rating_with(s, f, c.own, kind), c.own};
    if (kind == EOE_CHECK_LATER || c.chief == EOE_NO_PIECE || c.chief == c.own) return r;
    int with = rating_with(s, f, c.chief, kind);
    if (with > r.rating) r = (eoe_rating){with, c.chief};
    return r;
}

/* 8.3: the die. Named leaders are better after a first success in their own phase. */
bool eoe_check_initiative(eoe_state *s, const eoe_force *f, eoe_check_kind kind, mk_log *log) {
    eoe_rating r = eoe_rating_of(s, f, kind);
    int die = mk_die(&s->base.rng, 6), own = eoe_leader_of(s, f);
    bool passed = die <= r.rating;
    mk_log_event(log, passed ? EOE_E_PASSES : EOE_E_FAILS, f->seat, MK_EVERYONE, MK_ROLLED,
                 (int16_t)(f->space / 2), (int16_t)die, (int16_t)r.rating,
                 (int16_t)(r.leader == EOE_NO_PIECE ? -1 : r.leader));
    if (passed && kind != EOE_CHECK_REACTION && kind != EOE_CHECK_SLIP) {
        if (r.leader != EOE_NO_PIECE) s->piece[r.leader].flags |= EOE_PASSED;
        if (own != EOE_NO_PIECE) s->piece[own].flags |= EOE_PASSED;
    }
    return passed;
}

int eoe_rating_alone(const eoe_state *s, int unit) {
    eoe_force f = {.seat = s->piece[unit].seat, .space = s->piece[unit].at};
    eoe_add_to_force(&f, unit);
    return rating_with(s, &f, EOE_NO_PIECE, EOE_CHECK_FIRST);
}

/* Could any of a stack react (9.3)? */
bool eoe_can_react(const eoe_state *s, int seat, int space) {
    EOE_EACH_AT(p, s, space) {
        if (eoe_is_leader(p) || s->piece[p].seat != seat || s->piece[p].flags & EOE_FAILED)
            continue;
        if (!eoe.piece[p].mf) continue;
        eoe_force f = {.seat = seat, .space = space, .flags = EOE_HAND, .extra = p};
        eoe_add_to_force(&f, p);
        if (eoe_rating_of(s, &f, EOE_CHECK_REACTION).rating > 0) return true;
    }
    return false;
}
