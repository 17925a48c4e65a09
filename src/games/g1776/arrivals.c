/* arrivals.c - what the turn track brings: conditions, where it enters, what goes (I of the
 * scenarios).
 *
 * A procedure (G1776_PH_ARRIVALS) goes through the arrivals of the phasing side that are due: a is
 * 1 for those behind the British movement, b the arrival whose pieces are in hand, +1, c how many
 * items of it were placed.
 */
#include "g1776.h"

static const g1776_arrival *row_of(const g1776_state *s, int arrival) {
    return &g1776_rules(s)->arrival[arrival];
}

static int seat_of(const g1776_state *s, int arrival) {
    return g1776_seat_of(row_of(s, arrival)->group.nation);
}

static bool tried(const g1776_state *s, int arrival) {
    return s->ledger.tried[arrival / 8] >> arrival % 8 & 1;
}

bool g1776_arrival_due(const g1776_state *s, int arrival) {
    const g1776_arrival *a = row_of(s, arrival);
    bool waits = (a->retry || a->may_delay) && a->turn < s->base.turn;
    if (a->interphase != (s->turn_stage == G1776_T_INTERPHASE)) return false;
    return s->ledger.arrival[arrival] == G1776_TO_COME && !tried(s, arrival) &&
           (a->turn == s->base.turn || waits);
}

/* ---- Where it would enter ---- */

static void only(g1776_hexes *out, int hex) {
    memset(out, 0, sizeof *out);
    if (hex != MK_NOWHERE) mk_set_add(out, hex);
}

/* The hexes with the most American SP. */
static void main_army(const g1776_state *s, g1776_hexes *out) {
    int most = 0;
    memset(out, 0, sizeof *out);
    MK_SET_EACH(hex, &s->held[G1776_AMERICAN]) {
        int sp = g1776_sp(s, hex, G1776_AMERICAN);
        if (sp > most) memset(out, 0, sizeof *out);
        if (sp >= most) mk_set_add(out, hex);
        if (sp > most) most = sp;
    }
}

/* Where regular leaders of a nation are. */
static void beside_leaders(const g1776_state *s, int nation, g1776_hexes *out) {
    memset(out, 0, sizeof *out);
    for (int l = 0; l < g1776.leader_count; l++) {
        bool fits = g1776.leader[l].nation == nation && g1776_is_hex(s->leader[l].place) &&
                    !g1776_leader_is(s, l, G1776_PARTISAN);
        if (fits) mk_set_add(out, s->leader[l].place);
    }
}

/* Hexes that the track names and for which the condition holds. */
static void named_hexes(const g1776_state *s, int arrival, int item, g1776_hexes *out) {
    const g1776_arrival *a = row_of(s, arrival);
    const g1776_place *p = &a->place;
    int seat = seat_of(s, arrival), at = s->leader[p->leader].place;
    *out = p->hexes;
    switch (p->to) {
    case G1776_TO_LEADER: { /* himself, not who took his place (IV.C) */
        bool there = g1776_is_hex(at) && !mk_set_has(s->replaced, p->leader);
        only(out, there ? at : MK_NOWHERE);
        break;
    }
    case G1776_TO_MAIN_ARMY: main_army(s, out); break;
    case G1776_TO_EACH: only(out, p->list[item < p->list_count ? item : 0]); break;
    case G1776_TO_FORCE:
        MK_SET_EACH(hex, out) {
            if (!g1776_count_of(s, hex, p->types)) mk_set_remove(out, hex);
        }
        break;
    case G1776_TO_CONTROLLED:
    case G1776_TO_UNCONTROLLED: {
        int by = p->to == G1776_TO_CONTROLLED ? seat : G1776_BRITISH;
        MK_SET_EACH(hex, out) {
            if (g1776_controls(s, by, hex) != (p->to == G1776_TO_CONTROLLED))
                mk_set_remove(out, hex);
        }
        break;
    }
    case G1776_TO_REGULAR: beside_leaders(s, a->group.nation, out); break;
    default: break;
    }
    MK_SET_EACH(hex, out) {
        if (a->effect == G1776_THEN_REPLACE && !g1776_has(s, hex, a->n)) mk_set_remove(out, hex);
    }
    if (a->condition == G1776_NO_CONDITION) return;
    g1776_hexes fits = {{0}};
    MK_SET_EACH(hex, out) {
        if (g1776_holds(s, a->condition, hex)) mk_set_add(&fits, hex);
    }
    /* None: the condition held when the arrival began. Who looks at enemies face down cannot tell.
     */
    if (mk_set_size(&fits)) *out = fits;
}

