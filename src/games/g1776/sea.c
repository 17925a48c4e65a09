/* sea.c - fleets: where they lie, what they carry, how they come back (V of the campaign rules).
 *
 * A fleet is in a port or a sea lane (a hex), on a hexside, in a box beside the board, on the turn
 * track while it is repaired, or gone. Its cargo is at the place "aboard" it.
 */
#include "g1776.h"

/* ---- Cargo ---- */

int g1776_load_of(const g1776_state *s, int fleet) {
    int load = 0;
    G1776_EACH_AT(p, s, G1776_ABOARD + fleet) load += p->count * g1776_points_of(s, p->type);
    return load;
}

/* ---- Ports ---- */

/* The hexside by which fleets enter the port of a hex; MK_NOWHERE: it has none. Scenario 4: Norfolk
 * has none, Yorktown has one while a fort stands there. */
int g1776_port_entry(const g1776_state *s, int hex) {
    int town = g1776_board.town_at[hex];
    if (town == G1776_NONE) return MK_NOWHERE;
    const g1776_town *t = &g1776_board.town[town];
    if (t->extra && !g1776_option(s, G1776_OPTION_EXTRA_TOWNS)) return MK_NOWHERE;
    if (!g1776_has_rule(s, G1776_RULE_YORKTOWN_PORTS)) return t->entry;
    if (RULE("g1776.s4.norfolk", strcmp(t->id, "norfolk") == 0)) return MK_NOWHERE;
    bool fort = g1776_fort_of(s, hex) != G1776_NONE;
    if (RULE("g1776.s4.yorktown", fort && t->fort_entry != MK_NOWHERE)) return t->fort_entry;
    return t->entry;
}

/* ---- The Continental Navy (V.F) ---- */

/* A port where it may lie: not controlled by the British, nor held by them alone or by their
 * fleets.
 */
static bool navy_port(const g1776_state *s, int hex) {
    bool british = g1776_in_campaign(s) ? g1776_campaign_controls(s, G1776_BRITISH, hex)
                                        : g1776_has(s, hex, G1776_BR);
    bool alone = g1776_looks_held(s, G1776_BRITISH, hex) && !g1776_held(s, G1776_AMERICAN, hex);
    return !british && !alone && !g1776_fleet_at_place(s, G1776_BRITISH, hex);
}

static void lose_navy(g1776_state *s, mk_log *log) {
    g1776_drown(s, G1776_CN);
    s->fleet[G1776_CN] = (g1776_fleet_at){.place = G1776_GONE};
    mk_log_event(log, G1776_E_FLEET_LEAVES, G1776_AMERICAN, MK_EVERYONE, 0, G1776_CN);
}

/* At the end of each turn: in an American port that the British do not control, or six turns
 * without one and it is gone, with what it fetched. */
void g1776_count_navy(g1776_state *s, mk_log *log) {
    enum { TURNS = 6 };
    g1776_fleet_at *navy = &s->fleet[G1776_CN];
    bool afloat =
        g1776_is_hex(navy->place) || g1776_is_side(navy->place) || g1776_is_box(navy->place);
    if (!afloat) return;
    bool port =
        g1776_is_hex(navy->place) && g1776_is_land(navy->place) && navy_port(s, navy->place);
    navy->since = (uint8_t)(port ? 0 : navy->since + 1);
    if (RULE("g1776.csg.v.f.port", navy->since >= TURNS)) lose_navy(s, log);
}

/* ---- Fleets that come back ---- */

static bool repaired(const g1776_state *s, int fleet) {
    return s->fleet[fleet].place == G1776_TRACK && s->fleet[fleet].back <= s->base.turn &&
           g1776.fleet[fleet].seat == s->phasing;
}

/* VII.E: with troops or stores aboard it comes by the southernmost box while the French withdraw.
 */
static bool withdraws_with_cargo(const g1776_state *s, int fleet) {
    return g1776_in_campaign(s) && s->campaign.withdraws &&
           g1776.fleet[fleet].nation == G1776_N_FRENCH && g1776_has_cargo(s, fleet);
}

/* V.C.4: any of the three transitional boxes; where those are not in play, a port of one's own. The
 * Continental Navy was in a port all the time (V.F). Scenario 4 has places of its own. */
static bool comes_back_to(const g1776_state *s, int fleet, int place) {
    const g1776_fleet_row *row = &g1776.fleet[fleet];
    bool boxes = g1776_rules(s)->use & G1776_USE_OBM, navy = fleet == G1776_CN;
    if (g1776_is_box(place)) {
        int box = place - G1776_IN_BOX;
        if (!boxes || navy) return false;
        if (RULE("g1776.csg.vii.e.south", withdraws_with_cargo(s, fleet)))
            return box == G1776_BOX_LEFT;
        if (!g1776_has_rule(s, G1776_RULE_DAMAGE_IN_TURNS)) return g1776.box[box].transit;
        if (RULE("g1776.s4.repair", row->nation == G1776_N_FRENCH))
            return box == G1776_BOX_INDIES_F;
        return g1776.box[box].transit || box == G1776_BOX_HALIFAX;
    }
    if (!g1776_is_hex(place) || !g1776_in_area(s, place) || !g1776_is_land(place)) return false;
    if (g1776_port_entry(s, place) == MK_NOWHERE) return false;
    if (navy) return navy_port(s, place);
    if (!boxes) return g1776_controls(s, row->seat, place);
    return g1776_has_rule(s, G1776_RULE_DAMAGE_IN_TURNS) && row->seat == G1776_BRITISH &&
           strcmp(g1776_board.town[g1776_board.town_at[place]].id, "new_york") == 0;
}

