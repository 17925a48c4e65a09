/* convoy.c - British fleets and regulars that must go to the West Indies, as the French do (VII.D
 * of the campaign rules).
 *
 * A fleet on duty (s->campaign.duty) is not given orders: at the start of each movement phase it
 * goes on by the way that takes the fewest phases, fetches regulars at a port or at Halifax if it
 * has to (s->campaign.fetch), and lands them. Who goes is the owner's choice among those that are
 * there soonest. Enemy fleets on the way stop it as any other, and storms keep it in port.
 */
#include "g1776.h"

enum {
    IN_INDIES_B = G1776_IN_BOX + G1776_BOX_INDIES_B,
    IN_HALIFAX = G1776_IN_BOX + G1776_BOX_HALIFAX
};

static bool is_port(int place) { return g1776_is_hex(place) && g1776_is_land(place); }

/* ---- Regulars on the way ---- */

static int room_of(const g1776_state *s, int fleet) {
    return g1776.fleet[fleet].capacity - g1776_load_of(s, fleet);
}

static int regulars_at(const g1776_state *s, int place) {
    return g1776_count_where(s, place, g1776_coloured(G1776_BR), G1776_FIXED, 0);
}

static void load(g1776_state *s, int fleet, int place, int count, mk_log *log) {
    MK_SET_EACH(type, g1776_coloured(G1776_BR)) {
        int there = g1776_count(s, place, type), n = there < count ? there : count;
        if (!n) continue;
        g1776_remove(s, place, type, n, 0);
        g1776_add(s, G1776_ABOARD + fleet, type, n, G1776_CARRIED);
        mk_log_event(log, G1776_E_BOARDED, g1776.fleet[fleet].seat, MK_EVERYONE, 0, (int16_t)n,
                     (int16_t)type, (int16_t)g1776_where_of(place), (int16_t)fleet);
        count -= n;
    }
    if (g1776_is_hex(place)) g1776_tidy(s, place, log);
}

/* Regulars go ashore, French guns, too, and leaders with them: without SP they would not stay
 * aboard (V.B). */
void g1776_land_in_indies(g1776_state *s, int fleet, mk_log *log) {
    g1776_piece lots[G1776_MAX_LOTS];
    int seat = g1776.fleet[fleet].seat, box = g1776_home_box(seat);
    int count = g1776_lift(s, G1776_ABOARD + fleet, 0, lots);
    for (int i = 0; i < count; i++) {
        bool regular = g1776_is_sp(lots[i].type) && !g1776_is(lots[i].type, G1776_IS_MILITIA);
        bool ashore = regular || lots[i].type == G1776_ART_F;
        if (ashore) lots[i].place = (uint16_t)box;
        g1776_put(s, lots[i]);
        if (ashore)
            mk_log_event(log, G1776_E_LANDS, seat, MK_EVERYONE, 0, lots[i].count, lots[i].type,
                         (int16_t)g1776_where_of(box), (int16_t)fleet);
    }
    MK_SET_EACH(l, g1776_leaders_at(s, G1776_ABOARD + fleet, seat)) {
        g1776_move_leader(s, l, box);
        s->leader[l].flags = 0;
        mk_log_event(log, G1776_E_LEADER_PLACED, seat, MK_EVERYONE, 0, (int16_t)l,
                     (int16_t)g1776_where_of(box));
    }
}

/* ---- A phase of a fleet on duty ---- */

static void leave_duty(g1776_state *s, int fleet) {
    s->campaign.duty &= (uint16_t) ~(1u << fleet);
    s->campaign.fetch[fleet] = 0;
}

static bool kept_by_storm(const g1776_state *s, int fleet) {
    return RULE("g1776.csg.ii.storms",
                is_port(s->fleet[fleet].place) && s->campaign.storm == s->base.turn);
}

static void go_on(g1776_state *s, int fleet, mk_log *log) {
    int seat = g1776.fleet[fleet].seat, goal = s->campaign.fetch[fleet] - 1;
    s->fleet[fleet].flags |= G1776_DONE | G1776_CARRIED;
    if (kept_by_storm(s, fleet)) return;
    if (goal < 0 || goal == s->fleet[fleet].place)
        g1776_sail_to_box(s, fleet, IN_INDIES_B);
    else if (g1776_is_box(goal))
        g1776_sail_to_box(s, fleet, goal);
    else
        g1776_sail_to_port(s, fleet, goal);
    mk_log_event(log, G1776_E_SAILS, seat, MK_EVERYONE, 0, (int16_t)fleet,
                 (int16_t)g1776_where_of(s->fleet[fleet].place));
    if (s->fleet[fleet].place != IN_INDIES_B) return;
    g1776_note_indies(s, fleet);
    g1776_land_in_indies(s, fleet, log);
    leave_duty(s, fleet);
}

