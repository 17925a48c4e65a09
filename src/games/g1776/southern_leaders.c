/* southern_leaders.c - CSG-5: what single leaders can do, and what becomes of them. */
#include "g1776.h"

static bool is_named(const g1776_state *s, int leader, g1776_named name) {
    return leader == g1776.named[name] && !mk_set_has(s->replaced, leader);
}

static bool has_named(const g1776_state *s, mk_set128 leaders, g1776_named name) {
    int l = g1776.named[name];
    return mk_set_has(leaders, l) && !mk_set_has(s->replaced, l);
}

static bool commands(const g1776_state *s, int seat, g1776_named name) {
    int leader = s->combat.commander[seat];
    return leader != G1776_NONE && is_named(s, leader, name);
}

/* ---- Where they may be ---- */

bool g1776_may_be_in(const g1776_state *s, int leader, int hex) {
    if (!g1776_southern_game(s) || !g1776_is_hex(hex)) return true;
    if (is_named(s, leader, G1776_CLARKE)) {
        const g1776_southern_data *d = &g1776.campaign.south;
        int colony = g1776_board.colony[hex];
        return colony == d->georgia || colony == d->south_carolina;
    }
    bool partisan = is_named(s, leader, G1776_MARION) || is_named(s, leader, G1776_SUMTER);
    return !partisan || g1776_area_of(hex) == G1776_DEEP_SOUTH;
}

/* Clinton with SP outside New York has the most BR with him, or can do nothing about it. */
const char *g1776_why_not_clinton(const g1776_state *s) {
    int clinton = g1776.named[G1776_CLINTON], at = s->leader[clinton].place;
    if (s->phasing != G1776_BRITISH || mk_set_has(s->replaced, clinton)) return NULL;
    if (!g1776_is_hex(at) || at == g1776.campaign.new_york) return NULL;
    if (!g1776_held(s, G1776_BRITISH, at)) return NULL;
    mk_set64 br = g1776_coloured(G1776_BR);
    int own = g1776_count_of(s, at, br), most = 0;
    MK_SET_EACH(hex, &s->held[G1776_BRITISH]) {
        int n = g1776_count_of(s, hex, br);
        if (n > most) most = n;
    }
    FORBID("g1776.csg5.clinton", own < most && g1776_leader_can_go(s, clinton));
    return NULL;
}

/* ---- Forced marches, partisans ---- */

int g1776_march_die(const g1776_state *s, int leader) {
    int other = g1776_rules(s)->march[leader];
    return RULE("g1776.csg5.march", other) ? other : g1776.leader[leader].forced_march;
}

/* The die up to which partisans slip away. */
int g1776_evades_up_to(const g1776_state *s, int seat, int hex) {
    enum { PARTISANS = 2, MARION = 4 };
    bool fox = has_named(s, g1776_leaders_at(s, hex, seat), G1776_MARION) &&
               g1776_board.ground[hex] == G1776_SWAMP;
    return RULE("g1776.csg5.marion_swamp", fox) ? MARION : PARTISANS;
}

/* ---- The die of a round ---- */

/* Rawdon, if he is there; Greene in command against neither Cornwallis nor Rawdon: once a game. */
const char *g1776_why_not_spur(const g1776_state *s, int seat, int leader) {
    const g1776_combat *c = &s->combat;
    FORBID("g1776.csg5.spur", !g1776_southern_game(s) || c->rounds != 1 || c->spurred);
    FORBID("g1776.csg5.spur", g1776.leader[leader].seat != seat);
    mk_set128 enemies = g1776_fighting_leaders(s, g1776_enemy(seat));
    if (is_named(s, leader, G1776_RAWDON)) {
        FORBID("g1776.csg5.spur", !mk_set_has(g1776_fighting_leaders(s, seat), leader));
        FORBID("g1776.csg5.once", s->south.once & G1776_RAWDON_USED);
        FORBID("g1776.csg5.marion", s->south.foiled);
        return NULL;
    }
    FORBID("g1776.csg5.spur", !is_named(s, leader, G1776_GREENE) || c->commander[seat] != leader);
    FORBID("g1776.csg5.once", s->south.once & G1776_GREENE_USED);
    FORBID("g1776.csg5.spur",
           has_named(s, enemies, G1776_CORNWALLIS) || has_named(s, enemies, G1776_RAWDON));
    return NULL;
}

