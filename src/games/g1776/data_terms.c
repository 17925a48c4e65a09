/* data_terms.c - the terms that scenarios.json is written in: areas of play, calendars, groups of
 * pieces, places, conditions.
 *
 * Places that follow from the board alone are worked out here once: `hexes` of a place has every
 * hex that may come into question, within the area of play.
 */
#include "games/g1776/data.h"
#include "games/g1776/reading.h"
#include "map/hex_data.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_SP = 120, LONGER = 12 };

static const mk_hexmap *const board = &g1776_board.hexes;
static g1776_scenario_rules *now; /* the scenario that is being read */

g1776_scenario_rules *g1776_begin_scenario(int number) { return now = &g1776.scenario[number]; }

/* ---- Names --------------------------------------------------------------- */

int g1776_find_colony(const char *id) {
    for (int i = 0; i < g1776_board.colony_count; i++)
        if (strcmp(g1776_board.colonies[i].id, id) == 0) return i;
    return -1;
}

int g1776_find_fixed(const char *id) {
    for (int i = 0; i < now->fixed_count; i++)
        if (strcmp(now->fixed[i].id, id) == 0) return i;
    return -1;
}

int g1776_find_arrival(const char *key) {
    for (int i = 0; i < now->arrival_count; i++)
        if (strcmp(now->arrival[i].key, key) == 0) return i;
    return -1;
}

/* A town by its id, or a hex by its name; it must lie in the area of play. */
int g1776_hex_in(mk_value name) {
    int town = g1776_find_town(mk_str_value(name));
    int hex = town >= 0 ? g1776_board.town[town].hex : mk_read_hex(board, name);
    if (!mk_set_has(&now->area, hex)) mk_data_error(name, "this is outside the area of play");
    return hex;
}

int g1776_hexes_in(mk_value list, uint16_t *out, int max) {
    int n = mk_rows_at_most(list, 0, max, "places");
    for (int i = 0; i < n; i++) out[i] = (uint16_t)g1776_hex_in(mk_item(list, i));
    return n;
}

static int row_of(mk_value name) {
    int line = 0, number;
    char hex[MK_HEX_NAME];
    const char *row = mk_str_value(name);
    /* "NN" alone is no hex; "NN1" need not be on the board, but tells the row. */
    if (strlen(row) > 4 || !*row) {
        mk_data_error(name, "a row of the board is A to AAAA");
        return 1;
    }
    strcpy(hex, row);
    strcat(hex, "1");
    if (!mk_hex_parse(&board->names, hex, &line, &number))
        mk_data_error(name, "a row of the board is A to AAAA");
    return line;
}

mk_set64 g1776_types_in(mk_value list) {
    mk_set64 types = 0;
    for (int i = 0, n = mk_length(list); i < n; i++) {
        mk_value v = mk_item(list, i);
        const char *id = mk_str_value(v);
        if (strcmp(id, "british") == 0 || strcmp(id, "american") == 0)
            types |= g1776.sp_of[*id == 'a'];
        else
            mk_set_add(&types, mk_named(v, g1776_find_type, "type"));
    }
    return types;
}

static uint32_t colonies_of(mk_value list) {
    uint32_t colonies = 0;
    for (int i = 0, n = mk_length(list); i < n; i++)
        colonies |= 1u << mk_named(mk_item(list, i), g1776_find_colony, "colony");
    return colonies;
}

/* ---- The area of play ---------------------------------------------------- */

/* A hex of one of the two colonies that touches the other (2.3 of the decisions). */
static bool on_border(int hex, int a, int b) {
    int own = g1776_board.colony[hex];
    if (own != a && own != b) return false;
    for (int d = 0; d < MK_DIRECTIONS; d++) {
        int near = board->near[hex][d];
        if (near != MK_NOWHERE && g1776_board.colony[near] == (own == a ? b : a)) return true;
    }
    return false;
}

static bool in_area(int hex, const int rows[2], const int land_rows[2], uint32_t colonies,
                    const int border[2], int line) {
    int row = mk_hex_line_of(board, hex), number = mk_hex_number_of(board, hex);
    if (row < rows[0] || row > rows[1] || row - number < line) return false;
    if (!g1776_is_land(hex)) return true;
    if (row < land_rows[0] || row > land_rows[1]) return false;
    if (!colonies || colonies >> g1776_board.colony[hex] & 1) return true;
    return border[0] >= 0 && on_border(hex, border[0], border[1]);
}