/* ---- Where it enters instead ---- */

static bool free_land(const g1776_state *s, int hex, int enemy) {
    return hex != MK_NOWHERE && g1776_is_land(hex) && g1776_in_area(s, hex) &&
           !g1776_units_at(s, hex, enemy);
}

/* Hexes at this distance without enemy units. Returns how many. */
static int add_ring(const g1776_state *s, int hex, int distance, int enemy, g1776_hexes *out) {
    g1776_hexes near = {{0}};
    int count = 0;
    mk_add_within(&g1776_board.hexes, hex, distance, near.word);
    MK_SET_EACH(h, &near) {
        bool fits = mk_hex_distance(&g1776_board.hexes, h, hex) == distance;
        if (!fits || !free_land(s, h, enemy)) continue;
        mk_set_add(out, h);
        count++;
    }
    return count;
}

static bool surrounded(const g1776_state *s, int hex, int enemy) {
    g1776_hexes none = {{0}};
    return !add_ring(s, hex, 1, enemy, &none);
}

/* I of the scenarios, priorities 1 to 3. */
static void beside(const g1776_state *s, int hex, int enemy, g1776_hexes *out) {
    if (add_ring(s, hex, 1, enemy, out) || add_ring(s, hex, 2, enemy, out)) return;
    for (int d = 0; d < MK_DIRECTIONS; d++) {
        int near = g1776_board.hexes.near[hex][d];
        if (near != MK_NOWHERE && g1776_is_land(near) && g1776_in_area(s, near))
            mk_set_add(out, near);
    }
}

typedef bool town_test(const g1776_state *, int town, int seat);

/* The nearest towns that pass, to a hex. */
static void nearest_towns(const g1776_state *s, int hex, int seat, town_test *passes,
                          g1776_hexes *out) {
    int nearest = INT16_MAX;
    memset(out, 0, sizeof *out);
    for (int t = 0; t < g1776_board.town_count; t++) {
        int at = g1776_board.town[t].hex, far = mk_hex_distance(&g1776_board.hexes, hex, at);
        if (far > nearest || !g1776_in_area(s, at) || g1776_board.town[t].extra) continue;
        if (!passes(s, t, seat)) continue;
        if (far < nearest) memset(out, 0, sizeof *out);
        mk_set_add(out, at);
        nearest = far;
    }
}

/* A town: not a village, nor a hex that a scenario only names. */
static bool is_town(int town) {
    return town != G1776_NONE && g1776_board.town[town].type == G1776_TOWN;
}

static bool is_controlled(const g1776_state *s, int town, int seat) {
    return is_town(town) && g1776_controls(s, seat, g1776_board.town[town].hex);
}

static bool is_free(const g1776_state *s, int town, int seat) {
    return is_town(town) && !g1776_units_at(s, g1776_board.town[town].hex, g1776_enemy(seat));
}

static bool is_free_and_open(const g1776_state *s, int town, int seat) {
    return is_free(s, town, seat) && !surrounded(s, g1776_board.town[town].hex, g1776_enemy(seat));
}

/* Scenario 5: captured is a fort that the enemy owns, destroyed a COM marker. */
static bool was_lost(const g1776_state *s, int hex, int seat) {
    const g1776_scenario_rules *r = g1776_rules(s);
    if (g1776_fort_of(s, hex) == g1776_enemy(seat)) return true;
    for (int i = 0; i < r->com_count; i++)
        if (r->com[i].hex == hex && s->ledger.com_gone >> i & 1) return true;
    return false;
}

/* Scenario 5: Oswego and the villages are British, all other towns American. */
static bool is_friendly(const g1776_state *s, int town, int seat) {
    const g1776_town *t = &g1776_board.town[town];
    bool british = t->type == G1776_VILLAGE || strcmp(t->id, "oswego") == 0;
    return british == (seat == G1776_BRITISH) && !was_lost(s, t->hex, seat);
}

static int way_of_diverting(const g1776_state *s) {
    const g1776_scenario_rules *r = g1776_rules(s);
    return RULE("g1776.csg6.arrivals", g1776_lead_in(s)) ? r->lead_in.divert : r->divert;
}