/* ---- What is lacking (VII.D) ---- */

static bool on_duty(const g1776_state *s, int fleet) { return s->campaign.duty >> fleet & 1; }

static bool can_be_sent(const g1776_state *s, int fleet) {
    int at = s->fleet[fleet].place;
    bool lies = g1776_is_hex(at) || g1776_is_side(at) || g1776_is_box(at);
    return g1776.fleet[fleet].seat == G1776_BRITISH && lies && at != IN_INDIES_B &&
           !on_duty(s, fleet) && !(s->fleet[fleet].flags & G1776_DONE);
}

static int fleets_lacking(const g1776_state *s) {
    int n = g1776_indies_fleets(s, G1776_AMERICAN) - g1776_indies_fleets(s, G1776_BRITISH);
    for (int f = 0; f < G1776_FLEETS; f++) n -= on_duty(s, f) && g1776.fleet[f].battle;
    return n;
}

static int regulars_lacking(const g1776_state *s) {
    int n = g1776_indies_sp(s, G1776_AMERICAN) - g1776_indies_sp(s, G1776_BRITISH);
    for (int f = 0; f < G1776_FLEETS; f++) {
        if (!on_duty(s, f)) continue;
        n -= g1776_count_of(s, G1776_ABOARD + f, g1776_coloured(G1776_BR));
        int port = s->campaign.fetch[f] - 1;
        if (port >= 0 && s->fleet[f].place != IN_INDIES_B) {
            int there = regulars_at(s, port), room = room_of(s, f);
            n -= there < room ? there : room;
        }
    }
    return n;
}

/* Phases until a fleet that fetches regulars at a place brings them. */
static int phases_by(const g1776_state *s, int fleet, int place) {
    int at = s->fleet[fleet].place;
    if (!regulars_at(s, place) || g1776_fleet_at_place(s, G1776_AMERICAN, place))
        return G1776_TOO_FAR;
    if (place == IN_HALIFAX)
        return g1776_phases_to_box(s, fleet, at, place, 0) +
               g1776_phases_to_box(s, fleet, place, IN_INDIES_B, 0);
    g1776_seaway way;
    g1776_survey(s, fleet, place, &way);
    int there = g1776_phases_to_port(s, fleet, at, place, &way);
    if (there == G1776_TOO_FAR) return there;
    return there + g1776_phases_to_box(s, fleet, place, IN_INDIES_B, g1776.table.in_port);
}

/* Phases until a fleet brings regulars, and where it fetches them; MK_NOWHERE: they are aboard. */
static int phases_with_regulars(const g1776_state *s, int fleet, int *place) {
    int best = G1776_TOO_FAR, at = s->fleet[fleet].place;
    *place = MK_NOWHERE;
    if (RULE("g1776.csg.vii.d.aboard", regulars_at(s, G1776_ABOARD + fleet) > 0))
        return g1776_phases_to_box(s, fleet, at, IN_INDIES_B, 0);
    if (room_of(s, fleet) < 1) return best;
    for (int t = -1; t < g1776_board.town_count; t++) {
        int source = t < 0 ? IN_HALIFAX : g1776_board.town[t].hex;
        if (t >= 0 && g1776_port_entry(s, source) == MK_NOWHERE) continue;
        int phases = phases_by(s, fleet, source);
        if (phases >= best) continue;
        best = phases;
        *place = source;
    }
    return best;
}

/* How soon a fleet serves: with regulars if these are lacking and it can, else by itself. */
static int serves_in(const g1776_state *s, int fleet, bool regulars) {
    int port;
    return regulars ? phases_with_regulars(s, fleet, &port)
                    : g1776_phases_to_box(s, fleet, s->fleet[fleet].place, IN_INDIES_B, 0);
}

/* Those that are there soonest: a battle fleet if one is lacking, else one that brings regulars. */
static mk_set64 soonest(const g1776_state *s) {
    mk_set64 fleets = 0;
    bool battle = fleets_lacking(s) > 0;
    int best = G1776_TOO_FAR;
    if (!battle && regulars_lacking(s) <= 0) return 0;
    for (int f = 0; f < G1776_FLEETS; f++) {
        if (!can_be_sent(s, f) || (battle && !g1776.fleet[f].battle)) continue;
        int phases = serves_in(s, f, !battle);
        if (phases >= G1776_TOO_FAR || phases > best) continue;
        if (phases < best) fleets = 0;
        best = phases;
        mk_set_add(&fleets, f);
    }
    return fleets;
}

