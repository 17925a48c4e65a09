/* greedy.c - which action serves its side.
 *
 * Every stack has a plan (goals.c): a hex to win, or an enemy to beat. A stack with the best plan
 * moves first; it leaves a garrison where one is needed, gathers what is left, and goes the
 * shortest way; it meets enemies only at odds that promise something. Weights are compared only
 * with those of the same decision.
 */
#include "goals.h"

enum {
    NEVER = -1000,
    /* odds in quarters */
    FAIR = 5,
    GOOD = 8,
    SURE = 12,
};

static int attackers(const eoe_state *s, int seat, int space, int flags) {
    return eoe_power_at(s, seat, space, flags, true);
}

/* Who can only draw otherwise dares more as the end comes near. */
static int fair(const eoe_state *s) {
    int left = eoe_rules(s)->last - s->base.turn;
    return eoe_politics(s) || left > 5 ? FAIR : left > 2 ? FAIR - 1 : FAIR - 2;
}

/* ---- Forces on the march ------------------------------------------------- */

static int march_space(const eoe_state *s) {
    return 2 * eoe_hex_of(s->march.net) + s->march.inside;
}

/* May a force go into a hex: nobody there, or odds that are good enough? */
static bool dares(const eoe_state *s, int seat, int strength, int hex, const eoe_plan *plan) {
    if (!mk_set_has(&s->open[eoe_enemy(seat)], hex)) {
        int militia = eoe_politics(s) ? eoe_militia_power(s, seat, hex) : 0;
        return 4 * strength >= FAIR * militia;
    }
    return eoe_prospect(s, seat, strength, hex, false) >= (hex == plan->hex ? fair(s) : GOOD);
}

/* Out of supply, but into it again in the same move, in the last year: one winter turn kills nobody
 * who is whole. */
static bool is_a_dash(const eoe_state *s, const eoe_plan *plan, int to) {
    if (plan->goal == EOE_NONE || s->base.turn + 5 < eoe_rules(s)->last) return false;
    return eoe_way_of(plan, to) + 2 * eoe.table.march.wild <= eoe_march_mp(s);
}

static int weigh_step(const eoe_state *s, int direction) {
    int seat = s->phasing, from = eoe_hex_of(s->march.net), to = eoe_near(from, direction);
    int strength = attackers(s, seat, march_space(s), EOE_HAND);
    eoe_plan plan = eoe_plan_at(s, seat, march_space(s), EOE_HAND);
    if (to == s->march.from || !dares(s, seat, strength, to, &plan)) return NEVER;
    eoe_force hand = eoe_force_at(s, seat, march_space(s), EOE_HAND, -1);
    bool careful = eoe_has_precious(s, &hand);
    if (careful && eoe_leaves_supply(s, seat, from, to) && !is_a_dash(s, &plan, to)) return NEVER;
    if (careful && !plan.hungry && eoe_power_near(s, eoe_enemy(seat), to, 1) > strength)
        return NEVER; /* they would fall upon it */
    bool prey = mk_set_has(&s->open[eoe_enemy(seat)], to) && !eoe_sits_tight(s, seat);
    int good = seat == EOE_BRITISH && eoe_politics(s) ? SURE : GOOD;
    bool there = plan.hex == MK_NOWHERE || plan.hex == from;
    int gain = there ? 0 : eoe_way_of(&plan, from) - eoe_way_of(&plan, to);
    bool aside = careful ? !eoe_lives_at(s, seat, to)
                         : plan.goal != EOE_NONE && gain < 0 && !eoe_politics(s);
    if (prey && !aside && eoe_prospect(s, seat, strength, to, false) >= good) return 400;
    if (there) return NEVER;
    return gain > 0 ? 100 + gain : NEVER;
}

static int weigh_assault(const eoe_state *s) {
    int hex = eoe_hex_of(s->march.net), seat = s->phasing;
    int strength = attackers(s, seat, march_space(s), EOE_HAND);
    int odds = eoe_prospect(s, seat, strength, hex, true);
    return odds >= fair(s) && eoe_goal_worth(s, seat, hex) ? 300 : odds >= GOOD ? 250 : NEVER;
}

