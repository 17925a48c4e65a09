/* odds.c - who takes part in a round, at which odds, with which modifiers (III.A.2, III.E to III.G,
 * IV.B). */
#include <string.h>

#include "g1776.h"

/* ---- The two forces ---- */

static int part_of(const g1776_combat *c, int seat) {
    return c->inside && seat != c->attacker ? G1776_INSIDE : 0;
}

int g1776_part(const g1776_state *s, int seat) { return part_of(&s->combat, seat); }

/* SP of a type in the part of the hex that fights. */
int g1776_fighters(const g1776_state *s, int seat, int type) {
    return g1776_count_where(s, s->combat.hex, G1776_BIT(type), G1776_INSIDE, g1776_part(s, seat));
}

int g1776_fighting_sp(const g1776_state *s, int seat) {
    return g1776_count_where(s, s->combat.hex, g1776.sp_of[seat], G1776_INSIDE,
                             g1776_part(s, seat));
}

mk_set128 g1776_fighting_leaders(const g1776_state *s, int seat) {
    mk_set128 leaders = 0;
    int part = g1776_part(s, seat);
    MK_SET_EACH(l, g1776_leaders_at(s, s->combat.hex, seat)) {
        if ((s->leader[l].flags & G1776_INSIDE) == part) mk_set_add(&leaders, l);
    }
    return leaders;
}

/* ---- Command (IV.B) ---- */

/* Combining French and American SP (IV.B). */
static int count_nation(const g1776_state *s, int seat, int nation) {
    int n = 0;
    for (int t = 0; t < G1776_SP_TYPES; t++) {
        if (g1776_owner(t) == seat && g1776.type[t].nation == nation)
            n += g1776_fighters(s, seat, t);
    }
    return n;
}

static mk_set128 of_nation(mk_set128 leaders, int nation) {
    mk_set128 some = 0;
    MK_SET_EACH(l, leaders) {
        if (g1776.leader[l].nation == nation) mk_set_add(&some, l);
    }
    return some;
}

static bool named_here(const g1776_state *s, mk_set128 leaders, g1776_named name) {
    int l = g1776.named[name];
    return l != G1776_NONE && mk_set_has(leaders, l) && !mk_set_has(s->replaced, l);
}

/* Does one command both nations without friction? */
static int commands_allies(const g1776_state *s, mk_set128 leaders) {
    if (named_here(s, leaders, G1776_WASHINGTON)) return g1776.named[G1776_WASHINGTON];
    int first = g1776_ranking(s, leaders); /* Lafayette is never replaced */
    return first == g1776.named[G1776_LAFAYETTE] ? first : G1776_NONE;
}

int g1776_commander(const g1776_state *s, int seat) {
    mk_set128 leaders = g1776_fighting_leaders(s, seat);
    int french = count_nation(s, seat, G1776_N_FRENCH);
    int others = count_nation(s, seat, G1776_N_AMERICAN);
    if (!leaders || !french || !others) return g1776_ranking(s, leaders);
    bool rochambeau = g1776_southern_game(s) && named_here(s, leaders, G1776_ROCHAMBEAU) &&
                      !named_here(s, leaders, G1776_WASHINGTON);
    if (RULE("g1776.csg5.rochambeau", rochambeau)) return g1776.named[G1776_ROCHAMBEAU];
    int one = commands_allies(s, leaders);
    if (RULE("g1776.iv.b.allies", one != G1776_NONE)) return one;
    int nation = french >= others ? G1776_N_FRENCH : G1776_N_AMERICAN;
    mk_set128 own = of_nation(leaders, nation);
    return g1776_ranking(s, own ? own : leaders);
}

/* What the leaders control: regular leaders of the seat any SP of it, partisans militia and
 * Indians with so many dragoons among them (IV.A), the French their own, Lafayette both. */
typedef struct {
    int regular, partisan, riders, french, both, cap;
} control;

