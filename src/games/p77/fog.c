/* fog.c - what the enemy knows of a block, and dealing anew what he does not.
 *
 * A block shows its label and strength to the enemy only while it lies in a battlefield
 * position (p77.fog.battle). Afterwards it is hidden again (p77.fog.after), but who saw it may
 * remember: s->known holds the blocks whose label, strength and location the enemy can still be
 * sure of. They are forgotten when a part of their stack leaves (blocks.c) or when their owner
 * weakens them unseen (supply.c, retreat.c).
 */
#include <string.h>

#include "p77.h"

static bool lies_open(const p77_state *s, int unit) {
    const p77_battle *b = &s->battle;
    if (b->at == P77_NO_SPACE || p77_over(s)) return false;
    bool deploying = mk_top_const(&s->base)->phase == P77_PH_DEPLOY;
    bool picked_up = b->pursuit && p77.unit[unit].side == b->losers;
    if (deploying || picked_up) return false;
    p77_set open = b->position[P77_LEFT] | b->position[P77_CENTER] | b->position[P77_RIGHT];
    return p77_in(open, unit);
}

/* p77.boxes.hidden: the block of a leader with a loaded box stands for a force with his name. */
static bool named_by_box(const p77_state *s, int unit) {
    return p77_boxes(s) && p77_in(p77.leaders, unit) && p77_in_box(s, unit);
}

bool p77_hidden_from(const p77_state *s, int unit, int seat) {
    if (seat == MK_EVERYTHING || seat == p77.unit[unit].side) return false;
    if (s->at[unit] == P77_ELIMINATED) return false;
    return !lies_open(s, unit) && !named_by_box(s, unit);
}

/* ---- Dealing anew ---- */

/* Everything about a block but its label and strength: what stays when labels are exchanged. */
typedef struct {
    uint8_t at, box, attack_way, position;
    bool moved, in_group, taken, left, starving, acted, fled;
} slot;

static slot slot_of(const p77_state *s, int u) {
    int position = p77_position_of(s, u);
    return (slot){
        .at = s->at[u],
        .box = s->box[u],
        .attack_way = s->attack_way[u],
        .position = position < 0 ? P77_POSITIONS : (uint8_t)position,
        .moved = p77_in(s->moved, u),
        .in_group = p77_in(s->group, u),
        .taken = p77_in(s->taken, u),
        .left = p77_in(s->left, u),
        .starving = p77_in(s->starving, u),
        .acted = p77_in(s->battle.acted, u),
        .fled = p77_in(s->battle.fled, u),
    };
}

static void put_bit(p77_set *set, int u, bool on) {
    *set = on ? *set | P77_BIT(u) : *set & ~P77_BIT(u);
}

static void put_in_slot(p77_state *s, int u, slot where) {
    s->at[u] = where.at;
    s->box[u] = where.box;
    s->attack_way[u] = where.attack_way;
    put_bit(&s->moved, u, where.moved);
    put_bit(&s->group, u, where.in_group);
    put_bit(&s->taken, u, where.taken);
    put_bit(&s->left, u, where.left);
    put_bit(&s->starving, u, where.starving);
    put_bit(&s->battle.acted, u, where.acted);
    put_bit(&s->battle.fled, u, where.fled);
    for (int p = 0; p < P77_POSITIONS; p++) put_bit(&s->battle.position[p], u, where.position == p);
}

/* Takes a random unit of a set out of *pool. */
static int draw(p77_set *pool, p77_set among, mk_rng *rng) {
    p77_set choice = *pool & among;
    if (!choice) choice = *pool;
    int skip = (int)mk_below(rng, (uint32_t)p77_size(choice));
    while (skip--) choice &= choice - 1;
    int unit = p77_first(choice);
    *pool &= ~P77_BIT(unit);
    return unit;
}

/* The unit that leads or makes the move in progress; -1: none, or it is not of these. */
static int leading(const p77_state *s, p77_set units) {
    for (int i = 0; i < s->base.depth; i++) {
        const mk_frame *f = &s->base.frame[i];
        if ((f->phase == P77_PH_MUSTER || f->phase == P77_PH_ON_THE_MARCH) && p77_in(units, f->a))
            return f->a;
    }
    return -1;
}

static void set_leading(p77_state *s, int unit) {
    for (int i = 0; i < s->base.depth; i++) {
        mk_frame *f = &s->base.frame[i];
        if (f->phase == P77_PH_MUSTER || f->phase == P77_PH_ON_THE_MARCH) f->a = (int16_t)unit;
    }
}

/* Who could stand where `u` stands, as far as the rules of the moment tell. */
static p77_set could_be(const p77_state *s, int u, int lead, int new_lead) {
    p77_set alike = 0;
    if (s->base.depth && s->base.frame[0].phase == P77_PH_SET_UP) {
        P77_EACH(v, p77.of_side[P77_AMERICAN]) {
            if (p77.unit[v].start_choice == p77.unit[u].start_choice) alike |= P77_BIT(v);
        }
        return alike;
    }
    if (u == lead) {
        P77_EACH(v, p77.of_type[p77.unit[u].type]) {
            bool may_lead = p77.unit[v].move == p77.unit[u].move &&
                            p77.unit[v].group_rule == p77.unit[u].group_rule &&
                            p77.unit[v].group_limit >= p77_size(s->group) - 1;
            if (may_lead) alike |= P77_BIT(v);
        }
        return alike;
    }
    if (p77_in(s->battle.fled, u)) return p77.militia; /* all saw it flee */
    int boss = s->box[u] != P77_NO_UNIT ? s->box[u] : p77_in(s->group, u) ? new_lead : -1;
    if (boss >= 0 && p77.unit[boss].group_rule == P77_HESSIAN_INFANTRY_GROUP)
        return p77.hessian_infantry;
    return p77.all_units;
}

