/* interphase.c - between the seasons: the fourteen steps of II of the campaign rules, in their
 * order.
 *
 * G1776_PH_INTERPHASE is a procedure: a is the step, b where it is in it (an area, a seat, a part).
 * A step either does something and asks somebody, and is called again, or is over.
 */
#include "g1776.h"

enum { QUARTER = 3, YEAR = 12, STEPS = 14 };

static int month_now(const g1776_state *s) { return g1776_rules(s)->month[s->base.turn]; }
static int year_now(const g1776_state *s) { return month_now(s) / YEAR; }

bool g1776_ends_season(const g1776_state *s) {
    bool ends = g1776_in_campaign(s) && month_now(s) % QUARTER == QUARTER - 1;
    return ends && !RULE("g1776.csg6.no_interphase", g1776_lead_in(s));
}

/* Behind December comes winter, behind March spring. */
int g1776_season(const g1776_state *s) {
    return (month_now(s) % YEAR + 1) / QUARTER % G1776_SEASONS;
}

/* Behind December it is the next year's winter. */
static int season_year(const g1776_state *s) { return (month_now(s) + 1) / YEAR; }

/* ---- 1: winter reduction ---- */

static int winter_percent(const g1776_state *s, int region) {
    const g1776_campaign_data *c = &g1776.campaign;
    bool southern = g1776_southern_game(s);
    int year = RULE("g1776.csg5.winter", southern) ? c->south.winter_year : year_now(s);
    int column = year - c->winter_year;
    if (column >= G1776_WINTER_YEARS) column = G1776_WINTER_YEARS - 1;
    if (column < 0) return 0;
    if (region == G1776_R_AWAY) return c->winter[G1776_WINTER_AWAY][column];
    if (southern ? g1776_southern_status(s, region) >= G1776_ALL_TOWNS
                 : g1776_area_controlled(s, region))
        return c->winter[G1776_WINTER_ALL][column];
    int status = g1776_area_status(s, region);
    bool some = status == G1776_SOME_CA || status == G1776_SOME_NO_CA;
    return c->winter[some ? G1776_WINTER_SOME : G1776_WINTER_NONE][column];
}

bool g1776_winter_reduction(g1776_state *s, mk_frame *f, mk_log *log) {
    enum { PER_CENT = 100 };
    if (g1776_season(s) != G1776_WINTER || f->b > G1776_R_AWAY) return true;
    int region = f->b++, ca = g1776_count_in(s, g1776_coloured(G1776_CA), region);
    int lost = ca * winter_percent(s, region) / PER_CENT;
    if (lost)
        mk_log_event(log, G1776_E_WINTER, G1776_AMERICAN, MK_EVERYONE, 0, (int16_t)lost,
                     (int16_t)ca, (int16_t)region);
    g1776_cull(s, G1776_AMERICAN, G1776_CULL_CA, region, lost, log);
    return false;
}

/* ---- 3, 4: ratings ---- */

static void reset_ratings(g1776_state *s) {
    for (int l = 0; l < g1776.leader_count; l++)
        s->leader[l].rating =
            (int8_t)(g1776_leader_face(s, l)->rating + mk_set_has(s->promoted, l));
}

static mk_set128 leaders_in(const g1776_state *s, int seat, int area) {
    mk_set128 leaders = 0;
    MK_SET_EACH(l, g1776.leaders_of[seat]) {
        int at = s->leader[l].place;
        if (g1776_is_hex(at) && g1776_area_of(at) == area) mk_set_add(&leaders, l);
    }
    return leaders;
}

static int most_sp_in(const g1776_state *s, int seat, int area) {
    int most = 0;
    MK_SET_EACH(hex, &s->held[seat]) {
        int sp = g1776_area_of(hex) == area ? g1776_sp(s, hex, seat) : 0;
        if (sp > most) most = sp;
    }
    return most;
}

