/* losses.c - steps, leaders, militia and Indians lost in battle (11.4, 11.6, 11.11, 11.12). */
#include "eoe.h"

/* ---- Steps --------------------------------------------------------------- */

static int steps_of(const eoe_state *s, int seat, int *units, int *last) {
    uint16_t list[EOE_MAX_PIECES];
    int count = eoe_fighters(s, seat, list), steps = 0;
    *units = 0;
    for (int i = 0; i < count; i++) {
        if (!eoe_is_unit(list[i]) || !s->piece[list[i]].steps) continue;
        steps += s->piece[list[i]].steps;
        *last = list[i];
        ++*units;
    }
    return steps;
}

/* True: the owner must choose. If all are lost he need not; losses beyond what is there are ignored
 * (11.11). */
bool eoe_ask_losses(eoe_state *s, int seat, mk_log *log) {
    uint8_t *owed = &s->battle.lose[seat];
    while (*owed) {
        int units, only = 0, steps = steps_of(s, seat, &units, &only);
        if (RULE("eoe.11.11:excess", !steps)) *owed = 0;
        if (!*owed) return false;
        if (units > 1 && *owed < steps) {
            mk_frame *f = mk_push(&s->base, EOE_PH_LOSE, seat);
            f->a = *owed;
            f->b = (int16_t)s->battle.hex;
            return true;
        }
        eoe_lose_step(s, only, log);
        --*owed;
    }
    return false;
}

const char *eoe_lose_why_not(const void *state, mk_action x) {
    const eoe_state *s = state;
    FORBID("eoe.11.11", !eoe_is_unit(x.a) || s->piece[x.a].seat != eoe_deciding(s));
    FORBID("eoe.11.11", !eoe_fights(s, x.a));
    FORBID("eoe.11.11:steps", !s->piece[x.a].steps);
    return NULL;
}

void eoe_lose_list(const void *state, mk_actions *out) {
    const eoe_state *s = state;
    uint16_t list[EOE_MAX_PIECES];
    int count = eoe_fighters(s, eoe_deciding(s), list);
    for (int i = 0; i < count; i++)
        if (eoe_is_unit(list[i]) && s->piece[list[i]].steps)
            mk_offer(out, EOE_V_LOSE, list[i], 0, 0);
}

void eoe_lose_apply(void *state, mk_action x, mk_log *log) {
    eoe_state *s = state;
    int seat = mk_top(&s->base)->seat;
    mk_pop(&s->base);
    s->battle.lose[seat]--;
    eoe_lose_step(s, x.a, log);
}

/* ---- Leaders ------------------------------------------------------------- */

/* Not that he passed a check: 8.3 means the leader who did. */
enum { TAKEN_OVER = (EOE_PASSING & ~EOE_PASSED) | EOE_MUST | EOE_IN_PORT | EOE_EMBARKED };

static bool has_troops(const eoe_state *s, int seat, int place) {
    if (eoe_on_map(place)) return eoe_units_at(s, seat, place);
    MK_SET_EACH(i, &s->afloat) {
        if (eoe_is_unit(i) && s->piece[i].at == place) return true;
    }
    return false;
}

/* 7.5: who stands ready for a leader that was killed or withdrawn takes his place in the stack, and
 * in what it is doing: `flags` are those of the other. */
static void succeed(eoe_state *s, int leader, int place, unsigned flags, mk_log *log) {
    EOE_EACH_LEADER(i, s) {
        if (eoe.piece[i].enters != EOE_IN_SPECIAL || eoe.piece[i].stands_for != leader) continue;
        if (s->piece[i].at != EOE_SPECIAL) continue;
        if (has_troops(s, s->piece[i].seat, place)) {
            eoe_bring(s, i, place);
            eoe_set_flags(s, i, 0, flags & TAKEN_OVER);
            if (eoe_on_map(place))
                mk_log_event(log, EOE_E_LEADER_GOES, s->piece[i].seat, MK_EVERYONE, 0, (int16_t)i,
                             (int16_t)(place / 2));
            else
                mk_log_event(log, EOE_E_EMBARKS, s->piece[i].seat, MK_EVERYONE, 0, (int16_t)i);
        } else {
            eoe_track(s, i, s->base.turn + 1);
            s->piece[i].flags |= EOE_RETURNS;
        }
    }
}

void eoe_kill_leader(eoe_state *s, int leader, mk_log *log) {
    int place = s->piece[leader].at;
    unsigned flags = s->piece[leader].flags;
    mk_log_event(log, EOE_E_KILLED, s->piece[leader].seat, MK_EVERYONE, 0, (int16_t)leader);
    eoe_move_to(s, leader, EOE_DEAD);
    int traitor = eoe.named[EOE_P_ARNOLDB];
    if (RULE("eoe.7.5.arnold",
             leader == eoe.named[EOE_P_ARNOLD] && s->piece[traitor].at != EOE_ABSENT))
        eoe_move_to(s, traitor, EOE_OUT);
    succeed(s, leader, place, flags, log);
}

void eoe_withdraw_leader(eoe_state *s, int leader, mk_log *log) {
    int place = s->piece[leader].at;
    unsigned flags = s->piece[leader].flags;
    mk_log_event(log, EOE_E_WITHDRAWN, s->piece[leader].seat, MK_EVERYONE, 0, (int16_t)leader);
    eoe_move_to(s, leader, EOE_OUT);
    succeed(s, leader, place, flags, log);
}