/* Which units stand in which boxes is as unknown as their labels: only their sum is known. */
static void deal_boxes(p77_state *s, p77_set hidden, mk_rng *rng) {
    p77_set boxed = 0, leaders = 0;
    P77_EACH(u, hidden) {
        if (s->box[u] == P77_NO_UNIT) continue;
        boxed |= P77_BIT(u);
        leaders |= P77_BIT(s->box[u]);
    }
    if (p77_size(leaders) < 2) return;
    P77_EACH(u, boxed) s->box[u] = P77_NO_UNIT;
    while (boxed) {
        p77_set open = 0, empty = 0;
        P77_EACH(l, leaders) {
            int size = p77_size(p77_in_box(s, l));
            if (!size) empty |= P77_BIT(l);
            if (size < p77.unit[l].group_limit) open |= P77_BIT(l);
        }
        p77_set choice = empty ? empty : open;
        int leader = draw(&choice, choice, rng), u = p77_first(boxed);
        boxed &= boxed - 1;
        slot where = slot_of(s, leader);
        where.box = (uint8_t)leader;
        put_in_slot(s, u, where);
    }
}

static void deal_labels(p77_state *s, p77_set hidden, mk_rng *rng) {
    slot slots[P77_MAX_UNITS];
    int owner[P77_MAX_UNITS], lead = leading(s, hidden), new_lead = -1;
    p77_set pool = hidden, rest = hidden;
    if (lead >= 0) new_lead = draw(&pool, could_be(s, lead, lead, -1), rng);
    P77_EACH(u, hidden) {
        slots[u] = slot_of(s, u);
        owner[u] = -1;
    }
    if (lead >= 0) owner[lead] = new_lead, rest &= ~P77_BIT(lead);
    for (int narrow = 1; narrow >= 0; narrow--) { /* slots that few could fill come first */
        P77_EACH(u, rest) {
            p77_set fit = could_be(s, u, lead, new_lead >= 0 ? new_lead : leading(s, ~hidden));
            if (narrow && fit == p77.all_units) continue;
            owner[u] = draw(&pool, fit, rng);
            rest &= ~P77_BIT(u);
        }
    }
    P77_EACH(u, hidden) put_in_slot(s, owner[u], slots[u]);
    if (new_lead >= 0) set_leading(s, new_lead);
}

/* The losses that hidden blocks took together are known, not who took them. */
static void deal_losses(p77_state *s, p77_set hidden, mk_rng *rng) {
    int losses = 0;
    P77_EACH(u, hidden) {
        losses += p77.unit[u].sp - s->sp[u];
        s->sp[u] = p77.unit[u].sp;
    }
    while (losses--) {
        p77_set strong = 0;
        P77_EACH(u, hidden) {
            if (s->sp[u] > 1) strong |= P77_BIT(u);
        }
        s->sp[draw(&strong, strong, rng)]--;
    }
}

/* Blocks whose label, strength or place the seat cannot know. */
static p77_set unknown_to(const p77_state *s, p77_side side, int seat) {
    p77_set hidden = 0;
    P77_EACH(u, p77.of_side[side] & ~s->known) {
        bool fixed = side == P77_AMERICAN && p77.unit[u].start != P77_NOWHERE &&
                     s->base.frame[0].phase == P77_PH_SET_UP; /* leaders' places are printed */
        if (!fixed && p77_hidden_from(s, u, seat)) hidden |= P77_BIT(u);
    }
    return hidden;
}

static void deal_side(p77_state *s, p77_side side, int seat, mk_rng *rng) {
    p77_set hidden = unknown_to(s, side, seat);
    deal_boxes(s, hidden, rng);
    deal_labels(s, hidden, rng);
    deal_losses(s, hidden, rng);
    p77_settle(s);
}

/* p77.setup: while the American places his army, each block stands where it may start. */
static bool fits_set_up(const p77_state *s) {
    if (s->base.frame[0].phase != P77_PH_SET_UP) return true;
    P77_EACH(u, p77.of_side[P77_AMERICAN]) {
        bool on_map = s->at[u] < P77_MAX_SPACES;
        bool may_start =
            !on_map || p77.unit[u].start == s->at[u] || p77_in(p77.unit[u].start_choice, s->at[u]);
        if (!may_start) return false;
    }
    return true;
}

/* A deal can break what everybody saw (more than ten units and their leaders came over one
 * river road): then it is dealt again; if it never fits, things stay as they are. */
void p77_determinize(void *state, int seat, mk_rng *rng) {
    p77_state *s = state, dealt;
    char why[200];
    for (int tries = 0; tries < 64 && !p77_over(s); tries++) {
        dealt = *s;
        for (int side = 0; side < P77_SIDES; side++) {
            if (side != seat) deal_side(&dealt, (p77_side)side, seat, rng);
        }
        if (!fits_set_up(&dealt) || !p77_check(&dealt, why, sizeof why)) continue;
        *s = dealt;
        break;
    }
    mk_rng_seed(&s->base.rng,
                (uint64_t)mk_below(rng, UINT32_MAX) << 32 | mk_below(rng, UINT32_MAX));
}
