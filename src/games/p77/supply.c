/* supply.c - supply lines and what their lack costs. */
#include "p77.h"

/* p77.supply: the locations from which a line runs to a source over roads free of enemies.
 * An enemy in a source closes it, too. */
p77_set p77_supplied(const p77_state *s, p77_side side) {
    mk_spaces open = {{p77.all_spaces & ~p77_occupied(s, p77_enemy(side))}};
    mk_spaces sources = {{side == P77_BRITISH ? s->british_ports : p77.american_supply}};
    return mk_trace(&p77.roads, &sources, &(mk_passable){.open = &open}).word[0];
}

p77_set p77_out_of_supply(const p77_state *s, p77_side side) {
    p77_set supplied = p77_supplied(s, side);
    p77_set units = 0;
    P77_EACH(u, p77.of_side[side]) {
        if (s->at[u] < P77_MAX_SPACES && !p77_in(supplied, s->at[u])) units |= P77_BIT(u);
    }
    return units;
}

static void lose_supply(p77_state *s, int unit, mk_log *log) {
    for (int i = 0; i < p77.supply_loss && s->sp[unit] && !p77_over(s); i++)
        p77_lose_sp(s, unit, log);
    s->starving &= ~P77_BIT(unit);
}

static void end_supply(p77_state *s, mk_log *log) {
    s->starving = 0;
    if (!p77_over(s)) p77_end_player_turn(s, log);
}

/* p77.supply.own_turn, p77.supply.loss. Where all lose, there is nothing to choose. */
void p77_check_supply(p77_state *s, mk_log *log) {
    s->starving = p77_out_of_supply(s, s->active);
    int count = p77_size(s->starving), limit = p77.supply_loss_limit / p77.supply_loss;
    if (count) { /* the number could betray what is in a holding box */
        mk_tell(log, P77_E_SUPPLY, s->active, MK_ONLY(s->active), 0, (int16_t)count);
        mk_tell(log, P77_E_SUPPLY_HIDDEN, s->active, MK_BUT(s->active), 0);
    }
    if (RULE("p77.supply.cap", count > limit)) {
        s->known &= ~s->starving; /* the enemy does not see which of them weaken */
        p77_become(s, P77_PH_SUPPLY_LOSSES, s->active);
        mk_top(&s->base)->a = (int16_t)limit;
        return;
    }
    P77_EACH(u, s->starving) {
        if (!p77_over(s)) lose_supply(s, u, log);
    }
    end_supply(s, log);
}

/* ---- p77.supply.owner_chooses ---- */

void p77_supply_list(const void *state, mk_actions *out) {
    const p77_state *s = state;
    P77_EACH(u, s->starving) mk_offer(out, P77_V_STARVE, u, 0, 0);
}

const char *p77_supply_why_not(const void *state, mk_action a) {
    const p77_state *s = state;
    FORBID("p77.supply.loss", !p77_in(s->starving, a.a));
    return NULL;
}

void p77_supply_apply(void *state, mk_action a, mk_log *log) {
    p77_state *s = state;
    lose_supply(s, a.a, log);
    if (p77_over(s)) return;
    if (--mk_top(&s->base)->a == 0) end_supply(s, log);
}
