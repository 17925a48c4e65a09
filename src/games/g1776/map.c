/* map.c - reading the board. */
#include "map.h"

#include "map/hex_data.h"

g1776_map g1776_board;

static g1776_map *const b = &g1776_board;

/* ---- Ground, colonies ---------------------------------------------------- */

static void read_ground(mk_value root) {
    mk_value picture = mk_at(root, "ground");
    mk_read_hexmap(&b->hexes, mk_at(root, "grid"), picture, G1776_MAX_HEXES);
    if (b->hexes.side_count > G1776_MAX_SIDES || b->hexes.corner_count > G1776_MAX_CORNERS) {
        mk_data_error(picture, "the board has too many hexsides");
        mk_hexmap_free(&b->hexes);
    }
    mk_read_picture(&b->hexes, picture, ".s^=I~io", b->ground);
    for (int hex = 0; hex < b->hexes.hex_count; hex++) {
        bool sea = b->ground[hex] == G1776_SEA || b->ground[hex] == G1776_SEA_ISLE;
        mk_mark_hex(&b->hexes, hex, g1776_is_land(hex) ? G1776_LAND : sea ? G1776_SEA_LANE : 0);
    }
}

static void read_areas(mk_value list) {
    static const char *const ids[] = {"ne", "ms", "sc", "ds", "ca"};
    int n = mk_exactly(list, G1776_AREAS, "areas");
    for (int i = 0; i < n; i++) {
        mk_value v = mk_item(list, i);
        b->area_id[i] = mk_id_in(v, 0);
        b->area_name[i] = mk_name_in(v, "name", 0);
        if (strcmp(b->area_id[i], ids[i]) != 0) mk_data_error(v, "area %d is %s", i + 1, ids[i]);
    }
}

static int find_area(const char *id) {
    for (int i = 0; i < G1776_AREAS; i++)
        if (b->area_id[i] && strcmp(b->area_id[i], id) == 0) return i;
    return -1;
}

static void read_colonies(mk_value root) {
    mk_value list = mk_at(root, "colonies");
    char signs[G1776_MAX_COLONIES + 2] = "";
    b->colony_count = mk_rows_at_most(list, 0, G1776_MAX_COLONIES, "colonies");
    for (int i = 0; i < b->colony_count; i++) {
        mk_value v = mk_item(list, i);
        const char *sign = mk_str(v, "sign");
        if (strlen(sign) != 1 || *sign == '-' || strchr(signs, *sign))
            mk_data_error(v, "its sign must be one that no other has");
        signs[i] = *sign;
        b->colonies[i] = (g1776_colony){mk_id_in(v, 0), mk_name_in(v, "name", 0), *sign,
                                        (uint8_t)mk_named(mk_at(v, "area"), find_area, "area")};
    }
    mk_value picture = mk_at(root, "colony");
    signs[strlen(signs)] = '-';
    mk_read_picture(&b->hexes, picture, signs, b->colony);
    for (int hex = 0; hex < b->hexes.hex_count; hex++) {
        if ((b->colony[hex] < b->colony_count) != g1776_is_land(hex))
            mk_data_error(picture, "%s is land or has no colony", mk_hex_name(&b->hexes, hex));
        if (b->colony[hex] >= b->colony_count) b->colony[hex] = G1776_NONE;
    }
}

/* ---- Hexsides ------------------------------------------------------------ */

static const char *side_name(int side) {
    static char name[MK_SIDE_NAME];
    mk_side_name(&b->hexes, side, name);
    return name;
}

static unsigned bits_of(int side) { return b->hexes.side_bits[side]; }

static void read_water(mk_value v, int number) {
    static const char *const kinds[] = {"river", "lake", "bay", "coast", NULL};
    int class = mk_int(v, "class", 1, 3), kind = mk_choice(v, "kind", kinds), side;
    if (class < 3 && kind) mk_data_error(v, "a water of class %d is a river", class);
    unsigned bits = class == 3 ? G1776_CLASS3 : class == 2 ? G1776_CLASS2 : G1776_CLASS1;
    b->water_name[number] = mk_str_or(v, "name", "");
    mk_value sides = mk_at(v, "sides");
    for (const char *at = mk_str_value(sides); mk_next_side(&b->hexes, sides, &at, &side);) {
        if (b->water_of[side] != G1776_NONE)
            mk_data_error(sides, "%s has a water already", side_name(side));
        b->water_of[side] = (uint8_t)number;
        mk_mark_side(&b->hexes, side, bits | (unsigned)G1776_RIVER << kind);
    }
}

static void read_waters(mk_value list) {
    memset(b->water_of, G1776_NONE, sizeof b->water_of);
    b->water_count = mk_rows_at_most(list, 0, G1776_MAX_WATERS, "waters");
    for (int i = 0; i < b->water_count; i++) read_water(mk_item(list, i), i);
    for (int side = 0; side < b->hexes.side_count; side++) {
        const uint16_t *hex = b->hexes.side[side].hex;
        for (int i = 0; i < 2; i++) {
            bool lane = hex[i] != MK_NOWHERE && b->hexes.hex_bits[hex[i]] & G1776_SEA_LANE;
            if (lane && bits_of(side))
                mk_data_error(list, "%s is a side of a sea lane", side_name(side));
        }
    }
}

