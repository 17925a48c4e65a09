/* supply.c - supply lines (6.1 to 6.6), for all hexes of the map at once or for one.
 *
 * A line runs from a unit over at most two friendly civilized hexes to a road or water, along it
 * through hexes that are passable, and ends at a supply hex or where ships land. All of these are
 * sets of hexes, made of the sets of the state and of the index.
 */
#include <string.h>

#include "eoe.h"

static const eoe_map *const b = &eoe_board;
static const eoe_index_data *const x = &eoe_index;

enum { LINE_SPACES = EOE_MAX_HEXES + EOE_MAX_WATERS };
typedef MK_SET(LINE_SPACES) line_set;

/* What lines of a seat and nation are made of. */
typedef struct {
    const eoe_state *s;
    int seat, enemy;
    unsigned group;
    const eoe_hexes *foes; /* in the open; of a reaction without the force that enters */
    const eoe_hexes *welcome;
    eoe_hexes guns, passable, civil; /* guns: of the enemy; passable: on roads and waters */
} network;

/* ---- Whose lines --------------------------------------------------------- */

static unsigned sources_of(const eoe_state *s, int seat, unsigned group) {
    bool revolution = eoe_war_of(s) == EOE_REVOLUTION;
    if (seat == EOE_BRITISH)
        return revolution ? EOE_SUPPLY_BR | EOE_SUPPLY_FR : EOE_SUPPLY_US | EOE_SUPPLY_BR;
    if (group == EOE_G_SPANISH) return EOE_SUPPLY_SP;
    return revolution ? EOE_SUPPLY_US : EOE_SUPPLY_FR;
}

/* eoe.6.2: supply hexes that serve: of one's own or neutral land, or held. */
static void find_sources(const network *n, eoe_hexes *out) {
    const eoe_state *s = n->s;
    const eoe_hexes *in_play = &eoe_rules(s)->in_play;
    const eoe_hexes *open = &s->open[n->seat], *inside = &s->inside[n->seat];
    const eoe_hexes *shut = &s->inside[n->enemy];
    unsigned mask = sources_of(s, n->seat, n->group);
    memset(out, 0, sizeof *out);
    for (int kind = 0; kind < EOE_SUPPLIES; kind++) {
        if (!(mask >> kind & 1)) continue;
        eoe_hexes places = x->source[kind];
        bool lost = s->vermont_flag && 1u << kind == EOE_SUPPLY_US; /* 12.4 */
        if (lost) mk_set_remove(&places, eoe.hex[EOE_H_BENNINGTON]);
        mk_set_or(out, &places);
    }
    for (int w = 0; w < EOE_HEX_WORDS; w++) {
        uint64_t held = inside->word[w] | (open->word[w] & ~shut->word[w]);
        uint64_t empty = ~(open->word[w] | n->foes->word[w] | shut->word[w]);
        held |= empty & x->civilized.word[w] & n->welcome->word[w];
        out->word[w] &= held & in_play->word[w];
    }
}

/* ---- Guns on the rivers (6.3, 6.6) --------------------------------------- */

static void find_guns(const eoe_state *s, int seat, eoe_hexes *out) {
    const eoe_cast *c = eoe_cast_of(s);
    memset(out, 0, sizeof *out);
    for (int i = 0; i < c->gun_count; i++) {
        const eoe_piece *p = &s->piece[c->guns[i]];
        if (p->seat == seat && eoe_on_map(p->at)) mk_set_add(out, p->at / 2);
    }
}

/* Fleets of the enemy that block a sea area (6.3): one of the fall blocks it all winter; else one
 * that is there. */
static unsigned blocking(const eoe_state *s, int seat, int sea) {
    unsigned fleets = 0;
    for (int fleet = 0; fleet < EOE_FLEETS; fleet++) {
        if (eoe_fleet_seat(fleet) == seat) continue;
        int at = eoe_winter(s) ? s->fleet[fleet].marker : s->fleet[fleet].sea;
        if (at == sea) fleets |= 1u << fleet;
    }
    return fleets;
}

/* Coasts that supply reaches over the sea. */
static void find_coasts(const eoe_state *s, int seat, eoe_hexes *out) {
    memset(out, 0, sizeof *out);
    for (int sea = 0; sea < b->sea_count; sea++) {
        unsigned fleets = blocking(s, seat, sea);
        bool spain = fleets == 1u << EOE_SPANISH_FLEET && sea == x->south_atlantic;
        if (!fleets)
            mk_set_or(out, &x->off[sea]);
        else if (RULE("eoe.6.3:spanish", spain && seat == EOE_BRITISH))
            mk_set_or(out, &x->far);
    }
}