static void read_rows(mk_value list, int out[2]) {
    mk_exactly(list, 2, "rows, the first and the last");
    for (int i = 0; i < 2; i++) out[i] = row_of(mk_item(list, i));
}

static void find_border(void) {
    MK_SET_EACH(hex, &now->area) {
        for (int d = 0; d < MK_DIRECTIONS; d++) {
            int near = g1776_board.hexes.near[hex][d];
            if (near == MK_NOWHERE || !mk_set_has(&now->area, near)) mk_set_add(&now->border, hex);
        }
    }
}

void g1776_read_area(mk_value v) {
    int rows[2], land[2], border[2] = {-1, -1}, line = -1000;
    read_rows(mk_at(v, "rows"), rows);
    read_rows(mk_at(v, mk_has(v, "land_rows") ? "land_rows" : "rows"), land);
    uint32_t colonies = mk_has(v, "colonies") ? colonies_of(mk_at(v, "colonies")) : 0;
    if (mk_has(v, "with_border")) {
        mk_value pair = mk_at(v, "with_border");
        mk_exactly(pair, 2, "colonies with a border");
        for (int i = 0; i < 2; i++)
            border[i] = mk_named(mk_item(pair, i), g1776_find_colony, "colony");
    }
    if (mk_has(v, "row_minus_number_at_least"))
        line = mk_int(v, "row_minus_number_at_least", -80, 80);
    for (int hex = 0; hex < board->hex_count; hex++)
        if (in_area(hex, rows, land, colonies, border, line)) mk_set_add(&now->area, hex);
    if (mk_has(v, "and")) { /* towns beyond it */
        mk_value list = mk_at(v, "and");
        for (int i = 0, n = mk_length(list); i < n; i++)
            mk_set_add(&now->area,
                       g1776_board.town[mk_named(mk_item(list, i), g1776_find_town, "town")].hex);
    }
    find_border();
}

/* ---- Turns --------------------------------------------------------------- */

static void set_turn(int turn, int month) {
    int numbered = 1, of_year = month % 12;
    now->month[turn] = (uint16_t)month;
    for (int i = 1; i < turn; i++) numbered += now->number[i] > 0;
    now->number[turn] = (uint8_t)numbered;
    bool december = mk_set_has(now->rules, G1776_RULE_RAIN_DECEMBER);
    bool dry = now->use & G1776_USE_WINTER_COMBAT; /* CSG-5: no effect on movement */
    now->rain[turn] = !dry && (december ? of_year <= 1 || of_year == 11 : of_year <= 2);
    now->winter[turn] = of_year <= 2 && now->use & G1776_USE_WINTER;
    now->winter_combat[turn] = now->winter[turn] || (of_year <= 2 && dry);
}

static void read_turn(mk_value v, int turn) {
    const char *text = mk_str_value(v);
    if (strcmp(text, "winter") == 0) return; /* the turn without number of scenario 5 */
    set_turn(turn, g1776_month(v));
}

/* A campaign game has every month from one to another. */
static void read_months(mk_value v) {
    int from = g1776_month(mk_at(v, "from")), to = g1776_month(mk_at(v, "to"));
    if (to < from || to - from >= G1776_MAX_TURNS - LONGER) {
        mk_data_error(v, "that is no span of months for a game");
        return;
    }
    now->turns = (uint8_t)(to - from + 1);
    for (int turn = 1; turn <= now->turns; turn++) set_turn(turn, from + turn - 1);
}

void g1776_read_calendar(mk_value v) {
    if (mk_has(v, "months")) {
        read_months(mk_at(v, "months"));
    } else {
        mk_value list = mk_at(v, "calendar");
        now->turns = (uint8_t)mk_rows_at_most(list, 0, G1776_MAX_TURNS - LONGER, "turns");
        for (int i = 0; i < now->turns; i++) read_turn(mk_item(list, i), i + 1);
    }
    now->visits = mk_has(v, "extra_year"); /* VIII.C */
    if (now->visits)
        now->longer = (uint8_t)mk_int(v, "extra_year", 1, LONGER);
    else
        now->longer = mk_has(v, "longer") ? (uint8_t)mk_int(v, "longer", 1, LONGER) : 0;
    for (int turn = now->turns + 1; turn <= now->turns + now->longer; turn++) {
        now->month[turn] = (uint16_t)(now->month[turn - 1] + 1);
        now->number[turn] = (uint8_t)(now->number[turn - 1] + 1);
        now->rain[turn] = now->month[turn] % 12 < 3;
        now->winter[turn] = now->rain[turn] && now->use & G1776_USE_WINTER;
        now->winter_combat[turn] = now->winter[turn];
    }
}