/* One hex of the track: where the pieces enter for it. */
static void divert(const g1776_state *s, int hex, int seat, g1776_hexes *out) {
    int enemy = g1776_enemy(seat);
    g1776_hexes towns = {{0}};
    switch (way_of_diverting(s)) {
    case G1776_DIVERT_CONTROLLED:
        if (RULE("g1776.s2.arrivals",
                 is_town(g1776_board.town_at[hex]) && g1776_controls(s, enemy, hex)))
            nearest_towns(s, hex, seat, is_controlled, &towns);
        break;
    case G1776_DIVERT_LOST:
        if (RULE("g1776.s5.arrivals", was_lost(s, hex, seat)))
            nearest_towns(s, hex, seat, is_friendly, &towns);
        break;
    case G1776_DIVERT_FREE_TOWN:
        if (RULE("g1776.s7.arrivals", g1776_controls(s, enemy, hex)))
            nearest_towns(s, hex, seat, is_free_and_open, &towns);
        break;
    case G1776_DIVERT_NEXT_TO:
        if (RULE("g1776.s11.arrivals",
                 g1776_units_at(s, hex, enemy) || surrounded(s, hex, enemy))) {
            nearest_towns(s, hex, seat, is_free, &towns);
            MK_SET_EACH(town, &towns) {
                mk_set_add(out, town);
                add_ring(s, town, 1, enemy, out);
            }
        } else {
            mk_set_add(out, hex);
            add_ring(s, hex, 1, enemy, out);
        }
        return;
    default: break;
    }
    if (!mk_set_size(&towns)) mk_set_add(&towns, hex);
    MK_SET_EACH(town, &towns) {
        if (RULE("g1776.scenarios.arrivals", g1776_units_at(s, town, enemy)))
            beside(s, town, enemy, out);
        else
            mk_set_add(out, town);
    }
}

/* Scenario 1: the 1BR for Quebec may go through the besiegers into the fort. */
static bool into_fort(const g1776_state *s, const g1776_arrival *a, int hex, int seat) {
    return a->into_fort && g1776_fort_of(s, hex) == seat;
}

/* What is anywhere in a region enters where no enemy is; if there is no such hex, beside. */
static bool is_region(const g1776_place *p) { return p->to == G1776_TO_HEXES && !p->list_count; }

void g1776_entry_hexes(const g1776_state *s, int arrival, int item, g1776_hexes *out) {
    const g1776_arrival *a = row_of(s, arrival);
    int seat = seat_of(s, arrival), enemy = g1776_enemy(seat);
    g1776_hexes named, free;
    named_hexes(s, arrival, item, &named);
    bool enters = RULE("g1776.csg.ii.9", way_of_diverting(s) == G1776_DIVERT_ENTER);
    if (a->place.to == G1776_TO_SEA || a->place.to == G1776_TO_LANDING) {
        *out = named;
        return;
    }
    const g1776_hexes taken = g1776_hexes_with_units(s, enemy);
    free = named;
    mk_set_minus(&free, &taken);
    if (enters) { /* among enemies, too; beside them if there is no other place */
        *out = named;
        if (a->effect == G1776_THEN_REPLACE || mk_set_any(&free)) return;
        MK_SET_EACH(hex, &named) beside(s, hex, enemy, out);
        return;
    }
    if (is_region(&a->place) && mk_set_any(&free)) {
        *out = free;
        return;
    }
    memset(out, 0, sizeof *out);
    MK_SET_EACH(hex, &named) {
        bool walls =
            into_fort(s, a, hex, seat); /* he may: beside the besiegers, as others do, too */
        if (RULE("g1776.s1.quebec", walls)) mk_set_add(out, hex);
        if (a->no_divert)
            mk_set_has(&free, hex) ? mk_set_add(out, hex) : beside(s, hex, enemy, out);
        else
            divert(s, hex, seat, out);
    }
}

/* ---- Entering ---- */

/* Priority 3 of the scenarios' rules: beside enemies on all sides nobody moves on. Landing as in
 * V.B: half the movement in a port, none on a coast or among enemies; a port leads into a besieged
 * fort. */
