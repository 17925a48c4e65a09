/* evidence.c - the turn track asks for SP that may lie face down (VI.B).
 *
 * Whether reinforcements come, and where, may depend on counters that only their owner knows: "if
 * no CA are in North Carolina". Everybody sees what follows, so everybody may see why. As long as
 * the answer is the same whatever the counters are, nothing is turned. Otherwise all of them in the
 * places that are asked for are turned up before the answer is given. What each side knows is then
 * on the board, and nothing beside it.
 *
 * How many counters of a type lie face down in all is no secret: what came, what fell and what lies
 * face up is known. So the truth about some places has bounds.
 */
#include "g1776.h"

typedef enum { NO, YES, OPEN } answer;

typedef struct {
    int seat;       /* whose counters */
    mk_set64 types; /* that are asked for */
    int needed;     /* so many SP of them decide */
    g1776_hexes hexes;
} question;

static mk_set64 counters_of(int seat) {
    return g1776.sp_of[seat] | G1776_BIT(seat == G1776_BRITISH ? G1776_DECOY_B : G1776_DECOY_A);
}

/* ---- What a test looks at ---- */

static void add_places(const g1776_condition *c, question *q) {
    for (int i = 0; i < c->place_count; i++) mk_set_add(&q->hexes, c->place[i]);
}

static void add_colonies(const g1776_state *s, const g1776_condition *c, question *q) {
    G1776_EACH_PIECE(p, s) {
        if (!g1776_is_hex(p->place)) break;
        if (c->colonies >> g1776_board.colony[p->place] & 1) mk_set_add(&q->hexes, p->place);
    }
}

static void keep_ports(question *q) {
    MK_SET_EACH(hex, &q->hexes) {
        int town = g1776_board.town_at[hex];
        bool port = town != G1776_NONE && g1776_board.town[town].entry != MK_NOWHERE;
        if (!port) mk_set_remove(&q->hexes, hex);
    }
}

static int seat_of(mk_set64 types) {
    MK_SET_EACH(type, types) return g1776_owner(type);
    return G1776_BRITISH;
}

/* False: it looks at nothing that lies face down. Control and the like ask for SP of any type, but
 * no scenario with decoys has arrivals that ask so. */
static bool question_of(const g1776_state *s, const g1776_condition *c, question *q) {
    memset(q, 0, sizeof *q);
    q->types = c->types;
    q->needed = c->n;
    switch (c->test) {
    case G1776_IF_SP: add_places(c, q); break;
    case G1776_IF_HELD_ALONE:
        q->needed = 1;
        add_places(c, q);
        break;
    case G1776_IF_SP_IN:
    case G1776_IF_SP_IN_LAST_TURN: add_colonies(s, c, q); break;
    case G1776_IF_FREE_OF_SP:
    case G1776_IF_ENDED_OR_ATTACKED_LAST_TURN:
    case G1776_IF_PORT_OCCUPIED:
        q->types = g1776.sp_of[c->seat];
        q->needed = 1;
        add_places(c, q);
        if (c->test != G1776_IF_PORT_OCCUPIED) break;
        add_colonies(s, c, q);
        keep_ports(q);
        break;
    default: return false;
    }
    q->seat = seat_of(q->types);
    return true;
}

/* ---- The bounds of the truth ---- */

static bool is_open(const g1776_state *s, const question *q) {
    int up = 0, down = 0, fitting = 0, others = 0;
    G1776_EACH_PIECE(p, s) {
        if (!g1776_is_hex(p->place)) break;
        if (g1776_owner(p->type) != q->seat) continue;
        bool asked = mk_set_has(&q->hexes, p->place), fits = mk_set_has(q->types, p->type);
        if (!g1776_veiled(p)) {
            if (asked && fits) up += p->count;
            continue;
        }
        *(fits ? &fitting : &others) += p->count;
        if (asked) down += p->count;
    }
    int least = up + (down > others ? down - others : 0);
    int most = up + (down < fitting ? down : fitting);
    return least < q->needed && most >= q->needed;
}