/* A turn by the number on the track: its place in the calendar. */
int g1776_turn_in(mk_value v, const char *key) {
    int number = mk_int(v, key, 1, G1776_MAX_TURNS);
    for (int turn = 1; turn <= now->turns; turn++)
        if (now->number[turn] == number) return turn;
    mk_data_error(mk_at(v, key), "the scenario has no such turn");
    return 1;
}

/* ---- Groups of pieces ---------------------------------------------------- */

void g1776_read_group(mk_value v, int nation, g1776_group *out) {
    out->nation = (uint8_t)nation;
    int seat = g1776_seat_of(nation);
    if (mk_has(v, "pieces")) {
        mk_value pieces = mk_at(v, "pieces");
        const char *id;
        for (int i = 0; (id = mk_key_at(pieces, i)); i++) {
            int type = g1776_find_type(id);
            if (type < 0) {
                mk_data_error(pieces, "there is no type called \"%s\"", id);
                return;
            }
            if (g1776.type[type].seat != seat) mk_data_error(pieces, "%s is not of this side", id);
            out->count[type] = (uint8_t)mk_int(pieces, id, 1, MAX_SP);
        }
    }
    if (mk_has(v, "leaders")) {
        mk_value list = mk_at(v, "leaders");
        for (int i = 0, n = mk_length(list); i < n; i++) {
            int leader = mk_named(mk_item(list, i), g1776_find_leader, "leader");
            if (g1776.leader[leader].seat != seat)
                mk_data_error(mk_item(list, i), "he is of the other side");
            mk_set_add(&out->leaders, leader);
        }
    }
    if (mk_has(v, "fleets")) {
        mk_value list = mk_at(v, "fleets");
        for (int i = 0, n = mk_length(list); i < n; i++) {
            int fleet = mk_named(mk_item(list, i), g1776_find_fleet, "fleet");
            if (g1776.fleet[fleet].seat != seat)
                mk_data_error(mk_item(list, i), "it is of the other side");
            mk_set_add(&out->fleets, fleet);
        }
    }
}

int g1776_nation_in(mk_value v) { return mk_choice(v, "nation", g1776_nation_ids); }

void g1776_read_works(mk_value v, g1776_group *out) {
    static const char *const works[] = {"none", "entrenchment", "fort", NULL};
    if (mk_has(v, "works")) out->works = (uint8_t)mk_choice(v, "works", works);
}

/* ---- Places -------------------------------------------------------------- */

/* Hexes within a distance that are reached over land without crossing a water. */
static bool is_water(mk_value names, const char *water) {
    int n = mk_length(names);
    for (int i = 0; i < n; i++)
        if (strcmp(mk_str_value(mk_item(names, i)), water) == 0) return true;
    return false;
}

static void same_bank(mk_value names, int from, g1776_hexes *hexes) {
    g1776_hexes found = {{0}};
    uint16_t queue[G1776_MAX_HEXES];
    int first = 0, count = 0, crossings = 0;
    mk_set_add(&found, from);
    queue[count++] = (uint16_t)from;
    while (first < count) {
        int hex = queue[first++];
        for (int d = 0; d < MK_DIRECTIONS; d++) {
            int near = board->near[hex][d], of = g1776_board.water_of[board->side_of[hex][d]];
            if (near == MK_NOWHERE || mk_set_has(&found, near) || !mk_set_has(hexes, near))
                continue;
            if (of != G1776_NONE && is_water(names, g1776_board.water_name[of])) {
                crossings++;
                continue;
            }
            mk_set_add(&found, near);
            queue[count++] = (uint16_t)near;
        }
    }
    if (!crossings) mk_data_error(names, "no such water is near");
    *hexes = found;
}

static bool is_port(int hex) {
    int town = g1776_board.town_at[hex];
    return town != G1776_NONE && g1776_board.town[town].entry != MK_NOWHERE &&
           !g1776_board.town[town].extra;
}

