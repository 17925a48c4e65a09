/* casualties.c - what becomes of leaders: casualties, captives, those who return, promotion (IV.C,
 * VI.A, IV of the campaign). */
#include "g1776.h"

static bool uses_check(const g1776_state *s) {
    unsigned use = g1776_rules(s)->use;
    if (use & G1776_NO_CASUALTIES) return false;
    return use & G1776_USE_CASUALTIES || g1776_option(s, G1776_OPTION_CASUALTIES);
}

/* ---- The next friendly turn ---- */

static int next_friendly_turn(const g1776_state *s, int seat) {
    bool to_come = s->turn_stage == G1776_T_SECOND && seat != s->phasing;
    return s->base.turn + (to_come ? 0 : 1);
}

/* IV.C: replaced by a nameless one, but for Knox, Lafayette and partisans; without SP of his side
 * beside him that one comes with the next turn. */
void g1776_kill_leader(g1776_state *s, int leader, bool with_force, mk_log *log) {
    mk_log_event(log, G1776_E_LEADER_KILLED, g1776.leader[leader].seat, MK_EVERYONE, 0,
                 (int16_t)leader);
    g1776_note_leader_lost(s, leader, log);
    if (g1776_lead_in(s) && g1776_leader_is(s, leader, G1776_NAMELESS)) {
        g1776_wait_for_january(s, leader);
        return;
    }
    bool gone = g1776_leader_is(s, leader, G1776_NEVER_REPLACED) || mk_set_has(s->replaced, leader);
    if (RULE("g1776.iv.c.replaced", gone)) {
        g1776_put_leader(s, leader, (g1776_leader_at){.place = G1776_GONE});
        return;
    }
    mk_set_add(&s->replaced, leader);
    mk_set_remove(&s->promoted, leader);
    s->leader[leader].rating = g1776_leader_face(s, leader)->rating;
    if (!with_force) g1776_to_track(s, leader, s->base.turn + 1, G1776_FOR_TURN);
}

/* The nearest hexes with SP of his side; in CSG-5 without SP of the enemy. */
static g1776_hexes refuges(const g1776_state *s, int leader) {
    int seat = g1776.leader[leader].seat, from = s->leader[leader].place;
    g1776_hexes friends = s->held[seat];
    MK_SET_EACH(hex, &s->held[seat]) {
        bool shared = g1776_southern_game(s) && g1776_held(s, g1776_enemy(seat), hex);
        if (hex == from || !g1776_may_be_in(s, leader, hex) || RULE("g1776.csg5.refuge", shared))
            mk_set_remove(&friends, hex);
    }
    return g1776_nearest_of(&friends, from);
}

static void settle_in(g1776_state *s, int leader, int hex, mk_log *log) {
    int seat = g1776.leader[leader].seat;
    bool inside = !g1776_open(s, seat, hex);
    int8_t rating = s->leader[leader].rating;
    g1776_put_leader(s, leader, (g1776_leader_at){.place = (uint16_t)hex, .rating = rating});
    if (inside && g1776_fort_of(s, hex) == seat) s->leader[leader].flags = G1776_INSIDE;
    g1776_bring_elite(s, leader, log);
}

void g1776_escape(g1776_state *s, int leader, mk_log *log) {
    g1776_hexes near = refuges(s, leader);
    g1776_show_refuges(s, leader, &near, log);
    int count = mk_set_size(&near), seat = g1776.leader[leader].seat;
    if (count == 0) {
        g1776_to_track(s, leader, next_friendly_turn(s, seat), G1776_FOR_TURN);
    } else if (count == 1) {
        settle_in(s, leader, mk_set_first(&near), log);
        mk_log_event(log, G1776_E_LEADER_AT, seat, MK_EVERYONE, 0, (int16_t)leader,
                     (int16_t)s->leader[leader].place);
    } else {
        mk_push(&s->base, G1776_PH_PLACE_LEADER, seat)->a = (int16_t)leader;
    }
}

