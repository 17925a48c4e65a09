/* southern_sea.c - CSG-5: fleets. Troops that come aboard at New York and where they land, who
 * sails home, the French of the West Indies and of Newport. */
#include "g1776.h"

enum { YEAR = 12, MAY_SAIL = 7 }; /* August */
enum { AUGUST_1780 = 1780 * YEAR + 7, JULY_1781 = 1781 * YEAR + 6, AUGUST_1781 = JULY_1781 + 1 };
enum {
    IN_INDIES_B = G1776_IN_BOX + G1776_BOX_INDIES_B,
    IN_INDIES_F = G1776_IN_BOX + G1776_BOX_INDIES_F
};

static int month_now(const g1776_state *s) { return g1776_rules(s)->month[s->base.turn]; }
static bool is_afloat(int place) {
    return g1776_is_hex(place) || g1776_is_side(place) || g1776_is_box(place);
}
static bool of_the_indies(int fleet) {
    return fleet == G1776_FRENCH_BF_A || fleet == G1776_FRENCH_BF_B;
}
static unsigned bit_of(int fleet) { return 1u << (fleet - G1776_FRENCH_BF_A); }

/* ---- French BF-A and BF-B ---- */

/* To the track of the winter interphase, with all aboard. */
static void take_off(g1776_state *s, int fleet) {
    s->fleet[fleet] = (g1776_fleet_at){.place = G1776_TRACK, .back = G1776_OFF_STATION};
}

/* August to October 1780: a die each. */
static void throw_for(g1776_state *s, int fleet, mk_log *log) {
    enum { FREE = 1, HELD = 6 };
    int die = mk_die(&s->base.rng, 6);
    mk_log_event(log, G1776_E_SOUTH_DIE, G1776_AMERICAN, MK_EVERYONE, MK_ROLLED, (int16_t)fleet,
                 (int16_t)die,
                 (int16_t)(die == FREE   ? 0
                           : die == HELD ? 2
                                         : 1));
    s->south.held &= (uint8_t)~bit_of(fleet);
    if (RULE("g1776.csg5.august", die == FREE)) return;
    if (die < HELD) {
        take_off(s, fleet);
        return;
    }
    s->fleet[fleet].place = G1776_IN_BOX + G1776_BOX_LEFT;
    s->south.held |= (uint8_t)bit_of(fleet);
}

static void call_french(g1776_state *s, mk_log *log) {
    int since = month_now(s) - AUGUST_1780;
    enum { OCTOBER = 2 };
    if (since < 0 || month_now(s) / YEAR > 1780) return;
    for (int f = G1776_FRENCH_BF_A; f <= G1776_FRENCH_BF_B; f++) {
        if (since > OCTOBER) s->south.held &= (uint8_t)~bit_of(f);
        bool asked = since == 0 || (since <= OCTOBER && s->south.held & bit_of(f));
        if (!asked || !is_afloat(s->fleet[f].place)) continue;
        if (since == 0) s->fleet[f].place = G1776_IN_BOX + G1776_BOX_SOUTH;
        throw_for(s, f, log);
    }
}

void g1776_southern_start(g1776_state *s, mk_log *log) {
    if (!g1776_southern_game(s)) return;
    if (s->phasing == G1776_AMERICAN) {
        call_french(s, log);
        return;
    }
    g1776_throw_weather(s, log);
    s->south.galloped = 0;
}

/* January to July they sail to the West Indies by the nearest boxes, and stay. */
void g1776_french_sail_south(g1776_state *s, mk_log *log) {
    bool duty =
        g1776_southern_game(s) && s->phasing == G1776_AMERICAN && month_now(s) % YEAR < MAY_SAIL;
    for (int f = G1776_FRENCH_BF_A; duty && f <= G1776_FRENCH_BF_B; f++) {
        for (int left = g1776_clear_sky(s) ? 2 : 1; left; left--) {
            int at = s->fleet[f].place;
            if (!g1776_is_box(at) || at == IN_INDIES_F) break;
            int next = at - G1776_IN_BOX;
            g1776_hops(next, G1776_BOX_INDIES_F, G1776_AMERICAN, &next);
            s->fleet[f].place = (uint16_t)(G1776_IN_BOX + next);
            mk_log_event(log, G1776_E_SAILS, G1776_AMERICAN, MK_EVERYONE, 0, (int16_t)f,
                         (int16_t)g1776_where_of(G1776_IN_BOX + next));
        }
        if (is_afloat(s->fleet[f].place)) s->fleet[f].flags |= G1776_DONE;
    }
}

