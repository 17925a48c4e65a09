/* greedy.c - how well a seat stands, and how much an action serves it. What it is after is in
 * purpose.c, who goes where in plan.c. */
#include "purpose.h"

/* ---- How a seat stands ---- */

/* What the seat has of what it wants, by value, per cent. */
static int fulfilled(const g1776_state *s, int seat) {
    const g1776_purpose *p = g1776_purpose_of(s, seat);
    int sum = 0, all = 0;
    for (int i = 0; i < p->count; i++) {
        const g1776_want *w = &p->want[i];
        bool done = !g1776_wanted(s, w) || (g1776_present_at(s, seat, w) >= w->n &&
                                            !g1776_open(s, g1776_enemy(seat), w->hex));
        if (done) sum += w->value;
        all += w->value;
    }
    return all ? 100 * sum / all : 0;
}

/* Its terms, as the British see them; the weights are fitted (`musket tune g1776`). */
const mk_term g1776_terms[] = {
    {"constant", "before the first march"},
    {"verdict", "who would win if it ended now"},
    {"verdict_late", "who would win if it ended now, as the end comes near"},
    {"points", "British lead in points"},
    {"british_losses", "British SP lost"},
    {"american_losses", "American SP lost"},
    {"british_places", "what the British hold of what they want"},
    {"american_places", "what the Americans hold of what they want"},
    {0},
};

static int sp_in(const g1776_group *g, int seat) {
    int sp = 0;
    MK_SET_EACH(type, g1776.sp_of[seat]) sp += g->count[type];
    return sp;
}

/* SP that are gone of those that came into play, per cent. */
static int losses(const g1776_state *s, int seat) {
    const g1776_scenario_rules *r = g1776_rules(s);
    int came = 0, left = 0;
    for (int i = 0; i < r->set_up_count; i++) came += sp_in(&r->set_up[i].group, seat);
    for (int i = 0; i < r->free_count; i++) came += sp_in(&r->free[i].group, seat);
    for (int i = 0; i < r->arrival_count; i++)
        if (s->ledger.arrival[i] >= G1776_ENTERED) came += sp_in(&r->arrival[i].group, seat);
    G1776_EACH_PIECE(p, s) {
        if (mk_set_has(g1776.sp_of[seat], p->type)) left += p->count;
    }
    return came > left ? 100 * (came - left) / came : 0;
}

void g1776_consider(const void *state, int seat, int *value) {
    const g1776_state *s = state;
    (void)seat;
    int winner = g1776_verdict(s);
    int verdict = winner == G1776_DRAW ? 0 : winner == G1776_BRITISH ? 1 : -1;
    *value++ = verdict;
    *value++ = verdict * 100 * s->base.turn / g1776_last_turn(s);
    *value++ = g1776_points(s, G1776_BRITISH) - g1776_points(s, G1776_AMERICAN);
    *value++ = losses(s, G1776_BRITISH);
    *value++ = losses(s, G1776_AMERICAN);
    *value++ = fulfilled(s, G1776_BRITISH);
    *value++ = fulfilled(s, G1776_AMERICAN);
}

int g1776_score_of(const void *state, int seat) {
    const g1776_state *s = state;
    enum { EVEN = 5000 };
    if (s->reason) return s->winner == G1776_DRAW ? EVEN : s->winner == seat ? 2 * EVEN : 0;
    int british = mk_judgement(&g1776_game, state, G1776_BRITISH);
    return seat == G1776_BRITISH ? british : 2 * EVEN - british;
}

/* ---- Is it a good fight? ---- */

/* Is the seat content with being there, among enemies or not? */
static bool is_content(const g1776_state *s, int seat, int hex) {
    const g1776_purpose *p = g1776_purpose_of(s, seat);
    for (int i = 0; i < p->count; i++) {
        const g1776_want *w = &p->want[i];
        if (w->hex == hex && w->types && g1776_present_at(s, seat, w) >= w->n) return true;
    }
    return g1776_controls(s, seat, hex);
}

/* Per cent of one's own losses that count. The last chances to take what is wanted: little is lost
 * by a bad attack any more. Enemies at a marker would destroy it. */
