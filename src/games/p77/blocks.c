/* blocks.c - moving, weakening and removing blocks, and the ports they hold. */
#include "p77.h"

mk_set64 p77_occupied(const p77_state *s, p77_side side) {
    mk_set64 spaces = 0;
    MK_SET_EACH(u, p77.of_side[side]) {
        if (s->at[u] < P77_MAX_SPACES) spaces |= MK_BIT(s->at[u]);
    }
    return spaces;
}

/* p77.supply.ports: a port belongs to the side that was there last. While both sides stand in
 * it, it is fought for and stays whose it was. */
void p77_occupy(p77_state *s, int space, mk_log *log) {
    if (!mk_set_has(p77.ports, space)) return;
    bool british = p77_at(s, space, P77_BRITISH), american = p77_at(s, space, P77_AMERICAN);
    if (british == american) return;
    if (mk_set_has(s->british_ports, space) == british) return;
    s->british_ports ^= MK_BIT(space);
    mk_log_event(log, P77_E_PORT, british ? P77_BRITISH : P77_AMERICAN, MK_EVERYONE, 0,
                 (int16_t)space);
}

/* Moves blocks of one side that stand together. What the enemy knew of a stack is lost when a
 * part of it leaves: he cannot tell which blocks went and which stayed. */
void p77_relocate(p77_state *s, mk_set64 units, int to, mk_log *log) {
    int from = s->at[mk_set_first(units)];
    p77_side side = p77.unit[mk_set_first(units)].side;
    mk_set64 stack = p77_at(s, from, side);
    if (stack != units) s->known &= ~stack;
    s->here[from] &= ~units;
    s->here[to] |= units;
    MK_SET_EACH(u, units) s->at[u] = (uint8_t)to;
    p77_occupy(s, from, log);
    p77_occupy(s, to, log);
}

/* p77.eliminated, p77.fog.eliminated: out of the game, face up. */
static void eliminate(p77_state *s, int unit, mk_log *log) {
    mk_set64 bit = MK_BIT(unit);
    int at = s->at[unit];
    uint8_t revealed = s->known & bit ? 0 : MK_REVEALED;
    mk_log_event(log, P77_E_ELIMINATED, p77.unit[unit].side, MK_EVERYONE, revealed, unit,
                 (int16_t)at, s->sp[unit]);
    s->here[at] &= ~bit;
    s->at[unit] = P77_ELIMINATED;
    s->lost[p77.unit[unit].side] += s->sp[unit];
    s->sp[unit] = 0;
    s->known &= ~bit;
    s->box[unit] = P77_NO_UNIT;
    s->group &= ~bit;
    for (int p = 0; p < P77_POSITIONS; p++) s->battle.position[p] &= ~bit;
    s->battle.acted &= ~bit;
    s->battle.fled &= ~bit;
    if (p77.leaders & bit) p77_open_boxes(s, bit);
    p77_occupy(s, at, log);
}

/* p77.victory.washington: the game ends when the losses that fall together have all fallen. */
static void look_for_commander(p77_state *s, mk_set64 hurt, mk_log *log) {
    bool lost = false;
    MK_SET_EACH(u, hurt) {
        lost |= RULE("p77.victory.washington", p77.unit[u].loss_is_defeat) &&
                s->at[u] == P77_ELIMINATED;
    }
    if (lost) p77_win(s, P77_BRITISH, P77_WON_WASHINGTON, log);
}

void p77_eliminate(p77_state *s, mk_set64 units, mk_log *log) {
    MK_SET_EACH(u, units) eliminate(s, u, log);
    look_for_commander(s, units, log);
}

/* Hunger is not seen (p77.fog), other losses are, if not whose they are. */
static void lose_sp(p77_state *s, int unit, mk_log *log) {
    if (s->sp[unit] == 1) {
        eliminate(s, unit, log);
        return;
    }
    p77_side side = p77.unit[unit].side;
    s->sp[unit]--;
    s->lost[side]++;
    if (p77_hidden_from(s, unit, p77_enemy(side))) {
        mk_log_event(log, P77_E_LOSS, side, MK_ONLY(side), 0, unit, s->sp[unit]);
        if (!mk_set_has(s->starving, unit))
            mk_log_event(log, P77_E_LOSS_HIDDEN, side, MK_BUT(side), 0, s->at[unit]);
    } else {
        mk_log_event(log, P77_E_LOSS, side, MK_EVERYONE, 0, unit, s->sp[unit]);
    }
}

void p77_reduce(p77_state *s, mk_set64 units, int sp, mk_log *log) {
    MK_SET_EACH(u, units) {
        for (int i = 0; i < sp && s->sp[u]; i++) lose_sp(s, u, log);
    }
    look_for_commander(s, units, log);
}

/* ---- Holding boxes (an optional rule) ---- */

mk_set64 p77_in_box(const p77_state *s, int leader) {
    mk_set64 units = 0;
    MK_SET_EACH(u, p77.of_side[p77.unit[leader].side]) {
        if (s->box[u] == leader) units |= MK_BIT(u);
    }
    return units;
}

/* The boxes of these leaders are emptied onto the map, and these units come out of theirs. */
void p77_open_boxes(p77_state *s, mk_set64 units) {
    for (int u = 0; u < p77.unit_count; u++) {
        bool with_them = s->box[u] != P77_NO_UNIT && mk_set_has(units, s->box[u]);
        if (mk_set_has(units, u) || with_them) s->box[u] = P77_NO_UNIT;
    }
}

/* Whom a leader may have with him: in his box, or in his group. */
const char *p77_why_not_with(int unit, int leader) {
    FORBID("p77.group.knyphausen:hessians",
           p77.unit[leader].group_rule == P77_HESSIAN_INFANTRY_GROUP &&
               !mk_set_has(p77.hessian_infantry, unit));
    return NULL;
}

/* p77.boxes.limit. A leader who has a full box of his own cannot travel in another's. */
const char *p77_why_not_box(const p77_state *s, int unit, int leader) {
    FORBID("p77.boxes.enter:side", unit == leader || p77.unit[unit].side != p77.unit[leader].side);
    FORBID("p77.boxes.enter:loaded", s->box[leader] != P77_NO_UNIT || p77_in_box(s, unit));
    FORBID("p77.boxes.limit:full",
           mk_set_size(p77_in_box(s, leader)) >= p77.unit[leader].group_limit);
    return p77_why_not_with(unit, leader);
}
