/* setup.c - the start of a scenario: fixed pieces, Leader E, free set-up (I of the scenarios). */
#include "g1776.h"

/* ---- Fixed pieces ---- */

/* Where pieces and leaders are: with the fleet, or aboard it. */
static int home_of(const g1776_set_up *row) {
    return row->aboard ? G1776_ABOARD + mk_set_first(row->group.fleets) : row->hex;
}

static void put_group(g1776_state *s, const g1776_set_up *row) {
    const g1776_group *g = &row->group;
    int seat = g1776_seat_of(g->nation), fort = g->works == G1776_FORT;
    for (int type = 0; type < G1776_TYPES; type++) {
        int place = home_of(row), flags = fort ? G1776_INSIDE : 0;
        if (mk_set_has(G1776_BATEAUX, type)) flags = 0;
        g1776_add(s, place, type, g->count[type], flags);
    }
    MK_SET_EACH(l, g->leaders) {
        g1776_move_leader(s, l, home_of(row));
        if (fort) s->leader[l].flags = G1776_INSIDE;
    }
    MK_SET_EACH(f, g->fleets) s->fleet[f].place = row->hex;
    if (g->works == G1776_NO_WORKS) return;
    static const uint8_t works[2][G1776_SEATS] = {{G1776_ENT_B, G1776_ENT_A},
                                                  {G1776_FORT_B, G1776_FORT_A}};
    g1776_add(s, row->hex, works[fort][seat], 1, 0);
}

static int leader_e(int seat) {
    for (int l = 0; l < g1776.leader_count; l++)
        if (g1776.leader[l].seat == seat && g1776.leader[l].is & G1776_LEADER_E) return l;
    return G1776_NONE;
}

/* Leader E for one whose place he took in the set-up and where he still is, else that one. */
int g1776_set_up_as(const g1776_state *s, int leader, int hex) {
    int e = leader_e(g1776.leader[leader].seat);
    return s->leader[leader].place == G1776_GONE && s->leader[e].place == hex ? e : leader;
}

/* Flags of pieces that may not move: they are marked one by one among their kind. */
void g1776_fix_pieces(g1776_state *s, const g1776_fixed *row) {
    for (int type = 0; type < G1776_TYPES; type++) {
        int left = row->group.count[type];
        for (int i = g1776_first_at(s, row->hex);
             left && i < s->piece_count && s->piece[i].place == row->hex; i++) {
            if (s->piece[i].type != type || s->piece[i].flags & G1776_FIXED) continue;
            int n = left < s->piece[i].count ? left : s->piece[i].count;
            g1776_piece p = g1776_take_at(s, i, n);
            p.flags |= G1776_FIXED;
            g1776_put(s, p);
            left -= n;
            i = g1776_first_at(s, row->hex) - 1;
        }
    }
    MK_SET_EACH(l, row->group.leaders)
        s->leader[g1776_set_up_as(s, l, row->hex)].flags |= G1776_FIXED;
}

/* Guns that are tied to Knox, or for good (6, 11, 12). */
static void fix_guns(g1776_state *s, const g1776_guns *row) {
    if (row->moves == G1776_GUN_WITH_SP) return; /* as all others there */
    for (int i = g1776_first_at(s, row->hex); i < s->piece_count && s->piece[i].place == row->hex;
         i++) {
        bool free =
            mk_set_has(G1776_ARTILLERY, s->piece[i].type) && !(s->piece[i].flags & G1776_FIXED);
        if (!free) continue;
        g1776_piece p = g1776_take_at(s, i, s->piece[i].count);
        p.flags |= G1776_FIXED;
        g1776_put(s, p);
        i = g1776_first_at(s, row->hex) - 1;
    }
}

/* Bateaux of the set-up lie at the first hexside of their hex that carries one (II.B). */
static int mooring_at(int hex) {
    const mk_hexmap *m = &g1776_board.hexes;
    for (int d = 0; d < MK_DIRECTIONS; d++) {
        unsigned bits = m->side_bits[m->side_of[hex][d]];
        if (bits & G1776_WATER && !(bits & G1776_COASTAL)) return m->side_of[hex][d];
    }
    return MK_NOWHERE;
}