static void lower(g1776_state *s, int leader, mk_log *log) {
    if (s->leader[leader].rating <= 0) return;
    s->leader[leader].rating--;
    mk_log_event(log, G1776_E_SLIGHTED, g1776.leader[leader].seat, MK_EVERYONE, 0, (int16_t)leader,
                 s->leader[leader].rating);
}

/* Of those who have most SP with them: the ranking one of the first such hex. */
static int leader_of_most(const g1776_state *s, int seat, mk_set128 leaders) {
    int most = -1, best = MK_NOWHERE;
    MK_SET_EACH(l, leaders) {
        int sp = g1776_sp(s, s->leader[l].place, seat);
        if (sp <= most) continue;
        most = sp;
        best = s->leader[l].place;
    }
    return g1776_ranking(s, leaders & g1776_leaders_at(s, best, seat));
}

/* Step 4: the ranking leader of an area has the largest force, or he and who has it are lowered. */
static void judge_area(g1776_state *s, int seat, int area, mk_log *log) {
    mk_set128 leaders = leaders_in(s, seat, area);
    int first = g1776_ranking(s, leaders);
    if (first == G1776_NONE) return;
    bool fits = g1776_sp(s, s->leader[first].place, seat) >= most_sp_in(s, seat, area);
    if (RULE("g1776.csg.ii.4", fits)) return;
    int other = leader_of_most(s, seat, leaders);
    lower(s, first, log);
    if (other != first) lower(s, other, log);
}

static void judge_leaders(g1776_state *s, mk_log *log) {
    for (int area = 0; area < G1776_AREAS; area++)
        for (int seat = 0; seat < G1776_SEATS; seat++) judge_area(s, seat, area, log);
}

/* ---- 5, 6: the Indians of Unadilla ---- */

static int green_piece(const g1776_state *s) {
    for (int i = 0; i < s->piece_count; i++)
        if (s->piece[i].type == G1776_BI && s->piece[i].led & G1776_GREEN) return i;
    return -1;
}

static int piece_of(const g1776_state *s, int type) {
    for (int i = 0; i < s->piece_count; i++)
        if (s->piece[i].type == type) return i;
    return -1;
}

static void indians_join(g1776_state *s, mk_log *log) {
    int green = green_piece(s), hex = g1776.campaign.unadilla;
    if (piece_of(s, G1776_AI) >= 0) return;
    if (green >= 0) hex = g1776_take_at(s, green, 1).place;
    s->campaign.green_out = 1;
    g1776_add(s, hex, G1776_AI, 1, 0);
    mk_log_event(log, G1776_E_PLACED, G1776_AMERICAN, MK_EVERYONE, 0, 1, G1776_AI,
                 (int16_t)g1776_where_of(hex));
    g1776_tidy(s, hex, log);
}

static void indians_leave(g1776_state *s, mk_log *log) {
    int index = piece_of(s, G1776_AI);
    if (index < 0) return;
    g1776_piece p = g1776_take_at(s, index, 1);
    mk_log_event(log, G1776_E_LEAVES, G1776_AMERICAN, MK_EVERYONE, 0, 1, G1776_AI,
                 (int16_t)g1776_where_of(p.place));
    if (g1776_is_hex(p.place)) g1776_tidy(s, p.place, log);
}

static void ask_iroquois(g1776_state *s, mk_log *log) {
    const g1776_campaign_data *c = &g1776.campaign;
    bool due = g1776_season(s) == G1776_SPRING && season_year(s) >= c->indians_from;
    if (!due || RULE("g1776.csg.ii.5", g1776_area_controlled(s, G1776_MIDDLE_STATES))) return;
    int die = mk_die(&s->base.rng, 6);
    mk_log_event(log, G1776_E_INDIAN_DIE, G1776_AMERICAN, MK_EVERYONE, MK_ROLLED, (int16_t)die,
                 (int16_t)(die <= c->indians_join));
    if (die <= c->indians_join)
        indians_join(s, log);
    else
        indians_leave(s, log);
}