/* Who has come to a town that should be held goes in, but not from a siege. */
static int weigh_stop(const eoe_state *s, bool inside) {
    int hex = eoe_hex_of(s->march.net);
    bool siege = mk_set_has(&s->inside[eoe_enemy(s->phasing)], hex);
    return inside && eoe_goal_worth(s, s->phasing, hex) && !siege ? 5 : inside ? -5 : 0;
}

/* Guns, and regulars who must not die alone, are no garrisons. */
static bool is_for_the_field(const eoe_state *s, int piece) {
    return eoe_is_precious(s, piece) || (eoe_politics(s) && eoe_has_mark(piece, EOE_M_ARTILLERY));
}

/* A unit stays in a hex on the way that should be held and is not. */
static int weigh_drop(const eoe_state *s, int piece) {
    int seat = s->phasing, space = march_space(s), hex = space / 2, staying = 0;
    if (eoe_is_leader(piece) || !eoe_goal_worth(s, seat, hex)) return NEVER;
    if (eoe_plan_of(s, &(eoe_force){.seat = seat, .space = space}, 1).hex == hex) return NEVER;
    EOE_EACH_AT(p, s, space) {
        bool stays = s->piece[p].seat == seat && eoe_is_unit(p) && !(s->piece[p].flags & EOE_HAND);
        staying += stays;
    }
    if (staying || mk_set_has(&s->inside[seat], hex)) return NEVER;
    if (is_for_the_field(s, piece) && eoe_power_near(s, eoe_enemy(seat), hex, 3)) return NEVER;
    return 500 - eoe_power_of(s, piece, true) - (is_for_the_field(s, piece) ? 100 : 0);
}

static int weigh_march(const eoe_state *s, mk_action x) {
    switch (x.verb) {
    case EOE_V_STEP:
    case EOE_V_ROW: return weigh_step(s, x.a) + (x.verb == EOE_V_ROW);
    case EOE_V_FERRY: return weigh_step(s, x.a) - 2;
    case EOE_V_SORTIE: {
        eoe_plan plan = eoe_plan_at(s, s->phasing, march_space(s), EOE_HAND);
        int hex = eoe_hex_of(s->march.net);
        int strength = attackers(s, s->phasing, march_space(s), EOE_HAND);
        if (!dares(s, s->phasing, strength, hex, &plan)) return NEVER;
        bool shut_in = mk_set_has(&s->open[eoe_enemy(s->phasing)], hex);
        return shut_in || plan.hex != MK_NOWHERE ? 90 : NEVER;
    }
    case EOE_V_ASSAULT: return weigh_assault(s);
    case EOE_V_DROP: return weigh_drop(s, x.a);
    case EOE_V_STOP: return weigh_stop(s, false);
    case EOE_V_STOP_INSIDE: return weigh_stop(s, true);
    case EOE_V_PICK_UP:
    default: return NEVER;
    }
}

/* ---- Which force, and who is in it --------------------------------------- */

static int free_units(const eoe_state *s, int seat, int space) {
    int count = 0;
    EOE_EACH_AT(p, s, space) {
        bool free = eoe_is_unit(p) && !(s->piece[p].flags & (EOE_HAND | EOE_DONE));
        count += s->piece[p].seat == seat && free && eoe.piece[p].mf;
    }
    return count;
}

/* Those in a town whom enemies outside shut in, and who can drive them off (5.1). */
static bool may_break_out(const eoe_state *s, int seat, int space) {
    if (!(space & 1) || !mk_set_has(&s->open[eoe_enemy(seat)], space / 2)) return false;
    return eoe_prospect(s, seat, attackers(s, seat, space, 0), space / 2, false) >= GOOD;
}

static int weigh_choose(const eoe_state *s, int seat, int space) {
    eoe_plan plan = eoe_plan_at(s, seat, space, 0);
    if (may_break_out(s, seat, space)) return 300;
    if (plan.hex == MK_NOWHERE) return NEVER;
    bool siege = plan.hex == space / 2;
    if (!siege && free_units(s, seat, space) <= eoe_garrison(s, seat, space)) return NEVER;
    if (siege) {
        int strength = attackers(s, seat, space, 0);
        bool town = mk_set_has(&s->inside[eoe_enemy(seat)], space / 2);
        if (!town || eoe_prospect(s, seat, strength, space / 2, true) < fair(s)) return NEVER;
    }
    return 20 + plan.value;
}