static answer answer_to(const g1776_state *s, int number, int entry) {
    question q;
    if (number == G1776_NO_CONDITION) return YES;
    const g1776_condition *c = &g1776.condition[number];
    bool joins = c->test == G1776_IF_ALL || c->test == G1776_IF_ANY;
    if (c->test == G1776_IF_NOT) {
        answer a = answer_to(s, c->child[0], entry);
        return a == OPEN ? OPEN : a == YES ? NO : YES;
    }
    if (!joins) {
        bool unknown = c->slot == G1776_NONE && question_of(s, c, &q) && is_open(s, &q);
        return unknown ? OPEN : g1776_holds(s, number, entry) ? YES : NO;
    }
    answer decides = c->test == G1776_IF_ANY ? YES : NO, all = c->test == G1776_IF_ANY ? NO : YES;
    for (int i = 0; i < c->child_count; i++) {
        answer a = answer_to(s, c->child[i], entry);
        if (a == decides) return decides;
        if (a == OPEN) all = OPEN;
    }
    return all;
}

/* ---- Turning up ---- */

static void show(g1776_state *s, const question *q, mk_log *log) {
    MK_SET_EACH(hex, &q->hexes) g1776_turn_up(s, hex, counters_of(q->seat), 0, log);
}

typedef bool kind_of_test(const g1776_condition *);

static bool is_seen_now(const g1776_condition *c) { return c->slot == G1776_NONE; }
static bool is_remembered(const g1776_condition *c) { return c->slot != G1776_NONE; }

static void show_open(g1776_state *s, int number, kind_of_test *fits, mk_log *log) {
    question q;
    if (number == G1776_NO_CONDITION) return;
    const g1776_condition *c = &g1776.condition[number];
    for (int i = 0; i < c->child_count; i++) show_open(s, c->child[i], fits, log);
    if (fits(c) && question_of(s, c, &q) && is_open(s, &q)) show(s, &q, log);
}

/* Before an arrival is tried. */
void g1776_show_for_arrival(g1776_state *s, const g1776_arrival *a, mk_log *log) {
    if (!g1776_veils(s)) return;
    answer all = answer_to(s, a->condition, MK_NOWHERE);
    for (int i = 0; i < a->place.list_count && all != OPEN; i++)
        all = answer_to(s, a->condition, a->place.list[i]);
    if (RULE("g1776.vi.b.asked", all == OPEN)) show_open(s, a->condition, is_seen_now, log);
}

/* At the end of a turn, for what comes in the next if it was so in this one. */
void g1776_show_for_next_turn(g1776_state *s, mk_log *log) {
    const g1776_scenario_rules *r = g1776_rules(s);
    if (!g1776_veils(s)) return;
    for (int i = 0; i < r->arrival_count; i++) {
        bool waits =
            s->ledger.arrival[i] == G1776_TO_COME && r->arrival[i].turn <= s->base.turn + 1;
        if (waits) show_open(s, r->arrival[i].condition, is_remembered, log);
    }
}

/* ---- The main army ---- */

typedef struct {
    int up, down;
} strength;

static strength strength_at(const g1776_state *s, int hex, int seat) {
    strength n = {0, g1776_veiled_at(s, hex, seat, 0, 0)};
    G1776_EACH_AT(p, s, hex) {
        if (mk_set_has(g1776.sp_of[seat], p->type) && !g1776_veiled(p)) n.up += p->count;
    }
    return n;
}

static int decoys_down(const g1776_state *s, int seat) {
    int n = 0;
    G1776_EACH_PIECE(p, s) {
        bool decoy = mk_set_has(G1776_DECOYS, p->type) && g1776_owner(p->type) == seat;
        if (decoy && g1776_is_hex(p->place) && g1776_veiled(p)) n += p->count;
    }
    return n;
}

/* Where the most American SP are. If counters face down decide it, those of all armies that might
 * be the largest are turned up. */
static void show_main_army(g1776_state *s, mk_log *log) {
    int decoys = g1776_veils(s) ? decoys_down(s, G1776_AMERICAN) : 0, sure = 0, rivals = 0;
    question q = {.seat = G1776_AMERICAN};
    for (int hex = 0; decoys && hex < g1776_board.hexes.hex_count; hex++) {
        strength n = strength_at(s, hex, G1776_AMERICAN);
        int least = n.up + (n.down > decoys ? n.down - decoys : 0);
        if (least > sure) sure = least;
    }
    for (int hex = 0; decoys && hex < g1776_board.hexes.hex_count; hex++) {
        strength n = strength_at(s, hex, G1776_AMERICAN);
        if (!n.up && !n.down) continue;
        if (n.up + n.down < sure) continue;
        rivals++;
        if (n.down) mk_set_add(&q.hexes, hex);
    }
    if (rivals > 1) show(s, &q, log);
}

