/* map.c - reading the map sheets. */
#include "map.h"

#include "map/hex_data.h"

eoe_map eoe_board;

static eoe_map *const b = &eoe_board;

/* ---- Ground, areas ------------------------------------------------------- */

/* Capitals are coastal. */
static const char grounds[] = "wWmMaArtTfF~o";

static void read_ground(mk_value root) {
    static const uint8_t ground[] = {EOE_WILD,      EOE_WILD,      EOE_MOUNTAIN,  EOE_MOUNTAIN,
                                     EOE_CIVILIZED, EOE_CIVILIZED, EOE_CIVILIZED, EOE_CIVILIZED,
                                     EOE_CIVILIZED, EOE_CIVILIZED, EOE_CIVILIZED, EOE_SEA,
                                     EOE_LAKE};
    static const uint8_t country[] = {EOE_NONE,     EOE_NONE,     EOE_NONE, EOE_NONE, EOE_AMERICAN,
                                      EOE_AMERICAN, EOE_AMERICAN, EOE_TORY, EOE_TORY, EOE_FRENCH,
                                      EOE_FRENCH,   EOE_NONE,     EOE_NONE};
    mk_value picture = mk_at(root, "ground");
    mk_read_hexmap(&b->hexes, mk_at(root, "grid"), picture, EOE_MAX_HEXES);
    if (b->hexes.side_count > EOE_MAX_SIDES || b->hexes.names.sheet_count != 2) {
        mk_data_error(picture, "the map has too many hexsides, or not two sheets");
        mk_hexmap_free(&b->hexes);
    }
    uint8_t sign[EOE_MAX_HEXES] = {0};
    mk_read_picture(&b->hexes, picture, grounds, sign);
    for (int hex = 0; hex < b->hexes.hex_count; hex++) {
        char c = grounds[sign[hex]];
        b->ground[hex] = ground[sign[hex]];
        b->country[hex] = country[sign[hex]];
        bool north = mk_hex_line_of(&b->hexes, hex) >= b->hexes.names.sheet[1].line;
        mk_mark_hex(&b->hexes, hex,
                    (c >= 'A' && c <= 'Z' ? EOE_COASTAL : 0) | (c == 'r' ? EOE_ROUGH : 0) |
                        (north ? EOE_NORTH : 0));
    }
}

/* Areas or seas: rows with a sign each, and the picture of them. */
static int read_regions(mk_value list, mk_value picture, eoe_region *out, int max, uint8_t *of) {
    static const char *const winters[] = {"none", "all", "south_sheet", NULL};
    char signs[EOE_MAX_AREAS + 2] = "";
    int n = mk_rows_at_most(list, 0, max, "rows");
    for (int i = 0; i < n; i++) {
        mk_value v = mk_item(list, i);
        const char *sign = mk_str(v, "sign");
        if (strlen(sign) != 1 || *sign == '-' || strchr(signs, *sign))
            mk_data_error(v, "its sign must be one that no other has");
        signs[i] = *sign;
        out[i] = (eoe_region){mk_id_in(v, 0), mk_name_in(v, "name", 0), *sign,
                              (uint8_t)(mk_has(v, "winter") ? mk_choice(v, "winter", winters)
                                                            : EOE_WINTER_NONE)};
    }
    signs[strlen(signs)] = '-';
    mk_read_picture(&b->hexes, picture, signs, of);
    for (int hex = 0; hex < b->hexes.hex_count; hex++)
        if (of[hex] >= n) of[hex] = EOE_NONE;
    return n;
}

static int find_sea(const char *id) {
    for (int i = 0; i < b->sea_count; i++)
        if (strcmp(b->seas[i].id, id) == 0) return i;
    return -1;
}

static void read_areas(mk_value root) {
    mk_value areas = mk_at(root, "area"), seas = mk_at(root, "sea");
    b->area_count = read_regions(mk_at(root, "areas"), areas, b->areas, EOE_MAX_AREAS, b->area);
    b->sea_count = read_regions(mk_at(root, "seas"), seas, b->seas, EOE_MAX_SEAS, b->sea);
    for (int hex = 0; hex < b->hexes.hex_count; hex++) {
        const char *name = mk_hex_name(&b->hexes, hex);
        if ((b->area[hex] != EOE_NONE) != (b->ground[hex] == EOE_CIVILIZED))
            mk_data_error(areas, "%s is civilized or has no area", name);
        if (b->sea[hex] == EOE_NONE && (b->ground[hex] == EOE_SEA || eoe_is(hex, EOE_COASTAL)))
            mk_data_error(seas, "%s has no sea area", name);
    }
    memset(b->second_sea, EOE_NONE, sizeof b->second_sea);
    mk_value more = mk_at(root, "second_sea");
    int n = mk_length(more);
    for (int i = 0; i < n; i++) {
        mk_value v = mk_item(more, i);
        int hex = mk_read_hex(&b->hexes, mk_at(v, "hex"));
        b->second_sea[hex] = (uint8_t)mk_named(mk_at(v, "sea"), find_sea, "sea area");
    }
}

