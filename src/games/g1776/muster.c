/* muster.c - new pieces of the campaign games are placed: what the turn track brings, and what the
 * interphase does (step 9 of II of the campaign rules).
 *
 * What is to be placed lies at the place "in hand". A frame of G1776_PH_MUSTER says what it is: a
 * is a g1776_muster_kind, b what belongs to it. It stays until nothing is in hand. Pieces may come
 * to places that enemies occupy, and be split as the owner likes, unless the rule says otherwise.
 */
#include "g1776.h"

int g1776_levy(g1776_state *s, int type, int count) {
    int room = g1776.type[type].limit - g1776_on_map(s, type);
    if (RULE("g1776.counters", count > room)) count = room;
    if (count > 0) g1776_add(s, G1776_IN_HAND, type, count, 0);
    return count > 0 ? count : 0;
}

/* ---- Where they may come to ---- */

typedef struct {
    g1776_hexes hexes;
    bool halifax, indies; /* the box of the British, of the French */
    mk_set64 fleets;      /* aboard them (CSG-5) */
} places;

static bool is_port(const g1776_state *s, int hex) {
    return g1776_port_entry(s, hex) != MK_NOWHERE;
}

static void add_beside(const g1776_state *s, int hex, int area, g1776_hexes *out) {
    for (int d = 0; d < MK_DIRECTIONS; d++) {
        int near = g1776_board.hexes.near[hex][d];
        bool fits = near != MK_NOWHERE && g1776_is_land(near) && g1776_in_area(s, near);
        if (fits && g1776_area_of(near) == area) mk_set_add(out, near);
    }
}

/* Steps 9.1, 9.2, 9.4, 9.5: on or beside strategic towns that the British do not control; if they
 * control all of them and not the area, beside these. In the area itself. */
static void american_places(const g1776_state *s, int area, g1776_hexes *out) {
    const g1776_campaign_data *c = &g1776.campaign;
    bool any = false;
    for (int i = 0; i < c->strategic_count[area]; i++) {
        int hex = c->strategic[area][i];
        if (g1776_controls(s, G1776_BRITISH, hex)) continue;
        any = true;
        mk_set_add(out, hex);
        add_beside(s, hex, area, out);
    }
    for (int i = 0; i < c->strategic_count[area] && !any; i++)
        add_beside(s, c->strategic[area][i], area, out);
}

/* CSG-5, step 4.3: on or beside strategic towns and ports that the British do not control. */
static void southern_places(const g1776_state *s, int area, g1776_hexes *out) {
    for (int t = 0; t < g1776_board.town_count; t++) {
        const g1776_town *town = &g1776_board.town[t];
        bool counts =
            g1776_area_of(town->hex) == area && (town->strategic || is_port(s, town->hex));
        if (!counts || g1776_controls(s, G1776_BRITISH, town->hex)) continue;
        mk_set_add(out, town->hex);
        add_beside(s, town->hex, area, out);
    }
}

static void land_within(const g1776_state *s, int from, int distance, g1776_hexes *out) {
    mk_add_within(&g1776_board.hexes, from, distance, out->word);
    MK_SET_EACH(hex, out) {
        if (!g1776_is_land(hex) || !g1776_in_area(s, hex)) mk_set_remove(out, hex);
    }
}

/* Step 9.3: on controlled strategic towns; if there are none on those without enemies; else beside
 * them. */
static void tory_places(const g1776_state *s, int area, g1776_hexes *out) {
    const g1776_campaign_data *c = &g1776.campaign;
    enum { CONTROLLED, WITHOUT_ENEMIES, BESIDE };
    for (int way = CONTROLLED; way <= BESIDE && !mk_set_size(out); way++) {
        for (int i = 0; i < c->strategic_count[area]; i++) {
            int hex = c->strategic[area][i];
            bool fits = way == CONTROLLED ? g1776_controls(s, G1776_BRITISH, hex)
                                          : !g1776_units_at(s, hex, G1776_AMERICAN);
            if (way == BESIDE)
                add_beside(s, hex, area, out);
            else if (fits)
                mk_set_add(out, hex);
        }
    }
}

static void ports(const g1776_state *s, bool controlled, g1776_hexes *out) {
    for (int t = 0; t < g1776_board.town_count; t++) {
        int hex = g1776_board.town[t].hex;
        if (is_port(s, hex) && g1776_controls(s, G1776_BRITISH, hex) == controlled)
            mk_set_add(out, hex);
    }
}

