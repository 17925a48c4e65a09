/* purpose.c - what a scenario asks of each side, as hexes that are worth something: from its
 * points, victory lines and COM markers. Both sides want a place that either needs: the one to have
 * it, the other to keep it from him. */
#include "purpose.h"

#include <string.h>

static g1776_purpose purposes[G1776_MAX_SCENARIOS][G1776_SEATS];

const g1776_purpose *g1776_purpose_of(const g1776_state *s, int seat) {
    return &purposes[s->base.scenario][seat];
}

/* ---- Ways ---- */

/* MP to a hex, or out of the area of play, from all others of the area. Scenarios with the same
 * area share them. */
enum { MAX_WAYS = 448 };
static uint8_t ways[MAX_WAYS][G1776_MAX_HEXES];
static uint16_t way_ends[MAX_WAYS];
static const g1776_hexes *way_area[MAX_WAYS];
static int way_count;

int g1776_way_from(int way, int hex) { return ways[way][hex]; }

int g1776_hunt_from(int prey, int hex) {
    enum { MP = 2 };
    return MP * mk_hex_distance(&g1776_board.hexes, hex, prey);
}

/* Backwards: what the step from x.to costs. */
static int step_back(const void *area, int to, mk_exit x) {
    if (!mk_set_has((const g1776_hexes *)area, x.to) || !g1776_is_land(x.to)) return MK_CLOSED;
    for (int d = 0; d < MK_DIRECTIONS; d++) {
        if (g1776_board.hexes.near[x.to][d] != to) continue;
        int mp = g1776_dry_cost(x.to, d);
        return mp == G1776_CLOSED ? MK_CLOSED : mp;
    }
    return MK_CLOSED;
}

static int measure(const g1776_hexes *area, const g1776_hexes *ends) {
    static mk_mark mark[G1776_MAX_HEXES];
    const mk_travel travel = {.points = MK_NO_LIMIT, .cost = step_back, .who = area};
    assert(way_count < MAX_WAYS);
    way_area[way_count] = area;
    uint8_t *far = ways[way_count];
    memset(far, G1776_FAR, G1776_MAX_HEXES);
    int first = mk_reach_all(&g1776_board.hexes.land, ends->word, &travel, mark);
    MK_REACHED_EACH(hex, first, mark)
        far[hex] = (uint8_t)(mark[hex].cost < G1776_FAR ? mark[hex].cost : G1776_FAR - 1);
    return way_count++;
}

/* The number of the way to a hex in this area. */
static int way_to(const g1776_hexes *area, int hex) {
    for (int w = 0; w < way_count; w++)
        if (way_ends[w] == hex && memcmp(way_area[w], area, sizeof *area) == 0) return w;
    g1776_hexes end = {{0}};
    mk_set_add(&end, hex);
    way_ends[way_count] = (uint16_t)hex;
    return measure(area, &end);
}

/* ---- What is wanted ---- */

enum { DECIDES = 14, DENIES = 10, HELPS = 6, MOST = 20 }; /* values */

static void want(int scenario, int seat, g1776_want w) {
    const g1776_hexes *area = &g1776.scenario[scenario].area;
    g1776_purpose *p = &purposes[scenario][seat];
    if (!mk_set_has(area, w.hex) || !g1776_is_land(w.hex)) return;
    for (int i = 0; i < p->count; i++) {
        g1776_want *same = &p->want[i];
        if (same->hex != w.hex || same->what != w.what || same->number != w.number) continue;
        if (w.value > same->value) same->value = w.value;
        if (w.n > same->n) same->n = w.n;
        same->types |= w.types;
        same->needed |= w.needed;
        return;
    }
    if (p->count == G1776_MAX_WANTS) return;
    w.way = (uint16_t)way_to(area, w.hex);
    p->want[p->count++] = w;
}