void g1776_spur(g1776_state *s, int seat, int leader, mk_log *log) {
    s->combat.spurred = (uint8_t)(leader + 1);
    s->south.once |= seat == G1776_BRITISH ? G1776_RAWDON_USED : G1776_GREENE_USED;
    mk_log_event(log, G1776_E_SPURRED, seat, MK_EVERYONE, 0, (int16_t)leader);
}

/* For the attacker's die: a bonus of the defender is subtracted. */
g1776_southern_modifiers g1776_southern_drm(const g1776_state *s) {
    const g1776_combat *c = &s->combat;
    g1776_southern_modifiers m = {0};
    if (!g1776_southern_game(s)) return m;
    int american = c->attacker == G1776_AMERICAN ? 1 : -1, british = -american;
    if (c->spurred && c->rounds == 1)
        m.spurred = g1776.leader[c->spurred - 1].seat == G1776_AMERICAN ? american : british;
    bool known = c->put_away & G1776_TOLD || c->step > G1776_C_DIE;
    if (RULE("g1776.csg5.withdraw", c->put_away & G1776_PUT_AWAY && known)) m.cards = american;
    bool gallop = s->south.galloped && c->rounds == 1 && commands(s, G1776_BRITISH, G1776_TARLETON);
    if (RULE("g1776.csg5.tarleton", gallop)) m.gallop = british;
    bool wayne = has_named(s, g1776_fighting_leaders(s, G1776_AMERICAN), G1776_WAYNE) &&
                 c->card[0] != G1776_NO_CARD && c->card[1] != G1776_NO_CARD &&
                 c->card[G1776_AMERICAN] == g1776.table.assault;
    if (RULE("g1776.csg5.wayne", wayne)) m.assault = american;
    return m;
}

/* ---- Withdraw, put away before the first round ---- */

bool g1776_ask_secret(g1776_state *s) {
    g1776_combat *c = &s->combat;
    bool asks =
        g1776_southern_game(s) && c->rounds == 1 && !c->inside && !c->put_away &&
        (commands(s, G1776_AMERICAN, G1776_MORGAN) || commands(s, G1776_AMERICAN, G1776_SUMTER));
    if (!asks) return false;
    c->put_away = G1776_ASKED_CARD;
    mk_push(&s->base, G1776_PH_SECRET, G1776_AMERICAN)->a = (int16_t)c->hex;
    return true;
}

void g1776_secret_list(const void *state, mk_actions *out) {
    (void)state;
    mk_offer(out, G1776_V_KEEP, 0, 0, 0);
    mk_offer(out, G1776_V_PUT_AWAY, 0, 0, 0);
}

const char *g1776_secret_why_not(const void *state, mk_action x) {
    (void)state;
    (void)x;
    return NULL;
}

void g1776_secret_apply(void *state, mk_action x, mk_log *log) {
    g1776_state *s = state;
    mk_pop(&s->base);
    bool away = x.verb == G1776_V_PUT_AWAY;
    if (away) s->combat.put_away |= G1776_PUT_AWAY;
    mk_log_event(log, G1776_E_PUTS_AWAY, G1776_AMERICAN, MK_ONLY(G1776_AMERICAN), 0, (int16_t)away);
}

/* Nobody else knows until the first round is over. */
static bool is_secret(const g1776_state *s) {
    unsigned card = s->combat.put_away;
    return card & G1776_ASKED_CARD && !(card & G1776_TOLD);
}

void g1776_deal_secret(g1776_state *s, int seat, mk_rng *rng) {
    g1776_combat *c = &s->combat;
    if (c->hex == MK_NOWHERE || !is_secret(s) || seat == G1776_AMERICAN) return;
    c->put_away = G1776_ASKED_CARD;
    bool withdraws = c->card[G1776_AMERICAN] == g1776.table.withdraw;
    if (!withdraws && mk_below(rng, 2)) c->put_away |= G1776_PUT_AWAY;
}

