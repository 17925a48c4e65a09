/* place.c - pieces in hand come to the board: free set-up and arrivals.
 *
 * What is to be placed lies at the place "in hand". A procedure (setup.c, arrivals.c) asks for one
 * *item* after the other: the whole group, or where it may be split one piece or leader at a time.
 * A frame of G1776_PH_PLACE says of what: a the number of the free set-up or arrival, b which of
 * the two, c the number of the item.
 */
#include "g1776.h"

/* ---- What is in hand ---- */

bool g1776_fleets_in_hand(const g1776_state *s) {
    for (int f = 0; f < G1776_FLEETS; f++)
        if (s->fleet[f].place == G1776_IN_HAND) return true;
    return false;
}

/* The next of the leaders, or G1776_NONE. */
static int leader_in_hand(const g1776_state *s) {
    for (int l = 0; l < g1776.leader_count; l++)
        if (s->leader[l].place == G1776_IN_HAND) return l;
    return G1776_NONE;
}

static const g1776_piece *piece_in_hand(const g1776_state *s) {
    int i = g1776_first_at(s, G1776_IN_HAND);
    return i < s->piece_count && s->piece[i].place == G1776_IN_HAND ? &s->piece[i] : NULL;
}

bool g1776_anything_in_hand(const g1776_state *s) {
    return piece_in_hand(s) || leader_in_hand(s) != G1776_NONE || g1776_fleets_in_hand(s);
}

/* No more of them than there are counters left. */
void g1776_take_in_hand(g1776_state *s, const g1776_group *group) {
    for (int type = 0; type < G1776_TYPES; type++) {
        if (!group->count[type]) continue;
        int room = g1776.type[type].limit - g1776_on_map(s, type), n = group->count[type];
        if (RULE("g1776.counters", n > room)) n = room;
        g1776_add(s, G1776_IN_HAND, type, n, mk_set_has(G1776_DECOYS, type) ? G1776_DOWN : 0);
    }
    MK_SET_EACH(l, group->leaders) g1776_move_leader(s, l, G1776_IN_HAND);
    MK_SET_EACH(f, group->fleets) s->fleet[f].place = G1776_IN_HAND;
}

/* Those of the hexes that are nearest. */
g1776_hexes g1776_nearest_of(const g1776_hexes *hexes, int from) {
    g1776_hexes near = {{0}};
    int best = INT16_MAX;
    MK_SET_EACH(hex, hexes) {
        int far = mk_hex_distance(&g1776_board.hexes, from, hex);
        if (far > best) continue;
        if (far < best) near = (g1776_hexes){{0}};
        best = far;
        mk_set_add(&near, hex);
    }
    return near;
}

/* ---- Putting it down ---- */

/* Friends go inside a fort of theirs that nobody besieges (III.D). */
static int flags_at(const g1776_state *s, int seat, int hex) {
    bool fort = g1776_is_hex(hex) && g1776_fort_of(s, hex) == seat;
    return fort && !g1776_open(s, g1776_enemy(seat), hex) ? G1776_INSIDE : 0;
}

void g1776_tell_stowed(int count, int type, int fleet, mk_log *log) {
    mk_log_event(log, G1776_E_STOWED, g1776.fleet[fleet].seat, MK_EVERYONE, 0, (int16_t)count,
                 (int16_t)type, (int16_t)fleet);
}

static void put_piece(g1776_state *s, int index, int count, int place, int flags, mk_log *log) {
    g1776_piece p = g1776_take_at(s, index, count);
    bool outside = mk_set_has(G1776_BATEAUX | G1776_DECOYS, p.type);
    p.place = (uint16_t)place;
    p.flags |= (uint8_t)(outside ? flags & ~G1776_INSIDE : flags);
    g1776_put(s, p);
    int seat = g1776_owner(p.type);
    bool hidden = p.flags & G1776_DOWN;
    if (g1776_is_aboard(place)) {
        g1776_tell_stowed(count, p.type, place - G1776_ABOARD, log);
        return;
    }
    mk_log_event(log, G1776_E_PLACED, seat, hidden ? MK_ONLY(seat) : MK_EVERYONE, 0, (int16_t)count,
                 p.type, (int16_t)g1776_where_of(place));
    for (int i = 0; hidden && i < count; i++)
        mk_log_event(log, G1776_E_PLACED_HIDDEN, seat, MK_BUT(seat), 0);
}

static void put_leader(g1776_state *s, int leader, int place, int flags, mk_log *log) {
    g1776_move_leader(s, leader, place);
    s->leader[leader].flags = (uint8_t)flags;
    bool aboard = g1776_is_aboard(place);
    mk_log_event(log, aboard ? G1776_E_LEADER_STOWED : G1776_E_LEADER_PLACED,
                 g1776.leader[leader].seat, MK_EVERYONE, 0, (int16_t)leader,
                 (int16_t)(aboard ? place - G1776_ABOARD : g1776_where_of(place)));
}

