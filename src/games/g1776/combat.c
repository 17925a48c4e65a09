/* combat.c - combat of the advanced game (III.A): announced, fought in rounds, ended.
 *
 * A procedure: what comes next is in combat.step. X attacks, Y defends; after Y took over they have
 * changed places. The forces are those outside a fort, or Y's inside one when nobody of his is
 * left outside (III.D).
 */
#include <string.h>

#include "g1776.h"

/* ---- May one attack? ---- */

/* III.A.6: units of either side inside a fort or entrenchment, SP or not. */
static bool works_in(const g1776_state *s, int hex) {
    if (g1776_count_of(s, hex, G1776_ENTRENCHMENTS)) return true;
    if (g1776_count_where(s, hex, ~(mk_set64)0, G1776_INSIDE, G1776_INSIDE)) return true;
    for (int seat = 0; seat < G1776_SEATS; seat++) {
        MK_SET_EACH(l, g1776_leaders_at(s, hex, seat)) {
            if (s->leader[l].flags & G1776_INSIDE) return true;
        }
    }
    return false;
}

/* The combat as it would begin. */
static void sketch(const g1776_state *s, int seat, int hex, g1776_state *out) {
    memcpy(out, s, sizeof *out);
    out->combat = (g1776_combat){.hex = (uint16_t)hex, .attacker = (uint8_t)seat};
    out->combat.inside = !g1776_open(s, g1776_enemy(seat), hex);
}

/* C18: at least 1-3 with what the attacker has and the best the defender can do. */
const char *g1776_why_not_round(const g1776_state *s) {
    int x = s->combat.attacker, y = g1776_enemy(x);
    bool own = g1776_may_supply(s, x);
    bool winter = g1776_winter_binds(s, x, s->combat.hex);
    FORBID("g1776.csg.vi.supply", winter && !own);
    FORBID("g1776.csg.vi.rounds", winter && s->combat.rounds >= G1776_WINTER_ROUNDS);
    FORBID("g1776.iii.a.odds", g1776_column(s, own, g1776_may_supply(s, y)) < 0);
    return NULL;
}

/* Those inside a besieged fort come out to attack (III.D). */
static bool all_inside(const g1776_state *s, int seat, int hex) {
    return !g1776_open(s, seat, hex);
}

static void come_out(g1776_state *s, int seat, int hex) {
    g1776_piece lifted[G1776_MAX_LOTS];
    int count = g1776_lift(s, hex, G1776_INSIDE, lifted);
    for (int i = 0; i < count; i++) {
        if (mk_set_has(g1776.sp_of[seat], lifted[i].type))
            lifted[i].flags &= (uint8_t)~G1776_INSIDE;
        g1776_put(s, lifted[i]);
    }
    MK_SET_EACH(l, g1776_leaders_at(s, hex, seat)) s->leader[l].flags &= (uint8_t)~G1776_INSIDE;
}

/* With those outside alone, or with all who could come out and join them. */
static const char *why_not_sortie(g1776_state *then, int seat, int hex) {
    if (!all_inside(then, seat, hex)) {
        const char *why = g1776_why_not_round(then);
        if (!why || !g1776_sp_part(then, hex, seat, G1776_INSIDE_ONLY)) return why;
    }
    come_out(then, seat, hex);
    return g1776_why_not_round(then);
}

bool g1776_all_may_sally(const g1776_state *s) {
    g1776_state then = *s;
    come_out(&then, s->combat.attacker, s->combat.hex);
    return !g1776_why_not_round(&then);
}

const char *g1776_why_not_combat(const g1776_state *s, int seat, int hex) {
    int enemy = g1776_enemy(seat);
    FORBID("g1776.iii.a.1", !g1776_held(s, seat, hex) || !g1776_held(s, enemy, hex));
    FORBID("g1776.s8.ticonderoga", seat == G1776_BRITISH && g1776_ticonderoga_shut(s, hex));
    FORBID("g1776.s11.villagers", g1776_spared(s, seat, hex));
    FORBID("g1776.csg6.villagers", g1776_safe_villagers(s, enemy, hex));
    FORBID("g1776.iii.once", mk_set_has(&s->fought, hex));
    FORBID("g1776.iii.once", mk_set_has(&s->attacked[enemy], hex));
    if (seat != s->phasing) {
        FORBID("g1776.iii.a.6", mk_set_has(&s->bloody, hex));
        FORBID("g1776.iii.a.6", works_in(s, hex));
    }
    g1776_state then;
    sketch(s, seat, hex, &then);
    return why_not_sortie(&then, seat, hex);
}