static int flags_for(const g1776_state *s, const g1776_arrival *a, int place, int seat) {
    if (a->stays) return G1776_DONE;
    if (!g1776_is_hex(place) || !g1776_is_land(place)) return 0;
    int enemy = g1776_enemy(seat);
    int town = g1776_board.town_at[place];
    bool lands = a->place.to == G1776_TO_LANDING;
    bool port = town != G1776_NONE && g1776_board.town[town].entry != MK_NOWHERE;
    bool crowded = g1776_units_at(s, place, enemy) && !into_fort(s, a, place, seat);
    if (crowded && lands && port && g1776_fort_of(s, place) == seat)
        return G1776_DONE | G1776_CARRIED | G1776_INSIDE;
    if (crowded) return G1776_DONE;
    if (!lands) return 0;
    return port ? G1776_CARRIED : G1776_CARRIED | G1776_DONE;
}

/* V.B: who lands in a port has half his movement left. */
static void halve(g1776_state *s, int hex) {
    g1776_piece lots[G1776_MAX_LOTS];
    int n = g1776_lift(s, hex, G1776_CARRIED, lots);
    for (int i = 0; i < n; i++) {
        int mp = g1776.type[lots[i].type].mp;
        lots[i].spent = (uint8_t)(mp - mp / 2);
        g1776_put(s, lots[i]);
    }
    for (int l = 0; l < g1776.leader_count; l++) {
        g1776_leader_at *at = &s->leader[l];
        if (at->place == hex && at->flags & G1776_CARRIED)
            at->spent = (uint8_t)(g1776.leader[l].mp - g1776.leader[l].mp / 2);
    }
}

/* Fleets of the track come to the port it names, wherever the troops enter; they lie outside if
 * enemies have it. */
static void bring_fleets(g1776_state *s, const g1776_arrival *a, int seat, mk_log *log) {
    if (!a->group.fleets || a->place.to == G1776_TO_SEA || !g1776_fleets_in_hand(s)) return;
    int port = a->place.list[0], entry = g1776_port_entry(s, port);
    bool shut = g1776_fleet_at_place(s, g1776_enemy(seat), port) && entry != MK_NOWHERE;
    MK_SET_EACH(f, a->group.fleets) s->fleet[f].flags = a->stays ? G1776_DONE : 0;
    g1776_put_fleets(s, seat, shut ? G1776_AT_SIDE + entry : port, log);
    g1776_expel_fleets(s, port, log);
}

/* An item comes to its place; called for each, or once for the whole group. */
void g1776_enter(g1776_state *s, int arrival, int item, int place, mk_log *log) {
    const g1776_arrival *a = row_of(s, arrival);
    int seat = seat_of(s, arrival), also = flags_for(s, a, place, seat);
    if (into_fort(s, a, place, seat)) also |= G1776_INSIDE;
    (void)item;
    bring_fleets(s, a, seat, log);
    if (g1776_one_at_a_time(&a->place)) {
        g1776_put_one(s, seat, place, also, log);
    } else if (a->place.to == G1776_TO_SEA && a->group.fleets) {
        g1776_put_fleets(s, seat, place, log); /* their cargo is stowed next */
    } else if (a->place.to == G1776_TO_SEA) {
        g1776_put_all(s, seat, G1776_IN_BOX + G1776_BOX_SOUTH, also, log); /* scenario 10 */
    } else {
        g1776_put_all(s, seat, place, also, log);
    }
    if (!g1776_is_hex(place) || !g1776_is_land(place)) return;
    g1776_show_force(s, a, place, log);
    if (a->place.to == G1776_TO_LANDING && !(also & G1776_DONE)) halve(s, place);
    g1776_note_entry(s, seat, MK_NOWHERE, place, log);
    g1776_tidy(s, place, log);
}

/* ---- What goes ---- */

static void remove_leader(g1776_state *s, int leader, mk_log *log) {
    if (s->leader[leader].place == G1776_GONE) return;
    g1776_move_leader(s, leader, G1776_GONE);
    s->leader[leader].flags = 0;
    mk_log_event(log, G1776_E_LEADER_LEAVES, g1776.leader[leader].seat, MK_EVERYONE, 0,
                 (int16_t)leader);
}

static void remove_fleet(g1776_state *s, int fleet, mk_log *log) {
    if (s->fleet[fleet].place == G1776_GONE) return;
    g1776_piece lots[G1776_MAX_LOTS];
    g1776_lift(s, G1776_ABOARD + fleet, 0, lots);
    for (int l = 0; l < g1776.leader_count; l++)
        if (s->leader[l].place == G1776_ABOARD + fleet) remove_leader(s, l, log);
    s->fleet[fleet] = (g1776_fleet_at){.place = G1776_GONE};
    mk_log_event(log, G1776_E_FLEET_LEAVES, g1776.fleet[fleet].seat, MK_EVERYONE, 0,
                 (int16_t)fleet);
}