/* 9.4: the highest rank commands, so a slow general who outranks a quick one stays behind. */
static bool is_in_the_way(const eoe_state *s, int seat, int space, int leader) {
    EOE_EACH_AT(p, s, space) {
        if (s->piece[p].seat != seat || eoe_is_unit(p) || p == leader) continue;
        bool quicker = eoe.piece[p].initiative > eoe.piece[leader].initiative;
        if (quicker && eoe_group_of(p) == eoe_group_of(leader) && eoe_outranks(leader, p))
            return !(eoe.piece[p].marks & EOE_L_INDIANS_ONLY);
    }
    return false;
}

static bool somebody_is_in_the_way(const eoe_state *s, int seat, int space) {
    EOE_EACH_AT(p, s, space) {
        bool leads = s->piece[p].seat == seat && eoe_is_leader(p);
        if (leads && is_in_the_way(s, seat, space, p)) return true;
    }
    return false;
}

/* Are there more than the plan asks for, so that others can go elsewhere? */
static bool may_divide(const eoe_state *s, int seat, int space) {
    eoe_plan plan = eoe_plan_at(s, seat, space, 0);
    if (plan.hex == space / 2) return false; /* a siege */
    return attackers(s, seat, space, 0) > eoe_force_needed(s, seat, space / 2, &plan);
}

/* In hand is all that the plan asks for. Of leaders one is enough, and the chief stays: by his word
 * all forces that begin with him may go (9.4). */
static bool has_enough(const eoe_state *s, int seat, int space, int piece) {
    if (!may_divide(s, seat, space)) return false;
    eoe_force hand = eoe_force_at(s, seat, space, EOE_HAND, -1);
    if (eoe_is_leader(piece)) {
        eoe_force all = eoe_force_at(s, seat, space, 0, -1);
        return hand.leaders || eoe_leader_of(s, &all) == piece;
    }
    eoe_plan plan = eoe_plan_at(s, seat, space, 0);
    return attackers(s, seat, space, EOE_HAND) >= eoe_force_needed(s, seat, space / 2, &plan);
}

/* The strongest go, the weakest stay behind. */
static int weigh_take(const eoe_state *s, const mk_frame *top, int piece) {
    bool moves = top->c == EOE_FORM_MOVE;
    bool all = !moves || may_break_out(s, top->seat, top->a);
    int stay = all ? 0 : eoe_garrison(s, top->seat, top->a);
    if (piece < 0) {
        bool some = stay || somebody_is_in_the_way(s, top->seat, top->a);
        return some || (!all && may_divide(s, top->seat, top->a)) ? NEVER : 300;
    }
    if (eoe_is_leader(piece) && is_in_the_way(s, top->seat, top->a, piece)) return NEVER;
    if (!all && has_enough(s, top->seat, top->a, piece)) return NEVER;
    if (eoe_is_leader(piece)) return 250 + eoe.piece[piece].initiative;
    if (free_units(s, top->seat, top->a) <= stay) return NEVER;
    if (!eoe_power_of(s, piece, true)) return NEVER;
    int field = is_for_the_field(s, piece) || eoe_goes_home(s, piece) ? 30 : 0;
    return 100 + eoe_power_of(s, piece, true) + eoe.piece[piece].mf / 4 + field;
}

static int weigh_form(const eoe_state *s, mk_action x) {
    const mk_frame *top = mk_top_const(&s->base);
    switch (x.verb) {
    case EOE_V_TAKE: return weigh_take(s, top, x.a);
    case EOE_V_TAKE_ALL: return weigh_take(s, top, -1);
    default: return 50;
    }
}

static int weigh_invade(const eoe_state *s, int seat, int hex) {
    int strength = 0;
    bool trapped = false;
    MK_SET_EACH(p, &s->afloat) {
        if (s->piece[p].seat != seat) continue;
        strength += eoe_power_of(s, p, true);
        trapped |= eoe_is_trapped(s, p);
    }
    if (trapped && eoe_is_haven(s, seat, hex))
        return 600 + eoe_power_near(s, seat, hex, 0) - eoe_power_near(s, eoe_enemy(seat), hex, 2);
    if (eoe_prospect(s, seat, strength, hex, false) < GOOD) return NEVER;
    int worth = eoe_goal_worth(s, seat, hex);
    bool held = eoe_occupies(s, seat, hex) && eoe_controls(s, seat, hex);
    if (eoe_prospect(s, seat, strength, hex, true) < FAIR) worth /= 2;
    return worth && !held ? 200 + 10 * worth : 30;
}

