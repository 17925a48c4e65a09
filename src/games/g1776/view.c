/* view.c - the board, and what a seat sees on it. */
#include <stdio.h>
#include <string.h>

#include "g1776.h"

static const char *const seat_id[] = {"british", "american"};
static const char *const ground_id[] = {"clear",      "swamp", "mountain",     "sea",
                                        "sea_island", "coast", "coast_island", "lake"};

static void flag(mk_view *v, const char *name, bool on) {
    if (on) mk_rec_int(v, name, 1);
}

/* ---- What never changes ---- */

/* Rows run straight across the board; numbers run diagonally up to the left. */
static void board_hexes(mk_view *v) {
    const mk_hexmap *m = &g1776_board.hexes;
    for (int hex = 0; hex < m->hex_count; hex++) {
        int town = g1776_board.town_at[hex];
        mk_rec_static(v, "place", g1776_hex_id(hex));
        mk_rec_name(v, "hex", mk_hex_name(m, hex));
        mk_rec_name(v, "kind", "hex");
        mk_rec_name(v, "terrain", ground_id[g1776_board.ground[hex]]);
        mk_rec_int(v, "x", (2 * m->v[hex] - m->u[hex]) * 50);
        mk_rec_int(v, "y", -m->u[hex] * 87);
        if (g1776_is_land(hex))
            mk_rec_name(v, "region", g1776_board.colonies[g1776_board.colony[hex]].id);
        if (town == G1776_NONE) continue;
        const g1776_town *t = &g1776_board.town[town];
        mk_rec_name(v, "name", t->name);
        flag(v, "strategic", t->strategic);
        flag(v, "village", t->type == G1776_VILLAGE);
        flag(v, "site", t->type == G1776_SITE);
        if (t->entry == MK_NOWHERE) continue;
        flag(v, "port", true);
        const mk_side *entry = &m->side[t->entry]; /* the hex from which fleets come in */
        int sea = entry->hex[entry->hex[0] == hex];
        if (sea != MK_NOWHERE) mk_rec_name(v, "entry", g1776_hex_id(sea));
    }
}

static const char *water_word(unsigned bits) {
    if (bits & G1776_CLASS1) return "river1";
    if (bits & G1776_CLASS2) return "river2";
    if (bits & G1776_LAKE_SIDE) return "lake";
    if (bits & G1776_BAY) return "bay";
    if (bits & G1776_COASTAL) return "coast";
    return bits & G1776_CLASS3 ? "river3" : NULL;
}

static void board_sides(mk_view *v) {
    const mk_hexmap *m = &g1776_board.hexes;
    for (int side = 0; side < m->inner_sides; side++) {
        unsigned bits = m->side_bits[side];
        const char *water = water_word(bits);
        bool relief = bits & (G1776_ROUGH | G1776_MOUNTAINS);
        if (!water && !relief) continue;
        const char *a = g1776_hex_id(m->side[side].hex[0]), *b = g1776_hex_id(m->side[side].hex[1]);
        char key[2 * MK_NAME];
        snprintf(key, sizeof key, "%s-%s", a, b);
        mk_rec(v, "side", key);
        mk_rec_name(v, "a", a);
        mk_rec_name(v, "b", b);
        if (water) mk_rec_name(v, "kind", water);
        flag(v, "rough", bits & G1776_ROUGH);
        flag(v, "mountain", bits & G1776_MOUNTAINS);
        flag(v, "ferry", bits & G1776_FERRY);
        flag(v, "ford", bits & G1776_FORD);
    }
}

static void board_boxes(mk_view *v) {
    for (int box = 0; box < G1776_BOXES; box++) {
        if (!g1776.box[box].name.id) continue;
        mk_rec_static(v, "place", g1776.box[box].name.id);
        mk_rec_name(v, "name", g1776.box[box].name.label);
        mk_rec_name(v, "kind", "box");
    }
}

static void board_colonies(mk_view *v) {
    for (int i = 0; i < g1776_board.colony_count; i++) {
        char key[2 * MK_NAME];
        snprintf(key, sizeof key, "colony.%s", g1776_board.colonies[i].id);
        mk_rec(v, "panel", key);
        mk_rec_name(v, "label", g1776_board.colonies[i].name);
    }
}

