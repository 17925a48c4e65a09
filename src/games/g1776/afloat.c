/* afloat.c - orders of the machine player for bateaux and fleets: who comes aboard, where to, who
 * goes ashore. */
#include "purpose.h"

enum { COME_ABOARD = 7000, ASHORE = 6000, ON_THE_WAY = 5000 };

/* SP there that have nothing better to do: they fill what room is left. */
static int idle_at(const g1776_state *s, int seat, int hex) {
    const g1776_task *t = g1776_task_at(s, seat, hex);
    if (t && !t->hunt) return 0;
    int spare = g1776_sp(s, hex, seat) - g1776_kept_at(s, seat, hex);
    return spare > 0 ? spare : 0;
}

/* SP first, those that the task asks for before others; a supply and a gun go along with a force,
 * all of them if nobody stays behind. */
static int weigh_load(const g1776_state *s, const mk_frame *top, const g1776_task *t, int hex,
                      int aboard, mk_action x) {
    enum { FORCE = 3, STORE = 40, SP = 100, ASKED_FOR = 50 };
    int sp = g1776_count_of(s, aboard, g1776.sp_of[top->seat]);
    if (g1776_is_sp(x.a)) {
        int most = t ? t->sp : sp ? idle_at(s, top->seat, hex) : 0;
        if (x.b > most || g1776_strips(s, top->seat, hex, x.a, x.b)) return G1776_IDLE;
        return COME_ABOARD + SP + x.b + (t && mk_set_has(t->types, x.a) ? ASKED_FOR : 0);
    }
    mk_set64 alike = mk_set_has(G1776_SUPPLIES, x.a) ? G1776_SUPPLIES : G1776_ARTILLERY;
    bool along = sp >= FORCE && x.b == 1 && !g1776_count_of(s, aboard, alike);
    bool all = sp && !g1776_held(s, top->seat, hex);
    return along || all ? COME_ABOARD + STORE : G1776_IDLE;
}

/* One to lead them; the others too if nobody stays. CSG-5: Clinton and Leslie wait for the fleet
 * that takes them home. */
static int weigh_passenger(const g1776_state *s, const mk_frame *top, int leader, int hex,
                           int aboard) {
    enum { LEADER = 60 };
    if (!g1776_count_of(s, aboard, g1776.sp_of[top->seat])) return G1776_IDLE;
    bool led = g1776_leaders_at(s, aboard, top->seat) != 0 ||
               (g1776_chiefs_must_leave(s, top->seat) && g1776_is_chief(s, leader));
    return !led || !g1776_held(s, top->seat, hex) ? COME_ABOARD + LEADER : G1776_IDLE;
}

/* ---- Bateaux ---- */

int g1776_weigh_launch(const g1776_state *s, int seat, int side) {
    enum { FIRST = 12 }; /* before the others march */
    const g1776_task *t = g1776_task_by(s, seat, MK_NOWHERE, G1776_AT_SIDE + side);
    return t ? FIRST + t->urgency : G1776_IDLE;
}

/* The bank where somebody can come aboard now: the piece or leader is there. */
static int bank_of(const g1776_state *s, const mk_frame *top, mk_action x) {
    for (int i = 0; i < 2; i++) {
        int hex = g1776_board.hexes.side[top->a].hex[i];
        if (hex == MK_NOWHERE) continue;
        if (x.verb == G1776_V_JOIN ? s->leader[x.a].place == hex : g1776_count(s, hex, x.a) > 0)
            return hex;
    }
    return MK_NOWHERE;
}

int g1776_weigh_boat(const g1776_state *s, const mk_frame *top, mk_action x) {
    int seat = top->seat, vessel = G1776_AT_SIDE + top->a;
    int left = g1776.table.bateau_sides - top->b;
    const g1776_task *cargo = g1776_task_by(s, seat, G1776_IN_BATEAU, vessel);
    switch (x.verb) {
    case G1776_V_BANK: return g1776_task_by(s, seat, x.a, vessel) ? COME_ABOARD : G1776_IDLE;
    case G1776_V_ADD: {
        int hex = bank_of(s, top, x);
        const g1776_task *t = hex == MK_NOWHERE ? NULL : g1776_task_by(s, seat, hex, vessel);
        return hex == MK_NOWHERE ? G1776_IDLE : weigh_load(s, top, t, hex, G1776_IN_BATEAU, x);
    }
    case G1776_V_JOIN: {
        int hex = bank_of(s, top, x);
        return hex == MK_NOWHERE ? G1776_IDLE : weigh_passenger(s, top, x.a, hex, G1776_IN_BATEAU);
    }
    case G1776_V_ROW:
        return cargo ? ON_THE_WAY - g1776_row_left(s, seat, x.a, left - 1, cargo) : G1776_IDLE;
    case G1776_V_LAND_INSIDE:
    case G1776_V_LAND: {
        int inside = x.verb == G1776_V_LAND_INSIDE;
        if (!cargo) return inside;
        bool here = x.a == cargo->landing || g1776_row_left(s, seat, top->a, 0, cargo) <=
                                                 g1776_row_left(s, seat, top->a, left, cargo);
        return here && x.a == cargo->landing ? ASHORE + inside : inside - 1;
    }
    case G1776_V_MOOR: return 0;
    default: return G1776_IDLE;
    }
}