static void want_place(int scenario, int seat, int hex, int value, int n, mk_set64 types) {
    want(scenario, seat,
         (g1776_want){.hex = (uint16_t)hex,
                      .what = G1776_W_HOLD,
                      .value = (uint8_t)value,
                      .n = (uint8_t)n,
                      .number = G1776_NONE,
                      .types = types});
}

static void want_work(int scenario, int seat, int what, int hex, int value, int number) {
    want(scenario, seat,
         (g1776_want){.hex = (uint16_t)hex,
                      .what = (uint8_t)what,
                      .value = (uint8_t)value,
                      .n = what == G1776_W_FORT ? 2 : 1,
                      .number = (uint8_t)number});
}

/* ---- Markers ---- */

/* Neutral markers are the American's (in 1759 the French). */
static int owner_of(int type) {
    int seat = g1776.type[type].seat;
    return seat == G1776_NONE ? G1776_AMERICAN : seat;
}

static void want_markers(int scenario, int value) {
    const g1776_scenario_rules *r = &g1776.scenario[scenario];
    bool marks = mk_set_has(r->rules, G1776_RULE_COM_MARKS_ONLY) ||
                 mk_set_has(r->rules, G1776_RULE_COMMERCE_TOWNS);
    for (int i = 0; i < r->com_count && !marks; i++) {
        int owner = owner_of(r->com[i].type);
        want_work(scenario, g1776_enemy(owner), G1776_W_RAZE, r->com[i].hex, value, i);
        want_work(scenario, owner, G1776_W_GUARD, r->com[i].hex, value - 4, i);
    }
}

/* Only Indians destroy them (6). */
static void only_indians(int scenario) {
    if (!mk_set_has(g1776.scenario[scenario].rules, G1776_RULE_COM_BY_INDIANS)) return;
    for (int seat = 0; seat < G1776_SEATS; seat++) {
        g1776_purpose *p = &purposes[scenario][seat];
        for (int i = 0; i < p->count; i++)
            if (p->want[i].what == G1776_W_RAZE) p->want[i].types = G1776_BIT(G1776_BI);
    }
}

/* ---- Victory lines ---- */

/* The side that a test is about: named, or that of the pieces it counts. */
static int side_of(const g1776_condition *c) {
    if (c->seat < G1776_SEATS) return c->seat;
    return c->types & g1776.sp_of[G1776_BRITISH] ? G1776_BRITISH : G1776_AMERICAN;
}

static void want_strategic(int scenario, const g1776_condition *c) {
    for (int t = 0; t < g1776_board.town_count; t++) {
        const g1776_town *town = &g1776_board.town[t];
        if (town->strategic) want_place(scenario, c->seat, town->hex, HELPS, 1, 0);
    }
}

/* A place that a victory line names. Of one with several conditions its winner needs each of them:
 * what he has of them is worth nothing without the rest. */
static void want_named(int scenario, const g1776_condition *c, int hex, int winner, bool all) {
    bool counts = c->test == G1776_IF_SP || c->test == G1776_IF_GARRISON_ALL_GAME ||
                  c->test == G1776_IF_GARRISON_EACH;
    bool empty = c->test == G1776_IF_FREE_OF_SP || c->test == G1776_IF_FREE_OF_UNITS;
    int side = side_of(c), n = counts ? c->n : 1;
    bool each = all && (counts || c->place_count == 1 || !c->n || c->n >= c->place_count);
    g1776_want w = {.hex = (uint16_t)hex, .what = G1776_W_HOLD, .number = G1776_NONE};
    w.value = empty ? DENIES : DECIDES;
    w.n = (uint8_t)n;
    w.types = counts && c->types != g1776.sp_of[side] ? c->types : 0;
    w.needed = each && side == winner;
    want(scenario, side, w);
    w.value = empty ? DECIDES : DENIES;
    w.n = !empty;
    w.types = 0;
    w.needed = each && empty && side != winner;
    want(scenario, g1776_enemy(side), w);
}

