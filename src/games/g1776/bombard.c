/* bombard.c - battle fleets against coastal works under attack (V.D of the campaign).
 *
 * At the start of a round the attacker says which fleets try, the defender with supplied artillery
 * where the attacker's losses will fall, then each fleet throws a die.
 */
#include "g1776.h"

static bool may_try(const g1776_state *s, int fleet) {
    const g1776_combat *c = &s->combat;
    return g1776.fleet[fleet].battle && g1776.fleet[fleet].seat == c->attacker &&
           g1776_lies_off(s, fleet, c->hex) && !(c->bombards >> fleet & 1);
}

static bool works_attacked(const g1776_state *s) {
    const g1776_combat *c = &s->combat;
    return c->inside || g1776_entrenched(s, c->hex, g1776_enemy(c->attacker));
}

static bool anybody_tries(const g1776_state *s) {
    if (!(g1776_rules(s)->use & G1776_USE_SEA) || !works_attacked(s)) return false;
    for (int f = 0; f < G1776_FLEETS; f++)
        if (may_try(s, f)) return true;
    return false;
}

void g1776_bombard_list(const void *state, mk_actions *out) {
    for (int f = 0; f < G1776_FLEETS; f++)
        if (may_try(state, f)) mk_offer(out, G1776_V_BOMBARD, f, 0, 0);
    mk_offer(out, G1776_V_READY, 0, 0, 0);
}

const char *g1776_bombard_why_not(const void *state, mk_action x) {
    if (x.verb == G1776_V_READY) return NULL;
    FORBID("g1776.csg.v.d", !may_try(state, x.a));
    return NULL;
}

void g1776_bombard_apply(void *state, mk_action x, mk_log *log) {
    g1776_state *s = state;
    (void)log;
    if (x.verb == G1776_V_BOMBARD) s->combat.bombards |= (uint16_t)(1u << x.a);
    if (x.verb == G1776_V_READY || !anybody_tries(s)) mk_pop(&s->base);
}

/* ---- The defender's guns ---- */

static bool guns_answer(const g1776_state *s) {
    const g1776_combat *c = &s->combat;
    int enemy = g1776_enemy(c->attacker);
    mk_set64 guns = G1776_ARTILLERY & g1776.of_seat[enemy];
    return g1776_count_where(s, c->hex, guns, G1776_INSIDE, g1776_part(s, enemy)) &&
           g1776_may_supply(s, enemy);
}

void g1776_answer_list(const void *state, mk_actions *out) {
    (void)state;
    for (int where = 0; where < G1776_ANSWERS; where++) mk_offer(out, G1776_V_ANSWER, where, 0, 0);
}

const char *g1776_answer_why_not(const void *state, mk_action x) {
    (void)state;
    (void)x;
    return NULL;
}

void g1776_answer_apply(void *state, mk_action x, mk_log *log) {
    g1776_state *s = state;
    mk_pop(&s->base);
    s->combat.answer = (uint8_t)x.a;
    mk_log_event(log, G1776_E_ANSWERS, g1776_enemy(s->combat.attacker), MK_EVERYONE, 0, x.a);
}

/* ---- The sequence ---- */

enum { ASK_FLEETS, ASK_GUNS, THROW, FIRED };

static void throw_dice(g1776_state *s, mk_log *log) {
    g1776_combat *c = &s->combat;
    for (int f = 0; f < G1776_FLEETS; f++) {
        if (!(c->bombards >> f & 1)) continue;
        int die = mk_die(&s->base.rng, 6);
        bool fires = RULE("g1776.csg.v.d.die", die <= g1776.table.may_bombard);
        mk_log_event(log, fires ? G1776_E_BOMBARDS : G1776_E_NO_BOMBARD, c->attacker, MK_EVERYONE,
                     MK_ROLLED, (int16_t)f, (int16_t)die);
        if (!fires) c->bombards &= (uint16_t) ~(1u << f);
    }
}

/* True: somebody is asked. */
bool g1776_bombardment(g1776_state *s, mk_log *log) {
    g1776_combat *c = &s->combat;
    switch (c->shelling++) {
    case ASK_FLEETS:
        if (!anybody_tries(s)) {
            c->shelling = FIRED;
            return false;
        }
        mk_push(&s->base, G1776_PH_BOMBARD, c->attacker)->a = (int16_t)c->hex;
        return true;
    case ASK_GUNS:
        if (!c->bombards || !guns_answer(s)) return g1776_bombardment(s, log);
        mk_push(&s->base, G1776_PH_ANSWER, g1776_enemy(c->attacker))->a = (int16_t)c->hex;
        return true;
    case THROW: throw_dice(s, log); return false;
    default: c->shelling = FIRED; return false;
    }
}

/* ---- Losses that fall on the fleets ---- */

/* V.D.4: out of play for a die of quarters. */
static void hit_fleets(g1776_state *s, int count, mk_log *log) {
    enum { DAMAGED = 1, QUARTER = 3 };
    g1776_combat *c = &s->combat;
    for (int f = 0; f < G1776_FLEETS && count; f++) {
        if (!(c->bombards >> f & 1)) continue;
        int die = mk_die(&s->base.rng, 6);
        mk_log_event(log, G1776_E_QUARTERS_AWAY, c->attacker, MK_EVERYONE, MK_ROLLED, (int16_t)f,
                     (int16_t)die);
        g1776_damage_fleet(s, f, DAMAGED, die * QUARTER, log);
        c->bombards &= (uint16_t) ~(1u << f);
        count--;
    }
}

/* How many fleets a result hits that falls on them alone. */
static int fleets_hit(int result, int fleets) {
    switch (result) {
    case G1776_R_ALL: return fleets;
    case G1776_R_HALF: return (fleets + 1) / 2;
    case G1776_R_LOSE2: return 2;
    default: return 1;
    }
}

enum { ASHORE, AT_SEA, SHARED };

/* V.D.2: where a result falls. */
static int falls(int answer, int result) {
    static const uint8_t of_al2[G1776_ANSWERS] = {ASHORE, AT_SEA, SHARED, SHARED, AT_SEA, ASHORE};
    static const uint8_t of_others[G1776_ANSWERS] = {ASHORE, AT_SEA, ASHORE,
                                                     AT_SEA, ASHORE, AT_SEA};
    return result == G1776_R_LOSE2 ? of_al2[answer] : of_others[answer];
}

/* What the attacker's SP lose of a result; the rest falls on the fleets, as the defender said. */
int g1776_losses_ashore(g1776_state *s, int result, int sp, mk_log *log) {
    g1776_combat *c = &s->combat;
    int fleets = __builtin_popcount(c->bombards), where = falls(c->answer, result);
    if (!fleets || where == ASHORE || !sp) return sp;
    hit_fleets(s, where == SHARED ? 1 : fleets_hit(result, fleets), log);
    return where == SHARED ? sp - 1 : 0;
}