static int caution_at(const g1776_state *s, int seat, int hex) {
    enum { USUAL = 100, MARKER = 60, NEXT_TO_LAST = 60, LAST = 5 };
    int left = g1776_last_turn(s) - s->base.turn;
    if (g1776_is_wanted(s, g1776_enemy(seat), hex, G1776_W_RAZE)) return MARKER;
    if (left > 1 || !g1776_is_wanted(s, seat, hex, G1776_W_HOLD) || is_content(s, seat, hex))
        return USUAL;
    return left ? NEXT_TO_LAST : LAST;
}

/* What a round costs both on the average, as shares of what they have there: thousandths in favour
 * of the attacker. */
static int exchange(const g1776_prospect *p, int caution) {
    enum { DIE = 6, THOUSAND = 1000, PER_CENT = 100 };
    int lost[2] = {0, 0};
    if (p->column < 0 || !p->sp[0] || !p->sp[1]) return G1776_NEVER;
    for (int die = 1; die <= DIE; die++) {
        int row = die + p->drm;
        row = row < G1776_CRT_LOW ? G1776_CRT_LOW : row > G1776_CRT_HIGH ? G1776_CRT_HIGH : row;
        const uint8_t *result = g1776.table.crt[row - G1776_CRT_LOW][p->column];
        for (int i = 0; i < 2; i++) lost[i] += g1776_losses(result[i], p->part[i]);
    }
    return THOUSAND * lost[1] / (DIE * p->sp[1]) -
           THOUSAND / PER_CENT * caution * lost[0] / (DIE * p->sp[0]);
}

static int merit_of_attack(const g1776_state *s, int seat, int hex) {
    g1776_prospect p = g1776_prospect_of(s, seat, hex);
    return exchange(&p, caution_at(s, seat, hex));
}

/* Enemies behind works do not save a COM marker (I of the scenarios): who would raze it need not
 * beat them. */
static bool need_not_attack(const g1776_state *s, int seat, int hex) {
    int enemy = g1776_enemy(seat);
    bool works = !g1776_open(s, enemy, hex) || g1776_entrenched(s, hex, enemy);
    return works && g1776_is_wanted(s, seat, hex, G1776_W_RAZE);
}

/* As if pieces with these flags, without those of the mask, had gone there. */
static void go_there(g1776_state *then, int seat, int from, int to, int mask, int flags) {
    g1776_piece lifted[G1776_MAX_LOTS];
    const mk_set64 goes = g1776.of_seat[seat] & (G1776_SP | G1776_SUPPLIES | G1776_ARTILLERY);
    int count = g1776_lift(then, from, flags, lifted);
    for (int i = 0; i < count; i++) {
        if (mk_set_has(goes, lifted[i].type) && !(lifted[i].flags & mask)) {
            lifted[i].place = (uint16_t)to;
            lifted[i].flags &= (uint8_t) ~(G1776_HAND | G1776_INSIDE);
        }
        g1776_put(then, lifted[i]);
    }
}

/* Others beside the hex who have the same task and may still move: they would follow. */
static void follow(const g1776_state *s, g1776_state *then, int seat, int from, int to) {
    const int bound = G1776_DONE | G1776_FIXED | G1776_MARKED | G1776_HAND;
    for (int d = 0; d < MK_DIRECTIONS; d++) {
        int hex = g1776_board.hexes.near[to][d];
        if (hex == MK_NOWHERE || hex == from || !g1776_open(s, seat, hex)) continue;
        const g1776_task *t = g1776_task_at(s, seat, hex);
        if (!t || t->to != to) continue;
        go_there(then, seat, hex, to, bound, 0);
        MK_SET_EACH(l, g1776_leaders_at(s, hex, seat))
            if (!(s->leader[l].flags & bound)) g1776_move_leader(then, l, to);
    }
}

/* Would those in hand go to an enemy whom they could attack? */
static bool may_attack_at(const g1776_state *s, int seat, int from, int to) {
    g1776_state then = *s;
    go_there(&then, seat, from, to, 0, G1776_HAND);
    MK_SET_EACH(l, s->hand) g1776_move_leader(&then, l, to);
    if (merit_of_attack(&then, seat, to) > 0) return true;
    follow(s, &then, seat, from, to);
    return merit_of_attack(&then, seat, to) > 0;
}

