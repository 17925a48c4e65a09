/* march.c - forced marches (II.D): all are declared, then the dice are thrown in that order. */
#include <string.h>

#include "g1776.h"

/* ---- Who may march ---- */

/* F2: not from a hex with enemy SP in the open, not in the northern winter. */
static const char *why_not_from(const g1776_state *s, int seat, int hex) {
    FORBID("g1776.ii.d.enemy", g1776_open(s, g1776_enemy(seat), hex));
    FORBID("g1776.csg.vi.march", g1776_winter(s) && g1776_north(hex));
    return NULL;
}

static const char *why_not_chief(const g1776_state *s, int leader, int hex, int seat) {
    const g1776_leader_at *at = &s->leader[leader];
    FORBID("g1776.ii.own", at->place != hex || g1776.leader[leader].seat != seat);
    FORBID("g1776.ii.d.once", at->mark || mk_set_has(s->hand, leader));
    FORBID("g1776.ii.d.carried", at->flags & G1776_CARRIED);
    FORBID("g1776.ii.d.leader", g1776_leader_is(s, leader, G1776_NO_FORCED_MARCH));
    FORBID("g1776.ii.c.march", at->origin & G1776_STRUCK && at->spent == G1776_ALL_SPENT);
    FORBID("g1776.scenario.fixed", at->flags & G1776_FIXED);
    return NULL;
}

static bool knox_in(const g1776_hand *h, const g1776_state *s) {
    int knox = g1776.named[G1776_KNOX];
    return mk_set_has(h->leaders, knox) && !mk_set_has(s->replaced, knox);
}

/* How many SP of a type the leaders in hand can take along; of artillery, with Knox. */
static int room_for(const g1776_state *s, const g1776_hand *h, int type) {
    const g1776_type_row *row = &g1776.type[type];
    bool alone = g1776_southern_game(s) && type == G1776_BI; /* CSG-5: Indians need nobody */
    if (!h->leaders) return RULE("g1776.csg5.indians_march", alone) ? UINT8_MAX : 0;
    if (mk_set_has(G1776_ARTILLERY, type)) return knox_in(h, s) ? UINT8_MAX : 0;
    if (mk_set_has(G1776_DECOYS, type)) return UINT8_MAX;
    if (!g1776_is_sp(type)) return 0;
    if (row->is & G1776_IS_REGULAR) return h->limit[row->nation] - h->regulars[row->nation];
    if (h->regular_leader) return UINT8_MAX;
    int room = h->militia_room - h->indians; /* Indians are partisans, too (V) */
    return row->is & G1776_IS_DRAGOON && h->dragoon_room < room ? h->dragoon_room : room;
}

/* A builder of entrenchments has spent all without having moved. */
static const char *why_not_marcher(const g1776_state *s, const g1776_piece *p, int seat) {
    FORBID("g1776.ii.own", g1776_owner(p->type) != seat);
    FORBID("g1776.ii.d.once", p->mark || p->flags & G1776_HAND);
    FORBID("g1776.ii.d.carried", p->flags & G1776_CARRIED);
    FORBID("g1776.ii.a.builder", p->flags & G1776_MARKED || (p->spent && !p->origin));
    FORBID("g1776.ii.c.march", p->origin & G1776_STRUCK && p->spent == G1776_ALL_SPENT);
    FORBID("g1776.scenario.fixed", g1776_tied(s, p));
    return NULL;
}

static bool somebody(const g1776_state *s, int seat, int hex) {
    if (why_not_from(s, seat, hex)) return false;
    bool chief = false;
    MK_SET_EACH(l, g1776_leaders_at(s, hex, seat)) chief |= !why_not_chief(s, l, hex, seat);
    G1776_EACH_AT(p, s, hex) {
        bool alone = g1776_southern_game(s) && p->type == G1776_BI;
        if (!chief && !alone) continue;
        bool marches = g1776_is_sp(p->type) || mk_set_has(G1776_ARTILLERY, p->type);
        if (marches && !why_not_marcher(s, p, seat)) return true;
    }
    return false;
}