/* Places that a condition names. */
static int places_of(int number) {
    if (number < 0) return 0;
    const g1776_condition *c = &g1776.condition[number];
    int count = c->place_count;
    for (int i = 0; i < c->child_count; i++) count += places_of(c->child[i]);
    return count;
}

static bool names(int number, int hex) {
    if (number < 0) return false;
    const g1776_condition *c = &g1776.condition[number];
    for (int i = 0; i < c->place_count; i++)
        if (c->place[i] == hex) return true;
    for (int i = 0; i < c->child_count; i++)
        if (names(c->child[i], hex)) return true;
    return false;
}

/* What loses the game at once when the enemy has it. */
static void guard_what_is_vital(int scenario, const g1776_victory_row *v) {
    enum { A_FEW = 2 };
    if (v->when == G1776_AT_END || v->winner >= G1776_SEATS) return;
    g1776_purpose *p = &purposes[scenario][g1776_enemy(v->winner)];
    if (places_of(v->condition) > A_FEW) return;
    for (int i = 0; i < p->count; i++)
        if (names(v->condition, p->want[i].hex)) p->want[i].vital = true;
}

/* A campaign is decided by the strategic towns of the areas, for as long as it lasts. */
static void want_campaign(int scenario) {
    enum { LONG = 12, TOWN = 12, GUARD = 3 };
    const g1776_scenario_rules *r = &g1776.scenario[scenario];
    const uint16_t *canada = g1776.campaign.also; /* CSG-2: nothing is won without it */
    for (int i = 0; i < r->victory_count && r->campaign; i++)
        for (int k = 0; k < 2; k++)
            if (r->victory[i].winner == G1776_BRITISH && names(r->victory[i].condition, canada[k]))
                want_place(scenario, G1776_BRITISH, canada[k], MOST, GUARD, G1776_BIT(G1776_BR));
    if (r->turns <= LONG && !r->campaign) return;
    for (int t = 0; t < g1776_board.town_count; t++) {
        const g1776_town *town = &g1776_board.town[t];
        if (!town->strategic || !mk_set_has(&r->area, town->hex)) continue;
        if (mk_set_has(r->rules, G1776_RULE_SOUTHERN)) continue; /* its points name them */
        want_place(scenario, G1776_BRITISH, town->hex, TOWN, 1, G1776_BIT(G1776_BR));
        want_place(scenario, G1776_AMERICAN, town->hex, TOWN, 1, 0);
    }
}

/* All strategic towns of an area, each with the garrison that its status asks for (CSG-3). The
 * Middle States are nearer to hand than the Deep South. */
static void want_area(int scenario, int area) {
    const g1776_campaign_data *c = &g1776.campaign;
    enum { NEAR = 16, FARTHER = 13 };
    for (int i = 0; i < c->strategic_count[area]; i++) {
        int hex = c->strategic[area][i], garrison = c->garrison[g1776_board.town_at[hex]];
        int value = area == G1776_MIDDLE_STATES ? NEAR : FARTHER;
        want_place(scenario, G1776_BRITISH, hex, value, garrison, G1776_BIT(G1776_BR));
        want_place(scenario, G1776_AMERICAN, hex, value, 1, 0);
    }
}

static void want_condition(int scenario, int number, int winner, bool all) {
    if (number < 0) return;
    const g1776_condition *c = &g1776.condition[number];
    for (int i = 0; i < c->child_count; i++)
        want_condition(scenario, c->child[i], winner, all && c->test == G1776_IF_ALL);
    if (c->test == G1776_IF_COM_LEFT) want_markers(scenario, DECIDES);
    if (c->test == G1776_IF_AREA) want_area(scenario, c->n);
    if (c->test == G1776_IF_OTHER_STRATEGIC) want_strategic(scenario, c);
    if (c->test == G1776_IF_OTHER_STRATEGIC) return;
    for (int i = 0; i < c->place_count; i++) want_named(scenario, c, c->place[i], winner, all);
}

