/* greedy.c - how well a seat stands, and how much an action serves it. */
#include <string.h>

#include "g1776.h"

/* Points, or what is won: 5000 is even. */
int g1776_score_of(const void *state, int seat) {
    const g1776_state *s = state;
    enum { EVEN = 5000, POINT = 40, STRENGTH = 8 };
    if (s->reason) return s->winner == G1776_DRAW ? EVEN : s->winner == seat ? 2 * EVEN : 0;
    int sp[G1776_SEATS] = {0};
    G1776_EACH_PIECE(p, s) {
        if (g1776_is_sp(p->type)) sp[g1776_owner(p->type)] += p->count;
    }
    int score = EVEN + POINT * (g1776_points(s, seat) - g1776_points(s, g1776_enemy(seat))) +
                STRENGTH * (sp[seat] - sp[g1776_enemy(seat)]);
    return score < 1 ? 1 : score > 2 * EVEN - 1 ? 2 * EVEN - 1 : score;
}

/* ---- What the scenario is about ---- */

/* Hexes that points, conditions or COM markers name, by scenario; and how many steps it is to each
 * of them by land and ferry. */
static g1776_hexes goals[G1776_MAX_SCENARIOS];
enum { MAX_GOALS = 128, FAR = 255 };
static uint8_t goal_of[G1776_MAX_HEXES]; /* its number, from 1; 0: none */
static uint8_t steps_to[MAX_GOALS + 1][G1776_MAX_HEXES];
static int goal_count;

static void add_condition(int number, g1776_hexes *out) {
    if (number < 0) return;
    const g1776_condition *c = &g1776.condition[number];
    for (int i = 0; i < c->place_count; i++) mk_set_add(out, c->place[i]);
    for (int i = 0; i < c->child_count; i++) add_condition(c->child[i], out);
}

static bool walks(int from, int direction) {
    const mk_hexmap *m = &g1776_board.hexes;
    int to = m->near[from][direction];
    if (to == MK_NOWHERE || !g1776_is_land(to)) return false;
    unsigned bits = m->side_bits[m->side_of[from][direction]];
    return !(bits & G1776_CLASS3) || bits & G1776_FERRY;
}

static void flood(int goal, uint8_t steps[G1776_MAX_HEXES]) {
    uint16_t queue[G1776_MAX_HEXES];
    int head = 0, tail = 0;
    memset(steps, FAR, G1776_MAX_HEXES);
    steps[goal] = 0;
    queue[tail++] = (uint16_t)goal;
    while (head < tail) {
        int hex = queue[head++];
        for (int d = 0; d < MK_DIRECTIONS; d++) {
            int to = g1776_board.hexes.near[hex][d];
            if (!walks(hex, d) || steps[to] != FAR || steps[hex] == FAR - 1) continue;
            steps[to] = (uint8_t)(steps[hex] + 1);
            queue[tail++] = (uint16_t)to;
        }
    }
}

static void measure_goals(void) {
    memset(goal_of, 0, sizeof goal_of);
    goal_count = 0;
    for (int n = 0; n < g1776.scenario_count; n++) {
        MK_SET_EACH(hex, &goals[n]) {
            if (goal_of[hex] || !g1776_is_land(hex) || goal_count == MAX_GOALS) continue;
            goal_of[hex] = (uint8_t)++goal_count;
            flood(hex, steps_to[goal_count]);
        }
    }
}

/* Garrisons that a victory line asks for: leave so many there. */
enum { MAX_GARRISONS = 8 };
static struct {
    uint16_t hex;
    uint8_t n;
} garrisons[G1776_MAX_SCENARIOS][MAX_GARRISONS];

static void add_garrison(int scenario, int hex, int n) {
    for (int i = 0; i < MAX_GARRISONS; i++) {
        bool fits = !garrisons[scenario][i].n || garrisons[scenario][i].hex == hex;
        if (!fits) continue;
        garrisons[scenario][i].hex = (uint16_t)hex;
        if (n > garrisons[scenario][i].n) garrisons[scenario][i].n = (uint8_t)n;
        return;
    }
}

