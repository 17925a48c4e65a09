/* hits.c - battle fire, losses, and militia that flee. */
#include "p77.h"

int p77_position_of(const p77_state *s, int unit) {
    for (int p = 0; p < P77_POSITIONS; p++) {
        if (mk_set_has(s->battle.position[p], unit)) return p;
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
    bool reduced = mk_set_has(p77.forts, s->battle.at)
                       ? RULE("p77.fire.fort", mk_set_has(p77.infantry, unit))
                       : RULE("p77.fire.river", river);
    return reduced ? p77.first_round_penalty : 0; /* p77.fire.not_cumulative */
}

/* p77.fire */
int p77_fire_dice(const p77_state *s, int unit) {
    int dice = s->sp[unit] - first_round_loss(s, unit);
    return dice > 0 ? dice : 0;
}

/* Throws a block's dice; `n` holds what is logged before them, the dice are added to it. */
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
    mk_log_event_n(log, kind, seat, MK_EVERYONE, t->dice ? MK_ROLLED : 0, 3 + t->dice, n);
}

/* p77.flee: only British and Hessian blocks make militia flee, and only American militia
 * that does not defend a fort (p77.flee.fort). */
static int flees_caused(const p77_state *s, int unit, int ones) {
    bool frightens = RULE("p77.flee", p77.unit[unit].side == P77_BRITISH);
    bool behind_walls =
        RULE("p77.flee.fort", mk_set_has(p77.forts, s->battle.at) && s->active == P77_BRITISH);
    return frightens && !behind_walls ? ones : 0;
}

void p77_fire(p77_state *s, int unit, mk_log *log) {
    p77_side side = p77.unit[unit].side;
    int target = p77_facing(p77_position_of(s, unit));
    p77_throw t = p77_roll(s, unit, p77_fire_dice(s, unit));
    s->battle.acted |= MK_BIT(unit);
    p77_tell_throw(log, P77_E_FIRE, side, unit, target, &t);
    p77_suffer(s, p77_enemy(side), target, t.hits, flees_caused(s, unit, t.flees));
}

/* ---- What the side fired at suffers: hits, then flight ---- */

/* target: the position fired at; P77_POSITIONS: all of the side. */
void p77_suffer(p77_state *s, p77_side losers, int target, int hits, int flees) {
    p77_battle *b = &s->battle;
    b->losers = (uint8_t)losers;
    b->target = (uint8_t)target;
    b->hits = (uint8_t)hits;
    b->flees = (uint8_t)flees;
    if (hits || flees) mk_push(&s->base, P77_PH_LOSSES, losers);
}

/* The blocks that the hits fall on: those fired at, or all that flee from a pursuit. */
mk_set64 p77_targets(const p77_state *s) {
    const p77_battle *b = &s->battle;
    mk_set64 of_side = p77_at(s, b->at, (p77_side)b->losers);
    return b->target == P77_POSITIONS ? of_side : b->position[b->target] & of_side;
}

static int strength(const p77_state *s, mk_set64 units) {
    int total = 0;
    MK_SET_EACH(u, units) total += s->sp[u];
    return total;
}

static void take_hits(p77_state *s, mk_log *log) {
    p77_battle *b = &s->battle;
    mk_set64 targets = p77_targets(s);
    int hits = b->hits;
    if (hits >= strength(s, targets)) { /* none survives; further hits are lost */
        b->hits = 0;
        p77_eliminate(s, targets, log);
    } else if (mk_set_size(targets) == 1) {
        b->hits = 0;
        p77_reduce(s, targets, hits, log);
    } else { /* p77.hits.owner_chooses */
        mk_push(&s->base, P77_PH_TAKE_HITS, b->losers)->a = b->hits;
    }
}

static void flee(p77_state *s, int unit, mk_log *log) {
    p77_battle *b = &s->battle;
    b->position[b->target] &= ~MK_BIT(unit);
    b->position[P77_RESERVE] |= MK_BIT(unit);
    b->fled |= MK_BIT(unit);
    mk_log_event(log, P77_E_FLED, b->losers, MK_EVERYONE, 0, (int16_t)unit);
}

static void take_flight(p77_state *s, mk_log *log) {
    p77_battle *b = &s->battle;
    mk_set64 militia = p77_targets(s) & p77.militia;
    if (RULE("p77.flee.owner_chooses", mk_set_size(militia) > b->flees)) {
        mk_push(&s->base, P77_PH_FLEE, b->losers)->a = b->flees;
        return;
    }
    b->flees = 0;
    MK_SET_EACH(u, militia) flee(s, u, log);
}

/* p77.flee.after_losses */
void p77_losses_step(void *state, mk_log *log) {
    p77_state *s = state;
    if (s->battle.hits)
        take_hits(s, log);
    else if (s->battle.flees)
        take_flight(s, log);
    else
        mk_pop(&s->base);
}

/* ---- The owner chooses who takes a hit ---- */

void p77_hits_list(const void *state, mk_actions *out) {
    MK_SET_EACH(unit, p77_targets(state)) mk_offer(out, P77_V_LOSE, unit, 0, 0);
}

const char *p77_hits_why_not(const void *state, mk_action a) {
    FORBID("p77.hits:struck", !mk_set_has(p77_targets(state), a.a));
    return NULL;
}

void p77_hits_apply(void *state, mk_action a, mk_log *log) {
    p77_state *s = state;
    mk_pop(&s->base);
    s->battle.hits--;
    p77_reduce(s, MK_BIT(a.a), 1, log);
}

/* ---- The owner chooses which militia flees ---- */

void p77_flee_list(const void *state, mk_actions *out) {
    MK_SET_EACH(unit, p77_targets(state) & p77.militia) mk_offer(out, P77_V_FLEE, unit, 0, 0);
}

const char *p77_flee_why_not(const void *state, mk_action a) {
    FORBID("p77.flee:militia", !mk_set_has(p77_targets(state) & p77.militia, a.a));
    return NULL;
}

void p77_flee_apply(void *state, mk_action a, mk_log *log) {
    p77_state *s = state;
    mk_pop(&s->base);
    s->battle.flees--;
    flee(s, a.a, log);
}