/* The owner turns each bateau of the set-up to a hexside of its hex: asked one by one. */
static int bateau_to_moor(const g1776_state *s) {
    G1776_EACH_PIECE(p, s) {
        if (mk_set_has(G1776_BATEAUX, p->type) && g1776_is_hex(p->place) &&
            mooring_at(p->place) != MK_NOWHERE)
            return p->place;
    }
    return -1;
}

static int owner_of_bateau(const g1776_state *s, int hex) {
    return g1776_has(s, hex, G1776_BAT_B) ? G1776_BRITISH : G1776_AMERICAN;
}

static void put_fixed_pieces(g1776_state *s) {
    const g1776_scenario_rules *r = g1776_rules(s);
    for (int i = 0; i < r->set_up_count; i++) put_group(s, &r->set_up[i]);
    for (int i = 0; i < r->com_count; i++) g1776_add(s, r->com[i].hex, r->com[i].type, 1, 0);
    for (int i = 0; i < r->fixed_count; i++) g1776_fix_pieces(s, &r->fixed[i]);
    for (int i = 0; i < r->gun_count; i++) fix_guns(s, &r->gun[i]);
    for (int i = 0; i < r->com_count && g1776_has_rule(s, G1776_RULE_COMMERCE_TOWNS); i++) {
        int owner = g1776.type[r->com[i].type].seat;
        if (owner != G1776_NONE)
            mk_set_add(&s->ledger.held[owner], g1776_board.town_at[r->com[i].hex]);
    }
}

/* Options D of scenarios 11 and 12: Indians in their villages. */
bool g1776_has_villagers(const g1776_state *s) {
    return g1776_option(s, G1776_OPTION_VILLAGERS) && g1776_has_rule(s, G1776_RULE_APRIL_1775);
}

static void put_villagers(g1776_state *s) {
    if (!g1776_has_villagers(s)) return;
    for (int t = 0; t < g1776_board.town_count; t++)
        if (g1776_board.town[t].type == G1776_VILLAGE)
            g1776_add(s, g1776_board.town[t].hex, G1776_BI, 1, 0);
    if (g1776_rules(s)->lead_in.turns) s->campaign.unmoved = 7;
}

/* Scenario 12: Greene and Morgan are rated 1. */
static void set_ratings(g1776_state *s) {
    if (!g1776_has_rule(s, G1776_RULE_GREENE_AND_MORGAN)) return;
    s->leader[g1776.named[G1776_GREENE]].rating = 1;
    s->leader[g1776.named[G1776_MORGAN]].rating = 1;
}

/* ---- Leader E ---- */

/* He is free unless the scenario itself has him. */
static bool e_is_free(const g1776_state *s, int seat) {
    const g1776_scenario_rules *r = g1776_rules(s);
    int e = leader_e(seat);
    if (s->leader[e].place != G1776_GONE) return false;
    if (r->lead_in.turns && seat == G1776_BRITISH) return false; /* he relieves Burgoyne */
    for (int i = 0; i < r->arrival_count; i++)
        if (mk_set_has(r->arrival[i].group.leaders, e)) return false;
    for (int i = 0; r->campaign && i < r->free_count; i++)
        if (mk_set_has(r->free[i].group.leaders, e)) return false;
    return true;
}

static bool may_stand_in_for(const g1776_state *s, int seat, int leader) {
    const g1776_leader_row *row = &g1776.leader[leader];
    return row->seat == seat && row->nation != G1776_N_FRENCH && row->is & G1776_NAMELESS &&
           leader != leader_e(seat) && g1776_is_hex(s->leader[leader].place);
}

static bool can_substitute(const g1776_state *s, int seat) {
    if (!e_is_free(s, seat)) return false;
    for (int l = 0; l < g1776.leader_count; l++)
        if (may_stand_in_for(s, seat, l)) return true;
    return false;
}

/* Scenario 3: one of its nameless leaders is set up freely, so the side is asked afterwards. */
static bool places_nameless(const g1776_state *s, int seat) {
    const g1776_scenario_rules *r = g1776_rules(s);
    for (int i = 0; i < r->free_count; i++) {
        MK_SET_EACH(l, r->free[i].group.leaders) {
            if (g1776.leader[l].seat == seat && g1776.leader[l].is & G1776_NAMELESS) return true;
        }
    }
    return false;
}

