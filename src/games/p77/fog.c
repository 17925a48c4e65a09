/* fog.c - what the enemy knows of a block.
 *
 * A block shows its label and strength to the enemy only while it lies in a battlefield
 * position (p77.fog.battle). Afterwards it is hidden again (p77.fog.after), but who saw it may
 * remember: s->known holds the blocks whose label, strength and location the enemy can still be
 * sure of. They are forgotten when a part of their stack leaves (blocks.c) or when their owner
 * weakens them unseen (supply.c, retreat.c).
 */
#include "p77.h"

static bool lies_open(const p77_state *s, int unit) {
    const p77_battle *b = &s->battle;
    if (b->at == P77_NO_SPACE || p77_over(s)) return false;
    bool deploying = mk_top_const(&s->base)->phase == P77_PH_DEPLOY;
    bool picked_up = b->pursuit && p77.unit[unit].side == b->losers;
    if (deploying || picked_up) return false;
    mk_set64 open = b->position[P77_LEFT] | b->position[P77_CENTER] | b->position[P77_RIGHT];
    return mk_set_has(open, unit);
}

/* p77.fog: what a side arranges in this phase (an army, its boxes, a line of battle) it shows when
 * all is done. Seen piece by piece, the order would tell what each piece is. */
bool p77_arranges(const p77_state *s, int phase, p77_side side) {
    if (p77_over(s)) return false;
    const mk_frame *f = mk_top_const(&s->base);
    return f->phase == phase && f->seat == (int)side;
}

/* p77.boxes.hidden: the block of a leader with a loaded box stands for a force with his name. */
static bool named_by_box(const p77_state *s, int unit) {
    if (!p77_boxes(s) || !mk_set_has(p77.leaders, unit)) return false;
    p77_side side = p77.unit[unit].side;
    if (p77_arranges(s, P77_PH_SET_UP, side) || p77_arranges(s, P77_PH_LOAD_BOXES, side))
        return false;
    return p77_in_box(s, unit) != 0;
}

/* Blocks of a side that its enemy sees in a location: all but those in boxes, and while an army is
 * placed only those whose place is printed. */
mk_set64 p77_seen_at(const p77_state *s, int space, p77_side side) {
    mk_set64 here = p77_at(s, space, side), seen = 0;
    if (p77_arranges(s, P77_PH_LOAD_BOXES, side)) return here;
    bool placing = p77_arranges(s, P77_PH_SET_UP, side);
    MK_SET_EACH(u, here) {
        bool there = placing ? p77.unit[u].start != P77_NOWHERE : s->box[u] == P77_NO_UNIT;
        if (there) seen |= MK_BIT(u);
    }
    return seen;
}

bool p77_hidden_from(const p77_state *s, int unit, int seat) {
    if (seat == MK_EVERYTHING || seat == p77.unit[unit].side) return false;
    if (s->at[unit] == P77_ELIMINATED) return false;
    return !lies_open(s, unit) && !named_by_box(s, unit);
}
