/* veil.c - inverted counters and decoys (VI.B).
 *
 * A piece with the flag G1776_DOWN that is an SP or a decoy is *veiled*: the enemy sees a counter,
 * not what it is. Counters are turned in set-up and at the start of one's movement phase, each once
 * (G1776_TURNED). Where enemies come into a hex all is turned up (g1776_meet, from g1776_tidy), and
 * decoys go to the nearest friends.
 *
 * So there are two questions about SP of the enemy. What a seat may do, it decides by what it sees:
 * it takes every counter for an SP (g1776_looks_held, g1776_looks_open). What then happens follows
 * the truth (g1776_held, g1776_open), and what would follow from SP by itself - a fleet is driven
 * out of its port, a fort falls, reinforcements come - first turns up what it depends on
 * (g1776_meet, evidence.c). In a hex where the enemy sees all both questions are one.
 *
 * G1776_PH_VEIL: hex by hex in set-up. G1776_PH_CONCEAL: a is the hex, b whether one was turned.
 * G1776_PH_DISPLACED: a is the hex that a decoy left.
 */
#include "g1776.h"

bool g1776_veils(const g1776_state *s) {
    const g1776_scenario_rules *r = g1776_rules(s);
    return g1776_option(s, G1776_OPTION_INVERTED) && !r->basic;
}

bool g1776_veiled(const g1776_piece *p) {
    return p->flags & G1776_DOWN && (g1776_is_sp(p->type) || mk_set_has(G1776_DECOYS, p->type));
}

int g1776_veiled_at(const g1776_state *s, int place, int seat, int mask, int flags) {
    int n = 0;
    G1776_EACH_AT(p, s, place) {
        if (g1776_veiled(p) && g1776_owner(p->type) == seat && (p->flags & mask) == flags)
            n += p->count;
    }
    return n;
}

/* SP of a seat, as far as its enemy can tell. */
bool g1776_looks_held(const g1776_state *s, int seat, int hex) {
    return g1776_held(s, seat, hex) || (g1776_veils(s) && g1776_veiled_at(s, hex, seat, 0, 0));
}

/* The same outside a fort. */
bool g1776_looks_open(const g1776_state *s, int seat, int hex) {
    return g1776_open(s, seat, hex) ||
           (g1776_veils(s) && g1776_veiled_at(s, hex, seat, G1776_INSIDE, 0));
}

static bool may_invert(const g1776_state *s, int type) {
    return mk_set_has(g1776_rules(s)->may_invert, type) || mk_set_has(G1776_DECOYS, type);
}

/* Counters of the group that the enemy would take for SP. */
int g1776_counters_in_hand(const g1776_state *s, const g1776_hand *h) {
    (void)s;
    return h->sp + h->decoys;
}

/* ---- Set-up ---- */

/* What is placed freely comes face down; its owner may turn it up when he moves. */
void g1776_veil_hand(g1776_state *s) {
    g1776_piece lots[G1776_MAX_LOTS];
    if (!g1776_veils(s)) return;
    int count = g1776_lift(s, G1776_IN_HAND, 0, lots);
    for (int i = 0; i < count; i++) {
        if (may_invert(s, lots[i].type)) lots[i].flags |= G1776_DOWN;
        g1776_put(s, lots[i]);
    }
}

/* Does a row of the free set-up bring counters of this seat that may lie face down? */
static bool brings_counters(const g1776_state *s, int row, int seat) {
    const g1776_group *group = &g1776_rules(s)->free[row].group;
    if (g1776_seat_of(group->nation) != seat) return false;
    for (int type = 0; type < G1776_TYPES; type++)
        if (group->count[type] && may_invert(s, type)) return true;
    return false;
}

/* A side shows its counters when all of them are placed: seen one by one, their order would tell
 * what each is. */
bool g1776_arranges(const g1776_state *s, int seat) {
    if (s->base.turn || s->base.depth < 2 || !g1776_veils(s)) return false;
    const mk_frame *set_up = NULL;
    for (int i = 0; i < s->base.depth; i++)
        if (s->base.frame[i].phase == G1776_PH_SETUP) set_up = &s->base.frame[i];
    if (!set_up) return false;
    const mk_frame *top = mk_top_const(&s->base);
    const g1776_scenario_rules *r = g1776_rules(s);
    if (top->seat == seat && (top->phase != G1776_PH_PLACE || brings_counters(s, top->a, seat)))
        return true;
    for (int i = set_up->b; i < r->free_count; i++)
        if (brings_counters(s, i, seat)) return true;
    return false;
}

/* ---- Turning counters ---- */

