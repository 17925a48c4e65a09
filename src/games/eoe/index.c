/* index.c - sets and lists that are worked out from the data once. */
#include "index.h"

#include <string.h>

#include "eoe.h"

eoe_index_data eoe_index;

static eoe_index_data *const x = &eoe_index;
static bool full; /* a list has no room for what the data have */
static const eoe_map *const b = &eoe_board;

/* ---- Hexes --------------------------------------------------------------- */

static bool has_lake(int hex) {
    for (int w = b->first_water[hex]; w < b->first_water[hex + 1]; w++)
        if (b->water[w].lake) return true;
    return false;
}

static void index_ground(int hex) {
    if (b->ground[hex] == EOE_CIVILIZED || b->ground[hex] == EOE_WILD) mk_set_add(&x->land, hex);
    if (b->ground[hex] == EOE_CIVILIZED) mk_set_add(&x->civilized, hex);
    if (eoe_is(hex, EOE_COASTAL)) mk_set_add(&x->coastal, hex);
    if (eoe_is(hex, EOE_COASTAL) && !eoe_is(hex, EOE_PORT)) mk_set_add(&x->beaches, hex);
    if (has_lake(hex)) mk_set_add(&x->lakes, hex);
    if (eoe_is(hex, EOE_PORT)) mk_set_add(&x->ports, hex);
    if (eoe_is(hex, EOE_PORT) && !eoe_is(hex, EOE_INLAND_PORT)) mk_set_add(&x->seaports, hex);
    if (eoe_is(hex, EOE_NAVIGABLE) && eoe_is(hex, EOE_COASTAL)) mk_set_add(&x->mouths, hex);
    if (eoe_is(hex, EOE_ON_ROAD | EOE_ON_WATER)) mk_set_add(&x->lined, hex);
    if (b->area[hex] != EOE_NONE) mk_set_add(&x->area[b->area[hex]], hex);
    for (int seat = 0; seat < EOE_SEATS; seat++) {
        for (int war = EOE_REVOLUTION; war <= EOE_FRENCH_AND_INDIAN; war++) {
            int friends = eoe_friendly_in(war, seat, hex);
            if (friends >= 0) mk_set_add(&x->welcome[war][seat], hex);
            if (friends > 0) mk_set_add(&x->friendly[war][seat], hex);
        }
    }
    for (int d = 0; d < MK_DIRECTIONS; d++) {
        if (eoe_near(hex, d) == MK_NOWHERE) continue;
        unsigned side = b->hexes.side_bits[b->hexes.side_of[hex][d]];
        if (side & EOE_NAVIGABLE_SIDE) x->river[hex] |= (uint8_t)(1u << d);
        if (!(side & EOE_SEA_SIDE)) x->walk[hex] |= (uint8_t)(1u << d);
    }
}

/* 6.3: Spanish ships of the South Atlantic reach as far as column S34. */
static void index_seas(int hex) {
    int s34 = b->hexes.names.sheet[0].line + 34 - b->hexes.names.sheet[0].from;
    for (int sea = 0; sea < b->sea_count; sea++)
        if (b->sea[hex] == sea || b->second_sea[hex] == sea) mk_set_add(&x->off[sea], hex);
    if (mk_set_has(&x->off[x->south_atlantic], hex) && mk_hex_line_of(&b->hexes, hex) > s34)
        mk_set_add(&x->far, hex);
}

static uint8_t sea_called(const char *id) {
    for (int i = 0; i < b->sea_count; i++)
        if (strcmp(b->seas[i].id, id) == 0) return (uint8_t)i;
    return EOE_NONE;
}