/* ---- Points ---- */

static int highest(const g1776_scenario_rules *r) {
    int most = 1;
    for (int i = 0; i < r->score_count; i++) {
        int value = r->score[i].value < 0 ? -r->score[i].value : r->score[i].value;
        if (value > most) most = value;
    }
    return most;
}

/* CSG-5: the British need regulars there; without the fort of Charleston they lose the game. */
static void want_season(int scenario, const g1776_score *row, int hex) {
    enum { TOWN = 10, GARRISON = 3 };
    bool fort = row->what == G1776_VP_FORT_SEASON, british = row->seat == G1776_BRITISH;
    mk_set64 types = british ? G1776_BIT(G1776_BR) : 0;
    want_place(scenario, row->seat, hex, fort ? MOST : TOWN, fort ? GARRISON : 1, types);
    if (fort && british) want_work(scenario, row->seat, G1776_W_FORT, hex, MOST, G1776_NONE);
}

static void want_score(int scenario, int number) {
    const g1776_scenario_rules *r = &g1776.scenario[scenario];
    const g1776_score *row = &r->score[number];
    int points = row->value < 0 ? -row->value : row->value, enemy = g1776_enemy(row->seat);
    int value = HELPS + (MOST - HELPS) * points / highest(r);
    for (int i = 0; i < row->place_count; i++) {
        int hex = row->place[i];
        switch (row->what) {
        case G1776_VP_CONTROL:
        case G1776_VP_CONTROL_TURN:
        case G1776_VP_OWNS_FORT:
            want_place(scenario, row->seat, hex, value, 1, 0);
            want_place(scenario, enemy, hex, value - 2, 1, 0);
            break;
        case G1776_VP_SEASON:
        case G1776_VP_EACH_SEASON:
        case G1776_VP_FORT_SEASON: want_season(scenario, row, hex); break;
        case G1776_VP_NO_FORT_BUILT:
            want_work(scenario, row->seat, G1776_W_FORT, hex, DECIDES, number);
            break;
        case G1776_VP_DISMANTLED:
            want_work(scenario, row->seat, G1776_W_WRECK, hex, value, number);
            want_place(scenario, enemy, hex, value - 4, 1, 0);
            break;
        default: break;
        }
    }
}

static void want_points(int scenario) {
    const g1776_scenario_rules *r = &g1776.scenario[scenario];
    for (int i = 0; i < r->score_count; i++) want_score(scenario, i);
    for (int i = 0; i < r->need_count; i++)
        want_place(scenario, r->need[i].seat, r->need[i].hex, DECIDES, r->need[i].n,
                   G1776_BIT(r->need[i].type));
    if (r->score_count) want_markers(scenario, DECIDES);
}

/* ---- The turn track ---- */

/* SP that must be somewhere when the track takes them away, or the game is lost (7). */
static void want_track(int scenario) {
    const g1776_scenario_rules *r = &g1776.scenario[scenario];
    for (int i = 0; i < r->arrival_count; i++) {
        const g1776_arrival *a = &r->arrival[i];
        if (a->effect != G1776_THEN_REMOVE_OR_LOSE) continue;
        MK_SET_EACH(type, G1776_SP) {
            if (a->out.count[type])
                want_place(scenario, g1776_owner(type), a->where, DECIDES, a->out.count[type],
                           G1776_BIT(type));
        }
    }
}

/* ---- Who must leave ---- */

static void leave_by(int scenario, g1776_departure d) {
    d.way = (uint16_t)measure(&g1776.scenario[scenario].area, &d.hexes);
    way_ends[d.way] = MK_NOWHERE;
    purposes[scenario][G1776_BRITISH].leaves = d;
}