static bool has_coast(int hex) {
    for (int d = 0; d < MK_DIRECTIONS; d++)
        if (board->side_bits[board->side_of[hex][d]] & G1776_COASTAL) return true;
    return false;
}

/* Hexsides for bateaux: of a river that lie wholly in a colony, or touch a hex. */
static void read_sides(mk_value v, g1776_place *out) {
    bool any = mk_has(v, "any_river") && mk_flag(v, "any_river");
    const char *river = any ? NULL : mk_str(v, "river");
    int colony =
        mk_has(v, "inside") ? mk_named(mk_at(v, "inside"), g1776_find_colony, "colony") : -1;
    int hex = mk_has(v, "touching") ? g1776_hex_in(mk_at(v, "touching")) : -1;
    int count = 0;
    for (int side = 0; side < board->side_count; side++) {
        unsigned bits = board->side_bits[side];
        const uint16_t *both = board->side[side].hex;
        if (!(bits & G1776_WATER) || bits & G1776_COASTAL) continue;
        if (river && strcmp(g1776_board.water_name[g1776_board.water_of[side]], river) != 0)
            continue;
        if (hex >= 0 && both[0] != hex && both[1] != hex) continue;
        bool inside = true;
        for (int i = 0; i < 2 && colony >= 0; i++)
            inside &= both[i] != MK_NOWHERE && g1776_board.colony[both[i]] == colony;
        if (!inside) continue;
        mk_set_add(&out->sides, side);
        count++;
    }
    if (!count) mk_data_error(v, "no hexside is like that");
    out->to = G1776_TO_SIDES;
}

static void keep_land(g1776_hexes *hexes, int colony) {
    MK_SET_EACH(hex, hexes) {
        bool fits = mk_set_has(&now->area, hex) && g1776_is_land(hex) &&
                    (colony < 0 || g1776_board.colony[hex] == colony);
        if (!fits) mk_set_remove(hexes, hex);
    }
}

/* Hexes of the sea: all of the area, those below a row, or some by name. */
static bool read_sea(mk_value v, g1776_place *out) {
    bool all = mk_marked(v, "at_sea");
    int below = mk_has(v, "sea_below") ? row_of(mk_at(v, "sea_below")) : 0;
    /* The line of a border: twice the row less the number (2.3 of the decisions). */
    int line = mk_has(v, "sea_south_of") ? mk_int(v, "sea_south_of", 1, 99) : 0;
    if (all || below || line) {
        MK_SET_EACH(hex, &now->area) {
            int row = mk_hex_line_of(board, hex);
            bool south = line && 2 * row - mk_hex_number_of(board, hex) <= line;
            bool lane = board->hex_bits[hex] & G1776_SEA_LANE;
            if (lane && (all || south || row < below)) mk_set_add(&out->hexes, hex);
        }
    } else if (mk_has(v, "sea")) {
        mk_value list = mk_at(v, "sea");
        for (int i = 0, n = mk_length(list); i < n; i++) {
            int hex = g1776_hex_in(mk_item(list, i));
            if (!(board->hex_bits[hex] & G1776_SEA_LANE))
                mk_data_error(mk_item(list, i), "it is no sea lane");
            mk_set_add(&out->hexes, hex);
        }
    } else {
        return false;
    }
    out->to = G1776_TO_SEA;
    return true;
}

