/* reaction.c - a force enters a hex: militia, then reactions, then a battle (4.1, 10, 12.2). */
#include <string.h>

#include "eoe.h"

static int other(const eoe_state *s) { return eoe_enemy(s->entry.mover); }

/* A landing force is put down only when the reactions are over; who sailed without a fleet has a
 * port to go back to (14.9). */
void eoe_begin_entry(eoe_state *s, int seat, int hex, bool landing) {
    memset(&s->entry, 0, sizeof s->entry);
    s->entry.hex = (uint16_t)hex;
    s->entry.left = MK_NOWHERE;
    s->entry.mover = (uint8_t)seat;
    s->entry.landing = landing;
    mk_push(&s->base, EOE_PH_ENTRY, seat)->a = (int16_t)hex;
}

/* ---- Militia appears (12.2) ---------------------------------------------- */

/* 5.1: who comes straight out of a town wakes the militia around it first, then where he goes. */
static bool around_town(const eoe_state *s) {
    return s->entry.left != MK_NOWHERE && !s->entry.called;
}
static int militia_hex(const eoe_state *s) { return around_town(s) ? s->entry.left : s->entry.hex; }

/* 9.7: neutral land is friendly to its militia only while no other enemy holds the hex. */
static bool held_before(const eoe_state *s, int hex) {
    int mover = s->entry.mover;
    if (mk_set_has(&s->inside[other(s)], hex)) return false;
    if (around_town(s) || s->march.sortie || mk_set_has(&s->inside[mover], hex)) return true;
    EOE_EACH_AT(p, s, 2 * hex) {
        bool stood = s->piece[p].seat == mover && !(s->piece[p].flags & EOE_HAND);
        if (stood && eoe_is_unit(p)) return true;
    }
    return false;
}

static const char *why_not_call(const eoe_state *s, int piece) {
    int seat = other(s), hex = militia_hex(s);
    FORBID("eoe.12.2", !eoe_may_call(s, seat, piece));
    FORBID("eoe.12.2:enemy", around_town(s) && mk_set_has(&s->open[s->entry.mover], hex));
    FORBID("eoe.12.2:friendly", !eoe_friendly(s, seat, hex) && held_before(s, hex));
    return eoe_why_not_militia(s, seat, piece, hex, true);
}

static bool can_call(const eoe_state *s) {
    if (eoe_board.ground[militia_hex(s)] != EOE_CIVILIZED) return false;
    EOE_EACH_MILITIA(i, s) {
        if (!why_not_call(s, i)) return true;
    }
    return false;
}

/* 7.5: the Watauga men come when a British unit moves next to their hex. */
static bool watauga_near(const eoe_state *s) {
    int hex = eoe.hex[EOE_H_WATAUGA], wata = eoe.named[EOE_P_WATA];
    return s->entry.mover == EOE_BRITISH && s->piece[wata].at == EOE_SPECIAL && !around_town(s) &&
           mk_hex_distance(&eoe_board.hexes, s->entry.hex, hex) <= 1 &&
           !eoe_occupies(s, EOE_BRITISH, hex);
}

static const char *why_not_react_militia(const eoe_state *s, mk_action x) {
    if (x.verb == EOE_V_DONE) return NULL;
    if (x.a == eoe.named[EOE_P_WATA]) {
        FORBID("eoe.7.5.watauga", !watauga_near(s));
        return NULL;
    }
    return why_not_call(s, x.a);
}

const char *eoe_react_militia_why_not(const void *state, mk_action x) {
    return why_not_react_militia(state, x);
}

void eoe_react_militia_list(const void *state, mk_actions *out) {
    const eoe_state *s = state;
    EOE_EACH_MILITIA(i, s) {
        if (!why_not_call(s, i)) mk_offer(out, EOE_V_CALL, i, 0, 0);
    }
    if (watauga_near(s)) mk_offer(out, EOE_V_CALL, eoe.named[EOE_P_WATA], 0, 0);
    mk_offer(out, EOE_V_DONE, 0, 0, 0);
}

static void militia_done(eoe_state *s) {
    if (around_town(s))
        s->entry.called = 1;
    else
        s->entry.stage = EOE_ENTRY_DECLARE;
}

