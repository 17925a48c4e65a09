/* stores.c - magazines, forts, and what their owners destroy (III.B to III.E). */
#include "g1776.h"

static int pick(int seat, int british, int american) {
    return seat == G1776_BRITISH ? british : american;
}

/* ---- Towns one may build in ---- */

static bool is_town(const g1776_state *s, int hex) {
    int town = g1776_board.town_at[hex];
    if (town == G1776_NONE || g1776_board.town[town].type != G1776_TOWN) return false;
    return !g1776_board.town[town].extra || g1776_option(s, G1776_OPTION_EXTRA_TOWNS);
}

/* ---- Magazines (III.C) ---- */

static int sup_of(int nation) { return G1776_SUP_B + nation; }
static int mag_of(int nation) { return G1776_MAG_B + nation; }

/* Supplies that have not been put to other work; beside a fort those inside it. */
static int free_stores(const g1776_state *s, int hex, int seat, int type) {
    int part = g1776_fort_of(s, hex) == seat ? G1776_INSIDE : 0;
    return g1776_count_where(s, hex, G1776_BIT(type),
                             G1776_INSIDE | G1776_DOWN | G1776_DONE | G1776_MARKED, part);
}

static int free_supplies(const g1776_state *s, int hex, int seat) {
    int n = 0;
    for (int nation = 0; nation < G1776_NATIONS; nation++) {
        if (g1776_owner(sup_of(nation)) == seat) n += free_stores(s, hex, seat, sup_of(nation));
    }
    return n;
}

static bool has_counter(const g1776_state *s, int type) {
    return g1776_on_map(s, type) < g1776.type[type].limit;
}

/* VII.C of the campaign: of supplies of both nations either magazine may be made. */
static mk_set64 magazines_of(const g1776_state *s, int seat, int hex) {
    mk_set64 types = 0;
    for (int nation = 0; nation < G1776_NATIONS; nation++) {
        if (g1776_owner(mag_of(nation)) != seat || !has_counter(s, mag_of(nation))) continue;
        if (free_stores(s, hex, seat, sup_of(nation))) types |= G1776_BIT(mag_of(nation));
    }
    return types;
}

const char *g1776_why_not_magazine(const g1776_state *s, int seat, int hex) {
    FORBID("g1776.iii.c.town", !is_town(s, hex));
    FORBID("g1776.iii.c.enemy_units", g1776_units_at(s, hex, g1776_enemy(seat)));
    FORBID("g1776.iii.c.two", free_supplies(s, hex, seat) < 2);
    FORBID("g1776.counters", !magazines_of(s, seat, hex));
    return NULL;
}

static void take_store(g1776_state *s, int hex, int seat, int type) {
    int part = g1776_fort_of(s, hex) == seat ? G1776_INSIDE : 0;
    for (int i = g1776_first_at(s, hex);; i++) {
        const g1776_piece *p = &s->piece[i];
        assert(i < s->piece_count && p->place == hex);
        bool busy = p->flags & (G1776_DOWN | G1776_DONE | G1776_MARKED);
        if (p->type != type || busy || (p->flags & G1776_INSIDE) != part) continue;
        g1776_take_at(s, i, 1);
        return;
    }
}

static void build_magazine(g1776_state *s, int seat, int hex, int type, mk_log *log) {
    int part = g1776_fort_of(s, hex) == seat ? G1776_INSIDE : 0;
    g1776_add(s, hex, type, 1, part);
    mk_log_event(log, G1776_E_BUILT, seat, MK_EVERYONE, 0, (int16_t)type, (int16_t)hex);
}

/* What there is to choose of: the magazine, then the second supply (the first is of its nation). */
static mk_set64 depot_types(const g1776_state *s, const mk_frame *top) {
    if (!top->b) return magazines_of(s, top->seat, top->a);
    mk_set64 types = 0;
    for (int nation = 0; nation < G1776_NATIONS; nation++) {
        if (g1776_owner(sup_of(nation)) == top->seat &&
            free_stores(s, top->a, top->seat, sup_of(nation)))
            types |= G1776_BIT(sup_of(nation));
    }
    return types;
}