static const char *why_not_march(const g1776_state *s, int seat, int hex) {
    FORBID("g1776.ii.d", !g1776_is_land(hex));
    FORBID("g1776.ii.d.once", mk_set_has(&s->evaded, hex) || s->march_count >= G1776_MAX_MARCHES);
    const char *why = why_not_from(s, seat, hex);
    if (why) return why;
    FORBID("g1776.ii.d", !somebody(s, seat, hex));
    return NULL;
}

static g1776_hexes starts(const g1776_state *s, int seat) {
    g1776_hexes hexes = {{0}};
    MK_SET_EACH(l, s->in_play & g1776.leaders_of[seat]) {
        int hex = s->leader[l].place;
        if (g1776_is_hex(hex) && !why_not_march(s, seat, hex)) mk_set_add(&hexes, hex);
    }
    G1776_EACH_PIECE(p, s) {
        bool indians = g1776_southern_game(s) && p->type == G1776_BI && seat == G1776_BRITISH;
        if (indians && g1776_is_hex(p->place) && !why_not_march(s, seat, p->place))
            mk_set_add(&hexes, p->place);
    }
    return hexes;
}

/* ---- All marches are declared ---- */

bool g1776_ask_marches(g1776_state *s) {
    s->march_count = 0;
    memset(s->march, 0, sizeof s->march);
    if (g1776_basic(s)) return false;
    g1776_hexes hexes = starts(s, s->phasing);
    if (!mk_set_size(&hexes)) return false;
    mk_push(&s->base, G1776_PH_MARCHING, s->phasing);
    mk_push(&s->base, G1776_PH_MARCH, s->phasing);
    return true;
}

void g1776_march_list(const void *state, mk_actions *out) {
    g1776_hexes hexes = starts(state, g1776_deciding(state));
    MK_SET_EACH(hex, &hexes) mk_offer(out, G1776_V_MARCH, hex, 0, 0);
    mk_offer(out, G1776_V_DONE, 0, 0, 0);
}

const char *g1776_march_why_not(const void *state, mk_action x) {
    return x.verb == G1776_V_DONE ? NULL : why_not_march(state, g1776_deciding(state), x.a);
}

void g1776_march_apply(void *state, mk_action x, mk_log *log) {
    g1776_state *s = state;
    int seat = g1776_deciding(s);
    (void)log;
    if (x.verb == G1776_V_DONE) {
        mk_pop(&s->base);
        return;
    }
    s->march[s->march_count] = (g1776_march){.from = (uint16_t)x.a};
    mk_push(&s->base, G1776_PH_MARSHAL, seat)->a = x.a;
}

/* ---- One is declared ---- */

static g1776_march *current(g1776_state *s) { return &s->march[s->march_count]; }
static const g1776_march *current_const(const g1776_state *s) { return &s->march[s->march_count]; }

/* By boat where one lies: at the end of movement nothing else can be done with it (II.B). */
static g1776_cost cost_of(const g1776_state *s, const g1776_hand *h, int from, int direction) {
    g1776_cost foot = g1776_step_cost(s, h->seat, from, direction, G1776_ON_FOOT);
    g1776_cost boat = g1776_step_cost(s, h->seat, from, direction, G1776_BY_BOAT);
    if (boat.closed) return foot;
    return foot.closed || boat.water < foot.water ? boat : foot;
}

/* V.A: Marion's one swamp hex of the turn, for him and his partisans. */
static bool guided(const g1776_state *s, const g1776_hand *h, int to, int swamps) {
    bool his = h->marion && h->partisans_led && h->sp == h->partisans;
    bool first = !swamps && !s->leader[g1776.named[G1776_MARION]].swamp;
    return RULE("g1776.v.a.marion", his && first && g1776_board.ground[to] == G1776_SWAMP);
}

/* MP for a step; 0: it cannot be made. `swamps` counts those entered before. */
static int step_mp(const g1776_state *s, const g1776_hand *h, int from, int direction, int swamps) {
    g1776_cost c = cost_of(s, h, from, direction);
    if (c.closed) return 0;
    int to = g1776_board.hexes.near[from][direction];
    if (g1776_village_closed(s, h->seat, to) || g1776_scenario_bars(s, h, to)) return 0;
    if (RULE("g1776.csg.vi.march", g1776_winter(s) && g1776_north(to) != g1776_north(from)))
        return 0;
    int enter = guided(s, h, to, swamps) ? g1776.table.enter[G1776_CLEAR] : c.enter;
    return enter + c.relief + c.water - (h->glover && c.water ? 1 : 0);
}