/* ---- Groups ---- */

/* Who is dug in beside a COM marker does not save it (I of the scenarios). The works fall when all
 * leave the hex, so they step out of it and back. */
static bool steps_out(const g1776_state *s, int seat, int hex) {
    return g1776_entrenched(s, hex, seat) && !g1776_held(s, g1776_enemy(seat), hex) &&
           g1776_is_wanted(s, g1776_enemy(seat), hex, G1776_W_RAZE);
}

static int weigh_step_out(const g1776_state *s, int seat, int hex, int direction) {
    enum { OUT_AND_BACK = 3 };
    int to = g1776_board.hexes.near[hex][direction];
    int out = g1776_dry_cost(hex, direction);
    int back = g1776_dry_cost(to, (direction + 3) % MK_DIRECTIONS);
    const mk_set64 movers = g1776.of_seat[seat] & (G1776_SP | G1776_SUPPLIES | G1776_ARTILLERY);
    bool light = out + back <= OUT_AND_BACK && !g1776_count_where(s, hex, movers, G1776_HAND, 0);
    return light && !g1776_held(s, g1776_enemy(seat), to) ? 30 : G1776_UNWISE;
}

static bool can_step_out(const g1776_state *s, int seat, int hex) {
    const int bound = G1776_DONE | G1776_FIXED | G1776_MARKED | G1776_CARRIED;
    if (!steps_out(s, seat, hex)) return false;
    G1776_EACH_AT(p, s, hex) {
        bool moves = g1776_is_sp(p->type) || mk_set_has(G1776_SUPPLIES | G1776_ARTILLERY, p->type);
        const mk_set64 marks = G1776_ENTRENCHMENTS | G1776_COMS;
        if (g1776_owner(p->type) != seat || mk_set_has(marks, p->type)) continue;
        if (!moves || p->flags & bound || p->spent) return false;
    }
    return true;
}

/* ---- CSG-5: Clinton and Leslie must go home ---- */

/* MP from a hex to Charleston, where ships come for them. */
static int way_to_charleston(const g1776_state *s, int hex) {
    const g1776_purpose *p = g1776_purpose_of(s, G1776_BRITISH);
    for (int i = 0; i < p->count; i++)
        if (p->want[i].hex == g1776.campaign.charleston) return g1776_way_from(p->want[i].way, hex);
    return G1776_FAR;
}

/* Without meeting enemies. */
static bool can_come_nearer(const g1776_state *s, int hex) {
    for (int d = 0; d < MK_DIRECTIONS; d++) {
        int to = g1776_board.hexes.near[hex][d];
        if (to == MK_NOWHERE || !g1776_is_land(to) || g1776_dry_cost(hex, d) == G1776_CLOSED)
            continue;
        bool nearer = way_to_charleston(s, to) < way_to_charleston(s, hex);
        if (nearer && !g1776_units_at(s, to, G1776_AMERICAN)) return true;
    }
    return false;
}

/* One of them is there, without ships that could take him: he goes alone. */
static int stray_chief(const g1776_state *s, int seat, int hex) {
    const int bound = G1776_DONE | G1776_CARRIED;
    const int named[] = {g1776.named[G1776_CLINTON], g1776.named[G1776_LESLIE]};
    if (!g1776_chiefs_must_leave(s, seat) || !s->south.taken) return G1776_NONE;
    if (g1776_port_entry(s, hex) != MK_NOWHERE) return G1776_NONE;
    for (int i = 0; i < 2; i++) {
        const g1776_leader_at *at = &s->leader[named[i]];
        bool free = at->place == hex && !(at->flags & bound) && !at->spent;
        if (free && g1776_is_chief(s, named[i]) && can_come_nearer(s, hex) &&
            g1776_leader_can_go(s, named[i]))
            return named[i];
    }
    return G1776_NONE;
}

static bool only_chiefs(const g1776_state *s, const mk_frame *top, const g1776_hand *h) {
    bool chiefs = s->hand != 0;
    MK_SET_EACH(l, s->hand) chiefs &= g1776_is_chief(s, l);
    return chiefs && !h->sp && g1776_chiefs_must_leave(s, top->seat);
}