void eoe_capture(eoe_state *s, int leader, int captor, mk_log *log) {
    mk_log_event(log, EOE_E_CAPTURED, captor, MK_EVERYONE, 0, (int16_t)leader);
    eoe_move_to(s, leader, EOE_CAPTIVE);
}

/* 11.4: each leader of the ambushed who lost steps. */
void eoe_ambush_leaders(eoe_state *s, int seat, mk_log *log) {
    if (!s->battle.hurt[seat]) return;
    uint16_t list[EOE_MAX_PIECES];
    int count = eoe_fighters(s, seat, list);
    for (int i = 0; i < count; i++) {
        if (!eoe_is_leader(list[i])) continue;
        int die = mk_die(&s->base.rng, 6);
        mk_log_event(log, EOE_E_RISK, seat, MK_EVERYONE, MK_ROLLED, (int16_t)list[i], (int16_t)die);
        if (die <= eoe.table.risk.ambush) eoe_kill_leader(s, list[i], log);
    }
}

/* 11.6: one leader of a force that lost steps. True: the owner must choose. */
static void risk(eoe_state *s, int leader, mk_log *log) {
    int seat = s->piece[leader].seat, die = mk_die(&s->base.rng, 6);
    mk_log_event(log, EOE_E_RISK, seat, MK_EVERYONE, MK_ROLLED, (int16_t)leader, (int16_t)die);
    if (die > eoe.table.risk.hit) return;
    die = mk_die(&s->base.rng, 6);
    mk_log_event(log, EOE_E_RISK, seat, MK_EVERYONE, MK_ROLLED, (int16_t)leader, (int16_t)die);
    if (die <= eoe.table.risk.killed) {
        eoe_kill_leader(s, leader, log);
        return;
    }
    if (die > eoe.table.risk.wounded) {
        eoe_capture(s, leader, eoe_enemy(seat), log);
        return;
    }
    die = mk_die(&s->base.rng, 6);
    mk_log_event(log, EOE_E_WOUNDED, seat, MK_EVERYONE, MK_ROLLED, (int16_t)leader, (int16_t)die);
    eoe_track(s, leader, s->base.turn + die);
    s->piece[leader].flags |= EOE_RETURNS;
}

bool eoe_ask_risk(eoe_state *s, int seat, mk_log *log) {
    uint16_t list[EOE_MAX_PIECES];
    int count = eoe_fighters(s, seat, list), leaders = 0, only = 0;
    for (int i = 0; i < count; i++) {
        if (!eoe_is_leader(list[i])) continue;
        leaders++;
        only = list[i];
    }
    if (leaders == 1) risk(s, only, log);
    if (leaders < 2) return false;
    mk_push(&s->base, EOE_PH_RISK, seat)->a = (int16_t)s->battle.hex;
    return true;
}

const char *eoe_risk_why_not(const void *state, mk_action x) {
    const eoe_state *s = state;
    FORBID("eoe.11.6:leader", !eoe_is_leader(x.a) || s->piece[x.a].seat != eoe_deciding(s));
    FORBID("eoe.11.6:leader", !eoe_fights(s, x.a));
    return NULL;
}

void eoe_risk_list(const void *state, mk_actions *out) {
    const eoe_state *s = state;
    uint16_t list[EOE_MAX_PIECES];
    int count = eoe_fighters(s, eoe_deciding(s), list);
    for (int i = 0; i < count; i++)
        if (eoe_is_leader(list[i])) mk_offer(out, EOE_V_RISK, list[i], 0, 0);
}

void eoe_risk_apply(void *state, mk_action x, mk_log *log) {
    eoe_state *s = state;
    mk_pop(&s->base);
    risk(s, x.a, log);
}

/* ---- Who goes home (11.4, 11.6, 11.11, 12.3) ----------------------------- */

/* After an ambush or a round: militia, Iroquois and marines of a side that lost steps or must
 * retreat; all other Indians, after an ambush only if it had an effect. */
void eoe_go_home(eoe_state *s, mk_log *log) {
    eoe_battle *x = &s->battle;
    for (int seat = 0; seat < EOE_SEATS; seat++) {
        uint16_t list[EOE_MAX_PIECES];
        int count = eoe_fighters(s, seat, list);
        bool suffered = x->hurt[seat] || x->retreat[seat];
        for (int i = 0; i < count; i++) {
            int type = eoe.piece[list[i]].type;
            bool woods = type == EOE_INDIAN && !eoe_has_mark(list[i], EOE_M_IROQUOIS);
            bool fickle = type == EOE_MILITIA || type == EOE_INDIAN; /* those are Iroquois */
            bool goes = woods ? RULE("eoe.11.4", !x->ambush || x->effect)
                              : fickle && RULE("eoe.11.6", suffered);
            if (!goes) continue;
            eoe_send_home(s, list[i]);
            mk_log_event(log, EOE_E_GOES_HOME, seat, MK_EVERYONE, 0, (int16_t)list[i]);
        }
        if (!x->hurt[seat] || !x->marines[seat]) continue;
        s->fleet[x->marines[seat] - 1].marines_at = MK_NOWHERE; /* 14.5 */
        x->marines[seat] = 0;
    }
}

/* Everybody of a side in the battle is eliminated, leaders are taken (11.10, 11.12, 14.8). */
void eoe_destroy(eoe_state *s, int seat, mk_log *log) {
    uint16_t list[EOE_MAX_PIECES];
    int count = eoe_fighters(s, seat, list);
    for (int i = 0; i < count; i++) {
        if (eoe_is_leader(list[i]))
            eoe_capture(s, list[i], eoe_enemy(seat), log);
        else
            eoe_eliminate(s, list[i], log);
    }
}