static void choose_for_depot(g1776_state *s, int type, mk_log *log) {
    mk_frame *top = mk_top(&s->base);
    int seat = top->seat, hex = top->a;
    if (!top->b) {
        take_store(s, hex, seat, sup_of(type - G1776_MAG_B));
        top->b = (int16_t)type;
        return;
    }
    take_store(s, hex, seat, type);
    type = top->b;
    mk_pop(&s->base);
    build_magazine(s, seat, hex, type, log);
}

/* The frame: a is the hex, b the magazine that is made, once it is chosen. */
void g1776_make_magazine(g1776_state *s, int seat, int hex, mk_log *log) {
    mk_push(&s->base, G1776_PH_DEPOT, seat)->a = (int16_t)hex;
    for (;;) {
        const mk_frame *top = mk_top_const(&s->base);
        if (top->phase != G1776_PH_DEPOT) return;
        mk_set64 types = depot_types(s, top);
        if (types & (types - 1)) return;
        choose_for_depot(s, mk_set_first(types), log);
    }
}

void g1776_depot_list(const void *state, mk_actions *out) {
    MK_SET_EACH(t, depot_types(state, mk_top_const(state))) mk_offer(out, G1776_V_BUILDER, t, 0, 0);
}

const char *g1776_depot_why_not(const void *state, mk_action x) {
    FORBID("g1776.iii.c.two", !mk_set_has(depot_types(state, mk_top_const(state)), x.a));
    return NULL;
}

void g1776_depot_apply(void *state, mk_action x, mk_log *log) {
    g1776_state *s = state;
    choose_for_depot(s, x.a, log);
    const mk_frame *top = mk_top_const(&s->base);
    if (top->phase != G1776_PH_DEPOT) return;
    mk_set64 types = depot_types(s, top);
    if (!(types & (types - 1))) choose_for_depot(s, mk_set_first(types), log);
}

/* ---- Reducing ---- */

static bool may_reduce(const g1776_state *s, const g1776_piece *p, int seat) {
    return mk_set_has(G1776_MAGAZINES & g1776.of_seat[seat], p->type) &&
           !(p->flags & (G1776_DOWN | G1776_DONE | G1776_MARKED)) &&
           has_counter(s, sup_of(p->type - G1776_MAG_B));
}

static mk_set64 reducible(const g1776_state *s, int seat, int hex) {
    mk_set64 types = 0;
    G1776_EACH_AT(p, s, hex) {
        if (may_reduce(s, p, seat)) types |= G1776_BIT(p->type);
    }
    return types;
}

const char *g1776_why_not_reduce(const g1776_state *s, int seat, int hex) {
    FORBID("g1776.iii.c.reduce", !g1776_count_of(s, hex, G1776_MAGAZINES & g1776.of_seat[seat]));
    FORBID("g1776.counters", !reducible(s, seat, hex));
    return NULL;
}

static void reduce(g1776_state *s, int seat, int hex, int type, mk_log *log) {
    for (int i = g1776_first_at(s, hex);; i++) {
        assert(i < s->piece_count && s->piece[i].place == hex);
        if (s->piece[i].type != type || !may_reduce(s, &s->piece[i], seat)) continue;
        g1776_piece p = g1776_take_at(s, i, 1);
        p.type = (uint8_t)sup_of(type - G1776_MAG_B);
        g1776_put(s, p);
        break;
    }
    mk_log_event(log, G1776_E_REDUCED, seat, MK_EVERYONE, 0, (int16_t)type, (int16_t)hex);
}

/* Where magazines of both nations stand the owner says which. */
void g1776_reduce(g1776_state *s, int seat, int hex, mk_log *log) {
    mk_set64 types = reducible(s, seat, hex);
    if (types & (types - 1))
        mk_push(&s->base, G1776_PH_REDUCTION, seat)->a = (int16_t)hex;
    else
        reduce(s, seat, hex, mk_set_first(types), log);
}

