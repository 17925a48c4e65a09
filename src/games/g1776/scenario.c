/* scenario.c - special rules of scenarios, the start of segments and the end of turns. */
#include "g1776.h"

int g1776_last_turn(const g1776_state *s) {
    const g1776_scenario_rules *r = g1776_rules(s);
    bool longer = r->visits ? g1776_visits(s) : g1776_option(s, G1776_OPTION_LONGER);
    return r->turns + (RULE("g1776.csg.viii.c", longer) ? r->longer : 0);
}

static int hex_of_town(const char *id) {
    for (int t = 0; t < g1776_board.town_count; t++)
        if (strcmp(g1776_board.town[t].id, id) == 0) return g1776_board.town[t].hex;
    return MK_NOWHERE;
}

/* ---- Pieces that may not move yet ---- */

void g1776_free_fixed(g1776_state *s, int fixed, mk_log *log) {
    const g1776_fixed *row = &g1776_rules(s)->fixed[fixed];
    if (s->ledger.freed >> fixed & 1) return;
    s->ledger.freed |= (uint8_t)(1u << fixed);
    for (int type = 0; type < G1776_TYPES; type++) {
        int left = row->group.count[type];
        for (int i = g1776_first_at(s, row->hex);
             left && i < s->piece_count && s->piece[i].place == row->hex; i++) {
            if (s->piece[i].type != type || !(s->piece[i].flags & G1776_FIXED)) continue;
            int n = left < s->piece[i].count ? left : s->piece[i].count;
            g1776_piece p = g1776_take_at(s, i, n);
            p.flags &= (uint8_t)~G1776_FIXED;
            g1776_put(s, p);
            left -= n;
            i = g1776_first_at(s, row->hex) - 1;
        }
    }
    MK_SET_EACH(l, row->group.leaders)
        s->leader[g1776_set_up_as(s, l, row->hex)].flags &= (uint8_t)~G1776_FIXED;
    mk_log_event(log, G1776_E_FREED, g1776_seat_of(row->group.nation), MK_EVERYONE, 0,
                 (int16_t)row->hex);
}

static bool enemy_in_canada(const g1776_state *s, int seat) {
    return mk_set_meet(&s->held[g1776_enemy(seat)], &g1776_board.canada);
}

static mk_set64 continentals(void) {
    mk_set64 types = 0;
    for (int type = 0; type < G1776_SP_TYPES; type++)
        if (g1776.type[type].colour == G1776_CA) mk_set_add(&types, type);
    return types;
}

static bool is_time(const g1776_state *s, const g1776_fixed *row) {
    int seat = g1776_seat_of(row->group.nation);
    bool begins = s->stage == G1776_S_START && s->phasing == seat;
    switch (row->until) {
    case G1776_UNTIL_CANADA: return RULE("g1776.s2.canada", enemy_in_canada(s, seat));
    case G1776_UNTIL_TURN: return RULE("g1776.s5.oswego", begins && s->base.turn >= row->n);
    case G1776_UNTIL_CA_THERE:
        return RULE("g1776.s3.charlotte",
                    begins && g1776_count_of(s, row->hex, continentals()) > 0);
    default: return false;
    }
}

void g1776_release_fixed(g1776_state *s, mk_log *log) {
    const g1776_scenario_rules *r = g1776_rules(s);
    for (int i = 0; i < r->fixed_count; i++)
        if (!(s->ledger.freed >> i & 1) && is_time(s, &r->fixed[i])) g1776_free_fixed(s, i, log);
}

void g1776_note_attack(g1776_state *s, int hex, int attacked, mk_log *log) {
    const g1776_scenario_rules *r = g1776_rules(s);
    for (int i = 0; i < r->fixed_count; i++) {
        const g1776_fixed *row = &r->fixed[i];
        bool theirs = row->hex == hex && g1776_seat_of(row->group.nation) == attacked;
        if (row->until == G1776_UNTIL_ATTACKED && theirs) g1776_free_fixed(s, i, log);
    }
}

/* ---- Guns ---- */

static int tie_of_fixed_guns(const g1776_state *s) {
    const g1776_scenario_rules *r = g1776_rules(s);
    for (int i = 0; i < r->gun_count; i++)
        if (r->gun[i].moves != G1776_GUN_WITH_SP) return r->gun[i].moves;
    return G1776_GUN_FREE;
}

/* Scenario 6: they are not destroyed either. */
static bool kept_for_good(const g1776_state *s) {
    const g1776_scenario_rules *r = g1776_rules(s);
    for (int i = 0; i < r->gun_count; i++)
        if (r->gun[i].destroyed == G1776_GUN_NEVER) return true;
    return false;
}

