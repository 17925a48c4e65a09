/* withdrawal.c - the French leave North America after one of their battle fleets was sunk (VII.E of
 * the campaign rules).
 *
 * Each American movement phase must bring the end of it nearer. How far off that is, says a plan
 * that could be carried out: all troops ashore march to one port, the fleets fetch them there, as
 * often as they have to, and land them in the West Indies; the port is the best for that. Who
 * follows the plan needs a phase less when the phase is over, and who does better is not worse off.
 */
#include "g1776.h"

enum { IN_INDIES_F = G1776_IN_BOX + G1776_BOX_INDIES_F };
enum { FIRST_FLEET = G1776_FRENCH_BF_A, LAST_FLEET = G1776_FRENCH_BF_VF };

static mk_set64 french_troops(void) { return g1776_coloured(G1776_FR) | G1776_BIT(G1776_ART_F); }

static bool on_board(const g1776_state *s, int fleet) {
    int at = s->fleet[fleet].place;
    return g1776_is_hex(at) || g1776_is_side(at) || g1776_is_box(at);
}

static bool french_bf_left(const g1776_state *s) {
    for (int f = FIRST_FLEET; f <= LAST_FLEET; f++)
        if (on_board(s, f)) return true;
    return false;
}

void g1776_note_sunk(g1776_state *s, int fleet, mk_log *log) {
    bool french = g1776.fleet[fleet].nation == G1776_N_FRENCH && g1776_in_campaign(s) &&
                  !g1776_southern_game(s);
    if (!RULE("g1776.csg.vii.e", french) || g1776_visitor_sunk(s, fleet)) return;
    s->campaign.withdraws = 1;
    mk_log_event(log, G1776_E_WITHDRAWS, G1776_AMERICAN, MK_EVERYONE, 0);
}

/* ---- By land ---- */

enum { TURN = 64, UNREACHED = UINT16_MAX }; /* turns and MP spent in the last of them */

/* IV.A: without leaders enough regulars pay double. */
static int price_at(const g1776_state *s, int hex) {
    mk_set128 leaders = g1776_leaders_at(s, hex, G1776_AMERICAN);
    int led = 0;
    MK_SET_EACH(l, leaders) {
        bool leads = g1776.leader[l].nation == G1776_N_FRENCH || g1776_both_nations(s, l);
        if (leads) led += g1776_leads(s, l, leaders);
    }
    return g1776_count_of(s, hex, g1776_coloured(G1776_FR)) > led ? 2 : 1;
}

static int next_hour(int hour, const g1776_cost *c, int price, int mp) {
    int turn = hour / TURN, spent = hour % TURN, cost = price * (c->enter + c->relief + c->water);
    if (cost > mp) return c->in_full ? UNREACHED : (turn + (spent > 0)) * TURN + mp;
    return spent + cost <= mp ? hour + cost : (turn + 1) * TURN + cost;
}

/* Turns of troops at a hex to all others, round the British. */
static void march_from(const g1776_state *s, int from, uint16_t hours[G1776_MAX_HEXES]) {
    uint16_t queue[G1776_MAX_HEXES];
    g1776_hexes waiting = {{0}};
    int first = 0, count = 1, price = price_at(s, from), mp = g1776.type[G1776_FR].mp;
    if (g1776_winter(s) && g1776_north(from)) mp /= 2;
    for (int i = 0; i < G1776_MAX_HEXES; i++) hours[i] = UNREACHED;
    hours[from] = 0;
    queue[0] = (uint16_t)from;
    while (count) {
        int at = queue[first];
        first = (first + 1) % G1776_MAX_HEXES;
        count--;
        mk_set_remove(&waiting, at);
        for (int d = 0; d < MK_DIRECTIONS; d++) {
            int to = g1776_board.hexes.near[at][d];
            if (to == MK_NOWHERE || !g1776_is_land(to) || g1776_looks_held(s, G1776_BRITISH, to))
                continue;
            g1776_cost c = g1776_step_cost(s, G1776_AMERICAN, at, d, G1776_ON_FOOT);
            int hour = c.closed ? UNREACHED : next_hour(hours[at], &c, price, mp);
            if (hour >= hours[to]) continue;
            hours[to] = (uint16_t)hour;
            if (mk_set_has(&waiting, to)) continue;
            mk_set_add(&waiting, to);
            queue[(first + count++) % G1776_MAX_HEXES] = (uint16_t)to;
        }
    }
}