void eoe_react_militia_apply(void *state, mk_action x, mk_log *log) {
    eoe_state *s = state;
    mk_pop(&s->base);
    if (x.verb == EOE_V_DONE) {
        militia_done(s);
        return;
    }
    int hex = x.a == eoe.named[EOE_P_WATA] ? eoe.hex[EOE_H_WATAUGA] : militia_hex(s);
    eoe_call_militia(s, x.a, hex, log);
}

/* ---- Who may react (10.1) ------------------------------------------------ */

/* A stack at a space, who could cross into the hex entered, or into the one left. */
static void add_reactor(eoe_state *s, int space, int into) {
    int seat = other(s);
    bool units =
        space & 1 ? mk_set_has(&s->inside[seat], space / 2) : mk_set_has(&s->open[seat], space / 2);
    if (!units || s->entry.count == EOE_MAX_REACTORS) return;
    if (space / 2 != into) {
        int d = mk_hex_direction(&eoe_board.hexes, space / 2, into);
        if (RULE("eoe.10.1:cross", !eoe_some_could_cross(s, seat, space, d))) return;
    }
    if (RULE("eoe.9.3:able", !eoe_can_react(s, seat, space))) return;
    s->entry.reactor[s->entry.count++] = (eoe_reactor){.space = (uint16_t)space};
}

static void find_reactors(eoe_state *s) {
    int hex = s->entry.hex;
    s->entry.count = s->entry.current = 0;
    s->entry.defended = mk_set_has(&s->open[other(s)], hex);
    for (int inside = 0; inside < 2; inside++) add_reactor(s, 2 * hex + inside, hex);
    for (int d = 0; d < MK_DIRECTIONS; d++) {
        int near = eoe_near(hex, d);
        for (int inside = 0; near != MK_NOWHERE && inside < 2; inside++)
            add_reactor(s, 2 * near + inside, hex);
    }
    int left = s->entry.left; /* 11.13: those around a town that was left */
    for (int d = 0; left != MK_NOWHERE && d < MK_DIRECTIONS; d++) {
        int near = eoe_near(left, d);
        if (near == MK_NOWHERE || mk_hex_distance(&eoe_board.hexes, near, hex) < 2) continue;
        for (int inside = 0; inside < 2; inside++) add_reactor(s, 2 * near + inside, left);
    }
}

/* ---- All attempts are declared first ------------------------------------- */

static const eoe_reactor *asked(const eoe_state *s) { return &s->entry.reactor[s->entry.current]; }
static bool in_the_open(const eoe_state *s, const eoe_reactor *r) {
    return r->space == 2 * s->entry.hex;
}
static bool in_the_town(const eoe_state *s, const eoe_reactor *r) {
    return r->space == 2 * s->entry.hex + 1;
}

/* Directions a reacting stack may take, but for the hex entered; EOE_TO_TOWN. */
static unsigned ways_out(const eoe_state *s, const eoe_reactor *r, const eoe_force *f) {
    int hex = r->space / 2, enemy = s->entry.mover;
    unsigned ways = 0;
    for (int d = 0; d < MK_DIRECTIONS; d++) {
        int to = eoe_near(hex, d);
        if (to == MK_NOWHERE || to == s->entry.hex || !eoe_can_stay(s, to)) continue;
        if (!eoe_could_cross(s, f, hex, d)) continue;
        bool held = mk_set_has(&s->open[enemy], to);
        if (held && r->what == EOE_ESCAPES) continue; /* that would be no escape */
        ways |= 1u << d;
    }
    bool town = eoe_has_place(hex) && !(r->space & 1) && !mk_set_has(&s->inside[enemy], hex);
    return ways | (town ? EOE_TO_TOWN : 0);
}

static const char *why_not_declare(const eoe_state *s, int verb) {
    const eoe_reactor *r = asked(s);
    eoe_force f = eoe_force_at(s, other(s), r->space, 0, -1);
    switch (verb) {
    case EOE_V_ESCAPE: FORBID("eoe.10.1", !in_the_open(s, r) || !ways_out(s, r, &f)); return NULL;
    case EOE_V_JOIN:
        FORBID("eoe.10.1", in_the_open(s, r));
        FORBID("eoe.10.2", mk_hex_distance(&eoe_board.hexes, r->space / 2, s->entry.hex) > 1);
        FORBID("eoe.10.1:shut", s->entry.shut);
        FORBID("eoe.9.9:lake", !eoe_can_stay(s, s->entry.hex));
        return NULL;
    case EOE_V_AWAY: FORBID("eoe.10.1", in_the_open(s, r) || !ways_out(s, r, &f)); return NULL;
    default: return NULL;
    }
}