/* Scenario 8: the row says who and when; off the board in the west. */
static void leave_west(int scenario) {
    const g1776_scenario_rules *r = &g1776.scenario[scenario];
    for (int i = 0; i < r->score_count; i++) {
        const g1776_score *row = &r->score[i];
        if (row->what != G1776_VP_NOT_EXITED) continue;
        g1776_departure d = {.leaders = MK_BIT128(row->leader), .br = row->n, .turn = row->m};
        mk_set_add(&d.hexes, g1776_board.west_exit);
        leave_by(scenario, d);
    }
}

/* Scenario 9: Cornwallis, Leslie and 3BR to Virginia, before the American June. */
static void leave_north(int scenario) {
    const g1776_scenario_rules *r = &g1776.scenario[scenario];
    enum { BR = 3, JUNE = 5 };
    if (!mk_set_has(r->rules, G1776_RULE_CORNWALLIS_LEAVES)) return;
    g1776_departure d = {.br = BR};
    d.leaders = MK_BIT128(g1776.named[G1776_CORNWALLIS]) | MK_BIT128(g1776.named[G1776_LESLIE]);
    while (d.turn < r->turns && r->month[d.turn] % 12 != JUNE) d.turn++;
    MK_SET_EACH(hex, &r->area) {
        for (int way = 0; way < MK_DIRECTIONS && g1776_is_land(hex); way++)
            if (g1776_exit_counts(scenario, hex, g1776_board.hexes.near[hex][way]))
                mk_set_add(&d.hexes, hex);
    }
    leave_by(scenario, d);
}

void g1776_find_purposes(void) {
    memset(purposes, 0, sizeof purposes);
    way_count = 0;
    for (int n = 0; n < g1776.scenario_count; n++) {
        const g1776_scenario_rules *r = &g1776.scenario[n];
        for (int i = 0; i < r->victory_count; i++) {
            enum { A_FEW = 6 }; /* of more, all at once are out of reach */
            const g1776_victory_row *v = &r->victory[i];
            want_condition(n, v->condition, v->winner, places_of(v->condition) <= A_FEW);
        }
        want_points(n);
        want_track(n);
        want_campaign(n);
        only_indians(n);
        for (int i = 0; i < r->victory_count; i++) guard_what_is_vital(n, &r->victory[i]);
        leave_west(n);
        leave_north(n);
    }
}

/* ---- How it stands ---- */

/* A marker falls to enemies who begin their turn there: who has not come before the last but one
 * cannot destroy it any more. */
static bool is_safe(const g1776_state *s, const g1776_want *w) {
    int owner = owner_of(g1776_rules(s)->com[w->number].type);
    int last = g1776_last_turn(s) - (owner != g1776_rules(s)->first);
    return s->base.turn >= last && s->phasing == owner &&
           !g1776_held(s, g1776_enemy(owner), w->hex);
}

/* CSG-5: first Charleston, from Savannah; then a fort there. */
static bool is_southern_want(const g1776_state *s, const g1776_want *w) {
    const g1776_campaign_data *c = &g1776.campaign;
    if (w->what == G1776_W_FORT) return s->south.taken && g1776_fort_of(s, w->hex) != G1776_BRITISH;
    bool british = w->types == G1776_BIT(G1776_BR);
    return !british || s->south.taken || w->hex == c->charleston || w->hex == c->savannah;
}

bool g1776_wanted(const g1776_state *s, const g1776_want *w) {
    if (g1776_southern_game(s)) return is_southern_want(s, w);
    switch (w->what) {
    case G1776_W_GUARD: return !(s->ledger.com_gone >> w->number & 1) && !is_safe(s, w);
    case G1776_W_RAZE: return !(s->ledger.com_gone >> w->number & 1);
    case G1776_W_FORT:
    case G1776_W_WRECK: return !(s->ledger.scored >> w->number & 1);
    default: return true;
    }
}

int g1776_present_at(const g1776_state *s, int seat, const g1776_want *w) {
    if (!w->types) return g1776_sp(s, w->hex, seat);
    return g1776_held(s, seat, w->hex) ? g1776_count_of(s, w->hex, w->types) : 0;
}