static void remove_french(g1776_state *s, mk_log *log) {
    for (int f = G1776_FRENCH_BF_A; f <= G1776_FRENCH_BF_VF; f++) remove_fleet(s, f, log);
    for (int i = s->piece_count - 1; i >= 0; i--)
        if (g1776.type[s->piece[i].type].nation == G1776_N_FRENCH)
            g1776_take_at(s, i, s->piece[i].count);
    for (int l = 0; l < g1776.leader_count; l++)
        if (g1776.leader[l].nation == G1776_N_FRENCH) remove_leader(s, l, log);
    MK_SET_EACH(hex, &g1776_rules(s)->area) {
        if (g1776_is_land(hex)) g1776_tidy(s, hex, log);
    }
}

static bool has_leader_of(const g1776_state *s, int stars) {
    for (int l = 0; l < g1776.leader_count; l++)
        if (g1776_may_recall(s, l, stars)) return true;
    return false;
}

/* Scenario 7: SP at New York, and a leader from anywhere on the board. */
static void remove_or_lose(g1776_state *s, const g1776_arrival *a, int arrival, mk_log *log) {
    bool able = !a->n || has_leader_of(s, a->n);
    for (int type = 0; type < G1776_TYPES; type++)
        able &= g1776_count(s, a->where, type) >= a->out.count[type];
    if (RULE("g1776.s7.removal", !able)) {
        s->ledger.removal_failed = 1;
        return;
    }
    for (int type = 0; type < G1776_TYPES; type++) {
        if (!a->out.count[type]) continue;
        g1776_remove(s, a->where, type, a->out.count[type], 0);
        mk_log_event(log, G1776_E_LEAVES, g1776_owner(type), MK_EVERYONE, 0, a->out.count[type],
                     (int16_t)type, (int16_t)g1776_where_of(a->where));
    }
    g1776_tidy(s, a->where, log);
    if (a->n) mk_push(&s->base, G1776_PH_RECALL, seat_of(s, arrival))->a = a->n;
}

static void run_effect(g1776_state *s, int arrival, mk_log *log) {
    const g1776_arrival *a = row_of(s, arrival);
    switch (a->effect) {
    case G1776_THEN_REMOVE:
        MK_SET_EACH(l, a->out.leaders) { /* himself, not who took his place (IV.C) */
            if (!mk_set_has(s->replaced, l)) remove_leader(s, l, log);
        }
        mk_push(&s->base, G1776_PH_REMOVAL, seat_of(s, arrival))->a = (int16_t)arrival;
        return;
    case G1776_THEN_REMOVE_FRENCH: remove_french(s, log); return;
    case G1776_THEN_REMOVE_OR_LOSE: remove_or_lose(s, a, arrival, log); return;
    case G1776_THEN_DIE_FREES: {
        int die = mk_die(&s->base.rng, 6);
        mk_log_event(log, G1776_E_DIE_FREES, seat_of(s, arrival), MK_EVERYONE, MK_ROLLED,
                     (int16_t)die, a->n);
        if (die >= a->n) g1776_free_fixed(s, a->fixed, log);
        return;
    }
    case G1776_THEN_FREE: g1776_free_fixed(s, a->fixed, log); return;
    default: return;
    }
}

/* ---- Leaders recalled (7) ---- */

bool g1776_may_recall(const g1776_state *s, int leader, int stars) {
    int place = s->leader[leader].place;
    return g1776.leader[leader].seat == G1776_BRITISH &&
           g1776_leader_face(s, leader)->stars == stars &&
           (g1776_is_hex(place) || g1776_is_aboard(place));
}

void g1776_recall_list(const void *state, mk_actions *out) {
    const g1776_state *s = state;
    for (int l = 0; l < g1776.leader_count; l++)
        if (g1776_may_recall(s, l, mk_top_const(&s->base)->a))
            mk_offer(out, G1776_V_RECALL, l, 0, 0);
}

const char *g1776_recall_why_not(const void *state, mk_action x) {
    FORBID("g1776.s7.removal",
           !g1776_may_recall(state, x.a, mk_top_const((const mk_base *)state)->a));
    return NULL;
}