const char *eoe_declare_why_not(const void *state, mk_action x) {
    return why_not_declare(state, x.verb);
}

void eoe_declare_list(const void *state, mk_actions *out) {
    static const int verbs[] = {EOE_V_ESCAPE, EOE_V_JOIN, EOE_V_AWAY, EOE_V_STAY};
    for (int i = 0; i < 4; i++)
        if (!why_not_declare(state, verbs[i])) mk_offer(out, verbs[i], 0, 0, 0);
}

void eoe_declare_apply(void *state, mk_action x, mk_log *log) {
    eoe_state *s = state;
    eoe_reactor *r = &s->entry.reactor[s->entry.current++];
    mk_pop(&s->base);
    r->what = x.verb == EOE_V_ESCAPE ? EOE_ESCAPES
              : x.verb == EOE_V_JOIN ? EOE_JOINS
              : x.verb == EOE_V_AWAY ? EOE_GOES
                                     : EOE_STAYS;
    r->done = r->what == EOE_STAYS;
    if (r->what == EOE_ESCAPES) s->entry.shut = 1; /* 10.1: escape or reinforce, not both */
    if (!r->done)
        mk_log_event(log, EOE_E_DECLARES, other(s), MK_EVERYONE, 0, (int16_t)(r->space / 2),
                     r->what);
}

/* ---- The order in which they are resolved -------------------------------- */

static bool pending(const eoe_state *s, int i) {
    const eoe_reactor *r = &s->entry.reactor[i];
    if (r->done || !eoe_units_at(s, other(s), r->space)) return false;
    return !(r->what == EOE_JOINS && s->entry.shut);
}

const char *eoe_order_why_not(const void *state, mk_action x) {
    const eoe_state *s = state;
    for (int i = 0; i < s->entry.count; i++)
        if (pending(s, i) && s->entry.reactor[i].space == x.a) return NULL;
    return "eoe.10.2";
}

void eoe_order_list(const void *state, mk_actions *out) {
    const eoe_state *s = state;
    for (int i = 0; i < s->entry.count; i++)
        if (pending(s, i)) mk_offer(out, EOE_V_RESOLVE, s->entry.reactor[i].space, 0, 0);
}

static void resolve(eoe_state *s, int i) {
    s->entry.current = (uint8_t)i;
    s->entry.reactor[i].done = 1;
    int space = s->entry.reactor[i].space;
    if (!eoe_can_form(s, other(s), space, EOE_FORM_REACT)) return;
    s->entry.stage = EOE_ENTRY_ROLL;
    eoe_ask_form(s, other(s), space, EOE_FORM_REACT);
}

void eoe_order_apply(void *state, mk_action x, mk_log *log) {
    eoe_state *s = state;
    (void)log;
    mk_pop(&s->base);
    for (int i = 0; i < s->entry.count; i++) {
        if (!pending(s, i) || s->entry.reactor[i].space != x.a) continue;
        resolve(s, i);
        return;
    }
}

/* ---- One of them moves (10.2) -------------------------------------------- */

static void release(eoe_state *s, int flags) {
    uint16_t list[EOE_MAX_PIECES];
    int count = eoe_hand(s, other(s), list, EOE_HAND);
    for (int i = 0; i < count; i++)
        eoe_set_flags(s, list[i], EOE_HAND, eoe_is_unit(list[i]) ? (unsigned)flags : 0);
}

static void move_reactors(eoe_state *s, int space, mk_log *log) {
    uint16_t list[EOE_MAX_PIECES];
    int count = eoe_hand(s, other(s), list, EOE_HAND);
    for (int i = 0; i < count; i++) eoe_move_to(s, list[i], space);
    mk_log_event(log, EOE_E_REACTS, other(s), MK_EVERYONE, 0,
                 (int16_t)(s->entry.reactor[s->entry.current].space / 2), (int16_t)(space / 2));
    eoe_arrived(s, other(s), space / 2, log);
    int left = s->entry.reactor[s->entry.current].space / 2;
    eoe_leaders_exposed(s, other(s), left, log);
}