/* ---- Beginning ---- */

static void clear_round(g1776_combat *c) {
    memset(c->force, 0, sizeof c->force);
    memset(c->took, 0, sizeof c->took);
    for (int seat = 0; seat < G1776_SEATS; seat++) {
        c->supplied[seat] = c->lose[seat] = c->retreat[seat] = 0;
        c->elite[seat] = G1776_NO_TYPE;
        c->card[seat] = G1776_NO_CARD;
    }
    c->bombards = 0;
    c->shelling = c->answer = 0;
    c->elite_lost = 0;
    c->fire = 0;
}

/* IV.B: commanders are found when the combat begins, outside and again against a fort. */
static void note_forces(g1776_state *s) {
    g1776_combat *c = &s->combat;
    for (int seat = 0; seat < G1776_SEATS; seat++) {
        c->leaders[seat] |= g1776_fighting_leaders(s, seat);
        if (c->round == 1 || c->commander[seat] == G1776_NONE)
            c->commander[seat] = (uint8_t)g1776_commander(s, seat);
    }
}

static void begin_round(g1776_state *s) {
    g1776_combat *c = &s->combat;
    clear_round(c);
    c->round++;
    c->rounds++;
    c->inside = !g1776_open(s, g1776_enemy(c->attacker), c->hex);
    mk_set_add(&s->attacked[g1776_enemy(c->attacker)], c->hex);
    note_forces(s);
    if (c->rounds == 1) {
        c->faced = (uint8_t)g1776_fighting_sp(s, g1776_enemy(c->attacker));
        c->strong = (uint8_t)g1776_fighting_sp(s, c->attacker);
    }
    c->step = G1776_C_SECRET;
}

void g1776_begin_combat(g1776_state *s, int seat, int hex, mk_log *log) {
    g1776_combat *c = &s->combat;
    memset(c, 0, sizeof *c);
    c->hex = (uint16_t)hex;
    c->attacker = c->opener = (uint8_t)seat;
    c->commander[0] = c->commander[1] = G1776_NONE;
    clear_round(c);
    mk_set_add(&s->fought, hex);
    mk_set_add(&s->bloody, hex);
    c->indians = g1776_has(s, hex, G1776_BI);
    for (int i = 0; i < G1776_SEATS; i++) {
        if (g1776_has_rule(s, G1776_RULE_ARTILLERY_ONE_SHOT)) /* once in each combat */
            mk_set_remove(&s->fired[i], hex);
    }
    g1776_note_attack(s, hex, g1776_enemy(seat), log);
    mk_log_event(log, G1776_E_ATTACK, seat, MK_EVERYONE, 0, (int16_t)hex);
    c->step = G1776_C_SALLY;
    mk_push(&s->base, G1776_PH_COMBAT, seat)->a = (int16_t)hex;
}

/* How an attack would begin, both sides as good as they can be. */
g1776_prospect g1776_prospect_of(const g1776_state *s, int seat, int hex) {
    g1776_state then;
    sketch(s, seat, hex, &then);
    if (all_inside(&then, seat, hex)) come_out(&then, seat, hex);
    g1776_combat *c = &then.combat;
    for (int i = 0; i < G1776_SEATS; i++) {
        c->elite[i] = G1776_NO_TYPE;
        c->supplied[i] = g1776_may_supply(&then, i);
        if (!g1776_why_not_fire(&then, i)) c->fire |= (uint8_t)(1 << i);
        c->commander[i] = (uint8_t)g1776_commander(&then, i);
        MK_SET_EACH(t, g1776.sp_of[i]) c->force[i][t] = (uint8_t)g1776_fighters(&then, i, t);
    }
    int x = seat, y = g1776_enemy(seat);
    return (g1776_prospect){
        .column = g1776_column(&then, c->supplied[x], c->supplied[y]),
        .drm = g1776_modifiers_now(&then).sum,
        .part = {g1776_most(&then, x), g1776_most(&then, y)},
        .sp = {g1776_fighting_sp(&then, x), g1776_fighting_sp(&then, y)},
    };
}