/* ---- Fleets ---- */

/* The task that a fleet in port could do: all fleets there carry the force together. */
static const g1776_task *task_in_port(const g1776_state *s, int seat, int fleet) {
    int place = s->fleet[fleet].place;
    if (!g1776_is_hex(place) || !g1776.fleet[fleet].capacity) return NULL;
    for (int f = 0; f < G1776_FLEETS; f++) {
        const g1776_task *t = g1776_task_by(s, seat, place, G1776_ABOARD + f);
        if (t) return t;
    }
    return NULL;
}

static int southern_landing(const g1776_state *s, int fleet);

/* Where those aboard land: by their task, or else where they are safe. */
static int landing_of(const g1776_state *s, int seat, int fleet) {
    int aboard = G1776_ABOARD + fleet;
    const g1776_task *t = g1776_task_by(s, seat, aboard, aboard);
    bool southern = g1776_southern_game(s) && seat == G1776_BRITISH;
    if (t && !(southern && g1776_why_not_southern_debark(s, fleet, t->landing))) return t->landing;
    if (!g1776_count_of(s, aboard, G1776_SP)) return MK_NOWHERE;
    if (southern) return southern_landing(s, fleet);
    return g1776_nearest_haven(s, seat, s->fleet[fleet].place);
}

/* Nearer to where they land; into its port only to land. */
static int weigh_course(const g1776_state *s, const mk_frame *top, int landing, int to) {
    int at = s->fleet[top->a].place;
    if (landing == MK_NOWHERE || g1776_is_box(to)) return G1776_IDLE;
    int here = g1776_sea_left(s, landing, at), there = g1776_sea_left(s, landing, to);
    bool leaves = g1776_is_hex(at) && g1776_is_land(at);
    bool nearer = there < here || g1776_is_box(at) || (leaves && there <= here);
    return nearer ? ON_THE_WAY - there : G1776_IDLE;
}

/* ---- CSG-5: home to New York ---- */

/* From April to October 1780, when Charleston has fallen. */
static bool goes_home(const g1776_state *s, int seat, int fleet) {
    enum { APRIL = 4, OCTOBER = 10 };
    return g1776_southern_game(s) && seat == G1776_BRITISH && s->south.taken &&
           s->base.turn >= APRIL && s->base.turn <= OCTOBER && g1776.fleet[fleet].capacity &&
           !g1776_is_evacuated(s) && !g1776_is_box(s->fleet[fleet].place);
}

static bool in_a_port(const g1776_state *s, int hex) {
    return g1776_is_hex(hex) && g1776_is_land(hex) && g1776_port_entry(s, hex) != MK_NOWHERE &&
           hex != g1776.campaign.new_york;
}

bool g1776_is_chief(const g1776_state *s, int leader) {
    if (leader == g1776.named[G1776_CLINTON]) return !(s->south.evacuated & G1776_CLINTON_LEFT);
    return leader == g1776.named[G1776_LESLIE] && !(s->south.evacuated & G1776_LESLIE_LEFT);
}

bool g1776_chiefs_must_leave(const g1776_state *s, int seat) {
    enum { OCTOBER = 10 };
    return g1776_southern_game(s) && seat == G1776_BRITISH && s->base.turn <= OCTOBER;
}

static bool a_chief_waits(const g1776_state *s, int hex) {
    MK_SET_EACH(l, g1776_leaders_at(s, hex, G1776_BRITISH)) {
        if (g1776_is_chief(s, l)) return true;
    }
    return false;
}

int g1776_still_to_go_home(const g1776_state *s) {
    int n = g1776.campaign.south.evacuated - s->south.evacuated_br;
    for (int f = 0; f < G1776_FLEETS; f++)
        if (s->south.bound[f] == g1776.campaign.new_york + 1)
            n -= g1776_count(s, G1776_ABOARD + f, G1776_BR);
    return n;
}

/* Regulars of a port who may go: some stay at Charleston, and one elsewhere; in the last two months
 * as few as can be. */
static int may_go_from(const g1776_state *s, int hex) {
    enum { GARRISON = 3, SEPTEMBER = 9 };
    bool late = s->base.turn >= SEPTEMBER, charleston = hex == g1776.campaign.charleston;
    int stays = charleston && !late ? GARRISON : charleston || !late;
    int most = g1776_still_to_go_home(s);
    int n = g1776_count(s, hex, G1776_BR) - stays;
    return n < 0 ? 0 : n < most ? n : most;
}