/* Navigable hexes that ships reach from these mouths, past no guns. The mouth itself is passed. */
void eoe_sail_up(const eoe_hexes *in_play, const eoe_hexes *mouths, const eoe_hexes *guns,
                 eoe_hexes *out) {
    uint16_t queue[EOE_MAX_HEXES];
    int head = 0, tail = 0;
    *out = *mouths;
    MK_SET_EACH(hex, mouths) queue[tail++] = (uint16_t)hex;
    while (head < tail) {
        int hex = queue[head++];
        for (unsigned ways = x->river[hex]; ways; ways &= ways - 1) {
            int to = eoe_near(hex, __builtin_ctz(ways));
            if (mk_set_has(out, to) || !mk_set_has(in_play, to)) continue;
            if (RULE("eoe.6.3:guns", mk_set_has(guns, to))) continue;
            mk_set_add(out, to);
            queue[tail++] = (uint16_t)to;
        }
    }
}

static void find_navigable(const network *n, const eoe_hexes *coasts, eoe_hexes *out) {
    const eoe_cast *c = eoe_cast_of(n->s);
    const eoe_hexes *in_play = &eoe_rules(n->s)->in_play;
    eoe_hexes mouths = x->mouths;
    mk_set_and(&mouths, in_play);
    bool all = !coasts || mk_set_within(&mouths, coasts);
    if (all && !mk_set_meet(&n->guns, &c->navigable)) {
        *out = c->navigable;
        return;
    }
    if (coasts) mk_set_and(&mouths, coasts);
    eoe_sail_up(in_play, &mouths, &n->guns, out);
}

/* 6.1, 6.6: the hexes that a line may run through, and those friendly ones beside it. */
static void find_passable(network *n) {
    const eoe_state *s = n->s;
    const eoe_hexes *in_play = &eoe_rules(s)->in_play;
    const eoe_hexes *open = &s->open[n->seat], *inside = &s->inside[n->seat];
    const eoe_hexes *shut = &s->inside[n->enemy];
    static const eoe_hexes nowhere;
    const eoe_hexes *land = RULE("eoe.6.6", true) ? n->welcome : &nowhere;
    eoe_hexes ways = {{0}}; /* of British ships */
    if (n->seat == EOE_BRITISH) {
        find_navigable(n, NULL, &ways);
        for (int w = 0; w < EOE_HEX_WORDS; w++) ways.word[w] |= x->lakes.word[w] & ~n->guns.word[w];
    }
    for (int w = 0; w < EOE_HEX_WORDS; w++) {
        uint64_t friends = land->word[w] | open->word[w] | inside->word[w];
        uint64_t barred = n->foes->word[w] | (shut->word[w] & ~open->word[w]);
        uint64_t free = in_play->word[w] & ~barred;
        n->passable.word[w] = free & x->lined.word[w] & (friends | ways.word[w]);
        n->civil.word[w] = free & x->civilized.word[w] & friends;
    }
}

static void begin(network *n, const eoe_state *s, int seat, unsigned group, const eoe_hexes *foes) {
    n->s = s;
    n->seat = seat;
    n->enemy = eoe_enemy(seat);
    n->group = group;
    n->foes = foes;
    n->welcome = &x->welcome[eoe_war_of(s) != EOE_REVOLUTION][seat];
    find_guns(s, n->enemy, &n->guns);
    find_passable(n);
}

/* ---- Where lines end ----------------------------------------------------- */

static void find_land_ends(const network *n, eoe_hexes *out) {
    bool broke = n->s->economy == EOE_FULL && n->group == EOE_G_AMERICAN; /* 15.7 */
    if (broke)
        memset(out, 0, sizeof *out);
    else
        find_sources(n, out);
}

/* 5.1, as eoe_controls has it. */
static bool holds(const network *n, int hex) {
    if (mk_set_has(&n->s->inside[n->seat], hex)) return true;
    if (mk_set_has(&n->s->inside[n->enemy], hex)) return false;
    if (mk_set_has(&n->s->open[n->seat], hex)) return true;
    return !mk_set_has(n->foes, hex) && eoe_friendly(n->s, n->seat, hex) > 0;
}

