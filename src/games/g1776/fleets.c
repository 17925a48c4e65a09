/* fleets.c - a fleet's order in the movement phase: embark, sail, debark (V.A, V.B of the
 * campaign).
 *
 * G1776_PH_FLEET is one fleet under orders: a is the fleet, b the place where pieces embark or
 * debark now (+1; as K_WHERE numbers it), c what has happened. Every order but loading costs
 * movement points; anchoring ends it.
 */
#include "g1776.h"

enum {
    SAILED = 1,
    STOPPED = 2,
    LANDING = 4,
    IN_PORT = 8,
    MUST_LAND = 16,
    FROM_MAP = 32,
    MET = 64,
    EMBARKED = 128,
    HOPPED = 256,  /* CSG-5, clear sky: one box on, another may follow, or the map */
    MAY_HOP = 512, /* … it came off the map with enough MP for another box */
};

static const mk_hexmap *const board = &g1776_board.hexes;

bool g1776_sea_power(const g1776_state *s) {
    return g1776_rules(s)->use & (G1776_USE_SEA | G1776_USE_SAILING);
}

/* ---- The net of the sea ---- */

static int space_of(int place) {
    return g1776_is_side(place) ? mk_side_space(board, place - G1776_AT_SIDE) : place;
}
static int place_of(int space) {
    return space < board->hex_count ? space : G1776_AT_SIDE + mk_space_side(board, space);
}

bool g1776_fleet_at_place(const g1776_state *s, int seat, int place) {
    for (int f = 0; f < G1776_FLEETS; f++)
        if (s->fleet[f].place == place && g1776.fleet[f].seat == seat) return true;
    return false;
}

/* CSG-5 leaves out land hexes of the north, not the water between them. */
bool g1776_side_in_area(const g1776_state *s, int side) {
    if (g1776_southern_game(s)) return true;
    for (int i = 0; i < 2; i++) {
        int hex = board->side[side].hex[i];
        if (hex != MK_NOWHERE && g1776_in_area(s, hex)) return true;
    }
    return false;
}

/* VI: rivers and lakes of the north are frozen for TF and the Continental Navy. */
bool g1776_frozen(const g1776_state *s, int side) {
    if (!g1776_winter(s) || !(board->side_bits[side] & (G1776_RIVER | G1776_LAKE_SIDE)))
        return false;
    for (int i = 0; i < 2; i++) {
        int hex = board->side[side].hex[i];
        if (hex != MK_NOWHERE && g1776_is_land(hex) && g1776_north(hex)) return true;
    }
    return false;
}

static const char *why_not_side(const g1776_state *s, int fleet, int side) {
    bool battle = g1776.fleet[fleet].battle;
    unsigned bits = board->side_bits[side];
    FORBID("g1776.csg.v.a.class", !(bits & G1776_CLASS3) && (battle || !(bits & G1776_CLASS2)));
    FORBID("g1776.csg.v.a.area", !g1776_side_in_area(s, side));
    FORBID("g1776.csg.vi.frozen", !battle && g1776_frozen(s, side));
    return NULL;
}

/* ---- Cargo ---- */

/* V.B: what sails with whom; elites as their colour. */
bool g1776_sails(int fleet, int type) {
    int nation = g1776.fleet[fleet].nation;
    if (fleet == G1776_CN) return false;
    if (mk_set_has(G1776_SUPPLIES | G1776_ARTILLERY, type))
        return g1776_owner(type) == g1776.fleet[fleet].seat;
    if (!g1776_is_sp(type)) return false;
    int colour = g1776.type[type].colour;
    if (nation == G1776_N_BRITISH)
        return colour == G1776_BR || colour == G1776_TM || colour == G1776_TD;
    return colour == G1776_FR || colour == G1776_CA;
}

static int sp_aboard(const g1776_state *s, int fleet) {
    return g1776_count_of(s, G1776_ABOARD + fleet, G1776_SP);
}

bool g1776_has_cargo(const g1776_state *s, int fleet) {
    if (g1776_count_of(s, G1776_ABOARD + fleet, ~(mk_set64)0)) return true;
    return g1776_leaders_at(s, G1776_ABOARD + fleet, g1776.fleet[fleet].seat) != 0;
}

/* ---- Where a fleet embarks and debarks, and what that costs ---- */

static bool in_port(int place) { return g1776_is_hex(place) && g1776_is_land(place); }

/* V.B: militia does not go ashore in the West Indies. */
static bool in_the_indies(const g1776_state *s, int fleet) {
    int at = s->fleet[fleet].place;
    return at == G1776_IN_BOX + G1776_BOX_INDIES_B || at == G1776_IN_BOX + G1776_BOX_INDIES_F;
}

static bool box_port(int seat, int place) {
    if (!g1776_is_box(place)) return false;
    const g1776_box_row *box = &g1776.box[place - G1776_IN_BOX];
    return box->port && box->owner == seat;
}

/* A port by being in it, land beside a hexside of class 2 or 3, a box that is a port. */
static bool reaches(const g1776_state *s, int fleet, int place) {
    int at = s->fleet[fleet].place;
    if (g1776_is_box(at)) return place == at && box_port(g1776.fleet[fleet].seat, at);
    if (!g1776_is_hex(place) || !g1776_is_land(place) || !g1776_in_area(s, place)) return false;
    if (g1776_is_hex(at)) return at == place;
    const uint16_t *both = board->side[at - G1776_AT_SIDE].hex;
    return both[0] == place || both[1] == place;
}

