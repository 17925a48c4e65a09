/* group.c - stacks on the move, hex by hex (II, IV.A).
 *
 * A group is opened at a hex; pieces and leaders are added, it takes steps, picks up and drops, and
 * halts. Who is in the group carries the flag G1776_HAND; leaders are in `hand`. The frame: a is
 * the hex, b the stage, c whether it met enemies and must stop.
 */
#include <string.h>

#include "g1776.h"

enum { OPENED, STEPPED, ADDING }; /* stages: drops come right after a step, before what is added */

/* ---- Who is in hand ---- */

typedef struct {
    int leads[G1776_NATIONS], both; /* both: of the French and Lafayette, FR and CA */
} command;

static command command_of(const g1776_state *s, mk_set128 leaders) {
    command c = {.both = 0};
    MK_SET_EACH(l, leaders) {
        const g1776_leader_row *row = g1776_leader_face(s, l);
        int leads = g1776_leads(s, l, leaders);
        if (row->nation == G1776_N_FRENCH || RULE("g1776.iv.a.lafayette", g1776_both_nations(s, l)))
            c.both += leads;
        else
            c.leads[row->nation] += leads;
    }
    return c;
}

/* IV.A: regulars beyond what the leaders lead pay double. The basic game has no leaders. */
static void count_doubled(const g1776_state *s, g1776_hand *h, const int regulars[G1776_NATIONS]) {
    memcpy(h->regulars, regulars, sizeof h->regulars);
    if (RULE("g1776.basic", g1776_basic(s))) return;
    command c = command_of(s, h->leaders);
    int french = regulars[G1776_N_FRENCH], spare = c.both > french ? c.both - french : 0;
    int limit[G1776_NATIONS] = {[G1776_N_BRITISH] = c.leads[G1776_N_BRITISH],
                                [G1776_N_AMERICAN] = c.leads[G1776_N_AMERICAN] + spare,
                                [G1776_N_FRENCH] = c.both};
    for (int n = 0; n < G1776_NATIONS; n++) {
        int beyond = regulars[n] - limit[n];
        h->limit[n] = limit[n];
        h->doubled[n] = beyond > 0 ? beyond : 0;
    }
}

/* How many of an entry pay double: the last regulars of a nation in the order of the pieces. */
static int take_doubled(int left[G1776_NATIONS], const g1776_piece *p) {
    if (!g1776_is(p->type, G1776_IS_REGULAR)) return 0;
    int *of_nation = &left[g1776.type[p->type].nation];
    int n = *of_nation < p->count ? *of_nation : p->count;
    *of_nation -= n;
    return n;
}

/* ---- CSG-5: regulars are led by a leader with whom they began the phase, all the way ---- */

enum { MAX_ORIGINS = 8 };
typedef struct {
    int from[MAX_ORIGINS], count;
    command led[MAX_ORIGINS];
} companies;

static int leader_began(const g1776_state *s, int leader) {
    return g1776_origin(s->leader[leader].origin, s->leader[leader].place);
}

static companies companies_of(const g1776_state *s, mk_set128 leaders) {
    companies c = {.count = 0};
    MK_SET_EACH(l, leaders) {
        int from = leader_began(s, l), i = 0;
        while (i < c.count && c.from[i] != from) i++;
        if (i == MAX_ORIGINS) continue;
        if (i < c.count) continue; /* his company is known */
        mk_set128 some = 0;
        MK_SET_EACH(k, leaders) {
            if (leader_began(s, k) == from) mk_set_add(&some, k);
        }
        c.from[i] = from;
        c.led[i] = command_of(s, some);
        c.count++;
    }
    return c;
}

static int take_from(int *room, int wanted) {
    int n = *room < wanted ? *room : wanted;
    if (n < 0) n = 0;
    *room -= n;
    return n;
}

/* How many of an entry pay double. */
static int unled_of(const g1776_state *s, companies *c, const g1776_piece *p) {
    (void)s;
    if (!g1776_is(p->type, G1776_IS_REGULAR)) return 0;
    if (p->led & G1776_UNLED) return p->count;
    int from = g1776_origin(p->origin, p->place), i = 0, nation = g1776.type[p->type].nation;
    while (i < c->count && c->from[i] != from) i++;
    if (i == c->count) return p->count;
    command *led = &c->led[i];
    int n = nation == G1776_N_FRENCH ? 0 : take_from(&led->leads[nation], p->count);
    if (nation != G1776_N_BRITISH) n += take_from(&led->both, p->count - n);
    return p->count - n;
}

static void count_unled(const g1776_state *s, g1776_hand *h) {
    companies c = companies_of(s, h->leaders);
    memset(h->doubled, 0, sizeof h->doubled);
    G1776_EACH_AT(p, s, h->hex) {
        if (p->flags & G1776_HAND) h->doubled[g1776.type[p->type].nation] += unled_of(s, &c, p);
    }
}

/* How many of each entry in hand pay double, in the order of the pieces. Elsewhere it is the last
 * regulars of a nation beyond what the leaders lead. */