static int in_swamp(int hex) { return g1776_board.ground[hex] == G1776_SWAMP; }

/* F4: is there a route that costs exactly so many MP? */
static bool exactly(const g1776_state *s, const g1776_hand *h, int from, int mp, int swamps) {
    if (!mp) return true;
    for (int d = 0; d < MK_DIRECTIONS; d++) {
        int cost = step_mp(s, h, from, d, swamps);
        if (!cost || cost > mp) continue;
        int to = g1776_board.hexes.near[from][d];
        if (exactly(s, h, to, mp - cost, swamps + in_swamp(to))) return true;
    }
    return false;
}

/* Where the route leads so far, the MP left for it, the swamps on it. */
typedef struct {
    int hex, mp, swamps;
} way;

static way way_so_far(const g1776_state *s, const g1776_hand *h, const g1776_march *m, int steps) {
    way w = {.hex = m->from, .mp = m->effort};
    for (int i = 0; i < steps; i++) {
        w.mp -= step_mp(s, h, w.hex, m->route[i], w.swamps);
        w.hex = g1776_board.hexes.near[w.hex][m->route[i]];
        w.swamps += in_swamp(w.hex);
    }
    return w;
}

/* By a leader; CSG-5: or Indians by themselves. */
static bool is_led(const g1776_state *s, const g1776_hand *h) {
    return h->leaders || (g1776_southern_game(s) && h->sp && h->sp == h->indians);
}

static const char *why_not_effort(const g1776_state *s, const g1776_hand *h, int mp) {
    FORBID("g1776.ii.d", !is_led(s, h) || !h->pieces || current_const(s)->effort);
    FORBID("g1776.ii.d.table", mp < 1 || mp > G1776_MAX_EFFORT);
    bool guns = g1776_count_where(s, h->hex, G1776_ARTILLERY, G1776_HAND, G1776_HAND) > 0;
    FORBID("g1776.ii.d.knox", guns && mp > g1776.table.knox_march);
    FORBID("g1776.iii.b.escort", g1776_leaves_prize(s, h, MK_NOWHERE));
    FORBID("g1776.scenario.garrison", g1776_strips_garrison(s, h->seat, h->hex));
    FORBID("g1776.ii.d.route", !exactly(s, h, h->hex, mp, 0));
    return NULL;
}

/* Who leaves for the same goal from the same hex is one march. */
static bool same_goal(const g1776_state *s, int goal) {
    for (int i = 0; i < s->march_count; i++) {
        const g1776_march *m = &s->march[i];
        int hex = m->from;
        for (int k = 0; k < m->steps; k++) hex = g1776_board.hexes.near[hex][m->route[k]];
        if (m->from == current_const(s)->from && hex == goal) return true;
    }
    return false;
}

static const char *why_not_route(const g1776_state *s, const g1776_hand *h, int direction) {
    const g1776_march *m = current_const(s);
    FORBID("g1776.ii.d.route", !m->effort);
    way w = way_so_far(s, h, m, m->steps);
    int cost = step_mp(s, h, w.hex, direction, w.swamps);
    FORBID("g1776.ii.d.route", !cost || cost > w.mp);
    int to = g1776_board.hexes.near[w.hex][direction];
    bool decoys = g1776_counters_in_hand(s, h) > h->sp;
    FORBID("g1776.vi.b.decoy", decoys && g1776_units_at(s, to, g1776_enemy(h->seat)));
    FORBID("g1776.ii.d.route", !exactly(s, h, to, w.mp - cost, w.swamps + in_swamp(to)));
    FORBID("g1776.ii.d.same", w.mp == cost && same_goal(s, to));
    FORBID("g1776.v.a.sumter", w.mp == cost && g1776_reunites(s, h->leaders, to));
    return NULL;
}