static int weigh_stray_step(const g1776_state *s, const mk_frame *top, int to) {
    if (g1776_units_at(s, to, g1776_enemy(top->seat))) return G1776_UNWISE;
    bool port = g1776_port_entry(s, top->a) != MK_NOWHERE;
    return port ? G1776_UNWISE : 10 * (way_to_charleston(s, top->a) - way_to_charleston(s, to));
}

static int weigh_group(const g1776_state *s, int seat, int hex) {
    enum { AT_ONCE = 3000 };
    if (can_step_out(s, seat, hex)) return 5;
    if (stray_chief(s, seat, hex) != G1776_NONE) return AT_ONCE;
    const g1776_task *t = g1776_task_at(s, seat, hex);
    if (!t || t->to == hex) return G1776_IDLE;
    if (!g1776_count_where(s, hex, g1776.sp_of[seat], G1776_DONE | G1776_FIXED | G1776_MARKED, 0))
        return G1776_IDLE;
    return 10 + t->urgency;
}

/* SP of the types that a garrison is counted by stay. */
bool g1776_strips(const g1776_state *s, int seat, int hex, int type, int count) {
    const g1776_purpose *p = g1776_purpose_of(s, seat);
    for (int i = 0; i < p->count; i++) {
        const g1776_want *w = &p->want[i];
        if (w->hex != hex || !mk_set_has(w->types, type) || !g1776_wanted(s, w)) continue;
        int left = g1776_count_where(s, hex, w->types, G1776_HAND, 0) - count;
        if (left < w->n + w->n / 2) return true;
    }
    return type == G1776_BR && count > g1776_spare_br(s, seat, hex);
}

/* A supply and a gun go along with a force, or to build a fort; all of them if nobody is left to
 * guard them. CSG-5: where a fort is to be built they stay. */
static int weigh_stores(const g1776_state *s, const mk_frame *top, mk_action x) {
    const g1776_task *t = g1776_hand_task(s, top->seat);
    int total = g1776_sp(s, top->a, top->seat);
    int going = g1776_count_where(s, top->a, g1776.sp_of[top->seat], G1776_HAND, G1776_HAND);
    if (!going || !t || t->leaves) return G1776_IDLE;
    if (going == total) return 40 + x.b;
    if (g1776_southern_game(s) && g1776_is_wanted(s, top->seat, top->a, G1776_W_FORT))
        return G1776_IDLE;
    enum { FORCE = 3 };
    bool fort = g1776_fort_of(s, t->to) == g1776_enemy(top->seat); /* hopeless without supply */
    mk_set64 alike = mk_set_has(G1776_SUPPLIES, x.a) ? G1776_SUPPLIES : G1776_ARTILLERY;
    bool has = g1776_count_where(s, top->a, alike, G1776_HAND, G1776_HAND);
    bool wants = g1776_is_wanted(s, top->seat, t->to, G1776_W_FORT) || going >= FORCE ||
                 (fort && 2 * going >= total && !g1776_supply_costs_more(s));
    return x.b == 1 && !has && wants ? 40 : G1776_IDLE;
}

static int weigh_add(const g1776_state *s, const mk_frame *top, mk_action x) {
    if (top->b || stray_chief(s, top->seat, top->a) != G1776_NONE) return G1776_IDLE;
    if (steps_out(s, top->seat, top->a)) return 100 + x.b;
    if (mk_set_has(G1776_SUPPLIES | G1776_ARTILLERY, x.a)) return weigh_stores(s, top, x);
    const g1776_task *t = g1776_hand_task(s, top->seat);
    if (!g1776_is_sp(x.a) || !t) return G1776_IDLE;
    int missing =
        t->sp - g1776_count_where(s, top->a, g1776.sp_of[top->seat], G1776_HAND, G1776_HAND);
    if (x.b > missing || g1776_strips(s, top->seat, top->a, x.a, x.b)) return G1776_IDLE;
    return 100 + x.b + (mk_set_has(t->types, x.a) ? 50 : 0);
}

static bool is_vital(const g1776_state *s, int seat, int hex) {
    const g1776_purpose *p = g1776_purpose_of(s, seat);
    for (int i = 0; i < p->count; i++)
        if (p->want[i].hex == hex && p->want[i].vital) return true;
    return false;
}

