/* retreat.c - retreats (III.A.2.H and I), partisans who slip away (V.B). */
#include "g1776.h"

/* ---- Where to ---- */

/* Not over mountains nor anything wider than a class 1 river. */
static bool passable(const g1776_state *s, int seat, int hex, int direction) {
    int to = g1776_board.hexes.near[hex][direction];
    if (to == MK_NOWHERE || !g1776_is_land(to) || !g1776_in_area(s, to)) return false;
    if (g1776_village_closed(s, seat, to)) return false;
    unsigned bits = g1776_board.hexes.side_bits[g1776_board.hexes.side_of[hex][direction]];
    bool peaks = bits & G1776_MOUNTAINS || g1776_board.ground[hex] == G1776_MOUNTAIN ||
                 g1776_board.ground[to] == G1776_MOUNTAIN;
    return !RULE("g1776.iii.a.h.side", peaks || bits & (G1776_CLASS2 | G1776_CLASS3));
}

/* Leaders who are confined keep their force at home (CSG-5). */
static bool all_may_go(const g1776_state *s, int seat, int hex, int to) {
    MK_SET_EACH(l, g1776_leaders_at(s, hex, seat)) {
        if (!(s->leader[l].flags & G1776_INSIDE) && !g1776_may_be_in(s, l, to)) return false;
    }
    return true;
}

/* Directions, as bits; `avoid` are those that the attackers came from. If none is free, hexes that
 * both sides are in. */
unsigned g1776_retreats(const g1776_state *s, int seat, int hex, int avoid) {
    unsigned open = 0, shared = 0;
    for (int d = 0; d < MK_DIRECTIONS; d++) {
        if (!passable(s, seat, hex, d)) continue;
        int to = g1776_board.hexes.near[hex][d];
        bool enemies = g1776_looks_held(s, g1776_enemy(seat), to);
        if (enemies && g1776_held(s, seat, to) && all_may_go(s, seat, hex, to)) shared |= 1u << d;
        if (!all_may_go(s, seat, hex, to)) continue;
        if (!enemies && !RULE("g1776.iii.a.h.from", avoid >> d & 1)) open |= 1u << d;
    }
    return open ? open : shared;
}

static int attackers_came_from(const g1776_state *s, int seat, int hex) {
    bool attacks = s->combat.hex == hex && seat == s->combat.attacker;
    return attacks || seat == s->phasing ? 0 : s->came[hex];
}

/* The whole force outside the fort goes, with what it can carry. */
void g1776_retreat_to(g1776_state *s, int seat, int hex, int to, mk_log *log) {
    const mk_set64 stays = G1776_MAGAZINES | G1776_BATEAUX | G1776_FORTS | G1776_SITES |
                           G1776_ENTRENCHMENTS | G1776_COMS;
    g1776_piece lifted[G1776_MAX_LOTS];
    int count = g1776_lift(s, hex, 0, lifted);
    for (int i = 0; i < count; i++) {
        bool goes = g1776_owner(lifted[i].type) == seat && !mk_set_has(stays, lifted[i].type) &&
                    !(lifted[i].flags & G1776_INSIDE);
        if (goes) lifted[i].place = (uint16_t)to;
        g1776_put(s, lifted[i]);
    }
    MK_SET_EACH(l, g1776_leaders_at(s, hex, seat)) {
        if (!(s->leader[l].flags & G1776_INSIDE)) g1776_move_leader(s, l, to);
    }
    mk_log_event(log, G1776_E_RETREATS, seat, MK_EVERYONE, 0, (int16_t)hex, (int16_t)to);
    g1776_tidy(s, hex, log);
    g1776_tidy(s, to, log);
}

/* ---- The decision ---- */

/* Frame: a is the hex; c: it is an evasion, not a combat. */
static unsigned ways(const g1776_state *s) {
    const mk_frame *top = mk_top_const(&s->base);
    return g1776_retreats(s, top->seat, top->a, attackers_came_from(s, top->seat, top->a));
}

static bool own_fort(const g1776_state *s) {
    const mk_frame *top = mk_top_const(&s->base);
    return g1776_fort_of(s, top->a) == top->seat;
}

static bool ships_wait(const g1776_state *s) {
    const mk_frame *top = mk_top_const(&s->base);
    return g1776_may_board(s, top->seat, top->a);
}