static int landing_cost(const g1776_state *s, const mk_frame *f, int place) {
    const g1776_tables *t = &g1776.table;
    int fleet = f->a, at = s->fleet[fleet].place;
    if (g1776_is_box(at))
        return at == G1776_IN_BOX + G1776_BOX_HALIFAX && f->c & FROM_MAP ? t->in_port : 0;
    int cost = t->inshore;
    if (g1776_is_hex(at)) {
        cost = t->in_port;
    } else if (board->side_bits[at - G1776_AT_SIDE] & G1776_COASTAL) {
        cost = g1776_port_entry(s, place) == at - G1776_AT_SIDE ? t->inshore : t->on_coast;
    }
    bool enemies = g1776_looks_held(s, g1776_enemy(g1776.fleet[fleet].seat), place);
    return cost + (RULE("g1776.csg.v.b.enemies", enemies) ? t->among_enemies : 0);
}

static int left_of(const g1776_state *s, int fleet) {
    return g1776_fleet_mp(s, fleet) - s->fleet[fleet].spent;
}

static void pay(g1776_state *s, int fleet, int mp) {
    s->fleet[fleet].spent = (uint8_t)(s->fleet[fleet].spent + mp);
}

/* ---- Embarking ---- */

/* V.B: those besieged inside a fort leave by the port only. */
static bool shut_in(const g1776_state *s, int fleet, int place, int flags) {
    return flags & G1776_INSIDE && g1776_is_hex(place) &&
           g1776_open(s, g1776_enemy(g1776.fleet[fleet].seat), place) &&
           !g1776_is_hex(s->fleet[fleet].place);
}

/* Pieces that have not moved and are at no work: a supply that is face down builds bateaux. */
static bool may_embark(const g1776_state *s, const mk_frame *f, const g1776_piece *p) {
    int fleet = f->a, busy = G1776_DONE | G1776_CARRIED | G1776_MARKED | G1776_FIXED;
    if (!g1776_is_sp(p->type)) busy |= G1776_DOWN;
    bool still = !p->spent && !p->origin && !(p->flags & busy);
    return g1776_sails(fleet, p->type) && g1776_owner(p->type) == g1776.fleet[fleet].seat &&
           still && !shut_in(s, fleet, p->place, p->flags);
}

static int embarkable(const g1776_state *s, const mk_frame *f, int place, int type) {
    int n = 0;
    G1776_EACH_AT(p, s, place) {
        if (p->type == type && may_embark(s, f, p)) n += p->count;
    }
    return n;
}

static bool leader_may_embark(const g1776_state *s, const mk_frame *f, int leader, int place) {
    const g1776_leader_at *at = &s->leader[leader];
    return at->place == place && g1776.leader[leader].seat == g1776.fleet[f->a].seat &&
           !at->spent && !(at->flags & (G1776_DONE | G1776_CARRIED | G1776_FIXED)) &&
           !shut_in(s, f->a, place, at->flags);
}

static bool anyone_to_embark(const g1776_state *s, const mk_frame *f, int place) {
    if (f->a == G1776_CN) return false;
    G1776_EACH_AT(p, s, place) {
        if (may_embark(s, f, p)) return true;
    }
    MK_SET_EACH(l, g1776_leaders_at(s, place, f->seat)) {
        if (leader_may_embark(s, f, l, place)) return true;
    }
    return false;
}

static const char *why_not_embark(const g1776_state *s, const mk_frame *f, int place) {
    FORBID("g1776.csg.v.b.begin", f->c & SAILED || !reaches(s, f->a, place));
    FORBID("g1776.csg.v.b.begin", f->b == g1776_where_of(place) + 1 && !(f->c & LANDING));
    FORBID("g1776.csg.v.b.cargo", !anyone_to_embark(s, f, place));
    FORBID("g1776.csg.v.b.mp", left_of(s, f->a) < landing_cost(s, f, place));
    return NULL;
}

/* Scenario 2: at most 30 British SP on all fleets together. */
bool g1776_too_many_at_sea(const g1776_state *s, int more) {
    enum { MOST = 30 };
    if (!g1776_has_rule(s, G1776_RULE_SECRET_DESTINATION)) return false;
    int sp = more;
    for (int f = 0; f < G1776_FLEETS; f++)
        if (g1776.fleet[f].seat == G1776_BRITISH) sp += sp_aboard(s, f);
    return sp > MOST;
}

/* V.A: a French fleet that lies in a box marked FR may take on a supply, and stays there. */
static bool french_depot(const g1776_state *s, const mk_frame *f) {
    int at = s->fleet[f->a].place;
    return g1776_is_box(at) && g1776.box[at - G1776_IN_BOX].french &&
           g1776.fleet[f->a].nation == G1776_N_FRENCH && g1776.fleet[f->a].battle &&
           g1776_on_map(s, G1776_SUP_F) < g1776.type[G1776_SUP_F].limit;
}

static const char *why_not_take_supply(const g1776_state *s, const mk_frame *f, int count) {
    FORBID("g1776.csg.v.a.french", f->c & (SAILED | STOPPED) || count != 1);
    int load = g1776_load_of(s, f->a) + g1776_points_of(s, G1776_SUP_F);
    FORBID("g1776.csg.v.b.capacity", load > g1776.fleet[f->a].capacity);
    return NULL;
}

