/* supply.c - supply lines (6.1 to 6.6), for all hexes of the map at once. */
#include <string.h>

#include "eoe.h"

static const eoe_map *const b = &eoe_board;

enum { LINE_SPACES = EOE_MAX_HEXES + EOE_MAX_WATERS };
typedef MK_SET(LINE_SPACES) line_set;

/* ---- Whose lines --------------------------------------------------------- */

static unsigned sources_of(const eoe_state *s, int seat, unsigned group) {
    bool revolution = eoe_war_of(s) == EOE_REVOLUTION;
    if (seat == EOE_BRITISH)
        return revolution ? EOE_SUPPLY_BR | EOE_SUPPLY_FR : EOE_SUPPLY_US | EOE_SUPPLY_BR;
    if (group == EOE_G_SPANISH) return EOE_SUPPLY_SP;
    return revolution ? EOE_SUPPLY_US : EOE_SUPPLY_FR;
}

/* eoe.6.2: a supply hex that serves: of one's own or neutral land, or held. */
static bool serves(const eoe_state *s, int seat, unsigned mask, int hex) {
    if (b->place_at[hex] == EOE_NONE || !eoe_in_play(s, hex)) return false;
    unsigned supply = b->place[b->place_at[hex]].supply;
    if (s->vermont_flag && hex == eoe.hex[EOE_H_BENNINGTON]) /* 12.4 */
        supply &= (unsigned)~EOE_SUPPLY_US;
    if (!(supply & mask)) return false;
    int enemy = eoe_enemy(seat);
    if (mk_set_has(&s->inside[seat], hex)) return true;
    if (mk_set_has(&s->open[seat], hex)) return !mk_set_has(&s->inside[enemy], hex);
    if (eoe_occupies(s, enemy, hex)) return false;
    return b->ground[hex] == EOE_CIVILIZED && eoe_friendly(s, seat, hex) >= 0;
}

/* ---- Guns on the rivers (6.3, 6.6) --------------------------------------- */

static bool guns_at(const eoe_state *s, int seat, int hex) {
    for (int space = 2 * hex; space <= 2 * hex + 1; space++) {
        EOE_EACH_AT(p, s, space) {
            if (s->piece[p].seat == seat && eoe_has_mark(p, EOE_M_ARTILLERY)) return true;
        }
    }
    return false;
}

/* 6.3: an enemy fleet of the fall blocks a sea area all winter; else one that is there. */
static bool sea_blocked(const eoe_state *s, int seat, int sea, int hex) {
    for (int fleet = 0; fleet < EOE_FLEETS; fleet++) {
        if (eoe_fleet_seat(fleet) == seat) continue;
        int at = eoe_winter(s) ? s->fleet[fleet].marker : s->fleet[fleet].sea;
        if (at != sea) continue;
        int s34 = b->hexes.names.sheet[0].line + 34 - b->hexes.names.sheet[0].from;
        bool far = fleet == EOE_SPANISH_FLEET && strcmp(b->seas[sea].id, "sa") == 0 &&
                   mk_hex_line_of(&b->hexes, hex) > s34;
        if (RULE("eoe.6.3:spanish", far && seat == EOE_BRITISH)) continue;
        return true;
    }
    return false;
}

static bool coast_open(const eoe_state *s, int seat, int hex) {
    if (b->sea[hex] == EOE_NONE) return false;
    if (!sea_blocked(s, seat, b->sea[hex], hex)) return true;
    return b->second_sea[hex] != EOE_NONE && !sea_blocked(s, seat, b->second_sea[hex], hex);
}

/* Navigable hexes that ships of a seat reach from an open coast, past no enemy guns. The mouth
 * itself is passed. */
static void find_navigable(const eoe_state *s, int seat, bool blockade, eoe_hexes *out) {
    uint16_t queue[EOE_MAX_HEXES];
    int head = 0, tail = 0;
    memset(out, 0, sizeof *out);
    for (int hex = 0; hex < b->hexes.hex_count; hex++) {
        if (!eoe_is(hex, EOE_NAVIGABLE) || !eoe_is(hex, EOE_COASTAL) || !eoe_in_play(s, hex))
            continue;
        if (blockade && !coast_open(s, seat, hex)) continue;
        mk_set_add(out, hex);
        queue[tail++] = (uint16_t)hex;
    }
    while (head < tail) {
        int hex = queue[head++];
        for (int d = 0; d < MK_DIRECTIONS; d++) {
            int to = eoe_near(hex, d);
            if (to == MK_NOWHERE || mk_set_has(out, to) || !eoe_in_play(s, to)) continue;
            if (!(b->hexes.side_bits[b->hexes.side_of[hex][d]] & EOE_NAVIGABLE_SIDE)) continue;
            if (RULE("eoe.6.3:guns", guns_at(s, eoe_enemy(seat), to))) continue;
            mk_set_add(out, to);
            queue[tail++] = (uint16_t)to;
        }
    }
}

static bool has_lake(int hex) {
    for (int w = b->first_water[hex]; w < b->first_water[hex + 1]; w++)
        if (b->water[w].lake) return true;
    return false;
}

/* 6.1, 6.6: may a line run through a hex? */
static bool passable(const eoe_state *s, int seat, int hex, const eoe_hexes *navigable) {
    int enemy = eoe_enemy(seat);
    if (!eoe_in_play(s, hex)) return false;
    if (mk_set_has(&s->open[enemy], hex)) return false;
    if (mk_set_has(&s->inside[enemy], hex) && !mk_set_has(&s->open[seat], hex)) return false;
    if (RULE("eoe.6.6", eoe_friendly(s, seat, hex) >= 0)) return true;
    if (eoe_occupies(s, seat, hex)) return true;
    if (seat != EOE_BRITISH) return false;
    return mk_set_has(navigable, hex) || (has_lake(hex) && !guns_at(s, enemy, hex));
}