void g1776_recall_apply(void *state, mk_action x, mk_log *log) {
    g1776_state *s = state;
    mk_pop(&s->base);
    remove_leader(s, x.a, log);
}

/* ---- SP and fleets that the owner picks (4) ---- */

/* The next type that goes and still is somewhere: b of the frame is the type, c how many went. A
 * procedure; its decision asks where. */
void g1776_removal_step(void *state, mk_log *log) {
    g1776_state *s = state;
    mk_frame *f = mk_top(&s->base);
    const g1776_arrival *a = row_of(s, f->a);
    while (f->b < G1776_TYPES && (f->c >= a->out.count[f->b] || !g1776_on_map(s, f->b))) {
        f->b++;
        f->c = 0;
    }
    if (f->b < G1776_TYPES) {
        int16_t type = f->b;
        f->c++;
        mk_push(&s->base, G1776_PH_REMOVE, f->seat)->a = type;
        return;
    }
    /* Fleets leave last: what was aboard could be picked before. */
    MK_SET_EACH(fleet, a->out.fleets) remove_fleet(s, fleet, log);
    int fleets = f->b - G1776_TYPES;
    if (fleets < a->any_bf && g1776_any_french_bf(s)) {
        f->b++;
        mk_push(&s->base, G1776_PH_REMOVE_FLEET, f->seat);
        return;
    }
    mk_pop(&s->base);
}

void g1776_remove_list(const void *state, mk_actions *out) {
    const g1776_state *s = state;
    int type = mk_top_const(&s->base)->a, last = -1;
    G1776_EACH_PIECE(p, s) {
        if (p->type == type && p->place != last && !(p->flags & G1776_FIXED))
            mk_offer(out, G1776_V_REMOVE, g1776_where_of(last = p->place), 0, 0);
    }
}

const char *g1776_remove_why_not(const void *state, mk_action x) {
    const g1776_state *s = state;
    FORBID("g1776.s4.removal",
           !g1776_count_where(s, g1776_place_of(x.a), G1776_BIT(mk_top_const(&s->base)->a),
                              G1776_FIXED, 0));
    return NULL;
}

void g1776_remove_apply(void *state, mk_action x, mk_log *log) {
    g1776_state *s = state;
    int type = mk_top(&s->base)->a, place = g1776_place_of(x.a);
    mk_pop(&s->base);
    g1776_remove(s, place, type, 1, 0);
    mk_log_event(log, G1776_E_LEAVES, g1776_owner(type), MK_EVERYONE, 0, 1, (int16_t)type, x.a);
    if (g1776_is_hex(place) && g1776_is_land(place)) g1776_tidy(s, place, log);
}

static bool french_bf(const g1776_state *s, int fleet) {
    return g1776.fleet[fleet].nation == G1776_N_FRENCH && s->fleet[fleet].place != G1776_GONE;
}

bool g1776_any_french_bf(const g1776_state *s) {
    for (int f = 0; f < G1776_FLEETS; f++)
        if (french_bf(s, f)) return true;
    return false;
}

void g1776_remove_fleet_list(const void *state, mk_actions *out) {
    for (int f = 0; f < G1776_FLEETS; f++)
        if (french_bf(state, f)) mk_offer(out, G1776_V_REMOVE_FLEET, f, 0, 0);
}

const char *g1776_remove_fleet_why_not(const void *state, mk_action x) {
    FORBID("g1776.s4.removal", !french_bf(state, x.a));
    return NULL;
}

void g1776_remove_fleet_apply(void *state, mk_action x, mk_log *log) {
    g1776_state *s = state;
    mk_pop(&s->base);
    remove_fleet(s, x.a, log);
}

/* ---- The sequence ---- */

static void set_tried(g1776_state *s, int arrival) {
    s->ledger.tried[arrival / 8] |= (uint8_t)(1u << arrival % 8);
}

static bool brings_pieces(const g1776_arrival *a) {
    if (a->place.aboard != G1776_NONE || a->place.aboard_at != MK_NOWHERE) return true;
    return a->place.to != G1776_TO_HEXES || mk_set_size(&a->place.hexes);
}

static void fails(g1776_state *s, int arrival, bool retry, mk_log *log) {
    if (retry) return;
    s->ledger.arrival[arrival] = G1776_NEVER_COMES;
    if (brings_pieces(row_of(s, arrival)))
        mk_log_event(log, G1776_E_ARRIVAL_LOST, seat_of(s, arrival), MK_EVERYONE, 0);
}