void g1776_put_fleets(g1776_state *s, int seat, int place, mk_log *log) {
    for (int f = 0; f < G1776_FLEETS; f++) {
        if (s->fleet[f].place != G1776_IN_HAND) continue;
        s->fleet[f].place = (uint16_t)place;
        mk_log_event(log, G1776_E_FLEET_PLACED, seat, MK_EVERYONE, 0, (int16_t)f,
                     (int16_t)g1776_where_of(place));
    }
    if (g1776_is_hex(place) && g1776_is_land(place)) g1776_meet(s, place, log);
}

/* All that is in hand but fleets to one place. `also` are more flags: done, carried. */
void g1776_put_all(g1776_state *s, int seat, int place, int also, mk_log *log) {
    int flags = flags_at(s, seat, place) | also;
    for (int l = 0; l < g1776.leader_count; l++)
        if (s->leader[l].place == G1776_IN_HAND) put_leader(s, l, place, flags, log);
    while (piece_in_hand(s))
        put_piece(s, g1776_first_at(s, G1776_IN_HAND), piece_in_hand(s)->count, place, flags, log);
}

/* The next piece or leader: leaders first. */
void g1776_put_one(g1776_state *s, int seat, int place, int also, mk_log *log) {
    int flags = flags_at(s, seat, place) | also;
    int leader = leader_in_hand(s);
    if (leader != G1776_NONE)
        put_leader(s, leader, place, flags, log);
    else
        put_piece(s, g1776_first_at(s, G1776_IN_HAND), 1, place, flags, log);
}

/* ---- The decision ---- */

static const g1776_place *place_of(const g1776_state *s, const mk_frame *f) {
    const g1776_scenario_rules *r = g1776_rules(s);
    return f->b == G1776_OF_ARRIVAL ? &r->arrival[f->a].place : &r->free[f->a].place;
}

bool g1776_one_at_a_time(const g1776_place *place) {
    return place->split || place->to == G1776_TO_EACH || place->to == G1776_TO_SIDES;
}

/* Set-ups are made where no enemy unit is. */
void g1776_set_up_hexes(const g1776_state *s, int number, g1776_hexes *out) {
    const g1776_free_set_up *row = &g1776_rules(s)->free[number];
    int enemy = g1776_enemy(g1776_seat_of(row->group.nation));
    *out = row->place.hexes;
    MK_SET_EACH(hex, out) {
        bool taken = g1776_veils(s) ? g1776_sees(s, enemy, hex) : g1776_units_at(s, hex, enemy);
        if (RULE("g1776.scenarios.set_up", taken)) mk_set_remove(out, hex);
    }
}

static void hexes_for(const g1776_state *s, const mk_frame *f, g1776_hexes *out) {
    if (f->b == G1776_OF_ARRIVAL)
        g1776_entry_hexes(s, f->a, f->c, out);
    else
        g1776_set_up_hexes(s, f->a, out);
}

void g1776_place_list(const void *state, mk_actions *out) {
    const g1776_state *s = state;
    const mk_frame *f = mk_top_const(&s->base);
    const g1776_place *place = place_of(s, f);
    if (place->to == G1776_TO_SIDES) {
        MK_SET_EACH(side, &place->sides) mk_offer(out, G1776_V_LAY, side, 0, 0);
    } else {
        g1776_hexes hexes;
        hexes_for(s, f, &hexes);
        MK_SET_EACH(hex, &hexes) mk_offer(out, G1776_V_PLACE, hex, 0, 0);
    }
    if (f->b == G1776_OF_ARRIVAL && g1776_rules(s)->arrival[f->a].may_delay && !f->c)
        mk_offer(out, G1776_V_HOLD, 0, 0, 0);
}

const char *g1776_place_why_not(const void *state, mk_action x) {
    const g1776_state *s = state;
    const mk_frame *f = mk_top_const(&s->base);
    const g1776_place *place = place_of(s, f);
    bool arrival = f->b == G1776_OF_ARRIVAL;
    if (x.verb == G1776_V_HOLD) {
        FORBID("g1776.scenarios.arrivals",
               !arrival || f->c || !g1776_rules(s)->arrival[f->a].may_delay);
        return NULL;
    }
    bool sides = place->to == G1776_TO_SIDES;
    FORBID("g1776.scenarios.set_up", sides != (x.verb == G1776_V_LAY));
    if (sides) {
        FORBID("g1776.scenarios.set_up", !mk_set_has(&place->sides, x.a));
        return NULL;
    }
    g1776_hexes hexes;
    hexes_for(s, f, &hexes);
    if (arrival) FORBID("g1776.scenarios.arrivals", !mk_set_has(&hexes, x.a));
    FORBID("g1776.scenarios.set_up", !mk_set_has(&hexes, x.a));
    return NULL;
}