static bool guns_need_sp(const g1776_state *s) {
    const g1776_scenario_rules *r = g1776_rules(s);
    if (!g1776_in_1775(s)) return false;
    if (g1776_has_rule(s, G1776_RULE_ARTILLERY_WITH_SP)) return true;
    for (int i = 0; i < r->gun_count; i++)
        if (r->gun[i].moves == G1776_GUN_WITH_SP) return true;
    return false;
}

static bool knox_in_hand(const g1776_state *s) {
    return mk_set_has(s->hand, g1776.named[G1776_KNOX]);
}

bool g1776_tied(const g1776_state *s, const g1776_piece *p) {
    bool fixed = p->flags & G1776_FIXED;
    if (!mk_set_has(G1776_ARTILLERY, p->type)) return fixed;
    if (RULE("g1776.s1.artillery", g1776_has_rule(s, G1776_RULE_ARTILLERY_FIXED))) return true;
    bool at_sea = g1776_has_rule(s, G1776_RULE_BRITISH_AT_SEA) && p->type == G1776_ART_B;
    if (RULE("g1776.s10.artillery", at_sea)) return true;
    if (!fixed) return false;
    return tie_of_fixed_guns(s) == G1776_GUN_WITH_KNOX ? !knox_in_hand(s) : true;
}

/* May its owner destroy it, as far as the scenario is concerned? */
bool g1776_may_destroy_gun(const g1776_state *s, const g1776_piece *p) {
    if (!mk_set_has(G1776_ARTILLERY, p->type)) return true;
    if (p->flags & G1776_FIXED && kept_for_good(s)) return false;
    bool company = g1776_is_hex(p->place) && g1776_held(s, g1776_owner(p->type), p->place);
    return RULE("g1776.s11.artillery", company || !guns_need_sp(s));
}

static bool guns_alone(const g1776_state *s, const g1776_hand *h) {
    if (!h->guns) return false;
    bool need_sp = guns_need_sp(s);
    G1776_EACH_AT(p, s, h->hex) {
        if (!(p->flags & G1776_HAND) || !mk_set_has(G1776_ARTILLERY, p->type)) continue;
        if (p->flags & G1776_FIXED ? !knox_in_hand(s) : need_sp && !h->sp) return true;
    }
    return false;
}

/* Scenarios 11 and 13: the Indians of J5. */
static const char *why_not_indians(const g1776_state *s, const g1776_hand *h, int to) {
    if (!g1776_has_rule(s, G1776_RULE_J5_INDIANS) || h->seat != G1776_BRITISH) return NULL;
    if (!g1776_in_1775(s)) return NULL;
    const mk_set64 friends = G1776_BIT(G1776_TM) | G1776_BIT(G1776_BR);
    if (!g1776_count_where(s, h->hex, G1776_BIT(G1776_BI), G1776_HAND, G1776_HAND)) return NULL;
    bool south = g1776_area_of(h->hex) == G1776_DEEP_SOUTH;
    FORBID("g1776.s11.indians", south && g1776_area_of(to) != G1776_DEEP_SOUTH);
    bool alone = !g1776_count_where(s, h->hex, friends, G1776_HAND, G1776_HAND);
    FORBID("g1776.s11.indians", south && alone && g1776_fort_of(s, to) != G1776_NONE);
    return NULL;
}

/* Why nobody in hand enters a hex, by marching or otherwise. */
const char *g1776_scenario_bars(const g1776_state *s, const g1776_hand *h, int to) {
    FORBID("g1776.s11.april",
           g1776_april_1775(s) && h->seat == G1776_AMERICAN && to == hex_of_town("boston"));
    MK_SET_EACH(l, h->leaders) FORBID("g1776.csg5.confined", !g1776_may_be_in(s, l, to));
    return why_not_indians(s, h, to);
}

/* Why they do not march off, wherever they go. */
const char *g1776_scenario_holds(const g1776_state *s, const g1776_hand *h) {
    FORBID("g1776.s11.artillery", guns_alone(s, h));
    FORBID("g1776.scenario.garrison", g1776_strips_garrison(s, h->seat, h->hex));
    return NULL;
}

/* ---- Leaving the area of play ---- */