/* Where a chief is, or regulars who may go: most of them first. */
static int port_of_departure(const g1776_state *s) {
    int best = 0, port = MK_NOWHERE;
    MK_SET_EACH(hex, &s->held[G1776_BRITISH]) {
        if (!in_a_port(s, hex)) continue;
        int worth = 2 * may_go_from(s, hex) + 3 * a_chief_waits(s, hex);
        if (worth > best) best = worth, port = hex;
    }
    return port;
}

static int weigh_homeward(const g1776_state *s, const mk_frame *top, mk_action x) {
    enum { CHIEFS = 50 };
    int fleet = top->a, port = port_of_departure(s);
    int hex = top->b ? g1776_place_of(top->b - 1) : MK_NOWHERE;
    bool worth = port != MK_NOWHERE && (may_go_from(s, port) || a_chief_waits(s, port));
    switch (x.verb) {
    case G1776_V_EMBARK: return worth && g1776_place_of(x.a) == port ? COME_ABOARD : G1776_IDLE;
    case G1776_V_LOAD: {
        bool goes = x.a == G1776_BR && x.b <= may_go_from(s, hex);
        return goes ? COME_ABOARD + x.b : G1776_IDLE;
    }
    case G1776_V_LOAD_LEADER: return g1776_is_chief(s, x.a) ? COME_ABOARD + CHIEFS : G1776_IDLE;
    case G1776_V_EVACUATE: return ASHORE;
    case G1776_V_COURSE:
        if (port == MK_NOWHERE || s->fleet[fleet].place == port) return G1776_IDLE;
        return weigh_course(s, top, port, g1776_place_of(x.a));
    default: return 0;
    }
}

/* It has nothing else aboard than what it has just embarked for that. */
static bool free_for_home(const g1776_state *s, int fleet, int b) {
    bool loads = b && g1776_place_of(b - 1) == s->fleet[fleet].place &&
                 in_a_port(s, s->fleet[fleet].place) && !s->south.lands[fleet];
    return loads || !g1776_load_of(s, fleet);
}

/* ---- CSG-5: the West Indies ---- */

enum { STAY_OUT = 1, COME_IN = 2 };

/* Out of them before hurricanes come, back in winter: the more battle fleets there the better. */
static int duty_in_indies(const g1776_state *s, int fleet) {
    enum { YEAR = 12, AUGUST = 7, SEPTEMBER = 8, NOVEMBER = 10, MOST_BF = 2 };
    if (!g1776_southern_game(s) || !g1776.fleet[fleet].battle) return 0;
    int month = g1776_rules(s)->month[s->base.turn] % YEAR, seat = g1776.fleet[fleet].seat;
    int home = g1776_home_box(seat), at = s->fleet[fleet].place;
    bool french = seat == G1776_AMERICAN;
    if (at == home)
        return month >= (french ? AUGUST : SEPTEMBER) && month <= NOVEMBER ? STAY_OUT : 0;
    bool near = g1776_is_box(at) && g1776.box[at - G1776_IN_BOX].joins >> (home - G1776_IN_BOX) & 1;
    bool season = month < SEPTEMBER || month > NOVEMBER;
    bool room = g1776_bf_in_indies(s, seat) < MOST_BF && !g1776_load_of(s, fleet);
    return near && season && room && !french ? COME_IN : 0;
}

static int weigh_duty(const mk_frame *top, int duty, mk_action x) {
    int home = g1776_home_box(g1776.fleet[top->a].seat);
    if (x.verb != G1776_V_COURSE) return 0;
    return (g1776_place_of(x.a) == home) == (duty == COME_IN) ? ON_THE_WAY : G1776_IDLE;
}

/* The French of the West Indies lose the game if they are on the board in December. */
static bool keeps_to_boxes(const g1776_state *s, int fleet) {
    return g1776_southern_game(s) && (fleet == G1776_FRENCH_BF_A || fleet == G1776_FRENCH_BF_B);
}

/* ---- CSG-5: troops of the track ---- */

/* Charleston, Savannah, or a port without enemies where they may land. */
static int southern_landing(const g1776_state *s, int fleet) {
    const g1776_campaign_data *c = &g1776.campaign;
    const int own[] = {c->charleston, c->savannah};
    int best = G1776_FAR, haven = MK_NOWHERE;
    for (int i = 0; i < 2; i++) {
        bool ours = g1776_controls(s, G1776_BRITISH, own[i]);
        if (ours && !g1776_why_not_southern_debark(s, fleet, own[i])) return own[i];
    }
    for (int t = 0; t < g1776_board.town_count; t++) {
        int hex = g1776_board.town[t].hex;
        if (!g1776_in_area(s, hex) || g1776_port_entry(s, hex) == MK_NOWHERE ||
            hex == c->new_york || g1776_held(s, G1776_AMERICAN, hex) ||
            g1776_why_not_southern_debark(s, fleet, hex))
            continue;
        int far = g1776_sea_left(s, hex, s->fleet[fleet].place);
        if (far < best) best = far, haven = hex;
    }
    return haven;
}