void g1776_reduction_list(const void *state, mk_actions *out) {
    const mk_frame *top = mk_top_const(state);
    MK_SET_EACH(t, reducible(state, top->seat, top->a)) mk_offer(out, G1776_V_BUILDER, t, 0, 0);
}

const char *g1776_reduction_why_not(const void *state, mk_action x) {
    const mk_frame *top = mk_top_const(state);
    FORBID("g1776.iii.c.reduce", !mk_set_has(reducible(state, top->seat, top->a), x.a));
    return NULL;
}

void g1776_reduction_apply(void *state, mk_action x, mk_log *log) {
    const mk_frame top = *mk_top_const(state);
    mk_pop(state);
    reduce(state, top.seat, top.a, x.a, log);
}

/* ---- Forts (III.D) ---- */

/* What a fort is made of: a supply or magazine, artillery, a regular SP. */
enum { STORE, GUN, MEN, PARTS };
static mk_set64 part_types(int seat, int part) {
    const mk_set64 own = g1776.of_seat[seat];
    const mk_set64 men = G1776_BIT(G1776_BR) | G1776_BIT(G1776_CA) | G1776_BIT(G1776_FR) |
                         G1776_BIT(G1776_BC); /* scenario 8: as BR */
    if (part == MEN) return own & men;
    if (part == GUN) return own & G1776_ARTILLERY;
    return own & (G1776_SUPPLIES | G1776_MAGAZINES);
}

static int find_part(const g1776_state *s, int hex, mk_set64 types) {
    int busy = G1776_DOWN | G1776_DONE | G1776_MARKED;
    for (int i = g1776_first_at(s, hex); i < s->piece_count && s->piece[i].place == hex; i++) {
        if (mk_set_has(types, s->piece[i].type) && !(s->piece[i].flags & busy)) return i;
    }
    return -1;
}

/* The types among which one part is chosen. */
static mk_set64 parts_at(const g1776_state *s, int seat, int hex, int part) {
    mk_set64 types = 0;
    MK_SET_EACH(t, part_types(seat, part)) {
        if (find_part(s, hex, G1776_BIT(t)) >= 0) types |= G1776_BIT(t);
    }
    return types;
}

const char *g1776_why_not_fortsite(const g1776_state *s, int seat, int hex) {
    FORBID("g1776.iii.d.town", !is_town(s, hex) && !g1776_may_fortify(s, seat, hex));
    FORBID("g1776.iii.d.enemy", g1776_units_at(s, hex, g1776_enemy(seat)));
    FORBID("g1776.iii.d.one", g1776_count_of(s, hex, G1776_FORTS | G1776_SITES));
    FORBID("g1776.iii.d.one",
           g1776_count_where(s, hex, g1776.sp_of[seat], G1776_MARKED, G1776_MARKED));
    for (int part = 0; part < PARTS; part++)
        FORBID("g1776.iii.d.parts", !parts_at(s, seat, hex, part));
    int fort = pick(seat, G1776_FORT_B, G1776_FORT_A),
        site = pick(seat, G1776_SITE_B, G1776_SITE_A);
    FORBID("g1776.counters",
           g1776_on_map(s, fort) + g1776_on_map(s, site) >= g1776.type[fort].limit);
    return NULL;
}

/* K21: the three stay where they are and may fight. */
static void mark_part(g1776_state *s, int type, mk_log *log) {
    mk_frame *top = mk_top(&s->base);
    g1776_piece p = g1776_take_at(s, find_part(s, top->a, G1776_BIT(type)), 1);
    p.flags |= G1776_MARKED;
    g1776_put(s, p);
    if (++top->b < PARTS) return;
    mk_log_event(log, G1776_E_FORT_MARKED, top->seat, MK_EVERYONE, 0, top->a);
    mk_pop(&s->base);
}

/* Parts of which there is one type only are not asked for. */
static void mark_parts(g1776_state *s, mk_log *log) {
    for (;;) {
        const mk_frame *top = mk_top_const(&s->base);
        if (top->phase != G1776_PH_PARTS) return;
        mk_set64 types = parts_at(s, top->seat, top->a, top->b);
        if (types & (types - 1)) return;
        mark_part(s, mk_set_first(types), log);
    }
}