static void sort_doubled(const g1776_state *s, const g1776_hand *h, uint8_t out[G1776_MAX_LOTS]) {
    int first = g1776_first_at(s, h->hex), n = 0;
    for (int i = first; i < s->piece_count && s->piece[i].place == h->hex; i++)
        n += (s->piece[i].flags & G1776_HAND) != 0;
    memset(out, 0, G1776_MAX_LOTS);
    if (RULE("g1776.csg5.led", g1776_southern_game(s))) {
        companies c = companies_of(s, h->leaders);
        int k = 0;
        G1776_EACH_AT(p, s, h->hex) {
            if (p->flags & G1776_HAND) out[k++] = (uint8_t)unled_of(s, &c, p);
        }
        return;
    }
    int left[G1776_NATIONS], last = first;
    memcpy(left, h->doubled, sizeof left);
    while (last < s->piece_count && s->piece[last].place == h->hex) last++;
    for (int i = last - 1; i >= first; i--)
        if (s->piece[i].flags & G1776_HAND) out[--n] = (uint8_t)take_doubled(left, &s->piece[i]);
}

g1776_hand g1776_hand_at(const g1776_state *s, int hex, int seat) {
    g1776_hand h = {.hex = hex, .seat = seat, .leaders = s->hand};
    int regulars[G1776_NATIONS] = {0}, dragoons = 0;
    G1776_EACH_AT(p, s, hex) {
        bool own = g1776_owner(p->type) == seat, in_hand = p->flags & G1776_HAND;
        if (own && p->flags & G1776_CAPTURED && !mk_set_has(G1776_MAGAZINES, p->type))
            h.prizes[in_hand]++;
        if (own && !in_hand && g1776_is_sp(p->type)) h.stay += p->count;
        if (!in_hand) continue;
        unsigned is = g1776.type[p->type].is;
        h.pieces += p->count;
        if (mk_set_has(G1776_ARTILLERY, p->type)) h.guns += p->count;
        if (mk_set_has(G1776_DECOYS, p->type)) h.decoys += p->count;
        if (g1776_is_sp(p->type)) h.sp += p->count;
        if (is & G1776_IS_REGULAR) regulars[g1776.type[p->type].nation] += p->count;
        if (g1776_led_as_partisan(s, p->type)) h.partisans += p->count;
        if (is & G1776_IS_DRAGOON) dragoons += p->count;
        if (is & G1776_IS_INDIAN) h.indians += p->count;
        if (mk_set_has(G1776_BATEAUX, p->type)) h.boats += p->count;
        if (p->type == G1776_GLOVERS) h.glover = true;
    }
    h.dragoons = dragoons > 0;
    int led = 0;
    MK_SET_EACH(l, h.leaders) {
        if (g1776_leads_partisans(s, l, hex))
            led++;
        else
            h.regular_leader = true;
        if (g1776_leader_named(l, G1776_MARION)) h.marion = true;
    }
    bool few_mounted = dragoons <= led * g1776_dragoons_led(s);
    h.militia_room = led * G1776_PARTISANS_LED - h.partisans;
    h.dragoon_room = led * g1776_dragoons_led(s) - dragoons;
    h.partisans_led = led && few_mounted && h.partisans <= led * G1776_PARTISANS_LED;
    count_doubled(s, &h, regulars);
    if (g1776_southern_game(s)) count_unled(s, &h);
    return h;
}

static bool besieged(const g1776_state *s, int seat, int hex) {
    return g1776_open(s, g1776_enemy(seat), hex) && g1776_fort_of(s, hex) == seat &&
           !RULE("g1776.s8.ticonderoga", g1776_ticonderoga_shut(s, hex));
}

/* ---- Who may come along ---- */

static bool goes_on_foot(const g1776_piece *p) {
    return g1776_is_sp(p->type) || g1776_portable(p) ||
           mk_set_has(G1776_SUPPLIES | G1776_ARTILLERY | G1776_DECOYS, p->type);
}

/* A supply that is face down builds bateaux (II.B). */
static bool builds(const g1776_piece *p) {
    return p->flags & G1776_MARKED ||
           (p->flags & G1776_DOWN && !g1776_is_sp(p->type) && !mk_set_has(G1776_DECOYS, p->type));
}

/* What a piece spends at most: foot militia with a partisan leader; face down as all others; of a
 * bateau hexes of portage. */
static int most_mp(const g1776_state *s, const g1776_piece *p) {
    if (mk_set_has(G1776_BATEAUX, p->type)) return G1776_PORTAGE_HEXES;
    if (g1776_veiled(p)) return g1776.table.inverted_mp;
    int mp = g1776.type[p->type].mp, led = g1776.table.partisan_mp;
    if (g1776_southern_game(s) && g1776_is(p->type, G1776_IS_DRAGOON)) return G1776_RAIDERS_MP;
    return g1776_is(p->type, G1776_IS_MILITIA) && mp < led ? led : mp;
}

