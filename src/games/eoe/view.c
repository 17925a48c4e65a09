/* view.c - the board, and what is seen on it: everything (5.2.2). */
#include <stdio.h>
#include <string.h>

#include "eoe.h"

static const char *const seat_id[] = {"british", "allied"};
static const char *const ground_id[] = {"wilderness", "mountain", "civilized", "sea", "lake"};
static const char *const country_id[] = {"american", "tory", "french"};
static const char *const fleet_id[] = {"british_fleet", "french_fleet", "spanish_fleet"};

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

static void board_hexes(mk_view *v) {
    const mk_hexmap *m = &eoe_board.hexes;
    for (int hex = 0; hex < m->hex_count; hex++) {
        mk_rec_static(v, "place", eoe_hex_id(hex));
        mk_rec_name(v, "hex", mk_hex_name(m, hex));
        mk_rec_name(v, "kind", "hex");
        mk_rec_name(v, "terrain", ground_id[eoe_board.ground[hex]]);
        mk_rec_int(v, "x", mk_hex_line_of(m, hex) * 87);
        mk_rec_int(v, "y", mk_hex_number_of(m, hex) * 100 + (mk_hex_line_of(m, hex) & 1 ? 50 : 0));
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

static void board_sides(mk_view *v) {
    const mk_hexmap *m = &eoe_board.hexes;
    for (int side = 0; side < m->inner_sides; side++) {
        unsigned bits = m->side_bits[side];
        if (!bits) continue;
        const char *a = eoe_hex_id(m->side[side].hex[0]), *b = eoe_hex_id(m->side[side].hex[1]);
        char key[2 * MK_NAME];
        snprintf(key, sizeof key, "%s-%s", a, b);
        mk_rec(v, "side", key);
        mk_rec_name(v, "a", a);
        mk_rec_name(v, "b", b);
        flag(v, "river", bits & EOE_RIVER);
        flag(v, "navigable", bits & EOE_NAVIGABLE_SIDE);
        flag(v, "road", bits & EOE_ROAD);
        flag(v, "sea", bits & EOE_SEA_SIDE);
        flag(v, "ferry", bits & EOE_FERRY);
    }
}

void eoe_board_view(mk_view *v) {
    board_hexes(v);
    board_sides(v);
}

/* ---- What stands where --------------------------------------------------- */

static void number(mk_view *v, const char *key, const char *label, int value) {
    mk_rec_static(v, "number", key);
    mk_rec_name(v, "label", label);
    mk_rec_int(v, "value", value);
}

static const char *const box_id[] = {"aboard_british", "aboard_french", "aboard_spanish", "havana",
                                     "available",      "track",         "away",           "special",
                                     "dead",           "withdrawn",     "captive"};

static void view_unit(const eoe_state *s, int piece, mk_view *v) {
    const eoe_piece_row *row = &eoe.piece[piece];
    int step = s->piece[piece].steps ? s->piece[piece].steps - 1 : 0;
    static const char *const types[] = {"infantry", "militia", "indian", "ranger",  "artillery",
                                        "cavalry",  "legion",  "marine", "garrison"};
    mk_rec_name(v, "type", types[row->type]);
    mk_rec_int(v, "steps", s->piece[piece].steps);
    mk_rec_int(v, "linear", row->linear[step]);
    mk_rec_int(v, "ambush", row->ambush[step]);
    mk_rec_int(v, "mf", row->mf);
    flag(v, "boxed", row->linear_print == EOE_BOXED);
    flag(v, "circled", row->linear_print == EOE_CIRCLED_OR_PLUS);
    flag(v, "plus", row->mf_print == EOE_CIRCLED_OR_PLUS);
    flag(v, "bound", row->mf_print == EOE_BOXED);
    flag(v, "ambushes", row->marks & EOE_M_AMBUSHES);
    flag(v, "artillery", row->marks & EOE_M_ARTILLERY);
}

static void view_piece(const eoe_state *s, int piece, mk_view *v) {
    const eoe_piece *p = &s->piece[piece];
    const eoe_piece_row *row = &eoe.piece[piece];
    mk_rec_static(v, "piece", row->name.id);
    mk_rec_name(v, "place", eoe_on_map(p->at) ? eoe_hex_id(p->at / 2) : box_id[p->at - EOE_SPACES]);
    mk_rec_name(v, "owner", seat_id[p->seat]);
    mk_rec_name(v, "name", row->name.label);
    flag(v, "inside", eoe_on_map(p->at) && p->at & 1);
    flag(v, "in_hand", p->flags & EOE_HAND);
    flag(v, "done", p->flags & EOE_DONE);
    if (p->at == EOE_TRACK) mk_rec_int(v, "due", p->turn);
    if (eoe_is_unit(piece)) {
        view_unit(s, piece, v);
        return;
    }
    mk_rec_name(v, "type", "leader");
    mk_rec_int(v, "combat", row->combat);
    mk_rec_int(v, "rank", row->rank);
    mk_rec_int(v, "initiative", row->initiative);
}

static void view_fleets(const eoe_state *s, mk_view *v) {
    for (int i = 0; i < EOE_FLEETS; i++) {
        if (!eoe.table.naval_infantry[eoe_war_of(s)][i]) continue;
        mk_rec_static(v, "piece", fleet_id[i]);
        int sea = s->fleet[i].sea;
        mk_rec_name(v, "place", sea == EOE_NONE ? "off_map" : eoe_board.seas[sea].id);
        mk_rec_name(v, "owner", seat_id[eoe_fleet_seat(i)]);
        mk_rec_name(v, "type", "fleet");
    }
}

void eoe_view(const void *state, int seat, mk_view *v) {
    const eoe_state *s = state;
    (void)seat;
    number(v, "turn", "Turn", s->base.turn);
    number(v, "last_turn", "Last turn", eoe_rules(s)->last);
    number(v, "year", "Year", eoe_turn_now(s)->year);
    number(v, "season", "Season", eoe_turn_now(s)->season);
    if (eoe_politics(s)) {
        number(v, "dead_steps", "Regular steps lost", s->dead_steps);
        number(v, "french_entry", "French entry", s->french_entry);
        number(v, "spanish_entry", "Spanish entry", s->spanish_entry);
        number(v, "west_indies", "West Indies withdrawal", s->west_indies);
        number(v, "economy", "Economy", s->economy);
    }
    for (int i = 0; i < eoe.piece_count; i++)
        if (s->piece[i].at != EOE_ABSENT) view_piece(s, i, v);
    view_fleets(s, v);
    MK_SET_EACH(hex, &s->fort) {
        mk_rec_part(v, "marker", eoe_hex_id(hex), "fort");
        mk_rec_name(v, "place", eoe_hex_id(hex));
    }
}

/* Nothing is hidden but the dice to come. */
void eoe_determinize(void *state, int seat, mk_rng *rng) {
    eoe_state *s = state;
    (void)seat;
    mk_rng_seed(&s->base.rng,
                (uint64_t)mk_below(rng, UINT32_MAX) << 32 | mk_below(rng, UINT32_MAX));
}