/* 6.3: who has overseas supply at all. */
static bool has_overseas(const network *n) {
    const eoe_state *s = n->s;
    if (n->seat == EOE_BRITISH) {
        bool halifax = eoe_rules(s)->sheets & 1;
        return !halifax || RULE("eoe.6.3:halifax", holds(n, eoe.hex[EOE_H_HALIFAX]));
    }
    bool american = eoe_war_of(s) == EOE_REVOLUTION && n->group == EOE_G_AMERICAN;
    return !american || RULE("eoe.6.3:american", s->french_entry != 0);
}

/* Ports and navigable river hexes where supply is landed. */
static void find_harbours(const network *n, const eoe_hexes *coasts, eoe_hexes *out) {
    const eoe_state *s = n->s;
    const eoe_hexes *in_play = &eoe_rules(s)->in_play;
    const eoe_hexes *open = &s->open[n->seat], *inside = &s->inside[n->seat];
    const eoe_hexes *shut = &s->inside[n->enemy];
    eoe_hexes reached;
    find_navigable(n, coasts, &reached);
    for (int w = 0; w < EOE_HEX_WORDS; w++) {
        uint64_t friends = n->welcome->word[w] | open->word[w] | inside->word[w];
        uint64_t barred = shut->word[w] | (n->foes->word[w] & ~inside->word[w]);
        uint64_t ships = n->seat == EOE_BRITISH ? reached.word[w] : reached.word[w] & friends;
        uint64_t ports = x->seaports.word[w] & coasts->word[w] & friends;
        out->word[w] = in_play->word[w] & ~barred & (ships | ports);
    }
}

/* ---- The flood ----------------------------------------------------------- */

typedef struct {
    line_set seen;
    uint16_t queue[LINE_SPACES];
    int head, tail;
} walk;

static void look_at(walk *k, int space) {
    if (mk_set_has(&k->seen, space)) return;
    mk_set_add(&k->seen, space);
    k->queue[k->tail++] = (uint16_t)space;
}

/* The road and the waters of a hex. */
static void look_along(walk *k, int hex) {
    if (eoe_is(hex, EOE_ON_ROAD)) look_at(k, hex);
    for (int w = b->first_water[hex]; w < b->first_water[hex + 1]; w++)
        look_at(k, eoe_water_space(w));
}

static void begin_walk(walk *k) {
    memset(&k->seen, 0, sizeof k->seen);
    k->head = k->tail = 0;
}

/* Civilized hexes beside those of `near` have supply now; `next` are the friendly ones of them. */
static void one_hex_on(const eoe_hexes *near, const eoe_hexes *civil, eoe_hexes *out,
                       eoe_hexes *next) {
    eoe_beside(near, next);
    mk_set_and(next, &x->civilized);
    mk_set_minus(next, out);
    mk_set_or(out, next);
    mk_set_and(next, civil);
}

/* The roads and waters of a set of hexes. */
static void find_spaces(const eoe_hexes *hexes, line_set *out) {
    memset(out, 0, sizeof *out);
    memcpy(out, hexes, sizeof *hexes);
    for (int w = 0; w < b->water_count; w++) {
        uint64_t in = mk_set_has(hexes, b->water[w].hex);
        int space = eoe_water_space(w);
        out->word[space >> 6] |= in << (space & 63);
    }
}

/* All that lines from some hexes come to; `rest` is what they have not come to yet. */
static int follow_lines(const eoe_hexes *from, line_set *rest, uint16_t queue[LINE_SPACES]) {
    int head = 0, tail = 0;
    MK_SET_EACH(hex, from) {
        if (eoe_is(hex, EOE_ON_ROAD)) queue[tail++] = (uint16_t)hex;
        for (int w = b->first_water[hex]; w < b->first_water[hex + 1]; w++)
            queue[tail++] = (uint16_t)eoe_water_space(w);
    }
    for (int i = 0; i < tail; i++) mk_set_remove(rest, queue[i]);
    while (head < tail) {
        int space = queue[head++];
        MK_EXIT_EACH(e, &b->lines, space) {
            if (!mk_set_has(rest, e->to)) continue;
            mk_set_remove(rest, e->to);
            queue[tail++] = e->to;
        }
    }
    return tail;
}