void g1776_board_view(mk_view *v) {
    board_hexes(v);
    board_sides(v);
    board_boxes(v);
    board_colonies(v);
    g1776_view_tables(v);
}

/* ---- What a seat sees ---- */

static void number(mk_view *v, const char *key, const char *label, int value) {
    mk_rec(v, "number", key);
    mk_rec_name(v, "label", label);
    mk_rec_int(v, "value", value);
}

static bool is_veiled_from(const g1776_piece *p, int seat) {
    return seat != MK_EVERYTHING && g1776_veiled(p) && g1776_owner(p->type) != seat;
}

/* Pieces of a type at a place, inside and outside a fort apart. */
static void view_pieces(const g1776_state *s, int seat, mk_view *v) {
    for (int i = 0; i < s->piece_count;) {
        const g1776_piece *p = &s->piece[i];
        int count = 0, in_hand = 0, done = 0, down = 0, inside = p->flags & G1776_INSIDE;
        bool seen_before = is_veiled_from(p, seat);
        for (int j = i;
             j > 0 && s->piece[j - 1].place == p->place && s->piece[j - 1].type == p->type; j--)
            if ((s->piece[j - 1].flags & G1776_INSIDE) == inside &&
                !is_veiled_from(&s->piece[j - 1], seat))
                seen_before = true;
        for (int j = i;
             j < s->piece_count && s->piece[j].place == p->place && s->piece[j].type == p->type;
             j++) {
            const g1776_piece *q = &s->piece[j];
            if ((q->flags & G1776_INSIDE) != inside || is_veiled_from(q, seat)) continue;
            count += q->count;
            if (q->flags & G1776_HAND) in_hand += q->count;
            if (q->flags & G1776_DONE) done += q->count;
            if (q->flags & G1776_DOWN) down += q->count;
        }
        i++;
        if (seen_before) continue;
        const char *at = g1776_where_id(g1776_where_of(p->place));
        char key[3 * MK_NAME];
        snprintf(key, sizeof key, "%s.%s%s", at, g1776.type[p->type].name.id,
                 inside ? ".inside" : "");
        mk_rec(v, "piece", key);
        mk_rec_name(v, "place", at);
        int owner = g1776_owner(p->type);
        if (owner < G1776_SEATS) mk_rec_name(v, "owner", seat_id[owner]);
        mk_rec_name(v, "type", g1776.type[p->type].name.id);
        mk_rec_count(v, g1776.type[p->type].name.one, g1776.type[p->type].name.label, count);
        flag(v, "inside", inside);
        if (in_hand) mk_rec_int(v, "in_hand", in_hand);
        if (done) mk_rec_int(v, "done", done);
        if (down) mk_rec_int(v, "down", down);
    }
}

/* Counters of the other side that lie face down: how many, not what they are (VI.B). */
static void view_veiled(const g1776_state *s, int seat, mk_view *v) {
    for (int owner = 0; owner < G1776_SEATS && g1776_veils(s); owner++) {
        int last = -1;
        if (owner == seat || seat == MK_EVERYTHING || g1776_arranges(s, owner)) continue;
        G1776_EACH_PIECE(p, s) {
            if (p->place == last || !g1776_veiled(p) || g1776_owner(p->type) != owner) continue;
            last = p->place;
            const char *at = g1776_where_id(g1776_where_of(last));
            for (int inside = 0; inside <= G1776_INSIDE; inside += G1776_INSIDE) {
                int count = g1776_veiled_at(s, last, owner, G1776_INSIDE, inside);
                if (!count) continue;
                char key[3 * MK_NAME];
                snprintf(key, sizeof key, "%s.%s_counters%s", at, seat_id[owner],
                         inside ? ".inside" : "");
                mk_rec(v, "piece", key);
                mk_rec_name(v, "place", at);
                mk_rec_name(v, "owner", seat_id[owner]);
                mk_rec_name(v, "type", "hidden");
                mk_rec_count(v, "counter face down", "counters face down", count);
                flag(v, "inside", inside);
            }
        }
    }
}