bool g1776_hides_secret(const void *state, int subject, int seat) {
    (void)subject;
    return seat != MK_EVERYTHING && seat != G1776_AMERICAN && is_secret(state);
}

/* ---- Cornwallis fires grapeshot at both sides ---- */

bool g1776_may_grape(const g1776_state *s) {
    const g1776_combat *c = &s->combat;
    return g1776_southern_game(s) && !c->over && !c->inside && !c->grapeshot &&
           commands(s, G1776_BRITISH, G1776_CORNWALLIS) &&
           mk_set_has(g1776_fighting_leaders(s, G1776_BRITISH), c->commander[G1776_BRITISH]) &&
           g1776_participants(s, G1776_BRITISH) && g1776_participants(s, G1776_AMERICAN) &&
           g1776_can_retreat(s, G1776_BRITISH, c->hex);
}

static int grape_losses(const g1776_state *s, int seat, int die) {
    int leader = g1776_ranking(s, g1776_fighting_leaders(s, seat));
    int row = die - (leader == G1776_NONE ? 0 : s->leader[leader].rating);
    row = row < G1776_CRT_LOW ? G1776_CRT_LOW : row > G1776_CRT_HIGH ? G1776_CRT_HIGH : row;
    return g1776_losses(g1776.table.crt[row - G1776_CRT_LOW][G1776_EVEN][1],
                        g1776_participants(s, seat));
}

/* Each side suffers the defender's result on 1-1; then the British must go. */
void g1776_fire_grape(g1776_state *s, mk_log *log) {
    g1776_combat *c = &s->combat;
    int die = mk_die(&s->base.rng, 6);
    c->grapeshot = 1;
    c->over |= G1776_CLOSED_HEX;
    memset(c->took, 0, sizeof c->took);
    for (int seat = 0; seat < G1776_SEATS; seat++)
        c->lose[seat] = (uint8_t)grape_losses(s, seat, die);
    c->retreat[G1776_BRITISH] = G1776_MUST_RETREAT;
    c->step = G1776_C_LOSE_X;
    mk_log_event(log, G1776_E_GRAPESHOT, G1776_BRITISH, MK_EVERYONE, MK_ROLLED, (int16_t)die,
                 c->lose[G1776_BRITISH], c->lose[G1776_AMERICAN]);
}

/* ---- Gates runs ---- */

/* Hexes without British SP within ten of the battle that lie farthest to the north. */
static g1776_hexes refuges_north(const g1776_state *s, int from) {
    enum { FAR = 10 };
    g1776_hexes near = {{0}}, best = {{0}};
    int highest = 0;
    mk_add_within(&g1776_board.hexes, from, FAR, near.word);
    MK_SET_EACH(hex, &near) {
        int row = mk_hex_line_of(&g1776_board.hexes, hex);
        bool fits = hex != from && g1776_is_land(hex) && g1776_in_area(s, hex) &&
                    !g1776_looks_held(s, G1776_BRITISH, hex);
        if (!fits || row < highest) continue;
        if (row > highest) best = (g1776_hexes){{0}};
        highest = row;
        mk_set_add(&best, hex);
    }
    return best;
}

static void flee_to(g1776_state *s, int hex, mk_log *log) {
    g1776_combat *c = &s->combat;
    int gates = g1776.named[G1776_GATES], from = c->hex;
    g1776_piece lifted[G1776_MAX_LOTS];
    int count = g1776_lift(s, from, 0, lifted), part = g1776_part(s, G1776_AMERICAN);
    for (int i = 0; i < count; i++) {
        bool goes = lifted[i].type == G1776_RM && (lifted[i].flags & G1776_INSIDE) == part;
        if (goes) {
            lifted[i].place = (uint16_t)hex;
            lifted[i].flags &= (uint8_t)~G1776_INSIDE;
        }
        g1776_put(s, lifted[i]);
    }
    c->force[G1776_AMERICAN][G1776_RM] = 0;
    g1776_move_leader(s, gates, hex);
    s->leader[gates].flags &= (uint8_t)~G1776_INSIDE;
    c->commander[G1776_AMERICAN] = (uint8_t)g1776_commander(s, G1776_AMERICAN);
    mk_log_event(log, G1776_E_RETREATS, G1776_AMERICAN, MK_EVERYONE, 0, (int16_t)from,
                 (int16_t)hex);
    g1776_tidy(s, hex, log);
}