/* In the winter interphase those on the track come to the right transitional box. */
void g1776_winter_fleets(g1776_state *s, mk_log *log) {
    for (int f = G1776_FRENCH_BF_A; f <= G1776_FRENCH_BF_VF; f++) {
        if (s->fleet[f].place != G1776_TRACK || f > G1776_FRENCH_BF_VF) continue;
        s->fleet[f] = (g1776_fleet_at){.place = G1776_IN_BOX + G1776_BOX_RIGHT};
        mk_log_event(log, G1776_E_FLEET_PLACED, G1776_AMERICAN, MK_EVERYONE, 0, (int16_t)f,
                     (int16_t)g1776_where_of(G1776_IN_BOX + G1776_BOX_RIGHT));
    }
}

/* ---- French BF-VF, at Newport ---- */

static int ratings_at(const g1776_state *s, int seat, int hex) {
    int sum = 0;
    for (int f = 0; f < G1776_FLEETS; f++)
        if (g1776.fleet[f].battle && g1776.fleet[f].seat == seat && s->fleet[f].place == hex)
            sum += g1776.fleet[f].combat;
    return sum;
}

static bool watched(const g1776_state *s, int fleet) {
    return fleet == G1776_FRENCH_BF_VF && month_now(s) < JULY_1781 &&
           s->fleet[fleet].place == g1776.campaign.newport;
}

static const char *why_not_leave_newport(const g1776_state *s, int fleet) {
    if (!watched(s, fleet)) return NULL;
    int own = ratings_at(s, G1776_AMERICAN, g1776.campaign.newport);
    int theirs = ratings_at(s, G1776_BRITISH, g1776.campaign.new_york);
    FORBID("g1776.csg5.newport.sky", !g1776_clear_sky(s));
    FORBID("g1776.csg5.newport.ratings", own <= theirs);
    FORBID("g1776.csg5.newport.landed", s->south.newport & G1776_VF_LANDED);
    return NULL;
}

/* Battle fleets at New York catch it, but on a 6. */
bool g1776_newport_die(g1776_state *s, int fleet, mk_log *log) {
    if (!g1776_southern_game(s) || !watched(s, fleet)) return true;
    if (!ratings_at(s, G1776_BRITISH, g1776.campaign.new_york)) return true;
    enum { SLIPS_BY = 6 };
    int die = mk_die(&s->base.rng, 6);
    bool out = RULE("g1776.csg5.newport.die", die == SLIPS_BY);
    mk_log_event(log, G1776_E_NEWPORT_DIE, G1776_BRITISH, MK_EVERYONE, MK_ROLLED, (int16_t)die,
                 (int16_t)out);
    if (!out) s->fleet[fleet].flags |= G1776_DONE;
    return out;
}

void g1776_leave_newport(g1776_state *s) {
    if (g1776_southern_game(s) && month_now(s) < AUGUST_1781) s->south.newport |= G1776_VF_SAILED;
}

/* ---- Orders ---- */

const char *g1776_why_not_southern_sail(const g1776_state *s, int fleet) {
    if (!g1776_southern_game(s)) return NULL;
    FORBID("g1776.csg5.indies", of_the_indies(fleet) && month_now(s) % YEAR < MAY_SAIL);
    FORBID("g1776.csg5.august", of_the_indies(fleet) && s->south.held & bit_of(fleet));
    return why_not_leave_newport(s, fleet);
}

static bool in_river(int place, mk_set128 river) {
    if (!g1776_is_side(place)) return false;
    int water = g1776_board.water_of[place - G1776_AT_SIDE];
    return water != G1776_NONE && mk_set_has(river, water);
}