/* Where it lies: as many as are lacking, as it has room for. At Halifax that costs nothing, because
 * it leaves by the boxes (V.A). */
static void load_here(g1776_state *s, int fleet, mk_log *log) {
    int at = s->fleet[fleet].place, n = regulars_lacking(s), room = room_of(s, fleet);
    if (!is_port(at) && at != IN_HALIFAX) return;
    if (n > room) n = room;
    if (n > regulars_at(s, at)) n = regulars_at(s, at);
    if (n <= 0) return;
    if (is_port(at)) s->fleet[fleet].spent = g1776.table.in_port;
    load(s, fleet, at, n, log);
}

/* It fetches regulars if these are lacking and that keeps it no longer than it must. */
static void detach(g1776_state *s, int fleet, mk_log *log) {
    bool battle = fleets_lacking(s) > 0;
    int lacking = regulars_lacking(s), place = MK_NOWHERE;
    int alone = g1776_phases_to_box(s, fleet, s->fleet[fleet].place, IN_INDIES_B, 0);
    int with = lacking > 0 ? phases_with_regulars(s, fleet, &place) : G1776_TOO_FAR;
    s->campaign.duty |= (uint16_t)(1u << fleet);
    mk_log_event(log, G1776_E_DETACHED, G1776_BRITISH, MK_EVERYONE, 0, (int16_t)fleet);
    if (with < G1776_TOO_FAR && place != MK_NOWHERE && (!battle || with <= alone))
        s->campaign.fetch[fleet] = (uint16_t)(place + 1);
    go_on(s, fleet, log);
}

/* Regulars are loaded where they are fetched when the phase begins. */
static void load_at_source(g1776_state *s, int fleet, mk_log *log) {
    if (!s->campaign.fetch[fleet] || s->fleet[fleet].place != s->campaign.fetch[fleet] - 1) return;
    s->campaign.fetch[fleet] = 0;
    load_here(s, fleet, log);
}

/* Still on the board, and a transport with regulars or on the way to some. */
static bool serves(const g1776_state *s, int fleet) {
    int at = s->fleet[fleet].place, source = s->campaign.fetch[fleet] - 1;
    if (at == G1776_TRACK || at == G1776_GONE) return false;
    return g1776.fleet[fleet].battle || regulars_at(s, G1776_ABOARD + fleet) ||
           (source >= 0 && regulars_at(s, source));
}

/* ---- The sequence ---- */

/* Before the British move. True: they choose who goes. */
bool g1776_ask_convoy(g1776_state *s, mk_log *log) {
    if (!g1776_in_campaign(s) || s->phasing != G1776_BRITISH || !s->campaign.french) return false;
    if (!RULE("g1776.csg.vii.d", g1776_indies_fleets(s, G1776_AMERICAN) > 0)) {
        s->campaign.duty = 0;
        memset(s->campaign.fetch, 0, sizeof s->campaign.fetch);
        return false;
    }
    for (int f = 0; f < G1776_FLEETS; f++) {
        if (!on_duty(s, f) || s->fleet[f].flags & G1776_DONE) continue;
        load_at_source(s, f, log);
        if (serves(s, f))
            go_on(s, f, log);
        else
            leave_duty(s, f);
    }
    for (mk_set64 fleets = soonest(s); fleets; fleets = soonest(s)) {
        if (fleets & (fleets - 1)) {
            mk_push(&s->base, G1776_PH_DETACH, G1776_BRITISH);
            return true;
        }
        int fleet = mk_set_first(fleets);
        load_here(s, fleet, log);
        detach(s, fleet, log);
    }
    return false;
}

void g1776_detach_list(const void *state, mk_actions *out) {
    mk_set64 fleets = soonest(state);
    MK_SET_EACH(f, fleets) mk_offer(out, G1776_V_DETACH, f, 0, 0);
}

const char *g1776_detach_why_not(const void *state, mk_action x) {
    FORBID("g1776.csg.vii.d", !mk_set_has(soonest(state), x.a));
    return NULL;
}

void g1776_detach_apply(void *state, mk_action x, mk_log *log) {
    g1776_state *s = state;
    mk_pop(&s->base);
    load_here(s, x.a, log);
    detach(s, x.a, log);
    g1776_ask_convoy(s, log);
}