static int weigh_operate(const eoe_state *s, int seat, mk_action x) {
    switch (x.verb) {
    case EOE_V_CHOOSE: return weigh_choose(s, seat, x.a);
    case EOE_V_FORTIFY: return eoe_goal_worth(s, seat, x.a) ? 12 : NEVER;
    case EOE_V_INVADE: return weigh_invade(s, seat, x.a);
    case EOE_V_RAID: return 11;
    case EOE_V_END: return 10;
    default: return NEVER;
    }
}

/* ---- Reaction, battle ---------------------------------------------------- */

/* Odds in quarters of the force that enters against what stands there, with so much more. */
static int entry_odds(const eoe_state *s, int more) {
    int hex = s->entry.hex, mover = s->entry.mover;
    int his = eoe_power_at(s, mover, 2 * hex, 0, true);
    int mine = eoe_power_at(s, eoe_enemy(mover), 2 * hex, 0, false) + more;
    return mine ? 4 * his / mine : 99;
}

static int weigh_call(const eoe_state *s, int seat, mk_action x) {
    if (x.verb == EOE_V_DONE) return 0;
    (void)seat;
    return entry_odds(s, eoe_power_of(s, x.a, false)) <= GOOD ? 10 : NEVER;
}

static int weigh_declare(const eoe_state *s, int seat, int verb) {
    const eoe_reactor *r = &s->entry.reactor[s->entry.current];
    int here = eoe_power_at(s, seat, r->space, 0, false);
    switch (verb) {
    case EOE_V_ESCAPE: return entry_odds(s, 0) > GOOD ? 10 : NEVER;
    case EOE_V_JOIN: {
        if (eoe_goal_worth(s, seat, r->space / 2) && r->space / 2 != s->entry.hex) return NEVER;
        if (eoe_leaves_supply(s, seat, r->space / 2, s->entry.hex)) return NEVER;
        return entry_odds(s, here) <= FAIR ? 10 : NEVER;
    }
    case EOE_V_AWAY: return NEVER;
    default: return 0;
    }
}

/* Steps that cost most are lost last: dead regulars of the Revolution lose the war (15.2). */
static int weigh_loss(const eoe_state *s, int piece) {
    int steps = s->piece[piece].steps;
    bool regular = eoe.piece[piece].nation == EOE_N_BRITISH_REGULAR && eoe_politics(s);
    return 200 - eoe.piece[piece].linear[steps ? steps - 1 : 0] -
           (regular ? (steps == 1 ? 100 : 10) : 0);
}

static int battle_odds(const eoe_state *s) {
    const eoe_battle *x = &s->battle;
    int a = attackers(s, x->attacker, 2 * x->hex, x->hand ? EOE_HAND : 0);
    int d = eoe_power_at(s, eoe_enemy(x->attacker), 2 * x->hex + x->inside, 0, false);
    if (x->inside && mk_set_has(&s->fort, x->hex)) d += d / 2;
    return d ? 4 * a / d : 99;
}

/* Away from enemies, to friends. */
static int weigh_retreat(const eoe_state *s, int seat, mk_action x) {
    int from = mk_top_const(&s->base)->a;
    if (x.verb == EOE_V_INTO_TOWN) return eoe_blockaded(s, seat, from) ? -50 : 30;
    if (x.verb == EOE_V_EVACUATE) return 20;
    int to = eoe_near(from, x.a);
    int value = eoe_power_near(s, seat, to, 1) - eoe_power_near(s, eoe_enemy(seat), to, 1);
    return value + (eoe_friendly(s, seat, to) > 0 ? 5 : 0);
}

/* ---- Leaders ------------------------------------------------------------- */

/* Units that a leader would help at a space: those that nobody as good leads. */
static int use_of(const eoe_state *s, int leader, int space) {
    int seat = s->piece[leader].seat, best = 2, units = 0;
    if (!eoe_on_map(space)) return 0; /* Havana */
    EOE_EACH_AT(p, s, space) {
        if (s->piece[p].seat != seat || p == leader) continue;
        if (eoe_is_leader(p)) {
            if (eoe.piece[p].initiative > best) best = eoe.piece[p].initiative;
        } else {
            units += eoe_power_of(s, p, true);
        }
    }
    int more = eoe.piece[leader].initiative - best;
    unsigned groups = eoe_force_at(s, seat, space, 0, -1).groups;
    if (more <= 0 || !eoe_may_command(s, leader, groups, space)) return 0;
    return more * units;
}