/* The uncontrolled towns nearest to a hex. */
static void towns_near(const g1776_state *s, int hex, g1776_hexes *out) {
    int best = INT16_MAX;
    memset(out, 0, sizeof *out);
    for (int t = 0; t < g1776_board.town_count; t++) {
        const g1776_town *town = &g1776_board.town[t];
        int far = mk_hex_distance(&g1776_board.hexes, hex, town->hex);
        bool fits = town->type == G1776_TOWN && !town->extra &&
                    !g1776_controls(s, G1776_BRITISH, town->hex);
        if (!fits || far > best) continue;
        if (far < best) memset(out, 0, sizeof *out);
        best = far;
        mk_set_add(out, town->hex);
    }
}

/* Of the largest American force; of several as large the American chooses. */
static void near_main_army(const g1776_state *s, g1776_hexes *out) {
    int most = 0;
    MK_SET_EACH(hex, &s->held[G1776_AMERICAN]) {
        int sp = g1776_sp(s, hex, G1776_AMERICAN);
        if (sp > most) most = sp;
    }
    MK_SET_EACH(hex, &s->held[G1776_AMERICAN]) {
        g1776_hexes some;
        if (g1776_sp(s, hex, G1776_AMERICAN) < most) continue;
        towns_near(s, hex, &some);
        mk_set_or(out, &some);
    }
}

static void tories_of(const g1776_state *s, bool north, g1776_hexes *out) {
    for (int area = 0; area < G1776_COLONIES_AREAS; area++) {
        bool in_north = area == G1776_NEW_ENGLAND || area == G1776_MIDDLE_STATES;
        g1776_hexes some = {{0}};
        if (in_north != north) continue;
        tory_places(s, area, &some);
        mk_set_or(out, &some);
    }
}

static void keep_controlled(const g1776_state *s, g1776_hexes *out) {
    MK_SET_EACH(hex, out) {
        if (!g1776_controls(s, G1776_BRITISH, hex)) mk_set_remove(out, hex);
    }
}

static places places_for(const g1776_state *s, int seat, int what, int b) {
    places p = {.hexes = {{0}}};
    (void)seat;
    switch (what) {
    case G1776_M_ARRIVAL:
        g1776_entry_hexes(s, b, 0, &p.hexes);
        p.halifax = g1776_rules(s)->arrival[b].place.halifax && g1776_controls_halifax(s);
        p.fleets = g1776_entry_fleets(s, b);
        break;
    case G1776_M_SOUTHERN: southern_places(s, b, &p.hexes); break;
    case G1776_M_PARTISAN: p.hexes = g1776_rules(s)->arrival[b].place.hexes; break;
    case G1776_M_ANYWHERE:
        p.hexes = g1776_rules(s)->area;
        MK_SET_EACH(hex, &p.hexes) {
            if (!g1776_is_land(hex)) mk_set_remove(&p.hexes, hex);
        }
        break;
    case G1776_M_OVERMOUNTAIN: {
        enum { OF_FERGUSON = 8 };
        land_within(s, s->leader[g1776.named[G1776_FERGUSON]].place, OF_FERGUSON, &p.hexes);
        break;
    }
    case G1776_M_AMERICAN: american_places(s, b, &p.hexes); break;
    case G1776_M_TORY: tory_places(s, b, &p.hexes); break;
    case G1776_M_PORT: ports(s, true, &p.hexes); break;
    case G1776_M_SUPPLY_PORT:
        p.hexes = g1776.campaign.supply_ports;
        keep_controlled(s, &p.hexes);
        break;
    case G1776_M_FREE_PORT: ports(s, false, &p.hexes); break;
    case G1776_M_FRENCH_PORT:
        MK_SET_EACH(hex, &s->held[G1776_AMERICAN]) {
            if (is_port(s, hex) && g1776_count_of(s, hex, g1776_coloured(G1776_FR)))
                mk_set_add(&p.hexes, hex);
        }
        break;
    case G1776_M_HEX: mk_set_add(&p.hexes, b); break;
    case G1776_M_TORY_NORTH:
    case G1776_M_TORY_SOUTH: tories_of(s, what == G1776_M_TORY_NORTH, &p.hexes); break;
    case G1776_M_SAVANNAH: {
        enum { WITHIN = 3 };
        mk_add_within(&g1776_board.hexes, g1776.campaign.savannah, WITHIN, p.hexes.word);
        MK_SET_EACH(hex, &p.hexes) {
            if (!g1776_is_land(hex)) mk_set_remove(&p.hexes, hex);
        }
        break;
    }
    case G1776_M_MAIN_ARMY: near_main_army(s, &p.hexes); break;
    default: /* VII.B: the first row of hexes of two exits, or the West Indies */
        p.hexes = g1776_board.exit[G1776_SOUTH_EXIT];
        mk_set_or(&p.hexes, &g1776_board.exit[G1776_EAST_EXIT]);
        p.indies = true;
        break;
    }
    return p;
}

