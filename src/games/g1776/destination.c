/* destination.c - scenario 2: the British force that embarks at New York sails in secret.
 *
 * When it has embarked its destination is written down and it leaves the board: the fleets lie in
 * the East box. In that turn or a later one it appears at the Delaware (NN34) or the Hudson
 * (YY37/ZZ38), by normal movement; until then only the British know where.
 */
#include "g1776.h"

enum { DELAWARE, HUDSON, DESTINATIONS };
enum { UNSEEN = G1776_IN_BOX + G1776_BOX_EAST };

static const mk_hexmap *const board = &g1776_board.hexes;

static int new_york(void) {
    for (int t = 0; t < g1776_board.town_count; t++)
        if (strcmp(g1776_board.town[t].id, "new_york") == 0) return g1776_board.town[t].hex;
    return MK_NOWHERE;
}

bool g1776_must_name_destination(const g1776_state *s, int fleet) {
    bool asked = g1776_has_rule(s, G1776_RULE_SECRET_DESTINATION) && !s->ledger.destination &&
                 g1776.fleet[fleet].seat == G1776_BRITISH;
    if (!asked || s->fleet[fleet].place != new_york()) return false;
    return g1776_count_of(s, G1776_ABOARD + fleet, ~(mk_set64)0) ||
           g1776_leaders_at(s, G1776_ABOARD + fleet, G1776_BRITISH);
}

/* The nearest hexside where the force appears, and how far it is from New York. */
static struct { int side, steps; } landfall[DESTINATIONS];

void g1776_find_landfalls(void) {
    mk_mark mark[G1776_MAX_HEXES + G1776_MAX_SIDES];
    mk_travel by_sea = {.points = MK_NO_LIMIT};
    int from = new_york(), bay = mk_hex_named(board, "NN34");
    int hudson = mk_side_named(board, "YY37/ZZ38");
    if (from == MK_NOWHERE || bay < 0 || hudson < 0) return; /* another board */
    mk_reach(&g1776_board.sea, from, &by_sea, mark);
    int best = board->side_of[bay][0];
    for (int d = 1; d < MK_DIRECTIONS; d++) {
        int side = board->side_of[bay][d];
        if (mark[mk_side_space(board, side)].cost < mark[mk_side_space(board, best)].cost)
            best = side;
    }
    landfall[DELAWARE].side = best;
    landfall[HUDSON].side = hudson;
    for (int i = 0; i < DESTINATIONS; i++) /* leaving the port is free */
        landfall[i].steps = mark[mk_side_space(board, landfall[i].side)].cost - 1;
}

/* A fleet of the force that has left the board and has not appeared yet. */
bool g1776_sails_unseen(const g1776_state *s, int fleet) {
    return s->ledger.destination && s->fleet[fleet].place == UNSEEN &&
           g1776.fleet[fleet].seat == G1776_BRITISH &&
           g1776_has_rule(s, G1776_RULE_SECRET_DESTINATION);
}

bool g1776_force_unseen(const g1776_state *s) {
    for (int f = 0; f < G1776_FLEETS; f++)
        if (g1776_sails_unseen(s, f)) return true;
    return false;
}

/* Most MP that a fleet of the force has spent: it sails as one. */
static int spent_by_force(const g1776_state *s) {
    int spent = 0;
    for (int f = 0; f < G1776_FLEETS; f++)
        if (g1776_sails_unseen(s, f) && s->fleet[f].spent > spent) spent = s->fleet[f].spent;
    return spent;
}

/* MP from where the force is to where it appears. In the turn of embarking that is all the way;
 * afterwards what it could not sail then, and at least the last step. */
static int way_left(const g1776_state *s, int fleet) {
    int steps = landfall[s->ledger.destination - 1].steps;
    return s->fleet[fleet].flags & G1776_CARRIED ? steps : s->ledger.to_go;
}

/* Where the force would appear: the one course that its fleets may take. */
int g1776_appears_at(const g1776_state *s) {
    return G1776_AT_SIDE + landfall[s->ledger.destination - 1].side;
}

const char *g1776_why_not_appear(const g1776_state *s, int fleet, int to) {
    FORBID("g1776.s2.destination", to != g1776_appears_at(s));
    FORBID("g1776.csg.v.a.mp", spent_by_force(s) + way_left(s, fleet) > g1776.fleet[fleet].mp);
    return NULL;
}

/* All that is loaded at New York goes as one. */
void g1776_sail_in_secret(g1776_state *s, int destination, mk_log *log) {
    int steps = landfall[destination].steps;
    s->ledger.destination = (uint8_t)(destination + 1);
    mk_log_event(log, G1776_E_DESTINATION, G1776_BRITISH, MK_ONLY(G1776_BRITISH), 0,
                 (int16_t)destination);
    int mp = UINT8_MAX;
    for (int f = 0; f < G1776_FLEETS; f++) {
        bool loaded = s->fleet[f].place == new_york() && g1776.fleet[f].seat == G1776_BRITISH &&
                      (g1776_load_of(s, f) || g1776_leaders_at(s, G1776_ABOARD + f, G1776_BRITISH));
        if (!loaded) continue;
        s->fleet[f].place = UNSEEN;
        s->fleet[f].flags = (uint8_t)((s->fleet[f].flags | G1776_CARRIED) & ~G1776_DONE);
        if (g1776.fleet[f].mp - s->fleet[f].spent < mp) mp = g1776.fleet[f].mp - s->fleet[f].spent;
        mk_log_event(log, G1776_E_SAILS, G1776_BRITISH, MK_EVERYONE, 0, (int16_t)f,
                     (int16_t)g1776_where_of(UNSEEN));
    }
    s->ledger.to_go = (uint8_t)(steps - mp > 1 ? steps - mp : 1);
}

/* The whole force is placed back on the board; where an enemy fleet lies it has stopped (V.A). */
void g1776_appear(g1776_state *s, int fleet, mk_log *log) {
    int to = g1776_appears_at(s), spent = spent_by_force(s) + way_left(s, fleet);
    bool met = g1776_fleet_at_place(s, G1776_AMERICAN, to);
    for (int f = 0; f < G1776_FLEETS; f++) {
        if (!g1776_sails_unseen(s, f)) continue;
        s->fleet[f].place = (uint16_t)to;
        s->fleet[f].spent = (uint8_t)spent;
        s->fleet[f].flags |= (uint8_t)(G1776_CARRIED | (met && f != fleet ? G1776_DONE : 0));
        mk_log_event(log, G1776_E_SAILS, G1776_BRITISH, MK_EVERYONE, MK_REVEALED, (int16_t)f,
                     (int16_t)g1776_where_of(to));
    }
}

/* ---- What the American cannot know ---- */

void g1776_deal_destination(g1776_state *s, int seat, mk_rng *rng) {
    if (seat != G1776_BRITISH && g1776_force_unseen(s))
        s->ledger.destination = (uint8_t)(1 + mk_below(rng, DESTINATIONS));
}

bool g1776_hides_destination(const void *state, int subject, int seat) {
    (void)subject;
    return seat != MK_EVERYTHING && seat != G1776_BRITISH && g1776_force_unseen(state);
}

/* Everybody sees that a force is at sea, its owner also where it goes. */
void g1776_view_destination(const g1776_state *s, int seat, mk_view *view) {
    static const char *const names[DESTINATIONS] = {"the Delaware", "the Hudson"};
    if (!g1776_force_unseen(s)) return;
    mk_rec_static(view, "panel", "destination");
    if (!g1776_hides_destination(s, 0, seat))
        mk_rec_name(view, "label", names[s->ledger.destination - 1]);
}
