/* properties.c - the facts of a state by name; docs/g1776.md explains them. */
#include <string.h>

#include "g1776.h"

/* ---- Pieces ---- */

/* Outside and inside a fort; face down ones count, too. */
static int count_at(const void *state, int place, int type, int inside) {
    return g1776_count_where(state, place, G1776_BIT(type), G1776_INSIDE, inside);
}

static bool set_count(void *state, int place, int type, int inside, int value, mk_error *e) {
    g1776_state *s = state;
    int now = count_at(s, place, type, inside);
    if (value < 0) return mk_fail(e, MK_E_VALUE, "it is at least 0");
    /* What is still to be placed at the start of a game is no part of a position. */
    int hand = g1776_count(s, G1776_IN_HAND, type);
    int limit = g1776.type[type].limit, others = g1776_on_map(s, type) - now - hand;
    if (value + others > limit)
        return mk_fail(e, MK_E_VALUE, "there are only %d %s", limit, g1776.type[type].name.label);
    for (int i = g1776_first_at(s, place); i < s->piece_count && s->piece[i].place == place;) {
        const g1776_piece *p = &s->piece[i];
        if (p->type == type && (p->flags & G1776_INSIDE) == inside)
            g1776_take_at(s, i, p->count);
        else
            i++;
    }
    g1776_add(s, place, type, value, inside);
    return true;
}

#define TYPE(name, type)                                                                           \
    static int get_##name(const void *state, int place) {                                          \
        return count_at(state, place, type, 0);                                                    \
    }                                                                                              \
    static bool set_##name(void *state, int place, int value, mk_error *e) {                       \
        return set_count(state, place, type, 0, value, e);                                         \
    }
/* Those that can be inside a fort have a row for that, too. */
#define GARRISON(name, type)                                                                       \
    TYPE(name, type)                                                                               \
    static int get_##name##_inside(const void *state, int place) {                                 \
        return count_at(state, place, type, G1776_INSIDE);                                         \
    }                                                                                              \
    static bool set_##name##_inside(void *state, int place, int value, mk_error *e) {              \
        return set_count(state, place, type, G1776_INSIDE, value, e);                              \
    }
GARRISON(br, G1776_BR)
GARRISON(tm, G1776_TM)
GARRISON(td, G1776_TD)
GARRISON(bi, G1776_BI)
GARRISON(fp, G1776_FP)
GARRISON(wtd, G1776_WTD)
GARRISON(bc, G1776_BC)
GARRISON(ca, G1776_CA)
GARRISON(rm, G1776_RM)
GARRISON(rd, G1776_RD)
GARRISON(ai, G1776_AI)
GARRISON(fr, G1776_FR)
GARRISON(cm, G1776_CM)
GARRISON(fi, G1776_FI)
GARRISON(grenadiers, G1776_GRENADIERS)
GARRISON(light_british, G1776_LIGHT_B)
GARRISON(tarletons_legion, G1776_TARLETONS)
GARRISON(butlers_rangers, G1776_BUTLERS)
GARRISON(fergusons_provincials, G1776_FERGUSONS)
GARRISON(rogers_rangers, G1776_ROGERS)
GARRISON(morgans_rifles, G1776_MORGANS)
GARRISON(glovers_ma, G1776_GLOVERS)
GARRISON(first_ri, G1776_RHODE_ISLAND)
GARRISON(smallwoods_md, G1776_SMALLWOODS)
GARRISON(waynes_pa, G1776_WAYNES)
GARRISON(lees_legion, G1776_LEES)
GARRISON(light_french, G1776_LIGHT_F)
GARRISON(supply_b, G1776_SUP_B)
GARRISON(supply_a, G1776_SUP_A)
GARRISON(supply_f, G1776_SUP_F)
GARRISON(artillery_b, G1776_ART_B)
GARRISON(artillery_a, G1776_ART_A)
GARRISON(artillery_f, G1776_ART_F)
GARRISON(magazine_b, G1776_MAG_B)
GARRISON(magazine_a, G1776_MAG_A)
GARRISON(magazine_f, G1776_MAG_F)
TYPE(bateau_b, G1776_BAT_B)
TYPE(bateau_a, G1776_BAT_A)
TYPE(entrenchment_b, G1776_ENT_B)
TYPE(entrenchment_a, G1776_ENT_A)
TYPE(fort_b, G1776_FORT_B)
TYPE(fort_a, G1776_FORT_A)
TYPE(site_b, G1776_SITE_B)
TYPE(site_a, G1776_SITE_A)
GARRISON(decoy_b, G1776_DECOY_B)
GARRISON(decoy_a, G1776_DECOY_A)
TYPE(com_red, G1776_COM_RED)
TYPE(com_blue, G1776_COM_BLUE)
TYPE(com_neutral, G1776_COM_NEUTRAL)