/* V.B: Brant controls nobody else without Indians beside him when the combat began. */
static int partisans_of(const g1776_state *s, int leader) {
    bool alone = g1776_leader_named(leader, G1776_BRANT) && !s->combat.indians &&
                 !g1776_has(s, s->combat.hex, G1776_BI);
    return RULE("g1776.v.b.brant", alone) ? 0 : G1776_PARTISANS_LED;
}

static control control_of(const g1776_state *s, int seat) {
    mk_set128 leaders = g1776_fighting_leaders(s, seat);
    bool begun = s->combat.round && s->combat.commander[seat] != G1776_NONE &&
                 mk_set_has(leaders, s->combat.commander[seat]);
    int commander = begun ? s->combat.commander[seat] : g1776_commander(s, seat);
    if (!leaders) return (control){0};
    control c = {.cap = g1776_leader_face(s, commander)->commands};
    MK_SET_EACH(l, leaders) {
        int leads = g1776_leads(s, l, leaders);
        if (g1776_partisan_in(s, l, s->combat.hex) && !g1776_leader_is(s, l, G1776_PARTISAN))
            c.french += G1776_PARTISANS_LED; /* Levis without FR (8) */
        else if (g1776_leader_is(s, l, G1776_PARTISAN) && !leads)
            c.partisan += partisans_of(s, l), c.riders += g1776_dragoons_led(s);
        else if (g1776_both_nations(s, l))
            c.both += leads;
        else if (g1776.leader[l].nation == G1776_N_FRENCH)
            c.french += leads;
        else
            c.regular += leads;
    }
    return c;
}

enum { FRENCH, REGULARS, IRREGULARS, DRAGOONS, GROUPS };

static int group_of(int type) {
    if (g1776.type[type].nation == G1776_N_FRENCH) return FRENCH;
    int plain = g1776.type[type].colour;
    if (g1776_is(type, G1776_IS_DRAGOON)) return DRAGOONS;
    bool rangers = plain == G1776_BC; /* scenario 8: Rogers leads them, too */
    return rangers || g1776_is(plain, G1776_IS_MILITIA | G1776_IS_INDIAN) ? IRREGULARS : REGULARS;
}

static int smaller(int a, int b) { return a < b ? a : b; }

/* How many of so many SP of each group can be controlled together. */
static int controllable(const control *c, const int n[GROUPS]) {
    int french = smaller(n[FRENCH], c->french), both = c->both;
    int more = smaller(n[FRENCH] - french, both);
    both -= more;
    int irregular = smaller(n[IRREGULARS] + smaller(n[DRAGOONS], c->riders), c->partisan);
    int rest = n[REGULARS] + n[IRREGULARS] + n[DRAGOONS] - irregular;
    return smaller(french + more + irregular + smaller(rest, c->regular + both), c->cap);
}

/* IV.B: without a leader three, or four with BR or FR. Leaders who control nobody there are none.
 */
static int without_leader(int seat, const uint8_t force[G1776_SP_TYPES]) {
    bool solid = false;
    MK_SET_EACH(t, g1776.sp_of[seat]) {
        int plain = g1776.type[t].colour;
        bool regular = plain == G1776_BR || plain == G1776_FR || plain == G1776_BC;
        if (regular && force[t]) solid = true;
    }
    return g1776.table.alone[RULE("g1776.iv.b.alone", solid)];
}

static void count_groups(const g1776_state *s, int seat, int n[GROUPS]) {
    memset(n, 0, GROUPS * sizeof *n);
    MK_SET_EACH(t, g1776.sp_of[seat]) n[group_of(t)] += g1776_fighters(s, seat, t);
}

/* The most SP of a seat that can take part in this round. */
int g1776_most(const g1776_state *s, int seat) {
    int n[GROUPS], sp = g1776_fighting_sp(s, seat);
    control c = control_of(s, seat);
    count_groups(s, seat, n);
    int most = controllable(&c, n);
    if (most) return smaller(most, sp);
    uint8_t all[G1776_SP_TYPES] = {0};
    MK_SET_EACH(t, g1776.sp_of[seat]) all[t] = (uint8_t)g1776_fighters(s, seat, t);
    return smaller(without_leader(seat, all), sp);
}