static void read_relief(mk_value relief) {
    static const struct {
        const char *key;
        unsigned bit;
    } kinds[] = {{"rough", G1776_ROUGH}, {"mountain", G1776_MOUNTAINS}};
    int side;
    for (int i = 0; i < 2; i++) {
        mk_value sides = mk_at(relief, kinds[i].key);
        for (const char *at = mk_str_value(sides); mk_next_side(&b->hexes, sides, &at, &side);)
            mk_mark_side(&b->hexes, side, kinds[i].bit);
    }
    mk_value heights = mk_at(relief, "heights");
    int n = mk_length(heights);
    for (int i = 0; i < n; i++) {
        mk_value v = mk_item(heights, i);
        int hex = mk_read_hex(&b->hexes, mk_at(v, "hex"));
        side = mk_read_side(&b->hexes, mk_at(v, "side"));
        const uint16_t *both = b->hexes.side[side].hex;
        if (both[0] != hex && both[1] != hex) mk_data_error(v, "the hex is not beside it");
        mk_mark_side(&b->hexes, side, both[0] == hex ? G1776_HEIGHTS_0 : G1776_HEIGHTS_1);
    }
    for (side = 0; side < b->hexes.side_count; side++) {
        bool high = bits_of(side) & (G1776_ROUGH | G1776_MOUNTAINS);
        bool told = bits_of(side) & (G1776_HEIGHTS_0 | G1776_HEIGHTS_1);
        if (told != (high && bits_of(side) & G1776_WATER))
            mk_data_error(heights, "%s: a side with relief and water says where the heights are",
                          side_name(side));
    }
}

static void read_crossings(mk_value list) {
    static const char *const kinds[] = {"ferry", "ford", NULL};
    int n = mk_length(list);
    for (int i = 0; i < n; i++) {
        mk_value v = mk_item(list, i);
        int side = mk_read_side(&b->hexes, mk_at(v, "side"));
        bool ford = mk_choice(v, "kind", kinds);
        if (!(bits_of(side) & (ford ? G1776_CLASS1 : G1776_CLASS2 | G1776_CLASS3)))
            mk_data_error(v, ford ? "a ford is on class 1" : "a ferry is on class 2 or 3");
        b->crossing[side] = mk_name_in(v, "name", 0);
        mk_mark_side(&b->hexes, side, ford ? G1776_FORD : G1776_FERRY);
    }
}

/* ---- Towns, exits -------------------------------------------------------- */

static uint16_t read_entry(mk_value name, int hex) {
    int side = mk_read_side(&b->hexes, name);
    const uint16_t *beside = b->hexes.side[side].hex;
    if ((beside[0] != hex && beside[1] != hex) || !(bits_of(side) & G1776_CLASS3))
        mk_data_error(name, "fleets enter a port by a class 3 side of its hex");
    return (uint16_t)side;
}

static void read_town(mk_value v, int number) {
    static const char *const types[] = {"town", "site", "village", NULL};
    g1776_town *t = &b->town[number];
    *t = (g1776_town){
        .id = mk_id_in(v, 0),
        .name = mk_name_in(v, "name", 0),
        .hex = (uint16_t)mk_read_hex(&b->hexes, mk_at(v, "hex")),
        .type = (uint8_t)(mk_has(v, "type") ? mk_choice(v, "type", types) : G1776_TOWN),
        .strategic = mk_marked(v, "strategic"),
        .extra = mk_marked(v, "extra"),
        .entry = MK_NOWHERE,
        .fort_entry = MK_NOWHERE,
    };
    if (b->town_at[t->hex] != G1776_NONE)
        mk_data_error(v, "%s is in the same hex", b->town[b->town_at[t->hex]].name);
    if (!g1776_is_land(t->hex)) mk_data_error(v, "it lies in the water");
    b->town_at[t->hex] = (uint8_t)number;
    if (mk_has(v, "entry")) t->entry = read_entry(mk_at(v, "entry"), t->hex);
    if (mk_has(v, "fort_entry")) t->fort_entry = read_entry(mk_at(v, "fort_entry"), t->hex);
}

static void read_towns(mk_value list) {
    memset(b->town_at, G1776_NONE, sizeof b->town_at);
    b->town_count = mk_rows_at_most(list, 0, G1776_MAX_TOWNS, "towns");
    for (int i = 0; i < b->town_count; i++) {
        mk_value v = mk_item(list, i);
        read_town(v, i);
        for (int j = 0; j < i; j++)
            if (strcmp(b->town[i].id, b->town[j].id) == 0) mk_data_error(v, "a second one");
    }
}

