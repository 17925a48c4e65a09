/* data.c - reads units and leaders and refuses what contradicts itself.
 *
 * Files are read in an order in which each names only what an earlier one brought: the map, units,
 * leaders, tables (data_tables.c), scenarios (data_scenarios.c). The readers of core/data.h do
 * nothing after a first error, so the code goes straight on and each file answers once.
 */
#include "data.h"
#include "index.h"

#include "map/hex_data.h"

eoe_data eoe;

enum { FILE_VERSION = 1 };

const char *const eoe_war_ids[] = {"revolution", "french_and_indian", "king_george", "jenkins_ear",
                                   NULL};
const char *const eoe_seat_ids[] = {"british", "allied", NULL};
const char *const eoe_fleet_ids[] = {"british", "french", "spanish", NULL};

static const char *const nations[] = {"british_regular",
                                      "provincial_regular",
                                      "tory",
                                      "provincial",
                                      "garrison",
                                      "hesse_cassel",
                                      "brunswick",
                                      "german",
                                      "british_militia",
                                      "british_indian",
                                      "continental",
                                      "state",
                                      "american_militia",
                                      "american_indian",
                                      "french_regular",
                                      "french_foreign",
                                      "french_provincial",
                                      "french_militia",
                                      "indian",
                                      "spanish",
                                      "spanish_militia",
                                      NULL};
_Static_assert(sizeof nations / sizeof *nations == EOE_NATIONS + 1, "a name for each nation");

static const char *const named_ids[] = {
    [EOE_P_FTGAGE] = "ftgage",       [EOE_P_NATZ] = "natz",
    [EOE_P_BLOM] = "blom",           [EOE_P_WATA] = "wata",
    [EOE_P_ELMORE] = "elmore",       [EOE_P_WHIT] = "whit",
    [EOE_P_BEDEL] = "bedel",         [EOE_P_GRID] = "grid",
    [EOE_P_KNOXT] = "knoxt",         [EOE_P_CA3] = "ca3",
    [EOE_P_BWPL] = "bwpl",           [EOE_P_BWPLM] = "bwplm",
    [EOE_P_LD16] = "ld16",           [EOE_P_MAR1] = "mar1",
    [EOE_P_MAR2] = "mar2",           [EOE_P_UMSC] = "umsc",
    [EOE_P_UMMAR] = "ummar",         [EOE_P_UMVT] = "umvt",
    [EOE_P_ARNOLD] = "arnold",       [EOE_P_ARNOLDB] = "arnoldb",
    [EOE_P_LAFAYETTE] = "lafayette", [EOE_P_ROCHAMBEAU] = "rochambeau",
    [EOE_P_GALVEZ] = "galvez",       [EOE_P_BRANT] = "brant",
    [EOE_P_MOHAWK] = "imohawk",
};
_Static_assert(sizeof named_ids / sizeof *named_ids == EOE_NAMED, "an id for each");

static const char *const named_hexes[] = {
    [EOE_H_BOSTON] = "3120",        [EOE_H_NEW_YORK] = "2220",    [EOE_H_MONTREAL] = "3411",
    [EOE_H_ST_JEAN] = "3412",       [EOE_H_QUEBEC] = "4111",      [EOE_H_LOUISBOURG] = "5927",
    [EOE_H_HALIFAX] = "4926",       [EOE_H_MINAS] = "4923",       [EOE_H_ALBANY] = "2716",
    [EOE_H_BENNINGTON] = "2817",    [EOE_H_WATAUGA] = "S4516",    [EOE_H_NEW_ORLEANS] = "S1610",
    [EOE_H_PENSACOLA] = "S2315",    [EOE_H_MOBILE] = "S2213",     [EOE_H_ST_MARKS] = "S2823",
    [EOE_H_ST_AUGUSTINE] = "S3228", [EOE_H_NATCHEZ] = "S1905",    [EOE_H_FORT_GAGE] = "S4101",
    [EOE_H_MOHAWK_TOWN] = "2514",   [EOE_H_SAVANNAH] = "S3825",   [EOE_H_FREDERICA] = "S3725",
    [EOE_H_CROWN_POINT] = "3113",   [EOE_H_TICONDEROGA] = "3014", [EOE_H_DUQUESNE] = "1111",
    [EOE_H_NIAGARA] = "1907",       [EOE_H_FRONTENAC] = "2709",   [EOE_H_OSWEGO] = "2510",
    [EOE_H_ANNAPOLIS] = "4523",
};
_Static_assert(sizeof named_hexes / sizeof *named_hexes == EOE_HEXES, "a hex for each");

