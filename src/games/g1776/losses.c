/* losses.c - who is lost, by the priority lists (III.A.2.G). */
#include "g1776.h"

enum { INDIANS, MILITIA, REGULARS, FRENCH, KINDS };

/* An elite that was not used counts as an SP of its colour. */
static int kind_of(int type) {
    int plain = g1776.type[type].colour;
    if (plain == G1776_FR) return FRENCH;
    if (plain == G1776_BI) return INDIANS;
    return g1776_is(plain, G1776_IS_MILITIA | G1776_IS_INDIAN) ? MILITIA : REGULARS;
}

static void sort_types(const g1776_state *s, int seat, mk_set64 types[KINDS], int count[KINDS]) {
    for (int k = 0; k < KINDS; k++) types[k] = 0, count[k] = 0;
    for (int t = 0; t < G1776_SP_TYPES; t++) {
        int n = s->combat.force[seat][t];
        if (!n) continue;
        types[kind_of(t)] |= G1776_BIT(t);
        count[kind_of(t)] += n;
    }
}

/* Two militia, one regular, then in turn; the last regular only when no militia is left. */
static int militia_or_regular(const uint8_t took[3], const int count[KINDS]) {
    int m = took[MILITIA], r = took[REGULARS];
    if (!count[MILITIA]) return REGULARS;
    if (!count[REGULARS] || m < 2) return MILITIA;
    if (r < 1) return REGULARS;
    bool militia_next = m - 2 <= r - 1;
    if (RULE("g1776.iii.a.g.last", count[REGULARS] == 1)) return MILITIA;
    return militia_next ? MILITIA : REGULARS;
}

/* CSG-5, grapeshot: the list backwards, regulars before militia before Indians. */
static mk_set64 next_by_grape(const g1776_state *s, int seat) {
    static const uint8_t order[] = {FRENCH, REGULARS, MILITIA, INDIANS};
    mk_set64 types[KINDS];
    int count[KINDS], k = 0;
    sort_types(s, seat, types, count);
    while (k < KINDS - 1 && !count[order[k]]) k++;
    return types[order[k]];
}

mk_set64 g1776_next_loss(const g1776_state *s, int seat) {
    const g1776_combat *c = &s->combat;
    int elite = c->elite[seat];
    if (RULE("g1776.csg5.grapeshot", c->grapeshot)) return next_by_grape(s, seat);
    if (elite != G1776_NO_TYPE && RULE("g1776.iii.a.g.elite", c->force[seat][elite]) &&
        !g1776_elite_gone(c, seat))
        return G1776_BIT(elite);
    mk_set64 types[KINDS];
    int count[KINDS];
    sort_types(s, seat, types, count);
    if (RULE("g1776.iii.a.g.indian", count[INDIANS] && !c->took[seat][INDIANS]))
        return types[INDIANS];
    if (count[MILITIA] || count[REGULARS]) return types[militia_or_regular(c->took[seat], count)];
    return types[count[INDIANS] ? INDIANS : FRENCH];
}

/* The elite that was used goes first, once. */
bool g1776_elite_gone(const g1776_combat *c, int seat) { return c->elite_lost & 1 << seat; }

static void remove_fighter(g1776_state *s, int seat, int type) {
    int hex = s->combat.hex, part = g1776_part(s, seat);
    for (int i = g1776_first_at(s, hex);; i++) {
        const g1776_piece *p = &s->piece[i];
        assert(i < s->piece_count && p->place == hex);
        if (p->type == type && (p->flags & G1776_INSIDE) == part) {
            g1776_take_at(s, i, 1);
            return;
        }
    }
}

/* The list goes on from here. */
void g1776_count_loss(g1776_state *s, int seat, int type) {
    g1776_combat *c = &s->combat;
    bool elite = type == c->elite[seat] && !g1776_elite_gone(c, seat);
    if (elite) {
        c->elite_lost |= (uint8_t)(1 << seat);
        g1776_elite_dies(s, type);
    }
    if (!elite && kind_of(type) < FRENCH) c->took[seat][kind_of(type)]++;
    c->force[seat][type]--;
}

void g1776_lose_one(g1776_state *s, int seat, int type, mk_log *log) {
    g1776_combat *c = &s->combat;
    g1776_count_loss(s, seat, type);
    c->lose[seat]--;
    c->lost[seat]++;
    remove_fighter(s, seat, type);
    mk_log_event(log, G1776_E_LOST, seat, MK_EVERYONE, 0, 1, (int16_t)type, (int16_t)c->hex);
}

/* ---- The decision ---- */

void g1776_lose_list(const void *state, mk_actions *out) {
    MK_SET_EACH(t, g1776_next_loss(state, g1776_deciding(state)))
        mk_offer(out, G1776_V_LOSE, t, 0, 0);
}

const char *g1776_lose_why_not(const void *state, mk_action x) {
    FORBID("g1776.iii.a.g", !mk_set_has(g1776_next_loss(state, g1776_deciding(state)), x.a));
    return NULL;
}

void g1776_lose_apply(void *state, mk_action x, mk_log *log) {
    g1776_state *s = state;
    int seat = g1776_deciding(s);
    mk_pop(&s->base);
    g1776_lose_one(s, seat, x.a, log);
}
