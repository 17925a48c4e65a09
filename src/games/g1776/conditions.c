/* conditions.c - who controls what, and whether a condition of a scenario holds.
 *
 * Most tests are questions about the position. Those about the past have a bit each (data.h, slot):
 * g1776_remember looks after every action whether something happened that they ask for, and
 * g1776_remember_turn hands the bits of a turn over to the next.
 */
#include "g1776.h"

static const g1776_condition *row(int number) { return &g1776.condition[number]; }

/* ---- Control ---- */

static bool commerce_town(const g1776_state *s, int hex) {
    const g1776_scenario_rules *r = g1776_rules(s);
    if (!g1776_has_rule(s, G1776_RULE_COMMERCE_TOWNS)) return false;
    for (int i = 0; i < r->com_count; i++)
        if (r->com[i].hex == hex) return true;
    return false;
}

static bool lacks_garrison(const g1776_state *s, int seat, int hex) {
    const g1776_scenario_rules *r = g1776_rules(s);
    for (int i = 0; i < r->need_count; i++) {
        if (r->need[i].hex == hex && r->need[i].seat == seat &&
            g1776_count(s, hex, r->need[i].type) < r->need[i].n)
            return true;
    }
    return false;
}

/* The basic game counts British regulars where no Continentals are, and Continentals anywhere. */
static bool controls_basic(const g1776_state *s, int seat, int hex) {
    bool ca = g1776_has(s, hex, G1776_CA);
    return seat == G1776_AMERICAN ? ca : !ca && g1776_has(s, hex, G1776_BR);
}

/* I of the scenarios: SP there without enemy SP, or inside a fort; entrenchments do not count. */
bool g1776_controls(const g1776_state *s, int seat, int hex) {
    if (g1776_basic(s)) return controls_basic(s, seat, hex);
    if (g1776_in_campaign(s)) return g1776_campaign_controls(s, seat, hex);
    bool own = g1776_held(s, seat, hex), enemy = g1776_held(s, g1776_enemy(seat), hex);
    if (RULE("g1776.s9.commerce", commerce_town(s, hex) && !own && !enemy))
        return mk_set_has(s->ledger.held[seat], g1776_board.town_at[hex]);
    if (RULE("g1776.s2.garrison", lacks_garrison(s, seat, hex))) return false;
    if (!own || !enemy) return own;
    if (RULE("g1776.s2.control", g1776_has_rule(s, G1776_RULE_CONTROL_IGNORES_FORTS))) return false;
    return RULE("g1776.scenarios.control",
                g1776_fort_of(s, hex) == seat && g1776_sp_part(s, hex, seat, G1776_INSIDE_ONLY));
}

/* ---- Questions about the position ---- */

static int sp_of_types(const g1776_state *s, const g1776_condition *c) {
    int n = 0;
    for (int i = 0; i < c->place_count; i++) n += g1776_count_of(s, c->place[i], c->types);
    return n;
}

static int sp_in(const g1776_state *s, const g1776_condition *c) {
    int n = 0;
    MK_SET_EACH(hex, &s->held[c->seat]) {
        if (c->colonies >> g1776_board.colony[hex] & 1) n += g1776_count_of(s, hex, c->types);
    }
    return n;
}

static bool in_and_out(const g1776_state *s, int seat, int hex) {
    if (g1776_fort_of(s, hex) == G1776_NONE) return true;
    return g1776_sp_part(s, hex, seat, G1776_INSIDE_ONLY) &&
           g1776_sp_part(s, hex, seat, G1776_OUTSIDE_ONLY);
}

/* Does the test hold at one of its places? */
static bool at_place(const g1776_state *s, const g1776_condition *c, int hex) {
    int seat = c->seat, enemy = g1776_enemy(seat);
    switch (c->test) {
    case G1776_IF_CONTROLLED:
    case G1776_IF_CONTROLLED_LAST_TURN: return g1776_controls(s, seat, hex);
    case G1776_IF_HELD_ALONE: return g1776_count_of(s, hex, c->types) && !g1776_held(s, enemy, hex);
    case G1776_IF_HELD_WITHOUT_UNITS:
        return g1776_held(s, seat, hex) && !g1776_units_at(s, hex, enemy);
    case G1776_IF_FREE_OF_SP: return !g1776_held(s, seat, hex);
    case G1776_IF_FREE_OF_UNITS: return !g1776_units_at(s, hex, seat);
    case G1776_IF_SP_INSIDE:
        return g1776_fort_of(s, hex) == seat && g1776_sp_part(s, hex, seat, G1776_INSIDE_ONLY);
    case G1776_IF_OWNS_FORT:
    case G1776_IF_CAPTURED_FORT_LAST_TURN: return g1776_fort_of(s, hex) == seat;
    case G1776_IF_FREE_OR_ENTRENCHED:
        return !g1776_held(s, enemy, hex) ||
               (g1776_held(s, seat, hex) && g1776_entrenched(s, hex, seat));
    case G1776_IF_NO_FORT_OR_IN_AND_OUT: return in_and_out(s, seat, hex);
    case G1776_IF_OCCUPIED_ONLY:
        return g1776_units_at(s, hex, seat) && !g1776_units_at(s, hex, enemy);
    default: return g1776_held(s, seat, hex);
    }
}