void g1776_mark_fort(g1776_state *s, int seat, int hex, mk_log *log) {
    mk_push(&s->base, G1776_PH_PARTS, seat)->a = (int16_t)hex;
    mark_parts(s, log);
}

/* The frame: a is the hex, b the part that is chosen. */
void g1776_parts_list(const void *state, mk_actions *out) {
    const mk_frame *top = mk_top_const(state);
    MK_SET_EACH(t, parts_at(state, top->seat, top->a, top->b))
        mk_offer(out, G1776_V_BUILDER, t, 0, 0);
}

const char *g1776_parts_why_not(const void *state, mk_action x) {
    const mk_frame *top = mk_top_const(state);
    FORBID("g1776.iii.d.parts", !mk_set_has(parts_at(state, top->seat, top->a, top->b), x.a));
    return NULL;
}

void g1776_parts_apply(void *state, mk_action x, mk_log *log) {
    mark_part(state, x.a, log);
    mark_parts(state, log);
}

static int find_marked(const g1776_state *s, int hex, mk_set64 types) {
    for (int i = g1776_first_at(s, hex); i < s->piece_count && s->piece[i].place == hex; i++) {
        if (mk_set_has(types, s->piece[i].type) && s->piece[i].flags & G1776_MARKED) return i;
    }
    return -1;
}

static void begin_fort(g1776_state *s, int seat, int hex, mk_log *log) {
    const mk_set64 own = g1776.of_seat[seat];
    const mk_set64 parts[PARTS] = {own & (G1776_SUPPLIES | G1776_MAGAZINES), own & G1776_ARTILLERY,
                                   g1776.sp_of[seat]};
    for (int part = 0; part < PARTS; part++) {
        if (find_marked(s, hex, parts[part]) < 0) return;
    }
    for (int part = 0; part < PARTS; part++) g1776_take_at(s, find_marked(s, hex, parts[part]), 1);
    g1776_add(s, hex, pick(seat, G1776_SITE_B, G1776_SITE_A), 1, 0);
    mk_log_event(log, G1776_E_FORT_BEGUN, seat, MK_EVERYONE, 0, (int16_t)hex);
    g1776_tidy(s, hex, log);
}

/* At the end of the combat phase: those marked in this segment, if all three are still there. */
void g1776_begin_forts(g1776_state *s, int seat, mk_log *log) {
    g1776_hexes hexes = {{0}};
    G1776_EACH_PIECE(p, s) {
        if (p->flags & G1776_MARKED && g1776_is_hex(p->place)) mk_set_add(&hexes, p->place);
    }
    MK_SET_EACH(hex, &hexes) begin_fort(s, seat, hex, log);
}

static mk_set64 magazines_outside(const g1776_state *s, int seat, int hex) {
    mk_set64 types = 0;
    MK_SET_EACH(t, G1776_MAGAZINES & g1776.of_seat[seat]) {
        if (g1776_count_where(s, hex, G1776_BIT(t), G1776_INSIDE, 0)) types |= G1776_BIT(t);
    }
    return types;
}

/* At the start of the owner's next combat phase: all of his in the hex are inside then, but for
 * magazines that he leaves outside. */
void g1776_complete_forts(g1776_state *s, int seat, mk_log *log) {
    int site = pick(seat, G1776_SITE_B, G1776_SITE_A),
        fort = pick(seat, G1776_FORT_B, G1776_FORT_A);
    g1776_hexes hexes = {{0}};
    G1776_EACH_PIECE(p, s) {
        if (p->type == site) mk_set_add(&hexes, p->place);
    }
    MK_SET_EACH(hex, &hexes) {
        g1776_remove(s, hex, site, 1, 0);
        int ent = pick(seat, G1776_ENT_B, G1776_ENT_A);
        if (g1776_has(s, hex, ent)) g1776_remove(s, hex, ent, 1, 0);
        int theirs = pick(seat, G1776_ENT_A, G1776_ENT_B);
        if (g1776_has(s, hex, theirs)) g1776_remove(s, hex, theirs, 1, 0);
        g1776_add(s, hex, fort, 1, 0);
        mk_log_event(log, G1776_E_FORT_DONE, seat, MK_EVERYONE, 0, (int16_t)hex);
        if (g1776_units_at(s, hex, seat)) g1776_go_inside(s, seat, hex, log);
        if (magazines_outside(s, seat, hex))
            mk_push(&s->base, G1776_PH_OUTWORKS, seat)->a = (int16_t)hex;
        g1776_tidy(s, hex, log);
    }
}