/* ---- Who escapes to friends ---- */

static bool has_face_up(const g1776_state *s, int hex, mk_set64 types) {
    G1776_EACH_AT(p, s, hex) {
        if (mk_set_has(types, p->type) && !g1776_veiled(p)) return true;
    }
    return false;
}

/* The nearest SP, or the nearest counters? All that are no farther than the SP are turned up. */
void g1776_show_refuges(g1776_state *s, int leader, const g1776_hexes *near, mk_log *log) {
    int seat = g1776.leader[leader].seat, from = s->leader[leader].place;
    if (!g1776_veils(s) || !mk_set_any(near) || !decoys_down(s, seat)) return;
    int far = mk_hex_distance(&g1776_board.hexes, from, mk_set_first(near));
    question q = {.seat = seat};
    G1776_EACH_PIECE(p, s) {
        if (!g1776_is_hex(p->place)) break;
        bool asked = g1776_veiled(p) && g1776_owner(p->type) == seat && p->place != from &&
                     mk_hex_distance(&g1776_board.hexes, from, p->place) <= far;
        if (!asked || !g1776_may_be_in(s, leader, p->place)) continue;
        if (!has_face_up(s, p->place, g1776.sp_of[seat])) mk_set_add(&q.hexes, p->place);
    }
    show(s, &q, log);
}

/* ---- A force of some type ("where CA are", "with Ferguson and a TM") ---- */

static question force_at(mk_set64 types, int hex) {
    question q = {.types = types, .needed = 1};
    q.seat = seat_of(q.types);
    mk_set_add(&q.hexes, hex);
    return q;
}

/* Is one of these types in the hex? If nobody but its owner knows, all there are turned up. */
void g1776_show_at(g1776_state *s, int hex, mk_set64 types, mk_log *log) {
    if (!g1776_veils(s) || has_face_up(s, hex, types)) return;
    question q = force_at(types, hex);
    if (is_open(s, &q)) show(s, &q, log);
}

/* Types of which one must be where it enters; 0: it does not matter. */
static mk_set64 company_of(const g1776_arrival *a) {
    if (a->place.to == G1776_TO_FORCE) return a->place.types;
    return a->effect == G1776_THEN_REPLACE ? G1776_BIT(a->n) : 0;
}

/* Hexes where it enters if such a force is there. */
static g1776_hexes meeting_places(const g1776_state *s, const g1776_arrival *a) {
    g1776_hexes hexes = a->place.hexes;
    if (a->place.to != G1776_TO_LEADER) return hexes;
    int at = s->leader[a->place.leader].place;
    memset(&hexes, 0, sizeof hexes);
    if (g1776_is_hex(at)) mk_set_add(&hexes, at);
    return hexes;
}

/* Hexes where nobody but the owner knows whether such a force is there. */
bool g1776_hides_force(const g1776_state *s, const g1776_arrival *a) {
    mk_set64 types = company_of(a);
    if (!types || !g1776_veils(s)) return false;
    g1776_hexes hexes = meeting_places(s, a);
    MK_SET_EACH(hex, &hexes) {
        question q = force_at(types, hex);
        if (is_open(s, &q)) return true;
    }
    return false;
}

/* If nobody knows whether there is one, all counters that might be one are turned up. */
void g1776_show_for_place(g1776_state *s, const g1776_arrival *a, mk_log *log) {
    if (a->place.to == G1776_TO_MAIN_ARMY) show_main_army(s, log);
    if (!g1776_hides_force(s, a)) return;
    question all = {.types = company_of(a), .needed = 1, .hexes = meeting_places(s, a)};
    all.seat = seat_of(all.types);
    if (is_open(s, &all)) show(s, &all, log);
}

/* Who enters beside a force face down shows it. */
void g1776_show_force(g1776_state *s, const g1776_arrival *a, int hex, mk_log *log) {
    mk_set64 types = company_of(a);
    if (!types || !g1776_veils(s)) return;
    if (g1776_count_of(s, hex, types) && !has_face_up(s, hex, types))
        g1776_turn_up(s, hex, types, 0, log);
}