/* IV.B: without leaders three or four SP fight, however many there are. Those who stay keep one,
 * and where the game would be lost their share of them. */
static bool needed_here(const g1776_state *s, const mk_frame *top, const g1776_hand *h) {
    enum { UNLED = 4 };
    if (h->stay < UNLED) return false;
    int stay = mk_set_size(g1776_leaders_at(s, top->a, top->seat) & ~s->hand) - 1;
    int go = mk_set_size(h->leaders) + 1;
    if (is_vital(s, top->seat, top->a)) return h->sp * stay < h->stay * go;
    return !stay && go > 1;
}

/* As many leaders as lead them all; the rest too if nobody stays with them. */
static int weigh_join(const g1776_state *s, const mk_frame *top, int leader) {
    if (top->b) return G1776_IDLE;
    if (steps_out(s, top->seat, top->a)) return 50;
    int stray = stray_chief(s, top->seat, top->a);
    if (stray != G1776_NONE) return g1776_is_chief(s, leader) ? 200 : G1776_IDLE;
    const g1776_task *t = g1776_hand_task(s, top->seat);
    g1776_hand h = g1776_hand_at(s, top->a, top->seat);
    const g1776_departure *d = &g1776_purpose_of(s, top->seat)->leaves;
    bool must = mk_set_has(d->leaders, leader);
    bool slow = h.doubled[0] + h.doubled[1] + h.doubled[2];
    if (t && t->leaves && must) return 60;
    if (t && t->leaves) return slow ? 50 : G1776_IDLE;
    if (!h.sp || (must && s->base.turn <= d->turn)) return G1776_IDLE;
    if (g1776_is_chief(s, leader) &&
        g1776_chiefs_must_leave(s, top->seat)) /* to Charleston, nowhere else */
        return t && t->to == g1776.campaign.charleston ? 55 : G1776_IDLE;
    if (needed_here(s, top, &h)) return G1776_IDLE;
    return slow || !h.stay || !h.leaders ? 50 : G1776_IDLE;
}

static int weigh_step(const g1776_state *s, const mk_frame *top, int direction) {
    if (!top->b && steps_out(s, top->seat, top->a))
        return weigh_step_out(s, top->seat, top->a, direction);
    const g1776_task *t = g1776_hand_task(s, top->seat);
    g1776_hand h = g1776_hand_at(s, top->a, top->seat);
    int to = g1776_board.hexes.near[top->a][direction];
    int enemies = g1776_sp(s, to, g1776_enemy(top->seat)), own = g1776_sp(s, to, top->seat);
    if (only_chiefs(s, top, &h)) return weigh_stray_step(s, top, to);
    if (!h.sp || !t) return G1776_UNWISE;
    bool counts = g1776_basic(s) || need_not_attack(s, top->seat, to);
    if (enemies && !(counts ? g1776_enough_against(s, top->seat, to, h.sp + own)
                            : may_attack_at(s, top->seat, top->a, to)))
        return G1776_UNWISE;
    int here = g1776_left_to_go(t, top->a), there = g1776_left_to_go(t, to);
    return 10 * (here - there) + (enemies && here >= there ? 5 : 0);
}

static int weigh_leave(const g1776_state *s, const mk_frame *top, int direction) {
    const g1776_task *t = g1776_hand_task(s, top->seat);
    int to = g1776_board.hexes.near[top->a][direction];
    if (!t || !t->leaves || !g1776_exit_counts(s->base.scenario, top->a, to)) return G1776_NEVER;
    return 500;
}

/* ---- Forced marches ---- */

/* MP of the step if it leads nearer to what the stack is after, past nobody it could not beat. */
static int nearer_by(const g1776_state *s, int seat, const g1776_task *t, int sp, int from, int d) {
    int to = g1776_board.hexes.near[from][d], mp = g1776_dry_cost(from, d);
    if (mp == G1776_CLOSED || !g1776_in_area(s, to)) return 0;
    if (g1776_left_to_go(t, to) > g1776_left_to_go(t, from) - mp) return 0;
    if (!g1776_held(s, g1776_enemy(seat), to)) return mp;
    bool last = g1776_last_turn(s) == s->base.turn;
    return last && g1776_enough_against(s, seat, to, sp + g1776_sp(s, to, seat)) ? mp : 0;
}