/* III.D: which magazines of the hex come into the new fort. */
void g1776_outworks_list(const void *state, mk_actions *out) {
    const mk_frame *top = mk_top_const(state);
    MK_SET_EACH(t, magazines_outside(state, top->seat, top->a)) {
        int most = g1776_count_where(state, top->a, G1776_BIT(t), G1776_INSIDE, 0);
        for (int n = 1; n <= most; n++) mk_offer(out, G1776_V_INSIDE, t, n, 0);
    }
    mk_offer(out, G1776_V_READY, 0, 0, 0);
}

const char *g1776_outworks_why_not(const void *state, mk_action x) {
    const mk_frame *top = mk_top_const(state);
    if (x.verb == G1776_V_READY) return NULL;
    FORBID("g1776.iii.d.magazine",
           !mk_set_has(magazines_outside(state, top->seat, top->a), x.a) || x.b < 1);
    FORBID("g1776.iii.d.magazine",
           x.b > g1776_count_where(state, top->a, G1776_BIT(x.a), G1776_INSIDE, 0));
    return NULL;
}

void g1776_outworks_apply(void *state, mk_action x, mk_log *log) {
    g1776_state *s = state;
    const mk_frame top = *mk_top(&s->base);
    (void)log;
    if (x.verb == G1776_V_INSIDE) g1776_turn_inside(s, top.a, x.a, x.b, 0);
    if (x.verb == G1776_V_READY || !magazines_outside(s, top.seat, top.a)) mk_pop(&s->base);
}

/* ---- Dismantling ---- */

const char *g1776_why_not_dismantle(const g1776_state *s, int seat, int hex) {
    FORBID("g1776.iii.d.dismantle", g1776_fort_of(s, hex) != seat);
    FORBID("g1776.iii.d.dismantle", !g1776_held(s, seat, hex));
    FORBID("g1776.iii.d.dismantle", g1776_held(s, g1776_enemy(seat), hex));
    FORBID("g1776.scenario.forts", mk_set_has(&g1776_rules(s)->kept_forts, hex));
    FORBID("g1776.scenario.forts", g1776_has_rule(s, G1776_RULE_NO_DISMANTLING) &&
                                       !mk_set_size(&g1776_rules(s)->kept_forts));
    return NULL;
}

static void all_outside(g1776_state *s, int hex) {
    g1776_piece lifted[G1776_MAX_LOTS];
    int count = g1776_lift(s, hex, G1776_INSIDE, lifted);
    for (int i = 0; i < count; i++) {
        lifted[i].flags &= (uint8_t)~G1776_INSIDE;
        g1776_put(s, lifted[i]);
    }
    for (int l = 0; l < g1776.leader_count; l++) {
        if (s->leader[l].place == hex) s->leader[l].flags &= (uint8_t)~G1776_INSIDE;
    }
}

static void dismantle(g1776_state *s, int seat, int hex, mk_log *log) {
    g1776_remove(s, hex, pick(seat, G1776_FORT_B, G1776_FORT_A), 1, 0);
    all_outside(s, hex);
    mk_log_event(log, G1776_E_DISMANTLED, seat, MK_EVERYONE, 0, (int16_t)hex);
    g1776_note_dismantled(s, seat, hex, log);
}

/* VIII.A of the campaign: the gun of the fort may be taken along. */
static const char *why_not_salvage(const g1776_state *s, int seat, int hex) {
    FORBID("g1776.csg.viii.a", !g1776_option(s, G1776_OPTION_FORT_GUNS));
    FORBID("g1776.counters", !has_counter(s, pick(seat, G1776_ART_B, G1776_ART_A)));
    return g1776_why_not_dismantle(s, seat, hex);
}