static bool may_turn(const g1776_state *s, const g1776_piece *p, int seat, int down) {
    if (g1776_owner(p->type) != seat || p->flags & (G1776_TURNED | G1776_FIXED)) return false;
    if (down) return !(p->flags & G1776_DOWN) && may_invert(s, p->type);
    return g1776_veiled(p);
}

static int turnable(const g1776_state *s, int seat, int hex, int type, int down) {
    int n = 0;
    G1776_EACH_AT(p, s, hex) {
        if (p->type == type && may_turn(s, p, seat, down)) n += p->count;
    }
    return n;
}

const char *g1776_why_not_conceal(const g1776_state *s, int seat, int hex) {
    FORBID("g1776.vi.b", !g1776_veils(s));
    FORBID("g1776.vi.b.enemy", g1776_sees(s, g1776_enemy(seat), hex));
    G1776_EACH_AT(p, s, hex) {
        if (may_turn(s, p, seat, 0) || may_turn(s, p, seat, 1)) return NULL;
    }
    return "g1776.vi.b.types";
}

void g1776_list_conceal(const g1776_state *s, int seat, mk_actions *out) {
    if (!g1776_veils(s)) return;
    int last = -1;
    G1776_EACH_PIECE(p, s) {
        if (!g1776_is_hex(p->place)) break;
        if (p->place == last || g1776_owner(p->type) != seat) continue;
        last = p->place;
        if (!g1776_why_not_conceal(s, seat, last)) mk_offer(out, G1776_V_CONCEAL, last, 0, 0);
    }
}

void g1776_conceal_list(const void *state, mk_actions *out) {
    const g1776_state *s = state;
    const mk_frame *f = mk_top_const(&s->base);
    for (int type = 0; type < G1776_TYPES; type++) {
        if (g1776_owner(type) != f->seat) continue;
        for (int n = turnable(s, f->seat, f->a, type, 1); n; n--)
            mk_offer(out, G1776_V_DOWN, type, n, 0);
        for (int n = turnable(s, f->seat, f->a, type, 0); n; n--)
            mk_offer(out, G1776_V_UP, type, n, 0);
    }
    if (f->b) mk_offer(out, G1776_V_DONE, 0, 0, 0);
}

const char *g1776_conceal_why_not(const void *state, mk_action x) {
    const g1776_state *s = state;
    const mk_frame *f = mk_top_const(&s->base);
    if (x.verb == G1776_V_DONE) {
        FORBID("g1776.vi.b.types", !f->b);
        return NULL;
    }
    int down = x.verb == G1776_V_DOWN;
    FORBID("g1776.vi.b.types", x.b < 1 || x.b > turnable(s, f->seat, f->a, x.a, down));
    return NULL;
}

static void turn(g1776_state *s, const mk_frame *f, int type, int count, int down, mk_log *log) {
    int hex = f->a, n = count;
    while (n) {
        int i = g1776_first_at(s, hex);
        while (s->piece[i].type != type || !may_turn(s, &s->piece[i], f->seat, down)) i++;
        int some = n < s->piece[i].count ? n : s->piece[i].count;
        g1776_piece p = g1776_take_at(s, i, some);
        p.flags = (uint8_t)((p.flags ^ G1776_DOWN) | G1776_TURNED);
        g1776_put(s, p);
        n -= some;
    }
    if (!down)
        mk_log_event(log, G1776_E_TURNED_UP, f->seat, MK_EVERYONE, MK_REVEALED, (int16_t)count,
                     (int16_t)type, (int16_t)hex);
    else
        mk_log_event(log, G1776_E_TURNED_DOWN, f->seat,
                     g1776_arranges(s, f->seat) ? MK_ONLY(f->seat) : MK_EVERYONE, 0, (int16_t)count,
                     (int16_t)hex);
}

void g1776_conceal_apply(void *state, mk_action x, mk_log *log) {
    g1776_state *s = state;
    mk_frame *f = mk_top(&s->base);
    if (x.verb == G1776_V_DONE) {
        mk_pop(&s->base);
        return;
    }
    f->b = 1;
    turn(s, f, x.a, x.b, x.verb == G1776_V_DOWN, log);
    if (g1776_why_not_conceal(s, f->seat, f->a)) mk_pop(&s->base);
}

/* Turning is over: the marks go. */
void g1776_end_turning(g1776_state *s) {
    g1776_piece lots[G1776_MAX_LOTS];
    for (int i = 0; g1776_veils(s) && i < s->piece_count; i++) {
        const g1776_piece *p = &s->piece[i];
        bool counter = g1776_is_sp(p->type) || mk_set_has(G1776_DECOYS, p->type);
        if (!counter || !(p->flags & G1776_TURNED)) continue;
        int place = p->place, count = g1776_lift(s, place, G1776_TURNED, lots);
        for (int k = 0; k < count; k++) {
            counter = g1776_is_sp(lots[k].type) || mk_set_has(G1776_DECOYS, lots[k].type);
            if (counter) lots[k].flags &= (uint8_t)~G1776_TURNED;
            g1776_put(s, lots[k]);
        }
        i = g1776_first_at(s, place) - 1;
    }
}