/* SP that beat what is there: half as many again in the open, twice as many behind works or in a
 * fort. Who has little time left tries it with less. */
int g1776_to_beat(const g1776_state *s, int seat, int hex) {
    int enemy = g1776_enemy(seat), theirs = g1776_sp(s, hex, enemy);
    int left = g1776_last_turn(s) - s->base.turn;
    if (!theirs) return 0;
    bool works = !g1776_open(s, enemy, hex) || g1776_entrenched(s, hex, enemy);
    int halves = left == 0 ? 1 : left == 1 ? 2 : works ? 4 : 3;
    return (halves * theirs + 1) / 2;
}

bool g1776_enough_against(const g1776_state *s, int seat, int hex, int sp) {
    return sp >= g1776_to_beat(s, seat, hex);
}

bool g1776_is_wanted(const g1776_state *s, int seat, int hex, g1776_want_kind what) {
    const g1776_purpose *p = g1776_purpose_of(s, seat);
    for (int i = 0; i < p->count; i++) {
        const g1776_want *w = &p->want[i];
        if (w->hex == hex && w->what == what && g1776_wanted(s, w)) return true;
    }
    return false;
}

/* Bateaux carry them as far as this, about. */
static bool could_row(const g1776_state *s, int seat, int from, int to) {
    enum { ROWED = 6 };
    const mk_hexmap *board = &g1776_board.hexes;
    if (!g1776_any_afloat(s) || mk_hex_distance(board, from, to) > ROWED) return false;
    for (int d = 0; d < MK_DIRECTIONS; d++) {
        int side = G1776_AT_SIDE + board->side_of[from][d];
        if (g1776_count_of(s, side, G1776_BATEAUX & g1776.of_seat[seat])) return true;
    }
    return false;
}

/* The largest force that could come there in its next turn: it takes as many to stand against it,
 * behind works fewer; they do not save a COM marker (I of the scenarios). */
static int threat_to(const g1776_state *s, int seat, const g1776_want *w) {
    int enemy = g1776_enemy(seat), most = 0, sum = 0;
    MK_SET_EACH(hex, &s->held[enemy]) {
        int sp = g1776_sp(s, hex, enemy);
        if (sp <= most && !w->vital) continue;
        if (g1776_way_from(w->way, hex) > G1776_IN_REACH && !could_row(s, enemy, hex, w->hex))
            continue;
        if (sp > most) most = sp;
        sum += sp;
    }
    if (w->vital) return sum;
    if (g1776_is_wanted(s, enemy, w->hex, G1776_W_RAZE)) return most;
    bool fort = g1776_fort_of(s, w->hex) == seat, dug_in = g1776_entrenched(s, w->hex, seat);
    if (fort || (dug_in && g1776_basic(s))) return (most + 1) / 2;
    return dug_in ? (3 * most + 3) / 4 : most;
}

/* CSG-5: those who go home gather at Charleston. */
static int to_go_home(const g1776_state *s, int seat, const g1776_want *w) {
    enum { OCTOBER = 10 };
    bool there = g1776_southern_game(s) && seat == G1776_BRITISH && s->south.taken &&
                 w->what == G1776_W_HOLD && w->hex == g1776.campaign.charleston;
    return there && s->base.turn <= OCTOBER ? g1776_still_to_go_home(s) : 0;
}

int g1776_needed_at(const g1776_state *s, int seat, const g1776_want *w) {
    int home = to_go_home(s, seat, w), need = g1776_to_beat(s, seat, w->hex);
    if (home > 0 && need < w->n + home) return w->n + home;
    if (!need) need = threat_to(s, seat, w);
    if (w->value < G1776_PRECIOUS && !g1776_held(s, g1776_enemy(seat), w->hex)) need /= 2;
    return need > w->n ? need : w->n;
}