static const char *why_not_load(const g1776_state *s, const mk_frame *f, int type, int count) {
    if (type == G1776_SUP_F && french_depot(s, f)) return why_not_take_supply(s, f, count);
    FORBID("g1776.csg.v.b.begin", !f->b || f->c & LANDING);
    FORBID("g1776.csg.v.b.cargo",
           count < 1 || embarkable(s, f, g1776_place_of(f->b - 1), type) < count);
    int load = g1776_load_of(s, f->a) + count * g1776_points_of(s, type);
    const char *southern = g1776_why_not_southern_load(s, f->a, type);
    if (southern) return southern;
    bool crowded = g1776_is_sp(type) && g1776_may_overload(s, f->a);
    FORBID("g1776.csg.v.b.capacity", load > g1776.fleet[f->a].capacity && !crowded);
    const char *stays =
        in_the_indies(s, f->a) ? g1776_why_not_embark_indies(s, f->a, type, count) : NULL;
    if (stays) return stays;
    FORBID("g1776.scenario.garrison",
           type == G1776_BR && g1776_spare_br(s, f->seat, g1776_place_of(f->b - 1)) < count);
    FORBID("g1776.s2.thirty",
           g1776_is_sp(type) && f->seat == G1776_BRITISH && g1776_too_many_at_sea(s, count));
    return NULL;
}

static void load_pieces(g1776_state *s, const mk_frame *f, int type, int count) {
    int place = g1776_place_of(f->b - 1);
    for (int i = g1776_first_at(s, place); count; i++) {
        assert(i < s->piece_count && s->piece[i].place == place);
        if (s->piece[i].type != type || !may_embark(s, f, &s->piece[i])) continue;
        int n = count < s->piece[i].count ? count : s->piece[i].count;
        g1776_piece p = g1776_take_at(s, i, n);
        p.origin = g1776_is_hex(place) ? g1776_began(&p) : 0;
        p.flags = G1776_CARRIED;
        p.place = (uint16_t)(G1776_ABOARD + f->a);
        g1776_put(s, p);
        count -= n;
        i = g1776_first_at(s, place) - 1;
    }
}

/* ---- Debarking ---- */

static bool friends_of(const g1776_state *s, int seat, int hex) { return g1776_held(s, seat, hex); }

/* Scenario 2: what embarked as one stack lands as one, in one hex. */
static bool parts_the_force(const g1776_state *s, const mk_frame *f, int place) {
    return f->seat == G1776_BRITISH && s->ledger.landed && s->ledger.landed != place + 1;
}

static const char *why_not_debark(const g1776_state *s, const mk_frame *f, int place) {
    FORBID("g1776.csg.v.b.debark", !reaches(s, f->a, place) || !g1776_has_cargo(s, f->a));
    FORBID("g1776.csg.v.b.debark", f->b == g1776_where_of(place) + 1 && f->c & LANDING);
    FORBID("g1776.csg.v.f.home", f->a == G1776_CN && g1776_is_box(place));
    bool port = g1776_is_hex(place) && g1776_port_entry(s, place) != MK_NOWHERE;
    FORBID("g1776.csg.v.b.port", port && s->fleet[f->a].place != place);
    FORBID("g1776.csg.v.b.met", f->c & MET);
    FORBID("g1776.csg.v.b.mp", left_of(s, f->a) < landing_cost(s, f, place));
    FORBID("g1776.s2.together", parts_the_force(s, f, place));
    const char *evacuated = g1776_why_not_evacuate_ashore(s, f->a, place);
    return evacuated ? evacuated : g1776_why_not_southern_debark(s, f->a, place);
}

/* V.B: none may move on but in a port without enemies, and there half as far. */
static void land_flags(const g1776_state *s, const mk_frame *f, int place, int type, int mp,
                       uint8_t *flags, uint8_t *spent) {
    int seat = g1776.fleet[f->a].seat;
    *flags = G1776_CARRIED;
    *spent = 0;
    if (g1776_is_box(place)) {
        *flags |= G1776_DONE;
        return;
    }
    bool port = s->fleet[f->a].place == place, enemies = g1776_held(s, g1776_enemy(seat), place);
    if (type >= 0 && g1776_winter(s) && g1776_north(place)) mp /= 2;
    if (RULE("g1776.csg.v.b.half", port && !enemies))
        *spent = (uint8_t)(mp - mp / 2);
    else
        *flags |= G1776_DONE;
    bool fort = g1776_fort_of(s, place) == seat;
    bool besieged = g1776_open(s, g1776_enemy(seat), place);
    if (fort && (port || !besieged)) *flags |= G1776_INSIDE;
}

static void note_landing(g1776_state *s, const mk_frame *f, int place, mk_log *log) {
    if (!g1776_is_hex(place)) return;
    if (s->ledger.destination && !s->ledger.landed) s->ledger.landed = (uint16_t)(place + 1);
    g1776_note_entry(s, f->seat, MK_NOWHERE, place, log);
    g1776_tidy(s, place, log);
}

/* II.C: who debarks among enemies in the open may overrun them, together. Until the order is over
 * they are in hand. */
static bool among_enemies(const g1776_state *s, const mk_frame *f, int place) {
    return g1776_is_hex(place) && g1776_open(s, g1776_enemy(f->seat), place);
}

static const char *why_not_overrun(const g1776_state *s, const mk_frame *f) {
    int place = f->b ? g1776_place_of(f->b - 1) : MK_NOWHERE;
    FORBID("g1776.ii.c", !f->b || !(f->c & LANDING) || !g1776_is_hex(place));
    g1776_hand h = g1776_hand_at(s, place, f->seat);
    FORBID("g1776.ii.c", !h.sp);
    return g1776_why_not_eliminate(s, &h);
}

static void end_landing(g1776_state *s, const mk_frame *f) {
    if (f->b) g1776_halt(s, g1776_place_of(f->b - 1), G1776_AS_IT_WAS);
}

