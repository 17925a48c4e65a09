/* march.c - a force that passed its check moves on: steps, ferries, parts, halts (8.9, 9). */
#include <string.h>

#include "eoe.h"

static const eoe_map *const b = &eoe_board;

/* ---- The force on the march ---------------------------------------------- */

static int here(const eoe_state *s) { return eoe_hex_of(s->march.net); }
static int space_of(const eoe_state *s) { return 2 * here(s) + s->march.inside; }

static eoe_force in_hand(const eoe_state *s, int seat) {
    return eoe_force_at(s, seat, space_of(s), EOE_HAND, -1);
}

/* Pieces of a seat with a flag, wherever they are on the map or aboard. */
int eoe_hand(const eoe_state *s, int seat, uint16_t out[EOE_MAX_PIECES], int flag) {
    int count = 0;
    MK_SET_EACH(i, &s->force) {
        if (s->piece[i].seat == seat && s->piece[i].flags & flag) out[count++] = (uint16_t)i;
    }
    return count;
}

/* 9.6: the slowest unit sets the pace. */
int eoe_march_mp(const eoe_state *s) {
    int least = UINT8_MAX;
    EOE_EACH_AT(p, s, space_of(s)) {
        if (!(s->piece[p].flags & EOE_HAND) || eoe_is_leader(p)) continue;
        if (s->piece[p].seat == s->phasing && s->piece[p].mp < least) least = s->piece[p].mp;
    }
    return least == UINT8_MAX ? 0 : least;
}

void eoe_pay(eoe_state *s, int mp) {
    EOE_EACH_AT(p, s, space_of(s)) {
        if (!(s->piece[p].flags & EOE_HAND) || eoe_is_leader(p)) continue;
        if (s->piece[p].seat != s->phasing) continue;
        s->piece[p].mp = (uint8_t)(s->piece[p].mp > mp ? s->piece[p].mp - mp : 0);
    }
}

/* 9.2: has nobody in it moved yet? */
static bool fresh(const eoe_state *s) {
    if (s->march.steps) return false;
    EOE_EACH_AT(p, s, space_of(s)) {
        if (!(s->piece[p].flags & EOE_HAND) || eoe_is_leader(p)) continue;
        if (s->piece[p].seat == s->phasing && s->piece[p].mp != eoe.piece[p].mf) return false;
    }
    return true;
}

static void move_hand(eoe_state *s, int space) {
    uint16_t list[EOE_MAX_PIECES];
    int count = eoe_hand(s, s->phasing, list, EOE_HAND);
    for (int i = 0; i < count; i++) {
        eoe_move_to(s, list[i], space);
        if (eoe_is_leader(list[i])) s->piece[list[i]].flags |= EOE_MOVED;
    }
}

/* ---- What may be done ---------------------------------------------------- */

/* What all questions about a march ask for. */
typedef struct {
    eoe_force f;
    int mp;
} marchers;

static marchers who_march(const eoe_state *s) {
    return (marchers){in_hand(s, s->phasing), eoe_march_mp(s)};
}

static const char *why_not_pay(const eoe_state *s, const marchers *m, int hex, int cost) {
    int mp = m->mp;
    if (mp - cost >= eoe.table.march.battle) return NULL; /* enough even for a battle */
    bool danger = eoe_dangerous(s, s->phasing, hex);
    FORBID("eoe.9.1", cost > mp && (danger || !fresh(s))); /* 9.2: one hex is always possible */
    FORBID("eoe.9.3", danger && mp - cost < eoe.table.march.battle);
    return NULL;
}

static const char *why_not_lake(const eoe_state *s, const marchers *m, int to, int cost) {
    if (eoe_can_stay(s, eoe_hex_of(to))) return NULL;
    FORBID("eoe.9.9:lake", !eoe_can_leave_lake(s, s->phasing, to, m->mp - cost));
    return NULL;
}

static const char *why_not_step(const eoe_state *s, const marchers *m, int direction, bool water) {
    int to, cost = eoe_step_cost(s, s->phasing, s->march.net, direction, water, &to);
    if (water) FORBID("eoe.9.9", cost == EOE_BLOCKED);
    FORBID("eoe.9.8", cost == EOE_BLOCKED);
    const char *no = eoe_why_not_enter(s, s->phasing, m->f.nations, eoe_hex_of(to));
    if (!no) no = why_not_pay(s, m, eoe_hex_of(to), cost);
    return no ? no : why_not_lake(s, m, to, cost);
}