/* ---- Supply and elites ---- */

static bool has_elite(const g1776_state *s, int seat) {
    for (int t = G1776_GRENADIERS; t < G1776_SP_TYPES; t++) {
        if (!g1776_why_not_elite(s, seat, t)) return true;
    }
    return false;
}

static bool can_spur(const g1776_state *s, int seat) {
    if (!g1776_southern_game(s)) return false;
    int leader = g1776.named[seat == G1776_BRITISH ? G1776_RAWDON : G1776_GREENE];
    return !g1776_why_not_spur(s, seat, leader);
}

static void ask_declaration(g1776_state *s, int seat, int next) {
    s->combat.step = (uint8_t)next;
    bool fire = !g1776_why_not_fire(s, seat);
    if (fire || g1776_may_supply(s, seat) || has_elite(s, seat) || can_spur(s, seat))
        mk_push(&s->base, G1776_PH_DECLARE, seat)->a = (int16_t)s->combat.hex;
}

/* The attack must stay possible, whatever the defender declares (C18). */
static const char *why_not_ready(const g1776_state *s, int seat) {
    const g1776_combat *c = &s->combat;
    if (seat != c->attacker || c->supplied[seat]) return NULL;
    FORBID("g1776.csg.vi.supply", g1776_winter_binds(s, seat, c->hex));
    FORBID("g1776.iii.a.odds", g1776_column(s, false, g1776_may_supply(s, g1776_enemy(seat))) < 0);
    return NULL;
}

const char *g1776_declare_why_not(const void *state, mk_action x) {
    const g1776_state *s = state;
    int seat = g1776_deciding(s);
    switch (x.verb) {
    case G1776_V_SUPPLY:
        FORBID("g1776.iii.b", s->combat.supplied[seat] || !g1776_may_supply(s, seat));
        return NULL;
    case G1776_V_FIRE: return g1776_why_not_fire(s, seat);
    case G1776_V_SPUR: return g1776_why_not_spur(s, seat, x.a);
    case G1776_V_ELITE: {
        const char *why = why_not_ready(s, seat); /* who needs supply declares it first */
        return why ? why : g1776_why_not_elite(s, seat, x.a);
    }
    default: return why_not_ready(s, seat);
    }
}

void g1776_declare_list(const void *state, mk_actions *out) {
    static const uint16_t plain[] = {G1776_V_SUPPLY, G1776_V_FIRE, G1776_V_READY};
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++) {
        if (!g1776_declare_why_not(state, (mk_action){.verb = plain[i]}))
            mk_offer(out, plain[i], 0, 0, 0);
    }
    for (int t = G1776_GRENADIERS; t < G1776_SP_TYPES; t++) {
        mk_action elite = {.verb = G1776_V_ELITE, .a = (int16_t)t};
        if (!g1776_declare_why_not(state, elite)) mk_offer(out, G1776_V_ELITE, t, 0, 0);
    }
    int seat = g1776_deciding(state);
    if (can_spur(state, seat))
        mk_offer(out, G1776_V_SPUR,
                 g1776.named[seat == G1776_BRITISH ? G1776_RAWDON : G1776_GREENE], 0, 0);
}

/* C12: a magazine supplies without end; a supply unit is used up by its second round. */
static void use_supply(g1776_state *s, int seat) {
    const g1776_combat *c = &s->combat;
    int part = g1776_part(s, seat) ? G1776_INSIDE_ONLY : G1776_OUTSIDE_ONLY;
    if (RULE("g1776.iii.c", g1776_magazine_for(s, seat, c->hex, part))) return;
    g1776_use_supply_unit(s, seat);
}