/* Rivers whose mouth the American holds: TF neither enter nor leave them. */
static bool river_shut(const g1776_state *s, int from, int to) {
    const g1776_southern_data *d = &g1776.campaign.south;
    if (!g1776_is_side(from) && !g1776_is_side(to)) return false;
    bool georgetown = g1776_controls(s, G1776_AMERICAN, g1776.campaign.georgetown);
    bool wilmington = g1776_controls(s, G1776_AMERICAN, g1776.campaign.wilmington);
    if (georgetown && (in_river(from, d->santee) != in_river(to, d->santee) ||
                       in_river(from, d->pee_dee) != in_river(to, d->pee_dee)))
        return true;
    bool was = in_river(from, d->cape_fear) || from == d->mouth;
    bool will = in_river(to, d->cape_fear) || to == d->mouth;
    return wilmington && was != will;
}

static const char *why_not_on_the_way(const g1776_state *s, int fleet, int to) {
    int goal = s->south.bound[fleet] - 1, at = s->fleet[fleet].place;
    if (goal < 0 || to == goal) return NULL;
    bool sea = g1776_is_side(to) || (g1776_is_hex(to) && !g1776_is_land(to));
    FORBID("g1776.csg5.bound", !sea || g1776_is_box(at) || at == goal);
    if (g1776_is_hex(at) && g1776_is_land(at)) return NULL; /* out of a port */
    FORBID("g1776.csg5.bound", !g1776_comes_nearer(s, fleet, goal, at, to));
    return NULL;
}

const char *g1776_why_not_southern_course(const g1776_state *s, int fleet, int to) {
    const g1776_fleet_row *row = &g1776.fleet[fleet];
    const g1776_campaign_data *c = &g1776.campaign;
    enum { MOST_BF = 2 };
    if (!g1776_southern_game(s)) return NULL;
    FORBID("g1776.csg5.ports", row->seat == G1776_BRITISH && to == c->newport);
    FORBID("g1776.csg5.ports", row->seat == G1776_AMERICAN && to == c->new_york &&
                                   ratings_at(s, G1776_BRITISH, c->new_york));
    FORBID("g1776.csg5.west_indies", row->battle && row->seat == G1776_BRITISH &&
                                         to == IN_INDIES_B &&
                                         g1776_bf_in_indies(s, G1776_BRITISH) >= MOST_BF);
    FORBID("g1776.csg5.west_indies", fleet == G1776_FRENCH_BF_VF && to == IN_INDIES_F);
    FORBID("g1776.csg5.rivers", row->transport && river_shut(s, s->fleet[fleet].place, to));
    return why_not_on_the_way(s, fleet, to);
}

static int area_at(int place) {
    return g1776_is_hex(place) && g1776_is_land(place) ? g1776_area_of(place) : G1776_AREAS;
}

static bool in_the_south(int place) {
    int area = area_at(place);
    return area == G1776_DEEP_SOUTH || area == G1776_SOUTH_CENTRAL;
}

/* The one of the two areas where the highest British leader is; G1776_AREAS: in neither. */
static int area_of_chief(const g1776_state *s) {
    mk_set128 leaders = 0;
    MK_SET_EACH(l, s->in_play & g1776.leaders_of[G1776_BRITISH]) {
        if (in_the_south(s->leader[l].place)) mk_set_add(&leaders, l);
    }
    int chief = g1776_ranking(s, leaders);
    return chief == G1776_NONE ? G1776_AREAS : area_at(s->leader[chief].place);
}

static bool lands_there(const g1776_state *s, int fleet, int place) {
    int area = area_at(place), chief;
    switch (s->south.lands[fleet]) {
    case G1776_LAND_DEEP_SOUTH: return area == G1776_DEEP_SOUTH;
    case G1776_LAND_SOUTH_CENTRAL: return area == G1776_SOUTH_CENTRAL;
    case G1776_LAND_BESIDE_CHIEF:
        chief = area_of_chief(s);
        return chief == G1776_AREAS || area == chief;
    default: return true;
    }
}

static bool in_north_carolina(int place) {
    return area_at(place) != G1776_AREAS &&
           g1776_board.colony[place] == g1776.campaign.south.north_carolina;
}