static void unload_pieces(g1776_state *s, mk_frame *f, int type, int count, mk_log *log) {
    int place = g1776_place_of(f->b - 1), from = G1776_ABOARD + f->a;
    if (g1776_is_sp(type)) f->c &= ~MUST_LAND;
    if (in_the_indies(s, f->a) && g1776_is_sp(type)) g1776_note_debarked(s, f->a);
    mk_log_event(log, G1776_E_LANDS, f->seat, MK_EVERYONE, 0, (int16_t)count, (int16_t)type,
                 (int16_t)(f->b - 1), f->a);
    g1776_come_upon(s, f->seat, place, log);
    while (count) {
        int i = g1776_first_at(s, from);
        while (s->piece[i].type != type) i++;
        int n = count < s->piece[i].count ? count : s->piece[i].count;
        g1776_piece p = g1776_take_at(s, i, n);
        bool met = among_enemies(s, f, place); /* they land as one stack, if they began as one */
        g1776_note_voyage(s, f->seat, p.origin, place, log);
        p.place = (uint16_t)place;
        if (!met) p.origin = 0;
        land_flags(s, f, place, type, g1776.type[type].mp, &p.flags, &p.spent);
        if (met) p.flags |= G1776_HAND;
        g1776_put(s, p);
        count -= n;
    }
    mk_frame copy = *f;
    g1776_note_southern_landing(s, copy.a, type, place, log);
    note_landing(s, &copy, place, log);
}

static void unload_leader(g1776_state *s, mk_frame *f, int leader, mk_log *log) {
    int place = g1776_place_of(f->b - 1);
    g1776_leader_at *at = &s->leader[leader];
    g1776_come_upon(s, f->seat, place, log);
    g1776_note_voyage(s, f->seat, at->origin, place, log);
    g1776_move_leader(s, leader, place);
    at->origin = 0;
    land_flags(s, f, place, -1, g1776.leader[leader].mp, &at->flags, &at->spent);
    mk_log_event(log, G1776_E_LEADER_PLACED, f->seat, MK_EVERYONE, 0, (int16_t)leader,
                 (int16_t)(f->b - 1));
    g1776_note_southern_landing(s, f->a, G1776_TYPES, place, log);
    if (g1776_is_hex(place)) g1776_tidy(s, place, log);
}

/* ---- Sailing ---- */

/* VII.B: overloaded French fleets enter a port only if they can debark there. */
static bool overloaded(const g1776_state *s, int fleet) {
    return g1776_load_of(s, fleet) > g1776.fleet[fleet].capacity;
}

/* VII.B: who debarks for the first time, or came into a port, debarks until the rest may stay. */
static bool debarks_more(const g1776_state *s, const mk_frame *f) {
    bool begun = f->b && f->c & LANDING;
    return g1776.fleet[f->a].nation == G1776_N_FRENCH && overloaded(s, f->a) &&
           (begun || f->c & IN_PORT);
}

static const char *why_not_enter_port(const g1776_state *s, const mk_frame *f, int hex) {
    int seat = f->seat, enemy = g1776_enemy(seat), fleet = f->a;
    int mp = g1776.table.in_port, foes = g1776_looks_held(s, enemy, hex);
    FORBID("g1776.csg.v.a.port", g1776_port_entry(s, hex) == MK_NOWHERE || !g1776_in_area(s, hex));
    FORBID("g1776.csg.v.a.port", s->fleet[fleet].place != G1776_AT_SIDE + g1776_port_entry(s, hex));
    /* CSG-5: battle fleets alone keep the French out of New York */
    bool open = g1776_southern_game(s) && seat == G1776_AMERICAN && hex == g1776.campaign.new_york;
    FORBID("g1776.csg.v.a.occupied", g1776_fleet_at_place(s, enemy, hex) && !open);
    bool hostile = foes && !friends_of(s, seat, hex);
    FORBID("g1776.csg.v.a.hostile",
           hostile && (!sp_aboard(s, fleet) || f->c & MET ||
                       left_of(s, fleet) < mp + g1776.table.among_enemies));
    FORBID("g1776.s2.together", hostile && parts_the_force(s, f, hex));
    const char *lands = hostile ? g1776_why_not_southern_debark(s, fleet, hex) : NULL;
    if (lands) return lands;
    FORBID("g1776.csg.vii.b.overload",
           overloaded(s, fleet) && left_of(s, fleet) < mp + (foes ? g1776.table.among_enemies : 0));
    return NULL;
}

/* The mouth of the Saint Lawrence: from there to NORTH and HALIFAX, and back. */
bool g1776_is_mouth(int place) {
    return place == G1776_AT_SIDE + g1776_board.mouth[0] ||
           place == G1776_AT_SIDE + g1776_board.mouth[1];
}

static bool leads_out(const g1776_box_row *box, int place) {
    if (box->exit == G1776_NONE) return false;
    if (g1776_is_mouth(place)) return box->exit == G1776_NORTH_EXIT;
    return g1776_is_hex(place) && mk_set_has(&g1776_board.exit[box->exit], place);
}