/* From the ends of lines back to all hexes that they serve. */
static void flood(const network *n, const eoe_hexes *ends, eoe_hexes *out) {
    line_set rest;
    uint16_t reached[LINE_SPACES];
    find_spaces(&n->passable, &rest);
    int count = follow_lines(ends, &rest, reached);
    *out = *ends;
    for (int i = 0; i < count; i++) mk_set_add(out, eoe_hex_of(reached[i]));
    eoe_hexes near = *out, next, last;
    mk_set_and(&near, &n->civil);
    one_hex_on(&near, &n->civil, out, &next); /* 6.2: up to two friendly civilized hexes */
    one_hex_on(&next, &n->civil, out, &last);
}

/* A flood depends on nothing but these three sets: the last few are kept, since players look at
 * the same position, or at one that does not change them, again and again. */
enum { KEPT = 6 };
typedef struct {
    eoe_hexes ends, passable, civil, out;
    bool full;
} kept_flood;

static void look_up(const network *n, const eoe_hexes *ends, eoe_hexes *out) {
    static _Thread_local kept_flood kept[KEPT];
    static _Thread_local int oldest;
    for (int i = 0; i < KEPT; i++) {
        const kept_flood *k = &kept[i];
        if (!k->full || !mk_set_equal(&k->ends, ends)) continue;
        if (!mk_set_equal(&k->passable, &n->passable) || !mk_set_equal(&k->civil, &n->civil))
            continue;
        *out = k->out;
        return;
    }
    kept_flood *k = &kept[oldest];
    oldest = (oldest + 1) % KEPT;
    *k = (kept_flood){*ends, n->passable, n->civil, {{0}}, true};
    flood(n, ends, &k->out);
    *out = k->out;
}

/* 5.1, 6.1: what is besieged feeds those inside, but no line runs out of its hex. */
static void serve(const network *n, const eoe_hexes *ends, eoe_hexes *out) {
    eoe_hexes free_ends = *ends;
    mk_set_minus(&free_ends, n->foes);
    look_up(n, &free_ends, out);
    mk_set_or(out, ends);
}

void eoe_trace(const eoe_state *s, int seat, unsigned group, eoe_supply *out) {
    network n;
    eoe_hexes ends, coasts;
    begin(&n, s, seat, group, &s->open[eoe_enemy(seat)]);
    find_land_ends(&n, &ends);
    serve(&n, &ends, &out->land);
    memset(&out->sea, 0, sizeof out->sea);
    if (!has_overseas(&n)) return;
    find_coasts(s, seat, &coasts);
    find_harbours(&n, &coasts, &ends);
    serve(&n, &ends, &out->sea);
    mk_set_and(&coasts, &x->beaches); /* a plain coast serves who stands there */
    mk_set_and(&coasts, &eoe_rules(s)->in_play);
    mk_set_or(&out->sea, &coasts);
}

/* Both kinds together: a line may end here or there. `coasts` serve who stands there. */
static void find_all_ends(const network *n, eoe_hexes *ends, eoe_hexes *coasts) {
    find_land_ends(n, ends);
    memset(coasts, 0, sizeof *coasts);
    if (!has_overseas(n)) return;
    eoe_hexes harbours;
    find_coasts(n->s, n->seat, coasts);
    find_harbours(n, coasts, &harbours);
    mk_set_or(ends, &harbours);
    mk_set_and(coasts, &x->beaches);
    mk_set_and(coasts, &eoe_rules(n->s)->in_play);
}

void eoe_find_supplied(const eoe_state *s, int seat, unsigned group, eoe_hexes *out) {
    network n;
    eoe_hexes ends, coasts;
    begin(&n, s, seat, group, &s->open[eoe_enemy(seat)]);
    find_all_ends(&n, &ends, &coasts);
    serve(&n, &ends, out);
    mk_set_or(out, &coasts);
}

/* ---- One hex ------------------------------------------------------------- */

/* Does a line from the road or water of one of these hexes end somewhere? */
static bool line_ends(const network *n, walk *k, const eoe_hexes *ends) {
    while (k->head < k->tail) {
        int space = k->queue[k->head++];
        if (mk_set_has(ends, eoe_hex_of(space))) return true;
        MK_EXIT_EACH(e, &b->lines, space) {
            if (mk_set_has(&n->passable, eoe_hex_of(e->to))) look_at(k, e->to);
        }
    }
    return false;
}

/* A friendly civilized hex on the way to a line: is it an end itself, or does its line reach one?
 */
static bool line_from(const network *n, walk *k, int hex, const eoe_hexes *ends) {
    if (mk_set_has(ends, hex)) return true;
    if (!mk_set_has(&n->passable, hex)) return false;
    look_along(k, hex);
    return line_ends(n, k, ends);
}