void g1776_substitute_list(const void *state, mk_actions *out) {
    const g1776_state *s = state;
    int seat = g1776_deciding(s);
    for (int l = 0; l < g1776.leader_count; l++)
        if (may_stand_in_for(s, seat, l)) mk_offer(out, G1776_V_SUBSTITUTE, l, 0, 0);
    mk_offer(out, G1776_V_DONE, 0, 0, 0);
}

const char *g1776_substitute_why_not(const void *state, mk_action x) {
    const g1776_state *s = state;
    if (x.verb == G1776_V_SUBSTITUTE)
        FORBID("g1776.scenarios.leader_e", !may_stand_in_for(s, g1776_deciding(s), x.a));
    return NULL;
}

void g1776_substitute_apply(void *state, mk_action x, mk_log *log) {
    g1776_state *s = state;
    int seat = g1776_deciding(s);
    mk_pop(&s->base);
    if (x.verb == G1776_V_DONE) return;
    int e = leader_e(seat);
    g1776_move_leader(s, e, s->leader[x.a].place);
    s->leader[e].flags = s->leader[x.a].flags;
    g1776_move_leader(s, x.a, G1776_GONE);
    s->leader[x.a].flags = 0;
    mk_log_event(log, G1776_E_SUBSTITUTED, seat, MK_EVERYONE, 0, x.a, (int16_t)e);
}

/* ---- Bateaux of the set-up ---- */

void g1776_moor_list(const void *state, mk_actions *out) {
    const g1776_state *s = state;
    const mk_hexmap *m = &g1776_board.hexes;
    int hex = mk_top_const(&s->base)->a;
    for (int d = 0; d < MK_DIRECTIONS; d++) {
        unsigned bits = m->side_bits[m->side_of[hex][d]];
        if (bits & G1776_WATER && !(bits & G1776_COASTAL))
            mk_offer(out, G1776_V_LAY, m->side_of[hex][d], 0, 0);
    }
}

const char *g1776_moor_why_not(const void *state, mk_action x) {
    const g1776_state *s = state;
    const mk_side *side = &g1776_board.hexes.side[x.a];
    unsigned bits = g1776_board.hexes.side_bits[x.a];
    int hex = mk_top_const(&s->base)->a;
    FORBID("g1776.ii.b.side", side->hex[0] != hex && side->hex[1] != hex);
    FORBID("g1776.ii.b.side", !(bits & G1776_WATER) || bits & G1776_COASTAL);
    return NULL;
}

void g1776_moor_apply(void *state, mk_action x, mk_log *log) {
    g1776_state *s = state;
    int hex = mk_top(&s->base)->a;
    mk_pop(&s->base);
    for (int i = g1776_first_at(s, hex);; i++) {
        assert(i < s->piece_count && s->piece[i].place == hex);
        if (!mk_set_has(G1776_BATEAUX, s->piece[i].type)) continue;
        g1776_piece p = g1776_take_at(s, i, 1);
        p.place = (uint16_t)(G1776_AT_SIDE + x.a);
        g1776_put(s, p);
        mk_log_event(log, G1776_E_PLACED, g1776_owner(p.type), MK_EVERYONE, 0, 1, p.type,
                     (int16_t)g1776_where_of(p.place));
        return;
    }
}

/* ---- Scenario 3: American SP may start entrenched ---- */

static const char *why_not_dig(const g1776_state *s, int hex) {
    FORBID("g1776.ii.a", !g1776_held(s, G1776_AMERICAN, hex));
    FORBID("g1776.ii.a", g1776_entrenched(s, hex, G1776_AMERICAN));
    FORBID("g1776.ii.a.works", g1776_fort_of(s, hex) != G1776_NONE);
    FORBID("g1776.counters", g1776_on_map(s, G1776_ENT_A) >= g1776.type[G1776_ENT_A].limit);
    return NULL;
}

void g1776_dig_list(const void *state, mk_actions *out) {
    const g1776_state *s = state;
    MK_SET_EACH(hex, &s->held[G1776_AMERICAN]) {
        if (!why_not_dig(s, hex)) mk_offer(out, G1776_V_ENTRENCH, hex, 0, 0);
    }
    mk_offer(out, G1776_V_DONE, 0, 0, 0);
}