const char *g1776_why_not_southern_debark(const g1776_state *s, int fleet, int place) {
    if (!g1776_southern_game(s)) return NULL;
    int goal = s->south.bound[fleet] - 1;
    FORBID("g1776.csg5.bound", goal >= 0 && place != goal);
    FORBID("g1776.csg5.first_landing", !lands_there(s, fleet, place));
    FORBID("g1776.csg5.nc",
           g1776.fleet[fleet].seat == G1776_BRITISH && !s->south.taken && in_north_carolina(place));
    if (fleet != G1776_FRENCH_BF_VF) return NULL;
    bool sailed = month_now(s) >= AUGUST_1781 && s->south.newport & G1776_VF_SAILED;
    FORBID("g1776.csg5.newport.south", !in_the_south(place));
    FORBID("g1776.csg5.newport.south", sailed && area_at(place) != G1776_SOUTH_CENTRAL);
    return NULL;
}

/* BF-VF takes on nothing before August 1781, then guns and supply of Newport. */
const char *g1776_why_not_southern_load(const g1776_state *s, int fleet, int type) {
    if (!g1776_southern_game(s) || fleet != G1776_FRENCH_BF_VF) return NULL;
    bool stores = mk_set_has(G1776_ARTILLERY | G1776_SUPPLIES, type) &&
                  s->fleet[fleet].place == g1776.campaign.newport;
    FORBID("g1776.csg5.newport.cargo", month_now(s) < AUGUST_1781 || !stores);
    return NULL;
}

static bool has_cargo(const g1776_state *s, int fleet) {
    return g1776_count_of(s, G1776_ABOARD + fleet, ~(mk_set64)0) ||
           g1776_leaders_at(s, G1776_ABOARD + fleet, g1776.fleet[fleet].seat);
}

/* A fleet with a goal goes on as far as it can, and lands all it carries. */
const char *g1776_why_not_southern_anchor(const g1776_state *s, const mk_frame *f) {
    if (!g1776_southern_game(s) || !s->south.bound[f->a]) return NULL;
    int at = s->fleet[f->a].place, goal = s->south.bound[f->a] - 1;
    if (at == goal) {
        FORBID("g1776.csg5.bound", has_cargo(s, f->a) && g1776_can_land(s, f));
        return NULL;
    }
    if (g1776_is_box(at)) return NULL;
    int space = g1776_is_side(at) ? mk_side_space(&g1776_board.hexes, at - G1776_AT_SIDE) : at;
    MK_EXIT_EACH(x, &g1776_board.sea, space) {
        int to = x->to < g1776_board.hexes.hex_count
                     ? x->to
                     : G1776_AT_SIDE + mk_space_side(&g1776_board.hexes, x->to);
        FORBID("g1776.csg5.bound", !g1776_why_not_course(s, f, to));
    }
    return NULL;
}

const char *g1776_why_not_southern_done(const g1776_state *s) {
    if (!g1776_southern_game(s)) return NULL;
    for (int f = 0; f < G1776_FLEETS; f++)
        FORBID("g1776.csg5.bound", s->south.bound[f] && !g1776_why_not_sail(s, f));
    return g1776_why_not_clinton(s);
}

/* ---- Evacuation ---- */

/* Aboard, and not just embarked from land in the south. */
static bool came_from_afar(const g1776_state *s, int fleet, g1776_named name) {
    const g1776_leader_at *at = &s->leader[g1776.named[name]];
    int from = g1776_origin(at->origin, MK_NOWHERE);
    return at->place == G1776_ABOARD + fleet && (from == MK_NOWHERE || !in_the_south(from));
}

/* All BR aboard, Clinton and Leslie, if they have not left yet, have just embarked there. */
static bool embarked_in_south(const g1776_state *s, int fleet) {
    bool clinton = !(s->south.evacuated & G1776_CLINTON_LEFT);
    bool leslie = !(s->south.evacuated & G1776_LESLIE_LEFT);
    if (clinton && came_from_afar(s, fleet, G1776_CLINTON)) return false;
    if (leslie && came_from_afar(s, fleet, G1776_LESLIE)) return false;
    G1776_EACH_AT(p, s, G1776_ABOARD + fleet) {
        int from = g1776_origin(p->origin, MK_NOWHERE);
        if (p->type == G1776_BR && (from == MK_NOWHERE || !in_the_south(from))) return false;
    }
    return true;
}