/* Over the edge to a box, box to box, and back (V.A). */
static const char *why_not_box(const g1776_state *s, const mk_frame *f, int to) {
    const g1776_box_row *box = &g1776.box[to - G1776_IN_BOX];
    int at = s->fleet[f->a].place;
    FORBID("g1776.csg.v.a.boxes", !(g1776_rules(s)->use & G1776_USE_OBM));
    FORBID("g1776.csg.v.a.owner", box->owner != G1776_NONE && box->owner != f->seat);
    bool french_north = box == &g1776.box[G1776_BOX_HALIFAX] && f->seat != G1776_BRITISH;
    FORBID("g1776.csg.v.a.owner", french_north);
    if (g1776_is_box(at)) {
        FORBID("g1776.csg.v.a.joined", f->c & SAILED && !(f->c & (HOPPED | MAY_HOP)));
        FORBID("g1776.csg.v.a.joined",
               !(g1776.box[at - G1776_IN_BOX].joins >> (to - G1776_IN_BOX) & 1));
        return NULL;
    }
    FORBID("g1776.csg.v.a.exit", !leads_out(box, at));
    FORBID("g1776.csg.v.a.mp", left_of(s, f->a) < 1);
    return NULL;
}

/* V.A: who embarked at Halifax pays as in a port if the fleet leaves by the NORTH exit. */
static int leaving_cost(const g1776_state *s, const mk_frame *f) {
    bool halifax = s->fleet[f->a].place == G1776_IN_BOX + G1776_BOX_HALIFAX;
    return RULE("g1776.csg.v.a.halifax", halifax && f->c & EMBARKED) ? g1776.table.in_port : 0;
}

static const char *why_not_from_box(const g1776_state *s, const mk_frame *f, int to) {
    int box = s->fleet[f->a].place - G1776_IN_BOX, exit = g1776.box[box].exit;
    FORBID("g1776.csg.v.a.joined", (f->c & SAILED && !(f->c & HOPPED)) || exit == G1776_NONE);
    if (g1776_is_side(to)) {
        FORBID("g1776.csg.v.a.exit", !g1776_is_mouth(to) || !leads_out(&g1776.box[box], to));
        return why_not_side(s, f->a, to - G1776_AT_SIDE);
    }
    FORBID("g1776.csg.v.a.exit",
           !g1776_is_hex(to) || !mk_set_has(&g1776_board.exit[exit], to) || !g1776_in_area(s, to));
    return NULL;
}

const char *g1776_why_not_course(const g1776_state *s, const mk_frame *f, int to) {
    int fleet = f->a, at = s->fleet[fleet].place;
    FORBID("g1776.csg.v.a.stop", f->c & (STOPPED | MUST_LAND));
    FORBID("g1776.csg.v.b.ferry", s->fleet[fleet].flags & G1776_MARKED);
    FORBID("g1776.csg.v.a.idle", f->c & IN_PORT);
    FORBID("g1776.csg.vii.b.ashore", debarks_more(s, f));
    FORBID("g1776.csg.ii.storms",
           in_port(at) && s->campaign.storm == s->base.turn && g1776_in_campaign(s));
    FORBID("g1776.s2.destination", g1776_must_name_destination(s, fleet));
    if (g1776_sails_unseen(s, fleet)) return g1776_why_not_appear(s, fleet, to);
    const char *stays = in_the_indies(s, fleet) ? g1776_why_not_leave_indies(s, fleet)
                                                : g1776_why_not_evacuate_to(s, fleet, to);
    if (!stays) stays = g1776_why_not_southern_course(s, fleet, to);
    if (stays) return stays;
    if (g1776_is_box(to)) return why_not_box(s, f, to);
    FORBID("g1776.csg.v.a.net", !g1776_is_hex(to) && !g1776_is_side(to));
    bool port = g1776_is_hex(to) && g1776_is_land(to);
    if (!port && g1776_is_box(at)) {
        FORBID("g1776.csg.v.a.mp", left_of(s, fleet) < 1 + leaving_cost(s, f));
        return why_not_from_box(s, f, to);
    }
    FORBID("g1776.csg.v.a.net",
           g1776_is_box(at) || mk_way(&g1776_board.sea, space_of(at), space_of(to)) < 0);
    if (port) return why_not_enter_port(s, f, to);
    bool leaves = g1776_is_hex(at) && g1776_is_land(at);
    if (leaves) FORBID("g1776.csg.v.a.port", to != G1776_AT_SIDE + g1776_port_entry(s, at));
    FORBID("g1776.csg.v.a.mp", !leaves && left_of(s, fleet) < 1);
    if (g1776_is_side(to)) return why_not_side(s, fleet, to - G1776_AT_SIDE);
    FORBID("g1776.csg.v.a.area", !g1776_in_area(s, to));
    return NULL;
}

/* V.A: TF on class 2 stop beside an enemy fort with supplied artillery. */
static bool under_guns(const g1776_state *s, int fleet, int place) {
    if (!g1776.fleet[fleet].transport || !g1776_is_side(place)) return false;
    int side = place - G1776_AT_SIDE, enemy = g1776_enemy(g1776.fleet[fleet].seat);
    if (!(board->side_bits[side] & G1776_CLASS2)) return false;
    for (int i = 0; i < 2; i++) {
        int hex = board->side[side].hex[i];
        if (hex == MK_NOWHERE || g1776_fort_of(s, hex) != enemy) continue;
        mk_set64 guns = G1776_ARTILLERY & g1776.of_seat[enemy];
        if (g1776_count_where(s, hex, guns, G1776_INSIDE, G1776_INSIDE) &&
            g1776_can_supply(s, enemy, hex, G1776_INSIDE_ONLY))
            return true;
    }
    return false;
}

/* A box ends the voyage. CSG-5, clear sky: who came with half of his MP may go one box further, who
 * began in a box two boxes, or through one to the map. */