/* ---- Names --------------------------------------------------------------- */

mk_value eoe_open(const char *file, mk_error *err) {
    return mk_file_open(file, "eoe", FILE_VERSION, err);
}

int eoe_find_piece(const char *id) {
    for (int i = 0; i < eoe.piece_count; i++)
        if (strcmp(eoe.piece[i].name.id, id) == 0) return i;
    return -1;
}

int eoe_find_area(const char *id) {
    for (int i = 0; i < eoe_board.area_count; i++)
        if (strcmp(eoe_board.areas[i].id, id) == 0) return i;
    return -1;
}

int eoe_hex_in(mk_value v, const char *key) { return mk_read_hex(&eoe_board.hexes, mk_at(v, key)); }

bool eoe_next_word(const char **at, char *out, size_t size) {
    size_t n = 0;
    while (**at == ' ') ++*at;
    for (; **at && **at != ' '; ++*at)
        if (n + 1 < size) out[n++] = **at;
    out[n] = '\0';
    return n > 0;
}

bool eoe_next_piece(mk_value text, const char **at, int *piece) {
    char id[MK_NAME];
    if (!eoe_next_word(at, id, sizeof id)) return false;
    *piece = eoe_find_piece(id);
    if (*piece >= 0) return true;
    mk_data_error(text, "there is no piece called %s", id);
    return false;
}

/* A list of words, each a bit by its place among the names. */
static unsigned marks_in(mk_value v, const char *const *names) {
    unsigned bits = 0;
    if (!mk_has(v, "marks")) return 0;
    mk_value list = mk_at(v, "marks");
    for (int i = 0, n = mk_length(list); i < n; i++)
        bits |= 1u << mk_choice_of(mk_item(list, i), names, "mark");
    return bits;
}

/* ---- How pieces come and go ---------------------------------------------- */

static void read_entry(mk_value v, eoe_piece_row *p) {
    static const char *const hows[] = {"set_up",      "overseas",  "at_hex",  "west_indies",
                                       "nova_scotia", "available", "special", "substitute",
                                       "havana",      NULL};
    p->enters = (uint8_t)mk_choice(v, "how", hows);
    p->enters_turn = mk_has(v, "turn") ? (uint8_t)mk_int(v, "turn", 1, EOE_MAX_TURNS) : 0;
    p->enters_hex = mk_has(v, "hex") ? (uint16_t)eoe_hex_in(v, "hex") : MK_NOWHERE;
    p->enters_boxed = mk_marked(v, "boxed");
    p->stands_for = EOE_NO_PIECE;
    if (mk_has(v, "of"))
        p->stands_for = (uint16_t)mk_named(mk_at(v, "of"), eoe_find_piece, "piece");
    if (p->enters == EOE_IN_NOVA_SCOTIA) { /* 2.5 names the four hexes; Halifax stands for them */
        if (strcmp(mk_str(v, "hexes"), "5122 4923 4924 4926") != 0)
            mk_data_error(v, "these units begin in 5122, 4923, 4924 or 4926 (2.5)");
        p->enters_hex = eoe.hex[EOE_H_HALIFAX];
    }
    bool by_turn = p->enters == EOE_IN_OVERSEAS || p->enters == EOE_IN_AT_HEX ||
                   p->enters == EOE_IN_WEST_INDIES || p->enters == EOE_IN_AVAILABLE;
    if (by_turn && !p->enters_turn) mk_data_error(v, "it enters on a turn");
    bool by_hex = p->enters == EOE_IN_SET_UP || p->enters == EOE_IN_AT_HEX;
    if (by_hex && p->enters_hex == MK_NOWHERE) mk_data_error(v, "it enters in a hex");
    if ((p->enters == EOE_IN_SUBSTITUTE) && p->stands_for == EOE_NO_PIECE)
        mk_data_error(v, "it says whom it replaces");
}

/* What a unit gives way to stands further down: names are looked up when all are read. */
static const char *later[EOE_MAX_PIECES][2];

static void read_exit(mk_value v, eoe_piece_row *p, int piece) {
    static const char *const hows[] = {"never",   "turn",      "enlistment",  "enlistment_in_state",
                                       "autumn",  "collapse",  "west_indies", "french_entry",
                                       "special", "precursor", "merger",      "substituted",
                                       NULL};
    p->leaves = (uint8_t)mk_choice(v, "how", hows);
    p->leaves_turn = mk_has(v, "turn") ? (uint8_t)mk_int(v, "turn", 1, EOE_MAX_TURNS) : 0;
    if (mk_has(v, "back")) p->leaves_back = (uint8_t)mk_int(v, "back", 1, EOE_MAX_TURNS);
    later[piece][0] = mk_str_or(v, "by", NULL);
    later[piece][1] = mk_str_or(v, "with", NULL);
    bool by_turn = p->leaves == EOE_OUT_TURN || p->leaves == EOE_OUT_SUBSTITUTED;
    if (by_turn != (p->leaves_turn != 0)) mk_data_error(v, "it leaves on a turn, or not");
    if ((p->leaves >= EOE_OUT_PRECURSOR) != (later[piece][0] != NULL))
        mk_data_error(v, "only who is replaced says by whom");
}