static int places_where(const g1776_state *s, const g1776_condition *c) {
    int n = 0;
    for (int i = 0; i < c->place_count; i++) n += at_place(s, c, c->place[i]);
    return n;
}

static bool names(const g1776_condition *c, int hex) {
    for (int i = 0; i < c->place_count; i++)
        if (c->place[i] == hex) return true;
    return false;
}

/* Strategic towns of the area of play, of some colonies (0: all), but those that are named. */
static int strategic(const g1776_state *s, const g1776_condition *c) {
    int n = 0;
    for (int t = 0; t < g1776_board.town_count; t++) {
        const g1776_town *town = &g1776_board.town[t];
        bool counts = town->strategic && g1776_in_area(s, town->hex) && !names(c, town->hex);
        if (c->colonies) counts &= c->colonies >> g1776_board.colony[town->hex] & 1;
        n += counts && g1776_controls(s, c->seat, town->hex);
    }
    return n;
}

/* Of the whole country (campaign games). */
static int strategic_and_named(const g1776_state *s, const g1776_condition *c) {
    int n = g1776_strategic_controlled(s);
    for (int i = 0; i < c->place_count; i++) /* CSG-4 */
        n += RULE("g1776.csg4.towns", g1776_controls(s, G1776_BRITISH, c->place[i]));
    return n;
}

static bool port_occupied(const g1776_state *s, const g1776_condition *c) {
    MK_SET_EACH(hex, &s->held[c->seat]) {
        int town = g1776_board.town_at[hex];
        bool port = town != G1776_NONE && g1776_board.town[town].entry != MK_NOWHERE &&
                    !g1776_board.town[town].extra;
        if (port && c->colonies >> g1776_board.colony[hex] & 1) return true;
    }
    return false;
}

/* SP of the types that came into play and are nowhere any more. */
static int eliminated(const g1776_state *s, mk_set64 types) {
    const g1776_scenario_rules *r = g1776_rules(s);
    int n = 0;
    MK_SET_EACH(type, types) {
        for (int i = 0; i < r->set_up_count; i++) n += r->set_up[i].group.count[type];
        for (int i = 0; i < r->arrival_count; i++)
            if (s->ledger.arrival[i] >= G1776_ENTERED) n += r->arrival[i].group.count[type];
        n -= g1776_on_map(s, type) - g1776_count(s, G1776_IN_HAND, type); /* not yet in play */
    }
    return n;
}

static int point_towns(const g1776_state *s, int seat) {
    const g1776_scenario_rules *r = g1776_rules(s);
    int n = 0;
    for (int i = 0; i < r->score_count; i++) {
        const g1776_score *score = &r->score[i];
        if (score->what == G1776_VP_CONTROL && score->seat == seat)
            n += g1776_controls(s, seat, score->place[0]);
    }
    return n;
}

static bool leader_in(const g1776_state *s, const g1776_condition *c) {
    int place = s->leader[c->leader].place;
    return g1776_is_hex(place) && g1776_is_land(place) &&
           c->colonies >> g1776_board.colony[place] & 1;
}

/* ---- Fleets and forts of CSG-5 ---- */

static bool on_the_board(const g1776_state *s, int fleet) {
    return g1776_is_hex(s->fleet[fleet].place) || g1776_is_side(s->fleet[fleet].place);
}

static int sp_inside(const g1776_state *s, const g1776_condition *c) {
    int n = 0;
    for (int i = 0; i < c->place_count; i++)
        n += g1776_count_where(s, c->place[i], c->types, G1776_INSIDE, G1776_INSIDE);
    return n;
}