void g1776_place_apply(void *state, mk_action x, mk_log *log) {
    g1776_state *s = state;
    mk_frame f = *mk_top(&s->base);
    mk_pop_with(&s->base, x.verb);
    if (x.verb == G1776_V_HOLD) return;
    int place = x.verb == G1776_V_LAY ? G1776_AT_SIDE + x.a : x.a;
    if (f.b == G1776_OF_ARRIVAL)
        g1776_enter(s, f.a, f.c, place, log);
    else if (g1776_one_at_a_time(&g1776_rules(s)->free[f.a].place))
        g1776_put_one(s, f.seat, place, 0, log);
    else
        g1776_put_all(s, f.seat, place, 0, log);
    if (f.b == G1776_OF_SET_UP && g1776_rules(s)->free[f.a].group.works == G1776_ENTRENCHED)
        g1776_add(s, place, f.seat == G1776_BRITISH ? G1776_ENT_B : G1776_ENT_A, 1, 0);
}

/* ---- Cargo of fleets that arrive (4) ---- */

/* VII.B: French fleets may be overloaded when they appear. */
static bool has_room(const g1776_state *s, int fleet) {
    const g1776_piece *p = piece_in_hand(s);
    if (leader_in_hand(s) != G1776_NONE || !p) return true;
    return g1776_load_of(s, fleet) + g1776_points_of(s, p->type) <= g1776.fleet[fleet].capacity;
}

void g1776_stow_next(g1776_state *s, mk_set64 fleets, mk_log *log) {
    int only = -1, count = 0;
    MK_SET_EACH(f, fleets) {
        only = f;
        count++;
    }
    int seat = g1776.fleet[only].seat;
    if (count == 1)
        g1776_put_all(s, seat, G1776_ABOARD + only, 0, log);
    else
        mk_push(&s->base, G1776_PH_STOW, seat)->a = (int16_t)fleets;
}

static bool may_stow(const g1776_state *s, int fleet) {
    int fleets = mk_top_const(&s->base)->a;
    bool room = has_room(s, fleet), any = false;
    for (int f = 0; f < G1776_FLEETS; f++) any |= fleets >> f & 1 && has_room(s, f);
    return fleets >> fleet & 1 && (room || !any);
}

void g1776_stow_list(const void *state, mk_actions *out) {
    for (int f = 0; f < G1776_FLEETS; f++)
        if (may_stow(state, f)) mk_offer(out, G1776_V_STOW, f, 0, 0);
}

const char *g1776_stow_why_not(const void *state, mk_action x) {
    FORBID("g1776.csg.v.b.capacity", !may_stow(state, x.a));
    return NULL;
}

void g1776_stow_apply(void *state, mk_action x, mk_log *log) {
    g1776_state *s = state;
    int seat = g1776_deciding(s);
    mk_pop(&s->base);
    g1776_put_one(s, seat, G1776_ABOARD + x.a, 0, log);
}

/* ---- What is to be placed, for who places it ---- */

static g1776_group in_hand(const g1776_state *s) {
    g1776_group hand = {.count = {0}};
    G1776_EACH_AT(p, s, G1776_IN_HAND)
    hand.count[p->type] = (uint8_t)(hand.count[p->type] + p->count);
    for (int l = 0; l < g1776.leader_count; l++)
        if (s->leader[l].place == G1776_IN_HAND) mk_set_add(&hand.leaders, l);
    for (int f = 0; f < G1776_FLEETS; f++)
        if (s->fleet[f].place == G1776_IN_HAND) mk_set_add(&hand.fleets, f);
    return hand;
}

/* The one that is asked for next, where they are placed one by one. */
static const char *next_of(const g1776_state *s, const mk_frame *top) {
    bool one = top->phase == G1776_PH_STOW ||
               (top->phase == G1776_PH_PLACE && g1776_one_at_a_time(place_of(s, top)));
    int leader = leader_in_hand(s);
    if (!one) return NULL;
    if (leader != G1776_NONE) return g1776.leader[leader].name.label;
    return piece_in_hand(s) ? g1776.type[piece_in_hand(s)->type].name.one : NULL;
}

void g1776_view_hand(const g1776_state *s, int seat, mk_view *view) {
    if (!s->base.depth || (seat != g1776_deciding(s) && seat != MK_EVERYTHING)) return;
    const mk_frame *top = mk_top_const(&s->base);
    bool quarters = top->phase == G1776_PH_QUARTERS; /* b: a type, or TYPES and the leader */
    char text[400];
    if (!quarters && !g1776_anything_in_hand(s)) return;
    g1776_group hand = in_hand(s);
    if (quarters && top->b < G1776_TYPES) hand.count[top->b] = 1;
    if (quarters && top->b >= G1776_TYPES) mk_set_add(&hand.leaders, top->b - G1776_TYPES);
    g1776_write_group(&hand, text, sizeof text);
    mk_rec_static(view, "panel", "to_place");
    mk_rec_name(view, "label", "To place");
    mk_rec_str(view, "pieces", text);
    mk_rec_name(view, "next", next_of(s, top));
}