static void read_exits(mk_value exits) {
    static const char *const names[] = {"north", "east", "south"};
    int hex;
    for (int i = 0; i < G1776_EXITS; i++) {
        mk_value text = mk_at(exits, names[i]);
        for (const char *at = mk_str_value(text); mk_next_hex(&b->hexes, text, &at, &hex);) {
            if (!(b->hexes.hex_bits[hex] & G1776_SEA_LANE))
                mk_data_error(text, "%s is no sea lane", mk_hex_name(&b->hexes, hex));
            mk_set_add(&b->exit[i], hex);
        }
    }
}

static void read_blocked(mk_value list) {
    int n = mk_length(list);
    for (int i = 0; i < n; i++)
        mk_set_add(&b->blocked, mk_read_corner(&b->hexes, mk_item(list, i)));
}

/* ---- Nets ---------------------------------------------------------------- */

static g1776_sides sides_with(unsigned any, unsigned none) {
    g1776_sides set = {{0}};
    for (int side = 0; side < b->hexes.side_count; side++)
        if (bits_of(side) & any && !(bits_of(side) & none)) mk_set_add(&set, side);
    return set;
}

static g1776_hexes sea_lanes(void) {
    g1776_hexes set = {{0}};
    for (int hex = 0; hex < b->hexes.hex_count; hex++)
        if (b->hexes.hex_bits[hex] & G1776_SEA_LANE) mk_set_add(&set, hex);
    return set;
}

/* Fleets step from a sea lane to class 3 sides only, and into a port by its entry (V.A). */
static void make_nets(void) {
    const mk_hexmap *m = &b->hexes;
    g1776_sides rowed = sides_with(G1776_WATER, G1776_COASTAL);
    for (int i = 0; i < b->town_count; i++) { /* II.B: bateaux are built at coastal ports, too */
        const g1776_town *t = &b->town[i];
        if (t->entry != MK_NOWHERE) mk_set_add(&rowed, t->entry);
        if (t->fort_entry != MK_NOWHERE) mk_set_add(&rowed, t->fort_entry);
    }
    mk_net_new(m, &b->water);
    mk_net_sides(m, &b->water, rowed.word, b->blocked.word);
    mk_graph_build(&b->water);

    g1776_sides sailed = sides_with(G1776_CLASS2 | G1776_CLASS3, 0);
    g1776_sides coast = sides_with(G1776_CLASS3, 0);
    g1776_hexes lanes = sea_lanes();
    mk_net_new(m, &b->sea);
    mk_net_sides(m, &b->sea, sailed.word, b->blocked.word);
    mk_net_hexes(m, &b->sea, lanes.word, coast.word, b->blocked.word);
    for (int i = 0; i < b->town_count; i++) {
        const g1776_town *t = &b->town[i];
        int entry = t->entry != MK_NOWHERE ? t->entry : t->fort_entry;
        if (entry != MK_NOWHERE) mk_graph_add(&b->sea, t->hex, mk_side_space(m, entry), 0);
    }
    mk_graph_build(&b->sea);
}

/* ---- All of it ----------------------------------------------------------- */

static bool read_board(mk_error *err) {
    mk_value root = mk_file_open("g1776/map.json", "g1776", 1, err);
    read_ground(root);
    if (b->hexes.hex_count) { /* if not, that was reported */
        read_areas(mk_at(root, "areas"));
        read_colonies(root);
        read_waters(mk_at(root, "waters"));
        read_relief(mk_at(root, "relief"));
        read_crossings(mk_at(root, "crossings"));
        read_towns(mk_at(root, "towns"));
        read_exits(mk_at(root, "exits"));
        b->west_exit = (uint16_t)mk_read_hex(&b->hexes, mk_at(root, "west_exit"));
        b->island = (uint16_t)mk_read_hex(&b->hexes, mk_at(root, "island"));
        read_blocked(mk_at(root, "blocked_corners"));
    }
    return mk_file_close(&root);
}

void g1776_free_map(void) {
    mk_hexmap_free(&b->hexes);
    mk_graph_free(&b->water);
    mk_graph_free(&b->sea);
    memset(b, 0, sizeof *b);
}

static void find_canada(void) {
    for (int hex = 0; hex < g1776_board.hexes.hex_count; hex++)
        if (g1776_is_land(hex) && g1776_area_of(hex) == G1776_CANADA)
            mk_set_add(&g1776_board.canada, hex);
}

static void find_mouth(void) {
    static const char *const sides[] = {"AAAA45/AAAA46", "AAAA44/AAAA45"};
    for (int i = 0; i < 2; i++) b->mouth[i] = (uint16_t)mk_side_named(&b->hexes, sides[i]);
}

bool g1776_load_map(mk_error *err) {
    g1776_free_map();
    if (read_board(err)) {
        make_nets();
        find_canada();
        find_mouth();
        return true;
    }
    g1776_free_map();
    return false;
}