static void indians_return(g1776_state *s, mk_log *log) {
    if (g1776_season(s) != G1776_WINTER || piece_of(s, G1776_AI) < 0) return;
    indians_leave(s, log);
    s->campaign.green_out = 0;
    if (g1776_on_map(s, G1776_BI) >= g1776.type[G1776_BI].limit) return;
    g1776_put(s, (g1776_piece){.place = g1776.campaign.unadilla,
                               .type = G1776_BI,
                               .led = G1776_GREEN,
                               .count = 1});
    mk_log_event(log, G1776_E_PLACED, G1776_BRITISH, MK_EVERYONE, 0, 1, G1776_BI,
                 (int16_t)g1776_where_of(g1776.campaign.unadilla));
    g1776_tidy(s, g1776.campaign.unadilla, log);
}

/* ---- 7: elites, Indians ---- */

static bool rebuild(g1776_state *s, mk_frame *f) {
    enum { AMERICAN, BRITISH, INDIANS, OVER };
    bool due = g1776_season(s) == G1776_SPRING && season_year(s) >= g1776.campaign.elites_from;
    if (!due || f->b == OVER) return true;
    switch (f->b++) {
    case AMERICAN: g1776_ask_rebuilding(s, G1776_AMERICAN); break;
    case BRITISH: g1776_ask_rebuilding(s, G1776_BRITISH); break;
    default: g1776_ask_indians(s); break;
    }
    return false;
}

/* ---- 8: status ---- */

static void find_status(g1776_state *s, mk_log *log) {
    for (int area = 0; area < G1776_COLONIES_AREAS; area++) {
        s->campaign.status[area] = (uint8_t)g1776_area_status(s, area);
        mk_log_event(log, G1776_E_STATUS, -1, MK_EVERYONE, 0, (int16_t)area,
                     s->campaign.status[area]);
    }
}

/* ---- 9: levels and arrivals ---- */

int g1776_dragoons_allowed(const g1776_state *s, int area, int what) {
    int share = g1776.campaign.militia_for_a_dragoon;
    return (g1776_rate_of(s, area, what) + share - 1) / share;
}

/* Up to the level, or down to it; a controlled area's RM are never raised. */
static void adjust_militia(g1776_state *s, int seat, int area, mk_log *log) {
    int what = seat == G1776_BRITISH ? G1776_RATE_TM : G1776_RATE_RM;
    int region = g1776_militia_region(area), level = g1776_rate_of(s, area, what);
    int there = g1776_count_in(s, g1776_militia_of(seat), region);
    if (there > level) {
        g1776_cull(s, seat, G1776_CULL_MILITIA, region, there - level, log);
        return;
    }
    bool kept = seat == G1776_AMERICAN && s->campaign.status[area] == G1776_CONTROLLED;
    if (RULE("g1776.csg.ii.8.minimum", kept)) return;
    int n = g1776_levy(s, seat == G1776_BRITISH ? G1776_TM : G1776_RM, level - there);
    if (n)
        g1776_muster(s, seat, seat == G1776_BRITISH ? G1776_M_TORY : G1776_M_AMERICAN, area, log);
}

enum { TOO_MANY, LEVEL, MOUNT, PARTS };

/* 9.1, 9.3: area by area. */
static bool militia(g1776_state *s, mk_frame *f, int seat, mk_log *log) {
    int area = f->c / PARTS, what = seat == G1776_BRITISH ? G1776_RATE_TM : G1776_RATE_RM;
    if (area == G1776_COLONIES_AREAS) return true;
    int region = g1776_militia_region(area), allowed = g1776_dragoons_allowed(s, area, what);
    int mounted = seat == G1776_BRITISH ? G1776_TD : G1776_RD;
    switch (f->c++ % PARTS) {
    case TOO_MANY: g1776_ask_dragoons(s, seat, region, allowed); break;
    case LEVEL: adjust_militia(s, seat, area, log); break;
    default:
        g1776_ask_mounting(s, seat, region,
                           allowed - g1776_count_in(s, G1776_BIT(mounted), region));
        break;
    }
    return false;
}