static bool battle_fleet_in(const g1776_state *s, const g1776_condition *c) {
    bool own = false, theirs = false;
    for (int f = 0; f < G1776_FLEETS; f++) {
        if (!g1776.fleet[f].battle || !names(c, s->fleet[f].place)) continue;
        *(g1776.fleet[f].seat == c->seat ? &own : &theirs) = true;
    }
    return own && (c->test == G1776_IF_BF_IN || !theirs);
}

/* ---- Does it hold? ---- */

static bool compare_points(const g1776_state *s, const g1776_condition *c) {
    int own = c->seat < G1776_SEATS ? g1776_points(s, c->seat) : 0;
    switch (c->test) {
    case G1776_IF_POINTS: return own >= c->n;
    case G1776_IF_POINTS_LEAD: return own - g1776_points(s, g1776_enemy(c->seat)) >= c->n;
    default: return g1776_points(s, G1776_BRITISH) == g1776_points(s, G1776_AMERICAN);
    }
}

/* Tests about the past, from their bits. */
static bool from_memory(const g1776_state *s, const g1776_condition *c) {
    const g1776_ledger *l = &s->ledger;
    switch (c->test) {
    case G1776_IF_SP_IN_EVER:
    case G1776_IF_LAST_TO_ENTER: return l->ever >> c->slot & 1;
    case G1776_IF_CONTROLLED_ALL_GAME:
    case G1776_IF_GARRISON_ALL_GAME:
    case G1776_IF_GARRISON_EACH: return !(l->ever >> c->slot & 1); /* it was never lacking */
    default: return l->last >> c->slot & 1;
    }
}

static bool entered_before(const g1776_state *s, const g1776_condition *c) {
    int status = s->ledger.arrival[c->key];
    return status >= G1776_ENTERED && s->base.turn - (status - G1776_ENTERED) >= c->n;
}

static bool test(const g1776_state *s, const g1776_condition *c, int entry) {
    switch (c->test) {
    case G1776_IF_ALWAYS: return true;
    case G1776_IF_CONTROLLED_ENTRY: return entry != MK_NOWHERE && g1776_controls(s, c->seat, entry);
    case G1776_IF_ENTRY_IS: return names(c, entry);
    case G1776_IF_SP: return sp_of_types(s, c) >= c->n;
    case G1776_IF_SP_IN: return sp_in(s, c) >= c->n;
    case G1776_IF_ENTERED_BEFORE: return entered_before(s, c);
    case G1776_IF_STILL_FIXED: return !(s->ledger.freed >> c->key & 1);
    case G1776_IF_ELIMINATED: return eliminated(s, c->types) >= c->n;
    case G1776_IF_LEADER_IN: return leader_in(s, c);
    case G1776_IF_STRATEGY: return s->ledger.strategy == c->n + 1;
    case G1776_IF_REMOVAL_FAILED: return s->ledger.removal_failed;
    case G1776_IF_COM_LEFT: return g1776_com_left(s) >= c->n;
    case G1776_IF_POINTS:
    case G1776_IF_POINTS_LEAD:
    case G1776_IF_POINTS_TIED: return compare_points(s, c);
    case G1776_IF_POINT_TOWNS: return point_towns(s, c->seat) >= c->n;
    case G1776_IF_OTHER_STRATEGIC: return strategic(s, c) >= c->n;
    case G1776_IF_PORT_OCCUPIED: return port_occupied(s, c);
    case G1776_IF_OPTION: return g1776_option(s, c->n);
    case G1776_IF_STRATEGIC: return strategic_and_named(s, c) >= (c->n ? c->n : s->campaign.needed);
    case G1776_IF_AREAS: return g1776_areas_controlled(s) >= c->n;
    case G1776_IF_AREA: return g1776_area_controlled(s, c->n);
    case G1776_IF_WEATHER: return s->south.weather == c->n;
    case G1776_IF_JANUARY_WEATHER: return s->south.january == c->n;
    case G1776_IF_EVACUATED: return g1776_is_evacuated(s);
    case G1776_IF_LEADER_LOST: return g1776_leader_lost(s, c->leader);
    case G1776_IF_LEADER_ON_MAP:
        return g1776_is_hex(s->leader[c->leader].place) && !mk_set_has(s->replaced, c->leader) &&
               !RULE("g1776.csg5.lincoln", s->south.once & G1776_LINCOLN_BACK);
    case G1776_IF_FRENCH_AT_SEA:
        return on_the_board(s, G1776_FRENCH_BF_A) || on_the_board(s, G1776_FRENCH_BF_B);
    case G1776_IF_INSIDE: return sp_inside(s, c) >= c->n;
    case G1776_IF_BF_IN:
    case G1776_IF_BF_ALONE_IN: return battle_fleet_in(s, c);
    case G1776_IF_CONTROLLED:
    case G1776_IF_HELD_ALONE:
    case G1776_IF_HELD_WITHOUT_UNITS:
    case G1776_IF_FREE_OF_SP:
    case G1776_IF_FREE_OF_UNITS: return places_where(s, c) >= c->n;
    default: return places_where(s, c) == c->place_count;
    }
}