static void enter_box(const g1776_state *s, mk_frame *f, int from) {
    bool first = !(f->c & (HOPPED | MAY_HOP)), clear = g1776_clear_sky(s);
    f->c &= (int16_t) ~(HOPPED | MAY_HOP);
    if (!g1776_is_box(from)) {
        f->c |= FROM_MAP;
        if (RULE("g1776.csg5.clear.box", clear && left_of(s, f->a) >= g1776.fleet[f->a].mp))
            f->c |= MAY_HOP;
    } else if (RULE("g1776.csg5.clear.boxes", clear && first)) {
        f->c |= HOPPED;
    }
    if (!(f->c & (HOPPED | MAY_HOP))) f->c |= STOPPED;
}

static void take_course(g1776_state *s, int to, mk_log *log) {
    mk_frame *f = mk_top(&s->base);
    int fleet = f->a, at = s->fleet[fleet].place, seat = f->seat;
    if (g1776_sails_unseen(s, fleet)) {
        g1776_appear(s, fleet, log);
        f->c |= SAILED;
        if (g1776_fleet_at_place(s, g1776_enemy(seat), to)) f->c |= STOPPED | MET;
        return;
    }
    if (fleet == G1776_FRENCH_BF_VF && at == g1776.campaign.newport) g1776_leave_newport(s);
    bool from_port = g1776_is_hex(at) && g1776_is_land(at);
    bool to_port = g1776_is_hex(to) && g1776_is_land(to);
    if (g1776_is_box(at) && !g1776_is_box(to)) pay(s, fleet, leaving_cost(s, f));
    if (f->c & HOPPED && !g1776_is_box(to)) /* what is left of the doubled allowance is printed */
        s->fleet[fleet].spent = g1776.fleet[fleet].mp;
    if (!from_port && !to_port && !(g1776_is_box(at) && g1776_is_box(to))) pay(s, fleet, 1);
    s->fleet[fleet].flags |= G1776_CARRIED;
    f->b = 0;
    f->c = (int16_t)((f->c | SAILED) & ~LANDING);
    s->fleet[fleet].place = (uint16_t)to;
    if (in_the_indies(s, fleet)) g1776_note_indies(s, fleet);
    if (g1776_is_box(to)) enter_box(s, f, at);
    if (to_port) {
        g1776_note_southern_port(s, fleet, log);
        f->c |= IN_PORT;
        g1776_meet(s, to, log);
        bool hostile = g1776_held(s, g1776_enemy(seat), to) && !friends_of(s, seat, to);
        if (hostile) f->c |= MUST_LAND;
    } else if (RULE("g1776.csg.v.a.meets",
                    !g1776_is_box(to) && g1776_fleet_at_place(s, g1776_enemy(seat), to))) {
        f->c |= STOPPED | MET;
    }
    if (RULE("g1776.csg.v.a.guns", under_guns(s, fleet, to))) f->c |= STOPPED;
    mk_log_event(log, G1776_E_SAILS, seat, MK_EVERYONE, 0, (int16_t)fleet,
                 (int16_t)g1776_where_of(to));
    if (!g1776_is_box(to) && !to_port) g1776_ask_interception(s, fleet);
}

/* ---- The decision ---- */

static void list_courses(const g1776_state *s, const mk_frame *f, mk_actions *out) {
    int at = s->fleet[f->a].place;
    if (g1776_sails_unseen(s, f->a)) {
        int to = g1776_appears_at(s);
        if (!g1776_why_not_course(s, f, to))
            mk_offer(out, G1776_V_COURSE, g1776_where_of(to), 0, 0);
        return;
    }
    if (!g1776_is_box(at)) {
        MK_EXIT_EACH(x, &g1776_board.sea, space_of(at)) {
            int to = place_of(x->to);
            if (!g1776_why_not_course(s, f, to))
                mk_offer(out, G1776_V_COURSE, g1776_where_of(to), 0, 0);
        }
    } else {
        for (int e = 0; e < G1776_EXITS; e++) {
            MK_SET_EACH(hex, &g1776_board.exit[e]) {
                if (!g1776_why_not_course(s, f, hex))
                    mk_offer(out, G1776_V_COURSE, g1776_where_of(hex), 0, 0);
            }
        }
        for (int i = 0; i < 2; i++) {
            int place = G1776_AT_SIDE + g1776_board.mouth[i];
            if (!g1776_why_not_course(s, f, place))
                mk_offer(out, G1776_V_COURSE, g1776_where_of(place), 0, 0);
        }
    }
    for (int box = 0; box < G1776_BOXES; box++) {
        if (!g1776_why_not_course(s, f, G1776_IN_BOX + box))
            mk_offer(out, G1776_V_COURSE, g1776_where_of(G1776_IN_BOX + box), 0, 0);
    }
}

/* On the map, from where it lies. */
static bool can_sail_on(const g1776_state *s, const mk_frame *f) {
    int at = s->fleet[f->a].place;
    for (int box = 0; box < G1776_BOXES; box++)
        if (!g1776_why_not_course(s, f, G1776_IN_BOX + box)) return true;
    if (g1776_is_box(at)) return false;
    MK_EXIT_EACH(x, &g1776_board.sea, space_of(at)) {
        if (!g1776_why_not_course(s, f, place_of(x->to))) return true;
    }
    return false;
}

/* It lands somebody where it lies, or has the MP to begin to. */
bool g1776_can_land(const g1776_state *s, const mk_frame *f) {
    bool lands = f->b && f->c & LANDING;
    return lands || !why_not_debark(s, f, s->fleet[f->a].place);
}