static int best_use(const eoe_state *s, int leader) {
    int best = 0, last = -1;
    EOE_EACH_PIECE(p, s) {
        int space = s->piece[p].at;
        if (space == last || s->piece[p].seat != s->piece[leader].seat) continue;
        last = space;
        int use = use_of(s, leader, space);
        if (use > best) best = use;
    }
    return best;
}

static int weigh_redeploy(const eoe_state *s, mk_action x) {
    if (x.verb == EOE_V_DONE) return 0;
    int gain = best_use(s, x.a) - 2 * use_of(s, x.a, s->piece[x.a].at) - 20;
    return gain > 0 ? gain : NEVER;
}

/* ---- Fleets, arrivals, militia ------------------------------------------- */

static bool has_enemy_fleet(const eoe_state *s, int seat, int sea) {
    for (int fleet = 0; fleet < EOE_FLEETS; fleet++)
        if (eoe_fleet_seat(fleet) != seat && s->fleet[fleet].sea == sea) return true;
    return false;
}

/* 6.3, 14.2: a fleet that lies off the coast in fall starves who is fed there; whose was there
 * before wins ties. So both sides' fleets are in time where regulars are. */
static int weigh_watch(const eoe_state *s, int seat, int sea) {
    int season = eoe_turn_now(s)->season, units = 0;
    if (!s->french_entry || (season != EOE_SUMMER_2 && season != EOE_FALL)) return 0;
    EOE_EACH_PIECE(p, s) {
        if (!eoe_is_unit(p) || !eoe_is_precious(s, p)) continue;
        units += mk_set_has(&eoe_index.off[sea], s->piece[p].at / 2);
    }
    bool challenge = seat == EOE_BRITISH && season == EOE_FALL && has_enemy_fleet(s, seat, sea);
    return units * (challenge ? 20 : 5);
}

/* 14.4: off a port that feeds them the fleet can land who would starve elsewhere. */
static int weigh_rescue(const eoe_state *s, int seat, int sea) {
    const eoe_cast *c = eoe_cast_of(s);
    bool haven = false;
    int units = 0;
    if (!eoe_fears_winter(s, seat) || !eoe_winter(s)) return 0;
    for (int i = 0; i < c->goal_count && !haven; i++)
        haven = mk_set_has(&eoe_index.off[sea], c->goal[i].hex) &&
                eoe_is_haven(s, seat, c->goal[i].hex);
    if (!haven) return 0;
    EOE_EACH_PIECE(p, s) units += eoe_is_unit(p) && eoe_is_precious(s, p) && eoe_is_trapped(s, p);
    return 10 * units;
}

/* Goals off a sea that are still to be won, or lie under enemies. */
static int weigh_sea(const eoe_state *s, int seat, int sea) {
    const eoe_cast *c = eoe_cast_of(s);
    int value = 10 + weigh_watch(s, seat, sea) + weigh_rescue(s, seat, sea);
    for (int i = 0; i < c->goal_count; i++) {
        int hex = c->goal[i].hex;
        if (!mk_set_has(&eoe_index.off[sea], hex)) continue;
        bool held = eoe_occupies(s, seat, hex) && eoe_controls(s, seat, hex);
        value += held ? 1 : c->goal[i].worth[seat];
        bool winter =
            eoe_turn_now(s)->season == EOE_FALL && held; /* 6.3: who blocks it starves us */
        if (winter && has_enemy_fleet(s, seat, sea)) value += 20;
    }
    return value;
}

/* Nearest to what is to be won, where friends are. */
static int weigh_place(const eoe_state *s, int seat, int hex) {
    const eoe_cast *c = eoe_cast_of(s);
    int best = 0;
    for (int i = 0; i < c->goal_count; i++) {
        const eoe_goal *g = &c->goal[i];
        bool held = eoe_occupies(s, seat, g->hex) && eoe_controls(s, seat, g->hex);
        int value = (held ? 1 : 2) * g->worth[seat] * 100 / (10 + eoe_way_to(g->place, hex));
        if (value > best) best = value;
    }
    int besieged = eoe_power_near(s, eoe_enemy(seat), hex, 1) > eoe_power_near(s, seat, hex, 1);
    return 50 + best + eoe_power_near(s, seat, hex, 0) / 4 - (besieged ? 100 : 0);
}