static void suffer(g1776_state *s, int leader, int fate, bool with_force, mk_log *log) {
    int seat = g1776.leader[leader].seat;
    switch (fate) {
    case G1776_ESCAPES: g1776_escape(s, leader, log); return;
    case G1776_IS_CAPTURED:
        if (RULE("g1776.csg6.brant", g1776_not_captured_yet(s, leader)))
            g1776_escape(s, leader, log);
        else
            g1776_capture_leader(s, leader, log);
        return;
    case G1776_WOUNDED: {
        int turns = mk_die(&s->base.rng, 6);
        mk_log_event(log, G1776_E_LEADER_WOUNDED, seat, MK_EVERYONE, MK_ROLLED, (int16_t)leader,
                     (int16_t)turns);
        g1776_to_track(s, leader, next_friendly_turn(s, seat) + turns, G1776_FOR_TURN);
        return;
    }
    case G1776_KILLED: g1776_kill_leader(s, leader, with_force, log); return;
    default: return;
    }
}

/* ---- One check after the other (C23) ---- */

static bool has_force(const g1776_state *s, int leader) {
    const g1776_leader_at *at = &s->leader[leader];
    int seat = g1776.leader[leader].seat;
    if (at->place != s->combat.hex) return true; /* he retreated with them */
    int part = at->flags & G1776_INSIDE ? G1776_INSIDE_ONLY : G1776_OUTSIDE_ONLY;
    return g1776_sp_part(s, at->place, seat, part) > 0;
}

static bool counts_as_named(const g1776_state *s, int leader) {
    return !g1776_leader_is(s, leader, G1776_NAMELESS) ||
           g1776_leader_is(s, leader, G1776_LEADER_E) ||
           RULE("g1776.csg6.nameless", g1776_lead_in(s));
}

static void log_check(int seat, int leader, int dice, int fate, mk_log *log) {
    mk_log_event(log, G1776_E_LEADER_CHECK, seat, MK_EVERYONE, MK_ROLLED, (int16_t)leader,
                 (int16_t)dice, (int16_t)fate);
}

static int quebec(void) {
    for (int t = 0; t < g1776_board.town_count; t++)
        if (strcmp(g1776_board.town[t].id, "quebec") == 0) return g1776_board.town[t].hex;
    return MK_NOWHERE;
}

/* Scenario 1: Carleton comes back to Quebec from a stack that was destroyed. */
bool g1776_sent_home(g1776_state *s, int leader) {
    bool home = g1776_leader_named(leader, G1776_CARLETON) && !mk_set_has(s->replaced, leader) &&
                g1776_has_rule(s, G1776_RULE_CARLETON_RETURNS);
    if (!RULE("g1776.s1.carleton", home)) return false;
    g1776_to_track(s, leader, next_friendly_turn(s, g1776.leader[leader].seat), G1776_FOR_TURN);
    s->leader[leader].origin = (uint16_t)(quebec() + 1);
    return true;
}

/* No SP of his is left there. */
static void check_without_force(g1776_state *s, int leader, mk_log *log) {
    int seat = g1776.leader[leader].seat;
    if (!RULE("g1776.iv.c.nameless", counts_as_named(s, leader))) {
        g1776_to_track(s, leader, s->base.turn + 1,
                       G1776_FOR_TURN); /* neither killed nor captured */
        return;
    }
    if (g1776_sent_home(s, leader)) return;
    int die = mk_die(&s->base.rng, 6);
    bool fort = s->leader[leader].flags & G1776_INSIDE;
    int fate = RULE("g1776.iv.c.fort", fort) ? g1776.table.fate_lost_fort[die]
                                             : g1776.table.fate_lost[die];
    log_check(seat, leader, die, fate, log);
    suffer(s, leader, fate, false, log);
}

/* IV.C: two dice for each. */
static void check_each(g1776_state *s, int leader, mk_log *log) {
    if (!counts_as_named(s, leader)) return;
    int dice = mk_die(&s->base.rng, 6);
    dice += mk_die(&s->base.rng, 6);
    int fate = g1776.table.fate_survivors[dice];
    log_check(g1776.leader[leader].seat, leader, dice, fate, log);
    suffer(s, leader, fate, true, log);
}

/* Two dice, once for each side, and the SP it lost. */
int g1776_check_total(g1776_state *s, int seat, mk_log *log) {
    g1776_combat *c = &s->combat;
    if (!c->check_dice[seat]) {
        int dice = mk_die(&s->base.rng, 6);
        dice += mk_die(&s->base.rng, 6);
        c->check_dice[seat] = (uint8_t)(dice + c->lost[seat]);
        mk_log_event(log, G1776_E_CHECK_DICE, seat, MK_EVERYONE, MK_ROLLED, (int16_t)dice,
                     (int16_t)c->lost[seat]);
    }
    return c->check_dice[seat];
}

