/* hits.c - battle fire, losses, and militia that flee. */
#include "p77.h"

int p77_position_of(const p77_state *s, int unit) {
    for (int p = 0; p < P77_POSITIONS; p++) {
        if (p77_in(s->battle.position[p], unit)) return p;
    }
    return -1;
}

/* p77.fire.facing */
int p77_facing(int position) {
    static const uint8_t opposite[] = {
        [P77_LEFT] = P77_RIGHT, [P77_CENTER] = P77_CENTER, [P77_RIGHT] = P77_LEFT};
    return opposite[position];
}

/* Dice that an attacker lacks in the first round. A fort takes one from each infantry unit,
 * whichever way it came; elsewhere a river takes one from each block that crossed it. */
static int first_round_loss(const p77_state *s, int unit) {
    if (p77.unit[unit].side != s->active || s->battle.round != 1) return 0;
    bool river = s->attack_way[unit] != P77_NO_WAY &&
                 mk_way_bits(&p77.roads, s->attack_way[unit]) & P77_CROSSES_RIVER;
    bool reduced = p77_in(p77.forts, s->battle.at)
                       ? RULE("p77.fire.fort", p77_in(p77.infantry, unit))
                       : RULE("p77.fire.river", river);
    return reduced ? p77.first_round_penalty : 0; /* p77.fire.not_cumulative */
}

/* p77.fire */
int p77_fire_dice(const p77_state *s, int unit) {
    int dice = s->sp[unit] - first_round_loss(s, unit);
    return dice > 0 ? dice : 0;
}

/* Throws a block's dice; `n` holds what is told before them, the dice are added to it. */
p77_throw p77_roll(p77_state *s, int unit, int dice) {
    p77_throw t = {.dice = dice};
    int needed = p77.hits_from[p77.unit[unit].type]; /* p77.fire.artillery */
    for (int i = 0; i < dice; i++) {
        t.die[i] = (int16_t)mk_die(&s->base.rng, P77_DIE);
        t.hits += t.die[i] >= needed;
        t.flees += t.die[i] == p77.flee_die;
    }
    return t;
}

/* Tells a throw: the numbers given, then the hits, then the dice. */
void p77_tell_throw(mk_log *log, int kind, int seat, int unit, int target, const p77_throw *t) {
    if (!log) return;
    int16_t n[3 + P77_MAX_SP] = {(int16_t)unit, (int16_t)target, (int16_t)t->hits};
    for (int i = 0; i < t->dice; i++) n[3 + i] = t->die[i];
    mk_tell_n(log, kind, seat, MK_EVERYONE, t->dice ? MK_ROLLED : 0, 3 + t->dice, n);
}

/* p77.flee: only British and Hessian blocks make militia flee, and only American militia
 * that does not defend a fort (p77.flee.fort). */
static int flees_caused(const p77_state *s, int unit, int ones) {
    bool frightens = RULE("p77.flee", p77.unit[unit].side == P77_BRITISH);
    bool behind_walls =
        RULE("p77.flee.fort", p77_in(p77.forts, s->battle.at) && s->active == P77_BRITISH);
    return frightens && !behind_walls ? ones : 0;
}

void p77_fire(p77_state *s, int unit, mk_log *log) {
    p77_battle *b = &s->battle;
    p77_side side = p77.unit[unit].side;
    p77_throw t = p77_roll(s, unit, p77_fire_dice(s, unit));
    b->acted |= P77_BIT(unit);
    b->losers = (uint8_t)p77_enemy(side);
    b->target = (uint8_t)p77_facing(p77_position_of(s, unit));
    b->hits = (uint8_t)t.hits;
    b->flees = (uint8_t)flees_caused(s, unit, t.flees);
    p77_tell_throw(log, P77_E_FIRE, side, unit, b->target, &t);
    p77_resolve_hits(s, log);
}

/* The blocks that the hits fall on: those fired at, or all that flee from a pursuit. */
p77_set p77_targets(const p77_state *s) {
    const p77_battle *b = &s->battle;
    p77_set of_side = p77_at(s, b->at, (p77_side)b->losers);
    return b->target == P77_POSITIONS ? of_side : b->position[b->target] & of_side;
}

