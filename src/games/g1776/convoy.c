/* convoy.c - fleets that must go to the West Indies: the British match the French there (VII.D),
 * the French take their troops away after a fleet was sunk (VII.E of the campaign rules).
 *
 * A fleet on duty (s->campaign.duty) is not given orders: at the start of each movement phase it
 * goes on by the way that takes the fewest phases, fetches regulars at a port on the way if it has
 * to (s->campaign.fetch), and lands them. Who goes is the owner's choice among those that are there
 * soonest. Enemy fleets on the way stop it as any other.
 */
#include "g1776.h"

static const mk_hexmap *const board = &g1776_board.hexes;
enum {
    IN_INDIES_B = G1776_IN_BOX + G1776_BOX_INDIES_B,
    IN_INDIES_F = G1776_IN_BOX + G1776_BOX_INDIES_F
};
enum { SPACES = G1776_MAX_HEXES + G1776_MAX_SIDES, FAR = 9999, NEVER = 99 };

static int home_box(int seat) { return seat == G1776_BRITISH ? IN_INDIES_B : IN_INDIES_F; }

/* ---- The way over the sea ---- */

typedef struct {
    uint16_t steps[SPACES], back[SPACES];
} chart;

static int space_of(int place) {
    return g1776_is_side(place) ? mk_side_space(board, place - G1776_AT_SIDE) : place;
}
static int place_of(int space) {
    return space < board->hex_count ? space : G1776_AT_SIDE + mk_space_side(board, space);
}
static bool is_port(int place) { return g1776_is_hex(place) && g1776_is_land(place); }

static bool carries(const g1776_state *s, int fleet, int place) {
    if (g1776_is_hex(place)) return !g1776_is_land(place) && g1776_in_area(s, place);
    unsigned bits = board->side_bits[place - G1776_AT_SIDE];
    bool battle = g1776.fleet[fleet].battle;
    if (!(bits & G1776_CLASS3) && (battle || !(bits & G1776_CLASS2))) return false;
    return battle || !g1776_frozen(s, place - G1776_AT_SIDE);
}

/* Steps from a place to all others, by the net alone; ports cost nothing. */
static void survey(const g1776_state *s, int fleet, int from, chart *c) {
    uint16_t queue[SPACES];
    int first = 0, count = 0;
    for (int i = 0; i < SPACES; i++) c->steps[i] = FAR;
    int start = is_port(from) ? G1776_AT_SIDE + g1776_port_entry(s, from) : from;
    c->steps[space_of(start)] = 0;
    c->back[space_of(start)] = (uint16_t)space_of(start);
    queue[count++] = (uint16_t)space_of(start);
    while (first < count) {
        int at = queue[first++];
        MK_EXIT_EACH(x, &g1776_board.sea, at) {
            if (c->steps[x->to] != FAR || !carries(s, fleet, place_of(x->to))) continue;
            c->steps[x->to] = (uint16_t)(c->steps[at] + 1);
            c->back[x->to] = (uint16_t)at;
            queue[count++] = (uint16_t)x->to;
        }
    }
}

static int steps_to(const g1776_state *s, const chart *c, int place) {
    return c->steps[space_of(is_port(place) ? G1776_AT_SIDE + g1776_port_entry(s, place) : place)];
}

/* Phases from box to box, by the fewest; the box that comes next. */
static int hops(int from, int to, int seat, int *next) {
    int far[G1776_BOXES], queue[G1776_BOXES], first = 0, count = 0;
    for (int b = 0; b < G1776_BOXES; b++) far[b] = NEVER;
    far[to] = 0;
    queue[count++] = to;
    while (first < count) {
        int at = queue[first++];
        for (int b = 0; b < G1776_BOXES; b++) {
            int owner = g1776.box[b].owner;
            bool open = owner == G1776_NONE || owner == seat;
            if (!(g1776.box[at].joins >> b & 1) || !open || far[b] != NEVER) continue;
            far[b] = far[at] + 1;
            queue[count++] = b;
        }
    }
    for (int b = 0; next && b < G1776_BOXES; b++)
        if (g1776.box[from].joins >> b & 1 && far[b] == far[from] - 1) *next = b;
    return far[from];
}