/* F3: a plain regular; if there is none, plain militia or an Indian. */
static mk_set64 toll_types(const g1776_state *s, const g1776_hand *h) {
    mk_set64 regulars = 0, others = 0;
    G1776_EACH_AT(p, s, h->hex) {
        if (!(p->flags & G1776_HAND) || !g1776_is_sp(p->type)) continue;
        if (g1776_is(p->type, G1776_IS_ELITE)) continue;
        if (g1776_is(p->type, G1776_IS_REGULAR))
            regulars |= G1776_BIT(p->type);
        else
            others |= G1776_BIT(p->type);
    }
    return regulars ? regulars : others;
}

/* CSG-5: most leaders lose nobody for it. */
static bool marches_free(const g1776_state *s, int leader) {
    return RULE("g1776.csg5.march", mk_set_has(g1776_rules(s)->march_free, leader));
}

static const char *why_not_bonus(const g1776_state *s, const g1776_hand *h, int leader) {
    const g1776_march *m = current_const(s);
    FORBID("g1776.ii.d.bonus", !m->effort || m->steps || m->bonus);
    FORBID("g1776.ii.d.bonus", !mk_set_has(h->leaders, leader) || mk_set_has(s->replaced, leader));
    FORBID("g1776.ii.d.bonus", g1776_march_die(s, leader) >= 0);
    FORBID("g1776.ii.d.toll", !marches_free(s, leader) && !toll_types(s, h));
    return NULL;
}

static g1776_hand in_hand(const g1776_state *s) {
    const mk_frame *top = mk_top_const(&s->base);
    return g1776_hand_at(s, top->a, top->seat);
}

const char *g1776_marshal_why_not(const void *state, mk_action x) {
    const g1776_state *s = state;
    g1776_hand h = in_hand(s);
    switch (x.verb) {
    case G1776_V_JOIN:
        FORBID("g1776.ii.d", current_const(s)->effort);
        return why_not_chief(s, x.a, h.hex, h.seat);
    case G1776_V_ADD: {
        int i = g1776_find_lot(s, h.hex, x.a, x.c, 0);
        FORBID("g1776.ii.d", current_const(s)->effort || i < 0);
        const char *why = why_not_marcher(s, &s->piece[i], h.seat);
        if (why) return why;
        FORBID("g1776.ii.own", x.b < 1 || x.b > s->piece[i].count);
        FORBID("g1776.ii.d.command", x.b > room_for(s, &h, x.a));
        return NULL;
    }
    case G1776_V_EFFORT: return why_not_effort(s, &h, x.a);
    case G1776_V_BONUS: return why_not_bonus(s, &h, x.a);
    case G1776_V_ROUTE: return why_not_route(s, &h, x.a);
    default: return NULL; /* no march from here after all */
    }
}

void g1776_marshal_list(const void *state, mk_actions *out) {
    const g1776_state *s = state;
    g1776_hand h = in_hand(s);
    int lot = 0, type = -1;
    if (!current_const(s)->effort) {
        MK_SET_EACH(l, g1776_leaders_at(s, h.hex, h.seat)) {
            if (!why_not_chief(s, l, h.hex, h.seat)) mk_offer(out, G1776_V_JOIN, l, 0, 0);
        }
        G1776_EACH_AT(p, s, h.hex) {
            if (p->flags & G1776_HAND) continue;
            lot = p->type == type ? lot + 1 : 0;
            type = p->type;
            if (why_not_marcher(s, p, h.seat)) continue;
            int room = room_for(s, &h, p->type);
            for (int n = 1; n <= p->count && n <= room; n++)
                mk_offer(out, G1776_V_ADD, p->type, n, lot);
        }
    }
    for (int mp = 1; mp <= G1776_MAX_EFFORT; mp++)
        if (!why_not_effort(s, &h, mp)) mk_offer(out, G1776_V_EFFORT, mp, 0, 0);
    MK_SET_EACH(l, h.leaders)
        if (!why_not_bonus(s, &h, l)) mk_offer(out, G1776_V_BONUS, l, 0, 0);
    for (int d = 0; d < MK_DIRECTIONS; d++)
        if (!why_not_route(s, &h, d)) mk_offer(out, G1776_V_ROUTE, d, 0, 0);
    mk_offer(out, G1776_V_HALT, 0, 0, 0);
}