/* What comes off the reinforcements by an event of an earlier season. */
static int less_owed(g1776_state *s, int seat, int count) {
    int off = s->campaign.owed[seat] < count ? s->campaign.owed[seat] : count;
    s->campaign.owed[seat] = (uint8_t)(s->campaign.owed[seat] - off);
    return count - off;
}

/* 9.2 */
static bool continentals(g1776_state *s, mk_frame *f, mk_log *log) {
    if (f->c == G1776_COLONIES_AREAS) return true;
    int area = f->c++, n = less_owed(s, G1776_AMERICAN, g1776_rate_of(s, area, G1776_RATE_CA));
    if (g1776_levy(s, G1776_CA, n)) g1776_muster(s, G1776_AMERICAN, G1776_M_AMERICAN, area, log);
    return false;
}

static bool some_town_controlled(const g1776_state *s, int area) {
    const g1776_campaign_data *c = &g1776.campaign;
    for (int i = 0; i < c->strategic_count[area]; i++)
        if (g1776_controls(s, G1776_BRITISH, c->strategic[area][i])) return true;
    return false;
}

/* 9.4 in spring for each area that is not controlled, 9.5 in summer for each without a controlled
 * town. */
static bool american_supply(g1776_state *s, mk_frame *f, mk_log *log) {
    int season = g1776_season(s), area = f->c;
    if (season != G1776_SPRING && season != G1776_SUMMER) return true;
    if (area == G1776_COLONIES_AREAS) return true;
    f->c++;
    bool due = season == G1776_SPRING
                   ? RULE("g1776.csg.ii.9.spring", !g1776_area_controlled(s, area))
                   : RULE("g1776.csg.ii.9.summer", !some_town_controlled(s, area));
    if (due && g1776_levy(s, G1776_SUP_A, 1))
        g1776_muster(s, G1776_AMERICAN, G1776_M_AMERICAN, area, log);
    return false;
}

/* 9.6: BR in winter. */
static bool regulars(g1776_state *s, mk_frame *f, mk_log *log) {
    const g1776_campaign_data *c = &g1776.campaign;
    if (g1776_season(s) != G1776_WINTER || f->c > c->winter_br_count) return true;
    int row = f->c++ - 1, hex = row < 0 ? 0 : c->winter_br[row].hex;
    if (row >= 0 && !g1776_controls(s, G1776_BRITISH, hex)) return false;
    int n = less_owed(s, G1776_BRITISH, row < 0 ? c->winter_port_br : c->winter_br[row].br);
    if (g1776_levy(s, G1776_BR, n))
        g1776_muster(s, G1776_BRITISH, row < 0 ? G1776_M_PORT : G1776_M_HEX, hex, log);
    return false;
}

/* 9.7: supplies in the other seasons. */
static void british_supply(g1776_state *s, mk_log *log) {
    const g1776_campaign_data *c = &g1776.campaign;
    bool due = g1776_season(s) != G1776_WINTER && season_year(s) >= c->supplies_from;
    if (due && g1776_levy(s, G1776_SUP_B, c->supplies))
        g1776_muster(s, G1776_BRITISH, G1776_M_SUPPLY_PORT, 0, log);
}

/* The American first, then the British, each in the order of the procedure; last what the track
 * brings in an interphase. */
static bool arrivals(g1776_state *s, mk_frame *f, mk_log *log) {
    enum { RM, CA, SUPPLY, TM, BR, STORES, TRACK_A, TRACK_B, OVER };
    bool over = true;
    switch (f->b) {
    case RM: over = militia(s, f, G1776_AMERICAN, log); break;
    case CA: over = continentals(s, f, log); break;
    case SUPPLY: over = american_supply(s, f, log); break;
    case TM: over = militia(s, f, G1776_BRITISH, log); break;
    case BR: over = regulars(s, f, log); break;
    case STORES: british_supply(s, log); break;
    case TRACK_A:
    case TRACK_B: {
        int seat = f->b == TRACK_A ? G1776_AMERICAN : G1776_BRITISH;
        mk_push(&s->base, G1776_PH_ARRIVALS, seat)->a = G1776_IN_INTERPHASE;
        break;
    }
    default: return true;
    }
    if (!over) return false;
    if (f->b == RM || f->b == TM) s->campaign.levelled++;
    f->b++;
    f->c = 0;
    return false;
}