static void index_hexes(void) {
    x->gulf = sea_called("gmx");
    x->gulf_st_lawrence = sea_called("gsl");
    x->south_atlantic = sea_called("sa");
    x->gulf_of_maine = sea_called("gom");
    for (int hex = 0; hex < b->hexes.hex_count; hex++) {
        index_ground(hex);
        index_seas(hex);
    }
    static const char *const nova_scotia[] = {"4923", "4924", "4926", "5122"};
    for (int i = 0; i < 4; i++) {
        int hex = mk_hex_named(&b->hexes, nova_scotia[i]);
        if (hex >= 0) mk_set_add(&x->nova_scotia, hex);
    }
    for (int i = 0; i < b->place_count; i++)
        for (int kind = 0; kind < EOE_SUPPLIES; kind++)
            if (b->place[i].supply >> kind & 1) mk_set_add(&x->source[kind], b->place[i].hex);
}

/* ---- Flags (12.4, 12.5) -------------------------------------------------- */

static void add_keys(eoe_bearer *f, int area, unsigned supply) {
    for (int i = 0; i < b->place_count; i++) {
        if (b->area[b->place[i].hex] != area || !(b->place[i].supply & supply)) continue;
        if (f->count == EOE_MAX_KEYS)
            full = true;
        else
            f->hex[f->count++] = b->place[i].hex;
    }
}

/* The militia whose home may be ruled by the enemy; the same area may have a Tory militia, too. */
static void add_bearer(eoe_cast *c, int piece) {
    const eoe_piece_row *row = &eoe.piece[piece];
    eoe_bearer f = {.piece = (uint16_t)piece, .by = EOE_ALLIED};
    bool canada = row->home == eoe.area[EOE_A_CANADA];
    if (row->nation == EOE_N_AMERICAN_MILITIA) {
        if (row->enters != EOE_IN_AVAILABLE) return;
        f.by = EOE_BRITISH;
        add_keys(&f, row->home, EOE_SUPPLY_US);
    } else if (row->nation == EOE_N_SPANISH_MILITIA) {
        f.by = EOE_BRITISH;
        f.hex[f.count++] = eoe.hex[EOE_H_NEW_ORLEANS];
    } else if (canada) {
        add_keys(&f, row->home, EOE_SUPPLY_BR);
    } else if (row->home == eoe.area[EOE_A_NOVA_SCOTIA]) {
        f.hex[f.count++] = eoe.hex[EOE_H_MINAS];
        f.hex[f.count++] = eoe.hex[EOE_H_HALIFAX];
    } else {
        return;
    }
    if (c->bearer_count == EOE_MAX_BEARERS)
        full = true;
    else
        c->bearer[c->bearer_count++] = f;
}

/* ---- Pieces -------------------------------------------------------------- */

/* What nations a piece counts as when forces are mixed (15.1.1). */
static uint8_t group_of(int piece) {
    switch (eoe.piece[piece].nation) {
    case EOE_N_CONTINENTAL:
    case EOE_N_STATE:
    case EOE_N_AMERICAN_MILITIA: return EOE_G_AMERICAN;
    case EOE_N_FRENCH_REGULAR:
    case EOE_N_FRENCH_FOREIGN:
    case EOE_N_FRENCH_PROVINCIAL:
    case EOE_N_FRENCH_MILITIA: return EOE_G_FRENCH;
    case EOE_N_SPANISH:
    case EOE_N_SPANISH_MILITIA: return EOE_G_SPANISH;
    case EOE_N_BRITISH_INDIAN:
    case EOE_N_AMERICAN_INDIAN:
    case EOE_N_INDIAN: return EOE_G_INDIAN;
    default: return EOE_G_BRITISH;
    }
}

/* 9.11: who rows the others over. */
static bool are_boatmen(const eoe_piece_row *row, unsigned group) {
    bool british = row->nation <= EOE_N_PROVINCIAL;
    bool french = row->nation >= EOE_N_FRENCH_REGULAR && row->nation <= EOE_N_FRENCH_PROVINCIAL;
    bool foot = row->type == EOE_INFANTRY || row->type == EOE_MARINE;
    bool marine = row->marks & EOE_M_MARINE && group == EOE_G_AMERICAN;
    return ((british || french) && foot) || marine;
}