/* VI.A: two dice and the SP lost say who throws. */
static void check_by_losses(g1776_state *s, int leader, mk_log *log) {
    g1776_combat *c = &s->combat;
    int seat = g1776.leader[leader].seat;
    if (!c->lost[seat]) return;
    int total = g1776_check_total(s, seat, log), stars = g1776_leader_face(s, leader)->stars;
    bool second = stars >= 2 && leader != c->commander[seat];
    bool throws =
        (stars < 2 && counts_as_named(s, leader) && total >= g1776.table.check_one_star) ||
        (second && total >= g1776.table.check_two_star);
    if (!RULE("g1776.vi.a", throws)) return;
    int die = mk_die(&s->base.rng, 6), fate = g1776.table.fate_check[die];
    log_check(seat, leader, die, fate, log);
    suffer(s, leader, fate, true, log);
}

/* The attacker's leaders first, by rank. */
bool g1776_check_leaders(g1776_state *s, mk_log *log) {
    g1776_combat *c = &s->combat;
    mk_set128 side = c->to_check & g1776.leaders_of[c->opener];
    if (!side) side = c->to_check;
    if (!side) return false;
    int leader = g1776_ranking(s, side);
    mk_set_remove(&c->to_check, leader);
    if (g1776_southern_game(s))
        g1776_southern_check(s, leader, log);
    else if (!has_force(s, leader))
        check_without_force(s, leader, log);
    else if (uses_check(s))
        check_by_losses(s, leader, log);
    else
        check_each(s, leader, log);
    return true;
}

/* ---- Where he goes ---- */

/* Any hex with SP of his side; the British Arnold comes to BR; who was lost in 1775 to any hex
 * without enemy SP (CSG-6). */
static g1776_hexes returns_to(const g1776_state *s, int leader) {
    int seat = g1776.leader[leader].seat;
    g1776_hexes hexes = s->held[seat];
    if (RULE("g1776.csg6.nameless.back", s->leader[leader].waits == G1776_FOR_ANYWHERE)) {
        hexes = g1776_rules(s)->area;
        MK_SET_EACH(hex, &hexes) {
            if (!g1776_is_land(hex) || g1776_looks_held(s, g1776_enemy(seat), hex))
                mk_set_remove(&hexes, hex);
        }
    }
    if (!g1776_leader_named(leader, G1776_BRITISH_ARNOLD)) return hexes;
    MK_SET_EACH(hex, &hexes) {
        if (!g1776_count_of(s, hex, g1776_coloured(G1776_BR))) mk_set_remove(&hexes, hex);
    }
    return hexes;
}

/* One who escapes: the nearest hexes; one who comes back: any hex with SP of his side. */
static g1776_hexes choices(const g1776_state *s) {
    const mk_frame *top = mk_top_const(&s->base);
    return s->leader[top->a].place == G1776_TRACK ? returns_to(s, top->a) : refuges(s, top->a);
}

void g1776_place_leader_list(const void *state, mk_actions *out) {
    g1776_hexes hexes = choices(state);
    MK_SET_EACH(hex, &hexes) mk_offer(out, G1776_V_TO, hex, 0, 0);
}

const char *g1776_place_leader_why_not(const void *state, mk_action x) {
    g1776_hexes hexes = choices(state);
    FORBID("g1776.iv.c.place", !mk_set_has(&hexes, x.a));
    return NULL;
}

void g1776_place_leader_apply(void *state, mk_action x, mk_log *log) {
    g1776_state *s = state;
    const mk_frame top = *mk_top(&s->base);
    mk_pop(&s->base);
    settle_in(s, top.a, x.a, log);
    mk_log_event(log, G1776_E_LEADER_AT, top.seat, MK_EVERYONE, 0, top.a, x.a);
    g1776_tidy(s, x.a, log);
}

/* ---- Who comes back ---- */

/* Scenario 1: Carleton comes to Quebec, whoever holds it. */
static void comes_home(g1776_state *s, int leader, mk_log *log) {
    int hex = s->leader[leader].origin - 1;
    settle_in(s, leader, hex, log);
    mk_log_event(log, G1776_E_LEADER_AT, g1776.leader[leader].seat, MK_EVERYONE, 0, (int16_t)leader,
                 (int16_t)hex);
    g1776_tidy(s, hex, log);
}