const char *g1776_dig_why_not(const void *state, mk_action x) {
    return x.verb == G1776_V_DONE ? NULL : why_not_dig(state, x.a);
}

void g1776_dig_apply(void *state, mk_action x, mk_log *log) {
    g1776_state *s = state;
    if (x.verb == G1776_V_DONE) {
        mk_pop(&s->base);
        return;
    }
    g1776_add(s, x.a, G1776_ENT_A, 1, 0);
    mk_log_event(log, G1776_E_ENTRENCHED, G1776_AMERICAN, MK_EVERYONE, 0, x.a);
}

/* ---- The sequence ---- */

enum {
    BID_B,
    BID_A,
    SUBSTITUTE_B,
    SUBSTITUTE_A,
    MOOR,
    VEIL_B,
    VEIL_A,
    FREE,
    LATE_B,
    LATE_A,
    DIG,
    DONE
};

static void ask_substitute(g1776_state *s, int seat, bool late) {
    if (places_nameless(s, seat) == late && can_substitute(s, seat))
        mk_push(&s->base, G1776_PH_SUBSTITUTE, seat);
}

static void ask_to_place(g1776_state *s, int number) {
    const g1776_free_set_up *row = &g1776_rules(s)->free[number];
    mk_frame *f = mk_push(&s->base, G1776_PH_PLACE, g1776_seat_of(row->group.nation));
    f->a = (int16_t)number;
    f->b = G1776_OF_SET_UP;
}

/* Free set-up, one after the other: b is the next, its pieces are in hand while it is placed. */
static void next_free(g1776_state *s, mk_frame *f) {
    const g1776_scenario_rules *r = g1776_rules(s);
    if (g1776_anything_in_hand(s)) {
        ask_to_place(s, f->b - 1);
        return;
    }
    while (f->b < r->free_count && r->free[f->b].decoys && !g1776_option(s, G1776_OPTION_INVERTED))
        f->b++;
    if (f->b == r->free_count) {
        f->a = LATE_B;
        return;
    }
    g1776_take_in_hand(s, &r->free[f->b++].group);
    g1776_veil_hand(s);
    ask_to_place(s, f->b - 1);
}

void g1776_setup_step(void *state, mk_log *log) {
    g1776_state *s = state;
    mk_frame *f = mk_top(&s->base);
    (void)log;
    switch (f->a) {
    case BID_B: /* CSG-4 */
    case BID_A: g1776_ask_bid(s, f->a++ == BID_B ? G1776_BRITISH : G1776_AMERICAN); return;
    case SUBSTITUTE_B:
    case SUBSTITUTE_A:
        ask_substitute(s, f->a++ == SUBSTITUTE_B ? G1776_BRITISH : G1776_AMERICAN, false);
        return;
    case MOOR: {
        int hex = bateau_to_moor(s);
        if (hex < 0)
            f->a = VEIL_B;
        else
            mk_push(&s->base, G1776_PH_MOOR, owner_of_bateau(s, hex))->a = (int16_t)hex;
        return;
    }
    case VEIL_B:
    case VEIL_A: {
        int seat = f->a++ == VEIL_B ? G1776_BRITISH : G1776_AMERICAN;
        if (g1776_veils(s)) mk_push(&s->base, G1776_PH_VEIL, seat);
        return;
    }
    case FREE: next_free(s, f); return;
    case LATE_B:
    case LATE_A: ask_substitute(s, f->a++ == LATE_B ? G1776_BRITISH : G1776_AMERICAN, true); return;
    case DIG:
        f->a = DONE;
        if (g1776_has_rule(s, G1776_RULE_MAY_ENTRENCH_AMERICAN))
            mk_push(&s->base, G1776_PH_DIG, G1776_AMERICAN);
        return;
    default: mk_pop(&s->base); return;
    }
}

void g1776_place_setup(g1776_state *s, mk_log *log) {
    (void)log;
    put_fixed_pieces(s);
    put_villagers(s);
    set_ratings(s);
    g1776_campaign_setup(s);
    mk_push(&s->base, G1776_PH_SETUP, -1);
}