/* One MP is gained without a risk. Who would come to his goal by a longer march, or has no other
 * chance, dares it. */
static int effort_for(const g1776_state *s, int seat, const g1776_task *t, int sp, int hex) {
    enum { DARING = 3 };
    int left = g1776_last_turn(s) - s->base.turn, far = g1776_left_to_go(t, hex);
    int most = left ? DARING : G1776_MAX_EFFORT;
    bool one = false, on = false;
    for (int d = 0; d < MK_DIRECTIONS; d++) {
        int mp = nearer_by(s, seat, t, sp, hex, d);
        one |= mp == 1;
        on |= mp > 0;
    }
    if (on && !t->hunt && !t->leaves && far <= most) return far;
    return one;
}

/* Supply and guns stay behind: only where they are not missed. */
static bool marches_light(const g1776_state *s, int seat, const g1776_task *t, int hex) {
    mk_set64 stores = (G1776_SUPPLIES | G1776_ARTILLERY) & g1776.of_seat[seat];
    bool none = !g1776_count_of(s, hex, stores);
    return none || !g1776_held(s, g1776_enemy(seat), t->to) || g1776_last_turn(s) == s->base.turn;
}

static int weigh_march(const g1776_state *s, int seat, int hex) {
    const g1776_task *t = g1776_task_at(s, seat, hex);
    if (!t || t->to == hex || t->leaves || !marches_light(s, seat, t, hex)) return G1776_IDLE;
    return effort_for(s, seat, t, t->sp, hex) ? 10 + t->urgency : G1776_IDLE;
}

/* Leaders until all can be led, then the SP of the task: all of them go, or nobody. */
static int weigh_marshal(const g1776_state *s, const mk_frame *top, mk_action x) {
    const g1776_task *t = g1776_task_at(s, top->seat, top->a);
    const g1776_march *m = &s->march[s->march_count];
    g1776_hand h = g1776_hand_at(s, top->a, top->seat);
    int hex = top->a;
    if (!t) return x.verb == G1776_V_HALT ? 0 : G1776_UNWISE;
    for (int i = 0; i < m->steps; i++) hex = g1776_board.hexes.near[hex][m->route[i]];
    int effort = effort_for(s, top->seat, t, t->sp, top->a);
    switch (x.verb) {
    case G1776_V_JOIN: return !h.leaders ? 50 : h.sp < t->sp ? 10 : G1776_IDLE;
    case G1776_V_ADD:
        if (!g1776_is_sp(x.a) || h.sp + x.b > t->sp || g1776_strips(s, top->seat, top->a, x.a, x.b))
            return G1776_IDLE;
        return 100 + x.b + (mk_set_has(t->types, x.a) ? 50 : 0);
    case G1776_V_EFFORT: return h.sp >= t->sp && x.a == effort ? 40 : G1776_IDLE;
    case G1776_V_ROUTE: return 10 + nearer_by(s, top->seat, t, h.sp, hex, x.a) * 10;
    default: return 0;
    }
}

/* ---- Works ---- */

static int weigh_fortsite(const g1776_state *s, int seat, int hex) {
    return g1776_is_wanted(s, seat, hex, G1776_W_FORT) ? 60 : -3;
}

/* CSG-5: the gun that leaves is not the one at Charleston, where it serves to build a fort. */
static int weigh_removal(const g1776_state *s, int where) {
    bool fort = g1776_southern_game(s) && g1776_place_of(where) == g1776.campaign.charleston;
    return fort ? G1776_IDLE : 0;
}

static int weigh_dismantle(const g1776_state *s, int seat, int hex) {
    return g1776_is_wanted(s, seat, hex, G1776_W_WRECK) ? 200 : -100;
}

/* Who is dug in does not save a COM marker (I of the scenarios). */
static int weigh_entrench(const g1776_state *s, int seat, int hex) {
    bool goal = g1776_is_wanted(s, seat, hex, G1776_W_HOLD);
    bool marker = g1776_is_wanted(s, g1776_enemy(seat), hex, G1776_W_RAZE);
    return goal && !marker && g1776_sp(s, hex, seat) > 1 ? 2 : -2;
}