/* At the start of a segment, each to a hex with SP of his side. False: nobody is left. */
bool g1776_leaders_return(g1776_state *s, mk_log *log) {
    int seat = s->phasing;
    MK_SET_EACH(l, g1776.leaders_of[seat]) {
        const g1776_leader_at *at = &s->leader[l];
        if (at->place != G1776_TRACK || at->waits == G1776_FOR_SEASON || at->back > s->base.turn)
            continue;
        if (s->leader[l].origin) {
            comes_home(s, l, log);
            return true;
        }
        g1776_hexes hexes = returns_to(s, l);
        if (!mk_set_size(&hexes)) continue;
        mk_push(&s->base, G1776_PH_PLACE_LEADER, seat)->a = (int16_t)l;
        return true;
    }
    return false;
}

static mk_set128 captives(const g1776_state *s, int seat) {
    mk_set128 leaders = 0;
    MK_SET_EACH(l, g1776.leaders_of[seat]) {
        if (s->leader[l].place == G1776_CAPTIVE) mk_set_add(&leaders, l);
    }
    return leaders;
}

/* IV.C: one for one, the ranking leaders first; they come back at the start of this turn. */
void g1776_exchange_prisoners(g1776_state *s, mk_log *log) {
    for (;;) {
        mk_set128 british = captives(s, G1776_BRITISH), american = captives(s, G1776_AMERICAN);
        if (!british || !american) return;
        int a = g1776_ranking(s, british), b = g1776_ranking(s, american);
        g1776_to_track(s, a, s->base.turn, G1776_FOR_TURN);
        g1776_to_track(s, b, s->base.turn, G1776_FOR_TURN);
        s->leader[a].waits = s->leader[b].waits =
            g1776_in_campaign(s) ? G1776_FOR_SEASON : G1776_FOR_TURN; /* step 13 */
        mk_log_event(log, G1776_E_EXCHANGED, -1, MK_EVERYONE, 0, (int16_t)a, (int16_t)b);
    }
}

/* ---- Promotion (IV of the campaign) ---- */

enum { PROMOTION_TOWN = 5, PROMOTION_FIELD = 10, PROMOTION_RATING = 1 };

static void judge(g1776_state *s, int leader, bool achieved, mk_log *log) {
    if (leader == G1776_NONE || g1776_leader_is(s, leader, G1776_NAMELESS)) return;
    bool promoted = mk_set_has(s->promoted, leader);
    int8_t *rating = &s->leader[leader].rating;
    if (achieved && !promoted &&
        RULE("g1776.csg.iv", *rating >= 0 && *rating <= PROMOTION_RATING)) {
        mk_set_add(&s->promoted, leader);
        (*rating)++;
    } else if (!achieved && RULE("g1776.csg.iv.demoted", promoted)) {
        mk_set_remove(&s->promoted, leader);
        if (*rating > 0) (*rating)--; /* one that step 4 lowered to 0 is what it was */
    } else {
        return;
    }
    mk_log_event(log, achieved ? G1776_E_PROMOTED : G1776_E_DEMOTED, g1776.leader[leader].seat,
                 MK_EVERYONE, 0, (int16_t)leader, *rating);
}

/* C17: attacks on 5 SP in a strategic town or on 10 SP, defence of a strategic town against 5. */
void g1776_promotions(g1776_state *s, mk_log *log) {
    const g1776_combat *c = &s->combat;
    int x = c->opener, y = g1776_enemy(x), town = g1776_board.town_at[c->hex];
    bool strategic = town != G1776_NONE && g1776_board.town[town].strategic;
    bool destroyed = !g1776_held(s, y, c->hex) && c->retreat[y] != G1776_RETREATED;
    bool driven_off = destroyed || c->retreat[y] == G1776_RETREATED;
    bool town_attack = strategic && c->faced >= PROMOTION_TOWN && c->highest <= G1776_TWO_TO_ONE;
    bool field_attack = c->faced >= PROMOTION_FIELD && c->highest <= G1776_THREE_TO_TWO;
    bool won = (town_attack && driven_off) || (field_attack && destroyed);
    if (town_attack || field_attack) judge(s, c->commander[x], won, log);
    if (strategic && c->strong >= PROMOTION_TOWN)
        judge(s, c->commander[y], g1776_held(s, y, c->hex) && !driven_off, log);
}