static bool is_at_sea(const g1776_state *s, mk_set64 fleets) {
    MK_SET_EACH(f, fleets) {
        int at = s->fleet[f].place;
        if (g1776_is_hex(at) || g1776_is_side(at) || g1776_is_box(at)) return true;
    }
    return false;
}

/* Does the condition hold, wherever it enters? CSG-5: TF-A comes back only if it left; Greene who
 * could come once may come later. */
static bool comes(const g1776_state *s, int arrival) {
    const g1776_arrival *a = row_of(s, arrival);
    if (RULE("g1776.csg5.tf_a", is_at_sea(s, a->group.fleets))) return false;
    if (a->exchange && RULE("g1776.csg5.greene", s->south.once & G1776_GREENE_CALLED)) return true;
    if (!brings_pieces(a)) return g1776_holds(s, a->condition, MK_NOWHERE);
    if (a->place.to != G1776_TO_HEXES || !a->place.list_count)
        return g1776_holds(s, a->condition, MK_NOWHERE);
    for (int i = 0; i < a->place.list_count; i++)
        if (g1776_holds(s, a->condition, a->place.list[i])) return true;
    return false;
}

/* BR that an event took off the reinforcements (K16). */
static void pay_owed(g1776_state *s) {
    uint8_t *owed = &s->campaign.owed[G1776_BRITISH];
    int br = g1776_count(s, G1776_IN_HAND, G1776_BR), off = br < *owed ? br : *owed;
    if (!off) return;
    g1776_remove(s, G1776_IN_HAND, G1776_BR, off, 0);
    *owed = (uint8_t)(*owed - off);
}

/* One who was killed or captured comes again (CSG-5). */
static void bring_back(g1776_state *s, int leader) {
    s->south.once |= G1776_LINCOLN_BACK;
    mk_set_remove(&s->replaced, leader);
    g1776_put_leader(s, leader,
                     (g1776_leader_at){.place = G1776_IN_HAND,
                                       .rating = g1776.leader[leader].rating});
}

static void begin_arrival(g1776_state *s, mk_frame *f, int arrival, mk_log *log) {
    const g1776_arrival *a = row_of(s, arrival);
    g1776_hexes hexes;
    set_tried(s, arrival);
    g1776_show_for_arrival(s, a, log);
    if (!comes(s, arrival)) {
        fails(s, arrival, a->retry && !a->retry_place, log);
        return;
    }
    if (!brings_pieces(a)) {
        s->ledger.arrival[arrival] = (uint8_t)(G1776_ENTERED + s->base.turn);
        run_effect(s, arrival, log);
        return;
    }
    g1776_show_for_place(s, a, log);
    g1776_entry_hexes(s, arrival, 0, &hexes);
    bool halifax = a->place.halifax && g1776_controls_halifax(s);
    bool aboard = g1776_entry_fleets(s, arrival) != 0;
    if (a->place.to != G1776_TO_SIDES && !mk_set_size(&hexes) && !halifax && !aboard) {
        fails(s, arrival, a->retry && !a->retry_condition, log);
        return;
    }
    g1776_group group = g1776_with_stand_in(s, &a->group);
    g1776_take_in_hand(s, &group);
    bool lost = a->returns != G1776_NONE && g1776_leader_lost(s, a->returns);
    if (RULE("g1776.csg5.lincoln", lost)) bring_back(s, a->returns);
    pay_owed(s);
    f->b = (int16_t)(arrival + 1);
    f->c = 0;
}

/* Held back: the pieces go back to the track. */
static void hold(g1776_state *s, int arrival) {
    g1776_piece lots[G1776_MAX_LOTS];
    g1776_lift(s, G1776_IN_HAND, 0, lots);
    if (row_of(s, arrival)->exchange) s->south.once |= G1776_GREENE_CALLED;
    MK_SET_EACH(l, row_of(s, arrival)->group.leaders) g1776_move_leader(s, l, G1776_GONE);
}

static void end_arrival(g1776_state *s, mk_frame *f, mk_log *log) {
    int arrival = f->b - 1;
    f->b = 0;
    f->result = 0;
    g1776_note_unmoved(s, row_of(s, arrival)->group.leaders);
    s->ledger.arrival[arrival] = (uint8_t)(G1776_ENTERED + s->base.turn);
    run_effect(s, arrival, log);
}