/* ---- Combat ---- */

static int weigh_attack(const g1776_state *s, int seat, int hex) {
    if (g1776_basic(s))
        return g1776_enough_against(s, seat, hex, g1776_sp(s, hex, seat)) ? 10 : -10;
    return merit_of_attack(s, seat, hex);
}

/* Cards are mixed by what the dice of this deal would be: nobody can count on one. */
static int weigh_card(const g1776_state *s, int card) {
    uint32_t mix = s->base.rng.key[0] * 2654435761u + (uint32_t)card * 40503u;
    return (int)(mix >> 20 & 63) - (card == g1776.table.withdraw ? 20 : 0);
}

/* The odds and modifiers of the last round say how the next will be. */
static int weigh_round(const g1776_state *s, int seat) {
    const g1776_combat *c = &s->combat;
    enum { ZERO = 16 };
    if (c->column == G1776_NONE) return 0;
    int enemy = g1776_enemy(seat), mine = seat == c->attacker;
    g1776_prospect p = {
        .column = mine ? c->column : G1776_COLUMNS - 1 - c->column,
        .drm = mine ? c->drm - ZERO : ZERO - c->drm,
        .part = {g1776_most(s, seat), g1776_most(s, enemy)},
        .sp = {g1776_fighting_sp(s, seat), g1776_fighting_sp(s, enemy)},
    };
    return exchange(&p, caution_at(s, seat, c->hex));
}

/* ---- The sea ---- */

/* Scenario 10: what is at sea goes ashore where the scenario is decided, first where somebody is
 * missing. */
static int weigh_landing(const g1776_state *s, int seat, int place) {
    const g1776_purpose *p = g1776_purpose_of(s, seat);
    int best = -20;
    for (int i = 0; i < p->count; i++) {
        const g1776_want *w = &p->want[i];
        if (w->hex != place || !g1776_wanted(s, w)) continue;
        bool missing = g1776_present_at(s, seat, w) < w->n;
        int worth = 60 + w->value + (missing ? 100 : 0) + (w->types ? 50 : 0) -
                    5 * g1776_sp(s, place, g1776_enemy(seat));
        if (worth > best) best = worth;
    }
    return best;
}

static int weigh_ship(const g1776_state *s, const mk_frame *top, mk_action x) {
    bool sea = top->phase == G1776_PH_SHIP && g1776_is_box(g1776_place_of(top->a));
    switch (x.verb) {
    case G1776_V_SHIP: return g1776_is_box(g1776_place_of(x.a)) ? 80 : -20;
    case G1776_V_DEBARK: return weigh_landing(s, top->seat, g1776_place_of(x.a));
    default: return sea ? 400 + x.b : 0; /* together */
    }
}

/* ---- Set-up and arrivals ---- */

/* Near what is wanted most and still to be had. */
static int weigh_place(const g1776_state *s, int seat, int hex) {
    const g1776_purpose *p = g1776_purpose_of(s, seat);
    int best = 0;
    for (int i = 0; i < p->count; i++) {
        const g1776_want *w = &p->want[i];
        if (!g1776_wanted(s, w) || g1776_present_at(s, seat, w) >= w->n) continue;
        int worth = w->value * 64 / (8 + g1776_way_from(w->way, hex));
        if (worth > best) best = worth;
    }
    return best;
}

static int weigh_move(const g1776_state *s, const mk_frame *top, mk_action x) {
    bool group = top->phase == G1776_PH_GROUP;
    switch (x.verb) {
    case G1776_V_GROUP: return weigh_group(s, top->seat, x.a);
    case G1776_V_ADD: return group ? weigh_add(s, top, x) : 1;
    case G1776_V_JOIN: return group ? weigh_join(s, top, x.a) : 50;
    case G1776_V_STEP: return weigh_step(s, top, x.a);
    case G1776_V_FERRY: return weigh_step(s, top, x.a) + 1;
    case G1776_V_LEAVE: return weigh_leave(s, top, x.a);
    default: return G1776_IDLE;
    }
}