/* Out of the hand, with the number of the march (0: none). */
static void release(g1776_state *s, int hex, int number) {
    g1776_piece lifted[G1776_MAX_LOTS];
    int count = g1776_lift(s, hex, G1776_HAND, lifted);
    for (int i = 0; i < count; i++) {
        lifted[i].flags &= (uint8_t)~G1776_HAND;
        lifted[i].mark = (uint8_t)number;
        g1776_put(s, lifted[i]);
    }
    MK_SET_EACH(l, s->hand) s->leader[l].mark = (uint8_t)number;
    s->hand = 0;
}

static void declare(g1776_state *s, const g1776_hand *h, mk_log *log) {
    const g1776_march *m = current(s);
    mk_log_event(log, G1776_E_MARCH_DECLARED, h->seat, MK_EVERYONE, 0, (int16_t)m->from,
                 (int16_t)g1776_counters_in_hand(s, h), m->effort);
    s->march_count++;
    release(s, h->hex, s->march_count);
    mk_pop(&s->base);
}

void g1776_marshal_apply(void *state, mk_action x, mk_log *log) {
    g1776_state *s = state;
    g1776_march *m = current(s);
    g1776_hand h = in_hand(s);
    switch (x.verb) {
    case G1776_V_JOIN: mk_set_add(&s->hand, x.a); return;
    case G1776_V_ADD: g1776_turn_lot(s, h.hex, x, 0); return;
    case G1776_V_EFFORT: m->effort = (uint8_t)x.a; return;
    case G1776_V_BONUS: m->bonus = (uint8_t)(x.a + 1); return;
    case G1776_V_ROUTE: {
        m->route[m->steps++] = (uint8_t)x.a;
        if (!way_so_far(s, &h, m, m->steps).mp) declare(s, &h, log);
        return;
    }
    default:
        release(s, h.hex, 0);
        memset(m, 0, sizeof *m);
        mk_set_add(&s->evaded, h.hex);
        mk_pop(&s->base);
    }
}

/* ---- The dice ---- */

static void take_up(g1776_state *s, int number) {
    int hex = s->march[number - 1].from;
    for (int i = g1776_first_at(s, hex); i < s->piece_count && s->piece[i].place == hex; i++) {
        const g1776_piece *marcher = &s->piece[i];
        if (marcher->mark != number || marcher->flags & G1776_HAND) continue;
        if (mk_set_has(G1776_SUPPLIES, marcher->type)) continue;
        g1776_piece p = g1776_take_at(s, i, s->piece[i].count);
        if (!p.origin) p.origin = g1776_began(&p);
        p.flags = (uint8_t)((p.flags | G1776_HAND) & ~G1776_INSIDE);
        g1776_put(s, p);
        i = g1776_first_at(s, hex) - 1;
    }
    for (int l = 0; l < g1776.leader_count; l++) {
        if (s->leader[l].mark != number || s->leader[l].place != hex) continue;
        s->leader[l].flags &= (uint8_t)~G1776_INSIDE;
        mk_set_add(&s->hand, l);
    }
}

static void lose_marcher(g1776_state *s, int hex, int type, int seat, mk_log *log) {
    for (int i = g1776_first_at(s, hex);; i++) {
        assert(i < s->piece_count && s->piece[i].place == hex);
        if (s->piece[i].type != type || !(s->piece[i].flags & G1776_HAND)) continue;
        g1776_take_at(s, i, 1);
        break;
    }
    mk_log_event(log, G1776_E_LOST, seat, MK_EVERYONE, 0, 1, (int16_t)type, (int16_t)hex);
}

/* III.G: Glover's men were used if the route that was declared crosses water. */
static bool glover_used(const g1776_state *s, const g1776_hand *h, const g1776_march *m) {
    int hex = m->from;
    for (int i = 0; h->glover && i < m->steps; i++) {
        if (cost_of(s, h, hex, m->route[i]).water) return true;
        hex = g1776_board.hexes.near[hex][m->route[i]];
    }
    return false;
}

/* F5: half of the SP, rounded up, by the casualty list; Glover's men first if they were used. The
 * list is kept where combats keep it. */