/* After each round a die: up to the number of the round, he and all RM are off. True: the American
 * says where to. */
bool g1776_gates_runs(g1776_state *s, mk_log *log) {
    const g1776_combat *c = &s->combat;
    mk_set128 there = g1776_fighting_leaders(s, G1776_AMERICAN);
    bool asked = g1776_southern_game(s) && commands(s, G1776_AMERICAN, G1776_GATES) &&
                 has_named(s, there, G1776_GATES) && !has_named(s, there, G1776_MORGAN) &&
                 c->retreat[G1776_AMERICAN] != G1776_RETREATED;
    if (!asked) return false;
    int die = mk_die(&s->base.rng, 6);
    bool runs = RULE("g1776.csg5.gates", die <= c->round);
    mk_log_event(log, G1776_E_GATES_DIE, G1776_AMERICAN, MK_EVERYONE, MK_ROLLED, (int16_t)die,
                 (int16_t)runs);
    g1776_hexes hexes = refuges_north(s, c->hex);
    int count = runs ? mk_set_size(&hexes) : 0;
    if (count == 1) flee_to(s, mk_set_first(&hexes), log);
    if (count < 2) return false;
    mk_push(&s->base, G1776_PH_FLEE, G1776_AMERICAN)->a = (int16_t)c->hex;
    return true;
}

void g1776_flee_list(const void *state, mk_actions *out) {
    const g1776_state *s = state;
    g1776_hexes hexes = refuges_north(s, s->combat.hex);
    MK_SET_EACH(hex, &hexes) mk_offer(out, G1776_V_TO, hex, 0, 0);
}

const char *g1776_flee_why_not(const void *state, mk_action x) {
    const g1776_state *s = state;
    g1776_hexes hexes = refuges_north(s, s->combat.hex);
    FORBID("g1776.csg5.gates", !mk_set_has(&hexes, x.a));
    return NULL;
}

void g1776_flee_apply(void *state, mk_action x, mk_log *log) {
    g1776_state *s = state;
    mk_pop(&s->base);
    flee_to(s, x.a, log);
}

/* ---- Casualties ---- */

enum { ONE_STAR = 13, TWO_STARS = 14, WOUND = 5, DEATH = 6 };

static bool slips_off(const g1776_state *s, int leader) {
    return is_named(s, leader, G1776_MARION) || is_named(s, leader, G1776_SUMTER);
}

static void get_away(g1776_state *s, int leader, mk_log *log) {
    if (slips_off(s, leader))
        g1776_wait_for_season(s, leader);
    else
        g1776_escape(s, leader, log);
}

static void die_or_wait(g1776_state *s, int leader, bool with_force, mk_log *log) {
    if (RULE("g1776.csg5.nameless", g1776_leader_is(s, leader, G1776_NAMELESS)))
        g1776_wait_for_season(s, leader);
    else
        g1776_kill_leader(s, leader, with_force, log);
}

static void wound(g1776_state *s, int leader, mk_log *log) {
    int seat = g1776.leader[leader].seat;
    if (g1776_leader_is(s, leader, G1776_NAMELESS)) {
        g1776_wait_for_season(s, leader);
        return;
    }
    int months = mk_die(&s->base.rng, 6);
    mk_log_event(log, G1776_E_LEADER_WOUNDED, seat, MK_EVERYONE, MK_ROLLED, (int16_t)leader,
                 (int16_t)months);
    g1776_to_track(s, leader, s->base.turn + months, G1776_FOR_TURN);
}