int g1776_participants(const g1776_state *s, int seat) {
    int n = 0;
    for (int t = 0; t < G1776_SP_TYPES; t++) n += s->combat.force[seat][t];
    return n;
}

/* May one more SP of the type take part beside those who do? All that can must (III). */
bool g1776_may_commit(const g1776_state *s, int seat, int type, int count) {
    int now[GROUPS] = {0}, total = g1776_participants(s, seat) + count;
    if (s->combat.force[seat][type] + count > g1776_fighters(s, seat, type)) return false;
    MK_SET_EACH(t, g1776.sp_of[seat]) now[group_of(t)] += s->combat.force[seat][t];
    now[group_of(type)] += count;
    control c = control_of(s, seat);
    int all[GROUPS];
    count_groups(s, seat, all);
    if (controllable(&c, all)) return controllable(&c, now) == total;
    uint8_t force[G1776_SP_TYPES];
    memcpy(force, s->combat.force[seat], sizeof force);
    force[type] = (uint8_t)(force[type] + count);
    return total <= without_leader(seat, force);
}

/* ---- Odds ---- */

bool g1776_may_supply(const g1776_state *s, int seat) {
    return g1776_can_supply(s, seat, s->combat.hex,
                            g1776_part(s, seat) ? G1776_INSIDE_ONLY : G1776_OUTSIDE_ONLY);
}

/* In halves of an SP: all with supply, half without; doubled inside a fort (III.B, III.D). */
static int strength(const g1776_state *s, int seat, int sp, bool supplied) {
    int halves = supplied ? 2 * sp : sp;
    bool walls = s->combat.inside && seat != s->combat.attacker;
    return RULE("g1776.iii.d.double", walls) ? 2 * halves : halves;
}

int g1776_column(const g1776_state *s, bool attacker_supplied, bool defender_supplied) {
    int x = s->combat.attacker, y = g1776_enemy(x);
    return g1776_odds(strength(s, x, g1776_most(s, x), attacker_supplied),
                      strength(s, y, g1776_most(s, y), defender_supplied));
}

/* ---- Modifiers (C4) ---- */

/* Scenario 5: Brant's rating counts with Indians beside him, or killed in this combat. */
static bool brant_alone(const g1776_state *s, int leader) {
    return g1776_has_rule(s, G1776_RULE_BRANT_NEEDS_INDIANS) &&
           g1776_leader_named(leader, G1776_BRANT) && !g1776_has(s, s->combat.hex, G1776_BI) &&
           !s->combat.indians;
}

static int rating(const g1776_state *s, int leader) {
    if (leader == G1776_NONE) return 0;
    if (mk_set_has(s->replaced, leader)) return g1776_leader_face(s, leader)->rating;
    int value = s->leader[leader].rating;
    if (RULE("g1776.s5.brant", brant_alone(s, leader))) return 0;
    int abroad = g1776.leader[leader].rating_abroad;
    bool lowered = g1776_area_of(s->combat.hex) != G1776_CANADA && value > abroad &&
                   abroad != g1776.leader[leader].rating;
    return RULE("g1776.iv.b.carleton", lowered) ? abroad : value;
}

static bool takes_part(const g1776_state *s, int seat, unsigned what) {
    for (int t = 0; t < G1776_SP_TYPES; t++) {
        if (s->combat.force[seat][t] && g1776_is(t, what)) return true;
    }
    return false;
}