static bool carries_evacuees(const g1776_state *s, int fleet) {
    int aboard = G1776_ABOARD + fleet;
    return g1776_count(s, aboard, G1776_BR) ||
           s->leader[g1776.named[G1776_CLINTON]].place == aboard ||
           s->leader[g1776.named[G1776_LESLIE]].place == aboard;
}

const char *g1776_why_not_evacuate(const g1776_state *s, const mk_frame *f) {
    FORBID("g1776.csg5.evacuate", !g1776_southern_game(s) || f->seat != G1776_BRITISH);
    FORBID("g1776.csg5.evacuate", s->south.bound[f->a] || !carries_evacuees(s, f->a));
    FORBID("g1776.csg5.evacuate", !f->b || !in_the_south(g1776_place_of(f->b - 1)));
    FORBID("g1776.csg5.evacuate", !embarked_in_south(s, f->a));
    return NULL;
}

void g1776_evacuate(g1776_state *s, int fleet, mk_log *log) {
    s->south.bound[fleet] = (uint16_t)(g1776.campaign.new_york + 1);
    s->south.lands[fleet] = G1776_LAND_ANYWHERE;
    mk_log_event(log, G1776_E_EVACUATES, G1776_BRITISH, MK_EVERYONE, 0, (int16_t)fleet);
}

/* At New York the BR go home; Clinton and Leslie wait there. */
void g1776_note_southern_port(g1776_state *s, int fleet, mk_log *log) {
    int port = s->fleet[fleet].place, goal = s->south.bound[fleet] - 1;
    if (!g1776_southern_game(s) || goal != port || port != g1776.campaign.new_york) return;
    s->south.bound[fleet] = 0;
    int aboard = G1776_ABOARD + fleet, br = g1776_count(s, aboard, G1776_BR);
    int due = g1776.campaign.south.evacuated - s->south.evacuated_br, n = br < due ? br : due;
    if (n > 0) {
        g1776_remove(s, aboard, G1776_BR, n, 0);
        s->south.evacuated_br = (uint8_t)(s->south.evacuated_br + n);
        mk_log_event(log, G1776_E_LEAVES, G1776_BRITISH, MK_EVERYONE, 0, (int16_t)n, G1776_BR,
                     (int16_t)g1776_where_of(aboard));
    }
    if (s->leader[g1776.named[G1776_CLINTON]].place == aboard)
        s->south.evacuated |= G1776_CLINTON_LEFT;
    if (s->leader[g1776.named[G1776_LESLIE]].place == aboard)
        s->south.evacuated |= G1776_LESLIE_LEFT;
}

/* ---- What came aboard ---- */

static int load_of(const g1776_state *s, const g1776_group *group) {
    int load = 0;
    for (int type = 0; type < G1776_TYPES; type++)
        load += group->count[type] * g1776_points_of(s, type);
    return load;
}

static bool takes(const g1776_state *s, int fleet, int seat, int load) {
    return g1776.fleet[fleet].seat == seat && is_afloat(s->fleet[fleet].place) &&
           g1776_load_of(s, fleet) + load <= g1776.fleet[fleet].capacity && fleet != G1776_CN;
}

/* Fleets that an arrival may come aboard. */
mk_set64 g1776_entry_fleets(const g1776_state *s, int arrival) {
    const g1776_arrival *a = &g1776_rules(s)->arrival[arrival];
    const g1776_place *p = &a->place;
    int seat = g1776_seat_of(a->group.nation), load = load_of(s, &a->group);
    mk_set64 fleets = 0;
    if (!g1776_southern_game(s)) return 0;
    for (int f = 0; f < G1776_FLEETS; f++) {
        bool named = p->aboard == f;
        bool there = p->aboard_at != MK_NOWHERE && s->fleet[f].place == p->aboard_at;
        bool his = p->to == G1776_TO_LEADER && s->leader[p->leader].place == G1776_ABOARD + f;
        if ((named || there || his) && takes(s, f, seat, load)) mk_set_add(&fleets, f);
    }
    return fleets;
}