static int turns_of(int hour) {
    if (hour == UNREACHED) return G1776_TOO_FAR;
    return hour ? hour / TURN + 1 : 0;
}

/* ---- The plan ---- */

/* Each port: turns until all troops are there; a fort that is besieged keeps those inside. */
static void gather(const g1776_state *s, uint8_t turns[G1776_MAX_TOWNS], int *load) {
    uint16_t hours[G1776_MAX_HEXES];
    int last = -1;
    memset(turns, 0, G1776_MAX_TOWNS);
    *load = 0;
    G1776_EACH_PIECE(p, s) {
        if (!mk_set_has(french_troops(), p->type) || !g1776_is_hex(p->place)) continue;
        *load += p->count * g1776_points_of(s, p->type);
        bool shut_in = p->flags & G1776_INSIDE && g1776_open(s, G1776_BRITISH, p->place);
        if (shut_in) memset(turns, G1776_TOO_FAR, G1776_MAX_TOWNS);
        if (p->place == last) continue;
        last = p->place;
        march_from(s, last, hours);
        for (int t = 0; t < g1776_board.town_count; t++) {
            int need = turns_of(hours[g1776_board.town[t].hex]);
            if (need > turns[t]) turns[t] = (uint8_t)need;
        }
    }
}

static bool troops_aboard(const g1776_state *s, int fleet) {
    return g1776_count_of(s, G1776_ABOARD + fleet, french_troops()) > 0;
}

/* Phases until what is aboard is ashore there. */
static int lands_in(const g1776_state *s, int fleet) {
    int phases = g1776_phases_to_box(s, fleet, s->fleet[fleet].place, IN_INDIES_F, 0);
    return phases ? phases : 1;
}

/* Those aboard alone. */
static int phases_at_sea(const g1776_state *s) {
    int most = 0;
    for (int f = FIRST_FLEET; f <= LAST_FLEET; f++) {
        if (!on_board(s, f) || !troops_aboard(s, f)) continue;
        int phases = lands_in(s, f);
        if (phases > most) most = phases;
    }
    return most;
}

typedef struct {
    int free, room; /* when it is at the port, and what it takes then */
} ferry;

static int room_of(const g1776_state *s, int fleet) {
    int room = g1776.fleet[fleet].capacity - g1776_load_of(s, fleet);
    return room > 0 ? room : 0;
}

/* A fleet with room comes to the port; a full one lands its troops first. */
static ferry ferry_to(const g1776_state *s, int fleet, int port, const g1776_seaway *way) {
    int at = s->fleet[fleet].place, room = room_of(s, fleet);
    if (room || !troops_aboard(s, fleet))
        return (ferry){g1776_phases_to_port(s, fleet, at, port, way), room};
    return (ferry){lands_in(s, fleet) + g1776_phases_to_port(s, fleet, IN_INDIES_F, port, way),
                   g1776.fleet[fleet].capacity};
}

/* Phases until a load that waits at a port is away, by all fleets there are. */
static int phases_by_port(const g1776_state *s, int port, int gathered, int load) {
    ferry f[LAST_FLEET - FIRST_FLEET + 1];
    int n = 0, last = 0, out = 0, back = 0, capacity[LAST_FLEET - FIRST_FLEET + 1];
    for (int k = FIRST_FLEET; k <= LAST_FLEET; k++) {
        g1776_seaway way;
        if (!on_board(s, k)) continue;
        g1776_survey(s, k, port, &way);
        out = g1776_phases_to_box(s, k, port, IN_INDIES_F, g1776.table.in_port);
        back = g1776_phases_to_port(s, k, IN_INDIES_F, port, &way);
        capacity[n] = g1776.fleet[k].capacity;
        f[n++] = ferry_to(s, k, port, &way);
    }
    if (!n || out >= G1776_TOO_FAR) return G1776_TOO_FAR;
    while (load > 0) { /* the next that is there takes what it can */
        int k = 0;
        for (int i = 1; i < n; i++)
            if (f[i].free < f[k].free) k = i;
        if (f[k].free >= G1776_TOO_FAR || gathered >= G1776_TOO_FAR) return G1776_TOO_FAR;
        int sails = f[k].free > gathered ? f[k].free : gathered;
        if (f[k].room) last = sails + out;
        load -= f[k].room;
        f[k] = (ferry){sails + out + back, capacity[k]};
    }
    return last < G1776_TOO_FAR ? last : G1776_TOO_FAR;
}