static int begin_half(g1776_state *s, const g1776_hand *h, const g1776_march *m) {
    g1776_combat *c = &s->combat;
    memset(c, 0, sizeof *c);
    c->hex = MK_NOWHERE;
    c->elite[0] = c->elite[1] = G1776_NO_TYPE;
    G1776_EACH_AT(p, s, h->hex) {
        if (p->flags & G1776_HAND && g1776_is_sp(p->type))
            c->force[h->seat][p->type] = (uint8_t)(c->force[h->seat][p->type] + p->count);
    }
    if (RULE("g1776.ii.d.glover", glover_used(s, h, m))) {
        c->elite[h->seat] = G1776_GLOVERS;
        g1776_use_elite(s, G1776_GLOVERS);
    }
    bool spared = h->leaders & g1776_rules(s)->one_falls_out;
    return RULE("g1776.csg5.one_falls_out", spared) ? 1 : (h->sp + 1) / 2;
}

static void end_half(g1776_state *s) {
    memset(&s->combat, 0, sizeof s->combat);
    s->combat.hex = MK_NOWHERE;
}

static int modifier(const g1776_state *s, const g1776_hand *h, const g1776_march *m) {
    int change = m->bonus ? g1776_march_die(s, m->bonus - 1) : 0;
    bool guns = g1776_count_where(s, h->hex, G1776_ARTILLERY, G1776_HAND, G1776_HAND) > 0;
    if (RULE("g1776.ii.d.knox", guns)) change += g1776.leader[g1776.named[G1776_KNOX]].forced_march;
    return change;
}

/* The MP gained; -1: half of them are lost. */
static int throw_for(g1776_state *s, const g1776_hand *h, const g1776_march *m, mk_log *log) {
    int change = modifier(s, h, m), die = mk_die(&s->base.rng, 6), row = die + change;
    row = row < 0 ? 0 : row > 7 ? 7 : row;
    int gained = g1776.table.march[row][m->effort];
    if (gained < 0) {
        mk_log_event(log, G1776_E_MARCH_HALF, h->seat, MK_EVERYONE, MK_ROLLED, (int16_t)m->from,
                     (int16_t)die, (int16_t)change);
        g1776_turn_up(s, h->hex, g1776.sp_of[h->seat], G1776_HAND, log);
    } else {
        mk_log_event(log, G1776_E_MARCH_DIE, h->seat, MK_EVERYONE, MK_ROLLED, (int16_t)m->from,
                     (int16_t)die, (int16_t)change, (int16_t)gained);
    }
    return gained;
}

/* ---- Who falls out: the owner chooses where the rules leave a choice ---- */

static mk_set64 falling_out(const g1776_state *s, const g1776_hand *h, const g1776_march *m) {
    return m->stage == G1776_M_TOLL ? toll_types(s, h) : g1776_next_loss(s, h->seat);
}

static void fall_out(g1776_state *s, const g1776_hand *h, int type, mk_log *log) {
    mk_frame *marching = &s->base.frame[s->base.depth - 1];
    if (s->march[marching->a - 1].stage == G1776_M_HALF) g1776_count_loss(s, h->seat, type);
    lose_marcher(s, h->hex, type, h->seat, log);
    marching->b--;
}

/* So many (b) are lost one by one; true: somebody must choose. */
static bool ask_who(g1776_state *s, mk_log *log) {
    mk_frame *marching = mk_top(&s->base);
    const g1776_march *m = &s->march[marching->a - 1];
    while (marching->b) {
        g1776_hand h = g1776_hand_at(s, m->from, s->phasing);
        mk_set64 types = falling_out(s, &h, m);
        if (types & (types - 1)) {
            mk_frame *f = mk_push(&s->base, G1776_PH_FALL_OUT, s->phasing);
            f->a = (int16_t)m->from;
            f->b = marching->b;
            return true;
        }
        fall_out(s, &h, mk_set_first(types), log);
    }
    return false;
}

static mk_set64 choices(const g1776_state *s) {
    const mk_frame *top = mk_top_const(&s->base), *marching = top - 1;
    g1776_hand h = g1776_hand_at(s, top->a, top->seat);
    return falling_out(s, &h, &s->march[marching->a - 1]);
}