/* ---- In set-up ---- */

void g1776_veil_list(const void *state, mk_actions *out) {
    const g1776_state *s = state;
    g1776_list_conceal(s, g1776_deciding(s), out);
    mk_offer(out, G1776_V_DONE, 0, 0, 0);
}

const char *g1776_veil_why_not(const void *state, mk_action x) {
    const g1776_state *s = state;
    return x.verb == G1776_V_DONE ? NULL : g1776_why_not_conceal(s, g1776_deciding(s), x.a);
}

void g1776_veil_apply(void *state, mk_action x, mk_log *log) {
    g1776_state *s = state;
    (void)log;
    if (x.verb == G1776_V_CONCEAL) {
        mk_push(&s->base, G1776_PH_CONCEAL, g1776_deciding(s))->a = x.a;
        return;
    }
    mk_pop(&s->base);
    g1776_end_turning(s);
}

/* ---- Enemies meet ---- */

/* All veiled counters of the types at a place are turned up, and seen in a hex. */
static void turn_up_at(g1776_state *s, int place, mk_set64 types, int mask, int hex, mk_log *log) {
    for (int i = g1776_first_at(s, place); i < s->piece_count && s->piece[i].place == place; i++) {
        const g1776_piece *p = &s->piece[i];
        if (!g1776_veiled(p) || !mk_set_has(types, p->type) || (p->flags & mask) != mask) continue;
        g1776_piece up = g1776_take_at(s, i, p->count);
        up.flags &= (uint8_t)~G1776_DOWN;
        g1776_put(s, up);
        mk_log_event(log, G1776_E_TURNED_UP, g1776_owner(up.type), MK_EVERYONE, MK_REVEALED,
                     up.count, up.type, (int16_t)hex);
        i = g1776_first_at(s, place) - 1;
    }
}

void g1776_turn_up(g1776_state *s, int hex, mk_set64 types, int mask, mk_log *log) {
    turn_up_at(s, hex, types, mask, hex, log);
}

/* Those who have embarked there. */
void g1776_turn_up_afloat(g1776_state *s, int hex, mk_log *log) {
    turn_up_at(s, G1776_IN_BATEAU, G1776_SP | G1776_DECOYS, 0, hex, log);
}

/* Between seasons both sides are counted, area by area: all counters are turned up, decoys, too. */
void g1776_turn_all_up(g1776_state *s, mk_log *log) {
    if (!g1776_veils(s)) return;
    for (int i = 0; i < s->piece_count; i++) {
        int hex = s->piece[i].place;
        if (!g1776_is_hex(hex) || !g1776_veiled(&s->piece[i])) continue;
        g1776_turn_up(s, hex, ~(mk_set64)0, 0, log);
        i = -1;
    }
}

/* The nearest hexes with friends and without enemies. */
static g1776_hexes havens(const g1776_state *s, int seat, int from) {
    g1776_hexes near = {{0}};
    int best = INT16_MAX, last = -1;
    G1776_EACH_PIECE(p, s) {
        if (!g1776_is_hex(p->place)) break;
        if (p->place == last || p->place == from || g1776_owner(p->type) != seat) continue;
        last = p->place;
        int far = mk_hex_distance(&g1776_board.hexes, from, last);
        if (far > best || !g1776_units_at(s, last, seat)) continue;
        if (g1776_units_at(s, last, g1776_enemy(seat))) continue;
        if (far < best) near = (g1776_hexes){{0}};
        best = far;
        mk_set_add(&near, last);
    }
    return near;
}

static void put_decoy(g1776_state *s, int type, int from, int to, mk_log *log) {
    g1776_add(s, to, type, 1, 0);
    mk_log_event(log, G1776_E_DECOY_FLEES, g1776_owner(type), MK_EVERYONE, MK_REVEALED,
                 (int16_t)from, (int16_t)to);
}

/* VI.B: a decoy goes, face up, to the nearest friends; its owner chooses among hexes as near. */
static void displace(g1776_state *s, int hex, int type, mk_log *log) {
    g1776_hexes near = havens(s, g1776_owner(type), hex);
    for (int n = g1776_count(s, hex, type); n; n--) {
        g1776_remove(s, hex, type, 1, 0);
        if (mk_set_size(&near) == 1) {
            MK_SET_EACH(to, &near) put_decoy(s, type, hex, to, log);
            continue;
        }
        if (mk_set_size(&near))
            g1776_put(s, (g1776_piece){.place = G1776_FOUND,
                                       .type = (uint8_t)type,
                                       .origin = (uint16_t)(hex + 1),
                                       .count = 1});
        mk_log_event(log, G1776_E_DECOY_FOUND, g1776_owner(type), MK_EVERYONE, MK_REVEALED,
                     (int16_t)hex);
    }
}