/* ---- 10, 11: variable forces ---- */

static bool call_forces(g1776_state *s, mk_frame *f) {
    if (!s->campaign.french || f->b == G1776_SEATS) return true;
    if (!f->b) {
        s->campaign.variable = 0;
        for (int k = 0; k < G1776_FLEETS; k++)
            if (g1776.fleet[k].variable && g1776_in_play(s, k) &&
                !(g1776_visits(s) && g1776.fleet[k].nation == G1776_N_FRENCH))
                s->campaign.variable |= (uint16_t)(1u << k);
    }
    g1776_ask_calls(s, f->b++);
    return false;
}

/* ---- The sequence ---- */

static bool both(g1776_state *s, mk_frame *f, bool (*ask)(g1776_state *, int)) {
    if (f->b == G1776_SEATS) return true;
    ask(s, f->b++);
    return false;
}

/* 14: the American's event, then the British one, in up to two parts each. */
static bool events(g1776_state *s, mk_frame *f, mk_log *log) {
    enum { PARTS_EACH = 2 };
    if (f->b == PARTS_EACH * G1776_SEATS) return true;
    int part = f->b++;
    g1776_apply_event(s, part < PARTS_EACH ? G1776_AMERICAN : G1776_BRITISH, part % PARTS_EACH,
                      log);
    return false;
}

/* True: the step is over. */
static bool run_step(g1776_state *s, mk_frame *f, mk_log *log) {
    if (g1776_southern_game(s)) return g1776_southern_step(s, f, log);
    switch (f->a) {
    case 1: return g1776_winter_reduction(s, f, log);
    case 2: g1776_roll_events(s, log); return true;
    case 3: reset_ratings(s); return true;
    case 4: judge_leaders(s, log); return true;
    case 5: ask_iroquois(s, log); return true;
    case 6: indians_return(s, log); return true;
    case 7: return rebuild(s, f);
    case 8: find_status(s, log); return true;
    case 9: return arrivals(s, f, log);
    case 10: return call_forces(s, f);
    case 11: g1776_dismiss_variable(s, log); return true;
    case 12: g1776_exchange_prisoners(s, log); return true;
    case 13: return both(s, f, g1776_ask_transfers);
    default: s->campaign.levelled = 0; return events(s, f, log);
    }
}

void g1776_begin_interphase(g1776_state *s, mk_log *log) {
    s->stage = G1776_S_START;
    g1776_clear_phase(s);
    g1776_turn_all_up(s, log);
    mk_log_event(log, G1776_E_SEASON, -1, MK_EVERYONE, 0, (int16_t)g1776_season(s),
                 (int16_t)season_year(s));
    mk_frame *f = mk_push(&s->base, G1776_PH_INTERPHASE, -1);
    f->a = (int16_t)(s->campaign.from_step ? s->campaign.from_step : 1);
    f->b = s->campaign.from_part;
    s->campaign.from_step = s->campaign.from_part = 0;
}

void g1776_interphase_step(void *state, mk_log *log) {
    g1776_state *s = state;
    mk_frame *f = mk_top(&s->base);
    if (g1776_ask_displaced(s)) return;
    if (f->a <= (g1776_southern_game(s) ? G1776_SOUTHERN_STEPS : STEPS)) {
        int depth = s->base.depth;
        if (!run_step(s, f, log) || !s->base.depth) return;
        assert(s->base.depth == depth);
        (void)depth;
        f->a++;
        f->b = f->c = 0;
        return;
    }
    memset(s->campaign.event, 0, sizeof s->campaign.event);
    mk_pop(&s->base);
    g1776_clear_phase(s);
    g1776_instant(s, log);
}
