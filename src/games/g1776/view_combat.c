/* view_combat.c - the combat in progress, as a seat sees it: forces, odds, every modifier, cards.
 */
#include <stdio.h>

#include "g1776.h"

static const char *const seat_id[] = {"british", "american"};

/* The card of the other side is unseen until both lie on the table (III.A.2.E). */
static void view_card(const g1776_state *s, int seat, int viewer, mk_view *v) {
    static const char *const fields[] = {"british_card", "american_card"};
    const g1776_combat *c = &s->combat;
    if (c->card[seat] == G1776_NO_CARD) return;
    bool both = c->card[g1776_enemy(seat)] != G1776_NO_CARD;
    bool shown = both || viewer == MK_EVERYTHING || viewer == seat;
    mk_rec_name(v, fields[seat], shown ? g1776.table.card[c->card[seat]].id : "unseen");
}

static void view_side(const g1776_state *s, int seat, mk_view *v) {
    static const char *const keys[] = {"combat.british", "combat.american"};
    const g1776_combat *c = &s->combat;
    int elite = c->elite[seat];
    mk_rec_static(v, "panel", keys[seat]);
    mk_rec_name(v, "owner", seat_id[seat]);
    mk_rec_name(v, "role", seat == c->attacker ? "attacker" : "defender");
    mk_rec_int(v, "sp", g1776_fighting_sp(s, seat));
    mk_rec_int(v, "controlled", g1776_most(s, seat));
    mk_rec_int(v, "supplied", c->supplied[seat]);
    mk_rec_int(v, "lost", c->lost[seat]);
    if (c->lose[seat]) mk_rec_int(v, "to_lose", c->lose[seat]);
    if (elite != G1776_NO_TYPE) mk_rec_name(v, "elite", g1776.type[elite].name.id);
    if (c->commander[seat] != G1776_NONE)
        mk_rec_name(v, "commander", g1776.leader[c->commander[seat]].name.id);
}

/* Odds and modifiers as they stand by what was declared so far. */
static void view_odds(const g1776_state *s, mk_view *v) {
    const g1776_combat *c = &s->combat;
    int x = c->attacker, y = g1776_enemy(x);
    int column = g1776_column(s, c->supplied[x], c->supplied[y]);
    if (column >= 0) {
        char odds[24];
        snprintf(odds, sizeof odds, "%d-%d", g1776.table.odds[column][0],
                 g1776.table.odds[column][1]);
        mk_rec_str(v, "odds", odds);
    }
    if (c->step <= G1776_C_COMMIT_Y) return; /* who takes part is not known yet */
    g1776_modifiers m = g1776_modifiers_now(s);
    const struct {
        const char *name;
        int value;
    } why[] = {{"leaders", m.leaders}, {"elites", m.elites},   {"works", m.works},
               {"artillery", m.guns},  {"militia", m.militia}, {"command", m.control},
               {"allies", m.allies},   {"knox", m.knox},       {"fleets", m.fleets},
               {"awe", m.awe},         {"special", m.special}, {"modifier", m.sum}};
    for (size_t i = 0; i < sizeof why / sizeof *why; i++) {
        if (why[i].value) mk_rec_int(v, why[i].name, why[i].value);
    }
}

/* ---- What an attack would be fought at ---- */

/* Of each hex that may be attacked: the SP there and their odds, before supply and command. */
static void view_attacks(const g1776_state *s, int viewer, mk_view *v) {
    int seat = s->base.depth ? mk_top_const(&s->base)->seat : -1;
    if (seat < 0 || mk_top_const(&s->base)->phase != G1776_PH_ANNOUNCE) return;
    if (viewer != seat && viewer != MK_EVERYTHING) return;
    for (int hex = 0; hex < g1776_board.hexes.hex_count; hex++) {
        mk_action attack = {.verb = G1776_V_ATTACK, .a = (int16_t)hex};
        if (!g1776_held(s, seat, hex) || g1776_announce_why_not(s, attack)) continue;
        if (g1776_veiled_at(s, hex, g1776_enemy(seat), 0, 0)) continue; /* how many is hidden */
        int own = g1776_sp(s, hex, seat), theirs = g1776_sp(s, hex, g1776_enemy(seat));
        int column = g1776_odds(own, theirs);
        char key[2 * MK_NAME], odds[24];
        snprintf(key, sizeof key, "odds.%s", g1776_hex_id(hex));
        mk_rec(v, "panel", key);
        mk_rec_name(v, "place", g1776_hex_id(hex));
        mk_rec_int(v, "own", own);
        mk_rec_int(v, "theirs", theirs);
        if (g1776_entrenched(s, hex, g1776_enemy(seat))) mk_rec_int(v, "entrenched", 1);
        if (column < 0) continue;
        snprintf(odds, sizeof odds, "%d-%d", g1776.table.odds[column][0],
                 g1776.table.odds[column][1]);
        mk_rec_str(v, "odds", odds);
    }
}