static bool allows(const places *p, int place) {
    if (g1776_is_hex(place)) return mk_set_has(&p->hexes, place);
    if (g1776_is_aboard(place)) return mk_set_has(p->fleets, place - G1776_ABOARD);
    return (p->halifax && place == G1776_IN_BOX + G1776_BOX_HALIFAX) ||
           (p->indies && place == G1776_IN_BOX + G1776_BOX_INDIES_F);
}

static int count_places(const places *p) {
    return mk_set_size(&p->hexes) + p->halifax + p->indies + __builtin_popcountll(p->fleets);
}

bool g1776_has_places(const g1776_state *s, int seat, int what, int b) {
    places p = places_for(s, seat, what, b);
    return count_places(&p) > 0;
}

/* All of it comes to one place. */
static bool together(const g1776_state *s, int what, int b) {
    if (what == G1776_M_ARRIVAL) return !g1776_rules(s)->arrival[b].place.split;
    return what == G1776_M_PORT || what == G1776_M_SUPPLY_PORT || what == G1776_M_SAVANNAH ||
           what == G1776_M_MAIN_ARMY || what == G1776_M_FRENCH || what == G1776_M_FRENCH_PORT ||
           what == G1776_M_PARTISAN;
}

/* May what is in hand wait? BF-A and BF-B of the French, arrivals that say so, RM for Marion. */
static bool may_hold(const g1776_state *s, const mk_frame *f) {
    if (f->a == G1776_M_ARRIVAL) return g1776_rules(s)->arrival[f->b].may_delay;
    bool aside = f->a == G1776_M_SOUTHERN && f->b == G1776_DEEP_SOUTH &&
                 g1776_count_of(s, G1776_IN_HAND, G1776_SP) <= g1776_kept_aside(s);
    return f->a == G1776_M_FRENCH || aside;
}

/* Where such a force is, only its owner knows: he is asked even if there is one place, for that
 * would tell (VI.B). */
static bool hides_places(const g1776_state *s, const mk_frame *f) {
    const g1776_arrival *a = f->a == G1776_M_ARRIVAL ? &g1776_rules(s)->arrival[f->b] : NULL;
    return a && a->place.to == G1776_TO_FORCE && g1776_hides_force(s, a);
}

/* ---- A besieged fort ---- */

/* Step 9: outside, or inside if it is a port that no enemy fleet blockades. */
static bool may_go_inside(const g1776_state *s, int seat, int place) {
    if (!g1776_is_hex(place) || !g1776_is_land(place) || g1776_fort_of(s, place) != seat)
        return false;
    int entry = g1776_port_entry(s, place), enemy = g1776_enemy(seat);
    if (!g1776_open(s, enemy, place) || entry == MK_NOWHERE) return false;
    return RULE("g1776.csg.ii.9.blockade", !g1776_fleet_at_place(s, enemy, G1776_AT_SIDE + entry));
}

/* ---- Placing ---- */

/* New ones are marked while the interphase lasts (K16). */
static int flags_for(const g1776_state *s, int inside) {
    bool interphase = s->turn_stage == G1776_T_INTERPHASE;
    return (interphase ? G1776_DONE : 0) | (inside ? G1776_INSIDE : 0);
}

/* An elite takes the place of an SP where it enters. */
static void replace_there(g1776_state *s, const mk_frame *f, int place, mk_log *log) {
    if (f->a != G1776_M_ARRIVAL) return;
    const g1776_arrival *a = &g1776_rules(s)->arrival[f->b];
    if (a->effect != G1776_THEN_REPLACE) return;
    g1776_remove(s, place, a->n, 1, 0);
    mk_log_event(log, G1776_E_LEAVES, f->seat, MK_EVERYONE, 0, 1, a->n,
                 (int16_t)g1776_where_of(place));
}