/* CSG-5: those who have embarked here go home, not those who land. */
static const char *why_not_go_home(const g1776_state *s, const mk_frame *f) {
    FORBID("g1776.csg5.evacuate", f->c & LANDING);
    return g1776_why_not_evacuate(s, f);
}

static const char *why_not_anchor(const g1776_state *s, const mk_frame *f) {
    FORBID("g1776.csg.vii.b.ashore", debarks_more(s, f));
    FORBID("g1776.csg.v.a.hostile", f->c & MUST_LAND);
    FORBID("g1776.csg.v.f.leave", f->a == G1776_CN && g1776_navy_must_leave(s));
    if (!g1776_evacuates(s, f->a)) return g1776_why_not_southern_anchor(s, f);
    int at = s->fleet[f->a].place;
    FORBID("g1776.csg6.evacuation", at == G1776_IN_BOX + G1776_BOX_HALIFAX && g1776_can_land(s, f));
    FORBID("g1776.csg6.evacuation", in_port(at) || can_sail_on(s, f));
    return NULL;
}

/* Places where a fleet could embark or debark. */
static int shores(const g1776_state *s, int fleet, int out[2]) {
    int at = s->fleet[fleet].place, n = 0;
    if (!g1776_is_side(at)) {
        out[0] = at;
        return 1;
    }
    for (int i = 0; i < 2; i++) {
        int hex = board->side[at - G1776_AT_SIDE].hex[i];
        if (hex != MK_NOWHERE) out[n++] = hex;
    }
    return n;
}

void g1776_fleet_list(const void *state, mk_actions *out) {
    const g1776_state *s = state;
    const mk_frame *f = mk_top_const(&s->base);
    int fleet = f->a, shore[2], n = shores(s, fleet, shore);
    if (french_depot(s, f) && !why_not_take_supply(s, f, 1))
        mk_offer(out, G1776_V_LOAD, G1776_SUP_F, 1, 0);
    for (int i = 0; i < n; i++) {
        int where = g1776_where_of(shore[i]);
        if (!why_not_embark(s, f, shore[i])) mk_offer(out, G1776_V_EMBARK, where, 0, 0);
        if (!why_not_debark(s, f, shore[i])) mk_offer(out, G1776_V_DEBARK, where, 0, 0);
    }
    if (f->b && f->c & LANDING) {
        int last = -1, total = 0;
        G1776_EACH_AT(p, s, G1776_ABOARD + fleet) {
            if (in_the_indies(s, fleet) && g1776_is(p->type, G1776_IS_MILITIA)) continue;
            if (p->type != last) total = 0;
            for (int k = 1; k <= p->count; k++) mk_offer(out, G1776_V_UNLOAD, p->type, ++total, 0);
            last = p->type;
        }
        MK_SET_EACH(l, g1776_leaders_at(s, G1776_ABOARD + fleet, f->seat)) {
            if (g1776_may_be_in(s, l, g1776_place_of(f->b - 1)))
                mk_offer(out, G1776_V_UNLOAD_LEADER, l, 0, 0);
        }
    } else if (f->b) {
        int place = g1776_place_of(f->b - 1);
        for (int type = 0; type < G1776_TYPES; type++)
            for (int k = embarkable(s, f, place, type); k; k--)
                if (!why_not_load(s, f, type, k)) mk_offer(out, G1776_V_LOAD, type, k, 0);
        MK_SET_EACH(l, g1776_leaders_at(s, place, f->seat)) {
            if (leader_may_embark(s, f, l, place)) mk_offer(out, G1776_V_LOAD_LEADER, l, 0, 0);
        }
    }
    if (!why_not_overrun(s, f)) mk_offer(out, G1776_V_ELIMINATE, 0, 0, 0);
    list_courses(s, f, out);
    for (int d = 0; d < 2 && g1776_must_name_destination(s, fleet); d++)
        mk_offer(out, G1776_V_DESTINATION, d, 0, 0);
    if (!why_not_go_home(s, f)) mk_offer(out, G1776_V_EVACUATE, 0, 0, 0);
    if (!why_not_anchor(s, f)) mk_offer(out, G1776_V_ANCHOR, 0, 0, 0);
}

const char *g1776_fleet_why_not(const void *state, mk_action x) {
    const g1776_state *s = state;
    const mk_frame *f = mk_top_const(&s->base);
    int aboard = G1776_ABOARD + f->a;
    bool landing = f->b && f->c & LANDING;
    switch (x.verb) {
    case G1776_V_EMBARK: return why_not_embark(s, f, g1776_place_of(x.a));
    case G1776_V_DEBARK: return why_not_debark(s, f, g1776_place_of(x.a));
    case G1776_V_LOAD: return why_not_load(s, f, x.a, x.b);
    case G1776_V_LOAD_LEADER:
        FORBID("g1776.csg.v.b.begin", !f->b || landing);
        FORBID("g1776.csg.v.b.cargo", !leader_may_embark(s, f, x.a, g1776_place_of(f->b - 1)));
        return NULL;
    case G1776_V_UNLOAD:
        FORBID("g1776.csg.v.b.debark", !landing || x.b < 1 || g1776_count(s, aboard, x.a) < x.b);
        FORBID("g1776.csg.v.b.indies", in_the_indies(s, f->a) && g1776_is(x.a, G1776_IS_MILITIA));
        return NULL;
    case G1776_V_UNLOAD_LEADER:
        FORBID("g1776.csg.v.b.debark", !landing || s->leader[x.a].place != aboard);
        FORBID("g1776.csg5.confined", !g1776_may_be_in(s, x.a, g1776_place_of(f->b - 1)));
        return NULL;
    case G1776_V_ELIMINATE: return why_not_overrun(s, f);
    case G1776_V_EVACUATE: return why_not_go_home(s, f);
    case G1776_V_COURSE: return g1776_why_not_course(s, f, g1776_place_of(x.a));
    case G1776_V_DESTINATION:
        FORBID("g1776.s2.destination", !g1776_must_name_destination(s, f->a));
        return NULL;
    default: return why_not_anchor(s, f);
    }
}