const char *g1776_retreat_why_not(const void *state, mk_action x) {
    const g1776_state *s = state;
    const mk_frame *top = mk_top_const(&s->base);
    if (x.verb == G1776_V_RETREAT) FORBID("g1776.iii.a.h", !(ways(s) >> x.a & 1));
    if (x.verb == G1776_V_INTO_FORT) FORBID("g1776.iii.a.h.fort", !own_fort(s));
    if (x.verb == G1776_V_ABOARD) FORBID("g1776.iii.a.h.aboard", !ships_wait(s));
    if (x.verb == G1776_V_STAY) {
        bool must = top->c || s->combat.retreat[top->seat] == G1776_MUST_RETREAT;
        FORBID("g1776.iii.a.i", must && (ways(s) || own_fort(s) || ships_wait(s)));
    }
    return NULL;
}

void g1776_retreat_list(const void *state, mk_actions *out) {
    const g1776_state *s = state;
    unsigned open = ways(s);
    for (int d = 0; d < MK_DIRECTIONS; d++) {
        if (open >> d & 1) mk_offer(out, G1776_V_RETREAT, d, 0, 0);
    }
    if (own_fort(s)) mk_offer(out, G1776_V_INTO_FORT, 0, 0, 0);
    if (ships_wait(s)) mk_offer(out, G1776_V_ABOARD, 0, 0, 0);
    if (!g1776_retreat_why_not(s, (mk_action){.verb = G1776_V_STAY}))
        mk_offer(out, G1776_V_STAY, 0, 0, 0);
}

void g1776_go_inside(g1776_state *s, int seat, int hex, mk_log *log) {
    const mk_set64 goes = G1776_SP | G1776_SUPPLIES | G1776_ARTILLERY | G1776_DECOYS;
    g1776_piece lifted[G1776_MAX_LOTS];
    int count = g1776_lift(s, hex, 0, lifted);
    for (int i = 0; i < count; i++) {
        if (g1776_owner(lifted[i].type) == seat && mk_set_has(goes, lifted[i].type))
            lifted[i].flags |= G1776_INSIDE;
        g1776_put(s, lifted[i]);
    }
    MK_SET_EACH(l, g1776_leaders_at(s, hex, seat)) s->leader[l].flags |= G1776_INSIDE;
    mk_log_event(log, G1776_E_INTO_FORT, seat, MK_EVERYONE, 0, (int16_t)hex);
    g1776_tidy(s, hex, log);
}

void g1776_retreat_apply(void *state, mk_action x, mk_log *log) {
    g1776_state *s = state;
    const mk_frame top = *mk_top(&s->base);
    mk_pop(&s->base);
    if (x.verb == G1776_V_STAY) return;
    if (!top.c) {
        s->combat.over |= G1776_WITHDRAWN;
        s->combat.retreat[top.seat] = G1776_RETREATED;
    }
    if (x.verb == G1776_V_INTO_FORT)
        g1776_go_inside(s, top.seat, top.a, log);
    else if (x.verb == G1776_V_ABOARD)
        g1776_take_ships(s, top.seat, top.a, log);
    else
        g1776_retreat_to(s, top.seat, top.a, g1776_board.hexes.near[top.a][x.a], log);
    if (top.c) g1776_instant(s, log);
}

/* ---- Partisans (V, V.B) ---- */

/* CSG-5: Indians without other SP, whoever leads them. */
static bool indians_alone(const g1776_state *s, int seat, int hex) {
    G1776_EACH_AT(p, s, hex) {
        if (g1776_owner(p->type) == seat && g1776_is_sp(p->type) && !(p->flags & G1776_INSIDE) &&
            !g1776_is(p->type, G1776_IS_INDIAN))
            return false;
    }
    return true;
}

/* Indians, and militia that partisan leaders lead, without any regular SP or leader in the hex, be
 * it inside a fort. */
bool g1776_partisans_at(const g1776_state *s, int seat, int hex) {
    int led = 0, militia = 0, dragoons = 0;
    bool rogers = false; /* scenario 8: he leads British colonials as partisans */
    if (!g1776_open(s, seat, hex)) return false;
    if (RULE("g1776.csg5.indians_evade", g1776_southern_game(s) && indians_alone(s, seat, hex)))
        return true;
    MK_SET_EACH(l, g1776_leaders_at(s, hex, seat)) {
        if (!RULE("g1776.v.b.regular", g1776_partisan_in(s, l, hex))) return false;
        if (s->leader[l].flags & G1776_INSIDE) continue;
        rogers |= g1776_leader_named(l, G1776_ROBERT_ROGERS);
        led++;
    }
    G1776_EACH_AT(p, s, hex) {
        if (g1776_owner(p->type) != seat || !g1776_is_sp(p->type)) continue;
        unsigned is = g1776.type[p->type].is;
        if (is & G1776_IS_INDIAN) continue;
        bool his = RULE("g1776.s8.rogers", rogers && g1776.type[p->type].colour == G1776_BC);
        if (!his && (!(is & G1776_IS_MILITIA) || is & G1776_AS_REGULAR)) return false;
        if (p->flags & G1776_INSIDE) continue;
        militia += p->count;
        if (is & G1776_IS_DRAGOON) dragoons += p->count;
    }
    return militia <= led * G1776_PARTISANS_LED && dragoons <= led * g1776_dragoons_led(s);
}