static bool is_in_port(const g1776_state *s, int leader, int port) {
    int at = s->leader[leader].place;
    return at == port || (g1776_is_aboard(at) && s->fleet[at - G1776_ABOARD].place == port);
}

void g1776_board_arrival(g1776_state *s, int arrival, int fleet, mk_log *log) {
    const g1776_arrival *a = &g1776_rules(s)->arrival[arrival];
    if (!g1776_southern_game(s)) return;
    if (a->landing) s->south.lands[fleet] = a->landing;
    if (a->bound != MK_NOWHERE) s->south.bound[fleet] = (uint16_t)(a->bound + 1);
    if (a->hurry) s->south.hurry = (uint8_t)(fleet + 1);
    int other = a->joined_by;
    if (other == G1776_NONE || mk_set_has(s->replaced, other)) return;
    if (!is_in_port(s, other, s->fleet[fleet].place)) return;
    int8_t rating = s->leader[other].rating;
    g1776_put_leader(s, other,
                     (g1776_leader_at){.place = (uint16_t)(G1776_ABOARD + fleet),
                                       .rating = rating});
    mk_log_event(log, G1776_E_LEADER_PLACED, G1776_BRITISH, MK_EVERYONE, 0, (int16_t)other,
                 (int16_t)g1776_where_of(G1776_ABOARD + fleet));
}

void g1776_note_southern_landing(g1776_state *s, int fleet, int type, int place, mk_log *log) {
    (void)log;
    if (!g1776_southern_game(s) || !g1776_is_hex(place)) return;
    if (g1776_is_sp(type)) s->south.lands[fleet] = G1776_LAND_ANYWHERE;
    if (fleet == G1776_FRENCH_BF_VF && type == G1776_FR) s->south.newport |= G1776_VF_LANDED;
    if (s->south.bound[fleet] == place + 1 && !has_cargo(s, fleet)) s->south.bound[fleet] = 0;
}

/* Arrival O: Arnold and his 3BR are lost if their fleet is still at New York. */
static void lose_arnold(g1776_state *s, mk_log *log) {
    enum { BR = 3 };
    int fleet = s->south.hurry - 1, aboard = G1776_ABOARD + fleet;
    s->south.hurry = 0;
    if (fleet < 0 || s->fleet[fleet].place != g1776.campaign.new_york) return;
    int there = g1776_count(s, aboard, G1776_BR), n = there < BR ? there : BR;
    int arnold = g1776.named[G1776_BRITISH_ARNOLD];
    if (n) g1776_remove(s, aboard, G1776_BR, n, 0);
    if (s->leader[arnold].place == aboard)
        g1776_put_leader(s, arnold, (g1776_leader_at){.place = G1776_GONE});
    s->south.lands[fleet] = G1776_LAND_ANYWHERE;
    mk_log_event(log, G1776_E_ARRIVAL_LOST, G1776_BRITISH, MK_EVERYONE, 0);
}

/* Arrival B: when all have landed TF-A is away until April. */
static void send_transport(g1776_state *s, mk_log *log) {
    enum { APRIL = 4 };
    bool goes = s->south.january == G1776_STORMS && s->base.turn < APRIL &&
                is_afloat(s->fleet[G1776_TF_A].place) && !has_cargo(s, G1776_TF_A);
    if (!RULE("g1776.csg5.tf_a", goes)) return;
    take_off(s, G1776_TF_A);
    s->south.bound[G1776_TF_A] = 0;
    mk_log_event(log, G1776_E_FLEET_AWAY, G1776_BRITISH, MK_EVERYONE, 0, G1776_TF_A);
}

/* When the British have moved. */
void g1776_lose_late(g1776_state *s, mk_log *log) {
    if (!g1776_southern_game(s) || s->phasing != G1776_BRITISH) return;
    lose_arnold(s, log);
    send_transport(s, log);
}