void g1776_declare_apply(void *state, mk_action x, mk_log *log) {
    g1776_state *s = state;
    int seat = g1776_deciding(s);
    if (x.verb == G1776_V_SUPPLY) {
        s->combat.supplied[seat] = 1;
        use_supply(s, seat);
        mk_log_event(log, G1776_E_SUPPLIED, seat, MK_EVERYONE, 0);
    } else if (x.verb == G1776_V_FIRE) {
        s->combat.fire |= (uint8_t)(1 << seat);
        mk_log_event(log, G1776_E_FIRES, seat, MK_EVERYONE, 0, (int16_t)s->combat.hex);
    } else if (x.verb == G1776_V_ELITE) {
        s->combat.elite[seat] = (uint8_t)x.a;
        g1776_use_elite(s, x.a);
        mk_log_event(log, G1776_E_ELITE, seat, MK_EVERYONE, 0, x.a);
    } else if (x.verb == G1776_V_SPUR) {
        g1776_spur(s, seat, x.a, log);
    }
    bool nothing_left = s->combat.elite[seat] != G1776_NO_TYPE && !why_not_ready(s, seat) &&
                        !can_spur(s, seat) && g1776_why_not_fire(s, seat);
    if (x.verb == G1776_V_READY || nothing_left) mk_pop(&s->base);
}

/* ---- Who takes part ---- */

/* Where there is no choice everybody who can takes part. */
static bool commit_all(g1776_state *s, int seat) {
    int types = 0, last = 0, most = g1776_most(s, seat);
    MK_SET_EACH(t, g1776.sp_of[seat]) {
        if (!g1776_fighters(s, seat, t)) continue;
        types++;
        last = t;
    }
    bool all = most == g1776_fighting_sp(s, seat);
    if (!all && types > 1) return false;
    MK_SET_EACH(t, g1776.sp_of[seat])
        s->combat.force[seat][t] = (uint8_t)(all ? g1776_fighters(s, seat, t) : 0);
    if (!all) s->combat.force[seat][last] = (uint8_t)most;
    return true;
}

static bool can_commit_more(const g1776_state *s, int seat) {
    MK_SET_EACH(t, g1776.sp_of[seat]) {
        if (g1776_may_commit(s, seat, t, 1)) return true;
    }
    return false;
}

static void ask_commitment(g1776_state *s, int seat, int next) {
    s->combat.step = (uint8_t)next;
    if (commit_all(s, seat)) return;
    int elite = s->combat.elite[seat];
    if (elite != G1776_NO_TYPE) s->combat.force[seat][elite] = 1;
    if (can_commit_more(s, seat))
        mk_push(&s->base, G1776_PH_COMMIT, seat)->a = (int16_t)s->combat.hex;
}

void g1776_commit_list(const void *state, mk_actions *out) {
    const g1776_state *s = state;
    int seat = g1776_deciding(s);
    MK_SET_EACH(t, g1776.sp_of[seat]) {
        for (int n = 1; g1776_may_commit(s, seat, t, n); n++)
            mk_offer(out, G1776_V_COMMIT, t, n, 0);
    }
}

const char *g1776_commit_why_not(const void *state, mk_action x) {
    const g1776_state *s = state;
    int seat = g1776_deciding(s);
    FORBID("g1776.iv.b", x.b < 1 || !mk_set_has(g1776.sp_of[seat], x.a));
    FORBID("g1776.iv.b", !g1776_may_commit(s, seat, x.a, x.b));
    return NULL;
}

void g1776_commit_apply(void *state, mk_action x, mk_log *log) {
    g1776_state *s = state;
    int seat = g1776_deciding(s);
    (void)log;
    s->combat.force[seat][x.a] = (uint8_t)(s->combat.force[seat][x.a] + x.b);
    if (!can_commit_more(s, seat)) mk_pop(&s->base);
}

/* ---- Cards ---- */

static void ask_card(g1776_state *s, int seat, int next) {
    s->combat.step = (uint8_t)next;
    if (RULE("g1776.iii.d.cards", s->combat.inside)) return;
    mk_push(&s->base, G1776_PH_CARD, seat)->a = (int16_t)s->combat.hex;
}

/* Any of the eight (III.A.2.E), but for one that was put away (CSG-5). */
const char *g1776_card_why_not(const void *state, mk_action x) {
    const g1776_state *s = state;
    FORBID("g1776.csg5.withdraw", s->combat.put_away & G1776_PUT_AWAY &&
                                      g1776_deciding(s) == G1776_AMERICAN &&
                                      x.a == g1776.table.withdraw);
    return NULL;
}

void g1776_card_list(const void *state, mk_actions *out) {
    for (int card = 0; card < G1776_CARDS; card++) {
        mk_action x = {.verb = G1776_V_CARD, .a = (int16_t)card};
        if (!g1776_card_why_not(state, x)) mk_offer(out, G1776_V_CARD, card, 0, 0);
    }
}

