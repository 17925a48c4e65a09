/* naval.c - fleets meet: engagement and damage (V.C of the campaign), interception (scenario 4),
 * the British force of scenario 2. */
#include "g1776.h"

static const mk_hexmap *const board = &g1776_board.hexes;

/* ---- Damage ---- */

enum { SUNK = 3 };

/* All aboard are lost with the fleet. */
void g1776_drown(g1776_state *s, int fleet) {
    g1776_piece lots[G1776_MAX_LOTS];
    g1776_lift(s, G1776_ABOARD + fleet, 0, lots);
    for (int l = 0; l < g1776.leader_count; l++) {
        if (s->leader[l].place != G1776_ABOARD + fleet) continue;
        g1776_note_leader_lost(s, l, NULL);
        g1776_put_leader(s, l,
                         (g1776_leader_at){.place = G1776_GONE, .rating = s->leader[l].rating});
    }
}

/* V.C.4, V.D.4: it leaves the board with its cargo, for good if sunk. */
void g1776_damage_fleet(g1776_state *s, int fleet, int damage, int turns, mk_log *log) {
    mk_log_event(log, damage == SUNK ? G1776_E_SUNK : G1776_E_DAMAGED, g1776.fleet[fleet].seat,
                 MK_EVERYONE, 0, (int16_t)fleet, (int16_t)turns);
    if (damage == SUNK) {
        g1776_drown(s, fleet);
        s->fleet[fleet] = (g1776_fleet_at){.place = G1776_GONE};
        g1776_note_sunk(s, fleet, log);
    } else {
        s->fleet[fleet] =
            (g1776_fleet_at){.place = G1776_TRACK, .back = (uint8_t)(s->base.turn + turns)};
        bool winter = g1776_southern_game(s) && g1776.fleet[fleet].nation == G1776_N_FRENCH;
        if (RULE("g1776.csg5.damaged", winter)) s->fleet[fleet].back = G1776_OFF_STATION;
    }
    s->south.bound[fleet] = 0;
    g1776_note_fleet(s, fleet, damage, log);
}

/* Scenario 4 counts turns where the chart has quarters. */
static int turns_away(const g1776_state *s, int damage) {
    if (RULE("g1776.s4.turns", g1776_has_rule(s, G1776_RULE_DAMAGE_IN_TURNS))) return damage;
    return g1776.table.months[damage];
}

/* ---- Engagement ---- */

typedef struct {
    mk_set64 fleets;
    int strength;
    bool battle, navy; /* a battle fleet among them; nothing but the Continental Navy */
} squadron;

static squadron squadron_at(const g1776_state *s, int seat, int place, mk_set64 among) {
    squadron q = {.navy = true};
    for (int f = 0; f < G1776_FLEETS; f++) {
        if (s->fleet[f].place != place || g1776.fleet[f].seat != seat || !mk_set_has(among, f))
            continue;
        mk_set_add(&q.fleets, f);
        q.strength += g1776.fleet[f].combat;
        q.battle |= g1776.fleet[f].battle;
        q.navy &= f == G1776_CN;
    }
    return q;
}

enum { ALL_FLEETS = (1 << G1776_FLEETS) - 1, LOWEST = -1, HIGHEST = 4 };

/* The column of the chart; the Continental Navy fights on 0 (V.F). */
static int column_of(const squadron *a, const squadron *d) {
    if (a->navy) return 0;
    int difference = a->strength - d->strength;
    return difference > HIGHEST ? HIGHEST : difference;
}

static bool at_sea(int place) {
    if (g1776_is_side(place)) return board->side_bits[place - G1776_AT_SIDE] & G1776_CLASS3;
    return g1776_is_hex(place) && !g1776_is_land(place);
}

static bool unspent(const g1776_state *s, mk_set64 fleets) {
    MK_SET_EACH(f, fleets) {
        if (s->fleet[f].flags & G1776_DONE) return false;
    }
    return true;
}

const char *g1776_why_not_engage(const g1776_state *s, int seat, int place) {
    FORBID("g1776.csg.v.c", !(g1776_rules(s)->use & G1776_USE_SEA) || seat != s->phasing);
    FORBID("g1776.csg.v.c.place", !at_sea(place));
    squadron a = squadron_at(s, seat, place, ALL_FLEETS);
    squadron d = squadron_at(s, g1776_enemy(seat), place, ALL_FLEETS);
    FORBID("g1776.csg.v.c.place", !a.fleets || !d.fleets);
    FORBID("g1776.csg.v.c.once", !unspent(s, a.fleets));
    FORBID("g1776.csg.v.c.transports", !a.battle && !a.navy);
    FORBID("g1776.csg.v.f", a.navy && d.battle);
    FORBID("g1776.csg.v.c.odds", column_of(&a, &d) < LOWEST);
    return NULL;
}