static const char *why_not_lot(const g1776_state *s, const g1776_piece *p, int seat) {
    FORBID("g1776.ii.own", g1776_owner(p->type) != seat || !goes_on_foot(p));
    FORBID("g1776.ii.once", p->flags & (G1776_DONE | G1776_HAND));
    FORBID("g1776.ii.a.builder", builds(p));
    FORBID("g1776.scenario.fixed", g1776_tied(s, p));
    FORBID("g1776.ii.once", p->spent >= most_mp(s, p));
    return NULL;
}

static const char *why_not_leader(const g1776_state *s, int leader, int hex, int seat) {
    const g1776_leader_at *at = &s->leader[leader];
    FORBID("g1776.ii.own", at->place != hex || g1776.leader[leader].seat != seat);
    FORBID("g1776.ii.once", at->flags & G1776_DONE || mk_set_has(s->hand, leader));
    FORBID("g1776.scenario.fixed", at->flags & G1776_FIXED);
    int most = g1776_southern_game(s) ? G1776_RAIDERS_MP : g1776.table.mounted_leader_mp;
    FORBID("g1776.ii.once", at->spent >= most);
    return NULL;
}

/* The entry that "type lot" names at a hex, among those in hand or not; -1: there is none. */
int g1776_find_lot(const g1776_state *s, int hex, int type, int lot, int in_hand) {
    for (int i = g1776_first_at(s, hex); i < s->piece_count && s->piece[i].place == hex; i++) {
        const g1776_piece *p = &s->piece[i];
        if (p->type != type || (p->flags & G1776_HAND) != in_hand) continue;
        if (lot-- == 0) return i;
    }
    return -1;
}

/* ---- Steps ---- */

static int spend(int spent, int cost, int allowance) {
    return spent + cost <= allowance ? spent + cost : G1776_ALL_SPENT;
}

/* Who pays alike for a step. */
typedef enum { LED, DOUBLED, SUPPLIES, MILITIA, LEADERS, MARION, PAYERS } payer;

static payer payer_of(int type) {
    if (mk_set_has(G1776_SUPPLIES, type)) return SUPPLIES;
    return g1776_is(type, G1776_IS_MILITIA) ? MILITIA : LED;
}

static payer leader_as_payer(const g1776_state *s, int leader) {
    return g1776_leader_named(leader, G1776_MARION) && !s->leader[leader].swamp ? MARION : LEADERS;
}

/* Does Marion show them the way through a swamp? */
static bool guided(const g1776_state *s, const g1776_hand *h, payer who) {
    if (who == MARION) return true;
    return who == MILITIA && h->marion && h->partisans_led &&
           !s->leader[g1776.named[G1776_MARION]].swamp;
}

static int cost_for(const g1776_state *s, const g1776_cost *c, const g1776_hand *h, payer who,
                    int to) {
    int enter = c->enter, water = c->water;
    bool swamp = g1776_board.ground[to] == G1776_SWAMP;
    if (RULE("g1776.csg.viii.b", who == SUPPLIES && g1776_supply_costs_more(s))) {
        if (swamp)
            enter = g1776.table.supply_swamp;
        else if (g1776_board.town_at[to] == G1776_NONE)
            enter = g1776.table.supply_clear;
    }
    if (RULE("g1776.v.a.marion", swamp && guided(s, h, who)))
        enter = g1776.table.enter[G1776_CLEAR];
    if (RULE("g1776.iii.g.glover", h->glover && water)) water--;
    return (enter + c->relief + water) * (who == DOUBLED ? 2 : 1);
}

/* What a group can pay for a step, and why it cannot take any: found once for all directions. */
typedef struct {
    const char *stays; /* NULL: it may go */
    bool any[PAYERS];
    int16_t left[PAYERS][2]; /* the least MP that one has; of those who have moved, of all */
} departure;

static void note_payer(departure *d, payer who, int spent, int allowance) {
    int16_t left = (int16_t)(allowance - spent);
    if (!d->any[who]) d->left[who][0] = d->left[who][1] = INT16_MAX;
    d->any[who] = true;
    if (left < d->left[who][1]) d->left[who][1] = left;
    if (!RULE("g1776.ii.one_hex", !spent) && left < d->left[who][0]) d->left[who][0] = left;
}

static void note_payers(const g1776_state *s, const g1776_hand *h, departure *d) {
    uint8_t doubled[G1776_MAX_LOTS];
    int k = 0;
    sort_doubled(s, h, doubled);
    G1776_EACH_AT(p, s, h->hex) {
        if (!(p->flags & G1776_HAND)) continue;
        payer who = doubled[k++] ? DOUBLED : payer_of(p->type);
        if (!mk_set_has(G1776_BATEAUX, p->type))
            note_payer(d, who, p->spent, g1776_allowance(s, p, h));
    }
    MK_SET_EACH(l, h->leaders)
        note_payer(d, leader_as_payer(s, l), s->leader[l].spent, g1776_leader_allowance(s, l, h));
}