static void read_common(mk_value v, eoe_piece_row *p, int piece) {
    const char *name = mk_name_in(v, "name", 0);
    const char *id = mk_id_in(v, 0);
    if (eoe_find_piece(id) >= 0) mk_data_error(v, "a second piece called %s", id);
    *p = (eoe_piece_row){.name = {id, name, name},
                         .war = (uint8_t)mk_choice(v, "war", eoe_war_ids),
                         .seat = (uint8_t)mk_choice(v, "side", eoe_seat_ids),
                         .nation = (uint8_t)mk_choice(v, "nation", nations),
                         .home = EOE_NONE,
                         .replaced_by = EOE_NO_PIECE,
                         .merges_with = EOE_NO_PIECE};
    read_entry(mk_at(v, "enters"), p);
    later[piece][0] = later[piece][1] = NULL;
    if (mk_has(v, "leaves")) read_exit(mk_at(v, "leaves"), p, piece);
}

static void look_up(mk_value v) {
    for (int i = 0; i < eoe.piece_count; i++) {
        for (int k = 0; k < 2; k++) {
            if (!later[i][k]) continue;
            int other = eoe_find_piece(later[i][k]);
            if (other < 0) mk_data_error(v, "%s: no piece %s", eoe.piece[i].name.id, later[i][k]);
            *(k ? &eoe.piece[i].merges_with : &eoe.piece[i].replaced_by) = (uint16_t)other;
        }
    }
}

/* ---- units.json ---------------------------------------------------------- */

static void read_factors(mk_value list, int count, uint8_t *out) {
    int n = mk_exactly(list, count, "factors, one for each step");
    for (int i = 0; i < n; i++) out[i] = (uint8_t)mk_int_value(mk_item(list, i), 0, 30);
}

static void read_unit(mk_value v, int piece) {
    static const char *const types[] = {"infantry", "militia", "indian", "ranger",   "artillery",
                                        "cavalry",  "legion",  "marine", "garrison", NULL};
    static const char *const linear[] = {"plain", "boxed", "circled", NULL};
    static const char *const mf[] = {"plain", "boxed", "plus", NULL};
    static const char *const marks[] = {"artillery", "marine",    "canada",      "two_maps",
                                        "iroquois",  "algonquin", "appalachian", "agent",
                                        "either",    "light",     "west_indies", "tory",
                                        NULL};
    eoe_piece_row *p = &eoe.piece[piece];
    read_common(v, p, piece);
    p->type = (uint8_t)mk_choice(v, "type", types);
    p->steps = (uint8_t)mk_int(v, "steps", 0, EOE_MAX_STEPS);
    read_factors(mk_at(v, "linear"), p->steps ? p->steps : 1, p->linear);
    read_factors(mk_at(v, "ambush"), p->steps ? p->steps : 1, p->ambush);
    p->mf = (uint8_t)mk_int(v, "mf", 0, 30);
    p->linear_print = mk_has(v, "linear_kind") ? (uint8_t)mk_choice(v, "linear_kind", linear) : 0;
    p->mf_print = mk_has(v, "mf_kind") ? (uint8_t)mk_choice(v, "mf_kind", mf) : 0;
    p->marks = (uint16_t)(marks_in(v, marks) | (mk_marked(v, "ambushes") ? EOE_M_AMBUSHES : 0) |
                          (p->type == EOE_ARTILLERY ? EOE_M_ARTILLERY : 0) |
                          (p->type == EOE_MARINE ? EOE_M_MARINE : 0));
    if (mk_has(v, "home"))
        p->home = (uint8_t)mk_named(mk_at(v, "home"), eoe_find_area, "political area");
    if (mk_has(v, "second_counter_at"))
        p->second_counter_at = (uint8_t)mk_int(v, "second_counter_at", 1, EOE_MAX_STEPS - 1);
    bool stepless = p->type == EOE_MILITIA || p->type == EOE_INDIAN;
    if (stepless != (p->steps == 0)) mk_data_error(v, "militia and Indians have no steps (2.13)");
    if (p->type == EOE_MILITIA && p->home == EOE_NONE)
        mk_data_error(v, "militia has a home (12.2)");
    bool home_bound = p->leaves == EOE_OUT_ENLISTMENT || p->leaves == EOE_OUT_ENLISTMENT_IN_STATE;
    if (home_bound && p->home == EOE_NONE)
        mk_data_error(v, "whoever enlists by the year has a home");
}