static bool may_serve(const g1776_state *s, int hex) {
    return g1776_port_entry(s, hex) != MK_NOWHERE && !g1776_looks_held(s, G1776_BRITISH, hex) &&
           !g1776_fleet_at_place(s, G1776_BRITISH, hex);
}

/* Phases until all are away; G1776_TOO_FAR: there is no way. */
static int phases_of_all(const g1776_state *s) {
    uint8_t turns[G1776_MAX_TOWNS];
    int load, best = G1776_TOO_FAR, sea = phases_at_sea(s);
    gather(s, turns, &load);
    if (!load) return sea;
    for (int t = 0; t < g1776_board.town_count; t++) {
        int hex = g1776_board.town[t].hex;
        if (turns[t] >= best || !may_serve(s, hex)) continue;
        int phases = phases_by_port(s, hex, turns[t], load);
        if (phases < best) best = phases;
    }
    return sea > best ? sea : best;
}

/* ---- The sequence ---- */

static bool is_due(const g1776_state *s) {
    return g1776_in_campaign(s) && s->campaign.withdraws && s->phasing == G1776_AMERICAN;
}

/* A fleet that has come back with anything aboard, by the southernmost box, goes on to the West
 * Indies by itself. */
static void hurry_arrivals(g1776_state *s, mk_log *log) {
    for (int f = FIRST_FLEET; f <= LAST_FLEET; f++) {
        bool bound = s->fleet[f].place == G1776_IN_BOX + G1776_BOX_LEFT &&
                     s->fleet[f].since == G1776_BOUND_SOUTH;
        if (!RULE("g1776.csg.vii.e.hurry", bound)) continue;
        g1776_sail_to_box(s, f, IN_INDIES_F);
        mk_log_event(log, G1776_E_SAILS, G1776_AMERICAN, MK_EVERYONE, 0, (int16_t)f,
                     (int16_t)g1776_where_of(s->fleet[f].place));
        g1776_note_indies(s, f);
        g1776_land_in_indies(s, f, log);
    }
}

void g1776_begin_withdrawal(g1776_state *s, mk_log *log) {
    if (is_due(s)) hurry_arrivals(s, log);
    s->campaign.to_leave = is_due(s) ? (uint8_t)phases_of_all(s) : 0;
}

enum { IN_AMERICA, EVERYWHERE };

static void lose_french(g1776_state *s, int where, mk_log *log) {
    for (int i = s->piece_count - 1; i >= 0; i--) {
        int place = s->piece[i].place;
        bool safe = place == IN_INDIES_F || (where == IN_AMERICA && g1776_is_away(s, place));
        if (mk_set_has(french_troops(), s->piece[i].type) && !safe)
            g1776_take_at(s, i, s->piece[i].count);
    }
    mk_log_event(log, G1776_E_FRENCH_LOST, G1776_AMERICAN, MK_EVERYONE, 0);
    MK_SET_EACH(hex, &g1776_rules(s)->area) {
        if (g1776_is_land(hex)) g1776_tidy(s, hex, log);
    }
}

static void lose_fleets(g1776_state *s, mk_log *log) {
    for (int f = FIRST_FLEET; f <= LAST_FLEET; f++) {
        if (s->fleet[f].place == G1776_GONE) continue;
        g1776_drown(s, f);
        s->fleet[f] = (g1776_fleet_at){.place = G1776_GONE};
        mk_log_event(log, G1776_E_FLEET_LEAVES, G1776_AMERICAN, MK_EVERYONE, 0, (int16_t)f);
    }
}

/* Behind the American movement: they have come nearer, or are lost. Once all are away the fleets
 * are free again. Who has no way, or is kept in port by storms, does not fail. */
void g1776_judge_withdrawal(g1776_state *s, mk_log *log) {
    if (!is_due(s)) return;
    int left = phases_of_all(s), before = s->campaign.to_leave;
    bool bound = before < G1776_TOO_FAR && s->campaign.storm != s->base.turn && french_bf_left(s);
    s->campaign.to_leave = 0;
    if (!left) {
        s->campaign.withdraws = 0;
    } else if (bound && RULE("g1776.csg.vii.e.late", left >= before)) {
        lose_french(s, EVERYWHERE, log);
        lose_fleets(s, log);
        s->campaign.withdraws = 0;
    }
}

/* Without a fleet they are lost at the end of the segment. */
void g1776_end_withdrawal(g1776_state *s, mk_log *log) {
    if (!g1776_in_campaign(s) || !s->campaign.withdraws || french_bf_left(s)) return;
    lose_french(s, IN_AMERICA, log);
    s->campaign.withdraws = 0;
}