static int weigh_fight(const g1776_state *s, int seat, mk_action x) {
    switch (x.verb) {
    case G1776_V_ATTACK: return weigh_attack(s, seat, x.a);
    case G1776_V_SUPPLY: return 50;
    case G1776_V_FIRE:
    case G1776_V_SPUR: return 45;
    case G1776_V_ELITE: return 40;
    case G1776_V_CARD: return weigh_card(s, x.a);
    default: return weigh_round(s, seat);
    }
}

/* New pieces of a campaign game: where they are wanted, one by one. */
static int weigh_muster(const g1776_state *s, int seat, int where) {
    int place = g1776_place_of(where);
    if (g1776_is_aboard(place)) return g1776.fleet[place - G1776_ABOARD].capacity;
    bool caught = g1776_southern_game(s) && g1776_is_hex(place) &&
                  g1776_held(s, g1776_enemy(seat), place) && !g1776_held(s, seat, place);
    if (caught) return 0;
    return g1776_is_hex(place) && g1776_is_land(place) ? 1 + weigh_place(s, seat, place) : 1;
}

int g1776_weigh(const void *state, mk_action x) {
    const g1776_state *s = state;
    const mk_frame *top = mk_top_const(&s->base);
    int seat = top->seat;
    if (x.verb == G1776_V_SHIP || top->phase == G1776_PH_SHIP) return weigh_ship(s, top, x);
    if (top->phase == G1776_PH_MARSHAL) return weigh_marshal(s, top, x);
    if (top->phase == G1776_PH_BOAT) return g1776_weigh_boat(s, top, x);
    if (top->phase == G1776_PH_FLEET) return g1776_weigh_fleet(s, top, x);
    switch (x.verb) {
    case G1776_V_GROUP:
    case G1776_V_ADD:
    case G1776_V_JOIN:
    case G1776_V_DROP:
    case G1776_V_PART:
    case G1776_V_STEP:
    case G1776_V_FERRY:
    case G1776_V_LEAVE: return weigh_move(s, top, x);
    case G1776_V_ATTACK:
    case G1776_V_SUPPLY:
    case G1776_V_ELITE:
    case G1776_V_SPUR:
    case G1776_V_FIRE:
    case G1776_V_CARD:
    case G1776_V_CONTINUE: return weigh_fight(s, seat, x);
    case G1776_V_MARCH: return weigh_march(s, seat, x.a);
    case G1776_V_LAUNCH: return g1776_weigh_launch(s, seat, x.a);
    case G1776_V_SAIL: return g1776_weigh_sail(s, seat, x.a);
    case G1776_V_ENGAGE: return g1776_weigh_engage(s, seat, g1776_place_of(x.a));
    case G1776_V_INTERCEPT: return g1776_weigh_intercept(s, top, x.a);
    case G1776_V_ELIMINATE: return 500;
    case G1776_V_ENTER: return 1;
    case G1776_V_ESCORT: return x.a;
    case G1776_V_PUT_AWAY: return 1;
    case G1776_V_INTO_FORT:
    case G1776_V_TRY: return 5;
    case G1776_V_INSIDE: return 5 + x.b;
    case G1776_V_TO:
    case G1776_V_PLACE: return weigh_place(s, seat, x.a);
    case G1776_V_MUSTER: return weigh_muster(s, seat, x.a);
    case G1776_V_BID: return seat == G1776_BRITISH ? -x.a : x.a;
    case G1776_V_ENLIST:
    case G1776_V_ENLIST_ALL: return 5;
    case G1776_V_ENTRENCH: return weigh_entrench(s, seat, x.a);
    case G1776_V_FORTSITE: return weigh_fortsite(s, seat, x.a);
    case G1776_V_DISMANTLE: return weigh_dismantle(s, seat, x.a);
    case G1776_V_REMOVE: return weigh_removal(s, x.a);
    case G1776_V_RESIGN: return G1776_NEVER;
    case G1776_V_DESTROY:
    case G1776_V_SCUTTLE:
    case G1776_V_SALVAGE: return -100;
    case G1776_V_HAUL:
    case G1776_V_BEACH:
    case G1776_V_BATEAUX:
    case G1776_V_MAGAZINE:
    case G1776_V_REDUCE: return -3;
    default: return 0;
    }
}