static void find_garrisons(int scenario, int number) {
    if (number < 0) return;
    const g1776_condition *c = &g1776.condition[number];
    for (int i = 0; i < c->place_count && c->types && c->n > 1; i++)
        add_garrison(scenario, c->place[i], c->n);
    for (int i = 0; i < c->child_count; i++) find_garrisons(scenario, c->child[i]);
}

/* SP that stay when a group leaves. */
static int kept_at(const g1776_state *s, int hex) {
    for (int i = 0; i < MAX_GARRISONS && garrisons[s->base.scenario][i].n; i++)
        if (garrisons[s->base.scenario][i].hex == hex) return garrisons[s->base.scenario][i].n + 1;
    return mk_set_has(&goals[s->base.scenario], hex) ? 1 : 0;
}

void g1776_find_goals(void) {
    for (int n = 0; n < g1776.scenario_count; n++) {
        const g1776_scenario_rules *r = &g1776.scenario[n];
        goals[n] = (g1776_hexes){{0}};
        for (int i = 0; i < r->score_count; i++)
            for (int k = 0; k < r->score[i].place_count; k++)
                mk_set_add(&goals[n], r->score[i].place[k]);
        memset(garrisons[n], 0, sizeof garrisons[n]);
        for (int i = 0; i < r->victory_count; i++) {
            add_condition(r->victory[i].condition, &goals[n]);
            find_garrisons(n, r->victory[i].condition);
        }
        for (int i = 0; i < r->com_count; i++) mk_set_add(&goals[n], r->com[i].hex);
    }
    measure_goals();
}

static const g1776_hexes *goals_of(const g1776_state *s) { return &goals[s->base.scenario]; }

static bool is_goal(const g1776_state *s, int hex) { return mk_set_has(goals_of(s), hex); }

/* Are so many SP enough for an attack on the enemies there? A fort doubles them. */
static bool strong_enough(const g1776_state *s, int seat, int hex, int sp) {
    int enemy = g1776_enemy(seat), theirs = g1776_sp(s, hex, enemy);
    return g1776_open(s, enemy, hex) ? 3 * sp >= 2 * theirs : 5 * sp > 12 * theirs;
}

/* How far to the nearest goal that the seat does not hold alone and has the strength for. */
static int way_to_go(const g1776_state *s, int seat, int hex, int sp) {
    int best = 99, enemy = g1776_enemy(seat);
    MK_SET_EACH(goal, goals_of(s)) {
        if (!g1776_in_area(s, goal) || !g1776_is_land(goal)) continue;
        int there = g1776_sp(s, goal, enemy), own = g1776_sp(s, goal, seat);
        if (goal != hex && own && !there) continue;
        if (there && !strong_enough(s, seat, goal, sp + own)) continue;
        int distance = steps_to[goal_of[goal]][hex];
        if (distance < best) best = distance;
    }
    return best;
}

/* ---- Movement ---- */

static int weigh_group(const g1776_state *s, int seat, int hex) {
    int ready = g1776_count_where(s, hex, g1776.sp_of[seat], G1776_DONE, 0);
    int keep = kept_at(s, hex);
    if (ready <= keep || g1776_open(s, g1776_enemy(seat), hex)) return -5;
    return 10 + ready;
}

static int weigh_add(const g1776_state *s, const mk_frame *top, mk_action x) {
    if (!g1776_is_sp(x.a)) return top->b ? -5 : 40; /* supply and guns go along */
    if (top->b) return -5;
    int total = g1776_count_where(s, top->a, g1776.sp_of[top->seat], G1776_HAND, 0);
    int keep = kept_at(s, top->a);
    if (x.a == G1776_BR && x.b > g1776_spare_br(s, top->seat, top->a)) return -5;
    return total - x.b < keep ? -5 : 100 + x.b;
}

static int weigh_step(const g1776_state *s, const mk_frame *top, int direction) {
    g1776_hand h = g1776_hand_at(s, top->a, top->seat);
    int to = g1776_board.hexes.near[top->a][direction];
    int enemies = g1776_sp(s, to, g1776_enemy(top->seat));
    int own = g1776_sp(s, to, top->seat);
    if (!h.sp || (enemies && !strong_enough(s, top->seat, to, h.sp + own))) return -50;
    int nearer = way_to_go(s, top->seat, top->a, h.sp) - way_to_go(s, top->seat, to, h.sp);
    return 20 * nearer + (enemies && h.sp > enemies ? 5 : 0);
}

