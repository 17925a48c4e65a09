/* harbour.c - armies and the fleets beside them: a beaten army takes to its ships (III.A.2.H), a
 * fleet is surprised in its port (V.A of the campaign), a season begins at sea (V.B).
 *
 * G1776_PH_BOARDING (a procedure) shares out an army among fleets: a is their bits, b the hex.
 * G1776_PH_SURPRISED: a is the fleet, which lands SP at once or puts to sea.
 */
#include "g1776.h"

static const mk_hexmap *const board = &g1776_board.hexes;

/* In the port of the hex, or on a hexside of it. */
bool g1776_lies_off(const g1776_state *s, int fleet, int hex) {
    int at = s->fleet[fleet].place;
    if (!g1776_is_side(at)) return at == hex;
    const mk_side *side = &board->side[at - G1776_AT_SIDE];
    return side->hex[0] == hex || side->hex[1] == hex;
}

/* ---- A beaten army takes to its ships ---- */

static mk_set64 ships_at(const g1776_state *s, int seat, int hex) {
    mk_set64 fleets = 0;
    if (!g1776_sea_power(s)) return 0;
    for (int f = 0; f < G1776_FLEETS; f++)
        if (g1776.fleet[f].seat == seat && f != G1776_CN && g1776_lies_off(s, f, hex))
            mk_set_add(&fleets, f);
    return fleets;
}

/* The force outside a fort: SP, and what they take with them. */
static bool goes_aboard(const g1776_piece *p, int seat) {
    const mk_set64 taken = G1776_SP | G1776_SUPPLIES | G1776_ARTILLERY;
    return g1776_owner(p->type) == seat && mk_set_has(taken, p->type) && !(p->flags & G1776_INSIDE);
}

/* All of it sails, and there is room. An item takes two points at most: with a point to spare for
 * each fleet but one it fits, however it is shared out. */
bool g1776_may_board(const g1776_state *s, int seat, int hex) {
    mk_set64 fleets = ships_at(s, seat, hex);
    int room = 1, load = 0, sp = 0;
    if (!fleets) return false;
    MK_SET_EACH(f, fleets) {
        int left = g1776.fleet[f].capacity - g1776_load_of(s, f);
        room += left > 0 ? left - 1 : -1;
    }
    G1776_EACH_AT(p, s, hex) {
        if (!goes_aboard(p, seat)) continue;
        MK_SET_EACH(f, fleets) {
            if (!g1776_sails(f, p->type)) return false;
        }
        load += p->count * g1776_points_of(s, p->type);
        if (g1776_is_sp(p->type)) sp += p->count;
    }
    return sp && load <= room && !g1776_too_many_at_sea(s, sp);
}

void g1776_take_ships(g1776_state *s, int seat, int hex, mk_log *log) {
    g1776_piece lifted[G1776_MAX_LOTS];
    mk_set64 fleets = ships_at(s, seat, hex);
    int count = g1776_lift(s, hex, 0, lifted);
    for (int i = 0; i < count; i++) {
        if (goes_aboard(&lifted[i], seat)) lifted[i].place = G1776_IN_HAND;
        g1776_put(s, lifted[i]);
    }
    MK_SET_EACH(l, g1776_leaders_at(s, hex, seat)) {
        if (!(s->leader[l].flags & G1776_INSIDE)) g1776_move_leader(s, l, G1776_IN_HAND);
    }
    mk_log_event(log, G1776_E_BOARDS, seat, MK_EVERYONE, 0, (int16_t)hex);
    mk_frame *f = mk_push(&s->base, G1776_PH_BOARDING, seat);
    f->a = (int16_t)fleets;
    f->b = (int16_t)hex;
}

void g1776_boarding_step(void *state, mk_log *log) {
    g1776_state *s = state;
    mk_frame f = *mk_top(&s->base);
    if (g1776_anything_in_hand(s)) {
        g1776_stow_next(s, (mk_set64)(uint16_t)f.a, log);
        return;
    }
    mk_pop(&s->base);
    g1776_tidy(s, f.b, log);
    g1776_instant(s, log);
}