static void list_havens(const g1776_state *s, int fleet, mk_actions *out) {
    for (int t = 0; t < g1776_board.town_count; t++) {
        int hex = g1776_board.town[t].hex;
        if (comes_back_to(s, fleet, hex)) mk_offer(out, G1776_V_HAVEN, g1776_where_of(hex), 0, 0);
    }
    for (int box = 0; box < G1776_BOXES; box++) {
        if (comes_back_to(s, fleet, G1776_IN_BOX + box))
            mk_offer(out, G1776_V_HAVEN, g1776_where_of(G1776_IN_BOX + box), 0, 0);
    }
}

void g1776_haven_list(const void *state, mk_actions *out) {
    list_havens(state, mk_top_const(state)->a, out);
}

const char *g1776_haven_why_not(const void *state, mk_action x) {
    const g1776_state *s = state;
    FORBID("g1776.csg.v.c.repair",
           !comes_back_to(s, mk_top_const(&s->base)->a, g1776_place_of(x.a)));
    return NULL;
}

void g1776_haven_apply(void *state, mk_action x, mk_log *log) {
    g1776_state *s = state;
    int fleet = mk_top(&s->base)->a;
    mk_pop(&s->base);
    s->fleet[fleet].place = (uint16_t)g1776_place_of(x.a);
    s->fleet[fleet].back = 0;
    s->fleet[fleet].since = withdraws_with_cargo(s, fleet) ? G1776_BOUND_SOUTH : 0;
    mk_log_event(log, G1776_E_FLEET_PLACED, g1776.fleet[fleet].seat, MK_EVERYONE, 0, (int16_t)fleet,
                 x.a);
    if (g1776_is_hex(s->fleet[fleet].place)) g1776_meet(s, s->fleet[fleet].place, log);
}

static bool has_haven(const g1776_state *s, int fleet) {
    for (int t = 0; t < g1776_board.town_count; t++)
        if (comes_back_to(s, fleet, g1776_board.town[t].hex)) return true;
    for (int box = 0; box < G1776_BOXES; box++)
        if (comes_back_to(s, fleet, G1776_IN_BOX + box)) return true;
    return false;
}

/* Asks for the next repaired fleet; one without a place to go waits. The Continental Navy was
 * repaired in a free port, or it is lost (V.F). */
bool g1776_next_repaired(g1776_state *s, mk_log *log) {
    for (int f = 0; f < G1776_FLEETS; f++) {
        if (!repaired(s, f)) continue;
        if (!has_haven(s, f)) {
            if (RULE("g1776.csg.v.f.repair", f == G1776_CN)) {
                lose_navy(s, log);
                continue;
            }
            s->fleet[f].back = (uint8_t)(s->base.turn + 1);
            continue;
        }
        mk_push(&s->base, G1776_PH_HAVEN, s->phasing)->a = (int16_t)f;
        return true;
    }
    return false;
}

/* ---- What must hold (I1, I4, I14) ---- */

static bool has_harbour(int hex) {
    int town = g1776_board.town_at[hex];
    if (town == G1776_NONE) return false;
    return g1776_board.town[town].entry != MK_NOWHERE ||
           g1776_board.town[town].fort_entry != MK_NOWHERE;
}

bool g1776_check_fleets(const g1776_state *s, char *why, size_t size) {
    for (int f = 0; f < G1776_FLEETS; f++) {
        const g1776_fleet_row *row = &g1776.fleet[f];
        int at = s->fleet[f].place;
        const char *name = row->name.id;
        if (g1776_is_hex(at)) {
            HOLDS(at < g1776_board.hexes.hex_count && (!g1776_is_land(at) || has_harbour(at)),
                  "%s lies on land", name);
        } else if (g1776_is_side(at)) {
            unsigned bits = g1776_board.hexes.side_bits[at - G1776_AT_SIDE];
            HOLDS(bits & (row->battle ? G1776_CLASS3 : G1776_CLASS2 | G1776_CLASS3),
                  "%s lies on a hexside that does not carry it", name);
        } else {
            HOLDS(g1776_is_box(at) || at == G1776_TRACK || at == G1776_GONE || at == G1776_IN_HAND,
                  "%s is nowhere", name);
        }
        HOLDS(!s->base.depth || g1776_may_lie_there(s, f), "%s lies in a port of the enemy", name);
        HOLDS(at != G1776_TRACK || s->fleet[f].back, "%s never comes back", name);
        HOLDS(s->fleet[f].spent <= g1776_fleet_mp(s, f), "%s sailed too far", name);
        bool empty = !g1776_load_of(s, f);
        HOLDS(at != G1776_GONE || empty, "%s is gone, and its cargo is not", name);
        bool navy = f == G1776_CN && g1776_count_of(s, G1776_ABOARD + f, ~(mk_set64)0) <= 2;
        HOLDS(row->nation == G1776_N_FRENCH || navy || g1776_evacuates(s, f) ||
                  g1776_load_of(s, f) <= row->capacity,
              "%s carries too much", name);
    }
    return true;
}