/* ---- Combat ---- */

static int weigh_attack(const g1776_state *s, int seat, int hex) {
    int own = g1776_sp(s, hex, seat), theirs = g1776_sp(s, hex, g1776_enemy(seat));
    int walls = g1776_open(s, g1776_enemy(seat), hex) ? 1 : 2;
    return 10 * own - 12 * walls * theirs;
}

/* Cards are mixed by what the dice of this deal would be: nobody can count on one. */
static int weigh_card(const g1776_state *s, int card) {
    uint32_t mix = s->base.rng.key[0] * 2654435761u + (uint32_t)card * 40503u;
    return (int)(mix >> 20 & 63) - (card == g1776.table.withdraw ? 20 : 0);
}

static int weigh_round(const g1776_state *s, int seat) {
    return 10 * (g1776_fighting_sp(s, seat) - g1776_fighting_sp(s, g1776_enemy(seat))) + 5;
}

/* Scenario 10: what is at sea goes ashore where the scenario is decided. */
static int weigh_landing(const g1776_state *s, int seat, int place) {
    if (!g1776_is_hex(place) || !is_goal(s, place)) return -20;
    return 60 - g1776_sp(s, place, g1776_enemy(seat)) * 5 + g1776_sp(s, place, seat);
}

static int weigh_ship(const g1776_state *s, const mk_frame *top, mk_action x) {
    bool sea = top->phase == G1776_PH_SHIP && g1776_is_box(g1776_place_of(top->a));
    switch (x.verb) {
    case G1776_V_SHIP: return g1776_is_box(g1776_place_of(x.a)) ? 80 : -20;
    case G1776_V_DEBARK: return weigh_landing(s, top->seat, g1776_place_of(x.a));
    default: return sea ? 100 + x.b : 0;
    }
}

int g1776_weigh(const void *state, mk_action x) {
    const g1776_state *s = state;
    const mk_frame *top = mk_top_const(&s->base);
    int seat = top->seat;
    if (x.verb == G1776_V_SHIP || top->phase == G1776_PH_SHIP) return weigh_ship(s, top, x);
    switch (x.verb) {
    case G1776_V_GROUP: return weigh_group(s, seat, x.a);
    case G1776_V_ADD: return top->phase == G1776_PH_GROUP ? weigh_add(s, top, x) : 1;
    case G1776_V_JOIN: return top->phase == G1776_PH_GROUP && top->b ? -5 : 50;
    case G1776_V_STEP: return weigh_step(s, top, x.a);
    case G1776_V_FERRY: return weigh_step(s, top, x.a) + 1;
    case G1776_V_ELIMINATE: return 500;
    case G1776_V_ENTER: return 1;
    case G1776_V_ATTACK: return weigh_attack(s, seat, x.a);
    case G1776_V_SUPPLY: return 50;
    case G1776_V_ELITE: return 40;
    case G1776_V_CARD: return weigh_card(s, x.a);
    case G1776_V_CONTINUE: return weigh_round(s, seat);
    case G1776_V_INTO_FORT: return 5;
    case G1776_V_TRY: return 5;
    case G1776_V_INSIDE: return 5 + x.b;
    case G1776_V_TO: return -mk_hex_distance(&g1776_board.hexes, x.a, mk_set_first(goals_of(s)));
    case G1776_V_ENTRENCH: return is_goal(s, x.a) && g1776_sp(s, x.a, seat) > 1 ? 2 : -2;
    case G1776_V_DONE:
    case G1776_V_PASS:
    case G1776_V_HALT:
    case G1776_V_READY:
    case G1776_V_STAY:
    case G1776_V_DECLINE: return 0;
    case G1776_V_LEAVE:
    case G1776_V_RESIGN: return -1000;
    case G1776_V_DESTROY:
    case G1776_V_SCUTTLE:
    case G1776_V_DISMANTLE:
    case G1776_V_SALVAGE: return -100;
    case G1776_V_HAUL:
    case G1776_V_BEACH:
    case G1776_V_LAUNCH:
    case G1776_V_SAIL:
    case G1776_V_MARCH:
    case G1776_V_BATEAUX:
    case G1776_V_FORTSITE:
    case G1776_V_REDUCE: return -3;
    default: return 0;
    }
}