/* ---- The tables ---- */

static const char *result_word(int result) {
    static const char *const words[] = {"-", "NE", "1", "2", "half", "all", "EX"};
    return words[result];
}

/* A column of a table as two lists of words, one for each side, from its lowest row on. */
static void view_column(mk_view *v, const char *table, int column, int rows, int low,
                        const uint8_t (*results)[G1776_COLUMNS][2]) {
    static const char *const sides[] = {"attacker", "defender"};
    char key[24], odds[24], words[128];
    snprintf(odds, sizeof odds, "%d-%d", g1776.table.odds[column][0], g1776.table.odds[column][1]);
    snprintf(key, sizeof key, "%s.%.12s", table, odds);
    mk_rec(v, "panel", key);
    mk_rec_str(v, "label", odds);
    mk_rec_int(v, "low", low);
    for (int side = 0; side < 2; side++) {
        size_t n = 0;
        for (int row = 0; row < rows; row++)
            n += (size_t)snprintf(words + n, sizeof words - n, "%s%s", row ? " " : "",
                                  result_word(results[row][column][side]));
        mk_rec_str(v, sides[side], words);
    }
}

/* A row of the matrix: what each card of the defender makes of a card of the attacker. A number for
 * the die; with an exclamation mark it is the last round; NC is no combat (III.A.2.E). */
static void view_matrix(mk_view *v) {
    for (int x = 0; x < G1776_CARDS; x++) {
        char key[2 * MK_NAME], cell[8];
        snprintf(key, sizeof key, "matrix.%s", g1776.table.card[x].id);
        mk_rec(v, "panel", key);
        mk_rec_name(v, "label", g1776.table.card[x].label);
        mk_rec_int(v, "number", x);
        for (int y = 0; y < G1776_CARDS; y++) {
            int ends = g1776.table.matrix_ends[x][y];
            snprintf(cell, sizeof cell, "%+d%s", g1776.table.matrix[x][y], ends ? "!" : "");
            mk_rec_str(v, g1776.table.card[y].id, ends == 2 ? "NC" : cell);
        }
    }
}

void g1776_view_tables(mk_view *v) {
    for (int column = 0; column < G1776_COLUMNS; column++) {
        view_column(v, "basic", column, 7, 0, g1776.table.basic);
        view_column(v, "crt", column, G1776_CRT_HIGH - G1776_CRT_LOW + 1, G1776_CRT_LOW,
                    g1776.table.crt);
    }
    view_matrix(v);
}

/* ---- The combat itself ---- */

void g1776_view_combat(const g1776_state *s, int viewer, mk_view *v) {
    const g1776_combat *c = &s->combat;
    view_attacks(s, viewer, v);
    if (c->hex == MK_NOWHERE || !c->rounds) return;
    mk_rec_static(v, "panel", "combat");
    mk_rec_name(v, "place", g1776_hex_id(c->hex));
    mk_rec_name(v, "attacker", seat_id[c->attacker]);
    mk_rec_int(v, "round", c->rounds);
    if (c->inside) mk_rec_int(v, "fort", 1);
    if (c->step <= G1776_C_DIE) view_odds(s, v);
    for (int seat = 0; seat < G1776_SEATS; seat++) view_card(s, seat, viewer, v);
    for (int seat = 0; seat < G1776_SEATS; seat++) view_side(s, seat, v);
}