/* The choice is told to its owner alone, until both lie on the table. */
void g1776_card_apply(void *state, mk_action x, mk_log *log) {
    g1776_state *s = state;
    g1776_combat *c = &s->combat;
    int seat = g1776_deciding(s);
    c->card[seat] = (uint8_t)x.a;
    mk_pop(&s->base);
    if (seat == c->attacker) {
        mk_log_event(log, G1776_E_CHOOSES, seat, MK_ONLY(seat), 0, x.a);
        mk_log_event(log, G1776_E_CHOSE, seat, MK_BUT(seat), 0);
    } else {
        mk_log_event(log, G1776_E_CARDS, c->attacker, MK_EVERYONE, MK_REVEALED,
                     c->card[c->attacker], c->card[seat]);
    }
}

/* ---- The die ---- */

int g1776_losses(int result, int sp) {
    switch (result) {
    case G1776_R_LOSE1: return sp < 1 ? sp : 1;
    case G1776_R_LOSE2: return sp < 2 ? sp : 2;
    case G1776_R_ALL: return sp;
    case G1776_R_HALF: {
        int half = (sp + 1) / 2, least = g1776.table.half_least;
        return half >= least ? half : sp < least ? sp : least; /* C21 */
    }
    default: return 0;
    }
}

static void log_modifiers(const g1776_state *s, const g1776_modifiers *m, mk_log *log) {
    int x = s->combat.attacker;
    mk_log_event(log, G1776_E_ODDS, x, MK_EVERYONE, 0, (int16_t)g1776_participants(s, x),
                 (int16_t)g1776_participants(s, g1776_enemy(x)), s->combat.column, (int16_t)m->sum,
                 (int16_t)m->leaders, (int16_t)m->elites, (int16_t)m->works, (int16_t)m->guns,
                 (int16_t)m->militia, (int16_t)m->control, (int16_t)m->allies, (int16_t)m->knox,
                 (int16_t)m->fleets, (int16_t)m->awe, (int16_t)m->special);
}

/* III.E: unsupplied guns that fired do so no more in this month. */
static void note_fire(g1776_state *s) {
    const g1776_combat *c = &s->combat;
    for (int seat = 0; seat < G1776_SEATS; seat++)
        if (c->fire >> seat & 1 && !c->supplied[seat]) mk_set_add(&s->fired[seat], c->hex);
}

static void throw_die(g1776_state *s, int drm, int value, mk_log *log) {
    g1776_combat *c = &s->combat;
    int x = c->attacker, y = g1776_enemy(x), die = mk_die(&s->base.rng, 6);
    int row = die + drm + value;
    row = row < G1776_CRT_LOW ? G1776_CRT_LOW : row > G1776_CRT_HIGH ? G1776_CRT_HIGH : row;
    const uint8_t *result = g1776.table.crt[row - G1776_CRT_LOW][c->column];
    int lost = g1776_losses(result[0], g1776_participants(s, x));
    c->lose[x] = (uint8_t)g1776_losses_ashore(s, result[0], lost, log);
    c->lose[y] = (uint8_t)g1776_losses(result[1], g1776_participants(s, y));
    c->die = (uint8_t)die;
    mk_log_event(log, G1776_E_ROLL, x, MK_EVERYONE, MK_ROLLED, (int16_t)die, (int16_t)drm,
                 (int16_t)value, (int16_t)row, c->lose[x], c->lose[y]);
    if (RULE("g1776.iii.a.g.ne", result[0] == G1776_R_NE)) {
        c->over |= G1776_CLOSED_HEX;
        if (c->rounds == 1) c->no_effect = 1;
        mk_log_event(log, G1776_E_NO_EFFECT, -1, MK_EVERYONE, 0, (int16_t)c->hex);
    }
}

/* CSG-5: whether Withdraw was put away is known when the first round is fought. */
static void tell_secret(g1776_state *s, mk_log *log) {
    g1776_combat *c = &s->combat;
    if (!(c->put_away & G1776_ASKED_CARD) || c->put_away & G1776_TOLD) return;
    c->put_away |= G1776_TOLD;
    mk_log_event(log, G1776_E_TELLS_CARD, G1776_AMERICAN, MK_EVERYONE, MK_REVEALED,
                 (int16_t)(c->put_away & G1776_PUT_AWAY ? 1 : 0));
}