/* ---- Hexsides, roads ----------------------------------------------------- */

static void read_sides(mk_value sides, unsigned bits, unsigned needed) {
    int side;
    for (const char *at = mk_str_value(sides); mk_next_side(&b->hexes, sides, &at, &side);) {
        if ((b->hexes.side_bits[side] & needed) != needed)
            mk_data_error(sides, "a ferry crosses an all-sea hexside");
        mk_mark_side(&b->hexes, side, bits);
    }
}

/* The next hexside of a course; false at its end or after a complaint. The first hex has none. */
static bool next_of_course(mk_value course, const char **at, int *hex, int *side) {
    int from = *hex;
    if (!mk_next_hex(&b->hexes, course, at, hex)) return false;
    *side = from < 0 ? -1 : mk_side_between(&b->hexes, from, *hex);
    if (from < 0 || *side >= 0) return true;
    mk_data_error(course, "%s does not touch %s", mk_hex_name(&b->hexes, from),
                  mk_hex_name(&b->hexes, *hex));
    return false;
}

static void read_roads(mk_value list) {
    int n = mk_length(list);
    for (int i = 0; i < n; i++) {
        mk_value course = mk_item(list, i);
        int hex = -1, side;
        for (const char *at = mk_str_value(course); next_of_course(course, &at, &hex, &side);) {
            mk_mark_hex(&b->hexes, hex, EOE_ON_ROAD);
            if (side >= 0) mk_mark_side(&b->hexes, side, EOE_ROAD);
        }
    }
}

/* ---- Waterways ----------------------------------------------------------- */

/* While they are read: the waterways of each hex, and the directions each goes on. */
enum { MOST_WAYS = 4 };
typedef struct {
    uint8_t count, way[MOST_WAYS], joins[MOST_WAYS];
} flow;
static flow flows[EOE_MAX_HEXES];
static eoe_hexes apart;

static int flow_of(mk_value v, int hex, int way) {
    flow *f = &flows[hex];
    for (int i = 0; i < f->count; i++)
        if (f->way[i] == way) return i;
    if (f->count == MOST_WAYS) {
        mk_data_error(v, "more than %d waterways in %s", MOST_WAYS, mk_hex_name(&b->hexes, hex));
        return 0;
    }
    f->way[f->count] = (uint8_t)way;
    return f->count++;
}

static void read_course(mk_value course, int way) {
    int hex = -1, side, from = -1;
    for (const char *at = mk_str_value(course); next_of_course(course, &at, &hex, &side);) {
        int here = flow_of(course, hex, way);
        if (b->ground[hex] == EOE_SEA || b->ground[hex] == EOE_MOUNTAIN)
            mk_data_error(course, "%s is sea or mountain", mk_hex_name(&b->hexes, hex));
        if (side >= 0) {
            int d = mk_hex_direction(&b->hexes, from, hex);
            flows[from].joins[flow_of(course, from, way)] |= (uint8_t)(1 << d);
            flows[hex].joins[here] |= (uint8_t)(1 << (d + 3) % MK_DIRECTIONS);
            bool navigable = b->waterway_type[way] == EOE_NAVIGABLE_RIVER;
            mk_mark_side(&b->hexes, side, EOE_RIVER | (navigable ? EOE_NAVIGABLE_SIDE : 0));
        }
        from = hex;
    }
}

static void read_waterways(mk_value list) {
    static const char *const types[] = {"navigable", "river", "lake", NULL};
    memset(flows, 0, sizeof flows);
    b->waterway_count = mk_rows_at_most(list, 0, EOE_MAX_WATERWAYS, "waterways");
    for (int way = 0; way < b->waterway_count; way++) {
        mk_value v = mk_item(list, way);
        b->waterway_name[way] = mk_name_in(v, "name", 0);
        b->waterway_type[way] = (uint8_t)mk_choice(v, "type", types);
        mk_value courses = mk_at(v, "courses");
        int n = mk_length(courses);
        for (int i = 0; i < n; i++) read_course(mk_item(courses, i), way);
    }
}

static void read_apart(mk_value text, unsigned bits) {
    int hex;
    for (const char *at = mk_str_value(text); mk_next_hex(&b->hexes, text, &at, &hex);) {
        if (flows[hex].count < 2)
            mk_data_error(text, "there are not two waterways in %s", mk_hex_name(&b->hexes, hex));
        mk_set_add(&apart, hex);
        mk_mark_hex(&b->hexes, hex, bits);
    }
}