static void index_piece(int piece) {
    const eoe_piece_row *row = &eoe.piece[piece];
    uint8_t group = group_of(piece);
    x->group[piece] = group;
    if (group == EOE_G_FRENCH) mk_set_add(&x->french, piece);
    bool proud = row->seat == EOE_BRITISH && !(row->marks & EOE_L_INDIANS_ONLY);
    if (eoe_is_leader(piece) && proud) mk_set_add(&x->proud, piece);
    if (eoe_is_leader(piece)) return;
    bool plus = row->mf_print == EOE_CIRCLED_OR_PLUS, boxed = row->mf_print == EOE_BOXED;
    bool horse = row->type == EOE_CAVALRY || row->type == EOE_LEGION;
    x->adds[piece] = (eoe_adds){plus, boxed || !row->mf, horse, are_boatmen(row, group), !row->mf};
}

/* ---- Scenarios ----------------------------------------------------------- */

static bool is_cast(const eoe_scenario *r, int piece) {
    if (eoe_takes_part(r, piece)) return true;
    for (int i = 0; i < r->set_up_count; i++)
        if (r->set_up[i].piece == piece) return true;
    return r->politics && (piece == eoe.named[EOE_P_UMVT] || piece == eoe.named[EOE_P_UMSC] ||
                           piece == eoe.named[EOE_P_UMMAR]);
}

static void add_to(uint16_t *list, uint16_t *count, int most, int piece) {
    if (*count == most)
        full = true;
    else
        list[(*count)++] = (uint16_t)piece;
}

static void cast_piece(eoe_cast *c, int piece) {
    c->piece[c->piece_count++] = (uint16_t)piece;
    mk_set_add(&c->all, piece);
    if (!eoe_is_unit(piece)) return;
    c->unit_count = c->piece_count;
    if (eoe.piece[piece].type == EOE_MILITIA) {
        add_to(c->militia, &c->militia_count, EOE_MAX_MILITIA, piece);
        add_bearer(c, piece);
    }
    if (eoe.piece[piece].type == EOE_INDIAN)
        add_to(c->indians, &c->indian_count, EOE_MAX_INDIANS, piece);
    if (eoe_has_mark(piece, EOE_M_ARTILLERY)) add_to(c->guns, &c->gun_count, EOE_MAX_GUNS, piece);
}

/* What the conditions of victory name (victory.c): the worth is a judgement, not a rule. */
typedef struct {
    eoe_named_hex hex;
    uint8_t british, allied;
} goal_row;
static const goal_row canada[] = {{EOE_H_MONTREAL, 12, 12},
                                  {EOE_H_QUEBEC, 4, 28},
                                  {EOE_H_ST_JEAN, 10, 0},
                                  {EOE_H_CROWN_POINT, 6, 0},
                                  {EOE_H_TICONDEROGA, 6, 0}};
static const goal_row florida[] = {{EOE_H_ST_AUGUSTINE, 14, 10},
                                   {EOE_H_FREDERICA, 6, 9},
                                   {EOE_H_SAVANNAH, 6, 8}};
static const goal_row king_george[] = {{EOE_H_QUEBEC, 6, 14},   {EOE_H_LOUISBOURG, 12, 12},
                                       {EOE_H_ANNAPOLIS, 7, 7}, {EOE_H_CROWN_POINT, 8, 8},
                                       {EOE_H_NIAGARA, 6, 5},   {EOE_H_FRONTENAC, 6, 5},
                                       {EOE_H_OSWEGO, 8, 6},    {EOE_H_ALBANY, 12, 12},
                                       {EOE_H_BOSTON, 8, 8}};
static const goal_row new_france[] = {{EOE_H_MONTREAL, 14, 14},  {EOE_H_QUEBEC, 14, 14},
                                      {EOE_H_LOUISBOURG, 8, 7},  {EOE_H_DUQUESNE, 6, 6},
                                      {EOE_H_NIAGARA, 6, 5},     {EOE_H_FRONTENAC, 6, 5},
                                      {EOE_H_CROWN_POINT, 5, 3}, {EOE_H_TICONDEROGA, 5, 3}};