/* They are known again when they are lost (option of CSG-5). */
static void mark_overmountain(g1776_state *s, int place) {
    const mk_set64 men = G1776_BIT(G1776_RM) | G1776_BIT(G1776_RD);
    for (int i = g1776_first_at(s, place); i < s->piece_count && s->piece[i].place == place; i++) {
        bool fresh = mk_set_has(men, s->piece[i].type) && s->piece[i].flags & G1776_DONE &&
                     !(s->piece[i].led & G1776_GREEN);
        if (!fresh) continue;
        g1776_piece p = g1776_take_at(s, i, s->piece[i].count);
        p.led |= G1776_GREEN;
        p.flags &= (uint8_t)~G1776_DONE;
        g1776_put(s, p);
        i = g1776_first_at(s, place) - 1;
    }
}

static void put(g1776_state *s, const mk_frame *f, int place, bool all, bool inside, mk_log *log) {
    int flags = flags_for(s, inside);
    if (f->a == G1776_M_FRENCH) {
        g1776_place_french(s, place, log);
        return;
    }
    if (f->a == G1776_M_ARRIVAL) g1776_show_force(s, &g1776_rules(s)->arrival[f->b], place, log);
    if (g1776_fleets_in_hand(s)) g1776_put_fleets(s, f->seat, place, log);
    if (all)
        g1776_put_all(s, f->seat, place, flags, log);
    else
        g1776_put_one(s, f->seat, place, flags, log);
    replace_there(s, f, place, log);
    if (f->a == G1776_M_ARRIVAL && g1776_is_aboard(place))
        g1776_board_arrival(s, f->b, place - G1776_ABOARD, log);
    if (f->a == G1776_M_OVERMOUNTAIN) mark_overmountain(s, place);
    if (!g1776_is_hex(place) || !g1776_is_land(place)) return;
    g1776_note_entry(s, f->seat, MK_NOWHERE, place, log);
    g1776_tidy(s, place, log);
}

void g1776_empty_hand(g1776_state *s) {
    g1776_piece lots[G1776_MAX_LOTS];
    g1776_lift(s, G1776_IN_HAND, 0, lots);
    for (int l = 0; l < g1776.leader_count; l++)
        if (s->leader[l].place == G1776_IN_HAND) g1776_move_leader(s, l, G1776_GONE);
    for (int f = 0; f < G1776_FLEETS; f++)
        if (s->fleet[f].place == G1776_IN_HAND) s->fleet[f].place = G1776_GONE;
}

static void drop_hand(g1776_state *s, int seat, mk_log *log) {
    bool any = g1776_anything_in_hand(s);
    g1776_empty_hand(s);
    if (any) mk_log_event(log, G1776_E_ARRIVAL_LOST, seat, MK_EVERYONE, 0);
}

/* By itself where there is one place and nothing to choose. */
void g1776_muster(g1776_state *s, int seat, int what, int b, mk_log *log) {
    places p = places_for(s, seat, what, b);
    int count = count_places(&p);
    mk_frame frame = {.seat = (int8_t)seat, .a = (int16_t)what, .b = (int16_t)b};
    if (!count) {
        drop_hand(s, seat, log);
        return;
    }
    int only = p.halifax    ? G1776_IN_BOX + G1776_BOX_HALIFAX
               : p.fleets   ? G1776_ABOARD + mk_set_first(p.fleets)
               : count == 1 ? mk_set_first(&p.hexes)
                            : MK_NOWHERE;
    bool asks = may_hold(s, &frame) || may_go_inside(s, seat, only) || hides_places(s, &frame);
    if (count == 1 && !asks) {
        put(s, &frame, only, true, false, log);
        return;
    }
    mk_frame *f = mk_push(&s->base, G1776_PH_MUSTER, seat);
    f->a = (int16_t)what;
    f->b = (int16_t)b;
}

/* ---- The decision ---- */

static int in_hand(const g1776_state *s) {
    int n = g1776_count_of(s, G1776_IN_HAND, ~(mk_set64)0);
    for (int l = 0; l < g1776.leader_count; l++) n += s->leader[l].place == G1776_IN_HAND;
    return n;
}