/* ---- The flood ----------------------------------------------------------- */

static void add_lines(line_set *set, int hex) {
    if (eoe_is(hex, EOE_ON_ROAD)) mk_set_add(set, hex);
    for (int w = b->first_water[hex]; w < b->first_water[hex + 1]; w++)
        mk_set_add(set, eoe_water_space(w));
}

/* From the ends of lines back to all hexes that they serve. */
static void serve(const eoe_hexes *ends, const line_set *open, const eoe_hexes *civil,
                  eoe_hexes *out) {
    line_set lines = {{0}};
    eoe_hexes near = {{0}};
    MK_SET_EACH(hex, ends) add_lines(&lines, hex);
    mk_flood(&b->lines, lines.word, -1, &(mk_passable){.open = open->word});
    *out = *ends;
    MK_SET_EACH(space, &lines) {
        int hex = eoe_hex_of(space);
        mk_set_add(out, hex);
        if (mk_set_has(civil, hex)) mk_set_add(&near, hex);
    }
    MK_SET_EACH(hex, ends) {
        if (mk_set_has(civil, hex)) mk_set_add(&near, hex);
    }
    for (int step = 0; step < 2; step++) { /* 6.2: up to two friendly civilized hexes */
        eoe_hexes next = {{0}};
        MK_SET_EACH(hex, &near) {
            for (int d = 0; d < MK_DIRECTIONS; d++) {
                int to = eoe_near(hex, d);
                if (to == MK_NOWHERE || b->ground[to] != EOE_CIVILIZED) continue;
                if (b->hexes.side_bits[b->hexes.side_of[hex][d]] & EOE_SEA_SIDE) continue;
                if (mk_set_has(out, to)) continue;
                mk_set_add(out, to);
                if (mk_set_has(civil, to)) mk_set_add(&next, to);
            }
        }
        near = next;
    }
}

/* 6.3: who has overseas supply at all. */
static bool has_overseas(const eoe_state *s, int seat, unsigned group) {
    if (seat == EOE_BRITISH) {
        bool halifax = eoe_rules(s)->sheets & 1;
        return !halifax || RULE("eoe.6.3:halifax", eoe_controls(s, seat, eoe.hex[EOE_H_HALIFAX]));
    }
    bool american = eoe_war_of(s) == EOE_REVOLUTION && group == EOE_G_AMERICAN;
    return !american || RULE("eoe.6.3:american", s->french_entry != 0);
}

/* A port or navigable river hex where supply is landed. */
static bool harbour(const eoe_state *s, int seat, int hex, const eoe_hexes *navigable) {
    int enemy = eoe_enemy(seat);
    if (mk_set_has(&s->inside[enemy], hex)) return false;
    if (mk_set_has(&s->open[enemy], hex) && !mk_set_has(&s->inside[seat], hex)) return false;
    bool sails = mk_set_has(navigable, hex);
    bool welcome = eoe_friendly(s, seat, hex) >= 0 || eoe_occupies(s, seat, hex);
    if (!welcome && !(seat == EOE_BRITISH && sails)) return false;
    return sails ||
           (eoe_is(hex, EOE_PORT) && !eoe_is(hex, EOE_INLAND_PORT) && coast_open(s, seat, hex));
}

void eoe_trace(const eoe_state *s, int seat, unsigned group, eoe_supply *out) {
    eoe_hexes navigable, reached, civil = {{0}}, ends = {{0}};
    line_set open = {{0}};
    memset(out, 0, sizeof *out);
    find_navigable(s, seat, false, &navigable);
    for (int hex = 0; hex < b->hexes.hex_count; hex++) {
        if (!passable(s, seat, hex, &navigable)) continue;
        add_lines(&open, hex);
        bool friends = eoe_friendly(s, seat, hex) >= 0 || eoe_occupies(s, seat, hex);
        if (b->ground[hex] == EOE_CIVILIZED && friends) mk_set_add(&civil, hex);
    }
    bool broke = s->economy == EOE_FULL && group == EOE_G_AMERICAN; /* 15.7 */
    unsigned mask = sources_of(s, seat, group);
    for (int i = 0; i < b->place_count && !broke; i++)
        if (serves(s, seat, mask, b->place[i].hex)) mk_set_add(&ends, b->place[i].hex);
    serve(&ends, &open, &civil, &out->land);
    if (!has_overseas(s, seat, group)) return;
    find_navigable(s, seat, true, &reached);
    memset(&ends, 0, sizeof ends);
    for (int hex = 0; hex < b->hexes.hex_count; hex++)
        if (eoe_in_play(s, hex) && harbour(s, seat, hex, &reached)) mk_set_add(&ends, hex);
    serve(&ends, &open, &civil, &out->sea);
    for (int hex = 0; hex < b->hexes.hex_count; hex++) /* a plain coast serves who stands there */
        if (eoe_is(hex, EOE_COASTAL) && !eoe_is(hex, EOE_PORT) && eoe_in_play(s, hex) &&
            coast_open(s, seat, hex))
            mk_set_add(&out->sea, hex);
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
    return serves(s, seat, sources_of(s, seat, group), hex);
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