/* II: all pay in full, but for who has not moved yet and need not. */
static bool all_can_pay(const g1776_state *s, const g1776_hand *h, const departure *d,
                        const g1776_cost *c, int to) {
    for (payer who = 0; who < PAYERS; who++) {
        if (d->any[who] && cost_for(s, c, h, who, to) > d->left[who][c->in_full]) return false;
    }
    return true;
}

/* II.B: a bateau captured in this segment, on a hexside, without SP at either bank. */
static bool leaves_boat(const g1776_state *s, const g1776_hand *h, int to, int stay) {
    mk_set64 own = G1776_BATEAUX & g1776.of_seat[h->seat];
    if (stay) return false;
    for (int i = g1776_first_at(s, G1776_AT_SIDE); i < s->piece_count; i++) {
        const g1776_piece *p = &s->piece[i];
        if (!g1776_is_side(p->place)) break;
        if (!mk_set_has(own, p->type) || !(p->flags & G1776_CAPTURED)) continue;
        const mk_side *side = &g1776_board.hexes.side[p->place - G1776_AT_SIDE];
        if (side->hex[0] != h->hex && side->hex[1] != h->hex) continue;
        int beyond = side->hex[side->hex[0] == h->hex];
        bool kept = beyond != MK_NOWHERE && g1776_held(s, h->seat, beyond);
        if (!kept && beyond != to) return true;
    }
    return false;
}

/* III.B, III.E: what was captured in this segment keeps an SP of the captors beside it. */
bool g1776_leaves_prize(const g1776_state *s, const g1776_hand *h, int to) {
    if (h->sp && leaves_boat(s, h, to, h->stay)) return true;
    return (h->prizes[0] && !h->stay) || (h->prizes[1] && !h->sp);
}

static bool in_besieged_fort(const g1776_state *s, const g1776_hand *h) {
    if (!besieged(s, h->seat, h->hex)) return false;
    int both = G1776_HAND | G1776_INSIDE;
    if (g1776_count_where(s, h->hex, ~(mk_set64)0, both, both)) return true;
    MK_SET_EACH(l, h->leaders) {
        if (s->leader[l].flags & G1776_INSIDE) return true;
    }
    return false;
}

/* Why they go nowhere. */
static const char *why_not_go(const g1776_state *s, const g1776_hand *h) {
    FORBID("g1776.iii.d.besieged", in_besieged_fort(s, h));
    const char *carry = g1776_why_not_carry(s, h);
    return carry ? carry : g1776_scenario_holds(s, h);
}

static departure departure_of(const g1776_state *s, const g1776_hand *h) {
    departure d = {.stays = why_not_go(s, h)};
    if (!d.stays) note_payers(s, h, &d);
    return d;
}

static const char *why_not_cross(const g1776_state *s, const g1776_hand *h, const departure *from,
                                 int direction, int way) {
    g1776_cost c = g1776_step_cost(s, h->seat, h->hex, direction, way);
    FORBID("g1776.ii.terrain", c.closed);
    if (from->stays) return from->stays;
    int to = g1776_board.hexes.near[h->hex][direction];
    if (to == MK_NOWHERE) to = h->hex; /* off the board: as into a hex like this one */
    FORBID("g1776.csg.i.c", g1776_village_closed(s, h->seat, to));
    FORBID("g1776.vi.b.decoy", h->decoys && g1776_units_at(s, to, g1776_enemy(h->seat)));
    FORBID("g1776.iii.b.escort", g1776_leaves_prize(s, h, to));
    FORBID("g1776.ii.b.portage:ground", h->boats && g1776_board.ground[to] != G1776_CLEAR);
    FORBID("g1776.ii.mp", !all_can_pay(s, h, from, &c, to));
    return g1776_scenario_bars(s, h, to);
}

static const char *why_not_step(const g1776_state *s, const g1776_hand *h, int direction, int way) {
    departure from = departure_of(s, h);
    return why_not_cross(s, h, &from, direction, way);
}

/* The entry goes on, with what it paid; those of it who pay double part from it. */
static void carry(g1776_state *s, const g1776_hand *h, g1776_piece p, int count, int cost, int to,
                  payer who) {
    int allowance = g1776_allowance(s, &p, h);
    if (mk_set_has(G1776_BATEAUX, p.type)) {
        p.spent++; /* hexes of the portage */
    } else {
        if (!p.origin) p.origin = g1776_began(&p);
        bool led = h->partisans_led && (!p.spent || p.led & 1);
        if (who == DOUBLED && g1776_southern_game(s)) p.led |= G1776_UNLED;
        p.led = (uint8_t)((p.led & (G1776_GREEN | G1776_UNLED)) | led);
        p.spent = (uint8_t)spend(p.spent, cost, allowance);
    }
    p.place = (uint16_t)to;
    p.flags &= (uint8_t)~G1776_INSIDE;
    p.count = (uint8_t)count;
    g1776_put(s, p);
}