/* Hexes by where they lie; false: the object says nothing of the kind. */
static bool read_whereabouts(mk_value v, g1776_place *out) {
    int colony = mk_has(v, "in") ? mk_named(mk_at(v, "in"), g1776_find_colony, "colony") : -1;
    if (mk_has(v, "within") || mk_has(v, "beside")) {
        bool within = mk_has(v, "within");
        int of = g1776_hex_in(mk_at(v, within ? "of" : "beside"));
        mk_add_within(board, of, within ? mk_int(v, "within", 1, 9) : 1, out->hexes.word);
        if (!within) mk_set_remove(&out->hexes, of);
        keep_land(&out->hexes, colony);
        if (mk_has(v, "same_bank_of")) same_bank(mk_at(v, "same_bank_of"), of, &out->hexes);
        return true;
    }
    out->hexes = now->area;
    keep_land(&out->hexes, colony);
    if (mk_has(v, "in_colonies")) {
        uint32_t some = colonies_of(mk_at(v, "in_colonies"));
        MK_SET_EACH(hex, &out->hexes)
            if (!(some >> g1776_board.colony[hex] & 1)) mk_set_remove(&out->hexes, hex);
        return true;
    }
    if (mk_has(v, "row")) {
        int row = row_of(mk_at(v, "row"));
        MK_SET_EACH(hex, &out->hexes)
            if (mk_hex_line_of(board, hex) != row) mk_set_remove(&out->hexes, hex);
        return true;
    }
    if (mk_has(v, "between")) { /* rivers and a border, on the side of a town */
        mk_value between = mk_at(v, "between"), pair = mk_at(between, "border");
        mk_exactly(pair, 2, "colonies with a border");
        int own = mk_named(mk_item(pair, 0), g1776_find_colony, "colony");
        int other = mk_named(mk_item(pair, 1), g1776_find_colony, "colony");
        MK_SET_EACH(hex, &out->hexes)
            if (g1776_board.colony[hex] != own && !on_border(hex, own, other))
                mk_set_remove(&out->hexes, hex);
        same_bank(mk_at(between, "rivers"), g1776_hex_in(mk_at(between, "beside")), &out->hexes);
        return true;
    }
    if (mk_has(v, "in_area")) {
        int area = mk_named(mk_at(v, "in_area"), g1776_find_area, "area");
        MK_SET_EACH(hex, &out->hexes)
            if (g1776_area_of(hex) != area) mk_set_remove(&out->hexes, hex);
        return true;
    }
    if (mk_has(v, "border")) {
        mk_value pair = mk_at(v, "border");
        mk_exactly(pair, 2, "colonies with a border");
        int a = mk_named(mk_item(pair, 0), g1776_find_colony, "colony");
        int b = mk_named(mk_item(pair, 1), g1776_find_colony, "colony");
        MK_SET_EACH(hex, &out->hexes)
            if (!on_border(hex, a, b)) mk_set_remove(&out->hexes, hex);
        return true;
    }
    return (mk_has(v, "anywhere") && mk_flag(v, "anywhere")) || colony >= 0;
}

static void read_place(mk_value v, g1776_place *out) {
    static const char *const ports[] = {"any", "controlled", "uncontrolled", NULL};
    static const uint8_t port_places[] = {G1776_TO_PORT, G1776_TO_CONTROLLED,
                                          G1776_TO_UNCONTROLLED};
    out->split = mk_marked(v, "split");
    out->halifax = mk_marked(v, "halifax");
    if (mk_has(v, "aboard"))
        out->aboard = (uint8_t)mk_named(mk_at(v, "aboard"), g1776_find_fleet, "fleet");
    if (mk_has(v, "aboard_at")) out->aboard_at = (uint16_t)g1776_hex_in(mk_at(v, "aboard_at"));
    if (mk_has(v, "aboard_at") || (mk_has(v, "aboard") && !mk_has(v, "any"))) return;
    if (mk_has(v, "river") || mk_has(v, "any_river")) {
        read_sides(v, out);
        return;
    }
    if (read_sea(v, out)) return;
    if (mk_has(v, "any") || mk_has(v, "each")) {
        bool each = mk_has(v, "each");
        out->list_count = (uint8_t)g1776_hexes_in(mk_at(v, each ? "each" : "any"), out->list, 4);
        for (int i = 0; i < out->list_count; i++) mk_set_add(&out->hexes, out->list[i]);
        if (each) out->to = G1776_TO_EACH;
        if (mk_marked(v, "controlled")) out->to = G1776_TO_CONTROLLED;
        return;
    }
    bool told = read_whereabouts(v, out);
    if (mk_has(v, "with")) {
        out->to = G1776_TO_LEADER;
        out->leader = (uint8_t)mk_named(mk_at(v, "with"), g1776_find_leader, "leader");
    } else if (mk_has(v, "main_army")) {
        if (mk_flag(v, "main_army")) out->to = G1776_TO_MAIN_ARMY;
    } else if (mk_has(v, "force")) {
        out->to = G1776_TO_FORCE;
        out->types = g1776_types_in(mk_at(v, "force"));
    } else if (mk_has(v, "port")) {
        out->to = port_places[mk_choice(v, "port", ports)];
        MK_SET_EACH(hex, &out->hexes)
            if (!is_port(hex)) mk_set_remove(&out->hexes, hex);
        uint16_t others[4];
        int n = mk_has(v, "or") ? g1776_hexes_in(mk_at(v, "or"), others, 4) : 0;
        for (int i = 0; i < n; i++) mk_set_add(&out->hexes, others[i]);
    } else if (mk_has(v, "with_regular")) {
        if (mk_flag(v, "with_regular")) out->to = G1776_TO_REGULAR;
    } else if (mk_has(v, "coast")) {
        if (mk_flag(v, "coast")) out->to = G1776_TO_LANDING;
        MK_SET_EACH(hex, &out->hexes)
            if (!is_port(hex) && !has_coast(hex)) mk_set_remove(&out->hexes, hex);
    } else if (!told) {
        mk_data_error(v, "it does not say where");
    }
    if (!mk_set_size(&out->hexes)) mk_data_error(v, "no hex of the area is like that");
}