static bool can_dismantle(const g1776_state *s, int seat) {
    MK_SET_EACH(hex, &s->held[seat]) {
        if (!g1776_why_not_dismantle(s, seat, hex)) return true;
    }
    return false;
}

/* The end of movement: forts may be dismantled. False: there is none. */
bool g1776_ask_dismantle(g1776_state *s) {
    if (!can_dismantle(s, s->phasing)) return false;
    mk_push(&s->base, G1776_PH_DISMANTLE, s->phasing);
    return true;
}

void g1776_dismantle_list(const void *state, mk_actions *out) {
    const g1776_state *s = state;
    G1776_EACH_PIECE(p, s) {
        if (mk_set_has(G1776_FORTS, p->type) &&
            !g1776_why_not_dismantle(s, g1776_deciding(s), p->place))
            mk_offer(out, G1776_V_DISMANTLE, p->place, 0, 0);
        if (mk_set_has(G1776_FORTS, p->type) && !why_not_salvage(s, g1776_deciding(s), p->place))
            mk_offer(out, G1776_V_SALVAGE, p->place, 0, 0);
    }
    mk_offer(out, G1776_V_DONE, 0, 0, 0);
}

const char *g1776_dismantle_why_not(const void *state, mk_action x) {
    const g1776_state *s = state;
    if (x.verb == G1776_V_SALVAGE) return why_not_salvage(s, g1776_deciding(s), x.a);
    return x.verb == G1776_V_DONE ? NULL : g1776_why_not_dismantle(s, g1776_deciding(s), x.a);
}

void g1776_dismantle_apply(void *state, mk_action x, mk_log *log) {
    g1776_state *s = state;
    int seat = g1776_deciding(s);
    if (x.verb != G1776_V_DONE) dismantle(s, seat, x.a, log);
    if (x.verb == G1776_V_SALVAGE) g1776_add(s, x.a, pick(seat, G1776_ART_B, G1776_ART_A), 1, 0);
    if (x.verb == G1776_V_DONE || !can_dismantle(s, seat)) mk_pop(&s->base);
    g1776_instant(s, log);
}

/* ---- Destruction ---- */

static const mk_set64 stores = G1776_SUPPLIES | G1776_ARTILLERY | G1776_MAGAZINES | G1776_BATEAUX;

/* Not with enemy SP in the hex, but for what is inside a fort (III.B, III.C, III.E). */
static bool may_scrap(const g1776_state *s, const g1776_piece *p, int seat, int only) {
    if (!mk_set_has(stores & g1776.of_seat[seat], p->type) || (p->flags & only) != only)
        return false;
    if (p->flags & (G1776_MARKED | G1776_HAND)) return false;
    if (mk_set_has(G1776_ARTILLERY, p->type) && !g1776_may_destroy_gun(s, p)) return false;
    if (only & G1776_CAPTURED) return true;
    int enemy = g1776_enemy(seat);
    if (g1776_is_side(p->place)) { /* II.B: not with enemy SP at both banks */
        const mk_side *side = &g1776_board.hexes.side[p->place - G1776_AT_SIDE];
        bool both = true;
        for (int i = 0; i < 2; i++)
            both &= side->hex[i] != MK_NOWHERE && g1776_looks_held(s, enemy, side->hex[i]);
        return !RULE("g1776.ii.b.destroy", both);
    }
    if (!g1776_is_hex(p->place)) return false;
    return p->flags & G1776_INSIDE || !RULE("g1776.iii.b.destroy", g1776_held(s, enemy, p->place));
}

static mk_set64 scraps(const g1776_state *s, int place, int seat, int only) {
    mk_set64 types = 0;
    G1776_EACH_AT(p, s, place) {
        if (may_scrap(s, p, seat, only)) types |= G1776_BIT(p->type);
    }
    return types;
}