/* 9.11: is it a ferry of the map that nobody bars? */
static bool free_ferry(const eoe_state *s, int from, int direction) {
    int enemy = eoe_enemy(s->phasing), to = eoe_near(from, direction);
    return b->hexes.side_bits[b->hexes.side_of[from][direction]] & EOE_FERRY &&
           !eoe_occupies(s, enemy, from) && !eoe_occupies(s, enemy, to);
}

static const char *why_not_ferry(const eoe_state *s, const marchers *m, int direction) {
    int from = here(s), to = eoe_near(from, direction);
    FORBID("eoe.9.11", !(b->hexes.side_bits[b->hexes.side_of[from][direction]] & EOE_SEA_SIDE));
    FORBID("eoe.9.11", to == MK_NOWHERE || eoe_land_cost(s, s->phasing, to) == EOE_BLOCKED);
    FORBID("eoe.9.11:men", !m->f.boatmen && !free_ferry(s, from, direction));
    bool ferried = false;
    EOE_EACH_AT(p, s, space_of(s)) {
        if (s->piece[p].flags & EOE_HAND) ferried |= (s->piece[p].flags & EOE_FERRIED) != 0;
    }
    FORBID("eoe.9.11:once", ferried);
    const char *no = eoe_why_not_enter(s, s->phasing, m->f.nations, to);
    return no ? no : why_not_pay(s, m, to, eoe_ferry_cost(s, to));
}

/* 5.1, 11.13: out of the town into its hex. */
static const char *why_not_sortie(const eoe_state *s, const marchers *m) {
    FORBID("eoe.5.1:inside", !s->march.inside);
    return why_not_pay(s, m, here(s), eoe_land_cost(s, s->phasing, here(s)));
}

static const char *why_not_assault(const eoe_state *s, const marchers *m) {
    FORBID("eoe.9.3:town",
           s->march.inside || !mk_set_has(&s->inside[eoe_enemy(s->phasing)], here(s)));
    FORBID("eoe.9.3", !s->march.landed && m->mp < eoe.table.march.battle);
    return eoe_why_not_enter(s, s->phasing, m->f.nations, here(s));
}

static bool on_lake(const eoe_state *s) { return b->ground[here(s)] == EOE_LAKE; }

static const char *why_not_drop(const eoe_state *s, const marchers *m, int piece) {
    FORBID("eoe.9.5", !(s->piece[piece].flags & EOE_HAND) || s->piece[piece].seat != s->phasing);
    FORBID("eoe.9.5:parent", eoe_is_unit(piece) && m->f.units < 2);
    FORBID("eoe.15.3:together",
           eoe_war_of(s) == EOE_REVOLUTION && eoe_group_of(piece) == EOE_G_FRENCH);
    FORBID("eoe.9.9:lake", on_lake(s));
    FORBID("eoe.7.1:attack", s->piece[piece].flags & EOE_MUST);
    return NULL;
}

/* A part of a part is taken off by the parent itself: it does not split again. */
static const char *why_not_split(const eoe_state *s, const marchers *m) {
    FORBID("eoe.9.5:once", s->parent.net != MK_NOWHERE);
    FORBID("eoe.9.5:parent", m->f.units < 2);
    FORBID("eoe.9.9:lake", on_lake(s));
    bool all_french = eoe_war_of(s) == EOE_REVOLUTION && m->f.groups == EOE_G_FRENCH;
    FORBID("eoe.15.3:together", all_french);
    FORBID("eoe.9.5:moves", !s->march.steps || !m->mp);
    return NULL;
}

static const char *why_not_pick_up(const eoe_state *s) {
    FORBID("eoe.8.9:moved", !s->march.steps);
    FORBID("eoe.8.9", !eoe_can_form(s, s->phasing, space_of(s), EOE_FORM_PICK));
    return NULL;
}

static bool stranded(const eoe_state *s) {
    marchers m = who_march(s);
    for (int d = 0; d < MK_DIRECTIONS; d++)
        if (!why_not_step(s, &m, d, false) || !why_not_step(s, &m, d, true)) return false;
    return true;
}