/* ---- A fleet surprised in its port ---- */

static bool hostile_port(const g1776_state *s, int fleet) {
    int hex = s->fleet[fleet].place, seat = g1776.fleet[fleet].seat;
    return g1776_is_hex(hex) && g1776_is_land(hex) && g1776_held(s, g1776_enemy(seat), hex) &&
           !g1776_held(s, seat, hex);
}

static bool has_sp_aboard(const g1776_state *s, int fleet) {
    return g1776_count_of(s, G1776_ABOARD + fleet, G1776_SP) > 0;
}

/* For check(): not in a port that enemies hold alone, unless somebody is asked or fights there. */
bool g1776_may_lie_there(const g1776_state *s, int fleet) {
    if (!hostile_port(s, fleet) || g1776_must_land(s, fleet)) return true;
    if (s->combat.hex == s->fleet[fleet].place) return true;
    for (int i = 0; i < s->base.depth; i++) {
        int phase = s->base.frame[i].phase;
        if (phase == G1776_PH_SURPRISED || phase == G1776_PH_BOARDING) return true;
    }
    return false;
}

static void put_to_sea(g1776_state *s, int fleet, mk_log *log) {
    int entry = g1776_port_entry(s, s->fleet[fleet].place);
    if (entry == MK_NOWHERE) { /* the port went with its fort (4) */
        int town = g1776_board.town_at[s->fleet[fleet].place];
        entry = g1776_board.town[town].fort_entry;
    }
    s->fleet[fleet].place = (uint16_t)(G1776_AT_SIDE + entry);
    g1776_end_embarking(s, fleet);
    mk_log_event(log, G1776_E_SAILS, g1776.fleet[fleet].seat, MK_EVERYONE, 0, (int16_t)fleet,
                 (int16_t)g1776_where_of(s->fleet[fleet].place));
}

/* V.A: fleets in a port that enemy SP hold alone lie outside it at once; those with SP aboard are
 * asked first (g1776_ask_surprised). */
void g1776_expel_fleets(g1776_state *s, int hex, mk_log *log) {
    for (int f = 0; f < G1776_FLEETS; f++) {
        if (s->fleet[f].place != hex || !hostile_port(s, f)) continue;
        if (g1776_must_land(s, f) || has_sp_aboard(s, f)) continue;
        if (RULE("g1776.csg.v.a.expelled", true)) put_to_sea(s, f, log);
    }
}

/* True: the owner of a fleet is asked. */
bool g1776_ask_surprised(g1776_state *s) {
    if (!g1776_sea_power(s)) return false;
    for (int f = 0; f < G1776_FLEETS; f++) {
        if (!hostile_port(s, f) || !has_sp_aboard(s, f) || g1776_must_land(s, f)) continue;
        if (mk_top_const(&s->base)->phase == G1776_PH_SURPRISED) return false;
        mk_push(&s->base, G1776_PH_SURPRISED, g1776.fleet[f].seat)->a = (int16_t)f;
        return true;
    }
    return false;
}

void g1776_surprised_list(const void *state, mk_actions *out) {
    const g1776_state *s = state;
    int aboard = G1776_ABOARD + mk_top_const(&s->base)->a, last = -1, total = 0;
    G1776_EACH_AT(p, s, aboard) {
        if (!g1776_is_sp(p->type)) continue;
        if (p->type != last) total = 0;
        for (int k = 1; k <= p->count; k++) mk_offer(out, G1776_V_UNLOAD, p->type, ++total, 0);
        last = p->type;
    }
    MK_SET_EACH(l, g1776_leaders_at(s, aboard, g1776_deciding(s))) {
        mk_action ashore = {.verb = G1776_V_UNLOAD_LEADER, .a = (int16_t)l};
        if (!g1776_surprised_why_not(s, ashore)) mk_offer(out, G1776_V_UNLOAD_LEADER, l, 0, 0);
    }
    mk_offer(out, G1776_V_ANCHOR, 0, 0, 0);
}