static void suffer(g1776_state *s, mk_set64 fleets, int damage, mk_log *log) {
    if (!damage) return;
    MK_SET_EACH(f, fleets) {
        g1776_damage_fleet(s, f, damage, damage == SUNK ? 0 : turns_away(s, damage), log);
    }
}

/* All fleets of `attackers` against all enemies there. */
static void fight(g1776_state *s, int seat, int place, mk_set64 attackers, mk_log *log) {
    squadron a = squadron_at(s, seat, place, attackers);
    squadron d = squadron_at(s, g1776_enemy(seat), place, ALL_FLEETS);
    MK_SET_EACH(f, a.fleets) s->fleet[f].flags |= G1776_DONE;
    mk_log_event(log, G1776_E_ENGAGES, seat, MK_EVERYONE, 0, (int16_t)g1776_where_of(place),
                 (int16_t)a.strength, (int16_t)d.strength);
    bool alone = !d.battle && !mk_set_has(d.fleets, G1776_CN);
    if (RULE("g1776.csg.v.c.unescorted", alone && !a.navy)) {
        suffer(s, d.fleets, SUNK, log);
        return;
    }
    int column = column_of(&a, &d) - LOWEST, die = mk_die(&s->base.rng, 6);
    const uint8_t *result = g1776.table.fec[die][column];
    mk_log_event(log, G1776_E_SEA_ROLL, seat, MK_EVERYONE, MK_ROLLED, (int16_t)die,
                 (int16_t)(column + LOWEST));
    suffer(s, a.fleets, result[0], log);
    suffer(s, d.fleets, result[1], log);
}

void g1776_engage(g1776_state *s, int seat, int place, mk_log *log) {
    fight(s, seat, place, ALL_FLEETS, log);
    g1776_instant(s, log);
}

/* V.F: British battle fleets have found the Continental Navy in the West Indies. */
void g1776_fight_in_indies(g1776_state *s, mk_log *log) {
    int place = G1776_IN_BOX + G1776_BOX_INDIES_B;
    squadron a = squadron_at(s, G1776_BRITISH, place, ALL_FLEETS), d = {.strength = 0};
    MK_SET_EACH(f, a.fleets) {
        if (!g1776.fleet[f].battle) mk_set_remove(&a.fleets, f);
    }
    mk_log_event(log, G1776_E_ENGAGES, G1776_BRITISH, MK_EVERYONE, 0,
                 (int16_t)g1776_where_of(place), (int16_t)a.strength, 0);
    int column = column_of(&a, &d) - LOWEST, die = mk_die(&s->base.rng, 6);
    const uint8_t *result = g1776.table.fec[die][column];
    mk_log_event(log, G1776_E_SEA_ROLL, G1776_BRITISH, MK_EVERYONE, MK_ROLLED, (int16_t)die,
                 (int16_t)(column + LOWEST));
    suffer(s, a.fleets, result[0], log);
    suffer(s, (mk_set64)1 << G1776_CN, result[1], log);
}

static void each_meeting(const g1776_state *s, int seat, mk_actions *out, bool *any) {
    for (int f = 0; f < G1776_FLEETS; f++) {
        int place = s->fleet[f].place, first = f;
        if (g1776.fleet[f].seat != seat || g1776_why_not_engage(s, seat, place)) continue;
        for (int k = f - 1; k >= 0; k--)
            if (s->fleet[k].place == place && g1776.fleet[k].seat == seat) first = k;
        if (first != f) continue; /* one offer for each place */
        *any = true;
        if (out) mk_offer(out, G1776_V_ENGAGE, g1776_where_of(place), 0, 0);
    }
}

bool g1776_can_engage(const g1776_state *s, int seat) {
    bool any = false;
    each_meeting(s, seat, NULL, &any);
    return any;
}

void g1776_list_engagements(const g1776_state *s, int seat, mk_actions *out) {
    bool any = false;
    each_meeting(s, seat, out, &any);
}

/* ---- Interception (scenario 4) ---- */

static int net_space(int place) {
    return g1776_is_side(place) ? mk_side_space(board, place - G1776_AT_SIDE) : place;
}