/* The same as the flood, from the other end: it is over as soon as a line is found. */
static bool reaches(const network *n, int hex, const eoe_hexes *ends) {
    walk k;
    begin_walk(&k);
    if (line_from(n, &k, hex, ends)) return true;
    if (!mk_set_has(&x->civilized, hex)) return false;
    eoe_hexes beside = {{0}};
    for (unsigned ways = x->walk[hex]; ways; ways &= ways - 1) {
        int to = eoe_near(hex, __builtin_ctz(ways));
        if (mk_set_has(&n->civil, to)) mk_set_add(&beside, to);
    }
    MK_SET_EACH(near, &beside) {
        if (line_from(n, &k, near, ends)) return true;
    }
    MK_SET_EACH(near, &beside) {
        for (unsigned ways = x->walk[near]; ways; ways &= ways - 1) {
            int to = eoe_near(near, __builtin_ctz(ways));
            if (mk_set_has(&n->civil, to) && line_from(n, &k, to, ends)) return true;
        }
    }
    return false;
}

/* Is a hex in supply, as if the enemies in it were not there yet? */
bool eoe_supplied_before(const eoe_state *s, int seat, unsigned group, int hex) {
    network n;
    eoe_hexes ends, coasts, foes = s->open[eoe_enemy(seat)];
    mk_set_remove(&foes, hex);
    begin(&n, s, seat, group, &foes);
    find_all_ends(&n, &ends, &coasts);
    return mk_set_has(&coasts, hex) || reaches(&n, hex, &ends);
}

/* ---- Units --------------------------------------------------------------- */

/* 6.5 */
bool eoe_exempt(int piece) {
    int type = eoe.piece[piece].type;
    bool lives_off_land = type == EOE_MILITIA || type == EOE_RANGER || type == EOE_INDIAN;
    bool garrison = piece == eoe.named[EOE_P_NATZ] || piece == eoe.named[EOE_P_FTGAGE];
    return RULE("eoe.6.5", lives_off_land || garrison);
}

/* A force shut in a town has no line by land but from its own source. */
static bool shut_in(const eoe_state *s, int seat, int hex, bool inside) {
    return inside && mk_set_has(&s->open[eoe_enemy(seat)], hex);
}

static bool land(const eoe_state *s, int seat, unsigned group, int hex, bool inside,
                 const eoe_supply *supply) {
    if (!mk_set_has(&supply->land, hex)) return false;
    if (!shut_in(s, seat, hex, inside)) return true;
    network n;
    eoe_hexes sources;
    begin(&n, s, seat, group, &s->open[eoe_enemy(seat)]);
    find_sources(&n, &sources);
    return mk_set_has(&sources, hex);
}

static bool sea(const eoe_state *s, int seat, int hex, bool inside, const eoe_supply *supply) {
    if (!mk_set_has(&supply->sea, hex)) return false;
    return !shut_in(s, seat, hex, inside) || eoe_is(hex, EOE_PORT);
}

bool eoe_land_supply(const eoe_state *s, int seat, unsigned group, int hex, bool inside) {
    eoe_supply supply;
    eoe_trace(s, seat, group, &supply);
    return land(s, seat, group, hex, inside, &supply);
}

bool eoe_sea_supply(const eoe_state *s, int seat, unsigned group, int hex, bool inside) {
    eoe_supply supply;
    eoe_trace(s, seat, group, &supply);
    return sea(s, seat, hex, inside, &supply);
}

/* 6.3, 15.7: after a full collapse Americans live only from what the French bring. */
static bool with_french(const eoe_state *s, int space) {
    EOE_EACH_AT(p, s, space) {
        if (eoe_is_unit(p) && eoe_group_of(p) == EOE_G_FRENCH) return true;
    }
    return false;
}

/* `supply` is that of the unit's seat and nation. */
bool eoe_in_supply(const eoe_state *s, int piece, const eoe_supply *supply) {
    const eoe_piece *p = &s->piece[piece];
    unsigned group = eoe_group_of(piece);
    int hex = p->at / 2;
    bool inside = p->at & 1;
    if (eoe_exempt(piece)) return true;
    if (land(s, p->seat, group, hex, inside, supply)) return true;
    bool broke = s->economy == EOE_FULL && group == EOE_G_AMERICAN;
    if (RULE("eoe.15.7:supply", broke && !with_french(s, p->at))) return false;
    return sea(s, p->seat, hex, inside, supply);
}