static void carry_leader(g1776_state *s, const g1776_hand *h, const g1776_cost *c, int l, int to) {
    g1776_leader_at *at = &s->leader[l];
    int allowance = g1776_leader_allowance(s, l, h);
    int cost = cost_for(s, c, h, leader_as_payer(s, l), to);
    if (!at->origin) at->origin = (uint16_t)(at->place + 1);
    at->led = h->dragoons && (!at->spent || at->led);
    at->spent = (uint8_t)spend(at->spent, cost, allowance);
    g1776_move_leader(s, l, to);
    at->flags &= (uint8_t)~G1776_INSIDE;
}

static void take_step(g1776_state *s, const g1776_hand *h, int direction, int way) {
    g1776_cost c = g1776_step_cost(s, h->seat, h->hex, direction, way);
    int to = g1776_board.hexes.near[h->hex][direction];
    g1776_piece moved[G1776_MAX_LOTS];
    uint8_t doubled[G1776_MAX_LOTS];
    sort_doubled(s, h, doubled);
    int count = g1776_lift(s, h->hex, G1776_HAND, moved);
    for (int i = 0; i < count; i++) {
        int n = doubled[i], rest = moved[i].count - n;
        payer who = payer_of(moved[i].type);
        if (n) carry(s, h, moved[i], n, cost_for(s, &c, h, DOUBLED, to), to, DOUBLED);
        if (rest) carry(s, h, moved[i], rest, cost_for(s, &c, h, who, to), to, who);
    }
    bool swamp = g1776_board.ground[to] == G1776_SWAMP;
    MK_SET_EACH(l, h->leaders) {
        carry_leader(s, h, &c, l, to);
        if (swamp && g1776_leader_named(l, G1776_MARION)) s->leader[l].swamp = 1;
    }
    if (way == G1776_BY_BOAT)
        g1776_fix_ferry(s, h->seat, g1776_board.hexes.side_of[h->hex][direction]);
}

/* The group a step further, if it may go there, and nothing else: for those who look ahead. */
bool g1776_try_step(g1776_state *s, int hex, int seat, int direction, int way) {
    g1776_hand h = g1776_hand_at(s, hex, seat);
    if (why_not_step(s, &h, direction, way)) return false;
    take_step(s, &h, direction, way);
    return true;
}

/* I of the scenarios: who leaves the area of play is out of the game. */
static void leave(g1776_state *s, const g1776_hand *h, int direction, mk_log *log) {
    int to = g1776_board.hexes.near[h->hex][direction], br = 0;
    g1776_piece lifted[G1776_MAX_LOTS];
    int counters = g1776_counters_in_hand(s, h);
    int count = g1776_lift(s, h->hex, G1776_HAND, lifted);
    for (int i = 0; i < count; i++) br += lifted[i].type == G1776_BR ? lifted[i].count : 0;
    mk_log_event(log, G1776_E_LEAVES_AREA, h->seat, MK_EVERYONE, 0, (int16_t)counters,
                 (int16_t)h->hex);
    MK_SET_EACH(l, h->leaders) g1776_put_leader(s, l, (g1776_leader_at){.place = G1776_GONE});
    s->hand = 0;
    g1776_note_leaving(s, h->leaders, br, h->hex, to);
    mk_pop(&s->base);
    g1776_tidy(s, h->hex, log);
}

/* ---- The end of a group ---- */

void g1776_halt(g1776_state *s, int hex, int inside) {
    g1776_piece lifted[G1776_MAX_LOTS];
    int count = g1776_lift(s, hex, G1776_HAND, lifted);
    for (int i = 0; i < count; i++) {
        g1776_piece p = lifted[i];
        g1776_end_portage(&p.flags);
        p.flags = (uint8_t)((p.flags & ~G1776_HAND) | G1776_DONE);
        if (inside == G1776_GO_INSIDE) p.flags |= G1776_INSIDE;
        if (inside == G1776_GO_OUTSIDE) p.flags &= (uint8_t)~G1776_INSIDE;
        g1776_put(s, p);
    }
    MK_SET_EACH(l, s->hand) {
        uint8_t *flags = &s->leader[l].flags;
        g1776_end_portage(flags);
        *flags |= G1776_DONE;
        if (inside == G1776_GO_INSIDE) *flags |= G1776_INSIDE;
        if (inside == G1776_GO_OUTSIDE) *flags &= (uint8_t)~G1776_INSIDE;
    }
    s->hand = 0;
}

static bool nobody_in_hand(const g1776_state *s, int hex) {
    if (s->hand) return false;
    G1776_EACH_AT(p, s, hex) {
        if (p->flags & G1776_HAND) return false;
    }
    return true;
}

static bool empty_handed(const g1776_hand *h) { return !h->pieces && !h->leaders; }

/* ---- The decision ---- */

static g1776_hand hand(const g1776_state *s) {
    const mk_frame *top = mk_top_const(&s->base);
    return g1776_hand_at(s, top->a, top->seat);
}