/* 9.11, 10.2: over an all-sea hexside a second check. */
static bool crosses(eoe_state *s, int from, int to, mk_log *log) {
    int side = mk_side_between(&eoe_board.hexes, from, to), enemy = s->entry.mover;
    unsigned bits = eoe_board.hexes.side_bits[side];
    if (!(bits & EOE_SEA_SIDE)) return true;
    if (bits & EOE_FERRY && !eoe_occupies(s, enemy, from) && !eoe_occupies(s, enemy, to))
        return true;
    eoe_force f = eoe_force_at(s, other(s), s->entry.reactor[s->entry.current].space, EOE_HAND, -1);
    return f.boatmen && eoe_check_initiative(s, &f, EOE_CHECK_REACTION, log);
}

static void join(eoe_state *s, const eoe_reactor *r, mk_log *log) {
    int from = r->space / 2;
    if (from != s->entry.hex && !crosses(s, from, s->entry.hex, log)) {
        release(s, EOE_FAILED);
        return;
    }
    if (from == s->entry.hex)
        s->entry.origins |= EOE_TO_TOWN;
    else
        s->entry.origins |= (uint8_t)(1u << mk_hex_direction(&eoe_board.hexes, s->entry.hex, from));
    move_reactors(s, 2 * s->entry.hex, log);
    release(s, 0);
}

static void roll(eoe_state *s, mk_log *log) {
    eoe_reactor *r = &s->entry.reactor[s->entry.current];
    eoe_force f = eoe_force_at(s, other(s), r->space, EOE_HAND, -1);
    s->entry.stage = EOE_ENTRY_NEXT;
    if (!eoe_check_initiative(s, &f, EOE_CHECK_REACTION, log)) {
        release(s, EOE_FAILED);
        if (RULE("eoe.10.1:fails", r->space / 2 == s->entry.hex)) s->entry.shut = 1;
        return;
    }
    if (r->what == EOE_JOINS) {
        join(s, r, log);
        return;
    }
    if (!ways_out(s, r, &f)) {
        release(s, 0);
        return;
    }
    mk_push(&s->base, EOE_PH_REACT, other(s))->a = (int16_t)(r->space / 2);
}

static unsigned react_ways(const eoe_state *s) {
    const eoe_reactor *r = &s->entry.reactor[s->entry.current];
    eoe_force f = eoe_force_at(s, other(s), r->space, EOE_HAND, -1);
    return ways_out(s, r, &f);
}

const char *eoe_react_why_not(const void *state, mk_action x) {
    unsigned ways = react_ways(state);
    if (x.verb == EOE_V_INTO_TOWN)
        FORBID("eoe.10.2:town", !(ways & EOE_TO_TOWN));
    else
        FORBID("eoe.10.2", !(ways >> x.a & 1));
    return NULL;
}

void eoe_react_list(const void *state, mk_actions *out) {
    unsigned ways = react_ways(state);
    for (int d = 0; d < MK_DIRECTIONS; d++)
        if (ways >> d & 1) mk_offer(out, EOE_V_TO, d, 0, 0);
    if (ways & EOE_TO_TOWN) mk_offer(out, EOE_V_INTO_TOWN, 0, 0, 0);
}

void eoe_react_apply(void *state, mk_action x, mk_log *log) {
    eoe_state *s = state;
    int from = s->entry.reactor[s->entry.current].space / 2;
    mk_pop(&s->base);
    if (x.verb == EOE_V_INTO_TOWN) {
        move_reactors(s, 2 * from + 1, log);
        release(s, 0);
        return;
    }
    int to = eoe_near(from, x.a);
    if (!crosses(s, from, to, log)) {
        release(s, EOE_FAILED);
        return;
    }
    move_reactors(s, 2 * to, log);
    if (!mk_set_has(&s->open[s->entry.mover], to)) {
        release(s, 0);
        return;
    }
    /* 4.1: a battle with a stack that is not moving. */
    eoe_begin_battle(s, other(s), to, false, EOE_FROM_HEX, from);
    s->battle.from_town = s->entry.reactor[s->entry.current].space & 1;
}

/* ---- The procedure ------------------------------------------------------- */