void g1776_fall_out_list(const void *state, mk_actions *out) {
    MK_SET_EACH(t, choices(state)) mk_offer(out, G1776_V_LOSE, t, 0, 0);
}

const char *g1776_fall_out_why_not(const void *state, mk_action x) {
    const mk_frame *marching = mk_top_const(state) - 1;
    const g1776_march *m = &((const g1776_state *)state)->march[marching->a - 1];
    bool listed = mk_set_has(choices(state), x.a);
    FORBID("g1776.ii.d.toll", m->stage == G1776_M_TOLL && !listed);
    FORBID("g1776.iii.a.g", !listed);
    return NULL;
}

void g1776_fall_out_apply(void *state, mk_action x, mk_log *log) {
    g1776_state *s = state;
    const mk_frame top = *mk_top(&s->base);
    g1776_hand h = g1776_hand_at(s, top.a, top.seat);
    mk_pop(&s->base);
    fall_out(s, &h, x.a, log);
}

/* ---- On the way ---- */

static void go(g1776_state *s, const g1776_hand *h, int direction, mk_log *log) {
    int to = g1776_board.hexes.near[h->hex][direction];
    g1776_piece lifted[G1776_MAX_LOTS];
    g1776_log_step(s, h, direction, log);
    int count = g1776_lift(s, h->hex, G1776_HAND, lifted);
    for (int i = 0; i < count; i++) {
        lifted[i].place = (uint16_t)to;
        g1776_put(s, lifted[i]);
    }
    MK_SET_EACH(l, h->leaders) g1776_move_leader(s, l, to);
    s->came[to] |= (uint8_t)(1 << (direction + 3) % MK_DIRECTIONS);
    g1776_open_village(s, h->seat, h->hex, to, log);
    g1776_note_entry(s, h->seat, h->hex, to, log);
    g1776_tidy(s, h->hex, log);
    g1776_tidy(s, to, log);
}

/* F4: MP that were gained and not used cost the marchers their lives. */
static void arrive(g1776_state *s, int number, int left, mk_log *log) {
    int seat = s->phasing, hex = s->march[number - 1].at;
    g1776_hand h = g1776_hand_at(s, hex, seat);
    if (RULE("g1776.ii.d.spent", left > 0)) {
        g1776_piece lifted[G1776_MAX_LOTS];
        int lost = g1776_counters_in_hand(s, &h);
        g1776_lift(s, hex, G1776_HAND, lifted);
        mk_log_event(log, G1776_E_MARCH_LOST, seat, MK_EVERYONE, 0, (int16_t)lost, (int16_t)hex);
    }
    g1776_halt(s, hex, G1776_AS_IT_WAS);
    for (int i = 0; i < s->piece_count; i++) {
        if (s->piece[i].place != hex || s->piece[i].mark != number) continue;
        if (mk_set_has(G1776_SUPPLIES, s->piece[i].type)) continue;
        g1776_piece p = g1776_take_at(s, i, s->piece[i].count);
        p.mark = 0;
        g1776_put(s, p);
        i = -1;
    }
    MK_SET_EACH(l, h.leaders) s->leader[l].mark = 0;
    g1776_tidy(s, hex, log);
}

static void throw_die(g1776_state *s, mk_frame *top, g1776_march *m, mk_log *log) {
    g1776_hand h = g1776_hand_at(s, m->from, s->phasing);
    int gained = is_led(s, &h) && h.pieces ? throw_for(s, &h, m, log) : 0;
    m->stage = gained < 0 ? G1776_M_HALF : G1776_M_GOES;
    top->b = (int16_t)(gained < 0 ? begin_half(s, &h, m) : gained);
}

/* The next march that waits, in the order of declaration; when all are over, the end. */
static void take_next(g1776_state *s, mk_frame *top, mk_log *log) {
    int next = 0;
    while (next < s->march_count && s->march[next].stage != G1776_M_WAITS) next++;
    if (next == s->march_count) {
        mk_pop(&s->base);
        g1776_instant(s, log);
        return;
    }
    g1776_march *m = &s->march[next];
    take_up(s, next + 1);
    bool toll = m->bonus && !marches_free(s, m->bonus - 1);
    m->stage = toll ? G1776_M_TOLL : G1776_M_DIE;
    m->at = m->from;
    top->a = (int16_t)(next + 1);
    top->b = toll ? 1 : 0;
    top->c = 0;
}