/* ---- A part of those of a type that stand somewhere ---- */

static void put_some(g1776_state *s, g1776_piece p, int count) {
    p.count = (uint8_t)count;
    if (count) g1776_put(s, p);
}

/* So many of them become what `as` makes of them, the others the opposite. */
static bool set_part(g1776_state *s, int place, int type, int inside, int value,
                     g1776_piece (*as)(g1776_piece, bool), mk_error *e) {
    int there = count_at(s, place, type, inside);
    if (value < 0 || value > there) return mk_fail(e, MK_E_VALUE, "there are only %d", there);
    g1776_piece lifted[G1776_MAX_LOTS];
    int count = g1776_lift(s, place, 0, lifted);
    for (int i = 0; i < count; i++) {
        g1776_piece p = lifted[i];
        if (p.type != type || (p.flags & G1776_INSIDE) != inside) {
            g1776_put(s, p);
            continue;
        }
        int n = value < p.count ? value : p.count;
        value -= n;
        put_some(s, as(p, false), p.count - n);
        put_some(s, as(p, true), n);
    }
    return true;
}

/* ---- Supplies that served in a round of this month (III.B) ---- */

static int count_used(const void *state, int place, int type, int inside) {
    int n = 0;
    G1776_EACH_AT(p, (const g1776_state *)state, place) {
        if (p->type == type && (p->flags & G1776_INSIDE) == inside && p->mark) n += p->count;
    }
    return n;
}

static g1776_piece as_used(g1776_piece p, bool yes) {
    p.mark = yes ? G1776_USED_ONCE : 0;
    return p;
}

static bool set_used(void *state, int place, int type, int inside, int value, mk_error *e) {
    return set_part(state, place, type, inside, value, as_used, e);
}

#define USED(name, type)                                                                           \
    static int get_##name##_used(const void *state, int place) {                                   \
        return count_used(state, place, type, 0);                                                  \
    }                                                                                              \
    static bool set_##name##_used(void *state, int place, int value, mk_error *e) {                \
        return set_used(state, place, type, 0, value, e);                                          \
    }                                                                                              \
    static int get_##name##_used_inside(const void *state, int place) {                            \
        return count_used(state, place, type, G1776_INSIDE);                                       \
    }                                                                                              \
    static bool set_##name##_used_inside(void *state, int place, int value, mk_error *e) {         \
        return set_used(state, place, type, G1776_INSIDE, value, e);                               \
    }
USED(supply_b, G1776_SUP_B)
USED(supply_a, G1776_SUP_A)
USED(supply_f, G1776_SUP_F)

/* ---- Bateaux on hexsides ---- */

static int get_afloat_b(const void *state, int side) {
    return count_at(state, G1776_AT_SIDE + side, G1776_BAT_B, 0);
}
static bool set_afloat_b(void *state, int side, int value, mk_error *e) {
    return set_count(state, G1776_AT_SIDE + side, G1776_BAT_B, 0, value, e);
}
static int get_afloat_a(const void *state, int side) {
    return count_at(state, G1776_AT_SIDE + side, G1776_BAT_A, 0);
}
static bool set_afloat_a(void *state, int side, int value, mk_error *e) {
    return set_count(state, G1776_AT_SIDE + side, G1776_BAT_A, 0, value, e);
}