static void add_to_water(eoe_water *w, const flow *f, int i) {
    int type = b->waterway_type[f->way[i]];
    w->joins |= f->joins[i];
    if (type == EOE_NAVIGABLE_RIVER) w->navigable |= f->joins[i];
    if (type != EOE_LAKE_WAY) w->lake = false;
    mk_mark_hex(&b->hexes, w->hex,
                EOE_ON_WATER | (type == EOE_NAVIGABLE_RIVER ? EOE_NAVIGABLE : 0));
}

/* All waterways of a hex are one water, but where they lie apart each is its own. */
static void make_waters(mk_value v) {
    for (int hex = 0; hex < b->hexes.hex_count; hex++) {
        const flow *f = &flows[hex];
        b->first_water[hex] = (uint16_t)b->water_count;
        bool separate = mk_set_has(&apart, hex);
        for (int i = 0; i < f->count; i++) {
            if (b->water_count == EOE_MAX_WATERS) {
                mk_data_error(v, "there are more than %d hexes with water", EOE_MAX_WATERS);
                return;
            }
            if (i == 0 || separate)
                b->water[b->water_count++] = (eoe_water){.hex = (uint16_t)hex, .lake = true};
            add_to_water(&b->water[b->water_count - 1], f, i);
        }
    }
    b->first_water[b->hexes.hex_count] = (uint16_t)b->water_count;
}

/* ---- Places -------------------------------------------------------------- */

static uint8_t read_supply(mk_value list) {
    static const char *const names[] = {"us", "br", "fr", "sp", NULL};
    int n = mk_length(list), supply = 0;
    for (int i = 0; i < n; i++) supply |= 1 << mk_choice_of(mk_item(list, i), names, "supply");
    return (uint8_t)supply;
}

static void read_place(mk_value v, int number) {
    static const char *const ports[] = {"us", "other", NULL};
    eoe_place *p = &b->place[number];
    *p = (eoe_place){
        .hex = (uint16_t)mk_read_hex(&b->hexes, mk_at(v, "hex")),
        .town = mk_has(v, "town") ? mk_name_in(v, "town", 0) : NULL,
        .outpost = mk_has(v, "outpost") ? mk_name_in(v, "outpost", 0) : NULL,
        .name = mk_has(v, "name") ? mk_name_in(v, "name", 0) : NULL,
        .supply = mk_has(v, "supply") ? read_supply(mk_at(v, "supply")) : 0,
    };
    if (mk_has(v, "settlements")) {
        mk_value list = mk_at(v, "settlements");
        if (mk_exactly(list, 1, "settlements")) p->settlement = mk_str_value(mk_item(list, 0));
    }
    if (b->place_at[p->hex] != EOE_NONE) mk_data_error(v, "a second place in this hex");
    b->place_at[p->hex] = (uint8_t)number;
    unsigned bits = (p->town ? EOE_HAS_TOWN : 0) | (p->outpost ? EOE_HAS_OUTPOST : 0) |
                    (mk_marked(v, "fortress") ? EOE_FORTRESS : 0) |
                    (mk_marked(v, "inland_port") ? EOE_INLAND_PORT : 0);
    if (mk_has(v, "port")) bits |= EOE_PORT | (mk_choice(v, "port", ports) == 0 ? EOE_US_PORT : 0);
    mk_mark_hex(&b->hexes, p->hex, bits);
    if (bits & EOE_PORT && b->sea[p->hex] == EOE_NONE) mk_data_error(v, "a port has a sea area");
    if (bits & EOE_INLAND_PORT && !eoe_is(p->hex, EOE_NAVIGABLE))
        mk_data_error(v, "an inland port lies on a navigable river");
}

static void read_places(mk_value list) {
    memset(b->place_at, EOE_NONE, sizeof b->place_at);
    b->place_count = mk_rows_at_most(list, 0, EOE_MAX_PLACES, "places");
    for (int i = 0; i < b->place_count; i++) read_place(mk_item(list, i), i);
}

/* ---- The net ------------------------------------------------------------- */

/* What can be entered by land in some season: lakes freeze (9.10). */
static bool can_walk(int side) {
    const uint16_t *hex = b->hexes.side[side].hex;
    for (int i = 0; i < 2; i++)
        if (b->ground[hex[i]] == EOE_SEA || b->ground[hex[i]] == EOE_MOUNTAIN) return false;
    return true;
}