static void resolve(g1776_state *s, mk_log *log) {
    g1776_combat *c = &s->combat;
    int x = c->attacker, y = g1776_enemy(x), value = 0;
    c->step = G1776_C_LOSE_X;
    int column = g1776_column(s, c->supplied[x], c->supplied[y]);
    c->column = (uint8_t)(column < 0 ? 0 : column);
    if (x == c->opener && c->column > c->highest) c->highest = c->column;
    g1776_modifiers m = g1776_modifiers_now(s);
    c->drm = (uint8_t)(m.sum + 16);
    log_modifiers(s, &m, log);
    note_fire(s);
    tell_secret(s, log);
    if (!c->inside) {
        int ends = g1776.table.matrix_ends[c->card[x]][c->card[y]];
        value = g1776.table.matrix[c->card[x]][c->card[y]];
        if (RULE("g1776.iii.a.e.ends", ends)) c->over |= G1776_CLOSED_HEX;
        if (ends && RULE("g1776.iii.a.i", c->card[y] == g1776.table.withdraw))
            c->retreat[y] = G1776_MUST_RETREAT;
        if (RULE("g1776.iii.a.e.nc", ends == 2)) {
            if (c->rounds == 1) c->no_effect = 1;
            mk_log_event(log, G1776_E_NO_COMBAT, -1, MK_EVERYONE, 0, (int16_t)c->hex);
            return;
        }
    }
    c->value = (uint8_t)(value + 16);
    throw_die(s, m.sum, value, log);
}

static void take_losses(g1776_state *s, int seat, int next, mk_log *log) {
    g1776_combat *c = &s->combat;
    while (c->lose[seat]) {
        mk_set64 types = g1776_next_loss(s, seat);
        if (types & (types - 1)) {
            mk_frame *f = mk_push(&s->base, G1776_PH_LOSE, seat);
            f->a = (int16_t)c->hex;
            f->b = c->lose[seat];
            return;
        }
        g1776_lose_one(s, seat, mk_set_first(types), log);
    }
    c->step = (uint8_t)next;
}

/* ---- Retreats ---- */

/* III.A.2.H: who controlled nobody any more may go; after Withdraw the defender must try. */
static void ask_retreat(g1776_state *s, int seat, int next) {
    g1776_combat *c = &s->combat;
    c->step = (uint8_t)next;
    bool broken = !g1776_participants(s, seat) && g1776_fighting_sp(s, seat);
    if (!c->retreat[seat] && RULE("g1776.iii.a.h", broken && c->lost[seat]))
        c->retreat[seat] = G1776_MAY_RETREAT;
    if (!c->retreat[seat] || c->inside || !g1776_fighting_sp(s, seat)) return;
    mk_push(&s->base, G1776_PH_RETREAT, seat)->a = (int16_t)c->hex;
}

/* ---- After a round ---- */

static bool may_break_off(const g1776_state *s, int seat) {
    const g1776_combat *c = &s->combat;
    int washington = g1776.named[G1776_WASHINGTON];
    bool here = washington != G1776_NONE && !mk_set_has(s->replaced, washington) &&
                mk_set_has(g1776_fighting_leaders(s, seat), washington);
    if (c->over || c->inside) return false;
    if (seat == G1776_BRITISH) return g1776_may_grape(s);
    int leader = c->commander[seat];
    bool others = g1776_southern_game(s) && leader != G1776_NONE &&
                  !mk_set_has(s->replaced, leader) &&
                  (leader == g1776.named[G1776_GREENE] || leader == g1776.named[G1776_LAFAYETTE]) &&
                  mk_set_has(g1776_fighting_leaders(s, seat), leader);
    if (RULE("g1776.csg5.break_off", others && c->round >= 2)) return true;
    if (!here) return false;
    return RULE("g1776.iii.a.3.break", c->round >= 2 && g1776_fighters(s, seat, G1776_CA));
}

static void ask_break(g1776_state *s, int seat, int next) {
    s->combat.step = (uint8_t)next;
    if (may_break_off(s, seat))
        mk_push(&s->base, G1776_PH_BREAK_OFF, seat)->a = (int16_t)s->combat.hex;
}