/* ---- Face down (VI.B) ---- */

static int count_down(const void *state, int place, int type, int inside) {
    return g1776_count_where(state, place, G1776_BIT(type), G1776_DOWN | G1776_INSIDE,
                             G1776_DOWN | inside);
}

static g1776_piece as_down(g1776_piece p, bool yes) {
    p.flags = (uint8_t)(yes ? p.flags | G1776_DOWN : p.flags & ~G1776_DOWN);
    return p;
}

static bool set_down(void *state, int place, int type, int inside, int value, mk_error *e) {
    return set_part(state, place, type, inside, value, as_down, e);
}

#define DOWN_AT(name, type, inside)                                                                \
    static int get_##name(const void *state, int place) {                                          \
        return count_down(state, place, type, inside);                                             \
    }                                                                                              \
    static bool set_##name(void *state, int place, int value, mk_error *e) {                       \
        return set_down(state, place, type, inside, value, e);                                     \
    }
#define DOWN(name, type)                                                                           \
    DOWN_AT(name##_down, type, 0)                                                                  \
    DOWN_AT(name##_down_inside, type, G1776_INSIDE)
DOWN(tm, G1776_TM)
DOWN(td, G1776_TD)
DOWN(bi, G1776_BI)
DOWN(fp, G1776_FP)
DOWN(wtd, G1776_WTD)
DOWN(bc, G1776_BC)
DOWN(ca, G1776_CA)
DOWN(rm, G1776_RM)
DOWN(rd, G1776_RD)
DOWN(ai, G1776_AI)
DOWN(cm, G1776_CM)
DOWN(fi, G1776_FI)
DOWN(decoy_b, G1776_DECOY_B)
DOWN(decoy_a, G1776_DECOY_A)

/* ---- Leaders and fleets ---- */

static int get_leader_at(const void *state, int leader) {
    return g1776_where_of(((const g1776_state *)state)->leader[leader].place);
}

static bool set_leader_at(void *state, int leader, int value, mk_error *e) {
    g1776_state *s = state;
    g1776_leader_at *at = &s->leader[leader];
    if (value < 0) return mk_fail(e, MK_E_VALUE, "a leader is somewhere, or gone");
    g1776_move_leader(s, leader, g1776_place_of(value));
    at->flags = 0;
    if (at->place != G1776_TRACK) at->back = 0;
    return true;
}

static int get_leader_inside(const void *state, int leader) {
    return (((const g1776_state *)state)->leader[leader].flags & G1776_INSIDE) != 0;
}

static bool set_leader_inside(void *state, int leader, int value, mk_error *e) {
    uint8_t *flags = &((g1776_state *)state)->leader[leader].flags;
    if (value < 0 || value > 1) return mk_fail(e, MK_E_VALUE, "it is 0 or 1");
    *flags = (uint8_t)((*flags & ~G1776_INSIDE) | (value ? G1776_INSIDE : 0));
    return true;
}

/* Where one comes back to; most may choose. */
static int get_bound_for(const void *state, int leader) {
    const g1776_leader_at *at = &((const g1776_state *)state)->leader[leader];
    return at->place == G1776_TRACK ? at->origin - 1 : -1;
}

static bool set_bound_for(void *state, int leader, int hex, mk_error *e) {
    g1776_leader_at *at = &((g1776_state *)state)->leader[leader];
    if (hex >= 0 && at->place != G1776_TRACK)
        return mk_fail(e, MK_E_VALUE, "he is not on the track");
    if (at->place == G1776_TRACK) at->origin = (uint16_t)(hex + 1);
    return true;
}

static int get_fleet_at(const void *state, int fleet) {
    return g1776_where_of(((const g1776_state *)state)->fleet[fleet].place);
}

static bool set_fleet_at(void *state, int fleet, int value, mk_error *e) {
    g1776_fleet_at *at = &((g1776_state *)state)->fleet[fleet];
    if (value < 0) return mk_fail(e, MK_E_VALUE, "a fleet is somewhere, or gone");
    at->place = (uint16_t)g1776_place_of(value);
    return true;
}

/* ---- What follows ---- */

static int get_british(const void *state, int hex) { return g1776_sp(state, hex, G1776_BRITISH); }
static int get_american(const void *state, int hex) { return g1776_sp(state, hex, G1776_AMERICAN); }

static int get_winner(const void *state, int subject) {
    (void)subject;
    const g1776_state *s = state;
    return s->reason && s->winner < G1776_SEATS ? s->winner : -1;
}

static int get_over(const void *state, int subject) {
    (void)subject;
    return ((const g1776_state *)state)->reason != 0;
}

/* ---- Campaign games ---- */

static int get_status(const void *state, int area) {
    return area < G1776_COLONIES_AREAS ? ((const g1776_state *)state)->campaign.status[area] : 0;
}

static bool set_status(void *state, int area, int value, mk_error *e) {
    if (value < 0 || value >= G1776_STATUSES) return mk_fail(e, MK_E_VALUE, "no such status");
    if (area >= G1776_COLONIES_AREAS)
        return value ? mk_fail(e, MK_E_VALUE, "only areas have one") : true;
    ((g1776_state *)state)->campaign.status[area] = (uint8_t)value;
    return true;
}

static int get_area_controlled(const void *state, int area) {
    const g1776_state *s = state;
    return area < G1776_COLONIES_AREAS && g1776_in_campaign(s) && g1776_area_controlled(s, area);
}

/* RM that may be there this season. */
static int get_militia_level(const void *state, int area) {
    const g1776_state *s = state;
    bool rated = area < G1776_COLONIES_AREAS && g1776_in_campaign(s);
    return rated ? g1776_rate_of(s, area, G1776_RATE_RM) : 0;
}

static int get_strategic(const void *state, int subject) {
    (void)subject;
    return g1776_in_campaign(state) ? g1776_strategic_controlled(state) : 0;
}

static int get_indies_sp(const void *state, int seat) { return g1776_indies_sp(state, seat); }
static int get_indies_fleets(const void *state, int seat) {
    return g1776_indies_fleets(state, seat);
}

/* The Indians of Unadilla, wherever they are (K23). */
static int get_green(const void *state, int hex) {
    int n = 0;
    G1776_EACH_AT(p, (const g1776_state *)state, hex) {
        if (p->type == G1776_BI && p->led & G1776_GREEN) n += p->count;
    }
    return n;
}

static bool set_green(void *state, int hex, int value, mk_error *e) {
    g1776_state *s = state;
    if (value < 0 || value > g1776_count(s, hex, G1776_BI))
        return mk_fail(e, MK_E_VALUE, "there are not so many Indians");
    while (get_green(s, hex) != value) {
        bool more = get_green(s, hex) < value;
        for (int i = g1776_first_at(s, hex);; i++) {
            bool green = s->piece[i].led & G1776_GREEN;
            if (s->piece[i].type != G1776_BI || green == more) continue;
            g1776_piece p = g1776_take_at(s, i, 1);
            p.led ^= G1776_GREEN;
            g1776_put(s, p);
            break;
        }
    }
    return true;
}

/* The port that a fleet must sail to (CSG-5). */
static int get_fleet_bound(const void *state, int fleet) {
    return ((const g1776_state *)state)->south.bound[fleet] - 1;
}

static bool set_fleet_bound(void *state, int fleet, int hex, mk_error *e) {
    (void)e;
    ((g1776_state *)state)->south.bound[fleet] = (uint16_t)(hex + 1);
    return true;
}

#define ROW(name)                                                                                  \
    { #name, G1776_K_HEX, 0, get_##name, set_##name }
#define ROWS(name) ROW(name), ROW(name##_inside)
/* Of types that may lie face down. */
#define VEIL(name, whose)                                                                          \
    { #name, G1776_K_HEX, 0, get_##name, set_##name, .hidden = g1776_hides_##whose }
#define VEILS(name, whose) VEIL(name, whose), VEIL(name##_inside, whose)

#define LEDGER(name, least, most)                                                                  \
    { #name, .field = MK_FIELD(g1776_state, ledger.name, least, most) }

#define CAMPAIGN(name, least, most)                                                                \
    { #name, .field = MK_FIELD(g1776_state, campaign.name, least, most) }

#define SOUTH(name, least, most)                                                                   \
    { #name, .field = MK_FIELD(g1776_state, south.name, least, most) }

#define MEMORY(name)                                                                               \
    {                                                                                              \
#name, .field = MK_FIELD(g1776_state, ledger.name, 0, UINT16_MAX),                         \
               .hidden = g1776_hides_count                                                         \
    }

const mk_property g1776_properties[] = {
    {"turn", .field = MK_FIELD(g1776_state, base.turn, 0, G1776_MAX_TURNS)},
    {"phasing", 0, G1776_K_SEAT, .field = MK_FIELD(g1776_state, phasing, 0, MK_ANY)},
    ROWS(br),
    VEILS(tm, british),
    VEILS(td, british),
    VEILS(bi, british),
    VEILS(fp, british),
    VEILS(wtd, british),
    VEILS(bc, british),
    VEILS(ca, american),
    VEILS(rm, american),
    VEILS(rd, american),
    VEILS(ai, american),
    ROWS(fr),
    VEILS(cm, american),
    VEILS(fi, american),
    ROWS(grenadiers),
    ROWS(light_british),
    ROWS(tarletons_legion),
    ROWS(butlers_rangers),
    ROWS(fergusons_provincials),
    ROWS(rogers_rangers),
    ROWS(morgans_rifles),
    ROWS(glovers_ma),
    ROWS(first_ri),
    ROWS(smallwoods_md),
    ROWS(waynes_pa),
    ROWS(lees_legion),
    ROWS(light_french),
    ROWS(supply_b),
    ROWS(supply_a),
    ROWS(supply_f),
    ROWS(artillery_b),
    ROWS(artillery_a),
    ROWS(artillery_f),
    ROWS(magazine_b),
    ROWS(magazine_a),
    ROWS(magazine_f),
    ROW(bateau_b),
    ROW(bateau_a),
    ROW(entrenchment_b),
    ROW(entrenchment_a),
    ROW(fort_b),
    ROW(fort_a),
    ROW(site_b),
    ROW(site_a),
    VEILS(decoy_b, british),
    VEILS(decoy_a, american),
    ROW(com_red),
    ROW(com_blue),
    ROW(com_neutral),
    VEILS(tm_down, british),
    VEILS(td_down, british),
    VEILS(bi_down, british),
    VEILS(fp_down, british),
    VEILS(wtd_down, british),
    VEILS(bc_down, british),
    VEILS(ca_down, american),
    VEILS(rm_down, american),
    VEILS(rd_down, american),
    VEILS(ai_down, american),
    VEILS(cm_down, american),
    VEILS(fi_down, american),
    VEILS(decoy_b_down, british),
    VEILS(decoy_a_down, american),
    {"bateau_b", G1776_K_SIDE, 0, get_afloat_b, set_afloat_b},
    {"bateau_a", G1776_K_SIDE, 0, get_afloat_a, set_afloat_a},
    {"at", G1776_K_LEADER, G1776_K_WHERE, get_leader_at, set_leader_at},
    {"inside", G1776_K_LEADER, 0, get_leader_inside, set_leader_inside},
    {"bound_for", G1776_K_LEADER, G1776_K_HEX, get_bound_for, set_bound_for},
    {"back", G1776_K_LEADER, .field = MK_EACH(g1776_state, leader, .back, 0, G1776_MAX_TURNS)},
    {"waits", G1776_K_LEADER, .field = MK_EACH(g1776_state, leader, .waits, 0, G1776_FOR_ANYWHERE)},
    {"rating", G1776_K_LEADER, .field = MK_EACH(g1776_state, leader, .rating, -2, 4)},
    {"replaced", G1776_K_LEADER, .field = MK_BIT_EACH(g1776_state, replaced)},
    {"promoted", G1776_K_LEADER, .field = MK_BIT_EACH(g1776_state, promoted)},
    {"with_sumter", G1776_K_LEADER, .field = MK_BIT_EACH(g1776_state, company)},
    {"at", G1776_K_FLEET, G1776_K_WHERE, get_fleet_at, set_fleet_at},
    {"since", G1776_K_FLEET, .field = MK_EACH(g1776_state, fleet, .since, 0, G1776_MAX_TURNS)},
    {"back", G1776_K_FLEET, .field = MK_EACH(g1776_state, fleet, .back, 0, G1776_MAX_TURNS)},
    {"bloody", G1776_K_HEX, .field = MK_BIT_EACH(g1776_state, bloody)},
    {"villages", .field = MK_FIELD(g1776_state, villages, 0, 63)},
    {"british_attacked", G1776_K_HEX, .field = MK_BIT_EACH(g1776_state, attacked[0])},
    ROWS(supply_b_used),
    ROWS(supply_a_used),
    ROWS(supply_f_used),
    {"british_fired", G1776_K_HEX, .field = MK_BIT_EACH(g1776_state, fired[0])},
    {"american_fired", G1776_K_HEX, .field = MK_BIT_EACH(g1776_state, fired[1])},
    {"separated", .field = MK_FIELD(g1776_state, separated, 0, 8191)},
    {"american_attacked", G1776_K_HEX, .field = MK_BIT_EACH(g1776_state, attacked[1])},
    {"status", G1776_K_ARRIVAL, .field = MK_EACH(g1776_state, ledger.arrival, , 0, 255)},
    {"made", G1776_K_SEAT, .field = MK_EACH(g1776_state, ledger.points, , -999, 999)},
    MEMORY(now),
    MEMORY(last),
    MEMORY(ever),
    LEDGER(scored, 0, INT32_MAX),
    {"left", G1776_K_LEADER, .field = MK_BIT_EACH(g1776_state, ledger.left)},
    LEDGER(left_br, 0, 255),
    LEDGER(com_gone, 0, 255),
    LEDGER(freed, 0, 63),
    LEDGER(strategy, 0, 2),
    LEDGER(removal_failed, 0, 1),
    LEDGER(penalty, 0, 1),
    {"destination", .field = MK_FIELD(g1776_state, ledger.destination, 0, 2),
     .hidden = g1776_hides_destination},
    {"to_go", .field = MK_FIELD(g1776_state, ledger.to_go, 0, 255),
     .hidden = g1776_hides_destination},
    {"landed", G1776_K_HEX, 0, g1776_get_landed, g1776_set_landed},
    LEDGER(shipped, 0, 1),
    {"commerce", G1776_K_HEX, G1776_K_SEAT, g1776_get_commerce, g1776_set_commerce},
    {"elsewhere", .get_list = g1776_get_elsewhere, .set_list = g1776_set_elsewhere},
    {"tied_guns", G1776_K_HEX, 0, g1776_get_tied_guns, g1776_set_tied_guns},
    {"status", G1776_K_AREA, G1776_K_STATUS, get_status, set_status},
    {"event", G1776_K_SEAT, .field = MK_EACH(g1776_state, campaign.event, , 0, 12)},
    {"owed", G1776_K_SEAT, .field = MK_EACH(g1776_state, campaign.owed, , 0, 99)},
    {"may_leave_indies", G1776_K_SEAT,
     .field = MK_EACH(g1776_state, campaign.until, , 0, G1776_MAX_TURNS)},
    {"bid", G1776_K_SEAT, .field = MK_EACH(g1776_state, campaign.bid, , 0, 99),
     .hidden = g1776_hides_bid},
    CAMPAIGN(needed, 0, 99),
    CAMPAIGN(stand_in, 0, 1),
    CAMPAIGN(visited, 0, 63),
    CAMPAIGN(departed, 0, 63),
    CAMPAIGN(sunk, 0, 4095),
    CAMPAIGN(unmoved, 0, 31),
    CAMPAIGN(areas, 0, 4),
    CAMPAIGN(french, 0, G1776_MAX_TURNS),
    {"french_fleets", .field = MK_FIELD(g1776_state, campaign.fleets, 0, G1776_FRENCH_HERE)},
    CAMPAIGN(storm, 0, G1776_MAX_TURNS),
    CAMPAIGN(full, 0, 255),
    CAMPAIGN(french_vf, 0, 1),
    CAMPAIGN(navy_came, 0, G1776_MAX_TURNS),
    CAMPAIGN(withdraws, 0, 1),
    CAMPAIGN(committed, 0, 4095),
    CAMPAIGN(green_out, 0, 1),
    CAMPAIGN(more_bi, 0, 99),
    CAMPAIGN(from_step, 0, 14),
    CAMPAIGN(from_part, 0, 14),
    CAMPAIGN(to_leave, 0, 99),
    CAMPAIGN(placed, 0, 4095),
    CAMPAIGN(duty, 0, 4095),
    {"fetches", G1776_K_FLEET, .field = MK_EACH(g1776_state, campaign.fetch, , 0, G1776_PLACES)},
    {"green", G1776_K_HEX, 0, get_green, set_green, .hidden = g1776_hides_british},
    /* CSG-5 */
    SOUTH(weather, 0, G1776_STORMS),
    SOUTH(january, 0, G1776_STORMS),
    SOUTH(taken, 0, 1),
    SOUTH(evacuated, 0, 3),
    SOUTH(evacuated_br, 0, 10),
    SOUTH(hurry, 0, G1776_FLEETS),
    SOUTH(held, 0, 3),
    SOUTH(newport, 0, 3),
    SOUTH(once, 0, 3),
    SOUTH(foiled, 0, 1),
    SOUTH(galloped, 0, 1),
    SOUTH(aside, 0, 6),
    SOUTH(overmountain, 0, 1),
    {"bound_for", G1776_K_FLEET, G1776_K_HEX, get_fleet_bound, set_fleet_bound},
    {"lands", G1776_K_FLEET, .field = MK_EACH(g1776_state, south.lands, , 0, 3)},
    /* derived */
    {"controlled", G1776_K_AREA, 0, get_area_controlled},
    {"level", G1776_K_AREA, 0, get_militia_level},
    {"strategic", .get = get_strategic},
    {"indies_sp", G1776_K_SEAT, 0, get_indies_sp},
    {"indies_fleets", G1776_K_SEAT, 0, get_indies_fleets},
    {"british", G1776_K_HEX, 0, get_british, .hidden = g1776_hides_british},
    {"american", G1776_K_HEX, 0, get_american, .hidden = g1776_hides_american},
    {"points", G1776_K_SEAT, 0, g1776_get_points, .hidden = g1776_hides_count},
    {"control", G1776_K_HEX, G1776_K_SEAT, g1776_get_control, .hidden = g1776_hides_control},
    {"strength", G1776_K_SEAT, 0, g1776_get_strength, .hidden = g1776_hides_count},
    {"towns", G1776_K_SEAT, 0, g1776_get_towns, .hidden = g1776_hides_count},
    {"winner", 0, G1776_K_SEAT, get_winner},
    {"over", 0, 0, get_over},
    {0},
};
