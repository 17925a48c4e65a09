/* view.c - the board, and what is seen on it: everything (5.2.2). */
#include <stdio.h>
#include <string.h>

#include "eoe.h"

static const char *const seat_id[] = {"british", "allied"};
static const char *const ground_id[] = {"wilderness", "mountain", "civilized", "sea", "lake"};
static const char *const country_id[] = {"american", "tory", "french"};
static const char *const fleet_id[] = {"british_fleet", "french_fleet", "spanish_fleet"};
static const char *const nation_id[] = {
    "british", "provincial", "tory",   "provincial",  "garrison", "hessian", "hessian",
    "hessian", "militia",    "indian", "continental", "state",    "militia", "indian",
    "french",  "french",     "french", "militia",     "indian",   "spanish", "militia",
};
_Static_assert(sizeof nation_id / sizeof *nation_id == EOE_NATIONS, "a word for each nation");

static void flag(mk_view *v, const char *name, bool on) {
    if (on) mk_rec_int(v, name, 1);
}

/* ---- What never changes -------------------------------------------------- */

static void board_place(mk_view *v, int hex) {
    int place = eoe_board.place_at[hex];
    if (place == EOE_NONE) return;
    const eoe_place *p = &eoe_board.place[place];
    mk_rec_name(v, "name", p->town ? p->town : p->outpost ? p->outpost : p->name);
    flag(v, "town", p->town != NULL);
    flag(v, "outpost", p->outpost != NULL);
    flag(v, "supply_us", p->supply & EOE_SUPPLY_US);
    flag(v, "supply_br", p->supply & EOE_SUPPLY_BR);
    flag(v, "supply_fr", p->supply & EOE_SUPPLY_FR);
    flag(v, "supply_sp", p->supply & EOE_SUPPLY_SP);
    if (p->settlement) mk_rec_name(v, "settlement", p->settlement);
}

/* The ground of a hex and whose supply it has, for who reads it. */
static void board_label(mk_view *v, int hex) {
    static const char *const grounds[] = {"wilderness", "mountains", NULL, "sea", "lake"};
    static const char *const lands[] = {"American land", "Tory land", "French or Spanish land"};
    static const char *const sources[] = {"American", "British", "French", "Spanish"};
    int place = eoe_board.place_at[hex], supply = 0, count = 0;
    bool civilized = eoe_board.ground[hex] == EOE_CIVILIZED;
    mk_text text = {0};
    mk_text_add(&text, "%s",
                civilized ? lands[eoe_board.country[hex]] : grounds[eoe_board.ground[hex]]);
    if (place != EOE_NONE) supply = eoe_board.place[place].supply;
    for (int kind = 0; kind < EOE_SUPPLIES; kind++) {
        if (!(supply >> kind & 1)) continue;
        mk_text_add(&text, "%s%s", count++ ? " and " : ", ", sources[kind]);
    }
    if (count) mk_text_add(&text, " supply");
    mk_rec_str(v, "label", text.p);
    mk_text_free(&text);
}

static int board_x(int hex) { return mk_hex_line_of(&eoe_board.hexes, hex) * 87; }
static int board_y(int hex) {
    int column = mk_hex_line_of(&eoe_board.hexes, hex);
    return mk_hex_number_of(&eoe_board.hexes, hex) * 100 + (column & 1 ? 50 : 0);
}

static void board_hexes(mk_view *v) {
    const mk_hexmap *m = &eoe_board.hexes;
    for (int hex = 0; hex < m->hex_count; hex++) {
        mk_rec_static(v, "place", eoe_hex_id(hex));
        mk_rec_name(v, "kind", "hex");
        mk_rec_name(v, "terrain", ground_id[eoe_board.ground[hex]]);
        board_label(v, hex);
        mk_rec_int(v, "x", board_x(hex));
        mk_rec_int(v, "y", board_y(hex));
        if (eoe_board.country[hex] != EOE_NONE) {
            mk_rec_name(v, "country", country_id[eoe_board.country[hex]]);
            mk_rec_name(v, "region", eoe_board.areas[eoe_board.area[hex]].id);
        }
        if (eoe_board.sea[hex] != EOE_NONE)
            mk_rec_name(v, "sea", eoe_board.seas[eoe_board.sea[hex]].id);
        flag(v, "rough", eoe_is(hex, EOE_ROUGH));
        flag(v, "port", eoe_is(hex, EOE_PORT));
        flag(v, "portage", eoe_is(hex, EOE_PORTAGE));
        flag(v, "fortress", eoe_is(hex, EOE_FORTRESS));
        board_place(v, hex);
    }
}

/* Towns and outposts: who is inside is not in the hex (5.1). */
static void board_insides(mk_view *v) {
    for (int i = 0; i < eoe_board.place_count; i++) {
        int hex = eoe_board.place[i].hex;
        if (!eoe_has_place(hex)) continue;
        mk_rec_static(v, "place", eoe_space_id(2 * hex + 1));
        mk_rec_name(v, "kind", "inside");
        mk_rec_name(v, "name", eoe_space_label(2 * hex + 1));
        mk_rec_name(v, "of", eoe_hex_id(hex));
        mk_rec_int(v, "x", board_x(hex));
        mk_rec_int(v, "y", board_y(hex));
    }
}

