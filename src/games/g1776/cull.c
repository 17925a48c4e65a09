/* cull.c - pieces that an interphase takes away, one by one as their owner picks them: winter
 * reduction, militia beyond the level, random events (II of the campaign rules).
 *
 * A frame of G1776_PH_CULL: a is a g1776_cull_kind, b the region and in its high byte the type that
 * was picked, +1, c how many are still to go.
 */
#include "g1776.h"

enum { REGION = 255, TYPE_SHIFT = 8 };

static mk_set64 types_of(int seat, int what) {
    if (what >= G1776_CULL_TYPE) return G1776_BIT(what - G1776_CULL_TYPE);
    switch (what) {
    case G1776_CULL_CA:
    case G1776_CULL_NEW_CA: return g1776_coloured(G1776_CA);
    case G1776_CULL_MILITIA: return g1776_militia_of(seat);
    case G1776_CULL_LEVIES: return g1776_levies_of(seat);
    case G1776_CULL_TM: return G1776_BIT(G1776_TM);
    case G1776_CULL_RM: return G1776_BIT(G1776_RM);
    case G1776_CULL_SUPPLY: return G1776_BIT(G1776_SUP_A) | G1776_BIT(G1776_SUP_F);
    default: return G1776_BIT(G1776_SUP_B);
    }
}

static bool fits(const g1776_state *s, const g1776_piece *p, int seat, int what, int region) {
    bool fresh = what == G1776_CULL_NEW_CA || what == G1776_CULL_NEW_SUPPLY;
    return mk_set_has(types_of(seat, what), p->type) && (!fresh || p->flags & G1776_DONE) &&
           g1776_in_region(s, p->place, region);
}

int g1776_cullable(const g1776_state *s, int seat, int what, int region) {
    int n = 0;
    G1776_EACH_PIECE(p, s) {
        if (fits(s, p, seat, what, region)) n += p->count;
    }
    return n;
}

static mk_set64 types_there(const g1776_state *s, const mk_frame *f) {
    mk_set64 types = 0;
    G1776_EACH_PIECE(p, s) {
        if (fits(s, p, f->seat, f->a, f->b & REGION)) mk_set_add(&types, p->type);
    }
    return types;
}

static void tell(int seat, int count, int type, int place, mk_log *log) {
    mk_log_event(log, G1776_E_LEAVES, seat, MK_EVERYONE, 0, (int16_t)count, (int16_t)type,
                 (int16_t)g1776_where_of(place));
}

static void tidy(g1776_state *s, int place, mk_log *log) {
    if (g1776_is_hex(place) && g1776_is_land(place)) g1776_tidy(s, place, log);
}

static void take_all(g1776_state *s, int seat, int what, int region, mk_log *log) {
    for (int i = 0; i < s->piece_count;) {
        if (!fits(s, &s->piece[i], seat, what, region)) {
            i++;
            continue;
        }
        g1776_piece p = g1776_take_at(s, i, s->piece[i].count);
        tell(seat, p.count, p.type, p.place, log);
        tidy(s, p.place, log);
        i = 0;
    }
}

/* The type that goes: picked, or the only one there; -1: to be picked. */
static int type_of(const g1776_state *s, const mk_frame *f) {
    if (f->b >> TYPE_SHIFT) return (f->b >> TYPE_SHIFT) - 1;
    mk_set64 types = types_there(s, f);
    return types & (types - 1) ? -1 : mk_set_first(types);
}

static bool is_at(const g1776_state *s, const mk_frame *f, int type, int place) {
    G1776_EACH_AT(p, s, place) {
        if (p->type == type && fits(s, p, f->seat, f->a, f->b & REGION)) return true;
    }
    return false;
}

/* Where all that might go are, if they are alike and in one place; -1: there is a choice. */
static int only_place(const g1776_state *s, const mk_frame *f) {
    int place = -1, type = -1;
    G1776_EACH_PIECE(p, s) {
        if (!fits(s, p, f->seat, f->a, f->b & REGION)) continue;
        if (place >= 0 && (p->place != place || p->type != type)) return -1;
        place = p->place;
        type = p->type;
    }
    return place;
}

static void take(g1776_state *s, const mk_frame *f, int type, int place, int count, mk_log *log) {
    bool fresh = f->a == G1776_CULL_NEW_CA || f->a == G1776_CULL_NEW_SUPPLY;
    g1776_remove(s, place, type, count, fresh ? G1776_DONE : 0);
    tell(f->seat, count, type, place, log);
}

/* Asks for the next; where there is nothing to choose the rest goes by itself. */
static void go_on(g1776_state *s, mk_log *log) {
    mk_frame f = *mk_top(&s->base);
    int place = f.c ? only_place(s, &f) : -1;
    if (f.c && place < 0) return;
    mk_pop(&s->base);
    if (!f.c) return;
    take(s, &f, type_of(s, &f), place, f.c, log);
    tidy(s, place, log);
}

int g1776_cull(g1776_state *s, int seat, int what, int region, int count, mk_log *log) {
    int there = g1776_cullable(s, seat, what, region);
    if (count <= 0 || !there) return 0;
    if (there <= count) {
        take_all(s, seat, what, region, log);
        return there;
    }
    mk_frame *f = mk_push(&s->base, G1776_PH_CULL, seat);
    f->a = (int16_t)what;
    f->b = (int16_t)region;
    f->c = (int16_t)count;
    go_on(s, log);
    return count;
}

void g1776_cull_list(const void *state, mk_actions *out) {
    const g1776_state *s = state;
    const mk_frame *f = mk_top_const(&s->base);
    int type = type_of(s, f), last = -1;
    if (type < 0) {
        mk_set64 types = types_there(s, f);
        MK_SET_EACH(t, types) mk_offer(out, G1776_V_LOSE, t, 0, 0);
        return;
    }
    G1776_EACH_PIECE(p, s) {
        if (p->type != type || p->place == last || !fits(s, p, f->seat, f->a, f->b & REGION))
            continue;
        mk_offer(out, G1776_V_REMOVE, g1776_where_of(last = p->place), 0, 0);
    }
}

const char *g1776_cull_why_not(const void *state, mk_action x) {
    const g1776_state *s = state;
    const mk_frame *f = mk_top_const(&s->base);
    int type = type_of(s, f);
    FORBID("g1776.csg.ii.removal", (type < 0) != (x.verb == G1776_V_LOSE));
    if (type < 0)
        FORBID("g1776.csg.ii.removal", !mk_set_has(types_there(s, f), x.a));
    else
        FORBID("g1776.csg.ii.removal", !is_at(s, f, type, g1776_place_of(x.a)));
    return NULL;
}

void g1776_cull_apply(void *state, mk_action x, mk_log *log) {
    g1776_state *s = state;
    mk_frame *f = mk_top(&s->base);
    if (x.verb == G1776_V_LOSE) {
        f->b = (int16_t)((f->b & REGION) | (x.a + 1) << TYPE_SHIFT);
        return;
    }
    int type = type_of(s, f), place = g1776_place_of(x.a);
    take(s, f, type, place, 1, log);
    f->b &= REGION;
    f->c--;
    go_on(s, log);
    tidy(s, place, log);
}