static bool load_units(mk_error *err) {
    mk_value root = eoe_open("eoe/units.json", err), list = mk_at(root, "units");
    int n = mk_rows_at_most(list, 0, EOE_MAX_PIECES, "units");
    for (int i = 0; i < n; i++) {
        read_unit(mk_item(list, i), i);
        eoe.piece_count = eoe.unit_count = i + 1;
    }
    look_up(list);
    mk_value fleets = mk_at(root, "fleets");
    n = mk_length(fleets);
    for (int i = 0; i < n; i++) {
        mk_value v = mk_item(fleets, i);
        int war = mk_choice(v, "war", eoe_war_ids), fleet = mk_choice(v, "fleet", eoe_fleet_ids);
        eoe.table.naval_infantry[war][fleet] = (uint8_t)mk_int(v, "naval_infantry", 1, 30);
    }
    return mk_file_close(&root);
}

/* ---- leaders.json -------------------------------------------------------- */

static void read_leader(mk_value v, int piece) {
    static const char *const marks[] = {"english",      "continental", "outranked", "spanish_only",
                                        "indians_only", "canada",      NULL};
    eoe_piece_row *p = &eoe.piece[piece];
    read_common(v, p, piece);
    p->type = EOE_LEADER;
    p->combat = (uint8_t)mk_int(v, "combat", 0, 3);
    p->rank = (uint8_t)mk_int(v, "rank", 0, 99);
    p->initiative = (uint8_t)mk_int(v, "initiative", 0, 6);
    p->marks = (uint16_t)marks_in(v, marks);
}

static bool load_leaders(mk_error *err) {
    mk_value root = eoe_open("eoe/leaders.json", err), list = mk_at(root, "leaders");
    int n = mk_rows_at_most(list, eoe.unit_count, EOE_MAX_PIECES, "leaders");
    for (int i = 0; i < n; i++) {
        read_leader(mk_item(list, i), eoe.unit_count + i);
        eoe.piece_count = eoe.unit_count + i + 1;
    }
    for (int i = 0; i < EOE_NAMED; i++) {
        int piece = eoe_find_piece(named_ids[i]);
        if (piece < 0) mk_data_error(list, "the rules name %s", named_ids[i]);
        eoe.named[i] = (uint16_t)piece;
    }
    return mk_file_close(&root);
}

static const char *const named_areas[] = {
    [EOE_A_CANADA] = "ca",         [EOE_A_NOVA_SCOTIA] = "ns", [EOE_A_FLORIDA] = "fl",
    [EOE_A_LOUISIANA] = "la",      [EOE_A_VERMONT] = "vt",     [EOE_A_MAINE] = "me",
    [EOE_A_SOUTH_CAROLINA] = "sc", [EOE_A_CONNECTICUT] = "ct",
};

static bool name_places(mk_error *err) {
    for (int i = 0; i < EOE_HEXES; i++) {
        int hex = mk_hex_named(&eoe_board.hexes, named_hexes[i]);
        if (hex < 0) return mk_fail(err, MK_E_DATA, "the map has no hex %s", named_hexes[i]);
        eoe.hex[i] = (uint16_t)hex;
    }
    for (int i = 0; i < EOE_AREAS; i++) {
        int area = eoe_find_area(named_areas[i]);
        if (area < 0) return mk_fail(err, MK_E_DATA, "the map has no area %s", named_areas[i]);
        eoe.area[i] = (uint8_t)area;
    }
    int ports = 0;
    for (int hex = 0; hex < eoe_board.hexes.hex_count; hex++) {
        if (!eoe_is(hex, EOE_US_PORT)) continue;
        if (ports < EOE_US_PORTS) eoe.us_port[ports] = (uint16_t)hex;
        ports++;
    }
    return ports == EOE_US_PORTS ||
           mk_fail(err, MK_E_DATA, "the map has %d US ports, not 21 (15.7)", ports);
}

bool eoe_load(mk_error *err) {
    memset(&eoe, 0, sizeof eoe);
    if (!eoe_load_map(err) || !name_places(err)) return false;
    return load_units(err) && load_leaders(err) && eoe_load_tables(err) &&
           eoe_load_scenarios(err) && eoe_build_index(err);
}