static void offer_at(const g1776_state *s, const mk_frame *f, int place, mk_actions *out) {
    bool one = together(s, f->a, f->b), several = !one && in_hand(s) > 1;
    int where = g1776_where_of(place);
    mk_offer(out, G1776_V_MUSTER, where, 0, 0);
    if (several) mk_offer(out, G1776_V_MUSTER_ALL, where, 0, 0);
    if (may_go_inside(s, f->seat, place)) mk_offer(out, G1776_V_MUSTER_INSIDE, where, 0, 0);
}

void g1776_muster_list(const void *state, mk_actions *out) {
    const g1776_state *s = state;
    const mk_frame *f = mk_top_const(&s->base);
    places p = places_for(s, f->seat, f->a, f->b);
    MK_SET_EACH(hex, &p.hexes) offer_at(s, f, hex, out);
    if (p.halifax) offer_at(s, f, G1776_IN_BOX + G1776_BOX_HALIFAX, out);
    if (p.indies) offer_at(s, f, G1776_IN_BOX + G1776_BOX_INDIES_F, out);
    MK_SET_EACH(fleet, p.fleets) offer_at(s, f, G1776_ABOARD + fleet, out);
    if (may_hold(s, f)) mk_offer(out, G1776_V_HOLD, 0, 0, 0);
}

static const char *why_not_there(int what) {
    switch (what) {
    case G1776_M_AMERICAN: return "g1776.csg.ii.9.american";
    case G1776_M_TORY:
    case G1776_M_TORY_NORTH:
    case G1776_M_TORY_SOUTH: return "g1776.csg.ii.9.tories";
    case G1776_M_PORT:
    case G1776_M_SUPPLY_PORT: return "g1776.csg.ii.9.port";
    case G1776_M_FRENCH_PORT: return "g1776.csg.viii.c.stores";
    case G1776_M_FRENCH: return "g1776.csg.vii.b";
    case G1776_M_ARRIVAL: return "g1776.csg.ii.9";
    case G1776_M_SOUTHERN: return "g1776.csg5.rebels";
    case G1776_M_PARTISAN: return "g1776.csg5.escort";
    case G1776_M_OVERMOUNTAIN: return "g1776.csg5.overmountain";
    default: return "g1776.csg.ii.14";
    }
}

const char *g1776_muster_why_not(const void *state, mk_action x) {
    const g1776_state *s = state;
    const mk_frame *f = mk_top_const(&s->base);
    if (x.verb == G1776_V_HOLD) {
        FORBID("g1776.csg.ii.9", !may_hold(s, f));
        return NULL;
    }
    int place = g1776_place_of(x.a);
    places p = places_for(s, f->seat, f->a, f->b);
    if (!allows(&p, place)) return why_not_there(f->a);
    if (x.verb == G1776_V_MUSTER_ALL)
        FORBID("g1776.csg.ii.9", together(s, f->a, f->b) || in_hand(s) < 2);
    if (x.verb == G1776_V_MUSTER_INSIDE)
        FORBID("g1776.csg.ii.9.blockade", !may_go_inside(s, f->seat, place));
    return NULL;
}

/* Nothing is left to place, or nowhere to place it: the last place was taken by who landed there
 * from a surprised fleet. */
void g1776_end_muster(g1776_state *s, mk_log *log) {
    const mk_frame f = *mk_top(&s->base);
    if (f.phase != G1776_PH_MUSTER) return;
    if (g1776_anything_in_hand(s)) {
        if (g1776_has_places(s, f.seat, f.a, f.b)) return;
        drop_hand(s, f.seat, log);
    }
    mk_pop(&s->base);
}

void g1776_muster_apply(void *state, mk_action x, mk_log *log) {
    g1776_state *s = state;
    mk_frame f = *mk_top(&s->base);
    if (x.verb == G1776_V_HOLD) {
        if (f.a == G1776_M_SOUTHERN) {
            s->south.aside = (uint8_t)g1776_count_of(s, G1776_IN_HAND, G1776_SP);
            g1776_empty_hand(s);
        }
        mk_pop_with(&s->base, G1776_V_HOLD);
        return;
    }
    bool all = x.verb == G1776_V_MUSTER_ALL || together(s, f.a, f.b);
    put(s, &f, g1776_place_of(x.a), all, x.verb == G1776_V_MUSTER_INSIDE, log);
    g1776_end_muster(s, log);
    g1776_instant(s, log);
}