void g1776_break_off_list(const void *state, mk_actions *out) {
    bool british = g1776_deciding(state) == G1776_BRITISH;
    mk_offer(out, british ? G1776_V_GRAPESHOT : G1776_V_BREAK_OFF, 0, 0, 0);
    mk_offer(out, G1776_V_STAY, 0, 0, 0);
}
const char *g1776_break_off_why_not(const void *state, mk_action x) {
    bool british = g1776_deciding(state) == G1776_BRITISH;
    FORBID("g1776.csg5.grapeshot", x.verb == G1776_V_GRAPESHOT && !british);
    FORBID("g1776.iii.a.3.break", x.verb == G1776_V_BREAK_OFF && british);
    return NULL;
}
void g1776_break_off_apply(void *state, mk_action x, mk_log *log) {
    g1776_state *s = state;
    int seat = g1776_deciding(s);
    mk_pop(&s->base);
    if (x.verb == G1776_V_GRAPESHOT) g1776_fire_grape(s, log);
    if (x.verb != G1776_V_BREAK_OFF) return;
    s->combat.over |= G1776_CLOSED_HEX;
    mk_log_event(log, G1776_E_BREAKS_OFF, seat, MK_EVERYONE, 0, (int16_t)s->combat.hex);
}

/* The outside force is gone, destroyed or in retreat: what is left of Y sits in the fort (C15). Not
 * after a result that closes the hex for this phase. */
static bool storms(const g1776_state *s) {
    const g1776_combat *c = &s->combat;
    int x = c->attacker, y = g1776_enemy(x);
    if (RULE("g1776.iii.d.closed", c->over & G1776_CLOSED_HEX)) return false;
    if (c->inside || g1776_open(s, y, c->hex)) return false;
    if (!g1776_held(s, y, c->hex) || !g1776_open(s, x, c->hex)) return false;
    return true;
}

static bool both_stand(const g1776_state *s) {
    return g1776_fighting_sp(s, 0) && g1776_fighting_sp(s, 1);
}

static void ask_go_on(g1776_state *s, mk_log *log) {
    g1776_combat *c = &s->combat;
    if (storms(s)) {
        g1776_tidy(s, c->hex, log); /* III.B, III.E: what they left outside falls at once */
        c->inside = 1;
        c->round = 0;
        c->over = 0;
        c->declined = 0;
    }
    if (c->over || !both_stand(s)) {
        c->step = G1776_C_AFTER;
        return;
    }
    c->step = G1776_C_TAKE_OVER;
    if (g1776_why_not_round(s))
        c->declined |= (uint8_t)(1 << c->attacker);
    else
        mk_push(&s->base, G1776_PH_GO_ON, c->attacker)->a = (int16_t)c->hex;
}

/* Could Y attack in his turn? From inside a fort he comes out for it (III.D). */
static bool may_take_over(const g1776_state *s) {
    const g1776_combat *c = &s->combat;
    int y = g1776_enemy(c->attacker);
    g1776_state then = *s;
    then.combat.attacker = (uint8_t)y;
    then.combat.inside = !g1776_open(s, c->attacker, c->hex);
    return !why_not_sortie(&then, y, c->hex);
}

/* The attacker declined: the defender may attack in his place. */
static void ask_take_over(g1776_state *s) {
    g1776_combat *c = &s->combat;
    int y = g1776_enemy(c->attacker);
    if (!(c->declined & 1 << c->attacker)) {
        c->step = G1776_C_BOMBARD;
    } else if (c->declined & 1 << y || !may_take_over(s)) {
        c->step = G1776_C_AFTER;
    } else {
        c->step = G1776_C_TAKEN;
        mk_push(&s->base, G1776_PH_GO_ON, y)->a = (int16_t)c->hex;
    }
}

/* He attacks, with those who come out of a fort if they like. */
static void take_over(g1776_state *s) {
    g1776_combat *c = &s->combat;
    int y = g1776_enemy(c->attacker);
    if (c->declined & 1 << y) {
        c->step = G1776_C_AFTER;
        return;
    }
    if (c->inside) c->round = 0; /* a combat in the open begins */
    c->inside = 0;               /* who attacked stands outside */
    c->attacker = (uint8_t)y;
    c->step = G1776_C_SALLY;
}