/* III.F: militia and Indians alone against regulars. */
static int militia_penalty(const g1776_state *s, int seat) {
    const g1776_combat *c = &s->combat;
    bool weak = !takes_part(s, seat, G1776_AS_REGULAR) &&
                takes_part(s, g1776_enemy(seat), G1776_AS_REGULAR);
    if (!RULE("g1776.iii.f", weak)) return 0;
    int leader = c->commander[seat];
    if (g1776_southern_game(s) && !takes_part(s, seat, G1776_IS_INDIAN)) {
        mk_set128 here = g1776_fighting_leaders(s, seat),
                  there = g1776_fighting_leaders(s, g1776_enemy(seat));
        bool sumter = leader == g1776.named[G1776_SUMTER] && named_here(s, there, G1776_TARLETON) &&
                      c->commander[g1776_enemy(seat)] == g1776.named[G1776_TARLETON];
        if (RULE("g1776.csg5.morgan", named_here(s, here, G1776_MORGAN))) return 0;
        if (RULE("g1776.csg5.sumter", sumter)) return 0;
    }
    bool inspired = leader != G1776_NONE && !takes_part(s, seat, G1776_IS_INDIAN) &&
                    g1776_leader_is(s, leader, G1776_NO_MILITIA_PENALTY);
    return RULE("g1776.iii.f.leader", inspired) ? 0 : 1;
}

static int control_penalty(const g1776_state *s, int seat) {
    int all[GROUPS];
    control c = control_of(s, seat);
    count_groups(s, seat, all);
    bool loose = controllable(&c, all) < g1776_fighting_sp(s, seat);
    return RULE("g1776.iv.b.uncontrolled", loose) ? 1 : 0;
}

static int allied_penalty(const g1776_state *s, int seat) {
    const unsigned allies = 1u << G1776_N_FRENCH | 1u << G1776_N_AMERICAN;
    unsigned nations = 0;
    MK_SET_EACH(t, g1776.sp_of[seat]) {
        if (s->combat.force[seat][t]) nations |= 1u << g1776.type[t].nation;
    }
    if (nations != allies) return 0;
    bool one = commands_allies(s, g1776_fighting_leaders(s, seat)) != G1776_NONE;
    return RULE("g1776.iv.b.allies", one) ? 0 : 1;
}

static bool at_works(const g1776_state *s) {
    const g1776_combat *c = &s->combat;
    return c->inside || g1776_entrenched(s, c->hex, g1776_enemy(c->attacker));
}

static int guns_here(const g1776_state *s, int seat) {
    mk_set64 guns = g1776.of_seat[seat] & G1776_ARTILLERY;
    return g1776_count_where(s, s->combat.hex, guns, G1776_INSIDE, g1776_part(s, seat));
}

/* III.E: guns may fire without supply inside a fort, once a month, and in scenario 6 anywhere, once
 * in a combat. Their owner picks the round. */
const char *g1776_why_not_fire(const g1776_state *s, int seat) {
    const g1776_combat *c = &s->combat;
    bool anywhere = g1776_has_rule(s, G1776_RULE_ARTILLERY_ONE_SHOT);
    FORBID("g1776.iii.e", !at_works(s) || !guns_here(s, seat));
    FORBID("g1776.iii.e.once:supplied", c->supplied[seat]);
    FORBID("g1776.iii.e.once:fort", !g1776_part(s, seat) && !RULE("g1776.s6.guns", anywhere));
    FORBID("g1776.iii.e.once", c->fire >> seat & 1 || mk_set_has(&s->fired[seat], c->hex));
    return NULL;
}

/* III.E: artillery counts at forts and entrenchments, if it is supplied or may fire without. */
static int guns(const g1776_state *s, int seat) {
    bool fire = s->combat.supplied[seat] || s->combat.fire >> seat & 1;
    return fire ? guns_here(s, seat) : 0;
}

/* VIII.A of the campaign: a fort has a gun of its own, in the first round or with supply. */
static int fort_gun(const g1776_state *s, int seat) {
    bool on = g1776_option(s, G1776_OPTION_FORT_GUNS) && g1776_part(s, seat);
    return on && (s->combat.round == 1 || s->combat.supplied[seat]);
}

static int knox(const g1776_state *s, int seat) {
    const g1776_combat *c = &s->combat;
    bool here =
        named_here(s, g1776_fighting_leaders(s, seat), G1776_KNOX) && c->round == 1 &&
        g1776_count_where(s, c->hex, G1776_ARTILLERY & g1776.of_seat[seat], G1776_INSIDE, 0);
    return RULE("g1776.iv.b.knox", here) ? 1 : 0;
}