/* Scenario 8 counts who leaves by ZZ26, scenario 9 who goes into Virginia. */
bool g1776_exit_counts(int scenario, int from, int to) {
    mk_set64 rules = g1776.scenario[scenario].rules;
    if (mk_set_has(rules, G1776_RULE_1759)) return from == g1776_board.west_exit;
    return mk_set_has(rules, G1776_RULE_CORNWALLIS_LEAVES) && to != MK_NOWHERE &&
           g1776_is_land(to) && strcmp(g1776_board.colonies[g1776_board.colony[to]].id, "va") == 0;
}

void g1776_note_leaving(g1776_state *s, mk_set128 leaders, int br, int from, int to) {
    bool counts = g1776_exit_counts(s->base.scenario, from, to);
    if (counts ||
        g1776_has_rule(s, G1776_RULE_BRANT_NEEDS_INDIANS)) /* 5: who left was not killed */
        s->ledger.left |= leaders & ~s->replaced; /* who took a dead man's place is not he (IV.C) */
    if (!counts) return;
    int total = s->ledger.left_br + br;
    s->ledger.left_br = (uint8_t)(total < UINT8_MAX ? total : UINT8_MAX);
}

/* Scenario 9, at the start of the American June. */
static void miss_cornwallis(g1776_state *s, mk_log *log) {
    enum { JUNE = 5, BR_NEEDED = 3, POINTS = -2 };
    bool asked = g1776_has_rule(s, G1776_RULE_CORNWALLIS_LEAVES) && s->phasing == G1776_AMERICAN &&
                 g1776_rules(s)->month[s->base.turn] % 12 == JUNE;
    if (!asked) return;
    static const g1776_named both[] = {G1776_CORNWALLIS, G1776_LESLIE};
    bool gone = s->ledger.left_br >= BR_NEEDED;
    for (int i = 0; i < 2; i++) gone &= mk_set_has(s->ledger.left, g1776.named[both[i]]);
    if (RULE("g1776.s9.cornwallis", gone)) return;
    g1776_award(s, G1776_BRITISH, POINTS, log);
    for (int i = 0; i < 2; i++) {
        const g1776_leader_at *at = &s->leader[g1776.named[both[i]]];
        if (at->place == G1776_GONE || mk_set_has(s->replaced, g1776.named[both[i]])) continue;
        g1776_put_leader(s, g1776.named[both[i]],
                         (g1776_leader_at){.place = G1776_GONE, .rating = at->rating});
        mk_log_event(log, G1776_E_LEADER_LEAVES, G1776_BRITISH, MK_EVERYONE, 0,
                     g1776.named[both[i]]);
    }
}

/* ---- Winter quarters of scenario 5 ---- */

static bool is_winter_turn(const g1776_state *s) {
    return g1776_has_rule(s, G1776_RULE_WINTER_QUARTERS) && !g1776_rules(s)->number[s->base.turn];
}

bool g1776_no_combat(const g1776_state *s) { return RULE("g1776.s5.winter", is_winter_turn(s)); }

static bool goes_to_quarters(const g1776_state *s, const g1776_piece *p, int seat) {
    const mk_set64 movable = G1776_SP | G1776_SUPPLIES | G1776_ARTILLERY | G1776_DECOYS;
    return g1776_is_hex(p->place) && mk_set_has(movable, p->type) && g1776_owner(p->type) == seat &&
           !(p->flags & (G1776_DONE | G1776_FIXED)) && g1776_in_area(s, p->place);
}

/* British: Oswego and the villages. American: the nearest controlled towns. */
static void quarters(const g1776_state *s, int seat, int from, g1776_hexes *out) {
    memset(out, 0, sizeof *out);
    int nearest = INT16_MAX;
    for (int t = 0; t < g1776_board.town_count; t++) {
        const g1776_town *town = &g1776_board.town[t];
        if (seat == G1776_BRITISH) {
            bool fits = town->type == G1776_VILLAGE || strcmp(town->id, "oswego") == 0;
            if (fits && !g1776_looks_held(s, G1776_AMERICAN, town->hex)) mk_set_add(out, town->hex);
            continue;
        }
        bool fits = town->type == G1776_TOWN && !town->extra && g1776_in_area(s, town->hex) &&
                    g1776_controls(s, seat, town->hex);
        int far = mk_hex_distance(&g1776_board.hexes, from, town->hex);
        if (!fits || far > nearest) continue;
        if (far < nearest) memset(out, 0, sizeof *out);
        nearest = far;
        mk_set_add(out, town->hex);
    }
    mk_set_remove(out, from);
}