/* Fleets that lie beside the place, can come there, and have not tried or succeeded yet. */
static bool may_intercept(const g1776_state *s, int fleet, int target) {
    const g1776_fleet_row *row = &g1776.fleet[fleet];
    int at = s->fleet[fleet].place, to = s->fleet[target].place;
    bool lies = g1776_is_hex(at) || g1776_is_side(at);
    if (!row->battle || row->seat == g1776.fleet[target].seat || !lies || s->fleet[fleet].tried)
        return false;
    if (!at_sea(to) || at == to) return false;
    return mk_way(&g1776_board.sea, net_space(at), net_space(to)) >= 0;
}

static bool anybody_intercepts(const g1776_state *s, int target) {
    for (int f = 0; f < G1776_FLEETS; f++)
        if (may_intercept(s, f, target)) return true;
    return false;
}

enum { TRIED = 1, SUCCEEDED = 2 };

void g1776_ask_interception(g1776_state *s, int target) {
    if (!g1776_has_rule(s, G1776_RULE_INTERCEPTION)) return;
    for (int f = 0; f < G1776_FLEETS; f++)
        if (s->fleet[f].tried == TRIED) s->fleet[f].tried = 0;
    if (!anybody_intercepts(s, target)) return;
    mk_push(&s->base, G1776_PH_INTERCEPT, g1776_enemy(g1776.fleet[target].seat))->a =
        (int16_t)target;
}

void g1776_intercept_list(const void *state, mk_actions *out) {
    const g1776_state *s = state;
    int target = mk_top_const(&s->base)->a;
    for (int f = 0; f < G1776_FLEETS; f++)
        if (may_intercept(s, f, target)) mk_offer(out, G1776_V_INTERCEPT, f, 0, 0);
    mk_offer(out, G1776_V_DECLINE, 0, 0, 0);
}

const char *g1776_intercept_why_not(const void *state, mk_action x) {
    const g1776_state *s = state;
    if (x.verb == G1776_V_DECLINE) return NULL;
    FORBID("g1776.s4.intercept", !may_intercept(s, x.a, mk_top_const(&s->base)->a));
    return NULL;
}

/* V.C.3: no attack below -1; those who found it stay where they are. */
static bool too_weak(const g1776_state *s, const mk_frame *f) {
    squadron d = squadron_at(s, g1776_enemy(f->seat), s->fleet[f->a].place, ALL_FLEETS), a = {0};
    MK_SET_EACH(fleet, (mk_set64)(uint16_t)f->b) a.strength += g1776.fleet[fleet].combat;
    return RULE("g1776.csg.v.c.odds", column_of(&a, &d) < LOWEST);
}

/* Those who succeeded fight together; a target that survives may go on. */
static void end_interception(g1776_state *s, mk_log *log) {
    mk_frame f = *mk_top(&s->base);
    mk_pop(&s->base);
    if (!f.b) return;
    int place = s->fleet[f.a].place;
    if (too_weak(s, &f)) return;
    MK_SET_EACH(fleet, (mk_set64)(uint16_t)f.b) s->fleet[fleet].place = (uint16_t)place;
    fight(s, f.seat, place, (mk_set64)(uint16_t)f.b, log);
    MK_SET_EACH(fleet, (mk_set64)(uint16_t)f.b) s->fleet[fleet].flags &= (uint8_t)~G1776_DONE;
    mk_frame *order = mk_top(&s->base);
    bool lost = s->fleet[f.a].place == G1776_TRACK || s->fleet[f.a].place == G1776_GONE;
    if (order->phase == G1776_PH_FLEET && lost) mk_pop(&s->base);
    g1776_instant(s, log);
}

void g1776_intercept_apply(void *state, mk_action x, mk_log *log) {
    g1776_state *s = state;
    mk_frame *f = mk_top(&s->base);
    if (x.verb == G1776_V_DECLINE) {
        end_interception(s, log);
        return;
    }
    int die = mk_die(&s->base.rng, 6);
    bool found = RULE("g1776.s4.intercept", die <= g1776.table.intercepts);
    mk_log_event(log, found ? G1776_E_INTERCEPTS : G1776_E_MISSES, f->seat, MK_EVERYONE, MK_ROLLED,
                 x.a, f->a, (int16_t)die);
    s->fleet[x.a].tried = found ? SUCCEEDED : TRIED;
    if (found) f->b |= (int16_t)(1 << x.a);
    if (!anybody_intercepts(s, f->a)) end_interception(s, log);
}