static void ask_militia(eoe_state *s) {
    if (!can_call(s) && !watauga_near(s))
        militia_done(s);
    else
        mk_push(&s->base, EOE_PH_REACT_MILITIA, other(s))->a = (int16_t)militia_hex(s);
}

static void ask_declarations(eoe_state *s) {
    if (s->entry.current == s->entry.count) {
        s->entry.stage = EOE_ENTRY_RESOLVE;
        return;
    }
    mk_frame *f = mk_push(&s->base, EOE_PH_DECLARE, other(s));
    f->a = (int16_t)asked(s)->space;
    f->b = (int16_t)s->entry.hex;
}

/* Who is in the hex or its town comes first, then the owner chooses. */
static void next_reaction(eoe_state *s) {
    int left = 0, only = 0;
    release(s, 0);
    for (int i = 0; i < s->entry.count; i++) {
        if (!pending(s, i)) continue;
        const eoe_reactor *r = &s->entry.reactor[i];
        if (in_the_open(s, r) || in_the_town(s, r)) {
            resolve(s, i);
            return;
        }
        left++;
        only = i;
    }
    if (!left)
        s->entry.stage = EOE_ENTRY_FIGHT;
    else if (left == 1)
        resolve(s, only);
    else
        mk_push(&s->base, EOE_PH_ORDER, other(s))->a = (int16_t)s->entry.hex;
}

static void put_ashore(eoe_state *s, mk_log *log) {
    uint16_t list[EOE_MAX_PIECES], port[EOE_MAX_PIECES];
    int seat = s->entry.mover, hex = s->entry.hex, count = eoe_hand(s, seat, list, EOE_HAND);
    for (int i = 0; i < count; i++) {
        port[i] = s->piece[list[i]].at;
        eoe_move_to(s, list[i], 2 * hex);
        s->piece[list[i]].mp = 0;
        eoe_set_flags(s, list[i], 0, EOE_MOVED | EOE_HAND);
    }
    for (int i = 0; i < count; i++) /* those who stayed in a besieged port without troops */
        if (eoe_on_map(port[i])) eoe_leaders_exposed(s, seat, port[i] / 2, log);
    mk_log_event(log, EOE_E_LANDS, seat, MK_EVERYONE, 0, (int16_t)hex);
    eoe_arrived(s, seat, hex, log);
}

static void fight(eoe_state *s, mk_log *log) {
    int mover = s->entry.mover, enemy = other(s), hex = s->entry.hex;
    bool landing = s->entry.landing;
    s->entry.stage = EOE_ENTRY_OVER;
    if (landing) put_ashore(s, log);
    if (!mk_set_has(&s->open[mover], hex) || !mk_set_has(&s->open[enemy], hex)) return;
    bool reacted = !s->entry.defended && !landing; /* 11.7: then the reacting side attacks */
    eoe_origin how = landing && s->march.from == MK_NOWHERE ? EOE_FROM_SEA
                     : s->march.sortie                      ? EOE_FROM_TOWN
                     : s->march.from == MK_NOWHERE          ? EOE_FROM_HERE
                                                            : EOE_FROM_HEX;
    if (reacted) { /* 11.10: they advanced from elsewhere, the mover may go back */
        eoe_begin_battle(s, enemy, hex, false, EOE_FROM_HERE, MK_NOWHERE);
        s->battle.origins = s->entry.origins;
        return;
    }
    eoe_begin_battle(s, mover, hex, false, how, s->march.from);
    s->battle.from_town = how == EOE_FROM_HEX && s->march.came_out;
}

void eoe_entry_step(void *state, mk_log *log) {
    eoe_state *s = state;
    switch (s->entry.stage) {
    case EOE_ENTRY_MILITIA: ask_militia(s); return;
    case EOE_ENTRY_DECLARE:
        if (!s->entry.count && !s->entry.current) find_reactors(s);
        ask_declarations(s);
        return;
    case EOE_ENTRY_RESOLVE:
    case EOE_ENTRY_NEXT: next_reaction(s); return;
    case EOE_ENTRY_ROLL: roll(s, log); return;
    case EOE_ENTRY_FIGHT: fight(s, log); return;
    default:
        memset(&s->entry, 0, sizeof s->entry);
        s->entry.hex = MK_NOWHERE;
        mk_pop(&s->base);
    }
}