static const char *why_not_add(const g1776_state *s, int hex, int seat, mk_action x) {
    int i = g1776_find_lot(s, hex, x.a, x.c, 0);
    FORBID("g1776.ii.own", i < 0);
    const char *why = why_not_lot(s, &s->piece[i], seat);
    if (why) return why;
    FORBID("g1776.ii.own", x.b < 1 || x.b > s->piece[i].count);
    return NULL;
}

/* CSG-5: whose leader goes on without them have paid double for all of their way. */
static bool cannot_stay(const g1776_state *s, const g1776_piece *p, const g1776_hand *h) {
    return g1776_southern_game(s) && g1776_is(p->type, G1776_IS_REGULAR) &&
           !(p->led & G1776_UNLED) && 2 * p->spent > g1776_allowance(s, p, h);
}

static const char *why_not_drop(const g1776_state *s, int hex, mk_action x) {
    int i = g1776_find_lot(s, hex, x.a, x.c, G1776_HAND);
    FORBID("g1776.ii.own", i < 0 || x.b < 1 || x.b > s->piece[i].count);
    if (!g1776_southern_game(s)) return NULL;
    g1776_hand h = g1776_hand_at(s, hex, mk_top_const(&s->base)->seat);
    FORBID("g1776.csg5.led", cannot_stay(s, &s->piece[i], &h));
    return NULL;
}

/* CSG-5: a leader stays with those whom he has led so far. */
static const char *why_not_part(const g1776_state *s, int hex, int leader) {
    if (!g1776_southern_game(s)) return NULL;
    mk_set128 others = s->hand;
    mk_set_remove(&others, leader);
    companies c = companies_of(s, others);
    G1776_EACH_AT(p, s, hex) {
        bool led = p->flags & G1776_HAND && g1776_is(p->type, G1776_IS_REGULAR) &&
                   !(p->led & G1776_UNLED) && p->spent;
        FORBID("g1776.csg5.led", unled_of(s, &c, p) && led);
    }
    return NULL;
}

/* III.D: not into a fort that enemies outside besiege, but for who began the phase beside it. */
static const char *why_not_enter(const g1776_state *s, const g1776_hand *h) {
    FORBID("g1776.iii.d.enter", g1776_fort_of(s, h->hex) != h->seat);
    if (!g1776_open(s, g1776_enemy(h->seat), h->hex)) return NULL;
    G1776_EACH_AT(p, s, h->hex) { FORBID("g1776.iii.d.enter", p->flags & G1776_HAND && p->origin); }
    MK_SET_EACH(l, h->leaders) FORBID("g1776.iii.d.enter", s->leader[l].origin);
    return NULL;
}

static bool can_step(const g1776_state *s, const g1776_hand *h) {
    departure from = departure_of(s, h);
    for (int d = 0; d < MK_DIRECTIONS && !from.stays; d++) {
        if (!why_not_cross(s, h, &from, d, G1776_ON_FOOT) ||
            !why_not_cross(s, h, &from, d, G1776_BY_BOAT))
            return true;
    }
    return false;
}

/* V.A: they need not stay together: somebody can be left to go elsewhere, or they go on. */
static bool can_part(const g1776_state *s, const mk_frame *top, const g1776_hand *h) {
    if (top->c) return false;
    return top->b == STEPPED || can_step(s, h);
}

/* Could the leader go to another hex, alone? */
bool g1776_leader_can_go(const g1776_state *s, int leader) {
    int hex = s->leader[leader].place, seat = g1776.leader[leader].seat;
    if (why_not_leader(s, leader, hex, seat)) return false;
    g1776_hand h = {.hex = hex, .seat = seat, .leaders = MK_BIT128(leader)};
    h.marion = g1776_leader_named(leader, G1776_MARION);
    return can_step(s, &h);
}

static const char *why_not_act(const g1776_state *s, const mk_frame *top, const g1776_hand *h,
                               mk_action x);

const char *g1776_group_why_not(const void *state, mk_action x) {
    const g1776_state *s = state;
    const mk_frame *top = mk_top_const(&s->base);
    int hex = top->a, seat = top->seat;
    switch (x.verb) {
    case G1776_V_ADD: FORBID("g1776.ii.stop", top->c); return why_not_add(s, hex, seat, x);
    case G1776_V_JOIN: FORBID("g1776.ii.stop", top->c); return why_not_leader(s, x.a, hex, seat);
    case G1776_V_DROP:
        FORBID("g1776.ii.drop", top->b != STEPPED || top->c);
        return why_not_drop(s, hex, x);
    case G1776_V_PART:
        FORBID("g1776.ii.drop", top->b != STEPPED || top->c || !mk_set_has(s->hand, x.a));
        return why_not_part(s, hex, x.a);
    default: break;
    }
    g1776_hand h = hand(s);
    return why_not_act(s, top, &h, x);
}