/* The next piece that is asked: a is its hex, b its type, or G1776_TYPES and the leader. */
static bool next_to_quarters(g1776_state *s, int seat) {
    G1776_EACH_PIECE(p, s) {
        if (!goes_to_quarters(s, p, seat)) continue;
        mk_frame *f = mk_push(&s->base, G1776_PH_QUARTERS, seat);
        f->a = (int16_t)p->place;
        f->b = p->type;
        return true;
    }
    for (int l = 0; l < g1776.leader_count; l++) {
        const g1776_leader_at *at = &s->leader[l];
        bool asks = g1776.leader[l].seat == seat && g1776_is_hex(at->place) &&
                    !(at->flags & (G1776_DONE | G1776_FIXED));
        if (!asks) continue;
        mk_frame *f = mk_push(&s->base, G1776_PH_QUARTERS, seat);
        f->a = (int16_t)at->place;
        f->b = (int16_t)(G1776_TYPES + l);
        return true;
    }
    return false;
}

void g1776_quarters_list(const void *state, mk_actions *out) {
    const g1776_state *s = state;
    const mk_frame *f = mk_top_const(&s->base);
    g1776_hexes hexes;
    quarters(s, f->seat, f->a, &hexes);
    MK_SET_EACH(hex, &hexes) mk_offer(out, G1776_V_PLACE, hex, 0, 0);
    mk_offer(out, G1776_V_STAY, 0, 0, 0);
}

const char *g1776_quarters_why_not(const void *state, mk_action x) {
    const g1776_state *s = state;
    const mk_frame *f = mk_top_const(&s->base);
    g1776_hexes hexes;
    if (x.verb == G1776_V_STAY) return NULL;
    quarters(s, f->seat, f->a, &hexes);
    FORBID("g1776.s5.winter", !mk_set_has(&hexes, x.a));
    return NULL;
}

static bool quarter_piece(g1776_state *s, int hex, int type, int to) {
    for (int i = g1776_first_at(s, hex);; i++) {
        assert(i < s->piece_count && s->piece[i].place == hex);
        if (s->piece[i].type != type || s->piece[i].flags & (G1776_DONE | G1776_FIXED)) continue;
        g1776_piece p = g1776_take_at(s, i, 1);
        if (to != hex) {
            bool fort = g1776_fort_of(s, to) == g1776_owner(type);
            p.flags = (uint8_t)((p.flags & ~G1776_INSIDE) | (fort ? G1776_INSIDE : 0));
        }
        p.place = (uint16_t)to;
        p.flags |= G1776_DONE;
        g1776_put(s, p);
        return g1776_veiled(&p);
    }
}

void g1776_quarters_apply(void *state, mk_action x, mk_log *log) {
    g1776_state *s = state;
    mk_frame f = *mk_top(&s->base);
    int to = x.verb == G1776_V_STAY ? f.a : x.a;
    mk_pop(&s->base);
    if (f.b < G1776_TYPES) {
        bool veiled = quarter_piece(s, f.a, f.b, to);
        if (to != f.a)
            mk_log_event(log, G1776_E_PLACED, f.seat, veiled ? MK_ONLY(f.seat) : MK_EVERYONE, 0, 1,
                         f.b, (int16_t)g1776_where_of(to));
        if (to != f.a && veiled)
            mk_log_event(log, G1776_E_VEILED_MOVES, f.seat, MK_BUT(f.seat), 0, 1, f.a, (int16_t)to);
    } else {
        g1776_leader_at *at = &s->leader[f.b - G1776_TYPES];
        g1776_move_leader(s, f.b - G1776_TYPES, to);
        if (to != f.a) at->flags = g1776_fort_of(s, to) == f.seat ? G1776_INSIDE : 0;
        at->flags |= G1776_DONE;
        if (to != f.a)
            mk_log_event(log, G1776_E_LEADER_PLACED, f.seat, MK_EVERYONE, 0,
                         (int16_t)(f.b - G1776_TYPES), (int16_t)g1776_where_of(to));
    }
    g1776_tidy(s, f.a, log);
}

/* ---- The start of a segment ---- */

/* Scenario 9: whose SP end their turn in a commerce town, theirs it is from then on. */
static void note_commerce(g1776_state *s, int seat) {
    const g1776_scenario_rules *r = g1776_rules(s);
    for (int i = 0; i < r->com_count && g1776_has_rule(s, G1776_RULE_COMMERCE_TOWNS); i++) {
        int hex = r->com[i].hex, town = g1776_board.town_at[hex];
        if (!g1776_held(s, seat, hex)) continue;
        mk_set_add(&s->ledger.held[seat], town);
        mk_set_remove(&s->ledger.held[g1776_enemy(seat)], town);
    }
}