/* Only sides that are crossed otherwise: waterways and roads run from hex to hex. */
static void board_sides(mk_view *v) {
    const mk_hexmap *m = &eoe_board.hexes;
    for (int side = 0; side < m->inner_sides; side++) {
        unsigned bits = m->side_bits[side];
        if (!(bits & (EOE_SEA_SIDE | EOE_FERRY))) continue;
        const char *a = eoe_hex_id(m->side[side].hex[0]), *b = eoe_hex_id(m->side[side].hex[1]);
        char key[2 * MK_NAME];
        snprintf(key, sizeof key, "%s-%s", a, b);
        mk_rec(v, "side", key);
        mk_rec_name(v, "a", a);
        mk_rec_name(v, "b", b);
        mk_rec_name(v, "kind", "sea");
        flag(v, "ferry", bits & EOE_FERRY);
    }
}

/* Sea areas are places of their own: fleets stand there. */
static void board_seas(mk_view *v) {
    for (int i = 0; i < eoe_board.sea_count; i++) {
        mk_rec_static(v, "place", eoe_board.seas[i].id);
        mk_rec_name(v, "kind", "sea");
        mk_rec_name(v, "name", eoe_board.seas[i].name);
        flag(v, "winter", eoe_board.seas[i].winter != EOE_WINTER_NONE);
    }
}

static void board_areas(mk_view *v) {
    for (int i = 0; i < eoe_board.area_count; i++) {
        char key[2 * MK_NAME];
        snprintf(key, sizeof key, "region.%s", eoe_board.areas[i].id);
        mk_rec(v, "panel", key);
        mk_rec_name(v, "label", eoe_board.areas[i].name);
    }
}

/* What is printed on both sides of a counter (2.3, 2.4). */
static void board_unit(const eoe_piece_row *row, mk_view *v) {
    static const char *const types[] = {"infantry", "militia", "indian", "ranger",  "artillery",
                                        "cavalry",  "legion",  "marine", "garrison"};
    mk_rec_name(v, "type", types[row->type]);
    mk_rec_name(v, "nation", nation_id[row->nation]);
    mk_rec_int(v, "full", row->steps);
    mk_rec_int(v, "mf", row->mf);
    flag(v, "boxed", row->linear_print == EOE_BOXED);
    flag(v, "circled", row->linear_print == EOE_CIRCLED_OR_PLUS);
    flag(v, "plus", row->mf_print == EOE_CIRCLED_OR_PLUS);
    flag(v, "bound", row->mf_print == EOE_BOXED);
    flag(v, "ambushes", row->marks & EOE_M_AMBUSHES);
    flag(v, "artillery", row->marks & EOE_M_ARTILLERY);
    if (row->home != EOE_NONE) mk_rec_name(v, "home", eoe_board.areas[row->home].id);
}

static void board_leader(int piece, mk_view *v) {
    const eoe_piece_row *row = &eoe.piece[piece];
    unsigned group = eoe_group_of(piece);
    mk_rec_name(v, "type", "leader");
    if (group == EOE_G_FRENCH) mk_rec_name(v, "nation", "french");
    if (group == EOE_G_SPANISH) mk_rec_name(v, "nation", "spanish");
    mk_rec_int(v, "combat", row->combat);
    mk_rec_int(v, "rank", row->rank);
    mk_rec_int(v, "initiative", row->initiative);
}

/* Its withdrawal code (7.6). */
static void board_leaving(const eoe_piece_row *row, mk_view *v) {
    static const char *const how[] = {NULL,     NULL,       "enlistment",  "enlistment",
                                      "autumn", "collapse", "west_indies", "french_entry"};
    if (row->leaves == EOE_OUT_TURN) mk_rec_int(v, "leaves", row->leaves_turn);
    if (row->leaves <= EOE_OUT_FRENCH_ENTRY) mk_rec_name(v, "leaving", how[row->leaves]);
}

/* The pieces of all wars; a view has those of its scenario, with what changes. */
static void board_pieces(mk_view *v) {
    for (int piece = 0; piece < eoe.piece_count; piece++) {
        const eoe_piece_row *row = &eoe.piece[piece];
        mk_rec_static(v, "piece", row->name.id);
        mk_rec_name(v, "name", row->name.label);
        board_leaving(row, v);
        if (eoe_is_unit(piece))
            board_unit(row, v);
        else
            board_leader(piece, v);
    }
}

void eoe_board_view(mk_view *v) {
    board_pieces(v);
    board_hexes(v);
    board_insides(v);
    board_sides(v);
    board_seas(v);
    board_areas(v);
    eoe_view_tables(v);
}

/* ---- What stands where --------------------------------------------------- */