/* Of those who are in hand. */
static const char *why_not_act(const g1776_state *s, const mk_frame *top, const g1776_hand *h,
                               mk_action x) {
    int hex = top->a;
    FORBID("g1776.ii.group", empty_handed(h));
    switch (x.verb) {
    case G1776_V_STEP:
    case G1776_V_FERRY:
        FORBID("g1776.ii.stop", top->c);
        return why_not_step(s, h, x.a, x.verb == G1776_V_FERRY ? G1776_BY_BOAT : G1776_ON_FOOT);
    case G1776_V_LEAVE:
        FORBID("g1776.ii.stop", top->c);
        return why_not_step(s, h, x.a, G1776_LEAVING);
    case G1776_V_HAUL: FORBID("g1776.ii.stop", top->c); return g1776_why_not_haul(s, h, x.a);
    case G1776_V_FLOAT: return g1776_why_not_refloat(s, h, x.a);
    case G1776_V_ELIMINATE: return g1776_why_not_eliminate(s, h);
    case G1776_V_ENTER:
        FORBID("g1776.v.a.sumter", g1776_reunites(s, h->leaders, hex) && can_part(s, top, h));
        return why_not_enter(s, h);
    case G1776_V_EXIT: FORBID("g1776.iii.d.besieged", !in_besieged_fort(s, h)); return NULL;
    default: /* halt: movement is voluntary */
        FORBID("g1776.v.a.sumter", g1776_reunites(s, h->leaders, hex) && can_part(s, top, h));
        return NULL;
    }
}

static void list_lots(const g1776_state *s, int hex, int seat, int verb, mk_actions *out) {
    int in_hand = verb == G1776_V_DROP ? G1776_HAND : 0, lot = 0, type = -1;
    G1776_EACH_AT(p, s, hex) {
        if ((p->flags & G1776_HAND) != in_hand) continue;
        lot = p->type == type ? lot + 1 : 0;
        type = p->type;
        if (!in_hand && why_not_lot(s, p, seat)) continue;
        mk_action drop = {.verb = (uint16_t)verb, .a = p->type, .b = 1, .c = (int16_t)lot};
        if (in_hand && why_not_drop(s, hex, drop)) continue;
        for (int n = 1; n <= p->count; n++) mk_offer(out, verb, p->type, n, lot);
    }
}

static void list_steps(const g1776_state *s, const g1776_hand *h, mk_actions *out) {
    departure from = departure_of(s, h);
    bool ferries = g1776_has_ferries(s, h->seat), border = g1776_at_border(s, h->hex);
    for (int d = 0; d < MK_DIRECTIONS && !from.stays; d++) {
        if (!why_not_cross(s, h, &from, d, G1776_ON_FOOT)) mk_offer(out, G1776_V_STEP, d, 0, 0);
        if (ferries && !why_not_cross(s, h, &from, d, G1776_BY_BOAT))
            mk_offer(out, G1776_V_FERRY, d, 0, 0);
        if (border && !why_not_cross(s, h, &from, d, G1776_LEAVING))
            mk_offer(out, G1776_V_LEAVE, d, 0, 0);
    }
}

void g1776_group_list(const void *state, mk_actions *out) {
    const g1776_state *s = state;
    const mk_frame *top = mk_top_const(&s->base);
    int hex = top->a, seat = top->seat;
    g1776_hand h = hand(s);
    if (!top->c) {
        if (top->b == STEPPED) {
            list_lots(s, hex, seat, G1776_V_DROP, out);
            MK_SET_EACH(l, s->hand) {
                if (!why_not_part(s, hex, l)) mk_offer(out, G1776_V_PART, l, 0, 0);
            }
        }
        list_lots(s, hex, seat, G1776_V_ADD, out);
        MK_SET_EACH(l, g1776_leaders_at(s, hex, seat)) {
            if (!why_not_leader(s, l, hex, seat)) mk_offer(out, G1776_V_JOIN, l, 0, 0);
        }
    }
    if (empty_handed(&h)) return;
    if (!top->c) list_steps(s, &h, out);
    g1776_list_portage(s, &h, top->c, out);
    for (int verb = G1776_V_ELIMINATE; verb <= G1776_V_EXIT; verb++) {
        if (!why_not_act(s, top, &h, (mk_action){.verb = (uint16_t)verb}))
            mk_offer(out, verb, 0, 0, 0);
    }
}

/* Into the hand, or out of it. */
void g1776_turn_lot(g1776_state *s, int hex, mk_action x, int from) {
    g1776_piece p = g1776_take_at(s, g1776_find_lot(s, hex, x.a, x.c, from), x.b);
    p.flags ^= G1776_HAND;
    bool left = from && g1776_southern_game(s) && g1776_is(p.type, G1776_IS_REGULAR) &&
                !(p.led & G1776_UNLED) && p.spent;
    if (left) {
        p.spent = (uint8_t)(2 * p.spent);
        p.led |= G1776_UNLED;
    }
    if (from) g1776_end_portage(&p.flags);
    g1776_put(s, p);
}