const char *g1776_surprised_why_not(const void *state, mk_action x) {
    const g1776_state *s = state;
    int fleet = mk_top_const(&s->base)->a, aboard = G1776_ABOARD + fleet;
    if (x.verb == G1776_V_UNLOAD) {
        FORBID("g1776.csg.v.a.surprised", !g1776_is_sp(x.a));
        FORBID("g1776.csg.v.b.debark", x.b < 1 || g1776_count(s, aboard, x.a) < x.b);
    } else if (x.verb == G1776_V_UNLOAD_LEADER) {
        FORBID("g1776.csg.v.b.debark", s->leader[x.a].place != aboard);
        FORBID("g1776.csg.v.a.surprised", hostile_port(s, fleet));
    }
    return NULL;
}

/* Who lands among enemies stops a group that came into the hex. */
static void stop_groups(g1776_state *s, int hex) {
    for (int i = 0; i < s->base.depth; i++) {
        mk_frame *f = &s->base.frame[i];
        if (f->phase == G1776_PH_GROUP && f->a == hex) f->c = 1;
    }
}

static void land_surprised(g1776_state *s, const mk_frame *f, mk_action x, mk_log *log) {
    int hex = s->fleet[f->a].place, from = G1776_ABOARD + f->a;
    int flags = f->seat == s->phasing ? G1776_DONE | G1776_CARRIED : 0;
    if (x.verb == G1776_V_UNLOAD_LEADER) {
        g1776_move_leader(s, x.a, hex);
        s->leader[x.a].flags = (uint8_t)flags;
        mk_log_event(log, G1776_E_LEADER_PLACED, f->seat, MK_EVERYONE, 0, x.a,
                     (int16_t)g1776_where_of(hex));
        return;
    }
    g1776_remove(s, from, x.a, x.b, 0);
    g1776_add(s, hex, x.a, x.b, flags);
    mk_log_event(log, G1776_E_LANDS, f->seat, MK_EVERYONE, 0, x.b, x.a,
                 (int16_t)g1776_where_of(hex), f->a);
    stop_groups(s, hex);
    g1776_note_entry(s, f->seat, MK_NOWHERE, hex, log);
    g1776_tidy(s, hex, log);
}

void g1776_surprised_apply(void *state, mk_action x, mk_log *log) {
    g1776_state *s = state;
    mk_frame f = *mk_top(&s->base);
    if (x.verb == G1776_V_ANCHOR) {
        mk_pop(&s->base);
        if (hostile_port(s, f.a)) put_to_sea(s, f.a, log);
        g1776_end_muster(s, log);
    } else {
        land_surprised(s, &f, x, log);
    }
    g1776_instant(s, log);
}

/* ---- A season begins ---- */

static bool at_sea(const g1776_state *s, int fleet) {
    int at = s->fleet[fleet].place;
    return g1776_is_box(at) || (g1776_is_hex(at) && !g1776_is_land(at));
}

/* V.B: TM, and named leaders without SP, are not at sea from one season into the next. */
void g1776_new_season(g1776_state *s, mk_log *log) {
    enum { QUARTER = 3 };
    int month = g1776_rules(s)->month[s->base.turn];
    if (!g1776_sea_power(s) || s->base.turn == 1 || month % QUARTER) return;
    for (int f = 0; f < G1776_FLEETS; f++) {
        int aboard = G1776_ABOARD + f, seat = g1776.fleet[f].seat;
        if (!at_sea(s, f)) continue;
        int tm = g1776_count(s, aboard, G1776_TM);
        if (RULE("g1776.csg.v.b.season", tm)) {
            g1776_remove(s, aboard, G1776_TM, tm, 0);
            mk_log_event(log, G1776_E_LEAVES, seat, MK_EVERYONE, 0, (int16_t)tm, G1776_TM,
                         (int16_t)g1776_where_of(aboard));
        }
        if (g1776_count_of(s, aboard, G1776_SP)) continue;
        MK_SET_EACH(l, g1776_leaders_at(s, aboard, seat)) {
            if (!g1776_leader_is(s, l, G1776_NAMELESS)) g1776_kill_leader(s, l, false, log);
        }
    }
}