static int decoy_of(int seat) { return seat == G1776_BRITISH ? G1776_DECOY_B : G1776_DECOY_A; }

/* CSG-5: who is inside a British fort controls the place (g1776_southern_controls), and everybody
 * asks for that. */
static bool fort_shows(const g1776_state *s, int seat, int hex) {
    return g1776_southern_game(s) && seat == G1776_AMERICAN &&
           g1776_fort_of(s, hex) == G1776_BRITISH;
}

/* Does a seat see what lies face down in a hex? Its land units meet it; its fleet in the port and
 * its fort or site, which nothing but SP would drive out or take, show what it is. */
bool g1776_sees(const g1776_state *s, int seat, int hex) {
    return g1776_units_at(s, hex, seat) || g1776_fleet_at_place(s, seat, hex) ||
           g1776_count_of(s, hex, (G1776_FORTS | G1776_SITES) & g1776.of_seat[seat]) ||
           RULE("g1776.csg5.garrison_seen", fort_shows(s, seat, hex));
}

/* Land units of a seat come into the hex: what the enemy has there is turned up, decoys go. */
void g1776_come_upon(g1776_state *s, int seat, int hex, mk_log *log) {
    int enemy = g1776_enemy(seat), decoy = decoy_of(enemy);
    if (!g1776_veils(s) || !s->base.turn || !g1776_is_hex(hex)) return;
    g1776_turn_up(s, hex, g1776.sp_of[enemy], 0, log);
    if (g1776_has(s, hex, decoy)) displace(s, hex, decoy, log);
}

/* After anything that came into the hex. */
void g1776_meet(g1776_state *s, int hex, mk_log *log) {
    if (!g1776_veils(s) || !s->base.turn) return;
    for (int seat = 0; seat < G1776_SEATS; seat++) {
        int enemy = g1776_enemy(seat);
        if (!g1776_veiled_at(s, hex, seat, 0, 0) && !g1776_has(s, hex, decoy_of(seat))) continue;
        if (g1776_units_at(s, hex, enemy)) {
            g1776_come_upon(s, enemy, hex, log);
            if (g1776_held(s, enemy, hex)) g1776_turn_up(s, hex, g1776.sp_of[enemy], 0, log);
        } else if (RULE("g1776.vi.b.seen", g1776_sees(s, enemy, hex))) {
            g1776_turn_up(s, hex, g1776.of_seat[seat], 0, log);
        }
    }
}

/* True: the owner of a decoy that was found is asked. */
bool g1776_ask_displaced(g1776_state *s) {
    if (!g1776_veils(s)) return false;
    for (int i; i = g1776_first_at(s, G1776_FOUND),
                i < s->piece_count && s->piece[i].place == G1776_FOUND;) {
        int from = s->piece[i].origin - 1, seat = g1776_owner(s->piece[i].type);
        g1776_hexes near = havens(s, seat, from);
        if (mk_set_size(&near)) {
            mk_push(&s->base, G1776_PH_DISPLACED, seat)->a = (int16_t)from;
            return true;
        }
        g1776_take_at(s, i, 1);
    }
    return false;
}

void g1776_displaced_list(const void *state, mk_actions *out) {
    const g1776_state *s = state;
    const mk_frame *f = mk_top_const(&s->base);
    g1776_hexes near = havens(s, f->seat, f->a);
    MK_SET_EACH(hex, &near) mk_offer(out, G1776_V_PLACE, hex, 0, 0);
}

const char *g1776_displaced_why_not(const void *state, mk_action x) {
    const g1776_state *s = state;
    const mk_frame *f = mk_top_const(&s->base);
    g1776_hexes near = havens(s, f->seat, f->a);
    FORBID("g1776.vi.b.decoy", !mk_set_has(&near, x.a));
    return NULL;
}

void g1776_displaced_apply(void *state, mk_action x, mk_log *log) {
    g1776_state *s = state;
    const mk_frame f = *mk_top(&s->base);
    int type = decoy_of(f.seat);
    mk_pop(&s->base);
    for (int i = g1776_first_at(s, G1776_FOUND);; i++) {
        if (s->piece[i].type != type || s->piece[i].origin != f.a + 1) continue;
        g1776_take_at(s, i, 1);
        break;
    }
    put_decoy(s, type, f.a, x.a, log);
    g1776_instant(s, log);
}