/* The next item of the arrival in hand, by itself where there is no choice. */
static void next_item(g1776_state *s, mk_frame *f, mk_log *log) {
    int arrival = f->b - 1, item = f->c;
    const g1776_arrival *a = row_of(s, arrival);
    g1776_hexes hexes;
    bool stows = a->place.to == G1776_TO_SEA || a->embarked;
    if (a->group.fleets && stows && !g1776_fleets_in_hand(s)) {
        MK_SET_EACH(fleet, a->group.fleets) {
            if (a->embarked) g1776_board_arrival(s, arrival, fleet, log);
        }
        g1776_stow_next(s, a->group.fleets, log);
        return;
    }
    if (a->embarked) { /* first the fleets, into the port that the track names */
        g1776_put_fleets(s, seat_of(s, arrival), a->place.list[0], log);
        return;
    }
    if (g1776_in_campaign(s) && !g1776_lead_in(s) && a->place.to != G1776_TO_SEA) {
        if (a->place.to == G1776_TO_HEXES && g1776_fleets_in_hand(s)) {
            bring_fleets(s, a, seat_of(s, arrival), log);
            return;
        }
        g1776_muster(s, seat_of(s, arrival), G1776_M_ARRIVAL, arrival, log);
        return;
    }
    f->c++;
    g1776_entry_hexes(s, arrival, item, &hexes);
    bool choice = a->place.to == G1776_TO_SIDES || mk_set_size(&hexes) > 1 || a->may_delay ||
                  (a->place.to == G1776_TO_FORCE && g1776_hides_force(s, a));
    if (a->place.to == G1776_TO_SEA && !a->group.fleets) choice = false; /* 10: all the same */
    if (choice) {
        mk_frame *ask = mk_push(&s->base, G1776_PH_PLACE, seat_of(s, arrival));
        ask->a = (int16_t)arrival;
        ask->b = G1776_OF_ARRIVAL;
        ask->c = (int16_t)item;
        return;
    }
    MK_SET_EACH(hex, &hexes) {
        g1776_enter(s, arrival, item, hex, log);
        return;
    }
    hold(s, arrival); /* no place is left for the rest of it: that is lost */
}

/* CSG-5: partisan leaders and who comes with the exchanges have steps of their own. */
static bool of_this_step(const g1776_arrival *a, int what) {
    return !a->partisans && a->exchange == (what == G1776_IN_EXCHANGE);
}

/* Is it one of those that this procedure is about? */
static bool comes_now(const g1776_state *s, const mk_frame *f, int arrival) {
    const g1776_arrival *a = row_of(s, arrival);
    int seat = f->a == G1776_IN_SEGMENT ? s->phasing : f->seat;
    bool today = a->redeployment && a->turn == s->base.turn;
    if (!of_this_step(a, f->a)) return false;
    if (f->a == G1776_BEHIND_MOVEMENT) return a->after_movement;
    return !a->after_movement && seat_of(s, arrival) == seat &&
           today == (f->a == G1776_IN_REDEPLOYMENT);
}

void g1776_arrivals_step(void *state, mk_log *log) {
    g1776_state *s = state;
    mk_frame *f = mk_top(&s->base);
    const g1776_scenario_rules *r = g1776_rules(s);
    if (f->b && f->result == G1776_V_HOLD) {
        hold(s, f->b - 1);
        f->b = f->result = 0;
        return;
    }
    if (f->b) {
        if (g1776_anything_in_hand(s))
            next_item(s, f, log);
        else
            end_arrival(s, f, log);
        return;
    }
    for (int i = 0; i < r->arrival_count; i++) {
        if (!comes_now(s, f, i) || !g1776_arrival_due(s, i)) continue;
        begin_arrival(s, f, i, log);
        return;
    }
    memset(s->ledger.tried, 0, sizeof s->ledger.tried);
    mk_pop(&s->base);
    g1776_instant(s, log);
}

/* Scenarios 11 and 12: behind the British movement of April. */
bool g1776_close_of_movement(g1776_state *s, mk_log *log) {
    const g1776_scenario_rules *r = g1776_rules(s);
    (void)log;
    for (int i = 0; i < r->arrival_count; i++) {
        if (!r->arrival[i].after_movement || !g1776_arrival_due(s, i)) continue;
        mk_push(&s->base, G1776_PH_ARRIVALS, s->phasing)->a = G1776_BEHIND_MOVEMENT;
        return true;
    }
    return false;
}