/* A coast to be won that the fleet lies off: how strong it is; -1: there is none. */
static int landing_strength(const eoe_state *s, int seat) {
    const eoe_cast *c = eoe_cast_of(s);
    int best = 0, his = -1;
    for (int i = 0; i < c->goal_count; i++) {
        int hex = c->goal[i].hex, worth = c->goal[i].worth[seat];
        if (worth <= best || !eoe_is(hex, EOE_COASTAL)) continue;
        if (eoe_fleet_off(s, seat, hex) == EOE_NONE) continue;
        if (eoe_occupies(s, seat, hex) && eoe_controls(s, seat, hex)) continue;
        int enemy = eoe_enemy(seat);
        int power = eoe_power_at(s, enemy, 2 * hex, 0, false) +
                    eoe_power_at(s, enemy, 2 * hex + 1, 0, false);
        best = worth;
        his = power;
    }
    return his;
}

/* Is there a port to flee to, off which the fleet lies? */
static bool has_haven(const eoe_state *s, int seat) {
    const eoe_cast *c = eoe_cast_of(s);
    for (int i = 0; i < c->goal_count; i++) {
        int hex = c->goal[i].hex;
        if (!eoe_is(hex, EOE_COASTAL) || eoe_fleet_off(s, seat, hex) == EOE_NONE) continue;
        if (eoe_is_haven(s, seat, hex)) return true;
    }
    return false;
}

static int units_left(const eoe_state *s, int seat, int at) {
    int left = 0;
    EOE_EACH_AT(p, s, at) {
        left += s->piece[p].seat == seat && eoe_is_unit(p) && !(s->piece[p].flags & EOE_EMBARKED);
    }
    return left;
}

static int weigh_embark(const eoe_state *s, int seat, mk_action x) {
    if (x.verb == EOE_V_DONE) return 0;
    if (eoe_is_trapped(s, x.a) && has_haven(s, seat)) {
        int at = s->piece[x.a].at, last = eoe_is_precious(s, x.a) ? 0 : 1; /* 6.4: one is fed */
        return units_left(s, seat, at) > last ? 100 + eoe_power_of(s, x.a, true) : NEVER;
    }
    int his = landing_strength(s, seat), named = 0;
    if (his < 0 || eoe_sits_tight(s, seat)) return NEVER;
    MK_SET_EACH(p, &s->afloat) {
        if (s->piece[p].seat == seat) named += eoe_power_of(s, p, true);
    }
    if (named > 3 * his + 40) return NEVER;
    int at = s->piece[x.a].at;
    if (eoe_is_leader(x.a)) return eoe.piece[x.a].initiative > 3 ? 5 : NEVER;
    if (!eoe_on_map(at)) return 10;
    if (units_left(s, seat, at) <= eoe_garrison(s, seat, at)) return NEVER;
    return 20 + eoe_power_of(s, x.a, true);
}

/* Militia comes out where enemies are near what it should hold. */
static int weigh_muster(const eoe_state *s, int seat, int hex) {
    if (!eoe_goal_worth(s, seat, hex)) return NEVER;
    int threat = eoe_power_near(s, eoe_enemy(seat), hex, 3);
    return threat ? 20 + threat : NEVER;
}

static int weigh_militia(const eoe_state *s, int seat, mk_action x) {
    const eoe_cast *c = eoe_cast_of(s);
    if (x.verb == EOE_V_DONE) return 0;
    for (int i = 0; i < c->goal_count; i++) {
        int hex = c->goal[i].hex;
        if (eoe_board.area[hex] == eoe.piece[x.a].home && weigh_muster(s, seat, hex) > 0) return 10;
    }
    return NEVER;
}

/* ---- All of it ----------------------------------------------------------- */

/* 15.4: an offer of New France binds; it is made when time grows short. */
static int weigh_offer(const eoe_state *s, int verb) {
    bool late = s->base.turn + 14 > eoe_rules(s)->last && s->dead_steps < 15;
    return verb == EOE_V_TRY ? (late ? 10 : NEVER) : 0;
}