/* A fleet with a goal only goes on and lands. */
static int weigh_bound(mk_action x) {
    switch (x.verb) {
    case G1776_V_COURSE: return ON_THE_WAY;
    case G1776_V_DEBARK:
    case G1776_V_UNLOAD:
    case G1776_V_UNLOAD_LEADER: return ASHORE + x.b;
    default: return 0;
    }
}

int g1776_weigh_sail(const g1776_state *s, int seat, int fleet) {
    enum { FIRST = 12, HOME = 100 };
    if (s->south.bound[fleet] || duty_in_indies(s, fleet)) return HOME;
    if (keeps_to_boxes(s, fleet)) return G1776_IDLE;
    bool empty = !g1776_load_of(s, fleet);
    if (goes_home(s, seat, fleet) && empty && port_of_departure(s) != MK_NOWHERE) return HOME;
    int aboard = G1776_ABOARD + fleet;
    const g1776_task *t = g1776_task_by(s, seat, aboard, aboard);
    bool full = g1776_load_of(s, fleet) >= g1776.fleet[fleet].capacity;
    if (!t && !full) t = task_in_port(s, seat, fleet);
    if (t) return FIRST + t->urgency;
    return landing_of(s, seat, fleet) == MK_NOWHERE ? G1776_IDLE : FIRST;
}

int g1776_weigh_fleet(const g1776_state *s, const mk_frame *top, mk_action x) {
    int seat = top->seat, fleet = top->a, aboard = G1776_ABOARD + fleet;
    int where = g1776_place_of(x.a), landing = landing_of(s, seat, fleet);
    if (s->south.bound[fleet]) return weigh_bound(x);
    int duty = duty_in_indies(s, fleet);
    if (duty) return weigh_duty(top, duty, x);
    if (keeps_to_boxes(s, fleet)) return x.verb == G1776_V_ANCHOR ? 0 : G1776_IDLE;
    if (goes_home(s, seat, fleet) && free_for_home(s, fleet, top->b))
        return weigh_homeward(s, top, x);
    switch (x.verb) {
    case G1776_V_EMBARK: return task_in_port(s, seat, fleet) ? COME_ABOARD : G1776_IDLE;
    case G1776_V_LOAD:
        return weigh_load(s, top, task_in_port(s, seat, fleet), g1776_place_of(top->b - 1), aboard,
                          x);
    case G1776_V_LOAD_LEADER:
        return weigh_passenger(s, top, x.a, g1776_place_of(top->b - 1), aboard);
    case G1776_V_COURSE: return weigh_course(s, top, landing, where);
    case G1776_V_DEBARK: return where == landing ? ASHORE : G1776_IDLE;
    case G1776_V_UNLOAD:
    case G1776_V_UNLOAD_LEADER: return ASHORE + x.b;
    case G1776_V_ELIMINATE: return ASHORE;
    case G1776_V_EVACUATE: return G1776_NEVER;
    default: return 0;
    }
}

/* ---- Fleets meet ---- */

static int strength_at(const g1776_state *s, int seat, int place) {
    int sum = 0;
    for (int f = 0; f < G1776_FLEETS; f++)
        if (s->fleet[f].place == place && g1776.fleet[f].seat == seat) sum += g1776.fleet[f].combat;
    return sum;
}

/* Damage to them less damage to us, of all dice (V.C). */
static int merit_of_engagement(int difference) {
    enum { DIE = 6, LOWEST = -1, HIGHEST = 4 };
    if (difference < LOWEST) return G1776_UNWISE;
    int column = (difference > HIGHEST ? HIGHEST : difference) - LOWEST, merit = 0;
    for (int die = 1; die <= DIE; die++)
        merit += g1776.table.fec[die][column][1] - g1776.table.fec[die][column][0];
    return merit;
}

int g1776_weigh_engage(const g1776_state *s, int seat, int place) {
    return merit_of_engagement(strength_at(s, seat, place) -
                               strength_at(s, g1776_enemy(seat), place));
}

int g1776_weigh_intercept(const g1776_state *s, const mk_frame *top, int fleet) {
    int place = s->fleet[top->a].place;
    return merit_of_engagement(g1776.fleet[fleet].combat -
                               strength_at(s, g1776_enemy(top->seat), place));
}