/* The exit by which a fleet gets there soonest with so many MP spent first; phases in all. */
static int best_exit(int fleet, const chart *c, int spent, int *exit_hex, int *exit_box) {
    int seat = g1776.fleet[fleet].seat, mp = g1776.fleet[fleet].mp, best = NEVER;
    for (int box = 0; box < G1776_BOX_HALIFAX; box++) {
        MK_SET_EACH(hex, &g1776_board.exit[g1776.box[box].exit]) {
            if (c->steps[hex] == FAR) continue;
            int sea = (spent + c->steps[hex] + 1 + mp - 1) / mp;
            int phases = sea + hops(box, home_box(seat) - G1776_IN_BOX, seat, NULL);
            if (phases >= best) continue;
            best = phases;
            *exit_hex = hex;
            *exit_box = box;
        }
    }
    return best;
}

static int phases_from(const g1776_state *s, int fleet, int place, int spent) {
    chart c;
    int hex, box, seat = g1776.fleet[fleet].seat;
    if (place == home_box(seat)) return 0;
    if (g1776_is_box(place))
        return hops(place - G1776_IN_BOX, home_box(seat) - G1776_IN_BOX, seat, NULL);
    survey(s, fleet, place, &c);
    return best_exit(fleet, &c, spent, &hex, &box);
}

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

static void land(g1776_state *s, int fleet, mk_log *log) {
    g1776_piece lots[G1776_MAX_LOTS];
    int seat = g1776.fleet[fleet].seat, box = home_box(seat);
    int count = g1776_lift(s, G1776_ABOARD + fleet, 0, lots);
    for (int i = 0; i < count; i++) {
        bool ashore = g1776_is_sp(lots[i].type) && !g1776_is(lots[i].type, G1776_IS_MILITIA);
        if (ashore) lots[i].place = (uint16_t)box;
        g1776_put(s, lots[i]);
        if (ashore)
            mk_log_event(log, G1776_E_LANDS, seat, MK_EVERYONE, 0, lots[i].count, lots[i].type,
                         (int16_t)g1776_where_of(box), (int16_t)fleet);
    }
}

/* ---- A phase of a fleet on duty ---- */

static void tell_course(const g1776_state *s, int fleet, mk_log *log) {
    mk_log_event(log, G1776_E_SAILS, g1776.fleet[fleet].seat, MK_EVERYONE, 0, (int16_t)fleet,
                 (int16_t)g1776_where_of(s->fleet[fleet].place));
}

/* Along the chart towards a space, as far as MP and enemy fleets allow. True: it is there. */
static bool sail_to(g1776_state *s, int fleet, const chart *c, int space) {
    uint16_t way[SPACES];
    int n = 0, enemy = g1776_enemy(g1776.fleet[fleet].seat);
    for (int at = space; c->steps[at]; at = c->back[at]) way[n++] = (uint16_t)at;
    s->fleet[fleet].place = (uint16_t)place_of(n ? c->back[way[n - 1]] : space);
    while (n && s->fleet[fleet].spent < g1776.fleet[fleet].mp) {
        s->fleet[fleet].place = (uint16_t)place_of(way[--n]);
        s->fleet[fleet].spent++;
        if (g1776_fleet_at_place(s, enemy, s->fleet[fleet].place)) return false;
    }
    return n == 0;
}

static void fetch(g1776_state *s, int fleet, mk_log *log) {
    int port = s->campaign.fetch[fleet] - 1;
    chart c;
    survey(s, fleet, s->fleet[fleet].place, &c);
    int entry = G1776_AT_SIDE + g1776_port_entry(s, port);
    if (steps_to(s, &c, port) != FAR && sail_to(s, fleet, &c, space_of(entry)) &&
        !g1776_fleet_at_place(s, g1776_enemy(g1776.fleet[fleet].seat), port))
        s->fleet[fleet].place = (uint16_t)port;
    tell_course(s, fleet, log);
}

static void sail_off(g1776_state *s, int fleet, mk_log *log) {
    chart c;
    int hex, box;
    survey(s, fleet, s->fleet[fleet].place, &c);
    if (best_exit(fleet, &c, s->fleet[fleet].spent, &hex, &box) == NEVER) return;
    bool there = sail_to(s, fleet, &c, hex);
    if (there && s->fleet[fleet].spent < g1776.fleet[fleet].mp)
        s->fleet[fleet].place = (uint16_t)(G1776_IN_BOX + box);
    tell_course(s, fleet, log);
}