bool g1776_holds(const g1776_state *s, int number, int entry) {
    if (number == G1776_NO_CONDITION) return true;
    const g1776_condition *c = row(number);
    if (c->slot != G1776_NONE) return from_memory(s, c);
    switch (c->test) {
    case G1776_IF_NOT: return !g1776_holds(s, c->child[0], entry);
    case G1776_IF_ALL:
    case G1776_IF_ANY:
        for (int i = 0; i < c->child_count; i++)
            if (g1776_holds(s, c->child[i], entry) == (c->test == G1776_IF_ANY))
                return c->test == G1776_IF_ANY;
        return c->test == G1776_IF_ALL;
    default: return test(s, c, entry);
    }
}

/* ---- What is remembered ---- */

static bool has_units_in(const g1776_state *s, const g1776_condition *c) {
    if (sp_in(s, c)) return true;
    MK_SET_EACH(l, s->in_play & g1776.leaders_of[c->seat]) {
        int place = s->leader[l].place;
        if (g1776_is_hex(place) && g1776_is_land(place) &&
            c->colonies >> g1776_board.colony[place] & 1)
            return true;
    }
    return false;
}

/* An owner may leave a town empty; he has lost it when enemies hold it against him. */
static bool lost(const g1776_state *s, const g1776_condition *c) {
    for (int i = 0; i < c->place_count; i++) {
        bool enemy = g1776_held(s, g1776_enemy(c->seat), c->place[i]);
        if (enemy && !g1776_controls(s, c->seat, c->place[i])) return true;
    }
    return false;
}

/* Who alone is in a place was the last to enter it. */
static void note_last(g1776_state *s, const g1776_condition *c) {
    bool own = g1776_held(s, c->seat, c->place[0]);
    bool enemy = g1776_held(s, g1776_enemy(c->seat), c->place[0]);
    if (own && !enemy) s->ledger.ever |= (uint16_t)(1u << c->slot);
    if (enemy && !own) s->ledger.ever &= (uint16_t) ~(1u << c->slot);
}

static void note_fort(g1776_state *s, const g1776_condition *c, unsigned bit) {
    bool owns = places_where(s, c) == c->place_count;
    if (owns && !(s->ledger.ever & bit)) s->ledger.now |= (uint16_t)bit;
    s->ledger.ever = (uint16_t)(owns ? s->ledger.ever | bit : s->ledger.ever & ~bit);
}

static void remember(g1776_state *s, const g1776_condition *c) {
    unsigned bit = 1u << c->slot;
    g1776_ledger *l = &s->ledger;
    bool fighting = s->phasing == c->seat && s->stage >= G1776_S_EVADE;
    switch (c->test) {
    case G1776_IF_CONTROLLED_ALL_GAME:
        if (!(l->ever & bit) && lost(s, c)) l->ever |= (uint16_t)bit;
        return;
    case G1776_IF_GARRISON_ALL_GAME:
        if (!(l->ever & bit) && sp_of_types(s, c) < c->n) l->ever |= (uint16_t)bit;
        return;
    case G1776_IF_SP_IN_EVER:
        if (!(l->ever & bit) && sp_in(s, c) >= c->n) l->ever |= (uint16_t)bit;
        return;
    case G1776_IF_LAST_TO_ENTER: note_last(s, c); return;
    case G1776_IF_CAPTURED_FORT_LAST_TURN: note_fort(s, c, bit); return;
    case G1776_IF_ENTERED_LAST_TURN:
        if (!(l->now & bit) && has_units_in(s, c)) l->now |= (uint16_t)bit;
        return;
    case G1776_IF_AREA_LAST_TURN: /* g1776.csg.iii: at any time of the turn */
        if (!(l->now & bit) && g1776_area_controlled(s, c->n)) l->now |= (uint16_t)bit;
        return;
    case G1776_IF_COLONY_LAST_TURN:
        if (!(l->now & bit) && g1776_colony_controlled(s, c->n)) l->now |= (uint16_t)bit;
        return;
    case G1776_IF_ENDED_OR_ATTACKED_LAST_TURN:
        if (fighting && g1776_held(s, c->seat, c->place[0])) l->now |= (uint16_t)bit;
        return;
    default: return;
    }
}