void g1776_read_at(mk_value v, g1776_place *out) {
    out->aboard = G1776_NONE;
    out->aboard_at = MK_NOWHERE;
    if (mk_has(v, "at")) {
        out->list_count = 1;
        out->list[0] = (uint16_t)g1776_hex_in(mk_at(v, "at"));
        mk_set_add(&out->hexes, out->list[0]);
    } else if (mk_has(v, "place")) {
        read_place(mk_at(v, "place"), out);
    }
}

/* ---- Conditions ---------------------------------------------------------- */

uint32_t g1776_turns_in(mk_value list) {
    uint32_t turns = 0;
    for (int i = 0, n = mk_length(list); i < n; i++)
        turns |= 1u << mk_int_value(mk_item(list, i), 1, 31);
    return turns;
}

/* What a test needs to know. */
enum {
    BY = 1,
    PLACES = 2,
    PIECES = 4,  /* or BY, which stands for all SP of a side */
    COUNT = 8,   /* "at_least" */
    OR_ALL = 16, /* without it: all the places */
    COLONIES = 32,
    LEADER = 64,
    TURNS = 128,
    ARRIVAL = 256,
    FIXED = 512,
    STRATEGY = 1024,
    OPTION = 2048,
    AREA = 8192,
    WEATHER = 16384,
    OR_BID = 32768, /* "bid": the count is what was bid */
    PAST = 4096,    /* something must be remembered for it */
};