/* Who cannot get off a lake any more goes back to the shore he came from. */
static const char *why_not_stop(const eoe_state *s) {
    FORBID("eoe.9.9:lake", !eoe_can_stay(s, here(s)) && !stranded(s));
    return NULL;
}

static const char *why_not_stop_inside(const eoe_state *s) {
    FORBID("eoe.5.1:town", !eoe_has_place(here(s)));
    FORBID("eoe.5.1:enemy", mk_set_has(&s->inside[eoe_enemy(s->phasing)], here(s)));
    FORBID("eoe.5.1:inside", s->march.inside);
    return NULL;
}

const char *eoe_march_why_not(const void *state, mk_action x) {
    const eoe_state *s = state;
    marchers m = who_march(s);
    switch (x.verb) {
    case EOE_V_STEP: return why_not_step(s, &m, x.a, false);
    case EOE_V_ROW: return why_not_step(s, &m, x.a, true);
    case EOE_V_FERRY: return why_not_ferry(s, &m, x.a);
    case EOE_V_SORTIE: return why_not_sortie(s, &m);
    case EOE_V_ASSAULT: return why_not_assault(s, &m);
    case EOE_V_DROP: return why_not_drop(s, &m, x.a);
    case EOE_V_SPLIT: return why_not_split(s, &m);
    case EOE_V_PICK_UP: return why_not_pick_up(s);
    case EOE_V_STOP_INSIDE: return why_not_stop_inside(s);
    default: return why_not_stop(s);
    }
}

void eoe_march_list(const void *state, mk_actions *out) {
    const eoe_state *s = state;
    marchers m = who_march(s);
    for (int d = 0; d < MK_DIRECTIONS; d++) {
        if (!why_not_step(s, &m, d, false)) mk_offer(out, EOE_V_STEP, d, 0, 0);
        if (!why_not_step(s, &m, d, true)) mk_offer(out, EOE_V_ROW, d, 0, 0);
        if (!why_not_ferry(s, &m, d)) mk_offer(out, EOE_V_FERRY, d, 0, 0);
    }
    EOE_EACH_AT(p, s, space_of(s)) {
        if (!why_not_drop(s, &m, p)) mk_offer(out, EOE_V_DROP, p, 0, 0);
    }
    if (!why_not_sortie(s, &m)) mk_offer(out, EOE_V_SORTIE, 0, 0, 0);
    if (!why_not_assault(s, &m)) mk_offer(out, EOE_V_ASSAULT, 0, 0, 0);
    if (!why_not_split(s, &m)) mk_offer(out, EOE_V_SPLIT, 0, 0, 0);
    if (!why_not_pick_up(s)) mk_offer(out, EOE_V_PICK_UP, 0, 0, 0);
    if (!why_not_stop_inside(s)) mk_offer(out, EOE_V_STOP_INSIDE, 0, 0, 0);
    if (!why_not_stop(s)) mk_offer(out, EOE_V_STOP, 0, 0, 0);
}

/* ---- What is done -------------------------------------------------------- */

static void go_to(eoe_state *s, int net, int cost, mk_log *log) {
    int from = here(s), hex = eoe_hex_of(net);
    bool out = s->march.inside;
    mk_log_event(log, EOE_E_MARCHES, s->phasing, MK_EVERYONE, 0,
                 (int16_t)in_hand(s, s->phasing).units, (int16_t)from, (int16_t)hex, (int16_t)cost);
    eoe_pay(s, cost);
    move_hand(s, 2 * hex);
    s->march.net = (uint16_t)net;
    s->march.from = (uint16_t)from;
    s->march.inside = s->march.sortie = 0;
    s->march.came_out = out;
    s->march.steps++;
    eoe_arrived(s, s->phasing, hex, log);
    eoe_begin_entry(s, s->phasing, hex, false);
    if (out) s->entry.left = (uint16_t)from;
    eoe_leaders_exposed(s, s->phasing, from, log); /* those who were left behind */
}