static void join_by_land(void) {
    const mk_hexmap *m = &b->hexes;
    for (int side = 0; side < m->inner_sides; side++) {
        if (!can_walk(side)) continue;
        unsigned over = (m->side_bits[side] & EOE_SEA_SIDE ? EOE_OVER_SEA : 0) |
                        (m->side_bits[side] & EOE_FERRY ? EOE_BY_FERRY : 0);
        for (int i = 0; i < 2; i++) {
            int from = m->side[side].hex[i], to = m->side[side].hex[1 - i];
            if (i == 0) mk_graph_add(&b->net, from, to, EOE_BY_LAND | over);
            for (int w = b->first_water[from]; w < b->first_water[from + 1]; w++)
                mk_graph_add(&b->net, eoe_water_space(w), to, EOE_LAND_AT | over);
        }
    }
}

/* Is this waterway of a hex part of a water in it? */
static bool is_part(int water, int i) {
    int hex = b->water[water].hex;
    return !mk_set_has(&apart, hex) || b->first_water[hex] + i == water;
}

/* Waters of two hexes are joined if a waterway leads from one into the other. */
static bool flows_on(int from, int to, int direction) {
    const flow *f = &flows[b->water[from].hex], *g = &flows[b->water[to].hex];
    for (int i = 0; i < f->count; i++) {
        if (!is_part(from, i) || !(f->joins[i] >> direction & 1)) continue;
        for (int j = 0; j < g->count; j++)
            if (g->way[j] == f->way[i] && is_part(to, j) && g->joins[j] >> (direction + 3) & 1)
                return true;
    }
    return false;
}

static void join_by_water(void) {
    const mk_hexmap *m = &b->hexes;
    for (int w = 0; w < b->water_count; w++) {
        int hex = b->water[w].hex;
        mk_graph_add(&b->net, hex, eoe_water_space(w), EOE_EMBARK);
        for (int d = 0; d < 3; d++) {
            int to = m->near[hex][d];
            if (to == MK_NOWHERE) continue;
            for (int x = b->first_water[to]; x < b->first_water[to + 1]; x++)
                if (flows_on(w, x, d))
                    mk_graph_add(&b->net, eoe_water_space(w), eoe_water_space(x), EOE_BY_WATER);
        }
        for (int x = w + 1; x < b->first_water[hex + 1]; x++)
            if (eoe_is(hex, EOE_PORTAGE))
                mk_graph_add(&b->net, eoe_water_space(w), eoe_water_space(x), EOE_CARRY);
    }
}

/* What the waters join is joined for supply, too; and roads. */
static void join_lines(void) {
    const mk_hexmap *m = &b->hexes;
    for (int i = 0; i < b->net.road_count; i++)
        if (b->net.bits[i] & (EOE_BY_WATER | EOE_CARRY))
            mk_graph_add(&b->lines, b->net.a[i], b->net.b[i], b->net.bits[i]);
    for (int side = 0; side < m->inner_sides; side++)
        if (m->side_bits[side] & EOE_ROAD)
            mk_graph_add(&b->lines, m->side[side].hex[0], m->side[side].hex[1], EOE_BY_LAND);
    for (int w = 0; w < b->water_count; w++)
        if (eoe_is(b->water[w].hex, EOE_ON_ROAD))
            mk_graph_add(&b->lines, b->water[w].hex, eoe_water_space(w), EOE_EMBARK);
}

/* ---- All of it ----------------------------------------------------------- */

static bool read_board(mk_error *err) {
    mk_value root = mk_file_open("eoe/map.json", "eoe", 1, err);
    read_ground(root);
    if (b->hexes.hex_count) { /* if not, that was reported */
        mk_set_clear(&apart);
        read_areas(root);
        read_sides(mk_at(root, "sea_sides"), EOE_SEA_SIDE, 0);
        read_sides(mk_at(root, "ferries"), EOE_FERRY, EOE_SEA_SIDE);
        read_roads(mk_at(root, "roads"));
        read_waterways(mk_at(root, "waterways"));
        read_apart(mk_at(root, "portages"), EOE_PORTAGE);
        read_apart(mk_at(root, "apart"), 0);
        make_waters(mk_at(root, "waterways"));
        read_places(mk_at(root, "places"));
    }
    return mk_file_close(&root);
}

void eoe_free_map(void) {
    mk_hexmap_free(&b->hexes);
    mk_graph_free(&b->net);
    mk_graph_free(&b->lines);
    memset(b, 0, sizeof *b);
}

bool eoe_load_map(mk_error *err) {
    eoe_free_map();
    if (!read_board(err)) {
        eoe_free_map();
        return false;
    }
    int spaces = b->hexes.hex_count + b->water_count;
    mk_graph_new(&b->net, spaces);
    join_by_land();
    join_by_water();
    mk_graph_build(&b->net);
    mk_graph_new(&b->lines, spaces);
    join_lines();
    mk_graph_build(&b->lines);
    return true;
}