enum { BEGIN, FLEETS, NAVY, FRENCH, ARRIVALS, QUARTERS, QUARTERED, STARTED };

static void begin_segment(g1776_state *s, mk_log *log) {
    int other = g1776_enemy(s->phasing);
    if (s->phasing != g1776_rules(s)->first) note_commerce(s, other);
    g1776_when when =
        s->phasing == G1776_BRITISH ? G1776_START_OF_BRITISH : G1776_START_OF_AMERICAN;
    if (g1776_victory(s, when, log)) return;
    g1776_southern_start(s, log);
    s->ledger.step = FLEETS;
    s->ledger.shipped = 0;
    miss_cornwallis(s, log);
    g1776_begin_month_of_lead_in(s, log);
    g1776_release_fixed(s, log);
    if (!is_winter_turn(s)) g1776_destroy_com(s, s->phasing, log);
    g1776_instant(s, log);
}

/* Behind the quarters: what stayed beside a marker destroys it; forts may go, nobody fights. */
static void end_quarters(g1776_state *s, mk_log *log) {
    g1776_clear_phase(s);
    g1776_destroy_com(s, s->phasing, log);
    s->ledger.step = BEGIN;
    s->stage = G1776_S_CLOSE;
}

bool g1776_start_of_segment(g1776_state *s, mk_log *log) {
    switch (s->ledger.step) {
    case BEGIN: begin_segment(s, log); return true;
    case FLEETS:
        if (!g1776_next_repaired(s, log)) s->ledger.step = NAVY;
        return true;
    case NAVY:
        s->ledger.step = FRENCH;
        g1776_ask_navy_cargo(s, log);
        return true;
    case FRENCH:
        s->ledger.step = ARRIVALS;
        if (!g1776_begin_visits(s, log)) g1776_ask_french(s);
        return true;
    case ARRIVALS:
        s->ledger.step = is_winter_turn(s) ? QUARTERS : STARTED;
        mk_push(&s->base, G1776_PH_ARRIVALS, s->phasing);
        return true;
    case QUARTERS:
        if (!next_to_quarters(s, s->phasing)) s->ledger.step = QUARTERED;
        return true;
    case QUARTERED: end_quarters(s, log); return true;
    default: s->ledger.step = BEGIN; return false;
    }
}

/* ---- The end of a turn ---- */

/* Scenario 7, behind turn 4. */
static void fix_strategy(g1776_state *s, mk_log *log) {
    enum { BEHIND = 4 };
    if (!g1776_has_rule(s, G1776_RULE_STRATEGY) || s->base.turn != BEHIND) return;
    bool hudson = g1776_controls(s, G1776_BRITISH, hex_of_town("west_point")) &&
                  g1776_controls(s, G1776_BRITISH, hex_of_town("albany"));
    bool north = g1776_controls(s, G1776_BRITISH, hex_of_town("fort_stanwix")) ||
                 g1776_controls(s, G1776_BRITISH, hex_of_town("ticonderoga"));
    s->ledger.strategy = RULE("g1776.s7.strategy", hudson && north) ? 1 : 2;
    mk_log_event(log, G1776_E_STRATEGY, G1776_BRITISH, MK_EVERYONE, 0,
                 (int16_t)(s->ledger.strategy - 1));
}

/* True: the game is over. */
bool g1776_end_of_turn(g1776_state *s, mk_log *log) {
    note_commerce(s, s->phasing);
    g1776_note_company(s);
    g1776_remember(s);
    g1776_count_navy(s, log);
    g1776_southern_turn_ends(s, log);
    g1776_score_turn(s, log);
    g1776_show_for_next_turn(s, log);
    g1776_remember_turn(s);
    fix_strategy(s, log);
    if (g1776_victory(s, G1776_FULL_TURN, log) || g1776_victory(s, G1776_EACH_TURN, log) ||
        g1776_victory(s, G1776_END_OF_TURN, log))
        return true;
    if (s->base.turn < g1776_last_turn(s)) return false;
    if (g1776_in_campaign(s)) g1776_turn_all_up(s, log); /* for points are counted now */
    bool over = g1776_victory(s, G1776_AT_END, log);
    assert(over); /* the last row always decides */
    return over;
}

/* The very start of a turn, in advanced games. */
void g1776_very_start(g1776_state *s, mk_log *log) {
    for (int f = 0; f < G1776_FLEETS; f++) s->fleet[f].tried = 0;
    g1776_new_season(s, log);
    g1776_campaign_turn(s, log);
    if (!g1776_in_campaign(s)) g1776_exchange_prisoners(s, log);
}