/* 6.4: he eats whose death would cost most. */
static int weigh_feed(const eoe_state *s, int piece) {
    bool dies = s->piece[piece].steps == 1;
    return eoe.piece[piece].linear[0] + (eoe_is_precious(s, piece) ? (dies ? 60 : 20) : 0);
}

/* 7.6: who would starve goes to the West Indies first, and whole regiments. */
static int weigh_send(const eoe_state *s, int piece) {
    int at = s->piece[piece].at;
    bool starves = eoe_on_map(at) && eoe_turn_now(s)->season >= EOE_FALL &&
                   !eoe_lives_at(s, EOE_BRITISH, at / 2);
    return 10 * s->piece[piece].steps - eoe.piece[piece].linear[0] + (starves ? 50 : 0);
}

int eoe_weigh(const void *state, mk_action x) {
    const eoe_state *s = state;
    int seat = eoe_deciding(s);
    switch (mk_top_const(&s->base)->phase) {
    case EOE_PH_SET_UP:
        return x.verb == EOE_V_INSIDE ? (eoe_goal_worth(s, seat, x.a) ? 10 : NEVER) : 0;
    case EOE_PH_NOVA_SCOTIA: return x.a == eoe.hex[EOE_H_HALIFAX];
    case EOE_PH_OPERATE: return weigh_operate(s, seat, x);
    case EOE_PH_FORM: return weigh_form(s, x);
    case EOE_PH_MARCH: return weigh_march(s, x);
    case EOE_PH_REACT_MILITIA: return weigh_call(s, seat, x);
    case EOE_PH_DECLARE: return weigh_declare(s, seat, x.verb);
    case EOE_PH_REACT:
    case EOE_PH_RETREAT: return weigh_retreat(s, seat, x);
    case EOE_PH_LOSE: return weigh_loss(s, x.a);
    case EOE_PH_MARINES_OWED: return x.verb == EOE_V_LOSE ? 10 - s->piece[x.a].steps : 0;
    case EOE_PH_RISK: return -eoe.piece[x.a].initiative;
    case EOE_PH_SLIP: return x.verb == EOE_V_TRY ? (battle_odds(s) > GOOD ? 10 : -10) : 0;
    case EOE_PH_PRESS: return x.verb == EOE_V_PRESS ? (battle_odds(s) >= fair(s) ? 10 : -10) : 0;
    case EOE_PH_REDEPLOY: return weigh_redeploy(s, x);
    case EOE_PH_REDEPLOY_TO:
        return x.verb == EOE_V_STAY ? 1 : use_of(s, mk_top_const(&s->base)->a, x.a);
    case EOE_PH_PLACE_FLEET: return x.verb == EOE_V_PLACE_FLEET ? weigh_sea(s, seat, x.a) : NEVER;
    case EOE_PH_ELMORE: return eoe_goal_worth(s, seat, x.a);
    case EOE_PH_ARRIVE:
    case EOE_PH_PORT:
    case EOE_PH_COME_HOME: return x.verb == EOE_V_HEX ? weigh_place(s, seat, x.a) : 0;
    case EOE_PH_EMBARK: return weigh_embark(s, seat, x);
    case EOE_PH_MILITIA: return weigh_militia(s, seat, x);
    case EOE_PH_MILITIA_AT: return weigh_muster(s, seat, x.a);
    case EOE_PH_REJOIN: return use_of(s, mk_top_const(&s->base)->a, x.a);
    case EOE_PH_NEW_FRANCE: return weigh_offer(s, x.verb);
    case EOE_PH_SEND: return weigh_send(s, x.a);
    case EOE_PH_DRAFT: return x.verb == EOE_V_DISBAND ? NEVER : x.verb == EOE_V_STEP_TO ? 10 : 0;
    case EOE_PH_FED: return weigh_feed(s, x.a);
    case EOE_PH_REPLACE: return x.verb == EOE_V_DONE ? 0 : 10 + eoe.piece[x.a].linear[0];
    case EOE_PH_LIGHT: return x.verb == EOE_V_DONE ? 0 : NEVER;
    default: break;
    }
    switch (x.verb) { /* yes is better than no */
    case EOE_V_TRY:
    case EOE_V_RAISE:
    case EOE_V_AMBUSH:
    case EOE_V_LAND_MARINES: return 10;
    default: return 0;
    }
}