static const struct {
    const char *name;
    unsigned needs;
} tests[] = {
    [G1776_IF_ALL] = {"all", 0},
    [G1776_IF_ANY] = {"any", 0},
    [G1776_IF_NOT] = {"not", 0},
    [G1776_IF_ALWAYS] = {"always", 0},
    [G1776_IF_CONTROLLED] = {"controls", BY | PLACES | OR_ALL},
    [G1776_IF_CONTROLLED_LAST_TURN] = {"controlled_last_turn", BY | PLACES | OR_ALL | PAST},
    [G1776_IF_CONTROLLED_ALL_GAME] = {"controlled_all_game", BY | PLACES | PAST},
    [G1776_IF_CONTROLLED_ENTRY] = {"controls_entry", BY},
    [G1776_IF_HELD_ALONE] = {"holds_alone", PIECES | PLACES | OR_ALL},
    [G1776_IF_HELD_WITHOUT_UNITS] = {"holds_without_units", BY | PLACES | OR_ALL},
    [G1776_IF_FREE_OF_SP] = {"free_of_sp", BY | PLACES | OR_ALL},
    [G1776_IF_FREE_OF_UNITS] = {"free_of_units", BY | PLACES | OR_ALL},
    [G1776_IF_SP] = {"sp", PIECES | PLACES | COUNT},
    [G1776_IF_SP_IN] = {"sp_in", PIECES | COLONIES | COUNT},
    [G1776_IF_SP_IN_LAST_TURN] = {"sp_in_last_turn", PIECES | COLONIES | COUNT | PAST},
    [G1776_IF_GARRISON_ALL_GAME] = {"garrison_all_game", PIECES | PLACES | COUNT | PAST},
    [G1776_IF_GARRISON_EACH] = {"garrison_each", PIECES | PLACES | COUNT | TURNS | PAST},
    [G1776_IF_SP_INSIDE] = {"sp_inside", BY | PLACES},
    [G1776_IF_OWNS_FORT] = {"owns_fort", BY | PLACES},
    [G1776_IF_CAPTURED_FORT_LAST_TURN] = {"captured_fort_last_turn", BY | PLACES | PAST},
    [G1776_IF_LAST_TO_ENTER] = {"last_to_enter", BY | PLACES | PAST},
    [G1776_IF_ENTERED_LAST_TURN] = {"entered_last_turn", BY | COLONIES | PAST},
    [G1776_IF_ENDED_OR_ATTACKED_LAST_TURN] = {"ended_or_attacked_last_turn", BY | PLACES | PAST},
    [G1776_IF_ENTERED_BEFORE] = {"entered_before", ARRIVAL | COUNT},
    [G1776_IF_ENTRY_IS] = {"entry_is", PLACES},
    [G1776_IF_STILL_FIXED] = {"still_fixed", FIXED},
    [G1776_IF_ELIMINATED] = {"eliminated", PIECES | COUNT},
    [G1776_IF_LEADER_IN] = {"leader_in", LEADER | COLONIES},
    [G1776_IF_STRATEGY] = {"strategy", STRATEGY},
    [G1776_IF_REMOVAL_FAILED] = {"removal_failed", 0},
    [G1776_IF_COM_LEFT] = {"com_left", COUNT},
    [G1776_IF_POINTS] = {"points", BY | COUNT},
    [G1776_IF_POINTS_LEAD] = {"points_lead", BY | COUNT},
    [G1776_IF_POINTS_TIED] = {"points_tied", 0},
    [G1776_IF_POINTS_LAST_MONTH] = {"points_last_month", BY | COUNT | PAST},
    [G1776_IF_POINT_TOWNS] = {"point_towns", BY | COUNT},
    [G1776_IF_FREE_OR_ENTRENCHED] = {"free_or_entrenched", BY | PLACES},
    [G1776_IF_NO_FORT_OR_IN_AND_OUT] = {"no_fort_or_in_and_out", BY | PLACES},
    [G1776_IF_OTHER_STRATEGIC] = {"other_strategic", BY | COUNT | PLACES},
    [G1776_IF_STRATEGIC_LAST_TURN] = {"strategic_last_turn", BY | COLONIES | COUNT | PAST},
    [G1776_IF_PORT_OCCUPIED] = {"port_occupied", BY | COLONIES},
    [G1776_IF_OCCUPIED_ONLY] = {"occupied_only_by", BY | PLACES},
    [G1776_IF_OPTION] = {"option", OPTION},
    [G1776_IF_STRATEGIC] = {"strategic", COUNT | OR_BID},
    [G1776_IF_AREAS] = {"areas", COUNT},
    [G1776_IF_AREA] = {"area", AREA},
    [G1776_IF_AREA_LAST_TURN] = {"area_controlled_last_turn", AREA | PAST},
    [G1776_IF_COLONY_LAST_TURN] = {"colony_controlled_last_turn", AREA | PAST},
    [G1776_IF_SP_IN_EVER] = {"sp_in_ever", PIECES | COLONIES | COUNT | PAST},
    [G1776_IF_WEATHER] = {"weather", WEATHER},
    [G1776_IF_JANUARY_WEATHER] = {"january_weather", WEATHER},
    [G1776_IF_EVACUATED] = {"evacuated", 0},
    [G1776_IF_BF_IN] = {"battle_fleet_in", BY | PLACES},
    [G1776_IF_BF_ALONE_IN] = {"battle_fleet_alone_in", BY | PLACES},
    [G1776_IF_LEADER_LOST] = {"leader_lost", LEADER},
    [G1776_IF_LEADER_ON_MAP] = {"leader_on_map", LEADER},
    [G1776_IF_FRENCH_AT_SEA] = {"french_not_in_boxes", 0},
    [G1776_IF_INSIDE] = {"inside", PIECES | PLACES | COUNT},
};

static int find_test(const char *name) {
    for (int i = G1776_IF_ALWAYS; i < G1776_IFS; i++)
        if (strcmp(tests[i].name, name) == 0) return i;
    return -1;
}