/* The frame: a march (from 1; 0: none), b MP or losses left, c steps made. */
void g1776_marching_step(void *state, mk_log *log) {
    g1776_state *s = state;
    mk_frame *top = mk_top(&s->base);
    if (!top->a) {
        take_next(s, top, log);
        return;
    }
    g1776_march *m = &s->march[top->a - 1];
    switch (m->stage) {
    case G1776_M_TOLL:
        if (!ask_who(s, log)) m->stage = G1776_M_DIE;
        return;
    case G1776_M_DIE: throw_die(s, top, m, log); return;
    case G1776_M_HALF:
        if (ask_who(s, log)) return;
        end_half(s);
        m->stage = G1776_M_GOES;
        return;
    default: g1776_march_on(s, log);
    }
}

/* One hex further along the route, or the end of it. */
void g1776_march_on(g1776_state *s, mk_log *log) {
    mk_frame *top = mk_top(&s->base);
    g1776_march *m = &s->march[top->a - 1];
    g1776_hand h = g1776_hand_at(s, m->at, s->phasing);
    bool stopped = g1776_open(s, g1776_enemy(s->phasing), m->at) && top->c;
    way w = way_so_far(s, &h, m, top->c);
    int cost = top->c < m->steps ? step_mp(s, &h, m->at, m->route[top->c], w.swamps) : 0;
    if (stopped || !cost || cost > top->b || !h.pieces) {
        int number = top->a, left = h.pieces ? top->b : 0;
        enum { GALLOP = 3 };
        if (top->c >= GALLOP && mk_set_has(h.leaders, g1776.named[G1776_TARLETON]))
            s->south.galloped = 1;
        m->stage = G1776_M_OVER;
        *top = (mk_frame){.phase = top->phase, .seat = top->seat};
        arrive(s, number, left, log);
        return;
    }
    int direction = m->route[top->c];
    top->b = (int16_t)(top->b - cost);
    top->c++;
    m->at = g1776_board.hexes.near[h.hex][direction];
    go(s, &h, direction, log);
    h = g1776_hand_at(s, m->at, s->phasing);
    if (h.sp && !g1776_why_not_eliminate(s, &h))
        mk_push(&s->base, G1776_PH_STRIKE, s->phasing)->a = (int16_t)m->at;
}

/* ---- Automatic elimination on the march ---- */

void g1776_strike_list(const void *state, mk_actions *out) {
    (void)state;
    mk_offer(out, G1776_V_ELIMINATE, 0, 0, 0);
    mk_offer(out, G1776_V_SPARE, 0, 0, 0);
}

const char *g1776_strike_why_not(const void *state, mk_action x) {
    (void)state;
    (void)x;
    return NULL;
}

/* Going on costs 2 or 3 of the MP gained (II.C). Who has too few stays, and loses his life by it if
 * any is left. */
void g1776_march_pays(g1776_state *s, int price) {
    mk_frame *marching = mk_top(&s->base);
    if (marching->b >= price)
        marching->b = (int16_t)(marching->b - price);
    else
        marching->c = s->march[marching->a - 1].steps;
}

void g1776_strike_apply(void *state, mk_action x, mk_log *log) {
    g1776_state *s = state;
    int hex = mk_top(&s->base)->a, seat = g1776_deciding(s);
    mk_pop(&s->base);
    mk_frame *marching = mk_top(&s->base);
    g1776_hand h = g1776_hand_at(s, hex, seat);
    if (marching->phase != G1776_PH_MARCHING) { /* they came by water */
        if (x.verb == G1776_V_SPARE)
            g1776_halt(s, hex, G1776_AS_IT_WAS);
        else
            g1776_eliminate(s, &h, log);
        g1776_instant(s, log);
        return;
    }
    if (x.verb == G1776_V_ELIMINATE) g1776_eliminate(s, &h, log);
}