void g1776_list_scraps(const g1776_state *s, int seat, int only, mk_actions *out) {
    int last = -1;
    G1776_EACH_PIECE(p, s) {
        if (p->place == last || !may_scrap(s, p, seat, only)) continue;
        last = p->place;
        if (g1776_is_hex(last))
            mk_offer(out, G1776_V_DESTROY, last, 0, 0);
        else
            mk_offer(out, G1776_V_SCUTTLE, last - G1776_AT_SIDE, 0, 0);
    }
}

const char *g1776_why_not_scrap(const g1776_state *s, int seat, int only, mk_action x) {
    int place = x.verb == G1776_V_SCUTTLE ? G1776_AT_SIDE + x.a : x.a;
    FORBID("g1776.iii.b.destroy", !scraps(s, place, seat, only));
    return NULL;
}

static void scrap(g1776_state *s, int place, int seat, int type, int only, mk_log *log) {
    for (int i = g1776_first_at(s, place);; i++) {
        assert(i < s->piece_count && s->piece[i].place == place);
        if (s->piece[i].type != type || !may_scrap(s, &s->piece[i], seat, only)) continue;
        g1776_take_at(s, i, 1);
        break;
    }
    mk_log_event(log, G1776_E_DESTROYED, seat, MK_EVERYONE, 0, (int16_t)type,
                 (int16_t)g1776_where_of(place));
    if (g1776_is_hex(place)) g1776_tidy(s, place, log);
}

void g1776_scrap_at(g1776_state *s, int seat, int only, mk_action x, mk_log *log) {
    int place = x.verb == G1776_V_SCUTTLE ? G1776_AT_SIDE + x.a : x.a;
    mk_set64 types = scraps(s, place, seat, only);
    if (!(types & (types - 1))) {
        scrap(s, place, seat, mk_set_first(types), only, log);
        return;
    }
    mk_frame *f = mk_push(&s->base, G1776_PH_SCRAP, seat);
    f->a = (int16_t)place;
    f->b = (int16_t)only;
}

void g1776_scrap_list(const void *state, mk_actions *out) {
    const mk_frame *top = mk_top_const(state);
    MK_SET_EACH(t, scraps(state, top->a, top->seat, top->b)) mk_offer(out, G1776_V_SCRAP, t, 0, 0);
}

const char *g1776_scrap_why_not(const void *state, mk_action x) {
    const mk_frame *top = mk_top_const(state);
    FORBID("g1776.iii.b.destroy", !mk_set_has(scraps(state, top->a, top->seat, top->b), x.a));
    return NULL;
}

void g1776_scrap_apply(void *state, mk_action x, mk_log *log) {
    g1776_state *s = state;
    const mk_frame top = *mk_top(&s->base);
    mk_pop(&s->base);
    scrap(s, top.a, top.seat, x.a, top.b, log);
}

/* ---- What was captured in this segment may be destroyed at its end ---- */

static bool has_spoils(const g1776_state *s, int seat) {
    G1776_EACH_PIECE(p, s) {
        if (may_scrap(s, p, seat, G1776_CAPTURED)) return true;
    }
    return false;
}

bool g1776_ask_spoils(g1776_state *s, int seat) {
    if (!has_spoils(s, seat)) return false;
    mk_push(&s->base, G1776_PH_SPOILS, seat);
    return true;
}

void g1776_spoils_list(const void *state, mk_actions *out) {
    g1776_list_scraps(state, g1776_deciding(state), G1776_CAPTURED, out);
    mk_offer(out, G1776_V_DONE, 0, 0, 0);
}

const char *g1776_spoils_why_not(const void *state, mk_action x) {
    if (x.verb == G1776_V_DONE) return NULL;
    return g1776_why_not_scrap(state, g1776_deciding(state), G1776_CAPTURED, x);
}

void g1776_spoils_apply(void *state, mk_action x, mk_log *log) {
    g1776_state *s = state;
    int seat = g1776_deciding(s);
    if (x.verb == G1776_V_DONE)
        mk_pop(&s->base);
    else
        g1776_scrap_at(s, seat, G1776_CAPTURED, x, log);
}