/* 11, 12: Americans who attack a force of which more than half are BR, by option. */
static int awe(const g1776_state *s, int seat) {
    bool on = g1776_option(s, G1776_OPTION_AWE) && g1776_has_rule(s, G1776_RULE_APRIL_1775);
    if (!on || seat != G1776_AMERICAN || !g1776_in_1775(s)) return 0;
    int br = 0, all = 0;
    MK_SET_EACH(t, g1776.sp_of[G1776_BRITISH]) {
        all += s->combat.force[G1776_BRITISH][t];
        if (g1776.type[t].colour == G1776_BR) br += s->combat.force[G1776_BRITISH][t];
    }
    return RULE("g1776.s11.awe", 2 * br > all);
}

/* CSG-5: a side with SP that nobody controls has no use of its leader. */
static int leads_well(const g1776_state *s, int seat) {
    bool loose = g1776_southern_game(s) && control_penalty(s, seat);
    return RULE("g1776.csg5.uncontrolled", loose) ? 0 : rating(s, s->combat.commander[seat]);
}

g1776_modifiers g1776_modifiers_now(const g1776_state *s) {
    const g1776_combat *c = &s->combat;
    int x = c->attacker, y = g1776_enemy(x);
    bool works = at_works(s), dug_in = works && !c->inside;
    g1776_southern_modifiers special = g1776_southern_drm(s);
    g1776_modifiers m = {
        .leaders = leads_well(s, x) - leads_well(s, y),
        .special = special.spurred + special.cards + special.gallop + special.assault,
        .elites = (c->elite[x] != G1776_NO_TYPE) - (c->elite[y] != G1776_NO_TYPE),
        .works = RULE("g1776.ii.a.combat", dug_in) ? -1 : 0,
        .militia = militia_penalty(s, y) - militia_penalty(s, x),
        .control = control_penalty(s, y) - control_penalty(s, x),
        .allies = allied_penalty(s, y) - allied_penalty(s, x),
        .fleets = __builtin_popcount(c->bombards),
        .awe = -awe(s, x),
    };
    if (RULE("g1776.iii.e", works)) {
        m.guns = guns(s, x) - guns(s, y) - fort_gun(s, y);
        m.knox = knox(s, x);
    }
    m.sum = m.leaders + m.elites + m.works + m.guns + m.militia + m.control + m.allies + m.knox +
            m.fleets + m.awe + m.special;
    int limit = g1776.table.drm_limit;
    m.sum = m.sum > limit ? limit : m.sum < -limit ? -limit : m.sum;
    return m;
}

/* ---- Elites (III.G) ---- */

static uint8_t *used(g1776_combat *c, int type) { return &c->elites_used[type - G1776_GRENADIERS]; }

void g1776_use_elite(g1776_state *s, int type) { (*used(&s->combat, type))++; }
void g1776_elite_dies(g1776_state *s, int type) { (*used(&s->combat, type))--; }

const char *g1776_why_not_elite(const g1776_state *s, int seat, int type) {
    const g1776_combat *c = &s->combat;
    FORBID("g1776.iii.g", !g1776_is_sp(type) || !g1776_is(type, G1776_IS_ELITE));
    FORBID("g1776.iii.g", g1776_owner(type) != seat || !g1776_fighters(s, seat, type));
    FORBID("g1776.iii.g.once", c->elite[seat] != G1776_NO_TYPE);
    FORBID("g1776.iii.g.once",
           g1776_fighters(s, seat, type) <= c->elites_used[type - G1776_GRENADIERS]);
    if (seat != c->attacker) return NULL;
    bool best = g1776_may_supply(s, g1776_enemy(seat));
    FORBID("g1776.iii.g.odds", g1776_column(s, c->supplied[seat], best) > G1776_TWO_TO_ONE);
    return NULL;
}