void g1776_go_on_list(const void *state, mk_actions *out) {
    (void)state;
    mk_offer(out, G1776_V_CONTINUE, 0, 0, 0);
    mk_offer(out, G1776_V_DECLINE, 0, 0, 0);
}
const char *g1776_go_on_why_not(const void *state, mk_action x) {
    (void)state;
    (void)x;
    return NULL;
}
void g1776_go_on_apply(void *state, mk_action x, mk_log *log) {
    g1776_state *s = state;
    int seat = g1776_deciding(s);
    (void)log;
    mk_pop(&s->base);
    if (x.verb == G1776_V_DECLINE)
        s->combat.declined |= (uint8_t)(1 << seat);
    else
        s->combat.declined = 0;
}

/* ---- The end ---- */

static void after_combat(g1776_state *s, mk_log *log) {
    g1776_combat *c = &s->combat;
    g1776_promotions(s, log);
    for (int seat = 0; seat < G1776_SEATS; seat++) {
        if (!g1776_held(s, seat, c->hex)) g1776_use_up(s, seat, c->hex, G1776_USED_ONCE, log);
    }
    g1776_tidy(s, c->hex, log);
    c->to_check = c->no_effect ? 0 : c->leaders[0] | c->leaders[1];
    c->step = G1776_C_LEADERS;
}

static void end_combat(g1776_state *s, mk_log *log) {
    int hex = s->combat.hex;
    memset(&s->combat, 0, sizeof s->combat);
    s->combat.hex = MK_NOWHERE;
    mk_pop(&s->base);
    g1776_tidy(s, hex, log);
    g1776_instant(s, log);
}

/* ---- The procedure ---- */

void g1776_combat_go(void *state, mk_log *log) {
    g1776_state *s = state;
    g1776_combat *c = &s->combat;
    int x = c->attacker, y = g1776_enemy(x);
    switch (c->step) {
    case G1776_C_SALLY: g1776_ask_sally(s); return;
    case G1776_C_BOMBARD: begin_round(s); return;
    case G1776_C_SECRET:
        c->step = G1776_C_ANSWER;
        g1776_ask_secret(s);
        return;
    case G1776_C_ANSWER:
        if (!g1776_bombardment(s, log)) c->step = G1776_C_ATTACKER;
        return;
    case G1776_C_ATTACKER: ask_declaration(s, x, G1776_C_DEFENDER); return;
    case G1776_C_DEFENDER: ask_declaration(s, y, G1776_C_COMMIT_X); return;
    case G1776_C_COMMIT_X: ask_commitment(s, x, G1776_C_COMMIT_Y); return;
    case G1776_C_COMMIT_Y: ask_commitment(s, y, G1776_C_CARD_X); return;
    case G1776_C_CARD_X: ask_card(s, x, G1776_C_CARD_Y); return;
    case G1776_C_CARD_Y: ask_card(s, y, G1776_C_DIE); return;
    case G1776_C_DIE: resolve(s, log); return;
    case G1776_C_LOSE_X: take_losses(s, x, G1776_C_LOSE_Y, log); return;
    case G1776_C_LOSE_Y: take_losses(s, y, G1776_C_RETREAT_X, log); return;
    case G1776_C_RETREAT_X: ask_retreat(s, x, G1776_C_RETREAT_Y); return;
    case G1776_C_RETREAT_Y: ask_retreat(s, y, G1776_C_GATES); return;
    case G1776_C_GATES:
        c->step = G1776_C_BREAK_Y;
        g1776_gates_runs(s, log);
        return;
    case G1776_C_BREAK_Y: ask_break(s, y, G1776_C_BREAK_X); return;
    case G1776_C_BREAK_X: ask_break(s, x, G1776_C_GO_ON); return;
    case G1776_C_GO_ON: ask_go_on(s, log); return;
    case G1776_C_TAKE_OVER: ask_take_over(s); return;
    case G1776_C_TAKEN: take_over(s); return;
    case G1776_C_AFTER: after_combat(s, log); return;
    case G1776_C_LEADERS:
        if (!g1776_check_leaders(s, log)) c->step = G1776_C_SHELTER;
        return;
    case G1776_C_SHELTER: g1776_ask_shelter(s); return;
    default: end_combat(s, log); return;
    }
}