/* Whom or what the test is about. */
static void read_whose(mk_value v, unsigned needs, g1776_condition *c) {
    c->seat = G1776_SEATS;
    bool by = needs & BY || (needs & PIECES && !mk_has(v, "pieces"));
    if (by) {
        c->seat = (uint8_t)mk_choice(v, "by", g1776_seat_ids);
        c->types = g1776.sp_of[c->seat];
    } else if (needs & PIECES) {
        c->types = g1776_types_in(mk_at(v, "pieces"));
        MK_SET_EACH(type, c->types) c->seat = g1776.type[type].seat;
    }
    if (needs & LEADER)
        c->leader = (uint8_t)mk_named(mk_at(v, "leader"), g1776_find_leader, "leader");
    if (needs & ARRIVAL)
        c->key = (uint8_t)mk_named(mk_at(v, "arrival"), g1776_find_arrival, "arrival");
    if (needs & FIXED)
        c->key = (uint8_t)mk_named(mk_at(v, "fixed"), g1776_find_fixed, "fixed group");
}

static void read_test(mk_value v, g1776_condition *c) {
    static const char *const strategies[] = {"northern", "southern", NULL};
    static const char *const skies[] = {"none", "clear", "storms", NULL};
    c->test = (uint8_t)mk_named(mk_at(v, "test"), find_test, "test");
    unsigned needs = tests[c->test].needs;
    read_whose(v, needs, c);
    if (needs & PLACES)
        c->place_count = (uint8_t)g1776_hexes_in(mk_at(v, "places"), c->place, G1776_MAX_NAMED);
    if (needs & COLONIES) c->colonies = colonies_of(mk_at(v, "colonies"));
    bool bid = needs & OR_BID && mk_marked(v, "bid");
    if (needs & COUNT && !bid) c->n = (uint8_t)mk_int(v, "at_least", 1, 99);
    if (needs & OR_ALL)
        c->n = mk_has(v, "at_least")
                   ? (uint8_t)mk_int(v, "at_least", 1, c->place_count ? c->place_count : 1)
                   : c->place_count;
    if (needs & TURNS) c->turns = g1776_turns_in(mk_at(v, "turns"));
    if (needs & WEATHER) c->n = (uint8_t)mk_choice(v, "sky", skies);
    if (needs & STRATEGY) c->n = (uint8_t)mk_choice(v, "strategy", strategies);
    if (needs & AREA) c->n = (uint8_t)mk_named(mk_at(v, "area"), g1776_find_area, "area");
    if (c->test == G1776_IF_STRATEGIC && mk_has(v, "places"))
        c->place_count = (uint8_t)g1776_hexes_in(mk_at(v, "places"), c->place, G1776_MAX_NAMED);
    if (needs & OPTION) c->n = (uint8_t)mk_named(mk_at(v, "option"), g1776_find_option, "option");
}

static void take_slot(mk_value v, g1776_condition *c, int number) {
    if (now->slot_count == G1776_MAX_SLOTS) {
        mk_data_error(v, "there are too many conditions about the past");
        return;
    }
    c->slot = (uint8_t)now->slot_count;
    now->slot[now->slot_count++] = (int16_t)number;
}

static int read_condition(mk_value v, int depth) {
    int number = g1776.condition_count;
    if (number == G1776_MAX_CONDITIONS || depth > 8) {
        mk_data_error(v, "there are too many conditions");
        return 0;
    }
    g1776.condition_count++;
    g1776_condition c = {.slot = G1776_NONE};
    for (int i = G1776_IF_ALL; i <= G1776_IF_ANY; i++) {
        if (!mk_has(v, tests[i].name)) continue;
        mk_value list = mk_at(v, tests[i].name);
        c.test = (uint8_t)i;
        c.child_count = (uint8_t)mk_rows_at_most(list, 0, G1776_MAX_CHILDREN, "conditions");
        for (int k = 0; k < c.child_count; k++)
            c.child[k] = (int16_t)read_condition(mk_item(list, k), depth + 1);
        g1776.condition[number] = c;
        return number;
    }
    if (mk_has(v, "not")) {
        c.test = G1776_IF_NOT;
        c.child_count = 1;
        c.child[0] = (int16_t)read_condition(mk_at(v, "not"), depth + 1);
    } else {
        read_test(v, &c);
        if (tests[c.test].needs & PAST) take_slot(v, &c, number);
    }
    g1776.condition[number] = c;
    return number;
}

int16_t g1776_condition_in(mk_value v) {
    return mk_has(v, "if") ? (int16_t)read_condition(mk_at(v, "if"), 0) : G1776_NO_CONDITION;
}