static void ferry(eoe_state *s, int direction, mk_log *log) {
    int to = eoe_near(here(s), direction);
    if (!free_ferry(s, here(s), direction)) {
        eoe_force f = in_hand(s, s->phasing);
        if (!eoe_check_initiative(s, &f, EOE_CHECK_LATER, log)) {
            s->march.stage = EOE_MARCH_OVER;
            return;
        }
    }
    EOE_EACH_AT(p, s, space_of(s)) {
        if (s->piece[p].flags & EOE_HAND) s->piece[p].flags |= EOE_FERRIED;
    }
    go_to(s, to, eoe_ferry_cost(s, to), log);
}

static void sortie(eoe_state *s, mk_log *log) {
    int hex = here(s);
    eoe_pay(s, eoe_land_cost(s, s->phasing, hex));
    move_hand(s, 2 * hex);
    s->march.inside = 0;
    s->march.sortie = 1;
    s->march.came_out = 0;
    s->march.from = MK_NOWHERE;
    s->march.steps++;
    mk_log_event(log, EOE_E_SORTIE, s->phasing, MK_EVERYONE, 0, (int16_t)hex);
    eoe_arrived(s, s->phasing, hex, log);
    eoe_begin_entry(s, s->phasing, hex, false);
}

static void split(eoe_state *s) {
    uint16_t list[EOE_MAX_PIECES];
    int count = eoe_hand(s, s->phasing, list, EOE_HAND), space = space_of(s);
    for (int i = 0; i < count; i++) eoe_set_flags(s, list[i], EOE_HAND, EOE_WAIT);
    s->parent = s->march;
    s->march.stage = EOE_MARCH_ON;
    eoe_ask_form(s, s->phasing, space, EOE_FORM_PART);
}

void eoe_march_apply(void *state, mk_action x, mk_log *log) {
    eoe_state *s = state;
    mk_pop(&s->base);
    switch (x.verb) {
    case EOE_V_STEP:
    case EOE_V_ROW: {
        int to, cost = eoe_step_cost(s, s->phasing, s->march.net, x.a, x.verb == EOE_V_ROW, &to);
        go_to(s, to, cost, log);
        return;
    }
    case EOE_V_FERRY: ferry(s, x.a, log); return;
    case EOE_V_SORTIE: sortie(s, log); return;
    case EOE_V_ASSAULT:
        eoe_pay(s, eoe.table.march.battle);
        eoe_begin_battle(s, s->phasing, here(s), true, EOE_FROM_HERE, s->march.from);
        s->march.fought = 1;
        return;
    case EOE_V_DROP: eoe_set_flags(s, x.a, EOE_HAND, EOE_DONE); return;
    case EOE_V_SPLIT: split(s); return;
    case EOE_V_PICK_UP:
        s->march.stage = EOE_MARCH_PICK;
        eoe_ask_form(s, s->phasing, space_of(s), EOE_FORM_PICK);
        return;
    case EOE_V_STOP_INSIDE: move_hand(s, 2 * here(s) + 1); break;
    default: break;
    }
    s->march.stage = EOE_MARCH_OVER;
}

/* ---- Going on after a battle, or when a part has gone (8.3, 9.5) --------- */

void eoe_go_on_list(const void *state, mk_actions *out) {
    (void)state;
    mk_offer(out, EOE_V_TRY, 0, 0, 0);
    mk_offer(out, EOE_V_STOP, 0, 0, 0);
}

const char *eoe_go_on_why_not(const void *state, mk_action x) {
    (void)state;
    (void)x;
    return NULL;
}

void eoe_go_on_apply(void *state, mk_action x, mk_log *log) {
    eoe_state *s = state;
    mk_pop(&s->base);
    s->march.stage = EOE_MARCH_OVER;
    if (x.verb == EOE_V_STOP) return;
    eoe_force f = in_hand(s, s->phasing);
    if (eoe_check_initiative(s, &f, EOE_CHECK_LATER, log)) s->march.stage = EOE_MARCH_ON;
}

/* ---- The procedure ------------------------------------------------------- */

/* A march begins where a force is being formed. */
void eoe_march_begins(eoe_state *s, int seat, int space) {
    s->march = (eoe_march){.net = (uint16_t)(space / 2),
                           .from = MK_NOWHERE,
                           .inside = space & 1,
                           .stage = EOE_MARCH_FIRST,
                           .shore = (uint16_t)(space / 2)};
    s->parent = (eoe_march){.net = MK_NOWHERE};
    mk_push(&s->base, EOE_PH_MARCHING, seat);
}