bool g1776_can_retreat(const g1776_state *s, int seat, int hex) {
    return g1776_retreats(s, seat, hex, attackers_came_from(s, seat, hex)) ||
           g1776_fort_of(s, hex) == seat || g1776_may_board(s, seat, hex);
}

static bool may_evade(const g1776_state *s, int seat, int hex) {
    return g1776_partisans_at(s, seat, hex) && g1776_held(s, g1776_enemy(seat), hex) &&
           g1776_can_retreat(s, seat, hex);
}

/* Before combat the other side's partisans are asked, hex by hex (section 10). */
bool g1776_ask_evasion(g1776_state *s, mk_log *log) {
    int seat = g1776_enemy(s->phasing);
    (void)log;
    if (g1776_basic(s)) return false;
    MK_SET_EACH(hex, &s->open[seat]) {
        if (!g1776_held(s, s->phasing, hex) || mk_set_has(&s->evaded, hex)) continue;
        mk_set_add(&s->evaded, hex);
        if (!may_evade(s, seat, hex)) continue;
        mk_push(&s->base, G1776_PH_EVADE, seat)->a = (int16_t)hex;
        return true;
    }
    return false;
}

/* The partisan force may throw for it; in the movement phase before it is overrun (A3). */
void g1776_evade_list(const void *state, mk_actions *out) {
    (void)state;
    mk_offer(out, G1776_V_TRY, 0, 0, 0);
    mk_offer(out, G1776_V_STAY, 0, 0, 0);
}

const char *g1776_evade_why_not(const void *state, mk_action x) {
    (void)state;
    (void)x;
    return NULL;
}

static bool slips_away(g1776_state *s, int seat, int hex, mk_log *log) {
    int die = mk_die(&s->base.rng, 6);
    bool away = g1776_southern_game(s)
                    ? RULE("g1776.csg5.evade", die <= g1776_evades_up_to(s, seat, hex))
                    : RULE("g1776.v.b", die >= g1776.table.partisans_retreat);
    mk_log_event(log, away ? G1776_E_SLIPS_AWAY : G1776_E_CAUGHT, seat, MK_EVERYONE, MK_ROLLED,
                 (int16_t)hex, (int16_t)die);
    if (!away) return false;
    mk_frame *f = mk_push(&s->base, G1776_PH_RETREAT, seat);
    f->a = (int16_t)hex;
    f->c = 1;
    return true;
}

void g1776_evade_apply(void *state, mk_action x, mk_log *log) {
    g1776_state *s = state;
    const mk_frame top = *mk_top(&s->base);
    mk_pop(&s->base);
    if (x.verb == G1776_V_TRY) slips_away(s, top.seat, top.a, log);
}

/* ---- The same in the movement phase ---- */

/* True: the victims are asked first; the elimination waits for their answer. */
bool g1776_victims_asked(g1776_state *s, int seat, int hex) {
    if (g1776_basic(s) || !may_evade(s, seat, hex)) return false;
    mk_push(&s->base, G1776_PH_EVASION, seat)->a = (int16_t)hex;
    return true;
}

void g1776_evasion_list(const void *state, mk_actions *out) { g1776_evade_list(state, out); }
const char *g1776_evasion_why_not(const void *state, mk_action x) {
    return g1776_evade_why_not(state, x);
}

void g1776_evasion_apply(void *state, mk_action x, mk_log *log) {
    g1776_state *s = state;
    const mk_frame top = *mk_top(&s->base);
    mk_pop(&s->base); /* the group is on top */
    if (x.verb == G1776_V_TRY && slips_away(s, top.seat, top.a, log)) {
        g1776_met_nobody(s, &s->base.frame[s->base.depth - 2], top.a);
        return;
    }
    g1776_hand h = g1776_hand_at(s, top.a, s->phasing);
    g1776_overrun(s, &h, log);
}
