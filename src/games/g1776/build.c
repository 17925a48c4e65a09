/* build.c - the start of the movement phase: entrenchments (II.A), magazines (III.C), forts
 * (III.D). */
#include "g1776.h"

static int ent_of(int seat) { return seat == G1776_BRITISH ? G1776_ENT_B : G1776_ENT_A; }

/* An SP that could dig: it must not be at other work. */
static bool may_dig(const g1776_piece *p, int seat) {
    return mk_set_has(g1776.sp_of[seat], p->type) && !(p->flags & (G1776_DONE | G1776_MARKED));
}

static mk_set64 diggers(const g1776_state *s, int seat, int hex) {
    mk_set64 types = 0;
    G1776_EACH_AT(p, s, hex) {
        if (may_dig(p, seat)) types |= G1776_BIT(p->type);
    }
    return types;
}

static const char *why_not_entrench(const g1776_state *s, int seat, int hex) {
    FORBID("g1776.ii.a.builder", !diggers(s, seat, hex));
    FORBID("g1776.ii.a.enemy", g1776_held(s, g1776_enemy(seat), hex));
    FORBID("g1776.ii.a.works", g1776_count_of(s, hex, G1776_FORTS | G1776_ENTRENCHMENTS));
    FORBID("g1776.counters", g1776_on_map(s, ent_of(seat)) >= g1776.type[ent_of(seat)].limit);
    return NULL;
}

/* II.A: the SP that digs may not move in this phase. */
static void entrench(g1776_state *s, int seat, int hex, int type, mk_log *log) {
    for (int i = g1776_first_at(s, hex);; i++) {
        if (s->piece[i].type != type || !may_dig(&s->piece[i], seat)) continue;
        g1776_piece p = g1776_take_at(s, i, 1);
        p.flags |= G1776_DONE;
        p.spent = G1776_ALL_SPENT; /* nor march */
        g1776_put(s, p);
        break;
    }
    g1776_add(s, hex, ent_of(seat), 1, 0);
    mk_log_event(log, G1776_E_ENTRENCHED, seat, MK_EVERYONE, 0, (int16_t)hex);
}

/* ---- The decision ---- */

static const char *why_not(const g1776_state *s, int seat, int verb, int hex) {
    if (verb == G1776_V_ENTRENCH) return why_not_entrench(s, seat, hex);
    FORBID("g1776.basic", g1776_basic(s));
    if (verb == G1776_V_MAGAZINE) return g1776_why_not_magazine(s, seat, hex);
    if (verb == G1776_V_REDUCE) return g1776_why_not_reduce(s, seat, hex);
    if (verb == G1776_V_CONCEAL) return g1776_why_not_conceal(s, seat, hex);
    if (verb == G1776_V_BATEAUX) return g1776_why_not_boatyard(s, seat, hex);
    return g1776_why_not_fortsite(s, seat, hex);
}

/* Hexes with stores of the seat. */
static g1776_hexes depots(const g1776_state *s, int seat) {
    g1776_hexes hexes = {{0}};
    G1776_EACH_PIECE(p, s) {
        if (!g1776_is_hex(p->place)) break;
        if (mk_set_has((G1776_SUPPLIES | G1776_MAGAZINES) & g1776.of_seat[seat], p->type))
            mk_set_add(&hexes, p->place);
    }
    return hexes;
}

void g1776_build_list(const void *state, mk_actions *out) {
    const g1776_state *s = state;
    int seat = g1776_deciding(s);
    MK_SET_EACH(hex, &s->held[seat]) {
        if (!why_not_entrench(s, seat, hex)) mk_offer(out, G1776_V_ENTRENCH, hex, 0, 0);
    }
    g1776_hexes hexes = depots(s, seat);
    MK_SET_EACH(hex, &hexes) {
        for (int verb = G1776_V_MAGAZINE; verb <= G1776_V_BATEAUX; verb++) {
            if (!why_not(s, seat, verb, hex)) mk_offer(out, verb, hex, 0, 0);
        }
    }
    g1776_list_conceal(s, seat, out);
    mk_offer(out, G1776_V_DONE, 0, 0, 0);
}

const char *g1776_build_why_not(const void *state, mk_action x) {
    const g1776_state *s = state;
    return x.verb == G1776_V_DONE ? NULL : why_not(s, g1776_deciding(s), x.verb, x.a);
}

static void begin_digging(g1776_state *s, int seat, int hex, mk_log *log) {
    mk_set64 types = diggers(s, seat, hex);
    if (types & (types - 1))
        mk_push(&s->base, G1776_PH_BUILDER, seat)->a = (int16_t)hex;
    else
        entrench(s, seat, hex, mk_set_first(types), log);
}

void g1776_build_apply(void *state, mk_action x, mk_log *log) {
    g1776_state *s = state;
    int seat = g1776_deciding(s);
    switch (x.verb) {
    case G1776_V_ENTRENCH: begin_digging(s, seat, x.a, log); return;
    case G1776_V_MAGAZINE: g1776_make_magazine(s, seat, x.a, log); return;
    case G1776_V_REDUCE: g1776_reduce(s, seat, x.a, log); return;
    case G1776_V_BATEAUX: mk_push(&s->base, G1776_PH_BOATYARD, seat)->a = x.a; return;
    case G1776_V_FORTSITE: g1776_mark_fort(s, seat, x.a, log); return;
    case G1776_V_CONCEAL: mk_push(&s->base, G1776_PH_CONCEAL, seat)->a = x.a; return;
    default:
        mk_pop(&s->base);
        g1776_end_turning(s);
        return;
    }
}

/* Which SP stays to dig, where there are several types. */
void g1776_builder_list(const void *state, mk_actions *out) {
    const g1776_state *s = state;
    const mk_frame *top = mk_top_const(&s->base);
    MK_SET_EACH(type, diggers(s, top->seat, top->a)) mk_offer(out, G1776_V_BUILDER, type, 0, 0);
}

const char *g1776_builder_why_not(const void *state, mk_action x) {
    const g1776_state *s = state;
    const mk_frame *top = mk_top_const(&s->base);
    FORBID("g1776.ii.a.builder", !mk_set_has(diggers(s, top->seat, top->a), x.a));
    return NULL;
}

void g1776_builder_apply(void *state, mk_action x, mk_log *log) {
    g1776_state *s = state;
    const mk_frame top = *mk_top(&s->base);
    mk_pop(&s->base);
    entrench(s, top.seat, top.a, x.a, log);
}
