/* view_battle.c - the battle in progress: forces, odds, every modifier with its reason, and the
 * tables they are read from (11). */
#include <stdio.h>

#include "eoe.h"

static const char *const seat_id[] = {"british", "allied"};

/* ---- The tables, once ---------------------------------------------------- */

/* "A" the attacker retreats, "D" the defender, "E" he is eliminated, "N" no effect, "-" nothing. */
static char result_of(const eoe_cell *c) {
    if (c->result & EOE_R_ELIMINATED) return 'E';
    if (c->result & EOE_R_ATTACKER) return 'A';
    if (c->result & EOE_R_DEFENDER) return 'D';
    return c->result & EOE_R_NO_EFFECT ? 'N' : '-';
}

static void view_column(mk_view *v, const char *table, int column, int low,
                        const eoe_cell *const *cells, int count) {
    char key[2 * MK_NAME], attacker[64], defender[64], result[EOE_ROWS + 1];
    size_t a = 0, d = 0;
    for (int i = 0; i < count; i++) {
        const eoe_cell *c = cells[i];
        const char *gap = i ? " " : "";
        a += (size_t)snprintf(attacker + a, sizeof attacker - a, "%s%d", gap, c->attacker);
        d += (size_t)snprintf(defender + d, sizeof defender - d, "%s%d", gap, c->defender);
        result[i] = result_of(c);
    }
    result[count] = '\0';
    snprintf(key, sizeof key, "%s.%s", table, eoe_column_id(column));
    mk_rec(v, "panel", key);
    mk_rec_name(v, "label", eoe_column_label(column));
    mk_rec_int(v, "low", low);
    mk_rec_str(v, "attacker", attacker);
    mk_rec_str(v, "defender", defender);
    mk_rec_str(v, "result", result);
}

void eoe_view_tables(mk_view *v) {
    const eoe_cell *cells[EOE_ROWS];
    for (int column = 0; column < EOE_COLUMNS; column++) {
        for (int i = 0; i < EOE_ROWS; i++) cells[i] = &eoe.table.linear[i][column];
        view_column(v, "linear", column, eoe.table.least_die, cells, EOE_ROWS);
    }
    for (int column = 0; column <= EOE_COLUMNS; column++) {
        for (int i = 0; i < 6; i++) cells[i] = &eoe.table.ambush[i][column];
        view_column(v, "ambush", column, 1, cells, 6);
    }
}

/* ---- The battle ---------------------------------------------------------- */

static void view_side(const eoe_state *s, int seat, mk_view *v) {
    static const char *const keys[] = {"battle.british", "battle.allied"};
    const eoe_battle *x = &s->battle;
    uint16_t list[EOE_MAX_PIECES];
    int count = eoe_fighters(s, seat, list), units = 0, steps = 0;
    for (int i = 0; i < count; i++) {
        units += eoe_is_unit(list[i]);
        steps += s->piece[list[i]].steps;
    }
    bool hand = seat == x->attacker && x->hand;
    eoe_force f = eoe_force_at(s, seat, 2 * x->hex + (x->inside && seat != x->attacker),
                               hand ? EOE_HAND : 0, -1);
    int leader = eoe_leader_of(s, &f);
    mk_rec_static(v, "panel", keys[seat]);
    mk_rec_name(v, "owner", seat_id[seat]);
    mk_rec_name(v, "role", seat == x->attacker ? "attacker" : "defender");
    mk_rec_int(v, "units", units);
    mk_rec_int(v, "steps", steps);
    mk_rec_int(v, "linear", eoe_linear_factors(s, seat));
    mk_rec_int(v, "ambush", eoe_ambush_factors(s, seat, true));
    mk_rec_int(v, "against_ambush", eoe_ambush_factors(s, seat, false));
    if (leader != EOE_NO_PIECE) mk_rec_name(v, "leader", eoe.piece[leader].name.label);
    if (leader != EOE_NO_PIECE) mk_rec_int(v, "combat", eoe.piece[leader].combat);
    if (x->marines[seat]) mk_rec_int(v, "marines", 1);
    if (x->lose[seat]) mk_rec_int(v, "lose", x->lose[seat]);
}

static void view_modifiers(const eoe_state *s, mk_view *v) {
    eoe_modifiers m = eoe_modifiers_now(s);
    const struct {
        const char *name;
        int value;
    } why[] = {{"fort", m.fort},
               {"attacker_guns", m.attacker_guns},
               {"defender_guns", m.defender_guns},
               {"powder", m.powder},
               {"attacker_drill", m.steuben_attack},
               {"defender_drill", m.steuben_defence},
               {"attacker_leader", m.attacker_leader},
               {"defender_leader", m.defender_leader}};
    for (size_t i = 0; i < sizeof why / sizeof *why; i++)
        if (why[i].value) mk_rec_int(v, why[i].name, why[i].value);
    mk_rec_int(v, "drm", m.sum);
}

/* What an ambush by whoever may lay one now would be fought at (11.3). */
static void view_ambush(const eoe_state *s, mk_view *v) {
    const mk_frame *top = mk_top_const(&s->base);
    if (top->phase != EOE_PH_AMBUSH) return;
    int attack = eoe_ambush_factors(s, top->seat, true);
    int defence = eoe_ambush_factors(s, eoe_enemy(top->seat), false);
    mk_rec_static(v, "panel", "ambush");
    mk_rec_name(v, "owner", seat_id[top->seat]);
    mk_rec_int(v, "attack", attack);
    mk_rec_int(v, "defence", defence);
    mk_rec_name(v, "column", eoe_column_id(eoe_odds(attack, defence)));
}

void eoe_view_battle(const eoe_state *s, mk_view *v) {
    const eoe_battle *x = &s->battle;
    if (x->hex == MK_NOWHERE || !s->base.depth) return;
    int attack = eoe_linear_factors(s, x->attacker);
    int defence = eoe_linear_factors(s, eoe_enemy(x->attacker));
    mk_rec_static(v, "panel", "battle");
    mk_rec_name(v, "label", "Battle");
    mk_rec_name(v, "place", eoe_hex_id(x->hex));
    mk_rec_name(v, "attacker", seat_id[x->attacker]);
    mk_rec_int(v, "round", x->rounds);
    if (x->inside) mk_rec_int(v, "inside", 1);
    if (eoe_is_wild(x->hex)) mk_rec_int(v, "wild", 1);
    mk_rec_int(v, "attack", attack);
    mk_rec_int(v, "defence", defence);
    mk_rec_name(v, "column", eoe_column_id(eoe_odds(attack, defence)));
    mk_rec_name(v, "odds", eoe_column_label(eoe_odds(attack, defence)));
    view_modifiers(s, v);
    for (int seat = 0; seat < EOE_SEATS; seat++) view_side(s, seat, v);
    view_ambush(s, v);
}