/* Does the total of two dice and SP lost make him throw? */
static bool is_exposed(g1776_state *s, int leader, bool all_lost, mk_log *log) {
    const g1776_combat *c = &s->combat;
    int seat = g1776.leader[leader].seat, stars = g1776_leader_face(s, leader)->stars;
    int total = g1776_check_total(s, seat, log);
    if (stars < 2) return total >= ONE_STAR;
    bool first = leader == g1776_ranking(s, c->leaders[seat]);
    return total >= TWO_STARS && (!first || all_lost);
}

/* True: the owner is asked where he goes. */
bool g1776_southern_check(g1776_state *s, int leader, mk_log *log) {
    const g1776_combat *c = &s->combat;
    int seat = g1776.leader[leader].seat, hex = s->leader[leader].place;
    bool here = hex == c->hex; /* or he retreated with his men */
    if (!c->lost[seat] || !(g1776_is_hex(hex) || g1776_is_aboard(hex))) return false;
    bool fort = here && s->leader[leader].flags & G1776_INSIDE;
    bool all_lost =
        here && !g1776_sp_part(s, hex, seat, fort ? G1776_INSIDE_ONLY : G1776_OUTSIDE_ONLY);
    bool enemies = here && g1776_held(s, g1776_enemy(seat), hex),
         safe = is_named(s, leader, G1776_WASHINGTON) && !all_lost;
    int die = 0;
    if (is_exposed(s, leader, all_lost, log) && !RULE("g1776.csg5.washington", safe)) {
        die = mk_die(&s->base.rng, 6);
        int fate = die == DEATH ? G1776_KILLED : die == WOUND ? G1776_WOUNDED : G1776_UNHARMED;
        mk_log_event(log, G1776_E_LEADER_CHECK, seat, MK_EVERYONE, MK_ROLLED, (int16_t)leader,
                     (int16_t)die, (int16_t)fate);
    }
    if (RULE("g1776.csg5.casualties", die == DEATH)) {
        die_or_wait(s, leader, !all_lost, log);
        return false;
    }
    bool hurt = die == WOUND;
    if (!all_lost || !enemies) {
        if (hurt)
            wound(s, leader, log);
        else if (all_lost)
            get_away(s, leader, log);
        return false;
    }
    if (RULE("g1776.csg5.captured", hurt || fort)) {
        g1776_capture_leader(s, leader, log);
        return false;
    }
    die = mk_die(&s->base.rng, 6);
    mk_log_event(log, G1776_E_LEADER_CHECK, seat, MK_EVERYONE, MK_ROLLED, (int16_t)leader,
                 (int16_t)die, (int16_t)(die == DEATH ? G1776_IS_CAPTURED : G1776_ESCAPES));
    if (die == DEATH)
        g1776_capture_leader(s, leader, log);
    else
        get_away(s, leader, log);
    return false;
}

/* Overrun in a swamp with up to three of his men Marion slips away, but on a 6. */
bool g1776_marion_slips(g1776_state *s, int hex, mk_log *log) {
    enum { EXECUTED = 6, HIS_MEN = 3 };
    int marion = g1776.named[G1776_MARION];
    int men = g1776_count_of(s, hex, G1776_BIT(G1776_RM) | G1776_BIT(G1776_RD));
    bool fox = g1776_southern_game(s) && s->leader[marion].place == hex &&
               g1776_board.ground[hex] == G1776_SWAMP && men >= 1 && men <= HIS_MEN;
    if (!fox) return false;
    int die = mk_die(&s->base.rng, 6);
    bool away = RULE("g1776.csg5.marion_caught", die < EXECUTED);
    mk_log_event(log, G1776_E_LEADER_CHECK, G1776_AMERICAN, MK_EVERYONE, MK_ROLLED, (int16_t)marion,
                 (int16_t)die, (int16_t)(away ? G1776_ESCAPES : G1776_KILLED));
    if (away)
        g1776_wait_for_season(s, marion);
    else
        g1776_kill_leader(s, marion, false, log);
    return true;
}