void g1776_remember(g1776_state *s) {
    const g1776_scenario_rules *r = g1776_rules(s);
    for (int i = 0; i < r->slot_count; i++) remember(s, row(r->slot[i]));
}

/* The state of things at the end of the turn, for those that ask for it in the next. */
static bool at_end(const g1776_state *s, const g1776_condition *c) {
    switch (c->test) {
    case G1776_IF_CONTROLLED_LAST_TURN: return places_where(s, c) >= c->n;
    case G1776_IF_SP_IN_LAST_TURN: return sp_in(s, c) >= c->n;
    case G1776_IF_STRATEGIC_LAST_TURN: return strategic(s, c) >= c->n;
    case G1776_IF_POINTS_LAST_MONTH: return g1776_points(s, c->seat) >= c->n;
    default: return s->ledger.now >> c->slot & 1;
    }
}

void g1776_remember_turn(g1776_state *s) {
    const g1776_scenario_rules *r = g1776_rules(s);
    unsigned last = 0;
    for (int i = 0; i < r->slot_count; i++) {
        const g1776_condition *c = row(r->slot[i]);
        last |= (unsigned)at_end(s, c) << c->slot;
        bool lacking = c->test == G1776_IF_GARRISON_EACH && c->turns >> s->base.turn & 1 &&
                       sp_of_types(s, c) < c->n;
        if (lacking) s->ledger.ever |= (uint16_t)(1u << c->slot);
    }
    s->ledger.last = (uint16_t)last;
    s->ledger.now = 0;
}

/* ---- Units that move ---- */

enum { ROW_ZZ = 52 }; /* scenario 2 */

/* Scenario 2: the first unit that moves from row ZZ or below to the north of it, up to August. */
static void pay_for_row(g1776_state *s, int seat, int from, int to, mk_log *log) {
    const mk_hexmap *m = &g1776_board.hexes;
    enum { LAST_PENALTY = 3 };
    bool crosses =
        from != MK_NOWHERE && mk_hex_line_of(m, from) <= ROW_ZZ && mk_hex_line_of(m, to) > ROW_ZZ;
    if (!RULE("g1776.s2.row", crosses) || s->ledger.penalty || s->base.turn > LAST_PENALTY) return;
    s->ledger.penalty = 1;
    mk_log_event(log, G1776_E_ROW_PENALTY, seat, MK_EVERYONE, 0);
    g1776_award(s, seat, s->base.turn - LAST_PENALTY - 1, log);
}

/* By bateau or fleet, from where the unit embarked: a hex as pieces have it in `origin`. Who is
 * aboard since an earlier turn came from the south: the fleets of scenario 2 are at New York. */
void g1776_note_voyage(g1776_state *s, int seat, int origin, int to, mk_log *log) {
    if (!g1776_has_rule(s, G1776_RULE_ROW_PENALTY) || !g1776_is_hex(to)) return;
    int from = origin ? (origin & G1776_FROM) - 1 : g1776.campaign.new_york;
    pay_for_row(s, seat, from, to, log);
}

/* Leaders and stores that come to SP who are there already are no SP that enter. Who comes by the
 * turn track does not come to enemies: he is alone there, or beside it. */
static bool brings_sp(const g1776_state *s, int seat, int to) {
    return g1776_count_where(s, to, g1776.sp_of[seat], G1776_HAND, G1776_HAND);
}

void g1776_note_entry(g1776_state *s, int seat, int from, int to, mk_log *log) {
    const g1776_scenario_rules *r = g1776_rules(s);
    if (g1776_has_rule(s, G1776_RULE_ROW_PENALTY)) pay_for_row(s, seat, from, to, log);
    for (int i = 0; i < r->slot_count; i++) {
        const g1776_condition *c = row(r->slot[i]);
        if (c->test != G1776_IF_LAST_TO_ENTER || c->place[0] != to || !brings_sp(s, seat, to))
            continue;
        unsigned bit = 1u << c->slot;
        s->ledger.ever = (uint16_t)(seat == c->seat ? s->ledger.ever | bit : s->ledger.ever & ~bit);
    }
}