/* Who embarks leaves what is ashore to the enemies there, if no SP stay. */
static void leave_behind(g1776_state *s, int place, mk_log *log) {
    if (g1776_is_hex(place)) g1776_tidy(s, place, log);
}

void g1776_fleet_apply(void *state, mk_action x, mk_log *log) {
    g1776_state *s = state;
    mk_frame *f = mk_top(&s->base);
    int fleet = f->a;
    switch (x.verb) {
    case G1776_V_ELIMINATE: {
        g1776_hand h = g1776_hand_at(s, g1776_place_of(f->b - 1), f->seat);
        g1776_eliminate(s, &h, log);
        break;
    }
    case G1776_V_EMBARK:
    case G1776_V_DEBARK:
        end_landing(s, f);
        pay(s, fleet, landing_cost(s, f, g1776_place_of(x.a)));
        f->b = (int16_t)(x.a + 1);
        f->c = (int16_t)(x.verb == G1776_V_DEBARK ? (f->c | LANDING) & ~IN_PORT
                                                  : (f->c | EMBARKED) & ~LANDING);
        return;
    case G1776_V_LOAD:
        if (x.a == G1776_SUP_F && french_depot(s, f)) {
            g1776_add(s, G1776_ABOARD + fleet, G1776_SUP_F, 1, G1776_CARRIED);
            g1776_tell_stowed(1, G1776_SUP_F, fleet, log);
            f->c |= STOPPED;
            return;
        }
        load_pieces(s, f, x.a, x.b);
        g1776_tell_stowed(x.b, x.a, fleet, log);
        leave_behind(s, g1776_place_of(f->b - 1), log);
        break;
    case G1776_V_LOAD_LEADER:
        s->leader[x.a].origin = (uint16_t)(s->leader[x.a].place + 1);
        g1776_move_leader(s, x.a, G1776_ABOARD + fleet);
        s->leader[x.a].flags = G1776_CARRIED;
        mk_log_event(log, G1776_E_LEADER_STOWED, f->seat, MK_EVERYONE, 0, x.a, (int16_t)fleet);
        leave_behind(s, g1776_place_of(f->b - 1), log);
        break;
    case G1776_V_UNLOAD: unload_pieces(s, f, x.a, x.b, log); break;
    case G1776_V_UNLOAD_LEADER: unload_leader(s, f, x.a, log); break;
    case G1776_V_COURSE:
        end_landing(s, f);
        take_course(s, g1776_place_of(x.a), log);
        if (g1776_southern_game(s)) g1776_instant(s, log); /* a fleet at New York may decide */
        return;
    case G1776_V_EVACUATE: g1776_evacuate(s, fleet, log); return;
    case G1776_V_DESTINATION:
        g1776_sail_in_secret(s, x.a, log);
        f->b = 0;
        f->c = SAILED;
        break;
    default:
        end_landing(s, f);
        s->fleet[fleet].flags |= G1776_DONE;
        mk_pop(&s->base);
    }
    g1776_instant(s, log);
}

/* ---- Which fleets may be given orders ---- */

const char *g1776_why_not_sail(const g1776_state *s, int fleet) {
    const g1776_fleet_at *at = &s->fleet[fleet];
    FORBID("g1776.csg.v", !g1776_sea_power(s));
    FORBID("g1776.ii.own", g1776.fleet[fleet].seat != s->phasing);
    FORBID("g1776.ii.own",
           !g1776_is_hex(at->place) && !g1776_is_side(at->place) && !g1776_is_box(at->place));
    FORBID("g1776.ii.once", at->flags & G1776_DONE);
    return g1776_why_not_southern_sail(s, fleet);
}

/* A fleet that was brought somewhere in this phase does not begin there. */
void g1776_begin_order(g1776_state *s, int fleet, mk_log *log) {
    if (!g1776_newport_die(s, fleet, log)) return;
    mk_frame *f = mk_push(&s->base, G1776_PH_FLEET, s->phasing);
    f->a = (int16_t)fleet;
    if (s->fleet[fleet].spent) f->c = SAILED;
}

void g1776_list_fleets(const g1776_state *s, mk_actions *out) {
    for (int f = 0; f < G1776_FLEETS; f++)
        if (!g1776_why_not_sail(s, f)) mk_offer(out, G1776_V_SAIL, f, 0, 0);
}

/* A fleet under orders that was put out of its port has sailed. */
void g1776_end_embarking(g1776_state *s, int fleet) {
    for (int i = 0; i < s->base.depth; i++) {
        mk_frame *f = &s->base.frame[i];
        if (f->phase != G1776_PH_FLEET || f->a != fleet) continue;
        f->b = 0;
        f->c |= SAILED;
    }
}

/* It came into a port of the enemy and lands SP before anything else (V.A). */
bool g1776_must_land(const g1776_state *s, int fleet) {
    for (int i = 0; i < s->base.depth; i++) {
        const mk_frame *f = &s->base.frame[i];
        if (f->phase == G1776_PH_FLEET && f->a == fleet && f->c & MUST_LAND) return true;
    }
    return false;
}