static void mark_checked(eoe_state *s) {
    EOE_EACH_AT(p, s, space_of(s)) {
        if (s->piece[p].flags & EOE_HAND) s->piece[p].flags |= EOE_CHECKED;
    }
}

/* 9.9: who cannot stay on a lake is at the shore that the march came from; units are lost if
 * enemies hold it. */
void eoe_back_to_shore(eoe_state *s, int piece, mk_log *log) {
    int seat = s->piece[piece].seat, shore = s->march.shore;
    if (eoe_is_unit(piece) && eoe_occupies(s, eoe_enemy(seat), shore))
        eoe_eliminate(s, piece, log);
    else
        eoe_move_to(s, piece, 2 * shore);
}

/* What follows when all of them are there. */
void eoe_ashore(eoe_state *s, int seat, mk_log *log) {
    eoe_leaders_exposed(s, seat, s->march.shore, log);
    eoe_arrived(s, seat, s->march.shore, log);
}

/* The march is over: units are done, leaders who moved too. A parent that waited may go on. */
static void finish(eoe_state *s, int seat, mk_log *log) {
    uint16_t list[EOE_MAX_PIECES];
    int count = eoe_hand(s, seat, list, EOE_HAND);
    bool back = !eoe_can_stay(s, here(s)); /* 9.9: whatever ended the march */
    for (int i = 0; i < count; i++) {
        eoe_piece *p = &s->piece[list[i]];
        bool stays = eoe_is_leader(list[i]) && !(p->flags & EOE_MOVED);
        eoe_set_flags(s, list[i], EOE_HAND, stays ? 0 : EOE_DONE);
        if (back && eoe_on_map(p->at)) eoe_back_to_shore(s, list[i], log);
    }
    if (back) eoe_ashore(s, seat, log);
    if (s->parent.net == MK_NOWHERE) {
        s->march = (eoe_march){.net = MK_NOWHERE};
        mk_pop(&s->base);
        return;
    }
    s->march = s->parent;
    s->parent = (eoe_march){.net = MK_NOWHERE};
    s->march.stage = EOE_MARCH_CHECK;
    count = eoe_hand(s, seat, list, EOE_WAIT);
    for (int i = 0; i < count; i++) eoe_set_flags(s, list[i], EOE_WAIT, EOE_HAND);
}

void eoe_march_step(void *state, mk_log *log) {
    eoe_state *s = state;
    int seat = mk_top(&s->base)->seat;
    eoe_update_control(s, log);
    if (b->ground[here(s)] != EOE_LAKE) s->march.shore = (uint16_t)here(s);
    eoe_force f = in_hand(s, seat);
    if (!f.units) s->march.stage = EOE_MARCH_OVER;
    if (s->march.fought && s->march.stage == EOE_MARCH_ON) s->march.stage = EOE_MARCH_CHECK;
    s->march.fought = 0;
    switch (s->march.stage) {
    case EOE_MARCH_FIRST:
    case EOE_MARCH_PICK: {
        bool first = s->march.stage == EOE_MARCH_FIRST;
        bool passed = eoe_check_initiative(s, &f, first ? EOE_CHECK_FIRST : EOE_CHECK_LATER, log);
        mark_checked(s);
        s->march.stage = passed ? EOE_MARCH_ON : EOE_MARCH_OVER;
        return;
    }
    case EOE_MARCH_ON:
        if (s->march.landed && !eoe_has_place(here(s))) { /* nothing is left to do */
            s->march.stage = EOE_MARCH_OVER;
            return;
        }
        mk_push(&s->base, EOE_PH_MARCH, seat)->a = (int16_t)here(s);
        return;
    case EOE_MARCH_CHECK:
        if (RULE("eoe.8.3:mp", !eoe_march_mp(s) || !eoe_rating_of(s, &f, EOE_CHECK_LATER).rating)) {
            s->march.stage = EOE_MARCH_OVER;
            return;
        }
        mk_push(&s->base, EOE_PH_GO_ON, seat)->a = (int16_t)here(s);
        return;
    default: finish(s, seat, log);
    }
}