static const char *const box_id[] = {"aboard_british", "aboard_french", "aboard_spanish", "havana",
                                     "available",      "track",         "away",           "special",
                                     "dead",           "withdrawn",     "captive"};

/* Who is withdrawn for good is not told of. */
static void view_piece(const eoe_state *s, int piece, mk_view *v) {
    const eoe_piece *p = &s->piece[piece];
    const eoe_piece_row *row = &eoe.piece[piece];
    if (p->at == EOE_ABSENT || p->at == EOE_OUT) return;
    mk_rec_static(v, "piece", row->name.id);
    mk_rec_name(v, "place", eoe_on_map(p->at) ? eoe_space_id(p->at) : box_id[p->at - EOE_SPACES]);
    mk_rec_name(v, "owner", seat_id[p->seat]);
    flag(v, "in_hand", p->flags & EOE_HAND);
    flag(v, "done", p->flags & EOE_DONE);
    flag(v, "hungry", p->flags & EOE_HUNGRY);
    flag(v, "embarked", p->flags & EOE_EMBARKED);
    bool comes = !s->french_entry || row->enters != EOE_IN_WEST_INDIES; /* 7.3 */
    if (p->at == EOE_TRACK && comes) mk_rec_int(v, "due", p->turn);
    if (eoe_is_leader(piece)) return;
    int step = p->steps ? p->steps - 1 : 0; /* the factors of the side that is up */
    mk_rec_int(v, "steps", p->steps);
    mk_rec_int(v, "linear", row->linear[step]);
    mk_rec_int(v, "ambush", row->ambush[step]);
}

static void view_fleets(const eoe_state *s, mk_view *v) {
    static const char *const names[] = {"British fleet", "French fleet", "Spanish fleet"};
    static const char *const nations[] = {"british", "french", "spanish"};
    for (int i = 0; i < EOE_FLEETS; i++) {
        if (!eoe.table.naval_infantry[eoe_war_of(s)][i]) continue;
        mk_rec_static(v, "piece", fleet_id[i]);
        int sea = s->fleet[i].sea;
        mk_rec_name(v, "place", sea == EOE_NONE ? "off_map" : eoe_board.seas[sea].id);
        mk_rec_name(v, "owner", seat_id[eoe_fleet_seat(i)]);
        mk_rec_name(v, "nation", nations[i]);
        mk_rec_name(v, "type", "fleet");
        mk_rec_name(v, "name", names[i]);
    }
}

static void view_agents(const eoe_state *s, mk_view *v) {
    for (int i = 0; i < eoe.table.agent_count; i++) {
        if (s->agent_at[i] == MK_NOWHERE || !s->agent_turn[i]) continue;
        mk_rec_static(v, "piece", eoe.table.agent[i].name.id);
        mk_rec_name(v, "place", eoe_hex_id(s->agent_at[i]));
        mk_rec_name(v, "owner", seat_id[eoe.table.agent[i].seat]);
        mk_rec_name(v, "type", "agent");
        mk_rec_name(v, "name", eoe.table.agent[i].name.label);
    }
}

static void view_forts(const eoe_state *s, mk_view *v) {
    MK_SET_EACH(hex, &s->fort) {
        mk_rec_part(v, "piece", eoe_hex_id(hex), "fort");
        mk_rec_name(v, "place", eoe_hex_id(hex));
        mk_rec_name(v, "type", "fort");
        mk_rec_name(v, "name", "Fort");
    }
}

/* Towns and outposts: who controls them (5.1). */
static void view_control(const eoe_state *s, mk_view *v) {
    for (int i = 0; i < eoe_board.place_count; i++) {
        int hex = eoe_board.place[i].hex;
        if (!eoe_has_place(hex) || !eoe_in_play(s, hex)) continue;
        int seat = eoe_controls(s, EOE_BRITISH, hex)  ? EOE_BRITISH
                   : eoe_controls(s, EOE_ALLIED, hex) ? EOE_ALLIED
                                                      : EOE_NONE;
        if (seat == EOE_NONE) continue;
        mk_rec_static(v, "place", eoe_hex_id(hex));
        mk_rec_name(v, "control", seat_id[seat]);
    }
}

void eoe_view(const void *state, int seat, mk_view *v) {
    const eoe_state *s = state;
    eoe_view_turn(s, v);
    mk_view_area(v, &eoe_board.hexes, eoe_rules(s)->in_play.word);
    view_control(s, v);
    for (int i = 0; i < eoe.piece_count; i++) view_piece(s, i, v);
    view_fleets(s, v);
    view_agents(s, v);
    view_forts(s, v);
    eoe_view_march(s, seat, v);
    eoe_view_battle(s, v);
}

/* Nothing is hidden but the dice to come. */
void eoe_determinize(void *state, int seat, mk_rng *rng) {
    eoe_state *s = state;
    (void)seat;
    mk_rng_seed(&s->base.rng,
                (uint64_t)mk_below(rng, UINT32_MAX) << 32 | mk_below(rng, UINT32_MAX));
}