static void view_leaders(const g1776_state *s, mk_view *v) {
    for (int l = 0; l < g1776.leader_count; l++) {
        const g1776_leader_at *at = &s->leader[l];
        if (at->place == G1776_GONE) continue;
        mk_rec_static(v, "piece", g1776.leader[l].name.id);
        mk_rec_name(v, "place", g1776_where_id(g1776_where_of(at->place)));
        mk_rec_name(v, "owner", seat_id[g1776.leader[l].seat]);
        mk_rec_name(v, "type", "leader");
        mk_rec_name(v, "name", g1776.leader[l].name.label);
        mk_rec_int(v, "rating", at->rating);
        mk_rec_int(v, "stars", g1776_leader_face(s, l)->stars);
        flag(v, "nameless", mk_set_has(s->replaced, l));
        flag(v, "inside", at->flags & G1776_INSIDE);
        flag(v, "in_hand", mk_set_has(s->hand, l));
        flag(v, "done", at->flags & G1776_DONE);
        if (at->back) mk_rec_int(v, "back", at->back);
    }
}

static void view_fleets(const g1776_state *s, mk_view *v) {
    for (int f = 0; f < G1776_FLEETS; f++) {
        bool away = s->fleet[f].place == G1776_TRACK && s->fleet[f].back == G1776_OFF_STATION;
        if (s->fleet[f].place == G1776_GONE || away) continue;
        mk_rec_static(v, "piece", g1776.fleet[f].name.id);
        mk_rec_name(v, "place", g1776_where_id(g1776_where_of(s->fleet[f].place)));
        mk_rec_name(v, "owner", seat_id[g1776.fleet[f].seat]);
        mk_rec_name(v, "type", "fleet");
        mk_rec_name(v, "name", g1776.fleet[f].name.label);
        if (s->fleet[f].back) mk_rec_int(v, "back", s->fleet[f].back);
    }
}

static const char *const months[] = {"January",   "February", "March",    "April",
                                     "May",       "June",     "July",     "August",
                                     "September", "October",  "November", "December"};

/* The calendar: a panel for each turn. */
static void view_calendar(const g1776_state *s, mk_view *v) {
    const g1776_scenario_rules *r = g1776_rules(s);
    int last = g1776_last_turn(s);
    for (int turn = 1; turn <= last; turn++) {
        char key[24], text[40];
        int month = r->month[turn];
        snprintf(key, sizeof key, "turn.%d", turn);
        snprintf(text, sizeof text, "%s %d", months[month % 12], month / 12);
        mk_rec(v, "panel", key);
        mk_rec_str(v, "label", r->number[turn] ? text : "Winter");
        mk_rec_int(v, "turn", turn);
        flag(v, "winter", r->winter[turn]);
        flag(v, "rain", r->rain[turn]);
    }
}

static void view_turn(const g1776_state *s, mk_view *v) {
    number(v, "turn", "Turn", s->base.turn);
    number(v, "turns", "Last turn", g1776_last_turn(s));
    if (s->phasing >= G1776_SEATS) return;
    mk_rec_static(v, "panel", "segment");
    mk_rec_name(v, "owner", seat_id[s->phasing]);
    flag(v, "basic", g1776_basic(s));
}

void g1776_view(const void *state, int seat, mk_view *v) {
    const g1776_state *s = state;
    view_turn(s, v);
    view_calendar(s, v);
    mk_view_area(v, &g1776_board.hexes, g1776_rules(s)->area.word);
    g1776_view_reach(s, seat, v);
    view_pieces(s, seat, v);
    view_veiled(s, seat, v);
    view_leaders(s, v);
    view_fleets(s, v);
    g1776_view_combat(s, seat, v);
    g1776_view_victory(s, seat, v);
    g1776_view_destination(s, seat, v);
    g1776_view_hand(s, seat, v);
    g1776_view_campaign(s, seat, v);
    g1776_view_bids(s, seat, v);
}