static void stop_group(g1776_state *s, int inside, mk_log *log) {
    int hex = mk_top(&s->base)->a;
    g1776_halt(s, hex, inside);
    mk_pop(&s->base);
    g1776_tidy(s, hex, log);
}

/* The group has come to a hex: captures, then enemies who stop it. */
static void arrive(g1776_state *s, int from, int direction, mk_log *log) {
    mk_frame *top = mk_top(&s->base);
    int to = g1776_board.hexes.near[from][direction], seat = top->seat;
    top->a = (int16_t)to;
    top->b = STEPPED;
    s->came[to] |= (uint8_t)(1 << (direction + 3) % MK_DIRECTIONS);
    top->c = RULE("g1776.ii.stop", g1776_open(s, g1776_enemy(seat), to));
    g1776_open_village(s, seat, from, to, log);
    g1776_note_entry(s, seat, from, to, log);
    g1776_tidy(s, from, log);
    g1776_tidy(s, to, log);
    if (nobody_in_hand(s, to)) {
        mk_pop(&s->base); /* they were captured */
    } else if (top->c) {
        g1776_hand h = g1776_hand_at(s, to, seat);
        if (g1776_why_not_eliminate(s, &h)) stop_group(s, G1776_AS_IT_WAS, log);
    }
}

/* One more comes along. */
static void take_along(g1776_state *s, mk_action x) {
    mk_frame *top = mk_top(&s->base);
    if (x.verb == G1776_V_ADD)
        g1776_turn_lot(s, top->a, x, 0);
    else
        mk_set_add(&s->hand, x.a);
    if (top->b == STEPPED) top->b = ADDING;
}

static void act(g1776_state *s, mk_action x, mk_log *log) {
    mk_frame *top = mk_top(&s->base);
    int hex = top->a;
    g1776_hand h = hand(s);
    switch (x.verb) {
    case G1776_V_DROP: g1776_turn_lot(s, hex, x, G1776_HAND); break;
    case G1776_V_PART:
        mk_set_remove(&s->hand, x.a);
        g1776_end_portage(&s->leader[x.a].flags);
        break;
    case G1776_V_HAUL: g1776_haul(s, &h, x.a); return;
    case G1776_V_FLOAT: g1776_refloat(s, &h, x.a); break;
    case G1776_V_STEP:
    case G1776_V_FERRY:
        g1776_log_step(s, &h, x.a, log);
        take_step(s, &h, x.a, x.verb == G1776_V_FERRY ? G1776_BY_BOAT : G1776_ON_FOOT);
        arrive(s, hex, x.a, log);
        return;
    case G1776_V_LEAVE: leave(s, &h, x.a, log); return;
    case G1776_V_ELIMINATE: g1776_eliminate(s, &h, log); return;
    case G1776_V_ENTER: stop_group(s, G1776_GO_INSIDE, log); return;
    case G1776_V_EXIT: stop_group(s, G1776_GO_OUTSIDE, log); return;
    default: stop_group(s, G1776_AS_IT_WAS, log); return;
    }
    if (nobody_in_hand(s, hex)) mk_pop(&s->base);
}

void g1776_group_apply(void *state, mk_action x, mk_log *log) {
    if (x.verb == G1776_V_ADD || x.verb == G1776_V_JOIN)
        take_along(state, x);
    else
        act(state, x, log);
    g1776_instant(state, log);
}

/* ---- Opening one ---- */

static void add_hexes(const g1776_state *s, int seat, g1776_hexes *hexes) {
    int last = MK_NOWHERE;
    G1776_EACH_PIECE(p, s) {
        if (!g1776_is_hex(p->place)) break; /* hexes come first */
        if (p->place == last || why_not_lot(s, p, seat)) continue;
        last = p->place;
        mk_set_add(hexes, last);
    }
    MK_SET_EACH(l, s->in_play & g1776.leaders_of[seat]) {
        int hex = s->leader[l].place;
        if (g1776_is_hex(hex) && !why_not_leader(s, l, hex, seat)) mk_set_add(hexes, hex);
    }
}

void g1776_list_groups(const g1776_state *s, int seat, mk_actions *out) {
    g1776_hexes hexes = {{0}};
    add_hexes(s, seat, &hexes);
    MK_SET_EACH(hex, &hexes) mk_offer(out, G1776_V_GROUP, hex, 0, 0);
}

/* Nobody there may move: the scenario holds them, or they have moved. */
const char *g1776_why_not_group(const g1776_state *s, int seat, int hex) {
    static const char held[] = "g1776.scenario.fixed";
    bool fixed = false;
    G1776_EACH_AT(p, s, hex) {
        const char *why = why_not_lot(s, p, seat);
        if (!why) return NULL;
        fixed |= strcmp(why, held) == 0;
    }
    MK_SET_EACH(l, g1776_leaders_at(s, hex, seat)) {
        const char *why = why_not_leader(s, l, hex, seat);
        if (!why) return NULL;
        fixed |= strcmp(why, held) == 0;
    }
    return fixed ? held : "g1776.ii.once";
}