static void arrive(g1776_state *s, int fleet, mk_log *log) {
    g1776_note_indies(s, fleet);
    land(s, fleet, log);
    s->campaign.duty &= (uint16_t) ~(1u << fleet);
    s->campaign.fetch[fleet] = 0;
}

static void go_on(g1776_state *s, int fleet, mk_log *log) {
    int at = s->fleet[fleet].place, seat = g1776.fleet[fleet].seat, next = 0;
    s->fleet[fleet].flags |= G1776_DONE | G1776_CARRIED;
    if (g1776_is_box(at)) {
        hops(at - G1776_IN_BOX, home_box(seat) - G1776_IN_BOX, seat, &next);
        s->fleet[fleet].place = (uint16_t)(G1776_IN_BOX + next);
        tell_course(s, fleet, log);
        if (s->fleet[fleet].place == home_box(seat)) arrive(s, fleet, log);
        return;
    }
    if (s->campaign.fetch[fleet] && at != s->campaign.fetch[fleet] - 1)
        fetch(s, fleet, log);
    else
        sail_off(s, fleet, log);
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

static int to_port(const g1776_state *s, int fleet, const chart *c, int port) {
    int steps = steps_to(s, c, port), mp = g1776.fleet[fleet].mp;
    return steps == FAR ? NEVER : (steps + mp - 1) / mp;
}

/* Phases until a fleet brings regulars there, and the port where it fetches them. */
static int phases_with_regulars(const g1776_state *s, int fleet, int *port) {
    int at = s->fleet[fleet].place, best = NEVER;
    chart c;
    if (g1776_is_box(at) || room_of(s, fleet) < 1) return NEVER;
    survey(s, fleet, at, &c);
    for (int t = 0; t < g1776_board.town_count; t++) {
        int hex = g1776_board.town[t].hex;
        bool fits = g1776_port_entry(s, hex) != MK_NOWHERE && regulars_at(s, hex) &&
                    !g1776_fleet_at_place(s, G1776_AMERICAN, hex);
        if (!fits) continue;
        int there = at == hex ? 0 : to_port(s, fleet, &c, hex);
        if (there >= best) continue;
        int phases = there + phases_from(s, fleet, hex, g1776.table.in_port);
        if (phases >= best) continue;
        best = phases;
        *port = hex;
    }
    return best;
}

/* How soon a fleet serves: with regulars if these are lacking and it can, else by itself. */
static int serves_in(const g1776_state *s, int fleet, bool regulars) {
    int port;
    return regulars ? phases_with_regulars(s, fleet, &port)
                    : phases_from(s, fleet, s->fleet[fleet].place, 0);
}

/* Those that are there soonest: a battle fleet if one is lacking, else one that brings regulars. */
static mk_set64 soonest(const g1776_state *s) {
    mk_set64 fleets = 0;
    bool battle = fleets_lacking(s) > 0;
    int best = NEVER;
    if (!battle && regulars_lacking(s) <= 0) return 0;
    for (int f = 0; f < G1776_FLEETS; f++) {
        if (!can_be_sent(s, f) || (battle && !g1776.fleet[f].battle)) continue;
        int phases = serves_in(s, f, !battle);
        if (phases == NEVER || phases > best) continue;
        if (phases < best) fleets = 0;
        best = phases;
        mk_set_add(&fleets, f);
    }
    return fleets;
}

/* In a port with regulars it takes them aboard before it sails. */
static void load_now(g1776_state *s, int fleet, mk_log *log) {
    int at = s->fleet[fleet].place, lacking = regulars_lacking(s), room = room_of(s, fleet);
    if (!is_port(at) || lacking <= 0 || room <= 0 || !regulars_at(s, at)) return;
    int n = lacking < room ? lacking : room, there = regulars_at(s, at);
    s->fleet[fleet].spent = g1776.table.in_port;
    load(s, fleet, at, n < there ? n : there, log);
}

/* It goes for more if these are lacking and that keeps it no longer than it must. */
static void detach(g1776_state *s, int fleet, mk_log *log) {
    bool battle = fleets_lacking(s) > 0;
    int lacking = regulars_lacking(s), port = MK_NOWHERE, at = s->fleet[fleet].place;
    int alone = phases_from(s, fleet, at, 0);
    int with = lacking > 0 ? phases_with_regulars(s, fleet, &port) : NEVER;
    s->campaign.duty |= (uint16_t)(1u << fleet);
    mk_log_event(log, G1776_E_DETACHED, G1776_BRITISH, MK_EVERYONE, 0, (int16_t)fleet);
    bool aboard = g1776_count_of(s, G1776_ABOARD + fleet, g1776_coloured(G1776_BR)) > 0;
    if (with != NEVER && !aboard && (!battle || with <= alone))
        s->campaign.fetch[fleet] = (uint16_t)(port + 1);
    go_on(s, fleet, log);
}

/* Regulars are loaded at the port when the phase begins. */
static void load_at_port(g1776_state *s, int fleet, mk_log *log) {
    int port = s->campaign.fetch[fleet] - 1, at = s->fleet[fleet].place, room = room_of(s, fleet);
    if (port < 0 || at != port) return;
    s->campaign.fetch[fleet] = 0;
    int lacking = regulars_lacking(s), there = regulars_at(s, port);
    int n = lacking < room ? lacking : room;
    if (n > there) n = there;
    if (n <= 0) return;
    s->fleet[fleet].spent = g1776.table.in_port;
    load(s, fleet, port, n, log);
}

/* ---- The sequence ---- */

/* Before the British move. True: they choose who goes. */
bool g1776_ask_convoy(g1776_state *s, mk_log *log) {
    if (!g1776_in_campaign(s) || s->phasing != G1776_BRITISH || !s->campaign.french) return false;
    for (int f = 0; f < G1776_FLEETS; f++) {
        if (!on_duty(s, f) || s->fleet[f].flags & G1776_DONE) continue;
        if (s->fleet[f].place == G1776_TRACK || s->fleet[f].place == G1776_GONE) {
            s->campaign.duty &= (uint16_t) ~(1u << f);
            s->campaign.fetch[f] = 0;
            continue;
        }
        load_at_port(s, f, log);
        go_on(s, f, log);
    }
    if (!RULE("g1776.csg.vii.d", g1776_indies_fleets(s, G1776_AMERICAN) > 0)) {
        s->campaign.duty = 0;
        memset(s->campaign.fetch, 0, sizeof s->campaign.fetch);
        return false;
    }
    for (mk_set64 fleets = soonest(s); fleets; fleets = soonest(s)) {
        if (fleets & (fleets - 1)) {
            mk_push(&s->base, G1776_PH_DETACH, G1776_BRITISH);
            return true;
        }
        int fleet = mk_set_first(fleets);
        load_now(s, fleet, log);
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
    load_now(s, x.a, log);
    detach(s, x.a, log);
    g1776_ask_convoy(s, log);
}

/* ---- The French withdraw (VII.E) ---- */

static mk_set64 french_troops(void) { return g1776_coloured(G1776_FR) | G1776_BIT(G1776_ART_F); }

static bool french_bf_left(const g1776_state *s) {
    for (int f = G1776_FRENCH_BF_A; f <= G1776_FRENCH_BF_VF; f++) {
        int at = s->fleet[f].place;
        if (g1776_is_hex(at) || g1776_is_side(at) || g1776_is_box(at)) return true;
    }
    return false;
}

void g1776_note_sunk(g1776_state *s, int fleet, mk_log *log) {
    bool french = g1776.fleet[fleet].nation == G1776_N_FRENCH && g1776_in_campaign(s);
    if (!RULE("g1776.csg.vii.e", french)) return;
    s->campaign.withdraws = 1;
    mk_log_event(log, G1776_E_WITHDRAWS, G1776_AMERICAN, MK_EVERYONE, 0);
}

/* Turns by land from a hex to a port, about: seven hexes a turn. */
static int turns_to_port(int hex, int port) {
    enum { HEXES = 7 };
    return (mk_hex_distance(&g1776_board.hexes, hex, port) + HEXES - 1) / HEXES;
}

/* The fewest phases until troops at a hex are away, by any French battle fleet. */
static int phases_for_hex(const g1776_state *s, int hex) {
    int best = NEVER;
    for (int f = G1776_FRENCH_BF_A; f <= G1776_FRENCH_BF_VF; f++) {
        int at = s->fleet[f].place;
        if (!g1776_is_hex(at) && !g1776_is_side(at)) continue;
        if (g1776_lies_off(s, f, hex)) {
            int now = phases_from(s, f, at, g1776.table.inshore);
            if (now < best) best = now;
            continue;
        }
        chart c;
        survey(s, f, at, &c);
        for (int t = 0; t < g1776_board.town_count; t++) {
            int port = g1776_board.town[t].hex;
            if (g1776_port_entry(s, port) == MK_NOWHERE || g1776_held(s, G1776_BRITISH, port))
                continue;
            int sea = at == port ? 0 : to_port(s, f, &c, port), by_land = turns_to_port(hex, port);
            int there = sea > by_land ? sea : by_land;
            if (there >= best) continue;
            int phases = there + phases_from(s, f, port, g1776.table.in_port);
            if (phases < best) best = phases;
        }
    }
    return best;
}

/* Phases until all are away: the farthest of them. Fleets in boxes come back first. */
static int phases_of_all(const g1776_state *s) {
    int most = 0;
    G1776_EACH_PIECE(p, s) {
        int phases = 0;
        if (!mk_set_has(french_troops(), p->type)) continue;
        if (g1776_is_hex(p->place)) phases = phases_for_hex(s, p->place);
        if (g1776_is_aboard(p->place) && s->fleet[p->place - G1776_ABOARD].place != G1776_TRACK)
            phases = 1 + phases_from(s, p->place - G1776_ABOARD,
                                     s->fleet[p->place - G1776_ABOARD].place, 0);
        if (phases > most) most = phases;
    }
    return most;
}

void g1776_begin_withdrawal(g1776_state *s) {
    bool due = g1776_in_campaign(s) && s->campaign.withdraws && s->phasing == G1776_AMERICAN;
    s->campaign.to_leave = due ? (uint8_t)phases_of_all(s) : 0;
}

static void lose_french(g1776_state *s, mk_log *log) {
    for (int i = s->piece_count - 1; i >= 0; i--)
        if (mk_set_has(french_troops(), s->piece[i].type) && s->piece[i].place != IN_INDIES_F)
            g1776_take_at(s, i, s->piece[i].count);
    mk_log_event(log, G1776_E_FRENCH_LOST, G1776_AMERICAN, MK_EVERYONE, 0);
    MK_SET_EACH(hex, &g1776_rules(s)->area) {
        if (g1776_is_land(hex)) g1776_tidy(s, hex, log);
    }
}

static void lose_fleets(g1776_state *s, mk_log *log) {
    g1776_piece lots[G1776_MAX_LOTS];
    for (int f = G1776_FRENCH_BF_A; f <= G1776_FRENCH_BF_VF; f++) {
        if (s->fleet[f].place == G1776_GONE) continue;
        g1776_lift(s, G1776_ABOARD + f, 0, lots);
        for (int l = 0; l < g1776.leader_count; l++)
            if (s->leader[l].place == G1776_ABOARD + f)
                g1776_put_leader(s, l, (g1776_leader_at){.place = G1776_GONE});
        s->fleet[f] = (g1776_fleet_at){.place = G1776_GONE};
        mk_log_event(log, G1776_E_FLEET_LEAVES, G1776_AMERICAN, MK_EVERYONE, 0, (int16_t)f);
    }
}

/* Behind the American movement: they have come nearer, or are lost. Once all are away the fleets
 * are free again. */
void g1776_judge_withdrawal(g1776_state *s, mk_log *log) {
    bool due = g1776_in_campaign(s) && s->campaign.withdraws && s->phasing == G1776_AMERICAN;
    if (!due) return;
    int left = phases_of_all(s);
    if (!left) {
        s->campaign.withdraws = 0;
    } else if (RULE("g1776.csg.vii.e.late", left >= s->campaign.to_leave)) {
        lose_french(s, log);
        lose_fleets(s, log);
        s->campaign.withdraws = 0;
    }
    s->campaign.to_leave = 0;
}

/* Without a fleet they are lost at the end of the segment. */
void g1776_end_withdrawal(g1776_state *s, mk_log *log) {
    if (!g1776_in_campaign(s) || !s->campaign.withdraws || french_bf_left(s)) return;
    lose_french(s, log);
    s->campaign.withdraws = 0;
}