static int strength(const p77_state *s, p77_set units) {
    int total = 0;
    P77_EACH(u, units) total += s->sp[u];
    return total;
}

/* Goes on after fire: hits, then flight, then the retreat that a vacated position forces.
 * Stops at a decision (a frame is pushed) or when the fire is done with. */
static void flee_from_fire(p77_state *s, mk_log *log);

static void after_fire(p77_state *s, mk_log *log) {
    p77_side losers = (p77_side)s->battle.losers;
    if (!p77_at(s, s->battle.at, losers))
        p77_end_battle(s, log);
    else if (RULE("p77.retreat.forced", p77_position_vacant(s, losers)))
        p77_forced_retreat(s, losers, log);
    else
        p77_next_in_turn(s, log);
}

void p77_resolve_hits(p77_state *s, mk_log *log) {
    p77_battle *b = &s->battle;
    p77_set targets = p77_targets(s);
    if (b->hits >= strength(s, targets)) { /* none survives; further hits are lost */
        p77_eliminate(s, targets, log);
        b->hits = 0;
    } else if (p77_size(targets) == 1) {
        for (; b->hits; b->hits--) p77_lose_sp(s, p77_first(targets), log);
    } else if (b->hits) { /* p77.hits.owner_chooses */
        mk_push(&s->base, P77_PH_TAKE_HITS, b->losers)->a = b->hits;
        return;
    }
    if (p77_over(s)) return;
    if (b->pursuit)
        p77_after_pursuit(s, log);
    else
        flee_from_fire(s, log);
}

static void flee(p77_state *s, int unit, mk_log *log) {
    p77_battle *b = &s->battle;
    b->position[b->target] &= ~P77_BIT(unit);
    b->position[P77_RESERVE] |= P77_BIT(unit);
    b->fled |= P77_BIT(unit);
    mk_tell(log, P77_E_FLED, b->losers, MK_EVERYONE, 0, (int16_t)unit);
}

/* p77.flee.after_losses */
static void flee_from_fire(p77_state *s, mk_log *log) {
    p77_battle *b = &s->battle;
    p77_set militia = p77_targets(s) & p77.militia;
    if (RULE("p77.flee.owner_chooses", b->flees && p77_size(militia) > b->flees)) {
        mk_push(&s->base, P77_PH_FLEE, b->losers)->a = b->flees;
        return;
    }
    if (b->flees) {
        P77_EACH(u, militia) flee(s, u, log);
    }
    b->flees = 0;
    after_fire(s, log);
}

/* ---- The owner chooses who takes a hit ---- */

void p77_hits_list(const void *state, mk_actions *out) {
    P77_EACH(unit, p77_targets(state)) mk_offer(out, P77_V_LOSE, unit, 0, 0);
}

const char *p77_hits_why_not(const void *state, mk_action a) {
    FORBID("p77.hits", !p77_in(p77_targets(state), a.a));
    return NULL;
}

void p77_hits_apply(void *state, mk_action a, mk_log *log) {
    p77_state *s = state;
    mk_pop(&s->base);
    s->battle.hits--;
    p77_lose_sp(s, a.a, log);
    if (!p77_over(s)) p77_resolve_hits(s, log);
}

/* ---- The owner chooses which militia flees ---- */

void p77_flee_list(const void *state, mk_actions *out) {
    P77_EACH(unit, p77_targets(state) & p77.militia) mk_offer(out, P77_V_FLEE, unit, 0, 0);
}

const char *p77_flee_why_not(const void *state, mk_action a) {
    FORBID("p77.flee", !p77_in(p77_targets(state) & p77.militia, a.a));
    return NULL;
}

void p77_flee_apply(void *state, mk_action a, mk_log *log) {
    p77_state *s = state;
    mk_pop(&s->base);
    s->battle.flees--;
    flee(s, a.a, log);
    flee_from_fire(s, log);
}
