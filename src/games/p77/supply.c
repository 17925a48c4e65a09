/* supply.c - supply lines and what their lack costs. */
#include "p77.h"

/* p77.supply: the locations from which a line runs to a source over roads free of enemies.
 * An enemy in a source closes it, too. */
mk_set64 p77_supplied(const p77_state *s, p77_side side) {
    mk_set64 open = p77.all_spaces & ~p77_occupied(s, p77_enemy(side));
    mk_set64 supplied = open & (side == P77_BRITISH ? s->british_ports : p77.american_supply);
    mk_flood(&p77.roads, &supplied, -1, &(mk_passable){.open = &open});
    return supplied;
}

mk_set64 p77_out_of_supply(const p77_state *s, p77_side side) {
    mk_set64 supplied = p77_supplied(s, side);
    mk_set64 units = 0;
    MK_SET_EACH(u, p77.of_side[side]) {
        if (s->at[u] < P77_MAX_SPACES && !mk_set_has(supplied, s->at[u])) units |= MK_BIT(u);
    }
    return units;
}

static void lose_supply(p77_state *s, mk_set64 units, mk_log *log) {
    p77_reduce(s, units, p77.supply_loss, log);
    s->starving &= ~units;
}

/* p77.supply.own_turn, p77.supply.loss. Where all lose, there is nothing to choose. */
void p77_check_supply(p77_state *s, mk_log *log) {
    s->starving = p77_out_of_supply(s, s->active);
    int count = mk_set_size(s->starving), limit = p77.supply_loss_limit / p77.supply_loss;
    if (!count) return;
    /* The number could betray what is in a holding box. */
    mk_log_event(log, P77_E_SUPPLY, s->active, MK_ONLY(s->active), 0, (int16_t)count);
    mk_log_event(log, P77_E_SUPPLY_HIDDEN, s->active, MK_BUT(s->active), 0);
    if (RULE("p77.supply.cap", count > limit)) {
        s->known &= ~s->starving; /* the enemy does not see which of them weaken */
        mk_push(&s->base, P77_PH_SUPPLY_LOSSES, s->active)->a = (int16_t)limit;
    } else {
        lose_supply(s, s->starving, log);
    }
}

/* ---- p77.supply.owner_chooses ---- */

void p77_supply_list(const void *state, mk_actions *out) {
    const p77_state *s = state;
    MK_SET_EACH(u, s->starving) mk_offer(out, P77_V_STARVE, u, 0, 0);
}

const char *p77_supply_why_not(const void *state, mk_action a) {
    const p77_state *s = state;
    FORBID("p77.supply.loss:starves", !mk_set_has(s->starving, a.a));
    return NULL;
}

void p77_supply_apply(void *state, mk_action a, mk_log *log) {
    p77_state *s = state;
    bool last = --mk_top(&s->base)->a == 0;
    lose_supply(s, MK_BIT(a.a), log);
    if (p77_over(s) || !last) return;
    s->starving = 0;
    mk_pop(&s->base);
}