static void add_goal(const eoe_scenario *r, eoe_cast *c, int hex, int british, int allied) {
    int place = b->place_at[hex];
    if (place == EOE_NONE || !mk_set_has(&r->in_play, hex)) return;
    for (int i = 0; i < c->goal_count; i++)
        if (c->goal[i].hex == hex) return;
    if (c->goal_count == EOE_MAX_GOALS) {
        full = true;
        return;
    }
    c->goal[c->goal_count++] =
        (eoe_goal){(uint16_t)hex, (uint8_t)place, {(uint8_t)british, (uint8_t)allied}};
}

/* 15.7, 15.9: ports break the economy, all supply towns together are colonial rule. */
static void add_revolution(const eoe_scenario *r, eoe_cast *c) {
    for (int i = 0; i < EOE_US_PORTS; i++) add_goal(r, c, eoe.us_port[i], 10, 7);
    for (int i = 0; i < c->bearer_count; i++) {
        const eoe_bearer *f = &c->bearer[i];
        for (int k = 0; k < f->count; k++)
            if (f->by == EOE_BRITISH) add_goal(r, c, f->hex[k], 4, 5);
    }
    add_goal(r, c, eoe.hex[EOE_H_HALIFAX], 20, 1); /* 6.3: overseas supply */
    add_goal(r, c, eoe.hex[EOE_H_QUEBEC], 6, 2);
    add_goal(r, c, eoe.hex[EOE_H_MONTREAL], 5, 3);
}

static void index_goals(const eoe_scenario *r, eoe_cast *c) {
    static const struct {
        const goal_row *row;
        int count;
    } list[] = {[EOE_WIN_CANADA] = {canada, sizeof canada / sizeof *canada},
                [EOE_WIN_FLORIDA] = {florida, sizeof florida / sizeof *florida},
                [EOE_WIN_KING_GEORGE] = {king_george, sizeof king_george / sizeof *king_george},
                [EOE_WIN_NEW_FRANCE] = {new_france, sizeof new_france / sizeof *new_france}};
    if (r->victory == EOE_WIN_REVOLUTION) {
        add_revolution(r, c);
        return;
    }
    if (r->fifth_place != MK_NOWHERE) add_goal(r, c, r->fifth_place, 6, 6);
    for (int i = 0; i < list[r->victory].count; i++) {
        const goal_row *g = &list[r->victory].row[i];
        add_goal(r, c, eoe.hex[g->hex], g->british, g->allied);
    }
}

static void index_scenario(const eoe_scenario *r, eoe_cast *c) {
    for (int i = 0; i < eoe.piece_count; i++)
        if (is_cast(r, i)) cast_piece(c, i);
    index_goals(r, c);
    for (int hex = 0; hex < b->hexes.hex_count; hex++) {
        if (!mk_set_has(&r->in_play, hex) || !eoe_is(hex, EOE_COASTAL)) continue;
        if (b->sea[hex] != EOE_NONE) c->seas |= (uint8_t)(1u << b->sea[hex]);
    }
    if (r->sea != EOE_NONE) c->seas &= (uint8_t)(1u << r->sea);
    eoe_hexes mouths = x->mouths, none = {{0}};
    mk_set_and(&mouths, &r->in_play);
    eoe_sail_up(&r->in_play, &mouths, &none, &c->navigable);
}

bool eoe_build_index(mk_error *err) {
    memset(x, 0, sizeof *x);
    full = false;
    index_hexes();
    for (int i = 0; i < eoe.piece_count; i++) index_piece(i);
    for (int i = 0; i < eoe.scenario_count; i++) index_scenario(&eoe.scenario[i], &x->cast[i]);
    if (!eoe_read_columns()) return mk_fail(err, MK_E_DATA, "the map is too large");
    return !full || mk_fail(err, MK_E_DATA,
                            "there are more militia, tribes, guns or supply hexes "
                            "than there is room for");
}
